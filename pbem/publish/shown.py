"""The public facts of a game: its people by name, its state, whom it waits for until when, and what was played.

No address is in it.  A game that hides facts shows no position, score or log before its end.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import quote

from pbem.desk.desk import Desk
from pbem.desk.games.published_record import RecordView, chronicle, scenario_title
from pbem.desk.visibility import hides_facts
from pbem.reports.chronicle import Chronicle
from pbem.store.database import Books
from pbem.store.tables import GameRow

STANDING = {
    "invited": "Not all players have accepted yet.",
    "paused": "The GM has paused the game.",
    "held": "The game is held by the GM.",
    "over": "The game is over.",
}
"""Words for the state of a game that does not go on."""


@dataclass(frozen=True)
class PublicStop:
    """A phase that was played: its name, when its last record was made, what happened in sentences."""

    title: str
    clock: str
    points: str
    at: datetime
    record: int
    happened: tuple[str, ...]


@dataclass(frozen=True)
class WaitsFor:
    """The thing that a game waits for: phase, the sides by name, the deadline (None: none runs) and when play came there."""

    phase: str
    sides: tuple[str, ...]
    due: datetime | None
    since: datetime
    number: int


@dataclass(frozen=True)
class PublicGame:
    """A game as everybody may see it; `changed` is the moment of its newest record, `seq` that record's number.

    `chronicle` is None while the game hides its facts; then `stops` are empty.
    """

    name: str
    title: str
    scenario: str
    players: tuple[str, ...]
    state: str
    branch: str
    seq: int
    changed: datetime
    opened: datetime
    result: str = ""
    awaited: WaitsFor | None = None
    stops: tuple[PublicStop, ...] = ()
    chronicle: Chronicle | None = None

    @property
    def path(self) -> str:
        """The game's folder below the published one, as links write it."""
        return f"{quote(self.name)}/"

    @property
    def standing(self) -> str:
        """The state of a game, in words; for a game that goes on the turn that was played last, if that may be told."""
        if self.result:
            return self.result
        if self.state in STANDING:
            return STANDING[self.state]
        return self.newest.clock if self.newest else "In play"

    @property
    def newest(self) -> PublicStop | None:
        """The phase that was played last."""
        return self.stops[-1] if self.stops else None


def shown(desk: Desk, books: Books, game: GameRow) -> PublicGame:
    """A game as everybody may see it now."""
    title = desk.title(game.title)
    card = title.system.card
    last = books.records.newest_first(game)
    newest = next(last)
    about = PublicGame(
        name=game.name,
        title=card.title,
        scenario=scenario_title(desk, books, game),
        players=tuple(f"{card.side(one.side).name}: {one.name}" for one in books.players.of(game)),
        state=game.state,
        branch=game.branch,
        seq=newest.seq,
        changed=newest.at,
        opened=game.opened,
        awaited=_awaited(desk, books, game),
    )
    is_over = game.state == "over"
    if hides_facts(books, game) and not is_over:
        return about
    text = chronicle(desk, books, game, RecordView("" if is_over else card.sides[0].id))
    whose = text.whose if is_over else "everybody"
    at = {row.seq: row.at for row in books.records.all(game)}
    stops = tuple(
        PublicStop(one.title, one.clock, one.points, at[one.records[-1]], one.records[-1], one.in_short)
        for one in text.chapters
        if one.phase and one.records and one.records[-1] in at
    )
    text = replace(text, whose=whose)
    return replace(about, result=text.result, stops=stops, chronicle=text)


def _awaited(desk: Desk, books: Books, game: GameRow) -> WaitsFor | None:
    """The thing that an open game waits for; None for one that is over, held, or waits for nobody."""
    row = books.phases.open(game)
    if game.state != "open" or row is None or not row.waiting_for:
        return None
    title = desk.title(game.title)
    sides = tuple(title.system.card.side(one).name for one in row.waiting_for.split(",") if one)
    return WaitsFor(title.teller.phase_title(row.phase), sides, row.due, row.stopped, row.n)
