"""Finds the games that are installed, by their titles.

A game is an entry point of the group ``pbem.games``: its name is the title, its value a `pbem.systems.game.Game`.  The
games of this project come in by the same door as those of other packages (pyproject.toml, CONTRIBUTING.md).
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from pbem.core.system import BrokenGame, UnknownTitle
from pbem.core.tomlfile import TomlFile
from pbem.systems.game import Game, Linter, words_of_fault

GROUP = "pbem.games"


@cache
def _entries() -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points by title, in ascending order; several where two packages bring the same title."""
    found: dict[str, dict[str, EntryPoint]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value)):
        found.setdefault(entry.name, {}).setdefault(entry.value, entry)
    return {title: tuple(entries.values()) for title, entries in found.items()}


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.value


def titles() -> tuple[str, ...]:
    """The titles of all games that are installed, in ascending order, those that cannot be used among them."""
    return tuple(_entries())


def usable() -> tuple[Game, ...]:
    """All games whose packages can be loaded, in ascending order of their titles: one that is broken takes no other with it."""
    wrong = broken()
    return tuple(game(title) for title in titles() if title not in wrong)


def broken() -> Mapping[str, str]:
    """What is wrong with games that are installed and cannot be used, by their titles."""
    found: dict[str, str] = {}
    for title in titles():
        try:
            game(title)
        except BrokenGame as fault:
            found[title] = str(fault)
    return found


def offered(*, unfinished: bool = False) -> tuple[str, ...]:
    """The titles that are offered to players: those that are finished, or all; those that are broken never."""
    return tuple(one.title for one in usable() if unfinished or not one.is_unfinished)


@cache
def game(title: str) -> Game:
    """The game with this title.

    Raises UnknownTitle, BrokenGame for one whose package cannot be loaded.
    """
    entry, *others = _entries().get(title) or (None,)
    if entry is None:
        raise UnknownTitle(title, offered())
    if others:
        packages = " and ".join(_package(one) for one in (entry, *others))
        raise BrokenGame(f"two packages bring a game called {title!r}: {packages}; uninstall one of them")
    try:
        found = entry.load()
    except Exception as fault:  # whatever the code of another package raises as it is imported
        raise BrokenGame(
            f"the game {title!r} of {_package(entry)} ({entry.value}) cannot be loaded: {words_of_fault(fault)}"
        ) from fault
    if not isinstance(found, Game) or found.title != title:
        raise BrokenGame(
            f"expected {entry.value} of {_package(entry)} to be the Game titled {title!r}, found {found!r}"
        )
    return found


def systems_with_files() -> tuple[str, ...]:
    """What a file may name as its ``system``, in the sequence of the alphabet."""
    return tuple(sorted({one.system_name for one in usable() if one.files}))


def linter_of(file: TomlFile) -> Linter:
    """The linter for a file that says ``system = ...``; for one that doesn't, that of the game with `reads_unnamed`."""
    games = sorted((one for one in usable() if one.files), key=lambda one: not one.reads_unnamed)
    name = file.data.get("system", "")
    return next((one.linter for one in games if one.system_name == name), games[0].linter)
