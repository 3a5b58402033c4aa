"""Workers.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

from pbem.store.columns import BigId, UtcTime

revision = "m06_workers"
down_revision = "m05_form_and_language"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    op.create_table(
        "lease",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("epoch", BigId(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("wake", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    with op.batch_alter_table("lease", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_lease_wake"), ["wake"], unique=False)

    op.create_table(
        "worker",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    with op.batch_alter_table("cursor", schema=None) as batch_op:
        batch_op.add_column(sa.Column("looked", UtcTime(), nullable=True))

    with op.batch_alter_table("letter_in", schema=None) as batch_op:
        batch_op.add_column(sa.Column("addressed", sa.String(), server_default=sa.text("('')"), nullable=False))
        batch_op.create_index(batch_op.f("ix_letter_in_addressed"), ["addressed"], unique=False)
