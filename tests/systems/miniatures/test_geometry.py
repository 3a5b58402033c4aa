"""The table's arithmetic: what section 9 of the table-top fixes, held by properties and beside shapely.

The rules never see a float.  Here shapely answers the same questions in floats; where a question is a close call (within a
hundredth of a sixteenth) it has no vote.
"""

from math import cos, hypot, radians, sin

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from shapely import LineString, MultiPolygon, Polygon, make_valid
from shapely import Point as Spot

from pbem.systems.miniatures import geometry
from pbem.systems.miniatures.geometry import Footprint, Gap, Point

CLOSE = 0.01
coordinates = st.integers(0, 96 * 16)
points = st.tuples(coordinates, coordinates)
degrees = st.integers(0, 359)
widths = st.integers(1, 120).map(lambda half: 2 * half)
footprints = st.builds(geometry.footprint, points, degrees, widths, st.integers(4, 80))
bent = st.builds(
    geometry.footprint,
    points,
    degrees,
    widths,
    st.integers(4, 40),
    st.lists(st.tuples(st.integers(16, 100), st.integers(-40, 40)), min_size=1, max_size=4),
)


def floated(shape: Footprint) -> MultiPolygon | Polygon:
    return (
        make_valid(MultiPolygon([Polygon(part) for part in shape.parts]))
        if len(shape.parts) > 1
        else Polygon(shape.parts[0])
    )


def turned(at: Point) -> Point:
    """A quarter turn to the left about the origin."""
    return -at[1], at[0]


def mirrored(at: Point) -> Point:
    return -at[0], at[1]


# Numbers.


@pytest.mark.parametrize(
    ("text", "sixteenths", "shown"),
    [
        ("6.3", 101, "6.31"),
        ("6", 96, "6.00"),
        ("6.0", 96, "6.00"),
        ("1.5", 24, "1.50"),
        ("0.03", 0, "0.00"),
        ("34.5", 552, "34.50"),
    ],
)
def test_lengths_as_written_and_echoed(text: str, sixteenths: int, shown: str) -> None:
    assert geometry.from_text(text) == sixteenths
    assert geometry.inches(sixteenths) == shown


@pytest.mark.parametrize("text", ["", "6.123", "-1", "six", "1e3", "12345"])
def test_what_is_no_length(text: str) -> None:
    assert geometry.from_text(text) is None


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**6))
def test_near_is_nearest_and_mirrors(a: int, b: int) -> None:
    found = geometry.near(a, b)
    assert abs(2 * (found * b - a)) <= b
    assert geometry.near(-a, b) == -found


@given(st.integers(0, 10**12))
def test_root_is_nearest(square: int) -> None:
    found = geometry.root(square)
    assert (2 * found - 1) ** 2 <= 4 * square + 1 <= (2 * found + 1) ** 2 + 1


def test_sines_are_the_printed_ones() -> None:
    for degree in range(-360, 720):
        assert abs(geometry.sine(degree) - 65536 * sin(radians(degree))) <= 0.5000001
        assert abs(geometry.cosine(degree) - 65536 * cos(radians(degree))) <= 0.5000001


# Angles.


def test_the_wheel_of_the_thirteenth_order() -> None:
    assert geometry.inches(geometry.wheel_cost(30, 16 * 12)) == "6.31"


@given(st.integers(0, 360), st.integers(0, 2000))
def test_a_wheel_costs_its_arc_rounded_up(turn: int, width: int) -> None:
    assert 0 <= geometry.wheel_cost(turn, width) - radians(turn) * width < 1.05


@given(points, points)
def test_bearings_are_the_nearest_whole_degree(start: Point, end: Point) -> None:
    assume(start != end)
    found, way = geometry.bearing(geometry.way(start, end)), geometry.way(start, end)
    off = radians(found)
    # The table of sines is rounded: a way halfway between two degrees may go to the one that is farther by a hair.
    assert way[0] * sin(off) + way[1] * cos(off) >= hypot(*way) * (cos(radians(0.58)))


