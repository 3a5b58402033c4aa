"""Rows whose cells say little, parts of groups, conditions and distances beside orders, and groups in words."""

import pytest

from pbem.orders.verdict import ACCEPTED, PROSE, REFUSED
from tests.language.test_said_otherwise import CREEK, CUSTER, CUSTER_RENO, NEZ_PERCE, PLAN, TIMBERS, Where, read

CIRCLES = "custer", "indian", "little-big-horn", "A"
LEGION = "miniatures", "american", "fallen-timbers", "A"
TRIBES = "rosebud", "indian", "in-contact", "C"
TAKEN: list[tuple[Where, str, list[str]]] = [
    # Cells that order nothing, rows by hex, parts of a group.
    (TIMBERS, "Ottawa -> back 3 | Delaware -> put", ["Ottawa: back 3.00", "Delaware: stay"]),
    (TRIBES, "Black Moon: 2609 / White Bull: ---", ["Black Moon move 2608-2609", "White Bull stay"]),
    (
        NEZ_PERCE,
        "1308: none | 0709: as is",
        [
            "Howard + Burton + Miller + Mason + Jackson stay",
            "Perry + Whipple + Walla Walla Volunteers + Washington Volunteers stay",
        ],
    ),
    (
        NEZ_PERCE,
        "1308: everybody > 1309 | 1410: Rawn > 1511",
        ["Howard + Burton + Miller + Mason + Jackson move 1308 to 1309", "Rawn move 1410 to 1511"],
    ),
    (
        CUSTER,
        "Stack 1917: I > 1816, L > 1816; stack 1916: hold",
        ["Co. I move 1917-1816", "Co. L move 1917-1816", "Co. F + Scouts stay"],
    ),
    (NEZ_PERCE, "1308 stack ex Mason: 1309", ["Howard + Burton + Miller + Jackson move 1308 to 1309"]),
    (
        LEGION,
        "Kentucky: First Battalion ahead 6, Second Battalion face W",
        ["Kentucky 1: ahead 6.00", "Kentucky 2: face 270"],
    ),
    (
        PLAN,
        "Perry's 1st troop holds. The 2d and 3d fire at braves.",
        ["line 1: Perry Cavalry 1 hold", "line 2: Perry Cavalry 2, Perry Cavalry 3 fire at braves"],
    ),
    (LEGION, "Rifles: no. 1 back 4, no. 2 stays", ["Rifles 1: back 4.00", "Rifles 2: stay"]),
    (
        LEGION,
        "The Kentucky battalions withdraw: the first three inches, the second only two",
        ["Kentucky 1: back 3.00", "Kentucky 2: back 2.00"],
    ),
    # Who does something that nobody knows does not what stands before it.
    (CUSTER_RENO, "A to 1618, G can please itself", ["Co. A move 1518-1618"]),
    (CUSTER_RENO, "G dismounts, the Rees can suit themselves", ["Co. G dismount"]),
    # Headings, who goes along, who comes on.
    (CUSTER_RENO, "Reno's wing: G fights afoot", ["Co. G dismount"]),
    (CIRCLES, "Cheyenne camp: Wooden Leg goes to 1109", ["in Cheyenne: Wooden Leg move 1008-1109"]),
    (CUSTER, "C to 2017, E to 2019, Custer goes with E", ["Co. C move 2018-2017", "Co. E + Custer move 2018-2019"]),
    (CUSTER, "C: 2017 | E: 2019 | Custer: with C", ["Co. C + Custer move 2018-2017", "Co. E move 2018-2019"]),
    (CUSTER, "K moves to 2824 on Benteen's marker", ["in Benteen: Co. K enter 2824"]),
    (
        CUSTER,
        "Benteen w/ D, H, K on at 2824 when his chit comes.",
        ["in Benteen: Co. D + Co. H + Co. K + Benteen enter 2824"],
    ),
    (CUSTER, "Custer, C and E all halt at 2018", ["Co. C + Co. E + Custer stay"]),
    (CUSTER, "I and L march on foot to 1817", ["Co. I dismount", "Co. L dismount", "Co. I + Co. L move 1917-1817"]),
    (CUSTER, "custer go 2017 w both", ["Co. C + Co. E + Custer move 2018-2017"]),
    (CUSTER_RENO, "Not M, only A attacks 1417", ["Co. M stay", "Co. A attack 1417"]),
    (CUSTER_RENO, "not g just the rees attack 1418", ["Co. G stay", "Ree Scouts attack 1418"]),
    (CUSTER_RENO, "A and M attack 1417 without him", ["Co. A + Co. M attack 1417"]),
    (CUSTER_RENO, "A, M, Reno on 1418 instead of Crow King", ["Co. A + Co. M + Reno attack 1418"]),
    (CUSTER_RENO, "Attack: 1417 (A, M) | Adv.: nobody", ["Co. A + Co. M attack 1417", "Co. A + Co. M no advance"]),
    (CUSTER, "I changed my mind about F: not 1815, send it to 1816 instead.", ["Co. F move 1916-1816"]),
    (TIMBERS, "Miami stay, Blue Jacket joins them", ["Blue Jacket: join Miami", "Miami: stay"]),
    # Conditions about an enemy on the table.
    (
        TIMBERS,
        "If Price gets within 10 inches, the Miami charge him",
        ["Miami: charge Price's Battalion if within 10.00 of Price's Battalion"],
    ),
    (
        TIMBERS,
        "When Wells is nearer than 12 the Shawnee are charging him, otherwise they walk 5 ahead.",
        ["Shawnee: if within 12.00 of Wells' Spies: charge Wells' Spies else ahead 5.00"],
    ),
    (CREEK, "Riflemen fire only if sumbody gets inside 8", ["Riflemen: fire if within 8.00"]),
    (TIMBERS, "Miami n/m, Delaware f. <=5", ["Miami: stay", "Delaware: fire if within 5.00"]),
    (
        CREEK,
        "Light Horse at Bear if <=10, else +8",
        ["Light Horse: if within 10.00 of Bear: charge Bear else ahead 8.00"],
    ),
    (CREEK, "Riflemen toward Deer, halt 10 inches off", ["Riflemen: toward Deer within 10.00 of Deer"]),
    (CREEK, "Riflemen forward into the windfall and fire", ["Riflemen: ahead until in windfall; fire"]),
    (CREEK, "The Light Horse rides 4 and then dismounts", ["Light Horse: ahead 4.00; dismount"]),
    (TIMBERS, "Blue Jacket is off to encourage the Delaware", ["Blue Jacket: join Delaware"]),
    # Conditions of a plan.
    (
        PLAN,
        "Once half of our boys are down then I'm afraid everybody leaves to the north",
        ["line 1: once lost half: all leave north"],
    ),
    (PLAN, "If it gets to turn 12 the cavalry charge the braves", ["line 1: once turn 12: cavalry charge braves"]),
    (PLAN, "Stops: lost half / turn 9", ["stop when lost half", "stop when turn 9"]),
    (
        PLAN,
        "Stop the plan and ask me should any brave approach to within three of the guns",
        ["stop when enemy within 3 of guns"],
    ),
    (PLAN, "HQ leaves south if braves come within 2 hexes of it", ["line 1: if enemy within 2 of HQ: HQ leave south"]),
    (
        PLAN,
        "The scouts guard HQ if the enemy gets within 3 hexes of it",
        ["line 1: if enemy within 3 of HQ: scouts guard HQ at 4"],
    ),
    (PLAN, "If 4 of them are dead, all hold", ["line 1: once enemy lost 4: all hold"]),
    (PLAN, "The cavalry posts itself within two hexes of HQ as a guard", ["line 1: cavalry guard HQ at 2"]),
    (
        PLAN,
        "The guns fire at the braves and afterwards at the rest, all within 7",
        ["line 1: guns fire at braves, any within 7"],
    ),
    (PLAN, "Cavalry will fight the braves as skirmishers at three hexes", ["line 1: cavalry skirmish braves at 3"]),
    (PLAN, "Gatling: anything w/in 5, blast it", ["line 1: Whipple Gatling gun fire at any within 5"]),
    (PLAN, "Gatling > Ollokot | rest > hold", ["line 1: Whipple Gatling gun fire at Ollokot", "line 2: rest hold"]),
    # Groups in words.
    (NEZ_PERCE, "Howard and all his mates to 1309", ["Howard + Burton + Miller + Mason + Jackson move 1308 to 1309"]),
    (NEZ_PERCE, "Nobody in 1308 moves a muscle", ["Howard + Burton + Miller + Mason + Jackson stay"]),
    (
        NEZ_PERCE,
        "Howard leaves Mason and Miller behind and goes with the rest to 1309",
        ["Howard + Burton + Jackson move 1308 to 1309"],
    ),
    (NEZ_PERCE, "howard go 1310 take mason", ["Howard + Mason move 1308 to 1309-1310"]),
    (
        CREEK,
        "Everybody stays put except the Riflemen, who go forward 4",
        [
            "Riflemen: ahead 4.00",
            "First Company: stay",
            "Second Company: stay",
            "Third Company: stay",
            "Light Horse: stay",
            "Gun: stay",
        ],
    ),
    (
        NEZ_PERCE,
        "Perry and Whipple ride over to 0808, the volunteers, both lots, can put their feet up",
        ["Perry + Whipple move 0709 to 0808", "Walla Walla Volunteers + Washington Volunteers stay"],
    ),
]
TAKEN += [
    # A company I, behind a mark and ahead of a hex.
    (("rosebud", "us", "in-contact", "C"), "M/3 stays. I to 3711", ["M/3 Cav stay", "I/3 Cav move 3712-3711"]),
    (CUSTER, "nothing fancy: I to 1816, L watches its back from 1917", ["Co. I move 1917-1816", "Co. L stay"]),
    # Who covers those who go, where somebody else has the word.
    (TRIBES, "Crow King to 3411, Four Horns covers him", ["Crow King move 3412-3411", "Four Horns stay"]),
    (TRIBES, "Crow King to 3411, Four Horns keeps him covered", ["Crow King move 3412-3411", "Four Horns stay"]),
    (TRIBES, "Crow King to 3411 and Four Horns is covering him", ["Crow King move 3412-3411", "Four Horns stay"]),
    (CUSTER, "C stays until Custer tells it otherwise", ["Co. C stay"]),
    (TIMBERS, "The Ottawa hold until I say otherwise", ["Ottawa: stay"]),
    (CUSTER, "CUSTER WING: C stay, E stay, F dismount", ["Co. C stay", "Co. E stay", "Co. F dismount"]),
    # Parts of a hex.
    (NEZ_PERCE, "all of 1308 except Burton to 1309", ["Howard + Miller + Mason + Jackson move 1308 to 1309"]),
    (NEZ_PERCE, "everybody in 1308 bar Burton to 1309", ["Howard + Miller + Mason + Jackson move 1308 to 1309"]),
    # Where somebody does not go: nobody else is told to stay.
    (NEZ_PERCE, "Rawn shall not go to Gibbon.", ["Rawn stay"]),
    (NEZ_PERCE, "Rawn shall not go to Gibbon, he stays at 1410.", ["Rawn stay"]),
    (NEZ_PERCE, "Rawn does not go to Gibbon but to 1309", ["Rawn move 1410 to 1310-1309"]),
    (CUSTER_RENO, "A doesn't go to G", ["Co. A stay"]),
    (TIMBERS, "The Miami don't go to the Wyandot", ["Miami: stay"]),
    (TIMBERS, "lil turtle dont stay w miami he goes off on his own", ["Little Turtle: leave"]),
    (
        CUSTER_RENO,
        "the Rees to 1520 and let G dismount to cover them",
        ["Ree Scouts move 1519-1520", "Co. G dismount"],
    ),
    # A name with its number, whatever stands ahead of it; names told by their hex.
    (TIMBERS, "The Shawnee will charge Rifles 2", ["Shawnee: charge Rifles 2"]),
    (TIMBERS, "The Shawnee charge their rifles", ["Shawnee: load"]),
    (CIRCLES, "Sans Arc village (1313): to 1213", ["in Sans Arc: Sans Arc village 1 move 1313-1213"]),
    (CIRCLES, "The Sans Arc village in 1313 goes to 1213", ["in Sans Arc: Sans Arc village 1 move 1313-1213"]),
    # Labels with full stops, and what stands between.
    (
        CUSTER_RENO,
        "Attackers: A, M, Reno. Hex: 1417. Advance: none.",
        ["Co. A + Co. M + Reno attack 1417", "Co. A + Co. M + Reno no advance"],
    ),
    (CUSTER_RENO, "I attack with A and M, without Reno, hex 1417.", ["Co. A + Co. M attack 1417"]),
    (NEZ_PERCE, "Browning, 0817: no move.", ["Browning stay", "Green + Wiles stay"]),
    (NEZ_PERCE, "The Boise garrison, both, moves to the hex 0917", ["Green + Wiles move 0817 to 0917"]),
    (TIMBERS, "the Wyandot, if they're charged themselves, hold their fire.", ["Wyandot when charged: hold"]),
    (TIMBERS, "Shawnee sidestep R 2.", ["Shawnee: sidestep right 2.00"]),
    (NEZ_PERCE, "Perry 0710, Whip. 0808.", ["Perry move 0709 to 0710", "Whipple move 0709 to 0808"]),
    (
        CUSTER_RENO,
        "Stand fast all round, 1518 & 1519 both.",
        ["Co. A + Co. M + Reno stay", "Co. G + Ree Scouts stay"],
    ),
    # Whom the scouts guard.
    (PLAN, "HQ stays put and the scouts guard it within 2", ["line 1: HQ hold", "line 2: scouts guard HQ at 2"]),
    (PLAN, "my scouts to look after headquarters, at most two hexes off", ["line 1: scouts guard HQ at 2"]),
]
ASKED: list[tuple[Where, str, list[str]]] = [
    # Who does something that nobody knows does not what stands before it.
    (
        CUSTER_RENO,
        "A attacks 1417, Reno and M grumble about it",
        ["Co. M + Reno stay; Co. A attack 1417", "Co. M dismount; Co. A attack 1417"],
    ),
    (CUSTER_RENO, "G dismounts and Reno would approve", ["Co. G dismount; Reno stay"]),
    # Headings, who goes along, who comes on.
    (NEZ_PERCE, "Gibbon stays, Rawn joins him", ["Gibbon stay; Rawn move 1410 to 1511"]),
    # Conditions about an enemy on the table.
    (TIMBERS, "The Miami fire only if the Dragoons come nearer as 6", ["Miami: fire if within 6.00 of Dragoons"]),
    (
        LEGION,
        "One of the Rifles goes forward 3, the other stays",
        ["Rifles 1: ahead 3.00; Rifles 2: stay", "Rifles 2: ahead 3.00; Rifles 1: stay"],
    ),
    (PLAN, "Cavalry 1 is to hold its ground", ["line 1: Perry Cavalry 1 hold", "line 1: Whipple Cavalry 1 hold"]),
    (
        TIMBERS,
        "The Ottawa should slip along toward the timber",
        ["Ottawa: toward timber-north", "Ottawa: toward timber-south"],
    ),
    (TIMBERS, "The Ottawa move toward the timber", ["Ottawa: toward timber-north", "Ottawa: toward timber-south"]),
    # Passes with their reasons.
    (CUSTER, "nowt from me this time, were at the caravan", ["pass"]),
    (NEZ_PERCE, "no moves this month - flu", ["pass"]),
]
NEVER: list[tuple[Where, str, str]] = [
    # Not to fire if somebody is near is not to fire then, and to fire unless somebody is near is not either.
    (TIMBERS, "The Ottawa don't fire if Price is within 6", "fire if"),
    (CREEK, "First Company fires unless Wolf is within 4", "fire if"),
    # An approach that ends somewhere is no charge, and a remark that denies something no order to stay.
    (CREEK, "Light Horse toward Bear until 6 inches away", "charge"),
    (CREEK, "The cavalry shall go down from the horses, here is no ground to ride.", "; stay"),
    # Whom an enemy's number belongs to, and who stays in a cell beside others.
    (PLAN, "Perry Cav 1 fires at Joseph no. 2", "Perry Cavalry 2"),
    (CREEK, "Gun: unlimber | rest: stay", "Riflemen: unlimber"),
    (CREEK, "everyone except the Gun moves four inches forward", "Gun: ahead"),
    (CUSTER_RENO, "Rees to 1619, G can amuse itself", "Co. G move"),
]


