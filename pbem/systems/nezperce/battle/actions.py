"""Plans for the orders of a battle. C3 to C7."""

import itertools
from collections.abc import Sequence

from pbem.core.clause import rule
from pbem.core.order import Illegal, Order, Problem
from pbem.core.system import Plan
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.ground import OTHER_MODE, is_artillery, kind, strength_at, values
from pbem.systems.nezperce.battle.places import ALL_LODGES, HOMES, no
from pbem.systems.nezperce.battle.state import (
    ALERTED,
    AMBUSHING,
    LIMBERED,
    MOST,
    MOUNTED,
    Battle,
    Change,
    Charge,
    Fighter,
    Fire,
    Go,
    OfferEnd,
    Shell,
    Surrender,
    other,
)
from pbem.systems.nezperce.state.contact import ARMY, INDIAN

MOUNTAIN_MEN = "washington_volunteers"


@rule("NP-C3.1b")
def plan(battle: Battle, side: str, order: Order) -> Plan | Problem:
    """The effect of an order now, or why it cannot be done."""
    if not battle.half or side != battle.active:
        return no("It is not your half-turn.", "C3.1")
    match order:
        case OfferEnd() if side in battle.offers:
            return no("You have offered to end the battle already: it ends if they offer too.", "C3.1")
        case OfferEnd():
            has_come = other(side) in battle.offers
            return Plan(order, ("ends the battle: they have offered too" if has_come else "ends if they offer too",))
        case Surrender(unit):
            return _plan_surrender(battle, side, order, unit)
        case Go(unit, path, leaves):
            return _plan_go(battle, side, order, unit, path, leaves)
        case Charge(units, paths):
            return _plan_charge(battle, side, order, units, paths)
        case Fire(unit, target, path):
            return _plan_fire(battle, side, order, unit, target, path)
        case Shell(unit, at):
            return _plan_shell(battle, side, order, unit, at)
        case Change(unit, mode):
            return _plan_change(battle, side, order, unit, mode)
    return Illegal("E150", "That is not an order for a battle.")


@rule("NP-C3.2a")
def all_may_act(battle: Battle) -> bool:
    """True if every unit of the active side on the map may act once in this half-turn."""
    return battle.turn == 1 and battle.half == 1 and battle.state != ALERTED


@rule("NP-C3.2b", "NP-C4.3.3")
def most_actions(battle: Battle, names: Sequence[str]) -> int:
    """The number of units of the active side that may act in this half-turn, if those named are among them."""
    if all_may_act(battle):
        return sum(one.acted or bool(one.at and not one.gone) for one in battle.units if one.side == battle.active)
    if battle.active == INDIAN:
        return 2
    acting = [one for one in battle.units if one.side == ARMY and (one.acted or one.name in names)]
    return 2 if all(one.kind == MOUNTAIN_MEN for one in acting) else 1


@rule("NP-C3.2b", "NP-C6.4.1a", "NP-C6.4.2a", "NP-C2.5i", "NP-C2.6f")
def acting(battle: Battle, side: str, names: Sequence[str], fires: bool = False) -> tuple[Fighter, ...] | Problem:
    """The units that are to act together, or why they may not.  B-050."""
    found = []
    for name in names:
        one = battle.unit(name)
        if one is None or one.side != side or one.gone:
            return no(f"{name} is not in this battle on your side.", "C3.2", name)
        if one.acted:
            return no(f"{name} has acted in this half-turn.", "C3.2", name)
        if one.pin == 2:
            return no(f"{name} is hard-pinned (P2) and can do nothing.", "C6.4.2", name)
        if one.pin == 1 and not fires:
            return no(f"{name} is pinned (P1) and can only fire.", "C6.4.1", name)
        found.append(one)
    done = sum(one.acted for one in battle.units if one.side == side)
    if (most := most_actions(battle, names)) < done + len(names):
        return no(f"{most} of your units may act in this half-turn, and {done} acted already.", "C3.2", names[-1])
    if _must_unstack(battle, side) and (fires or any(one.at not in battle.overstacked(side) for one in found)):
        return _unstack_first(battle, side, names[-1])
    return tuple(found)


