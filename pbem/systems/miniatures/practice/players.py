"""Practice players: ``random`` gives orders without sense, ``plain`` plays like a sensible beginner, ``captain`` tries several
plans."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pbem.core.ask import Ask
from pbem.core.event import Event
from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms import practice
from pbem.mechanisms.practice import ALL_LEVELS, CAPTAIN, FIRST_GAME, PLAIN, RANDOM, Effort, Judge, Orders, Pick, Trial
from pbem.systems.miniatures import scenario_file, tables
from pbem.systems.miniatures.card import AMERICAN
from pbem.systems.miniatures.geometry import COMPASS, INCH, Point, Polygon, box_of, boxes_within, deeper, overlap
from pbem.systems.miniatures.orders.records import POINT, Act, Operation, Part, Place
from pbem.systems.miniatures.practice import plans
from pbem.systems.miniatures.rules.ground import between, facing_to, in_cover, nearest_enemy, stands_in
from pbem.systems.miniatures.rules.layout import ground_of, guns_ground
from pbem.systems.miniatures.rules.moving import gap_of
from pbem.systems.miniatures.rules.turn import outcome, points
from pbem.systems.miniatures.rules.walking import on_table
from pbem.systems.miniatures.state.events import (
    MeleeFought,
    PointSpent,
    UnitChanged,
    UnitDisordered,
    UnitFired,
    UnitMoved,
    UnitRallied,
    lost,
)
from pbem.systems.miniatures.state.tabletop import LIMBERED, UNLIMBERED, Tabletop, Unit

# A ledger of one game: what can never be, whatever happens, and what the game came to.

Placed = UnitMoved | UnitChanged | UnitDisordered | UnitRallied
ROUNDING = 4
"""Sixteenths that two footprints may reach into one another when figures are lost, one for the corners of each, twice."""
ROAD = (5, 4)
"""The fastest ground: 1.25 inches for each that is paid."""


class TableLedger:
    """`mechanisms.practice.Ledger` for this game."""

    def __init__(self, state: Tabletop) -> None:
        self.start = {side: sum(unit.figures for unit in state.of(side)) for side in state.scenario.sides}
        self.moves = 0
        self._overlapping: frozenset[frozenset[str]] = frozenset()

    def faults(self, state: Tabletop, event: Event) -> Iterator[str]:
        """See `mechanisms.practice.Ledger`."""
        for side in state.scenario.sides:
            stand = sum(unit.figures for unit in state.of(side))
            if stand + lost(state, side) != self.start[side]:
                yield f"{side}: {stand} figures stand and {lost(state, side)} are lost of {self.start[side]}"
        for leader in state.leaders.values():
            if leader.of and leader.of not in state.units:
                yield f"{leader.name} is with {leader.of}, which is gone"
        if isinstance(event, UnitMoved):
            self.moves += 1
            yield from _paid(event)
        if isinstance(event, PointSpent) and state.units[event.unit].spent > max(state.points, 0):
            yield f"{event.unit} spent {state.units[event.unit].spent} of {state.points} points"
        if isinstance(event, Placed) and event.unit in state.units:
            yield from self._stands(state, event)
        if isinstance(event, Placed | UnitFired | MeleeFought):
            # A rectangle that loses files at an odd angle has its corners rounded again: two that touch may then overlap by a
            # sixteenth or two, which is nobody's move.
            self._overlapping = _overlapping(state)
            for pair in _overlapping(state, ROUNDING):
                yield f"{' and '.join(sorted(pair))} overlap by more than rounding"

    def _stands(self, state: Tabletop, event: Placed) -> Iterator[str]:
        if not on_table(state, ground_of(state.units[event.unit])):
            yield f"{event.unit} stands off the table"
        for pair in _overlapping(state):
            if event.unit in pair and pair not in self._overlapping:
                yield f"{' and '.join(sorted(pair))} overlap"

    def figures(self, state: Tabletop) -> Mapping[str, int]:
        """See `mechanisms.practice.Ledger`."""
        return {f"{side} figures lost": lost(state, side) for side in state.scenario.sides} | {"moves": self.moves}


def _paid(event: UnitMoved) -> Iterator[str]:
    """A way costs something, and never less than on a road."""
    legs = sum(gap_of(start, end) for start, end in pairwise(event.path))
    if event.used < 0 or ROAD[1] * legs > ROAD[0] * (event.used + len(event.path)):
        yield f"{event.unit} paid {event.used} sixteenths for a way of {legs}"


def _overlapping(state: Tabletop, by: int = 0) -> frozenset[frozenset[str]]:
    """The pairs of units, and of guns that their crew left, whose footprints overlap by more than so many sixteenths."""
    standing = [(one.name, ground_of(one)) for one in state.units.values()]
    standing += [(f"the guns of {name}", guns_ground(*left)) for name, left in state.left_guns.items()]
    grounds = [(name, found, box_of(found)) for name, found in standing]
    return frozenset(
        frozenset((name, other))
        for n, (name, ground, box) in enumerate(grounds)
        for other, there, other_box in grounds[:n]
        if boxes_within(box, other_box, 0) and (deeper(ground, there, by) if by else overlap(ground, there))
    )


VERBS = ("ahead", "back", "to", "wheel", "face", "form", "fire", "load", "charge", "rally", "seat", "limber")


class TablePractice:
    """`mechanisms.practice.Practice` for this game."""

    levels = ALL_LEVELS

    def scenarios(self) -> tuple[str, ...]:
        """See `mechanisms.practice.Practice`."""
        return tuple(one for one in scenario_file.scenario_ids() if one != FIRST_GAME)

    def orders(
        self, system: RuleSystem[Tabletop], view: Tabletop, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """See `mechanisms.practice.Practice`."""
        if level == CAPTAIN:
            thought_of = practice.orders_for(JUDGE, IN_TRIES, system, view, side, letter, pick)
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
    """The actions of units in a captain's tries: as a beginner's, by wishes that nobody has tried; what can't be done isn't
    done."""

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
    """True if a charge is worth its disorder: against whoever is in disorder, unloaded or few."""
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


HOLD, GROUND, COVER, CHARGE, BACK = ("hold", "take ground", "take cover", "charge", "fall back")
INTENTS = (HOLD, GROUND, COVER, CHARGE, BACK)
"""The operations of the units of a draft, all of them."""
CHARGES_FROM = 12 * INCH
"""The distance of an enemy who can be charged."""
COVERED, IN_RANGE = 15, 14 * INCH
"""The worth of cover to a unit that has an enemy so near."""
POINT_OF_VICTORY, FIGURE, DISORDERED, UNLOADED, FEW, WAY = 60, 20, 25, 4, 30, 3
"""The weights of the judge: a victory point, a figure, a unit in disorder or not loaded, the last figures before a side breaks,
and an inch of the way to ground that gives points."""
WON, DRAWN = 1500, 750
"""The further weight of a victory, at the end, and a draw against: who must not draw, goes for points."""
TRUST = 90
"""By so much others must come out better than the plan in each try."""
HURRIES = 4
"""For so many turns before the last an inch of the way counts more with each."""
BREAKING = 4
"""So many figures before it breaks, a side is careful."""
NEARLY = 8
"""So many figures before it breaks, a side may be broken within two phases."""
LAST = 2
"""In so many turns at the end whoever is in front goes first."""


class TableJudge(Judge[Tabletop]):
    """`mechanisms.practice.Judge` of a table."""

    def drafts(
        self, system: RuleSystem[Tabletop], view: Tabletop, side: str, letter: str, pick: Pick
    ) -> Iterator[Orders]:
        """The plan, the beginner's letter, then one for each intent."""
        beginner = IN_TRIES.orders(system, view, side, letter, PLAIN, pick)
        otherwise: dict[str, plans.ByPoints] = {
            one.unit: {0: one.operations} for one in beginner if isinstance(one, Act)
        }
        goals = plans.goals(view, side)
        planned = plans.whole(view, side, goals)
        yield _in_sequence(view, goals, {name: planned.get(name) or own for name, own in otherwise.items()})
        yield beginner
        for intent in INTENTS:
            wished = {unit.name: _operations(view, unit, intent, goals) for unit in view.of(side)}
            yield _in_sequence(
                view, goals, {name: {0: wished[name]} if wished[name] else own for name, own in otherwise.items()}
            )

    def completed(
        self,
        system: RuleSystem[Tabletop],
        view: Tabletop,
        side: str,
        letter: str,
        orders: Sequence[Order],
        pick: Pick,
    ) -> Orders:
        """The orders as they are: what can't be done isn't done, and `players` looks at those that are given."""
        return tuple(orders)

    def worth(self, view: Tabletop, side: str) -> int:
        """Points, figures, order and the way to ground that scores, of both sides; at the end, who has won."""
        enemy = view.scenario.enemy(side)
        return _stand(view, side) - _stand(view, enemy) + _ended(view, side)

    def effort(self, view: Tabletop, letter: str) -> Effort:
        """It follows its plan until the game may end, then tries what else there is, with the enemy's answer.

        Before that two phases are too short to show what a plan is for: what loses fewer figures now looks better.
        """
        if not _may_end(view):
            return Effort(first=0, kept=0, more=0, phases=0)
        return Effort(first=2, kept=2, more=2, phases=2, changes=4, trust=TRUST)

    def is_settled(self, view: Tabletop) -> bool:
        """Never."""
        return False


