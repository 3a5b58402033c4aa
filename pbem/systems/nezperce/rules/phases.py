"""The phases of a strategic turn, points and the end of the game.  B2, D2."""

from collections.abc import Callable, Iterable, Sequence

from pbem.core.ask import ORDERS, Ask
from pbem.core.clause import rule
from pbem.core.event import OrderMoot, PhaseBegan, PhaseEnded
from pbem.core.order import Illegal, Order, Problem
from pbem.core.system import Outcome, Plan
from pbem.core.umpire import Play, Umpire, ask_all
from pbem.systems.nezperce import data
from pbem.systems.nezperce.card import SITTING_BULL as OPTION
from pbem.systems.nezperce.data import SITTING_BULL, VILLAGE
from pbem.systems.nezperce.orders.records import Declare, March, Search, Supply
from pbem.systems.nezperce.rules import contacts, supply
from pbem.systems.nezperce.rules.marching import plan_march, resolve_march, why_still
from pbem.systems.nezperce.state.contact import ARMY, DECLARATION, INDIAN, TOWN
from pbem.systems.nezperce.state.events import (
    CampaignEnded,
    ContactsSet,
    RendezvousTested,
    SupplyJudged,
    UnitPlaced,
    UnitRemoved,
)
from pbem.systems.nezperce.state.position import WAITING, Campaign, Pending

# Points, victory levels and the end of the game.  D2.


@rule("NP-D2.0a", "NP-D2.0b", "NP-B8.0e")
def army_points(state: Campaign) -> int:
    """The Army's points for braves and lodges, and for the option."""
    table = data.tables()["victory"]["points"]
    total: int = table["army_sitting_bull_option"] if OPTION.name in state.options else 0
    for unit in state.units.values():
        if unit.side == INDIAN:
            kind = "lodge" if unit.card.arm == "village" else "brave"
            total += table[f"army_{kind}_killed"] * len(unit.killed)
            total += table[f"army_{kind}_surrendered"] * len(unit.surrendered)
    return total


@rule("NP-D2.0d", "NP-D2.0e", "NP-D2.0c")
def indian_points(state: Campaign) -> int:
    """The Indian side's points for the braves and lodges that are left, by the country in which their unit stands."""
    table, total = data.tables()["victory"]["points"], 0
    for unit in state.of(INDIAN):
        if unit.name != SITTING_BULL:
            kind = "lodge" if unit.card.arm == "village" else "brave"
            where = "canada" if unit.at in data.zone("Canada") else "us"
            total += int(table[f"indian_{kind}_surviving_in_{where}"]) * len(unit.left)
    return total


@rule("NP-D2.0f")
def level(state: Campaign) -> str:
    """The level of victory by the difference of points as it stands."""
    difference = army_points(state) - indian_points(state)
    for one in data.tables()["victory"]["levels"]:
        if one.get("min", difference) <= difference <= one.get("max", difference):
            return str(one["result"])
    raise AssertionError(difference)


@rule("NP-B4.1d")
def all_in_canada(state: Campaign) -> bool:
    """True if every Indian strategic unit on the map stands in Canada, on a turn on which that ends the game.  B-023."""
    found = [one for one in state.of(INDIAN) if one.name != SITTING_BULL]
    late = state.turn > data.scenario()["restrictions"]["early_end_after_turn"]
    return late and bool(found) and all(one.at in data.zone("Canada") for one in found)


@rule("NP-B2.1a")
def is_over(state: Campaign) -> bool:
    """True if the game has ended: early, or after the last battle of its last turn."""
    done = state.turn == state.last_turn and state.letter == "R" and not state.pending and state.battle is None
    return bool(state.over) or done


def outcome(state: Campaign) -> Outcome | None:
    """The result of the game, None while it goes on."""
    if not is_over(state):
        return None
    found = level(state)
    winner = ARMY if "Army" in found else INDIAN if "Indian" in found else ""
    points = ((INDIAN, indian_points(state)), (ARMY, army_points(state)))
    return Outcome(winner, found, points, state.over or f"turn {state.turn} was the last")


