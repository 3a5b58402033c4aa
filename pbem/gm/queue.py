"""The GM's queue: every game, what it waits for, since when, until when, what was refused and what is held."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pbem.campaign.absence import away_note
from pbem.campaign.answers import on_file
from pbem.campaign.desk import Desk
from pbem.gm.screen import ALARM, BOLD, WARN, Line, draw
from pbem.reports import times
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow

if TYPE_CHECKING:
    from rich.console import Console

SOON = timedelta(hours=24)


@dataclass(frozen=True)
class Row:
    """One line of the queue.

    `mark` is ``!!`` (held: nothing goes on without the GM), ``!`` (late, or a letter is held) or "".  `for_` says who is
    awaited: a side's code, ``both``, ``GM`` or ``-``.  `refused` counts the refused lines that stand in the newest orders;
    `short` is the phase in a few letters.
    """

    mark: str
    game: str
    for_: str
    phase: str
    since: datetime | None
    due: datetime | None
    left: str
    orders: str
    note: str
    refused: int = 0
    held: tuple[int, ...] = ()
    short: str = ""

    def as_json(self) -> dict[str, object]:
        """The row for other programs."""
        found = asdict(self) | {"for": self.for_, "held": list(self.held)}
        del found["for_"], found["short"]
        for name in ("since", "due"):
            moment = found[name]
            found[name] = time_text(moment) if isinstance(moment, datetime) else None
        return found


@dataclass(frozen=True)
class Queue:
    """The screen: its rows, and the figures of its head line."""

    rows: tuple[Row, ...]
    inbox: int
    outbox: int
    faults: int
    held: tuple[tuple[int, str, str, str], ...] = ()
    stopped: tuple[str, ...] = ()

    @property
    def wanting(self) -> int:
        """How many games need the GM."""
        return sum(bool(row.mark) for row in self.rows)


def queue(desk: Desk) -> Queue:
    """Look at every game."""
    now = desk.clock.now()
    with desk.store.read() as books:
        held = [(row.id or 0, row.game, row.sender, row.reason) for row in books.letters_in.held()]
        stopped = tuple(books.addresses.stopped())
        rows = [
            _row(desk, books, game, now, [number for number, name, _, _ in held if name == game.name])
            for game in books.games.all()
        ]
        failed = len(books.letters_out.failed())
        faults = sum(row.mark == "!!" for row in rows) + len(held) + failed + len(stopped)
        inbox = books.letters_in.count("new")
        outbox = books.letters_out.count("new", "sending", "later", "maybe")
    rows.sort(
        key=lambda row: (("!!", "!", "").index(row.mark), row.due or datetime.max.replace(tzinfo=now.tzinfo), row.game)
    )
    return Queue(tuple(rows), inbox, outbox, faults, tuple(held), stopped)


def _row(desk: Desk, books: Books, game: GameRow, now: datetime, held: Sequence[int]) -> Row:
    phase = books.phases.last(game)
    letters = f"{len(held)} letter{'s' if len(held) > 1 else ''} held" if held else ""
    note = ", ".join(one for one in (letters, away_note(books, game, now)) if one)
    short = desk.title(game.title).teller.short_name(phase.phase) if phase is not None else "-"
    if game.state == "held":
        said = phase.phase if phase is not None else "-"
        return Row(
            "!!",
            game.name,
            "GM",
            said,
            game.held_since,
            None,
            "-",
            _orders(books, game, phase),
            game.hold,
            held=tuple(held),
            short=short,
        )
    if game.state in ("paused", "invited"):
        until = times.in_short(game.paused_until) if game.paused_until is not None else "you resume it"
        said = f"paused until {until}" if game.state == "paused" else _unanswered(books, game)
        return Row(
            "!" if held else "",
            game.name,
            "-",
            f"{phase.phase} {phase.name.lower()}" if phase is not None else "-",
            game.paused_since or game.opened,
            None,
            "-",
            _orders(books, game, phase),
            ", ".join(one for one in (said, note) if one),
            held=tuple(held),
            short=short,
        )
    if game.state == "over" or phase is None:
        return Row(
            "!" if held else "", game.name, "-", "over", None, None, "-", "-", note, held=tuple(held), short="over"
        )
    codes = {player.side: player.code for player in books.players.of(game)}
    sides = [side for side in phase.waiting_for.split(",") if side]
    awaited = "both" if len(sides) > 1 else codes[sides[0]] if sides else "-"
    is_late = phase.due is not None and phase.due <= now
    return Row(
        "!" if held or is_late or phase.lapsed is not None else "",
        game.name,
        awaited,
        f"{phase.phase} {phase.name.lower()}",
        phase.stopped,
        phase.due,
        _left(phase.due, now),
        _orders(books, game, phase),
        note,
        _refused(books, game, phase),
        tuple(held),
        short,
    )


def _unanswered(books: Books, game: GameRow) -> str:
    missing = [one.code for one in books.players.of(game) if one.accepted is None]
    return f"invited: no answer from {' and '.join(missing)}" if missing else "invited"


def _left(due: datetime | None, now: datetime) -> str:
    if due is None:
        return "-"
    if due <= now:
        minutes = int((now - due).total_seconds() // 60)
        return f"-{minutes // 60} h {minutes % 60:02}"
    hours = int((due - now).total_seconds() // 3600)
    return f"{hours // 24} d {hours % 24} h" if hours >= 24 else f"{hours} h"


def _orders(books: Books, game: GameRow, phase: PhaseRow | None) -> str:
    """What is on file: ``US ready``, ``IN 3 lines``, ``US 2 errors``."""
    if phase is None or phase.state != "open":
        return "-"
    found = []
    for player in books.players.of(game):
        filed = on_file(books, books.submissions.latest(game, player.side, phase.phase))
        if filed.n and player.side in phase.waiting_for.split(","):
            found.append(f"{player.code} {filed.ready or _lines(len(filed.lines))}")
    refused = _refused(books, game, phase)
    if refused:
        found.append(f"{refused} error{'s' if refused > 1 else ''}")
    return ", ".join(found) or "-"


def _refused(books: Books, game: GameRow, phase: PhaseRow) -> int:
    count = 0
    for player in books.players.of(game):
        latest = books.submissions.latest(game, player.side, phase.phase)
        if latest is not None:
            count += sum(line.verdict == "refused" for line in books.submissions.lines(latest))
    return count


def show(found: Queue, console: "Console") -> None:
    """Print the screen."""
    draw(queue_screen(found, console.width)[0], console)


def queue_screen(found: Queue, width: int, only: str = "") -> tuple[list[Line], list[int]]:
    """The screen, and the places of its games in it: a line a game where it is wide enough, else two.

    Only the note is ever cut.  With `only` it shows the games that have these words.
    """
    rows = [row for row in found.rows if only in f"{row.game} {row.for_} {row.note}".lower()]
    total = len(found.rows)
    head = f"QUEUE   {found.wanting} of {total} games need you"
    figures = f"inbox {found.inbox}   outbox {found.outbox}   faults {found.faults}"
    drawn = [Line(f"{head:<44}{figures}", BOLD)]
    lines = [_cells(row) for row in rows]
    widths = [max(len(cells[n]) for cells in [HEADS, *lines]) for n in range(len(HEADS))]
    left = width - sum(widths[:-1]) - len(GAP) * (len(HEADS) - 1)
    is_wide = left >= min(widths[-1], NOTE)
    key = range(len(HEADS)) if is_wide else KEY
    drawn.append(Line("  ".join(f"{HEADS[n]:<{widths[n]}}" for n in key).rstrip(), BOLD))
    places = []
    for row, cells in zip(rows, lines, strict=True):
        style = {"!!": ALARM, "!": WARN}.get(row.mark, "")
        places.append(len(drawn))
        drawn.append(Line(GAP.join(f"{cells[n]:<{widths[n]}}" for n in key).rstrip(), style))
        if not is_wide:
            below = [f"since {cells[SINCE]}", *(cells[n] for n in (ORDERS, NOTES) if cells[n] not in ("", "-"))]
            drawn.append(Line(" " * (widths[0] + len(GAP)) + "   ".join(below), style))
    for number, game, sender, why in found.held:
        drawn.append(Line(f" held letter {number}   {game or '(no game)'}   {sender or '(no sender)'}   {why}"))
    drawn += [Line(f" nothing is sent to {address}: pbem gm resume {address}") for address in found.stopped]
    return drawn, places


HEADS = ("", "game", "for", "phase", "since UTC", "due UTC", "left", "orders", "note")
KEY = (0, 1, 2, 3, 5, 6)
"""The columns of a narrow screen; the others stand on a line below."""
SINCE, ORDERS, NOTES = 4, 7, 8
GAP = "  "
NOTE = 16
"""So much of the notes must be seen beside the other columns; else they go below them."""


def _cells(row: Row) -> tuple[str, ...]:
    due = _moment(row.due) if row.due else "held" if row.mark == "!!" else "-"
    return (row.mark, row.game, row.for_, row.short, _moment(row.since), due, row.left, row.orders, row.note)


def _moment(moment: datetime | None) -> str:
    return "-" if moment is None else f"{times.day(moment).split()[0]} {moment.day} {moment:%H:%M}"


def _lines(count: int) -> str:
    return f"{count} line{'' if count == 1 else 's'}"
