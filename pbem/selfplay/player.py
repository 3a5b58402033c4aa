"""A practice player at his desk: he writes letters, and what the reader makes of them is what he has ordered."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.system import Phase
from pbem.mechanisms.practice import Pick
from pbem.orders.rehearsal import ACCEPTED, REFUSED, rehearse
from pbem.reports.questions import answer_of, chosen
from pbem.systems.game import Game

MOST_KEPT = 20


class NotUnderstood(Exception):
    """A letter of digits, or its word of readiness, was not read as it was meant: no player could go on."""


@dataclass
class Post:
    """What the letters of one game came to: their number, order lines, questions answered, lines that were refused."""

    letters: int = 0
    lines: int = 0
    questions: int = 0
    refused: int = 0
    refusals: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Player:
    """One side of a game, played at a level."""

    game: Game
    side: str
    level: str
    post: Post

    def answer(self, phase: Phase[Any], state: Any, asks: Sequence[Ask], pick: Pick) -> tuple[Answer, ...]:
        """The answers to all that is open for him at one moment, by one letter.  Raises NotUnderstood."""
        words = self.letter(phase, state, asks, pick)
        self.post.letters += 1
        return self._read(phase, state, asks, words)

    def letter(self, phase: Phase[Any], state: Any, asks: Sequence[Ask], pick: Pick) -> str:
        """The words of his letter: digits for questions, an order a line, `ready`."""
        system, practice = self.game.system, self.game.practice_players
        view = system.view(state, self.side)
        lines = []
        asked = [one for one in asks if one.kind != ORDERS]
        if asked:
            keys = [practice.choice(view, one, self.level, pick) for one in asked]
            lines.append(" ".join(answer_of(one, key) for one, key in zip(asked, keys, strict=True)))
        if len(asked) < len(asks):
            orders = practice.orders(system, view, self.side, phase.letter, self.level, pick)
            lines += [*map(self.game.dialect.write, orders), "ready"]
        return "\n".join(lines) + "\n"

    def _read(self, phase: Phase[Any], state: Any, asks: Sequence[Ask], words: str) -> tuple[Answer, ...]:
        read = rehearse(self.game.system, self.game.dialect, state, self.side, phase.letter, words)
        asked = [one for one in asks if one.kind != ORDERS]
        keys: tuple[str, ...] = ()
        if asked:
            numbers = next((one.words for one in read.commands if one.name == "answer"), ())
            found = chosen(asked, [int(one) for one in numbers])
            if isinstance(found, str):
                raise NotUnderstood(f"{found} The letter was {words!r}, the questions {[one.key for one in asked]}")
            keys = found
            self.post.questions += len(asked)
        if len(asked) < len(asks) and not any(one.name == "ready" for one in read.commands):
            raise NotUnderstood(f"no word of readiness was found in {words!r}")
        for line in read.lines:
            if line.command is not None:
                continue
            self.post.lines += 1
            if line.verdict != ACCEPTED:
                self.post.refused += 1
                if len(self.post.refusals) < MOST_KEPT:
                    text = line.refusal_text if line.verdict == REFUSED else f"not taken for an order: {line.text}"
                    self.post.refusals.append(f"{phase.id}: {text}")
        given = iter(keys)
        return tuple(Answer(orders=read.orders) if one.kind == ORDERS else Answer(next(given)) for one in asks)
