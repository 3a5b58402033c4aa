"""The rules of battles as the campaign sees them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.core.event import Event
from pbem.core.order import Order
from pbem.core.problem import Problem
from pbem.core.system import NOBODY, Plan, Silent
from pbem.core.umpire import Play, Umpire
from pbem.systems.nezperce.battle import actions, players, setting, tales, tally, turns
from pbem.systems.nezperce.battle.card import LOOKS
from pbem.systems.nezperce.battle.plan import filing
from pbem.systems.nezperce.battle.plan.records import PlanOrder
from pbem.systems.nezperce.battle.plan.words import PlanWords
from pbem.systems.nezperce.battle.state import PLACE_PHASE, SIDE_PHASE, Battle
from pbem.systems.nezperce.battles import Battles, Coming
from pbem.systems.nezperce.state.contact import Contact

PLAYED: Mapping[str, Callable[[Umpire[Any]], Play[None]]] = {
    "G": setting.contact_is_judged,
    SIDE_PHASE: setting.side_is_named,
    PLACE_PHASE: turns.sets_up,
    "H": turns.half_turn,
    **dict.fromkeys(LOOKS, turns.looks),
}
"""The play of each phase of a battle by its letter."""


class Rules:
    """`battles.BattleRules`."""

    def new(self, contact: Contact) -> Battle:
        """See `battles.BattleRules`."""
        return Battle(contact)

    def coming(self, battle: Battle) -> Coming:
        """See `battles.BattleRules`: the state of contact, the set-up, then half-turn after half-turn."""
        if battle.steps:
            letter, side = battle.steps[0]
            return Coming(letter, side, 0)
        if not battle.half:
            return Coming("G", battle.contact.attacker, 0)
        if battle.asked:
            return Coming(LOOKS[battle.half - 1], "", battle.turn)
        return Coming("H", battle.active, battle.turn)

    def play(self, letter: str) -> Callable[[Umpire[Any]], Play[None]]:
        """See `battles.BattleRules`."""
        return PLAYED[letter]

    def apply(self, battle: Battle, event: Event) -> Battle:
        """See `battles.BattleRules`."""
        return tally.applied(battle, event)

    def plan(self, view: Any, side: str, phase: str, order: Order) -> Plan | Problem:
        """See `battles.BattleRules`."""
        if phase in (SIDE_PHASE, PLACE_PHASE):
            return setting.plan(view.battle, side, phase, order)
        if isinstance(order, PlanOrder) or phase in LOOKS:
            return filing.plan(view.battle, side, order)
        return actions.plan(view.battle, side, order)

    def resolve(self, umpire: Umpire[Any], plan: Plan) -> Play[None]:
        """See `battles.BattleRules`."""
        if umpire.state.battle.steps:
            setting.resolve(umpire, umpire.state.battle.contact.attacker, plan.order)
            return
        if isinstance(plan, filing.Filed):
            umpire.emit(plan.event)
        else:
            yield from turns.resolve(umpire, umpire.state.battle.active, plan.order)

    def silent(self, view: Any, side: str, phase: str, orders: Sequence[Order]) -> Silent:
        """See `battles.BattleRules`: a side acts with one unit or two, so that the others are always silent."""
        return NOBODY


BATTLES = Battles(Rules(), PlanWords(), players.Players(), tales.Tales())
