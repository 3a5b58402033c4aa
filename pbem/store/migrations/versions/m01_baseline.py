"""The tables of the first release.

Databases written before there were migrations (`user_version` 4) stand here.
"""

import sqlalchemy as sa
from alembic import op

from pbem.store.columns import BigId, UtcTime

revision = "m01_baseline"
down_revision = None


def upgrade() -> None:
    """Take the step.  There is no way back but the backup that was made before it."""
    op.create_table(
        "address",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("stopped", UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("address"),
    )
    op.create_table(
        "cursor",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("uidvalidity", BigId(), nullable=False),
        sa.Column("last_uid", BigId(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("source"),
    )
    op.create_table(
        "game",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("scenario", sa.String(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("branch", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("hold", sa.Text(), nullable=False),
        sa.Column("held_since", UtcTime(), nullable=True),
        sa.Column("gm_name", sa.String(), nullable=False),
        sa.Column("gm_address", sa.String(), nullable=False),
        sa.Column("pace", sa.String(), nullable=False),
        sa.Column("when_in", sa.String(), nullable=False),
        sa.Column("hours", sa.Text(), nullable=False),
        sa.Column("ladder_length", sa.Integer(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("rulings", sa.Integer(), nullable=False),
        sa.Column("opened", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "letter_in",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("uidvalidity", BigId(), nullable=False),
        sa.Column("uid", BigId(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("words_digest", sa.String(), nullable=False),
        sa.Column("arrived", UtcTime(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("trace", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("answer_key", sa.String(), nullable=False),
        sa.Column("seen", UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("source", "uidvalidity", "uid"),
    )
    with op.batch_alter_table("letter_in", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_letter_in_digest"), ["digest"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_in_game"), ["game"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_in_message_id"), ["message_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_in_state"), ["state"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_in_words_digest"), ["words_digest"], unique=False)

    op.create_table(
        "letter_out",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("to", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("not_before", UtcTime(), nullable=True),
        sa.Column("last_reply", sa.Text(), nullable=False),
        sa.Column("made", UtcTime(), nullable=False),
        sa.Column("sent", UtcTime(), nullable=True),
        sa.Column("bounced", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    with op.batch_alter_table("letter_out", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_letter_out_game"), ["game"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_out_message_id"), ["message_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_out_state"), ["state"], unique=False)

    op.create_table(
        "secret",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("scope", "name"),
    )
    op.create_table(
        "watch",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "checkpoint",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("state_hash", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "n"),
    )
    with op.batch_alter_table("checkpoint", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_checkpoint_game_id"), ["game_id"], unique=False)

    op.create_table(
        "confirmation",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.Column("made", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "side", "code"),
    )
    with op.batch_alter_table("confirmation", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_confirmation_game_id"), ["game_id"], unique=False)

    op.create_table(
        "order_key",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("report", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("stacks", sa.Text(), nullable=False),
        sa.Column("made", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "key"),
    )
    with op.batch_alter_table("order_key", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_order_key_game_id"), ["game_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_order_key_key"), ["key"], unique=False)

    op.create_table(
        "phase",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("letter", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("checkpoint_n", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("locked", sa.Text(), nullable=False),
        sa.Column("waiting_for", sa.String(), nullable=False),
        sa.Column("begun", UtcTime(), nullable=False),
        sa.Column("stopped", UtcTime(), nullable=False),
        sa.Column("due", UtcTime(), nullable=True),
        sa.Column("passed", sa.Boolean(), nullable=False),
        sa.Column("closed", UtcTime(), nullable=True),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "n"),
    )
    with op.batch_alter_table("phase", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_phase_due"), ["due"], unique=False)
        batch_op.create_index(batch_op.f("ix_phase_game_id"), ["game_id"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=True),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("contribution", sa.String(), nullable=False),
        sa.Column("away_from", UtcTime(), nullable=True),
        sa.Column("away_to", UtcTime(), nullable=True),
        sa.Column("away_hours", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "side"),
    )
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_player_address"), ["address"], unique=False)
        batch_op.create_index(batch_op.f("ix_player_game_id"), ["game_id"], unique=False)

    op.create_table(
        "press",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("to", sa.String(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_press_game_id"), ["game_id"], unique=False)

    op.create_table(
        "proposal",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.Column("made", UtcTime(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "number"),
    )
    with op.batch_alter_table("proposal", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_proposal_game_id"), ["game_id"], unique=False)

    op.create_table(
        "record",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("branch", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("head", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "branch", "seq"),
    )
    with op.batch_alter_table("record", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_record_game_id"), ["game_id"], unique=False)

    op.create_table(
        "standing",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("since", UtcTime(), nullable=False),
        sa.Column("ended", UtcTime(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "side", "number"),
    )
    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_standing_game_id"), ["game_id"], unique=False)

    op.create_table(
        "submission",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("game_id", BigId(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("letter_id", BigId(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("ready", sa.String(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("salt", sa.String(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("record_seq", sa.Integer(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "side", "phase", "n"),
    )
    with op.batch_alter_table("submission", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_submission_game_id"), ["game_id"], unique=False)

    op.create_table(
        "event",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("phase_id", BigId(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["phase_id"],
            ["phase.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("phase_id", "n"),
    )
    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_event_phase_id"), ["phase_id"], unique=False)

    op.create_table(
        "line",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("submission_id", BigId(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("written", sa.Text(), nullable=False),
        sa.Column("canonical", sa.Text(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("costs", sa.Text(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submission.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("submission_id", "place"),
    )
    with op.batch_alter_table("line", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_line_submission_id"), ["submission_id"], unique=False)

    op.create_table(
        "question",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("phase_id", BigId(), nullable=False),
        sa.Column("segment", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ask_key", sa.Text(), nullable=False),
        sa.Column("ask", sa.Text(), nullable=False),
        sa.Column("choice", sa.String(), nullable=False),
        sa.Column("answered", UtcTime(), nullable=True),
        sa.Column("submission_n", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["phase_id"],
            ["phase.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("phase_id", "segment", "place"),
    )
    with op.batch_alter_table("question", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_question_phase_id"), ["phase_id"], unique=False)

    op.create_table(
        "segment",
        sa.Column("id", BigId(), nullable=False),
        sa.Column("phase_id", BigId(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("adj", sa.Integer(), nullable=True),
        sa.Column("contributions", sa.Text(), nullable=False),
        sa.Column("record_seq", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["phase_id"],
            ["phase.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("phase_id", "n"),
    )
    with op.batch_alter_table("segment", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_segment_phase_id"), ["phase_id"], unique=False)
