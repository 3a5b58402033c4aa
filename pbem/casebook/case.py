"""A case as it is written, with its place in its file, and the interface between a game and the casebook."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pbem import resources
from pbem.core import sequence
from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import DiceGiven, DiceMissing
from pbem.core.event import Event, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.play import perform
from pbem.core.system import RuleSystem
from pbem.core.tomlfile import ChartGap
from pbem.core.umpire import Umpire
from pbem.orders.dialect import Dialect
from pbem.orders.rehearsal import RehearsalResult, rehearse
from pbem.orders.standing import Judge, in_turn
from pbem.orders.standing import answer as standing_answer
from pbem.systems import registry

Table = Mapping[str, Any]
"""A TOML table.  Numbers with a point are fractions: a case says 2.5 and means 5/2."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The expected result of a case; whatever is empty or None is not looked at.

    `events` are matched in sequence, each as a subset; `no_event` may match nowhere; `rejected` are tables of ``side``,
    ``line`` and ``says``; `asked` subsets of the decisions that nobody's orders answer; `outcome` has ``winner`` ("" in a
    draw), ``level`` and ``vp``, the points of the end, of a game that is over; `time` is the hour at which play then stands.
    `also_vp` are the victory points in other titles that the case also holds for, where their charts award others.
    A case whose expectation is not given is shown and not judged.
    """

    unit: Mapping[str, Table] = field(default_factory=dict)
    events: tuple[Table, ...] = ()
    no_event: tuple[Table, ...] = ()
    rejected: tuple[Table, ...] = ()
    asked: tuple[Table, ...] = ()
    vp: Mapping[str, int] = field(default_factory=dict)
    also_vp: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    phase: str = ""
    outcome: Table = field(default_factory=dict)
    time: str = ""
    is_given: bool = True


@dataclass(frozen=True, slots=True)
class Until:
    """The last phase that is played: by its id (``T04.US.C``), or the first with this letter in a player turn of `side`."""

    letter: str = ""
    side: str = ""
    id: str = ""

    @property
    def turn(self) -> int:
        """The game turn where the id says it, else 0."""
        return sequence.parse(self.id).turn if self.id else 0

    def is_reached(self, letter: str, side: str, name: str) -> bool:
        """True if a phase with this letter, side and id is the last one."""
        return self.id == name if self.id else (self.letter, self.side) == (letter, side)

    def __str__(self) -> str:
        return self.id or f"{self.letter} of {self.side}"


@dataclass(frozen=True, slots=True)
class Case:
    """One case; `file` and `line` are where its ``[[case]]`` stands.

    `side` is the phasing side's id, `phase` a phase's letter; `position` holds ``scenario``, ``options``, ``turn``,
    ``side``, ``phase``, ``map`` and ``unit`` for the game to read.  `orders` are letters by side id (``us``), or by side and
    the phase before which the letter is read (``us T04.US.B``).
    """

    file: str
    line: int
    id: str
    clauses: tuple[str, ...]
    game: str
    position: Table
    options: tuple[str, ...]
    turn: int
    side: str
    phase: str
    until: "Until"
    orders: Mapping[str, str]
    dice: tuple[int, ...]
    dice_named: Mapping[str, tuple[int, ...]]
    expect: Expectation


# The interface between a game and the casebook: reading a position, and telling a counter's state in public words.

S = TypeVar("S")

Note = Callable[[str, str, object], None]
"""Notes a fault of what a person wrote: the key (``unit[2].at``), what was expected, what was found."""


class CaseLanguage(Dialect, Judge, Protocol):
    """A game's order language, standing orders included."""


