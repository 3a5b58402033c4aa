"""Events of a battle, and what each event changes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from pbem.core.event import Event, PhaseBegan, PhaseEnded
from pbem.core.order import Order
from pbem.core.sequence import parse
from pbem.core.umpire import Roll
from pbem.systems.nezperce.battle.plan.records import MUST, BattlePlan, Blocked, Chosen, Mind
from pbem.systems.nezperce.battle.state import (
    BROKEN,
    ENCAMPED,
    KILLED,
    LEFT,
    PLACE_PHASE,
    SIDE_PHASE,
    TRAIL,
    Battle,
    Fighter,
    other,
)
from pbem.systems.nezperce.card import LOOKS

E = TypeVar("E", bound=Event)
KEPT = 3
"""So many hexes in which a unit ended a move are kept: a plan does not lead it back there."""
_CHANGES: dict[type[Event], Callable[[Battle, Any], Battle]] = {}


def _changes(kind: type[E]) -> Callable[[Callable[[Battle, E], Battle]], Callable[[Battle, E], Battle]]:
    def register(function: Callable[[Battle, E], Battle]) -> Callable[[Battle, E], Battle]:
        _CHANGES[kind] = function
        return function

    return register


def apply(battle: Battle, event: Event) -> Battle:
    """The battle after an event."""
    change = _CHANGES.get(type(event))
    return change(battle, event) if change is not None else battle


@dataclass(frozen=True, slots=True)
class ContactJudged(Event):
    """The state of contact: the column and dice where they were rolled, the First player's side, the tactical units, none of
    them placed yet, and who sets up when."""

    state: str
    column: str
    rolls: tuple[Roll, ...]
    first: str
    units: tuple[Fighter, ...]
    steps: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class EntrySideNamed(Event):
    """The side that searched or declared has named the map side by which it comes."""

    side: str
    edge: str


@dataclass(frozen=True, slots=True)
class LeadNamed(Event):
    """A side has said which of its strategic units lead."""

    side: str
    forces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FighterPlaced(Event):
    """A unit was set up by its owner's order."""

    unit: str
    at: str


@dataclass(frozen=True, slots=True)
class SideSetUp(Event):
    """A side is set up: units and hexes that the program chose, who waits beside the map, and on which side of it."""

    side: str
    placed: tuple[tuple[str, str], ...]
    waiting: tuple[str, ...]
    entry: str = ""


@dataclass(frozen=True, slots=True)
class FighterMoved(Event):
    """A unit moved; `path` begins with the hex in which it stood, or with that by which it entered the map."""

    unit: str
    path: tuple[str, ...]
    points: int
    entered: bool = False


@dataclass(frozen=True, slots=True)
class ModeChanged(Event):
    """A unit mounted, dismounted, limbered or unlimbered."""

    unit: str
    mode: str


@dataclass(frozen=True, slots=True)
class ShotFired(Event):
    """A unit was fired at: strength and Defence, the die, and the result."""

    unit: str
    target: str
    at: str
    distance: int
    strength: int
    defence: int
    roll: Roll
    modified: int
    result: str
    indirect: bool = False


@dataclass(frozen=True, slots=True)
class ShellScattered(Event):
    """A shell fell: the hex aimed at, its dice, the hex hit ("" off the map)."""

    unit: str
    aim: str
    rolls: tuple[Roll, ...]
    at: str


@dataclass(frozen=True, slots=True)
class Acted(Event):
    """A unit has used its action of the half-turn."""

    unit: str


@dataclass(frozen=True, slots=True)
class MeleeFought(Event):
    """A melee: both totals, the die, and the units killed and shaken on each side."""

    at: str
    side: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    totals: tuple[int, int]
    roll: Roll
    modified: int
    attackers_hit: tuple[int, int]
    defenders_hit: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MoraleTested(Event):
    """A unit rolled on the Morale Table."""

    unit: str
    roll: Roll
    result: str


@dataclass(frozen=True, slots=True)
class FellBack(Event):
    """A unit fell back a hex and is hard-pinned there."""

    unit: str
    to: str
    guest: bool


@dataclass(frozen=True, slots=True)
class UnitOut(Event):
    """A unit is out of the battle: killed, surrendered, broken, or gone off the map."""

    unit: str
    how: str


@dataclass(frozen=True, slots=True)
class Pinned(Event):
    """A unit has a marker P1 or P2."""

    unit: str
    pin: int


@dataclass(frozen=True, slots=True)
class PinRolled(Event):
    """A unit's marker was rolled for."""

    unit: str
    pin: int
    roll: Roll
    removed: bool


