"""The only reading of a line that can be carried out is taken, with its words in the receipt; what may be more is asked."""

import pytest

from pbem.commands.offline.orders_check import scenario_position
from pbem.orders.rehearsal import rehearse
from pbem.orders.verdict import ACCEPTED, PROSE
from pbem.systems import registry
from tests.language.score import Row, judged
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
    TIMBERS,
    Where,
    read,
)

TAKEN = [
    # Words and names in haste.
    (CREEK, "gun along raod 8", ["Gun: along track 8.00"]),
    # Words that describe.
    (CUSTER_RENO, "The Rees fall back over the river to 1619.", ["Ree Scouts move 1519-1619"]),
    (ROSEBUD, "The Miners go up the muddy slope to 2911", ["Miners move 2912-2911"]),
    # Remarks, reasons and purposes beside an order, wishes, contrasts, who is taken up by a pronoun, how far a hex is.
    (
        ROSEBUD_FIRE,
        "Since Rain in the Face has been waiting for this all day, and he is a patient man, he shoots at A/3, half only.",
        ["Rain in the Face fire half at A/3 Cav"],
    ),
    (ROSEBUD, "My back is killing me so I'll be brief: Burt's boys shift up to 3212", ["H/9 Inf move 3213-3212"]),
    (
        ROSEBUD,
        "Take L's led horses up to 2812 so Vroom's people have something to ride",
        ["L/3 holders move 2813-2812"],
    ),
    (ROSEBUD, "I'd rest easier if the Miners lay down", ["Miners prone"]),
    (ROSEBUD, "B/3 to 2912, not 3012 as I said before", ["B/3 Cav move 2911-2912"]),
    (NEZ_PERCE, "Gibbon walked a long way to find them, so let him go on in to 1512", ["Gibbon move 1511 to 1512"]),
    (NEZ_PERCE, "Rawn 1 hex S, 1411.", ["Rawn move 1410 to 1411"]),
    (CUSTER, "Custer and E over to 1918, with C at 2017", ["Co. E + Custer move 2018-1918", "Co. C move 2018-2017"]),
    (CREEK, "Gun unlimber fire", ["Gun: unlimber; fire"]),
    (CREEK, "Light Horse go at Bear but stop 6 inches away", ["Light Horse: toward Bear within 6.00 of Bear"]),
    # Rows, and what was said before and taken back.
    (CUSTER, "f to 1815, no sorry 1816", ["Co. F move 1916-1816"]),
    # He in a condition, n between names, who leaves one unit for another.
    (
        CREEK,
        "The Light Horse will charge Wolf should he come within 12 inches; otherwise it advances 8.",
        ["Light Horse: if within 12.00 of Wolf: charge Wolf else ahead 8.00"],
    ),
    (CREEK, "3rd co fwd 4 n 2nd co stay", ["Third Company: ahead 4.00", "Second Company: stay"]),
    (CREEK, "gun face n n riflemen load", ["Gun: face 0", "Riflemen: load"]),
    (TIMBERS, "Blue Jacket leaves the Shawnee and goes over to the Delaware.", ["Blue Jacket: join Delaware"]),
    (CREEK, "The Colonel leaves Second Company and goes to the Third.", ["Colonel: join Third Company"]),
    (
        NEZ_PERCE,
        "wash vols n walla walla 1 hex n",
        ["Washington Volunteers + Walla Walla Volunteers move 0709 to 0708"],
    ),
    # Words that describe, and order nothing.
    (ROSEBUD, "D/4 to 3111 with immediate effect", ["D/4 Inf move 3112-3111"]),
    (LBH_MELEE, "G/7 x 7115 in the classic style", ["G/7 Cav melee 7115"]),
    (CUSTER_RENO, "The Rees will drop back to 1520 under a violet sky.", ["Ree Scouts move 1519-1520"]),
    (NEZ_PERCE, "Rawn to 1511 before winter", ["Rawn move 1410 to 1511"]),
    # Several standing orders.
    (
        ROSEBUD,
        "If C/3 is meleed they stand. If G/3 is meleed, they go back to 3513.",
        [
            "when C/3 Cav is meleed then C/3 Cav stand",
            "when G/3 Cav is meleed then G/3 Cav retreat before melee to 3513",
        ],
    ),
    (
        TIMBERS,
        "Wyandot when charged hold, Ottawa when charged fire",
        ["Wyandot when charged: hold", "Ottawa when charged: fire"],
    ),
]


@pytest.mark.parametrize(("where", "line", "canonical"), TAKEN)
def test_the_only_reading_is_taken_and_shown(where: Where, line: str, canonical: list[str]) -> None:
    game, side, scenario, phase = where
    (found,) = judged(Row("", game, side, scenario, phase, "", line, ""), line)
    assert (list(found.canonical), found.verdict) == (canonical, ACCEPTED), found.refusal_text


