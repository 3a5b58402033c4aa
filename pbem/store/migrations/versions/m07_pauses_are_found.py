"""Pauses are found.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

from alembic import op

revision = "m07_pauses_are_found"
down_revision = "m06_workers"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_paused_until"), ["paused_until"], unique=False)
