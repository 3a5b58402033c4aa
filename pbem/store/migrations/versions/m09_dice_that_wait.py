"""Dice that wait.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

from pbem.store.columns import BigId, UtcTime

revision = "m09_dice_that_wait"
down_revision = "m08_observers_choose_a_form"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    op.create_table(
        "locked",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("branch", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("adj", sa.Integer(), nullable=False),
        sa.Column("digests", sa.Text(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.Column("begun", sa.Boolean(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("due", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "branch", "seq"),
    )
    with op.batch_alter_table("locked", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_locked_due"), ["due"], unique=False)
        batch_op.create_index(batch_op.f("ix_locked_game_id"), ["game_id"], unique=False)

    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(sa.Column("dice", sa.String(), server_default=sa.text("'sealed'"), nullable=False))
        batch_op.add_column(sa.Column("source", sa.Text(), server_default=sa.text("'{}'"), nullable=False))
        batch_op.add_column(sa.Column("silent", sa.Integer(), server_default=sa.text("0"), nullable=False))
