"""The log of a phase: its events folded over the state before it, and told as they come.

Each event is told on the state as it stands at that moment, then applied; so hexes and strengths are right at each step.
Events that open something open an entry; what comes of them are its steps.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.core.event import (
    CHANGE_NOTHING,
    ActBegan,
    ActEnded,
    Decided,
    Event,
    Handlers,
    OrderMoot,
    PhaseBegan,
    PhaseEnded,
    SecretActBegan,
    SecretActEnded,
    SecretDecided,
    SecretOrderMoot,
)
from pbem.core.order import Order
from pbem.core.sequence import parse_or_none
from pbem.core.umpire import Roll
from pbem.mechanisms.words import counted
from pbem.reports.maps.hex_position import Mark
from pbem.reports.report import Die, LogEntry, LogSection, Step

SOURCES = {
    "forced": "the only legal choice",
    "order": "by order",
    "default": "by default",
    "deadline": "at the deadline",
}
PASS = "pass"


@dataclass(slots=True)
class OpenEntry:
    """An entry while it is written (see `LogEntry`); `label` is the one that was said last and holds for what follows."""

    number: str
    text: str
    rule: str
    tail: str
    steps: list[Step] = field(default_factory=list)
    label: str | None = None
    is_minor: bool = False
    last_event: int = 0
    folded: str = ""

    def written(self) -> LogEntry:
        """The entry as it is told."""
        steps = tuple(self.steps)
        return LogEntry(
            self.number, self.text, self.rule, self.tail, steps, self.is_minor, self.last_event, self.folded
        )


class PhaseLog(ABC):
    """The log while it is written.

    `field` is the state before the event that is being told; `brief` are the sentences of IN SHORT; `decided` the decisions
    that are not yet told.  A game gives the names of its sides.
    """

    side_names: Mapping[str, str]

    def __init__(self, before: Any, apply: Callable[[Any, Event], None], first_roll: int, first_act: int) -> None:
        self._field = before.thaw()
        self._waiting: list[Event] = []
        self.phase = before.phase
        self.letter = self.letter_of(before.phase)
        self.entries: list[OpenEntry] = []
        self.dice: list[Die] = []
        self.brief: list[str] = []
        self.counts: dict[str, int] = {}
        self.decided: list[Decided] = []
        self._idle: dict[tuple[str, str, str], dict[str, list[int]]] = {}
        self.is_open = False
        self._closing: list[Callable[[], None]] = []
        self._apply = apply
        self._events = 0
        self._next_roll = first_roll
        self._next_act = first_act
        self._act_had_entry = True
        self._act = ""

    @property
    def field(self) -> Any:
        """The state before the event that is being told.  What was told is applied when a line asks how things stand: the ways
        of those who move tell themselves."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            for event in waiting:
                self._apply(self._field, event)
        return self._field

    def letter_of(self, phase: str) -> str:
        """The prefix of the numbers of a phase's entries: its letter."""
        return phase.rpartition(".")[2]

    @abstractmethod
    def written(self, order: Order) -> str:
        """An order's one text form."""

    @abstractmethod
    def title(self) -> str:
        """``phase B OFFENSIVE FIRE (rule 9)``."""

    @abstractmethod
    def nothing(self) -> tuple[str, str]:
        """The line of a phase in which nothing happened, and the rule."""

    def awaits(self, decided: Decided) -> bool:
        """True if a decision is told with an event that is still to come."""
        return False

    def is_idle(self, decided: Decided) -> bool:
        """True if a decision was to do nothing, by no letter: such are told together, under the phase."""
        return False

    def decision(self, decided: Decided) -> str:
        """A decision: ``losses, 3512 1 of 2: G/3 Cav``."""
        return f"{decided.kind}, {decided.subject}: {decided.choice.replace('_', ' ')}"

    def deed(self, order: str) -> str:
        """An order of which nothing came but that it was given."""
        return order

    @abstractmethod
    def moved_on(self) -> None:
        """Something else is told: what was growing grows no more."""

    @abstractmethod
    def closed(self) -> None:
        """The open entry has ended."""

    def fold(self, events: Sequence[Event], tell: Handlers[Any]) -> None:
        """Tell and apply the events one by one; `tell` knows the game's own.  Raises TypeError for any other."""
        handlers = {**tell.by_type, **_CORE.by_type}
        for event in events:
            self._events += 1
            kind = type(event)
            handlers.get(kind, tell)(self, event)
            if kind not in CHANGE_NOTHING:
                self._waiting.append(event)
        self.close()

    def head(self, text: str, rule: str = "", tail: str = "") -> None:
        """Open an entry."""
        self.close()
        self._entry(text, rule, tail)
        self.is_open = True

    def _entry(self, text: str, rule: str, tail: str) -> None:
        self.entries.append(OpenEntry(f"{self.letter}{self._next_act}", text, rule, tail, last_event=self._events))
        self._next_act += 1
        self._act_had_entry = True
        self.moved_on()

    def step(self, label: str | None, text: str, tail: str = "", rule: str = "", *, brief: str | None = None) -> None:
        """Add a step to the open entry; without an open one it is an entry of its own.  `brief`: see `Step`."""
        if self.decided:
            self.flush()
        self._step(label, text, tail, rule, brief)

    def _step(self, label: str | None, text: str, tail: str, rule: str, brief: str | None = None) -> None:
        if not self.is_open:
            self._entry(text, rule, tail)
            return
        self.moved_on()
        entry = self.entries[-1]
        entry.last_event = self._events
        # A label is said once for the lines below it.
        shown = "" if label is not None and label == entry.label else label
        if shown != "":
            entry.label = shown
        entry.steps.append(Step(shown, text, tail, rule, brief))

    def close(self) -> None:
        """Close the open entry; what was left to its end is told now."""
        if self._closing:
            waiting, self._closing = self._closing, []
            for tell in waiting:
                tell()
        if self.decided:
            self.flush()
        self.is_open = False
        self.moved_on()
        self.closed()

    def at_close(self, tell: Callable[[], None]) -> None:
        """Tell something when the open entry ends."""
        self._closing.append(tell)

    def restep(self, text: str) -> None:
        """Put other words into the last step, which turned out to mean more."""
        steps = self.entries[-1].steps
        self.entries[-1].last_event = self._events
        last = steps[-1]
        steps[-1] = Step(last.label, text, last.tail, last.rule, last.brief)

    def extend(self, text: str) -> None:
        """Put other words into the head line of the open entry (a path that grew by a hex)."""
        self.entries[-1].text, self.entries[-1].last_event = text, self._events

    def roll(self, roll: Roll) -> str:
        """``r1 2d6 = 4 + 6``: notes a roll for the DICE list and says it; a single die is said in full (``r2 1d6 = 3``)."""
        die = self._note(roll)
        return f"r{die.number} {roll.dice} = {' + '.join(map(str, roll.faces))}"

    def roll_short(self, roll: Roll) -> str:
        """``r2 1d6``: for a line that gives the result in its tail."""
        die = self._note(roll)
        return (
            f"r{die.number} {roll.dice}"
            if len(roll.faces) == 1
            else f"r{die.number} {roll.dice} = {' + '.join(map(str, roll.faces))}"
        )

    def _note(self, roll: Roll) -> Die:
        die = Die(self._next_roll, roll.dice, roll.faces, roll.label)
        self._next_roll += 1
        self.dice.append(die)
        return die

    def sum_of(self, roll: Roll) -> str:
        """``r3 2d6 = 2 + 2 = 4, Crazy Horse +3 = 7``: faces, sum, each modifier that counts, total."""
        rolled = self.roll(roll)
        if len(roll.faces) > 1:
            rolled += f" = {roll.natural}"
        counting = [modifier for modifier in roll.modifiers if modifier.value]
        for modifier in counting:
            rolled += f", {modifier.detail or modifier.name} {modifier.value:+d}"
        return f"{rolled} = {roll.total}" if counting else rolled

    def count(self, noun: str) -> None:
        """Count something for the section's heading."""
        self.counts[noun] = self.counts.get(noun, 0) + 1

    def take(self, kind: str, subject: str = "") -> Decided | None:
        """The decision of this kind that is not yet told, for a line that tells it with what came of it."""
        for one in self.decided:
            if one.kind == kind and (not subject or one.subject == subject):
                self.decided.remove(one)
                return one
        return None

    def flush(self, *, at_end: bool = False) -> None:
        """Tell the decisions that nobody has told with their outcome; those that wait for theirs only `at_end`."""
        waiting = self.decided
        if not waiting:
            return
        self.decided = [] if at_end else [one for one in waiting if self.awaits(one)]
        for one in waiting:
            if at_end or not self.awaits(one):
                self._step("decided", f"{self.decision(one)} ({by(one, self.side_names)})", "", one.clause)

    def phase_began(self, event: PhaseBegan) -> None:
        """Number the entries by the phase."""
        self.phase = event.phase
        self.letter = self.letter_of(event.phase)

    def phase_ended(self, event: PhaseEnded) -> None:
        """Tell what is left."""
        self.close()
        self.flush(at_end=True)

    def act_began(self, event: ActBegan) -> None:
        """Begin an order's act."""
        self.close()
        self._act, self._act_had_entry = event.text, False

    def act_ended(self, event: ActEnded) -> None:
        """Tell the order itself, unless it has led to an entry of its own."""
        if not self._act_had_entry and self._act not in ("", PASS):
            self.head(self.deed(self._act))
        self.flush(at_end=True)
        self.close()
        self._act = ""

    def order_moot(self, event: OrderMoot) -> None:
        """Tell an order of which nothing could come any more."""
        head = f"{self.side_names.get(event.side, event.side)} order no longer possible: {self.written(event.order)}"
        self.head(head, event.problem.clause)
        self.step(None, reason(event.problem.text))

    def was_decided(self, event: Decided) -> None:
        """Keep a decision for the line that tells what came of it, or for those under the phase."""
        if self.is_idle(event):
            self._note_idle(event)
        else:
            self.decided.append(event)

    def _note_idle(self, decided: Decided) -> None:
        """Count who did nothing, and at which entry: 34 lines of it say no more than one."""
        text = self.decision(decided).removeprefix(decided.subject).strip()
        at = self._idle.setdefault((text, by(decided, self.side_names), decided.clause), {}).setdefault(
            decided.subject, []
        )
        here = self._next_act - 1
        if self.entries and here not in at:
            at.append(here)

    def idle(self) -> tuple[str, ...]:
        """``Does not scatter (Indian standing order 3, 7.K): Low Dog at C22, C30; Lame Deer, Red Bear at C20-C25``."""
        return tuple(
            f"{text[:1].upper()}{text[1:]} ({source}, {clause}): " + _whom(self.letter, whom)
            for (text, source, clause), whom in self._idle.items()
        )

    def phase_named(self) -> tuple[str, str]:
        """The letter and the player turn of the section, where a game's phases have letters (`LogSection`)."""
        return "", ""

    def section(self, notes: tuple[str, ...] = ()) -> LogSection:
        """The section: title, counts, entries, dice."""
        is_empty = not self.entries
        if is_empty:
            self.head(*self.nothing())
        found = [counted(number, noun) for noun, number in self.counts.items()]
        if self.dice:
            found.append(counted(len(self.dice), "roll"))
        entries = tuple(one.written() for one in self.entries)
        counts, dice, notes = ", ".join(found), tuple(self.dice), (*self.idle(), *notes)
        letter, player_turn = self.phase_named()
        phase = parse_or_none(self.phase)
        side = phase.side if phase is not None else ""
        is_empty = is_empty and not (dice or notes)
        return LogSection(self.title(), counts, entries, dice, notes, letter, player_turn, side=side, is_empty=is_empty)


