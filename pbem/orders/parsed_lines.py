"""The lines of a letter with their syntax, corrected, and joined where a line was broken."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pbem.core.order import Order, Warning_
from pbem.orders import rest
from pbem.orders.commands import HEX_DIGITS, Command, command
from pbem.orders.dialect import Dialect, InBlocks, Placed, RepairedLine, Span
from pbem.orders.headings import Heading, PhaseNames, heading
from pbem.orders.lines import OwnLine, goes_on, list_opening, wrapped_together
from pbem.orders.rehearsed_position import RehearsedPosition
from pbem.orders.sentences import Sentences, sentences
from pbem.orders.syntax import HAS_UNITS, Line, Misread, OrderLine, Words

_HEX = re.compile(r"(?<!\d)\d{4}(?!\d)")


@dataclass
class ParsedLine:
    """A line as it was read: its syntax, and how its columns lie in the text as written; `in_block` for one of a block, in
    which nothing is chat."""

    line: OwnLine
    words: str
    syntax: Line
    columns: tuple[int, ...] = ()
    notes: tuple[Warning_, ...] = ()
    in_block: bool = False

    @property
    def ahead(self) -> str:
        """The text ahead of a line of a block, as the reader of prose needs it; "" for other lines."""
        words = self.line.words.strip()
        found = self.words[: len(self.words) - len(words)] if self.in_block else ""
        if found and (counts := re.match(r"\d+", words)) and not found.rstrip().endswith(":"):
            found += f"{counts[0]}: "  # 1 howitzer shells braves, 2 Perry ...: a number that counts orders
        return found

    def caret(self, placed: Placed) -> Span:
        """The columns of a problem in the text as written."""
        if not self.columns:
            return placed.start, placed.end
        last = len(self.columns) - 1
        return self.columns[min(placed.start, last)], self.columns[min(max(placed.end - 1, 0), last)] + 1


@dataclass(frozen=True)
class UnreadLine:
    """A line without syntax, and where it could not be read."""

    line: OwnLine
    misread: Misread
    words: str = ""
    """The orders among its sentences, where it has several: it is no chat then."""
    phase: Words | None = None
    """The phase of the heading above it; its own for a heading."""
    is_heading: bool = False


@dataclass(frozen=True)
class CommandLine:
    """A line that is a command."""

    line: OwnLine
    command: Command


@dataclass(frozen=True)
class OnFile:
    """An order on file among the lines of a letter: a value that needs no reading; `text` is its canonical line.

    `phase` is the letter of the phase that it is for, "" for the present one.
    """

    number: int
    order: Order
    text: str
    phase: str = ""


Parsed: TypeAlias = ParsedLine | UnreadLine | CommandLine
"""A line of a letter once it was parsed: it is not parsed again, wherever its place comes to be."""


def is_for_the_rest(one: Parsed | OnFile) -> bool:
    """True if a line is for those whom no other line names, or speaks of them."""
    if isinstance(one, UnreadLine):
        return rest.speaks_of_the_rest(one.line.words)
    return isinstance(one, ParsedLine) and isinstance(one.syntax, HAS_UNITS) and rest.is_for_the_rest(one.syntax)


def numbered(one: Parsed, number: int) -> Parsed:
    """The same line under another number."""
    return replace(one, line=replace(one.line, number=number))


def placed(lines: Sequence[Parsed], numbers: Sequence[int]) -> tuple[Parsed, ...]:
    """The lines with these numbers in this sequence, numbered by their places in it."""
    return tuple(numbered(one, place) for place, n in enumerate(numbers, 1) for one in lines if one.line.number == n)


def without_gaps(lines: Sequence[Parsed]) -> tuple[Parsed, ...]:
    """The lines of a letter, numbered as their writer counts them: headings above them do not count."""
    numbers = tuple(dict.fromkeys(one.line.number for one in lines))
    return tuple(lines) if numbers == tuple(range(1, len(numbers) + 1)) else placed(lines, numbers)


PREVIEWED = re.compile(r"\s*preview\s*[:,-]?\s+(?=\S)", re.I)
"""Begins a line that asks for the result of its order: ``preview Crow King stay``."""


def _previewed(line: OwnLine, position: RehearsedPosition) -> OwnLine | None:
    """The order behind the word ``preview``, in its columns; None if no order stands there."""
    found = PREVIEWED.match(line.words)
    if found is None:
        return None
    order = replace(line, words=" " * found.end() + line.words[found.end() :])
    return order if isinstance(_parsed(order, position), ParsedLine) else None


DIGITS = re.compile(r"\s*\d{1,2}(?:[\s,]+\d{1,2}){0,39}\s*")
"""The plainest answer to questions: ``1``, ``1 2 1``."""


def digits_alone(lines: Sequence[OwnLine], dialect: Dialect) -> tuple[CommandLine, ...]:
    """The lines of a letter of nothing but digits, as `parsed_lines` gives them, without a position; () for any other."""
    if not all(DIGITS.fullmatch(one.words) for one in lines) or any(_ahead(lines, dialect)):
        return ()
    found = ((one, command(one.words, dialect.place)) for one in lines)
    return tuple(CommandLine(line, answer) for line, answer in found if answer is not None)


HEXES = re.compile(r"(?:(?:to|towards?|hex|answer:?)\s+)*((?:(?:\d{1,2}|\d{4})[\s,]+){0,39}\d{4})\s*[.!]?", re.I)
"""A line that is an answer only because a question offers its hex: ``2605``, ``to 2605``, ``1 2605``."""


def with_hex_answers(lines: Sequence[Parsed], offered: frozenset[str]) -> tuple[Parsed, ...]:
    """The lines of a letter; one that is nothing but hexes is an answer if one of them is among those `offered`."""
    return tuple(_as_hex_answer(one, offered) for one in lines) if offered else tuple(lines)


def _as_hex_answer(one: Parsed, offered: frozenset[str]) -> Parsed:
    found = None if isinstance(one, CommandLine) else HEXES.fullmatch(one.line.words.strip())
    numbers = re.findall(r"\d+", found[1]) if found is not None else []
    if not offered.intersection(numbers):
        return one
    as_command = command("answer " + " ".join("hex " + word if len(word) == HEX_DIGITS else word for word in numbers))
    return one if as_command is None else CommandLine(one.line, as_command)


def with_worded_answers(lines: Sequence[Parsed], choices: Sequence[str], subject: str = "") -> tuple[Parsed, ...]:
    """The lines of a letter; one that says a choice of the open question in its words, or in some that one choice
    alone has, is its number.  `choices` are their texts in sequence, () where not exactly one question is open; `subject`
    is whom it is about."""
    return tuple(_as_worded_answer(one, choices, subject) for one in lines) if choices else tuple(lines)


ALSO_CHOICES = frozenset(("wait", "pass", "ready", "withdraw", "amend", "replace", "agree", "disagree", "resign"))
I_WILL = re.compile(r"^(?:(?:i|we|they|he|she)(?:'ll|\s+will|'d\s+like\s+to)|let(?:'s|\s+(?:him|her|them|it)))\s+")
"""Words before a choice: ``I'll use it now``."""


