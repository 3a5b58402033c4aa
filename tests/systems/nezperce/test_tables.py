"""The tables as the rulebook's text has them: how many cells of each kind, which rule they follow, what the options change."""

from collections import Counter

import pytest

from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle import ground

HEADS, DICE = range(-1, 16), range(-2, 7)
FIRE = {"-": 28, "P1": 20, "P2": 34, "M": 38, "K": 33}
MILDER = {(-2, 8): "P1", (-1, 7): "P1", (0, 6): "P1", (-2, 12): "P2", (-1, 15): "M", (0, 14): "M", (0, 15): "M"}
"""Cells of the Fire Table, by die and Army head, that are milder than the sum of both says."""


def fire(die: int, head: int, *options: str) -> str:
    return ground.fire_result("cavalry", head, die, options)


def by_sum(total: int) -> str:
    return "-" if total <= 3 else "P1" if total <= 5 else "P2" if total <= 9 else "M" if total <= 13 else "K"


def test_fire_goes_by_the_sum_of_die_and_superiority_but_for_seven_cells() -> None:
    for die in DICE:
        for head in HEADS:
            assert fire(die, head) == MILDER.get((die, head), by_sum(die + head)), (die, head)
    assert Counter(fire(die, head) for die in DICE for head in HEADS) == FIRE


def test_beyond_the_fire_table_its_ends_serve_and_indian_heads_are_nine_lower() -> None:
    assert fire(9, 20) == fire(6, 15)
    assert fire(-5, -9) == fire(-2, -1)
    for of in ("warrior", "washington_volunteers"):
        assert all(ground.fire_result(of, head - 9, die) == fire(die, head) for die in DICE for head in HEADS)


@pytest.mark.parametrize(
    ("option", "cells"),
    [
        ("fire-pins", {(-2, 8): "P2", (-1, 7): "P2", (0, 6): "P2"}),
        ("fire-morale", {(-2, 12): "M"}),
        ("fire-kills", {(-1, 15): "K", (0, 14): "K", (0, 15): "K"}),
    ],
)
def test_an_option_of_the_fire_table_changes_its_cells_and_no_others(
    option: str, cells: dict[tuple[int, int], str]
) -> None:
    found = {(die, head) for die in DICE for head in HEADS if fire(die, head, option) != fire(die, head)}
    assert found == set(cells)
    assert all(fire(die, head, option) == result for (die, head), result in cells.items())


MELEE = {
    **dict.fromkeys((-1, 0), ((0, 0), (1, 1))),
    1: ((0, 0), (1, 0)),
    2: ((0, 1), (1, 0)),
    3: ((0, 1), (0, 1)),
    4: ((1, 0), (0, 1)),
    5: ((1, 0), (0, 0)),
    **dict.fromkeys((6, 7), ((1, 1), (0, 0))),
    8: ((1, 2), (0, 0)),
    **dict.fromkeys((9, 10), ((2, 2), (0, 0))),
    11: ((3, 2), (0, 0)),
}
"""Killed and shaken of the lower total and of the higher, by the sum of die and superiority."""


def test_melee_goes_by_the_sum_of_die_and_superiority() -> None:
    for die in range(-1, 7):
        for superiority in range(6):
            assert ground.melee_result(superiority, die) == MELEE[die + superiority], (die, superiority)
    assert ground.melee_result(9, 8) == MELEE[11]
    assert ground.melee_result(0, -3) == MELEE[-1]


def test_a_search_finds_somebody_at_nine_and_never_below_zero() -> None:
    for die in range(-2, 10):
        for superiority in range(11):
            assert data.is_contact(die, superiority) == (die + superiority >= 9), (die, superiority)
    assert not data.is_contact(9, -1)
    assert data.is_contact(-1, 30)
    assert not data.is_contact(-2, 30)


MORALE = {
    "warrior": 5,
    "army": 4,
    "lodge": 3,
    "volunteers": 1,
    "city_defence": 1,
    "washington_volunteers": 4,
    "camp": 3,
}
"""The highest die on which a unit of each column falls back and does not break."""
KINDS = {"warrior": "warrior", "army": "infantry", "lodge": "lodge", "volunteers": "volunteers"}


@pytest.mark.parametrize(("column", "last"), MORALE.items())
def test_morale(column: str, last: int) -> None:
    kind = KINDS.get(column, column)
    assert [ground.morale(kind, die) for die in range(1, 7)] == ["P2R"] * last + ["B"] * (6 - last)
    steady = last + {"washington_volunteers": 1, "camp": -1}.get(column, 0)
    found = [ground.morale(kind, die, ("mountain-men-steady",)) for die in range(1, 7)]
    assert found == ["P2R"] * steady + ["B"] * (6 - steady)


CONTACT = {"A": (2, 3, 1), "B": (1, 3, 2), "C": (2, 3, 1), "D": (1, 3, 2), "E": (0, 3, 3)}
"""How many faces of the die ambush, alert and surprise in each column, in this sequence."""


@pytest.mark.parametrize(("column", "faces"), CONTACT.items())
def test_the_state_of_contact_worsens_as_the_die_rises(column: str, faces: tuple[int, int, int]) -> None:
    states = ("Ambushing", "Alerted", "Surprised")

    def read(*options: str) -> list[str]:
        return [ground.state_of_contact(column, die, options) for die in range(1, 7)]

    def listed(ambush: int) -> list[str]:
        counts = (ambush, 6 - ambush - faces[2], faces[2])
        return [state for state, count in zip(states, counts, strict=True) for _ in range(count)]

    assert read() == listed(faces[0])
    for option, own in (("ambush-in-column-a", "A"), ("ambush-in-column-c", "C")):
        more = 1 if column == own else -1 if column == "B" else 0
        assert read(option) == listed(faces[0] + more)


def test_pins_go_on_four_faces_or_three_and_shells_scatter_on_four() -> None:
    assert [die for die in range(1, 7) if ground.is_unpinned(1, die)] == [1, 2, 3, 4]
    assert [die for die in range(1, 7) if ground.is_unpinned(2, die)] == [1, 2, 3]
    assert [ground.scatter(die) for die in range(1, 7)] == [0, 0, 1, 1, 2, 2]


def test_levels_of_victory_follow_each_other_without_a_gap_or_an_overlap() -> None:
    levels = data.tables()["victory"]["levels"]
    assert [one.get("min") for one in levels] == [61, 41, 20, 0, None]
    assert [one.get("max") for one in levels] == [None, 60, 40, 19, -1]
