"""Archive a finished game: write it out whole, verify the files, and free its rows."""

import mailbox
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pbem.desk.desk import Desk, read_json
from pbem.desk.games import reliability
from pbem.desk.record import game_seal
from pbem.desk.record.adoption import is_waiting
from pbem.mail.address import find_address
from pbem.mail.ports import Cursor, Fetched, MailSource
from pbem.seal import bundle
from pbem.seal.verify import verify
from pbem.store.database import Books
from pbem.store.leases import DESK
from pbem.store.letters_in import StoredArrival
from pbem.store.letters_out import UNSENT
from pbem.store.tables import GameRow


class CannotArchive(Exception):
    """A game that cannot be taken out of the database; the text says why.  Nothing was changed."""


@dataclass(frozen=True)
class Archived:
    """The written archive: the folder, records, letters; and how many rows were freed."""

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
    """Delete the bytes of letters that were sent more than so many days ago; how many (see `store.archive`)."""
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
    """The openings of both sides' orders: the game is over."""
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


LETTERS = ("*.mbox", "*.json")
_FROM = re.compile(rb"(?m)^(?=From [^\n]*\n(?=[!-9;-~]{1,100}:))")
_ADDRESS_HEADERS = re.compile(rb"(?im)^(?:from|to|cc|reply-to|delivered-to|return-path):[^\n]*(?:\n[ \t][^\n]*)*")
REMOVED = b"(removed)"


def holding(folders: list[Path], address: str) -> list[tuple[Path, int]]:
    """The files of these archives that hold an address, each with the number of its lines that do."""
    pattern = re.compile(re.escape(address.encode("utf-8", "replace")), re.IGNORECASE)
    found = []
    for folder in folders:
        for path in sorted(one for kind in LETTERS for one in folder.glob(kind)):
            count = sum(bool(pattern.search(line)) for line in path.read_bytes().splitlines())
            if count:
                found.append((path, count))
    return found


def take_out(path: Path, address: str) -> int:
    """Take an address out of a file: letters from it and to it lose their words, in others it is replaced.  How many letters.

    The file is written again beside the old one, and takes its place when it is on the disk.
    """
    pattern = re.compile(re.escape(address.encode("utf-8", "replace")), re.IGNORECASE)
    data, emptied = path.read_bytes(), 0
    pieces = []
    for letter in _FROM.split(data) if path.suffix == ".mbox" else [data]:
        head, blank, _ = letter.partition(b"\n\n")
        if blank and path.suffix == ".mbox" and any(pattern.search(one) for one in _ADDRESS_HEADERS.findall(head)):
            kept = [line for line in head.split(b"\n") if line.startswith((b"From ", b"Date:", b"Message-ID:"))]
            letter, emptied = b"\n".join([*kept, b"Subject: " + REMOVED, b"", b"", b""]), emptied + 1
        pieces.append(pattern.sub(REMOVED, letter))
    beside = path.with_name(f".{path.name}.new")
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(b"".join(pieces))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    return emptied


MARGIN = timedelta(days=1)
"""Letters from so long before the copy are looked at too: the clocks of servers differ, and what is known is passed over."""


async def bring_back(desk: Desk, processed: MailSource, made: datetime) -> int:
    """Store the letters of the processed folder that a copy from the moment `made` does not have; how many.

    They are read once the records of their game are back (`desk.record.adoption`).  Raises MailTrouble.
    """
    found, cursor = 0, Cursor()
    try:
        while fetched := await processed.fetch(cursor):
            cursor = Cursor(fetched[-1].uidvalidity, fetched[-1].uid)
            late = [one for one in fetched if one.arrived >= made - MARGIN]
            names = [_game_of(desk, one) for one in late]
            with desk.store.begin() as books:
                games = {name: name if books.games.exists(name) else DESK for name in set(names)}
                arrivals = [
                    StoredArrival(one.source, one.uidvalidity, one.uid, one.arrived, one.raw, games[name])
                    for one, name in zip(late, names, strict=True)
                ]
                found += books.letters_in.bring_back(arrivals)
    finally:
        await processed.close()
    with desk.store.begin() as books:
        if not any(is_waiting(game) for game in books.games.all()):
            books.letters_in.wake()
    return found


def _game_of(desk: Desk, one: Fetched) -> str:
    """The game that a letter's address names, "" if none is found; who reads the letter meets what is wrong with it."""
    try:
        return find_address(desk.reader.letter(one.raw), desk.house.host).game
    # Any bytes may lie in a mailbox, and one letter must not keep the others away.
    except Exception:
        return ""
