"""Offers of the series for clicking: marches with their costs, targets with their odds, melees, modes, routs, set-ups."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush

from pbem.mechanisms.offered_moves import MapRates
from pbem.mechanisms.offers import (
    ACT,
    FIGHT,
    FIRE,
    HOW,
    MOVE,
    NEXT_TO,
    PLACE,
    YOUR_SIDE,
    Candidate,
    Entrance,
    Legs,
    Offering,
    Part,
    Pattern,
    Pick,
    Room,
    standing_order,
)
from pbem.reports.maps.map_panel import Clickable
from pbem.systems.indian_wars.orders import littlebighorn_records as c
from pbem.systems.indian_wars.orders import littlebighorn_records as g
from pbem.systems.indian_wars.orders import littlebighorn_records as s
from pbem.systems.indian_wars.orders import littlebighorn_records as v
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.phases import SET_UP
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.fire import shot
from pbem.systems.indian_wars.rules.guns import gunnery
from pbem.systems.indian_wars.rules.movement import duties, stacking
from pbem.systems.indian_wars.rules.movement.mobility import left_now
from pbem.systems.indian_wars.rules.movement.movement import movers
from pbem.systems.indian_wars.rules.movement.steps import OpenSteps, reach
from pbem.systems.indian_wars.rules.special import breastworks
from pbem.systems.indian_wars.rules.supply import resupply
from pbem.systems.indian_wars.rules.turn import entry, setup
from pbem.systems.indian_wars.state.counter import (
    CAMP,
    DISMOUNTED,
    HQ,
    LEADER,
    MODES,
    MOUNTED,
    PACK_TRAIN,
    PONY_HERD,
    PONY_HOLDER,
    PRONE,
    Counter,
)
from pbem.systems.indian_wars.state.field import Battlefield

# Offers besides marches, fire and melee: charges, guns, the village, grass fires, the night, what is written down
# in secret.

DOUBLE = 2
"""The most fords of a group that the page offers at once."""


def candidates(view: Battlefield, unit: Counter, letter: str) -> Iterator[Candidate]:
    """The orders of the phase with this letter that the title has; the plan refuses what is not possible."""
    known = {verb.order for verb in view.title.orders if not verb.phases or letter in verb.phases}
    # In its turn whoever comes in is offered its hexes among the moves.
    entries = _written(view, unit) if letter == SET_UP else ()
    for one in (*_deeds(view, unit), *_strikes(view, unit), *_guns(view, unit, letter), *entries):
        if type(one.order) in known:
            yield one


def of_the_side(view: Battlefield, side: str, letter: str) -> Iterator[Candidate]:
    """Orders that name no unit."""
    known = {verb.order for verb in view.title.orders if not verb.phases or letter in verb.phases}
    for one in _nobodys(view, side):
        if type(one.order) in known:
            yield one


def _nobodys(view: Battlefield, side: str) -> Iterator[Candidate]:
    yield Candidate(o.LookForVillage(), ACT, YOUR_SIDE, words="look for village")
    for circle in view.sheet.scenario.circles:
        yield Candidate(v.BreakDown(circle.name), ACT, YOUR_SIDE, words=f"break down {circle.name}", goes_on=True)
    herds = dict.fromkeys(unit.at for unit in view.units.values() if unit.kind == PONY_HERD and unit.at)
    for at in herds:
        yield Candidate(v.GatherHerds((at,)), ACT, YOUR_SIDE, at, words="gather herds")
    groups = [one.places for one in setup.open_groups(view, side)]
    for places in itertools.product(*groups) if 0 < len(groups) <= DOUBLE else ():
        yield Candidate(s.RealFords(tuple(places)), ACT, YOUR_SIDE, words=f"real fords {' '.join(places)}")


def _deeds(view: Battlefield, unit: Counter) -> Iterator[Candidate]:
    name, near = unit.name, view.sheet.map.open_neighbours(unit.at) if unit.at else ()
    if not unit.at:
        return
    yield Candidate(v.Capture(name), ACT, name, words="capture villagers")
    yield Candidate(v.Release(name), ACT, name, words="release villagers")
    yield Candidate(v.Burn(name), ACT, name, words="burn camp")
    yield Candidate(v.ScatterHerds(name), ACT, name, words="scatter herd")
    yield Candidate(c.RestoreStrength(name), ACT, name, words="restore strength")
    yield Candidate(c.SetFire(name), ACT, name, words="set fire")
    yield Candidate(o.AbandonHorses(name), ACT, name, words="abandon horses")
    yield from (Candidate(o.Crawl(name, at), ACT, name, at, words="crawl") for at in near)
    if unit.kind == PACK_TRAIN or "Personnel" in name:
        for friend in view.at(unit.at):
            if friend.side == unit.side and friend.name != name:
                order = o.Transfer(name, 1, friend.name)
                yield Candidate(order, ACT, name, words=f"transfer 1 to {friend.name}")


def _strikes(view: Battlefield, unit: Counter) -> Iterator[Candidate]:
    """Charges at enemies within three hexes, and hit and run at those next to it from where it stands."""
    if not unit.at or unit.is_leader:
        return
    distance = view.sheet.map.distance
    near = [one for one in view.units.values() if one.at and one.side != unit.side and distance(unit.at, one.at) <= 3]
    for at in dict.fromkeys(one.at for one in near):
        yield Candidate(o.Charge((unit.name,), at), FIGHT, unit.name, at, "charge", joins=True)
    for one in near:
        if distance(unit.at, one.at) == 1:
            order = o.HitAndRun(unit.name, one.name, unit.at)
            yield Candidate(order, FIGHT, unit.name, one.at, f"hit and run at {one.name}")


def _guns(view: Battlefield, unit: Counter, letter: str) -> Iterator[Candidate]:
    name = unit.name
    if unit.is_gun and unit.at:
        yield Candidate(g.Limber(name), ACT, name, words="limber", goes_on=True)
        yield Candidate(g.FreeGun(name), ACT, name, words="free")
        yield Candidate(g.AbandonGun(name), ACT, name, words="abandon gun")
        for at in view.sheet.map.open_neighbours(unit.at):
            yield Candidate(g.Unlimber(name, at), ACT, name, words=f"unlimber facing {at}")
            yield Candidate(g.TurnGun(name, at), ACT, name, words=f"turn to {at}")
            yield Candidate(g.Manhandle(name, at), ACT, name, at, words="manhandle")
        if letter in "BDE":
            occasion = view.title.phase(letter).occasion
            for at in gunnery.targets(view, unit, occasion):
                yield Candidate(o.Fire(name, "full", at), FIRE, name, at, "fire")
    elif unit.at:
        for gun in (one for one in view.at(unit.at) if one.is_gun):
            yield Candidate(g.ManGun(name, gun.name), ACT, name, words=f"man {gun.name}")


def _written(view: Battlefield, unit: Counter) -> Iterator[Candidate]:
    """The hexes in which those may come in whose entry is written down before the game."""
    for force in setup.forces(view, unit.side):
        if unit.name in force.units:
            for at in setup.hexes_of(force):
                yield Candidate(o.Enter((unit.name,), at), PLACE, unit.name, at, "enter here")


EDGES = ("north", "east", "south", "west")
MOST_FOLLOWED = 100
"""Entries (units by hexes) up to which the page offers what may follow each."""
BEFORE_MOVES = "ABC"
"""The phases of a player turn in which a unit has its move still before it."""
BUILD = "build breastworks"
LOAD = "load breastworks"
VERBS = {MOUNTED: "mount", DISMOUNTED: "dismount", PRONE: "prone"}


def _fire_of_single_units(view: Battlefield, side: str) -> Iterator[Pattern]:
    """Defensive fire by standing order of those units that are clicked, where other units are to fire otherwise."""
    units = tuple(one.name for one in view.of(side) if kinds.may(one, kinds.FIRE) and not one.is_holder)
    if units:
        picks = tuple(map(Pick, ("strongest", "weakest", "mounted targets", "none")))
        yield Pattern(units, "its own defensive fire", "policy {who} deffire: {how}", (Part(HOW, "How", picks),))


def _mounting(view: Battlefield, own: Sequence[Counter]) -> Iterator[tuple[str, str]]:
    """Lines by which units mount, each with every counter of animals there: one may hold those of several (8.D)."""
    for one in own:
        if one.at and one.mode != MOUNTED and one.printed.holders:
            held = (two for two in view.at(one.at) if two.side == one.side and two.is_holder)
            yield from ((f"{one.name} {VERBS[MOUNTED]}", two.name) for two in held)


def _building(view: Battlefield, own: Sequence[Counter]) -> Iterator[tuple[str, str]]:
    """Lines by which units build or load breastworks, each with its pack train, which stays where it is."""
    for one in own if any(two.kind == PACK_TRAIN for two in own) else ():
        train = breastworks.source_of(view, one) if one.at and kinds.may(one, kinds.BUILD) else None
        if isinstance(train, Counter):
            yield f"{one.name} {BUILD}", train.name
        home = breastworks.home_of(view, one) if one.at in view.works else None
        if home is not None:
            yield f"{one.name} {LOAD}", home.name


class BattlefieldOffering:
    """The series' offers (`mechanisms.offers.Offering`)."""

    def units(self, view: Battlefield, side: str) -> Mapping[str, str]:
        """See `Offering`."""
        return {unit.name: unit.at for unit in view.units.values() if unit.side == side} | {YOUR_SIDE: ""}

    def along(self, view: Battlefield, side: str) -> Mapping[str, str]:
        """See `mechanisms.offers.GoingAlong`: leaders, with the units to which they are attached."""
        own = (one for one in view.units.values() if one.side == side and one.at and one.is_leader)
        return {one.name: one.attached_to for one in own}

    def places(self, view: Battlefield, side: str) -> Mapping[str, str]:
        """See `mechanisms.offers.Roomy`."""
        return {one.name: one.at for one in view.units.values() if one.side == side}

    def rooms(self, view: Battlefield, side: str, letter: str) -> Sequence[Room]:
        """See `mechanisms.offers.Roomy`: stacking points, pony holders, and who stands beside a camp (6, LB-6.C)."""
        if letter not in ("C", "S"):
            return ()
        own = [one for one in view.units.values() if one.side == side]
        found = [Room(stacking.LIMIT, {one.name: stacking.points_of(one) for one in own})]
        fighters = {one.name: 1 for one in own if stacking.fights(one)}
        ponies = {one.name: 1 for one in own if one.kind == PONY_HOLDER}
        many = tuple(one.name for one in own if one.kind not in (LEADER, PONY_HOLDER) and not one.is_bystander)
        found.append(Room(stacking.PONY_HOLDERS, ponies, makers=many))
        camps: dict[int, list[str]] = {}
        for at in dict.fromkeys(one.at for one in view.units.values() if one.kind == CAMP and one.at):
            camps.setdefault(stacking.most_in_camp(view, at, side), []).append(at)
        holders = {one.name: 1 for one in own if one.is_holder}
        beside = tuple(at for places in camps.values() for at in places)
        found += [Room(stacking.IN_A_CAMP, holders, beside)] if beside else []
        return (*found, *(Room(most, fighters, tuple(places)) for most, places in camps.items()))

    def entrances(self, view: Battlefield, side: str, letter: str) -> Sequence[Entrance]:
        """See `mechanisms.offers.Entering`: the edges by which so many units, or tribes, enter (18.1)."""
        if letter != "C":
            return ()
        found = []
        for force in view.sheet.scenario.entries:
            coming = [one for one in entry.due(view, side, force) if not one.is_leader]
            for edge in force.edges:
                if coming and (edge.most_units or edge.most_tribes):
                    others = {at for other in force.edges if other is not edge for at in other.hexes}
                    both = tuple(at for at in edge.hexes if at in others)
                    kinds = {one.name: one.printed.tribe for one in coming}
                    mine = {name: tribe for name, tribe in kinds.items() if not edge.tribes or tribe in edge.tribes}
                    before = tuple(view.sheet.roster[name].tribe for name in view.notes.entered.get(edge.zone, ()))
                    found.append(Entrance(edge.hexes, both, edge.most_units, edge.most_tribes, mine, before))
        return found

    def attacks_together(self, view: Battlefield, side: str, letter: str) -> bool:
        """See `mechanisms.offers.OneGoal`: a stack attacks one hex (10.B)."""
        return letter == "F"

    def spends(self, letter: str, later: str) -> Mapping[str, int]:
        """See `mechanisms.offers.Spending`: fire in phase B, and hit and run in phase C (4.B, 4.E, 7.C)."""
        match letter, later:
            case "B", "C":
                return {" fire full ": 0, " fire long ": 0, " fire half ": 50}
            case "B", "E":
                return {" fire ": 0}
            case "C", "E":
                return {" hit and run ": 0}
            case _:
                return {}

    def rests_on(self, view: Battlefield, side: str, letter: str) -> Mapping[str, tuple[str, ...]]:
        """See `mechanisms.offers.Resting`: an HQ and its leader, a wounded leader and the HQs (12.E, 12.F), those who mount and
        their animals (8.D), those who build and the train whose boxes they use (16.C), those who
        rout to friends and these (10.J.2)."""
        if letter != "C":
            return {}
        own, found = tuple(view.of(side)), dict[str, tuple[str, ...]]()
        tents = [one.name for one in own if one.kind in (HQ, PACK_TRAIN)]
        for one in own:
            duty = duties.duty_of(view, one.name) or duties.to_be_tended(view, one)
            if duty is not None:
                there = [two.name for two in view.at(duty.goal) if two.side == side]
                others = dict.fromkeys((*there, *(tents if one.is_leader else ())))
                found[one.name] = tuple(name for name in others if name != one.name)
        for one in own:
            # Whoever runs to friends runs to the closest: when these have gone, to others.
            friends = duties.rally_places(view, one) if one.at and one.routed else ()
            for other, at in friends:
                trains = [two.name for two in view.at(at) if two.kind in (HQ, PACK_TRAIN)]
                found[f"{one.name} rout to {other}"] = (other,) if other in view else tuple(trains)
        for line, name in (*_mounting(view, own), *_building(view, own)):
            found[line] = (*found.get(line, ()), name)
            found[name] = (*found.get(name, ()), line)
        return found

    def rates(self, view: Battlefield) -> MapRates:
        """See `mechanisms.offered_moves.RatedMaps`."""
        return view.sheet.ground.rates

    def maps(self) -> Iterable[Clickable]:
        """See `Offering`."""
        return ()

    def candidates(self, view: Battlefield, side: str, letter: str, unit: str) -> Iterator[Candidate]:
        """See `Offering`."""
        if unit == YOUR_SIDE:
            yield from of_the_side(view, side, letter)
            return
        yield from self._of_unit(view, letter, view[unit])
        yield from candidates(view, view[unit], letter)

    def patterns(self, view: Battlefield, side: str, letter: str) -> Iterator[Pattern]:
        """See `mechanisms.offers.Patterns`: the standing orders that are given most."""
        yield standing_order(
            "standing order: opportunity fire", "policy all opfire: {how}", "any", "mounted targets", "none"
        )
        yield standing_order(
            "standing order: defensive fire",
            "policy all deffire: {how}",
            "strongest",
            "weakest",
            "mounted targets",
            "none",
        )
        yield from _fire_of_single_units(view, side)
        yield standing_order(
            "standing order: retreat before melee",
            "policy all retreat: {how}",
            "stand",
            "odds 3:2 or worse",
            "odds 2:1 or worse",
            "odds 3:1 or worse",
            "retreat",
        )
        yield standing_order("standing order: losses", "policy all losses: {how}", "strongest", "weakest", "holders")
        yield standing_order("standing order: advance", "policy all advance: {how}", "yes", "no")
        yield standing_order("standing order: pursuit", "policy all pursue: {how}", "yes", "no")

    def after_moves(
        self, view: Battlefield, side: str, letter: str, unit: str, present: str
    ) -> Iterator[tuple[Battlefield, Candidate]]:
        """See `mechanisms.offers.AfterMoves`: fire at those next to it, and melee, by a unit that moves there first."""
        if letter not in ("E", "F") or present not in BEFORE_MOVES or unit == YOUR_SIDE:
            return
        one = view[unit]
        if not one.at or one.is_leader or one.routed:
            return
        enemies: dict[str, list[Counter]] = {}
        for other in view.units.values():
            if other.at and other.side != side:
                enemies.setdefault(other.at, []).append(other)
        there, map_ = view.thaw(), view.sheet.map
        for at, those in enemies.items():
            open_to_it = map_.open_neighbours(at)
            free = [here for here in open_to_it if here not in enemies]
            if not free:
                continue
            near = NEXT_TO if len(open_to_it) == len(map_.neighbours(at)) else tuple(open_to_it)
            there.put(one.but(at=free[0]))
            if letter == "F":
                yield there, Candidate(o.Melee((unit,), at), FIGHT, unit, at, "melee", joins=True, near=near)
                continue
            how = shot.usual_strength(view, view[unit], letter)
            for enemy in those:
                fire = o.Fire(unit, how, enemy.name)
                yield there, Candidate(fire, FIRE, unit, at, f"fire {how} at {enemy.name}", near=near)

    def _of_unit(self, view: Battlefield, letter: str, one: Counter) -> Iterator[Candidate]:
        match letter:
            case "S":
                return _set_up(view, one)
            case "A":
                return _rally(view, one)
            case "B" | "D" | "E":
                return _fire(view, one, letter)
            case "C":
                return _move(view, one)
            case "F":
                return _melee(view, one)
            case _:
                return iter(())

    def legs(self, view: Battlefield, side: str, letter: str, unit: str) -> Legs | None:
        """See `Offering`."""
        if letter != "C" or unit == YOUR_SIDE:
            return None
        one = view[unit]
        if one.routed:
            return None
        if not one.at:
            one = one.but(mode=entry.mode_of(one, ""))
        # A leader who goes along may slow it: a grave wound halves what both have.
        stack = (one, *movers(view, (unit,))[1:]) if one.at else (one,)
        steps, points = OpenSteps(view, stack), min(left_now(view, each, stack) for each in stack)
        points = min([points, *(most for each in stack if (most := entry.first_turn_points(view, each)) is not None)])
        starts = (one.at,) if one.at else _entries(view, one)
        costs = {at: dict(steps(at)) for at in _around(starts, points, steps)}
        return Legs(points, costs, one.at, lambda way: o.Move((unit,), way))


