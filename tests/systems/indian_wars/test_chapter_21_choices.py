"""The Little Bighorn's scenarios: what the players may choose before play, and what their book fixes (LB-21)."""

import pytest

from pbem.core.event import Event
from pbem.core.options import Options
from pbem.selfplay import Alone
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.rules.movement.mobility import left
from pbem.systems.indian_wars.rules.turn import entry, setup
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import ArrivalRolled, StartedLate

INFANTRY = ("A/7 Inf", "E/7 Inf", "H/7 Inf", "I/7 Inf", "K/7 Inf")
SECOND = ("Maj Brisbin", "F/2 Cav", "G/2 Cav", "H/2 Cav", "L/2 Cav")


def opened(scenario: str, *options: str) -> Battlefield:
    return LITTLEBIGHORN.system.open(scenario, Options(options)).thaw()


def coming_on(field: Battlefield, turn: int) -> set[str]:
    field.turn = turn
    return {unit.name for unit in entry.waiting(field, "us")}


def played(scenario: str, until: str) -> tuple[Battlefield, list[Event]]:
    """A game as far as the beginning of a phase, and all that has happened."""
    alone = Alone("littlebighorn", scenario, "choices", "plain")
    events: list[Event] = []
    while (phase := alone.system.next_phase(alone.state)) is not None and phase.id != until:
        events += alone.phase(phase).events
    return alone.state, events


def test_Reno_starts_with_four_MPs_and_Custer_with_all() -> None:
    field, _ = played("scenario-1", "T01.US.C")
    alone = Alone("littlebighorn", "scenario-1", "choices", "plain")
    while (phase := alone.system.next_phase(alone.state)) is not None and phase.id != "T01.US.D":
        events = alone.phase(phase).events
    (late,) = (one for one in events if isinstance(one, StartedLate))
    assert set(late.units) == {
        "A/7 Cav",
        "G/7 Cav",
        "M/7 Cav",
        "Army Scouts",
        "Arikara Scouts",
        "Maj Reno",
        "2Lt Varnum",
    }
    after = field.thaw()
    LITTLEBIGHORN.system.apply(after, late)
    assert {left(after[name]) for name in late.units} == {4}
    assert left(after["E/7 Cav"]) > 4


def test_the_infantry_comes_at_13_00_by_choice_and_its_trains_do_not() -> None:
    assert coming_on(opened("scenario-5"), 19) & set(INFANTRY) == set()
    early = coming_on(opened("scenario-5", "early infantry"), 19)
    assert set(INFANTRY) <= early
    assert not early & {"B/7 Inf", "Pack Train A", "Pack Train B", "Gatling Pack"}
    assert {"B/7 Inf", "Pack Train A"} <= coming_on(opened("scenario-5"), 28)


def test_the_howitzer_takes_the_place_of_a_Gatling() -> None:
    assert "12-pounder" not in opened("scenario-5")
    chosen = opened("scenario-5", "howitzer")
    assert "12-pounder" in chosen
    assert "Gatling 3" not in chosen


@pytest.mark.parametrize(
    ("scenario", "trains"),
    [
        ("scenario-5", {"Pack Train A", "Pack Train B"}),
        ("scenario-5-gatlings", {"Mule Pack Train"}),
        ("scenario-5-north", {"Pack Train A", "Pack Train B"}),
    ],
)
def test_by_the_roster_the_trains_of_the_howitzers_column_carry_its_shells(scenario: str, trains: set[str]) -> None:
    boxes = opened(scenario, "howitzer", "ammunition roster").notes.boxes
    assert {name.removesuffix(" shell") for name in boxes if name.endswith(" shell")} == trains
    assert {boxes[f"{one} shell"] for one in trains} == {36}
    assert {boxes[f"{one} canister"] for one in trains} == {12}
    assert boxes["Gatling Pack"] == 60


def test_without_the_howitzer_or_the_roster_no_train_carries_shells() -> None:
    for options in (("ammunition roster",), ("howitzer",)):
        assert not [name for name in opened("scenario-5", *options).notes.boxes if name.endswith(" shell")]


@pytest.mark.parametrize(
    ("scenario", "with_custer"),
    [
        ("scenario-5", ()),
        ("scenario-5-2nd-cavalry", SECOND),
        ("scenario-5-gatlings", ("Gatling 1", "Gatling Pack")),
        ("scenario-5-both", (*SECOND, "Gatling 1", "Gatling Pack")),
    ],
)
def test_the_columns_are_composed_as_the_book_offers(scenario: str, with_custer: tuple[str, ...]) -> None:
    field = opened(scenario)
    on_map = {unit.name for unit in setup.waiting(field, "us")}
    asked_for = {*SECOND, "Gatling 1", "Gatling Pack"}
    assert on_map & asked_for == set(with_custer)
    assert ("BG Terry" in coming_on(field, 3)) == ("Maj Brisbin" not in with_custer)


def test_on_the_North_map_a_die_says_when_Custer_comes_and_scouts_come_a_turn_before() -> None:
    field, events = played("scenario-5-north", "T01.US.A")
    turn = field.notes.arrivals["Single-map entry"]
    assert [one.turn for one in events if isinstance(one, ArrivalRolled)] == [turn]
    assert turn in (2, 3, 4)
    assert "LTC Custer" not in coming_on(field.thaw(), turn - 1)
    assert "Crow Scouts" in coming_on(field.thaw(), turn - 1)
    assert "LTC Custer" in coming_on(field.thaw(), turn)


@pytest.mark.parametrize("scenario", ["scenario-5-north", "scenario-5-both", "scenario-5-gatlings"])
def test_a_variant_of_scenario_5_is_set_up_and_its_first_turn_played(scenario: str) -> None:
    field, _ = played(scenario, "T02.US.A")
    assert field.turn == 1
    assert field.phase_over
