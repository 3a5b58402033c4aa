"""Battles by mail: plans, verified and replayed.  While the game goes on the plans are sealed; its end opens them."""

import re
from pathlib import Path

from pbem.campaign.replay import replay
from pbem.cli import main
from tests.campaign.test_undo import false, proof
from tests.systems.posted import Posted

GAME = "posted-1"
SIDES = ("indian", "army")


def after_a_battle(folder: Path, letters: int = 60) -> Posted:
    """A campaign in which a battle was fought by plans, to its end."""
    table = Posted.game(folder, "nezperce", "campaign-1877")
    for _ in range(letters):
        if any("The battle in" in one.text for one in table.letters(GAME, "army", "report")):
            return table
        table.play(1)
    raise AssertionError("no battle")


def give_up(table: Posted, side: str) -> None:
    """End the game, so that everything is opened."""
    code = re.search(r"confirm ([a-z0-9-]+)", table.say(GAME, side, "resign").text)
    assert code is not None
    table.clock.forward(minutes=1)
    table.say(GAME, side, f"confirm {code[1]}")


def test_a_battle_fought_by_plans_verifies_and_replays(tmp_path: Path) -> None:
    table = after_a_battle(tmp_path)
    texts = [one.text for one in table.letters(GAME, "army", "report")]
    for part in ("First player", "ARMY UNITS IN BATTLE", "INDIAN UNITS IN BATTLE", "open  t trees", "State of contact"):
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
