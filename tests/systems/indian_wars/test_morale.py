"""Morale Checks, pins, leaders under fire, lost horses (9.D, 12, 13.A, 16.B)."""

from collections.abc import Callable

import pytest

from pbem.core.ask import Answer, Ask
from pbem.core.dice import DiceGiven
from pbem.core.event import Event
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.rules.morale import leaders, morale
from pbem.systems.indian_wars.rules.special import horses
from pbem.systems.indian_wars.state.counter import MOUNTED
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.leader_events import CommandPassed, LeaderDrawn, LeaderKilled
from pbem.systems.indian_wars.state.morale_events import (
    LostHorsesRolled,
    MountsLost,
    UnitEliminated,
    UnitRouted,
    UnitsRetreated,
)
from tests.systems.indian_wars.ground import counter, small

ROSEBUD = TITLE.system

Step = Callable[[Umpire[Battlefield]], Play[None] | None]


def run(
    field: Battlefield, step: Step, *dice: int, choose: Callable[[Ask], str] | None = None
) -> tuple[Battlefield, list[Event]]:
    """Play one procedure in phase D; the field after it, and its events."""
    field.phase = "D"
    umpire = Umpire(field, ROSEBUD.apply, phase="T02.US.D", options=field.options, dice=DiceGiven(dice))
    going = step(umpire)
    if going is not None:
        try:
            asks = next(going)
            while True:
                asks = going.send(tuple(Answer((choose(a) if choose else "") or str(a.default)) for a in asks))
        except StopIteration:
            pass
    return umpire.state, umpire.events


def check(name: str, foe: str = "Crow King", ordered: int = 0) -> Step:
    return lambda umpire: morale.check(umpire, name, (foe,), ordered)


def kinds(events: list[Event]) -> list[str]:
    return [type(one).__name__ for one in events]


# The check -------------------------------------------------------------------------------------------------------------


def test_states_and_one_leader_modify_the_check() -> None:
    field = small(
        counter("A/3 Cav", "0303", disrupted=True, pinned=True),
        counter("Capt Mills", "0305"),
        counter("Maj Evans", "0306"),
        counter("Crow King", "0302"),
    )
    _, events = run(field, check("A/3 Cav", ordered=-1), 6, 6)
    (checked,) = events
    assert [(m.name, m.value) for m in checked.roll.modifiers] == [  # type: ignore[attr-defined]
        ("MC-1", -1),
        ("leader", 2),
        ("disrupted", -1),
        ("pinned", -1),
    ]


def test_a_pinned_leader_helps_in_his_own_hex_only_and_a_dying_one_nowhere() -> None:
    unit, leader = counter("A/3 Cav", "0303"), counter("Capt Mills", "0304", pinned=True)
    assert leaders.in_reach(small(unit, leader), unit) == ()
    assert leaders.in_reach(small(unit, leader.but(at="0303")), unit) != ()
    assert leaders.in_reach(small(unit, leader.but(pinned=False, wound="mortal")), unit) == ()
    (reduced,) = leaders.in_reach(small(unit, leader.but(pinned=False, wound="moderate")), unit)
    assert leaders.rating(reduced) == 1


@pytest.mark.parametrize(
    ("dice", "state"),
    [((3, 3), (True, False, False)), ((2, 3), (False, True, False)), ((6, 6), (False, False, False))],
)
def test_disrupted_pinned_or_unmoved(dice: tuple[int, int], state: tuple[bool, bool, bool]) -> None:
    after, _ = run(small(counter("A/3 Cav", "0303"), counter("Crow King", "0302")), check("A/3 Cav"), *dice)
    unit = after["A/3 Cav"]
    assert (unit.disrupted, unit.pinned, unit.routed) == state


def test_r1_falls_back_one_hex_and_disrupts() -> None:
    """O-073, O-071: from contact one hex straight away leaves one hex between."""
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0302"))
    after, events = run(field, check("A/3 Cav"), 2, 2)
    assert [one.how for one in events if isinstance(one, UnitsRetreated)] == ["retreat"]
    assert after.sheet.map.distance(after["A/3 Cav"].at, "0302") == 2
    assert after["A/3 Cav"].disrupted


def test_a_rout_result_routs_at_once() -> None:
    """O-074, O-072: two hexes on foot."""
    field = small(counter("A/3 Cav", "0303", pinned=True), counter("Crow King", "0302"))
    after, events = run(field, check("A/3 Cav"), 1, 1)
    unit = after["A/3 Cav"]
    assert (unit.routed, unit.pinned, unit.rout_from) == (True, False, "0303")
    assert after.sheet.map.distance(unit.at, "0302") == 3
    assert [one.how for one in events if isinstance(one, UnitsRetreated)] == ["rout", "rout"]


