"""A case as it is written, with its place in its file, and the interface between a game and the casebook."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pbem import resources
from pbem.core import sequence
from pbem.core.system import RuleSystem
from pbem.orders.dialect import Dialect
from pbem.orders.standing import Judge
from pbem.systems import registry

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
        return sequence.parse(self.id).turn if self.id else 0

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


# The interface between a game and the casebook: reading a position, and telling a counter's state in public words.

S = TypeVar("S")

Note = Callable[[str, str, object], None]
"""Notes a fault of what a person wrote: the key (``unit[2].at``), what was expected, what was found."""


class CaseLanguage(Dialect, Judge, Protocol):
    """A game's order language, standing orders included."""


class Casework(Protocol[S]):
    """A game as the casebook sees it."""

    @property
    def system(self) -> RuleSystem[S]: ...

    @property
    def dialect(self) -> CaseLanguage: ...

    @property
    def package(self) -> str:
        """The Python package that holds the game's rules."""
        ...

    @property
    def clause_ids(self) -> Mapping[str, str]:
        """The clauses that the code names by their meanings, by meaning; empty where it names them by their ids."""
        ...

    @property
    def clause_index(self) -> str:
        """The index of the rulebook's clauses: a file of the game's package, such as ``clauses-rosebud.toml``."""
        ...

    @property
    def passing(self) -> tuple[str, ...]:
        """A counter's words that are gone when its phase has ended: they are judged as the last phase ended."""
        ...

    def clauses_of_sister(self, game: str, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """The clauses of this game that a case of another title of its series proves too.  Raises KeyError for no sister."""
        ...

    def reset_keys(self, phase: str) -> tuple[str, ...]:
        """A counter's words that are reset with the phase of this letter, so that no position can hold them before it."""
        ...

    def clock(self, scenario: str) -> Mapping[str, int]:
        """The game turns of a scenario by the time of day at which each begins (``08:20``); empty where there is none."""
        ...

    def position(self, case: Mapping[str, Any], note: Note) -> S:
        """The state as a case sets it out, standing before its phase.

        `case` has ``scenario``, ``options``, ``turn``, ``side``, ``phase`` (a letter), and ``map`` and ``unit`` as they are
        written.  All faults are noted; the state is then of no use.
        """
        ...

    def unit(self, state: S, name: str) -> Mapping[str, Any] | None:
        """A counter's state in the game's public words, those of one that is gone included; None for no such counter."""
        ...

    def points(self, state: S) -> Mapping[str, int]:
        """Victory points by side id."""
        ...


def casework(title: str) -> Casework[Any]:
    """The casework of a game by its title.  Raises KeyError with the known titles for another."""
    found: Casework[Any] = registry.game(title).casework
    return found


def own_cases() -> Path:
    """The folder of the project's own cases: ``tests/cases`` of the checkout, else what the wheel brought."""
    checkout = resources.root() / "tests" / "cases"
    return checkout if checkout.is_dir() else resources.root() / "cases"
