"""Offers for clicking: marches, declarations, supply and searches of the campaign; single actions of a battle."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations
from math import comb

from pbem.board.hexmap import HexMap
from pbem.core.order import Problem
from pbem.mechanisms.offered_moves import MapRates
from pbem.mechanisms.offers import (
    ACT,
    FIGHT,
    FIRE,
    MOVE,
    OFF,
    PLACE,
    YOUR_SIDE,
    Candidate,
    Chain,
    Legs,
    Offering,
    Part,
    Pattern,
    Patterns,
    Pick,
    Room,
    standing_order,
)
from pbem.reports.maps.map_panel import Clickable
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle import actions, ground, places, setup
from pbem.systems.nezperce.battle import state as b
from pbem.systems.nezperce.battle.ground import OTHER_MODE, guns, kind, values
from pbem.systems.nezperce.battle.places import half, to_place
from pbem.systems.nezperce.battle.plan.patterns import PlanPatterns
from pbem.systems.nezperce.battle.plan.records import ByHand, DropLine
from pbem.systems.nezperce.battle.players import within_reach as within_a_move
from pbem.systems.nezperce.battle.setup import sides_open
from pbem.systems.nezperce.battle.state import (
    DISMOUNTED,
    ENCAMPED,
    LIMBERED,
    MOST,
    MOUNTED,
    SIDE_PHASE,
    TRAIL,
    Battle,
    Fighter,
    other,
)
from pbem.systems.nezperce.card import LOOKS
from pbem.systems.nezperce.data import SITTING_BULL
from pbem.systems.nezperce.orders.records import Declare, March, Search, Supply
from pbem.systems.nezperce.rules import marching, supply
from pbem.systems.nezperce.rules.marching import is_river, within_reach
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.position import FAST, NORMAL, Campaign, Unit

HORSE = "warrior"


@cache
def of_the_campaign() -> MapRates:
    """The strategic map: the terrain entered; a major river is crossed at a ford alone, for elsewhere a die is rolled."""
    land = data.strategic_map()
    costs = {
        at: {there: data.cost(there) + _river(at, there) for there in land.neighbours(at) if not is_river(at, there)}
        for at in land
    }
    return MapRates((costs,))


def _river(start: str, end: str) -> int:
    return data.river_cost() if data.RIVER in data.strategic_map().edges(start, end) else 0


@cache
def of_a_battle(name: str) -> MapRates:
    """The ground of a battle."""
    land = ground.sheet(name)
    found = []
    # The chart tells apart who rides, who walks, and guns.
    for rides, mode in ((HORSE, MOUNTED), (HORSE, DISMOUNTED), *((gun, LIMBERED) for gun in guns()[:1])):
        steps = {at: {there: ground.step(name, at, there, rides, mode) for there in land.neighbours(at)} for at in land}
        found.append({at: {to: cost for to, cost in some.items() if cost is not None} for at, some in steps.items()})
    return MapRates(found)


def unit_at(battle: Battle, name: str) -> str:
    """The hex of a unit, "" where it has none."""
    one = battle.unit(name)
    return one.at if one is not None else ""


MOST_WAYS = 20
"""Ways to choose who leads of which the page has a button for each."""
PHASES_OF = {INDIAN: "BC", ARMY: "DEF"}
"""The phases of the campaign in which each side gives orders."""


class NezPerceOffering:
    """The campaign's offers (`mechanisms.offers.Offering`)."""

    def units(self, view: Campaign, side: str) -> Mapping[str, str]:
        """See `Offering`."""
        if isinstance(view.battle, Battle):
            own = {one.name: one.at for one in (*view.battle.on_map(side), *view.battle.waiting(side))}
            if view.battle.asked:
                words = PlanPatterns(view.battle, side).words()
                return {YOUR_SIDE: "", **{one: own.get(one, "") for one in words}}
            return own | {YOUR_SIDE: ""}
        return {one.name: one.at for one in view.of(side)} | {YOUR_SIDE: ""}

    def rates(self, view: Campaign) -> MapRates:
        """See `mechanisms.offered_moves.RatedMaps`."""
        battle = view.battle
        return of_a_battle(battle.contact.map) if isinstance(battle, Battle) else of_the_campaign()

    def maps(self) -> Iterable[Clickable]:
        """See `Offering`: the grounds of battles."""
        # Drawing is imported when something is drawn.
        from pbem.systems.nezperce.telling import sketch

        rated = ((found, of_a_battle(name)) for name, found in zip(ground.MAPS, sketch.grounds(), strict=True))
        return (replace(found, rates=costs.text, rated=costs.digest) for found, costs in rated)

    def candidates(self, view: Campaign, side: str, letter: str, unit: str) -> Iterator[Candidate]:
        """See `Offering`."""
        if isinstance(view.battle, Battle):
            if view.battle.steps:
                return _set_ups(view.battle, side, unit)
            if view.battle.asked and unit == YOUR_SIDE:
                return _about_the_plan(view.battle, side)
            return _in_battle(view.battle, unit)
        if letter not in PHASES_OF[side]:
            return iter(())
        if unit == YOUR_SIDE:
            return _searches(view) if letter == "F" else iter(())
        match letter:
            case "B" | "E":
                return _marches(view, view.units[unit])
            case "C":
                return _declares(view, view.units[unit])
            case "D":
                return _supplies(view, view.units[unit])
            case _:
                return iter(())

    def most_acting(self, view: Campaign, side: str, letter: str) -> Mapping[str, int]:
        """See `mechanisms.offers.Counted`: the actions of a half-turn that is fought by hand."""
        battle = view.battle
        if not isinstance(battle, Battle) or battle.steps or not battle.half:
            return {}
        if battle.active != side:  # it writes for its next half-turn
            battle = battle.with_(half=3 - battle.half)
        return {one.name: actions.most_actions(battle, (one.name,)) for one in battle.units if one.side == side}

    def most_placed(self, view: Campaign, side: str, letter: str) -> int:
        """See `mechanisms.offers.Counted`: units of a hex in a set-up."""
        return MOST[side] if isinstance(view.battle, Battle) and view.battle.steps else 0

    def preset(self, view: Campaign, side: str, letter: str) -> Mapping[str, str]:
        """See `mechanisms.offers.Preset`: the set-up as the program would make it."""
        battle = view.battle
        if not isinstance(battle, Battle) or (letter, side) not in battle.steps or letter == SIDE_PHASE:
            return {}
        after = setup.arranged(battle, side)
        return {one.name: at for one in to_place(battle, side) if (at := unit_at(after, one.name))}

    def places(self, view: Campaign, side: str) -> Mapping[str, str]:
        """See `mechanisms.offers.Roomy`."""
        return dict(self.units(view, side))

    def rooms(self, view: Campaign, side: str, letter: str) -> Sequence[Room]:
        """See `mechanisms.offers.Roomy`: one lodge or camp to a hex of a set-up, and alone there in an encampment (C2.5); the
        units of a hex in a battle, where those of the Army do not pass each other either (C4.2)."""
        battle = view.battle
        if not isinstance(battle, Battle):
            return ()
        if not battle.steps:
            here = {one.name: 1 for one in battle.on_map(side)} | {one.name: 1 for one in battle.waiting(side)}
            return (Room(MOST[side], here, attacks=True, passing=side == ARMY),) if battle.half else ()
        own = [one for one in battle.units if one.side == side]
        homes = [one.name for one in own if one.kind in places.HOMES]
        if not homes:
            return ()
        alone = {one.name: MOST[side] if one.kind in places.HOMES else 1 for one in own}
        return (Room(1, dict.fromkeys(homes, 1)), *([Room(MOST[side], alone)] if battle.state == ENCAMPED else []))

    def rests_on(self, view: Campaign, side: str, letter: str) -> Mapping[str, tuple[str, ...]]:
        """See `mechanisms.offers.Resting`: who leads is said before anybody is placed, and says who is placed (C2.3)."""
        battle = view.battle
        if not isinstance(battle, Battle) or not battle.steps or side != battle.contact.attacker:
            return {}
        own = [one.name for one in to_place(battle, side)]
        return {YOUR_SIDE: tuple(own), **dict.fromkeys(own, (YOUR_SIDE,))} if letter != SIDE_PHASE else {}

    def chain(self, view: Campaign, side: str, letter: str) -> Chain | None:
        """See `mechanisms.offers.Chained`: those who are met on the trail, on one bank while there is room (C2.6)."""
        battle = view.battle
        is_met = isinstance(battle, Battle) and battle.steps and battle.state == TRAIL
        if not isinstance(battle, Battle) or not is_met or side != battle.contact.contacted:
            return None
        name = battle.contact.map
        land, stream = ground.sheet(name), ground.by_stream(name)
        pairs = ((a, b) for a in stream for b in land.neighbours(a) if a < b and b in stream)
        across = tuple(pair for pair in pairs if not places.on_bank(name, *pair))
        return Chain(tuple(one.name for one in battle.units if one.side == side), across)

    def after_moves(
        self, view: Campaign, side: str, letter: str, unit: str, present: str
    ) -> Iterator[tuple[Campaign, Candidate]]:
        """See `mechanisms.offers.AfterMoves`: attacks that are declared in the hexes to which units move."""
        if (present, letter) != ("B", "C") or unit == YOUR_SIDE or isinstance(view.battle, Battle):
            return
        there = view.thaw()
        for at in dict.fromkeys(one.at for one in view.of(ARMY)):
            there.put(unit, at=at)
            for one in _declares(there, there.units[unit]):
                yield there, replace(one, near=(at,))

    def patterns(self, view: Campaign, side: str, letter: str) -> Iterator[Pattern]:
        """See `Patterns`: lines of battle plans; who leads, where there are very many ways to choose them."""
        yield standing_order(
            "standing order: losses",
            "policy losses: {how}",
            "weakest",
            "strongest",
            "pinned",
            "mounted",
            "braves",
        )
        yield standing_order(
            "standing order: falling back", "policy fallback: {how}", "empty", "away", "cover", "friends"
        )
        if isinstance(view.battle, Battle) and view.battle.steps:
            yield standing_order("standing order: setting up", "policy set up: {how}", "program")
            yield from _who_leads(view.battle, side, letter)
        if isinstance(view.battle, Battle) and letter in LOOKS:
            yield from PlanPatterns(view.battle, side).all_of(YOUR_SIDE)

    def legs(self, view: Campaign, side: str, letter: str, unit: str) -> Legs | None:
        """See `Offering`: the steps of a unit at its normal rate, without rivers that need a die; in a battle its steps."""
        if isinstance(view.battle, Battle):
            return _legs_in_battle(view.battle, unit)
        if letter not in ("B", "E") or unit == YOUR_SIDE:
            return None
        one = view.units[unit]

        def steps(at: str) -> Iterator[tuple[str, int]]:
            if at != one.at and marching.stops(one, at):
                return
            for there in data.strategic_map().neighbours(at):
                # A unit that begins where it would have to stop may leave, and does not pass there again.
                comes_back = there == one.at and marching.stops(one, there)
                if not comes_back and not marching.is_river(at, there) and not marching.barred(view, one, at, there)[0]:
                    yield there, marching.step_cost(view, side, at, there)

        points = marching.allowance(view, one, NORMAL) - one.spent
        costs = {at: dict(steps(at)) for at in within_reach(view, one, NORMAL)}
        return Legs(points, costs, one.at, lambda way: March((unit,), way, NORMAL))


