"""Lines that were not read.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

revision = "m20_lines_that_were_not_read"
down_revision = "m19_missed_deadlines_in_a_row"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("letter_in", schema=None) as batch_op:
        batch_op.add_column(sa.Column("unread", sa.Text(), server_default=sa.text("('')"), nullable=False))
        batch_op.add_column(sa.Column("lines_unread", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("lines_chat", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.create_index(
            "ix_letter_in_unread",
            ["seen", "game", "lines_unread", "lines_chat"],
            unique=False,
            sqlite_where=sa.text("lines_unread + lines_chat > 0"),
            postgresql_where=sa.text("lines_unread + lines_chat > 0"),
        )
