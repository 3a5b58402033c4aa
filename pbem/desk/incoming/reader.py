"""Reading untrusted input: letters and order lines, in this process or in one that can be killed.

Reading is a pure function of bytes and of the position, so it may be done anywhere.  `ReaderProcess` does it in a process of
its own, since no test proves that no letter at all can keep a reader busy forever; `InProcess` is its plain twin.

The limit is one of processor time: on a busy machine an honest letter only waits, and is read all the same.
"""

import errno
import re
import signal
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from time import process_time
from typing import Any, NamedTuple, TypeVar

from pbem.desk.desk import Title, position
from pbem.desk.incoming.other_process import HasDied, NotDone, NotStarted, OtherProcess
from pbem.language.lexicon import NO_WORDS_ADDED, DeskWords
from pbem.language.read import LineAsRead
from pbem.mail.letter import Letter, read_letter
from pbem.mail.quotes import OwnWords, own_words
from pbem.orders import parsed_lines, rehearsal
from pbem.orders.dialect import Verbatim
from pbem.orders.lines import (
    MOST_ALIKE,
    MOST_ORDERS,
    MOST_STANDING_READ,
    LinesRead,
    OwnLine,
    UnreadPart,
    in_sequence,
    may_be_filled,
    own_lines,
)
from pbem.orders.parsed_lines import DIGITS, CommandLine, OnFile, Parsed, ParsedLine
from pbem.orders.rehearsal import ACCEPTED, PROSE, Occasion, RehearsalResult
from pbem.orders.rest import with_marchers
from pbem.orders.syntax import OrderLine

T = TypeVar("T")

SECONDS = 2.0
"""Processor time that one letter may take."""
PATIENCE = 15
"""So many times as long by the clock: then the process is stuck, or the machine was."""
START_SECONDS = 60.0
"""Seconds that a process for reading may take to start."""
MEMORY = 400 << 20
"""The bytes of memory that such a process may have: with a daemon it fits into what packaging/pbem.service allows in all."""


class CannotRead(Exception):
    """A letter could not be read in the time or the memory that a letter is given.  It is held; the next one is read."""


class TooSlow(CannotRead):
    """A letter took all the processor time that a letter is given: trying again would take as long."""


class TooLarge(CannotRead):
    """A letter took all the memory that a letter is given: trying again would take as much."""


class _OutOfTime(BaseException):
    """In the process that reads: stop here."""


class NoReader(Exception):
    """The reading process cannot be started, for lack of memory.  No letter's fault; it is tried again."""


@dataclass(frozen=True)
class ToRehearse:
    """The input of a rehearsal: the title, the position as its canonical JSON, side, letter of the phase, and lines.

    `lines` are a letter's once they are parsed, with orders on file among them.  `stacks` are the letters of stacks in the
    report that its writer answers; `ahead` says that one letter serves the whole player turn, `is_begun` that the phase of
    the position has begun; `on_file` are units with orders on file, by the letter of their phase, where a line is for all
    the rest; `desk_words` are the desk's for the title; `as_read` says of lines that were read
    before as what they were.
    """

    title: str
    state: str
    side: str
    phase: str
    lines: tuple[Parsed | OnFile, ...] = ()
    stacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ahead: bool = False
    is_begun: bool = False
    on_file: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    desk_words: DeskWords = NO_WORDS_ADDED
    as_read: Mapping[str, LineAsRead] = field(default_factory=dict)


@dataclass(frozen=True)
class LetterText:
    """A letter's text, our letters that it may quote, and the orders that its writer wrote `before`, as `own_words` takes them;
    `hexes` are those that questions offer, `choices` the texts of what the one open question about `subject` offers;
    `signature` are lines that stood below the mark of a signature in the letter before; `ahead` are lines that the desk puts
    above what was written."""

    body: str
    sent: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    hexes: frozenset[str] = frozenset()
    choices: tuple[str, ...] = ()
    subject: str = ""
    signature: frozenset[str] = frozenset()
    ahead: tuple[str, ...] = ()

    def read(self, occasion: Occasion | None = None) -> "TextRead":
        """The player's own words and lines, without repeats and standing orders by the hundred: each line costs work.

        What stands below a signature's mark is looked at for orders on an `occasion` alone.
        """
        verbatim = occasion is not None and isinstance(occasion.dialect, Verbatim)
        hold = (lambda _: False) if occasion is None or verbatim else partial(_hold_orders, occasion, self.signature)
        own = own_words(self.body, self.sent, self.before, hold)
        filled = [one.theirs for one in own.changed if may_be_filled(one.theirs)]
        return TextRead(own, _bounded(own_lines("\n".join((*self.ahead, own.words)), filled, verbatim=verbatim)))


