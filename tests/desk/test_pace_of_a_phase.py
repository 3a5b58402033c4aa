"""When a phase goes on with what is on file: by pace, by whose player turn it is, by who has written, by what is asked."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.core.ask import ORDERS, Ask, Choice
from pbem.core.options import Options
from pbem.desk.orders.merge import LineOnFile
from pbem.desk.play.pace import ASK, MIXED, POLICY, Pace, pace_of, served
from pbem.systems import registry

SURE = "a phase that was sure to come"
DRAWN = "a phase that chance brought"
GOES_ON = {
    ("ask", "own, written", SURE): False,
    ("ask", "own, silent", SURE): False,
    ("ask", "other's", SURE): False,
    ("mixed", "own, written", SURE): True,
    ("mixed", "own, silent", SURE): False,
    ("mixed", "other's", SURE): False,
    ("policy", "own, written", SURE): True,
    ("policy", "own, silent", SURE): False,
    ("policy", "other's", SURE): True,
    ("ask", "own, written", DRAWN): False,
    ("ask", "own, silent", DRAWN): False,
    ("ask", "other's", DRAWN): False,
    ("mixed", "own, written", DRAWN): False,
    ("mixed", "own, silent", DRAWN): False,
    ("mixed", "other's", DRAWN): False,
    ("policy", "own, written", DRAWN): True,
    ("policy", "own, silent", DRAWN): False,
    ("policy", "other's", DRAWN): True,
}


def asked(side: str, kind: str, default: str | None) -> Ask:
    choices = (Choice("yes", "yes"), Choice("no", "no")) if kind != ORDERS else ()
    return Ask(side, kind, "Red One", choices=choices, default=default)


@pytest.mark.parametrize(("name", "whose", "comes"), GOES_ON)
def test_a_phase_goes_on_or_stops(name: str, whose: str, comes: str) -> None:
    written = ("red",) if whose == "own, written" else ()
    pace = Pace(name, ("red",), written, is_drawn=comes == DRAWN)
    side = "blue" if whose == "other's" else "red"
    for kind, default in ((ORDERS, None), ("break", "stand")):
        assert pace.runs_on(asked(side, kind, default)) == GOES_ON[name, whose, comes], kind


@pytest.mark.parametrize("side", ["red", "blue"])
def test_orders_with_a_default_are_asked_for_unless_the_pace_is_policy(side: str) -> None:
    found = [Pace(name, ("red",), ("red",)).runs_on(asked(side, ORDERS, "yes")) for name in (ASK, MIXED, POLICY)]
    assert found == [False, False, True]


def test_defaults_answer_unless_the_pace_is_ask() -> None:
    stand = asked("red", "break", "stand")
    assert [Pace(name).takes_default(stand) for name in (ASK, MIXED, POLICY)] == [False, True, True]


@pytest.mark.parametrize("name", [ASK, MIXED, POLICY])
def test_a_side_that_the_program_plays_is_asked_everything(name: str) -> None:
    pace = Pace(name, ("red",), ("red",), programs=("red", "blue"))
    for side in ("red", "blue"):
        assert not pace.runs_on(asked(side, ORDERS, None))
        assert not pace.runs_on(asked(side, "break", "stand"))
        assert not pace.takes_default(asked(side, "break", "stand"))


def test_a_line_without_a_number_did_not_come_with_this_letter() -> None:
    assert [LineOnFile("Red One stay", number=n).is_new for n in (0, 1)] == [False, True]


@pytest.mark.parametrize("name", [MIXED, POLICY])
def test_a_night_between_two_days_is_in_no_player_turn_and_asked_for_by_itself(name: str) -> None:
    system = registry.game("littlebighorn").system
    first = system.next_phase(system.open("scenario-1", Options()))
    assert first is not None
    night = replace(first, id="T19.US.N", side="us", letter="N", turn=19)
    movement = replace(first, id="T19.US.C", side="us", letter="C", turn=19)
    books: Any = SimpleNamespace(players=SimpleNamespace(of=lambda game: ()))
    game: Any = SimpleNamespace(pace=name)
    assert not pace_of(books, game, system, night, ()).runs_on(asked("us", ORDERS, None))
    assert "N" not in served(game, system, "us", movement)
    assert "F" in served(game, system, "us", movement)
