"""The rules, clause by clause; the worked examples of the game are marked OX-M."""

from typing import Any

import pytest

from pbem.core.ask import Answer
from pbem.core.event import Event
from pbem.core.modifier import Roll
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.umpire import Umpire
from pbem.systems.miniatures.files import data, tables
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.rules import charge, fire, melee, morale, moving, operations
from pbem.systems.miniatures.rules.flight import flee
from pbem.systems.miniatures.rules.ground import in_cover, sees, target_class
from pbem.systems.miniatures.rules.layout import column_files, figures, full_ranks, ground_of, layout
from pbem.systems.miniatures.rules.sighting import between, closest_target
from pbem.systems.miniatures.rules.turn import for_roll, play
from pbem.systems.miniatures.rules.victory import count, outcome, points
from pbem.systems.miniatures.rules.walking import Walk, fits
from pbem.systems.miniatures.state import events as happened
from pbem.systems.miniatures.state.tabletop import Award, Scenario, Tabletop, Terrain, opening
from pbem.systems.miniatures.state.unit import Face, Leader, Unit
from pbem.systems.miniatures.system import RULES
from pbem.systems.miniatures.table.lengths import INCH, SIXTIETHS, inches
from pbem.systems.miniatures.table.shapes import gap, overlap


def place(x: int, y: int, **more: Any) -> dict[str, Any]:
    return {"x": x * INCH, "y": y * INCH, **more}


def unit(name: str = "Foot", kind: str = "legion_infantry", figures: int = 12, **more: Any) -> Unit:
    """A unit in open order, or in skirmish order if it is Indian, that faces north (Indians: south)."""
    indian = kind in ("indians", "canadian_militia")
    row = {"indians": "indians", "canadian_militia": "militia", "militia": "militia", "legion_dragoons": "mounted"}
    row |= {"mounted_volunteers": "mounted", "legion_artillery": "artillery"}
    weapon = {"legion_rifles": "rifle", "indians": "trade_musket", "legion_artillery": "howitzer"}.get(kind, "musket")
    guns = more.pop("guns", int(kind == "legion_artillery"))
    weapon = more.pop("weapon", weapon)
    face = Face(
        name, name[0], "indian" if indian else "american", kind, row.get(kind, "regulars"), weapon, figures, guns
    )
    values: dict[str, Any] = {"x": 320, "y": 320, "facing": 180 if indian else 0, "figures": figures}
    values["formation"] = "skirmish" if indian else "unlimbered" if guns else "open_order"
    values["mounted"] = face.row == "mounted"
    return Unit(face, **{**values, **more})


def square(x: int, y: int, wide: int, deep: int) -> tuple[tuple[int, int], ...]:
    west, south, east, north = x * INCH, y * INCH, (x + wide) * INCH, (y + deep) * INCH
    return (west, south), (east, south), (east, north), (west, north)


def table(*units: Unit, ground: tuple[Terrain, ...] = (), leaders: tuple[Leader, ...] = (), **more: Any) -> Tabletop:
    """A table of 60 by 60 inches."""
    edges = {"american": "south", "indian": "north"}
    breaks = {"american": 99, "indian": 99}
    sides = ("american", "indian")
    scenario = Scenario(
        "t", "T", 5, sides, edges, breaks, 960, 960, ground, units, leaders, (), data.scenario("creek-ford").levels
    )
    found = opening(scenario)
    for name, value in more.items():
        setattr(found, name, value)
    return found


