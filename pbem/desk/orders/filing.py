"""Filing a version of a side's orders for a phase, that of a later one too: its lines, its digest in the chain, its salt."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from pbem.core.order import Order
from pbem.core.record import to_json
from pbem.core.sequence import PhaseId, SequenceOfPlay, parse_or_none, sequence_of
from pbem.core.system import Phase, RuleSystem
from pbem.desk.desk import Desk, read_json
from pbem.desk.orders.merge import LineOnFile
from pbem.desk.play.cache import records_in
from pbem.desk.play.pace import served
from pbem.desk.record import chain
from pbem.orders.standing import StandingOrder
from pbem.seal.ladder import contribution, order_salt
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.orders import ANSWER
from pbem.store.tables import GameRow, LineRow, PlayerRow, StandingRow, SubmissionRow


def stood(books: Books, game: GameRow, side: str, phase: str) -> tuple[LineOnFile, ...]:
    """The lines on file for a phase, in place, with refused lines; () if nothing is filed or everything was withdrawn."""
    latest = books.submissions.latest(game, side, phase)
    return entries(books, latest) if latest is not None and latest.state == "filed" else ()


def entries(books: Books, version: SubmissionRow) -> tuple[LineOnFile, ...]:
    """The lines of a version in their places."""
    return tuple(
        LineOnFile(
            row.written,
            records_in(row.orders, Order),
            tuple(row.canonical.splitlines()),
            row.verdict,
            costs=tuple(read_json(row.costs)),
            seat=row.seat,
        )
        for row in books.submissions.without_answers(version)
    )


def answers_given(books: Books, game: GameRow, side: str, phase: str) -> tuple[str, ...]:
    """The answers to questions that are on file for a phase, as canonical lines."""
    latest = books.submissions.latest(game, side, phase)
    if latest is None:
        return ()
    return tuple(books.submissions.answers(latest))


def file(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    phase: str,
    entries: Sequence[LineOnFile],
    *,
    answers: Sequence[str] = (),
    ready: str = "",
    nonce: str = "",
    letter_id: int | None = None,
    last_seen: int = 0,
) -> SubmissionRow:
    """File a version: `entries` are the whole set for the phase, `answers` the answers to questions after them.

    The digest stands for the canonical lines in their sequence, then the answers, then the standing orders in force.
    """
    latest = books.submissions.latest(game, player.side, phase)
    n = 1 if latest is None else latest.n + 1
    lines = [line for one in entries if one.verdict == "accepted" for line in one.canonical]
    lines += [*answers, *(row.text for row in books.standing.in_force(game, player.side))]
    salt = order_salt(books.secrets.get(game.name, "salt key"), player.code, phase, n, game.branch)
    digest = contribution(salt, game.name, player.code, phase, lines, nonce)
    body = {"player": player.code, "phase": phase, "n": n, "digest": digest, "saw": last_seen}
    record = chain.append(desk, books, game, "orders.accepted", body)
    return books.submissions.add(
        SubmissionRow(
            game_id=key_of(game.id),
            side=player.side,
            phase=phase,
            n=n,
            letter_id=letter_id,
            ready=ready,
            nonce=nonce,
            salt=salt.hex(),
            said=chain.canonical_text(lines),
            digest=digest,
            record_seq=record.seq,
            at=desk.clock.now(),
        ),
        rows_of(entries, answers),
    )


def rows_of(entries: Sequence[LineOnFile], answers: Sequence[str]) -> list[LineRow]:
    """A version's lines in their places: `entries`, then one that holds all answers to questions."""
    rows = [
        LineRow(
            submission_id=0,
            place=place,
            written=one.written,
            canonical="\n".join(one.canonical),
            orders=chain.canonical_text([to_json(order) for order in one.orders]),
            costs=chain.canonical_text(list(one.costs)),
            verdict=one.verdict,
            seat=one.seat,
        )
        for place, one in enumerate(entries, 1)
    ]
    if answers:
        # Every version has all answers of its phase, forty in a long one: they are read and encrypted together.
        together = "\n".join(answers)
        rows.append(
            LineRow(submission_id=0, place=len(rows) + 1, canonical=together, orders="", costs="", verdict=ANSWER)
        )
    return rows


