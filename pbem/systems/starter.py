"""Defaults for a new game: rules, a dialect and a teller that are complete, and do no more than they must.

A game begins with these, says what it must (its orders' two text forms, its log, its map), and replaces the rest piece by
piece.  docs: "Bringing a game of your own" in ARCHITECTURE.md.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from pbem.core.ask import ORDERS, Ask
from pbem.core.canonical import Json
from pbem.core.event import Decided, Event
from pbem.core.order import Malformed, Order, Problem
from pbem.core.sequence import parse
from pbem.core.system import NOBODY, NOBODYS, Card, Outcome, Phase, Plan, Silent
from pbem.core.umpire import Play, Umpire, ask_all
from pbem.language.spelling import listed, nearest
from pbem.orders.commands import FOUR_DIGITS
from pbem.orders.dialect import Placed, Reading
from pbem.orders.refusal_text import with_lead
from pbem.orders.rest import is_of_the_rest, nobody_left, with_the_rest_named
from pbem.orders.standing import NOTHING_DRAFTED, Action, Drafted, Guard, OneTurnOnly, StandingOrder
from pbem.orders.syntax import Clause, Line, Misread, Ordered, OrderLine, PolicyLine, Words
from pbem.reports.maps.hex_position import Mark
from pbem.reports.report import About, LogSection, Panel, SheetLine, ToDo

S = TypeVar("S")

_PHASE = re.compile(r"in\s+(?:the\s+)?(?:phase\s+)?(\w[\w ]{0,40}?)(?:\s+phase)?\s*:\s*", re.I)
_POLICY = re.compile(r"((?:in|for)\s+[\w ]{1,40}?\s*:\s*)?policy\s+([\w/'. +&-]{1,60}?)\s*:\s*(\S.*)", re.I)
_EVERYBODY = re.compile(r"^(?:all|everybody|everyone)\s+|\s+(?:all|everybody|everyone)$", re.I)


class StarterRules(ABC, Generic[S]):
    """Rules of a game that hides nothing and in which nobody has to write.

    A game with hidden facts says `public`, `hidden` and `view`, and in `secret_letters` the letters of the phases in which
    nobody may see what another side orders.  `hides` is True in one that has nothing hidden yet as its scenario opens.
    """

    secret_letters: str = ""
    hides: bool = False

    @abstractmethod
    def to_json(self, state: S) -> Json:
        """See `core.system.RuleSystem`."""

    @abstractmethod
    def plan(self, view: S, side: str, phase: str, order: Order) -> Plan | Problem:
        """See `core.system.RuleSystem`."""

    @abstractmethod
    def resolve(self, umpire: Umpire[S], plan: Plan) -> Play[None]:
        """See `core.system.RuleSystem`."""

    def orders_of(self, umpire: Umpire[S], sides: Sequence[str], letter: str) -> Play[None]:
        """Ask sides for their orders of a phase, all in one moment, and carry them out, side by side in this sequence.

        An order that can no longer be carried out when its turn comes is reported and left out.  In a phase of
        `secret_letters` only the order's own side reads about it.
        """
        is_secret = letter in self.secret_letters
        answers = yield from ask_all([Ask(side, ORDERS, letter, "Orders?") for side in sides])
        for side, answer in zip(sides, answers, strict=True):
            for order in answer.orders:
                with umpire.act(side, order, secret=is_secret):
                    plan = self.plan(umpire.view(side), side, letter, order)
                    if isinstance(plan, Problem):
                        umpire.moot(side, order, plan, secret=is_secret)
                    else:
                        yield from self.resolve(umpire, plan)

    def public(self, state: S) -> Json:
        """See `core.system.RuleSystem`."""
        return self.to_json(state)

    def hidden(self, state: S) -> tuple[tuple[str, Json], ...]:
        """See `core.system.RuleSystem`."""
        return ()

    def view(self, state: S, side: str) -> S:
        """See `core.system.RuleSystem`."""
        return state

    def silent(self, view: S, side: str, phase: str, orders: Sequence[Order]) -> Silent:
        """See `core.system.RuleSystem`."""
        return NOBODY

    def owed(self, view: S, side: str, phase: str, orders: Sequence[Order]) -> tuple[str, ...]:
        """See `core.system.RuleSystem`."""
        return ()


class StarterDialect(OneTurnOnly, ABC):
    """An order language of one order a line, told by its verb; ``in PHASE:`` before it, and policies.

    `verbs` are the words by which a line is taken for an order; `policies` the kinds of questions that ``policy KIND: CHOICE``
    answers beforehand, `wishes` the words that mean something to each: a policy without any takes what is written.  A
    standing order begins with ``policy``; there are no ``when`` lines.
    """

    card: Card
    verbs: tuple[str, ...]
    policies: tuple[str, ...] = ()
    wishes: ClassVar[Mapping[str, Iterable[str]]] = {}
    place: str = FOUR_DIGITS

    @abstractmethod
    def write(self, order: Order) -> str:
        """See `orders.dialect.Dialect`."""

    @abstractmethod
    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """See `orders.dialect.Dialect`.  `Problem.words` is what the problem is about, as it is written."""

    @abstractmethod
    def turn(self, view: Any) -> int:
        """See `orders.standing.Judge`."""

    # Lines.

    def parse(self, words: str) -> Line | Misread:
        """See `orders.dialect.Dialect`."""
        text = words.strip()
        start = len(words) - len(words.lstrip())
        end = start + len(text)
        policy = _POLICY.fullmatch(text)
        if policy is not None and self.policies:
            spans = {"policy": (policy.start(1 if policy[1] else 2), policy.end(2)), "wishes": policy.span(3)}
            name, wishes = (Words(kind, text[at:to], start + at, start + to) for kind, (at, to) in spans.items())
            return PolicyLine(name, None, None, wishes)
        phase = _PHASE.match(text)
        at = phase.end() if phase else 0
        if not self.is_order_like(text[at:], None):
            return Misread(start, end)
        order = Words("order", " ".join(text[at:].split()), start + at, end)
        whose = Words("phase", phase[1], start, start + at) if phase else None
        return OrderLine((Ordered(None, Clause("order", (order,), start + at, end)),), whose)

    def repair(self, words: str, view: Any) -> None:
        """See `orders.dialect.Dialect`: nothing is corrected."""
        return

    def orders(self, ordered: Ordered, reading: Reading) -> tuple[Order, ...] | Placed:
        """See `orders.dialect.Dialect`."""
        word = ordered.clause.words("order")[0]
        text = self._with_the_rest(word.text, reading)
        found = self.read(text, reading.view, reading.side) if text else nobody_left()
        if not isinstance(found, Problem):
            return found
        at = max(word.text.find(found.words), 0) if found.words else 0
        length = len(found.words) or len(word.text)
        return Placed(found, word.start + at, word.start + at + length)

    def units_of(self, view: Any, side: str) -> tuple[str, ...]:
        """The units of a side that can have orders, for ``all the rest``."""
        return ()

    def formation(self, words: str, view: Any, side: str) -> tuple[str, ...] | Problem:
        """See `orders.dialect.Dialect`: the units whose names are these words, or hold them."""
        mine, wanted = self.units_of(view, side), " ".join(words.lower().split())
        exact = tuple(one for one in mine if one.lower() == wanted)
        found = exact or tuple(one for one in mine if wanted and f" {wanted} " in f" {one.lower()} ")
        if found:
            return found
        near = nearest(wanted, [(one.lower(), one) for one in mine])
        why = f"No unit of this side is called '{words}'."
        return Malformed("E101", with_lead(why, f"Did you mean   {listed(near, 'or')} ?") if near else why, words=words)

    def _with_the_rest(self, text: str, reading: Reading) -> str:
        """A line with the names of those whom no other line orders in place of ``the rest``; "" if nobody is left."""
        mine = self.units_of(reading.view, reading.side)
        if not mine or not is_of_the_rest(text):
            return text
        left = [name for name in mine if name not in reading.ordered]
        return with_the_rest_named(text, left) if left else ""

    def explain(self, misread: Misread, words: str, reading: Reading) -> Placed:
        """See `orders.dialect.Dialect`."""
        return Placed(Malformed("E110", f"I cannot read this.  Orders: {', '.join(self.verbs)}."), *_whole(misread))

    def is_order_like(self, words: str, view: Any, side: str = "") -> bool:
        """See `orders.dialect.Dialect`: a verb stands in it."""
        return re.search(rf"\b(?:{'|'.join(map(re.escape, self.verbs))})\b", words, re.I) is not None

    def repairs(self, words: str, reading: Reading) -> Iterator[str]:
        """See `orders.dialect.Dialect`: nothing is guessed."""
        return iter(())

    # Phases.

    def phase_letter(self, text: str, view: Any = None, side: str = "") -> str:
        """See `orders.dialect.Dialect`: a letter or a name of the card."""
        wanted = re.sub(r"^(?:(?:in|for)\s+)?(?:the\s+)?(?:phase\s+)?|(?:\s+phase)?[\s:]*$", "", text.strip().lower())
        phases = [(one.letter, one.name.lower()) for one in self.card.phases]
        found = [letter for letter, name in phases if wanted in (letter.lower(), name)]
        found += [letter for letter, name in phases if wanted and name.endswith(f" {wanted}")]
        return next((one for one in found if view is None or self.takes_orders(one, view, side)), "")

    def takes_orders(self, letter: str, view: Any, side: str) -> bool:
        """True if a phase with this letter takes orders of a side: not one in which nobody writes."""
        return any(one.letter == letter and one.orders != NOBODYS for one in self.card.phases)

    def phase_word(self, letter: str, view: Any, side: str) -> str:
        """See `orders.dialect.Dialect`."""
        return letter

    def no_phase(self, words: Words, reading: Reading) -> Placed:
        """See `orders.dialect.Dialect`."""
        view, side = reading.view, reading.side
        own = [one for one in self.card.phases if self.takes_orders(one.letter, view, side)]
        names = ", ".join(f"{one.letter} ({one.name})" for one in own)
        letter = self.phase_letter(words.text)
        other = next((one for one in self.card.phases if one.letter == letter), None)
        if other is None:
            text = f"No phase is called '{words.text.strip(' :')}'.  You give orders in: {names}."
        elif other in own:
            text = f"Phase {other.letter} ({other.name}) can't take your orders now.  You give orders in: {names}."
        else:
            text = f"Phase {other.letter} ({other.name}) takes no orders of yours.  You give orders in: {names}."
        return Placed(Malformed("E154", text), words.start, words.end)

    def letters_of(self, line: OrderLine, present: str) -> tuple[str, ...]:
        """See `orders.dialect.Dialect`: a line is for the present phase unless it says so."""
        return ()

    def stage(self, what: OrderLine | Order) -> int:
        """See `orders.dialect.Dialect`: a phase goes from top to bottom."""
        return 0

    # Standing orders.

    def standing(self, line: Any, reading: Reading) -> StandingOrder | Placed:
        """See `orders.dialect.Dialect`."""
        written, wishes = line.policy.text, line.wishes.text
        name = _EVERYBODY.sub("", " ".join(written.lower().split()))
        if ":" in written:
            phase, _, whole = written.partition(":")
            text = f"A policy stands until you cancel it, in every phase that it is for.  Leave out   {phase}:"
            problem = Malformed("E181", text, suggest=(f"{whole.strip()}: {wishes}",), words=written)
            return Placed(problem, line.policy.start, line.policy.start + len(phase) + 1)
        if name not in self.policies:
            of = next((one for one in self.policies if re.search(rf"\b{re.escape(one)}\b", name)), "")
            text = f"policy {written}   answers no question of this game.  Policies: {', '.join(self.policies)}."
            if of:
                text = f"A policy of this game is for your whole side: leave out whom it is for.  Write   policy {of}: {wishes}"
            return Placed(Malformed("E181", text, words=written), line.policy.start, line.policy.end)
        if name in self.wishes:
            for found in re.finditer(r"[^,\s](?:[^,]*[^,\s])?", wishes):
                if not self.is_wish(name, found[0].lower(), reading):
                    at = line.wishes.start + found.start()
                    text = (
                        f"'{found[0]}' means nothing in   policy {name}.  Its wishes: {', '.join(self.wishes[name])}."
                    )
                    return Placed(Malformed("E181", text, words=found[0]), at, at + len(found[0]))
        return StandingOrder(0, f"policy {name}: {wishes}", policy=name, wishes=tuple(wishes.lower().split(", ")))

    def is_wish(self, policy: str, wish: str, reading: Reading) -> bool:
        """True if a word means something in a policy that has `wishes`."""
        return wish in self.wishes[policy]

    def less_often(self, ask: Ask) -> str:
        """See `orders.dialect.Dialect`."""
        return f"policy {ask.kind}: {ask.default}" if ask.default and ask.kind in self.policies else ""

    def what_if(self, view: Any, side: str) -> Iterator[tuple[str, Ask]]:
        """See `orders.dialect.Dialect`: ``preview standing`` shows nothing."""
        return iter(())

    def subject_rank(self, order: StandingOrder, ask: Ask, view: Any) -> int | None:
        """See `orders.standing.Judge`: a policy is for the whole side."""
        return 3

    def covers(self, order: StandingOrder, ask: Ask) -> bool:
        """See `orders.standing.Judge`."""
        return order.policy == ask.kind

    def holds(self, guard: Guard, ask: Ask, view: Any) -> bool:
        """See `orders.standing.Judge`."""
        return False

    def wish(self, wish: str, ask: Ask, view: Any) -> str | None:
        """See `orders.standing.Judge`: a wish is a choice's key."""
        return wish

    def act(self, action: Action, ask: Ask, view: Any) -> tuple[str, ...]:
        """See `orders.standing.Judge`."""
        return ()

    def gone(self, order: StandingOrder, side: str, view: Any) -> str:
        """See `orders.standing.Judge`."""
        return ""

    def drafted(self, ask: Ask, standing: Sequence[StandingOrder], view: Any, given: Sequence[Order]) -> Drafted:
        """See `orders.standing.Judge`."""
        return NOTHING_DRAFTED


