"""Rules of the village, the night and secrets taken one by one: what a case would show only at the end of a long story."""

from dataclasses import replace

import pytest

from pbem.board.hexmap import blank
from pbem.core.options import Options
from pbem.core.order import Problem
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.rules.country import lodgings
from pbem.systems.indian_wars.rules.fire import coulees
from pbem.systems.indian_wars.rules.village import alert, camps, circles, herds, hunting, people
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.night_events import LodgingTaken
from pbem.systems.indian_wars.state.notes import Secrets
from pbem.systems.indian_wars.state.people_events import CaptivesFreed
from pbem.systems.indian_wars.state.village import Alert

SYSTEM = LITTLEBIGHORN.system


def counter(name: str, at: str, scenario: str = "scenario-4", **changes: object) -> Counter:
    return Counter(SYSTEM.open(scenario, Options()).sheet.roster[name], at=at).but(**changes)


def small(
    *units: Counter, scenario: str = "scenario-4", options: tuple[str, ...] = (), **village: object
) -> Battlefield:
    """A clear sheet of 18 by 16 with these counters, in phase C of the Indian side, turn 3."""
    field = SYSTEM.open(scenario, Options(options)).thaw()
    for name in tuple(field.units):
        field.take_off(name)
    field.sheet = replace(field.sheet, map=blank(18, 16))
    field.turn, field.phasing, field.phase = 3, "indian", "C"
    for unit in units:
        field.put(unit)
    field.notes = field.notes.but(village=replace(field.notes.village, **village))  # type: ignore[arg-type]
    return field


@pytest.mark.parametrize(
    ("phasing", "phase", "turn"), [("us", "C", 3), ("us", "F", 3), ("indian", "C", 4), ("us", "N", 4), ("", "", 3)]
)
def test_the_village_moves_in_the_next_indian_movement_phase_to_begin(phasing: str, phase: str, turn: int) -> None:
    field = small()
    field.phasing, field.phase = phasing, phase
    assert field.sheet.scenario.player_sequence == ("us", "indian")
    assert alert.move_after(field) == turn


def test_a_circle_that_was_not_warned_files_no_move_of_more_than_half_its_mps() -> None:
    field = small(
        counter("Hunkpapa camp 1", "0303"),
        counter("Oglala camp 1", "0606"),
        counter("Crow King", "0303", mode="mounted"),
        counter("He Dog", "0606", mode="mounted"),
        counter("Turning Bear", "0909", mode="mounted"),
        alert=Alert("indian", ("Hunkpapa",), 3),
    )
    long = ("0606", "0607", "0608", "0609", "0610", "0611")
    he_dog, crow_king, turning_bear = (field[name] for name in ("He Dog", "Crow King", "Turning Bear"))
    told = alert.half_way(field, (he_dog,), long)
    assert isinstance(told, Problem)
    assert "He Dog has 4 MP in this turn, half of its own" in told.text
    assert told.words == "0611"
    assert alert.half_way(field, (he_dog,), long[:-1]) is None
    assert alert.half_way(field, (he_dog.but(spent=1),), long[:-1]) is not None
    assert alert.half_way(field, (crow_king,), long) is None
    assert alert.half_way(field, (turning_bear,), long) is None
    assert alert.half_way(field, (crow_king, turning_bear, he_dog), long) is not None
    assert alert.half_way(field, (he_dog.but(spent=4),), long) is None, "his MPs are halved already"
    for other in (Alert("us", ("Hunkpapa",), 3), Alert("indian", ("Hunkpapa",), 2), None):
        field.notes = field.notes.but(village=replace(field.notes.village, alert=other))
        assert alert.half_way(field, (he_dog,), long) is None


def test_villagers_are_scenery_until_the_alert_and_camps_herds_and_fires_for_good() -> None:
    field = small(
        counter("Oglala villagers 1", "0303"),
        counter("Oglala camp 1", "0303"),
        counter("Herd 1", "0305"),
        counter("He Dog", "0303"),
    )
    seen = {one.name: circles.is_scenery(field, one) for one in field.units.values()}
    assert seen == {"Oglala villagers 1": True, "Oglala camp 1": True, "Herd 1": True, "He Dog": False}
    field.notes = field.notes.but(village=replace(field.notes.village, alert=Alert("us", ("Oglala",), 3)))
    seen = {one.name: circles.is_scenery(field, one) for one in field.units.values()}
    assert seen == {"Oglala villagers 1": False, "Oglala camp 1": True, "Herd 1": True, "He Dog": False}


def test_who_passes_with_captives_is_a_guard_or_a_leader_with_guards() -> None:
    guard = counter("A/7 Cav", "0303", guards="Oglala villagers 1")
    company, leader = counter("C/7 Cav", "0303"), counter("Capt Keogh", "0303")
    assert circles.pass_with_captives((guard, leader))
    assert not circles.pass_with_captives((guard, company))
    assert not circles.pass_with_captives((leader,))
    assert not circles.pass_with_captives((counter("Crow Scouts", "0303", guards="Herd 1"),))


