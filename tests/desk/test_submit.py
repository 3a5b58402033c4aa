"""Letters with orders: what is filed, what is answered, what stands."""

import json

import pytest

from pbem.seal.ladder import contribution
from tests.desk.table import Table


def filed(table: Table, name: str, side: str, phase: str) -> list[str]:
    with table.desk.store.read() as books:
        game = books.games.get(name)
        latest = books.submissions.latest(game, side, phase)
        if latest is None or latest.state != "filed":
            return []
        return [line.canonical for line in books.submissions.lines(latest) if line.verdict == "accepted"]


def test_good_lines_are_filed_and_the_bad_one_comes_back(table: Table) -> None:
    game = table.open()
    answer = table.say(game, "red", "Red One fire at Blue One\nRedd Two fire at Blue Two\n")
    assert answer.kind == "error"
    assert "1 of 2 orders refused" in answer.subject
    assert "E110  No unit is called Redd." in answer.text
    assert filed(table, game, "red", "T01.RED.A") == ["Red One fire at Blue One"]


def test_corrected_line_takes_the_place_of_the_refused_one(table: Table) -> None:
    game = table.open()
    error = table.say(game, "red", "Redd One fire at Blue One\nRed Two fire at Blue Two\n")
    table.say(game, "red", "Red One fire at Blue One", to=error)
    assert filed(table, game, "red", "T01.RED.A") == ["Red One fire at Blue One", "Red Two fire at Blue Two"]


