"""Adjudication cases: how a position is written in a case, and what a case may expect of a unit."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from newgame import ground
from newgame.card import SIDES
from newgame.rules import RULES, held
from newgame.state import State
from newgame.words import WORDS
from pbem.api.cases import Note, StarterCases


class Cases(StarterCases[State]):
    """Units by name, each with ``at``, ``strength``, ``in_cover``."""

    system, dialect, package = RULES, WORDS, "newgame"

    def names(self, state: State) -> tuple[str, ...]:
        """The units that a case can name."""
        return tuple(sorted(state.units))

    def set_out(self, state: State, units: Mapping[str, Mapping[str, Any]], note: Note) -> None:
        """These units, and no others."""
        for name in sorted(state.units):
            table = units.get(name)
            if table is None:
                del state.units[name]
                continue
            if "at" in table and not ground.has(str(table["at"])):
                note(f"unit {name}.at", f"a place such as {ground.EXAMPLE}", table["at"])
            state.units[name] = replace(state.units[name], **table)

    def begin(self, state: State, turn: int, side: str, phase: str) -> None:
        """Let the state stand before a phase."""
        state.turn, state.side, state.letter = turn, side, phase

    def unit(self, state: State, name: str) -> Mapping[str, Any] | None:
        """A unit in public words."""
        one = state.units.get(name)
        known = any(name in stand for stand in ground.OPENING.values())
        if one is None:
            return {"gone": True} if known else None
        return {"at": one.at, "strength": one.strength, "in_cover": one.in_cover, "gone": False}

    def points(self, state: State) -> Mapping[str, int]:
        """Points by side."""
        return {one.id: held(state, one.id) for one in SIDES}


CASES = Cases()
