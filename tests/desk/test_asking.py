"""What a player may ask of the desk besides orders: time, leave, an address, an end; and what it does not do, in words."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import CannotDo, perform
from pbem.desk.gm.incidents.mailings import Resend
from pbem.desk.gm.incidents.players import Replace
from pbem.desk.incoming import requests
from pbem.desk.play.advance import advance
from pbem.desk.play.terms import VACATION
from tests.desk.table import ADDRESSES, START, Table

DUE = START + timedelta(hours=72)


def due(table: Table, game: str) -> datetime | None:
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(game))
        return row.due if row is not None else None


def code(text: str) -> str:
    found = re.search(r"^  \| confirm (\S+)$", text, re.M)
    assert found is not None, text
    return found[1]


def test_more_time_is_asked_of_the_gm_and_nothing_moves_before_he_rules(table: Table) -> None:
    game = table.open()
    answer = table.say(game, "red", "extend 2 days: my mother's 'birthday'; rm -rf")
    assert "We asked the GM for 48 more hours." in answer.text
    told = table.last(game, "gm", "extend").text
    assert "my mother's 'birthday'; rm -rf" in told
    assert "  pbem gm extend meadow-1 48 --reason REASON\n" in told
    assert due(table, game) == DUE


def test_ruling_moves_the_deadline_is_signed_and_told_to_both_in_the_same_words(table: Table) -> None:
    game = table.open()
    perform(table.desk, Extend(game, 48), "petra", "a power cut")
    assert due(table, game) == DUE + timedelta(hours=48)
    red, blue = (table.last(game, side, "ruling") for side in ("red", "blue"))
    assert red.text == blue.text
    assert red.subject == "[meadow-1] GM RULING 1: deadline of T1 RED.A moved to Tue 17 Mar"
    assert "a power cut" in red.text
    assert table.records(game)[-1][1] == "gm.ruling"
    table.say(game, "red", "pass", to=red)
    table.until(game, "blue")
    assert "GM rulings 1" in table.last(game, "blue", "report").text


@pytest.mark.parametrize(
    ("hours", "reason", "said"), [(0, "x", "from 1 to 720"), (800, "x", "800"), (3, " ", "--reason")]
)
def test_ruling_without_sense_is_refused(table: Table, hours: int, reason: str, said: str) -> None:
    game = table.open()
    with pytest.raises(CannotDo, match=said):
        perform(table.desk, Extend(game, hours), "petra", reason)
    assert due(table, game) == DUE


def test_resigning_wants_a_confirmation_and_ends_the_game(table: Table) -> None:
    game = table.open()
    answer = table.say(game, "red", "resign")
    assert table.state(game) == "open"
    assert answer.to == ADDRESSES["red"]
    done = table.say(game, "red", f"confirm {code(answer.text)}", to=answer)
    assert table.state(game) == "over"
    assert done.text.startswith("You have resigned")
    assert table.records(game)[-1][1] == "game.end"
    for side in ("red", "blue"):
        assert "Blue wins" in table.last(game, side, "report").text
    assert "The game is over" in table.say(game, "blue", "status", to=table.last(game, "blue", "report")).text


def test_confirmation_quoted_below_a_reply_confirms_nothing(table: Table) -> None:
    game = table.open()
    answer = table.say(game, "red", "resign")
    quoted = "".join(f"> {line}\n" for line in answer.text.splitlines())
    table.say(game, "red", f"Let me think about it.\n\nOn Thu, the desk wrote:\n{quoted}", to=answer)
    assert table.state(game) == "open"


def test_code_serves_its_owner_only_and_once_and_for_a_week(table: Table) -> None:
    game = table.open(hours={"orders": 600})
    mine = code(table.say(game, "red", "resign").text)
    assert "No command of yours is waiting" in table.say(game, "blue", f"confirm {mine}").text
    again = code(table.say(game, "red", "resign").text)
    assert "No command of yours is waiting" in table.say(game, "red", f"confirm {mine}").text
    table.clock.forward(days=8)
    assert "older than 7 days" in table.say(game, "red", f"confirm {again}").text
    assert table.state(game) == "open"


def test_new_address_is_confirmed_from_the_old_one_which_is_told(table: Table) -> None:
    game = table.open()
    answer = table.say(game, "red", "address Rita@New.example")
    done = table.say(game, "red", f"confirm {code(answer.text)}", to=answer)
    assert done.to == "Rita@New.example"
    (note,) = table.letters(game, "", "moved")
    assert note.to == ADDRESSES["red"]
    assert "Rita@New.example" in table.last(game, "gm", "moved").text
    report = table.last(game, "red", "report")
    assert table.deliver(table.reply(game, "red", "Red One fire at Blue One", to=report)).state == "held"
    assert table.say(game, "red", "pass", to=report, sender="rita@new.example").kind == "receipt"


@pytest.mark.parametrize("address", [ADDRESSES["blue"], ADDRESSES["red"]])
def test_address_that_is_taken_is_refused(table: Table, address: str) -> None:
    game = table.open()
    assert "nothing was changed" in " ".join(table.say(game, "red", f"address {address}").text.split())


def test_absence_moves_the_open_deadline_and_the_other_side_is_told(table: Table) -> None:
    game = table.open()
    text = table.say(game, "red", "vacation 14 Mar - 16 Mar").text
    assert text.startswith("You are marked as away from Sat 14 Mar to Mon 16 Mar.")
    assert due(table, game) == DUE + timedelta(days=3)
    assert "Red (RED) is away from Sat 14 Mar to Mon 16 Mar." in table.last(game, "blue", "absence").text
    assert table.letters(game, "gm", "absence")


def test_deadline_that_begins_in_an_absence_runs_from_its_end(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "vacation 12 Mar - 15 Mar")
    for _ in range(2):
        table.say(game, "red", "pass")
    advance(table.desk, game)
    assert table.phase(game) == "T01.BLU.A"
    assert due(table, game) == datetime(2026, 3, 16, tzinfo=UTC) + timedelta(hours=72)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("vacation 1 Apr - 30 Apr", f"away for {VACATION} days"),
        ("vacation 7 soon - later", "I cannot read these days"),
        ("vacation 31 Feb - 7 Mar", "I cannot read these days"),
        ("vacation 7 Apr - 1 Apr", "The last day is before the first"),
        ("vacation 1 Apr 2020 - 2 Apr 2020", "These days are past"),
        ("vacation 1 Mar - 2 Mar", "If you mean next year's, write the year: 1 Mar 2027"),
    ],
)
def test_absence_that_cannot_be_is_refused_in_words(table: Table, words: str, said: str) -> None:
    game = table.open()
    assert said in " ".join(table.say(game, "red", words).text.split())
    assert due(table, game) == DUE


def test_absences_of_a_game_are_counted_together(table: Table) -> None:
    game = table.open(hours={"orders": 600})
    table.say(game, "blue", "vacation 13 Mar - 22 Mar")
    assert "away until Sun 22 Mar already" in table.say(game, "blue", "vacation 1 Apr - 2 Apr").text
    table.clock.forward(days=12)
    assert "you have 4 left" in " ".join(table.say(game, "blue", "vacation 1 Apr - 5 Apr").text.split())
    assert "marked as away" in table.say(game, "blue", "vacation 1 Apr - 4 Apr").text


@pytest.mark.parametrize(
    "words",
    [
        "offer draw",
        "accept draw",
    ],
)
def test_words_that_are_not_carried_out_are_answered_in_plain_words(table: Table, words: str) -> None:
    game = table.open()
    answer = table.say(game, "red", words)
    assert answer.kind == "answer"
    assert len(answer.text) > 40
    assert table.records(game) == [(0, "genesis")]


def test_press_alone_is_acknowledged(table: Table) -> None:
    game = table.open()
    said = table.say(game, "red", "press: The ridge is ours.\nend press").text
    assert "goes out with the next report" in " ".join(said.split())
    table.say(game, "red", "pass", to=table.last(game, "red", "report"))
    table.until(game, "blue")
    assert "The ridge is ours." in table.last(game, "blue", "report").text


def test_draw_is_offered_accepted_with_a_code_and_ends_the_game(table: Table) -> None:
    game = table.open()
    assert "has gone to your opponent" in table.say(game, "red", "offer draw").text
    assert "is still open" in table.say(game, "red", "offer draw").text
    assert "offered no draw" in table.say(game, "red", "accept draw").text
    offer = table.last(game, "blue", "proposal")
    assert "  | accept draw " in offer.text
    assert "write   accept draw" in table.say(game, "blue", "agree 1").text
    asked = table.say(game, "blue", "accept draw")
    assert "Nothing has changed so far." in asked.text
    done = table.say(game, "blue", f"confirm {code(asked.text)}")
    assert done.text.startswith("The draw is agreed")
    assert table.state(game) == "over"
    assert table.last(game, "red").subject.endswith("The game is over: a draw, agreed by both")
    assert table.records(game)[-1][1] == "game.end"


def test_declined_draw_leaves_the_game_as_it_is(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "offer draw")
    asked = table.say(game, "blue", "accept draw")
    assert "have declined" in table.say(game, "blue", "decline draw").text
    assert "no longer offered" in table.say(game, "blue", f"confirm {code(asked.text)}").text
    assert "declines your draw" in table.last(game, "red", "proposal").text
    assert table.state(game) == "open"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("resend 0", "Sent to you again: report 0."),
        ("resend 0-2", "Sent to you again: reports 0, 2."),
        ("resend 1-2", "Sent to you again: report 2."),
        ("resend 2-2", "Sent to you again: report 2."),
        ("resend 3-9", "No report of yours has the numbers 3-9; the newest is 2."),
        ("resend 1", "No report of yours has number 1; the newest is 2."),
    ],
)
def test_reports_are_sent_again_by_their_numbers(table: Table, asked: str, says: str) -> None:
    game = table.open()
    table.say(game, "red", "pass")
    assert says in table.say(game, "red", asked).text


def test_no_more_reports_are_sent_again_than_a_letter_may_ask_for(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "MOST_RESENT", 1)
    game = table.open()
    table.say(game, "red", "pass")
    assert "Sent to you again: report 0." in table.say(game, "red", "resend 0-9").text


def gone_out(table: Table, game: str) -> None:
    with table.desk.store.begin() as books:
        for row in books.letters_out.to_side(game, "red"):
            books.letters_out.mark(row, "sent", "250 ok", table.clock.now())


def test_reports_go_again_to_who_plays_the_side_now_and_to_nobody_who_did(table: Table) -> None:
    game = table.open(seats=[Seat("red", f"{one}@mail.example", one.title()) for one in ("pat", "quinn")])
    table.say(game, "red", "ready all")
    perform(table.desk, Replace(game, "red", "Sue <sue@mail.example>"), "petra", "she asked")
    with table.desk.store.begin() as books:
        books.seats.remove(books.seats.sharing(books.games.get(game), "red")[0])
    gone_out(table, game)
    table.addresses = {**ADDRESSES, "red": "sue@mail.example"}
    assert "Sent to you again: reports 0, 2." in table.say(game, "red", "resend 0-9", to=table.last(game, "red")).text
    again = [one for one in table.letters(game, "red", "report") if one.state == "new"]
    assert [one.to for one in again] == ["sue@mail.example"] * 2
    assert all(b"rita@mail.example" not in one.raw for one in again if one.to == "sue@mail.example")


def test_a_report_whose_bytes_were_freed_or_that_waits_for_a_template_is_not_sent_again(table: Table) -> None:
    """An empty letter would go out, or one that a template has not made yet."""
    game = table.open()
    table.say(game, "red", "pass")
    gone_out(table, game)
    with table.desk.store.begin() as books:
        first, second = (one for one in books.letters_out.to_side(game, "red") if one.kind == "report")
        first.raw, first.text = b"", ""
        books.letters_out.hold(second, "[]", "a template")
    assert "No report of yours has the numbers 0-9" in table.say(game, "red", "resend 0-9").text
    assert {one.state for one in table.letters(game, "red", "report")} == {"sent", "held"}
    with pytest.raises(CannotDo, match="expected one of RED's, such as none; found 2"):
        perform(table.desk, Resend(game, "red", 2), "petra", "")


def test_what_is_on_file_is_listed_though_it_is_a_standing_order_alone(table: Table) -> None:
    game = table.open()
    assert "Nothing is on file." in table.say(game, "red", "orders").text
    table.say(game, "red", "policy cover: duck")
    told = table.say(game, "red", "orders").text
    assert "standing 1  policy cover: duck" in told
    assert "Nothing is on file." not in told
