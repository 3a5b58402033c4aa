"""Standing orders that act: the orders of a phase, routs by choice, tribes and regiments, and their own end."""

from dataclasses import replace

import pytest

from pbem.core.ask import ORDERS, Ask, Choice
from pbem.core.options import Options
from pbem.orders.rehearsal import rehearse
from pbem.orders.standing import StandingOrder, answer, numbers_in, retired
from pbem.systems import registry
from pbem.systems.indian_wars.orders.records import Fire, NoRally, Rally
from pbem.systems.indian_wars.orders.standing_words import find, group_of
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.field import Battlefield
from tests.orders.positions import ANYTHING, in_contact

DIALECT = TITLE.dialect

SYSTEM = registry.game("rosebud").system


def standing(*lines: str, side: str = "us") -> list[StandingOrder]:
    found = rehearse(ANYTHING, DIALECT, in_contact(), side, "C", "\n".join(lines))
    assert [one.refusal_text for one in found.lines if one.refusal_text] == []
    return [replace(order, number=n) for n, order in enumerate(found.standing, 1)]


def refusal(line: str, side: str = "us") -> str:
    (verdict,) = rehearse(ANYTHING, DIALECT, in_contact(), side, "C", line).lines
    return verdict.refusal_text


def position() -> Battlefield:
    found: Battlefield = SYSTEM.thaw(SYSTEM.open("in-contact", Options()))
    return found


def drafted(
    letter: str, *lines: str, side: str = "us", given: tuple[Fire, ...] = ()
) -> tuple[tuple[str, ...], str, bool]:
    found = DIALECT.drafted(Ask(side, ORDERS, letter), standing(*lines, side=side), position(), given)
    return tuple(DIALECT.write(one) for one in found.orders), found.source, found.is_complete


def test_defensive_fire_is_given_for_every_unit_that_has_a_target() -> None:
    orders, source, is_complete = drafted("D", "policy deffire all: strongest")
    assert "A/3 Cav fire full at Rain in the Face" in orders
    assert source == "standing order 1"
    assert is_complete
    for text in orders:
        (order,) = DIALECT.read(text, position(), "us")
        assert not hasattr(SYSTEM.plan(position(), "us", "D", order), "code"), text


def test_a_policy_for_some_leaves_the_others_to_be_asked() -> None:
    orders, _, is_complete = drafted("D", "policy deffire A/3: any")
    assert [text.split(" fire")[0] for text in orders] == ["A/3 Cav"]
    assert not is_complete


def test_the_letter_goes_first_and_the_policy_serves_those_it_does_not_name() -> None:
    orders, _, _ = drafted("D", "policy deffire all: any", given=(Fire("A/3 Cav", "full", "Lone Bull"),))
    assert orders
    assert not any(text.startswith("A/3 Cav") for text in orders)


def test_none_holds_fire_and_counts_as_said() -> None:
    assert drafted("D", "policy deffire all: none") == ((), "standing order 1", True)


def test_the_closest_scope_goes_first() -> None:
    orders, source, _ = drafted(
        "D", "policy deffire all: any", "policy deffire 3rd Cav: none", "policy deffire A/3: any"
    )
    assert [text.split(" fire")[0] for text in orders if "/3 Cav" in text.split(" fire")[0]] == ["A/3 Cav"]
    assert source == "standing order 1, 2, 3"
    assert numbers_in(source) == (1, 2, 3)


def test_rally_policy_says_who_tries_first_and_who_does_not() -> None:
    found = DIALECT.drafted(
        Ask("us", ORDERS, "A"), standing("policy rally all: L/3, yes", "policy rally F/3: no"), position(), ()
    )
    assert found.orders == (Rally(("L/3 Cav",)), NoRally(("F/3 Cav",)))


@pytest.mark.parametrize("said", ["Cheyenne", "the Cheyennes", "3rd Cavalry", "3 Cav"])
def test_tribes_and_regiments_are_known_by_their_names(said: str) -> None:
    side = "indian" if "Chey" in said else "us"
    assert find(position(), side, said) in ("Cheyenne", "3rd Cav")