class Casework(Protocol[S]):
    """A game as the casebook sees it."""

    @property
    def system(self) -> RuleSystem[S]: ...

    @property
    def dialect(self) -> CaseLanguage: ...

    @property
    def package(self) -> str:
        """The Python package that holds the game's rules."""
        ...

    @property
    def clause_ids(self) -> Mapping[str, str]:
        """The clauses that the code names by their meanings, by meaning; empty where it names them by their ids."""
        ...

    @property
    def clause_index(self) -> str:
        """The index of the rulebook's clauses: a file of the game's package, such as ``clauses-rosebud.toml``."""
        ...

    @property
    def passing(self) -> tuple[str, ...]:
        """A counter's words that are gone when its phase has ended: they are judged as the last phase ended."""
        ...

    def clauses_of_sister(self, game: str, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """The clauses of this game that a case of another title of its series proves too.  Raises KeyError for no sister."""
        ...

    def reset_keys(self, phase: str) -> tuple[str, ...]:
        """A counter's words that are reset with the phase of this letter, so that no position can hold them before it."""
        ...

    def clock(self, scenario: str) -> Mapping[str, int]:
        """The game turns of a scenario by the time of day at which each begins (``08:20``); empty where there is none."""
        ...

    def position(self, case: Mapping[str, Any], note: Note) -> S:
        """The state as a case sets it out, standing before its phase.

        `case` has ``scenario``, ``options``, ``turn``, ``side``, ``phase`` (a letter), and ``map`` and ``unit`` as they are
        written.  All faults are noted; the state is then of no use.
        """
        ...

    def unit(self, state: S, name: str) -> Mapping[str, Any] | None:
        """A counter's state in the game's public words, those of one that is gone included; None for no such counter."""
        ...

    def points(self, state: S) -> Mapping[str, int]:
        """Victory points by side id."""
        ...


def casework(title: str) -> Casework[Any]:
    """The casework of a game by its title.  Raises KeyError with the known titles for another."""
    found: Casework[Any] = registry.game(title).casework
    return found


def own_cases() -> Path:
    """The folder of the project's own cases: ``tests/cases`` of the checkout, else what the wheel brought."""
    checkout = resources.root() / "tests" / "cases"
    return checkout if checkout.is_dir() else resources.root() / "cases"


# Running a case: the letters are read as they would be in play, the phases are performed with the dice that it gives.

MOST_PHASES = 80


@dataclass(frozen=True, slots=True)
class PhasePlayed:
    """A phase as it came out: its id and name, and its events."""

    id: str
    letter: str
    name: str
    events: tuple[Event, ...]


@dataclass
class Course:
    """The course of a case: the letters as they were read, the phases, the decisions that nobody's orders answered, the dice
    left over, the state at the end, and in `stopped` why play could not go on, or "".

    `ending` is the state as the last phase ended, before what is counted in a phase was cleared.
    """

    state: Any
    ending: Any = None
    letters: dict[str, RehearsalResult] = field(default_factory=dict)
    phases: list[PhasePlayed] = field(default_factory=list)
    asked: list[Ask] = field(default_factory=list)
    dice_left: list[str] = field(default_factory=list)
    stopped: str = ""

    @property
    def events(self) -> list[Event]:
        """The events of all phases."""
        return [event for phase in self.phases for event in phase.events]


def run(case: Case, casework: Casework[Any]) -> Course:
    """Play a case that the reader has found sound, as far as its dice, its answers and the charts go."""
    system = casework.system
    state = casework.position(case.position, _sound)
    course = Course(state)
    dice = DiceGiven(case.dice, case.dice_named)
    source = _Source(course, casework)
    source.read(case, "", case.phase)
    for _ in range(MOST_PHASES):
        phase = system.next_phase(course.state)
        if phase is None:
            course.stopped = "the game is over"
            break
        if 0 < case.until.turn < phase.turn:
            course.stopped = f"phase {case.until} had passed already"
            break
        if not course.phases and (phase.letter, phase.side) != (case.phase, case.side):
            course.stopped = f"play stands before {phase.id}, not before phase {case.phase} of {case.side}"
            break
        source.read(case, phase.id, phase.letter)
        umpire = Umpire(
            system.thaw(course.state),
            partial(_apply, course, system),
            phase=phase.id,
            options=Options(case.options),
            view=system.view,
            write=casework.dialect.write,
        )
        source.umpire, source.phase, source.letter = umpire, phase.id, phase.letter
        try:
            perform(phase.play(umpire), umpire, (), lambda _: dice, source.answers)
        except (ChartGap, DiceMissing, NobodyAnswers) as fault:
            course.stopped = f"in {phase.id}: {fault}"
        course.state = umpire.state
        course.phases.append(PhasePlayed(phase.id, phase.letter, phase.name, tuple(umpire.events)))
        if course.stopped or case.until.is_reached(phase.letter, phase.side, phase.id):
            break
    else:
        course.stopped = f"phase {case.until} did not come in {MOST_PHASES} phases"
    for key in case.orders.keys() - course.letters.keys():
        course.stopped = course.stopped or f"the letter of {key!r} was never read: play did not come to that phase"
    course.dice_left = dice.left()
    return course


def _apply(course: Course, system: RuleSystem[Any], state: Any, event: Event) -> None:
    if isinstance(event, PhaseEnded):
        course.ending = system.thaw(state)
    system.apply(state, event)


def _sound(key: str, expected: str, found: object) -> None:
    raise ValueError(f"{key}: expected {expected}, found {found!r}")


class NobodyAnswers(Exception):
    """A decision that no order, standing order or default answers."""


class _Source:
    """Answers a case's asks: its orders, its standing orders, then the default; what comes to the default is noted."""

    def __init__(self, course: Course, casework: Casework[Any]) -> None:
        self.course = course
        self.casework = casework
        self.umpire: Umpire[Any] | None = None
        self.phase = ""
        self.letter = ""
        self.letters: dict[str, RehearsalResult] = {}
        self.served: dict[tuple[str, str], str] = {}

    def read(self, case: Case, phase: str, letter: str) -> None:
        """Read the letters that come before a phase, those of the opening before "": a side's newest letter is in force."""
        for key, words in case.orders.items():
            side, _, before = key.partition(" ")
            if before == phase:
                found = rehearse(self.casework.system, self.casework.dialect, self.course.state, side, letter, words)
                self.course.letters[key] = self.letters[side] = found
                self.served = {one: at for one, at in self.served.items() if one[0] != side}

    def answers(self, asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
        return tuple(self._answer(ask) for ask in asks)

    def _answer(self, ask: Ask) -> Answer:
        letter = self.letters.get(ask.side)
        if ask.kind == ORDERS:
            # A phase of a later player turn has orders of its own.
            served = self.served.setdefault((ask.side, self.letter), self.phase)
            orders = _orders(letter, self.letter) if served == self.phase else ()
            return Answer(
                orders=(*orders, *self._drafted(ask, letter, orders)), source="order" if letter else "default"
            )
        if letter is not None and letter.standing and self.umpire is not None:
            view = self.umpire.view(ask.side)
            found = standing_answer(ask, letter.standing, view, self.casework.dialect)
            if found is not None:
                return Answer(found[0], source=f"standing order {found[1]}")
        if not ask.quiet:
            self.course.asked.append(ask)
        if ask.default is None:
            raise NobodyAnswers(f"{ask.side} is asked for {ask.kind} {ask.subject!r}, which has no default")
        return Answer(ask.default, source="default")

    def _drafted(self, ask: Ask, letter: RehearsalResult | None, given: tuple[Order, ...]) -> tuple[Order, ...]:
        """Orders drafted by the letter's standing orders: ``policy all deffire: strongest``."""
        if letter is None or not letter.standing or self.umpire is None:
            return ()
        view, dialect = self.umpire.view(ask.side), self.casework.dialect
        return tuple(dialect.drafted(ask, in_turn(letter.standing, view, dialect), view, given).orders)


def _orders(letter: RehearsalResult | None, phase: str) -> tuple[Order, ...]:
    if letter is None:
        return ()
    return tuple(
        order for line in letter.lines if line.verdict == "accepted" and line.phase == phase for order in line.orders
    )


def asked_table(ask: Ask) -> Mapping[str, Any]:
    """An ask as a table, for matching and showing."""
    return {
        "side": ask.side,
        "kind": ask.kind,
        "subject": ask.subject,
        "clause": ask.clause,
        "default": ask.default,
        "choices": [choice.key for choice in ask.choices],
    }
