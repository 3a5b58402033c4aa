"""Void dice, new ladders and undone phases: the chain goes on, both players are told, and their mailboxes prove it."""

from pathlib import Path

import pytest

from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.play.dice_mode import new_ladder, void_dice
from pbem.desk.play.undo import undo, would_undo
from pbem.seal import pbem_verify
from pbem.seal.verify import MailboxVerdict, verify
from pbem.store.columns import HIDDEN
from tests.desk.table import Table

BOTH_FIRE = "Red One fire at Blue One\nRed Two fire at Blue Two\nready"


def proof(table: Table, game: str, side: str, folder: Path) -> MailboxVerdict:
    """What a side's mailbox comes to; the checker of one file must say the same."""
    folder.mkdir(exist_ok=True)
    for n, letter in enumerate(table.letters(game, side)):
        (folder / f"{n:03d}.eml").write_bytes(letter.raw)
    verdict = verify([folder])
    assert pbem_verify.verify([str(folder)])[0] == verdict.status
    return verdict


def false(verdict: MailboxVerdict) -> list[str]:
    return [one.text for one in verdict.all_findings() if one.kind != "note"]


def play_out(table: Table, game: str) -> None:
    for _ in range(20):
        for side in ("red", "blue"):
            if table.state(game) != "over":
                table.clock.forward(minutes=1)
                table.say(game, side, "pass")
    assert table.state(game) == "over", table.phase(game)


def types(table: Table, game: str) -> list[str]:
    return [type_ for _, type_ in table.records(game)]


@pytest.mark.slow
def test_a_phase_is_undone_on_a_new_branch_and_the_game_is_played_out(table: Table, tmp_path: Path) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    table.clock.forward(minutes=1)
    table.say(game, "red", BOTH_FIRE)
    fork = next(seq for seq, type_ in table.records(game) if type_ == "phase.resolved")
    table.clock.forward(minutes=1)
    table.say(game, "red", "Red One march 2\nready")
    table.say(game, "blue", "cancel order 1\nBlue One fire at Red One\nready")
    assert table.phase(game) == "T01.BLU.A"
    planned = would_undo(table.desk, game, fork)
    assert (planned.parent, planned.branch, planned.phase) == ("main", "main.2", "T01.RED.A")
    assert planned.undone[0] == "T01.RED.B"
    table.clock.forward(minutes=1)
    assert undo(table.desk, game, fork, "wrong hex on the map", ("RED", "BLU")) == planned
    assert table.phase(game) == "T01.RED.B"
    with table.desk.store.read() as books:
        row = books.games.get(game)
        assert [one.text for one in books.standing.in_force(row, "blue")] == ["policy cover: duck"]
        assert (row.branch, row.rulings) == ("main.2", 1)
        assert [one.name for one in books.games.all()] == [game]
        aside = books.games.get(f"{game}/main")
        assert aside.state == HIDDEN
        assert next(one.phase for one in books.phases.of(aside)) == "T01.RED.B"
    play_out(table, game)
    for side in ("red", "blue"):
        verdict = proof(table, game, side, tmp_path / side)
        assert false(verdict) == []
        main, new = verdict.games[0].branches
        assert (main.name, new.name, new.first) == ("main", "main.2", fork + 1)
        assert new.tally.ended
        assert any("undone to record" in text for _, text in new.tally.rulings)


@pytest.mark.slow
def test_an_undo_into_the_middle_of_a_phase_asks_again(table: Table, tmp_path: Path) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    stop = table.records(game)[-1][0]
    assert table.last(game, "blue").kind == "question"
    table.clock.forward(minutes=1)
    table.say(game, "blue", "2")
    assert table.records(game)[-1][0] > stop
    table.clock.forward(minutes=1)
    before = len(table.letters(game, "blue", "question"))
    undo(table.desk, game, stop, "he misread the question")
    assert table.phase(game) == "T01.RED.A"
    assert len(table.letters(game, "blue", "question")) == before + 1
    table.say(game, "blue", "1", to=table.last(game, "blue", "question"))
    table.say(game, "blue", "1", to=table.last(game, "blue", "question"))
    play_out(table, game)
    assert false(proof(table, game, "blue", tmp_path / "blue")) == []


@pytest.mark.slow
def test_an_undo_of_an_undo_and_back_to_the_opening(table: Table, tmp_path: Path) -> None:
    game = table.open()
    for words in (BOTH_FIRE.replace("Two", "One"), "pass"):
        table.clock.forward(minutes=1)
        table.say(game, "blue", "policy cover: stand")
        table.say(game, "red", words)
    undo(table.desk, game, table.records(game)[-2][0], "once")
    table.clock.forward(minutes=1)
    undo(table.desk, game, 0, "twice")
    with table.desk.store.read() as books:
        row = books.games.get(game)
        assert (row.branch, row.steps, row.rulings) == ("main.3", 0, 2)
    assert table.phase(game) == "T01.RED.A"
    play_out(table, game)
    assert false(proof(table, game, "red", tmp_path / "red")) == []


def test_letters_that_answer_what_is_undone_change_nothing(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "pass")
    later = table.last(game, "red", "report")
    undo(table.desk, game, 0, "a fresh start")
    table.say(game, "red", "Red One march 2\nready", to=later)
    assert types(table, game).count("orders.accepted") == 0


@pytest.mark.slow
def test_voided_dice_and_a_new_ladder_are_told_counted_and_proved(table: Table, tmp_path: Path) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: stand")
    void_dice(table.desk, game, "the log showed the seed", ("RED",))
    table.say(game, "red", BOTH_FIRE)
    new_ladder(table.desk, game, "the disk was stolen", length=32)
    play_out(table, game)
    assert {one.subject for one in table.letters(game, "red", "ruling")} == {
        one.subject for one in table.letters(game, "blue", "ruling")
    }
    for side in ("red", "blue"):
        verdict = proof(table, game, side, tmp_path / side)
        assert false(verdict) == []
        (main,) = verdict.games[0].branches
        assert [text.split(",")[0] for _, text in main.tally.rulings] == [
            "dice of adjudication 1 voided",
            "a new ladder of seeds",
        ]


@pytest.mark.parametrize(("to", "reason"), [(99, "x"), (-1, "x"), (0, ""), (0, "x" * 201)])
def test_what_cannot_be_undone(table: Table, to: int, reason: str) -> None:
    game = table.open()
    table.say(game, "red", "pass")
    with pytest.raises(CannotRule, match="expected"):
        undo(table.desk, game, to, reason)
    assert table.records(game)[-1][1] == "phase.resolved"


@pytest.mark.slow
def test_a_game_that_is_over_is_not_undone(table: Table) -> None:
    game = table.open()
    play_out(table, game)
    with pytest.raises(CannotRule, match="it is over"):
        undo(table.desk, game, 0, "a pity")
    with pytest.raises(CannotRule, match="expected sides"):
        void_dice(table.desk, table.open("meadow-2"), "x", ("XX",))
