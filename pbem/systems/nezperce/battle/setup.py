"""Who sets up where: the state of contact, and places for all units that are within the rules of it."""

from collections.abc import Iterable, Sequence

from pbem.core.clause import rule
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.charts import moving_mode, quiet_mode
from pbem.systems.nezperce.battle.state import ALERTED, AMBUSHING, CAMPS, ENCAMPED, MOST, TRAIL, Fighter, other
from pbem.systems.nezperce.state.contact import ARMY, DECLARATION, Contact, Force

HOMES = ("lodge", "camp")
APART = 3
"""How many hexes lie at least between attackers and those whom they surprise."""


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


class Placing:
    """Units on their way to the map: takes the hexes that are full out of the choice."""

    def __init__(self, contact: Contact) -> None:
        self.map = contact.map
        self.land = ground.sheet(contact.map)
        self.placed: list[Fighter] = []

    def middle(self) -> str:
        """The hex in the middle of the map."""
        land = self.land
        return f"{(land.columns[0] + land.columns[1]) // 2:02d}{(land.rows[0] + land.rows[1]) // 2:02d}"

    def count(self, at: str) -> int:
        """How many units are in a hex."""
        return sum(one.at == at for one in self.placed)

    def put(self, units: Iterable[Fighter], hexes: Sequence[str], most: int = 0) -> None:
        """Place units in the first of the hexes that have room; who finds none stays beside the map."""
        taken = {one.at: one.side for one in self.placed}
        for unit in units:
            limit = most or (1 if unit.kind in HOMES else MOST[unit.side])
            for at in hexes:
                if taken.get(at, unit.side) != unit.side or self.count(at) >= limit:
                    continue
                if ground.entering(self.map, at, unit.kind, unit.mode) is None:
                    continue
                if unit.kind in HOMES and any(one.at == at and one.kind in HOMES for one in self.placed):
                    continue
                taken[at] = unit.side
                unit = unit.with_(at=at, has_fought=True)
                break
            self.placed.append(unit)

    def far(self, at: str) -> int:
        """How far a hex is from the nearest placed unit."""
        return min((self.land.distance(at, one.at) for one in self.placed if one.at), default=99)


def fighters(forces: Iterable[Force], side: str, marching: bool) -> list[Fighter]:
    """The tactical units of forces, none placed yet; lodges and camps come first."""
    found = [
        Fighter(one.name, one.kind, side, force.id, mode=(moving_mode if marching else quiet_mode)(one.kind))
        for force in forces
        for one in force.pieces
    ]
    return sorted(found, key=lambda one: one.kind not in HOMES)


@rule("NP-C2.5b")
def camps(contact: Contact) -> list[Fighter]:
    """The five camps of an Army side surprised encamped, whatever was lost before."""
    return [Fighter(f"Camp {n}", "camp", ARMY, CAMPS) for n in range(1, 6)]


@rule("NP-C2.3a")
def halves(forces: Sequence[Force]) -> tuple[Sequence[Force], Sequence[Force]]:
    """The half that leads, rounded up, and the rest.  B-034."""
    most = (len(forces) + 1) // 2
    return forces[:most], forces[most:]


def set_up(contact: Contact, state: str) -> tuple[str, tuple[Fighter, ...], str]:
    """Who is First player, all units in place, and the map side on which units wait."""
    placing = Placing(contact)
    first, entry = {AMBUSHING: _ambush, ALERTED: _alerted, ENCAMPED: _encamped, TRAIL: _trail}[state](contact, placing)
    return first, tuple(placing.placed), entry


@rule("NP-C2.3b", "NP-C2.3c", "NP-C2.3d")
def _ambush(contact: Contact, placing: Placing) -> tuple[str, str]:
    """The column along the stream, its rear beside the map, and the ambushers around it.  B-036, B-037, B-041."""
    side = contact.attacker
    lead, rear = halves(contact.forces(side))
    entry = ground.stream_sides(contact.map)[0]
    by_edge = sorted(
        ground.near_stream(contact.map), key=lambda at: (abs(ground.line_from(contact.map, at, entry) - 6), at)
    )
    placing.put(fighters(lead, side, True), by_edge)
    placing.placed += fighters(rear, side, True)
    cover = {at: 0 if placing.land.terrain(at) != "open" else 1 for at in placing.land}
    hexes = sorted(placing.land, key=lambda at: (abs(placing.far(at) - 3) + cover[at], at))
    away = sorted(placing.land, key=lambda at: (-placing.far(at), at))
    mine = fighters(contact.forces(contact.contacted), contact.contacted, False)
    placing.put([one for one in mine if one.kind in HOMES], away)
    placing.put([one for one in mine if one.kind not in HOMES], hexes)
    return contact.contacted, entry


