"""Pauses after trouble: longer each time, never in step with others, at once again when all is well."""

from collections.abc import Callable
from dataclasses import dataclass

JITTER = 0.2
"""By how much of itself a wait is drawn out at most."""


def no_chance() -> float:
    """No chance at all: every wait is as long as it says."""
    return 0.0


@dataclass
class Backoff:
    """Waits of 1, 2, 4 ... seconds up to `longest`, each drawn out by up to a fifth.  `chance` gives a fraction up to 1."""

    longest: float
    chance: Callable[[], float] = no_chance
    seconds: float = 0.0
    """The wait that is on now; 0 where there is no trouble."""

    def longer(self, longest: float | None = None) -> float:
        """There was trouble again; the seconds to wait now, at most `longest` for this kind of it."""
        whole = min(max(1.0, self.seconds * 2), longest or self.longest)
        self.seconds = whole
        return whole * (1 + JITTER * self.chance())

    def over(self) -> None:
        """All is well."""
        self.seconds = 0.0
