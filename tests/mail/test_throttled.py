"""A server that has enough of us says so in many ways and at any command: no letter is lost, doubled or told as broken."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from pbem.mail.ports import Cursor, MailTrouble, NotNow
from pbem.mail.refusals import FAULTS, REST
from tests.mail.scripted import Line
from tests.mail.test_withheld import ALL, Reader, over, three
from tests.mail.troubled import Mailbox

BYE = ("* BYE [UNAVAILABLE] Account is throttled, try again later", "CLOSE")
NIGHT = {
    "fetch, BAD with a code": ("UID FETCH", ("TAG BAD [LIMIT] Too many commands",)),
    "fetch, BAD with words": (
        "UID FETCH",
        ("TAG BAD Request is throttled. Suggested Backoff Time: 279930 milliseconds",),
    ),
    "fetch, BAD without a reason": ("UID FETCH", ("TAG BAD Command Error. 10",)),
    "fetch, NO that it cannot": ("UID FETCH", ("TAG NO [CANNOT] not now",)),
    "fetch, OK and nothing": ("UID FETCH", ("TAG OK [OVERQUOTA] done",)),
    "fetch, BYE with a code": ("UID FETCH", BYE),
    "fetch, BYE with words": ("UID FETCH", ("* BYE Too many simultaneous connections", "CLOSE")),
    "fetch, BYE without a reason": ("UID FETCH", ("* BYE Session terminated", "CLOSE")),
    "fetch, BYE and the line stays": ("UID FETCH", ("* BYE JavaMail Server shutting down",)),
    "fetch, closed": ("UID FETCH", ("CLOSE",)),
    "login, BYE": ("LOGIN", ("* BYE [ALERT] Maximum number of connections exceeded", "CLOSE")),
    "login, BAD": ("LOGIN", ("TAG BAD [LIMIT] wait",)),
    "login, NO in its own words": ("LOGIN", ("TAG NO [LIMIT] Rate limit hit",)),
    "login, closed": ("LOGIN", ("CLOSE",)),
    "select, not connected": ("SELECT", ("TAG BAD User is authenticated but not connected.",)),
    "select, BYE": ("SELECT", ("* BYE [ALERT] Fatal error", "CLOSE")),
    "select, no mailbox for a while": ("SELECT", ("TAG NO [ALERT] Mailbox is being moved",)),
    "select, in use": ("SELECT", ("TAG NO [INUSE] Mailbox locked by another session",)),
    "select, no bandwidth": ("SELECT", ("TAG NO [OVERQUOTA] Account exceeded bandwidth limits",)),
    "noop, NO": ("NOOP", ("TAG NO [TEMPFAIL] store is away",)),
    "noop, BYE": ("NOOP", ("* BYE Autologout; idle for too long", "CLOSE")),
    "search, NO": ("UID SEARCH", ("TAG NO [LIMIT] too many",)),
    "search, BAD": ("UID SEARCH", ("TAG BAD [THROTTLED] slow down",)),
    "search, empty": ("UID SEARCH", ("* SEARCH", "TAG OK done")),
    "search, no result": ("UID SEARCH", ("TAG OK done",)),
}
"""The command that is answered otherwise for a night, and how."""


@pytest.mark.parametrize("name", NIGHT)
def test_night_of_refusals_neither_loses_a_letter_nor_calls_one_broken(name: str) -> None:
    mailbox = three()
    command, said = NIGHT[name]
    mailbox.says = {command: said}

    async def test(reader: Reader) -> None:
        for _ in range(12):
            await reader.turn(3000)
            await reader.source.close()  # each time on a new line, as after trouble
        assert (reader.read, mailbox.moved) == ([], {})
        mailbox.says = {}
        await reader.turn()
        assert (reader.raws, reader.notes, mailbox.letters) == (ALL, [], {})

    over(mailbox, test)


@pytest.mark.parametrize("said", ["TAG BAD [LIMIT] Too many commands", "* BYE Too many connections, try again later"])
@pytest.mark.parametrize("command", ["UID FETCH", "SELECT", "NOOP"])
def test_server_that_says_to_wait_is_left_alone_for_longer(command: str, said: str) -> None:
    """A lone letter too, though three such answers would be a note's cause if they said no reason."""
    mailbox = Mailbox()
    mailbox.put(b"one")
    mailbox.says = {command: (said, *(["CLOSE"] if "BYE" in said else []))}

    async def test(reader: Reader) -> None:
        for _ in range(5):
            await reader.turn(900)
        assert [type(one) for one in reader.troubles] == [NotNow] * 5
        assert all(one.longest > 60 for one in reader.troubles)
        assert reader.read == []

    over(mailbox, test)


@pytest.mark.parametrize("how", ["BAD internal server error", "drop"])
def test_two_letters_at_which_the_server_fails_are_known_by_a_third_that_it_gives(how: str) -> None:
    mailbox = three()
    mailbox.poison = dict.fromkeys((1, 2), how)

    async def test(reader: Reader) -> None:
        for _ in range(2 * FAULTS + 1):
            await reader.turn()
        assert (reader.raws, reader.notes) == ([ALL[2]], [1, 2])

    over(mailbox, test)


