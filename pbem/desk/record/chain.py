"""The chain of a game: appending records, and the seal over its head."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.core.canonical import Json, canon
from pbem.core.event import Event
from pbem.core.record import event_bytes, with_bare_names
from pbem.crash_points import crash_point
from pbem.desk.desk import Desk, read_json
from pbem.seal import chain
from pbem.seal.signing import Signer, record_statement
from pbem.seal.state import state_hash
from pbem.seal.tags import ZEROS
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, RecordRow


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
