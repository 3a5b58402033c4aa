"""Form and language of letters.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

revision = "m05_form_and_language"
down_revision = "m04_the_desk_of_the_gm"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("letter_out", schema=None) as batch_op:
        batch_op.add_column(sa.Column("pages", sa.Text(), server_default=sa.text("('')"), nullable=False))

    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.add_column(sa.Column("report", sa.String(), server_default=sa.text("'text'"), nullable=False))
        batch_op.add_column(sa.Column("zone", sa.String(), server_default=sa.text("('')"), nullable=False))
        batch_op.add_column(sa.Column("language", sa.String(), server_default=sa.text("'en'"), nullable=False))
