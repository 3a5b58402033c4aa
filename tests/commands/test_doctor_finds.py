"""`pbem doctor` at a desk with something wrong that shows only later: it says so, and exits 1."""

import asyncio
import ssl
from collections import namedtuple
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main
from pbem.commands import doctor
from pbem.mail import checkup
from pbem.mail.checkup import Finding, ImapCheckup, SmtpCheckup, there_and_back
from pbem.mail.embedded import EmbeddedMail
from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.ports import Cursor, MailTrouble
from pbem.mail.smtp import SmtpAccount
from tests.commands.desk import CONFIG, laid, opened

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def configured(home: Path, *lines: str) -> None:
    text = CONFIG.format(database="desk.db").replace("[store]", "\n".join((*lines, "[store]")))
    (home / "config.toml").write_text(text, encoding="utf-8")
    (home / "config.toml").chmod(0o600)


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
def test_a_broken_template(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "ours").mkdir()
    (home / "ours" / "player-question.txt").write_text("{% if %}", encoding="utf-8")
    configured(home, 'gm = "you@club.example"', 'templates = "ours"')
    assert main(["doctor"]) == 1
    shown = told(capsys)
    assert "BAD templates: ours/player-question.txt" in shown
    assert "pbem templates check ours" in shown


def test_templates_that_are_well(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "ours").mkdir()
    configured(home, 'gm = "you@club.example"', 'templates = "ours"')
    assert main(["doctor"]) == 0
    assert "ok templates: ours" in told(capsys)


@pytest.mark.parametrize(("megabytes", "mark", "status"), [(2, "BAD", 1), (200, "note", 0), (5_000, "ok", 0)])
def test_a_full_disk(
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    megabytes: int,
    mark: str,
    status: int,
) -> None:
    configured(home, 'gm = "you@club.example"')
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda folder: Usage(0, 0, megabytes * 1_000_000))
    assert main(["doctor"]) == status
    assert f"{mark} disk: {megabytes:,} MB free" in told(capsys)


@pytest.mark.parametrize("address", ["desk@pbem.example", "Desk+gm@pbem.example"])
def test_a_gm_who_is_the_desk(home: Path, capsys: pytest.CaptureFixture[str], address: str) -> None:
    configured(home, f'gm = "{address}"')
    assert main(["doctor"]) == 1
    assert f"BAD GM: `gm` under [desk] is {address}, the desk's own mailbox" in told(capsys)


def test_the_gm_of_a_game_who_is_the_desk(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, path = laid(home, monkeypatch)
    opened(table, "rosebud-1", "rosebud", "in-contact")
    table.desk.store.close()
    path.write_text(path.read_text().replace("pbem.example", 'club.example"\nmailbox = "gm'), encoding="utf-8")
    path.chmod(0o600)
    assert main(["doctor"]) == 1
    assert "BAD GM: the GM of rosebud-1 is gm@club.example" in told(capsys)


def test_another_authserv_is_wrong_and_one_of_several_is_enough() -> None:
    header = "Authentication-Results: mx.a.example; dkim=pass\r\nAuthentication-Results: mx.b.example; spf=pass\r\n"
    assert checkup._authentication(header, "mx.c.example").state == "bad"
    assert checkup._authentication(header, "MX.b.example").state == "good"
    assert checkup._authentication(header, "").state == "note"
    assert checkup._authentication("Subject: x\r\n", "mx.c.example").state == "note"


def test_a_name_that_does_not_match_after_starttls(monkeypatch: pytest.MonkeyPatch) -> None:
    fault = ssl.SSLCertVerificationError(1, "x")
    fault.verify_message = "Hostname mismatch, certificate is not valid for 'mail.example'."

    async def refused(*given: Any, **more: Any) -> Any:
        raise MailTrouble("IMAP: there is no TLS to be had") from fault

    async def reached(*given: Any) -> Any:
        yield Finding("IMAP connection", "good", "")

    monkeypatch.setattr(checkup, "reach", reached)
    monkeypatch.setattr(checkup.ImapConnection, "connect", refused)
    box = ImapCheckup(ImapAccount("mail.example", 143, "gm", "s", None, starttls=True))

    async def tell() -> list[Finding]:
        return [one async for one in box.steps()]

    last = asyncio.run(tell())[-1]
    assert (last.step, last.state, last.todo) == ("IMAP TLS", "bad", "Set `host` to the name in the certificate.")


@pytest.mark.parametrize("is_ours", [False, True])
def test_another_desk_at_the_mailbox(is_ours: bool) -> None:
    """Its daemon takes our letter to ourselves."""
    found: dict[str, Finding] = {}

    async def take(mail: EmbeddedMail) -> None:
        source = ImapSource(ImapAccount(mail.host, mail.imap_port, "gm", "s", None, timeout=5))
        cursor = Cursor(0, 0)
        while True:
            if letters := await source.fetch(cursor):
                await source.done([one.uid for one in letters])
                return
            await asyncio.sleep(0.2)

    async def tell() -> None:
        async with EmbeddedMail({"gm": "s"}) as mail:
            box = ImapCheckup(ImapAccount(mail.host, mail.imap_port, "gm", "s", None, timeout=5))
            out = SmtpCheckup(
                SmtpAccount(mail.host, mail.smtp_port, security="none", timeout=5), "gm@club", "gm+a@club"
            )
            for one in (box, out):
                assert all([step.state != "bad" async for step in one.steps()])
            taking = asyncio.create_task(take(mail))
            async for one in there_and_back(box, out, "mark", "", datetime.now(UTC), lambda message_id: is_ours):
                found[one.step] = one
            taking.cancel()
            await box.close()
            await out.close()

    asyncio.run(asyncio.wait_for(tell(), 30))
    assert found["letter to ourselves"].state == "good"
    assert ("mailbox" in found) is not is_ours
    if not is_ours:
        assert found["mailbox"].state == "bad"


def test_nobody_can_be_given_the_desks_mailbox_as_his(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configured(home, 'mailbox = "games"')
    people = ["--player", "us=games@pbem.example", "--player", "indian=mo@b.example", "--gm", "games+x@pbem.example"]
    assert main(["new", "rosebud-1", "--game", "rosebud", "--yes", *people]) == 1
    wrong = " ".join(capsys.readouterr().err.split())
    assert wrong.count("expected another address than the desk's own") == 2
