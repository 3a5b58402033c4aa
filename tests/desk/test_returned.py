"""What comes back: scores of addresses, the stop, and waits that are drawn out by chance."""

import asyncio
import re
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.desk.incoming.returned import _mark
from pbem.desk.outgoing.outbox import send_due
from pbem.mail.ports import MemorySink, Never, TryLater
from pbem.store.tables import LetterOutRow
from tests.desk.table import ADDRESSES, START, Table


def bounce(letter: LetterOutRow, status: str, action: str = "failed") -> bytes:
    return (
        b"From: MAILER-DAEMON@mail.example\r\nTo: meadow-1@pbem.example\r\nReturn-Path: <>\r\n"
        b"Subject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\n"
        b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        b"--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        + f"Action: {action}\r\nStatus: {status}\r\n\r\n".encode()
        + b"--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: "
        + letter.message_id.encode()
        + b"\r\n\r\nx\r\n--b--\r\n"
    )


def limited(letter: LetterOutRow, status: str, diagnostic: str) -> bytes:
    fields = f"Status: {status}\r\n"
    return bounce(letter, status).replace(fields.encode(), f"{fields}Diagnostic-Code: smtp; {diagnostic}\r\n".encode())


def score(table: Table, address: str) -> int:
    with table.desk.store.read() as books:
        row = books.addresses.find(address)
        return row.score if row is not None else 0


@pytest.mark.parametrize(
    ("status", "action", "points"),
    [("5.1.1", "failed", 2), ("4.4.7", "failed", 1), ("4.4.1", "delayed", 0), ("2.0.0", "delivered", 0)],
)
def test_address_is_scored_by_what_the_report_says(table: Table, status: str, action: str, points: int) -> None:
    game = table.open()
    table.deliver(bounce(table.last(game, "red", "welcome"), status, action))
    assert score(table, ADDRESSES["red"]) == points


def test_letter_counts_once_however_often_it_comes_back(table: Table) -> None:
    game = table.open()
    welcome = table.last(game, "red", "welcome")
    table.deliver(bounce(welcome, "4.4.7"))
    table.deliver(bounce(welcome, "5.1.1"))
    table.deliver(bounce(welcome, "5.1.2"))
    assert score(table, ADDRESSES["red"]) == 2


def test_report_about_a_letter_that_is_not_ours_counts_for_nothing(table: Table) -> None:
    game = table.open()
    letter = table.last(game, "red", "welcome")
    forged = bounce(letter, "5.1.1").replace(letter.message_id.encode(), b"<guess@pbem.example>")
    assert table.deliver(forged).state == "ignored"
    assert score(table, ADDRESSES["red"]) == 0


def test_nothing_more_is_sent_to_an_address_from_five_on_until_the_gm_says_so(table: Table) -> None:
    game = table.open()
    asyncio.run(send_due(table.desk, first := MemorySink()))
    for words in ("status", "orders"):
        table.say(game, "red", words)
    asyncio.run(send_due(table.desk, first))
    mailed = [
        row for row in table.letters(game, "red") if any(row.message_id.encode() in one.message for one in first.sent)
    ]
    assert [row.kind for row in mailed] == ["welcome", "answer", "answer"]
    for row in mailed:
        table.deliver(bounce(row, "5.1.1"))
    assert score(table, ADDRESSES["red"]) == 6
    told = table.letters(game, "gm", "stopped")
    assert len(told) == 1
    assert "pbem gm resume rita@mail.example" in told[0].text
    table.say(game, "red", "map")
    sink = MemorySink()
    asyncio.run(send_due(table.desk, sink))
    assert ADDRESSES["red"] not in {one.recipient for one in sink.sent}
    with table.desk.store.begin() as books:
        assert books.addresses.clear("Rita@mail.example")
    asyncio.run(send_due(table.desk, sink))
    assert ADDRESSES["red"] in {one.recipient for one in sink.sent}


def test_refusal_while_sending_counts_like_a_return(table: Table) -> None:
    table.open()
    asyncio.run(send_due(table.desk, MemorySink([Never(550, "no such user")])))
    assert score(table, ADDRESSES["red"]) == 2


@pytest.mark.parametrize(("chance", "seconds"), [(0.0, 60), (0.5, 66), (1.0, 72)])
def test_waits_are_drawn_out_by_a_chance_that_is_handed_in(tmp_path: Path, chance: float, seconds: int) -> None:
    table = Table.lay(tmp_path)
    object.__setattr__(table.desk, "chance", lambda: chance)
    game = table.open()
    asyncio.run(send_due(table.desk, MemorySink([TryLater(451, "greylisted")])))
    assert table.letters(game, "red")[0].not_before == START + timedelta(seconds=seconds)


