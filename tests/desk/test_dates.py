"""Deadlines as calendar entries in letters: one for each stop, moved with it, cancelled when orders are in."""

from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import icalendar
import pytest

from pbem.desk.gm.incidents.deadlines import Extend, Pause, Resume
from pbem.desk.play.advance import advance
from pbem.store.tables import LetterOutRow
from tests.desk.incidents.test_time import perform
from tests.desk.table import Table


def entry(row: LetterOutRow) -> icalendar.Event | None:
    """The entry of a letter; it is published, so that nobody is asked for an answer."""
    for part in message_from_bytes(row.raw, policy=policy.default).walk():
        if part.get_content_type() == "text/calendar":
            assert part.get_param("method") == "PUBLISH"
            made = icalendar.Calendar.from_ical(part.get_payload(decode=True))
            assert str(made["METHOD"]) == "PUBLISH"
            (event,) = made.walk("VEVENT")
            assert "ATTENDEE" not in event
            return event  # type: ignore[no-any-return]
    return None


def facts(row: LetterOutRow) -> tuple[str, int, str]:
    found = entry(row)
    assert found is not None, row.subject
    return str(found["UID"]), int(found["SEQUENCE"]), str(found["STATUS"])


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.lay(tmp_path)


def test_an_entry_comes_only_to_who_asks_for_it(table: Table) -> None:
    game = table.open()
    assert entry(table.last(game, "red", "report")) is None
    answer = table.say(game, "red", "calendar")
    assert "calendar entry" in answer.text
    assert facts(answer)[2] == "CONFIRMED"
    table.say(game, "red", "pass")
    while table.asked(game) != "red":
        table.say(game, table.asked(game), "pass")
    assert facts(table.last(game, "red", "report"))[2] == "CONFIRMED"
    assert all(entry(one) is None for one in table.letters(game, "blue"))
    table.say(game, "red", "calendar off")
    table.say(game, "red", "pass", to=table.last(game, "red", "report"))
    while table.asked(game) != "red":
        table.say(game, table.asked(game), "pass")
    assert entry(table.last(game, "red", "report")) is None


def test_the_entry_of_a_stop_moves_with_its_deadline_and_is_cancelled_when_orders_are_in(table: Table) -> None:
    game = table.open()
    first = table.say(game, "red", "calendar")
    uid, begun, _ = facts(first)
    due = entry(first)["DTEND"].dt  # type: ignore[index]
    perform(table.desk, Extend(game, 48), "petra", "a power cut")
    moved = table.last(game, "red", "ruling")
    assert facts(moved)[0] == uid
    assert facts(moved)[1] > begun
    assert (entry(moved)["DTEND"].dt - due).total_seconds() == 48 * 3600  # type: ignore[index]
    perform(table.desk, Pause(game), "petra", "holidays")
    paused = table.last(game, "red", "ruling")
    assert facts(paused)[::2] == (uid, "CANCELLED")
    perform(table.desk, Resume(game), "petra", "back again")
    resumed = table.last(game, "red", "ruling")
    assert facts(resumed)[::2] == (uid, "CONFIRMED")
    assert facts(moved)[1] < facts(paused)[1] < facts(resumed)[1]
    filed = table.say(game, "red", "Red One fire at Blue One", to=table.last(game, "red", "report"))
    assert entry(filed) is None, "orders that may still be changed leave it as it is"
    receipt = table.say(game, "red", "ready", to=table.last(game, "red", "report"))
    assert facts(receipt)[::2] == (uid, "CANCELLED")
    assert facts(receipt)[1] > facts(resumed)[1]


def test_an_entry_can_be_had_once(table: Table) -> None:
    game = table.open()
    assert facts(table.say(game, "red", "send calendar"))[2] == "CONFIRMED"
    assert entry(table.say(game, "red", "Red One fire at Blue One")) is None
    assert "no deadline" in table.say(game, "blue", "send calendar").text


def calendar_reply(table: Table, game: str, method: str, how: str) -> bytes:
    """What calendar programs send where somebody presses *Accept*."""
    answered = message_from_bytes(table.last(game, "red", "report").raw)
    letter = EmailMessage()
    letter["From"], letter["To"] = "rita@mail.example", str(answered["Reply-To"])
    letter["Subject"], letter["Message-ID"] = "Accepted: meadow-1: T1", f"<{method}{how}@mail.example>"
    letter.set_content("Rita has accepted this invitation.\n")
    made = f"BEGIN:VCALENDAR\r\nMETHOD:{method}\r\nBEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    if how == "alternative":
        letter.add_alternative(made, subtype="calendar", params={"method": method})
    else:
        letter.add_attachment(made.encode(), maintype="application", subtype="ics", filename="invite.ics")
    return letter.as_bytes()


@pytest.mark.parametrize("method", ["REPLY", "COUNTER"])
@pytest.mark.parametrize("how", ["alternative", "attached"])
def test_calendar_replies_are_never_answered(method: str, how: str, table: Table) -> None:
    game = table.open()
    table.say(game, "red", "calendar")
    before = len(table.letters(game, "red"))
    table.deliver(calendar_reply(table, game, method, how))
    advance(table.desk, game)
    assert len(table.letters(game, "red")) == before


def test_a_letter_with_an_entry_of_ones_own_is_read(table: Table) -> None:
    game = table.open()
    letter = message_from_bytes(table.reply(game, "red", "ready\n"), policy=policy.default)
    assert isinstance(letter, EmailMessage)
    letter.add_attachment(
        b"BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR\r\n", maintype="text", subtype="calendar"
    )
    before = len(table.letters(game, "red"))
    table.deliver(letter.as_bytes())
    assert len(table.letters(game, "red")) > before


@pytest.mark.parametrize(
    "words",
    [
        "could I have a week more please",
        "I am away 10 to 12 April",
        "We need an extension, sorry",
        "going on holiday on Friday",
    ],
)
def test_a_wish_for_time_in_other_words_is_answered_with_the_forms(table: Table, words: str) -> None:
    table.open()
    answer = table.say("meadow-1", "red", words)
    assert "More time: | extend 2 days: reason" in answer.text, answer.text
    assert "away: | vacation 1 Apr - 7 Apr" in answer.text


def test_talk_of_other_things_names_no_forms_for_time(table: Table) -> None:
    table.open()
    assert "More time:" not in table.say("meadow-1", "red", "that was a long day for my poor lancers").text
