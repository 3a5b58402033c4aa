"""Letters as people write them: what they typed counts, what they quoted does not, and nothing runs without their orders."""

import json
from pathlib import Path

import pytest

from pbem.desk.gm.state_ruled import rule_state
from pbem.desk.play.advance import advance
from pbem.store.tables import LetterOutRow
from tests.desk import in_contact
from tests.desk.in_contact import GAME, say, to_fire
from tests.desk.table import Table


@pytest.fixture
def desk(tmp_path: Path) -> Table:
    return in_contact.lay(tmp_path, b"plain letters")


def quoted(text: str, marked: str = "> ") -> str:
    return "\n".join(marked + line for line in text.splitlines())


# Orders and chat.


def test_orders_in_sentences_are_filed(desk: Table) -> None:
    to_fire(desk)
    answer = say(desk, "Crow King fire at C/3. Four Horns fire at C/3.")
    assert answer.kind == "receipt"
    assert "Crow King fire full at C/3 Cav" in answer.text
    assert "Four Horns fire full at C/3 Cav" in answer.text


def test_ready_does_not_run_a_phase_past_a_sentence_that_was_refused(desk: Table) -> None:
    to_fire(desk)
    answer = say(desk, "sorry - correction. Crowe Kong shoots at C/3 instead!\nready")
    assert answer.kind == "error"
    assert "You are not counted as ready" in answer.text
    assert desk.phase(GAME) == "T03.IN.B"


def test_chat_beside_ready_does_not_stop_a_phase(desk: Table) -> None:
    to_fire(desk)
    say(desk, "Crow King fire at C/3\nGood move last turn, Kate. I hope Crook stays at home!\nready\n")
    assert desk.phase(GAME) != "T03.IN.B"


# What was typed and what was quoted.


def example(report: LetterOutRow) -> str:
    """The example in the box ``How`` of a report."""
    lines = report.text.splitlines()
    how = next(n for n, line in enumerate(lines) if line.lstrip().startswith("How "))
    return next(line.split("| ", 1)[1].strip() for line in lines[how:] if "| " in line)


def sheet(report: LetterOutRow) -> list[str]:
    return [line for line in report.text.splitlines() if line.startswith("| ")]


def test_a_sheet_line_filled_in_as_the_example_is_an_order(desk: Table) -> None:
    to_fire(desk)
    report = desk.last(GAME, "indian", "report")
    wanted, open_ = example(report), next(line for line in sheet(report) if "..." in line)
    answer = say(desk, "Here goes.\n\n" + quoted(report.text.replace(open_, f"| {wanted}")), to=report)
    assert answer.kind == "receipt"
    assert wanted in answer.text


@pytest.mark.parametrize("rows", [3, 6])
def test_a_part_of_a_sheet_keeps_its_places(desk: Table, rows: int) -> None:
    to_fire(desk)
    report = desk.last(GAME, "indian", "report")
    lines = sheet(report)[:rows]
    lines[-1] = f"| {example(report)}"
    answer = say(desk, "My orders are in the sheet.\n\n" + quoted("\n".join(lines)), to=report)
    assert example(report) in answer.text


MARKS = ["> ", "| ", "|", " | ", "|> ", "| | ", ": ", "] ", "% ", "Desk| ", "Desk: "]
SOME_MARKS = [
    one if one in ("> ", "| ", ": ", "Desk: ") else pytest.param(one, marks=pytest.mark.slow) for one in MARKS
]


@pytest.mark.slow
@pytest.mark.parametrize("marked", MARKS)
def test_a_report_that_was_quoted_with_any_mark_is_no_order(desk: Table, marked: str) -> None:
    to_movement(desk)
    report = desk.last(GAME, "indian", "report")
    for above in ("", "Hello Kate,\n\n", "On Thu, the desk wrote:\n"):
        answer = say(desk, above + quoted(report.text, marked), to=report)
        assert answer.kind == "nothing"
        assert "quoted ones." in answer.text
        assert "recover" not in answer.text


