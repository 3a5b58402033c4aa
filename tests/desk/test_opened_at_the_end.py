"""The last record of a game opens everything that was sealed, and both checkers open all of it."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import SQLModel

from pbem.desk.games import ending
from pbem.desk.play.undo import undo
from pbem.desk.record.reverify import with_replay
from pbem.seal import pbem_verify
from pbem.seal.verify import verify
from tests.desk.leaks import GAME, World
from tests.desk.table import Table
from tests.desk.test_undo import BOTH_FIRE, false, play_out, proof
from tests.desk.valley import Valley, ValleyTitle


def end_of(table: Table, game: str) -> dict[str, Any]:
    with table.desk.store.read() as books:
        last = books.records.last(books.games.get(game))
        assert last is not None
        assert last.type == "game.end"
        found: dict[str, Any] = json.loads(last.body)["body"]
        return found


@pytest.mark.slow
def test_orders_and_standing_orders_of_both_sides_are_opened(table: Table, tmp_path: Path) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck\nBlue One fire at Red One\nnonce: plum")
    table.say(game, "red", BOTH_FIRE)
    table.clock.forward(minutes=1)
    undo(table.desk, game, 2, "wrong hex", ("RED", "BLU"))
    play_out(table, game)
    openings = end_of(table, game)["openings"]
    assert any("policy cover: duck" in one["orders"] and one["player"] == "BLU" for one in openings)
    assert {one["branch"] for one in openings} == {"main", "main.2"}, "what was undone is opened too"
    verdict = proof(table, game, "red", tmp_path / "red")
    assert false(verdict) == []


def hidden_game(tmp_path: Path) -> World:
    """A game that hides facts, played to its end: Blue scouts the ford, which Red never learns."""
    world = World.of(tmp_path / "world", Valley())
    world.say(GAME, "blue", "policy cover: stand")
    world.say(GAME, "red", BOTH_FIRE)
    play_out(world, GAME)
    return world


@pytest.mark.slow
def test_a_game_that_hid_facts_is_opened_whole_and_can_be_played_again(tmp_path: Path) -> None:
    world = hidden_game(tmp_path)
    try:
        openings = end_of(world, GAME)["openings"]
        kinds = [one["open"] for one in openings]
        assert {"orders", "segment", "leaf"} == set(kinds)
        assert [one["path"] for one in openings if one["open"] == "leaf"] == ["ford/5", "party/dummy"]
        verdict = proof(world, GAME, "red", tmp_path / "red")
        assert false(verdict) == []
        again = with_replay(verdict, lambda _: ValleyTitle(Valley()))
        assert false(again) == []
        assert "states equal" in again.games[0].branches[0].replay
    finally:
        world.desk.store.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bend", "status", "says"),
    [
        (lambda one: one["open"] == "segment" and one["value"]["answers"].pop(), 1, "sealed answers and events"),
        (lambda one: one["open"] == "orders" and one["orders"].append("Red One march 4"), 1, "does not fit"),
        (lambda one: one["open"] == "leaf" and one.update(value="Red Two"), 1, "does not fit"),
        (lambda one: one["open"] == "segment" and one.update(salt="ab" * 32), 1, "is not that of the salt key"),
        (lambda one: one["open"] == "orders" and one.update(open="gone"), 1, "its kind 'gone' is unknown"),
        (None, 2, "it does not open what is sealed in record"),
    ],
)
def test_what_is_opened_otherwise_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bend: Any, status: int, says: str
) -> None:
    everything = ending.everything

    def bent(*given: Any) -> list[Any]:
        found = everything(*given)
        if bend is None:
            return found[1:]
        for one in found:
            if bend(one) is not False:
                break
        return found

    monkeypatch.setattr(ending, "everything", bent)
    world = hidden_game(tmp_path)
    try:
        folder = tmp_path / "red"
        folder.mkdir()
        for n, letter in enumerate(world.letters(GAME, "red")):
            (folder / f"{n:03d}.eml").write_bytes(letter.raw)
    finally:
        world.desk.store.close()
    verdict = verify([folder])
    assert verdict.status == status
    assert any(says in one.text for one in verdict.all_findings()), [one.text for one in verdict.all_findings()]
    assert pbem_verify.verify([str(folder)])[0] == status


def test_nothing_that_a_running_game_hides_stands_in_the_clear_in_the_database(tmp_path: Path) -> None:
    """Position, events, stretches of phases and questions are sealed, in the main table and in whatever copies it."""
    world = World.of(tmp_path / "world", Valley())
    try:
        world.say(GAME, "blue", "policy cover: stand")
        world.say(GAME, "red", BOTH_FIRE)
        with world.desk.store.read() as books:
            state = books.checkpoints.last(books.games.get(GAME)).state
            tables = [
                str(tuple(row)).encode()
                for one in SQLModel.metadata.sorted_tables
                for row in books._session.connection().exec_driver_sql(f'select * from "{one.name}"')
            ]
        assert '"ford":' in state
    finally:
        world.desk.store.close()
    files = [one.read_bytes() for one in tmp_path.rglob("*") if one.is_file()]
    stored = b"".join(files + tables)
    assert GAME.encode() in stored
    for clear in (b'"dummy":', b'"ford":', b'"type":"PhaseBegan","', b'"answers":[{', b"ValleyScouted"):
        assert clear not in stored, clear
