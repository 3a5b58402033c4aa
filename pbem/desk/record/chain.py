"""The chain of a game: appending records, and the seal over its head."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pbem.core.canonical import Json, canon
from pbem.core.event import Event
from pbem.core.record import event_bytes, with_bare_names
from pbem.crash_points import crash_point
from pbem.desk.desk import MOST_POSITIONS, Desk, Title, position, read_json
from pbem.seal import block, bundle, chain
from pbem.seal.ladder import ZEROS
from pbem.seal.signing import Signer, record_statement
from pbem.seal.state import state_hash
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, PlayerRow, RecordRow


@dataclass(frozen=True)
class Appended:
    """A record that was appended: its number and head."""

    seq: int
    head: str


def next_seq(books: Books, game: GameRow) -> int:
    """The number of the record that comes next."""
    last = books.records.last(game)
    return 0 if last is None else last.seq + 1


def newest_seq(books: Books, game: GameRow) -> int:
    """The number of the newest record; each game has one from its opening on."""
    return next_seq(books, game) - 1


def append(
    desk: Desk, books: Books, game: GameRow, type_: str, body: Mapping[str, Any], *, signer: Signer | None = None
) -> Appended:
    """Append a record to a game's chain; with a `signer` its body carries their signature (docs/trust.md)."""
    last = books.records.last(game)
    before = Appended(-1, ZEROS) if last is None else Appended(last.seq, last.head)
    return append_after(desk, books, game, before, type_, body, signer=signer)


def append_after(
    desk: Desk,
    books: Books,
    game: GameRow,
    before: Appended,
    type_: str,
    body: Mapping[str, Any],
    *,
    signer: Signer | None = None,
) -> Appended:
    """Append the record that follows `before`, which may be the last one or, for a new branch, one of its parent."""
    seq = before.seq + 1
    now = desk.stamp(game.branch, seq)
    if (game.branch, seq) in desk.bare:
        body = {name: with_bare_names(value) for name, value in body.items()}
    record, data = chain.written(game.name, game.branch, seq, before.head, time_text(now), type_, body)
    if signer is not None:
        signed = {**body, "sig": signer.signature(record_statement(record)).text}
        _, data = chain.written(game.name, game.branch, seq, before.head, time_text(now), type_, signed)
    head = chain.head_of(data)
    books.records.add(
        RecordRow(
            game_id=key_of(game.id),
            branch=game.branch,
            seq=seq,
            type=type_,
            at=now,
            body=data.decode(),
            head=head,
        )
    )
    if signer is not None:
        crash_point("C16")
    game.unplayed = True  # whatever was written, play may have to go on with it
    return Appended(seq, head)


def hash_of(desk: Desk, books: Books, game: GameRow, state: Any, seq: int) -> str:
    """The state hash of a state as record `seq` carries it."""
    system = desk.title(game.title).system
    salt_key = books.secrets.get(game.name, "salt key")
    return state_hash(system.public(state), system.hidden(state), salt_key, seq, game.branch)


def records_since(books: Books, game: GameRow, seq: int) -> list[dict[str, Any]]:
    """The records after number `seq`, as they were hashed."""
    return [read_json(row.body) for row in books.records.since(game, seq)]


def lines_since(books: Books, game: GameRow, seq: int) -> list[bytes]:
    """The canonical bytes of the records after number `seq`, as they were hashed and stored."""
    return [row.body.encode() for row in books.records.since(game, seq)]


def canonical_text(value: Json) -> str:
    """A value's canonical JSON, as the tables hold it."""
    return canon(value).decode()


def event_text(event: Event) -> tuple[str, str]:
    """An event's type and canonical JSON."""
    return event.type_name, event_bytes(event).decode()


# The check that a position read from the store is the one that was stored, by the state hash that was written with
# it.


class StateDiffers(Exception):
    """A state that was read back from its checkpoint is not the state that was written.  Holds the game; nothing is mailed."""


def check_state(desk: Desk, books: Books, game: GameRow) -> None:
    """Look at the newest checkpoint of a game.  Raises StateDiffers, and whatever reading a position raises.

    The hash of a state that hides facts is salted by the number of its record; a state of such a game that no record tells
    of (a phase that asked and rolled nothing led to it) is not looked at.
    """
    kept = books.checkpoints.last(game)
    where: tuple[int, str] | None = (0, game.branch)
    if desk.title(game.title).system.hidden(desk.position(books, game)):
        where = _recorded_at(books, game, kept.state_hash)
    if where is None:
        return
    salt_key = books.secrets.get(game.name, "salt key")
    found = _hash(desk.title, game.title, kept.state, salt_key, *where)
    if found != kept.state_hash:
        raise StateDiffers(
            f"checkpoint {kept.n}: the state hash is {kept.state_hash[:12]}, that of the stored state is {found[:12]}"
        )


def stored_hash(desk: Desk, books: Books, game: GameRow, text: str, seq: int) -> str:
    """The state hash, as record `seq` carries it, of the position that a checkpoint's text tells."""
    is_salted = bool(desk.title(game.title).system.hidden(position(desk.title, game.title, text)))
    salt_key = books.secrets.get(game.name, "salt key")
    return _hash(desk.title, game.title, text, salt_key, seq if is_salted else 0, game.branch)


@lru_cache(maxsize=MOST_POSITIONS)
def _hash(titles: Callable[[str], Title], title: str, text: str, salt_key: bytes, seq: int, branch: str) -> str:
    system, state = titles(title).system, position(titles, title, text)
    return state_hash(system.public(state), system.hidden(state), salt_key, seq, branch)


def _recorded_at(books: Books, game: GameRow, wanted: str) -> tuple[int, str] | None:
    for row in books.records.newest_first(game):
        body = read_json(row.body)["body"]
        if wanted in (body.get("state"), body.get("after")):
            return row.seq, row.branch
    return None


# The seal over a game's head, and the bundle of records that goes with it.


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
    bodies = ((row, read_json(row.body)["body"]) for row in itertools.chain((last,), newest_first))
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
