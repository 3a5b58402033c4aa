"""The GM's queue: every game, what it is waiting for, since when, until when, what was refused and what is held."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from heapq import nsmallest
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pbem.desk.desk import Title
from pbem.desk.faults import ADOPTED, HELD_BY_GM, RESTORED
from pbem.desk.gm.alarm import troubles
from pbem.desk.record.rules_program import programs_missing, upgrade_due
from pbem.gm.screen import ALARM, BOLD, DIM, WARN, ScreenLine, draw
from pbem.reports import times
from pbem.reports.subjects import TIME_ASKED
from pbem.reports.wrap import wrap
from pbem.store.columns import time_text
from pbem.store.overview import Absence, ListedGame, ListedLock, ListedPhase, OrdersState, Overview

if TYPE_CHECKING:
    from rich.console import Console

    from pbem.desk.desk import Desk

UNREAD_SINCE, ASKED_SINCE = timedelta(days=7), timedelta(days=90)
"""The days for which lines that were not read are counted, and requests for time looked for."""
SOON, MINUTE = timedelta(hours=24), timedelta(minutes=1)


class QueueLine(NamedTuple):
    """One line of the queue.

    `mark` is ``!!`` (held: nothing goes on without the GM), ``!`` (late, a letter is held, an invitation was declined, more
    time is asked for) or "".  `for_` says who is
    awaited: a side's code, ``both``, ``3 sides``, ``GM``, ``dice`` (they wait for a witness or a beacon) or ``-``.
    `refused` counts the refused lines that stand in the newest orders; `unread` and `chat` the lines of the last days that
    were not understood, and read as chat; `short` is the phase in a few letters, `do` the
    word that the GM would type next, "" if nothing waits for them.
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
    unread: int = 0
    chat: int = 0

    def as_json(self) -> dict[str, object]:
        """The row for other programs."""
        found = self._asdict() | {"for": self.for_, "held": list(self.held)}
        del found["for_"], found["short"]
        for name in ("since", "due"):
            moment = found[name]
            found[name] = time_text(moment) if isinstance(moment, datetime) else None
        return found


@dataclass(frozen=True)
class Queue:
    """The screen: its rows, and the totals of its heading; `more` counts games that need nobody and have no row.

    `failed` are letters of ours that could not be sent, `held_back` such as a template could not make.  `unread` and `chat`
    count lines of the last days, of all games, that were not understood, and read as chat.
    """

    rows: tuple[QueueLine, ...]
    inbox: int
    outbox: int
    faults: int
    held: tuple[tuple[int, str, str, str], ...] = ()
    stopped: tuple[str, ...] = ()
    finished: int = 0
    troubles: tuple[str, ...] = ()
    more: int = 0
    failed: int = 0
    held_back: int = 0
    unread: int = 0
    chat: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.rows) + self.more

    @property
    def wanting(self) -> int:
        """The number of games that need the GM."""
        return sum(bool(row.mark) for row in self.rows)

    @property
    def strays(self) -> int:
        """The number of held letters that belong to no listed game: they need the GM too."""
        listed = {row.game for row in self.rows}
        return sum(one[1] not in listed for one in self.held)

    def head(self) -> str:
        """``2 of 5 games need you, and 1 held letter``; ``your game needs you`` if there is one game."""
        strays = f", and {self.strays} held letter{'s' * (self.strays != 1)}" if self.strays else ""
        if self.games == 1:
            return f"your game {'needs' if self.wanting else 'does not need'} you{strays}"
        if not self.wanting:
            return f"none of {self.games} games needs you{strays}" if self.games else f"no games{strays}"
        return f"{self.wanting} of {self.games} games {'needs' if self.wanting == 1 else 'need'} you{strays}"


class _Game(NamedTuple):
    """A game with everything that its row shows."""

    listed: ListedGame
    phase: ListedPhase | None
    away: Sequence[Absence]
    missing: Sequence[str]
    filed: Mapping[str, OrdersState]
    lock: ListedLock | None
    held: tuple[int, ...]
    fault: int
    short: str
    declined: Sequence[tuple[str, str]]
    asked: tuple[str, int] | None


def queue(desk: "Desk", *, finished: bool = False, most: int | None = None) -> Queue:
    """Collect every running game; `most` as in `collected`.

    Finished games appear on request or if a letter of theirs is held.
    """
    with desk.store.read() as books:
        return collected(books.overview, desk.clock.now(), desk.title, desk.pulse_file, finished=finished, most=most)


