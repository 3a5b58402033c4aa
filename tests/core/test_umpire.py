"""The umpire: labels count, and a rehearsal ends an act at its first die."""

import pytest

from pbem.core.ask import Answer
from pbem.core.dice import DiceGiven
from pbem.core.event import ActBegan, ActEnded, Event
from pbem.core.umpire import DieFell, Modifier, Umpire, ask_all
from tests.core.skirmish import HatLost, Squad, Volley, apply, skirmish, umpire_for


def rehearsed(orders: tuple[Volley, ...]) -> Umpire[Squad]:
    """The skirmish under an umpire without dice, everything else declined."""
    umpire = umpire_for(Squad())
    play = skirmish(umpire)
    asks = next(play)
    try:
        while True:
            asks = play.send(tuple(Answer(orders=orders) if one.kind == "orders" else Answer("no") for one in asks))
    except StopIteration:
        return umpire


def test_a_rehearsed_act_ends_at_its_first_die_and_the_next_one_begins() -> None:
    umpire = rehearsed((Volley(2), Volley(1)))
    assert umpire.events == [
        ActBegan("us", "volley 2"),
        ActEnded(),
        ActBegan("us", "volley 1"),
        ActEnded(),
    ]
    assert umpire.rolls == []


def test_what_was_emitted_before_the_die_stands() -> None:
    umpire = umpire_for(Squad())
    with umpire.act("us", "throw hat"):
        umpire.emit(HatLost())
        umpire.roll("1d6", "throw", "1.C")
        umpire.emit(HatLost())
    assert umpire.state.hats == 1


def test_a_roll_outside_every_act_is_not_swallowed_by_a_rehearsal() -> None:
    with pytest.raises(DieFell):
        umpire_for(Squad()).roll("1d6", "throw", "1.C")


def test_rolls_of_one_purpose_are_counted_in_their_labels() -> None:
    umpire = umpire_for(Squad())
    umpire.dice = DiceGiven([1, 2, 3])
    labels = [umpire.roll("1d6", why, "1.C").label for why in ("flee", "volley", "flee")]
    assert labels == ["T01.US.B flee #1", "T01.US.B volley #1", "T01.US.B flee #2"]


def test_a_total_is_the_faces_and_the_modifiers() -> None:
    umpire = umpire_for(Squad())
    umpire.dice = DiceGiven([3, 5])
    roll = umpire.roll("2d6", "volley", "1.A", [Modifier(-1, "ducked"), Modifier(2, "near")])
    assert (roll.natural, roll.total) == (8, 9)


def test_a_draw_is_a_roll_with_as_many_sides_as_chits() -> None:
    umpire = umpire_for(Squad())
    umpire.dice = DiceGiven([2])
    chit, roll = umpire.draw(("red", "blue", "green"), "chit", "1.D")
    assert (chit, roll.dice) == ("blue", "1d3")


def test_no_ask_is_put_where_there_is_none() -> None:
    with pytest.raises(StopIteration) as ended:
        next(ask_all(()))
    assert ended.value.value == ()


def test_a_view_is_the_state_where_a_game_hides_nothing() -> None:
    umpire = umpire_for(Squad())
    assert umpire.view("us") is umpire.state

    def nothing(squad: Squad, event: Event) -> None:
        apply(squad, event)

    blind = Umpire(
        Squad(), nothing, phase="T01.US.B", options=umpire.options, view=lambda squad, side: Squad({side: 1})
    )
    assert blind.view("us").men == {"us": 1}
