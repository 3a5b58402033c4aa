"""Orders as people say them who have not read the list of forms: names, moves, conditions, groups; and what is chat."""

import pytest

from pbem.core.order import Problem
from pbem.orders.rehearsal import ACCEPTED, PROSE, REFUSED, rehearse
from pbem.systems.miniatures import scenario_file
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.state.tabletop import opening
from pbem.systems.miniatures.system import RULES

SAID = [
    # Whom it is for.
    ("sublegion 3: ahead 6", "Sub-Legion 3: ahead 6.00"),
    ("SL 1 ahead 6", "Sub-Legion 1: ahead 6.00"),
    ("First Sub-Legion ahead 6", "Sub-Legion 1: ahead 6.00"),
    ("Sub-Legion Two ahead 6", "Sub-Legion 2: ahead 6.00"),
    ("Legion 1 ahead 6", "Sub-Legion 1: ahead 6.00"),
    ("Dragoon: ahead 6", "Dragoons: ahead 6.00"),
    ("SL1, SL2 and SL3 ahead 6", "Sub-Legion 1: ahead 6.00 / Sub-Legion 2: ahead 6.00 / Sub-Legion 3: ahead 6.00"),
    ("SL1 + SL2 ahead 6", "Sub-Legion 1: ahead 6.00 / Sub-Legion 2: ahead 6.00"),
    ("SL1-2 ahead 6", "Sub-Legion 1: ahead 6.00 / Sub-Legion 2: ahead 6.00"),
    ("each of Rifles 1, Rifles 2: ahead 4", "Rifles 1: ahead 4.00 / Rifles 2: ahead 4.00"),
    ("Rifles 1 & 2 ahead 4", "Rifles 1: ahead 4.00 / Rifles 2: ahead 4.00"),
    ("both rifles ahead 4", "Rifles 1: ahead 4.00 / Rifles 2: ahead 4.00"),
    ("SL1: ahead 6; SL2: ahead 4; fire", "Sub-Legion 1: ahead 6.00 / Sub-Legion 2: ahead 4.00; fire"),
    ("Sub-Legion 1 ahead 6. Sub-Legion 2 ahead 5.", "Sub-Legion 1: ahead 6.00 / Sub-Legion 2: ahead 5.00"),
    ("Sorry, my mistake. Rifles 1: ahead 8", "Rifles 1: ahead 8.00"),
    ("Caldwell - sidestep left 2", "Caldwell's Rangers: sidestep left 2.00"),
    ("The Rifles 1 and my Dragoons ahead 4", "Rifles 1: ahead 4.00 / Dragoons: ahead 4.00"),
    # Leaders.
    ("Wayne: stay with SL2", "Wayne: join Sub-Legion 2"),
    ("General Wayne goes to SL1", "Wayne: join Sub-Legion 1"),
    ("Wayne stays where he is", "Wayne: join Sub-Legion 2"),
    # How far and where to.
    ("Price: move 6 inches to the east", "Price's Battalion: to 6.00 inches E of Price's Battalion"),
    ('Price: 8" NE', "Price's Battalion: to 8.00 inches NE of Price's Battalion"),
    ("Wells: move 6 towards the Ottawa", "Wells' Spies: toward Ottawa 6.00"),
    ("Wells advance 6 toward Ottawa", "Wells' Spies: toward Ottawa 6.00"),
    ("Wells: move 4 closer to Ottawa", "Wells' Spies: toward Ottawa 4.00"),
    ("Rifles 1: move 8 inches ahead", "Rifles 1: ahead 8.00"),
    ("Rifles 1: forward 8 inches into the woods", "Rifles 1: ahead 8.00"),
    ("Rifles 1: advance full", "Rifles 1: ahead 8.00"),
    ("Rifles 1: move up", "Rifles 1: ahead 8.00"),
    ("Rifles 1: 4 inches back", "Rifles 1: back 4.00"),
    ("Rifles 1: retire 4", "Rifles 1: back 4.00"),
    ("Rifles 1: fall back to (20, 20)", "Rifles 1: to (20.00, 20.00)"),
    ("Rifles 1: move 3 left", "Rifles 1: sidestep left 3.00"),
    ("Rifles 1: step right 3", "Rifles 1: sidestep right 3.00"),
    ("Rifles 1: sidestep 3 right", "Rifles 1: sidestep right 3.00"),
    ("SL1: wheel 45 degrees to the left", "Sub-Legion 1: wheel left 45"),
    ("SL1: right wheel 30", "Sub-Legion 1: wheel right 30"),
    ("Rifles 1: to the southern timber", "Rifles 1: to timber-south"),
    ("Kentucky 1: into the thicket", "Kentucky 1: to thicket-north"),
    ("Kentucky 2: to x 30 y 50", "Kentucky 2: to (30.00, 50.00)"),
    ("Kentucky 2: to 30 50", "Kentucky 2: to (30.00, 50.00)"),
    ('Kentucky 2: 2" north of Kentucky 1', "Kentucky 2: to 2.00 inches N of Kentucky 1"),
    ("Ojibwe: move up to 4 inches behind Delaware", "Ojibwe-Potawatomi: to 4.00 inches E of Delaware"),
    ("Kentucky 2: to the left of Kentucky 1", "Kentucky 2: to 1.00 inches N of Kentucky 1"),
    ("SL3: dress on SL1, 1 inch apart", "Sub-Legion 3: beside Sub-Legion 1 by 1.00"),
    # What else it does.
    ("Rifles 1: hold", "Rifles 1: stay"),
    ("Rifles 1: hold fire", "Rifles 1: stay"),
    ("Miami: stay put", "Miami: stay"),
    ("Sub-Legion 3 in reserve", "Sub-Legion 3: stay"),
    ("Kentucky 1: turn to face Miami", "Kentucky 1: face Miami"),
    ("SL1: change formation to line", "Sub-Legion 1: form line"),
    ("SL3: form up in open order", "Sub-Legion 3: form open order"),
    ("Price dismounts, then forms line, then fires", "Price's Battalion: dismount; form line; fire"),
    ("Howitzers: limber up", "Howitzers: limber"),
    ("Rifles 1: fire at Wyandot", "Rifles 1: fire only if Wyandot"),
    ("Rifles 1 shoot the Wyandots", "Rifles 1: fire only if Wyandot"),
    ("Rifles 1: fire at the nearest enemy", "Rifles 1: fire"),
    ("Wells charge Ottawa too", "Wells' Spies: charge Ottawa"),
    ("Ojibwe: behind Delaware by 2", "Ojibwe-Potawatomi: to 2.00 inches E of Delaware"),
    ("Price: stay mounted", "Price's Battalion: stay"),
    ("SL3: deploy into line facing Wyandot", "Sub-Legion 3: form line facing Wyandot"),
    ("SL3: rally facing Wyandot", "Sub-Legion 3: rally facing Wyandot"),
    ("3rd SL: ahead 4", "Sub-Legion 3: ahead 4.00"),
    ("SL1 and SL2: ahead 5 each", "Sub-Legion 1: ahead 5.00 / Sub-Legion 2: ahead 5.00"),
    # A length left out is the whole rate, that of the formation which it has by then; on a road as far as it gets.
    ("Kentucky 1: ahead", "Kentucky 1: ahead 14.00"),
    ("Kentucky 1: form line; ahead; dismount; ahead", "Kentucky 1: form line; ahead 10.00; dismount; ahead 4.00"),
    ("SL1: form column; ahead x2", "Sub-Legion 1: form column; ahead 8.00 x2"),
    ("Howitzers: unlimber; limber; ahead", "Howitzers: unlimber; limber; ahead 7.00"),
    ("Howitzers: limber; along the road x2", "Howitzers: limber; along road x2"),
    # What ends a move.
    ("Price: ahead 12 x2 but keep out of the timber-south", "Price's Battalion: ahead 12.00 not into timber-south x2"),
    ("Price: to (60, 30) x2 not into timber-south", "Price's Battalion: to (60.00, 30.00) not into timber-south x2"),
    ("Price: ahead 10 avoiding the bluff", "Price's Battalion: ahead 10.00 not into bluff"),
    ("Wells: advance until they are in timber-south", "Wells' Spies: ahead until in timber-south"),
    ("Wells: ahead till it reaches timber-south", "Wells' Spies: ahead until in timber-south"),
    # Conditions.
    ("Rifles 1: hold fire until they come within 8", "Rifles 1: fire if within 8.00"),
    (
        "Rifles 1: hold their fire unless anyone is within 8 of Price",
        "Rifles 1: fire if within 8.00 of Price's Battalion",
    ),
    ("Rifles 1: fire if anyone within 10", "Rifles 1: fire if within 10.00"),
    ("Rifles 1: fire if within 8 else ahead 8", "Rifles 1: if within 8.00: fire else ahead 8.00"),
    ("Rifles 1: if any enemy is within 8, fire, otherwise ahead 8", "Rifles 1: if within 8.00: fire else ahead 8.00"),
    ("Rifles 1: ahead 4, fire if within 8 of Wyandot", "Rifles 1: ahead 4.00; fire if within 8.00 of Wyandot"),
]
INDIANS = ("Miami", "Ojibwe", "Caldwell")


