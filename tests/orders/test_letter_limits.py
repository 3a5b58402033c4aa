"""Where a letter's own lines begin and end: each limit at its number and one beyond, each condition both ways."""

import pytest

from pbem.orders.bounds import LONGEST_LINE, MOST_LINES, MOST_SHEET_LINES
from pbem.orders.lines import (
    OwnLine,
    may_be_filled,
    own_lines,
    squashed,
    straight,
    without_quotations,
    wrapped_together,
)

MARK = "#### reply above this line; below it only the order sheet is read ####"
OURS = "Orders of T3, phase C.\nReserve at 3412 by the ford\nColumn HQ at 3513 on the hill\n"


def read(text: str, *sent: str) -> list[tuple[int, str]]:
    return [(one.number, one.text) for one in own_lines(text, sent).lines]


def cut(text: str, *sent: str) -> list[tuple[int, str]]:
    return [(one.number, one.why) for one in own_lines(text, sent).cut]


@pytest.mark.parametrize(("length", "is_read"), [(LONGEST_LINE, True), (LONGEST_LINE + 1, False)])
def test_a_line_of_two_thousand_characters_is_read_and_a_longer_one_is_cut(length: int, is_read: bool) -> None:
    line = "A/3 stay ".ljust(length, "x")
    assert read(f"B/3 stay\n{line}\nC/3 stay") == [(1, "B/3 stay"), *([(2, line)] if is_read else []), (3, "C/3 stay")]
    assert cut(f"B/3 stay\n{line}") == ([] if is_read else [(2, "longer than 2000 characters")])


def test_two_thousand_lines_are_read_and_those_beyond_are_counted() -> None:
    lines = [f"line {n}" for n in range(MOST_LINES)]
    assert len(read("\n".join(lines))) == MOST_LINES
    assert cut("\n".join(lines)) == []
    assert len(read("\n".join([*lines, "A/3 stay"]))) == MOST_LINES
    assert cut("\n".join([*lines, "A/3 stay"])) == [(MOST_LINES + 1, "1 lines beyond 2000")]


def test_two_hundred_quoted_lines_of_a_sheet_are_compared() -> None:
    sheet = [f"| A/3 move {n}" for n in range(1000, 1000 + MOST_SHEET_LINES + 1)]
    sent = ["\n".join(sheet)]
    for at, lines in ((0, 1), (MOST_SHEET_LINES - 1, 1), (MOST_SHEET_LINES, 0)):
        changed = [*sheet[:at], "| A/3 stay", *sheet[at + 1 :]]
        found = own_lines("hello", sent, changed).lines
        assert [one.text for one in found] == ["hello", *["| A/3 stay"] * lines]
        quoted = "\n".join(f"> {line}" for line in changed)
        assert [one.text for one in own_lines(quoted, sent).lines] == ["| A/3 stay"] * lines


# Where a quotation begins that has no marks


HEAD = ["From: the desk", "Date: 9 March", "To: Kate"]


@pytest.mark.parametrize(
    ("head", "is_known"),
    [
        (HEAD, True),
        (HEAD[:2], False),
        ([HEAD[0], "(by mail)", HEAD[1], "(at noon)", HEAD[2]], True),
        ([HEAD[0], "(by mail)", HEAD[1], "(at noon)", "(in town)", HEAD[2]], False),
        (["the desk", *HEAD], True),
    ],
)
def test_three_headers_in_five_lines_begin_a_quotation(head: list[str], is_known: bool) -> None:
    found = [text for _, text in read("\n".join(["A/3 stay", *head, "B/3 stay"]))]
    assert found[0] == "A/3 stay"
    assert ("B/3 stay" not in found) is is_known


