"""Letters show their html.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

revision = "m13_letters_show_their_html"
down_revision = "m12_reports_come_at_stops"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("letter_out", schema=None) as batch_op:
        batch_op.add_column(sa.Column("shown", sa.Text(), server_default=sa.text("('')"), nullable=False))
