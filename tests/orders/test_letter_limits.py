"""Where a letter's own lines begin and end: each limit at its number and one beyond, each condition both ways."""

import pytest

from pbem.orders.lines import (
    LONGEST_LINE,
    MOST_LINES,
    OwnLine,
    may_be_filled,
    own_lines,
    straight,
    wrapped_together,
)


def read(text: str) -> list[tuple[int, str]]:
    return [(one.number, one.text) for one in own_lines(text).lines]


def cut(text: str) -> list[tuple[int, str]]:
    return [(one.number, one.why) for one in own_lines(text).cut]


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


# Lines that go on


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
    found = own_lines("press: hello end press A/3 stay\nB/3 stay")
    assert [(one.number, one.text) for one in found.lines] == [(1, "A/3 stay"), (2, "B/3 stay")]
    found = own_lines("press:\nhello. [/press] press gm: is all well? -- end of press - A/3 stay")
    assert [(one.number, one.text) for one in found.lines] == [(2, "A/3 stay")]
    assert [(one.to, one.text) for one in found.press] == [("opponent", "hello."), ("gm", "is all well?")]
    found = own_lines("To the GM: is all well? end press; A/3 stay\npress: at the far end press hard")
    assert [(one.number, one.text) for one in found.lines] == [(1, "A/3 stay")]
    assert [one.text for one in found.press] == ["is all well?", "at the far end press hard"]
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
        ("\u00e9 !~\x07|\x7f|\u00a0|\u2603|\u0416", "e !~ | | | |?"),
        ("Stra\u00dfe \u00f8 \u00e6 \u2044 \u2026", "Strasse o ae / ..."),
        ("\u00c5\u0301 \u200bx", "A x"),
    ],
)
def test_a_letter_is_read_in_plain_signs(text: str, plain: str) -> None:
    assert straight(text) == plain