def test_amending_letter_replaces_what_it_names_and_the_rest_stands(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nRed Two fire at Blue Two")
    receipt = table.say(game, "red", "Red One fire at Blue Two")
    assert filed(table, game, "red", "T01.RED.A") == ["Red One fire at Blue Two", "Red Two fire at Blue Two"]
    assert "Amended: line 1 is new, 2 is unchanged." in " ".join(receipt.text.split())
    assert "No longer on file: Red One fire at Blue One." in " ".join(receipt.text.split())
    assert "submission 2" in receipt.text


def test_amending_one_of_a_stack_leaves_its_orders_to_the_others(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "pass")
    assert table.phase(game) == "T01.RED.B"
    table.say(game, "red", "Red One + Red Two march 3")
    table.say(game, "red", "Red Two march 1")
    assert filed(table, game, "red", "T01.RED.B") == ["Red One march 3", "Red Two march 1"]


def test_replacing_letter_is_the_whole_set(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nRed Two fire at Blue Two")
    receipt = table.say(game, "red", "replace\nRed Two fire at Blue One")
    assert filed(table, game, "red", "T01.RED.A") == ["Red Two fire at Blue One"]
    assert "Replaced" in receipt.text


def test_withdrawn_orders_are_gone_and_the_chain_says_so(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One")
    table.say(game, "red", "withdraw")
    assert filed(table, game, "red", "T01.RED.A") == []
    assert table.records(game)[-1][1] == "orders.withdrawn"


def test_withdrawing_a_line_leaves_the_others(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nRed Two fire at Blue Two")
    table.say(game, "red", "withdraw line 1")
    assert filed(table, game, "red", "T01.RED.A") == ["Red Two fire at Blue Two"]


def test_phase_waits_for_ready(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One")
    assert not table.letters(game, "blue", "question")
    table.say(game, "red", "ready")
    assert table.letters(game, "blue", "question")


def test_at_once_needs_no_ready(table: Table) -> None:
    game = table.open(when_in="at once")
    table.say(game, "red", "Red One fire at Blue One")
    assert table.letters(game, "blue", "question")


def test_at_once_waits_where_the_letter_says_wait(table: Table) -> None:
    game = table.open(when_in="at once")
    table.say(game, "red", "Red One fire at Blue One\nwait")
    assert not table.letters(game, "blue", "question")


def test_readiness_does_not_outlive_a_change(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Redd One fire at Blue One\nready")
    assert table.phase(game) == "T01.RED.A"
    table.say(game, "red", "Red One fire at Blue One")
    assert table.phase(game) == "T01.RED.A"
    assert not table.letters(game, "blue", "question")


def test_orders_for_a_later_phase_wait_for_it(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "in B: Red One march 4\nRed Two fire at Blue Two")
    assert filed(table, game, "red", "T01.RED.A") == ["Red Two fire at Blue Two"]
    assert [line.removeprefix("in B: ") for line in filed(table, game, "red", "T01.RED.B")] == ["Red One march 4"]


def test_orders_under_the_key_of_an_overtaken_report_are_refused_with_the_newest(table: Table) -> None:
    game = table.open()
    old = table.last(game, "red", "report")
    table.say(game, "red", "pass")
    answer = table.say(game, "red", "Red One march 2", to=old)
    assert answer.kind == "stale"
    assert "E202" in answer.text
    assert table.last(game, "red", "report").text in answer.text
    assert filed(table, game, "red", "T01.RED.B") == []


def test_policies_count_under_the_key_of_an_overtaken_report(table: Table) -> None:
    game = table.open()
    old = table.last(game, "blue", "report")
    table.say(game, "red", "pass")
    answer = table.say(game, "blue", "policy cover: duck", to=old)
    assert answer.kind != "stale"
    assert "1  policy cover: duck" in answer.text


def test_policies_beside_orders_do_not_save_them(table: Table) -> None:
    game = table.open()
    old = table.last(game, "red", "report")
    table.say(game, "red", "pass")
    assert table.say(game, "red", "policy cover: duck\nRed One march 2", to=old).kind == "stale"
    assert table.say(game, "red", "policy cover: duck\nready", to=old).kind == "stale"


def test_old_key_still_serves_for_questions(table: Table) -> None:
    game = table.open()
    old = table.last(game, "red", "report")
    table.say(game, "red", "pass")
    assert "Waiting for" in table.say(game, "red", "status", to=old).text


def test_letter_without_orders_gets_an_answer_that_nothing_was_read(table: Table) -> None:
    game = table.open()
    answer = table.say(game, "red", "ok will do\ntomorrow\n")
    assert answer.subject == "[meadow-1] I found no orders in your mail"


def test_preview_stores_nothing(table: Table) -> None:
    game = table.open()
    answer = table.say(game, "red", "preview\nRed One fire at Blue One")
    assert "Red One fire at Blue One" in answer.text
    assert filed(table, game, "red", "T01.RED.A") == []
    assert [kind for _, kind in table.records(game)] == ["genesis"]


def test_receipt_opens_the_digest_that_stands_in_the_chain(table: Table) -> None:
    game = table.open()
    receipt = table.say(game, "red", "Red One fire at Blue One\nnonce: plum 40289")
    with table.desk.store.read() as books:
        row = books.records.last(books.games.get(game))
        assert row is not None
        body = json.loads(row.body)["body"]
        latest = books.submissions.latest(books.games.get(game), "red", "T01.RED.A")
        assert latest is not None
    assert body["digest"] in receipt.text
    assert latest.salt in receipt.text
    made = contribution(
        bytes.fromhex(latest.salt), game, "RED", "T01.RED.A", ["Red One fire at Blue One"], "plum 40289"
    )
    assert made == body["digest"]


def test_standing_orders_are_numbered_listed_and_cancelled(table: Table) -> None:
    game = table.open()
    receipt = table.say(game, "blue", "policy cover: duck")
    assert "1  policy cover: duck" in receipt.text
    table.say(game, "blue", "cancel order 1")
    with table.desk.store.read() as books:
        assert not books.standing.in_force(books.games.get(game), "blue")


def test_error_reply_names_the_standing_orders_that_were_taken(table: Table) -> None:
    game = table.open()
    answer = table.say(game, "red", "Redd One fire at Blue One\npolicy cover: duck")
    assert answer.kind == "error"
    assert "Standing order in force: 1  policy cover: duck" in answer.text


def test_orders_of_the_other_side_are_filed_for_its_own_next_phase(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "Blue One fire at Red One")
    assert filed(table, game, "blue", "T01.BLU.A") == ["Blue One fire at Red One"]
    assert filed(table, game, "blue", "T01.RED.A") == []


def test_press_reaches_the_opponent_in_the_next_report_and_is_never_an_order(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "pass\npress:\nRed One fire at Blue One, if I could!\nend press")
    table.until(game, "blue")
    assert "if I could!" in table.last(game, "blue", "report").text
    assert filed(table, game, "red", "T01.RED.A") == []


def test_report_is_sent_again_on_request(table: Table) -> None:
    game = table.open()
    with table.desk.store.begin() as books:
        for row in books.letters_out.to_side(game, "red"):
            books.letters_out.mark(row, "sent", "250", table.clock.now())
    answer = table.say(game, "red", "resend 0")
    assert "Sent to you again: report 0." in answer.text
    assert table.last(game, "red", "report").state == "new"


def test_corrected_line_finds_its_old_place_although_other_letters_came_between(table: Table) -> None:
    game = table.open()
    report = table.last(game, "red")
    error = table.say(game, "red", "Redd One fire at Blue One\nRed Two fire at Blue Two\n")
    table.say(game, "red", "nonce: between", to=report)
    table.say(game, "red", "Red One fire at Blue One", to=error)
    assert filed(table, game, "red", "T01.RED.A") == ["Red One fire at Blue One", "Red Two fire at Blue Two"]


def test_standing_orders_are_taken_up_to_a_number(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.desk.orders.standing.MOST_STANDING", 2)
    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    told = " ".join(table.say(game, "blue", "policy losses: go\npolicy volley: Red One").text.split())
    assert "We took 1 of the 2 new ones" in told
    told = " ".join(table.say(game, "blue", "policy volley: Red One").text.split())
    assert "We took 0 of the 1 new ones" in told
    with table.desk.store.read() as books:
        standing = books.standing.in_force(books.games.get(game), "blue")
        assert [row.text for row in standing] == ["policy cover: duck", "policy losses: go"]


@pytest.mark.parametrize("words", ["withdraw", "withdraw line 1", "replace", "Red Two fire at Blue Two\nready"])
def test_a_phase_that_is_being_played_is_changed_by_nothing(table: Table, words: str) -> None:
    game = table.open()
    receipt = table.say(game, "red", "Red One fire at Blue One\nready")
    assert table.asked(game) == "blue"  # the target may duck: the phase stops in its middle
    told = " ".join(table.say(game, "red", words, to=receipt).text.split())
    assert "E204 This phase is being played, so your orders for it can no longer change." in told
    assert "It is played with your orders as they stand; new ones are for the phases after it." in told
    assert not any(one in told for one in ("nothing is on file", "corrected", "you have no orders at the deadline"))
    assert filed(table, game, "red", "T01.RED.A") == ["Red One fire at Blue One"]
    table.say(game, "blue", "1")
    assert "Red One" in table.last(game, "red", "report").text


def test_a_preview_refuses_orders_for_a_phase_that_is_being_played(table: Table) -> None:
    game = table.open()
    receipt = table.say(game, "red", "Red One fire at Blue One\nready")
    told = table.say(game, "red", "preview\nRed Two fire at Blue Two\nin B: Red One march 3", to=receipt).text
    assert "line 1  Red Two fire at Blue Two\nE204  This phase is being played" in told
    assert "in B: Red One march 3" in told
    assert told.count("E204") == 1


def test_orders_for_a_later_phase_count_while_one_is_being_played(table: Table) -> None:
    game = table.open()
    receipt = table.say(game, "red", "Red One fire at Blue One\nready")
    table.say(game, "red", "in B: Red One march 3", to=receipt)
    assert filed(table, game, "red", "T01.RED.B") == ["in B: Red One march 3"]
