"""What the order page knows of a unit's ways is what the desk knows: of those who go along, too."""

from pbem.core.options import Options
from pbem.core.order import Problem
from pbem.mechanisms.offered_moves import reached
from pbem.systems import registry
from pbem.systems.indian_wars.orders.offers import OFFERING
from tests.systems.indian_wars.ground import ROSEBUD, counter, small


def test_a_gravely_wounded_leader_slows_those_who_carry_him() -> None:
    crook = counter("BG Crook", "0303", mode="mounted", wound="severe", attached_to="C/3 Cav")
    for carried, points in (((), 6), ((crook,), 3)):
        field = small(counter("C/3 Cav", "0303", mode="mounted"), *carried)
        legs = OFFERING.legs(field, "us", "C", "C/3 Cav")
        assert legs is not None
        assert legs.points == points
        ways = reached(legs)
        assert max(ways.cost.values()) == points
        farthest = ways.path(max(ways.cost, key=lambda at: (ways.cost[at], at)))
        assert not isinstance(ROSEBUD.plan(field, "us", "C", legs.march(farthest)), Problem)
        marches = [one for one in OFFERING.candidates(field, "us", "C", "C/3 Cav") if one.kind == "move"]
        assert {one.at for one in marches} == set(ways.cost) - {"0303"}


def test_who_wrote_down_his_entry_is_offered_each_hex_once_as_he_comes() -> None:
    game = registry.game("littlebighorn")
    field = game.system.open("scenario-1", Options()).thaw()
    written = [one.at for one in OFFERING.candidates(field, "us", "S", "D/7 Cav")]
    assert "8910" in written
    field.phase, field.turn = "T06.US.C", 6
    entries = [one.at for one in OFFERING.candidates(field, "us", "C", "D/7 Cav") if one.kind == "place"]
    assert "8910" in entries
    assert len(entries) == len(set(entries))
