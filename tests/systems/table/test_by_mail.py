"""A table by mail: letters run at once and whole, hidden things stay hidden, and both mailboxes prove the game."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.incident import CannotDo, perform, show
from pbem.desk.gm.incidents.rule import Rule
from pbem.desk.incoming.reading import take_and_play
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.desk.play.undo import undo
from pbem.desk.record.replay import replay
from pbem.seal import pbem_verify
from pbem.seal.verify import verify
from tests.desk.table import Table
from tests.desk.test_undo import false
from tests.systems.table.laid import GAME, laid, position, practised, say

FIRST = """Morning, Ana - Liege first.
move: 2 corps Koblenz to Liege
roll fire +1: German 1st Army on the Liege fort
draw 1 cp mobilization
plan: next round I attack Sedan
over to ap: reaction?"""


@pytest.fixture
def glory(tmp_path: Path) -> Table:
    return laid(tmp_path, "table:paths-of-glory")


def mailbox(table: Table, side: str, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for n, letter in enumerate(table.letters(GAME, side)):
        (folder / f"{n:03d}.eml").write_bytes(letter.raw)
    return folder


def test_a_letter_runs_at_once_and_both_are_told(glory: Table) -> None:
    receipt = say(glory, "cp", FIRST)
    assert receipt.kind == "receipt"
    mine, theirs = (glory.last(GAME, side, "report").text for side in ("cp", "ap"))
    card = position(glory).hands["cp"][0]
    for text in (mine, theirs):
        assert "CP rolls fire, 1d6 for German 1st Army on the Liege fort: r1 =" in text
        assert "CP: Morning, Ana - Liege first." in text
    assert f"You drew {card} from cp mobilization" in mine
    assert "CP takes 1 from cp mobilization" in theirs
    assert "Sedan" in mine
    assert "Sedan" not in theirs
    assert f"{card}\n" not in theirs
    assert glory.asked(GAME) == "ap"
    assert "reaction, CENTRAL POWERS ASKS" in theirs.upper() or "asks: reaction?" in theirs


def test_a_reaction_is_declined_in_a_word_or_beforehand(glory: Table) -> None:
    say(glory, "cp", "over: reaction?")
    assert say(glory, "ap", "none").kind == "receipt"
    assert glory.asked(GAME) == "cp"
    say(glory, "cp", "over: reaction?")
    assert say(glory, "ap", "policy reaction: none\nback").kind == "receipt"
    say(glory, "cp", "move: on to Namur\nover to ap: reaction?")
    assert glory.asked(GAME) == "cp"


def test_the_pen_is_lent_and_given_back(glory: Table) -> None:
    refused = glory.say(GAME, "ap", "roll 1d6: too soon", to=glory.last(GAME, "ap"))
    assert "E155" in refused.text
    say(glory, "cp", "over to ap: does Lee avoid battle?")
    assert "E150" in say(glory, "ap", "done").text
    assert say(glory, "ap", "roll 1d6: Lee avoids battle\nback").kind == "receipt"
    assert glory.asked(GAME) == "cp"
    say(glory, "cp", "done")
    assert glory.asked(GAME) == "ap"


def test_all_or_nothing(glory: Table) -> None:
    answer = say(glory, "cp", "roll 1d6: one\ndraw 3 mobilisation\nroll 1d6: three\ndone")
    assert answer.kind == "error"
    assert "draw 3" in answer.text
    assert position(glory).exchange == 1
    assert not any(one.kind == "report" and "for one" in one.text for one in glory.letters(GAME, "ap"))
    assert say(glory, "cp", "draw 3 cp mobilization").kind == "receipt"
    log = glory.last(GAME, "cp", "report").text
    assert log.index("for one") < log.index("You drew") < log.index("for three")
    assert glory.asked(GAME) == "ap"


def test_wait_files_a_letter(glory: Table) -> None:
    say(glory, "cp", "wait\nroll 1d6: not yet")
    assert position(glory).exchange == 1
    assert glory.asked(GAME) == "cp"
    say(glory, "cp", "ready")
    assert "for not yet" in glory.last(GAME, "cp", "report").text


def test_an_empty_deck_is_told_before_anything_is_drawn(tmp_path: Path) -> None:
    table = laid(tmp_path, "table:bids")
    say(table, "ann", "plan: 3")
    say(table, "bob", "plan: 2")
    say(table, "ann", "plan: I bid 3")
    say(table, "bob", "plan: I bid 2")
    answer = say(table, "ann", "draw 5 harbours\ndraw 3 harbours\ndone")
    assert "E140" in answer.text
    assert "harbours has 2 cards left" in " ".join(answer.text.split())
    assert not position(table).hands["ann"]


def test_sealed_plans_are_opened_together(tmp_path: Path) -> None:
    table = laid(tmp_path, "table:three")
    for side, words in (("oak", "plan: oak bids seven"), ("elm", "plan: elm bids nine")):
        assert say(table, side, words).kind == "receipt"
    assert not any("bids seven" in one.text for one in table.letters(GAME, "ash"))
    say(table, "ash", "plan: ash passes")
    for side in ("oak", "elm", "ash"):
        told = table.last(GAME, side, "report").text
        assert all(words in told for words in ("oak bids seven", "elm bids nine", "ash passes"))


def test_who_follows_each_exchange_is_told_of_each(glory: Table) -> None:
    say(glory, "cp", "done")
    say(glory, "ap", "follow each\ndone")
    before = len(glory.letters(GAME, "ap", "report"))
    say(glory, "cp", "roll 1d6: siege of Liege")
    assert len(glory.letters(GAME, "ap", "report")) == before + 1
    assert "siege of Liege" in glory.last(GAME, "ap", "report").text


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cards", "bids"])
def test_whole_games_are_proved_from_every_mailbox(tmp_path: Path, name: str) -> None:
    table = laid(tmp_path, f"table:{name}")
    practised(table, name)
    proved(table, tmp_path)


def proved(table: Table, folder: Path, *, replays: bool = True) -> None:
    for side in table.addresses:
        box = mailbox(table, side, folder / f"box-{side}")
        verdict = verify([box])
        assert (false(verdict), verdict.status) == ([], 0)
        assert pbem_verify.verify([str(box)])[0] == 0
        assert not replays or main(["verify", "--replay", str(box)]) == 0
    done = replay(table.desk, GAME)
    assert done.is_same, (done.seq, done.expected, done.found)


@pytest.mark.slow
def test_it_is_undone_and_cards_are_drawn_anew(glory: Table, tmp_path: Path) -> None:
    say(glory, "cp", "draw 5 cp mobilization\ndone")
    before = position(glory).hands["cp"]
    fork = next(seq for seq, kind in glory.records(GAME) if kind == "orders.accepted") - 1
    undo(glory.desk, GAME, fork, "wrong deck", ("CP", "AP"))
    assert position(glory).hands["cp"] == ()
    say(glory, "cp", "draw 5 cp mobilization\ndone")
    assert position(glory).hands["cp"] != before
    assert replay(glory.desk, GAME).is_same


def test_the_gm_sets_values_by_hand(glory: Table) -> None:
    perform(glory.desk, Rule(GAME, "-", ("vp = 12",)), "petra", "we forgot two")
    assert position(glory).values["vp"] == 12
    assert "vp from 10 to 12" in " ".join(glory.last(GAME, "ap", "ruling").text.split())
    assert "vp 12" in glory.last(GAME, "cp", "report").text
    for change, says in (
        ("hand cp = CP9", "hand cp [+]= CP9"),
        ("vp = many", "a whole number"),
        ("vp = 12", "expected a change"),
    ):
        with pytest.raises((CannotDo, CannotRule), match=says):
            show(glory.desk, Rule(GAME, "-", (change,)), reason="x")
    assert replay(glory.desk, GAME).is_same


def test_silence_means_that_nothing_is_done_where_the_sheet_says_so(tmp_path: Path) -> None:
    table = laid(tmp_path, "table:dice")
    for side in ("red", "blue"):
        say(table, side, "done")
    assert table.phase(GAME) == "T01.B2.G01.RED.W"
    table.clock.forward(days=9)
    for name in pass_overdue(table.desk, table.clock.now()):
        advance(table.desk, name)
    assert table.asked(GAME) == "blue"


def test_letters_are_read_aloud_and_shown_in_html(glory: Table) -> None:
    for form in ("html", "spoken"):
        glory.say(GAME, "cp", f"report {form}", to=glory.last(GAME, "cp"))
        say(glory, "cp", f"roll 2d6: {form} <b>&</b>\ndraw 1 cp mobilization")
        raw = glory.last(GAME, "cp", "report").raw
        assert b"(rule )" not in raw
        assert b"strength lost" not in raw
    assert "Give orders for exchange, MANDATED OFFENSIVES." in glory.last(GAME, "cp", "report").text


def test_letters_that_cross_and_letters_that_come_twice_do_nothing(glory: Table) -> None:
    first = glory.last(GAME, "cp", "report")
    raw = glory.reply(GAME, "cp", "roll 1d6: siege of Liege", to=first)
    for _ in range(2):
        glory.clock.forward(minutes=1)
        glory.deliver(raw, by=take_and_play)
        advance(glory.desk, GAME)
    assert position(glory).exchange == 2
    crossed = glory.say(GAME, "cp", "roll 1d6: siege of Namur\ndone", to=first)
    assert crossed.kind == "stale"
    assert position(glory).exchange == 2
    assert glory.asked(GAME) == "cp"
    assert not any("Namur" in one.text for one in glory.letters(GAME, "ap"))


def test_a_letter_out_of_turn_leaves_no_line_that_counts_later(glory: Table) -> None:
    early = glory.say(GAME, "ap", "roll 1d6: siege of Liege")
    assert "The pen is with" in early.text
    say(glory, "cp", "over to ap: reaction?")
    answer = say(glory, "ap", "back")
    assert "\n  1  back" in answer.text


def test_an_error_letter_says_that_nothing_runs(glory: Table) -> None:
    answer = say(glory, "cp", "roll 1d6: one\nroll 2d6")
    assert "Nothing of the letter is carried out while a line of it is refused." in " ".join(answer.text.split())
    assert "Points" not in glory.say(GAME, "cp", "status", to=answer).text


def test_bodies_hide_orders(glory: Table) -> None:
    say(glory, "cp", FIRST)
    with glory.desk.store.read() as books:
        rows = [json.loads(row.body) for row in books.records.since(books.games.get(GAME), -1)]
    card = position(glory).hands["cp"][0]
    text = json.dumps(rows)
    assert "Sedan" not in text
    assert f'"{card}"' not in text.replace('"cards":', "")  # the sheet's own list of cards is no secret
    genesis: dict[str, Any] = rows[0]["body"]
    assert set(genesis["masks"]) == {"CP", "AP"}
    assert genesis["title"] == "table:paths-of-glory"


@pytest.mark.slow
def test_agreeing_in_answer_to_a_letter_that_is_undone(glory: Table) -> None:
    """Who agrees answers whatever letter lies on top: the undo forgets its key, and the answer goes out all the same."""
    say(glory, "cp", "roll 1d6: siege of Liege\ndone")
    undone = glory.last(GAME, "ap", "report")
    glory.say(GAME, "cp", "take back", to=glory.last(GAME, "cp", "report"))
    answer = glory.say(GAME, "ap", "agree", to=undone)
    assert "You have agreed to proposal 1" in answer.text
    told = glory.last(GAME, "cp", "ruling")
    assert told.subject.endswith("as agreed")
    assert "the GM did not decide it" in " ".join(told.text.split())
    advance(glory.desk, GAME)
    assert glory.asked(GAME) == "cp"
    assert replay(glory.desk, GAME).is_same


def test_new_lines_come_before_the_end_of_a_letter_on_file(glory: Table) -> None:
    """Lines that are sent after an error go above ``done``; another end takes its place."""
    assert say(glory, "cp", "roll 1d6: one\ndraw 3 mobilisation\ndone").kind == "error"
    answer = say(glory, "cp", "draw 3 cp mobilization\nvp +1\nover to ap: reaction?")
    assert answer.kind == "receipt", answer.text
    log = glory.last(GAME, "cp", "report").text
    assert log.index("for one") < log.index("You drew") < log.index("vp from 10 to 11") < log.index("hands over")
    assert "CP is done" not in log
    assert glory.asked(GAME) == "ap"


@pytest.mark.parametrize("end", ["over to ap: reaction?", ""])
def test_done_for_a_refused_line_ends_the_letter_and_spoils_no_line_below_it(glory: Table, end: str) -> None:
    first = f"roll 1d6: one\ndraw 3 mobilisation\nplan: I cross\n{end}"
    assert say(glory, "cp", first.strip()).kind == "error"
    answer = say(glory, "cp", "done")
    assert answer.kind == "receipt", answer.text
    assert "not legal" not in answer.text
    log = glory.last(GAME, "cp", "report").text
    assert log.index("for one") < log.index("I cross") < log.index("CP is done")
    assert "Left out" not in log


def test_one_more_line_goes_above_the_end_that_stands(glory: Table) -> None:
    say(glory, "cp", "wait\nroll 1d6: one\ndone")
    assert say(glory, "cp", "roll 1d6: two").kind == "receipt"
    say(glory, "cp", "ready")
    log = glory.last(GAME, "cp", "report").text
    assert log.index("for one") < log.index("for two") < log.index("CP is done")


def test_words_of_a_side_without_the_pen_are_passed_on(glory: Table) -> None:
    answer = glory.say(GAME, "ap", "Good luck at Liege!\nI am off to the front.", to=glory.last(GAME, "ap"))
    assert answer.kind != "error", answer.text
    assert "E155" not in answer.text
    assert "goes out with the next report" in " ".join(answer.text.split())
    assert glory.asked(GAME) == "cp"
    refused = glory.say(GAME, "ap", "Good luck!\nroll 1d6: too soon", to=glory.last(GAME, "ap"))
    assert "press all: Good luck!" in refused.text
    say(glory, "cp", "roll 1d6: siege")
    told = glory.last(GAME, "cp", "report").text
    assert "Good luck at Liege!" in told
    assert "I am off to the front." in told