SUBJECT = re.compile(r"i|we|they|he|she|it")
ASIDE = re.compile(r"(?:\s+(?:of course|please|then|now|there|thanks|sir|again))+$")
DOUBTS = re.compile(r"\b(?:not|never|no|if|when|unless|or|either|else)\b|n't\b|\?", re.I)
"""Words that make something else of a sentence than a choice."""
_ONE_HEX = re.compile(r"(?<!\d)\d{4}(?!\d)")


def _said_of_the_subject(one: Parsed, choices: Sequence[str], subject: str) -> list[int]:
    """The choices, by number, that a sentence about the question's subject comes to: ``C/3 stands``, ``they stand, of
    course``; where it is no order, the one that alone leads to the hex which it names."""
    line = one.line.words
    words, about = ASIDE.sub("", _plain(line)).split(), _plain(subject).split()
    own = (
        1 if words[:1] and SUBJECT.fullmatch(words[0]) else next((n for n in (4, 3, 2, 1) if words[:n] == about[:n]), 0)
    )
    if not own or len(words) <= own or DOUBTS.search(line):
        return []
    wanted = " ".join((words[own].removesuffix("s"), *words[own + 1 :]))
    fits = [n for n, choice in enumerate(choices, 1) if _plain(choice) == wanted]
    found = _ONE_HEX.findall(line) if isinstance(one, UnreadLine) else []
    return fits or [n for n, choice in enumerate(choices, 1) if len(found) == 1 and found[0] in choice]


