"""The charts, written down a second time: a figure that changes must change in both places."""

import pytest

from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import INCH
from pbem.systems.miniatures.orders.records import Join
from pbem.systems.miniatures.rules import moving
from pbem.systems.miniatures.rules.fighting import attack_modifiers
from pbem.systems.miniatures.rules.layout import segments
from pbem.systems.miniatures.rules.turn import join
from pbem.systems.miniatures.state.events import APPLY, LeaderJoined, UnitRallied
from pbem.systems.miniatures.state.tabletop import Leader, Terrain
from tests.systems.miniatures.tabletops import WOODS, table, umpire, unit, walked

# Inches to which a row reaches: what hits class A, B and C.
FIRE = {
    "musket": {2: "542", 5: "321", 8: "110", 9: "000"},
    "rifle": {3: "542", 8: "321", 14: "110", 15: "000"},
    "trade_musket": {2: "532", 5: "321", 8: "110", 9: "000"},
    "pistol_carbine": {2: "421", 4: "210", 5: "000"},
    "howitzer": {10: "531", 24: "211", 48: "110", 49: "000"},
}


@pytest.mark.parametrize(
    ("weapon", "inches", "row"),
    [(weapon, inches, row) for weapon, rows in FIRE.items() for inches, row in rows.items()],
)
def test_what_hits_at_which_range(weapon: str, inches: int, row: str) -> None:
    found = [tables.to_hit(weapon, lambda limit: inches * INCH <= limit, one) for one in "ABC"]
    dice = 0 if row == "000" else 2 if (weapon, inches) == ("howitzer", 10) else 1
    assert found == [(int(hits), dice) for hits in row]


def test_half_angles_of_the_arcs_of_fire() -> None:
    found = {one: tables.half_angle(one) for one in ("line", "open_order", "column", "skirmish", "mass", "unlimbered")}
    assert found == {"line": 45, "open_order": 45, "column": 45, "skirmish": 90, "mass": 90, "unlimbered": 30}
    assert tables.half_angle("limbered") is None


def test_bases_and_rates() -> None:
    chart = tables.tables()
    assert chart["bases"] == {"foot": [12, 12], "mounted": [16, 24], "gun": [32, 32]}
    # line, open order, column, skirmish, disorder; mass and limbered where there are such
    rates = {
        row: "/".join(map(str, rate.values())) for row, rate in chart["movement"].items() if isinstance(rate, dict)
    }
    assert rates == {
        "regulars": "5/6/8/8/8",
        "militia": "4/5/7/7/7",
        "indians": "10/9/10",
        "mounted": "10/10/14/12/12",
        "artillery": "7/8/8",
    }
    assert chart["column"] == {"figures_from": [12, 7, 5, 3], "abreast": [4, 3, 2, 1]}
    assert chart["load"] == {"rifle": 2, "howitzer": 2, "other": 1}
    assert chart["operations"] == {"points": [1, 2, 2, 2, 3, 3, 3, 4, 4, 5]}


@pytest.mark.parametrize(
    ("terrain", "foot", "gun"), [("open", 0, 0), ("stream", 32, 64), ("fence_or_works", 32, 32), ("open_woods", 0, 0)]
)
def test_what_a_line_costs_once(terrain: str, foot: int, gun: int) -> None:
    assert tables.crossing(terrain, unit()) == foot
    assert tables.crossing(terrain, unit("Gun", "legion_artillery", 4)) == gun


@pytest.mark.parametrize(("formation", "value"), [("skirmish", 1), ("mass", 2), ("disorder", 0), ("open_order", 0)])
def test_charging_indians_add_by_their_formation(formation: str, value: int) -> None:
    charging = unit("Wolf", "indians", formation=formation, charged=True)
    assert sum(one.value for one in attack_modifiers(charging, 1) if one.name == "charging") == value
    assert not [one for one in attack_modifiers(charging.with_(charged=False), 1) if one.name == "charging"]


def test_the_last_segment_of_a_bent_line_keeps_its_angle() -> None:
    assert segments(unit(bend=((64, 30), (40, 20))), 300) == ((64, 30), (236, 20))


@pytest.mark.parametrize(("y", "used"), [(479, 1), (480, 0), (481, 2)])
def test_dressing_a_sixteenth_back_is_half_pace(y: int, used: int) -> None:
    found = walked(table(unit("Van", x=400, y=480), unit(x=544, y=y)), "Foot: beside Van")
    assert (found.unit.at, found.used) == ((544, 480), used)


def test_a_unit_goes_along_the_road_that_is_named() -> None:
    road = Terrain("trail", "road", (((310, 300), (330, 300), (330, 700), (310, 700)),), ((320, 300), (320, 700)))
    lane = Terrain("lane", "road", (), ((100, 100), (900, 100)))
    state = table(unit(formation="column"), ground=(WOODS, lane, road))
    found = walked(state, "Foot: along trail")
    assert found.unit.x == 320
    assert found.unit.y > 400
    assert moving.gap_of((0, 0), (30, 40)) == 50


def test_a_leader_who_has_gone_goes_no_more_in_the_phase() -> None:
    state = table(unit(), unit("Van", x=400), leaders=(Leader("Wayne", "american", "", 320, 300),))
    one = umpire(state)
    for name in ("Foot", "Van"):
        join(one, Join("Wayne", name))
    assert [type(event).__name__ for event in one.events] == ["LeaderJoined", "OrderMoot"]


def test_a_dead_leader_goes_nowhere() -> None:
    one = umpire(table(unit(), leaders=(Leader("Wayne", "american", "", 320, 300, alive=False),)))
    join(one, Join("Wayne", "Foot"))
    assert [type(event).__name__ for event in one.events] == ["OrderMoot"]


@pytest.mark.parametrize(("inches", "goes"), [(192, True), (193, False)])
def test_a_leader_goes_twelve_inches(inches: int, goes: bool) -> None:
    one = umpire(table(unit(), leaders=(Leader("Wayne", "american", "", 320, 320 - inches),)))
    join(one, Join("Wayne", "Foot"))
    assert isinstance(one.events[0], LeaderJoined) is goes


def test_who_rallied_did_not_begin_the_phase_in_disorder_any_more() -> None:
    state = table(unit(formation="disorder", began_disordered=True, abreast=3))
    APPLY(state, UnitRallied("Foot", "skirmish", 90, (300, 310), 2))
    found = state.units["Foot"]
    assert (found.formation, found.facing, found.at, found.ranks, found.abreast, found.began_disordered) == (
        "skirmish", 90, (300, 310), 2, 0, False,
    )  # fmt: skip
