"""Engagements: the shots and attacks that a counter carries through a player turn, since each may be made but once."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pbem.core.event import Event
from pbem.core.record import Record, to_json

# Combat: the events whose hexes a report draws, even where no enemy is near any more.

HEX = 4
"""Digits of a hex id."""


@dataclass(frozen=True, slots=True)
class CombatEvent(Event):
    """Something that happened in combat."""


def hexes_of(events: Iterable[Event]) -> frozenset[str]:
    """The hexes that the combat among these events was about: whatever in them reads as a hex."""
    combat: list[Any] = [to_json(event) for event in events if isinstance(event, CombatEvent)]
    values = [value for one in combat for value in one.values()]
    several = [one for value in values if isinstance(value, list) for one in value]
    return frozenset([one for one in (*values, *several) if type(one) is str and len(one) == HEX and one.isdecimal()])


DEFENSIVE, OPPORTUNITY, RETREAT, HIT_AND_RUN, RETURN, MELEE = (
    "defensive",
    "opportunity",
    "retreat",
    "hit and run",
    "return",
    "melee",
)
MANHANDLING, GUN_MOVED = "manhandling", "gun moved"
"""Work at a gun: a unit that pushed one or turned it, and the gun to which that was done (LB-11.B.2)."""
PACKING = "packing"
"""Villagers who begin to pack a camp (LB-18.B.1)."""
LETTERS = {
    DEFENSIVE: "f",
    OPPORTUNITY: "o",
    RETREAT: "r",
    HIT_AND_RUN: "h",
    RETURN: "a",
    MELEE: "m",
    MANHANDLING: "g",
    GUN_MOVED: "t",
    PACKING: "p",
}
"""The letter of each occasion in an engagement's text."""
OCCASIONS = {letter: occasion for occasion, letter in LETTERS.items()}
PHASES = "SABCDEF"


@dataclass(frozen=True, slots=True)
class Engagement(Record):
    """A shot or an attack: the letter of its phase, its occasion, and of a melee the hex that was attacked.

    `str` of it is what checkpoints, case files and a GM's ruling say: ``Co`` for opportunity fire in phase C, ``Fr`` for
    retreat fire in phase F, ``Df`` for defensive fire, ``Ch`` for a hit and run, ``Ca`` for the fire that answers one,
    ``Fm3412`` for a melee (9.F, 9.G, 10.A, 16.G).
    """

    phase: str
    occasion: str
    at: str = ""

    def __str__(self) -> str:
        return f"{self.phase}{LETTERS.get(self.occasion, self.occasion)}{self.at}"


def read(text: str) -> Engagement:
    """As `parse`; a text that says no engagement, as a GM may once have set it, is kept as it is and counts as none."""
    try:
        return parse(text)
    except ValueError:
        return Engagement("", text)


def parse(text: str) -> Engagement:
    """The engagement that `text` says.  Raises ValueError."""
    phase, letter, at = text[:1], text[1:2], text[2:]
    is_known = len(phase) == 1 and phase in PHASES and letter in OCCASIONS
    if not is_known or bool(at) != (OCCASIONS[letter] == MELEE):
        raise ValueError(
            "expected a phase and a letter of "
            + ", ".join(f"{letter} ({occasion})" for occasion, letter in LETTERS.items())
            + f", with a hex behind m, such as Co or Fm3412; found {text!r}"
        )
    return Engagement(phase, OCCASIONS[letter], at)
