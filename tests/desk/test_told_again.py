"""What happens a second time is told a second time: no letter is taken for the one about the first time."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.players import Address, Replace
from pbem.desk.outgoing.outbox import file_outcome
from pbem.desk.outgoing.reminders import remind
from pbem.desk.play import witness
from pbem.desk.play.locking import pass_silent
from pbem.desk.play.undo import undo
from pbem.mail.ports import Never
from tests.desk.table import START, Table

GAME = "meadow-1"


def test_who_was_reminded_of_a_deadline_is_reminded_of_the_one_that_took_its_place(table: Table) -> None:
    table.open(GAME, hours={"orders": 72, "reminder": 24})
    table.clock.forward(hours=48)
    assert remind(table.desk) == 1
    perform(table.desk, Extend(GAME, 48), "petra", "a storm")
    table.clock.forward(hours=48)
    assert remind(table.desk) == 1
    reminders = table.letters(GAME, "red", "reminder")
    assert [one.made - START for one in reminders] == [timedelta(hours=48), timedelta(hours=96)]
    assert "Sunday 15 March" in reminders[0].text
    assert "Tuesday 17 March" in reminders[1].text


def test_an_address_that_is_changed_to_and_fro_is_told_each_time(table: Table) -> None:
    """Else whoever has taken an address over once could do it a second time in silence."""
    table.open(GAME)
    for address in ("rita@new.example", "rita@mail.example", "rita@new.example"):
        table.clock.forward(hours=1)
        perform(table.desk, Address(GAME, "red", address), "petra", "")
    assert [row.to for row in table.letters(GAME, "gm", "moved")] == ["gm@club.example"] * 3
    assert [row.to for row in table.letters(GAME, "", "moved")] == [
        "rita@mail.example",
        "rita@new.example",
        "rita@mail.example",
    ]


def test_a_player_who_declines_again_is_reported_again(table: Table) -> None:
    table.open(GAME, invites=True)
    for words in ("decline", "accept", "decline"):
        table.clock.forward(hours=1)
        table.say(GAME, "red", words)
    assert [row.made - START for row in table.letters(GAME, "gm", "declined")] == [
        timedelta(hours=1),
        timedelta(hours=3),
    ]


def test_a_letter_that_fails_again_is_reported_again(table: Table) -> None:
    table.open(GAME)
    number = table.last(GAME, "red").id
    assert number is not None
    for _ in range(2):
        table.clock.forward(hours=1)
        with table.desk.store.begin() as books:
            row = books.letters_out.get(number)
            file_outcome(table.desk, books, row, Never(550, "no such user", is_ours=True))
        with table.desk.store.begin() as books:
            books.letters_out.again(books.letters_out.get(number), "rita@mail.example")
    assert len(table.letters(GAME, "gm", "undelivered")) == 2


def test_who_is_invited_again_after_somebody_else_has_a_letter_that_he_can_answer(table: Table) -> None:
    table.open(GAME, invites=True)
    for person in ("Sue <sue@mail.example>", "Rita <rita@mail.example>"):
        table.clock.forward(hours=1)
        perform(table.desk, Replace(GAME, "red", person), "petra", "x")
    assert [row.to for row in table.letters(GAME, "red", "invitation")] == [
        "rita@mail.example",
        "sue@mail.example",
        "rita@mail.example",
    ]
    assert "You have accepted" in table.say(GAME, "red", "accept").text


@pytest.mark.slow
def test_a_witness_who_is_silent_on_a_new_branch_too_is_told_again(table: Table, tmp_path: Path) -> None:
    """Records, and so locks, are numbered alike on each branch."""
    table.open(GAME, dice="witness", source=witness.make(tmp_path / "wes", GAME, "W.Ness", "wes@w.example", 64).card())
    table.say(GAME, "blue", "policy cover: duck")
    table.say(GAME, "red", "Red One fire at Blue One\nwait")
    for lock in (4, 4):
        table.say(GAME, "red", "Red One fire at Blue One\nRed Two fire at Blue Two\nready")
        assert table.records(GAME)[-1] == (lock, "orders.locked")
        table.clock.forward(hours=13)
        assert pass_silent(table.desk, table.clock.now()) == [GAME]
        undo(table.desk, GAME, 1, "again")
    assert len(table.letters(GAME, "gm", "silent")) == 2
