"""Every letter that the order page writes is read whole, whichever program sends it and whatever it quotes below."""

import os

import pytest

from tests.offered import PLAYED, measured

POSITIONS = int(os.environ.get("PBEM_POSITIONS", "12"))


@pytest.mark.slow
@pytest.mark.parametrize("title", PLAYED)
def test_letters_of_the_page_are_read_whole_as_programs_send_them(title: str) -> None:
    """A dozen positions; `make soak` looks at 500 of each game."""
    tally = measured(title, POSITIONS, 211, apart=7, mailed=True)
    assert tally.positions == POSITIONS
    assert tally.tried > POSITIONS
    assert tally.refused == []
