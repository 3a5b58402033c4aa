"""Figures of the table-top, pinned: how formations stand, wheel, walk, flee and are counted (bases of 12 sixteenths)."""

import pytest

from pbem.core.event import PhaseBegan
from pbem.systems.miniatures.rules import fighting, morale, turn
from pbem.systems.miniatures.rules.ground import boxed, lies_in, sees
from pbem.systems.miniatures.rules.layout import Layout, layout, on_front, segments, square, up
from pbem.systems.miniatures.rules.walking import settled, wheeled
from pbem.systems.miniatures.state.events import MeleeFought, UnitLeft
from pbem.systems.miniatures.state.tabletop import Award, Leader, Terrain, Unit
from pbem.systems.miniatures.system import RULES
from tests.systems.miniatures.tabletops import place, table, unit, walked
from tests.systems.miniatures.tabletops import square as ground


# A base of foot is three quarters of an inch square: 12 sixteenths.
@pytest.mark.parametrize(
    ("formation", "figures", "expected"),
    [
        ("line", 1, Layout(1, 1, 12, 12, 12, 24)),
        ("line", 5, Layout(3, 2, 12, 12, 36, 24)),
        ("line", 12, Layout(6, 2, 12, 12, 72, 24)),
        ("open_order", 1, Layout(1, 1, 12, 12, 12, 12)),
        ("open_order", 12, Layout(12, 1, 12, 12, 144, 12)),
        ("skirmish", 2, Layout(2, 1, 24, 24, 36, 12)),
        ("skirmish", 9, Layout(9, 1, 24, 24, 204, 12)),
        ("column", 3, Layout(1, 3, 12, 12, 12, 36)),
        ("column", 5, Layout(2, 3, 12, 12, 24, 36)),
        ("column", 17, Layout(4, 5, 12, 12, 48, 60)),
        ("mass", 2, Layout(2, 1, 12, 12, 24, 12)),
        ("mass", 9, Layout(3, 3, 12, 12, 36, 36)),
        ("disorder", 17, Layout(5, 4, 12, 12, 60, 48)),
    ],
)
def test_a_formation_covers_its_files_and_ranks(formation: str, figures: int, expected: Layout) -> None:
    assert layout(unit(formation=formation, figures=figures)) == expected


def test_a_double_skirmish_line_keeps_the_depth_of_three() -> None:
    assert layout(unit(formation="skirmish", ranks=2, figures=5)) == Layout(3, 2, 24, 24, 60, 36)


@pytest.mark.parametrize(("guns", "width"), [(1, 32), (2, 80), (3, 128)])
def test_guns_stand_an_inch_apart(guns: int, width: int) -> None:
    assert layout(unit(kind="legion_artillery", figures=4, guns=guns)) == Layout(guns, 1, 48, 0, width, 32)


def test_roots_and_quotients_are_rounded_up() -> None:
    assert [square(n) for n in range(11)] == [1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4]
    assert [up(n, 2) for n in range(6)] == [0, 1, 1, 2, 2, 3]


def test_the_last_segment_of_a_bent_line_goes_on_to_its_end() -> None:
    assert segments(unit(bend=((64, 30), (0, 0))), 300) == ((64, 30), (236, 0))
    assert segments(unit(bend=((64, 30), (0, 0))), 65) == ((64, 30), (1, 0))
    assert segments(unit(bend=((64, 30), (0, 0))), 64) == ((64, 30),)


def test_a_place_on_a_bent_front_is_measured_along_its_segments() -> None:
    bent = unit(bend=((64, 30), (40, 20), (0, 0)))
    assert on_front(bent, 72, 0) == ((392, 320), 0)
    assert on_front(bent, 30, 10) == ((350, 310), 0)
    assert on_front(bent, 0, 24) == ((333, 295), 330)
    assert on_front(bent, -72, 0) == ((267, 269), 310)


@pytest.mark.parametrize(
    ("degrees", "at", "facing"),
    [(1, (320, 321), 1), (30, (330, 356), 30), (-30, (310, 356), 330), (90, (392, 392), 90)],
)
def test_a_wheel_turns_about_the_inner_front_corner(degrees: int, at: tuple[int, int], facing: int) -> None:
    there = wheeled(unit(), degrees)
    assert (there.at, there.facing) == (at, facing)


