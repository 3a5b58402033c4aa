"""Statements that the driver carries out, against SQLAlchemy's Core: the same rows either way, for every table."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Boolean, Column, Integer, LargeBinary, insert, select, text

from pbem.store import tables
from pbem.store.columns import BigId, Marked, SealedBytes, SealedText, UtcTime
from pbem.store.database import Store
from pbem.store.prepared import prepared
from pbem.store.row import PlainRow, Row, columns_of
from pbem.store.secrets import Vault
from pbem.store.session import Session

TABLES = list(
    dict.fromkeys(
        one for one in vars(tables).values() if isinstance(one, type) and issubclass(one, Row) and one is not Row
    )
)
MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1)).map(lambda at: at.replace(microsecond=0, tzinfo=UTC))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


def values_of(column: "Column[Any]") -> st.SearchStrategy[Any]:
    """What may stand in a column."""
    kind = column.type
    if isinstance(kind, UtcTime):
        found: st.SearchStrategy[Any] = MOMENTS
    elif isinstance(kind, SealedBytes):
        found = st.binary(max_size=60)
    elif isinstance(kind, SealedText):
        found = st.text(max_size=30)  # lone surrogates too, as letters may have them
    elif isinstance(kind, Marked):
        found = TEXTS
    elif isinstance(kind, BigId):
        found = st.integers(1, 2**62)
    elif isinstance(kind, Boolean):
        found = st.booleans()
    elif isinstance(kind, Integer):
        found = st.integers(-(2**31), 2**31 - 1)
    elif isinstance(kind, LargeBinary):
        found = st.binary(max_size=60)
    else:
        found = TEXTS
    return st.none() | found if column.nullable else found


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = Store.at(Path(tmp_path_factory.mktemp("prepared")) / "desk.db", Vault(Fernet.generate_key()))
    yield made
    made.close()


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@pytest.mark.parametrize("table", TABLES, ids=lambda one: one.__tablename__)
@given(data=st.data())
def test_a_row_is_the_same_by_the_driver_and_by_core(store: Store, table: Any, data: st.DataObject) -> None:
    columns = table.__table__.c
    row = {one.key: data.draw(values_of(one), label=one.key) for one in columns}
    # What is marked is never read back; what an address is found by follows the address.
    same = row.keys() - {one.key for one in columns if isinstance(one.type, Marked)}
    with store._db.connect() as connection, connection.begin() as undone:
        connection.execute(text("PRAGMA defer_foreign_keys=ON"))  # the rows belong to games that are not there
        session = Session(connection, writes=True)
        session.number(table(**row))
        written = columns_of(session._rows[table][row["id"]])
        (by_core,) = connection.execute(select(table.__table__)).mappings()
        assert {name: by_core[name] for name in same} == {name: written[name] for name in same}

        connection.execute(table.__table__.delete())
        connection.execute(insert(table.__table__).values(**written))
        found = Session(connection).get(table, row["id"])
        assert isinstance(found, PlainRow)
        assert {name: columns_of(found)[name] for name in same} == {name: written[name] for name in same}
        undone.rollback()


@pytest.mark.parametrize("table", TABLES, ids=lambda one: one.__tablename__)
def test_every_insert_is_carried_out_by_the_driver(store: Store, table: Any) -> None:
    with store._db.connect() as connection:
        statement = insert(table.__table__).inline()
        known = prepared(connection, statement, frozenset(one.key for one in table.__table__.c))
        assert known is not None
        assert known.sql.count("?") == len(known.values) == len(table.__table__.c)
