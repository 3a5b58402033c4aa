"""Letters of the chit-pull game: orders for drawn markers, in every pace, and how many letters a turn takes."""

import json
import mailbox
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.orders import filing
from pbem.desk.play.advance import advance
from pbem.seal.verify import verify
from pbem.systems import registry
from tests.desk import table as tables
from tests.desk.table import Table

PLAYERS = [("us", "kate@mail.example", "K. Hale"), ("indian", "mo@post.example", "M. Ortiz")]
GAME = "custer-1"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(tables, "titles", registry.game)
    monkeypatch.setattr(tables, "ADDRESSES", {side: address for side, address, _ in PLAYERS})
    return Table.lay(tmp_path)


def play(desk: Table, pace: str) -> Table:
    """A game that begins, by its seed, with the Sans Arc marker, then Reno's."""
    wanted = Wanted(
        GAME, "custer", "little-big-horn", PLAYERS, "gm@club.example",
        seed=b"letters of custer", ladder_length=64, pace=pace,
    )  # fmt: skip
    open_campaign(desk.desk, wanted)
    advance(desk.desk, GAME)
    assert desk.phase(GAME) == "T01.IN.D"
    return desk


def say(desk: Table, side: str, words: str) -> str:
    return desk.say(GAME, side, words).text


def used(desk: Table, turn: int) -> list[str]:
    """The phases in which markers were used in a turn, as far as they are played."""
    with desk.desk.store.read() as books:
        rows = books.phases.of(books.games.get(GAME))
        return [row.phase for row in rows if row.turn == turn and ".CUP." not in row.phase]


def moved(desk: Table, phase: str) -> list[dict[str, Any]]:
    with desk.desk.store.read() as books:
        bodies = [json.loads(row.body)["body"] for row in books.records.since(books.games.get(GAME), -1)]
    told = [body for body in bodies if body.get("phase") == phase]
    return [event for body in told for event in body.get("events", ()) if event["type"] == "Moved"]


def test_a_drawn_marker_stops_and_asks_its_owner(desk: Table) -> None:
    play(desk, "ask")
    say(desk, "indian", "pass")
    assert desk.phase(GAME) == "T01.US.C"
    report = desk.last(GAME, "us", "report")
    assert "YOU: Reno marker by" in report.subject
    say(desk, "us", "Co. A move 1623-1622\nready")
    assert desk.phase(GAME).startswith("T0")
    assert desk.phase(GAME) != "T01.US.C"
    desk.until(GAME, "indian")
    assert "Co. A marches 1623-1622" in desk.last(GAME, "indian", "report").text


def test_orders_filed_ready_for_a_marker_serve_when_it_is_drawn(desk: Table) -> None:
    play(desk, "ask")
    say(desk, "us", "in Reno: Co. A move 1623-1622\nready")
    say(desk, "indian", "pass")
    assert used(desk, 1)[:2] == ["T01.IN.D", "T01.US.C"]
    assert desk.phase(GAME) != "T01.US.C"
    desk.until(GAME, "indian")
    assert "Co. A marches 1623-1622" in desk.last(GAME, "indian", "report").text


@pytest.mark.slow
def test_in_policy_a_turn_costs_each_side_one_letter_at_most(desk: Table) -> None:
    play(desk, "policy")
    letters: dict[tuple[str, str], int] = {}
    while (phase := desk.phase(GAME)) < "T06":
        turn, side = phase.split(".")[0], desk.asked(GAME)
        letters[turn, side] = letters.get((turn, side), 0) + 1
        answer(desk)
    assert max(letters.values()) == 1
    assert len({turn for turn, _ in letters}) == 5


def answer(desk: Table) -> str:
    """Answer the present stop: ``pass`` for orders, the first choice for a question.  The phase that it was."""
    phase = desk.phase(GAME)
    before = len(desk.records(GAME))
    asked = desk.asked(GAME)
    say(desk, asked, "1" if ".CUP." in phase else "pass")
    assert len(desk.records(GAME)) > before, f"{phase} does not go on"
    return phase


def stops_until(desk: Table, turn: str) -> list[str]:
    """Where play stops until a game turn begins; every stop is answered."""
    stops = []
    while desk.phase(GAME) < turn:
        stops.append(answer(desk))
    return stops


