"""Walking across the table, sixteenth by sixteenth: what it costs, where it halts, and why.  MR-4.1, MR-4.6."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field

from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import (
    INCH,
    SIXTIETHS,
    Box,
    Footprint,
    Gap,
    Point,
    along,
    box_of,
    boxes_within,
    corner,
    deeper,
    direction,
    gap,
    overlap,
    shifted,
    shifted_box,
    turn_between,
    way,
    wheel_cost,
)
from pbem.systems.miniatures.rules.ground import crossed, lies_in, terrain_at
from pbem.systems.miniatures.rules.layout import ground_of, guns_ground, layout
from pbem.systems.miniatures.state.tabletop import SKIRMISH, TURNS_FREELY, Tabletop, Terrain, Unit

CLEAR_OF_ENEMY = INCH
"""A move halts one inch from an enemy."""
ALL_SPENT = "the end of its allowance"
"""The cause that halts a move without anything left."""
CHARGE_HALT = 2 * INCH
"""A charge halts two inches from its target and closes in the contact step."""
TOUCH = 0
ROUNDING = 2
"""Sixteenths by which footprints may overlap for their corners' rounding alone."""
NO_ROOM = "no room to end its move on"
EVERY_WAY = (0, 180, 90, 270)
"""Ahead, back, right and left."""
ALL_ROUND = tuple(range(0, 360, 15))


@dataclass(frozen=True, slots=True)
class Obstacle:
    """An obstacle in the way: a unit, or guns that their crew left (`unit` is then None)."""

    name: str
    ground: Footprint
    unit: Unit | None
    enemy: bool
    box: Box


