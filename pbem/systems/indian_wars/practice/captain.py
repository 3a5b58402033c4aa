"""The captain of the series: what it tries in each phase, and what it thinks of a position."""

from collections import Counter as Count
from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from math import floor
from operator import attrgetter

from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms.practice import Effort, Judge, Orders, Pick, Trial, only, parts
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.records import ChangeMode, Move
from pbem.systems.indian_wars.practice import assault, danger, fire, plain
from pbem.systems.indian_wars.practice import assault as hills
from pbem.systems.indian_wars.practice import fire as practice_fire
from pbem.systems.indian_wars.practice import village as practice_village
from pbem.systems.indian_wars.practice.danger import BEHIND
from pbem.systems.indian_wars.practice.village import COMPANIES
from pbem.systems.indian_wars.rules.fire import charts, shot
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement.mobility import left
from pbem.systems.indian_wars.rules.movement.scatter import NO_SCATTER
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.rules.victory import final_points
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import DISMOUNTED, HOLDERS, MOUNTED, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield

DEFENSIVE = "D"
MOST = 20_000
"""The most entries to keep."""
PASSING = ("printed", "spent", "stopped", "moved", "recovered", "advance_fired_at")
"""Fields of a counter without a bearing on defensive fire."""
SHATTERED = Fraction(1, 2)
"""The share of its fire that is left to a hex that is attacked before it fires again."""
_as_it_is = attrgetter("name", *(one.name for one in fields(Counter) if one.name not in PASSING))


class Exchange:
    """The fire that was worked out before, as long as nothing has changed that bears on all of it."""

    def __init__(self) -> None:
        self._about: tuple[object, ...] = ()
        self._found: dict[tuple[object, ...], Fraction] = {}
        self._around: dict[str, tuple[str, ...]] = {}

    def worth(self, view: Battlefield, side: str, attacked: Collection[str] = ()) -> Fraction:
        """The worth of a side's defensive fire, in quarters of a strength point; less so from hexes to be attacked."""
        notes = view.notes
        about = (view.sheet, getattr(view, "options", None), notes.boxes, notes.first_shots, notes.country)
        if about != self._about or len(self._found) > MOST:
            self._about = about
            self._found.clear()
            self._around.clear()
        occasion = view.title.phase(DEFENSIVE).occasion
        return sum(
            (
                self._of(view, unit, occasion) * (SHATTERED if unit.at in attacked else 1)
                for unit in view.of(side)
                if unit.at and not unit.is_leader and unit.kind not in HOLDERS
            ),
            Fraction(0),
        )

    def _of(self, view: Battlefield, unit: Counter, occasion: str) -> Fraction:
        near = tuple(one for at in self._ring(view, unit.at) if at in view.stacks for one in view.at(at))
        if all(one.side == unit.side for one in near):
            return Fraction(0)
        key = (unit.name, *map(_as_it_is, near))
        known = self._found.get(key)
        if known is None:
            value = assault.shot if danger.is_open(view) else fire.worth
            best = fire.best(view, unit, occasion, value)
            known = self._found[key] = value(view, best) if best is not None else Fraction(0)
        return known

    def _ring(self, view: Battlefield, at: str) -> tuple[str, ...]:
        """The hexes in reach of fire: two hexes."""
        found = self._around.get(at)
        if found is None:
            near = view.sheet.map.neighbours
            ring = (at, *near(at), *(far for one in near(at) for far in near(one)))
            found = self._around[at] = tuple(dict.fromkeys(ring))
        return found


NEAR = 3
"""The distance to the enemy of the hexes that it thinks of, as far as there are any."""
ABOUT = 8
"""The distance to the enemy of the units that it thinks of."""
AFOOT = 2
"""The distance of the enemy at which a unit may get off its horses."""


def another_way(
    system: RuleSystem[Battlefield], view: Battlefield, side: str, letter: str, orders: Sequence[Order], pick: Pick
) -> Orders | None:
    """The orders with another hex for one unit near the enemy, or none, and perhaps another mode there."""
    gaps = danger.gaps(view, side)
    units = [one for one in view.of(side) if _may(one) and gaps.get(one.at, danger.NOWHERE) <= ABOUT]
    if not units:
        return None
    name = units[pick("unit", len(units))].name
    trial: Trial[Battlefield] = Trial(system, view, side, letter)
    for who, own in parts(tuple(orders)).items():
        for one in own if who != name else ():
            trial.take(one)
    if name not in trial.view or not left(trial.view[name]):
        return None
    if not trial.view[name].is_mounted and pick("ride", 2):
        trial.take(ChangeMode(name, MOUNTED))
    _goes(trial, name, pick)
    return tuple(trial.orders)


