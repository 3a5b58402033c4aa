"""Mode `witness`: orders are locked and signed before anybody knows the last part of their dice."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.incoming.intake import IntakeResult
from pbem.desk.play import locking, witness
from pbem.desk.play.advance import advance
from pbem.desk.play.cache import PlayCache
from pbem.desk.play.dice_mode import change, void_dice
from pbem.desk.play.locking import pass_silent
from pbem.desk.play.undo import undo
from pbem.desk.play.witness import NoWitness, Witness
from pbem.desk.record import chain
from pbem.desk.record.replay import replay
from pbem.desk.record.reverify import with_replay
from pbem.gm.queue import queue
from pbem.seal import lock
from pbem.seal.ladder import Ladder
from pbem.store.tables import LetterOutRow
from tests.desk.table import Table, titles
from tests.desk.test_undo import BOTH_FIRE, false, proof

GAME = "meadow-1"
HOME = "wes@witness.example"


@pytest.fixture
def wes(tmp_path: Path) -> Witness:
    return witness.make(tmp_path / "wes", GAME, "W.Ness", HOME, 64)


def opened(table: Table, wes: Witness, **more: Any) -> str:
    return table.open(dice="witness", source=wes.card(), **more)


def asked(table: Table) -> LetterOutRow:
    return table.letters(GAME, "witness")[-1]


def brought(table: Table, raw: bytes) -> IntakeResult:
    taken = table.deliver(raw)
    if taken.game:
        advance(table.desk, taken.game)
    return taken


def answered(table: Table, wes: Witness) -> IntakeResult:
    """The witness's program answers the last letter to him, and the desk reads that."""
    raw = asked(table).raw
    said = witness.answer(wes, raw)
    assert said.word is not None, said.why
    return brought(table, witness.letter(wes, raw, said))


def waits(table: Table) -> bool:
    with table.desk.store.read() as books:
        row = books.locks.pending(books.games.get(GAME))
        return row is not None and row.state == "waiting"


def play_out(table: Table, wes: Witness | None) -> None:
    for _ in range(60):
        table.clock.forward(minutes=1)
        if table.state(GAME) == "over":
            return
        if waits(table):
            assert wes is not None
            answered(table, wes)
        else:
            side = table.asked(GAME)
            table.say(GAME, side, "1" if table.last(GAME, side).kind == "question" else "pass")
    raise AssertionError(table.phase(GAME))


def bodies(table: Table, type_: str) -> list[dict[str, Any]]:
    with table.desk.store.read() as books:
        rows = books.records.since(books.games.get(GAME), -1)
        return [json.loads(row.body)["body"] for row in rows if row.type == type_]


@pytest.mark.slow
def test_a_game_with_a_witness_proves_right(table: Table, wes: Witness, tmp_path: Path) -> None:
    """Through questions, undone phases and void dice, to its end; both checkers, `--replay` and the replay from letters."""
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: duck")
    table.say(GAME, "red", BOTH_FIRE)
    assert waits(table)
    assert bodies(table, "phase.resolved") == []
    assert [row.for_ for row in queue(table.desk).rows] == ["dice"]
    assert "dice wait for the witness W.Ness" in queue(table.desk).rows[0].note
    assert answered(table, wes).state == "done"
    resolved = bodies(table, "phase.resolved")[0]
    assert resolved["witness"]["step"] == 1
    assert "dice mode witness" in " ".join(table.last(GAME, "red", "report").text.split())
    play_out(table, wes)
    for side in ("red", "blue"):
        verdict = proof(table, GAME, side, tmp_path / side)
        assert false(verdict) == []
        again = with_replay(verdict, titles)
        assert false(again) == []
        assert "states equal" in again.games[0].branches[0].replay
    done = replay(table.desk, GAME)
    assert done.is_same, (done.expected, done.found)


