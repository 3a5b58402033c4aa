"""The clauses of a line, carried out in turn on the position that a rehearsal goes through."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from pbem.core.order import Illegal, Moot, Order, Problem, Warning_
from pbem.core.system import Plan
from pbem.language.spelling import listed
from pbem.orders.dialect import Placed, Reading
from pbem.orders.parsed_lines import OnFile, ParsedLine
from pbem.orders.refusal_text import without_lead
from pbem.orders.rehearsed_position import RehearsedPosition
from pbem.orders.rest import acting
from pbem.orders.syntax import Line, Ordered, OrderLine

WHOLE_LINE = ("E131", "E133")
"""Problems that lie in the unit, so that every further clause for it falls with the first."""

_HEX = re.compile(r"\b\d{4}\b")
_THERE = re.compile(r"\bthere\b", re.I)

AS_THINGS_STAND = "not legal as things stand"
"""Begins the warning about an order for a later phase that could not be carried out now."""

NOTHING_ON_FILE: Mapping[str, tuple[str, ...]] = MappingProxyType({})

Ordering: TypeAlias = tuple[int, Order]
"""An order and the number of its line."""

Overtaken: TypeAlias = dict[Ordering, tuple[int, tuple[str, ...]]]
"""Orders that a later line replaces: each with that line's number, and for which of its units."""


@dataclass
class ReadClauses:
    """The result of reading the clauses of a line: `notes` are costs, one for each order."""

    orders: list[Order] = field(default_factory=list)
    warnings: list[Warning_] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass
class _Clause:
    """The origin of an order: its line, the phase, what the line is read against, and the words of its clause if any.

    An order that is named only is neither planned nor carried out.  One of several may prove to be done already.
    """

    number: int
    letter: str
    reading: Reading
    ordered: Ordered | None = None
    is_named_only: bool = False
    is_of_several: bool = False
    words: str = ""


NEVER_THERE = ("E150", "E159")
"""Problems of an order that belongs to another phase, or that the game doesn't have."""


