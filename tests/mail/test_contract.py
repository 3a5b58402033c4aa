"""What every transport must do, whatever is behind it: the same tests over memory, Maildir, embedded and real servers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.mail.embedded import EmbeddedMail
from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.maildir import MaildirSink, MaildirSource
from pbem.mail.ports import (
    ONCE_MORE,
    Cursor,
    Fetched,
    HandedOver,
    MailSink,
    MailSource,
    MemorySink,
    MemorySource,
    Outcome,
)
from pbem.mail.smtp import SmtpAccount, SmtpSink
from tests.mail.realmail import DOMAIN, RealMail


@dataclass
class Transport:
    """A mailbox and the way to put letters into it from outside."""

    source: MailSource
    sink: MailSink
    address: str

    async def post(self, *subjects: str, body: str = "C/3 Cav dismount") -> None:
        for subject in subjects:
            outcome = await self.sink.send(letter(subject, body), "red@" + DOMAIN, self.address)
            assert isinstance(outcome, HandedOver), outcome

    async def fetch(self, count: int, cursor: Cursor = Cursor()) -> list[Fetched]:  # noqa: B008 - it is frozen
        """Letters until there are `count`: a real server delivers a moment after it said 250."""
        fetched: list[Fetched] = []
        for _ in range(100):
            fetched = list(await self.source.fetch(cursor))
            if len(fetched) >= count:
                break
            await asyncio.sleep(0.05)
        return fetched


def letter(subject: str, body: str) -> bytes:
    return f"From: red@{DOMAIN}\r\nTo: gm@{DOMAIN}\r\nSubject: {subject}\r\n\r\n{body}\r\n".encode()


def subjects(fetched: list[Fetched]) -> list[str]:
    return [next(line for line in one.raw.decode().splitlines() if line.startswith("Subject: "))[9:] for one in fetched]


class LoopbackSink:
    """Memory's postman: what is sent lies in the mailbox."""

    def __init__(self, source: MemorySource) -> None:
        self.source = source
        self.sink = MemorySink()

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        outcome = await self.sink.send(message, sender, recipient)
        self.source.put(message, datetime.now(UTC))
        return outcome

    async def close(self) -> None:
        await self.sink.close()


Opener = Callable[[], AbstractAsyncContextManager[Transport]]


