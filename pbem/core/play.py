"""Playing a phase: run, stop at a question, come back.

A phase that must wait for a person is not pickled.  It is executed again from the phase's checkpoint with the recorded
answers, and comes to the same question with the same events.  The stretch between two stops is a segment; each has
dice of its own, since each has contributions of its own (trust.md 6.1).
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.canonical import canon
from pbem.core.dice import Dice
from pbem.core.event import Decided, Event
from pbem.core.record import Record, to_json
from pbem.core.umpire import Play, Umpire

S = TypeVar("S")

Source = Callable[[tuple[Ask, ...]], tuple[Answer | None, ...]]
"""Where answers come from: the asks of one moment, and for each its answer or None where nobody has answered yet."""

DiceFor = Callable[[int], Dice]
"""The dice of segment n (0 is the first) of this phase; called when the segment begins, so it may be lazy."""


@dataclass(frozen=True, slots=True)
class Recorded(Record):
    """An answer as it was given: the key of its ask, and the answer."""

    key: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Segment(Record):
    """The stretch of one phase between two stops: answers handed over in it, events so far, running digest, rolls in it."""

    answers: tuple[Recorded, ...]
    events: int
    digest: str
    rolls: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a phase stands: finished, or waiting for the asks in `open`.

    `segments` are all segments so far; `begun` is the index of the first event that is new since the last stop.
    """

    finished: bool
    open: tuple[Ask, ...]
    segments: tuple[Segment, ...]
    begun: int


class Diverged(Exception):
    """A phase executed again came to another ask, or told its earlier events otherwise.  Holds the game."""


class RunningDigest:
    """SHA-256 over events, each hashed once as it comes."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256(b"pbem/1/segment\0")
        self._seen = 0

    def take(self, events: Sequence[Event]) -> str:
        """The digest of all events so far, in hex."""
        for event in events[self._seen :]:
            data = canon(to_json(event))
            self._hash.update(len(data).to_bytes(4, "big") + data)
        self._seen = len(events)
        return self._hash.hexdigest()


def perform(play: Play[Any], umpire: Umpire[S], earlier: Sequence[Segment], dice_for: DiceFor, source: Source) -> Stop:
    """Play a phase on, as far as its answers go.

    `umpire.state` must be the phase's checkpoint, thawed.  Recorded answers are used while they last; then `source` is
    asked, once for each moment.  Returns where play stopped.  Raises Diverged where the earlier segments come out
    otherwise than they are recorded, and whatever the rules raise (a chart without a cell).
    """
    return _Performance(umpire, earlier, dice_for, source).run(play)


class _Performance:
    def __init__(self, umpire: Umpire[Any], earlier: Sequence[Segment], dice_for: DiceFor, source: Source) -> None:
        self.umpire = umpire
        self.earlier = list(earlier)
        self.dice_for = dice_for
        self.source = source
        self.digest = RunningDigest()
        self.done: list[Segment] = []
        self.answers: list[Recorded] = []
        self.rolls_before = 0

    def run(self, play: Play[Any]) -> Stop:
        self.umpire.dice = self.dice_for(0)
        begun = 0
        try:
            asks = next(play)
            while True:
                answers = self._recorded(asks)
                if answers is None:
                    if len(self.done) < len(self.earlier):
                        self._close_earlier()
                        begun = len(self.umpire.events)
                        continue
                    found = self.source(asks)
                    if any(answer is None for answer in found):
                        still_open = tuple(one for one, answer in zip(asks, found, strict=True) if answer is None)
                        return self._stop(still_open, begun)
                    answers = tuple(answer for answer in found if answer is not None)
                self._hand_over(asks, answers)
                asks = play.send(answers)
        except StopIteration:
            if len(self.done) < len(self.earlier):
                raise Diverged("the phase ended before the recorded answers were used up") from None
            return self._stop((), begun)

    def _recorded(self, asks: tuple[Ask, ...]) -> tuple[Answer, ...] | None:
        if len(self.done) >= len(self.earlier):
            return None
        recorded = self.earlier[len(self.done)].answers[len(self.answers) :]
        if not recorded:
            return None
        for one, kept in zip(asks, recorded, strict=False):
            if one.key != kept.key:
                raise Diverged(f"expected the ask {kept.key!r}, found {one.key!r}")
        if len(recorded) < len(asks):
            raise Diverged(f"{len(asks)} asks are put together where {len(recorded)} answers are recorded")
        return tuple(kept.answer for kept in recorded[: len(asks)])

    def _hand_over(self, asks: tuple[Ask, ...], answers: tuple[Answer, ...]) -> None:
        for one, answer in zip(asks, answers, strict=True):
            self.answers.append(Recorded(one.key, answer))
            if one.kind != ORDERS:
                if not one.allows(answer.choice):
                    raise ValueError(f"{answer.choice!r} is no lawful answer to {one.key!r}")
                if not (one.quiet and answer.source == "default"):
                    self._decided(one, answer.choice, answer.source)
            elif answer.source not in ("order", "deadline") and not (one.quiet and answer.source == "default"):
                self._decided(
                    one, f"{len(answer.orders) or 'no'} order{'s' * (len(answer.orders) != 1)}", answer.source
                )

    def _decided(self, one: Ask, choice: str, source: str) -> None:
        self.umpire.emit(Decided(one.side, one.kind, one.subject, choice, one.clause, source))

    def _segment(self) -> Segment:
        events, rolls = self.umpire.events, len(self.umpire.rolls)
        made = Segment(tuple(self.answers), len(events), self.digest.take(events), rolls - self.rolls_before)
        self.rolls_before = rolls
        self.answers = []
        return made

    def _close_earlier(self) -> None:
        kept = self.earlier[len(self.done)]
        made = self._segment()
        if made != kept:
            raise Diverged(
                f"segment {len(self.done)} told again: {made.events} events, digest {made.digest[:12]}; "
                f"recorded: {kept.events} events, digest {kept.digest[:12]}"
            )
        self.done.append(kept)
        self.umpire.dice = self.dice_for(len(self.done))

    def _stop(self, still_open: tuple[Ask, ...], begun: int) -> Stop:
        return Stop(not still_open, still_open, (*self.done, self._segment()), begun)
