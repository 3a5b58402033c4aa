"""The words of answers to letters: the receipt, the error reply, and the answer if nothing could be read.

The frames are ``templates/player-receipt.txt``, ``player-error.txt`` and ``player-nothing-read.txt``; `desk.orders.receipts`
chooses the contents.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import ne
from typing import Protocol

from pbem.core.ask import Ask
from pbem.core.order import Problem
from pbem.orders.lines import MOST_LISTED
from pbem.reports import times
from pbem.reports.letter_style import translate, translated
from pbem.reports.pages import page
from pbem.reports.questions import block, example
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, heading, wrap

CODE = re.compile(r"(.*) (\([A-Z]\d{3}\))")
COST_AT = 66
REMARK_AT = 7
GAP = 3
"""Blanks before a note that stands behind its order."""
MOST_UNREAD, MOST_DOUBTFUL = 8, 3
MOST_NUMBERS_TOLD, MOST_RUNS_TOLD = 12, 40
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class JudgedLine(Protocol):
    """A line of a letter as the rehearsal judged it (`pbem.orders.rehearsal.LineVerdict`)."""

    @property
    def number(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def verdict(self) -> str: ...
    @property
    def canonical(self) -> Sequence[str]: ...
    @property
    def warnings(self) -> Sequence[Problem]: ...
    @property
    def notes(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class FiledLine:
    """An order on file: its number, canonical text, cost (``2 of 6 MP``), whether it is new, and remarks below it."""

    number: int
    text: str
    cost: str = ""
    is_new: bool = False
    remarks: tuple[str, ...] = ()


def filed(verdicts: Iterable[JudgedLine]) -> tuple[FiledLine, ...]:
    """The accepted lines of a letter, one for each canonical order, with the letter's own line numbers."""
    found: list[FiledLine] = []
    for one in verdicts:
        if one.verdict != "accepted":
            continue
        remarks = tuple(remark(warning) for warning in one.warnings)
        costs = (
            tuple(one.notes)
            if len(one.notes) == len(one.canonical)
            else ("",) * (len(one.canonical) - 1) + ("; ".join(one.notes),)
        )
        for n, text in enumerate(one.canonical):
            last = n == len(one.canonical) - 1
            found.append(FiledLine(one.number if n == 0 else 0, text, costs[n], remarks=remarks if last else ()))
    return tuple(found)


def remark(warning: Problem) -> str:
    """A W3xx remark with its code behind it, in brackets."""
    return (
        f"{warning.text.rstrip('.')} ({warning.code})"
        if warning.code and warning.code not in warning.text
        else warning.text
    )


@dataclass(frozen=True, slots=True)
class SubmissionOpening:
    """The opening of a submission for its owner: the phase in words, its digest, record in the chain, and salt."""

    phase: str
    digest: str
    record: int
    salt: str


A_HEX = re.compile(r"(?<![\d./])\d{4}(?![\d./])(?=.*\?)")
"""A hex that a question names."""
NOTES = re.compile(r"; (?!(?:stops|halts): )")
"""The separator of two notes on an order; why a move halts belongs to the note on the move."""
PRESS_TO_SOMEBODY = re.compile(r"\s*press\s+\S|.{0,40}\b(?:opponent|other\s+player)\b", re.I)
"""A message to somebody by name, ``press Mo: well played``: it goes to nobody, and its writer should know."""


@dataclass(frozen=True, slots=True)
class ReceiptUnread:
    """The parts of a letter that were not read as orders: own lines that are none, what was cut (``88 quoted lines and your
    signature``), and cut lines that would be orders, each with the place where it stood."""

    not_orders: tuple[str, ...] = ()
    cut: str = ""
    doubtful: tuple[tuple[str, str], ...] = ()