@pytest.fixture(params=["memory", "maildir", "embedded", pytest.param("real", marks=pytest.mark.integration)])
def over(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Opens the transport that the test runs over."""
    real: RealMail | None = request.getfixturevalue("realmail") if request.param == "real" else None

    @asynccontextmanager
    async def open_transport() -> AsyncIterator[Transport]:
        match request.param:
            case "memory":
                source = MemorySource()
                yield Transport(source, LoopbackSink(source), "gm@" + DOMAIN)
            case "maildir":
                yield Transport(MaildirSource(tmp_path / "gm", 0.05), MaildirSink(tmp_path), "gm@" + DOMAIN)
            case "embedded":
                async with (
                    EmbeddedMail({"gm": "s3cret"}) as mail,
                    _on_loopback(mail.imap_port, mail.smtp_port) as transport,
                ):
                    yield transport
            case _:
                assert real is not None
                async with _on_loopback(real.imap_port, real.smtp_port) as transport:
                    yield transport

    return open_transport


@asynccontextmanager
async def _on_loopback(imap_port: int, smtp_port: int) -> AsyncIterator[Transport]:
    source = ImapSource(ImapAccount("127.0.0.1", imap_port, "gm", "s3cret", None, timeout=10))
    sink = SmtpSink(SmtpAccount("127.0.0.1", smtp_port, security="none", timeout=10))
    while left := await source.fetch(Cursor()):  # the real servers serve all tests of a session
        await source.done([one.uid for one in left])
    try:
        yield Transport(source, sink, f"gm+us.m2xd9q4k@{DOMAIN}")
    finally:
        await source.close()
        await sink.close()


def play(over: Opener, story: Callable[[Transport], Awaitable[None]]) -> None:
    async def tell() -> None:
        async with over() as transport:
            await story(transport)

    asyncio.run(tell())


def test_letters_come_by_rising_uid_with_what_was_sent(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        await transport.post("one", "two", "three")
        fetched = await transport.fetch(3)
        assert sorted(subjects(fetched)) == [
            "one",
            "three",
            "two",
        ]  # a real server may deliver them in another sequence
        assert [one.uid for one in fetched] == sorted(one.uid for one in fetched)
        assert len({one.uidvalidity for one in fetched}) == 1
        assert all(one.source == transport.source.name for one in fetched)
        assert all(one.raw.rstrip().endswith(b"C/3 Cav dismount") for one in fetched)

    play(over, story)


def test_arrival_is_told_in_utc_and_is_now(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        await transport.post("one")
        [one] = await transport.fetch(1)
        assert one.arrived.utcoffset() == timedelta(0)
        assert abs(datetime.now(UTC) - one.arrived) < timedelta(hours=1)

    play(over, story)


def test_nothing_new_is_an_empty_answer(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        assert await transport.fetch(0) == []
        await transport.post("one")
        [one] = await transport.fetch(1)
        assert list(await transport.source.fetch(Cursor(one.uidvalidity, one.uid))) == []

    play(over, story)


def test_a_cursor_is_never_told_of_what_it_passed(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        await transport.post("one", "two")
        first, second = await transport.fetch(2)
        rest = await transport.source.fetch(Cursor(first.uidvalidity, first.uid))
        assert [one.uid for one in rest] == [second.uid]

    play(over, story)


def test_another_uidvalidity_means_all_of_it(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        await transport.post("one")
        [one] = await transport.fetch(1)
        again = await transport.source.fetch(Cursor(one.uidvalidity + 1, one.uid + 50))
        assert [two.uid for two in again] == [one.uid]

    play(over, story)


def test_until_it_is_done_a_letter_comes_again(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        await transport.post("one")
        assert await transport.fetch(1) == await transport.fetch(1)

    play(over, story)


def test_what_is_done_comes_no_more_and_the_rest_stays(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        await transport.post("one", "two", "three")
        fetched = await transport.fetch(3)
        await transport.source.done([fetched[0].uid, fetched[2].uid])
        assert list(await transport.source.fetch(Cursor())) == [fetched[1]]

    play(over, story)


def test_done_twice_or_never_there_is_no_trouble(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        await transport.post("one")
        [one] = await transport.fetch(1)
        await transport.source.done([one.uid])
        await transport.source.done([one.uid, one.uid + 7])
        await transport.source.done([])
        assert list(await transport.source.fetch(Cursor())) == []

    play(over, story)


def test_new_uids_are_higher_after_old_letters_went(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        await transport.post("one")
        [one] = await transport.fetch(1)
        await transport.source.done([one.uid])
        await transport.post("two")
        [two] = await transport.fetch(1, Cursor(one.uidvalidity, one.uid))
        assert (two.uidvalidity, subjects([two])) == (one.uidvalidity, ["two"])
        assert two.uid > one.uid

    play(over, story)


def test_what_a_cursor_has_passed_and_is_not_done_lies_behind_it(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        await transport.post("one", "two", "three")
        first, second, third = await transport.fetch(3)
        await transport.source.done([second.uid])
        behind = await transport.source.behind(Cursor(third.uidvalidity, third.uid))
        assert list(behind) == [first, third]
        assert list(await transport.source.behind(Cursor(third.uidvalidity, third.uid), first.uid)) == [third]
        assert list(await transport.source.behind(Cursor(third.uidvalidity, second.uid))) == [first]
        assert list(await transport.source.behind(Cursor(third.uidvalidity + 1, third.uid))) == []
        assert list(await transport.source.behind(Cursor())) == []

    play(over, story)


def test_cursor_that_is_ahead_of_all_uids_knows_nothing_of_what_lies_there(over: Opener) -> None:
    """UIDs have begun again under the same UIDVALIDITY: the letters are handed out under another one, each once."""

    async def story(transport: Transport) -> None:
        await transport.post("one")
        [one] = await transport.fetch(1)
        ahead = Cursor(one.uidvalidity, one.uid + 500)
        [again] = await transport.source.fetch(ahead)
        assert (again.uid, again.raw, again.uidvalidity) == (one.uid, one.raw, one.uidvalidity + ONCE_MORE)
        assert list(await transport.source.fetch(Cursor(again.uidvalidity, again.uid))) == []
        await transport.source.done([again.uid])
        await transport.post("two")
        [two] = await transport.fetch(1, Cursor(again.uidvalidity, again.uid))
        assert (subjects([two]), two.uidvalidity) == (["two"], again.uidvalidity)

    play(over, story)


def test_at_most_fifty_come_at_once_and_none_is_lost(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        names = [f"letter {number}" for number in range(53)]
        await transport.post(*names)
        first = await transport.fetch(50)
        assert len(first) == 50
        for _ in range(100):
            rest = list(await transport.source.fetch(Cursor(first[-1].uidvalidity, first[-1].uid)))
            if len(rest) == 3:
                break
            await asyncio.sleep(0.05)
        assert sorted(subjects(first + rest)) == sorted(names)

    play(over, story)


def test_waiting_ends_when_a_letter_comes(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        await transport.source.fetch(Cursor())
        waiting = asyncio.create_task(transport.source.wait(20))
        await asyncio.sleep(0.3)
        await transport.post("one")
        assert await waiting
        assert subjects(await transport.fetch(1)) == ["one"]

    play(over, story)


def test_waiting_in_vain_ends_by_itself(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        await transport.source.fetch(Cursor())
        assert not await transport.source.wait(0.2)
        assert list(await transport.source.fetch(Cursor())) == []

    play(over, story)


def test_bytes_that_are_no_text_come_as_they_are(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        body = bytes(range(128, 256)) + b"\r\n* 1 FETCH (UID 9)\r\n{12}\r\n.\r\n..\r\n"
        raw = letter("odd", "").rstrip() + b"\r\n\r\n" + body
        assert isinstance(await transport.sink.send(raw, "red@" + DOMAIN, transport.address), HandedOver)
        [one] = await transport.fetch(1)
        assert one.raw.endswith(body)

    play(over, story)


def test_close_may_be_said_twice(over: Opener) -> None:
    async def story(transport: Transport) -> None:
        await transport.source.close()
        await transport.source.close()
        await transport.sink.close()
        await transport.sink.close()

    play(over, story)
