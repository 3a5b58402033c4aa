"""Machines that answer machines: after three letters at most there is silence."""

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage, Message
from pathlib import Path

import pytest

from pbem.desk.play.deadlines import reached_again
from tests.desk.table import GM
from tests.plant.post import BLUE, RED, Office, headed

MOST = 3
"""Letters of ours that may go to a machine before it is left alone."""


def answered(told: Message, sender: str, words: str, *headers: str, n: int = 0) -> bytes:
    """What a machine at an address answers to a letter of ours: to Reply-To, as mail programs do."""
    letter = EmailMessage()
    letter["From"], letter["To"] = sender, str(told["Reply-To"] or told["From"])
    letter["Subject"] = f"Re: {' '.join(str(told['Subject']).split())}"
    letter["Message-ID"] = f"<{n}.auto@mail.example>"
    letter["In-Reply-To"] = str(told["Message-ID"])
    letter.set_content(words)
    return headed(letter.as_bytes(), *headers)


def exchange(office: Office, answer: Callable[[str, Message, int], bytes | None], rounds: int = 12) -> int:
    """Let every letter of ours be answered by `answer`; how many letters it took until there was silence."""
    mine, total = office.deliver(office.orders("red", "status")), 0
    for n in range(rounds):
        replies = [raw for m, (to, _, told) in enumerate(mine) if (raw := answer(to, told, 100 * n + m)) is not None]
        if not replies:
            return total
        mine = office.deliver(*replies)
        mine = [one for one in mine if one[0] != GM]
        total += len(mine)
    raise AssertionError(f"no silence after {rounds} rounds: {total} letters")


@pytest.mark.parametrize(
    "headers",
    [
        ("Auto-Submitted: auto-replied",),
        ("X-Autoreply: yes",),
        ("Precedence: auto_reply",),
        ("X-Auto-Response-Suppress: All", "Auto-Submitted: auto-generated"),
    ],
    ids=lambda headers: headers[0],
)
def test_vacation_responder_of_each_player_gets_no_answer(tmp_path: Path, headers: tuple[str, ...]) -> None:
    office = Office.lay(tmp_path)

    def away(to: str, told: Message, n: int) -> bytes | None:
        return answered(told, to, "I am away until Monday.", *headers, n=n) if to in (RED, BLUE) else None

    assert exchange(office, away) == 0


def test_responder_that_hides_what_it_is_falls_silent(tmp_path: Path) -> None:
    """No header says that a program wrote it, and it writes back to every letter, with the same words."""
    office = Office.lay(tmp_path)

    def away(to: str, told: Message, n: int) -> bytes | None:
        return answered(told, to, "I am on holiday. Your letter has not been read.", n=n) if to == RED else None

    assert 0 < exchange(office, away) <= MOST


def test_responder_that_writes_to_the_desk_without_a_key_falls_silent(tmp_path: Path) -> None:
    office = Office.lay(tmp_path)

    def away(to: str, told: Message, n: int) -> bytes | None:
        raw = answered(told, to, "I am on holiday. Your letter has not been read.", n=n)
        return headed(raw, "To: desk@pbem.example", without="to") if to == RED else None

    assert 0 < exchange(office, away) <= MOST


