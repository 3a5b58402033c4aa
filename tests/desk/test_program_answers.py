"""What a program that plays a side says to proposals, and what those who look on at two programs are sent."""

from pathlib import Path

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.desk.record.replay import replay
from pbem.systems import registry
from tests.desk import table as tables
from tests.desk.table import GM, Table


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(tables, "titles", registry.game)
    monkeypatch.setattr(tables, "ADDRESSES", {"us": "kate@mail.example"})
    return Table.lay(tmp_path)


def against_the_program(table: Table, pace: str = "ask") -> str:
    players = [("us", "kate@mail.example", "K. Hale")]
    wanted = Wanted(
        "rosebud-1",
        "rosebud",
        "in-contact",
        players,
        GM,
        plays={"indian": "plain"},
        pace=pace,
        seed=b"a demo seed",
        ladder_length=64,
    )
    open_campaign(table.desk, wanted)
    advance(table.desk, "rosebud-1")
    return "rosebud-1"


@pytest.mark.parametrize("pace", ["mixed", "policy"])
def test_program_moves_and_fires_in_a_pace_in_which_one_letter_serves_a_whole_turn(table: Table, pace: str) -> None:
    name = against_the_program(table, pace)
    with table.desk.store.read() as books:
        told = "".join(body for row in books.phases.of(books.games.get(name)) for body in books.events.of(row))
    assert "UnitsMoved" in told
    assert "UnitFired" in told


def test_a_game_in_which_the_program_was_not_asked_in_every_phase_still_comes_out_the_same(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.desk.play.play.asks_programs", lambda *_: False)
    name = against_the_program(table, "policy")
    monkeypatch.undo()
    monkeypatch.setattr(tables, "titles", registry.game)
    found = replay(table.desk, name)
    assert (found.expected, found.found) == ("", "")
    assert found.records > 3


def test_program_agrees_to_a_pace_at_once(table: Table) -> None:
    name = against_the_program(table)
    answer = " ".join(table.say(name, "us", "pace policy").text.split())
    assert "agrees to your proposal 1: the pace is 'policy' from now on" in answer
    with table.desk.store.read() as books:
        assert books.games.get(name).pace == "policy"
        assert {one.kind for one in books.letters_out.to_side(name, "indian")} <= {"welcome", "report"}


def test_program_accepts_a_draw_which_the_player_confirms(table: Table) -> None:
    name = against_the_program(table)
    answer = table.say(name, "us", "offer draw")
    assert "accepts" in answer.text
    assert table.state(name) == "open"
    code = answer.text.partition("| confirm ")[2].split()[0]
    table.say(name, "us", f"confirm {code}", to=table.last(name, "us", answer.kind))
    assert table.state(name) == "over"


@pytest.mark.slow
def test_two_programs_are_looked_on_at_by_a_letter_a_game_turn(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.desk.play.advance.MOST_GOES", 60)
    wanted = Wanted(
        "rosebud-2", "rosebud", "in-contact", [], GM, plays={"indian": "plain", "us": "plain"}, seed=b"a demo seed",
        ladder_length=4096, seats=[Seat("", "olga@mail.example", "Olga")],
    )  # fmt: skip
    open_campaign(table.desk, wanted)
    advance(table.desk, "rosebud-2")
    with table.desk.store.read() as books:
        game = books.games.get("rosebud-2")
        turns = {row.phase.split(".")[0] for row in books.phases.of(game)}
        phases = [row.phase for row in books.phases.of(game)]
        seen = [row for row in books.letters_out.to_side("rosebud-2", "seat") if row.kind == "seen"]
    assert len(phases) > 12
    assert 1 < len(seen) <= len(turns) + 2
    told = "\n".join(row.text for row in seen)
    assert len(told) > 2000