@dataclass(frozen=True, slots=True)
class EndOffered(Event):
    """A side offers to end the battle."""

    side: str


@dataclass(frozen=True, slots=True)
class PlayStopped(Event):
    """Play stops: these sides must write.  `why` is what all may know of it."""

    sides: tuple[str, ...]
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SideEvent(Event):
    """A fact that only the side itself may know."""

    side: str

    def known_to(self) -> tuple[str, ...]:
        """Only the side itself."""
        return (self.side,)


@dataclass(frozen=True, slots=True)
class PlanSet(SideEvent):
    """A side filed a plan, changed it, or went over to single orders; `next` are those for its next half-turn."""

    plan: BattlePlan | None
    draft: BattlePlan | None
    by_hand: bool
    next: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class LetterCame(SideEvent):
    """A side wrote at a stop, or let its time pass; what led to the stop is done with."""

    turn: int


@dataclass(frozen=True, slots=True)
class LineChosen(SideEvent):
    """A line of a side's plan chose the order that follows (0: a script, or single orders for the half-turn)."""

    turn: int
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class MindNoted(SideEvent):
    """Notes that a side's plan keeps from one half-turn to the next."""

    begun: tuple[int, ...]
    stopped: tuple[int, ...]
    thirds: int
    dry: int
    is_dry: bool
    losses: tuple[tuple[int, int], ...]
    lodges: int
    told: tuple[str, ...]
    why: str
    blocked: tuple[Blocked, ...]


@_changes(PhaseBegan)
def _began(battle: Battle, event: PhaseBegan) -> Battle:
    """A half-turn begins: nobody of the active side has acted in it, and its offer of earlier is void."""
    if not battle.half or battle.asked:
        return battle
    offers = tuple(one for one in battle.offers if one != battle.active)
    units = tuple(one.with_(acted=False) for one in battle.units)
    return battle.with_(offers=offers, units=units, attacked="")


@_changes(PhaseEnded)
def _ended(battle: Battle, event: PhaseEnded) -> Battle:
    """The next step of the set-up or half-turn is due; after the Second player's the next game-turn.  B-043."""
    if parse(event.phase).letter in LOOKS:
        return battle.with_(asked=())
    if battle.half == 0:
        return _set_up_further(battle, parse(event.phase).letter)
    if battle.crowded and battle.half == 2 and not battle.overstacked(other(battle.first)):
        battle = battle.with_(crowded=False)
    if battle.half == 1:
        return battle.with_(half=2)
    quiet = 0 if battle.stirred else battle.quiet + 1
    return battle.with_(turn=battle.turn + 1, half=1, quiet=quiet, stirred=False)


def _set_up_further(battle: Battle, letter: str) -> Battle:
    """After a phase of the set-up the next is due; after the last the battle begins."""
    left = battle.steps[1:] if letter in (SIDE_PHASE, PLACE_PHASE) else battle.steps
    if left:
        return battle.with_(steps=left)
    crowded = battle.state in (ENCAMPED, TRAIL) and bool(battle.overstacked(other(battle.first)))
    return battle.with_(steps=(), turn=1, half=1, crowded=crowded)


@_changes(ContactJudged)
def _judged(battle: Battle, event: ContactJudged) -> Battle:
    return battle.with_(state=event.state, first=event.first, units=event.units, steps=event.steps)


@_changes(EntrySideNamed)
def _side_named(battle: Battle, event: EntrySideNamed) -> Battle:
    return battle.with_(entry=event.edge)


@_changes(LeadNamed)
def _lead_named(battle: Battle, event: LeadNamed) -> Battle:
    return battle.with_(lead=event.forces)


@_changes(FighterPlaced)
def _placed(battle: Battle, event: FighterPlaced) -> Battle:
    return battle.put(event.unit, at=event.at, has_fought=True)


@_changes(SideSetUp)
def _set_up(battle: Battle, event: SideSetUp) -> Battle:
    for unit, at in event.placed:
        battle = battle.put(unit, at=at, has_fought=True)
    return battle.with_(entry=event.entry or battle.entry)


@_changes(FighterMoved)
def _moved(battle: Battle, event: FighterMoved) -> Battle:
    one = battle.unit(event.unit)
    trail = (*(one.trail if one is not None else ()), event.path[-1])[-KEPT:]
    battle = battle.put(event.unit, at=event.path[-1], has_fought=True, is_guest=False, trail=trail)
    if event.entered and one is not None and one.side not in battle.entered:
        battle = battle.with_(entered=(*battle.entered, one.side))
    return _settled(battle)