def unread_lines(unread: ReceiptUnread) -> list[str]:
    """All that, set in by two; nothing where all was read."""
    quoted = [f'"{_clean(words)}"' for words in unread.not_orders]
    if len(quoted) > MOST_UNREAD:
        quoted[MOST_UNREAD - 1 :] = [translate("and {more} lines more", more=len(quoted) - MOST_UNREAD + 1)]
    lines = [line for words in quoted for line in wrap(words, WIDTH, first="  ", rest="   ")]
    for words, where in unread.doubtful[:MOST_DOUBTFUL]:
        text = translate(
            '"{words}" is {where} and was not read.  If it is an order, send it again on top.',
            words=_clean(words),
            where=translate(where),
        )
        lines += wrap(text, WIDTH, first="  ", rest="   ")
    asked = [words for words in unread.not_orders if _is_for_gm(words) and not PRESS_TO_SOMEBODY.match(words)]
    if asked:
        place = next((f"map {found[0]} 2" for words in asked if (found := A_HEX.search(words)) is not None), "")
        text = translate(
            "The desk can't answer questions in your own words.  Ask it with   {word}   or   status,  or ask the GM with   "
            "press gm: ...",
            word=place or "help",
        )
        lines += wrap(text, WIDTH, first="  ", rest="  ")
    if any(PRESS_TO_SOMEBODY.match(words) for words in unread.not_orders):
        lines += wrap(
            translate("Words to your opponent begin with   press:   and words to the GM with   press gm:"),
            WIDTH,
            first="  ",
            rest="  ",
        )
    return [*lines, *([f"  {unread.cut}"] if unread.cut else [])]


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt.  `change` tells how the letter counted (``Amended: line 3 is new, 1 and 2 are unchanged.``).

    `unordered` is what happens where nothing is ordered, "" that units stay as they are. `missing` says what the rules will
    decide if the player does not, a sentence each; with `of_side`, for a commander, if their side does not. `warnings` are
    remarks on the letter as a whole (``W309 no orders: ...``); `when_ready` whether the phase runs as soon as all sides are
    ready, and `pair` that these are two. `at_once` says that nobody else is waited for, `ready_until` is the deadline where
    somebody else is. `digest` is the submission's, `record` its number in the chain, `salt` what opens it (docs/trust.md, 5),
    for its owner; `also` are those of other phases that the letter spoke of. `is_later`: the phase is yet to come, and
    `before_it` the present one where that still waits for them; `withdrawn`: all was taken back, and nothing is on file;
    `elsewhere`: the orders on file for phases that the letter did not speak of, by phase. `stopped` says why the game stands
    still (``held``, ``paused``), "" if it does not.
    """

    phase: str
    submission: int
    received: datetime
    lines: tuple[FiledLine, ...]
    change: str = ""
    unordered: str = ""
    missing: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    runs: datetime | None = None
    when_ready: bool = True
    pair: bool = True
    of_side: bool = False
    at_once: bool = False
    ready_until: datetime | None = None
    digest: str = ""
    record: int = 0
    salt: str = ""
    standing: tuple[str, ...] = ()
    also: tuple[SubmissionOpening, ...] = ()
    is_later: bool = False
    before_it: str = ""
    withdrawn: bool = False
    unread: ReceiptUnread = ReceiptUnread()
    elsewhere: tuple[tuple[str, tuple[FiledLine, ...]], ...] = ()
    stopped: str = ""


def receipt(info: Receipt) -> str:
    """The text of a receipt."""
    warnings, missing = _set_in(info.warnings), _set_in(info.missing)
    unread = unread_lines(info.unread)
    return page(
        "player-receipt",
        told=info,
        lines=filed_lines(info.lines),
        warnings=warnings,
        missing=missing,
        unread=unread,
        elsewhere=elsewhere_lines(info.elsewhere),
    )


@dataclass(frozen=True, slots=True)
class ErrorReply:
    """An error reply: what was refused (each block as the order language tells it), the orders on file, what was not read.

    `what` is the noun for what was refused: ``order``, ``answer``, ``command``; `with_orders` says that the letter had order
    lines besides, `is_all_or_nothing` that none of them is carried out while one is refused.  So many as `most` are
    explained.  `unclear` are the blocks of the unclear lines, `unclear_new` of which came with the letter, `example` digits
    that would answer them.  `unordered` is what happens where nothing is ordered, "" that units stay as they are; where
    `is_of_question` no orders are wanted, but an answer.  `is_played`: the phase is being played, so that what was refused
    cannot be corrected.
    """

    phase: str
    refused: tuple[tuple[str, ...], ...]
    accepted: tuple[FiledLine, ...]
    deadline: datetime
    written: datetime
    not_orders: tuple[str, ...] = ()
    cut: str = ""
    doubtful: tuple[tuple[str, str], ...] = ()
    lines_refused: tuple[int, ...] = ()
    what: str = "order"
    with_orders: bool = False
    is_all_or_nothing: bool = False
    elsewhere: tuple[tuple[str, tuple[FiledLine, ...]], ...] = ()
    most: int = 60
    unclear: tuple[tuple[str, ...], ...] = ()
    unclear_new: int = 0
    example: str = ""
    unordered: str = ""
    is_of_question: bool = False
    is_played: bool = False


def error_reply(info: ErrorReply, total: int) -> str:
    """The text of an error reply; `total` counts the order lines of the letter."""
    count = len(info.refused)
    shown = info.refused[: info.most]
    if count > info.most:
        words = "We explain the first {shown} refused lines.  These were refused too: lines {places}."
        places = _and(_in_runs(info.lines_refused[info.most :]))
        shown = (*shown, tuple(wrap(translate(words, shown=info.most, places=places), WIDTH)))
    return page(
        "player-error",
        told=replace(info, refused=shown),
        total=total,
        count=count,
        others=total - count - info.unclear_new,
        number=NUMBERS[count] if count < len(NUMBERS) else str(count),
        accepted=filed_lines(info.accepted),
        elsewhere=elsewhere_lines(info.elsewhere),
        unread=unread_lines(ReceiptUnread(info.not_orders, info.cut, info.doubtful)),
        left=times.left(info.deadline - info.written),
        is_late=info.deadline <= info.written,
        places=_and(_in_runs(info.lines_refused)),
    )


def unclear_lines(blocks: Iterable[Sequence[str]], example: str) -> list[str]:
    """The lines that are unclear and wait for an answer, below a receipt."""
    text = translate(
        "Answer with a digit for each unclear line, in this sequence, such as   {example}", example=example
    )
    return [heading(translate("UNCLEAR")), *(line for block_ in blocks for line in (*block_, "")), *wrap(text, WIDTH)]


def opening_lines(openings: Iterable[SubmissionOpening]) -> list[str]:
    """The openings of the orders on file for some phases, as verify finds it: the record's number, a colon, the digest
    below."""
    return [
        line
        for one in openings
        for line in (
            translate(
                "Digest of the orders on file for {phase}, in the chain as record {record}:",
                phase=one.phase,
                record=one.record,
            ),
            f"  {one.digest}",
            translate("Its salt, for you alone until the phase is over:"),
            f"  {one.salt}",
        )
    ]


@dataclass(frozen=True, slots=True)
class NothingRead:
    """The facts for a letter in which nothing looked like an order."""

    received: datetime
    own_lines: tuple[str, ...]
    quoted: int
    deadline: datetime | None
    on_file: str = ""
    pass_line: str = "pass"
    doubtful: tuple[tuple[str, str], ...] = ()
    asks: tuple[Ask, ...] = ()
    """The questions that wait for the writer."""


def _shortened(words: str, most: int = 60) -> str:
    """Words as they are told in short: whole ones, and dots where some are left out."""
    return words if len(words) <= most else f"{words[:most].rpartition(' ')[0] or words[:most]} ..."


def nothing_read(info: NothingRead) -> str:
    """The answer to a letter without orders."""
    shown = [f'"{_shortened(_clean(line))}"' for line in info.own_lines[:6]]
    doubtful = unread_lines(ReceiptUnread(doubtful=info.doubtful))
    return page(
        "player-nothing-read",
        told=info,
        shown=shown,
        count=len(info.own_lines),
        doubtful=doubtful,
        questions=[line for n, one in enumerate(info.asks, 1) for line in block(n, one)],
        example=" ".join(str(example(one)) for one in info.asks),
        is_for_gm=any(_is_for_gm(line) for line in info.own_lines),
        is_about_time=any(_ABOUT_TIME.search(line) for line in info.own_lines),
    )


_ABOUT_TIME = re.compile(
    r"\b(?:extension|extend|postpone|(?:more|extra|another)\s+(?:time|days?|weeks?|hours?)|(?:days?|weeks?|hours?)\s+(?:more|longer)"
    r"|(?:am|be|i'm|we're|going)\s+(?:away|abroad|on\s+(?:holiday|vacation|leave))|holidays?|vacation)\b",
    re.IGNORECASE,
)
"""Words of a letter that is no order, by which its writer wants time: the forms are named to them."""


def _is_for_gm(line: str) -> bool:
    """True if a line that is no order asks something, or names the GM: only a person can answer that."""
    return "?" in line or re.search(r"\bgm\b", line, re.IGNORECASE) is not None


def filed_lines(lines: Iterable[FiledLine]) -> list[str]:
    """Orders on file, the cost at the right, remarks set in below; ``+`` before what is new.

    Notes that are longer than a cost stand behind their orders where there is room behind each of them, else all below.
    """
    every = tuple(lines)
    given = tuple(
        replace(one, cost=_cost_in_language(one.cost), remarks=tuple(map(_in_language, one.remarks)))
        for one in every[:MOST_LISTED]
    )
    texts = [
        wrap(one.text, WIDTH, first=f"{'+' if one.is_new else ' '}{one.number or '':>2}  ", rest=" " * REMARK_AT)
        for one in given
    ]
    is_below = any(
        len(text[-1]) + GAP > _cost_at(one.cost) for one, text in zip(given, texts, strict=True) if _is_long(one.cost)
    )
    out: list[str] = []
    for one, text in zip(given, texts, strict=True):
        if one.cost:
            at = _cost_at(one.cost)
            if (is_below and _is_long(one.cost)) or len(text[-1]) >= at:
                text += wrap(one.cost, WIDTH, first=" " * REMARK_AT, rest=" " * REMARK_AT)
            else:
                text[-1] = f"{text[-1]:<{at}}{one.cost}"
        out += text
        for note in one.remarks:
            out += wrap(ascii_text(note), WIDTH, first=" " * REMARK_AT, rest=" " * REMARK_AT)
    if len(every) > MOST_LISTED:
        more = f"{len(every) - MOST_LISTED:,}"
        out.append(f"     {translate('and {more} lines more, which are on file too', more=more)}")
    return out


def _cost_in_language(cost: str) -> str:
    """The cost of an order, in the language of the letter. Several notes are translated each by itself where all but one can
    be, else as one sentence."""
    pieces = NOTES.split(cost)
    found = [translated(piece) for piece in pieces]
    can_be = sum(map(ne, pieces, found))
    return "; ".join(found) if can_be and can_be >= len(pieces) - 1 else translated(cost)


def _in_language(text: str) -> str:
    """A remark, whose code stands behind it in brackets."""
    match = CODE.fullmatch(text)
    return f"{translated(match[1])} {match[2]}" if match else translated(text)


def elsewhere_lines(filed: Iterable[tuple[str, Iterable[FiledLine]]]) -> list[str]:
    """The orders on file for other phases: ``On file for T3 US Off. Fire:`` and its lines."""
    out: list[str] = []
    for phase, lines in filed:
        out.append(translate("On file for {phase}:", phase=phase))
        out += filed_lines(lines)
    return out


def _cost_at(cost: str) -> int:
    return min(COST_AT, WIDTH - len(cost))


def _is_long(cost: str) -> bool:
    return len(cost) > WIDTH - COST_AT


def _set_in(warnings: Iterable[str]) -> list[str]:
    return [line for warning in warnings for line in wrap(ascii_text(warning), WIDTH, first="  ", rest=" " * REMARK_AT)]


def _clean(words: str) -> str:
    return " ".join(ascii_text(words).split())


def _in_runs(numbers: Sequence[int]) -> list[str]:
    """Numbers as they are told; where they are many, ``1 to 40`` for those that follow one another."""
    if len(numbers) <= MOST_NUMBERS_TOLD:
        return [str(n) for n in numbers]
    runs: list[list[int]] = []
    for n in numbers:
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    parts = [
        translate("{first} to {last}", first=one[0], last=one[-1]) if len(one) > 1 else str(one[0]) for one in runs
    ]
    if len(parts) > MOST_RUNS_TOLD:
        parts[MOST_RUNS_TOLD:] = [translate("{n} more", n=sum(len(one) for one in runs[MOST_RUNS_TOLD:]))]
    return parts


def _and(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {translate('and')} {parts[-1]}" if parts else ""
