"""Where one figure ends and the next begins: places on a line, lengths at their limit, figures in the common width."""

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import INCH, box_of
from pbem.systems.miniatures.orders.records import TABLE_EDGE, Operation, Place
from pbem.systems.miniatures.rules import fighting, ground, morale, moving, operations, turn
from pbem.systems.miniatures.rules.charge import is_in_front
from pbem.systems.miniatures.rules.layout import Layout, guns_ground, layout, on_front, segments
from pbem.systems.miniatures.rules.walking import Walk
from pbem.systems.miniatures.state.events import APPLY, ChargeEnded, LeaderJoined
from pbem.systems.miniatures.state.tabletop import Award, Leader, Terrain
from tests.systems.miniatures.tabletops import played, table, umpire, unit, walked

STREAM = Terrain("creek", "stream", (), ((0, 100), (100, 100), (200, 100)))


# Lines that are crossed.


@pytest.mark.parametrize(
    ("start", "end", "times"),
    [
        ((50, 90), (50, 110), 1),
        ((50, 110), (50, 90), 1),
        ((50, 100), (50, 101), 1),  # who stands on it stands on its right
        ((50, 101), (50, 100), 1),
        ((50, 100), (50, 90), 0),
        ((50, 90), (50, 100), 0),
        ((100, 90), (100, 110), 1),  # through the corner of two stretches: once
        ((100, 110), (100, 90), 1),
        ((99, 99), (101, 101), 1),
        ((1, 100), (1, 101), 1),
        ((0, 90), (0, 110), 0),
        ((200, 90), (200, 110), 1),
        ((201, 90), (201, 110), 0),
        ((90, 90), (110, 90), 0),
    ],
)
def test_a_line_is_crossed_once_by_whoever_gets_to_its_other_side(
    start: tuple[int, int], end: tuple[int, int], times: int
) -> None:
    state = table(ground=(STREAM,))
    assert list(ground.crossed(state.scenario, start, end)) == ["stream"] * times


def test_a_line_a_sixteenth_long_is_crossed_too() -> None:
    short = Terrain("ditch", "stream", (), ((50, 100), (51, 100)))
    assert list(ground.crossed(table(ground=(short,)).scenario, (51, 100), (51, 101))) == ["stream"]
    assert list(ground.crossed(table(ground=(short,)).scenario, (50, 100), (50, 101))) == []


# Sight.


def _sees(deep: int, *more: Terrain, aside: int = 0) -> bool:
    """Whether one sees ten inches north through woods so many sixteenths deep that begin at y = 100."""
    woods = Terrain("wood", "open_woods", (((100, 100), (300, 100), (300, 100 + deep), (100, 100 + deep)),))
    return ground.sees(table(ground=(woods, *more)), (200 + aside, 60), (200 + aside, 60 + 30 * INCH), ())


def test_sight_goes_exactly_as_deep_into_woods_as_printed() -> None:
    most = tables.sees("open_woods")
    assert most is not None
    assert _sees(most)
    assert not _sees(most + 1)


def test_two_woods_count_together_and_an_edge_of_each_does_not() -> None:
    most, edge = tables.sees("open_woods"), tables.number("sight", "edge") * INCH
    assert most is not None
    assert edge < most
    second = 100 + most + 50

    def other(deep: int) -> Terrain:
        return Terrain(
            "copse", "open_woods", (((100, second), (300, second), (300, second + deep), (100, second + deep)),)
        )

    assert _sees(most, other(edge))
    assert not _sees(most, other(edge + 1))
    assert _sees(most - edge - 1, other(edge + 1))
    assert not _sees(most - edge, other(edge + 1))


@pytest.mark.parametrize("x", [99, 301])
def test_sight_beside_woods_is_free(x: int) -> None:
    assert _sees(600, aside=x - 200)
    assert not _sees(600, aside=(100 if x < 200 else 299) - 200 + (1 if x < 200 else 0))


