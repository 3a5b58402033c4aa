"""Lines in people's own words, by letter: read, asked about by digits, and never lost to ``ready``."""

from pathlib import Path

import pytest

from pbem.systems import registry
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
    assert "answer the unclear line by digit" in " ".join(again.text.split())
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
    assert "answer the unclear line by digit" in " ".join(again.text.split())
    assert desk.phase(GAME) == "T03.IN.B"


def test_digits_that_do_not_fit_say_what_was_expected(desk: Table) -> None:
    say(desk, UNCLEAR)
    answer = say(desk, "1 2").text
    text = " ".join(answer.split())
    assert "One of your lines is unclear and waits for one digit, such as 1 (you wrote 1 2)." in text
    assert "line 1 Crwo King shoots at C/3 E112 Do you mean this?" in text
    assert "      1  Crow King fire full at C/3 Cav\n" in answer
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


TWO = "Crwo King shoots at C/3\nFour Horn blasts at C/3 maybe\nsome nonsense at 3412"


def test_the_subject_says_unclear_and_the_letter_how_to_answer(desk: Table) -> None:
    asked = say(desk, f"{UNCLEAR}\nready")
    assert asked.subject == "[rosebud-7] 1 unclear: answer by digit"
    assert "UNCLEAR" in asked.text
    assert "REFUSED" not in asked.text
    words = " ".join(asked.text.split())
    assert "Answer THIS mail with a digit for each unclear line, in this sequence, such as 1" in words
    assert "not counted as ready: answer the unclear line by digit and say ready again" in words


def test_refused_and_unclear_lines_are_told_apart(desk: Table) -> None:
    asked = say(desk, f"{UNCLEAR}\nFour Horns fire full at X/9\nRain in the Face don't fire")
    assert asked.subject.startswith("[rosebud-7] 1 of 3 orders refused, 1 unclear - please correct by")
    assert asked.text.index("REFUSED") < asked.text.index("Four Horns fire full at X/9") < asked.text.index("UNCLEAR")


def test_a_letter_in_between_is_answered_with_all_that_is_unclear(desk: Table) -> None:
    say(desk, UNCLEAR)
    between = say(desk, "Four Horns don't fire")
    assert between.subject == "[rosebud-7] 1 unclear: answer by digit"
    assert "1  Crow King fire full at C/3 Cav" in between.text
    both = say(desk, "Rian in the Face shoots at E/3")
    assert both.subject == "[rosebud-7] 2 unclear: answer by digit"
    assert both.text.index("Crwo King") < both.text.index("Rian in the Face shoots")
    assert "such as 1 1" in " ".join(both.text.split())
    taken = say(desk, "0 1", to=both)
    assert "Rain in the Face fire full at E/3 Cav" in taken.text
    assert "Crow King fire" not in taken.text
    assert "unclear" not in taken.subject


@pytest.mark.parametrize(
    "words",
    [
        "1 0",
        "1, 0",
        "1 and 0",
        "1 und 0",
        "1\n0",
        pytest.param("Answer: 1 0", marks=pytest.mark.slow),
        pytest.param("Antwort: 1, 0", marks=pytest.mark.slow),
        pytest.param("Meine Antworten: 1 und 0.", marks=pytest.mark.slow),
        pytest.param("Hello,\n\n1 0\n\nKate", marks=pytest.mark.slow),
        pytest.param("1 0\nready", marks=pytest.mark.slow),
    ],
)
def test_digits_are_taken_in_every_form(desk: Table, words: str) -> None:
    asked = say(desk, f"{UNCLEAR}\nRian in the Face shoots at E/3")
    assert asked.subject == "[rosebud-7] 2 unclear: answer by digit"
    answer = say(desk, words, to=asked)
    assert answer.kind == "receipt", answer.text
    assert "Crow King fire full at C/3 Cav" in answer.text
    assert "Rain in the Face fire" not in answer.text
    assert (desk.phase(GAME) == "T03.IN.B") == ("ready" not in words)


