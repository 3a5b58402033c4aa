"""Indian scatter (7.K): a unit runs before a US unit that comes near, and is routed."""

from itertools import pairwise

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.indian_wars import stacking, steps
from pbem.systems.indian_wars.counter import PONY_HOLDER, PRONE, Counter
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.mobility import limit
from pbem.systems.indian_wars.moving_events import UnitScattered, UnitsMoved
from pbem.systems.indian_wars.reaction_fire import opportunity_fire

REACH = 2
STAY = "stay"


@rule("RC-7.K.1", "RC-7.K.2", "RC-7.K.5", "RC-4.C.4")
def look(umpire: Umpire[Field], names: tuple[str, ...], at: str) -> Play[None]:
    """Ask the Indian player, as a US unit enters a hex within 2 hexes of his units (7.K; rulings A-025, A-027)."""
    field = umpire.state
    if umpire.is_rehearsing:
        return  # it would be declined, and the search for where a unit could run is the dearest part of a rehearsal
    if field.phasing != "us" or not any(n in field and field[n].side == "us" and not field[n].is_leader for n in names):
        return
    near = [
        unit.name for unit in field.of("indian") if may_scatter(unit) and field.sheet.map.distance(unit.at, at) <= REACH
    ]
    for name in near:
        if name in umpire.state and may_scatter(umpire.state[name]):
            yield from _offer(umpire, name, names, at)


def may_scatter(unit: Counter) -> bool:
    """Not routed, not pinned, no leader, no pony holders, not prone (a prone unit has no full move)."""
    return not (unit.routed or unit.pinned or unit.is_leader or unit.kind == PONY_HOLDER or unit.mode == PRONE)


def _offer(umpire: Umpire[Field], name: str, near: tuple[str, ...], at: str) -> Play[None]:
    field = umpire.state
    unit = field[name]
    fresh = unit.but(spent=0, stopped=False, fired="")
    reach = steps.reach(field, (fresh,), limit(fresh))
    ends = sorted(one for one in reach.cost if one != unit.at and not stacking.is_over(field, one, unit.side, (unit,)))
    if not ends:
        return
    question = Ask(
        unit.side,
        "scatter",
        name,
        f"{near[0]} has come to {at}, {field.sheet.map.distance(at, unit.at)} hexes from {name} ({unit.at})",
        "7.K",
        (Choice(STAY, "stay"), *(Choice(f"scatter {end}", f"scatter to {end}; ends routed") for end in ends)),
        STAY,
        STAY,
        (("at", unit.at), ("near", at)),
    )
    answer = yield from ask(question)
    if answer.choice != STAY:
        yield from _scatter(umpire, name, reach.path(answer.choice.removeprefix("scatter ")))


@rule("RC-7.K.2", "RC-7.K.4")
def _scatter(umpire: Umpire[Field], name: str, path: tuple[str, ...]) -> Play[None]:
    """Run: fired on when it leaves a US ZOC, whatever the firers did before (ruling A-026); then routed."""
    for a, b in pairwise(path):
        field = umpire.state
        if steps.is_fired_on_leaving(field, (name,), a):
            yield from opportunity_fire(umpire, (name,), a)
        if (
            name not in umpire.state
            or umpire.state[name].at != a
            or umpire.state[name].pinned
            or umpire.state[name].routed
        ):
            return
        step = steps.step_cost(field, (umpire.state[name],), a, b)
        umpire.emit(UnitsMoved((name,), a, b, step.cost if step else 0))
    umpire.emit(UnitScattered(name, path[0], path[-1]))
