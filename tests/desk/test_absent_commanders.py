"""Commanders, or a chief, who fall silent on a shared side: the program orders their units alone, and `return` ends that."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.desk.gm.incidents.incident import CannotDo, perform
from pbem.desk.gm.incidents.seat import SeatChange
from pbem.desk.play.terms import Terms
from pbem.desk.record.replay import replay
from pbem.gm.game import game_screen
from tests.desk.skirmish import UNITS, Shoot
from tests.desk.table import GM, SkirmishTitle, Table
from tests.desk.test_absent_players import miss
from tests.desk.test_every_letter import Passes
from tests.desk.test_rights import CROOK, GAME, MILLS, NOYES, SEATS, newest, on_file, says
from tests.desk.test_undo import false, proof


class Fires(Passes):
    """A practice opponent all of whose units fire."""

    def orders(self, system: Any, view: Any, side: str, letter: str, *_: object) -> tuple[object, ...]:
        enemy = "Blue One" if side == "red" else "Red One"
        return tuple(Shoot(name, enemy) for name, of in UNITS.items() if letter == "A" and of == side)


@pytest.fixture
def shared(table: Table) -> Table:
    """Red is shared: after one missed deadline the program plays."""
    table.desk = replace(table.desk, title=lambda _: SkirmishTitle(practice=Fires()))
    table.open(seats=SEATS, terms=Terms(absent="plain after 1"))
    return table


def played(table: Table) -> list[str]:
    """For whom of Red the program plays, the chief first."""
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        chief = books.players.get(game, "red")
        people = [(chief.name, chief.plays), *((one.name, one.plays) for one in books.seats.sharing(game, "red"))]
        return [name for name, plays in people if plays]


def to_red_again(table: Table) -> None:
    """Let everybody pass until Red is asked for fire again."""
    if table.phase(GAME) == "T01.RED.B":
        says(table, CROOK, "ready all")
    for _ in range(2):
        table.say(GAME, "blue", "pass")
    assert table.phase(GAME) == "T02.RED.A"


def stand(table: Table) -> None:
    """Let Blue answer whether those who are fired at duck."""
    for _ in range(2):
        if table.asked(GAME) == "blue" and ".RED." in table.phase(GAME):
            table.say(GAME, "blue", "1")


def noyes_is_silent(table: Table) -> None:
    """The chief and Mills say that they are ready, Noyes says nothing."""
    says(table, CROOK, "ready")
    says(table, MILLS, "ready")
    miss(table, GAME)


@pytest.mark.slow
def test_the_program_orders_the_units_of_a_silent_commander_and_of_nobody_else(shared: Table, tmp_path: Path) -> None:
    noyes_is_silent(shared)
    assert played(shared) == ["H. Noyes"]
    told = " ".join(shared.last(GAME, "blue", "ruling").text.split())
    assert "a commander of RED has missed 1 deadline in a row" in told
    assert "the program (plain) plays for a commander of RED, until that person writes return" in told
    assert "Noyes" not in told
    to_red_again(shared)
    assert on_file(shared, "T02.RED.A") == ["Red Two fire at Blue One"]
    assert "H. Noyes (Red Two, played by the program)" in " ".join(newest(shared, CROOK, "report").text.split())
    assert "The program (plain) commands your units for you." in " ".join(newest(shared, NOYES, "report").text.split())
    # Nobody waits for them, their lines stand beside the others', and the chief's order counts before theirs.
    says(shared, CROOK, "Red Two fire at Blue Two\nready")
    says(shared, MILLS, "Red One fire at Blue One\nready")
    stand(shared)
    assert shared.phase(GAME) == "T02.RED.B"
    assert sorted(on_file(shared, "T02.RED.A")) == ["Red One fire at Blue One", "Red Two fire at Blue Two"]
    assert replay(shared.desk, GAME).is_same
    assert false(proof(shared, GAME, "blue", tmp_path / "blue")) == []


@pytest.mark.slow
def test_whoever_returns_commands_again_and_says_themselves_when_they_are_ready(shared: Table) -> None:
    noyes_is_silent(shared)
    to_red_again(shared)
    answer = says(shared, NOYES, "Red Two fire at Blue Two")
    assert answer.subject == "[meadow-1] The program commands your units"
    assert "answer with the line return" in " ".join(answer.text.split())
    assert on_file(shared, "T02.RED.A") == ["Red Two fire at Blue One"]
    assert "Welcome back." in says(shared, NOYES, "return").text
    assert played(shared) == []
    told = " ".join(shared.last(GAME, "blue", "ruling").text.split())
    assert "a commander of RED plays again" in told
    says(shared, CROOK, "ready")
    says(shared, MILLS, "ready")
    assert shared.phase(GAME) == "T02.RED.A"
    says(shared, NOYES, "Red Two fire at Blue Two\nready")
    stand(shared)
    assert (on_file(shared, "T02.RED.A"), shared.phase(GAME)) == (["Red Two fire at Blue Two"], "T02.RED.B")
    assert replay(shared.desk, GAME).is_same


@pytest.mark.slow
def test_the_program_plays_for_a_silent_chief_and_the_commanders_go_on(shared: Table) -> None:
    perform(shared.desk, SeatChange(GAME, "red", "Noyes", "end"), GM, "they leave")
    says(shared, MILLS, "Red One fire at Blue One\nready")
    miss(shared, GAME)
    assert played(shared) == ["Red"]
    table_says = " ".join(shared.last(GAME, "blue", "ruling").text.split())
    assert "the program (plain) plays for the chief of RED" in table_says
    stand(shared)
    assert shared.phase(GAME) == "T01.RED.B"
    says(shared, MILLS, "pass")
    # What is asked about Mills's units waits for Mills, the rest is answered for the chief.
    shared.say(GAME, "blue", "Blue One fire at Red One\nBlue Two fire at Red Two\nready")
    assert "Red One" in newest(shared, MILLS, "question").text
    assert shared.asked(GAME) == "red"
    says(shared, MILLS, "1")
    assert shared.phase(GAME) == "T01.BLU.B"
    shared.say(GAME, "blue", "pass")
    assert on_file(shared, "T02.RED.A") == ["Red Two fire at Blue One"]
    says(shared, MILLS, "Red One fire at Blue Two\nready")
    stand(shared)
    assert shared.phase(GAME) == "T02.RED.B"
    assert "Welcome back." in says(shared, CROOK, "I am back!").text
    assert played(shared) == []
    assert replay(shared.desk, GAME).is_same


@pytest.mark.slow
def test_a_substitute_is_asked_for_a_silent_chief_and_the_commanders_go_on(table: Table) -> None:
    nora = "nora@mail.example"
    table.desk = replace(table.desk, title=lambda _: SkirmishTitle(practice=Fires()))
    table.open(seats=SEATS, terms=Terms(absent="plain after 1"), substitutes=[Seat("red", nora, "N. Osman")])
    for who in (MILLS, NOYES):
        says(table, who, "ready")
    miss(table, GAME)
    asked = table.letters(GAME, "chair")[-1]
    assert (asked.to, played(table), table.phase(GAME)) == (nora, [], "T01.RED.A")
    table.say(GAME, "red", "accept", to=asked, sender=nora)
    assert "You are the chief of your side." in " ".join(newest(table, nora, "hand-over").text.split())
    says(table, nora, "ready")
    assert table.phase(GAME) == "T01.RED.B"
    assert played(table) == []
    assert replay(table.desk, GAME).is_same


def test_where_all_are_silent_somebody_is_left_to_write_to(shared: Table) -> None:
    for _ in range(3):
        miss(shared, GAME)
    with shared.desk.store.read() as books:
        blue = books.players.get(books.games.get(GAME), "blue").plays
    assert len(played(shared)) + bool(blue) == 3
    for who in (CROOK, MILLS, NOYES):
        if newest(shared, who).to == who and played(shared):
            says(shared, who, "return")
    assert played(shared) == []


def test_the_gm_lets_the_program_play_for_one_commander(shared: Table) -> None:
    perform(shared.desk, SeatChange(GAME, "red", "Noyes", "plain"), GM, "a hospital")
    assert played(shared) == ["H. Noyes"]
    assert on_file(shared) == ["Red Two fire at Blue One"]
    assert ("RED, program plays (plain)", "H. Noyes", NOYES, "Red Two") in game_screen(shared.desk, GAME).seats
    with pytest.raises(CannotDo, match="plays for them already"):
        perform(shared.desk, SeatChange(GAME, "red", "Noyes", "plain"), GM, "again")
    perform(shared.desk, SeatChange(GAME, "red", "Noyes", "commands Red Two"), GM, "as before")
    assert played(shared) == ["H. Noyes"]
    perform(shared.desk, SeatChange(GAME, "red", "Noyes", "returns"), GM, "back home")
    assert played(shared) == []
    with pytest.raises(CannotDo, match="the program does not play for them"):
        perform(shared.desk, SeatChange(GAME, "red", "Noyes", "returns"), GM, "again")
    with pytest.raises(CannotDo, match="found nobody of that name"):
        perform(shared.desk, SeatChange(GAME, "red", "Xyzzy", "plain"), GM, "who")
    assert replay(shared.desk, GAME).is_same