@pytest.mark.parametrize(("written", "understood"), SAID)
def test_orders_as_they_are_said(written: str, understood: str) -> None:
    table = opening(scenario_file.scenario("fallen-timbers"))
    side = "indian" if understood.startswith(INDIANS) else "american"
    found = DIALECT.read(written, table, side)
    assert not isinstance(found, Problem), found
    assert " / ".join(map(DIALECT.write, found)) == understood
    for one in found:
        assert DIALECT.read(DIALECT.write(one), table, side) == (one,)


def test_all_and_all_of_a_kind() -> None:
    table = opening(scenario_file.scenario("creek-ford"))
    for written, whom in (
        ("All companies advance 6", ["First Company", "Second Company", "Third Company"]),
        ("First, Second and Third Companies ahead 6", ["First Company", "Second Company", "Third Company"]),
        ("1st Co and 2nd coy ahead 6", ["First Company", "Second Company"]),
        ("all foot: load", ["First Company", "Second Company", "Third Company", "Riflemen"]),
        ("all cavalry dismount", ["Light Horse"]),
        ("all artillery: load", ["Gun"]),
        ("all infantry except the 3rd: load", ["First Company", "Second Company", "Riflemen"]),
        ("all companies but the first: load", ["Second Company", "Third Company"]),
        ("all: load", [one.name for one in table.of("american")]),
        ("everyone hold", [one.name for one in table.of("american")]),
        ("all except the Gun and Riflemen: load", ["First Company", "Second Company", "Third Company", "Light Horse"]),
    ):
        found = DIALECT.read(written, table, "american")
        assert not isinstance(found, Problem), found
        assert [one.unit for one in found] == whom  # type: ignore[attr-defined]


