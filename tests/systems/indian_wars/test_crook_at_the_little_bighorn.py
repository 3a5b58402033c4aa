"""The Rosebud book's scenarios 3A and 3B, played with the rules, map and counters of the Little Bighorn."""

import pytest

from pbem.core.options import Options
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.rules.turn.sequence import THE_BATTLE, next_place
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY, SCOUT

LEFT_BEHIND = ("D/4 Inf", "F/4 Inf", "Old Crow", "Maj Chambers", "Capt Randall")


@pytest.mark.parametrize("scenario", ["rosebud-3a", "rosebud-3b"])
def test_crook_brings_his_column_less_those_whom_the_book_leaves_out(scenario: str) -> None:
    field = LITTLEBIGHORN.system.open(scenario, Options())
    column = [one for one in field.units.values() if one.name.endswith(("/2 Cav", "/3 Cav", "/9 Inf"))]
    assert sum(one.kind == CAVALRY for one in column) == 15
    assert sum(one.kind == INFANTRY for one in column) == 3
    assert not any(name in field for name in LEFT_BEHIND)
    assert {"BG Crook", "Column HQ", "Miners", "Pack Train A", "Pack Train B"} <= field.units.keys()


@pytest.mark.parametrize("scenario", ["rosebud-3a", "rosebud-3b"])
def test_six_companies_have_lost_a_point_each_and_nobody_scores_for_it(scenario: str) -> None:
    field = LITTLEBIGHORN.system.open(scenario, Options())
    hurt = [one for one in field.units.values() if one.casualties]
    assert [one.casualties for one in hurt] == [1] * 6
    assert all(one.kind == CAVALRY for one in hurt)
    assert field.points == {"us": 0, "indian": 0}


def test_custers_trains_and_the_gatlings_come_with_the_main_force() -> None:
    field = LITTLEBIGHORN.system.open("rosebud-3a", Options())
    (entry,) = field.sheet.scenario.entries
    assert {"LTC Custer", "B/7 Cav", "Mule Pack Train", "Gatling Pack", "BG Crook"} <= set(entry.units)


def test_crooks_pursuit_begins_as_late_as_the_die_says() -> None:
    field = LITTLEBIGHORN.system.open("rosebud-3b", Options()).thaw()
    field.turn, field.phase, field.phasing, field.phase_over = 0, "S", "us", True
    field.notes = field.notes.but(arrivals={THE_BATTLE: 3})
    place = next_place(field)
    assert place is not None
    assert (place.turn, place.letter) == (3, "A")
    assert field.sheet.scenario.minute(3) == 15 * 60 + 20


def test_crow_scouts_are_custers_own() -> None:
    field = LITTLEBIGHORN.system.open("rosebud-3b", Options())
    assert [one.name for one in field.units.values() if one.kind == SCOUT and one.name == "Crow Scouts"] == [
        "Crow Scouts"
    ]
