"""What the practice player of the level ``plain`` does about a village: it looks for it, burns it, packs it, leaves it."""

from itertools import pairwise

from pbem.core.options import Options
from pbem.core.order import Order
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.orders import littlebighorn_records as g
from pbem.systems.indian_wars.orders import littlebighorn_records as v
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.practice import columns, danger, fire, village
from pbem.systems.indian_wars.practice.plain import orders_for
from pbem.systems.indian_wars.rules.country import night
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.rules.turn import sequence
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.ledger import BattlefieldLedger
from pbem.systems.indian_wars.state.moving_events import HoldersPlaced, UnitSetUp

SYSTEM = LITTLEBIGHORN.system
ALERT = "us; 3; Oglala"


def standing(letter: str, side: str, *units: tuple[str, str, str], alert: str = ALERT) -> Battlefield:
    """The first scenario in a phase of turn 4 with these counters alone: name, hex, mode."""
    field = SYSTEM.open("scenario-1", Options()).thaw()
    for name in tuple(field.units):
        field.take_off(name)
    field.turn, field.phasing, field.phase, field.phase_over = 4, side, letter, False
    for name, at, mode in units:
        field.put(Counter(field.sheet.roster[name], at=at, mode=mode))
    if alert:
        field.notes = field.notes.with_text("village alert", alert)
    return field


def orders(field: Battlefield, side: str, letter: str) -> tuple[Order, ...]:
    return orders_for(SYSTEM, field, side, letter, lambda purpose, n: 0)


CAMP = (("Oglala camp 1", "6616", "dismounted"), ("Oglala villagers 1", "6616", "dismounted"))


def test_a_company_rides_for_the_nearest_camp() -> None:
    field = standing("C", "us", *CAMP, ("Hunkpapa camp 1", "7017", "dismounted"), ("A/7 Cav", "8912", "mounted"))
    assert village.goal(field, field["A/7 Cav"]) == "7017"
    (move,) = (one for one in orders(field, "us", "C") if isinstance(one, o.Move))
    distance = field.sheet.map.distance
    assert distance(move.path[-1], "7017") < distance("8912", "7017")


def test_scouts_go_for_the_ponies_and_who_has_captives_goes_back() -> None:
    field = standing("C", "us", *CAMP, ("Herd 1", "6619", "dismounted"), ("Arikara Scouts", "8912", "mounted"))
    assert village.goal(field, field["Arikara Scouts"]) == "6619"
    field.put(Counter(field.sheet.roster["A/7 Cav"], at="6816").but(guards="Oglala villagers 1"))
    assert village.goal(field, field["A/7 Cav"]) == ""


def test_a_company_in_a_camp_takes_the_people_first_and_burns_the_camp_without_them() -> None:
    with_people = standing("C", "us", *CAMP, ("A/7 Cav", "6616", "dismounted"))
    assert v.Capture("A/7 Cav") in orders(with_people, "us", "C")
    without = standing("C", "us", CAMP[0], ("A/7 Cav", "6616", "dismounted"))
    assert v.Burn("A/7 Cav") in orders(without, "us", "C")


def test_a_circle_packs_as_companies_come_near_and_not_before_the_alert() -> None:
    near = (*CAMP, ("A/7 Cav", "7316", "mounted"))
    assert v.BreakDown("Oglala") in orders(standing("A", "indian", *near), "indian", "A")
    assert not orders(standing("A", "indian", *near, alert=""), "indian", "A")
    far = standing("A", "indian", *CAMP, ("A/7 Cav", "8912", "mounted"))
    assert v.BreakDown("Oglala") not in orders(far, "indian", "A")


def test_villagers_run_from_companies_and_never_toward_them() -> None:
    field = standing("C", "indian", *CAMP, ("A/7 Cav", "6816", "mounted"))
    (move,) = (one for one in orders(field, "indian", "C") if "Oglala villagers 1" in getattr(one, "units", ()))
    assert isinstance(move, o.Move)
    distance = field.sheet.map.distance
    assert distance(move.path[-1], "6816") > distance("6616", "6816")
    calm = standing("C", "indian", *CAMP, ("A/7 Cav", "8912", "mounted"))
    assert not [one for one in orders(calm, "indian", "C") if "Oglala villagers 1" in getattr(one, "units", ())]


