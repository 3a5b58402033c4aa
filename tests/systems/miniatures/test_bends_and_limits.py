"""Bent lines, moves with limits, moves off the table, dressing on a neighbour, and where figures double up in a melee."""

from typing import Any

import pytest

from pbem.core.order import Problem
from pbem.core.system import Plan
from pbem.core.umpire import Roll
from pbem.systems.miniatures.geometry import INCH, deeper, inches, overlap
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.rules import moving, operations
from pbem.systems.miniatures.rules.charge import is_in_front
from pbem.systems.miniatures.rules.fighting import volley
from pbem.systems.miniatures.rules.layout import figures, firing, ground_of, layout, on_front, segments
from pbem.systems.miniatures.rules.walking import ROUNDING
from pbem.systems.miniatures.state import events as happened
from pbem.systems.miniatures.state.tabletop import Leader, Tabletop, Terrain, Unit, from_json
from pbem.systems.miniatures.system import RULES
from tests.systems.miniatures.tabletops import WOODS, kinds, place, played, square, table, unit, walked

BEND = ((64, 30), (0, 0))
"""Four inches from the right, then the rest turned 30 degrees left: a refused left wing."""


def ordered(state: Tabletop, line: str) -> Any:
    found = DIALECT.read(line, state, state.acting)
    assert isinstance(found, tuple), found
    return RULES.plan(state, state.acting, "A", found[0])


def after(state: Tabletop, line: str, *dice: int) -> Unit:
    played(state, line, *dice)
    return state.units["Foot"]


# Bent lines.


def test_a_bent_line_is_as_long_as_a_straight_one_and_keeps_its_right() -> None:
    bent, straight = unit(bend=BEND), unit()
    assert layout(bent) == layout(straight)
    assert segments(bent, layout(bent).width) == ((64, 30), (80, 0))
    assert len(ground_of(bent).parts) == 2
    assert ground_of(bent).fronts[0][1] == ground_of(straight).fronts[0][1]
    assert len(figures(bent)) == 12
    # The right wing stands as it stood, the left wing's end is drawn back by sin 30 of its five inches.
    assert figures(bent)[0] == figures(straight)[0]
    assert inches(figures(straight)[-1][2][1] - figures(bent)[-1][2][1]) in ("2.31", "2.38", "2.25")


def test_losses_shorten_a_bent_line_from_its_left_end() -> None:
    assert segments(unit(bend=BEND, figures=6), 72) == ((64, 30), (8, 0))
    assert segments(unit(bend=BEND, figures=4), 48) == ((48, 30),)
    assert len(ground_of(unit(bend=BEND, figures=4)).parts) == 1


def test_only_open_lines_and_skirmishers_are_bent() -> None:
    assert segments(unit(bend=BEND, formation="column", abreast=4), 48) == ()
    assert segments(unit(bend=BEND, formation="line"), 72) != ()
    assert segments(unit(bend=BEND, formation="skirmish"), 276) != ()


