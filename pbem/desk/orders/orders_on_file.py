"""A side's orders on file, phase by phase, as receipts and reports show them; and what a letter changes in them."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.core.canonical import Json
from pbem.core.event import Event, OrderMoot
from pbem.core.order import Problem
from pbem.core.record import bare_name, from_json
from pbem.core.sequence import parse_or_none, sequence_of
from pbem.desk.desk import Desk, Title, read_json
from pbem.desk.orders.filing import first_numbers, is_over, is_overtaken, stood
from pbem.desk.orders.merge import LineOnFile, Merged
from pbem.desk.play.answers import Answered
from pbem.desk.play.play import PlayResult
from pbem.reports.receipts import FiledLine
from pbem.reports.report import FiledOrders
from pbem.store.database import Books
from pbem.store.tables import GameRow, RecordRow, SubmissionRow

# Orders that came to nothing, in the words in which a record first told why: a later program may word that
# differently.
#
# What the event says besides its words (order, code, clause, what it rests on) is compared as everything is.

WORDS = ("text", "suggest", "words")
"""The fields of a problem that only word it."""


def problems_on_record(row: RecordRow) -> tuple[Problem, ...]:
    """The reasons why orders failed, as a record states them, in sequence."""
    events = read_json(row.body)["body"].get("events", ()) if OrderMoot.__name__ in row.body else ()
    return tuple(from_json(one["problem"], Problem) for one in events if _is_moot(one))


def as_recorded(events: Iterable[Event], problems: Sequence[Problem]) -> tuple[Event, ...]:
    """The events with the wording of `told` for each failed order, in place; () leaves all as they are."""
    return tuple(_reworded(events, iter(problems)))


def without_words(event: Json) -> Json:
    """An event's JSON without the words that say why an order failed."""
    if not isinstance(event, dict) or not _is_moot(event):
        return event
    problem: Any = event["problem"]
    return {**event, "problem": {name: value for name, value in problem.items() if name not in WORDS}}


def _reworded(events: Iterable[Event], problems: Iterator[Problem]) -> Iterator[Event]:
    for event in events:
        is_told = isinstance(event, OrderMoot) and event.known_to() is None  # what is secret stands in no record
        was = next(problems, None) if is_told else None
        if was is None or not isinstance(event, OrderMoot):
            yield event
        else:
            yield replace(event, problem=replace(event.problem, **{name: getattr(was, name) for name in WORDS}))


def _is_moot(event: dict[str, Any]) -> bool:
    return bare_name(str(event.get("type", ""))) == OrderMoot.__name__


_TURN = re.compile(r"^T\d+\s+")


def upcoming_phase_name(title: Title, state: Any, side: str, phase: str) -> str:
    """The name of a phase to come: ``T3 US Movement``, or ``US marker C (Reno)`` if chance decides when it comes."""
    short = title.teller.short_name(phase)
    found = parse_or_none(phase)
    if found is None or found.battle is not None or sequence_of(title.system).is_sure(found.letter):
        return short
    word = title.dialect.phase_word(found.letter, title.system.view(state, side), side)
    return _TURN.sub("", short) + (f" ({word})" if word != found.letter else "")


