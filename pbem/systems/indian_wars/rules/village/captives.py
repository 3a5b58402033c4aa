"""Captured villagers: taking and guarding them, what they protect, and how they get free (LB-18.D.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.littlebighorn_records import Capture, HarmCaptives, Release
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.fire.fire import FirePlan
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.rules.village import people
from pbem.systems.indian_wars.rules.village.circles import has_captives, is_protected
from pbem.systems.indian_wars.state.counter import VILLAGERS, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.people_events import (
    CaptivesFiredOn,
    CaptivesFreed,
    CaptivesHarmed,
    CaptureRolled,
    WayMade,
)

US, INDIAN = "us", "indian"
SPARE, HARM = "spare", "harm"


# Taking them


@dataclass(frozen=True, slots=True)
class Taking(Plan):
    """Villagers who may be captured."""

    villagers: str = ""


@rule("capturing villagers")
def plan_capture(field: Battlefield, side: str, letter: str, order: Capture) -> Taking | Problem:
    """Check that a unit may try to capture villagers of its hex (18.D.2)."""
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit, clause = field[order.unit], field.rule("capturing villagers")
    problem = kinds.forbids(field, unit, kinds.CAPTURE) or held(field, unit)
    if problem:
        return problem
    if unit.disrupted:
        text = f"{unit.name} is disrupted: only a unit in good order captures villagers ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    if unit.guards:
        text = f"{unit.name} guards {unit.guards} already: a unit guards one ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    here = next((one.name for one in field.at(unit.at) if one.kind == VILLAGERS), "")
    if not here:
        return Illegal(
            "E138", f"No villagers are in {unit.at}, the hex of {unit.name} ({clause}).", clause, rests_on=(unit.name,)
        )
    return Taking(order, ("all MP; 1d6: " + _needs(field),), (), here)


def _needs(field: Battlefield) -> str:
    rows = field.sheet.charts["special"]["villager_capture"]["rows"]
    no = max(row["max"] for row in rows if row["result"] == "no")
    return f"{no + 1} or more"


@rule("capturing villagers")
def resolve_capture(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Roll on the Villager Capture Table."""
    if not isinstance(plan, Taking) or not isinstance(plan.order, Capture):
        raise TypeError(f"expected the plan of a capture, found {plan!r}")
    field = umpire.state
    unit = field[plan.order.unit]
    roll = umpire.roll("1d6", f"capture {plan.villagers}", field.rule("capturing villagers"))
    rows = field.sheet.charts["special"]["villager_capture"]["rows"]
    result = next(row["result"] for row in rows if roll.total <= row["max"])
    umpire.emit(CaptureRolled(unit.name, plan.villagers, unit.at, roll, result == "yes"))
    yield from ()


@rule("losing captives")
def plan_release(field: Battlefield, side: str, letter: str, order: Release) -> Plan | Problem:
    """Check that a unit has captives to let go."""
    problem = not_here(field, side, (order.unit,))
    return problem or no_captives(field, field[order.unit]) or Plan(order)


def no_captives(field: Battlefield, unit: Counter) -> Problem | None:
    """Refuse, unless a unit guards nobody."""
    if has_captives(unit):
        return None
    clause = field.rule("guarding")
    return Illegal("E138", f"{unit.name} guards no captives ({clause}).", clause, rests_on=(unit.name,))


