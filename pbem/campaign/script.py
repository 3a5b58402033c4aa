"""Answers as a record tells of them: what was decided stands in its events, what was ordered beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.order import Order
from pbem.core.play import Diverged, Source
from pbem.core.problem import Problem
from pbem.core.umpire import Umpire
from pbem.orders.dialect import Dialect

Events = Sequence[Mapping[str, Any]]


def nobody_answers(_umpire: Umpire[Any]) -> Source:
    """Play stops at the first ask."""
    return lambda asks: (None,) * len(asks)


@dataclass
class Script:
    """Makes the source that plays one segment again.

    `sides` are the codes of sides, `stored` the events of the phase before the segment, `body` that of its record.
    """

    dialect: Dialect
    sides: Mapping[str, str]
    stored: Events
    body: Mapping[str, Any]
    _spent: set[str] = field(default_factory=set)
    _asked: bool = False

    def __call__(self, umpire: Umpire[Any]) -> Source:
        """The source over the umpire that plays."""
        told = [*self.stored, *self.body.get("events", ())]

        def source(asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
            place = len(umpire.events)
            if place > len(told):
                raise Diverged(f"{place} events where the record has {len(told)}")
            # At the last event play stopped; but a segment without events was an answer that changed nothing.
            if place == len(told) and (self._asked or place > len(self.stored)):
                return (None,) * len(asks)
            self._asked = True
            found = []
            for one in asks:
                answer, is_told = self._answer(one, umpire, told[place] if place < len(told) else {})
                place += is_told
                found.append(answer)
            return tuple(found)

        return source

    def _answer(self, one: Ask, umpire: Umpire[Any], told: Mapping[str, Any]) -> tuple[Answer, bool]:
        """The answer to an ask, and whether an event of its own tells of it."""
        is_told = told.get("type") == "Decided" and (told["side"], told["kind"], told["subject"]) == (
            one.side,
            one.kind,
            one.subject,
        )
        source = str(told["source"]) if is_told else "default" if one.quiet else "order"
        if one.kind == ORDERS:
            return Answer(orders=self._orders(one, umpire), source=source), is_told
        if is_told:
            return Answer(str(told["choice"]), source=source), True
        if not one.quiet or one.default is None:
            raise Diverged(f"the record does not tell the answer to {one.key!r}")
        return Answer(one.default, source="default"), False

    def _orders(self, one: Ask, umpire: Umpire[Any]) -> tuple[Order, ...]:
        code = self.sides[one.side]
        if code in self._spent:
            return ()
        self._spent.add(code)
        view = umpire.view(one.side)
        found: list[Order] = []
        for line in self.body.get("orders", {}).get(code, ()):
            orders = self.dialect.read(line, view, one.side)
            if isinstance(orders, Problem):
                raise Diverged(f"{line!r} cannot be read back: {orders}")
            found += orders
        return tuple(found)