def _settled(battle: Battle) -> Battle:
    """A guest is none any more where no friend is left that it fell back upon: of several the first is then their host."""
    hosts = {(one.side, one.at) for one in battle.units if one.at and not one.gone and not one.is_guest}
    units = []
    for one in battle.units:
        if one.is_guest and (one.side, one.at) not in hosts:
            hosts.add((one.side, one.at))
            one = one.with_(is_guest=False)
        units.append(one)
    return battle.with_(units=tuple(units))


@_changes(ModeChanged)
def _changed(battle: Battle, event: ModeChanged) -> Battle:
    return battle.put(event.unit, mode=event.mode)


@_changes(Acted)
def _acted(battle: Battle, event: Acted) -> Battle:
    return battle.put(event.unit, acted=True, last_act=battle.acts + 1).with_(acts=battle.acts + 1)


@_changes(ShotFired)
def _fired(battle: Battle, event: ShotFired) -> Battle:
    return battle if event.result == "-" else battle.with_(stirred=True)


@_changes(MeleeFought)
def _fought(battle: Battle, event: MeleeFought) -> Battle:
    return battle.with_(stirred=True, attacked=other(event.side))


@_changes(FellBack)
def _fell_back(battle: Battle, event: FellBack) -> Battle:
    return _settled(battle.put(event.unit, at=event.to, pin=2, is_guest=event.guest))


@_changes(UnitOut)
def _out(battle: Battle, event: UnitOut) -> Battle:
    assert event.how in (KILLED, BROKEN, LEFT, "surrendered")
    return _settled(battle.put(event.unit, gone=event.how, at="", pin=0)).with_(stirred=True)


@_changes(Pinned)
def _pinned(battle: Battle, event: Pinned) -> Battle:
    return battle.put(event.unit, pin=event.pin)


@_changes(PinRolled)
def _rolled(battle: Battle, event: PinRolled) -> Battle:
    return battle.put(event.unit, pin=0) if event.removed else battle


@_changes(EndOffered)
def _offered(battle: Battle, event: EndOffered) -> Battle:
    return battle.with_(offers=(*battle.offers, event.side))


@_changes(PlayStopped)
def _stopped(battle: Battle, event: PlayStopped) -> Battle:
    return battle.with_(asked=event.sides)


@_changes(PlanSet)
def _plan_set(battle: Battle, event: PlanSet) -> Battle:
    """A plan comes into force at once; what an older one had come to is forgotten where lines changed."""
    mind = battle.mind(event.side)
    if event.plan != mind.plan:
        mind = mind.with_(begun=_kept(mind.begun, mind.plan, event.plan), stopped=_kept_stops(mind, event.plan))
    return battle.minding(
        mind.with_(plan=event.plan, draft=event.draft, by_hand=event.by_hand, next=event.next, asked=True)
    )


def _kept(begun: tuple[int, ...], old: BattlePlan | None, new: BattlePlan | None) -> tuple[int, ...]:
    """The lines whose `once` stays true: those that are as they were."""
    if old is None or new is None:
        return ()
    return tuple(n for n in begun if old.line(n) == new.line(n))


def _kept_stops(mind: Mind, new: BattlePlan | None) -> tuple[int, ...]:
    """The stops that have stopped play already, by their places in the new plan."""
    if mind.plan is None or new is None:
        return ()
    used = [mind.plan.stops[n] for n in mind.stopped if n < len(mind.plan.stops)]
    return tuple(n for n, one in enumerate(new.stops) if one in used)


@_changes(LetterCame)
def _letter_came(battle: Battle, event: LetterCame) -> Battle:
    mind = battle.mind(event.side)
    told = tuple(one for one in mind.told if one != MUST)
    mind = mind.with_(letter_on=event.turn, asked=True, why="", chosen=(), blocked=(), losses=(), draft=None, told=told)
    return battle.minding(mind)


@_changes(LineChosen)
def _line_chosen(battle: Battle, event: LineChosen) -> Battle:
    mind = battle.mind(event.side)
    left = () if event.line == 0 else mind.next
    return battle.minding(mind.with_(chosen=(*mind.chosen, Chosen(event.turn, event.line, event.text)), next=left))


@_changes(MindNoted)
def _noted(battle: Battle, event: MindNoted) -> Battle:
    mind = battle.mind(event.side)
    names = ("begun", "stopped", "thirds", "dry", "is_dry", "losses", "lodges", "told", "why", "blocked")
    return battle.minding(mind.with_(**{name: getattr(event, name) for name in names}, next=()))
