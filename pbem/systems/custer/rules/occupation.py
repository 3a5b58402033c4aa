"""Losses: how many, who takes them, and who moves into the hex that the defenders left (CL-12, CL-13.6); victory points."""

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.system import Outcome, Plan
from pbem.core.umpire import Play, Umpire, ask
from pbem.mechanisms.orders import Advance, NoAdvance
from pbem.systems.custer.card import INDIAN, US
from pbem.systems.custer.rules.call import not_called
from pbem.systems.custer.rules.zones import bars_retreat, has_room, is_held
from pbem.systems.custer.state.battle import Battle, Names
from pbem.systems.custer.state.counter import US_LEADER, VILLAGE, Unit
from pbem.systems.custer.state.events import (
    CAPTURED,
    ELIMINATED,
    AdvanceIntended,
    HexOccupied,
    LossTaken,
    PointsScored,
    UnitsCutOff,
    UnitsFellBack,
)

NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Intent(Plan):
    """The units that should occupy which hexes."""

    units: Names = ()
    hexes: Names = ()


@rule("CL-13.6")
def plan_advance(battle: Battle, side: str, letter: str, order: Advance) -> Intent | Problem:
    """Units that are to occupy the hex which they attack, if its defenders leave it; at most two and a leader."""
    problem = not_called(battle, side, letter, order.units)
    if problem is not None:
        return problem
    attackers = battle.assaults.get(order.to, ())
    for name in order.units:
        if name not in attackers:
            text = (
                f"{name} does not attack {order.to}: only units that attacked a hex can occupy it; put the attack above "
                "this line (13.6)."
            )
            return Illegal("E165", text, "13.6", words=order.to, rests_on=(name,))
    units = tuple(battle[name].but(at=order.to) for name in order.units)
    leaders = sum(unit.is_leader for unit in units)
    limits = battle.sheet.charts["terrain"]["stacking"]
    if leaders > int(limits["leaders"]) or len(units) - leaders > int(limits["units"]):
        text = f"At most two units and one leader fit in {order.to}: name no more than that (8.4)."
        return Illegal("E136", text, "8.4", words=order.to)
    return Intent(order, ("if it is left",), (), order.units, (order.to,))


def plan_no_advance(battle: Battle, side: str, letter: str, order: NoAdvance) -> Intent | Problem:
    """Units that are to stay where they are after their attack."""
    problem = not_called(battle, side, letter, order.units)
    hexes = tuple(at for at, names in battle.assaults.items() if set(names) & set(order.units))
    if problem is None and not hexes:
        text = f"{order.units[0]} has no attack above this line: put this line below the attack (13.6)."
        return Illegal("E165", text, "13.6", words=order.units[0], rests_on=order.units)
    return problem or Intent(order, (), (), (), hexes)


def resolve_intent(umpire: Umpire[Battle], plan: Intent) -> Play[None]:
    """Remember it for the combat."""
    for at in plan.hexes:
        umpire.emit(AdvanceIntended(plan.units, at))
    yield from ()


@rule("CL-13.6")
def occupy(umpire: Umpire[Battle], side: str, target: str, attackers: Names) -> Play[None]:
    """Attackers of the combat who survive may go in once no enemy but a lone leader is left there (ruling B-126).

    An advance costs no MPs and starts no combat.
    """
    battle = umpire.state
    if is_held(battle, target, side):
        return
    able = tuple(name for name in attackers if name in battle and battle[name].at != target)
    if target in battle.advances:
        wanted = [name for name in battle.advances[target] if name in able]
    else:
        wanted = yield from _asked(umpire, side, target, able)
    going: list[str] = []
    for name in wanted:
        units = [umpire.state[one] for one in (*going, name)]
        if has_room(umpire.state, target, side, units):
            going.append(name)
    if going:
        umpire.emit(HexOccupied(tuple(going), target))


