"""Lines that could not be read: kept for the GM; unclear ones with the digits that answer them; the desk's own vocabulary."""

import json
import logging
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path

from pbem.core.order import Malformed
from pbem.core.tomlfile import Fault, unreadable
from pbem.desk.desk import Title, read_json
from pbem.desk.orders.merge import UNCLEAR_MARK, LineOnFile
from pbem.language.lexicon import DeskWords, Lexicon, read_desk_words
from pbem.orders.dialect import ReadsProse
from pbem.orders.problem_codes import RULES
from pbem.orders.prose import UNCLEAR, unclear_text
from pbem.orders.verdict import PROSE, REFUSED, LineVerdict
from pbem.reports.letter_style import translate
from pbem.reports.wrap import ascii_text
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, LetterInRow, LineRow, SubmissionRow

# Unclear lines on file, and the digits that answer them: ``1 0 2`` for three lines, 0 for one that was just talk.

MOST_ASKED = 40
"""Unclear lines that are asked about at once; the others when these are answered."""
_AS_FAR_AS = (
    r"(?:[\s,;:.(-]+(?:but|only|just|to|up|as|far|until|till|that|this|time|stop(?:ping)?|halt(?:ing)?|end(?:ing)?|at|in|on"
    r"|no\s+(?:further|farther)\s+than|part|partway|some|of|the|way|hex|short|there|then|go|going|he|she|they|it|him|her"
    r"|them|should|moves?|most)\b){0,9}[\s,;:.(-]+(\d{4})\b\)?"
)
"""A nearer place behind a digit, with which a move is taken part of the way: ``1 but only to 1310``, ``1 (1310)``."""
_COURTESY = r"(?:[\s,.!-]+(?:please|pls|thanks|thank\s+you|thx|yes|ok|bitte|danke|ja)){0,4}"
_CHOICE = rf"(?<!\d)(\d{{1,2}})\b{_COURTESY}(?:{_AS_FAR_AS})?"
_ONE = re.sub(r"\((?!\?)", "(?:", _CHOICE)
_ANSWER = re.compile(
    r"\s*(?:(?:my|meine?|yes|ja|ok)[\s,]+)?(?:(?:answers?|antwort(?:en)?)\s*(?:is|are|ist|sind|lautet|lauten)?\s*[:=]?\s*)?"
    rf"({_ONE}(?:(?:\s*(?:[,;/.+&-]|and\b|und\b)|\s)\s*{_ONE}){{0,59}}){_COURTESY}\s*[.!]*\s*",
    re.I,
)
"""A line of digits, as people write them in English and German."""
_YES = re.compile(
    rf"\s*(?:yes|yep|yeah|ok(?:ay)?|sure|right|exactly|correct|ja)"
    rf"(?:[\s,]+(?:i\s+(?:do|mean)|that(?:\s+is|'s)?|it|is|right|this)){{0,6}}{_COURTESY}"
    rf"(?:{_AS_FAR_AS})?{_COURTESY}\s*[.!]*\s*",
    re.I,
)
"""The answer in words to ``Do you mean this?``."""
_PATH = re.compile(r"(\bto\s+)?(\d{4}(?:-\d{4})+)")


@dataclass(frozen=True)
class ChosenReading:
    """The digit that answers an unclear line, and the place as far as which the move is taken ("": all of it)."""

    digit: int
    as_far_as: str = ""


def kept_choices(one: LineVerdict) -> tuple[str, ...]:
    """The choices to keep with an unclear line for its answer; () for any other."""
    if one.problem is None or one.problem.code != UNCLEAR:
        return ()
    return (UNCLEAR_MARK, *("\n".join(lines) for lines in one.choices))


def waiting(entries: Sequence[LineOnFile]) -> tuple[LineOnFile, ...]:
    """The unclear lines among those on file, in their sequence."""
    return tuple(one for one in entries if one.is_unclear)


def verdict_of(line: LineOnFile) -> LineVerdict:
    """An unclear line on file as it was judged when it came."""
    choices = tuple(tuple(one.splitlines()) for one in line.costs[1:])
    texts = tuple("; ".join(one) for one in choices)
    problem = Malformed(UNCLEAR, unclear_text(texts), suggest=texts)
    return LineVerdict(line.number, line.written, REFUSED, problem=problem, choices=choices)


def example(lines: Sequence[LineOnFile]) -> str:
    """An example of digits that would answer these lines."""
    return " ".join("1" if len(line.costs) > 1 else "0" for line in lines[:MOST_ASKED])


def choices_in(words: str, lines: Sequence[LineOnFile]) -> tuple[list[ChosenReading], str] | None:
    """The answers in a letter's own words to these unclear lines, which stand on lines of their own, and the rest; None for a
    letter without.  ``yes`` is one where a single line is unclear and has a single reading."""
    is_yes_or_no = len(lines) == 1 and len(lines[0].costs) == len((UNCLEAR_MARK, "the one reading"))
    given: list[ChosenReading] = []
    rest: list[str] = []
    for line in words.splitlines():
        if (found := _ANSWER.fullmatch(line)) is not None:
            given += [ChosenReading(int(digit), place) for digit, place in re.findall(_CHOICE, found[1], re.I)]
        elif is_yes_or_no and (agreed := _YES.fullmatch(line)) is not None:
            given.append(ChosenReading(1, agreed[1] or ""))
        else:
            rest.append(line)
    return (given, "\n".join(rest)) if given else None


