"""Good order lines of Custer's Last Stand, at the moments of a game at which a marker waits for its orders."""

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.options import Options
from pbem.core.order import Order, Problem
from pbem.core.play import perform
from pbem.core.umpire import Umpire
from pbem.mechanisms.orders import ChangeMode, Exit, Move, Stay
from pbem.orders.rehearsal import RehearsalResult, rehearse
from pbem.systems import registry
from pbem.systems.custer.orders.records import Attack
from pbem.systems.custer.practice import orders_for
from pbem.systems.custer.rules.movement import reach
from pbem.systems.custer.state.battle import Battle
from tests.orders.broken import Good

GAME = registry.game("custer")
PHASES = 40
MOST_PATHS = 12
"""Paths of one unit: each may go to some thirty hexes."""

Place = tuple[Battle, Battle, str, str]
"""The state before a phase, the view when its orders are asked for, the side, the phase's letter."""


@cache
def places() -> tuple[Place, ...]:
    """The moments of the first turns of a game of the practice opponent against himself."""
    system = GAME.system
    state: Battle = system.open("little-big-horn", Options())
    found: list[Place] = []
    for _ in range(PHASES):
        phase = system.next_phase(state)
        assert phase is not None
        key = hashlib.sha256(f"broken lines {phase.id}".encode()).digest()
        umpire: Umpire[Any] = Umpire(
            system.thaw(state),
            system.apply,
            phase=phase.id,
            options=Options(),
            view=system.view,
            write=GAME.dialect.write,
        )
        views: list[Battle] = []

        def answer(
            one: Ask, umpire: Umpire[Any] = umpire, letter: str = phase.letter, at: list[Battle] = views
        ) -> Answer:
            if one.kind != ORDERS:
                return Answer(one.choices[0].key)
            view = umpire.view(one.side)
            at.append(system.thaw(view))
            return Answer(orders=orders_for(system, view, one.side, letter, lambda purpose, n: len(purpose) % n))

        perform(
            phase.play(umpire), umpire, (), lambda n, key=key: KeyedDice(key), lambda asks: tuple(map(answer, asks))
        )  # type: ignore[misc]
        found += [(state, view, phase.side, phase.letter) for view in views]
        state = umpire.state
    return tuple(found)


def read(place: int, line: str) -> RehearsalResult:
    """One line, read and rehearsed."""
    state, _, side, letter = places()[place]
    return rehearse(GAME.system, GAME.dialect, state, side, letter, line)


def _lawful(view: Battle, side: str) -> Iterator[Order]:
    for name in view.may:
        unit = view[name]
        for mode in ("mounted", "dismounted"):
            yield ChangeMode(name, mode)
        yield Stay((name,))
        yield Exit((name,), view.sheet.scenario.exit.edge)
        if unit.at:
            found = reach(view, unit)
            for at in sorted(found.cost)[:: max(1, len(found.cost) // MOST_PATHS)]:
                if at != unit.at:
                    yield Move((name,), found.path(at))
            for at in view.sheet.map.neighbours(unit.at):
                yield Attack((name,), at)


@cache
def lawful_lines() -> tuple[Good, ...]:
    """Simple legal orders, as they are written in full."""
    return tuple(
        Good(side, letter, GAME.dialect.write(order), (order,), place)
        for place, (_, view, side, letter) in enumerate(places())
        for order in _lawful(view, side)
        if not isinstance(GAME.system.plan(view, side, letter, order), Problem)
    )
