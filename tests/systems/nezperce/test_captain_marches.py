"""What the captain of the campaign does on the march, what it fears and hopes for there, and when it declares combat."""

from dataclasses import replace

import pytest

from pbem.core.order import Order
from pbem.mechanisms.practice import CAPTAIN, PLAIN
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle.plan.records import SetLine
from pbem.systems.nezperce.battle.state import ALERTED, Battle, Lead
from pbem.systems.nezperce.orders.records import Declare
from pbem.systems.nezperce.practice import march
from pbem.systems.nezperce.practice.march import MARCH
from pbem.systems.nezperce.practice.players import JUDGE, PLAYERS
from pbem.systems.nezperce.rules import contacts
from pbem.systems.nezperce.state.contact import ARMY, INDIAN, SEARCH
from pbem.systems.nezperce.state.events import BattleDeclared
from pbem.systems.nezperce.state.position import WAITING, Campaign, Unit
from pbem.systems.nezperce.system import RULES
from tests.systems.nezperce.fights import Fight
from tests.systems.nezperce.positions import campaign, first, marches

VILLAGE, OLLOKOT, WHITE_BIRD = "Indian Village", "Ollokot", "White Bird"
MOUNTAINS, PLAINS = "1112", "2408"
HORSE = ("Howard", "Perry", "Whipple", "Washington Volunteers")


def at(hex_id: str, *names: str) -> dict[str, str]:
    return dict.fromkeys(names, hex_id)


# What it fears and hopes for


@pytest.mark.parametrize(("searching", "faces"), [(4, 0), (8, 1), (12, 5), (30, 5)])
def test_faces_that_find_the_village_in_major_mountains(searching: int, faces: int) -> None:
    state = campaign(12, at(MOUNTAINS, VILLAGE))
    assert march.faces(MOUNTAINS, searching, state.at(MOUNTAINS)) == faces


def test_the_unit_that_is_found_most_easily_gives_its_company_away() -> None:
    state = campaign(12, at(MOUNTAINS, VILLAGE, OLLOKOT))
    band, village = state.units[OLLOKOT], state.units[VILLAGE]
    assert march.faces(MOUNTAINS, 12, [band]) == 2
    assert march.faces(MOUNTAINS, 12, [band, village]) == march.faces(MOUNTAINS, 12, [village]) == 5
    assert march.faces(MOUNTAINS, 30, []) == 0


def test_loss_grows_with_the_soldiers_up_to_half_of_the_braves() -> None:
    units = campaign(12, at(PLAINS, VILLAGE, OLLOKOT)).units
    few, many = march.loss([units[OLLOKOT]], 4), march.loss([units[OLLOKOT]], 40)
    assert (few, many) == (2 * march.BRAVE, 4 * march.BRAVE)
    assert march.loss([units[VILLAGE]], 40) == 0


def test_columns_come_as_far_as_their_points_and_not_over_a_river() -> None:
    state = campaign(16, {**at("2607", *HORSE), OLLOKOT: PLAINS})
    columns = march.Columns(state)
    assert columns.at(PLAINS) == (17, 13)
    assert columns.at("2404") == columns.at("2404", 2) == (0, 0)  # beyond the Missouri
    assert columns.at("2002") == (0, 0)


def test_a_column_that_has_fought_stays_and_counts_a_move_later() -> None:
    state = campaign(16, {"Perry": "2607", OLLOKOT: PLAINS})
    state.put("Perry", still_on=16)
    columns = march.Columns(state)
    assert (columns.at(PLAINS), columns.at(PLAINS, 2), columns.at("2607")) == ((0, 0), (4, 3), (4, 3))


def test_reinforcements_of_the_next_turn_count() -> None:
    state = campaign(15, {OLLOKOT: PLAINS})
    state.put("Norwood", at="2112", status=WAITING)  # arrives on turn 16
    assert march.Columns(state).at("2111") == (4, 2)
    assert march.Columns(replace(state, turn=14)).at("2111") == (0, 0)


def test_the_worst_camp_counts_most() -> None:
    assert march.together([80, 40, 0]) == 80 + 120 // march.SHARE
    assert march.together([]) == 0


# The Indian side


def hunted() -> Campaign:
    """The village and two bands in the mountains, the horse two hexes off."""
    state = campaign(12, {**at("1412", VILLAGE, OLLOKOT, WHITE_BIRD), **at("1410", *HORSE)}, "B")
    return replace(state, searched_on=3, outside_on=11)


def test_the_bands_hide_apart_from_the_village() -> None:
    state = hunted()
    together = {one.path[-1] for one in marches(state, INDIAN, "B", PLAIN).values()}
    assert len(together) == 1
    found = marches(state, INDIAN, "B", CAPTAIN)
    camps = {name: one.path[-1] for name, one in found.items()}
    assert camps[VILLAGE] not in (camps[OLLOKOT], camps[WHITE_BIRD])
    columns = march.Columns(state)
    for name in (OLLOKOT, WHITE_BIRD):
        assert columns.risk(camps[name], [state.units[name]]) < columns.risk("1412", [state.units[name]])


def test_with_no_soldier_near_all_go_on_toward_the_rendezvous() -> None:
    state = campaign(12, {**at("1412", VILLAGE, OLLOKOT), "Perry": "0309"}, "B")
    area, land = data.zone("rendezvous"), data.strategic_map()

    def off(at: str) -> int:
        return min(land.distance(at, one) for one in area)

    found = marches(state, INDIAN, "B", CAPTAIN)
    assert {*found} == {VILLAGE, OLLOKOT}
    assert all(off(one.path[-1]) < off("1412") for one in found.values())


