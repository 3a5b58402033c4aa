"""A line of several sentences: ``Sorry - I meant this. C/3 fire at Crow King. G/3 the same, good luck!``"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from pbem.core.order import Warning_
from pbem.language.gazetteer import LONGEST_NAME, PIECE
from pbem.orders.commands import Command, command
from pbem.orders.dialect import Dialect, Placed, ReadsProse
from pbem.orders.lines import OwnLine, without_polite
from pbem.orders.rehearsed_position import RehearsedPosition
from pbem.orders.syntax import Misread, OrderLine

SPLIT = re.compile(r"(?P<stop>[.!?]+)(?=\s+\S)|,?\s+(?:and|&)\s+(?:then\s+)?(?=\S)", re.I)
ABBREVIATED = re.compile(r"(?<![\w.])(?:[a-z]|co|capt|lt|col|gen|brig|maj|sgt|st|mt|no|nr|mr|mrs|dr|hq)$", re.I)
"""Words whose dot ends no sentence."""
FORBIDS = re.compile(r"\s*(?:no|not|do\s+not|don'?t|without)\s", re.I)
_ARTICLE = re.compile(r"\s*(?:and\s+|then\s+)?(?:the\s+)?", re.I)
_GOES_ON = re.compile(r"\W*(?:(?:to|at|in|into|on)\s+)?(?:hex\s+)?\d{4}\b|\W*(?:if|should|once)\s", re.I)
"""Begins what is no talk beside an order: where somebody goes (``G/7 ... 7216 ... prone``), or on what condition."""
_BEHIND = re.compile(
    r"\b(?:pursu\w*|persu\w*|chas(?:e|es|ing)|advanc(?:e|es|ing)|adv|occup\w*|vacated|entered|haring)\b", re.I
)
"""Words of what is done behind an attack: ``There will be no pursuit``."""
_POLITE = re.compile(
    r"\W*(?:would|could|can|will|might|may)\s+(?:you\s+(?:have|let|get|send|ask|tell)\s+)?(?:the\s+|my\s+)?", re.I
)
UNKNOWN = ("E101", "E102", "E103", "E110", "E111")
MOST_SENTENCES = 40
LONGEST = 200
"""Characters of an order that may stand before or behind ``and``: a longer one is not tried."""


@dataclass(frozen=True)
class LinePart:
    """A part of a line: its columns, its words with polite ones blanked, and whether it was a question."""

    start: int
    end: int
    words: str
    is_asked: bool


@dataclass(frozen=True)
class Sentences:
    """The parts of a line of several sentences: its orders with ``;`` between them, commands, and what was chat."""

    line: OwnLine
    commands: tuple[Command, ...]
    notes: tuple[Warning_, ...]


def sentences(line: OwnLine, position: RehearsedPosition) -> Sentences | None:
    """The line with its sentences made clauses of one order line, or None if it has no second sentence or no order."""
    parts = list(islice(_parts(line.words, position.dialect), MOST_SENTENCES + 1))
    if not 1 < len(parts) <= MOST_SENTENCES:
        return None
    kept: list[LinePart] = []
    commands: list[Command] = []
    chat: list[str] = []
    for one in parts:
        if kept and one.words.strip(' "').isdigit():
            return None  # Rifles 1 ... 6": how far, and no answer
        as_command = command(one.words, position.dialect.place) if one.words.strip() else None
        if as_command is not None and not one.is_asked:
            commands.append(as_command)
        elif one.words.strip() and (_is_order(one, position) or (kept and _goes_on(one, position.dialect))):
            kept.append(one)
        elif one.words.strip():
            is_verb_alone = bool(kept) and isinstance(
                position.dialect.parse(one.words), OrderLine
            )  # limber and go to 7415
            goes_on = _GOES_ON.match(one.words) or is_verb_alone or (kept and _BEHIND.search(one.words))
            if (not one.is_asked and (goes_on or _names_own(one, position))) or _bids(one, position):
                return None  # M/7 dism.  A/7 same: the reader of prose sees what is said of A/7
            chat.append(line.text[one.start : one.end].strip())
    if not kept:
        return None
    words = " " * len(line.words)
    for n, one in enumerate(kept):
        words = words[: one.start] + one.words.ljust(one.end - one.start) + words[one.end :]
        if n < len(kept) - 1:
            words = words[: one.end] + ";" + words[one.end + 1 :]
    notes = tuple(Warning_("W311", f"not read as an order: {one}") for one in chat)
    return Sentences(replace(line, words=words.rstrip()), tuple(commands), notes)


def _parts(words: str, dialect: Dialect) -> Iterator[LinePart]:
    start = 0
    for match in SPLIT.finditer(words):
        before = words[start : match.start()]
        if ABBREVIATED.search(before) if match["stop"] else not _are_two(before, words[match.end() :], dialect):
            continue
        yield _part(words, start, match.start(), "?" in match[0])
        start = match.end()
    yield _part(words, start, len(words), words.rstrip().endswith("?"))


def _are_two(before: str, behind: str, dialect: Dialect) -> bool:
    """True if ``and`` stands between two orders: ``C/3 fire at Gall and G/3 fire at Low Dog``."""
    behind = SPLIT.split(behind[: 2 * LONGEST], maxsplit=1)[0]
    if max(len(before), len(behind)) > LONGEST:
        return False
    return all(isinstance(dialect.parse(without_polite(one)), OrderLine) for one in (before, behind))


def _part(words: str, start: int, end: int, is_asked: bool) -> LinePart:
    return LinePart(start, end, without_polite(words[start:end]), is_asked)


def _goes_on(one: LinePart, dialect: Dialect) -> bool:
    """True if a sentence forbids something to the units of the one before: ``C/3 melee 3412. Don't pursue.``"""
    syntax = dialect.parse(one.words)
    is_for_them = isinstance(syntax, OrderLine) and all(ordered.who is None for ordered in syntax.orders)
    return is_for_them and not one.is_asked and FORBIDS.match(one.words) is not None


