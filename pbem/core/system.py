"""The interface between a game and the rest of the program: its card, and a handful of pure functions over its state."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from pbem.core.canonical import Json
from pbem.core.event import Event
from pbem.core.options import Option, Options
from pbem.core.order import Order, Problem, Warning_
from pbem.core.record import Record
from pbem.core.umpire import Play, Umpire

S = TypeVar("S")

PHASING, OTHER, ALL, NOBODYS = "phasing", "other", "all", ""
"""The sides whose orders a phase takes: those of the side whose turn it is, of the others, of all at once, or of nobody."""


@dataclass(frozen=True, slots=True)
class Side(Record):
    """A side: `id` in files, cases and options (``us``); `code` in phase ids and labels (``US``); `name` for people."""

    id: str
    code: str
    name: str


@dataclass(frozen=True, slots=True)
class PhaseCard(Record):
    """A phase of the sequence of play, as the game's card lists it."""

    letter: str
    name: str
    clause: str
    orders: str  # whose orders it takes: `PHASING`, `OTHER`, `ALL` or `NOBODYS`


@dataclass(frozen=True, slots=True)
class Card(Record):
    """A game's card.  `clauses` is the prefix of its clause index (``RC``).

    `in_sequence` tells that the phases of a turn come in the sequence of `phases`; it is False if chance decides which
    of them come and when (a drawn marker).  Nobody asks it but `core.sequence`.  No phase comes twice in a game turn.
    """

    id: str
    title: str
    system: str
    clauses: str
    sides: tuple[Side, ...]
    phases: tuple[PhaseCard, ...]
    options: tuple[Option, ...]
    main_scenario: str
    in_sequence: bool = True

    def side(self, name: str) -> Side:
        """The side with this id, code or name, case ignored.  Raises KeyError."""
        for side in self.sides:
            if name.lower() in (side.id.lower(), side.code.lower(), side.name.lower()):
                return side
        raise KeyError(name)

    def others(self, side_id: str) -> tuple[Side, ...]:
        """The other sides, in the sequence of the card."""
        return tuple(side for side in self.sides if side.id != side_id)


class UnknownTitle(KeyError):
    """There is no title of this name; `known` are those that there are."""

    def __init__(self, found: str, known: Sequence[str]) -> None:
        super().__init__(f"no game is called {found!r}; there are: {', '.join(known)}")
        self.known = tuple(known)


class BrokenGame(KeyError):
    """A game is installed and cannot be used; the message says which package brings it and what is wrong."""

    def __str__(self) -> str:
        return str(self.args[0])


class UnknownScenario(KeyError):
    """A title has no scenario of this name; `known` are those that it has."""

    def __init__(self, title: str, found: str, known: Sequence[str]) -> None:
        super().__init__(f"{title} has no scenario {found!r}; it has {', '.join(known)}")
        self.known = tuple(known)


@dataclass(frozen=True, slots=True)
class Phase(Generic[S]):
    """One phase to be played: its full id (``T03.US.B``), letter, name, phasing side's id, game turn, clause, and the play.

    `side` is "" if it is nobody's turn, or everybody's at once.
    """

    id: str
    letter: str
    name: str
    side: str
    turn: int
    clause: str
    play: Callable[[Umpire[S]], Play[None]]


@dataclass(frozen=True, slots=True)
class Outcome(Record):
    """The result of a game: the winner's side id or "" for a draw, the level of victory, the VPs by side."""

    winner: str
    level: str
    points: tuple[tuple[str, int], ...]
    why: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The effect that an order would have if it were carried out now.  Systems subclass it.

    `notes` go at the right edge of the receipt (``5 of 6 MP``); `warnings` are W3xx remarks.
    """

    order: Order
    notes: tuple[str, ...] = ()
    warnings: tuple[Warning_, ...] = ()


@dataclass(frozen=True, slots=True)
class Silent:
    """Units that may act in a phase and have no order: their names, and what they will do (``they stay``)."""

    units: tuple[str, ...] = ()
    then: str = ""


NOBODY = Silent()
"""An idle result in which every unit that may act has an order."""


class RuleSystem(Protocol[S]):
    """A game's rules: pure functions, no I/O, no clock, no chance of their own."""

    @property
    def card(self) -> Card: ...

    def open(self, scenario: str, options: Options) -> S:
        """The state as the scenario opens.  Raises KeyError for an unknown scenario."""
        ...

    def next_phase(self, state: S) -> Phase[S] | None:
        """The phase to be played now, None when the game is over.  Pure: it rolls and emits nothing."""
        ...

    def apply(self, state: S, event: Event) -> None:
        """Let an event change the state.  Nothing else assigns to state."""
        ...

    def thaw(self, state: S) -> S:
        """A copy whose mappings may change; counters are frozen and shared."""
        ...

    def to_json(self, state: S) -> Json:
        """The state as canonical JSON, for checkpoints."""
        ...

    def from_json(self, data: Mapping[str, Any]) -> S:
        """Read a checkpoint back."""
        ...

    def public(self, state: S) -> Json:
        """The facts that all sides may know, for the state hash."""
        ...

    def hidden(self, state: S) -> tuple[tuple[str, Json], ...]:
        """Hidden facts as (path, value), for the salted leaves; empty where a game has none."""
        ...

    def view(self, state: S, side: str) -> S:
        """The state as a side may know it."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """The result of the game, or None while it goes on."""
        ...

    def plan(self, view: S, side: str, phase: str, order: Order) -> Plan | Problem:
        """The effect that `order` of `side` would do in the phase with this letter, or why not.  Pure."""
        ...

    def resolve(self, umpire: Umpire[S], plan: Plan) -> Play[None]:
        """Carry out a plan on the truth."""
        ...

    def silent(self, view: S, side: str, phase: str, orders: Sequence[Order]) -> Silent:
        """The units that may act in the phase with this letter and that none of a side's `orders` names (W309).  Pure."""
        ...

    def owed(self, view: S, side: str, phase: str, orders: Sequence[Order]) -> tuple[str, ...]:
        """Decisions that the rules will make in the phase since `orders` do not: a sentence each, with what will happen.
        Pure."""
        ...


