"""A GM's ruling on the state in the middle of a battle, and play that goes on from it: shown to both, played again alike."""

from pathlib import Path

import pytest

from pbem.desk.gm.state_ruled import rule_state
from tests.desk.test_undo import false, proof
from tests.systems.posted import Posted

GAME = "posted-1"


def at_the_plans(folder: Path) -> Posted:
    """Bear Paw by mail, up to the stop at which both sides write their battle plans."""
    table = Posted.game(folder, "nezperce", "bear-paw", pace="mixed")
    for _ in range(20):
        now = table._now()
        assert now is not None
        if now.phase.letter == "P":
            return table
        table.play(1)
    raise AssertionError("no battle in twenty letters")


@pytest.mark.slow
def test_a_unit_of_a_battle_is_set_by_a_ruling(tmp_path: Path) -> None:
    table = at_the_plans(tmp_path)
    now = table._now()
    assert now is not None
    number, unit = next((n, one) for n, one in enumerate(now.state.battle.units) if one.side == "army" and one.at)
    table.clock.forward(minutes=1)
    patch = [{"op": "replace", "path": f"/battle/units/{number}/pin", "value": 2}]
    rule_state(table.desk, GAME, patch, "a marker was forgotten", agreed=("AR", "IN"))
    now = table._now()
    assert now is not None
    assert now.state.battle.unit(unit.name).pin == 2
    told = [table.last(GAME, side, "ruling").text for side in ("army", "indian")]
    assert told[0] == told[1]
    assert "a marker was forgotten" in told[0]
    table.play(6)
    for side in ("army", "indian"):
        verdict = proof(table, GAME, side, tmp_path / side)
        assert false(verdict) == []
