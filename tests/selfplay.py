"""Whole games played by the practice opponent against himself, without mail: rules, asks, events, re-execution."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.canonical import canon
from pbem.core.dice import KeyedDice
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.play import Segment, perform
from pbem.core.system import Phase
from pbem.core.umpire import Umpire
from pbem.systems import registry
from pbem.systems.indian_wars.practice.players import orders_for


@dataclass
class SelfPlay:
    """One game.  `digests` are the SHA-256 of each checkpoint, by phase; `asks` counts the questions by kind."""

    seed: str
    scenario: str = "historical"
    title: str = "rosebud"
    options: tuple[str, ...] = ()
    digests: list[tuple[str, str]] = field(default_factory=list)
    asks: dict[str, int] = field(default_factory=dict)
    events: int = 0
    orders: Callable[..., tuple[Order, ...]] = orders_for

    def pick(self, purpose: str, n: int) -> int:
        return int.from_bytes(hashlib.sha256(f"{self.seed} {purpose}".encode()).digest()[:8], "big") % n

    def phases(self, most: int = 10_000) -> Iterator[tuple[Phase[Any], Umpire[Any], Any]]:
        """Play phase by phase; each is handed out with its umpire and the checkpoint that it began from."""
        game = registry.game(self.title)
        system = game.system
        state = system.open(self.scenario, Options(self.options))
        for _ in range(most):
            phase = system.next_phase(state)
            if phase is None:
                return
            umpire = self._umpire(phase, state)
            stop = perform(phase.play(umpire), umpire, (), self._dice(phase), partial(self._answers, phase, umpire))
            assert stop.finished, f"{phase.id} stopped at {stop.open}"
            self.events += len(umpire.events)
            yield phase, umpire, state
            state = system.from_json(system.to_json(umpire.state))
            assert system.to_json(state) == system.to_json(umpire.state)
            self.digests.append((phase.id, hashlib.sha256(canon(system.public(state))).hexdigest()))

    def again(self, phase: Phase[Any], state: Any, segments: tuple[Segment, ...]) -> Umpire[Any]:
        """Execute a phase again with the recorded answers."""
        umpire = self._umpire(phase, state)
        perform(phase.play(umpire), umpire, segments, self._dice(phase), lambda asks: (None,) * len(asks))
        return umpire

    def broken(self, phase: Phase[Any], state: Any) -> Umpire[Any]:
        """Play a phase with a stop at every question, executed again from its checkpoint after each."""
        segments: tuple[Segment, ...] = ()
        while True:
            umpire = self._umpire(phase, state)
            answered = 0

            def one_moment(asks: tuple[Ask, ...], umpire: Umpire[Any] = umpire) -> tuple[Answer | None, ...]:
                nonlocal answered
                answered += 1
                return self._answers(phase, umpire, asks) if answered == 1 else (None,) * len(asks)

            stop = perform(phase.play(umpire), umpire, segments, self._dice(phase), one_moment)
            if stop.finished:
                return umpire
            segments = stop.segments

    def _dice(self, phase: Phase[Any]) -> Any:
        key = hashlib.sha256(f"{self.seed} {phase.id}".encode()).digest()
        return lambda n: KeyedDice(key)

    def _umpire(self, phase: Phase[Any], state: Any) -> Umpire[Any]:
        game = registry.game(self.title)
        system = game.system
        return Umpire(
            system.thaw(state),
            system.apply,
            phase=phase.id,
            options=Options(self.options),
            view=system.view,
            write=game.dialect.write,
        )

    def _answers(self, phase: Phase[Any], umpire: Umpire[Any], asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
        return tuple(self._answer(phase, umpire, one) for one in asks)

    def _answer(self, phase: Phase[Any], umpire: Umpire[Any], one: Ask) -> Answer:
        self.asks[one.kind] = self.asks.get(one.kind, 0) + 1
        if one.kind == ORDERS:
            system = registry.game(self.title).system
            return Answer(
                orders=self.orders(system, umpire.view(one.side), one.side, phase.letter, self._picker(phase))
            )
        if one.quiet and self.pick(f"{phase.id} {one.key} at all", 25):
            return Answer(one.default or one.declined or "", source="default")
        return Answer(one.choices[self.pick(f"{phase.id} {one.key}", len(one.choices))].key)

    def _picker(self, phase: Phase[Any]) -> Any:
        return lambda purpose, n: self.pick(f"{phase.id} {purpose}", n)