def test_headers_and_what_is_below_them_are_cut_each_for_its_reason() -> None:
    why, below = "the head of a quoted letter", "below the head of a quoted letter"
    text = "\n".join(["A/3 stay", *HEAD, "Subject: orders", "", "B/3 stay"])
    assert cut(text) == [(2, why), (3, why), (4, why), (5, why), (7, below)]
    assert cut(f"A/3 stay\n-----Original Message-----\nB/3 stay\n{MARK}\nC/3 stay") == [
        *((2, why), (3, below), (4, below), (5, below)),
    ]
    assert cut("\n".join(["A/3 stay", *HEAD, "B/3 stay"])) == [(2, why), (3, why), (4, why), (5, below)]
    assert cut("\n".join(["A/3 stay", *HEAD])) == [(2, why), (3, why), (4, why)]
    assert cut(f"A/3 stay\n{MARK}\nB/3 stay") == [(2, "our mark line"), (3, "below our mark line")]


@pytest.mark.parametrize(
    ("head", "is_known"),
    [
        ("On 9 March at 10:01, " + "the desk of the club of the town " * 5 + "wrote:", True),
        ("On 9 March,\nthe desk wrote:", True),
        ("On 9\nMarch the desk wrote:", False),  # no program breaks so early
        ("On " + "x" * 119 + "\nthe desk wrote:", True),
        ("On " + "x" * 120 + "\nthe desk wrote:", False),
        ("On 9 March the desk wrote to us", False),
    ],
)
def test_who_wrote_it_stands_on_one_long_line_or_on_broken_ones(head: str, is_known: bool) -> None:
    found = [text for _, text in read(f"A/3 stay\n{head}\nB/3 stay")]
    assert ("B/3 stay" not in found) is is_known


def test_a_head_that_is_quoted_itself_begins_nothing() -> None:
    assert read(f"> {MARK}\nA/3 stay") == [(2, "A/3 stay")]
    assert read("> On 9 March the desk wrote:\nA/3 stay") == [(2, "A/3 stay")]
    assert read("A/3 stay\nOn 9 March the desk wrote:\n> old\nB/3 dismount") == [(1, "A/3 stay"), (4, "B/3 dismount")]
    assert read("A/3 stay\nOn 9 March the desk wrote:\nold\nB/3 dismount") == [(1, "A/3 stay")]


@pytest.mark.parametrize(
    ("above", "is_read"),
    [
        ("", True),
        ("Hello there", True),
        ("> A/3 stay 3412", True),
        ("Hello\n> A/3 stay 3412", False),
        ("A/3 stay 3412", False),
        ("ready", False),
    ],
)
def test_an_answer_below_our_letter_is_read_unless_orders_stand_above_it(above: str, is_read: bool) -> None:
    found = [text for _, text in read(f"{above}\n{MARK}\nB/3 dismount", OURS)]
    assert ("B/3 dismount" in found) is is_read
    assert "B/3 dismount" not in [text for _, text in read(f"{above}\n{MARK}\nB/3 dismount")]


@pytest.mark.parametrize(
    ("line", "is_read"),
    [
        ("| B/3 mount", True),
        ("       | B/3 mount", True),
        ("        | B/3 mount", True),
        ("         | B/3 mount", False),  # too far in for a line of the sheet
        ("|B/3 mount", False),
        ("B/3 | mount", False),
    ],
)
def test_below_the_mark_line_a_sheet_is_filled_in_where_it_stands(line: str, is_read: bool) -> None:
    sent = "ORDER SHEET\n| A/3 stay\n| B/3 stay\n"
    found = [text for _, text in read(f"A/3 move 3412\n{MARK}\n{line}", sent)]
    assert found == ["A/3 move 3412", *(["| B/3 mount"] if is_read else [])]
    assert read(f"A/3 move 3412\n| B/3 mount\n{MARK}", sent) == [(1, "A/3 move 3412"), (2, "| B/3 mount")]


@pytest.mark.parametrize(
    ("line", "may_be"),
    [
        ("| A/3 stay", True),
        ("| ready", False),
        ("| please confirm 7f3a", False),
        ("| A/3 stay; ready", False),
        ("| raedy", False),
        ("| A/3 stay and withdraw", False),
        ("|", True),
    ],
)
def test_what_binds_must_be_typed_and_counts_in_no_quoted_sheet(line: str, may_be: bool) -> None:
    assert may_be_filled(line) is may_be


