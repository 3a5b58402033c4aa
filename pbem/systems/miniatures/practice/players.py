"""Practice players: ``random`` gives orders without sense, ``plain`` plays like a sensible beginner, ``captain`` tries several
plans."""

from collections.abc import Sequence

from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms import captain
from pbem.mechanisms.lessons import FIRST_GAME
from pbem.mechanisms.practice import ALL_LEVELS, CAPTAIN, RANDOM, Pick
from pbem.mechanisms.trial import Trial
from pbem.systems.miniatures.card import AMERICAN
from pbem.systems.miniatures.files import data, tables
from pbem.systems.miniatures.orders.records import POINT, Act, Operation, Part, Place
from pbem.systems.miniatures.practice.ledger import TableLedger
from pbem.systems.miniatures.rules.ground import stands_in
from pbem.systems.miniatures.rules.sighting import between, facing_to, nearest_enemy
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.state.unit import LIMBERED, UNLIMBERED, Unit
from pbem.systems.miniatures.table.angles import COMPASS
from pbem.systems.miniatures.table.lengths import INCH

VERBS = ("ahead", "back", "to", "wheel", "face", "form", "fire", "load", "charge", "rally", "seat", "limber")


class TablePractice:
    """`mechanisms.practice.Practice` for this game."""

    levels = ALL_LEVELS

    def scenarios(self) -> tuple[str, ...]:
        """See `mechanisms.practice.Practice`."""
        return tuple(one for one in data.scenario_ids() if one != FIRST_GAME)

    def orders(
        self, system: RuleSystem[Tabletop], view: Tabletop, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """See `mechanisms.practice.Practice`."""
        if level == CAPTAIN:
            from pbem.systems.miniatures.practice.captain import JUDGE

            thought_of = captain.orders_for(JUDGE, IN_TRIES, system, view, side, letter, pick)
            return _legal(system, view, side, letter, thought_of, pick)
        wish = _random if level == RANDOM else _plain
        trial = Trial(system, view, side, letter)
        for unit in view.of(side):
            trial.take(Act(unit.name, wish(view, unit, pick)))
        return tuple(trial.orders)

    def choice(self, view: Tabletop, ask: Ask, level: str, pick: Pick) -> str:
        """See `mechanisms.practice.Practice`."""
        if level == RANDOM:
            return ask.choices[pick(ask.kind, len(ask.choices))].key
        return ask.default or ask.choices[0].key

    def ledger(self, state: Tabletop) -> TableLedger:
        """See `mechanisms.practice.Practice`."""
        return TableLedger(state)


class TableInTries(TablePractice):
    """How units act in a captain's tries: as a beginner's, by wishes that nobody has tried; what can't be done isn't done."""

    def orders(
        self, system: RuleSystem[Tabletop], view: Tabletop, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """See `mechanisms.practice.Practice`."""
        return tuple(Act(unit.name, _plain(view, unit, pick)) for unit in view.of(side))


def _legal(
    system: RuleSystem[Tabletop], view: Tabletop, side: str, letter: str, wished: Sequence[Order], pick: Pick
) -> tuple[Order, ...]:
    """Those of some orders that are legal, and for each unit whose order is not, a beginner's."""
    trial = Trial(system, view, side, letter)
    for order in wished:
        if not trial.take(order) and isinstance(order, Act) and not order.roll:
            trial.take(Act(order.unit, _plain(view, view.units[order.unit], pick)))
    return tuple(trial.orders)


def _random(view: Tabletop, unit: Unit, pick: Pick) -> tuple[Operation, ...]:
    found = [_random_one(view, unit, pick, n) for n in range(1 + pick(f"count {unit.name}", 5))]
    return tuple(found)


def _random_one(view: Tabletop, unit: Unit, pick: Pick, n: int) -> Operation:
    def some(what: str, count: int) -> int:
        return pick(f"{what} {unit.name} {n}", count)

    verb = VERBS[some("verb", len(VERBS))]
    sides = ("left", "right")
    match verb:
        case "ahead" | "back":
            return Operation("move", (Part(verb, INCH * (1 + some("length", 12))),))
        case "to":
            x, y = some("x", view.scenario.width), some("y", view.scenario.depth)
            return Operation("move", (Part("to", place=Place(POINT, x=x, y=y)),))
        case "wheel":
            return Operation(
                "move", (Part("wheel", side=sides[some("side", 2)], degrees=some("degrees", 120)), _ahead(unit))
            )
        case "face":
            return Operation("face", degrees=(45 * some("facing", len(COMPASS)) + 1) // 2)
        case "form":
            if unit.has_guns:
                return Operation("limber" if unit.formation == UNLIMBERED else "unlimber")
            known = tables.formations_of(unit.face)
            formation = known[some("formation", len(known))]
            return Operation("form", formation=formation, ranks=1 + (formation == "skirmish" and some("ranks", 2)))
        case "charge":
            enemies = view.enemies(unit.side)
            return Operation("charge", target=enemies[some("target", len(enemies))].name)
        case "seat":
            return Operation("dismount" if unit.mounted else "mount")
        case "limber":
            return Operation("limber" if unit.formation == UNLIMBERED else "unlimber")
    return Operation(verb)


def _plain(view: Tabletop, unit: Unit, pick: Pick) -> tuple[Operation, ...]:
    """Rally, shoot what is near, charge what is weak, else close up (Americans) or wait in cover (Indians)."""
    enemy = nearest_enemy(view, unit)
    if enemy is None:
        return (Operation("stay"),)
    load = [Operation("load")] * tables.loading(unit.face.weapon)
    loaded = [] if unit.loaded else load
    if unit.is_disordered:
        return (Operation("rally"), Operation("rally"), *loaded)
    gap = between(unit, enemy)
    turn = (
        []
        if abs((facing_to(unit, enemy) - unit.facing + 180) % 360 - 180) < 30
        else [Operation("face", toward=enemy.name)]
    )
    if unit.has_guns:
        return _guns(unit, enemy, loaded, turn, load, gap.within(20 * INCH))
    near = gap.within(_good_range(unit))
    if unit.side == AMERICAN and gap.within(8 * INCH) and _breaks(unit, enemy):
        shot = [Operation("fire")] if unit.loaded else []
        return (*turn, *shot, Operation("charge", target=enemy.name), Operation("move", (_ahead(unit),)))
    if near:
        return (*turn, *loaded, Operation("fire"), *load, Operation("fire"))
    if unit.side == AMERICAN:
        ahead = Operation("move", (Part("toward", place=Place("unit", enemy.name), within=_good_range(unit)),))
        return (*loaded, ahead, ahead, Operation("fire"), *load)
    if stands_in(view, unit) == "open":
        ahead = Operation("move", (Part("toward", place=Place("unit", enemy.name), within=_good_range(unit)),))
        return (*loaded, ahead, Operation("fire"), *load)
    return (*turn, *loaded, Operation("fire"), *load)


def _ahead(unit: Unit) -> Part:
    """Straight on by the whole rate, as a letter writes it."""
    return Part("ahead", tables.rate(unit))


def _breaks(unit: Unit, enemy: Unit) -> bool:
    """Whether a charge is worth its disorder: against whoever is in disorder, unloaded or few."""
    if enemy.is_disordered or 3 * enemy.figures <= 2 * unit.figures:
        return True
    return not enemy.loaded and (unit.mounted or unit.figures >= enemy.figures)


def _guns(
    unit: Unit, enemy: Unit, loaded: list[Operation], turn: list[Operation], load: list[Operation], near: bool
) -> tuple[Operation, ...]:
    if not near:
        limber = [] if unit.formation == LIMBERED else [Operation("limber")]
        return (
            *limber,
            Operation("move", (Part("toward", place=Place("unit", enemy.name), within=16 * INCH),)),
            *loaded,
        )
    unlimber = [] if unit.formation == UNLIMBERED else [Operation("unlimber")]
    return (*unlimber, *turn, *loaded, Operation("fire"), *load)


def _good_range(unit: Unit) -> int:
    bands = tables.tables()["weapon"][unit.face.weapon]
    found: int = INCH * bands[min(1, len(bands) - 1)]["to"]
    return found


PLAYERS = TablePractice()
IN_TRIES = TableInTries()


def orders_for(system: RuleSystem[Tabletop], view: Tabletop, side: str, letter: str, pick: Pick) -> tuple[Order, ...]:
    """Orders without sense, each legal on the position that those before leave."""
    return PLAYERS.orders(system, view, side, letter, RANDOM, pick)
