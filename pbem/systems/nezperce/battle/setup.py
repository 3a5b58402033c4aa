"""The sequence of set-up, and where the program places the units that their owner has given no place."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.core.clause import rule
from pbem.core.event import OrderMoot, PhaseBegan, PhaseEnded
from pbem.core.order import Illegal, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.events import (
    ContactJudged,
    EntrySideNamed,
    FighterPlaced,
    LeadNamed,
    ModeChanged,
    SideSetUp,
)
from pbem.systems.nezperce.battle.ground import state_of_contact
from pbem.systems.nezperce.battle.places import (
    HOMES,
    half,
    homes,
    legal,
    modes,
    next_in_chain,
    no,
    open_beside,
    to_place,
    why_no_mode,
    why_not_there,
)
from pbem.systems.nezperce.battle.state import (
    ALERTED,
    AMBUSHING,
    CAMPS,
    ENCAMPED,
    PLACE_PHASE,
    SIDE_PHASE,
    TRAIL,
    Battle,
    EntrySide,
    Fighter,
    Lead,
    SetUp,
)
from pbem.systems.nezperce.battles import roll_die
from pbem.systems.nezperce.state.contact import ARMY, DECLARATION, Contact

AMBUSHERS_OFF = 3
"""The distance from the column at which the program places those in ambush."""
NOBODY = 99
"""The distance that counts where there is nobody."""


@rule("NP-C2.2a", "NP-C2.2b", "NP-C2.2c", "NP-C2.2d", "NP-C2.2e", "NP-C2.7b")
def column(contact: Contact) -> str:
    """The column of the State of Contact Table, "" in a town, where nothing is rolled."""
    if contact.town:
        return ""
    if contact.cause != DECLARATION:
        return "B" if any(one.arm == "village" for one in contact.indian) else "A"
    kinds = {piece.kind for one in contact.army for piece in one.pieces}
    if kinds == {"washington_volunteers"}:
        return "C"
    return "E" if kinds & {"volunteers"} else "D"


@rule("NP-C2.3d", "NP-C2.4c", "NP-C2.5g", "NP-C2.6e")
def first_player(contact: Contact, state: str) -> str:
    """The side of the First player: those in ambush, else those who searched or declared."""
    return contact.contacted if state == AMBUSHING else contact.attacker


@rule("NP-C2.3d", "NP-C2.4a", "NP-C2.4b", "NP-C2.4c", "NP-C2.5g", "NP-C2.6e")
def steps(contact: Contact, state: str) -> tuple[tuple[str, str], ...]:
    """The steps of set-up, as the phase's letter and the side."""
    mine, theirs = contact.attacker, contact.contacted
    if state == AMBUSHING:
        return (PLACE_PHASE, mine), (PLACE_PHASE, theirs)
    if state == ALERTED:
        return (SIDE_PHASE, mine), (PLACE_PHASE, theirs), (PLACE_PHASE, mine)
    return (PLACE_PHASE, theirs), (PLACE_PHASE, mine)


@rule("NP-C2.5b", "NP-C2.6a")
def camps(contact: Contact, state: str) -> list[Fighter]:
    """The five camps of an Army side surprised encamped, whatever was lost before."""
    if state != ENCAMPED or contact.contacted != ARMY:
        return []
    return [Fighter(f"Camp {n}", "camp", ARMY, CAMPS) for n in range(1, 6)]


@rule("NP-C2.1a", "NP-C2.5a", "NP-C2.6a")
def fighters(contact: Contact, state: str) -> tuple[Fighter, ...]:
    """The tactical units of a contact in their usual modes, none placed yet.  B-041."""
    found = [
        Fighter(piece.name, piece.kind, side, force.id)
        for side in (contact.attacker, contact.contacted)
        for force in contact.forces(side)
        for piece in force.pieces
    ]
    battle = Battle(contact, state)
    return tuple(one.with_(mode=modes(battle, one)[0]) for one in (*found, *camps(contact, state)))


# What the program places


@rule("NP-C2.3c", "NP-C2.4a", "NP-C2.5h", "NP-C2.6e")
def sides_open(battle: Battle) -> tuple[str, ...]:
    """The map sides that may be named as entry side."""
    return ground.stream_sides(battle.contact.map) if battle.state == AMBUSHING else ground.EDGES


@rule("NP-C2.3c", "NP-C2.4a", "NP-C2.5h", "NP-C2.6e")
def usual_side(battle: Battle) -> str:
    """The entry side where its owner names none."""
    if battle.state == ALERTED:
        return "west"
    if battle.state == AMBUSHING:
        return sides_open(battle)[0]
    there = [one.at for one in battle.on_map(battle.contact.contacted)]
    name = battle.contact.map
    return min(ground.EDGES, key=lambda edge: min((ground.line_from(name, at, edge) for at in there), default=0))


