"""What of a letter was not read, for its answer to name: nothing that a player wrote is dropped without a word."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from pbem.desk.incoming.reader import ALIKE, STANDING_BEYOND
from pbem.mail import quotes
from pbem.mail.letter import BEYOND
from pbem.mail.quotes import Cut, is_quoted
from pbem.orders.bounds import LONGEST_LINE, MOST_ALIKE, MOST_STANDING_READ
from pbem.orders.lines import NO_WORDS, REPEATED, TOO_LONG, LinesRead, squashed
from pbem.orders.sent_text import SentText
from pbem.reports.letter_style import translate

QUOTED = (quotes.QUOTED, quotes.ANSWERED, quotes.ATTRIBUTION, quotes.FORWARDED, quotes.BELOW_MARK)
NAMED = {
    quotes.SIGNATURE: "your signature",
    quotes.FOOTER: "a footer",
    "signature": "your signature",
    BEYOND: "files beyond the first 1,000,000 bytes",
}
OWN_NOTES = ("press", NO_WORDS)
"""What was left out as its writer wished."""
BOUNDS = (quotes.TOO_LONG, quotes.TOO_WIDE, TOO_LONG, ALIKE, STANDING_BEYOND)
"""What was left out since it is more than is read of a letter."""
WHERE = {
    quotes.SIGNATURE: "below a signature's --",
    quotes.FOOTER: "below a footer",
    quotes.QUOTED: "among quoted lines",
    quotes.ATTRIBUTION: "among quoted lines",
    quotes.ANSWERED: "below the head of the letter that you answer",
    quotes.FORWARDED: "below the head of an older letter",
    quotes.BELOW_MARK: "below the mark",
    REPEATED: "among lines of our own letter",
}
MOST_LOOKED_AT = 40
"""Cut lines that are looked at for orders."""
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


def needs_sent(cut: Sequence[Cut]) -> bool:
    """Whether something was cut from a letter that must be compared with what we sent."""
    return any(True for _ in _to_compare(cut))


def _to_compare(cut: Sequence[Cut]) -> Iterator[tuple[str, str]]:
    """Lines that may have been the player's own, and why they were cut."""
    for one in cut:
        for line in one.what.split("\n") if one.why in WHERE else ():
            if line.strip() and not is_quoted(line) and not line.lstrip().startswith("|"):
                yield line, one.why


def left_out(cut: Sequence[Cut], read: LinesRead, sent: Callable[[], Collection[str]]) -> LeftOut:
    """What was cut from a letter, by its reading as mail (`cut`) and as order lines (`read`); `sent` is asked for the letters
    that it may quote where that matters."""
    reasons: Counter[str] = Counter()
    for one in cut:
        if one.why in BOUNDS:
            continue
        reasons[one.why] += sum(bool(line.strip()) for line in one.what.split("\n"))
    for line in read.cut:
        if line.why not in (*OWN_NOTES, *BOUNDS, "order-sheet line not filled in"):
            reasons[line.why] += 1
    sent_text = SentText(sent() if needs_sent(cut) else (), squashed)
    doubtful = [(line.strip()[:LONGEST], WHERE[why]) for line, why in _to_compare(cut) if line not in sent_text]
    doubtful += [(one.text.strip("| ")[:LONGEST], WHERE[REPEATED]) for one in read.cut if one.why == REPEATED]
    others = [NAMED.get(why, why) for why in reasons if reasons[why] and not _is_quotation(why)]
    return LeftOut(
        sum(count for why, count in reasons.items() if _is_quotation(why)),
        tuple(dict.fromkeys(others)),
        tuple(doubtful[:MOST_LOOKED_AT]),
    )


def beyond_bounds(words: str, cut: Sequence[Cut], read: LinesRead) -> tuple[str, ...]:
    """What of a letter was not read since it is more than is read of one: sentences for the answer."""
    lines = []
    unread = sum(_own_lines(one.what) for one in cut if one.why == quotes.TOO_LONG)
    if unread:
        count = _own_lines(words)
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
    wide = sum(one.why == TOO_LONG for one in read.cut)
    wide += sum(_own_lines(one.what) for one in cut if one.why == quotes.TOO_WIDE)
    if wide:
        text = "{n} of your lines are longer than {most} characters, and we did not read them.  Write shorter ones."
        if wide == 1:
            text = "One of your lines is longer than {most} characters, and we did not read it.  Write shorter ones."
        lines.append(translate(text, n=f"{wide:,}", most=f"{LONGEST_LINE:,}"))
    return tuple(lines)


def _own_lines(text: str) -> int:
    return sum(bool(line.strip()) and not is_quoted(line) for line in text.split("\n"))


def _is_quotation(why: str) -> bool:
    return why in QUOTED or why.startswith(("quoted", "below", "the head of", "who wrote", "our mark"))
