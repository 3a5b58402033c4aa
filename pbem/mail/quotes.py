"""The player's own words in a letter, and what was cut away: older letters, signatures, footers (docs/orders.md, A letter).

Two aims pull against each other.  The player's new words must not be lost; a quoted line must never count as an order.
So whatever is marked as quoted goes, whatever is not marked stays unless a known line says that an older letter follows,
and all that goes is handed back with the reason, for the receipt to name.
"""

import itertools
import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, TypeAlias

from pbem.mail.attribution import announces, attribution_at, header_block_at, is_our_mark, is_rule, separator_at
from pbem.mail.comparison import Compared, SheetChange, compare, is_quoted, unquoted
from pbem.mail.languages import alternatives

QUOTED = "quoted with >"
ANSWERED = "the letter that is answered"
ATTRIBUTION = "the line that announces a quotation"
FORWARDED = "an older or forwarded letter"
BELOW_MARK = "below the line that says: reply above"
SIGNATURE = "a signature"
FOOTER = "a footer"
QUOTATIONS = (QUOTED, ANSWERED, ATTRIBUTION, FORWARDED, BELOW_MARK)
TOO_LONG = "below what is read of a letter"
TOO_WIDE = "a line of more than 3,992 characters"

MARK = "#### reply above this line"
"""The line that our letters carry; what stands below it is ours."""


class Cut(NamedTuple):
    """Some lines that were left out of a player's words, as they stood, and why."""

    what: str
    why: str


class OwnWords(NamedTuple):
    """The player's own text (lines joined by `\\n`, no blank lines at either end) and all that was cut."""

    words: str
    cut: tuple[Cut, ...]
    changed: tuple[SheetChange, ...] = ()
    """Lines of our order sheet that were changed where they stand in a quotation."""
    inside: tuple[str, ...] = ()
    """Lines that are marked as quoted and stand among ours, but are not ours."""
    is_unmarked: bool = False
    """True if some lines were taken for a quotation of ours though nothing marks or announces them."""
    has_more: bool = False
    """True if more of our letters are quoted than are compared."""


_INITIALS = re.compile(r"\s{0,3}([A-Za-z]{1,16})>(?:\s|$)")
_SENT_FROM = re.compile(rf"\s*(?:{alternatives('footer')})(?:(?<![a-z])|\b)", re.IGNORECASE)
_PRODUCT = re.compile(
    r"\b(?:proton ?mail|galaxy|k-9|fairemail|iphone|ipad|android|outlook|yahoo|gmx|smartphone)\b", re.IGNORECASE
)
"""A product name in a footer that ends like a sentence."""
_DATED = re.compile(r"\d{3}")
"""A date, which no program's footer has: a day, as a player's own dateline does."""
_LIST_FOOTER = re.compile(
    r"mailing list|unsubscribe|to post to this group|you received this message because", re.IGNORECASE
)
_LINK = re.compile(r"<[^<>]{0,300}>|\[[^\[\]]{0,300}\]|\([^()]{0,300}\)|https?://\S+")
_LONGEST_SIGNATURE = 15
"""Lines.  What is longer under a `--` is not a signature but something the player parted off."""
_LOOKED_AT = 400
"""Characters of a line that are looked at for a footer: none is as long."""
_WIDEST = 4 * 998
_MOST_LINES = 2000
_MOST_CHARACTERS = 160_000
_MOST_WORDS = 20_000
"""Own lines that are read, their characters and words: more than a player writes, and few enough that nobody else waits."""
_WORD = re.compile(r"\w+")


HoldOrders: TypeAlias = Callable[[Sequence[str]], bool]
"""True if lines below a signature's mark hold orders that are no part of the signature."""


def parted_by_dashes(body: str) -> tuple[Sequence[str], Sequence[str]]:
    """The lines of a letter's text above and below the first mark of a signature, without blank ones and blanks around them."""
    lines = [line.strip() for line in body.split("\n") if line.strip()]
    at = lines.index("--") if "--" in lines else len(lines)
    return lines[:at], lines[at + 1 :]


def _hold_none(_: Sequence[str]) -> bool:
    return False


