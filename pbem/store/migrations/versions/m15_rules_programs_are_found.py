"""Rules programs are found.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

revision = "m15_rules_programs_are_found"
down_revision = "m14_calendar_entries"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("record", schema=None) as batch_op:
        batch_op.create_index(
            "ix_record_program",
            ["game_id"],
            unique=False,
            sqlite_where=sa.text("type IN ('genesis', 'engine.change')"),
            postgresql_where=sa.text("type IN ('genesis', 'engine.change')"),
        )
