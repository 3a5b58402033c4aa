"""Guns beyond their cases: the field of fire measured by angles, what receipts say of a shot, where a gun cannot be driven."""

import math
from dataclasses import replace

import pytest

from pbem.board.hexmap import blank
from pbem.core.options import Options
from pbem.core.order import Illegal, Malformed, Problem
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.orders.littlebighorn_records import AbandonGun, FreeGun, Limber, ManGun, Manhandle
from pbem.systems.indian_wars.orders.records import Fire
from pbem.systems.indian_wars.rules.guns import gun_fire, gunnery, handling, modes
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

SYSTEM = LITTLEBIGHORN.system
GUN_AT = "0606"


def counter(name: str, at: str, **changes: object) -> Counter:
    """A counter of scenario 4, which has the Gatlings."""
    return Counter(SYSTEM.open("scenario-4", Options()).sheet.roster[name], at=at).but(**changes)


def small(*units: Counter, levels: dict[str, int] | None = None, sides: dict[str, str] | None = None) -> Battlefield:
    """A clear sheet of 13 by 13 with these counters, in phase C of the US."""
    field = SYSTEM.open("scenario-4", Options()).thaw()
    for name in tuple(field.units):
        field.take_off(name)
    field.sheet = replace(field.sheet, map=blank(13, 13, levels=levels, sides=sides))
    field.turn, field.phasing, field.phase = 3, "us", "C"
    for unit in units:
        field.put(unit)
    return field


def on_paper(at: str) -> tuple[float, float]:
    """The middle of a hex, x to the right and y down; columns with odd numbers lie half a hex lower or higher."""
    column, row = int(at[:2]), int(at[2:])
    lower = 0.5 if blank(3, 3).distance("0101", "0000") == 2 else -0.5
    return column * math.sqrt(3) / 2, row + (lower if column % 2 else 0.0)


def bearing(start: str, goal: str) -> float:
    """Degrees clockwise from the top of the sheet."""
    (x0, y0), (x1, y1) = on_paper(start), on_paper(goal)
    return math.degrees(math.atan2(x1 - x0, y0 - y1)) % 360


@pytest.mark.parametrize(("n", "facing"), list(enumerate(("N", "NE", "SE", "S", "SW", "NW"))))
def test_the_field_of_fire_is_thirty_degrees_to_either_side_of_the_front(n: int, facing: str) -> None:
    field = small()
    sheet = field.sheet.map
    assert sheet.compass.directions[n] == facing
    for at in sheet:
        if at != GUN_AT:
            off = abs((bearing(GUN_AT, at) - 60 * n + 180) % 360 - 180)
            assert gunnery.is_covered(field, GUN_AT, facing, at) is (off < 30.001), (at, off)
    assert not gunnery.is_covered(field, GUN_AT, facing, GUN_AT)


@pytest.mark.parametrize(("n", "facing"), list(enumerate(("N", "NE", "SE", "S", "SW", "NW"))))
def test_a_gun_looks_in_the_direction_whose_line_runs_nearest(n: int, facing: str) -> None:
    field = small()
    sheet = field.sheet.map
    beside = sheet.beside(GUN_AT, n)
    assert beside is not None
    assert modes.direction_to(field, GUN_AT, beside) == facing
    assert modes.direction_to(field, beside, GUN_AT) == modes.opposite(field, facing)
    assert modes.opposite(field, facing) == ("S", "SW", "NW", "N", "NE", "SE")[n]


def test_at_the_edge_of_the_sheet_it_looks_along_the_edge_rather_than_off_it() -> None:
    field = small()
    assert modes.direction_to(field, "0000", "1200") in ("NE", "SE")
    assert modes.direction_to(field, "1212", "1200") == "N"


def test_what_is_covered_ends_where_the_gun_shoots_no_farther() -> None:
    field = small(counter("Gatling 1", GUN_AT, facing="N"))
    found = gunnery.hexes_covered(field, field["Gatling 1"])
    assert sorted(field.sheet.map.distance(GUN_AT, at) for at in found) == [1, 2, 2, 2]
    assert all(gunnery.is_covered(field, GUN_AT, "N", at) for at in found)
    assert gunnery.hexes_covered(field, field["Gatling 1"].but(facing="")) == ()


def test_a_receipt_says_what_each_die_brings() -> None:
    gun = counter("Gatling 1", GUN_AT, facing="N")
    field = small(gun, counter("Crow King", "0605"), counter("Iron Hawk", "0607"))
    found = {}
    for at in ("0605", "0607"):
        aimed = gunnery.plan_shot(field, field["Gatling 1"], at, "offensive")
        assert isinstance(aimed, gunnery.GunShot), aimed
        found[at] = gunnery.odds(field, aimed)
    assert found == {"0605": "1 on 5-6, R on 3-4", "0607": "1 on 6, R on 4-5"}
    halved = gunnery.plan_shot(field, field["Gatling 1"].but(casualties=1), "0607", "opportunity")
    assert isinstance(halved, gunnery.GunShot)
    assert gunnery.odds(field, halved) == "R on 6"
    assert gunnery.odds(field, replace(halved, modifiers=(*halved.modifiers, *halved.modifiers))) == "no effect"


