"""Nothing that a player wrote is dropped without a word; orders are found where else they may stand."""

from email import message_from_bytes
from email.message import EmailMessage

import pytest

from pbem.store.tables import LetterOutRow
from tests.campaign.table import ADDRESSES, Table


def write(table: Table, game: str, words: str, *, subject: str = "", attached: str = "") -> LetterOutRow:
    """A letter of red with a subject and an attached file of its own; the answer."""
    answered = message_from_bytes(table.last(game, "red").raw)
    letter = EmailMessage()
    letter["From"], letter["To"] = ADDRESSES["red"], str(answered["Reply-To"])
    letter["Subject"] = subject or f"Re: {answered['Subject']}"
    letter["Message-ID"] = f"<{table.uid}@mail.example>"
    letter.set_content(words)
    if attached:
        letter.add_attachment(attached, filename="orders.txt")
    table.deliver(letter.as_bytes())
    with table.desk.store.read() as books:
        row = books.letters_in.last_from(game, "red")
        assert row is not None
        answer = books.letters_out.find(row.answer_key)
    assert answer is not None
    return answer


def test_receipt_names_what_was_not_read(table: Table) -> None:
    game = table.open()
    own = "Dear all,\n\nRed One fire at Blue One\n\nSee you on Friday\n-- \nRita\n"
    words = f"{own}\nOn 1 Mar 2026 at 10:00, Bob wrote:\n> hm\n"
    text = write(table, game, words).text
    assert 'Not read as orders:\n  "Dear all,"\n  "See you on Friday"\n' in text
    assert "\n  2 quoted lines and your signature\n" in text


@pytest.mark.parametrize(
    ("ahead", "where"),
    [
        ("Sent from my iPhone", "below a footer"),
        ("-- \nRita", "below a signature's --"),
        ("-----Original Message-----\nFrom: Bob\nSubject: x\n", "below the head of an older letter"),
    ],
)
def test_order_among_what_was_cut_is_named_and_not_carried_out(table: Table, ahead: str, where: str) -> None:
    game = table.open()
    answer = write(table, game, f"Red One fire at Blue One\n\n{ahead}\n\nRed Two fire at Blue Two\n")
    assert answer.kind == "receipt"
    assert f'"Red Two fire at Blue Two" stands {where} and was not read.' in " ".join(answer.text.split())
    assert "  1  Red One fire at Blue One" in answer.text
    assert "  2  " not in answer.text


def test_orders_in_the_subject_are_read_once(table: Table) -> None:
    game = table.open()
    answer = write(table, game, "", subject="orders: Red One fire at Blue One")
    assert answer.kind == "receipt"
    assert "these stood in the subject line." in answer.text
    assert write(table, game, "thanks", subject="Re: orders: Red One fire at Blue One").kind == "nothing"


def test_subject_is_not_read_where_the_body_has_orders(table: Table) -> None:
    game = table.open()
    answer = write(table, game, "Red One fire at Blue One", subject="Red Two fire at Blue Two")
    assert "Red Two fire" not in answer.text


def test_orders_in_an_attached_file_are_read_if_the_body_has_none(table: Table) -> None:
    game = table.open()
    answer = write(table, game, "Orders attached.\nRita", attached="Red One fire at Blue One\n")
    assert "these stood in the attached file orders.txt." in " ".join(answer.text.split())
    assert (
        "Red Two fire" not in write(table, game, "Red One fire at Blue Two", attached="Red Two fire at Blue Two\n").text
    )


def test_thanks_alone_are_told_as_they_stand(table: Table) -> None:
    assert '"thanks!"' in write(table, table.open(), "thanks!").text


@pytest.mark.parametrize(
    ("written", "meant"), [("statsu", "status"), ("hepl", "help"), ("maps", "map"), ("oders", "orders")]
)
def test_slip_in_a_question_to_the_desk_is_mended(table: Table, written: str, meant: str) -> None:
    assert write(table, table.open(), written).subject.endswith(f"Your question: {meant}")


@pytest.mark.parametrize(("written", "meant"), [("witdraw", "withdraw"), ("ready?", "ready"), ("redy", "ready")])
def test_command_that_binds_is_asked_back(table: Table, written: str, meant: str) -> None:
    answer = write(table, table.open(), written)
    assert answer.kind == "error"
    assert f"write   {meant}\n" in answer.text


@pytest.mark.parametrize("signed", ["Reddy", "Walt", "Pam"])
def test_name_near_a_command_is_a_name(table: Table, signed: str) -> None:
    assert write(table, table.open(), f"Red One fire at Blue One\n\n{signed}").kind == "receipt"


@pytest.mark.parametrize(
    "said", ["cancel order 3", "cancel policy losses", "cancel all standing orders", "move order 3 before 1"]
)
def test_command_about_a_standing_order_that_is_not_there_is_refused(table: Table, said: str) -> None:
    answer = write(table, table.open(), said)
    assert answer.kind == "error"
    assert f"{said}\nE190  You have no standing order in force" in answer.text


def test_amend_alone_is_explained(table: Table) -> None:
    assert write(table, table.open(), "amend").text.startswith("Every letter amends")


def test_nonce_is_named_in_the_receipt(table: Table) -> None:
    assert (
        "Your nonce is mixed into the dice with these orders: blue moon"
        in write(table, table.open(), "nonce: blue moon").text
    )


def test_line_that_says_again_what_stood_is_not_told_as_gone(table: Table) -> None:
    game = table.open()
    write(table, game, "Red One fire at Blue One")
    text = write(table, game, "Red Two fire at Blue Two\nRed One fire at Blue One").text
    assert "No longer on file" not in text
