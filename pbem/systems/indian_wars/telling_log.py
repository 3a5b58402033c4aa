"""The log of a phase: its events folded over the state before it, and told as they come.

Each event is told on the field as it stands at that moment, then applied; so hexes and strengths are right at each step.
Events that open something (a shot, a melee, a move) open an entry; what comes of them are its steps.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pbem.core.event import ActBegan, ActEnded, Decided, Event, OrderMoot, PhaseBegan, PhaseEnded
from pbem.core.modifier import Roll
from pbem.reports.report import Die, LogEntry, LogSection, Step
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.telling_words import PHASES, SIDE_NAMES, counted, is_several, joined, parts
from pbem.systems.indian_wars.writing import write

Apply = Callable[[Field, Event], None]
Told = Callable[["Log", Event], bool]
"""Tells an event if it is one of its own; False where it is not."""

SOURCES = {
    "forced": "the only lawful choice",
    "order": "by order",
    "default": "by default",
    "deadline": "at the deadline",
}

PASS = "pass"
SHOTS = ("opportunity fire", "retreat fire")
HOLD = "hold"
DECLINED = {
    ("scatter", "stay"): "does not scatter",
    ("opportunity fire", HOLD): "holds its fire",
    ("retreat fire", HOLD): "holds its fire",
    ("retreat before melee", "stand"): "stands",
    ("pursuit", "no"): "does not pursue",
    ("advance", "no"): "does not advance",
    ("replacement", "no"): "takes in no holders",
    ("going on", "stop"): "goes no further",
    ("leader attachment", "stay"): "stays with his unit",
}
"""What a unit does that declines, by kind of question and choice."""

DEEDS = {
    "stay": ("stays", "stay"),
    "no rally": ("does not try to rally", "do not try to rally"),
    "no pursuit": ("does not pursue", "do not pursue"),
    "no advance": ("does not advance", "do not advance"),
}
"""Orders to do nothing, in the words of the log: of one unit, of several."""

WAYS = {"retreat": ("falls back", "fall back"), "rout": ("routs", "rout"), "before melee": ("gets away", "get away")}
NOTHING = {
    "S": ("all stand where the scenario puts them", "18"),
    "A": ("nobody rallies, and nobody has to", "13.B"),
    "B": ("nobody fires", "9.A"),
    "C": ("nobody moves", "7"),
    "D": ("nobody fires", "9.A"),
    "E": ("nobody fires", "4.E"),
    "F": ("no melee", "10.A"),
}
"""What a phase says in which nothing happened, and the rule."""


@dataclass(frozen=True, slots=True)
class Going:
    """A move while it is told: who, the path so far, the MPs that each has spent on it."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int
    minimum: bool = False

    @property
    def text(self) -> str:
        """The head line of the move."""
        verb = "move" if is_several(self.units) else "moves"
        cost = "minimum move, all MPs (7.D)" if self.minimum else f"{self.cost} MP"
        return f"{' + '.join(self.units)} {verb} {'-'.join(self.path)}: {cost}"


@dataclass(frozen=True, slots=True)
class Gathering:
    """Counters that do the same thing one after the other (set up in one hex, enter at one hex): told in one line."""

    names: tuple[str, ...]
    doing: str
    done: str

    @property
    def text(self) -> str:
        """``A/2 Cav, B/2 Cav and Capt Noyes set up in 3413, dismounted``."""
        return f"{joined(self.names)} {self.done if is_several(self.names) else self.doing}"


@dataclass(frozen=True, slots=True)
class Way:
    """A retreat or rout while it is told: who, how, the path so far, and what is said behind it."""

    units: tuple[str, ...]
    how: str
    path: tuple[str, ...]
    is_head: bool
    source: str = ""

    @property
    def text(self) -> str:
        """``F/3 Cav rout movement 2810-2811``; ``Big Road falls back 3609-3708``."""
        who, path = joined(self.units), "-".join(self.path)
        if self.is_head:
            return f"{who} rout movement {path}{self.source}"
        one, many = WAYS[self.how]
        return f"{who} {many if is_several(self.units) else one} {path}{self.source}"