def collected(
    found: Overview,
    now: datetime,
    title_of: Callable[[str], Title],
    pulse_file: Path | None,
    *,
    finished: bool,
    most: int | None = None,
) -> Queue:
    """The queue, from all that it needs of a desk: every game that needs the GM, and of the others the `most` due first."""
    held = [(one.number, one.game, one.sender, one.reason) for one in found.held_letters()]
    stopped = tuple(found.stopped())
    inbox, unsent = found.unread(), found.unsent()
    due = upgrade_due(title_of, found)
    maker = _RowMaker(found, now, title_of, held)
    rows, over, stuck = [], 0, 0
    quiet: list[tuple[datetime, str, ListedGame, ListedPhase]] = []
    games = list(found.games())
    if any(game.state == "invited" for game, _ in games):
        maker.missing, maker.declined = found.unanswered(), found.declined()
    for game, phase in games:
        if most is not None and phase is not None and maker.only_waits(game, phase):
            quiet.append((phase.due or NEVER, game.name, game, phase))
            continue
        if maker.is_done(game):
            over += 1
            if not finished:
                continue
        rows.append(maker.row(game, phase))
        # What a GM holds on purpose needs them, but nothing is wrong with it.
        stuck += rows[-1].mark == "!!" and not game.hold.startswith(HELD_BY_GM)
    listed = len(rows) + len(quiet)
    rows += [maker.row(game, phase) for *_, game, phase in nsmallest(most or 0, quiet, key=itemgetter(0, 1))]
    rows.sort(key=lambda row: (MARKS.index(row.mark), row.due or NEVER, row.game))
    rows = _together(rows, {game.name: game.pair for game, _ in games if game.pair})
    if most is not None:
        del rows[sum(bool(row.mark) for row in rows) + most :]
    failed, held_back = unsent.pop("failed", 0), unsent.pop("held", 0)
    down = (*troubles(pulse_file), *due, *programs_missing(title_of, found))
    faults = stuck + len(held) + failed + held_back + len(stopped) + len(down)
    return Queue(
        tuple(rows),
        inbox,
        sum(unsent.values()),
        faults,
        tuple(held),
        stopped,
        0 if finished else over,
        down,
        listed - len(rows),
        failed,
        held_back,
        *map(sum, zip((0, 0), *maker.unread.values(), strict=True)),
    )


def _together(rows: list[QueueLine], pairs: Mapping[str, str]) -> list[QueueLine]:
    """The rows with both games of a pair one below the other, where the more urgent one stands."""
    there = {row.game: row for row in rows}
    found: dict[str, QueueLine] = {}
    for row in rows:
        found.setdefault(row.game, row)
        other = there.get(pairs.get(row.game, ""))
        if other is not None:
            found.setdefault(other.game, other)
    return list(found.values())


class _RowMaker:
    """Makes the rows of games from what was found about all of them."""

    def __init__(
        self,
        found: Overview,
        now: datetime,
        title_of: Callable[[str], Title],
        held: Sequence[tuple[int, str, str, str]],
    ) -> None:
        self._now = now
        self._filed, self._faulty, self._absent, self._locks = (
            found.filed(),
            found.faults(),
            found.absences(now),
            found.locks(),
        )
        self._letters: dict[str, list[int]] = {}
        for letter, name, _, _ in held:
            self._letters.setdefault(name, []).append(letter)
        self.unread = found.unread_lines(now - UNREAD_SINCE)
        self.missing: Mapping[int, Sequence[str]] = {}
        """The people who have not accepted the invitation to a game, by its number."""
        self.declined: Mapping[int, Sequence[tuple[str, str]]] = {}
        self._asked = found.time_asked(now - ASKED_SINCE)
        # Thousands of games stand in few phases, and at few moments.
        self._short = cache(partial(_short, title_of))
        self._left = cache(partial(_left, now))

    def is_done(self, game: ListedGame) -> bool:
        """True if nobody has anything left to do in a game."""
        return game.state in DONE and game.name not in self._letters and game.name not in self._faulty

    def only_waits(self, game: ListedGame, phase: ListedPhase) -> bool:
        """True if a game waits for its players in time, so that its row has no mark."""
        return (
            game.state == "open"
            and (phase.due is None or phase.due > self._now)
            and phase.lapsed is None
            and game.number not in self._locks
            and game.number not in self._asked
            and game.name not in self._letters
        )

    def row(self, game: ListedGame, phase: ListedPhase | None) -> QueueLine:
        """The row of a game."""
        number = game.number
        here = _Game(
            game,
            phase,
            self._absent.get(number, ()),
            self.missing.get(number, ()),
            self._filed.get(number, {}),
            self._locks.get(number),
            tuple(self._letters.get(game.name, ())),
            self._faulty.get(game.name, 0),
            self._short(game.title, phase.phase) if phase is not None else "-",
            self.declined.get(number, ()),
            _asked_for(self._asked.get(number, "")),
        )
        unread, chat = self.unread.get(game.name, (0, 0))
        return _row(here, self._now, self._left)._replace(unread=unread, chat=chat)