# What is left of a broken line, the lines typed above, and the GM's letters


def test_the_tail_of_a_marked_line_that_a_program_broke_is_ours() -> None:
    heads = ["Reserve at 3412"]
    assert [one.text for one in own_lines("A/3 stay\nby the ford", [OURS], broken=heads).lines] == ["A/3 stay"]
    assert [one.text for one in own_lines("A/3 stay\nby the ford", [OURS]).lines] == ["A/3 stay", "by the ford"]
    assert [one.text for one in own_lines("by the ford\nby the ford", [OURS], typed=1, broken=heads).lines] == [
        "by the ford"
    ]
    assert without_quotations("A/3 stay\nby the ford", [OURS], broken=heads) == "A/3 stay"


def test_lines_typed_above_a_quotation_are_the_players_even_where_they_repeat_ours() -> None:
    assert read(OURS, OURS) == []
    assert len(own_lines(OURS, [OURS], typed=1).lines) == 1
    assert len(own_lines(OURS, [OURS], typed=3).lines) == 3


def test_a_line_cut_above_orders_that_were_written_before_makes_them_no_quotation() -> None:
    orders = ["F/3 Cav move 2912-2911-2811", "C/9 Inf fire long at Crow King"]
    letter = "\n".join(["On file for T3 US phase C:", *orders, "If you do nothing, they run at the deadline."])
    for above in ("Sent from my telephone", "G/3 mount"):
        found = own_lines("\n".join([above, *orders]), [letter], before=orders).lines
        assert [one.text for one in found if one.text != above] == orders
    found = own_lines("\n".join(["> If you do nothing", *orders]), [letter], before=orders).lines
    assert found == ()


def test_of_a_gms_letter_everything_is_left_but_quotations() -> None:
    text = f"  Close the game,  please\n> Reserve at 3412\n{OURS}| A/3 stay\n-- \nThe GM\n{MARK}\nColumn HQ at 3513 on the hill"
    assert without_quotations(text, [OURS]) == "  Close the game,  please\n| A/3 stay\n-- \nThe GM"
    assert without_quotations("hello\nthere", []) == "hello\nthere"


# Signatures, and lines that go on


def test_a_signature_ends_the_letter_but_for_lines_of_the_sheet() -> None:
    text = "A/3 stay\n--\nKate\n\n| B/3 stay\n |C/3 stay"
    assert read(text) == [(1, "A/3 stay"), (5, "| B/3 stay")]
    assert cut(text) == [(2, "signature"), (3, "signature"), (6, "signature")]
    assert read("> --\nA/3 stay") == [(2, "A/3 stay")]
    assert cut("Sent from my telephone\nA/3 stay\nSent via the web") == [(1, "footer"), (3, "footer")]


@pytest.mark.parametrize(
    ("first", "goes_on"),
    [
        ("Hi Kate,", False),
        ("Dear all,", False),
        ("Hi C/3,", True),
        ("A/3,", True),
        ("A/3 move", False),
        ("A/3 and", True),
    ],
)
def test_an_open_line_goes_on_unless_it_greets(first: str, goes_on: bool) -> None:
    assert read(f"{first}\nB/3 stay") == ([(1, f"{first} B/3 stay")] if goes_on else [(1, first), (2, "B/3 stay")])


def test_open_lines_go_on_until_they_are_as_long_as_a_line_may_be() -> None:
    piece = "A/3 move 3412-".rjust(100, "3") + "\n"
    found = read(piece * 30)
    assert [number for number, _ in found] == [1, 21]
    assert len(found[0][1]) == 20 * 100 + 19
    for length, lines in ((LONGEST_LINE - 1, 1), (LONGEST_LINE, 2)):
        assert len(read("A/3 move 3412,".rjust(length, "x") + "\n3413")) == lines


