"""What is on file, asked or refused stays so until its player is told: across letters, turns, paces and attachments."""

import re
from pathlib import Path

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.systems import registry
from tests.desk import table as tables
from tests.desk.table import Table

PLAYERS = [("us", "kate@mail.example", "K. Hale"), ("indian", "mo@post.example", "M. Ortiz")]
GAME = "rosebud-7"


def lay(folder: Path, monkeypatch: pytest.MonkeyPatch, pace: str, title: str, scenario: str, seed: bytes) -> Table:
    monkeypatch.setattr(tables, "titles", registry.game)
    monkeypatch.setattr(tables, "ADDRESSES", {side: address for side, address, _ in PLAYERS})
    table = Table.lay(folder)
    wanted = Wanted(GAME, title, scenario, PLAYERS, "gm@club.example", seed=seed, ladder_length=64, pace=pace)
    open_campaign(table.desk, wanted)
    advance(table.desk, GAME)
    return table


def rosebud(folder: Path, monkeypatch: pytest.MonkeyPatch, pace: str) -> Table:
    return lay(folder, monkeypatch, pace, "rosebud", "in-contact", b"quoted letters")


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game whose markers are drawn; the first of them is the Sans Arc one."""
    return lay(tmp_path, monkeypatch, "mixed", "custer", "little-big-horn", b"letters of custer")


def say(table: Table, side: str, words: str) -> str:
    return table.say(GAME, side, words).text


def to_turn(table: Table, turn: str, side: str) -> None:
    while not table.phase(GAME).startswith(turn) or table.asked(GAME) != side:
        asked = table.asked(GAME)
        last = table.last(GAME, asked)
        table.say(GAME, asked, "1" if last.kind == "question" else "pass", to=last)


@pytest.mark.parametrize("pace", [pytest.param("ask", marks=pytest.mark.slow), "mixed", "policy"])
@pytest.mark.parametrize(
    "words",
    [
        "Crow King pls resupply himself. Ready.",
        "Crow King pls resupply himself. Wait.",
        "He Dog fire at Old Crow, then Big Rode at Good Heart. Ready.",
        "Crow King pls resupply himself.\nready",
    ],
)
def test_a_correction_that_is_refused_too_holds_the_phase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, pace: str
) -> None:
    """The first time, and when it comes again."""
    table = rosebud(tmp_path, monkeypatch, pace)
    table.until(GAME, "indian")
    phase = table.phase(GAME)
    say(table, "indian", "Big Elk stay\nCrow King try to recover")
    for _ in range(2):
        said = say(table, "indian", words)
        assert "REFUSED" in said or "UNCLEAR" in said
        assert "Crow King" in said or "He Dog" in said
        assert "You are not counted as ready" in said or "wait" in words.lower()
        assert table.phase(GAME) == phase


def test_new_lines_join_those_that_wait_for_a_marker_from_an_earlier_turn(cup: Table) -> None:
    say(cup, "indian", "in Hunkpapa: Crow King stay; Four Horns stay\nin Hunkpapa: Black Moon stay\nready")
    to_turn(cup, "T02", "indian")
    refused = say(cup, "indian", "in Hunkpapa: Gall stay")
    assert "your earlier orders are still" in refused.replace("\n", " ")
    said = say(cup, "indian", "in Hunkpapa: Rain in the Face stay")
    assert "in Hunkpapa: Crow King stay" in said
    assert "in Hunkpapa: Black Moon stay" in said
    assert "in Hunkpapa: Rain in" in said
    orders = say(cup, "indian", "orders")
    assert orders.count("Crow King stay") == 1
    assert "T1 Indian marker" not in orders


def test_ready_is_for_every_marker_with_orders_on_file_whichever_letter_brought_them(cup: Table) -> None:
    say(cup, "indian", "in Hunkpapa: Crow King stay\nin Hunkpapa: Gall stay")
    say(cup, "indian", "ready")
    with cup.desk.store.read() as books:
        filed = books.submissions.latest(books.games.get(GAME), "indian", "T01.IN.A")
    assert filed is not None
    assert filed.ready == "ready"


def test_an_open_question_waits_for_its_answer_though_the_pace_changes(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nRed Two fire at Blue Two\nready")
    question = table.last(game, "blue", "question")
    phase = table.phase(game)
    table.say(game, "red", "pace policy")
    table.say(game, "blue", "agree 1", to=table.last(game, "blue", "proposal"))
    assert (table.phase(game), table.asked(game)) == (phase, "blue")
    answer = table.say(game, "blue", "2", to=question)
    assert answer.kind == "receipt", answer.text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("A/2 and B/2 move N; Noyes stay", "Capt Noyes is attached to A/2 Cav and goes along all the same"),
        ("Noyes stay; A/2 and B/2 move N", "Capt Noyes is attached to A/2 Cav and goes along if it moves"),
    ],
)
def test_a_leader_told_to_stay_while_his_unit_moves_is_told_that_he_goes_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, told: str
) -> None:
    table = rosebud(tmp_path, monkeypatch, "ask")
    while not table.phase(GAME).endswith("US.C") or table.asked(GAME) != "us":
        asked = table.asked(GAME)
        table.say(GAME, asked, "pass", to=table.last(GAME, asked))
    assert told in " ".join(say(table, "us", words).split())


@pytest.mark.parametrize(
    ("words", "never", "says"),
    [
        ("in B: Crow King fire full at C/3, Four Horns don't fire", "Write   in B: Crow King", "Four Horns stay"),
        ("Crow King hold fire", "Write", "hold fire"),
        ("in F: Big Road melee A/3", "rally", "in F: Big Road melee 3611"),
        ("when A/3 is meleed then retreat before melee toward 3713", "Write", "Form: when EVENT then"),
    ],
)
def test_what_a_refusal_offers_is_never_the_opposite_and_is_of_the_phase_that_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, never: str, says: str
) -> None:
    table = rosebud(tmp_path, monkeypatch, "mixed")
    table.until(GAME, "indian")
    said = say(table, "indian", f"preview\n{words}")
    assert never not in said
    assert says in " ".join(said.split())


def test_the_report_that_comes_with_a_question_says_in_its_subject_that_you_are_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a telephone only the subjects are read."""
    table = lay(tmp_path, monkeypatch, "ask", "custer", "little-big-horn", b"abcdefgh1234")
    for _ in range(12):
        last = table.last(GAME, table.asked(GAME))
        if last.kind == "question":
            break
        table.say(GAME, table.asked(GAME), "pass", to=last)
    assert last.kind == "question"
    subject = next(one.subject for one in reversed(table.letters(GAME, last.side)) if one.kind == "report")
    assert "YOU: answer the question by " in subject


