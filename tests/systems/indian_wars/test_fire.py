"""Fire (9): who may fire at whom, with what effect, and what comes of it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pbem.core.dice import DiceMissing
from pbem.core.event import Event, OrderMoot
from pbem.core.options import Options
from pbem.systems.indian_wars.orders.records import Fire
from pbem.systems.indian_wars.rules.fire import charts, shot
from pbem.systems.indian_wars.rules.fire.fire import FirePlan
from pbem.systems.indian_wars.state.combat_events import (
    AmmunitionChecked,
    BoxesCrossed,
    FireResolved,
    FireTooWeak,
    FirstShotKept,
    UnitFired,
)
from pbem.systems.indian_wars.state.counter import MOUNTED, PRONE, Counter, parse
from pbem.systems.indian_wars.state.leader_events import LeaderChecked
from pbem.systems.indian_wars.state.morale_events import CasualtiesTaken, MoraleChecked, UnitDisrupted, UnitEliminated
from tests.systems.indian_wars.ground import counter, historical, in_contact, plan, play, problem, small


def shot_of(events: list[Event]) -> FireResolved:
    return next(one for one in events if isinstance(one, FireResolved))


def drm(event: FireResolved) -> dict[str, int]:
    return {one.name: one.value for one in event.roll.modifiers}


def types(events: list[Event]) -> list[str]:
    return [type(one).__name__ for one in events]


# The model log ---------------------------------------------------------------------------------------------------------


def test_the_shots_b1_and_b2_of_the_model_report() -> None:
    field = in_contact()
    field = replace(field, options=Options(("nearest leader",)))  # as the report was written
    field.phasing, field.phase, field.phase_over = "us", "A", True
    for name, changes in (
        ("Crow King", {"casualties": 0}),
        ("Big Road", {"disrupted": False}),
        ("Good Heart", {"low_ammo": False}),
    ):
        field.put(field[name].but(**changes))
    after, events = play(
        field,
        Fire("C/3 Cav", "full", "Crow King"),
        Fire("Good Heart", "half", "Big Road"),
        dice=(4, 6, 3, 6, 2, 2, 1, 4, 2, 1, 3),
    )
    b1, b2 = (one for one in events if isinstance(one, FireResolved))
    assert (b1.shot.base, b1.shot.strength, b1.shot.line) == (4, 4, "US")
    assert (b1.shot.row, b1.shot.column, b1.shot.letter) == ("dismounted", "3", "D")
    assert drm(b1) == {"hex density": 1, "target mounted": 0, "ground": 0, "cliff": 0}
    assert (b1.roll.natural, b1.roll.total, b1.result, b1.least) == (10, 11, "1", 11)
    assert (b2.shot.strength, b2.shot.column, b2.shot.letter) == (Fraction(5, 2), "2", "C")
    assert [factor.name for factor in b2.shot.factors] == ["half by order"]
    assert drm(b2) == {"hex density": 1, "target mounted": 1, "ground": 0, "cliff": 0}
    assert (b2.roll.total, b2.result, b2.least) == (7, "MC", 7)
    checks = [one for one in events if isinstance(one, MoraleChecked)]
    assert [(one.unit, one.roll.total, one.result) for one in checks] == [
        ("Crow King", 7, "ok"),
        ("Big Road", 6, "disrupt"),
    ]
    assert [one.detail for one in checks[1].roll.modifiers] == ["Gall (1 hex)"]
    assert next(one for one in events if isinstance(one, LeaderChecked)).result == "none"
    assert after["Crow King"].strength == 5
    assert after["Big Road"].disrupted
    assert after["Good Heart"].low_ammo
    assert (after["C/3 Cav"].fired, after["Good Heart"].fired) == ("full", "half")
    assert after.points["us"] == field.points["us"] + 1
    labels = [
        one.roll.label
        for one in events
        if isinstance(one, FireResolved | LeaderChecked | MoraleChecked | AmmunitionChecked)
    ]
    assert labels == [
        "T03.US.B fire C/3 Cav at Crow King #1",
        "T03.US.B leader loss Crazy Horse #1",
        "T03.US.B morale Crow King #1",
        "T03.US.B fire Good Heart at Big Road #1",
        "T03.US.B ammunition Good Heart #1",
        "T03.US.B morale Big Road #1",
    ]


# Strength and column ---------------------------------------------------------------------------------------------------


def aimed(
    firer: Counter, target: Counter, occasion: str = "defensive", how: str = "full", **ground: dict[str, object]
) -> shot.Shot:
    found = shot.plan_shot(small(firer, target, **ground), firer.name, target.name, occasion, how)  # type: ignore[arg-type]
    assert isinstance(found, shot.Shot), found
    return found


@pytest.mark.parametrize(
    ("changes", "occasion", "strength", "column"),
    [
        ({}, "defensive", Fraction(4), "3"),
        ({"low_ammo": True}, "defensive", Fraction(2), "2"),
        ({"pinned": True}, "defensive", Fraction(2), "2"),
        ({"disrupted": True, "pinned": True, "low_ammo": True}, "defensive", Fraction(1, 2), "<1"),
        ({}, "advance", Fraction(2), "2"),
        ({}, "opportunity", Fraction(2), "2"),
        ({}, "retreat", Fraction(4), "3"),
        ({"casualties": 1}, "opportunity", Fraction(3, 2), "1"),
    ],
)
def test_factors_multiply_and_fractions_are_kept(
    changes: dict[str, object], occasion: str, strength: Fraction, column: str
) -> None:
    found = aimed(counter("C/3 Cav", "0303", **changes), counter("Crow King", "0302"), occasion)
    assert (found.strength, found.column) == (strength, column)


def test_long_range_halves_cavalry_and_rounds_down() -> None:
    """O-034: a dismounted company of five would fire with 2; one of three with low ammo with 3/4, which is none."""
    scout = aimed(counter("Good Heart", "0303"), counter("Crow King", "0301"))
    assert (scout.strength, scout.column, scout.long_range) == (2, "2", True)
    weak = aimed(counter("C/3 Cav", "0303", casualties=1, low_ammo=True), counter("Crow King", "0301"))
    assert (weak.strength, weak.column) == (0, "<1")


def test_infantry_at_long_range_shifts_a_column_instead() -> None:
    near = aimed(counter("C/9 Inf", "0303"), counter("Crow King", "0302"))
    far = aimed(counter("C/9 Inf", "0303"), counter("Crow King", "0301"))
    assert (near.strength, near.column) == (4, "3")
    assert (far.strength, far.column, far.shifted) == (4, "2", 1)
    least = aimed(counter("C/9 Inf", "0303", casualties=3, low_ammo=True), counter("Crow King", "0301"))
    assert (least.column, least.shifted) == ("<1", 0)


def test_miners_at_long_range_are_halved() -> None:
    assert aimed(counter("Miners", "0303"), counter("Crow King", "0301")).strength == 3


def test_a_weak_indian_unit_has_no_effect_and_does_not_roll() -> None:
    """O-035: 3 factors, low ammo, advance fire."""
    field = small(counter("Red on Top", "0303", low_ammo=True), counter("C/3 Cav", "0302"), side="indian", before="E")
    after, events = play(field, Fire("Red on Top", "half", "C/3 Cav"))
    (weak,) = (one for one in events if isinstance(one, FireTooWeak))
    assert weak.strength == Fraction(3, 4)
    assert after["Red on Top"].advance_fired_at == "0302"


def test_the_indian_line_is_harder_than_the_us_line() -> None:
    assert aimed(counter("Little Hawk", "0303"), counter("C/3 Cav", "0302")).column == "2"
    assert aimed(counter("C/3 Cav", "0302"), counter("Little Hawk", "0303")).column == "3"


@pytest.mark.parametrize(("mode", "letter"), [("dismounted", "D"), (PRONE, "C"), (MOUNTED, "B")])
def test_the_row_is_the_firers_mode(mode: str, letter: str) -> None:
    strength = {"casualties": 1} if mode == MOUNTED else {}
    found = aimed(counter("C/3 Cav", "0303", mode=mode, **strength), counter("Crow King", "0302"))
    assert (found.strength, found.letter) == (4, letter)


# Modifiers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "value"), [(0, -1), (4, -1), (5, -1), (6, 0), (10, 0), (13, 1), (15, 1), (16, 2), (30, 2)]
)
def test_density(points: int, value: int) -> None:
    """O-030, O-031 and ruling A-036."""
    assert charts.density(in_contact(), points).drm == value


@pytest.mark.parametrize(("mode", "value"), [("dismounted", -1), (PRONE, -1), (MOUNTED, 0)])
@pytest.mark.parametrize(("terrain", "name"), [("light_woods", "light woods"), ("rocks", "rocks")])
def test_cover_is_for_men_on_foot(terrain: str, name: str, mode: str, value: int) -> None:
    found = aimed(counter("C/3 Cav", "0303"), counter("Crow King", "0302", mode=mode), terrain={"0302": terrain})
    assert {one.name: one.value for one in found.modifiers}[name] == value


def test_marsh_is_no_cover() -> None:
    found = aimed(counter("C/3 Cav", "0303"), counter("Crow King", "0302"), terrain={"0302": "marsh"})
    assert {one.name: one.value for one in found.modifiers}["ground"] == 0


def test_down_a_cliff_adds_and_up_a_cliff_halves() -> None:
    ground = {"levels": {"0303": 2}, "sides": {"0303/0302": "cliff"}}
    down = aimed(counter("C/3 Cav", "0303"), counter("Crow King", "0302"), **ground)
    up = aimed(counter("Crow King", "0302"), counter("C/3 Cav", "0303"), **ground)
    assert {one.name: one.value for one in down.modifiers}["cliff"] == 1
    assert [one.name for one in up.factors] == ["up a cliff"]
    assert up.strength == 3


def test_pinned_and_prone_count_once() -> None:
    found = aimed(counter("C/3 Cav", "0303"), counter("Crow King", "0302", mode=PRONE, pinned=True))
    assert {one.name: one.value for one in found.modifiers}["pinned or prone"] == -1


# Who may fire at whom --------------------------------------------------------------------------------------------------


def test_long_range_needs_men_on_foot_and_a_clear_line() -> None:
    field = small(counter("C/3 Cav", "0303", mode=MOUNTED), counter("Crow King", "0301"), before="D", side="indian")
    assert problem(field, Fire("C/3 Cav", "full", "Crow King"), letter="D").code == "E140"
    field.put(field["C/3 Cav"].but(mode=PRONE))
    assert isinstance(plan(field, Fire("C/3 Cav", "full", "Crow King"), letter="D"), FirePlan)
    field.put(counter("Four Horns", "0302"))
    assert problem(field, Fire("C/3 Cav", "full", "Crow King"), letter="D").code == "E141"
    field.put(counter("Four Horns", "0302", mode=PRONE))
    assert isinstance(plan(field, Fire("C/3 Cav", "full", "Crow King"), letter="D"), FirePlan)


def test_holders_fire_at_adjacent_hexes_only() -> None:
    field = small(counter("C/3 holders", "0303"), counter("Crow King", "0302"), counter("Four Horns", "0305"))
    assert isinstance(shot.plan_shot(field, "C/3 holders", "Crow King", "defensive"), shot.Shot)
    assert problem(field, Fire("C/3 holders", "full", "Four Horns"), letter="D").code == "E140"


def test_three_hexes_are_out_of_reach() -> None:
    field = small(counter("C/3 Cav", "0304"), counter("Crow King", "0301"))
    assert problem(field, Fire("C/3 Cav", "full", "Crow King"), letter="D").code == "E141"


def test_a_leader_with_a_unit_is_no_target_and_one_alone_is() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Crow King", "0302"), counter("Crazy Horse", "0302"))
    found = problem(field, Fire("C/3 Cav", "full", "Crazy Horse"), letter="D")
    assert (found.code, found.suggest) == ("E142", ("C/3 Cav fire at Crow King",))
    field.take_off("Crow King")
    field.settle_leaders("0302")
    assert isinstance(plan(field, Fire("C/3 Cav", "full", "Crazy Horse"), letter="D"), FirePlan)


@pytest.mark.parametrize(
    ("changes", "letter", "code"),
    [
        ({"routed": True}, "B", "E144"),
        ({"fired": "half"}, "B", "E143"),
        ({"shot_in": (parse("Df"),)}, "D", "E143"),
        ({"fired": "half"}, "E", "E143"),
        ({"advance_fired_at": "0302"}, "E", "E143"),
    ],
)
def test_who_may_not_fire(changes: dict[str, object], letter: str, code: str) -> None:
    field = small(counter("C/3 Cav", "0303", **changes), counter("Crow King", "0302"))
    assert problem(field, Fire("C/3 Cav", "full", "Crow King"), letter=letter).code == code


def test_opportunity_fire_forbids_neither_defensive_nor_advance_fire() -> None:
    """Ruling A-007."""
    field = small(counter("C/3 Cav", "0303", shot_in=(parse("Co"), parse("Dr"))), counter("Crow King", "0302"))
    for letter in "DE":
        assert isinstance(plan(field, Fire("C/3 Cav", "full", "Crow King"), letter=letter), FirePlan)


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("0302 weakest", "Little Hawk"),
        ("0302 strongest", "Crow King"),
        ("0302 mounted", "Little Hawk"),
        ("0302 leader", "Crow King"),
    ],
)
def test_a_hex_with_a_wish_picks_one(target: str, name: str) -> None:
    field = small(
        counter("C/3 Cav", "0303"),
        counter("Crow King", "0302"),
        counter("Little Hawk", "0302", mode=MOUNTED),
        counter("Crazy Horse", "0302", attached_to="Crow King"),
    )
    found = plan(field, Fire("C/3 Cav", "full", target), letter="D")
    assert isinstance(found, FirePlan)
    assert found.aimed is not None
    assert found.aimed.target == name


def test_the_second_choice_serves_where_the_first_is_out_of_reach() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Crow King", "0302"), counter("Four Horns", "0300"))
    found = plan(field, Fire("C/3 Cav", "full", "Four Horns", "Crow King"), letter="D")
    assert isinstance(found, FirePlan)
    assert found.aimed is not None
    assert found.aimed.target == "Crow King"


def test_a_shot_whose_target_is_gone_is_moot() -> None:
    field = small(
        counter("C/3 Cav", "0303"), counter("G/3 Cav", "0303"), counter("Little Hawk", "0302", casualties=3), before="B"
    )
    after, events = play(
        field, Fire("C/3 Cav", "full", "Little Hawk"), Fire("G/3 Cav", "full", "Little Hawk"), dice=(6, 6)
    )
    assert "Little Hawk" in after.gone
    assert [one.problem.code for one in events if isinstance(one, OrderMoot)] == ["E104"]
    assert after["G/3 Cav"].fired == ""


# Results ---------------------------------------------------------------------------------------------------------------


def test_only_the_target_suffers_and_checks_morale() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Crow King", "0302"), counter("Four Horns", "0302"), before="B")
    after, events = play(field, Fire("C/3 Cav", "full", "Crow King"), dice=(5, 5, 6, 6))
    assert (after["Crow King"].strength, after["Four Horns"].strength) == (5, 6)
    assert [one.unit for one in events if isinstance(one, MoraleChecked)] == ["Crow King"]
    assert [(one.lost, one.to, one.points) for one in events if isinstance(one, CasualtiesTaken)] == [(1, "us", 1)]


def test_a_casualty_at_long_range_is_a_check_at_minus_one() -> None:
    """RC-9.B.3-h3, ruling A-038."""
    field = small(
        counter("C/9 Inf", "0303"),
        counter("Crow King", "0301", mode=MOUNTED),
        counter("Four Horns", "0301"),
        before="B",
    )
    after, events = play(field, Fire("C/9 Inf", "long", "Crow King"), dice=(6, 6, 3, 4))
    one = shot_of(events)
    assert (one.shot.long_range, one.found, one.result) == (True, "2", "MC-1")
    (check,) = (e for e in events if isinstance(e, MoraleChecked))
    assert {m.name: m.value for m in check.roll.modifiers} == {"MC-1": -1}
    assert check.result == "disrupt"
    assert after["Crow King"].strength == 6


def test_a_natural_two_calls_for_a_leader_check_without_a_loss() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Crow King", "0302"), counter("Crazy Horse", "0302"), before="B")
    _, events = play(field, Fire("C/3 Cav", "full", "Crow King"), dice=(1, 1, 4, 4))
    assert [one.leader for one in events if isinstance(one, LeaderChecked)] == ["Crazy Horse"]
    with pytest.raises(DiceMissing):
        play(field, Fire("C/3 Cav", "full", "Crow King"), dice=(1, 1))


def test_a_holder_that_is_hit_is_gone_with_its_horses() -> None:
    field = small(counter("Crow King", "0303"), counter("C/3 holders", "0302"), side="indian", before="B")
    after, events = play(field, Fire("Crow King", "full", "C/3 holders"), dice=(6, 6))
    assert "C/3 holders" in after.gone
    assert types(events)[-4:] == ["CasualtiesTaken", "UnitEliminated", "ActEnded", "PhaseEnded"]
    assert after.points["indian"] == 1


def test_the_mark_stands_before_the_die() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Crow King", "0302"), before="B")
    _, events = play(field, Fire("C/3 Cav", "full", "Crow King"), dice=(1, 2))
    names = types(events)
    assert names.index("UnitFired") < names.index("FireResolved")
    assert next(one for one in events if isinstance(one, UnitFired)).occasion == "offensive"


def test_nobody_is_asked_where_nobody_can_fire() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Crow King", "0307"), before="B")
    _, events = play(field)
    assert types(events) == ["PhaseBegan", "PhaseEnded"]


# Ammunition ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "is_low"), [(3, True), (4, False)])
def test_a_natural_five_may_leave_a_unit_low_on_ammunition(die: int, is_low: bool) -> None:
    """O-038."""
    field = small(counter("Crow King", "0303"), counter("C/3 Cav", "0302"), side="indian", before="B")
    after, events = play(field, Fire("Crow King", "full", "C/3 Cav"), dice=(2, 3, die))
    assert after["Crow King"].low_ammo is is_low
    assert [one.is_low for one in events if isinstance(one, AmmunitionChecked)] == [is_low]


def test_holders_never_run_low() -> None:
    field = small(counter("C/3 holders", "0303"), counter("Crow King", "0302"), before="B")
    _, events = play(field, Fire("C/3 holders", "full", "Crow King"), dice=(2, 3))
    assert "AmmunitionChecked" not in types(events)


def test_option_one_spares_the_first_shot() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Crow King", "0302"), before="B")
    field.options = Options(("first shot",))
    after, events = play(field, Fire("C/3 Cav", "full", "Crow King"), dice=(2, 3))
    assert any(isinstance(one, FirstShotKept) for one in events)
    after.put(after["C/3 Cav"].but(fired=""))
    _, events = play(after, dice=())
    assert not any(isinstance(one, FirstShotKept) for one in events)


def test_option_two_crosses_boxes_off_and_an_empty_unit_does_not_fire() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Crow King", "0302"), before="B")
    field.options = Options(("ammunition roster",))
    field.notes = field.notes.with_boxes("C/3 Cav", 1)
    after, events = play(field, Fire("C/3 Cav", "full", "Crow King"), dice=(2, 3))
    assert [(one.halves, one.left) for one in events if isinstance(one, BoxesCrossed)] == [(1, 0)]
    assert shot_of(events).shot.strength == 2
    after.put(after["C/3 Cav"].but(fired=""))
    assert problem(after, Fire("C/3 Cav", "full", "Crow King"), letter="B").code == "E144"


def test_every_result_code_stands_in_every_column() -> None:
    field = historical()
    for letter in "ABCDEF":
        found = {charts.fire_result(field, letter, total)[0] for total in range(-2, 20)}
        assert found == {"-", "MC", "MC-1", "1", "2"}


def test_a_unit_may_be_wiped_out() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Red on Top", "0302", casualties=2), before="B")
    after, events = play(field, Fire("C/3 Cav", "full", "Red on Top"), dice=(6, 6))
    assert [one.unit for one in events if isinstance(one, UnitEliminated)] == ["Red on Top"]
    assert after.points["us"] == 1
    assert not any(isinstance(one, MoraleChecked | UnitDisrupted) for one in events)
