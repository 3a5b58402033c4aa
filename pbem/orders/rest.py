"""``All the rest``, ``everyone else``: the units that no other line of a letter, and nothing on file, gives an order to."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Protocol, runtime_checkable

from pbem.core.order import Illegal, Order, Problem
from pbem.orders.dialect import Dialect, Reading
from pbem.orders.standing import Judge, StandingOrder
from pbem.orders.syntax import Group, MarchLine, Ordered, OrderLine

_UNITS = r"(?:\s+of\s+(?:the|my)\s+(?:units|men|troops|army|force|warriors|braves))?"
_OTHERS = r"(?:rest|others|other\s+(?:units|ones)|remaining\s+(?:units|ones))"
WORDS = (
    rf"(?:(?:all\s+)?(?:of\s+)?(?:the|my)\s+{_OTHERS}{_UNITS}|(?<![\w.] ){_OTHERS}{_UNITS}|all\s+others"
    r"|all\s+(?:other|remaining)\s+(?:units|ones)|every(?:one|body|thing)\s+else|anyone\s+else)(?!\w)"
)
"""Phrases for all the others."""
REST = re.compile(WORDS, re.I)


_HOLD = re.compile(
    rf"(\s*(?:in\s+[^:;]{{1,30}}:)?\s*{WORDS}\s*:?\s*(?:(?:can|will|should|to|just)\s+)?)"
    r"holds?(?:\s+(?:here|there|fast|firm|still|on|in\s+place|(?:their\s+)?(?:ground|positions?)|where\s+they\s+are))?",
    re.I,
)


def with_stay(words: str) -> str:
    """The words with ``stay`` where the rest are to hold: whoever writes that means this phase, not several turns."""
    found = _HOLD.fullmatch(words)
    return words if found is None else (found[1] + "stay").ljust(len(words))


@runtime_checkable
class NamesUnits(Protocol):
    """A dialect that can say whom a clause is for, also where the clause itself can't be carried out."""

    def named(self, ordered: Ordered, reading: Reading) -> tuple[str, ...]:
        """The units of the writer's that a clause is for; () where that can't be told."""
        ...


def is_for_the_rest(line: OrderLine | MarchLine) -> bool:
    """True if a line orders those whom no other line names."""
    return any(map(_is_for_the_rest, line.orders))


def _is_for_the_rest(ordered: Ordered) -> bool:
    for some in (ordered.who, ordered.clause.members):
        if some is not None and any(isinstance(one, Group) and one.kind == "rest" for one in some.members):
            return True
    return any(is_of_the_rest(one.text) for one in ordered.clause.words("order"))


def is_of_the_rest(text: str) -> bool:
    """True if a line begins with ``the rest``."""
    return REST.match(text) is not None


_OF_A_GROUP = re.compile(
    r"\b(?:(?:rest|remainder|balance|others) of|remaining|what(?:'?s| is) left of|what remains of)\b", re.I
)


def speaks_of_the_rest(words: str) -> bool:
    """True if a line of prose has a word for those whom other lines do not name: ``the rest of the 2nd stays``."""
    return _OF_A_GROUP.search(words) is not None


def with_the_rest_named(text: str, names: Sequence[str]) -> str:
    """A line with its units in place of ``the rest`` at its beginning."""
    return REST.sub(", ".join(names), text, count=1)


def nobody_left() -> Problem:
    """The problem of a line for ``the rest`` if nobody is left (E104)."""
    return Illegal("E104", "No unit is left: other lines give orders to all your units.")


def whom(line: OrderLine | MarchLine, dialect: Dialect, reading: Reading) -> Iterator[str]:
    """The units that a line orders, as far as its clauses can be read, but for all the rest."""
    for ordered in (one for one in line.orders if not _is_for_the_rest(one)):
        found = dialect.orders(ordered, reading) if isinstance(line, OrderLine) else ()
        if isinstance(found, tuple) and found:
            for order in found:
                yield from acting(order)
        elif isinstance(dialect, NamesUnits):
            yield from dialect.named(ordered, reading)


def acting(order: Order) -> tuple[str, ...]:
    """The units that an order is for: an order's first field names its unit or units."""
    first = next((getattr(order, one.name) for one in fields(order)), "")
    return first if isinstance(first, tuple) else (str(first),)


def with_marchers(
    on_file: Mapping[str, tuple[str, ...]], orders: Sequence[StandingOrder], words: Dialect, judge: Judge
) -> Mapping[str, tuple[str, ...]]:
    """Units with orders, by the letter of their phase, and those that these standing orders give marches to."""
    marching: list[str] = []
    for order in orders:
        units = order.action.units if order.action is not None else ()
        if units and judge.left_of(order, units) is not order:
            marching.extend(units)
    letter = words.phase_letter("movement") if marching else ""
    return {**on_file, letter: (*on_file.get(letter, ()), *marching)} if marching else on_file
