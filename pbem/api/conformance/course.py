"""A game that is watched: played by its practice players, phase by phase, with all that the checks look at."""

import json
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import EntryPoint
from itertools import count
from typing import Any

from pbem.core.ask import Answer, Ask
from pbem.core.event import Event
from pbem.core.play import Segment, perform
from pbem.core.system import Phase, UnknownTitle
from pbem.core.umpire import Roll, Umpire
from pbem.mechanisms.practice import RANDOM
from pbem.selfplay import MOST_PHASES, Alone, BrokenInvariant, as_given
from pbem.systems import registry
from pbem.systems.game import Game

FIRST = 4
"""Phases that are played to see whether a copy is one."""
LONGEST = 15
"""Seconds of the processor's time after which a phase, a page or a letter counts as one that does not come to its end."""
MOST_MOMENTS, MOST_EVENTS, MOST_KEPT = 200, 20_000, 20
"""Moments at which a phase asks, and its events; one that needs more does not end.  Of such a one some moments are kept."""
OTHERWISE = ("a", "b", "c", "d")
"""Words for other answers to the same questions."""
AGAIN = 600
"""Seconds for a game that was played to its end here, and is played again as a whole."""
SHORT_GAME = 90
"""Seconds of the processor's time for a whole game in memory."""


class DoesNotEnd(Exception):
    """The game's code goes round in a circle."""