def test_phases_that_ended_before_a_lock_are_told_with_what_comes_after_it(table: Table, wes: Witness) -> None:
    """RED.B needs no dice and ends; BLU.A, by a standing order, has dice that wait."""
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: duck\npolicy volley: Red One")
    table.say(GAME, "red", "policy cover: duck")
    table.say(GAME, "red", "pass")
    before = len(table.letters(GAME, "red", "report"))
    table.say(GAME, "red", "Red One march 2\nready")
    assert waits(table)
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        assert [(row.phase, row.state, row.told) for row in books.phases.of(game)[-2:]] == [
            ("T01.RED.B", "done", False),
            ("T01.BLU.A", "open", False),
        ]
    assert len(table.letters(GAME, "red", "report")) == before
    answered(table, wes)
    told = table.last(GAME, "blue", "report")
    assert "T01.RED.B, T01.BLU.A" in told.text
    with table.desk.store.read() as books:
        rows = books.phases.of(books.games.get(GAME))
        assert [row.told for row in rows if row.state == "done"] == [True] * 3


@pytest.mark.slow
def test_an_undo_and_void_dice_ask_for_further_steps(table: Table, wes: Witness, tmp_path: Path) -> None:
    """No step serves twice, on whichever branch; a lock whose dice are void is followed by another."""
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    void_dice(table.desk, GAME, "a seed was seen")
    advance(table.desk, GAME)
    assert waits(table)
    answered(table, wes)
    fork = bodies(table, "phase.resolved")[0]["lock"] - 3
    assert [one["step"] for one in bodies(table, "orders.locked")] == [1, 2]
    table.clock.forward(minutes=1)
    undo(table.desk, GAME, fork, "wrong hex", ("RED", "BLU"))
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    assert bodies(table, "orders.locked")[-1]["step"] == 3
    play_out(table, wes)
    for side in ("red", "blue"):
        assert false(proof(table, GAME, side, tmp_path / side)) == []
    done = replay(table.desk, GAME)
    assert done.is_same, (done.expected, done.found)


def test_while_dice_wait_nothing_that_they_hang_on_changes(table: Table, wes: Witness, tmp_path: Path) -> None:
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    before = bodies(table, "orders.accepted")
    for side, words in (
        ("red", "Red One fire at Blue Two\nready"),
        ("blue", "policy cover: duck"),
        ("red", "withdraw"),
    ):
        said = table.say(GAME, side, words)
        assert "have been locked since" in " ".join(said.text.split())
        assert "Standing orders" not in said.text
    both = table.say(GAME, "red", "Red One fire at Blue Two\nstatus").text
    assert -1 < both.find("changes nothing") < both.find("Standing orders    0 in force")
    assert "Your letter" not in table.say(GAME, "red", "status").text
    assert bodies(table, "orders.accepted") == before
    table.clock.forward(days=9)
    assert pass_silent(table.desk, None) == []
    with pytest.raises(CannotRule, match="dice that wait"):
        change(table.desk, GAME, "sealed", {}, "slow", ("RED", "BLU"))
    answered(table, wes)
    assert false(proof(table, GAME, "red", tmp_path / "red")) == []


def test_a_crash_between_lock_and_word_gives_the_same_dice(table: Table, wes: Witness) -> None:
    """Whatever happens in between, the dice hang on what was locked: here the word is filed, and the desk dies twice."""
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    locked = bodies(table, "orders.locked")
    advance(table.desk, GAME)
    again = replace(table.desk, play_cache=PlayCache())
    advance(again, GAME)
    assert bodies(table, "orders.locked") == locked
    raw = asked(table).raw
    said = witness.answer(wes, raw)
    table.deliver(witness.letter(wes, raw, said))
    assert bodies(table, "phase.resolved") == []
    advance(again, GAME)
    (resolved,) = bodies(table, "phase.resolved")
    assert resolved["contrib"] == locked[0]["digests"]
    done = replay(table.desk, GAME)
    assert done.is_same, (done.expected, done.found)


def test_the_witness_answers_a_lock_once_and_again_the_same(table: Table, wes: Witness) -> None:
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    raw = asked(table).raw
    first = witness.answer(wes, raw)
    assert witness.answer(witness.load(wes.folder), raw) == first
    assert brought(table, witness.letter(wes, raw, first)).state == "done"
    assert brought(table, witness.letter(wes, raw, first)).state in ("known", "ignored")
    assert witness.answer(wes, table.last(GAME, "red", "report").raw).why.startswith("it carries no lock")
    with pytest.raises(NoWitness, match="found one"):
        witness.make(wes.folder, GAME, "W.Ness", HOME)
    with pytest.raises(NoWitness, match="witness new"):
        witness.load(wes.folder / "nowhere")


