"""Retreat and rout movement (10.I, 10.J): where beaten units go."""

from collections.abc import Callable

import pytest

from pbem.board import hexes
from pbem.core.ask import Ask
from pbem.core.event import Event
from pbem.systems.indian_wars.orders.records import Fire, Rout
from pbem.systems.indian_wars.rules.retreat import rally_places, retreat, rout
from pbem.systems.indian_wars.rules.retreat.retreat import ends
from pbem.systems.indian_wars.state.combat_events import FireResolved
from pbem.systems.indian_wars.state.counter import MOUNTED, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import CasualtiesTaken, UnitDisrupted, UnitsLeftMap, UnitsRetreated
from tests.systems.indian_wars.ground import counter, in_contact, plan, play, problem, small
from tests.systems.indian_wars.test_morale import check, run

Choose = Callable[[Ask], str]


def back(
    field: Battlefield,
    *names: str,
    foes: tuple[str, ...] = ("Crow King",),
    hexes_back: int = 1,
    dice: tuple[int, ...] = (),
    choose: Choose | None = None,
) -> tuple[Battlefield, list[Event]]:
    return run(
        field, lambda umpire: retreat.fall_back(umpire, names, hexes_back, foes, "retreat"), *dice, choose=choose
    )


def end_hexes(field: Battlefield, name: str, hexes_back: int = 1, foes: tuple[str, ...] = ("Crow King",)) -> list[str]:
    return [way.end for way in ends(field, (field[name],), hexes_back, foes)]


def test_one_hex_from_contact_is_straight_away_and_never_next_to_the_foe() -> None:
    """O-071, ruling A-065."""
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0302"))
    found = end_hexes(field, "A/3 Cav")
    assert found == ["0204", "0304", "0404"]
    assert all(hexes.distance(one, "0302", hexes.ODD) == 2 for one in found)


def test_the_owner_chooses_among_equals_and_one_way_is_not_asked() -> None:
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0302"), counter("Column HQ", "0704"))
    asked: list[Ask] = []

    def west(one: Ask) -> str:
        asked.append(one)
        return "0204"

    after, _ = back(field, "A/3 Cav", choose=west)
    assert after["A/3 Cav"].at == "0204"
    assert (asked[0].kind, asked[0].subject, asked[0].default) == ("retreat hex", "A/3 Cav", "0404")
    after, _ = back(
        small(counter("A/3 Cav", "0303"), counter("Crow King", "0302"), counter("Column HQ", "0704")), "A/3 Cav"
    )
    assert after["A/3 Cav"].at == "0404"


def test_the_question_where_to_says_why_and_how_far() -> None:
    field = small(counter("Crow King", "0303", mode=MOUNTED), counter("C/3 Cav", "0302"))
    asked: list[Ask] = []

    def first(one: Ask) -> str:
        asked.append(one)
        return one.choices[0].key

    run(field, check("Crow King", "C/3 Cav"), 2, 3, choose=first)
    assert asked[0].prompt == "Crow King must retreat 2 hexes from 0303 (pinned on horseback): where to?"


def test_indians_fall_back_toward_the_north_by_default() -> None:
    field = small(counter("Crow King", "0303"), counter("A/3 Cav", "0203"))
    after, _ = back(field, "Crow King", foes=("A/3 Cav",))
    assert after["Crow King"].at == "0403"


def test_hexes_free_of_enemy_zoc_come_first() -> None:
    """Ruling A-067."""
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0302"), counter("Four Horns", "0206"))
    assert "0204" in end_hexes(field, "A/3 Cav")
    field.put(counter("Four Horns", "0205"))
    assert end_hexes(field, "A/3 Cav") == ["0404"]


def test_after_long_range_fire_it_moves_all_the_same_and_no_nearer() -> None:
    """Ruling A-066."""
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0301"))
    found = end_hexes(field, "A/3 Cav")
    assert found
    assert "0303" not in found
    assert all(hexes.distance(one, "0301", hexes.ODD) >= 2 for one in found)


def test_retreat_into_a_zoc_draws_fire() -> None:
    field = small(
        counter("A/3 Cav", "0303"),
        counter("Crow King", "0302"),
        counter("Four Horns", "0205"),
        counter("Lone Bull", "0405"),
    )
    after, events = back(field, "A/3 Cav", dice=(1, 2, 1, 2))
    assert next(one.shot.occasion for one in events if isinstance(one, FireResolved)) == "retreat"
    assert after["A/3 Cav"].at != "0303"


