"""Observers choose a form.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

revision = "m08_observers_choose_a_form"
down_revision = "m07_pauses_are_found"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("report", sa.String(), server_default=sa.text("'text'"), nullable=False))