_CORE: Handlers[PhaseLog] = Handlers("tells")
_CORE.on(PhaseBegan)(PhaseLog.phase_began)
_CORE.on(PhaseEnded)(PhaseLog.phase_ended)
_CORE.on(ActBegan, SecretActBegan)(PhaseLog.act_began)
_CORE.on(ActEnded, SecretActEnded)(PhaseLog.act_ended)
_CORE.on(OrderMoot, SecretOrderMoot)(PhaseLog.order_moot)
_CORE.on(Decided, SecretDecided)(PhaseLog.was_decided)


def _whom(letter: str, whom: Mapping[str, Sequence[int]]) -> str:
    """``Low Dog, Red Bear at C51; He Dog at C51, C53``: those with the same entries share them."""
    together: dict[str, list[str]] = {}
    for who, numbers in whom.items():
        together.setdefault(_runs(letter, numbers), []).append(who)
    return "; ".join(f"{', '.join(names)}{at}" for at, names in together.items())


def _runs(letter: str, numbers: Sequence[int]) -> str:
    """`` at C20-C23, C30``: the numbers of entries, in runs; "" for none."""
    runs: list[list[int]] = []
    for one in numbers:
        if runs and one == runs[-1][-1] + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    spans = (f"{letter}{run[0]}" + (f"-{letter}{run[-1]}" if len(run) > 1 else "") for run in runs)
    return f" at {', '.join(spans)}" if runs else ""