@pytest.mark.parametrize(
    ("kind", "away", "first", "last"),
    [
        ("legion_infantry", 90, 105, 0),  # its own edge is the south: to the right of east
        ("legion_infantry", 200, 185, 290),
        ("indians", 90, 75, 180),  # theirs is the north
        ("indians", 350, 5, 260),
        ("indians", 0, 15, 270),  # straight home: to the right first
    ],
)
def test_who_cannot_flee_straight_turns_aside_toward_its_own_edge(kind: str, away: int, first: int, last: int) -> None:
    state = table(unit(kind=kind))
    ways = morale._ways(state, state.units["Foot"], away)
    assert (ways[0], ways[1], ways[-1]) == (away, first, last)
    step = 15 if (first - away) % 360 == 15 else -15
    assert ways == [
        away,
        *((away + step * n) % 360 for n in range(1, 7)),
        *((away - step * n) % 360 for n in range(1, 7)),
    ]


def test_a_box_has_its_edges_and_corners_in_it() -> None:
    shape = ground(10, 10, 5, 5)
    assert all(boxed(at, shape) for at in ((160, 160), (240, 240), (160, 240), (240, 160), (200, 200)))
    assert not any(boxed(at, shape) for at in ((159, 200), (241, 200), (200, 159), (200, 241), (100, 100), (300, 200)))


def test_ground_of_two_strips_is_both() -> None:
    piece = Terrain("w", "thicket", (ground(0, 0, 2, 2), ground(4, 0, 2, 2)))
    assert lies_in((16, 16), piece)
    assert lies_in((80, 16), piece)
    assert not lies_in((48, 16), piece)


@pytest.mark.parametrize(("deep", "seen"), [(1, True), (40, False)])
def test_sight_through_woods_ends_where_the_book_ends_it(deep: int, seen: bool) -> None:
    state = table(ground=(Terrain("w", "thicket", (ground(10, 10, 40, deep),)),))
    assert sees(state, (400, 100), (400, 900), ()) is seen
    assert sees(state, (400, 900), (400, 100), ()) is seen


def test_a_unit_beyond_a_line_is_counted_by_the_side_of_the_table() -> None:
    state = table(unit(**place(40, 10)), unit("Other", **place(10, 30)))
    assert turn.count(state, Award("american", "units beyond", 1, "x", 40 * 16)) == 1
    assert turn.count(state, Award("american", "units beyond", 1, "x", 40 * 16 + 1)) == 0
    assert turn.count(state, Award("american", "units beyond", 1, "y", 20 * 16)) == 1
    assert turn.count(state, Award("american", "units beyond", 1, "y", 10 * 16)) == 2


def test_a_phase_begins_with_what_was_spent_and_shot_wiped_out() -> None:
    mine = unit(hits=2, shelled=True, fled=True, saw_flight=True, charging="X", spare=7, spent=3, charged=True)
    theirs = unit("Warriors", "indians", hits=1, spent=2, charged=True, was_charging=False, **place(20, 50))
    state = table(
        mine.with_(done=True, was_charging=True), theirs, leaders=(Leader("Wayne", "american", "Foot", 0, 0),)
    )
    RULES.apply(state, PhaseBegan("T02.AM.A"))
    foot, other = state.units["Foot"], state.units["Warriors"]
    assert (state.turn, state.acting, state.points) == (2, "american", -1)
    assert (foot.hits, foot.shelled, foot.fled, foot.saw_flight, foot.charging) == (0, False, False, False, "")
    assert (foot.spare, foot.spent, foot.done, foot.charged, foot.was_charging) == (0, 0, False, False, False)
    assert (other.hits, other.spent, other.charged, other.was_charging) == (0, 2, False, True)


