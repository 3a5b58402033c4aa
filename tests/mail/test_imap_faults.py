"""What servers do to a mailbox's reader, one fault a test: each ends in trouble that is told, none in a wait without end."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from pbem.mail.imap import ImapAccount, ImapSource, internal_date
from pbem.mail.imap_connection import ImapConnection
from pbem.mail.mime import LIMITS
from pbem.mail.ports import Cursor, LoginRefused, MailTrouble, NoFolder, NotNow
from tests.mail.scripted import LETTER, Line, Script, Story, letter, scripted

PATIENCE = 20
"""Seconds after which a test gives up: no fault may last so long, since every wait is told to last `TIMEOUT`."""

TIMEOUT = 2.0
"""Seconds of a wait: short, so that silence is soon over; long enough for an answer on a machine that is busy."""


class Naps:
    """The sleeps between connections, written down and not slept."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.taken.append(round(seconds, 3))


def source_at(port: int, naps: Naps | None = None, user: str = "gm", password: str = "s") -> ImapSource:
    account = ImapAccount("127.0.0.1", port, user, password, None, timeout=TIMEOUT)
    return ImapSource(account, sleep=naps or Naps())


def over(
    test: Callable[[Script, ImapSource], Awaitable[None]],
    story: Story | None = None,
    naps: Naps | None = None,
    **more: str,
) -> None:
    async def tell() -> None:
        async with scripted(story, **more) as script:
            source = source_at(script.port, naps)
            try:
                await asyncio.wait_for(test(script, source), PATIENCE)
            finally:
                await source.close()

    asyncio.run(tell())


async def fetch_fails(source: ImapSource, expected: str) -> None:
    with pytest.raises(MailTrouble, match=expected):
        await source.fetch(Cursor())


def cut_at(command: str, times: int = 1) -> Story:
    """Reset the line when this command comes, so many times."""
    left = [times]

    async def story(line: Line, tag: str, words: str) -> bool:
        if not words.upper().startswith(command) or not left[0]:
            return False
        left[0] -= 1
        line.cut()
        return True

    return story


def silent_at(command: str) -> Story:
    async def story(line: Line, tag: str, words: str) -> bool:
        return words.upper().startswith(command)

    return story


def answer(command: str, *lines: str | bytes) -> Story:
    """Answer a command with these lines; `TAG` in them is the command's tag."""

    async def story(line: Line, tag: str, words: str) -> bool:
        if not words.upper().startswith(command):
            return False
        await line.say(
            *(x.replace(b"TAG", tag.encode()) if isinstance(x, bytes) else x.replace("TAG", tag) for x in lines)
        )
        return True

    return story


def test_an_ordinary_server_gives_its_letter() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        [one] = await source.fetch(Cursor())
        assert (one.uid, one.uidvalidity, one.raw, one.arrived.isoformat()) == (
            7,
            42,
            LETTER,
            "2026-02-01T09:00:00+00:00",
        )
        said = script.said
        assert said.index("NOOP") < next(at for at, words in enumerate(said) if words.startswith("UID SEARCH"))
        assert any("BODY.PEEK[]" in words for words in said)
        assert not any("RFC822)" in words for words in said)

    over(test)


def test_the_last_letter_that_a_search_always_names_is_dropped() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        assert await source.fetch(Cursor(42, 7)) == ()
        assert "UID SEARCH UID 8:*" in script.said

    over(test)


@pytest.mark.parametrize("command", ["CAPABILITY", "LOGIN", "SELECT", "NOOP", "UID SEARCH", "UID FETCH"])
def test_a_line_cut_in_any_command_is_told_and_the_next_fetch_has_a_new_one(command: str) -> None:
    async def test(script: Script, source: ImapSource) -> None:
        await fetch_fails(source, "closed|lost")
        assert len(await source.fetch(Cursor())) == 1
        assert len(script.lines) == 2

    over(test, cut_at(command))


@pytest.mark.parametrize("command", ["LOGIN", "SELECT", "NOOP", "UID SEARCH", "UID FETCH"])
def test_a_silent_server_is_left_after_the_timeout(command: str) -> None:
    async def test(script: Script, source: ImapSource) -> None:
        await fetch_fails(source, "no answer within")

    over(test, silent_at(command))


@pytest.mark.parametrize("command", ["CREATE", "UID MOVE"])
def test_marking_on_a_dead_line_ends_too(command: str) -> None:
    async def test(script: Script, source: ImapSource) -> None:
        [one] = await source.fetch(Cursor())
        with pytest.raises(MailTrouble, match="no answer within"):
            await source.done([one.uid])

    over(test, silent_at(command))


