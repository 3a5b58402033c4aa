"""Every worked example of the rulebooks of the series is a case: which case holds which; and every ruling has its place."""

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

OF_THE_LITTLE_BIGHORN = {
    "O-004": ("LB-11.A.1", "littlebighorn/guns/a-gun-with-a-full-crew-counts-four-and-with-a-reduced-one-two"),
    "O-013": ("LB-4.3", "littlebighorn/set-up/the-us-moves-first"),
    "O-024": ("LB-7.B.2", "littlebighorn/water/crossing-the-river-costs-three-more"),
    "O-054": ("LB-10.D.1-2", "littlebighorn/water/an-attack-across-the-river-has-minus-two"),
    "O-055": ("LB-10.D.1-4", "littlebighorn/coulees/an-attack-out-of-an-entry-hex"),
    "O-080": ("LB-13.D.7", "littlebighorn/leaders/custer-killed-reno-commands"),
    "O-083": ("LB-17.B.1", "littlebighorn/rosebud/lost-horses/not-captured"),
    "O-084": ("LB-17.B.1", "littlebighorn/rosebud/lost-horses/holders-in-a-melee"),
    "O-085": ("LB-18.D.1-3", "littlebighorn/villagers/press-pleased"),
    "O-086": ("LB-18.D.1-3", "littlebighorn/villagers/press-negative"),
    "O-087": ("LB-11.C.3", "littlebighorn/gun-fire/an-r-drives-all-off-for-a-whole-rout-move"),
    "O-088": ("LB-11.C.3", "littlebighorn/gun-fire/a-one-costs-a-point-and-all-run-without-being-routed"),
    "O-089": ("LB-11.B.2-2", "littlebighorn/guns/yes-with-a-star-moves-it-and-may-wreck-it"),
    "O-090": ("LB-11.B.2-2", "littlebighorn/guns/on-a-no-it-stays"),
    "O-091": ("LB-11.B.4", "littlebighorn/guns/freed-a-limbered-gun-has-half-its-mps"),
    "O-092": ("LB-11.B.4", "littlebighorn/guns/a-failed-attempt-leaves-it-stuck-and-with-a-star-may-wreck-it"),
    "O-105": ("LB-21.5.B.2", "littlebighorn/scenarios/on-the-north-map-a-1-brings-custer-on-turn-2"),
}
"""The worked examples of the sister game, by their numbers among those of both books: clause and case."""

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


@pytest.mark.parametrize("example", OF_THE_LITTLE_BIGHORN)
def test_every_worked_example_of_the_little_bighorn_is_a_case_that_runs_for_it(example: str) -> None:
    clause, name = OF_THE_LITTLE_BIGHORN[example]
    assert case(name).game == "littlebighorn"
    assert clause in case(name).clauses


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
