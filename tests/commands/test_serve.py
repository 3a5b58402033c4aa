"""`pbem serve` with its work shared out."""

import asyncio
import errno
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from pbem.cli import main
from pbem.commands import serve
from pbem.commands.desk_arguments import AlreadyServed, desk_at, only_one
from pbem.desk.gm.alarm import Pulse, last_pulse
from tests.cluster import Cluster
from tests.commands.test_backup import CONFIG

ROOT = Path(__file__).resolve().parents[2]
IMAP_NOWHERE = """[mail_in]
host = "127.0.0.1"
port = 1
user = "desk"
password_file = "password"
security = "none"
"""


@pytest.mark.parametrize("words", [["--workers", "2"], ["--role", "sender"]])
def test_a_file_is_served_by_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text(CONFIG.format(database="pbem.db"), encoding="utf-8")
    assert main(["serve", *words]) == 1
    assert "store.database is a SQLite file, which one process serves" in capsys.readouterr().err


def test_one_of_the_three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text(CONFIG.format(database="pbem.db"), encoding="utf-8")
    assert main(["serve", "--once", "--workers", "2"]) == 1
    assert "expected one of --once, --workers N" in capsys.readouterr().err


def test_a_port_that_is_none_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text(CONFIG.format(database="pbem.db"), encoding="utf-8")
    assert main(["serve", "--web", "70000"]) == 1
    assert "--web: expected a port from 1 to 65535, found 70000" in capsys.readouterr().err


def test_a_file_has_one_daemon_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text(CONFIG.format(database="pbem.db"), encoding="utf-8")
    with only_one(tmp_path / "pbem.db"):
        assert main(["serve", "--once"]) == 1
        assert f"process {os.getpid()} serves this database" in capsys.readouterr().err
    assert main(["serve", "--once"]) == 0, "the lock is let go with its daemon"


def test_the_lock_goes_with_a_daemon_that_is_killed(tmp_path: Path) -> None:
    program = "import sys, time; from pathlib import Path; from pbem.commands.desk_arguments import only_one\n"
    program += "with only_one(Path(sys.argv[1])): print('here', flush=True); time.sleep(60)"
    other = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "pbem.db")], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "here\n"
    with pytest.raises(AlreadyServed, match=f"process {other.pid} serves"), only_one(tmp_path / "pbem.db"):
        pass
    other.kill()
    other.communicate()
    with only_one(tmp_path / "pbem.db"):
        assert (tmp_path / "pbem.db.daemon").read_text("ascii") == f"{os.getpid()}\n"


def test_a_round_that_reaches_no_mailbox_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = CONFIG.format(database="pbem.db").replace('[mail_in]\nkind = "maildir"\npath = "in"', IMAP_NOWHERE)
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    (tmp_path / "password").write_text("secret", encoding="utf-8")
    (tmp_path / "password").chmod(0o600)
    assert main(["serve", "--once"]) == 1


@pytest.mark.integration
def test_a_shared_round_that_reaches_no_mailbox_has_failed_too(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = CONFIG.format(database=cluster.with_tables())
    text = text.replace('[mail_in]\nkind = "maildir"\npath = "in"', IMAP_NOWHERE)
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    (tmp_path / "password").write_text("secret", encoding="utf-8")
    (tmp_path / "password").chmod(0o600)
    assert main(["serve", "--once"]) == 1
    said = capsys.readouterr().err
    assert "this run does not try again" in said
    assert "tried again in" not in said


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"", "nothing"), (b"\n \n", "nothing"), (b"p\xe4ss\n", "another charset"), (b"a\nb\n", "several")],
)
def test_a_file_without_a_password_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], content: bytes, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    text = CONFIG.format(database="pbem.db").replace('[mail_in]\nkind = "maildir"\npath = "in"', IMAP_NOWHERE)
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    (tmp_path / "password").write_bytes(content)
    (tmp_path / "password").chmod(0o600)
    assert main(["serve", "--once"]) == 1
    assert f"password: expected one line with the password, in UTF-8; found {says}" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.integration
