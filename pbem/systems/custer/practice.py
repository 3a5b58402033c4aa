"""Practice players: sensible orders for any drawn marker, or legal ones without sense (``random``)."""

from collections import Counter as Count
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from pbem.board.hexes import distances
from pbem.core.ask import Ask
from pbem.core.event import Event, PhaseEnded
from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms import practice
from pbem.mechanisms.orders import Advance, ChangeMode, Enter, Exit, Move, NoAdvance
from pbem.mechanisms.practice import (
    ALL_LEVELS,
    CAPTAIN,
    FIRST_GAME,
    PLAIN,
    RANDOM,
    Effort,
    Judge,
    Orders,
    Practice,
    Trial,
    only,
)
from pbem.mechanisms.practice import Pick as Pick
from pbem.systems.custer import data
from pbem.systems.custer.card import CARD, INDIAN, US
from pbem.systems.custer.orders.records import Attack
from pbem.systems.custer.rules.call import entry_of
from pbem.systems.custer.rules.combat import odds
from pbem.systems.custer.rules.movement import entry_hexes, reach
from pbem.systems.custer.rules.zones import has_room, is_held, left
from pbem.systems.custer.state.battle import Battle, Names
from pbem.systems.custer.state.counter import DISMOUNTED, MODES, MOUNTED, VILLAGE, Unit
from pbem.systems.custer.state.events import (
    CAPTURED,
    ELIMINATED,
    CombatResolved,
    LossTaken,
    PointsScored,
    UnitsLeftBoard,
)
from pbem.systems.custer.title import Ground

# A ledger of one game: what must hold after every event of it, and what it came to.

SIDES = (US, INDIAN)


class BattleLedger:
    """Sums up losses and points from the opening on, and counts what happens (`mechanisms.practice.Ledger`)."""

    def __init__(self, battle: Battle) -> None:
        self.hits_at_start = {side: _hits(battle, side) for side in SIDES}
        self.before = dict(battle.units)
        self.lost, self.left, self.points, self.count = Count[str](), Count[str](), Count[str](), Count[str]()

    def faults(self, battle: Battle, event: Event) -> Iterator[str]:
        """Impossible things after this event: a counter in two places, hits or points that nobody took or scored."""
        self._book(event)
        yield from _places(battle)
        for side in SIDES:
            stand = _hits(battle, side)
            if stand + self.lost[side] + self.left[side] != self.hits_at_start[side]:
                yield f"{side}: {stand} hits stand, {self.lost[side]} were taken, {self.left[side]} left the board"
            if battle.points.get(side, 0) != self.points[side]:
                yield f"{side}: {battle.points.get(side, 0)} points on record, {self.points[side]} by the events"
        if isinstance(event, PhaseEnded):
            yield from _phase_end(battle)
        self.before = dict(battle.units)

    def figures(self, battle: Battle) -> Mapping[str, int]:
        """Hits taken, counters lost, points and combats."""
        found = {f"{side} hits taken": self.lost[side] for side in SIDES}
        found |= {f"{side} counters lost": self.count[f"{side} out"] for side in SIDES}
        found |= {f"{side} points": battle.points.get(side, 0) for side in SIDES}
        found["combats"] = self.count["combats"]
        return found

    def _book(self, event: Event) -> None:
        match event:
            case LossTaken(name, became):
                unit = self.before[name]
                self.lost[unit.side] += unit.hits_left if became in (ELIMINATED, CAPTURED) else 1
                self.count[f"{unit.side} out"] += became in (ELIMINATED, CAPTURED)
            case UnitsLeftBoard(names):
                for name in names:
                    self.left[self.before[name].side] += self.before[name].hits_left
            case PointsScored(side, points):
                self.points[side] += points
            case CombatResolved():
                self.count["combats"] += 1
            case _:
                pass


def _hits(battle: Battle, side: str) -> int:
    """The losses that a side's counters can still take."""
    return sum(unit.hits_left for unit in battle.units.values() if unit.side == side)


def _places(battle: Battle) -> Iterator[str]:
    where = Count(name for names in battle.stacks.values() for name in names)
    for name, times in where.items():
        if times > 1:
            yield f"{name} stands in {times} places"
        if name not in battle.units:
            yield f"{name} stands on the board and is out of the game"
    for unit in battle.units.values():
        if unit.at and unit.name not in battle.stacks.get(unit.at, ()):
            yield f"{unit.name} is at {unit.at}, and does not stand there"
        if unit.name in battle.gone:
            yield f"{unit.name} is in the game and out of it"


