"""Who has no order, and what the rules decide where the owner does not."""

from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.field import Battlefield
from tests.systems.indian_wars.ground import historical, in_contact, play

ROSEBUD = TITLE.system


def in_order() -> Battlefield:
    """The historical position before the US Movement Phase of turn 1, set up by defaults and without Indians."""
    field, _ = play(historical())
    for name in (one for entry in field.sheet.scenario.entries for one in entry.units):
        field.take_off(name)
    field.turn, field.phasing, field.phase = 1, "us", "C"
    return field


def test_units_that_could_move_and_are_not_named_stay() -> None:
    given = (o.Move(("A/2 Cav", "B/2 Cav"), ("3310", "3410")), o.Recover("G/3 Cav"))
    found = ROSEBUD.silent(in_contact(), "us", "C", given)
    assert found.then == "they stay"
    assert {"A/2 Cav", "G/3 Cav"}.isdisjoint(found.units)
    assert {"D/2 Cav", "Miners", "Old Crow"} <= set(found.units)


def test_nobody_is_reminded_of_leaders_holders_pinned_or_routed_units() -> None:
    idle = ROSEBUD.silent(in_contact(), "us", "C", ()).units
    assert {"Capt Mills", "C/3 holders", "Column HQ", "L/3 Cav", "F/3 Cav"}.isdisjoint(idle)


def test_only_units_with_a_lawful_target_are_said_not_to_fire() -> None:
    idle = ROSEBUD.silent(in_contact(), "us", "B", (o.Fire("C/3 Cav", "full", "Crow King"),))
    assert "G/3 Cav" in idle.units
    assert {"C/3 Cav", "D/3 Cav"}.isdisjoint(idle.units)


def test_those_who_rally_by_themselves_are_named_unless_all_were_told_to() -> None:
    assert "L/3 Cav" in ROSEBUD.silent(in_contact(), "us", "A", ()).units
    assert ROSEBUD.silent(in_contact(), "us", "A", (o.Rally(("all",)),)).units == ()


def test_routed_unit_without_a_place_is_owed_with_where_it_will_run() -> None:
    assert ROSEBUD.owed(in_contact(), "us", "C", ()) == (
        "F/3 Cav (2810) is routed and you have named no place: it runs to B/3 Cav (2911) (10.J.2)",
    )
    assert ROSEBUD.owed(in_contact(), "us", "C", (o.Rout("F/3 Cav", "Column HQ"),)) == ()


def test_scouts_and_holders_that_are_not_set_up_are_owed() -> None:
    (all_of_them,) = ROSEBUD.owed(historical(), "us", "S", ())
    assert "Old Crow" in all_of_them
    assert "M/3 holders" in all_of_them
    (fewer,) = ROSEBUD.owed(historical(), "us", "S", (o.SetUp(("Old Crow",), "2605"),))
    assert "Old Crow" not in fewer


def test_nothing_is_changed_by_asking() -> None:
    field = in_contact()
    before = field.to_json()
    for letter in "SABCDEF":
        ROSEBUD.silent(field, "us", letter, ())
        ROSEBUD.owed(field, "us", letter, ())
    assert field.to_json() == before


def test_who_is_made_to_march_is_owed_with_its_clause_and_is_not_said_to_stay() -> None:
    """In the US Movement Phase of turn 1 C/3 and G/3 stand five hexes from the Eagle's Nest."""
    field = in_order()
    (first, *_) = [one for one in ROSEBUD.owed(field, "us", "C", ()) if one.startswith("C/3 Cav")]
    assert first == (
        "C/3 Cav (3314) is held within 3 hexes of the Eagle's Nest (2815) until it is released (16.D): it moves toward "
        "2815 by itself"
    )
    idle = ROSEBUD.silent(field, "us", "C", ()).units
    assert {"C/3 Cav", "G/3 Cav"}.isdisjoint(idle)
    assert "D/2 Cav" in idle


def test_who_is_ordered_only_a_part_of_the_way_is_told_that_it_goes_on() -> None:
    def said(*path: str) -> list[str]:
        given = (o.Move(("C/3 Cav",), path), o.Stay(("G/3 Cav",)))
        return [one for one in ROSEBUD.owed(in_order(), "us", "C", given) if one.startswith("C/3 Cav")]

    (part,) = said("3314", "3214")
    assert part.endswith("(16.D): after its orders it goes on toward 2815 by itself")
    assert said("3314", "3214", "3114") == []


def test_the_hq_that_crook_leaves_behind_is_told_that_it_follows() -> None:
    field = in_order()
    crook = field["BG Crook"].at
    assert [one for one in ROSEBUD.owed(field, "us", "C", ()) if one.startswith("Column HQ")] == []
    away = (o.Move(("BG Crook",), (crook, "2504")),)
    (follows,) = [one for one in ROSEBUD.owed(field, "us", "C", away) if one.startswith("Column HQ")]
    assert follows.endswith("(12.F): it moves toward 2504 by itself")
