"""Substitutes are asked in turn for somebody who falls silent; a chair is kept for whoever left; no deadline runs meanwhile."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.open import CannotOpen
from pbem.desk.games.reliability import everybody
from pbem.desk.games.substitutes import MOST
from pbem.desk.gm.incidents.incident import CannotDo, perform
from pbem.desk.gm.incidents.seat import SeatChange
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.desk.play.terms import Terms
from pbem.desk.record.replay import replay
from pbem.gm.game import game_screen
from pbem.store.tables import LetterOutRow
from tests.desk.table import ADDRESSES, GM, SkirmishTitle, Table, take_and_play
from tests.desk.test_absent_players import miss, missed, plays
from tests.desk.test_deadlines import due
from tests.desk.test_every_letter import Passes
from tests.desk.test_rights import ALLOWED, WORDS

NORA, ED, RED = "nora@mail.example", "ed@mail.example", ADDRESSES["red"]
SUBSTITUTES = [Seat("red", NORA, "N. Osman"), Seat("red", ED, "E. Lund")]
GAME = "meadow-1"


def opened(table: Table, **more: Any) -> str:
    table.desk = replace(table.desk, title=lambda _: SkirmishTitle(practice=Passes()))
    return table.open(**{"terms": Terms(absent="plain after 1"), "substitutes": SUBSTITUTES, **more})


def to(table: Table, address: str) -> LetterOutRow:
    with table.desk.store.read() as books:
        return max(
            (one for side in ("chair", "red") for one in books.letters_out.to_side(GAME, side) if one.to == address),
            key=lambda one: one.id or 0,
        )


def says(table: Table, who: str, words: str) -> LetterOutRow:
    taken = table.deliver(table.reply(GAME, "red", words, to=to(table, who), sender=who), by=take_and_play)
    if taken.game:
        advance(table.desk, taken.game)
    return to(table, who)


def player(table: Table) -> tuple[str, str]:
    with table.desk.store.read() as books:
        row = books.players.get(books.games.get(GAME), "red")
        return row.name, row.address


def test_the_first_is_asked_and_no_deadline_runs_meanwhile(table: Table) -> None:
    opened(table)
    before, phase = due(table, GAME), table.phase(GAME)
    miss(table, GAME)
    asked = to(table, NORA)
    assert "Would you play Red in meadow-1" in asked.text
    assert "| accept" in asked.text
    assert "Red One" not in asked.text
    moved = due(table, GAME)
    assert before is not None
    assert moved is not None
    assert moved > before + timedelta(hours=47)
    assert table.phase(GAME) == phase
    assert not plays(table, GAME, "red")
    assert "we asked somebody to play RED instead" in " ".join(table.last(GAME, "blue", "ruling").text.split())
    assert "N. Osman" not in table.last(GAME, "blue", "ruling").text


def test_who_accepts_plays_and_a_chair_is_kept(table: Table) -> None:
    opened(table)
    miss(table, GAME)
    assert "   accept   to play" in says(table, NORA, "what game is it?").text
    assert player(table)[1] == RED
    says(table, NORA, "accept")
    assert player(table) == ("N. Osman", NORA)
    with table.desk.store.read() as books:
        assert {one.address: one.late for one in everybody(books)}[RED] == 1
        assert {one.address: one.late for one in everybody(books)}[NORA] == 0
    assert [one.to for one in table.letters(GAME, "red", "hand-over")] == [NORA]
    assert "We keep your place" in to(table, RED).subject
    says(table, NORA, "Red One fire at Blue One")
    assert "N. Osman has been asked whether you play again" in says(table, RED, "return").text
    assert player(table)[1] == NORA
    answer = says(table, NORA, "agree")
    assert "plays RED again" in answer.text or "You play RED" in answer.text or player(table)[1] == RED
    assert player(table)[1] == RED
    assert replay(table.desk, GAME).is_same


def test_a_chair_is_not_kept_for_ever_and_the_substitute_may_keep_the_side(table: Table) -> None:
    opened(table)
    miss(table, GAME)
    says(table, NORA, "accept")
    says(table, RED, "return")
    says(table, NORA, "disagree")
    assert "N. Osman keeps the side." in to(table, RED).text
    table.clock.forward(days=15)
    pass_overdue(table.desk, table.clock.now())
    assert "and that time is over" in says(table, RED, "return").text
    assert player(table)[1] == NORA


def test_the_next_is_asked_then_the_program_plays_within_the_bound(table: Table) -> None:
    opened(table)
    start = due(table, GAME)
    miss(table, GAME)
    miss(table, GAME)
    assert "Would you play" in to(table, ED).text
    assert not plays(table, GAME, "red")
    miss(table, GAME)
    assert plays(table, GAME, "red") == "plain"
    assert start is not None
    assert table.clock.now() - start < timedelta(hours=MOST + 2)
    with table.desk.store.read() as books:
        assert books.players.get(books.games.get(GAME), "red").late == 1
    says(table, NORA, "accept")
    assert player(table)[1] == NORA
    assert not plays(table, GAME, "red")
    assert "N. Osman plays RED now" in says(table, ED, "accept").text


def test_who_declines_is_thanked_and_the_next_is_asked_soon(table: Table) -> None:
    opened(table)
    miss(table, GAME)
    assert "we ask somebody else" in says(table, NORA, "decline").text
    moved = due(table, GAME)
    assert moved is not None
    assert moved - table.clock.now() <= timedelta(minutes=45)
    miss(table, GAME)
    assert "Would you play" in to(table, ED).text


def test_the_player_who_writes_in_time_plays_on(table: Table) -> None:
    opened(table)
    miss(table, GAME)
    table.say(GAME, "red", "Red One fire at Blue One", to=table.last(GAME, "red", "report"))
    assert missed(table, GAME, "red") == 0
    assert "Red plays RED now" in says(table, NORA, "accept").text
    assert player(table)[1] == RED


@pytest.mark.slow
def test_a_substitute_who_has_not_accepted_does_nothing_else(table: Table) -> None:
    opened(table)
    miss(table, GAME)
    asked, report = to(table, NORA), table.last(GAME, "red", "report")
    with table.desk.store.read() as books:
        before = [row.body for row in books.records.all(books.games.get(GAME))]
    lines = [*WORDS.values(), *ALLOWED.values(), "Red One fire at Blue One\nready", "press: hello", "to us: hello"]
    for n, words in enumerate(lines):
        # under a key of their own, and under one of the player's that came to them somehow
        for answered in (asked, report):
            raw = table.reply(GAME, "red", f"{words}\nline {n}", to=answered, sender=NORA)
            table.deliver(raw, by=take_and_play)
    with table.desk.store.read() as books:
        assert [row.body for row in books.records.all(books.games.get(GAME))] == before
        assert not books.submissions.phases_filed(books.games.get(GAME), "red")
    assert player(table)[1] == RED
    assert not [one for one in table.letters(GAME, "blue") if "hello" in one.text]
    assert not [one for one in table.letters(GAME, "red") if one.to == NORA]


def test_nobody_plays_where_no_program_can(table: Table) -> None:
    table.open(terms=Terms(absent="nobody after 1"), substitutes=SUBSTITUTES[:1])
    miss(table, GAME)
    assert "Would you play" in to(table, NORA).text
    phase = table.phase(GAME)
    miss(table, GAME)
    assert table.phase(GAME) != phase
    assert not plays(table, GAME, "red")


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"terms": Terms()}, "substitute: expected the term absent"),
        ({"substitutes": [Seat("green", NORA, "Nora")]}, "substitute: expected a side of"),
        ({"substitutes": [Seat("red", ADDRESSES["blue"], "Blue")]}, "who has no place in this game"),
        ({"terms": Terms(absent="nobody after 2"), "substitutes": []}, "a practice opponent"),
    ],
)
def test_substitutes_that_cannot_be_asked_open_no_game(table: Table, more: dict[str, Any], found: str) -> None:
    with pytest.raises(CannotOpen, match=found):
        opened(table, **more)


def test_the_gm_notes_substitutes_and_takes_them_off(table: Table) -> None:
    game = opened(table, substitutes=[])
    perform(table.desk, SeatChange(game, "red", "N. Osman", f"{NORA} stands by"), GM, "in case")
    perform(table.desk, SeatChange(game, "red", "E. Lund", f"{ED} stands by"), GM, "in case")
    assert ("RED substitute", "N. Osman", NORA, "") in game_screen(table.desk, game).seats
    with pytest.raises(CannotDo, match="who has no place in"):
        perform(table.desk, SeatChange(game, "blue", "N. Osman", f"{NORA} stands by"), GM, "twice")
    perform(table.desk, SeatChange(game, "red", "N. Osman", "end"), GM, "she moves")
    miss(table, game)
    assert "Would you play" in to(table, ED).text
    table.clock.forward(minutes=1)
    says(table, ED, "accept")
    assert player(table)[1] == ED


def test_without_the_term_nobody_is_noted(table: Table) -> None:
    game = opened(table, substitutes=[], terms=Terms())
    with pytest.raises(CannotDo, match="expected a game with the term absent"):
        perform(table.desk, SeatChange(game, "red", "N. Osman", f"{NORA} stands by"), GM, "in case")


def test_nobody_is_asked_at_an_address_that_is_dead(table: Table) -> None:
    opened(table)
    with table.desk.store.begin() as books:
        books.addresses.score(NORA, 9, table.clock.now())
    miss(table, GAME)
    assert "Would you play" in to(table, ED).text
    with table.desk.store.read() as books:
        assert not [one for one in books.letters_out.to_side(GAME, "chair") if one.to == NORA]