def test_hexes_that_can_be_reached_come_nearest_first_and_those_in_front_before_others() -> None:
    gun = counter("12-pounder", GUN_AT, facing="N")
    field = small(
        gun,
        counter("Crow King", "0607"),
        counter("Iron Hawk", "0603"),
        counter("Fast Bear", "0605"),
        counter("Gall", "0705"),
    )
    assert gunnery.targets(field, field["12-pounder"], "offensive") == ("0605", "0607")
    field.take_off("Fast Bear")
    assert gunnery.targets(field, field["12-pounder"], "offensive") == ("0603", "0607")
    nowhere = gun_fire.plan_fire(field, "us", "B", Fire("12-pounder", "full", ""))
    assert isinstance(nowhere, Malformed)
    assert nowhere.suggest == ("12-pounder fire full at 0603", "12-pounder fire full at 0607")
    for name in ("Crow King", "Iron Hawk"):
        field.take_off(name)
    nobody = gun_fire.plan_fire(field, "us", "B", Fire("12-pounder", "full", ""))
    assert isinstance(nobody, Malformed)
    assert "can reach no enemy" in nobody.text
    assert gun_fire.could_fire(field, "us", "offensive") is False


def test_a_gun_that_is_driven_back_goes_over_no_river_and_up_no_wall_and_others_do() -> None:
    field = small(
        counter("Gatling 1", GUN_AT, mode="mounted"),
        counter("A/7 Cav", GUN_AT, mode="mounted"),
        levels={"0605": 2},
        sides={"0606/0607": "river", "0506/0606": "ford"},
    )
    gun, company = field["Gatling 1"], field["A/7 Cav"]
    assert modes.bars_retreat(field, (gun,), GUN_AT, "0605")
    assert modes.bars_retreat(field, (gun, company), GUN_AT, "0607")
    assert not modes.bars_retreat(field, (gun,), GUN_AT, "0506")
    assert modes.bars_retreat(field, (gun.but(mired="N"),), GUN_AT, "0506")
    assert not modes.bars_retreat(field, (company,), GUN_AT, "0605")
    assert not modes.bars_retreat(field, (company,), GUN_AT, "0607")


def test_the_nearest_foe_is_a_unit_with_people() -> None:
    field = small(
        counter("Gatling 1", GUN_AT, facing="N"),
        counter("Gatling 2", "0604", facing="N", abandoned=True),
        counter("Crow King", "0609"),
        counter("Iron Hawk", "0602"),
    )
    assert modes.nearest_foe(field, field["Gatling 1"]) == "0609"
    assert modes.nearest_foe(field, field["Iron Hawk"]) == GUN_AT
    assert modes.facing_of(field, field["Gatling 1"], "") == "S"
    assert modes.facing_of(field, field["Gatling 1"], "se") == "SE"
    assert isinstance(modes.facing_of(field, field["Gatling 1"], GUN_AT), Illegal)
    assert isinstance(modes.facing_of(field, field["Gatling 1"], "9999"), Malformed)


def test_nobody_serves_what_is_no_gun_and_no_gun_pushes_another() -> None:
    field = small(
        counter("A/7 Cav", GUN_AT), counter("Gatling 1", GUN_AT, facing="N"), counter("Gatling 2", GUN_AT, facing="N")
    )
    for order in (Manhandle("A/7 Cav", "0605"), FreeGun("A/7 Cav"), AbandonGun("A/7 Cav"), Limber("A/7 Cav")):
        told = SYSTEM.plan(field, "us", "C", order)
        assert isinstance(told, Problem)
        assert "not a gun" in told.text, told
    told = SYSTEM.plan(field, "us", "C", ManGun("Gatling 1", "A/7 Cav"))
    assert isinstance(told, Problem)
    told = SYSTEM.plan(field, "us", "C", Manhandle("Gatling 1", "0605", "Gatling 2"))
    assert isinstance(told, Problem)
    assert "Gatling 2 cannot push a gun" in told.text


def test_packers_hand_points_over_in_phase_c_and_crews_in_phase_a() -> None:
    field = small(counter("Gatling 1", GUN_AT, facing="N"), counter("A/7 Cav", GUN_AT, casualties=1))
    order = handling.Transfer("A/7 Cav", 1, "Gatling 1")
    told = handling.plan_transfer(field, "us", "A", order)
    assert "in phase C, not in phase A" in getattr(told, "text", "")
    told = handling.plan_transfer(field, "us", "C", order)
    assert "in phase C, not in phase A" not in getattr(told, "text", "")