TRAPS = [
    (ROSEBUD, "D/4 and the flombles go to 3111"),
    (ROSEBUD, "D/4 and its goats go to 3111"),
    (ROSEBUD, "the goats and D/4 go to 3111"),
    (ROSEBUD, "D/4 goes to 3111 with the goats"),
    (ROSEBUD, "D/4 goes to 3111, the goats to 3012"),
    (ROSEBUD, "D/4 frobnicates to 3111"),
    (ROSEBUD, "D/4 to 3111 in frobnicating"),
    (ROSEBUD, "Miners to 2911 unless Crow King comes near"),
    (ROSEBUD, "C/9 G/9 to 3212 or 3213"),
    (ROSEBUD, "Miners move 2911 if you let me"),
    (ROSEBUD, "only half the miners go to 2911"),
    (ROSEBUD, "I would not move D/4 to 3111"),
    (ROSEBUD, "Miners go to 2911 next turn"),
    (CUSTER, "F to 1815 tomorrow, Scouts dismount"),
    (CUSTER, "F 1815, better 1816"),
    (CUSTER, "Scouts to 1815, then back"),
    (CUSTER, "L to 1816 after I has gone"),
    (CUSTER_RENO, "G attacks 1418 unless the Rees can't"),
    (CUSTER_RENO, "M attack 1417 at 2:1 or better"),
    (CUSTER_RENO, "G attacks Black Moon and xyzzy foo"),
    (LBH, "Gatling turn to SE once G is back"),
    (LBH_MELEE, "A and G melee 7017, pursue only if odds are good"),
    (NEZ_PERCE, "Howard and somebody to 1309"),
    (NEZ_PERCE, "Howard 1309 or 1310 whichever is closer to Joseph"),
    (CREEK, "First and Second ahead 6 unless charged"),
    (CREEK, "Riflemen fire if within 8, but not at Turtle"),
    (TIMBERS, "Delaware fire if Price is within 6 and Wells is not"),
]


@pytest.mark.parametrize(("where", "line"), TRAPS)
def test_what_may_be_more_is_never_taken(where: Where, line: str) -> None:
    found, _, verdict = read(where, line)
    assert (found, verdict != ACCEPTED) == ([], True)


TOLD = [
    (ROSEBUD, "Van Vliet lost two steps in the last fire phase, that hurt."),
    (ROSEBUD, "My brother says Mills should never have split his battalion."),
    (ROSEBUD, "If Crook ever forms up on that hill I'm done for, and you know it."),
    (CUSTER, "Yates and F Co. always draw the short straw; ditto Calhoun with L."),
    (CUSTER_RENO, "Crow King will probably charge M next turn, won't he."),
    (LBH_MELEE, "Wow, A and G really held against Crow King. Didn't expect that."),
    (LBH_MELEE, "If Reno dies here my wife will never hear the end of it."),
    (NEZ_PERCE, "When we play again I'd want the Nez Perce and you can have Howard."),
    (PLAN, "Whipple's Gatling jammed historically, I hope yours has a rule for that."),
    (CREEK, "Third Company ran like rabbits last week and my club still teases me."),
    (TIMBERS, "I suppose Price comes at me next turn."),
    (TIMBERS, "Ottawa were supposed to be my reserve, then you showed up in the corn."),
]


@pytest.mark.parametrize(("where", "line"), TOLD)
def test_what_tells_throughout_is_chat(where: Where, line: str) -> None:
    assert read(where, line) == ([], [], PROSE)


ORDERED = [
    (ROSEBUD_FIRE, "Four Horns was lucky last time. Again at C/3, half."),
    (LBH, "M/7 was at 7218 long enough, time for 7219."),
    (LBH, "Remember what happened to G last turn? This time they go prone."),
    (CUSTER_RENO, "You'd love it if G stayed mounted, wouldn't you? They dismount."),
    (CUSTER_RENO, "I wonder if M can take 1417 with Reno. Let's find out, attack."),
    (CREEK, "The gun did nothing last turn, so unlimber."),
]


@pytest.mark.parametrize(("where", "line"), ORDERED)
def test_an_order_behind_a_story_is_never_chat(where: Where, line: str) -> None:
    assert read(where, line)[2] != PROSE


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("Reno's command (all in 8912) moves 8812", "in C: A/7 Cav + G/7 Cav + M/7 Cav + Army Scouts + Arikara Scouts"),
        ("Keogh and his companies come on at 8907", "in C: Capt Keogh + C/7 Cav + I/7 Cav + L/7 Cav enter 8907"),
        ("have Reno's battalion ride down to 8812", "in C: A/7 Cav + G/7 Cav + M/7 Cav + Army Scouts + Arikara Scouts"),
    ],
)
def test_in_a_letter_for_a_whole_turn_prose_is_for_the_phase_of_its_orders(line: str, canonical: str) -> None:
    game = registry.game("littlebighorn")
    state = scenario_position(game.system, "scenario-1", "A", [])
    (found,) = rehearse(game.system, game.dialect, state, "us", "A", f"{line}\n", ahead=True).lines
    assert (found.verdict, found.phase) == (ACCEPTED, "C")
    assert found.canonical[0].startswith(canonical)
