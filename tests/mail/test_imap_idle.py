"""What servers do while the mailbox's reader waits in IDLE (RFC 2177)."""

import pytest

from pbem.mail.imap import ImapSource
from pbem.mail.ports import Cursor, MailTrouble
from tests.mail.scripted import Line, Script
from tests.mail.test_imap_faults import Naps, answer, cut_at, over


def test_idle_wakes_when_a_letter_is_announced() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        assert await source.wait(15)
        assert [one.uid for one in await source.fetch(Cursor())] == [7]

    async def story(line: Line, tag: str, words: str) -> bool:
        if words != "IDLE":
            return False
        await line.say("+ idling")
        await line.say("* OK still here", "* 2 EXISTS")
        assert (await line.reader.readline()).strip() == b"DONE"
        await line.say(f"{tag} OK done")
        return True

    over(test, story)


def test_an_announcement_in_the_packet_that_ends_idle_counts() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words != "IDLE":
            return False
        await line.say("+ idling")
        assert (await line.reader.readline()).strip() == b"DONE"
        await line.say("* 2 EXISTS", f"{tag} OK done")
        return True

    async def test(script: Script, source: ImapSource) -> None:
        assert await source.wait(0.1)

    over(test, story)


def test_what_an_earlier_idle_left_behind_does_not_end_the_next() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        assert not await source.wait(0.1)
        assert source._connection is not None
        source._connection._protocol.idle_queue.put_nowait([b"stop_wait_server_push"])
        source._connection._protocol.pushes.put_nowait(
            __import__("pbem.mail.imap_connection", fromlist=["Untagged"]).Untagged((b"2 EXISTS",))
        )
        assert not await source.wait(0.1)
        assert script.said.count("IDLE") == 2
        assert len(script.lines) == 1

    over(test)


def test_a_line_cut_in_idle_is_told_at_once() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words != "IDLE":
            return False
        await line.say("+ idling")
        line.cut()
        return True

    async def test(script: Script, source: ImapSource) -> None:
        with pytest.raises(MailTrouble, match=r"lost|closed"):
            await source.wait(3600)

    over(test, story)


def test_a_server_that_closes_instead_of_starting_idle() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        with pytest.raises(MailTrouble, match=r"lost|closed"):
            await source.wait(3600)

    over(test, cut_at("IDLE"))


def test_a_line_that_fell_silent_in_idle_is_left() -> None:
    """Half open: DONE is never answered."""

    async def story(line: Line, tag: str, words: str) -> bool:
        if words != "IDLE":
            return False
        await line.say("+ idling")
        await line.reader.read()
        return True

    async def test(script: Script, source: ImapSource) -> None:
        with pytest.raises(MailTrouble, match="no answer within"):
            await source.wait(0.1)
        assert len(await source.fetch(Cursor())) == 1
        assert len(script.lines) == 2

    over(test, story)


def test_a_refused_idle_is_a_wait_without_news() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        assert not await source.wait(5)
        assert len(await source.fetch(Cursor())) == 1
        assert len(script.lines) == 1

    over(test, answer("IDLE", "TAG BAD no"))


def test_without_idle_it_polls_each_minute() -> None:
    naps = Naps()

    async def test(script: Script, source: ImapSource) -> None:
        assert not await source.wait(3600)
        assert naps.taken == [60]

    over(test, naps=naps, capabilities="IMAP4rev1")


def test_an_idle_that_kept_still_twice_is_no_longer_trusted_for_nine_minutes() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        for _ in range(2):
            assert not await source.wait(0.1)
            assert len(await source.fetch(Cursor())) == 1
        asked: list[float] = []
        assert source._connection is not None

        async def idle(seconds: float) -> bool:
            asked.append(seconds)
            return True

        source._connection.idle = idle  # type: ignore[method-assign]
        await source.wait(3600)
        assert asked == [60]

    over(test)