@dataclass
class Shot:
    """A shot while it is told: who at whom, and what has come of it so far.

    `result` tells the result of the table; it waits for the ammunition check, which the model report tells first.
    """

    firer: str
    target: str
    side: str
    natural: int = 0
    result: Callable[[], None] | None = None
    ammo_told: bool = False
    is_low: bool = False
    lost: int = 0
    morale: str = ""
    is_gone: bool = False
    is_void: bool = False
    occasion: str = ""


@dataclass
class Melee:
    """A melee while it is told: where, the attackers' side, points scored, the unit whose loss was told last."""

    target: str
    attackers: tuple[str, ...]
    side: str
    has_leaders: bool
    points: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    last_loss: str = ""
    last_source: str = ""
    is_fought: bool = False
    apart: list[str] = field(default_factory=list)


class Log:
    """The log while it is written.

    `field` stands before the event that is being told; `brief` are the sentences of IN SHORT, `misses` the shots that did
    nothing.
    """

    def __init__(self, before: Field, apply: Apply, first_roll: int, first_act: int) -> None:
        self.field = before.thaw()
        self.letter = before.phase
        self.entries: list[LogEntry] = []
        self.dice: list[Die] = []
        self.brief: list[str] = []
        self.misses = 0
        self.counts: dict[str, int] = {}
        self.decided: list[Decided] = []
        self.is_open = False
        self.growing: Going | None = None
        self.shot: Shot | None = None
        self.melee: Melee | None = None
        self.way: Way | None = None
        self._gathered: tuple[int, Gathering] | None = None
        self.checked: tuple[str, str] | None = None
        self._closing: list[Callable[[], None]] = []
        self._apply = apply
        self._next_roll = first_roll
        self._next_act = first_act
        self._act_had_entry = True
        self._act = ""

    def fold(self, events: Sequence[Event], tellers: Sequence[Told]) -> None:
        """Tell and apply the events one by one.  Raises ValueError for an event that no teller knows."""
        for event in events:
            if not self._core(event) and not any(tell(self, event) for tell in tellers):
                raise ValueError(f"nobody tells a {type(event).__name__}")
            self._apply(self.field, event)
        self.close()

    # What tellers call.

    def head(self, text: str, rule: str = "", tail: str = "") -> None:
        """Open an entry."""
        self.close()
        self._entry(text, rule, tail)
        self.is_open = True

    def _entry(self, text: str, rule: str, tail: str) -> None:
        self.entries.append(LogEntry(f"{self.letter}{self._next_act}", text, rule, tail))
        self._next_act += 1
        self._act_had_entry = True
        self.growing = self.way = None

    def step(self, label: str | None, text: str, tail: str = "", rule: str = "") -> None:
        """Add a step to the open entry; it is an entry of its own where none is open."""
        self.flush()
        self._step(label, text, tail, rule)

    def _step(self, label: str | None, text: str, tail: str, rule: str) -> None:
        if not self.is_open:
            self._entry(text, rule, tail)
            return
        self.growing = self.way = None
        entry = self.entries[-1]
        # A label is said once for the lines below it.
        said = next((one.label for one in reversed(entry.steps) if one.label != ""), None)
        shown = "" if label is not None and label == said else label
        self.entries[-1] = replace(entry, steps=(*entry.steps, Step(shown, text, tail, rule)))

    def close(self) -> None:
        """What follows is no part of the open entry; what was left to its end is told now."""
        waiting, self._closing = self._closing, []
        for tell in waiting:
            tell()
        self.flush()
        self.shot = self.melee = None
        self.is_open = False
        self.growing = self.way = None

    def at_close(self, tell: Callable[[], None]) -> None:
        """Tell something when the open entry ends."""
        self._closing.append(tell)

    def restep(self, text: str) -> None:
        """Put other words into the last step, which turned out to mean more."""
        entry = self.entries[-1]
        self.entries[-1] = replace(entry, steps=(*entry.steps[:-1], replace(entry.steps[-1], text=text)))

    def extend(self, text: str) -> None:
        """Put other words into the head line of the open entry (a path that grew by a hex)."""
        self.entries[-1] = replace(self.entries[-1], text=text)

    def go(self, going: Going, rule: str) -> bool:
        """A step of a move: the open entry's path grows if it is the same counters' next step; whether an entry was opened."""
        before = self.growing
        if before and before.units == going.units and before.path[-1] == going.path[0] and not self.decided:
            going = Going(going.units, (*before.path, *going.path[1:]), before.cost + going.cost, going.minimum)
            self.extend(going.text)
        else:
            before = None
            self.head(going.text, rule)
        self.growing = going
        return before is None

    def gather(self, gathering: Gathering, rule: str) -> None:
        """Counters that do the same thing one after the other share an entry, also by orders of their own."""
        here = len(self.entries) - 1
        if self._gathered and self._gathered[0] == here and not self.entries[-1].steps and not self.decided:
            before = self._gathered[1]
            if before.done == gathering.done:
                gathering = Gathering((*before.names, *gathering.names), gathering.doing, gathering.done)
                self.extend(gathering.text)
                self._gathered = (here, gathering)
                self._act_had_entry = True
                return
        self.head(gathering.text, rule)
        self._gathered = (len(self.entries) - 1, gathering)

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
        said = self.roll(roll)
        if len(roll.faces) > 1:
            said += f" = {roll.natural}"
        counting = [modifier for modifier in roll.modifiers if modifier.value]
        for modifier in counting:
            said += f", {modifier.detail or modifier.name} {modifier.value:+d}"
        return f"{said} = {roll.total}" if counting else said

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
        """Tell the decisions that nobody has told with their outcome.

        Those who fire at one occasion all say so before the first of them fires: each is told with his shot, and here only
        `at_end`, if there was none.
        """
        waiting = self.decided
        self.decided = [] if at_end else [one for one in waiting if _is_shot(one)]
        for one in waiting:
            if at_end or not _is_shot(one):
                self._step("decided", f"{decision(one)} ({by(one)})", "", one.clause)

    # Events of the house.

    def _core(self, event: Event) -> bool:
        match event:
            case PhaseBegan(phase):
                self.letter = parts(phase)[2]
            case PhaseEnded():
                self.close()
                self.flush(at_end=True)
            case ActBegan(_, text):
                self.close()
                self._act, self._act_had_entry = text, False
            case ActEnded():
                if not self._act_had_entry and self._act not in ("", PASS):
                    self.head(deed(self._act))
                self.flush(at_end=True)
                self.close()
                self._act = ""
            case OrderMoot(side, order, problem):
                self.head(f"{SIDE_NAMES[side]} order overtaken: {write(order)}", problem.clause)
                self.step(None, reason(problem.text))
            case Decided():
                self.decided.append(event)
            case _:
                return False
        return True

    def section(self, notes: tuple[str, ...] = ()) -> LogSection:
        """The section: title, counts, entries, dice."""
        name, rule, _ = PHASES[self.letter]
        if not self.entries:
            self.head(*NOTHING[self.letter])
        found = [counted(number, noun) for noun, number in self.counts.items()]
        if self.dice:
            found.append(counted(len(self.dice), "roll"))
        return LogSection(
            f"phase {self.letter} {name} (rule {rule})", ", ".join(found), tuple(self.entries), tuple(self.dice), notes
        )


