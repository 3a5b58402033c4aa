"""What bids somebody do something is never chat, and no order leaves out what its line demands: it is asked about."""

import pytest

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
    TIMBERS,
    Where,
    read,
)

BIDDEN = [
    # Rows: some of one's own, and where they are to go or what they are to do.
    (ROSEBUD, "Orders, 3rd Cav / B: dismount / D: nil / L: nil (obviously)"),
    (ROSEBUD, "Miners => 2911; as for the others, my knees hurt"),
    (LBH, "Reno w/ A -> 7317, tactical repositioning (he ran, didn't he)."),
    (CUSTER, "I+L: 1816-1815, no shilly-shally."),
    (CUSTER, "Hooves off: C, E, F, I, L. Boots on: same."),
    (ROSEBUD_FIRE, "lone bull nah"),
    (TIMBERS, "Delaware & Miami: nope"),
    (NEZ_PERCE, "Task: block the exits. Means: Browning alone. Route: 2112 to 2012, so as to be back in time."),
    # Let, have, should, ought, must; to, and a verb that nobody knows; a place alone.
    (
        ROSEBUD,
        "I think the Miners ought to go and stand with the two cavalry companies in front, it looks lonely there.",
    ),
    (ROSEBUD, "F troop has had enough, bless them, so let them bolt back to B of the Third."),
    (ROSEBUD, "I'd be much obliged to see the Miners go and lie down behind something"),
    (
        CUSTER_RENO,
        "Most of the trouble came from sitting on horses. So do get everyone in both his hexes down, the scouts too.",
    ),
    (LBH, "G/7 to hug Mother Earth. Nobody else ditto."),
    (LBH, "M to fetch its horses from 7416"),
    (NEZ_PERCE, "Leave everybody at Lapwai to their dinners."),
    (CREEK, "Second and Third, four inches, and mind the fences"),
    (PLAN, "The howitzer to fling one at somebody"),
    (CUSTER_RENO, "I'd rather G and the Rees slipped off one hex to the south before it gets silly."),
    (ROSEBUD, "My wife wants Mills to go to 3612."),
    (ROSEBUD_FIRE, "If Four Horns has any cartridges left let him use half of them on Captain Van Vliet's company."),
    (ROSEBUD_FIRE, "My wife says I'm too timid, so: Crow King and Four Horns both let Van Vliet's troop have it all."),
    (LBH_MELEE, "Company G alone fights body to body against Iron Hawk, company A only looks."),
    # An order behind a long story.
    (
        CUSTER,
        "I've read Gray, I've walked Calhoun Hill, and I'm persuaded that a screen is just a way of telling the other"
        " fellow where you are. So F and Scouts, both, one hex N, to 1915. Cheers, and mind the rattlers.",
    ),
    (
        CUSTER,
        "bit rambly sry its 2am, but ive been thinkin the scouts could just sneak up 1815 then 1715 while evry1 else"
        " is asleep. brave little guys.",
    ),
]
TALK = [
    (ROSEBUD, "Mills has such a lovely moustache on his counter, I keep looking at it."),
    (ROSEBUD, "The Miners have done nothing all game but eat my rations."),
    (ROSEBUD, "To the Miners: thank you for last turn."),
    (LBH, "Reno has two companies, I count eleven bands. I should have been a dentist."),
    (LBH, "Query: does the Gatling still cover 7114 and 7115, as it did last turn?"),
    (CUSTER, "Custer should have listened to his scouts, as mine never tire of telling me."),
    (CREEK, "The Colonel lost his hat on the way to the table."),
    (NEZ_PERCE, "Whipple writes a good letter home. Joseph says nothing and wins."),
    (NEZ_PERCE, "Howard would have prayed first and moved second."),
    # Tales of home, of the writer and of the game.
    (CREEK, "My niece has named all the dragoons' horses, and she'll not forgive you if Biscuit is shot."),
    (TIMBERS, "My grandad had a print of the Wyandot over the fireplace."),
    (
        ROSEBUD,
        "With us in Poland such a cavalry would be at home already. It makes me very laughing, this General Crook.",
    ),
    (ROSEBUD, "In Zwolle we eat today pancakes, and the whole day I have thought on Crook with his mules."),
    (LBH_MELEE, "When I was soldier on the border nobody made melee, we drank only tea with the other side."),
    (CUSTER, "wait is custer the 1 that dies or is that the other guy"),
    (TIMBERS, "ngl the ottawa r carrying this whole team"),
    (PLAN, "Howitzer low? Gatling jammed? (asking for a friend)"),
    (LBH, "Benteen come on. Be quick. Bring packs.  (P.S. for next turn only a joke.)"),
    (
        ROSEBUD_FIRE,
        "I make question: if I fire half with Big Road, he can after move yes or no? In Osaka we play always other.",
    ),
]
LEFT_OUT = [
    # What was not ordered is not added, and what was is not left out.
    (LBH, "Scouts -> 7119, flumph the ponies all over Montana.", ""),
    (CUSTER, "I mounted, L to 1816", "Co. L move 1917-1816"),
    (PLAN, "Perry's Gatling fire at braves", "Perry, Whipple Gatling gun"),
    (ROSEBUD, "Should C Company, Third Cavalry, be assaulted hand to hand it is to stand its ground.", "C/3 Cav stay"),
    (ROSEBUD_FIRE, "Let Crow King loose on G/3 with full fire, he has been silent long enough.", "stay"),
]
READ = [
    (NEZ_PERCE, "Jackson goes to 1408. Mason likewise to the same hex.", ["Mason move 1308 to 1408"]),
    (PLAN, "Whipple Cav 1: guard guns (2)", ["Whipple Cavalry 1 guard guns at 2"]),
    (PLAN, "guns shoot braves first then anything else", ["guns fire at braves, any"]),
    (TIMBERS, "miami n shawnee back 3, caldwell only 2 inch", ["Caldwell's Rangers: back 2.00"]),
    (LBH_MELEE, "M/7 x 7118, no pursuit, no adv. I've read the book.", ["no pursuit", "no advance"]),
    (CREEK, "Everybody advances four inches, only the gun not.", ["Riflemen: ahead 4.00"]),
    (CREEK, "The Riflemen goes into the direction of the windfall.", ["Riflemen: toward windfall"]),
    (NEZ_PERCE, "Browning: general direction Virginia City, no rush.", ["Browning move 2112 to 2011"]),
    (ROSEBUD_FIRE, "Crow King half at C/3. Four Horns ditto at G/3.", ["Four Horns fire half at G/3 Cav"]),
    (TIMBERS, "miami shuffle 4in 2 ur right", ["Miami: sidestep right 4.00"]),
    (CREEK, "Riflemen forward into the windfall", ["Riflemen: ahead until in windfall"]),
    (CREEK, "horse get off n walk", ["Light Horse: dismount"]),
    (ROSEBUD, "What I'm after is for I and M Troops to hop up to 3711.", ["I/3 Cav + M/3 Cav move 3712-3711"]),
    # A number behind a verb and before a name; what stands behind `and`, and behind a remark.
    (CREEK, "2nd company back 2, first company stay", ["Second Company: back 2.00", "First Company: stay"]),
    (CREEK, "1 Co: ahead 5 / 2 Co: ahead 5 / 3 Co: along road 5", ["Third Company: along track 5.00"]),
    (LBH, "Gatling: limber & trundle to 7415. Should've left it on the steamer.", ["Gatling 1 move 7315-7415"]),
    (
        CREEK,
        "Leave the Riflemen be, nothing to see from there. Third Company stays where it is, too.",
        ["Third Company: stay"],
    ),
    (CUSTER, "I up 2 1816, L 1817 cheers", ["Co. I move 1917-1816", "Co. L move 1917-1817"]),
    (
        TIMBERS,
        "Blue Jacket should nip across to the Delaware, they've nobody to cheer them on.",
        ["Blue Jacket: join Delaware"],
    ),
    (TIMBERS, "Should the Kentuckians charge home, the Shawnee stand their ground.", ["Shawnee when charged: hold"]),
    (TIMBERS, "If charged: Wyandot hold / Delaware hold / Shawnee hold", ["Shawnee when charged: hold"]),
    (TIMBERS, "Ottawa x Wells. Up & at 'em.", ["Ottawa: charge Wells' Spies"]),
    (TIMBERS, "Miami and Shawnee should not move even one inch, please.", ["Miami: stay", "Shawnee: stay"]),
]


@pytest.mark.parametrize(("where", "line"), BIDDEN)
def test_what_bids_somebody_is_never_chat(where: Where, line: str) -> None:
    assert read(where, line)[2] != PROSE


@pytest.mark.parametrize(("where", "line"), TALK)
def test_what_only_tells_of_somebody_is_chat(where: Where, line: str) -> None:
    assert read(where, line)[2] == PROSE


@pytest.mark.parametrize(("where", "line", "added"), LEFT_OUT)
def test_what_a_line_demands_is_never_left_out(where: Where, line: str, added: str) -> None:
    orders, offers, verdict = read(where, line)
    assert (orders, verdict) == ([], REFUSED)
    assert not added or all(added not in one for one in offers)


@pytest.mark.parametrize(("where", "line", "orders"), READ)
def test_it_is_read(where: Where, line: str, orders: list[str]) -> None:
    found = read(where, line)[0]
    assert all(any(order in one for one in found) for order in orders), found
    assert not any(one.startswith(("Gun:", "Howard")) for one in found)
