"""Operations and their dice (MR-1, MR-2), formations (MR-3); the worked examples of the game are marked OX-M."""

from typing import Any

import pytest

from pbem.systems.miniatures import scenario_file, tables
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.rules import operations
from pbem.systems.miniatures.rules.layout import column_files, figures, ground_of, layout
from pbem.systems.miniatures.rules.turn import for_roll
from pbem.systems.miniatures.state import events as happened
from pbem.systems.miniatures.state.tabletop import opening
from tests.systems.miniatures.tabletops import (
    ENEMY,
    kinds,
    place,
    played,
    table,
    unit,
)


def test_ox_m01_a_five_gives_three() -> None:
    assert tables.operations(5) == 3
    assert [tables.operations(die) for die in range(1, 11)] == [1, 2, 2, 2, 3, 3, 3, 4, 4, 5]


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
    state = opening(scenario_file.scenario("creek-ford"))
    lines = ("Gun: limber", "if 3: Gun: unlimber", "if 4 or more: Riflemen: fire", "Riflemen: load")
    acts: Any = [one for line in lines for one in DIALECT.read(line, state, "american")]  # type: ignore[union-attr]
    assert [DIALECT.write(one) for one in for_roll(acts, 3)] == ["if 3: Gun: unlimber", "Riflemen: load"]
    assert [DIALECT.write(one) for one in for_roll(acts, 5)] == ["Gun: limber", "if 4 or more: Riflemen: fire"]


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
