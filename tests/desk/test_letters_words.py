"""What a letter's words come to once they are read: commands put together, lines told, and how many of each are too many."""

from collections.abc import Sequence

import pytest

from pbem.core.options import Options
from pbem.core.order import Illegal
from pbem.desk.incoming.letter_requests import (
    Asked,
    LetterRequests,
    accepted_lines,
    is_without_orders,
    order_lines,
    refused,
    refused_block,
    wishes_of,
)
from pbem.orders.lines import MOST_COMMANDS, MOST_NUMBERS, MOST_QUESTIONS
from pbem.orders.rehearsal import LineVerdict, RehearsalResult, rehearse
from tests.desk.skirmish import Skirmish
from tests.desk.words import SkirmishWords


def read(*lines: str) -> RehearsalResult:
    system = Skirmish()
    state = system.open("meadow", Options())
    return rehearse(system, SkirmishWords(), state, "red", "A", "\n".join(lines))


def wishes(*lines: str) -> LetterRequests:
    return wishes_of(read(*lines))


def test_the_last_word_of_readiness_counts() -> None:
    assert wishes("ready", "wait").ready == "wait"
    assert wishes("wait", "ready").ready == "ready"
    assert wishes("status").ready == ""


def test_commands_are_put_together_each_with_its_own_words() -> None:
    found = wishes(
        "withdraw line 2", "move order 2 before 1", "nonce: of mine", "preview standing", "resend 3-5", "1 2"
    )
    assert (found.withdraws, found.moves, found.nonce) == (("2",), ((2, "before", 1),), "of mine")
    assert (found.preview, found.dry_run, found.digits) == (True, True, (1, 2))
    assert found.asks == (Asked("resend", "3-5", "resend 3-5"),)
    other = wishes("withdraw", "preview")
    assert (other.withdraws, other.preview, other.dry_run) == (("all",), True, False)
    assert wishes("status").withdraws == ()


@pytest.mark.parametrize(
    ("words", "most", "of", "what"),
    [
        ("cancel order {n}", MOST_COMMANDS, "cancels_", "cancels"),
        ("move order {n} before 1", MOST_COMMANDS, "moves", "moves of standing orders"),
        ("resend {n}", MOST_QUESTIONS, "asks", "questions to the desk"),
    ],
)
def test_as_many_commands_as_a_letter_may_have_are_read_and_one_more_is_told(
    words: str, most: int, of: str, what: str
) -> None:
    lines = [words.format(n=n) for n in range(2, most + 3)]
    whole, over = wishes(*lines[:-1]), wishes(*lines)
    assert len(getattr(whole, of)) == most
    assert whole.unread == ()
    assert getattr(over, of) == getattr(whole, of)
    assert over.unread == (f"We read {most} of your {most + 1} {what}.  Send the others in another letter.",)
    twice = wishes(*lines[:-1], lines[0])
    assert twice.unread == (), "one that is said twice is one"


def test_as_many_answers_as_a_letter_may_have_are_read_and_each_counts_though_it_is_the_same() -> None:
    lines = ["1 1 1 1 1"] * (MOST_NUMBERS // 5)
    assert len(wishes(*lines).digits) == len(lines) * 5
    found = wishes(*lines, *lines, "2")
    assert len(found.digits) == MOST_NUMBERS
    assert "answers" in found.unread[0]


def verdict(problem: Illegal | None) -> LineVerdict:
    return LineVerdict(4, "Red One jump", "refused" if problem else "accepted", problem=problem, caret=(8, 12))


@pytest.mark.parametrize("count", [0, 2, 3, 4])
def test_a_refused_line_says_three_things_to_write_instead_at_most(count: int) -> None:
    suggest = tuple(f"Red One march {n}" for n in range(count))
    found = refused(verdict(Illegal("E130", "Nobody jumps.", words="jump", suggest=suggest)))
    assert (found.number, found.text, found.instead) == (4, "Red One jump", suggest[:3])
    assert "E130" in "\n".join(found.block)
    assert "Nobody jumps." in "\n".join(found.block)


def test_a_line_without_a_problem_is_told_as_it_stands() -> None:
    assert refused_block(verdict(None)) == ("line 4  Red One jump",)
    assert refused(verdict(None)).instead == ()


def texts(lines: Sequence[LineVerdict]) -> list[str]:
    return [one.text for one in lines]


def test_what_is_an_order_what_may_be_filed_and_what_is_neither() -> None:
    found = read("Red One fire at Blue One", "Red One fly", "policy cover: duck", "status", "Red Two fire at Red One")
    assert texts(order_lines(found)) == ["Red One fire at Blue One", "Red One fly", "Red Two fire at Red One"]
    assert texts(accepted_lines(found)) == ["Red One fire at Blue One"]
    assert not is_without_orders(found)
    assert is_without_orders(read("How are you?", "I am fine."))
    assert not is_without_orders(read("How are you?", "status"))
