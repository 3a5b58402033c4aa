"""Letters of a real game as their players get them: receipts, answers, the welcome, the end."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.store.letters_out import report_number
from pbem.store.tables import LetterOutRow
from pbem.systems.indian_wars.files import data
from tests.desk import in_contact
from tests.desk.table import Table

PLAYERS = [("us", "kate@mail.example", "K. Hale"), ("indian", "mo@post.example", "M. Ortiz")]


@pytest.fixture
def desk(tmp_path: Path) -> Table:
    return in_contact.lay(tmp_path, b"letters of rosebud")


def say(desk: Table, side: str, words: str, **more: Any) -> str:
    return desk.say("rosebud-7", side, words, **more).text


def to_movement(desk: Table) -> None:
    say(desk, "indian", "pass")
    say(desk, "indian", "pass")
    assert desk.phase("rosebud-7") == "T03.IN.C"


def test_the_welcome_names_the_scenario_and_shows_the_ground(desk: Table) -> None:
    text = desk.letters("rosebud-7", "us", "welcome")[0].text
    assert "\n  In contact (an invented position)\n" in text
    assert "House charts in use            map, ammo, fire, leaders," in text
    assert "\n    12  14  16  18  20" in text


@pytest.mark.parametrize("signed", ["M. Ortiz", "M. Ortiz.", "K.", "M. Marsh", "Miguel Ortiz"])
def test_a_name_below_the_orders_is_no_order(desk: Table, signed: str) -> None:
    to_movement(desk)
    answer = desk.say("rosebud-7", "indian", f"Lone Bull recover\n\n{signed}\n")
    assert answer.kind == "receipt"


def test_lines_that_stand_keep_their_costs_and_their_numbers(desk: Table) -> None:
    to_movement(desk)
    first = desk.say("rosebud-7", "indian", "Lone Bull recover\nBlack Moon move 2608-2707\nBig Road recover")
    assert "\n  1  Lone Bull recover                                            2 of 8 MP\n" in first.text
    assert "\n  3  Big Road recover                                             2 of 8 MP\n" in first.text
    assert "\n+" not in first.text
    second = say(desk, "indian", "Black Moon move 2608-2708-2707", to=first)
    assert "Amended: line 2 is new, 1 and 3 are unchanged." in second
    assert "\n  1  Lone Bull recover                                            2 of 8 MP\n" in second
    assert "\n+ 2  Black Moon move 2608-2708-2707                               6 of 8 MP\n" in second
    on_file = say(desk, "indian", "orders")
    assert "\n  2  Black Moon move 2608-2708-2707                               6 of 8 MP\n" in on_file
    third = say(desk, "indian", "withdraw line 3")
    assert "Withdrawn: Big Road recover" in third
    assert "Big Road recover   " not in third


def test_a_line_said_again_changes_nothing(desk: Table) -> None:
    to_movement(desk)
    say(desk, "indian", "Lone Bull recover\nBig Road recover")
    again = say(desk, "indian", "Big Road recover")
    assert "Amended" not in again
    assert "No longer on file" not in again


def test_orders_for_a_later_phase_are_told_as_such(desk: Table) -> None:
    text = say(desk, "indian", "in C: Lone Bull recover\nin F: Crow King melee 3413")
    assert text.startswith("Your orders for T3 IN phase C are on file (submission 1, ")
    assert "They wait for their phase; you may change them until it is played." in text
    assert "\nDigest of this submission for T3 IN phase F, in the chain as record " in text


def test_what_is_taken_back_has_no_digest(desk: Table) -> None:
    say(desk, "indian", "rally all")
    answer = desk.say("rosebud-7", "indian", "withdraw")
    assert answer.subject == "[rosebud-7] Orders withdrawn for T3 IN Rally"
    assert answer.text.startswith(
        "You took back your orders for T3 IN phase A (12 Mar 18:00 UTC); none are on\nfile now."
    )
    assert "Digest" not in answer.text


def _asked_to_scatter(desk: Table) -> LetterOutRow:
    """Play comes to a US march that asks two Indian units whether they scatter: the question."""
    for words in ("policy opfire all: any\npass", "pass", "pass", "pass"):
        side = "us" if desk.phase("rosebud-7").endswith("D") else "indian"
        say(desk, side, words)
    while desk.phase("rosebud-7") != "T03.US.C":
        side = "us" if desk.phase("rosebud-7")[4:6] == "US" else "indian"
        say(desk, side, "pass")
    say(desk, "us", "I/3, M/3 move 3712-3711\nready")
    return desk.last("rosebud-7", "indian", "question")


def test_a_question_and_its_answer_in_words(desk: Table) -> None:
    asked = _asked_to_scatter(desk)
    assert asked.subject.startswith("[rosebud-7] QUESTION: Rain in the Face: scatter or stay? (and 1 more) by ")
    assert asked.text.startswith("The US Movement Phase of turn 3 needs 2 answers from you.\n")
    assert "If you are silent: 1 1 (default: stay).\n" in asked.text
    assert "\nTo be asked less often:   | policy all scatter: no\n" in asked.text
    answer = desk.say("rosebud-7", "indian", "1 1", to=asked)
    assert answer.text.startswith("Answers received for T3 US Movement (12 Mar 18:00 UTC).\n\n  1  Rain in the Face: ")
    assert "\n  2  Lone Bull: scatter or stay?          stay\n" in answer.text
    assert "\n\n\n" not in answer.text


def test_a_policy_beside_answers_leaves_the_orders_that_are_being_carried_out_alone(desk: Table) -> None:
    """The receipt is about the answers: it neither shows the orders of the phase again, nor finds fault with them."""
    asked = _asked_to_scatter(desk)
    answer = desk.say("rosebud-7", "indian", "1 1\npolicy all scatter: no", to=asked)
    assert answer.subject == "[rosebud-7] Answers received for T3 US Movement"
    assert "In force, sealed until it is used: 2 policy all scatter: no" in " ".join(answer.text.split())
    assert "on file (submission" not in answer.text
    assert "as soon as both are ready" not in answer.text


def test_nothing_is_said_of_an_answer_that_fits_no_question_but_that(desk: Table) -> None:
    answer = desk.say("rosebud-7", "indian", "1 2")
    assert answer.subject.startswith("[rosebud-7] Your answer was refused - please correct by ")
    assert "could not be accepted; nothing has changed." in answer.text


def test_the_last_report_says_who_has_won_and_why(desk: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = data.load

    def short(title: str, scenario: str) -> Any:
        sheet = whole(title, scenario)
        return replace(sheet, scenario=replace(sheet.scenario, turns=3))

    monkeypatch.setattr(data, "load", short)
    for _ in range(20):
        desk.clock.forward(hours=int(timedelta(days=9).total_seconds() // 3600))
        for name in pass_overdue(desk.desk, desk.clock.now()):
            advance(desk.desk, name)
    assert desk.state("rosebud-7") == "over"
    last = desk.last("rosebud-7", "us", "report")
    assert last.subject == "[rosebud-7] The game is over: Indian marginal victory"
    assert "\n  Indian marginal victory.  You have lost.\n" in last.text
    assert "Of these US -1 at the end, for low ammunition (14.B)." in " ".join(last.text.split())


def test_a_chart_that_lacks_a_cell_holds_the_game_and_only_the_gm_is_told_which(
    desk: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cell is missed in the middle of the fire phase: nothing of it is mailed, nothing of it stands."""
    results = data.charts(())["fire"]["fire_results"]
    for letter in "ABCDEF":
        monkeypatch.delitem(results, letter)
    say(desk, "indian", "pass")
    told = {side: len(desk.letters("rosebud-7", side, "report")) for side in ("us", "indian")}
    say(desk, "indian", "Crow King fire full at C/3\nready")
    assert desk.state("rosebud-7") == "held"
    fault = " ".join(desk.last("rosebud-7", "gm", "fault").text.split())
    assert "chart fire_results has no cell for" in fault
    assert "(rule 9." in fault
    for side, number in told.items():
        reports = desk.letters("rosebud-7", side, "report")
        assert all("Crow King fires" not in one.text for one in reports[number:])
    monkeypatch.undo()
    with desk.desk.store.begin() as books:
        books.games.release(books.games.get("rosebud-7"))
    advance(desk.desk, "rosebud-7")
    assert desk.state("rosebud-7") == "open"


