"""Offers for clicking: fire, charges, moves, changes of formation and facing, rallies, leaders; the plan refuses the rest."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pbem.mechanisms.offers import (
    ACT,
    FIGHT,
    FIRE,
    MOVE,
    YOUR_SIDE,
    Candidate,
    Legs,
    Offer,
    Offering,
    Pattern,
    Resting,
    Thinned,
    standing_order,
)
from pbem.reports.maps.map_panel import Clickable
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import INCH, Point, inches, near
from pbem.systems.miniatures.orders.records import (
    EDGE_OF,
    POINT,
    TERRAIN,
    UNIT,
    Act,
    Join,
    Operation,
    Part,
    Place,
    operation_text,
)
from pbem.systems.miniatures.rules.forecast import NOWHERE, landing
from pbem.systems.miniatures.rules.ground import closest_target, in_sight
from pbem.systems.miniatures.state.tabletop import LIMBERED, SKIRMISH, Scenario, Tabletop, Unit

# Places to click on a table that has no spaces: a point every three inches.

STEP = 3 * INCH


def grid(scenario: Scenario) -> Iterator[Point]:
    """All of them, from the south-west corner."""
    for y in range(0, scenario.depth + 1, STEP):
        for x in range(0, scenario.width + 1, STEP):
            yield x, y


def named(at: Point) -> str:
    """The order page's name of one: ``15,24``."""
    return f"{at[0] // INCH},{at[1] // INCH}"