@dataclass(frozen=True)
class Filing:
    """The orders on file for one phase that is still to be played: its full id, the submission, the accepted lines."""

    phase: str
    submission: SubmissionRow
    entries: tuple[LineOnFile, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The canonical lines, in their sequence."""
        return tuple(line for one in self.entries for line in one.canonical)


def everything(desk: Desk, books: Books, game: GameRow, side: str, but: Collection[str] = ()) -> Iterator[Filing]:
    """The orders of a side on file, in the sequence of the phases; without those of `but`."""
    filed = books.submissions.phases_filed(game, side)
    phases = [one for one in filed if one not in but]
    if not phases:
        return
    begun = books.phases.of(game)
    others = [*filed, *(row.phase for row in begun)]
    done = {row.phase for row in begun if row.state == "done"}
    for phase in phases:
        latest = books.submissions.latest(game, side, phase) if phase not in done else None
        if latest is None or latest.state != "filed":
            continue
        if is_overtaken(phase, others) or is_over(phase, begun[-1].phase if begun else ""):
            continue
        entries = tuple(one for one in stood(books, game, side, phase) if one.verdict == "accepted")
        if entries or latest.ready:
            yield Filing(phase, latest, entries)


def in_report(desk: Desk, books: Books, game: GameRow, side: str, state: Any) -> tuple[FiledOrders, ...]:
    """The same for a report on this position."""
    title = desk.title(game.title)
    return tuple(
        FiledOrders(
            upcoming_phase_name(title, state, side, one.phase), one.submission.n, one.submission.ready, one.lines
        )
        for one in everything(desk, books, game, side)
    )


def in_receipt(
    desk: Desk, books: Books, game: GameRow, side: str, but: Collection[str], state: Any
) -> tuple[tuple[str, tuple[FiledLine, ...]], ...]:
    """The orders on file for phases that a letter did not speak of: each phase in words, and its lines."""
    title = desk.title(game.title)
    firsts = first_numbers(books, game, side)
    return tuple(
        (
            upcoming_phase_name(title, state, side, one.phase),
            tuple(_numbered(one, stood(books, game, side, one.phase), firsts)),
        )
        for one in everything(desk, books, game, side, but)
        if one.lines
    )


def _numbered(filing: Filing, entries: Sequence[LineOnFile], firsts: Mapping[str, int]) -> Iterator[FiledLine]:
    """The lines on file for a phase, each with the number by which it can be taken back."""
    for number, entry in enumerate(entries, firsts.get(filing.phase, 1)):
        if entry.verdict == "accepted":
            yield from (FiledLine(0 if n else number, line) for n, line in enumerate(entry.canonical))


# The changes by a letter, for its receipt.


@dataclass(frozen=True)
class Refused:
    """A line that was refused: its number, its text, the lines that say why, and what it was meant for.

    The number is that of the place that it keeps on file.
    `what` is ``order``, ``answer`` (to a question) or ``command``; only an order has a number.  `instead` are lines that may
    be written in its place.  One that `is_unclear` is answered by a digit.
    """

    number: int
    text: str
    block: tuple[str, ...]
    what: str = "order"
    instead: tuple[str, ...] = ()
    is_unclear: bool = False


@dataclass
class FiledChanges:
    """The changes by a letter.

    `label` tells the letter from others, and from itself when it is read again.  `phases` are the phases that it says
    something for, by full id, `firsts` the numbers of their first lines; `lines` counts the order lines of the letter; `cut`
    tells what was left out, `doubtful` are lines among that which would be orders, each with the place where it stood;
    `is_whole`: it is the whole list of its phases, by the word ``replace`` where it `replaces`.
    `last_seen` is the record of the report that it answers.  `seat` is its writer's on a shared side (0 for the chief), None
    where a side has one person.  `refused_as_played`: it would have changed a phase that is being played; `holds`: what
    runs now is known to hold the game.  `unclear` are the unclear lines that wait after the letter, whichever letter they came
    in, each with the number of its place, and `still_refused` the refused lines of earlier ones that nobody has corrected.
    """

    now: PlayResult
    label: str
    last_seen: int
    phases: dict[str, Merged] = field(default_factory=dict)
    firsts: dict[str, int] = field(default_factory=dict)
    refused: list[Refused] = field(default_factory=list)
    not_orders: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    standing: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    answered: tuple[Answered, ...] = ()
    cut: str = ""
    doubtful: tuple[tuple[str, str], ...] = ()
    lines: int = 0
    is_whole: bool = False
    replaces: bool = False
    moved: bool = False
    holds: bool = False
    seat: int | None = None
    refused_as_played: bool = False
    unclear: tuple[tuple[int, LineOnFile], ...] = ()
    still_refused: tuple[tuple[int, LineOnFile], ...] = ()
