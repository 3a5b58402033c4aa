"""Seats are people.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

from pbem.store.columns import UtcTime

revision = "m18_seats_are_people"
down_revision = "m17_positions_are_sealed"

_SEAT = sa.table("seat", *map(sa.column, ("id", "game_id", "side", "number", "place")))


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("line", schema=None) as batch_op:
        batch_op.add_column(sa.Column("seat", sa.Integer(), server_default=sa.text("0"), nullable=False))

    with op.batch_alter_table("order_key", schema=None) as batch_op:
        batch_op.add_column(sa.Column("seat", sa.Integer(), server_default=sa.text("0"), nullable=False))

    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("number", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("place", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("language", sa.String(), server_default=sa.text("'en'"), nullable=False))
        batch_op.add_column(sa.Column("zone", sa.String(), server_default=sa.text("('')"), nullable=False))
        batch_op.add_column(sa.Column("whole", sa.Boolean(), server_default=sa.text("(false)"), nullable=False))
        batch_op.add_column(sa.Column("dates", sa.Boolean(), server_default=sa.text("(false)"), nullable=False))
        batch_op.add_column(sa.Column("away_from", UtcTime(), nullable=True))
        batch_op.add_column(sa.Column("away_to", UtcTime(), nullable=True))
        batch_op.add_column(sa.Column("ready", sa.String(), server_default=sa.text("('')"), nullable=False))
        batch_op.add_column(sa.Column("late", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("phases", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("ended", UtcTime(), nullable=True))
        batch_op.add_column(sa.Column("follows", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("given", sa.Integer(), server_default=sa.text("0"), nullable=False))

    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.add_column(sa.Column("seat", sa.Integer(), server_default=sa.text("0"), nullable=False))
    _number_commanders()


def _number_commanders() -> None:
    """Give the commanders who are there their numbers, in each game from 1."""
    rows = op.get_bind().execute(sa.select(_SEAT.c.id, _SEAT.c.game_id, _SEAT.c.side).order_by(_SEAT.c.id)).all()
    last: dict[int, int] = {}
    for number, game, side in rows:
        if side not in ("", "gm"):
            last[game] = last.get(game, 0) + 1
            op.execute(_SEAT.update().where(_SEAT.c.id == number).values(number=last[game], place=last[game]))
