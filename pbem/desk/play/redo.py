"""Redo: what was ordered and answered on a branch that was undone is on file again, and is carried out with new dice.

The dice of the old branch have been seen, so nobody may choose between them and others (docs/trust.md): what the players wrote
comes back, what it led to does not.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.desk.desk import Desk
from pbem.desk.gm import gm_actions
from pbem.desk.gm.gm_actions import CannotRule, Ruled
from pbem.desk.orders import filing
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow, StandingRow, SubmissionRow


@dataclass(frozen=True)
class Version:
    """Orders of a side for a phase as they stood on the old branch: their lines, and its answers to questions."""

    player: PlayerRow
    phase: str
    row: SubmissionRow
    lines: tuple[str, ...]
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Redoing:
    """The content of a redo: the branch that it is of, the orders in the sequence in which they were filed, what its owners
    have written again since (which stands), and the standing orders that were given or ended there."""

    branch: str
    versions: tuple[Version, ...]
    newer: tuple[tuple[str, str], ...]
    standing: tuple[StandingRow, ...]


def redoing_of(books: Books, game: GameRow, branch: str = "") -> Redoing:
    """The things of a branch that can be brought back; "" for the last of which anything can be.  Raises CannotRule."""
    undone = books.undone.branches(game)
    if not undone:
        raise CannotRule(f"{game.name}: expected a game of which something was undone; nothing was")
    if branch and books.undone.of(game, branch) is None:
        now = f"; {branch} is the branch that is played now" if branch == game.branch else ""
        raise CannotRule(
            f"{game.name}: expected a branch that was undone, {' or '.join(undone)}; found {branch!r}{now}"
        )
    found = [_of_branch(books, game, one) for one in ([branch] if branch else reversed(undone))]
    for one in found:
        if one.versions or one.standing:
            return one
    newer = list(dict.fromkeys(each for one in found for each in one.newer))
    written = " and ".join(f"{code} {phase}" for code, phase in newer)
    since = f"; its players have written again since ({written})" if newer else ""
    others = [one for one in undone if branch and one != branch and _has_any(_of_branch(books, game, one))]
    more = f".  Branch {others[-1]} has orders:   redo {game.name} {others[-1]}" if others else ""
    named = f"branch {branch}" if branch else f"branch {' or '.join(undone)}"
    raise CannotRule(f"{game.name}: expected orders of {named} that are still to be played; found none{since}{more}")


def _has_any(redoing: Redoing) -> bool:
    return bool(redoing.versions or redoing.standing)


def _of_branch(books: Books, game: GameRow, wanted: str) -> Redoing:
    """The things of an undone branch that can be brought back; perhaps nothing."""
    aside = books.undone.of(game, wanted)
    if aside is None:
        return Redoing(wanted, (), (), ())
    began = next(row.seq for row in books.records.all(game) if row.branch == game.branch)
    done = {row.phase for row in books.phases.of(game) if row.state == "done"}
    versions: list[Version] = []
    newer: list[tuple[str, str]] = []
    for player in books.players.of(game):
        for phase in books.submissions.phases_filed(aside, player.side):
            row = books.submissions.latest(aside, player.side, phase)
            if row is None or row.state != "filed" or phase in done:
                continue
            now = books.submissions.latest(game, player.side, phase)
            if now is not None and now.record_seq > began:
                newer.append((player.code, phase))
                continue
            lines = books.submissions.lines(row)
            found_lines = tuple(
                text for one in lines if one.verdict == "accepted" for text in one.canonical.splitlines()
            )
            answers = filing.answers_given(books, aside, player.side, phase)
            versions.append(Version(player, phase, row, found_lines, answers))
    versions.sort(key=lambda one: (one.row.record_seq, one.player.side))
    standing = tuple(row for one in books.players.of(game) for row in _standing(books, game, aside, one.side))
    return Redoing(wanted, tuple(versions), tuple(newer), standing)


def redo_in(desk: Desk, books: Books, game: GameRow, branch: str, reason: str) -> tuple[Redoing, int]:
    """File them again, and tell all players; what was brought back, and the record of it.  Raises CannotRule.

    The same question, word for word, gets the answer that it got there, for as long as the branch lasts (`before_undo`).
    """
    redoing = redoing_of(books, game, branch)
    aside = books.undone.of(game, redoing.branch)
    if aside is None:
        raise CannotRule(f"{game.name}: branch {redoing.branch} is gone")
    codes = sorted({f"{one.player.code} {one.phase}" for one in redoing.versions})
    short_name = desk.title(game.title).teller.short_name
    whose = sorted({f"{one.player.code} for {short_name(one.phase)}" for one in redoing.versions})
    ruled = Ruled(
        "redo",
        reason,
        f"orders and answers of branch {redoing.branch} that were undone are on file again: {', '.join(whose) or 'none'}",
        f"orders of branch {redoing.branch} are on file again",
        {"from": redoing.branch, "for": codes},
    )
    record = gm_actions.rule(desk, books, game, ruled)
    for one in redoing.standing:
        _put_back(desk, books, game, one)
    for version in redoing.versions:
        filing.file(
            desk, books, game, version.player, version.phase, filing.entries(books, version.row),
            answers=version.answers, ready=version.row.ready, nonce=version.row.nonce, letter_id=version.row.letter_id,
        )  # fmt: skip
    books.undone.serve(aside, game.branch)
    return redoing, record


def _standing(books: Books, game: GameRow, aside: GameRow, side: str) -> Sequence[StandingRow]:
    """The standing orders put aside that the game has otherwise now: given there and out of force here, or ended there."""
    in_force = books.standing.in_force(game, side)
    numbers, texts = {one.number for one in in_force}, {one.text for one in in_force}
    return [
        one
        for one in books.standing.all(aside, side)
        if (one.number in numbers if one.ended is not None else one.text not in texts)
    ]


def _put_back(desk: Desk, books: Books, game: GameRow, kept: StandingRow) -> None:
    row = next(one for one in books.standing.all(game, kept.side) if one.number == kept.number)
    if kept.ended is not None:
        books.standing.end(row, desk.clock.now(), kept.why)
    else:
        books.standing.revive(row)
