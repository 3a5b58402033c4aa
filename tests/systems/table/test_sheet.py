"""Sheets are read strictly: every fault with file, line, key, what was expected and what was found."""

import json
from itertools import permutations

import pytest

from pbem.core.tomlfile import Faults
from pbem.systems.registry import UnknownTitle, game
from pbem.systems.table.dialect import TableDialect
from pbem.systems.table.game import sheet_names
from pbem.systems.table.sheet_file import read_sheet
from pbem.systems.table.state import opened
from pbem.systems.table.table_line import TableLine, write

GOOD = """title = "Short"
turns = 3
sides.one = { code = "AA", name = "First" }
sides.two = { code = "BB", name = "Second" }
values = { vp = 10 }
[deck.small]
owner = "one"
cards = "Card 1-9"
[table.fire]
dice = "1d6"
columns = ["1", "2"]
1-3 = ["0", "1"]
4-6 = ["1", "2"]
[[step]]
name = "Play"
"""

WRONG = [
    ("turns = 3", "turns = 300", "own.toml:2: turns: expected a whole number from 1 to 99, found 300"),
    ("turns = 3", "turn = 3", "own.toml:2: turn: expected one of title, about"),
    ('sides.two = { code = "BB", name = "Second" }\n', "", "expected 2 to 8 sides, found 1 sides"),
    ('code = "BB"', 'code = "AA"', "names and codes that no other side has, found 'aa' twice"),
    ('code = "BB"', 'code = "b"', "a code of 2 to 5 capital letters"),
    ('cards = "Card 1-9"', 'cards = "Card 1-9, Card 3"', "own.toml:8: deck.small.cards: expected each card once"),
    ('cards = "Card 1-9"', "cards = []", "expected 1 to 256 cards, found 0 cards"),
    ('cards = "Card 1-9"', 'cards = "Card 1-300"', "expected 1 to 256 cards, found 300 cards"),
    ('cards = "Card 1-9"', 'cards = "Card 9-1"', "a range from the lower to the higher number"),
    ('cards = "Card 1-9"', 'cards = "Card 1-9"\nhand = 12', "at most the 9 cards of the deck, found 12"),
    ('cards = "Card 1-9"', "cards = 9", 'cards such as "CP 1-14"'),
    ('owner = "one"', 'owner = "three"', "own.toml:7: deck.small.owner: expected a side (one, two) or 'all'"),
    ('owner = "one"', 'owner = "one"\nshuffle = true', "own.toml:8: deck.small.shuffle: expected one of owner"),
    ('dice = "1d6"', 'dice = "1d999"', "own.toml:10: table.fire.dice: expected dice such as 2d6, of at most 256 sides"),
    ('4-6 = ["1", "2"]', '5-6 = ["1", "2"]', "a row for each result of 1d6, found no row for 4"),
    ('4-6 = ["1", "2"]', '3-6 = ["1", "2"]', "rows that do not overlap"),
    ('4-6 = ["1", "2"]', '4-6 = ["1"]', "expected 2 results in quotation marks"),
    ('4-6 = ["1", "2"]', 'x = ["1", "2"]', "dice, columns, or a row by its number"),
    ('name = "Play"', 'name = "Play"\npen = ["one", "three"]', '"sealed", "any", or a list of sides out of one, two'),
    ('name = "Play"', 'name = "Play"\nrounds = 0', "a whole number from 1 to 99, found 0"),
    ('name = "Play"', 'name = "Play"\nif = "vp > 3"', "own.toml:16: step[0].if: expected one of name, pen"),
    ('name = "Play"', 'name = "Play"\nonly = 2', "a step that comes in every turn"),
    ("values = { vp = 10 }", "values = { roll = 1 }", "a name that does not begin with a word of a line"),
    ("values = { vp = 10 }", 'dice = { d6 = "2d6" }', "own.toml:5: dice.d6: expected a name that is not read as dice"),
    ("[table.fire]", '[table."d6 fire"]', "a name that is not read as dice in a line"),
    ("values = { vp = 10 }", 'values = { vp = "10" }', "own.toml:5: values.vp: expected a whole number"),
    ("values = { vp = 10 }", 'values = { vp = 10 }\n[victory]\npoints = { one = "gold" }', "one of the values vp"),
    ('title = "Short"', "title = Short", "own.toml:1: the file: expected TOML"),
]


