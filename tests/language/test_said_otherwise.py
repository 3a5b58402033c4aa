"""Orders said in other ways than who does what: by whom it is done, at the end of a story, as a question, to somebody."""

import pytest

from pbem.orders.verdict import ACCEPTED, PROSE, REFUSED
from tests.language.score import Row, judged

LBH = "littlebighorn", "us", "in-the-village", "C"
LBH_MELEE = "littlebighorn", "us", "pos:lbh-melee", "F"
CUSTER = "custer", "us", "little-big-horn", "A"
CUSTER_RENO = "custer", "us", "pos:custer-reno", "C"
NEZ_PERCE = "nezperce", "army", "big-hole", "E"
PLAN = "nezperce", "army", "pos:np-plan", "P in plan"
ROSEBUD = "rosebud", "us", "in-contact", "C"
ROSEBUD_FIRE = "rosebud", "indian", "in-contact", "B"
CREEK = "miniatures", "american", "creek-ford", "A"
TIMBERS = "miniatures", "indian", "fallen-timbers", "A"
Where = tuple[str, str, str, str]


def read(where: Where, line: str) -> tuple[list[str], list[str], str]:
    """The canonical lines, the offers and the verdict of a line."""
    game, side, scenario, phase = where
    (found,) = judged(Row("", game, side, scenario, phase, "", line, ""), line)
    offers = list(found.problem.suggest) if found.problem is not None else []
    return list(found.canonical), offers, found.verdict


