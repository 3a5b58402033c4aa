"""The Rally Phase (4.A, 12, 13.B, 14.C)."""

from pbem.systems.indian_wars.orders.records import Attach, NoRally, Rally, Resupply
from pbem.systems.indian_wars.state.morale_events import LeaderAttached, RallyFailed, UnitRallied
from pbem.systems.indian_wars.state.notes import SADDLE_BAGS
from pbem.systems.indian_wars.state.supply_events import UnitResupplied
from tests.systems.indian_wars.ground import counter, play, problem, small


def test_a_pinned_unit_with_no_enemy_beside_it_rallies_by_itself() -> None:
    after, events = play(small(counter("C/3 Cav", "0303", pinned=True), before="A"))
    assert [one.roll for one in events if isinstance(one, UnitRallied)] == [None]
    assert not after["C/3 Cav"].pinned


def test_a_pinned_unit_beside_an_enemy_rolls_and_pony_holders_are_no_enemy() -> None:
    field = small(counter("C/3 Cav", "0303", pinned=True), counter("Crow King", "0304"), before="A")
    after, events = play(field, dice=(4,))
    failed = [one for one in events if isinstance(one, RallyFailed)]
    assert [(m.name, m.value) for m in failed[0].roll.modifiers] == [("outside every command radius", -1)]
    assert after["C/3 Cav"].pinned
    quiet = small(counter("C/3 Cav", "0303", pinned=True), counter("Crow King ponies", "0304"), before="A")
    assert not play(quiet)[0]["C/3 Cav"].pinned


def test_a_leader_in_the_hex_adds_his_rating_as_henry_does() -> None:
    """L/3 Cav rallies from pinned: 3, Capt Henry +2 (the log's example)."""
    field = small(
        counter("L/3 Cav", "0303", pinned=True), counter("Capt Henry", "0303"), counter("Crow King", "0304"), before="A"
    )
    _, events = play(field, dice=(3,))
    roll = next(one.roll for one in events if isinstance(one, UnitRallied))
    assert roll is not None
    assert (roll.label, roll.total) == ("T02.US.A rally L/3 Cav #1", 5)
    assert [(m.name, m.value) for m in roll.modifiers] == [("Capt Henry", 2)]


def test_a_unit_in_a_command_radius_pays_no_penalty_and_an_indian_never_does() -> None:
    enemy = counter("Crow King", "0304")
    field = small(counter("L/3 Cav", "0303", routed=True), counter("Capt Henry", "0305"), enemy, before="A")
    _, events = play(field, dice=(4,))
    assert [m.value for one in events if isinstance(one, UnitRallied) and one.roll for m in one.roll.modifiers] == [0]
    field = small(counter("He Dog", "0303", routed=True), before="A", side="indian")
    _, events = play(field, dice=(4,))
    assert [one.roll.modifiers for one in events if isinstance(one, UnitRallied) and one.roll] == [()]


def test_pin_first_then_rout_at_minus_one_while_the_pin_holds() -> None:
    field = small(
        counter("He Dog", "0303", pinned=True, routed=True), counter("C/3 Cav", "0304"), before="A", side="indian"
    )
    after, events = play(field, dice=(3, 4))
    assert [type(one).__name__ for one in events if isinstance(one, RallyFailed | UnitRallied)] == [
        "RallyFailed",
        "RallyFailed",
    ]
    assert after["He Dog"].conditions == ("routed", "pinned")


def test_who_is_told_not_to_rally_does_not_and_named_units_come_first() -> None:
    one, two, three = (counter(name, "0303", routed=True) for name in ("A/2 Cav", "B/2 Cav", "D/2 Cav"))
    field = small(one, two, three, before="A")
    _, events = play(field, Rally(("D/2 Cav",)), NoRally(("A/2 Cav",)), dice=(6, 6))
    assert [event.unit for event in events if isinstance(event, UnitRallied)] == ["D/2 Cav", "B/2 Cav"]


def test_a_leader_joins_another_unit_of_his_hex() -> None:
    field = small(counter("A/2 Cav", "0303"), counter("B/2 Cav", "0303"), counter("Capt Noyes", "0303"), before="A")
    after, events = play(field, Attach("Capt Noyes", "B/2 Cav"))
    assert [one.to for one in events if isinstance(one, LeaderAttached)] == ["B/2 Cav"]
    assert after["Capt Noyes"].attached_to == "B/2 Cav"


def test_resupply_is_meant_in_rally_and_done_in_movement_for_all_points() -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted", low_ammo=True), before="A")
    field.notes = field.notes.with_points(SADDLE_BAGS, 4)
    field, _ = play(field, Resupply("C/3 Cav"))
    field, _ = play(field)
    field, events = play(field)
    assert [(one.unit, one.left) for one in events if isinstance(one, UnitResupplied)] == [("C/3 Cav", 3)]
    assert not field["C/3 Cav"].low_ammo
    assert field.marks["ammo_points"] == "3"


def test_no_resupply_without_horses_near_or_without_points() -> None:
    field = small(counter("C/3 Cav", "0303", low_ammo=True), counter("C/3 holders", "0305"), before="A")
    field.notes = field.notes.with_points(SADDLE_BAGS, 4)
    assert problem(field, Resupply("C/3 Cav"), letter="A").code == "E151"
    field.put(field["C/3 holders"].but(at="0304"))
    assert play(field, Resupply("C/3 Cav", "C/3 holders"))[0]["C/3 Cav"].resupplying == "C/3 holders"
    field.notes = field.notes.with_points(SADDLE_BAGS, 0)
    assert problem(field, Resupply("C/3 Cav", "C/3 holders"), letter="A").code == "E151"