class StarterTeller(ABC):
    """A teller without tables of units, of a game whose phases are known from its card."""

    card: Card

    @abstractmethod
    def log(self, before: Any, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """See `reports.teller.Teller`."""

    @abstractmethod
    def examples(self, state: Any, side: str, phase: Phase[Any]) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""

    def marks(self, before: Any, events: Iterable[Event]) -> tuple[Mark, ...]:
        """See `reports.teller.Teller`."""
        return ()

    def in_short(self, before: Any, events: Sequence[Event], side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`: the heads of the log."""
        return tuple(f"{one.text}." for one in self.log(before, events, 1).entries)

    def panels(self, state: Any, side: str) -> tuple[Panel, ...]:
        """See `reports.teller.Teller`."""
        return ()

    def stacks(self, state: Any, side: str) -> Mapping[str, tuple[str, ...]]:
        """See `reports.teller.Teller`."""
        return {}

    def to_do(self, state: Any, side: str, phase: Phase[Any]) -> ToDo:
        """See `reports.teller.Teller`."""
        example = next(iter(self.examples(state, side, phase)), "")
        silent = "your units do nothing in this phase"
        return ToDo(f"phase {phase.letter}", phase.name.upper(), phase.clause, example=example, silent=silent)

    def silent(self, state: Any, side: str, phase: Phase[Any]) -> str:
        """See `reports.teller.Teller`."""
        return self.to_do(state, side, phase).silent

    def order_sheet(self, state: Any, side: str, phase: Phase[Any], *, ahead: bool = False) -> tuple[SheetLine, ...]:
        """See `reports.teller.Teller`."""
        return tuple(SheetLine(f"{one.rpartition(' ')[0]} ...") for one in self.examples(state, side, phase))

    def defaults(self, events: Iterable[Event], side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        mine = [one for one in events if isinstance(one, Decided) and one.side == side]
        return tuple(
            f"{one.subject}, {one.kind}: {one.choice}" for one in mine if one.source in ("default", "deadline")
        )

    def final(self, state: Any, outcome: Outcome, side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        winner = f"{self.card.side(outcome.winner).name} wins" if outcome.winner else "Nobody wins"
        points = ", ".join(f"{self.card.side(one).name} {count}" for one, count in outcome.points)
        return (f"{winner}: {outcome.why} ({points}).",)

    def story(self, state: Any, events: Sequence[tuple[str, Event]], side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        count = len(dict.fromkeys(phase for phase, _ in events))
        return ("1 phase was played." if count == 1 else f"{count} phases were played.",)

    def phase_title(self, phase: str) -> str:
        """See `reports.teller.Teller`."""
        letter = parse(phase).letter
        return f"phase {letter} {self._name(letter).upper()}"

    def short_name(self, phase: str) -> str:
        """See `reports.teller.Teller`: ``T3 US Movement``, ``T3 battle 2.7 Fire``."""
        one = parse(phase)
        codes = {side.code: f"{side.name} " for side in self.card.sides}
        inside = f"battle {one.battle.battle}.{one.battle.turn} " if one.battle is not None else ""
        return f"T{one.turn} {inside}{codes.get(one.side, '')}{self._name(one.letter)}"

    def _name(self, letter: str) -> str:
        return next((one.name for one in self.card.phases if one.letter == letter), letter)

    def question(self, ask: Ask) -> str:
        """See `reports.teller.Teller`."""
        return f"{ask.subject}: {ask.kind}?"

    def about(self, state: Any, side: str) -> About:
        """See `reports.teller.Teller`."""
        return About(self.card.title)

    def several(self, names: Sequence[str]) -> str:
        """See `reports.teller.Teller`."""
        return ", ".join(names)

    def chart(self, state: Any, side: str, word: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return ()

    def winning(self, state: Any, side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return ()

    def help(self, word: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return ()


def _whole(misread: Misread) -> tuple[int, int]:
    return misread.start, max(misread.end, misread.start + 1)
