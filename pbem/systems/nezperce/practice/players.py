"""Practice players: levels, who leads, the ledger of a game, and the captain."""

from collections.abc import Iterator, Mapping

from pbem.core.ask import Ask
from pbem.core.event import Event
from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms import practice
from pbem.mechanisms.practice import ALL_LEVELS, CAPTAIN, PLAIN, RANDOM, Effort, Judge, Orders, Pick, Trial
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle.places import HOMES, half
from pbem.systems.nezperce.battle.plan import practice as plans
from pbem.systems.nezperce.battle.state import KILLED, SURRENDERED, Battle, Lead
from pbem.systems.nezperce.battles import battle_practice
from pbem.systems.nezperce.card import LETTERS_IN_BATTLE, LOOKS
from pbem.systems.nezperce.orders.records import Declare, March, Search, Supply
from pbem.systems.nezperce.practice.march import flee, hunt
from pbem.systems.nezperce.rules import contacts, phases, supply
from pbem.systems.nezperce.rules.marching import allowance
from pbem.systems.nezperce.rules.phases import army_points, indian_points
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.events import BattleDeclared, BattleEnded, SearchMade, UnitsMoved
from pbem.systems.nezperce.state.position import FAST, GONE, NORMAL, Campaign, Unit


class CampaignLedger:
    """`mechanisms.practice.Ledger` for this game."""

    def __init__(self, state: Campaign) -> None:
        self.count = dict.fromkeys(("marches", "searches", "battles", "battle turns"), 0)
        self.open = 0

    def faults(self, state: Campaign, event: Event) -> Iterator[str]:
        """See `mechanisms.practice.Ledger`."""
        match event:
            case UnitsMoved():
                self.count["marches"] += 1
                yield from self._moved(state, event)
            case SearchMade():
                self.count["searches"] += 1
            case BattleDeclared(contact):
                self.count["battles"] += 1
                if not contact.army or not contact.indian:
                    yield f"a battle in {contact.hex} lacks a side"
            case BattleEnded(outcome):
                self.count["battle turns"] += outcome.turns
        for unit in state.units.values():
            if (unit.status == GONE) != (unit.at == ""):
                yield f"{unit.name} is {unit.status} and in {unit.at or 'no hex'}"
            if {*unit.killed} & {*unit.surrendered} or len({*unit.killed}) != len(unit.killed):
                yield f"{unit.name} has lost a tactical unit twice"
            if unit.side == ARMY and unit.at in data.zone("Canada"):
                yield f"{unit.name} is in Canada"

    def _moved(self, state: Campaign, event: UnitsMoved) -> Iterator[str]:
        for name in event.units:
            unit = state.units[name]
            if unit.spent > allowance(state, unit, event.mode):
                yield f"{name} spent {unit.spent} of {allowance(state, unit, event.mode)} points"

    def figures(self, state: Campaign) -> Mapping[str, int]:
        """See `mechanisms.practice.Ledger`."""
        killed = sum(len(one.killed) + len(one.surrendered) for one in state.units.values() if one.side == INDIAN)
        lost = sum(len(one.killed) + len(one.surrendered) for one in state.units.values() if one.side == ARMY)
        points = {"army points": phases.army_points(state), "indian points": phases.indian_points(state)}
        return {
            **self.count,
            **points,
            "indian units lost": killed,
            "army units lost": lost,
            "lodges lost": state.lodges_lost,
        }


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
            from pbem.systems.nezperce.practice.march import MARCH

            judge = MARCH if letter in MARCHES else JUDGE
            return practice.orders_for(judge, self, system, view, side, letter, pick)
        if level == CAPTAIN and letter == PLACE_PHASE:
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
        trial.take(Supply(tuple(names[: supply.town_supply_limit()]), at))


def _search(trial: Trial[Campaign], side: str, level: str, pick: Pick) -> None:
    for at in sorted(trial.view.shared(), key=lambda at: -contacts.superiority_in(trial.view, at)):
        trial.take(Search(at))


_WISHES = {"B": _move, "E": _move, "C": _declare, "D": _supply, "F": _search}
PLAYERS = NezPercePractice()


def orders_for(system: RuleSystem[Campaign], view: Campaign, side: str, letter: str, pick: Pick) -> tuple[Order, ...]:
    """Orders without sense, each legal on the position that those before leave."""
    return PLAYERS.orders(system, view, side, letter, RANDOM, pick)


def strongest_lead(system: RuleSystem[Campaign], view: Campaign, side: str, letter: str) -> Orders:
    """The order that the units with most fighters lead, where its owner may say so; the program places them.

    In the first half-turn of a surprise or an ambush everybody on the map may act, or be shot at by all.
    """
    battle = view.battle
    assert isinstance(battle, Battle)
    forces = battle.contact.forces(side)
    fighters = {one.name: sum(piece.kind not in HOMES for piece in one.pieces) for one in forces}
    lead = {*sorted(fighters, key=lambda name: -fighters[name])[: half(forces)]}
    trial = Trial(system, view, side, letter)
    trial.take(Lead(tuple(one.name for one in forces if one.name in lead)))
    return tuple(trial.orders)


