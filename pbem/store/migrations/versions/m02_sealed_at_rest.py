"""Letters, orders on file and press are encrypted, order keys and codes are kept as digests."""

from typing import Any

import sqlalchemy as sa
from alembic import context, op

from pbem.store.columns import Sealer, sealed_text

revision = "m02_sealed_at_rest"
down_revision = "m01_baseline"

LETTERS = ("letter_in", "letter_out")
WORDS = {
    "letter_in": ("trace",),
    "letter_out": ("text",),
    "submission": ("nonce", "said"),
    "line": ("written", "canonical", "orders", "costs"),
    "standing": ("text", "body"),
    "press": ("words",),
    "confirmation": ("value",),
}
MARKS = {"order_key": "key", "confirmation": "code"}


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("confirmation") as confirmation:
        confirmation.alter_column("value", existing_type=sa.String(), type_=sa.Text(), existing_nullable=False)
    vault: Sealer | None = context.config.attributes["vault"]
    if vault is None:
        return  # a database that is made for its tables alone has no rows
    for table in LETTERS:
        for number, raw in _rows(table, "raw"):
            _write(table, "raw", number, vault.seal(bytes(raw)))
    for table, columns in WORDS.items():
        for column in columns:
            for number, words in _rows(table, column):
                if words:
                    _write(table, column, number, sealed_text(vault, words))
    for table, column in MARKS.items():
        for number, word in _rows(table, column):
            _write(table, column, number, vault.mark(word))


def _rows(table: str, column: str) -> list[tuple[int, Any]]:
    found = op.get_bind().execute(sa.text(f'SELECT id, "{column}" FROM "{table}" ORDER BY id')).all()
    return [(row[0], row[1]) for row in found]


def _write(table: str, column: str, number: int, value: str | bytes) -> None:
    op.get_bind().execute(
        sa.text(f'UPDATE "{table}" SET "{column}" = :value WHERE id = :id'), {"value": value, "id": number}
    )
