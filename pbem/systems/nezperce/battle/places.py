"""The places and modes of a unit's set-up. C2.2 to C2.7."""

from collections.abc import Iterable, Sequence

from pbem.core.clause import rule
from pbem.core.order import Illegal
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.ground import is_artillery, is_horse, moving_mode, quiet_mode
from pbem.systems.nezperce.battle.state import (
    ALERTED,
    AMBUSHING,
    ENCAMPED,
    FOOT,
    MOST,
    TRAIL,
    Battle,
    Fighter,
    other,
)
from pbem.systems.nezperce.state.contact import INDIAN, Force

HOMES = ("lodge", "camp")
APART = 3
"""The least number of hexes between attackers and those whom they surprise."""
ALL_LODGES = 9


def no(text: str, clause: str, words: str = "") -> Illegal:
    """A refusal."""
    return Illegal("E140", text, clause, words=words)


@rule("NP-C2.3a")
def half(forces: Sequence[Force]) -> int:
    """The number of strategic units that lead: half of them, rounded up.  B-034."""
    return (len(forces) + 1) // 2


@rule("NP-C2.3a", "NP-C2.5g", "NP-C2.6e")
def leading(battle: Battle) -> tuple[str, ...]:
    """The ids of the strategic units of those who searched or declared that are on the map when the battle begins."""
    forces = battle.contact.forces(battle.contact.attacker)
    if battle.state == ALERTED:
        return tuple(one.id for one in forces)
    return battle.lead or tuple(one.id for one in forces[: half(forces)])


def to_place(battle: Battle, side: str) -> tuple[Fighter, ...]:
    """The units of a side that its set-up still has to place, lodges and camps first."""
    lead = leading(battle)
    open_ = [one for one in battle.waiting(side) if side == battle.contact.contacted or one.force in lead]
    return tuple(sorted(open_, key=lambda one: one.kind not in HOMES))


@rule("NP-C2.2h", "NP-C2.5f", "NP-C2.6d")
def modes(battle: Battle, one: Fighter) -> tuple[str, ...]:
    """The modes in which a unit may begin, the usual one first."""
    quiet, moving = quiet_mode(one.kind), moving_mode(one.kind)
    if quiet == moving:
        return (FOOT,)
    if one.side == INDIAN and battle.contact.lodges_lost >= ALL_LODGES:
        return (quiet,)
    is_contacted = one.side == battle.contact.contacted
    if battle.state == ENCAMPED and is_contacted:
        return (quiet,)
    if battle.state == TRAIL and is_contacted:
        return (moving,)
    return (moving, quiet) if battle.state == AMBUSHING and not is_contacted else (quiet, moving)


def why_no_mode(battle: Battle, one: Fighter, mode: str) -> Illegal | None:
    """Why a unit cannot begin in a mode."""
    legal = modes(battle, one)
    if mode in legal:
        return None
    if mode not in (quiet_mode(one.kind), moving_mode(one.kind)):
        ways = "limbered or unlimbered" if is_artillery(one.kind) else "mounted or dismounted"
        can = f"is {ways}" if is_artillery(one.kind) or is_horse(one.kind) else "is always on foot"
        return no(f"{one.name} {can}.", "C2.2", mode)
    return no(f"{one.name} begins this battle {legal[0]} ({battle.state}).", "C2.2", mode)


def why_not_there(battle: Battle, one: Fighter, at: str) -> Illegal | None:
    """Why a unit cannot be set up in a hex in its mode."""
    name, side = battle.contact.map, one.side
    if at not in ground.sheet(name):
        return no(f"There is no hex {at} on this map.", "C2.1", at)
    if ground.entering(name, at, one.kind, one.mode) is None:
        return no(f"{one.name} ({one.mode}) cannot be in rocked and broken ground: {at}.", "C4.3.2", at)
    if one.at:
        return no(f"{one.name} is set up in {one.at} already.", "C2.1", one.name)
    if battle.at(at, other(side)):
        return no(f"Enemies are in {at}.", "C2.3", at)
    if one.kind in HOMES and any(who.kind in HOMES for who in battle.at(at, side)):
        return no(f"{at} has a lodge or camp already: one to a hex.", "C2.5", at)
    if side == battle.contact.attacker:
        return _attackers(battle, one, at) or _stacked(battle, one, at)
    if battle.state == ENCAMPED and one.kind not in HOMES and homes(battle):
        return _beside_homes(battle, one, at)
    if battle.state == TRAIL:
        return _chained(battle, one, at)
    return _contacted(battle, one, at) or _stacked(battle, one, at)


