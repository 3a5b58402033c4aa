"""Zones of control (5)."""

from pbem.systems.indian_wars.rules.movement import stacking
from tests.systems.indian_wars.ground import counter, small


def test_a_warrior_reaches_his_hex_and_the_six_around_it() -> None:
    field = small(counter("Crow King", "0303"))
    covered = [at for at in field.sheet.map if stacking.is_in_enemy_zoc(field, at, "us")]
    assert sorted(covered) == sorted(["0303", *field.sheet.map.neighbours("0303")])


def test_holders_and_routed_units_reach_their_own_hex_only() -> None:
    field = small(counter("Crow King ponies", "0101"), counter("Four Horns", "0505", routed=True))
    assert [at for at in field.sheet.map if stacking.is_in_enemy_zoc(field, at, "us")] == ["0101", "0505"]


def test_leaders_reach_nothing_and_pinned_units_keep_their_zone() -> None:
    field = small(counter("Crazy Horse", "0101"), counter("Four Horns", "0505", pinned=True))
    assert not stacking.is_in_enemy_zoc(field, "0101", "us")
    assert stacking.is_in_enemy_zoc(field, "0504", "us")


def test_no_zone_reaches_across_a_cliff() -> None:
    field = small(counter("Crow King", "0303"), sides={"0303/0302": "cliff", "0303/0304": "rosebud_creek"})
    assert not stacking.is_in_enemy_zoc(field, "0302", "us")
    assert stacking.is_in_enemy_zoc(field, "0304", "us")


def test_those_who_exert_come_clockwise_from_the_north() -> None:
    field = small(counter("Crow King", "0304"), counter("He Dog", "0203"), counter("Four Horns", "0302"))
    assert [unit.name for unit in stacking.exerting(field, "0303", "us")] == ["Four Horns", "Crow King", "He Dog"]


def test_a_friend_who_stays_covers_but_a_leader_or_the_mover_does_not() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("C/3 holders", "0303"), counter("Capt Mills", "0404"))
    assert stacking.friend_covers(field, "0303", "us", ("C/3 Cav",))
    assert not stacking.friend_covers(field, "0303", "us", ("C/3 Cav", "C/3 holders"))
    assert not stacking.friend_covers(field, "0404", "us")