BOXES = st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(1, 40), st.integers(1, 40))
POINTS = st.tuples(st.integers(0, 100), st.integers(0, 100))


@settings(deadline=None, max_examples=60)
@given(BOXES, POINTS, POINTS, st.integers(0, 2))
def test_the_stretch_through_a_box_is_what_its_sides_cut_off(
    box: tuple[int, int, int, int], start: tuple[int, int], end: tuple[int, int], level: int
) -> None:
    west, south, wide, deep = box
    east, north = west + wide, south + deep
    hill = Terrain("hill", "tall_grass", (((west, south), (east, south), (east, north), (west, north)),), (), level)
    found = list(ground._stretches(table(ground=(hill,)).scenario.terrain, start, end))
    low, high = Fraction(0), Fraction(1)
    for at, to, least, most in ((start[0], end[0], west, east), (start[1], end[1], south, north)):
        if at == to:
            low, high = (low, high) if least < at < most else (Fraction(1), Fraction(0))
        else:
            ends = sorted((Fraction(least - at, to - at), Fraction(most - at, to - at)))
            low, high = max(low, ends[0]), min(high, ends[1])
    on_an_edge = start[0] == end[0] in (west, east) or start[1] == end[1] in (south, north)
    if start == end or on_an_edge:
        return
    through = sum((part for kind, _, part in found if kind == "tall_grass"), Fraction(0))
    assert through == max(high - low, Fraction(0))
    assert all(one[1] == (level if one[0] == "tall_grass" else 0) for one in found)
    assert not found or sum(part for _, _, part in found) == 1
    assert all(one[0] != other[0] for one, other in pairwise(found))


# Layouts.


def test_a_column_without_figures_still_has_a_file() -> None:
    assert layout(unit(formation="column", figures=0)) == Layout(1, 0, 12, 12, 12, 0)


def test_a_bent_line_ends_with_what_is_left() -> None:
    assert segments(unit(bend=((64, 30), (40, 20), (0, 0))), 65) == ((64, 30), (1, 20))


def test_a_place_at_the_end_of_a_segment_faces_as_the_segment() -> None:
    bent = unit(bend=((64, 30), (40, 20), (0, 0)))
    assert [on_front(bent, right, 0)[1] for right in (8, 7, -32, -33)] == [0, 330, 330, 310]


def test_guns_without_a_crew_lie_an_inch_apart() -> None:
    west, south, east, north = box_of(guns_ground(320, 320, 0, 2))
    assert (east - west, north - south) == (80, 32)
    west, _, east, _ = box_of(guns_ground(320, 320, 0, 1))
    assert east - west == 32


# Melees: the figures of each side in the common width, widened by an inch.


def _fronts(x: int, figures: int, step: int, half: int) -> list[tuple[int, int]]:
    """The bases of a rank about `x`, a file every `step` sixteenths."""
    wide = (figures - 1) * step + 2 * half
    left = x - wide // 2
    return [(left + n * step, left + n * step + 2 * half) for n in range(figures)]


