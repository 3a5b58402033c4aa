"""The captain of the table-top: what he tries for a phase, and what he thinks of a position.

Each draft gives all units one intent; then the units' intents are exchanged one by one.  A beginner does not look at what
points are given for: ground beyond a line, cover held at the end.  The captain does.
"""

from collections.abc import Iterator, Sequence

from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms.captain import Effort, Judge, Orders
from pbem.mechanisms.practice import PLAIN, Pick
from pbem.systems.miniatures.files import tables
from pbem.systems.miniatures.orders.records import POINT, Act, Operation, Part, Place
from pbem.systems.miniatures.practice import players
from pbem.systems.miniatures.rules.ground import in_cover, stands_in
from pbem.systems.miniatures.rules.sighting import between, facing_to, nearest_enemy
from pbem.systems.miniatures.rules.victory import points
from pbem.systems.miniatures.state.events import lost
from pbem.systems.miniatures.state.tabletop import Award, Tabletop
from pbem.systems.miniatures.state.unit import Unit
from pbem.systems.miniatures.table.lengths import INCH
from pbem.systems.miniatures.table.shapes import Polygon

BEGINNER, HOLD, GROUND, COVER, CHARGE, BACK = (
    "as a beginner",
    "hold",
    "take ground",
    "take cover",
    "charge",
    "fall back",
)
INTENTS = (BEGINNER, HOLD, GROUND, COVER, CHARGE, BACK)
COVERS = ("fallen_timber", "thicket", "open_woods")
"""Ground that covers whoever stands in it."""
COVERED, IN_RANGE = 15, 14 * INCH
"""What cover is worth to a unit that has an enemy so near."""
ROOM = 2 * INCH
"""How far a place is from other units, at least, that a unit goes to."""
CHARGES_FROM = 12 * INCH
"""How near an enemy is who can be charged."""
ALIGNED = 30
"""Degrees off the enemy from which a unit turns to him."""
POINT_OF_VICTORY, FIGURE, DISORDERED, UNLOADED, FEW, WAY = 60, 20, 25, 4, 30, 3
"""What counts with the judge: a victory point, a figure, a unit in disorder or not loaded, the last figures before a side
breaks, and an inch of the way to ground that gives points."""
HURRIES = 4
"""For so many turns before the last an inch of the way counts more with each."""
BREAKING = 4
"""So many figures before it breaks, a side is careful."""


class TableJudge(Judge[Tabletop]):
    """`mechanisms.captain.Judge` of a table."""

    def drafts(
        self, system: RuleSystem[Tabletop], view: Tabletop, side: str, letter: str, pick: Pick
    ) -> Iterator[Orders]:
        """The beginner's letter, then one for each intent."""
        beginner = players.IN_TRIES.orders(system, view, side, letter, PLAIN, pick)
        yield beginner
        otherwise = {one.unit: one for one in beginner if isinstance(one, Act)}
        for intent in INTENTS[1:]:
            wished = ((unit.name, _operations(view, unit, intent)) for unit in view.of(side))
            yield tuple(Act(name, found) if found else otherwise[name] for name, found in wished)

    def completed(
        self,
        system: RuleSystem[Tabletop],
        view: Tabletop,
        side: str,
        letter: str,
        orders: Sequence[Order],
        pick: Pick,
    ) -> Orders:
        """The orders as they are: what can't be done isn't done, and `players` looks at those that are given."""
        return tuple(orders)

    def worth(self, view: Tabletop, side: str) -> int:
        """Points, figures, order and the way to ground that scores, of both sides."""
        enemy = view.scenario.enemy(side)
        return _stand(view, side) - _stand(view, enemy)

    def effort(self, view: Tabletop, letter: str) -> Effort:
        """The same for every phase: the enemy's answer is in it."""
        return Effort(first=2, kept=2, more=2, phases=2, changes=6)

    def is_settled(self, view: Tabletop) -> bool:
        """Never."""
        return False