def test_who_sends_all_his_lines_again_to_mend_one_has_not_doubled_the_others(desk: Table) -> None:
    to_movement(desk)
    refused = desk.say("rosebud-7", "indian", "Lone Bull recover\nBlack Moon move 2608-9907\nBig Road recover")
    assert refused.kind == "error"
    receipt = say(desk, "indian", "Lone Bull recover\nBlack Moon move 2608-2708\nBig Road recover", to=refused)
    assert [line[:30].rstrip() for line in receipt.splitlines() if line[:4].strip(" +").isdigit()] == [
        "  1  Lone Bull recover",
        "+ 2  Black Moon move 2608-2708",
        "  3  Big Road recover",
    ]


def test_what_is_left_of_a_line_for_a_later_phase_keeps_its_phase(desk: Table) -> None:
    first = desk.say("rosebud-7", "indian", "in C: Black Moon, Big Road dismount")
    receipt = say(desk, "indian", "in C: Big Road mount", to=first)
    assert "\n  1  in C: Black Moon dismount" in receipt


def test_a_letter_for_a_later_phase_is_told_that_the_present_one_waits(desk: Table) -> None:
    receipt = say(desk, "indian", "in C: Black Moon dismount")
    assert "T3 IN Rally waits until Sun 15 Mar 18:00 UTC; if that is all   | ready\n" in receipt


