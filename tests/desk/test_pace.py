"""Pace: how far one letter carries play, and what answers where nobody was asked."""

import json
from typing import Any

import pytest

from pbem.desk.games.open import CannotOpen
from pbem.desk.play import pace
from pbem.desk.play.undo import undo
from pbem.desk.record.replay import replay
from tests.desk.table import Table

FIRE_AND_MARCH = "Red One fire at Blue One\nRed Two fire at Blue Two\nRed One march 3\nready"


def decided(table: Table, name: str) -> list[dict[str, Any]]:
    with table.desk.store.read() as books:
        bodies = [json.loads(row.body)["body"] for row in books.records.since(books.games.get(name), -1)]
    return [event for body in bodies for event in body.get("events", ()) if event["type"] == "Decided"]


@pytest.mark.parametrize("how", ["mixed", "policy"])
def test_one_letter_serves_the_whole_player_turn(table: Table, how: str) -> None:
    game = table.open(pace=how)
    receipt = table.say(game, "red", FIRE_AND_MARCH)
    assert "in B: Red One march 3" in receipt.text
    assert table.phase(game) == "T01.BLU.A"
    assert not table.letters(game, "blue", "question")
    assert {(one["choice"], one["source"]) for one in decided(table, game)} == {("stand", "default")}


def after_red_a(table: Table, game: str) -> int:
    with table.desk.store.read() as books:
        rows = [(row.seq, json.loads(row.body)) for row in books.records.since(books.games.get(game), -1)]
    return next(seq for seq, one in rows if one["type"] == "phase.resolved" and one["body"]["phase"] == "T01.RED.A")


@pytest.mark.parametrize("how", ["mixed", "policy"])
def test_whoever_took_a_phase_back_is_asked_for_it_again(table: Table, how: str) -> None:
    """The letter from before the undo does not serve the phase behind it: it was taken back so that it can be written again."""
    game = table.open(pace=how)
    table.say(game, "red", FIRE_AND_MARCH)
    undo(table.desk, game, after_red_a(table, game), "a wrong order")
    assert table.phase(game) == "T01.RED.B"
    assert "YOU: " in table.last(game, "red", "report").subject
    table.say(game, "red", "Red One march 2\nready")
    assert table.phase(game) == "T01.BLU.A"
    assert replay(table.desk, game).is_same


