"""A game comes out the same from its letters however much time lies between them: none, minutes, hours, deadlines."""

from pathlib import Path

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.reading import read_letter
from pbem.desk.play import witness
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_game
from pbem.desk.play.undo import undo
from pbem.store.letters_in import StoredArrival
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk import test_witness
from tests.desk.table import ADDRESSES, GM, Table
from tests.desk.test_replay import lapse
from tests.desk.test_replay_of_all_kinds import same
from tests.desk.test_undo import BOTH_FIRE

GAME = "meadow-1"
NOT_READY = BOTH_FIRE.removesuffix("\nready")
GAPS = (0, 1, 180)
"""Minutes between two letters."""


def stop_of(table: Table) -> tuple[str, LetterOutRow, str]:
    """The side that is waited for, the letter that it answers, and the first choice of each of its questions ("" for none)."""
    side = table.asked(GAME)
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(GAME))
        count = len(books.questions.open(row, side)) if row is not None else 0
    kinds = ("question", "report") if count else ("report", "hand-over", "welcome")
    return side, next(one for one in reversed(table.letters(GAME, side)) if one.kind in kinds), " ".join(["1"] * count)


def play_out(table: Table, minutes: int = 1, most: int = 60) -> None:
    for _ in range(most):
        if table.state(GAME) != "open":
            return
        side, letter, digits = stop_of(table)
        table.say(GAME, side, digits or "pass", to=letter)
        table.clock.forward(minutes=minutes)


def late(table: Table, side: str, words: str, minutes: int) -> None:
    """The stop's deadline passes; a letter arrives after it, and is read in the second in which it is enforced, or later."""
    raw = table.reply(GAME, side, words, to=stop_of(table)[1])
    table.clock.forward(days=9)
    table.uid += 1
    with table.desk.store.begin() as books:
        books.letters_in.take_in([StoredArrival("INBOX", 1, table.uid, table.clock.now(), raw)])
        number = books.letters_in.new()[0]
    table.clock.forward(minutes=5)
    if minutes:
        assert pass_game(table.desk, GAME, table.clock.now())
        advance(table.desk, GAME)
        table.clock.forward(minutes=minutes)
    read_letter(table.desk, number, table.clock.now())


@pytest.mark.slow
@pytest.mark.parametrize("minutes", GAPS)
def test_orders_then_ready_then_answers(table: Table, minutes: int) -> None:
    table.open()
    for side, words in (
        ("red", "Red One fire at Blue One"),
        ("red", "withdraw"),
        ("red", NOT_READY),
        ("red", "ready"),
        ("blue", "1"),
        ("blue", "2"),
        ("red", "Red One march 2"),
        ("blue", "policy cover: duck"),
        ("red", "ready"),
    ):
        table.say(GAME, side, words, to=table.last(GAME, side, "question") if words in "12" else None)
        table.clock.forward(minutes=minutes)
    assert table.phase(GAME) == "T01.BLU.A"
    play_out(table, minutes)
    same(table)


@pytest.mark.slow
@pytest.mark.parametrize("minutes", GAPS)
def test_ready_alone_and_a_question_that_lapses(table: Table, minutes: int) -> None:
    table.open()
    table.say(GAME, "red", NOT_READY)
    table.clock.forward(minutes=minutes)
    table.say(GAME, "red", "ready")
    table.clock.forward(minutes=minutes)
    lapse(table, GAME)
    table.clock.forward(minutes=minutes)
    play_out(table, minutes)
    same(table)


@pytest.mark.slow
@pytest.mark.parametrize("minutes", GAPS)
@pytest.mark.parametrize("words", ["withdraw", "policy cover: duck"])
def test_a_letter_after_the_first_of_two_deadlines_of_a_phase(table: Table, words: str, minutes: int) -> None:
    """Of its deadlines a phase keeps the last."""
    table.open()
    table.say(GAME, "red", NOT_READY)
    late(table, "red", words, minutes)
    table.clock.forward(minutes=minutes)
    lapse(table, GAME)
    assert table.phase(GAME) == "T01.RED.A"
    table.clock.forward(minutes=1)
    play_out(table)
    same(table)


