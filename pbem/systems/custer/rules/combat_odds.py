"""How a combat goes in a hundred: each of the attacker's rolls against each of the defender's (CL-12.1, CL-12.4)."""

from dataclasses import dataclass

from pbem.systems.custer.rules.losses import losses_for
from pbem.systems.custer.state.battle import Battle


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
    """How the pairs of rolls fall out at a difference of the factors."""
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