def test_no_step_for_two_locks(table: Table, wes: Witness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The desk and a player look at the dice of a lock, and want another one: the witness has signed the first."""
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    raw = asked(table).raw
    assert witness.answer(wes, raw).word is not None
    with table.desk.store.begin() as books:
        game = books.games.get(GAME)
        row = books.locks.pending(game)
        assert row is not None
        last = books.records.last(game)
        assert last is not None
        body = json.loads(last.body)["body"]
        body["digests"]["RED"] = "ab" * 32
        before = books.records.at(game, last.seq - 1)
        books.records._session.delete(last)
        books.records._session.flush()
        other = chain.append_after(
            table.desk, books, game, chain.Appended(before.seq, before.head), "orders.locked", body
        )
        row.head = other.head
        books.locks.add(row)
        for out in books.letters_out.to_side(GAME, "witness"):
            books.letters_out._session.delete(out)
        books.letters_out._session.flush()
        locking._ask(table.desk, books, game, row)
    said = witness.answer(wes, asked(table).raw)
    assert said.word is None
    assert "false" in said.why or "another" in said.why
    assert witness.answer(wes, raw).word is not None


def test_no_step_for_two_locks_though_two_processes_answer(
    table: Table, wes: Witness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of them serves the mailbox, somebody answers a letter by hand beside it, and the desk asks on another branch."""
    opened(table, wes)
    serving = witness.load(wes.folder)
    table.say(GAME, "red", BOTH_FIRE.replace("ready", "wait"))
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", "ready")
    by_hand = witness.answer(wes, asked(table).raw)
    assert by_hand.word is not None
    monkeypatch.setattr("pbem.store.orders.LockStore.steps", lambda *_: 0)
    undo(table.desk, GAME, 2, "again")
    table.say(GAME, "red", "ready")
    letter = asked(table)
    assert letter.subject.startswith("[meadow-1] Witness: step 1 for record")
    said = witness.answer(serving, letter.raw)
    assert said.word is None
    assert "step 1 was given for another lock" in said.why


def test_a_lock_that_was_changed_after_the_word_is_named(table: Table, wes: Witness, tmp_path: Path) -> None:
    """Operator and player know the step of one lock, and show the players another: it is not what the witness signed."""
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    value = Ladder(wes.top, wes.length).step(1)
    forged = lock.give(wes.signer, GAME, 1, "ab" * 32, value)  # the witness's word for another lock
    with table.desk.store.begin() as books:
        game = books.games.get(GAME)
        row = books.locks.pending(game)
        assert row is not None
        assert locking.word_came(books, game, forged) == "no lock of this game has the head that it names"
        locking._know(books, game, row, {"step": 1, "value": forged.value, "sig": forged.sig})
    advance(table.desk, GAME)
    seq = bodies(table, "phase.resolved")[0]["lock"] + 1
    found = false(proof(table, GAME, "red", tmp_path / "red"))
    assert found == [
        f"record {seq}: the witness W.Ness has not signed this step for the orders locked in record {seq - 1}"
    ]


def test_a_witness_who_gives_a_false_step_is_named(table: Table, wes: Witness, tmp_path: Path) -> None:
    """At the desk it counts for nothing; a desk that takes it all the same is told by every mailbox."""
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    with table.desk.store.begin() as books:
        game = books.games.get(GAME)
        row = books.locks.pending(game)
        assert row is not None
        word = lock.give(wes.signer, GAME, 1, row.head, bytes(32))
        assert "does not stand on step 0" in locking.word_came(books, game, word)
        locking._know(books, game, row, {"step": 1, "value": word.value, "sig": word.sig})
    advance(table.desk, GAME)
    found = false(proof(table, GAME, "red", tmp_path / "red"))
    assert len(found) == 1
    assert "the witness W.Ness gave a false step" in found[0]


def test_a_word_of_somebody_else_counts_for_nothing(table: Table, wes: Witness, tmp_path: Path) -> None:
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    other = witness.make(tmp_path / "eve", GAME, "W.Ness", HOME, 64)
    raw = asked(table).raw
    assert "does not name this witness" in witness.answer(other, raw).why
    with table.desk.store.read() as books:
        row = books.locks.pending(books.games.get(GAME))
        assert row is not None
        other.given[1] = row.head
    assert brought(table, witness.letter(other, raw, witness.WitnessAnswer(other.word(1)))).state == "ignored"
    assert waits(table)


@pytest.mark.slow
def test_a_silent_witness_is_gone_on_without_and_it_is_said_for_ever(
    table: Table, wes: Witness, tmp_path: Path
) -> None:
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    table.clock.forward(hours=11)
    assert pass_silent(table.desk, table.clock.now()) == []
    late = asked(table).raw
    table.clock.forward(hours=2)
    assert pass_silent(table.desk, table.clock.now()) == [GAME]
    advance(table.desk, GAME)
    assert bodies(table, "phase.resolved")[0]["witness"] == {"silent": True, "step": 1}
    assert any("witness is silent" in one.subject for one in table.letters(GAME, "gm"))
    said = witness.answer(wes, late)
    assert brought(table, witness.letter(wes, late, said)).state == "ignored"
    table.say(GAME, "red", "Red One march 2\nready")
    assert "dice without the witness 1" in " ".join(table.last(GAME, "red", "report").text.split())
    play_out(table, wes)
    verdict = proof(table, GAME, "red", tmp_path / "red")
    assert false(verdict) == []
    assert any("was silent" in one.text for one in verdict.all_findings())
    done = replay(table.desk, GAME)
    assert done.is_same, (done.expected, done.found)


def test_a_desk_that_keeps_a_word_back_is_told_by_the_witness(table: Table, wes: Witness) -> None:
    """He gave his step, and the chain says that he was silent: the one choice that is left to desk and player is seen."""
    opened(table, wes)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    assert witness.answer(wes, asked(table).raw).word is not None
    with table.desk.store.begin() as books:
        game = books.games.get(GAME)
        row = books.locks.pending(game)
        assert row is not None
        locking.go_on_without(books, game, row)
    advance(table.desk, GAME)
    for _ in range(30):
        if waits(table):
            break
        side = table.asked(GAME)
        words = "Blue One fire at Red One\nready" if table.phase(GAME) == "T01.BLU.A" and side == "blue" else "pass"
        table.say(GAME, side, "1" if table.last(GAME, side).kind == "question" else words)
    assert waits(table)
    assert "says that the witness was silent at step 1" in witness.answer(wes, asked(table).raw).alarm


@pytest.mark.slow
def test_the_mode_changes_where_both_agree_and_not_else(table: Table, wes: Witness, tmp_path: Path) -> None:
    table.open()
    with pytest.raises(CannotRule, match="BLU missing"):
        change(table.desk, GAME, "witness", wes.card(), "we trust Wes", ("RED",))
    with pytest.raises(CannotRule, match="pbem witness new"):
        change(table.desk, GAME, "witness", {}, "we trust Wes", ("RED", "BLU"))
    change(table.desk, GAME, "witness", wes.card(), "we trust Wes", ("RED", "BLU"))
    table.clock.forward(minutes=1)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    answered(table, wes)
    change(table.desk, GAME, "sealed", {}, "Wes is away", ("BLU", "RED"))
    play_out(table, None)
    for side in ("red", "blue"):
        assert false(proof(table, GAME, side, tmp_path / side)) == []
    done = replay(table.desk, GAME)
    assert done.is_same, (done.expected, done.found)


@pytest.mark.slow
def test_a_mode_changed_without_consent_is_false(table: Table, wes: Witness, tmp_path: Path) -> None:
    opened(table, wes)
    with table.desk.store.begin() as books:
        game = books.games.get(GAME)
        body = {"what": "dice", "reason": "quicker", "agreed": ["RED"], "dice": "sealed"}
        chain.append(table.desk, books, game, "gm.ruling", body, signer=table.desk.gm_signer(books, game))
        game.dice, game.source = "sealed", "{}"
    table.say(GAME, "red", BOTH_FIRE)
    play_out(table, None)
    found = false(proof(table, GAME, "red", tmp_path / "red"))
    assert any("BLU did not agree" in one for one in found)
