"""Play: breaks and coming back, deadlines, faults, and a crash at any moment."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet

from pbem.core.dice import KeyedDice
from pbem.desk.outgoing.reminders import remind
from pbem.desk.play.advance import advance
from pbem.desk.play.cache import LruCache, PlayCache
from pbem.desk.play.deadlines import next_look, pass_overdue
from pbem.desk.play.play import present
from pbem.desk.record.chain import seal_of
from pbem.seal.chain import check_chain, contributions
from pbem.seal.ladder import roll_key, stands_on
from pbem.store.records import Records
from tests.desk.skirmish import Skirmish
from tests.desk.table import Table

BOTH_FIRE = "Red One fire at Blue One\nRed Two fire at Blue Two\nready"


def chain(table: Table, game: str) -> list[dict[str, Any]]:
    with table.desk.store.read() as books:
        return [json.loads(row.body) for row in books.records.since(books.games.get(game), -1)]


def resolved(table: Table, game: str) -> list[dict[str, Any]]:
    return [record["body"] for record in chain(table, game) if record["type"] == "phase.resolved"]


def pass_deadlines(table: Table) -> None:
    for name in pass_overdue(table.desk, table.clock.now()):
        advance(table.desk, name)


def test_break_is_asked_by_letter_and_answered_by_a_digit(table: Table) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    question = table.last(game, "blue", "question")
    assert "2  duck: only a 6 hits" in question.text
    table.say(game, "blue", "2")
    assert "Blue Two is fired at" in table.last(game, "blue", "question").text
    table.say(game, "blue", "1")
    assert table.phase(game) == "T01.RED.B"
    decided = [event for body in resolved(table, game) for event in body["events"] if event["type"] == "Decided"]
    assert [(one["choice"], one["source"]) for one in decided] == [("duck", "order"), ("stand", "order")]


def test_wrong_digit_is_told_and_the_question_stays(table: Table) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    answer = table.say(game, "blue", "3")
    assert "Question 1 has the answers 1 to 2; found 3." in answer.text
    assert table.phase(game) == "T01.RED.A"
    table.say(game, "blue", "1")
    assert "Blue Two" in table.last(game, "blue", "question").text


def test_each_stretch_between_two_stops_has_a_ladder_step_of_its_own(table: Table) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    table.say(game, "blue", "1")
    table.say(game, "blue", "1")
    steps = [body.get("adj") for body in resolved(table, game)]
    # The stretch up to the first question rolled nothing and took no step.
    assert steps == [None, 1, 2]


def test_dice_are_those_of_the_published_seed_and_the_contributions_on_file(table: Table) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    table.say(game, "blue", "1")
    table.say(game, "blue", "2")
    table.say(game, "red", "Red One march 2\nready")
    records = chain(table, game)
    assert check_chain(records) == ()
    anchor = bytes.fromhex(records[0]["body"]["ladder"]["anchor"])
    for n, record in enumerate(records):
        body = record["body"]
        if record["type"] != "phase.resolved" or "adj" not in body:
            continue
        seed = bytes.fromhex(body["seed"])
        assert stands_on(seed, anchor, body["adj"])
        assert body["contrib"] == contributions(records[:n], game, ["RED", "BLU"], body["phase"], body["adj"])
        dice = KeyedDice(roll_key(seed, game, "main", body["adj"], body["contrib"]))
        for label, faces in body["rolls"]:
            assert list(dice.faces(label, len(faces), 6)) == faces


def test_policy_answers_without_a_letter(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    table.say(game, "red", BOTH_FIRE)
    assert not table.letters(game, "blue", "question")
    assert table.phase(game) == "T01.RED.B"
    events = [event for event in resolved(table, game)[0]["events"] if event["type"] == "Decided"]
    assert {event["source"] for event in events} == {"standing order 1"}
    table.until(game, "blue")
    assert "policy cover: duck   [used]" in table.last(game, "blue", "report").text


def test_standing_order_given_during_a_break_counts_from_the_next_phase(table: Table) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    table.say(game, "blue", "1\npolicy cover: duck")
    assert "Blue Two" in table.last(game, "blue", "question").text


def test_orders_unanswered_at_the_deadline_are_none(table: Table) -> None:
    game = table.open()
    table.clock.forward(hours=73)
    pass_deadlines(table)
    assert table.phase(game) == "T01.RED.B"
    assert "orders" not in resolved(table, game)[0]


def test_orders_on_file_run_at_the_deadline_without_ready(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: stand")
    table.say(game, "red", "Red One fire at Blue One\nwait")
    table.clock.forward(hours=73)
    pass_deadlines(table)
    assert resolved(table, game)[0]["orders"] == {"RED": ["Red One fire at Blue One"]}


def test_question_unanswered_at_its_own_deadline_gets_the_default(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nready")
    table.clock.forward(hours=23)
    pass_deadlines(table)
    assert table.phase(game) == "T01.RED.A"
    table.clock.forward(hours=2)
    pass_deadlines(table)
    decided = [event for body in resolved(table, game) for event in body["events"] if event["type"] == "Decided"]
    assert [(one["choice"], one["source"]) for one in decided] == [("stand", "default")]


def test_deadline_that_passed_does_not_answer_the_next_question(table: Table) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    table.clock.forward(hours=25)
    pass_deadlines(table)
    assert len(table.letters(game, "blue", "question")) == 2
    assert table.phase(game) == "T01.RED.A"


def test_reminder_goes_once_to_him_who_owes(table: Table) -> None:
    game = table.open()
    assert next_look(table.desk) is not None
    table.clock.forward(hours=49)
    assert remind(table.desk) == 1
    assert remind(table.desk) == 0
    assert len(table.letters(game, "red", "reminder")) == 1
    assert not table.letters(game, "blue", "reminder")


def test_game_ends_with_all_secrets_of_its_dice_opened(table: Table) -> None:
    game = table.open()
    for side in ("red", "red", "blue", "blue") * 2:
        table.say(game, side, "pass")
    assert table.state(game) == "over"
    assert chain(table, game)[-1]["type"] == "game.end"
    assert "The game is over" in table.last(game, "red", "report").subject
    assert "THE GAME IN A PAGE" in table.last(game, "red", "report").text
    assert "8 phases were played" in table.last(game, "red", "report").text
    assert "we accept no more orders" in table.say(game, "red", "Red One march 1").text


@pytest.mark.slow
def test_both_sides_get_the_same_records(table: Table) -> None:
    from email import message_from_bytes

    from pbem.seal.bundle import read

    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    table.say(game, "red", BOTH_FIRE)
    table.until(game, "blue")
    table.until(game, "red")
    while table.state(game) != "over":
        table.say(game, table.asked(game), "pass")

    def bundled(side: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for letter in table.letters(game, side):
            for part in message_from_bytes(letter.raw).walk():
                if part.get_content_type() == "application/vnd.pbem+jsonl":
                    found += read(part.get_payload(decode=True)).records  # type: ignore[arg-type]
        return found

    assert bundled("red") == bundled("blue") == chain(table, game)


def test_fault_of_one_game_holds_it_tells_the_gm_and_leaves_others_alone(table: Table) -> None:
    broken, sound = table.open("bog-1", scenario="bog"), table.open("meadow-2")
    table.say(broken, "blue", "policy cover: duck")
    table.say(sound, "blue", "policy cover: duck")
    table.say(broken, "red", BOTH_FIRE)
    table.say(sound, "red", BOTH_FIRE)
    assert table.state(broken) == "held"
    assert "chart ranges has no cell for 13" in " ".join(table.last(broken, "gm", "fault").text.split())
    assert table.phase(sound) == "T01.RED.B"


def test_fault_leaves_every_phase_before_it_standing_and_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table.open()
    monkeypatch.setattr(Skirmish, "march", _broken)
    table.say(game, "red", "pass")
    assert table.state(game) == "held"
    assert [body["phase"] for body in resolved(table, game)] == ["T01.RED.A"]
    report = table.last(game, "red", "report")
    assert "the game is held until a fault is fixed" in " ".join(report.text.split())
    monkeypatch.undo()
    with table.desk.store.begin() as books:
        books.games.release(books.games.get(game))
    advance(table.desk, game)
    assert table.phase(game) == "T01.RED.B"
    assert "YOU: March" in table.last(game, "red", "report").subject


def _broken(_: Any, umpire: Any) -> Any:
    raise ZeroDivisionError("nothing by nothing")
    yield ()


def test_changed_rules_that_would_tell_a_waiting_phase_otherwise_hold_the_game(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    monkeypatch.setattr(Skirmish, "resolve", _other_resolve(Skirmish.resolve))
    advance(replace(table.desk, play_cache=PlayCache()), game)  # other rules come with another start of the program
    assert table.state(game) == "held"


def _other_resolve(resolve: Callable[..., Any]) -> Callable[..., Any]:
    from tests.desk.skirmish import SkirmishMarched

    def otherwise(self: Any, umpire: Any, plan: Any) -> Any:
        umpire.emit(SkirmishMarched("Red One", 1))
        yield from resolve(self, umpire, plan)

    return otherwise


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The phases that are played from their start, one after another."""
    found: list[str] = []
    whole = Skirmish._phase

    def counted(self: Skirmish, umpire: Any) -> Any:
        found.append(umpire.phase)
        return whole(self, umpire)

    monkeypatch.setattr(Skirmish, "_phase", counted)
    return found