@pytest.mark.parametrize("marked", SOME_MARKS)
def test_a_sheet_line_filled_in_behind_any_mark_is_an_order(desk: Table, marked: str) -> None:
    to_movement(desk)
    report = desk.last(GAME, "indian", "report")
    filled = report.text.replace("| Red Bear move 3107-  ", "| Red Bear move 3107-3108  ")
    answer = say(desk, quoted(filled, marked), to=report)
    assert answer.kind == "receipt"
    assert "1  Red Bear move 3107-3108" in answer.text
    assert "recover" not in answer.text


@pytest.mark.parametrize("marked", SOME_MARKS)
def test_lines_copied_above_a_quotation_with_any_mark_are_orders(desk: Table, marked: str) -> None:
    to_movement(desk)
    report = desk.last(GAME, "indian", "report")
    copied = [line for line in sheet(report) if "recover" in line]
    answer = say(desk, "\n".join(copied) + "\n\n" + quoted(report.text, marked), to=report)
    assert "1  Lone Bull recover" in answer.text
    assert "2  Big Road recover" in answer.text
    assert "move" not in answer.text


def test_a_heading_before_each_order_is_no_quotation_mark(desk: Table) -> None:
    to_movement(desk)
    report = desk.last(GAME, "indian", "report")
    named = [line.removeprefix("| ") for line in sheet(report) if " move " in line]
    moves = [line[: line.index("move ")] + "stay" for line in named[:6]]
    answer = say(desk, "\n".join(f"in C: {line}" for line in moves) + "\n\n" + quoted(report.text), to=report)
    assert answer.kind == "receipt"
    assert [line for line in moves if line not in " ".join(answer.text.split())] == []


@pytest.mark.parametrize("marked", ["> ", ""])
def test_a_sheet_that_was_only_quoted_is_no_order(desk: Table, marked: str) -> None:
    to_fire(desk)
    report = desk.last(GAME, "indian", "report")
    answer = say(desk, "pass\n\n" + quoted(report.text, marked), to=report)
    assert answer.kind == "receipt"
    assert "fire full" not in answer.text


@pytest.mark.parametrize("marked", ["> ", ""])
def test_lines_copied_above_the_mark_are_orders(desk: Table, marked: str) -> None:
    to_fire(desk)
    report = desk.last(GAME, "indian", "report")
    copied = [line for line in sheet(report) if "..." not in line and "//" not in line][:2]
    answer = say(desk, "\n".join(copied) + "\n\n" + quoted(report.text, marked), to=report)
    assert answer.kind == "receipt"
    for line in copied:
        assert line[2:].split("  ")[0] in answer.text


def test_orders_that_repeat_lines_of_the_sheet_are_orders(desk: Table) -> None:
    to_fire(desk)
    report = desk.last(GAME, "indian", "report")
    copied = [line for line in sheet(report) if "..." not in line and "//" not in line][:2]
    answer = say(desk, "\n".join([*copied, "ready"]), to=report)
    said = " ".join(answer.text.split())
    assert all(" ".join(line[2:].split("  ")[0].split()) in said for line in copied)
    assert "You are not counted as ready" not in said
    advance(desk.desk, GAME)
    assert desk.phase(GAME) != "T03.IN.B"


# One number for a line, in every letter and command.

MIXED = """\
Hi Kate,
Lone Bull recover
Blac Moon dismount
Lame Deer dismount
in F: Crow King melee 3413
in E: Crow King fire at C/3
"""


def to_movement(desk: Table) -> None:
    to_fire(desk)
    say(desk, "pass")
    assert desk.phase(GAME) == "T03.IN.C"


def test_refused_and_accepted_lines_share_their_numbers(desk: Table) -> None:
    to_movement(desk)
    text = say(desk, MIXED).text
    assert "line 2  Blac Moon dismount" in text
    assert "a digit for each unclear line" in text
    for line in ("  1  Lone Bull recover", "  3  Lame Deer dismount", "  4  in E: Crow King", "  5  in F: Crow King"):
        assert line in text


def test_a_line_of_a_later_phase_is_withdrawn_by_the_number_in_the_receipt(desk: Table) -> None:
    to_movement(desk)
    say(desk, MIXED)
    answer = say(desk, "withdraw line 4")
    assert answer.kind == "receipt"
    assert "Withdrawn: in E: Crow King fire half at C/3 Cav" in answer.text
    on_file = say(desk, "orders").text
    assert "in E" not in on_file
    assert "  4  in F: Crow King melee 3413" in on_file


