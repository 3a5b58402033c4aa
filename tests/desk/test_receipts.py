"""What a receipt says of a letter: which lines are new, which stand, which have gone, under which numbers; and of answers."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.core.ask import Ask, Choice
from pbem.desk.orders.merge import LineOnFile, Merged
from pbem.desk.orders.orders_on_file import FiledChanges
from pbem.desk.orders.receipts import _answers, _change, _filed_lines, _phase, lines_of
from pbem.desk.play.answers import Answered
from tests.desk.table import Table
from tests.desk.words import SkirmishTeller

GAME = "meadow-1"


def entries(text: str, *, verdict: str = "accepted") -> list[LineOnFile]:
    """Lines by letters: a small one stood before, a capital came with the letter."""
    return [LineOnFile(one, canonical=(one.lower(),), number=int(one.isupper()), verdict=verdict) for one in text]


def filed(*phases: tuple[str, str], firsts: Sequence[int] = (), **more: Any) -> FiledChanges:
    """What a letter changed in phases A, B and so on: how the lines of each stand now, and which were replaced."""
    made: Any = None
    found = FiledChanges(made, "1", 0, **more)
    for n, (now, gone) in enumerate(phases):
        phase = f"T01.RED.{'ABCD'[n]}"
        found.phases[phase] = Merged(tuple(entries(now)), tuple(entries(gone)))
        if n < len(firsts):
            found.firsts[phase] = firsts[n]
    return found


@pytest.mark.parametrize(
    ("now", "gone", "says"),
    [
        ("AB", "", ""),
        ("ab", "", ""),
        ("aB", "", "Amended: line 2 is new, 1 is unchanged."),
        ("abC", "", "Amended: line 3 is new, 1 and 2 are unchanged."),
        ("aBC", "", "Amended: lines 2 and 3 are new, 1 is unchanged."),
        ("A", "b", "Amended: line 1 is new.  No longer on file: b."),
        ("A", "bc", "Amended: line 1 is new.  No longer on file: b; c."),
        ("a", "b", "Amended: 1 is unchanged.  No longer on file: b."),
        ("", "b", "Amended.  No longer on file: b."),
        ("A", "a", ""),
        ("bA", "a", ""),
        ("bAC", "a", "Amended: line 3 is new, 1 and 2 are unchanged."),
    ],
)
def test_how_a_letter_counted_is_told_where_something_stood_before(now: str, gone: str, says: str) -> None:
    assert _change(filed((now, gone))) == says


def test_a_letter_that_replaces_says_so() -> None:
    assert _change(filed(("A", "b"), is_whole=True)) == "Replaced: line 1 is new.  No longer on file: b."


def test_lines_are_counted_on_through_the_phases_from_the_first_of_each() -> None:
    letter = filed(("aB", ""), ("Cd", "e"), firsts=(1, 3))
    assert _change(letter) == "Amended: lines 2 and 3 are new, 1 and 4 are unchanged.  No longer on file: e."
    assert [(one.number, one.text, one.is_new) for one in _filed_lines(letter)] == [
        (1, "a", False),
        (2, "b", True),
        (3, "c", True),
        (4, "d", False),
    ]


def test_a_refused_line_keeps_its_number_and_is_not_told() -> None:
    letter = filed()
    (refused,) = entries("B", verdict="refused")
    letter.phases["T01.RED.A"] = Merged((*entries("a"), refused, *entries("C")), ())
    assert [one.number for one in _filed_lines(letter)] == [1, 3]
    assert _change(letter) == "Amended: line 3 is new, 1 is unchanged."


@pytest.mark.parametrize(
    ("now", "gone", "marked"),
    [
        ("AB", "", [False, False]),
        ("aB", "", [False, True]),
        ("A", "b", [True]),
        ("A", "a", [False]),
    ],
)
def test_new_lines_are_marked_where_others_stood_before(now: str, gone: str, marked: list[bool]) -> None:
    assert [one.is_new for one in _filed_lines(filed((now, gone)))] == marked


def test_a_line_of_several_orders_is_told_order_by_order_with_its_remarks_at_the_end() -> None:
    entry = LineOnFile("x", canonical=("one", "two"), number=4, costs=("1 MP", "2 MP"), remarks=("W306",))
    told = lines_of(entry, 7)
    assert [(one.number, one.text, one.cost, one.is_new, tuple(one.remarks)) for one in told] == [
        (7, "one", "1 MP", True, ()),
        (0, "two", "2 MP", True, ("W306",)),
    ]
    without = lines_of(LineOnFile("x", canonical=("one", "two"), costs=("1 MP",)), 7)
    assert [(one.cost, one.is_new) for one in without] == [("", False), ("", False)]


@pytest.mark.parametrize(
    ("phase", "words"),
    [("T03.RED.A", "T3 RED phase A"), ("T00.RED.A", "short"), ("nonsense", "short"), ("T03.ALL.A", "short")],
)
def test_a_phase_is_told_by_turn_side_and_letter_where_one_side_has_it(phase: str, words: str) -> None:
    assert _phase(phase, "short") == words


def test_answers_are_told_question_by_question_in_columns() -> None:
    choices = (Choice("stand", "stand; whatever comes"), Choice("duck", "duck"))
    found = filed(
        answered=(
            Answered(1, Ask("red", "cover", "Red One", choices=choices), "stand"),
            Answered(12, Ask("red", "cover", "The whole of Red Two", choices=choices), "duck"),
        )
    )
    told = _answers(SkirmishTeller(), found)
    assert told == [
        "  1  Red One: cover?                stand",
        " 12  The whole of Red Two: cover?   duck",
    ]


# ------------------------------------------------------------------------------------------------ whole letters


def text(table: Table, side: str, words: str) -> tuple[str, str]:
    row = table.say(GAME, side, words)
    return row.subject, " ".join(row.text.split())


def test_a_letter_of_standing_orders_alone_is_acknowledged_as_one(table: Table) -> None:
    table.open(GAME)
    subject, told = text(table, "blue", "policy cover: duck")
    assert subject == f"[{GAME}] Standing orders received for T1 RED.A"
    assert "In force, sealed until it is used:" in told
    subject, told = text(table, "blue", "cancel policy cover")
    assert subject == f"[{GAME}] Standing orders received for T1 RED.A"
    assert "No longer in force: 1 policy cover: duck" in told
    assert "In force" not in told
    assert "Your orders" not in told


@pytest.mark.parametrize(
    ("side", "words", "subject"),
    [
        ("red", "policy cover: duck", "Orders received for T1 RED.A (no orders)"),
        ("red", "pass", "Orders received for T1 RED.A (no orders)"),
        ("blue", "pass", "Letter received for T1 RED.A"),
        ("blue", "policy cover: duck\npass", "Orders received for T1 RED.A (no orders)"),
        ("blue", "policy cover: duck", "Standing orders received for T1 RED.A"),
    ],
)
def test_who_has_orders_to_give_or_says_that_he_has_none_is_told_of_them(
    table: Table, side: str, words: str, subject: str
) -> None:
    table.open(GAME)
    found, told = text(table, side, words)
    assert found == f"[{GAME}] {subject}"
    assert ("o orders: " in told) == subject.startswith("Orders")


def test_a_letter_that_puts_standing_orders_in_another_sequence_is_about_those(table: Table) -> None:
    table.open(GAME)
    table.say(GAME, "blue", "policy cover: duck\npolicy cover: stand")
    subject, told = text(table, "blue", "move order 2 before 1")
    assert subject == f"[{GAME}] Standing orders received for T1 RED.A"
    assert "Your standing orders are now in this sequence: 2, 1." in told


def test_an_answer_to_a_question_is_acknowledged(table: Table) -> None:
    table.open(GAME)
    table.say(GAME, "red", "Red One fire at Blue One\nready")
    subject, told = text(table, "blue", "1")
    assert subject == f"[{GAME}] Answer received for T1 RED.A"
    assert "1 Blue One: cover? stand" in told
    assert "Digest of this submission, in the chain as record" in told


def test_a_receipt_says_when_it_is_carried_out_until_its_writer_is_ready(table: Table) -> None:
    table.open(GAME, when_in="ready")
    _, first = text(table, "red", "Red One fire at Blue One")
    assert "They run on Sun 15 Mar 18:00 UTC, or as soon as both are ready" in first
    _, then = text(table, "red", "ready")
    assert "15 Mar" not in then


def test_an_error_reply_names_standing_orders_notes_and_how_many_lines_were_wrong(table: Table) -> None:
    table.open(GAME)
    subject, told = text(table, "red", "Red One fire at Blue One\nRed Two fire at Red One\npolicy cover: duck")
    assert "1 of 3" in subject
    assert "Standing order in force: 1 policy cover: duck" in told
    _, none = text(table, "red", "Red Two fire at Red One")
    assert "Standing order in force" not in none


def test_an_error_reply_about_a_later_phase_alone_names_that_phase(table: Table) -> None:
    table.open(GAME)
    _, told = text(table, "red", "in B: Red One march 9")
    assert "T1 RED.B" in told
    _, both = text(table, "red", "in B: Red One march 9\nRed One fire at Red Two")
    assert "T1 RED.A" in both


def test_a_receipt_of_orders_that_run_now_does_not_offer_to_take_them_back(table: Table) -> None:
    game = table.open()
    filed = table.say(game, "red", "Red One fire at Blue One").text
    assert "| withdraw" in filed
    released = table.say(game, "red", "ready").text
    assert "Everyone is ready, so your orders are being carried out now." in " ".join(released.split())
    assert "| withdraw" not in released
