"""What the dice of battles could have brought: shots, melees and morale rolls in sixths of a unit."""

from fractions import Fraction

from pbem.core.options import Options
from pbem.core.umpire import Roll
from pbem.mechanisms.chances import Chance
from pbem.systems import registry
from pbem.systems.nezperce.battle.events import MeleeFought, MoraleTested, ShotFired, UnitOut
from pbem.systems.nezperce.battle.tally import CHANCES
from pbem.systems.nezperce.system import RULES


def of(event: object) -> Chance:
    found = CHANCES.of(None, "T09.B1.G02.AR.H", event)  # type: ignore[arg-type]
    assert found is not None
    return found


def roll(die: int) -> Roll:
    return Roll("any #1", "1d6", (die,))


def test_a_shot_is_worth_what_its_result_costs_on_average() -> None:
    # 8 less 3 is 5: a P2 on 1 to 4, an M on 5 and 6; braves break on one face of six.
    shot = ShotFired("Perry Cavalry 1", "Ollokot 3", "1412", 3, 8, 3, roll(5), 5, "M")
    assert of(shot).side == "army"
    assert of(shot).worth == 1
    assert of(shot).expected == Fraction(2, 6)
    # Braves at a company, 3 less 4: M on 2 to 5, K on 6; a company breaks on two faces.
    shot = ShotFired("Joseph 1", "Perry Cavalry 1", "1412", 3, 3, 4, roll(6), 6, "K")
    assert of(shot).side == "indian"
    assert of(shot).worth == 6
    assert of(shot).expected == Fraction(4 * 2 + 6, 6)


def test_a_melee_counts_the_losses_of_both() -> None:
    # 7 against 4, superiority 3, on a 1: the lower total loses a unit, and the higher has a morale roll.
    fight = MeleeFought(
        "1412", "indian", ("Ollokot 1", "Joseph 1"), ("Perry Cavalry 1",), (7, 4), roll(1), 1, (0, 1), (1, 0)
    )
    assert of(fight).worth == 6 - 1
    assert sum(of(fight).spread.values()) == 6


def test_doubtful_cells_count_as_the_game_reads_them() -> None:
    # Strength 15 at braves behind a ridge in rocks, a die of 1 less 1: M by the table, K with the option.
    state = RULES.open("campaign-1877", Options(("fire-kills",)))
    shot = ShotFired("Howard Howitzer", "Ollokot 1", "1412", 3, 17, 3, roll(1), 0, "K")
    plain, optional = (CHANCES.of(one, "T09.B1.G02.AR.H", shot) for one in (None, state))
    assert plain is not None
    assert optional is not None
    assert (plain.spread, optional.spread) == ({1: 1, 6: 5}, {6: 6})
    steady = RULES.open("campaign-1877", Options(("mountain-men-steady",)))
    broken = MoraleTested("Washington Volunteers 1", roll(5), "B")
    assert CHANCES.of(None, "", broken).expected == 2  # type: ignore[union-attr]
    assert CHANCES.of(steady, "", broken).expected == 1  # type: ignore[union-attr]


def test_morale_and_losses() -> None:
    assert of(MoraleTested("Lodge 1", roll(6), "B")).expected == 3
    assert of(MoraleTested("Lodge 1", roll(6), "B")).side == "army"
    out = [UnitOut("Lodge 1", "killed"), UnitOut("Lodge 2", "left"), UnitOut("Camp 1", "surrendered")]
    assert CHANCES.lost(None, out) == {"indian": 6, "army": 6}


def test_the_game_says_what_its_dice_came_to() -> None:
    assert registry.game("nezperce").chances is CHANCES