def _marches(view: Campaign, unit: Unit) -> Iterator[Candidate]:
    normal = within_reach(view, unit, NORMAL)
    yield from _moves(unit, normal, NORMAL)
    yield from _over_rivers(view, unit, normal, NORMAL)
    fast = within_reach(view, unit, FAST)
    yield from _moves(unit, {at: way for at, way in fast.items() if at not in normal}, FAST)
    if unit.mode == FAST:  # it goes on as it began
        yield from _moves(unit, {at: way for at, way in fast.items() if at in normal}, FAST)


def _moves(unit: Unit, ways: Mapping[str, tuple[str, ...]], mode: str) -> Iterator[Candidate]:
    for at, way in ways.items():
        if at != unit.at:
            words, shown = ("move", way) if mode == NORMAL else ("move fast", ())
            yield Candidate(March((unit.name,), way, mode), MOVE, unit.name, at, words, joins=True, way=shown)


def _over_rivers(view: Campaign, unit: Unit, ways: Mapping[str, tuple[str, ...]], mode: str) -> Iterator[Candidate]:
    """Steps across a river that need a die, each at the end of the cheapest way to its bank."""
    for at, way in ways.items():
        if at != unit.at and marching.stops(unit, at):
            continue
        for there in data.strategic_map().neighbours(at):
            if there not in ways and marching.is_river(at, there):
                order = March((unit.name,), (*way, there), mode)
                yield Candidate(order, MOVE, unit.name, there, "move across the river", joins=True)