@rule("NP-C4.2b", "NP-C4.2c", "NP-C2.5d")
def _stacked(battle: Battle, one: Fighter, at: str) -> Illegal | None:
    there = battle.at(at, one.side)
    most = 1 if one.kind in HOMES and battle.state == ENCAMPED else MOST[one.side]
    return no(f"{at} is full: {', '.join(who.name for who in there)}.", "C4.2", at) if len(there) >= most else None


@rule("NP-C2.3b", "NP-C2.4c", "NP-C2.5g", "NP-C2.6e")
def _attackers(battle: Battle, one: Fighter, at: str) -> Illegal | None:
    """Why those who searched or declared may not stand in a hex. B-035, B-036."""
    name, land = battle.contact.map, ground.sheet(battle.contact.map)
    if one.force not in leading(battle):
        return no(f"{one.name} waits beside the map: its strategic unit does not lead.", "C2.3", one.name)
    if battle.state == AMBUSHING:
        is_near = at in ground.near_stream(name)
        return None if is_near else no(f"{at} is not within 2 hexes of a stream.", "C2.3", at)
    if battle.state == ALERTED:
        is_near = ground.line_from(name, at, battle.entry) <= 2
        return None if is_near else no(f"{at} is not within 2 hexes of the {battle.entry} side.", "C2.4", at)
    near = [who for who in battle.on_map(other(one.side)) if land.distance(at, who.at) < APART]
    return no(f"{at} is not {APART} hexes from {near[0].name}.", "C2.5", at) if near else None


@rule("NP-C2.3d", "NP-C2.4b", "NP-C2.5d")
def _contacted(battle: Battle, one: Fighter, at: str) -> Illegal | None:
    """Why those who were searched or declared upon may not stand in a hex, spread and chain apart.  B-037, B-041."""
    name = battle.contact.map
    if battle.state == ALERTED and ground.line_from(name, at, battle.entry) <= 2:
        return no(f"{at} is within 2 hexes of the {battle.entry} side, by which the enemy comes.", "C2.4", at)
    needs_water = one.kind in HOMES or battle.state == ENCAMPED
    if needs_water and battle.state != AMBUSHING and at not in ground.by_stream(name):
        near = ", ".join(ground.streams_near(name, at))
        clause = "C2.4" if battle.state == ALERTED else "C2.5"
        return no(f"{at} is not beside a stream.  The nearest that are: {near}.", clause, at)
    return None


def homes(battle: Battle) -> list[Fighter]:
    """The lodges or camps of those who were searched or declared upon."""
    return [one for one in battle.units if one.kind in HOMES and one.side == battle.contact.contacted]


# The spread about a camp


@rule("NP-C2.5e")
def _beside_homes(battle: Battle, one: Fighter, at: str) -> Illegal | None:
    """Beside lodges or camps, no hex twice before all have been filled, and as many next to each.  B-039."""
    if waiting := [who.name for who in homes(battle) if not who.at]:
        return no(f"First set up the lodges and camps: {', '.join(waiting)}.", "C2.5", one.name)
    hexes = open_beside(battle, one)
    if at in hexes:
        return None
    if at not in beside_homes(battle):
        return no(f"{at} is not next to a lodge or camp.", "C2.5", at)
    return no(f"Not in {at} yet: as many units must be next to each lodge or camp as to any other.", "C2.5", at)


