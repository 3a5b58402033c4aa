"""The script that Alembic runs for every command; `pbem.store.schema` calls it with a connection in a transaction."""

from typing import Any, Literal

import sqlalchemy as sa
from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlmodel import SQLModel

from pbem.store import schema, tables
from pbem.store.columns import BigId, Marked, SealedBytes, SealedText, SharedTime, UtcTime


def render_item(kind: str, item: Any, autogen: AutogenContext) -> str | Literal[False]:
    """Write our own column types by their names, and SQLModel's text as SQLAlchemy's."""
    if kind != "type":
        return False
    if isinstance(item, SealedBytes | SealedText | Marked):
        return f"sa.{type(item.impl).__name__}()"
    if isinstance(item, SharedTime):
        return "sa.DateTime(timezone=True)"
    if isinstance(item, BigId | UtcTime):
        autogen.imports.add(f"from pbem.store.columns import {type(item).__name__}")
        return f"{type(item).__name__}()"
    return "sa.String()" if isinstance(item, sa.types.TypeDecorator) and isinstance(item.impl, sa.String) else False


assert all((tables, schema))  # the imports fill SQLModel.metadata
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    # SQLite cannot alter most of a table: a step there copies it.  Its DDL is transactional all the same.
    render_as_batch=True,
    transactional_ddl=True,
    render_item=render_item,
)
with context.begin_transaction():
    context.run_migrations()
