"""The mail server takes no letters while the mailbox can be read: nobody loses a turn by what could not be sent."""

import asyncio
import logging
from datetime import timedelta
from email.message import Message
from pathlib import Path

import pytest

from pbem.daemon import Daemon
from pbem.desk.gm.alarm import Pulse
from pbem.desk.outgoing.mail_monitor import OutboxMonitor
from pbem.desk.outgoing.outbox import Delivered
from pbem.desk.play.downtime import watch
from pbem.mail.ports import MailTrouble, MemorySink, Outcome, TryLater
from tests.desk.table import GM
from tests.plant.post import Office
from tests.plant.test_faults import Failing

NOBODY = TryLater(0, "SMTPConnectError: nobody listens", is_line=True)


class Down(MemorySink):
    """A server that takes nothing while it is down."""

    answer: Outcome | None = NOBODY

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        return self.answer or await super().send(message, sender, recipient)


@pytest.fixture
def office(tmp_path: Path) -> Office:
    office = Office.lay(tmp_path, gm_address=GM)
    office.sink = Down()
    office.seen = 0
    return office


def rounds(office: Office, hours: int, daemon: Daemon | None = None) -> Daemon:
    """Rounds of one daemon for so long, one every ten minutes."""
    daemon = daemon or Daemon(office.table.desk, office.source, office.sink, poll=0.01)
    for _ in range(hours * 6):
        office.table.clock.forward(minutes=10)
        daemon.way_out.opens = 0.0
        asyncio.run(daemon.turn())
    return daemon


def due_of(office: Office) -> timedelta:
    """How long the open stop has left."""
    with office.table.desk.store.read() as books:
        row = books.phases.open(books.games.get(office.game))
        assert row is not None
        assert row.due is not None
        return row.due - office.table.clock.now()


def again(office: Office) -> None:
    """The server takes letters again."""
    assert isinstance(office.sink, Down)
    office.sink.answer = None


def text_of(letter: Message) -> str:
    return " ".join(str(letter.get_payload()).split())


@pytest.mark.slow
def test_player_whose_question_could_not_be_sent_for_a_week_has_all_his_time_when_it_comes(office: Office) -> None:
    office.source.put(office.orders("red"), office.table.clock.now())
    daemon = rounds(office, 1)
    left = due_of(office)
    rounds(office, 7 * 24, daemon)
    assert due_of(office) < timedelta(), "the deadline would have come long ago"
    again(office)
    rounds(office, 1, daemon)
    with office.table.desk.store.read() as books:
        assert [one.late for one in books.players.of(books.games.get(office.game))] == [0, 0]
    assert abs(due_of(office) - left) < timedelta(hours=2)
    sent = office.news()
    away = [text_of(letter) for _, _, letter in sent if "away" in str(letter["Subject"])]
    assert len(away) == 3
    assert all("The desk could not send any mail from 12 Mar 18:10 UTC to 19 Mar" in text for text in away)
    assert all("What it wrote meanwhile is sent now." in text for text in away)
    assert not [letter for _, _, letter in sent if "REMINDER" in str(letter["Subject"])], "none would be true any more"
    assert len(sent) == len({letter["Message-ID"] for _, _, letter in sent}) < 10


def test_outage_of_a_few_minutes_moves_no_deadline(office: Office) -> None:
    office.source.put(office.orders("red"), office.table.clock.now())
    daemon = Daemon(office.table.desk, office.source, office.sink, poll=0.01)
    asyncio.run(daemon.turn())
    left = due_of(office)
    again(office)
    office.table.clock.forward(minutes=10)
    daemon.way_out.opens = 0.0
    asyncio.run(daemon.turn())
    assert due_of(office) == left - timedelta(minutes=10)
    assert not [1 for _, _, letter in office.news() if "away" in str(letter["Subject"])]


