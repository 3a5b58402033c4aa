"""A dispatch changes no byte of mail before it arrives, and its reader's alone from then on; the test would see it."""

from typing import Any

import pytest

from pbem.desk.gm import dispatches
from pbem.desk.outgoing import letters
from tests.desk import leaks
from tests.desk import leaks_of_dispatches as riding


@pytest.mark.parametrize(
    ("first", "end"),
    [
        (0, 1),
        pytest.param(1, 4, marks=pytest.mark.slow),
        *(pytest.param(n, n + 4, marks=pytest.mark.series) for n in (4, 8, 12)),
    ],
)
def test_two_worlds_write_the_same_letters(first: int, end: int) -> None:
    """A small part of ``make soak``."""
    compared, leaked = leaks.share(first, end, riding.game)
    assert leaked == []
    assert compared > 6 * (end - first)


@pytest.mark.slow
def test_two_worlds_of_the_little_bighorn_write_the_same_letters() -> None:
    compared, leaked = leaks.share(0, 1, riding.on_the_little_bighorn)
    assert leaked == []
    assert compared > 12


@pytest.mark.slow
def test_a_report_that_tells_the_others_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = dispatches.news

    def telling(desk: Any, books: Any, game: Any, side: str, number: int) -> list[str]:
        return honest(desk, books, game, side, 0) or honest(desk, books, game, side, 1)

    monkeypatch.setattr(letters.dispatches, "news", telling)
    assert leaks.share(0, 4, riding.game)[1] != []


@pytest.mark.slow
def test_a_record_that_tells_of_a_rider_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.desk.play import advance

    honest = advance.chain.append

    def telling(desk: Any, books: Any, game: Any, type_: str, body: Any, **more: Any) -> Any:
        sent = {"sent": len(books.dispatches.of(game))} if books.dispatches.of(game) else {}
        return honest(desk, books, game, type_, {**body, **sent}, **more)

    monkeypatch.setattr(advance.chain, "append", telling)
    assert leaks.share(0, 4, riding.game)[1] != []
