"""Answers to questions: digits, one for each question of the letter, in their sequence."""

import re
from collections.abc import Sequence
from datetime import datetime

from pbem.campaign.desk import read_json
from pbem.core.ask import Ask
from pbem.core.record import from_json
from pbem.orders.lines import LinesRead
from pbem.reports.questions import chosen
from pbem.store.database import Books
from pbem.store.tables import PhaseRow

DIGITS = re.compile(r"\s*\d{1,2}(?:[\s,;.]+\d{1,2})*[\s.]*")


def digits_in(read: LinesRead) -> tuple[tuple[int, ...], str]:
    """The numbers of a letter's lines that hold nothing else, and the other lines."""
    numbers: list[int] = []
    others: list[str] = []
    for line in read.lines:
        if DIGITS.fullmatch(line.words):
            numbers += [int(one) for one in re.findall(r"\d+", line.words)]
        else:
            others.append(line.text)
    return tuple(numbers), "\n".join(others)


def answer_questions(
    books: Books, phase: PhaseRow, side: str, numbers: Sequence[int], at: datetime, submission_n: int = 0
) -> tuple[str, ...] | str:
    """Record a side's answers to its open questions.

    Returns them as canonical lines (``us retreat before melee G/3 Cav: stand``), or a sentence saying what was expected.
    """
    rows = books.questions.open(phase, side)
    asks = [from_json(read_json(row.ask), Ask) for row in rows]
    keys = chosen(asks, numbers)
    if isinstance(keys, str):
        return keys
    for row, key in zip(rows, keys, strict=True):
        books.questions.answer(row, key, at, submission_n)
    return tuple(f"{row.ask_key}: {key}" for row, key in zip(rows, keys, strict=True))
