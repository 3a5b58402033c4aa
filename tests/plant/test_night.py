"""A night of trouble with scripted servers, mailbox and way out, on a clock that is set: every letter in and out once."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.daemon import Daemon
from pbem.desk.outgoing.mail_monitor import InboxMonitor, OutboxMonitor
from pbem.mail.imap import ImapAccount, ImapSource
from tests.desk.table import GM
from tests.mail.scripted import scripted
from tests.mail.test_smtp_faults import Server, serving
from tests.mail.troubled import Mailbox
from tests.plant.post import Office, plain

STEP = 5
"""Minutes between two rounds."""
Trouble = Callable[[Mailbox, Server, bool], None]
"""Switches a trouble on or off."""


def mailbox_says(**what: str) -> Trouble:
    def switch(mailbox: Mailbox, server: Server, on: bool) -> None:
        for name, words in what.items():
            setattr(mailbox, name, words if on else "")

    return switch


def server_says(at: str, answer: str) -> Trouble:
    def switch(mailbox: Mailbox, server: Server, on: bool) -> None:
        server.answers[at] = answer if on else Server().answers[at]

    return switch


def at_letters(how: str) -> Trouble:
    """Whatever lies there and comes meanwhile is not given so."""

    def switch(mailbox: Mailbox, server: Server, on: bool) -> None:
        mailbox.poison = dict.fromkeys(range(1, 200), how) if on else {}

    return switch


def put_back(mailbox: Mailbox, server: Server, on: bool) -> None:
    """The mailbox is a copy from before: its letters are numbered anew under the same UIDVALIDITY."""
    if on:
        mailbox.put_back()


MAILBOX = {
    "throttled": mailbox_says(refuses="NO [OVERQUOTA] Account exceeded command or bandwidth limits"),
    "no word why": mailbox_says(refuses="NO Server Unavailable. 15"),
    "no login": mailbox_says(login="NO [ALERT] Too many simultaneous connections"),
    "login failed": mailbox_says(login="NO [UNAVAILABLE] LOGIN failed."),
    "no folder": mailbox_says(select="BAD Command Argument Error. 11"),
    "nil": at_letters("nil"),
    "empty": at_letters("empty"),
    "put back": put_back,
}
WAY_OUT = {
    f"{answer} at {at}": server_says(at, answer)
    for at in ("MAIL", "RCPT", "DATA", "END")
    for answer in (
        "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException",
        "550 5.1.90 Your message can't be sent because you've reached your daily limit",
        "554 5.7.0 Try again later",
        "550 5.4.6 Routing loop",
        "550 denied",
        "451 4.7.1 slow down",
        "421 4.3.2 closing",
    )
}
WAY_OUT |= {
    "cut at RCPT": server_says("RCPT", "cut"),
    "lost at END": server_says("END", "lost"),
    "454 at EHLO": server_says("EHLO", "454 4.7.0 later"),
}


def night(tmp_path: Path, trouble: Trouble, hours: int = 8) -> tuple[Office, Daemon, Mailbox, Server]:
    """Letters of players come all night long, and of strangers; the trouble begins after an hour and is over in the morning."""
    office = Office.lay(tmp_path, gm_address=GM)
    clock = office.table.clock
    mailbox, server = Mailbox(), Server()
    seen: list[Daemon] = []

    async def tell() -> None:
        async with AsyncExitStack() as stack:
            script = await stack.enter_async_context(scripted(mailbox.answer))
            sink = await stack.enter_async_context(serving(server))
            account = ImapAccount("127.0.0.1", script.port, "gm", "s", None, timeout=5.0)

            def seconds() -> float:
                return clock.now().timestamp()

            source = ImapSource(account, seconds=seconds)
            stack.push_async_callback(source.close)
            daemon = Daemon(office.table.desk, source, sink, poll=0.01)
            daemon.way_in = InboxMonitor(office.table.desk, seconds=seconds)
            daemon.way_out = OutboxMonitor(office.table.desk, seconds=seconds)
            seen.append(daemon)
            rounds = hours * 60 // STEP
            for n in range(rounds + 12 * 60 // STEP):
                if n == 60 // STEP:
                    trouble(mailbox, server, True)
                if n == rounds:
                    trouble(mailbox, server, False)
                stamp = clock.now().strftime("%d-%b-%Y %H:%M:%S +0000")
                if n < rounds and n % 6 == 3:
                    mailbox.put(office.orders("red", "status"), stamp)
                if n < rounds and n % 11 == 4:
                    mailbox.put(plain(f"s{n}@junk.example", "desk@pbem.example", "win", f"win {n}", n=n), stamp)
                await daemon.turn()
                clock.forward(minutes=STEP)

    asyncio.run(asyncio.wait_for(tell(), 300))
    return office, seen[0], mailbox, server


def must_be_whole(office: Office, daemon: Daemon, mailbox: Mailbox, server: Server) -> None:
    """Every letter came in once and went out once, nothing is stuck, and nobody was stopped."""
    with office.table.desk.store.read() as books:
        counts = {state: books.letters_in.count(state) for state in ("new", "held", "done", "ignored")}
        unsent = books.overview.unsent()
        stopped = list(books.addresses.stopped())
    assert not mailbox.letters, "all that was read is moved"
    assert sum(counts.values()) == mailbox.came
    assert (counts["new"], unsent, stopped) == (0, {}, [])
    went = Counter(str(message_from_bytes(raw)["Message-ID"]) for raw in server.taken)
    before = {str(message_from_bytes(one.message)["Message-ID"]) for one in office.sink.sent}
    sides = [office.table.mailed(office.game, side) for side in ("red", "blue", "gm")]
    written = {row.message_id for rows in sides for row in rows} - before
    with office.table.desk.store.read() as books:
        strangers = [row for row in books.letters_in.held() if "win" in row.subject]
        assert [row for row in books.letters_in.held() if row not in strangers] == []
    assert len({row.digest for row in strangers}) == len(strangers) == 9
    assert written <= set(went)
    assert set(went.values()) == {1}
    assert not daemon.pulse.is_troubled


@pytest.mark.slow
@pytest.mark.parametrize("name", MAILBOX)
def test_night_in_which_the_mailbox_is_in_trouble(tmp_path: Path, name: str) -> None:
    office, daemon, mailbox, server = night(tmp_path, MAILBOX[name])
    must_be_whole(office, daemon, mailbox, server)


QUICK = ("550 5.4.6 Routing loop at RCPT",)


@pytest.mark.parametrize(
    "name", [one if one in QUICK else pytest.param(one, marks=pytest.mark.slow) for one in WAY_OUT]
)
def test_night_in_which_no_letter_is_taken(tmp_path: Path, name: str) -> None:
    office, daemon, mailbox, server = night(tmp_path, WAY_OUT[name])
    must_be_whole(office, daemon, mailbox, server)
