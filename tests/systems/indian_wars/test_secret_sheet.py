"""The order sheet names what a side may write down in secret, so that nobody has to know it by heart."""

import pytest

from pbem.core.options import Options
from pbem.core.order import Problem
from pbem.systems import registry
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.rules.turn import silence
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.notes import EntryWritten, FordsChosen
from pbem.systems.indian_wars.telling.orders import OrderSheet

SYSTEM = LITTLEBIGHORN.system
DIALECT = registry.game("littlebighorn").dialect


def opened(scenario: str, *options: str) -> Battlefield:
    return SYSTEM.open(scenario, Options(options)).thaw()


def sheet(field: Battlefield, side: str, letter: str = "S") -> OrderSheet:
    return OrderSheet(SYSTEM.view(field, side), side, letter, side, SYSTEM.plan)


def shown(of: OrderSheet) -> list[str]:
    return [f"{line.order} {line.remark}".strip() for line in of.lines()]


def test_the_Indian_side_is_asked_which_fords_are_real() -> None:
    found = sheet(opened("scenario-4"), "indian")
    assert "real fords ... choose 1: 5415 or 5316" in shown(found)
    assert "real fords ... choose 1 or 2: 4514, 4411 or 3304" in shown(found)
    assert found.to_do().silent.endswith("; the first ford of each group is real")
    assert not [line for line in shown(sheet(opened("scenario-4"), "us")) if "fords" in line]


def test_fords_that_are_chosen_are_not_asked_for_again() -> None:
    field = opened("scenario-1")
    SYSTEM.apply(field, FordsChosen(("5413", "5316"), (True, False)))
    assert not [line for line in shown(sheet(field, "indian")) if line.startswith("real fords")]


def test_the_US_side_is_asked_where_reinforcements_enter() -> None:
    field = opened("scenario-4")
    found = sheet(field, "us")
    assert shown(found) == [
        "// in turn 9 by US reinforcements (8906-8913); sealed until then",
        "B/7 Cav + Mule Pack Train + Gatling Pack enter ...",
    ]
    assert found.to_do().example.startswith("B/7 Cav + Mule Pack Train + Gatling Pack enter 89")
    assert found.to_do().silent == "later arrivals enter in the middle of their zone"
    SYSTEM.apply(field, EntryWritten(("B/7 Cav", "Mule Pack Train", "Gatling Pack"), "8909"))
    assert shown(sheet(field, "us")) == []


def test_hunting_parties_have_a_sheet() -> None:
    found = sheet(opened("scenario-4", "hunting parties"), "indian", "H")
    assert shown(found)[:3] == [
        "// 9 hexes or more from US units and where they enter",
        "Turning Bear hunt ... above any other",
        "Iron Bear hunt ... above any other",
    ]
    assert "dummies ... 2 hexes at most; 1 on the North map" in shown(found)
    assert found.to_do().example.startswith("Turning Bear hunt ")


def test_an_outpost_is_named_where_it_is_played() -> None:
    lines = shown(sheet(opened("scenario-1", "outpost"), "indian"))
    assert "//       2 hexes of 6608; 2 herds leave the map for it" in lines
    assert not [line for line in shown(sheet(opened("scenario-1"), "indian")) if "outpost" in line]


def test_who_is_silent_is_told_by_which_edge_he_comes() -> None:
    field = opened("rosebud-3a")
    field.phase, field.turn = "T01.US.C", 1
    assert "they enter by the south entry (" in sheet(field, "us", "C").to_do().silent
    field = opened("scenario-1")
    field.phase, field.turn = "T01.US.C", 1
    assert "they enter by the zone Keogh (8907-8908); nobody" in sheet(field, "us", "C").to_do().silent
    decided = " ".join(silence.owed(field, "us", "C", ()))
    assert "they will enter mounted, by the zone Keogh (8907-8908) (21.1)" in decided


@pytest.mark.parametrize("scenario", registry.game("littlebighorn").practice_players.scenarios())
@pytest.mark.parametrize("side", ["us", "indian"])
def test_a_side_with_something_to_place_gets_a_lawful_example(scenario: str, side: str) -> None:
    field = opened(scenario)
    found = sheet(field, side)
    example = found.to_do().example
    assert bool(example) == bool(found.lines())
    orders = DIALECT.read(example, SYSTEM.view(field, side), side) if example else ()
    assert not isinstance(orders, Problem)
    assert [one for one in orders if isinstance(SYSTEM.plan(SYSTEM.view(field, side), side, "S", one), Problem)] == []


def test_people_and_warriors_of_a_hex_move_by_lines_of_their_own() -> None:
    field = opened("scenario-1")
    at = "6616"
    for name in ("He Dog", "White Bull", "Big Elk", "Little Big Man", "Low Dog", "Crazy Horse", "Oglala villagers 1"):
        field.put(field[name].but(at=at))
    field.phase, field.turn, field.phasing = "T05.IN.C", 5, "indian"
    lines = [line.order for line in sheet(field, "indian", "C").lines() if f"move {at}-" in line.order]
    assert f"Oglala villagers 1 move {at}-" in lines
    assert not [line for line in lines if line.startswith("all in")]
    assert [line for line in lines if "He Dog" in line and "Low Dog" in line]