def reason(text: str) -> str:
    """The text of a problem, without the advice that leads to lines to copy."""
    sentences = " ".join(text.partition("\n")[0].split())
    return sentences.rpartition(". ")[0] + "." if sentences.endswith(":") and ". " in sentences else sentences


def by(decided: Decided, side_names: Mapping[str, str]) -> str:
    """The side that decided, and the source: ``US standing order 2``, ``Indian by default``."""
    source = SOURCES.get(decided.source, decided.source)
    return f"{side_names.get(decided.side, decided.side)} {source}"


# The marks of a phase while they are gathered: steps of the same counters grow into one path.


class Marks:
    """Gathers marks; `side_of` tells the side of a counter by its name."""

    def __init__(self, side_of: Callable[[str], str]) -> None:
        self._side_of = side_of
        self._found: list[Mark] = []
        self._paths: dict[tuple[str, str], int] = {}

    def step(self, kind: str, units: tuple[str, ...], start: str, to: str) -> None:
        """Counters went from hex to hex; a step that goes on where their last of this kind ended belongs to its path."""
        if start == to or not units:
            return
        known = self._paths.get((kind, units[0]))
        if known is not None and self._found[known].path[-1] == start:
            before = self._found[known]
            self._found[known] = Mark(kind, before.side, (*before.path, to))
        else:
            known = len(self._found)
            self._found.append(Mark(kind, self._side_of(units[0]), (start, to)))
        for unit in units:
            self._paths[kind, unit] = known

    def fight(self, kind: str, unit: str, start: str, to: str) -> None:
        """A counter fired at a hex, or attacked it."""
        self._found.append(Mark(kind, self._side_of(unit), (start, to)))

    def all(self) -> tuple[Mark, ...]:
        """The marks in the sequence in which they began, each once."""
        return tuple(dict.fromkeys(self._found))
