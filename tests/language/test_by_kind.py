"""Kinds of lines: orders beside what is only told, phases named in a sentence, rows, digits for words, whom words mean."""

import pytest

from pbem.orders.verdict import ACCEPTED, PROSE, REFUSED
from tests.language.test_said_otherwise import CREEK, LBH, LBH_MELEE, ROSEBUD, ROSEBUD_FIRE, Where, read

LBH_INDIANS = "littlebighorn", "indian", "in-the-village", "C"
CROOK_UP = "BG Crook move 3214-3113-3013-3012"
CUSTER = "custer", "us", "little-big-horn", "A"
ROSEBUD_INDIANS = "rosebud", "indian", "in-contact", "C"

TAKEN = [
    # A phase that stands within the sentence, or by its short name.
    (
        ROSEBUD,
        "D/4, F/4: adv fire, Spotted Eagle.",
        [f"in E: {one} Inf fire half at Spotted Eagle" for one in ("D/4", "F/4")],
    ),
    (ROSEBUD_FIRE, "He Dog will fire upon Old Crow during Advance Fire.", ["in E: He Dog fire half at Old Crow"]),
    (ROSEBUD_FIRE, "When it comes to moving, Low Dog heads up to 3608", ["in C: Low Dog move 3708-3608"]),
    (LBH, "Gat., E phase: Iron Hawk, full.", ["in E: Gatling 1 fire full at Iron Hawk"]),
    (LBH, "A/7 attacks 7117 in the melee phase", ["in F: A/7 Cav melee 7117"]),
    # Whom somebody goes beside, where a hex is named too; a hex told twice.
    (LBH, "the scouts ride up beside M to 7219", ["Army Scouts move 7318-7219"]),
    (LBH, "Army Scouts 7219, next to M", ["Army Scouts move 7318-7219"]),
    (LBH, "Let the Army Scouts trail along to 7218 behind French", ["Army Scouts move 7318-7218"]),
    (LBH, "G to Reno and lie down", ["G/7 Cav move 7316-7217", "G/7 Cav prone"]),
    (
        ROSEBUD,
        "C of the 3rd must go back by their horses in 3414 and there climb in the saddle.",
        ["C/3 Cav move 3413-3414", "C/3 Cav mount"],
    ),
    # Digits and letters of haste.
    (
        ROSEBUD,
        "crook 2 walk up 2 the infantry in 3213 pls, hq stays were it is",
        ["BG Crook move 3214-3213", "Column HQ stay"],
    ),
    (LBH, "m7 n scouts dismount, a7 2", ["M/7 Cav dismount", "Army Scouts dismount", "A/7 Cav dismount"]),
    (LBH, "A dismtd in place. M ditto.", ["A/7 Cav dismount", "M/7 Cav dismount"]),
    (LBH, "army scouts dismount, a likewise", ["Army Scouts dismount", "A/7 Cav dismount"]),
    # Who goes first and what comes then: horses for their men, a herd, villagers, a gun that is limbered.
    (LBH, "G lies flat, the horses go back to 7417", ["G/7 Cav prone", "G/7 holders move 7416-7417"]),
    (LBH, "G's horses move up to 7316 and then the men mount", ["G/7 holders move 7416-7316", "G/7 Cav mount"]),
    (LBH, "Scouts steal the ponies at 7119.", ["Army Scouts move 7318-7219-7119", "Army Scouts scatter herd"]),
    (LBH, "M Company takes the women in 7117 prisoner.", ["M/7 Cav move 7218-7117", "M/7 Cav capture villagers"]),
    (LBH, "Limber the Gatling and take it back to 7415.", ["Gatling 1 limber", "Gatling 1 move 7315-7415"]),
    (
        LBH,
        "Gatling: limber & go to 7415. Should have left it at home.",
        ["Gatling 1 limber", "Gatling 1 move 7315-7415"],
    ),
    (LBH, "A dismounts; G is already down, so lie flat.", ["A/7 Cav dismount", "G/7 Cav prone"]),
    (LBH, "A goes to 7316, the Major as well.", ["A/7 Cav + Maj Reno move 7217-7316"]),
    (ROSEBUD, "M/3 rides hell for leather at 3511 by way of 3612", ["M/3 Cav charge 3511 via 3612"]),
    (ROSEBUD, "Nobody from Mills's battalion moves", ["A/3 Cav + E/3 Cav stay"]),
    (LBH_MELEE, "everyone in 7116 attacks 7115", ["A/7 Cav + G/7 Cav + Maj Reno melee 7115"]),
    (LBH_MELEE, "A attacks 7016, they do not run behind", ["A/7 Cav melee 7016", "A/7 Cav no pursuit"]),
    (
        ROSEBUD_FIRE,
        "Crow King: C/3 (full) | Four Horns: G/3 (half)",
        ["Crow King fire full at C/3 Cav", "Four Horns fire half at G/3 Cav"],
    ),
    (ROSEBUD_FIRE, "Four Horns half on C/3, 2nd choice G/3.", ["Four Horns fire half at C/3 Cav else G/3 Cav"]),
    # Rows: blanks, hexes, labels, pairs.
    (
        ROSEBUD_INDIANS,
        "Black Moon: 2609 / Red Bear: off ponies / White Bull: --",
        ["Black Moon move 2608-2609", "Red Bear dismount", "White Bull stay"],
    ),
    (ROSEBUD, "Good Heart = on his pony | Old Crow = as you were", ["Good Heart mount", "Old Crow stay"]),
    (LBH, "Unit: A/7 | Order: 7216. Unit: M/7 | Order: dismount.", ["A/7 Cav move 7217-7216", "M/7 Cav dismount"]),
    (
        ROSEBUD_FIRE,
        "Stack 3412 / Crow King full at C/3 / Four Horns nothing",
        ["Crow King fire full at C/3 Cav", "Four Horns stay"],
    ),
    (
        ROSEBUD_FIRE,
        "crow king c3 four horns g3 rain in face a3 all full",
        ["Crow King fire full at C/3 Cav", "Four Horns fire full at G/3 Cav", "Rain in the Face fire full at A/3 Cav"],
    ),
    (
        ROSEBUD_FIRE,
        "He Dog and Big Road are shooting the two scouts: first one the Old Crow, second one the Good Heart.",
        ["He Dog fire full at Old Crow", "Big Road fire full at Good Heart"],
    ),
    (ROSEBUD, "A/3 and E/3: the former dismounts, the latter stays", ["A/3 Cav dismount", "E/3 Cav stay"]),
    (
        ROSEBUD,
        "2nd cav B and D off horses rest of noyes nothing",
        ["B/2 Cav dismount", "D/2 Cav dismount", "A/2 Cav + E/2 Cav + I/2 Cav stay"],
    ),
    # A stack of the report by its letter; those in a hex; whose mules; his chum.
    (ROSEBUD, "Stack T ..... dismount in place", ["A/3 Cav dismount", "E/3 Cav dismount"]),
    (
        ROSEBUD,
        "Company L remains in position until further orders; its led horses likewise.",
        ["L/3 Cav stay", "L/3 holders stay"],
    ),
    (ROSEBUD, "Old Crow with his pal to 3510", ["Old Crow + Good Heart move 3509-3510"]),
    (ROSEBUD_FIRE, "nobody w gall shoots ok", ["Low Dog stay"]),
    (ROSEBUD_FIRE, "no shootin from 3609 this time", ["He Dog stay", "Big Road stay"]),
    (
        ROSEBUD_FIRE,
        "In this turn my people in 3609 don't shoot, they want only to ride after.",
        ["He Dog stay", "Big Road stay"],
    ),
    (LBH_MELEE, "Everything that can reach 7118 piles in.", ["M/7 Cav + Army Scouts melee 7118"]),
    (LBH, "A/7 goes to 7216 and the Major goes along", ["A/7 Cav + Maj Reno move 7217-7216"]),
    (
        LBH,
        "I think the Major had better come away from the edge of that village: he and company A fall back to 7317.",
        ["A/7 Cav + Maj Reno move 7217-7317"],
    ),
    (
        ROSEBUD_FIRE,
        "Crow King x G/3, full. Disrupted troopers don't like it up 'em. Four Horns ditto, low ammo & all.",
        ["Crow King fire full at G/3 Cav", "Four Horns fire full at G/3 Cav"],
    ),
    # Behind a fight.
    (
        LBH_MELEE,
        "French has a go at the tipis in 7118 and moves in once they're cleared",
        ["M/7 Cav melee 7118", "M/7 Cav advance 7118"],
    ),
    (LBH_MELEE, "A/7 attacks Iron Hawk; stay in hex after.", ["A/7 Cav melee 7115", "A/7 Cav no advance"]),
    (
        LBH_MELEE,
        "A and G hit 7017 no advance no pursuit",
        ["A/7 Cav + G/7 Cav melee 7017", "A/7 Cav + G/7 Cav no advance", "A/7 Cav + G/7 Cav no pursuit"],
    ),
    (LBH_MELEE, "M attacks 7118 but don't let him go chasing after them", ["M/7 Cav melee 7118", "M/7 Cav no pursuit"]),
    # Whom animals belong to; people of a village; somebody at a hex with somebody.
    (ROSEBUD, "The mules of C/9 and G/9 stay. The men also.", ["C/9 mules + G/9 mules stay", "C/9 Inf + G/9 Inf stay"]),
    (
        ROSEBUD,
        "The mules from C, G and H of the ninth are staying.",
        ["C/9 mules + G/9 mules + H/9 mules stay"],
    ),
    (LBH_INDIANS, "Hunkpapa 1 goes to 7017", ["Hunkpapa villagers 1 move 7117-7017"]),
    (LBH_INDIANS, "Village 1 (Hunkpapa) => 7017", ["Hunkpapa villagers 1 move 7117-7017"]),
    (ROSEBUD, "HQ sits tight at 3214 together with Crook.", ["Column HQ + BG Crook stay"]),
    (ROSEBUD, "HQ sits, Crook too.", ["Column HQ stay", "BG Crook stay"]),
    (ROSEBUD, "C/3 falls back to its horses at 3414 and mounts.", ["C/3 Cav move 3413-3414", "C/3 Cav mount"]),
    # What somebody sees, what a move is for, what is done instead.
    (ROSEBUD, "Crook rides up to 3012 and sees for himself what the Miners are up to.", [CROOK_UP]),
    (ROSEBUD, "A/3 dismounts instead of E/3", ["A/3 Cav dismount"]),
    (ROSEBUD, "B/3 to 2912 - no, let D/3 go there instead", ["D/3 Cav move 2911-2912"]),
    (LBH, "A/7+Reno 7317 via 7218? Nah - direct.", ["A/7 Cav + Maj Reno move 7217-7317"]),
    # Some way toward a hex.
    (LBH, "Scouts move one step nearer the ponies at 7119", ["Army Scouts move 7318-7219"]),
    (ROSEBUD, "Column HQ moves a hex nearer to the Miners.", ["Column HQ move 3214-3113"]),
    # Targets: passives, the stronger of two, ditto at another, the same by half.
    (ROSEBUD_FIRE, "C/3 should be fired upon by Four Horns.", ["Four Horns fire full at C/3 Cav"]),
    (
        ROSEBUD_FIRE,
        "Rain in the Face fires at the stronger of the companies in 3611",
        ["Rain in the Face fire full at 3611 strongest"],
    ),
    (
        ROSEBUD_FIRE,
        "Lone Bull pots away at the boys in 3512, full; Rain ditto, but at A/3.",
        ["Lone Bull fire full at G/3 Cav", "Rain in the Face fire full at A/3 Cav"],
    ),
    (
        ROSEBUD_FIRE,
        "Lone Bull hits G/3 full. Rain the same, only half.",
        ["Lone Bull fire full at G/3 Cav", "Rain in the Face fire half at G/3 Cav"],
    ),
    (ROSEBUD, "M/3 attacks Rain in the Face with the sabre through 3612.", ["M/3 Cav charge 3511 via 3612"]),
    # Losses as what a standing order waits for.
    (
        ROSEBUD,
        "Should A/3 lose 2 steps to fire, it routs to HQ",
        ["when A/3 Cav loses 2 by fire then A/3 Cav rout to Column HQ"],
    ),
    (ROSEBUD, "If A/3 takes a loss it routs to HQ", ["when A/3 Cav loses 1 by fire then A/3 Cav rout to Column HQ"]),
    # Companies by who leads them.
    (LBH, "Reno's company dismounts", ["A/7 Cav dismount"]),
    (ROSEBUD, "Mills' men: A dismounts, E stays mounted", ["A/3 Cav dismount", "E/3 Cav stay"]),
    (ROSEBUD, "A/2 (3311), B/2 (3311), Noyes (3311)", ["A/2 Cav + B/2 Cav + Capt Noyes move 3310-3311"]),
    # What joins an attack behind somebody who stays.
    (LBH_MELEE, "A x Iron Hawk. G stays. No pursuit.", ["A/7 Cav melee 7115", "A/7 Cav no pursuit", "G/7 Cav stay"]),
    (
        LBH_MELEE,
        "A attacks Iron Hawk. G stays. Advance if it's cleared.",
        ["A/7 Cav melee 7115", "A/7 Cav advance 7115", "G/7 Cav stay"],
    ),
    (
        LBH_MELEE,
        "M and the scouts storm 7118. M occupies it, the scouts don't.",
        ["M/7 Cav + Army Scouts melee 7118", "M/7 Cav advance 7118"],
    ),
    (
        CUSTER,
        "STACK 1917: I > 1816, L > 1816; STACK 1916: hold",
        ["Co. I move 1917-1816", "Co. L move 1917-1816", "Co. F + Scouts stay"],
    ),
]


