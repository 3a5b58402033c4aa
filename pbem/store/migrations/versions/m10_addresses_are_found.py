"""Addresses are found by an index, case ignored: beside each stands what it is in small letters."""

import sqlalchemy as sa
from alembic import op

revision = "m10_addresses_are_found"
down_revision = "m09_dice_that_wait"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(sa.Column("folded", sa.String(), server_default=sa.text("('')"), nullable=False))
        batch_op.create_index(batch_op.f("ix_game_folded"), ["folded"], unique=False)

    with op.batch_alter_table("letter_in", schema=None) as batch_op:
        batch_op.add_column(sa.Column("folded", sa.String(), server_default=sa.text("('')"), nullable=False))
        batch_op.create_index("ix_letter_in_folded_seen", ["folded", "seen"], unique=False)

    with op.batch_alter_table("letter_out", schema=None) as batch_op:
        batch_op.add_column(sa.Column("folded", sa.String(), server_default=sa.text("('')"), nullable=False))
        batch_op.create_index("ix_letter_out_folded_made", ["folded", "made"], unique=False)

    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.add_column(sa.Column("folded", sa.String(), server_default=sa.text("('')"), nullable=False))
        batch_op.drop_index(batch_op.f("ix_player_address"))
        batch_op.create_index(batch_op.f("ix_player_folded"), ["folded"], unique=False)

    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("folded", sa.String(), server_default=sa.text("('')"), nullable=False))
        batch_op.drop_index(batch_op.f("ix_seat_address"))
        batch_op.create_index(batch_op.f("ix_seat_folded"), ["folded"], unique=False)

    for table, address in (
        ("game", "gm_address"),
        ("letter_in", "sender"),
        ("letter_out", "to"),
        ("player", "address"),
        ("seat", "address"),
    ):
        op.execute(f'UPDATE {table} SET folded = lower("{address}")')
