"""Fire, melee, morale, and what they lead to.  C5, C6."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.event import Decided
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.actions import lodges_lost
from pbem.systems.nezperce.battle.events import (
    FellBack,
    MeleeFought,
    ModeChanged,
    MoraleTested,
    Pinned,
    ShellScattered,
    ShotFired,
    UnitOut,
)
from pbem.systems.nezperce.battle.ground import fire_result, melee_result, morale, scatter, strength_at, values
from pbem.systems.nezperce.battle.places import ALL_LODGES
from pbem.systems.nezperce.battle.state import BROKEN, DISMOUNTED, KILLED, MOUNTED, SURRENDERED, Battle, Fighter, other
from pbem.systems.nezperce.battles import roll_die
from pbem.systems.nezperce.state.contact import INDIAN

# The decisions of a unit's owner while an action is carried out: who takes a K, where to fall back.  C6.4.
#
# Each is a question with a default, which is the first of its choices; ``policy losses`` and ``policy fallback``
# answer it beforehand (docs/orders.md).

LOSSES, FALLBACK = "losses", "fallback"
"""The kinds of questions, and the policies that answer them."""
SET_UP = "set up"
"""The policy that leaves set-ups to the program."""
WEAKEST, STRONGEST, PINNED, RIDING, BRAVES = "weakest", "strongest", "pinned", "mounted", "braves"
EMPTY, AWAY, COVER, NEARER = "empty", "away", "cover", "friends"
WISHES: Mapping[str, Mapping[str, str]] = {
    LOSSES: {
        WEAKEST: "the lowest Defence and Melee first (the default)",
        STRONGEST: "the highest Defence and Melee first",
        PINNED: "a pinned unit, P2 before P1",
        RIDING: "a mounted unit",
        BRAVES: "a unit of braves before a lodge",
    },
    FALLBACK: {
        EMPTY: "the fewest friends in the hex, then the farthest from enemies (the default)",
        AWAY: "the farthest from enemies",
        COVER: "the hex that is hardest to hit",
        NEARER: "the hex with the most friends",
    },
    SET_UP: {"program": "the program places all units, and nobody is asked"},
}
"""The words of each policy and what they mean; the name of a unit or a hex serves too."""


def by_strength(units: Sequence[Fighter]) -> list[Fighter]:
    """Units from the weakest Defence and Melee to the strongest."""
    return sorted(units, key=lambda one: (values(one).melee, units.index(one)))


@rule("NP-C6.4.4b")
def who_suffers(
    desk: Umpire[Any], side: str, at: str, names: Sequence[str], count: int, letter: str
) -> Play[list[str]]:
    """The units of a hex that take so many K or M: the owner's choice where there are more than must."""
    units = [one for name in names if (one := desk.state.battle.unit(name)) is not None and not one.gone]
    found: list[str] = []
    while len(found) < count and units:
        ranked = [one.name for one in by_strength(units)]
        choice = ranked[0]
        if len(ranked) > count - len(found):
            answer = yield from ask(_question(desk, side, LOSSES, f"{letter} in {at}", "C6.4.4", ranked))
            choice = answer.choice
        found.append(choice)
        units = [one for one in units if one.name != choice]
    return found


@rule("NP-C6.4.3f")
def where_to(desk: Umpire[Any], one: Fighter, hexes: Sequence[str]) -> Play[str]:
    """The hex into which a unit falls back: the owner's choice where several bring it nearer to its closest friend."""
    if len(hexes) == 1:
        return hexes[0]
    answer = yield from ask(_question(desk, one.side, FALLBACK, f"{one.name} from {one.at}", "C6.4.3", hexes))
    return answer.choice


def _question(desk: Umpire[Any], side: str, kind: str, subject: str, clause: str, choices: Sequence[str]) -> Ask:
    """A question, its default first; one that comes again in a phase has its number."""
    before = sum(
        isinstance(event, Decided) and event.kind == kind and event.subject.partition(" #")[0] == subject
        for event in desk.events
    )
    text = f"{subject} #{before + 1}" if before else subject
    options = tuple(Choice(one, one) for one in choices)
    return Ask(side, kind, text, clause=clause, choices=options, default=choices[0])