@runtime_checkable
class TellsAtOnce(Protocol):
    """A game in which a side may be told of a phase as soon as it was played, though play does not stop for it."""

    def readers_at_once(self, state: Any, phase: Phase[Any]) -> tuple[str, ...]:
        """The sides that are told at once of a phase, from the state after it."""
        ...


@dataclass(frozen=True, slots=True)
class RoleLoss:
    """A leader of a side is lost: the leaders `left` on the map, the highest ranked first, and the one who `commands` now, ""
    where command does not pass."""

    side: str
    leader: str
    left: tuple[str, ...]
    commands: str = ""


@runtime_checkable
class HasRoles(Protocol):
    """A game in which several people on a side may play leaders of it.  Pure, like all rules."""

    def roles(self, state: Any, side: str) -> tuple[str, ...]:
        """The leaders of a side who may be played, on the map or not, the highest ranked first; () where the option for it is
        not in force."""
        ...

    def roles_lost(self, events: Sequence[Event]) -> tuple[RoleLoss, ...]:
        """The leaders who were lost, in sequence."""
        ...


@runtime_checkable
class KnowsHeadquarters(Protocol):
    """A game on whose map one can say where a commander is: riders can carry dispatches there.  Pure, like all rules."""

    def headquarters(self, view: Any, side: str, units: Collection[str] | None, others: Collection[str]) -> str:
        """The hex of a side's commander: of the senior leader among `units` (None: all but `others`), else of the first of
        these units; "" if none of them is on the map."""
        ...

    def hexes_between(self, view: Any, here: str, there: str) -> int:
        """The distance of two hexes."""
        ...


@runtime_checkable
class KnowsRiders(Protocol):
    """A game on whose map one can say which way a rider takes, and who would catch them there.  Pure, like all rules."""

    def way_of_rider(
        self, view: Any, side: str, here: str, there: str, *, by_paths: bool
    ) -> tuple[tuple[tuple[str, ...], int], ...]:
        """The way of a rider, step by step to `there`: its hex, or the two beside the line, and what it costs so far.

        Straight, in hexes; `by_paths` the cheapest way, in the movement points of somebody mounted.
        """
        ...

    def rider_taken_by(self, state: Any, side: str, hexes: Collection[str]) -> str:
        """The side whose units or ZOC a rider of `side` meets in all of these hexes; "" if they may pass one of them."""
        ...


@runtime_checkable
class FollowsABattle(Protocol):
    """A game of which a battle may follow one of another game, with what its book carries over."""

    @property
    def follows(self) -> str:
        """The title of the battle before, "" for none."""
        ...

    @property
    def scenarios_after(self) -> tuple[str, ...]:
        """The scenarios that may follow it."""
        ...

    def carried_over(
        self, scenario: str, name: str, link: Mapping[str, Any], choices: Mapping[str, Sequence[str]]
    ) -> tuple[str, tuple[tuple[str, str], ...]]:
        """The file of such a scenario under another name, with the units that are chosen by what is chosen; and what is wrong
        with these choices: which, and what was expected.  `link` says which battle it follows."""
        ...


def deals(system: object) -> bool:
    """True if a game masks rolls, so that its sides have keys: it says so by `deals` of its rules."""
    return bool(getattr(system, "deals", False))


@runtime_checkable
class KnowsMisfits(Protocol):
    """A game that knows which of its states can be in no game.  Pure, like all rules."""

    def misfits(self, state: Any) -> tuple[str, ...]:
        """Impossible things in a state: counters off the map or in two places, a field with a value that it cannot have."""
        ...


@runtime_checkable
class SetByHand(KnowsMisfits, Protocol):
    """A game whose board the GM can set by hand, counter by counter.  Pure, like all rules."""

    def set_by_hand(self, state: Any, target: str, value: str) -> Any:
        """The state after ``C/3 Cav at`` is set to a value; "" gives what a fresh counter has.

        Raises ValueError: what was expected, what was found, and which counters or fields there are.
        """
        ...

    def value_by_hand(self, state: Any, target: str) -> str:
        """The value that `set_by_hand` would need to bring the present state back.  Raises as it does."""
        ...

    def changes_by_hand(self, before: Any, after: Any) -> tuple[str, ...]:
        """The differences, as players say it: ``C/3 Cav moved from 3314 to 3413``."""
        ...
