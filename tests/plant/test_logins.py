"""Logging in: STARTTLS, a certificate of one's own authority, XOAUTH2, app passwords; what goes wrong is told."""

import asyncio
import ssl
import stat
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.ports import Cursor, HandedOver, LoginRefused, MailTrouble, TryLater
from pbem.mail.smtp import SmtpAccount, SmtpSink
from pbem.mail.tokens import CommandToken, MicrosoftToken, NoToken
from tests.mail.realmail import RealMail
from tests.mail.scripted import Line, Story, scripted
from tests.mail.test_smtp_faults import LETTER, Server


def account(mail: RealMail, **more: Any) -> ImapAccount:
    given: dict[str, Any] = {
        "host": "localhost",
        "port": mail.imap_port,
        "user": "gm",
        "password": "s3cret",
        "timeout": 10.0,
    }
    return ImapAccount(**(given | {"tls": mail.trusted(hosts=True)} | more))


@pytest.mark.integration
def test_starttls_upgrades_the_line_before_anything_is_said(realmail: RealMail) -> None:
    async def story() -> None:
        source = ImapSource(account(realmail, starttls=True))
        await source.fetch(Cursor())
        assert source._connection is not None
        assert source._connection._protocol.transport.get_extra_info("cipher") is not None
        assert await source.wait(0.1) in (True, False)
        await source.close()

    asyncio.run(story())


@pytest.mark.integration
def test_starttls_checks_the_certificate(realmail: RealMail) -> None:
    async def story() -> None:
        with pytest.raises(MailTrouble, match="no TLS to be had"):
            await ImapSource(account(realmail, starttls=True, tls=ssl.create_default_context())).fetch(Cursor())
        with pytest.raises(MailTrouble, match="no TLS to be had"):
            await ImapSource(account(realmail, starttls=True, host="127.0.0.1")).fetch(Cursor())

    asyncio.run(story())


@pytest.mark.integration
def test_xoauth2_on_a_server_that_asks_for_it(realmail: RealMail, tmp_path: Path) -> None:
    """Dovecot of the session validates tokens by a key of the test's own."""

    async def story() -> None:
        source = ImapSource(account(realmail, starttls=True, password="", token=token_of(realmail.token("gm"))))
        await source.fetch(Cursor())
        await source.close()
        wrong = ImapSource(account(realmail, starttls=True, password="", token=token_of("no.token.at-all")))
        with pytest.raises(LoginRefused, match=r"invalid_token|401|AUTHENTICATIONFAILED"):
            await wrong.fetch(Cursor())

    asyncio.run(story())


def token_of(text: str) -> Callable[[], Any]:
    async def give() -> str:
        return text

    return give


def gmail(*, is_taken: bool, initial: bool) -> tuple[Story, list[str]]:
    """A server that asks for XOAUTH2 as Google's does: a refusal is a challenge that must be answered by an empty line."""
    seen: list[str] = []

    async def story(line: Line, tag: str, words: str) -> bool:
        if not words.startswith("AUTHENTICATE XOAUTH2"):
            return False
        if initial:
            sasl = words.split()[2]
        else:
            await line.say("+ ")
            sasl = (await line.reader.readline()).decode().strip()
        seen.append(b64decode(sasl).decode())
        if is_taken:
            await line.say(f"{tag} OK done")
            return True
        await line.say("+ " + b64encode(b'{"status":"400","schemes":"Bearer"}').decode())
        assert await line.reader.readline() == b"\r\n"
        await line.say(f"{tag} NO [AUTHENTICATIONFAILED] Invalid credentials")
        return True

    return story, seen


@pytest.mark.parametrize("initial", [True, False])
def test_xoauth2_says_user_and_token_in_one_word(initial: bool) -> None:
    async def tell() -> None:
        story, seen = gmail(is_taken=True, initial=initial)
        capabilities = "IMAP4rev1 IDLE MOVE AUTH=XOAUTH2" + (" SASL-IR" if initial else "")
        async with scripted(story, capabilities=capabilities) as script:
            given = ImapAccount(
                "127.0.0.1", script.port, "desk@gmail.com", "", None, timeout=5, token=token_of("ya29.T")
            )
            source = ImapSource(given)
            assert len(await source.fetch(Cursor())) == 1
            assert seen == ["user=desk@gmail.com\x01auth=Bearer ya29.T\x01\x01"]
            assert "ya29" not in repr(given)
            await source.close()

    asyncio.run(tell())


def test_token_that_is_refused_is_told_with_the_servers_reason() -> None:
    async def tell() -> None:
        story, _ = gmail(is_taken=False, initial=True)
        async with scripted(story, capabilities="IMAP4rev1 SASL-IR AUTH=XOAUTH2") as script:
            source = ImapSource(
                ImapAccount("127.0.0.1", script.port, "desk", "", None, timeout=5, token=token_of("old"))
            )
            with pytest.raises(LoginRefused, match=r'1 of 3.*"status":"400"'):
                await source.fetch(Cursor())

    asyncio.run(tell())


