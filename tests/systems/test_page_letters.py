"""Every letter that the order page writes is read whole, whichever program sends it and whatever it quotes below."""

import pytest

from tests.offered import PLAYED, measured


@pytest.mark.slow
@pytest.mark.parametrize("title", PLAYED)
def test_letters_of_the_page_are_read_whole_as_programs_send_them(title: str) -> None:
    """Forty positions here; ``python -m tests.offered --mailed`` looks at 500 of each game."""
    tally = measured(title, 40, 211, apart=7, mailed=True)
    assert tally.positions == 40
    assert tally.tried > 40
    assert tally.refused == []