READ = [
    (LBH, "Company A trundles along to 7116, nobody gets down", ["A/7 Cav move 7217-7116"]),
    # The opposite without a not, and what is said of one of two, of a company I, and of what was done once.
    (
        LBH_MELEE,
        "The scouts they fight against 7118, nothing of pursuit.",
        ["Army Scouts melee 7118", "Army Scouts no pursuit"],
    ),
    (TIMBERS, "If charged, the Shawnee will reserve their volley.", ["Shawnee when charged: hold"]),
    (TIMBERS, "Caldwell's chaps sit this out, they only came for the rum", ["Caldwell's Rangers: stay"]),
    (
        CUSTER_RENO,
        "Major Reno will press home against 1417 with Companies A and M, the former to occupy the hex.",
        ["Co. A + Co. M + Reno attack 1417", "Co. A advance 1417"],
    ),
    (CUSTER, "L 1817, I no mvt.", ["Co. L move 1917-1817", "Co. I stay"]),
    (CUSTER, "L goes to 1816, I stay put", ["Co. L move 1917-1816", "Co. I stay"]),
    (CUSTER, "L -> 1816. I on foot.", ["Co. L move 1917-1816", "Co. I dismount"]),
    (
        LBH,
        "The horses from G they must come forward until 7316, and there G is sitting up again.",
        ["G/7 holders move 7416-7316", "G/7 Cav mount"],
    ),
    # By whom it is done.
    (LBH_MELEE, "Crow King is to be attacked by A and G Companies", ["A/7 Cav + G/7 Cav melee 7017"]),
    (
        LBH_MELEE,
        "The enemy in 7017 will be assaulted by Companies A and G, Major Reno leading.",
        ["A/7 Cav + G/7 Cav + Maj Reno melee 7017"],
    ),
    (
        ROSEBUD_FIRE,
        "Full: He Dog, Big Road on Old Crow",
        ["He Dog fire full at Old Crow", "Big Road fire full at Old Crow"],
    ),
    (ROSEBUD_FIRE, "Rain in the Face lets G/3 have it", ["Rain in the Face fire full at G/3 Cav"]),
    # All attacks on a hex are one combat, in however many breaths they are told.
    (CUSTER_RENO, "A and M go for Crow King, Reno with them", ["Co. A + Co. M + Reno attack 1417"]),
    (CUSTER_RENO, "A: attack 1417. M: attack 1417. Reno: attack 1417.", ["Co. A + Co. M + Reno attack 1417"]),
    (LBH_MELEE, "Scts leave 7118 alone", ["Army Scouts stay"]),
    # Somebody called by name.
    (LBH, "Reno! Take A to 7216!", ["A/7 Cav + Maj Reno move 7217-7216"]),
    (LBH, "French, get your men down off those horses!", ["M/7 Cav dismount"]),
    (LBH, "Let A go to 7216", ["A/7 Cav move 7217-7216"]),
    # Who is said to do the same in a sentence of its own is never passed over.
    (LBH, "M/7 dism. A/7 same.", ["M/7 Cav dismount", "A/7 Cav dismount"]),
    (
        CUSTER,
        "Co. F shall ride to 1815. The Scouts, they go with him.",
        ["Co. F move 1916-1815", "Scouts move 1916-1815"],
    ),
    (CUSTER, "F goes first to 1815, the scouts follow it", ["Co. F move 1916-1815", "Scouts move 1916-1815"]),
    (
        ROSEBUD,
        "A, you lucky lads, go to 3210; E and I stay",
        ["A/2 Cav move 3310-3210", "E/2 Cav + I/2 Cav stay"],
    ),
    # Who attacks goes in: a leader among them, too.
    (
        LBH_MELEE,
        "A+G+Reno v 7016; adv.",
        ["A/7 Cav + G/7 Cav + Maj Reno melee 7016", "A/7 Cav + G/7 Cav + Maj Reno advance 7016"],
    ),
    # Otherwise, behind a condition, is what is done else, and no reason.
    (
        TIMBERS,
        "The Ottawa shoot if anything's within ten inches, otherwise they shuffle three forward",
        ["Ottawa: if within 10.00: fire else ahead 3.00"],
    ),
    # A verb of motion and the way that it goes are one.
    (TIMBERS, "Ottawa creep three inches back", ["Ottawa: back 3.00"]),
    # A greeting, who stands where one goes, and whom one is to help there order nothing.
    (
        ROSEBUD,
        "Evening from the ward! Bring the Miners up one hex to 2911 where Meinhold's lads are, and leave it at that",
        ["Miners move 2912-2911"],
    ),
    (
        LBH,
        "Company A, Major Reno in command, will fall back on 7316 and reinforce Company G.",
        ["A/7 Cav + Maj Reno move 7217-7316"],
    ),
    (LBH, "In the advance fire the company G, she makes fire on Iron Hawk.", ["in E: G/7 Cav fire half at Iron Hawk"]),
    (
        LBH_MELEE,
        "Away you go, G, get stuck into Crow King; A bides where it is",
        ["G/7 Cav melee 7017", "A/7 Cav stay"],
    ),
    (
        CREEK,
        "Everybody on foot forward four inches, the Gun bides where it is",
        [
            *(f"{one}: ahead 4.00" for one in ("First Company", "Second Company", "Third Company", "Riflemen")),
            "Gun: stay",
        ],
    ),
    (TIMBERS, "If charged by foot the Shawnee fire", ["Shawnee when charged: fire if by foot"]),
    (
        TIMBERS,
        "Caldwell's Rangers advance three inches and engage at ten.",
        ["Caldwell's Rangers: ahead 3.00; fire if within 10.00"],
    ),
    (PLAN, "The scouts stand guard over the guns, two hexes off at the most", ["line 1: scouts guard guns at 2"]),
    (PLAN, "Once the lodges are gone everyone goes off by the east edge", ["line 1: if lodges gone: all leave east"]),
    (PLAN, "The headquarters of Howard don't move", ["line 1: Howard Headquarters hold"]),
    # Those of many who are in a mode already, and leaders, who have none, need no order.
    (LBH, "Both mounted companies dismount", ["A/7 Cav dismount", "M/7 Cav dismount"]),
    (LBH, "everyone off their horses", ["A/7 Cav dismount", "M/7 Cav dismount", "Army Scouts dismount"]),
    (LBH, "Reno+A prone.", ["A/7 Cav prone"]),
    (
        ROSEBUD,
        "Everyone with Noyes can hop down but E Company, who stay in the saddle",
        ["A/2 Cav dismount", "B/2 Cav dismount", "D/2 Cav dismount", "I/2 Cav dismount"],
    ),
    (LBH, "Captain French will dismount his company and hold 7218.", ["M/7 Cav dismount"]),
    (LBH, "g up to renos hex", ["G/7 Cav move 7316-7217"]),
    (LBH, "if a7 gets meleed theyre to stand n fight", ["when A/7 Cav is meleed then A/7 Cav stand"]),
    # Columns of the campaign.
    (NEZ_PERCE, "Colonel Gibbon will attack the hostile camp.", ["Gibbon move 1511 to 1512"]),
    (NEZ_PERCE, "howard all units 1309", ["Howard + Burton + Miller + Mason + Jackson move 1308 to 1309"]),
    (NEZ_PERCE, "The cavalry of Howard goes to 1309", ["Jackson move 1308 to 1309"]),
    (NEZ_PERCE, "Both volunteer companies stay at Lapwai", ["Walla Walla Volunteers + Washington Volunteers stay"]),
    (NEZ_PERCE, "Jackson shall go to 1310 over 1309.", ["Jackson move 1308 to 1309-1310"]),
    (NEZ_PERCE, "* 0709: all stay except Whipple; * Whipple: 0708", ["Whipple move 0709 to 0708"]),
    (
        NEZ_PERCE,
        "Howard move 1308 to 1309; Jackson move 1308 to 1309",
        ["Howard move 1308 to 1309", "Jackson move 1308 to 1309"],
    ),
    (PLAN, "The cavalry should stick close to the guns and look after them", ["line 1: cavalry guard guns at 4"]),
    (PLAN, "Gatling / fire / any / <=6", ["line 1: Whipple Gatling gun fire at any within 6"]),
    # The table-top.
    (
        CREEK,
        "I want the Second Company to go forward four inches, and then, because I never trust what comes out of the "
        "windfall, it should turn to face the north-east.",
        ["Second Company: ahead 4.00; face 45"],
    ),
    (
        CREEK,
        "1st ahead 6, 2nd ahead 6, 3rd stay",
        ["First Company: ahead 6.00", "Second Company: ahead 6.00", "Third Company: stay"],
    ),
    (
        CREEK,
        "1st n 2nd ahead 5 fire if w/in 8",
        ["First Company: ahead 5.00; fire if within 8.00", "Second Company: ahead 5.00; fire if within 8.00"],
    ),
    (CREEK, "Turn the gun to face north-east", ["Gun: face 45"]),
    (CREEK, "the First Company will go no further than four inches ahead.", ["First Company: ahead 4.00"]),
    # The only reading that can be carried out, at the end of a story and ahead of a remark.
    (
        ROSEBUD,
        "My doctor told me to avoid excitement, so Mills and both his companies go back to 3612.",
        ["A/3 Cav + E/3 Cav + Capt Mills move 3611-3612"],
    ),
    (LBH, "M Company had better swing out to 7219, the herd up there is too tempting", ["M/7 Cav move 7218-7219"]),
    # Several standing orders.
    (CUSTER, "Retreats south, losses weakest.", ["policy all route: south", "policy all losses: weakest"]),
    # What a writer takes back, whatever they say for it, and where: the last order alone, and what is put in its place.
    (LBH, "M/7 to 7219, never mind, 7317.", ["M/7 Cav move 7218-7317"]),
    (LBH, "M/7 7219 - scratch - 7317", ["M/7 Cav move 7218-7317"]),
    (CUSTER, "L goes to 1817. Hmm, no, keep it where it is.", ["Co. L stay"]),
    (CUSTER, "scouts 1815 nah 1715", ["Scouts move 1916-1815-1715"]),
    (ROSEBUD, "Miners to 3012. Oh wait, better not, they stay.", ["Miners stay"]),
    (ROSEBUD, "B/3 to 3012 (no, 3011)", ["B/3 Cav move 2911-3011"]),
    (ROSEBUD, "A/3 3612 M/3 3612 wait no 3613", ["A/3 Cav move 3611-3612", "M/3 Cav move 3712-3613"]),
    (ROSEBUD, "A/3 and E/3 to 3612, no wait, only E/3", ["E/3 Cav move 3611-3612"]),
    (ROSEBUD_FIRE, "he dog old crow full nvm half", ["He Dog fire half at Old Crow"]),
    (CUSTER_RENO, "A and M attack 1417. On second thought leave M out of it.", ["Co. M stay", "Co. A attack 1417"]),
    (LBH_MELEE, "Company M attacks 7118. No, excuse me, it attacks 7117.", ["M/7 Cav melee 7117"]),
    (LBH, "scouts 7319.. hang on, make that 7317", ["Army Scouts move 7318-7317"]),
    (
        CUSTER,
        "Okay, I and L hop off. No, hang on, just L hops off and I stays as it is.",
        ["Co. L dismount", "Co. I stay"],
    ),
    (
        LBH,
        "Company G is to fall back to its horses; the gun will be limbered.",
        ["G/7 Cav move 7316-7416", "Gatling 1 limber"],
    ),
    # The same is all that was said of the one before.
    (
        ROSEBUD,
        "B/3 - 3012 - dismount; D/3 - same",
        ["B/3 Cav move 2911-3012", "B/3 Cav dismount", "D/3 Cav move 2911-3012", "D/3 Cav dismount"],
    ),
    # Whom an exception spares acts in the next sentence.
    (LBH, "Nobody but M moves. It goes to 7219.", ["M/7 Cav move 7218-7219"]),
    (ROSEBUD_FIRE, "Nobody but Crow King fires. He takes G/3, half.", ["Crow King fire half at G/3 Cav"]),
    (LBH, "Everybody dismounts, but M.", ["A/7 Cav dismount", "Army Scouts dismount"]),
    # Rows, boxes, counts and labels.
    (ROSEBUD, "Dismount I/3 + M/3 / Prone Miners", ["I/3 Cav dismount", "M/3 Cav dismount", "Miners prone"]),
    (ROSEBUD, "[x] I/3 dismount [ ] Miners stay", ["I/3 Cav dismount", "Miners stay"]),
    (ROSEBUD, "#1 I/3 - dismount #2 Miners - prone", ["I/3 Cav dismount", "Miners prone"]),
    (ROSEBUD, "Stay put: Miners; Crook; HQ", ["Miners + Column HQ + BG Crook stay"]),
    (ROSEBUD, "Who: B/3. Where: 3012. Then: dismount.", ["B/3 Cav move 2911-3012", "B/3 Cav dismount"]),
    (ROSEBUD, "3213: all to 3212", ["C/9 Inf + G/9 Inf + H/9 Inf move 3213-3212"]),
    (ROSEBUD, "3611: A, E, Mills - 3612", ["A/3 Cav + E/3 Cav + Capt Mills move 3611-3612"]),
    (
        ROSEBUD_FIRE,
        "E/3 <- Rain in the Face (full), Lone Bull (half)",
        ["Rain in the Face fire full at E/3 Cav", "Lone Bull fire half at E/3 Cav"],
    ),
    (ROSEBUD_FIRE, "Shooter: Little Wolf. Target: F/3. Strength: half.", ["Little Wolf fire half at F/3 Cav"]),
    # Nobody is left out: a company called A or I, and units of several hexes, each with a line of its own.
    (LBH, "M 7218>7317, A dsmt.", ["M/7 Cav move 7218-7317", "A/7 Cav dismount"]),
    (CUSTER, "F and I to 1816", ["Co. F move 1916-1816", "Co. I move 1917-1816"]),
    (CUSTER, "I goes to 1816 and L too.", ["Co. I move 1917-1816", "Co. L move 1917-1816"]),
    (ROSEBUD, "HQ+Crook stet", ["Column HQ + BG Crook stay"]),
    # What an outcome forbids behind an attack.
    (
        LBH_MELEE,
        "G hits Iron Hawk, and if they win they stay where they are.",
        ["G/7 Cav melee 7115", "G/7 Cav no advance"],
    ),
    # A hex between dots, and what an order goes on with in brackets.
    (LBH, "G/7 ... 7216 ... prone", ["G/7 Cav move 7316-7216", "G/7 Cav prone"]),
    (LBH_MELEE, "M/7: attack 7117 (advance: yes)", ["M/7 Cav melee 7117", "M/7 Cav advance 7117"]),
    (LBH_MELEE, "M/7: attack 7117 (no advance)", ["M/7 Cav melee 7117", "M/7 Cav no advance"]),
    (CUSTER_RENO, "A + M: attack 1417 (advance: M)", ["Co. A + Co. M attack 1417", "Co. M advance 1417"]),
    (ROSEBUD_FIRE, "Crow King fire at G/3 (half)", ["Crow King fire half at G/3 Cav"]),
    (LBH, "M/7 move 7219 (then dismount)", ["M/7 Cav move 7218-7219", "M/7 Cav dismount"]),
    (LBH, "M/7 (mounted) move 7219", ["M/7 Cav move 7218-7219"]),
    (LBH_MELEE, "M/7 melee 7117; advance (pursuit would be nice)", ["M/7 Cav melee 7117", "M/7 Cav advance 7117"]),
    # They both are those who were named, each with a verb of their own.
    (
        CUSTER_RENO,
        "G gets down, so do the Rees, and then they both go for Black Moon",
        ["Co. G dismount", "Ree Scouts dismount", "Co. G + Ree Scouts attack 1418"],
    ),
    (
        ROSEBUD,
        "B/3 to 3012, D/3 too, then they both dismount",
        ["B/3 Cav move 2911-3012", "D/3 Cav move 2911-3012", "B/3 Cav dismount", "D/3 Cav dismount"],
    ),
    # Who helps an attack on foot helps in the attack.
    (
        CUSTER_RENO,
        "Let G get off its horses and go for Black Moon on foot, the Rees help",
        ["Co. G dismount", "Co. G + Ree Scouts attack 1418"],
    ),
    (
        CUSTER_RENO,
        "G dismounts and attacks Black Moon on foot, helped by the Rees",
        ["Co. G dismount", "Co. G + Ree Scouts attack 1418"],
    ),
    # Who advances, on a condition, is whom the condition is followed by.
    (
        CUSTER_RENO,
        "A and M attack 1417; should the enemy vacate it, Company M will occupy the ground.",
        ["Co. A + Co. M attack 1417", "Co. M advance 1417"],
    ),
    (
        CUSTER_RENO,
        "A and M attack 1417. If it falls, M will occupy it.",
        ["Co. A + Co. M attack 1417", "Co. M advance 1417"],
    ),
    # Who hangs on at a hex stays there, and takes nothing back.
    (ROSEBUD, "D can hang on at 2911", ["D/3 Cav stay"]),
    (LBH, "A can hang on at 7217", ["A/7 Cav stay"]),
    (ROSEBUD, "HQ+Crook 3213, no, scrub that, stay.", ["Column HQ + BG Crook stay"]),
    (CREEK, "2nd Co bk 3, f. E.", ["Second Company: back 3.00; face 90"]),
    (CREEK, "2nd Co bk 3, f. N.", ["Second Company: back 3.00; face 0"]),
    # Losses are no report where their policy stands behind them.
    (CUSTER, "Losses: weakest first.", ["policy all losses: weakest"]),
    (CUSTER, "Losses: strongest unit", ["policy all losses: strongest"]),
    (ROSEBUD, "The F/3 is in panic, so she must escape in the wood.", ["F/3 Cav rout to woods"]),
]


