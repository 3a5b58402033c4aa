"""Ten exchanges that people really wrote, as letters to a table (shared design: table-evidence)."""

from collections.abc import Sequence

import pytest

from pbem.orders.rehearsal import ACCEPTED
from pbem.systems.table.sheet_file import read_sheet
from pbem.systems.table.table_line import TableLine
from tests.systems.table.laid import read

FOR_THE_PEOPLE = """
title = "Union and Confederate"
sides.union = { code = "US", name = "Union" }
sides.confederate = { code = "CSA", name = "Confederate" }
deck.strategy = { cards = "F 1-130" }
"""
FIVE_POWERS = """
title = "Five powers"
sides.france = { code = "FR", name = "France" }
sides.britain = { code = "BR", name = "Britain" }
sides.austria = { code = "AU", name = "Austria" }
deck.cards = { cards = "N 880-999" }
"""
COLD_WAR = """
title = "Cold war"
sides.us = { code = "US", name = "US" }
sides.ussr = { code = "USSR", name = "USSR" }
values = { vp = -4 }
step = [{ name = "Headline", pen = "sealed" }, { name = "Action", pen = ["ussr", "us"], rounds = 6 }]
deck.strategy = { cards = "TS 1-110" }
"""
DICE = """
title = "Dice"
sides.one = {}
sides.two = {}
"""
BIDS = DICE + 'step = [{ name = "Bid", pen = "sealed" }, { name = "Play" }]\n'

EXCHANGES = [
    (1, FOR_THE_PEOPLE, "order: Rosie, Pope, Buell, Mac, Hallek, Banks, Burnside", ["order"], {}),
    (2, FOR_THE_PEOPLE, "draw 5 strategy", ["draw"], {}),
    (
        3,
        FOR_THE_PEOPLE,
        "play F59: as operations\nmove: AoC 13-3 Lynchburg to Appomattox CH\nover to Confederate: reaction by Lee?",
        ["play", "move", "over"],
        {"union": ("F59",)},
    ),
    (3, FOR_THE_PEOPLE, "move: attack Lee in Burkeville\nover", ["move", "over"], {}),
    (
        4,
        FIVE_POWERS,
        "roll 4d6: battle of Linz, Napoleon and Massena\nThe Guard goes in, alas.\nplay N904: reserve, four more\n"
        "roll 4d6: battle of Linz, the Guard\nover to Britain",
        ["roll", "say", "play", "roll", "over"],
        {"france": ("N904",)},
    ),
    (5, COLD_WAR, "plan: headline TS32", ["plan"], {}),
    (6, BIDS, "plan: no declaration of war", ["plan"], {}),
    (
        7,
        DICE,
        "roll 2d6: O5+P4 on N2, 20 FP +3\nroll 2d6: MC 9-1\nroll 2d6: MC 467 no. 1\nroll 2d6: MC 467 no. 2\n"
        "roll 2d6: MC 467 no. 3\nroll 2d6: NMC 467 no. 1, counts only if the leader breaks",
        ["roll"] * 6,
        {},
    ),
    (8, DICE, "each of Yamato, Nagato, Kongo: roll 4d6: gunnery at Enterprise", ["roll"] * 3, {}),
    (9, BIDS, "plan: Allies, 1.5 POC", ["plan"], {}),
    (10, DICE, "protest: Army moved 7 spaces in move I", ["protest"], {}),
]


@pytest.mark.parametrize(("number", "sheet", "words", "verbs", "hands"), EXCHANGES)
def test_what_people_wrote_is_taken_as_it_stands(
    number: int, sheet: str, words: str, verbs: Sequence[str], hands: dict[str, tuple[str, ...]]
) -> None:
    found = read(sheet, words, hands=hands)
    assert [one.problem for one in found.lines if one.verdict != ACCEPTED] == []
    orders = [order for one in found.lines for order in one.orders]
    assert all(isinstance(one, TableLine) for one in orders)
    assert [one.verb for one in orders if isinstance(one, TableLine)] == list(verbs)


def test_purposes_are_kept_as_they_are_typed() -> None:
    found = read(DICE, 'roll 1d6: can you hold this turn (50% odds) # at "the gap"\nI wonder, and\ndone')
    lines = [order for one in found.lines for order in one.orders if isinstance(order, TableLine)]
    assert [(one.verb, one.words) for one in lines] == [
        ("roll", 'can you hold this turn (50% odds) # at "the gap"'),
        ("say", "I wonder, and"),
        ("done", ""),
    ]


