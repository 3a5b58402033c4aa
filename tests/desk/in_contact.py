"""A desk on which Rosebud Creek has been opened and played to its first letter: opened once a session for each seed, and
copied for each test."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cryptography.fernet import Fernet

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.databases import OVER_POSTGRESQL
from tests.desk.table import Table, blank

GAME = "rosebud-7"
PLAYERS = [("us", "kate@mail.example", "K. Hale"), ("indian", "mo@post.example", "M. Ortiz")]
KEY = Fernet.generate_key()


def lay(folder: Path, seed: bytes, **house: Any) -> Table:
    """A desk in this folder, with the game waiting for the Indian player's orders."""
    if OVER_POSTGRESQL:
        copy = folder / "opened.db"
        copy.write_bytes(_opened(seed))
        table = _over(folder, **house)
        table.desk.store.fill_from(copy)
        return table
    (folder / "desk.db").write_bytes(_opened(seed))
    return _over(folder, **house)


@cache
def _opened(seed: bytes) -> bytes:
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "desk.db").write_bytes(blank())
        table = _over(folder)
        wanted = Wanted(GAME, "rosebud", "in-contact", PLAYERS, "gm@club.example", seed=seed, ladder_length=64)
        open_campaign(table.desk, wanted)
        advance(table.desk, GAME)
        table.desk.store.close()
        return (folder / "desk.db").read_bytes()


def _over(folder: Path, **house: Any) -> Table:
    table = Table.lay(folder, KEY, games=registry.game, **house)
    table.title, table.addresses = "rosebud", {side: address for side, address, _ in PLAYERS}
    return table


def say(desk: Table, words: str, side: str = "indian", **more: Any) -> LetterOutRow:
    """A letter of a side, read and acted on; the answer to it."""
    return desk.say(GAME, side, words, **more)


def to_fire(desk: Table) -> None:
    """Play on to the Indian fire phase."""
    say(desk, "pass")
    assert desk.phase(GAME) == "T03.IN.B"
