"""Hit and run (16.G, optional): a mounted Indian unit halts in its movement, is fired on, fires, and rides away."""

from dataclasses import dataclass
from itertools import pairwise

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.records import HitAndRun, Move
from pbem.systems.indian_wars.rules.fire import fire, shot
from pbem.systems.indian_wars.rules.fire.reaction_fire import HALF, HOLD
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement import movement
from pbem.systems.indian_wars.rules.movement.mobility import left
from pbem.systems.indian_wars.rules.movement.steps import is_next_to_foe
from pbem.systems.indian_wars.rules.retreat import rout
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.state.counter import HIT_AND_RUN, RETURN, WARRIOR, Counter, Engagement
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import HitAndRunEnded, HitAndRunHalted, MovementStopped

OPTION = "hit and run"


@dataclass(frozen=True, slots=True)
class Strike(Plan):
    """A legal hit and run: the shot that it would be now, and the hexes of the ride away, the halt included."""

    target: str = ""
    path: tuple[str, ...] = ()


@rule("hit and run pointer", "hit and run procedure", "strike after return fire")
def plan_strike(field: Battlefield, side: str, letter: str, order: HitAndRun) -> Strike | Problem:
    """Check that a unit may halt where it stands and fire (16.G)."""
    if OPTION not in field.options:
        return Illegal(
            "E159",
            f"Hit and run is an optional rule, not used in this game ({field.rule('hit and run')}).",
            field.rule("hit and run"),
        )
    if side != "indian":
        return Illegal(
            "E191", f"Only Indian units can hit and run ({field.rule('hit and run')}).", field.rule("hit and run")
        )
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit = field[order.unit]
    problem = _unfit(field, unit) or held(field, unit) or _elsewhere(field, unit, order)
    if problem:
        return problem
    target = fire.picked(field, unit, order.target)
    if isinstance(target, Problem):
        return target
    aimed = shot.plan_shot(field, unit.name, target, HIT_AND_RUN)
    if isinstance(aimed, Problem):
        return aimed
    path = (unit.at, *order.path)
    problem = _no_way(field, side, letter, unit, path) if order.path else None
    return problem or Strike(order, (f"{left(unit)} MP left at the halt",), target=target, path=path)


def _unfit(field: Battlefield, unit: Counter) -> Problem | None:
    if unit.kind != WARRIOR or not unit.is_mounted:
        what = "is on foot" if unit.kind == WARRIOR else "is not a warrior unit"
        return Illegal(
            "E138",
            f"{unit.name} {what}: only mounted warriors can hit and run ({field.rule('hit and run')}).",
            field.rule("hit and run"),
            rests_on=(unit.name,),
        )
    if unit.has_struck:
        return Illegal(
            "E143",
            f"{unit.name} has already hit and run this phase ({field.rule('hit and run')}).",
            field.rule("hit and run"),
            rests_on=(unit.name,),
        )
    with_it = leaders.attached_to(field, unit.name)
    if len(with_it) > 1:
        text = f"{unit.name} has {len(with_it)} leaders with it; one may go along ({field.rule('hit and run')})."
        return Illegal("E138", text, field.rule("hit and run"), rests_on=(unit.name, *with_it))
    return None


def _elsewhere(field: Battlefield, unit: Counter, order: HitAndRun) -> Problem | None:
    if unit.at == order.place:
        return None
    line = f"{unit.name} hit and run at {order.target} from {unit.at}"
    text = (
        f"{unit.name} stands in {unit.at}, not in {order.place}: move there first, with a separate order "
        f"({field.rule('hit and run')})."
    )
    return Illegal("E123", text, field.rule("hit and run"), (line,), order.place, rests_on=(unit.name,))


@rule("move on after a strike")
def _no_way(field: Battlefield, side: str, letter: str, unit: Counter, path: tuple[str, ...]) -> Problem | None:
    """The ride away is a move like any other, and leads next to no US unit (16.G)."""
    planned = movement.plan_move(field, side, letter, Move((unit.name,), path))
    if isinstance(planned, Problem):
        return planned
    close = next((one for one in path[1:] if is_next_to_foe(field, one, side)), "")
    if close:
        text = (
            f"{close} is next to a US unit: after a hit and run the move can't pass next to one "
            f"({field.rule('hit and run')})."
        )
        return Illegal("E138", text, field.rule("hit and run"), words=close, rests_on=(unit.name, close))
    return None


