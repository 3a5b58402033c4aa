"""A game adjudicated again from its records comes out the same, or the first difference is named."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.core.record import with_bare_names
from pbem.desk.gm.state_ruled import rule_state
from pbem.desk.play.dice_mode import void_dice
from pbem.desk.play.undo import undo
from pbem.desk.record.readjudication import _clause_in, readjudicate
from tests.desk.table import SkirmishTitle, Table
from tests.desk.test_undo import BOTH_FIRE, play_out


def records(table: Table, game: str) -> list[dict[str, Any]]:
    with table.desk.store.read() as books:
        return [json.loads(row.body) for row in books.records.since(books.games.get(game), -1)]


def played(table: Table) -> list[dict[str, Any]]:
    """A game with breaks, standing orders, void dice, a ruling and an undone phase."""
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    table.say(game, "blue", "2")
    table.say(game, "blue", "1")
    void_dice(table.desk, game, "seen in the log")
    fork = table.records(game)[-1][0]
    table.say(game, "red", "Red One march 2\nready")
    table.clock.forward(minutes=1)
    undo(table.desk, game, fork, "a slip")
    rule_state(table.desk, game, [{"op": "replace", "path": "/place/Red Two", "value": 4}], "it stood there")
    table.say(game, "red", "Red One march 3\nready")
    table.say(game, "blue", "Blue One fire at Red One\nready")
    table.say(game, "red", "1")
    play_out(table, game)
    return records(table, game)


@pytest.mark.slow
def test_a_game_with_everything_in_it_comes_out_the_same(table: Table) -> None:
    told = played(table)
    done = readjudicate(SkirmishTitle(), told)
    assert done.difference is None
    assert done.undecided == ""
    assert done.adjudications == sum(one["type"] == "phase.resolved" for one in told)
    assert done.states == done.adjudications + 3  # the opening, the ruling, the new branch
    assert done.last == told[-1]["seq"]


Change = Callable[[dict[str, Any]], None]


def other_event(body: dict[str, Any]) -> None:
    shot = next(one for one in body["events"] if one["type"].endswith("SkirmishShot"))
    shot["hit"] = not shot["hit"]


def other_answer(body: dict[str, Any]) -> None:
    body["answers"][0]["key"] = "another"


def event_too_many(body: dict[str, Any]) -> None:
    body["events"].append(body["events"][-1])


def event_missing(body: dict[str, Any]) -> None:
    body["events"].pop()


def other_state(body: dict[str, Any]) -> None:
    body["state"] = "ab" * 32


def answer_too_many(body: dict[str, Any]) -> None:
    body["answers"].append(body["answers"][0])


def nothing(body: dict[str, Any]) -> None:
    body["answers"].clear()


@pytest.mark.parametrize(
    ("change", "says", "clause", "line"),
    [
        (other_event, "an event is different", "1.1", "Red One fire at Blue One"),
        (other_answer, "another question is put", "", ""),
        (event_too_many, "an event is missing", "", ""),
        (event_missing, "an event too many", "", ""),
        (other_state, "the position is different", "", ""),
        (answer_too_many, "question", "", ""),
        (nothing, "an event", "", ""),
    ],
)
def test_the_first_difference_is_named_by_clause_and_line(
    table: Table, change: Change, says: str, clause: str, line: str
) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: stand")
    table.say(game, "red", BOTH_FIRE)
    told = copy.deepcopy(records(table, game))
    first = next(one for one in told if one["type"] == "phase.resolved" and one["body"]["rolls"])
    change(first["body"])
    found = readjudicate(SkirmishTitle(), told).difference
    assert found is not None
    assert found.seq == first["seq"]
    assert says in found.what
    assert clause in found.clause
    assert line in found.line
    assert found.where.startswith(f"record {first['seq']}, T01.RED.A")


@pytest.mark.slow
def test_a_chain_from_before_type_names_had_a_game_is_played_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.core.record.BARE_IN", ("tests",))
    told = [with_bare_names(record) for record in played(table)]
    assert "SkirmishShot" in str(told)
    assert "tests/" not in str(told)
    assert readjudicate(SkirmishTitle(), told).difference is None


@pytest.mark.slow
def test_rules_that_changed_are_found_before_they_hurt(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    told = played(table)
    title = SkirmishTitle()
    system = title.system
    silent = system.apply
    monkeypatch.setattr(
        system, "apply", lambda state, event: (silent(state, event), state.place.update({"Red One": 7}))[0]
    )
    found = readjudicate(title, told).difference
    assert found is not None
    assert "the position is different" in found.what

    def broken(*_: object) -> None:
        raise KeyError("a chart without a cell")

    monkeypatch.setattr(system, "apply", broken)
    found = readjudicate(title, told).difference
    assert found is not None
    assert "a chart without a cell" in found.what


@pytest.mark.slow
def test_records_of_an_older_pbem_are_not_decided(table: Table, tmp_path: Path) -> None:
    told = played(table)
    del next(one for one in told if one["type"] == "phase.resolved")["body"]["answers"]
    done = readjudicate(SkirmishTitle(), told)
    assert done.difference is None
    assert "did not record the answers" in done.undecided


def test_the_clause_of_an_event_is_its_own_or_that_of_its_roll() -> None:
    assert _clause_in({"type": "Fired", "clause": "9.A", "roll": {"clause": "9.D"}}) == "9.A"
    assert _clause_in({"type": "Fired", "clause": "", "roll": {"clause": "9.D"}}) == "9.D"
    assert _clause_in({"type": "Fired", "clause": None, "roll": {"faces": [3, 4]}}) == ""
