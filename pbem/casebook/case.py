"""A case as it is written: its position, orders, dice and expectations, and where in which file it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.core import phase_id

Table = Mapping[str, Any]
"""A TOML table.  Numbers with a point are fractions: a case says 2.5 and means 5/2."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The expected result of a case; whatever is empty or None is not looked at.

    `events` are matched in sequence, each as a subset; `no_event` may match nowhere; `rejected` are tables of ``side``,
    ``line`` and ``says``; `asked` subsets of the decisions that nobody's orders answer; `outcome` has ``winner`` ("" in a
    draw), ``level`` and ``vp``, the points of the end, of a game that is over; `time` is the hour at which play then stands.
    `also_vp` are the victory points in other titles that the case also holds for, where their charts award others.
    A case whose expectation is not given is shown and not judged.
    """

    unit: Mapping[str, Table] = field(default_factory=dict)
    events: tuple[Table, ...] = ()
    no_event: tuple[Table, ...] = ()
    rejected: tuple[Table, ...] = ()
    asked: tuple[Table, ...] = ()
    vp: Mapping[str, int] = field(default_factory=dict)
    also_vp: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    phase: str = ""
    outcome: Table = field(default_factory=dict)
    time: str = ""
    is_given: bool = True


@dataclass(frozen=True, slots=True)
class Until:
    """The last phase that is played: by its id (``T04.US.C``), or the first with this letter in a player turn of `side`."""

    letter: str = ""
    side: str = ""
    id: str = ""

    @property
    def turn(self) -> int:
        """The game turn where the id says it, else 0."""
        return phase_id.parse(self.id).turn if self.id else 0

    def is_reached(self, letter: str, side: str, name: str) -> bool:
        """True if a phase with this letter, side and id is the last one."""
        return self.id == name if self.id else (self.letter, self.side) == (letter, side)

    def __str__(self) -> str:
        return self.id or f"{self.letter} of {self.side}"


@dataclass(frozen=True, slots=True)
class Case:
    """One case; `file` and `line` are where its ``[[case]]`` stands.

    `side` is the phasing side's id, `phase` a phase's letter; `position` holds ``scenario``, ``options``, ``turn``,
    ``side``, ``phase``, ``map`` and ``unit`` for the game to read.  `orders` are letters by side id (``us``), or by side and
    the phase before which the letter is read (``us T04.US.B``).
    """

    file: str
    line: int
    id: str
    clauses: tuple[str, ...]
    game: str
    position: Table
    options: tuple[str, ...]
    turn: int
    side: str
    phase: str
    until: "Until"
    orders: Mapping[str, str]
    dice: tuple[int, ...]
    dice_named: Mapping[str, tuple[int, ...]]
    expect: Expectation
