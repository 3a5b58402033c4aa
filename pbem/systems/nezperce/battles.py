"""The battles inside a strategic turn, as the campaign sees them: what `battle/` gives to the rest of the game.

A battle is a frozen record.  The campaign opens it at a contact, asks it for its next phase, hands it the events of that
phase, and takes its outcome (`state.events.BattleEnded`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from pbem.core.event import Event
from pbem.core.order import Order, Problem
from pbem.core.record import Record
from pbem.core.system import NOBODY, Plan, Silent
from pbem.core.umpire import Play, Umpire
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