def test_the_headquarters_follows_its_companies_and_keeps_away_from_warriors() -> None:
    field = standing("C", "us", *CAMP, ("7 Cav HQ", "8905", "mounted"), ("A/7 Cav", "7910", "mounted"))
    (move,) = (one for one in orders(field, "us", "C") if "7 Cav HQ" in getattr(one, "units", ()))
    assert isinstance(move, o.Move)
    distance = field.sheet.map.distance
    assert distance(move.path[-1], "7910") < distance("8905", "7910")


def test_the_game_ends_without_warriors_and_villagers_and_not_while_a_column_is_to_come() -> None:
    us = ("A/7 Cav", "8912", "mounted")
    assert not sequence.is_over(standing("F", "indian", us, CAMP[1]))
    assert not sequence.is_over(standing("F", "indian", us, ("He Dog", "6616", "dismounted")))
    assert sequence.is_over(standing("F", "indian", us, CAMP[0], ("Herd 1", "6619", "dismounted")))
    opened = SYSTEM.open("scenario-1", Options()).thaw()
    opened.turn = 4
    for unit in tuple(opened.of("us")):
        opened.take_off(unit.name)
    assert not sequence.is_over(opened)
    for name in [name for name, unit in opened.units.items() if unit.side == "us"]:
        opened.take_off(name)
    assert sequence.is_over(opened)


def test_a_gun_is_made_ready_for_warriors_who_come_near_fired_and_limbered_once_they_are_gone() -> None:
    foe = ("He Dog", "7004", "dismounted")
    guards = tuple((name, "7001", "dismounted") for name in ("A/7 Cav", "G/7 Cav"))
    limbered = standing("C", "us", foe, *guards, ("Gatling 1", "7001", "mounted"))
    assert g.Unlimber("Gatling 1", "7004") in orders(limbered, "us", "C")
    unguarded = standing("C", "us", foe, ("Gatling 1", "7001", "mounted"))
    assert g.Unlimber("Gatling 1", "7004") not in orders(unguarded, "us", "C")
    near = standing("B", "us", ("He Dog", "7003", "dismounted"), ("Gatling 1", "7001", "dismounted"))
    near.put(near["Gatling 1"].but(facing="W"))
    assert o.Fire("Gatling 1", "full", "7003") in orders(near, "us", "B")
    alone = standing("C", "us", CAMP[0], ("He Dog", "6616", "dismounted"), ("Gatling 1", "7001", "dismounted"))
    alone.put(alone["Gatling 1"].but(facing="W"))
    assert orders(alone, "us", "C")[0] == g.Limber("Gatling 1")


# Columns


VILLAGE = (*CAMP, ("Hunkpapa camp 1", "7017", "dismounted"), ("Hunkpapa villagers 1", "7017", "dismounted"))
BAND = ("Lame Deer", "Iron Star", "He Dog", "White Bull", "Crow King", "Spotted Eagle")


def test_companies_within_four_hexes_are_one_column_and_share_its_goal() -> None:
    field = standing(
        "C",
        "us",
        *VILLAGE,
        ("A/7 Cav", "8410", "mounted"),
        ("G/7 Cav", "8412", "mounted"),
        ("E/7 Cav", "7801", "mounted"),
    )
    found = columns.plans(field, "us")
    assert found["A/7 Cav"] == found["G/7 Cav"]
    assert found["A/7 Cav"].column == {"A/7 Cav", "G/7 Cav"}
    assert found["E/7 Cav"].column == {"E/7 Cav"}
    assert found["A/7 Cav"].goal == "7017"
    assert columns.plans(field, "indian") == {}


def test_a_column_that_is_outnumbered_stays_in_the_saddle_and_out_of_reach_of_warriors_on_foot() -> None:
    band = tuple((name, at, "dismounted") for name, at in zip(BAND, ("7209", "7210", "7211") * 2, strict=True))
    field = standing("C", "us", *VILLAGE, *band, ("A/7 Cav", "7508", "mounted"), ("G/7 Cav", "7509", "mounted"))
    assert columns.plans(field, "us")["A/7 Cav"].evades
    found = orders(field, "us", "C")
    assert o.ChangeMode("A/7 Cav", "dismounted") not in found
    distance = field.sheet.map.distance
    ends = {one.units[0]: one.path[-1] for one in found if isinstance(one, o.Move)}
    for name in ("A/7 Cav", "G/7 Cav"):
        assert min(distance(ends[name], at) for _, at, _ in band) > 3


