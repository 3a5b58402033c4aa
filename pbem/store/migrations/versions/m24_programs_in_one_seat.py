"""The program plays for one person of a shared side.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

revision = "m24_programs_in_one_seat"
down_revision = "m23_copies_of_receipts"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.add_column(sa.Column("plays_one", sa.Boolean(), server_default=sa.text("(false)"), nullable=False))
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("missed", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("plays", sa.String(), server_default=sa.text("('')"), nullable=False))
