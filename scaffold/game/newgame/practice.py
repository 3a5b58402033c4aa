"""Practice players: they find what is legal by the same plans as everybody, and choose."""

from collections.abc import Iterator, Mapping
from typing import Any

from newgame import ground
from newgame.card import MOVE, SIDES
from newgame.rules import OPENINGS, RULES, held
from newgame.state import Fire, Move, State
from pbem.api.practice import PLAIN, Pick
from pbem.api.rules import Ask, Event, Order, Problem


def legal(state: State, side: str, letter: str) -> list[Order]:
    """All orders of a side that could be carried out now."""
    found: list[Order] = []
    for one in state.of(side):
        if letter == MOVE.letter:
            found += [Move(one.name, to) for to in ground.places()]
        else:
            found += [Fire(one.name, name) for name in sorted(state.units)]
    return [one for one in found if not isinstance(RULES.plan(state, side, letter, one), Problem)]


class Ledger:
    """Watches a game: what it finds can never be."""

    def faults(self, state: State, event: Event) -> Iterator[str]:
        """Two sides in one place, and units off the map."""
        for at in sorted({one.at for one in state.units.values()}):
            if len({one.side for one in state.at(at)}) > 1:
                yield f"both sides stand in {at}"
            if not ground.has(at):
                yield f"somebody stands in {at}, which is not on the map"

    def figures(self, state: State) -> Mapping[str, int]:
        """What the game came to."""
        return {f"{one.id} points": held(state, one.id) for one in SIDES}


class Practice:
    """``random`` takes any legal order, ``plain`` makes for the goal and fires at the weakest."""

    def scenarios(self) -> tuple[str, ...]:
        """What they play."""
        return tuple(OPENINGS)

    def orders(self, system: Any, view: State, side: str, letter: str, level: str, pick: Pick) -> tuple[Order, ...]:
        """An order for each unit, if it has a legal one."""
        options: dict[str, list[Order]] = {}
        for one in legal(view, side, letter):
            options.setdefault(str(getattr(one, "unit", "")), []).append(one)
        chosen = (self._one(view, unit, found, level, pick) for unit, found in options.items())
        return tuple(one for one in chosen if one is not None)

    def _one(self, view: State, unit: str, found: list[Order], level: str, pick: Pick) -> Order | None:
        if level != PLAIN:
            return found[pick(f"order {unit}", len(found))]
        if isinstance(found[0], Fire):
            return min(found, key=lambda one: view.units[getattr(one, "target", "")].strength)
        near = min(found, key=lambda one: ground.distance(getattr(one, "to", ""), ground.GOAL))
        stays = ground.distance(view.units[unit].at, ground.GOAL) <= ground.distance(
            getattr(near, "to", ""), ground.GOAL
        )
        return None if stays else near

    def choice(self, view: State, ask: Ask, level: str, pick: Pick) -> str:
        """The answer to a question."""
        return ask.choices[pick(ask.key, len(ask.choices))].key

    def ledger(self, state: State) -> Ledger:
        """A ledger of the game that opens so."""
        return Ledger()


PRACTICE = Practice()
