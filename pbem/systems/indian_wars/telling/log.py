"""The log of a phase: its events folded over the state before it, and told as they come.

Each event is told on the field as it stands at that moment, then applied; so hexes and strengths are right at each step.
Events that open something (a shot, a melee, a move) open an entry; what comes of them are its steps.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pbem.core.ask import ORDERS
from pbem.core.event import Decided, Event
from pbem.core.order import Order
from pbem.core.sequence import parse_or_none
from pbem.mechanisms.log import SOURCES as SOURCES
from pbem.mechanisms.log import PhaseLog
from pbem.mechanisms.log import by as decided_by
from pbem.mechanisms.log import reason as reason
from pbem.mechanisms.words import counted as counted
from pbem.mechanisms.words import fitted as fitted
from pbem.mechanisms.words import joined as joined
from pbem.systems.indian_wars.orders.records import write
from pbem.systems.indian_wars.phases import parts
from pbem.systems.indian_wars.say import SIDE_NAMES as SIDE_NAMES
from pbem.systems.indian_wars.state.counter import (
    DISMOUNTED,
    LEADER,
    MINERS,
    MOUNTED,
    PONY_HOLDER,
    PRONE,
    VILLAGERS,
    Counter,
    is_several,
)
from pbem.systems.indian_wars.state.field import Battlefield

# The words of the series in reports: sides, phases, the hour, how a counter is named in a line.

BRACKETS = {"us": "[]", "indian": "<>"}
MODE_LETTERS = {MOUNTED: "M", DISMOUNTED: "D", PRONE: "P"}
CONDITION_LETTERS = {"routed": "r", "pinned": "p", "disrupted": "d", "low ammo": "l"}


def clock(field: Battlefield, turn: int | None = None) -> str:
    """``Turn 3 of 19 (08:40)``: the field's game turn, or the one given."""
    now = field.turn if turn is None else turn
    if now == 0:
        return "Set-up"
    return f"Turn {now} of {field.sheet.scenario.turns} ({hour(field, now)})"


def hour(field: Battlefield, turn: int) -> str:
    """``08:40``: the time of day at which a game turn begins (18.1)."""
    minute = field.sheet.scenario.minute(turn)
    return f"{minute // 60 % 24:02}:{minute % 60:02}"


def points(values: dict[str, int]) -> str:
    """``US 3, Indian 3``."""
    return ", ".join(f"{name} {values.get(side, 0)}" for side, name in SIDE_NAMES.items())


def condition_letters(unit: Counter) -> str:
    """``dl``: the conditions, worst first."""
    return "".join([CONDITION_LETTERS[name] for name in unit.conditions])


def short_state(unit: Counter) -> str:
    """``4D`` or ``6Dl``: strength, mode, conditions; "" for leaders, and for villagers, who are always on foot."""
    kind = unit.printed.kind
    if kind == LEADER:
        return ""
    in_order = not (unit.routed or unit.pinned or unit.disrupted or unit.low_ammo)
    conditions = "" if in_order else condition_letters(unit)
    return conditions if kind == VILLAGERS else f"{unit.strength}{MODE_LETTERS[unit.mode]}{conditions}"


def enemy_name(unit: Counter) -> str:
    """``Crow King 5D``; ponies are not told apart by whose they are."""
    printed = unit.printed
    name = "Pony holders" if printed.kind == PONY_HOLDER else printed.name
    state = short_state(unit)
    return f"{name} {state}" if state else name


def standing_at(unit: Counter) -> str:
    """``C/3 Cav (3413 D)``."""
    return unit.name if unit.is_leader else f"{unit.name} ({unit.at} {MODE_LETTERS[unit.mode]})"


def number(value: Fraction | int) -> str:
    """``5/2`` or ``4``: exact."""
    return str(value)


def signed(value: int) -> str:
    """``+1``, ``-2``, `` 0``."""
    return f"{value:+d}" if value else " 0"


def fires(unit: Counter) -> str:
    """The verb that goes with a counter: ``fire`` for miners, holders, mules and scouts."""
    return "fire" if unit.kind == MINERS or unit.is_holder or is_several((unit.name,)) else "fires"