def test_phase_that_waits_goes_on_where_it_stopped(table: Table, begun: list[str]) -> None:
    game = table.open()
    for side, words in (("red", BOTH_FIRE), ("blue", "2")):
        table.say(game, side, words)
    begun.clear()
    table.say(game, "blue", "1")
    assert [phase for phase in begun if phase == "T01.RED.A"] == []


def test_desk_that_keeps_nothing_comes_to_the_same_records(tmp_path: Path, begun: list[str]) -> None:
    """A phase that is played again from its checkpoint for each letter tells what one that went on tells."""
    key = Fernet.generate_key()
    found, counts = [], []
    for folder in ("keeps", "keeps nothing"):
        (tmp_path / folder).mkdir()
        table = Table.lay(tmp_path / folder, key)
        game = table.open()
        begun.clear()
        for side, words in (("red", BOTH_FIRE), ("blue", "2"), ("blue", "1"), ("red", "Red One march 2\nready")):
            if folder == "keeps nothing":
                table.desk = replace(table.desk, play_cache=PlayCache())
            table.say(game, side, words)
        found.append((chain(table, game), [row.text for side in ("red", "blue") for row in table.letters(game, side)]))
        counts.append(len(begun))
        table.desk.store.close()
    assert found[0] == found[1]
    assert counts[0] < counts[1]


