"""Joining a letter's lines with those on file: AMEND, REPLACE, and correcting refused lines in their old places (decisions)."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import zip_longest
from types import MappingProxyType
from typing import Any

from pbem.core.order import Order
from pbem.desk.orders.order_index import Places, RefusedPlaces, Replacing
from pbem.desk.orders.order_index import who as who

NOTHING_CHOSEN: Mapping[str, Any] = MappingProxyType({})
WORD = re.compile(r"\w+")
UNCLEAR_MARK = "unclear"
"""Stands first among the costs of an unclear line; the orders that it may mean follow, each on lines of its own."""


@dataclass(frozen=True)
class LineOnFile:
    """A line on file, or to be filed: as written, its orders and their canonical text, cost notes and remarks.

    `number` is the line's number in the letter (0 for one that stood); `verdict` is ``accepted`` or ``refused``: a refused
    line only keeps its place.  `seat` is the number of the commander's seat that wrote it on a shared side, 0 for the player.
    """

    written: str
    orders: tuple[Order, ...] = ()
    canonical: tuple[str, ...] = ()
    verdict: str = "accepted"
    number: int = 0
    costs: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    seat: int = 0

    @property
    def is_unclear(self) -> bool:
        """True if it is an unclear line that waits for its answer; what it may mean is kept among its costs."""
        return self.verdict == "refused" and self.costs[:1] == (UNCLEAR_MARK,)

    @property
    def is_new(self) -> bool:
        """True if it came with this letter."""
        return self.number > 0


@dataclass
class Slot:
    """A place on file: the line that stood there and the line that has replaced it. `is_at_end` marks a place added after all
    that stood.
    """

    stands: LineOnFile | None
    came: list[LineOnFile] = field(default_factory=list)
    is_at_end: bool = False


@dataclass(frozen=True)
class Merged:
    """The lines after a letter, in their places, and which lines it replaced or shortened."""

    entries: tuple[LineOnFile, ...]
    replaced: tuple[LineOnFile, ...]


def merge(
    stood: Sequence[LineOnFile],
    new: Sequence[LineOnFile],
    write: Any,
    *,
    corrects: bool,
    replaces: bool,
    chosen: Mapping[str, LineOnFile] = NOTHING_CHOSEN,
) -> Merged:
    """Join the new lines of a letter to those that stood.

    Lines that a digit chose (`chosen`) take the place of the unclear line that was asked about.  With `replaces` the letter
    is the whole set.  With `corrects` it answers an error reply, and its lines take the places of refused ones, the most
    alike first; one that stands already says nothing new.  Else a line takes the place of what its counters had, and the
    rest stands.
    """
    if replaces:
        return Merged(tuple(new), tuple(one for one in stood if one.verdict == "accepted"))
    stood, gone = _without_blocks(stood, new)
    slots = [Slot(entry) for entry in stood]
    places = Places()
    for n, one in enumerate(stood):
        if one.verdict == "accepted":
            places.stands(n, one)
    unclear = {n: one for n, one in enumerate(stood) if one.is_unclear}
    asked = {one: n for n, one in unclear.items()}
    refused = RefusedPlaces(
        {n: one.written for n, one in enumerate(stood) if one.verdict == "refused" and not one.is_unclear}
    )
    for entry in new:
        taken: int | None
        if (was := chosen.get(entry.written)) is not None and was in asked:
            taken = asked[was]
            unclear.pop(taken, None)
            slots[taken].stands = None
        elif corrects and entry.verdict == "accepted" and (same := places.same_line(entry)) is not None:
            # Who corrects one line and sends all the others again has not doubled them.
            gone += [stands] if (stands := slots[same].stands) is not None else []
            slots[same].stands = None
            places.falls(same)
            taken = same
        elif (
            place := next((n for n, one in unclear.items() if _says_it_again(one, entry, corrects=corrects)), None)
        ) is not None:
            del unclear[place]
            slots[place].stands = None
            taken = place
        elif (
            corrects and (corrected := refused.take_most_like(entry.written, _rivals(slots, places, entry))) is not None
        ):
            slots[corrected].stands = None
            taken = corrected
            gone += _said_of_fewer(slots, places, entry)
        else:
            taken = _take_places(slots, places, entry, gone, write)
        if taken is None:
            taken = len(slots)
            slots.append(Slot(None, is_at_end=True))
        slots[taken].came.append(entry)
        places.came(taken, entry)
    entries = [one for slot in slots for one in ((slot.stands,) if slot.stands else ()) + tuple(slot.came)]
    return Merged(tuple(entries), tuple(gone))


def merge_shared(
    stood: Sequence[LineOnFile],
    new: Sequence[LineOnFile],
    write: Any,
    *,
    seat: int,
    sequence: Sequence[int],
    corrects: bool,
    replaces: bool,
    chosen: Mapping[str, LineOnFile] = NOTHING_CHOSEN,
) -> Merged:
    """Join the new lines of one of several on a side to those that stood: theirs are theirs to replace, and nobody else's.

    The chief's lines (seat 0) take the place of what commanders gave the same counters.  The lines of each stand together, in
    the `sequence` of their seats.
    """
    own = [
        one for one in stood if seat == (one.seat if one.seat in sequence else 0)
    ]  # who left has left it to the chief
    others = [one for one in stood if one not in own]
    gone: tuple[LineOnFile, ...] = ()
    if seat == 0:
        found = merge(others, new, write, corrects=False, replaces=False)
        others, gone = [one for one in found.entries if not one.is_new], found.replaced
    mine = merge(own, new, write, corrects=corrects, replaces=replaces, chosen=chosen)
    places = {number: n for n, number in enumerate(sequence)}
    entries = sorted((*mine.entries, *others), key=lambda one: places.get(one.seat, len(places)))
    return Merged(tuple(entries), (*mine.replaced, *gone))


def with_end_last(merged: Merged, ends: Callable[[Order], bool]) -> Merged:
    """The lines with that one last behind which nothing is carried out (`ends`), where a letter puts new lines behind it.

    A new one takes its place: last, unless the letter itself has lines behind it, even where it came in a refused line's place.
    """
    closing = [one for one in merged.entries if one.verdict == "accepted" and any(map(ends, one.orders))]
    again = [one for one in closing if one.is_new]
    before = [one for one in closing if not one.is_new]
    if not any(one.is_new for one in merged.entries) or not closing:
        return merged
    gone = before if again else before[:-1]
    others = [one for one in merged.entries if one not in before]
    if not again:
        return Merged((*others, before[-1]), (*merged.replaced, *gone))
    place = others.index(again[-1])
    if not any(one.is_new for one in others[place + 1 :]):
        others = [*others[:place], *others[place + 1 :], again[-1]]
    return Merged(tuple(others), (*merged.replaced, *gone))


_LEAD = re.compile(r"in\s+[^:]{1,40}:", re.I)


def given_elsewhere(merged: dict[str, Merged]) -> dict[str, Merged]:
    """The lines of each phase, without the refused ones that a letter, which corrects them, gives for another phase.

    Such a line says mostly what the refused one said: ``in C: A/7 move 7810`` for ``A/7 move 7810``, which was none for A.
    """
    found = {}
    for phase, one in merged.items():
        others = [entry for other, some in merged.items() if other != phase for entry in some.entries if entry.is_new]
        gone: list[LineOnFile] = []
        for entry in others:
            words = _words_behind_lead(entry)
            open_ = (n for n in one.entries if n.verdict == "refused" and not (n.is_new or n.is_unclear or n in gone))
            likest = max(open_, key=lambda old: _in_common(words, old), default=None)
            if likest is not None and 5 * _in_common(words, likest) >= 3 * len(words):
                gone.append(likest)
        kept = tuple(entry for entry in one.entries if not any(entry is old for old in gone))
        found[phase] = Merged(kept, (*one.replaced, *gone)) if gone else one
    return found


def _in_common(words: Sequence[str], entry: LineOnFile) -> int:
    """The words of a line that another one has too."""
    known = set(_words_behind_lead(entry))
    return sum(word in known for word in words)


def _words_behind_lead(entry: LineOnFile) -> list[str]:
    """The words of a line, without the phase that it names first."""
    text = entry.written.lstrip()
    lead = _LEAD.match(text)
    return WORD.findall(text[lead.end() if lead is not None else 0 :].lower())


def _says_it_again(unclear: LineOnFile, entry: LineOnFile, *, corrects: bool) -> bool:
    """True if a line orders one of those whom an unclear line may have meant, or, in answer to the letter that asked, says
    mostly what that line said."""
    candidates = " ".join((unclear.written, *unclear.costs)).lower()
    if any(name.lower() in candidates for order in entry.orders for name in who(order)):
        return True
    words = WORD.findall(entry.written.lower())
    known = set(WORD.findall(unclear.written.lower()))
    return corrects and bool(entry.orders) and 5 * sum(word in known for word in words) >= 3 * len(words)


def _without_blocks(
    stood: Sequence[LineOnFile], new: Sequence[LineOnFile]
) -> tuple[Sequence[LineOnFile], list[LineOnFile]]:
    """The lines that stay beside the blocks that a letter begins again, and the lines of those blocks, which fall as a
    whole."""
    opened = {order.block for one in new if one.verdict == "accepted" for order in one.orders if order.opens_block}
    if not opened:
        return stood, []
    gone = [one for one in stood if one.orders and all(order.block in opened for order in one.orders)]
    return [one for one in stood if one not in gone], gone


def _said_of_fewer(slots: Sequence[Slot], places: Places, entry: LineOnFile) -> list[LineOnFile]:
    """Take the good lines out of the slots that order a part of a line's counters what it orders all of them."""
    found = []
    for n in places.of_counters(Replacing(entry.orders)):
        stands = slots[n].stands
        if stands is not None and all(any(_is_part(one, order) for order in entry.orders) for one in stands.orders):
            found.append(stands)
            slots[n].stands = None
            places.falls(n)
    return found