def test_holders_belong_to_the_regiment_of_their_company() -> None:
    assert group_of(position(), position()["G/3 holders"]) == "3rd Cav"
    assert group_of(position(), position()["Miners"]) == ""


def test_a_tribe_ranks_behind_a_stack_and_before_the_side() -> None:
    orders = standing("policy all retreat: retreat", "policy Cheyenne retreat: stand", side="indian")
    asked = Ask(
        "indian", "retreat before melee", "Little Wolf", choices=(Choice("stand", ""), Choice("retreat 2708", "")),
        default="stand", declined="stand",
    )  # fmt: skip
    assert position()["Little Wolf"].printed.tribe == "Cheyenne"
    assert answer(asked, orders, position(), DIALECT) == ("stand", 2)
    other = replace(asked, subject="Crow King")
    assert answer(other, orders, position(), DIALECT) == ("retreat 2708", 1)


def voluntary(lost: int, what: str, **changes: object) -> tuple[Ask, Battlefield]:
    field = position()
    field.put(field["A/3 Cav"].but(**changes))
    choices = (Choice("stay", ""), Choice("rout 3510", ""), Choice("rout 3410", ""))
    facts = (("at", "3611"), ("lost", str(lost)), ("what", what))
    return Ask("us", "voluntary rout", "A/3 Cav", "", "10.J.1", choices, "stay", "stay", facts, quiet=True), field


@pytest.mark.parametrize(
    ("line", "lost", "what", "acts"),
    [
        ("when A/3 is fired on then rout to HQ", 0, "was fired on", True),
        ("when A/3 is fired on then rout to HQ", 0, "has fought", False),
        ("when A/3 loses 2 then rout to HQ", 2, "has fought", True),
        ("when A/3 loses 2 then rout to HQ", 1, "has fought", False),
        ("when A/3 is fired on and loses 2 then rout to HQ", 2, "has fought", False),
        ("when A/3 is fired on and loses 2 then rout to HQ", 2, "was fired on", True),
        ("when A/3 is disrupted then rout to HQ", 0, "was fired on", False),
        ("when E/3 is fired on then rout to HQ", 0, "was fired on", False),
    ],
)
def test_a_rout_by_choice_waits_for_what_it_names(line: str, lost: int, what: str, acts: bool) -> None:
    ask, field = voluntary(lost, what)
    assert (answer(ask, standing(line), field, DIALECT) is not None) == acts


def test_disruption_is_seen_on_the_unit_itself() -> None:
    ask, field = voluntary(0, "was fired on", disrupted=True)
    found = answer(ask, standing("when A/3 is disrupted then rout to HQ"), field, DIALECT)
    assert found == ("rout 3510", 1)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("when A/3 is pinned then rout to HQ", "A pinned unit stays where it is"),
        ("when A/3 is fired on then stand", "No question comes up then that 'stand' would answer"),
        ("when Crow King leaves my zoc then C/3 rout to HQ", "With this event you can use"),
    ],
)
def test_an_order_that_would_wait_for_ever_is_refused(line: str, says: str) -> None:
    assert says in " ".join(refusal(line).split())


@pytest.mark.parametrize(
    ("line", "lost", "why"),
    [
        ("policy losses G/3: weakest", "G/3 Cav", "G/3 Cav is gone"),
        ("when Crow King leaves my zoc then C/3 fire", "Crow King", "Crow King is gone"),
        ("policy losses all: G/3, A/3", "G/3 Cav", ""),
        ("policy losses 3512: holders", "G/3 Cav", ""),
    ],
)
def test_what_names_only_what_is_gone_comes_to_its_end(line: str, lost: str, why: str) -> None:
    field = position()
    field.take_off(lost, "eliminated")
    (order,) = standing(line)
    assert retired(order, "us", field, DIALECT) == why


def test_its_last_turn_ends_it() -> None:
    (order,) = standing("when G/3 is meleed then stand until turn 2")
    assert retired(order, "us", position(), DIALECT) == "its last turn was turn 2"
