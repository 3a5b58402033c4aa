"""Answers to questions: digits, one for each question of the letter, in their sequence."""

from collections.abc import Sequence
from datetime import datetime

from pbem.campaign.desk import read_json
from pbem.core.ask import Ask
from pbem.core.record import from_json
from pbem.reports.questions import chosen
from pbem.store.database import Books
from pbem.store.tables import PhaseRow


def answer_questions(
    books: Books, phase: PhaseRow, side: str, numbers: Sequence[int], at: datetime, submission_n: int = 0
) -> tuple[str, ...] | str:
    """Record a side's answers to its open questions.

    Returns them as canonical lines (``us retreat before melee G/3 Cav: stand``), or a sentence saying what was expected.
    """
    rows = books.questions.open(phase, side)
    if not rows:
        return "No question waits for an answer of digits."
    asks = [from_json(read_json(row.ask), Ask) for row in rows]
    keys = chosen(asks, numbers)
    if isinstance(keys, str):
        return keys
    for row, key in zip(rows, keys, strict=True):
        books.questions.answer(row, key, at, submission_n)
    return tuple(f"{row.ask_key}: {key}" for row, key in zip(rows, keys, strict=True))
