"""Which phases may take a side's orders next: in a fixed sequence, by chance, all at once, in a battle, with three sides."""

import pytest

from pbem.core.sequence import Drawn, InTurn, parse
from pbem.core.system import ALL, OTHER, PHASING, Card, PhaseCard, Side

SIDES = (Side("red", "RED", "Red"), Side("blue", "BLU", "Blue"), Side("green", "GRN", "Green"))
PHASES = (
    PhaseCard("A", "Fire", "1", PHASING),
    PhaseCard("D", "Reaction", "2", OTHER),
    PhaseCard("E", "March", "3", PHASING),
    PhaseCard("W", "Weather", "4", ALL),
    PhaseCard("F", "Fight", "5", ALL),
    PhaseCard("G", "Chase", "6", PHASING),
)


def card(sides: int) -> Card:
    return Card("made-up", "Made Up", "made-up", "MU", SIDES[:sides], PHASES, (), "field")


def coming(sides: int, now: str, side: str, letter: str, *played: str) -> str:
    return str(InTurn(card(sides), battle="FG").next_for(side, letter, parse(now), (*played, now)))


@pytest.mark.parametrize(
    ("now", "side", "letter", "played", "expected"),
    [
        ("T01.RED.A", "red", "A", (), "T01.RED.A"),
        ("T01.RED.A", "red", "E", (), "T01.RED.E"),
        ("T01.RED.E", "red", "A", (), "T02.RED.A"),
        ("T01.RED.A", "blue", "A", (), "T01.BLU.A"),
        ("T01.BLU.A", "red", "A", ("T01.RED.A",), "T02.RED.A"),
        ("T01.RED.A", "blue", "D", (), "T01.RED.D"),
        ("T01.RED.E", "blue", "D", (), "T02.RED.D"),
        ("T01.RED.A", "red", "D", (), "T01.BLU.D"),
        ("T01.RED.A", "red", "W", (), "T01.ALL.W"),
        ("T01.RED.A", "red", "F", (), "None"),
        ("T01.RED.A", "red", "X", (), "None"),
    ],
)
def test_the_next_phase_of_a_game_of_two(
    now: str, side: str, letter: str, played: tuple[str, ...], expected: str
) -> None:
    assert coming(2, now, side, letter, *played) == expected


@pytest.mark.parametrize(
    ("now", "side", "played", "expected"),
    [
        ("T01.RED.A", "green", (), "T01.RED.D"),
        ("T01.RED.E", "green", (), "T01.BLU.D"),
        ("T01.GRN.A", "green", ("T01.RED.A", "T01.BLU.A"), "T02.RED.D"),
        ("T01.GRN.A", "blue", ("T01.RED.A", "T01.BLU.A"), "T01.GRN.D"),
    ],
)
def test_whose_turn_a_reaction_is_in_among_three(now: str, side: str, played: tuple[str, ...], expected: str) -> None:
    assert coming(3, now, side, "D", *played) == expected


@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        ("F", "T01.B2.G01.ALL.F"),
        ("G", "T01.B2.G01.RED.G"),
        ("A", "T02.RED.A"),  # it has been played in this turn
        ("E", "T01.RED.E"),  # the turn goes on behind the battle
        ("W", "T01.ALL.W"),
    ],
)
def test_what_comes_after_a_battle(letter: str, expected: str) -> None:
    assert coming(2, "T01.B2.G01.ALL.F", "red", letter, "T01.RED.A", "T01.RED.D") == expected


def test_phases_of_a_battle_are_beside_those_of_the_turn() -> None:
    sequence = InTurn(card(2), battle="FG")
    assert sequence.after("A") == ("E",)
    assert sequence.after("") == ()
    assert sequence.between("A", "W") == ("A", "D", "E")
    assert sequence.between("F", "G") == ("F",)
    assert sequence.between("A", "G") == ()
    assert [sequence.is_sure(letter) for letter in "AWF"] == [True, True, False]
    assert sequence.knows(parse("T01.ALL.W"))
    assert not sequence.knows(parse("T01.CUP.W"))
    assert not sequence.knows(parse("T01.RED.X"))


def test_what_chance_brings_comes_once_a_turn_and_may_come_next() -> None:
    drawn = Drawn(card(2))
    now = parse("T01.RED.A")
    assert str(drawn.next_for("red", "A", now, ("T01.RED.A",))) == "T01.RED.A"
    assert str(drawn.next_for("red", "E", now, ("T01.RED.E",))) == "T02.RED.E"
    assert str(drawn.next_for("blue", "A", now, ())) == "T01.BLU.A"
    assert drawn.next_for("red", "W", now, ()) is None
    assert drawn.after("A") == ("E", "G")
    assert drawn.between("A", "E") == ()
    assert not drawn.is_sure("A")
    assert drawn.knows(parse("T01.CUP.B"))


def test_a_letter_of_the_set_up_serves_the_first_turn() -> None:
    """What comes before the turns has a turn 0 of its own: in it nothing else is played, and nothing is filed for it."""
    play = InTurn(card(2), before="A")
    found = [str(play.next_for("red", letter, parse("T00.RED.A"), ())) for letter in "AE"]
    assert found == ["T00.RED.A", "T01.RED.E"]
    assert play.after("A") == ()
    assert play.after("E") == InTurn(card(2)).after("E")


def test_a_phase_apart_is_in_no_player_turn() -> None:
    play = InTurn(card(2), apart="G")
    assert [play.is_apart(letter) for letter in "AG"] == [False, True]
    assert not Drawn(card(2)).is_apart("G")