def _as_worded_answer(one: Parsed, choices: Sequence[str], subject: str) -> Parsed:
    # Of the words of a command those that are a choice as well (``wait``, ``pass``) are the answer while it is asked for.
    if isinstance(one, CommandLine) and (one.command.name not in ALSO_CHOICES or one.command.words):
        return one
    words = I_WILL.sub("", _plain(one.line.words))
    fits = [n for n, choice in enumerate(choices, 1) if _plain(choice) == words]
    fits = fits or [n for n, choice in enumerate(choices, 1) if f"{_plain(choice)} ".startswith(f"{words} ")]
    if not fits and " " in words:
        fits = [n for n, choice in enumerate(choices, 1) if f" {words} " in f" {_plain(choice)} "]
    fits = fits or _said_of_the_subject(one, choices, subject)
    as_command = command("answer " + str(fits[0])) if words and len(fits) == 1 else None
    return one if as_command is None else CommandLine(one.line, as_command)


def _plain(words: str) -> str:
    return " ".join(re.findall(r"[\w/+']+", words.lower()))


def parsed_lines(lines: Sequence[OwnLine], position: RehearsedPosition) -> Iterator[Parsed]:
    """Each line as it was said; misspelt verbs are told from names by the names of the position.

    A heading that can be read is no line of its own: the lines below it are for its phase.
    """
    is_block = any(_ahead(lines, position.dialect))
    headings = {
        n: one for n, line in enumerate(lines) if not is_block and (one := _heading(line, position)) is not None
    }
    if not headings:
        yield from _parsed_lines(lines, position)
        return
    first = min(headings)
    yield from _parsed_lines(lines[:first], position)
    for n in sorted(headings):
        end = min((other for other in headings if other > n), default=len(lines))
        below = [_below(headings[n], one) for one in _parsed_lines(lines[n + 1 : end], position)]
        is_over_orders = any(isinstance(one, ParsedLine) and isinstance(one.syntax, OrderLine) for one in below)
        is_over_some = is_over_orders or any(isinstance(one, UnreadLine) for one in below)
        if not headings[n].is_known or (headings[n].phase and not is_over_some) or _hides_a_hex(lines[n]):
            yield _unread_heading(lines[n], headings[n])
        yield from below


def _hides_a_hex(line: OwnLine) -> bool:
    """True if a remark behind a heading has a hex: ``in F: #Crow King melee 3413`` may be an order, and is not passed over."""
    return len(_HEX.findall(line.text)) > len(_HEX.findall(line.words))


def _heading(line: OwnLine, position: RehearsedPosition) -> Heading | None:
    if line.is_sheet or command(line.words, position.dialect.place) is not None:
        return None
    phases = PhaseNames(
        lambda phase: position.letter_named(Words("phase", phase, 0, 0)),
        lambda letter: letter == position.present or position.is_later(letter),
        lambda phase: bool(position.dialect.phase_letter(phase)),
    )
    return heading(line, phases)


def _unread_heading(line: OwnLine, heading: Heading) -> UnreadLine:
    """A heading that names no phase of the side's, or has no orders below it."""
    end = len(line.text)
    return UnreadLine(line, Misread(end, end, at_end=True), line.words, heading.over(line), is_heading=True)


def _below(heading: Heading, one: Parsed) -> Parsed:
    """A line with the phase of the heading above it, unless it names its own or was filled in on the order sheet."""
    if isinstance(one, CommandLine) or one.line.is_filled or not heading.phase:
        return one
    if isinstance(one, UnreadLine):
        return replace(one, phase=heading.over(one.line))
    if isinstance(one.syntax, OrderLine) and one.syntax.phase is None:
        return replace(one, syntax=replace(one.syntax, phase=heading.over(one.line)))
    return one


def _parsed_lines(lines: Sequence[OwnLine], position: RehearsedPosition) -> Iterator[Parsed]:
    n = 0
    ahead = _ahead(lines, position.dialect)
    while n < len(lines):
        line = lines[n]
        n += 1
        if ahead and ahead[n - 1]:
            yield _of_block(line, ahead[n - 1], position)
            continue
        command_found = command(line.words, position.dialect.place)
        if command_found is not None:
            yield CommandLine(line, command_found)
            continue
        if (order := _previewed(line, position)) is not None:
            yield CommandLine(line, Command("preview", (), "preview"))
            line = order
        if list_opening(line.text):  # for the reader of prose: ``along the track 2. Light Horse`` has no distance
            yield UnreadLine(line, Misread(0, len(line.words)))
            continue
        parsed = _parsed(line, position)
        both = None if _is_inside(lines[:n], position.dialect) else _joined(lines, n - 1, parsed, position)
        if both is not None:
            parsed, n = both, n + 1
        if isinstance(parsed, ParsedLine):
            yield parsed
            continue
        several = sentences(line, position)
        if several is None:
            yield UnreadLine(line, parsed)
            continue
        yield _of_sentences(line, several, position)
        yield from (CommandLine(line, one) for one in several.commands)


