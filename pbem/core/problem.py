"""Problems of orders. Faults of people are values with a place, a clause and a way out."""

from dataclasses import dataclass

from pbem.core.record import Record


@dataclass(frozen=True, slots=True)
class Problem(Record):
    """Something wrong with an order.

    `text` is what the player is told, in whole sentences; `clause` the number of the rule as the book prints it, or "";
    `suggest` lines that they may copy; `words` the words in question, for the caret, where they are known; `rests_on` the
    counters and hexes whose place or condition forbid the act (empty where map, kind of counter or printed number do).
    """

    code: str
    text: str
    clause: str = ""
    suggest: tuple[str, ...] = ()
    words: str = ""
    rests_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Malformed(Problem):
    """It cannot be read."""


@dataclass(frozen=True, slots=True)
class Ambiguous(Problem):
    """It might mean two things."""


@dataclass(frozen=True, slots=True)
class Illegal(Problem):
    """It is against a clause."""


@dataclass(frozen=True, slots=True)
class Moot(Problem):
    """Legal when written, overtaken since: a line in the log, not an error."""


@dataclass(frozen=True, slots=True)
class Warning_(Problem):
    """A W3xx remark; the order stands."""