@dataclass
class Walk:
    """A walk in progress: the unit, what is `left` to pay with (in sixtieths of a sixteenth), its path, why it halted.

    It halts before ground that it `shuns`; it has `gone_off` the table by order.
    """

    table: Tabletop
    unit: Unit
    left: int
    start_left: int = 0
    near_enemy: int = CLEAR_OF_ENEMY
    through_friends: bool = False
    target: str = ""
    shuns: tuple[Terrain, ...] = ()
    gone_off: bool = False
    path: list[Point] = field(default_factory=list)
    halt: str = ""
    blocked_by: str = ""
    passing: str = ""
    """On whom it would have ended, had it not been cut back to the last free place."""

    def __post_init__(self) -> None:
        self.start_left = self.left
        self.path = [self.unit.at]
        self._here = ground_of(self.unit)
        # Two that touch may overlap by a sixteenth or two when one loses files: that lets nobody walk through the other.
        self._obstacles = [
            one for one in obstacles(self.table, self.unit) if not deeper(one.ground, self._here, ROUNDING)
        ]
        self._touched = {one.name: self._depth(one) for one in self._obstacles if overlap(one.ground, self._here)}

    def again(self, table: Tabletop) -> "Walk":
        """The same walk on a table where everything stands alike."""
        found = copy(self)
        found.table, found.path = table, list(self.path)
        return found

    @property
    def used(self) -> int:
        """The movement paid, in sixteenths rounded up."""
        return -(-(self.start_left - self.left) // SIXTIETHS)

    # Straight ahead.

    def straight(
        self, towards: Point, length: int, *, half: bool = False, until: Callable[[Unit], bool] | None = None
    ) -> int:
        """Walk up to `length` in a direction, keeping the facing; how far it went."""
        start, unit, here = self.unit.at, self.unit, self._here
        free, free_left, gone, passing, before = start, self.left, 0, "", start
        self.halt, self.passing = "", ""
        box = box_of(here)
        near = self._beside(box, way(start, along(start, towards, length)))
        for step in range(1, length + 1):
            at = along(start, towards, step)
            # It keeps its facing, so its footprint moves as its front centre does.
            off = way(start, at)
            ground, around = shifted(here, off), shifted_box(box, off)
            cost = self._cost(unit, before, at, half)
            entered = self._entered(ground, around, near)
            self.halt = self._stop(cost, ground, around, near, entered) or self._shunned(at)
            if self.halt:
                break
            self.left -= cost or 0
            self._here, before = ground, at
            if entered:
                passing = entered[0].name
            else:
                free, free_left, gone = at, self.left, step
            if until is not None and until(unit.with_(x=at[0], y=at[1])):
                break
        if before != free:  # no move ends on another unit
            self.left = free_left
            self._here = shifted(here, way(start, free))
            self.halt = self.halt or f"no room to end its move on {passing}"
            self.passing = passing
        if free != start:
            self.unit = unit.with_(x=free[0], y=free[1])
        if self.unit.at != self.path[-1]:
            self.path.append(self.unit.at)
        return gone

    def _shunned(self, at: Point) -> str:
        return next((f"not into {one.id}" for one in self.shuns if lies_in(at, one)), "")

    def _beside(self, box: Box, line: Point) -> list[Obstacle]:
        """The obstacles that may matter while a box goes along a line."""
        there = shifted_box(box, line)
        swept = min(box[0], there[0]), min(box[1], there[1]), max(box[2], there[2]), max(box[3], there[3])
        return [one for one in self._obstacles if boxes_within(one.box, swept, self.near_enemy)]

    def _near(self, length: int) -> list[Obstacle]:
        """The obstacles that may matter within so many sixteenths."""
        reach, here = length + self.near_enemy + 2 * INCH, box_of(self._here)
        return [one for one in self._obstacles if boxes_within(one.box, here, reach)]

    def _cost(self, unit: Unit, start: Point, at: Point, half: bool) -> int | None:
        """The cost of the next sixteenth, None for closed ground."""
        pays = tables.pays(terrain_at(self.table.scenario, at), unit)
        if pays is None:
            return None
        lines = [(one, tables.pays(one, unit)) for one in crossed(self.table.scenario, start, at)]
        if any(cost is None for _, cost in lines):
            return None
        once = sum(tables.crossing(one, unit) for one, _ in lines)
        return pays * (2 if half else 1) + once * SIXTIETHS

    def _stop(
        self, cost: int | None, ground: Footprint, box: Box, near: list[Obstacle], entered: list[Obstacle]
    ) -> str:
        """Why the next sixteenth cannot be walked, "" if it can; `box` is the one around the ground that it would cover."""
        if not _is_on(self.table, box):
            return "the edge of the table"
        if cost is None:
            return "closed ground"
        for one in near:
            # Whose box is farther off than any halt demands is in nobody's way.
            is_near = boxes_within(one.box, box, self.near_enemy)
            reason = self._hinders(one, ground, one in entered) if is_near else ""
            if reason:
                self.blocked_by = one.name
                return reason
        return "" if cost <= self.left else ALL_SPENT

    def _hinders(self, one: Obstacle, ground: Footprint, is_entered: bool) -> str:
        if one.enemy:
            limit = TOUCH if one.name == self.target else self.near_enemy
            if limit and closer(gap(ground, one.ground), gap(self._here, one.ground), limit):
                return f"{_inches(limit)} from {one.name}"
            return f"contact with {one.name}" if is_entered else ""
        return f"{one.name} in the way" if is_entered and not self._passes(one) else ""

    def _entered(self, ground: Footprint, box: Box, near: list[Obstacle]) -> list[Obstacle]:
        """The obstacles that a footprint overlaps."""
        return [one for one in near if boxes_within(one.box, box, 0) and self._enters(one, ground)]

    def _enters(self, one: Obstacle, ground: Footprint) -> bool:
        """True if a footprint overlaps an obstacle, by more than rounding where it did so from the start."""
        return overlap(one.ground, ground) and (
            one.name not in self._touched or deeper(one.ground, ground, self._touched[one.name])
        )

    def _depth(self, one: Obstacle) -> int:
        return next(by for by in range(1, ROUNDING + 1) if not deeper(one.ground, self._here, by))

    def _passes(self, one: Obstacle) -> bool:
        """True if it may walk through: skirmishers through friends, friends through skirmishers.  B-239."""
        if one.unit is None:  # guns without their crew
            return self.through_friends
        return self.through_friends or SKIRMISH in (one.unit.formation, self.unit.formation)

    # Turning.

    def turn_to(self, facing: int) -> bool:
        """Turn to a facing: loose bodies at once, others by a wheel; whether it got there."""
        if facing == self.unit.facing:
            return True
        if self.unit.formation in TURNS_FREELY and not self.unit.has_guns and not self.unit.bend:
            return self.face(facing)
        return self.wheel(turn_between(self.unit.facing, facing))

    def wheel(self, degrees: int) -> bool:
        """Wheel, above 0 to the right, as far as the allowance goes; whether it went all the way."""
        if self.unit.bend:
            self.halt = "its line is bent: it forms a straight one before it turns"
            return False
        wide = layout(self.unit).width
        pays = tables.pays(terrain_at(self.table.scenario, self.unit.at), self.unit) or SIXTIETHS
        can = max((n for n in range(abs(degrees) + 1) if wheel_cost(n, wide) * pays <= self.left), default=0)
        turned = self._turn(wheeled(self.unit, can if degrees > 0 else -can), wheel_cost(can, wide) * pays)
        if turned and can < abs(degrees):
            self.halt = ALL_SPENT
        return turned and can == abs(degrees)

    def face(self, facing: int) -> bool:
        """Turn about the front centre for nothing; whether there was room."""
        return self._turn(self.unit.with_(facing=facing), 0)

    def _turn(self, there: Unit, cost: int) -> bool:
        ground = ground_of(there)
        box, near = box_of(ground), self._near(layout(self.unit).width + layout(self.unit).depth)
        self.halt = self._stop(cost, ground, box, near, self._entered(ground, box, near))
        if not self.halt:
            for one in self._entered(ground, box, self._obstacles):
                self.halt, self.blocked_by = f"{one.name} in the way", one.name
        if self.halt:
            return False
        self.unit, self._here = there, ground
        self.left -= cost
        if self.unit.at != self.path[-1]:
            self.path.append(self.unit.at)
        return True


def _inches(length: int) -> str:
    return f'{length // INCH}"'


def closer(new: Gap, old: Gap, limit: int) -> bool:
    """True if a step comes nearer than a limit; a unit that stands nearer already may step away."""
    return new.square < limit * limit * new.over and new < old


def obstacles(table: Tabletop, unit: Unit) -> list[Obstacle]:
    """Everything with a footprint but the unit itself."""
    found = [
        _obstacle(one.name, ground_of(one), one, one.side != unit.side)
        for one in table.units.values()
        if one.name != unit.name
    ]
    for name, left in table.left_guns.items():
        found.append(_obstacle(f"the guns of {name}", guns_ground(*left), None, enemy=False))
    return found


def _obstacle(name: str, ground: Footprint, unit: Unit | None, enemy: bool) -> Obstacle:
    return Obstacle(name, ground, unit, enemy, box_of(ground))


def on_table(table: Tabletop, ground: Footprint) -> bool:
    """True if all of a footprint lies on the table."""
    return _is_on(table, box_of(ground))


def _is_on(table: Tabletop, box: Box) -> bool:
    west, south, east, north = box
    return min(west, south) >= 0 and east <= table.scenario.width and north <= table.scenario.depth


def wheeled(unit: Unit, degrees: int) -> Unit:
    """A unit after a wheel about its inner front corner; above 0 to the right."""
    half = layout(unit).width // 2
    inner = half if degrees > 0 else -half
    pivot = corner(unit.at, unit.facing, inner, 0)
    facing = (unit.facing + degrees) % 360
    x, y = corner(pivot, facing, -inner, 0)
    return unit.with_(x=x, y=y, facing=facing)


def fits(table: Tabletop, unit: Unit) -> str:
    """The obstacle to a unit as it would stand; "" if it fits."""
    ground = ground_of(unit)
    if not on_table(table, ground):
        return "the edge of the table"
    return next((one.name for one in obstacles(table, unit) if overlap(one.ground, ground)), "")


def settled(table: Tabletop, unit: Unit, turns: tuple[int, ...] = EVERY_WAY) -> Unit:
    """The unit at the nearest free place, where its footprint overlaps nothing; where it stands if there is no such place.

    It is tried sixteenth by sixteenth in these ways from its facing, ahead, back, right and left in turn; then in all others.
    """
    if not fits(table, unit):
        return unit
    near = obstacles(table, unit)
    ways = [direction(unit.facing + turn) for turn in turns]
    for step in range(1, 40 * INCH):
        for towards in ways:
            x, y = along(unit.at, towards, step)
            there = unit.with_(x=x, y=y)
            ground = ground_of(there)
            if on_table(table, ground) and not any(overlap(one.ground, ground) for one in near):
                return there
    # In a corner none of the four may do.
    return settled(table, unit, ALL_ROUND) if turns != ALL_ROUND else unit