def test_a_column_that_is_caught_holds_high_ground_on_foot() -> None:
    band = tuple((name, at, "mounted") for name, at in zip(BAND, ("7209", "7210", "7211") * 2, strict=True))
    field = standing("C", "us", *VILLAGE, *band, ("A/7 Cav", "7407", "mounted"), ("G/7 Cav", "7408", "mounted"))
    bound = columns.plans(field, "us")["A/7 Cav"]
    assert bound.holds
    assert field.sheet.map.level(bound.goal) == 3
    found = orders(field, "us", "C")
    assert {o.ChangeMode("A/7 Cav", "dismounted"), o.ChangeMode("G/7 Cav", "dismounted")} <= set(found)


def test_who_is_out_of_touch_rides_to_those_in_trouble() -> None:
    band = tuple((name, at, "mounted") for name, at in zip(BAND, ("7209", "7210", "7211") * 2, strict=True))
    field = standing("C", "us", *VILLAGE, *band, ("A/7 Cav", "7407", "mounted"), ("D/7 Cav", "8508", "mounted"))
    assert columns.plans(field, "us")["D/7 Cav"].goal == "7407"


def test_a_beaten_regiment_leaves_once_that_gives_no_points() -> None:
    band = tuple((name, at, "dismounted") for name, at in zip(BAND, ("8209", "8210", "8211") * 2, strict=True))
    field = standing(
        "C", "us", *VILLAGE, *band, ("A/7 Cav", "8907", "mounted"), ("Mule Pack Train", "8901", "dismounted")
    )
    field.lost["us"] = 20
    assert not any(isinstance(one, o.Exit) for one in orders(field, "us", "C"))
    field.turn = 23
    left = {one.units for one in orders(field, "us", "C") if isinstance(one, o.Exit)}
    assert left == {("A/7 Cav",), ("Mule Pack Train",)}


def test_ponies_go_to_warriors_on_foot_who_ride_while_the_enemy_is_far() -> None:
    ponies = next(
        name for name, one in SYSTEM.open("scenario-1", Options()).sheet.roster.items() if one.kind == "pony_holder"
    )
    apart = (("He Dog", "6616", "dismounted"), (ponies, "6619", "dismounted"), ("A/7 Cav", "7616", "mounted"))
    field = standing("C", "indian", *CAMP, *apart)
    ends = {one.units: one.path[-1] for one in orders(field, "indian", "C") if isinstance(one, o.Move)}
    to, distance = ends[("He Dog",)], field.sheet.map.distance
    assert distance(ends[(ponies,)], to) < distance("6619", to)
    together = (("He Dog", "6616", "dismounted"), (ponies, "6616", "dismounted"), ("A/7 Cav", "7616", "mounted"))
    assert o.ChangeMode("He Dog", "mounted") in orders(standing("C", "indian", *CAMP, *together), "indian", "C")


def test_cavalry_walks_to_water_in_the_night() -> None:
    field = standing("N", "us", ("A/7 Cav", "6915", "dismounted"))
    (move,) = (one for one in orders(field, "us", "N") if isinstance(one, o.Move))
    sheet = field.sheet.map
    assert any(night.has_water(field, at) for at in (move.path[-1], *sheet.neighbours(move.path[-1])))


def test_a_gun_goes_with_its_column_and_off_the_map_with_it() -> None:
    band = tuple((name, at, "dismounted") for name, at in zip(BAND, ("8209", "8210", "8211") * 2, strict=True))
    field = standing("C", "us", *VILLAGE, *band, ("A/7 Cav", "8907", "mounted"), ("Gatling 1", "8907", "mounted"))
    assert columns.plans(field, "us")["Gatling 1"].goal == "8907"
    field.lost["us"], field.turn = 20, 23
    left = {one.units for one in orders(field, "us", "C") if isinstance(one, o.Exit)}
    assert left == {("A/7 Cav",), ("Gatling 1",)}