def scored(to: str, points: int) -> str:
    """``; US VP +1``, or nothing."""
    return f"; {SIDE_NAMES[to]} VP {points:+d}" if points else ""


Apply = Callable[[Battlefield, Event], None]

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
    ("leader attachment", "stay"): "stays with the unit",
}
"""The action of a unit that declines, by kind of question and choice."""

OF_A_HEX = {
    ("retreat before melee", "apart"): "each unit decides by itself whether to retreat before the melee",
    ("retreat before melee", "stand"): "all stand",
    ("pursuit", "no"): "nobody pursues",
    ("advance", "no"): "nobody advances",
}
"""The action of the units of a hex, by kind of question and choice."""

IDLE = {("scatter", "stay"), ("opportunity fire", HOLD), ("retreat fire", HOLD)}
"""Decisions to do nothing that come at every step of a move."""

DEEDS = {
    "stay": ("stays", "stay"),
    "no rally": ("does not try to rally", "do not try to rally"),
    "no pursuit": ("does not pursue", "do not pursue"),
    "no advance": ("does not advance", "do not advance"),
    "pursue": ("is to pursue if anybody gets away", "are to pursue if anybody gets away"),
}
"""Orders to do nothing, in the words of the log: of one unit, of several."""

WAYS = {"retreat": ("falls back", "fall back"), "rout": ("routs", "rout"), "before melee": ("gets away", "get away")}


