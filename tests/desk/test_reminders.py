"""Reminders to the minute: who is written to, when, how often, and what a letter about a deadline says."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest

from pbem.desk.gm.incidents.deadlines import Remind
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.outgoing.reminders import owing, remind
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.desk.play.downtime import end_pauses, watch
from pbem.desk.play.play import present
from pbem.desk.play.terms import Terms
from tests.desk.table import START, Table
from tests.desk.words import SkirmishTeller

GAME = "meadow-1"
HOUR = timedelta(hours=1)
DAY = {"orders": 24, "question": 12, "reminder": 6}


def opened(table: Table, hours: Mapping[str, int] = DAY, **terms: Any) -> str:
    return table.open(GAME, hours=dict(hours), terms=Terms(**terms))


def round_at(table: Table, hours: float) -> int:
    """A round of the desk so many hours after the game began; how many reminders it wrote."""
    table.clock.forward(seconds=(START + hours * HOUR - table.clock.now()).total_seconds())
    for name in pass_overdue(table.desk, table.clock.now()):
        advance(table.desk, name)
    return remind(table.desk)


def next_reminder(table: Table) -> datetime | None:
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(GAME))
        return row.remind if row is not None else None


def written(table: Table, side: str, kind: str) -> list[str]:
    return [f"{one.made - START}" for one in table.letters(GAME, side, kind)]


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("reminder", "at", "count"), [(6, 17.99, 0), (6, 18, 1), (23, 11.99, 0), (23, 12, 1), (24, 12, 1), (30, 12, 1)]
)
def test_a_reminder_goes_so_many_hours_before_the_deadline_and_not_before_half_the_time(
    table: Table, reminder: int, at: float, count: int
) -> None:
    opened(table, {**DAY, "reminder": reminder})
    assert round_at(table, at) == count
    assert len(table.letters(GAME, "red", "reminder")) == count
    assert table.letters(GAME, "blue", "reminder") == []
    assert round_at(table, 23.5) == 1 - count


@pytest.mark.parametrize(
    ("words", "owes"),
    [
        ("", True),
        ("Red One fire at Blue One", True),
        ("Red One fire at Blue One\nwait", True),
        ("in B: Red One march 1", True),
    ],
)
def test_who_has_not_said_that_he_is_ready_is_reminded_and_told_what_is_on_file(
    table: Table, words: str, owes: bool
) -> None:
    opened(table)
    if words:
        table.say(GAME, "red", words)
    assert round_at(table, 18) == int(owes)
    told = flat(table.last(GAME, "red", "reminder").text)
    assert ("1 line (submission 1)" in told) == words.startswith("Red One")


def test_where_two_games_are_due_each_is_reminded_of(table: Table) -> None:
    opened(table)
    table.open("meadow-2", hours=DAY)
    assert round_at(table, 18) == 2
    assert [len(table.letters(one, "red", "reminder")) for one in (GAME, "meadow-2")] == [1, 1]


def test_a_question_is_reminded_of_by_its_own_hours_and_only_to_whom_it_was_put(table: Table) -> None:
    opened(table)
    table.say(GAME, "red", "Red One fire at Blue One\nready")
    assert table.last(GAME, "blue", "question")
    assert round_at(table, 5) == 0
    assert round_at(table, 6) == 1
    assert written(table, "blue", "reminder") == ["6:00:00"]
    assert table.letters(GAME, "red", "reminder") == []


def test_a_reminder_of_a_question_shows_it_and_asks_for_its_answer_and_not_for_orders(table: Table) -> None:
    opened(table)
    table.say(GAME, "red", "Red One fire at Blue One\nready")
    put = table.last(GAME, "blue", "question").text
    round_at(table, 6)
    letter = table.last(GAME, "blue", "reminder")
    told = flat(letter.text)
    assert "A question in T1 RED.A is waiting for your answer." in told
    assert "Answer with digits, one per question | " in told
    choices = [line for line in put.splitlines() if line[:8].strip().isdigit()]
    assert choices
    assert all(line in letter.text for line in choices)
    assert "your orders" not in told
    assert "| pass" not in told
    assert "On file" not in told
    table.say(GAME, "blue", "1", to=letter)
    assert not table.letters(GAME, "blue", "error")
    assert table.letters(GAME, "blue", "question") == [table.last(GAME, "blue", "question")]
    assert table.phase(GAME) != "T01.RED.A" or table.letters(GAME, "blue", "receipt")


def test_a_reminder_counts_what_is_on_file_in_english(table: Table) -> None:
    opened(table)
    table.say(GAME, "red", "withdraw")
    round_at(table, 18)
    told = flat(table.last(GAME, "red", "reminder").text)
    assert "0 lines" not in told
    assert "1 lines" not in told


def test_a_deadline_without_grace_is_looked_at_no_more_after_its_reminder(table: Table) -> None:
    opened(table)
    assert next_reminder(table) == START + 18 * HOUR
    round_at(table, 18)
    assert next_reminder(table) is None


def test_while_letters_count_in_the_grace_the_late_one_is_told_once_a_day(table: Table) -> None:
    opened(table, {**DAY, "reminder": 6}, grace=40)
    round_at(table, 18)
    assert next_reminder(table) == START + 24 * HOUR
    assert round_at(table, 24) == 0, "he had a reminder today"
    assert next_reminder(table) == START + 48 * HOUR
    assert round_at(table, 47.99) == 0
    assert round_at(table, 48) == 1
    assert written(table, "red", "late") == ["2 days, 0:00:00"]
    told = flat(table.last(GAME, "red", "late").text)
    assert "10:00 UTC" in told, told
    assert "your standing orders act, then the defaults" in told
    assert round_at(table, 64.1) == 0
    assert table.phase(GAME) == "T01.RED.B"


def test_a_day_after_his_last_letter_and_not_a_second_before_he_is_told_again(table: Table) -> None:
    opened(table, {**DAY, "reminder": 1}, silence={"orders": "wait"})
    assert round_at(table, 23) == 1
    assert round_at(table, 25) == 0
    found = []
    for seconds in (22 * 3600 - 1, 1):
        table.clock.forward(seconds=seconds)
        with table.desk.store.begin() as books:
            row = books.phases.open(books.games.get(GAME))
            assert row is not None
            row.remind = START  # the desk looks now
            books.phases.add(row)
        found.append(remind(table.desk))
    assert found == [0, 1]
    assert written(table, "red", "late") == ["1 day, 23:00:00"]


@pytest.mark.parametrize(
    ("silence", "before", "late", "gm"),
    [
        ({"orders": "wait"}, "the game waits for you", "the game waits for you", "the game waits."),
        (
            {"orders": "gm"},
            "the game waits, and the GM decides how it goes on",
            "the game waits, and the GM decides how it goes on",
            "you decide how the game goes on.",
        ),
    ],
)
def test_letters_about_a_deadline_say_what_silence_means_where_the_game_waits(
    table: Table, silence: dict[str, str], before: str, late: str, gm: str
) -> None:
    opened(table, silence=silence)
    round_at(table, 18)
    assert before in flat(table.last(GAME, "red", "reminder").text)
    for hours in (24.25, 48.5):
        round_at(table, hours)
    assert late in flat(table.last(GAME, "red", "late").text)
    assert len(table.letters(GAME, "gm", "lapsed")) == 1
    told = flat(table.last(GAME, "gm", "lapsed").text)
    assert f"we have heard nothing from RED. By the campaign's terms {gm}" in told


@pytest.mark.parametrize(
    ("how", "of_orders", "of_questions"),
    [
        ("standing", SkirmishTeller, "your standing orders act, then the defaults"),
        ("defaults", SkirmishTeller, "the defaults act"),
    ],
)
def test_letters_about_a_deadline_say_what_silence_means_where_the_game_goes_on(
    table: Table, how: str, of_orders: Any, of_questions: str
) -> None:
    opened(table, silence={"orders": how, "question": how})
    round_at(table, 18)
    with table.desk.store.read() as books:
        now = present(table.desk, books, books.games.get(GAME))
    assert now is not None
    silent = of_orders().to_do(now.state, "red", now.phase).silent
    assert silent
    assert silent in flat(table.last(GAME, "red", "reminder").text)
    table.say(GAME, "red", "Red One fire at Blue One\nready")
    round_at(table, 24)
    assert of_questions in flat(table.last(GAME, "blue", "reminder").text)


@pytest.mark.parametrize(("hours", "kind"), [(23.99, "reminder"), (24, "late"), (30, "late")])
def test_a_reminder_of_the_gms_says_in_the_grace_how_long_letters_count(table: Table, hours: float, kind: str) -> None:
    opened(table, grace=12)
    table.clock.forward(seconds=hours * 3600)
    perform(table.desk, Remind(GAME), "petra")
    assert [one.kind for one in table.letters(GAME, "red") if one.kind in ("reminder", "late")] == [kind]
    assert table.letters(GAME, "blue", kind) == []
    perform(table.desk, Remind(GAME), "petra")
    assert len(table.letters(GAME, "red", kind)) == 1, "two of one second are one letter"


def test_who_owes_is_who_was_asked_and_is_not_ready_or_has_a_question_to_answer(table: Table) -> None:
    opened(table)

    def owes() -> list[str]:
        with table.desk.store.read() as books:
            game = books.games.get(GAME)
            row = books.phases.open(game)
            return [one.side for one in owing(table.desk, books, game, row)] if row is not None else []

    assert owes() == ["red"]
    table.say(GAME, "red", "Red One fire at Blue One\nwait")
    assert owes() == ["red"]
    table.say(GAME, "red", "ready")
    assert owes() == ["blue"]


def test_a_game_that_cannot_be_reminded_of_is_held_and_the_others_are(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(table)
    table.open("meadow-2", hours=DAY)
    own = SkirmishTeller.to_do
    asked: list[str] = []

    def fails_once(self: Any, *given: Any) -> Any:
        asked.append("")
        if len(asked) == 1:
            raise ZeroDivisionError("no such creek")
        return own(self, *given)

    table.clock.forward(hours=18)
    monkeypatch.setattr(SkirmishTeller, "to_do", fails_once)
    assert remind(table.desk) == 1
    games = {}
    with table.desk.store.read() as books:
        for name in (GAME, "meadow-2"):
            games[name] = books.games.get(name).hold
    assert sorted(games.values()) == ["", "reminding: ZeroDivisionError: no such creek"]
    assert sorted(table.state(one) for one in games) == ["held", "open"]
    held = next(name for name, why in games.items() if why)
    assert table.letters(held, "red", "reminder") == []


@pytest.mark.parametrize("state", ["paused", "held"])
def test_a_game_that_is_stopped_while_reminders_are_written_reminds_nobody(
    table: Table, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    """Whom to write to is found by one look, and written in a transaction of its own."""
    opened(table)
    table.clock.forward(hours=18)
    begin = table.desk.store.begin

    def begins(**more: Any) -> Any:
        monkeypatch.undo()
        with table.desk.store.begin() as books:
            books.games.get(GAME).state = state
        return begin(**more)

    monkeypatch.setattr(table.desk.store, "begin", begins)
    assert remind(table.desk) == 0
    assert table.letters(GAME, "red", "reminder") == []


def test_a_game_that_cannot_go_on_or_tell_of_a_gap_is_held_and_the_others_do(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (GAME, "meadow-2"):
        table.open(name, hours=DAY)
    watch(table.desk)
    with table.desk.store.begin() as books:
        for name in (GAME, "meadow-2"):
            books.games.get(name).title = "lost" if name == GAME else "skirmish"
    table.clock.forward(hours=5)
    assert watch(table.desk) == (GAME, "meadow-2")
    assert [table.state(one) for one in (GAME, "meadow-2")] == ["held", "open"]
    with table.desk.store.begin() as books:
        for name in (GAME, "meadow-2"):
            game = books.games.get(name)
            game.state, game.paused_since, game.paused_until = "paused", table.clock.now(), table.clock.now()
    assert end_pauses(table.desk) == ("meadow-2",)
    assert [table.state(one) for one in (GAME, "meadow-2")] == ["held", "open"]
