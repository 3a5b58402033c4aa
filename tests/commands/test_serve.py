"""`pbem serve` with its work shared out."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pbem.cli import main
from tests.cluster import Cluster
from tests.commands.test_backup import CONFIG

ROOT = Path(__file__).resolve().parents[2]


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
