"""What players of whole games by letter stumbled over, as the letters in which they did."""

from pathlib import Path

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.gm.incidents.incident import show
from pbem.desk.gm.incidents.undo_and_end import Undo
from pbem.desk.play.advance import advance
from pbem.desk.record.replay import replay
from pbem.systems import registry
from tests.desk.table import Table

PLAYERS = [("us", "kate@mail.example", "K. Hale"), ("indian", "mo@post.example", "M. Ortiz")]
GAME = "g-1"


def lay(folder: Path, pace: str, title: str, scenario: str, seed: bytes) -> Table:
    table = Table.lay(folder, games=registry.game)
    table.addresses = {side: address for side, address, _ in PLAYERS}
    wanted = Wanted(GAME, title, scenario, PLAYERS, "gm@club.example", seed=seed, ladder_length=64, pace=pace)
    open_campaign(table.desk, wanted)
    advance(table.desk, GAME)
    return table


@pytest.fixture
def rosebud(tmp_path: Path) -> Table:
    return lay(tmp_path, "ask", "rosebud", "in-contact", b"quoted letters")


@pytest.fixture
def cup(tmp_path: Path) -> Table:
    """A game whose markers are drawn; the first of them is the Sans Arc one."""
    return lay(tmp_path, "mixed", "custer", "little-big-horn", b"letters of custer")


def say(table: Table, side: str, words: str) -> str:
    """What is answered, as one line."""
    return " ".join(table.say(GAME, side, words).text.split())


def to_phase(table: Table, end: str, side: str) -> None:
    """Play on until a phase waits for a side; all others pass."""
    while not table.phase(GAME).endswith(end) or table.asked(GAME) != side:
        asked = table.asked(GAME)
        last = table.last(GAME, asked)
        table.say(GAME, asked, "1" if last.kind == "question" else "pass", to=last)


# The sequence of lines.


def test_movement_may_stand_below_the_attacks_since_it_is_carried_out_first(cup: Table) -> None:
    attack, move = "in Custer: Co. C + Co. E attack 1718", "in Custer: Co. C + Co. E + Custer move 2018-1918-1818"
    said = say(cup, "us", f"{attack}\n{move}")
    assert "your attacks" not in said
    assert "2 of 5 MP" in said
    assert "no enemy in 1718" in said
    said = say(cup, "us", "in Custer: Co. F move 1916-1816")
    assert "on file" in said
    assert "your attacks" not in said


def test_in_one_activation_too_movement_is_judged_before_the_attacks(cup: Table) -> None:
    to_phase(cup, "US.C", "us")
    said = say(cup, "us", "A attack 1621\nCo. G attack 1621; Co. M move 1623-1622\nwait")
    assert "Co. M move 1623-1622 1 of" in said or "write the move first" not in said


@pytest.mark.parametrize("phase", ["US.A", "US.B", ""])
def test_fire_that_an_earlier_phase_on_file_forbids_is_said_to_be_impossible(rosebud: Table, phase: str) -> None:
    if phase:
        to_phase(rosebud, phase, "us")
    say(rosebud, "us", "in B: A/3 fire full at Rain in the Face")
    said = say(rosebud, "us", "in E: A/3 fire at Rain in the Face")
    assert "not legal as things stand: A/3 Cav fired in phase B" in said


@pytest.mark.parametrize("phase", ["US.A", "US.B", ""])
def test_an_order_on_file_that_a_new_one_for_an_earlier_phase_spoils_is_named(rosebud: Table, phase: str) -> None:
    if phase:
        to_phase(rosebud, phase, "us")
    say(rosebud, "us", "in E: A/3 fire at Rain in the Face\nin E: E/3 fire at Rain in the Face")
    said = say(rosebud, "us", "in B: A/3 fire full at Rain in the Face")
    assert "After these orders in E: A/3 Cav fire half at Rain in the Face is not legal as things stand" in said
    assert "E/3 Cav fire half at Rain in the Face is not legal" not in said


# Answers that are nothing but a hex.


@pytest.fixture
def asked(rosebud: Table) -> Table:
    """Two Indian units are asked whether they scatter, and to which hex."""
    for words in ("policy opfire all: any\npass", "pass", "pass", "pass"):
        say(rosebud, "us" if rosebud.phase(GAME).endswith("D") else "indian", words)
    to_phase(rosebud, "US.C", "us")
    say(rosebud, "us", "I/3, M/3 move 3712-3711\nready")
    return rosebud


@pytest.mark.slow
@pytest.mark.parametrize("words", ["3912 3709", "3912, 3709", "hex 3912, 3709.", "to 3912 3709"])
def test_a_hex_alone_answers_a_question_that_offers_it(asked: Table, words: str) -> None:
    said = asked.say(GAME, "indian", words, to=asked.last(GAME, "indian", "question"))
    assert said.kind == "receipt"
    assert "scatter to 3912" in said.text
    assert "scatter to 3709" in said.text


@pytest.mark.slow
def test_a_hex_for_one_of_two_questions_is_asked_back(asked: Table) -> None:
    said = asked.say(GAME, "indian", "3912", to=asked.last(GAME, "indian", "question"))
    assert "Expected 2 numbers, one per question; found 1." in said.text


