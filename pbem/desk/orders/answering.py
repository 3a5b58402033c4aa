"""Answers to questions: digits, one for each question of the letter, in their sequence."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.core.ask import Ask
from pbem.desk.play.cache import record_in
from pbem.reports.letter_style import translate
from pbem.reports.questions import brief, chosen, hex_of, shown_of
from pbem.store.database import Books
from pbem.store.letters_out import question_report
from pbem.store.tables import OrderKeyRow, PhaseRow, QuestionRow


@dataclass(frozen=True)
class Answered:
    """An answered question: its number in the letter, its ask, the key of the choice, and the line of the answer."""

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


QUESTION = re.compile(r"\d+(\.q\d+\.-?\d+)")
"""The report name of a letter with questions: its record, its phase's number, its stop."""


def answers_an_earlier_question(books: Books, key: OrderKeyRow, row: PhaseRow) -> str:
    """Why digits do not count that answer a question letter in whose place another was put since; "" if they do."""
    about = QUESTION.fullmatch(key.report)
    waiting = books.questions.open(row, key.side)
    if about is None or not waiting:
        return ""
    now = question_report(row.n, waiting[0].segment)
    if about[1] == now and not books.keys.has_newer(key, now):
        return ""
    return translate(
        "Your digits answer an earlier question letter.  Another question is open now: answer its own letter, the newest "
        "with QUESTION in its subject."
    )


def hexes_offered(asks: Sequence[Ask]) -> frozenset[str]:
    """The hexes that the choices of questions offer: a line with nothing but one of them is an answer."""
    return frozenset(hex_of(choice) for one in asks for choice in one.choices)


def choices_offered(asks: Sequence[Ask]) -> tuple[str, ...]:
    """The choices in the letter of a single question, in its words; () where several are open, each of which needs its
    answer."""
    return tuple(brief(one.text or one.key) for one in shown_of(asks[0])) if len(asks) == 1 else ()


def answer_questions(
    books: Books, rows: Sequence[QuestionRow], numbers: Sequence[int], at: datetime, submission_n: int = 0
) -> tuple[Answered, ...] | str:
    """Record the answers to open questions; a sentence that says what was expected if they do not fit."""
    if not rows:
        return translate("No open question can be answered with digits.")
    asks = [record_in(row.ask, Ask) for row in rows]
    keys = chosen(asks, numbers)
    if isinstance(keys, str):
        return keys
    for row, key in zip(rows, keys, strict=True):
        books.questions.answer(row, key, at, submission_n)
    return tuple(Answered(n, ask, key) for n, (ask, key) in enumerate(zip(asks, keys, strict=True), 1))
