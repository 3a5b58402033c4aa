"""A game as the campaign is handed it."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pbem.core.system import Card, RuleSystem
    from pbem.mechanisms.offers import Offering
    from pbem.mechanisms.practice import Practice
    from pbem.reports.teller import Teller


class Title(Protocol):
    """A game as `systems.registry.game` hands it out: its rules, its words, its telling."""

    @property
    def system(self) -> "RuleSystem[Any]": ...

    @property
    def card(self) -> "Card": ...

    @property
    def dialect(self) -> Any: ...

    @property
    def teller(self) -> "Teller[Any]": ...

    def short_name(self, phase: str) -> str:
        """A phase in a subject line, as the teller says it: ``T3 US Off. Fire`` for ``T03.US.B``."""
        ...

    @property
    def offering(self) -> "Offering | None":
        """The maker of offers for the order page; None if a game has none."""
        ...

    @property
    def practice(self) -> "Practice | None":
        """The practice opponents; None if a game has none."""
        ...


MOST_POSITIONS = 32
"""Positions that are kept: a letter asks for the same one several times, and then for the one that it led to."""


@lru_cache(maxsize=MOST_POSITIONS)
def position(titles: Callable[[str], Title], title: str, text: str) -> Any:
    """The position that a checkpoint's JSON tells.  Nobody may change it: who plays on thaws a copy.

    Raises what the system's `from_json` raises.
    """
    return titles(title).system.from_json(json.loads(text))
