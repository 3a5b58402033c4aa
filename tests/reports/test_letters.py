"""Receipts, error replies, questions and the other letters in prose."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pbem.core.ask import Ask, Choice
from pbem.core.order import Problem, Warning_
from pbem.orders.commands import Command, command
from pbem.reports import letters, subjects, times
from pbem.reports.questions import SHOWN, Questions, answer_of, chosen, question
from pbem.reports.receipts import ErrorReply, FiledLine, NothingRead, Receipt, error_reply, filed, nothing_read, receipt
from tests.reports import golden

DEADLINE = datetime(2026, 3, 15, 18, 0, tzinfo=UTC)
WRITTEN = datetime(2026, 3, 12, 21, 14, tzinfo=UTC)
STAYING = "W309 no orders: A/2, B/2, D/2, E/2, I/2, A/3, E/3, I/3, M/3, B/3, D/3 Cav and 8 others: they stay"


def test_receipt_of_the_model() -> None:
    told = Receipt(
        phase="T3 US phase C",
        submission=2,
        received=WRITTEN,
        lines=(
            FiledLine(1, "F/3 Cav rout to B/3 Cav"),
            FiledLine(2, "G/3 Cav recover", "2 of 6 MP"),
            FiledLine(
                3,
                "C/3 holders move 3414-3513",
                "2 of 6 MP",
                True,
                ('you wrote "c3 hh 3414 - 3513": verb filled in (W303)',),
            ),
        ),
        change="Amended: line 3 is new, 1 and 2 are unchanged.",
        warnings=(STAYING,),
        runs=DEADLINE,
        digest="2982e00997c1d94a39beee21631575a566186c5abef1d2f71c99a2cba501c7bd",
        record=43,
    )
    golden.check("model-receipt", receipt(told))


def test_error_reply_of_the_model() -> None:
    told = ErrorReply(
        phase="T3 US Movement",
        refused=(
            (
                "line 2  G/3 move 3512-3414",
                "                      ^^^^",
                "E122  3512 and 3414 are two hexes apart and there are two ways:",
                "         G/3 Cav move 3512-3413-3414     6 of 6 MP, in the enemy ZOC",
                "         G/3 Cav move 3512-3513-3414     5 of 6 MP",
            ),
            (
                "line 4  Mils move 3611-3610",
                "        ^^^^",
                "E101  No unit is called Mils.",
                "      Did you mean   Capt Mills (leader, 3611) ?",
            ),
        ),
        accepted=(
            FiledLine(1, "F/3 Cav rout to B/3 Cav"),
            FiledLine(3, "G/3 Cav recover", "2 of 6 MP"),
            FiledLine(
                5,
                "in A: Capt Mills attach to A/3 Cav",
                remarks=("leaders change unit in phase A (12.A): filed for turn 4 (W308)",),
            ),
        ),
        deadline=DEADLINE,
        written=WRITTEN,
        not_orders=("Good luck, Miguel, and mind the cliffs this time!",),
        cut="88 quoted lines and your signature",
        lines_refused=(2, 4),
    )
    golden.check("model-error", error_reply(told, total=5))


def test_answer_to_a_letter_without_orders() -> None:
    told = NothingRead(
        received=datetime(2026, 3, 12, 21, 20, tzinfo=UTC),
        own_lines=("ok will do", "tomorrow", "K."),
        quoted=91,
        deadline=None,
        on_file="Your orders of 20:02 (submission 1) are still on file.",
    )
    golden.check("model-nothing", nothing_read(told))


def test_question_of_the_model() -> None:
    ask = Ask(
        "us",
        "retreat before melee",
        "G/3 Cav",
        "G/3 Cav (3512, 4D) is attacked by Rain in the Face 6M and Lone Bull 5M: 11 to 4, column 2:1 (10.H).  What does it do?",
        "10.H",
        (
            Choice("stand", "stand"),
            Choice("retreat 3513", "try to retreat to 3513      needs 4 or more on 1d6"),
            Choice("retreat 3413", "try to retreat to 3413      the same; in the ZOC of Crow King"),
        ),
        default="stand",
    )
    told = Questions(
        phase="The Indian Melee Phase of turn 3",
        asks=(ask,),
        until=datetime(2026, 3, 13, 12, 0, tzinfo=UTC),
        written=datetime(2026, 3, 12, 21, 0, tzinfo=UTC),
        report=33,
        less_often=("when G/3 Cav is meleed then stand",),
    )
    golden.check("model-question", question(told))


def test_answers_in_digits_are_told_what_was_expected() -> None:
    asks = tuple(
        Ask("us", "losses", name, choices=(Choice("a", "a"), Choice("b", "b"))) for name in ("1 of 2", "2 of 2")
    )
    assert chosen(asks, (1, 2)) == ("a", "b")
    assert chosen(asks, (1,)) == "Expected 2 numbers, one per question; found 1."
    assert chosen(asks, (1, 3)) == "Question 2 has the answers 1 to 2; found 3."


def test_of_a_hundred_hexes_a_question_lists_the_first_and_takes_any_other_by_its_number() -> None:
    ends = tuple(Choice(f"scatter {hex_}", f"scatter to {hex_}; ends routed") for hex_ in range(2001, 2101))
    ask = Ask(
        "indian", "scatter", "Crow King", "Does it scatter?", choices=(Choice("stay", "stay"), *ends), default="stay"
    )
    told = question(Questions("The US Movement Phase of turn 3", (ask,), DEADLINE, WRITTEN))
    assert told.count("ends routed") == SHOWN - 1
    assert "any other hex in reach (93 more): write it instead of a number, such as hex 2008" in " ".join(told.split())
    assert chosen((ask,), (2,)) == ("scatter 2001",)
    assert chosen((ask,), (2099,)) == ("scatter 2099",)
    assert command("1 hex 2099 2") == Command("answer", ("1", "2099", "2"), "1 hex 2099 2")
    assert chosen((ask,), (50,)) == "Question 1 has the answers 1 to 8, or a hex in reach; found 50."
    written = [answer_of(ask, one.key).removeprefix("hex ") for one in ask.choices]
    assert [chosen((ask,), (int(said),)) for said in written] == [(one.key,) for one in ask.choices]


def test_accepted_lines_come_from_the_verdicts() -> None:
    found = filed(
        (
            _Verdict(1, "accepted", ("C/3 Cav dismount", "C/3 Cav move 3413-3414"), ("", "2 of 6 MP")),
            _Verdict(2, "refused"),
        )
    )
    assert [(one.number, one.text, one.cost) for one in found] == [
        (1, "C/3 Cav dismount", ""),
        (0, "C/3 Cav move 3413-3414", "2 of 6 MP"),
    ]
    assert found[1].remarks == ("path filled in (W304)",)


class _Verdict:
    def __init__(self, number: int, verdict: str, canonical: tuple[str, ...] = (), notes: tuple[str, ...] = ()) -> None:
        self.number = number
        self.text = "as it was written"
        self.verdict = verdict
        self.canonical = canonical
        self.notes = notes
        self.warnings: tuple[Problem, ...] = (Warning_("W304", "path filled in."),)


SUBJECTS = {
    "[rosebud-7] YOU: Movement by Sun 15 Mar 18:00 UTC (T3 US Off. Fire done)": subjects.report(
        "rosebud-7", "T3 US Off. Fire", "Movement", DEADLINE
    ),
    "[rosebud-7] T3 US Off. Fire done. Nothing to do; opponent moves by Sun 15 Mar": subjects.report(
        "rosebud-7", "T3 US Off. Fire", deadline=DEADLINE, awaited="opponent moves"
    ),
    "[rosebud-7] 1 of 3 orders refused - please correct by Sun 15 Mar 18:00 UTC": subjects.refused(
        "rosebud-7", 1, 3, DEADLINE
    ),
    "[rosebud-7] Orders received for T3 US Movement (3 lines)": subjects.receipt("rosebud-7", "T3 US Movement", 3),
    "[rosebud-7] REMINDER 24 h left: T3 US Movement": subjects.reminder(
        "rosebud-7", timedelta(hours=24), "T3 US Movement"
    ),
    "[rosebud-7] QUESTION: G/3 Cav is meleed - stand or retreat? by Fri 13 Mar 12:00 UTC": subjects.question(
        "rosebud-7", "G/3 Cav is meleed - stand or retreat?", datetime(2026, 3, 13, 12, 0, tzinfo=UTC)
    ),
    "[rosebud-7] GM RULING 1: deadline of T3 US Movement moved to Tue 17 Mar": subjects.ruling(
        "rosebud-7", 1, "deadline of T3 US Movement moved to Tue 17 Mar"
    ),
}


@pytest.mark.parametrize("expected", SUBJECTS)
def test_subject_lines_of_the_model(expected: str) -> None:
    assert SUBJECTS[expected] == expected


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (timedelta(days=2, hours=23, minutes=59), "2 days 23 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(hours=15, minutes=20), "15 hours"),
        (timedelta(hours=1, minutes=20), "1 hour 20 minutes"),
        (timedelta(minutes=40), "40 minutes"),
        (timedelta(seconds=-3), "no time"),
    ],
)
def test_time_left_in_words(span: timedelta, said: str) -> None:
    assert times.left(span) == said


def test_welcome() -> None:
    told = letters.Welcome(
        game="rosebud-7",
        title="The Battle of Rosebud Creek",
        scenario="Historical",
        player="K. Hale",
        side="US",
        opponent="M. Ortiz",
        opponent_side="Indian",
        gm="P. Brandt",
        hours_per_phase=(("Movement", 72), ("all other phases", 48), ("a question", 24)),
        keys=(("server", "ab" * 32), ("ladder anchor S(0), 512 steps", "cd" * 32)),
        house_charts="fire, melee, morale",
    )
    golden.check("welcome", letters.welcome(told))
    terms = (
        "after 2 missed deadlines in a row the program (plain) plays, until that player is back",
        "a courier rides",
    )
    waits = letters.welcome(replace(told, at_deadline=False, options=terms))
    assert "At the deadline" not in waits
    assert "\n  player is back\n  a courier rides\n" in waits


@pytest.mark.parametrize("word", letters.HELP)
def test_every_help_page_fits_a_letter(word: str) -> None:
    text = letters.help_page(word, title="THE BATTLE OF ROSEBUD CREEK")
    assert text.startswith("HELP")
    assert all(len(line) <= 78 and line == line.rstrip() for line in text.split("\n"))


def test_an_unknown_help_word_gives_the_list_of_pages() -> None:
    assert 'no page called "cavalery"' in letters.help_page("cavalery", title="X")


def test_other_prose_letters() -> None:
    reminder = letters.Reminder("T3 US Movement", DEADLINE, DEADLINE - timedelta(hours=24), "nobody moves", 41)
    golden.check("reminder", letters.reminder(reminder))
    ruling = letters.Ruling(
        "rosebud-7",
        1,
        "P. Brandt",
        WRITTEN,
        "10.A",
        "no column above 6-1",
        "column 6-1 is used",
        234,
        (("US", "agreed"),),
    )
    golden.check("ruling", letters.ruling(ruling))
    status = letters.Status(
        "The Battle of Rosebud Creek",
        "rosebud-7",
        "US",
        "T3 US Movement",
        "you",
        WRITTEN,
        DEADLINE,
        "3 lines",
        2,
        "US 3",
        41,
    )
    golden.check("status", letters.status(status))
    held = letters.Held("A letter from mo@post.example", "rosebud-7", WRITTEN, "T03.US.C", "no order key fits")
    golden.check("held", letters.held(held))


def test_letter_to_a_person_says_how_the_gm_is_reached() -> None:
    """Somebody who complains or asks for help in free words must not believe that the GM has read it."""
    for words in ("gm: the dice are rigged!", "lost my key, can you help? resend", "Please tell the GM"):
        told = nothing_read(NothingRead(WRITTEN, (words,), 0, None))
        assert "A word to the GM: | press gm: your words" in told.splitlines()
    assert "GM" not in nothing_read(NothingRead(WRITTEN, ("ok will do",), 0, None))
