"""What receipts say of what a letter has not done: nothing withdrawn, a part replaced, a try, a march halted; and press."""

from pathlib import Path

import pytest

from tests.desk import in_contact
from tests.desk.in_contact import say, to_fire
from tests.desk.table import Table
from tests.systems.posted import Posted

GAME = "posted-1"


def told(row: object) -> str:
    return " ".join(str(getattr(row, "text", row)).split())


def drawn(folder: Path) -> Posted:
    """Custer's Last Stand with a US marker in play, which waits for its orders."""
    posted = Posted.game(folder, "custer", "little-big-horn")
    posted.play(2)
    assert posted.phase(GAME) == "T01.US.A"
    return posted


@pytest.fixture
def desk(tmp_path: Path) -> Table:
    return in_contact.lay(tmp_path, b"as people write")


# Withdrawing.


def test_withdrawing_a_line_that_was_refused_stops_no_ready(tmp_path: Path) -> None:
    posted = drawn(tmp_path)
    refused = posted.say(GAME, "us", "Co. F move 1916-1816\nCo. I attack 1318")
    assert refused.kind == "error"
    answer = posted.say(GAME, "us", "withdraw line 2\nready", to=refused)
    assert answer.kind == "receipt"
    assert "Line 2 was refused and is not on file: nothing to withdraw. You have line 1 on file." in told(answer)
    assert "Everyone is ready" in told(answer)


def test_withdrawing_where_nothing_is_on_file_stops_no_ready(tmp_path: Path) -> None:
    answer = drawn(tmp_path).say(GAME, "us", "withdraw line 3\nready")
    assert answer.kind == "receipt"
    assert "Line 3 is not on file, so there was nothing to withdraw." in told(answer)


def test_a_number_that_no_line_had_is_still_asked_back(tmp_path: Path) -> None:
    posted = drawn(tmp_path)
    posted.say(GAME, "us", "Co. F move 1916-1816")
    answer = posted.say(GAME, "us", "withdraw line 4\nready")
    assert answer.kind == "error"
    assert "E190 You have line 1 on file" in told(answer)


def test_what_is_on_file_is_not_told_by_old_numbers_beside_new_ones(tmp_path: Path) -> None:
    posted = drawn(tmp_path)
    refused = posted.say(GAME, "us", "Co. F move 1916-1816\nCo. I attack 1318")
    answer = posted.say(GAME, "us", "Co. I dismount\nwithdraw line 2", to=refused)
    assert "Line 2 was refused and is not on file: nothing to withdraw." in told(answer)
    assert "You have line" not in told(answer)


def test_what_ready_leaves_out_is_named_but_no_word_that_takes_back(tmp_path: Path) -> None:
    posted = drawn(tmp_path)
    posted.say(GAME, "us", "Co. F move 1916-1816\nCo. I attack 1318\nwithdraw Co. F")
    answer = posted.say(GAME, "us", "ready")
    assert "Left out, as it was refused and not corrected: Co. I attack 1318" in told(answer)
    assert "withdraw Co. F" not in told(answer)


def test_a_pass_from_whom_nothing_is_wanted_is_told_so(tmp_path: Path) -> None:
    answer = drawn(tmp_path).say(GAME, "indian", "pass")
    assert "Nothing is needed from you in this phase" in told(answer)
    assert "No orders: nobody" not in told(answer)


# Replacing, and markers to come.


@pytest.mark.slow
def test_replace_says_what_it_leaves_for_other_markers(tmp_path: Path) -> None:
    posted = drawn(tmp_path)
    posted.say(GAME, "us", "Co. C move 2018-1918\nin Reno: Co. A move 1623-1622\nin Benteen: Co. K enter 2824")
    text = told(posted.say(GAME, "us", "replace\nCo. F move 1916-1816"))
    assert "'replace' leaves your lines for US marker C (Reno) and US marker D (Benteen) as they are" in text
    assert "to take one back write withdraw line 2." in text
    assert "On file for US marker C (Reno): 2 in Reno: Co. A move 1623-1622" in text
    assert "replace' leaves" not in told(posted.say(GAME, "us", "pass"))


