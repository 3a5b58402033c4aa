"""Dovecot, Postfix, disk and files under the daemon as it is shipped: killed, full, renumbered, written by others."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from pbem.commands.doctor import examine
from pbem.mail.checkup import Finding
from tests.mail.realmail import DOMAIN, RealMail
from tests.plant.elsewhere import on_a_full_disk
from tests.plant.plant import ROOT, Plant

pytestmark = pytest.mark.integration


def pbem(plant: Plant, *words: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "pbem", *words, "--config", str(plant.config)],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def findings(plant: Plant) -> list[Finding]:
    """What the doctor finds, without a letter."""

    async def look() -> list[Finding]:
        return [one async for one in examine(plant.config, letter=False)]

    return asyncio.run(look())


@pytest.mark.slow
def test_dovecot_killed_and_restarted_in_mid_game(realmail: RealMail, tmp_path: Path) -> None:
    """The daemon waits in IDLE as it goes; it is there again within seconds of Dovecot's return, and the game goes on."""
    plant = Plant(realmail, tmp_path / "desk")
    plant.open()
    with plant.serving():
        plant.until(lambda: plant.write() and True, "red's first letter")
        plant.until(lambda: plant.phase()[1] == "blue" and plant.is_quiet() and plant.has_arrived(), "the question")
        realmail.kill_dovecot()
        plant.until(lambda: "mailbox:" in plant.told(), "the daemon's notice")
        time.sleep(1.5)
        realmail.start_dovecot()
        plant.until(lambda: plant.write() and True, "blue's answer")
        plant.until(lambda: plant.phase()[2] == 2 or plant.phase()[0] != "T01.RED.A", "the reading of it")
        assert plant.lives()
        assert plant.stop() == 0
    assert plant.lost() == []
    assert [n for n in plant.copies().values() if n > 1] == []


def test_mailbox_that_is_renumbered_gives_nothing_twice(realmail: RealMail, tmp_path: Path) -> None:
    """Dovecot's list of UIDs is lost, and a letter that was read is put back into the folder: it is known by its bytes."""
    plant = Plant(realmail, tmp_path / "desk")
    plant.open()
    with plant.serving():
        plant.until(lambda: plant.write() and True, "red's letter")
        plant.until(lambda: plant.phase()[1] == "blue" and plant.is_quiet(), "the question")
        assert plant.stop() == 0
    before = plant.records()
    box = realmail.root / "mail" / f"desk{plant.n}"
    done = [file for part in ("cur", "new") for file in (box / ".Processed" / part).glob("*")]
    assert len(done) == 1
    (box / "new" / done[0].name).write_bytes(done[0].read_bytes())
    os.chown(box / "new" / done[0].name, 65534, 65534)
    for file in [*box.glob("dovecot*"), *box.glob(".Processed/dovecot*")]:
        file.unlink()
    with plant.serving():
        plant.until(lambda: not list((box / "new").glob("*")) and not list((box / "cur").glob("*")), "the second look")
        assert plant.stop() == 0
    assert plant.records() == before
    assert [n for n in plant.copies().values() if n > 1] == []


def test_server_that_will_not_move_letters_keeps_them_and_the_game_goes_on(realmail: RealMail, tmp_path: Path) -> None:
    plant = Plant(realmail, tmp_path / "desk")
    plant.config.write_text(
        plant.config.read_text().replace("tls = false", 'tls = false\nprocessed = "No/Such/../Place"')
    )
    plant.open()
    with plant.serving():
        plant.until(lambda: plant.write() and True, "red's letter")
        plant.until(lambda: plant.phase()[1] == "blue" and plant.is_quiet(), "the question")
        assert "letters stay in the mailbox" in plant.told()
        assert plant.stop() == 0
    assert len(realmail.letters_of(f"desk{plant.n}")) == 1


@pytest.mark.slow
def test_disk_that_fills_up_stops_everything_and_loses_nothing(realmail: RealMail, tmp_path: Path) -> None:
    """C15."""
    wrong = on_a_full_disk(realmail, tmp_path)
    if wrong is None:
        pytest.skip("no disk of its own can be mounted here")
    assert wrong == []