@rule("NP-B6.0a", "NP-B6.0d", "NP-B6.0c", "NP-B8.0a")
@rule("NP-B7.0h", "NP-B7.0i", "NP-B7.0j", "NP-B7.0k", "NP-B7.0l", "NP-B7.0m")
@rule("NP-B7.0n", "NP-B7.0o", "NP-B7.0p", "NP-B7.0q", "NP-B7.0r", "NP-B7.0s")
def arrive(umpire: Umpire[Campaign]) -> None:
    """Carry out the track for this turn: arrivals that are not in play yet, the removal, and Sitting Bull by the option."""
    state = umpire.state
    for one in data.track():
        if one.turn != state.turn:
            continue
        for name in one.units:
            if state.units[name].status == WAITING:
                umpire.emit(UnitPlaced(name, state.units[name].at))
        for name in one.remove:
            if state.units[name].active:
                umpire.emit(UnitRemoved(name, "removed by the reinforcement track"))
    bull = data.scenario()["option"]["sitting_bull"]
    if OPTION.name in state.options and state.turn == bull["turn"]:
        umpire.emit(UnitPlaced(SITTING_BULL, bull["hex"]))


@rule("NP-B4.4.5b", "NP-B4.4.5c")
def test_rendezvous(umpire: Umpire[Campaign]) -> None:
    """The test at the end of the turn before: from turn 25 on, until it is passed.  B-020."""
    state, terms = umpire.state, data.scenario()["restrictions"]["rendezvous"]
    ended = state.turn - 1
    if ended < terms["check_end_of_turn"] or state.met_on:
        return
    area = data.zone(terms["area"])
    there = [one.name for one in (*state.of("indian"),) if one.at in area and one.name != SITTING_BULL]
    bands = [one.name for one in state.bands]
    village = not state.units[VILLAGE].active or VILLAGE in there
    held = village and len([one for one in bands if one in there]) >= min(terms["warrior_bands"], len(bands))
    umpire.emit(RendezvousTested(ended, tuple(there), held))


PHASE_OF: dict[type[Order], str] = {March: "BE", Declare: "C", Supply: "D", Search: "F"}
"""The letters of the phases in which each order is given."""


@rule("NP-B2.2b")
def reinforcement(umpire: Umpire[Campaign]) -> Play[None]:
    """Phase R: the test of the rendezvous for the turn that has ended, then arrivals and the removal."""
    yield from ()
    test_rendezvous(umpire)
    arrive(umpire)


@rule("NP-B3.0a")
def indian_supply(umpire: Umpire[Campaign]) -> Play[None]:
    """Phase A."""
    yield from ()
    supplied, without = supply.indian_supply(umpire.state)
    umpire.emit(SupplyJudged(INDIAN, tuple(supplied), tuple(without)))


@rule("NP-B4.1d")
def indian_movement(umpire: Umpire[Campaign]) -> Play[None]:
    """Phase B; the game ends here once all Indian units are in Canada."""
    if umpire.state.of(INDIAN):
        orders = yield from _orders(umpire, INDIAN, "B")
        _marches(umpire, INDIAN, "B", orders)
    if all_in_canada(umpire.state):
        umpire.emit(CampaignEnded("every Indian unit has reached Canada"))


@rule("NP-B5.1b", "NP-B5.1c", "NP-B2.2c")
def declaration(umpire: Umpire[Campaign]) -> Play[None]:
    """Phase C: the fights of towns entered, then the declared combats in the sequence of the orders."""
    pending = contacts.town_fights(umpire.state)
    if contacts.may_declare(umpire.state):
        orders = yield from _orders(umpire, INDIAN, "C")
        for order in _legal(umpire, INDIAN, "C", orders):
            if isinstance(order, Declare):
                pending = _with(pending, order)
    umpire.emit(ContactsSet(tuple(pending)))
    contacts.next_contact(umpire)


