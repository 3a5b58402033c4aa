"""The record of a campaign: published, every phase as one side saw it or as it was; and archived, when the game is over."""

import mailbox
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pbem.core.canonical import canon
from pbem.core.event import Event
from pbem.core.record import from_json
from pbem.desk.desk import Desk, known, read_json
from pbem.desk.games import reliability
from pbem.desk.record import chain
from pbem.desk.record.adoption import is_waiting
from pbem.mail.address import find_address
from pbem.mail.ports import Cursor, Fetched, MailSource
from pbem.reports.chronicle import Chapter, Chronicle
from pbem.seal import bundle
from pbem.seal.verify import verify
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.leases import DESK
from pbem.store.letters_in import StoredArrival
from pbem.store.letters_out import UNSENT
from pbem.store.tables import GameRow, PhaseRow, RecordRow

FORMAT = "pbem-events-1"


class CannotExport(Exception):
    """The export can't be shown or does not exist; the text says why and what may be had."""


@dataclass(frozen=True)
class RecordView:
    """The view to show: a side's view by its id, or, with "", everything, which is for after the end."""

    side: str = ""


def view_of(desk: Desk, game: GameRow, side: str) -> RecordView:
    """The view that was asked for.  Raises CannotExport for a side that does not exist, and for everything of an open game."""
    card = desk.title(game.title).system.card
    sides = ", ".join(one.id for one in card.sides)
    if not side:
        if game.state != "over":
            ways = " or ".join(f"--side {one.id}" for one in card.sides)
            raise CannotExport(
                f"{game.name}: the game goes on, so one side's view of it can be had ({ways}); all of it after its end"
            )
        return RecordView()
    try:
        return RecordView(card.side(side).id)
    except KeyError:
        raise CannotExport(f"--side: expected one of {sides}; found {side!r}") from None


def chronicle(desk: Desk, books: Books, game: GameRow, view: RecordView) -> Chronicle:
    """The phases of a game that are over, told one by one; `view` sees them.  The phase that is being played is left out:
    it is told when it ends."""
    title = desk.title(game.title)
    card = title.system.card
    opening = _state(desk, books, game, 0, view)
    teller_side = view.side or card.sides[0].id
    about = title.teller.about(opening, teller_side)
    chapters = tuple(_chapters(desk, books, game, view, teller_side))
    players = tuple(f"{card.side(one.side).name}: {one.name}" for one in books.players.of(game))
    return Chronicle(
        game=game.name,
        title=card.title,
        scenario=about.scenario,
        whose=card.side(view.side).name if view.side else f"{'both' if len(card.sides) == 2 else 'all'} sides",
        players=players,
        chapters=chapters,
        result=_result(desk, books, game, view) if game.state == "over" else "",
        server_key=desk.signer(books, game).public.hex(),
    )


def _result(desk: Desk, books: Books, game: GameRow, view: RecordView) -> str:
    """The result of a game, in a sentence to nobody in particular: on the board, or as its players or the GM ended it."""
    title, last = desk.title(game.title), _state(desk, books, game, -1, view)
    outcome = title.system.outcome(last)
    if outcome is not None:
        return title.teller.final(last, outcome, "")[0]
    end = books.records.last_of_types(game, ("game.end",))
    who, _, how = (read_json(end.body)["body"]["result"] if end is not None else "over").partition(": ")
    if who == "draw":
        return "The game is a draw."
    return f"{who} wins: {how}." if how else f"The game is over: {who}."


def scenario_title(desk: Desk, books: Books, game: GameRow) -> str:
    """The scenario's public title, which reveals nothing of a position."""
    title = desk.title(game.title)
    side = title.system.card.sides[0].id
    return title.teller.about(_state(desk, books, game, 0, RecordView(side)), side).scenario


