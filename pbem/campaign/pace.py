"""Pace: how far play runs on before it stops for a letter (decisions.md, Pace).

``ask``     every phase stops for its orders, and every open decision is put to its owner.
``mixed``   one letter of the phasing player serves his whole player turn; the other side is stopped for once, where it has
            orders of its own to give in it (defensive fire); standing orders and defaults answer the rest.
``policy``  as ``mixed``, and the other side is not stopped for: what it has on file serves, or its standing orders.

Set-up is always asked for, and so is, in every pace, a decision that has no default.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.campaign.desk import read_json
from pbem.core.ask import ORDERS, Ask
from pbem.core.play import Segment
from pbem.core.record import from_json
from pbem.core.system import Card, Phase
from pbem.reports.report import ToDo
from pbem.store.database import Books
from pbem.store.tables import GameRow

ASK, MIXED, POLICY = "ask", "mixed", "policy"
PACES = (ASK, MIXED, POLICY)
GIVEN = ("order", "deadline")
"""Sources of orders that a side gave by letter, or kept silent about until its deadline."""


def paces_of(card: Card) -> tuple[str, ...]:
    """The paces that a game can be played in: one letter cannot serve a player turn whose phases chance puts in sequence."""
    return PACES if card.in_sequence else (ASK,)


@dataclass(frozen=True)
class Pace:
    """The pace of one phase: `phasing` is the side whose player turn it is; `has_letter` says that it has had its say."""

    name: str = ASK
    phasing: str = ""
    has_letter: bool = field(default=False)

    @property
    def takes_defaults(self) -> bool:
        """Whether the game's own defaults answer what no order and no standing order does."""
        return self.name != ASK

    def runs_on(self, one: Ask) -> bool:
        """Whether a phase goes on with what its owner has on file, much or little, instead of stopping for his letter."""
        if one.side == self.phasing:
            return self.name != ASK and self.has_letter
        return self.name == POLICY


AT_A_TABLE = Pace()
"""The pace in which everything is asked."""


def player_turn(phase: str) -> str:
    """The player turn of a phase: ``T03.US`` of ``T03.US.B``."""
    return phase.rpartition(".")[0]


def pace_of(books: Books, game: GameRow, phase: Phase[Any], earlier: Sequence[tuple[str, Sequence[Segment]]]) -> Pace:
    """The pace of a phase that is played now; `earlier` are phases of the same go, not yet stored, with their segments."""
    if game.pace == ASK:
        return Pace(ASK, phase.side)
    turn = player_turn(phase.id)
    told = [segments for one, segments in earlier if player_turn(one) == turn]
    rows = [row for row in books.phases.of(game) if player_turn(row.phase) == turn and row.phase != phase.id]
    since = _agreed_at(books, game)
    told += [
        [from_json(read_json(one.body), Segment) for one in books.phases.segments(row) if one.record_seq > since]
        for row in rows
    ]
    ahead = f"{phase.side} {ORDERS} "
    has_letter = any(
        kept.key.startswith(ahead) and kept.answer.source.startswith(GIVEN)
        for segments in told
        for segment in segments
        for kept in segment.answers
    )
    return Pace(game.pace, phase.side, has_letter)


def _agreed_at(books: Books, game: GameRow) -> int:
    """The record by which the players agreed to this pace: letters from before it were written for one phase each."""
    if not game.rulings:
        return 0
    rulings = books.records.of_type(game, "gm.ruling") if game.rulings else ()
    return max((row.seq for row in rulings if read_json(row.body)["body"]["what"] == "pace"), default=0)


def whole_turn(game: GameRow, to_do: ToDo | None) -> ToDo | None:
    """What the phasing player is wanted for, where his one letter serves the phases that follow too."""
    if to_do is None or game.pace == ASK or not to_do.also:
        return to_do
    said = "and for all later phases of your player turn: one letter serves it (see   help pace)"
    silent = f"{to_do.silent}; so it goes on, phase by phase, to the end of your player turn" if to_do.silent else ""
    return replace(to_do, also=said, silent=silent)
