"""The plans of a captain of the table-top for each unit.

A beginner does not look at what points are given for.  The captain does: it is on ground that gives points when they are
counted, and no sooner than it must be where it would have to leave its fire for it.  Until then it waits for an enemy in the
open where it can fire first, and keeps out of the fire of one in cover.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import INCH, Footprint, Point, bearing, box_of, boxes_within, overlap
from pbem.systems.miniatures.orders.records import POINT, UNIT, Operation, Part, Place
from pbem.systems.miniatures.rules.ground import between, facing_to, in_cover, nearest_enemy, stands_in, terrain_at
from pbem.systems.miniatures.rules.layout import figures, ground_of
from pbem.systems.miniatures.rules.operations import refusal
from pbem.systems.miniatures.rules.walking import on_table
from pbem.systems.miniatures.state.tabletop import LIMBERED, SKIRMISH, Award, Tabletop, Unit

Operations: TypeAlias = tuple[Operation, ...]
ByPoints: TypeAlias = dict[int, Operations]
"""The operations of a unit if it has so many operation points or more; 0 stands for any number."""

COVERS = ("fallen_timber", "thicket", "open_woods")
"""Ground that covers whoever stands in it."""
OPERATIONS = (5, 2)
"""The number of operations in a phase that one can rely on."""
SLOW = (4, 3)
"""The average cost of ground beside open ground."""
SLACK = 1
"""So many phases before it must, a unit goes for its points."""
ALIGNED = 30
"""Degrees off the enemy from which a unit turns to it; a wide arc needs less turning."""
MEETS = 1
"""With how many moves at most a unit goes to meet an enemy: who goes farther comes alone, and often without a point to fire."""
DEEP = 9 * INCH
"""The distance beyond a line at which a unit looks for a place."""
IN_FIRE, DREAD = 8 * INCH, 4
"""The distance at which an enemy makes a place dangerous, and what each of its figures counts, in sixteenths of way."""
STEP = INCH
"""The distance between places that a unit looks at."""


def whole(view: Tabletop, side: str, goal: Mapping[str, Point]) -> dict[str, ByPoints]:
    """The operations of each unit by the captain's plan; a unit without an entry does as a beginner's."""
    able = [unit for unit in view.of(side) if not unit.is_disordered]
    if award(view, side, "units beyond") is not None:
        return {unit.name: _in_time(view, unit, goal.get(unit.name)) for unit in able}
    ground = award(view, side, "units in")
    if ground is None:
        return {}
    found = {unit.name: {0: go(view, unit, goal[unit.name])} for unit in able if unit.name in goal}
    standing = [unit for unit in able if unit.name not in found]
    bare = [unit for unit in standing if stands_in(view, unit) != ground.what and not in_cover(view, unit)]
    covers = inside(view, COVERS, bare)
    for unit in standing:
        if unit not in bare:
            found[unit.name] = {0: fight(view, unit)}
        elif unit.name in covers:
            found[unit.name] = {0: go(view, unit, covers[unit.name])}
    return found


def _in_time(view: Tabletop, unit: Unit, at: Point | None) -> ByPoints:
    """To where a unit gets points, if it is time for that."""
    is_time = at is not None and phases_left(view) <= needed(unit, far(at, unit.at)) + SLACK
    return {0: go(view, unit, at)} if at is not None and is_time else wait(view, unit)


def goals(view: Tabletop, side: str) -> dict[str, Point]:
    """The places that give a side points that it does not have yet."""
    able = [unit for unit in view.of(side) if not unit.is_disordered]
    if (line := award(view, side, "units beyond")) is not None:
        return across(view, line, [unit for unit in able if missing(unit, line)])
    if (ground := award(view, side, "units in")) is not None:
        return inside(view, (ground.what,), [unit for unit in able if stands_in(view, unit) != ground.what])
    return {}


# What a unit does.


def go(view: Tabletop, unit: Unit, at: Point) -> Operations:
    """To a place, and then fire."""
    there = march(at)
    if unit.has_guns:
        return (*([] if unit.formation == LIMBERED else [Operation("limber")]), there, there, there)
    return (*loose(unit), there, there, there, *fight(view, unit))


def fight(view: Tabletop, unit: Unit) -> Operations:
    """Stand, face the enemy, and fire and load in turn."""
    enemy = nearest_enemy(view, unit)
    if enemy is None:
        return ()
    load = [Operation("load")] * tables.loading(unit.face.weapon)
    return (*turn(unit, enemy), *_loaded(unit), Operation("fire"), *load, Operation("fire"), *load, Operation("fire"))


def wait(view: Tabletop, unit: Unit) -> ByPoints:
    """Meet an enemy in the open where the points suffice to fire at it too, and wait for others where they stand; keep out of
    the fire of one in cover.  Nothing for guns.
    """
    enemy = nearest_enemy(view, unit)
    if enemy is None or unit.has_guns:
        return {}
    gap, good, rate = between(unit, enemy), good_range(unit), tables.rate(unit)
    load = [Operation("load")] * tables.loading(unit.face.weapon)
    if in_cover(view, enemy) and gap.within(IN_FIRE):
        shot = [Operation("fire")] if unit.loaded else []
        return {0: (*shot, Operation("move", (Part("back", rate // 2),)), *load)}
    held = _held(view, unit, enemy)
    moves = 0 if in_cover(view, enemy) or gap.within(good) else _moves_to(unit, enemy)
    if not moves:
        return {0: held}
    ahead = Operation("move", (Part("toward", place=Place(UNIT, enemy.name), within=good),))
    met = (*_loaded(unit), *(ahead,) * moves, Operation("fire"), *load, Operation("fire"))
    return {0: held, len(_loaded(unit)) + moves + 1: met}


def _held(view: Tabletop, unit: Unit, enemy: Unit) -> Operations:
    """Fire and load on the spot; the unit stays as it is where it is loaded and nobody is in reach."""
    if not unit.loaded or not refusal(view, unit, Operation("fire")) or turn(unit, enemy):
        return fight(view, unit)
    return (Operation("stay"),)


def _moves_to(unit: Unit, enemy: Unit) -> int:
    """The number of moves that bring a unit to where its fire tells; 0 where they are too many."""
    gap, good, rate = between(unit, enemy), good_range(unit), tables.rate(unit)
    return next((n for n in range(1, MEETS + 1) if gap.within(good + n * rate)), 0)


def march(at: Point) -> Operation:
    """A move to a place."""
    return Operation("move", (Part("toward", place=Place(POINT, x=at[0], y=at[1])),))


def loose(unit: Unit) -> list[Operation]:
    """Into a double skirmish line, which goes far and turns freely, where foot is not in one."""
    if unit.face.is_artillery or unit.face.is_indian or unit.formation == SKIRMISH or unit.mounted:
        return []
    return [Operation("form", formation=SKIRMISH, ranks=2)]


def _loaded(unit: Unit) -> list[Operation]:
    return [] if unit.loaded else [Operation("load")] * tables.loading(unit.face.weapon)


def turn(unit: Unit, enemy: Unit) -> list[Operation]:
    """To face an enemy, where it stands too far aside."""
    off = abs((facing_to(unit, enemy) - unit.facing + 180) % 360 - 180)
    arc = tables.half_angle(unit.formation) or 0
    return [] if off < max(ALIGNED, arc - ALIGNED) else [Operation("face", toward=enemy.name)]


def good_range(unit: Unit) -> int:
    """From where a unit's fire tells: its second band."""
    bands = tables.tables()["weapon"][unit.face.weapon]
    found: int = INCH * bands[min(1, len(bands) - 1)]["to"]
    return found


