"""How a letter's lines join those on file: AMEND, REPLACE, and mending refused lines in their old places (decisions)."""

from collections.abc import Sequence
from dataclasses import field, fields, replace
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from pbem.core.frozen import dataclass
from pbem.core.order import Order


@dataclass(frozen=True)
class Entry:
    """A line on file, or to be filed: as written, its orders and their canonical text, cost notes and remarks.

    `number` is the line's number in the letter (0 for one that stood); `verdict` is ``accepted`` or ``refused``: a refused
    line only keeps its place.
    """

    written: str
    orders: tuple[Order, ...] = ()
    canonical: tuple[str, ...] = ()
    verdict: str = "accepted"
    number: int = 0
    costs: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def is_new(self) -> bool:
        """Whether it came with this letter."""
        return self.number > 0


@dataclass
class Slot:
    """A place on file: what stands there, and what has come into it.

    `is_at_end`: it was made for what came, behind all that stood.
    """

    stands: Entry | None
    came: list[Entry] = field(default_factory=list)
    is_at_end: bool = False


@dataclass(frozen=True)
class Merged:
    """The lines as they stand after a letter, in their places, and what was replaced or shortened by it."""

    entries: tuple[Entry, ...]
    replaced: tuple[Entry, ...]


def who(order: Order) -> tuple[str, ...]:
    """The counters that an order is given to: its first field."""
    own = fields(order)
    if not own:
        return ()
    found = getattr(order, own[0].name)
    if isinstance(found, str):
        return (found,) if found else ()
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, tuple) else ()


def merge(stood: Sequence[Entry], new: Sequence[Entry], write: Any, *, mends: bool, replaces: bool) -> Merged:
    """Join the new lines of a letter to those that stood.

    With `replaces` the letter is the whole set.  With `mends` it answers an error reply, and its lines take the places of
    refused ones, the most alike first; one that stands already says nothing new.  Else a line takes the place of what its
    counters had, and the rest stands.
    """
    if replaces:
        return Merged(tuple(new), tuple(one for one in stood if one.verdict == "accepted"))
    slots = [Slot(entry) for entry in stood]
    gone: list[Entry] = []
    for entry in new:
        if mends and (same := _same_line(slots, entry)) is not None:
            # Who mends one line and sends all the others again has not doubled them.
            gone += [stands] if (stands := slots[same].stands) is not None else []
            slots[same].stands = None
            slots[same].came.append(entry)
            continue
        mended = _refused_like(slots, entry) if mends else None
        taken = mended if mended is not None else _take_places(slots, entry, gone, write)
        if taken is None:
            slots.append(Slot(None, [entry], is_at_end=True))
        else:
            slots[taken].came.append(entry)
            if mended is not None:
                slots[taken].stands = None
    entries = [one for slot in slots for one in ((slot.stands,) if slot.stands else ()) + tuple(slot.came)]
    return Merged(tuple(entries), tuple(gone))


def with_old_places(stood: Sequence[Entry], then: Sequence[Entry]) -> tuple[Entry, ...]:
    """What stands, with the refused lines of an earlier version in the places that they had among what still stands."""
    found = [one for one in stood if one.verdict == "accepted"]
    for n, refused in reversed(list(enumerate(then))):
        if refused.verdict != "refused":
            continue
        behind = {one.canonical for one in then[n + 1 :] if one.verdict == "accepted"}
        ahead = {one.canonical for one in then[:n] if one.verdict == "accepted"}
        place = next((at for at, one in enumerate(found) if one.canonical in behind), None)
        if place is None:
            last = max((at for at, one in enumerate(found) if one.canonical in ahead), default=len(found) - 1)
            place = last + 1
        found.insert(place, refused)
    return tuple(found)


def _same_line(slots: Sequence[Slot], entry: Entry) -> int | None:
    """The place of a line on file that says the same."""
    for n, slot in enumerate(slots):
        stands = slot.stands
        if stands is not None and stands.verdict == entry.verdict == "accepted" and stands.canonical == entry.canonical:
            return n
    return None


def _refused_like(slots: Sequence[Slot], entry: Entry) -> int | None:
    refused = [n for n, slot in enumerate(slots) if slot.stands is not None and slot.stands.verdict == "refused"]
    if not refused:
        return None
    best = max(refused, key=lambda n: (_likeness(slots[n].stands, entry), -n))
    stands = [slot.stands for slot in slots if slot.stands is not None and slot.stands.verdict == "accepted"]
    rivals = [_likeness(one, entry) for one in stands if _same_counters(one, entry)]
    # A line that is more like a good one for the same counters corrects that one, and mends none.
    return None if rivals and max(rivals) > _likeness(slots[best].stands, entry) else best


def _likeness(refused: Entry | None, entry: Entry) -> float:
    before = refused.written.lower() if refused else ""
    return SequenceMatcher(None, before, entry.written.lower()).ratio()


def _take_places(slots: Sequence[Slot], entry: Entry, gone: list[Entry], write: Any) -> int | None:
    """Take what the entry's counters had out of the slots; the place where the entry goes, None for the end.

    It goes behind the last of the letter's lines that named one of its counters, and to the end where that stands there: no
    line comes before one that stood above it in the letter.
    """
    after = None
    replaced = None
    for n, slot in enumerate(slots):
        if any(_same_counters(came, entry) for came in slot.came):
            after = slot
        if slot.stands is None or slot.stands.verdict != "accepted":
            continue
        left = _without(slot.stands, entry, write)
        if left is not slot.stands:
            gone.append(slot.stands)
            slot.stands = left
            replaced = n if replaced is None else replaced
    if after is None:
        return replaced
    return None if after.is_at_end else next(n for n, slot in enumerate(slots) if slot is after)


def _same_counters(one: Entry, other: Entry) -> bool:
    return bool(
        {name for order in one.orders for name in who(order)} & {name for order in other.orders for name in who(order)}
    )


def _without(stands: Entry, entry: Entry, write: Any) -> Entry | None:
    """What is left of a line when another is given to its counters: all, a part, or None."""
    kept: list[Order] = []
    costs: list[str] = []
    texts: list[str] = []
    for order, cost, text in zip_longest(stands.orders, stands.costs, stands.canonical, fillvalue=""):
        left: Order | None = order if isinstance(order, Order) else None
        for new in entry.orders:
            if left is not None:
                left = _reduced(left, new)
        if left is not None:
            kept.append(left)
            costs.append(cost if left == order else "")
            texts.append(text.replace(write(order), write(left)))  # ``in C:`` before it stays
    if tuple(kept) == stands.orders:
        return stands
    if not kept:
        return None
    orders = tuple(kept)
    return replace(stands, orders=orders, canonical=tuple(texts), costs=tuple(costs))


def _reduced(order: Order, new: Order) -> Order | None:
    if (new.goes_with or order.goes_with) and type(new) is not type(order):
        return order
    names, taken = who(order), set(who(new))
    if not taken.intersection(names):
        return order
    rest = tuple(name for name in names if name not in taken)
    first = fields(order)[0].name
    if not rest or isinstance(getattr(order, first), str):
        return None
    changed: dict[str, Any] = {first: rest}
    return replace(order, **changed)