def test_lines_keep_their_numbers_when_another_phase_is_changed(desk: Table) -> None:
    to_movement(desk)
    say(desk, MIXED)
    answer = say(desk, "in F: Crow King melee 3512")
    on_file = say(desk, "orders").text
    number = on_file.split("in F:")[0].split()[-1]
    assert f"{number}  in F: Crow King melee 3512" in answer.text


# Corrections, stacks, commands beside others, answers, questions.


def test_a_line_that_corrects_a_good_one_after_an_error_replaces_it(desk: Table) -> None:
    to_movement(desk)
    assert say(desk, "Lone Bull recover\nHe Dog + Big Road move 3609-3610\nBlac Moon prone").kind == "error"
    answer = say(desk, "He Dog + Big Road move 3609-3709")
    assert "No longer on file: He Dog + Big\nRoad move 3609-3610." in answer.text
    assert "He Dog + Big Road move 3609-3610" not in say(desk, "orders").text


def test_a_stack_with_a_leader_fires_without_him(desk: Table) -> None:
    to_fire(desk)
    answer = say(desk, "all in 3412 fire at C/3")
    assert answer.kind == "receipt"
    assert "Four Horns fire full at C/3 Cav" in answer.text
    assert "Crazy Horse" in answer.text


def test_commands_beside_a_preview_are_answered(desk: Table) -> None:
    to_fire(desk)
    text = say(desk, "preview\nmap 3412 1\nready\nCrow King fire at C/3").text
    assert "Crow King fire full at C/3 Cav" in text
    assert "Not carried out, because a preview stores nothing: ready." in " ".join(text.split())
    assert "Round 3412" in text
    assert desk.phase(GAME) == "T03.IN.B"


def test_a_command_beside_a_map_is_answered(desk: Table) -> None:
    text = say(desk, "map 3412 1\namend").text
    assert "Round 3412" in text
    assert "Every letter amends" in text


def test_a_policy_says_that_it_ends_a_stop(desk: Table) -> None:
    text = say(desk, "policy all deffire: weakest").text
    assert "Standing order 1 now answers for you, and the game no longer stops to ask." in " ".join(text.split())
    assert "cancel order 1" in " ".join(text.split())


def test_a_question_shows_its_ground_and_takes_an_answer_as_it_is_said(desk: Table) -> None:
    to_movement(desk)
    say(desk, "Rain in the Face move 3511-3610\nready")
    question = desk.last(GAME, "us", "question")
    assert "MAP   as it is now" in question.text
    assert "/3509!" in question.text
    answer = say(desk, "2 2 2 2 I guess", "us", to=question)
    assert answer.text.startswith("Answers received for")


@pytest.mark.parametrize(
    "words",
    ["withdraw lines 1 and 3", "withdraw line 1\nwithdraw line 3", "Withdraw the lines 1, 3", "scrap lines 1 & 3"],
)
def test_several_lines_are_withdrawn_by_one_letter(desk: Table, words: str) -> None:
    to_movement(desk)
    say(desk, f"{AGAIN}\nBlack Moon dismount")
    answer = say(desk, words)
    assert "Withdrawn: Lone Bull recover; Black Moon dismount" in " ".join(answer.text.split())
    on_file = say(desk, "orders").text
    assert "Lame Deer dismount" in on_file
    assert "Lone Bull recover" not in on_file
    assert "Black Moon dismount" not in on_file


def test_of_several_lines_to_withdraw_each_that_is_not_on_file_is_named(desk: Table) -> None:
    to_movement(desk)
    say(desk, AGAIN)
    answer = " ".join(say(desk, "withdraw lines 1, 8-9\nready").text.split())
    assert "Withdrawn: Lone Bull recover" in answer
    assert "withdraw line 8 E190" in answer
    assert "withdraw line 9 E190" in answer
    assert "nothing has changed" not in answer
    assert desk.phase(GAME) == "T03.IN.C", "what was not understood holds the phase"


# Orders written again word for word.

AGAIN = "Lone Bull recover\nLame Deer dismount"


