"""Playing a phase: run, stop at a question, come back.

A phase that must wait for a person is not pickled.  It is executed again from the phase's checkpoint with the recorded
answers, and comes to the same question with the same events.  The stretch between two stops is a segment; each has
dice of its own, since each has contributions of its own (docs/trust.md, 5).
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.canonical import canon
from pbem.core.dice import Dice
from pbem.core.event import Decided, Event, SecretDecided
from pbem.core.record import Record, event_bytes, to_json, with_bare_names
from pbem.core.umpire import Play, Umpire

S = TypeVar("S")

Source = Callable[[tuple[Ask, ...]], tuple[Answer | None, ...]]
"""The source of answers: the asks of one moment, and for each its answer or None if nobody has answered yet."""

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
    """A stop in a phase: finished, or waiting for the asks in `open`.

    `segments` are all segments so far; `begun` is the index of the first event that is new since the last stop.
    """

    finished: bool
    open: tuple[Ask, ...]
    segments: tuple[Segment, ...]
    begun: int


class Diverged(Exception):
    """A phase executed again came to another ask, or told its earlier events otherwise.  Holds the game."""


_DOMAIN = b"pbem/1/segment\0"


class RunningDigest:
    """SHA-256 over events, each hashed once as it comes."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256(_DOMAIN)
        self._seen = 0

    def take(self, events: Sequence[Event]) -> str:
        """The digest of all events so far, in hex."""
        for event in events[self._seen :]:
            data = event_bytes(event)
            self._hash.update(len(data).to_bytes(4, "big") + data)
        self._seen = len(events)
        return self._hash.hexdigest()


def bare_digest(events: Sequence[Event]) -> str:
    """The digest of all events so far, as segments have it that were recorded when type names had no game before them."""
    found = hashlib.sha256(_DOMAIN)
    for event in events:
        data = canon(with_bare_names(to_json(event)))
        found.update(len(data).to_bytes(4, "big") + data)
    return found.hexdigest()


def perform(play: Play[Any], umpire: Umpire[S], earlier: Sequence[Segment], dice_for: DiceFor, source: Source) -> Stop:
    """Play a phase on, as far as its answers go.

    `umpire.state` must be the phase's checkpoint, thawed.  Recorded answers are used while they last; then `source` is
    asked, once for each moment.  Returns where play stopped.  Raises Diverged if the earlier segments come out
    otherwise than they are recorded, and whatever the rules raise (a chart without a cell).
    """
    return Running(play, umpire).go_on(earlier, dice_for, source)


class Running:
    """A phase that is being played: where it stopped it can go on, as long as the process lives.

    `umpire.state` must be the phase's checkpoint, thawed, when it begins.  After an exception it is of no more use.
    """

    def __init__(self, play: Play[Any], umpire: Umpire[Any]) -> None:
        self.umpire = umpire
        self._play = play
        self._asks: tuple[Ask, ...] | None = None
        self._digest = RunningDigest()
        self._earlier: Sequence[Segment] = ()
        self._done: list[Segment] = []
        self._answers: list[Recorded] = []
        self._rolls_before = 0

    def waits_after(self, segments: Sequence[Segment]) -> bool:
        """True if it stopped at a question after just these segments, so that it need not be played again from its start."""
        is_it = self._asks is not None and self._done == list(segments)
        if is_it:
            self._done = list(segments)  # the same objects come again next time, and are found equal at once
        return is_it

    def go_on(self, earlier: Sequence[Segment], dice_for: DiceFor, source: Source) -> Stop:
        """Play it on as `perform` does, from its start or from where it stopped; then it must wait after `earlier`."""
        self._earlier, self._dice_for, self._source = earlier, dice_for, source
        self.umpire.dice = dice_for(len(self._done))
        try:
            if self._asks is None:
                self._asks = next(self._play)
            while True:
                answers = self._answered(self._asks)
                if isinstance(answers, Stop):
                    return answers
                self._hand_over(self._asks, answers)
                self._asks = self._play.send(answers)
        except StopIteration:
            self._asks = None
            if len(self._done) < len(earlier):
                raise Diverged("the phase ended before the recorded answers were used up") from None
            return self._stop(())

    def _answered(self, asks: tuple[Ask, ...]) -> tuple[Answer, ...] | Stop:
        """The answers to the asks of a moment, or the stop where somebody's is missing."""
        recorded = self._recorded(asks)
        if recorded is not None:
            return recorded
        if len(self._done) < len(self._earlier):
            self._close_earlier()
            return self._answered(asks)
        found = self._source(asks)
        if any(answer is None for answer in found):
            return self._stop(tuple(one for one, answer in zip(asks, found, strict=True) if answer is None))
        return tuple(answer for answer in found if answer is not None)

    def _recorded(self, asks: tuple[Ask, ...]) -> tuple[Answer, ...] | None:
        if len(self._done) >= len(self._earlier):
            return None
        recorded = self._earlier[len(self._done)].answers[len(self._answers) :]
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
            self._answers.append(Recorded(one.key, answer))
            if one.kind != ORDERS:
                if not one.allows(answer.choice):
                    raise ValueError(f"{answer.choice!r} is no legal answer to {one.key!r}")
                if not (one.quiet and answer.source == "default"):
                    self._decided(one, answer.choice, answer.source)
            elif answer.source not in ("order", "deadline") and not (one.quiet and answer.source == "default"):
                self._decided(
                    one, f"{len(answer.orders) or 'no'} order{'s' * (len(answer.orders) != 1)}", answer.source
                )

    def _decided(self, one: Ask, choice: str, source: str) -> None:
        kind = SecretDecided if one.secret else Decided
        self.umpire.emit(kind(one.side, one.kind, one.subject, choice, one.clause, source))

    def _segment(self) -> Segment:
        events, rolls = self.umpire.events, len(self.umpire.rolls)
        made = Segment(tuple(self._answers), len(events), self._digest.take(events), rolls - self._rolls_before)
        self._rolls_before = rolls
        self._answers = []
        return made

    def _close_earlier(self) -> None:
        kept = self._earlier[len(self._done)]
        made = self._segment()
        if made != kept and replace(made, digest=bare_digest(self.umpire.events)) != kept:
            raise Diverged(
                f"segment {len(self._done)} told again: {made.events} events, digest {made.digest[:12]}; "
                f"recorded: {kept.events} events, digest {kept.digest[:12]}"
            )
        self._done.append(kept)
        self.umpire.dice = self._dice_for(len(self._done))

    def _stop(self, still_open: tuple[Ask, ...]) -> Stop:
        begun = self._done[-1].events if self._done else 0
        made = self._segment()
        stop = Stop(not still_open, still_open, (*self._done, made), begun)
        if made.answers or made.rolls:  # else it stands where it stood, which is no segment
            self._done.append(made)
        return stop