def test_in_mixed_a_marker_without_orders_stops_and_one_with_orders_does_not(desk: Table) -> None:
    play(desk, "mixed")
    say(desk, "indian", "pass")
    say(desk, "us", "pass\nin Custer: Co. C move 2018-1918\nready")
    assert used(desk, 1) == ["T01.IN.D", "T01.US.C", "T01.US.A"]
    assert stops_until(desk, "T03") == ["T02.IN.E", "T02.US.A"]
    assert "T02.US.A" in used(desk, 2)


@pytest.mark.slow
def test_orders_for_a_marker_that_is_not_drawn_wait_for_a_later_turn(desk: Table, tmp_path: Path) -> None:
    play(desk, "ask")
    say(desk, "us", "in Benteen: Benteen + Co. D + Co. H enter 2824\nready")
    assert [one for one in stops_until(desk, "T04") if one.endswith("US.D")] == []
    assert "T03.US.D" in used(desk, 3)
    told = [row.text for row in desk.letters(GAME, "indian", "report")]
    assert any("Co. D, Co. H and Benteen enter in 2824" in text for text in told)
    with desk.desk.store.read() as books:
        game = books.games.get(GAME)
        carried = books.submissions.latest(game, "us", "T03.US.D")
        assert carried is not None
        assert carried.letter_id is None
    verdict = verify([mailbox_of(desk, "us", tmp_path)])
    assert verdict.status == 0, verdict


@pytest.mark.slow
def test_orders_that_served_once_do_not_serve_again(desk: Table) -> None:
    play(desk, "ask")
    say(desk, "indian", "pass\nin Hunkpapa: Crow King stay\nready")
    for _ in range(200):
        at = answer(desk)
        if at.endswith("IN.A"):
            break
    turns = [turn for turn in range(1, 13) if any(one.endswith("IN.A") for one in used(desk, turn))]
    assert len(turns) == 2, "it served once without a stop, and asked when it was drawn again"


def test_what_was_filed_in_the_turn_before_is_no_letter_of_this_turn(desk: Table) -> None:
    """Orders left over from an earlier position must not let the others of the turn go by in silence."""
    play(desk, "policy")
    say(desk, "indian", "pass")
    say(desk, "us", "Co. A move 1623-1622\nin Benteen: pass\nready")
    stops = stops_until(desk, "T04")
    assert [one for one in stops if one.startswith("T03.US")] == [
        one for one in used(desk, 3) if one.startswith("T03.US") and one != "T03.US.D"
    ][:1]


def mailbox_of(desk: Table, side: str, folder: Path) -> Path:
    """All letters to a side, as an mbox file."""
    box = mailbox.mbox(folder / f"{side}.mbox")
    for row in desk.letters(GAME, side):
        box.add(row.raw)
    box.close()
    return folder / f"{side}.mbox"


def test_a_marker_of_the_other_side_or_of_no_side_is_refused_and_a_slip_is_corrected(desk: Table) -> None:
    play(desk, "ask")
    say(desk, "indian", "pass")
    text = say(
        desk,
        "us",
        "in Hunkpapa: Co. C move 2018-1918\nin Cster: Co. C move 2018-1918\nin Crook: Co. C move 2018-1918\n"
        "in Custer: policy losses: weakest",
    )
    assert text.count("E154  No marker of yours is called") == 3
    assert "Yours are: Custer,\n      second Custer, Reno, Benteen." in text
    assert "Write   in Custer: Co. C move 2018-1918" in text
    assert "Write   policy losses: weakest" in text
    assert "ACCEPTED" not in text


def test_the_receipt_names_the_marker_that_a_line_waits_for(desk: Table) -> None:
    play(desk, "ask")
    text = say(desk, "us", "when the Reno marker is drawn: Co. A move 1623-1622\nin b: Co. F move 1916-1816")
    assert "  in Reno: Co. A move 1623-1622  " in text
    assert "filed for Reno; looked at again when that is drawn (W308)" in text
    assert "  in second Custer: Co. F move 1916-1816  " in text


def test_orders_for_a_marker_are_on_file_until_newer_ones_replace_them() -> None:
    others = ["T02.US.A", "T04.US.A", "T03.US.D"]
    assert filing.is_overtaken("T02.US.A", others)
    assert not filing.is_overtaken("T04.US.A", others)
    assert not filing.is_overtaken("T03.US.D", others)
