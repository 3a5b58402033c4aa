"""Riders with dispatches: the way over the map, and the enemy's units and zones on it."""

from pbem.systems.indian_wars import system
from tests.systems.indian_wars.ground import counter, small


def test_a_straight_way_counts_hexes_and_has_both_hexes_beside_a_hexside() -> None:
    field = small()
    assert system.straight_way(field, "0303", "0303") == ()
    assert system.straight_way(field, "0302", "0305") == ((("0303",), 1), (("0304",), 2), (("0305",), 3))
    beside = system.straight_way(field, "0202", "0402")
    assert [len(hexes) for hexes, _ in beside] == [2, 1]


def test_a_way_by_paths_goes_round_ground_that_costs_more() -> None:
    woods = {"0303": "light_woods", "0304": "light_woods"}
    field = small(terrain=woods)
    plain = system.way_by_paths(small(), "0302", "0305")
    assert [hexes for hexes, _ in plain] == [("0303",), ("0304",), ("0305",)]
    round_it = system.way_by_paths(field, "0302", "0305")
    assert round_it[-1][0] == ("0305",)
    assert round_it[-1][1] >= plain[-1][1]
    assert round_it[-1][1] <= sum(
        field.sheet.ground.step(a, b, True).cost for a, b in (("0302", "0303"), ("0303", "0304"), ("0304", "0305"))
    )


def test_where_no_way_leads_a_rider_goes_straight() -> None:
    cliffs = {f"0303/{near}": "cliff" for near in small().sheet.map.neighbours("0303")}
    field = small(sides=cliffs)
    assert system.way_by_paths(field, "0302", "0303") == system.straight_way(field, "0302", "0303")


def test_units_and_zones_of_the_enemy_take_a_rider_but_leaders_and_routed_neighbours_do_not() -> None:
    field = small(counter("Crow King", "0303"), counter("Crazy Horse", "0606"))
    assert system.taken_by(field, "us", ("0303",)) == "indian"
    assert system.taken_by(field, "us", ("0304",)) == "indian"
    assert system.taken_by(field, "us", ("0306",)) == ""
    assert system.taken_by(field, "us", ("0606",)) == "", "a leader alone has no zone"
    assert system.taken_by(field, "indian", ("0303",)) == ""
    routed = small(counter("Crow King", "0303", routed=True))
    assert system.taken_by(routed, "us", ("0304",)) == ""
    assert system.taken_by(routed, "us", ("0303",)) == "indian"


def test_a_rider_passes_by_a_free_hex_beside_the_line_and_through_their_own_men() -> None:
    field = small(counter("Crow King", "0303"), counter("C/3 Cav", "0304"))
    assert system.taken_by(field, "us", ("0304",)) == ""
    assert system.taken_by(field, "us", ("0303", "0306")) == ""
    assert system.taken_by(field, "us", ("0303", "0302")) == "indian"
