"""The unread parts of a letter, for its answer to name: nothing that a player wrote is dropped without a word."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from pbem.desk.incoming.reader import ALIKE, ORDERS_BEYOND, STANDING_BEYOND
from pbem.language.spelling import listed
from pbem.mail import quotes
from pbem.mail.comparison import SheetChange, is_quoted
from pbem.mail.letter import BEYOND, Letter
from pbem.mail.quotes import OwnWords
from pbem.orders.lines import (
    HEAD,
    HIDDEN,
    LONGEST_LINE,
    MOST_ALIKE,
    MOST_ORDERS,
    MOST_STANDING_READ,
    NO_WORDS,
    TOO_LONG,
    LinesRead,
    may_be_filled,
)
from pbem.reports.letter_style import translate
from pbem.reports.wrap import ascii_text
from pbem.store.database import Books
from pbem.store.tables import LetterInRow

# Other places for orders, if the player's own words hold none: one attached text file, or the subject line.

LONGEST_SUBJECT = 300
_REPLY = re.compile(
    r"\A\s*(?:(?:re|aw|antw|sv|vs|rif|odp|ynt|rv|tr|wg|fwd?|i)(?:\s?\[\d+\])?\s?[:\uff1a]\s*|\[[^\]]{1,60}\]\s*|orders?\s?:\s*)+",
    re.IGNORECASE,
)
"""Prefixes of a subject from mail programs and from us."""


@dataclass(frozen=True)
class Elsewhere:
    """A place outside the body: what it is called in an answer, and its words."""

    name: str
    words: str
    is_file: bool = False


def places(books: Books, row: LetterInRow, letter: Letter) -> tuple[Elsewhere, ...]:
    """The places of a letter, the likelier first.

    A subject that went to and fro before is the thread's, not this letter's.
    """
    found = []
    if len(letter.attachments) == 1:
        found.append(
            Elsewhere(
                translate("the attached file {name}", name=letter.attachments[0].name or "").rstrip(),
                letter.attachments[0].text,
                is_file=True,
            )
        )
    subject = bare_subject(letter.subject)
    if subject:
        known = {bare_subject(one) for one in books.letters_out.subjects_to(row.game, row.side)}
        known |= {bare_subject(one) for one in books.letters_in.subjects_from(row.game, row.side)}
        if subject not in known:
            found.append(Elsewhere(translate("the subject line"), subject))
    return tuple(found)


def bare_subject(subject: str) -> str:
    """A subject without ``Re:`` and its like, and without the game in brackets."""
    return _REPLY.sub("", subject[:LONGEST_SUBJECT], count=1).strip()


NAMED = {
    quotes.SIGNATURE: "your signature",
    quotes.FOOTER: "a footer",
    BEYOND: "files beyond the first 1,000,000 bytes",
}
OWN_NOTES = ("press", NO_WORDS)
"""Reasons for leaving text out that the writer wanted."""
BOUNDS = (quotes.TOO_LONG, quotes.TOO_WIDE, TOO_LONG, ALIKE, STANDING_BEYOND, ORDERS_BEYOND)
"""Reasons for leaving text out beyond the limits."""
INSIDE = "among quoted lines"
WHERE = {
    quotes.SIGNATURE: "below a signature's --",
    quotes.FOOTER: "below a footer",
    quotes.QUOTED: INSIDE,
    quotes.ATTRIBUTION: "among quoted lines",
    quotes.ANSWERED: "below the head of the letter that you answer",
    quotes.FORWARDED: "below the head of an older letter",
    quotes.BELOW_MARK: "below the mark",
}
MOST_LOOKED_AT = 40
"""Cut lines that are looked at for orders."""
MOST_TOLD = 20
"""Changed lines of a sheet that are told."""
LONGEST = 200


@dataclass(frozen=True)
class LeftOut:
    """`quoted` counts quoted lines; `others` name what else was cut; `doubtful` are lines that may have been the player's
    own, each with the place where it stood."""

    quoted: int = 0
    others: tuple[str, ...] = ()
    doubtful: tuple[tuple[str, str], ...] = ()

    @property
    def in_words(self) -> str:
        """``64 quoted lines and a footer``; "" if nothing was cut."""
        parts = (
            [translate("{n} quoted lines" if self.quoted > 1 else "{n} quoted line", n=self.quoted)]
            if self.quoted
            else []
        )
        parts += [translate(one) for one in self.others]
        return f" {translate('and')} ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def _unmarked(own: OwnWords) -> Iterator[tuple[str, str]]:
    """Lines that may have been the player's own, and where they stood."""
    for one in own.cut:
        for line in one.what.split("\n") if one.why in WHERE else ():
            if line.strip() and not is_quoted(line):
                yield line.strip("| ")[:LONGEST], WHERE[one.why]
    yield from ((line.strip("| ")[:LONGEST], INSIDE) for line in own.inside)
    yield from ((one.theirs[:LONGEST], INSIDE) for one in own.changed if not may_be_filled(one.theirs))


