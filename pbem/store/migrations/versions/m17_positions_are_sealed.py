"""Positions, stretches of phases, events and questions are encrypted: in games that hide facts, these stand in them."""

import sqlalchemy as sa
from alembic import context, op

from pbem.store.columns import Sealer, sealed_text

revision = "m17_positions_are_sealed"
down_revision = "m16_letters_that_cannot_go_out"

COLUMNS = (
    ("checkpoint", "state"),
    ("segment", "body"),
    ("event", "body"),
    ("event", "type"),
    ("question", "ask_key"),
    ("question", "ask"),
)
AT_ONCE = 1000


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("event") as batch:
        batch.alter_column("type", existing_type=sa.String(), type_=sa.Text(), existing_nullable=False)
    vault: Sealer | None = context.config.attributes["vault"]
    if vault is None:
        return  # a database that is made for its tables alone has no rows
    for table, column in COLUMNS:
        _seal(table, column, vault)


def _seal(table: str, column: str, vault: Sealer) -> None:
    """Some rows at a time: a desk may hold millions of events."""
    connection, last = op.get_bind(), 0
    read = sa.text(
        f'SELECT id, "{column}" FROM "{table}" WHERE id > :last AND "{column}" <> \'\' ORDER BY id LIMIT :count'
    )
    write = sa.text(f'UPDATE "{table}" SET "{column}" = :value WHERE id = :id')
    while rows := connection.execute(read, {"last": last, "count": AT_ONCE}).all():
        connection.execute(write, [{"value": sealed_text(vault, words), "id": number} for number, words in rows])
        last = rows[-1][0]