def test_a_game_in_which_an_undo_was_played_on_at_once_is_made_again_as_it_was(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.open(pace="mixed")
    table.say(game, "red", FIRE_AND_MARCH)
    with monkeypatch.context() as once:
        once.setattr(pace, "_branched_at", lambda books, game: 0)
        undo(table.desk, game, after_red_a(table, game), "a wrong order")
        assert table.phase(game) == "T01.BLU.A"
    table.say(game, "blue", "pass")
    assert replay(table.desk, game).is_same


def test_what_the_letter_does_not_say_is_not_done_and_play_goes_on(table: Table) -> None:
    game = table.open(pace="policy")
    table.say(game, "red", "pass")
    assert table.phase(game) == "T01.BLU.A"


def test_one_report_tells_every_phase_since_the_last(table: Table) -> None:
    game = table.open(pace="policy")
    before = len(table.letters(game, "blue", "report"))
    table.say(game, "red", FIRE_AND_MARCH)
    reports = table.letters(game, "blue", "report")
    assert len(reports) == before + 1
    assert "T01.RED.A, T01.RED.B" in reports[-1].text


def test_ask_stops_at_every_phase_and_every_question(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nready")
    assert table.letters(game, "blue", "question")


def test_standing_order_goes_before_the_default(table: Table) -> None:
    game = table.open(pace="policy")
    table.say(game, "blue", "policy cover: duck")
    table.say(game, "red", FIRE_AND_MARCH)
    assert {(one["choice"], one["source"]) for one in decided(table, game)} == {("duck", "standing order 1")}


def test_letter_waits_for_ready_or_for_the_deadline(table: Table) -> None:
    game = table.open(pace="policy")
    table.say(game, "red", "Red One fire at Blue One\nin B: Red One march 3")
    assert table.phase(game) == "T01.RED.A"


def test_lines_for_a_later_phase_serve_when_it_comes_if_the_letter_was_ready(table: Table) -> None:
    game = table.open(when_in="ready")
    table.say(game, "red", "in B: Red One march 3\nready")
    assert table.phase(game) == "T01.BLU.A"


def test_standing_order_gives_the_orders_of_a_phase(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy volley: Red One")
    table.say(game, "red", "pass")
    table.say(game, "red", "pass")
    question = table.last(game, "red", "question")
    assert "Red One is fired at by Blue One" in question.text
    table.say(game, "red", "1")
    table.say(game, "red", "1")
    assert table.phase(game) == "T01.BLU.B"
    orders = next(one for one in decided(table, game) if one["kind"] == "orders")
    assert (orders["choice"], orders["source"]) == ("2 orders", "standing order 1")


def test_standing_orders_are_put_in_another_sequence(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck\npolicy cover: stand")
    answer = table.say(game, "blue", "move order 2 before 1")
    assert "sequence: 2, 1" in answer.text
    table.say(game, "red", "Red One fire at Blue One\nready")
    assert ("stand", "standing order 2") in {(one["choice"], one["source"]) for one in decided(table, game)}


def test_no_pace_but_the_three(table: Table) -> None:
    with pytest.raises(CannotOpen, match="one of 'ask', 'mixed', 'policy'"):
        table.open(pace="fast")


def pace_of(table: Table, name: str) -> str:
    with table.desk.store.read() as books:
        return books.games.get(name).pace


def test_pace_changes_when_both_want_it_and_the_chain_says_so(table: Table) -> None:
    game = table.open()
    assert "has gone to your opponent" in " ".join(table.say(game, "red", "pace policy").text.split())
    proposal = table.last(game, "blue", "proposal")
    assert "| agree 1" in proposal.text
    assert pace_of(table, game) == "ask"
    assert "'policy' from now on" in table.say(game, "blue", "agree 1", to=proposal).text
    assert pace_of(table, game) == "policy"
    assert table.records(game)[-1][1] == "gm.ruling"
    assert "the pace is 'policy'" in table.last(game, "red", "ruling").text


def test_proposal_may_be_refused_and_is_not_answered_by_its_own_author(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "pace mixed")
    assert "your own" in table.say(game, "red", "agree 1").text
    table.say(game, "blue", "disagree 1", to=table.last(game, "blue", "proposal"))
    assert "does not agree" in table.last(game, "red", "proposal").text
    assert "No proposal 1" in table.say(game, "blue", "agree 1").text
    assert pace_of(table, game) == "ask"


def test_letters_from_before_the_agreement_were_for_one_phase_each(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "pass")
    table.say(game, "red", "pace policy")
    table.say(game, "blue", "agree 1", to=table.last(game, "blue", "proposal"))
    table.say(game, "blue", "policy cover: duck", to=table.last(game, "blue", "report"))
    assert table.phase(game) == "T01.RED.B"


def test_preview_standing_says_what_standing_orders_would_do(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    text = " ".join(table.say(game, "blue", "preview standing\npolicy volley: Red One").text.split())
    assert "Blue One fire at Red One" in text
    assert "(standing order 2)" in text
    assert "duck (standing order 1)" in text
    with table.desk.store.read() as books:
        assert len(books.standing.in_force(books.games.get(game), "blue")) == 1


def test_preview_standing_without_any_says_who_would_be_asked(table: Table) -> None:
    game = table.open()
    assert "you would be asked; in silence: stand" in table.say(game, "blue", "preview standing").text
    table.say(game, "red", "pace policy")
    table.say(game, "blue", "agree 1", to=table.last(game, "blue", "proposal"))
    assert "stand (the default)" in " ".join(table.say(game, "blue", "preview standing").text.split())


def test_help_with_orders_shows_the_players_own_units(table: Table) -> None:
    game = table.open()
    assert "| Blue One fire at Red One" in table.say(game, "blue", "help orders").text
    assert "| Blue One march 1" in table.say(game, "blue", "help B").text


def test_standing_order_that_names_only_what_is_gone_is_told_once(table: Table) -> None:
    game = table.open(pace="policy")
    table.say(game, "blue", "policy cover: duck")
    with table.desk.store.begin() as books:
        (row,) = books.standing.in_force(books.games.get(game), "blue")
        books.standing.end(row, table.clock.now(), "Blue One is gone")
    table.say(game, "red", "pass")
    table.until(game, "blue")
    assert "switched off: Blue One is gone" in " ".join(table.last(game, "blue", "report").text.split())
    table.say(game, "blue", "pass")
    table.until(game, "blue")
    assert "switched off" not in table.last(game, "blue", "report").text
