"""A desk in a folder with games on it, and the configuration by which commands find it."""

from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.systems import registry
from tests.databases import url_in
from tests.desk import table as tables
from tests.desk.table import Table

PLAYERS = [("us", "kate@mail.example", "K. Hale"), ("indian", "mo@post.example", "M. Ortiz <&>")]
CONFIG = """
[desk]
host = "pbem.example"
[store]
database = "{database}"
key_file = "desk.key"
[mail_in]
kind = "maildir"
path = "in"
[mail_out]
kind = "maildir"
path = "out"
"""


def laid(folder: Path, patch: pytest.MonkeyPatch) -> tuple[Table, Path]:
    """A table for games of the registry, and the path of its configuration."""
    patch.setattr(tables, "titles", registry.game)
    patch.setattr(tables, "ADDRESSES", {side: address for side, address, _ in PLAYERS})
    key = Fernet.generate_key()
    (folder / "desk.key").write_bytes(key)
    (folder / "desk.key").chmod(0o600)
    url = url_in(folder)
    database = "desk.db" if url.startswith("sqlite") else url
    (folder / "config.toml").write_text(CONFIG.format(database=database), encoding="utf-8")
    return Table.lay(folder, key), folder / "config.toml"


def opened(table: Table, name: str, title: str, scenario: str) -> str:
    """A game of this name, played on to its first question."""
    wanted = Wanted(name, title, scenario, PLAYERS, "gm@club.example", seed=b"a demo seed", ladder_length=64)
    open_campaign(table.desk, wanted)
    advance(table.desk, name)
    return name
