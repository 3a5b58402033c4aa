"""The chit-pull game at a desk: the daemon draws, a side writes for its markers, and everything is kept and proved."""

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet

from pbem.desk.desk import Desk, House, SetClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.players import Replace
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.seal.chain import check_chain
from pbem.store.secrets import Vault
from pbem.systems import registry
from tests.databases import store_in
from tests.desk.table import GM, START, Table
from tests.systems.posted import Posted

PLAYERS = {"us": "kate@mail.example", "indian": "mo@post.example"}
GAME = "lbh-1"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    clock = SetClock(START)
    store = store_in(tmp_path, Vault(Fernet.generate_key()))
    made = Table(Desk(store, clock, House("pbem.example"), registry.game), clock)
    players = [(side, address, side.title()) for side, address in PLAYERS.items()]
    wanted = Wanted(GAME, "custer", "little-big-horn", players, GM, seed=b"a seed for a test", ladder_length=400)
    open_campaign(made.desk, wanted)
    advance(made.desk, GAME)
    return made


def owner(table: Table) -> str:
    """Whose marker is in play."""
    return {"US": "us", "IN": "indian"}[table.phase(GAME).split(".")[1]]


def records(table: Table) -> list[dict[str, Any]]:
    with table.desk.store.read() as books:
        return [json.loads(row.body) for row in books.records.since(books.games.get(GAME), -1)]


def drawn(table: Table) -> list[str]:
    """The letters of the markers used, with their sides."""
    events = [event for record in records(table) for event in record["body"].get("events", ())]
    return [f"{event['side']} {event['letter']}" for event in events if event["type"] == "custer/MarkerUsed"]


def say(table: Table, side: str, words: str) -> str:
    return str(table.say(GAME, side, words, sender=PLAYERS[side]).text)


def settle(table: Table) -> None:
    """Where a drawn marker asks whether it is to be used, the first answer is given."""
    while table.phase(GAME).split(".")[1] == "CUP":
        say(table, "us", "1")


def test_the_desk_draws_and_writes_to_the_markers_owner(table: Table) -> None:
    settle(table)
    side = owner(table)
    text = table.last(GAME, side, "report").text
    assert "marker (rule 3.7)" in text
    assert "is drawn" in text
    other = "indian" if side == "us" else "us"
    (begun,) = table.letters(GAME, other, "report")  # the game begins: both see the position once
    assert "Nothing to do" in begun.text


def test_a_pass_uses_the_marker_and_the_next_is_drawn(table: Table) -> None:
    settle(table)
    first = table.phase(GAME)
    say(table, owner(table), "pass")
    settle(table)
    assert table.phase(GAME) != first
    assert len(drawn(table)) == 2


def test_orders_for_a_marker_to_come_are_filed_and_wait(table: Table) -> None:
    settle(table)
    side = owner(table)
    other = "indian" if side == "us" else "us"
    line, unit = {
        "us": ("in Reno: Co. A move 1623-1622", "Co. A"),
        "indian": ("when the Oglala marker is drawn: He Dog move 0813-0713", "He Dog"),
    }[other]
    answer = say(table, other, line)
    assert unit in answer
    assert "refused" not in answer.lower()
    letter = {"us": "C", "indian": "B"}[other]
    with table.desk.store.read() as books:
        filed = books.submissions.phases_filed(books.games.get(GAME), other)
    assert [phase.rpartition(".")[2] for phase in filed if phase.startswith("T01")] == [letter]


@pytest.mark.slow
def test_ready_never_uses_up_a_marker_for_which_only_a_refused_line_came(table: Table) -> None:
    settle(table)
    assert "refused" in say(table, "us", "in Reno: Co. A move 9999\nready").lower()
    assert "is also for" not in say(table, "us", "ready")
    while "us C" not in drawn(table):
        settle(table)
        say(table, owner(table), "pass")
    assert table.phase(GAME).endswith("US.C")


def test_a_line_that_names_no_marker_is_for_the_one_that_calls_its_units(table: Table) -> None:
    """While the other side acts no marker of one's own is drawn: whom the line names says which one is meant."""
    settle(table)
    other = "indian" if owner(table) == "us" else "us"
    line, marker = {"us": ("Co. A move 1623-1622", "Reno"), "indian": ("He Dog move 0813-0713", "Oglala")}[other]
    assert f"in {marker}: {line}" in " ".join(say(table, other, line).split())