def test_a_question_that_cannot_be_read_as_an_order_is_none(desk: Table) -> None:
    answer = desk.say("rosebud-7", "indian", "Can I fire with Crow King?")
    assert answer.kind == "nothing"
    assert "still on file" not in answer.text


def test_after_a_letter_that_was_refused_as_a_whole_nothing_is_said_to_be_on_file(desk: Table) -> None:
    to_movement(desk)
    assert desk.say("rosebud-7", "indian", "Black Moon move 2608-9907").kind == "error"
    assert "Your orders        none on file" in say(desk, "indian", "status")
    assert "still on file" not in say(desk, "indian", "thanks!")


def test_charts_leaders_and_odds_come_by_letter(desk: Table) -> None:
    page = say(desk, "indian", "help fire table")
    assert "HELP FIRE TABLE" in page
    assert "Indian: strength from" in page
    assert "BG Crook" in say(desk, "indian", "help leaders")
    say(desk, "indian", "pass")
    previewed = say(desk, "indian", "preview\nCrow King fire full at C/3 Cav")
    filed = say(desk, "indian", "Crow King fire full at C/3 Cav")
    for letter in (previewed, filed):
        assert "MC on " in " ".join(letter.split()), letter
    sheet = desk.letters("rosebud-7", "indian", "report")[-1].text.partition("ORDER SHEET")[2]
    assert re.search(r"fire full at \S.* 3\d{3} +MC on \d+\+|fire full at \.\.\. +\S.* \d{4} \d+/", sheet), sheet
    assert "// 8/11: on 2d6 a Morale Check from 8 on, a loss from 11 on (-: none)" in sheet