def nearest(scenario: Scenario, at: Point) -> str:
    """The one nearest to a place."""
    most = (scenario.width // STEP * STEP, scenario.depth // STEP * STEP)
    x, y = (min(near(one, STEP) * STEP, limit) for one, limit in zip(at, most, strict=True))
    return named((x, y))


def around(scenario: Scenario, at: Point, length: int) -> Iterator[Point]:
    """Those within so many sixteenths of a place, but the place itself."""
    for x, y in grid(scenario):
        if 0 < (x - at[0]) ** 2 + (y - at[1]) ** 2 <= length * length:
            yield x, y


MOST_CHARGED = 3
"""A unit is offered charges at so many of the enemies that it sees, the nearest."""
_SHORT = re.compile(r"(\d+)\.(\d\d) short")
_STRAIGHT = re.compile(r": (?:ahead|back) [\d.]+$")
STAND_OFF = 8 * INCH
"""The distance to an enemy from which a move toward it is offered: within the range of muskets."""


class TableOffering:
    """The table-top's offers (`mechanisms.offers.Offering`); a table has no spaces, so a point every three inches is one."""

    def units(self, view: Tabletop, side: str) -> Mapping[str, str]:
        """See `Offering`."""
        led = [one.name for one in view.leaders.values() if one.side == side and one.alive]
        return {unit.name: nearest(view.scenario, unit.at) for unit in view.of(side)} | dict.fromkeys(
            (*led, YOUR_SIDE), ""
        )

    def patterns(self, view: Tabletop, side: str, letter: str) -> Iterator[Pattern]:
        """See `mechanisms.offers.Patterns`: what units do in the other side's phase."""
        yield standing_order("standing order: when charged", "policy reaction fire: {how}", "fire", "hold")
        yield standing_order("standing order: before contact", "policy contact: {how}", "halt if outnumbered", "halt")
        yield standing_order("standing order: doubling up in a melee", "policy double: {how}", "flank", "centre")

    def maps(self) -> Iterable[Clickable]:
        """See `Offering`."""
        return ()

    def candidates(self, view: Tabletop, side: str, letter: str, unit: str) -> Iterator[Candidate]:
        """See `Offering`."""
        if unit in view.leaders:
            for other in view.of(side):
                if view.leaders[unit].of != other.name:
                    yield Candidate(Join(unit, other.name), ACT, unit, words=f"join {other.name}")
            return
        one = view.units.get(unit)
        if one is None:
            return
        if one.is_disordered:
            yield _one(one, ACT, Operation("rally"))
            yield _one(one, ACT, Operation("rally"), Operation("rally"))
        yield from _fire(view, one)
        yield from _fight(view, one)
        yield from _move(view, one)
        yield from _change(one)

    def more(self, view: Tabletop, side: str, letter: str, unit: str) -> Sequence[str]:
        """See `mechanisms.offers.GoingOn`: nobody knows where a unit stands after its first operation; nothing is measured."""
        one = view.units.get(unit)
        return tuple(_more(one)) if one is not None else ()

    def rests_on(self, view: Tabletop, side: str, letter: str) -> Mapping[str, tuple[str, ...]]:
        """See `mechanisms.offers.Resting`: a leader is the only officer of some units, which cannot move without one."""
        alone = {
            one.name: tuple(leader.name for leader in view.with_unit(one.name))
            for one in view.of(side)
            if not one.officer
        }
        return {name: some for name, some in alone.items() if some} | {
            leader: (name,) for name, some in alone.items() for leader in some
        }

    def thinned(self, offers: Sequence[Offer]) -> Sequence[Offer]:
        """See `Thinned`: of points to which a unit comes no nearer than to another it is offered that one; a move that goes
        nowhere is left out, but for the one straight ahead, which says what is in the way."""
        best: dict[str, Offer] = {}
        for one in offers:
            ends = landing(one.cost)
            if ends is None or one.kind != MOVE:
                key = one.line
            elif ends.used == NOWHERE and ": ahead " not in one.line:
                continue
            else:
                key = f"{ends.at} {ends.lacking != ''}" if one.at else one.line
                # The page draws those that go straight ahead or to a point by itself.
                is_plain = one.at or _STRAIGHT.search(one.line) is not None
                one = replace(one, cost=ends.in_short, ends="" if is_plain else ends.figures)
            if key not in best or _lacking(one) < _lacking(best[key]):
                best[key] = one
        return tuple(best.values())

    def legs(self, view: Tabletop, side: str, letter: str, unit: str) -> Legs | None:
        """See `Offering`: a table has no steps."""
        return None


def _lacking(one: Offer) -> int:
    """The hundredths of an inch that a move falls short of its goal."""
    found = _SHORT.search(one.cost)
    return int(found[1] + found[2]) if found is not None else 0


def _one(unit: Unit, kind: str, *operations: Operation, note: str = "") -> Candidate:
    words = "; ".join(map(operation_text, operations))
    return Candidate(Act(unit.name, operations), kind, unit.name, words=words, note=note)


def _fire(view: Tabletop, unit: Unit) -> Iterator[Candidate]:
    load = (Operation("load"),) * tables.loading(unit.face.weapon)
    target = closest_target(view, unit)
    if not unit.loaded:
        yield _one(unit, ACT, *load)
        yield _one(unit, FIRE, *load, Operation("fire"))
    elif target is not None:
        yield _one(unit, FIRE, Operation("fire"))
        yield _one(unit, FIRE, Operation("fire"), *load, Operation("fire"))


def _fight(view: Tabletop, unit: Unit) -> Iterator[Candidate]:
    for gap, enemy in in_sight(view, unit)[:MOST_CHARGED]:
        note = f"{inches(gap.shown)} inches away"
        at = nearest(view.scenario, enemy.at)
        yield replace(_one(unit, FIGHT, Operation("charge", target=enemy.name), note=note), at=at)
        toward = Part("toward", place=Place(UNIT, enemy.name), within=STAND_OFF)
        yield _one(unit, MOVE, Operation("move", (toward,)), note=note)


def _move(view: Tabletop, unit: Unit) -> Iterator[Candidate]:
    rate = tables.rate(unit)
    for x, y in around(view.scenario, unit.at, rate):
        part = Part("to", place=Place(POINT, x=x, y=y))
        yield replace(_one(unit, MOVE, Operation("move", (part,))), at=named((x, y)), words="go to")
    for length in dict.fromkeys((rate, rate // 2)):
        yield _one(unit, MOVE, Operation("move", (Part("ahead", length),)))
    yield _one(unit, MOVE, Operation("move", (Part("back", rate // 2),)))
    for side in ("left", "right"):
        yield _one(unit, MOVE, Operation("move", (Part("wheel", side=side, degrees=30), Part("ahead", rate))))
    for ground in dict.fromkeys(one.id for one in view.scenario.terrain if not one.line):
        yield _one(unit, MOVE, Operation("move", (Part("to", place=Place(EDGE_OF, ground)),)))
    for road in dict.fromkeys(one.id for one in view.scenario.terrain if one.type == "road"):
        yield _one(unit, MOVE, Operation("move", (Part("along", place=Place(TERRAIN, road)),)))


def _change(unit: Unit) -> Iterator[Candidate]:
    if unit.has_guns:
        yield _one(unit, ACT, Operation("unlimber" if unit.formation == LIMBERED else "limber"))
    else:
        for formation in tables.formations_of(unit.face):
            for ranks in (1, 2) if formation == SKIRMISH else (1,):
                if (formation, ranks) != (unit.formation, unit.ranks):
                    yield _one(unit, ACT, Operation("form", formation=formation, ranks=ranks))
    if unit.face.row == "mounted":
        yield _one(unit, ACT, Operation("dismount" if unit.mounted else "mount"))
    for turn in (-90, -45, 45, 90, 180):
        yield _one(unit, ACT, Operation("face", degrees=(unit.facing + turn) % 360))


def _more(unit: Unit) -> Iterator[str]:
    """Operations that any unit of its kind may be given after another; a move ends where its allowance does."""
    if unit.face.weapon:
        yield from ("fire", "load if not loaded")
    for length in (12, 6, 3):
        yield operation_text(Operation("move", (Part("ahead", length * INCH),)))
    yield operation_text(Operation("move", (Part("back", 3 * INCH),)))
    for side in ("left", "right"):
        yield operation_text(Operation("move", (Part("wheel", side=side, degrees=30), Part("ahead", 6 * INCH))))
    yield "charge nearest"
    yield from (operation_text(Operation("face", degrees=degrees)) for degrees in range(0, 360, 45))
    yield "rally if disordered"
    if unit.has_guns:
        yield from ("limber", "unlimber")
    for formation in () if unit.has_guns else tables.formations_of(unit.face):
        yield operation_text(Operation("form", formation=formation, ranks=1))
    if unit.face.row == "mounted":
        yield from ("dismount", "mount")


OFFERING: Offering = TableOffering()
_THINNED: Thinned = TableOffering()
_RESTING: Resting = TableOffering()
