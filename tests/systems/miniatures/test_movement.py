"""Movement (MR-4); the worked examples of the game are marked OX-M."""

import pytest

from pbem.systems.miniatures.geometry import INCH, inches
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.rules import moving
from pbem.systems.miniatures.rules.walking import Walk
from pbem.systems.miniatures.state import events as happened
from pbem.systems.miniatures.state.tabletop import Leader, Terrain
from pbem.systems.miniatures.system import RULES
from tests.systems.miniatures.tabletops import (
    ENEMY,
    WOODS,
    kinds,
    place,
    played,
    square,
    table,
    unit,
    walked,
)


def test_ox_m22_open_order_through_open_woods() -> None:
    found = walked(table(unit(**place(30, 10)), ground=(WOODS,)), "Foot: ahead")
    assert inches(found.unit.y - 160) == "4.50"


@pytest.mark.parametrize(
    ("kind", "formation", "terrain", "went"),
    [
        ("legion_infantry", "open_order", "open", 96),
        ("legion_infantry", "line", "open", 80),
        ("legion_infantry", "column", "road", 160),
        ("legion_infantry", "skirmish", "open_woods", 128),
        ("legion_infantry", "skirmish", "thicket", 64),
        ("legion_infantry", "open_order", "river", 0),
        ("legion_infantry", "open_order", "swamp", 48),
        ("legion_infantry", "open_order", "steep_slope", 72),
        ("militia", "open_order", "open", 80),
        ("legion_dragoons", "column", "open", 224),
        ("legion_dragoons", "column", "thicket", 0),
        ("legion_dragoons", "skirmish", "fallen_timber", 48),
        ("legion_artillery", "limbered", "open", 112),
        ("legion_artillery", "limbered", "open_woods", 0),
        ("legion_artillery", "limbered", "road", 140),
        ("legion_artillery", "unlimbered", "open", 24),
    ],
)
def test_rates_and_ground(kind: str, formation: str, terrain: str, went: int) -> None:
    ground = (Terrain("g", terrain, (square(0, 0, 60, 60),)),)
    found = Walk(
        table(unit("Foot", kind, formation=formation, **place(30, 10)), ground=ground),
        unit("Foot", kind, formation=formation, **place(30, 10)),
        0,
    )
    found.left = moving.allowance(found.unit)
    assert found.straight((0, 1), 400) == went


def test_indians_go_through_thickets() -> None:
    wolf = unit("Wolf", "indians", **place(30, 50))
    found = Walk(table(wolf, ground=(Terrain("g", "thicket", (square(0, 0, 60, 60),)),)), wolf, moving.allowance(wolf))
    assert found.straight((0, -1), 400) == 120


def test_half_pace_backward_and_sideways() -> None:
    state = table(unit(**place(30, 30)))
    assert (walked(state, "Foot: back 2").used, walked(state, "Foot: back 9").unit.y) == (64, 480 - 48)
    assert walked(state, "Foot: sidestep right 2").unit.x == 480 + 32


def test_the_thirteenth_order_pays_its_wheel() -> None:
    state = table(unit(figures=16, **place(30, 30)))
    found = walked(state, "Foot: wheel left 30, ahead 2")
    assert (found.halt, found.unit.facing) == ("the end of its allowance", 332)
    state = table(unit(figures=8, **place(30, 30)))
    found = walked(state, "Foot: wheel left 30, ahead 2")
    assert (found.halt, found.unit.facing, found.used) == ("", 330, 51 + 32)


def test_a_stream_costs_two_inches_once() -> None:
    creek = Terrain("c", "stream", (square(0, 32, 60, 1),), ((0, 32 * INCH + 8), (960, 32 * INCH + 8)))
    found = walked(table(unit(**place(30, 30)), ground=(creek,)), "Foot: ahead")
    assert inches(found.unit.y - 480) == "4.00"


def test_a_move_halts_an_inch_from_an_enemy_and_at_a_friend() -> None:
    found = walked(table(unit(**place(20, 32)), unit("Wolf", "indians", **place(20, 35))), "Foot: ahead")
    assert (inches(found.unit.y), found.halt) == ("34.00", '1" from Wolf')
    found = walked(table(unit(**place(20, 30)), unit("Van", **place(20, 35))), "Foot: ahead")
    assert (found.halt, inches(found.unit.y)) == ("Van in the way", "34.25")


def test_skirmishers_pass_through_friends_and_no_move_ends_on_one() -> None:
    state = table(unit(formation="skirmish", **place(20, 30)), unit("Van", **place(20, 35)))
    assert inches(walked(state, "Foot: ahead").unit.y) == "38.00"
    assert inches(walked(state, "Foot: ahead 5").unit.y) == "34.25"
    assert walked(state, "Foot: ahead 5").halt == "no room to end its move on Van"


def test_no_move_leaves_the_table() -> None:
    found = walked(table(unit(**place(20, 58))), "Foot: ahead")
    assert (found.halt, found.unit.y) == ("the edge of the table", 960)


def test_limits_of_a_move() -> None:
    state = table(
        unit(**place(20, 30)),
        unit("Wolf", "indians", **place(20, 40)),
        ground=(Terrain("w", "open_woods", (square(0, 32, 60, 4),)),),
    )
    assert inches(walked(state, "Foot: toward Wolf within 8").unit.y) == "32.00"
    assert inches(walked(state, "Foot: advance until in w").unit.y) == "32.00"


def test_no_officer_no_move_but_fire_and_a_leader_takes_the_place() -> None:
    state = table(unit(officer=False, **place(20, 30)), ENEMY, leaders=(Leader("Wayne", "american", "Foot"),))
    assert kinds(played(state, "Foot: ahead 2", 5), happened.UnitMoved)
    state = table(unit(officer=False, **place(20, 34)), ENEMY)
    events = played(state, "Foot: ahead 2; fire", 5, *[10] * 12)
    assert [one.why for one in kinds(events, happened.PointSpent)] == ["no officer is with it", ""]


def test_a_leader_goes_twelve_inches_once() -> None:
    leader = Leader("Wayne", "american", "Foot", 320, 160)
    state = table(
        unit(**place(20, 10)), unit("Van", **place(20, 22)), unit("Far", **place(20, 23)), ENEMY, leaders=(leader,)
    )
    assert not isinstance(
        RULES.plan(state, "american", "A", DIALECT.read("Wayne join Van", state, "american")[0]), type(None)
    )  # type: ignore
    problem = RULES.plan(state, "american", "A", DIALECT.read("Wayne join Far", state, "american")[0])  # type: ignore
    assert "1.00 too far" in getattr(problem, "text", "")


def test_ox_m12_a_charge_of_two_moves_in_open_order() -> None:
    state = table(unit(**place(20, 10)), ENEMY)
    events = played(state, "Foot: charge Wolf; ahead", 5, 1)
    assert [inches(one.used) for one in kinds(events, happened.UnitMoved)] == ["9.00", "6.00"]
    assert state.units["Foot"].is_disordered  # MR-4.3, though it came to nothing


def test_contact_without_a_charge_has_no_bonus() -> None:
    state = table(unit(**place(20, 35)), ENEMY)
    events = played(state, "Foot: contact Wolf", 5, *[5] * 40)
    fought = kinds(events, happened.PairFought)
    assert fought
    assert not any(one.name == "charging" for pair in fought for one in pair.attack.modifiers)
    assert not kinds(events, happened.MoraleChecked)