def own_words(
    body: str, sent: Sequence[str] = (), orders: Collection[str] = (), hold_orders: HoldOrders = _hold_none
) -> OwnWords:
    """Read a decoded body: what the player wrote, and what was cut with the reason.

    `sent` are our letters that it may quote, `orders` lines that the player wrote before (`compare`).
    """
    compared = compare(body, sent, orders) if sent else Compared(body)
    reading = _Reading(compared.text.split("\n"), hold_orders, is_compared=compared.has_ours)
    reading.read()
    cuts = [*reading.cuts, *([(compared.beyond.split("\n"), TOO_LONG)] if compared.beyond else [])]
    return OwnWords(
        "\n".join(reading.own).strip("\n"),
        tuple(Cut("\n".join(lines), why) for lines, why in cuts),
        compared.changed,
        compared.inside,
        compared.is_unmarked,
        compared.has_more,
    )


class _Reading:
    """One pass down a letter."""

    def __init__(self, lines: Sequence[str], hold_orders: HoldOrders, *, is_compared: bool) -> None:
        self.hold_orders, self.is_compared = hold_orders, is_compared
        self.typed_dashes = {n for n, line in enumerate(lines) if line == "--"}
        """Marks without the blank that programs put behind them (RFC 3676, 4.3)."""
        self.lines = [line.rstrip() for line in lines]
        self.own: list[str] = []
        self.written = self.characters = self.words = 0
        self.quoted = [line != "" and is_quoted(line) for line in self.lines]
        self.last_quoted = max((at for at, quoted in enumerate(self.quoted) if quoted), default=-1)
        self.cuts: list[tuple[list[str], str]] = []
        self.at = 0
        self.cut_until = -1
        self.known: dict[int, bool] = {}

    def read(self) -> None:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip():
                self.own.append("")
                self.at += 1
            elif self.quoted[self.at]:
                if not self._marked_head():
                    self._cut(1, QUOTED)
                    self._cut_wrapped_tail()
            elif len(line) > _WIDEST:
                self._cut(1, TOO_WIDE)
            elif not (self._older_letter() or self._signature() or self._footer()):
                self.own.append(line)
                self.written += 1
                self.characters += len(line)
                self.words += len(_WORD.findall(line))
                self.at += 1
                if self._is_full() and self.at < len(self.lines):
                    self._cut_rest(TOO_LONG)

    @property
    def has_words(self) -> bool:
        """True if the player has written something so far."""
        return self.written > 0

    def _is_full(self) -> bool:
        return self.written >= _MOST_LINES or self.characters >= _MOST_CHARACTERS or self.words >= _MOST_WORDS

    def _cut(self, count: int, why: str) -> None:
        taken = self.lines[self.at : self.at + count]
        if self.cuts and self.cuts[-1][1] == why and self.cut_until == self.at:
            self.cuts[-1][0].extend(taken)
        else:
            self.cuts.append((list(taken), why))
        self.at += count
        self.cut_until = self.at

    def _cut_rest(self, why: str) -> None:
        self._cut(len(self.lines) - self.at, why)

    def _cut_wrapped_tail(self) -> None:
        """A quoted line that some program broke: its tail stands unmarked between two marked lines.

        Told from an answer between the lines by the width: the first word of the tail did not fit on the line above.  In a
        letter of ours the words tell.
        """
        if self.is_compared or self.at + 1 >= len(self.lines) or not self.lines[self.at].strip():
            return
        if self.quoted[self.at] or not self.quoted[self.at + 1]:
            return
        above, tail = self.lines[self.at - 1], self.lines[self.at]
        if len(above) + 1 + len(tail.split()[0]) > 74:
            self._cut(1, QUOTED)

    def _marked_head(self) -> bool:
        """A head marked with `>` above an older letter that is not, as Orange and La Poste write: cut both."""
        if not self.has_words or (self.at and self.quoted[self.at - 1]):
            return False
        marked = [unquoted(line) for line in itertools.takewhile(is_quoted, self.lines[self.at : self.at + 12])]
        count = header_block_at(marked, 0)
        if not count or any(marked[count:]) or is_quoted(self._next_written(self.at + len(marked))):
            return False
        self._cut_rest(ANSWERED)
        return True

    def _older_letter(self) -> bool:
        """A line that says that an older letter follows: cut it, and what belongs to it."""
        lines, at = self.lines, self.at
        if is_our_mark(lines[at]):
            if self.has_words:
                self._cut_rest(BELOW_MARK)
            else:
                is_broken = not lines[at].endswith("#") and at + 1 < len(lines) and lines[at + 1].endswith("##")
                self._cut(2 if is_broken else 1, BELOW_MARK)
            return True
        if count := attribution_at(lines, at):
            self._cut_announced(count, ATTRIBUTION, is_sure=False)
            return True
        start = at
        while (
            start < len(lines)
            and start - at < 3
            and (not lines[start].strip() or is_rule(lines[start]) or separator_at(lines[start]))
        ):
            start += 1
        if start < len(lines) and (count := header_block_at(lines, start)):
            self._cut_announced(start - at + count, ANSWERED, is_sure=True)
            return True
        if separator_at(lines[at]):
            self._cut_announced(1, FORWARDED, is_sure=True)
            return True
        if self._initials():
            self._cut(1, QUOTED)
            return True
        return False

    def _cut_announced(self, count: int, why: str, is_sure: bool) -> None:
        """Cut the announcing lines; then all that follows, unless it is marked with `>` and parts itself.

        Under an attribution with nothing above it the words are kept: they are an answer from below, or not quoted at
        all.  A header block or a separator is surer: what follows it is another letter even so.
        """
        follows = self._next_written(self.at + count)
        if not is_quoted(follows) and (self.has_words or is_sure):
            self._cut_rest(ANSWERED if why == ATTRIBUTION else why)
        else:
            self._cut(count, why)

    def _next_written(self, at: int) -> str:
        while at < len(self.lines) and not self.lines[at]:
            at += 1
        return self.lines[at] if at < len(self.lines) else ""

    def _initials(self) -> bool:
        """`AB> ` before quoted lines, as some programs write; at least two lines of one prefix."""
        match = _INITIALS.match(self.lines[self.at])
        if not match:
            return False
        prefix = match[1] + ">"
        around = self.lines[max(0, self.at - 1) : self.at] + self.lines[self.at + 1 : self.at + 2]
        return any(line.lstrip().startswith(prefix) for line in around)

    def _signature(self) -> bool:
        if self.lines[self.at] not in ("--", "__") or not self.has_words:
            return False
        end = self.at + 1
        length = 0
        while end < len(self.lines) and not self._starts_older_letter(end):
            length += bool(self.lines[end])
            if length > _LONGEST_SIGNATURE:
                return False
            end += 1
        if self.lines[self.at] == "__" and not self._is_list_footer():
            return False
        own = self._own_below(end)
        if own == self.at + 1:
            self.own.append("")
            self.at = own
        else:
            self._cut(own - self.at, SIGNATURE)
        return True

    def _own_below(self, end: int) -> int:
        """The line below a signature's mark with which the player's own text begins again, at most `end`.

        The signature goes to its first blank line.  Below that, lines are the player's if they hold orders; right below
        dashes that were typed by hand, if each of them is one.
        """
        first = self.at + 1
        while first < end and self.lines[first]:
            first += 1
        above = [[line] for line in self.lines[self.at + 1 : first]]
        if above and self.at in self.typed_dashes and all(self.hold_orders(line) for line in above):
            return self.at + 1
        for is_written, lines in itertools.groupby(range(first, end), lambda n: bool(self.lines[n])):
            numbers = list(lines)
            if is_written and self.hold_orders([self.lines[n] for n in numbers]):
                return numbers[0]
        return end

    def _starts_older_letter(self, at: int) -> bool:
        if at not in self.known:  # signatures and footers look at the same lines again and again
            self.known[at] = is_quoted(self.lines[at]) or announces(self.lines, at)
        return self.known[at]

    def _is_list_footer(self) -> bool:
        return any(_LIST_FOOTER.search(line[:_LOOKED_AT]) for line in self.lines[self.at + 1 : self.at + 4])

    def _footer(self) -> bool:
        line = self.lines[self.at]
        if is_rule(line) and self.has_words and self._is_list_footer():
            self._cut_rest(FOOTER)
            return True
        if not _SENT_FROM.match(line[:_LOOKED_AT]):
            return False
        text = _LINK.sub("", line[:_LOOKED_AT]).strip()
        if len(text.split()) > 10 or (text.endswith((".", ",", ";")) and not _PRODUCT.search(text)):
            return False  # a sentence of the player's that begins like a footer
        if self.has_words and self.last_quoted < self.at and not _DATED.search(line) and not self._announced_soon():
            self._cut_rest(
                FOOTER
            )  # programs that print a footer put it right above the letter that they quote unmarked
        else:
            self._cut(1, FOOTER)
        return True

    def _announced_soon(self) -> bool:
        return any(self._starts_older_letter(at) for at in range(self.at + 1, min(self.at + 12, len(self.lines))))
