"""Games on record: orders and answers of whole games, and the digest of the events of each phase.

An old game must come to the same events for ever: letters are verified by playing them again.  A change of the rules that is
meant needs a new edition of the rules and new records: ``python -m tests.systems.miniatures.record`` plays and writes them.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.progress import track

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.canonical import canon
from pbem.core.event import Event
from pbem.core.order import Order
from pbem.core.record import to_json
from pbem.core.system import Phase
from pbem.core.umpire import Umpire
from pbem.selfplay import Alone

WHERE = Path(__file__).with_name("games-on-record.jsonl")
TITLE = "miniatures"
GAMES = (
    ("creek-ford", "r3", "plain"),
    ("creek-ford", "r6", "plain"),
    ("creek-ford", "second", "random"),
    ("fallen-timbers", "r5", "plain"),
    ("fallen-timbers", "r8", "plain"),
    ("fallen-timbers", "r3", "random"),
    ("fallen-timbers", "r0", "random"),
)
"""Scenario, seed and level of each game: of sixty that were played, those with the most charges, melees and flights."""


@dataclass(frozen=True)
class Played:
    """A phase on record: its game (scenario and seed), its id, what was answered at each moment, and its events' digest."""

    scenario: str
    seed: str
    phase: str
    answers: tuple[tuple[str, ...], ...]
    digest: str


def digest(events: Iterable[Event]) -> str:
    """The SHA-256 of the events as they are kept."""
    return hashlib.sha256(canon([to_json(event) for event in events])).hexdigest()


class Written(Alone):
    """A practice game of which everything answered is kept."""

    def __init__(self, scenario: str, seed: str, level: str) -> None:
        super().__init__(TITLE, scenario, seed, level)
        self.moments: list[tuple[str, ...]] = []

    def phases(self) -> Iterator[Played]:
        """Play to the end, phase by phase."""
        while (phase := self.system.next_phase(self.state)) is not None:
            self.moments = []
            events = self.phase(phase).events
            yield Played(self.result.scenario, self.result.seed, phase.id, tuple(self.moments), digest(events))

    def _answers(self, phase: Phase[Any], state: Any, asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
        found = super()._answers(phase, state, asks)
        write = self.game.dialect.write
        self.moments.append(
            tuple(
                "\n".join(map(write, one.orders)) if ask.kind == ORDERS else f"{one.choice} | {one.source}"
                for ask, one in zip(asks, found, strict=True)
            )
        )
        return found


class Again(Alone):
    """A game played again from its record."""

    def __init__(self, scenario: str, seed: str) -> None:
        super().__init__(TITLE, scenario, seed)
        self.moments: list[tuple[str, ...]] = []

    def played(self, one: Played) -> Umpire[Any]:
        """Play the phase that comes next with the answers on record."""
        phase = self.system.next_phase(self.state)
        assert phase is not None, f"the game ended before {one.phase}"
        assert phase.id == one.phase, f"{phase.id} comes, {one.phase} is on record"
        self.moments = list(one.answers)
        return self.phase(phase)

    def _answers(self, phase: Phase[Any], state: Any, asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
        said = self.moments.pop(0)
        return tuple(
            Answer(orders=self._orders(text, state, ask.side)) if ask.kind == ORDERS else _answer(text)
            for ask, text in zip(asks, said, strict=True)
        )

    def _orders(self, text: str, state: Any, side: str) -> tuple[Order, ...]:
        found: list[Order] = []
        for line in text.splitlines():
            read = self.game.dialect.read(line, self.system.view(state, side), side)
            assert isinstance(read, tuple), f"{line}: {read}"
            found += read
        return tuple(found)


def _answer(text: str) -> Answer:
    choice, _, source = text.partition(" | ")
    return Answer(choice, source=source)


def read() -> list[Played]:
    """All phases on record, game after game."""
    rows = map(json.loads, WHERE.read_text(encoding="utf-8").splitlines())
    return [Played(**{**row, "answers": tuple(map(tuple, row["answers"]))}) for row in rows]


def main() -> None:
    """Play the games and write their records."""
    rows = []
    for game in track(GAMES, description="games"):
        for one in Written(*game).phases():
            row = {name: getattr(one, name) for name in ("scenario", "seed", "phase", "answers", "digest")}
            rows.append(json.dumps(row, ensure_ascii=False))
    WHERE.write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