def test_bearings_of_the_compass() -> None:
    assert [geometry.bearing(way) for way in ((0, 5), (5, 5), (5, 0), (0, -5), (-5, 0), (0, 0))] == [
        0,
        45,
        90,
        180,
        270,
        0,
    ]
    assert geometry.from_compass("WSW") == 248
    assert [geometry.from_compass(word) for word in ("north", "NNE", "e", "nowhere")] == [0, 23, 90, None]
    assert [geometry.compass(one) for one in (0, 11, 12, 349, 248, 90)] == ["N", "N", "NNE", "N", "WSW", "E"]


def test_edges_of_arcs() -> None:
    ways = [geometry.direction(one) for one in (0, 60, 59, 120, 180, 181)]
    assert [geometry.in_arc(way, 90, 90) for way in ways] == [True, True, True, True, True, False]
    assert [geometry.in_arc(way, 90, 30) for way in ways] == [False, True, False, True, False, False]


@given(points, degrees, st.sampled_from([30, 45, 90]), st.integers(0, 3))
def test_arcs_turn_and_mirror_with_the_table(at: Point, facing: int, half: int, quarters: int) -> None:
    found = geometry.in_arc(at, facing, half)
    assert geometry.in_arc(mirrored(at), -facing, half) == found
    for _ in range(quarters):
        at, facing = turned(at), facing - 90
    assert geometry.in_arc(at, facing, half) == found


@given(degrees, degrees)
def test_the_shorter_turn(start: int, end: int) -> None:
    turn = geometry.turn_between(start, end)
    assert -180 < turn <= 180
    assert (start + turn - end) % 360 == 0


# Shapes.


@given(points, degrees, widths, st.integers(4, 80), st.integers(0, 3))
def test_a_footprint_turns_and_mirrors_with_the_table(
    at: Point, facing: int, width: int, depth: int, turns: int
) -> None:
    there = at
    corners = geometry.footprint(at, facing, width, depth).corners
    assert set(geometry.footprint(mirrored(at), -facing, width, depth).corners) == set(map(mirrored, corners))
    for _ in range(turns):
        there, facing, corners = turned(there), facing - 90, tuple(map(turned, corners))
    assert geometry.footprint(there, facing, width, depth).corners == corners


@given(st.one_of(footprints, bent), st.one_of(footprints, bent))
@example(geometry.footprint((0, 0), 4, 2, 8), geometry.footprint((3, 5), 2, 2, 15))  # two thirds of a sixteenth
def test_distance_and_overlap_as_shapely_has_them(one: Footprint, other: Footprint) -> None:
    a, b = floated(one), floated(other)
    found = geometry.gap(one, other)
    assert found.square >= 0
    assert abs(found.shown - a.distance(b)) <= 0.5 + 1e-6
    area = max(Polygon(p).intersection(Polygon(q)).area for p in one.parts for q in other.parts)
    assert geometry.overlap(one, other) == (area > 1e-6)
    assert geometry.gap(other, one).square * found.over == found.square * geometry.gap(other, one).over


@given(st.integers(0, 10**9), st.integers(1, 10**6))
@example(100, 226)
def test_a_shown_distance_is_rounded_once(square: int, over: int) -> None:
    shown = Gap(square, over).shown
    assert max(0, 2 * shown - 1) ** 2 * over <= 4 * square < (2 * shown + 1) ** 2 * over


@given(footprints, footprints, st.integers(0, 3))
def test_distance_turns_and_mirrors_with_the_table(one: Footprint, other: Footprint, turns: int) -> None:
    def every(shape: Footprint) -> Footprint:
        parts = tuple(tuple(map(mirrored, part)) for part in shape.parts)
        for _ in range(turns):
            parts = tuple(tuple(map(turned, part)) for part in parts)
        return Footprint(parts)

    assert geometry.gap(every(one), every(other)) in (geometry.gap(one, other), geometry.gap(other, one))
    assert geometry.overlap(every(one), every(other)) == geometry.overlap(one, other)