def _goes(trial: Trial[Battlefield], name: str, pick: Pick) -> None:
    view = trial.view
    names = (name, *leaders.attached_to(view, name))
    found = reach(view, tuple(view[one] for one in names))
    gaps = danger.gaps(view, trial.side)
    ends = sorted(at for at in found.cost if gaps.get(at, danger.NOWHERE) <= NEAR) or sorted(found.cost)
    end = ends[pick("hex", len(ends))]
    if end != view[name].at:
        trial.take(Move(names, found.path(end)))
    unit = trial.view.units.get(name)
    if unit is not None and unit.is_mounted and gaps.get(unit.at, danger.NOWHERE) <= AFOOT and pick("afoot", 4):
        trial.take(ChangeMode(name, DISMOUNTED))


def _may(unit: Counter) -> bool:
    is_fighter = unit.is_combat_unit and not (unit.is_gun or unit.kind in BEHIND or unit.guards)
    return is_fighter and bool(unit.at) and not (unit.routed or unit.pinned) and unit.mode != PRONE


US = "us"
STYLES = (
    plain.Style(bold=Fraction(2)),
    plain.Style(bold=Fraction(1)),
    plain.Style(stand_off=3),
    plain.Style(stand_off=1),
)
"""Ways to move that are tried besides a beginner's: bolder, farther off, closer."""
MOODS = 3
"""The number of moods of a beginner's melee that are tried."""
POINT, STRENGTH = 40, 10
"""The worth of a victory point, and of a strength point on the map."""
ROUTED, PINNED, DISRUPTED, LOW = 12, 4, 8, 10
"""The share of its worth that a unit loses by its condition."""
ALONE = 6
"""The loss of worth of a unit where enemies next to it are twice as strong as it and its neighbours."""
COMES, RUSHED_AT, RUSHED = 3, 3, 30
"""From how far off, in hexes, enemies come upon a hex in their turn, how many times its strength they need for an attack, and
what a side loses by each hex that can be attacked so."""
WAY, FAR_OFF = 4, 20
"""The cost to the US side of each hex between companies and a hill that still scores, and the most of them that count."""
DENIED = Fraction(3, 4)
"""The share of a hill's points in reach of the companies that counts to the other side: it is not the only thing to fight
for."""
LATE = 6
"""In how many turns at the end they count in full: then little else is left to fight for."""
NEAR_BY, HELD, HELD_LIGHTLY, FIRMLY = 8, Fraction(1, 6), Fraction(1, 3), 3
"""From how far off a hill's points are in reach, and what share of them is left where warriors of so much strength hold it,
or fewer."""
CAPTIVES, TO_PEOPLE, TO_CAMPS, FAR = 30, 12, 3, 12
"""The worth of a victory point for captives, who can still be freed; and each hex, up to so many, between the companies and
free people, or camps."""
EXCHANGE = 15
"""The worth of a quarter of a strength point that the fire of one exchange takes on average of all rolls: more than half as
much again as one that is lost, since either side fires twice before those who moved do so again."""
CARE = Fraction(3, 2)
"""The weight of losses to the enemy's fire beside those by one's own: three to two is what wins."""
TARGETS = 4
"""The number of the enemy's hexes that it thinks of closing with, each in a draft of its own."""
COMING, COMING_IN_THE_OPEN = Fraction(1, 2), {US: Fraction(1, 2), "indian": Fraction(3, 4)}
"""The worth of a possible attack that a side can make in this player turn, beside one that is made: the enemy fires first.  In
the open, companies that close with warriors are rushed in the warriors' turn, and warriors win by attacks or not at all."""
CHANGES = 24
"""The number of changes of the best draft of a Movement Phase that are tried."""
IDEAS = {US: 24, "indian": 48}
"""The number of tries in which one unit goes somewhere else within its reach: with companies, at whose every step warriors may
scatter, a try takes twice as long."""
FIGHTS, MOVES, SHOOTS, ADVANCE = "F", "C", "DE", "E"


