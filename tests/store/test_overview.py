"""The plain SQL of the GM's queue names tables and columns that the models have."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlmodel import SQLModel

from pbem.store import locks, tables
from pbem.store.overview import Overview
from pbem.store.states import OPEN_LOCKS

NOON = datetime(2026, 3, 12, 12, 0, tzinfo=UTC)


class Written:
    """Notes what is asked."""

    def __init__(self, *, is_sqlite: bool) -> None:
        self.is_sqlite = is_sqlite
        self.queries: list[str] = []

    def ask(self, query: str, **_: object) -> Iterator[Sequence[Any]]:
        self.queries.append(query)
        return iter([(0,)] if query.startswith("SELECT count(*)") else [])


@pytest.mark.parametrize("is_sqlite", [True, False])
def test_every_name_in_a_query_is_one_of_a_model(is_sqlite: bool) -> None:
    look = Written(is_sqlite=is_sqlite)
    found = Overview(look)
    asked = [name for name, one in vars(Overview).items() if callable(one) and not name.startswith("_")]
    for name in asked:
        rows = getattr(found, name)(*([NOON] if name in ("absences", "records_after") else []))
        if isinstance(rows, Iterator):
            list(rows)
    assert len(look.queries) == len(asked)
    models = SQLModel.metadata.tables
    for query in look.queries:
        bare = re.sub(r"'[^']*'", "''", query)
        known = set(re.findall(r"(?:FROM|JOIN) (\w+)", bare))
        aliases = {alias: table for table, alias in re.findall(r"(\w+) AS (newer)", bare)}
        assert known <= models.keys()
        for table, column in re.findall(r"\b(\w+)\.(\w+)\b", bare):
            assert column in models[aliases.get(table, table)].c, (table, column)
            assert aliases.get(table, table) in known


def test_states_are_those_that_the_models_tell_of() -> None:
    assert locks.OPEN_LOCKS is OPEN_LOCKS
    assert all(f"``{one}``" in (tables.LockRow.__doc__ or "") for one in OPEN_LOCKS)