@pytest.mark.parametrize("mailbox", ["", "gm"])
def test_the_envelope_names_the_letter_and_tells_nothing_of_others(tmp_path: Path, mailbox: str) -> None:
    """With a number in it, whoever had two letters knew how many the others had in between: who was asked a question."""
    table = Table.lay(tmp_path, mailbox=mailbox)
    game = table.open()
    sink = MemorySink()
    asyncio.run(send_due(table.desk, sink))
    senders = [one.sender for one in sink.sent]
    assert len(set(senders)) == len(senders) > 2
    for one in sink.sent:
        own = re.fullmatch(r"(?:gm\+bounce\.|bounce\+)([a-z2-7]{24})@pbem\.example", one.sender)
        assert own is not None
        assert f"Message-ID: <{own[1]}@pbem.example>".encode() in one.message
    to_red = next(one for one in sink.sent if one.recipient == ADDRESSES["red"])
    bare = f"From: MAILER-DAEMON@mail.example\r\nTo: {to_red.sender.upper()}\r\nReturn-Path: <>\r\nSubject: Undelivered\r\n"
    table.deliver(f"{bare}Auto-Submitted: auto-replied\r\n\r\nSorry.\r\n".encode())
    assert score(table, ADDRESSES["red"]) == 1
    assert table.last(game, "gm", "undelivered") is not None


def test_letters_whose_envelope_had_a_number_are_still_known_when_they_come_back(table: Table) -> None:
    game = table.open()
    number = table.last(game, "red", "welcome").id or 0
    with table.desk.store.read() as books:
        mark = _mark(books, number)
    bare = f"From: MAILER-DAEMON@mail.example\r\nTo: bounce+{number}.{mark}@pbem.example\r\nReturn-Path: <>\r\n"
    table.deliver(f"{bare}Subject: Undelivered\r\nAuto-Submitted: auto-replied\r\n\r\nSorry.\r\n".encode())
    assert score(table, ADDRESSES["red"]) == 1


@pytest.mark.parametrize(
    ("status", "diagnostic"),
    [
        ("5.4.5", "550 5.4.5 Daily user sending quota exceeded. For more information\r\n on limits see the help"),
        ("4.7.0", "421 4.7.0 rate limit exceeded"),
        ("5.0.0", "550 Domain club.example has exceeded the max emails per hour (26/25 (104%)) allowed."),
        ("5.7.1", "550 5.7.1 quota"),
        ("5.2.1", "550-5.2.1 The user you are trying to contact is receiving mail at a rate that\r\n prevents it"),
    ],
)
def test_a_sending_limit_that_comes_back_is_no_fault_of_the_address(table: Table, status: str, diagnostic: str) -> None:
    game = table.open()
    sink = MemorySink()
    asyncio.run(send_due(table.desk, sink))
    welcome = table.last(game, "red", "welcome")
    for _ in range(4):
        table.deliver(limited(welcome, status, diagnostic))
    assert score(table, ADDRESSES["red"]) == 0
    assert table.letters(game, "gm", "undelivered") == []
    count = len(sink.sent)
    asyncio.run(send_due(table.desk, sink))
    assert len(sink.sent) == count
    table.clock.forward(hours=6)
    asyncio.run(send_due(table.desk, sink))
    assert [one.recipient for one in sink.sent[count:]] == [ADDRESSES["red"]]
    assert welcome.message_id.encode() in sink.sent[-1].message


def test_a_limit_in_a_programs_own_words_is_one_too(table: Table) -> None:
    game = table.open()
    sink = MemorySink()
    asyncio.run(send_due(table.desk, sink))
    welcome = table.last(game, "red", "welcome")
    envelope = next(one.sender for one in sink.sent if welcome.message_id.encode() in one.message)
    said = "You have reached a limit for sending mail. Your message was not sent."
    told = (
        f"From: Mail Delivery Subsystem <mailer-daemon@mail.example>\r\nTo: {envelope}\r\nReturn-Path: <>\r\n"
        f"Subject: Delivery Status Notification (Failure)\r\n\r\n{said}\r\n\r\nMessage-ID: {welcome.message_id}\r\n"
    )
    table.deliver(told.encode())
    assert (score(table, ADDRESSES["red"]), table.letters(game, "red", "welcome")[-1].state) == (0, "later")


def test_a_full_mailbox_counts_as_before(table: Table) -> None:
    game = table.open()
    table.deliver(limited(table.last(game, "red", "welcome"), "5.2.2", "552 5.2.2 mailbox over quota, try again later"))
    assert score(table, ADDRESSES["red"]) == 2


def test_a_letter_that_a_limit_returns_for_days_fails_and_is_told(table: Table) -> None:
    game = table.open()
    asyncio.run(send_due(table.desk, MemorySink()))
    table.clock.forward(days=6)
    table.deliver(limited(table.last(game, "red", "welcome"), "5.4.5", "550 5.4.5 Daily sending limit exceeded"))
    assert score(table, ADDRESSES["red"]) == 0
    assert table.letters(game, "red", "welcome")[-1].state == "failed"
    assert table.last(game, "gm", "undelivered") is not None