@pytest.mark.parametrize(
    "lead",
    ["in marker C: ", "US marker C: ", "in T1 US marker C: ", "in Reno (marker C): ", "Reno's marker: ", "marker C\n"],
)
def test_a_marker_is_ordered_by_the_words_that_letters_print(tmp_path: Path, lead: str) -> None:
    answer = drawn(tmp_path).say(GAME, "us", f"{lead}Co. A move 1623-1622")
    assert "1 in Reno: Co. A move 1623-1622" in told(answer)
    assert "Your orders for US marker C (Reno) are on file" in told(answer)


def test_the_other_sides_marker_is_no_marker_of_ones_own(tmp_path: Path) -> None:
    assert "No marker of yours is called" in told(drawn(tmp_path).say(GAME, "us", "in Indian marker B: Co. A stay"))


# Trying.


def test_a_preview_says_first_that_it_is_one_and_how_to_file_it(desk: Table) -> None:
    to_fire(desk)
    text = told(say(desk, "Crow King fire at C/3\npreview\nready"))
    first = text.index("was only a test, and your orders on file are unchanged.")
    assert first < text.index("Crow King fire")
    assert "Not carried out, because a preview stores nothing: ready." in text
    assert "To file it, send the letter again without that word." in text


# Words to people.


@pytest.mark.parametrize("words", ["To the GM: is Sunday all right?", "Question for GM: is Sunday all right?"])
def test_words_to_the_gm_in_other_forms_are_passed_on(desk: Table, words: str) -> None:
    to_fire(desk)
    text = told(say(desk, f"Crow King fire at C/3\n{words}"))
    assert "We passed on your words to the GM:" in text
    assert "is Sunday all right?" in text
    with desk.desk.store.read() as books:
        (row,) = [one for one in books.letters_out.to_side(in_contact.GAME, "gm") if one.kind == "press"]
    assert "is Sunday all right?" in row.text


def test_words_to_the_opponent_are_told_where_they_go(desk: Table) -> None:
    to_fire(desk)
    assert "Your words to your opponent go out with the next report:" in told(
        say(desk, "Crow King fire at C/3\nTo my opponent: well played!")
    )
    assert "Words to your opponent begin with press:" in told(
        say(desk, "Crow King fire at C/3\nDear opponent, well played!")
    )


# Marches.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("move", "then"),
    [
        ("8913-8813", "; the march goes on next turn."),
        ("8913-8914", ". The march stops, because 8914 is off its route."),
    ],
)
def test_a_march_beside_a_move_of_the_same_unit(tmp_path: Path, move: str, then: str) -> None:
    posted = Posted.game(tmp_path, "littlebighorn", "scenario-1")
    posted.play(3)
    text = told(posted.say(GAME, "us", f"A/7 Cav march to 8013\nA/7 Cav move {move}"))
    assert f"Standing order 1: in this phase A/7 Cav obeys its other order instead{then}" in text
    text = told(posted.say(GAME, "us", "everyone else holds\nG/7 march to 8013"))
    assert "A/7 Cav" not in text.split("Amended")[1].split("+ 2")[1].split("stay")[0]
    assert "With pass nobody moves in this phase, your marches included" in told(posted.say(GAME, "us", "pass"))


# An older letter.


@pytest.mark.slow
def test_a_letter_to_an_older_report_says_how_to_go_on(tmp_path: Path) -> None:
    posted = Posted.game(tmp_path, "rosebud", "in-contact")
    posted.play(3)
    first = posted.letters(GAME, "us", "report")[0]
    text = told(posted.say(GAME, "us", "when G/3 is meleed then stand", to=first))
    assert "send the same lines again in reply to this letter or to the newest report: they will count." in text
    assert "That includes when lines" in text
    assert "includes when lines" not in told(posted.say(GAME, "us", "A/3 stay", to=first))
