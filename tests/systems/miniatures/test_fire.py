"""Fire (MR-5); the worked examples of the game are marked OX-M."""

import pytest

from pbem.systems.miniatures import tables
from pbem.systems.miniatures.rules import fighting
from pbem.systems.miniatures.rules.ground import closest_target, sees, target_class
from pbem.systems.miniatures.rules.layout import ground_of
from pbem.systems.miniatures.state import events as happened
from pbem.systems.miniatures.state.tabletop import Leader, Terrain
from tests.systems.miniatures.tabletops import (
    ENEMY,
    kinds,
    place,
    square,
    table,
    umpire,
    unit,
)


@pytest.mark.parametrize(
    ("formation", "count", "able"),
    [("line", 12, 12), ("open_order", 12, 12), ("column", 12, 4), ("skirmish", 12, 12), ("disorder", 12, 0)],
)
def test_which_ranks_fire(formation: str, count: int, able: int) -> None:
    one = unit(figures=count, formation=formation, **place(20, 30))
    assert (len(fighting.shooters(one)) if not fighting.can_fire(one) else 0) == able


def test_ox_m19_a_volley_at_a_mass_in_the_open_at_five_inches() -> None:
    state = table(
        unit(figures=5, formation="line", **place(20, 30)),
        unit("Wolf", "indians", 16, formation="mass", **place(20, 35)),
    )
    found = fighting.volley(state, state.units["Foot"], state.units["Wolf"])
    assert (found.target_class, found.dice) == ("A", ((3, 5),))
    one = umpire(state, 1, 3, 4, 10, 2, 5)
    fighting.fire(one, "Foot", "Wolf")
    assert state.units["Wolf"].figures == 13
    assert not state.units["Foot"].loaded


@pytest.mark.parametrize(("far", "number"), [(32, 5), (33, 3), (80, 3), (81, 1), (128, 1), (129, 0)])
def test_a_limit_of_range_is_inside(far: int, number: int) -> None:
    assert tables.to_hit("musket", lambda length: far <= length, "A")[0] == number


@pytest.mark.parametrize(
    ("formation", "terrain", "found"),
    [
        ("mass", "open", "A"),
        ("skirmish", "open", "B"),
        ("mass", "open_woods", "B"),
        ("skirmish", "open_woods", "C"),
        ("mass", "thicket", "C"),
        ("mass", "fallen_timber", "C"),
        ("skirmish", "tall_grass", "C"),
        ("mass", "swamp", "A"),
    ],
)
def test_target_classes(formation: str, terrain: str, found: str) -> None:
    state = table(
        unit("Wolf", "indians", formation=formation), ground=(Terrain("g", terrain, (square(0, 0, 60, 60),)),)
    )
    assert target_class(state, state.units["Wolf"]) == found


def test_ox_m04_and_m20_the_officer_die() -> None:
    state = table(unit(figures=2, **place(20, 37)), ENEMY)
    one = umpire(state, 1, 1, 10)
    fighting.fire(one, "Foot", "Wolf")
    assert not state.units["Wolf"].officer
    one = umpire(table(unit(figures=2, **place(20, 37)), ENEMY), 10, 10)
    fighting.fire(one, "Foot", "Wolf")
    assert not kinds(one.events, happened.OfficerTested)


def test_a_leader_is_hit_only_without_an_officer() -> None:
    chief = Leader("Chief", "indian", "Wolf")
    state = table(unit(figures=1, **place(20, 37)), ENEMY.with_(officer=False), leaders=(chief,))
    fighting.fire(umpire(state, 1, 10), "Foot", "Wolf")
    assert not state.leaders["Chief"].alive


def test_the_closest_enemy_in_the_arc_is_the_target() -> None:
    near, side = unit("Wolf", "indians", **place(20, 40)), unit("Bear", "indians", 4, **place(50, 31))
    state = table(unit(**place(20, 34)), near, side, unit("Deer", "indians", 4, **place(20, 33), facing=0))
    target = closest_target(state, state.units["Foot"])
    assert target is not None
    assert target.name == "Wolf"


@pytest.mark.parametrize(("tie", "found"), [("", "Wolf"), ("Bear", "Bear")])
def test_a_tie_goes_to_the_preferred_then_the_larger(tie: str, found: str) -> None:
    state = table(
        unit(**place(30, 30)), unit("Bear", "indians", 4, **place(26, 34)), unit("Wolf", "indians", 5, **place(34, 34))
    )
    state.units["Wolf"] = state.units["Wolf"].with_(figures=4, x=544)
    state.units["Wolf"] = unit("Wolf", "indians", 4, **place(34, 34))
    state.units["Wolf"] = state.units["Wolf"].with_(ranks=1)
    target = closest_target(state, state.units["Foot"], tie)
    assert target is not None
    if tie:
        assert target.name == found


def test_limbered_guns_and_a_crew_of_one_do_not_fire() -> None:
    assert fighting.can_fire(unit("Gun", "legion_artillery", 4, formation="limbered")) == "it is limbered"
    assert fighting.can_fire(unit("Gun", "legion_artillery", 4).with_(figures=1)) == "a gun needs two figures of crew"
    assert fighting.can_fire(unit(loaded=False)) == "it is not loaded"


def test_canister_rolls_two_dice_a_figure_and_shell_one() -> None:
    gun = unit("Gun", "legion_artillery", 4, **place(20, 30))
    near = table(gun, ENEMY)
    assert fighting.volley(near, gun, near.units["Wolf"]).dice == ((3, 8),)
    far = table(gun, unit("Wolf", "indians", **place(20, 45)))
    assert fighting.volley(far, gun, far.units["Wolf"]).dice == ((1, 4),)


@pytest.mark.parametrize(("deep", "seen"), [(12, True), (13, False)])
def test_sight_through_open_woods(deep: int, seen: bool) -> None:
    state = table(ground=(Terrain("w", "open_woods", (square(0, 10, 60, deep),)),))
    assert sees(state, (160, 80), (160, 480), []) == seen


def test_two_inches_of_an_edge_and_other_footprints_and_a_hill() -> None:
    edge = table(
        ground=(Terrain("a", "thicket", (square(0, 10, 60, 2),)), Terrain("b", "thicket", (square(0, 20, 60, 4),)))
    )
    assert sees(edge, (160, 80), (160, 480), [])
    assert not sees(table(), (320, 80), (320, 480), [ground_of(unit())])
    hill = Terrain("h", "open", (square(0, 10, 60, 5),), (), 1)
    assert not sees(table(ground=(hill,)), (160, 80), (160, 480), [])
    assert sees(table(ground=(hill,)), (160, 200), (160, 480), [])
