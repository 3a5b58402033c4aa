"""What a side of the Little Bighorn has written down changes no byte of the other's letters; and the test would see it."""

import pytest

from pbem.systems.indian_wars.state.notes import Secrets
from tests.desk import leaks
from tests.desk import leaks_of_the_little_bighorn as battle


@pytest.mark.slow
@pytest.mark.parametrize(("first", "end"), [(0, 2), pytest.param(2, 8, marks=pytest.mark.series)])
def test_two_worlds_write_the_same_letters(first: int, end: int) -> None:
    """A small part of ``make soak``.  In the game of seed 3 the book reveals the hunting parties after a few letters."""
    compared, leaked = leaks.share(first, end, battle.game)
    assert leaked == []
    assert compared > 20


@pytest.mark.slow
def test_a_view_that_tells_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Secrets.seen_by
    monkeypatch.setattr(Secrets, "seen_by", lambda self, side: self if side else honest(self, side))
    assert leaks.share(0, 1, battle.game)[1] != []
