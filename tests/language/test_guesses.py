"""Verbs that nobody knows: what they may stand for is offered, never carried out, and chat stays chat."""

import pytest

from pbem.orders.rehearsal import ACCEPTED, PROSE, REFUSED
from tests.language.score import Row, judged

POSITIONS = {
    "move": ("rosebud", "us", "in-contact", "C"),
    "fire": ("rosebud", "indian", "in-contact", "B"),
    "melee": ("littlebighorn", "us", "pos:lbh-melee", "F"),
    "custer": ("custer", "us", "little-big-horn", "A"),
    "table-top": ("miniatures", "american", "creek-ford", "A"),
    "nezperce": ("nezperce", "army", "big-hole", "E"),
    "plan": ("nezperce", "army", "pos:np-plan", "P in plan"),
}


def offers(where: str, line: str) -> tuple[str, ...]:
    """The offers of the only verdict on a line, none of which is accepted."""
    (found,) = judged(Row("", *POSITIONS[where], "", line, ""), line)
    assert found.verdict == REFUSED, line
    assert found.problem is not None
    return tuple(found.problem.suggest)


@pytest.mark.parametrize(
    ("where", "line", "meant"),
    [
        ("move", "G/3 frobnicates", "G/3 Cav recover"),
        ("move", "G/3 frobnicates 3513", "G/3 Cav move 3512-3513"),
        ("fire", "Crow King frobnicates G/3", "Crow King fire full at G/3 Cav"),
        ("melee", "M/7 frobnicates 7118", "M/7 Cav melee 7118"),
        ("custer", "Co. F frobnicates", "Co. F dismount"),
        ("table-top", "Third Company frobnicates 4", "Third Company: ahead 4.00"),
        ("nezperce", "Rawn frobnicates 1511", "Rawn move 1410 to 1511"),
        ("plan", "cavalry frobnicate the braves", "line 1: cavalry charge braves"),
    ],
)
def test_what_an_unknown_verb_may_stand_for_is_offered(where: str, line: str, meant: str) -> None:
    assert meant in offers(where, line)


def test_words_of_a_turn_of_phrase_come_before_others() -> None:
    assert offers("move", "G/3 shakes off its disorder, nothing else from them.")[0] == "G/3 Cav recover"


@pytest.mark.parametrize(
    ("where", "line"), [("move", "G/3 does not frobnicate"), ("fire", "Crow King never frobnicates")]
)
def test_a_negation_stays_in_every_guess(where: str, line: str) -> None:
    assert all(one.endswith((" stay", " don't fire")) for one in offers(where, line))


@pytest.mark.parametrize("line", ["A/3 to 3612 and E/3 frobnicates", "E/3 frobnicates with A/3 at 3612"])
def test_nobody_who_is_named_is_left_out_of_a_guess(line: str) -> None:
    assert all("A/3 Cav" in one and "E/3 Cav" in one for one in offers("move", line))


@pytest.mark.parametrize("line", ["L/3 looks a bit peaky", "Poor old Crook was grumbling again at dinner."])
def test_chat_stays_chat(line: str) -> None:
    (found,) = judged(Row("", *POSITIONS["move"], "", line, ""), line)
    assert found.verdict == PROSE


def test_no_guess_is_ever_carried_out() -> None:
    for where, line in (
        ("move", "I/3 frobnicates"),
        ("fire", "Lone Bull frobnicates E/3"),
        ("plan", "guns frobnicate"),
    ):
        assert all(one.verdict != ACCEPTED for one in judged(Row("", *POSITIONS[where], "", line, ""), line)), line
