"""A kept desk of each version, and one of today's, goes through an update as docs/updating.md tells it, and plays on."""

import re
import sqlite3
import subprocess
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.desk.desk import FileClock
from pbem.store.columns import read_time
from tests.store.kept_games import KEPT, KEY, begin, lay_out

ROOT = Path(__file__).resolve().parents[2]
KEPT_VERSIONS = sorted(one.name.removeprefix("games_of_").removesuffix(".json.xz") for one in KEPT.glob("games_of_*"))
CONFIG = """
[desk]
host = "{host}"
gm = "gm@club.example"
[mail_in]
kind = "maildir"
path = "in"
[mail_out]
kind = "maildir"
path = "out"
[daemon]
clock = "trial.clock"
"""


def test_a_desk_of_every_tagged_version_is_kept() -> None:
    done = subprocess.run(["git", "tag", "--list", "v*"], cwd=ROOT, capture_output=True, text=True, check=False)
    tagged = {tag.removeprefix("v").replace(".", "_") for tag in done.stdout.split()}
    told = re.findall(r"^\| (\d+\.\d+\.\d+\w*) \|", (ROOT / "docs" / "updating.md").read_text(encoding="utf-8"), re.M)
    assert tagged <= set(KEPT_VERSIONS)
    assert sorted(one.replace(".", "_") for one in told) == KEPT_VERSIONS


def old_desk(version: str) -> list[str]:
    """Lay a kept desk out in the folder that we are in; its games."""
    lay_out(Path("pbem.db"), KEPT / f"games_of_{version}.json.xz")
    Path("pbem.key").write_bytes(KEY)
    with closing(sqlite3.connect("pbem.db")) as db:
        last, message_id = db.execute("SELECT max(made), message_id FROM letter_out").fetchone()
        names = [row[0] for row in db.execute("SELECT name FROM game ORDER BY name")]
    host = message_id.rpartition("@")[2].rstrip(">")  # the server's key signs for it
    Path("config.toml").write_text(CONFIG.format(host=host), encoding="ascii")
    for name in ("pbem.key", "config.toml", "pbem.db"):
        Path(name).chmod(0o600)
    FileClock(Path("trial.clock")).set(read_time(last) + timedelta(hours=1))
    return names


def records() -> dict[str, int]:
    with closing(sqlite3.connect("pbem.db")) as db:
        found = db.execute("SELECT name, max(seq) FROM record JOIN game ON game.id = record.game_id GROUP BY name")
        return dict(found.fetchall())


@pytest.mark.slow
@pytest.mark.parametrize("version", [*KEPT_VERSIONS, "today"])
def test_a_desk_of_each_version_is_taken_over_and_plays_on(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if version == "today":
        begin(tmp_path, ("rosebud", "custer"))
        names = ["custer-1", "rosebud-1"]
    else:
        names = old_desk(version)
    before = records()
    assert main(["backup", "before.db"]) == 0
    came_out_the_same = main(["replay", "--all"]) == 0
    assert came_out_the_same or version != "today"  # an older version's rules may have been corrected since
    assert main(["doctor"]) == 0
    upgraded = main(["upgrade", "--all", "--reason", "an update", "--boundary", "now", "--played-stands"])
    assert upgraded == 0, capsys.readouterr().err
    assert main(["replay", "--all"]) == 0, capsys.readouterr().out
    for _ in range(2):
        assert main(["trial", "+8d"]) == 0
    with closing(sqlite3.connect("pbem.db")) as db:
        assert dict(db.execute("SELECT name, state FROM game").fetchall()) == dict.fromkeys(names, "open")
    after = records()
    assert all(after[name] > before[name] + 1 for name in names), (before, after)
    assert main(["replay", "--all"]) == 0, capsys.readouterr().out
    nothing_false = (0, 2)  # 2: letters from before the update are not in these folders
    assert main(["verify", "out/kate", "out/mo"]) in nothing_false, capsys.readouterr().out