@rule("NP-C2.5e")
def beside_homes(battle: Battle) -> list[str]:
    """The hexes next to lodges and camps that hold none themselves."""
    land = ground.sheet(battle.contact.map)
    own = {one.at for one in homes(battle)}
    return sorted({near for at in own if at for near in land.neighbours(at)} - own)


@rule("NP-C2.5e")
def open_beside(battle: Battle, one: Fighter) -> list[str]:
    """The hexes that the next unit may take: emptiest ones, which leave the numbers about the camps even; best first."""
    name, land = battle.contact.map, ground.sheet(battle.contact.map)
    hexes = [at for at in beside_homes(battle) if ground.entering(name, at, one.kind, one.mode) is not None]
    if not hexes:
        return []
    least = min(len(battle.at(at, one.side)) for at in hexes)
    others = [who.at for who in battle.on_map(one.side) if who.kind not in HOMES]
    about = {who.at: sum(land.distance(who.at, at) == 1 for at in others) for who in homes(battle)}

    def uneven(at: str) -> tuple[int, int]:
        counts = [count + (land.distance(home, at) == 1) for home, count in about.items()]
        return max(counts) - min(counts), sum(count * count for count in counts)

    ranked = sorted((*uneven(at), at) for at in hexes if len(battle.at(at, one.side)) == least)
    most = max(1, ranked[0][0])
    return [at for gap, _, at in ranked if gap <= most]


# The chain on the trail


@rule("NP-C2.6b", "NP-C2.6c")
def _chained(battle: Battle, one: Fighter, at: str) -> Illegal | None:
    """Beside a stream and next to another unit, on one bank as long as there is room on it."""
    if at not in ground.by_stream(battle.contact.map):
        return no(f"{at} is not beside a stream.", "C2.6", at)
    steps = [hexes for hexes in next_in_chain(battle, one) if hexes]
    if not steps or at in steps[0]:
        return None
    if any(at in hexes for hexes in steps):
        return no(f"Not in {at} yet: there is room in {', '.join(sorted(steps[0])[:6])}.", "C2.6", at)
    return no(f"{at} is not next to another unit, or it is full.", "C2.6", at)


@rule("NP-C2.6b", "NP-C2.6c")
def next_in_chain(battle: Battle, one: Fighter) -> tuple[list[str], list[str], list[str]]:
    """The hexes where the chain may go on: with room on its bank, with room across the stream, and with no room at all."""
    name = battle.contact.map
    land, stream = ground.sheet(name), ground.by_stream(name)
    held = {who.at for who in battle.on_map(one.side)}
    if not held:
        return [at for at in stream if ground.entering(name, at, one.kind, one.mode) is not None], [], []
    near = [at for at in stream if at in held or any(b in held for b in land.neighbours(at))]
    near = [at for at in near if ground.entering(name, at, one.kind, one.mode) is not None]
    roomy = [at for at in near if _has_room(battle, one, at)]
    same = [at for at in roomy if at in held or any(on_bank(name, a, at) for a in land.neighbours(at) if a in held)]
    return same, [at for at in roomy if at not in same], [at for at in near if at not in roomy]


def _has_room(battle: Battle, one: Fighter, at: str) -> bool:
    there = battle.at(at, one.side)
    if one.kind in HOMES and any(who.kind in HOMES for who in there):
        return False
    return len(there) < MOST[one.side]


@rule("NP-C2.6c")
def on_bank(name: str, a: str, b: str) -> bool:
    """True if a step stays on a bank: no stream between the two hexes, or one that is crossed where it branches."""
    land = ground.sheet(name)
    if ground.STREAM not in land.edges(a, b):
        return True
    common = [one for one in land.neighbours(a) if one in land.neighbours(b)]
    return any(ground.STREAM in land.edges(a, c) and ground.STREAM in land.edges(b, c) for c in common)


def legal(battle: Battle, one: Fighter, hexes: Iterable[str]) -> str:
    """The first of some hexes in which a unit may be set up, "" if it may in none."""
    return next((at for at in hexes if why_not_there(battle, one, at) is None), "")