def test_what_comes_in_the_clear_after_starttls_is_not_believed() -> None:
    """An attacker on the line adds his own words behind the server's OK: they would be taken for the server's."""

    async def story(line: Line, tag: str, words: str) -> bool:
        if words != "STARTTLS":
            return False
        await line.say(f"{tag} OK begin", "* CAPABILITY IMAP4rev1 LOGINDISABLED")
        return True

    async def tell() -> None:
        async with scripted(story) as script:
            tls = ssl.create_default_context()
            given = ImapAccount("127.0.0.1", script.port, "gm", "s3cret", tls, timeout=2, starttls=True)
            with pytest.raises(MailTrouble, match="in the clear"):
                await ImapSource(given).fetch(Cursor())
            assert not any("s3cret" in words for words in script.said)

    asyncio.run(tell())


@pytest.mark.parametrize("greeting", ["* OK here", "* PREAUTH you are in"])
def test_no_password_goes_out_where_starttls_is_refused(greeting: str) -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words != "STARTTLS":
            return False
        await line.say(f"{tag} NO not today")
        return True

    async def tell() -> None:
        async with scripted(story, greeting=greeting) as script:
            tls = ssl.create_default_context()
            given = ImapAccount("127.0.0.1", script.port, "gm", "s3cret", tls, timeout=2, starttls=True)
            with pytest.raises(MailTrouble, match=r"STARTTLS|before TLS"):
                await ImapSource(given).fetch(Cursor())
            assert not any("s3cret" in words for words in script.said)

    asyncio.run(tell())


def test_smtp_logs_in_by_token() -> None:
    async def tell() -> None:
        server = Server(EHLO="250-here\r\n250 AUTH XOAUTH2", AUTH="235 welcome")
        listener = await asyncio.start_server(server.serve, "127.0.0.1", 0)
        port = listener.sockets[0].getsockname()[1]
        sink = SmtpSink(SmtpAccount("127.0.0.1", port, "desk", security="none", timeout=2, token=token_of("T")))
        assert isinstance(await sink.send(LETTER, "gm@club", "red@club"), HandedOver)
        server.answers["AUTH"] = "535 expired"
        await sink.close()
        outcome = await sink.send(LETTER, "gm@club", "red@club")
        assert outcome == TryLater(535, outcome.reply if isinstance(outcome, TryLater) else "", is_line=True)
        await sink.close()
        listener.close()

    asyncio.run(tell())


def command(tmp_path: Path, text: str) -> CommandToken:
    script = tmp_path / "token.py"
    script.write_text(text)
    return CommandToken([sys.executable, str(script)], seconds=20)


def test_token_command_prints_one_token(tmp_path: Path) -> None:
    assert asyncio.run(command(tmp_path, "print('ya29.abc')")()) == "ya29.abc"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import sys; sys.exit('refresh token revoked')", "status 1: refresh token revoked"),
        ("print('two words')", "must print one token"),
        ("", "must print one token"),
    ],
)
def test_token_command_that_fails_is_told_without_what_it_printed(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(NoToken, match=told) as trouble:
        asyncio.run(command(tmp_path, text)())
    assert "two words" not in str(trouble.value)


def test_token_command_that_is_not_there() -> None:
    with pytest.raises(NoToken, match="cannot be run"):
        asyncio.run(CommandToken(["/nowhere/get-token"])())


class Application:
    """What msal does, without Microsoft: one account after a device flow."""

    def __init__(self, client: str, authority: str, token_cache: Any) -> None:
        self.authority, self.cache = authority, token_cache

    def get_accounts(self) -> list[dict[str, str]]:
        return [{"username": "desk"}] if "refresh" in self.cache.serialize() else []

    def initiate_device_flow(self, scopes: list[str]) -> dict[str, str]:
        assert all(one.startswith("https://outlook.office.com/") for one in scopes)
        return {"user_code": "ABCD", "message": "open the page and type ABCD"}

    def acquire_token_by_device_flow(self, flow: dict[str, str]) -> dict[str, str]:
        self.cache.deserialize('{"RefreshToken": {"one": {"secret": "refresh"}}}')
        self.cache.has_state_changed = True
        return {"access_token": "first"}

    def acquire_token_silent(self, scopes: list[str], account: object) -> dict[str, str] | None:
        return {"access_token": f"for {scopes[0].rsplit('/')[-1]}"}


def test_microsofts_login_is_made_once_and_kept(tmp_path: Path) -> None:
    pytest.importorskip("msal", reason="msal is not installed (the extra `microsoft`)")
    token = MicrosoftToken("client", "common", tmp_path / "token", "https://outlook.office.com/SMTP.Send", Application)
    with pytest.raises(NoToken, match="pbem login"):
        asyncio.run(token())
    said: list[str] = []
    token.log_in(said.append)
    assert said == ["open the page and type ABCD"]
    assert stat.S_IMODE(token.file.stat().st_mode) == 0o600
    assert asyncio.run(token()) == "for SMTP.Send"
    for mode in (0o644, 0o640, 0o604, 0o601, 0o610):
        token.file.chmod(mode)
        with pytest.raises(NoToken, match="chmod 600"):
            asyncio.run(token())
    token.file.chmod(0o700)
    assert asyncio.run(token()) == "for SMTP.Send"
