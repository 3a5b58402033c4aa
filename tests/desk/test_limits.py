"""Where a limit begins: the last letter that is answered and the first that isn't; what each pace stops for."""

from pathlib import Path

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.intake import SAME_WORDS
from pbem.desk.orders import standing
from pbem.desk.play.advance import advance
from pbem.orders.lines import MOST_QUESTIONS
from pbem.systems import registry
from tests.desk import table as tables
from tests.desk.table import Table

PLAYERS = [("us", "kate@mail.example", "K. Hale"), ("indian", "mo@post.example", "M. Ortiz")]


def states(table: Table, letters: list[bytes]) -> list[str]:
    return [table.deliver(letter).state for letter in letters]


def test_the_last_letter_of_a_day_is_answered_and_the_next_is_held(tmp_path: Path) -> None:
    table = Table.lay(tmp_path, letters_a_day=3)
    game = table.open()
    letters = [table.reply(game, "red", f"status\nnonce: {n}") for n in range(4)]
    assert states(table, letters) == ["done", "done", "done", "held"]
    table.clock.forward(hours=25)
    assert states(table, [table.reply(game, "red", "status")]) == ["done"]


def test_as_many_refused_letters_are_answered_as_the_desk_says(tmp_path: Path) -> None:
    table = Table.lay(tmp_path, answers_a_day=2)
    game = table.open()
    answered = table.last(game, "red")
    strangers = [
        table.reply(game, "red", f"pass\nnonce: {n}", to=answered).replace(b"meadow-1+red.", b"meadow-1+red.zz")
        for n in range(3)
    ]
    assert states(table, strangers) == ["done", "done", "held"]


def test_the_same_words_without_effect_are_answered_as_often_as_the_desk_says(table: Table) -> None:
    game = table.open()
    letters = [table.reply(game, "red", "hello there") for _ in range(SAME_WORDS + 1)]
    assert states(table, letters) == ["done"] * SAME_WORDS + ["ignored"]


def stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pace: str) -> list[str]:
    """Where play stops for the US player in the Indian player turn of a game of Rosebud."""
    monkeypatch.setattr(tables, "titles", registry.game)
    monkeypatch.setattr(tables, "ADDRESSES", {side: address for side, address, _ in PLAYERS})
    table = Table.lay(tmp_path)
    wanted = Wanted(
        "rosebud-7", "rosebud", "in-contact", PLAYERS, "gm@club.example",
        seed=b"letters of rosebud", ladder_length=64, pace=pace,
    )  # fmt: skip
    open_campaign(table.desk, wanted)
    advance(table.desk, "rosebud-7")
    table.say("rosebud-7", "indian", "pass")
    found = []
    while table.phase("rosebud-7").startswith("T03.IN") and table.state("rosebud-7") == "open":
        found.append(table.phase("rosebud-7"))
        table.say("rosebud-7", "us", "pass")
    return found


@pytest.mark.parametrize(("pace", "expected"), [("mixed", ["T03.IN.D"]), ("policy", [])])
def test_in_mixed_the_other_side_is_asked_for_its_own_phase_and_in_policy_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pace: str, expected: list[str]
) -> None:
    assert stops(tmp_path, monkeypatch, pace) == expected


@pytest.mark.parametrize(("new", "said"), [(1, ""), (2, ""), (3, "We took 2 of the 3 new ones in this letter.")])
def test_as_many_standing_orders_as_there_is_room_for_are_taken_without_a_word(
    table: Table, monkeypatch: pytest.MonkeyPatch, new: int, said: str
) -> None:
    monkeypatch.setattr(standing, "MOST_STANDING", 3)
    game = table.open()
    table.say(game, "red", "policy first: x")
    answer = table.say(game, "red", "\n".join(f"policy p{n}: x" for n in range(new)))
    assert said in " ".join(answer.text.split())
    assert ("You may have 3 standing orders" in answer.text) == bool(said)
    with table.desk.store.read() as books:
        assert len(books.standing.in_force(books.games.get(game), "red")) == 1 + min(new, 2)


def test_where_more_standing_orders_are_in_force_than_there_may_be_no_new_one_is_taken(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.open()
    table.say(game, "red", "policy first: x\npolicy second: x")
    monkeypatch.setattr(standing, "MOST_STANDING", 1)
    answer = table.say(game, "red", "policy third: x\npolicy fourth: x")
    assert "We took 0 of the 2 new ones in this letter." in " ".join(answer.text.split())
    with table.desk.store.read() as books:
        assert len(books.standing.in_force(books.games.get(game), "red")) == 2


@pytest.mark.parametrize("count", [MOST_QUESTIONS - 1, MOST_QUESTIONS, MOST_QUESTIONS + 1])
def test_as_many_messages_as_a_letter_may_have_are_passed_on_without_a_word(table: Table, count: int) -> None:
    game = table.open()
    letter = "\n".join([*(f"press all: word {n}" for n in range(count)), "status"])
    answer = " ".join(table.say(game, "red", letter).text.split())
    assert (f"We passed on {MOST_QUESTIONS} of your {count} messages." in answer) == (count > MOST_QUESTIONS)
    with table.desk.store.read() as books:
        kept = books.press.since(books.games.get(game), 0)
        assert [one.words for one in kept] == [f"word {n}" for n in range(min(count, MOST_QUESTIONS))]