def test_digits_that_do_not_fit_list_what_waits(desk: Table) -> None:
    say(desk, f"{UNCLEAR}\nRian in the Face shoots at E/3")
    text = " ".join(say(desk, "1").text.split())
    assert "2 of your lines are unclear and wait for a digit each, such as 1 1 (you wrote 1)." in text
    assert "1 Crow King fire full at C/3 Cav" in text
    assert "1 Rain in the Face fire full at E/3 Cav" in text


def test_a_line_that_was_just_talk_stays_so(desk: Table) -> None:
    asked = say(desk, f"{UNCLEAR}\nRian in the Face shoots at E/3")
    say(desk, "0 0", to=asked)
    say(desk, "Four Horns don't fire", to=asked)
    say(desk, "ready")
    assert desk.phase(GAME) != "T03.IN.B"


def test_the_letter_is_asked_in_german_too(desk: Table) -> None:
    say(desk, "language de")
    asked = say(desk, UNCLEAR)
    assert asked.kind == "error"
    assert "1  Crow King fire full at C/3 Cav" in asked.text
    answer = say(desk, "Antwort: 1", to=asked)
    assert "Crow King" in answer.text
    assert answer.kind == "receipt"


@pytest.fixture
def unclear_march(tmp_path: Path) -> Table:
    found = Table.lay(tmp_path, games=registry.game)
    found.title, found.blank_as = "nezperce", ()
    found.addresses = {one.id: f"{one.id}@mail.example" for one in registry.game("nezperce").system.card.sides}
    found.open(GAME, scenario="big-hole", report="text")
    asked = found.say(GAME, "army", "Howrad to 1410")
    assert "1  Howard move 1308 to 1309-1310-1410" in asked.text
    return found


@pytest.mark.parametrize(
    "words",
    [
        "1 but only to 1310",
        "1, only as far as 1310",
        "1 up to 1310 please",
        "1 (1310)",
        "1 1310",
        pytest.param("1 - just to 1310.", marks=pytest.mark.slow),
        pytest.param("1, but stop in hex 1310", marks=pytest.mark.slow),
        pytest.param("Answer: 1, no further than 1310", marks=pytest.mark.slow),
        pytest.param("yes, but he should stop at 1310", marks=pytest.mark.slow),
        pytest.param("Yes - part of the way, to 1310", marks=pytest.mark.slow),
        pytest.param("1 that far: 1310", marks=pytest.mark.slow),
    ],
)
def test_an_offered_move_is_taken_part_of_the_way(unclear_march: Table, words: str) -> None:
    answer = unclear_march.say(GAME, "army", words)
    assert answer.kind == "receipt", answer.text
    assert "  1  Howard move 1308 to 1309-1310 " in answer.text
    assert "1410" not in answer.text.partition("W309")[0]


@pytest.mark.parametrize("words", ["1 please", "1 yes", "yes", "Yes please.", "ok", "Yes, that is it", "1, thanks!"])
def test_an_offer_is_taken_in_words_of_courtesy(unclear_march: Table, words: str) -> None:
    answer = unclear_march.say(GAME, "army", words)
    assert "  1  Howard move 1308 to 1309-1310-1410 " in answer.text, answer.text


def test_a_place_off_the_way_of_an_offer_is_told(unclear_march: Table) -> None:
    for words in ("1 but only to 1311", "1 only to 1308", "0 1310"):
        text = " ".join(unclear_march.say(GAME, "army", words).text.split())
        assert f"is not on the way of answer {words[0]} to 'Howrad to 1410'" in text
        assert "such as Howard move 1308 to 1309-1310-1410" in text


def test_talk_beside_an_unclear_line_names_what_still_waits(unclear_march: Table) -> None:
    text = " ".join(unclear_march.say(GAME, "army", "no").text.split())
    assert "'Howrad to 1410' is still unclear." in text
    assert "1 Howard move 1308 to 1309-1310-1410" in text
    assert "UNCLEAR" in unclear_march.say(GAME, "army", "1 but not to 1310").text


def test_each_digit_has_a_place_of_its_own(unclear_march: Table) -> None:
    unclear_march.say(GAME, "army", "Jacskon to 1410")
    answer = unclear_march.say(GAME, "army", "1 1310 and 1 only to 1309")
    assert "Howard move 1308 to 1309-1310 " in answer.text, answer.text
    assert "Jackson move 1308 to 1309 " in answer.text
