"""What we sent, known again in a reply whatever a mail program did to it, and the order sheet that was filled in there."""

import pytest

from pbem.orders.lines import squashed
from pbem.orders.sent_text import SentText

LONG = (
    "The reserve of the second column stands behind the ridge and waits there for the word of the general "
    "who has ridden ahead with all of his scouts to see for himself how many of them are in the valley"
)


def sent(*texts: str) -> SentText:
    return SentText(texts, squashed)


def broken(*columns: int) -> list[str]:
    """The long line broken at these columns."""
    return [LONG[start:end] for start, end in zip((0, *columns), (*columns, None), strict=True)]


def test_a_line_is_known_without_its_blanks_and_quoting_marks() -> None:
    ours = sent("A/3 move 3412\nB/3 stay\n")
    assert "> > A/3  move 3412" in ours
    assert "A/3 move 3413" not in ours
    assert "" not in ours
    assert ours.has("A/3move3412")
    assert bool(ours)
    assert not sent()
    assert not sent("", "\n\n")


def test_letters_are_known_that_were_handed_over_line_by_line() -> None:
    ours = sent("A/3 move 3412 by the ford", "B/3 stay at the bridge")
    assert "B/3 stay at the bridge" in ours
    assert ours.repeats(["A/3 move 3412 by the ford", "B/3 stay at the bridge"]) == 2


@pytest.mark.parametrize(
    ("columns", "pieces"),
    [
        ((), 1),
        ((60,), 2),
        ((40,), 2),
        ((39,), 0),  # no program breaks so early
        ((60, 120), 3),
        ((60, 99), 0),
        ((50, 100, 150), 4),
        ((45, 90, 135, 180), 0),
        ((60, len(LONG) - 5), 3),
    ],
)
def test_a_line_of_ours_is_known_in_up_to_four_pieces_of_forty_columns(columns: tuple[int, ...], pieces: int) -> None:
    assert sent(f"{LONG}\nA/3 stay\n").pieces([*broken(*columns), "B/3 stay"]) == pieces


def test_pieces_of_no_line_of_ours_are_none() -> None:
    ours = sent(f"{LONG}\nA/3 stay\n")
    assert ours.pieces(["B/3 stay"]) == 0
    assert ours.pieces(["Z" + LONG[:60], LONG[60:]]) == 0
    assert ours.pieces([LONG[:60], "something else"]) == 0
    assert ours.pieces([LONG[:60]]) == 0


LETTER = "Orders of T3\nReserve at 3412 by the ford\nColumn HQ at 3513 on the hill\nAmmunition is low\n"


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (["Reserve at 3412 by the ford", "Column HQ at 3513 on the hill"], 2),
        (["Reserve at 3412 by the ford"], 0),
        (["Reserve at 3412 by the ford", "A/3 stay"], 0),
        (["Reserve at 3412 by the ford Column HQ", "at 3513 on the hill", "A/3 stay"], 2),
        (["at 3412 by the ford", "Column HQ at 3513 on the hill"], 0),  # it does not begin with a line of ours
        (["Orders of T3 Reserve at 3412 by the ford"], 1),
        (["Orders of", "T3 Reserve at 3412 by the ford"], 2),
        (["Column HQ at 3513 on the hill", "Reserve at 3412 by the ford"], 0),
        ([": Reserve at 3412 by the ford", ": Column HQ at 3513 on the hill"], 2),
        (["Kt> Reserve at 3412 by the ford", "Kt> Column HQ at 3513 on the hill"], 2),
        (["Ammunition is low", "Ammunition is low"], 0),
    ],
)
def test_a_passage_of_ours_is_known_however_its_lines_were_broken(lines: list[str], count: int) -> None:
    assert sent(LETTER).repeats(lines) == count


@pytest.mark.parametrize(("second", "count"), [("x" * 10, 2), ("x" * 9, 0)])
def test_a_passage_has_thirty_characters(second: str, count: int) -> None:
    first = "a" * 20
    letter = f"Orders of T3 and of those that follow\n{first}\n{second}\n{'z' * 20}\n"
    assert sent(letter).repeats([first, second, "B/3 stay"]) == count
    assert sent(letter).repeats(["Orders of T3 and of those that follow", "B/3 stay"]) == 0  # long, but one line


def test_a_passage_may_be_the_beginning_or_the_end_of_all_that_we_sent() -> None:
    lines = LETTER.splitlines()
    assert sent(LETTER).repeats(lines) == len(lines)
    assert sent(LETTER).repeats(lines[2:]) == 2
    assert sent("Another letter of the desk\n", LETTER).repeats(lines[1:]) == len(lines) - 1
    assert sent(LETTER, "Another letter of the desk\n").repeats(lines[1:]) == len(lines) - 1