class Clauses:
    """Carries out lines.

    `overtaken` are orders that a later line replaces; `done` and `refused` what was ordered so far; `restarted` what begins
    where its units stood before the letter, though a line has moved them; `moving` are orders to move and to stay, by line and
    phase, the latter unless they are to stay where a line has taken them; `at_stake` the names in what was done;
    `on_file` the units with orders on file, by the letter of their phase.  With
    `ahead` one letter serves the whole player turn; with `names_only` no order is planned or carried out.
    """

    def __init__(
        self,
        position: RehearsedPosition,
        overtaken: Overtaken,
        *,
        ahead: bool,
        names_only: bool = False,
        on_file: Mapping[str, tuple[str, ...]] = NOTHING_ON_FILE,
    ) -> None:
        self.on_file = on_file
        self.position, self.overtaken, self.ahead, self.names_only = position, overtaken, ahead, names_only
        self.done: list[Ordering] = []
        self.refused: list[Ordering] = []
        self.restarted: list[Ordering] = []
        self.moving: dict[Ordering, str] = {}
        self.at_stake: set[str] = set()

    def letters_of(self, syntax: Line) -> tuple[str, ...]:
        """The phases that a line may be for, the likeliest first; the present one where it does not say."""
        position = self.position
        if not isinstance(syntax, OrderLine):
            return (position.present,)
        if syntax.phase is not None:
            return (position.letter_named(syntax.phase) or position.present,)
        belongs = position.dialect.letters_of(syntax, position.present) if self.ahead else ()
        open_to_it = tuple(one for one in belongs if one == position.present or position.is_later(one))
        return open_to_it or (position.present,)

    def carry_out(self, parsed: ParsedLine, syntax: OrderLine, letter: str) -> ReadClauses | Placed:
        """Carry out a line for a phase; a line with a problem changes nothing."""
        with self.position.undone() as undoing:
            found = self.in_turn(parsed, syntax.orders, letter)
            undoing.keep = isinstance(found, ReadClauses)
        if isinstance(found, ReadClauses):
            self.have_done(parsed.line.number, found.orders)
        return found

    def would_be(self, parsed: ParsedLine, syntax: OrderLine, letter: str) -> ReadClauses | Placed:
        """The result that a line would have; nothing is changed."""
        refused, restarted, moving = len(self.refused), len(self.restarted), dict(self.moving)
        with self.position.undone():
            found = self.in_turn(parsed, syntax.orders, letter)
        del self.refused[refused:], self.restarted[restarted:]
        self.moving = moving
        return found

    def carry_on(self, filed: OnFile) -> ReadClauses | Problem:
        """Carry out an order on file in the position that the lines above it leave."""
        letter, out = filed.phase or self.position.present, ReadClauses()
        reading = self.position.reading(letter)
        problem = self._order(filed.order, _Clause(filed.number, letter, reading), out)
        if problem is not None:
            return problem
        self.have_done(filed.number, out.orders)
        return out

    def have_done(self, number: int, orders: Sequence[Order]) -> None:
        """Note the orders that a line has carried out."""
        self.at_stake.update(name for order in orders for name in names_in(order))
        self.done.extend((number, order) for order in orders)

    def in_turn(self, parsed: ParsedLine, clauses: tuple[Ordered, ...], letter: str) -> ReadClauses | Placed:
        """The clauses of a line in turn, each on what the one before leaves; the first problem ends the line."""
        position, out = self.position, ReadClauses()
        is_later = letter not in (position.present, position.running)
        if letter != position.present and (is_later or not self.ahead):
            out.warnings.append(Warning_("W308", f"filed for {position.filed_for(letter, is_later)}"))
        reading = position.reading(letter)
        moot: Placed | None = None
        for n, ordered in enumerate(clauses):
            reading.view = position.view
            reading.plan = partial(position.plan, letter)
            # A goes to 3612, everybody else stays: A is none of the rest, whatever phase the line turned out to be for.
            reading.ordered |= {name for order in out.orders for name in acting(order)}
            orders = position.dialect.orders(ordered, reading)
            if isinstance(orders, Placed):
                return orders
            clause = _Clause(parsed.line.number, letter, reading, ordered, is_named_only=is_later or self.names_only)
            clause.words = parsed.words[ordered.clause.start : ordered.clause.end]
            clause.is_of_several = max(len(clauses), len(orders)) > 1
            for order in orders:
                problem = self._order(order, clause, out, len(orders))
                if isinstance(problem, Moot) and clause.is_of_several:
                    # It is so already: what else the line says is not spoilt by that.
                    moot = moot or _placed(problem, parsed.words, clauses, n, reading)
                    text = f"{problem.text.rstrip('.')}; there was nothing to do"
                    out.warnings.append(Warning_("W310", text, problem.clause))
                elif problem is not None:
                    self.refused += ((parsed.line.number, one) for one in orders)
                    self.restarted += ((parsed.line.number, one) for one in orders if self._restarts(ordered, one))
                    return _placed(problem, parsed.words, clauses, n, reading)
        out.warnings.extend(reading.warnings)
        return moot if moot is not None and not out.orders else out

    def _order(self, order: Order, clause: "_Clause", out: ReadClauses, count: int = 1) -> Problem | None:
        """One of the `count` orders of a clause: what came of it is in `out`; a problem where it cannot be carried out."""
        position, letter, reading = self.position, clause.letter, clause.reading
        kept = self._without_overtaken(order, clause.number, out)
        if kept is None:
            return None
        order = kept
        plan = self._never(order, clause) if clause.is_named_only else position.plan(letter, order)
        if isinstance(plan, Problem) and (left_out := sorted(reading.along.intersection(acting(order)))):
            others = _without(order, left_out)
            again = position.plan(letter, others) if others is not None else None
            if not isinstance(again, Problem) and (others is not None or count > len(reading.along)):
                text = without_lead(plan.text).rstrip(".")
                out.warnings.append(Warning_("W312", f"{text}; {listed(left_out)} left out", plan.clause))
                if others is None:
                    return None
                order, plan = others, again
        if isinstance(plan, Problem):
            if not self._may_wait(plan, letter) or (isinstance(plan, Moot) and clause.is_of_several):
                return plan
            text = f"{AS_THINGS_STAND}: {without_lead(plan.text)}"
            out.warnings.append(Warning_("W308", text, plan.clause))
        elif plan is not None:
            if clause.ordered is not None and self._restarts(clause.ordered, order):
                self.restarted.append((clause.number, order))
            if order.moves or (order.stays and not self._stays_there(clause.words, order)):
                self.moving[clause.number, order] = letter
            position.act(order, plan)
            out.warnings.extend(plan.warnings)
            reading.placed_at.clear()
        out.orders.append(order)
        out.notes.append("; ".join(plan.notes) if isinstance(plan, Plan) else "")
        return None

    def _never(self, order: Order, clause: "_Clause") -> Problem | None:
        """Why an order for a phase of a later turn can never be right: its kind forbids it to a unit, or it belongs to no such
        phase.  What rests on the position, or speaks of no unit (the points left to move), may be otherwise by then."""
        if self.names_only or not self.position.sequence.is_sure(clause.letter):
            return None
        plan = self.position.plan(clause.letter, order)
        if not isinstance(plan, Illegal) or plan.rests_on:
            return None
        return plan if plan.code in NEVER_THERE or (plan.words and plan.words in acting(order)) else None

    def _without_overtaken(self, order: Order, number: int, out: ReadClauses) -> Order | None:
        """The part of an order that later lines don't replace."""
        later = self.overtaken.get((number, order))
        if later is None:
            return order
        text = f"line {later[0]} gives the same unit another order, and the later one stands"
        out.warnings.append(Warning_("W306", f"{self.position.dialect.write(order)}: {text}"))
        # An attack that one leaves is another attack: it falls as a whole.  Of a move the others' part stays.
        return None if order.once else _without(order, later[1])

    def second_thought(self, tried: Overtaken) -> Overtaken:
        """Earlier orders that a later line replaces: the same kind of order for the same units (W306).

        A later line replaces them if it cannot stand beside them, or moves its units from where they stood before.
        """
        for number in dict.fromkeys(number for number, _ in (*self.refused, *self.restarted)):
            later = [order for one, order in self.refused if one == number and order.once]
            later += [order for one, order in self.restarted if one == number]
            found = {
                (earlier, other): (number, acting(order))
                for earlier, other in self.done
                for order in later
                if type(other) is type(order) and set(acting(other)) & set(acting(order))
                if earlier < number and other != order and (earlier, other) not in tried
            }
            if found:
                return found
        return self._changed_minds(tried)

    def _changed_minds(self, tried: Overtaken) -> Overtaken:
        """Orders to move, or to stay, where a later line for the same units and phase says the other."""
        return {
            (number, order): (later, acting(other))
            for (later, other), letter in reversed(self.moving.items())
            for (number, order), phase in self.moving.items()
            if number < later and phase == letter and (number, order) not in tried
            if (order.stays and other.moves) or (order.moves and other.stays)
            if set(acting(order)) & set(acting(other))
        }

    def _stays_there(self, words: str, order: Order) -> bool:
        """True if units are to stay where they are by now: ``stay there``, ``stay in 1210`` behind a move to it."""
        view = self.position.view
        here = {_at(unit_in(view, name)) for name in acting(order)}
        return _THERE.search(words) is not None or any(at in here for at in _HEX.findall(words))

    def _restarts(self, ordered: Ordered, order: Order) -> bool:
        """True if a path is written from where its units stood when the letter began, and they stand elsewhere by now."""
        words = ordered.clause.word("path", "order")
        hexes = _HEX.findall(words.text) if words is not None else []
        if words is None or not hexes or (words.kind == "order" and (len(hexes) < 2 or not order.moves)):
            return False
        begun, now = self.position.begun, self.position.view
        pairs = [(_at(unit_in(begun, name)), _at(unit_in(now, name))) for name in acting(order)]
        there = [pair for pair in pairs if None not in pair]
        return bool(there) and all(was == hexes[0] != at for was, at in there)

    def _may_wait(self, problem: Problem, letter: str) -> bool:
        """True if an illegal line of a later phase is filed: the next phase's only if it rests on what is at stake."""
        if letter == self.position.present or not problem.rests_on:
            return False
        if self.position.is_next(letter):
            return bool(self.at_stake.intersection(problem.rests_on))
        return True


