"""A game that is over is written out whole, looked through, and taken out of the database."""

import mailbox
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from pbem.desk.desk import Desk, read_json
from pbem.desk.games import reliability
from pbem.desk.record import game_seal
from pbem.seal import bundle
from pbem.seal.verify import verify
from pbem.store.database import Books
from pbem.store.letters_out import UNSENT
from pbem.store.tables import GameRow


class CannotArchive(Exception):
    """A game that cannot be taken out of the database; the text says why.  Nothing was changed."""


@dataclass(frozen=True)
class Archived:
    """What was written: the folder, records, letters; and how many rows were freed."""

    folder: Path
    records: int
    letters: int
    rows: int


def archive(desk: Desk, name: str, folder: Path) -> Archived:
    """Write a game that is over into a new folder (its record with seal and openings, one file a branch, and all its letters),
    verify what was written, and free its rows.  The name stays taken.  Raises CannotArchive, UnknownGame, OSError.
    """
    with desk.store.begin() as books:
        game = books.games.get(name)
        if game.state != "over":
            raise CannotArchive(f"{name}: expected a game that is over; it is {game.state}")
        out = books.archive.letters_out(name)
        unsent = sum(row.state in UNSENT for row in out)
        if unsent:
            raise CannotArchive(f"{name}: {unsent} of its letters are not sent yet; let `pbem serve` send them first")
        folder.mkdir(mode=0o700, parents=True)  # letters and addresses lie in it
        count = _write_records(desk, books, game, folder)
        into = [row.raw for row in books.archive.letters_in(name)]
        _write_mbox(folder / f"{name}-in.mbox", into)
        _write_mbox(folder / f"{name}-out.mbox", (row.raw for row in out if row.raw))
        reliability.write(folder, reliability.of_game(books, game))
        false = [one.text for one in verify(sorted(folder.glob("*.pbem"))).all_findings() if one.kind == "false"]
        if false:
            raise CannotArchive(f"{name}: what was written to {folder} does not verify: {false[0]}")
        _sync(folder)
        # Last: what is freed lies on the disk, whole and looked through.
        rows = books.archive.free(game, str(folder.resolve()))
    return Archived(folder, count, len(into) + len(out), rows)


def prune(desk: Desk, days: int) -> int:
    """Forget the bytes of letters that were sent more than so many days ago; how many (see `store.archive`)."""
    with desk.store.begin() as books:
        return books.archive.prune(desk.clock.now() - timedelta(days=days))


def _write_records(desk: Desk, books: Books, game: GameRow, folder: Path) -> int:
    seal, count = game_seal.seal_of(desk, books, game), 0
    for branch in books.records.branches(game):
        records = [read_json(row.body) for row in books.records.of_branch(game, branch)]
        is_present = branch == game.branch
        seq = records[-1]["seq"]
        data = bundle.write(records, seal.seal if is_present else None, _openings(books, game, records))
        (folder / bundle.file_name(game.name, seq, branch)).write_bytes(data)
        count += len(records)
    return count


def _openings(books: Books, game: GameRow, records: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What opens both sides' orders: the game is over."""
    sides = {player.code: player.side for player in books.players.of(game)}
    for record in records:
        body = record["body"]
        if record["type"] == "orders.accepted":
            filed = books.submissions.version(game, sides[body["player"]], body["phase"], body["n"])
            if filed is not None and filed.digest == body["digest"]:
                salt = bytes.fromhex(filed.salt)
                yield bundle.orders_opening(record, read_json(filed.said), filed.nonce, salt)


def _write_mbox(path: Path, raw: Iterable[bytes]) -> None:
    box = mailbox.mbox(path)
    try:
        for one in raw:
            box.add(one)
        box.flush()
    finally:
        box.close()


def _sync(folder: Path) -> None:
    for path in [*folder.iterdir(), folder]:
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
