"""Battles as the campaign sees them: what `battle/` gives to the rest of the game; and the die and the maps of both levels.

A battle is a frozen record.  The campaign opens it at a contact, asks it for its next phase, hands it the events of that
phase, and takes its outcome (`state.events.BattleEnded`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from pbem.board import hexes
from pbem.board.hexmap import HexMap
from pbem.core.clause import rule
from pbem.core.event import Event
from pbem.core.order import Order, Problem
from pbem.core.record import Record
from pbem.core.system import NOBODY, Plan, Silent
from pbem.core.umpire import Modifier, Play, Roll, Umpire
from pbem.mechanisms.words import counted, joined
from pbem.systems.nezperce.state.contact import Contact


@dataclass(frozen=True, slots=True)
class Coming:
    """The phase of a battle that comes next: its letter, whose it is ("" for all at once), and the turn of the battle."""

    letter: str
    side: str
    turn: int


class BattleRules(Protocol):
    """The rules of battles."""

    def new(self, contact: Contact) -> Record:
        """The battle as a contact opens it."""
        ...

    def coming(self, battle: Any) -> Coming:
        """The phase to be played now.  A battle that is over has sent `BattleEnded`, and nobody asks it any more."""
        ...

    def play(self, letter: str) -> Callable[[Umpire[Any]], Play[None]]:
        """The play of the phase with this letter.  The umpire's state is the whole campaign."""
        ...

    def apply(self, battle: Any, event: Event) -> Record:
        """The battle after one of its events, `PhaseBegan` and `PhaseEnded` of its phases among them."""
        ...

    def plan(self, view: Any, side: str, phase: str, order: Order) -> Plan | Problem:
        """See `core.system.RuleSystem`."""
        ...

    def resolve(self, umpire: Umpire[Any], plan: Plan) -> Play[None]:
        """See `core.system.RuleSystem`."""
        ...

    def silent(self, view: Any, side: str, phase: str, orders: Sequence[Order]) -> Silent:
        """See `core.system.RuleSystem`."""
        return NOBODY


class BattleWords(Protocol):
    """The order language of battles."""

    def write(self, order: Order) -> str:
        """The one text form of an order of a battle."""
        ...

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """The orders of a line, given while a battle is on."""
        ...

    def letters_of(self, text: str, present: str) -> tuple[str, ...]:
        """The phases of a battle for which a line may be."""
        ...


@dataclass(frozen=True, slots=True)
class Battles:
    """All that the campaign needs of battles: rules, words, and the practice players and the telling where there are any."""

    rules: BattleRules
    words: BattleWords | None = None
    players: Any = None
    tales: Any = None


_used: list[Battles] = []
WHERE = "pbem.systems.nezperce.battle.turns"
"""The module whose `BATTLES` is used, imported at the first contact."""


def _battles() -> Battles:
    if not _used:
        _used.append(import_module(WHERE).BATTLES)
    return _used[0]


def use(found: Battles) -> None:
    """Fight battles by other rules from now on, as tests of the strategic level do."""
    _used[:] = [found]


def battles() -> BattleRules:
    """The rules of battles."""
    return _battles().rules


def battle_words() -> BattleWords | None:
    """The order language of battles."""
    return _battles().words


def battle_practice() -> Any:
    """The practice players of battles (`mechanisms.practice.Practice`)."""
    return _battles().players


def battle_tales() -> Any:
    """The telling of battles: a `Teller` for phases with a battle."""
    return _battles().tales


# The game's one die. A3.5.


@rule("NP-A3.5")
def roll_die(umpire: Umpire[Any], label: str, clause: str, mods: Sequence[Modifier] = ()) -> Roll:
    """A number from 1 to 6, all equally likely, whatever was rolled before."""
    return umpire.roll("1d6", label, clause, mods)


# The places of both kinds of maps as they lie from one another, in words: even columns lie half a hex lower.


def point(start: str, end: str) -> str:
    """``south-east``; "" for the same hex."""
    (a, b), (c, d) = hexes.column_and_row(start), hexes.column_and_row(end)
    right, down = c - a, 2 * (d - b) + (c % 2 == 0) - (a % 2 == 0)
    vertical = "" if 2 * abs(down) < abs(right) or not down else "south" if down > 0 else "north"
    horizontal = "" if abs(down) > 4 * abs(right) or not right else "east" if right > 0 else "west"
    return "-".join(part for part in (vertical, horizontal) if part)


def away(start: str, end: str, far: int) -> str:
    """``2 hexes south-east``."""
    return f"{counted(far, 'hex', 'hexes')} {point(start, end)}".rstrip()


@dataclass(frozen=True)
class Lying:
    """The places of a map for those who hear a letter (`reports.aloud.PlaceWords`); `ground` says a hex in words."""

    land: HexMap
    ground: Callable[[str], str]

    def around(self, start: str) -> Sequence[str]:
        """See `reports.aloud.PlaceWords`."""
        return self.land.neighbours(start) if start in self.land else ()

    def way_to(self, start: str, at: str) -> str:
        """See `reports.aloud.PlaceWords`."""
        return f"{point(start, at)} to {at} ({self.ground(at)})" if at in self.around(start) else at

    def in_sentences(self, at: str, radius: int, who: Mapping[str, Sequence[str]]) -> list[str]:
        """A hex with its ground, those next to it, and those round it in which anybody stands; `who` names these by hex."""
        near = sorted((self.land.distance(at, one), one) for one in self.land if self.land.distance(at, one) <= radius)
        return [
            " ".join([f"{self.lies(at, one) if far else f'{at}, here'}: {self.ground(one)}.", *self._there(who, one)])
            for far, one in near
            if far <= 1 or one in who
        ]

    def _there(self, who: Mapping[str, Sequence[str]], at: str) -> Sequence[str]:
        return [f"{joined(who[at])}."] if at in who else []

    def lies(self, start: str, at: str) -> str:
        """See `reports.aloud.PlaceWords`."""
        if start not in self.land or at not in self.land:
            return at
        return f"{at}, {away(start, at, self.land.distance(start, at))}"