def test_all_are_those_that_are_left_on_the_table() -> None:
    table = opening(scenario_file.scenario("creek-ford"))
    del table.units["Gun"], table.units["Third Company"]
    for written, whom in (
        ("all: load", [one.name for one in table.of("american")]),
        ("all companies: load", ["First Company", "Second Company"]),
        ("all foot: load", ["First Company", "Second Company", "Riflemen"]),
    ):
        found = DIALECT.read(written, table, "american")
        assert not isinstance(found, Problem), found
        assert [one.unit for one in found] == whom  # type: ignore[attr-defined]


def test_who_is_in_order_needs_no_rally_before_something_else() -> None:
    table = opening(scenario_file.scenario("creek-ford"))
    assert rehearse(RULES, DIALECT, table, "american", "A", "all companies: rally; ahead 2").lines[0].problem is None
    alone = rehearse(RULES, DIALECT, table, "american", "A", "First Company: rally").lines[0].problem
    assert alone is not None
    assert "it is in order" in alone.text


@pytest.mark.parametrize(
    ("written", "verdict"),
    [
        ("Looking forward to it.", PROSE),
        ("Good luck to you, Mo!", PROSE),
        ("On Thu, the desk wrote:", PROSE),
        ("I'll be away from Friday to Sunday, back on Monday.", PROSE),
        ("Rifles 1 are doing well", PROSE),
        ("Price was lucky there, wasn't he", PROSE),
        ("How far can the howitzers shoot?", PROSE),
        ("Rifles 1: hold", ACCEPTED),
        ("Wells: 2 ahead", ACCEPTED),
        ("Kentucky 2 follow Kentucky 1", ACCEPTED),
        ("Rifels 2: ahead 8", REFUSED),
        ("Wayne charge the Wyandots", REFUSED),
    ],
)
def test_what_is_an_order_and_what_is_chat(written: str, verdict: str) -> None:
    found = rehearse(RULES, DIALECT, opening(scenario_file.scenario("fallen-timbers")), "american", "A", written)
    assert [one.verdict for one in found.lines] == [verdict]


