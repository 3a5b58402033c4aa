"""Searches, declarations and towns: who meets whom, and the battles that come of it.  B5."""

from pbem.core.clause import rule
from pbem.core.umpire import Modifier, Umpire
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battles import roll_die
from pbem.systems.nezperce.data import SITTING_BULL
from pbem.systems.nezperce.state.contact import (
    ARMY,
    DECLARATION,
    INDIAN,
    SEARCH,
    TOWN,
    Contact,
    Force,
    Piece,
)
from pbem.systems.nezperce.state.events import (
    TOWN_DEFENCE,
    BattleDeclared,
    CombatDeclared,
    ContactsSet,
    SearchMade,
)
from pbem.systems.nezperce.state.position import Campaign, Pending, Unit

LAST_BARRED_TURN = 9
"""Until this turn nobody declares combat in Idaho before the Army has made a contact by search."""


@rule("NP-B5.3.1a", "NP-B5.3.1b", "NP-B5.3.2a", "NP-B5.3.2b")
def why_no_declaration(state: Campaign, at: str) -> tuple[str, str]:
    """Why no combat may be declared in a hex this turn and the rule, "" if one may.  B-029, B-030."""
    if 0 < state.outside_on < state.turn:
        return "", ""
    if at not in data.idaho():
        return "nobody declares combat outside Idaho before the turn after an Army contact there", "B5.3.2"
    if state.turn > LAST_BARRED_TURN or 0 < state.searched_on < state.turn:
        return "", ""
    return (
        "nobody declares combat before turn 10, or the turn after the Army has found somebody by a search",
        "B5.3.1",
    )


@rule("NP-B5.1a", "NP-B5.1c", "NP-B8.0c")
def may_declare(state: Campaign) -> list[str]:
    """The hexes in which Indian units may declare combat now, or join a town fight that is to come."""
    found = [at for at in state.shared() if not why_no_declaration(state, at)[0]]
    towns = {at for at, _ in state.entered}
    waiting = [at for at in sorted(towns) if joiners(state, at)]
    return sorted({*(at for at in found if at not in towns), *waiting})


def joiners(state: Campaign, at: str) -> list[str]:
    """The Indian units in a town that were there before this turn, and may join the fight of those who entered.  B-031."""
    came = [name for hex_id, name in state.entered if hex_id == at]
    return [one.name for one in fighters(state, at) if one.name not in came]


@rule("NP-B8.0c")
def fighters(state: Campaign, at: str) -> list[Unit]:
    """The Indian units in a hex that fight: Sitting Bull does not."""
    return [one for one in state.at(at, INDIAN) if one.name != SITTING_BULL]


@rule("NP-B2.2c", "NP-B5.3.3", "NP-C2.7b")
def town_fights(state: Campaign) -> list[Pending]:
    """The fights of towns entered this turn, which come before declared combats.  B-031."""
    hexes = dict.fromkeys(at for at, _ in state.entered)
    return [Pending(TOWN, at, tuple(name for other, name in state.entered if other == at)) for at in hexes]


@rule("NP-B2.2e", "NP-B5.1d")
def searches(state: Campaign, first: tuple[str, ...] = ()) -> list[Pending]:
    """The searches of a turn: every hex with units of both sides, those named first."""
    shared = state.shared()
    named = [at for at in dict.fromkeys(first) if at in shared]
    return [Pending(SEARCH, at) for at in (*named, *(one for one in shared if one not in named))]


@rule("NP-B2.2c", "NP-B2.2d", "NP-C1.0a", "NP-B5.1b")
def next_contact(umpire: Umpire[Campaign]) -> None:
    """Go through the contacts that are still to come until one opens a battle, or none is left."""
    while umpire.state.pending and umpire.state.battle is None:
        one, *rest = umpire.state.pending
        umpire.emit(ContactsSet(tuple(rest)))
        if not umpire.state.at(one.hex, ARMY) and one.cause != TOWN:
            continue
        if one.cause == SEARCH:
            if fighters(umpire.state, one.hex):
                _search(umpire, one.hex)
            continue
        left = tuple(name for name in one.units if umpire.state.units[name].active)
        if not left:
            continue
        if one.cause == DECLARATION:
            umpire.emit(CombatDeclared(one.hex, left))
        umpire.emit(BattleDeclared(contact(umpire.state, one.cause, one.hex, left)))


@rule("NP-B5.2a", "NP-B5.2b", "NP-B5.2c", "NP-D4.0c")
def _search(umpire: Umpire[Campaign], at: str) -> None:
    state = umpire.state
    searchers = tuple((one.name, one.card.search) for one in state.at(at, ARMY))
    evader = min(fighters(state, at), key=lambda one: one.card.evasion)
    superiority = superiority_in(state, at)
    roll, modified = None, 0
    if superiority >= 0:
        terrain = data.strategic_map().terrain(at).replace("_", " ")
        roll = roll_die(umpire, f"search {at}", "NP-B5.2", [Modifier(data.search_modifier(at), terrain, clause="D4.0")])
        modified = roll.natural + data.search_modifier(at)
    found = roll is not None and data.is_contact(modified, superiority)
    umpire.emit(SearchMade(at, searchers, evader.name, superiority, roll, modified, found))
    if found:
        names = tuple(one.name for one in fighters(state, at))
        umpire.emit(BattleDeclared(contact(umpire.state, SEARCH, at, names)))


@rule("NP-B5.2a")
def superiority_in(state: Campaign, at: str) -> int:
    """The search superiority of the Army in a hex that holds both sides."""
    values = sum(one.card.search for one in state.at(at, ARMY))
    return values - min(one.card.evasion for one in fighters(state, at))


@rule("NP-C2.1a", "NP-B5.2c", "NP-C2.7b")
def contact(state: Campaign, cause: str, at: str, names: tuple[str, ...]) -> Contact:
    """The contact of these Indian units with all Army units in a hex, and with the defence of a town that they entered."""
    army = [force(state, one) for one in state.at(at, ARMY)]
    town = data.town(at) if cause == TOWN else ""
    if town:
        army.append(defence(at))
    return Contact(
        number=state.fought + 1,
        turn=state.turn,
        hex=at,
        map=data.tactical_map(at),
        cause=cause,
        attacker=INDIAN if cause == DECLARATION else ARMY,
        army=tuple(army),
        indian=tuple(force(state, state.units[name]) for name in names),
        town=town,
        lodges_lost=state.lodges_lost,
        options=state.options.names,
    )


@rule("NP-A3.3b", "NP-C2.1a")
def force(state: Campaign, unit: Unit) -> Force:
    """A strategic unit with what is left of it."""
    pieces = tuple(Piece(name, kind, unit.card.id) for name, kind in unit.left)
    return Force(unit.card.id, unit.name, unit.card.arm, pieces, len(unit.card.pieces) - len(pieces))


@rule("NP-C2.7a", "NP-C2.7c")
def defence(at: str) -> Force:
    """The city defence of a town, whole at every entry."""
    town, count = data.town(at), data.city_defence(at)
    names = [f"{town} Defence {n}" if count > 1 else f"{town} Defence" for n in range(1, count + 1)]
    return Force(TOWN_DEFENCE, town, "city", tuple(Piece(one, "city_defence", TOWN_DEFENCE) for one in names))
