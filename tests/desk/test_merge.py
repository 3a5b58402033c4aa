"""Where the lines of a letter stand among those on file."""

from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from pbem.core.order import Order
from pbem.desk.orders.merge import LineOnFile, Merged, merge, with_old_places
from pbem.mechanisms.orders import Enter, Move
from pbem.systems import registry
from pbem.systems.custer.orders.records import Attack
from tests.desk.skirmish import March, Shoot
from tests.desk.words import SkirmishWords

WRITE = registry.game("custer").dialect.write
RED, BLUE, BOTH = ("Big Road",), ("He Dog",), ("Big Road", "He Dog")


def line(order: Order, number: int = 0) -> LineOnFile:
    """A line; one of the letter where it has a number."""
    text = WRITE(order)
    return LineOnFile(text, (order,), (text,), number=number)


def merged(stood: list[LineOnFile], new: list[LineOnFile]) -> list[str]:
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


# ------------------------------------------------------------- in the skirmish: lines of one unit, of two, and of a plan

SAY = SkirmishWords().write


@dataclass(frozen=True, slots=True)
class Plan(Order):
    """A line of a plan: its first line begins the plan again."""

    unit: str
    words: str
    block: str = "plan"
    opens_block: bool = False


@dataclass(frozen=True, slots=True)
class Cheer(Order):
    """Goes with whatever else a unit does."""

    goes_with = True
    unit: str
    words: str = "cheer"


def told(order: Order) -> str:
    return f"{order.unit} {order.words}" if isinstance(order, Plan | Cheer) else SAY(order)


def entry(*orders: Order, number: int = 0, verdict: str = "accepted", cost: str = "1 MP") -> LineOnFile:
    texts = tuple(map(told, orders))
    return LineOnFile(" / ".join(texts), orders, texts, verdict, number, (cost,) * len(orders))


def wrong(text: str, number: int = 0) -> LineOnFile:
    return LineOnFile(text, verdict="refused", number=number)


def joined(stood: list[LineOnFile], new: list[LineOnFile], *, corrects: bool = False, replaces: bool = False) -> Merged:
    return merge(stood, new, told, corrects=corrects, replaces=replaces)


def lines(found: Iterable[LineOnFile]) -> list[str]:
    return [" / ".join(one.canonical) or one.written for one in found]


R1, R2, BOTH_MARCH = March(("Red One",), 1), March(("Red Two",), 2), March(("Red One", "Red Two"), 3)


def test_a_letter_that_replaces_stands_alone_and_what_was_good_is_told_as_replaced() -> None:
    found = joined([entry(R1), wrong("Red Two fly")], [entry(R2, number=1)], replaces=True)
    assert (lines(found.entries), lines(found.replaced)) == (["Red Two march 2"], ["Red One march 1"])


def test_a_line_of_two_loses_whom_another_line_takes_and_the_cost_that_was_theirs() -> None:
    found = joined([entry(BOTH_MARCH), entry(Shoot("Blue One", "Red One"))], [entry(R1, number=1)])
    assert lines(found.entries) == ["Red Two march 3", "Red One march 1", "Blue One fire at Red One"]
    assert [one.costs for one in found.entries] == [("",), ("1 MP",), ("1 MP",)]
    assert [one.is_new for one in found.entries] == [False, True, False]
    assert lines(found.replaced) == ["Red One + Red Two march 3"]


def test_a_line_of_several_orders_loses_those_of_the_unit_alone() -> None:
    stood = entry(Shoot("Red One", "Blue One"), Shoot("Red Two", "Blue One"), cost="needs 4+")
    found = joined([stood], [entry(Shoot("Red One", "Blue Two"), number=1)])
    assert lines(found.entries) == ["Red Two fire at Blue One", "Red One fire at Blue Two"]
    assert found.entries[0].costs == ("needs 4+",)


def test_a_line_whose_units_all_have_another_falls_and_the_first_place_is_taken() -> None:
    found = joined([entry(R1), entry(Shoot("Blue One", "Red One")), entry(R2)], [entry(BOTH_MARCH, number=1)])
    assert lines(found.entries) == ["Red One + Red Two march 3", "Blue One fire at Red One"]
    assert lines(found.replaced) == ["Red One march 1", "Red Two march 2"]


def test_what_goes_with_other_orders_takes_the_place_of_its_kind_alone_and_is_left_alone_by_others() -> None:
    stood = [entry(R1), entry(Cheer("Red One"))]
    cheered = joined(stood, [entry(Cheer("Red One", "cheer loudly"), number=1)])
    assert lines(cheered.entries) == ["Red One march 1", "Red One cheer loudly"]
    marched = joined(stood, [entry(March(("Red One",), 4), number=1)])
    assert lines(marched.entries) == ["Red One march 4", "Red One cheer"]


