"""How a combat goes in a hundred: each of the attacker's rolls against each of the defender's (CL-12.1, CL-12.4)."""

from pbem.core.frozen import dataclass
from pbem.systems.custer.battle import Battle
from pbem.systems.custer.losses import losses_for


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
    """``wins 64 of 100; they lose 1 step in 21, 2 in 28; you 1 in 6, 2 in 0``."""
    found = shares(battle, difference)
    return (
        f"wins {found.wins} of {found.whole}; they lose 1 step in {found.defender_one}, 2 in {found.defender_two}; "
        f"you 1 in {found.attacker_one}, 2 in {found.attacker_two}"
    )
