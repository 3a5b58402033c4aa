"""The rules of battles as the campaign sees them."""

from collections.abc import Callable, Sequence
from typing import Any

from pbem.core.event import Event
from pbem.core.order import Order
from pbem.core.problem import Problem
from pbem.core.system import NOBODY, Plan, Silent
from pbem.core.umpire import Play, Umpire
from pbem.systems.nezperce.battle import actions, players, tales, tally, turns, words
from pbem.systems.nezperce.battle.state import Battle
from pbem.systems.nezperce.battles import Battles, Coming
from pbem.systems.nezperce.state.contact import Contact


class Rules:
    """`battles.BattleRules`."""

    def new(self, contact: Contact) -> Battle:
        """See `battles.BattleRules`."""
        return Battle(contact)

    def coming(self, battle: Battle) -> Coming:
        """See `battles.BattleRules`: the set-up, then half-turn after half-turn."""
        if not battle.half:
            return Coming("G", "", 0)
        return Coming("H", battle.active, battle.turn)

    def play(self, letter: str) -> Callable[[Umpire[Any]], Play[None]]:
        """See `battles.BattleRules`."""
        return turns.opens if letter == "G" else turns.half_turn

    def apply(self, battle: Battle, event: Event) -> Battle:
        """See `battles.BattleRules`."""
        return tally.applied(battle, event)

    def plan(self, view: Any, side: str, phase: str, order: Order) -> Plan | Problem:
        """See `battles.BattleRules`."""
        return actions.plan(view.battle, side, order)

    def resolve(self, umpire: Umpire[Any], plan: Plan) -> Play[None]:
        """See `battles.BattleRules`."""
        yield from ()
        turns.resolve(umpire, umpire.state.battle.active, plan.order)

    def silent(self, view: Any, side: str, phase: str, orders: Sequence[Order]) -> Silent:
        """See `battles.BattleRules`: a side acts with one unit or two, so that the others are always silent."""
        return NOBODY


BATTLES = Battles(Rules(), words.Words(), players.Players(), tales.Tales())
