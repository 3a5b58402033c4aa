"""Games are found through entry points: those of this project, those of other packages, and broken ones."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from pbem.systems import registry
from pbem.systems.game import Game

OTHER = Game("skirmish", "skirmish", "a:A", "b:B", "c:C", "d:D", "e:E", "f:F", "g:G")
NO_GAME = "a string"


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    for one in (registry._entries, registry.game):
        one.cache_clear()
    yield
    for one in (registry._entries, registry.game):
        one.cache_clear()


def installed(monkeypatch: pytest.MonkeyPatch, *entries: tuple[str, str]) -> None:
    found = EntryPoints(EntryPoint(name, value, registry.GROUP) for name, value in entries)
    monkeypatch.setattr(registry, "entry_points", lambda group: found)


def test_our_own_games_come_in_by_the_same_door() -> None:
    assert {"custer", "rosebud"} <= set(registry.titles())
    assert registry.game("rosebud").system.card.id == "rosebud"


def test_a_game_of_another_package_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, ("skirmish", f"{__name__}:OTHER"))
    assert registry.titles() == ("skirmish",)
    assert registry.game("skirmish") == OTHER


def test_an_unknown_title_is_answered_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, ("skirmish", f"{__name__}:OTHER"))
    with pytest.raises(KeyError, match="no game is called 'chess'; there are: skirmish"):
        registry.game("chess")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("gone", "no.such.module:GAME", "the game 'gone' of .* cannot be loaded: No module named"),
        ("gone", f"{__name__}:NOTHING", "the game 'gone' of .* cannot be loaded: .*NOTHING"),
        ("string", f"{__name__}:NO_GAME", "to be the Game titled 'string', found 'a string'"),
        ("other name", f"{__name__}:OTHER", "to be the Game titled 'other name'"),
    ],
)
def test_a_game_that_cannot_be_used_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, message: str
) -> None:
    installed(monkeypatch, (name, value))
    with pytest.raises(registry.BrokenGame, match=message):
        registry.game(name)


def test_two_packages_with_one_title_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, ("skirmish", "a:A"), ("skirmish", "b:B"))
    assert registry.titles() == ("skirmish",)
    with pytest.raises(registry.BrokenGame, match="two packages bring a game called 'skirmish': a:A and b:B"):
        registry.game("skirmish")
