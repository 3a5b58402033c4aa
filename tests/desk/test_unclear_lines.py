"""Lines in people's own words, by letter: read, asked about by digits, and never lost to ``ready``."""

from pathlib import Path

import pytest

from tests.desk import in_contact
from tests.desk.in_contact import GAME, say, to_fire
from tests.desk.table import Table


@pytest.fixture
def desk(tmp_path: Path) -> Table:
    found = in_contact.lay(tmp_path, b"as people write")
    to_fire(found)
    return found


PROSE = "I guess Crow King goes for Van Vliet's company, and the same for Four Horns"
UNCLEAR = "Crwo King shoots at C/3"


def test_prose_is_read_and_its_words_are_shown_beside_the_order(desk: Table) -> None:
    answer = say(desk, PROSE)
    assert answer.kind == "receipt"
    assert "Crow King fire full at C/3 Cav" in answer.text
    assert "Four Horns fire full at C/3 Cav" in answer.text
    assert "I guess Crow King" in answer.text


def test_ready_waits_for_a_line_that_is_unclear_until_a_digit_answers_it(desk: Table) -> None:
    asked = say(desk, f"{UNCLEAR}\nready")
    assert asked.kind == "error"
    assert "1  Crow King fire full at C/3 Cav" in asked.text
    assert desk.phase(GAME) == "T03.IN.B"
    again = say(desk, "ready")
    assert "still unclear" in " ".join(again.text.split())
    assert desk.phase(GAME) == "T03.IN.B"
    taken = say(desk, "1", to=asked)
    assert taken.kind == "receipt"
    assert "Crow King fire full at C/3 Cav" in taken.text
    say(desk, "ready")
    assert desk.phase(GAME) != "T03.IN.B"


def test_nought_is_just_talk_and_ready_may_stand_below(desk: Table) -> None:
    say(desk, UNCLEAR)
    say(desk, "0\nready")
    assert desk.phase(GAME) != "T03.IN.B"


def test_a_line_in_between_does_not_close_the_place_of_an_unclear_one(desk: Table) -> None:
    say(desk, UNCLEAR)
    say(desk, "Four Horns don't fire")
    again = say(desk, "ready")
    assert "still unclear" in " ".join(again.text.split())
    assert desk.phase(GAME) == "T03.IN.B"


def test_digits_that_do_not_fit_say_what_was_expected(desk: Table) -> None:
    say(desk, UNCLEAR)
    assert "1 of your lines wait" in say(desk, "1 2").text
    assert "has the answers 0, 1; you wrote 4" in " ".join(say(desk, "4").text.split())


def test_of_two_refused_lines_correcting_one_leaves_ready_waiting(desk: Table) -> None:
    refused = say(desk, "Crow King fire full at X/9\nFour Horns fire full at Y/9")
    half = say(desk, "Crow King fire full at C/3\nready", to=refused)
    assert "still refused" in " ".join(half.text.split())
    assert desk.phase(GAME) == "T03.IN.B"


def test_chat_is_quoted_in_one_line_and_holds_nothing(desk: Table) -> None:
    answer = say(desk, "Crow King don't fire\nGall would have loved this spot at 3708.\nready")
    assert "Gall would have loved" in answer.text
    assert desk.phase(GAME) != "T03.IN.B"