@pytest.mark.slow
def test_refused_login_that_the_gm_fixes_after_days_costs_nobody_a_turn(office: Office) -> None:
    """Nothing is tried any more; after the restart the time since the first refusal is given back."""
    assert isinstance(office.sink, Down)
    office.sink.answer = TryLater(535, "535 5.7.8 authentication failed", is_line=True)
    office.source.put(office.orders("red"), office.table.clock.now())
    daemon = rounds(office, 1)
    left = due_of(office)
    assert rounds(office, 4 * 24, daemon).way_out.is_given_up
    again(office)
    rounds(office, 1)
    assert abs(due_of(office) - left) < timedelta(hours=2)
    [call] = [letter for to, _, letter in office.news() if to == GM and "NEEDS YOU" in str(letter["Subject"])]
    assert "No deadline is enforced meanwhile." in text_of(call)


@pytest.mark.slow
def test_time_in_which_neither_letters_came_nor_went_is_made_up_for_once(office: Office) -> None:
    """Away one day after the other: first mail out, then the mailbox too, then mail out alone is well again."""
    office.source.put(office.orders("red"), office.table.clock.now())
    daemon = rounds(office, 1)
    left = due_of(office)
    rounds(office, 24, daemon)
    daemon.source = source = Failing([MailTrouble("no line")] * 6 * 36)
    rounds(office, 24, daemon)
    again(office)
    rounds(office, 13, daemon)
    assert not source.troubles
    assert abs(due_of(office) - left) < timedelta(hours=2)


@pytest.mark.slow
def test_gap_of_the_mailbox_is_not_made_up_for_again_when_letters_go_out(office: Office) -> None:
    """The other way round: the mailbox is well again first."""
    office.source.put(office.orders("red"), office.table.clock.now())
    daemon = rounds(office, 1)
    left = due_of(office)
    daemon.source = Failing([MailTrouble("no line")] * 6 * 24)
    rounds(office, 24 + 12, daemon)
    again(office)
    rounds(office, 1, daemon)
    assert abs(due_of(office) - left) < timedelta(hours=2)


def test_sender_that_had_nothing_to_send_does_not_say_that_letters_go_out(office: Office) -> None:
    """Another one has claimed what there is, and is still finding out."""
    desk = office.table.desk
    office.turn()
    watch(desk)
    office.deliver(office.orders("red"))
    with desk.store.begin() as books:
        for number in books.letters_out.due(office.table.clock.now()):
            books.letters_out.mark(books.letters_out.get(number), "sending", "", office.table.clock.now())
    seconds = [0.0]
    way_out = OutboxMonitor(desk, seconds=lambda: seconds[0])
    for sent, expected in ((0, False), (1, True)):
        seconds[0] += 61
        way_out.went(Delivered(sent), Pulse())
        with desk.store.read() as books:
            assert (books.watch.unsent() is None) is expected


def test_one_round_says_that_it_does_not_try_again(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    source = Failing([MailTrouble("the mailbox is away")])
    with caplog.at_level(logging.WARNING):
        asyncio.run(Daemon(office.table.desk, source, office.sink, once=True).turn())
        office.source.put(office.orders("red"), office.table.clock.now())
        asyncio.run(Daemon(office.table.desk, office.source, office.sink, once=True).turn())
    assert [one.getMessage() for one in caplog.records] == [
        "mailbox: the mailbox is away; this run does not try again",
        "mail out: 0 SMTPConnectError: nobody listens; this run does not try again",
    ]


def test_letter_that_has_come_due_does_not_hurry_a_desk_that_cannot_send(office: Office) -> None:
    """It would look through the mailbox every second, for as long as that lasts."""
    assert isinstance(office.sink, Down)
    office.sink.answer = TryLater(451, "451 greylisted")
    office.source.put(office.orders("red"), office.table.clock.now())
    daemon = rounds(office, 1)
    office.sink.answer = TryLater(535, "535 5.7.8 authentication failed", is_line=True)
    rounds(office, 8, daemon)
    assert daemon.way_out.is_given_up
    waits = []

    async def wait(seconds: float) -> bool:
        waits.append(seconds)
        return False

    daemon.poll = 60.0
    daemon.source.wait = wait  # type: ignore[method-assign]
    asyncio.run(daemon._wait())
    assert waits == [60.0]
