"""Morale (MR-6); the worked examples of the game are marked OX-M."""

from typing import Any

import pytest

from pbem.systems.miniatures.geometry import inches
from pbem.systems.miniatures.rules import morale
from pbem.systems.miniatures.rules.ground import in_cover
from pbem.systems.miniatures.rules.morale import flee
from pbem.systems.miniatures.state import events as happened
from pbem.systems.miniatures.state.tabletop import Terrain
from tests.systems.miniatures.tabletops import (
    ENEMY,
    kinds,
    place,
    played,
    square,
    table,
    umpire,
    unit,
)


@pytest.mark.parametrize(("terrain", "margin"), [("open_woods", 0), ("fallen_timber", 0), ("open", 1)])
def test_ox_m13_indians_in_cover_and_in_the_open(terrain: str, margin: int) -> None:
    state = table(unit("Wolf", "indians"), ground=(Terrain("g", terrain, (square(0, 0, 60, 60),)),))
    assert in_cover(state, state.units["Wolf"]) == (margin == 0)
    assert morale.check(umpire(state, 7), "Wolf", "to stand") == margin


@pytest.mark.parametrize(
    ("kind", "rating"),
    [
        ("legion_artillery", 9),
        ("legion_dragoons", 9),
        ("militia", 6),
        ("legion_infantry", 8),
        ("mounted_volunteers", 7),
    ],
)
def test_ratings(kind: str, rating: int) -> None:
    state = table(unit("One", kind))
    assert morale.rating(state, state.units["One"]) == rating


@pytest.mark.parametrize(("die", "needed", "margin"), [(1, -3, 0), (10, 12, 1), (10, 6, 4), (7, 7, 0), (8, 7, 1)])
def test_natural_one_and_ten(die: int, needed: int, margin: int) -> None:
    assert morale.margin_of(die, needed) == margin


@pytest.mark.parametrize(
    ("changes", "more", "value"),
    [
        ({"officer": False}, {}, -2),
        ({"formation": "column"}, {}, 1),
        ({"formation": "disorder"}, {}, -2),
        ({"formation": "disorder"}, {"rally": True}, 0),
        ({"figures": 9}, {}, -1),
        ({"figures": 10}, {}, 0),
        ({"figures": 3}, {}, -3),
        ({"hits": 2}, {}, -1),
        ({"hits": 9}, {}, -2),
        ({"shelled": True}, {}, -1),
        ({"saw_flight": True}, {}, -1),
        ({}, {"flank": True}, -2),
        ({}, {"chargers": [unit("Horse", "legion_dragoons", formation="column")]}, -1),
        ({}, {"chargers": [unit("Line", formation="line")]}, -1),
        ({}, {"chargers": [unit("Wolf", "indians")]}, 0),
    ],
)
def test_modifiers_of_morale(changes: dict[str, Any], more: dict[str, Any], value: int) -> None:
    state = table(unit(**changes) if "figures" not in changes else unit().with_(**changes))
    assert sum(one.value for one in morale.modifiers(state, state.units["Foot"], **more)) == value


def test_ox_m14_militia_fail_by_three() -> None:
    state = table(unit("Foot", "militia", **place(20, 40)), unit("Wolf", "indians", **place(20, 50)))
    one = umpire(state, 9)
    margin = morale.check(one, "Foot", "to stand")
    morale.suffer(one, "Foot", margin)
    foot = state.units["Foot"]
    assert (margin, inches(640 - foot.y), foot.formation, foot.facing, foot.drop) == (3, "21.00", "disorder", 180, 0)


def test_ox_m15_fail_by_five() -> None:
    state = table(unit("Foot", "militia", officer=False, **place(20, 50)), unit("Wolf", "indians", **place(20, 58)))
    one = umpire(state, 9)
    margin = morale.check(one, "Foot", "to stand")
    morale.suffer(one, "Foot", margin)
    assert (margin, inches(800 - state.units["Foot"].y), morale.rating(state, state.units["Foot"])) == (5, "35.00", 5)


def test_failing_by_one_or_two_is_disorder_facing_the_enemy() -> None:
    state = table(unit(facing=90, **place(20, 30)), ENEMY)
    morale.suffer(umpire(state), "Foot", 2)
    assert (state.units["Foot"].formation, state.units["Foot"].facing, state.units["Foot"].at) == (
        "disorder",
        0,
        (320, 480),
    )


def test_a_flight_off_the_table_and_the_friends_who_see_it() -> None:
    state = table(
        unit(**place(20, 10)),
        unit("Near", **place(34, 10)),
        unit("Far", **place(48, 10)),
        unit("Wolf", "indians", **place(20, 20)),
    )
    flee(umpire(state), "Foot", 3, lost_levels=0)
    assert "Foot" not in state.units
    assert state.left["american"] == 12
    assert (state.units["Near"].saw_flight, state.units["Far"].saw_flight) == (True, False)


def test_a_crew_that_flees_leaves_its_guns_and_foot_takes_them() -> None:
    state = table(
        unit("Gun", "legion_artillery", 4, **place(20, 30)), unit("Wolf", "indians", **place(20, 34)), acting="indian"
    )
    morale.suffer(umpire(state), "Gun", 3)
    assert not state.units["Gun"].has_guns
    events = played(state, "Wolf: ahead", 5)
    assert kinds(events, happened.GunsTaken)
    assert state.guns["indian"] == 1


def test_guns_stay_when_their_crew_is_killed() -> None:
    gun = unit("Gun", "legion_artillery", 4, **place(20, 37))
    state = table(gun.with_(figures=1), unit("Wolf", "indians", ranks=2, **place(20, 40)), acting="indian")
    events = played(state, "Wolf: fire; ahead", 5, *[1] * 12)
    assert "Gun" not in state.units
    assert [one.guns_of for one in kinds(events, happened.GunsTaken)] == ["Gun"]
    assert (state.guns["indian"], state.left_guns) == (1, {})


def test_a_crew_that_fails_by_one_stays_at_its_guns() -> None:
    state = table(unit("Gun", "legion_artillery", 4, **place(20, 30)), ENEMY)
    morale.suffer(umpire(state), "Gun", 1)
    assert state.units["Gun"].has_guns
    played(state, "Gun: rally", 5, 1)
    assert state.units["Gun"].formation == "unlimbered"


def test_rally_is_not_tried_near_an_enemy_that_has_just_charged() -> None:
    state = table(unit(formation="disorder", **place(20, 35)), ENEMY.with_(charged=True))
    events = played(state, "Foot: rally", 5)
    assert kinds(events, happened.PointSpent)[0].why == "Wolf, which has just charged, is within 6 inches"


def test_what_a_unit_in_disorder_may_do() -> None:
    state = table(unit(formation="disorder", **place(20, 35)), ENEMY)
    events = played(state, "Foot: fire; face 90; ahead 2", 5)
    assert [one.why for one in kinds(events, happened.PointSpent)][:2] == ["it is in disorder and must rally first"] * 2
    assert kinds(events, happened.UnitMoved)[0].halt == "a unit in disorder does not draw nearer"


def test_drift_of_those_in_disorder_since_before_the_phase() -> None:
    state = table(unit(formation="disorder", **place(20, 30)), unit("New", **place(40, 30)), ENEMY)
    events = played(state, "New: charge Wolf", 5, 1)
    assert [(one.unit, one.how) for one in kinds(events, happened.UnitMoved)] == [("New", "charge"), ("Foot", "drift")]
    assert state.units["New"].is_disordered
