"""The rules program of a game changes by a signed record alone, after a dry run that changes nothing that was played."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.core.ask import Ask
from pbem.core.system import Card
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.play.advance import Advanced, advance
from pbem.desk.play.cache import PlayCache
from pbem.desk.record import rules_program
from pbem.desk.record import upgrade as upgrades
from pbem.desk.record.rules_program import installed_engine
from pbem.desk.record.upgrade import upgrade
from tests.desk import skirmish
from tests.desk.skirmish import Skirmish
from tests.desk.table import Table
from tests.desk.test_undo import BOTH_FIRE, false, play_out, proof


def another_engine_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def newer(card: Card) -> tuple[str, str]:
        return "9.9.9", installed_engine(card)[1]

    for module in (upgrades, rules_program):
        monkeypatch.setattr(module, "installed_engine", newer)


@pytest.mark.slow
def test_another_program_holds_the_game_until_it_is_taken_over(
    table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: stand")
    another_engine_installed(monkeypatch)
    assert advance(table.desk, game) == Advanced(held=True)
    with table.desk.store.begin() as books:
        books.games.release(books.games.get(game))
    table.say(game, "red", BOTH_FIRE)
    assert table.state(game) == "held"
    with table.desk.store.read() as books:
        assert "pbem replay --all shows what would change" in books.games.get(game).hold
    assert advance(table.desk, game).held
    with pytest.raises(CannotRule, match="expected the consent of all players"):
        upgrade(table.desk, game, "corrected chart", agreed=("RED",))
    upgrade(table.desk, game, "corrected chart", agreed=("RED", "BLU"))
    assert "played on with pbem 9.9.9" in table.last(game, "red", "ruling").subject
    advance(table.desk, game)
    play_out(table, game)
    for side in ("red", "blue"):
        verdict = proof(table, game, side, tmp_path / side)
        assert false(verdict) == []
        rulings = [text for _, text in verdict.games[0].branches[0].tally.rulings]
        assert rulings == ["rules program changed to 9.9.9, 'corrected chart', agreed by BLU, RED"]
    with pytest.raises(CannotRule, match="it is over"):
        upgrade(table.desk, game, "again", boundary="turn 3")


def test_a_program_that_would_change_what_was_played_is_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: stand")
    table.say(game, "red", BOTH_FIRE)
    with pytest.raises(CannotRule, match="the one installed"):
        upgrade(table.desk, game, "for nothing", boundary="turn 2")
    another_engine_installed(monkeypatch)
    monkeypatch.setattr(Skirmish, "_phase", _fixed)
    with pytest.raises(
        CannotRule, match=r"what was played would be different with the new program: record 3, T01\.RED\.A"
    ):
        upgrade(table.desk, game, "a corrected chart", boundary="turn 2")
    assert table.records(game)[-1][1] != "engine.change"


@pytest.mark.slow
def test_with_corrected_rules_the_game_goes_on_and_what_was_played_stands(
    table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: stand")
    table.say(game, "red", BOTH_FIRE)
    played = table.records(game)
    another_engine_installed(monkeypatch)
    with monkeypatch.context() as corrected:
        corrected.setattr(Skirmish, "_phase", _fixed)
        upgrade(table.desk, game, "a corrected rule", boundary="turn 2", stands=True)
    assert table.records(game)[: len(played)] == played
    assert table.records(game)[-1][1] == "engine.change"
    letter = table.last(game, "red", "ruling").text
    assert (
        "what was played stands; with the new program it would have been different from record 3, T01.RED.A"
        in " ".join(letter.split())
    )
    play_out(table, game)
    assert false(proof(table, game, "red", tmp_path)) == []


def test_a_phase_under_way_that_would_come_out_otherwise_is_played_to_its_end_first(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)  # and Blue is asked something
    another_engine_installed(monkeypatch)
    restarted = replace(table.desk, play_cache=PlayCache())
    monkeypatch.setattr(Skirmish, "_phase", _fixed)
    with pytest.raises(CannotRule, match=r"T01\.RED\.A is under way and would be different with the new program"):
        upgrade(restarted, game, "a corrected rule", boundary="turn 2", stands=True)


def _turned(*words: Any) -> Ask:
    """An ask whose choices have changed places: its digits mean something else."""
    made = Ask(*words)
    return replace(made, choices=made.choices[::-1])


def _fixed(self: Skirmish, umpire: object) -> object:
    yield from ()


def test_digits_to_an_earlier_question_letter_are_refused(table: Table) -> None:
    """A letter that was on its way while play went on answers what it was written for, or nothing."""
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    first = table.last(game, "blue", "question")
    table.say(game, "blue", "1", to=first)
    assert table.asked(game) == "blue"
    second = table.last(game, "blue", "question")
    assert second.subject != first.subject
    answer = table.say(game, "blue", "2", to=first)
    assert "Your digits answer an earlier question letter" in " ".join(answer.text.split())
    assert table.last(game, "blue", "question").id == second.id
    table.say(game, "blue", "2", to=second)
    assert table.asked(game) != "blue"


@pytest.mark.slow
def test_where_another_program_asks_otherwise_the_question_is_put_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    before = table.last(game, "blue", "question")
    another_engine_installed(monkeypatch)
    monkeypatch.setattr(skirmish, "Ask", _turned)
    table.desk = replace(table.desk, play_cache=PlayCache())
    table.clock.forward(hours=1)
    upgrade(table.desk, game, "a new release", boundary="now")
    advance(table.desk, game)
    again = table.last(game, "blue", "question")
    assert again.id != before.id
    assert "The program was updated, and this question replaces your open one." in " ".join(again.text.split())
    advance(table.desk, game)
    assert table.last(game, "blue", "question").id == again.id
    answer = table.say(game, "blue", "1", to=before)
    assert "Your digits answer an earlier question letter" in " ".join(answer.text.split())
    assert table.say(game, "blue", "1", to=again).kind == "receipt"
    table.say(game, "blue", "1")
    play_out(table, game)


@pytest.mark.slow
def test_where_another_program_asks_the_same_the_letter_that_is_out_counts(
    table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    before = table.last(game, "blue", "question")
    another_engine_installed(monkeypatch)
    table.desk = replace(table.desk, play_cache=PlayCache())
    table.say(game, "blue", "2", to=before)  # while the game is held
    assert table.state(game) == "held"
    upgrade(table.desk, game, "a new release", boundary="now")
    advance(table.desk, game)
    assert len([one for one in table.letters(game, "blue", "question") if one.id == before.id]) == 1
    table.say(game, "blue", "1")
    play_out(table, game)
    assert false(proof(table, game, "blue", tmp_path)) == []
