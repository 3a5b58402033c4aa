"""Practice at the level ``plain``: a sensible beginner.

It keeps two hexes from the enemy unless it is stronger there, takes the shots that can hurt and are worth their rounds,
attacks at good odds, lets leaders ride with men who fight, goes into cover and on foot when the enemy is near, does not
crowd a hex, takes whoever is shot to pieces or out of ammunition out of the fight, and keeps horses behind the line.  The
US side goes for the hills that score, or for the village.
"""

from collections import Counter as Count
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pbem.board.hexmap import LIGHT_WOODS, ROCKS
from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms.practice import Pick, Trial
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.littlebighorn_records import FreeGun, Limber
from pbem.systems.indian_wars.practice import columns as practice_columns
from pbem.systems.indian_wars.practice import danger
from pbem.systems.indian_wars.practice import danger as practice_leaders
from pbem.systems.indian_wars.practice import danger as practice_melee
from pbem.systems.indian_wars.practice import fire as practice_fire
from pbem.systems.indian_wars.practice import fire as practice_guns
from pbem.systems.indian_wars.practice import village as practice_night
from pbem.systems.indian_wars.practice import village as practice_secret
from pbem.systems.indian_wars.practice import village as practice_village
from pbem.systems.indian_wars.practice.columns import TO_ARMS, Bound
from pbem.systems.indian_wars.practice.danger import BEHIND
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.movement.mobility import left
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.rules.special import hit_and_run
from pbem.systems.indian_wars.rules.supply import pack_train
from pbem.systems.indian_wars.rules.turn import setup
from pbem.systems.indian_wars.rules.turn.entry import force_of
from pbem.systems.indian_wars.state.counter import (
    CAVALRY,
    DISMOUNTED,
    HOLDERS,
    HQ,
    INFANTRY,
    MOUNTED,
    PONY_HOLDER,
    PRONE,
    Counter,
)
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.title import EntryForce

NEAR = 6
"""The distance of an enemy, in hexes, at which a unit thinks of fighting on foot."""
STAND_OFF = 2
"""The distance in hexes that a unit keeps unless it is stronger where it would stand."""
GETS_AWAY = Fraction(3)
"""The odds of an attack from which it tries to get away."""
BOLD = Fraction(4)
"""The margin of strength that it wants before it goes next to an enemy."""
REACH = 3
"""From how far off, in hexes, it thinks that enemies may come upon it in their turn."""
EVADED = 5
"""From how far off warriors on foot come within range, in hexes, of those who stay out of their way."""
MASSED = Fraction(3, 2)
"""The factor of its and its neighbours' strength at which enemies are too many."""
ALONE = 40
"""The cost of so exposed a hex; as much as four hexes of the way to a goal."""
CAUTION = 3
"""The factor of that cost for a company on its way to a village, whose column would be cut off there."""
COLUMN = 3
"""The distance, in hexes, of the others of its column on whom a company counts."""
AFOOT = 4
"""The distance, in hexes, that a company goes on foot to where its column is bound."""
BACK_TO_BACK = 20
"""The worth of the company of another in a hex that they hold, so that it takes twice as many warriors to rush
them."""
CORNER = 4
"""The number of hexes at each end of the edge by which nobody enters: from there the way is too long."""
ENTRIES_TRIED = 12
"""The number of hexes of the edge that a leader tries before waiting a turn."""
COVER = (LIGHT_WOODS, ROCKS)


@dataclass(frozen=True, slots=True)
class Style:
    """Its style of moving: the distance that it keeps, and how much stronger it wants to be to go next to an enemy."""

    stand_off: int = STAND_OFF
    bold: Fraction = BOLD


BEGINNER = Style()


def orders_for(
    system: RuleSystem[Battlefield], view: Battlefield, side: str, letter: str, pick: Pick, style: Style = BEGINNER
) -> tuple[Order, ...]:
    """Orders of a side for the phase with this letter, each legal on the position that those before leave."""
    trial: Trial[Battlefield] = Trial(system, view, side, letter)
    match letter:
        case "S":
            _take(trial, _set_ups(view, side))
            _take(trial, practice_secret.writings(view, side, pick))
        case "A":
            _take(trial, _care(view, side, pick))
            _take(trial, practice_village.packs(view, side))
        case "B" | "D" | "E":
            _take(trial, practice_fire.shots(view, side, letter))
            _take(trial, practice_guns.gun_shots(view, side, letter))
        case "C":
            bounds = practice_columns.plans(view, side)
            for name in [unit.name for unit in view.units.values() if unit.side == side]:
                _move(trial, name, pick, style, bounds.get(name))
            for name in [unit.name for unit in trial.view.of(side) if unit.is_leader]:
                practice_leaders.follow(trial, name)
        case "F":
            _take(trial, practice_melee.melees(view, side, pick))
        case "H":
            _take(trial, practice_secret.hunters(view, pick))
        case "N":
            if side == "us":
                practice_night.walks(trial)
            _take(trial, practice_night.wishes(trial.view, side))
        case _:
            pass
    return tuple(trial.orders)


