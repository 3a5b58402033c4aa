"""Databases of games that earlier versions of pbem began, as a desk of today opens them.

They are kept unsealed, which is a tenth of the size: what a vault had sealed is sealed again when one is laid out.
`python -m tests.store.kept_games` keeps one of the version that is installed, at each release (CONTRIBUTING.md, Releases).
"""

import json
import lzma
import os
import sqlite3
import sys
import tempfile
from binascii import Error, a2b_base64
from contextlib import closing
from pathlib import Path
from typing import Any

from pbem import __version__
from pbem.cli import main
from pbem.store.columns import sealed_text
from pbem.store.secrets import BadVault, Vault
from pbem.systems import registry

KEPT = Path(__file__).parent / "kept"
FILE = KEPT / "games_of_0_1_0.json.xz"
"""Two games of 0.1.0, each left at a question."""
KEY = b"a2VwdCBpbiB0aGUgdGVzdHMgYW5kIG5vd2hlcmUgZWw="
PLAYERS = {"us": "kate@mail.example", "indian": "mo@post.example"}
PEOPLE = ("kate", "mo")


def lay_out(file: Path, kept_file: Path = FILE) -> None:
    """Write the database, as that version left it, under `KEY`."""
    kept, vault = json.loads(lzma.decompress(kept_file.read_bytes())), Vault(KEY)

    def value(one: Any) -> Any:
        if not isinstance(one, dict):
            return one
        ((kind, told),) = one.items()
        return vault.seal(told.encode("latin-1")) if kind == "sealed" else sealed_text(vault, told)

    with closing(sqlite3.connect(file)) as db, db:
        for sql in kept["schema"]:
            db.execute(sql)
        for table, rows in kept["rows"].items():
            marks = ", ".join("?" * len(rows[0]))
            db.executemany(f"INSERT INTO {table} VALUES ({marks})", [[value(one) for one in row] for row in rows])


def keep(file: Path, kept_file: Path) -> None:
    """Keep a database that was written under `KEY`; letters that went out are emptied, as by `pbem archive --sent`."""
    vault = Vault(KEY)
    with closing(sqlite3.connect(file)) as db, db:  # their pictures would be nine tenths of what is kept
        db.execute("UPDATE letter_out SET raw = x'' WHERE state = 'sent'")

    def value(one: Any) -> Any:
        try:
            if isinstance(one, bytes):
                return {"sealed": vault.unseal(one).decode("latin-1") if one else ""}
            if isinstance(one, str) and len(one) > 20:
                return {"sealed text": vault.unseal(a2b_base64(one, strict_mode=True)).decode("utf-8", "surrogatepass")}
        except (BadVault, Error, UnicodeDecodeError, ValueError):
            pass
        return one

    with closing(sqlite3.connect(file)) as db:
        made = db.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        tables = [name for name, sql in made if sql.startswith("CREATE TABLE")]
        rows = {name: [[value(one) for one in row] for row in db.execute(f"SELECT * FROM {name}")] for name in tables}
    kept = {"schema": [sql for _, sql in made], "rows": {name: found for name, found in rows.items() if found}}
    kept_file.write_bytes(lzma.compress(json.dumps(kept).encode("ascii"), preset=9))


def begin(home: Path, titles: tuple[str, ...]) -> None:
    """Begin a game of each title at a desk on trial in the folder we are in, and let its players miss a deadline."""
    (home / "pbem.key").write_bytes(KEY)
    (home / "pbem.key").chmod(0o600)
    _done("trial")
    for title in titles:
        sides = [side.id for side in registry.game(title).card.sides]
        people = [f"{side}={who} <{who}@trial.example>" for side, who in zip(sides, PEOPLE, strict=False)]
        _done("new", f"{title}-1", "--game", title, "--yes", *(word for one in people for word in ("--player", one)))
    _done("trial", "+8d")


def _done(*words: str) -> None:
    if status := main(list(words)):
        raise SystemExit(status)


if __name__ == "__main__":
    target = KEPT / f"games_of_{__version__.replace('.', '_')}.json.xz"
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        begin(Path(name), registry.offered())
        keep(Path("pbem.db"), target)
    print(f"kept {target}, {target.stat().st_size:,} bytes", file=sys.stderr)