def test_a_crew_of_two_sends_the_welcome_and_stops_when_it_is_told(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text(CONFIG.format(database=cluster.database()), encoding="utf-8")
    words = ["new", "rosebud-7", "--game", "rosebud", "--scenario", "in-contact", "--gm", "gm@club.example"]
    assert main([*words, "--player", "us=kate@mail.example", "--player", "indian=mo@post.example"]) == 0
    served = [sys.executable, "-m", "pbem", "serve", "--workers", "2", "--config", str(tmp_path / "config.toml")]
    crew = subprocess.Popen(served, cwd=ROOT)
    try:
        for _ in range(600):
            if len(list(tmp_path.glob("out/**/new/*"))) >= 2:
                break
            assert crew.poll() is None
            time.sleep(0.1)
        for _ in range(100):
            if main(["health"]) == 0:
                break
            time.sleep(0.1)
        assert main(["health"]) == 0, "a crew has a pulse like a daemon alone"
    finally:
        crew.send_signal(signal.SIGTERM)
        status = crew.wait(60)
    assert status == 0
    assert len(list(tmp_path.glob("out/**/new/*"))) >= 2


NEW = ("new", "rosebud-7", "--game", "rosebud", "--scenario", "in-contact", "--gm", "gm@club.example", "--yes")
NOWHERE = "postgresql://pbem@127.0.0.1:1/games"
PLAYERS = ("--player", "us=kate@mail.example", "--player", "indian=mo@post.example")


@pytest.fixture
def second_host(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of another host of a desk that has a game; its key file has not been copied there yet."""
    config = CONFIG.format(database=cluster.with_tables())
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.toml").write_text(config, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "first")
    assert main([*NEW, *PLAYERS]) == 0
    monkeypatch.chdir(tmp_path / "second")
    return tmp_path / "second"


@pytest.mark.integration
def test_a_host_that_cannot_reach_the_database_makes_no_key(
    second_host: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (second_host / "config.toml").write_text(CONFIG.format(database=NOWHERE), encoding="utf-8")
    assert main(["serve"]) == 1
    assert "cannot be reached" in capsys.readouterr().err
    assert not (second_host / "pbem.key").exists()


@pytest.mark.slow
@pytest.mark.integration
def test_doctor_tells_a_new_desk_from_a_second_host_without_its_key(
    second_host: Path, cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"]) == 1
    assert "a desk is in it, and its key file is not here as pbem.key" in " ".join(capsys.readouterr().out.split())
    (second_host / "config.toml").write_text(CONFIG.format(database=cluster.database()), encoding="utf-8")
    main(["doctor"])
    told = capsys.readouterr().out
    assert "ok   database: it answers, and no desk is in it yet" in told
    (second_host / "config.toml").write_text(CONFIG.format(database=NOWHERE), encoding="utf-8")
    assert main(["doctor"]) == 1
    assert "cannot be reached" in " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
@pytest.mark.integration
def test_health_tells_who_is_at_work_on_all_hosts(
    second_host: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A host of adjudicators has no pulse; its workers are in the database."""
    monkeypatch.chdir(second_host.parent / "first")
    desk = desk_at(Path("config.toml"))
    assert desk is not None
    with desk.store.begin() as books:
        books.watch.mark(desk.clock.now())
        for role, host in (("reader", "host-a"), ("adjudicator", "host-a"), ("adjudicator", socket.gethostname())):
            books.workers.join(f"{role} 17 on {host}", role, "0", 60)
    assert main(["health"]) == 1
    told = capsys.readouterr().out
    assert "adjudicators at work   2\n" in told
    assert [line for line in told.splitlines() if line.startswith("WRONG")] == [
        "WRONG: no sender is at work, on any host"
    ]
    with desk.store.begin() as books:
        books.workers.join("sender 18 on host-a", "sender", "0", 60)
    assert main(["health"]) == 0
    with desk.store.begin() as books:
        books.workers.leave(f"adjudicator 17 on {socket.gethostname()}")
    assert main(["health"]) == 1
    assert "no daemon has run with this configuration yet" in capsys.readouterr().out
    desk.store.close()


def test_daemon_that_starts_on_a_database_that_cannot_be_written_goes_on_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new desk's secrets are the first that is written: until they are, nothing else is tried, and the pulse says why."""
    (tmp_path / "config.toml").write_text(CONFIG.format(database="pbem.db"), encoding="utf-8")
    (tmp_path / "config.toml").chmod(0o600)
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--once"]) == 0
    desk = desk_at(tmp_path / "config.toml")
    assert desk is not None
    told = []

    def ensured(_: object) -> None:
        told.append(pulse.database)
        if len(told) < 3:
            raise OperationalError("INSERT", {}, Exception("attempt to write a readonly database"))

    monkeypatch.setattr(serve, "ensure_house", ensured)
    monkeypatch.setattr(serve, "LONGEST_BACKOFF", 0.01)
    pulse = Pulse(tmp_path / "other.pulse")
    asyncio.run(asyncio.wait_for(serve._writable(desk, pulse, asyncio.Event()), 20))
    desk.store.close()
    assert len(told) == 3
    assert told[1].startswith("read-only: attempt to write a readonly database")
    assert pulse.database == ""
    assert "read-only" in (last_pulse(tmp_path / "other.pulse") or {})["database"]


def test_lock_is_kept_on_a_disk_that_is_read_only_for_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "pbem.db"
    with only_one(database):
        pass
    with monkeypatch.context() as patch:

        def read_only(*_: object) -> int:
            raise OSError(errno.EROFS, "Read-only file system")

        patch.setattr("pbem.commands.desk_arguments.os.open", read_only)
        with only_one(database), pytest.raises(AlreadyServed), only_one(database):
            pass
        database.with_name("pbem.db.daemon").unlink()
        with pytest.raises(OSError, match="Read-only"), only_one(database):
            pass