@pytest.mark.parametrize(("where", "line", "canonical"), READ)
def test_an_order_said_otherwise_is_read(where: Where, line: str, canonical: list[str]) -> None:
    found, offers, verdict = read(where, line)
    assert (found, verdict) == (canonical, ACCEPTED), offers


NUMBERED = "1 howitzer shells braves, 2 Perry skirmishes at 4, 3 the rest hold"
ASKED = [
    # The order at the end of a story.
    (
        CUSTER,
        "Benteen always told me in these games that he who waits is lost, so Company I, which has stood idle at 1917 since "
        "dawn, will push on down to 1816, and L is to do just the same.",
        ["Co. I move 1917-1816; Co. L move 1917-1816"],
    ),
    # What is asked for as a question, and may be no more than one.
    (LBH, "Can M and A dismount?", ["A/7 Cav dismount; M/7 Cav dismount"]),
    # An order to all behind a remark.
    (
        LBH,
        "No more clever stuff, everybody stays exactly where they are",
        ["A/7 Cav + G/7 Cav + M/7 Cav + Army Scouts + Gatling 1 + Mule Pack Train + G/7 holders + Maj Reno stay"],
    ),
    # Who helps an attack on foot may not be on foot yet.
    (
        CUSTER_RENO,
        "G attack 1418 on foot, the Rees help",
        ["Co. G dismount; Ree Scouts dismount; Co. G + Ree Scouts attack 1418"],
    ),
    # A hex that stands alone between full stops.
    (LBH, "G/7. 7216. prone.", ["G/7 Cav move 7316-7216; G/7 Cav prone"]),
    # An order with a question mark behind it, in the notation and in prose.
    (ROSEBUD, "Mills to 3612?", ["Capt Mills move 3611-3612"]),
    (LBH_MELEE, "M and the scouts hit 7118?", ["M/7 Cav + Army Scouts melee 7118"]),
    (ROSEBUD_FIRE, "Crow King at G/3?", ["Crow King fire full at G/3 Cav"]),
    # Whom an everybody means behind somebody else.
    (
        LBH,
        "M Company backs off one hex west, to 7219, then everyone out of the saddle",
        [
            "M/7 Cav move 7218-7219; M/7 Cav dismount",
            "M/7 Cav move 7218-7219; A/7 Cav dismount; M/7 Cav dismount; Army Scouts dismount",
        ],
    ),
    (
        PLAN,
        NUMBERED,
        ["Howard Howitzer shell braves; Perry skirmish any at 4; rest hold"],
    ),
    (
        NEZ_PERCE,
        "Burton stays, the rest push on to 1309",
        ["Burton stay; Howard + Miller + Mason + Jackson move 1308 to 1309"],
    ),
]


