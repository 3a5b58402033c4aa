"""Retreats: one hex, away from the fight, out of enemy zones if that can be (CL-13)."""

from collections.abc import Iterable

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.custer.rules.losses import lose
from pbem.systems.custer.rules.zones import bars_retreat, has_room
from pbem.systems.custer.state.battle import Battle, Names
from pbem.systems.custer.state.combat_events import UnitsCutOff, UnitsFellBack
from pbem.systems.custer.state.counter import Unit

NO_WAY_OUT = "no way out"


@rule("CL-13.1", "CL-13.3", "CL-12.2", "CL-12.3")
def retreat(umpire: Umpire[Battle], losers: Names, target: str, attackers: Names) -> Play[None]:
    """All losers of a combat fall back, those of one hex together; losers who attacked go one hex after the other."""
    battle = umpire.state
    left = [battle[name] for name in losers if name in battle]
    for origin in dict.fromkeys(unit.at for unit in left):
        group = _stack(umpire.state, losers, origin)
        if group:
            away = _places(umpire.state, attackers) if origin == target else (target,)
            yield from _fall_back(umpire, group, origin, away)


def _places(battle: Battle, names: Names) -> Names:
    return tuple(dict.fromkeys(battle[name].at for name in names if name in battle))


def _stack(battle: Battle, losers: Names, origin: str) -> Names:
    """Those who leave a hex together; nobody where only a leader is left (ruling B-123).

    A leader whose units all go, goes with them, also if he took no part.
    """
    units = [unit for unit in battle.at(origin) if unit.name in losers and not unit.is_leader]
    if not units:
        return ()
    side = units[0].side
    staying = [unit for unit in battle.at(origin) if unit.side == side and not unit.is_leader and unit not in units]
    leaders = [unit for unit in battle.at(origin) if unit.side == side and unit.is_leader]
    leaders = [unit for unit in leaders if unit.name in losers or not staying]
    return tuple(unit.name for unit in (*units, *leaders))


@rule("CL-13.3", "CL-13.4", "CL-13.5")
def _fall_back(umpire: Umpire[Battle], group: Names, origin: str, away: Names) -> Play[None]:
    """A stack goes together if some hex takes all of it; else each as he can, and who cannot takes a loss and stays (B-122)."""
    together = ways_out(umpire.state, group, origin, away)
    if together:
        to = yield from _choose(umpire, origin, group, together)
        umpire.emit(UnitsFellBack(group, origin, to))
        return
    stuck: list[str] = []
    for name in group:
        ways = ways_out(umpire.state, (name,), origin, away)
        if not ways:
            stuck.append(name)
            continue
        to = yield from _choose(umpire, f"{origin} {name}", (name,), ways)
        umpire.emit(UnitsFellBack((name,), origin, to))
    if stuck:
        umpire.emit(UnitsCutOff(tuple(stuck), origin))
    for name in stuck:
        if umpire.state[name].hits_left > 0:
            lose(umpire, name, NO_WAY_OUT)


@rule("CL-13.1", "CL-13.2", "CL-13.4")
def ways_out(battle: Battle, group: Names, origin: str, away: Names) -> Names:
    """The hexes to which these counters may retreat together: the best that there are, clockwise from the north.

    Never onto an enemy, a lone leader included (ruling B-134), nor beyond the stacking limits.  Outside enemy zones goes
    before inside, and then farther from the fight before next to it (ruling B-119).
    """
    units = tuple(battle[name] for name in group)
    side = units[0].side
    open_ = [one for one in battle.sheet.map.neighbours(origin) if _may_end(battle, one, side, units)]
    rank = {one: (bars_retreat(battle, one, side, group), _is_near(battle, one, away)) for one in open_}
    best = min(rank.values(), default=None)
    return tuple(one for one in open_ if rank[one] == best)


def _may_end(battle: Battle, at: str, side: str, units: Iterable[Unit]) -> bool:
    return all(unit.side == side for unit in battle.at(at)) and has_room(battle, at, side, units)


def _is_near(battle: Battle, at: str, away: Names) -> bool:
    return any(battle.sheet.map.distance(at, one) <= 1 for one in away)


def _choose(umpire: Umpire[Battle], subject: str, group: Names, ways: Names) -> Play[str]:
    """The owner's choice among equals; he is not asked where there is one."""
    if len(ways) == 1:
        return ways[0]
    battle = umpire.state
    side = battle[group[0]].side
    best = max(ways, key=lambda at: (_room_to_enemy(battle, at, side), -ways.index(at)))
    choices = tuple(Choice(at, f"to {at}{_remark(battle, at, side)}") for at in ways)
    prompt = f"{' and '.join(group)} must retreat from {subject[:4]}: where to?"
    one = Ask(side, "retreat hex", subject, prompt, "13.1", choices, best, None, (("from", subject[:4]),))
    return (yield from ask(one)).choice


def _room_to_enemy(battle: Battle, at: str, side: str) -> int:
    """The distance to the nearest enemy."""
    return min((battle.sheet.map.distance(at, unit.at) for unit in battle.of(battle.enemy_of(side))), default=99)


def _remark(battle: Battle, at: str, side: str) -> str:
    terrain = battle.sheet.map.terrain(at)
    friends = ", ".join(unit.name for unit in battle.at(at) if unit.side == side)
    reasons = [terrain] * (terrain != "clear") + [f"with {friends}"] * bool(friends)
    return f" ({', '.join(reasons)})" if reasons else ""