def arranged(battle: Battle, side: str) -> Battle:
    """The battle with all units of a side set up that its owner has not placed, and its entry side named."""
    if side == battle.contact.attacker and not battle.entry:
        battle = battle.with_(entry=usual_side(battle))
    for one in to_place(battle, side):
        if at := legal(battle, one, _hexes(battle, one)):
            battle = battle.put(one.name, at=at, has_fought=True)
    return battle


def _hexes(battle: Battle, one: Fighter) -> Sequence[str]:
    """Hexes for a unit, the best first; some may be closed to it."""
    name, land = battle.contact.map, ground.sheet(battle.contact.map)
    center = middle(name)

    def off(at: str) -> tuple[int, str]:
        return land.distance(at, center), at

    if one.side == battle.contact.attacker:
        return _attackers(battle)
    if battle.state == AMBUSHING:
        return _ambushers(battle, one)
    if battle.state == TRAIL:
        return _chain(battle, one)
    if one.kind in HOMES or (battle.state == ENCAMPED and not homes(battle)):
        return sorted(ground.by_stream(name), key=off)
    return open_beside(battle, one) if battle.state == ENCAMPED else sorted(land, key=off)


def _attackers(battle: Battle) -> Sequence[str]:
    name, land = battle.contact.map, ground.sheet(battle.contact.map)
    if battle.state == AMBUSHING:
        return sorted(ground.near_stream(name), key=lambda at: (abs(ground.line_from(name, at, battle.entry) - 6), at))
    if battle.state == ALERTED:
        near = ground.within_two(name, battle.entry)
        return sorted(near, key=lambda at: (land.distance(at, middle(name)), at))
    far = _far(name, _there(battle, battle.contact.contacted))
    return sorted(land, key=lambda at: (far[at] if far else 0, at))


def _ambushers(battle: Battle, one: Fighter) -> Sequence[str]:
    """Lodges far from the column, braves and soldiers near it and in cover."""
    land = ground.sheet(battle.contact.map)
    far = _far(battle.contact.map, _there(battle, battle.contact.attacker))
    if one.kind in HOMES:
        return sorted(land, key=lambda at: (-far.get(at, NOBODY), at))
    return sorted(land, key=lambda at: (abs(far.get(at, NOBODY) - AMBUSHERS_OFF) + (land.terrain(at) == "open"), at))


def _there(battle: Battle, side: str) -> tuple[str, ...]:
    """The hexes in which a side has units."""
    return tuple(sorted({one.at for one in battle.on_map(side)}))


@lru_cache(maxsize=64)
def _far(name: str, there: tuple[str, ...]) -> Mapping[str, int]:
    """The distance of each hex of a map from the nearest of some hexes; empty if there are none."""
    land = ground.sheet(name)
    return {at: min(land.distance(at, one) for one in there) for at in land} if there else {}


@rule("NP-C2.6b", "NP-C2.6c")
def _chain(battle: Battle, one: Fighter) -> Sequence[str]:
    """The next place in the chain: beside others while there is room, then on along the stream."""
    along = {at: n for n, at in enumerate(bank(battle.contact.map))}
    held = {who.at for who in battle.on_map(one.side)}
    ways = next((hexes for hexes in next_in_chain(battle, one) if hexes), [])
    return sorted(ways, key=lambda at: (at not in held, along.get(at, len(along)), at))


@cache
def bank(name: str) -> tuple[str, ...]:
    """The hexes beside streams, each adjacent to one before it, those of a bank before the stream is crossed."""
    land, stream = ground.sheet(name), set(ground.by_stream(name))
    found = [min(stream)]
    while True:
        steps = [(ground.STREAM in land.edges(a, b), n, b) for n, a in enumerate(found) for b in land.neighbours(a)]
        ahead = [one for one in steps if one[2] in stream and one[2] not in found]
        if not ahead:
            return tuple(found)
        found.append(min(ahead)[2])


def middle(name: str) -> str:
    """The hex in the middle of a map."""
    land = ground.sheet(name)
    return f"{(land.columns[0] + land.columns[1]) // 2:02d}{(land.rows[0] + land.rows[1]) // 2:02d}"


# The phases of a set-up: the state of contact is rolled, an entry side is named, units are placed.  C2.
#
# Each side writes when the book has it set up, and sees what the other has placed before it and nothing else.

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
    """Phase J: a side sets up; the program places the units left out."""
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
