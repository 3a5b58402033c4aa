"""Opportunity fire and retreat fire (9.F, 9.G)."""

from collections.abc import Callable

from pbem.core.ask import Answer, Ask
from pbem.core.dice import DiceGiven
from pbem.core.event import Event
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.orders.records import Move
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.rules.fire import reaction_fire
from pbem.systems.indian_wars.state.combat_events import FireResolved
from pbem.systems.indian_wars.state.counter import MOUNTED, parse
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import MoraleChecked, UnitPinned
from tests.systems.indian_wars.ground import counter, play, small

ROSEBUD = TITLE.system

Choose = Callable[[Ask], str]


def react(
    field: Battlefield, leaving: tuple[str, ...], at: str, dice: tuple[int, ...] = (), choose: Choose | None = None
) -> tuple[list[tuple[Ask, ...]], list[Event], Battlefield]:
    """Opportunity fire at counters that leave a hex; the moments at which asks were put, the events, the field after it."""
    field.phase = "C"
    umpire = Umpire(field, ROSEBUD.apply, phase="T02.US.C", options=field.options, dice=DiceGiven(dice))
    moments: list[tuple[Ask, ...]] = []
    run = reaction_fire.opportunity_fire(umpire, leaving, at)
    try:
        asks = next(run)
        while True:
            moments.append(asks)
            asks = run.send(tuple(Answer((choose(a) if choose else "") or str(a.default)) for a in asks))
    except StopIteration:
        return moments, umpire.events, umpire.state


def shots(events: list[Event]) -> list[tuple[str, str]]:
    return [(one.shot.firer, one.shot.target) for one in events if isinstance(one, FireResolved)]


def test_a_unit_that_leaves_a_zoc_is_shot_at_half_strength_before_it_leaves() -> None:
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0302"))
    after, events = play(field, Move(("A/3 Cav",), ("0303", "0304")), dice=(2, 2))
    one = next(e for e in events if isinstance(e, FireResolved))
    assert (one.shot.occasion, one.shot.strength, one.shot.target_at) == ("opportunity", 3, "0303")
    assert after["A/3 Cav"].at == "0304"
    assert after["Crow King"].shot_in == (parse("Co"),)


def test_all_firers_are_asked_at_one_moment_and_fire_in_the_sequence_named() -> None:
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0302"), counter("Four Horns", "0402"))
    field.put(counter("Four Horns", "0403"))
    moments, events, _ = react(field, ("A/3 Cav",), "0303", (1, 2, 1, 2))
    assert [[one.subject for one in asks] for asks in moments] == [["Crow King", "Four Horns"]]
    assert shots(events) == [("Crow King", "A/3 Cav"), ("Four Horns", "A/3 Cav")]


def test_each_firer_picks_one_of_a_stack_or_holds() -> None:
    field = small(
        counter("A/3 Cav", "0303"),
        counter("E/3 Cav", "0303"),
        counter("Crow King", "0302"),
        counter("Four Horns", "0403"),
    )
    picks = {"Crow King": "E/3 Cav", "Four Horns": "hold"}
    moments, events, _ = react(field, ("A/3 Cav", "E/3 Cav"), "0303", (1, 2), lambda one: picks[one.subject])
    assert [choice.key for choice in moments[0][0].choices] == ["A/3 Cav", "E/3 Cav", "hold"]
    assert (moments[0][0].default, moments[0][0].declined) == ("A/3 Cav", "hold")
    assert shots(events) == [("Crow King", "E/3 Cav")]


def test_a_friend_who_stays_covers_the_leaver() -> None:
    """Ruling A-010: holders are friends, leaders are none."""
    field = small(counter("A/3 Cav", "0303"), counter("A/3 holders", "0303"), counter("Crow King", "0302"))
    assert react(field, ("A/3 Cav",), "0303")[0] == []
    field.take_off("A/3 holders")
    field.put(counter("Capt Mills", "0303", attached_to="A/3 Cav"))
    assert len(react(field, ("A/3 Cav",), "0303", (1, 2))[0]) == 1


def test_leaders_alone_draw_no_fire() -> None:
    field = small(counter("Capt Mills", "0303"), counter("Crow King", "0302"))
    assert react(field, ("Capt Mills",), "0303")[0] == []


def test_who_has_no_shot_left_is_not_asked() -> None:
    field = small(
        counter("A/3 Cav", "0303"),
        counter("Crow King", "0302", shot_in=(parse("Co"),)),
        counter("Four Horns", "0403", routed=True),
        counter("Red on Top", "0204", low_ammo=True),  # 3/4 of a factor: no effect
        counter("Black Moon", "0304", shot_in=(parse("Cr"), parse("Bo"))),
    )
    moments, _, _ = react(field, ("A/3 Cav",), "0303", (1, 2))
    assert [one.subject for one in moments[0]] == ["Black Moon"]


