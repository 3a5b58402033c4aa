"""What the captain of Custer's Last Stand thinks of his villages, and how ways are measured."""

from itertools import pairwise

import pytest

from pbem.core.options import Options
from pbem.systems.custer import practice
from pbem.systems.custer.practice import JUDGE, POINT, WAY
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.system import LAST_STAND

VILLAGE = "Cheyenne village 2"


def opening(battle: str) -> Battle:
    return LAST_STAND.thaw(LAST_STAND.open(battle, Options()))


def with_village_at(at: str) -> Battle:
    """The opening position at the Little Big Horn, with one village in another hex, where it is alone."""
    found = opening("little-big-horn")
    found.put(found[VILLAGE].but(at=at))
    return found


def test_a_village_is_worth_more_to_its_side_with_each_hex_it_is_nearer_to_an_exit() -> None:
    worth = [JUDGE.worth(with_village_at(at), "indian") for at in ("0604", "0603", "0602", "0601")]
    assert [after - before for before, after in pairwise(worth)] == [WAY] * 3


def test_a_village_that_has_left_is_worth_more_than_one_at_an_exit() -> None:
    there, gone = with_village_at("0601"), with_village_at("0601")
    gone.take_off(VILLAGE, "exited")
    gone.points["indian"] += 1
    gain = JUDGE.worth(gone, "indian") - JUDGE.worth(there, "indian")
    assert 3 * POINT < gain < 4 * POINT


def test_the_us_captain_does_not_care_where_a_village_is_that_he_does_not_reach() -> None:
    assert JUDGE.worth(with_village_at("0604"), "us") == JUDGE.worth(with_village_at("0601"), "us")


@pytest.mark.parametrize("side", ["us", "indian"])
def test_where_no_village_may_leave_none_is_looked_for(side: str) -> None:
    found = opening("rosebud")
    other = found.enemy_of(side)
    assert JUDGE.worth(found, side) == -JUDGE.worth(found, other)


@pytest.mark.parametrize("battle", ["little-big-horn", "rosebud"])
def test_ways_are_measured_in_hexes(battle: str) -> None:
    found = opening(battle)
    for goals in (tuple(found.sheet.scenario.exit.hexes), tuple(dict.fromkeys(one.at for one in found.of("us")))):
        far = practice.nearest(found.sheet.ground, goals)
        assert far == {at: found.sheet.map.distance_to_nearest(at, goals) for at in found.sheet.map}