def _placed(problem: Problem, words: str, clauses: tuple[Ordered, ...], n: int, reading: Reading) -> Placed:
    """Place a problem of the rules in the line: the words it names, else the clause."""
    clause = clauses[n].clause
    start = clause.start
    target = next(iter(clause.targets), None)
    if target is not None and target.at is not None and target.at.text == problem.words:
        return Placed(problem, target.at.start, target.at.end)
    if problem.words in reading.spans:
        return Placed(problem, *reading.spans[problem.words])
    for origin in (start, 0) if problem.words else ():
        at = words.lower().find(problem.words.lower(), origin)
        if at >= 0:
            return Placed(problem, at, at + len(problem.words))
    if problem.code.startswith("E14") and target is not None:
        return Placed(problem, target.start, target.end)
    if problem.code in WHOLE_LINE and all(one.who is None for one in clauses[n + 1 :]):
        return Placed(problem, start, clauses[-1].clause.end)
    return Placed(problem, start, clause.end)


def _without(order: Order, names: Collection[str]) -> Order | None:
    """A joint order without some who were to act; None if nobody is left, or one acts alone."""
    first = next(iter(fields(order)), None)
    left = tuple(one for one in acting(order) if one not in names)
    if first is None or not left or not isinstance(getattr(order, first.name), tuple):
        return None
    changed: dict[str, Any] = {first.name: left}
    return replace(order, **changed)


def unit_in(view: Any, name: str) -> Any:
    """The unit of this name in a position that is a mapping of units by name; None if there is none, or where a game keeps its
    units otherwise.
    """
    is_mapping = hasattr(view, "__contains__") and hasattr(view, "__getitem__")
    return view[name] if is_mapping and name in view else None


def _at(unit: Any) -> Any:
    """The place of a unit; None if there is no such unit, or it has no place."""
    return getattr(unit, "at", None)


def names_in(order: Order) -> Iterator[str]:
    """The words in an order: whom it names, among other things."""
    for one in fields(order):
        value = getattr(order, one.name)
        if isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, str))
        elif isinstance(value, str):
            yield value
