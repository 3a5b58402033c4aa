"""Lines of battle plans in many words: conditions, lists of targets, who guards whom; and orders among remarks."""

import pytest

from pbem.language.lexicon import made
from tests.language.score import Row, judged

PLAN, MAP, VILLAGE = ("army", "pos:np-plan", "P in plan"), ("army", "big-hole", "E"), ("indian", "big-hole", "B")
TAKEN = (
    ("at half losses: everyone south", "line 1: once lost half: all leave south"),
    (
        "if we take fifty percent casualties everyone is to leave by the south",
        "line 1: once lost half: all leave south",
    ),
    ("One man in three down and we're off, all hands, nearest edge.", "line 1: once lost third: all leave nearest"),
    ("after the third loss everybody leaves by the nearest edge", "line 1: once lost 3: all leave nearest"),
    ("once lost 3: everyone's to leave", "line 1: once lost 3: all leave nearest"),
    ("stop in the fifth turn", "stop when turn 5"),
    ("STOP ME IF: enemy 2 or less from HQ", "stop when enemy within 2 of HQ"),
    ("scouts guard the guns, two hexes off", "line 1: scouts guard guns at 2"),
    ("scouts guard guns (2)", "line 1: scouts guard guns at 2"),
    ("Perry keep the howitzer safe", "line 1: Perry guard Howard Howitzer at 4"),
    ("the howitzer is guarded by Perry", "line 1: Perry guard Howard Howitzer at 4"),
    ("guns fire at braves, failing that any target", "line 1: guns fire at braves, any"),
    ("guns fire at (1) braves (2) lodges within 8", "line 1: guns fire at braves, lodges within 8"),
    ("the guns fire at the braves, and at lodges if there are no braves", "line 1: guns fire at braves, lodges"),
    ("Perry hangs back four hexes and snipes at the braves", "line 1: Perry skirmish braves at 4"),
    ("cavalry charge the braves whenever the odds reach 25", "line 1: cavalry charge braves at advantage 25"),
    ("How. shells braves.", "line 1: Howard Howitzer shell braves"),
)
ON_THE_MAP = (
    ("Green -> 0816, Wiles 0", "Green move 0817 to 0816; Wiles stay"),
    ("both at Boise stay", "Green + Wiles stay"),
    ("0817: stay", "Green + Wiles stay"),
    (
        "all of lapwai 2 0708 but not whipple he stays",
        "Perry + Walla Walla Volunteers + Washington Volunteers move 0709 to 0708",
    ),
    ("Mason to 1408. Jackson likewise to the same hex.", "Mason move 1308 to 1408; Jackson move 1308 to 1408"),
    ("Jackson goes to 1309, the rest wait for him", "Jackson move 1308 to 1309"),
)
ASKED = (
    (MAP, "green up 1 hex, wiles stop home", "Green move 0817 to 0816; Wiles stay"),
    (VILLAGE, "Village + Joseph: 1612. One-eyed general can whistle.", "Indian Village + Joseph move 1512 to 1612"),
    (MAP, "Perry to 0708. If this is a mistake, it is a small one.", "Perry move 0709 to 0708"),
)


def _said(where: tuple[str, str, str], text: str) -> tuple[str, ...]:
    (one,) = judged(Row("", "nezperce", *where, "", text, ""), text)
    if one.problem is not None:
        return one.problem.suggest
    return ("; ".join(one.canonical),)


@pytest.mark.parametrize(("text", "order"), TAKEN)
def test_a_line_of_a_plan_is_taken(text: str, order: str) -> None:
    assert _said(PLAN, text) == (order,)


@pytest.mark.parametrize(("text", "order"), ON_THE_MAP)
def test_a_line_for_the_map_is_taken(text: str, order: str) -> None:
    assert _said(MAP, text) == (order,)


@pytest.mark.parametrize(("where", "text", "order"), ASKED)
def test_a_line_is_asked_about(where: tuple[str, str, str], text: str, order: str) -> None:
    assert _said(where, text) == (order,)


def test_a_phrase_stands_for_its_wordings() -> None:
    words = {
        "phrases": {"half": ["half", "50 %"]},
        "act": {"leave": {"line": "leave", "sure": ["lose @half of? them"]}},
    }
    entries = made([words]).entries["lose"]
    assert sorted(len(one.words) for one in entries) == [4, 5]
