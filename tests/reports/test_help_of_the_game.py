"""The game's own help pages: one for each phase, by many words, with lines that can be copied as they stand."""

import re

import pytest

from pbem.orders.rehearsal import rehearse
from pbem.orders.syntax import Misread
from pbem.systems.custer.orders.dialect import DIALECT as LAST_STAND
from pbem.systems.custer.telling import charts as telling_help
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from tests.orders.positions import ANYTHING, in_contact

DIALECT = TITLE.dialect
TELLER = TITLE.teller
WORDS = [word for phase in TITLE.phases for word in (phase.letter, phase.letter.lower(), *phase.pages)]

LINES = [
    (phase.letter, re.split(r"  +", line.removeprefix("| "))[0])
    for phase in TITLE.phases
    for line in phase.help
    if line.startswith("| ")
]
"""The lines without the notes behind them, which a letter that copies them is compared with ours to find."""


@pytest.mark.parametrize(("letter", "line"), LINES)
def test_every_example_of_a_help_page_is_read(letter: str, line: str) -> None:
    """On one side's view or the other's; a word that cannot be read, or a name that is not found, is told of both."""
    phase = "C" if "enter" in line else letter
    found = [rehearse(ANYTHING, DIALECT, in_contact(), side, phase, line).lines[0] for side in ("us", "indian")]
    assert any(one.verdict == "accepted" for one in found), [one.refusal_text for one in found]


@pytest.mark.parametrize("word", WORDS)
def test_each_word_leads_to_a_page_that_fits_a_letter(word: str) -> None:
    lines = TELLER.help(word)
    assert lines[0].startswith("HELP ")
    assert all(len(line) <= 78 and line == line.rstrip() for line in lines)


def test_a_page_names_its_phase() -> None:
    assert re.match(r"HELP PHASE B OFFENSIVE FIRE \(rule 9\) -+$", TELLER.help("fire")[0])
    assert TELLER.help("cavalry") == ()


@pytest.mark.parametrize("word", telling_help.HELP_PAGES)
def test_every_line_of_the_chit_pull_game_s_pages_can_be_copied(word: str) -> None:
    for line in telling_help.HELP_PAGES[word]:
        assert line.isascii()
        assert len(line) <= 78
        said = line.strip().removeprefix("| ")
        if line.startswith("  | ") and said != "ready":
            assert not isinstance(LAST_STAND.parse(said), Misread), line


def test_other_words_lead_to_pages_that_there_are() -> None:
    assert set(telling_help.HELP_BESIDE.values()) <= set(telling_help.HELP_PAGES)
    assert telling_help.help_page("Combat") == telling_help.HELP_PAGES["attack"]
