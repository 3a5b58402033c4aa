"""Straight lines between hexes: which hexes they pass, which hexsides they meet."""

from pbem.board import crossing, hexes

EVEN = hexes.EVEN


def test_a_line_down_a_column_passes_the_hexes_between() -> None:
    assert crossing.passed("0505", "0508", EVEN) == ("0506", "0507")


def test_neighbours_have_nothing_between_them_and_meet_their_hexside() -> None:
    assert crossing.passed("0505", "0506", EVEN) == ()
    assert [{*one} for one in crossing.met("0505", "0506", EVEN)] == [{"0505", "0506"}]


def test_a_hex_has_no_line_to_itself() -> None:
    assert crossing.passed("0505", "0505", EVEN) == crossing.met("0505", "0505", EVEN) == ()


def test_a_line_along_a_hexside_passes_the_hexes_on_both_sides() -> None:
    assert {*crossing.passed("0505", "0705", EVEN)} == {"0604", "0605"}
    assert {"0604", "0605"} in [{*one} for one in crossing.met("0505", "0705", EVEN)]


def test_a_corner_that_is_only_touched_is_not_passed_but_its_hexsides_are_met() -> None:
    assert "0510" not in crossing.passed("0208", "0710", EVEN)
    assert any("0510" in one for one in crossing.met("0208", "0710", EVEN))


def test_the_tip_of_a_hex_that_a_line_cuts_is_passed() -> None:
    assert "1310" in crossing.passed("1512", "0908", EVEN)


def test_a_line_is_the_same_from_both_ends() -> None:
    for column in range(1, 16):
        for row in range(1, 16):
            end = hexes.hex_id(column, row)
            assert {*crossing.passed("0808", end, EVEN)} == {*crossing.passed(end, "0808", EVEN)}
            there, back = crossing.met("0808", end, EVEN), crossing.met(end, "0808", EVEN)
            assert {frozenset(one) for one in there} == {frozenset(one) for one in back}


def test_every_hex_in_which_a_point_of_a_line_lies_is_passed() -> None:
    """Points a 720th of the line apart, each looked for in the hexes about it."""
    parts = 720
    for column, row in ((15, 3), (9, 15), (2, 11), (14, 12), (8, 1), (12, 9), (3, 2), (5, 14)):
        start, end = "0808", hexes.hex_id(column, row)
        (ca, za), (cb, zb) = hexes.cube(start, EVEN), hexes.cube(end, EVEN)
        inside = set()
        for k in range(parts + 1):
            c, z = ca * (parts - k) + cb * k, za * (parts - k) + zb * k
            for one in (start, end, *crossing.passed(start, end, EVEN), *_about(c // parts, z // parts)):
                qc, qz = hexes.cube(one, EVEN)
                dc, dz = c - qc * parts, z - qz * parts
                if max(abs(dc - dz), abs(dc + 2 * dz), abs(2 * dc + dz)) < parts:
                    inside.add(one)
        assert inside == {start, end, *crossing.passed(start, end, EVEN)}, end


def _about(column: int, axis: int) -> list[str]:
    return [
        hexes.hex_id(c, z + (c + 1 - EVEN) // 2)
        for c in range(column - 1, column + 3)
        for z in range(axis - 1, axis + 3)
        if 0 <= c <= 99 and 0 <= z + (c + 1 - EVEN) // 2 <= 99
    ]