# Policies


def wished(wish: str, one: Ask, battle: Battle) -> str | None:
    """The choice that a word of a policy means for a question, None if it means none."""
    choices = [choice.key for choice in one.choices]
    named = next((key for key in choices if key.lower() == wish), None)
    if named is not None:
        return named
    if one.kind == LOSSES:
        return _unit_wished(wish, [unit for name in choices if (unit := battle.unit(name)) is not None])
    return _hex_wished(wish, one.side, battle, choices)


def _unit_wished(wish: str, units: Sequence[Fighter]) -> str | None:
    ranked = by_strength(units)
    fit = {
        WEAKEST: ranked,
        STRONGEST: ranked[::-1],
        PINNED: sorted((one for one in ranked if one.pin), key=lambda one: -one.pin),
        RIDING: [one for one in ranked if one.mode == MOUNTED],
        BRAVES: [one for one in ranked if one.kind == "warrior"],
    }.get(wish, [])
    return fit[0].name if fit else None


def _hex_wished(wish: str, side: str, battle: Battle, hexes: Sequence[str]) -> str | None:
    land, name = ground.sheet(battle.contact.map), battle.contact.map
    enemies = [one.at for one in battle.on_map(other(side))]
    if wish == EMPTY:
        return hexes[0]
    if wish == AWAY:
        return max(hexes, key=lambda at: min((land.distance(at, one) for one in enemies), default=0))
    if wish == COVER:
        return min(hexes, key=lambda at: sum(one.value for one in ground.fire_modifiers(name, at, at)))
    if wish == NEARER:
        return max(hexes, key=lambda at: len(battle.at(at, side)))
    return None


Desk = Umpire[Any]


def present(desk: Desk) -> Battle:
    """The battle that is on."""
    found: Battle = desk.state.battle
    return found


def now(desk: Desk, name: str) -> Fighter:
    """A unit as it is now.  Raises KeyError."""
    one = present(desk).unit(name)
    if one is None:
        raise KeyError(name)
    return one


@rule("NP-C6.4.3g")
def has_guest(battle: Battle, at: str, side: str) -> bool:
    """True if a unit that fell back into a hex with friends weakens those there."""
    return any(one.is_guest for one in battle.at(at, side))


@rule("NP-C6.2a", "NP-C6.4.3g")
def defence(battle: Battle, one: Fighter) -> int:
    """The Defence and Melee of a unit under fire."""
    full = values(one).melee
    return full // 2 if has_guest(battle, one.at, one.side) else full


@rule("NP-C6.1a")
def fire(desk: Desk, unit: str, target: str, halved: bool) -> Play[None]:
    """A unit fires at another."""
    battle = present(desk)
    one, there = now(desk, unit), now(desk, target)
    distance = ground.sheet(battle.contact.map).distance(one.at, there.at)
    strength = strength_at(one, distance, halved=halved)
    yield from _shot(desk, one, there, distance, strength, False)


@rule("NP-C6.2a", "NP-C6.2b")
def _shot(desk: Desk, one: Fighter, there: Fighter, distance: int, strength: int, indirect: bool) -> Play[None]:
    battle = present(desk)
    defends = defence(battle, there)
    name, start = battle.contact.map, there.at if indirect else one.at
    mods = ground.fire_modifiers(name, start, there.at)
    roll = roll_die(desk, f"fire {one.name} at {there.name}", "NP-C6.2", mods)
    die = roll.natural + sum(mod.value for mod in mods)
    result = fire_result(one.kind, strength - defends, die, battle.contact.options)
    desk.emit(ShotFired(one.name, there.name, there.at, distance, strength, defends, roll, die, result, indirect))
    yield from hit(desk, there.name, result)


