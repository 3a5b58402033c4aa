"""What the desk keeps of its games, row by row, for tests that compare all of it: without what chance has drawn."""

import re
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any

from sqlmodel import col, select

from pbem.store import tables
from tests.desk.table import Table

DRAWN = (
    (re.compile(r"\b[0-9a-f]{16,128}\b"), "(hash)"),
    (re.compile(r"[A-Za-z0-9+/]{40,}=*"), "(signature)"),
    (re.compile(r"\bconfirm [a-z0-9]{8}\b"), "confirm (word)"),
    (re.compile(r'"engine":"[^"]*"'), '"engine":"(version)"'),
)
LEFT_OUT = {
    "": ("id", "game_id", "phase_id", "submission_id", "folded", "raw"),
    "GameRow": ("opened", "gm_address", "hours", "calendar", "ladder_length", "title", "scenario"),
    "LetterInRow": ("source", "uidvalidity", "uid", "digest", "message_id", "words_digest", "trace", "seen"),
    "LetterOutRow": ("message_id", "subject", "text", "shown"),
    "OrderKeyRow": ("key",),
    "SegmentRow": ("body", "contributions"),
    "CheckpointRow": ("state", "state_hash"),
    "EventRow": ("body",),
    "RecordRow": ("head",),
    "SubmissionRow": ("salt", "digest", "said"),
    "LineRow": ("orders",),
    "StandingRow": ("body",),
    "QuestionRow": ("ask",),
    "GmActionRow": ("sig", "said"),
    "ConfirmationRow": ("code",),
}
NOT_OF_A_GAME = ("SecretRow", "CursorRow")


def kept(table: Table, but: Collection[str] = ()) -> Iterator[str]:
    """A line for each row, without tables of `but`: its columns that say something else than where nothing has happened."""
    left_out = ("Row", *NOT_OF_A_GAME, *but)
    names = [name for name in vars(tables) if name.endswith("Row") and name not in left_out]
    with table.desk.store.read() as books:
        for name in sorted(names):
            of: Any = getattr(tables, name)
            for row in books.gm_actions._session.exec(select(of).order_by(col(of.id))).all():
                yield f"{name.removesuffix('Row')}: {'; '.join(_told(name, row))}"


def _told(name: str, row: Any) -> Iterator[str]:
    for column, field in type(row).model_fields.items():
        value = getattr(row, column)
        if column in (*LEFT_OUT[""], *LEFT_OUT.get(name, ())) or (not field.is_required() and value == field.default):
            continue
        text = f"{value:%d %b %H:%M:%S}" if isinstance(value, datetime) else str(value).replace("\n", " / ")
        for pattern, instead in DRAWN:
            text = pattern.sub(instead, text)
        yield f"{column} {text}"