def test_people_who_leave_score_for_the_us_before_the_last_day_and_for_the_indians_then() -> None:
    folk = counter("Oglala villagers 1", "0300", "scenario-1")
    field = SYSTEM.open("scenario-1", Options()).thaw()
    last_day = max(turn for turn, _ in field.sheet.scenario.days)
    for turn, side in ((1, "us"), (last_day - 1, "us"), (last_day, "indian"), (last_day + 1, "indian")):
        field.turn = turn
        assert camps.score(field, folk) == (side, 1)
    company = counter("A/7 Cav", "0300", "scenario-1")
    for turn, points in ((camps.FREE_FROM - 1, True), (camps.FREE_FROM, False)):
        field.turn = turn
        to, scored = camps.score(field, company)
        assert (to, scored > 0) == ("indian", points)


def test_people_leave_by_the_north_and_the_south_edge_alone() -> None:
    field = small(counter("Oglala villagers 1", "0005"))
    folk = field["Oglala villagers 1"]
    assert camps.bars(field, folk, "north") is None
    told = camps.bars(field, folk, "west")
    assert isinstance(told, Problem)
    assert told.words == "west"
    told = camps.bars(field, folk, "")
    assert isinstance(told, Problem)
    assert "cannot leave by the west edge" in told.text
    assert camps.bars(field, folk.but(at="0000"), "") is None
    assert camps.bars(field, counter("He Dog", "0005"), "west") is None


def test_the_north_map_ends_with_its_last_column() -> None:
    field = small()
    last = field.sheet.charts["special"]["hunting_parties"]["north_to_column"]
    assert hunting.sheet_of(field, f"{last:02}05") == "North"
    assert hunting.sheet_of(field, f"{last + 1:02}05") == "South"


def test_parties_hunt_where_the_option_is_played_in_a_scenario_that_has_them() -> None:
    played = [
        hunting.are_played(small(scenario=scenario, options=options))
        for scenario in ("scenario-4", "scenario-1")
        for options in ((), ("hunting parties",))
    ]
    assert played == [False, True, False, False]


def test_an_outpost_is_at_most_two_units_of_less_than_six_factors() -> None:
    field = SYSTEM.open("scenario-1", Options(("outpost",))).thaw()
    for name in tuple(field.units):
        field.take_off(name)
    warriors = iter([one for one in field.sheet.roster.values() if one.kind == "warrior"])

    def of(factors: int) -> Counter:
        """A warrior unit with so many factors on horseback."""
        return Counter(replace(next(warriors), cf_mounted=factors), at="6608")

    assert alert.has_room(field, of(5))
    assert not alert.has_room(field, of(6))
    field.put(of(2))
    assert alert.has_room(field, of(3))
    assert not alert.has_room(field, of(4))
    field.put(of(1))
    assert not alert.has_room(field, of(1))
    assert [one.kind for one in alert.posted(field)] == ["warrior", "warrior"]
    field.put(Counter(field.sheet.roster["Sitting Bull"], at="6608"))
    assert len(alert.posted(field)) == 2
    assert not alert.has_room(field, field["Sitting Bull"])


def test_a_camp_supplies_its_tribe_once() -> None:
    field = small(
        counter("Oglala camp 1", "0303"),
        counter("He Dog", "0303"),
        counter("Big Road", "0303"),
        counter("Crow King", "0303"),
    )
    other = next(
        one
        for one in field.sheet.roster.values()
        if one.tribe == "Oglala" and one.kind == "warrior" and one.name != "He Dog"
    )
    assert camps.supply(field, field["He Dog"]) == ("Oglala camp 1",)
    assert camps.supply(field, field["Crow King"]) is None
    field.put(Counter(other, at="0303").but(resupplying="Oglala camp 1"))
    assert camps.supply(field, field["He Dog"]) is None
    assert camps.supply(field, field[other.name]) == ("Oglala camp 1",)


def test_captives_whose_guard_is_gone_run_and_strayed_herds_are_no_captives() -> None:
    field = small(
        counter("He Dog", "0300"),
        alert=Alert("us", ("Oglala",), 1),
        strays={"Herd 1": "0505", "Oglala villagers 1": "0303", "Oglala villagers 2": "0304"},
    )
    umpire = Umpire(field, SYSTEM.apply, phase="T03.US.C", options=field.options)
    people.look_after(umpire)
    freed = [(one.villagers, one.at) for one in umpire.events if isinstance(one, CaptivesFreed)]
    assert freed == [("Oglala villagers 1", "0303"), ("Oglala villagers 2", "0304")]


