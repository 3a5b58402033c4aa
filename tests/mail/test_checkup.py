"""The checkup of the mail servers: what each step finds, in a server that works and in servers that do not."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbem.mail import checkup
from pbem.mail.checkup import Finding, ImapCheckup, SmtpCheckup, there_and_back
from pbem.mail.embedded import EmbeddedMail
from pbem.mail.imap import ImapAccount
from pbem.mail.smtp import SmtpAccount
from tests.mail.scripted import CAPABILITIES, Line, Story, scripted

NOW = datetime(2026, 3, 12, 18, 0, tzinfo=UTC)
HELLO = "250-here\r\n250 SIZE 5000000"


async def all_of(steps: AsyncIterator[Finding]) -> dict[str, Finding]:
    return {one.step: one async for one in steps}


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 30))


def account(port: int, **more: Any) -> ImapAccount:
    return ImapAccount("127.0.0.1", port, "gm", "s", None, timeout=5, **more)


def of_imap(story: Story | None = None, capabilities: str = CAPABILITIES, **more: Any) -> dict[str, Finding]:
    """What the steps find with a scripted IMAP server."""
    found: dict[str, Finding] = {}

    async def tell() -> None:
        async with scripted(story, capabilities) as script:
            box = ImapCheckup(account(script.port, **more))
            found.update(await all_of(box.steps()))
            await box.close()

    run(tell)
    return found


def of_smtp(answers: dict[str, str], **more: Any) -> dict[str, Finding]:
    """What the steps find with a scripted SMTP server: its answers by the first word of the command."""
    found: dict[str, Finding] = {}
    open_: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        open_.append(writer)
        writer.write(b"220 here\r\n")
        while words := (await reader.readline()).decode().split():
            whole = " ".join(words)
            answer = answers.get(whole, answers.get(words[0].upper(), "250 ok"))
            writer.write(answer.encode() + b"\r\n")
            await writer.drain()
        writer.close()

    async def tell() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        given = SmtpAccount("127.0.0.1", server.sockets[0].getsockname()[1], security="none", timeout=5, **more)
        out = SmtpCheckup(given, "gm@club", "gm+doctor@club")
        found.update(await all_of(out.steps()))
        await out.close()
        server.close()
        for one in open_:
            one.transport.abort()
        await asyncio.sleep(0)  # a transport closes its socket a round later, and the loop may end before

    run(tell)
    return found


def states(found: dict[str, Finding]) -> dict[str, str]:
    return {step: one.state for step, one in found.items()}


def test_a_server_that_works_is_good_in_every_step_and_a_letter_goes_there_and_back() -> None:
    async def tell() -> None:
        async with EmbeddedMail({"gm": "s"}) as mail:
            box = ImapCheckup(account(mail.imap_port))
            out = SmtpCheckup(
                SmtpAccount(mail.host, mail.smtp_port, security="none", timeout=5), "gm@club", "gm+a@club"
            )
            imap, smtp = await all_of(box.steps()), await all_of(out.steps())
            back = await all_of(there_and_back(box, out, "mark", "", datetime.now(UTC)))
            await box.close()
            await out.close()
        assert set(states(imap).values()) == {"good"}
        assert imap["IMAP folder"].result == "INBOX can be opened; 0 letters in it"
        assert imap["IMAP processed folder"].result == "Processed"
        assert set(states(smtp).values()) == {"good"}
        assert smtp["SMTP size"].result == "letters up to 1,000,000 bytes"
        assert smtp["SMTP login"].result == "not configured"
        assert states(back) == {"letter to ourselves": "good", "clock": "good", "Authentication-Results": "note"}
        took = float(back["letter to ourselves"].result.split()[-2])
        assert 0 <= took < 10

    run(tell)


def test_the_letter_to_ourselves_is_moved_out_of_the_way() -> None:
    async def tell() -> None:
        async with EmbeddedMail({"gm": "s"}) as mail:
            box = ImapCheckup(account(mail.imap_port))
            out = SmtpCheckup(
                SmtpAccount(mail.host, mail.smtp_port, security="none", timeout=5), "gm@club", "gm+a@club"
            )
            await all_of(box.steps())
            await all_of(out.steps())
            await all_of(there_and_back(box, out, "mark", "", datetime.now(UTC)))
            await box.close()
            again = ImapCheckup(account(mail.imap_port))
            assert (await all_of(again.steps()))["IMAP folder"].result == "INBOX can be opened; 0 letters in it"
            await again.close()
            await out.close()

    run(tell)


def test_a_letter_that_does_not_arrive_or_is_refused_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "ARRIVES_WITHIN", 0.6)

    async def tell() -> None:
        async with EmbeddedMail({"gm": "s", "else": "s"}) as mail:
            box = ImapCheckup(account(mail.imap_port))
            out = SmtpCheckup(
                SmtpAccount(mail.host, mail.smtp_port, security="none", timeout=5), "gm@club", "else@club"
            )
            assert await out.send(b"") == "not connected"
            assert await box.find("<a@club>") is None
            await all_of(box.steps())
            await all_of(out.steps())
            lost = await all_of(there_and_back(box, out, "mark", "", NOW))
            out.reply_address = "nobody@club"
            refused = await all_of(there_and_back(box, out, "mark", "", NOW))
            await box.close()
            await out.close()
        assert [(one.state, one.result) for one in lost.values()] == [("bad", "sent, but not received after 1 seconds")]
        assert [one.state for one in refused.values()] == ["bad"]
        assert "550" in refused["letter to ourselves"].result

    run(tell)


def test_a_letter_is_found_by_the_newest_number_and_by_a_header_that_is_whole() -> None:
    header = b"Message-ID: <a@club>\r\n\r\n"
    asked: list[str] = []

    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("UID SEARCH HEADER"):
            await line.say("* SEARCH 3 9", f"{tag} OK done")
        elif words.startswith("UID FETCH"):
            asked.append(words)
            head = f'* 2 FETCH (UID 9 INTERNALDATE "12-Mar-2026 19:00:00 +0100" BODY[HEADER] {{{len(header)}}}\r\n'
            await line.say(head.encode() + header + b")", f"{tag} OK done")
        else:
            return False
        return True

    async def tell() -> None:
        async with scripted(story) as script:
            box = ImapCheckup(account(script.port))
            await all_of(box.steps())
            assert await box.find("<a@club>") == (header, NOW)
            await box.close()
        assert asked == ["UID FETCH 9 (UID INTERNALDATE BODY.PEEK[HEADER])"]
        assert 'UID MOVE 9 "Processed"' in script.said

    run(tell)


@pytest.mark.parametrize("lacks", ["header", "date"])
def test_an_answer_without_header_or_date_is_not_the_letter(monkeypatch: pytest.MonkeyPatch, lacks: str) -> None:
    monkeypatch.setattr(checkup, "ARRIVES_WITHIN", 0.3)
    date = 'INTERNALDATE "12-Mar-2026 19:00:00 +0100"'

    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("UID SEARCH HEADER"):
            await line.say("* SEARCH 9", f"{tag} OK done")
        elif words.startswith("UID FETCH") and lacks == "header":
            await line.say(f"* 2 FETCH (UID 9 {date})", f"{tag} OK done")
        elif words.startswith("UID FETCH"):
            await line.say(b"* 2 FETCH (UID 9 BODY[HEADER] {4}\r\nA: b)", f"{tag} OK done")
        else:
            return False
        return True

    async def tell() -> None:
        async with scripted(story) as script:
            box = ImapCheckup(account(script.port))
            await all_of(box.steps())
            assert await box.find("<a@club>") is None
            await box.close()

    run(tell)


def test_a_login_that_is_refused_ends_the_steps() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("LOGIN"):
            await line.say(f"{tag} NO [AUTHENTICATIONFAILED] bad password")
            return True
        return False

    found = of_imap(story)
    assert [*found] == ["IMAP name", "IMAP connection", "IMAP login"]
    assert found["IMAP login"].state == "bad"
    assert "app password" in found["IMAP login"].todo


def test_a_token_that_is_refused_is_told_as_one() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("AUTHENTICATE"):
            await line.say(f"{tag} NO no such token")
            return True
        return False

    async def token() -> str:
        return "T"

    found = of_imap(story, CAPABILITIES + " AUTH=XOAUTH2 SASL-IR", token=token)
    assert "token" in found["IMAP login"].todo


def test_a_folder_that_is_not_there_is_told_with_those_that_are() -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("SELECT"):
            await line.say(f"{tag} NO no such folder")
        elif words.startswith("LIST"):
            await line.say('* LIST () "/" "INBOX"', '* LIST () "/" Sent', f"{tag} OK done")
        else:
            return False
        return True

    found = of_imap(story, folder="Orders")
    assert [*found][-1] == "IMAP folder"
    assert (found["IMAP folder"].state, found["IMAP folder"].todo) == ("bad", "`folder`: one of INBOX, Sent")


def test_the_folder_for_letters_that_were_read_is_found_under_the_names_that_servers_allow() -> None:
    def story_of(good: str, answer: str) -> Story:
        async def story(line: Line, tag: str, words: str) -> bool:
            if words.startswith("CREATE"):
                await line.say(f"{tag} {answer}" if good and good in words else f"{tag} NO not here")
                return True
            return False

        return story

    assert of_imap(story_of("INBOX.Processed", "OK done"))["IMAP processed folder"].result == "INBOX.Processed"
    assert of_imap(story_of("INBOX/Processed", "NO it Exists"))["IMAP processed folder"].result == "INBOX/Processed"
    bad = of_imap(story_of("", ""))["IMAP processed folder"]
    assert (bad.state, bad.result) == ("bad", "Processed cannot be created: not here")


@pytest.mark.parametrize(
    ("capabilities", "step", "state", "says"),
    [
        ("IMAP4rev1 MOVE", "IMAP IDLE", "note", "every minute"),
        ("IMAP4rev1 IDLE", "IMAP IDLE", "good", "at once"),
        ("IMAP4rev1 MOVE", "IMAP MOVE", "good", "MOVE"),
        ("IMAP4rev1 UIDPLUS", "IMAP MOVE", "good", "no MOVE, but UIDPLUS"),
        ("IMAP4rev1", "IMAP MOVE", "note", "neither"),
        ("IMAP4rev1", "IMAP space", "good", "states no quota"),
    ],
)
def test_what_a_server_can_do(capabilities: str, step: str, state: str, says: str) -> None:
    found = of_imap(None, capabilities)[step]
    assert found.state == state
    assert says in found.result


@pytest.mark.parametrize(
    ("quota", "state", "says"),
    [
        ("STORAGE 90 102400", "good", "0% of 100 MB used"),
        ("STORAGE 92160 102400", "note", "90% of 100 MB used"),
        ("STORAGE 92159 102400", "good", "90% of 100 MB used"),
        ("STORAGE 292 300", "note", "292 of 300 KB used"),
        ("STORAGE 5 0", "good", "the server states no limit"),
        ("MESSAGE 5 9", "good", "the server states no limit"),
    ],
)
def test_space_that_is_nearly_full_is_noted(quota: str, state: str, says: str) -> None:
    async def story(line: Line, tag: str, words: str) -> bool:
        if words.startswith("GETQUOTAROOT"):
            await line.say('* QUOTAROOT "INBOX" ""', f'* QUOTA "" ({quota})', f"{tag} OK done")
            return True
        return False

    found = of_imap(story, CAPABILITIES + " QUOTA")["IMAP space"]
    assert (found.state, found.result) == (state, says)


def test_letters_in_the_folder_are_counted() -> None:
    assert of_imap()["IMAP folder"].result == "INBOX can be opened; 1 letters in it"


def test_a_port_that_nobody_listens_to_and_a_name_without_address() -> None:
    async def tell() -> None:
        async with scripted() as script:
            port = script.port
        closed = await all_of(ImapCheckup(account(port)).steps())
        assert (states(closed), closed["IMAP connection"].result) == (
            {"IMAP name": "good", "IMAP connection": "bad"},
            f"127.0.0.1 port {port}: connection refused",
        )
        out = SmtpCheckup(SmtpAccount("127.0.0.1", port, security="none", timeout=2), "a@b", "c@d")
        assert states(await all_of(out.steps())) == {"SMTP name": "good", "SMTP connection": "bad"}
        nowhere = ImapAccount("no.such.host.invalid", 993, "gm", "s", None, timeout=2)
        assert states(await all_of(ImapCheckup(nowhere).steps())) == {"IMAP name": "bad"}

    run(tell)


def test_a_server_without_tls_is_told_so() -> None:
    async def tell() -> None:
        async with scripted() as script:
            tls = ssl.create_default_context()
            found = await all_of(ImapCheckup(ImapAccount("127.0.0.1", script.port, "gm", "s", tls, timeout=2)).steps())
            given = SmtpAccount("127.0.0.1", script.port, security="tls", context=tls, timeout=2)
            sent = await all_of(SmtpCheckup(given, "a@b", "c@d").steps())
        assert [*found][-1] == "IMAP TLS"
        assert found["IMAP TLS"].state == "bad"
        assert "starttls" in found["IMAP TLS"].todo
        assert [*sent][-1] == "SMTP TLS"
        assert 'security = "none"' in sent["SMTP TLS"].todo

    run(tell)


def test_smtp_on_the_port_of_imap_is_named_as_that() -> None:
    async def tell() -> None:
        async with scripted() as script:
            given = SmtpAccount("127.0.0.1", script.port, security="none", timeout=2)
            sent = await all_of(SmtpCheckup(given, "a@b", "c@d").steps())
        assert sent["SMTP greeting"] == Finding(
            "SMTP greeting",
            "bad",
            "this is an IMAP server",
            "Set `port` under [mail_out] to the port of SMTP: 465, 587 or 25.",
        )

    run(tell)


@pytest.mark.parametrize(
    ("greeting", "result", "todo"),
    [
        ("220 mail.example ESMTP Postfix", "this is an SMTP server", "993 or 143"),
        ("+OK ready", "this is a POP3 server", "993 or 143"),
        ("", "no greeting of an IMAP server: no answer within 0.1 seconds", 'TLS port (993), write security = "tls"'),
        ("HTTP/1.1 400 Bad Request", "no greeting of an IMAP server", 'security = "tls"'),
    ],
)
def test_a_server_that_is_none_of_imap_is_named_as_what_it_is(greeting: str, result: str, todo: str) -> None:
    open_: list[asyncio.StreamWriter] = []

    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        open_.append(writer)
        writer.write(f"{greeting}\r\n".encode() if greeting else b"")

    async def tell() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        given = ImapAccount("127.0.0.1", server.sockets[0].getsockname()[1], "gm", "s", None, timeout=0.1)
        found = await all_of(ImapCheckup(given).steps())
        server.close()
        for one in open_:
            one.transport.abort()
        await asyncio.sleep(0)
        last = found["IMAP greeting"]
        assert (last.state, result in last.result, todo in last.todo) == ("bad", True, True), last

    run(tell)


def test_an_address_that_is_refused_is_not_laid_to_the_empty_sender() -> None:
    found = of_smtp({"EHLO": HELLO, "RCPT TO:<gm+doctor@club>": "550 who?"})
    assert found["SMTP plus-address"].state == "bad"
    assert "SMTP empty sender" not in found


def test_letters_that_go_out_unencrypted_to_another_machine_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "SMTP TLS" not in of_smtp({"EHLO": HELLO})
    monkeypatch.setattr(checkup, "is_this_machine", lambda host: False)
    found = of_smtp({"EHLO": HELLO})["SMTP TLS"]
    assert (found.state, found.todo) == ("note", 'security = "tls"')


@pytest.mark.parametrize(
    ("answers", "step", "state", "says"),
    [
        ({"EHLO": HELLO}, "SMTP size", "good", "letters up to 5,000,000 bytes"),
        ({"EHLO": "250-here\r\n250 SIZE 0"}, "SMTP size", "good", "the server states no limit"),
        ({"EHLO": "250 here"}, "SMTP size", "good", "the server states no limit"),
        ({"EHLO": "250-here\r\n250 SIZE 1000"}, "SMTP size", "note", "letters up to 1,000 bytes"),
        ({"MAIL FROM:<>": "550 no"}, "SMTP empty sender", "note", "MAIL FROM:<> is refused: 550 no"),
        ({"EHLO": HELLO}, "SMTP empty sender", "good", "MAIL FROM:<> is accepted"),
        ({"EHLO": HELLO}, "SMTP plus-address", "good", "gm+doctor@club is accepted"),
        ({"MAIL FROM:<gm@club>": "550 no"}, "SMTP plus-address", "bad", "gm+doctor@club is refused: 550 no"),
    ],
)
def test_what_an_smtp_server_takes(answers: dict[str, str], step: str, state: str, says: str) -> None:
    found = of_smtp(answers)[step]
    assert (found.state, found.result) == (state, says)


def test_an_smtp_login_that_is_refused_ends_the_steps() -> None:
    answers = {"EHLO": "250-here\r\n250 AUTH PLAIN", "AUTH": "535 no such user"}
    found = of_smtp(answers, user="gm", password="s")
    assert [*found] == ["SMTP name", "SMTP connection", "SMTP login"]
    assert (found["SMTP login"].state, found["SMTP login"].result) == ("bad", "gm is refused: 535 no such user")
    good = of_smtp({**answers, "AUTH": "235 welcome"}, user="gm", password="s")
    assert (good["SMTP login"].state, good["SMTP login"].result) == ("good", "gm")


@pytest.mark.parametrize(
    ("off", "state", "says"),
    [
        (0, "good", "agree"),
        (120, "good", "agree"),
        (121, "bad", "121 seconds ahead"),
        (-120, "good", "agree"),
        (-121, "bad", "121 seconds behind"),
    ],
)
def test_clocks_may_differ_by_two_minutes(off: int, state: str, says: str) -> None:
    found = checkup._clock(NOW + timedelta(seconds=off), NOW)
    assert found.state == state
    assert says in found.result


@pytest.mark.parametrize(
    ("header", "authserv", "state", "says"),
    [
        ("Subject: x", "", "note", "none; only the order key"),
        ("Subject: x", "mx.club", "note", "none in our own letter"),
        ("Authentication-Results: MX.club; spf=pass", "mx.club", "good", "written by MX.club"),
        ("Authentication-Results:\r\n mx.club;\r\n spf=pass", "mx.club", "good", "written by mx.club"),
        ("Authentication-Results: mx.club; spf=pass", "", "note", "mx.club writes them; `authserv` is not set"),
        (
            "Authentication-Results: mx.club; spf=pass",
            "mx.other",
            "bad",
            "mx.club writes them; `authserv` is mx.other",
        ),
        ("Subject: Authentication-Results: x", "mx.club", "note", "none in our own letter"),
        ("Subject: x\r\nAuthentication-Results:\r\n mx.club 1; dkim=pass", "mx.club", "good", "written by mx.club"),
    ],
)
def test_who_writes_authentication_results(header: str, authserv: str, state: str, says: str) -> None:
    found = checkup._authentication(header, authserv)
    assert found.state == state
    assert says in found.result


def certificate(days: float) -> dict[str, str]:
    until = datetime.now(UTC) + timedelta(days=days)
    return {"notAfter": until.strftime("%b %d %H:%M:%S %Y GMT")}


def test_a_certificate_that_ends_soon_is_noted() -> None:
    assert checkup._certificate("IMAP", certificate(13), ("a", "TLSv1.3", 256)).state == "note"
    later = checkup._certificate("IMAP", certificate(15), ("a", "TLSv1.3", 256))
    assert later.state == "good"
    assert later.result.startswith("TLSv1.3, certificate good until 20")
    assert checkup._certificate("IMAP", None, None) == Finding("IMAP TLS", "good", "TLS")


def test_faults_of_tls_are_told_by_their_cause() -> None:
    def fault(message: str) -> ssl.SSLCertVerificationError:
        made = ssl.SSLCertVerificationError(1, message)
        made.verify_message = message
        return made

    assert "has expired" in checkup._tls_trouble("mx", fault("certificate has expired"))[0]
    assert "is not for mx" in checkup._tls_trouble("mx", fault("Hostname mismatch"))[0]
    assert "is not for mx" in checkup._tls_trouble("mx", fault("certificate is not valid for 'mx'"))[0]
    assert "no authority" in checkup._tls_trouble("mx", fault("self-signed certificate"))[0]
    assert checkup._tls_trouble("mx", TimeoutError())[0] == "the TLS handshake timed out"
    assert checkup._tls_trouble("mx", OSError("reset"))[0] == "the TLS handshake failed: reset"
