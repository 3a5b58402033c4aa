"""A battle plan as it is filed, what a side keeps in mind of it, and the orders that make one."""

from dataclasses import dataclass, replace
from typing import Any

from pbem.core.order import Order
from pbem.core.record import Record

IF, ONCE = "if", "once"
FIRE, SHELL, CHARGE, CLOSE, SKIRMISH, GUARD = "fire", "shell", "charge", "close", "skirmish", "guard"
GO, HOLD, LEAVE, ENTER, SURRENDERS = "go", "hold", "leave", "enter", "surrender"
MODES = ("mount", "dismount", "limber", "unlimber")
ALL, ANY, REST, WAITING, NEAREST = "all", "any", "rest", "waiting", "nearest"
BACK, HIDE = "back", "hide"
THEN = " then "
"""The word between a shot and the move that follows it: ``fire then close``."""
CLEAR = 2
"""A shell goes two hexes astray at most: so far friends are from where it is aimed, if its line does not say another number."""
IN_TURN, AS_LISTED = "in turn", "as listed"
ADVANTAGE = 20
"""The advantage that a charge needs if its line does not say another."""
EVERY = 15
"""After so many game turns without a letter of its owner a battle stops, if the plan does not say another number."""
THIRDS, QUARTER, LODGES, ENTRY, TURNS = "thirds", "quarter", "lodges", "entry", "turns"
MUST = "must"
"""Noted in a mind while its owner is asked for a reason that no pace may pass over."""
MAY_BE_OFF = (THIRDS, QUARTER, LODGES, ENTRY)
"""The automatic stops that a plan may turn off."""


@dataclass(frozen=True, slots=True)
class PlanCondition(Record):
    """A condition: `kind` with its number, the units it is about, a hex.  See `conditions`."""

    kind: str
    number: int = 0
    who: tuple[str, ...] = ()
    hex: str = ""
    negated: bool = False


@dataclass(frozen=True, slots=True)
class PlanTarget(Record):
    """A word for targets, in one hex if `hex` is set."""

    word: str
    hex: str = ""


@dataclass(frozen=True, slots=True)
class PlanLine(Record):
    """A line of a plan: who does what, at whom, within which limits, and while or once which conditions are true.

    `verb` is a word, or for fire and move two: ``fire then close``.  `when` is "", ``if`` or ``once``; `near` the range to
    which ``close`` and ``skirmish`` come, and ``guard`` keeps, and for ``shell`` the distance within which no friend may
    be of where it is aimed; `one` allows it one action a half-turn; `turns` says who acts first ("": the best).
    """

    verb: str
    who: tuple[str, ...]
    when: str = ""
    conditions: tuple[PlanCondition, ...] = ()
    targets: tuple[PlanTarget, ...] = ()
    ward: tuple[str, ...] = ()
    hex: str = ""
    edge: str = ""
    within: int = 0
    near: int = 0
    chance: int = 1
    advantage: int = ADVANTAGE
    together: bool = False
    one: bool = False
    turns: str = ""

    @property
    def action(self) -> str:
        """The first action of its units: ``fire`` of ``fire then close``."""
        return self.verb.partition(THEN)[0]

    @property
    def then(self) -> str:
        """The move that follows their shot, "" if none does."""
        return self.verb.partition(THEN)[2]


@dataclass(frozen=True, slots=True)
class Numbered(Record):
    """A line and its number in the plan."""

    number: int
    line: PlanLine


@dataclass(frozen=True, slots=True)
class PlanGroup(Record):
    """A player's own name for some units."""

    name: str
    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlanScript(Record):
    """Single orders for one game turn."""

    turn: int
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class PlanStop(Record):
    """A stop that the plan's owner wants."""

    conditions: tuple[PlanCondition, ...]


@dataclass(frozen=True, slots=True)
class BattlePlan(Record):
    """A plan: its groups, its lines in ascending order, its stops, its scripts, and which automatic stops are off."""

    name: str = ""
    groups: tuple[PlanGroup, ...] = ()
    lines: tuple[Numbered, ...] = ()
    stops: tuple[PlanStop, ...] = ()
    scripts: tuple[PlanScript, ...] = ()
    off: tuple[str, ...] = ()
    at_half: bool = False
    every: int = EVERY

    def line(self, number: int) -> PlanLine | None:
        """The line with this number."""
        return next((one.line for one in self.lines if one.number == number), None)

    def group(self, name: str) -> PlanGroup | None:
        """The group with this name."""
        return next((one for one in self.groups if one.name == name), None)

    def with_line(self, number: int, line: PlanLine | None) -> "BattlePlan":
        """The plan with a line set, or without it."""
        kept = [one for one in self.lines if one.number != number]
        new = [Numbered(number, line)] if line is not None else []
        return replace(self, lines=tuple(sorted((*kept, *new), key=lambda one: one.number)))

    def with_(self, **changes: Any) -> "BattlePlan":
        """The plan with some fields changed."""
        return replace(self, **changes)


