"""What is cut from a player's letter says which line it was and why; what is left keeps its number."""

import pytest

from pbem.desk.incoming.reader import LetterText
from pbem.orders.standing import StandingOrder, in_turn, retired

SENT = """Orders of T3:
| A/3 move 3412
| B/3 stay
The quick brown fox jumps over the lazy dog and then it rests in the shade
With best wishes from the desk of the club
"""
FOX = "The quick brown fox jumps over the lazy dog"
REST = "and then it rests in the shade"


def read(text: str, *sent: str) -> tuple[list[tuple[int, str]], list[tuple[int, str]], list[tuple[str, str]]]:
    found = LetterText(text, sent).read().lines
    return (
        [(one.number, one.text) for one in found.lines],
        [(one.number, one.why) for one in found.cut],
        [(one.to, one.text) for one in found.press],
    )


def test_a_line_of_polite_words_is_cut_under_its_own_number() -> None:
    polite = "comment or polite words"
    assert read("A/3 stay\nplease\nB/3 stay") == ([(1, "A/3 stay"), (3, "B/3 stay")], [(2, polite)], [])
    assert read("A/3 move 3412,\n3413\nthanks\nC/3 stay") == (
        [(1, "A/3 move 3412, 3413"), (4, "C/3 stay")],
        [(3, polite)],
        [],
    )


def test_a_message_on_one_line_ends_there_and_one_without_words_takes_all_the_rest() -> None:
    assert read("press all: hello\nA/3 stay") == ([(2, "A/3 stay")], [(1, "press")], [("all", "hello")])
    assert read("press:\nhello\nthere\nyou") == (
        [],
        [(n, "press") for n in (1, 2, 3, 4)],
        [("opponent", "hello\nthere\nyou")],
    )


def test_a_message_runs_to_its_end_and_the_lines_behind_it_are_orders() -> None:
    assert read("press: hi\nA/3 stay\nend press\nB/3 stay") == (
        [(4, "B/3 stay")],
        [(n, "press") for n in (1, 2, 3)],
        [("opponent", "hi\nA/3 stay")],
    )


def test_a_line_of_ours_that_a_program_broke_is_a_quotation() -> None:
    assert read(f"{FOX}\n{REST}\nWith best wishes\nC/3 stay", SENT)[0] == [(1, "C/3 stay")]
    assert read(f"C/3 stay\n{FOX}\n{REST}\nWith best wishes", SENT)[0] == [(1, "C/3 stay")]


@pytest.mark.parametrize("text", ["A/3 move 3412\nB/3 stay", "A/3 move 3412", "B/3 stay\nA/3 move 3412\nC/3 stay"])
def test_orders_that_our_letter_shows_as_well_are_the_players(text: str) -> None:
    assert [line for _, line in read(text, SENT)[0]] == text.split("\n")


class Turn:
    """As much of a game as the last turn of a standing order needs."""

    def turn(self, view: int) -> int:
        return view

    def gone(self, order: StandingOrder, side: str, view: int) -> str:
        return "its unit is gone" if view == 9 else ""


def test_a_standing_order_is_in_force_through_its_last_turn() -> None:
    last, lasting = StandingOrder(1, "until 5", until=5), StandingOrder(2, "for ever")
    assert [in_turn((last, lasting), turn, Turn()) for turn in (4, 5, 6)] == [  # type: ignore[arg-type]
        (last, lasting),
        (last, lasting),
        (lasting,),
    ]
    told = [retired(last, "us", turn, Turn()) for turn in (4, 5, 6)]  # type: ignore[arg-type]
    assert told == ["", "", "its last turn was turn 5"]
    assert [retired(lasting, "us", turn, Turn()) for turn in (6, 9)] == ["", "its unit is gone"]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("A/3 move 3412,", [(1, "A/3 move 3412,")]),
        ("A/3 move 3412,\n", [(1, "A/3 move 3412,")]),
        ("A/3 move 3412,\n3413\nB/3 stay", [(1, "A/3 move 3412, 3413"), (3, "B/3 stay")]),
        ("A/3 move 3412,\n3413,\n3414", [(1, "A/3 move 3412, 3413, 3414")]),
        ("A/3 move 3412,\n- B/3 stay", [(1, "A/3 move 3412,"), (2, "- B/3 stay")]),
    ],
)
def test_a_line_that_ends_in_a_comma_goes_on_in_the_next_one_if_there_is_one(
    text: str, lines: list[tuple[int, str]]
) -> None:
    assert read(text)[0] == lines