def _operations(view: Tabletop, unit: Unit, intent: str) -> tuple[Operation, ...]:
    """What a unit does with an intent, in the sequence of its wishes; () where it has no use for it."""
    enemy = nearest_enemy(view, unit)
    if enemy is None or unit.is_disordered:
        return ()
    load = [Operation("load")] * tables.loading(unit.face.weapon)
    loaded = [] if unit.loaded else load
    off = abs((facing_to(unit, enemy) - unit.facing + 180) % 360 - 180)
    turn = [] if off < ALIGNED else [Operation("face", toward=enemy.name)]
    match intent:
        case "hold":
            return (*turn, *loaded, Operation("fire"), *load, Operation("fire"))
        case "charge":
            if unit.face.is_artillery or not between(unit, enemy).within(CHARGES_FROM):
                return ()
            shot = [Operation("fire")] if unit.loaded else []
            ahead = Operation("move", (Part("ahead", tables.rate(unit)),))
            return (*turn, *shot, Operation("charge", target=enemy.name), ahead)
        case "fall back":
            back = Operation("move", (Part("back", tables.rate(unit) // 2),))
            shot = [Operation("fire")] if unit.loaded else []
            return (*shot, back, *load)
    goal = _goal(view, unit) if intent == GROUND else _cover(view, unit)
    if goal is None:
        return ()
    march = Operation("move", (Part("toward", place=goal),))
    return (march, march, march, *loaded) if unit.loaded else (march, march, *loaded)


def _goal(view: Tabletop, unit: Unit) -> Place | None:
    """Where a unit would get its side points that it has not yet."""
    for award in view.scenario.awards:
        if award.side != unit.side:
            continue
        if award.kind == "units beyond" and _missing(unit, award) > 0:
            beyond = award.at + INCH
            return Place(POINT, x=beyond, y=unit.y) if award.what == "x" else Place(POINT, x=unit.x, y=beyond)
        if award.kind == "units in" and stands_in(view, unit) != award.what:
            return _inside(view, unit, (award.what,))
    return None


def _cover(view: Tabletop, unit: Unit) -> Place | None:
    """Where the nearest cover is, None for a unit that stands in some."""
    return None if in_cover(view, unit) else _inside(view, unit, COVERS)


def _inside(view: Tabletop, unit: Unit, kinds: Sequence[str]) -> Place | None:
    """The nearest place well inside ground of some kinds on which nobody else stands."""
    others = [one.at for one in view.units.values() if one.name != unit.name]
    shapes = [strip for one in view.scenario.terrain if one.type in kinds for strip in one.strips]
    places = [at for shape in shapes for at in _places_in(shape) if all(_far(at, other) >= ROOM for other in others)]
    if not places:
        return None
    x, y = min(places, key=lambda at: (_far(at, unit.at), at))
    return Place(POINT, x=x, y=y)


def _places_in(shape: Polygon) -> Iterator[tuple[int, int]]:
    """The middle of a convex shape, and places half way from there to its corners."""
    x, y = sum(one[0] for one in shape) // len(shape), sum(one[1] for one in shape) // len(shape)
    yield x, y
    for corner in shape:
        yield (x + corner[0]) // 2, (y + corner[1]) // 2


def _far(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How far two places are apart, in sixteenths, about: the greater of both ways."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _missing(unit: Unit, award: Award) -> int:
    """How far a unit still has to go to a line, in sixteenths."""
    return award.at - (unit.x if award.what == "x" else unit.y)


def _gap(unit: Unit, shape: Polygon) -> int:
    """How far a unit is from the middle of a shape, in sixteenths, about: the greater of both ways."""
    xs, ys = [one[0] for one in shape], [one[1] for one in shape]
    return _far(unit.at, (sum(xs) // len(xs), sum(ys) // len(ys)))


def _stand(view: Tabletop, side: str) -> int:
    """What a side's position is worth by itself."""
    found = POINT_OF_VICTORY * points(view, side)
    for unit in view.of(side):
        found += FIGURE * unit.figures - DISORDERED * unit.is_disordered - UNLOADED * (not unit.loaded)
        enemy = nearest_enemy(view, unit)
        if enemy is not None and _far(unit.at, enemy.at) <= IN_RANGE and in_cover(view, unit):
            found += COVERED
        found -= (WAY + _haste(view)) * _way(view, unit) // INCH
    left = view.scenario.breaks_at[side] - lost(view, side)
    return found - FEW * max(BREAKING - left, 0)


def _haste(view: Tabletop) -> int:
    """How much more an inch of the way counts in the last turns, when it has to be gone."""
    return max(HURRIES - (view.scenario.turns - view.turn), 0)


def _way(view: Tabletop, unit: Unit) -> int:
    """How far a unit still is from ground that gives its side points, in sixteenths."""
    for award in view.scenario.awards:
        if award.side == unit.side and award.kind == "units beyond":
            return max(_missing(unit, award), 0)
        if award.side == unit.side and award.kind == "units in" and stands_in(view, unit) != award.what:
            shapes = [strip for one in view.scenario.terrain if one.type == award.what for strip in one.strips]
            return min((_gap(unit, strip) for strip in shapes), default=0)
    return 0


JUDGE = TableJudge()
_JUDGE: Judge[Tabletop] = JUDGE