def test_a_full_hex_is_passed_through_and_a_friend_there_disrupted() -> None:
    """10.I.7, ruling A-068."""
    full = [counter(name, "0304", mode=MOUNTED) for name in ("A/2 Cav", "B/2 Cav", "D/2 Cav", "E/2 Cav", "I/2 Cav")]
    cliffs = {"0303/0204": "cliff", "0303/0404": "cliff", "0303/0203": "cliff", "0303/0403": "cliff"}
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0302"), *full, sides=cliffs)
    after, events = back(field, "A/3 Cav")
    assert next(one.to for one in events if isinstance(one, UnitsRetreated)) == "0304"
    assert after["A/3 Cav"].at not in ("0303", "0304")
    assert [one.unit for one in events if isinstance(one, UnitDisrupted)] == ["A/2 Cav"]


def test_surrounded_it_is_eliminated_and_scores() -> None:
    """10.I.9."""
    ring = ("Crow King", "Four Horns", "Lone Bull", "Red Horn", "Black Moon", "Little Wolf")
    enemies = [counter(name, at) for name, at in zip(ring, hexes.neighbours("0303", hexes.ODD), strict=True)]
    after, events = back(small(counter("A/3 Cav", "0303"), *enemies), "A/3 Cav")
    assert "A/3 Cav" in after.gone
    assert [(one.lost, one.points) for one in events if isinstance(one, CasualtiesTaken)] == [(4, 4)]


def test_lone_leaders_and_pony_holders_do_not_close_a_hex_and_are_run_over() -> None:
    """10.I.4."""
    cliffs = {"0303/0204": "cliff", "0303/0404": "cliff", "0303/0203": "cliff", "0303/0403": "cliff"}
    field = small(
        counter("A/3 Cav", "0303"),
        counter("Crow King", "0302"),
        counter("Gall", "0304"),
        counter("Red Horn ponies", "0304"),
        sides=cliffs,
    )
    after, _ = back(field, "A/3 Cav")
    assert after["A/3 Cav"].at == "0304"
    assert {"Gall", "Red Horn ponies"} <= set(after.gone)


def test_forced_off_the_map_it_is_gone_without_points() -> None:
    """10.I.10."""
    field = small(
        counter("Crow King", "0300"), counter("A/3 Cav", "0301"), counter("E/3 Cav", "0201"), counter("I/3 Cav", "0401")
    )
    after, events = back(field, "Crow King", foes=("A/3 Cav", "E/3 Cav", "I/3 Cav"), hexes_back=2)
    assert any(isinstance(one, UnitsLeftMap) for one in events)
    assert after.points == {"us": 0, "indian": 0}
    assert "Crow King" in after.gone


def test_a_stack_goes_together_and_a_prone_unit_gets_up() -> None:
    field = small(counter("A/3 Cav", "0303", mode=PRONE), counter("E/3 Cav", "0303"), counter("Crow King", "0302"))
    after, events = back(field, "A/3 Cav", "E/3 Cav")
    assert after["A/3 Cav"].at == after["E/3 Cav"].at
    assert after["A/3 Cav"].mode == "dismounted"
    assert len([one for one in events if isinstance(one, UnitsRetreated)]) == 1


# Rout ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "far"), [("dismounted", 3), (MOUNTED, 4)])
def test_mandatory_rout(mode: str, far: int) -> None:
    """O-072: two hexes on foot, three on horseback, and that many lie between."""
    field = small(counter("A/3 Cav", "0303", mode=mode), counter("Crow King", "0302"))
    after, _ = run(field, lambda umpire: rout.rout(umpire, ("A/3 Cav",), ("Crow King",), "melee"))
    assert hexes.distance(after["A/3 Cav"].at, "0302", hexes.ODD) == far


def test_a_routed_unit_that_loses_by_fire_routs_again() -> None:
    """10.J.3-2."""
    field = small(counter("A/3 Cav", "0303", routed=True), counter("Crow King", "0302"), side="indian", before="B")
    after, _ = play(field, Fire("Crow King", "full", "A/3 Cav"), dice=(6, 6))
    assert hexes.distance(after["A/3 Cav"].at, "0302", hexes.ODD) == 3


def us_routed(*others: Counter, **ground: object) -> Battlefield:
    return small(
        counter("A/3 Cav", "0303", routed=True),
        counter("Crow King", "0301"),
        *others,
        **ground,  # type: ignore[arg-type]
    )


def test_a_us_unit_routs_to_the_place_that_it_is_told() -> None:
    field = us_routed(counter("Column HQ", "0707"), counter("E/3 Cav", "0306"))
    after, _ = play(field, Rout("A/3 Cav", "E/3 Cav"))
    assert hexes.distance(after["A/3 Cav"].at, "0306", hexes.ODD) == 1
    after, _ = play(field, Rout("A/3 Cav", "Column HQ"))
    assert hexes.distance(after["A/3 Cav"].at, "0303", hexes.ODD) == 4


