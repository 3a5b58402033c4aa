"""Letters that a server does not give, now or ever; mailboxes whose UIDs begin again: nothing is lost, and nothing is stuck."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.ports import ONCE_MORE, Cursor, Fetched, MailTrouble, NotNow
from pbem.mail.refusals import ALONE, FAULTS, REST, WHILE_OTHERS_COME
from tests.mail.troubled import Mailbox, served


class Reader:
    """Whoever reads the mailbox as the desk does, on a clock that is set."""

    def __init__(self, mailbox: Mailbox, source: ImapSource, seconds: list[float]) -> None:
        self.mailbox, self.source, self.seconds = mailbox, source, seconds
        self.cursor = Cursor()
        self.read: list[Fetched] = []
        self.troubles: list[MailTrouble] = []

    async def turn(self, forward: float = 1.0) -> None:
        """Read to the end, or to the trouble; what was read is moved."""
        self.seconds[0] += forward
        try:
            while fetched := await self.source.fetch(self.cursor):
                self.read += fetched
                await self.source.done([one.uid for one in fetched])
                self.cursor = Cursor(fetched[-1].uidvalidity, fetched[-1].uid)
        except MailTrouble as trouble:
            self.troubles.append(trouble)

    @property
    def raws(self) -> list[bytes]:
        return [one.raw for one in self.read if b"(the mail server)" not in one.raw]

    @property
    def notes(self) -> list[int]:
        return [one.uid for one in self.read if b"(the mail server)" in one.raw]


def over(mailbox: Mailbox, test: Callable[[Reader], Awaitable[None]]) -> None:
    async def tell() -> None:
        seconds = [0.0]
        async with served(mailbox) as script:
            account = ImapAccount("127.0.0.1", script.port, "gm", "s", None, timeout=2.0)
            source = ImapSource(account, seconds=lambda: seconds[0])
            try:
                await asyncio.wait_for(test(Reader(mailbox, source, seconds)), 30)
            finally:
                await source.close()

    asyncio.run(tell())


def three() -> Mailbox:
    mailbox = Mailbox()
    for words in (b"one\n", b"two\n", b"three\n"):
        mailbox.put(words)
    return mailbox


ALL = [b"one\r\n", b"two\r\n", b"three\r\n"]
NOT_GIVEN = ("nil", "empty", "nothing")


@pytest.mark.parametrize(
    "answer",
    [
        "NO [OVERQUOTA] Account exceeded command or bandwidth limits",
        "NO [SERVERBUG] Internal error",
        "NO [UNAVAILABLE] Temporary failure",
        "NO [LIMIT] too much",
        "NO [INUSE] locked",
        "NO [TEMPFAIL] later",
        "NO Server Unavailable. 15",
        "NO",
    ],
)
def test_mailbox_that_gives_nothing_for_a_night_loses_no_letter(answer: str) -> None:
    mailbox = three()
    mailbox.refuses = answer

    async def test(reader: Reader) -> None:
        for _ in range(60):
            await reader.turn(600)
        assert reader.read == []
        assert mailbox.moved == {}
        assert all(isinstance(one, NotNow) and one.longest > 60 for one in reader.troubles)
        assert len(reader.troubles) == 60
        mailbox.refuses = ""
        await reader.turn()
        assert reader.raws == ALL

    over(mailbox, test)


@pytest.mark.parametrize("how", NOT_GIVEN)
def test_body_that_is_not_there_is_no_empty_letter(how: str) -> None:
    mailbox = three()
    mailbox.poison = dict.fromkeys((1, 2, 3), how)

    async def test(reader: Reader) -> None:
        for _ in range(60):
            await reader.turn(600)
        assert (reader.read, mailbox.moved) == ([], {})
        mailbox.poison = {}
        await reader.turn()
        assert reader.raws == ALL

    over(mailbox, test)


def test_letter_without_a_byte_is_one_if_its_size_says_so() -> None:
    mailbox = Mailbox()
    mailbox.put(b"")

    async def test(reader: Reader) -> None:
        await reader.turn()
        assert reader.raws == [b""]

    over(mailbox, test)


@pytest.mark.parametrize("how", ["BAD Command Argument Error. 11", "drop"])
@pytest.mark.parametrize("uid", [1, 2, 3])
def test_letter_at_which_the_server_fails_keeps_no_other_away(how: str, uid: int) -> None:
    mailbox = three()
    mailbox.poison = {uid: how}

    async def test(reader: Reader) -> None:
        for _ in range(FAULTS + 2):
            await reader.turn()
        assert reader.raws == [one for number, one in enumerate(ALL, 1) if number != uid]
        assert reader.notes == [uid]
        assert list(mailbox.letters) == [uid], "what was not read is not moved"
        assert len(reader.troubles) <= FAULTS + 1

    over(mailbox, test)


@pytest.mark.parametrize("how", [*NOT_GIVEN, "NO [SERVERBUG] Internal error"])
@pytest.mark.parametrize("uid", [1, 2, 3])
def test_letter_that_alone_is_not_given_is_passed_over_after_an_hour(how: str, uid: int) -> None:
    mailbox = three()
    mailbox.poison = {uid: how}

    async def test(reader: Reader) -> None:
        for _ in range(5):
            await reader.turn()
        assert reader.raws == ALL[: uid - 1]
        assert reader.notes == []
        await reader.turn(ALONE if uid == 3 else WHILE_OTHERS_COME)
        assert reader.notes == [uid]
        assert reader.raws == [one for number, one in enumerate(ALL, 1) if number != uid]
        assert list(mailbox.letters) == [uid]

    over(mailbox, test)


def test_two_notes_are_not_alike_since_a_second_copy_of_a_letter_is_ignored() -> None:
    mailbox = three()
    mailbox.poison = {1: "drop", 3: "BAD no"}

    async def test(reader: Reader) -> None:
        for _ in range(3 * FAULTS):
            await reader.turn()
        assert reader.notes == [1, 3]
        assert len({one.raw for one in reader.read}) == 3

    over(mailbox, test)


def test_letter_that_was_passed_over_is_handed_out_again_when_it_is_given() -> None:
    mailbox = three()
    mailbox.poison = {2: "drop"}

    async def test(reader: Reader) -> None:
        for _ in range(FAULTS + 2):
            await reader.turn()
        assert await reader.source.behind(reader.cursor) == (), "it rests"
        reader.seconds[0] += REST
        with pytest.raises(MailTrouble):
            await reader.source.behind(reader.cursor)
        assert await reader.source.behind(reader.cursor) == (), "it costs one line an hour at most"
        mailbox.poison = {}
        reader.seconds[0] += 2 * REST
        [two] = await reader.source.behind(reader.cursor)
        assert two.raw == ALL[1]
        await reader.source.done([two.uid])
        assert mailbox.letters == {}

    over(mailbox, test)


def test_letter_of_which_the_server_does_not_say_the_size_is_read() -> None:
    mailbox = three()
    mailbox.poison = {2: "nosize"}

    async def test(reader: Reader) -> None:
        await reader.turn()
        assert reader.raws == ALL

    over(mailbox, test)


@pytest.mark.parametrize(
    "date", ["-", "00-Jan-0000 00:00:00 +0000", "28-Nov-26 10:00:00 +0000", "28-Nov-2026 10:00:00 (UTC)", "", "NIL"]
)
def test_date_that_cannot_be_read_is_the_moment_at_which_the_letter_was_seen(date: str) -> None:
    mailbox = three()
    mailbox.dates[2] = date

    async def test(reader: Reader) -> None:
        await reader.turn()
        assert reader.raws == ALL
        assert abs(reader.read[1].arrived - datetime.now(UTC)) < timedelta(minutes=1)
        assert reader.read[0].arrived == datetime(2026, 11, 28, 10, tzinfo=UTC)

    over(mailbox, test)


def test_letter_from_the_future_arrived_now() -> None:
    mailbox = Mailbox()
    mailbox.put(b"one", "01-Jan-2126 10:00:00 +0000")

    async def test(reader: Reader) -> None:
        await reader.turn()
        assert reader.read[0].arrived <= datetime.now(UTC)

    over(mailbox, test)


@pytest.mark.parametrize("names_next", [True, False])
@pytest.mark.parametrize("kept", [0, 3])
def test_uids_that_begin_again_under_the_same_uidvalidity_are_noticed(names_next: bool, kept: int) -> None:
    mailbox = Mailbox(next=500, names_next=names_next)
    for n in range(3):
        mailbox.put(b"old %d" % n)

    async def test(reader: Reader) -> None:
        await reader.turn()
        assert reader.cursor == Cursor(7, 502)
        mailbox.letters = {n: b"kept %d" % n for n in range(kept)}
        mailbox.put_back()
        await reader.source.close()
        for n in range(3):
            mailbox.put(b"new %d" % n)
            await reader.turn()
        expected = [b"kept %d" % n for n in range(kept)] + [b"new %d" % n for n in range(3)]
        assert [one.raw for one in reader.read[3:]] == expected
        assert reader.cursor == Cursor(7 + ONCE_MORE, kept + 3)
        assert {(one.uidvalidity, one.uid) for one in reader.read} >= {(7, 500), (7 + ONCE_MORE, 1)}
        await reader.turn()
        assert len(reader.read) == 3 + kept + 3

    over(mailbox, test)


def test_letters_that_another_reader_has_read_are_no_sign_that_uids_began_again() -> None:
    """What SELECT said of the next UID is older than the cursor."""
    mailbox = three()

    async def test(reader: Reader) -> None:
        await reader.turn()
        for n in range(4):
            mailbox.moved[mailbox.put(b"of another %d" % n)] = b""
        mailbox.letters.clear()
        reader.cursor = Cursor(7, 7)
        await reader.turn()
        mailbox.put(b"four")
        await reader.turn()
        assert reader.read[-1].raw == b"four"
        assert reader.cursor == Cursor(7, 8)

    over(mailbox, test)
