"""Answers to questions: digits, one for each question of the letter, in their sequence."""

import re
from collections.abc import Sequence
from datetime import datetime

from pbem.campaign.columns import record_in
from pbem.core.ask import Ask
from pbem.core.frozen import dataclass
from pbem.orders.commands import HEX_DIGITS, command
from pbem.orders.parsed_lines import CommandLine, Parsed
from pbem.reports.manner import translate
from pbem.reports.questions import brief, chosen, hex_of
from pbem.store.database import Books
from pbem.store.tables import PhaseRow


@dataclass(frozen=True)
class Answered:
    """A question that was answered: its number in the letter, its ask, the key of the choice, and the answer's line."""

    number: int
    ask: Ask
    key: str

    @property
    def line(self) -> str:
        """The canonical line on file (``us retreat before melee G/3 Cav: stand``)."""
        return f"{self.ask.key}: {self.key}"

    @property
    def choice(self) -> str:
        """The choice in the words of the question, without what it says behind a semicolon or in brackets."""
        text = next(one.text or one.key for one in self.ask.choices if one.key == self.key)
        return brief(text)


HEXES = re.compile(r"(?:(?:to|towards?|hex|answer:?)\s+)*((?:(?:\d{1,2}|\d{4})[\s,]+){0,39}\d{4})\s*[.!]?", re.I)
"""A line that is an answer only because a question offers its hex: ``2605``, ``to 2605``, ``1 2605``."""


def with_hexes_offered(lines: Sequence[Parsed], asks: Sequence[Ask]) -> tuple[Parsed, ...]:
    """The lines of a letter; one that is nothing but hexes is an answer if an open question offers one of them."""
    offered = frozenset(hex_of(choice) for one in asks for choice in one.choices)
    return tuple(_as_hex_answer(one, offered) for one in lines)


def _as_hex_answer(one: Parsed, offered: frozenset[str]) -> Parsed:
    found = None if isinstance(one, CommandLine) else HEXES.fullmatch(one.line.words.strip())
    numbers = re.findall(r"\d+", found[1]) if found is not None else []
    if not offered.intersection(numbers):
        return one
    as_command = command("answer " + " ".join(f"hex {word}" if len(word) == HEX_DIGITS else word for word in numbers))
    return one if as_command is None else CommandLine(one.line, as_command)


def answer_questions(
    books: Books, phase: PhaseRow, side: str, numbers: Sequence[int], at: datetime, submission_n: int = 0
) -> tuple[Answered, ...] | str:
    """Record a side's answers to its open questions; a sentence saying what was expected where they do not fit."""
    rows = books.questions.open(phase, side)
    if not rows:
        return translate("No open question takes digits as its answer.")
    asks = [record_in(row.ask, Ask) for row in rows]
    keys = chosen(asks, numbers)
    if isinstance(keys, str):
        return keys
    for row, key in zip(rows, keys, strict=True):
        books.questions.answer(row, key, at, submission_n)
    return tuple(Answered(n, ask, key) for n, (ask, key) in enumerate(zip(asks, keys, strict=True), 1))