@pytest.mark.slow
@pytest.mark.parametrize("minutes", GAPS)
@pytest.mark.parametrize("words", ["1", "2\npolicy cover: duck", "Blue One fire at Red One\nready"])
def test_an_answer_after_the_deadline_of_its_question(table: Table, words: str, minutes: int) -> None:
    table.open()
    table.say(GAME, "red", BOTH_FIRE)
    late(table, "blue", words, minutes)
    table.clock.forward(minutes=minutes)
    lapse(table, GAME)
    table.clock.forward(minutes=1)
    play_out(table)
    same(table)


@pytest.mark.slow
@pytest.mark.parametrize("minutes", GAPS)
@pytest.mark.parametrize("words", ["withdraw", "Red Two march 2"])
def test_a_late_letter_of_a_phase_that_was_undone(table: Table, words: str, minutes: int) -> None:
    """Its deadline stands with what was put aside; an undo in the second of the letter comes after it."""
    table.open()
    table.say(GAME, "blue", "policy cover: duck")
    table.clock.forward(minutes=1)
    table.say(GAME, "red", BOTH_FIRE)
    fork = next(seq for seq, type_ in table.records(GAME) if type_ == "phase.resolved")
    table.clock.forward(minutes=1)
    table.say(GAME, "red", "Red One march 2")
    late(table, "red", words, minutes)
    table.clock.forward(minutes=minutes)
    undo(table.desk, GAME, fork, "wrong hex on the map", ("RED", "BLU"))
    table.clock.forward(minutes=1)
    play_out(table)
    same(table)


@pytest.mark.slow
@pytest.mark.parametrize("minutes", GAPS)
def test_a_deadline_locks_the_orders_for_a_witness(table: Table, tmp_path: Path, minutes: int) -> None:
    wes = witness.make(tmp_path / "wes", GAME, "W.Ness", test_witness.HOME, 64)
    test_witness.opened(table, wes)
    table.say(GAME, "blue", "policy cover: duck")
    table.say(GAME, "red", NOT_READY)
    late(table, "red", "withdraw", minutes)
    assert test_witness.waits(table)
    table.clock.forward(minutes=minutes)
    test_witness.answered(table, wes)
    table.clock.forward(minutes=1)
    test_witness.play_out(table, wes)
    same(table)


@pytest.mark.slow
@pytest.mark.parametrize("minutes", GAPS)
@pytest.mark.parametrize(("title", "unit"), [("rosebud", "C/9 Inf"), ("littlebighorn", "A/7 Inf")])
def test_games_of_the_house(tmp_path: Path, title: str, unit: str, minutes: int) -> None:
    """Orders, `ready` in a letter of its own, answers, and a deadline."""
    table = Table.lay(tmp_path, games=registry.game)
    table.title, table.addresses = title, {"us": ADDRESSES["red"], "indian": ADDRESSES["blue"]}
    players = [(side, address, side.title()) for side, address in table.addresses.items()]
    open_campaign(table.desk, Wanted(GAME, title, "first-fight", players, GM, seed=b"a demo seed", ladder_length=400))
    advance(table.desk, GAME)
    for stop in range(12):
        if table.state(GAME) != "open":
            break
        side, letter, digits = stop_of(table)
        if digits:
            table.say(GAME, side, digits, to=letter)
        elif stop == 6:
            late(table, side, "withdraw", minutes)
        else:
            if table.phase(GAME).endswith(".C"):
                mover, ahead = (unit, -1) if side == "us" else ("Crow King", 1)
                with table.desk.store.read() as books:
                    at = table.desk.position(books, books.games.get(GAME))[mover].at
                letter = table.say(GAME, side, f"{mover} move {at}-{at[:2]}{int(at[2:]) + ahead:02}", to=letter)
                table.clock.forward(minutes=minutes)
            table.say(GAME, side, "ready", to=letter)
        table.clock.forward(minutes=minutes)
    assert table.state(GAME) in ("open", "over")
    assert "orders.accepted" in [type_ for _, type_ in table.records(GAME)]
    same(table)
