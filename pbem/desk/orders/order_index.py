"""Indexes over the lines on file, so that a new line is compared with few of them.

Whatever is on file, a line costs its own length and the lines that it changes: a letter of thousands of lines that answers one
of thousands must not keep other games waiting.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from heapq import heappop, heappush
from typing import Protocol

from pbem.core.order import Order

MOST_COMPARED = 24
"""Refused lines that a corrected line is compared with, those first that share its rarest words."""
LONGEST_COMPARED = 200
"""Characters of a line that count for its likeness to another."""
_WORD = re.compile(r"\w+")


class IndexedLine(Protocol):
    """A line, as `merge` asks about it: see `merge.LineOnFile`."""

    @property
    def orders(self) -> tuple[Order, ...]:
        """Its orders."""
        ...

    @property
    def canonical(self) -> tuple[str, ...]:
        """Their text."""
        ...


def who(order: Order) -> tuple[str, ...]:
    """The counters that an order is for: its first field."""
    own = fields(order)
    if not own:
        return ()
    found = getattr(order, own[0].name)
    if isinstance(found, str):
        return (found,) if found else ()
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, tuple) else ()


class Replacing:
    """The counters that orders are for, and what these orders replace.

    An order that can be combined with others replaces only orders of its own kind; any other leaves those alone.
    """

    def __init__(self, orders: Iterable[Order]) -> None:
        self._by_kind: dict[type[Order] | None, set[str]] = defaultdict(set)
        for order in orders:
            self._by_kind[_kind(order)].update(who(order))

    def from_(self, order: Order) -> Collection[str]:
        """The counters that an order on file may lose."""
        return self._by_kind.get(_kind(order), ())

    def losses(self) -> Iterable[tuple[str, type[Order] | None]]:
        """Each counter with the kind of order that it loses; None stands for all that go with no other."""
        return ((name, kind) for kind, names in self._by_kind.items() for name in names)


def _kind(order: Order) -> type[Order] | None:
    return type(order) if order.goes_with else None


class Places:
    """The places on file that hold a line with this text, or one for these counters."""

    def __init__(self) -> None:
        self._by_text: dict[tuple[str, ...], list[int]] = {}
        self._by_counter: dict[tuple[str, type[Order] | None], set[int]] = defaultdict(set)
        self._keys: dict[int, tuple[tuple[str, ...], Replacing]] = {}
        self._came: dict[str, int] = {}

    def stands(self, place: int, line: IndexedLine) -> None:
        """An accepted line stands in a place."""
        taken = Replacing(line.orders)
        self._keys[place] = line.canonical, taken
        heappush(self._by_text.setdefault(line.canonical, []), place)
        for key in taken.losses():
            self._by_counter[key].add(place)

    def falls(self, place: int) -> None:
        """Remove a line from its place."""
        _, taken = self._keys.pop(place)
        for key in taken.losses():
            self._by_counter[key].discard(place)

    def came(self, place: int, line: IndexedLine) -> None:
        """Note that a new line was put in a place."""
        for order in line.orders:
            for name in who(order):
                self._came[name] = max(place, self._came.get(name, place))

    def same_line(self, line: IndexedLine) -> int | None:
        """The first place where this very text stands."""
        found = self._by_text.get(line.canonical, [])
        while found and self._keys.get(found[0], ((), None))[0] != line.canonical:
            heappop(found)
        return found[0] if found else None

    def of_counters(self, taken: Replacing) -> Sequence[int]:
        """The places from which new orders take something, in their sequence."""
        return sorted({place for key in taken.losses() for place in self._by_counter.get(key, ())})

    def last_came(self, line: IndexedLine) -> int | None:
        """The last place that a new line for one of the same counters has come into."""
        return max(
            (self._came[name] for order in line.orders for name in who(order) if name in self._came), default=None
        )


class RefusedPlaces:
    """The places of refused lines, and which of them a corrected line is most like."""

    def __init__(self, written: Mapping[int, str]) -> None:
        self.compared = 0
        self._open = {place: _pairs(text) for place, text in sorted(written.items())}
        self._words = {place: _words(written[place]) for place in self._open}
        self._with_word: dict[str, dict[int, None]] = defaultdict(dict)
        for place, words in self._words.items():
            for word in words:
                self._with_word[word][place] = None

    def take_most_like(self, written: str, rivals: Collection[str] = ()) -> int | None:
        """Take the place of the refused line that is most like this one, the first of several.

        None if none is left, or if the line is more like one of its `rivals`, the good lines for its own counters: then it
        corrects that one.
        """
        if not self._open:
            return None
        pairs = _pairs(written)
        found = self._to_compare(written)
        self.compared += len(found)
        place = max(found, key=lambda one: (_likeness(self._open[one], pairs), -one))
        most = _likeness(self._open[place], pairs)
        if any(_likeness(_pairs(one), pairs) > most for one in rivals):
            return None
        del self._open[place]
        for word in self._words.pop(place):
            del self._with_word[word][place]
        return place

    def _to_compare(self, written: str) -> Collection[int]:
        if len(self._open) <= MOST_COMPARED:
            return self._open
        found: dict[int, None] = {}
        known = (word for word in _words(written) if self._with_word.get(word))
        for word in sorted(known, key=lambda one: (len(self._with_word[one]), one)):
            for place in self._with_word[word]:
                found[place] = None
                if len(found) == MOST_COMPARED:
                    return found
        return found or (next(iter(self._open)),)


def _words(text: str) -> Collection[str]:
    return dict.fromkeys(_WORD.findall(text[:LONGEST_COMPARED].lower()))


def _pairs(text: str) -> frozenset[str]:
    """Each two characters that follow one another."""
    text = text[:LONGEST_COMPARED].lower()
    return frozenset(map("".join, zip(f" {text}", f"{text} ", strict=True)))


def _likeness(one: frozenset[str], other: frozenset[str]) -> int:
    """In millionths: twice the pairs that both have, over all that each has (Dice)."""
    return 2_000_000 * len(one & other) // (len(one) + len(other))
