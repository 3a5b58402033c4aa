"""Charges and melee (MR-1.5 to MR-1.8, MR-7) and the end of a game; the worked examples of the game are marked OX-M."""

from typing import Any

import pytest

from pbem.core.event import Event
from pbem.systems.miniatures import scenario_file
from pbem.systems.miniatures.geometry import gap, inches, overlap
from pbem.systems.miniatures.rules import charge, fighting, morale
from pbem.systems.miniatures.rules.ground import between
from pbem.systems.miniatures.rules.layout import full_ranks, ground_of
from pbem.systems.miniatures.rules.turn import count, outcome, points
from pbem.systems.miniatures.rules.walking import fits
from pbem.systems.miniatures.state import events as happened
from pbem.systems.miniatures.state.tabletop import Award, Tabletop, opening
from tests.systems.miniatures.tabletops import ENEMY, kinds, place, played, table, umpire, unit


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
    assert sum(one.value for one in fighting.attack_modifiers(horse, 1)) == 4
    found = fighting.defence_modifiers(unit("Wolf", "indians"), 1, in_front=True, works=True, water=False)
    assert sum(one.value for one in found) == 3


def test_ox_m18_a_mass_against_a_disordered_flank() -> None:
    mass = unit("Wolf", "indians", formation="mass", charged=True)
    assert sum(one.value for one in fighting.attack_modifiers(mass, 1)) == 2
    found = fighting.defence_modifiers(unit(formation="disorder"), 1, in_front=False, works=True, water=False)
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
    assert sum(one.value for one in fighting.attack_modifiers(unit("One", kind, **changes), count)) == value


def test_water_and_support_of_a_defender() -> None:
    found = fighting.defence_modifiers(unit(), 2, in_front=True, works=False, water=True)
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
    assert fighting.result(*totals) == found


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
    assert fighting.pairs(*sizes) == found


def test_only_the_common_width_fights() -> None:
    attacker = unit(**place(20, 30), formation="column", figures=12)
    defender = unit("Wolf", "indians", 12, formation="skirmish", **place(20, 30))
    mine, theirs = fighting.meeting(attacker, defender)
    assert (mine, theirs) == (4, 2)


def test_ox_m17_three_dead_against_none() -> None:
    state = table(unit("Foot", "militia", **place(20, 40)), unit("Wolf", "indians", **place(20, 50)))
    fighting._after(umpire(state), ("Wolf", "Foot"), [0, 0], "Foot", 3)
    assert inches(640 - state.units["Foot"].y) == "21.00"
    assert state.units["Foot"].is_disordered


def test_more_than_half_pushed_back_is_disorder() -> None:
    state = table(unit(figures=4, **place(20, 30)), ENEMY)
    fighting._after(umpire(state), ("Wolf", "Foot"), [0, 2], "", 0)
    assert not state.units["Foot"].is_disordered
    fighting._after(umpire(state), ("Wolf", "Foot"), [0, 3], "", 0)
    assert state.units["Foot"].is_disordered


def test_a_whole_charge_comes_to_a_melee_in_contact() -> None:
    state, events = charged(5, 1, 1, *[10] * 12, *[5] * 60)
    (fought,) = kinds(events, happened.MeleeFought)
    assert (fought.attacker, fought.defender, fought.in_front) == ("Foot", "Wolf", True)
    assert between(state.units["Foot"], state.units["Wolf"]).within(1)
    assert not overlap(ground_of(state.units["Foot"]), ground_of(state.units["Wolf"]))


def test_points_levels_and_the_last_turn() -> None:
    state = opening(scenario_file.scenario("fallen-timbers"))
    assert points(state, "indian") == 2 * count(state, Award("indian", "units in", 2, "fallen_timber"))
    assert outcome(state) is None
    state.killed["indian"], state.over = 30, True
    found = outcome(state)
    assert found is not None
    assert dict(found.points)["american"] == 30 + 4
    assert found.level == "American decisive"


def test_a_side_breaks_at_the_end_of_the_turn() -> None:
    state = opening(scenario_file.scenario("creek-ford"))
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
    assert charge.is_in_front(unit(**place(20, 10)), ENEMY)