@pytest.mark.parametrize(("where", "line", "canonical"), TAKEN)
def test_it_is_read(where: Where, line: str, canonical: list[str]) -> None:
    assert read(where, line) == (canonical, [], ACCEPTED)


@pytest.mark.parametrize(("where", "line", "offers"), ASKED)
def test_it_is_asked_about(where: Where, line: str, offers: list[str]) -> None:
    taken, asked, verdict = read(where, line)
    assert (taken, asked[: len(offers)], verdict) == ([], offers, REFUSED)


@pytest.mark.parametrize(
    "line",
    [
        "In Poland we say: who goes slow with Co. C arrives far. It is joke, not order.",
        "G goes to 1617 - that's not an order, just a thought",
        "It is a joke, not an order",
    ],
)
def test_what_is_said_to_be_no_order_is_chat(line: str) -> None:
    assert read(CUSTER, line) == ([], [], PROSE)


@pytest.mark.parametrize(
    "line", ["Custer goes to 2017. It is not an order", "Custer to 2017! (That's a joke, not an order)"]
)
def test_an_order_that_is_said_to_be_none_is_not_carried_out(line: str) -> None:
    assert read(CUSTER, line)[2] == REFUSED


@pytest.mark.parametrize(("where", "line", "wrong"), NEVER)
def test_it_is_never_read_as_the_opposite(where: Where, line: str, wrong: str) -> None:
    orders, offers, _ = read(where, line)
    assert not any(wrong in one for one in (*orders, *offers))