def _asked_for(subject: str) -> tuple[str, int] | None:
    """The side's code and the hours in the subject of a letter to the GM (`subjects.time_asked`); None for ""."""
    found = TIME_ASKED.search(subject)
    return (found[1], int(found[2])) if found is not None else None


def _short(title_of: Callable[[str], Title], title: str, phase: str) -> str:
    """A phase in a few letters; its id where the game's package is missing or broken, which takes no other row with it."""
    try:
        return title_of(title).short_name(phase)
    except KeyError:
        return phase


NEVER = datetime.max.replace(tzinfo=UTC)
DONE = ("over",)
"""States in which nobody has anything left to do."""
PAIR = 2
MARKS = ("!!", "!", "")
"""The marks of rows, most urgent first."""


def _row(here: _Game, now: datetime, time_left: Callable[[datetime | None], str]) -> QueueLine:
    game, phase, orders = here.listed, here.phase, _orders(here)
    is_late = phase is not None and phase.due is not None and phase.due <= now
    mark = "!" if here.held else ""
    letters = f"{len(here.held)} letter{'s' if len(here.held) > 1 else ''} held" if here.held else ""
    pair = f"pair with {game.pair}" if game.pair else ""
    note = _listed(letters, _away(here.away), pair) if letters or here.away or pair else ""
    due, refused = None, 0
    for_ = left = "-"
    named = f"{phase.phase} {phase.name.lower()}" if phase is not None else "-"
    short, since = here.short, game.since
    if game.state == "held":
        mark, for_, note = "!!", "GM", game.hold
        named = phase.phase if phase is not None else "-"
    elif game.state in ("paused", "invited"):
        until = times.in_short(game.paused_until) if game.paused_until is not None else "you resume it"
        mark = "!" if here.held or here.declined else ""
        note = _listed(f"paused until {until}" if game.state == "paused" else _unanswered(here), note)
    elif game.state == "over" or phase is None:
        named = short = "over"
        orders = "-"
    elif here.lock is not None and here.lock.state == "waiting":
        mark = "!" if here.held or here.lock.tries else ""
        for_, orders, note = "dice", "locked", _listed(_dice(game, here.lock), note)
        since, due, left = here.lock.at, here.lock.due, time_left(here.lock.due)
    else:
        mark = "!" if here.held or is_late or phase.lapsed is not None or here.asked is not None else ""
        note = _listed(f"{here.asked[0]} asks for {here.asked[1]} h more" if here.asked is not None else "", note)
        for_ = _awaited(phase)
        since, due, left = phase.stopped, phase.due, time_left(phase.due)
        refused = sum(one.refused for one in here.filed.values())
    do = _do(here, is_late=is_late)
    return QueueLine(mark, game.name, for_, named, since, due, left, orders, note, refused, here.held, short, do)


def _listed(*text: str) -> str:
    return ", ".join(one for one in text if one)


def _away(absences: Sequence[Absence]) -> str:
    """``IN away to Sat 7 Mar``, or "" if nobody is away."""
    return _listed(*(f"{one.code} away to {times.day(one.until - timedelta(seconds=1))}" for one in absences))


def _awaited(phase: ListedPhase) -> str:
    """A side's code, ``both``, ``3 sides``, or ``-``."""
    count = len(phase.waiting_for.split(","))
    return phase.code or ("-" if count == 1 else "both" if count == PAIR else f"{count} sides")


def _dice(game: ListedGame, lock: ListedLock) -> str:
    """A game's need for dice: ``dice wait for the witness W. Ness``."""
    from pbem.seal.lock import WITNESS  # few games have such dice, and this imports what signs

    if lock.mode == WITNESS:
        return f"dice wait for the witness {json.loads(game.source)['name']}"
    late = f", unreachable {lock.tries} times" if lock.tries else ""
    return f"dice wait for the beacon, round {lock.step}{late}"