def test_a_late_answer_never_reaches_the_next_command() -> None:
    """A search that timed out is answered after the next connection stands: that one is another line."""
    late: list[str] = []

    async def story(line: Line, tag: str, words: str) -> bool:
        if not words.startswith("UID SEARCH") or late:
            return False
        late.append(words)
        await asyncio.sleep(TIMEOUT * 2)
        await line.say("* SEARCH 99", f"{tag} OK late")
        return True

    async def test(script: Script, source: ImapSource) -> None:
        await fetch_fails(source, "no answer within")
        [one] = await source.fetch(Cursor())
        assert one.uid == 7

    over(test, story)


def test_a_greeting_that_never_comes() -> None:
    async def tell() -> None:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        source = source_at(server.sockets[0].getsockname()[1])
        await fetch_fails(source, "no answer|did not answer")
        await source.close()
        server.close()

    asyncio.run(asyncio.wait_for(tell(), PATIENCE))


def test_a_server_that_says_bye_at_once() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        await fetch_fails(source, "greeting")

    over(test, greeting="* BYE too many connections")


def test_nobody_listens() -> None:
    async def tell() -> None:
        server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        await fetch_fails(source_at(port), "cannot be reached")

    asyncio.run(tell())


def test_a_refused_login_is_tried_three_times_and_never_again() -> None:
    naps = Naps()

    async def test(script: Script, source: ImapSource) -> None:
        finals = []
        for _ in range(5):
            with pytest.raises(LoginRefused) as refused:
                await source.fetch(Cursor())
            finals.append(refused.value.is_final)
        assert finals == [False, False, True, True, True]
        assert len(script.lines) == 3

    over(test, answer("LOGIN", "TAG NO [AUTHENTICATIONFAILED] no"), naps)


