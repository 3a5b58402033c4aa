"""Signatures of a GM's actions, by the key that the first record of its game names: their log, and their records in the
chain."""

from collections.abc import Sequence
from typing import Any

from pbem.desk.desk import read_json
from pbem.desk.gm.incidents.incident import statement
from pbem.seal.shapes import BY_THE_GM
from pbem.seal.signing import record_statement, signature_from, verify
from pbem.store.database import Books
from pbem.store.games import archive_of
from pbem.store.tables import GameRow, GmActionRow, RecordRow

CHECKS = "signed, checks"
WRONG = "SIGNATURE WRONG"
NO_KEY = "no key: about no game"
IN_ARCHIVE = "the game is archived: `pbem verify` checks what its record says of this"
REMOVED = "signature no longer fits: an address was taken out of the line"


def gm_key(books: Books, game: GameRow) -> bytes | None:
    """The GM's public key by the genesis record; None if a game has none."""
    gm = read_json(books.records.at(game, 0).body)["body"]["gm"]
    return bytes.fromhex(gm["key"]) if gm else None


def of_action(books: Books, row: GmActionRow) -> str:
    """The state of an action's signature: one of the words above."""
    game = books.games.find(row.game) if row.game else None
    if game is not None and archive_of(game):
        return IN_ARCHIVE
    key = gm_key(books, game) if game is not None else None
    if key is None:
        return NO_KEY
    if verify(key, statement(row), signature_from(row.sig) or b""):
        return CHECKS
    return REMOVED if "(removed)" in f"{row.line} {row.by}" else WRONG


def wrong_records(books: Books, game: GameRow, records: Sequence[RecordRow]) -> tuple[int, ...]:
    """The numbers of those of a game's records that were made by hand and that the GM's key has not signed."""
    key = gm_key(books, game)
    by_hand: list[dict[str, Any]] = [read_json(row.body) for row in records if row.type in BY_THE_GM]
    return tuple(
        record["seq"]
        for record in by_hand
        if key is None
        or not verify(key, record_statement(record), signature_from(record["body"].get("sig", "")) or b"")
    )
