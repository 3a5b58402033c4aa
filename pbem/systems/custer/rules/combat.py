"""One combat: declared, rolled for, paid for (CL-10, CL-12)."""

from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Modifier, Play, Umpire
from pbem.systems.custer.orders.records import Attack
from pbem.systems.custer.rules.call import not_called
from pbem.systems.custer.rules.movement import TERRAIN_WORDS, activate
from pbem.systems.custer.rules.occupation import losses_for, occupy, retreat, take_losses
from pbem.systems.custer.rules.zones import dismounted_factor, is_held
from pbem.systems.custer.state.battle import Battle, Names
from pbem.systems.custer.state.counter import DISMOUNTED, Unit
from pbem.systems.custer.state.events import CombatDeclared, CombatResolved

# The two totals of a combat, each part of them by its name (CL-11).

Parts = tuple[Modifier, ...]
STATUS_CLAUSE = {"us": "6.4", "indian": "6.5"}


@dataclass(frozen=True, slots=True)
class Odds:
    """The parts of both totals, and the difference that counts: attack less defence, at most 10 either way."""

    attack: Parts
    defence: Parts
    difference: int

    @property
    def totals(self) -> tuple[int, int]:
        """Attack and defence."""
        return sum(one.value for one in self.attack), sum(one.value for one in self.defence)


@rule("CL-11.11")
def odds(battle: Battle, attackers: Names, target: str) -> Odds:
    """The odds of a combat now. The limit of ten holds before the dice (ruling B-118)."""
    most = int(battle.sheet.charts["terrain"]["resolution"]["most_difference"])
    attack, defence = attack_of(battle, attackers), defence_of(battle, attackers, target)
    difference = sum(one.value for one in attack) - sum(one.value for one in defence)
    return Odds(attack, defence, max(-most, min(most, difference)))


@rule("CL-1.4", "CL-1.8", "CL-1.9", "CL-1.17", "CL-6.4", "CL-6.5", "CL-11.1")
def attack_of(battle: Battle, attackers: Names) -> Parts:
    """The factors of all attackers, leaders' bonuses, and a point for each who is dismounted (ruling B-113)."""
    return tuple(part for name in attackers for part in _own(battle, battle[name]))


@rule("CL-1.8", "CL-1.10", "CL-1.17", "CL-1.19", "CL-1.23", "CL-10.9", "CL-11.2", "CL-11.3")
def defence_of(battle: Battle, attackers: Names, target: str) -> Parts:
    """The factors of all defenders in the hex; for each on foot the bonus of the ground; for no leader any ground.

    A village has no point for being dismounted, only the ground (ruling B-114).  Woods and a hexside add up (B-116).
    """
    found: list[Modifier] = []
    ground = (_shelter(battle, target), _crossing(battle, attackers, target))
    for unit in defenders(battle, battle[attackers[0]].side, target):
        found += _own(battle, unit)
        if unit.is_on_foot and not unit.is_leader:
            found += [Modifier(value, f"{unit.name} {name}", "", clause) for value, name, clause in ground if value]
    return tuple(found)


@rule("CL-10.4")
def defenders(battle: Battle, side: str, target: str) -> tuple[Unit, ...]:
    """All enemies of `side` in a hex: they are attacked as one."""
    return tuple(unit for unit in battle.at(target) if unit.side != side)


def _own(battle: Battle, unit: Unit) -> Parts:
    parts = [Modifier(unit.factor, unit.name, "reduced" if unit.reduced else "", "11.1")] if unit.factor else []
    if unit.mode == DISMOUNTED:
        parts.append(Modifier(dismounted_factor(battle), f"{unit.name} dismounted", "", STATUS_CLAUSE[unit.side]))
    return tuple(parts)


@rule("CL-11.5")
def _shelter(battle: Battle, target: str) -> tuple[int, str, str]:
    name, value = battle.sheet.ground.shelter(target)
    return value, f"in {name}", "11.5"


@rule("CL-11.4")
def _crossing(battle: Battle, attackers: Names, target: str) -> tuple[int, str, str]:
    """The gain from hexsides: only if every attacker crosses one that gives something; the least of them (ruling B-115)."""
    places = dict.fromkeys(battle[name].at for name in attackers)
    name, value = min((battle.sheet.ground.crossing(at, target) for at in places), key=lambda part: part[1])
    return value, f"across {TERRAIN_WORDS.get(name, name)}", "11.4"


@dataclass(frozen=True, slots=True)
class Shares:
    """Of all pairs of rolls, `whole` in number: those that the attacker wins, and those that cost a side 1 or 2 steps."""

    whole: int
    wins: int
    defender_one: int
    defender_two: int
    attacker_one: int
    attacker_two: int


def shares(battle: Battle, difference: int) -> Shares:
    """The distribution of the pairs of rolls at a difference of the factors."""
    sides = int(str(battle.sheet.charts["terrain"]["resolution"]["die"]).rpartition("d")[2])
    margins = [difference + attack - defence for attack in range(1, sides + 1) for defence in range(1, sides + 1)]
    won = [losses_for(battle, one) for one in margins if one > 0]
    lost = [losses_for(battle, -one) for one in margins if one <= 0]
    return Shares(len(margins), len(won), won.count(1), won.count(2), lost.count(1), lost.count(2))


