"""Practice players of the series: at the level ``plain`` a sensible beginner, at ``random`` no sense at all.

They look at their own side's view only and find what is legal by the same plans as everybody else, so they can do nothing
that a player could not.  They serve self-play, the demo, the benchmarks and anyone who wants to try the game alone.
"""

from collections.abc import Iterator

from pbem.core.ask import Ask
from pbem.core.event import PhaseBegan, PhaseEnded
from pbem.core.order import Order
from pbem.core.sequence import PhaseId
from pbem.core.system import RuleSystem
from pbem.mechanisms import practice
from pbem.mechanisms.lessons import FIRST_FIGHT, FIRST_GAME
from pbem.mechanisms.practice import ALL_LEVELS, CAPTAIN, PLAIN, RANDOM, Practice, Trial
from pbem.mechanisms.practice import Pick as Pick
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.orders import march_orders
from pbem.systems.indian_wars.orders.records import together, write
from pbem.systems.indian_wars.practice import danger, village
from pbem.systems.indian_wars.practice import plain as practice_plain
from pbem.systems.indian_wars.practice import random as practice_random
from pbem.systems.indian_wars.practice.plain import orders_for as orders_for
from pbem.systems.indian_wars.rules.movement.modes import could_act
from pbem.systems.indian_wars.rules.turn import silence
from pbem.systems.indian_wars.rules.village import alert
from pbem.systems.indian_wars.state.counter import Counter
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

            if letter == OFFENSIVE and danger.is_open(view):
                from pbem.systems.indian_wars.practice import holding

                return holding.orders_for(self, system, view, side, pick)
            return practice.orders_for(JUDGE, self, system, view, side, letter, pick)
        if level == PLAIN:
            return practice_plain.orders_for(system, view, side, letter, pick)
        return practice_random.orders_for(system, view, side, letter, pick)

    def choice(self, view: Battlefield, ask: Ask, level: str, pick: Pick) -> str:
        """The key of the answer to a question."""
        if level == CAPTAIN and danger.is_open(view):
            from pbem.systems.indian_wars.practice import assault

            return assault.choice(view, ask)
        if level != RANDOM:
            return practice_plain.choice(view, ask)
        return ask.choices[pick(ask.key, len(ask.choices))].key

    def ledger(self, state: Battlefield) -> BattlefieldLedger:
        """A ledger of the game that opens so."""
        return BattlefieldLedger(state)


_PRACTICE: type[Practice] = BattlefieldPractice


# Whole letters of the practice opponent: one for a player turn, marches, and the standing orders of a sensible
# player.

STANDING = {
    "us": (
        "policy all opfire: any",
        "policy all deffire: strongest",
        "policy all retreat: odds 3:1 or worse",
        "policy all losses: holders, strongest",
        "policy all route: HQ",
        "policy all pursue: no",
        "policy all advance: no",
    ),
    "indian": (
        "policy all opfire: any",
        "policy all deffire: mounted targets, weakest",
        "policy all retreat: odds 2:1 or worse",
        "policy all scatter: no",
        "policy all losses: strongest",
        "policy all route: north edge",
        "policy all pursue: no",
        "policy all advance: no",
    ),
}
"""The standing orders of a player who wants to be asked seldom, by side."""


FAR = 9
"""From how far off, in hexes, an enemy does not matter to a column on its way to a village."""
NEAR = 6
"""The distance to the enemy at which its marches halt."""


def marches(view: Battlefield, side: str) -> dict[tuple[str, ...], str]:
    """Units that march to a village over several turns, those of a hex together, each with its line.

    Companies, and whoever follows them, as long as the enemy is far; an Indian who knows of the enemy rides to a camp.
    """
    found: dict[tuple[str, ...], str] = {}
    if not view.sheet.scenario.circles:
        return found
    for at in dict.fromkeys(unit.at for unit in view.of(side)):
        units = [one for one in view.at(at) if _marches(view, side, one)]
        goals = [goal for one in units if (goal := _goal(view, one))]
        near = march_orders.nearest_enemy(view, side, at)
        if not units or not goals or goals[0] == at:
            continue
        if side == alert.US and near is not None and view.sheet.map.distance(near.at, at) < FAR:
            continue
        names = tuple(one.name for one in units)
        halt = f"halt if an enemy is within {NEAR} hexes" if side == alert.US else "halt never"
        found[names] = f"march {together(names)} to {goals[0]}; {halt}"
    return found


def _marches(view: Battlefield, side: str, unit: Counter) -> bool:
    is_unit = unit.side == side and not unit.is_leader and not unit.is_bystander
    return (
        is_unit and could_act(unit) and not march_orders.unfit(unit) and (side == alert.US or bool(_goal(view, unit)))
    )


def _goal(view: Battlefield, unit: Counter) -> str:
    """The goal of a unit; headquarters and trains go where the nearest company goes."""
    if unit.kind in village.FOLLOWERS:
        return village.nearest_camp(view, unit)
    return village.goal(view, unit)


def player_turn(system: RuleSystem[Battlefield], view: Battlefield, side: str, first: str, pick: Pick) -> Iterator[str]:
    """The lines of a letter that serves a player turn from the phase `first` on, each with its phase (``in C: ...``).

    Each phase's orders are found on the position that those before it would leave if no die fell and nobody reacted.
    """
    coming = system.next_phase(view)
    turn = PhaseId(coming.turn if coming is not None else 0, system.card.side(side).code, first).player_turn
    known = view.title.turn_letters
    letters = [one for one in known if one >= first] if first in known else [first]
    own = {one.letter for one in system.card.phases if one.orders == "phasing"}
    trial: Trial[Battlefield] = Trial(system, view, side, first, f"{turn}.{first}")
    on_the_march = marches(view, side)
    marching = {name for names in on_the_march for name in names}
    yield from on_the_march.values()
    for letter in letters:
        trial.letter = letter
        trial.umpire.emit(PhaseBegan(f"{turn}.{letter}"))
        if letter in own:
            for order in orders_for(system, trial.view, side, letter, pick):
                if silence.named_in((order,)) & marching and letter == "C":
                    continue
                if trial.take(order):
                    yield f"in {letter}: {write(order)}" if letter != first else write(order)
        trial.umpire.emit(PhaseEnded(f"{turn}.{letter}"))