@pytest.mark.parametrize(
    "words",
    [
        *(f"NO [{code}] please wait" for code in ("UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "TEMPFAIL")),
        *("NO [ALERT] Too many simultaneous connections", "NO Server Unavailable. 15", "NO Try again later"),
        *("BAD Command Argument Error. 12", "NO [ALERT] Account exceeded command or bandwidth limits."),
    ],
)
def test_a_login_that_is_refused_for_a_while_is_tried_on(words: str) -> None:
    """The name and the password may be right: nothing is given up for it (RFC 5530)."""

    async def test(script: Script, source: ImapSource) -> None:
        for _ in range(5):
            with pytest.raises(NotNow, match=r"lets nobody in for now: ") as trouble:
                await source.fetch(Cursor())
            assert not isinstance(trouble.value, LoginRefused)
        assert len(script.lines) == 5

    over(test, answer("LOGIN", f"TAG {words}"), Naps())


@pytest.mark.parametrize("words", ["NO LOGIN failed.", "NO [ALERT] Please log in via your web browser", "NO no"])
def test_a_login_that_is_refused_without_a_reason_is_given_up_after_an_hour(words: str) -> None:
    """Some servers say no more when they have too much to do; three tries take some seconds."""
    seconds = [0.0]

    async def tell() -> None:
        async with scripted(answer("LOGIN", f"TAG {words}")) as script:
            account = ImapAccount("127.0.0.1", script.port, "gm", "s", None, timeout=TIMEOUT)
            source = ImapSource(account, seconds=lambda: seconds[0])
            finals = []
            for moment in (0, 1, 3, 10, 3500, 3601, 3602):
                seconds[0] = float(moment)
                with pytest.raises(LoginRefused) as refused:
                    await source.fetch(Cursor())
                finals.append(refused.value.is_final)
            assert finals == [False] * 5 + [True, True]
            assert len(script.lines) == 5
            await source.close()

    asyncio.run(asyncio.wait_for(tell(), PATIENCE))


@pytest.mark.parametrize(
    ("words", "is_missing"),
    [
        ("NO [NONEXISTENT] Unknown mailbox", True),
        ("NO no such mailbox", True),
        ("BAD Command Argument Error. 11", False),
        ("NO [UNAVAILABLE] the store is away", False),
        ("NO [SERVERBUG] Internal error", False),
    ],
)
def test_a_folder_that_cannot_be_opened_is_missing_only_if_the_server_says_so(words: str, is_missing: bool) -> None:
    async def test(script: Script, source: ImapSource) -> None:
        with pytest.raises(MailTrouble) as trouble:
            await source.fetch(Cursor())
        assert isinstance(trouble.value, NoFolder) is is_missing

    over(test, answer("SELECT", f"TAG {words}"))


def test_a_folder_that_is_listed_is_not_missing_whatever_the_words_are() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("SELECT"):
            await line.say(f"{tag} NO cannot open")
        elif words.startswith("LIST"):
            await line.say('* LIST () "/" "INBOX"', f"{tag} OK done")
        else:
            return False
        return True

    async def test(script: Script, source: ImapSource) -> None:
        with pytest.raises(NotNow):
            await source.fetch(Cursor())

    over(test, story)


def test_the_password_is_in_no_message() -> None:
    async def tell() -> None:
        async with scripted(answer("LOGIN", "TAG NO no")) as script:
            source = source_at(script.port, user="odd name", password='p"a\\ss')
            with pytest.raises(LoginRefused) as refused:
                await source.fetch(Cursor())
            assert "ss" not in str(refused.value).replace("refuses", "")
            assert "ss'" not in repr(source.account)
            assert [words for words in script.said if words.startswith("LOGIN")] == [r'LOGIN "odd name" "p\"a\\ss"']
            await source.close()

    asyncio.run(tell())


def test_three_thousand_short_lines_in_one_read() -> None:
    flags = [f"* {number} FETCH (FLAGS (\\Seen))" for number in range(1, 3001)]

    async def story(line: Line, tag: str, words: str) -> bool:
        if "BODY.PEEK" not in words:
            return False
        await line.say(*flags, letter(1, 7, LETTER), *flags, f"{tag} OK done")
        return True

    async def test(script: Script, source: ImapSource) -> None:
        [one] = await source.fetch(Cursor())
        assert one.raw == LETTER

    over(test, story)


def test_one_byte_at_a_time() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if "BODY.PEEK" not in words:
            return False
        for byte in letter(1, 7, LETTER) + f"\r\n{tag} OK done\r\n".encode():
            line.writer.write(bytes([byte]))
            await line.writer.drain()
        return True

    async def test(script: Script, source: ImapSource) -> None:
        [one] = await source.fetch(Cursor())
        assert one.raw == LETTER

    over(test, story)


def test_a_letter_that_looks_like_imap_stays_as_it_is() -> None:
    raw = b"Subject: * stars * and {12}\r\n\r\nA0 OK\r\n* 1 FETCH (UID 9 BODY[] {3}\r\n* BYE\r\n+ go on\r\n"

    async def test(script: Script, source: ImapSource) -> None:
        [one] = await source.fetch(Cursor())
        assert (one.uid, one.raw) == (7, raw)

    async def story(line: Line, tag: str, words: str) -> bool:
        if "BODY.PEEK" not in words:
            return False
        await line.say(letter(1, 7, raw), f"{tag} OK done")
        return True

    over(test, story)


@pytest.mark.parametrize(
    "response",
    [
        b'* 1 FETCH (BODY[] {4}\r\nfire INTERNALDATE " 1-Feb-2026 10:00:00 +0000" UID 7)',
        b'* 1 FETCH (UID 7 INTERNALDATE "01-Feb-2026 10:00:00 +0000" BODY[] "fire")',
        b'* 5 FETCH (FLAGS ())\r\n* 1 FETCH (INTERNALDATE "01-Feb-2026 10:00:00 +0000" FLAGS () UID 7 BODY[] {4}\r\nfire)',
        b'* 1 FETCH (UID 7 INTERNALDATE "01-Feb-2026 10:00:00 +0000" BODY[] {4}\r\nfire)\r\n* 9 EXISTS\r\n* 2 EXPUNGE',
    ],
)
def test_a_letter_is_found_wherever_its_items_stand(response: bytes) -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if "BODY.PEEK" not in words:
            return False
        await line.say(response, f"{tag} OK done")
        return True

    async def test(script: Script, source: ImapSource) -> None:
        [one] = await source.fetch(Cursor())
        assert (one.uid, one.raw, one.arrived.hour) == (7, b"fire", 10)

    over(test, story)


def test_a_literal_of_four_gigabytes_is_refused_when_it_is_announced() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        await fetch_fails(source, "4,294,967,296 bytes")

    over(test, answer("UID FETCH", "* 1 FETCH (UID 7 BODY[] {4294967296}"))


def test_a_line_without_end_is_refused() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if not words.startswith("UID SEARCH"):
            return False
        for _ in range(20):
            line.writer.write(b"x" * 100_000)
            await line.writer.drain()
        return True

    async def test(script: Script, source: ImapSource) -> None:
        await fetch_fails(source, "a line of more than")

    over(test, story)


def test_rubbish_ends_the_line() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        await fetch_fails(source, "cannot be read")

    over(test, answer("NOOP", "HTTP/1.1 400 Bad Request"))


def test_a_letter_that_was_expunged_between_search_and_fetch_is_passed_over() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("UID SEARCH"):
            await line.say("* SEARCH 5 7" if "*" in words else "* SEARCH 7", f"{tag} OK done")
            return True
        if "RFC822.SIZE" in words and words.startswith("UID FETCH 5"):
            await line.say("* 1 FETCH (UID 7 RFC822.SIZE 30)", f"{tag} OK done")
            return True
        return False

    async def test(script: Script, source: ImapSource) -> None:
        assert [one.uid for one in await source.fetch(Cursor())] == [7]

    over(test, story)


def test_a_huge_letter_is_fetched_just_past_the_limit() -> None:
    most = LIMITS.with_files + 1

    async def story(line: Line, tag: str, words: str) -> bool:
        if "RFC822.SIZE" in words:
            await line.say("* 1 FETCH (UID 7 RFC822.SIZE 50000000)", f"{tag} OK done")
            return True
        if f"BODY.PEEK[]<0.{most}>" in words:
            await line.say(letter(1, 7, b"x" * most).replace(b"BODY[]", b"BODY[]<0>", 1), f"{tag} OK done")
            return True
        return False

    async def test(script: Script, source: ImapSource) -> None:
        [one] = await source.fetch(Cursor())
        assert len(one.raw) == most

    over(test, story)


def test_without_move_it_is_copied_and_that_letter_alone_expunged() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        await source.done([7, 8, 9, 12])
        marked = [
            words for words in script.said if words.startswith(("UID COPY", "UID STORE", "UID EXPUNGE", "EXPUNGE"))
        ]
        assert marked == [
            'UID COPY 7:9,12 "Processed"',
            r"UID STORE 7:9,12 +FLAGS.SILENT (\Seen \Deleted)",
            "UID EXPUNGE 7:9,12",
        ]

    over(test, capabilities="IMAP4rev1 UIDPLUS")


def test_without_uidplus_nothing_is_expunged() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        await source.done([7])
        assert not any("EXPUNGE" in words for words in script.said)

    over(test, capabilities="IMAP4rev1")


def test_a_server_that_wants_folders_under_inbox_gets_them_there() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words != 'CREATE "Processed"':
            return False
        await line.say(f"{tag} NO use the INBOX. prefix")
        return True

    async def test(script: Script, source: ImapSource) -> None:
        await source.done([7])
        assert 'UID MOVE 7 "INBOX.Processed"' in script.said

    over(test, story)


def test_capabilities_are_asked_for_after_the_login() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        await source.fetch(Cursor())
        assert source._connection is not None
        assert source._connection.capabilities == {"IMAP4REV1", "IDLE", "MOVE", "UIDPLUS"}

    over(test, answer("LOGIN", "TAG OK [CAPABILITY IMAP4rev1 XLAST] Logged in with MOVEMENT"))


@pytest.mark.parametrize(
    "text",
    [
        *("", "yesterday", "31-Feb-2026 10:00:00 +0000", "01-Foo-2026 10:00:00 +0000", "00-Jan-0000 00:00:00 +0000"),
        *(
            "17-Jul-96 02:44:25 -0700",
            "17-Jul-2026 02:44:25 (UTC)",
            "17-Jul-2026 02:44:25",
            "01-Jan-0001 00:00:00 +2359",
        ),
    ],
)
def test_a_date_of_arrival_that_is_none(text: str) -> None:
    assert internal_date(text) is None


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("17-Jul-1996 02:44:25 -0700", datetime(1996, 7, 17, 9, 44, 25, tzinfo=UTC)),
        (" 1-jan-2026 23:59:58 +0130", datetime(2026, 1, 1, 22, 29, 58, tzinfo=UTC)),
        ("31-DEC-2025 00:01:02 -0130", datetime(2025, 12, 31, 1, 31, 2, tzinfo=UTC)),
    ],
)
def test_a_date_of_arrival_is_read_to_the_second(text: str, moment: datetime) -> None:
    assert internal_date(text) == moment


def test_a_line_without_tls_is_not_upgraded() -> None:
    async def tell() -> None:
        async with scripted() as script:
            line = await ImapConnection.connect("127.0.0.1", script.port, None, 5, starttls=True)
            await line.logout()
        assert "STARTTLS" not in script.said

    asyncio.run(asyncio.wait_for(tell(), 20))
