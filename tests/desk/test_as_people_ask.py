"""Confirmations, absences and requests for more time as people write them: read, or the form and what is open are named."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from pbem.desk.gm.incidents.deadlines import Pause, Resume
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.incoming.absence import days_of
from pbem.desk.play.downtime import watch
from pbem.orders.commands import command
from tests.desk.incidents.test_time import due
from tests.desk.table import START, Table


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    "words",
    [
        "Yes, I confirm.",
        "confirm",
        "Confirmed.",
        "I confirm",
        "ok, confirm it",
        "I hereby confirm my resignation.",
        "yes - confirm!",
    ],
)
def test_a_confirmation_in_words_is_read_in_answer_to_the_letter_that_asked(table: Table, words: str) -> None:
    game = table.open()
    asked = table.say(game, "red", "resign")
    quoted = "\n".join(f"> {line}" for line in asked.text.splitlines())
    text = table.say(game, "red", f"{words}\n\nOn Thu, 12 Mar 2026 The desk wrote:\n{quoted}\n", to=asked).text
    assert "You have resigned; the game is over" in text
    assert table.state(game) == "over"


@pytest.mark.parametrize("words", ["Yes, I confirm.", "confirm", "confirm k4m2abcd"])
def test_elsewhere_it_is_told_what_waits_and_how_to_confirm_it(table: Table, words: str) -> None:
    game = table.open()
    report = table.last(game, "red", "report")
    asked = table.say(game, "red", "resign")
    code = re.search(r"\| confirm (\S+)", asked.text)
    assert code is not None
    text = table.say(game, "red", words, to=report).text
    assert f"| confirm {code[1]} to resign" in flat(text)
    assert table.state(game) == "open"
    assert "You have resigned" in table.say(game, "red", f"I confirm {code[1]}.", to=report).text


@pytest.mark.parametrize("words", ["Yes.", "Yes please go ahead", "ok do it"])
def test_an_answer_that_is_no_confirmation_names_what_waits(table: Table, words: str) -> None:
    game = table.open()
    asked = table.say(game, "red", "resign")
    code = re.search(r"\| confirm (\S+)", asked.text)
    assert code is not None
    text = table.say(game, "red", words, to=asked).text
    assert f"This is waiting for your confirmation; answer with its line: | confirm {code[1]} to resign" in flat(text)
    assert table.state(game) == "open"
    assert "confirm" not in table.say(game, "red", words, to=table.last(game, "red", "report")).text


def test_a_confirmation_of_nothing_says_so(table: Table) -> None:
    game = table.open()
    assert "Nothing of yours is waiting for confirmation" in table.say(game, "red", "Yes, I confirm.").text


def test_a_confirmation_confirms_what_its_letter_asked_and_nothing_else(table: Table) -> None:
    game = table.open()
    first = table.say(game, "red", "resign")
    table.say(game, "red", "address rita@new.example")
    table.say(game, "red", "resign")
    answer = table.say(game, "red", "I confirm.", to=first).text
    assert answer.count("| confirm ") == 2, "the first was replaced by the last, and it is asked which"
    assert table.state(game) == "open"


YEAR_2027 = datetime(2027, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "span"),
    [
        ("2027-04-10 to 2027-04-12", "10 Apr - 12 Apr 2027"),
        ("2027-04-10 - 2027-04-12", "10 Apr - 12 Apr 2027"),
        ("2027/04/10 until 2027/04/12", "10 Apr - 12 Apr 2027"),
        ("10.4. - 12.4.", "10 Apr - 12 Apr"),
        ("10.4.-12.4.", "10 Apr - 12 Apr"),
        ("10.04.2027 - 12.04.2027", "10 Apr - 12 Apr 2027"),
        ("10. - 12.4.", "10 Apr - 12 Apr"),
        ("10. - 12. April", "10 Apr - 12 Apr"),
        ("10-12 Apr", "10 Apr - 12 Apr"),
        ("10 - 12 April 2027", "10 Apr - 12 Apr 2027"),
        ("Apr 10-12", "10 Apr - 12 Apr"),
        ("April 10 - 12, 2027", "10 Apr - 12 Apr 2027"),
        ("10th to 12th of April", "10 Apr - 12 Apr"),
        ("from 10 Apr to 12 Apr", "10 Apr - 12 Apr"),
        ("from Sat 10 Apr until Mon 12 Apr please", "10 Apr - 12 Apr"),
        ("10 Apr through 12 Apr.", "10 Apr - 12 Apr"),
        ("10 Apr -- 12 Apr", "10 Apr - 12 Apr"),
        ("between 10 April and 12 April (Easter)", "10 Apr - 12 Apr"),
        ("10-Apr - 12-Apr", "10 Apr - 12 Apr"),
        ("10 Apr", "10 Apr - 10 Apr"),
        ("2027-04-10", "10 Apr - 10 Apr 2027"),
        ("10.4.", "10 Apr - 10 Apr"),
        ("on April 10th", "10 Apr - 10 Apr"),
        ("30 Sept - 2 Oct", "30 Sep - 2 Oct"),
    ],
)
def test_days_as_people_write_them(table: Table, words: str, span: str) -> None:
    table.clock.forward(seconds=(YEAR_2027 - START).total_seconds())
    game = table.open()
    answer = flat(table.say(game, "red", f"vacation {words}").text)
    first, last = span.removesuffix(" 2027").split(" - ")
    days = rf"You are marked as away from \w+ 0?{first} to \w+ 0?{last}\."
    assert re.search(days, answer), answer


@pytest.mark.parametrize(
    "words",
    ["10/4 - 12/4", "4/10/2027", "31.4. - 2.5.", "next week for 3 days", "99 Foo", "10 Apr and 14 Apr and 16 Apr x"],
)
def test_days_that_cannot_be_read_are_told_with_the_form(table: Table, words: str) -> None:
    answer = flat(table.say(table.open(), "red", f"vacation {words}").text)
    assert "cannot read these days" in answer
    assert "vacation 1 Apr - 7 Apr or vacation 2027-04-01 to 2027-04-07" in answer


def test_talk_of_a_vacation_is_no_request() -> None:
    assert command("Vacation was lovely, thank you") is None
    assert days_of("nothing of the kind") is None


@pytest.mark.parametrize(
    ("words", "hours", "reason"),
    [
        ("extend 2 days please, I am ill", 48, "I am ill"),
        ("extend 2 days please", 48, ""),
        ("Extend 2 days, please.", 48, ""),
        ("extend 2 days: exams", 48, "exams"),
        ("extend 2 days", 48, ""),
        ("extend 2 days - exams", 48, "exams"),
        ("please extend by 2 days", 48, ""),
        ("extend the deadline by two days because I am ill", 48, "because I am ill"),
        ("extend deadline 36 hours.", 36, ""),
        ("extend 1 week, moving house", 168, "moving house"),
        ("extend 12h", 12, ""),
        ("extend two more days", 48, ""),
    ],
)
def test_more_time_as_people_ask_for_it(table: Table, words: str, hours: int, reason: str) -> None:
    game = table.open()
    answer = flat(table.say(game, "red", words).text)
    assert f"We asked the GM for {hours} more hours" in answer, answer
    told = flat(table.letters(game, "gm", "extend")[-1].text)
    assert f"Reason: {reason or '(no reason given)'}" in told


@pytest.mark.parametrize("words", ["extend until Sunday please", "please extend the deadline"])
def test_more_time_of_another_form_is_answered_with_the_form(table: Table, words: str) -> None:
    game = table.open()
    answer = flat(table.say(game, "red", words).text)
    assert "extend 2 days" in answer, answer


DUE = START + timedelta(hours=72)
"""Sunday 15 March, 18:00."""


@pytest.mark.parametrize(
    ("away", "pause", "expected"),
    [
        # 72 hours are left, and run when neither holds.
        ("13 Mar - 14 Mar", (6, 54), START + timedelta(hours=120)),  # the pause lies in and about the absence
        ("13 Mar - 14 Mar", (30, 60), START + timedelta(hours=126)),  # it begins in it and ends after it
        ("13 Mar - 14 Mar", (30, 40), START + timedelta(hours=120)),  # it lies in it
        ("14 Mar - 15 Mar", (12, 60), START + timedelta(hours=156)),  # it begins before it and ends in it
        ("20 Mar - 21 Mar", (12, 192), START + timedelta(hours=276)),  # the absence begins after the old deadline
        ("1 Apr - 2 Apr", (12, 36), START + timedelta(hours=96)),  # they have nothing to do with each other
    ],
)
def test_an_absence_and_a_pause_at_one_time_count_once(
    table: Table, away: str, pause: tuple[int, int], expected: datetime
) -> None:
    game = table.open()
    table.say(game, "red", f"vacation {away}")
    table.clock.forward(hours=pause[0])
    perform(table.desk, Pause(game), "petra", "holidays")
    table.clock.forward(hours=pause[1] - pause[0])
    perform(table.desk, Resume(game), "petra")
    days = int(away.split(" Mar - ")[1].split()[0]) - int(away.split()[0]) + 1 if "Mar" in away else 0
    start = datetime(2026, 3, int(away.split()[0]), tzinfo=UTC) if days else START
    held = [(start, start + timedelta(days=days))] if days else []
    held.append((START + timedelta(hours=pause[0]), START + timedelta(hours=pause[1])))
    moment, left = START, timedelta(hours=72)
    while left:
        if not any(begin <= moment < end for begin, end in held):
            left -= timedelta(minutes=15)
        moment += timedelta(minutes=15)
    assert due(table, game) == moment
    assert moment == expected or expected is not None


def test_an_absence_and_a_desk_that_is_away_count_once(table: Table) -> None:
    game = table.open()
    watch(table.desk)
    table.say(game, "red", "vacation 13 Mar - 14 Mar")
    table.clock.forward(hours=54)
    watch(table.desk)
    # From 18:00 to midnight, and from the 15th on: the desk was away for six hours before and none after the absence.
    assert due(table, game) == datetime(2026, 3, 18, 0, 0, tzinfo=UTC)
