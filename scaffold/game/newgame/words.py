"""The order language: one order a line.  What `write` writes, `read` reads."""

from typing import Any

from newgame import ground
from newgame.card import CARD
from newgame.state import Fire, Move, State
from pbem.api.rules import Malformed, Order, Problem
from pbem.api.words import StarterDialect, listed, nearest


class Words(StarterDialect):
    """``Guards to PLACE``, ``Guards fire at Lancers``, ``policy cover: cover``."""

    card, verbs, policies, place = CARD, ("to", "fire"), ("cover",), ground.PLACE

    def write(self, order: Order) -> str:
        """An order's one text form."""
        match order:
            case Move(unit, to):
                return f"{unit} to {to}"
            case Fire(unit, target):
                return f"{unit} fire at {target}"
        raise TypeError(order)

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """The order that a line is, or what is wrong with it."""
        match text.split():
            case [unit, "to", to]:
                return self._of(view, unit, lambda name: Move(name, ground.named(to)))
            case [unit, "fire", "at", target]:
                return self._of(view, unit, lambda name: self._at(view, name, target))
        return Malformed("E110", f"Orders: UNIT to {ground.EXAMPLE};  UNIT fire at UNIT.", words=text)

    def _at(self, view: State, unit: str, target: str) -> Order | Problem:
        found = _called(view, target)
        return Fire(unit, found) if found else _nobody(view, target)

    def _of(self, view: State, unit: str, make: Any) -> tuple[Order, ...] | Problem:
        name = _called(view, unit)
        found = make(name) if name else _nobody(view, unit)
        return found if isinstance(found, Problem) else (found,)

    def turn(self, view: State) -> int:
        """The game turn."""
        return view.turn

    def units_of(self, view: State, side: str) -> tuple[str, ...]:
        """Whom ``all the rest`` may mean."""
        return tuple(one.name for one in view.of(side))


def _called(view: State, words: str) -> str:
    return next((name for name in sorted(view.units) if name.lower() == words.lower()), "")


def _nobody(view: State, words: str) -> Problem:
    near = nearest(words.lower(), [(name.lower(), name) for name in sorted(view.units)])
    more = f"  Did you mean   {listed(near, 'or')} ?" if near else ""
    return Malformed("E101", f"No unit is called {words}.{more}", words=words)


WORDS = Words()