@pytest.mark.parametrize(("where", "line", "canonical"), TAKEN)
def test_lines_of_these_kinds_are_taken(where: Where, line: str, canonical: list[str]) -> None:
    found, _, verdict = read(where, line)
    assert (found, verdict) == (canonical, ACCEPTED)


ASKED = [
    # What is told of an enemy, of a state, or of what somebody minds, holds no offer back.
    (
        ROSEBUD,
        "Would you let Old Crow and his chum drop back one hex to the south? He Dog is breathing down their necks.",
        ["Old Crow + Good Heart move 3509-3510"],
    ),
    (
        ROSEBUD_FIRE,
        "Crow King and Four Horns should both let Van Vliet have it. Four Horns only half, he's nearly out of shot as it is.",
        ["Crow King fire full at C/3 Cav; Four Horns fire half at C/3 Cav"],
    ),
    (
        ROSEBUD,
        "I'm tempted to do more with the 9th Infantry but for now just H Co goes flat, C and G keep standing where they are",
        ["H/9 Inf prone; C/9 Inf + G/9 Inf stay"],
    ),
    (
        LBH,
        "I suppose the horse holders of G had better come up to the company, who knows when they'll need the nags",
        ["G/7 holders move 7416-7316"],
    ),
    # One of several companies; who stays as they are is in the offer.
    (ROSEBUD, "the cav company at 2911 gets off its horses pls", ["B/3 Cav dismount", "D/3 Cav dismount"]),
    (
        LBH,
        "Whichever company it is that stands next to the tepees ought to get off its horses now.",
        ["A/7 Cav dismount", "M/7 Cav dismount"],
    ),
    (
        ROSEBUD,
        "2nd Cavalry: (A) off horses (B) off horses (D) stay up (E) stay up (I) stay up",
        ["A/2 Cav dismount; B/2 Cav dismount; D/2 Cav + E/2 Cav + I/2 Cav stay"],
    ),
    (
        ROSEBUD_FIRE,
        "Rain in the Face shoots up Mills's A Company, and let Lone Bull do likewise but with only half his bullets",
        ["Rain in the Face fire full at A/3 Cav; Lone Bull fire half at A/3 Cav"],
    ),
    (LBH_MELEE, "m hits 7118 scouts 2", ["M/7 Cav + Army Scouts melee 7118"]),
    # The enemy of whom a sentence ahead tells; some way where there are two; a company with a letter in a condition.
    (LBH_MELEE, "Iron Hawk is all alone. Moylan and McIntosh both pounce.", ["A/7 Cav + G/7 Cav melee 7115"]),
    (ROSEBUD_FIRE, "Luettwitz looks lonely. Crow King, full.", ["Crow King fire full at C/3 Cav"]),
    (ROSEBUD_FIRE, "C/3 is in trouble. Four Horns fires at G/3.", ["Four Horns fire full at G/3 Cav"]),
    (LBH, "M one hex toward 7416", ["M/7 Cav move 7218-7217", "M/7 Cav move 7218-7317"]),
    (
        ROSEBUD,
        "Should Company A be attacked it retreats to 3710",
        [f"when A/{n} Cav is meleed then A/{n} Cav retreat before melee to 3710" for n in (3, 2)],
    ),
]