@pytest.mark.parametrize(("good", "bad", "says"), WRONG)
def test_what_is_wrong_is_told_with_its_line(good: str, bad: str, says: str) -> None:
    assert good in GOOD
    with pytest.raises(Faults) as told:
        read_sheet("own", GOOD.replace(good, bad))
    assert says in str(told.value)


def test_a_card_is_in_one_deck() -> None:
    with pytest.raises(Faults, match="in the deck 'small' too"):
        read_sheet("own", GOOD + '[deck.other]\ncards = "Card 9-12"\n')


def test_a_sheet_is_what_it_says() -> None:
    sheet = read_sheet("own", GOOD)
    assert [one.code for one in sheet.sides] == ["AA", "BB"]
    assert sheet.decks[0].cards[:2] == ("Card 1", "Card 2")
    chart = sheet.chart("fire")
    assert chart is not None
    assert [chart.result(n, "2") for n in (-3, 1, 4, 9)] == ["1", "1", "2", "2"]
    assert sheet.steps[0].pen == ("one", "two")


@pytest.mark.parametrize("name", sheet_names())
def test_sheets_that_travel_with_the_program_are_good(name: str) -> None:
    found = game(f"table:{name}")
    assert found.card is found.system.card
    assert found.system.open(name, found.system.open(name, None).options).turn == 1  # type: ignore[arg-type]


def test_an_unknown_sheet_is_named() -> None:
    with pytest.raises(UnknownTitle, match="table:cards"):
        game("table:chess")
    with pytest.raises(UnknownTitle):
        game("rosebud:chess")


DECKS = (
    "event deck",
    "The Pile",
    "From Cards",
    "Of Men",
    "cards",
    "War with France",
    "An army",
    "U.S.",
    "with",
    "X with Y",
)
CARDS = ("A to B", "Ford on the Top", "Men and Mice", "Spy.", "Go to bottom", "Storm at the top", "1914", "2. Panzer")
DICE = ("fire for", "secretly hidden", "secret", "The attack")
UNITS = ("2. Panzer", "1st Brigade", "Ready Bn", "Status")


def awkward() -> str:
    names = lambda some, value: "\n".join(f'"{one}" = {value}' for one in some)  # noqa: E731
    decks = "".join(
        f'[deck."{one}"]\ncards = {json.dumps(CARDS if not n else [f"K{n} {m}" for m in range(3)])}\n'
        for n, one in enumerate(DECKS)
    )
    sides = 'sides.cp = { code = "CP", name = "Centre" }\nsides.ap = { code = "AP", name = "To the End" }'
    return f"""title = "X"\n{sides}\n[dice]\n{names(DICE, '"1d7"')}\n[units]\n{names(UNITS, '"full"')}\n{decks}"""


def test_whatever_a_sheet_may_call_something_a_line_can_name_it() -> None:
    """Each line is read as it is written, whatever words of a line are in a name."""
    sheet = read_sheet("awkward", awkward())
    dialect, position = TableDialect(sheet), opened(sheet)
    position.hands["cp"] = CARDS
    lines = [TableLine(verb=verb, given=("2", name)) for verb in ("draw", "look") for name in DECKS]
    lines += [TableLine(verb="reshuffle", given=(name,)) for name in DECKS]
    lines += [TableLine(verb="reshuffle", given=pair) for pair in permutations(DECKS, 2)]
    lines += [TableLine(verb=verb, given=(card,)) for verb in ("play", "remove", "return") for card in CARDS]
    lines += [TableLine(verb=verb, given=(to, card)) for verb, to in (("show", "ap"), ("put", "top")) for card in CARDS]
    lines += [
        TableLine(verb=verb, given=("1d7", name, "", sign), words="the hill")
        for verb in ("roll", "roll secretly")
        for name in DICE
        for sign in ("0", "-2")
    ]
    lines += [TableLine(verb="counter", given=(name,), words="reduced") for name in UNITS]
    read = {write(line): dialect.read(write(line), position, "cp") for line in lines}
    assert read == {write(line): (line,) for line in lines}
    assert dialect.read("draw event", position, "cp") == (TableLine(verb="draw", given=("1", "event deck")),)
