"""Dispatches ride.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

from pbem.store.columns import BigId, UtcTime

revision = "m22_dispatches_ride"
down_revision = "m21_roles_chairs_and_pairs"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    op.create_table(
        "dispatch",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("sender", sa.Integer(), nullable=False),
        sa.Column("receiver", sa.Integer(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("sealed", sa.Integer(), nullable=True),
        sa.Column("arrived", sa.Integer(), nullable=True),
        sa.Column("told", sa.Integer(), nullable=True),
        sa.Column("fate", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "number"),
    )
    with op.batch_alter_table("dispatch", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_dispatch_game_id"), ["game_id"], unique=False)
