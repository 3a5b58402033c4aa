"""Orders that wait for a phase which chance may bring in any game turn: they are filed for it when it comes.

A letter knows which game turn its lines are for where a phase is sure to come in it.  A drawn marker comes in this turn or
in a later one; what was filed for it in a turn in which it was not drawn is carried over, and stands in the chain as a
submission for the phase that it serves.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.sequence import PhaseId, SequenceOfPlay, parse_or_none, sequence_of
from pbem.core.system import Phase, RuleSystem
from pbem.desk.desk import Desk
from pbem.desk.orders import filing
from pbem.desk.play.pace import served
from pbem.seal.ladder import contribution, order_salt
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow, SubmissionRow

# The phase of a line: `in F:` said in the movement phase is phase F of the same player turn, or of the next one.


def phase_for(sequence: SequenceOfPlay, now: Phase[object], side: str, letter: str, played: Collection[str]) -> str:
    """The full id of the next phase with this letter that takes orders from `side`; the present one where it is that.

    `played` are the ids of phases that have begun.  A phase whose id does not fit the pattern stands alone.
    """
    here = parse_or_none(now.id)
    found = sequence.next_for(side, letter, here, played) if letter and here is not None else None
    return now.id if found is None else str(found)


def served_phases(books: Books, game: GameRow, system: RuleSystem[Any], side: str, now: Phase[Any]) -> tuple[str, ...]:
    """The later phases for which a letter of a side serves in the game's pace."""
    sequence, played = sequence_of(system), books.phases.names(game)
    letters = served(game, system, side, now, played)
    found = dict.fromkeys(phase_for(sequence, now, side, letter, played) for letter in letters)
    return tuple(one for one in found if one != now.id)


@dataclass(frozen=True)
class DeferredOrders:
    """A submission from an earlier game turn that serves a side in `phase`, and its digest as one for that phase."""

    player: PlayerRow
    phase: str
    row: SubmissionRow
    digest: str


def deferred(
    desk: Desk, books: Books, game: GameRow, sequence: SequenceOfPlay, phase: str, done: Collection[str] = ()
) -> tuple[DeferredOrders, ...]:
    """Submissions that wait for `phase` from earlier turns, where they have filed nothing for it itself.

    `done` are phases of the same go that are not stored yet.
    """
    wanted = parse_or_none(phase)
    if wanted is None or sequence.is_sure(wanted.letter):
        return ()
    found: list[DeferredOrders] = []
    for player in books.players.of(game):
        if player.code != wanted.side or books.submissions.latest(game, player.side, phase) is not None:
            continue
        row = _last_filed(books, game, player.side, wanted, done)
        if row is not None and any(one.verdict == "accepted" for one in books.submissions.without_answers(row)):
            found.append(DeferredOrders(player, phase, row, _digest(books, game, player, phase, row)))
    return tuple(found)


def waiting_from(books: Books, game: GameRow, side: str, sequence: SequenceOfPlay, phase: str) -> str | None:
    """The phase of an earlier game turn whose orders wait for this one; None if none do."""
    wanted = parse_or_none(phase)
    if wanted is None or sequence.is_sure(wanted.letter):
        return None
    row = _last_filed(books, game, side, wanted, ())
    return row.phase if row is not None else None


def _last_filed(books: Books, game: GameRow, side: str, phase: PhaseId, done: Collection[str]) -> SubmissionRow | None:
    row = books.submissions.last_of(game, side, _unused(books, game, phase, done))
    return row if row is not None and row.state == "filed" else None


def file_deferred(desk: Desk, books: Books, game: GameRow, some: Sequence[DeferredOrders]) -> None:
    """File them for the phase that they serve, as the first submission for it; they come with no letter."""
    for one in some:
        entries = [entry for entry in filing.stood(books, game, one.player.side, one.row.phase) if entry.orders]
        filing.file(
            desk, books, game, one.player, one.phase, entries,
            ready=one.row.ready, nonce=one.row.nonce,
        )  # fmt: skip


def _unused(books: Books, game: GameRow, phase: PhaseId, done: Collection[str]) -> tuple[str, ...]:
    """The same phase of the game turns since it was played last, which did not bring it; the latest first."""
    played = set(books.phases.names(game)).union(done)
    found: list[str] = []
    for earlier in range(1, phase.turn):
        one = str(phase.in_turn(-earlier))
        if one in played:
            break
        found.append(one)
    return tuple(found)


def _digest(books: Books, game: GameRow, player: PlayerRow, phase: str, row: SubmissionRow) -> str:
    lines = [one for one in books.submissions.without_answers(row) if one.verdict == "accepted"]
    found_lines = [line for one in lines for line in one.canonical.splitlines()]
    found_lines += [one.text for one in books.standing.in_force(game, player.side)]
    salt = order_salt(books.secrets.get(game.name, "salt key"), player.code, phase, 1)
    return contribution(salt, game.name, player.code, phase, found_lines, row.nonce)
