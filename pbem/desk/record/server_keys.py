"""Changing the key that signs a game's seals, and revoking one: the root key signs both (docs/trust.md, 6)."""

import base64
import secrets

from pbem.desk.desk import SERVER_KEY, Desk, read_json
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.record import chain
from pbem.desk.record.chain import Appended, next_seq
from pbem.seal.signing import Signer, key_id, key_statement, revocation_statement
from pbem.store.database import Books
from pbem.store.tables import GameRow


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