def _is_part(one: Order, whole: Order) -> bool:
    """True if an order is another one for fewer counters."""
    first = fields(whole)[0].name
    names: Any = getattr(whole, first)
    if type(one) is not type(whole) or not isinstance(names, tuple) or not set(who(one)) <= set(names):
        return False
    return replace(one, **{first: names}) == whole


def _rivals(slots: Sequence[Slot], places: Places, entry: LineOnFile) -> Collection[str]:
    """The good lines on file for counters that a line names, as written."""
    found = (slots[n].stands for n in places.of_counters(Replacing(entry.orders)))
    return [one.written for one in found if one is not None]


def with_old_places(stood: Sequence[LineOnFile], then: Sequence[LineOnFile]) -> tuple[LineOnFile, ...]:
    """The lines on file, with the refused lines of an earlier version in the places that they had among what still stands."""
    kept = [one for one in stood if one.verdict == "accepted" or one.is_unclear]
    first = {one.canonical: at for at, one in reversed(list(enumerate(kept))) if one.canonical}
    last = {one.canonical: at for at, one in enumerate(kept) if one.canonical}
    ahead = [-1]  # for each line of that version, the last place of what stood above it
    for one in then:
        at = last.get(one.canonical, -1) if one.verdict == "accepted" else -1
        ahead.append(max(ahead[-1], at))
    gaps: list[list[LineOnFile]] = [[] for _ in range(len(kept) + 1)]
    behind = len(kept)  # the first place of what stood below it
    for n, one in reversed(list(enumerate(then))):
        if one.verdict == "accepted":
            behind = min(behind, first.get(one.canonical, behind))
        elif one.verdict == "refused":
            is_last = behind == len(kept)
            gaps[(ahead[n] + 1 or len(kept)) if is_last else behind].append(one)
    found: list[LineOnFile] = []
    for at, gap in enumerate(gaps):
        found += [*reversed(gap), *kept[at : at + 1]]
    return tuple(found)