def test_receipts_and_reports_show_all_that_is_on_file_by_phase(desk: Table) -> None:
    """A line for C mended with `ready` left the shots of B out of the receipt, and the report said that nobody fires."""
    shots = "in B: Crow King fire full at C/3 Cav\nin B: Four Horns fire full at C/3 Cav"
    say(desk, "indian", f"{shots}\nin C: Lone Bull recvoer")
    receipt = say(desk, "indian", "in C: Lone Bull recover")
    assert "On file for T3 IN Off. Fire:\n  1  in B: Crow King fire full at C/3 Cav" in receipt
    say(desk, "indian", "pass")
    assert desk.phase("rosebud-7") == "T03.IN.B"
    report = desk.letters("rosebud-7", "indian", "report")[-1].text
    assert "If you are silent  your 2 orders on file are carried out" in report
    assert "nobody fires" not in report.partition("IN SHORT")[0]
    filed = report.partition("YOUR ORDERS ON FILE")[2]
    assert "T3 IN Off. Fire   (submission 1)\n    in B: Crow King fire full at C/3 Cav" in filed
    assert re.search(r"T3 IN Movement   \(submission \d\)\n    in C: Lone Bull recover", filed), filed
    refused = say(desk, "indian", "Big Elk fier at")
    assert re.search(r"On file for T3 IN Movement:\n  \d  in C: Lone Bull recover", refused), refused


def test_what_has_not_changed_is_left_out_unless_the_player_wants_it_whole(desk: Table) -> None:
    whole = desk.letters("rosebud-7", "indian", "report")[0].text
    assert "MAP KEY" in whole
    number = report_number(desk.letters("rosebud-7", "indian", "report")[0])
    say(desk, "indian", "pass")  # phase A: nobody stirs
    short = desk.letters("rosebud-7", "indian", "report")[1].text
    assert "MAP KEY" not in short
    assert f"map key (report {number})" in " ".join(short.split())
    assert f"ENEMY UNITS YOU CAN SEE   unchanged, see report {number}" in short
    assert "you get full reports" in say(desk, "indian", "report whole")
    say(desk, "indian", "pass", to=desk.letters("rosebud-7", "indian", "report")[1])
    third = desk.letters("rosebud-7", "indian", "report")[2].text
    assert "MAP KEY" in third
    assert "unchanged, see report" not in third
    assert "leave out what" in say(desk, "indian", "report short")


def test_who_is_not_waited_for_is_told_everything_at_his_own_stop(desk: Table) -> None:
    before = len(desk.letters("rosebud-7", "us", "report"))
    to_movement(desk)
    assert len(desk.letters("rosebud-7", "us", "report")) == before
    say(desk, "indian", "pass")
    assert desk.asked("rosebud-7") == "us"
    told = desk.letters("rosebud-7", "us", "report")[before:]
    assert len(told) == 1
    assert re.search(
        r"(?m)^LOG   phase A RALLY .*\n(.+\n)+\nLOG   phases B and C: nothing happened -+\n$", told[0].text
    )


def test_press_reaches_the_other_side_once_whoever_is_written_to_first(desk: Table) -> None:
    say(desk, "indian", "pass\npress:\nThe ridge is ours.\nend press")
    say(desk, "indian", "pass")
    say(desk, "indian", "pass")
    assert desk.asked("rosebud-7") == "us"
    desk.until("rosebud-7", "indian")
    desk.until("rosebud-7", "us")
    told = [row.text.count("The ridge is ours.") for row in desk.letters("rosebud-7", "us", "report")]
    assert sum(told) == 1


def test_orders_ahead_count_though_play_has_gone_on_without_a_report(desk: Table) -> None:
    """Who has had no report since then knows of nothing newer: his letter is not refused as answering an old one."""
    first = desk.letters("rosebud-7", "us", "report")[0]
    to_movement(desk)
    answer = desk.say("rosebud-7", "us", "policy all pursue: no", to=first)
    assert answer.kind == "receipt"


def test_a_receipt_says_in_its_subject_how_many_lines_are_not_legal_now(desk: Table) -> None:
    answer = desk.say("rosebud-7", "indian", "in C: Lone Bull recover\nin C: Crow King recover")
    assert answer.subject.endswith("(1 of 2 lines not legal now)")
    assert "Line 2 is not legal now" in answer.text
    assert "Nothing else is needed" not in answer.text