def answered(lines: Sequence[LineOnFile], given: Sequence[ChosenReading]) -> tuple[tuple[str, ...], ...] | str:
    """The orders that the answers choose for each unclear line, none for one that was just talk; a sentence saying what was
    expected where they do not fit."""
    if len(given) != len(lines):
        one, many = (
            "One of your lines is unclear and waits for one digit, such as   {example}   (you wrote   {written}).",
            "{n} of your lines are unclear and wait for a digit each, such as   {example}   (you wrote   {written}).",
        )
        written = " ".join(str(choice.digit) for choice in given)
        text = translate(one if len(lines) == 1 else many, n=len(lines), example=example(lines), written=written)
        return f"{text}  {translate('A refused line has no digit: correct it, or say  ready  alone.')}"
    found: list[tuple[str, ...]] = []
    for line, choice in zip(lines, given, strict=True):
        if choice.digit >= len(line.costs):
            text = "'{line}' has the answers {answers}; you wrote {digit}."
            answers = ", ".join(str(n) for n in range(len(line.costs)))
            return translate(text, line=line.written, answers=answers, digit=choice.digit)
        orders = tuple(line.costs[choice.digit].splitlines()) if choice.digit else ()
        nearer = tuple(_as_far_as(order, choice.as_far_as) for order in orders) if choice.as_far_as else orders
        if choice.as_far_as and (not orders or "" in nearer or nearer == orders):
            text = "{place} is not on the way of answer {digit} to '{line}'.  Write the order as you want it, such as   {order}"
            order = [*orders, *line.costs[1:], line.written][0].splitlines()[0]
            return translate(text, place=choice.as_far_as, digit=choice.digit, line=line.written, order=order)
        found.append(nearer)
    return tuple(found)


def _as_far_as(order: str, place: str) -> str:
    """An order whose path ends at a place of it; "" if its path does not lead there, and unchanged without a path or where
    it ends there anyway."""
    path = _PATH.search(order)
    if path is None:
        return order
    steps = path[2].split("-")
    nearer = steps[: steps.index(place) + 1] if place in steps else []
    if len(nearer) < (1 if path[1] else 2):
        return ""
    return order[: path.start(2)] + "-".join(nearer) + order[path.end() :]


def still_waiting(lines: Sequence[tuple[str, LineOnFile]]) -> list[str]:
    """The unclear lines that a letter without an answer leaves open, each with its readings."""
    found = []
    for _, line in lines[:MOST_ASKED]:
        readings = ";  ".join(f"{n}  {'; '.join(one.splitlines())}" for n, one in enumerate(line.costs[1:], 1))
        if readings:
            text = "'{line}' is still unclear.  Answer by number, 0 for just talk:  {readings}"
            found.append(translate(text, line=line.written, readings=readings))
        else:
            text = "'{line}' is still unclear.  Write it as an order, or answer  0  if it is just talk."
            found.append(translate(text, line=line.written))
    return found


TAKES_BACK = re.compile(r"\s*(?:withdraw|cancel)\b", re.I)
"""Begins a line that takes something back: refused, it is no order that is missing."""


def still_refused(
    entries: Sequence[LineOnFile], first: int, mine: Sequence[LineOnFile]
) -> tuple[tuple[int, LineOnFile], ...]:
    """The refused lines of earlier letters that keep their places among the `entries` on file, with their numbers; of the
    writer's own alone.  `first` is the number of the first entry."""
    return tuple(
        (place, one)
        for place, one in enumerate(entries, first)
        if one.verdict == "refused"
        and not one.is_unclear
        and not one.is_new
        and one in mine
        and not TAKES_BACK.match(one.written)
    )


def left_out(refused: Sequence[tuple[int, LineOnFile]]) -> list[str]:
    """A sentence for each refused line that a word of readiness leaves out."""
    text = "Left out, as it was refused and not corrected: {line}"
    return [translate(text, line=ascii_text(" ".join(one.written.split()))) for _, one in refused]


NOT_UNDERSTOOD, CHAT = "not understood", "chat"
"""The two kinds that are counted."""
UNCLEAR_LINE, REFUSED_LINE = "unclear", "refused"
MOST_KEPT = 60
"""Lines of one letter that are kept; all are counted."""


@dataclass(frozen=True)
class LineNotRead:
    """A line of a letter: ``unclear``, ``refused`` (not understood, with the code) or ``chat``, and its text as written.

    What a rule forbids was understood, so it is none of these.
    """

    how: str
    text: str
    code: str = ""


