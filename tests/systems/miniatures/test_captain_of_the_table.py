"""What the captain of the table thinks of: ground that scores, in time; first fire in the open; cover; who has won."""

from itertools import combinations

import pytest

from pbem.core.options import Options
from pbem.mechanisms.practice import CAPTAIN
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import INCH, overlap
from pbem.systems.miniatures.orders.records import Act, Operation
from pbem.systems.miniatures.practice import plans, players
from pbem.systems.miniatures.practice.players import COVER, JUDGE
from pbem.systems.miniatures.rules.ground import between, in_cover, stands_in, terrain_at
from pbem.systems.miniatures.rules.layout import ground_of
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.system import RULES

LINE = 32 * INCH
"""Beyond it American units give points."""


@pytest.fixture
def table() -> Tabletop:
    return RULES.open("creek-ford", Options())


def place(table: Tabletop, name: str, x: int, y: int) -> None:
    """Put a unit at a place in inches."""
    table.units[name] = table.units[name].with_(x=x * INCH, y=y * INCH)


def moves(operations: tuple[Operation, ...]) -> list[str]:
    return [part.verb for one in operations for part in one.parts]


def test_units_go_into_ground_that_scores_each_to_a_place_of_its_own(table: Tabletop) -> None:
    goals = plans.goals(table, "indian")
    assert {"Hawk", "Raccoon"} <= set(goals)
    assert "Deer" not in goals, "it is there already"
    there = [plans._standing(table.units[name], at) for name, at in goals.items()]
    assert {stands_in(table, unit) for unit in there} == {"fallen_timber"}
    assert not any(overlap(ground_of(one), ground_of(other)) for one, other in combinations(there, 2))
    planned = plans.whole(table, "indian", goals)
    assert moves(planned["Raccoon"][0]) == ["toward"] * 3
    assert not moves(planned["Deer"][0])
    assert set(planned) == {unit.name for unit in table.of("indian")}, "whoever has no room there goes into other cover"


def test_who_stands_in_the_open_looks_for_cover_and_who_has_some_does_not(table: Tabletop) -> None:
    seen = set()
    for unit in table.units.values():
        if unit.has_guns:  # guns enter no woods
            continue
        found = players._operations(table, unit, COVER, {})
        seen.add(bool(found))
        assert bool(found) != in_cover(table, unit)
        for part in (part for one in found for part in one.parts):
            assert part.place is not None
            assert terrain_at(table.scenario, (part.place.x, part.place.y)) in plans.COVERS
    assert seen == {True, False}


def test_who_has_nobody_in_reach_stays_where_he_is(table: Tabletop) -> None:
    unit = table.units["First Company"]
    assert plans.wait(table, unit) == {0: (Operation("stay"),)}
    orders = players.PLAYERS.orders(RULES, table, "american", "A", CAPTAIN, lambda purpose, of: 0)
    stays = [one.unit for one in orders if isinstance(one, Act) and one.operations == (Operation("stay"),)]
    assert "First Company" in stays, "it is a legal order, which no beginner's takes the place of"


def test_an_enemy_in_the_open_is_met_if_the_points_suffice_to_fire_at_him_too(table: Tabletop) -> None:
    place(table, "Wolf", 24, 14)
    unit = table.units["First Company"]
    found = plans.wait(table, unit)
    assert list(found) == [0, 2]
    assert not moves(found[0])
    assert [one.verb for one in found[2][:2]] == ["move", "fire"]
    assert found[2][0].parts[0].within == plans.good_range(unit)
    table.units["First Company"] = unit.with_(loaded=False)
    found = plans.wait(table, table.units["First Company"])
    assert list(found) == [0, 3], "loading takes a point as well"
    assert [one.verb for one in found[3][:3]] == ["load", "move", "fire"]


def test_nobody_goes_two_moves_to_meet_an_enemy(table: Tabletop) -> None:
    unit = table.units["First Company"]
    place(table, "Wolf", 28, 14)
    gap = between(unit, table.units["Wolf"])
    good, rate = plans.good_range(unit), tables.rate(unit)
    assert gap.within(good + 2 * rate)
    assert not gap.within(good + rate)
    assert list(plans.wait(table, unit)) == [0]


def test_a_letter_has_a_line_for_each_number_of_points(table: Tabletop) -> None:
    wished: dict[str, plans.ByPoints] = {"Riflemen": {0: (Operation("stay"),), 3: (Operation("fire"),)}}
    assert players._in_sequence(table, {}, wished) == (
        Act("Riflemen", (Operation("stay"),)),
        Act("Riflemen", (Operation("fire"),), 3, or_more=True),
    )


def test_who_is_under_fire_from_cover_fires_and_falls_back(table: Tabletop) -> None:
    place(table, "Riflemen", 29, 31)
    unit = table.units["Riflemen"]
    assert between(unit, table.units["Deer"]).within(plans.IN_FIRE)
    (found,) = plans.wait(table, unit).values()
    assert [one.verb for one in found] == ["fire", "move", "load", "load"]
    assert moves(found) == ["back"]


def test_units_cross_the_line_when_it_is_time_and_out_of_fire(table: Tabletop) -> None:
    def crossing() -> set[str]:
        goals = plans.goals(table, "american")
        planned = plans.whole(table, "american", goals)
        return {name for name, at in goals.items() if plans.march(at) in planned[name].get(0, ())}

    assert not crossing()
    table.turn = table.scenario.turns
    assert crossing() == {unit.name for unit in table.of("american")}
    assert all(at[0] >= LINE for at in plans.goals(table, "american").values())
    award = plans.award(table, "american", "units beyond")
    assert award is not None
    riflemen, deer = table.units["Riflemen"], table.units["Deer"]
    table.units = {one.name: one for one in (riflemen, deer)}
    (at,) = plans.across(table, award, [riflemen]).values()
    assert at[0] >= LINE
    assert abs(riflemen.y - deer.y) < plans.IN_FIRE <= plans.far(at, deer.at)


def test_in_the_last_turns_whoever_is_in_front_goes_first(table: Tabletop) -> None:
    goals = plans.goals(table, "american")
    wished: dict[str, plans.ByPoints] = {unit.name: {0: ()} for unit in table.of("american")}
    table.turn = table.scenario.turns
    names = [one.unit for one in players._in_sequence(table, goals, wished) if isinstance(one, Act)]
    ways = [plans.far(goals[name], table.units[name].at) for name in names]
    assert ways == sorted(ways)
    assert names != list(wished)


@pytest.mark.parametrize(("killed", "counts"), [(1, players.WON), (0, -players.DRAWN), (-9, -players.WON)])
def test_only_a_victory_is_one(table: Tabletop, killed: int, counts: int) -> None:
    table.killed["indian"] = max(killed, 0) + 1  # Deer in the windfall is a point for the Indians
    table.killed["american"] = max(-killed, 0)
    before = JUDGE.worth(table, "american")
    table.over = True
    assert JUDGE.worth(table, "american") - before == counts


def test_he_tries_other_orders_when_the_game_may_end(table: Tabletop) -> None:
    assert not JUDGE.effort(table, "A").first
    table.turn = table.scenario.turns
    assert JUDGE.effort(table, "A").first
    table.turn = 1
    table.killed["indian"] = table.scenario.breaks_at["indian"] - 1
    assert JUDGE.effort(table, "A").first


def test_the_way_to_ground_that_scores_counts_more_with_each_of_the_last_turns(table: Tabletop) -> None:
    counted = []
    for turn in range(1, table.scenario.turns + 1):
        table.turn = turn
        counted.append(players._haste(table))
    assert counted == [0, 0, 0, 0, 1, 2, 3, 4]
