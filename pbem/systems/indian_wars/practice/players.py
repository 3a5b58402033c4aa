"""Practice players of the series: at the level ``plain`` a sensible beginner, at ``random`` no sense at all.

They look at their own side's view only and find what is legal by the same plans as everybody else, so they can do nothing
that a player could not.  They serve self-play, the demo, the benchmarks and anyone who wants to try the game alone.
"""

from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms import captain
from pbem.mechanisms.lessons import FIRST_FIGHT, FIRST_GAME
from pbem.mechanisms.practice import ALL_LEVELS, CAPTAIN, PLAIN, RANDOM, Practice
from pbem.mechanisms.practice import Pick as Pick
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.practice import ground
from pbem.systems.indian_wars.practice import plain as practice_plain
from pbem.systems.indian_wars.practice import random as practice_random
from pbem.systems.indian_wars.practice.plain import orders_for as orders_for
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.ledger import BattlefieldLedger
from pbem.systems.indian_wars.title import Title

OFFENSIVE = "B"


class BattlefieldPractice:
    """The practice players of a title of the series (`mechanisms.practice.Practice`)."""

    levels = ALL_LEVELS

    def __init__(self, title: Title) -> None:
        self._title = title

    def scenarios(self) -> tuple[str, ...]:
        """The scenarios of the title, the main one first; the first games are too short to tell anything."""
        known = (one for one in data.scenarios(self._title) if one not in (FIRST_GAME, FIRST_FIGHT))
        return tuple(sorted(known, key=lambda one: (one != self._title.card.main_scenario, one)))

    def orders(
        self, system: RuleSystem[Battlefield], view: Battlefield, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """Orders of a side for the phase with this letter."""
        if level == CAPTAIN:
            from pbem.systems.indian_wars.practice.captain import JUDGE

            if letter == OFFENSIVE and ground.is_open(view):
                from pbem.systems.indian_wars.practice import holding

                return holding.orders_for(self, system, view, side, pick)
            return captain.orders_for(JUDGE, self, system, view, side, letter, pick)
        if level == PLAIN:
            return practice_plain.orders_for(system, view, side, letter, pick)
        return practice_random.orders_for(system, view, side, letter, pick)

    def choice(self, view: Battlefield, ask: Ask, level: str, pick: Pick) -> str:
        """The key of the answer to a question."""
        if level == CAPTAIN and ground.is_open(view):
            from pbem.systems.indian_wars.practice import answers

            return answers.choice(view, ask)
        if level != RANDOM:
            return practice_plain.choice(view, ask)
        return ask.choices[pick(ask.key, len(ask.choices))].key

    def ledger(self, state: Battlefield) -> BattlefieldLedger:
        """A ledger of the game that opens so."""
        return BattlefieldLedger(state)


_PRACTICE: type[Practice] = BattlefieldPractice