def test_a_pinned_unit_that_should_retreat_is_disrupted_where_it_lies() -> None:
    """Ruling A-145."""
    field = small(counter("A/3 Cav", "0303", pinned=True), counter("Crow King", "0302"))
    after, _ = run(field, check("A/3 Cav"), 2, 3)
    assert (after["A/3 Cav"].at, after["A/3 Cav"].disrupted, after["A/3 Cav"].pinned) == ("0303", True, True)


def test_a_routed_unit_ignores_disruption() -> None:
    field = small(counter("A/3 Cav", "0303", routed=True), counter("Crow King", "0302"))
    after, _ = run(field, check("A/3 Cav"), 4, 4)
    assert not after["A/3 Cav"].disrupted


# Pins ------------------------------------------------------------------------------------------------------------------


def test_a_mounted_us_unit_dismounts_instead_of_being_pinned() -> None:
    """O-037."""
    field = small(counter("A/3 Cav", "0303", mode=MOUNTED), counter("Crow King", "0302"))
    after, _ = run(field, check("A/3 Cav"), 2, 3)
    assert (after["A/3 Cav"].mode, after["A/3 Cav"].pinned) == ("dismounted", False)
    assert (after["A/3 holders"].at, after["A/3 holders"].pinned) == ("0303", False)


def test_a_company_of_one_abandons_its_horses() -> None:
    """Ruling A-142, A-131."""
    field = small(counter("A/3 Cav", "0303", mode=MOUNTED, casualties=4), counter("Crow King", "0302"))
    after, events = run(field, check("A/3 Cav"), 2, 3, 5)
    assert (after["A/3 Cav"].strength, "A/3 holders" in after) == (1, False)
    assert [one.captured for one in events if isinstance(one, LostHorsesRolled)] == [True]
    assert after.points["indian"] == 1


@pytest.mark.parametrize("name", ["Crow King", "Old Crow"])
def test_mounted_indians_and_scouts_fall_back_two_hexes_instead(name: str) -> None:
    foe = "C/3 Cav" if name == "Crow King" else "Four Horns"
    field = small(counter(name, "0303", mode=MOUNTED), counter(foe, "0302"))
    after, _ = run(field, check(name, foe), 2, 3)
    assert after.sheet.map.distance(after[name].at, "0302") == 3
    assert (after[name].disrupted, after[name].pinned) == (True, False)


def test_pinned_holders_lose_their_horses_and_pony_holders_are_gone() -> None:
    field = small(counter("A/3 holders", "0303"), counter("Crow King", "0302"))
    after, events = run(field, check("A/3 holders"), 2, 3, 4)
    assert (after["A/3 holders"].has_mounts, after["A/3 holders"].pinned) == (False, True)
    assert [one.captured for one in events if isinstance(one, LostHorsesRolled)] == [False]
    field = small(counter("Crow King ponies", "0303"), counter("A/3 Cav", "0302"))
    after, events = run(field, check("Crow King ponies", "A/3 Cav"), 2, 3)
    assert "Crow King ponies" in after.gone
    assert after.points == {"us": 0, "indian": 0}


def test_horses_are_lost_once() -> None:
    field = small(counter("A/3 holders", "0303", has_mounts=False), counter("Crow King", "0302"))
    _, events = run(field, lambda umpire: horses.lose(umpire, "A/3 holders", "melee"))
    assert events == []


def test_a_leader_is_pinned_with_his_unit_or_joins_another() -> None:
    units = counter("A/3 Cav", "0303"), counter("E/3 Cav", "0303"), counter("Crow King", "0302")
    leader = counter("Capt Noyes", "0303", attached_to="A/3 Cav")
    asked: list[Ask] = []

    def joins(one: Ask) -> str:
        asked.append(one)
        return "E/3 Cav"

    after, _ = run(small(*units, leader), check("A/3 Cav"), 2, 2, choose=joins)
    after, _ = run(small(*units, leader), lambda u: morale.pin(u, "A/3 Cav", ("Crow King",)), choose=joins)
    assert (after["Capt Noyes"].attached_to, after["Capt Noyes"].pinned) == ("E/3 Cav", False)
    assert [choice.key for choice in asked[0].choices] == ["stay", "E/3 Cav"]
    after, _ = run(small(*units, leader), lambda u: morale.pin(u, "A/3 Cav", ("Crow King",)))
    assert after["Capt Noyes"].pinned