def _declares(view: Campaign, unit: Unit) -> Iterator[Candidate]:
    if unit.name != SITTING_BULL:
        yield Candidate(Declare((unit.name,), unit.at), FIGHT, unit.name, unit.at, "attack", joins=True)


def _supplies(view: Campaign, unit: Unit) -> Iterator[Candidate]:
    if unit.at in supply.crowded(view):
        yield Candidate(Supply((unit.name,), unit.at), ACT, unit.name, words="draw supply here", joins=True)


def _searches(view: Campaign) -> Iterator[Candidate]:
    for at in view.shared():
        yield Candidate(Search(at), ACT, YOUR_SIDE, at, "search", goes_on=True)


def _leaders(battle: Battle, side: str) -> tuple[tuple[str, ...], int]:
    """The units of a side that might lead, and the number of those that do."""
    forces = battle.contact.forces(side)
    return tuple(one.name for one in forces), half(forces)


def _ways_to_lead(battle: Battle, side: str) -> int:
    forces, most = _leaders(battle, side)
    return comb(len(forces), most)


def _who_leads(battle: Battle, side: str, letter: str) -> Iterator[Pattern]:
    forces, most = _leaders(battle, side)
    first = b.Lead(forces[:most])
    if _ways_to_lead(battle, side) > MOST_WAYS and not isinstance(setup.plan(battle, side, letter, first), Problem):
        part = Part("forces", f"Who leads: {most} of {len(forces)}", tuple(map(Pick, forces)), most)
        yield Pattern((YOUR_SIDE,), "say who leads", "{forces} lead", (part,))


