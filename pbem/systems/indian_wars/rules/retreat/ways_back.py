"""The retreats of a beaten unit (10.I): a search over the hexes around it, best way first.  Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from pbem.core.clause import rule
from pbem.systems.indian_wars.rules.guns import limits
from pbem.systems.indian_wars.rules.movement import stacking, zoc
from pbem.systems.indian_wars.state.counter import LEADER, PONY_HOLDER, Counter
from pbem.systems.indian_wars.state.field import Battlefield

RETREATS_BY_COUNT = "retreats by count"
"""The option by which a retreat of so many hexes need not leave as many between the unit and its enemies (A-065)."""
RUN_OVER = (LEADER, PONY_HOLDER)
"""Kinds of enemy that do not close a hex to a retreat (10.I.4)."""


@dataclass(frozen=True, slots=True, order=True)
class Way:
    """A way out: how many hexes in an enemy ZOC it enters, how many hexes it is long, and the hexes, the start left out."""

    zocs: int
    steps: int
    path: tuple[str, ...]

    @property
    def end(self) -> str:
        """The last hex of it."""
        return self.path[-1]


@rule("forbidden hexes", "retreat priority", "retreat without MPs", "what ZOC affects", "friendly unit negates")
def ways(field: Battlefield, units: tuple[Counter, ...], least: int, shun: tuple[str, ...] = ()) -> Iterator[Way]:
    """Every hex that units of one hex can fall back to, with its best way, the best of all first.

    Hexes free of enemy ZOC come first, then the shorter way (10.I.5; ruling A-067); friends cancel a ZOC in their hex.
    Barred are cliffs, hexes held by the enemy (his leaders and pony holders alone do not count), and hexes adjacent to
    those in `shun`.  A way has at least `least` hexes; stacking is not looked at.
    """
    sheet, side, start = field.sheet.map, units[0].side, units[0].at
    names = tuple(unit.name for unit in units)
    queue = [Way(0, 0, ())]
    done: set[tuple[str, int]] = set()
    covered: dict[str, int] = {}
    while queue:
        way = heappop(queue)
        here = way.path[-1] if way.path else start
        state = (here, min(way.steps, least))
        if state in done:
            continue
        done.add(state)
        if way.steps >= least and way.path:
            yield way
        for there in sheet.open_neighbours(here):
            if limits.bars_retreat(field, units, here, there):
                continue
            if there == start or is_held(field, there, side) or any(sheet.distance(there, one) <= 1 for one in shun):
                continue
            if there not in covered:
                covered[there] = int(draws_fire(field, there, side, names))
            heappush(queue, Way(way.zocs + covered[there], way.steps + 1, (*way.path, there)))


def is_held(field: Battlefield, at: str, side: str) -> bool:
    """True if enemies, or a camp that burns, hold a hex against a retreat of `side` (10.I.3, 10.I.4)."""
    return at in field.stacks and any(
        one.is_ablaze or (one.side != side and one.kind not in RUN_OVER and not one.is_bystander)
        for one in field.at(at)
    )


def draws_fire(field: Battlefield, at: str, side: str, names: tuple[str, ...]) -> bool:
    """True if an enemy ZOC that no friend cancels covers a hex (5.7, 10.I.6)."""
    return zoc.is_in_enemy_zoc(field, at, side) and not zoc.friend_covers(field, at, side, names)


@rule("causes of retreat", "hexes between", "overstacking", "cannot retreat")
def ends(field: Battlefield, units: tuple[Counter, ...], back: int, foes: tuple[str, ...]) -> tuple[Way, ...]:
    """The best ways to retreat `back` hexes from `foes`, one for each end hex, all equally good; () if there is none.

    At the end at least `back` hexes lie between the units and every foe, or by the option between them and where they
    stood; they are no nearer to any foe (A-065, A-066).  A hex that would be overstacked is passed through (10.I.7;
    ruling A-068).
    """
    distance, start, side = field.sheet.map.distance, units[0].at, units[0].side
    against = tuple(field[foe].at for foe in foes if foe in field)
    by_count = RETREATS_BY_COUNT in field.options
    apart = {one: max(2 if by_count else back + 1, distance(start, one)) for one in against}
    found: dict[str, Way] = {}
    best: tuple[int, int] | None = None
    for way in ways(field, units, back, against):
        if best is not None and (way.zocs, way.steps) > best:
            break
        if by_count and distance(start, way.end) < back:
            continue
        if all(distance(way.end, one) >= far for one, far in apart.items()) and not stacking.is_over(
            field, way.end, side, units
        ):
            best = (way.zocs, way.steps)
            found.setdefault(way.end, way)
    return tuple(found[end] for end in sorted(found))


def off_the_map(field: Battlefield, units: tuple[Counter, ...], foes: tuple[str, ...]) -> tuple[str, ...] | None:
    """The way to the map edge for units that find no hex to stop in, () if they stand on it, None if there is none."""
    sheet = field.sheet.map
    if sheet.map_edges(units[0].at):
        return ()
    against = tuple(field[foe].at for foe in foes if foe in field)
    return next((way.path for way in ways(field, units, 1, against) if sheet.map_edges(way.end)), None)
