"""The position that a rehearsal goes through: a side's own view under an umpire that rolls nothing and lets nobody react.

It knows the phases of the player turn: which one the letter is for, which run now, which are to come.
"""

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.event import PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Order, Problem
from pbem.core.sequence import EVERYBODY, PhaseId, parse, sequence_of
from pbem.core.system import Plan, RuleSystem
from pbem.core.umpire import Umpire
from pbem.language.lexicon import NO_WORDS_ADDED, DeskWords
from pbem.language.read import LineAsRead
from pbem.orders.dialect import Dialect, Reading
from pbem.orders.syntax import Words

MOST_MOMENTS = 1_000
"""Moments at which one order asks; one that needs more does not end."""


class RehearsedPosition:
    """A side's view as the lines of a letter change it.

    `present` is the letter of the phase that lines are for which do not say it ("" if none of the side's is), `running`
    the one that the position stands in; `begun` is the view before the first line.  `is_brief`: no more is said of a refused
    line than why; `ordered` are the units that lines for a phase name, by its letter, where a line is for all the rest.  With
    `is_begun` the coming phase has begun: what happens at its beginning is not done again.
    """

    def __init__(
        self,
        system: RuleSystem[Any],
        dialect: Dialect,
        state: Any,
        side: str,
        letter: str,
        stacks: Mapping[str, tuple[str, ...]],
        *,
        is_begun: bool = False,
        desk_words: DeskWords = NO_WORDS_ADDED,
        as_read: Mapping[str, LineAsRead] | None = None,
    ) -> None:
        self.system, self.dialect, self.side, self.present, self.stacks = system, dialect, side, letter, stacks
        self.desk_words, self.as_read = desk_words, as_read or {}
        self.letters = [phase.letter for phase in system.card.phases]
        self.sequence = sequence_of(system)
        coming = system.next_phase(state)
        self.is_brief = False
        self.ordered: Mapping[str, frozenset[str]] = {}
        self._now = PhaseId(0, "", "") if coming is None else parse(coming.id)
        own = self.sequence.next_for(side, letter, self._now, ())
        code = own.side if own is not None else system.card.side(side).code
        # In a phase of nobody's, such as a draw from a cup, the side whose turn it is has its code in no id.
        turn_of = "" if coming is None or not coming.side else system.card.side(coming.side).code
        is_own_turn = code in (self._now.side, turn_of)
        if not self.sequence.is_sure(letter) and not is_own_turn:
            # Another side's drawn phase runs: no phase of this side is the present one, so a line must say which it is for.
            letter = self.present = ""
        self._turn = PhaseId(self._now.turn, code, letter, self._now.battle)
        # Another player's turn runs: the line is looked at as if the turn that it is for had come to this position.
        self.running, self.coming = "", self._now.letter if is_own_turn else ""
        self.umpire: Umpire[Any] = Umpire(
            system.thaw(system.view(state, side)),
            system.apply,
            phase=self._id(letter),
            options=getattr(state, "options", Options()),
            write=dialect.write,
        )
        self.begun = system.view(state, side)
        if is_begun and letter and letter == self.coming:
            self.running = letter
        elif letter:
            self.go_to(letter)

    @property
    def view(self) -> Any:
        """The position as the side may know it, with what was acted so far."""
        return self.umpire.state

    # Phases.

    def _id(self, letter: str) -> str:
        return f"{self._turn.player_turn}.{letter}"

    def place(self, letter: str) -> int:
        """The place of a phase in the player turn, -1 for none."""
        return self.letters.index(letter) if letter in self.letters else -1

    def go_to(self, letter: str) -> None:
        """Begin a phase, ending the one that runs and passing through those between."""
        if self.running == letter:
            return
        if self.running:
            self.umpire.emit(PhaseEnded(self._id(self.running)))
        for one in self.sequence.between(self.running or self.coming, letter):
            if one != self.running:
                self.umpire.emit(PhaseBegan(self._id(one)))
                self.umpire.emit(PhaseEnded(self._id(one)))
        self.umpire.phase = self._id(letter)
        self.umpire.emit(PhaseBegan(self._id(letter)))
        self.running = letter

    def is_later(self, letter: str) -> bool:
        """True if a phase comes later in this player turn and takes this side's orders."""
        return letter in self.sequence.after(self.present)

    def is_next(self, letter: str) -> bool:
        """True if a phase follows upon the present one."""
        return self.sequence.between(self.present, letter) == (self.present,)

    def letter_named(self, phase: Words) -> str:
        """The letter of the phase that a line names, "" if no phase so called can take the side's orders."""
        letter = self.dialect.phase_letter(phase.text, self.view, self.side)
        can_come = self.sequence.next_for(self.side, letter, self._now, ()) is not None
        return letter if can_come else ""

    def filed_for(self, letter: str, is_later_turn: bool) -> str:
        """The phase that a line is filed for, in words, and when it is looked at again."""
        if not self.sequence.is_sure(letter) and self._now.battle is None:
            return f"{self._word(letter)}; looked at again when that is drawn"
        this_turn = "this turn" if self._turn.side == EVERYBODY else "this player turn"
        when = "a later turn" if is_later_turn else this_turn
        return f"phase {letter} of {when}; looked at again when it comes"

    def ahead(self, letter: str) -> str:
        """The prefix of a line for a phase other than the present one: ``in F:``."""
        return f"in {self._word(letter)}: " if letter != self.present else ""

    def _word(self, letter: str) -> str:
        return self.dialect.phase_word(letter, self.view, self.side)

    # Acts.

    def reading(self, letter: str) -> Reading:
        """The context of a line for a phase, on the present position."""
        view = self.view
        plan = partial(self.system.plan, view, self.side, letter)
        ordered = self.ordered.get(letter, frozenset())
        return Reading(view, self.side, letter, plan, self.stacks, is_brief=self.is_brief, ordered=ordered)

    def plan(self, letter: str, order: Order) -> Plan | Problem:
        """An order planned as things stand."""
        return self.system.plan(self.view, self.side, letter, order)

    def act(self, order: Order, plan: Plan) -> None:
        """Carry out an order, up to its first die."""
        with self.umpire.act(self.side, order):
            self._drive(self.system.resolve(self.umpire, plan))

    def _drive(self, play: Generator[tuple[Ask, ...], tuple[Answer, ...], None]) -> None:
        """Own asks get their default, those of other sides are declined.  Raises RuntimeError where that goes on for ever."""
        try:
            asks = next(play)
            for _ in range(MOST_MOMENTS):
                asks = play.send(tuple(self._answer(ask) for ask in asks))
        except StopIteration:
            return
        raise RuntimeError(f"an order has asked {MOST_MOMENTS} times and goes on: {[one.key for one in asks]}")

    def _answer(self, ask: Ask) -> Answer:
        if ask.kind == ORDERS:
            return Answer(source="default")
        first = ask.choices[0].key
        own, other = (ask.default, ask.declined), (ask.declined, ask.default)
        return Answer(
            next((key for key in (own if ask.side == self.side else other) if key is not None), first), source="default"
        )

    @contextmanager
    def undone(self) -> "Iterator[OpenTrial]":
        """Run a trial that is taken back at its end, unless it is kept."""
        before, event_count, undoing = self.system.thaw(self.view), len(self.umpire.events), OpenTrial()
        yield undoing
        if not undoing.keep:
            self.umpire.state = before
            del self.umpire.events[event_count:]


class OpenTrial:
    """A trial that can be kept after all."""

    keep = False
