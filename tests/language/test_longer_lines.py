"""Lines of prose that say more than who does what: for when, on what condition, who is left out, what is taken back."""

import pytest

from pbem.core.options import Options
from pbem.orders.headings import SaidFor, said_for
from pbem.orders.rehearsal import rehearse
from pbem.orders.verdict import ACCEPTED, PROSE, REFUSED
from pbem.systems import registry
from tests.orders.broken import read

STANDING = [
    (
        "SO: C/3 if meleed at 3:2 or worse, RBM 3513, otherwise stand.",
        "when C/3 Cav is meleed and odds 3:2 or worse then C/3 Cav retreat before melee to 3513 else stand",
    ),
    (
        "if the Sioux jump G/3 at all I'd rather they ran off to 3513 than fight it out",
        "when G/3 Cav is meleed then G/3 Cav retreat before melee to 3513",
    ),
    (
        "Should Crow King quit the zone of Van Vliet's company, that company will open fire upon him.",
        "when Crow King leaves zoc of C/3 Cav then C/3 Cav fire half",
    ),
    (
        "If C/3 is attacked at odds of 2:1 or worse it will withdraw to 3513; otherwise it will stand.",
        "when C/3 Cav is meleed and odds 2:1 or worse then C/3 Cav retreat before melee to 3513 else stand",
    ),
    ("All companies will confine opportunity fire to mounted targets.", "policy all opfire: mounted targets"),
]


@pytest.mark.parametrize(("line", "canonical"), STANDING)
def test_what_is_done_when_something_happens_is_a_standing_order(line: str, canonical: str) -> None:
    (found,) = read("us", "C", line).lines
    assert found.canonical == (canonical,), found.refusal_text


LONGER = [
    ("9th Inf (all 3) lie down", ["C/9 Inf prone", "G/9 Inf prone", "H/9 Inf prone"]),
    ("Nobody in the 2nd Cavalry goes anywhere", ["A/2 Cav + B/2 Cav + D/2 Cav + E/2 Cav + I/2 Cav stay"]),
    (
        "Mister Noyes with all his cavalry goes to 3210",
        ["A/2 Cav + B/2 Cav + D/2 Cav + E/2 Cav + I/2 Cav + Capt Noyes move 3310-3210"],
    ),
    ("could the two companies up at 3712 shuffle one hex to the north? Thanks!", ["I/3 Cav + M/3 Cav move 3712-3711"]),
    ("The infantry of the 4th goes prone", ["D/4 Inf prone", "F/4 Inf prone"]),
    ("The miners should go where the infantry of the 4th is", ["Miners move 2912-3012-3112"]),
    ("M/3 to 3613, no sorry 3612", ["M/3 Cav move 3712-3612"]),
    ("L/3 stay Miners prone", ["L/3 Cav stay", "Miners prone"]),
]


@pytest.mark.parametrize(("line", "canonical"), LONGER)
def test_corrections_groups_and_companions_are_read(line: str, canonical: list[str]) -> None:
    (found,) = read("us", "C", line).lines
    assert list(found.canonical) == canonical, found.refusal_text


OFFERED = [
    ("L/3 stays put obvs its pinned", "L/3 Cav stay"),
    (
        "2nd Cav en bloc flombling 3210, Noyes too.",
        "A/2 Cav + B/2 Cav + D/2 Cav + E/2 Cav + I/2 Cav + Capt Noyes move 3310-3210",
    ),
    ("Everybody tries to mount except flombles, Good Heart mounts", ""),
]


@pytest.mark.parametrize(("line", "offer"), OFFERED)
def test_what_is_not_sure_is_offered_with_the_units_and_the_verb_of_the_line(line: str, offer: str) -> None:
    (found,) = read("us", "C", line).lines
    assert found.verdict == REFUSED
    texts = ["; ".join(one) for one in found.choices]
    assert (offer in texts) if offer else not any("mount" in one and "Good Heart" not in one for one in texts)


@pytest.mark.parametrize(
    "line",
    [
        "G/3 puts itself at the mercy of C/3, prone",
        "The mule train of the Ninth Infantry will stand fast.",
        "9th Inf, all of them and the flombles, to 3212",
        "A/3: 3610 / Mills: with flombles",
    ],
)
def test_nobody_is_ordered_who_was_only_spoken_of(line: str) -> None:
    (found,) = read("us", "C", line).lines
    assert found.verdict != ACCEPTED, found.canonical


@pytest.mark.parametrize("line", ["===== 3rd Cav (Henry, Mills, Van Vliet) =====", "FIRE PHASE (T3) - Crow King group"])
def test_a_heading_is_no_order(line: str) -> None:
    assert [one.verdict for one in read("us", "C", line).lines] == [PROSE]


MARKERS = [
    (
        "When Reno finally gets his turn have him bring A and M to 1522",
        "in Reno: Co. A + Co. M + Reno move 1623-1523-1522",
    ),
    ("Upon activation, Major Reno will lead Companies A and M to 1522.", ""),
    ("Reno's chit: G+Rees 1622.", "in Reno: Co. G + Ree Scouts move 1723-1622"),
    ("Company G, when Reno is next activated, is to dismount.", "in Reno: Co. G dismount"),
    ("If the marker of Benteen comes, company K enters by 2824.", "in Benteen: Co. K enter 2824"),
]


@pytest.mark.parametrize(("line", "canonical"), MARKERS)
def test_prose_says_in_its_own_way_for_which_marker_it_is(line: str, canonical: str) -> None:
    game = registry.game("custer")
    state = game.system.open("little-big-horn", Options())
    (found,) = rehearse(game.system, game.dialect, state, "us", "A", line).lines
    assert found.verdict == ACCEPTED, found.refusal_text
    assert found.canonical[0].startswith("in ")
    assert not canonical or found.canonical == (canonical,)


LETTERS = {"reno": "R", "noyes": "N", "sans arc": "S"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("renos lot to 1521 whn his marker is up", SaidFor("R", "reno", "renos lot to 1521")),
        ("Noyes: D, E > 1117", SaidFor("N", "Noyes", "       D, E > 1117")),
        ("Noyes: 1117", None),
        ("Henry moves to 1117", None),
        ("Sans Arc | village 1 | 1212", SaidFor("S", "Sans Arc", "Sans Arc village 1 | 1212")),
    ],
)
def test_the_words_that_say_for_which_phase_are_cut(line: str, expected: SaidFor | None) -> None:
    def names_unit(text: str) -> bool:
        return text.startswith(("D, E", "Noyes", "Sans Arc village 1"))

    assert said_for(line, lambda name: LETTERS.get(name.lower(), ""), names_unit) == expected