@contextmanager
def watched() -> Iterator[None]:
    """Raise DoesNotEnd wherever the code is that takes LONGEST seconds without `going_on`: in the main thread of a Unix."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _stop)
    try:
        going_on()
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def going_on(seconds: int = 0) -> None:
    """Say that something was done: the time of `watched` begins again, with `seconds` for what comes next, else LONGEST."""
    if hasattr(signal, "setitimer") and signal.getsignal(signal.SIGPROF) is _stop:
        signal.setitimer(signal.ITIMER_PROF, seconds or LONGEST, LONGEST)


def _stop(number: int, frame: object) -> None:
    raise DoesNotEnd(f"it does not come to an end: {LONGEST} seconds were not enough")


@contextmanager
def trying(what: str) -> Iterator[Game]:
    """The game with an installed title (``table:cards`` too), or ``module:GAME``, which is installed as long as it is tried.

    Raises UnknownTitle, BrokenGame.
    """
    if what.partition(":")[0] in registry.titles():
        yield registry.game(what)
        return
    if ":" not in what:
        raise UnknownTitle(what, registry.titles())
    found = registry.loaded(EntryPoint("", what, registry.GROUP))
    with registry.lent(EntryPoint(found.title, what, registry.GROUP)):
        yield registry.game(found.title)


@dataclass(frozen=True)
class Moment:
    """The asks of one moment of a phase, their answers, and the state at that moment."""

    asks: tuple[Ask, ...]
    answers: tuple[Answer, ...]
    state: Any


@dataclass(frozen=True)
class Seen:
    """A phase that was played: the states before and after it, its events and rolls, its moments, and seconds taken."""

    phase: Phase[Any]
    before: Any
    after: Any
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]
    moments: tuple[Moment, ...]
    seconds: float


@dataclass
class Watched:
    """A game that was played for some phases; `fault` is what ended it before its time, with the phase."""

    scenario: str
    seen: list[Seen] = field(default_factory=list)
    fault: tuple[str, BaseException] | None = None
    is_over: bool = False


class _Course(Alone):
    """Plays on as `Alone` does, stops at every question when it plays again, and keeps what it saw."""

    most_moments = MOST_MOMENTS

    def __init__(self, title: str, scenario: str, seed: str) -> None:
        super().__init__(title, scenario, seed, RANDOM)
        self.watched = Watched(scenario)
        self._moments: list[Moment] = []

    def go(self, most: int) -> Watched:
        """Play `most` phases, or to the end."""
        while len(self.watched.seen) < most:
            phase = None
            going_on()
            try:
                phase = self.system.next_phase(self.state)
                if phase is None:
                    self.watched.is_over = True
                    break
                self._go_through(phase)
            except (Exception, SystemExit) as fault:  # the game's own code
                self.watched.fault = (phase.id if phase else "between two phases", fault)
                break
        return self.watched

    def to_the_end(self) -> int:
        """Play to the end without a look at anything; the number of phases, 0 if SHORT_GAME seconds were not enough.

        Raises as `Alone.play`.
        """
        began = time.process_time()
        while time.process_time() < began + SHORT_GAME:
            phase = self.system.next_phase(self.state)
            if phase is None:
                return self.result.phases
            if self.result.phases == MOST_PHASES:
                raise BrokenInvariant(f"the game has had {MOST_PHASES} phases and goes on")
            going_on()
            umpire = self._umpire(phase, self.system.thaw(self.state), self._counted())
            perform(phase.play(umpire), umpire, (), self._dice(phase), self._unwatched(phase, umpire))
            self.state, self.result.phases = umpire.state, self.result.phases + 1
        return 0

    def _unwatched(self, phase: Phase[Any], umpire: Umpire[Any]) -> Callable[[tuple[Ask, ...]], tuple[Answer, ...]]:
        """The answers of the practice players, of which nothing is kept.  Raises Broken where the phase asks for ever."""
        numbers, answers = count(1), super()._answers

        def source(asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
            if (number := next(numbers)) > self.most_moments:
                raise BrokenInvariant(
                    f"the phase has asked {number - 1} times and goes on: {[one.key for one in asks]}"
                )
            return answers(phase, umpire.state, asks)

        return source

    def _umpire(self, phase: Phase[Any], state: Any, apply: Callable[[Any, Event], None]) -> Umpire[Any]:
        return super()._umpire(phase, state, self._counted(apply))

    def _counted(self, apply: Callable[[Any, Event], None] | None = None) -> Callable[[Any, Event], None]:
        """`apply` for one phase; it raises Broken where the phase tells of more than MOST_EVENTS events."""
        numbers, does = count(1), apply or self.system.apply

        def counted(state: Any, event: Event) -> None:
            if next(numbers) > MOST_EVENTS:
                raise BrokenInvariant(f"the phase has told {MOST_EVENTS:,} events and goes on: {event}")
            does(state, event)

        return counted

    def _go_through(self, phase: Phase[Any]) -> None:
        before, written, began = self.state, as_it_stands(self.system, self.state), time.perf_counter()
        self._moments = []
        try:
            umpire = self.phase(phase)
        except (Exception, SystemExit):
            # What was asked until then is looked at all the same.
            self.watched.seen.append(Seen(phase, before, before, (), (), tuple(self._moments[:MOST_KEPT]), 0.0))
            raise
        seconds = time.perf_counter() - began
        if as_it_stands(self.system, before) != written:
            raise BrokenInvariant(
                "playing a phase changed the state from which it was played: `thaw` shares what events change"
            )
        found = tuple(umpire.events), tuple(umpire.rolls), tuple(self._moments)
        self.watched.seen.append(Seen(phase, before, self.state, *found, seconds))

    def otherwise(self, one: Seen, side: str, seed: str) -> Seen:
        """A phase as it goes with the same dice, and the same answers of a side, if all others answer otherwise."""
        others = _Course(self.result.title, self.watched.scenario, f"{self.result.seed} {seed}")
        given = {
            ask.key: answer
            for moment in one.moments
            for ask, answer in zip(moment.asks, moment.answers, strict=True)
            if ask.side == side
        }
        umpire = self._umpire(one.phase, self.system.thaw(one.before), self._counted())
        answers = others._unwatched(one.phase, umpire)
        moments: list[Moment] = []

        def source(asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
            there = self.system.thaw(umpire.state)
            found = tuple(
                given.get(ask.key, answer) if ask.side == side else answer
                for ask, answer in zip(asks, answers(asks), strict=True)
            )
            moments.append(Moment(asks, found, there))
            return found

        perform(one.phase.play(umpire), umpire, (), self._dice(one.phase), source)
        return Seen(one.phase, one.before, umpire.state, tuple(umpire.events), tuple(umpire.rolls), tuple(moments), 0.0)

    def shares(self, phases: int) -> bool:
        """True if playing on a thawed copy changes the state that was thawed: what `thaw` shares is changed by events."""
        state = self.state
        for _ in range(phases):
            phase = self.system.next_phase(state)
            if phase is None:
                break
            umpire, written = (
                self._umpire(phase, self.system.thaw(state), self.system.apply),
                as_it_stands(self.system, state),
            )
            with suppress(Exception):  # another check tells of it
                perform(phase.play(umpire), umpire, (), self._dice(phase), self._unwatched(phase, umpire))
            if as_it_stands(self.system, state) != written:
                return True
            state = umpire.state
        return False

    def _answers(self, phase: Phase[Any], state: Any, asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
        there = self.system.thaw(state)
        answers = super()._answers(phase, state, asks)
        self._moments.append(Moment(asks, answers, there))
        return answers

    def _again(self, phase: Phase[Any], before: Any, given: Sequence[Any], first: Segment) -> None:
        """The phase once more, with a stop at each of its questions."""
        segments: tuple[Segment, ...] = ()
        for n in range(len(given) + 1):
            umpire: Umpire[Any] = self._umpire(phase, self.system.thaw(before), self.system.apply)
            stop = perform(phase.play(umpire), umpire, segments, self._dice(phase), as_given(given[n : n + 1]))
            segments = stop.segments
            if stop.finished:
                break
        if not stop.finished or (segments[-1].events, segments[-1].digest) != (first.events, first.digest):
            raise BrokenInvariant(
                "played again from its checkpoint, with a stop at each question, the phase tells other events"
            )


def as_it_stands(system: Any, state: Any) -> str:
    """A state in its written form, its mappings in the sequence in which they are."""
    return json.dumps(system.to_json(state), default=repr)


class Courses:
    """The game that is checked, and its courses: each is played once, when a check first asks for it.

    `what` names the game as it was named; `phases` are those of one course that are looked at.
    """

    def __init__(self, game: Game, what: str, seed: str, phases: int) -> None:
        self.game, self.what, self.seed, self.phases = game, what, seed, phases

    @property
    def has_practice(self) -> bool:
        """True if the game has practice players, without whom nothing of it is played."""
        return bool(self.game.practice_place)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios that the practice players play, the first of which is the main one."""
        return self.game.practice_players.scenarios() if self.has_practice else (self.game.card.main_scenario,)

    @cached_property
    def course(self) -> Watched:
        """The main scenario, played at random."""
        scenario = self.scenarios[0]
        try:
            return _Course(self.game.title, scenario, self.seed).go(self.phases)
        except (Exception, SystemExit) as fault:  # the game's own code
            return Watched(scenario, fault=("as it opens", fault))

    def otherwise(self, one: Seen, side: str) -> Iterator[Seen]:
        """A phase as it goes with the same dice, and the same answers of a side, if all others answer otherwise."""
        for seed in OTHERWISE:
            going_on()
            with suppress(Exception):  # another check tells of it
                yield _Course(self.game.title, self.scenarios[0], self.seed).otherwise(one, side, seed)

    def length(self) -> int:
        """The number of phases of a whole game, 0 if it is too long to be played here.  Raises what the rules raise."""
        return _Course(self.game.title, self.scenarios[0], self.seed).to_the_end()

    def shares(self) -> bool:
        """True if `thaw` shares what events change."""
        if self.course.fault is not None and (
            not self.course.seen or isinstance(self.course.fault[1], DoesNotEnd)
        ):  # it would not end here either
            return False
        return _Course(self.game.title, self.scenarios[0], self.seed).shares(FIRST)

    def where(self, fault: BaseException) -> str:
        """The place in the game's own code at which something was raised: ``rules.py:31 plan``; else the innermost of all."""
        frames = traceback.extract_tb(fault.__traceback__)
        roots = tuple(f"/{one.replace('.', '/')}" for one in (*self.game.packages, "pbem/systems"))
        own = [one for one in frames if any(root in one.filename for root in roots)]
        last = (own or frames)[-1] if frames else None
        return f"{last.filename.rpartition('/')[2]}:{last.lineno} {last.name}" if last is not None else ""


def unchanged(system: Any, state: Any, does: Callable[[], object]) -> bool:
    """True if a call leaves a state as it was."""
    before = as_it_stands(system, state)
    does()
    return as_it_stands(system, state) == before
