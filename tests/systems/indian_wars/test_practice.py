"""What the practice player of the level ``plain`` does with his leaders, his fire and his ammunition."""

from fractions import Fraction

import pytest

from pbem.casebook.case import casework
from pbem.core.ask import Ask, Choice
from pbem.core.order import Order
from pbem.mechanisms.practice import PLAIN
from pbem.selfplay import Job, play
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.practice.plain import choice, entry_front, orders_for
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.title import EntryEdge, EntryForce

WORK = casework("rosebud")
HURTS = Fraction(4, 5)
"""The least share of shots, in a whole game, that could cost the target strength."""


def position(side: str, phase: str, *units: dict[str, object], **more: object) -> Battlefield:
    """A position on a small clear map, before a phase of a side."""
    case = {
        "scenario": "historical", "options": (), "turn": 3, "side": side, "phase": phase,
        "map": {"blank": "14x14"}, "unit": list(units), **more,
    }  # fmt: skip

    def note(key: str, expected: str, found: object) -> None:
        raise AssertionError(f"{key}: expected {expected}, found {found}")

    return WORK.position(case, note)


def orders(field: Battlefield, side: str, phase: str) -> tuple[Order, ...]:
    return orders_for(WORK.system, field, side, phase, lambda purpose, n: 0)


def at(unit: str, place: str, **more: object) -> dict[str, object]:
    return {"unit": unit, "at": place, **more}


def test_nobody_fires_where_no_roll_can_take_strength() -> None:
    two_hexes_off = position("indian", "B", at("Crow King", "0505"), at("C/3 Cav", "0507"))
    assert orders(two_hexes_off, "indian", "B") == ()
    too_weak = position("indian", "B", at("Red on Top", "0505", mode="mounted"), at("C/3 Cav", "0506"))
    assert orders(too_weak, "indian", "B") == ()


def test_a_strong_unit_fires_at_a_crowd_next_to_it() -> None:
    crowd = [at(f"{one}/3 Cav", "0506", mode="mounted") for one in "ABCD"]
    assert orders(position("indian", "B", at("Crow King", "0505"), *crowd), "indian", "B")


def test_long_fire_prepares_an_attack() -> None:
    weak, firer = at("C/3 Cav", "0506", casualties=3), at("Crow King", "0504")
    field = position("indian", "B", firer, weak, at("He Dog", "0606"), at("Big Road", "0606"))
    assert o.Fire("Crow King", "long", "C/3 Cav") in orders(field, "indian", "B")
    assert orders(position("indian", "B", firer, weak), "indian", "B") == ()


def test_a_unit_that_draws_ammunition_does_not_fire() -> None:
    low = at("A/3 Cav", "0505", mode="mounted", conditions=["low ammo"])
    crowd = [at(one, "0506", mode="mounted") for one in ("Crow King", "He Dog", "Big Road", "Low Dog")]
    field = position("us", "A", low, *crowd, marks={"ammo_points": "4"})
    assert orders(field, "us", "A") == (o.Resupply("A/3 Cav", ""),)
    firing = position("us", "B", low, *crowd)
    assert orders(firing, "us", "B")
    assert not orders(position("us", "B", {**low, "resupplying": "A/3 Cav"}, *crowd), "us", "B")


def test_a_unit_by_the_roster_draws_boxes_when_few_are_left() -> None:
    train, company = at("Pack Train A", "0505"), at("A/3 Cav", "0505", boxes=3)
    field = position("us", "A", train, company, options=("ammunition roster",), scenario="pack-train")
    assert [type(one) for one in orders(field, "us", "A")] == [o.Resupply]
    full = position("us", "A", train, {**company, "boxes": 9}, options=("ammunition roster",), scenario="pack-train")
    assert orders(full, "us", "A") == ()


@pytest.mark.parametrize("kind", ["opportunity fire", "retreat fire"])
def test_reaction_fire_is_held_where_it_cannot_hurt(kind: str) -> None:
    def answer(firer: str) -> str:
        field = position("us", "C", at(firer, "0505", mode="mounted"), at("C/3 Cav", "0506"))
        fact = "from" if kind.startswith("opp") else "into"
        asked = Ask(
            "indian", kind, firer, "?", "9.F", (Choice("C/3 Cav", "fire"), Choice("hold", "hold")), "C/3 Cav", "hold",
            ((fact, "0506"),),
        )  # fmt: skip
        return choice(field, asked)

    assert answer("Red on Top") == "hold"


def test_a_leader_who_stands_alone_joins_men_who_fight() -> None:
    field = position("indian", "C", at("Gall", "0203"), at("Crow King", "0505"), at("C/3 Cav", "0507"))
    moves = [one for one in orders(field, "indian", "C") if isinstance(one, o.Move) and one.units == ("Gall",)]
    crow_king = next(
        (one.path[-1] for one in orders(field, "indian", "C") if "Crow King" in getattr(one, "units", ())), "0505"
    )
    assert [one.path[-1] for one in moves] == [crow_king]


def test_a_leader_leaves_a_routed_unit_for_men_who_fight() -> None:
    routed = at("A/3 Cav", "0505", conditions=["routed"], mode="mounted", rout_from="0405", moved=True)
    leader = at("Capt Mills", "0505", attached_to="A/3 Cav")
    field = position("us", "C", routed, leader, at("C/3 Cav", "0705", mode="mounted"), at("Crow King", "0812"))
    moves = [one for one in orders(field, "us", "C") if isinstance(one, o.Move) and "Capt Mills" in one.units]
    assert moves


@pytest.mark.slow
def test_a_whole_game_is_fought_by_leaders_and_by_shots_that_can_hurt() -> None:
    figures = play(Job("rosebud", "historical", (), PLAIN, "battle 3")).figures
    for side in ("us", "indian"):
        assert figures[f"{side} leaders' hexes"] > 0, side
        assert figures[f"{side} shots that can kill"] >= HURTS * figures[f"{side} shots"] > 0, side


def test_a_force_enters_by_the_edge_that_the_scenario_opens_to_everybody() -> None:
    south = tuple(f"{column:02}20" for column in range(1, 21))
    oglala = EntryEdge("East entry", tuple(f"20{row:02}" for row in range(1, 41)), tribes=("Oglala",))
    edges = (oglala, EntryEdge("South edge", south, open_to_leaders=True))
    assert entry_front(EntryForce("indian", 1, (), edges)) == south[4:-4]
    narrow = EntryEdge("Ford", south[:3], open_to_leaders=True)
    assert entry_front(EntryForce("indian", 1, (), (oglala, narrow))) == south[:3]
    assert entry_front(EntryForce("indian", 1, (), (oglala,))) == ()