def test_a_town_and_a_hex_where_soldiers_wait_are_shunned() -> None:
    state = campaign(12, {**at("1411", VILLAGE, OLLOKOT), "Perry": "0309"}, "B")
    state.put("Gibbon", at="1512", status=WAITING)
    for one in marches(state, INDIAN, "B", CAPTAIN).values():
        assert not data.town(one.path[-1])
        assert one.path[-1] != "1512"


def test_the_way_to_canada_is_taken_once_it_is_open() -> None:
    state = campaign(28, {**at("2503", OLLOKOT, VILLAGE), "Perry": "0309"}, "B")
    opened = replace(state, met_on=25)
    assert {one.path[-1] for one in marches(opened, INDIAN, "B", CAPTAIN).values()} <= data.zone("Canada")
    assert MARCH.worth(opened, INDIAN) < MARCH.worth(replace(opened, units=_moved(opened, "2501")), INDIAN)


def _moved(state: Campaign, to: str) -> dict[str, Unit]:
    return {name: one.with_(at=to) if one.at == "2503" else one for name, one in state.units.items()}


# The Army


def test_the_army_goes_for_the_braves_and_not_for_lodges_alone() -> None:
    bands = at(PLAINS, OLLOKOT, WHITE_BIRD, "Looking Glass")
    state = campaign(16, {VILLAGE: "2808", **bands, **at("2607", *HORSE)}, "E")
    assert {one.path[-1] for one in marches(state, ARMY, "E", PLAIN).values()} == {"2808"}
    assert {one.path[-1] for one in marches(state, ARMY, "E", CAPTAIN).values()} == {PLAINS}


def test_a_search_that_may_find_braves_is_worth_something() -> None:
    apart = campaign(16, {OLLOKOT: PLAINS, **at("2607", *HORSE)}, "F")
    there = campaign(16, {OLLOKOT: PLAINS, **at(PLAINS, *HORSE)}, "F")
    assert MARCH.worth(there, ARMY) > MARCH.worth(apart, ARMY)
    assert MARCH.worth(there, INDIAN) == -MARCH.worth(there, ARMY)
    last = [replace(one, turn=one.last_turn) for one in (apart, there)]
    assert MARCH.worth(last[0], INDIAN) - MARCH.worth(last[1], INDIAN) == march.of_search(
        there, PLAINS, there.at(PLAINS, INDIAN)
    )


def test_a_battle_that_has_opened_is_estimated() -> None:
    state = campaign(29, {OLLOKOT: PLAINS, **at(PLAINS, *HORSE)}, "F")
    before = MARCH.worth(replace(state, letter="R"), INDIAN)
    RULES.apply(state, BattleDeclared(contacts.contact(state, SEARCH, PLAINS, (OLLOKOT,))))
    assert MARCH.is_settled(state)
    assert before - MARCH.worth(state, INDIAN) == march.loss([state.units[OLLOKOT]], 13)


# Battles


def declared(state: Campaign, level: str) -> list[Order]:
    return list(PLAYERS.orders(RULES, replace(state, searched_on=3, outside_on=11), INDIAN, "C", level, first))


def test_combat_is_declared_only_where_it_pays() -> None:
    places = {VILLAGE: "2808", **at(PLAINS, OLLOKOT, WHITE_BIRD, "Looking Glass", "Wiles")}
    fight = Declare((OLLOKOT, WHITE_BIRD, "Looking Glass"), PLAINS)
    assert declared(campaign(16, places, "C"), CAPTAIN) == [fight]
    assert declared(campaign(29, places, "C"), PLAIN) == [fight]
    assert declared(campaign(29, places, "C"), CAPTAIN) == []  # soldiers bring no points


def test_the_army_spares_lodges_that_stand_alone() -> None:
    state = campaign(16, at(PLAINS, VILLAGE, *HORSE), "F")
    RULES.apply(state, BattleDeclared(contacts.contact(state, SEARCH, PLAINS, (VILLAGE,))))
    assert JUDGE.effort(state, "P").first == 0
    lines = [one for one in PLAYERS.orders(RULES, state, ARMY, "P", CAPTAIN, first) if isinstance(one, SetLine)]
    assert lines
    assert not any("any" in str(one.line) for one in lines)


def led(level: str) -> list[tuple[str, list[Order]]]:
    """The states of contact of some battles, and what the Army orders when it places its units."""
    names = ("Howard", "Walla Walla Volunteers", "Rawn", "Perry", "Gibbon", "Hart")
    found = []
    for n in range(8):
        fight = Fight(n, lambda view, ask: ())
        fight.state = campaign(20, at(MOUNTAINS, OLLOKOT, WHITE_BIRD, *names), "F")
        RULES.apply(
            fight.state, BattleDeclared(contacts.contact(fight.state, SEARCH, MOUNTAINS, (OLLOKOT, WHITE_BIRD)))
        )
        while isinstance(fight.state.battle, Battle) and fight.state.battle.half == 0:
            battle = fight.state.battle
            if battle.steps and battle.steps[0] == ("J", ARMY):
                found.append((battle.state, list(PLAYERS.orders(RULES, fight.state, ARMY, "J", level, first))))
            fight.phase()
    return found


def test_the_units_with_most_fighters_lead_where_half_of_them_do() -> None:
    orders = dict(led(CAPTAIN))
    assert len(orders) > 1
    for state, written in orders.items():
        assert written == ([] if state == ALERTED else [Lead(("Howard", "Gibbon", "Hart"))])
    assert not any(written for _, written in led(PLAIN))