ALIKE, STANDING_BEYOND = "the same line again", "standing orders beyond what is read"
ORDERS_BEYOND = "orders beyond what is read"
"""Why lines were left out that say what others said, or are too many standing orders, or too many orders."""
_STANDING = re.compile(r"\s*(?:policy|when|if|whenever)\b", re.IGNORECASE)


def _bounded(read: LinesRead) -> LinesRead:
    count: Counter[str] = Counter()
    kept, cut, standing = [], list(read.cut), 0
    for line in read.lines:
        words = "".join(line.words.split()).lower()
        count[words] += 1
        standing += _STANDING.match(line.words) is not None
        if count[words] > MOST_ALIKE:
            cut.append(UnreadPart(line.number, line.text, ALIKE))
        elif _STANDING.match(line.words) and standing > MOST_STANDING_READ:
            cut.append(UnreadPart(line.number, line.text, STANDING_BEYOND))
        else:
            kept.append(line)
    return read if len(kept) == len(read.lines) else replace(read, lines=tuple(kept), cut=tuple(cut))


class TextRead(NamedTuple):
    """A letter's own words, with what was cut, and its lines."""

    own: OwnWords
    lines: LinesRead


def is_lone_digits(body: str) -> bool:
    """True if a letter is one line of digits, the plainest answer to questions, which need be compared with no letter of
    ours."""
    return DIGITS.fullmatch(body.strip()) is not None and "\n" not in body.strip()


@dataclass(frozen=True)
class ReadWhole:
    """A letter's own words and lines: as they stand, with their syntax, and whom they name; how its orders are `judged` in a
    sequence of their numbers, where they were."""

    read: LinesRead
    own: OwnWords
    lines: tuple[Parsed, ...]
    named: RehearsalResult
    sequence: tuple[int, ...] = ()
    judged: RehearsalResult | None = None


Titles = Callable[[str], Title]


def _occasion(titles: Titles, asked: ToRehearse) -> Occasion:
    title = titles(asked.title)
    state = position(titles, asked.title, asked.state)
    how = asked.stacks, asked.ahead, asked.is_begun, asked.on_file, asked.desk_words, asked.as_read
    return Occasion(title.system, title.dialect, state, asked.side, asked.phase, *how)


def _parsed(titles: Titles, asked: ToRehearse, lines: Sequence[OwnLine]) -> tuple[Parsed, ...]:
    return rehearsal.parse_lines(_occasion(titles, asked), lines)


def _judged(titles: Titles, asked: ToRehearse) -> RehearsalResult:
    return rehearsal.judge_lines(_occasion(titles, asked), asked.lines)


def _hold_orders(occasion: Occasion, signature: frozenset[str], lines: Sequence[str]) -> bool:
    """True if lines below a signature's mark are orders for units of the writer's, with whatever stands beside them, or
    commands alone; not such that stood there in the letter before, too."""
    if signature.issuperset(line.strip() for line in lines):
        return False
    parsed = rehearsal.parse_lines(occasion, in_sequence(own_lines("\n".join(lines)).lines))
    if parsed and all(isinstance(one, CommandLine) for one in parsed):
        return True
    named = rehearsal.name_lines(occasion, parsed)
    return bool(named.standing) or any(one.verdict == ACCEPTED and one.orders for one in named.lines)