def test_people_in_flight_pass_no_fire_and_no_troops_and_keep_away_from_those_they_see() -> None:
    field = small(counter("A/7 Cav", "0606"), counter("Capt Keogh", "0309"), counter("He Dog", "0902"))
    assert not people._may_flee(field, "0605", "0606")
    assert people._may_flee(field, "0308", "0309"), "a leader alone is no bar"
    assert people._may_flee(field, "0903", "0902")
    assert people._may_flee(field, "0604", "0603"), "away from him"
    assert not people._may_flee(field, "0603", "0604")
    assert not people._may_flee(field, "0602", "0603"), "within three hexes"
    assert people._may_flee(field, "0601", "0602"), "four hexes away"


def test_herds_far_from_all_warriors_come_in_hex_order() -> None:
    field = small(counter("Herd 1", "0505"), counter("Herd 2", "0303"), counter("He Dog", "0909", mode="mounted"))
    ready = tuple(field[name] for name in ("Herd 1", "Herd 2"))
    assert herds._chosen(field, ready, ()) == ("Herd 2", "Herd 1")
    field.put(field["He Dog"].but(mode="dismounted"))
    assert herds._chosen(field, ready, ()) == ("Herd 1", "Herd 2")
    assert herds._chosen(field, ready, ("0303",)) == ("Herd 2", "Herd 1")


SECRETS = Secrets({"5413": True}, {"D/7 Cav": "8906"}, {"Iron Bear": "4510"}, {"Party 1": "Iron Bear"})


def test_each_side_sees_what_it_has_written_and_nobody_sees_nothing() -> None:
    assert SECRETS.seen_by("us") == Secrets({}, {"D/7 Cav": "8906"})
    assert SECRETS.seen_by("indian") == Secrets({"5413": True}, {}, {"Iron Bear": "4510"}, {"Party 1": "Iron Bear"})
    assert SECRETS.seen_by("") == Secrets()


def test_the_leaves_of_secrets_have_the_same_paths_whatever_was_written() -> None:
    paths = ["fords", "entries"]
    assert [path for path, _ in SECRETS.leaves()] == [path for path, _ in Secrets().leaves()] == paths
    assert [path for path, _ in SECRETS.leaves(hunt=True)] == [*paths, "parties"]
    assert dict(SECRETS.leaves(hunt=True))["parties"] == {
        "placed": {"Iron Bear": "4510"},
        "markers": {"Party 1": "Iron Bear"},
    }
    assert Secrets.from_json(SECRETS.to_json()) == SECRETS
    assert set(Secrets().to_json()) == {"fords", "entries"}


def in_the_night(*units: Counter, **country: object) -> Battlefield:
    field = small(*units, scenario="scenario-1")
    field.turn, field.phase = 19, "N"
    field.notes = field.notes.but(country=field.notes.country.but(is_dark=True, **country))
    return field


def test_the_night_is_spent_in_or_beside_camps_and_people_and_not_among_troops() -> None:
    field = in_the_night(
        counter("Oglala camp 1", "0303", "scenario-1"),
        counter("Oglala villagers 1", "0606", "scenario-1"),
        counter("A/7 Cav", "0404", "scenario-1"),
        counter("Capt Keogh", "0302", "scenario-1"),
    )
    around = {*field.sheet.map.neighbours("0303"), *field.sheet.map.neighbours("0606")}
    assert set(lodgings.rest_hexes(field)) == {"0303", "0606", *around} - {"0404", "0302"}
    assert lodgings.rest_hexes(field)[:2] == ("0303", "0606")


def test_without_a_home_it_is_spent_far_from_the_troops() -> None:
    field = in_the_night(counter("A/7 Cav", "0808", "scenario-1"))
    found, distance = lodgings.rest_hexes(field), field.sheet.map.distance
    assert set(found) == {at for at in field.sheet.map if distance(at, "0808") > lodgings.RAID}
    assert [distance(at, "0808") for at in found] == sorted((distance(at, "0808") for at in found), reverse=True)
    field.take_off("A/7 Cav")
    assert lodgings.rest_hexes(field) == tuple(sorted(field.sheet.map)), "nobody is there to be far from"


def test_herds_spend_it_near_camps_and_next_to_none() -> None:
    field = in_the_night(counter("Oglala camp 1", "0303", "scenario-1"))
    distance = field.sheet.map.distance
    found = lodgings.herd_hexes(field)
    assert set(found) == {at for at in field.sheet.map if 2 <= distance(at, "0303") <= 10}
    assert [distance(at, "0303") for at in found] == sorted(distance(at, "0303") for at in found)
    field.take_off("Oglala camp 1")
    assert lodgings.herd_hexes(field) == lodgings.rest_hexes(field)