@rule("return fire at a strike", "strike after return fire", "strike movement noted")
def resolve_strike(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Halt; all return fire that the US names; then, unhurt, the shot and the ride away (16.G; ruling A-109)."""
    if not isinstance(plan, Strike) or not isinstance(plan.order, HitAndRun):
        raise TypeError(f"expected the plan of a hit and run, found {plan!r}")
    name = plan.order.unit
    unit = umpire.state[name]
    at = unit.at
    umpire.emit(HitAndRunHalted(name, plan.target, at, left(unit)))
    yield from _return_fire(umpire, name)
    if not _is_unhurt(umpire.state, name, at):
        return
    aimed = shot.plan_shot(umpire.state, name, plan.target, HIT_AND_RUN) if plan.target in umpire.state else None
    if not isinstance(aimed, shot.Shot):
        umpire.emit(HitAndRunEnded(name, aimed.text if isinstance(aimed, Problem) else f"{plan.target} is gone"))
        return
    before = {plan.target: umpire.state[plan.target].strength}
    yield from fire.resolve_shot(umpire, aimed)
    yield from rout.offer(umpire, before, "was fired on")
    yield from _ride_away(umpire, name, plan.path)


def _is_unhurt(field: Battlefield, name: str, at: str) -> bool:
    return name in field and field[name].at == at and not field[name].routed and field[name].is_mounted


@rule("return fire at a strike", "striker hurt")
def _return_fire(umpire: Umpire[Battlefield], name: str) -> Play[None]:
    """The US names all who fire, before the first die; once the unit is hurt the rest hold their fire (16.G)."""
    field = umpire.state
    firers = tuple(unit for unit in field.of(field.enemy_of(field[name].side)) if _may_answer(field, unit, name))
    if not firers:
        return
    answers = yield tuple(_question(field, firer, name) for firer in firers)
    at = field[name].at
    before = {name: field[name].strength}
    for firer, answer in zip(firers, answers, strict=True):
        if answer.choice == HOLD or not _is_unhurt(umpire.state, name, at):
            continue
        how = "half" if answer.choice.endswith(HALF) else "full"
        aimed = shot.plan_shot(umpire.state, firer.name, name, RETURN, how)
        if isinstance(aimed, shot.Shot):
            yield from fire.resolve_shot(umpire, aimed)
    yield from rout.offer(umpire, before, "was fired on")


def _may_answer(field: Battlefield, unit: Counter, name: str) -> bool:
    """In reach and in sight, and once in a phase (ruling A-109)."""
    if Engagement(field.phase, RETURN) in unit.shot_in:
        return False
    aimed = shot.plan_shot(field, unit.name, name, RETURN)
    return isinstance(aimed, shot.Shot) and not aimed.is_too_weak


def _question(field: Battlefield, firer: Counter, name: str) -> Ask:
    half = (Choice(f"{name}{HALF}", f"fire at {name} at half strength, for half a box"),)
    return Ask(
        firer.side,
        "return fire",
        firer.name,
        f"{name} halts in {field[name].at} to fire and ride away.  Fire first with {firer.name} ({firer.at})?",
        field.rule("hit and run"),
        (
            Choice(name, f"fire at {name}"),
            *(half if ammunition.is_on_roster(field, firer) else ()),
            Choice(HOLD, "hold fire"),
        ),
        name,
        HOLD,
        (
            ("movers", name),
            ("at", field[name].at),
            ("distance", str(field.sheet.map.distance(firer.at, field[name].at))),
        ),
    )


@rule("move on after a strike", "strike movement noted")
def _ride_away(umpire: Umpire[Battlefield], name: str, path: tuple[str, ...]) -> Play[None]:
    going = tuple(unit.name for unit in movement.movers(umpire.state, (name,)))
    for a, b in pairwise(path):
        if name not in going:
            return
        if is_next_to_foe(umpire.state, b, umpire.state[name].side):
            umpire.emit(MovementStopped(going, a, f"{b} is next to a US unit"))
            return
        going = yield from movement.take_step(umpire, going, a, b)
