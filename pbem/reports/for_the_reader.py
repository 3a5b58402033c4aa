"""IN SHORT from the reader's side: orders that came to nothing, losses, who came, which enemies stand next to whom now."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from pbem.core.event import Event, OrderMoot
from pbem.core.order import Order
from pbem.reports.letter_style import translate, translated

MOST = 4
"""So many things of a kind are named; of more it says how many."""


@dataclass(frozen=True)
class Piece:
    """A counter as a side sees it: its place ("" beside the map), its strength, 0 where nothing counts it, and the points that
    it has lost, None where only its strength tells.

    Strength that changes with a mode, as of riders who leave some to hold the horses, is no loss.
    """

    side: str
    at: str
    strength: int = 0
    lost: int | None = None


@runtime_checkable
class Pieces(Protocol):
    """The further interface of a teller, if what became of counters can be told by comparing two positions."""

    def pieces(self, state: Any) -> Mapping[str, Piece]:
        """The counters in play, by name, in a sequence of their own."""
        ...

    def next_to(self, state: Any, at: str) -> Collection[str]:
        """The places next to one, that itself not among them."""
        ...


def came_to_nothing(
    events: Iterable[Event], side: str, write: Callable[[Order], str] | None, sentences: Sequence[str]
) -> list[str]:
    """The side's orders of which nothing could come any more, each with why; none that the `sentences` have."""
    moot = [one for one in events if isinstance(one, OrderMoot) and one.side == side]
    new = [one for one in moot if not any(one.problem.text.removesuffix(".") in line for line in sentences)]
    found = []
    for one in new[:MOST]:
        line = write(one.order) if write is not None else one.problem.words
        why = translated(one.problem.text)
        found.append(translate("Your order  {line}  had no effect:  {why}", line=line, why=why))
    if len(new) > MOST:
        found.append(translate("{count} more of your orders had no effect; the log says why.", count=len(new) - MOST))
    return found


def changes(teller: object, before: Any, state: Any, side: str) -> list[str]:
    """The changes to the side's counters and the enemy's near them between two positions as the side sees them."""
    if not isinstance(teller, Pieces):
        return []
    old, new = teller.pieces(before), teller.pieces(state)
    mine = {name: one for name, one in new.items() if one.side == side}
    lost = [
        f"{name} {points}{_left(new.get(name))}"
        for name, one in old.items()
        if one.side == side and one.at and (points := _lost(one, new.get(name))) > 0
    ]
    come = [f"{name} ({one.at})" for name, one in mine.items() if one.at and not (name in old and old[name].at)]
    there = [
        f"{name} ({one.at})"
        for name, one in new.items()
        if one.side != side and one.at and name in old and not old[name].at
    ]
    return [
        *_listed(translate("Your losses:"), lost),
        *_listed(translate("Arrived:"), come),
        *_listed(translate("Enemies that came on the map:"), there),
        *_listed(translate("Enemies that are now next to you:"), _closed_in(teller, state, side, old, new)),
    ]


def _lost(before: Piece, now: Piece | None) -> int:
    """The points that a counter has lost between two positions."""
    if now is None:
        return before.strength
    if before.lost is None or now.lost is None:
        return before.strength - now.strength
    return now.lost - before.lost


def _left(now: Piece | None) -> str:
    return f" ({translate('gone')})" if now is None or not now.strength else f" ({now.strength} {translate('left')})"


def _closed_in(teller: Pieces, state: Any, side: str, old: Mapping[str, Piece], new: Mapping[str, Piece]) -> list[str]:
    """Enemies next to somebody of the side to whom they were not next before: first fighting ones that came, then those to
    whom the side has come."""
    mine: dict[str, list[str]] = {}
    for name, one in new.items():
        if one.side == side and one.at:
            mine.setdefault(one.at, []).append(name)
    found = []
    for name, one in new.items():
        if one.side == side or not one.at:
            continue
        near = teller.next_to(state, one.at)
        stood = old[name].at if name in old else ""
        before = teller.next_to(state, stood) if stood else ()
        beside = [
            own
            for at, names in mine.items()
            if at in near
            for own in names
            if own not in old or old[own].at not in before
        ]
        if beside:
            beside.sort(key=lambda own: not new[own].strength)  # the unit, not the leader who rides with it
            found.append((one.at == stood, not one.strength, f"{name} ({one.at}) {translate('by')} {beside[0]}"))
    return [text for *_, text in sorted(found, key=lambda one: one[:2])]


def _listed(head: str, names: Sequence[str]) -> list[str]:
    if not names:
        return []
    more = translate(" and {count} more", count=len(names) - MOST) if len(names) > MOST else ""
    return [f"{head} {', '.join(names[:MOST])}{more}."]