def _phase_end(battle: Battle) -> Iterator[str]:
    for at in battle.stacks:
        sides = {unit.side for unit in battle.at(at) if not unit.is_leader}
        if len(sides) > 1:
            yield f"both sides stand in {at}"
        for side in sides:
            if not has_room(battle, at, side, ()):
                yield f"{at} holds {', '.join(battle.stacks[at])}"


Moves: TypeAlias = Callable[[Battle, str, Pick], Iterator[Order]]
Attacks: TypeAlias = Callable[[Battle, str, str, Pick], Iterator[Order]]


def random_orders_for(
    system: RuleSystem[Battle], view: Battle, side: str, letter: str, pick: Pick
) -> tuple[Order, ...]:
    """Orders of a side for the marker in play, each legal on the position that those before leave."""
    return marker_orders(system, view, side, letter, pick, _random_moves, _random_attack)


def marker_orders(
    system: RuleSystem[Battle], view: Battle, side: str, letter: str, pick: Pick, moves: Moves, attack: Attacks
) -> tuple[Order, ...]:
    """The legal ones of the moves wished for each counter that the marker calls, then of the attacks on each enemy hex."""
    trial = Trial(system, view, side, letter, view.phase)
    for name in view.may:
        for order in moves(trial.view, name, pick):
            trial.take(order)
    take_attacks(trial, side, pick, attack)
    return tuple(trial.orders)


def take_attacks(trial: Trial[Battle], side: str, pick: Pick, attack: Attacks) -> None:
    """Order the legal ones of the attacks wished on each enemy hex."""
    view = trial.view
    for at in sorted({unit.at for unit in view.of(view.enemy_of(side))}):
        for order in attack(trial.view, side, at, pick):
            trial.take(order)


def _random_moves(battle: Battle, name: str, pick: Pick) -> Iterator[Order]:
    unit = battle[name]
    if not unit.at:
        entry = entry_of(battle, name)
        places = entry_hexes(battle, unit.side, entry.hex) if entry is not None else ()
        if places and pick(f"enter {name}", 6):
            yield Enter((name,), places[pick(f"enter {name} at", len(places))])
        return
    if not pick(f"status {name}", 2):
        yield ChangeMode(name, MODES[pick(f"mode {name}", len(MODES))])
    if not pick(f"leave {name}", 4):
        yield Exit((name,), battle.sheet.scenario.exit.edge)
    if not pick(f"march {name}", 4):
        return
    together = (name, *(one.name for one in battle.at(unit.at) if one.name != name and one.side == unit.side))
    found = reach(battle, unit)
    ends = sorted(at for at in found.cost if at != unit.at)
    if ends:
        at = ends[pick(f"march {name} to", len(ends))]
        enemies = sorted(one.at for one in battle.of(battle.enemy_of(unit.side)))
        if enemies and pick(f"close {name}", 2):
            goal = enemies[pick(f"close {name} with", len(enemies))]
            at = min(ends, key=lambda end: (battle.sheet.map.distance(end, goal), end))
        path = found.path(at)
        if not pick(f"together {name}", 4):
            yield Move(together, path)
        yield Move((name,), path)


def _random_attack(battle: Battle, side: str, at: str, pick: Pick) -> Iterator[Order]:
    near = [unit.name for place in battle.sheet.map.neighbours(at) for unit in battle.at(place) if unit.side == side]
    names = tuple(name for name in near if pick(f"attack {at} with {name}", 3))
    if not names or not pick(f"attack {at}", 3):
        return
    yield Attack(names, at)
    for name in names:
        yield Attack((name,), at)
        match pick(f"after {at} {name}", 4):
            case 0:
                yield Advance((name,), at)
            case 1:
                yield NoAdvance((name,))
            case _:
                pass


# A practice opponent: legal orders of some sense for any drawn marker, chosen by a picker that the caller gives.
#
# It finds what is legal by the same plans as everybody else, on the position that its own orders before leave.

NEAR = 4
"""The distance of an enemy at which a unit thinks of fighting on foot."""


def orders_for(system: RuleSystem[Battle], view: Battle, side: str, letter: str, pick: Pick) -> tuple[Order, ...]:
    """Orders of `side` for the marker in play, each legal on the position that those before leave."""
    return marker_orders(system, view, side, letter, pick, _moves, _attack)


def attack(trial: Trial[Battle], side: str, pick: Pick) -> None:
    """Attacks on whoever stands next to units that may act, as they stand after their moves."""
    take_attacks(trial, side, pick, _attack)


