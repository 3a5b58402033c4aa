"""The screen of faults: what stopped, the last good record, what to do; and the bundle for a bug report."""

import json
import re
import zipfile
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pbem import __version__
from pbem.casebook.case_files import case_text
from pbem.desk import faults as desk_faults
from pbem.desk.desk import Desk, read_json
from pbem.desk.gm.alarm import troubles
from pbem.desk.incoming.gm_keys import gms_of
from pbem.desk.play.answers import on_file
from pbem.desk.record.rules_program import upgrade_due
from pbem.gm.screen import ALARM, DIM, WARN, ScreenLine, heads, rule, table
from pbem.reports import times
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.tables import FaultRow, GameRow


@dataclass(frozen=True)
class ListedFault:
    """A fault as the GM sees it; `mailed` lists the last letter of its game to each player."""

    number: int
    age: str
    where: str
    kind: str
    state: str
    text: str
    stands: str
    mailed: tuple[str, ...]
    ways: tuple[tuple[str, str], ...]
    trace: str

    def as_json(self) -> dict[str, Any]:
        """The fault for other programs."""
        return asdict(self)


@dataclass(frozen=True)
class FaultScreen:
    """All open faults, and the number of closed ones."""

    faults: tuple[ListedFault, ...]
    closed: int
    troubles: tuple[str, ...] = ()
    due: tuple[str, ...] = ()


def fault_screen(desk: Desk, names: Collection[str] | None = None) -> FaultScreen:
    """The faults of these games and of the addresses that play in them (None: all faults)."""
    with desk.store.read() as books:
        # What stops a game stands first, then what is open, newest first.
        rows = sorted(
            _of(books, books.faults.unclosed(), names),
            key=lambda row: (row.state == "snoozed", row.kind not in ("rules", "hash")),
        )
        found = []
        for row in rows:
            ways = tuple((one.command, one.means) for one in desk_faults.ways(books, row))
            age = times.left(desk.clock.now() - row.opened)
            age = (
                "now" if age == "no time" else " ".join(age.split()[:2]).replace("hours", "h").replace("minutes", "min")
            )
            found.append(
                ListedFault(
                    row.id or 0,
                    age,
                    _where(row),
                    row.kind,
                    _state(row),
                    row.text,
                    _stands(row),
                    _mailed(books, row),
                    ways,
                    row.trace,
                )
            )
        due = upgrade_due(desk.title, books.overview) if names is None else ()
        return FaultScreen(tuple(found), books.faults.count("closed", names), troubles(desk.pulse_file), due)


def _of(books: Books, rows: Sequence[FaultRow], names: Collection[str] | None) -> Sequence[FaultRow]:
    if names is None:
        return rows
    people: set[str] = set()
    for name in names:
        game = books.games.find(name)
        if game is not None:
            people.update(one.address.lower() for one in books.players.of(game))
            people.update(one.address.lower() for one in books.seats.of(game))
    return [row for row in rows if row.game in names or (not row.game and row.subject.lower() in people)]


def _where(row: FaultRow) -> str:
    subject = f"letter {row.subject}" if row.kind in ("letter", "mail") else row.subject
    return " ".join(part for part in (row.game if row.game != subject else "", subject, row.place) if part)


def _state(row: FaultRow) -> str:
    if row.state == "snoozed" and row.until is not None:
        return f"till {times.moment(row.until)}"
    return {"rules": "HELD", "hash": "HELD", "letter": "waiting", "mail": "failed", "player": "stopped"}[row.kind]


def _stands(row: FaultRow) -> str:
    if row.kind in ("rules", "hash"):
        return (
            f"Record {row.record_seq} is the last good one.  The phase changed nothing and mailed nothing, and none of its "
            "dice are published.  The players do not know of it."
        )
    if row.kind == "letter":
        return "The letter is stored as it arrived; it has changed nothing.  Other letters are not affected."
    if row.kind == "mail":
        return "The letter is stored and can be sent again.  The game and its deadlines go on."
    return "Mail to this address waits.  The game and its deadlines go on."


def _mailed(books: Books, row: FaultRow) -> tuple[str, ...]:
    """``last to US: [rosebud-7] T3 US.B done (sent)``, for what holds a game."""
    game = books.games.find(row.game) if row.kind in ("rules", "hash") else None
    if game is None:
        return ()
    last = books.letters_out.last_to_sides(game.name)
    return tuple(
        f"last letter to {one.code}: {last[one.side].subject} ({last[one.side].state})"
        for one in books.players.of(game)
        if one.side in last
    )


KEYS = "y retry   z snooze   c close   e export (no secrets)   enter game   b back"


