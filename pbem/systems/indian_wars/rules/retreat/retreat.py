"""Retreat movement (10.I): where a beaten unit may go, how its owner chooses, and what meets it on the way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.guns import crews, modes
from pbem.systems.indian_wars.rules.morale import leaders, losses
from pbem.systems.indian_wars.rules.morale.losses import disrupt
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.special import horses
from pbem.systems.indian_wars.state.counter import HQ, LEADER, PONY_HOLDER, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import UnitsLeftMap, UnitsRetreated

# The retreats of a beaten unit (10.I): a search over the hexes around it, best way first.  Pure.

RETREATS_BY_COUNT = "retreats by count"
"""The option by which a retreat of so many hexes need not leave as many between the unit and its enemies (A-065)."""
RUN_OVER = (LEADER, PONY_HOLDER)
"""Kinds of enemy that do not close a hex to a retreat (10.I.4)."""


@dataclass(frozen=True, slots=True, order=True)
class WayBack:
    """A way out: how many hexes in an enemy ZOC it enters, how many hexes it is long, and the hexes, the start left out."""

    zocs: int
    steps: int
    path: tuple[str, ...]

    @property
    def end(self) -> str:
        """The last hex of it."""
        return self.path[-1]


@rule("forbidden hexes", "retreat priority", "retreat without MPs", "what ZOC affects", "friendly unit negates")
def ways(field: Battlefield, units: tuple[Counter, ...], least: int, shun: tuple[str, ...] = ()) -> Iterator[WayBack]:
    """Every hex that units of one hex can fall back to, with its best way, the best of all first.

    Hexes free of enemy ZOC come first, then the shorter way (10.I.5; ruling A-067); friends cancel a ZOC in their hex.
    Barred are cliffs, hexes held by the enemy (leaders and pony holders alone do not count), and hexes adjacent to
    those in `shun`.  A way has at least `least` hexes; stacking is not looked at.
    """
    sheet, side, start = field.sheet.map, units[0].side, units[0].at
    names = tuple(unit.name for unit in units)
    queue = [WayBack(0, 0, ())]
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
            if modes.bars_retreat(field, units, here, there):
                continue
            if there == start or is_held(field, there, side) or any(sheet.distance(there, one) <= 1 for one in shun):
                continue
            if there not in covered:
                covered[there] = int(draws_fire(field, there, side, names))
            heappush(queue, WayBack(way.zocs + covered[there], way.steps + 1, (*way.path, there)))


def is_held(field: Battlefield, at: str, side: str) -> bool:
    """True if enemies, or a camp that burns, hold a hex against a retreat of `side` (10.I.3, 10.I.4)."""
    return at in field.stacks and any(
        one.is_ablaze or (one.side != side and one.kind not in RUN_OVER and not one.is_bystander)
        for one in field.at(at)
    )


def draws_fire(field: Battlefield, at: str, side: str, names: tuple[str, ...]) -> bool:
    """True if an enemy ZOC that no friend cancels covers a hex (5.7, 10.I.6)."""
    return stacking.is_in_enemy_zoc(field, at, side) and not stacking.friend_covers(field, at, side, names)


@rule("causes of retreat", "hexes between", "overstacking", "cannot retreat")
def ends(field: Battlefield, units: tuple[Counter, ...], back: int, foes: tuple[str, ...]) -> tuple[WayBack, ...]:
    """The best ways to retreat `back` hexes from `foes`, one for each end hex, all equally good; () if there is none.

    At the end at least `back` hexes lie between the units and every foe, or by the option between them and where they
    stood; they are no nearer to any foe (A-065, A-066).  A hex that would be overstacked is passed through (10.I.7;
    ruling A-068).
    """
    distance, start, side = field.sheet.map.distance, units[0].at, units[0].side
    against = tuple(field[foe].at for foe in foes if foe in field)
    by_count = RETREATS_BY_COUNT in field.options
    apart = {one: max(2 if by_count else back + 1, distance(start, one)) for one in against}
    found: dict[str, WayBack] = {}
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


@rule("hexes between", "cannot retreat", "retreat off the map", "retreat pointer", "forced exit")
def fall_back(
    umpire: Umpire[Battlefield], names: tuple[str, ...], back: int, foes: tuple[str, ...], how: str, why: str = ""
) -> Play[None]:
    """Units of one hex retreat or rout `back` hexes from `foes`, together where they can; `how` is ``retreat`` or ``rout``.

    `why` is for the question where to: ``pinned while mounted``.

    Who finds no way leaves the map if its edge can be reached, and is eliminated otherwise.
    """
    going = tuple(crews.leave(umpire, name) for name in names if name in umpire.state)
    if not going:
        return
    if how == "retreat":
        yield from leaders.choose_sides(umpire, going, "retreats")
    yield from _go_back(umpire, going, back, foes, how, why)


def _go_back(
    umpire: Umpire[Battlefield], going: tuple[str, ...], back: int, foes: tuple[str, ...], how: str, why: str
) -> Play[None]:
    field = umpire.state
    units = tuple(field[name] for name in going)
    found = ends(field, units, back, foes)
    if found:
        way = yield from choose(umpire, units, found, how, why)
        yield from walk(umpire, going, way.path, how, back)
    elif len(going) > 1:
        for name in going:
            yield from _go_back(umpire, (name,), back, foes, how, why)
    elif units[0].is_gun and not units[0].abandoned:
        # No way that a team can go: the crew runs without the gun (ruling A-167).
        crew = crews.abandon(umpire, going[0], "no way for the gun")
        on_foot = charts.rout_hexes(field, "mandatory", mounted=False) if how == "rout" else back
        yield from _go_back(umpire, (crew,), on_foot, foes, how, why)
    else:
        yield from _no_way(umpire, going[0], foes, how)


@rule("forced exit", "retreat off the map")
def _no_way(umpire: Umpire[Battlefield], name: str, foes: tuple[str, ...], how: str) -> Play[None]:
    out = off_the_map(umpire.state, (umpire.state[name],), foes)
    if out is None:
        losses.eliminate(umpire, name, "no way to retreat")
        return
    edge = out[-1] if out else umpire.state[name].at
    yield from walk(umpire, (name,), out, how, len(out))
    if name in umpire.state and umpire.state[name].at == edge:
        umpire.emit(UnitsLeftMap((name, *leaders.attached_to(umpire.state, name)), edge, how))


def choose(
    umpire: Umpire[Battlefield], units: tuple[Counter, ...], found: tuple[WayBack, ...], how: str, why: str = ""
) -> Play[WayBack]:
    """The owner's choice among equally good ways; the default leads toward the Column HQ or the north edge."""
    by_end = {way.end: way for way in found}
    side, start = units[0].side, units[0].at
    subject = units[0].name if len(units) == 1 else start
    far, because = found[0].steps, f" ({why})" if why else ""
    question = Ask(
        side,
        f"{how} hex",
        subject,
        f"{say.names_of(units)} must {how} {far} hex{'es' * (far != 1)} from {start}{because}: where to?",
        umpire.state.rule("retreat") if how == "retreat" else umpire.state.rule("being routed"),
        tuple(Choice(end, _way_text(way)) for end, way in by_end.items()),
        min(by_end, key=lambda end: (toward_safety(umpire.state, side, end), end)),
        None,
        (("from", start), ("hexes", str(found[0].steps))),
    )
    chosen = yield from leaders.ask_one(question)
    return by_end[chosen]