def in_words(battle: Battle, difference: int) -> str:
    """``wins 64 of 100, their loss in 36, yours in 10``: a loss is of a step or of two."""
    found = shares(battle, difference)
    theirs, yours = found.defender_one + found.defender_two, found.attacker_one + found.attacker_two
    return f"wins {found.wins} of {found.whole}, their loss in {theirs}, yours in {yours}"


@dataclass(frozen=True, slots=True)
class Assault(Plan):
    """An attack that may be made now."""

    target: str = ""
    attackers: Names = ()


@rule("CL-10.1", "CL-10.2", "CL-10.3", "CL-10.5", "CL-10.7", "CL-4.4")
def plan_attack(battle: Battle, side: str, letter: str, order: Attack) -> Assault | Problem:
    """An attack of activated units on all enemies of a hex next to them all, or why there can be none."""
    problem = not_called(battle, side, letter, order.units) or _bad_target(battle, side, order)
    if problem is not None:
        return problem
    for name in order.units:
        problem = _cannot_attack(battle, battle[name], order)
        if problem is not None:
            return problem
    problem = _bad_leaders(battle, order)
    if problem is not None:
        return problem
    found = odds(battle, order.units, order.target)
    attack, defence = found.totals
    note = f"{attack} to {defence}: {found.difference:+d}; {in_words(battle, found.difference)}"
    return Assault(order, (note,), (), order.target, order.units)


@rule("CL-10.6", "CL-10.8")
def _bad_target(battle: Battle, side: str, order: Attack) -> Problem | None:
    target = order.target
    if target not in battle.sheet.map:
        return Malformed("E121", f"{target} is not on the board.", words=target)
    foes = defenders(battle, side, target)
    if not foes:
        text = f"There is no enemy in {target} (10.3)."
        return Illegal("E160", text, "10.3", words=target, rests_on=(target,))
    if not is_held(battle, target, side):
        text = f"{foes[0].name} is alone in {target}: a leader without units can't be attacked; just move in (10.8)."
        return Illegal("E160", text, "10.8", words=target, rests_on=(target,))
    if target in battle.assaults:
        text = f"{target} has already been attacked: all attacks on a hex are one combat (10.6)."
        return Illegal("E162", text, "10.6", words=target, rests_on=(target,))
    for unit in foes:
        if unit.name in battle.attacked:
            text = f"{unit.name} in {target} has already been attacked in this activation: only one attack is allowed (10.6)."
            return Illegal("E162", text, "10.6", words=target, rests_on=(target, unit.name))
    return None


@rule("CL-1.21", "CL-10.9", "CL-10.5")
def _cannot_attack(battle: Battle, unit: Unit, order: Attack) -> Problem | None:
    name = unit.name
    if not unit.at:
        return Illegal("E104", f"{name} is not on the board.", "9.1", words=name, rests_on=(name,))
    if not unit.face.kind.attacks:
        return Illegal("E161", f"{name} never attacks: villages only defend (10.9).", "10.9", words=name)
    if unit.attacked:
        text = f"{name} has attacked: a unit attacks once a turn (10.5)."
        return Illegal("E164", text, "10.5", words=name, rests_on=(name,))
    if order.target not in battle.sheet.map.neighbours(unit.at):
        near = [at for at in battle.sheet.map.neighbours(unit.at) if is_held(battle, at, unit.side)]
        beside = f"  Next to it with an enemy: {', '.join(near)}." if near else ""
        text = f"{name} ({unit.at}) is not next to {order.target} (10.3).{beside}"
        return Illegal("E160", text, "10.3", words=order.target, rests_on=(name,))
    return None


@rule("CL-10.8", "CL-1.8", "CL-1.17")
def _bad_leaders(battle: Battle, order: Attack) -> Problem | None:
    """A leader attacks only with an attacking unit of the same hex (ruling B-131)."""
    units = [battle[name] for name in order.units]
    places = [unit.at for unit in units if not unit.is_leader]
    for leader in units:
        if leader.is_leader and leader.at not in places:
            text = f"{leader.name} attacks only together with a unit in the same hex (10.8)."
            return Illegal("E161", text, "10.8", words=leader.name, rests_on=(leader.name,))
    return None


@rule("CL-2.5", "CL-12.1", "CL-12.2", "CL-12.3", "CL-12.4", "CL-10.1")
def resolve_attack(umpire: Umpire[Battle], plan: Assault) -> Play[None]:
    """Declare, roll a ten-sided die a side, take the losses, then the retreats; the victor may occupy (ruling B-121)."""
    target, attackers = plan.target, plan.attackers
    activate(umpire, attackers)
    battle = umpire.state
    side = battle[attackers[0]].side
    defending = tuple(unit.name for unit in defenders(battle, side, target))
    found = odds(battle, attackers, target)
    umpire.emit(CombatDeclared(target, attackers, defending))
    chart = battle.sheet.charts["terrain"]["resolution"]
    attack = umpire.roll(chart["die"], f"attack {target}", "CL-12.1")
    defence = umpire.roll(chart["die"], f"defend {target}", "CL-12.1")
    margin = found.difference + attack.natural - defence.natural
    losses = losses_for(battle, abs(margin))
    winner, losers = ("attacker", defending) if margin > 0 else ("defender", attackers)
    totals, difference = found.totals, found.difference
    fought = (target, found.attack, found.defence, *totals, difference, attack, defence, margin, winner, losses)
    umpire.emit(CombatResolved(*fought))
    yield from take_losses(umpire, losers, losses, target)
    yield from retreat(umpire, losers, target, attackers)
    if winner == "attacker":
        yield from occupy(umpire, side, target, attackers)
