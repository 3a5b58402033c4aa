"""The screen of people: who plays what, when they last wrote, and how reliable they are."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.games.reliability import Reliability, everybody
from pbem.desk.incoming.gm_keys import SIDE as GM_SIDE
from pbem.gm.screen import ALARM, BOLD, ScreenLine, cut, heads, rule, table
from pbem.reports import times


@dataclass(frozen=True)
class Seated:
    """One person in one game."""

    name: str
    address: str
    game: str
    code: str
    owes: str
    mail: str
    absent: str
    late: int
    stopped: bool

    def as_json(self) -> dict[str, Any]:
        """The line for other programs."""
        return asdict(self)


def players(desk: Desk, names: Collection[str] | None = None) -> tuple[Seated, ...]:
    """Everybody who plays in games of these names (None: in any), by address and game."""
    now = desk.clock.now()
    with desk.store.read() as books:
        stopped = set(books.addresses.stopped())
        found = []
        for game in books.games.all():
            if names is not None and game.name not in names:
                continue
            row = books.phases.open(game)
            for one in books.players.of(game):
                last = books.letters_in.last_from(game.name, one.side)
                owes = row is not None and game.state == "open" and one.side in row.waiting_for.split(",")
                found.append(
                    Seated(
                        one.name,
                        one.address,
                        game.name,
                        one.code,
                        _due(row.due if row is not None else None, now)
                        if owes
                        else "-"
                        if game.state == "open"
                        else game.state,
                        times.stamp(last.arrived)[:-4] if last is not None else "never",
                        f"to {times.day(one.away_to)[4:]}" if one.away_to is not None and one.away_to > now else "-",
                        one.late,
                        one.address.lower() in stopped,
                    )
                )
            codes = {one.side: one.code for one in books.players.of(game)} | {GM_SIDE: "GM"}
            found += [
                Seated(one.name, one.address, game.name, codes.get(one.side, "looks on"), "-", "", "-", 0, False)
                for one in books.seats.of(game)
            ]
    return tuple(sorted(found, key=lambda one: (one.address.lower(), one.game)))


def reliability(desk: Desk, names: Collection[str] | None = None) -> tuple[Reliability, ...]:
    """Everybody with totals over these games (None: all games), including archived ones."""
    with desk.store.read() as books:
        return everybody(books, names)


def reliability_lines(found: tuple[Reliability, ...], width: int) -> list[ScreenLine]:
    """The same, drawn."""
    drawn = [
        heads(
            f"RELIABILITY   {len(found)} {'person' if len(found) == 1 else 'people'}, in all games so far", "", width
        ),
        rule(width),
    ]
    rows = [(" name", "address", "games", "archived", "phases", "late", "on time")]
    rows += [
        (f" {one.name}", one.address, str(one.games), str(one.archived), str(one.phases), str(one.late), one.on_time)
        for one in found
    ]
    widest = max(width - 42, 20)
    text = table([tuple(cut(cell, widest // 2) for cell in row) for row in rows], width)
    return [*drawn, ScreenLine(text[0], BOLD), *(ScreenLine(one) for one in text[1:])]


def _due(due: datetime | None, now: datetime) -> str:
    if due is None:
        return "waits"
    return f"in {times.left(due - now)}" if due > now else f"LATE {times.left(now - due)}"


def _more(one: Seated) -> str:
    """Anything unusual: absence, missed deadlines."""
    absent = f"absent {one.absent}" if one.absent != "-" else ""
    return "   ".join(part for part in (absent, f"late {one.late}" if one.late else "") if part)


HEADS = ("name", "address", "game", "side", "owes", "last mail", "absent", "late")


def lines(found: tuple[Seated, ...], width: int) -> list[ScreenLine]:
    """The screen, drawn."""
    people = len({one.address.lower() for one in found})
    games = len({one.game for one in found})
    counted = f"{people} {'person' if people == 1 else 'people'}, {games} game{'s' * (games != 1)}"
    drawn = [heads(f"PLAYERS   {counted}", "", width), rule(width)]
    rows = [
        HEADS,
        *((one.name, one.address, one.game, one.code, one.owes, one.mail, one.absent, str(one.late)) for one in found),
    ]
    if sum(max(len(row[n]) for row in rows) + 2 for n in range(len(HEADS))) > width:
        # Too narrow: what tells people apart stays, the rest goes below it.
        for address, seats in groupby(found, key=lambda one: one.address.lower()):
            here = list(seats)
            names = ", ".join(dict.fromkeys(one.name for one in here))
            is_stopped = any(one.stopped for one in here)
            person = f" {names}   {address}{'   STOPPED' if is_stopped else ''}"
            drawn.append(ScreenLine(person, ALARM if is_stopped else BOLD))
            cells = [
                (f"    {one.game}", one.code, f"owes {one.owes}", f"mail {one.mail or '-'}", _more(one)) for one in here
            ]
            drawn += [ScreenLine(text) for text in table(cells, width)]
        return drawn
    text = table([tuple(f" {row[0]}" if n == 0 else cell for n, cell in enumerate(row)) for row in rows], width)
    drawn.append(ScreenLine(text[0], "bold"))
    drawn += [
        ScreenLine(f"{line}{'  STOPPED' if one.stopped else ''}", ALARM if one.stopped else "")
        for one, line in zip(found, text[1:], strict=True)
    ]
    return drawn