def test_behind_a_passage_one_line_that_goes_on_is_enough() -> None:
    ours = sent(LETTER)
    assert ours.repeats(["Ammunition is low"]) == 0
    assert ours.repeats(["Reserve at 3412 by the ford", "Column HQ at 3513 on the hill"]) == 2
    assert ours.repeats(["Ammunition is low", "A/3 stay"]) == 1
    assert ours.repeats(["Ammunition is low", "A/3 stay"]) == 0


def test_a_single_line_of_ours_behind_lines_of_the_players_is_no_passage() -> None:
    ours = sent(LETTER)
    assert ours.repeats(["A/3 stay"]) == 0
    assert ours.repeats(["Orders of T3"]) == 0


@pytest.mark.parametrize(("alike", "count"), [(39, 2), (40, 0)])
def test_of_lines_that_begin_alike_forty_are_looked_at(alike: int, count: int) -> None:
    letter = "".join(f"| A/3 Cav move {n}\n" for n in range(3000, 3000 + alike))
    ours = sent(f"{letter}| A/3 Cav move 3999\nThe last line of all\n")
    assert ours.repeats(["| A/3 Cav move 3999", "The last line of all"]) == count


def test_a_short_line_must_be_a_whole_line_of_ours() -> None:
    letter = "Turn 3\nThe reserve stands behind the ridge\nTurn 31\nA/3 stay by the ford and wait there\n"
    assert sent(letter).repeats(["Turn 3", "The reserve stands behind the ridge"]) == 2
    assert sent(letter).repeats(["Turn", "3 The reserve stands behind the ridge"]) == 0
    assert sent(letter).repeats(["Turn 31", "A/3 stay by the ford and wait there"]) == 2


def test_tails_are_what_is_left_behind_heads_of_ten_characters() -> None:
    ours = sent(
        "The reserve waits at 3412\nThe reserve rides to 3513\nThe reserve rides to 3614\nColumn HQ at 3513\nColumn HQ\n"
    )
    assert ours.tails(["The reserve rides"]) == {"to3513", "to3614"}
    assert ours.tails(["> The reserve"]) == {"waitsat3412", "ridesto3513", "ridesto3614"}
    assert ours.tails(["The reserve", "Column HQ at"]) == {"waitsat3412", "ridesto3513", "ridesto3614", "3513"}
    assert ours.tails(["Thereserve"]) == {"waitsat3412", "ridesto3513", "ridesto3614"}
    assert ours.tails(["Thereserv"]) == frozenset()
    assert ours.tails(["Column HQ at 3513"]) == frozenset()  # a whole line has no tail
    assert ours.tails(["The general rides"]) == frozenset()
    assert ours.tails(["Zebulon rides on"]) == frozenset()


@pytest.mark.parametrize(("heads", "found"), [(199, {"at3412"}), (200, frozenset())])
def test_tails_of_two_hundred_heads_are_looked_for(heads: int, found: frozenset[str]) -> None:
    ours = sent("The reserve waits at 3412\nB/3 stay\n")
    assert ours.tails([*(f"A head of another {n}" for n in range(heads)), "The reserve waits"]) == found


NOTES = """\
| A/3 move 3412-          2 of 6 MP
| B/3 stay                they are very tired after the long ride of the day before
"""


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("| A/3 move 3412-3413 2 of 6 MP", "| A/3 move 3412-3413"),
        ("| A/3 move 3412-3413", "| A/3 move 3412-3413"),
        ("| A/3 move 3412-3413 3 of 6 MP", "| A/3 move 3412-3413 3 of 6 MP"),
        ("2 of 6 MP", "2 of 6 MP"),
        ("stay 2 of 6 MP", "stay"),
        (
            "| B/3 dismount they are very tired after the long ride of the day before",
            "| B/3 dismount",
        ),
    ],
)
def test_a_note_of_ours_is_left_out_where_the_gap_before_it_was_lost(line: str, left: str) -> None:
    assert sent(NOTES).without_note(line) == left


@pytest.mark.parametrize(("length", "is_left_out"), [(12, True), (13, False)])
def test_a_note_has_twelve_words_at_most(length: int, is_left_out: bool) -> None:
    note = " ".join(["word"] * length)
    ours = sent(f"| A/3 stay   {note}\n| B/3 stay\n")
    assert ours.without_note(f"| A/3 mount {note}") == ("| A/3 mount" if is_left_out else f"| A/3 mount {note}")
