"""The desk of the gm.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

from pbem.store.columns import BigId, UtcTime

revision = "m04_the_desk_of_the_gm"
down_revision = "m03_idle_for_nothing"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    op.create_table(
        "deed",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("seen", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=True),
        sa.Column("record_seq", sa.Integer(), nullable=True),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("inverse", sa.Text(), nullable=False),
        sa.Column("sig", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("deed", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deed_code"), ["code"], unique=False)
        batch_op.create_index(batch_op.f("ix_deed_game"), ["game"], unique=False)

    op.create_table(
        "fault",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("trace", sa.Text(), nullable=False),
        sa.Column("record_seq", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("opened", UtcTime(), nullable=False),
        sa.Column("until", UtcTime(), nullable=True),
        sa.Column("closed", UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("fault", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_fault_game"), ["game"], unique=False)
        batch_op.create_index(batch_op.f("ix_fault_state"), ["state"], unique=False)

    op.create_table(
        "gm",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("digested", UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("address"),
    )
    op.create_table(
        "seat",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("formations", sa.Text(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_address"), ["address"], unique=False)
        batch_op.create_index(batch_op.f("ix_seat_game_id"), ["game_id"], unique=False)

    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(sa.Column("undone", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("voided", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("calendar", sa.Text(), server_default=sa.text("'{}'"), nullable=False))
        batch_op.add_column(sa.Column("paused_since", UtcTime(), nullable=True))
        batch_op.add_column(sa.Column("paused_until", UtcTime(), nullable=True))

    with op.batch_alter_table("order_key", schema=None) as batch_op:
        batch_op.add_column(sa.Column("void", UtcTime(), nullable=True))

    with op.batch_alter_table("phase", schema=None) as batch_op:
        batch_op.add_column(sa.Column("lapsed", UtcTime(), nullable=True))
        batch_op.add_column(sa.Column("is_question", sa.Boolean(), server_default=sa.text("false"), nullable=False))

    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.add_column(sa.Column("nudged", UtcTime(), nullable=True))
        batch_op.add_column(sa.Column("late", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("bank", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("plays", sa.String(), server_default=sa.text("''"), nullable=False))
        batch_op.add_column(sa.Column("accepted", UtcTime(), nullable=True))