def test_an_open_line_is_closed_by_an_item_of_a_list_and_by_what_was_cut() -> None:
    for following in ("- B/3 stay", "2. B/3 stay"):
        lines = ["G/3 stay", "A/3 move 3412,", following, "C/3 stay"]
        assert read("\n".join(lines)) == list(enumerate(lines, 1))
    assert read("G/3 stay\nA/3 move 3412,\n> B/3 stay\nC/3 stay") == [
        (1, "G/3 stay"),
        (2, "A/3 move 3412,"),
        (4, "C/3 stay"),
    ]


def test_a_line_of_the_sheet_that_was_not_filled_in_takes_no_other_along() -> None:
    lines = ["A/3 stay", "| B/3 move 3412-", "C/3 stay", "| D/3 move ...", "| E/3 stay", "G/3 stay"]
    assert [number for number, _ in read("\n".join(lines))] == [1, 3, 5, 6]
    assert cut("\n".join(lines)) == [(2, "order-sheet line not filled in"), (4, "order-sheet line not filled in")]


def test_press_ends_at_its_end_even_on_its_own_line() -> None:
    found = own_lines("press: hello end press\nA/3 stay")
    assert [(one.number, one.text) for one in found.lines] == [(2, "A/3 stay")]
    assert [one.text for one in found.press] == ["hello"]
    found = own_lines("press: hello end press\nA/3 stay\nend press")
    assert [(one.number, one.text) for one in found.lines] == [(2, "A/3 stay"), (3, "end press")]
    found = own_lines("end press\npress all:\nA/3 stay\nend press\npress gm: B/3 stay\nC/3 stay")
    assert [(one.number, one.text) for one in found.lines] == [(1, "end press"), (6, "C/3 stay")]
    assert [(one.to, one.text) for one in found.press] == [("all", "A/3 stay"), ("gm", "B/3 stay")]


# Lines that a mail program broke


def line(number: int, text: str, is_sheet: bool = False) -> OwnLine:
    return OwnLine(number, text, text, is_sheet)


@pytest.mark.parametrize(
    ("one", "two", "is_joined"),
    [
        (line(1, "x" * 51), line(2, "mountains stay"), True),  # the next word would not have fitted into 60 columns
        (line(1, "x" * 50), line(2, "mountains stay"), False),
        (line(1, "A/3 fire"), line(2, "then mount"), True),
        (line(1, "A/3 fire"), line(2, "else mount"), True),
        (line(1, "A/3 fire"), line(2, "thence mount"), False),
        (line(1, "x" * 70), line(3, "mountains stay"), False),
        (line(1, "x" * 70), line(2, "- mountains stay"), False),
        (line(1, "x" * 70, True), line(2, "mountains stay"), False),
        (line(1, "x" * 70), line(2, "mountains stay", True), False),
    ],
)
def test_the_next_line_belongs_to_one_where_its_first_word_did_not_fit(
    one: OwnLine, two: OwnLine, is_joined: bool
) -> None:
    found = wrapped_together([one, two], 0)
    assert found == (OwnLine(1, f"{one.text} {two.text}", f"{one.text} {two.text}") if is_joined else None)
    assert wrapped_together([one, two], 1) is None
    assert wrapped_together([line(0, "A/3 stay"), one, two], 1) == found


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a\tb\x07c", "a b c"),
        ("\u00e9 !~\x07|\x7f|\u00a0|\u2603", "e !~ | | |?"),
        ("Stra\u00dfe \u00f8 \u00e6 \u2044 \u2026", "Strasse o ae / ..."),
        ("\u00c5\u0301 \u200bx", "A x"),
    ],
)
def test_a_letter_is_read_in_plain_signs(text: str, plain: str) -> None:
    assert straight(text) == plain


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("> > A/3 stay", "A/3stay"),
        ("A/3\u2013stay", "A/3-stay"),
        ("\t> A/3\x07 stay", "A/3stay"),
        (">", ""),
        ("> \u2014 >", "->"),
    ],
)
def test_lines_are_compared_without_quoting_blanks_and_typography(text: str, bare: str) -> None:
    assert squashed(text) == bare
