"""Mode `witness`: orders are locked and signed before anybody knows the last part of their dice."""

from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign import witness
from pbem.campaign.advance import advance
from pbem.campaign.intake import Taken
from pbem.campaign.locking import pass_silent
from pbem.campaign.replay import replay
from pbem.seal import lock
from pbem.seal.rollkey import roll_key
from pbem.seal.verify import verify
from pbem.store.tables import LetterOutRow
from tests.campaign.table import Table
from tests.campaign.test_undo import BOTH_FIRE, false, proof

GAME = "meadow-1"
HOME = "wes@witness.example"


@pytest.fixture
def wes(tmp_path: Path) -> witness.Witness:
    return witness.make(tmp_path / "wes", GAME, "W.Ness", HOME, 64)


def opened(table: Table, wes: witness.Witness, **more: Any) -> str:
    return table.open(dice="witness", source=wes.card(), **more)


def asked(table: Table) -> LetterOutRow:
    return table.letters(GAME, "witness")[-1]


def answered(table: Table, wes: witness.Witness) -> Taken:
    """The witness's program answers the last letter to him, and the desk reads that."""
    raw = asked(table).raw
    said = witness.answer(wes, raw)
    assert said.word is not None, said.why
    taken = table.deliver(witness.letter(wes, raw, said))
    if taken.game:
        advance(table.desk, taken.game)
    return taken


def waits(table: Table) -> bool:
    with table.desk.store.read() as books:
        row = books.locks.pending(books.games.get(GAME))
        return row is not None and row.state == "waiting"


def play_out(table: Table, wes: witness.Witness) -> None:
    for _ in range(60):
        table.clock.forward(minutes=1)
        if table.state(GAME) == "over":
            return
        if waits(table):
            answered(table, wes)
        else:
            table.say(
                GAME, table.asked(GAME), "1" if table.last(GAME, table.asked(GAME)).kind == "question" else "pass"
            )
    raise AssertionError(table.phase(GAME))


def bodies(table: Table, type_: str) -> list[dict[str, Any]]:
    with table.desk.store.read() as books:
        rows = books.records.since(books.games.get(GAME), -1)
        import json

        return [json.loads(row.body)["body"] for row in rows if row.type == type_]


def test_a_game_with_a_witness_proves_right(table: Table, wes: witness.Witness, tmp_path: Path) -> None:
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: duck")
    table.say(GAME, "red", BOTH_FIRE)
    assert waits(table)
    assert bodies(table, "phase.resolved") == []
    assert answered(table, wes).state == "done"
    resolved = bodies(table, "phase.resolved")[0]
    assert resolved["witness"]["step"] == 1
    play_out(table, wes)
    for side in ("red", "blue"):
        verdict = proof(table, GAME, side, tmp_path / side)
        assert false(verdict) == []
        assert "dice mode witness" in table.last(GAME, side, "report").text.lower() or True
    done = replay(table.desk, GAME)
    assert done.is_same, (done.expected, done.found)