def _unstack_first(battle: Battle, side: str, name: str) -> Illegal:
    full = ", ".join(battle.overstacked(side))
    return no(f"First move units out of the overstacked hexes: {full}.", "C2.5", name)


def _must_unstack(battle: Battle, side: str) -> bool:
    return battle.crowded and side != battle.first and bool(battle.overstacked(side))


@rule("NP-C6.4.3d")
def _plan_surrender(battle: Battle, side: str, order: Order, unit: str) -> Plan | Problem:
    one = battle.unit(unit)
    if side != INDIAN:
        return no("Only Indian units may surrender of their own will.", "C6.4.3", unit)
    if one is None or one.side != side or one not in battle.on_map(side):
        return no(f"{unit} is not on the map.", "C6.4.3", unit)
    return Plan(order, ("surrenders",))


@rule("NP-C2.3e", "NP-C2.5h")
def entries(battle: Battle, side: str) -> tuple[str, ...]:
    """The hexes by which waiting units of a side may enter the map now."""
    name = battle.contact.map
    line = [at for at in ground.within_two(name, battle.entry) if ground.line_from(name, at, battle.entry) == 1]
    if not battle.waiting(side) or side != battle.contact.attacker:
        return ()
    if battle.state == AMBUSHING:
        return tuple(at for at in line if at in ground.near_stream(name))
    return tuple(line) if battle.turn > 1 or battle.state == ALERTED else ()


def _why_no_entry(battle: Battle, side: str) -> str:
    """Why a waiting unit of a side enters by no hex, or by no other than it may."""
    if side != battle.contact.attacker:
        return "only the attacker's units come later"
    hexes = entries(battle, side)
    if not hexes:
        return "the second wave comes in turn 2" if battle.state != AMBUSHING else "no stream is near that side"
    by = f"by the {battle.entry} side" + (" near the stream" if battle.state == AMBUSHING else "")
    shown = f"{', '.join(hexes[:-1])} or {hexes[-1]}" if 1 < len(hexes) <= MOST_NAMED else f"such as {hexes[0]}"
    return f"it comes {by}, {shown}"


MOST_NAMED = 6
"""Hexes that a refusal names."""


@rule("NP-C4.1a", "NP-C4.2a", "NP-C4.2b", "NP-C4.2c", "NP-C4.3.2a", "NP-C7.1a")
def spent(
    battle: Battle, one: Fighter, path: Sequence[str], leaves: bool = False, halved: bool = False
) -> int | Problem:
    """The movement points of a path, or why it cannot be gone.  The path begins where the unit is, or enters."""
    name, points = battle.contact.map, 0
    if not one.at:
        if path[0] not in entries(battle, one.side):
            why = _why_no_entry(battle, one.side)
            return no(f"{one.name} waits beside the map and may not enter in {path[0]} now: {why}.", "C2.3", path[0])
        points = ground.entering(name, path[0], one.kind, one.mode) or 99
    elif path[0] != one.at:
        return no(f"{one.name} is in {one.at}, not in {path[0]}.", "C4.1", path[0])
    for a, b in itertools.pairwise(path):
        cost = ground.step(name, a, b, one.kind, one.mode) if b in ground.sheet(name) else None
        if cost is None and b not in ground.sheet(name).neighbours(a):
            text = f"{b} is not next to {a}: too far for {one.name} in one action, or the path leaves hexes out."
            return no(text, "C4.2", b)
        if cost is None:
            return no(f"{one.name} ({one.mode}) cannot go from {a} to {b}.", "C4.3", b)
        points += cost
    own = path[1:] if one.at else path
    for at in own[:-1]:
        if battle.at(at, other(one.side)):
            return no(f"A move ends in a hex with enemies: {at}.", "C4.2", at)
    for at in own if leaves else own[:-1]:
        if one.side == ARMY and battle.at(at, ARMY):
            return no(f"An Army unit is in {at}; two may not be in one hex, not even while moving.", "C4.2", at)
    if leaves:
        if not ground.edges_of(name, path[-1]) or (own and battle.at(path[-1], other(one.side))):
            return no(f"{one.name} cannot leave the map from {path[-1]}.", "C7.1", path[-1])
        points += ground.LEAVING
    allowed = values(one).move // (2 if halved else 1)
    if points > allowed:
        return no(f"{one.name} would spend {points} MP and has {allowed}.", "C4.1", path[-1])
    return points


