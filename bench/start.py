"""U1: how long commands take from nothing, beside a bare Python; processor time of the whole process."""

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from cryptography.fernet import Fernet

from bench.desk import Club
from bench.frame import ROOT, ROUNDS, Figure, environment, folder

GAMES = int(os.environ.get("BENCH_GAMES", "10000"))
CONFIG = """
[desk]
host = "pbem.example"
[store]
database = "desk.db"
[mail_in]
kind = "maildir"
path = "in"
[mail_out]
kind = "maildir"
path = "out"
"""


NOTES = {
    "gm queue": "written to a pipe: the games that need the GM, one in fifty, and 200 others, where it used to list all; "
    "until 2026-11-26 all games of the benchmark were late",
    "gm queue --all": "all games, in 30,000 lines",
}

MOST = {"gm queue": 2000}
"""Milliseconds that a command may take."""


def figures() -> Iterator[Figure]:
    """``--version``, ``--help``, ``orders check`` and the GM's queue over 10,000 games."""
    letter = folder() / "letter.txt"
    letter.write_text("C/3 Cav dismount; move 3413-3414\nall rally\n", encoding="ascii")
    key = Fernet.generate_key()
    club = Club(folder(), key=key)
    club.fill(GAMES)
    club.desk.store.close()
    _bring_up_to_date(club.folder / "desk.db")
    config = _configured(club.folder, key)
    bare = ("-c", "pass")
    runs = {
        "pbem --version": (("-m", "pbem", "--version"), 3.0),
        "pbem --help": (("-m", "pbem", "--help"), 3.0),
        "pbem orders check": (
            ("-m", "pbem", "orders", "check", "--game", "rosebud", "--side", "us", str(letter)),
            None,
        ),
        f"gm queue, {GAMES:,} games": (("-m", "pbem", "gm", "queue", "--config", str(config)), None),
        f"gm queue --all, {GAMES:,} games": (("-m", "pbem", "gm", "queue", "--all", "--config", str(config)), None),
    }
    for line, _ in runs.values():
        _see_that_it_works(line)  # its modules are compiled, and the grammar's tables worked out, once
    rounds = [[_spent(bare), *(_spent(line) for line, _ in runs.values())] for _ in range(ROUNDS)]
    python, *medians = (median(column) for column in zip(*rounds, strict=True))
    for (what, (_, most)), spent in zip(runs.items(), medians, strict=True):
        name = what.partition(",")[0]
        yield Figure(
            what, "ms", spent, python, "a bare Python", most=most, most_ours=MOST.get(name), note=NOTES.get(name, "")
        )


LATE = 50
"""One game in so many is late."""


def _bring_up_to_date(database: Path) -> None:
    """Move the deadlines of all games, which lie a minute apart, so that now one in `LATE` has passed: a club's desk."""
    with closing(sqlite3.connect(database)) as connection:
        (first,) = connection.execute("SELECT min(due) FROM phase").fetchone()
        ahead = int((datetime.now(UTC) - datetime.fromisoformat(first)).total_seconds()) - 60 * GAMES // LATE
        moved = f"strftime('%Y-%m-%dT%H:%M:%SZ', due, '+{ahead} seconds')"
        connection.execute(f"UPDATE phase SET due = {moved} WHERE due IS NOT NULL")
        connection.commit()


def _configured(folder: Path, key: bytes) -> Path:
    """A configuration and a key file beside a database."""
    config = folder / "config.toml"
    for file, text in ((config, CONFIG.encode()), (folder / "pbem.key", key)):
        file.write_bytes(text)
        file.chmod(0o600)
    return config


def _see_that_it_works(line: tuple[str, ...]) -> None:
    """Run a command once.  Raises RuntimeError if it breaks off: how long that takes is of no use to anybody."""
    done = subprocess.run(
        [sys.executable, *line], cwd=ROOT, check=False, capture_output=True, env=environment(), text=True
    )
    if done.stderr or not done.stdout:  # `orders check` ends with 1, as its letter has faults
        raise RuntimeError(f"{line} ended with {done.returncode}:\n{done.stderr}")


def _spent(line: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *line], cwd=ROOT, check=False, capture_output=True, env=environment())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
