"""Battles by mail: letters of half-turns, verified and replayed."""

from pathlib import Path

import pytest

from pbem.campaign.replay import replay
from pbem.cli import main
from tests.campaign.test_undo import false, proof
from tests.systems.posted import Posted

GAME = "posted-1"


@pytest.mark.slow
def test_a_battle_fought_by_letters_verifies_and_replays(tmp_path: Path) -> None:
    table = Posted.game(tmp_path, "nezperce", "campaign-1877")
    for _ in range(60):
        texts = [one.text for one in table.letters(GAME, "army", "report")]
        if sum("THE BATTLE" in one for one in texts) > 5:
            break
        table.play(1)
    text = next(one for one in reversed(texts) if "THE BATTLE" in one)
    for part in ("First player", "ARMY UNITS IN BATTLE", "INDIAN UNITS IN BATTLE", "open  t trees", "State of contact"):
        assert any(part in one for one in texts), part
    assert "Game-turn" in text
    for side in ("indian", "army"):
        verdict = proof(table, GAME, side, tmp_path / side)
        assert verdict.status == 0, false(verdict)
        assert main(["verify", "--replay", str(tmp_path / side)]) == 0
    assert replay(table.desk, GAME).is_same