def test_named_shots_are_fired_even_at_a_pinned_target_and_see_it_lie() -> None:
    """9.F.6, ruling A-049."""
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0302"), counter("Four Horns", "0403"))
    _, events, after = react(field, ("A/3 Cav",), "0303", (5, 5, 2, 3, 1, 2))
    assert [one.result for one in events if isinstance(one, MoraleChecked)] == ["pin"]
    assert any(isinstance(one, UnitPinned) for one in events)
    second = [one for one in events if isinstance(one, FireResolved)][1]
    assert {m.name: m.value for m in second.roll.modifiers}["pinned or prone"] == -1
    assert after["A/3 Cav"].pinned


def test_shots_at_a_target_that_is_gone_count_for_ammunition_only() -> None:
    """Ruling A-050."""
    field = small(counter("A/3 Cav", "0303", casualties=3), counter("Crow King", "0302"), counter("Four Horns", "0403"))
    _, events, after = react(field, ("A/3 Cav",), "0303", (6, 6, 2, 3, 1))
    assert "A/3 Cav" in after.gone
    assert after["Four Horns"].low_ammo
    assert [type(one).__name__ for one in events][-2:] == ["FireResolved", "AmmunitionChecked"]


def test_a_mover_that_is_pinned_stops_and_a_stackmate_goes_on() -> None:
    """Ruling A-018."""
    field = small(counter("A/3 Cav", "0303"), counter("E/3 Cav", "0303"), counter("Crow King", "0302"))
    after, _ = play(field, Move(("A/3 Cav", "E/3 Cav"), ("0303", "0304")), dice=(5, 5, 3, 3))
    assert (after["A/3 Cav"].at, after["A/3 Cav"].pinned) == ("0303", True)
    assert after["E/3 Cav"].at == "0304"


def test_a_mounted_us_mover_that_is_pinned_dismounts_and_may_go_on() -> None:
    """Ruling A-033: it uses what is left of its dismounted allowance."""
    field = small(counter("A/3 Cav", "0303", mode=MOUNTED), counter("Crow King", "0302"))
    after, events = play(field, Move(("A/3 Cav",), ("0303", "0304")), dice=(4, 3, 2, 3))
    assert not after["A/3 Cav"].pinned
    assert after["A/3 Cav"].mode == "dismounted"
    assert after["A/3 holders"].at == "0303"
    assert shots(events) == [("Crow King", "A/3 Cav")]


def retreat_into(
    field: Battlefield, name: str, at: str, dice: tuple[int, ...]
) -> tuple[list[tuple[Ask, ...]], Umpire[Battlefield]]:
    umpire = Umpire(field, ROSEBUD.apply, phase="T02.US.D", options=field.options, dice=DiceGiven(dice))
    field.phase = "D"
    moments = []
    run = reaction_fire.retreat_fire(umpire, (name,), at)
    try:
        asks = next(run)
        while True:
            moments.append(asks)
            asks = run.send(tuple(Answer(str(a.default)) for a in asks))
    except StopIteration:
        return moments, umpire


def test_retreat_fire_is_at_full_strength_and_apart_from_opportunity_fire() -> None:
    field = small(counter("A/3 Cav", "0303"), counter("Crow King", "0302", shot_in=(parse("Do"),)))
    _, umpire = retreat_into(field, "A/3 Cav", "0303", (1, 2))
    one = next(e for e in umpire.events if isinstance(e, FireResolved))
    assert (one.shot.occasion, one.shot.strength) == ("retreat", 6)
    assert umpire.state["Crow King"].shot_in == (parse("Do"), parse("Dr"))
    assert retreat_into(umpire.state, "A/3 Cav", "0303", ())[0] == []


def test_a_friend_in_the_hex_entered_cancels_retreat_fire() -> None:
    field = small(counter("A/3 Cav", "0303"), counter("E/3 Cav", "0303"), counter("Crow King", "0302"))
    assert retreat_into(field, "A/3 Cav", "0303", ())[0] == []


def test_a_routed_unit_that_loses_more_to_retreat_fire_does_not_rout_again() -> None:
    """9.G.5, ruling A-052."""
    field = small(counter("A/3 Cav", "0303", routed=True), counter("Crow King", "0302"))
    _, umpire = retreat_into(field, "A/3 Cav", "0303", (6, 6))
    assert umpire.state["A/3 Cav"].at == "0303"
    assert [type(one).__name__ for one in umpire.events] == ["UnitFired", "FireResolved", "CasualtiesTaken"]