@rule("NP-C6.4.1a", "NP-C6.4.1b", "NP-C6.4.2a", "NP-C6.4.2b", "NP-C6.4.3a", "NP-C6.4.4a")
def hit(desk: Desk, name: str, result: str) -> Play[None]:
    """A result of fire strikes a unit.  B-051."""
    one = now(desk, name)
    if result == "P1" and one.pin < 2:
        desk.emit(Pinned(name, one.pin + 1))
    elif result == "P2" and one.pin < 2:
        desk.emit(Pinned(name, 2))
    elif result == "M" or (result == "P2" and one.pin == 2):
        yield from test(desk, name)
    elif result == "K":
        out(desk, name, KILLED)


@rule("NP-C6.4.3a")
def test(desk: Desk, name: str) -> Play[None]:
    """A unit rolls on the Morale Table."""
    one = now(desk, name)
    roll = roll_die(desk, f"morale {name}", "NP-C6.4.3")
    result = morale(one.kind, roll.natural, present(desk).contact.options)
    desk.emit(MoraleTested(name, roll, result))
    if result == "B":
        breaks(desk, name)
    else:
        yield from falls_back(desk, name)


@rule("NP-C6.4.3b", "NP-C6.4.3c", "NP-C6.4.3e")
def breaks(desk: Desk, name: str) -> None:
    """A broken unit surrenders if it is surrounded, or leaves this battle."""
    out(desk, name, SURRENDERED if is_surrounded(present(desk), now(desk, name)) else BROKEN)


@rule("NP-C6.4.3b")
def is_surrounded(battle: Battle, one: Fighter) -> bool:
    """True if no chain of hexes without enemies leads from a unit to the edge of the map.  B-052."""
    name = battle.contact.map
    land, enemies = ground.sheet(name), {who.at for who in battle.on_map(other(one.side))}
    if ground.edges_of(name, one.at) and one.at not in enemies:
        return False
    seen, open_ = {one.at}, [one.at]
    while open_:
        for near in land.neighbours(open_.pop()):
            if near in enemies or near in seen:
                continue
            if ground.edges_of(name, near):
                return False
            seen.add(near)
            open_.append(near)
    return True


@rule("NP-C6.4.3f", "NP-C6.4.3g", "NP-C6.4.3h")
def falls_back(desk: Desk, name: str) -> Play[None]:
    """A unit falls back a hex toward the closest friend, or is broken if it cannot."""
    battle, one = present(desk), now(desk, name)
    hexes = refuges(battle, one)
    if not hexes:
        out(desk, name, SURRENDERED if is_surrounded(battle, one) else BROKEN)
        return
    to = yield from where_to(desk, one, hexes)
    desk.emit(FellBack(name, to, bool(battle.at(to, one.side))))


@rule("NP-C6.4.3f", "NP-C6.4.3g")
def refuges(battle: Battle, one: Fighter) -> list[str]:
    """The hexes where a unit may fall back: first where the fewest friends are, then the farthest from enemies.  B-053."""
    name, land = battle.contact.map, ground.sheet(battle.contact.map)
    friends = [who.at for who in battle.on_map(one.side) if who.at != one.at]
    if not friends:
        return []
    near = min(land.distance(one.at, at) for at in friends)
    closest = [at for at in friends if land.distance(one.at, at) == near]
    enemies = [who.at for who in battle.on_map(other(one.side))]
    found = [
        at
        for at in land.neighbours(one.at)
        if at not in enemies
        and ground.step(name, one.at, at, one.kind, one.mode) is not None
        and any(land.distance(at, friend) < near for friend in closest)
    ]
    away = {at: min((land.distance(at, enemy) for enemy in enemies), default=0) for at in found}
    return sorted(found, key=lambda at: (len(battle.at(at, one.side)), -away[at], at))