REFUSED = [
    ("roll 2d6", "E110", "roll 2d6: attack on a hill"),
    ("2d6 for the attack on Gall", "E110", "roll 2d6: attack on Gall"),
    ("I roll 2d6 for Gall", "E110", "roll 2d6: Gall"),
    ("rol 2d6: fire", "E110", "roll 2d6: fire"),
    ("darw 2 strategy", "E110", "draw 2 strategy"),
    ("roll 7d999: generals", "E145", "order: Rosie, Pope, Buell"),
    ("play F7", "E102", ""),
    ("draw 2 tactics", "E101", "draw 2 strategy"),
    ("I'm done.", "E110", "done"),
    ("I draw 5 strategy cards", "E110", "draw 5 strategy cards"),
    ("Done, your turn", "E110", "done"),
    ("coin", "E110", "coin: who begins"),
    ("plan:", "E110", "plan: next round I attack Sedan"),
    ("open plan 3", "E142", "open plan 1"),
    ("set fog = 3", "E144", ""),
    ("back", "E150", "done"),
    ("draw 200 strategy", "E110", "draw 1 strategy"),
    ("over to Prussia", "E101", "over to confederate"),
    ("CP mandated offensive roll - 1d6 please!", "E110", "roll 1d6: CP mandated offensive"),
    ("I'll play F9 as operations, then attack.", "E102", "say: I'll play F9 as operations, then attack."),
    ("Seven 999-sided dice for the generals: 7d999", "E145", "order: Rosie, Pope, Buell"),
    ("Seven 999-sided dice for the generals", "E145", "order: Rosie, Pope, Buell"),
    ("Two dice for the attack, please.", "E110", "roll 2d6: attack"),
    ("10-sided die for the leader, please", "E110", "roll 1d10: leader"),
    ("Rolling for the attack on Paris now", "E110", "roll 2d6: the attack on Paris"),
    ("Can I have 3 more cards?", "E110", "draw 3 strategy"),
    ("Please deal me 5 cards", "E110", "draw 5 strategy"),
    ("Drawing 5 to refill my hand", "E101", "draw 5 strategy"),
    ("I show you F3", "E110", "say: I show you F3"),
    ("Your turn, Ana!", "E110", "done"),
    ("That's all from me.", "E110", "done"),
    ("I pass", "E110", "done"),
    ("pass the pen to confederate", "E110", "over to confederate"),
    ("Done and dusted, I hope.", "E110", "done"),
    ("to Mo: nice try", "E101", "to confederate: nice try"),
    ("to confederat: {I} know", "E101", "to confederate: {I} know"),
    ("to Confederate and Mo: nice try", "E101", "to confederate: nice try"),
    ("files to Mo", "E101", "files to confederate"),
    ("over to Mo: reaction?", "E101", "over to confederate: reaction?"),
]
TALK = (
    "To be honest: I did not see that coming.",
    "I have 3 cards left.",
    "You drew 5 cards, I saw that.",
    "I lost two dice last turn under the sofa.",
    "Your turn last time took a week!",
    "We play at my place next month.",
    "I draw the line at Sedan.",
    "Lee rolls a six and wins",
)


@pytest.mark.parametrize(("line", "code", "copy"), REFUSED)
def test_what_cannot_be_carried_out_is_refused_with_the_line_to_copy(line: str, code: str, copy: str) -> None:
    (found,) = read(FOR_THE_PEOPLE, line).lines
    assert found.problem is not None, found
    assert found.problem.code == code
    if copy:
        assert copy in found.problem.suggest


TWO_OF_A_NAME = (
    DICE
    + """
dice = { retreat = "1d6", weather = "1d6" }
[table.retreat]
dice = "1d6"
columns = ["1-4", "5+"]
1-6 = ["0", "1"]
"""
)


@pytest.mark.parametrize(
    ("line", "copy"),
    [
        ("roll retreat: Hannibal at Cannae", "roll retreat 1-4: Hannibal at Cannae"),
        ("roll secretly retreat +1 for Varro", "roll secretly retreat 1-4 +1: Varro"),
        ("roll retreat", "roll retreat 1-4: attack on a hill"),
        ("retreat 5+ -1: Varro", "roll retreat 5+ -1: Varro"),
        ("retreat: Varro", "roll retreat 1-4: Varro"),
        ("weather 3-4: at sea", "roll weather 3-4: at sea"),
    ],
)
def test_a_roll_without_its_column_keeps_its_purpose_in_the_line_to_copy(line: str, copy: str) -> None:
    [found] = read(TWO_OF_A_NAME, line).lines
    assert found.problem is not None
    assert found.problem.suggest[:1] == (copy,)


@pytest.mark.parametrize("line", ["Retreat at Cannae: I wept.", "Weather permitting: next week", "weather: "])
def test_talk_that_begins_with_the_name_of_dice_is_passed_on(line: str) -> None:
    [found] = read(TWO_OF_A_NAME, line).lines
    assert found.problem is None


def test_dice_that_have_a_table_of_their_name_are_no_example() -> None:
    assert read_sheet("two", TWO_OF_A_NAME).plain_dice == ("weather",)


def test_words_are_words() -> None:
    said = "Morning, Ana - Liege first.\nWell played!\nBest, Bob\nI will be away until Monday.\nThat fort again..."
    found = read(FOR_THE_PEOPLE, said)
    assert [order.verb for one in found.lines for order in one.orders if isinstance(order, TableLine)] == ["say"] * 5


@pytest.mark.parametrize(
    "line", ["draw 3 tactics?", "play F7: now or never?", "Open question: who holds it?", "roll 2d6?"]
)
def test_a_question_that_cannot_be_carried_out_is_not_lost(line: str) -> None:
    (found,) = read(FOR_THE_PEOPLE, line).lines
    assert found.verdict == "refused", found


def test_lines_behind_the_last_are_refused() -> None:
    found = read(DICE, "done\nroll 1d6: late")
    assert [one.verdict for one in found.lines] == [ACCEPTED, "refused"]
    assert found.lines[1].problem is not None
    assert found.lines[1].problem.code == "E150"


@pytest.mark.parametrize("line", TALK)
def test_talk_is_passed_on(line: str) -> None:
    (found,) = read(FOR_THE_PEOPLE, line).lines
    assert [(order.verb, order.words) for order in found.orders if isinstance(order, TableLine)] == [("say", line)]


@pytest.mark.parametrize(
    ("line", "copies"),
    [
        ("VPs +2", ("vp +2",)),
        ("VP goes to 12", ("vp = 12",)),
        ("VP: +2", ("vp +2", "vp = 2")),
        ("vp = +2", ("vp +2", "vp = 2")),
    ],
)
def test_values_in_words_are_refused_with_the_line_to_copy(line: str, copies: tuple[str, ...]) -> None:
    (found,) = read(COLD_WAR, line, side="us").lines
    assert found.problem is not None
    assert found.problem.suggest[: len(copies)] == copies
