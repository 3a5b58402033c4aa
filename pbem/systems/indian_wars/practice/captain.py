"""The captain of the series: what he tries in each phase, and what he thinks of a position."""

from collections import Counter as Count
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from math import floor

from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms.captain import Effort, Judge, Orders, only
from pbem.mechanisms.practice import Pick
from pbem.mechanisms.trial import Trial
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.practice import assault, danger, elsewhere, ground, guns, hills, officers, plain
from pbem.systems.indian_wars.practice import fire as practice_fire
from pbem.systems.indian_wars.practice import village as practice_village
from pbem.systems.indian_wars.practice.exchange import Exchange
from pbem.systems.indian_wars.practice.melee import BEHIND
from pbem.systems.indian_wars.practice.village import COMPANIES
from pbem.systems.indian_wars.rules.fire import charts, shot
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement.scatter import NO_SCATTER
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.rules.victory.victory import final_points
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

US = "us"
STYLES = (
    plain.Style(bold=Fraction(2)),
    plain.Style(bold=Fraction(1)),
    plain.Style(stand_off=3),
    plain.Style(stand_off=1),
)
"""Ways to move that are tried besides a beginner's: bolder, farther off, closer."""
MOODS = 3
"""How many moods of a beginner's melee are tried."""
POINT, STRENGTH = 40, 10
"""What a victory point and a strength point on the map are worth."""
ROUTED, PINNED, DISRUPTED, LOW = 12, 4, 8, 10
"""What a unit loses of its worth by its condition."""
ALONE = 6
"""What a unit loses by standing where enemies next to it are twice as strong as it and its neighbours."""
COMES, RUSHED_AT, RUSHED = 3, 3, 30
"""From how far off, in hexes, enemies come upon a hex in their turn, how many times its strength they need for an attack, and
what a side loses by each hex that can be attacked so."""
WAY, FAR_OFF = 4, 20
"""What each hex between the companies and a hill that still scores costs the US side, up to so many."""
DENIED = Fraction(3, 4)
"""What a hill's points in reach of the companies count to the other side: it is not the only thing to fight for."""
LATE = 6
"""In how many turns at the end they count in full: then little else is left to fight for."""
NEAR_BY, HELD, HELD_LIGHTLY, FIRMLY = 8, Fraction(1, 6), Fraction(1, 3), 3
"""From how far off a hill's points are in reach, and what share of them is left where warriors of so much strength hold it,
or fewer."""
CAPTIVES, TO_PEOPLE, TO_CAMPS, FAR = 30, 12, 3, 12
"""What a victory point for captives is worth, who can still be freed; and each hex, up to so many, between the companies and
free people, or camps."""
EXCHANGE = 15
"""What a quarter of a strength point is worth that the fire of one exchange takes on average of all rolls: more than half
as much again as one that is lost, since either side fires twice before those who moved do so again."""
CARE = Fraction(3, 2)
"""How much more what the enemy's fire takes counts than what one's own does: three to two is what wins."""
TARGETS = 4
"""How many hexes of the enemy he thinks of closing with, each in a draft of its own."""
COMING, COMING_IN_THE_OPEN = Fraction(1, 2), {US: Fraction(1, 2), "indian": Fraction(3, 4)}
"""What an attack is worth that a side can make in this player turn, beside one that is made: the enemy fires first.  In the
open, companies that close with warriors are rushed in the warriors' turn, and warriors win by attacks or not at all."""
CHANGES = 24
"""How many changes of the best draft of a Movement Phase are tried."""
IDEAS = {US: 24, "indian": 48}
"""How many times one unit goes somewhere else within its reach: with companies, at whose every step warriors may scatter, a
try takes twice as long."""
FIGHTS, MOVES, SHOOTS, ADVANCE = "F", "C", "DE", "E"


class BattlefieldJudge(Judge[Battlefield]):
    """`mechanisms.captain.Judge` of a title of the series."""

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
        if letter in SHOOTS and ground.is_open(view):
            tied = {name: one.target for one in self._attacks(view, side, letter) for name in one.names}

            def value(view: Battlefield, one: shot.Shot) -> Fraction:
                goes_elsewhere = tied.get(one.firer, one.target_at) != one.target_at
                return Fraction(0) if goes_elsewhere else officers.shot(view, one)

            shots = practice_fire.shots(view, side, letter, value)
            yield only(system, view, side, letter, [*shots, *guns.shots(view, side, letter)])
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
        return elsewhere.another_way(system, view, side, letter, orders, pick)

    def _attacks(self, view: Battlefield, side: str, letter: str) -> tuple[assault.Prospect, ...]:
        """The attacks that he has in mind as he fires: who fires into a hex may attack no other (10.B)."""
        return assault.prospects(view, side, _worths(view)) if letter == ADVANCE else ()

    def worth(self, view: Battlefield, side: str) -> int:
        """Victory points, strength, conditions and formation of both sides, and the way to hills that score."""
        other, points = view.enemy_of(side), final_points(view)
        found = floor(POINT * (points[side] - CARE * points[other])) + _strength(view, side) - _strength(view, other)
        attacked: set[str] = set()
        if view.phase in MOVES and view.phasing == side:
            coming = COMING_IN_THE_OPEN[side] if ground.is_open(view) else COMING
            prospects = assault.prospects(view, side, _worths(view))
            found += floor(coming * sum(one.value for one in prospects))
            attacked = {one.target for one in prospects if ground.is_open(view)}
        theirs = self._exchange.worth(view, other, attacked)
        found += floor(EXCHANGE * (self._exchange.worth(view, side) - CARE * theirs))
        is_late = view.sheet.scenario.turns - view.turn < LATE
        way = floor(self.hills(view) * (1 if side == US else -(CARE if is_late else DENIED)))
        return found + way + _village(view) * (1 if side == US else -1)

    def hills(self, view: Battlefield) -> Fraction:
        """How far the companies are from the hills that still score, as it counts for the US side: the more so the nearer
        they are, and less where warriors hold the hill."""
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
            ideas = IDEAS[view.phasing] if ground.is_open(view) else 0
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
    """Whoever can goes next to a hex of the enemy, until they have the odds for an attack on it; the rest as a beginner."""
    trial: Trial[Battlefield] = Trial(system, view, side, letter)
    gone = assault.close_in(trial, target)
    for order in beginner:
        named = getattr(order, fields(order)[0].name)
        if gone.isdisjoint((named,) if isinstance(named, str) else named):
            trial.take(order)
    return tuple(trial.orders)


def _worths(view: Battlefield) -> assault.Worth:
    """What a strength point of each side is worth, the victory points for it included."""
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
    """What the US side holds of a village, and how near its companies are to the rest; 0 where none stands."""
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
