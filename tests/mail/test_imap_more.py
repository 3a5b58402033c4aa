"""What an IMAP server does to a batch of letters, and what a crash leaves in the folder."""

import asyncio

import pytest

from pbem.mail.ports import Cursor, MailTrouble
from tests.mail.scripted import LETTER, Line, Script, letter
from tests.mail.test_imap_faults import TIMEOUT, ImapSource, answer, over


def test_a_batch_that_is_too_much_for_the_line_is_asked_for_one_by_one_then_by_more() -> None:
    asked: list[str] = []

    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("UID SEARCH"):
            first = int(words.split()[3].partition(":")[0])
            await line.say("* SEARCH " + " ".join(str(n) for n in range(first, 9)), f"{tag} OK done")
        elif "RFC822.SIZE" in words:
            await line.say(*(f"* {n} FETCH (UID {n} RFC822.SIZE 30)" for n in range(1, 9)), f"{tag} OK done")
        elif "BODY.PEEK" in words:
            asked.append(words.split()[2])
            first, _, last = asked[-1].partition(":")
            if int(last or first) - int(first) >= 4:
                line.cut()
            else:
                given = [letter(n, n, LETTER) for n in range(int(first), int(last or first) + 1)]
                await line.say(*given, f"{tag} OK done")
        else:
            return False
        return True

    async def test(script: Script, source: ImapSource) -> None:
        with pytest.raises(MailTrouble, match=r"lost|closed"):
            await source.fetch(Cursor())
        last = 0
        while last < 8:
            last = (await source.fetch(Cursor(42, last)))[-1].uid
        assert asked == ["1:8", "1", "2:3", "4:7", "8"]

    over(test, story)


def test_what_was_passed_is_handed_out_behind_the_cursor_and_under_another_uidvalidity_nothing() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("UID SEARCH UID"):
            first = int(words.split()[3].partition(":")[0])
            await line.say("* SEARCH" + "".join(f" {n}" for n in (3, 6) if n >= first), f"{tag} OK done")
        elif "RFC822.SIZE" in words:
            await line.say("* 1 FETCH (UID 3 RFC822.SIZE 9)", "* 2 FETCH (UID 6 RFC822.SIZE 9)", f"{tag} OK done")
        elif "BODY.PEEK" in words:
            await line.say(letter(1, 3, b"three"), letter(2, 6, b"six"), f"{tag} OK done")
        else:
            return False
        return True

    async def test(script: Script, source: ImapSource) -> None:
        assert await source.behind(Cursor(41, 6)) == ()
        assert [(one.uid, one.raw) for one in await source.behind(Cursor(42, 6))] == [(3, b"three"), (6, b"six")]
        assert await source.behind(Cursor(42, 6), 6) == ()

    over(test, story)


def test_a_server_that_will_not_move_is_asked_once_and_is_no_trouble() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("UID MOVE"):
            await line.say(f"{tag} NO [OVERQUOTA] no room")
            return True
        return False

    async def test(script: Script, source: ImapSource) -> None:
        await source.done([7])
        assert len(await source.fetch(Cursor())) == 1
        assert await source.behind(Cursor(42, 7)) == (), "it is known to be stored"
        assert len(script.lines) == 1

    over(test, story)


def test_what_another_reader_has_moved_meanwhile_is_no_refusal(caplog: pytest.LogCaptureFixture) -> None:
    """Two readers have stored the same letters, and one moves some of them first: the rest is moved all the same."""
    refused: list[str] = []

    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("UID SEARCH UID 1:7"):
            await line.say("* SEARCH 7", f"{tag} OK done")
        elif words.startswith("UID MOVE") and not refused:
            refused.append(words)
            await line.say(f"{tag} NO [EXPUNGEISSUED] Some of the requested messages no longer exist")
        else:
            return False
        return True

    async def test(script: Script, source: ImapSource) -> None:
        await source.done([6, 7])
        [seven] = await source.behind(Cursor(42, 7))
        await source.done([seven.uid])
        assert 'UID MOVE 7 "Processed"' in script.said

    over(test, story)
    assert "letters stay in the mailbox" not in caplog.text