PLANS = {
    ARMY: (
        ("waiting enter, one", "all fire at braves within 6", "all skirmish braves at 4", "all skirmish any at 4"),
        (
            "all fire at braves within 4",
            "waiting enter, one",
            "all charge braves at advantage 10",
            "all close braves at 3",
            "all skirmish any at 4",
        ),
        (
            "waiting enter, one",
            "guns fire at braves chance 4",
            "guns shell braves chance 3",
            "all charge braves at advantage 20",
            "all skirmish braves at 4",
            "all skirmish any at 4",
        ),
        (
            "waiting enter, one",
            "all charge braves at advantage 10",
            "all skirmish braves at 2",
            "all skirmish any at 4",
        ),
    ),
    "indian": (
        ("waiting enter, one", "lodges leave nearest, one", "braves guard lodges at 3", "braves leave nearest, one"),
        ("lodges leave nearest, one", "all leave nearest"),
        (
            "waiting enter, one",
            "lodges leave nearest, one, in turn",
            "braves charge any at advantage 20",
            "braves skirmish any at 2",
        ),
        ("waiting enter, one", "braves fire at any within 6", "lodges leave nearest, one", "braves skirmish any at 4"),
    ),
}
"""Plans that it thinks of besides the beginner's plan.  The Army spares lodges, which cost it points when they are killed."""
SPARING = ("waiting enter, one", "all skirmish braves at 4")
"""The Army's actions where there are only lodges: nothing."""
SCORED = {"warrior": "brave", "lodge": "lodge"}
"""The kinds of units that points are for, as the table of points calls them."""
POINT, SOLDIER = 10, 4
"""The worth of a victory point to it, and at most a unit of soldiers, which brings no points but the next battle."""
HALF_TURNS = 24
"""So many phases of a battle a try looks ahead: the first twelve turns at least, in which most is decided."""


class CampaignJudge(Judge[Campaign]):
    """`mechanisms.practice.Judge` of the campaign."""

    def drafts(
        self, system: RuleSystem[Campaign], view: Campaign, side: str, letter: str, pick: Pick
    ) -> Iterator[Orders]:
        """The beginner's plan, or that the one on file goes on; then each of the others.  Lodges alone the Army spares.

        Where combat may be declared, peace and each single combat.
        """
        if letter == DECLARES:
            yield ()
            yield from _declarations(view)
            return
        if side == ARMY and not _has_braves(view):
            yield plans.orders_of(view.battle, side, SPARING)  # type: ignore[arg-type]
            return
        yield battle_practice().orders(system, view, side, letter, PLAIN, pick)
        if view.battle is not None:
            for lines in PLANS[side]:
                yield plans.orders_of(view.battle, side, lines)  # type: ignore[arg-type]

    def worth(self, view: Campaign, side: str) -> int:
        """The points of both sides as they stand, those of a battle that is on included, and who is left to fight."""
        points = POINT * (army_points(view) - indian_points(view)) + _soldier(view) * _soldiers(view) + _fallen(view)
        return points if side == ARMY else -points

    def effort(self, view: Campaign, letter: str) -> Effort:
        """Each plan's battle as far as it is likely to be decided; nothing where none is asked for or no braves are left."""
        if letter == DECLARES:
            return Effort(first=2, kept=1, more=0, phases=HALF_TURNS)
        if letter not in LOOKS or not _has_braves(view):
            return Effort(0, 0, 0, 0)
        return Effort(first=1, kept=2, more=1, phases=HALF_TURNS)

    def is_settled(self, view: Campaign) -> bool:
        """The battle is over."""
        return view.battle is None


def _declarations(view: Campaign) -> Iterator[Orders]:
    """A combat in each hex in which the bands may declare one; the village stays out of it."""
    for at in contacts.may_declare(view):
        bands = tuple(one.name for one in contacts.fighters(view, at) if one.card.arm == "warrior")
        if bands:
            yield (Declare(bands, at),)


def _has_braves(view: Campaign) -> bool:
    """True if braves are left in the battle that is on, beside its map too."""
    units = view.battle.units if view.battle is not None else ()  # type: ignore[attr-defined]
    return any(one.kind == "warrior" and not one.gone for one in units)


def _fallen(view: Campaign) -> int:
    """The losses of the battle that is on that are not yet booked, in the worth of points for the Army."""
    if view.battle is None:
        return 0
    table = data.tables()["victory"]["points"]
    found = 0
    for one in view.battle.units:  # type: ignore[attr-defined]
        if one.gone in (KILLED, SURRENDERED):
            if one.side == ARMY:
                found -= _soldier(view)
            elif one.kind in SCORED:
                kind = SCORED[one.kind]
                found += POINT * (table[f"army_{kind}_{one.gone}"] + table[f"indian_{kind}_surviving_in_us"])
    return found


def _soldier(view: Campaign) -> int:
    """The worth of a unit of soldiers: the less the fewer turns are left in which it could fight again."""
    return min(SOLDIER, max(view.last_turn - view.turn, 0))


def _soldiers(view: Campaign) -> int:
    return sum(len(one.left) for one in view.of(ARMY))


JUDGE = CampaignJudge()
_JUDGE: Judge[Campaign] = JUDGE