def _chapters(desk: Desk, books: Books, game: GameRow, view: RecordView, side: str) -> Iterator[Chapter]:
    teller = desk.title(game.title).teller
    records = {row.seq: row for row in books.records.all(game)}
    names = {player.code: player.name for player in books.players.of(game)}
    before = _state(desk, books, game, 0, view)
    facts = teller.facts(before, [])
    yield Chapter(
        phase="",
        title="The opening",
        clock=facts.clock,
        points=_points(facts.points, facts.lost),
        map=teller.map(before, side, ()),
        state=books.checkpoints.get(game, 0).state_hash,
        records=(0,),
        head=records[0].head if 0 in records else "",
    )
    for row in _done(books, game):
        events = _seen(events_of(books, row), view)
        after = _state(desk, books, game, row.checkpoint_n + 1, view)
        seqs = tuple(segment.record_seq for segment in books.phases.segments(row))
        facts = teller.facts(after, [row.phase])
        yield Chapter(
            phase=row.phase,
            title=teller.phase_title(row.phase),
            clock=", ".join(part for part in (facts.clock, facts.player_turn) if part),
            points=_points(facts.points, facts.lost),
            map=teller.map(after, side, events).marked(teller.marks(before, events)),
            in_short=teller.in_short(before, events, side),
            log=teller.log(before, events, 1),
            orders=_orders([records[seq] for seq in seqs if seq in records], names),
            state=books.checkpoints.get(game, row.checkpoint_n + 1).state_hash,
            records=seqs,
            head=records[seqs[-1]].head if seqs and seqs[-1] in records else "",
        )
        before = after


def _points(points: str, lost: str) -> str:
    return "; ".join(
        part for part in (f"Victory points: {points}" if points else "", f"lost: {lost}" if lost else "") if part
    )


def _orders(records: Sequence[RecordRow], names: dict[str, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The orders that were carried out: public since then (`advance` puts them into the record)."""
    found: dict[str, list[str]] = {}
    for record in records:
        for code, lines in read_json(record.body)["body"].get("orders", {}).items():
            found.setdefault(f"{code} {names.get(code, '')}".strip(), []).extend(lines)
    return tuple((side, tuple(lines)) for side, lines in found.items())


def _done(books: Books, game: GameRow) -> list[PhaseRow]:
    """The phases that were played to their end: one that was broken off (a player resigned) left no checkpoint."""
    last = books.checkpoints.last(game).n
    return [row for row in books.phases.of(game) if row.state == "done" and row.checkpoint_n < last]


def _state(desk: Desk, books: Books, game: GameRow, n: int, view: RecordView) -> Any:
    """The state at checkpoint `n` (-1: the last), as it is seen."""
    system = desk.title(game.title).system
    row = books.checkpoints.last(game) if n < 0 else books.checkpoints.get(game, n)
    state = system.from_json(read_json(row.state))
    return system.view(state, view.side) if view.side else state


def _seen(events: tuple[Event, ...], view: RecordView) -> tuple[Event, ...]:
    """The events that the view may know of."""
    return known(events, view.side) if view.side else events


def events_of(books: Books, row: PhaseRow) -> tuple[Event, ...]:
    """The events of a phase."""
    return tuple(from_json(read_json(body), Event) for body in books.events.of(row))


def lines(desk: Desk, books: Books, game: GameRow, view: RecordView) -> Iterator[bytes]:
    """The event stream as canonical JSON, a line each: first the game, then phase by phase its events (docs/events.md)."""
    card = desk.title(game.title).system.card
    yield canon(
        {
            "format": FORMAT,
            "game": game.name,
            "title": game.title,
            "scenario": game.scenario,
            "options": read_json(game.options),
            "branch": game.branch,
            "view": view.side or "all",
            "sides": {one.id: {"code": one.code, "name": one.name} for one in card.sides},
            "players": {one.side: one.name for one in books.players.of(game)},
            "opened": time_text(game.opened),
            "over": game.state == "over",
            "state": books.checkpoints.get(game, 0).state_hash,
        }
    )
    for row in _done(books, game):
        for n, body in enumerate(books.events.of(row)):
            if _seen((from_json(read_json(body), Event),), view):
                yield canon({"phase": row.phase, "n": n, "event": read_json(body)})
        yield canon(
            {
                "phase": row.phase,
                "records": [segment.record_seq for segment in books.phases.segments(row)],
                "state": books.checkpoints.get(game, row.checkpoint_n + 1).state_hash,
            }
        )


# Archive a finished game: write it out whole, verify the files, and free its rows.


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
    seal, count = chain.seal_of(desk, books, game), 0
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
