"""Which lines of a quoted order sheet the player filled in where they stood."""

import pytest

from pbem.orders.lines import squashed
from pbem.orders.sent_text import SentText

SHEET = """Orders of T3, phase C.
ORDER SHEET
| A/3 move 3412-           2 of 6 MP
| B/3 stay
| C/3 fire at Crow King
| D/3 dismount
"""
A, B, C, D = [line for line in SHEET.splitlines() if line.startswith("|")]


def filled(quoted: list[str], *letters: str) -> list[str]:
    """Those of the quoted lines that were filled in."""
    return [quoted[n] for n in SentText(letters or (SHEET,), squashed).filled(quoted)]


def test_a_line_that_differs_from_ours_in_its_place_was_filled_in() -> None:
    assert filled([A, B, C, D]) == []
    assert filled(["| A/3 move 3412-3413", B, C, D]) == ["| A/3 move 3412-3413"]
    assert filled([A, B, C, "| D/3 mount"]) == ["| D/3 mount"]
    assert filled([A, "| B/3 mount", "| C/3 stay", D]) == ["| B/3 mount", "| C/3 stay"]
    assert filled(["| A/3 stay", "| B/3 mount", "| C/3 stay", "| D/3 stay"]) == [
        "| A/3 stay",
        "| B/3 mount",
        "| C/3 stay",
        "| D/3 stay",
    ]


def test_a_line_made_equal_to_another_of_ours_was_filled_in() -> None:
    assert filled([A, B, B, D]) == [B]
    assert filled([A, D, C, D]) == [D]


def test_a_line_put_in_between_ours_or_behind_them_was_filled_in() -> None:
    assert filled([A, "| E/3 stay", B, C, D]) == ["| E/3 stay"]
    assert filled([A, B, C, D, "| E/3 stay"]) == ["| E/3 stay"]
    assert filled(["| E/3 stay", A, B, C, D]) == ["| E/3 stay"]


@pytest.mark.parametrize(
    "quoted",
    [
        [f"{A} {B}", C, D],
        [A, f"{B} {C}", D],
        [A, B, f"{C} {D}"],
        [f"{A} {B} {C}", D],
        [A, f"{B} {C} {D}"],
        ["| A/3 move", B, C, D],  # what a program broke off stands on a line of its own
        [A, B, "| C/3 fire", D],
        [A, B, C, "| D/3"],
        [A, B, "at Crow King", D],
    ],
)
def test_lines_that_a_program_ran_together_or_broke_in_their_place_are_ours(quoted: list[str]) -> None:
    assert filled(quoted) == []


@pytest.mark.parametrize(
    "quoted",
    [[A, f"{A} {B}", C, D], [A, B, f"{B} {C}", D], [f"{C} {D}", B, C, D], [A, B, f"{A} {B}", D], [A, B, C, f"{A} {B}"]],
)
def test_lines_run_together_in_the_place_of_others_were_filled_in(quoted: list[str]) -> None:
    (changed,) = filled(quoted)
    assert changed.count("|") == 2


BOXED = """Three ways to go on:
   Nothing to do      | A/3 stay
   Ride on            | A/3 move 3412-3413
   Wait for them      | A/3 dismount
""" + SHEET.partition("\n")[2]


@pytest.mark.parametrize(
    ("above", "changed"),
    [
        (["| A/3 stay", "| A/3 move 3412-3413", "| A/3 dismount"], 0),
        (["| A/3 stay", "| A/3 dismount"], 0),
        (["| A/3 move 3412-3413"], 0),
        (["| A/3 dismount", "| A/3 stay"], 1),  # in another sequence than the letter shows them
        (["| A/3 mount", "| A/3 stay"], 2),  # the first that is none ends them
        (["| A/3 stay", "| A/3 mount", "| A/3 dismount"], 2),
        (["| A/3 stay", "| A/3 stay"], 1),
    ],
)
def test_examples_above_the_sheet_whose_blanks_were_lost_are_ours(above: list[str], changed: int) -> None:
    assert filled([*above, A, B, C, D], BOXED) == above[len(above) - changed :]
    assert filled([*above, A, "| B/3 mount", C, D], BOXED) == [*above[len(above) - changed :], "| B/3 mount"]


SHOWN = """Write for example
   | A/3 move 3412-3413-3414 in one long line
   | G/3 stay
at any time.
"""
LONG, SHORT = [line.strip() for line in SHOWN.splitlines() if "|" in line]


@pytest.mark.parametrize(
    ("quoted", "changed"),
    [
        ([SHORT, A, B, C, D], []),
        ([A, B, C, D, SHORT], []),
        ([LONG, SHORT, A, B, C, D], []),
        ([SHORT, "| E/3 stay", A, B, C, D], ["| E/3 stay"]),
        ([A, SHORT, C, D], [SHORT]),  # within the sheet the player wrote it
        ([SHORT, B, C, D], [SHORT]),
        ([A, B, C, SHORT], [SHORT]),
        ([SHORT, LONG], []),
        ([SHORT], []),
        (["| A/3 move 3412-3413-3414 in one lon", A, B, C, D], []),  # thirty characters of it are enough
        (["| A/3 move 3412-3413-3414 in one lo", A, B, C, D], ["| A/3 move 3412-3413-3414 in one lo"]),
        (["| G/3 sta", A, B, C, D], ["| G/3 sta"]),
    ],
)
def test_examples_of_another_letter_around_the_sheet_are_ours(quoted: list[str], changed: list[str]) -> None:
    assert filled(quoted, SHEET, SHOWN) == changed
    assert filled(quoted, SHOWN, SHEET) == changed


def test_a_letter_without_a_sheet_has_nothing_to_fill_in() -> None:
    assert filled(["| A/3 stay", LONG, SHORT], SHOWN) == []
    assert filled(["| A/3 stay"], "No sheet\nat all\n") == []


def test_of_two_sheets_the_one_counts_of_which_more_is_quoted() -> None:
    other = f"ORDER SHEET\n{A}\n| E/3 stay\n| F/3 stay\n"
    for letters in ((SHEET, other), (other, SHEET)):
        assert filled([A, "| E/3 mount", "| F/3 stay"], *letters) == ["| E/3 mount"]
        assert filled([A, B, C, "| D/3 mount"], *letters) == ["| D/3 mount"]
