"""Battles by mail: plans, verified and replayed.  While the game goes on the plans are sealed; its end opens them."""

import re
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.desk.desk import read_json
from pbem.desk.play.undo import undo
from pbem.desk.record.replay import replay
from tests.desk.test_undo import false, proof
from tests.systems.posted import Posted

GAME = "posted-1"
SIDES = ("indian", "army")
TURNS = 4
"""A battle that is over earlier shows nothing of plans at work."""
LETTERS = 90
"""In so many letters there is one."""


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Posted:
    """A campaign in which a battle was fought by plans for some game turns, to its end."""
    table = Posted.game(tmp_path_factory.mktemp("fought"), "nezperce", "campaign-1877", pace="mixed")
    turns = 0
    for _ in range(LETTERS):
        now = table._now()
        assert now is not None
        if turns >= TURNS and now.state.battle is None:
            return table
        turns = now.state.battle.turn if now.state.battle is not None else 0
        table.play(1)
    raise AssertionError("no battle")


def give_up(table: Posted, side: str) -> None:
    """End the game, so that everything is opened."""
    code = re.search(r"\| confirm ([a-z0-9-]+)", table.say(GAME, side, "resign").text)
    assert code is not None
    table.clock.forward(minutes=1)
    table.say(GAME, side, f"confirm {code[1]}")


@pytest.mark.slow
def test_a_battle_fought_by_plans_verifies_and_replays(fought: Posted, tmp_path: Path) -> None:
    table = fought.copy(tmp_path)
    table.play(2)
    texts = [one.text for side in SIDES for one in table.letters(GAME, side, "report")]
    for part in ("First player", "ARMY UNITS IN BATTLE", "INDIAN UNITS IN BATTLE", "YOUR PLAN", "WHAT YOUR PLAN DID"):
        assert any(part in one for one in texts), part
    for side in SIDES:
        verdict = proof(table, GAME, side, tmp_path / side)
        assert verdict.status == 0, false(verdict)
    assert replay(table.desk, GAME).is_same
    give_up(table, "indian")
    for side in SIDES:
        verdict = proof(table, GAME, side, tmp_path / f"{side}-end")
        assert verdict.status == 0, false(verdict)
        assert main(["verify", "--replay", str(tmp_path / f"{side}-end")]) == 0


@pytest.mark.slow
def test_play_goes_back_into_a_battle_and_its_plans_go_on(fought: Posted, tmp_path: Path) -> None:
    table = fought.copy(tmp_path)
    inside = [(seq, phase) for seq, phase in phases(table) if ".G0" in phase and phase.endswith("H")]
    middle = inside[len(inside) // 2][0]
    table.clock.forward(minutes=1)
    undo(table.desk, GAME, middle, "the wrong plan", ("IN", "AR"))
    again = [phase for seq, phase in phases(table) if seq > middle]
    assert any(phase.endswith("H") for phase in again)  # nobody was asked: both plans were in force
    table.play(2)
    assert replay(table.desk, GAME).is_same


def phases(table: Posted) -> list[tuple[int, str]]:
    """The records of play and their phases."""
    seqs = [seq for seq, kind in table.records(GAME) if kind == "phase.resolved"]
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        return [(seq, read_json(books.records.at(game, seq).body)["body"]["phase"]) for seq in seqs]