def reason(text: str) -> str:
    """What a problem says, without the advice that leads to lines to copy."""
    sentences = " ".join(text.partition("\n")[0].split())
    return sentences.rpartition(". ")[0] + "." if sentences.endswith(":") and ". " in sentences else sentences


def _is_shot(decided: Decided) -> bool:
    return decided.kind in SHOTS and decided.choice != HOLD


def decision(decided: Decided) -> str:
    """What was decided, as a sentence: ``Crow King does not scatter``; ``losses, 3512 1 of 2: G/3 Cav``."""
    said = DECLINED.get((decided.kind, decided.choice))
    if said is not None and not decided.subject[:4].isdigit():
        return f"{decided.subject} {said}"
    return f"{decided.kind}, {decided.subject}: {decided.choice.replace('_', ' ')}"


def deed(order: str) -> str:
    """An order of which nothing came but that it was given, as a sentence: ``Black Eagle stays``."""
    for words, (one, many) in DEEDS.items():
        who = order.removesuffix(f" {words}")
        if who != order:
            return f"{who} {many if is_several(who.split(' + ')) or who == 'all' else one}"
    return order


def by(decided: Decided) -> str:
    """Who decided and by what: ``US standing order 2``, ``Indian by default``."""
    source = SOURCES.get(decided.source, decided.source)
    return f"{SIDE_NAMES.get(decided.side, decided.side)} {source}"
