"""What is said of pace: whose letter serves which phases, where they come in turn and where chance brings them."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.core.options import Options
from pbem.desk.play.pace import ASK, MIXED, POLICY, whole_turn
from pbem.reports.report import ToDo
from tests.desk.skirmish import CARD, Skirmish

TO_DO = ToDo("phase A", "FIRE", "1", also="phase B too", silent="nobody does anything")


class Cup(Skirmish):
    """A skirmish of which nobody knows beforehand which phase comes."""

    card = replace(CARD, in_sequence=False)


def said(pace: str, to_do: ToDo | None = TO_DO, *, drawn: bool = False, side: str = "red") -> ToDo | None:
    system = Cup() if drawn else Skirmish()
    phase = system.next_phase(system.open("meadow", Options()))
    assert phase is not None
    game: Any = type("Game", (), {"pace": pace})()
    return whole_turn(game, system, replace(phase, side=side), to_do)


@pytest.mark.parametrize("drawn", [False, True])
def test_in_ask_nothing_more_is_said_and_nothing_where_nothing_follows(drawn: bool) -> None:
    assert said(ASK, drawn=drawn) is TO_DO
    assert said(POLICY, None, drawn=drawn) is None
    alone = replace(TO_DO, also="")
    assert said(POLICY, alone, drawn=drawn) is alone


@pytest.mark.parametrize(("side", "turn"), [("red", "your player turn"), ("", "the turn")])
@pytest.mark.parametrize("pace", [MIXED, POLICY])
def test_one_letter_serves_the_whole_player_turn(pace: str, side: str, turn: str) -> None:
    found = said(pace, side=side)
    assert found is not None
    assert found.also == f"and for all later phases of {turn}: one letter serves it (see   help pace)"
    assert found.silent == f"nobody does anything; so it goes on, phase by phase, to the end of {turn}"
    quiet = said(pace, replace(TO_DO, silent=""), side=side)
    assert quiet is not None
    assert quiet.silent == ""


def test_of_drawn_phases_one_letter_serves_all_in_policy_alone() -> None:
    assert said(MIXED, drawn=True) is TO_DO
    found = said(POLICY, drawn=True)
    assert found is not None
    assert found.also == "phase B too; one letter serves the whole game turn (see   help pace)"
    assert found.silent == "nobody does anything; so it goes on, phase by phase, to the end of the game turn"
    quiet = said(POLICY, replace(TO_DO, silent=""), drawn=True)
    assert quiet is not None
    assert quiet.silent == ""