@pytest.mark.parametrize(("where", "line", "offers"), ASKED)
def test_what_may_be_meant_is_asked(where: Where, line: str, offers: list[str]) -> None:
    found, offered, verdict = read(where, line)
    assert (found, offered, verdict) == ([], offers, REFUSED)


def test_offers_of_several_lines_can_be_copied() -> None:
    for where, line in ((PLAN, NUMBERED), (NEZ_PERCE, "Burton stays, the rest push on to 1309")):
        (offer,) = read(where, line)[1]
        assert read(where, offer)[2] == ACCEPTED, offer


NO_OFFER = [
    # What somebody is told both to stay and to do is never taken.
    (
        LBH_MELEE,
        "I want not that Reno fights himself, but both his companies take on the Crow King.",
        ["Maj Reno stay"],
    ),
    (NEZ_PERCE, "Howard's 5 -> 1309.", ["Howard move 1308 to 1309"]),
    (
        ROSEBUD_FIRE,
        "I'd sooner Big Road kept his powder dry, but He Dog may pepper Good Heart",
        ["He Dog fire full at Good Heart"],
    ),
    # Nor is a second choice that fits two, nor somebody who is called by a word of talk.
    (ROSEBUD_FIRE, "He Dog fires at Old Crow, otherwise A Company", ["He Dog fire full at Old Crow"]),
    # Who stays until somebody comes does not go to them.
    (NEZ_PERCE, "Gibbon stays at 1511 until Rawn arrives", ["Gibbon move 1511 to 1410"]),
    (NEZ_PERCE, "Gibbon holds at 1511 for Rawn to come up", ["Gibbon move 1511 to 1410"]),
    (ROSEBUD, "My dear A, go to 3210; E and I stay", ["E/2 Cav + I/2 Cav stay"]),
    (LBH, "M moves up to 7317 and gets down; the scouts do likewise at 7219.", ["Army Scouts move 7318-7219"]),
    # What the story orders is not left out of the offer, nor anybody offered who was only spoken of.
    (NEZ_PERCE, "Rawn, please he goes one hex to south-east, there is Gibbon.", ["Gibbon move 1511 to 1611"]),
    (CREEK, "The Third Company retires three inches, facing the enemy.", ["Third Company: back 3.00"]),
    (PLAN, "Flombles fire nearest <=5.", ["all fire at nearest within 5"]),
]


