"""The interface between a game and the casebook: reading a position, and telling a counter's state in public words."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pbem import resources
from pbem.core.system import RuleSystem
from pbem.orders.dialect import Dialect
from pbem.orders.standing import Judge
from pbem.systems import registry

S = TypeVar("S")

Note = Callable[[str, str, object], None]
"""Notes a fault of what a person wrote: the key (``unit[2].at``), what was expected, what was found."""


class Language(Dialect, Judge, Protocol):
    """A game's order language, standing orders included."""


class Casework(Protocol[S]):
    """A game as the casebook sees it."""

    @property
    def system(self) -> RuleSystem[S]: ...

    @property
    def dialect(self) -> Language: ...

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