def _with(pending: Sequence[Pending], order: Declare) -> list[Pending]:
    """The contacts with one more declared: in a town that was entered the units join that fight; a hex has one fight."""
    found = list(pending)
    for n, one in enumerate(found):
        if one.hex == order.hex and one.cause == TOWN:
            found[n] = Pending(TOWN, one.hex, tuple(dict.fromkeys((*one.units, *order.units))))
            return found
        if one.hex == order.hex:
            found[n] = Pending(DECLARATION, one.hex, tuple(dict.fromkeys((*one.units, *order.units))))
            return found
    return [*found, Pending(DECLARATION, order.hex, order.units)]


@rule("NP-B3.0a", "NP-B3.0f")
def army_supply(umpire: Umpire[Campaign]) -> Play[None]:
    """Phase D: where more than five counted units share a town their owner names those that are supplied."""
    chosen: list[str] = []
    if supply.crowded(umpire.state):
        orders = yield from _orders(umpire, ARMY, "D")
        for order in _legal(umpire, ARMY, "D", orders):
            if isinstance(order, Supply):
                chosen += order.units
    supplied, without = supply.army_supply(umpire.state, chosen)
    umpire.emit(SupplyJudged(ARMY, tuple(supplied), tuple(without)))


def army_movement(umpire: Umpire[Campaign]) -> Play[None]:
    """Phase E."""
    if any(not why_still(umpire.state, one)[0] for one in umpire.state.of(ARMY)):
        orders = yield from _orders(umpire, ARMY, "E")
        _marches(umpire, ARMY, "E", orders)


@rule("NP-B5.1d", "NP-B2.2d")
def army_search(umpire: Umpire[Campaign]) -> Play[None]:
    """Phase F: every hex with both sides is searched, those first that the orders name."""
    named: list[str] = []
    if len(umpire.state.shared()) > 1:
        orders = yield from _orders(umpire, ARMY, "F")
        named = [one.hex for one in _legal(umpire, ARMY, "F", orders) if isinstance(one, Search)]
    umpire.emit(ContactsSet(tuple(contacts.searches(umpire.state, tuple(named)))))
    contacts.next_contact(umpire)


def next_contact(umpire: Umpire[Campaign]) -> Play[None]:
    """Phase S, between two battles: the contacts that are still to come."""
    yield from ()
    contacts.next_contact(umpire)


PLAYED: dict[str, Callable[[Umpire[Campaign]], Play[None]]] = {
    "R": reinforcement,
    "A": indian_supply,
    "B": indian_movement,
    "C": declaration,
    "D": army_supply,
    "E": army_movement,
    "F": army_search,
    "S": next_contact,
}


def played(letter: str) -> Callable[[Umpire[Campaign]], Play[None]]:
    """The play of the phase with this letter, between its beginning and its end."""

    def play(umpire: Umpire[Campaign]) -> Play[None]:
        umpire.emit(PhaseBegan(umpire.phase))
        yield from PLAYED[letter](umpire)
        umpire.emit(PhaseEnded(umpire.phase))

    return play


def plan(state: Campaign, side: str, letter: str, order: Order) -> Plan | Problem:
    """The effect of an order in the phase with this letter, or why it cannot be done."""
    if letter not in PHASE_OF.get(type(order), ""):
        return Illegal("E150", _for_another_phase(side, letter, order))
    if isinstance(order, March):
        return plan_march(state, side, order)
    if isinstance(order, Declare):
        return _plan_declare(state, side, order)
    if isinstance(order, Supply):
        return _plan_supply(state, side, order)
    assert isinstance(order, Search)
    return _plan_search(state, order)


def _for_another_phase(side: str, letter: str, order: Order) -> str:
    """Why an order is not for this phase, and how its aim is reached."""
    if isinstance(order, Declare) and side == ARMY:
        aim = f"move to {order.hex}" if letter == "E" else f"search {order.hex}"
        return f"The Army declares no combat: it moves to Indian units (E), and every hex with both is searched (F): {aim}."
    own = "".join(one for one in PHASE_OF.get(type(order), "") if (one in "BC") == (side == INDIAN))
    if own:
        return f"That is not an order for phase {letter}, but for phase {own}."
    return f"That is not an order for phase {letter}."