def _way_text(way: WayBack) -> str:
    return f"to {way.end}" + (", through an enemy ZOC" if way.zocs else "")


def toward_safety(field: Battlefield, side: str, at: str) -> int:
    """The distance of a hex from where a side falls back to by default: the Column HQ (US), the north edge (Indian)."""
    if side != "us":
        return field.sheet.map.steps_to_edge(at, "north")
    hq = next((one for one in field.of(side) if one.kind == HQ), None)
    return field.sheet.map.distance(at, hq.at) if hq else 0


@rule(
    "hex-counted moves exempt",
    "retreat fire link",
    "overstacking",
    "retreat fire",
    "retreat fire on entry",
    "retreat fire repeated",
    "routed and pinned",
)
def walk(umpire: Umpire[Battlefield], names: tuple[str, ...], path: tuple[str, ...], how: str, back: int) -> Play[None]:
    """Step by step: each hex entered in an enemy ZOC draws fire, and who is stopped by it drops out."""
    going = names
    riding = {name for name in names if umpire.state[name].is_mounted}
    for n, there in enumerate(path, start=1):
        field = umpire.state
        start = field[going[0]].at
        side = field[going[0]].side
        lain_down = {name for name in going if field[name].pinned}
        sweep(umpire, there, going)
        with_them = tuple(one for name in going for one in leaders.attached_to(umpire.state, name))
        umpire.emit(UnitsRetreated((*going, *with_them), start, there, how))
        runners = tuple(umpire.state[name] for name in going)
        if n >= back and n < len(path) and stacking.is_over(umpire.state, there, side, runners):
            yield from jostle(umpire, there, side, going)
        if draws_fire(umpire.state, there, side, going):
            yield from umpire.state.title.rules.retreat_fire(umpire, going, there)
        going = tuple(
            name
            for name in going
            if name in umpire.state
            and umpire.state[name].at == there
            and (name in lain_down or not umpire.state[name].pinned)
            and not (how == "rout" and name in riding and _ran_on_foot(umpire.state, name, n))
        )
        if not going:
            return


@rule("mounted units never carry a pin")
def _ran_on_foot(field: Battlefield, name: str, hexes_run: int) -> bool:
    """True if a unit thrown off its horses in mid-rout has run as far as one on foot does (ruling A-145)."""
    unit = field[name]
    far = charts.rout_hexes(field, "mandatory", mounted=False)
    return not unit.is_mounted and hexes_run >= far and not stacking.is_over(field, unit.at, unit.side, (unit,))


def sweep(umpire: Umpire[Battlefield], at: str, names: Sequence[str]) -> None:
    """Enemy leaders and pony holders alone in a hex that units enter, or attack, are lost (10.I.4, 12.E.5)."""
    side = umpire.state[names[0]].side
    for one in umpire.state.at(at):
        if one.side != side and one.kind == PONY_HOLDER:
            horses.lose(umpire, one.name, "run over")
    leaders.overrun(umpire, at, names, retreating=True)


@rule("overstacking")
def jostle(umpire: Umpire[Battlefield], at: str, side: str, going: tuple[str, ...]) -> Play[None]:
    """A retreat through a full hex disrupts one friend there, of the owner's choice (10.I.7)."""
    steady = [
        one
        for one in umpire.state.at(at)
        if one.side == side
        and not one.is_leader
        and one.name not in going
        and not (one.disrupted or one.routed or one.is_bystander)
    ]
    if not steady:
        return
    question = Ask(
        side,
        "disruption",
        at,
        f"A retreat runs through {at}, which is full: which unit there is disrupted?",
        umpire.state.rule("overstacking"),
        tuple(Choice(one.name, one.name) for one in steady),
        min(steady, key=lambda one: one.strength).name,
    )
    chosen = yield from leaders.ask_one(question)
    disrupt(umpire, chosen, "run through")