@pytest.mark.slow
@pytest.mark.parametrize(("words", "subject"), [("1876", "no answer"), ("4713", "unclear")], ids=["no hex", "a hex"])
def test_digits_that_no_question_offers_are_no_answer(asked: Table, words: str, subject: str) -> None:
    """A hex of the map may order something, so that it is asked about."""
    said = asked.say(GAME, "indian", words, to=asked.last(GAME, "indian", "question"))
    assert subject in said.subject


# Undo.


@pytest.mark.slow
def test_an_undo_without_a_record_passes_over_orders_that_were_no_longer_possible(rosebud: Table) -> None:
    to_phase(rosebud, "US.B", "us")
    say(rosebud, "us", "A/3 fire full at Rain in the Face\nin E: A/3 fire at Rain in the Face\nready")
    to_phase(rosebud, "US.F", "us")
    lines = show(rosebud.desk, Undo(GAME), reason="x").effect.lines
    assert lines[0].startswith(
        "the last phase in which anything happened is T3 US Off. Fire; nothing happened in T3 US"
    )
    assert lines[0].endswith("T3 US Adv. Fire")


# The order sheet and the first example.


def sheet(table: Table, side: str) -> list[str]:
    text = table.last(GAME, side, "report").text
    return [line for line in text.partition("ORDER SHEET")[2].splitlines() if line.startswith("| ")]


@pytest.mark.slow
def test_every_unit_on_the_sheet_shows_all_its_targets_and_their_odds(rosebud: Table) -> None:
    to_phase(rosebud, "US.B", "us")
    lines = sheet(rosebud, "us")
    for n, line in enumerate(lines):
        assert not line.endswith(",") or lines[n + 1].startswith("| //      "), line
    assert sum(line == "| //      Lone Bull 3511 7/11" for line in lines) == 2
    rosebud.until(GAME, "indian")


def test_odds_without_room_beside_their_line_stand_below_it(rosebud: Table) -> None:
    to_phase(rosebud, "IN.B", "indian")
    lines = sheet(rosebud, "indian")
    at = lines.index("| Lame White Man fire full at F/3 Cav   2810")
    assert lines[at + 1] == "| //      MC on 8+, MC-1 on 11+, 1 loss on 12"


@pytest.mark.slow
def test_the_first_example_is_an_order_that_is_worth_giving(rosebud: Table) -> None:
    to_phase(rosebud, "IN.A", "indian")
    assert "| Black Eagle rally\n" in rosebud.last(GAME, "indian", "report").text
    to_phase(rosebud, "US.B", "us")
    assert "ponies" not in rosebud.last(GAME, "us", "report").text.partition("like\n")[2].partition("\n")[0]


# Previews and rallies.


@pytest.mark.parametrize("words", ["preview Crow King stay", "Preview: Crow King stay", "preview - Crow King stay"])
def test_an_order_behind_the_word_preview_is_previewed(rosebud: Table, words: str) -> None:
    to_phase(rosebud, "IN.C", "indian")
    before = rosebud.records(GAME)
    said = rosebud.say(GAME, "indian", words)
    assert said.subject.endswith("Your request: preview")
    assert "  1  Crow King stay\n" in said.text
    assert rosebud.records(GAME) == before


def test_preview_as_a_word_of_chat_is_no_preview(rosebud: Table) -> None:
    said = rosebud.say(GAME, "indian", "Preview looks nice to me\nBig Elk no rally")
    assert said.kind == "receipt"


def test_a_preview_names_what_was_not_read_and_gives_the_odds_of_a_rally(rosebud: Table) -> None:
    said = say(rosebud, "indian", "preview\nall rally\nCan the village exit at the top?")
    assert "NOT READ AS ORDERS" in said
    assert '"Can the village exit at the top?"' in said
    assert "Black Eagle rallies from its pin without a roll; Big Elk rallies on 4+" in said
    receipt = say(rosebud, "indian", "all rally")
    assert "Big Elk rallies on 4+" in receipt
    assert "rallies" not in say(rosebud, "indian", "replace\nBig Elk no rally")


def test_the_log_gives_what_a_rally_needed(rosebud: Table) -> None:
    say(rosebud, "indian", "all rally\nready")
    to_phase(rosebud, "IN.C", "indian")
    text = " ".join("".join(row.text for row in rosebud.letters(GAME, "indian")).split())
    assert "Big Elk tries to rally from routed on 4+: r1 1d6 = " in text or "Big Elk rallies from routed on 4+" in text


# Paces, markers and questions in words of the game.


def test_a_pace_of_drawn_markers_is_proposed_in_words_of_that_game(cup: Table) -> None:
    said = say(cup, "us", "pace policy")
    assert "your first marker of a game turn stops for your letter" in said
    assert "defensive fire" not in say(cup, "us", "pace mixed") + cup.last(GAME, "indian").text
    assert "Set-up" not in cup.letters(GAME, "us")[0].text