def _set_ups(battle: Battle, side: str, unit: str) -> Iterator[Candidate]:
    """The entry side and who leads; where a unit may stand, in the mode that is usual."""
    if unit == YOUR_SIDE:
        for edge in sides_open(battle):
            yield Candidate(b.EntrySide(edge), ACT, YOUR_SIDE, words=f"come by the {edge}")
        for some in combinations(*_leaders(battle, side)) if _ways_to_lead(battle, side) <= MOST_WAYS else ():
            yield Candidate(b.Lead(some), ACT, YOUR_SIDE, words=f"{', '.join(some)} lead")
        return
    if any(one.name == unit for one in to_place(battle, side)):
        for at in ground.sheet(battle.contact.map):
            yield Candidate(b.SetUp(unit, at), PLACE, unit, at, "set up")


def _about_the_plan(battle: Battle, side: str) -> Iterator[Candidate]:
    """Offers for a side's plan as a whole; its lines are put together of parts."""
    for number, text in PlanPatterns(battle, side).dropped():
        yield Candidate(DropLine(f"line {number}", number), ACT, YOUR_SIDE, words=f"drop line {number}", note=text)
    yield Candidate(ByHand(), ACT, YOUR_SIDE, words="play by hand")
    yield Candidate(b.OfferEnd(), ACT, YOUR_SIDE, words="offer to end the battle")