def _bids(one: LinePart, position: RehearsedPosition) -> bool:
    """True if a question asks somebody of one's own to do something: ``Would C go to 2019?``."""
    bidden = _POLITE.match(one.words) if one.is_asked else None
    return bidden is not None and _names_own(replace(one, words=one.words[bidden.end() :]), position)


def _names_own(one: LinePart, position: RehearsedPosition) -> bool:
    """True if a sentence begins with somebody of one's own, in a game whose lines are read as prose too."""
    if not isinstance(position.dialect, ReadsProse):
        return False
    gazetteer, lexicon = position.dialect.prose(position.view, position.side, position.present)
    pieces = PIECE.findall(_ARTICLE.sub("", one.words, count=1).strip())[:LONGEST_NAME]
    is_letter = bool(pieces) and len(pieces[0]) == 1 and pieces[0].isupper() and pieces[0] != "I"
    kind = set(lexicon.nouns.get(pieces[0].lower(), ())) if pieces else set()
    if any(one.is_own and kind & one.tags for one in gazetteer.things):
        return True  # M/7 to 7219. Scouts tag along.
    found = (gazetteer.find(pieces[:end]) for end in range(len(pieces), 0, -1))
    return any(one is not None and one.own and not one.is_misspelt and (is_letter or not one.is_weak) for one in found)


def _is_order(one: LinePart, position: RehearsedPosition) -> bool:
    """True if a sentence can be read as an order, or was meant as one."""
    dialect = position.dialect
    syntax = dialect.parse(one.words)
    if isinstance(syntax, OrderLine):
        reading = position.reading(position.present)
        found = [dialect.orders(ordered, reading) for ordered in syntax.orders if ordered.who is not None]
        if found and not any(
            isinstance(candidate, Placed) and candidate.problem.code in UNKNOWN for candidate in found
        ):
            return True
    elif not isinstance(syntax, Misread):
        return True  # a standing order
    return not one.is_asked and dialect.is_order_like(one.words, position.view, position.side)
