"""The GMs' log: who did what, why, and how to take it back."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.record.signing import WRONG, of_action
from pbem.gm.screen import ALARM, DIM, ScreenLine, heads, rule
from pbem.reports import times
from pbem.reports.wrap import wrap
from pbem.store.columns import time_text
from pbem.store.games import UnknownGame


@dataclass(frozen=True)
class LoggedAction:
    """One line of the log; `signature` says whether the GM's key signed it in this form."""

    number: int
    at: str
    when: str
    by: str
    game: str
    line: str
    reason: str
    record: int | None
    inverse: str
    signature: str

    def as_json(self) -> dict[str, Any]:
        """The line for other programs."""
        return asdict(self)


def gm_actions(desk: Desk, game: str = "", seen: Collection[str] | None = None) -> tuple[LoggedAction, ...]:
    """The actions, newest first, in one game (perhaps archived), in all games, or in those of `seen`.  Raises UnknownGame."""
    with desk.store.read() as books:
        if game and books.games.find(game) is None:
            raise UnknownGame(game)
        wanted = [game] if game else ["", *(one.name for one in books.games.all())]
        names = [one for one in wanted if seen is None or one in seen]
        gone = {one.name for one in books.games.archived()}  # nothing in an archive can be undone
        rows = sorted((row for name in names for row in books.gm_actions.all(name)), key=lambda row: -(row.id or 0))
        return tuple(
            LoggedAction(
                row.id or 0,
                time_text(row.at),
                times.stamp(row.at)[:-4],
                row.by,
                row.game,
                row.line,
                row.reason,
                row.record_seq,
                "" if row.game in gone else row.inverse,
                of_action(books, row),
            )
            for row in rows
        )


def lines(found: tuple[LoggedAction, ...], width: int) -> list[ScreenLine]:
    """The log, drawn."""
    wrong = sum(one.signature == WRONG for one in found)
    right = f"{wrong} WITH A WRONG SIGNATURE" if wrong else ""
    drawn = [heads(f"GM LOG   {len(found)} action{'s' * (len(found) != 1)}", right, width), rule(width)]
    for one in found:
        record = f"   record {one.record}" if one.record is not None else ""
        wording = f"{one.when}   {one.by or '-'}   {one.line}"
        drawn += [ScreenLine(text) for text in wrap(wording, width, first=" ", rest="   ")]
        style = ALARM if one.signature == WRONG else DIM
        drawn += [
            ScreenLine(text, style) for text in wrap(f"{one.signature}{record}", width, first="     ", rest="     ")
        ]
        if one.reason:
            drawn += [
                ScreenLine(text, DIM) for text in wrap(f"reason: {one.reason}", width, first="     ", rest="     ")
            ]
        if one.inverse:
            drawn += [
                ScreenLine(text, DIM) for text in wrap(f"undone by: {one.inverse}", width, first="     ", rest="     ")
            ]
    return drawn if found else [*drawn, ScreenLine(" No actions yet.")]
