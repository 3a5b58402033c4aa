"""The sequence of set-up, and where the program places the units that their owner has given no place."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from pbem.core.clause import rule
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.places import HOMES, homes, legal, modes, next_in_chain, open_beside, to_place
from pbem.systems.nezperce.battle.state import (
    ALERTED,
    AMBUSHING,
    CAMPS,
    ENCAMPED,
    PLACE_PHASE,
    SIDE_PHASE,
    TRAIL,
    Battle,
    Fighter,
)
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