def left_out(own: OwnWords, read: LinesRead) -> LeftOut:
    """The parts that were cut from a letter, by its reading as mail (`own`) and as order lines (`read`)."""
    reasons: Counter[str] = Counter()
    for one in own.cut:
        if one.why in BOUNDS:
            continue
        reasons[one.why] += sum(bool(line.strip()) for line in one.what.split("\n"))
    for line in read.cut:
        if line.why not in (*OWN_NOTES, *BOUNDS, "order-sheet line not filled in"):
            reasons[line.why] += 1
    others = [NAMED.get(why, why) for why in reasons if reasons[why] and not _is_quotation(why)]
    heads = (
        (line.text.partition(":")[2].strip(), "in the head of your letter") for line in read.cut if line.why == HEAD
    )
    # A line of nothing but a remark: an order that somebody put in brackets, or behind the mark of a comment.
    remarks = (
        (line.text.strip(" ()/#.!,;"), "in brackets or a comment")
        for line in read.cut
        if line.why == NO_WORDS and HIDDEN.search(line.text)
    )
    return LeftOut(
        sum(count for why, count in reasons.items() if _is_quotation(why)),
        tuple(dict.fromkeys(others)),
        tuple(islice(chain(heads, remarks, _unmarked(own)), MOST_LOOKED_AT)),
    )


def changed_lines(changed: Sequence[SheetChange]) -> str:
    """The lines of our sheet that a letter changed where they stood: a sentence for its answer."""
    lines = [one.theirs[:LONGEST] for one in changed[:MOST_TOLD]]
    if len(changed) > MOST_TOLD:
        lines.append(translate("and {more} lines more", more=len(changed) - MOST_TOLD))
    return f"{translate('You changed these lines of the sheet')}:   {';   '.join(lines)}"


def files_unread(names: Sequence[str]) -> tuple[str, ...]:
    """Enclosures that were not read: a sentence for its answer, or none."""
    if not names:
        return ()
    text = "We did not read {names}.  Write your orders into the letter itself."
    return (translate(text, names=ascii_text(listed(names[:MOST_TOLD]))),)


def beyond_bounds(own: OwnWords, read: LinesRead) -> tuple[str, ...]:
    """The parts of a letter beyond the limits: sentences for the answer."""
    lines = []
    unread = sum(_own_lines(one.what) for one in own.cut if one.why == quotes.TOO_LONG)
    if unread:
        count = _own_lines(own.words)
        text = "We read {count} of your {all} lines.  Send the others in another letter."
        lines.append(translate(text, count=f"{count:,}", all=f"{count + unread:,}"))
    alike = sum(one.why == ALIKE for one in read.cut)
    if alike:
        text = (
            "We read a line of the same words {most} times; {n} of your lines say it again, and we did not read them."
        )
        lines.append(translate(text, most=MOST_ALIKE, n=f"{alike:,}"))
    standing = sum(one.why == STANDING_BEYOND for one in read.cut)
    if standing:
        text = (
            "We read {most} standing orders of one letter; {n} more of your lines are such, and we did not read them."
        )
        lines.append(translate(text, most=MOST_STANDING_READ, n=f"{standing:,}"))
    orders = sum(one.why == ORDERS_BEYOND for one in read.cut)
    if orders:
        text = "We read {most} orders of one letter; there are {n} more in yours, which we did not read.  Send another letter."
        lines.append(translate(text, most=MOST_ORDERS, n=f"{orders:,}"))
    wide = sum(one.why == TOO_LONG for one in read.cut)
    wide += sum(_own_lines(one.what) for one in own.cut if one.why == quotes.TOO_WIDE)
    if wide:
        text = "{n} of your lines are longer than {most} characters, and we did not read them.  Write shorter ones."
        if wide == 1:
            text = "One of your lines is longer than {most} characters, and we did not read it.  Write shorter ones."
        lines.append(translate(text, n=f"{wide:,}", most=f"{LONGEST_LINE:,}"))
    if own.has_more:
        lines.append(translate("You quote more of our letters than we look through.  Please quote one, or none."))
    return tuple(lines)


def is_beyond_bounds(own: OwnWords, read: LinesRead) -> bool:
    """True if something of a letter was not read that may be orders; lines that repeat others are none."""
    beyond = (TOO_LONG, STANDING_BEYOND, ORDERS_BEYOND)
    return any(one.why in (quotes.TOO_LONG, quotes.TOO_WIDE) for one in own.cut) or any(
        one.why in beyond for one in read.cut
    )


def _own_lines(text: str) -> int:
    return sum(bool(line.strip()) and not is_quoted(line) for line in text.split("\n"))


def _is_quotation(why: str) -> bool:
    return why in quotes.QUOTATIONS
