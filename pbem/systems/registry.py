"""Finds the games that are installed, by their titles.

A game is an entry point of the group ``pbem.games``: its name is the title, its value a `pbem.systems.game.Game`.  The
games of this project come in by the same door as those of other packages (pyproject.toml, CONTRIBUTING.md).
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from pbem.core.system import UnknownTitle
from pbem.core.tomlfile import TomlFile
from pbem.systems.game import Game, Linter

GROUP = "pbem.games"


class BrokenGame(Exception):
    """A game is installed and cannot be used; the message says which package brings it and what is wrong."""


@cache
def _entries() -> dict[str, EntryPoint]:
    """The entry points by title, in ascending order.  Raises BrokenGame if two packages bring the same title."""
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value)):
        known = found.setdefault(entry.name, entry)
        if known.value != entry.value:
            raise BrokenGame(
                f"two packages bring a game called {entry.name!r}: {_package(known)} and {_package(entry)}; "
                "uninstall one of them"
            )
    return found


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.value


def titles() -> tuple[str, ...]:
    """The titles of all games that are installed, in ascending order."""
    return tuple(_entries())


def offered(*, unfinished: bool = False) -> tuple[str, ...]:
    """The titles that are offered to players: those that are finished, or all."""
    return tuple(one for one in titles() if unfinished or not game(one).is_unfinished)


@cache
def game(title: str) -> Game:
    """The game with this title.

    Raises UnknownTitle, BrokenGame for one whose package cannot be loaded.
    """
    entry = _entries().get(title)
    if entry is None:
        raise UnknownTitle(title, offered())
    try:
        found = entry.load()
    except (ImportError, AttributeError) as fault:
        raise BrokenGame(
            f"the game {title!r} of {_package(entry)} ({entry.value}) cannot be loaded: {fault}"
        ) from fault
    if not isinstance(found, Game) or found.title != title:
        raise BrokenGame(
            f"expected {entry.value} of {_package(entry)} to be the Game titled {title!r}, found {found!r}"
        )
    return found


def systems_with_files() -> tuple[str, ...]:
    """The values for ``system`` in a file, in the sequence of the alphabet."""
    return tuple(sorted({one.system_name for one in map(game, titles()) if one.files}))


def linter_of(file: TomlFile) -> Linter:
    """The linter for a file that says ``system = ...``; for one that doesn't, that of the game with `reads_unnamed`."""
    games = sorted((one for one in map(game, titles()) if one.files), key=lambda one: not one.reads_unnamed)
    name = file.data.get("system", "")
    return next((one.linter for one in games if one.system_name == name), games[0].linter)
