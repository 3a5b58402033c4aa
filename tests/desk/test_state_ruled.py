"""A GM who changes the board: by a signed record alone, shown to both, counted for ever; and nothing else will pass."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.incident import CannotDo
from pbem.desk.gm.incidents.rule import _value
from pbem.desk.gm.state_ruled import rule_state
from pbem.desk.play.undo import undo
from tests.desk.table import Table
from tests.desk.test_undo import BOTH_FIRE, false, play_out, proof

WEAKER = [{"op": "replace", "path": "/strength/Red One", "value": 2}]


def strength(table: Table, game: str, unit: str) -> int:
    with table.desk.store.read() as books:
        state = json.loads(books.checkpoints.last(books.games.get(game)).state)
    found: int = state["strength"][unit]
    return found


@pytest.mark.slow
def test_a_strength_is_ruled_and_both_mailboxes_count_it_for_ever(table: Table, tmp_path: Path) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: stand")
    rule_state(table.desk, game, WEAKER, "a step was forgotten at set-up", rule="1.2", agreed=("RED", "BLU"))
    assert strength(table, game, "Red One") == 2
    told = [table.last(game, side, "ruling") for side in ("red", "blue")]
    assert told[0].text == told[1].text
    assert "strength of Red One from 3 to 2" in " ".join(told[0].text.split())
    assert "The position now" in table.last(game, "red", "report").subject
    table.say(game, "red", BOTH_FIRE)
    play_out(table, game)
    for side in ("red", "blue"):
        verdict = proof(table, game, side, tmp_path / side)
        assert false(verdict) == []
        (main,) = verdict.games[0].branches
        assert [text for _, text in main.tally.rulings] == [
            "state, 'a step was forgotten at set-up', agreed by BLU, RED"
        ]


@pytest.mark.slow
def test_an_undo_behind_a_ruling_takes_it_back(table: Table, tmp_path: Path) -> None:
    game = table.open()
    table.say(game, "red", "pass")
    fork = table.records(game)[-1][0]
    rule_state(table.desk, game, WEAKER, "a step was forgotten")
    rule_state(table.desk, game, [{"op": "replace", "path": "/place/Red One", "value": 1}], "it had marched")
    undo(table.desk, game, fork + 1, "not the march")
    assert strength(table, game, "Red One") == 2
    table.say(game, "red", "pass")
    undo(table.desk, game, fork, "nor the step")
    assert strength(table, game, "Red One") == 3
    play_out(table, game)
    assert false(proof(table, game, "red", tmp_path)) == []


@pytest.mark.parametrize(
    ("patch", "says"),
    [
        ([], "expected a change"),
        ([{"op": "move", "path": "/next", "value": 1}], "expected add, remove or replace"),
        ([{"op": "replace", "path": "/strength/Red Three", "value": 1}], "expected one of Blue One, Blue Two, Red One"),
        ([{"op": "replace", "path": "/nothing/x", "value": 1}], "expected one of began, next"),
        ([{"op": "remove", "path": "/strength"}], "no state of this game: KeyError"),
        ([{"op": "replace", "path": "/strength", "value": 7}], "expected a value like"),
        ([{"op": "add", "path": "/weather", "value": "rain"}], "read back it is another"),
        ([{"op": "replace", "path": "/strength/Red One", "value": 3}], "expected a change"),
        (
            [{"op": "replace", "path": "/next", "value": 2}],
            "expected T01.RED.A to come next as before; found T01.BLU.A",
        ),
        ([{"op": "replace", "path": "/next", "value": 99}], "found none"),
        ([{"op": "replace", "path": "/strength/Red One"}], "expected a value"),
        ([{"op": "add", "path": "/options/5", "value": "fog"}], "expected a place in a list; found '5'"),
    ],
)
def test_a_patch_that_does_not_fit_is_refused(table: Table, patch: list[dict[str, Any]], says: str) -> None:
    game = table.open()
    before = table.records(game)
    with pytest.raises(CannotRule, match=says):
        rule_state(table.desk, game, patch, "a reason")
    assert table.records(game) == before


def test_nothing_is_ruled_on_a_phase_that_has_begun(table: Table) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    with pytest.raises(CannotRule, match=r"T01\.RED\.A has begun: undo it first"):
        rule_state(table.desk, game, WEAKER, "a reason")


@pytest.mark.parametrize(
    ("text", "value"),
    [("3413", "3413"), ("0412", "0412"), ("7", 7), ("12345", 12345), ("true", True), ("null", None), ("D", "D")],
)
def test_a_ruled_value_is_a_number_or_a_word_of_json_and_a_hex_stays_text(text: str, value: object) -> None:
    assert _value(text) == value
    assert type(_value(text)) is type(value)


@pytest.mark.parametrize("text", ["1.5", "NaN", "1e999", "9" * 23, '{"a": [0.5]}'])
def test_a_value_that_no_state_holds_is_refused(text: str) -> None:
    with pytest.raises(CannotDo, match="expected a whole number, a text"):
        _value(text)


def test_a_value_that_is_nested_too_deeply_is_a_text() -> None:
    assert _value("[" * 100_000) == "[" * 100_000
