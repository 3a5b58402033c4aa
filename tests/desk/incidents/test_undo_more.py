"""Undo and redo where something lies between: an empty phase, an upgrade, another undo; and replays of what GMs did."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.core.system import Card
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.deadlines import Pause, Resume
from pbem.desk.gm.incidents.incident import CannotDo, Incident, perform, show
from pbem.desk.gm.incidents.players import Address
from pbem.desk.gm.incidents.rule import Rule
from pbem.desk.gm.incidents.undo_and_end import Redo, Undo
from pbem.desk.play.advance import advance
from pbem.desk.play.downtime import end_pauses
from pbem.desk.record import rules_program
from pbem.desk.record import upgrade as upgrades
from pbem.desk.record.replay import replay
from pbem.desk.record.rules_program import installed_engine
from pbem.desk.record.upgrade import upgrade
from tests.desk.table import Table
from tests.desk.test_undo import BOTH_FIRE, false, play_out, proof

MOVED = "rita@new.example"


def do(table: Table, incident: Incident) -> None:
    table.clock.forward(minutes=1)
    perform(table.desk, incident, "petra", "it must be")
    table.clock.forward(minutes=1)


def same(table: Table, game: str) -> None:
    done = replay(table.desk, game)
    assert done.is_same, (done.seq, done.expected, done.found)
    with table.desk.store.read() as books:
        assert done.records == len(books.records.written(books.games.get(game)))


def logged_late(table: Table, game: str) -> None:
    """As it was while a GM action took some seconds: the log has it after its records."""
    with table.desk.store.begin() as books:
        for row in books.gm_actions.since(game, 0):
            row.at += timedelta(seconds=3)


def both_fire(table: Table, game: str) -> None:
    table.say(game, "red", BOTH_FIRE)
    for _ in range(2):
        table.clock.forward(minutes=1)
        table.say(game, "blue", "1", to=table.last(game, "blue"))
    assert table.phase(game) == "T01.RED.B"
    table.clock.forward(minutes=1)


@pytest.mark.slow
@pytest.mark.parametrize("late", [False, True])
def test_an_address_and_a_ruling_are_replayed(table: Table, late: bool) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One")
    do(table, Address(game, "red", MOVED))
    table.say(game, "red", "Red Two fire at Blue One", sender=MOVED)
    do(table, Rule(game, "-", ("Red One strength = 2",)))
    do(table, Rule(game, "-", ("Red One strength = 3",)))
    table.say(game, "red", "Red Two fire at Blue Two\nready", sender=MOVED)
    if late:
        logged_late(table, game)
    same(table, game)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("by_hand", [False, True])
def test_a_pause_is_replayed_whoever_ended_it(table: Table, late: bool, by_hand: bool) -> None:
    game = table.open()
    do(table, Pause(game, 3))
    table.clock.forward(hours=1)
    table.say(game, "red", BOTH_FIRE)
    if by_hand:
        do(table, Resume(game))
    else:
        table.clock.forward(days=4)
        for name in end_pauses(table.desk):
            advance(table.desk, name)
    table.clock.forward(minutes=1)
    table.say(game, "blue", "1", to=table.last(game, "blue", "question"))
    if late:
        logged_late(table, game)
    same(table, game)


def another_engine_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def newer(card: Card) -> tuple[str, str]:
        return "9.9.9", installed_engine(card)[1]

    for module in (upgrades, rules_program):
        monkeypatch.setattr(module, "installed_engine", newer)


@pytest.mark.slow
def test_an_undo_across_an_upgrade_keeps_the_upgrade(
    table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = table.open()
    both_fire(table, game)
    another_engine_installed(monkeypatch)
    upgrade(table.desk, game, "a better chart", boundary="turn 1")
    table.say(game, "red", "Red One march 2\nready")
    shown = show(table.desk, Undo(game, 0), reason="x")
    assert any("still played with pbem 9.9.9" in line for line in shown.effect.lines)
    do(table, Undo(game, 0))
    assert table.state(game) == "open"
    assert table.phase(game) == "T01.RED.A"
    assert "still played with pbem 9.9.9" in " ".join(table.last(game, "red", "ruling").text.split())
    both_fire(table, game)
    assert table.state(game) == "open"
    play_out(table, game)
    same(table, game)
    for side in ("red", "blue"):
        assert false(proof(table, game, side, tmp_path / side)) == []


def test_an_undo_without_a_record_passes_over_phases_in_which_nothing_happened(table: Table) -> None:
    game = table.open()
    both_fire(table, game)
    table.say(game, "red", "pass")
    assert table.phase(game) != "T01.RED.B"
    shown = show(table.desk, Undo(game), reason="x")
    assert shown.effect.lines[0] == (
        "the last phase in which anything happened is T1 RED.A; nothing happened in T1 RED.B"
    )
    do(table, Undo(game))
    assert table.phase(game) == "T01.RED.A"


@pytest.mark.slow
def test_what_an_undone_branch_had_from_an_earlier_one_comes_back_too(table: Table) -> None:
    game = table.open()
    both_fire(table, game)
    do(table, Undo(game))
    do(table, Redo(game, "main"))
    assert table.phase(game) == "T01.RED.B"
    do(table, Undo(game))
    lines = show(table.desk, Redo(game, "main.2"), reason="x").effect.lines
    assert "RED T1 RED.A: 2 lines, ready" in lines
    assert "BLU T1 RED.A: 2 answers" in lines
    do(table, Redo(game, "main.2"))
    assert table.phase(game) == "T01.RED.B"
    same(table, game)


def test_orders_that_a_deadline_carried_out_come_back_by_name(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    table.say(game, "red", "Red One fire at Blue One")
    with table.desk.store.begin() as books:
        row = books.phases.open(books.games.get(game))
        assert row is not None
        row.passed, row.closed = True, table.clock.now()
        books.phases.add(row)
    advance(table.desk, game)
    assert table.phase(game) == "T01.RED.B"
    do(table, Undo(game))
    assert "RED T1 RED.A: 1 line" in show(table.desk, Redo(game, "main"), reason="x").effect.lines


def test_a_redo_that_finds_nothing_says_where_there_is_something(table: Table) -> None:
    game = table.open()
    both_fire(table, game)
    do(table, Undo(game, 0))
    do(table, Undo(game, 0))
    with pytest.raises(CannotRule, match=r"found none.  Branch main has orders:   redo meadow-1 main"):
        show(table.desk, Redo(game, "main.2"), reason="x")
    with pytest.raises(CannotRule, match=r"found 'main.3'; main.3 is the branch that is played now"):
        show(table.desk, Redo(game, "main.3"), reason="x")
    assert show(table.desk, Redo(game), reason="x").line == f"redo {game}"


def test_nothing_to_undo(table: Table) -> None:
    with pytest.raises(CannotDo, match="expected a phase that was adjudicated"):
        show(table.desk, Undo(table.open()), reason="x")
