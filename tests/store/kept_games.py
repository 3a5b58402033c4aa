"""The database of two games that pbem 0.1.0 began and left at a question, as a desk of today opens it.

It is kept unsealed, which is a tenth of the size: what a vault had sealed is sealed again when it is laid out.
"""

import json
import lzma
import sqlite3
from pathlib import Path
from typing import Any

from pbem.store.columns import sealed_text
from pbem.store.secrets import Vault

FILE = Path(__file__).parent / "kept" / "games_of_0_1_0.json.xz"
KEY = b"a2VwdCBpbiB0aGUgdGVzdHMgYW5kIG5vd2hlcmUgZWw="
PLAYERS = {"us": "kate@mail.example", "indian": "mo@post.example"}


def lay_out(file: Path) -> None:
    """Write the database, as 0.1.0 left it, under `KEY`."""
    kept, vault = json.loads(lzma.decompress(FILE.read_bytes())), Vault(KEY)

    def value(one: Any) -> Any:
        if not isinstance(one, dict):
            return one
        ((kind, told),) = one.items()
        return vault.seal(told.encode("latin-1")) if kind == "sealed" else sealed_text(vault, told)

    with sqlite3.connect(file) as db:
        for sql in kept["schema"]:
            db.execute(sql)
        for table, rows in kept["rows"].items():
            marks = ", ".join("?" * len(rows[0]))
            db.executemany(f"INSERT INTO {table} VALUES ({marks})", [[value(one) for one in row] for row in rows])
    db.close()
