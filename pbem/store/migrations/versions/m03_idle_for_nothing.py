"""Indexes for the next thing to do: games to be played on, deadlines to be reminded of.

Every game that is there counts as not played on with, so the first start looks at each of them once, as every start did.
"""

import json
from datetime import timedelta

import sqlalchemy as sa
from alembic import op

from pbem.store.columns import UtcTime

revision = "m03_idle_for_nothing"
down_revision = "m02_sealed_at_rest"


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(sa.Column("unplayed", sa.Boolean(), server_default=sa.text("(true)"), nullable=False))
        batch_op.create_index(batch_op.f("ix_game_unplayed"), ["unplayed"], unique=False)

    with op.batch_alter_table("letter_in", schema=None) as batch_op:
        batch_op.create_index("ix_letter_in_game_seen", ["game", "seen"], unique=False)

    with op.batch_alter_table("phase", schema=None) as batch_op:
        batch_op.add_column(sa.Column("remind", UtcTime(), nullable=True))
        batch_op.create_index(batch_op.f("ix_phase_remind"), ["remind"], unique=False)

    with op.batch_alter_table("submission", schema=None) as batch_op:
        batch_op.create_index("ix_submission_game_phase", ["game_id", "phase"], unique=False)

    _remind()


def _remind() -> None:
    """Reminders of the deadlines that wait now, by the hours of each game."""
    phase = sa.table("phase", sa.column("id"), sa.column("due", UtcTime()), sa.column("remind", UtcTime()))
    waiting = sa.text(
        "SELECT phase.id AS id, phase.due AS due, game.hours AS hours FROM phase JOIN game ON game.id = phase.game_id"
        " WHERE phase.state = 'open' AND phase.due IS NOT NULL AND NOT phase.reminded AND NOT phase.passed"
    ).columns(due=UtcTime())
    for row in op.get_bind().execute(waiting).all():
        moment = row.due - timedelta(hours=json.loads(row.hours).get("reminder", 24))
        op.execute(sa.update(phase).where(phase.c.id == row.id).values(remind=moment))