def _take_places(
    slots: Sequence[Slot], places: Places, entry: LineOnFile, gone: list[LineOnFile], write: Any
) -> int | None:
    """Take what the entry's counters had out of the slots; the place where the entry goes, None for the end.

    It goes behind the last of the letter's lines that named one of its counters, and to the end where that stands there: no
    line comes before one that stood above it in the letter.
    """
    replaced = None
    taken = Replacing(entry.orders)
    for n in places.of_counters(taken):
        stands = slots[n].stands
        left = without(stands, taken.from_, write) if stands is not None else None
        if stands is None or left is stands:
            continue
        gone.append(stands)
        slots[n].stands = left
        places.falls(n)
        if left is not None:
            places.stands(n, left)
        replaced = n if replaced is None else replaced
    after = places.last_came(entry)
    if after is None:
        return replaced
    return None if slots[after].is_at_end else after


def without(stands: LineOnFile, taken: Callable[[Order], Collection[str]], write: Any) -> LineOnFile | None:
    """The rest of a line of which each order loses the counters that are `taken` from it: all, a part, or None."""
    kept: list[Order] = []
    costs: list[str] = []
    texts: list[str] = []
    for order, cost, text in zip_longest(stands.orders, stands.costs, stands.canonical, fillvalue=""):
        left = _reduced(order, taken(order)) if isinstance(order, Order) else None
        if left is not None and isinstance(order, Order):
            kept.append(left)
            costs.append(cost if left == order else "")
            texts.append(text.replace(write(order), write(left)))  # ``in C:`` before it stays
    if tuple(kept) == stands.orders:
        return stands
    if not kept:
        return None
    orders = tuple(kept)
    return replace(stands, orders=orders, canonical=tuple(texts), costs=tuple(costs))


def _reduced(order: Order, taken: Collection[str]) -> Order | None:
    names = who(order)
    rest = tuple(name for name in names if name not in taken)
    if rest == names:
        return order
    first = fields(order)[0].name
    if not rest or isinstance(getattr(order, first), str):
        return None
    changed: dict[str, Any] = {first: rest}
    return replace(order, **changed)