class BattlefieldJudge(Judge[Battlefield]):
    """`mechanisms.practice.Judge` of a title of the series."""

    def __init__(self) -> None:
        self._exchange = Exchange()

    def drafts(
        self, system: RuleSystem[Battlefield], view: Battlefield, side: str, letter: str, pick: Pick
    ) -> Iterator[Orders]:
        """The beginner's orders in the styles that the phase has; fewer of them; and nothing at all."""
        if letter in MOVES:
            beginner = plain.orders_for(system, view, side, letter, pick)
            yield beginner
            if side == US and circles.villagers(view):
                yield _seizing(system, view, letter, beginner)
            for style in STYLES:
                yield plain.orders_for(system, view, side, letter, pick, style)
            if side != US and hills.open_(view):
                yield hills.holding(system, view, side, letter, beginner)
            for target in assault.weakest(view, side, TARGETS):
                yield _closing(system, view, side, letter, target, beginner)
            return
        if letter in SHOOTS and danger.is_open(view):
            tied = {name: one.target for one in self._attacks(view, side, letter) for name in one.names}

            def value(view: Battlefield, one: shot.Shot) -> Fraction:
                goes_elsewhere = tied.get(one.firer, one.target_at) != one.target_at
                return Fraction(0) if goes_elsewhere else assault.shot(view, one)

            shots = practice_fire.shots(view, side, letter, value)
            yield only(system, view, side, letter, [*shots, *fire.gun_shots(view, side, letter)])
            return
        found = plain.orders_for(system, view, side, letter, pick)
        yield found
        if letter not in FIGHTS:
            return
        for n in range(MOODS if letter == "F" else 0):

            def mood(purpose: str, of: int, n: int = n) -> int:
                return pick(f"mood {n} {purpose}", of)

            yield plain.orders_for(system, view, side, letter, mood)
        yield from _each_left_out(system, view, side, letter, found)
        good = only(system, view, side, letter, list(assault.orders(view, side, _worths(view))))
        yield good
        yield from _each_left_out(system, view, side, letter, good)
        yield ()

    def idea(
        self,
        system: RuleSystem[Battlefield],
        view: Battlefield,
        side: str,
        letter: str,
        orders: Sequence[Order],
        pick: Pick,
    ) -> Orders | None:
        """One unit somewhere else within its reach."""
        return another_way(system, view, side, letter, orders, pick)

    def _attacks(self, view: Battlefield, side: str, letter: str) -> tuple[assault.Prospect, ...]:
        """The attacks that it has in mind as it fires: who fires into a hex may attack no other (10.B)."""
        return assault.prospects(view, side, _worths(view)) if letter == ADVANCE else ()

    def worth(self, view: Battlefield, side: str) -> int:
        """Victory points, strength, conditions and formation of both sides, and the way to hills that score."""
        other, points = view.enemy_of(side), final_points(view)
        found = floor(POINT * (points[side] - CARE * points[other])) + _strength(view, side) - _strength(view, other)
        attacked: set[str] = set()
        if view.phase in MOVES and view.phasing == side:
            coming = COMING_IN_THE_OPEN[side] if danger.is_open(view) else COMING
            prospects = assault.prospects(view, side, _worths(view))
            found += floor(coming * sum(one.value for one in prospects))
            attacked = {one.target for one in prospects if danger.is_open(view)}
        theirs = self._exchange.worth(view, other, attacked)
        found += floor(EXCHANGE * (self._exchange.worth(view, side) - CARE * theirs))
        is_late = view.sheet.scenario.turns - view.turn < LATE
        way = floor(self.hills(view) * (1 if side == US else -(CARE if is_late else DENIED)))
        return found + way + _village(view) * (1 if side == US else -1)

    def hills(self, view: Battlefield) -> Fraction:
        """The worth of hills to the US side by the distance of its companies: the more so the nearer they are, and less where
        warriors hold the hill."""
        riders = [unit.at for unit in view.of(US) if unit.kind in COMPANIES and not unit.routed]
        found = Fraction(0)
        for hill, points in hills.open_(view).items():
            gap = min((view.sheet.map.distance(at, hill) for at in riders), default=FAR_OFF)
            found -= WAY * min(gap, FAR_OFF)
            held = sum(one.strength for one in view.at(hill) if one.side != US and not (one.is_leader or one.routed))
            share = HELD if held >= FIRMLY else HELD_LIGHTLY if held else Fraction(1)
            found += POINT * points * share * Fraction(max(NEAR_BY - gap, 0), NEAR_BY)
        return found

    def effort(self, view: Battlefield, letter: str) -> Effort:
        """The most for movement, which decides the rest; none where no die falls."""
        if letter in MOVES:
            ideas = IDEAS[view.phasing] if danger.is_open(view) else 0
            return Effort(first=1, kept=1, more=0, phases=1, changes=CHANGES, ideas=ideas)
        if letter in FIGHTS:
            return Effort(first=4, kept=3, more=8, phases=1)
        return Effort(0, 0, 0, 0)

    def is_settled(self, view: Battlefield) -> bool:
        """Never."""
        return False

    def simplified(self, view: Battlefield) -> Battlefield:
        """Without scatter: practice players never do, and where units could run to is the dearest part of a march."""
        return replace(view, options=Options((*view.options.names, NO_SCATTER)))