def lines(screen: FaultScreen, width: int, chosen: int = 0) -> list[ScreenLine]:
    """The screen, drawn, with fault number `chosen` (default: the first) in full below the list."""
    count = len(screen.faults)
    drawn = [heads(f"FAULTS   {count} open, {screen.closed} closed", "", width), rule(width)]
    for down in screen.troubles:
        drawn += [ScreenLine(text, ALARM) for text in wrap(down, width, first=" !! ", rest="    ")]
    if screen.troubles:
        drawn.append(ScreenLine("    pbem doctor says what to do; the daemon keeps retrying", DIM))
    for due in screen.due:
        drawn += [ScreenLine(text, WARN) for text in wrap(due, width, first="  ! ", rest="    ")]
    if not screen.faults:
        return drawn if screen.troubles or screen.due else [*drawn, ScreenLine(" Nothing is wrong.")]
    rows = [
        (f" F-{one.number}", one.age, one.where, one.kind, one.state, one.text.split("\n")[0]) for one in screen.faults
    ]
    for one, text in zip(screen.faults, table(rows, width), strict=True):
        drawn.append(ScreenLine(text, ALARM if one.state == "HELD" else WARN))
    fault = next((one for one in screen.faults if one.number == chosen), screen.faults[0])
    drawn.append(rule(width))
    indent = " " * 9
    for part in fault.text.split("\n"):
        drawn += [
            ScreenLine(one)
            for one in wrap(
                part, width, first=f" F-{fault.number:<6}" if part == fault.text.split("\n")[0] else indent, rest=indent
            )
        ]
    drawn += [ScreenLine(one) for one in wrap(fault.stands, width, first=indent, rest=indent)]
    for mail in fault.mailed:
        drawn += [ScreenLine(one, DIM) for one in wrap(mail, width, first=indent, rest=indent + "  ")]
    for command, means in fault.ways:
        drawn.append(ScreenLine(f"   {command}"))
        drawn += [ScreenLine(one, DIM) for one in wrap(means, width, first=indent, rest=indent)]
    return drawn


# Bundle a fault for a bug report: everything needed to reproduce it, and nothing private.
#
# No keys, no seeds that are not published, no addresses, no names of people.  Where the game can write its
# position, a case file is in it: a bug report is best a case that fails.

ADDRESS = re.compile(r"[\w.+-]{1,254}@[\w.-]+")
SECRET = re.compile(r"\b(?:[0-9a-f]{64}|gAAAA[\w=-]{20,})")
PATHS = re.compile(r"(File \")[^\"]*?((?:site-packages/|pbem/)[^\"]*\")")


def export_fault(desk: Desk, number: int, folder: Path) -> Path:
    """Write the bundle of a fault and return its path.  Raises KeyError, OSError."""
    with desk.store.read() as books:
        row = books.faults.get(number)
        parts = _parts(desk, books, row)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"pbem-fault-{number}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in parts.items():
            bundle.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text)
    return path


def _parts(desk: Desk, books: Books, row: FaultRow) -> dict[str, str]:
    names = _names(books)
    clean = _Cleaner(names)
    facts: dict[str, Any] = {
        "fault": f"F-{row.id}",
        "kind": row.kind,
        "place": row.place,
        "text": clean(row.text),
        "program": __version__,
        "record_that_stands": row.record_seq,
    }
    parts = {"trace.txt": clean(row.trace)} if row.trace else {}
    game = books.games.find(row.game) if row.game else None
    if game is not None:
        facts["game"] = {
            "title": game.title,
            "scenario": game.scenario,
            "options": read_json(game.options),
            "pace": game.pace,
            "when_in": game.when_in,
        }
        parts |= _position(desk, books, game, clean(row.text))
    if row.kind == "letter":
        letter = desk.reader.letter(books.letters_in.get(int(row.subject)).raw)
        parts["letter.txt"] = clean(letter.body)
        facts["findings"] = [clean(one) for one in letter.findings]
    parts["fault.json"] = json.dumps(facts, indent=2, sort_keys=True) + "\n"
    return parts


def _position(desk: Desk, books: Books, game: GameRow, fault: str) -> dict[str, str]:
    """The state before the phase, its orders and answers: enough to replay it."""
    title = desk.title(game.title)
    checkpoint = books.checkpoints.last(game)
    state = title.system.from_json(read_json(checkpoint.state))
    row = books.phases.open(game)
    phase = title.system.next_phase(state)
    orders = {}
    for player in books.players.of(game):
        filed = on_file(books, books.submissions.latest(game, player.side, phase.id if phase is not None else ""))
        standing = [one.text for one in books.standing.in_force(game, player.side)]
        # Units may be called as players are: of order lines nothing but addresses is taken out.
        orders[player.side] = [ADDRESS.sub("(address)", one) for one in (*standing, *filed.lines)]
    parts = {"position.json": checkpoint.state, "orders.json": json.dumps(orders, indent=2, sort_keys=True) + "\n"}
    if row is not None:
        segments = [read_json(one.body) for one in books.phases.segments(row)]
        parts["segments.json"] = json.dumps(segments, indent=2, sort_keys=True) + "\n"
    casework = getattr(title, "casework", None)
    if casework is not None and phase is not None:
        options = tuple(read_json(game.options))
        text = case_text(casework, state, phase, game.title, game.scenario, options, orders, fault)
        if text:
            parts["case.toml"] = text
    return parts


def _names(books: Books) -> dict[str, str]:
    """People's names and addresses, and their replacements."""
    found: dict[str, str] = {}
    for game in books.games.all():
        for one in books.players.of(game):
            found |= {one.name: f"({one.code})", one.address: f"({one.code} address)"}
        for name, address in gms_of(books, game):
            found |= {name: "(GM)", address: "(GM address)"}
    return {name: stands for name, stands in found.items() if len(name) > 2}


class _Cleaner:
    """Replaces private data and secrets."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = sorted(names.items(), key=lambda one: -len(one[0]))

    def __call__(self, text: str) -> str:
        for name, stands in self._names:
            text = text.replace(name, stands)
        text = ADDRESS.sub("(address)", text)
        text = SECRET.sub("(64 hex digits)", text)
        return PATHS.sub(r"\1\2", text)