@rule("NP-C6.4.4a", "NP-C6.4.3c", "NP-C4.3.4d")
def out(desk: Desk, name: str, how: str) -> None:
    """A unit is out; with the ninth lodge all Indian riders dismount."""
    desk.emit(UnitOut(name, how))
    battle = present(desk)
    if now(desk, name).kind == "lodge" and lodges_lost(battle) >= ALL_LODGES:
        for one in battle.units:
            if one.side == INDIAN and one.mode == MOUNTED and not one.gone:
                desk.emit(ModeChanged(one.name, DISMOUNTED))


@rule("NP-C5.2a", "NP-C5.2b", "NP-C6.4.3g")
def totals(battle: Battle, attackers: Sequence[tuple[Fighter, int]], at: str) -> tuple[int, int]:
    """The Defence and Melee of units that attack in a hex, with the points each spent, and of those there.  B-046, B-047.

    A guest does not defend; while one is in the hex, what its side has there counts half, whoever attacks.
    """
    side = attackers[0][0].side
    least = min(points for _, points in attackers)
    own = sum(max(0, values(one).melee - (points - least)) for one, points in attackers)
    theirs = sum(values(one).melee for one in battle.at(at, other(side)) if not one.is_guest)
    return (
        own // 2 if has_guest(battle, at, side) else own,
        theirs // 2 if has_guest(battle, at, other(side)) else theirs,
    )


@rule("NP-C5.2c", "NP-C5.2d")
def melee(desk: Desk, side: str, at: str, attackers: tuple[tuple[str, int], ...]) -> Play[None]:
    """Units that entered a hex, with the points each spent, fight those there.  B-045."""
    battle = present(desk)
    defenders = battle.at(at, other(side))
    if not defenders:
        return
    own, theirs = totals(battle, [(now(desk, name), points) for name, points in attackers], at)
    mods = ground.melee_modifiers(battle.contact.map, at)
    roll = roll_die(desk, f"melee {attackers[0][0]} {at}", "NP-C5.2", mods)
    die = roll.natural + sum(mod.value for mod in mods)
    low, high = melee_result(abs(own - theirs), die)
    mine, others = (high, low) if own >= theirs else (low, high)
    names, met = tuple(name for name, _ in attackers), tuple(one.name for one in defenders)
    desk.emit(MeleeFought(at, side, names, met, (own, theirs), roll, die, mine, others))
    yield from _losses(desk, at, met, others)
    yield from _losses(desk, at, names, mine)


@rule("NP-C6.4.4b")
def _losses(desk: Desk, at: str, names: tuple[str, ...], hits: tuple[int, int]) -> Play[None]:
    """K first, then M, each by those whom their owner chooses."""
    killed, shaken = hits
    side = now(desk, names[0]).side
    dead = yield from who_suffers(desk, side, at, names, killed, "K")
    for name in dead:
        out(desk, name, KILLED)
    wavering = yield from who_suffers(desk, side, at, names, shaken, "M")
    for name in wavering:
        yield from test(desk, name)


DIRECTION = {1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5}
"""The direction of the map for each face of the scatter die: 1 up, and on clockwise."""


@rule("NP-C6.5.3b", "NP-C6.5.3c", "NP-C6.5.3d", "NP-C6.5.3e")
def shell(desk: Desk, unit: str, aim: str) -> Play[None]:
    """A gun fires at a hex that it does not see; all in the hex that is hit are attacked.  B-056."""
    battle, one = present(desk), now(desk, unit)
    land = ground.sheet(battle.contact.map)
    distance = land.distance(one.at, aim)
    strength = strength_at(one, distance, indirect=True)
    rolls = [roll_die(desk, f"scatter {unit}", "NP-C6.5.3")]
    at: str | None = aim
    if steps := scatter(rolls[0].natural):
        rolls.append(roll_die(desk, f"direction {unit}", "NP-C6.5.3"))
        for _ in range(steps):
            at = land.beside(at, DIRECTION[rolls[1].natural]) if at is not None else None
    desk.emit(ShellScattered(unit, aim, tuple(rolls), at or ""))
    for there in battle.at(at) if at is not None else ():
        yield from _shot(desk, one, there, distance, strength, True)
