"""Delivery of the letters that report a record, player by player."""

from collections.abc import Mapping, Sequence

from pbem.store.letters_out import InShort
from pbem.store.tables import RecordRow

SAYS = {
    "sent": "sent",
    "maybe": "maybe",
    "failed": "failed",
    "held": "held",
    "later": "retry",
    "new": "waits",
    "sending": "waits",
}
"""The state of a letter in one word; ``maybe`` means it may have been sent."""
TELLS: Mapping[str, tuple[str, ...]] = {
    "orders.accepted": ("receipt", "refused"),
    "orders.withdrawn": ("receipt",),
    "gm.ruling": ("ruling",),
    "adj.void": ("ruling",),
    "ladder.new": ("ruling",),
    "branch.open": ("ruling",),
    "engine.change": ("ruling",),
    "genesis": ("welcome",),
}
"""Letters that report their record at once. All other records appear in the next report."""


def deliveries(
    letters: Sequence[InShort], codes: Mapping[str, str], records: Sequence[RecordRow]
) -> dict[int, tuple[str, ...]]:
    """For each record ``US sent``, ``IN waits``, ...: its own letter, else the next report; ``IN -`` where none is written."""
    return {
        row.seq: tuple(
            f"{code} {SAYS.get(found.state, found.state) if (found := _letter(letters, side, row)) is not None else '-'}"
            for side, code in codes.items()
        )
        for row in records
    }


def _letter(letters: Sequence[InShort], side: str, row: RecordRow) -> InShort | None:
    own = [one for one in letters if one.side == side]
    kinds = TELLS.get(row.type, ())
    at_once = next((one for one in own if one.kind in kinds and one.made == row.at), None)
    return at_once or next((one for one in own if one.kind == "report" and _reports(one, row)), None)


def _reports(letter: InShort, row: RecordRow) -> bool:
    """Whether a report was written at this record or after it, on its branch."""
    number, _, branch = letter.key.split("/")[2].partition("@")
    return (branch or "main") == row.branch and int(number.split("-")[0]) >= row.seq
