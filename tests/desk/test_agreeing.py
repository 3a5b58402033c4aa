"""A bare `agree` answers the proposal that it replies to; receipts of games that stand still do not say that they run."""

from pathlib import Path

import pytest

from pbem.desk.gm.incidents.deadlines import Extend, Pause
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.letters import Hold
from pbem.desk.gm.incidents.mailings import AskPlayers
from tests.desk.table import Table
from tests.desk.test_undo import BOTH_FIRE


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.lay(tmp_path)


@pytest.mark.parametrize("words", ["agree", "I agree.", "agree to proposal 1", "Agree"])
def test_a_bare_agree_takes_the_proposal_that_it_replies_to(table: Table, words: str) -> None:
    game = table.open()
    table.say(game, "red", "pace policy")
    proposal = table.last(game, "blue", "proposal")
    assert "'policy' from now on" in table.say(game, "blue", words, to=proposal).text


def test_a_bare_disagree_is_taken_too(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "pace policy")
    assert "You have refused proposal 1" in table.say(game, "blue", "disagree").text


def test_of_several_proposals_the_letter_decides(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "pace policy")
    pace = table.last(game, "blue", "proposal")
    perform(table.desk, AskPlayers(game, "Shall it rain?"), "petra", "")
    asked = table.last(game, "blue", "proposal")
    told = table.say(game, "blue", "agree", to=table.letters(game, "blue", "report")[0]).text
    assert "2 proposals are waiting for your answer" in told
    assert "agree 1" in told
    assert "agree 3" in told
    assert "We told the GM that you agree" in table.say(game, "blue", "agree", to=asked).text
    assert "'policy' from now on" in table.say(game, "blue", "agree", to=pace).text
    assert "No proposal is waiting for your answer" in table.say(game, "blue", "agree").text


@pytest.mark.parametrize(
    ("word", "told", "subject", "answer"),
    [
        ("agree", "We told the GM that you agree.", "[meadow-1] BLU agrees", "BLU  agrees"),
        ("disagree", "We told the GM that you do not agree.", "[meadow-1] BLU does not agree", "BLU  disagrees"),
    ],
)
def test_an_answer_to_the_gms_question_is_told_to_both_as_it_was_given(
    table: Table, word: str, told: str, subject: str, answer: str
) -> None:
    game = table.open()
    perform(table.desk, AskPlayers(game, "Shall it rain?"), "petra", "")
    assert told in table.say(game, "blue", word, to=table.last(game, "blue", "proposal")).text
    letter = table.last(game, "gm")
    assert letter.subject == subject
    assert "You asked: Shall it rain?" in letter.text
    assert answer in letter.text
    assert "RED  no answer" in letter.text


def test_a_held_game_does_not_say_that_orders_run_now(table: Table) -> None:
    game = table.open()
    perform(table.desk, Hold(game), "petra", "a doubt")
    said = " ".join(table.say(game, "red", BOTH_FIRE).text.split())
    assert "carried out now" not in said
    assert "The GM is holding the game." in said


def test_a_paused_game_does_not_say_that_orders_run_now(table: Table) -> None:
    game = table.open()
    perform(table.desk, Pause(game, 3), "petra", "holidays")
    said = " ".join(table.say(game, "red", BOTH_FIRE).text.split())
    assert "carried out now" not in said
    assert "The game is paused. Your orders stay on file" in said


def test_ready_of_one_from_whom_nothing_is_wanted_is_told_so_unless_the_letter_files_something(table: Table) -> None:
    game = table.open()
    nothing = "Nothing is needed from you in this phase, so there is nothing to be ready for."
    assert nothing in " ".join(table.say(game, "blue", "ready").text.split())
    assert nothing not in " ".join(table.say(game, "blue", "in A: Blue One fire at Red One\nready").text.split())


def test_what_players_agree_to_is_no_ruling_of_the_gm(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "pace policy")
    assert "'policy' from now on" in table.say(game, "blue", "agree 1").text
    perform(table.desk, Extend(game, 24), "petra", "a power cut")
    table.say(game, "red", "pass\nready", to=table.last(game, "red", "ruling"))
    table.until(game, "blue")
    assert "GM rulings 1 " in table.last(game, "blue", "report").text
