"""News for a player: the phases that ended since their last report, as the store has them.

A player gets mail when play stops for them.  That letter reports everything played since the last one.
"""

from collections.abc import Sequence

from pbem.core.event import Event
from pbem.core.play import Diverged, Segment, Stop
from pbem.core.record import from_json
from pbem.desk.desk import Desk, read_json
from pbem.desk.play.answers import Lock
from pbem.desk.play.columns import record_in
from pbem.desk.play.play import Played
from pbem.desk.title import position
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow, PlayerRow, PressRow


def phases(desk: Desk, books: Books, game: GameRow, player: PlayerRow, ended: Sequence[Played]) -> tuple[Played, ...]:
    """The ended phases that a player has not been told, oldest first; `ended` are those of this go, which have been filed."""
    rows = books.phases.ended_after(game, player.phases_told)
    here = {one.phase.id: one for one in ended}
    return tuple(here[row.phase] if row.phase in here else from_store(desk, books, game, row) for row in rows)


def are_there(books: Books, game: GameRow, player: PlayerRow) -> bool:
    """True if any phase has ended that the player was not told."""
    return bool(books.phases.ended_after(game, player.phases_told))


def mark(books: Books, game: GameRow, player: PlayerRow, press: Sequence[PressRow]) -> None:
    """Note that a report has told them all phases that have ended, and the press."""
    rows = books.phases.ended_after(game, player.phases_told)
    player.phases_told = max([player.phases_told, *(row.n for row in rows)])
    player.heard = max([player.heard, *(row.id or 0 for row in press)])


def from_store(desk: Desk, books: Books, game: GameRow, row: PhaseRow) -> Played:
    """A phase that has ended, as it was played.  Raises Diverged if the rules say that another came then."""
    system = desk.title(game.title).system
    # A phase ends where the next one begins, and each is reported to every side.
    before = position(desk.title, game.title, books.checkpoints.get(game, row.checkpoint_n).state)
    after = position(desk.title, game.title, books.checkpoints.get(game, row.checkpoint_n + 1).state)
    phase = system.next_phase(before)
    if phase is None or phase.id != row.phase:
        raise Diverged(f"phase {row.phase} was played, and the rules say that another came then")
    segments = tuple(record_in(one.body, Segment) for one in books.phases.segments(row))
    events = desk.kept.events(row, segments[-1].digest) if segments else None
    if events is None:
        events = tuple(from_json(read_json(body), Event) for body in books.events.of(row))
    stop = Stop(True, (), segments, 0)
    return Played(phase, row, before, after, stop, events, None, Lock({}, {}, row.locked), len(segments))
