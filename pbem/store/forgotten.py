"""Removing an address from the texts of all tables."""

import re
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Table, select, update
from sqlmodel import SQLModel

from pbem.store.session import Session
from pbem.store.tables import (
    ConfirmationRow,
    DispatchRow,
    FaultRow,
    GmActionRow,
    LetterInRow,
    LetterOutRow,
    OrderKeyRow,
    PressRow,
    ProposalRow,
)

REMOVED: Final = "(removed)"
TEXTS: Final[Mapping[type[SQLModel], tuple[str, ...]]] = {
    LetterInRow: ("raw", "subject", "reason", "trace"),
    LetterOutRow: ("key", "subject", "text", "shown", "raw", "last_reply"),
    OrderKeyRow: ("report",),
    ConfirmationRow: ("value",),
    PressRow: ("words",),
    DispatchRow: ("words",),
    ProposalRow: ("value",),
    GmActionRow: ("line", "reason", "said", "inverse", "by"),
    FaultRow: ("subject", "text", "trace"),
}
"""The columns in which an address may stand among other words, by table."""
NAMES: Final = ("key", "report")
"""Those in which it is a part of a name that the desk has made; a name must stay the only one of its kind."""
AT_ONCE: Final = 100
"""Rows that are looked through at once: letters are long."""


def take_out(session: Session, address: str) -> None:
    """Take an address, case ignored, out of every text; what the session has read of these tables is old after it."""
    session.flush()
    bare = re.escape(address)
    whole = rf"(?<![\w.+-]){bare}(?![\w-]|\.\w)"  # an address may be a part of another one
    in_text, in_bytes = re.compile(whole, re.IGNORECASE), re.compile(whole.encode("utf-8", "replace"), re.IGNORECASE)
    in_name = re.compile(bare, re.IGNORECASE)

    def without(name: str, value: Any, number: int) -> Any:
        if isinstance(value, bytes):
            return in_bytes.sub(REMOVED.encode("ascii"), value)
        if name in NAMES:
            return in_name.sub(f"{REMOVED}{number}", value)
        return in_text.sub(REMOVED, value)

    for row, names in TEXTS.items():
        table: Table = row.__table__  # type: ignore[attr-defined]
        numbers = session.connection().execute(select(table.c.id).order_by(table.c.id)).scalars().all()
        for start in range(0, len(numbers), AT_ONCE):
            some = table.c.id.in_(numbers[start : start + AT_ONCE])
            columns = (table.c[name] for name in names)
            for number, *values in session.connection().execute(select(table.c.id, *columns).where(some)).all():
                texts = dict(zip(names, values, strict=True))
                changed = {name: without(name, value, number) for name, value in texts.items()}
                if changed != texts:
                    session.connection().execute(update(table).where(table.c.id == number).values(changed))
    session.expire_all()
