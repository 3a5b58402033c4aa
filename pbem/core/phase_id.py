"""The id of a phase: game turn, side and letter, and the battle inside the turn where there is one.

``T03.US.B`` is phase B of the US player turn of game turn 3.  ``T03.B2.G07.US.B`` is phase B of the US half of battle turn
7 in the second battle of game turn 3.  Letters, dice labels, records and checkpoints are filed under these ids, so a
phase id never comes twice in a game.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

EVERYBODY = "ALL"
"""Stands for a side's code where all sides write at once: ``T03.ALL.A``."""

_FORM = re.compile(r"T(\d+)\.(?:B(\d+)\.G(\d+)\.)?([A-Z]+)\.([A-Z])")


class BattleTurn(NamedTuple):
    """A turn of a battle inside a game turn: the number of the battle in that game turn, and the turn of the battle."""

    battle: int
    turn: int


@dataclass(frozen=True, slots=True)
class PhaseId:
    """A phase of a game.  `side` is a side's code, or what stands in its place: `EVERYBODY` where
    all write at once, a code of the game where it is nobody's turn (``CUP``)."""

    turn: int
    side: str
    letter: str
    battle: BattleTurn | None = None

    def __str__(self) -> str:
        return f"{self.player_turn}.{self.letter}"

    @property
    def player_turn(self) -> str:
        """The player turn that the phase belongs to: ``T03.US`` of ``T03.US.B``."""
        return f"{self.game_turn}.{self.side}"

    @property
    def game_turn(self) -> str:
        """The game turn, or the turn of a battle inside it: ``T03``, ``T03.B2.G07``."""
        inside = f".B{self.battle.battle}.G{self.battle.turn:02}" if self.battle else ""
        return f"T{self.turn:02}{inside}"

    def in_turn(self, later: int) -> "PhaseId":
        """The same phase so many turns later (earlier where negative), of the battle where it is in one."""
        if self.battle is None:
            return PhaseId(self.turn + later, self.side, self.letter)
        return PhaseId(self.turn, self.side, self.letter, self.battle._replace(turn=self.battle.turn + later))


def parse(text: str) -> PhaseId:
    """A phase id as it is written.  Raises ValueError for any other text."""
    found = parse_or_none(text)
    if found is None:
        raise ValueError(f"expected the id of a phase such as T03.US.B, found {text!r}")
    return found


@lru_cache(maxsize=1024)
def parse_or_none(text: str) -> PhaseId | None:
    """A phase id as it is written, None for any other text."""
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    battle = BattleTurn(int(found[2]), int(found[3])) if found[2] else None
    return PhaseId(int(found[1]), found[4], found[5], battle)


def player_turn(text: str) -> str:
    """The player turn of a phase: ``T03.US`` of ``T03.US.B``."""
    return text.rpartition(".")[0]