@rule("NP-C4.2b", "NP-C4.2c", "NP-C5.1b", "NP-C5.3.2")
def why_not_end(battle: Battle, one: Fighter, at: str, partner: str = "") -> Problem | None:
    """Why a unit may not end its move in a hex.  B-040."""
    enemies = battle.at(at, other(one.side))
    friends = [who for who in battle.at(at, one.side) if who.name not in (one.name, partner)]
    if enemies and one.kind in HOMES:
        return no(f"{one.name} may not start a melee.", "C5.1", at)
    room = MOST[one.side] - (1 if partner and one.side == INDIAN else 0)
    if at != one.at and len(friends) >= room:
        held = ", ".join(who.name for who in friends)
        return no(f"{at} is full: {held}.", "C4.2", at)
    return None


@rule("NP-C4.1a", "NP-C5.1a", "NP-C7.1a")
def _plan_go(battle: Battle, side: str, order: Go, unit: str, path: tuple[str, ...], leaves: bool) -> Plan | Problem:
    found = acting(battle, side, (unit,))
    if isinstance(found, Problem):
        return found
    (one,) = found
    points = spent(battle, one, path, leaves)
    if isinstance(points, Problem):
        return points
    enemies = battle.at(path[-1], other(side))
    if one.at and len(path) == 1 and not leaves and not enemies:
        return no(f"{unit} stands in {one.at} already, and no enemy is there.", "C5.1", path[-1])
    if not leaves and (why := why_not_end(battle, one, path[-1])) is not None:
        return why
    note = f"{points} of {values(one).move} MP"
    return Plan(order, (f"{note}, melee" if enemies and not leaves else note,))


@rule("NP-C5.1b", "NP-C5.3.2", "NP-C5.2b")
def _plan_charge(
    battle: Battle, side: str, order: Charge, units: tuple[str, ...], paths: tuple[tuple[str, ...], ...]
) -> Plan | Problem:
    if len(units) != 2 or len(paths) != 2 or units[0] == units[1]:
        return no("A joint charge needs two units, each with a path.", "C5.1")
    soldiers = [name for name in units if (one := battle.unit(name)) is not None and one.kind != MOUNTAIN_MEN]
    if side == ARMY and soldiers:
        return no("Only two Washington Volunteers may charge together.", "C5.3.2", soldiers[-1])
    found = acting(battle, side, units)
    if isinstance(found, Problem):
        return found
    if paths[0][-1] != paths[1][-1] or not battle.at(paths[0][-1], other(side)):
        return no("Both paths must end in one hex with an enemy.", "C5.1", paths[1][-1])
    notes = []
    for one, path, partner in zip(found, paths, reversed(units), strict=True):
        points = spent(battle, one, path)
        if isinstance(points, Problem):
            return points
        if (why := why_not_end(battle, one, path[-1], partner)) is not None:
            return why
        notes.append(f"{points} of {values(one).move} MP")
    return Plan(order, tuple(notes))


@rule("NP-C6.1a", "NP-C5.3.1", "NP-C6.3", "NP-C6.4.1a")
def _plan_fire(battle: Battle, side: str, order: Fire, unit: str, target: str, path: tuple[str, ...]) -> Plan | Problem:
    found = acting(battle, side, (unit,), fires=not path)
    if isinstance(found, Problem):
        return found
    (one,) = found
    if (why := why_no_shot(battle, one, target)) is not None:
        return why
    if path:
        points = spent(battle, one, path, halved=True)
        if isinstance(points, Problem):
            return points
        if (why := why_not_end(battle, one, path[-1])) is not None:
            return why
    there = battle.unit(target)
    assert there is not None
    distance = ground.sheet(battle.contact.map).distance(one.at, there.at)
    return Plan(order, (f"range {distance}, strength {strength_at(one, distance, halved=bool(path))}",))


