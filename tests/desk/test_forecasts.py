"""What if, in a skirmish: what is tried and what is not, what comes of it, and the page that tells it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from pbem.desk.orders.what_if import (
    CERTAIN,
    MOST_OUTCOMES,
    NOTHING,
    Forecast,
    NothingToTry,
    OrderTrial,
    _in_one_battle,
    page,
    what_if,
)
from pbem.desk.record import chain
from pbem.desk.record.from_records import Followed, follow
from tests.desk.table import SkirmishTitle, Table

GAME = "meadow-1"
TITLE = SkirmishTitle()
HIT = ("Blue One is hit.",)


def stands(table: Table) -> Followed:
    with table.desk.store.read() as books:
        return follow(TITLE, chain.records_since(books, books.games.get(GAME), -1))


def tried(table: Table, words: str, side: str = "red", **more: Any) -> list[tuple[str, Counter[tuple[str, ...]]]]:
    return [(one.line, one.outcomes) for one in what_if(TITLE, stands(table), side, words, **more).tried]


def test_a_shot_hits_as_often_as_its_die_says(table: Table) -> None:
    table.open(GAME)
    ((line, outcomes),) = tried(table, "Red One fire at Blue One")
    assert line == "Red One fire at Blue One"
    assert set(outcomes) == {HIT, NOTHING}
    assert outcomes.total() == 200
    assert 70 < outcomes[HIT] < 130


def test_the_same_seed_tells_the_same_and_another_does_not(table: Table) -> None:
    table.open(GAME)
    words = "Red One fire at Blue One"
    first = [tried(table, words, seed=one, plays=60) for one in "112"]
    assert first[0] == first[1]
    assert first[0] != first[2]


def test_an_order_without_a_die_is_certain_and_one_for_a_later_phase_is_played_up_to_it(table: Table) -> None:
    table.open(GAME)
    words = "Red One fire at Blue One\nin B: Red Two march 2"
    found = what_if(TITLE, stands(table), "red", words, plays=5)
    assert (found.phase, found.last_phase, found.side, found.plays) == ("T01.RED.A", "T01.RED.B", "red", 5)
    (fire, march) = found.tried
    assert fire.outcomes.total() == 5
    assert march.outcomes == {CERTAIN: 5}
    assert (march.note, march.is_plan) == ("2 of 5 MP", False)
    alone = what_if(TITLE, stands(table), "red", "Red One fire at Blue One", plays=1)
    assert alone.last_phase == "T01.RED.A"


def test_lines_of_several_orders_and_several_lines_are_told_one_by_one(table: Table) -> None:
    table.open(GAME)
    found = tried(table, "Red Two fire at Blue Two\nhow are you?\nRed One fire at Blue One", plays=20)
    assert [line for line, _ in found] == ["Red Two fire at Blue Two", "Red One fire at Blue One"]
    assert all(outcomes.total() == 20 for _, outcomes in found)
    assert set(found[0][1]) <= {("Blue Two is hit.",), NOTHING}


@pytest.mark.parametrize(
    ("side", "words", "why"),
    [
        ("red", "", "expected an order, found none"),
        ("red", "how are you?", "expected an order, found none"),
        ("red", "policy cover: duck", "expected an order, found none"),
        ("red", "Red One fire at Red Two", "no line can be tried"),
        ("blue", "Blue One fire at Red One", "phase A of T01 takes no orders of yours; try this when your orders"),
    ],
)
def test_where_there_is_nothing_to_try_it_is_said_why(table: Table, side: str, words: str, why: str) -> None:
    table.open(GAME)
    with pytest.raises(NothingToTry, match=why):
        what_if(TITLE, stands(table), side, words)


def test_orders_that_are_being_carried_out_are_not_tried_again(table: Table) -> None:
    table.open(GAME)
    table.say(GAME, "red", "Red One fire at Blue One\nready")
    with pytest.raises(NothingToTry, match="your orders for phase A of T01 are being carried out"):
        what_if(TITLE, stands(table), "red", "Red Two fire at Blue One")
    found = stands(table)
    assert found.open is not None
    found.open.is_told = False
    with pytest.raises(NothingToTry, match="waits in its midst, and what was answered in it is sealed"):
        what_if(TITLE, found, "red", "Red Two fire at Blue One")


def test_a_game_that_is_over_has_nothing_to_try(table: Table) -> None:
    table.open(GAME)
    found = stands(table)
    found.is_over = True
    with pytest.raises(NothingToTry, match="the game is over"):
        what_if(TITLE, found, "red", "Red One fire at Blue One")
    found.is_over = False
    found.now.next = 8
    with pytest.raises(NothingToTry, match="the game is over"):
        what_if(TITLE, found, "red", "Red One fire at Blue One")


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("T01.RED.A", "T01.RED.B", False),
        ("T01.B1.G01.RED.A", "T01.B1.G02.BLU.B", True),
        ("T01.B1.G01.RED.A", "T01.B2.G01.RED.A", False),
        ("T01.B1.G01.RED.A", "T02.B1.G01.RED.A", False),
        ("T01.B1.G01.RED.A", "T01.RED.A", False),
        ("T01.RED.A", "T01.B1.G01.RED.A", False),
    ],
)
def test_phases_of_one_battle(one: str, other: str, is_same: bool) -> None:
    assert _in_one_battle(one, other) == is_same


# ------------------------------------------------------------------------------------------------------------- the page


def told(*some: OrderTrial, plays: int = 200, **figures: Sequence[int]) -> list[str]:
    read: Any = None
    found = Forecast("T01.RED.A", "red", plays, read, list(some))
    found.figures = {name.replace("_", " "): list(values) for name, values in figures.items()}
    return list(page(found, 60))


def test_outcomes_are_told_most_frequent_first_in_percent() -> None:
    one = OrderTrial(
        "Red One fire at Blue One", "needs 4+", outcomes=Counter({("It misses",): 79, ("It hits!", "It runs"): 121})
    )
    assert told(one) == [
        "Red One fire at Blue One",
        "    needs 4+",
        "    61 %  It hits! It runs.",
        "    40 %  It misses.",
        "",
    ]


@pytest.mark.parametrize(("kinds", "rest"), [(MOST_OUTCOMES, ""), (MOST_OUTCOMES + 1, "1"), (MOST_OUTCOMES + 3, "3")])
def test_what_comes_seldom_is_told_together(kinds: int, rest: str) -> None:
    outcomes = Counter({(f"Outcome {n}.",): 10 for n in range(kinds)})
    lines = told(OrderTrial("x", outcomes=outcomes), plays=10 * kinds)
    assert sum("Outcome" in one for one in lines) == MOST_OUTCOMES
    others = [one for one in lines if "something else" in one]
    share = round(100 * (kinds - MOST_OUTCOMES) / kinds)
    assert others == ([f"{share:>6} %  something else, in {rest} ways."] if rest else [])


def test_a_line_of_a_plan_has_no_outcome_of_its_own() -> None:
    plan = OrderTrial("plan: hold the hill", "a note", is_plan=True, outcomes=Counter({("x",): 3}))
    shot = OrderTrial("y", outcomes=Counter({("Done?",): 200}))
    assert told(plan) == ["plan: hold the hill", "    a note", ""]
    assert told(plan, shot) == ["plan: hold the hill", "    a note", "y", "   100 %  Done?", "", ""]
    assert told(shot) == ["y", "   100 %  Done?", ""]


def test_figures_that_change_are_told_by_their_quarters() -> None:
    lines = told(plays=5, red_strength=[4, 0, 1, 3, 2], blue_strength=[2, 2, 2, 2, 2])
    assert lines == [
        "Change in 5 plays                   least   1/4  middle   3/4  most    mean",
        "red strength                            0     1       2     3     4     2.0",
    ]
    assert told(plays=5, blue_strength=[2, 2]) == []


def test_plays_are_grouped_by_who_loses_more_in_them() -> None:
    figures = {"red strength lost": [0, 1, 2, 0, 0], "blue strength lost": [3, 1, 0, 0, 1], "shots": [1, 1, 1, 1, 1]}
    found = Forecast("T01.RED.A", "red", 5, None, [], figures)  # type: ignore[arg-type]
    told = " ".join(" ".join(page(found, 78)).split())
    assert "Won in 40 %, drawn in 40 %, lost in 20 % of the plays, by strength lost" in told
    nothing = Forecast("T01.RED.A", "red", 1, None, [], {"red strength lost": [0], "blue strength lost": [0]})  # type: ignore[arg-type]
    assert "Won" not in " ".join(page(nothing, 78))
