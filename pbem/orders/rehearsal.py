"""The rehearsal: a letter's lines taken one by one, under an umpire that rolls nothing and lets nobody react.

Each line is named and planned on the position that the good lines before it leave, on the owner's own view; a bad line
spoils nothing but itself.  Lines for a later phase come after those of the present one (design: plan, then resolve).
"""

from collections.abc import Collection, Generator, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.event import PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.problem import Problem, Warning_
from pbem.core.record import Record
from pbem.core.system import Plan, RuleSystem
from pbem.core.umpire import Umpire
from pbem.orders.commands import Command, command
from pbem.orders.dialect import Dialect, Mended, Placed, Reading, Span
from pbem.orders.lines import Cut, LinesRead, OwnLine, Press, own_lines, wrapped_together
from pbem.orders.standing import StandingOrder
from pbem.orders.syntax import Line, Misread, Ordered, OrderLine
from pbem.orders.told import refusal

ACCEPTED, REFUSED, PROSE = "accepted", "refused", "not an order"


@dataclass(frozen=True, slots=True)
class LineVerdict:
    """What became of one line.

    `text` is the line as written (ASCII); `verdict` is ``accepted``, ``refused`` or ``not an order``; `phase` the letter of
    the phase that it is for; `orders` and `canonical` go together; `problem` and `caret` (columns of `text`) are set where it
    was refused; `notes` are costs such as ``5 of 6 MP``.
    """

    number: int
    text: str
    verdict: str
    phase: str = ""
    orders: tuple[Order, ...] = ()
    canonical: tuple[str, ...] = ()
    problem: Problem | None = None
    caret: Span | None = None
    warnings: tuple[Warning_, ...] = ()
    notes: tuple[str, ...] = ()
    standing: StandingOrder | None = None
    command: Command | None = None

    @property
    def told(self) -> str:
        """The answer to a refused line, in the form of the order language; "" for any other."""
        return refusal(self.number, self.text, self.problem, self.caret) if self.problem is not None else ""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A letter as it was read: its lines in their sequence, standing orders, commands, press, and what was cut."""

    lines: tuple[LineVerdict, ...]
    standing: tuple[StandingOrder, ...]
    commands: tuple[Command, ...]
    cut: tuple[Cut, ...]
    press: tuple[Press, ...] = ()

    @property
    def orders(self) -> tuple[Order, ...]:
        """The accepted orders that are not for a later phase nor standing, in the sequence of the letter."""
        return tuple(order for line in self.lines if line.verdict == ACCEPTED for order in line.orders)


def rehearse(
    system: RuleSystem[Any],
    dialect: Dialect,
    state: Any,
    side: str,
    phase_letter: str,
    words: str,
    *,
    sent: Collection[str] = (),
    stacks: Mapping[str, tuple[str, ...]] | None = None,
) -> Rehearsal:
    """Read and rehearse the words of a letter by `side` for the phase with this letter.  Any text at all is taken.

    `state` is not changed.  `sent` are lines that we sent to this player; `stacks` the letters of the report he answers.
    """
    return _Rehearsing(system, dialect, state, side, phase_letter, stacks or {}).letter(own_lines(words, sent))


@dataclass
class _Said:
    """A line as it was read: its syntax, and how its columns lie in the text as written."""

    line: OwnLine
    words: str
    syntax: Line
    columns: tuple[int, ...] = ()
    notes: tuple[Warning_, ...] = ()
    phase: str = ""

    def caret(self, placed: Placed) -> Span:
        """The columns of a problem in the text as written."""
        if not self.columns:
            return placed.start, placed.end
        last = len(self.columns) - 1
        return self.columns[min(placed.start, last)], self.columns[min(max(placed.end - 1, 0), last)] + 1


@dataclass
class _Outcome:
    orders: list[Order] = field(default_factory=list)
    warnings: list[Warning_] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class _Rehearsing:
    def __init__(
        self,
        system: RuleSystem[Any],
        dialect: Dialect,
        state: Any,
        side: str,
        letter: str,
        stacks: Mapping[str, tuple[str, ...]],
    ) -> None:
        self.system, self.dialect, self.side, self.stacks = system, dialect, side, stacks
        self.letter = letter
        self.letters = [phase.letter for phase in system.card.phases]
        self.whose = {phase.letter: phase.orders for phase in system.card.phases}
        coming = system.next_phase(state)
        self.phase_id = coming.id if coming is not None else ""
        self.umpire: Umpire[Any] = Umpire(
            system.thaw(system.view(state, side)),
            system.apply,
            phase=self._id(letter),
            options=getattr(state, "options", Options()),
            write=dialect.write,
        )
        self.at_stake: set[str] = set()
        self.running = ""
        self._go_to(letter, coming.letter if coming is not None else letter)

    def _id(self, letter: str) -> str:
        return f"{self.phase_id.rpartition('.')[0]}.{letter}"

    def _go_to(self, letter: str, first: str = "") -> None:
        """End the running phase and pass through the phases between, so that `letter` is the one that has begun."""
        here = self.running or first
        between = [here]
        if here in self.letters and letter in self.letters and self.letters.index(here) < self.letters.index(letter):
            between = self.letters[self.letters.index(here) : self.letters.index(letter)]
        elif here == letter:
            between = []
        for one in between if self.running or here != letter else ():
            if self.running != one:
                if one not in self.letters or letter not in self.letters or self.letters.index(one) > self.letters.index(letter):
                    continue
                self.umpire.emit(PhaseBegan(self._id(one)))
            self.umpire.emit(PhaseEnded(self._id(one)))
            self.running = ""
        if self.running != letter:
            self.umpire.phase = self._id(letter)
            self.umpire.emit(PhaseBegan(self._id(letter)))
            self.running = letter

    # A letter.

    def letter_lines(self, read: LinesRead) -> Iterator[_Said | LineVerdict]:
        """Each line as it was read, or what became of it at once."""
        lines, n = read.lines, 0
        while n < len(lines):
            line = lines[n]
            told = command(line.words)
            if told is not None:
                yield LineVerdict(line.number, line.text, ACCEPTED, self.letter, canonical=(told.text,), command=told)
                n += 1
                continue
            said = self._parsed(line)
            joined = wrapped_together(lines, n)
            if joined is not None and (isinstance(said, Misread) or isinstance(self._parsed(lines[n + 1]), Misread)):
                both = self._parsed(joined)
                if isinstance(both, _Said):
                    said, line, n = both, joined, n + 1
            n += 1
            yield said if isinstance(said, _Said) else self._unread(line, said)

    def _parsed(self, line: OwnLine) -> _Said | Misread:
        syntax = self.dialect.parse(line.words)
        if not isinstance(syntax, Misread):
            return _Said(line, line.words, syntax)
        mended = self.dialect.mend(line.words, self.umpire.state)
        if mended is not None:
            again = self.dialect.parse(mended.words)
            if not isinstance(again, Misread):
                return _Said(line, mended.words, again, mended.columns, mended.notes)
        return syntax

    def _unread(self, line: OwnLine, misread: Misread) -> LineVerdict:
        if not self.dialect.is_order_like(line.words, self.umpire.state):
            return LineVerdict(line.number, line.text, PROSE)
        placed = self.dialect.explain(misread, line.words, self._reading(self.letter))
        return LineVerdict(line.number, line.text, REFUSED, self.letter, problem=placed.problem, caret=(placed.start, placed.end))

    def letter_of(self, said: _Said) -> str:
        """The phase that a line is for; the present one where it does not say."""
        if isinstance(said.syntax, OrderLine) and said.syntax.phase is not None:
            return self.dialect.phase_letter(said.syntax.phase.text) or self.letter
        return self.letter

    def letter(self, read: LinesRead) -> Rehearsal:  # type: ignore[no-redef]
        """The whole letter."""
        raise AssertionError

    def _reading(self, phase: str) -> Reading:
        view = self.umpire.state
        return Reading(view, self.side, phase, partial(self.system.plan, view, self.side, phase), self.stacks)


def _names_in(order: Order) -> Iterator[str]:
    for one in fields(order):
        value = getattr(order, one.name)
        if isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, str))
        elif isinstance(value, str):
            yield value
