"""A plan filed before anybody knows of a battle: a standing order, used in each battle without another plan."""

from pathlib import Path

import pytest

from tests.systems.nezperce.test_plans_are_secret import GAME
from tests.systems.posted import Posted

PLAN = "policy plan: once lost half: all leave nearest; waiting enter, one; guns fire at any; all skirmish at 4"


@pytest.mark.slow
def test_a_plan_for_battles_serves_in_the_next_battle_and_nobody_is_asked_for_one(tmp_path: Path) -> None:
    table = Posted.game(tmp_path, "nezperce", "campaign-1877", pace="policy")
    for side in ("indian", "army"):
        now = table._now()
        assert now is not None
        receipt = table.say(GAME, side, PLAN)
        assert receipt.kind == "receipt", receipt.text
    seen = []
    for _ in range(40):
        now = table._now()
        assert now is not None
        battle = now.state.battle
        seen.append(now.phase.letter)
        if battle is not None and battle.half:
            break
        table.play(1)
    phases = [phase for phase in _phases(table) if ".B" in phase]
    assert any(phase.endswith("P") for phase in phases)
    assert any(phase.endswith("H") for phase in phases)
    assert "P" not in seen


def test_a_plan_for_battles_is_read_when_it_is_filed(tmp_path: Path) -> None:
    table = Posted.game(tmp_path, "nezperce", "campaign-1877")
    answer = table.say(GAME, "indian", "policy plan: all dance at 4; braves fire at any")
    assert answer.kind == "error"
    assert "says who does what" in answer.text


def _phases(table: Posted) -> list[str]:
    with table.desk.store.read() as books:
        return list(books.phases.names(books.games.get(GAME)))


@pytest.mark.slow
def test_who_has_a_plan_on_file_is_not_told_after_the_opening_half_turn_that_it_is_due(tmp_path: Path) -> None:
    table = Posted.game(tmp_path, "nezperce", "campaign-1877", luck="z", pace="ask")
    table.say(GAME, "army", PLAN)
    for _ in range(40):
        table.play(1)
        if any(phase.endswith("B1.G02.AR.H") for phase in _phases(table)):
            break
    else:
        raise AssertionError("no battle in forty letters")
    texts = [one.text for one in table.letters(GAME, "army")]
    assert not any("plan is due now" in text or "Send a battle plan" in text for text in texts)