# Time and points.


def phases_left(view: Tabletop) -> int:
    """The number of phases that each side still has, the present one included."""
    return view.scenario.turns - view.turn + 1


def needed(unit: Unit, way: int) -> int:
    """The number of phases that a unit needs for a way, in sixteenths."""
    rate = tables.rate(unit, SKIRMISH if loose(unit) else "")
    return -(-way // max(rate * OPERATIONS[0] * SLOW[1] // (OPERATIONS[1] * SLOW[0]), 1))


def award(view: Tabletop, side: str, kind: str) -> Award | None:
    """The award that gives a side points in this way."""
    return next((one for one in view.scenario.awards if one.side == side and one.kind == kind), None)


def missing(unit: Unit, line: Award) -> int:
    """The distance of a unit from a line, in sixteenths."""
    return max(line.at - (unit.x if line.what == "x" else unit.y), 0)


def far(one: Point, other: Point) -> int:
    """The distance of two places, in sixteenths, about: the greater of both ways."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


# Places.


def inside(view: Tabletop, kinds: Sequence[str], wanted: Sequence[Unit]) -> dict[str, Point]:
    """A place for each of these units well inside ground of some kinds, as far as there is room."""
    shapes = [strip for one in view.scenario.terrain if one.type in kinds for strip in one.strips]
    places = list(dict.fromkeys(at for shape in shapes for at in _grid(shape)))
    return _spots(view, wanted, places, lambda there: _most_in(view, there, kinds), lambda unit, at: far(at, unit.at))


def across(view: Tabletop, line: Award, wanted: Sequence[Unit]) -> dict[str, Point]:
    """A place for each of these units just beyond a line, near by and out of the enemy's fire."""
    scenario, enemies = view.scenario, view.enemies(line.side)
    long, wide = (scenario.width, scenario.depth) if line.what == "x" else (scenario.depth, scenario.width)
    places = [
        (one, aside) if line.what == "x" else (aside, one)
        for one in range(line.at + INCH // 2, min(line.at + DEEP, long), STEP)
        for aside in range(0, wide, STEP)
    ]

    def cost(unit: Unit, at: Point) -> int:
        return far(at, unit.at) + sum(one.figures * DREAD for one in enemies if far(at, one.at) < IN_FIRE)

    def suits(there: Unit) -> bool:
        return tables.pays(terrain_at(scenario, there.at), there) is not None

    return _spots(view, wanted, places, suits, cost)


def _spots(
    view: Tabletop,
    wanted: Sequence[Unit],
    places: Sequence[Point],
    suits: Callable[[Unit], bool],
    cost: Callable[[Unit, Point], int],
) -> dict[str, Point]:
    """A place for each of these units, as far as there is room: whoever has the shortest way chooses first."""
    if not places:
        return {}
    taken = [ground_of(one) for one in view.units.values() if one not in wanted]
    found: dict[str, Point] = {}
    for unit in sorted(wanted, key=lambda one: min(far(at, one.at) for at in places)):
        for _, at in sorted((cost(unit, at), at) for at in places):
            there = _standing(unit, at)
            ground = ground_of(there)
            if on_table(view, ground) and suits(there) and not _meets(ground, taken):
                found[unit.name] = at
                taken.append(ground)
                break
    return found


def _standing(unit: Unit, at: Point) -> Unit:
    """The unit as it stands when it has come to a place."""
    way = (at[0] - unit.x, at[1] - unit.y)
    there = unit.with_(x=at[0], y=at[1], facing=bearing(way) if way != (0, 0) else unit.facing)
    return there.with_(formation=SKIRMISH, ranks=2, bend=()) if loose(unit) else there


def _most_in(view: Tabletop, unit: Unit, kinds: Sequence[str]) -> bool:
    standing = [terrain_at(view.scenario, at) in kinds for _, _, at in figures(unit)]
    return 2 * sum(standing) > len(standing)


def _meets(ground: Footprint, taken: Sequence[Footprint]) -> bool:
    box = box_of(ground)
    return any(boxes_within(box, box_of(one), 0) and overlap(ground, one) for one in taken)


def _grid(shape: Sequence[Point]) -> Iterator[Point]:
    xs, ys = [one[0] for one in shape], [one[1] for one in shape]
    for x in range(min(xs), max(xs) + 1, STEP):
        for y in range(min(ys), max(ys) + 1, STEP):
            yield x, y