@pytest.mark.parametrize(
    ("written", "says", "offers"),
    [
        ("Rifels 2: ahead 8", "Do you mean this?", "Rifles 2: ahead 8.00"),
        ("Dragonns charge the Ottawa", "Do you mean this?", "Dragoons: charge Ottawa"),
        ("Dragoons: charge the Otawa", "Do you mean this?", "Dragoons: charge Ottawa"),
        ("Rifles: ahead 8", "Do you mean this?", "Rifles 1: ahead 8.00; Rifles 2: ahead 8.00"),
        ("Rifles 1: to the timber", "1  Rifles 1: to timber-north\n2  Rifles 1: to timber-south", ""),
        ("Wayne charge the Wyandots", "Wayne is a leader", ""),
        ("Rifles 1: step 3", "Left or right?", ""),
        ("Rifles 1: charge", "A unit's name is missing here.", ""),
        ("The rifles: ahead 8", "Do you mean this?", "Rifles 1: ahead 8.00; Rifles 2: ahead 8.00"),
        ("Rifles 1: ahead 8 past the road", "After a move you can write: within 8 of PLACE", ""),
    ],
)
def test_what_was_meant_is_offered(written: str, says: str, offers: str) -> None:
    found = rehearse(RULES, DIALECT, opening(scenario_file.scenario("fallen-timbers")), "american", "A", written)
    problem = found.lines[0].problem
    assert problem is not None
    assert says in problem.text
    assert not offers or problem.suggest == (offers,)


@pytest.mark.parametrize(
    ("written", "notes"),
    [
        # Open woods cost a third more: what a hand measures on the table, and what it takes of the move.
        (
            "SL2: ahead 6; ahead 6",
            "3.75 inches to (17.75, 36.00), facing 90 E; stops: no room to end its move on Rifles 2",
        ),
        ("Price: back 2", "2.00 inches (4.00 of its move) to (32.00, 20.00), facing 90 E"),
        ("Price: ahead 4", "4.00 inches to (38.00, 20.00), facing 90 E"),
    ],
)
def test_a_receipt_tells_what_a_ruler_measures_and_what_it_takes(written: str, notes: str) -> None:
    found = rehearse(RULES, DIALECT, opening(scenario_file.scenario("fallen-timbers")), "american", "A", written)
    assert notes in " / ".join(found.lines[0].notes)


PROSE_LINES = [
    ('3 Co into line, 4" fwd.', ["Third Company: form line; ahead 4.00"]),
    ("Get the First Company half a foot forward and have them fire", ["First Company: ahead 6.00; fire"]),
    ("The Second Company makes a quarter turn to the left.", ["Second Company: wheel left 90"]),
    (
        "The Light Horse will wheel forty-five degrees to the right and advance eight inches.",
        ["Light Horse: wheel right 45, ahead 8.00"],
    ),
    ("Second lines up next to First, one inch between them", ["Second Company: beside First Company by 1.00"]),
    (
        "The Riflemen should sneak toward the windfall but not go into it",
        ["Riflemen: toward windfall not into windfall"],
    ),
    ("The Riflemen will hold their fire until the enemy is within six inches.", ["Riflemen: fire if within 6.00"]),
    ("On a roll of five the Light Horse will charge Wolf.", ["if 5: Light Horse: charge Wolf"]),
    ("2 Co col, road 8.", ["Second Company: form column; along track 8.00"]),
    ("First Company must not shoot.", ["First Company: stay"]),
    ("Colonel -> Second Company", ["Colonel: join Second Company"]),
]


@pytest.mark.parametrize(("written", "canonical"), PROSE_LINES)
def test_distances_turns_and_limits_are_read_in_words(written: str, canonical: list[str]) -> None:
    (found,) = rehearse(RULES, DIALECT, opening(scenario_file.scenario("creek-ford")), "american", "A", written).lines
    assert list(found.canonical) == canonical, found.refusal_text


@pytest.mark.parametrize(
    "written", ["all ftz fwd 5", "Wy, Riflemen: fire", "Riflemen fwd 6 thru woodses", "Bob and First Company fwd 6"]
)
def test_nothing_is_offered_where_an_unknown_word_may_be_somebody(written: str) -> None:
    (found,) = rehearse(RULES, DIALECT, opening(scenario_file.scenario("creek-ford")), "american", "A", written).lines
    assert found.verdict != ACCEPTED
    assert not found.choices