def not_read(verdicts: Iterable[LineVerdict]) -> tuple[LineNotRead, ...]:
    """The lines of a letter that were not read as orders."""
    found = []
    for one in verdicts:
        code = one.problem.code if one.problem is not None else ""
        if one.verdict == PROSE and one.text.strip():
            found.append(LineNotRead(CHAT, one.text.strip()))
        elif one.verdict == REFUSED and code == UNCLEAR:
            found.append(LineNotRead(UNCLEAR_LINE, one.text.strip(), code))
        elif one.verdict == REFUSED and not code.startswith(RULES):
            found.append(LineNotRead(REFUSED_LINE, one.text.strip(), code))
    return tuple(found)


def keep(row: LetterInRow, lines: Sequence[LineNotRead]) -> None:
    """Note with a letter which of its lines were not read."""
    row.lines_chat = sum(one.how == CHAT for one in lines)
    row.lines_unread = len(lines) - row.lines_chat
    row.unread = json.dumps([astuple(one) for one in lines[:MOST_KEPT]]) if lines else ""


def kept(row: LetterInRow) -> tuple[LineNotRead, ...]:
    """The lines of a letter that were not read, as they were noted."""
    return tuple(LineNotRead(*one) for one in read_json(row.unread)) if row.unread else ()


def became(books: Books, game: GameRow, letter: LetterInRow, line: LineNotRead) -> str:
    """The outcome for a line that could not be read, in a sentence."""
    if line.how == CHAT:
        return "it was read as chat"
    for version in reversed(books.submissions.made_by(game, key_of(letter.id))):
        lines = books.submissions.without_answers(version)
        if any(_is(line, one) for one in lines):
            return _followed(books, game, version, lines, line)
    return "nothing of it is on file"


def _is(line: LineNotRead, row: LineRow) -> bool:
    return row.verdict == REFUSED and row.written.strip() == line.text


def _followed(books: Books, game: GameRow, version: SubmissionRow, lines: Sequence[LineRow], line: LineNotRead) -> str:
    """The outcome of a refused line in the versions after its own: the first without it tells."""
    later = books.submissions.version(game, version.side, version.phase, version.n + 1)
    while later is not None:
        after = books.submissions.without_answers(later) if later.state == "filed" else ()
        if not any(_is(line, one) for one in after):
            instead = _instead(lines, after, line)
            if instead:
                return f"it became   {'; '.join(instead)}"
            return "it was just talk" if line.how == UNCLEAR_LINE else "nothing came in its place"
        lines = after
        later = books.submissions.version(game, version.side, version.phase, later.n + 1)
    phase = books.phases.open(game)
    if phase is None or (phase.phase != version.phase and books.phases.named(game, version.phase) is not None):
        return "the phase ran without it"
    return "it waits for an answer" if line.how == UNCLEAR_LINE else "it waits for a correction"


def _instead(before: Sequence[LineRow], after: Sequence[LineRow], line: LineNotRead) -> tuple[str, ...]:
    """The orders that took the place of a line: of an unclear one, the choice that was taken."""
    place = next(n for n, one in enumerate(before) if _is(line, one))
    old, new = ([(one.written, one.canonical, one.verdict) for one in rows] for rows in (before, after))
    came = [one.canonical for one in after if (one.written, one.canonical, one.verdict) not in old]
    choices = read_json(before[place].costs)[1:] if line.how == UNCLEAR_LINE else []
    chosen = [one for one in choices if set(one.splitlines()) <= {text for some in came for text in some.splitlines()}]
    if chosen:
        return tuple(chosen[0].splitlines())
    for kind, first, behind, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "replace" and first <= place < behind:
            rows = after[start:end]
            rows = rows[place - first : place - first + 1] if len(rows) == behind - first else rows
            return tuple(text for one in rows for text in one.canonical.splitlines())
    return ()


# The desk's own words: its file is read again when it has changed, and without the entries that are at fault.

Titles = Callable[[str], Title]
log = logging.getLogger(__name__)


def desk_words(path: Path | None, title_of: Titles, title: str) -> DeskWords:
    """The desk's own words for a title; none where there is no file."""
    if path is None:
        return DeskWords()
    return _read(path, _stamp(path), title_of, title)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=16)
def _read(path: Path, stamp: tuple[int, int], title_of: Titles, title: str) -> DeskWords:
    found, faults = words_and_faults(path, title_of, only=title)
    for one in faults:
        log.warning("own words, left out: %s", one)
    return found


def words_and_faults(
    path: Path, title_of: Titles, titles: Sequence[str] = (), *, only: str = ""
) -> tuple[DeskWords, tuple[Fault, ...]]:
    """The words of a file for these titles (or for `only` one), and what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        return DeskWords(), (unreadable(str(path), "the desk's own words", fault),)

    def lexicons(title: str) -> Sequence[Lexicon]:
        dialect = title_of(title).dialect
        return dialect.lexicons() if isinstance(dialect, ReadsProse) else ()

    return read_desk_words(str(path), text, titles, lexicons, only=only)
