"""A refused line as it is shown: with carets under the words in question, cut where it is too long, explained in 72 columns."""

import pytest

from pbem.core.system import Problem
from pbem.orders.refusal_text import (
    LINE_WIDTH,
    WIDTH,
    explained,
    full_text,
    in_one_line,
    shown,
    with_lead,
    without_lead,
    wrapped,
)

AHEAD = len("line 7  ")
ROOM = LINE_WIDTH - AHEAD


def problem(text: str, suggest: tuple[str, ...] = (), *, code: str = "E1") -> Problem:
    return Problem(code, text, suggest=suggest)


def under_carets(lines: tuple[str, ...]) -> str:
    text, carets = lines
    return text[carets.index("^") : len(carets)]


def test_a_line_that_fits_is_shown_as_it_was_written() -> None:
    whole = "x" * ROOM
    assert shown(7, whole, None) == (f"line 7  {whole}",)
    assert shown(7, "A/3 mvoe 3412", (4, 8)) == ("line 7  A/3 mvoe 3412", "            ^^^^")
    assert shown(7, whole, (0, 1))[0] == f"line 7  {whole}"


def test_a_longer_line_without_a_caret_ends_in_dots() -> None:
    (line,) = shown(7, "x" * (ROOM + 1), None)
    assert line == f"line 7  {'x' * (ROOM - 3)}..."


@pytest.mark.parametrize("length", [71, 80, 120, 300])
@pytest.mark.parametrize("at", [0, 5, 22, 23, 24, 40, 64, 100, 250])
def test_carets_stand_under_the_same_words_wherever_the_line_was_cut(length: int, at: int) -> None:
    text = "".join(chr(0x4E00 + n) for n in range(length))  # no character comes twice
    at = min(at, length - 6)
    lines = shown(7, text, (at, at + 6))
    assert under_carets(lines) == text[at : at + 6]
    assert all(len(line) <= LINE_WIDTH for line in lines)
    assert lines[0].startswith("line 7  ")
    assert lines[0].endswith("..." if text[-1] not in lines[0] else text[-1])
    assert lines[0][AHEAD:].startswith("..." if text[0] not in lines[0] else text[0])