@pytest.mark.parametrize("words", ["I'd rather use it now.", "2 - wait", "stand, I think"])
def test_who_answers_a_question_in_words_is_told_the_question_again(table: Table, words: str) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nRed Two fire at Blue Two\nready")
    question = table.last(game, "blue", "question")
    answer = table.say(game, "blue", words, to=question)
    assert "A question is waiting for your answer:" in answer.text
    assert "1  Blue One is fired at by Red One: what does it do?" in answer.text
    assert "Answer with its number, for example   | 2" in answer.text
    assert "pass" not in answer.text
    assert table.say(game, "blue", "2", to=answer).kind == "receipt"


@pytest.mark.parametrize("mark", ["", "| "])
def test_a_sheet_line_left_without_its_mark_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    """It was typed where the line of the sheet stood, whatever the program does to marks."""
    table = rosebud(tmp_path, monkeypatch, "mixed")
    table.until(GAME, "indian")
    report = table.last(GAME, "indian", "report")
    quoted = re.sub(r"^", "> ", report.text, flags=re.M)
    words = re.sub(r"^> \| (Lone Bull recover) .*$", rf"{mark}\1", quoted, flags=re.M)
    said = table.say(GAME, "indian", f"On Thu, 12 Mar 2026 Club desk wrote:\n\n{words}", to=report).text
    assert "in C: Lone Bull recover" in said