def _may_end(view: Tabletop) -> bool:
    """True if the game may end within two phases: in the last turn, or where a side is nearly broken."""
    limits = view.scenario.breaks_at
    return plans.phases_left(view) == 1 or any(lost(view, side) + NEARLY >= limits[side] for side in limits)


def _in_sequence(view: Tabletop, goals: Mapping[str, Point], wished: Mapping[str, plans.ByPoints]) -> Orders:
    """A letter in which, in the last turns, whoever is in front goes first, so that nobody stands in another's way."""

    def way(name: str) -> int:
        at = goals.get(name)
        return 0 if at is None else plans.far(at, view.units[name].at)

    names = sorted(wished, key=way) if plans.phases_left(view) <= LAST else wished
    return tuple(Act(name, wish, least, bool(least)) for name in names for least, wish in wished[name].items())


def _operations(view: Tabletop, unit: Unit, intent: str, goals: Mapping[str, Point]) -> plans.Operations:
    """The operations of a unit with an intent, in the sequence of its wishes; () where it has no use for it."""
    enemy = nearest_enemy(view, unit)
    if enemy is None or unit.is_disordered:
        return ()
    shot = [Operation("fire")] if unit.loaded else []
    match intent:
        case "hold":
            return plans.fight(view, unit)
        case "charge":
            if unit.face.is_artillery or not between(unit, enemy).within(CHARGES_FROM):
                return ()
            ahead = Operation("move", (Part("ahead", tables.rate(unit)),))
            return (*plans.turn(unit, enemy), *shot, Operation("charge", target=enemy.name), ahead)
        case "fall back":
            back = Operation("move", (Part("back", tables.rate(unit) // 2),))
            return (*shot, back, *[Operation("load")] * tables.loading(unit.face.weapon))
        case "take ground":
            return plans.go(view, unit, goals[unit.name]) if unit.name in goals else ()
    found = {} if in_cover(view, unit) else plans.inside(view, plans.COVERS, [unit])
    return plans.go(view, unit, found[unit.name]) if found else ()


def _gap(unit: Unit, shape: Polygon) -> int:
    """The distance of a unit from the middle of a shape, in sixteenths, about: the greater of both ways."""
    xs, ys = [one[0] for one in shape], [one[1] for one in shape]
    return plans.far(unit.at, (sum(xs) // len(xs), sum(ys) // len(ys)))


def _ended(view: Tabletop, side: str) -> int:
    """The further worth to a side of a game that is over: only a victory is one."""
    end = outcome(view)
    if end is None:
        return 0
    if not end.winner:
        return -DRAWN
    return WON if end.winner == side else -WON


def _stand(view: Tabletop, side: str) -> int:
    """The worth of a side's position by itself."""
    found = POINT_OF_VICTORY * points(view, side)
    for unit in view.of(side):
        found += FIGURE * unit.figures - DISORDERED * unit.is_disordered - UNLOADED * (not unit.loaded)
        enemy = nearest_enemy(view, unit)
        if enemy is not None and plans.far(unit.at, enemy.at) <= IN_RANGE and in_cover(view, unit):
            found += COVERED
        found -= (WAY + _haste(view)) * _way(view, unit) // INCH
    left = view.scenario.breaks_at[side] - lost(view, side)
    return found - FEW * max(BREAKING - left, 0)


def _haste(view: Tabletop) -> int:
    """The further weight of an inch of the way in the last turns, when it has to be gone."""
    return max(HURRIES - (view.scenario.turns - view.turn), 0)


def _way(view: Tabletop, unit: Unit) -> int:
    """The distance of a unit from ground that gives its side points, in sixteenths."""
    for award in view.scenario.awards:
        if award.side == unit.side and award.kind == "units beyond":
            return plans.missing(unit, award)
        if award.side == unit.side and award.kind == "units in" and stands_in(view, unit) != award.what:
            shapes = [strip for one in view.scenario.terrain if one.type == award.what for strip in one.strips]
            return min((_gap(unit, strip) for strip in shapes), default=0)
    return 0


JUDGE = TableJudge()
_JUDGE: Judge[Tabletop] = JUDGE
