"""Orders by phase: which belong where, how they are planned and carried out, and a phase's own orders asked for."""

import re
from collections.abc import Sequence

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.mechanisms import orders as phase_orders
from pbem.mechanisms.orders import carry_out as carry_out
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.movement import duties
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

# Ties of a unit to its place, whatever it would do (4.B, 9.D, 10.J).


@rule("pinned train", "after full fire", "pin: no move", "pin or rout stops", "normal movement")
def held(field: Battlefield, unit: Counter, *, act: str = "move") -> Problem | None:
    """Why a unit may spend no MPs at all in this phase, or None."""
    if unit.abandoned and unit.is_gun:
        clause = field.rule("abandoned guns")
        text = f"{unit.name} is abandoned: without a crew it stays as it is ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    if unit.abandoned:
        text = (
            f"{unit.name} is abandoned: it stays where it is until its personnel are back "
            f"({field.rule('pack train personnel')})."
        )
        return Illegal("E138", text, field.rule("pack train personnel"), rests_on=(unit.name,))
    for keep in field.title.rules.keeps:
        problem = keep(field, unit)
        if problem:
            return problem
    if unit.fired == "full":
        text = (
            f"{unit.name} fired at full strength in phase B: it may not move or change mode this turn "
            f"({field.rule('offensive fire phase')}, {field.rule('movement limits')})."
        )
        advice = "\nNext turn   fire half   keeps half of its MP."
        already = f"  It is already {act}." if act == unit.mode else ""
        return Illegal("E131", text + already + advice, field.rule("offensive fire phase"), rests_on=(unit.name,))
    if unit.pinned:
        text = (
            f"{unit.name} is pinned: it can't move or change mode ({field.rule('fire results')}, "
            f"{field.rule('changing mode')})."
        )
        more = "\nIt tries to rally in your next phase A; nothing to order now."
        return Illegal("E132", text + more, field.rule("fire results"), rests_on=(unit.name,))
    if unit.routed:
        return routed(field, unit)
    if unit.stopped or unit.resupplying:
        text = (
            f"{unit.name} has given up the rest of its MP this phase ({field.rule('movement limits')}, "
            f"{field.rule('minimum move')})."
        )
        return Illegal("E138", text, field.rule("movement limits"), rests_on=(unit.name,))
    return None


@rule("rout pointer", "US destinations")
def routed(field: Battlefield, unit: Counter) -> Problem:
    """A routed unit moves by rout movement only: where to."""
    text = f"{unit.name} is routed: it can move only by rout movement ({field.rule('rout movement')})."
    goals = duties.rally_places(field, unit)
    if not goals:
        return Illegal("E133", text, field.rule("rout movement"), rests_on=(unit.name,))
    lines = tuple(f"{unit.name} rout to {name}" for name, _ in goals)
    shown = [f"{line}   ({at})" for line, (_, at) in zip(lines, goals, strict=True)]
    text += f"\nChoose its rally place:   {shown[0]}"
    if shown[1:]:
        text += "\n   " + "     ".join(shown[1:])
    return Illegal("E133", text, field.rule("rout movement"), lines, rests_on=(unit.name,))


def not_here(field: Battlefield, side: str, names: Sequence[str]) -> Problem | None:
    """Check that every name is a counter of the side on the map."""
    for name in names:
        if name not in field or not field[name].at:
            why = field.gone.get(name)
            return Malformed("E104", f"{name} is not on the map{f': {why}' if why else ''}.", words=name)
        if field[name].side != side:
            return Illegal("E103", f"{name} is not yours to command.", words=name)
    return None


_NEXT_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


def ask_orders(field: Battlefield, side: str, letter: str, *, quiet: bool = False) -> Play[tuple[Order, ...]]:
    """The orders of a side for a phase; () if it gave none.  `quiet`: nobody gets mail if none are on file."""
    phase = field.title.phase(letter)
    orders = yield from phase_orders.ask_orders(side, letter, phase.prompt, field.rule(phase.clause), quiet=quiet)
    return orders


def plan(field: Battlefield, side: str, letter: str, order: Order) -> Plan | Problem:
    """The effect of an order in the phase with this letter, or why not."""
    problem = wrong_phase(field, letter, order)
    for limit in field.title.rules.order_limits:
        problem = problem or limit(field, names_in(order), order)
    problem = problem or not_capable(field, side, order)
    if problem:
        return problem
    return field.title.verbs[type(order)].plan(field, side, letter, order)


def not_capable(field: Battlefield, side: str, order: Order) -> Problem | None:
    """Why a counter of the side's is of a kind that never does what the order says (`rules.kinds`), or None."""
    act = field.title.verbs[type(order)].act
    own = (field[name] for name in names_in(order) if name in field and field[name].side == side)
    found = (kinds.forbids(field, unit, act) for unit in own) if act is not None else ()
    return next((problem for problem in found if problem), None)


def names_in(order: Order) -> tuple[str, ...]:
    """The counters that an order names as those who act."""
    names = (*getattr(order, "units", ()), getattr(order, "unit", ""), getattr(order, "leader", ""))
    return tuple(one for one in names if one)


def plan_own(field: Battlefield, side: str, letter: str, order: Order) -> Plan | Problem:
    """As `plan`, in a phase in which an order that belongs to any phase does nothing."""
    verb = field.title.verbs.get(type(order))
    if verb is not None and not verb.phases:
        return Plan(order)
    return plan(field, side, letter, order)


def plan_pass(field: Battlefield, side: str, letter: str, order: Order) -> Plan:
    """An order to do nothing is always legal."""
    return Plan(order)


def resolve(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Carry out a plan on the truth."""
    yield from umpire.state.title.verbs[type(plan.order)].resolve(umpire, plan)


def noted(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Carry out an order that others look at, or nobody: nothing happens."""
    yield from ()


def called(field: Battlefield, order: Order) -> str:
    """The name of an order in a sentence."""
    verb = field.title.verbs.get(type(order))
    if verb is not None and verb.called:
        return verb.called
    return _NEXT_WORD.sub(" ", type(order).__name__).lower()


def wrong_phase(field: Battlefield, letter: str, order: Order) -> Problem | None:
    """Why an order may not be given in this phase, or None (E150); E159 for one that the title does not have."""
    verb = field.title.verbs.get(type(order))
    if verb is None:
        text = f"'{called(field, order)}' is not an order in {field.title.card.title}."
        return Illegal("E159", text)
    letters = verb.letters or letter
    if letter in letters:
        return None
    known = [one for one in letters if field.title.phase(one).in_turn] or list(letters)
    where = say.several([f"{one} ({field.title.phase(one).in_text})" for one in known])
    phases = "phase" if len(known) == 1 else "phases"
    here = field.title.phase(letter).in_text
    rule = field.rule("sequence of play")
    text = f"'{called(field, order)}' belongs to {phases} {where}; this is phase {letter} ({here}) ({rule})."
    return Illegal("E150", text, rule)