def withdraw(desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str, letter_id: int | None) -> None:
    """Take back all that is on file for a phase."""
    latest = books.submissions.latest(game, player.side, phase)
    record = chain.append(desk, books, game, "orders.withdrawn", {"player": player.code, "phase": phase})
    books.submissions.add(
        SubmissionRow(
            game_id=key_of(game.id),
            side=player.side,
            phase=phase,
            n=1 if latest is None else latest.n + 1,
            letter_id=letter_id,
            state="withdrawn",
            digest="0" * 64,
            record_seq=record.seq,
            at=desk.clock.now(),
        ),
        (),
    )


def file_standing(
    books: Books, game: GameRow, side: str, orders: Sequence[StandingOrder], at: datetime, seat: int = 0
) -> list[StandingRow]:
    """Put standing orders in force, each under the next number; one that says the same as another takes nothing's place."""
    rows = []
    in_force = {row.text: row for row in books.standing.in_force(game, side)}
    for one in orders:
        if one.text in in_force:
            rows.append(in_force[one.text])
            continue
        number = books.standing.next_number(game, side)
        numbered = replace(one, number=number)
        row = StandingRow(
            game_id=key_of(game.id),
            side=side,
            number=number,
            text=one.text,
            body=chain.canonical_text(to_json(numbered)),
            place=max((other.place for other in in_force.values()), default=0) + 1 + len(rows),
            since=at,
            seat=seat,
        )
        books.standing.add(row)
        rows.append(row)
    return rows


# One number for a line in every letter: its place among all that a side has on file for the phases still to be
# played.


class NumberedLine(NamedTuple):
    """A line on file, its number and the full id of its phase."""

    number: int
    phase: str
    entry: LineOnFile


def phases_on_file(books: Books, game: GameRow, side: str) -> list[str]:
    """The phases to come for which a side has something on file, in sequence."""
    begun = books.phases.of(game)
    done, last = {row.phase for row in begun if row.state == "done"}, begun[-1].phase if begun else ""
    found = [one for one in books.submissions.phases_filed(game, side) if one not in done and not is_over(one, last)]
    return [one for one in found if _is_filed(books, game, side, one) and not is_overtaken(one, {*found, *done})]


def numbered(books: Books, game: GameRow, side: str) -> list[NumberedLine]:
    """All that is on file, in sequence; a line that was refused keeps its number until the next letter."""
    found = [(phase, one) for phase in phases_on_file(books, game, side) for one in stood(books, game, side, phase)]
    return [NumberedLine(number, phase, entry) for number, (phase, entry) in enumerate(found, 1)]


def first_numbers(books: Books, game: GameRow, side: str, instead: Mapping[str, int] | None = None) -> dict[str, int]:
    """The number of the first line of each phase; `instead` are counts of lines that a letter is about to put there."""
    counts = {phase: len(stood(books, game, side, phase)) for phase in phases_on_file(books, game, side)}
    counts.update(instead or {})
    firsts, number = {}, 1
    for phase in sorted(one for one in counts if not is_overtaken(one, counts)):
        firsts[phase] = number
        number += counts[phase]
    return firsts


def is_overtaken(phase: str, others: Collection[str]) -> bool:
    """True if a phase that did not come in its turn was played, or has orders, in a later one: its own no longer serve."""
    one = parse_or_none(phase)
    if one is None:
        return False
    rest = (parse_or_none(other) for other in others)
    return any(
        two is not None and (two.side, two.letter) == (one.side, one.letter) and two.turn > one.turn for two in rest
    )


def is_over(phase: str, last: str) -> bool:
    """True if the battle, or the turn of a battle, is over that a phase belongs to; `last` is the phase that began last."""
    one, now = parse_or_none(phase), parse_or_none(last)
    if one is None or now is None or one.battle is None:
        return False
    if now.battle is None or (now.turn, now.battle.battle) != (one.turn, one.battle.battle):
        return True
    return now.battle.turn > one.battle.turn


def _is_filed(books: Books, game: GameRow, side: str, phase: str) -> bool:
    latest = books.submissions.latest(game, side, phase)
    return latest is not None and latest.state == "filed"


# Orders that wait for a phase which chance may bring in any game turn: they are filed for it when it comes.
#
# A letter knows which game turn its lines are for where a phase is sure to come in it. A drawn marker comes in this
# turn or in a later one; what was filed for it in a turn in which it was not drawn is carried over, and stands in the
# chain as a submission for the phase that it serves.

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
        entries = [entry for entry in stood(books, game, one.player.side, one.row.phase) if entry.orders]
        file(
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