def _asked(umpire: Umpire[Battle], side: str, target: str, able: Names) -> Play[list[str]]:
    """The owner names the first to go, the second, then a leader; nobody is the default."""
    going: list[str] = []
    for ordinal in ("first", "second", "third"):
        battle = umpire.state
        open_ = [
            name
            for name in able
            if name not in going
            and has_room(battle, target, side, [battle[one] for one in (*going, name)])
            and (going or not battle[name].is_leader)
        ]
        if not open_:
            return going
        choices = (
            *(Choice(name, f"{name} goes") for name in open_),
            Choice(NOBODY, "nobody else goes" if going else "nobody"),
        )
        with_them = f" with {' and '.join(going)}" if going else ""
        prompt = f"{target} has been left: who occupies it{with_them}?"
        facts = (("target", target),)
        one = Ask(side, "advance", f"{target} {ordinal}", prompt, "13.6", choices, NOBODY, NOBODY, facts)
        chosen = (yield from ask(one)).choice
        if chosen == NOBODY:
            return going
        going.append(chosen)
    return going


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

    A leader whose units all go, goes with them, even one that took no part.
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
    """A stack goes together if a hex takes all of it; else each as it can, or it takes a loss and stays (B-122)."""
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
    """The owner's choice among equals; no question where there is one."""
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


# Losses: how many, who takes them, and the effect (CL-12).


@rule("CL-12.4")
def losses_for(battle: Battle, margin: int) -> int:
    """The losses that a margin brings the loser."""
    chart = battle.sheet.charts["terrain"]["resolution"]
    return (margin >= int(chart["one_loss_from"])) + (margin >= int(chart["two_losses_from"]))


@rule("CL-12.5", "CL-12.6")
def take_losses(umpire: Umpire[Battle], losers: Names, number: int, target: str) -> Play[None]:
    """The loser spreads the losses over the own counters in the combat; what nobody can take is lost (ruling B-125)."""
    for n in range(number):
        able = [unit for unit in _there(umpire.state, losers) if unit.hits_left > 0]
        if not able:
            return
        able.sort(key=lambda unit: (unit.is_leader, unit.kind == VILLAGE, unit.reduced, -unit.factor))
        chosen = able[0].name
        if len(able) > 1:
            choices = tuple(Choice(unit.name, f"{unit.name}: {_would_be(unit)}") for unit in able)
            prompt = f"Loss {n + 1} of {number} in the combat for {target}: who takes it?"
            facts = (("target", target), ("losses", str(number)))
            one = Ask(able[0].side, "losses", f"{target} loss {n + 1}", prompt, "12.5", choices, chosen, None, facts)
            chosen = (yield from ask(one)).choice
        lose(umpire, chosen, "combat")


def _there(battle: Battle, names: Names) -> list[Unit]:
    return [battle[name] for name in names if name in battle]


def _would_be(unit: Unit) -> str:
    became = _becomes(unit)
    return f"reduced to {unit.face.cf_reduced}" if became == "reduced" else became


@rule("CL-1.2", "CL-1.9", "CL-1.18", "CL-1.22", "CL-12.6")
def _becomes(unit: Unit) -> str:
    """The fate of a counter that takes a loss: a village is captured, a US leader hit, a tribe leader removed."""
    if unit.kind == VILLAGE:
        return CAPTURED
    if unit.kind == US_LEADER:
        return "hit"
    return "reduced" if unit.hits_left > 1 else ELIMINATED


def lose(umpire: Umpire[Battle], name: str, why: str) -> None:
    """A counter takes a loss; what it is worth is scored."""
    unit = umpire.state[name]
    became = _becomes(unit)
    umpire.emit(LossTaken(name, became, why))
    if became != "reduced":
        score(umpire, unit, "hit" if became == "hit" else "eliminated")


# Victory points, and how a battle ends (CL-14.3).


@rule("CL-14.3", "CL-1.9", "CL-9.2", "CL-9.4")
def score(umpire: Umpire[Battle], unit: Unit, when: str) -> None:
    """Score what a counter brings that was ``eliminated`` or ``hit``, or that ``exited``, as the battle's awards say."""
    battle = umpire.state
    for award in battle.sheet.scenario.awards:
        if award.when == when and unit.kind in award.kinds:
            points = award.points
            if award.most:
                points = min(points, award.most - battle.scored.get(award.per, 0))
            if points > 0:
                umpire.emit(PointsScored(award.side, points, award.per, unit.name))


@rule("CL-14.3", "CL-1.1", "CL-14.1")
def outcome(battle: Battle) -> Outcome:
    """The level of victory at the end, from the US points less the Indian ones."""
    difference = battle.points[US] - battle.points[INDIAN]
    levels = battle.sheet.scenario.levels
    level = next((one for one in levels if difference >= one.least), levels[-1])
    why = f"US {battle.points[US]} less Indian {battle.points[INDIAN]} points is {difference} after turn {battle.turn}"
    return Outcome(level.winner, level.level, tuple(battle.points.items()), why)
