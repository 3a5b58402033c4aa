"""Letters of every sort: what is answered, what is held, what is dropped, and that nothing counts twice."""

import random
from email.message import EmailMessage

import pytest

from tests.desk.table import ADDRESSES, Table


def letter_state(table: Table) -> tuple[str, str]:
    with table.desk.store.read() as books:
        row = books.letters_in.get(table_last(table))
        return row.state, row.reason


def table_last(table: Table) -> int:
    with table.desk.store.read() as books:
        number = 1
        try:
            while True:
                books.letters_in.get(number)
                number += 1
        except KeyError:
            return number - 1


def test_same_letter_fetched_under_another_uid_has_no_second_effect(table: Table) -> None:
    game = table.open()
    raw = table.reply(game, "red", "Red One fire at Blue One")
    assert table.deliver(raw).state == "done"
    before = table.records(game)
    table.deliver(b"Received: from elsewhere by here; later\r\n" + raw)
    assert letter_state(table)[0] == "ignored"
    assert table.records(game) == before


def test_same_words_under_the_same_message_id_get_the_same_receipt_again(table: Table) -> None:
    game = table.open()
    report = table.last(game, "red")
    raw = table.reply(game, "red", "Red One fire at Blue One", to=report, message_id="<one@mail.example>")
    table.deliver(raw)
    with table.desk.store.begin() as books:
        for row in books.letters_out.to_side(game, "red"):
            books.letters_out.mark(row, "sent", "250", table.clock.now())
    before = table.records(game)
    table.deliver(raw + b"\r\n")
    assert letter_state(table)[0] == "ignored"
    assert table.records(game) == before
    assert table.last(game, "red", "receipt").state == "new"


def test_change_of_mind_and_back_is_three_letters(table: Table) -> None:
    game = table.open()
    report = table.last(game, "red")
    for words in ("Red One fire at Blue One", "Red One fire at Blue Two", "Red One fire at Blue One"):
        table.say(game, "red", words, to=report)
    assert [kind for _, kind in table.records(game)].count("orders.accepted") == 3


def test_forged_sender_with_a_good_key_is_held_and_the_gm_sees_it(table: Table) -> None:
    game = table.open()
    raw = table.reply(game, "red", "Red One fire at Blue One", sender="mallory@evil.example")
    assert table.deliver(raw).state == "held"
    assert table.records(game) == [(0, "genesis")]
    assert "unknown sender" in table.last(game, "gm", "held").text


def test_opponents_letter_under_my_key_is_held(table: Table) -> None:
    game = table.open()
    raw = table.reply(game, "red", "Red One fire at Blue One", sender=ADDRESSES["blue"])
    assert table.deliver(raw).state == "held"
    assert table.records(game) == [(0, "genesis")]


def test_letter_without_a_key_is_answered_to_the_registered_address_under_a_good_key(table: Table) -> None:
    game = table.open()
    letter = EmailMessage()
    letter["From"], letter["To"] = ADDRESSES["red"], "desk@pbem.example"
    letter["Subject"], letter["Message-ID"] = f"[{game}] my orders", "<x@mail.example>"
    letter.set_content("Red One fire at Blue One")
    assert table.deliver(letter.as_bytes()).state == "done"
    answer = table.last(game, "red", "refused")
    assert answer.to == ADDRESSES["red"]
    assert "no order key" in answer.text
    assert table.records(game) == [(0, "genesis")]
    table.say(game, "red", "Red One fire at Blue One", to=answer)
    assert table.records(game)[-1][1] == "orders.accepted"


def test_own_letters_and_automatic_ones_are_dropped_without_an_answer(table: Table) -> None:
    game = table.open()
    mine = table.last(game, "red", "report")
    assert table.deliver(mine.raw).state == "ignored"
    raw = table.reply(game, "red", "I am away.").replace(b"Subject: Re:", b"Auto-Submitted: auto-replied\nSubject: Re:")
    assert table.deliver(raw).state == "ignored"
    assert not table.letters(game, "red", "receipt")


def test_bounce_of_a_report_is_told_to_the_gm(table: Table) -> None:
    game = table.open()
    report = table.last(game, "red", "report")
    bounce = (
        b"From: MAILER-DAEMON@mail.example\r\nTo: meadow-1@pbem.example\r\nReturn-Path: <>\r\n"
        b"Subject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\n"
        b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        b"--b\r\nContent-Type: message/delivery-status\r\n\r\nStatus: 5.1.1\r\n\r\n"
        b"--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: "
        + report.message_id.encode()
        + b"\r\n\r\nx\r\n--b--\r\n"
    )
    assert table.deliver(bounce).state == "ignored"
    assert table.last(game, "red", "report").state == "failed"
    told = table.last(game, "gm", "undelivered")
    assert told.subject == f"[{game}] undelivered letter to red"
    assert "could not be delivered" in told.text
    assert f"  | resend {game} red" in told.text.splitlines()
    assert f"  | address {game} red THE-NEW-ADDRESS" in told.text.splitlines()


def test_fault_while_reading_holds_that_letter_alone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table.open()

    def broken(*_: object) -> None:
        raise ZeroDivisionError("nothing by nothing")

    with monkeypatch.context() as patch:
        patch.setattr("pbem.desk.orders.submit.wishes_of", broken)
        assert table.deliver(table.reply(game, "red", "Red One fire at Blue One")).state == "held"
    assert "ZeroDivisionError" in table.last(game, "gm", "held").text
    assert (
        table.deliver(table.reply(game, "red", "Red One fire at Blue Two", to=table.last(game, "red"))).state == "done"
    )


@pytest.mark.slow
def test_any_bytes_end_in_an_answer_or_a_state_that_the_gm_sees(table: Table) -> None:
    game = table.open()
    chance = random.Random(7)
    whole = table.reply(game, "red", "Red One fire at Blue One\n> quoted\n-- \nRita")
    for _ in range(60):
        raw = bytearray(whole)
        for _ in range(chance.randrange(1, 30)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        taken = table.deliver(bytes(raw[: chance.randrange(1, len(raw))] if chance.random() < 0.3 else raw))
        assert taken.state in ("done", "held", "ignored", "known")
    assert table.state(game) == "open"


def test_letters_with_many_wrong_keys_are_held(tmp_path: object) -> None:
    from pathlib import Path

    table = Table.lay(Path(str(tmp_path)), wrong_keys_a_day=2)
    game = table.open()
    states = []
    for n in range(4):
        raw = table.reply(game, "red", f"pass {n}", to=table.letters(game, "red")[0])
        address = raw.split(b"To: meadow-1+red.")[1].split(b"@")[0]
        states.append(table.deliver(raw.replace(address, b"aaaaaaa" + b"bcde"[n : n + 1])).state)
    assert states == ["done", "done", "held", "held"]
    opponents = table.reply(game, "blue", "policy cover: duck", to=table.letters(game, "blue")[0])
    assert table.deliver(opponents).state == "done", "nobody can shut his opponent out by guessing keys of his own"


def test_letter_under_the_other_sides_address_is_held_and_its_writer_is_told(table: Table) -> None:
    game = table.open()
    taken = table.deliver(table.reply(game, "red", "Red One fire at Blue One", sender=ADDRESSES["blue"]))
    assert taken.state == "held"
    told = table.last(game, "blue", "refused")
    assert "You replied to a letter for the other side." in " ".join(told.text.replace("\n", " ").split(" "))
    assert not [one for one in table.records(game) if one[1] == "orders.accepted"]
    assert table.say(game, "blue", "status", to=told).kind == "answer"
