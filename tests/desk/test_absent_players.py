"""Players who fall silent: after missed deadlines in a row the program plays, all are told; `return` takes the side back."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from pbem.desk.games.open import CannotOpen
from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.mailings import Silence
from pbem.desk.outgoing.reminders import write_reminder
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.desk.play.terms import Terms, read_absent
from pbem.desk.record.replay import replay
from tests.desk.table import SkirmishTitle, Table
from tests.desk.test_deadlines import due
from tests.desk.test_every_letter import Passes

AFTER_TWO = Terms(absent="plain after 2")


def opened(table: Table, **more: Any) -> str:
    """A game of a title that has a practice opponent."""
    table.desk = replace(table.desk, title=lambda _: SkirmishTitle(practice=Passes()))
    return table.open(**{"terms": AFTER_TWO, **more})


def miss(table: Table, game: str) -> None:
    """Let the deadline that is open now pass."""
    moment = due(table, game)
    assert moment is not None
    table.clock.forward(seconds=(moment + timedelta(minutes=5) - table.clock.now()).total_seconds())
    pass_overdue(table.desk, table.clock.now())
    advance(table.desk, game)


def plays(table: Table, game: str, side: str) -> str:
    with table.desk.store.read() as books:
        return books.players.get(books.games.get(game), side).plays


def missed(table: Table, game: str, side: str) -> int:
    with table.desk.store.read() as books:
        return books.players.get(books.games.get(game), side).missed


def all_silent(table: Table, game: str) -> str:
    """Let deadlines pass until the program plays a side; the side."""
    for _ in range(8):
        miss(table, game)
        for side in ("red", "blue"):
            if plays(table, game, side):
                return side
            assert missed(table, game, side) < 2
    raise AssertionError("the program plays for nobody")


def test_the_program_plays_after_as_many_missed_deadlines_as_agreed(table: Table) -> None:
    game = opened(table)
    side = all_silent(table, game)
    code, name, other = side.upper()[:3], side.title(), {"red": "blue", "blue": "red"}[side]
    told = " ".join(table.last(game, other, "ruling").text.split())
    assert f"{name} has missed 2 deadlines in a row" in told
    assert f"the program (plain) plays {code} for {name}, until {name} writes return" in told
    assert "gm.ruling" in [kind for _, kind in table.records(game)]


def test_a_letter_of_any_kind_shows_that_somebody_is_there(table: Table) -> None:
    game = opened(table)
    miss(table, game)
    table.say(game, "red", "status")
    assert missed(table, game, "red") == 0


def test_who_was_absent_takes_the_side_back(table: Table) -> None:
    game = opened(table)
    side = all_silent(table, game)
    table.say(game, side, "return")
    assert (plays(table, game, side), missed(table, game, side)) == ("", 0)


@pytest.mark.slow
def test_a_game_in_which_the_program_stood_in_is_made_again_from_its_letters(table: Table) -> None:
    game = opened(table)
    side = all_silent(table, game)
    other = {"red": "blue", "blue": "red"}[side]
    for _ in range(3):
        table.say(game, other, "pass")
    assert replay(table.desk, game).is_same
    table.say(game, side, "return")
    assert replay(table.desk, game).is_same


def test_the_program_never_plays_every_side(table: Table) -> None:
    game = opened(table)
    while due(table, game) is not None:
        miss(table, game)
    assert sorted(bool(plays(table, game, side)) for side in ("red", "blue")) == [False, True]


def test_without_the_term_nobody_plays_for_a_silent_player(table: Table) -> None:
    game = table.open()
    while due(table, game) is not None:
        miss(table, game)
    assert plays(table, game, "red") == plays(table, game, "blue") == ""


@pytest.mark.parametrize(
    "text", ["plain", "after 2", "plain after 0", "plain after", "plain after two", "plain after 2 days"]
)
def test_a_term_that_cannot_be_read_says_how_it_is_written(text: str) -> None:
    assert Terms(absent=text).faults() == (
        (f"absent {text!r}", "a practice opponent and a number of missed deadlines, such as 'plain after 2'"),
    )


def test_blanks_and_capitals_do_not_matter() -> None:
    assert read_absent("Plain  AFTER 3") == ("plain", 3)


def test_a_practice_opponent_that_the_game_has_not_is_refused_when_it_is_opened(table: Table) -> None:
    with pytest.raises(CannotOpen, match="found 'clever after 2'"):
        opened(table, terms=Terms(absent="clever after 2"))


def test_silence_is_certified_with_what_was_sent_and_what_the_server_answered(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "status")
    table.clock.forward(hours=50)
    with table.desk.store.begin() as books:
        row = books.letters_out.last_report(game, "red")
        assert row is not None
        opened_game = books.games.get(game)
        phase = books.phases.open(opened_game)
        assert phase is not None
        write_reminder(table.desk, books, opened_game, phase, books.players.get(opened_game, "red"))
    with table.desk.store.begin() as books:
        for one in books.letters_out.to_side(game, "red"):
            books.letters_out.mark(one, "sent", "250 2.0.0 Ok: queued as 4F2", table.clock.now())
    perform(table.desk, Extend(game, 24), "petra", "time to write")
    done = perform(table.desk, Silence(game, "red"), "petra", "for the club")
    assert done.record is not None
    text = table.last(game, "blue", "ruling").text
    for line in (
        "Red (RED), as of 14 Mar 20:00 UTC:",
        "last letter     12 Mar 18:00 UTC, 2 days ago",
        "asked           reminder, 14 Mar 20:00 UTC: taken by the mail server",
        "absence         none announced",
        "time given      extend meadow-1 24",
    ):
        assert line in text
    assert max(map(len, text.splitlines())) <= 78


def silent_for(table: Table, game: str) -> None:
    """Red's letters of the campaign, and a reminder, taken by a mail server; two days of silence."""
    table.say(game, "red", "status")
    table.clock.forward(hours=50)
    with table.desk.store.begin() as books:
        row = books.games.get(game)
        phase = books.phases.open(row)
        assert phase is not None
        write_reminder(table.desk, books, row, phase, books.players.get(row, "red"))
    with table.desk.store.begin() as books:
        for one in books.letters_out.to_side(game, "red"):
            books.letters_out.mark(one, "sent", "250 2.0.0 Ok: queued as 4F2", table.clock.now())


