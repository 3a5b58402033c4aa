"""Every worked example of the rulebook of Rosebud Creek is a case: which case holds which; and every ruling has its place."""

import re
from pathlib import Path

import pytest

from pbem.systems.indian_wars.rosebud_card import CARD
from tests.every_case import case

EXAMPLES = {
    "6.E, pony holders beside no, five and three combat units": (
        "rosebud/stacking/four-pony-holders-alone",
        "rosebud/stacking/five-pony-holders-with-five-units",
        "rosebud/stacking/four-pony-holders-with-three-units",
    ),
    "8.D.2.b, a company walks to its holders and mounts": ("rosebud/modes/the-rulebooks-example-of-mounting",),
    "10.A, two halved units added": ("rosebud/melee-odds/halves-are-kept-and-added",),
    "10.D, from 4312 across the creek and two levels up": ("rosebud/melee-odds/uphill-and-creek-the-books-example",),
    "10.J.2.a, routed in a wood": (
        "rosebud/rout/not-to-where-it-was-routed",
        "rosebud/rout/out-of-the-wood-to-another",
    ),
    "12.E.6, General Crook is killed": (
        "rosebud/wounds/the-next-in-rank-commands",
        "rosebud/leaders/crook-only-when-he-is-gone",
        "rosebud/leaders/placed-with-a-leader-or-a-unit",
    ),
    "18.1.B, the scouts' band from 2603 to 2607": ("rosebud/set-up/the-scouts-band",),
}
"""The examples in the sequence of the book, each with its cases."""

SET_ASIDE = {"18.3.B, a start two turns later": "the scenario needs the sister game's map and counters"}

OF_THE_SISTER_GAME = frozenset(
    f"A-{n:03}"
    for part in ((12, 16, 43, 45), range(91, 101), range(111, 118), range(119, 127), (133, 135), range(154, 170))
    for n in part
)
"""Rulings that touch clauses of Little Bighorn alone."""
LAST_RULING = 169


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_worked_example_is_a_case_that_names_its_clause(example: str) -> None:
    clause = f"RC-{example.partition(',')[0]}"
    named = [one for id in EXAMPLES[example] for one in case(id).clauses]
    assert any(one.startswith(clause) for one in named), named


def test_every_ruling_stands_on_the_page_of_the_game_or_is_the_sister_games() -> None:
    page = (Path(__file__).parent.parent / "docs" / "rosebud.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^- (A-\d{3})[,: ]", page, re.MULTILINE))
    everyone = {f"A-{n:03}" for n in range(1, LAST_RULING + 1)}
    assert sorted(everyone - told - OF_THE_SISTER_GAME) == []
    assert sorted(told - everyone) == []


def test_every_ruling_that_is_an_option_says_so_and_the_option_names_it() -> None:
    page = (Path(__file__).parent.parent / "docs" / "rosebud.md").read_text(encoding="utf-8")
    rulings = dict(
        re.findall(r"^- (A-\d{3}): (.*?)(?=^- |^#|^$)", page.partition("## Rulings")[2], re.MULTILINE | re.DOTALL)
    )
    told = {(number, name) for number, text in rulings.items() for name in re.findall(r"option\s+`([a-z ]+)`", text)}
    named = {(one, option.name) for option in CARD.options for one in re.findall(r"ruling (A-\d{3})", option.about)}
    assert told == named
    assert len(named) > 7