@pytest.mark.parametrize(("where", "line", "wrong"), NO_OFFER)
def test_no_offer_leaves_out_an_order(where: Where, line: str, wrong: list[str]) -> None:
    found, offered, _ = read(where, line)
    assert found == []
    assert offered != wrong


@pytest.mark.parametrize(
    ("where", "line"),
    [
        (ROSEBUD, "L/3 hugging dirt, pinned. Pity."),
        (ROSEBUD, "autocorrect keeps changing noyes to noses"),
        (ROSEBUD_FIRE, "Ammo check: Crow King OK, Four Horns OK"),
        (LBH, "Three admissions before midnight so the Sioux will have to wait till morning."),
        (LBH, "In my country nobody knows this battle, my friends ask me who is this Reno."),
        (ROSEBUD, "Seen so far: Crow King 3412; Rain in the Face 3511; He Dog 3609"),
        (CUSTER, "Do you think Crazy Horse will move to 1008? I am having fear of him."),
        (TIMBERS, "I'd love to see the Dragoons charge into that timber, it would serve them right."),
        (LBH, "Can M still fire if it dismounts?"),
        (LBH, "Would the Gatling even have hit anything from 7315?"),
        (LBH, "7115 Iron Hawk, 7016 Black Moon + Sitting Bull, 7017 Crow King"),
        (ROSEBUD, "If you'd told me G/3 would still be alive on turn 3 I'd have laughed."),
        (ROSEBUD, "gtg will do i3 n m3 later"),
        (CUSTER, "Villages: Hunkpapa 3, Oglala 2, Minneconjou 2"),
        (ROSEBUD, "Poor Henry, stuck out there with L Company and no one coming."),
    ],
)
def test_reports_and_questions_after_a_rule_are_talk(where: Where, line: str) -> None:
    assert read(where, line)[2] == PROSE


@pytest.mark.parametrize(
    ("where", "line"),
    [
        (
            ROSEBUD,
            "Those three infantry companies by 3213, could they have a wee lie down? Things are about to get warm",
        ),
        (ROSEBUD_FIRE, "Four Horns is nearly out of powder, so half a volley into Luettwitz and not a shot more"),
        (ROSEBUD_FIRE, "I fancy the bluecoats at 3611 for Rain in the Face, whichever company there is the weaker"),
        (LBH, "srry not m7 i ment a7. a7 + reno 2 7216"),
        (LBH_MELEE, "Sitting this one out across the board."),
        (CREEK, "How about Third gets out of column into a proper line, then four inches on?"),
        (CUSTER_RENO, "Not keen on the Rees being up front, tuck them in at 1520 and let G dismount to cover them"),
    ],
)
def test_what_is_bidden_in_plain_words_is_never_talk(where: Where, line: str) -> None:
    assert read(where, line)[2] != PROSE
