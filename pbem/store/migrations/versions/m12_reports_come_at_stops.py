"""Reports come at stops.

Rows that are there already get what the `server_default` of a new column says; fill them here where that is not enough.
"""

import sqlalchemy as sa
from alembic import op

revision = "m12_reports_come_at_stops"
down_revision = "m11_salts_are_sealed"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.add_column(sa.Column("whole", sa.Boolean(), server_default=sa.text("(false)"), nullable=False))
        batch_op.add_column(sa.Column("phases_told", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("heard", sa.Integer(), server_default=sa.text("0"), nullable=False))
    # Until now every player was told everything as it ended.
    op.execute(
        "UPDATE player SET phases_told = COALESCE((SELECT MAX(phase.n) FROM phase WHERE phase.game_id = player.game_id"
        " AND phase.state = 'done' AND phase.told), 0)"
    )
    op.execute(
        "UPDATE player SET heard = COALESCE((SELECT MAX(press.id) FROM press WHERE press.game_id = player.game_id"
        " AND press.told), 0)"
    )