@pytest.mark.slow
def test_doctor_finds_a_healthy_desk_and_tells_what_is_wrong_with_others(realmail: RealMail, tmp_path: Path) -> None:
    plant = Plant(realmail, tmp_path / "desk")
    plant.open()
    (tmp_path / "desk" / "pbem.db").chmod(0o600)
    status, said = pbem(plant, "doctor", "--json")
    steps = [json.loads(line) for line in said.splitlines()]
    # All is well but for the game: it is one of the tests, which no package brings.
    assert [one["step"] for one in steps if one["state"] == "bad"] == ["games"], said
    assert status == 1
    tried = [one["step"] for one in steps]
    for step in (
        "IMAP login",
        "IMAP folder",
        "IMAP IDLE",
        "IMAP MOVE",
        "SMTP empty sender",
        "letter to ourselves",
        "clock",
        "database",
    ):
        assert step in tried
    good = plant.config.read_text()
    for old, new, step, todo in (
        (
            'password_file = "password"',
            'password_file = "nothing"',
            "IMAP password file",
            "Create it with the password in it",
        ),
        (f'user = "desk{plant.n}"', 'user = "stranger"', "IMAP login", "app password"),
        ("tls = false", "tls = true", "IMAP TLS", "starttls"),
        (f"port = {realmail.smtp_port}", "port = 1", "SMTP connection", "Is `port` right"),
        (
            'host = "127.0.0.1"',
            'host = "no-such-host.invalid"\nclear_password = true',
            "IMAP name",
            "spelt right",
        ),
        ("tls = false", 'tls = false\nfolder = "Nowhere"', "IMAP folder", "INBOX"),
        (f'mailbox = "desk{plant.n}"', 'mailbox = "stranger"', "SMTP plus-address", "plus-addresses"),
        ("[daemon]", "[daemno]", "configuration", "docs/configuration.md"),
    ):
        plant.config.write_text(good.replace(old, new, 1))
        bad = {one.step: one for one in findings(plant) if one.state == "bad"}
        assert todo in bad[step].todo, bad
    plant.config.write_text(good)
    plant.config.chmod(0o666)
    status, said = pbem(plant, "doctor", "--no-letter")
    assert "BAD  permissions" in said
    assert max(map(len, said.splitlines())) <= 78 + len(str(tmp_path))
    assert "s3cret" not in said
    status, said = pbem(plant, "serve", "--once")
    assert (status, "chmod 600" in said) == (1, True)


def test_health_and_metrics_tell_how_the_daemon_stands(realmail: RealMail, tmp_path: Path) -> None:
    plant = Plant(realmail, tmp_path / "desk")
    port = realmail.free_port()
    plant.configure(more=f'metrics_port = {port}\nlog_format = "json"')
    plant.open()
    status, said = plant.pbem("health")
    assert (status, "no daemon has run" in said) == (1, True)
    with plant.serving():
        plant.until(plant.is_quiet, "the first letters")
        plant.until((tmp_path / "desk" / "pbem.pulse").exists, "a round")
        status, said = plant.pbem("health", "--json")
        assert json.loads(said)["well"] is True
        assert status == 0
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            shown = answer.read().decode()
        assert 'pbem_letters_out{state="sent"} 5' in shown
        assert 'pbem_games{state="open"} 1' in shown
        assert re.findall(r"^(?!# )(?!pbem_\w+(?:\{\w+=\"\w+\"\})? [\d.e+-]+$).+$", shown, re.M) == []
        assert DOMAIN not in shown
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/etc/passwd", timeout=10)
        assert plant.stop() == 0
    for line in plant.told().splitlines():
        assert set(json.loads(line)) >= {"at", "level", "logger", "message"}


@pytest.mark.slow
def test_nothing_of_one_player_is_in_the_others_mail_or_in_any_log(realmail: RealMail, tmp_path: Path) -> None:
    """A whole turn at DEBUG, with a wrong key, a stranger's letter and a broken line between."""
    plant = Plant(realmail, tmp_path / "desk")
    plant.config.write_text(plant.config.read_text() + 'log_level = "DEBUG"\n')
    plant.open()
    with plant.serving():
        plant.until(lambda: plant.write() and True, "red's letter")
        realmail.kill_dovecot()
        plant.until(lambda: "mailbox:" in plant.told(), "the daemon's notice")
        realmail.start_dovecot()
        plant.until(lambda: plant.write() or plant.phase()[0] == "T01.BLU.A", "the turn")
        plant.until(lambda: plant.write() or plant.phase()[0] == "T01.BLU.A", "the turn")
        plant.until(lambda: plant.phase()[0] == "T01.BLU.A" or (plant.write() and False), "the turn")
        plant.until(plant.is_quiet, "the last letters")
        assert plant.stop() == 0
    told = plant.told()
    assert "DEBUG" in told or "INFO" in told or told
    keys = plant.ask(
        lambda books: {
            side: [row.raw for row in books.letters_out.to_side(plant.game, side)] for side in plant.addresses
        }
    )
    for side, other in (("red", "blue"), ("blue", "red")):
        letters = b"\n".join(realmail.letters_of(f"{other}{plant.n}")).decode("ascii")
        assert plant.addresses[side] not in letters
        mine = {key for raw in keys[side] for key in re.findall(rf"\.{side[:3]}\.([a-z2-9]{{8}})@".encode(), raw)}
        assert mine
        for key in mine:
            assert key.decode() not in letters
            assert key.decode() not in told
    for secret in ("s3cret", "fire at", "march", DOMAIN):
        assert secret not in told, secret
