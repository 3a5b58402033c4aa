"""The GM's queue: every game, what it waits for, since when, until when, what was refused and what is held."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pbem.campaign.absence import away
from pbem.campaign.desk import Desk
from pbem.campaign.locking import Awaited
from pbem.campaign.locking import awaited as awaited_dice
from pbem.gm.screen import ALARM, BOLD, WARN, Line, draw
from pbem.reports import times
from pbem.store.columns import time_text
from pbem.store.games import key_of
from pbem.store.overview import Filed
from pbem.store.tables import GameRow, PhaseRow, PlayerRow

if TYPE_CHECKING:
    from rich.console import Console

SOON = timedelta(hours=24)


@dataclass(frozen=True)
class Row:
    """One line of the queue.

    `mark` is ``!!`` (held: nothing goes on without the GM), ``!`` (late, or a letter is held) or "".  `for_` says who is
    awaited: a side's code, ``both``, ``GM``, ``dice`` (they wait for a witness or a beacon) or ``-``.  `refused` counts the
    refused lines that stand in the newest orders; `short` is the phase in a few letters, `do` the word that the GM would
    type next, "" where nothing waits for him.
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
    do: str = ""

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


@dataclass(frozen=True, slots=True)
class _Game:
    """A game with all that its row tells."""

    row: GameRow
    phase: PhaseRow | None
    people: Sequence[PlayerRow]
    filed: Mapping[str, Filed]
    held: tuple[int, ...]
    fault: int
    short: str


def queue(desk: Desk) -> Queue:
    """Look at every game."""
    now = desk.clock.now()
    with desk.store.read() as books:
        found = books.overview
        held = [(one.number, one.game, one.sender, one.reason) for one in found.held_letters()]
        stopped = tuple(books.addresses.stopped())
        phases, players, filed, faulty = found.last_phases(), found.players(), found.filed(), found.faults()
        rows = []
        for game in books.games.all():
            number = key_of(game.id)
            phase, people = phases.get(number), players.get(number, ())
            here = _Game(
                game,
                phase,
                people,
                {one.side: filed[number, one.side] for one in people if (number, one.side) in filed},
                tuple(letter for letter, name, _, _ in held if name == game.name),
                faulty.get(game.name, 0),
                desk.title(game.title).teller.short_name(phase.phase) if phase is not None else "-",
            )
            rows.append(_row(here, now, awaited_dice(books, game, now)))
        failed = books.letters_out.count("failed")
        faults = sum(row.mark == "!!" for row in rows) + len(held) + failed + len(stopped)
        inbox = books.letters_in.count("new")
        outbox = books.letters_out.count("new", "sending", "later", "maybe")
    rows.sort(
        key=lambda row: (("!!", "!", "").index(row.mark), row.due or datetime.max.replace(tzinfo=now.tzinfo), row.game)
    )
    return Queue(tuple(rows), inbox, outbox, faults, tuple(held), stopped)


def _row(here: _Game, now: datetime, dice: Awaited | None) -> Row:
    game, phase = here.row, here.phase
    letters = f"{len(here.held)} letter{'s' if len(here.held) > 1 else ''} held" if here.held else ""
    note = ", ".join(one for one in (letters, away(here.people, now)) if one)
    mark = "!" if here.held else ""
    named = f"{phase.phase} {phase.name.lower()}" if phase is not None else "-"
    row = Row(
        mark,
        game.name,
        "-",
        named,
        None,
        None,
        "-",
        _orders(here),
        note,
        held=here.held,
        short=here.short,
        do=_do(here, now),
    )
    if game.state == "held":
        said = phase.phase if phase is not None else "-"
        return replace(row, mark="!!", for_="GM", phase=said, since=game.held_since, note=game.hold)
    if game.state in ("paused", "invited"):
        until = times.in_short(game.paused_until) if game.paused_until is not None else "you resume it"
        why = f"paused until {until}" if game.state == "paused" else _unanswered(here.people)
        return replace(row, since=game.paused_since or game.opened, note=", ".join(one for one in (why, note) if one))
    if game.state == "over" or phase is None:
        return replace(row, phase="over", short="over", orders="-")
    if dice is not None:
        return replace(
            row,
            mark="!" if here.held or dice.is_late else "",
            for_="dice",
            since=dice.since,
            due=dice.due,
            left=_left(dice.due, now),
            orders="locked",
            note=", ".join(one for one in (dice.what, note) if one),
        )
    codes = {player.side: player.code for player in here.people}
    sides = [side for side in phase.waiting_for.split(",") if side]
    return replace(
        row,
        mark="!" if here.held or _is_late(phase, now) or phase.lapsed is not None else "",
        for_="both" if len(sides) > 1 else codes[sides[0]] if sides else "-",
        since=phase.stopped,
        due=phase.due,
        left=_left(phase.due, now),
        refused=sum(one.refused for one in here.filed.values()),
    )