def _do(here: _Game, *, is_late: bool) -> str:
    """The GM's next command in a game, or "" if it does not need the GM."""
    game, phase = here.listed, here.phase
    if game.state == "held" and game.hold.startswith(RESTORED):
        return "pbem adopt MAILBOX ..."
    if game.state == "held" and game.hold.startswith(ADOPTED):
        return f"retry {game.name}"
    if game.state == "held":
        return f"faults show F-{here.fault}" if here.fault else f"release {game.name}"
    if here.held:
        return f"trace {here.held[0]}"
    if here.declined:
        return f"replace {game.name} {here.declined[0][1]} 'NAME <address>' --reason ..."
    if game.state != "open" or phase is None:
        return ""
    if phase.lapsed is not None:
        return f"act {game.name} --reason ..."
    if here.asked is not None:
        return f"extend {game.name} {here.asked[1]} --reason ..."
    return f"remind {game.name}" if is_late else ""


def _unanswered(here: _Game) -> str:
    declined = [code for code, _ in here.declined]
    silent = [code for code in here.missing if code not in declined]
    answers = _listed(
        f"{' and '.join(declined)} declined" if declined else "",
        f"no answer from {' and '.join(silent)}" if silent else "",
    )
    return f"invited: {answers}" if answers else "invited"


def _left(now: datetime, due: datetime | None) -> str:
    if due is None:
        return "-"
    if due <= now:
        minutes = (now - due) // MINUTE
        return f"-{minutes // 60} h {minutes % 60:02}" if minutes >= 60 else f"-{minutes} min" if minutes else "now"
    minutes = (due - now) // MINUTE
    hours = minutes // 60
    return f"{hours // 24} d {hours % 24} h" if hours >= 24 else f"{hours} h" if hours else f"{minutes} min"


def _orders(here: _Game) -> str:
    """The orders on file: ``US ready``, ``IN 3 lines``, ``2 errors``."""
    phase = here.phase
    if phase is None or phase.state != "open":
        return "-"
    if not here.filed:
        return "-"
    awaited = phase.waiting_for.split(",")
    found = [
        f"{one.code} {one.ready or _lines(one.lines)}"
        for side, one in here.filed.items()
        if one.is_filed and side in awaited
    ]
    refused = sum(one.refused for one in here.filed.values())
    if refused:
        found.append(f"{refused} error{'s' if refused > 1 else ''}")
    return ", ".join(found) or "-"


def show(found: Queue, console: "Console", *, is_brief: bool = False) -> None:
    """Print the screen; a brief one has at most `ALIKE` games that the same command of the GM settles, and names the rest."""
    kept, more = _alike(found.rows) if is_brief else (found.rows, {})
    drawn = queue_screen(replace(found, rows=tuple(kept)), console.width, head=found.head())[0]
    for word, names in more.items():
        if word in AT_ONCE:
            command = wrap(f"{' '.join(names)}", console.width - 6, first=f"pbem gm {word} ", rest="  ")
            text = [
                f" {len(names)} more in one go:",
                *(f"    {one}{BREAK}" for one in command[:-1]),
                f"    {command[-1]}",
            ]
        else:
            text = [f" {len(names)} more wait for   pbem gm {word} ... :   pbem gm queue --all"]
        drawn += [ScreenLine(one, WARN) for one in text]
    draw(drawn, console)


def _alike(rows: Sequence[QueueLine]) -> tuple[list[QueueLine], dict[str, list[str]]]:
    """The rows without those of which `ALIKE` with the same command are there already; and the games of these by command."""
    kept: list[QueueLine] = []
    more: dict[str, list[str]] = {}
    count: dict[str, int] = {}
    for row in rows:
        word = row.do.partition(" ")[0] if row.mark else ""
        count[word] = count.get(word, 0) + 1
        if not word or count[word] <= ALIKE:
            kept.append(row)
        else:
            more.setdefault(word, []).append(row.game)
    return kept, more