def test_a_leader_with_the_only_unit_is_not_asked_and_goes_with_it() -> None:
    field = small(
        counter("A/3 Cav", "0303"), counter("Capt Noyes", "0303", attached_to="A/3 Cav"), counter("Crow King", "0302")
    )
    after, events = run(field, check("A/3 Cav", ordered=-1), 1, 1)
    assert after["Capt Noyes"].at == after["A/3 Cav"].at != "0303"
    assert any(isinstance(one, UnitRouted) for one in events)
    assert not after["Capt Noyes"].routed


# Leader casualties -----------------------------------------------------------------------------------------------------


def leader_field(**changes: object) -> Battlefield:
    return small(
        counter("BG Crook", "0303", attached_to="Column HQ", **changes),
        counter("Column HQ", "0303"),
        counter("LTC Royall", "0306"),
    )


@pytest.mark.parametrize(
    ("dice", "wound", "points"),
    [
        ((3, 4), "", 0),
        ((2, 2, 6), "", 0),
        ((2, 2, 3), "moderate", 2),
        ((2, 2, 2), "severe", 2),
        ((2, 2, 1, 4), "mortal", 2),
    ],
)
def test_leader_loss_and_severity(dice: tuple[int, ...], wound: str, points: int) -> None:
    after, _ = run(leader_field(), lambda umpire: leaders.check(umpire, "BG Crook"), *dice)
    assert after["BG Crook"].wound == wound
    assert after.points["indian"] == points
    assert after["BG Crook"].dies_in == (6 if wound == "mortal" else 0)


def test_a_dead_commander_scores_more_and_the_next_in_rank_commands() -> None:
    """RC-12.E.6-4."""
    after, events = run(leader_field(), lambda umpire: leaders.check(umpire, "BG Crook"), 1, 1)
    assert "BG Crook" in after.gone
    assert after.points["indian"] == 10
    assert [(one.of, one.to) for one in events if isinstance(one, CommandPassed)] == [("BG Crook", "LTC Royall")]


def test_killed_points_replace_wounded_points() -> None:
    field = leader_field()
    field.put(field["LTC Royall"].but(wound="mortal", dies_in=2))
    after, events = run(field, lambda umpire: leaders.tend_the_dying(umpire, "us"))
    assert [one.points for one in events if isinstance(one, LeaderKilled)] == [3]
    assert "LTC Royall" in after.gone


def test_a_dying_leader_at_the_hq_rolls_for_his_life() -> None:
    field = leader_field(wound="mortal", dies_in=2)
    after, _ = run(field, lambda umpire: leaders.tend_the_dying(umpire, "us"), 4)
    assert (after["BG Crook"].wound, after["BG Crook"].dies_in) == ("severe", 0)


def test_of_several_leaders_one_is_drawn_and_the_hq_counts() -> None:
    field = leader_field()
    after, events = run(field, lambda umpire: leaders.check_after_fire(umpire, "0303", "us"), 2, 1, 1)
    assert [one.leader for one in events if isinstance(one, LeaderDrawn)] == ["Column HQ"]
    assert after["Column HQ"].wound == "killed"
    assert not leaders.leads(after, after["Column HQ"])


def test_a_lone_leader_is_overrun() -> None:
    field = small(counter("Gall", "0303"), counter("A/3 Cav", "0302"))
    after, _ = run(field, lambda umpire: leaders.overrun(umpire, "0303", ("A/3 Cav",)))
    assert "Gall" in after.gone
    assert after.points["us"] == 5


def test_mounts_lost_are_told_before_the_die() -> None:
    field = small(counter("A/3 holders", "0303"))
    _, events = run(field, lambda umpire: horses.lose(umpire, "A/3 holders", "routed"), 1)
    assert kinds(events) == [MountsLost.__name__, LostHorsesRolled.__name__]


def test_the_hq_holder_has_no_side_without_horses() -> None:
    """Ruling A-032."""
    holder = next(one for one in small().sheet.roster.values() if one.kind == "hq_holder")
    field = small(counter(holder.name, "0303"))
    after, events = run(field, lambda umpire: horses.lose(umpire, holder.name, "routed"), 1)
    assert holder.name in after.gone
    assert any(isinstance(one, UnitEliminated) for one in events)