def test_a_player_has_the_silence_of_the_other_certified(table: Table) -> None:
    game = table.open()
    silent_for(table, game)
    answer = table.say(game, "blue", "certificate")
    assert "It is record" in answer.text
    for side in ("red", "blue"):
        text = table.last(game, side, "ruling").text
        assert "Red (RED), as of 14 Mar 20:00 UTC:" in text
        assert "asked           reminder, 14 Mar 20:00 UTC: taken by the mail server" in text
        assert "Asked by   Blue" in text or "Blue" in text
    assert "certify it once a" in table.say(game, "blue", "certificate of red").text
    before = len(table.records(game))
    assert "Whose silence?" in table.say(game, "blue", "certificate of blue").text
    assert len(table.records(game)) == before
    assert replay(table.desk, game).is_same


def test_letters_that_came_back_are_named_and_a_dead_address_is_no_silence(table: Table) -> None:
    game = table.open()
    silent_for(table, game)
    with table.desk.store.begin() as books:
        one = [one for one in books.letters_out.to_side(game, "red") if one.kind == "reminder"][-1]
        books.letters_out.mark(one, "failed", "it was returned to us", table.clock.now())
    table.say(game, "blue", "certificate")
    text = " ".join(table.last(game, "red", "ruling").text.split())
    assert "not delivered (it was returned to us)" in text
    assert "bounced 1 letter came back" in text
    assert "a dead address is not silence" in text


def test_nobody_certifies_the_program(table: Table) -> None:
    game = opened(table)
    side = all_silent(table, game)
    other = {"red": "blue", "blue": "red"}[side]
    assert "It is record" in table.say(game, other, "certificate").text