def test_each_segment_faces_and_fires_its_own_way() -> None:
    bent = unit(bend=((64, 90), (0, 0)))
    facings = [facing for _, facing in firing(bent)]
    assert facings.count(0) == 5
    assert facings.count(270) == 7
    assert on_front(bent, layout(bent).width // 2, 0) == ((392, 320), 0)
    west = unit("Wolf", "indians", 4, facing=90, x=240, y=270)
    straight = volley(table(unit(), west), unit(), west)
    wing = volley(table(bent, west), bent, west)
    assert straight.dice == ()
    assert sum(dice for _, dice in wing.dice) >= 3


def test_a_bent_line_moves_ahead_and_forms_straight_before_it_turns() -> None:
    state = table(unit(bend=BEND))
    assert walked(state, "Foot: ahead 2").unit.bend == BEND
    for line in ("Foot: wheel left 10", "Foot: to (30, 40)"):
        found = walked(state, line)
        assert found.halt == "its line is bent: it forms a straight one before it turns"
        assert found.unit.at == (320, 320)
    assert after(table(unit(bend=BEND)), "Foot: face 90", 5).bend == ()


def test_an_order_bends_a_line_and_the_checkpoint_keeps_it() -> None:
    state = table(unit())
    there = after(state, "Foot: form open order bend 4 30L", 5)
    assert there.bend == BEND
    assert from_json(state.scenario, state.to_json()).units["Foot"] == there  # type: ignore[arg-type]


def test_a_mass_cannot_be_bent() -> None:
    found = ordered(table(unit()), "Foot: form column bend 4 30L")
    assert isinstance(found, Problem)
    assert found.text == "Foot cannot form: only line, open order, skirmish may bend."


def test_a_bent_line_is_in_disorder_without_its_bend() -> None:
    state = table(unit(bend=BEND))
    RULES.apply(state, happened.UnitDisordered("Foot", 0, (320, 320)))
    assert state.units["Foot"].bend == ()
    state = table(unit(bend=BEND, formation="disorder"))
    RULES.apply(state, happened.UnitRallied("Foot", "skirmish", 0, (320, 320)))
    assert state.units["Foot"].bend == ()


def test_who_stands_behind_one_segment_only_is_in_front() -> None:
    bent = unit(bend=((64, 60), (0, 0)))
    # Behind the right wing's line, well out to the left, before the refused wing.
    beside = unit("Wolf", "indians", 2, facing=90, x=200, y=290)
    assert is_in_front(beside, bent)
    assert not is_in_front(beside, unit())


@pytest.mark.parametrize("bend", ["", "0 30L", "1 9L 1 9L 1 9L 1 9L"])
def test_a_bend_that_cannot_be_read(bend: str) -> None:
    found = DIALECT.read(f"Foot: form line bend {bend}", table(unit()), "american")
    assert isinstance(found, Problem)
    assert "with one to three bends" in found.text


# Limits and places.


def test_a_move_stops_before_ground_it_must_not_enter() -> None:
    wood = Terrain("wood", "open_woods", (square(0, 22, 60, 10),))
    found = walked(table(unit(), ground=(wood,)), "Foot: ahead 6 not into wood")
    assert (inches(found.unit.y), found.halt) == ("21.94", "not into wood")
    assert walked(table(unit(), ground=(wood,)), "Foot: ahead 6").halt == "the end of its allowance"


def test_a_move_stops_short_of_a_place() -> None:
    state = table(unit(), unit("Wolf", "indians", **place(20, 40)))
    found = walked(state, "Foot: toward Wolf, stop 16 short of Wolf")
    assert inches(found.unit.y) == "24.00"


def test_a_place_some_inches_from_another() -> None:
    state = table(unit(), unit("Van", **place(20, 40)))
    found = walked(state, "Foot: to 18 inches south of (20, 40)")
    assert found.unit.at == (320, 22 * INCH)
    assert walked(state, "Foot: toward 4 inches S of Van within 12").unit.y == 372  # from the rear of Van


def test_a_unit_leaves_by_an_edge_and_takes_its_leaders_with_it() -> None:
    state = table(
        unit(**place(20, 4), facing=180), unit("Van", **place(20, 40)), unit("Wolf", "indians", **place(50, 50))
    )
    events = played(state, "Foot: exit south", 5)
    assert "Foot" not in state.units
    assert state.left["american"] == 12
    assert kinds(events, happened.UnitLeft) == [happened.UnitLeft("Foot")]


def test_a_unit_that_is_too_far_from_the_edge_stays() -> None:
    state = table(unit(**place(20, 30), facing=180))
    found = walked(state, "Foot: exit south")
    assert (found.gone_off, found.halt) == (False, "the end of its allowance")


@pytest.mark.parametrize(("x", "ends"), [(34, "30.00"), (6, "10.00")])
def test_a_unit_dresses_on_its_neighbour(x: int, ends: str) -> None:
    # Both are nine inches wide: an inch apart is ten from middle to middle, on the side where the mover stands.
    state = table(unit("Van", **place(20, 30)), unit(**place(x, 29)))
    found = walked(state, "Foot: beside Van by 1")
    went = found.unit
    assert inches(went.y) == "30.00"
    assert abs(went.x - x * INCH) == 2 * INCH + INCH // 2  # sideways is half pace
    near = walked(table(unit("Van", **place(20, 30)), unit(**place(29 if x > 20 else 11, 29))), "Foot: beside Van by 1")
    assert (inches(near.unit.x), near.halt) == (ends, "")


def test_beside_a_unit_that_is_gone_nobody_moves() -> None:
    state = table(unit(), unit("Van", **place(20, 40)))
    act: Any = DIALECT.read("Foot: beside Van by 1", state, "american")
    del state.units["Van"]
    assert moving.walk(state, state.units["Foot"], act[0].operations[0]).path == [(320, 320)]


@pytest.mark.parametrize(("charged", "went"), [(True, ["load"]), (False, [])])
def test_a_condition_on_its_own_charge(charged: bool, went: list[str]) -> None:
    state = table(unit(charged=charged, loaded=False))
    act: Any = DIALECT.read("Foot: load if charged", state, "american")
    chosen = operations.chosen_of(state, state.units["Foot"], act[0].operations[0])
    assert ([chosen.verb] if chosen is not None else []) == went


# What the receipt says beforehand.

AHEAD = tuple(f"6.00 inches to (20.00, {y}.00), facing 0 N" for y in (26, 32, 38))


@pytest.mark.parametrize(
    ("line", "notes"),
    [
        (
            "Foot: load if not loaded; ahead 2; ahead 3",
            ("3 points", "2.00 inches to (20.00, 22.00), facing 0 N", "3.00 inches to (20.00, 25.00), facing 0 N"),
        ),
        (
            "Foot: to (20, 40)",
            (
                "1 point",
                "6.00 inches to (20.00, 26.00), facing 0 N, 14.00 short; stops: no movement left",
            ),
        ),
        (
            "Foot: ahead 6; charge nearest",
            ("2 points", AHEAD[0], "9.00 inches, 9.00 short of Wolf; stops: no movement left"),
        ),
        ("Foot: ahead 6 x3; charge Wolf", ("4 points", *AHEAD, "6.00 inches to Wolf")),
        ("Foot: form column; ahead 2", ("2 points", "2.00 inches to (20.00, 22.00), facing 0 N")),
    ],
)
def test_the_receipt_says_how_far_each_move_goes(line: str, notes: tuple[str, ...]) -> None:
    state = table(unit(), unit("Wolf", "indians", **place(20, 46)))
    plan = ordered(state, line)
    assert isinstance(plan, Plan), plan
    assert plan.notes == notes


def test_a_limbered_gun_is_told_to_unlimber() -> None:
    found = ordered(table(unit(kind="legion_artillery", figures=4, formation="limbered")), "Foot: fire")
    assert isinstance(found, Problem)
    assert found.suggest == ("Foot: unlimber; fire",)


# Doubling up.


@pytest.mark.parametrize(("choice", "first"), [("centre", (2, 1)), ("flank", (1, 1))])
def test_the_side_with_more_figures_says_where_it_doubles_up(choice: str, first: tuple[int, int]) -> None:
    state = table(
        unit(figures=5, **place(20, 32)), unit("Wolf", "indians", 2, loaded=False, **place(20, 36)), ground=(WOODS,)
    )
    events = played(state, "Foot: charge Wolf", 5, 1, 1, *[5] * 12, choices=choice)
    pairs = [(one.attackers, one.defenders) for one in kinds(events, happened.PairFought)]
    assert pairs
    assert pairs[0] == first or len({*pairs}) == 1


def test_who_touches_a_friend_by_a_hair_does_not_walk_through_him() -> None:
    # Self-play found it: a unit that lost files overlapped its neighbour by less than a sixteenth.
    van = unit("Van", figures=10, x=504, y=169, facing=112)
    horse = unit("Riders", "legion_dragoons", 8, x=477, y=149, facing=99, formation="column", abreast=3)
    state = table(van, horse)
    assert overlap(ground_of(van), ground_of(horse))
    act: Any = DIALECT.read("Riders: to (35, 8)", state, "american")
    found = moving.walk(state, horse, act[0].operations[0])
    assert not deeper(ground_of(van), ground_of(found.unit), ROUNDING)
    assert found.halt == "Van in the way"


def test_a_leader_who_fell_is_with_nobody() -> None:
    colonel = Leader("Colonel", "american", "Foot", 320, 320)
    state = table(unit(officer=False), unit("Van", **place(30, 30)), leaders=(colonel,))
    RULES.apply(state, happened.OfficerTested("Foot", Roll("officer of Foot", "1d10", (10,)), "Colonel"))
    assert (state.leaders["Colonel"].alive, state.leaders["Colonel"].of) == (False, "")
    RULES.apply(state, happened.UnitLeft("Foot"))
    assert state.officers["american"] == 1