def _whole(titles: Titles, asked: ToRehearse, text: LetterText, judges: bool) -> ReadWhole:
    occasion = _occasion(titles, asked)
    words, read = text.read(occasion)
    own = in_sequence(read.lines)
    if not own:
        return ReadWhole(read, words, (), rehearsal.name_commands((), asked.phase))
    parsed, read = _without_too_many(rehearsal.parse_lines(occasion, own), read)
    lines = parsed_lines.with_hex_answers(parsed, text.hexes)
    lines = parsed_lines.without_gaps(parsed_lines.with_worded_answers(lines, text.choices, text.subject))
    commands = [one for one in lines if isinstance(one, CommandLine)]
    if len(commands) == len(lines):
        return ReadWhole(read, words, lines, rehearsal.name_commands(commands, asked.phase))
    plain = _judged_as_they_stand(occasion, lines) if judges else None
    if plain is not None:
        return ReadWhole(read, words, lines, *plain)
    named = rehearsal.name_lines(occasion, lines)
    if named.standing:
        dialect = titles(asked.title).dialect
        occasion = replace(occasion, on_file=with_marchers(occasion.on_file, named.standing, dialect, dialect))
    numbers = _sequence_alone(named, asked.phase) if judges else ()
    if not numbers:
        return ReadWhole(read, words, lines, named)
    judged = rehearsal.judge_lines(occasion, parsed_lines.placed(lines, numbers))
    return ReadWhole(read, words, lines, named, numbers, judged)


def _without_too_many(lines: tuple[Parsed, ...], read: LinesRead) -> tuple[tuple[Parsed, ...], LinesRead]:
    """The lines of a letter without orders by the thousand, which cost far more than what is no order."""
    orders = [one.line for one in lines if isinstance(one, ParsedLine) and isinstance(one.syntax, OrderLine)]
    beyond = {line.number: line for line in orders[MOST_ORDERS:]}
    if not beyond:
        return lines, read
    cut = tuple(UnreadPart(line.number, line.text, ORDERS_BEYOND) for line in beyond.values())
    kept = tuple(line for line in read.lines if line.number not in beyond)
    return tuple(one for one in lines if one.line.number not in beyond), replace(read, lines=kept, cut=read.cut + cut)


def _judged_as_they_stand(
    occasion: Occasion, lines: Sequence[Parsed]
) -> tuple[RehearsalResult, tuple[int, ...], RehearsalResult] | None:
    """The orders of a letter judged as it has them, as if they had been named before: where all of them are good, nobody need
    look apart whom they name.  None for any other letter."""
    orders = [one for one in lines if isinstance(one, ParsedLine) and isinstance(one.syntax, OrderLine)]
    commands = [one for one in lines if isinstance(one, CommandLine)]
    changes_reading = any(one.command.name in ("preview", "withdraw") for one in commands)
    if changes_reading or len(orders) + len(commands) < len(lines):
        return None
    numbers = tuple(dict.fromkeys(one.line.number for one in orders))
    judged = rehearsal.judge_lines(occasion, parsed_lines.placed(lines, numbers))
    others = rehearsal.name_commands([one for one in commands if one.line.number not in numbers], occasion.phase)
    again = (replace(one, number=numbers[one.number - 1]) for one in judged.lines)
    verdicts = tuple(sorted((*again, *others.lines), key=lambda one: one.number))
    named = RehearsalResult(verdicts, (), tuple(one.command for one in verdicts if one.command is not None))
    is_good = all(one.verdict == ACCEPTED for one in verdicts)
    return (named, numbers, judged) if is_good and _sequence_alone(named, occasion.phase) == numbers else None


def _sequence_alone(named: RehearsalResult, phase: str) -> tuple[int, ...]:
    """The numbers of a letter's orders as they are mostly judged where nothing is on file: those for the present phase come
    first, what may be no order at all comes last."""
    orders = [one for one in named.lines if one.command is None and not one.standing]
    if all(one.verdict == PROSE for one in orders):
        return ()  # chat, which nobody judges
    orders.sort(key=lambda one: (one.verdict == PROSE, one.phase != phase))
    return tuple(dict.fromkeys(one.number for one in orders))