FOOT = tuple((name, at, "dismounted") for name, at in zip(BAND, ("7209", "7210", "7211") * 2, strict=True))
HILL = tuple((name, "7407", "dismounted") for name in ("A/7 Cav", "G/7 Cav"))
OTHERS = tuple((name, "7408", "dismounted") for name in ("M/7 Cav", "E/7 Cav", "F/7 Cav"))


def test_a_strong_column_that_has_none_to_join_stands_against_warriors_on_foot() -> None:
    field = standing("C", "us", *VILLAGE, *FOOT, *HILL, *OTHERS)
    bound = columns.plans(field, "us")["A/7 Cav"]
    assert bound.holds
    assert not any(isinstance(one, o.ChangeMode) and one.mode == "mounted" for one in orders(field, "us", "C"))


def test_the_train_comes_to_men_who_hold_a_hill() -> None:
    train = ("Mule Pack Train", "7905", "dismounted")
    distance = SYSTEM.open("scenario-1", Options()).sheet.map.distance

    def end(*men: tuple[str, str, str]) -> str:
        moves = list(orders(standing("C", "us", *VILLAGE, *FOOT, *men, train), "us", "C"))
        return next(
            (one.path[-1] for one in moves if isinstance(one, o.Move) and one.units == ("Mule Pack Train",)), "7905"
        )

    assert columns.stronghold(standing("C", "us", *FOOT, *HILL, *OTHERS)) == "7408"
    assert distance(end(*HILL, *OTHERS), "7408") < distance("7905", "7408")
    mounted = tuple((name, at, "mounted") for name, at, _ in (*HILL, *OTHERS))
    assert columns.stronghold(standing("C", "us", *FOOT, *mounted)) == ""


def test_the_camp_of_the_evening_is_far_from_the_village_even_if_all_warriors_are_away() -> None:
    away = tuple((name, "8818", "dismounted") for name in BAND)
    field = standing("C", "us", *VILLAGE, *away, ("A/7 Cav", "7507", "mounted"), ("G/7 Cav", "7507", "mounted"))
    field.turn = 18
    bound = columns.plans(field, "us")["A/7 Cav"]
    assert bound.evades
    assert min(field.sheet.map.distance(bound.goal, at) for at in ("6616", "7017")) >= columns.QUIET


def test_who_is_beaten_and_outnumbered_far_from_the_edge_stays_where_he_stands() -> None:
    field = standing("C", "us", *VILLAGE, *FOOT, *HILL, *OTHERS)
    field.lost["us"], field.turn = 20, 23
    assert columns.is_beaten(field)
    assert columns.plans(field, "us")["A/7 Cav"].holds


def test_officers_ride_with_different_companies() -> None:
    field = standing("C", "us", *VILLAGE, ("A/7 Cav", "8905", "mounted"), ("G/7 Cav", "8907", "mounted"))
    for name, company in (("Capt Keogh", "A/7 Cav"), ("Capt Yates", "")):
        field.put(Counter(field.sheet.roster[name], at="8905", attached_to=company))
    assert danger.fronts(field, field["Capt Yates"])[0] == "8907"


def test_a_gun_that_is_stuck_is_freed() -> None:
    field = standing("C", "us", *VILLAGE, ("A/7 Cav", "8907", "mounted"), ("Gatling 1", "8907", "mounted"))
    field.put(field["Gatling 1"].but(mired=True))
    assert g.FreeGun("Gatling 1") in orders(field, "us", "C")


def test_a_gun_goes_by_ways_without_a_river() -> None:
    field = standing("C", "us", ("Gatling 1", "7810", "mounted"))
    wet, dry = reach(field, (field["Gatling 1"],)), fire.dry_reach(field, (field["Gatling 1"],))
    assert set(dry.cost) < set(wet.cost)
    assert not any("river" in field.crossed(a, b) for at in dry.cost for a, b in pairwise(dry.path(at)))


def test_the_ledger_waits_for_the_holders_of_cavalry_that_is_set_up_on_foot() -> None:
    field = SYSTEM.open("scenario-5", Options()).thaw()
    ledger = BattlefieldLedger(field)
    faults = []
    for event in (UnitSetUp("E/7 Cav", "6011", "dismounted"), HoldersPlaced("E/7 holders", "E/7 Cav", "6011")):
        SYSTEM.apply(field, event)
        faults += ledger.faults(field, event)
    assert faults == []
    assert field["E/7 Cav"].strength + field["E/7 holders"].strength == 4