def choice(
    view: Battlefield, ask: Ask, value: practice_fire.Value | None = None, gets_away: Fraction = GETS_AWAY
) -> str:
    """The key of the answer to a question: the default, but it gets away from an attack at three to one or worse.

    Another `value` of shots than a beginner's may be given, and other odds.
    """
    answer = practice_fire.reaction(view, ask, value)
    if answer is not None:
        return answer
    facts = dict(ask.facts)
    if ask.kind == "retreat before melee" and ask.subject in view and view[ask.subject].kind != INFANTRY:
        attack, _, defence = facts.get("odds", "").partition(":")
        away = [one.key for one in ask.choices if one.key != ask.declined]
        if defence and Fraction(defence) and Fraction(attack) / Fraction(defence) >= gets_away and away:
            return away[0]
    return ask.default or ask.declined or ask.choices[0].key


def _take(trial: Trial[Battlefield], wishes: Iterator[Order]) -> None:
    for order in wishes:
        trial.take(order)


# Set-up and care


def _set_ups(view: Battlefield, side: str) -> Iterator[Order]:
    """Scouts ahead of the column; holders behind their companies."""
    for unit in setup.waiting(view, side):
        places = setup.legal_hexes(view, unit)
        if not places:
            continue
        if unit.kind in HOLDERS:
            for at in sorted(places, key=lambda at: (-int(at[2:]), at)):
                yield o.SetUp((unit.name,), at)
        else:
            yield o.SetUp((unit.name,), places[len(places) // 2], MOUNTED)


def _care(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    """A place for lieutenants, and ammunition for whoever is low and not in the thick of it."""
    for name in leaders.waiting(view, side):
        chiefs = [one.name for one in view.of(side) if one.is_leader]
        if chiefs:
            yield o.Attach(name, chiefs[pick(f"place {name}", len(chiefs))])
    yield from practice_fire.care(view, side)


# Movement


def _move(trial: Trial[Battlefield], name: str, pick: Pick, style: Style, bound: Bound | None) -> None:
    """Move one counter in the Movement Phase."""
    view = trial.view
    if name not in view:
        return
    unit = view[name]
    if not unit.at:
        if not _enter(trial, unit, pick):
            return
        unit = trial.view[name]
    if unit.is_leader or unit.routed or unit.pinned or not left(unit) or practice_village.people_leave(trial, unit):
        return
    if practice_village.takes_ponies_off(trial, unit):
        return
    if unit.kind in BEHIND:
        if not practice_village.keep_up(trial, unit) and not practice_village.bring_ponies(trial, unit):
            _keep_back(trial, unit)
        return
    if unit.mired:
        trial.take(FreeGun(name))
        unit = trial.view[name]
        if unit.mired:
            return
    if bound is not None and bound.leaves and trial.take(o.Exit((name, *leaders.attached_to(view, name)), "")):
        return
    if bound is not None and bound.evades and unit.is_unlimbered:
        trial.take(Limber(name))
        unit = trial.view[name]
    stays_ready = unit.is_gun and not (bound is not None and bound.evades)
    if practice_village.deed(trial, name) or (stays_ready and practice_guns.handle(trial, unit)):
        return
    if _special(trial, unit, pick):
        return
    if unit.disrupted:
        trial.take(o.Recover(name))
    _march(trial, name, pick, style, bound)
    practice_village.deed(trial, name)


def _special(trial: Trial[Battlefield], unit: Counter, pick: Pick) -> bool:
    """Breastworks beside a train, and hit and run, now and then, where they are played; whether it did that."""
    view, name = trial.view, unit.name
    if unit.side == "us":
        near_train = any(view.sheet.map.distance(one.at, unit.at) <= 1 for one in pack_train.manned(view, unit.side))
        often = 2 if view.sheet.scenario.circles else 4
        return (
            near_train
            and not unit.sheltered
            and pick(f"build {name}", often) == 0
            and trial.take(o.BuildBreastworks(name))
        )
    if unit.is_mounted and hit_and_run.OPTION in view.options and pick(f"strike {name}", 3) == 0:
        near = [one for one in danger.foes(view, unit.side) if view.sheet.map.distance(one.at, unit.at) == 1]
        return bool(near) and trial.take(o.HitAndRun(name, near[pick(f"strike at {name}", len(near))].name, unit.at))
    return False


def _enter(trial: Trial[Battlefield], unit: Counter, pick: Pick) -> bool:
    """Onto the map by the edge that is open to everybody, mounted, the people of a tribe side by side."""
    view = trial.view
    force = force_of(view, (unit.name,))
    edge = entry_front(force) if force is not None else ()
    if not edge:
        return False
    written = view.secrets.entries.get(unit.name)
    if written and trial.take(o.Enter((unit.name,), written)):
        return True
    if unit.is_leader:
        return _enter_beside_men(trial, unit, edge)
    front = pick(f"front {unit.printed.tribe}", len(edge))
    for n in range(4):
        at = edge[(front + pick(f"enter {unit.name} {n}", 7) - 3) % len(edge)]
        if trial.take(o.Enter((unit.name,), at, MOUNTED if unit.printed.mounts else "")):
            return True
    return False


def entry_front(entry: EntryForce) -> tuple[str, ...]:
    """The longest of the edges by which everybody may enter, without its corners; () if there is none."""
    edges = [
        edge.hexes
        for edge in entry.edges
        if edge.open_to_leaders and not (edge.tribes or edge.most_units or edge.most_tribes)
    ]
    longest = max(edges, key=len, default=())
    return longest[CORNER:-CORNER] or longest


def _enter_beside_men(trial: Trial[Battlefield], leader: Counter, edge: Sequence[str]) -> bool:
    """A leader enters last, nearest to men without a leader."""
    men = practice_leaders.fronts(trial.view, leader)
    if not men:
        return False
    distance = trial.view.sheet.map.distance
    places = sorted(edge, key=lambda at: (distance(at, men[0]), at))
    return any(trial.take(o.Enter((leader.name,), at)) for at in places[:ENTRIES_TRIED])


def _keep_back(trial: Trial[Battlefield], unit: Counter) -> None:
    """Holders go where their company is if no enemy is near; what stands in an enemy's reach goes out of it."""
    view = trial.view
    if _distance(view, unit, unit.at) <= STAND_OFF:
        found = reach(view, (unit,))
        best = max(found.cost, key=lambda at: (min(_distance(view, unit, at), NEAR), -_to_friends(view, unit, at), at))
    else:
        company = next((one for one in view.of(unit.side) if one.printed.holders == unit.name), None)
        if company is None or unit.kind == PONY_HOLDER:
            return
        found, best = reach(view, (unit,)), company.at
        if best not in found.cost:
            return
    if best != unit.at:
        trial.take(o.Move((unit.name,), found.path(best)))


def _march(trial: Trial[Battlefield], name: str, pick: Pick, style: Style, bound: Bound | None) -> None:
    view = trial.view
    unit = view[name]
    near = _distance(view, unit, unit.at)
    rides_at = _mounts_beyond(view, unit, bound)
    if not unit.is_mounted and near > rides_at and unit.mode != PRONE:
        trial.take(o.ChangeMode(name, MOUNTED))
        view = trial.view
        unit = view[name]
    names = (name, *leaders.attached_to(view, name))
    stack = tuple(view[one] for one in names)
    found = practice_guns.dry_reach(view, stack) if unit.is_gun else reach(view, stack)
    places = _Places(view, unit, bound.goal if bound and not unit.guards else _goal(view, unit), style, bound)
    worth = {at: places.worth(at, cost, found.start) for at, cost in found.cost.items()}
    if unit.is_gun and worth[unit.at] == max(worth.values()):
        found = reach(view, stack)
        worth = {at: places.worth(at, cost, found.start) for at, cost in found.cost.items()}
    most = max(worth.values())
    best = sorted(at for at, value in worth.items() if value == most)
    at = unit.at if unit.at in best else best[pick(f"march {name}", len(best))]
    if at != unit.at and not trial.take(o.Move(names, found.path(at))) and len(names) > 1:
        trial.take(o.Move((name,), reach(view, (unit,)).path(at)))
    if name not in trial.view:
        return  # a party that was seen on its way
    unit = trial.view[name]
    if (
        unit.is_mounted
        and _distance(trial.view, unit, unit.at) <= _dismounts_within(bound)
        and not practice_fire.wants_out(trial.view, unit)
    ):
        trial.take(o.ChangeMode(name, DISMOUNTED))


def _mounts_beyond(view: Battlefield, unit: Counter, bound: Bound | None) -> int:
    """The distance of the enemy, in hexes, beyond which a unit gets into the saddle."""
    if bound is not None and bound.evades:
        return 1
    if bound is not None and not bound.holds and view.sheet.map.distance(unit.at, bound.goal) > AFOOT:
        return STAND_OFF
    return REACH if unit.side != "us" and view.sheet.scenario.circles else NEAR


def _dismounts_within(bound: Bound | None) -> int:
    """The distance of the enemy at which it gets out of the saddle."""
    if bound is None:
        return STAND_OFF
    return TO_ARMS if bound.holds else 0 if bound.evades else STAND_OFF


def _goal(view: Battlefield, unit: Counter) -> str:
    """The goal of a unit: the village, else for US cavalry the nearest hill that has not scored, for others the HQ."""
    village = practice_village.goal(view, unit)
    if village or unit.side != "us":
        return village
    hills = [
        place.hexes[0]
        for place in view.sheet.map.places.values()
        if "victory" in place.tags and place.name not in view.scored
    ]
    if unit.kind == CAVALRY and hills:
        return min(hills, key=lambda at: (view.sheet.map.distance(at, unit.at), at))
    return next((one.at for one in view.of("us") if one.kind == HQ), "")


def _distance(view: Battlefield, unit: Counter, at: str) -> int:
    """The distance of the nearest enemy from a hex."""
    return danger.gaps(view, unit.side).get(at, danger.NOWHERE)


def _to_friends(view: Battlefield, unit: Counter, at: str) -> int:
    friends = [one for one in view.of(unit.side) if one.kind not in BEHIND and one.is_combat_unit]
    return min((view.sheet.map.distance(at, one.at) for one in friends), default=0)


class _Places:
    """The worth of hexes to a unit as a place to stand."""

    def __init__(self, view: Battlefield, unit: Counter, goal: str, style: Style, bound: Bound | None = None) -> None:
        self.view, self.unit, self.goal, self.style = view, unit, goal, style
        self.caution = CAUTION if unit.side == "us" and view.sheet.scenario.circles else 1
        self.holds = bound is not None and bound.holds
        self.seeks = bound is None or not (bound.holds or bound.evades)
        self.map = view.sheet.map
        self.reach = EVADED if bound is not None and bound.evades else REACH
        self.threats = danger.threats(view, unit.side, self.reach)
        self.next_foes = danger.threats(view, unit.side, 1)
        self.friends = Count[str]()
        self.mates: list[tuple[str, int]] = []
        for one in view.of(unit.side):
            if one.name != unit.name and one.is_combat_unit and one.kind not in BEHIND and not one.routed:
                self.friends[one.at] += one.strength
                if bound is not None and one.name in bound.column:
                    self.mates.append((one.at, one.strength))
        self.spent = practice_melee.is_spent(unit) if self.holds else practice_fire.wants_out(view, unit)
        self.near = danger.gaps(view, unit.side)

    def worth(self, at: str, cost: int, start: str) -> int:
        """The more the better; distance to the enemy first, then numbers, cover, height and elbow room."""
        near = self.near.get(at, NEAR)
        found = 60 * min(near, NEAR) if self.spent else -8 * max(near - self.style.stand_off, 0) * self.seeks
        if self.goal:
            found -= 10 * self.map.distance(at, self.goal)
        if near <= self.style.stand_off and not self.spent:
            found += 15 if near == self.style.stand_off else self._next_to(at)
        if near <= self.reach and not self.spent and not self.holds:
            found -= ALONE * self.caution * self._is_alone(at)
        if near <= STAND_OFF + 1:
            found += 12 * (self.map.terrain(at) in COVER) + 4 * self.map.level(at)
        points = stacking.points_with(self.view, at, self.unit.side, (self.unit,))
        crowd = charts.density(self.view, points).drm if points else 0
        found -= 12 * crowd
        if self.holds and crowd == 0 and self.friends[at]:
            found += BACK_TO_BACK
        return found - cost - 6 * (at != start and self.near.get(start) == 1)

    def _is_alone(self, at: str) -> bool:
        """True if so many enemies could come upon a hex that they would have the odds for an attack.

        Who rides in a column counts on those of it who are near, for they come along.
        """
        mates = sum(strength for place, strength in self.mates if self.map.distance(at, place) <= COLUMN)
        return self.threats.get(at, 0) >= MASSED * max(self._friendly_strength(at), self.unit.strength + mates)

    def _next_to(self, at: str) -> int:
        is_fit = not self.unit.disrupted and not self.unit.low_ammo
        return 30 if is_fit and self._friendly_strength(at) >= self.style.bold * self._theirs(at) else -40

    def _theirs(self, at: str) -> int:
        """The strength of the enemies next to a hex."""
        return self.next_foes.get(at, 0)

    def _friendly_strength(self, at: str) -> int:
        """The unit's strength there, with its friends in the hex and next to it."""
        friends = self.friends
        return self.unit.strength + friends[at] + sum(friends[near] for near in self.map.neighbours(at))
