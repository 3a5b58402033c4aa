"""Pace: how far play runs on before it stops for a letter (docs/players-handbook.md).

``ask``     every phase stops for its orders, and we ask you about every open decision.
``mixed``   one letter of the phasing player serves their whole player turn; the other side is stopped for once, where it has
            orders of its own to give in it (defensive fire); standing orders and defaults answer the rest.
``policy``  as ``mixed``, and the other side is not stopped for: what it has on file serves, or its standing orders.

A side that the program plays is asked everything in every pace: it writes one phase's orders at a time, and answers at once.

Set-up is always asked for, and so is, in every pace, a decision that has no default.

Where all sides write at once each of them is the phasing player.

Where chance decides which phase comes next the first of a side's phases in a game turn takes their letter, and
with it, line by line, what they want done in those still to come.  In ``mixed`` a later one stops for a letter of its own,
unless it has orders on file that are ready; in ``policy`` it is played without orders.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.core.play import Segment
from pbem.core.sequence import parse, phasing, player_turn, sequence_of
from pbem.core.system import Phase, RuleSystem
from pbem.desk.desk import read_json
from pbem.desk.play.cache import record_in
from pbem.reports.report import ToDo
from pbem.store.database import Books
from pbem.store.tables import GameRow

ASK, MIXED, POLICY = "ask", "mixed", "policy"
PACES = (ASK, MIXED, POLICY)
GIVEN = ("order", "deadline")
"""Sources of orders that a side gave by letter, or kept silent about until its deadline."""


@dataclass(frozen=True)
class Pace:
    """The pace of one phase: `phasing` are the sides whose player turn it is; `written` those of them that have had their say.

    `is_drawn` says that chance brought the phase: nobody could know, when they wrote, whether it would come.  `programs` are
    the sides that the program plays.
    """

    name: str = ASK
    phasing: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    is_drawn: bool = False
    programs: tuple[str, ...] = ()

    def takes_default(self, one: Ask) -> bool:
        """True if the game's default answers a question that neither an order nor a standing order answers."""
        return self.name != ASK and one.side not in self.programs

    def runs_on(self, one: Ask) -> bool:
        """True if a phase runs with whatever its owner has on file, instead of stopping for their letter."""
        if one.kind == ORDERS and one.default is not None:
            return self.name == POLICY  # its owner has said already how play is to go on
        if one.side in self.programs:
            return False
        if one.side in self.phasing:
            return one.side in self.written and self.name in ((POLICY,) if self.is_drawn else (MIXED, POLICY))
        return self.name == POLICY


AT_A_TABLE = Pace()
"""The pace in which everything is asked."""


def pace_of(
    books: Books,
    game: GameRow,
    system: RuleSystem[Any],
    phase: Phase[Any],
    earlier: Sequence[tuple[str, Sequence[Segment]]],
    *,
    asks_programs: bool = True,
) -> Pace:
    """The pace of a phase that is played now; `earlier` are phases of the same go, not yet stored, with their segments.

    Without `asks_programs` a side that the program plays counts as any other, and a letter from before an undo serves what is
    played again after it, as both once did.
    """
    sides = phasing(system.card, phase)
    if game.pace == ASK:
        return Pace(ASK, sides)
    programs = tuple(one.side for one in books.players.of(game) if one.plays and asks_programs)
    if sequence_of(system).is_apart(phase.letter):
        return Pace(game.pace, sides, programs=programs)  # no letter about a turn was one about this
    is_drawn = not sequence_of(system).is_sure(phase.letter)
    since = max(_agreed_at(books, game), _branched_at(books, game) if asks_programs else 0)
    ordered = _ordered_in_turn(books, game, sides, phase, earlier, since)
    if is_drawn:
        lapsed = ordered and _lapsed_in_turn(books, game, phase)
        written = [one for one in sides if _written_in_turn(books, game, one, phase, since)]
        ordered = [one for one in sides if one in written or (lapsed and one in ordered)]
    return Pace(game.pace, sides, tuple(ordered), is_drawn, programs)


