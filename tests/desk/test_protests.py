"""Protests: what happened, by which clause, what decided it; the same words to both, and no phase again with known dice."""

import re
from datetime import timedelta

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.reports import times
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk.table import GM, Table
from tests.desk.test_deadlines import due

GAME, US, MO = "rosebud-7", "kate@mail.example", "mo@post.example"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Rosebud, two player turns on, in which nobody gave an order."""
    table = Table.lay(tmp_path_factory.mktemp("desk"), games=registry.game)
    table.title, table.addresses = "rosebud", {"us": US, "indian": MO}
    players = [("us", US, "BG Crook"), ("indian", MO, "M. Ortiz")]
    wanted = Wanted(GAME, "rosebud", "in-contact", players, GM, seed=b"a demo seed", ladder_length=64)
    open_campaign(table.desk, wanted)
    advance(table.desk, GAME)
    going_on(table, 13)
    return table


def going_on(table: Table, stops: int) -> None:
    for _ in range(stops):
        with table.desk.store.read() as books:
            row = books.phases.open(books.games.get(GAME))
            assert row is not None
            side = row.waiting_for.split(",")[0]
            count = len(books.questions.open(row, side))
        to = [one for one in table.letters(GAME, side) if one.kind == ("question" if count else "report")][-1]
        table.say(GAME, side, " ".join(["1"] * count) if count else "ready", to=to)


def protests(table: Table, words: str) -> LetterOutRow:
    before, records = table.phase(GAME), len(table.records(GAME))
    answer = table.say(GAME, "us", words)
    assert (table.phase(GAME), len(table.records(GAME))) == (before, records), "nothing is played or changed by it"
    return answer


def said(letter: LetterOutRow) -> str:
    return " ".join(letter.text.split())


@pytest.mark.slow
def test_what_was_possible_is_told_with_the_log_and_the_cases_of_the_clause(played: Table) -> None:
    answer = protests(played, "protest: 9.A, A/3 Cav fire at Crow King")
    assert "PROTEST 1 of US" in answer.text
    assert "nobody fires" in answer.text
    assert "proved cases of it" in said(answer)
    assert "pbem case show rosebud/" in answer.text
    assert "As an order for T3 US" in said(answer)
    assert "| insist 1: REASON" in answer.text
    assert "play a phase again with the same dice" in said(answer)
    assert max(map(len, answer.text.splitlines())) <= 78
    other = played.last(GAME, "indian", "protest")
    assert other.text.splitlines()[:8] == answer.text.splitlines()[:8]
    assert "insist" not in other.text


def test_the_fact_that_forbade_it_is_named(played: Table) -> None:
    going_on(played, 1)
    answer = protests(played, "protest: 7.C, A/3 Cav move 0101-0102")
    assert "was not possible: 0101 is not on the map" in said(answer)
    assert "was not possible: 0101 is not on the map" in said(played.last(GAME, "indian", "protest"))


def test_words_that_are_no_order_are_not_called_an_impossible_one(played: Table) -> None:
    answer = protests(played, "protest: 9.F, the Indians should have been fired on as they left")
    assert "As an order" not in said(answer)
    shown = re.findall(r"^ +pbem case show (\S+)$", answer.text, re.M)
    assert len(shown) == 2, "an id is in one line, to be copied"
    assert all(max(map(len, answer.text.splitlines())) <= 78 for _ in shown)


def test_without_a_clause_those_of_the_log_are_offered(played: Table) -> None:
    assert "Which clause was broken?" in protests(played, "protest: why did nobody fire at Crow King?").text
    answer = protests(played, "protest: that was unfair")
    assert "Which clause was broken?" in answer.text
    assert "The log of the last phases names" in said(answer)


def test_a_clause_that_no_case_names_goes_to_the_gm_at_once(played: Table) -> None:
    going_on(played, 1)
    answer = protests(played, "protest: 99.Z, who knows")
    assert "None of our cases cites 99.Z, so we told the GM." in said(answer)
    assert "99.Z" in played.last(GAME, "gm").text


def test_it_is_passed_to_the_gm_once(played: Table) -> None:
    assert "We passed all of protest 1 on to the GM" in said(protests(played, "insist 1: I saw it fire before"))
    assert "I saw it fire before" in said(played.last(GAME, "gm"))
    assert "has it already" in protests(played, "insist 1").text
    assert "No protest of yours has this number" in protests(played, "insist 77").text


def test_so_many_between_two_phases(played: Table) -> None:
    going_on(played, 1)
    for _ in range(3):
        assert "PROTEST" in protests(played, "protest: 9.A").text
    assert "You have made 3 protests" in said(protests(played, "protest: 9.A"))


def test_press_that_begins_like_one_is_press(played: Table) -> None:
    assert "PROTEST" not in protests(played, "press: I protest: 9.A is silly").text


def test_the_clock_stands_for_a_day_once_a_side_and_phase(played: Table) -> None:
    going_on(played, 1)
    before = due(played, GAME)
    assert before is not None
    answer = protests(played, "protest: 9.A")
    moment = due(played, GAME)
    assert moment is not None
    assert moment - before == timedelta(hours=24)
    told = f"The clock stands for 24 hours; the deadline is {times.in_full(moment)} now."
    assert told in said(answer)
    assert told in said(played.last(GAME, "indian", "protest"))
    assert "The clock stands" not in said(protests(played, "protest: 9.B"))
    assert due(played, GAME) == moment, "once a phase"
    to = played.last(GAME, "indian", "report")
    assert "The clock stands" in said(played.say(GAME, "indian", "protest: 9.A", to=to)), "once a side"
    later = due(played, GAME)
    assert later is not None
    assert later - moment == timedelta(hours=24)
    played.clock.forward(seconds=(moment - played.clock.now()).total_seconds() + 600)
    assert pass_overdue(played.desk, played.clock.now()) == []
    going_on(played, 1)
    assert due(played, GAME) != later, "whoever is ready need not wait"


def test_what_a_default_decided_is_told_to_both(played: Table) -> None:
    while not played.phase(GAME).endswith("US.C"):
        going_on(played, 1)
    report = [one for one in played.letters(GAME, "us") if one.kind == "report"][-1]
    played.say(GAME, "us", "C/9 Inf move 3213-3212\nready", to=report)
    moment = due(played, GAME)
    assert moment is not None
    played.clock.forward(seconds=(moment - played.clock.now()).total_seconds() + 600)
    pass_overdue(played.desk, played.clock.now())
    advance(played.desk, GAME)
    answer = protests(played, "protest: 7.K, they should have scattered")
    for letter in (answer, played.last(GAME, "indian", "protest")):
        assert "IN: Crow King does not scatter (7.K)" in said(letter)
        assert "To decide it yourself next time, write an order or a standing order." in said(letter)
