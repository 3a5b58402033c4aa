"""The plain SQL of the GM's queue."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from pbem.store import orders, tables
from pbem.store.columns import OPEN_LOCKS
from pbem.store.overview import Overview
from pbem.store.secrets import Vault
from tests.databases import store_in

NOON = datetime(2026, 3, 12, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize("where", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def test_every_query_can_be_asked(where: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/d.db" if where == "sqlite" else request.getfixturevalue("cluster").with_tables()
    store = store_in(tmp_path, Vault(Fernet.generate_key()), url=url)
    asked = [name for name, one in vars(Overview).items() if callable(one) and not name.startswith("_")]
    with store.read() as books:
        for name in asked:
            found = getattr(books.overview, name)(
                *([NOON] if name in ("absences", "records_after", "time_asked", "unread_lines") else [])
            )
            assert not (list(found) if isinstance(found, Iterator) else found)


def test_states_are_those_that_the_models_tell_of() -> None:
    assert orders.OPEN_LOCKS is OPEN_LOCKS
    assert all(f"``{one}``" in (tables.LockRow.__doc__ or "") for one in OPEN_LOCKS)
