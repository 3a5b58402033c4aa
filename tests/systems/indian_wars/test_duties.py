"""Moves that rules compel: the Eagle's Nest (16.D) and the Column HQ (12.F)."""

from pbem.systems.indian_wars.orders.records import Move
from pbem.systems.indian_wars.rules.special import eagles_nest
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import EaglesNestReleased
from tests.systems.indian_wars.ground import historical, play, problem


def us_movement(turn: int = 2) -> Battlefield:
    """The historical position before a US Movement Phase, without Indians."""
    field, _ = play(historical())
    for name in (one for entry in field.sheet.scenario.entries for one in entry.units):
        field.take_off(name)
    field.turn, field.phasing, field.phase, field.phase_over = turn, "us", "B", True
    return field


def test_van_vliets_companies_go_toward_the_eagles_nest_by_themselves() -> None:
    field = us_movement()
    after, _ = play(field)
    for name in eagles_nest.HELD:
        assert after.sheet.map.distance(after[name].at, "2815") < field.sheet.map.distance(field[name].at, "2815")


def test_once_near_it_they_are_held_there() -> None:
    field = us_movement()
    for name in eagles_nest.HELD:
        field.put(field[name].but(at="3014", mode="dismounted" if name == "Capt Van Vliet" else "mounted"))
    assert problem(field, Move(("C/3 Cav",), ("3014", "3114", "3214"))).code == "E139"
    after, _ = play(field)
    assert after["C/3 Cav"].at == "3014"


def test_two_warriors_within_three_hexes_release_them_for_good() -> None:
    field = us_movement()
    for name in ("He Dog", "Big Road"):
        field.put(historical()[name].but(at="3311"))
    after, events = play(field)
    assert [one.why for one in events if isinstance(one, EaglesNestReleased)] == [
        "2 warrior units within 3 hexes of C/3 Cav"
    ]
    assert after["C/3 Cav"].at == "3314"


def test_the_clock_releases_them_on_turn_15() -> None:
    after, events = play(us_movement(15))
    assert [one.why for one in events if isinstance(one, EaglesNestReleased)] == ["turn 15"]
    assert after["G/3 Cav"].at == "3314"


def test_the_hq_goes_back_into_crooks_radius() -> None:
    field = us_movement(15)
    field.put(field["Column HQ"].but(at="3206"))
    after, _ = play(field)
    assert after.sheet.map.distance(after["Column HQ"].at, after["BG Crook"].at) == 5