class Reader(ABC):
    """The reader of letters. Each piece of work may raise CannotRead, and whatever a fault of ours raises."""

    def __init__(self, titles: Titles) -> None:
        self._titles = titles

    @abstractmethod
    def run(self, work: Callable[..., T], *given: Any) -> T:
        """Run a job with its input."""

    def one_letter(self) -> AbstractContextManager[None]:
        """All that is read inside is one letter's, and has one limit."""
        return nullcontext()

    def letter(self, raw: bytes) -> Letter:
        """Parse these bytes as a letter."""
        return self.run(read_letter, raw)

    def lines(self, text: LetterText) -> TextRead:
        """The player's own words and lines in a letter's text, without what it quotes."""
        return self.run(LetterText.read, text)

    def whole(self, asked: ToRehearse, text: LetterText, *, judges: bool) -> ReadWhole:
        """The content of a letter, by one job: its lines, their syntax, whom they name.

        With `judges` its orders are judged too, as if nothing were on file, and numbered by their places in the sequence.
        """
        return self.run(_whole, self._titles, asked, text, judges)

    def parsed(self, asked: ToRehearse, lines: Sequence[OwnLine]) -> tuple[Parsed, ...]:
        """Each line with its syntax."""
        return self.run(_parsed, self._titles, asked, tuple(lines))

    def rehearsal(self, asked: ToRehearse) -> RehearsalResult:
        """The lines as the rules judge them."""
        return self.run(_judged, self._titles, asked)


class InProcess(Reader):
    """Reads in this process, without limits: for tests, and for single letters."""

    def run(self, work: Callable[..., T], *given: Any) -> T:
        """Run the job in this process."""
        return work(*given)


class ReaderProcess(Reader):
    """Reads in one process of its own, in which a letter may take so many `seconds` of the processor and `memory` bytes.

    `titles` must be a function that the new process can import.  Nothing is started before the first letter.
    """

    def __init__(self, titles: Titles, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        super().__init__(titles)
        self.seconds, self.memory = seconds, memory
        self._process: OtherProcess | None = None
        self._left: float | None = None

    @contextmanager
    def one_letter(self) -> Iterator[None]:
        """See `Reader`."""
        self._left = self.seconds
        try:
            yield
        finally:
            self._left = None

    def run(self, work: Callable[..., T], *given: Any) -> T:
        """Run a job in the process.  Raises CannotRead, NoReader, and what the work raises."""
        process = self._process or self._start()
        try:
            found, spent = process.run(self.seconds * PATIENCE, _timed, self._left or self.seconds, work, *given)
        except (MemoryError, OSError) as fault:
            if isinstance(fault, OSError) and fault.errno != errno.ENOMEM:
                raise
            # What it holds may be left over from the letter: the next one gets a new process.
            self.close()
            raise TooLarge(f"reading it took more than {self.memory >> 20} MiB of memory") from None
        except _OutOfTime:
            raise TooSlow(f"reading it took more than {self.seconds:g} seconds of the processor") from None
        except HasDied:
            self.close()
            raise CannotRead("the process that read it has died: it may have asked for too much memory") from None
        except NotDone:
            self.close()
            raise CannotRead(f"reading it was not done in {self.seconds * PATIENCE:g} seconds") from None
        if self._left is not None:
            self._left = max(self._left - spent, 0.001)
        return found  # type: ignore[no-any-return]

    def _start(self) -> OtherProcess:
        try:
            self._process = OtherProcess(START_SECONDS, self.memory)
        except NotStarted as fault:
            raise NoReader(f"the process for reading letters could not be started: {fault}") from fault.__cause__
        self._process.run(START_SECONDS, _watch_the_time)
        return self._process

    def close(self) -> None:
        """Kill the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process = None


def _watch_the_time() -> None:
    """In the new process: what `_alarm` sets off."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, _out_of_time)


def _timed(seconds: float, work: Callable[..., T], *given: Any) -> tuple[T, float]:
    """In the new process: the result of a piece of work, and the processor time it took.  Raises _OutOfTime."""
    began = process_time()
    try:
        _alarm(seconds)
        return work(*given), process_time() - began
    finally:
        _alarm(0)


def _alarm(seconds: float) -> None:
    """Raise _OutOfTime after so much processor time; what does not heed it, such as one long search, ends the process."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_VIRTUAL, 2 * seconds)


def _out_of_time(*_: object) -> None:
    raise _OutOfTime
