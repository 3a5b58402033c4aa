"""The seal over a game's head, and the bundle of records that goes with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from pbem.desk.desk import Desk, read_json
from pbem.desk.record.chain import lines_since
from pbem.seal import block, bundle
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow


@dataclass(frozen=True)
class GameSeal:
    """The seal over a game's head: the block's lines, the seal itself for the bundle, and the number of the record."""

    lines: tuple[str, ...]
    seal: block.Seal
    seq: int


def seal_of(desk: Desk, books: Books, game: GameRow) -> GameSeal:
    """The seal over the newest record, with phase and state hash of the last record that has them.

    All that it says hangs on the records alone: two seals of one record that differ would prove a fault of ours.
    """
    newest_first = books.records.newest_first(game)
    last = next(newest_first)
    bodies = ((row, read_json(row.body)["body"]) for row in chain((last,), newest_first))
    found = next((one for one in bodies if state_in(one[1])), None)
    resolved, body = found or (last, read_json(last.body)["body"])
    signer = desk.signer(books, game)
    phase = body.get("phase", "opening")
    state = state_in(body) or "0" * 64
    fields = block.SealFields(game.name, game.branch, last.seq, time_text(last.at), phase, last.head, state)
    signature = signer.signature(block.signed_bytes(fields))
    seed = (body["adj"], body["seed"]) if resolved is last and "adj" in body else None
    made = block.Seal(fields, (signature,), seed)
    return GameSeal(tuple(block.render(fields, made.sigs, seed)), made, last.seq)


def state_in(body: Mapping[str, Any]) -> str:
    """The state hash after a record with this body, "" if the record leaves the state as it is."""
    found: str = body.get("state") or body.get("after") or ""
    return found


def attachment(books: Books, game: GameRow, player: PlayerRow, seal: GameSeal) -> tuple[str, bytes]:
    """The bundle: all records since the last report to this player, the seal, and the openings of their own orders."""
    filed_since = {
        (one.phase, one.n): one for one in books.submissions.recorded(game, player.side, player.last_record_sent)
    }
    openings = []
    for row in books.records.since(game, player.last_record_sent):
        record = read_json(row.body) if row.type == "orders.accepted" else {}
        if record and (body := record["body"])["player"] == player.code:
            filed = filed_since.get((body["phase"], body["n"]))
            if filed is not None and filed.digest == body["digest"]:
                orders, salt = read_json(filed.said), bytes.fromhex(filed.salt)
                openings.append(bundle.orders_opening(record, orders, filed.nonce, salt))
    lines = lines_since(books, game, player.last_record_sent)
    return bundle.file_name(game.name, seal.seq, game.branch), bundle.write(lines, seal.seal, openings)