@rule("NP-C2.4a", "NP-C2.4b", "NP-C2.4c")
def _alerted(contact: Contact, placing: Placing) -> tuple[str, str]:
    """The contacted around the middle of the map, homes by a stream; the others within two hexes of a side.  B-035."""
    entry, middle = "west", placing.middle()
    near = ground.within_two(contact.map, entry)
    hexes = sorted(
        (at for at in placing.land if at not in near), key=lambda at: (placing.land.distance(at, middle), at)
    )
    stream = [at for at in hexes if at in ground.by_stream(contact.map)]
    side = contact.contacted
    mine = fighters(contact.forces(side), side, False)
    placing.put([one for one in mine if one.kind in HOMES], stream)
    placing.put([one for one in mine if one.kind not in HOMES], hexes)
    front = sorted(near, key=lambda at: (placing.land.distance(at, middle), at))
    placing.put(fighters(contact.forces(other(side)), other(side), False), front)
    return other(side), entry


@rule("NP-C2.5a", "NP-C2.5d", "NP-C2.5e", "NP-C2.5f")
def _encamped(contact: Contact, placing: Placing) -> tuple[str, str]:
    """Homes along the stream, the others spread evenly beside them.  B-039."""
    side, middle = contact.contacted, placing.middle()
    mine = fighters(contact.forces(side), side, False)
    if side == ARMY:
        mine = [*camps(contact), *mine]
    stream = sorted(ground.by_stream(contact.map), key=lambda at: (placing.land.distance(at, middle), at))
    homes = [one for one in mine if one.kind in HOMES]
    placing.put(homes, stream)
    centre = [one.at for one in placing.placed if one.at] or stream[:1]
    beside = sorted({near for at in centre for near in placing.land.neighbours(at)} - {*centre})
    others = [one for one in mine if one.kind not in HOMES]
    for most in range(1, len(others) + 1):
        room = len(beside) * most
        if room >= len(others) or most == len(others):
            placing.put(others, beside or stream, most)
            break
    return _surprise(contact, placing)


@rule("NP-C2.6a", "NP-C2.6b", "NP-C2.6c", "NP-C2.6d")
def _trail(contact: Contact, placing: Placing) -> tuple[str, str]:
    """A chain of units along a stream, on one bank as far as it goes."""
    side = contact.contacted
    chain = bank(contact.map)
    placing.put(fighters(contact.forces(side), side, True), chain)
    return _surprise(contact, placing)


@rule("NP-C2.6b", "NP-C2.6c")
def bank(name: str) -> list[str]:
    """The hexes beside streams, each adjacent to one before it, those of a bank before the stream is crossed."""
    land, stream = ground.sheet(name), set(ground.by_stream(name))
    found = [min(stream)]
    while True:
        steps = [(ground.STREAM in land.edges(a, b), n, b) for n, a in enumerate(found) for b in land.neighbours(a)]
        ahead = [one for one in steps if one[2] in stream and one[2] not in found]
        if not ahead:
            return found
        found.append(min(ahead)[2])


@rule("NP-C2.5g", "NP-C2.5h", "NP-C2.6e")
def _surprise(contact: Contact, placing: Placing) -> tuple[str, str]:
    """The leading half at least three hexes from everybody, the rest beside the map."""
    side = contact.attacker
    lead, rear = halves(contact.forces(side))
    hexes = [at for at in placing.land if placing.far(at) >= APART]
    placing.put(fighters(lead, side, False), sorted(hexes, key=lambda at: (placing.far(at), at)))
    placing.placed += fighters(rear, side, False)
    return side, nearest_edge(contact, placing)


def nearest_edge(contact: Contact, placing: Placing) -> str:
    """The map side nearest the units that the attackers want to reach."""
    there = [one.at for one in placing.placed if one.at and one.side == contact.contacted]
    return min(ground.EDGES, key=lambda edge: min((ground.line_from(contact.map, at, edge) for at in there), default=0))
