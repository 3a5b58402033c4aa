"""The screen of faults: what stopped, the last good record, and what to do."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pbem.desk import faults as campaign
from pbem.desk.desk import Desk
from pbem.desk.gm.pulse import troubles
from pbem.desk.record.rules_program import upgrade_due
from pbem.gm.screen import ALARM, DIM, WARN, Line, heads, rule, table
from pbem.reports import times
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.tables import FaultRow


@dataclass(frozen=True)
class Fault:
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

    faults: tuple[Fault, ...]
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
            ways = tuple((one.command, one.means) for one in campaign.ways(books, row))
            age = times.left(desk.clock.now() - row.opened)
            age = (
                "now" if age == "no time" else " ".join(age.split()[:2]).replace("hours", "h").replace("minutes", "min")
            )
            found.append(
                Fault(
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


def lines(screen: FaultScreen, width: int, chosen: int = 0) -> list[Line]:
    """The screen, drawn, with fault number `chosen` (default: the first) in full below the list."""
    count = len(screen.faults)
    drawn = [heads(f"FAULTS   {count} open, {screen.closed} closed", "", width), rule(width)]
    for down in screen.troubles:
        drawn += [Line(text, ALARM) for text in wrap(down, width, first=" !! ", rest="    ")]
    if screen.troubles:
        drawn.append(Line("    pbem doctor says what to do; the daemon keeps retrying", DIM))
    for due in screen.due:
        drawn += [Line(text, WARN) for text in wrap(due, width, first="  ! ", rest="    ")]
    if not screen.faults:
        return drawn if screen.troubles or screen.due else [*drawn, Line(" Nothing is wrong.")]
    rows = [
        (f" F-{one.number}", one.age, one.where, one.kind, one.state, one.text.split("\n")[0]) for one in screen.faults
    ]
    for one, text in zip(screen.faults, table(rows, width), strict=True):
        drawn.append(Line(text, ALARM if one.state == "HELD" else WARN))
    fault = next((one for one in screen.faults if one.number == chosen), screen.faults[0])
    drawn.append(rule(width))
    indent = " " * 9
    for part in fault.text.split("\n"):
        drawn += [
            Line(one)
            for one in wrap(
                part, width, first=f" F-{fault.number:<6}" if part == fault.text.split("\n")[0] else indent, rest=indent
            )
        ]
    drawn += [Line(one) for one in wrap(fault.stands, width, first=indent, rest=indent)]
    for mail in fault.mailed:
        drawn += [Line(one, DIM) for one in wrap(mail, width, first=indent, rest=indent + "  ")]
    for command, means in fault.ways:
        drawn.append(Line(f"   {command}"))
        drawn += [Line(one, DIM) for one in wrap(means, width, first=indent, rest=indent)]
    return drawn