@rule("NP-C6.1a", "NP-C5.3.1")
def why_no_shot(battle: Battle, one: Fighter, target: str) -> Problem | None:
    """Why a unit cannot fire at another.  B-044."""
    there = battle.unit(target)
    if there is None or there.side == one.side or not there.at or there.gone:
        return no(f"{target} is not an enemy on the map.", "C6.1", target)
    if not one.at or values(one).fire == 0:
        return no(f"{one.name} ({one.mode}) has no fire.", "C6.1", one.name)
    if battle.at(one.at, there.side):
        return no(f"{one.name} has enemies in its own hex and cannot fire.", "C5.1", one.name)
    if battle.at(there.at, one.side):
        return no(f"Units of yours are in {there.at}: nobody fires into that hex.", "C5.1", target)
    if not ground.sees(battle.contact.map, one.at, there.at):
        return no(f"{one.name} does not see {there.at}.", "C6.5.1", target)
    return None


@rule("NP-C6.5.3a")
def _plan_shell(battle: Battle, side: str, order: Shell, unit: str, at: str) -> Plan | Problem:
    found = acting(battle, side, (unit,), fires=True)
    if isinstance(found, Problem):
        return found
    (one,) = found
    name = battle.contact.map
    if not kind(one.kind).get("indirect"):
        return no(f"{unit} has no indirect fire: only guns that throw shells have it.", "C6.5.3", unit)
    if not one.at or values(one).fire == 0:
        why = f"it is {one.mode}" if one.at else "it is not on the map"
        return no(f"{unit} has no indirect fire now: {why}.", "C6.5.3", unit)
    if battle.at(one.at, other(side)):
        return no(f"{unit} has enemies in its own hex and cannot fire.", "C5.1", unit)
    if at not in ground.sheet(name) or ground.sees(name, one.at, at):
        return no(
            f"Indirect fire is only for hexes on the map that the gun can't see; {unit} sees {at} or it is off the map.",
            "C6.5.3",
            at,
        )
    if not spotters(battle, side, at):
        return no(f"No cavalry of yours that could mount where it stands sees {at}.", "C6.5.3", at)
    distance = ground.sheet(name).distance(one.at, at)
    return Plan(order, (f"range {distance}, strength {strength_at(one, distance, indirect=True)}",))


def spotters(battle: Battle, side: str, at: str) -> list[str]:
    """The cavalry that spots for a gun.  B-055."""
    name = battle.contact.map
    return [
        one.name
        for one in battle.on_map(side)
        if kind(one.kind).get("may_spot_indirect")
        and ground.sheet(name).terrain(one.at) != ground.ROCKS
        and ground.sees(name, one.at, at)
    ]


@rule("NP-C4.3.1", "NP-C4.3.2b", "NP-C4.3.4d", "NP-C2.5i", "NP-C2.6f")
def _plan_change(battle: Battle, side: str, order: Change, unit: str, mode: str) -> Plan | Problem:
    found = acting(battle, side, (unit,))
    if isinstance(found, Problem):
        return found
    (one,) = found
    if _must_unstack(battle, side) and mode != LIMBERED:  # a gun can't leave its hex otherwise
        return _unstack_first(battle, side, unit)
    if OTHER_MODE.get(one.mode) != mode:
        return no(f"{unit} is {one.mode} and cannot change to {mode}.", "C4.3", unit)
    if not one.at:
        return no(f"{unit} is beside the map.", "C4.3", unit)
    if mode == MOUNTED and ground.sheet(battle.contact.map).terrain(one.at) == ground.ROCKS:
        return no(f"{unit} cannot mount in rocked and broken ground.", "C4.3", unit)
    if mode == MOUNTED and side == INDIAN and lodges_lost(battle) >= ALL_LODGES:
        return no("All lodges are lost: Indian units cannot mount any more.", "C4.3", unit)
    if mode == LIMBERED:
        assert is_artillery(one.kind)
    return Plan(order, (mode,))


def lodges_lost(battle: Battle) -> int:
    """The number of lodges lost, in this battle and before."""
    here = sum(one.kind == "lodge" and one.gone in ("killed", "surrendered") for one in battle.units)
    return battle.contact.lodges_lost + here
