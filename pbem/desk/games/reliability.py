"""A player's reliability: phases with orders, and missed deadlines, over all games so far.

Of a game that was archived its folder says so, in ``players.json``: the rows are gone.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.store.database import Books
from pbem.store.games import archive_of, key_of
from pbem.store.tables import GameRow, PlayerRow, SeatRow

FILE = "players.json"


@dataclass(frozen=True)
class PlayerHistory:
    """One player in one game: the phases with orders of theirs, and the deadlines that they missed."""

    game: str
    code: str
    name: str
    address: str
    phases: int
    late: int


@dataclass(frozen=True)
class Reliability:
    """One person over all games; `archived` of them are archived."""

    name: str
    address: str
    games: int
    archived: int
    phases: int
    late: int

    @property
    def on_time(self) -> str:
        """``97 %``: the share of requests answered in time; ``-`` before the first."""
        asked = self.phases + self.late
        return f"{100 * self.phases // asked} %" if asked else "-"

    def as_json(self) -> dict[str, Any]:
        """The person for other programs."""
        return asdict(self) | {"on_time": self.on_time}


def of_game(books: Books, game: GameRow) -> tuple[PlayerHistory, ...]:
    """The people who play a game."""
    found = []
    for one in books.players.of(game):
        if one.address and not one.plays:
            phases = served(books, game, one.side)
            found.append(PlayerHistory(game.name, one.code, one.name, one.address, phases, one.late))
    for row in books.seats.ever(game):
        if row.side and row.address and (row.number if row.ended is None else row.late or row.phases):
            phases = row.phases
            phases += len(books.submissions.phases_filed(game, row.side)) if row.ended is None else 0
            found.append(
                PlayerHistory(game.name, _code(books, game, row.side), row.name, row.address, phases, row.late)
            )
    return tuple(found)


def served(books: Books, game: GameRow, side: str) -> int:
    """The number of phases with orders since the side's present player took over."""
    before = (row.phases for row in books.seats.ever(game) if row.side == side and not row.number)
    return len(books.submissions.phases_filed(game, side)) - sum(before)


def set_aside(
    books: Books, game: GameRow, player: PlayerRow, now: datetime, *, given: int, answer: str = ""
) -> SeatRow:
    """Keep what a side's player has served and missed as theirs, in a seat that ends as somebody else takes the side over.

    `given` is the record of the ruling by which that happens, `answer` what the row is (see `SeatRow`).
    """
    return books.seats.add(
        SeatRow(
            game_id=key_of(game.id),
            side=player.side,
            name=player.name,
            address=player.address,
            late=player.late,
            phases=served(books, game, player.side),
            ended=now,
            given=given,
            answer=answer,
        )
    )


def _code(books: Books, game: GameRow, side: str) -> str:
    return next((one.code for one in books.players.of(game) if one.side == side), side)


def write(folder: Path, played: Iterable[PlayerHistory]) -> None:
    """Keep it beside the record of a game that is archived."""
    path = folder / FILE
    path.touch(0o600)
    path.write_text(json.dumps([asdict(one) for one in played], indent=1) + "\n", encoding="ascii")


def in_archive(folder: Path) -> tuple[PlayerHistory, ...]:
    """The players' record in an archive; () if it was written before this was kept, or is no longer there."""
    try:
        return tuple(PlayerHistory(**one) for one in json.loads((folder / FILE).read_text(encoding="ascii")))
    except (OSError, ValueError, TypeError):
        return ()


def everybody(books: Books, names: Collection[str] | None = None) -> tuple[Reliability, ...]:
    """Everybody who plays or has played here in games of these names (None: in any), by address.

    Who has been forgotten is nobody.
    """
    playing, archived = (
        [game for game in games if names is None or game.name in names]
        for games in (books.games.all(), books.games.archived())
    )
    now = [one for game in playing for one in of_game(books, game)]
    before = [one for game in archived for one in in_archive(Path(archive_of(game)))]
    people: dict[str, list[PlayerHistory]] = {}
    for one in (*now, *before):
        if "@" in one.address:
            people.setdefault(one.address.lower(), []).append(one)
    past = {id(one) for one in before}
    return tuple(_sum(people[address], past) for address in sorted(people))


def _sum(seats: Sequence[PlayerHistory], past: set[int]) -> Reliability:
    return Reliability(
        seats[0].name,
        seats[0].address,
        len({one.game for one in seats}),
        len({one.game for one in seats if id(one) in past}),
        sum(one.phases for one in seats),
        sum(one.late for one in seats),
    )
