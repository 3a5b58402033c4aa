"""Letters that cannot go out.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

from pbem.store.columns import UtcTime

revision = "m16_letters_that_cannot_go_out"
down_revision = "m15_rules_programs_are_found"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("watch", schema=None) as batch_op:
        batch_op.add_column(sa.Column("unsent", UtcTime(), nullable=True))