def on_file_for_movement(desk: Table) -> str:
    """A letter of ours that lists the player's orders as he would write them, all withdrawn by now."""
    to_movement(desk)
    say(desk, AGAIN)
    listing = say(desk, "in E: Crow King fire at C/3")
    assert "\n  1  Lone Bull recover\n  2  Lame Deer dismount\n" in listing.text
    say(desk, "withdraw")
    assert "Lone Bull recover" not in say(desk, "orders").text
    return listing.text


def test_orders_that_were_withdrawn_are_orders_when_they_are_written_again(desk: Table) -> None:
    on_file_for_movement(desk)
    answer = say(desk, AGAIN)
    assert answer.kind == "receipt"
    assert "  1  Lone Bull recover" in answer.text
    assert "  2  Lame Deer dismount" in answer.text


def test_ready_runs_the_phase_with_orders_that_were_written_again(desk: Table) -> None:
    on_file_for_movement(desk)
    say(desk, f"{AGAIN}\nready")
    assert desk.phase(GAME) != "T03.IN.C"


def test_orders_written_again_above_an_unmarked_quotation_are_orders(desk: Table) -> None:
    listing = on_file_for_movement(desk)
    answer = say(desk, f"{AGAIN}\n\n{listing}")
    assert "  2  Lame Deer dismount" in answer.text


@pytest.mark.parametrize("part", ["", "On file for", "T3 IN Movement waits"])
def test_an_unmarked_quotation_of_orders_that_were_withdrawn_is_no_order(desk: Table, part: str) -> None:
    listing = on_file_for_movement(desk)
    tail = listing[listing.index(part) :] if part != "T3 IN Movement waits" else listing[: listing.index(part)]
    say(desk, f"Black Moon dismount\n\n{tail}")
    on_file = say(desk, "orders").text
    assert "Black Moon dismount" in on_file
    assert "Lone Bull recover" not in on_file
    assert "Lame Deer dismount" not in on_file


def test_orders_written_below_a_marked_quotation_of_them_are_orders(desk: Table) -> None:
    """They lack the numbers of our letter, so that they are no part of the quotation."""
    listing = on_file_for_movement(desk)
    answer = " ".join(say(desk, f"{quoted(listing)}\n\n{AGAIN}\nready").text.split())
    assert "1 Lone Bull recover 2 of 8 MP 2 Lame Deer dismount 1 of 6 MP" in answer
    assert "Everyone is ready" in answer


# Orders meet the position that the beginning of a phase leaves.


def us_says(desk: Table, words: str) -> LetterOutRow:
    return say(desk, words, "us")


def short_of_ammunition(desk: Table) -> None:
    """C/3 Cav means to take ammunition from its holders in this turn's Movement Phase."""
    while desk.phase(GAME) != "T03.US.A":
        asked = desk.asked(GAME)
        say(desk, "1" if desk.last(GAME, asked).kind == "question" else "pass", asked)
    with desk.desk.store.read() as books:
        units = json.loads(books.checkpoints.last(books.games.get(GAME)).state)["units"]
    at = next(n for n, one in enumerate(units) if one["unit"] == "C/3 Cav")
    patch = [{"op": "add", "path": f"/units/{at}/low_ammo", "value": True}]
    rule_state(desk.desk, GAME, patch, "it was marked", agreed=("US", "IN"))
    desk.clock.forward(minutes=1)
    answer = us_says(desk, "C/3 resupply from C/3 holders\nready")
    assert answer.kind == "receipt", answer.text
    assert desk.phase(GAME) == "T03.US.B"


@pytest.mark.slow
def test_a_unit_whose_resupply_failed_may_move(desk: Table) -> None:
    short_of_ammunition(desk)
    answer = us_says(desk, "C/3 fire half at Crow King\nready")
    assert desk.phase(GAME) == "T03.US.C", answer.text
    answer = us_says(desk, "C/3 prone")
    assert answer.kind == "receipt", answer.text
    assert "  1  C/3 Cav prone" in answer.text


@pytest.mark.slow
def test_a_unit_that_was_resupplied_may_not_move(desk: Table) -> None:
    short_of_ammunition(desk)
    us_says(desk, "pass")
    assert desk.phase(GAME) == "T03.US.C"
    assert "E138  C/3 Cav has given up the rest of its MP" in us_says(desk, "C/3 prone").text
