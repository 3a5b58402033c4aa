"""Nothing that a side may not know changes a byte of what it is written; and the test would see it if it did."""

from typing import Any

import pytest

from pbem.desk.games import game_record
from pbem.desk.outgoing import letters
from pbem.desk.play import advance as advancing
from pbem.desk.record import chain
from pbem.seal import state as states
from tests.desk import leaks
from tests.desk.valley import Valley


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.series) for n in (4, 8, 12))])
def test_two_worlds_write_the_same_letters(first: int) -> None:
    """A small part of ``make soak``: about a hundred positions."""
    compared, leaked = leaks.share(first, first + 4)
    assert leaked == []
    assert compared > 8


@pytest.mark.parametrize("first", [0, pytest.param(3, marks=pytest.mark.slow)])
def test_orders_and_standing_orders_that_are_sealed_change_nothing_for_the_other_side(first: int) -> None:
    """Receipts, previews, maps and reports are the same to a byte, whatever the other side has on file."""
    compared, leaked = leaks.share(first, first + 3, leaks.sealed_game)
    assert leaked == []
    assert compared > 4


@pytest.mark.slow
def test_a_bundle_that_opens_the_other_side_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(books: Any, game: Any, player: Any, seal: Any) -> tuple[str, bytes]:
        records = chain.records_since(books, game, player.last_record_sent)
        opened = [one for one in game_record._openings(books, game, records) if one["player"] != player.code]
        return "all.pbem", chain.bundle.write(
            chain.lines_since(books, game, player.last_record_sent), seal.seal, opened
        )

    monkeypatch.setattr(chain, "attachment", telling)
    assert any("sealed game" in text for text in leaks.share(18, 20, leaks.sealed_game)[1])


@pytest.mark.slow
def test_a_view_that_tells_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Valley, "view", lambda self, state, side: state)
    assert any("ford" in text or "dummy" in text for text in leaks.share(0, 3)[1])


@pytest.mark.slow
def test_an_event_that_tells_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "known", lambda events, side: tuple(events))
    monkeypatch.setattr(advancing, "public", tuple)
    assert any("Scouted" in text for text in leaks.share(23, 24)[1])  # a game in which a Blue unit scouts the ford


def test_a_tree_that_tells_its_size_is_told_by_the_number_of_hashes() -> None:
    """The state hash is one hash, whatever is below it; an opening has as many steps for two hidden facts as for eight."""
    salt = bytes(32)
    two, eight = ([(f"ford/{n}", True) for n in range(number)] for number in (2, 8))
    record = {"game": "g", "branch": "main", "seq": 3}
    assert [len(states.open_leaf(record, {}, facts, salt, "ford/1")["proof"]) for facts in (two, eight)] == [3, 3]
