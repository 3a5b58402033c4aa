"""The parse of an order line before any name is looked up: frozen records of words with their columns.

The records are the same for every game; which verbs there are, and which words stand with them, a dialect's grammar says.
"""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Words:
    """Words as written: `kind` is the grammar's name for them in lower case, `start` and `end` are columns from 0."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Name:
    """A possible name of a counter: one or more words."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Group:
    """``all``, ``all in 2911`` (`at`), ``stack T`` (`letter`), ``the rest``, ``everyone else in 2911``."""

    kind: str
    start: int
    end: int
    at: Words | None = None
    letter: str = ""


Member: TypeAlias = Name | Group


@dataclass(frozen=True, slots=True)
class Members:
    """The addressees of an order. `but` are left out of it; `together` came behind ``with``; `each` gives each their own
    order."""

    members: tuple[Member, ...]
    but: tuple[Member, ...] = ()
    each: bool = False

    @property
    def start(self) -> int:
        """The column where it begins."""
        return min(one.start for one in (*self.members, *self.but))

    @property
    def end(self) -> int:
        """The column behind its end."""
        return max(one.end for one in (*self.members, *self.but))


@dataclass(frozen=True, slots=True)
class Target:
    """A counter's name, a hex, or both; `pick` is ``weakest``, ``strongest``, ``mounted`` or ``leader``, and `also` another
    counter of the same hex."""

    name: Name | None = None
    at: Words | None = None
    pick: Words | None = None
    also: Name | None = None

    @property
    def start(self) -> int:
        """The column where it begins."""
        return min(part.start for part in (self.name, self.at, self.pick) if part is not None)

    @property
    def end(self) -> int:
        """The column behind its end."""
        return max(part.end for part in (self.name, self.at, self.pick) if part is not None)


Part: TypeAlias = Words | Members | Target


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb with what stands with it; `verb` is the grammar's name for the clause."""

    verb: str
    parts: tuple[Part, ...]
    start: int
    end: int

    def word(self, *kinds: str) -> Words | None:
        """The first words of one of these kinds."""
        return next((part for part in self.parts if isinstance(part, Words) and part.kind in kinds), None)

    def words(self, kind: str) -> tuple[Words, ...]:
        """All words of this kind."""
        return tuple(part for part in self.parts if isinstance(part, Words) and part.kind == kind)

    @property
    def members(self) -> Members | None:
        """Names that stand behind the verb."""
        return next((part for part in self.parts if isinstance(part, Members)), None)

    @property
    def targets(self) -> tuple[Target, ...]:
        """The targets, first choice first."""
        return tuple(part for part in self.parts if isinstance(part, Target))


@dataclass(frozen=True, slots=True)
class Ordered:
    """One clause and whom it is for; `who` is None if it continues with the units of the clause before."""

    who: Members | None
    clause: Clause


@dataclass(frozen=True, slots=True)
class Happening:
    """The event of a standing order, or a condition (`who` may be None then)."""

    event: str
    who: Members | None
    parts: tuple[Part, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line of orders; `phase` as written before the colon, or None."""

    orders: tuple[Ordered, ...]
    phase: Words | None = None


@dataclass(frozen=True, slots=True)
class WhenLine:
    """``when … then … else … until …``."""

    event: Happening
    conditions: tuple[Happening, ...]
    action: Ordered
    otherwise: Ordered | None = None
    until: Words | None = None


@dataclass(frozen=True, slots=True)
class PolicyLine:
    """``policy losses 3512: holders, G/3``; `wishes` is the text behind the colon."""

    policy: Words
    who: Members | None
    at: Words | None
    wishes: Words


@dataclass(frozen=True, slots=True)
class MarchLine:
    """``A/7 Cav march to 7512 by ford A``: orders of several turns, and what ends them (``A/7 Cav halt``)."""

    orders: tuple[Ordered, ...]


Line: TypeAlias = OrderLine | WhenLine | PolicyLine | MarchLine
"""The syntax of one line."""


@dataclass(frozen=True, slots=True)
class Misread:
    """A line that does not fit the grammar: the columns where parsing stopped, and whether the line ended there."""

    start: int
    end: int
    at_end: bool = False


HAS_UNITS = (OrderLine, MarchLine)
"""The syntax of lines that order units, now or for turns to come."""
