"""Where the lines of a letter stand among those on file."""

from pbem.campaign.merge import Entry, merge
from pbem.core.order import Order
from pbem.mechanisms.orders import Enter, Move
from pbem.systems import registry
from pbem.systems.custer.orders.records import Attack

WRITE = registry.game("custer").dialect.write
RED, BLUE, BOTH = ("Big Road",), ("He Dog",), ("Big Road", "He Dog")


def line(order: Order, number: int = 0) -> Entry:
    """A line; one of the letter where it has a number."""
    text = WRITE(order)
    return Entry(text, (order,), (text,), number=number)


def merged(stood: list[Entry], new: list[Entry]) -> list[str]:
    return [one.written for one in merge(stood, new, WRITE, corrects=False, replaces=False).entries]


def test_a_letter_keeps_its_own_sequence() -> None:
    """An attack of two counters stands behind the moves of both that it was written below."""
    letter = [
        line(Move(RED, ("1307", "1407")), 1),
        line(Move(BLUE, ("1206", "1307")), 2),
        line(Enter(("Low Dog",), "0605"), 3),
        line(Attack(BOTH, "1410"), 4),
    ]
    assert merged([], letter) == [one.written for one in letter]


def test_what_follows_a_line_in_an_old_place_stands_behind_it_and_no_line_comes_before_one_above() -> None:
    stood = [line(Move(RED, ("1307", "1308"))), line(Move(("Low Dog",), ("0605", "0606"))), line(Move(BLUE, ("1206",)))]
    letter = [
        line(Move(RED, ("1307", "1407")), 1),
        line(Move(BLUE, ("1206", "1307")), 2),
        line(Attack(BOTH, "1410"), 3),
    ]
    assert merged(stood, letter) == [
        "Big Road move 1307-1407",
        "Low Dog move 0605-0606",
        "He Dog move 1206-1307",
        "Big Road + He Dog attack 1410",
    ]


def test_what_follows_a_line_at_the_end_goes_to_the_end() -> None:
    stood = [line(Move(RED, ("1307", "1308")))]
    letter = [
        line(Move(RED, ("1307", "1407")), 1),
        line(Move(BLUE, ("1206", "1307")), 2),
        line(Enter(("Low Dog",), "0605"), 3),
        line(Attack(BLUE, "1410"), 4),
    ]
    assert merged(stood, letter) == [one.written for one in letter]
