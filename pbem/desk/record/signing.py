"""Changing the key that signs a game's seals, and revoking one (docs/trust.md, 6); and the signatures of a GM's actions."""

import base64
import secrets
from collections.abc import Sequence
from typing import Any

from pbem.desk.desk import SERVER_KEY, Desk, read_json
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.incident import statement
from pbem.desk.record import chain
from pbem.desk.record.chain import Appended, next_seq
from pbem.seal.shapes import BY_THE_GM
from pbem.seal.signing import (
    Signer,
    key_id,
    key_statement,
    record_statement,
    revocation_statement,
    signature_from,
    verify,
)
from pbem.store.database import Books
from pbem.store.games import archive_of
from pbem.store.tables import GameRow, GmActionRow, RecordRow


def rotate(desk: Desk, name: str, root: Signer) -> Appended:
    """Give a game a new server key, which seals from this record on.  Raises CannotRule, UnknownGame.

    `root` is the private root key of the campaign, as `pbem new` wrote it.
    """
    with desk.store.begin() as books:
        game = books.games.get(name)
        _is_root(books, game, root)
        private = secrets.token_bytes(32)
        old, new = desk.signer(books, game), Signer(desk.house.host, private)
        statement = key_statement(game.name, next_seq(books, game), new.public)
        body = {
            "server": {"name": new.name, "key": new.public.hex()},
            "old": base64.b64encode(old.sign(statement)).decode(),
            "root": base64.b64encode(root.sign(statement)).decode(),
        }
        record = chain.append(desk, books, game, "key.rotate", body)
        books.secrets.replace(game.name, SERVER_KEY, private)
        return record


def revoke(desk: Desk, name: str, root: Signer, last: int, key: bytes | None = None) -> Appended:
    """Revoke a server key of a game: its seals are good up to record `last`.  Raises CannotRule, UnknownGame.

    `key` is the public key, by default the one before the present one; the present one is changed first.
    """
    with desk.store.begin() as books:
        game = books.games.get(name)
        _is_root(books, game, root)
        keys = server_keys(books, game)
        if len(keys) < 2:
            raise CannotRule(f"{name}: expected a key that was changed; found the first one in force: change it first")
        revoked = keys[-2] if key is None else key
        if revoked not in keys[:-1]:
            raise CannotRule(
                f"{name}: expected a key of this game that is no longer in force; found {key_id(revoked)[:8]}"
            )
        if not 0 <= last < next_seq(books, game):
            raise CannotRule(f"{name}: expected the number of a record as the last that the key may seal; found {last}")
        statement = revocation_statement(game.name, revoked, last)
        body = {"revoked": revoked.hex(), "last": last, "root": base64.b64encode(root.sign(statement)).decode()}
        return chain.append(desk, books, game, "key.revoke", body)


def server_keys(books: Books, game: GameRow) -> list[bytes]:
    """The public server keys of a game, oldest first."""
    records = [read_json(row.body) for row in books.records.all(game)]
    return [bytes.fromhex(one["body"]["server"]["key"]) for one in records if one["type"] in ("genesis", "key.rotate")]


def _is_root(books: Books, game: GameRow, root: Signer) -> None:
    known = read_json(books.records.at(game, 0).body)["body"]["root"]
    if root.public.hex() != known:
        raise CannotRule(
            f"{game.name}: expected the root key with the id {key_id(bytes.fromhex(known))[:16]}..., "
            f"found one with the id {root.key_id[:16]}..."
        )


# Signatures of a GM's actions, by the key that the first record of its game names: their log, and their records in
# the chain.

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