def _around(starts: Iterable[str], points: int, steps: OpenSteps) -> list[str]:
    """The hexes that can be reached from any of these."""
    cost, queue = dict.fromkeys(starts, 0), [(0, at) for at in starts]
    while queue:
        so_far, here = heappop(queue)
        for there, price in steps(here) if so_far == cost[here] else ():
            if so_far + price <= points and so_far + price < cost.get(there, points + 1):
                cost[there] = so_far + price
                heappush(queue, (cost[there], there))
    return list(cost)


def _entries(view: Battlefield, unit: Counter) -> tuple[str, ...]:
    """The hexes in which a unit may come in."""
    return tuple(dict.fromkeys(at for edge in entry.edges_for(view, (unit.name,)) for at in edge.hexes))


def _set_up(view: Battlefield, unit: Counter) -> Iterator[Candidate]:
    if unit in setup.waiting(view, unit.side):
        for at in setup.legal_hexes(view, unit):
            yield Candidate(o.SetUp((unit.name,), at), PLACE, unit.name, at, "set up")
            if unit.mode != MOUNTED:
                yield Candidate(o.SetUp((unit.name,), at, MOUNTED), PLACE, unit.name, at, "set up mounted")


def _rally(view: Battlefield, unit: Counter) -> Iterator[Candidate]:
    name = unit.name
    yield Candidate(o.NoRally((name,)), ACT, name, words="no rally")
    for supplier in (resupply.suppliers(view, unit) if unit.at and not unit.is_leader else ()) or ():
        words = f"resupply from {supplier}" if supplier else "resupply"
        yield Candidate(o.Resupply(name, supplier), ACT, name, words=words)
    if unit.is_leader and unit.at:
        for other in view.at(unit.at):
            if other.side == unit.side and not other.is_leader and other.name != unit.attached_to:
                yield Candidate(o.Attach(name, other.name), ACT, name, words=f"attach to {other.name}")