def _each_left_out(
    system: RuleSystem[Battlefield], view: Battlefield, side: str, letter: str, found: Orders
) -> Iterator[Orders]:
    """The same without one of its attacks, for those that are better not made."""
    if letter == "F":
        attacks = [one for one in found if isinstance(one, o.Melee)]
        for one in attacks[:4]:
            kept: list[Order] = [other for other in found if other != one]
            yield only(system, view, side, letter, kept)


def _closing(
    system: RuleSystem[Battlefield], view: Battlefield, side: str, letter: str, target: str, beginner: Orders
) -> Orders:
    """Close with the enemy: units go next to a hex of the enemy, until they have the odds for an attack on it; the rest as a
    beginner."""
    trial: Trial[Battlefield] = Trial(system, view, side, letter)
    gone = assault.close_in(trial, target)
    for order in beginner:
        named = getattr(order, fields(order)[0].name)
        if gone.isdisjoint((named,) if isinstance(named, str) else named):
            trial.take(order)
    return tuple(trial.orders)


def _worths(view: Battlefield) -> assault.Worth:
    """The worth of a strength point of each side, the victory points for it included."""
    sides = view.sheet.scenario.player_sequence
    return {side: POINT * charts.victory_points(view, f"{side}_strength_point") + STRENGTH for side in sides}


def _strength(view: Battlefield, side: str) -> int:
    fighters = [unit for unit in view.of(side) if unit.is_combat_unit and unit.kind not in BEHIND]
    posts = Count[str]()
    for unit in fighters:
        posts[unit.at] += unit.strength
    threats = danger.threats(view, side, COMES)
    rushed = sum(threats.get(at, 0) >= RUSHED_AT * strength for at, strength in posts.items())
    return sum(_unit(view, unit) for unit in fighters) - RUSHED * rushed


def _unit(view: Battlefield, unit: Counter) -> int:
    left = unit.strength
    bad = ROUTED * unit.routed + PINNED * unit.pinned + DISRUPTED * unit.disrupted + LOW * unit.low_ammo
    near = [one for at in (unit.at, *view.sheet.map.neighbours(unit.at)) for one in view.at(at) if not one.is_leader]
    friends = sum(one.strength for one in near if one.side == unit.side)
    foes = sum(one.strength for one in near if one.side != unit.side)
    return STRENGTH * left - bad - ALONE * (foes >= 2 * friends)


def _seizing(system: RuleSystem[Battlefield], view: Battlefield, letter: str, beginner: Orders) -> Orders:
    """Each company that can reach people or a camp without warriors goes there and does its work; the rest as a beginner."""
    trial: Trial[Battlefield] = Trial(system, view, US, letter)
    held = {one.at for one in danger.foes(view, US)}
    people = {one.at for one in circles.villagers(view)} - held
    camps = {one.at for one in circles.camps(view)} - held
    for unit in [one for one in view.of(US) if one.kind in COMPANIES and not one.guards and not one.conditions]:
        if practice_village.deed(trial, unit.name):
            continue
        found = reach(trial.view, (unit,))
        near = [at for at in found.cost if at in people or at in camps]
        names = (unit.name, *leaders.attached_to(trial.view, unit.name))
        for at in sorted(near, key=lambda at, cost=found.cost: (at not in people, cost[at], at)):  # type: ignore[misc]
            if trial.take(o.Move(names, found.path(at))):
                practice_village.deed(trial, unit.name)
                people.discard(at)
                break
    for order in beginner:
        trial.take(order)
    return tuple(trial.orders)


def _village(view: Battlefield) -> int:
    """The worth of a village to the US side: what it holds, and how near its companies are to the rest; 0 where none stands."""
    if not view.sheet.scenario.circles:
        return 0
    companies = [one.at for one in view.of(US) if one.kind in COMPANIES and not one.guards and not one.routed]
    people, camps = circles.villagers(view), circles.camps(view)
    captives = sum(circles.has_captives(one) for one in view.of(US))
    found = CAPTIVES * charts.victory_points(view, "villager_captured") * captives
    if companies:
        to_nearest = view.sheet.map.distance_to_nearest
        found -= TO_PEOPLE * sum(min(to_nearest(one.at, companies), FAR) for one in people)
        found -= TO_CAMPS * sum(min(to_nearest(one.at, companies), FAR) for one in camps)
    return found


JUDGE = BattlefieldJudge()
_JUDGE: Judge[Battlefield] = JUDGE
