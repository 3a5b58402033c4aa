"""The two totals of a combat, each part of them by its name (CL-11)."""

from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.modifier import Modifier
from pbem.systems.custer.rules.losses import losses_for
from pbem.systems.custer.rules.movement import TERRAIN_WORDS
from pbem.systems.custer.rules.status import dismounted_factor
from pbem.systems.custer.state.battle import Battle, Names
from pbem.systems.custer.state.counter import DISMOUNTED, Unit

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
    """The factors of all defenders in the hex; for each on foot what the ground gives him; for no leader any ground.

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
