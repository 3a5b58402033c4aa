"""Places and enemies that are told by where somebody is, and turns of phrase that stand for plain ones."""

import pytest

from pbem.orders.verdict import ACCEPTED, REFUSED
from tests.language.score import Row, judged

MOVE = "rosebud", "us", "in-contact", "C"
INDIANS_MOVE = "rosebud", "indian", "in-contact", "C"
FIRE = "rosebud", "indian", "in-contact", "B"
ARMY_FIRE = "rosebud", "us", "in-contact", "B"
LBH = "littlebighorn", "us", "in-the-village", "C"
Where = tuple[str, str, str, str]
READ: list[tuple[Where, str, list[str]]] = [
    # Their animals, and the hex where those stand.
    (MOVE, "C/3 walks back to its horses and mounts", ["C/3 Cav move 3413-3414", "C/3 Cav mount"]),
    (INDIANS_MOVE, "Spotted Eagle rejoins his ponies", ["Spotted Eagle move 3008-3007"]),
    (MOVE, "The Ninth's mules go one hex south", ["C/9 mules + G/9 mules + H/9 mules move 3313-3314"]),
    (MOVE, "C/9 goes to 3313 and its mules to 3314", ["C/9 Inf move 3213-3313", "C/9 mules move 3313-3314"]),
    (
        INDIANS_MOVE,
        "Crow King's ponies come to him and then he mounts",
        ["Crow King ponies move 3411-3412", "Crow King mount"],
    ),
    # A hex that somebody left, a direction said before, somebody followed.
    (
        MOVE,
        "9th Inf to 3312; 4th Inf move up into the hex they just left",
        ["C/9 Inf + G/9 Inf + H/9 Inf move 3213-3312", "D/4 Inf + F/4 Inf move 3112-3213"],
    ),
    (
        MOVE,
        "Mills takes his companies one hex south; I and M withdraw one hex in the same direction",
        ["A/3 Cav + E/3 Cav + Capt Mills move 3611-3612", "I/3 Cav + M/3 Cav move 3712-3713"],
    ),
    # Enemies by where they stand.
    (FIRE, "Crow King fires at the company south of him", ["Crow King fire full at C/3 Cav"]),
    (
        FIRE,
        "Crow King at the company to the southeast, and if that is gone by then at the one due south",
        ["Crow King fire full at G/3 Cav else C/3 Cav"],
    ),
    (FIRE, "Big Road shoots at the scouts who are on horseback", ["Big Road fire full at Old Crow"]),
    (
        FIRE,
        "all three around F/3 shoot at it",
        [f"{name} fire full at F/3 Cav" for name in ("Young Two Moon", "Lame White Man", "Little Wolf")],
    ),
    (FIRE, "Crow King on the men holding C/3's horses", ["Crow King fire full at C/3 holders"]),
    # Who: of one regiment, beside those named, all that somebody commands.
    (MOVE, "A, E and M of the 3rd dismount", ["A/3 Cav dismount", "E/3 Cav dismount", "M/3 Cav dismount"]),
    (MOVE, "2nd Cav / A: 3309 / D, E: hold", ["A/2 Cav move 3310-3309", "D/2 Cav + E/2 Cav stay"]),
    (MOVE, "A/2: N1 | Noyes: w/ A", ["A/2 Cav + Capt Noyes move 3310-3309"]),
    (MOVE, "A/3 and the captain go to 3612", ["A/3 Cav + Capt Mills move 3611-3612"]),
    (LBH, "M moves to 7219 with the scouts", ["M/7 Cav move 7218-7219", "Army Scouts move 7318-7219"]),
    (LBH, "Reno and A over to 7218 with M", ["A/7 Cav + Maj Reno move 7217-7218"]),
    # What is done in another way, or not at all.
    (MOVE, "F/3 falls back on B/3", ["F/3 Cav rout to B/3 Cav"]),
    (FIRE, "Neither He Dog nor Big Road shoots", ["He Dog stay", "Big Road stay"]),
    (FIRE, "He Dog fires at half at Good Heart, saving his ammunition", ["He Dog fire half at Good Heart"]),
    (ARMY_FIRE, "G/3 lets Rain in the Face have everything", ["G/3 Cav fire full at Rain in the Face"]),
]


@pytest.mark.parametrize(("where", "line", "canonical"), READ)
def test_what_is_told_by_where_somebody_is(where: Where, line: str, canonical: list[str]) -> None:
    (found,) = judged(Row("", *where, "", line, ""), line)
    assert (list(found.canonical), found.verdict) == (canonical, ACCEPTED)


def test_a_hex_that_nobody_left_is_no_place() -> None:
    line = "4th Inf go to the hex they just left"
    (found,) = judged(Row("", *MOVE, "", line, ""), line)
    assert found.verdict == REFUSED
    assert not any("move" in one for one in found.problem.suggest) if found.problem is not None else False


def test_ways_of_one_of_several_orders_are_offered_with_the_others() -> None:
    line = "A/3, E/3 and Mills go one hex north; I/3 and M/3 to 3611"
    (found,) = judged(Row("", *MOVE, "", line, ""), line)
    assert found.problem is not None
    ahead = "A/3 Cav + E/3 Cav + Capt Mills move 3611-3610; I/3 Cav + M/3 Cav move 3712-"
    assert tuple(found.problem.suggest) == (f"{ahead}3612-3611", f"{ahead}3711-3611")


def test_a_step_behind_an_order_is_never_left_out() -> None:
    line = "A, G, M: stay | Scouts: N 1 | Reno: w/ A"
    (found,) = judged(Row("", *LBH, "", line, ""), line)
    assert found.verdict == REFUSED
    assert found.problem is not None
    assert "Army Scouts move 7318-7219" in found.problem.suggest[0]