def queue_screen(found: Queue, width: int, only: str = "", head: str = "") -> tuple[list[ScreenLine], list[int]]:
    """The screen and the line numbers of its games: one line per game if wide enough, otherwise two or three.

    The first column is left free for the mark of what is chosen; only the note is ever cut.  With `only` it shows the games
    that have these words.  `head` is that of a queue of which not all rows are shown.
    """
    rows = [row for row in found.rows if not only or only in f"{row.game} {row.for_} {row.note}".lower()]
    head = f"QUEUE   {head or found.head()}"
    figures = f"inbox {found.inbox}   outbox {found.outbox}   problems {found.faults}"
    if len(head) + 3 + len(figures) <= width:
        drawn = [ScreenLine(f"{head:<44}{figures}" if len(head) < 42 else f"{head}   {figures}", BOLD)]
    else:
        drawn = [ScreenLine(head, BOLD), ScreenLine(f"        {figures}", BOLD)]
    for one in found.troubles:
        drawn += [ScreenLine(text, ALARM) for text in wrap(one, width, first=" !! ", rest="    ")]
    moment = cache(_moment)  # thousands of games stopped at few of them
    lines = [_cells(row, moment) for row in rows]
    widths = [max(map(len, column)) for column in zip(HEADS, *lines, strict=True)]
    left = width - sum(widths[:-1]) - len(GAP) * (len(HEADS) - 1)
    is_wide = left >= min(widths[-1], NOTE)
    # Thousands of rows: one format for all of them takes a third of the time of joining cells.
    columns = GAP.join(f"{{{n}:<{widths[n]}}}" for n in (range(len(HEADS)) if is_wide else KEY))
    drawn.append(ScreenLine(columns.format(*HEADS).rstrip(), BOLD))
    places = []
    for row, cells in zip(rows, lines, strict=True):
        style = {"!!": ALARM, "!": WARN}.get(row.mark, "")
        places.append(len(drawn))
        drawn.append(ScreenLine(columns.format(*cells).rstrip(), style))
        if not is_wide:
            indent = " " * (widths[0] + len(GAP))
            below = [f"since {cells[SINCE]}", *(cells[n] for n in (ORDERS, NOTES) if cells[n] not in ("", "-"))]
            drawn.append(ScreenLine(indent + "   ".join(below), style))
            if cells[DO]:
                drawn.append(
                    ScreenLine(f"{indent}-> {row.do if row.do.startswith('pbem ') else f'pbem gm {row.do}'}", style)
                )
    for number, game, sender, why in found.held:
        what = why.partition(":")[0]
        drawn.append(ScreenLine(f" held letter {number}   {game or '(no game)'}   {what}   {sender or '(no sender)'}"))
    drawn += [ScreenLine(f" no mail is sent to {address}: pbem gm resume {address}") for address in found.stopped]
    if found.failed:
        letters = "letter" if found.failed == 1 else "letters"
        drawn.append(ScreenLine(f" {found.failed} {letters} could not be sent: pbem gm faults", WARN))
    if found.held_back:
        letters = "letter waits" if found.held_back == 1 else "letters wait"
        drawn.append(ScreenLine(f" {found.held_back} {letters} for a template of yours: pbem templates check", WARN))
    if found.unread or found.chat:
        lines_ = f"{found.unread} {'line was' if found.unread == 1 else 'lines were'} not understood"
        text = f" {lines_}, {found.chat} read as chat in {UNREAD_SINCE.days} days:   pbem orders unread"
        drawn.append(ScreenLine(text, DIM))
    if found.more:
        games = "game does" if found.more == 1 else "games do"
        drawn.append(ScreenLine(f" {found.more} more {games} not need you:   pbem gm queue --all", DIM))
    if found.finished:
        games = "game is" if found.finished == 1 else "games are"
        drawn.append(ScreenLine(f" {found.finished} {games} over:   pbem gm queue --all", DIM))
    return drawn, places


ALIKE = 5
"""Games on a brief screen that the same command settles."""
AT_ONCE = ("remind", "retry")
"""Commands without more words than games' names, which may be several."""
BREAK = " \\"
"""The end of a line of a command that goes on below, for the shell."""
HEADS = ("", "game", "for", "phase", "since UTC", "due UTC", "left", "orders", "pbem gm ...", "note")
KEY = (0, 1, 2, 3, 5, 6)
"""The columns of a narrow screen; the others go on a second line."""
SINCE, ORDERS, DO, NOTES = 4, 7, 8, 9
GAP = "  "
NOTE = 16
"""The width that notes need next to the other columns; otherwise they go below."""


def _cells(row: QueueLine, moment: Callable[[datetime | None], str]) -> tuple[str, ...]:
    due = moment(row.due) if row.due else "held" if row.mark == "!!" else "-"
    return (
        f" {row.mark}",
        row.game,
        row.for_,
        row.short,
        moment(row.since),
        due,
        row.left,
        row.orders,
        row.do,
        row.note,
    )


def _moment(moment: datetime | None) -> str:
    return "-" if moment is None else f"{times.weekday(moment)} {moment.day} {moment.hour:02}:{moment.minute:02}"


def _lines(count: int) -> str:
    return f"{count} line{'' if count == 1 else 's'}"
