"""One combat: declared, rolled for, paid for (CL-10, CL-12)."""

from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.problem import Illegal, Malformed, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.custer.orders.records import Attack
from pbem.systems.custer.rules import combat_odds
from pbem.systems.custer.rules.call import not_called
from pbem.systems.custer.rules.losses import losses_for, take_losses
from pbem.systems.custer.rules.movement import activate
from pbem.systems.custer.rules.occupation import occupy
from pbem.systems.custer.rules.retreat import retreat
from pbem.systems.custer.rules.strength import defenders, odds
from pbem.systems.custer.rules.zones import is_held
from pbem.systems.custer.state.battle import Battle, Names
from pbem.systems.custer.state.combat_events import CombatDeclared, CombatResolved
from pbem.systems.custer.state.counter import Unit


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
    note = f"{attack} to {defence}: {found.difference:+d}; {combat_odds.in_words(battle, found.difference)}"
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
    """A leader attacks only with a unit of his hex that does (ruling B-131)."""
    units = [battle[name] for name in order.units]
    places = [unit.at for unit in units if not unit.is_leader]
    for leader in units:
        if leader.is_leader and leader.at not in places:
            text = f"{leader.name} attacks only together with a unit in his hex (10.8)."
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