def test_packed_camps_lie_with_their_people() -> None:
    field = in_the_night(
        counter("Oglala camp 1", "0303", "scenario-1"),
        counter("Oglala villagers 2", "0505", "scenario-1"),
        counter("Oglala villagers 3", "", "scenario-1"),
    )
    carried = {"Oglala camp 2": "Oglala villagers 2", "Oglala camp 3": "Oglala villagers 3", "Oglala camp 4": "gone"}
    field.notes = field.notes.but(
        village=replace(field.notes.village, carried={**carried, "Herd 1": "Oglala villagers 2"})
    )
    assert lodgings.packed(field) == (("Oglala camp 2", "0505"),)
    assert lodgings.camp_hexes(field) == ("0303", "0505")


def test_the_safest_camp_of_the_circle_comes_first() -> None:
    field = in_the_night(
        counter("Oglala camp 1", "0303", "scenario-1"),
        counter("Oglala camp 2", "0909", "scenario-1"),
        counter("Hunkpapa camp 1", "0306", "scenario-1"),
        counter("He Dog", "", "scenario-1"),
        counter("A/7 Cav", "0302", "scenario-1"),
    )
    ranked = lodgings._by_tribe(field, field["He Dog"])
    distance = field.sheet.map.distance
    assert ranked[0] == "0909", "a camp of its circle that is not next to troops"
    safe = [at for at in ranked if distance(at, "0302") > 1]
    assert ranked[: len(safe)] == safe, "what lies next to troops comes last"
    assert ranked.index("0303") > ranked.index("0306")
    own = [min(distance(at, "0909"), distance(at, "0303")) for at in safe]
    assert own == sorted(own)


def test_a_raider_takes_his_own_ponies_or_else_the_last_herd() -> None:
    field = in_the_night(counter("He Dog", "", "scenario-1"), counter("Herd 1", ""), counter("Herd 2", ""))
    assert lodgings._pony_for(field, field["He Dog"]) == "Herd 2"


def lodged(field: Battlefield) -> dict[str, str]:
    umpire = Umpire(field, SYSTEM.apply, phase="T19.IN.N", options=field.options)
    lodgings.place_the_rest(umpire)
    return {one.unit: one.at for one in umpire.events if isinstance(one, LodgingTaken)}


def test_who_was_not_placed_goes_to_his_own_and_herds_two_by_two_to_the_meadows() -> None:
    field = in_the_night(
        counter("Oglala camp 1", "0303", "scenario-1"),
        counter("Hunkpapa camp 1", "0909", "scenario-1"),
        counter("He Dog", "", "scenario-1"),
        counter("Crow King", "", "scenario-1"),
        counter("Sitting Bull", "", "scenario-1", attached_to="Crow King"),
        counter("Crazy Horse", "", "scenario-1"),
        *(counter(f"Herd {n}", "", "scenario-1") for n in (1, 2, 3)),
        counter("A/7 Cav", "1515", "scenario-1"),
    )
    found = lodged(field)
    assert {name: found[name] for name in ("He Dog", "Crow King", "Sitting Bull", "Crazy Horse")} == {
        "He Dog": "0303",
        "Crow King": "0909",
        "Sitting Bull": "0909",
        "Crazy Horse": "0303",
    }
    meadows = lodgings.herd_hexes(field)
    assert [found[f"Herd {n}"] for n in (1, 2, 3)] == [meadows[0], meadows[0], meadows[1]]


def test_a_full_camp_sends_its_warriors_next_door() -> None:
    field = in_the_night(
        counter("Oglala camp 1", "0303", "scenario-1"),
        replace(full := counter("Crow King", "0303", "scenario-1"), printed=replace(full.printed, cf_dismounted=25)),
        counter("He Dog", "", "scenario-1"),
    )
    assert field.sheet.map.distance(lodged(field)["He Dog"], "0303") == 1


def test_a_coulee_has_two_sides_and_is_open_straight_out_at_its_end() -> None:
    sheet = replace(blank(9, 9), coulees=(("0405", "0404", "0403"),))
    at, end = "0404", "0403"
    ring = [sheet.beside(at, n) for n in range(6)]
    assert [coulees.side_of(sheet, at, one or "") for one in ring] == [None, 0, 0, None, 3, 3]
    ring = [sheet.beside(end, n) for n in range(6)]
    assert [coulees.side_of(sheet, end, one or "") for one in ring] == [None, 0, 0, None, 3, 3], "it leads straight out"
    assert coulees.side_of(sheet, at, "0408") is None
    bend = replace(blank(9, 9), coulees=(("0405", "0404", "0503"),))
    ring = [bend.beside(at, n) for n in range(6)]
    mouths = [n for n in range(6) if ring[n] in ("0405", "0503")]
    sides = [coulees.side_of(bend, at, one or "") for one in ring]
    assert [n for n in range(6) if sides[n] is None] == mouths
    assert len(set(sides)) == 3