@rule("NP-B5.1a", "NP-B5.1b", "NP-B8.0c")
def _plan_declare(state: Campaign, side: str, order: Declare) -> Plan | Problem:
    here = [one.name for one in contacts.fighters(state, order.hex)]
    for name in order.units:
        if name not in here:
            known = ", ".join(here) or "none"
            text = f"{name} cannot fight in {order.hex}.  Indian units there that may fight: {known}."
            return Illegal("E140", text, "B5.1", words=name, rests_on=(name,))
    if order.hex in [at for at, _ in state.entered]:
        return Plan(order, (f"joins the fight at {data.town(order.hex)}",))
    enemies = state.at(order.hex, ARMY)
    if not enemies:
        return Illegal("E140", f"No Army unit is in {order.hex}.", "B5.1", words=order.hex)
    why, clause = contacts.why_no_declaration(state, order.hex)
    if why:
        return Illegal("E140", f"No combat may be declared in {order.hex}: {why}.", clause, words=order.hex)
    return Plan(order, (f"against {', '.join(one.name for one in enemies)}",))


@rule("NP-B3.0e", "NP-B3.0f")
def _plan_supply(state: Campaign, side: str, order: Supply) -> Plan | Problem:
    counted = supply.counted_at(state, order.hex)
    for name in order.units:
        if name not in counted:
            known = ", ".join(counted) or "none"
            text = f"{name} does not count against the supply of {order.hex}.  Units that do: {known}."
            return Illegal("E140", text, "B3.0", words=name, rests_on=(name,))
    if len(order.units) > supply.town_supply_limit():
        text = f"{data.town(order.hex)} supplies {supply.town_supply_limit()} of them, and you name {len(order.units)}."
        keep = (f"{' + '.join(order.units[: supply.town_supply_limit()])} draw supply {order.hex}",)
        return Illegal("E140", text, "B3.0", keep, order.units[-1])
    left = [name for name in counted if name not in order.units]
    return Plan(order, (f"{len(left)} go without",) if len(left) > 0 else ())


@rule("NP-B5.1a")
def _plan_search(state: Campaign, order: Search) -> Plan | Problem:
    if order.hex not in state.shared():
        known = ", ".join(state.shared()) or "none"
        return Illegal(
            "E140", f"{order.hex} does not hold both sides.  Hexes that do: {known}.", "B5.1", words=order.hex
        )
    return Plan(order, (f"superiority {contacts.superiority_in(state, order.hex)}",))


def resolve(umpire: Umpire[Campaign], planned: Plan) -> Play[None]:
    """Carry out a plan.  What an order only names (who fights, who is supplied, what is searched) is done by its phase."""
    yield from ()
    if isinstance(planned.order, March):
        resolve_march(umpire, planned)


def _orders(umpire: Umpire[Campaign], side: str, letter: str) -> Play[Sequence[Order]]:
    (answer,) = yield from ask_all([Ask(side, ORDERS, letter, "Orders?")])
    return answer.orders


def _marches(umpire: Umpire[Campaign], side: str, letter: str, orders: Iterable[Order]) -> None:
    for order in orders:
        planned = plan(umpire.state, side, letter, order)
        if isinstance(planned, Problem):
            umpire.emit(OrderMoot(side, order, planned))
            continue
        with umpire.act(side, order):
            resolve_march(umpire, planned)


def _legal(umpire: Umpire[Campaign], side: str, letter: str, orders: Iterable[Order]) -> list[Order]:
    """The orders that can be carried out; what cannot is told and left out."""
    found = []
    for order in orders:
        planned = plan(umpire.state, side, letter, order)
        if isinstance(planned, Problem):
            umpire.emit(OrderMoot(side, order, planned))
        else:
            found.append(order)
    return found