def test_the_marker_to_come_that_is_offered_may_still_come(cup: Table) -> None:
    report = cup.last(GAME, "indian", "report").text
    assert "for a marker to come in Sans Arc" not in " ".join(report.split())
    assert "for a marker to come" in " ".join(report.split())


# What a refusal offers.


def test_units_of_two_hexes_go_in_a_line_each_where_each_may_go(rosebud: Table) -> None:
    to_phase(rosebud, "IN.C", "indian")
    said = say(rosebud, "indian", "Lame White Man + Red Bear move 2908\nBlack Moon + Lame Deer move 2609")
    assert "1 Lame White Man move 2809-2908" in said
    assert "Red Bear move 3107-3008-2908" in said
    assert "I read Black Moon move 2609; Lame Deer move 2609" in said
    assert "Lame Deer has 8 MP." in said


def test_a_full_hex_that_a_line_below_empties_says_that_the_sequence_is_the_remedy(cup: Table) -> None:
    said = say(cup, "indian", "Red Horse move 1112-1113\nFast Bull move 1113-1213\nwait")
    assert "Move 'Fast Bull move 1113-1213' above this line, so that it leaves first." in said
    answer = cup.say(GAME, "indian", "replace\nFast Bull move 1113-1213\nRed Horse move 1112-1113\nwait")
    assert answer.kind == "receipt"


@pytest.mark.slow
def test_a_replay_knows_the_subject_of_the_letter_that_the_player_answers(rosebud: Table) -> None:
    """It names a deadline, which a replay does not know; read as new, it was a refused order there."""
    rosebud.clock.forward(minutes=1)
    side = rosebud.asked(GAME)
    refused = rosebud.say(GAME, side, "all rally\nCrow King fire at C/3 Cav")
    assert "please" in refused.subject
    rosebud.clock.forward(minutes=1)
    assert "no orders" in rosebud.say(GAME, side, "thanks, desk! looks good.", to=refused).subject
    rosebud.clock.forward(minutes=1)
    rosebud.say(GAME, side, "pass\nready", to=refused)
    done = replay(rosebud.desk, GAME)
    assert done.is_same, (done.expected, done.found)


def test_a_report_that_comes_with_a_question_says_so_in_its_subject(tmp_path: Path) -> None:
    table = lay(tmp_path, "ask", "custer", "little-big-horn", b"letters of custer")
    table.say(GAME, "indian", "pass")
    report, question = table.letters(GAME, "us")[-2:]
    assert (report.kind, question.kind) == ("report", "question")
    assert "YOU: answer the question by Fri 13 Mar 18:00 UTC" in report.subject
    assert "Until Friday 13 March 2026 18:00 UTC" in " ".join(report.text.split())


def test_ways_that_are_offered_are_possible_and_for_the_phase_of_the_line(rosebud: Table) -> None:
    told = say(rosebud, "indian", "in C: Lame Deer move to 4008\nScabby Face move to 2306")
    assert "in C: Lame Deer move 4208-4108-4008 5 of 8 MP" in told
    assert "belongs to phase C (movement); th " not in told
    assert "in C: Scabby Face move 1704-1804-1904-2005-2105-2206-2306" in told
    copied = say(rosebud, "indian", "in C: Lame Deer move 4208-4108-4008")
    assert "E150" not in copied


def test_a_refused_line_that_is_withdrawn_is_said_not_to_be_on_file(rosebud: Table) -> None:
    say(rosebud, "indian", "all rally\nCrow King fire at C/3 Cav")
    told = say(rosebud, "indian", "withdraw line 2\nCrow King fire at C/3 Cav")
    assert "Line 2 was refused and is not on file: nothing to withdraw. You have line 1 on file." in told
    assert "take the places of lines 2." not in told
    assert "it takes the place of line" in told
    assert "counted as ready" in say(rosebud, "indian", "ready") or not rosebud.phase(GAME).endswith("IN.A")


def test_a_line_that_is_given_for_its_own_phase_takes_the_place_of_the_one_refused_here(rosebud: Table) -> None:
    assert "E150" in say(rosebud, "indian", "Lame Deer move 4208-4108\nScabby Face move 1704-1804")
    told = say(rosebud, "indian", "in C: Lame Deer move 4208-4108")
    assert "still refused and not on file: Scabby Face move 1704-1804" in told, "this one is not corrected"
    assert "still refused and not on file: Lame Deer" not in told
    told = say(rosebud, "indian", "in C: Scabby Face move 1704-1804\nready")
    assert "still refused" not in told
    assert "in C: Lame Deer move 4208-4108" in told


def test_a_corrected_line_that_says_what_another_says_of_a_unit_too_does_not_double_it(tmp_path: Path) -> None:
    table = lay(tmp_path, "ask", "littlebighorn", "scenario-1", b"set up of the line")
    to_phase(table, "US.S", "us")
    table.say(GAME, "us", "Reno set up 8912\nReno, Varnum, A, G, M and Custer's dog set up 8912")
    told = say(table, "us", "Reno, Varnum, A, G, M, Army Scouts, Arikara Scouts set up 8912")
    assert "No longer on file: Maj Reno set up 8912." in told
    assert say(table, "us", "orders").count("Maj Reno") == 1
