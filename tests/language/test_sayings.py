"""Sayings: what says nothing about an order is data, and an entry that can't be used is named."""

import pytest

from pbem.core.options import Options
from pbem.language.wording.remarks import says_nothing
from pbem.language.wording.sayings import LONGEST, read_sayings, sayings
from pbem.orders.rehearsal import rehearse
from pbem.systems import registry

GOOD = """
[sayings]
tales = ["my aunt <word>"]
of_tea = [
    "the? kettle 's|is on|boiling ...",
    "<somebody> @hoped* brew !up <word>",
    "<n> sugars , @thanks?",
]

[sayings.around]
ahead = ["well|so"]
behind = ["old chap"]
order = ["instead"]
no_order = ["tea instead"]

[sayings.lists]
hoped = ["will|might", "is going to"]
thanks = ["thank you", "-ly"]
"""


@pytest.mark.parametrize(
    "words",
    [
        "kettle's on",
        "Well, so the kettle is boiling away merrily, old chap",
        "Captain Keogh of Company I will brew coffee",
        "Reno is going to might brew tea",
        "2 sugars, kindly",
        "the kettle is on, old chap",
        "the kettle is on for tea instead",
    ],
)
def test_words_that_fit_a_row_are_a_saying(words: str) -> None:
    found, faults = read_sayings("words.toml", GOOD)
    assert faults == ()
    assert found.fit(words)


@pytest.mark.parametrize(
    "words",
    [
        "kettles on",
        "the kettle is on and B/3 goes to 3610",
        "the kettle is on, B/3 goes",
        "Reno will brew up tea",
        "Reno and all of his four men will brew tea",
        "2 sugars and B/3",
        "the kettle is on instead",
    ],
)
def test_other_words_are_none(words: str) -> None:
    assert not read_sayings("words.toml", GOOD)[0].fit(words)


BAD = """[sayings]
good = ["so be it"]
odd = [
    "too bad",
    "Too & bad",
    "perhaps? ...",
    "<nobody> cares",
    "@nowhere to be seen",
]
plain = "so what"

[sayings.around]
within = ["mate"]

[sayings.lists]
round = ["and @round"]
"""


def test_a_row_that_cannot_be_used_is_named_and_the_rest_counts() -> None:
    found, faults = read_sayings("words.toml", BAD)
    assert [(one.file, one.line, one.key) for one in faults] == [
        ("words.toml", 5, "sayings.odd[1]"),
        ("words.toml", 6, "sayings.odd[2]"),
        ("words.toml", 7, "sayings.odd[3]"),
        ("words.toml", 8, "sayings.odd[4]"),
        ("words.toml", 10, "sayings.plain"),
        ("words.toml", 13, "sayings.around.within"),
        ("words.toml", 16, "sayings.lists.round[0]"),
    ]
    told = [str(one) for one in faults]
    assert "expected words such as a|b" in told[0]
    assert "Too" in told[0]
    assert "without a word that must be there" in told[1]
    assert "@nowhere, which is not in [sayings.lists]" in told[3]
    assert found.fit("so be it")
    assert found.fit("too bad")


@pytest.mark.parametrize("saying", ["Keogh would approve", "12 v 4", "Whatever Reno says", "If I'm wrong, tough"])
def test_a_saying_beside_an_order_is_left_out(saying: str) -> None:
    game = registry.game("rosebud")
    state = game.system.open("in-contact", Options())
    (found,) = rehearse(game.system, game.dialect, state, "us", "C", f"B/3 dismount. {saying}.").lines
    assert found.canonical == ("B/3 Cav dismount",)
    assert says_nothing(saying)


@pytest.mark.parametrize(
    "words",
    [
        "B/3 dismounts",
        "I'd like B/3 to go",
        "The rest is to stay",
        "The rest take cover",
        "Keogh would approve but stays",
    ],
)
def test_an_order_is_no_saying(words: str) -> None:
    assert not says_nothing(words)


def test_a_tale_may_stand_anywhere_in_a_part() -> None:
    found = read_sayings("words.toml", GOOD)[0]
    assert found.tell("and my aunt painted the Crows")
    assert not found.tell("the Crows of my aunts")
    assert not found.fit("my aunt painted")


def test_a_saying_is_short() -> None:
    """Patterns are only tried on a few words, so that no line makes them slow."""
    saying = "Keogh would approve very"
    assert sayings().fit(saying + " much" * 60)
    assert not sayings().fit(saying + " much" * 80)
    assert len(saying + " much" * 60) <= LONGEST < len(saying + " much" * 80)


def test_rows_of_these_kinds_have_a_meaning_of_their_own() -> None:
    text = GOOD.replace(
        "[sayings.around]",
        """adjuncts = ["to spare the horses"]
unsure = ["perhaps"]
retracted = ["just joking"]
[sayings.around]""",
    )
    found, faults = read_sayings("words.toml", text)
    assert not faults
    assert not found.fit("to spare the horses")
    assert found.adjuncts.search("A/3 dismounts to spare the horses.") is not None
    assert found.waver("Perhaps A/3 dismounts")
    assert not found.waver("A/3 dismounts")
    assert found.take_back("A/3 dismounts. Just joking!")
