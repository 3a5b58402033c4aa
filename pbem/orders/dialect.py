"""The interface between a game and the order language: its words, what they mean on a player's view, and their one text
form."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, runtime_checkable

from pbem.core.ask import Ask
from pbem.core.order import Order, Problem, Warning_
from pbem.core.system import Plan
from pbem.language.gazetteer import Gazetteer
from pbem.language.lexicon import Lexicon
from pbem.orders.standing import StandingOrder
from pbem.orders.syntax import Line, MarchLine, Misread, Ordered, OrderLine, PolicyLine, WhenLine, Words

Span: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Placed:
    """A problem and the columns of the line that it is about."""

    problem: Problem
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class RepairedLine:
    """A line with a verb spelt out; `columns[i]` is the column in the line as written of character `i`."""

    words: str
    columns: tuple[int, ...]
    notes: tuple[Warning_, ...]


@dataclass
class Reading:
    """The context in which a line is read, and what its clauses have said so far.

    `view` is the position as the side may know it, with the good lines before carried out; `phase` the letter of the phase
    that the line is for, "" if that is not known; `plan` plans an order there (None: nothing is planned, and
    suggestions go without costs); `stacks` are the stacks of the report that the letter answers, by letter; `along` the leaders
    of a stack that was named as a whole, who are left out of what leaders cannot do.  With `is_brief` nothing near a wrong
    name is looked for: nobody will read it.  `ordered` are those that other lines give orders to: all but ``the rest``.
    """

    view: Any
    side: str
    phase: str = ""
    plan: Callable[[Order], Plan | Problem] | None = None
    stacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    units: tuple[str, ...] = ()
    placed_at: dict[str, str] = field(default_factory=dict)
    target: str = ""
    spans: dict[str, Span] = field(default_factory=dict)
    warnings: list[Warning_] = field(default_factory=list)
    along: set[str] = field(default_factory=set)
    is_brief: bool = False
    ordered: frozenset[str] = frozenset()


@runtime_checkable
class Verbatim(Protocol):
    """A dialect whose lines are kept as they are typed: purposes and words, with brackets, ``#`` and quotation marks.

    While a line of a letter is refused nothing of it is carried out, since what stands below may rest on it.
    """

    @property
    def is_verbatim(self) -> bool:
        """True if it does so."""
        ...

    def talk(self, lines: Sequence[str], view: Any, side: str) -> str:
        """The words of a letter that has nothing but words for the others, "" for any other: they are passed on at any time."""
        ...

    def ends_letter(self, order: Order) -> bool:
        """True for an order behind which no other is carried out: of those on file the last one counts, and stands last."""
        ...


@runtime_checkable
class InBlocks(Protocol):
    """A dialect in which a line may mean something else between two lines that open and close a block."""

    block_opening: str
    """The line that opens a block."""

    def prefixes(self, lines: Sequence[str]) -> Sequence[str]:
        """The words that must precede each line of a letter for it to be read alone; "" for most."""
        ...


@runtime_checkable
class ReadsProse(Protocol):
    """A dialect whose game says what a side can name and in which words, so that prose is read too (`pbem.language`)."""

    def prose(self, view: Any, side: str, phase: str, *, in_block: bool = False) -> tuple[Gazetteer, Lexicon]:
        """The names and the words for a line of a phase, or for one of a block."""
        ...

    def lexicons(self) -> Sequence[Lexicon]:
        """All lexicons that `prose` may give."""
        ...


@runtime_checkable
class CallsUnits(Protocol):
    """A dialect of a game in which a phase lets only some of a side's units act: those whom a marker calls."""

    def letters_calling(self, names: Sequence[str], view: Any, side: str) -> tuple[str, ...]:
        """The letters of a side's phases to come that call one of these units, or bring it on; of phases alike the next one."""
        ...


class Dialect(Protocol):
    """A game's order language.  Nothing here raises on anything that a player can write."""

    @property
    def place(self) -> str:
        """The form of a place on its map, as a regular expression without groups: four digits for hexes (``3413``)."""
        ...

    def parse(self, words: str) -> Line | Misread:
        """The syntax of one line."""
        ...

    def repair(self, words: str, view: Any) -> RepairedLine | None:
        """The line with misspelt or shortened verbs spelt out (W303), None if there is nothing to correct."""
        ...

    def orders(self, ordered: Ordered, reading: Reading) -> tuple[Order, ...] | Placed:
        """The orders of one clause."""
        ...

    def standing(self, line: WhenLine | PolicyLine | MarchLine, reading: Reading) -> StandingOrder | Placed:
        """A standing order, numbered 0."""
        ...

    def explain(self, misread: Misread, words: str, reading: Reading) -> Placed:
        """Why a line could not be read, in the player's words."""
        ...

    def phase_letter(self, text: str, view: Any = None, side: str = "") -> str:
        """The letter of a phase as a player says it (``melee`` is ``F``); "" for none that a side has, where one is named."""
        ...

    def phase_word(self, letter: str, view: Any, side: str) -> str:
        """The word by which a side writes a phase with this letter: ``F``, or the name of what gives it (``Reno``)."""
        ...

    def no_phase(self, words: Words, reading: Reading) -> Placed:
        """Why a line is for no phase of the side's (E154), with the names of those that it has."""
        ...

    def formation(self, words: str, view: Any, side: str) -> tuple[str, ...] | Problem:
        """The counters of a side that words name as somebody's command, on the map or not, with those that go with them now:
        holders, crews, attached leaders.  A problem (E101), with near names, for words that name none."""
        ...

    def repairs(self, words: str, reading: Reading) -> Iterator[str]:
        """Lines that may have been meant by one that was refused, the likeliest first; the rehearsal tries each."""
        ...

    def what_if(self, view: Any, side: str) -> Iterator[tuple[str, Ask]]:
        """Simple acts of the enemy, each in a sentence, with the questions that they would put to a side now."""
        ...

    def letters_of(self, line: OrderLine, present: str) -> tuple[str, ...]:
        """The letters of the phases for which a line may be meant that does not say so, in sequence; () for the present."""
        ...

    def stage(self, what: OrderLine | Order) -> int:
        """The part of its phase in which a line or an order on file is carried out; 0 where its place in the letter decides."""
        ...

    def is_order_like(self, words: str, view: Any, side: str = "") -> bool:
        """True if a sentence of `side` that could not be read is to be answered as a wrong order; else it is chat."""
        ...

    def less_often(self, ask: Ask) -> str:
        """The canonical standing order that would answer such a question as it is answered in silence; "" for none."""
        ...

    def write(self, order: Order) -> str:
        """The order's one text form."""
        ...

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """Read a line back: ``read(write(order)) == (order,)``."""
        ...
