"""Commands from their start to their end: processor time of the whole process.

``BENCH_GAMES=N`` takes another number of games than 10,000.
"""

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
MOST_CHECK, MOST_QUEUE = 1000, 2000
"""Milliseconds that the commands may take."""


def figures() -> Iterator[Figure]:
    """``orders check``, and the GM's queue over 10,000 games: those that need the GM, and all."""
    letter = folder() / "letter.txt"
    letter.write_text("C/3 Cav dismount; move 3413-3414\nall rally\n", encoding="ascii")
    config = _large_desk()
    queue = ("-m", "pbem", "gm", "queue", "--config", str(config))
    runs = {
        "orders check": (
            ("-m", "pbem", "orders", "check", "--game", "rosebud", "--side", "us", str(letter)),
            MOST_CHECK,
        ),
        f"gm queue, {GAMES:,} games": (queue, MOST_QUEUE),
        f"gm queue --all, {GAMES:,} games": ((*queue, "--all"), None),
    }
    for line, _ in runs.values():
        _see_that_it_works(line)  # its modules are compiled, and the grammar's tables worked out, once
    bare = ("-c", "pass")
    rounds = [[_spent(bare), *(_spent(line) for line, _ in runs.values())] for _ in range(ROUNDS)]
    python, *medians = (median(column) for column in zip(*rounds, strict=True))
    for (what, (_, most)), spent in zip(runs.items(), medians, strict=True):
        yield Figure(what, "ms", spent, python, "a bare Python", most_ours=most)


def _large_desk() -> Path:
    """A desk of many games, one in fifty late; returns its configuration."""
    key = Fernet.generate_key()
    club = Club(folder(), key=key)
    club.fill(GAMES)
    club.desk.store.close()
    _bring_up_to_date(club.folder / "desk.db")
    return _configured(club.folder, key)


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