def test_position_that_a_use_case_was_given_stays_as_it_was(table: Table) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    with table.desk.store.read() as books:
        now = present(table.desk, books, books.games.get(game))
    assert now is not None
    before = deepcopy(now.state)
    table.say(game, "blue", "2")
    table.say(game, "blue", "1")
    assert now.state == before


def test_only_the_newest_are_kept() -> None:
    newest: LruCache[int] = LruCache(2)
    for n in range(3):
        newest.keep(n, n)
    assert [newest.take(n) for n in range(3)] == [None, 1, 2]
    assert len(newest) == 0


class Killed(BaseException):
    """The power went."""


def play_to_the_third_phase(table: Table, game: str) -> None:
    table.say(game, "red", BOTH_FIRE)
    table.say(game, "blue", "2")
    table.say(game, "blue", "1")
    table.say(game, "red", "Red One march 2\nready")


@pytest.mark.parametrize("moment", range(1, 9))
def test_kill_in_the_middle_of_filing_loses_nothing_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    """Whatever record the power fails at, the retry comes to the same bytes as a desk whose power never failed."""
    key = Fernet.generate_key()
    quiet = tmp_path / "quiet"
    quiet.mkdir()
    expected_table = Table.lay(quiet, key)
    game = expected_table.open()
    play_to_the_third_phase(expected_table, game)
    table = Table.lay(tmp_path, key)
    table.open()
    count = 0
    add = Records.add

    def dying(self: Records, row: Any) -> None:
        nonlocal count
        count += 1
        add(self, row)
        if count == moment:
            raise Killed

    monkeypatch.setattr(Records, "add", dying)
    for side, words in (("red", BOTH_FIRE), ("blue", "2"), ("blue", "1"), ("red", "Red One march 2\nready")):
        raw = table.reply(game, side, words)
        try:
            taken = table.deliver(raw)
        except Killed:
            with table.desk.store.read() as books:
                numbers = books.letters_in.new()
            assert numbers, "the letter must still wait to be read"
            taken = letters_again(table, numbers[0])
        try:
            if taken.game:
                advance(table.desk, taken.game)
        except Killed:
            advance(table.desk, game)
    assert chain(table, game) == chain(expected_table, game)
    for side in ("red", "blue"):
        assert [row.key for row in table.letters(game, side)] == [row.key for row in expected_table.letters(game, side)]


def letters_again(table: Table, number: int) -> Any:
    from pbem.desk.incoming.intake import take

    return take(table.desk, number)


def test_seal_stands_over_the_newest_record(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One")
    with table.desk.store.read() as books:
        seal = seal_of(table.desk, books, books.games.get(game))
        last = books.records.last(books.games.get(game))
    assert last is not None
    assert seal.seal.fields.head == last.head
    assert seal.seal.fields.state == chain(table, game)[0]["body"]["state"]