def _fire(view: Battlefield, unit: Counter, letter: str) -> Iterator[Candidate]:
    if not unit.at or unit.is_leader:
        return
    strength = shot.usual_strength(view, unit, letter)
    map_ = view.sheet.map
    near = dict.fromkeys((unit.at, *map_.neighbours(unit.at)))
    for at in dict.fromkeys((*near, *(far for one in near for far in map_.neighbours(one)))):  # two hexes: long range
        for enemy in view.at(at):
            if enemy.side != unit.side:
                close = (strength, "half") if letter == "B" and strength == "full" else (strength,)
                for how in close if at in near else ("long",):
                    order = o.Fire(unit.name, how, enemy.name)
                    yield Candidate(order, FIRE, unit.name, at, f"fire {how} at {enemy.name}")


def _move(view: Battlefield, unit: Counter) -> Iterator[Candidate]:
    name = unit.name
    if not unit.at:
        yield from _enter(view, unit)
        return
    if unit.routed:
        for other, at in duties.rally_places(view, unit):
            yield Candidate(o.Rout(name, other), ACT, name, at, f"rout to {other}")
        yield from (Candidate(o.Rout(name, goal), ACT, name, words=f"rout to {goal}") for goal in ("woods", "rocks"))
        yield from (Candidate(o.Rout(name, f"{one} edge"), ACT, name, words=f"rout to {one} edge") for one in EDGES)
        return
    yield Candidate(o.Recover(name), ACT, name, words="recover", goes_on=True)
    for mode in MODES:
        if mode != unit.mode:
            yield Candidate(o.ChangeMode(name, mode), ACT, name, words=VERBS[mode], goes_on=True)
    found = reach(view, movers(view, (name,)))
    for at in found.cost:
        if at != unit.at:
            way = found.path(at)
            yield Candidate(o.Move((name,), way), MOVE, name, at, "move", joins=True, way=way)
    for edge in EDGES:
        yield Candidate(o.Exit((name,), edge), ACT, name, words=f"exit {edge}")
    yield Candidate(o.BuildBreastworks(name), ACT, name, words=BUILD)
    yield Candidate(o.LoadBreastworks(name), ACT, name, words=LOAD)


def _enter(view: Battlefield, unit: Counter) -> Iterator[Candidate]:
    hexes = _entries(view, unit)
    waiting = sum(not one.at and one.side == unit.side for one in view.units.values())
    # What follows an entry is looked up hex by hex: for a whole army on a whole edge that would be a page of megabytes.
    goes_on = len(hexes) * waiting <= MOST_FOLLOWED
    for at in hexes:
        yield Candidate(o.Enter((unit.name,), at), PLACE, unit.name, at, "enter", goes_on=goes_on, joins=True)


def _melee(view: Battlefield, unit: Counter) -> Iterator[Candidate]:
    if not unit.at or unit.is_leader:
        return
    for at in view.sheet.map.open_neighbours(unit.at):
        enemies = [one.name for one in view.at(at) if one.side != unit.side]
        if enemies:
            order = o.Melee((unit.name,), at)
            yield Candidate(order, FIGHT, unit.name, at, "melee", note=f"against {', '.join(enemies)}", joins=True)


OFFERING: Offering = BattlefieldOffering()