def _moves(battle: Battle, name: str, pick: Pick) -> Iterator[Order]:
    unit = battle[name]
    if not unit.at:
        entry = entry_of(battle, name)
        if entry is not None:
            open_ = [at for at in entry_hexes(battle, unit.side, entry.hex) if has_room(battle, at, unit.side, (unit,))]
            if open_:
                at = open_[pick(f"enter {name}", len(open_))]
                yield Enter((name,), at)
                yield from _march(battle, unit.but(at=at), pick)
        return
    if unit.kind in battle.sheet.scenario.exit.kinds and unit.at in battle.sheet.scenario.exit.hexes:
        yield Exit((name,), battle.sheet.scenario.exit.edge)
    if unit.face.kind.mounts and not pick(f"status {name}", 4):
        close = _distance(battle, unit, unit.at) <= NEAR
        yield ChangeMode(name, DISMOUNTED if close and unit.mode == MOUNTED else MOUNTED)
    yield from _march(battle, unit, pick)


def _march(battle: Battle, unit: Unit, pick: Pick) -> Iterator[Order]:
    """Villages flee to the exits; leaders go where their people are; the others close with the enemy, or wait."""
    if not pick(f"wait {unit.name}", 5) or not left(battle, unit):
        return
    found = reach(battle, unit)
    # Where nobody stands there is room for one.
    taken = battle.stacks
    ends = [at for at in found.cost if at != unit.at and (at not in taken or has_room(battle, at, unit.side, (unit,)))]
    if not ends:
        return
    exits = battle.sheet.scenario.exit.hexes
    if unit.kind == VILLAGE:
        far = nearest(battle.sheet.ground, exits)
        worth = {at: far[at] for at in ends}
    elif unit.is_leader:
        worth = {at: -sum(one.side == unit.side and not one.is_leader for one in battle.at(at)) for at in ends}
    else:
        foes = _sought(battle, unit)
        far = nearest(battle.sheet.ground, foes)
        worth = {at: max(far.get(at, 0), 1) for at in ends}
    best = min(worth.values())
    good = [at for at in ends if worth[at] == best]
    yield Move((unit.name,), found.path(good[pick(f"march {unit.name}", len(good))]))


@lru_cache(maxsize=64)
def nearest(ground: Ground, goals: tuple[str, ...]) -> dict[str, int]:
    """The distance of each hex of the board from the nearest of some, counted once for all who look at the same; {} without
    any."""
    return distances(goals, ground.map.neighbours)


def _distance(battle: Battle, unit: Unit, at: str) -> int:
    """The distance from a hex of the nearest enemy that a unit seeks."""
    foes = _sought(battle, unit)
    return battle.sheet.map.distance_to_nearest(at, foes) if foes else 0