def test_a_substitute_reads_what_is_on_file_for_markers_to_come(table: Table) -> None:
    settle(table)
    say(table, "indian", "in Oglala: He Dog move 0813-0713\nready")
    perform(table.desk, Replace(GAME, "indian", "N. Osman <nadia@new.example>"), "petra", "Mo has moved")
    text = table.last(GAME, "indian", "hand-over").text
    assert "ON FILE FOR LATER" in text
    assert "in Oglala: He Dog move 0813-0713" in text


@pytest.mark.slow
def test_a_whole_game_by_passes_and_deadlines_ends_and_its_chain_holds(table: Table) -> None:
    for _ in range(200):
        if table.state(GAME) != "open":
            break
        table.clock.forward(days=8)
        for name in pass_overdue(table.desk, table.clock.now()):
            advance(table.desk, name)
    assert table.state(GAME) == "over"
    assert check_chain(records(table)) == ()
    used = drawn(table)
    assert len([one for one in used if one.startswith("us")]) == 27
    assert len([one for one in used if one.startswith("indian")]) == 28
    assert "THE GAME IS OVER" in table.letters(GAME, "us")[-1].text


def test_what_waits_for_a_marker_and_is_withdrawn_does_not_come_back_with_new_orders_for_it(table: Table) -> None:
    settle(table)
    say(table, "indian", "in Cheyenne: Wooden Leg move 1008-1108")
    while not table.phase(GAME).startswith("T02"):
        settle(table)
        say(table, owner(table), "pass")
    answer = say(table, "indian", "withdraw line 1\nin Cheyenne: Comes in Sight move 1008-1108")
    assert "Withdrawn: in Cheyenne: Wooden Leg move 1008-1108" in answer
    on_file = say(table, "indian", "orders")
    assert "Comes in Sight move 1008-1108" in on_file
    assert "Wooden Leg" not in on_file


@pytest.mark.slow
def test_what_a_marker_used_in_a_later_turn_is_on_file_no_more(table: Table) -> None:
    settle(table)
    say(table, "indian", "in Cheyenne: Wooden Leg move 1008-1108\nready")
    while not any(one.endswith("indian E") for one in drawn(table)[:-1]):
        settle(table)
        say(table, owner(table), "pass")
    answer = say(table, "indian", "in Oglala: He Dog stay\nready")
    assert "1  in Oglala: He Dog stay" in answer or "+ 1  He Dog stay" in answer
    assert "Indian marker E" not in answer


def test_every_receipt_names_the_question_that_waits_until_it_is_answered(tmp_path: Path) -> None:
    posted = Posted.game(tmp_path, "custer", "little-big-horn")
    posted.until("posted-1", "us")
    assert posted.last("posted-1", "us").kind == "question"
    for letter in ("pass", "policy losses: weakest", "ready", "withdraw", "in Custer: Co. A move 9999"):
        receipt = posted.say("posted-1", "us", letter)
        assert "Question 1 is open: Custer marker: use or wait?" in receipt.text, letter
        assert "Answer with digits, one per question   | 2   (until Fri 13 Mar 18:00 UTC)" in receipt.text, letter
        assert "Nothing else is needed" not in receipt.text, letter
        assert "Nothing is needed from you" not in receipt.text, letter
    answered = posted.say("posted-1", "us", "2")
    assert "set it aside and wait for the other" in answered.text
    assert "is open" not in answered.text


@pytest.mark.slow
def test_a_marker_that_brings_units_says_where_they_enter_and_what_silence_does(tmp_path: Path) -> None:
    clock = SetClock(START)
    made = Table(
        Desk(store_in(tmp_path, Vault(Fernet.generate_key())), clock, House("pbem.example"), registry.game), clock
    )
    players = [(side, address, side.title()) for side, address in PLAYERS.items()]
    open_campaign(
        made.desk, Wanted(GAME, "custer", "rosebud", players, GM, seed=b"a seed for a test", ladder_length=400)
    )
    advance(made.desk, GAME)
    for _ in range(12):
        if made.phase(GAME).startswith("T01.IN"):
            break
        say(made, "us", "1" if made.phase(GAME).split(".")[1] == "CUP" else "pass")
    report = " ".join(made.last(GAME, "indian", "report").text.split())
    assert "If you are silent units that are due enter; nobody else moves, and nobody attacks" in report
    assert "// entering at " in report
    first, at = report.partition("one per line, like | ")[2].split(" Nobody to act")[0].rsplit(" enter ", 1)
    told = " ".join(say(made, "indian", f"{first} {at}").split())
    assert f"{first} enter {at}" in told
    told = " ".join(say(made, "indian", f"{first} enter {at}\neverybody else enters at {at}").split())
    assert "No unit is left" not in told