@pytest.mark.parametrize("verdict", ["accepted", "refused"])
def test_a_plan_that_is_begun_again_takes_the_place_of_all_its_lines(verdict: str) -> None:
    plan = [entry(Plan("The left", "plan")), entry(Plan("The right", "waits"))]
    stood = [entry(R1), *plan, entry(Plan("Others", "march", "their plan"))]
    again = entry(Plan("The centre", "plan", opens_block=True), number=1, verdict=verdict)
    found = joined(stood, [again])
    if verdict == "accepted":
        assert lines(found.replaced) == ["The left plan", "The right waits"]
        assert lines(found.entries) == ["Red One march 1", "Others march", "The centre plan"]
    else:
        assert found.replaced == ()
        assert lines(found.entries) == [*lines(stood), "The centre plan"]


def test_a_line_of_a_plan_alone_leaves_the_rest_of_it() -> None:
    stood = [entry(Plan("Red One", "plan")), entry(Plan("Red Two", "left"))]
    found = joined(stood, [entry(Plan("Red Two", "right"), number=1)])
    assert lines(found.entries) == ["Red One plan", "Red Two right"]


def test_who_sends_everything_again_to_correct_one_line_has_doubled_nothing() -> None:
    stood = [entry(R1), wrong("Red Two marhc 2")]
    found = joined(stood, [entry(R1, number=1), entry(R2, number=2)], corrects=True)
    assert [(one.canonical, one.number) for one in found.entries] == [
        (("Red One march 1",), 1),
        (("Red Two march 2",), 2),
    ]
    assert lines(found.replaced) == ["Red One march 1"]


def test_a_corrected_line_takes_the_place_of_the_refused_one_that_it_is_most_like() -> None:
    stood = [wrong("Red Two marhc 2"), entry(Shoot("Blue One", "Red One")), wrong("Red One marhc 1"), wrong("Blue")]
    found = joined(stood, [entry(R1, number=1)], corrects=True)
    assert lines(found.entries) == ["Red Two marhc 2", "Blue One fire at Red One", "Red One march 1", "Blue"]
    amended = joined(stood, [entry(R1, number=1)])
    assert lines(amended.entries)[-1] == "Red One march 1", "a letter that answers no error goes to the end"


def test_a_line_that_is_more_like_a_good_one_of_its_own_unit_corrects_that() -> None:
    stood = [wrong("Blue Two fire at nobody"), entry(R1)]
    found = joined(stood, [entry(March(("Red One",), 2), number=1)], corrects=True)
    assert lines(found.entries) == ["Blue Two fire at nobody", "Red One march 2"]
    assert lines(found.replaced) == ["Red One march 1"]


def test_a_line_that_is_still_wrong_takes_the_place_of_the_one_that_it_corrects() -> None:
    found = joined([wrong("Red Two marhc 2"), entry(R1)], [wrong("Red Two march 9", 1)], corrects=True)
    assert lines(found.entries) == ["Red Two march 9", "Red One march 1"]
    assert found.replaced == ()


# ---------------------------------------------------------------------- the old places of lines that were refused once


def places(stood: str, then: str) -> str:
    """Lines by letters: small ones were accepted, capitals refused."""

    def entries(letters: str) -> list[LineOnFile]:
        return [
            LineOnFile(
                one, canonical=(one,) if one.islower() else (), verdict="accepted" if one.islower() else "refused"
            )
            for one in letters
        ]

    return "".join(one.written for one in with_old_places(entries(stood), entries(then)))


@pytest.mark.parametrize(
    ("stood", "then", "found"),
    [
        pytest.param("ab", "aXb", "aXb", id="between the two that it stood between"),
        pytest.param("ab", "Xab", "Xab", id="before the first"),
        pytest.param("ab", "abX", "abX", id="behind the last"),
        pytest.param("ab", "aXYb", "aXYb", id="two in their sequence"),
        pytest.param("ab", "aXbY", "aXbY", id="each in its own"),
        pytest.param("acb", "aXb", "acXb", id="before what stood below it, where a line came between"),
        pytest.param("ac", "aXb", "aXc", id="behind what stood above it, where what stood below has gone"),
        pytest.param("bc", "aXb", "Xbc", id="before what stood below it, where what stood above has gone"),
        pytest.param("cd", "aXb", "cdX", id="at the end, where neither is left"),
        pytest.param("ba", "aXb", "Xba", id="before what stood below it, where that stands first now"),
        pytest.param("aYb", "aXb", "aXb", id="what was refused later is gone"),
        pytest.param("aba", "aXb", "aXba", id="where a line stands twice"),
        pytest.param("", "XY", "XY", id="where nothing stands"),
        pytest.param("ab", "ab", "ab", id="where nothing was refused"),
    ],
)
def test_refused_lines_go_back_to_where_they_stood_among_what_still_stands(stood: str, then: str, found: str) -> None:
    assert places(stood, then) == found
