"""What holds for every walk, whatever the table: it costs what it may, ends on nobody, and is the same on a turned table."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pbem.systems.miniatures.geometry import INCH, gap, overlap
from pbem.systems.miniatures.rules.layout import ground_of
from pbem.systems.miniatures.rules.moving import allowance
from pbem.systems.miniatures.rules.walking import CLEAR_OF_ENEMY, Walk, fits
from pbem.systems.miniatures.state.tabletop import Tabletop, Terrain, Unit
from tests.systems.miniatures.tabletops import table, unit, walked

SIZE = 960
"""Sixteenths of the table each way."""
MOVES = ("ahead", "back", "sidestep left", "sidestep right", "wheel left 20, ahead", "wheel right 45, ahead")
FORMATIONS = ("line", "open_order", "column", "skirmish")
TYPES = ("open_woods", "thicket", "swamp", "tall_grass", "river", "steep_slope")

SPOTS = st.tuples(st.integers(80, 880), st.integers(80, 880))
FACINGS = st.integers(0, 359)


@st.composite
def tables(draw: st.DrawFn) -> Tabletop:
    """A mover, a friend and two enemies where each has room, and a piece of ground."""
    units: list[Unit] = []
    for name, kind in (("Foot", "legion_infantry"), ("Van", "militia"), ("Wolf", "indians"), ("Bear", "indians")):
        x, y = draw(SPOTS)
        formation = "skirmish" if kind == "indians" else draw(st.sampled_from(FORMATIONS))
        figures = draw(st.integers(3, 16))
        one = unit(name, kind, figures, x=x, y=y, facing=draw(FACINGS), formation=formation)
        assume(not fits(table(*units, one), one))
        units.append(one)
    west, south = draw(SPOTS)
    corners = ((west, south), (west + 160, south), (west + 160, south + 160), (west, south + 160))
    return table(*units, ground=(Terrain("piece", draw(st.sampled_from(TYPES)), (corners,)),))


def the_walk(state: Tabletop, move: str) -> Walk:
    return walked(state, f"Foot: {move}")


@pytest.mark.slow
@given(tables(), st.sampled_from(MOVES))
def test_a_walk_costs_no_less_than_nothing_and_no_more_than_it_may(state: Tabletop, move: str) -> None:
    found = the_walk(state, move)
    assert 0 <= found.left <= allowance(state.units["Foot"])
    assert found.used >= 0
    assert (found.used == 0) == (
        found.unit.at == state.units["Foot"].at and found.unit.facing == state.units["Foot"].facing
    )


@pytest.mark.slow
@given(tables(), st.sampled_from(MOVES))
def test_no_walk_ends_on_anybody_nor_comes_within_an_inch_of_an_enemy(state: Tabletop, move: str) -> None:
    found, before = the_walk(state, move), ground_of(state.units["Foot"])
    ground = ground_of(found.unit)
    assert all(0 <= x <= SIZE and 0 <= y <= SIZE for x, y in ground.corners)
    for other in state.units.values():
        if other.name == "Foot":
            continue
        assert not overlap(ground, ground_of(other))
        now, then = gap(ground, ground_of(other)), gap(before, ground_of(other))
        if other.side != found.unit.side and now < then:
            assert now.within(CLEAR_OF_ENEMY - 1) <= then.within(CLEAR_OF_ENEMY - 1)


@pytest.mark.slow
@given(tables(), st.sampled_from(MOVES))
def test_a_walk_goes_as_far_on_a_table_that_is_turned_about(state: Tabletop, move: str) -> None:
    """Half a turn maps sixteenths to sixteenths; only where a place is rounded may it differ, by a sixteenth."""
    found = the_walk(state, move)
    turned = the_walk(about(state), move)
    assert abs(turned.used - found.used) <= 1
    assert abs(SIZE - turned.unit.x - found.unit.x) <= 1
    assert abs(SIZE - turned.unit.y - found.unit.y) <= 1
    assert (turned.unit.facing - found.unit.facing) % 360 == 180


def about(state: Tabletop) -> Tabletop:
    """The table after half a turn about its middle."""
    units = [
        replace(one, x=SIZE - one.x, y=SIZE - one.y, facing=(one.facing + 180) % 360) for one in state.scenario.units
    ]
    ground = tuple(
        replace(one, strips=tuple(tuple((SIZE - x, SIZE - y) for x, y in strip) for strip in one.strips))
        for one in state.scenario.terrain
    )
    return table(*units, ground=ground)


def test_the_table_of_these_tests_is_sixty_inches_wide() -> None:
    assert table(unit()).scenario.width == 60 * INCH == SIZE
