"""What an answer says of what was not read: counted, named, and what may have been the player's own."""

import pytest

from pbem.desk.incoming.unread_text import LeftOut, beyond_bounds, left_out
from pbem.mail import quotes
from pbem.mail.quotes import OwnWords, own_words
from pbem.orders.lines import NO_WORDS, TOO_LONG, LinesRead, UnreadPart

NOTHING = LinesRead((), ())


def of_letter(text: str, *cut: UnreadPart, sent: tuple[str, ...] = ()) -> LeftOut:
    return left_out(own_words(text, sent), LinesRead((), cut))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A", ""),
        ("> q\nA", "1 quoted line"),
        ("> q\n> r\n\n> s\nA", "3 quoted lines"),
        ("A\n--\nAnn", "your signature"),
        ("> q\nA\n--\nAnn\n\nSmith", "1 quoted line and your signature"),
        ("> q\nA\n--\nAnn\n> r\nSent from my iPhone", "2 quoted lines, your signature and a footer"),
        ("A\nOn 9 Mar 2026 at 10:01, Bob wrote:\n\nB\nC", "3 quoted lines"),
    ],
)
def test_what_was_cut_is_counted_or_named(text: str, told: str) -> None:
    assert of_letter(text).in_words == told


def test_lines_that_were_not_read_as_orders_count_with_what_was_cut() -> None:
    assert of_letter("A", UnreadPart(1, "x", "a line of another game")).others == ("a line of another game",)


@pytest.mark.parametrize("why", ["press", NO_WORDS, TOO_LONG, "order-sheet line not filled in"])
def test_what_its_writer_left_out_himself_is_not_told(why: str) -> None:
    assert of_letter("A", UnreadPart(1, "x", why)) == LeftOut()


def test_cut_lines_that_nobody_but_the_player_can_have_written_are_doubtful() -> None:
    found = of_letter("A\n--\nAnn\n\nB/3 move\n> marked\n| sheet")
    assert found.doubtful == tuple((one, "below a signature's --") for one in ("--", "Ann", "B/3 move"))
    answered = "A\nOn 9 Mar 2026 at 10:01, Bob wrote:\n\nFire at will\nD/3 move"
    below = "below the head of the letter that you answer"
    assert of_letter(answered).doubtful[-2:] == (("Fire at will", below), ("D/3 move", below))
    ours = "You may do much or little:\nFire at will\n"
    assert ("Fire at will", below) not in of_letter(answered.replace("Fire", ours + "Fire"), sent=(ours,)).doubtful
    marked = of_letter("A\n> You may do much or little:\n> yes\n> | fire\n> at will", sent=(ours,)).doubtful
    assert marked == (("yes", "among quoted lines"),)


def test_doubtful_lines_are_kept_up_to_a_number_and_a_width() -> None:
    found = of_letter("A\nOn 9 Mar 2026 at 10:01, Bob wrote:\n\n" + "\n".join(["x" * 201] * 50)).doubtful
    assert len(found) == 40
    assert {len(one) for one, _ in found[1:]} == {200}


def test_what_is_more_than_is_read_is_told_by_its_number() -> None:
    long = [quotes.Cut("a\n\n> b\nc", quotes.TOO_LONG)]
    wide = [quotes.Cut("x", quotes.TOO_WIDE)]
    assert beyond_bounds(OwnWords("A", ()), NOTHING) == ()
    assert beyond_bounds(OwnWords("A\n\nB\nC", tuple(long)), NOTHING) == (
        "We read 3 of your 5 lines.  Send the others in another letter.",
    )
    (one,) = beyond_bounds(OwnWords("A", tuple(wide)), NOTHING)
    assert one.startswith("One of your lines is longer than ")
    two = beyond_bounds(
        OwnWords("A", tuple(wide)), LinesRead((), (UnreadPart(1, "y", TOO_LONG), UnreadPart(2, "z", "press")))
    )
    assert [line.split(" longer")[0] for line in two] == ["2 of your lines are"]
