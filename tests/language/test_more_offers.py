"""A line that is asked about comes back with all that it may mean, and no offer says two things of somebody."""

import pytest

from tests.language.score import MOST_OFFERED, Row, judged

MOVES = ("rosebud", "us", "in-contact", "C")
FIRES = ("rosebud", "indian", "in-contact", "B")
VILLAGE = ("littlebighorn", "us", "in-the-village", "C")
GREENVILLE = ("miniatures", "american", "creek-ford", "A")


def offers(where: tuple[str, str, str, str], line: str) -> list[str]:
    """What a line is asked about, or taken for."""
    verdicts = judged(Row("", *where, "", line, ""), line)
    taken = ["; ".join(one.canonical) for one in verdicts if one.canonical]
    return taken + [one for found in verdicts if found.problem for one in found.problem.suggest[:MOST_OFFERED]]


@pytest.mark.parametrize(
    ("where", "line", "meant"),
    [
        (
            MOVES,
            "crook 2 walk up 2 the infantry in 3213 pls, hq stays were it is",
            "BG Crook move 3214-3213; Column HQ stay",
        ),
        (
            MOVES,
            "Company L remains in position until further orders; its led horses likewise.",
            "L/3 Cav stay; L/3 holders stay",
        ),
        (
            VILLAGE,
            "Company A to fight on foot from its present ground. Remainder of the command: as at present.",
            "A/7 Cav dismount",
        ),
    ],
)
def test_what_a_line_may_mean_besides_is_offered(where: tuple[str, str, str, str], line: str, meant: str) -> None:
    found = offers(where, line)
    assert meant in found


@pytest.mark.parametrize(
    ("where", "line", "meant"),
    [
        (
            FIRES,
            "Both of the bands standing with Crazy Horse should blaze away at Van Vliet's lads, nothing held back.",
            "Crow King fire full at C/3 Cav; Four Horns fire full at C/3 Cav",
        ),
        (
            GREENVILLE,
            "The cavalry shall go down from the horses, here is no ground for to ride.",
            "Light Horse: dismount",
        ),
    ],
)
def test_no_offer_says_two_things_of_somebody(where: tuple[str, str, str, str], line: str, meant: str) -> None:
    assert offers(where, line) == [meant]


@pytest.mark.parametrize(
    ("where", "line"),
    [
        (MOVES, "A/3 to 3612 and E/3 frobnicates"),
        (GREENVILLE, "all ftz fwd 5"),
        (GREENVILLE, "Bob and First Company fwd 6"),
    ],
)
def test_nothing_more_is_offered_without_somebody_whom_the_line_names(
    where: tuple[str, str, str, str], line: str
) -> None:
    assert all("A/3 Cav" in one and "E/3 Cav" in one for one in offers(where, line))


def test_an_offer_that_has_everything_stands_alone() -> None:
    line = "M Company backs off one hex west, to 7219, then everyone out of the saddle"
    assert all("M/7 Cav dismount" in one for one in offers(VILLAGE, line))
