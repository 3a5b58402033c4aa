"""Where desks of tests keep their games: in a file of their folder, or, with ``PBEM_TEST_DATABASE=postgresql`` in the
environment, in a database of the session's PostgreSQL."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.store.database import Store
from pbem.store.secrets import Vault
from tests.cluster import Cluster

OVER_POSTGRESQL = os.environ.get("PBEM_TEST_DATABASE", "sqlite") == "postgresql"
ABOUT_A_FILE = pytest.mark.skipif(OVER_POSTGRESQL, reason="it is about a SQLite file: its lock, or its disk")
_CLUSTER: list[Cluster] = []
_LENT: dict[Path, str] = {}
"""The databases of the cluster that folders have."""
_STORES: list[tuple[Path, Store]] = []


@contextmanager
def over(cluster: Cluster) -> Iterator[None]:
    """Until the end of this, desks whose folder has no ``desk.db`` yet are kept by this cluster."""
    _CLUSTER.append(cluster)
    try:
        yield
    finally:
        _CLUSTER.clear()


def url_in(folder: Path) -> str:
    """The database of the desk in this folder.

    Which one of a cluster it is stands in a file of the folder, for other processes of the test.
    """
    noted = folder / "desk.url"
    if noted.exists():
        return noted.read_text(encoding="ascii")
    file = folder / "desk.db"
    if file.exists() or not _CLUSTER:
        return f"sqlite:///{file}"
    url = _LENT[folder] = _CLUSTER[0].with_tables()
    noted.write_text(url, encoding="ascii")
    return url


def store_in(folder: Path, vault: Vault, *, url: str = "") -> Store:
    """The database of the desk in this folder, opened; after the test it is closed."""
    store = Store(url or url_in(folder), vault)
    _STORES.append((folder, store))
    return store


def copy_desk(store: Store, into: Path) -> None:
    """The desk of this store once more, in a folder that is not there yet."""
    into.mkdir()
    if not store.listen_url:
        store.copy_to(into / "desk.db")
        return
    store.copy_to(into / "copy.db")
    store_in(into, store._vault).fill_from(into / "copy.db")


def close_all(under: Path | None) -> None:
    """Close what a test has opened, and let later tests have the databases of folders that are in its own, or are gone.

    What several tests share is opened again when the next one asks for it.
    """

    def is_done(folder: Path) -> bool:
        return (under is not None and folder.is_relative_to(under)) or not folder.exists()

    for _, store in _STORES:
        store.close()
    _STORES[:] = [one for one in _STORES if not is_done(one[0])]
    for folder in [one for one in _LENT if is_done(one)]:
        _CLUSTER[0].take_back(_LENT.pop(folder))
