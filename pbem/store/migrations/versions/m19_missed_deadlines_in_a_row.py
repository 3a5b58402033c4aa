"""Missed deadlines in a row.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

revision = "m19_missed_deadlines_in_a_row"
down_revision = "m18_seats_are_people"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.add_column(sa.Column("missed", sa.Integer(), server_default=sa.text("0"), nullable=False))
