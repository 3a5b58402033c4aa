"""Letters as different people write them, over the five games: terse, chatty, in capitals, from a spreadsheet."""

import pytest

from tests.orders.test_said_of_several import read_in

LETTERS = [
    (
        "rosebud",
        "B",
        "Hi Mo, great game!  Mine:\n\n\u2022 C/3 fires at Crow King\n\u2022 G/9 Inf fires at Crow King - if possible\nKate",
        ["C/3 Cav fire full at Crow King", "G/9 Inf fire full at Crow King"],
    ),
    (
        "rosebud",
        "B",
        "FIRE C/3 CAV AT CROW KING FULL\nFIRE G/9 INF AT CROW KING\nREADY",
        ["C/3 Cav fire full at Crow King", "G/9 Inf fire full at Crow King", "ready"],
    ),
    (
        "rosebud",
        "B",
        "\u201eC/3 fire full at Crow King\u201c\n\u201eG/9 fire at Crow King\u201c",
        ["C/3 Cav fire full at Crow King", "G/9 Inf fire full at Crow King"],
    ),
    (
        "rosebud",
        "B",
        "1) C/3 fire at Crow King\n2) G/9 Inf fire at Crow King\n3) ready",
        ["C/3 Cav fire full at Crow King", "G/9 Inf fire full at Crow King", "ready"],
    ),
    (
        "rosebud",
        "B",
        "Unit\tOrder\tTarget\nC/3\tfire\tCrow King\nG/9\tfire\tCrow King",
        ["C/3 Cav fire full at Crow King", "G/9 Inf fire full at Crow King"],
    ),
    (
        "rosebud",
        "B",
        "C/3 fire half at Crow King\nThe others hold their fire.",
        ["C/3 Cav fire half at Crow King", "A/2 Cav + B/2 Cav + D/2 Cav + E/2 Cav + I/2 Cav + A/3 Cav + "],
    ),
    ("rosebud", "B", "please let C/3 fire at Crow King", ["C/3 Cav fire full at Crow King"]),
    ("rosebud", "B", "C/3\xa0fire\xa0at\xa0Crow\xa0King", ["C/3 Cav fire full at Crow King"]),
    ("rosebud", "B", "Company C of the Third will fire on Crow King, please.", ["C/3 Cav fire full at Crow King"]),
    ("rosebud", "B", "sorry - C/3 fires at Crow King at half strength", ["C/3 Cav fire half at Crow King"]),
    (
        "rosebud",
        "C",
        "A/2, B/2 & D/2 \u2013 one hex north\neveryone else stays put",
        ["A/2 Cav + B/2 Cav + D/2 Cav move 3310-3309"],
    ),
    ("rosebud", "C", "Companies A and B, 2nd Cav: two hexes north", ["A/2 Cav + B/2 Cav move 3310-3309-3308"]),
    ("rosebud", "C", "A/2 \u2192 3309", ["A/2 Cav move 3310-3309"]),
    ("rosebud", "C", "a2 mv 3310-3309", ["A/2 Cav move 3310-3309"]),
    ("rosebud", "C", "A/2 Cav \u2014 3310\u20133309\u20133308", ["A/2 Cav move 3310-3309-3308"]),
    ("rosebud", "C", "phase C \u2013 A/2 move 3309", ["A/2 Cav move 3310-3309"]),
    ("rosebud", "C", "Capt Noyes w/ A/2 to 3309", ["A/2 Cav + Capt Noyes move 3310-3309"]),
    (
        "rosebud",
        "C",
        "the 2nd Cavalry moves one hex to the north",
        ["A/2 Cav + B/2 Cav + D/2 Cav + E/2 Cav + I/2 Cav move 3310-3309"],
    ),
    ("rosebud", "C", "A/2 move north then north-west.  Good luck!", ["A/2 Cav move 3310-3309-3209"]),
    ("rosebud", "C", "all companies stay", ["A/2 Cav + B/2 Cav + D/2 Cav + E/2 Cav + I/2 Cav + A/3 Cav + "]),
    ("littlebighorn", "C", "Herds 4 \u2013 6 stay", ["Herd 4 + Herd 5 + Herd 6 stay"]),
    (
        "littlebighorn",
        "C",
        "hi \u2013 pls all herds except 5 and 6 stay thx",
        ["Herd 1 + Herd 2 + Herd 3 + Herd 4 + Herd 7 + Herd 8 + Herd 9"],
    ),
    ("littlebighorn", "C", "Herds 1, 3 & 5 stay. Herd 7 stays too.", ["Herd 1 + Herd 3 + Herd 5 stay", "Herd 7 stay"]),
    (
        "custer",
        "",
        "Custer's marker:\nCos C/E + Custer mv 1918-1818\nCos I/L hold.",
        ["in Custer: Co. C + Co. E + Custer move 2018-1918-1818", "in Custer: Co. I + Co. L stay"],
    ),
    (
        "custer",
        "",
        "in Custer: CO. C, CO. E AND CUSTER MOVE 2018 1918 1818\nin Custer: CO. I + CO. L DISMOUNT",
        [
            "in Custer: Co. C + Co. E + Custer move 2018-1918-1818",
            "in Custer: Co. I dismount",
            "in Custer: Co. L dismount",
        ],
    ),
    (
        "custer",
        "",
        "US marker A:\nCo. C \u2013 2018\u20131918\nCo. E \u2014 2018\u20141918",
        ["in Custer: Co. C move 2018-1918", "in Custer: Co. E move 2018-1918"],
    ),
    (
        "custer",
        "",
        "Custer marker:\n- Custer, C and E go to 1918.\n- The rest dismount.",
        [
            "in Custer: Co. C + Co. E + Custer move 2018-1918",
            "in Custer: Co. F dismount",
            "in Custer: Co. I dismount",
            "in Custer: Co. L dismount",
            "in Custer: Scouts dismount",
        ],
    ),
    ("custer", "", "in marker C: Co's A, M: 1623-1622", ["in Reno: Co. A + Co. M move 1623-1622"]),
    (
        "custer",
        "",
        "when Reno is drawn: Companies A and M move one hex north",
        ["in Reno: Co. A + Co. M move 1623-1622"],
    ),
    ("nezperce", "B", "White Bird & Ollokot \u2192 2604\nready!", ["White Bird + Ollokot move 2504 to 2604", "ready"]),
    ("nezperce", "B", "WHITE BIRD AND OLLOKOT TO COW ISLAND", ["White Bird + Ollokot move 2504 to 2604"]),
    ("nezperce", "B", '"White Bird" + "Ollokot" move 2604', ["White Bird + Ollokot move 2504 to 2604"]),
    (
        "nezperce",
        "B",
        "\u2013 White Bird 2604\n\u2013 Ollokot 2604\n\u2013 Joseph stays",
        ["White Bird move 2504 to 2604", "Ollokot move 2504 to 2604", "Joseph stay"],
    ),
    (
        "nezperce",
        "B",
        "in the movement phase: everyone else to 2604\nWhite Bird stays",
        ["Indian Village + Joseph move 2503 to 2504-2604", "Ollokot move 2504 to 2604", "White Bird stay"],
    ),
    ("nezperce", "B", "Joseph: two hexes north", ["Joseph move 2503 to 2502-2501"]),
    (
        "miniatures",
        "A",
        "First Company ahead 3\nCompanies 2 and 3: ahead 4",
        ["First Company: ahead 3.00", "Second Company: ahead 4.00", "Third Company: ahead 4.00"],
    ),
    (
        "miniatures",
        "A",
        "- First Company \u2013 ahead 6\u201d\n- 2nd Co. \u2013 ahead 6\u2033",
        ["First Company: ahead 6.00", "Second Company: ahead 6.00"],
    ),
    (
        "miniatures",
        "A",
        "LIGHT HORSE: AHEAD 10\nEVERYONE ELSE: LOAD",
        [
            "Light Horse: ahead 10.00",
            "First Company: load",
            "Second Company: load",
            "Third Company: load",
            "Riflemen: load",
            "Gun: load",
        ],
    ),
    (
        "miniatures",
        "A",
        "All infantry ahead 4. Light horse face north.",
        [
            "First Company: ahead 4.00",
            "Second Company: ahead 4.00",
            "Third Company: ahead 4.00",
            "Riflemen: ahead 4.00",
            "Light Horse: face 0",
        ],
    ),
    (
        "miniatures",
        "A",
        "Third Company: move north-east 4 inches",
        ["Third Company: to 4.00 inches NE of Third Company"],
    ),
    ("miniatures", "A", "in operations: Company 2; load.", ["Second Company: load"]),
]
"""The game, the phase, the letter, and how each order of it is understood (of long ones the beginning)."""


@pytest.mark.parametrize(("title", "phase", "letter", "understood"), LETTERS)
def test_a_letter_is_understood(title: str, phase: str, letter: str, understood: list[str]) -> None:
    found = read_in(title, phase, letter).lines
    assert [one.refusal_text for one in found if one.verdict == "refused"] == []
    texts = [text for one in found for text in one.canonical]
    assert len(texts) == len(understood)
    assert [text[: len(begins)] for text, begins in zip(texts, understood, strict=True)] == understood