def _in_battle(battle: Battle, unit: str) -> Iterator[Candidate]:
    one = battle.unit(unit)
    if one is None and unit != YOUR_SIDE:
        return  # a word for several units: only lines of plans name them
    if one is None:
        yield Candidate(b.OfferEnd(), ACT, YOUR_SIDE, words="offer to end the battle")
        return
    enemies = [who for who in battle.on_map(other(one.side)) if not who.gone]
    for who in enemies:
        yield Candidate(b.Fire(unit, who.name), FIRE, unit, who.at, f"fire at {who.name}")
    if kind(one.kind).get("indirect"):
        for at in dict.fromkeys(who.at for who in enemies):
            yield Candidate(b.Shell(unit, at), FIRE, unit, at, "shell")
    yield from _walks(battle, one, {who.at for who in enemies})
    mode = OTHER_MODE.get(one.mode, "")
    if mode:
        yield Candidate(b.Change(unit, mode), ACT, unit, words=f"become {mode}")
    if one.side == INDIAN:
        yield Candidate(b.Surrender(unit), ACT, unit, words="surrender")


def _walks(battle: Battle, one: Fighter, enemies: set[str]) -> Iterator[Candidate]:
    land, ways = ground.sheet(battle.contact.map), _walked(battle, one)
    for at, way in ways.items():
        if at != one.at:
            kind_, words, shown = (MOVE, "move", way) if one.at else (PLACE, "enter", (OFF, *way))
            yield Candidate(b.Go(one.name, way), kind_, one.name, at, words, way=shown)
        if ground.edges_of(battle.contact.map, at) and one.at:
            order = b.Go(one.name, way, leaves=True)
            yield Candidate(order, ACT, one.name, words=f"leave by way of {at}", by=(way,))
    attacks = _ways_into(ways, enemies, land)
    for at, way in attacks.items():
        yield Candidate(b.Go(one.name, way), FIGHT, one.name, at, "go in and fight", by=(way,))
    for friend in battle.on_map(one.side):
        if friend.name > one.name and values(friend).move and attacks:
            theirs = _ways_into(_walked(battle, friend), enemies, land)
            for at in (both for both in attacks if both in theirs):
                paths = (attacks[at], theirs[at])
                words = f"charge with {friend.name}"
                charge = b.Charge((one.name, friend.name), paths)
                yield Candidate(charge, FIGHT, one.name, at, words, by=paths, partner=friend.name)


@lru_cache(maxsize=64)
def _walked(battle: Battle, one: Fighter) -> Mapping[str, tuple[str, ...]]:
    """The ways of a unit; a charge together asks for those of every friend, again and again."""
    return within_a_move(battle, one)


def _ways_into(ways: Mapping[str, tuple[str, ...]], enemies: set[str], land: HexMap) -> dict[str, tuple[str, ...]]:
    """The shortest of the ways that end in a hex with enemies."""
    found: dict[str, tuple[str, ...]] = {}
    for at, way in ways.items():
        for there in land.neighbours(at):
            if there in enemies and len(way) < len(found.get(there, (*way, at))):
                found[there] = (*way, there)
        if at in enemies and len(way) == 1:
            found[at] = way  # a melee that goes on
    return dict(sorted(found.items()))


def _legs_in_battle(battle: Battle, unit: str) -> Legs | None:
    """The steps of a unit on the ground of a battle, from beside it where it waits; one into a hex with enemies is its last."""
    one = battle.unit(unit)
    if one is None or battle.steps:
        return None
    name = battle.contact.map
    enemies = {who.at for who in battle.on_map(other(one.side))}
    friends = {who.at for who in battle.on_map(ARMY)} if one.side == ARMY else set()

    def steps(at: str) -> Iterator[tuple[str, int]]:
        for there in ground.sheet(name).neighbours(at):
            cost = ground.step(name, at, there, one.kind, one.mode)
            # Who begins among enemies may leave them; to come back is to go in and fight.
            comes_back = there == one.at and there in enemies
            if cost is not None and not comes_back and (there not in friends or there in enemies):
                yield there, cost

    costs = {at: dict(steps(at)) for at in _walked(battle, one) if at == one.at or at not in enemies}
    if not one.at:
        first = {at: ground.entering(name, at, one.kind, one.mode) for at in actions.entries(battle, one.side)}
        costs[OFF] = {at: cost for at, cost in first.items() if cost is not None and at not in friends}
    return Legs(values(one).move, costs, one.at or OFF, lambda way: b.Go(unit, way))


OFFERING: Offering = NezPerceOffering()
_PATTERNS: Patterns = NezPerceOffering()
