"""Games of other packages, as tests install them: entry points of our choice instead of those of this machine."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from pbem.systems import registry
from tests.commands.desk import laid
from tests.desk import table as tables
from tests.desk.table import Table

CACHES = (registry._entries, registry.game)


def forget() -> None:
    """Let the registry look for its games again."""
    for one in CACHES:
        one.cache_clear()


@contextmanager
def installed(patch: pytest.MonkeyPatch, *entries: tuple[str, str]) -> Iterator[None]:
    """These games are installed, and no others."""
    found = EntryPoints(EntryPoint(name, value, registry.GROUP) for name, value in entries)
    patch.setattr(registry, "entry_points", lambda group: found)
    forget()
    yield
    forget()


@contextmanager
def at_table(
    folder: Path,
    patch: pytest.MonkeyPatch,
    title: str,
    value: str,
    scenario: str,
    players: dict[str, str],
    more: Sequence[tuple[str, str]] = (),
    name: str = "",
) -> Iterator[tuple[Table, str]]:
    """A desk at which a game of this title is open, called ``TITLE-1`` unless it has a name."""
    with installed(patch, (title, value), *more):
        table, _ = laid(folder, patch)
        patch.setattr(tables, "ADDRESSES", players)
        table.title, table.addresses = title, players
        yield table, table.open(name or f"{title}-1", scenario=scenario)
        table.desk.store.close()
