"""M1: the table-top's arithmetic: a phase with 40 units a side, how it grows from 10 to 80, and shapely's answers beside ours.

Two lines of companies face each other across an open table as wide as it must be.  In the phase every American company
walks two inches and fires.  Beside it shapely is asked, in the same run, for the distances and overlaps of the same
footprints; where it answers otherwise than we do, the goal fails with the pair.  shapely may be ten times as fast: it is C and
rounds.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bench.frame import Figure, Job, rates
from pbem.core.ask import Answer
from pbem.core.dice import KeyedDice
from pbem.core.options import Options
from pbem.core.play import perform
from pbem.core.umpire import Umpire
from pbem.systems.miniatures.files import data
from pbem.systems.miniatures.orders.records import Act, Operation, Part
from pbem.systems.miniatures.rules.layout import ground_of
from pbem.systems.miniatures.rules.turn import play
from pbem.systems.miniatures.state.tabletop import Tabletop, opening
from pbem.systems.miniatures.system import RULES
from pbem.systems.miniatures.table.lengths import INCH
from pbem.systems.miniatures.table.shapes import Footprint, gap, overlap

FEW, MANY, MOST = 10, 40, 80
NOTE = "shapely is a C library and answers in floats; ours are exact fractions of whole numbers, in Python"
SPACING = 10 * INCH
KEY = bytes(32)


def table(count: int) -> Tabletop:
    """So many companies a side, in two lines eight inches apart, on open ground."""
    printed = data.scenario("creek-ford")
    american = next(unit for unit in printed.units if unit.name == "First Company")
    indian = next(unit for unit in printed.units if unit.name == "Wolf")
    units = []
    for n in range(count):
        x = SPACING * (n + 1)
        for one, y, facing in ((american, 20, 0), (indian, 30, 180)):
            face = replace(one.face, name=f"{one.name} {n}")
            # Each has its neighbours beyond the touch of its own footprint.
            units.append(one.with_(face=face, x=x, y=y * INCH, facing=facing, formation="open_order", ranks=1))
    breaks = dict.fromkeys(printed.sides, 10**6)
    wide = SPACING * (count + 1)
    return opening(
        replace(printed, terrain=(), units=tuple(units), leaders=(), width=wide, depth=50 * INCH, breaks_at=breaks)
    )


def phase(state: Tabletop) -> Job:
    """One American phase."""
    ahead = Operation("move", (Part("ahead", 2 * INCH),))
    orders = tuple(Act(unit.name, (ahead, Operation("fire"))) for unit in state.of("american"))

    def job() -> int:
        umpire = Umpire(RULES.thaw(state), RULES.apply, phase="T01.AM.A", options=Options(), view=RULES.view)

        def answers(asks: tuple[Any, ...]) -> tuple[Answer, ...]:
            return tuple(
                Answer(orders=orders) if one.kind == "orders" else Answer(one.default or one.choices[0].key)
                for one in asks
            )

        perform(play(umpire), umpire, (), lambda _: KeyedDice(KEY), answers)
        kinds = [type(event).__name__ for event in umpire.events]
        if kinds.count("UnitMoved") < len(orders) or "UnitFired" not in kinds:
            raise ValueError("somebody did not move, or nobody fired")
        return len(state.units)

    return job


def measured(grounds: list[Footprint]) -> Job:
    """Distance and overlap of each footprint and every other, exactly."""

    def job() -> int:
        count = 0
        for n, one in enumerate(grounds):
            for other in grounds[:n]:
                gap(one, other)
                overlap(one, other)
                count += 1
        return count

    return job


def measured_by_shapely(grounds: list[Footprint]) -> Job:
    """The same questions to shapely, in floats."""
    from shapely import Polygon

    shapes = [Polygon(one.parts[0]) for one in grounds]
    for n, one in enumerate(grounds):
        for k, other in enumerate(grounds[:n]):
            near = shapes[n].distance(shapes[k])
            if abs(gap(one, other).shown - near) > 0.51:
                raise ValueError(f"shapely has {near} sixteenths between {one} and {other}, we {gap(one, other).shown}")

    def job() -> int:
        count = 0
        for n, one in enumerate(shapes):
            for other in shapes[:n]:
                one.distance(other)
                one.intersection(other).area  # noqa: B018  (touching is no overlap, so the area is asked)
                count += 1
        return count

    return job


def figures() -> Iterator[Figure]:
    """A phase of 40 units a side, growth, and shapely."""
    few, many, most = rates(*(phase(table(count)) for count in (FEW, MANY, MOST)))
    yield Figure("a phase with 40 units a side", "ms", 1e3 * 2 * MANY / many, 1e3 * 2 * FEW / few, "10 a side")
    # Who is nearest is asked of all enemies, so a unit may cost as many times more as there are units, and no more.
    yield Figure("a unit among 80 a side", "us", 1e6 / most, 1e6 / few, "a unit among 10 a side", most=MOST / FEW)
    grounds = [ground_of(unit) for unit in table(MANY).units.values()]
    ours, theirs = rates(measured(grounds), measured_by_shapely(grounds))
    yield Figure("distance and overlap of two footprints", "pairs/s", ours, theirs, "shapely", least=0.1, note=NOTE)
