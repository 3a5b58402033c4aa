"""Set-up and entry of the historical scenario (18.1), and the sequence of play (4)."""

from pbem.core.event import PhaseBegan
from pbem.systems.indian_wars.orders.records import Enter, Move, SetUp
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.rules.turn import sequence
from pbem.systems.indian_wars.state.counter import parse
from pbem.systems.indian_wars.state.field import Battlefield
from tests.systems.indian_wars.ground import historical, in_contact, play, problem

ROSEBUD = TITLE.system


def phase_id(field: Battlefield) -> str:
    phase = ROSEBUD.next_phase(field)
    return phase.id if phase else ""


def after_set_up() -> Battlefield:
    """Both sides set up by default; the Indian player turn of turn 1, before its Movement Phase."""
    field = historical()
    for _ in range(4):
        field, _ = play(field)
    return field


def test_the_us_sets_up_first_then_the_indian_then_turn_one_begins_with_the_indian() -> None:
    field, seen = historical(), []
    for _ in range(15):
        seen.append(phase_id(field))
        field, _ = play(field)
    assert seen == [
        "T00.US.S",
        "T00.IN.S",
        *[f"T01.IN.{x}" for x in "ABCDEF"],
        *[f"T01.US.{x}" for x in "ABCDEF"],
        "T02.IN.A",
    ]


def test_fixed_units_stand_in_their_hexes_and_holders_and_scouts_wait() -> None:
    field = historical()
    assert field["C/3 Cav"].at == "3314"
    assert field["BG Crook"].attached_to == "Column HQ"
    assert field["C/3 holders"].at == "" == field["Louissant"].at
    assert "HQ holders" not in field


def test_holders_stand_next_to_their_company_and_scouts_in_the_band_west_of_the_rosebud() -> None:
    field = historical()
    assert problem(field, SetUp(("C/3 holders",), "3316"), letter="S").code == "E152"
    assert problem(field, SetUp(("C/3 Cav",), "3315"), letter="S").code == "E152"
    assert problem(field, SetUp(("Louissant",), "2602", "mounted"), letter="S").code == "E152"
    assert problem(field, SetUp(("Louissant",), "4404", "mounted"), letter="S").code == "E152"
    orders = SetUp(("C/3 holders",), "3315"), SetUp(("Capt Randall", "Louissant"), "2605", "mounted")
    after, _ = play(field, *orders)
    assert (after["C/3 holders"].at, after["Louissant"].at, after["Louissant"].mode) == ("3315", "2605", "mounted")
    assert after["Capt Randall"].attached_to == "Louissant"


def test_who_says_nothing_has_everything_on_the_first_lawful_hex() -> None:
    after, _ = play(historical())
    assert not [unit for unit in after.units.values() if unit.side == "us" and not unit.at]
    assert after["Old Crow"].at == "1103"


def test_entry_pays_for_the_first_hex_and_the_unit_may_go_on() -> None:
    after, _ = play(
        after_set_up(), Enter(("He Dog", "Big Road"), "2600", "mounted"), Move(("He Dog", "Big Road"), ("2600", "2601"))
    )
    assert (after["He Dog"].at, after["He Dog"].spent) == ("2601", 2)


def test_a_unit_that_enters_on_foot_brings_its_ponies() -> None:
    after, _ = play(after_set_up(), Enter(("He Dog",), "2600", "dismounted"))
    assert (after["He Dog"].mode, after["He Dog ponies"].at) == ("dismounted", "2600")


def test_one_hunkpapa_or_oglala_unit_enters_by_the_east() -> None:
    field = after_set_up()
    assert "one" not in problem(field, Enter(("Red Bear",), "4705"), "indian").text
    assert problem(field, Enter(("He Dog", "Big Road"), "4705"), "indian").code == "E153"
    assert problem(field, Enter(("Gall",), "4705"), "indian").code == "E153"
    after, events = play(field, Enter(("Crow King", "Gall"), "4705"), Enter(("He Dog",), "4706"))
    assert (after["Crow King"].at, after["Gall"].attached_to) == ("4705", "Crow King")
    assert after["He Dog"].at.endswith("00")
    assert [type(one).__name__ for one in events].count("OrderMoot") == 1


def test_two_small_tribes_enter_by_the_west() -> None:
    field = after_set_up()
    three = Enter(("Red Bear", "Lame Deer", "Red on Top"), "1103")
    assert problem(field, three, "indian").text.endswith("2 tribes may (18.1).")
    after, _ = play(field, Enter(("Red Bear", "Lame Deer", "White Bull"), "1101"))
    assert after["White Bull"].at == "1101"


def test_all_indians_are_on_the_map_after_their_first_movement() -> None:
    after, _ = play(after_set_up())
    assert sum(unit.side == "indian" for unit in after.units.values() if unit.at) == 27
    assert all(unit.is_mounted or unit.is_leader for unit in after.of("indian"))


def test_fire_marks_are_gone_with_a_new_player_turn_and_points_with_a_new_movement_phase() -> None:
    field = in_contact()
    field.put(field["C/3 Cav"].but(fired="full", shot_in=(parse("Co"),), spent=3, stopped=True))
    ROSEBUD.apply(field, PhaseBegan("T03.US.C"))
    assert (field["C/3 Cav"].fired, field["C/3 Cav"].spent, field["C/3 Cav"].stopped) == ("full", 0, False)
    ROSEBUD.apply(field, PhaseBegan("T04.IN.A"))
    assert (field["C/3 Cav"].fired, field["C/3 Cav"].shot_in) == ("", ())


def test_the_game_ends_after_its_last_turn_or_when_a_side_has_no_unit_on_the_map() -> None:
    field = in_contact()
    field.turn, field.phasing, field.phase, field.phase_over = 19, "us", "F", True
    assert ROSEBUD.next_phase(field) is None
    field.turn = 3
    assert phase_id(field) == "T04.IN.A"
    for unit in tuple(field.of("indian")):
        if not unit.is_leader:
            field.take_off(unit.name, "lost")
    assert sequence.is_over(field)
    assert ROSEBUD.next_phase(field) is None


def test_a_checkpoint_reads_back_equal() -> None:
    for field in (historical(), in_contact(), after_set_up()):
        assert ROSEBUD.from_json(ROSEBUD.to_json(field)) == field  # type: ignore[arg-type]


def test_nothing_is_written_down_where_no_force_enters_in_secret() -> None:
    found = problem(historical(), Enter(("Crow King",), "2910"), "indian", "S")
    assert found.text == "Crow King is not due to enter the map this turn (18.1)."