class Faces:
    """Dice that fall as they are told: one list for all that is rolled."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def faces(self, label: str, number: int, sides: int) -> tuple[int, ...]:
        assert len(self.left) >= number, f"no die is left for {label}"
        found, self.left = tuple(self.left[:number]), self.left[number:]
        return found


def umpire(state: Tabletop, *dice: int, phase: str = "T01.AM.A") -> Umpire[Tabletop]:
    return Umpire(state, RULES.apply, phase=phase, options=Options(()), dice=Faces(*dice), write=DIALECT.write)  # type: ignore[arg-type]


def played(state: Tabletop, lines: str, *dice: int, choices: str = "") -> list[Event]:
    """The events of a whole phase with these orders and dice; `choices` answers each further question."""
    one = umpire(state, *dice, phase=f"T01.{state.acting[:2].upper()}.A")
    orders: list[Order] = []
    for line in filter(None, map(str.strip, lines.splitlines())):
        found = DIALECT.read(line, state, state.acting)
        assert isinstance(found, tuple), found
        orders += found
    going = play(one)
    try:
        asks = next(going)
        asks = going.send((Answer(orders=tuple(orders)),))
        while True:
            asks = going.send(tuple(Answer(choices or (ask.default or "")) for ask in asks))
    except StopIteration:
        return one.events


def kinds(events: list[Event], kind: type[Any]) -> list[Any]:
    return [one for one in events if isinstance(one, kind)]


# Operations.  MR-1, MR-2.


def test_ox_m01_a_five_gives_three() -> None:
    assert tables.operations(5) == 3
    assert [tables.operations(die) for die in range(1, 11)] == [1, 2, 2, 2, 3, 3, 3, 4, 4, 5]


ENEMY = unit("Wolf", "indians", 12, **place(20, 40))


@pytest.mark.parametrize(
    ("line", "changes", "dice", "verbs"),
    [
        ("Foot: fire; load; ahead 2", {}, [5, *[10] * 12], ["fire", "load", "move"]),
        ("Foot: ahead 2; load; fire", {"loaded": False}, [5, *[10] * 12], ["move", "load", "fire"]),
        ("Foot: face 10; ahead 2; fire", {}, [5, *[10] * 12], ["face", "move", "fire"]),
        ("Foot: rally; ahead 2; load", {"formation": "disorder", "loaded": False}, [5, 1], ["rally", "move", "load"]),
        ("Foot: ahead 2; fire; charge Wolf", {}, [5, *[10] * 12, 1, 10, 10, 10], ["move", "fire", "charge"]),
    ],
)
def test_ox_m02_m03_m06_legal_sequences(line: str, changes: dict[str, Any], dice: list[int], verbs: list[str]) -> None:
    state = table(unit(**place(20, 32), **changes), unit("Wolf", "indians", 12, **place(20, 39)))
    spent = kinds(played(state, line, *dice, *[2] * 40), happened.PointSpent)
    assert [(one.what, one.points, one.why) for one in spent] == [(verb, 1, "") for verb in verbs]


def test_what_lies_beyond_the_points_is_not_carried_out() -> None:
    state = table(unit(**place(20, 10)), ENEMY)
    assert len(kinds(played(state, "Foot: ahead 1; ahead 1; ahead 1", 2), happened.UnitMoved)) == 2


def test_ox_m07_rifles_load_with_two_points() -> None:
    state = table(unit("Foot", "legion_rifles", **place(20, 30)), ENEMY)
    played(state, "Foot: fire; load; load", 5, *[10] * 12)
    assert state.units["Foot"].loaded
    played(table(unit("Foot", "legion_rifles", **place(20, 30)), ENEMY), "Foot: fire; load", 2, *[10] * 12)


def test_one_loading_point_of_rifles_is_kept_for_the_next_phase() -> None:
    state = table(unit("Foot", "legion_rifles", loaded=False, **place(20, 10)), ENEMY)
    played(state, "Foot: load", 1)
    assert (state.units["Foot"].loaded, state.units["Foot"].loading) == (False, 1)


def test_ox_m09_a_debt_with_a_roll_of_one() -> None:
    state = table(unit(owed=1, **place(20, 10)), ENEMY)
    events = played(state, "Foot: ahead 2", 1)
    assert not kinds(events, happened.UnitMoved)
    assert state.units["Foot"].owed == 0


def test_a_line_for_the_roll_goes_before_the_line_for_any() -> None:
    state = opening(data.scenario("creek-ford"))
    lines = ("Gun: limber", "if 3: Gun: unlimber", "if 4 or more: Riflemen: fire", "Riflemen: load")
    acts: Any = [one for line in lines for one in DIALECT.read(line, state, "american")]  # type: ignore[union-attr]
    assert [DIALECT.write(one) for one in for_roll(acts, 3)] == ["if 3: Gun: unlimber", "Riflemen: load"]
    assert [DIALECT.write(one) for one in for_roll(acts, 5)] == ["Gun: limber", "if 4 or more: Riflemen: fire"]


# Formations.  MR-3.


@pytest.mark.parametrize(
    ("count", "formation", "more", "files", "width", "depth"),
    [
        (13, "line", {}, 7, 84, 24),
        (12, "open_order", {}, 12, 144, 12),
        (12, "column", {}, 4, 48, 36),
        (11, "column", {}, 3, 36, 48),
        (5, "column", {}, 2, 24, 36),
        (3, "column", {}, 1, 12, 36),
        (8, "skirmish", {}, 8, 180, 12),
        (9, "skirmish", {"ranks": 2}, 5, 108, 36),
        (10, "disorder", {}, 4, 48, 36),
    ],
)
def test_footprints_of_formations(
    count: int, formation: str, more: dict[str, Any], files: int, width: int, depth: int
) -> None:
    found = layout(unit(figures=count, formation=formation, **more))
    assert (found.files, found.width, found.depth) == (files, width, depth)


def test_a_mass_is_as_wide_as_deep_and_a_battery_stands_an_inch_apart() -> None:
    assert layout(unit("Wolf", "indians", 9, formation="mass")).files == 3
    assert (
        layout(unit("Gun", "legion_artillery", 6, guns=3)).width,
        layout(unit("Gun", "legion_artillery", 6)).depth,
    ) == (128, 32)


def test_a_column_keeps_its_front_as_it_loses_figures() -> None:
    assert column_files(2) == 0
    assert layout(unit(figures=11, formation="column", abreast=4)).files == 4


@pytest.mark.parametrize("formation", ["open_order", "line", "skirmish", "column", "disorder"])
def test_every_figure_stands_within_its_footprint(formation: str) -> None:
    for number in range(1, 20):
        one = unit(figures=number, formation=formation, facing=33)
        xs, ys = zip(*ground_of(one).corners, strict=True)
        assert all(min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys) for _, _, (x, y) in figures(one))
        assert len(figures(one)) == number


@pytest.mark.parametrize(
    ("kind", "known"),
    [("indians", ("skirmish", "mass")), ("legion_infantry", ("line", "open_order", "column", "skirmish"))],
)
def test_who_may_take_up_which_formation(kind: str, known: tuple[str, ...]) -> None:
    assert tables.formations_of(unit("One", kind).face) == known


def test_a_change_without_room_says_how_many_inches_are_missing() -> None:
    state = table(unit(formation="column", **place(20, 20)), unit("Rear", formation="column", **place(23, 20)))
    found = operations.refusal(
        state, state.units["Foot"], DIALECT.read("Foot: form line", state, "american")[0].operations[0]
    )  # type: ignore
    assert found == "" or "inches of room are missing" in found
    wide = DIALECT.read("Foot: form open order", state, "american")[0].operations[0]  # type: ignore
    assert operations.refusal(state, state.units["Foot"], wide) == "Rear is in the way: 0.75 inches of room are missing"


# Movement.  MR-4.


def walked(state: Tabletop, line: str) -> Walk:
    act: Any = DIALECT.read(line, state, "american")
    return moving.walk(state, state.units[act[0].unit], act[0].operations[0])


WOODS = Terrain("wood", "open_woods", (square(0, 0, 60, 60),))


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
    assert "1.00 are missing" in getattr(problem, "text", "")


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


# Fire.  MR-5.


@pytest.mark.parametrize(
    ("formation", "count", "able"),
    [("line", 12, 12), ("open_order", 12, 12), ("column", 12, 4), ("skirmish", 12, 12), ("disorder", 12, 0)],
)
def test_which_ranks_fire(formation: str, count: int, able: int) -> None:
    one = unit(figures=count, formation=formation, **place(20, 30))
    assert (len(fire.shooters(one)) if not fire.can_fire(one) else 0) == able


def test_ox_m19_a_volley_at_a_mass_in_the_open_at_five_inches() -> None:
    state = table(
        unit(figures=5, formation="line", **place(20, 30)),
        unit("Wolf", "indians", 16, formation="mass", **place(20, 35)),
    )
    found = fire.volley(state, state.units["Foot"], state.units["Wolf"])
    assert (found.target_class, found.dice) == ("A", ((3, 5),))
    one = umpire(state, 1, 3, 4, 10, 2, 5)
    fire.fire(one, "Foot", "Wolf")
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
    fire.fire(one, "Foot", "Wolf")
    assert not state.units["Wolf"].officer
    one = umpire(table(unit(figures=2, **place(20, 37)), ENEMY), 10, 10)
    fire.fire(one, "Foot", "Wolf")
    assert not kinds(one.events, happened.OfficerTested)


def test_a_leader_is_hit_only_without_an_officer() -> None:
    chief = Leader("Chief", "indian", "Wolf")
    state = table(unit(figures=1, **place(20, 37)), ENEMY.with_(officer=False), leaders=(chief,))
    fire.fire(umpire(state, 1, 10), "Foot", "Wolf")
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
    assert fire.can_fire(unit("Gun", "legion_artillery", 4, formation="limbered")) == "it is limbered"
    assert fire.can_fire(unit("Gun", "legion_artillery", 4).with_(figures=1)) == "a gun needs two figures of crew"
    assert fire.can_fire(unit(loaded=False)) == "it is not loaded"


def test_canister_rolls_two_dice_a_figure_and_shell_one() -> None:
    gun = unit("Gun", "legion_artillery", 4, **place(20, 30))
    near = table(gun, ENEMY)
    assert fire.volley(near, gun, near.units["Wolf"]).dice == ((3, 8),)
    far = table(gun, unit("Wolf", "indians", **place(20, 45)))
    assert fire.volley(far, gun, far.units["Wolf"]).dice == ((1, 4),)


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


# Morale.  MR-6.


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


# Charges and melee.  MR-1.5 to MR-1.8, MR-7.


def charged(
    *dice: int, choices: str = "", line: str = "Foot: charge Wolf", **changes: Any
) -> tuple[Tabletop, list[Event]]:
    state = table(unit(**place(20, 32)), unit("Wolf", "indians", 12, ranks=2, **place(20, 38)).with_(**changes))
    return state, played(state, line, *dice, choices=choices)


def test_ox_m11_the_target_checks_before_the_charger() -> None:
    _, events = charged(5, 1, 1, *[1] * 2, *[10] * 10, 1, 1, *[5] * 60)
    assert [(one.unit, one.why) for one in kinds(events, happened.MoraleChecked)][:3] == [
        ("Foot", "to charge"),
        ("Wolf", "to stand"),
        ("Foot", "to charge on"),
    ]


def test_ox_m08_reaction_fire_is_owed() -> None:
    state, events = charged(5, 1, 1, *[10] * 12, *[5] * 60)
    assert [one.reaction for one in kinds(events, happened.UnitFired)] == [True]
    assert state.units["Wolf"].owed == 1
    played(state, "Wolf: load; load; load", 5, *[5] * 60)
    assert state.units["Wolf"].owed == 0


def test_a_charge_halts_two_inches_off_and_a_refused_one_does_nothing() -> None:
    _, events = charged(5, 1, 1, *[10] * 12, *[5] * 60, choices="halt")
    (moved,) = (one for one in kinds(events, happened.UnitMoved) if one.how == "charge")
    assert inches(moved.path[-1][1]) == "36.00"
    _, events = charged(5, 9, line="Foot: charge Wolf; fire")
    assert not kinds(events, happened.UnitMoved)
    assert not kinds(events, happened.UnitFired)


def test_ox_m10_charged_in_the_flank_it_checks_and_does_not_fire() -> None:
    _, events = charged(5, 1, 1, *[5] * 80, facing=0)
    assert kinds(events, happened.ChargeBegan)[0].in_front is False
    assert [one.unit for one in kinds(events, happened.MoraleChecked)][:2] == ["Foot", "Wolf"]
    assert not kinds(events, happened.UnitFired)


def test_a_target_that_breaks_is_not_fought() -> None:
    _, events = charged(5, 1, 10, *[5] * 60)
    assert not kinds(events, happened.MeleeFought)


def test_a_halt_by_order_ends_a_charge() -> None:
    state = table(unit(**place(20, 32)), unit("Wolf", "indians", 12, ranks=2, loaded=False, **place(20, 38)))
    events = played(state, "Foot: charge Wolf", 5, 1, 1, choices="halt")
    assert [one.why for one in kinds(events, happened.ChargeEnded)] == ["it halts by order"]
    assert state.units["Foot"].is_disordered


def test_ox_m05_a_mounted_charger_against_works() -> None:
    horse = unit("Horse", "legion_dragoons", charged=True)
    assert sum(one.value for one in melee.attack_modifiers(horse, 1)) == 4
    found = melee.defence_modifiers(unit("Wolf", "indians"), 1, in_front=True, works=True, water=False)
    assert sum(one.value for one in found) == 3


def test_ox_m18_a_mass_against_a_disordered_flank() -> None:
    mass = unit("Wolf", "indians", formation="mass", charged=True)
    assert sum(one.value for one in melee.attack_modifiers(mass, 1)) == 2
    found = melee.defence_modifiers(unit(formation="disorder"), 1, in_front=False, works=True, water=False)
    assert sum(one.value for one in found) == -3


@pytest.mark.parametrize(
    ("kind", "changes", "count", "value"),
    [
        ("indians", {"charged": True}, 1, 1),
        ("indians", {}, 1, 0),
        ("legion_infantry", {"charged": True}, 1, 1),
        ("legion_infantry", {}, 2, 1),
        ("legion_dragoons", {"mounted": False}, 1, 0),
        ("legion_dragoons", {}, 1, 3),
    ],
)
def test_what_an_attacker_adds(kind: str, changes: dict[str, Any], count: int, value: int) -> None:
    assert sum(one.value for one in melee.attack_modifiers(unit("One", kind, **changes), count)) == value


def test_water_and_support_of_a_defender() -> None:
    found = melee.defence_modifiers(unit(), 2, in_front=True, works=False, water=True)
    assert [one.value for one in found] == [-2, 1]


@pytest.mark.parametrize(
    ("totals", "found"),
    [
        ((8, 4), ("killed", "defender")),
        ((7, 4), ("pushed", "defender")),
        ((6, 6), ("", "")),
        ((3, -1), ("killed", "defender")),
        ((1, 2), ("killed", "attacker")),
        ((0, -3), ("", "")),
    ],
)
def test_ox_m16_doubled_beaten_equal(totals: tuple[int, int], found: tuple[str, str]) -> None:
    assert melee.result(*totals) == found


@pytest.mark.parametrize(
    ("sizes", "found"),
    [
        ((3, 3), [(1, 1)] * 3),
        ((5, 3), [(2, 1), (2, 1), (1, 1)]),
        ((9, 2), [(2, 1), (2, 1)]),
        ((2, 3), [(1, 2), (1, 1)]),
    ],
)
def test_pairs_and_doubling_up(sizes: tuple[int, int], found: list[tuple[int, int]]) -> None:
    assert melee.pairs(*sizes) == found


def test_only_the_common_width_fights() -> None:
    attacker = unit(**place(20, 30), formation="column", figures=12)
    defender = unit("Wolf", "indians", 12, formation="skirmish", **place(20, 30))
    mine, theirs = melee.meeting(attacker, defender)
    assert (mine, theirs) == (4, 2)


def test_ox_m17_three_dead_against_none() -> None:
    state = table(unit("Foot", "militia", **place(20, 40)), unit("Wolf", "indians", **place(20, 50)))
    melee._after(umpire(state), ("Wolf", "Foot"), [0, 0], "Foot", 3)
    assert inches(640 - state.units["Foot"].y) == "21.00"
    assert state.units["Foot"].is_disordered


def test_more_than_half_pushed_back_is_disorder() -> None:
    state = table(unit(figures=4, **place(20, 30)), ENEMY)
    melee._after(umpire(state), ("Wolf", "Foot"), [0, 2], "", 0)
    assert not state.units["Foot"].is_disordered
    melee._after(umpire(state), ("Wolf", "Foot"), [0, 3], "", 0)
    assert state.units["Foot"].is_disordered


def test_a_whole_charge_comes_to_a_melee_in_contact() -> None:
    state, events = charged(5, 1, 1, *[10] * 12, *[5] * 60)
    (fought,) = kinds(events, happened.MeleeFought)
    assert (fought.attacker, fought.defender, fought.in_front) == ("Foot", "Wolf", True)
    assert between(state.units["Foot"], state.units["Wolf"]).within(1)
    assert not overlap(ground_of(state.units["Foot"]), ground_of(state.units["Wolf"]))


# The end.


def test_points_levels_and_the_last_turn() -> None:
    state = opening(data.scenario("fallen-timbers"))
    assert points(state, "indian") == 2 * count(state, Award("indian", "units in", 2, "fallen_timber"))
    assert outcome(state) is None
    state.killed["indian"], state.over = 30, True
    found = outcome(state)
    assert found is not None
    assert dict(found.points)["american"] == 30 + 4
    assert found.level == "American decisive"


def test_a_side_breaks_at_the_end_of_the_turn() -> None:
    state = opening(data.scenario("creek-ford"))
    state.killed["american"] = 22
    played(state, "", 5)
    assert not state.over
    events = played(state, "", 5)
    assert [one.side for one in kinds(events, happened.SideBroke)] == ["american"]
    assert state.over


def test_clear_of_everything_after_disorder() -> None:
    state = table(unit(formation="line", figures=20, **place(20, 30)), unit("Rear", **place(20, 28)), ENEMY)
    morale.suffer(umpire(state), "Foot", 1)
    assert not fits(state, state.units["Foot"])
    assert full_ranks(state.units["Foot"]) >= 3
    assert gap(ground_of(state.units["Foot"]), ground_of(state.units["Rear"])).square >= 0
    assert isinstance(Roll("", "1d10", (1,)), Roll)
    assert charge.is_in_front(unit(**place(20, 10)), ENEMY)
    assert SIXTIETHS == 60
