"""Practice players: ``random`` gives orders without sense, ``plain`` flees or hunts as a sensible beginner would."""

from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms import captain
from pbem.mechanisms.practice import ALL_LEVELS, CAPTAIN, RANDOM, Pick
from pbem.mechanisms.trial import Trial
from pbem.systems.nezperce.battle.card import LOOKS
from pbem.systems.nezperce.battles import battle_practice
from pbem.systems.nezperce.card import LETTERS_IN_BATTLE
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.orders.records import Declare, March, Search, Supply
from pbem.systems.nezperce.practice.fleeing import flee
from pbem.systems.nezperce.practice.hunting import hunt
from pbem.systems.nezperce.practice.ledger import CampaignLedger
from pbem.systems.nezperce.rules import contacts, supply
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.position import FAST, NORMAL, Campaign, Unit

MARCHES, DECLARES, PLACE_PHASE = ("B", "E"), "C", "J"
"""The phases of marches, the one in which Indian units declare combat, and the one in which units are placed."""


class NezPercePractice:
    """`mechanisms.practice.Practice` for this game."""

    levels = ALL_LEVELS

    def scenarios(self) -> tuple[str, ...]:
        """See `mechanisms.practice.Practice`."""
        return data.scenario_ids()

    def orders(
        self, system: RuleSystem[Campaign], view: Campaign, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """See `mechanisms.practice.Practice`."""
        if level == CAPTAIN and letter in (*LOOKS, *MARCHES, DECLARES):
            from pbem.systems.nezperce.practice.captain import JUDGE
            from pbem.systems.nezperce.practice.march import MARCH

            judge = MARCH if letter in MARCHES else JUDGE
            return captain.orders_for(judge, self, system, view, side, letter, pick)
        if level == CAPTAIN and letter == PLACE_PHASE:
            from pbem.systems.nezperce.practice.leading import strongest_lead

            return strongest_lead(system, view, side, letter)
        if letter in LETTERS_IN_BATTLE:
            found: tuple[Order, ...] = battle_practice().orders(system, view, side, letter, level, pick)
            return found
        trial = Trial(system, view, side, letter)
        wishes = _WISHES.get(letter)
        if wishes is not None:
            wishes(trial, side, level, pick)
        return tuple(trial.orders)

    def choice(self, view: Campaign, ask: Ask, level: str, pick: Pick) -> str:
        """See `mechanisms.practice.Practice`: the strategic level asks nothing."""
        found: str = battle_practice().choice(view, ask, level, pick)
        return found

    def ledger(self, state: Campaign) -> CampaignLedger:
        """See `mechanisms.practice.Practice`."""
        return CampaignLedger(state)


def _move(trial: Trial[Campaign], side: str, level: str, pick: Pick) -> None:
    if level == RANDOM:
        for unit in trial.view.of(side):
            _wander(trial, unit, pick)
    elif side == INDIAN:
        flee(trial)
    else:
        hunt(trial)


def _wander(trial: Trial[Campaign], unit: Unit, pick: Pick) -> None:
    mode = (NORMAL, NORMAL, FAST)[pick(f"mode {unit.name}", 3)]
    sheet, path = data.strategic_map(), [unit.at]
    for n in range(1 + pick(f"steps {unit.name}", 4)):
        near = sheet.neighbours(path[-1])
        path.append(near[pick(f"step {unit.name} {n}", len(near))])
        if not trial.take(March((unit.name,), tuple(path[-2:]), mode)):
            return


def _declare(trial: Trial[Campaign], side: str, level: str, pick: Pick) -> None:
    for at in contacts.may_declare(trial.view):
        bands = tuple(one.name for one in contacts.fighters(trial.view, at) if one.card.arm == "warrior")
        braves = sum(len(trial.view.units[name].left) for name in bands)
        soldiers = sum(len(one.left) for one in trial.view.at(at, ARMY))
        wishes = pick(f"declare {at}", 2) == 0 if level == RANDOM else braves >= 3 * soldiers
        if bands and wishes:
            trial.take(Declare(bands, at))


def _supply(trial: Trial[Campaign], side: str, level: str, pick: Pick) -> None:
    for at in supply.crowded(trial.view):
        names = supply.counted_at(trial.view, at)
        if level != RANDOM:  # the horse first, who have most use for it
            names = sorted(names, key=lambda name: -trial.view.units[name].card.search)
        trial.take(Supply(tuple(names[: supply.most()]), at))


def _search(trial: Trial[Campaign], side: str, level: str, pick: Pick) -> None:
    for at in sorted(trial.view.shared(), key=lambda at: -contacts.superiority_in(trial.view, at)):
        trial.take(Search(at))


_WISHES = {"B": _move, "E": _move, "C": _declare, "D": _supply, "F": _search}
PLAYERS = NezPercePractice()


def orders_for(system: RuleSystem[Campaign], view: Campaign, side: str, letter: str, pick: Pick) -> tuple[Order, ...]:
    """Orders without sense, each legal on the position that those before leave."""
    return PLAYERS.orders(system, view, side, letter, RANDOM, pick)
