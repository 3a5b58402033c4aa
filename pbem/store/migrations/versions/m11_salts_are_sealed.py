"""Salts of sealed orders, answers to questions and the pages of letters not yet written are encrypted.

Digests of a letter's words are keyed: without a key, whoever has the database can guess the words until the digest fits.
"""

from collections.abc import Callable

import sqlalchemy as sa
from alembic import context, op

from pbem.store.columns import Sealer, sealed_text

revision = "m11_salts_are_sealed"
down_revision = "m10_addresses_are_found"

COLUMNS = (("submission", "salt"), ("question", "choice"), ("letter_out", "pages"))


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    for table, column in COLUMNS[:2]:
        with op.batch_alter_table(table) as batch:
            batch.alter_column(column, existing_type=sa.String(), type_=sa.Text(), existing_nullable=False)
    vault: Sealer | None = context.config.attributes["vault"]
    if vault is None:
        return  # a database that is made for its tables alone has no rows
    for table, column in COLUMNS:
        _rewrite(table, column, lambda words: sealed_text(vault, words))
    _rewrite("letter_in", "words_digest", vault.mark)


def _rewrite(table: str, column: str, change: Callable[[str], str]) -> None:
    connection = op.get_bind()
    rows = connection.execute(sa.text(f'SELECT id, "{column}" FROM "{table}" WHERE "{column}" <> \'\'')).all()
    write = sa.text(f'UPDATE "{table}" SET "{column}" = :value WHERE id = :id')
    for number, words in rows:
        connection.execute(write, {"value": change(words), "id": number})
