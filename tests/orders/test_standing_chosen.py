"""Which standing order answers a question, in a game of the simplest words: the closest first, then the owner's sequence."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.core.ask import Ask, Choice
from pbem.orders.standing import Action, Drafted, Guard, OneTurnOnly, StandingOrder, answer, numbers_in

ASK = Ask(
    "us", "losses", "C/3", choices=tuple(Choice(key, key) for key in ("stand", "retreat", "scatter")), default="stand"
)


class Words(OneTurnOnly):
    """A game in which a policy wishes for choices by name, and a guard holds if its event is ``yes``.

    The group of an order is how closely it names the subject, from 0; ``none`` if it does not, ``other`` if it is about
    other questions.
    """

    def turn(self, view: int) -> int:
        return view

    def covers(self, order: StandingOrder, ask: Ask) -> bool:
        return order.group != "other"

    def subject_rank(self, order: StandingOrder, ask: Ask, view: int) -> int | None:
        return None if order.group == "none" else int(order.group or 0)

    def holds(self, guard: Guard, ask: Ask, view: int) -> bool:
        return guard.event == "yes"

    def wish(self, wish: str, ask: Ask, view: int) -> str | None:
        return None if wish == "nothing" else wish

    def act(self, action: Action, ask: Ask, view: int) -> tuple[str, ...]:
        return tuple(action.verb.split())


def policy(number: int, *wishes: str, **more: Any) -> StandingOrder:
    return StandingOrder(number, "", policy="losses", wishes=wishes, **more)


def when(number: int, guards: Sequence[str], action: str = "", otherwise: str = "") -> StandingOrder:
    made = [Action(verb) if verb else None for verb in (action, otherwise)]
    return StandingOrder(number, "", guards=tuple(map(Guard, guards)), action=made[0], otherwise=made[1])


def chosen(*standing: StandingOrder, turn: int = 3) -> tuple[str, int] | None:
    game: Any = Words()
    return answer(ASK, standing, turn, game)


def test_of_orders_as_close_the_owners_first_is_asked_first() -> None:
    assert chosen(policy(1, "stand"), policy(2, "retreat")) == ("stand", 1)
    assert chosen(policy(2, "retreat"), policy(1, "stand")) == ("retreat", 2)
    assert chosen(policy(1, "stand", group="2"), policy(2, "retreat", group="1")) == ("retreat", 2)
    assert chosen(policy(1, "stand", group="1"), policy(2, "retreat", group="2")) == ("stand", 1)
    assert chosen() is None


def test_what_does_not_name_the_subject_or_is_about_other_questions_is_passed_over() -> None:
    assert chosen(policy(1, "stand", group="none"), policy(2, "retreat", group="3")) == ("retreat", 2)
    assert chosen(policy(1, "stand", group="other"), policy(2, "retreat", group="3")) == ("retreat", 2)
    assert chosen(policy(1, "stand", group="none")) is None


@pytest.mark.parametrize(("turn", "found"), [(4, ("stand", 1)), (5, ("stand", 1)), (6, None)])
def test_an_order_answers_through_its_last_turn(turn: int, found: tuple[str, int] | None) -> None:
    assert chosen(policy(1, "stand", until=5), turn=turn) == found
    assert chosen(policy(1, "stand"), turn=turn) == ("stand", 1)


@pytest.mark.parametrize(
    ("wishes", "found"),
    [
        (("nothing", "ride away", "scatter", "stand"), ("scatter", 1)),
        (("nothing",), None),
        (("ride away",), None),
        ((), None),
    ],
)
def test_of_wishes_the_first_that_is_among_the_choices_counts(
    wishes: tuple[str, ...], found: tuple[str, int] | None
) -> None:
    assert chosen(policy(1, *wishes)) == found
    assert chosen(policy(1, *wishes), policy(2, "stand")) == (found or ("stand", 2))


@pytest.mark.parametrize(
    ("order", "found"),
    [
        (when(1, ["yes"], "retreat"), "retreat"),
        (when(1, ["no"], "retreat", "stand"), None),  # the event itself did not happen
        (when(1, ["yes", "no"], "retreat", "stand"), "stand"),
        (when(1, ["yes", "yes", "no"], "retreat", "stand"), "stand"),
        (when(1, ["yes", "yes"], "retreat", "stand"), "retreat"),
        (when(1, ["yes", "no"], "retreat"), None),
        (when(1, ["yes"], "flee scatter", "stand"), "scatter"),
        (when(1, ["yes"], "flee", "stand"), "stand"),  # what is impossible is done otherwise
        (when(1, ["yes"], "flee", "fly"), None),
        (when(1, ["yes"], "flee"), None),
    ],
)
def test_a_guarded_order_does_what_it_says_where_all_guards_hold(order: StandingOrder, found: str | None) -> None:
    assert chosen(order) == (None if found is None else (found, 1))


def test_a_game_without_orders_of_several_turns_keeps_each_as_it_is() -> None:
    game, order = OneTurnOnly(), policy(1, "stand")
    assert (game.relieved(order), game.is_kept(order), game.progress(order, "us", 3)) == ((), True, "")
    assert game.left_of(order, ["C/3"]) is order


@pytest.mark.parametrize(
    ("source", "numbers"),
    [("standing order 2, 5", (2, 5)), ("order; standing order 7", (7,)), ("order", ()), ("", ()), ("default", ())],
)
def test_the_source_of_an_answer_names_the_orders(source: str, numbers: tuple[int, ...]) -> None:
    assert numbers_in(source) == numbers
    assert Drafted(numbers=(5, 2)).source == "standing order 2, 5"
