"""Crash points outside a game's way: a migration that is killed, a disk that is full.  Each says what is wrong after it."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.mail.realmail import RealMail
from tests.plant.plant import ROOT, SILENT, Plant, played_without_mail

OLD = ROOT / "tests" / "store" / "kept" / "before_migrations.sql"
OPENS = (
    "import sys; from pathlib import Path; from pbem.store.database import Store; from pbem.store.secrets import Vault;"
    "from tests.store.test_schema import KEY; Store.at(Path(sys.argv[1]), Vault(KEY)).close()"
)


def killed_in_a_migration(folder: Path) -> list[str]:
    """C14: the tables are unchanged, and the next start brings them up to date."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "pbem.db"
    with contextlib.closing(sqlite3.connect(file)) as old:
        old.executescript(OLD.read_text(encoding="utf-8"))

    def start(crash_at: str) -> int:
        environment = {**os.environ, "PBEM_CRASH_AT": crash_at}
        command = [sys.executable, "-c", OPENS, str(file)]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False).returncode

    def tables() -> set[str]:
        with contextlib.closing(sqlite3.connect(file)) as found:
            return {name for (name,) in found.execute("SELECT name FROM sqlite_master")}

    wrong = [] if start("C14") == -signal.SIGKILL else ["it did not die at C14"]
    wrong += ["it was migrated by half"] if "alembic_version" in tables() else []
    wrong += [] if start("") == 0 else ["the next start failed"]
    return wrong + ([] if "alembic_version" in tables() else ["the next start did not migrate it"])


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path | None]:
    """A disk of its own, soon full; None where none can be mounted."""
    folder.mkdir(parents=True)
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True, check=False
    )
    try:
        yield None if made.returncode else folder
    finally:
        if not made.returncode:
            subprocess.run(["umount", "-l", str(folder)], check=False)


def on_a_full_disk(mail: RealMail, folder: Path) -> list[str] | None:
    """C15: no letter can be stored, no phase filed; when there is room the game goes on as if nothing had been.

    None where no disk of its own can be mounted.
    """
    with small_disk(folder / "disk", "3m") as disk:
        if disk is None:
            return None
        plant = Plant(mail, disk / "desk")
        plant.log = folder / "log"
        plant.open()
        with plant.serving():
            plant.until(plant.is_quiet, "the first letters")
            ballast = disk / "ballast"
            with contextlib.suppress(OSError), ballast.open("wb") as out:
                while out.write(bytes(16384)):
                    out.flush()
            plant.until(lambda: plant.write(silent=SILENT), "red's letter")
            plant.until(lambda: "database:" in plant.told(), "the daemon's notice")
            wrong = [] if plant.lives() else ["the daemon ended"]
            wrong += [] if len(mail.letters_of(f"desk{plant.n}")) == 1 else ["it was moved, and was not stored"]
            ballast.unlink()
            for what in ("the game goes on", "and on"):
                plant.until(lambda: plant.write(silent=SILENT) or plant.phase()[0] == SILENT, what)
            wrong += [] if plant.stop() == 0 else ["it could not be stopped"]
        found = plant.records()
        wanted = played_without_mail(folder / "reference", plant.game)
        plant.desk.store.close()
        return wrong + ([] if found == wanted[: len(found)] else ["the game went otherwise than without mail"])
