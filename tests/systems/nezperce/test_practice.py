"""What practice players of the level `plain` do on the map and at the stops of a battle."""

import itertools
from collections.abc import Iterable
from dataclasses import replace

import pytest

from pbem.core.order import Order
from pbem.mechanisms.practice import PLAIN
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle.events import PlanSet, ShotFired, UnitOut
from pbem.systems.nezperce.battle.plan import practice
from pbem.systems.nezperce.battle.plan.records import BattlePlan, BeginPlan, Numbered, SetLine
from pbem.systems.nezperce.battle.state import BROKEN, KILLED, LEFT, Battle
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from tests.systems.nezperce.fights import Fight
from tests.systems.nezperce.positions import campaign, first, marches
from tests.systems.nezperce.test_plan_is_orders import planned


def fought(army: dict[str, int] | None = None, indian: dict[str, int] | None = None, turn: int = 5) -> Battle:
    """A battle of ten soldiers and twelve braves under way, with some units out in each way."""
    made = Fight(4, lambda view, ask: ())
    while made.state.battle is None or made.state.battle.half == 0:
        made.phase()
    battle: Battle = made.state.battle
    some = [one for one in battle.units if one.kind not in ("lodge", "camp")]
    a, b = (next(one for one in some if one.side == side) for side in (ARMY, INDIAN))
    units = []
    for one, count, gone in ((a, 10, army or {}), (b, 12, indian or {})):
        out = [how for how, times in gone.items() for _ in range(times)]
        for n in range(count):
            how = out[n] if n < len(out) else ""
            units.append(replace(one, name=f"{one.name} {n}", gone=how, at="" if how else one.at))
    return battle.with_(units=tuple(units), turn=turn)


def name_of(orders: Iterable[Order]) -> str:
    return next(one.name for one in orders if isinstance(one, BeginPlan))


def written(battle: Battle, side: str) -> str:
    return name_of(practice.letter(battle, side, PLAIN, first))


def test_the_first_plan_fights() -> None:
    battle = fought(turn=0)
    assert written(battle, ARMY) == written(battle, INDIAN) == practice.FIGHT


@pytest.mark.parametrize(
    ("side", "army", "indian", "name"),
    [
        (ARMY, {KILLED: 2}, {KILLED: 1}, practice.FIGHT),
        (ARMY, {KILLED: 2, BROKEN: 2}, {KILLED: 1}, practice.RETREAT),
        (ARMY, {KILLED: 2}, {KILLED: 1, LEFT: 1}, practice.PURSUIT),
        (ARMY, {KILLED: 5, BROKEN: 1}, {LEFT: 2}, practice.RETREAT),
        (INDIAN, {KILLED: 8}, {}, practice.PURSUIT),
        (INDIAN, {}, {KILLED: 4}, practice.RETREAT),
        (INDIAN, {KILLED: 4}, {KILLED: 4}, practice.FIGHT),
    ],
)
def test_a_stop_is_looked_at(side: str, army: dict[str, int], indian: dict[str, int], name: str) -> None:
    assert written(fought(army, indian), side) == name


def test_a_plan_that_still_suits_goes_on() -> None:
    battle = fought()
    orders = practice.letter(battle, ARMY, PLAIN, first)
    lines = tuple(Numbered(one.number, one.line) for one in orders if isinstance(one, SetLine))
    battle = battle.minding(battle.mind(ARMY).with_(plan=BattlePlan("Fight", lines=lines)))
    assert practice.letter(battle, ARMY, PLAIN, first) == ()


def test_late_in_the_campaign_the_army_does_not_go_home() -> None:
    battle = fought({KILLED: 5}, {KILLED: 1})
    late = battle.with_(contact=replace(battle.contact, turn=practice.LATE))
    assert (written(battle, ARMY), written(late, ARMY)) == (practice.RETREAT, practice.LAST_STAND)


def test_the_sample_of_a_report_leaves_out_what_could_never_act() -> None:
    assert practice.sample(fought(), INDIAN) == ("once lost half: all leave nearest", "braves skirmish any at 4")
    assert not any("guns" in one or "waiting" in one for one in practice.sample(fought(), ARMY))


def test_the_village_crosses_a_river_on_its_way_to_canada() -> None:
    state = replace(campaign(27, {"Indian Village": "2811", "Ollokot": "2811", "White Bird": "2811"}), met_on=25)
    path = marches(state, INDIAN, "B", PLAIN)["Indian Village"].path
    land = data.strategic_map()
    assert any(data.RIVER in land.edges(a, b) for a, b in itertools.pairwise(path))


def test_soldiers_join_a_camp_only_if_they_are_enough() -> None:
    there = {"Indian Village": "2409", "Ollokot": "2409", "White Bird": "2409", "Looking Glass": "2409"}
    alone = campaign(20, {**there, "Rawn": "2408"})
    assert alone.at("2409", INDIAN)
    assert all(one.path[-1] != "2409" for one in marches(alone, ARMY, "E", PLAIN).values())
    many = campaign(20, {**there, "Rawn": "2408", "Perry": "2408", "Hart": "2410"})
    assert {one.path[-1] for one in marches(many, ARMY, "E", PLAIN).values()} == {"2409"}


def test_the_village_stays_in_canada_once_it_is_there() -> None:
    """No Army unit enters it, however near it is."""
    there = {"Indian Village": "1901", "Joseph": "1901", "White Bird": "1703"}
    state = replace(
        campaign(29, {**there, "Sturgis": "2001", "Miles": "2001", "Hale": "2002", "Tyler": "1902"}), met_on=25
    )
    ways = marches(state, INDIAN, "B", PLAIN)
    canada = data.zone("Canada")
    assert all(ways[name].path[-1] in canada for name in ("Indian Village", "Joseph") if name in ways)


CHASED = (4, 26, 28)
"""Battles in which the Army has many units for each of the braves."""


@pytest.mark.slow
def test_soldiers_in_pursuit_fire_and_do_not_walk_up_one_by_one() -> None:
    events = [event for n in CHASED for event in planned(n, PLAIN).events]
    pursuits = [one for _, one in events if isinstance(one, PlanSet) and one.side == ARMY and one.plan is not None]
    assert len([one for one in pursuits if one.plan.name == practice.PURSUIT]) >= len(CHASED)
    shots = [one for phase, one in events if isinstance(one, ShotFired) and ".AR." in phase]
    lost = [one for phase, one in events if isinstance(one, UnitOut) and ".IN." in phase and "Camp" not in one.unit]
    assert len(shots) >= 8, "one by one they fired no shot"
    assert len(lost) <= 26, "one by one they lost 32"
