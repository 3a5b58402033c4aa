"""Own lines: what is quoted, signed, sent by us, commented or polite is never an order."""

import textwrap

import pytest

from pbem.desk.incoming.reader import LetterText
from pbem.orders.lines import own_lines, straight
from tests.orders.test_reading import REPORT, SENT


def read(text: str, sent: list[str] | None = None) -> list[str]:
    return [line.words.strip() for line in LetterText(text, ("\n".join(sent or []),)).read().lines.lines]


def test_everything_from_the_mark_line_on_is_cut() -> None:
    assert read("A/3 dismount\n\n" + REPORT) == ["A/3 dismount"]


def test_a_bottom_poster_is_read_below_the_mark() -> None:
    assert read(REPORT + "\nA/3 dismount\n", SENT) == ["A/3 dismount"]


def test_quoted_lines_are_cut_with_the_line_that_says_who_wrote_them() -> None:
    text = "On Thu, 12 Mar 2026 at 18:02, Rosebud desk\n<rosebud-7@pbem.example> wrote:\n> C/3 move 3413-3414\nA/3 dismount"
    assert read(text) == ["A/3 dismount"]


@pytest.mark.parametrize(
    "head",
    [
        "-----Original Message-----",
        "Von: Rosebud desk\nGesendet: Donnerstag\nAn: Kate\nBetreff: T3",
        "Am 12. M\u00e4rz 2026 um 18:02 schrieb Rosebud desk:",
        "Le 12 mars 2026, Rosebud desk a \u00e9crit :",
    ],
)
def test_quotation_without_marks_is_cut(head: str) -> None:
    assert read(f"A/3 dismount\n\n{head}\nC/3 move 3413-3414\n") == ["A/3 dismount"]


def test_one_line_that_we_sent_may_be_copied_upward() -> None:
    assert read("C/3 Cav move 3413-3414", SENT) == ["C/3 Cav move 3413-3414"]


def test_order_sheet_line_filled_in_below_the_mark_is_read_and_an_unchanged_one_is_not() -> None:
    filled = REPORT.replace(
        "| A/3 Cav + E/3 Cav + Capt Mills move 3611-", "| A/3 Cav + E/3 Cav + Capt Mills move 3611-3612"
    )
    assert read(filled, SENT) == ["A/3 Cav + E/3 Cav + Capt Mills move 3611-3612"]
    assert read("> " + filled.replace("\n", "\n> "), SENT) == ["A/3 Cav + E/3 Cav + Capt Mills move 3611-3612"]
    assert read("> " + REPORT.replace("\n", "\n> "), SENT) == []


def test_order_sheet_line_that_was_not_filled_in_is_dropped() -> None:
    assert read("| A/3 Cav move 3611-\n| F/3 Cav rout to ...\n| B/3 Cav stay") == ["B/3 Cav stay"]


def test_signature_and_footer_are_cut() -> None:
    assert read("A/3 dismount\nSent from my telephone\n-- \nC/3 move 3413-3414") == ["A/3 dismount"]


def test_comments_and_copied_costs_are_ignored() -> None:
    assert read("A/3 dismount (they are tired) # now") == ["A/3 dismount"]
    assert read("G/3 Cav recover          2 of 6 MP") == ["G/3 Cav recover"]
    assert read("# C/3 move 3413-3414\n// the same") == []


def test_a_line_that_ends_open_goes_on() -> None:
    (line,) = own_lines("A/2, B/2 and\n D/2 move 3310-\n3410").lines
    assert line.number == 1
    assert line.text == "A/2, B/2 and D/2 move 3310- 3410"


def test_a_semicolon_too_many_does_not_swallow_the_order_below() -> None:
    """An order that ends in a semicolon goes on in the next line, unless that says first whom it is for."""
    found = own_lines("Riflemen: fire; load;\nThird Company: to (20, 18)\nC/3 dismount;\nmove 3413-3414").lines
    assert [line.text for line in found] == [
        "Riflemen: fire; load;",
        "Third Company: to (20, 18)",
        "C/3 dismount; move 3413-3414",
    ]
    # Behind a comma a name is one more of those who are meant.
    (line,) = own_lines("each of A/3,\nE/3: dismount").lines
    assert line.text == "each of A/3, E/3: dismount"


def test_columns_of_what_is_read_are_columns_of_what_was_written() -> None:
    (line,) = own_lines("  3) please C/3 (my best) move \u2013 3413 thanks!").lines
    start = line.words.index("move")
    assert line.text[start : start + 4] == "move"
    assert line.words.split() == ["C/3", "move", "-", "3413"]


def test_press_is_never_read_as_orders() -> None:
    read_ = own_lines("press:\nC/3 move 3413-3414\nend press\nA/3 dismount\npress gm: E/3 stay")
    assert [line.words for line in read_.lines] == ["A/3 dismount"]
    assert [(press.to, press.text) for press in read_.press] == [("opponent", "C/3 move 3413-3414"), ("gm", "E/3 stay")]


def test_straight_is_ascii() -> None:
    assert (
        straight("L\u00fcttwitz \u2013 3413 \u2192 3414 \u201cnow\u201d \u0416 \U0001f642\ufe0f")
        == 'Luttwitz - 3413 > 3414 "now" ?  '
    )


def test_a_letter_of_endless_lines_is_cut_and_says_so() -> None:
    cut = own_lines("A/3 stay\n" * 5000).cut
    assert cut[-1].why == "3000 lines beyond 2000"


