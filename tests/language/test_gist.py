"""The gist of a line that fits no grammar is asked about; nothing of it is carried out."""

import pytest

from pbem.language.gist import without_idle
from pbem.language.kept import leaves_out
from pbem.language.wording.spans import in_sequence, spans, takes_back
from pbem.orders.verdict import PROSE, REFUSED
from tests.language.test_said_otherwise import (
    CREEK,
    CUSTER,
    CUSTER_RENO,
    LBH,
    LBH_MELEE,
    NEZ_PERCE,
    PLAN,
    ROSEBUD,
    ROSEBUD_FIRE,
    Where,
    read,
)

ASKED = [
    # A story around an order, and a pronoun that goes back to it.
    (
        LBH,
        "I know what you expect, and M Company would like nothing better, but it gets down from its horses at 7218.",
        "M/7 Cav dismount",
    ),
    # Auxiliaries and participles.
    (
        ROSEBUD,
        "Captain Noyes will take A and B Companies to 3410, leaving D and E in their present position.",
        "A/2 Cav + B/2 Cav + Capt Noyes move 3310-3410; D/2 Cav + E/2 Cav stay",
    ),
    (
        CUSTER,
        "Captain Keogh's Company I is to seize 1816; Company L will conform.",
        "Co. I move 1917-1816; Co. L move 1917-1816",
    ),
    # Tables.
    (
        LBH_MELEE,
        "Target 7016: A/7, G/7, Reno; Pursuit: no; Advance: no",
        "A/7 Cav + G/7 Cav + Maj Reno melee 7016; A/7 Cav + G/7 Cav + Maj Reno no pursuit;"
        " A/7 Cav + G/7 Cav + Maj Reno no advance",
    ),
    (CUSTER, "Co. F | 1916 | 1815 | mounted; Scouts | 1916 | 1916 | no move", "Co. F move 1916-1815; Scouts stay"),
    (
        ROSEBUD_FIRE,
        "Good Heart <- Big Road, He Dog (full)",
        "Big Road fire full at Good Heart; He Dog fire full at Good Heart",
    ),
    (CREEK, "Gun = stay; Colonel = Third Company", "Gun: stay; Colonel: join Third Company"),
    # Places that lie beyond one turn.
    (
        PLAN,
        "The howitzer can lob shells at the braves, but no farther off than ten hexes.",
        "Howard Howitzer shell braves within 10",
    ),
]


@pytest.mark.parametrize(("where", "line", "offer"), ASKED)
def test_the_gist_of_a_line_is_offered(where: Where, line: str, offer: str) -> None:
    found, offers, verdict = read(where, line)
    assert (found, verdict) == ([], REFUSED)
    assert offer in [one.removeprefix("line 1: ") for one in offers]


@pytest.mark.parametrize(
    ("where", "line", "never"),
    [
        (CUSTER, "F rides to 1815 if the Sioux flomble, and stays there otherwise", "Co. F move 1916-1815"),
    ],
)
def test_no_gist_leaves_out_a_condition(where: Where, line: str, never: str) -> None:
    found, offers, verdict = read(where, line)
    assert (found, verdict) == ([], REFUSED)
    assert never not in offers


@pytest.mark.parametrize(
    ("where", "line"),
    [
        (CUSTER_RENO, "I'll bet Rain in Face never even wanted to be at 1317."),
        (NEZ_PERCE, "those lodges at 1502 r realy close 2 perry huh"),
        (ROSEBUD, "Has Young Two Moon the right to shoot at F/3 when F/3 is running away?"),
    ],
)
def test_talk_without_any_gist_is_chat(where: Where, line: str) -> None:
    found, offers, verdict = read(where, line)
    assert (found, offers, verdict) == ([], [], PROSE)


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        ("He is tired, so F stays; C goes to 1815", ["He is tired", "F stays", "C goes to 1815"]),
        ("so near that they may come", ["so near that they may come"]),
        ("G. Smith stays. F goes", ["G. Smith stays", "F goes"]),
        ("Scouts 1815. No wait, 1816", ["Scouts 1815", "1816"]),
    ],
)
def test_a_line_is_cut_between_its_clauses(line: str, pieces: list[str]) -> None:
    assert [line[one.start : one.end] for one in spans(line)] == pieces


def test_a_table_is_put_into_the_sequence_of_a_sentence() -> None:
    assert in_sequence("Good Heart <- Big Road") == "Big Road > Good Heart"
    assert in_sequence("Pursuit: no; Advance: none") == "no Pursuit; no Advance"


def test_words_that_take_back_are_known() -> None:
    assert takes_back("No, excuse me, it attacks 7117")
    assert not takes_back("no advance")


def test_who_does_more_is_not_told_to_stay() -> None:
    assert without_idle(("Reno stay", "Reno + Co. A move 1618")) == ("Reno + Co. A move 1618",)
    assert without_idle(("Co. C stay", "Co. A move 1618")) == ("Co. C stay", "Co. A move 1618")


@pytest.mark.parametrize(
    ("where", "line"),
    [
        (ROSEBUD_FIRE, "Crow King trains half his guns on G/3"),
        (CREEK, "First Company right 30 degrees"),
        (CREEK, "First Company 30 degrees right"),
        (CUSTER, "custer go 2017 both"),
    ],
)
def test_a_word_that_changes_an_order_is_not_left_out_unasked(where: Where, line: str) -> None:
    found, _, verdict = read(where, line)
    assert (found, verdict) == ([], REFUSED)


def test_half_a_name_is_no_half() -> None:
    assert not leaves_out("Half Yellow Face stays", ("Half Yellow Face stay",))
    assert not leaves_out("First Company half a foot forward", ("First Company: ahead 6.00",))
    assert leaves_out("Crow King half at G/3", ("Crow King fire full at G/3",))