def test_without_an_order_it_runs_to_the_nearest_place_and_stops_beside_a_friend() -> None:
    after, events = play(us_routed(counter("E/3 Cav", "0306")))
    assert hexes.distance(after["A/3 Cav"].at, "0306", hexes.ODD) == 1
    assert type(events[-3]).__name__ == "RoutEnded"


def test_not_back_to_the_wood_where_it_was_routed() -> None:
    """O-070."""
    field = small(
        counter("A/3 Cav", "0303", routed=True, rout_from="0304"),
        counter("Crow King", "0301"),
        terrain={"0304": "light_woods", "0306": "light_woods"},
    )
    assert rally_places.rally_place(field, field["A/3 Cav"], "0304") == ""
    assert rally_places.rally_place(field, field["A/3 Cav"], "0306") == "in woods"
    after, _ = play(field, Rout("A/3 Cav", "woods"))
    assert after["A/3 Cav"].at == "0306"


def test_out_of_sight_it_may_stop() -> None:
    field = us_routed(terrain={"0302": "light_woods", "0202": "light_woods", "0402": "light_woods"})
    assert rally_places.may_stop(field, field["A/3 Cav"], "0303") == "out of sight of the enemy"
    assert play(field)[0]["A/3 Cav"].at == "0303"


@pytest.mark.parametrize(("far", "must_run"), [("0306", False), ("0305", True)])
def test_indians_run_until_three_hexes_from_every_enemy(far: str, must_run: bool) -> None:
    """O-077, O-078, ruling A-072."""
    field = small(counter("Crow King", "0303", routed=True), counter("A/3 Cav", far), side="indian")
    after, _ = play(field)
    assert (after["Crow King"].at != "0303") is must_run
    assert min(hexes.distance(after["Crow King"].at, far, hexes.ODD), 3) == 3


def test_a_pinned_and_routed_unit_lies_still() -> None:
    field = us_routed(counter("E/3 Cav", "0306"))
    field.put(field["A/3 Cav"].but(pinned=True))
    assert play(field)[0]["A/3 Cav"].at == "0303"


def test_a_rout_out_of_a_zoc_draws_opportunity_fire_in_the_movement_phase() -> None:
    """Ruling A-148."""
    field = small(counter("A/3 Cav", "0303", routed=True), counter("Crow King", "0302"), counter("E/3 Cav", "0306"))
    _, events = play(field, dice=(1, 2))
    assert [one.shot.occasion for one in events if isinstance(one, FireResolved)] == ["opportunity"]


def test_rout_by_choice_is_declared_in_the_rally_phase() -> None:
    """Ruling A-069."""
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0301"), counter("E/3 Cav", "0306"))
    assert problem(field, Rout("A/3 Cav", "E/3 Cav"), letter="C").code == "E133"
    field = in_contact()
    field.phasing, field.phase, field.phase_over = "us", "", True
    after, _ = play(field, Rout("G/3 Cav", "Column HQ"), dice=(1, 1, 1))
    assert after["G/3 Cav"].routed
    assert after["G/3 Cav"].fled_by_choice


def test_what_is_no_rally_place_is_refused() -> None:
    field = us_routed(counter("E/3 Cav", "0306"), counter("I/3 Cav", "0707"))
    far = problem(field, Rout("A/3 Cav", "I/3 Cav"))
    assert far.suggest == ("A/3 Cav rout to E/3 Cav",)
    assert plan(field, Rout("A/3 Cav", "0307")).notes == ("4 of 4 hexes",)
    assert problem(field, Rout("A/3 Cav", "0500")).code == "E133"
    assert problem(field, Rout("A/3 Cav", "north edge")).code == "E133"


def test_indians_may_run_on_to_the_nearest_edge_and_off_it() -> None:
    field = small(counter("Crow King", "0301", routed=True), counter("A/3 Cav", "0307"), side="indian")
    assert problem(field, Rout("Crow King", "east edge"), side="indian").suggest == ("Crow King rout to north edge",)
    after, _ = play(field, Rout("Crow King", "north edge"))
    assert hexes.column_and_row(after["Crow King"].at)[1] == 0
    after.phase, after.phasing, after.phase_over = "B", "indian", True
    after, _ = play(after, Rout("Crow King", "north edge"))
    assert "Crow King" in after.gone
    assert after.points == {"us": 0, "indian": 0}


def test_rout_by_choice_never_begins_prone() -> None:
    told = problem(in_contact(), Rout("A/3 Cav", "E/3 Cav", "prone"), letter="A")
    assert (told.code, told.clause) == ("E138", "10.J.1")


def test_a_plan_says_how_far_it_runs() -> None:
    field = us_routed(counter("E/3 Cav", "0306"))
    assert plan(field, Rout("A/3 Cav", "E/3 Cav")).notes == ("2 of 4 hexes",)