def _ordered_in_turn(
    books: Books,
    game: GameRow,
    sides: Sequence[str],
    phase: Phase[Any],
    earlier: Sequence[tuple[str, Sequence[Segment]]],
    since: int,
) -> list[str]:
    """Those of the phasing sides that have been asked for orders in this player turn, and have given them or kept silent;
    after record `since`."""
    turn = player_turn(phase.id)
    played = [segments for one, segments in earlier if player_turn(one) == turn]
    begun = books.phases.of_turn(game, phase.turn)
    rows = [row for row in begun if player_turn(row.phase) == turn and row.phase != phase.id]
    played += [
        [record_in(one.body, Segment) for one in books.phases.segments(row) if one.record_seq > since] for row in rows
    ]
    given = [
        kept.key
        for segments in played
        for segment in segments
        for kept in segment.answers
        if kept.answer.source.startswith(GIVEN)
    ]
    return [side for side in sides if any(key.startswith(f"{side} {ORDERS} ") for key in given)]


def _written_in_turn(books: Books, game: GameRow, side: str, phase: Phase[Any], since: int) -> bool:
    """True if a phasing side has filed anything for this player turn since it began, and after record `since`: orders left over
    from the turn before were written without knowing this one's position, and are no letter about it."""
    drawn = books.phases.of_turn(game, phase.turn)
    began = min((one.record_seq for row in drawn[:1] for one in books.phases.segments(row)[:1]), default=None)
    if began is None:
        return False
    since = max(began, since)
    turn = player_turn(phase.id)
    return any(
        filed.letter_id is not None
        and filed.record_seq > since
        and filed.phase != phase.id
        and filed.ready not in ("", "wait")
        for filed in books.submissions.of_turn(game, side, turn)
    )


def _branched_at(books: Books, game: GameRow) -> int:
    """The record with which the living branch begins: who takes play back wants to write again, and is asked."""
    if not game.undone:
        return 0
    return max((row.seq for row in books.records.of_type(game, "branch.open")), default=0)


def _lapsed_in_turn(books: Books, game: GameRow, phase: Phase[Any]) -> bool:
    """True if a deadline of the phasing side's has passed in this player turn."""
    turn = player_turn(phase.id)
    begun = books.phases.of_turn(game, phase.turn)
    return any(row.closed is not None and player_turn(row.phase) == turn for row in begun)


def _agreed_at(books: Books, game: GameRow) -> int:
    """The record by which the players agreed to this pace: letters from before it were written for one phase each."""
    if not game.rulings:
        return 0
    rulings = books.records.of_type(game, "gm.ruling")
    return max((row.seq for row in rulings if read_json(row.body)["body"]["what"] == "pace"), default=0)


def served(
    game: GameRow, system: RuleSystem[Any], side: str, phase: Phase[Any], played: Collection[str] = ()
) -> tuple[str, ...]:
    """The letters of the later phases for which a side is not asked again: its letter for this one serves them too.

    `played` are the ids of phases that have begun in this turn.
    """
    sequence, now = sequence_of(system), parse(phase.id)
    if game.pace == ASK or not now.turn or side not in phasing(system.card, phase):
        return ()  # a set-up, before the first turn, is a letter of its own in every pace
    if not sequence.is_sure(phase.letter) and (game.pace == MIXED or now.battle is not None):
        return ()
    coming = ((one, sequence.next_for(side, one, now, played)) for one in sequence.after(phase.letter))
    return tuple(
        letter
        for letter, one in coming
        if one is not None and (one.turn, one.side) == (now.turn, now.side) and not sequence.is_apart(letter)
    )


def whole_turn(game: GameRow, system: RuleSystem[Any], phase: Phase[Any], to_do: ToDo | None) -> ToDo | None:
    """The orders that the phasing player owes, where their one letter serves the phases that follow too."""
    if to_do is None or game.pace == ASK or not to_do.also or sequence_of(system).is_apart(phase.letter):
        return to_do
    if not sequence_of(system).is_sure(phase.letter):
        if game.pace == MIXED:
            return to_do
        text = f"{to_do.also}; one letter serves the whole game turn (see   help pace)"
        silent = f"{to_do.silent}; so it goes on, phase by phase, to the end of the game turn" if to_do.silent else ""
        return replace(to_do, also=text, silent=silent)
    turn = "your player turn" if phase.side else "the turn"
    text = f"and for all later phases of {turn}: one letter serves it (see   help pace)"
    silent = f"{to_do.silent}; so it goes on, phase by phase, to the end of {turn}" if to_do.silent else ""
    return replace(to_do, also=text, silent=silent)
