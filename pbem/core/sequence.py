"""The sequence of play, as a side that writes orders sees it, and the ids of its phases.

Phases in a fixed sequence, phases that chance brings, phases in which all sides write at once and battles inside a turn
differ in the answers to a few questions (`SequenceOfPlay`) and in nothing else.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from pbem.core.system import ALL, OTHER, PHASING, Card, Phase, RuleSystem

# The id of a phase: game turn, side and letter, and the battle inside the turn where there is one.
#
# ``T03.US.B`` is phase B of the US player turn of game turn 3.  ``T03.B2.G07.US.B`` is phase B of the US half of
# battle turn 7 in the second battle of game turn 3.  Letters, dice labels, records and checkpoints are filed under
# these ids, so a phase id never comes twice in a game.

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


class SequenceOfPlay(Protocol):
    """The order in which phases come. `letter` is a phase's letter, `played` the ids of the phases that have begun."""

    def next_for(self, side: str, letter: str, now: PhaseId, played: Collection[str]) -> PhaseId | None:
        """The next phase with this letter that takes orders of a side, which may be `now`; None if none can come."""
        ...

    def is_sure(self, letter: str) -> bool:
        """True if a phase with this letter is sure to come: orders for one that is not wait until it does."""
        ...

    def is_apart(self, letter: str) -> bool:
        """True if a phase with this letter is in no player turn: it is asked for by itself, in every pace."""
        ...

    def after(self, present: str) -> tuple[str, ...]:
        """The phases after the present one that the same letter of a side may serve."""
        ...

    def between(self, first: str, letter: str) -> tuple[str, ...]:
        """The phases from `first` on that are played before the one with this letter."""
        ...

    def knows(self, phase: PhaseId) -> bool:
        """True if a phase with this id may come in a game."""
        ...


def sequence_of(system: RuleSystem[Any]) -> SequenceOfPlay:
    """The sequence of play of a game: what the game says itself (`sequence` of its rules), else what its card says."""
    own: SequenceOfPlay | None = getattr(system, "sequence", None)
    if own is not None:
        return own
    return InTurn(system.card) if system.card.in_sequence else Drawn(system.card)


def phasing(card: Card, phase: Phase[Any]) -> tuple[str, ...]:
    """The sides whose turn it is in a phase: one, or all where they write at once."""
    found = parse_or_none(phase.id)
    return tuple(one.id for one in card.sides) if found is not None and found.side == EVERYBODY else (phase.side,)


class InTurn:
    """Phases that come in the sequence of the card; those with the letters `battle` are phases of battles inside a turn.

    From outside a battle nobody can write for one: nobody knows whether it will come, or who will be in it.  The phases
    `before` come before the first game turn, in the turn 0, and no others do; those `apart` are in no player turn.
    """

    def __init__(self, card: Card, battle: str = "", before: str = "", apart: str = "") -> None:
        self.card, self.battle, self.before, self.apart = card, battle, before, apart
        self.letters = [one.letter for one in card.phases]
        self.whose = {one.letter: one.orders for one in card.phases}

    def next_for(self, side: str, letter: str, now: PhaseId, played: Collection[str]) -> PhaseId | None:
        """See `SequenceOfPlay`."""
        if letter not in self.letters or (letter in self.battle and now.battle is None):
            return None
        inside = now.battle if letter in self.battle else None
        turns = [PhaseId(now.turn, code, letter, inside) for code in self._codes(side, letter, now)]
        if now.letter in self.before and letter not in self.before:
            return turns[0].in_turn(1)
        coming = next((one for one in turns if not self._is_past(one, now, played)), None)
        return coming if coming is not None else turns[0].in_turn(1)

    def _codes(self, side: str, letter: str, now: PhaseId) -> tuple[str, ...]:
        """The names that may stand for a side in the id of a phase that takes the orders of this one."""
        own = self.card.side(side).code
        if self.whose[letter] == ALL:
            return (EVERYBODY,)
        if self.whose[letter] != OTHER:
            return (own,)
        others = [one.code for one in self.card.sides if one.code != own]
        return tuple(sorted(others, key=lambda code: code != now.side))

    def _is_past(self, one: PhaseId, now: PhaseId, played: Collection[str]) -> bool:
        place = self.letters.index(one.letter)
        if one.player_turn == now.player_turn:
            return place < self.letters.index(now.letter)
        begun = [found.rpartition(".")[2] for found in played if player_turn(found) == one.player_turn]
        if now.battle is not None:  # the turn goes on behind the battle
            return any(self.letters.index(found) >= place for found in begun)
        return bool(begun)

    def is_sure(self, letter: str) -> bool:
        """See `SequenceOfPlay`."""
        return letter not in self.battle

    def is_apart(self, letter: str) -> bool:
        """See `SequenceOfPlay`."""
        return letter in self.apart

    def after(self, present: str) -> tuple[str, ...]:
        """See `SequenceOfPlay`: those that take the orders of the same sides."""
        if present not in self.letters:
            return ()
        later = self.letters[self.letters.index(present) + 1 :]
        if present in self.before:  # what comes behind is of a turn
            later = [one for one in later if one in self.before]
        return tuple(one for one in later if self.whose[one] == self.whose[present] and self._beside(one, present))

    def between(self, first: str, letter: str) -> tuple[str, ...]:
        """See `SequenceOfPlay`."""
        if first not in self.letters or letter not in self.letters or not self._beside(first, letter):
            return ()
        passed = self.letters[self.letters.index(first) : self.letters.index(letter)]
        return tuple(one for one in passed if self._beside(one, letter))

    def _beside(self, one: str, other: str) -> bool:
        """True if both are phases of a turn, or of a battle."""
        return (one in self.battle) == (other in self.battle)

    def knows(self, phase: PhaseId) -> bool:
        """See `SequenceOfPlay`."""
        codes = (EVERYBODY, *(one.code for one in self.card.sides))
        return phase.side in codes and phase.letter in self.letters


class Drawn:
    """Phases that chance brings, each once in a game turn at most, such as those of markers drawn from a cup."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.letters = tuple(one.letter for one in card.phases if one.orders == PHASING)

    def next_for(self, side: str, letter: str, now: PhaseId, played: Collection[str]) -> PhaseId | None:
        """See `SequenceOfPlay`: one that was not played this turn may still come in it."""
        if letter not in self.letters:
            return None
        one = PhaseId(now.turn, self.card.side(side).code, letter, now.battle)
        return one.in_turn(1) if one != now and str(one) in played else one

    def is_sure(self, letter: str) -> bool:
        """See `SequenceOfPlay`."""
        return False

    def is_apart(self, letter: str) -> bool:
        """See `SequenceOfPlay`."""
        return False

    def after(self, present: str) -> tuple[str, ...]:
        """See `SequenceOfPlay`: all others, since any may come next."""
        return tuple(one for one in self.letters if one != present)

    def between(self, first: str, letter: str) -> tuple[str, ...]:
        """See `SequenceOfPlay`: nobody knows which."""
        return ()

    def knows(self, phase: PhaseId) -> bool:
        """See `SequenceOfPlay`: what is drawn has letters of its own."""
        return True