@pytest.mark.parametrize(("aside", "meet"), [(0, (4, 4)), (36, (4, 4)), (72, (2, 2)), (108, (1, 1))])
def test_those_meet_whose_bases_lie_in_the_common_width_and_half_an_inch(aside: int, meet: tuple[int, int]) -> None:
    # Twelve in open order are nine inches wide, a mass of twelve is three.
    warriors = unit("Warriors", "indians", formation="mass", x=320 + aside, y=336)
    assert fighting.meeting(unit(charged=True), warriors) == meet


def test_a_unit_without_room_is_put_where_it_just_touches() -> None:
    state = table(unit(), unit("Other"))
    assert settled(state, state.units["Foot"]).at == (320, 332)
    assert settled(table(unit()), unit()).at == (320, 320)


def test_a_unit_that_leaves_or_dies_leaves_its_leaders_where_it_stood() -> None:
    wayne = Leader("Wayne", "american", "Foot", 1, 2)
    gone = table(unit(), leaders=(wayne,))
    RULES.apply(gone, UnitLeft("Foot"))
    assert (gone.leaders["Wayne"].of, gone.leaders["Wayne"].x, gone.leaders["Wayne"].y) == ("", 320, 320)
    dead = table(unit(), unit("Warriors", "indians", x=320, y=336), leaders=(wayne,))
    RULES.apply(dead, MeleeFought("Warriors", "Foot", True, (0, 12), (0, 0), "Foot", 12))
    assert "Foot" not in dead.units
    assert (dead.leaders["Wayne"].of, dead.leaders["Wayne"].alive) == ("", False)
    assert (dead.killed["american"], dead.officers["american"]) == (12, 2)  # the unit's own officer, and Wayne


ALONE, FRIEND, FOE = (), (unit("Other", x=320, y=400),), (unit("Warriors", "indians", x=320, y=400),)
STREAM = Terrain("s", "stream", (((0, 340), (960, 340), (960, 356), (0, 356)),), ((0, 348), (960, 348)))


@pytest.mark.parametrize(
    ("others", "line", "at", "facing", "used", "halt"),
    [
        (ALONE, "advance 3", (320, 368), 0, 48, ""),
        (ALONE, "advance 20", (320, 416), 0, 96, "the end of its allowance"),
        (ALONE, "back 2", (320, 288), 0, 64, ""),  # at half pace
        (ALONE, "back 8", (320, 272), 0, 96, "the end of its allowance"),
        (ALONE, "sidestep left 1", (304, 320), 0, 32, ""),
        (ALONE, "wheel left 30", (310, 356), 330, 76, ""),  # an arc of 9 inches and 30 degrees is 4.71 inches
        (ALONE, "wheel right 90", (335, 364), 38, 96, "the end of its allowance"),
        (FRIEND, "advance 20", (320, 388), 0, 68, "Other in the way"),  # his rear is 12 behind his front
        (FRIEND, "wheel left 30", (320, 320), 0, 0, "Other in the way"),
        (FOE, "advance 20", (320, 384), 0, 64, '1" from Warriors'),
        (FOE, "wheel left 30", (320, 320), 0, 0, '1" from Warriors'),
    ],
)
def test_a_walk_ends_where_it_must_and_costs_what_it_costs(
    others: tuple[Unit, ...], line: str, at: tuple[int, int], facing: int, used: int, halt: str
) -> None:
    found = walked(table(unit(), *others), f"Foot {line}")
    assert (found.unit.at, found.unit.facing, found.used, found.halt) == (at, facing, used, halt)


def test_a_stream_costs_two_inches_once() -> None:
    found = walked(table(unit(), ground=(STREAM,)), "Foot advance 3")
    assert (found.unit.at, found.used) == ((320, 368), 48 + 32)


@pytest.mark.parametrize(
    ("line", "at", "used"), [("back 8", (80, 12), 16), ("sidestep left 1", (72, 20), 16), ("advance 3", (80, 68), 48)]
)
def test_no_walk_leaves_the_table_by_itself(line: str, at: tuple[int, int], used: int) -> None:
    found = walked(table(unit(x=80, y=20)), f"Foot {line}")
    assert (found.unit.at, found.used) == (at, used)
    assert found.halt == ("the edge of the table" if line != "advance 3" else "")