REFUSED = {
    "NO, a limit": {"UID MOVE": ("TAG NO [LIMIT] too many messages there",)},
    "NO, no room": {"UID MOVE": ("TAG NO [OVERQUOTA] no room",)},
    "NO, no folder": {"UID MOVE": ("TAG NO [TRYCREATE] no such mailbox",)},
    "BAD": {"UID MOVE": ("TAG BAD Command Argument Error. 11",)},
    "no folder for a while": {"CREATE": ("TAG NO [LIMIT] too many mailboxes",)},
    "no folder ever": {"CREATE": ("TAG BAD no",)},
    "a flag that may not be set": {
        "CAPABILITY": ("* CAPABILITY IMAP4rev1", "TAG OK"),
        "UID STORE": ("TAG NO [NOPERM] no",),
    },
    "no copy": {"CAPABILITY": ("* CAPABILITY IMAP4rev1", "TAG OK"), "UID COPY": ("TAG BAD no",)},
    "nothing expunged": {
        "CAPABILITY": ("* CAPABILITY IMAP4rev1 UIDPLUS", "TAG OK"),
        "UID EXPUNGE": ("TAG NO [CANNOT] a hold is on this mailbox",),
    },
}


@pytest.mark.parametrize("name", REFUSED)
def test_server_that_moves_no_letter_is_no_trouble_and_is_asked_again_later(name: str) -> None:
    """The letters are stored: their games go on.  As trouble with the mailbox it would hold all deadlines."""
    mailbox = three()
    mailbox.says = REFUSED[name]

    async def test(reader: Reader) -> None:
        await reader.turn()
        assert (reader.raws, reader.troubles) == (ALL, [])
        assert await reader.source.behind(reader.cursor) == ()
        mailbox.says = {}
        reader.seconds[0] += REST
        if mailbox.letters:  # where COPY stands for MOVE this server takes them away at once
            await reader.source.done([one.uid for one in await reader.source.behind(reader.cursor)])
        assert (mailbox.letters, list(mailbox.moved)) == ({}, [1, 2, 3])

    over(mailbox, test)


def test_letters_that_stayed_are_moved_as_soon_as_another_is() -> None:
    mailbox = three()
    mailbox.says = {"UID MOVE": ("TAG NO [INUSE] locked",)}

    async def test(reader: Reader) -> None:
        await reader.turn()
        mailbox.says = {}
        mailbox.put(b"four")
        await reader.turn()
        await reader.source.done([one.uid for one in await reader.source.behind(reader.cursor)])
        assert list(mailbox.moved) == [4, 1, 2, 3]

    over(mailbox, test)


@pytest.mark.parametrize(
    "said",
    [
        ("* BYE Server going down for maintenance",),
        ("+ idling", "* BYE Session expired"),
        ("+ idling", "* BYE bye", "CLOSE"),
    ],
)
def test_bye_in_idle_ends_the_wait_at_once(said: tuple[str, ...]) -> None:
    mailbox = three()
    mailbox.says = {"IDLE": said}

    async def test(reader: Reader) -> None:
        with pytest.raises(MailTrouble, match="BYE"):
            await asyncio.wait_for(reader.source.wait(500), 5)
        await reader.turn()
        assert reader.raws == ALL

    over(mailbox, test)


@pytest.mark.parametrize(
    "said", [("TAG NO [LIMIT] too many are idle",), ("TAG BAD no",), ("TAG OK done",), ("+ idling", "TAG OK done")]
)
def test_refused_idle_does_not_make_us_ask_without_a_pause(said: tuple[str, ...]) -> None:
    naps: list[float] = []

    async def sleep(seconds: float) -> None:
        naps.append(seconds)

    mailbox = three()
    mailbox.says = {"IDLE": said}

    async def test(reader: Reader) -> None:
        reader.source._sleep = sleep
        assert not await reader.source.wait(30)
        assert naps == [30]
        assert not await reader.source.wait(500)
        assert naps == [30, 60]

    over(mailbox, test)


@pytest.mark.parametrize(
    "date",
    [
        *("31-Dec-2026 23:59:60 +0000", "28-Nov-2026 10:00:00 UTC", "28-Nov-2026 10:00:00 +2500", "28/11/2026 10:00"),
        *("29-Feb-2027 10:00:00 +0000", "Sat, 28 Nov 2026 10:00:00 +0000", "01-Jan-1970 00:00:00 +0000"),
        *("01-Jan-1900 00:00:00 +0000", "31-Dec-1969 16:00:00 -0800", "28-Nov-2026 10:00:00 +0060"),
    ],
)
def test_date_that_no_letter_of_ours_can_have_is_the_moment_at_which_it_was_seen(date: str) -> None:
    mailbox = Mailbox()
    mailbox.put(b"one", date)

    async def test(reader: Reader) -> None:
        await reader.turn()
        assert abs(reader.read[0].arrived - datetime.now(UTC)) < timedelta(minutes=1)

    over(mailbox, test)


def test_next_uid_that_never_grows_hands_no_letter_out_twice() -> None:
    """A server that names a wrong UIDNEXT with every SELECT."""
    mailbox = three()
    mailbox.next = 501
    mailbox.letters = {498: b"one", 499: b"two", 500: b"three"}

    async def select(line: Line, tag: str, words: str) -> bool:
        if words.startswith("SELECT"):
            await line.say("* 3 EXISTS", "* OK [UIDVALIDITY 7] v", "* OK [UIDNEXT 1] next", f"{tag} OK done")
            return True
        return await Mailbox.answer(mailbox, line, tag, words)

    mailbox.answer = select  # type: ignore[method-assign]

    async def test(reader: Reader) -> None:
        for _ in range(3):
            await reader.turn()
            await reader.source.close()
        assert [one.raw for one in reader.read] == [b"one", b"two", b"three"]
        assert reader.cursor.uidvalidity % (1 << 32) == 7
        assert reader.cursor == Cursor(7, 500)

    over(mailbox, test)