@dataclass(frozen=True, slots=True)
class Going:
    """A move while it is told: who, the path so far, the MPs that each has spent on it; the rule of a `minimum` move."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int
    minimum: str = ""

    @property
    def text(self) -> str:
        """The head line of the move."""
        verb = "move" if is_several(self.units) else "moves"
        cost = f"minimum move, all MPs ({self.minimum})" if self.minimum else f"{self.cost} MP"
        return f"{' + '.join(self.units)} {verb} {'-'.join(self.path)}: {cost}"

    @property
    def folded(self) -> str:
        """``Low Dog + Crazy Horse 6616-6916``: where it began and ended."""
        return f"{' + '.join(self.units)} {self.path[0]}-{self.path[-1]}"


@dataclass(frozen=True, slots=True)
class Gathering:
    """Counters that do the same thing one after the other (set up in one hex, enter at one hex): told in one line.

    `at` is the place that tells the other side enough, "" where all of it is told.
    """

    names: tuple[str, ...]
    doing: str
    done: str
    at: str = ""

    @property
    def folded(self) -> str:
        """``Two Moons + Snow Bird 6315``: where they came."""
        return f"{' + '.join(self.names)} {self.at}" if self.at else ""

    @property
    def text(self) -> str:
        """``A/2 Cav, B/2 Cav and Capt Noyes set up in 3413, dismounted``."""
        return f"{joined(self.names)} {self.done if is_several(self.names) else self.doing}"


@dataclass(frozen=True, slots=True)
class Flight:
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


def by(decided: Decided) -> str:
    """The side that decided, and the source: ``US standing order 2``, ``Indian by default``."""
    return decided_by(decided, SIDE_NAMES)


class Log(PhaseLog):
    """The log while it is written.

    `field` stands before the event that is being told; `brief` are the sentences of IN SHORT, `misses` the shots that did
    nothing.
    """

    side_names = SIDE_NAMES

    def __init__(self, before: Battlefield, apply: Apply, first_roll: int, first_act: int) -> None:
        super().__init__(before, apply, first_roll, first_act)
        self.sheet = before.sheet
        self.rule = before.title.at
        self.misses = 0
        self.growing: Going | None = None
        self.shot: Shot | None = None
        self.melee: Melee | None = None
        self.way: Flight | None = None
        self._gathered: tuple[int, Gathering] | None = None
        self.checked: tuple[str, str] | None = None
        self.night_falls = False

    def written(self, order: Order) -> str:
        """An order's one text form."""
        return write(order)

    def title(self) -> str:
        """``phase B OFFENSIVE FIRE (rule 9)``."""
        title = self.sheet.title
        phase = title.phase(self.letter)
        return f"phase {self.letter} {phase.heading} (rule {title.at(phase.chapter)})"

    def phase_named(self) -> tuple[str, str]:
        """The phase's letter, and whose player turn it is of."""
        turn, side, letter = parts(self.phase, self.sheet.title.card) if parse_or_none(self.phase) else (0, "", "")
        whose = f"{SIDE_NAMES[side]} turn {turn}" if turn and side in SIDE_NAMES else ""
        return letter, whose

    def nothing(self) -> tuple[str, str]:
        """The line of a phase in which nothing happened."""
        phase = self.sheet.title.phase(self.letter)
        return phase.nothing, self.rule(phase.nothing_clause)

    def awaits(self, decided: Decided) -> bool:
        """All firers of one occasion are named before the first shot; the log shows each with its shot."""
        return decided.kind in SHOTS and decided.choice != HOLD

    def is_idle(self, decided: Decided) -> bool:
        """True for a unit that does not scatter, or holds its fire, without a letter that says so."""
        return (decided.kind, decided.choice) in IDLE and not decided.source.startswith("order")

    def decision(self, decided: Decided) -> str:
        """A decision, as a sentence: ``Crow King does not scatter``."""
        return decision(decided)

    def deed(self, order: str) -> str:
        """An order of which nothing came but that it was given, as a sentence: ``Black Eagle stays``."""
        for words, (one, many) in DEEDS.items():
            who = order.removesuffix(f" {words}")
            if who != order:
                return f"{who} {many if is_several(who.split(' + ')) or who == 'all' else one}"
        return order

    def count_points(self, side: str, points: int) -> None:
        """Add points to what the melee that is being told has scored, if one is."""
        if self.melee and points:
            self.melee.points[side] = self.melee.points.get(side, 0) + points

    def moved_on(self) -> None:
        """A path grows no more."""
        self.growing = self.way = None

    def closed(self) -> None:
        """A shot or a melee is over with its entry."""
        self.shot = self.melee = None

    def go(self, going: Going, rule: str) -> bool:
        """A step of a move: the open entry's path grows if it is the same counters' next step; whether an entry was opened."""
        before = self.growing
        if before and before.units == going.units and before.path[-1] == going.path[0] and not self.decided:
            going = Going(going.units, (*before.path, *going.path[1:]), before.cost + going.cost, going.minimum)
            self.extend(going.text)
        else:
            before = None
            self.head(going.text, rule)
        self.entries[-1].folded = going.folded
        self.growing = going
        return before is None

    def gather(self, gathering: Gathering, rule: str) -> None:
        """Counters that do the same thing one after the other share an entry, also by orders of their own."""
        here = len(self.entries) - 1
        if self._gathered and self._gathered[0] == here and not self.entries[-1].steps and not self.decided:
            before = self._gathered[1]
            if before.done == gathering.done:
                gathering = replace(gathering, names=(*before.names, *gathering.names))
                self.extend(gathering.text)
                self.entries[-1].folded = gathering.folded
                self._gathered = (here, gathering)
                self._act_had_entry = True
                return
        self.head(gathering.text, rule)
        self.entries[-1].folded = gathering.folded
        self._gathered = (len(self.entries) - 1, gathering)


def decision(decided: Decided) -> str:
    """A decision, as a sentence: ``Crow King does not scatter``; ``losses, 3512 1 of 2: G/3 Cav``."""
    text = DECLINED.get((decided.kind, decided.choice))
    if text is not None and not decided.subject[:4].isdigit():
        return f"{decided.subject} {text}"
    if decided.subject[:4].isdigit() and (text := OF_A_HEX.get((decided.kind, decided.choice))):
        return f"{decided.subject[:4]}: {text}"
    if decided.kind == ORDERS:
        return f"{decided.choice} for phase {decided.subject}"
    if decided.kind == "morale leader":
        return f"{decided.subject} checks morale with the rating of {decided.choice}"
    return f"{decided.kind}, {decided.subject}: {decided.choice.replace('_', ' ')}"