@pytest.mark.parametrize("kind", ["legion_infantry", "legion_dragoons"])
@pytest.mark.parametrize(("figures", "enemies"), [(12, 9), (4, 16), (16, 4), (7, 3)])
def test_those_meet_whose_bases_lie_in_the_common_width(kind: str, figures: int, enemies: int) -> None:
    asides = (-150, -93, -84, -61, -60, -24, 0, 8, 24, 37, 60, 84, 96, 132)
    for facing, aside in product((0, 180), asides):
        mine = unit(kind=kind, figures=figures, facing=facing)
        theirs = unit("Wolf", "indians", enemies, formation="mass", x=320 + aside, facing=180 - facing)
        files, other = layout(mine), layout(theirs)
        bases = (
            _fronts(320, files.files, files.file_step, tables.base(mine)[0] // 2),
            _fronts(320 + aside, other.files, other.file_step, tables.base(theirs)[0] // 2),
        )
        low = max(one[0][0] for one in bases) - INCH // 2
        high = min(one[-1][1] for one in bases) + INCH // 2
        expected = tuple(max(1, sum(low <= left and right <= high for left, right in one)) for one in bases)
        assert fighting.meeting(mine, theirs) == expected, (facing, aside)


def test_who_stands_level_with_a_front_stands_not_behind_it() -> None:
    target = unit("Wolf", "indians", 6, facing=0)
    assert is_in_front(unit(facing=180, y=314), target)
    assert not is_in_front(unit(facing=180, y=313), target)


# Flights.


def test_a_unit_is_put_into_disorder_with_a_bearing_below_360() -> None:
    one = umpire(table(unit()))
    morale.disorder(one, "Foot", 360)
    morale.disorder(one, "Foot", -45)
    assert [(event.facing, event.at) for event in one.events] == [(0, (320, 320)), (315, (320, 320))]  # type: ignore[attr-defined]


# Walks.


def _walk(state: Any) -> Walk:
    return Walk(state, state.units["Foot"], 8 * INCH * 60)


def test_who_is_there_has_arrived() -> None:
    state = table(unit())
    found = _walk(state)
    assert moving.go_to(found, (320, 320))
    assert (found.unit, found.used, found.halt) == (state.units["Foot"], 0, "")


@pytest.mark.parametrize(("at", "facing"), [((320, 330), 0), ((320, 310), 180), ((310, 320), 270), ((321, 320), 90)])
def test_one_turns_toward_a_place_straight_beside_or_behind(at: tuple[int, int], facing: int) -> None:
    found = _walk(table(unit(formation="column", figures=4)))
    moving.go_to(found, at)
    assert found.unit.facing == facing


@pytest.mark.parametrize(
    ("name", "at"), [("west", (0, 300)), ("east", (960, 300)), ("south", (400, 0)), ("north", (400, 960))]
)
def test_the_nearest_place_on_each_edge_of_the_table(name: str, at: tuple[int, int]) -> None:
    assert moving.place_near(table(unit()), Place(TABLE_EDGE, name), (400, 300)) == at


def test_dressing_beside_ends_level_and_touching() -> None:
    van = unit("Van", x=400, y=480)
    for x, end in ((700, 544), (100, 256)):
        found = walked(table(van, unit(x=x, y=470)), "Foot: beside Van")
        wide = (layout(van).width + layout(unit()).width) // 2
        assert abs(found.unit.x - 400) == wide or found.left < 48 or found.halt, end
        assert found.unit.y == 480


def test_dressing_back_costs_twice_and_ahead_once() -> None:
    ahead = walked(table(unit("Van", x=400, y=480), unit(x=544, y=470)), "Foot: beside Van")
    back = walked(table(unit("Van", x=400, y=480), unit(x=544, y=490)), "Foot: beside Van")
    assert (ahead.unit.at, back.unit.at) == ((544, 480), (544, 480))
    assert back.used == 2 * ahead.used > 0


# Operations.


@pytest.mark.parametrize(
    ("kind", "says"),
    [("legion_dragoons", ""), ("mounted_volunteers", ""), ("legion_infantry", "it has no horses")],
)
def test_who_may_dismount(kind: str, says: str) -> None:
    lines = "Foot: dismount"
    events = played(table(unit(kind=kind)), lines, 1)
    spent = [one for one in events if type(one).__name__ == "PointSpent"]
    assert [one.why for one in spent][:1] == [says]  # type: ignore[attr-defined]


def test_a_charge_at_nobody_says_that_no_enemy_is_left() -> None:
    alone, met = table(unit()), table(unit(), unit("Wolf", "indians"))
    assert operations._refuse_charge(alone, alone.units["Foot"], Operation("charge")) == "no enemy is left"
    assert operations._refuse_charge(met, met.units["Foot"], Operation("charge")) == ""
    gone = Operation("charge", target="Bear")
    assert operations._refuse_charge(met, met.units["Foot"], gone) == "Bear is gone"


@pytest.mark.parametrize(("figures", "narrow"), [(1, False), (2, False), (3, True)])
def test_what_a_unit_that_rallies_may_form(figures: int, narrow: bool) -> None:
    forms = operations._in_order(unit(figures=figures))
    assert forms == (("skirmish", 1), ("skirmish", 2), *((("column", 1),) if narrow else ()))
    indian = operations._in_order(unit("Wolf", "indians", figures))
    assert indian == (("skirmish", 1), ("skirmish", 2), *((("mass", 1),) if narrow else ()))


@pytest.mark.parametrize(
    ("aside", "side", "taken"), [(0, "indian", 1), (1, "indian", 1), (2, "indian", 0), (0, "own", 0)]
)
def test_guns_are_taken_by_an_enemy_who_touches_them(aside: int, side: str, taken: int) -> None:
    gun = unit("Gun", "legion_artillery", 4, guns_at=(320, 320, 0), x=100, y=100, formation="disorder")
    taker = unit("Wolf", "indians", 6, facing=0) if side == "indian" else unit("Foot", figures=6)
    west, south, _, _ = box_of(guns_ground(320, 320, 0, 1))
    taker = taker.with_(x=(west + 320) // 2, y=south - aside)
    one = umpire(table(gun, taker, left_guns={"Gun": [320, 320, 0, 1]}))
    operations.take_guns(one, taker.name)
    assert len(one.events) == taken


# What events leave, and points.


def test_a_charge_that_ended_leaves_nothing_to_spare() -> None:
    state = table(unit(charging="Wolf", spare=30, charged=True))
    APPLY(state, ChargeEnded("Foot", "it refuses"))
    assert (state.units["Foot"].charging, state.units["Foot"].spare) == ("", 0)


def test_a_leader_stands_where_his_unit_stands_and_alone_where_he_stood() -> None:
    state = table(unit(), leaders=(Leader("Wayne", "american", "", 40, 50),))
    assert not state.leaders["Wayne"].moved
    APPLY(state, LeaderJoined("Wayne", "Foot", 8))
    leader = state.leaders["Wayne"]
    assert (leader.x, leader.y, leader.of, leader.moved) == (320, 320, "Foot", True)
    APPLY(state, LeaderJoined("Wayne", "", 0))
    assert (state.leaders["Wayne"].x, state.leaders["Wayne"].of) == (320, "")


@pytest.mark.parametrize(("axis", "x", "y"), [("x", 500, 100), ("y", 100, 500)])
def test_beyond_a_line_is_measured_along_its_axis(axis: str, x: int, y: int) -> None:
    award = Award("american", "units beyond", 3, axis, 500)
    assert turn.count(table(unit(x=x, y=y)), award) == 1
    assert turn.count(table(unit(x=y, y=x)), award) == 0
    assert turn.count(table(unit(x=x - (axis == "x"), y=y - (axis == "y"))), award) == 0


def test_a_side_is_broken_when_it_has_lost_as_many_as_break_it() -> None:
    state = table(unit(), unit("Wolf", "indians"))
    award = Award("american", "enemy broken", 5)
    assert turn.count(state, award) == 0
    state.scenario.breaks_at["indian"] = turn.lost(state, "indian")  # type: ignore[attr-defined]
    assert turn.count(state, award) == 1


def test_nothing_has_happened_to_a_unit_that_is_set_up() -> None:
    state = table(unit())
    one = state.units["Foot"]
    assert not any(
        (one.fled, one.saw_flight, one.charged, one.was_charging, one.began_disordered, one.done, one.shelled)
    )
    assert (one.spare, one.spent, one.hits, one.owed, one.drop, one.loading) == (0, 0, 0, 0, 0, 0)
    assert one.officer
    assert one.loaded