@pytest.mark.parametrize(("where", "line", "offers"), ASKED)
def test_lines_of_these_kinds_are_asked_about(where: Where, line: str, offers: list[str]) -> None:
    found, offered, verdict = read(where, line)
    assert (found, offered[: len(offers)], verdict) == ([], offers, REFUSED)


def test_only_those_go_in_who_are_named_for_it() -> None:
    offers = read(LBH_MELEE, "A,G + Reno x 7017, adv G only, no purs.")[1]
    assert offers
    assert all("G/7 Cav advance 7017" in one and "A/7 Cav + G/7 Cav advance" not in one for one in offers)


def test_a_deed_of_two_words_is_done_once() -> None:
    """An amount behind the second of two verbs is none of the first; who gets off has no need to be told to stay."""
    assert read(CREEK, "Light Horse get down and give the nags a rest.")[0] == ["Light Horse: dismount"]
    assert read(CREEK, "Second Company forward 4 n then shoot")[0] == ["Second Company: ahead 4.00; fire"]
    assert "x2" in read(CREEK, "Light Horse ahead 5, and once again ahead 5.")[0][0]


def test_one_of_several_is_not_all_of_them() -> None:
    assert read(ROSEBUD, "I'd like Captain Noyes to bring one of his five companies to 3410.")[0] == []


def test_a_state_that_is_told_is_no_order() -> None:
    assert read(ROSEBUD, "Noyes is sitting there with the five companies like on a picnic, it is funny.")[2] == PROSE
    assert read(ROSEBUD, "Stack L is where I'd like to be myself, it has the best view lol")[0] == []