def test_an_answer_that_keeps_coming_is_waited_for() -> None:
    """Slower than the time limit of an answer, but it comes."""

    async def story(line: Line, tag: str, words: str) -> bool:
        if "BODY.PEEK" not in words:
            return False
        whole = letter(1, 7, LETTER) + b"\r\n"
        for start in range(0, len(whole), 40):
            line.writer.write(whole[start : start + 40])
            await line.writer.drain()
            await asyncio.sleep(TIMEOUT * 0.6)
        await line.say(f"{tag} OK done")
        return True

    async def test(script: Script, source: ImapSource) -> None:
        [one] = await source.fetch(Cursor())
        assert one.raw == LETTER

    over(test, story)


def test_many_letters_are_moved_five_hundred_at_a_time() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        await source.done([])
        assert script.said == [], "nothing was done, so nothing is said"
        await source.done(range(1, 1002))
        moves = ["1:500", "501:1000", "1001"]
        assert [one for one in script.said if " MOVE " in one] == [f'UID MOVE {one} "Processed"' for one in moves]

    over(test)


def test_a_blank_line_between_answers_is_no_answer() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("UID SEARCH"):
            await line.say("", "* SEARCH 7", "", f"{tag} OK done")
            return True
        return False

    async def test(script: Script, source: ImapSource) -> None:
        assert [one.uid for one in await source.fetch(Cursor())] == [7]

    over(test, story)


def test_a_source_that_is_closed_logs_out_and_connects_again_when_it_is_asked() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        await source.close()
        assert script.lines == []
        await source.fetch(Cursor())
        await source.close()
        assert script.said[-1] == "LOGOUT"
        await source.close()
        assert script.said.count("LOGOUT") == 1
        await source.fetch(Cursor())
        assert len(script.lines) == 2

    over(test)


def test_a_mailbox_where_all_folders_lie_in_a_path_is_known_by_what_the_server_says_of_them() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("CREATE"):
            reply = "NO [ALREADYEXISTS] Mailbox exists" if "INBOX/" in words else "NO only under the inbox"
            await line.say(f"{tag} {reply}")
            return True
        return False

    async def test(script: Script, source: ImapSource) -> None:
        await source.done([7])
        await source.done([8])
        assert [one for one in script.said if one.startswith(("CREATE", "UID MOVE"))] == [
            *('CREATE "Processed"', 'CREATE "INBOX.Processed"', 'CREATE "INBOX/Processed"'),
            *('UID MOVE 7 "INBOX/Processed"', 'UID MOVE 8 "INBOX/Processed"'),
        ]

    over(test, story)


def test_where_no_folder_can_be_made_letters_stay() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("CREATE"):
            await line.say(f"{tag} NO not here")
            return True
        return False

    async def test(script: Script, source: ImapSource) -> None:
        await source.done([7])
        assert not [one for one in script.said if "MOVE" in one]
        assert await source.behind(Cursor(42, 7)) == (), "it is known to be stored"

    over(test, story)


@pytest.mark.parametrize(
    ("lines", "used"),
    [
        (('* QUOTAROOT "INBOX" "u"', '* QUOTA "u" (MESSAGE 5 9 STORAGE 90 100)', "TAG OK done"), 0.9),
        (('* QUOTA "" (STORAGE 5 0)', "TAG OK done"), 0.0),
        (("TAG NO not today",), 0.0),
    ],
)
def test_space_is_what_the_quota_root_of_the_folder_says(lines: tuple[str, ...], used: float) -> None:
    async def test(script: Script, source: ImapSource) -> None:
        assert await source.space() == used

    over(test, answer("GETQUOTAROOT", *lines), capabilities="IMAP4rev1 QUOTA")


def test_server_without_quotas_is_not_asked_for_them() -> None:
    async def test(script: Script, source: ImapSource) -> None:
        assert await source.space() == 0.0
        assert not [line for line in script.lines if any("QUOTA" in words for words in line.said)]

    over(test)