DEFAULT = BattlePlan(
    lines=(
        Numbered(1, PlanLine(LEAVE, (ALL,), ONCE, (PlanCondition("lost half"),), edge=NEAREST)),
        Numbered(2, PlanLine(FIRE, (ALL,), targets=(PlanTarget(ANY),))),
    )
)
"""The plan of a side that has filed nothing."""


@dataclass(frozen=True, slots=True)
class Chosen(Record):
    """An order that a plan chose: the game turn, the line's number (0 for a script), and the order's text."""

    turn: int
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Blocked(Record):
    """A unit that a line could not move, and the friend in its way ("" if there is another reason)."""

    line: int
    unit: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Mind(Record):
    """The private state of one side in a battle: its plan, and what the plan has come to.  Nobody else may see it.

    `by_hand` says that its half-turns are asked for one by one, `asked` that it was asked for a first plan; `next` are
    single orders for its next half-turn.  `begun` are the lines whose ``once`` has come true, `stopped` the stops that
    have stopped play.  The rest is what stops look at: the game turn and losses of its last letter, half-turns without an
    action, losses by game turn, lodges it was told of.  `why` is what it was asked for last, `chosen` and `blocked` what
    happened since.
    """

    side: str
    plan: BattlePlan | None = None
    draft: BattlePlan | None = None
    by_hand: bool = False
    asked: bool = False
    next: tuple[Order, ...] = ()
    begun: tuple[int, ...] = ()
    stopped: tuple[int, ...] = ()
    letter_on: int = 0
    thirds: int = 0
    dry: int = 0
    is_dry: bool = False
    losses: tuple[tuple[int, int], ...] = ()
    lodges: int = 0
    told: tuple[str, ...] = ()
    why: str = ""
    chosen: tuple[Chosen, ...] = ()
    blocked: tuple[Blocked, ...] = ()

    @property
    def in_force(self) -> BattlePlan:
        """The plan that chooses its orders."""
        return self.plan if self.plan is not None else DEFAULT

    def with_(self, **changes: Any) -> "Mind":
        """The same with some fields changed."""
        return replace(self, **changes)


# Orders.  The first field says what an order takes the place of when a letter corrects another.


@dataclass(frozen=True, slots=True)
class PlanOrder(Order):
    """Any order that makes or changes a plan, or answers a stop."""

    block = "plan"


@dataclass(frozen=True, slots=True)
class BeginPlan(PlanOrder):
    """``plan "Ridge line"``: a new plan, which replaces the older one whole."""

    opens_block = True
    what: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class SetLine(PlanOrder):
    """``line 3: guns fire at braves``."""

    what: str
    number: int
    line: PlanLine


@dataclass(frozen=True, slots=True)
class DropLine(PlanOrder):
    """``drop line 3``."""

    what: str
    number: int


@dataclass(frozen=True, slots=True)
class SetGroup(PlanOrder):
    """``group line: Perry, Whipple``."""

    what: str
    group: PlanGroup


@dataclass(frozen=True, slots=True)
class SetStop(PlanOrder):
    """``stop when enemy within 2 of lodges``."""

    what: str
    stop: PlanStop


@dataclass(frozen=True, slots=True)
class SetScript(PlanOrder):
    """``turn 1: Perry Cavalry 1 fire Ollokot 3``."""

    what: str
    script: PlanScript


@dataclass(frozen=True, slots=True)
class SetStops(PlanOrder):
    """``no stop at entry``, ``stop at half``, ``stop every 20 turns``: the automatic stops."""

    what: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class EndPlan(PlanOrder):
    """``end plan``."""

    what: str = "end plan"


@dataclass(frozen=True, slots=True)
class ByHand(PlanOrder):
    """``by hand``: every half-turn of this side is asked for, until it files a plan again."""

    what: str = "by hand"
