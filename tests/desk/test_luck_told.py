"""What the luck of a game is said to be: four rolls of known chances, told to the digit."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.desk.play.luck import decisive, in_short, lines, page, percent_for, plot, tenths, throws
from pbem.mechanisms.chances import Chance, Spread
from tests.desk.table import SkirmishTitle

EVEN = {0: 2, 1: 2, 2: 2}
MELEE = {-4: 1, 0: 1, 2: 2}


class Given:
    """Each event is its own chance."""

    unit = "hits"

    def of(self, state: Any, phase: str, event: Any) -> Chance | None:
        found: Chance | None = event
        return found


TITLE: Any = replace(SkirmishTitle(), chances=Given())


def chance(kind: str, side: str, what: str, worth: int, spread: Spread) -> Any:
    return Chance(kind, side, what, worth, spread)


EVENTS = [
    ("T01.RED.F", chance("fire", "red", "One fires", 2, EVEN)),
    ("T01.RED.F", chance("fire", "red", "Two fires", 0, EVEN)),
    ("T01.BLUE.F", chance("fire", "blue", "Blue fires", 2, EVEN)),
    ("T02.RED.M", chance("melee", "red", "One attacks", 2, MELEE)),
    ("T02.BLUE.F", None),
]
THROWN = throws(TITLE, None, EVENTS)


@pytest.mark.parametrize(("side", "percent", "whose"), [("red", 56, "yours"), ("blue", 44, "your enemy's")])
def test_the_last_letter_says_it_in_three_sentences(side: str, percent: int, whose: str) -> None:
    told = (
        f"Your dice were better than in {percent} of 100 such games.",
        "Results of fire and melee (and the average): Red fire 2 (2.0), Blue fire 2 (1.0), Red melee 2 (0.0).",
        f"The luckiest roll was {whose}: T2 RED.M, One attacks, worth 2.0.",
    )
    assert in_short(TITLE, None, EVENTS, side) == told
    wrapped = lines(TITLE, "rosebud-7", None, EVENTS, side)
    assert (wrapped[0], wrapped[1], wrapped[-1]) == ("", told[0], "Roll by roll:   pbem luck rosebud-7 --from MAILBOX")
    assert [line for line in wrapped if line.startswith("  ")] == ["  (1.0), Red melee 2 (0.0)."]
    assert " ".join(" ".join(wrapped[1:-1]).split()) == " ".join(told)


def test_a_game_without_rolls_or_without_chances_has_no_luck() -> None:
    assert lines(TITLE, "rosebud-7", None, EVENTS[-1:], "red") == []
    assert throws(SkirmishTitle(), None, EVENTS) == []
    none = SimpleNamespace(now=None, phases=[])
    assert list(page(TITLE, none, "red")) == ["No fire or melee has been rolled for."]  # type: ignore[arg-type]


@pytest.mark.parametrize("side", ["red", "blue"])
def test_the_decisive_phases_are_those_of_most_luck_whoever_had_it_in_the_sequence_of_play(side: str) -> None:
    assert decisive(THROWN, side, 1) == ["T02.RED.M"]
    assert decisive(THROWN, side, 2) == ["T01.BLUE.F", "T02.RED.M"]
    assert decisive(THROWN, side) == ["T01.RED.F", "T01.BLUE.F", "T02.RED.M"]
    assert percent_for(side, THROWN[:2]) == 50


def test_the_page_has_each_kind_the_luckiest_rolls_and_the_plot() -> None:
    followed: Any = SimpleNamespace(now=None, phases=[SimpleNamespace(phase=at, events=[one]) for at, one in EVENTS])
    whole = """\
                        rolls   came to   average   worse in
Red fire                    2         2       2.0   50 of 100
Blue fire                   1         2       1.0   83 of 100
Red melee                   1         2       0.0   75 of 100

All in all the Blue dice were better than in 44 of 100 such games.
Counted in hits that the enemy loses, less one's own.

The rolls that were worth most:
  T2 RED.M                One attacks                            +2.0 Red
  T1 RED.F                One fires                              +1.0 Red
  T1 RED.F                Two fires                              +1.0 Blue
  T1 BLUE.F               Blue fires                             +1.0 Blue

Luck of the Blue side, roll by roll (0 is the average)
    1.0 |  *
        |
        |
        |
      0 |-*--
        |
        |
        |
   -1.0 |*  *
         T1 T2"""
    assert "\n".join(page(TITLE, followed, "blue")) == whole


def test_the_plot_shows_many_rolls_in_so_many_columns_each_at_its_height() -> None:
    thrown = throws(TITLE, None, [("T01.RED.F", chance("fire", "red", "", 2, EVEN))] * 100)
    thrown += throws(TITLE, None, [("T11.RED.F", chance("fire", "red", "", 0, EVEN))] * 28)
    drawn = list(plot(thrown, "red", "Red"))
    assert drawn[1] == "  100.0 |" + " " * 46 + "*" * 7
    assert drawn[-2] == "      0 |**" + "-" * 62
    assert drawn[-1] == "         T1" + " " * 59 + "T11"
    assert all(sum(line[9 + at : 10 + at] == "*" for line in drawn[1:-1]) == 1 for at in range(64))


@pytest.mark.parametrize(
    ("value", "written"),
    [
        *(("0", "0.0"), ("1/4", "0.3"), ("-1/4", "-0.3"), ("1/20", "0.1"), ("-1/30", "0.0"), ("199/20", "10.0")),
        ("-10/3", "-3.3"),
    ],
)
def test_a_fraction_has_one_decimal(value: str, written: str) -> None:
    assert tenths(Fraction(value)) == written
