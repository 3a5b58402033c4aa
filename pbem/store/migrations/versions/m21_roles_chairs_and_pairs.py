"""Roles, chairs and pairs.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

from pbem.store.columns import UtcTime

revision = "m21_roles_chairs_and_pairs"
down_revision = "m20_lines_that_were_not_read"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(sa.Column("pair", sa.String(), server_default=sa.text("('')"), nullable=False))
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.add_column(sa.Column("leader", sa.String(), server_default=sa.text("('')"), nullable=False))
        batch_op.add_column(sa.Column("lost", sa.String(), server_default=sa.text("('')"), nullable=False))
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("leader", sa.String(), server_default=sa.text("('')"), nullable=False))
        batch_op.add_column(sa.Column("lost", sa.String(), server_default=sa.text("('')"), nullable=False))
        batch_op.add_column(sa.Column("asked", UtcTime(), nullable=True))
        batch_op.add_column(sa.Column("until", UtcTime(), nullable=True))
        batch_op.add_column(sa.Column("answer", sa.String(), server_default=sa.text("('')"), nullable=False))