@pytest.mark.parametrize(
    ("words", "code", "never"),
    [
        ("in C: Short Bull + Red Hawk go SE SE", "E101", "Write"),  # neither is in this game: it is no chat
        ("in C: Short Bull goes SE SE", "E101", "Write"),
        ("in C: Big Road and the village stay", "E101", "Rain in the Face"),
        ("in C: Big Road and the village stay", "E101", "Write"),
        ("Lone Bull + He Dog foo", "E112", "Write"),
        ("Lone Bull, He Dog skedaddle", "E112", "Write"),
        ("Crow King never rally", "E151", "Write"),
    ],
)
def test_a_refusal_offers_no_stranger_and_leaves_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, code: str, never: str
) -> None:
    table = rosebud(tmp_path, monkeypatch, "mixed")
    table.until(GAME, "indian")
    phase = table.phase(GAME)
    said = say(table, "indian", f"{words}\nready")
    assert code in said
    assert "You are not counted as ready" in said
    assert never not in said.replace("Write your", "")
    assert table.phase(GAME) == phase


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("Lone Bull gallops toward 3713", "in C: Lone Bull move 3511-3612-3613-3713"),
        ("in C: Lone Bull heads towards 3713", "in C: Lone Bull move 3511-3612-3613-3713"),
    ],
)
def test_a_horseman_gallops_and_heads_somewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, read: str
) -> None:
    table = rosebud(tmp_path, monkeypatch, "mixed")
    table.until(GAME, "indian")
    assert read in say(table, "indian", words)


def test_the_lines_of_a_preview_are_numbered_as_a_receipt_numbers_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = rosebud(tmp_path, monkeypatch, "mixed")
    table.until(GAME, "indian")
    assert "  1  in C: Lone Bull move" in say(table, "indian", "preview\nin C: Lone Bull move to 3713")


def test_what_stands_behind_then_is_not_left_out_of_the_line_that_is_taken(cup: Table) -> None:
    to_turn(cup, "T01.US", "us")
    while cup.phase(GAME) != "T01.US.A":
        cup.say(GAME, "us", "1", to=cup.last(GAME, "us"))
    said = say(cup, "us", "Co. I and Co. L dismount, then go to 1816. Ready.")
    for order in ("Co. I dismount ", "Co. L dismount ", "Co. I + Co. L move 1917-1816 "):
        assert order in said
    assert "Everyone is ready" in said


def test_a_receipt_says_for_which_other_phases_ready_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = rosebud(tmp_path, monkeypatch, "ask")
    table.until(GAME, "indian")
    words = "Big Elk stay\nin C: Lone Bull recover"
    assert "Your ready is also for" not in " ".join(say(table, "indian", words).split())
    said = say(table, "indian", f"{words}\nready")
    assert "Your ready is also for T3 IN Movement: the orders on file run then" in " ".join(said.split())


def test_a_policy_does_not_run_a_phase_past_a_line_that_was_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = rosebud(tmp_path, monkeypatch, "ask")
    table.until(GAME, "us")
    phase = table.phase(GAME)
    assert phase.endswith(".IN.D")
    said = say(table, "us", "policy deffire all: strongest\nF/3 fire at Gall\nready")
    assert "You are not counted as ready" in " ".join(said.split())
    assert table.phase(GAME) == phase
    say(table, "us", "ready")
    assert table.phase(GAME) != phase


def test_ready_is_for_later_phases_of_the_turn_that_an_earlier_letter_ordered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = rosebud(tmp_path, monkeypatch, "ask")
    table.until(GAME, "indian")
    say(table, "indian", "in C: Lone Bull recover")
    said = say(table, "indian", "Big Elk stay\nready")
    assert "Your ready is also for T3 IN Movement: the orders on file run then" in " ".join(said.split())


def test_who_is_ordered_to_enter_need_not_be_told_to(cup: Table) -> None:
    to_turn(cup, "T01.US", "us")
    while cup.phase(GAME) != "T01.US.A":
        cup.say(GAME, "us", "1", to=cup.last(GAME, "us"))
    say(cup, "us", "in Benteen: Co. D + Co. H + Benteen enter 2824")
    say(cup, "us", "pass")  # not for the marker to come
    to_turn(cup, "T03.US.D", "us")
    report = " ".join(cup.last(GAME, "us", "report").text.split())
    assert "No entry orders yet for Co. K: they will enter" in report
    assert "If you are silent your 1 order on file is carried out" in report
