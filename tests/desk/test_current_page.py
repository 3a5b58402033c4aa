"""Who asks for an order page gets the phase that waits for him with it, and needs no other report."""

from collections.abc import Mapping
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.desk.play.play import present
from pbem.store.tables import LetterOutRow
from tests.systems.posted import Posted

NAME = "posted-1"


def files(letter: LetterOutRow) -> Mapping[str, str]:
    """The files of a letter by name."""
    parts = message_from_bytes(letter.raw).walk()
    named = {str(name): one.get_payload(decode=True) for one in parts if (name := one.get_filename())}
    return {name: found.decode() for name, found in named.items() if isinstance(found, bytes) and found.isascii()}


def awaited(game: Posted) -> str:
    """The side from which orders are wanted."""
    with game.desk.store.read() as books:
        now = present(game.desk, books, books.games.get(NAME))
    assert now is not None
    return now.open[0].side


@pytest.fixture
def game(tmp_path: Path) -> Posted:
    return Posted.game(tmp_path, "custer", "first-game")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("send page", ["play.html", "posted-1-0001-orders.txt"]),
        ("report play", ["posted-1-0001-orders.txt"]),
        ("report page", ["posted-1-0001-orders.html", "posted-1-0001-orders.txt"]),
        ("report play\nsend page", ["play.html", "posted-1-0001-orders.txt"]),
        ("report html", []),
    ],
)
def test_a_page_comes_with_the_phase_that_waits(game: Posted, words: str, names: list[str]) -> None:
    side = awaited(game)
    letter = game.say(NAME, side, words, sender=game.addresses[side])
    assert sorted(files(letter)) == sorted(names)
    assert ("has your phase as it is now" in " ".join(letter.text.split())) == bool(names)


@pytest.mark.slow
def test_it_is_what_the_last_report_brought(game: Posted) -> None:
    for side, sender in game.addresses.items():
        game.say(NAME, side, "report play", sender=sender)
    for _ in range(12):
        game.play(1)
        side = awaited(game)
        last = game.letters(NAME, side, "report")[-1]
        brought = {name: text for name, text in files(last).items() if name.endswith("-orders.txt")}
        now = files(game.say(NAME, side, "send page", sender=game.addresses[side]))
        assert not brought or {name: text for name, text in now.items() if name != "play.html"} == brought
        if brought:
            return
    pytest.fail("no report brought a position")


def test_who_owes_no_orders_gets_the_page_alone(game: Posted) -> None:
    side = next(one for one in game.addresses if one != awaited(game))
    letter = game.say(NAME, side, "send page", sender=game.addresses[side])
    assert list(files(letter)) == ["play.html"]
