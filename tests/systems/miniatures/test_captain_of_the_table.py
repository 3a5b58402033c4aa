"""What the captain of the table thinks of: ground that scores, cover, and the last turns."""

from pbem.core.options import Options
from pbem.systems.miniatures.practice import captain
from pbem.systems.miniatures.practice.captain import COVER, COVERS, GROUND
from pbem.systems.miniatures.rules.ground import in_cover, terrain_at
from pbem.systems.miniatures.system import RULES


def test_units_go_well_into_ground_that_scores_and_nobody_stands_there() -> None:
    table = RULES.open("creek-ford", Options())
    for name in ("Wolf", "Turtle", "Raccoon"):
        unit = table.units[name]
        (part,) = captain._operations(table, unit, GROUND)[0].parts
        assert part.place is not None
        at = (part.place.x, part.place.y)
        assert terrain_at(table.scenario, at) == "fallen_timber"
        assert all(captain._far(at, one.at) >= captain.ROOM for one in table.units.values() if one is not unit)


def test_who_stands_in_the_open_looks_for_cover_and_who_has_some_does_not() -> None:
    table = RULES.open("creek-ford", Options())
    seen = set()
    for unit in table.units.values():
        found = captain._cover(table, unit)
        seen.add(found is None)
        assert (found is None) == in_cover(table, unit)
        if found is not None:
            assert terrain_at(table.scenario, (found.x, found.y)) in COVERS
            assert captain._operations(table, unit, COVER)
    assert seen == {True, False}


def test_the_way_to_ground_that_scores_counts_more_with_each_of_the_last_turns() -> None:
    table = RULES.open("creek-ford", Options())
    counted = []
    for turn in range(1, table.scenario.turns + 1):
        table.turn = turn
        counted.append(captain._haste(table))
    assert counted == [0, 0, 0, 0, 1, 2, 3, 4]
