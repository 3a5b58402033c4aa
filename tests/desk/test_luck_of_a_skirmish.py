"""Luck, where every shot hits on a 4, 5 or 6: what it came to, whose it was, how it is told and drawn."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pbem.core.event import Event
from pbem.core.umpire import Roll
from pbem.desk.play.luck import (
    LUCKIEST,
    PLOT_ROWS,
    PLOT_WIDTH,
    Thrown,
    decisive,
    in_short,
    lines,
    of_game,
    page,
    percent_for,
    plot,
    replayed,
    tenths,
    throws,
)
from pbem.desk.record import chain
from pbem.desk.record.from_records import Followed, follow
from pbem.mechanisms.chances import Chance
from tests.desk.skirmish import SkirmishShot
from tests.desk.table import SkirmishTitle, Table
from tests.desk.test_luck import COIN, Shots

GAME = "meadow-1"
TITLE = SkirmishTitle(chances=Shots())


def thrown(*shots: str) -> list[Thrown]:
    """Shots such as ``1r+``: the game turn, whose, and whether it hit."""
    found = []
    for one in shots:
        side = {"r": "red", "b": "blue"}[one[1]]
        phase = f"T0{one[0]}.{'RED' if side == 'red' else 'BLU'}.A"
        found.append(Thrown(phase, Chance("fire", side, f"{side} at somebody", int(one[2] == "+"), COIN)))
    return found


def events(*shots: str) -> list[tuple[str, Event]]:
    found: list[tuple[str, Event]] = []
    for one in thrown(*shots):
        unit, target = ("Red One", "Blue One") if one.chance.side == "red" else ("Blue One", "Red One")
        found.append((one.phase, SkirmishShot(unit, target, Roll("x", "1d6", (1,)), hit=bool(one.chance.worth))))
    return found


@pytest.mark.parametrize(
    ("shot", "red", "blue"),
    [("1r+", "1/2", "-1/2"), ("1r-", "-1/2", "1/2"), ("1b+", "-1/2", "1/2"), ("1b-", "1/2", "-1/2")],
)
def test_what_is_luck_for_one_is_none_for_the_other(shot: str, red: str, blue: str) -> None:
    (found,) = thrown(shot)
    assert (found.swing("red"), found.swing("blue")) == (Fraction(red), Fraction(blue))


@pytest.mark.parametrize(
    ("shots", "red", "blue"),
    [
        (["1r+"], 75, 25),
        (["1r-"], 25, 75),
        (["1r+", "1b-"], 88, 13),
        (["1r+", "1b+"], 50, 50),
        (["1r+", "1r-"], 50, 50),
    ],
)
def test_in_how_many_of_a_hundred_it_would_have_come_out_worse(shots: list[str], red: int, blue: int) -> None:
    assert (percent_for("red", thrown(*shots)), percent_for("blue", thrown(*shots))) == (red, blue)


def test_events_that_are_no_roll_and_games_without_dice_of_their_own_have_no_luck() -> None:
    assert throws(SkirmishTitle(), None, events("1r+")) == []
    assert [one.phase for one in throws(TITLE, None, events("1r+", "2b-"))] == ["T01.RED.A", "T02.BLU.A"]
    assert in_short(TITLE, None, [], "red") == ()
    assert lines(TITLE, GAME, None, [], "red") == []


def test_the_luck_of_a_game_in_three_sentences() -> None:
    shots = events("1r+", "1r-", "1r+", "1b+", "2b-")
    assert in_short(TITLE, None, shots, "red") == (
        "Your dice were better than in 66 of 100 such games.",
        "Results of fire and melee (and the average): Red fire 2 (1.5), Blue fire 1 (1.0).",
        "The luckiest roll was yours: T1 RED.A, Red One fires at Blue One, worth 0.5.",
    )
    assert in_short(TITLE, None, events("1r-", "1r+"), "red")[2] == (
        "The luckiest roll was your enemy's: T1 RED.A, Red One fires at Blue One, worth 0.5."
    )
    told = lines(TITLE, GAME, None, shots, "red")
    assert told[0] == ""
    assert told[-1].strip() == "Roll by roll:   pbem luck meadow-1 --from MAILBOX"
    assert all(len(one) <= 78 for one in told)


@pytest.mark.parametrize(
    ("shots", "number", "phases"),
    [
        (["1r+", "1b+", "2r+", "2r+", "3b-"], 1, ["T02.RED.A"]),
        (["1r+", "1b+", "2r+", "2r+", "3b-"], 2, ["T01.BLU.A", "T02.RED.A"]),
        (["1r+", "1r-", "2b+"], 1, ["T02.BLU.A"]),
        (["1r+", "1r-", "2b+"], 9, ["T01.RED.A", "T02.BLU.A"]),
        ([], 3, []),
    ],
)
def test_the_phases_that_moved_the_game_most_in_the_sequence_of_play(
    shots: list[str], number: int, phases: list[str]
) -> None:
    assert decisive(thrown(*shots), "red", number) == phases


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0", "0.0"),
        ("1/2", "0.5"),
        ("-1/2", "-0.5"),
        ("1/20", "0.1"),
        ("-1/20", "-0.1"),
        ("1/21", "0.0"),
        ("-1/21", "0.0"),
    ],
)
def test_a_fraction_has_one_decimal(value: str, text: str) -> None:
    assert tenths(Fraction(value)) == text


def test_the_plot_goes_up_with_luck_and_down_without() -> None:
    drawn = list(plot(thrown("1r+", "1r+", "1r+", "2b+", "2b+"), "red", "Red"))
    assert drawn[0] == "Luck of the Red side, roll by roll (0 is the average)"
    assert len(drawn) == PLOT_ROWS + 2
    assert [one[:7].strip() for one in drawn[1:-1]] == ["1.5", "", "", "", "", "0", "", "", "-1.0"]
    columns = [[row[9 + n : 10 + n] for row in drawn[1:-1]].index("*") for n in range(5)]
    assert columns == [3, 2, 0, 2, 3]
    assert drawn[6].strip() == "0 |-----"
    assert drawn[-1] == "         T1 T2"


def test_a_long_game_is_drawn_as_wide_as_there_is_room_for() -> None:
    drawn = list(plot(thrown(*["1r+"] * 100, *["2r-"] * 100), "red", "Red"))
    assert max(len(one) for one in drawn[1:-1]) == 9 + PLOT_WIDTH
    assert drawn[1].strip().startswith("50.0 |")
    assert drawn[-1] == f"{'':>9}T1{'':<{PLOT_WIDTH - 4}}T2"
    low = list(plot(thrown("1r-"), "red", "Red"))
    assert low[-1] == "         T1 T1"


@pytest.fixture
def followed(table: Table) -> Followed:
    """A fire of red's and one of blue's, played to their ends."""
    table.open(GAME, pace="mixed")
    for side in ("red", "blue"):
        other = "Blue" if side == "red" else "Red"
        one, two = f"{side.title()} One", f"{side.title()} Two"
        table.say(GAME, side, f"{one} fire at {other} One\n{two} fire at {other} One\nready")
    with table.desk.store.read() as books:
        return follow(SkirmishTitle(), chain.records_since(books, books.games.get(GAME), -1))


def test_a_page_of_totals_lucky_rolls_and_the_plot(followed: Followed) -> None:
    found = of_game(TITLE, followed)
    assert [one.chance.side for one in found] == ["red", "red", "blue", "blue"]
    shown = list(page(TITLE, followed, "red"))
    hits = {side: sum(one.chance.worth for one in found if one.chance.side == side) for side in ("red", "blue")}
    assert shown[0].split() == ["rolls", "came", "to", "average", "worse", "in"]
    for n, side in enumerate(("red", "blue"), 1):
        percent = percent_for(side, [one for one in found if one.chance.side == side])
        assert shown[n].split() == [side.title(), "fire", "2", str(hits[side]), "1.0", str(percent), "of", "100"]
    assert shown[3:6] == [
        "",
        f"All in all the Red dice were better than in {percent_for('red', found)} of 100 such games.",
        "Counted in hits that the enemy loses, less one's own.",
    ]
    rolls = shown[shown.index("The rolls that were worth most:") + 1 :][:4]
    assert all(one.split()[-2] == "+0.5" for one in rolls)
    whose = [one.split()[-1] for one in rolls]
    assert whose == ["Red" if one.swing("red") > 0 else "Blue" for one in found]
    assert list(page(SkirmishTitle(), followed, "red")) == ["No fire or melee has been rolled for."]
    nobody = replace(followed, phases=[])
    assert list(page(TITLE, nobody, "red")) == ["No fire or melee has been rolled for."]
    assert LUCKIEST == 5


def test_decisive_phases_are_replayed_with_other_dice(followed: Followed) -> None:
    found = list(replayed(TITLE, followed, "red", replays=60))
    assert [one.phase for one in found] == list(dict.fromkeys(one.phase for one in of_game(TITLE, followed)))
    for one in found:
        own = [shot for shot in of_game(TITLE, followed) if shot.phase == one.phase]
        sign = 1 if "RED" in one.phase else -1
        assert one.found == sign * sum(shot.chance.worth for shot in own)
        assert one.swing == sum(shot.swing("red") for shot in own)
        assert [sign * one.least, sign * one.most] == ([0, 2] if sign > 0 else [2, 0])
        assert one.middle == sign
        assert 0 <= one.percent < 100
    assert found == list(replayed(TITLE, followed, "red", replays=60))
    assert found != list(replayed(TITLE, followed, "red", replays=60, seed="2")) or len(found) == 2
