"""Copies of receipts.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

revision = "m23_copies_of_receipts"
down_revision = "m22_dispatches_ride"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.add_column(sa.Column("copies", sa.Boolean(), server_default=sa.text("(false)"), nullable=False))