def test_two_desks_that_write_to_each_other_are_silent_at_once(tmp_path: Path) -> None:
    """Each takes the other's address for a player's."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    office, other = Office.lay(tmp_path / "a"), Office.lay(tmp_path / "b")
    mine = [told for to, _, told in [*office.deliver(office.orders("red"))] if to == RED]
    letters = 0
    for _ in range(6):
        theirs = other.deliver(*(headed(told.as_bytes(), f"From: {RED}", without="from") for told in mine))
        letters += len(theirs)
        if not theirs:
            break
        mine = [told for _, _, told in office.deliver(*(told.as_bytes() for _, _, told in theirs))]
    assert letters == 0


def report_of(told: Message, status: str = "5.1.1") -> bytes:
    return (
        b"From: MAILER-DAEMON@mail.example\r\nTo: meadow-1@pbem.example\r\nReturn-Path: <>\r\n"
        b"Subject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\n"
        b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        b"--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        + f"Action: failed\r\nStatus: {status}\r\n\r\n".encode()
        + b"--b\r\nContent-Type: message/rfc822\r\n\r\n"
        + told.as_bytes()
        + b"\r\n--b--\r\n"
    )


def test_bounce_of_a_bounce_ends_in_silence(tmp_path: Path) -> None:
    """A letter comes back, and so does the one that tells the GM of it, though its envelope has no sender."""
    office = Office.lay(tmp_path)
    mine = office.deliver(office.orders("red", "status"))
    letters = 0
    for _ in range(6):
        mine = office.deliver(*(report_of(told) for _, _, told in mine))
        assert all(sender == "" for _, sender, _ in mine), "nobody is asked to bounce these"
        letters += len(mine)
        if not mine:
            break
    assert 0 < letters <= MOST


def test_bounce_that_quotes_nothing_is_known_by_its_address(tmp_path: Path) -> None:
    """VERP: the envelope's sender names the letter."""
    office = Office.lay(tmp_path)
    sent = office.deliver(office.orders("red", "status"))
    [(_, sender, _)] = sent
    bare = (
        f"From: MAILER-DAEMON@mail.example\r\nTo: {sender}\r\nReturn-Path: <>\r\nSubject: Undeliverable\r\n"
        "Auto-Submitted: auto-replied\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"
    )
    office.deliver(bare.encode())
    with office.table.desk.store.read() as books:
        assert books.addresses.find(RED) is not None
    forged = bare.replace(sender.partition("@")[0][-8:], "aaaaaaaa").replace("Undeliverable", "Returned")
    office.deliver(forged.encode())
    with office.table.desk.store.read() as books:
        row = books.addresses.find(RED)
        assert row is not None
        assert row.score == 2


@pytest.mark.parametrize(
    "headers",
    [("List-Id: <wargames.example>",), ("Precedence: list",), ("List-Unsubscribe: <mailto:x@y.example>",)],
    ids=lambda headers: headers[0],
)
def test_a_letter_through_a_list_counts_with_a_good_key(tmp_path: Path, headers: tuple[str, ...]) -> None:
    office = Office.lay(tmp_path)
    assert [to for to, _, _ in office.deliver(headed(office.orders("red"), *headers))] == [RED, BLUE]
    assert office.state()[0] == "done"


@pytest.mark.slow
def test_junk_by_the_hundred_is_told_to_the_gm_twenty_times(tmp_path: Path) -> None:
    office = Office.lay(tmp_path)
    junk = [headed(office.orders("red", f"buy {n}"), f"From: spam{n}@junk.example", without="from") for n in range(60)]
    told = office.deliver(*junk)
    assert [to for to, _, _ in told] == [GM] * 20
    assert "the last for now" in str(told[-1][2].get_payload())


def test_one_address_cannot_keep_the_desk_busy(tmp_path: Path) -> None:
    office = Office.lay(tmp_path, letters_a_day=3)
    for n in range(5):
        office.deliver(office.orders("red", f"status\nnonce: {n}"))
    assert office.state() == ("held", "too many letters: 3 of this address were answered today")


def test_player_who_cannot_be_reached_loses_no_time(tmp_path: Path) -> None:
    """Three letters to red come back: his deadline does not pass, and he gets the time back when he can be reached."""
    office = Office.lay(tmp_path)
    for n in range(3):
        told = office.deliver(office.orders("red", f"status\nnonce: {n}"))
        office.deliver(report_of(told[0][2]))
    office.table.clock.forward(hours=100)
    office.turn()
    office.turn()
    assert office.table.phase(office.game) == "T01.RED.A"
    with office.table.desk.store.begin() as books:
        known = books.addresses.find(RED)
        assert known is not None
        assert known.stopped is not None
        since = known.stopped
        books.addresses.clear(RED)
        reached_again(office.table.desk, books, RED, since)
        row = books.phases.open(books.games.get(office.game))
        assert row is not None
        assert row.due is not None
        assert row.due - office.table.clock.now() > timedelta(hours=60)