def _ahead(lines: Sequence[OwnLine], dialect: Dialect) -> Sequence[str]:
    """The words that precede each line, by its place in a block of lines, () in a game that has no blocks."""
    return dialect.prefixes([line.words for line in lines]) if isinstance(dialect, InBlocks) else ()


def _is_inside(lines: Sequence[OwnLine], dialect: Dialect) -> bool:
    """True if what would stand behind these lines stands in a block of lines."""
    probe = "anybody does anything"
    return isinstance(dialect, InBlocks) and bool(dialect.prefixes([*(one.words for one in lines), probe])[-1])


def _of_block(line: OwnLine, ahead: str, position: RehearsedPosition) -> ParsedLine | UnreadLine:
    """A line of a block, read with what stands ahead of it; its columns are those of the line as written."""
    start = len(line.words) - len(line.words.lstrip())
    words = ahead + line.words[start:]
    columns = (*(start,) * len(ahead), *range(start, len(line.words)))
    syntax = position.dialect.parse(words)
    if isinstance(syntax, Misread):
        return UnreadLine(line, Misread(start, len(line.words)))
    return ParsedLine(line, words, syntax, columns, in_block=True)


def _of_sentences(line: OwnLine, several: Sentences, position: RehearsedPosition) -> ParsedLine | UnreadLine:
    """A line of several sentences, its orders read as clauses of one line."""
    parsed = _parsed(several.line, position)
    if isinstance(parsed, Misread):
        return UnreadLine(line, parsed, several.line.words)
    return ParsedLine(line, parsed.words, parsed.syntax, parsed.columns, (*parsed.notes, *several.notes))


def _parsed(line: OwnLine, position: RehearsedPosition) -> ParsedLine | Misread:
    """A line with its syntax; its verbs are spelt out where it cannot be read as it stands."""
    dialect = position.dialect
    syntax = dialect.parse(line.words)
    if not isinstance(syntax, Misread):
        return ParsedLine(line, line.words, syntax)
    return repaired_line(line, dialect.repair(line.words, position.view), dialect) or syntax


ADDRESSED = re.compile(r"\s*[A-Z][A-Za-z'-]+,\s+(?=\S)")
"""Begins a line, or the line above it, with whom the letter is for: ``Miguel, C/3 stay``."""


def is_for_known_phase(one: "UnreadLine | ParsedLine", letter_named: Callable[[Words], str]) -> bool:
    """True for a line of the notation that is for a phase which the side has, or for none."""
    if not isinstance(one, ParsedLine):
        return False
    phase = one.syntax.phase if isinstance(one.syntax, OrderLine) else None
    return not isinstance(one.syntax, OrderLine) or (phase is not None and bool(letter_named(phase)))


def unaddressed(parsed: ParsedLine, dialect: Dialect) -> ParsedLine | None:
    """The line without the name ahead of it; None if none stands there, or nothing can be read without it."""
    found = ADDRESSED.match(parsed.line.words)
    if found is None or parsed.in_block:
        return None
    line = replace(parsed.line, words=" " * found.end() + parsed.line.words[found.end() :])
    syntax = dialect.parse(line.words)
    return None if isinstance(syntax, Misread) else ParsedLine(line, line.words, syntax)


def repaired_line(line: OwnLine, repaired: RepairedLine | None, dialect: Dialect) -> ParsedLine | None:
    """The corrected line, if it can be read then."""
    if repaired is None:
        return None
    again = dialect.parse(repaired.words)
    return (
        None
        if isinstance(again, Misread)
        else ParsedLine(line, repaired.words, again, repaired.columns, repaired.notes)
    )


def _joined(
    lines: Sequence[OwnLine], n: int, parsed: ParsedLine | Misread, position: RehearsedPosition
) -> ParsedLine | None:
    """Two lines that a mail program made of one: where one of them cannot be read alone, and both together can."""
    joined = wrapped_together(lines, n)
    if joined is None or not (isinstance(parsed, Misread) or goes_on(lines[n + 1])):
        return None
    if not goes_on(lines[n + 1]) and _is_whole(position.dialect.parse(lines[n + 1].words)):
        return None  # a good order is never lost to the line above it
    if command(lines[n + 1].words, position.dialect.place) is not None:
        return None  # nor is a word to the desk
    both = _parsed(joined, position)
    return both if isinstance(both, ParsedLine) else None


def _is_whole(syntax: Line | Misread) -> bool:
    """True if a line says by itself who is to do something."""
    return isinstance(syntax, OrderLine) and all(one.who is not None for one in syntax.orders)