RECEIPT = """Your orders for T3 US phase C are on file (submission 1, 12 Mar 18:00 UTC).

  1  F/3 Cav move 2912-2911-2811                                  3 of 6 MP
  2  F/3 Cav dismount                                             4 of 6 MP
  3  C/9 Inf fire long at Crow King

If you do nothing, they run at the deadline.
"""


def rewrapped(width: int) -> str:
    return "\n".join(piece for line in RECEIPT.split("\n") for piece in textwrap.wrap(line, width) or [""])


@pytest.mark.parametrize(
    "tail",
    [
        RECEIPT,
        rewrapped(60),
        rewrapped(40),
        " ".join(RECEIPT.split()),
        "\n\n".join(" ".join(part.split()) for part in RECEIPT.split("\n\n")),
        "\n".join(f": {line}" for line in RECEIPT.split("\n")),
        "\n".join(f"* {line}" for line in RECEIPT.split("\n")),
        "\n".join(RECEIPT.replace("-", "\u2013").split("\n")[2:]),
    ],
)
def test_what_repeats_our_letter_is_no_order_marked_or_not(tail: str) -> None:
    assert read(f"G/3 mount\n\n{tail}", [RECEIPT]) == ["G/3 mount"]


@pytest.mark.parametrize(
    "typed",
    [
        "C/9 Inf fire long at Crow King",
        "F/3 Cav move 2912-2911-2811",
        "F/3 Cav dismount\nF/3 Cav move 2912-2911-2811",
        "F/3 Cav move 2912-2911-2811\nF/3 Cav dismount\nC/9 Inf fire long at Crow King",
    ],
)
def test_orders_typed_again_as_the_receipt_has_them_are_orders(typed: str) -> None:
    assert read(typed, [RECEIPT]) == typed.split("\n")


ON_FILE = """Letter received for T3 US phase C (12 Mar 18:00 UTC).

On file for T3 US phase C:
     F/3 Cav move 2912-2911-2811
     C/9 Inf fire long at Crow King

Digest of this submission, in the chain as record 2:
  924700648d921067e29426423384dde4eb45f91f12a307fcda46d9a1cbd983f1
"""
LISTED = ["F/3 Cav move 2912-2911-2811", "C/9 Inf fire long at Crow King"]


def read_again(text: str) -> list[str]:
    read = LetterText(text, (RECEIPT, ON_FILE), tuple(LISTED)).read()
    return [line.words.strip() for line in read.lines.lines]


@pytest.mark.parametrize(
    "typed",
    [
        "\n".join(LISTED),
        "\n".join(reversed(LISTED)),
        "\n".join(f"- {line}" for line in LISTED),
        "\n\n".join(LISTED),
        "\n".join([*LISTED, "ready"]),
        "\n".join(["Hi Kate", "", *LISTED]),
        "\n".join(["G/3 mount", *LISTED]),
    ],
)
def test_orders_that_the_player_wrote_before_are_orders_again(typed: str) -> None:
    wanted = [line.removeprefix("- ") for line in typed.split("\n") if line]
    assert read_again(typed) == wanted


def test_orders_written_again_above_an_unmarked_quotation_of_them_are_orders() -> None:
    typed = "\n".join([*LISTED, "ready"])
    assert read_again(f"{typed}\n\n{ON_FILE}") == [*LISTED, "ready"]
    assert read_again(f"{LISTED[0]}\n\n{ON_FILE}") == LISTED[:1]
    assert read_again("\n".join(LISTED) + f"\n\n{ON_FILE}") == LISTED


@pytest.mark.parametrize(
    "tail",
    [
        ON_FILE,
        ON_FILE.replace("     ", ""),
        ON_FILE.partition("\n\n")[2],
        "\n".join(ON_FILE.split("\n")[2:5]),
        "\n".join(ON_FILE.split("\n")[3:8]),
        "\n".join(ON_FILE.split("\n")[3:]),
        "\n".join(f": {line}" for line in ON_FILE.split("\n")),
        "\n".join(f"* {line}" for line in ON_FILE.split("\n")),
        " ".join(ON_FILE.split()),
        RECEIPT,
        "#### reply above this line; below it only the order sheet is read ####\n" + "\n".join(LISTED),
    ],
)
def test_a_quotation_with_more_of_our_letter_than_the_players_orders_is_no_order(tail: str) -> None:
    first, *others = read_again(f"G/3 mount\n\n{tail}")
    assert first == "G/3 mount"
    assert [one for one in others if "F/3" in one or "C/9" in one] == []


def test_lines_of_our_letter_that_the_player_never_wrote_are_no_orders() -> None:
    assert read("\n".join(LISTED), [ON_FILE]) == []


@pytest.mark.parametrize(
    "above",
    [
        "same orders as last turn for everybody who is not named below it here",
        "I would rather like the whole lot of them over there to hold on for now",
        "C/3 with also all of the others that came up with Captain Van Vliet here",
    ],
)
def test_a_line_that_can_be_read_alone_is_never_lost_to_the_line_above(above: str) -> None:
    from tests.orders.broken import read

    found = read("us", "C", f"{above}\nG/3 recover").lines
    assert [list(one.canonical) for one in found][-1:] == [["G/3 Cav recover"]], [one.refusal_text for one in found]
    assert len(found) == 2
