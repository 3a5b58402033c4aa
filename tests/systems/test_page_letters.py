"""Every letter that the order page writes is read whole, whichever program sends it and whatever it quotes below."""

import os

import pytest

from tests import clicked_sets
from tests.offered import PLAYED, measured

POSITIONS = int(os.environ.get("PBEM_POSITIONS", "6"))
SHARE = {"nezperce": 2, "miniatures": 2}
"""Positions with hundreds of lines: so many times fewer."""
CLICKED = {"custer": POSITIONS, "nezperce": max(POSITIONS // 2, 4)}
"""Positions whose letters are clicked, where half as many have few lines: Custer has one to three orders in most phases."""


@pytest.mark.slow
@pytest.mark.parametrize("title", PLAYED)
def test_letters_of_the_page_are_read_whole_as_programs_send_them(title: str) -> None:
    """Half a dozen positions; `make soak` looks at 500 of each game."""
    most = max(POSITIONS // SHARE.get(title, 1), 3)
    tally = measured(title, most, 211, apart=7, mailed=True)
    assert tally.positions == most
    assert tally.tried > most
    assert tally.refused == []


@pytest.mark.slow
@pytest.mark.skipif(clicked_sets.BROWSER is None, reason="no Chromium on this machine: apt-get install chromium")
@pytest.mark.parametrize("title", PLAYED)
def test_whole_letters_clicked_by_chance_are_taken_line_by_line(title: str) -> None:
    """Each unit that waits gets an order: the page knows what its own lines before it have used up."""
    pytest.importorskip("playwright.sync_api", reason="no Playwright here: pip install playwright")
    tally = clicked_sets.measured(title, CLICKED.get(title, max(POSITIONS // 2, 6 // SHARE.get(title, 1))))
    # So many lines say that pages were opened and clicked.  How many there are is for the positions to say, not for us.
    assert tally.tried >= tally.positions > 0
    assert tally.refused == []
    assert tally.missed == []
