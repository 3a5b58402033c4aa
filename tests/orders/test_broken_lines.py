"""Broken lines: what was meant is offered to be copied, and nothing else is ever taken for it."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias

import pytest

from pbem.core.options import Options
from pbem.orders.lines import own_lines
from pbem.orders.rehearsal import ACCEPTED, Occasion, RehearsalResult, judge_lines, parse_lines
from pbem.systems import registry
from tests.orders import broken_custer
from tests.orders.broken import WAYS, Broken, broken_lines, lawful_lines, phase_of, read, wrong_phase

LINES = pytest.mark.parametrize("lines", [200, pytest.param(1000, marks=pytest.mark.series)])
OFFERED = 0.93
SHOWN = 0.9
"""The whole line stands in the answer; for a path of one step with a bad hex the answer names the hex alone (E120)."""


Read: TypeAlias = Callable[[Broken, str], RehearsalResult]


def in_rosebud(broken: Broken, line: str) -> RehearsalResult:
    return read(broken.good.side, phase_of(broken), line)


def in_custer(broken: Broken, line: str) -> RehearsalResult:
    return broken_custer.read(broken.good.place, line)


@pytest.mark.slow
@LINES
def test_what_was_meant_is_offered_and_nothing_else_is_taken(lines: int) -> None:
    whole = broken_lines(lines, lawful_lines(), lambda good, line: read(good.side, good.phase, line))
    judge(lines, whole, in_rosebud)


@pytest.mark.slow
@LINES
def test_the_same_in_the_other_game(lines: int) -> None:
    ways = [way for way in WAYS if way is not wrong_phase]  # a marker's line has no other phase of that player turn
    lawful = broken_custer.lawful_lines()
    judge(lines, broken_lines(lines, lawful, lambda good, line: broken_custer.read(good.place, line), ways), in_custer)


def judge(number: int, lines: Iterable[Broken], read_: Read) -> None:
    became: Counter[str] = Counter()
    taken_wrongly, not_offered = [], []
    for broken in lines:
        verdict = read_(broken, broken.line).lines[0]
        if verdict.verdict == ACCEPTED:
            became["repaired"] += 1
            # A firer and their target are an order to fire with everything: nobody can tell that half was meant.
            is_bare = broken.line == broken.good.line.replace(" fire half at", "")
            if verdict.orders != broken.good.orders and not is_bare:
                taken_wrongly.append(f"{broken.line!r} for {broken.good.line!r}: {verdict.canonical}")
            continue
        offered = [
            line
            for line in (verdict.problem.suggest if verdict.problem else ())
            if [(one.verdict, one.orders) for one in read_(broken, line).lines] == [(ACCEPTED, broken.good.orders)]
        ]
        became["offered"] += bool(offered)
        became["shown"] += any(line in verdict.refusal_text for line in offered)
        if not offered:
            not_offered.append(f"{broken.how}: {broken.line!r} for {broken.good.line!r}")
    assert taken_wrongly == []
    assert became["repaired"] + became["offered"] >= number * OFFERED, not_offered
    assert became["repaired"] + became["shown"] >= number * SHOWN


@pytest.mark.parametrize(
    "line",
    [
        "Good luck, Miguel!",
        "Good luck, Miguel, and mind the cliffs this time!",
        "Crow is strong today",
        "watch out for Crow King",
        "K. Hale",
        "Black times ahead",
    ],
)
def test_words_behind_a_name_that_are_near_no_order_are_prose(line: str) -> None:
    assert [one.verdict for one in read("us", "C", line).lines] == ["not an order"]


@pytest.mark.parametrize(
    "line", ["L/3 mout", "Good Heart", "I/3 galop 3713", "Good Heart frie half at Rain in the Face"]
)
def test_what_is_nearly_an_order_is_answered_as_one(line: str) -> None:
    assert [one.verdict for one in read("us", "B", line).lines] == ["refused"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "A/2 move Fort Fetterman",
            "E111  'Fort Fetterman' isn't a path: give hexes, or steps (2S NE).\n      The form is   UNIT move HEX-HEX",
        ),
        ("stya", "E110  'stya' is no order and no unit."),
        ("G/3 recover; montu", "If you meant   G/3 recover; mount :  G/3 Cav cannot mount: its\n      holders"),
    ],
)
def test_what_was_not_understood_is_named(line: str, answer: str) -> None:
    assert answer in read("us", "C", line).lines[0].refusal_text


def test_a_letter_alone_is_a_stack_of_the_report() -> None:
    told = " ".join(read("indian", "C", "d dismount").lines[0].refusal_text.split())
    assert "For your stack with that letter write stack d" in told


def test_why_the_one_line_that_can_have_been_meant_is_not_lawful_is_said() -> None:
    told = " ".join(broken_custer.read(0, "Low Dog enter reno").lines[0].refusal_text.split())
    assert "If you meant Low Dog enter 1623 : Low Dog is on the board already" in told


def test_slips_in_a_set_up_are_asked_about_or_refused_and_never_taken_for_something_else() -> None:
    """``mountd`` was left out, and ``Old Crw`` was another unit's name."""
    game = registry.game("rosebud")
    state = game.system.open("historical", Options())
    occasion = Occasion(game.system, game.dialect, state, "us", "S", {}, True, False)
    lines = ("Old Crw set up 2603", "Good Haert and Old Crow set up 2603", "C/3 holders set up 3413 mountd")
    one, two, three = judge_lines(occasion, parse_lines(occasion, own_lines("\n".join(lines)).lines)).lines
    assert one.choices == (("Old Crow set up 2603",),)
    assert two.choices == (("Good Heart + Old Crow set up 2603",),)
    assert three.problem is not None
    assert "C/3 holders set up 3413 mounted" in three.problem.text