def test_a_long_line_shows_a_third_of_the_room_before_the_caret() -> None:
    text = "a" * 100 + "bbb" + "c" * 100
    line, carets = shown(7, text, (100, 103))
    assert line == "line 7  ..." + "a" * (ROOM // 3) + "bbb" + "c" * (ROOM - 3 - 3 - ROOM // 3 - 3) + "..."
    assert carets == " " * (AHEAD + 3 + ROOM // 3) + "^^^"


@pytest.mark.parametrize("start", [ROOM - 2, ROOM - 1, ROOM])
def test_a_line_that_just_fits_is_whole_unless_the_caret_stands_behind_it(start: int) -> None:
    text = "x" * ROOM
    line, carets = shown(7, text, (start, ROOM))
    assert len(carets) <= LINE_WIDTH
    assert line == f"line 7  {text}" if start < ROOM else f"line 7  ...{text[6:]}"


def test_a_long_line_is_shown_to_its_end_where_the_caret_is_near_it() -> None:
    text = "".join(chr(0x4E00 + n) for n in range(100))
    for start in (90, 99, 100):
        line, carets = shown(7, text, (start, 100))
        assert line == f"line 7  ...{text[100 - ROOM + 6 :]}"
        assert carets.index("^") - AHEAD - 3 + 100 - ROOM + 6 == start
    ends = 100 - ROOM + 3 + ROOM // 3
    assert shown(7, text, (ends, ends + 3))[0] == f"line 7  ...{text[100 - ROOM + 3 :]}"
    assert shown(7, text, (ends - 1, ends + 3))[0] == f"line 7  ...{text[100 - ROOM + 2 : -4]}..."


def test_a_caret_of_no_width_is_one_caret_and_one_beyond_the_line_stays_on_the_page() -> None:
    assert shown(7, "move", (4, 4))[1] == " " * (AHEAD + 4) + "^"
    assert shown(7, "move", (-3, 2))[1] == " " * AHEAD + "^^"


def test_lines_to_copy_stand_below_the_text_three_at_most() -> None:
    lines = tuple(f"A/3 move 341{n}" for n in range(4))
    one, two, three, _ = lines
    assert full_text(problem("No such hex.")) == "No such hex."
    assert full_text(problem("No such hex.", lines)) == (f"No such hex.\nWrite   {one}\n   or   {two}\n   or   {three}")
    assert (
        full_text(problem("No hex.  Ways round:", (one, two))) == f"No hex.\nWays round:   {one}\n         or   {two}"
    )
    assert full_text(problem("Ways round:", (one,))) == f"Ways round:   {one}"
    assert full_text(problem(f"Write it as {one} please", (one,))) == f"Write it as {one} please"
    assert in_one_line(problem("No such hex.", (one, two))) == f"No such hex.  Write   {one}  or   {two}"


def test_a_lead_in_is_left_out_where_nothing_follows_it() -> None:
    assert without_lead("No such hex.  Ways round:") == "No such hex."
    assert without_lead("No such hex.\nIt is off the map.  Ways round:") == "No such hex.  It is off the map."
    assert without_lead("Ways round:") == "Ways round:"
    assert without_lead("No such hex.  It is off the map.") == "No such hex.  It is off the map."


def test_long_text_is_broken_at_blanks_and_indented() -> None:
    words = " ".join(["word"] * 40)
    lines = explained(problem(words, code="E101"))
    assert lines[0].startswith("E101  word")
    assert all(line.startswith("      word") for line in lines[1:])
    assert all(WIDTH - 5 < len(line) <= WIDTH for line in lines[:-1])
    assert " ".join(" ".join(lines).split()) == f"E101 {words}"


def test_what_is_whole_in_the_line_stays_whole_and_a_word_too_long_for_any_line_is_cut() -> None:
    whole = "x " * (LINE_WIDTH // 2 - 1) + "yy"
    assert wrapped(whole) == (whole,)
    assert wrapped(f"{whole}z") != (f"{whole}z",)
    assert wrapped("a" * (LINE_WIDTH + 1)) == ("a" * (LINE_WIDTH - 3) + "...",)
    assert wrapped("first\nsecond") == ("first", "      second")


def test_a_line_to_copy_is_not_broken_and_a_sentence_does_not_begin_at_the_very_end() -> None:
    copied = "A/3 Cav and B/3 Cav move 2911-2811-2711 then dismount"
    lines = wrapped("You could go another way, which costs the same:   " + copied)
    assert lines == ("You could go another way, which costs the same:", f"      {copied}")
    start = "x" * (WIDTH - 6) + "."
    assert wrapped(f"{start}  It is far too long for this line")[0] == start
    assert wrapped(f"{start}  It is far too long for this line")[1] == "      It is far too long for this line"


def test_what_follows_a_text_of_one_line_stands_below_it() -> None:
    fits = "x" * (WIDTH - 6)
    assert with_lead(fits, "lead") == f"{fits}\nlead"
    assert with_lead(f"{fits}x", "lead") == f"{fits}x   lead"


@pytest.mark.parametrize(
    ("before", "gap", "sentence", "is_begun"),
    [
        ("x" * (WIDTH - 7) + ".", "  ", "It is", False),  # "It" alone would fit
        ("x" * (WIDTH - 8) + ".", "  ", "It is", True),
        ("x" * (WIDTH - 6) + ".", " ", "Ney is far", True),  # the dot of an abbreviation
        ("x" * (WIDTH - 5), "  ", "Ney is far", True),
        ("x" * (WIDTH - 7) + "?", "  ", "It is", False),
        ("x" * (WIDTH - 7) + "!", "  ", "It is", False),
    ],
)
def test_a_sentence_is_begun_with_two_words_of_it_or_on_the_next_line(
    before: str, gap: str, sentence: str, is_begun: bool
) -> None:
    first, *_ = wrapped(f"{before}{gap}{sentence} " + "and so on " * 3, WIDTH)
    assert first.startswith(before + gap + sentence.split()[0]) is is_begun


def test_a_last_sentence_of_two_words_stays_together() -> None:
    first = "y" * WIDTH
    assert wrapped(f"{first} {'x' * (WIDTH - 13)}.  It is") == (
        first,
        "      " + "x" * (WIDTH - 13) + ".",
        "      It is",
    )
    assert wrapped(f"{first} {'x' * (WIDTH - 14)}.  It is") == (first, "      " + "x" * (WIDTH - 14) + ".  It is")


def test_a_line_to_copy_of_one_endless_word_is_cut_where_the_page_ends() -> None:
    assert wrapped("Write\n   " + "a" * 100) == ("Write", "         " + "a" * (LINE_WIDTH - 12) + "...")


def test_a_choice_goes_on_below_its_words() -> None:
    unclear = "Which?\n1  A/7 Cav + G/7 Cav + M/7 Cav + Army Scouts + Arikara Scouts + Reno move 8612"
    assert wrapped(f"E112  {unclear}") == (
        "E112  Which?",
        "      1  A/7 Cav + G/7 Cav + M/7 Cav + Army Scouts + Arikara Scouts +",
        "         Reno move 8612",
    )