def test_touching_is_not_overlapping() -> None:
    one, beside = geometry.footprint((0, 0), 0, 40, 12), geometry.footprint((40, 0), 0, 40, 12)
    assert not geometry.overlap(one, beside)
    assert geometry.gap(one, beside) == Gap(0)
    assert geometry.overlap(one, geometry.footprint((39, 0), 0, 40, 12))


def test_a_limit_is_inside_and_a_sixteenth_more_is_not() -> None:
    assert Gap(128 * 128).within(128)
    assert not Gap(129 * 129).within(128)
    assert not Gap(128 * 128 * 5 + 1, 5).within(128)


@pytest.mark.slow
@given(points, st.lists(points, min_size=3, max_size=8, unique=True))
@example((5, 0), [(0, 0), (10, 0), (10, 10), (0, 10)])
@example((10, 10), [(0, 0), (10, 0), (10, 10), (0, 10)])
def test_inside_a_polygon_as_shapely_has_it(at: Point, corners: list[Point]) -> None:
    shape = Polygon(corners)
    assume(shape.is_valid)
    assert geometry.inside(at, tuple(corners)) == shape.covers(Spot(at))


@given(points, points, footprints)
def test_a_segment_through_a_footprint_as_shapely_has_it(start: Point, end: Point, shape: Footprint) -> None:
    assume(start != end)
    (part,) = shape.parts
    length = LineString([start, end]).intersection(Polygon(part)).length
    along_edge = LineString([start, end]).intersection(Polygon(part).exterior).length
    assume(length == 0 or length > CLOSE)
    assert geometry.cut_by(start, end, part) == (length > CLOSE and along_edge < length)
    assert geometry.cut_by(end, start, part) == geometry.cut_by(start, end, part)


@given(points, points, points, points)
def test_segments_meet_as_shapely_has_it(a: Point, b: Point, c: Point, d: Point) -> None:
    assume(a != b and c != d)
    assert geometry.segments_meet(a, b, c, d) == LineString([a, b]).intersects(LineString([c, d]))


@given(points, points, points)
def test_the_nearest_place_on_an_edge(at: Point, start: Point, end: Point) -> None:
    assume(start != end)
    found = geometry.nearest_on_edge(at, start, end)
    far = hypot(at[0] - found[0], at[1] - found[1])
    assert abs(far - LineString([start, end]).distance(Spot(at))) <= 0.75


@given(points, points, st.integers(0, 400))
def test_a_step_is_as_long_as_ordered(start: Point, end: Point, length: int) -> None:
    assume(start != end)
    found = geometry.along(start, geometry.way(start, end), length)
    # The way's length is rounded to sixteenths before it divides, so a way of a few sixteenths stretches a longer step.
    whole = geometry.root(geometry.dot(geometry.way(start, end), geometry.way(start, end)))
    assert abs(hypot(found[0] - start[0], found[1] - start[1]) - length) <= 1 + length / (2 * whole)


@given(footprints, footprints, st.integers(0, 40))
def test_how_far_two_footprints_reach_into_one_another(one: Footprint, other: Footprint, length: int) -> None:
    if geometry.deeper(one, other, length):
        assert geometry.overlap(one, other)
        assert geometry.deeper(other, one, length)
    assert geometry.deeper(one, other, 0) == geometry.overlap(one, other)


@given(st.tuples(st.integers(-1600, 1600), st.integers(-1600, 1600)))
@example((-1, 200))
@example((-1, 0))
def test_a_bearing_is_the_best_of_all_degrees_and_the_smaller_of_two(line: Point) -> None:
    assume(line != (0, 0))
    best = max(range(360), key=lambda one: (geometry.dot(line, geometry.direction(one)), -one))
    assert geometry.bearing(line) == best
