"""Finds the games that are installed, by their titles.

A game is an entry point of the group ``pbem.games``: its name is the title, its value a `pbem.systems.game.Game`.  The
games of this project come in by the same door as those of other packages (pyproject.toml, CONTRIBUTING.md).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol, runtime_checkable

from pbem.core.system import BrokenGame, UnknownTitle
from pbem.core.tomlfile import TomlFile
from pbem.systems.game import Game, Linter, words_of_fault

GROUP = "pbem.games"


@runtime_checkable
class HasVariants(Protocol):
    """A game of which there are several, each with a title of its own behind a colon."""

    def variant(self, name: str) -> Game:
        """The one of this name.  Raises UnknownTitle."""
        ...

    @property
    def title(self) -> str:
        """Its own title, with its variant's if it is one."""
        ...

    @property
    def shown(self) -> str:
        """The title of the variant by which it is shown to newcomers; its own title where it is a variant."""
        ...

    @property
    def variants(self) -> tuple[str, ...]:
        """The titles of those that travel with the program."""
        ...


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
    """The faults of games that are installed and cannot be used, by their titles."""
    found: dict[str, str] = {}
    for title in titles():
        try:
            game(title)
        except BrokenGame as fault:
            found[title] = str(fault)
    return found


def offered(*, unfinished: bool = False) -> tuple[str, ...]:
    """The titles that are offered to players: those that are finished, or all; those that are broken never."""
    wrong = broken()
    return tuple(one for one in titles() if one not in wrong and (unfinished or not game(one).is_unfinished))


@cache
def game(title: str) -> Game:
    """The game with this title; behind a colon stands which of a game that has variants (``table:cards``).

    Raises UnknownTitle, BrokenGame for one whose package cannot be loaded.
    """
    base, colon, variant = title.partition(":")
    if colon:
        whole = game(base)
        if not isinstance(whole, HasVariants):
            raise UnknownTitle(title, offered())
        return whole.variant(variant)
    entry, *others = _entries().get(title) or (None,)
    if entry is None:
        raise UnknownTitle(title, offered())
    if others:
        packages = " and ".join(_package(one) for one in (entry, *others))
        raise BrokenGame(f"two packages bring a game called {title!r}: {packages}; uninstall one of them")
    found = loaded(entry)
    if found.title != title:
        raise BrokenGame(
            f"expected {entry.value} of {_package(entry)} to be the Game titled {title!r}, found {found!r}"
        )
    return found


def loaded(entry: EntryPoint) -> Game:
    """The game of an entry point, whatever its title.  Raises BrokenGame."""
    title = entry.name
    try:
        found = entry.load()
    except Exception as fault:  # whatever the code of another package raises as it is imported
        raise BrokenGame(
            f"the game {title!r} of {_package(entry)} ({entry.value}) cannot be loaded: {words_of_fault(fault)}"
            if title
            else f"{entry.value} cannot be loaded: {words_of_fault(fault)}"
        ) from fault
    if not isinstance(found, Game):
        what = f"the Game titled {title!r}" if title else "a Game"
        raise BrokenGame(f"expected {entry.value} of {_package(entry)} to be {what}, found {found!r}")
    return found


def titles_of(name: str) -> tuple[str, ...]:
    """The titles that a name means: a title itself, or the package, by distribution or import, that brings games.

    Raises UnknownTitle.
    """
    if name in _entries():
        return (name,)
    wanted = name.lower().replace("_", "-")
    entries = [(title, entry) for title, found in _entries().items() for entry in found]
    titles = (
        title
        for title, entry in entries
        if wanted in (_package(entry).lower().replace("_", "-"), entry.module.partition(".")[0].replace("_", "-"))
    )
    known = tuple(dict.fromkeys(titles))
    if not known:
        raise UnknownTitle(name, offered(unfinished=True))
    return known


@contextmanager
def lent(entry: EntryPoint) -> Iterator[None]:
    """This game is installed, in place of any other with its title, as long as the context lasts."""
    entries = _entries()
    before = entries.get(entry.name)
    entries[entry.name] = (entry,)
    game.cache_clear()
    try:
        yield
    finally:
        del entries[entry.name]
        if before is not None:
            entries[entry.name] = before
        game.cache_clear()


def systems_with_files() -> tuple[str, ...]:
    """The values for ``system`` in a file, in the sequence of the alphabet."""
    return tuple(sorted({one.system_name for one in usable() if one.files}))


def linter_of(file: TomlFile) -> Linter:
    """The linter for a file that says ``system = ...``; for one that doesn't, that of the game with `reads_unnamed`."""
    games = sorted((one for one in usable() if one.files), key=lambda one: not one.reads_unnamed)
    name = file.data.get("system", "")
    return next((one.linter for one in games if one.system_name == name), games[0].linter)
