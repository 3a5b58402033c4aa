"""The phases of a set-up: the state of contact is rolled, an entry side is named, units are placed.  C2.

Each side writes when the book has it set up, and sees what the other has placed before it and nothing else.
"""

from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.core.clause import rule
from pbem.core.event import OrderMoot, PhaseBegan, PhaseEnded
from pbem.core.order import Order
from pbem.core.problem import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.charts import state_of_contact
from pbem.systems.nezperce.battle.events import (
    ContactJudged,
    EntrySideNamed,
    FighterPlaced,
    LeadNamed,
    ModeChanged,
    SideSetUp,
)
from pbem.systems.nezperce.battle.orders import EntrySide, Lead, SetUp
from pbem.systems.nezperce.battle.places import half, modes, no, why_no_mode, why_not_there
from pbem.systems.nezperce.battle.setup import arranged, column, fighters, first_player, sides_open, steps, usual_side
from pbem.systems.nezperce.battle.state import ALERTED, ENCAMPED, PLACE_PHASE, SIDE_PHASE, TRAIL, Battle
from pbem.systems.nezperce.die import roll_die

Desk = Umpire[Any]
ENCAMPED_UP_TO = 3


@rule("NP-C2.2f", "NP-C2.2g", "NP-C2.7b")
def contact_is_judged(desk: Desk) -> Play[None]:
    """Phase G: the state of contact is rolled."""
    yield from ()
    desk.emit(PhaseBegan(desk.phase))
    contact = desk.state.battle.contact
    head, rolls, state = column(contact), [], ALERTED
    if head:
        rolls.append(roll_die(desk, f"state of contact {contact.hex}", "NP-C2.2"))
        state = state_of_contact(head, rolls[0].natural, contact.options)
        if state == "Surprised":
            rolls.append(roll_die(desk, f"surprise {contact.hex}", "NP-C2.2"))
            state = ENCAMPED if rolls[1].natural <= ENCAMPED_UP_TO else TRAIL
    first, units = first_player(contact, state), fighters(contact, state)
    desk.emit(ContactJudged(state, head, tuple(rolls), first, units, steps(contact, state)))
    desk.emit(PhaseEnded(desk.phase))


@rule("NP-C2.4a")
def side_is_named(desk: Desk) -> Play[None]:
    """Phase I: those who searched or declared name the side by which they come, before anybody is placed."""
    desk.emit(PhaseBegan(desk.phase))
    side = desk.state.battle.active
    yield from _orders(desk, side, SIDE_PHASE)
    if not desk.state.battle.entry:
        desk.emit(EntrySideNamed(side, usual_side(desk.state.battle)))
    desk.emit(PhaseEnded(desk.phase))


def units_are_placed(desk: Desk) -> Play[None]:
    """Phase J: a side sets up; whom it gives no place the program places."""
    desk.emit(PhaseBegan(desk.phase))
    side = desk.state.battle.active
    yield from _orders(desk, side, PLACE_PHASE)
    before, after = desk.state.battle, arranged(desk.state.battle, side)
    placed = tuple((one.name, one.at) for one in after.on_map(side) if before.unit(one.name) != one)
    waiting = tuple(one.name for one in after.waiting(side))
    desk.emit(SideSetUp(side, placed, waiting, after.entry if side == after.contact.attacker else ""))


def _orders(desk: Desk, side: str, letter: str) -> Play[None]:
    answer = yield from ask(Ask(side, ORDERS, letter, "Orders?", "C2.2"))
    for order in answer.orders:
        found = plan(desk.state.battle, side, letter, order)
        if isinstance(found, Problem):
            desk.emit(OrderMoot(side, order, found))
            continue
        with desk.act(side, order):
            resolve(desk, side, order)


def plan(battle: Battle, side: str, letter: str, order: Order) -> Plan | Problem:
    """The effect of an order of a set-up, or why it cannot be done."""
    if (letter, side) not in battle.steps:
        return no("It is not your turn to set up.", "C2.2")
    if isinstance(order, EntrySide):
        return _plan_side(battle, side, letter, order)
    if letter == SIDE_PHASE:
        return no("First the entry side is named, then all set up:  entry side east", "C2.4")
    if isinstance(order, Lead):
        return _plan_lead(battle, side, order)
    if isinstance(order, SetUp):
        return _plan_set_up(battle, side, order)
    return Illegal("E150", "The battle has not begun: units are set up now.")


@rule("NP-C2.3c", "NP-C2.4a", "NP-C2.5h", "NP-C2.6e")
def _plan_side(battle: Battle, side: str, letter: str, order: EntrySide) -> Plan | Problem:
    if side != battle.contact.attacker:
        return no("Only those who searched or declared name an entry side.", "C2.4", order.edge)
    if battle.state == ALERTED and letter == PLACE_PHASE:
        return no(f"Your entry side is named already: {battle.entry}.", "C2.4", order.edge)
    if order.edge not in sides_open(battle):
        open_ = ", ".join(sides_open(battle))
        return no(f"No stream runs off the {order.edge} side; it may be {open_}.", "C2.3", order.edge)
    return Plan(order, ("your units begin on it" if battle.state == ALERTED else "those beside the map enter by it",))


@rule("NP-C2.3a", "NP-C2.5g", "NP-C2.6e")
def _plan_lead(battle: Battle, side: str, order: Lead) -> Plan | Problem:
    forces = battle.contact.forces(side)
    wanted, known = half(forces), {one.name: one.id for one in forces}
    if side != battle.contact.attacker or battle.state == ALERTED:
        return no("All your units are set up in this battle.", "C2.3", order.forces[0])
    if strange := [one for one in order.forces if one not in known]:
        return no(f"{strange[0]} is not in this battle.", "C2.3", strange[0])
    if len({*order.forces}) != wanted:
        names = ", ".join(known)
        return no(f"{wanted} of your {len(forces)} strategic units lead: name {wanted} of {names}.", "C2.3")
    if battle.on_map(side):
        return no("Say who leads before you set up any unit.", "C2.3", order.forces[0])
    return Plan(order, ("the others wait beside the map",) if len(forces) > wanted else ())


@rule("NP-C2.2h", "NP-C2.3b", "NP-C2.3d", "NP-C2.4b", "NP-C2.4c", "NP-C2.5d", "NP-C2.5g", "NP-C2.6b")
def _plan_set_up(battle: Battle, side: str, order: SetUp) -> Plan | Problem:
    one = battle.unit(order.unit)
    if one is None or one.side != side:
        return no(f"{order.unit} is not in this battle on your side.", "C2.1", order.unit)
    if order.mode:
        if (why := why_no_mode(battle, one, order.mode)) is not None:
            return why
        one = one.with_(mode=order.mode)
    if order.at and (why := why_not_there(battle, one, order.at)) is not None:
        return why
    notes = [one.mode] if len(modes(battle, one)) > 1 else []
    if order.at:
        notes.append(ground.sheet(battle.contact.map).terrain(order.at).replace("_", " "))
    return Plan(order, (", ".join(notes),) if notes else ())


def resolve(desk: Desk, side: str, order: Order) -> None:
    """Carry out an order that is legal."""
    match order:
        case EntrySide(edge):
            desk.emit(EntrySideNamed(side, edge))
        case Lead(names):
            forces = desk.state.battle.contact.forces(side)
            desk.emit(LeadNamed(side, tuple(one.id for one in forces if one.name in names)))
        case SetUp(unit, at, mode):
            if mode and mode != desk.state.battle.unit(unit).mode:
                desk.emit(ModeChanged(unit, mode))
            if at:
                desk.emit(FighterPlaced(unit, at))
