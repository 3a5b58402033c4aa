"""The sources of answers, in the fixed sequence: forced, order, standing order, default, break (docs: decisions)."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.order import Order
from pbem.core.play import Diverged, Recorded, Segment, Source
from pbem.core.record import from_json, to_json
from pbem.core.umpire import Umpire
from pbem.desk.desk import Title, read_json
from pbem.desk.play.cache import record_in, records_in
from pbem.desk.play.pace import AT_A_TABLE, Pace
from pbem.desk.record import chain
from pbem.orders.dialect import Verbatim
from pbem.orders.standing import NOTHING_DRAFTED, Drafted, StandingOrder, in_turn
from pbem.orders.standing import answer as standing_answer
from pbem.reports.letter_style import translate
from pbem.reports.questions import brief, chosen, hex_of, shown_of
from pbem.store.database import Books
from pbem.store.letters_out import question_report
from pbem.store.tables import GameRow, OrderKeyRow, PhaseRow, QuestionRow, SubmissionRow

# Answers that were given on a branch which was undone, where they count again: the same question gets the same
# answer.


@dataclass(frozen=True)
class EarlierAnswer:
    """An answer: the whole ask that it was given to, as canonical JSON, and the key of the choice."""

    ask: str
    choice: str

    def fits(self, one: Ask) -> bool:
        """True if this is the same question, word for word: the same counters, numbers and choices."""
        return self.ask == chain.canonical_text(to_json(one)) and one.allows(self.choice)


def before_undo(books: Books, game: GameRow, phase: str) -> Mapping[str, EarlierAnswer]:
    """The answers in a phase on the branch whose orders are on file again (`desk.play.undo`), by the key of the ask.

    What that branch had itself from an earlier one counts too, where it was not answered again.
    """
    found: dict[str, EarlierAnswer] = {}
    aside = books.undone.serving(game) if game.undone else None
    seen: set[str] = set()
    while aside is not None and aside.branch not in seen:
        row = books.phases.named(aside, phase)
        given = [one for one in books.questions.all(row) if one.choice] if row is not None else []
        found = {one.ask_key: EarlierAnswer(one.ask, one.choice) for one in reversed(given)} | found
        seen.add(aside.branch)
        aside = books.undone.serving(game, aside.branch)
    return found


# The answers in a record: a segment is replayed with them and nothing else.


def nobody_answers(_umpire: Umpire[Any]) -> Source:
    """Play stops at the first ask."""
    return lambda asks: (None,) * len(asks)


class Script:
    """Makes the source that plays the segment of one record again; `body` is the record's, with its ``answers``."""

    def __init__(self, body: Mapping[str, Any]) -> None:
        if "answers" not in body:
            raise Diverged(f"the record of {body['phase']} does not tell the answers")
        self._left = [from_json(one, Recorded) for one in body["answers"]]

    def __call__(self, _umpire: Umpire[Any]) -> Source:
        """The source: the answers in their sequence, and a stop where there are no more."""

        def source(asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
            if not self._left:
                return (None,) * len(asks)
            return tuple(self._answer(one) for one in asks)

        return source

    def _answer(self, one: Ask) -> Answer:
        kept = self._left.pop(0) if self._left else None
        if kept is None or kept.key != one.key:
            raise Diverged(f"{one.key!r} is asked, the record answers {kept.key if kept is not None else 'nothing'!r}")
        return kept.answer


@dataclass(frozen=True)
class SideOnFile:
    """The orders of a side on file for a phase: the number of the submission (0: none), its orders, its word of readiness."""

    n: int = 0
    orders: tuple[Order, ...] = ()
    lines: tuple[str, ...] = ()
    ready: str = ""
    has_gaps: bool = False
    """True if a line was refused and has not been corrected."""


class FiledBySide(Mapping[str, SideOnFile]):
    """The orders of sides on file, by side; it is read when it is asked for, since play goes on from most questions without it.

    `deferred` are the sides whose submission is about to be filed for the phase as the first.
    """

    def __init__(self, books: Books, rows: Mapping[str, SubmissionRow | None], deferred: Collection[str] = ()) -> None:
        self._books, self._rows, self._carried = books, rows, deferred
        self._read: dict[str, SideOnFile] = {}

    def __getitem__(self, side: str) -> SideOnFile:
        if side not in self._read:
            found = on_file(self._books, self._rows[side])
            self._read[side] = replace(found, n=1) if side in self._carried else found
        return self._read[side]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def numbers(self) -> dict[str, int]:
        """The number of each side's submission, 0 for none, without what it says."""
        return {side: 1 if side in self._carried else _number(row) for side, row in self._rows.items()}


@dataclass(frozen=True)
class Lock:
    """The orders that count for a phase, by side: the orders on file and the standing orders; it holds through the phase's
    breaks."""

    filed: Mapping[str, SideOnFile]
    standing: Mapping[str, tuple[StandingOrder, ...]]
    text: str


def on_file(books: Books, submission: SubmissionRow | None) -> SideOnFile:
    """The content of a submission."""
    if submission is None or not _number(submission):
        return SideOnFile()
    filed = books.submissions.without_answers(submission)
    rows = [row for row in filed if row.verdict == "accepted"]
    orders = tuple(one for row in rows for one in records_in(row.orders, Order))
    lines = tuple(line for row in rows for line in row.canonical.splitlines())
    return SideOnFile(submission.n, orders, lines, submission.ready, len(rows) < len(filed))


def _number(submission: SubmissionRow | None) -> int:
    return submission.n if submission is not None and submission.state == "filed" else 0


@dataclass
class Sources:
    """Answers the asks of one phase.

    The first moment it is asked is the one at which play stopped before: there, and only there, the answers to questions
    count and a deadline that has passed makes defaults act; without `drafts` standing orders give no orders there.
    `before_undo` are answers given before an undo, by the key of their ask; they count at every moment.  `put` are the keys of
    questions that were mailed and wait for an answer: a default answers them only when the deadline has passed.
    """

    title: Title
    umpire: Umpire[Any]
    lock: Lock
    when_in: str
    answers: Mapping[str, str]
    passed: bool
    pace: Pace = AT_A_TABLE
    drafts: bool = True
    before_undo: Mapping[str, EarlierAnswer] = field(default_factory=dict)
    put: Collection[str] = ()
    _first: bool = field(default=True, init=False)

    def __call__(self, asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
        """For each ask its answer, or None if its owner must be written to."""
        found = tuple(self.answer(one) for one in asks)
        if any(one is not None for one in found) and all(one.any_one for one in asks):
            found = tuple(one or Answer(source="default") for one in found)
        if any(one is not None for one in found) and None not in found:
            self._first = False
        return found

    def answer(self, one: Ask) -> Answer | None:
        """The answer from the first source that has one."""
        if one.kind == ORDERS:
            return self._orders(one)
        return (
            self._forced(one) or self._by_letter(one) or self._again(one) or self._standing(one) or self._default(one)
        )

    # Orders

    def _orders(self, one: Ask) -> Answer | None:
        """By letter what is released, or overtaken by its deadline; standing orders serve whom the letter does not name.

        Where no letter says anything standing orders serve alone if they leave nobody out, or if play does not stop here.
        """
        filed = self.lock.filed[one.side]
        lapsed = self._first and self.passed
        if filed.has_gaps and isinstance(self.title.dialect, Verbatim):  # all of a letter or nothing
            return Answer(source="deadline") if lapsed else None
        runs = lapsed or self.pace.runs_on(one)
        says = bool(filed.orders or filed.ready)
        if says and (runs or self._is_released(filed)):
            more = self._drafted(one, filed.orders) if filed.ready != "pass" else NOTHING_DRAFTED
            source = "; ".join(["order", *([more.source] if more.orders else [])])
            return Answer(orders=(*filed.orders, *more.orders), source=source)
        if (says and filed.orders) or (filed.has_gaps and not runs):
            return None  # they have begun to write, and have not said that they are ready
        more = self._drafted(one, ())
        if more.numbers and (runs or more.is_complete):
            return Answer(orders=more.orders, source=more.source)
        if lapsed:
            return Answer(orders=filed.orders, source="order" if filed.n else "deadline")
        if one.quiet and not filed.n:
            return Answer(source="default")
        if not runs:
            return None
        # The one letter of a player turn orders, by what it does not say, that nothing be done.
        return Answer(source="order" if one.side in self.pace.phasing else "default")

    def _drafted(self, one: Ask, given: tuple[Order, ...]) -> Drafted:
        standing = self.lock.standing[one.side]
        if not standing or (self._first and not self.drafts):
            return NOTHING_DRAFTED
        view = self.umpire.view(one.side)
        drafted: Drafted = self.title.dialect.drafted(one, in_turn(standing, view, self.title.dialect), view, given)
        return drafted

    def _is_released(self, filed: SideOnFile) -> bool:
        if self.when_in == "at once":
            return filed.ready != "wait" and bool(filed.orders or filed.ready)
        return filed.ready in ("ready", "pass")

    # Reactions

    def _forced(self, one: Ask) -> Answer | None:
        return None if one.forced is None else Answer(one.forced, source="forced")

    def _by_letter(self, one: Ask) -> Answer | None:
        choice = self.answers.get(one.key) if self._first else None
        return Answer(choice, source="order") if choice is not None and one.allows(choice) else None

    def _again(self, one: Ask) -> Answer | None:
        found = self.before_undo.get(one.key)
        return Answer(found.choice, source="order") if found is not None and found.fits(one) else None

    def _standing(self, one: Ask) -> Answer | None:
        view = self.umpire.view(one.side)
        found = standing_answer(one, self.lock.standing[one.side], view, self.title.dialect)
        return None if found is None else Answer(found[0], source=f"standing order {found[1]}")

    def _default(self, one: Ask) -> Answer | None:
        """The game's own answer: for what is never asked, in a pace that takes defaults, and when the deadline has passed."""
        lapsed = self._first and self.passed
        choice = next((key for key in (one.default, one.declined) if key is not None), None)
        if choice is None and lapsed:
            choice = one.choices[0].key
        goes_on = self.pace.takes_default(one) and one.key not in self.put
        if choice is None or not (lapsed or one.quiet or goes_on):
            return None
        return Answer(choice, source="default")


def lock_of(
    books: Books,
    game: GameRow,
    sides: Sequence[str],
    phase: str,
    row: PhaseRow | None,
    deferred: Mapping[str, SubmissionRow] | None = None,
) -> Lock:
    """The orders that count for a phase now: what was locked when it began, and, before that, the orders on file.

    `deferred` are submissions of earlier game turns, by side, that are about to be filed for this phase as the first.
    """
    if row is not None and row.locked:
        return _locked(books, game, row)
    waiting = deferred or {}
    rows = {side: waiting.get(side) or books.submissions.latest(game, side, phase) for side in sides}
    filed = FiledBySide(books, rows, waiting)
    standing = {
        side: tuple(record_in(one.body, StandingOrder) for one in books.standing.in_force(game, side)) for side in sides
    }
    return Lock(filed, standing, _lock_text(books, game, filed))


def _locked(books: Books, game: GameRow, row: PhaseRow) -> Lock:
    kept = read_json(row.locked)
    rows, standing = {}, {}
    for side, what in kept.items():
        n = what["n"]
        # A side that had nothing on file when the phase began may still be asked for orders later in it.
        rows[side] = (
            books.submissions.version(game, side, row.phase, n)
            if n
            else books.submissions.latest(game, side, row.phase)
        )
        by_number = {one.number: one for one in books.standing.all(game, side)}
        standing[side] = tuple(record_in(by_number[n].body, StandingOrder) for n in what["standing"])
    return Lock(FiledBySide(books, rows), standing, row.locked)


def _lock_text(books: Books, game: GameRow, filed: FiledBySide) -> str:
    kept = {
        side: {"n": n, "standing": [one.number for one in books.standing.in_force(game, side)]}
        for side, n in filed.numbers().items()
    }
    return json.dumps(kept, sort_keys=True)


def orders_are_used(row: PhaseRow | None, segments: Sequence[Segment], side: str) -> bool:
    """True if a phase is being played with a side's orders, so that nothing it files for the phase counts any more."""
    if row is None or not row.locked:
        return False
    locked = read_json(row.locked).get(side, {})
    given = (one.key for segment in segments for one in segment.answers)
    return bool(locked.get("n")) or any(key.startswith(f"{side} {ORDERS} ") for key in given)


# Answers to questions: digits, one for each question of the letter, in their sequence.


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
