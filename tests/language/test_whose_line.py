"""Whom a line is for: the marker that calls those named, those in a hex, all whom a marker takes, his men without him."""

import pytest

from pbem.orders.verdict import ACCEPTED, REFUSED
from tests.language.test_said_otherwise import CUSTER, CUSTER_RENO, Where, read

INDIANS = "custer", "indian", "little-big-horn", "A"

TAKEN = [
    # No marker of the side's is in play, and one alone calls those whom the line names.
    (INDIANS, "Deeds: stand.", ["in Hunkpapa: Deeds stay"]),
    (INDIANS, "deeds dont move a muscle", ["in Hunkpapa: Deeds stay"]),
    (INDIANS, "Wooden Leg + Comes in Sight -> 1109", ["in Cheyenne: Wooden Leg + Comes in Sight move 1008-1109"]),
    (
        INDIANS,
        "Cheyenne / Wooden Leg, Comes in Sight / 1109",
        ["in Cheyenne: Wooden Leg + Comes in Sight move 1008-1109"],
    ),
    (
        INDIANS,
        "Over with the Oglalas, Crazy Horse takes Low Dog out to 1014 to see what the fuss is about.",
        ["in Oglala: Low Dog + Crazy Horse move 0914-1014"],
    ),
    (
        INDIANS,
        "Crow King and Sitting Bull go to 1216, because they come there. It is of the Hunkpapa circle that I speak.",
        ["in Hunkpapa: Crow King + Sitting Bull move 1116-1216"],
    ),
    # Whose they are is said ahead of them.
    (INDIANS, "Of the Oglala only Crazy Horse moves, to 1014", ["in Oglala: Crazy Horse move 0914-1014"]),
    (INDIANS, "By the Cheyenne the Yellow Nose does not move himself.", ["in Cheyenne: Yellow Nose stay"]),
    (CUSTER, "Reno's A and M will dismount and fight on foot.", ["in Reno: Co. A dismount", "in Reno: Co. M dismount"]),
    (CUSTER, "Benteen's column: Company K enters at 2824.", ["in Benteen: Co. K enter 2824"]),
    # How many of his.
    (CUSTER_RENO, "Reno's three companies attack 1418", ["Co. A + Co. G + Co. M attack 1418"]),
    (CUSTER, "Custer and his five companies stay", ["Co. C + Co. E + Co. F + Co. I + Co. L + Custer stay"]),
    # Who of them advances.
    (CUSTER_RENO, "A and M x 1417, adv w/ M", ["Co. A + Co. M attack 1417", "Co. M advance 1417"]),
    (CUSTER_RENO, "Rees one hex SE of 1519", ["Ree Scouts move 1519-1619"]),
    # Villages by number.
    (INDIANS, "second Cheyenne village to 0906", ["in Cheyenne: Cheyenne village 2 move 0907-0906"]),
    (INDIANS, "Sans Arc: Sans Arc vill. 1 -> 1212", ["in Sans Arc: Sans Arc village 1 move 1313-1212"]),
    # Those who stand in a hex.
    (CUSTER_RENO, "1518 dismounts", ["Co. A dismount", "Co. M dismount"]),
    (CUSTER_RENO, "1519 don't move", ["Co. G + Ree Scouts stay"]),
    (CUSTER_RENO, "All three in 1518 dismount", ["Co. A dismount", "Co. M dismount"]),
    (CUSTER_RENO, "both in 1519 dismount", ["Co. G dismount", "Ree Scouts dismount"]),
    (CUSTER_RENO, "The whole lot at 1518 dismount", ["Co. A dismount", "Co. M dismount"]),
    (CUSTER, "C and E one hex NW", ["Co. C + Co. E move 2018-1918"]),
    # His men without him, where he was told something himself; and all who are his.
    (CUSTER, "Custer goes to 1917, his companies wait.", ["Custer move 2018-1918-1917", "Co. C + Co. E stay"]),
    (CUSTER_RENO, "Every last man of Reno's stays where he is", ["Co. A + Co. M + Reno stay"]),
    (CUSTER_RENO, "The Major, A and M attack 1417", ["Co. A + Co. M + Reno attack 1417"]),
    (
        CUSTER_RENO,
        "A and M attack 1417 but not Reno, who is to remain here.",
        ["Reno stay", "Co. A + Co. M attack 1417"],
    ),
    (CUSTER_RENO, "A goes at 1417 with M. Reno stays.", ["Reno stay", "Co. A + Co. M attack 1417"]),
    (
        CUSTER_RENO,
        "Could the Major please take A and M out of the frying pan, back to 1618?",
        ["Co. A + Co. M + Reno move 1518-1618"],
    ),
    (CUSTER, "scouts 1815, f doesnt go w them", ["Scouts move 1916-1815", "Co. F stay"]),
    (CUSTER, "Scouts \u25b8 1815-1715 / F \u25b8 1815", ["Scouts move 1916-1815-1715", "Co. F move 1916-1815"]),
]


@pytest.mark.parametrize(("where", "line", "canonical"), TAKEN)
def test_those_meant_are_taken(where: Where, line: str, canonical: list[str]) -> None:
    assert (read(where, line)[0], read(where, line)[2]) == (canonical, ACCEPTED)


ASKED = [
    # Another marker of the side's is in play: that it is for a later one is asked about, and can be copied.
    (CUSTER, "G Company dismounts in its tracks.", ["in Reno: Co. G dismount"]),
    # One of several.
    (CUSTER, "One of Keogh's companies goes to 1816", ["Co. I move 1917-1816", "Co. L move 1917-1816"]),
    # The marker takes no more than those who stand nearest.
    (CUSTER_RENO, "everybody attacks black moon, reno too", ["Co. A + Co. G + Co. M + Ree Scouts + Reno attack 1418"]),
    # A ban is left out of no offer.
    (CUSTER, "Scouts to 1815. F Company does not follow.", ["Scouts move 1916-1815; Co. F stay"]),
]


@pytest.mark.parametrize(("where", "line", "offers"), ASKED)
def test_whose_it_is_is_asked(where: Where, line: str, offers: list[str]) -> None:
    assert read(where, line) == ([], offers, REFUSED)
    assert all(read(where, offer)[2] == ACCEPTED for offer in offers)


def test_nothing_is_offered_that_the_line_forbids_nor_without_somebody_of_it() -> None:
    assert read(CUSTER, "L goes not to 1816")[1] == []
    line = "Therefore Co. I gets down and shoots on foot. Co. L keeps its horses and stays."
    assert read(CUSTER, line)[1] != ["Co. I dismount"]


def test_a_rule_still_says_why_a_line_of_the_notation_is_not_for_the_marker_in_play() -> None:
    found, offers, verdict = read(CUSTER, "Co. A dismount")
    assert (found, offers, verdict) == ([], [], REFUSED)