def resolve_release(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Let them go; they run at once."""
    if isinstance(plan.order, Release):
        set_free(umpire, plan.order.unit, "they were released")
    yield from ()


# Guarding them


@rule("captives protect")
def protects(field: Battlefield, unit: Counter, enemy: Counter) -> Problem | None:
    """Why a unit is not fired on: it guards captives."""
    if not is_protected(field, enemy):
        return None
    clause = field.rule("captives protect")
    text = f"{enemy.name} guards {enemy.guards}: nobody attacks it ({clause})."
    return Illegal("E142", text, clause, words=enemy.name, rests_on=(enemy.name,))


@rule("captives protect")
def plan_harm(field: Battlefield, side: str, letter: str, order: HarmCaptives) -> Plan | Problem:
    """Check that a unit may fire on the captives that it guards: a full shot of the Offensive Fire Phase."""
    problem = not_here(field, side, (order.unit,)) or no_captives(field, field[order.unit])
    if problem:
        return problem
    unit, clause = field[order.unit], field.rule("captives protect")
    if unit.fired:
        return Illegal("E143", f"{unit.name} has already fired this phase ({clause}).", clause, rests_on=(unit.name,))
    return FirePlan(order, ("captives protect nobody any more",))


def resolve_harm(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """A casualty on the track, and the end of all protection for the rest of the game."""
    if isinstance(plan.order, HarmCaptives):
        unit = umpire.state[plan.order.unit]
        umpire.emit(CaptivesFiredOn(unit.name, unit.guards, unit.at, people.BY_FIRE))
    yield from ()


@rule("passage with captives")
def make_way(umpire: Umpire[Battlefield], going: tuple[str, ...], at: str) -> Play[None]:
    """Indians in a hex that captives and their guard want to enter go one hex, as their owner likes (18.D.2-2)."""
    field = umpire.state
    guard = next((name for name in going if has_captives(field[name])), "")
    there = tuple(one.name for one in field.at(at) if one.side == INDIAN and not one.is_bystander)
    if not guard or not there:
        return
    units = tuple(field[name] for name in there)
    free = [to for to in field.sheet.map.open_neighbours(at) if _has_room(field, to, units)]
    if not free:
        distance = field.sheet.map.distance
        others = (to for to in field.sheet.map if to != at and _has_room(field, to, units))
        free = [min(others, key=lambda to: (distance(to, at), to))]
    to = free[0]
    if len(free) > 1:
        question = Ask(
            INDIAN,
            "make way",
            there[0],
            f"{guard} comes to {at} with captives: {say.several(there)} must make way.  To which hex?",
            field.rule("passage with captives"),
            tuple(Choice(f"go {one}", one) for one in free),
            f"go {free[0]}",
            None,
            (("at", at),),
        )
        answer = yield from ask(question)
        to = answer.choice.removeprefix("go ")
    umpire.emit(WayMade(there, at, to, guard))


def _has_room(field: Battlefield, at: str, units: Sequence[Counter]) -> bool:
    if any(one.is_ablaze or (one.side == US and one.is_unit) for one in field.at(at)):
        return False
    return not stacking.is_over(field, at, INDIAN, units)


@rule("attack next to captives")
def reprisal(umpire: Umpire[Battlefield], attacker: str, at: str) -> Play[None]:
    """An Indian attack at a US unit next to captives: the US may harm these, once for each attack (18.D.2-4)."""
    field = umpire.state
    if attacker not in field or field[attacker].side != INDIAN:
        return
    near = field.sheet.map.neighbours(at)
    guards = [one for one in field.of(US) if has_captives(one) and one.at in near]
    if not guards:
        return
    clause = field.rule("attack next to captives")
    question = Ask(
        US,
        "captives",
        guards[0].name,
        f"{attacker} attacked in {at}, next to {guards[0].guards} whom {guards[0].name} guards.  Are the captives harmed?",
        clause,
        (Choice(SPARE, "spare them"), Choice(HARM, "1d6 casualties, each a VP")),
        SPARE,
        SPARE,
        (("at", guards[0].at),),
    )
    answer = yield from ask(question)
    if answer.choice == HARM:
        roll = umpire.roll("1d6", f"captives {guards[0].guards}", clause)
        points = roll.total * charts.victory_points(umpire.state, "captured_villager_casualty")
        umpire.emit(CaptivesHarmed(guards[0].name, guards[0].guards, guards[0].at, roll, US, points))


# Losing them


def set_free(umpire: Umpire[Battlefield], unit: str, why: str) -> None:
    """The captives of a unit are free, and run."""
    guard = umpire.state[unit]
    umpire.emit(CaptivesFreed(unit, guard.guards, guard.at, why))
    people.flee(umpire, guard.guards, why)


def look_after_all(umpire: Umpire[Battlefield]) -> None:
    """The same at the end of a phase, for what happened outside of combat."""
    look_after(umpire)


@rule("losing captives")
def look_after(umpire: Umpire[Battlefield], fought: tuple[str, ...] = ()) -> None:
    """Captives of units that were pinned or routed, or have `fought` a melee, get free at once (18.D.2-5)."""
    for unit in tuple(umpire.state.of(US)):
        if has_captives(unit):
            why = "pinned" if unit.pinned else "routed" if unit.routed else "in a melee" if unit.name in fought else ""
            if why:
                set_free(umpire, unit.name, f"{unit.name} was {why}")
    roster = umpire.state.sheet.roster
    for name, at in umpire.state.notes.village.strays.items():
        if roster[name].kind != VILLAGERS:
            continue
        umpire.emit(CaptivesFreed("", name, at, "their guard is gone"))
        people.flee(umpire, name, "their guard is gone")
