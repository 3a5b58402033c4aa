"""The embedded servers: what is theirs beside the contract."""

import asyncio
import sys
from collections.abc import Awaitable, Callable

import pytest

from pbem.mail.embedded import LARGEST, EmbeddedMail
from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.letter import read_letter
from pbem.mail.ports import Cursor, HandedOver, LoginRefused, MailTrouble, Never
from pbem.mail.smtp import SmtpAccount, SmtpSink

LETTER = b"From: red@club\r\nSubject: orders\r\n\r\nhold\r\n"


def source(mail: EmbeddedMail, user: str, password: str = "s") -> ImapSource:
    return ImapSource(ImapAccount(mail.host, mail.imap_port, user, password, None, timeout=5))


def sink(mail: EmbeddedMail) -> SmtpSink:
    return SmtpSink(SmtpAccount(mail.host, mail.smtp_port, security="none", timeout=5))


def over(story: Callable[[EmbeddedMail], Awaitable[None]], catch_all: str = "") -> None:
    async def tell() -> None:
        async with EmbeddedMail({"gm": "s", "red": "s"}, catch_all=catch_all) as mail:
            await story(mail)

    asyncio.run(asyncio.wait_for(tell(), 30))


def test_a_letter_lies_in_the_mailbox_before_smtp_says_so() -> None:
    async def story(mail: EmbeddedMail) -> None:
        out, box = sink(mail), source(mail, "red")
        for count in range(1, 4):
            assert isinstance(await out.send(LETTER, "gm@club", "red@club"), HandedOver)
            assert len(await box.fetch(Cursor())) == count
        await box.close()
        await out.close()

    over(story)


def test_the_plus_part_and_the_envelope_are_kept_for_the_reader() -> None:
    async def story(mail: EmbeddedMail) -> None:
        out, box = sink(mail), source(mail, "gm")
        await out.send(LETTER, "red@club", "gm+rosebud-7.us.m2xd9q4k@club")
        [one] = await box.fetch(Cursor())
        letter = read_letter(one.raw)
        assert letter.to == ("gm+rosebud-7.us.m2xd9q4k@club",)
        assert letter.header("return-path") == "<red@club>"
        await box.close()
        await out.close()

    over(story)


def test_strangers_and_too_large_letters_are_refused() -> None:
    async def story(mail: EmbeddedMail) -> None:
        out = sink(mail)
        stranger = await out.send(LETTER, "red@club", "nobody@club")
        large = await out.send(LETTER + b"hold\r\n" * (LARGEST // 6), "red@club", "gm@club")
        assert isinstance(stranger, Never)
        assert stranger.code == 550
        assert isinstance(large, Never)
        assert large.code == 552
        await out.close()

    over(story)


def test_a_catch_all_takes_what_is_for_no_other() -> None:
    async def story(mail: EmbeddedMail) -> None:
        out, box = sink(mail), source(mail, "gm")
        await out.send(LETTER, "red@club", "rosebud-7+us.m2xd9q4k@club")
        await out.send(LETTER, "gm@club", "red@club")
        assert len(await box.fetch(Cursor())) == 1
        await box.close()
        await out.close()

    over(story, catch_all="gm")


def test_a_catch_all_must_be_a_user() -> None:
    with pytest.raises(ValueError, match="none of the users"):
        EmbeddedMail({"gm": "s"}, catch_all="everybody")


def test_a_wrong_password_is_refused() -> None:
    async def story(mail: EmbeddedMail) -> None:
        with pytest.raises(LoginRefused):
            await source(mail, "gm", "wrong").fetch(Cursor())

    over(story)


def test_two_starts_have_two_uidvalidities() -> None:
    seen: list[int] = []

    async def story(mail: EmbeddedMail) -> None:
        await mail.deliver("gm", LETTER)
        box = source(mail, "gm")
        [one] = await box.fetch(Cursor(1, 1_000_000))
        seen.append(one.uidvalidity)
        await box.close()

    over(story)
    over(story)
    assert seen[0] != seen[1]


def test_a_stranger_has_no_mailbox_to_deliver_to() -> None:
    async def story(mail: EmbeddedMail) -> None:
        with pytest.raises(KeyError):
            await mail.deliver("nobody", LETTER)

    over(story)


def test_without_its_servers_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiosmtpd.smtp", None)

    async def tell() -> None:
        async with EmbeddedMail({"gm": "s"}):
            pass

    with pytest.raises(MailTrouble, match="pip install aiosmtpd pymap"):
        asyncio.run(tell())