def _is_late(phase: PhaseRow, now: datetime) -> bool:
    return phase.due is not None and phase.due <= now


def _do(here: _Game, now: datetime) -> str:
    """What the GM does next in a game: the word that he types, or "" where nothing waits for him."""
    game, phase = here.row, here.phase
    if game.state == "held":
        return f"faults show F-{here.fault}" if here.fault else f"release {game.name}"
    if here.held:
        return f"trace {here.held[0]}"
    if game.state != "open" or phase is None:
        return ""
    if phase.lapsed is not None:
        return f"act {game.name} --reason ..."
    return f"remind {game.name}" if _is_late(phase, now) else ""


def _unanswered(people: Sequence[PlayerRow]) -> str:
    missing = [one.code for one in people if one.accepted is None]
    return f"invited: no answer from {' and '.join(missing)}" if missing else "invited"


def _left(due: datetime | None, now: datetime) -> str:
    if due is None:
        return "-"
    if due <= now:
        minutes = int((now - due).total_seconds() // 60)
        return f"-{minutes // 60} h {minutes % 60:02}"
    hours = int((due - now).total_seconds() // 3600)
    return f"{hours // 24} d {hours % 24} h" if hours >= 24 else f"{hours} h"


def _orders(here: _Game) -> str:
    """What is on file: ``US ready``, ``IN 3 lines``, ``2 errors``."""
    phase = here.phase
    if phase is None or phase.state != "open":
        return "-"
    awaited = phase.waiting_for.split(",")
    found = [
        f"{one.code} {here.filed[one.side].ready or _lines(here.filed[one.side].lines)}"
        for one in here.people
        if one.side in here.filed and here.filed[one.side].is_filed and one.side in awaited
    ]
    refused = sum(one.refused for one in here.filed.values())
    if refused:
        found.append(f"{refused} error{'s' if refused > 1 else ''}")
    return ", ".join(found) or "-"


def show(found: Queue, console: "Console") -> None:
    """Print the screen."""
    draw(queue_screen(found, console.width)[0], console)


def queue_screen(found: Queue, width: int, only: str = "") -> tuple[list[Line], list[int]]:
    """The screen, and the places of its games in it: a line a game where it is wide enough, else two or three.

    The first column is left free for the mark of what is chosen; only the note is ever cut.  With `only` it shows the games
    that have these words.
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
            indent = " " * (widths[0] + len(GAP))
            below = [f"since {cells[SINCE]}", *(cells[n] for n in (ORDERS, NOTES) if cells[n] not in ("", "-"))]
            drawn.append(Line(indent + "   ".join(below), style))
            if cells[DO]:
                drawn.append(Line(f"{indent}-> pbem gm {cells[DO]}", style))
    for number, game, sender, why in found.held:
        what = why.partition(":")[0]
        drawn.append(Line(f" held letter {number}   {game or '(no game)'}   {what}   {sender or '(no sender)'}"))
    drawn += [Line(f" nothing is sent to {address}: pbem gm resume {address}") for address in found.stopped]
    return drawn, places


HEADS = ("", "game", "for", "phase", "since UTC", "due UTC", "left", "orders", "pbem gm ...", "note")
KEY = (0, 1, 2, 3, 5, 6)
"""The columns of a narrow screen; the others stand on a line below."""
SINCE, ORDERS, DO, NOTES = 4, 7, 8, 9
GAP = "  "
NOTE = 16
"""So much of the notes must be seen beside the other columns; else they go below them."""


def _cells(row: Row) -> tuple[str, ...]:
    due = _moment(row.due) if row.due else "held" if row.mark == "!!" else "-"
    return (
        f" {row.mark}",
        row.game,
        row.for_,
        row.short,
        _moment(row.since),
        due,
        row.left,
        row.orders,
        row.do,
        row.note,
    )


def _moment(moment: datetime | None) -> str:
    return "-" if moment is None else f"{times.day(moment).split()[0]} {moment.day} {moment:%H:%M}"


def _lines(count: int) -> str:
    return f"{count} line{'' if count == 1 else 's'}"