def _sought(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The hexes of the enemies that a unit goes for: villages first for the US."""
    foes = [one for one in battle.of(battle.enemy_of(unit.side)) if not one.is_leader]
    if unit.side == US:
        foes = [one for one in foes if one.kind == VILLAGE] or foes
    return tuple(dict.fromkeys(one.at for one in foes))


def _attack(battle: Battle, side: str, at: str, pick: Pick) -> Iterator[Order]:
    """An attack of all who stand next to a hex, if it is not too bad; sometimes the first of them is to go in."""
    if not is_held(battle, at, side):
        return
    near = [
        unit
        for place in battle.sheet.map.neighbours(at)
        for unit in battle.at(place)
        if unit.side == side and not unit.attacked and unit.face.kind.attacks
        and (unit.name in battle.may or unit.name in battle.called)
    ]  # fmt: skip
    places = {unit.at for unit in near if not unit.is_leader}
    names: Names = tuple(unit.name for unit in near if not unit.is_leader or unit.at in places)
    if names and odds(battle, names, at).difference >= pick(f"risk {at}", 4) - 1:
        yield Attack(names, at)
        if pick(f"advance {at}", 2):
            yield Advance(names[:1], at)


class LastStandPractice:
    """The practice players (`mechanisms.practice.Practice`)."""

    levels = ALL_LEVELS

    def scenarios(self) -> tuple[str, ...]:
        """The battles, the main one first; the first game is too short to tell anything."""
        known = (one for one in data.scenarios() if one != FIRST_GAME)
        return tuple(sorted(known, key=lambda one: (one != CARD.main_scenario, one)))

    def orders(
        self, system: RuleSystem[Battle], view: Battle, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """Orders of a side for the marker in play."""
        if level == CAPTAIN:
            return practice.orders_for(JUDGE, self, system, view, side, letter, pick)
        player = orders_for if level == PLAIN else random_orders_for
        return player(system, view, side, letter, pick)

    def choice(self, view: Battle, ask: Ask, level: str, pick: Pick) -> str:
        """The key of the answer to a question: by lot, or, to play plainly, the default."""
        if level != RANDOM and ask.default is not None:
            return ask.default
        return ask.choices[pick(ask.key, len(ask.choices))].key

    def ledger(self, state: Battle) -> BattleLedger:
        """A ledger of the game that opens so."""
        return BattleLedger(state)


CUSTER = LastStandPractice()
_PRACTICE: Practice = CUSTER


DRAFTS = 7
POINT = 12
"""The worth of a victory point beside a step of strength, which is `STEP`."""
STEP = 5
FACTOR = 1
"""The worth of each point of combat factor on the board."""
SUPPORT, ALONE = 1, 3
"""The worth of a friend next to a unit, and what a unit loses next to enemies twice as strong as its hex and its neighbours."""


WAY = 6
"""The worth of a hex of a village's way to the exits to its own side: it takes more marches than a captain looks ahead."""
ABIDING = 4
"""One part in so many of its strength is what a village on the board is worth to its own side: it is to leave."""


class BattleJudge(Judge[Battle]):
    """`mechanisms.practice.Judge` of a battle."""

    def drafts(self, system: RuleSystem[Battle], view: Battle, side: str, letter: str, pick: Pick) -> Iterator[Orders]:
        """The beginner's orders in several moods; those without their moves, their attacks; and nothing at all."""
        for n in range(DRAFTS):

            def mood(purpose: str, of: int, n: int = n) -> int:
                return pick(f"mood {n} {purpose}", of)

            found = orders_for(system, view, side, letter, mood)
            yield found
            if n < 2:
                yield only(system, view, side, letter, [one for one in found if not isinstance(one, Attack)])
        yield from _stand(system, view, side, letter, pick)

    def completed(
        self,
        system: RuleSystem[Battle],
        view: Battle,
        side: str,
        letter: str,
        orders: Sequence[Order],
        pick: Pick,
    ) -> Orders:
        """The legal ones of the moves, and the attacks that suit where they lead."""
        trial = Trial(system, view, side, letter, view.phase)
        for order in orders:
            if not isinstance(order, Attack | Advance):
                trial.take(order)
        attack(trial, side, pick)
        return tuple(trial.orders)

    def worth(self, view: Battle, side: str) -> int:
        """Points, steps and factors of both sides; whether each stands together; how far its villages are from the exits."""
        other = view.enemy_of(side)
        points = view.points.get(side, 0) - view.points.get(other, 0)
        return 4 * POINT * points + _strength(view, side) - _strength(view, other) - _stay(view, side)

    def effort(self, view: Battle, letter: str) -> Effort:
        """The same for every marker."""
        return Effort(first=2, kept=3, more=3, phases=4, changes=10)

    def is_settled(self, view: Battle) -> bool:
        """Never."""
        return False


def _stand(system: RuleSystem[Battle], view: Battle, side: str, letter: str, pick: Pick) -> Iterator[Orders]:
    """Nobody moves: those who stand next to an enemy attack, or nobody does."""

    def bold(purpose: str, n: int) -> int:
        return 0

    held: list[Order] = [
        one for one in orders_for(system, view, side, letter, bold) if not isinstance(one, Move | ChangeMode)
    ]
    yield only(system, view, side, letter, held)
    yield ()


def _stay(view: Battle, side: str) -> int:
    """The cost to a side of villages that may leave the board: for each still on it, and for its way to the exits."""
    way = view.sheet.scenario.exit
    if VILLAGE not in way.kinds:
        return 0
    far = nearest(view.sheet.ground, way.hexes)
    villages = [unit for unit in view.of(side) if unit.kind == VILLAGE]
    return sum(WAY * far[unit.at] + 4 * _value(unit) * (ABIDING - 1) // ABIDING for unit in villages)


def _value(unit: Unit) -> int:
    """The worth of a counter's steps and factor."""
    return STEP * unit.hits_left + FACTOR * unit.factor


def _strength(view: Battle, side: str) -> int:
    own = [unit for unit in view.of(side) if not unit.is_leader and unit.kind != VILLAGE]
    found = sum(4 * _value(unit) for unit in view.of(side))
    return found + sum(_formation(view, unit) for unit in own)


def _formation(view: Battle, unit: Unit) -> int:
    """Friends close by count for a unit, and enemies who are far stronger against it."""
    near = [one for at in (unit.at, *view.sheet.map.neighbours(unit.at)) for one in view.at(at) if not one.is_leader]
    friends = sum(one.factor for one in near if one.side == unit.side)
    foes = sum(one.factor for one in near if one.side != unit.side)
    return SUPPORT * (friends > unit.factor) - ALONE * 2 * (foes >= 2 * friends)


JUDGE = BattleJudge()
_JUDGE: Judge[Battle] = JUDGE
