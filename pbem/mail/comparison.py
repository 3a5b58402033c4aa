"""Our words in a letter, and those that were typed: the letter aligned with what we sent (docs/orders.md, A letter).

Mail programs change bars, indents, gaps, kinds of blank and line ends of what they quote, but no words.  So the words of a
letter are aligned with those of each of our letters that it may quote, of its text part and of its HTML part.  What is ours
in a quotation is handed on behind ``> ``, and what differs in a line of the order sheet as that line with its changes.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pbem.mail.alignment import NEAR, chains, pairs_by_marks
from pbem.mail.attribution import announces

WORD = re.compile(r"[^\W\d_]+|\d+|\.{3}|\u2026")
"""Letters and digits are words apart, since programs run cells of tables together; dots are one where an order is to be filled
in."""
DOTS = "..."
NOTE = re.compile(r"\s{3,}(?=\S)")
"""The separator of an order from its note in a line of the sheet, as we write it."""
BOXED = re.compile(r"(?:^|\s)\|\s|^\s{0,4}(?:line\s+)?[+]?\s?\d{1,3}\s{2}")
"""A line that shows what may be written: an example behind a bar, an order that is on file behind its number."""
MOST_WORDS = 20_000
"""Words of a letter that are compared; what stands below them is not read."""
MOST_QUOTED = 6
"""Letters of ours that one letter may quote."""
RUN = 3
"""So many words of ours together tell which letter is quoted."""
LEAST_FRAME = 7
"""So many words together, none of them of an order, make a quotation that nothing marks or announces."""
LEAST_OTHERS = 3
"""So many of them are in no line that we show as an order: two orders one below the other are no quotation."""
LEAST_MARKED = 3
"""Lines that begin alike before words of ours: then what they begin with is a quotation mark."""
MOST_OF_MARK = 3
"""Words of such a mark, at most."""
MARKS_END = (">", "\u00bb", "\u203a")
"""The possible ends of a mark with words, whatever it stands before: ``Desk>``."""
LOST = 30
"""Words of ours that may be left out where somebody types into a quotation that nothing marks."""
LAST_LINES = 3
"""Lines of ours above the end of such a quotation that must follow each other, for what stands below to be an answer."""
LONGEST_FILL = 12
"""Words typed into a line that was copied with its note."""


_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_QUOTE = re.compile(rf"[\s{_INVISIBLE}]{{0,8}}[>\uff1e\ufe65]")
_QUOTES = re.compile(rf"(?:[\s{_INVISIBLE}]{{0,8}}[>\uff1e\ufe65])*")


def is_quoted(line: str) -> bool:
    """True if a line is marked as quoted, however much blank or invisible stuff stands before its `>`."""
    return line.startswith(">") or bool(_QUOTE.match(line))


def unquoted(line: str) -> str:
    """A line without the marks before it."""
    match = _QUOTES.match(line)
    return line[match.end() if match else 0 :].strip()


BLANKS = re.compile(r"[\s|]+")


class ComparedSheetLine(NamedTuple):
    """A line of the order sheet: its words from `first` to `note`, those of its note from there to `end`, the first of them on
    the line itself and those from `rest` on in lines below it."""

    first: int
    note: int
    rest: int
    end: int
    text: str
    is_open: bool


@dataclass(frozen=True)
class OurText:
    """A text that we sent: its words, where each of its lines begins, and which words are of an order (`shown`)."""

    words: tuple[str, ...]
    starts: tuple[int, ...]
    shown: tuple[bool, ...]
    sheet: tuple[ComparedSheetLine, ...]
    runs: frozenset[tuple[str, ...]] = field(repr=False)
    order_words: frozenset[str] = field(repr=False)

    def line(self, n: int) -> ComparedSheetLine | None:
        """The line of the sheet that a word stands in."""
        at = bisect_right(self.sheet, n, key=lambda one: one.first) - 1
        return self.sheet[at] if at >= 0 and n < self.sheet[at].end else None


@lru_cache(maxsize=128)
def taken_apart(text: str, orders: frozenset[tuple[str, ...]] = frozenset()) -> OurText:
    """One of our texts as letters are compared with it; a line that ends in one of these `orders` is no other words of ours."""
    words: list[str] = []
    starts, shown, sheet = list[int](), list[bool](), list[ComparedSheetLine]()
    for line in text.split("\n"):
        found, first = words_of(line), len(words)
        if not found:
            continue
        starts.append(first)
        words += found
        if line.startswith("| //   ") and sheet and sheet[-1].end == first:
            sheet[-1] = sheet[-1]._replace(end=len(words))
        elif line.startswith("| ") and not line.startswith("| //"):
            order = NOTE.split(line, maxsplit=1)[0]
            is_open = order.rstrip().endswith((DOTS, "-"))
            sheet.append(
                ComparedSheetLine(
                    first, first + len(words_of(order)), len(words), len(words), order[2:].strip(), is_open
                )
            )
        is_order = BOXED.search(line) or any(tuple(found[n:]) in orders for n in range(min(len(found), 6)))
        shown += [bool(is_order)] * len(found)
    _show_wrapped(words, shown, orders)
    runs = frozenset(tuple(words[n : n + RUN]) for n in range(max(1, len(words) - RUN + 1)))
    notes = {n for line in sheet for n in range(line.note, line.end)}
    order_words = frozenset(word for n, word in enumerate(words) if shown[n] and n not in notes)
    return OurText(tuple(words), tuple(starts), tuple(shown), tuple(sheet), runs, order_words)


def _show_wrapped(words: Sequence[str], shown: list[bool], orders: Collection[tuple[str, ...]]) -> None:
    """Mark what the player wrote where our lines break it."""
    begun: dict[str, list[tuple[str, ...]]] = {}
    for one in orders:
        if len(one) >= RUN:
            begun.setdefault(one[0], []).append(one)
    for n, word in enumerate(words):
        for one in begun.get(word, ()):
            if tuple(words[n : n + len(one)]) == one:
                shown[n : n + len(one)] = [True] * len(one)


def words_of(text: str) -> list[str]:
    """The words of a line, in one form."""
    return [one.replace("\u2026", DOTS).casefold() for one in WORD.findall(text)]


class SheetChange(NamedTuple):
    """A line of the order sheet as we sent it ("" for one that was put in), and as it stands in the letter."""

    sent: str
    theirs: str


class Compared(NamedTuple):
    """A letter with our words marked by ``> ``; the changed lines of our sheet; lines that were typed inside marked words of
    ours; whether words of ours stand there at all, and such that nothing marks; the lines that were not compared; and whether
    the letter quotes more of our letters than are compared."""

    text: str
    changed: tuple[SheetChange, ...] = ()
    inside: tuple[str, ...] = ()
    has_ours: bool = False
    is_unmarked: bool = False
    beyond: str = ""
    has_more: bool = False


class _Word(NamedTuple):
    text: str
    line: int
    start: int
    end: int


def compare(body: str, sent: Sequence[str], orders: Collection[str] = ()) -> Compared:
    """The letter with this body, compared with the texts of ours that it may quote, the likeliest first.

    `orders` are lines that the player wrote before: our letters repeat them, and so may the player.
    """
    known = frozenset(tuple(words_of(line)) for text in orders for line in text.split("\n")) - {()}
    return _Comparison(body, [taken_apart(one, known) for one in dict.fromkeys(sent) if one]).made()


class _Comparison:
    def __init__(self, body: str, sent: Sequence[OurText]) -> None:
        self.sent = sent
        self.order_words = frozenset[str]().union(*(one.order_words for one in sent))
        self.lines = body.split("\n")
        self.words: list[_Word] = []
        self.firsts: list[int] = []
        """The number of each line's first word."""
        initials = _initials(self.lines)
        for n, line in enumerate(self.lines):
            self.firsts.append(len(self.words))
            found = WORD.finditer(line, len(initials) if initials and line.startswith(initials) else 0)
            self.words += [_Word(m[0].replace("\u2026", DOTS).casefold(), n, m.start(), m.end()) for m in found]
            if len(self.words) > MOST_WORDS:
                break
        self.read = len(self.firsts) if len(self.words) > MOST_WORDS else len(self.lines)
        self.firsts.append(len(self.words))
        self.marked = [
            is_quoted(line) or bool(initials and line.startswith(initials)) for line in self.lines[: self.read]
        ]
        self.is_ours = [False] * len(self.words)
        self.is_taken = [False] * len(self.words)
        """Words that are handed on as a part of a changed line."""
        self.places: dict[int, tuple[int, int]] = {}
        """The text of ours that a word is from, by number, and the place there."""
        self.inside: set[int] = set()
        self.foreign: set[int] = set()
        """Lines below a head that nobody can have typed into the letter of ours that is quoted there without marks."""
        self.changed: list[tuple[int, SheetChange]] = []
        self.is_unmarked = self.has_more = self.has_marks = False
        self.head = next((n for n in range(self.read) if not self.marked[n] and announces(self.lines, n)), self.read)
        bar = _bar(self.lines[self.head + 1 :])
        for n in range(self.head + 1, self.read if bar else 0):
            self.marked[n] |= self.lines[n].lstrip().startswith(bar)

    def made(self) -> Compared:
        """The comparison with one letter after the other, the one first of which most is quoted."""
        for n in range(MOST_QUOTED + 1):
            free = [at for at in range(len(self.words)) if not (self.is_ours[at] or self.is_taken[at])]
            runs = Counter(
                tuple(self.words[one].text for one in free[at : at + RUN]) for at in range(max(0, len(free) - RUN + 1))
            )
            shares = [sum(count for run, count in runs.items() if run in one.runs) for one in self.sent]
            best = max(shares, default=0)
            self.has_more = n == MOST_QUOTED and best > LEAST_FRAME
            if (
                best == 0
                or n == MOST_QUOTED
                or not self._align(free, self.sent[shares.index(best)], LEAST_FRAME if n else RUN)
            ):
                break
        self._leave_notes()
        self._find_foreign()
        text = "\n".join(self._line(n) for n in range(self.read))
        changed = tuple(change for _, change in sorted(self.changed))
        inside = tuple(unquoted(self.lines[n]) for n in sorted(self.inside) if not self._is_all_ours(n))
        beyond = "\n".join(self.lines[self.read :])
        return Compared(text, changed, inside, any(self.is_ours), self.is_unmarked, beyond, self.has_more)

    def _align(self, free: Sequence[int], one: OurText, least: int) -> bool:
        """Align the words that are free with one of our texts; whether some of them are quoted from it, at `least` so many
        together."""
        is_firm = self._marked_or_broken_off()
        pairs = pairs_by_marks(
            [self.words[n].text for n in free], [is_firm[self.words[n].line] for n in free], one.words
        )
        found = {free[n]: place for n, place in pairs.items()}
        self._take_marks(found, one)
        self._slide(found, one)
        quoted = self._quoted_words(found, one, least)
        if not quoted:
            return False
        for n in quoted:
            self.is_ours[n] = True
            self.places[n] = self.sent.index(one), found[n]
        self._take_changes({n: found[n] for n in sorted(quoted)}, one)
        return True

    def _marked_or_broken_off(self) -> list[bool]:
        """The lines that are marked, and those right between two such: a program may have broken them off the upper one."""
        firm, begun, above = list(self.marked), False, 0
        for n, is_marked in enumerate(self.marked):
            if is_marked and begun:
                firm[above:n] = [True] * (n - above)
            begun = is_marked or (begun and bool(self.lines[n].strip()))
            above = n if is_marked else above
        return firm

    # Which words are a quotation

    def _quoted_words(self, found: dict[int, int], one: OurText, least: int) -> set[int]:
        """Those of the words found in a text of ours that are quoted: on marked lines, below a head, or in a passage with more
        than orders.  Others repeat lines of the sheet, as it asks, and were typed."""
        quoted: set[int] = set()
        self.has_marks |= self._begins_marked(found, one)
        below_head = {n: place for n, place in found.items() if self.words[n].line > self.head}
        has_frame_below = _is_more_than_orders(below_head, one)
        for chain in chains(found):
            if len(chain) < min(least, len(one.words)):
                continue
            bare = [n for n in chain if not self.marked[self.words[n].line]]
            quoted.update(n for n in chain if self.marked[self.words[n].line])
            if bare and len(bare) < len(chain):
                quoted.update(self._tails(chain, found, one))
            below = [n for n in bare if self.words[n].line > self.head]
            if len(below) > NEAR and has_frame_below and not self.has_marks:
                quoted.update(below)
            edged = self._without_edges(bare, found, one)
            if edged and self._has_frame(edged, found, one):
                quoted.update(edged)
                self.is_unmarked |= self.words[edged[0]].line < self.head
        return quoted

    def _begins_marked(self, found: dict[int, int], one: OurText) -> bool:
        """True if words of ours are marked, and not below a passage of ours that nothing marks: there a letter within that
        letter is, which is older."""
        frame = 0
        for n in sorted(found):
            if self.marked[self.words[n].line]:
                return frame <= LOST
            frame += self.words[n].line > self.head and not one.shown[found[n]]
        return False

    def _without_edges(self, chain: Sequence[int], found: dict[int, int], one: OurText) -> Sequence[int]:
        """A passage that nothing marks, without lines at its ends of which only some words are ours, and without orders that
        a blank line parts from it: they were typed above it."""
        lines = list(dict.fromkeys(self.words[n].line for n in chain))
        for far, step in ((0, 1), (-1, -1)):
            while lines and self._is_typed(lines[far], step, found, one):
                lines.pop(far)
        kept = set(lines)
        return [n for n in chain if self.words[n].line in kept]

    def _is_typed(self, line: int, step: int, found: dict[int, int], one: OurText) -> bool:
        words = range(self.firsts[line], self.firsts[line + 1])
        if not all(n in found for n in words):
            return True
        is_apart = step > 0 and line + step < self.read and not self.lines[line + step].strip()
        return is_apart and all(one.shown[found[n]] for n in words)

    def _tails(self, chain: Sequence[int], found: dict[int, int], one: OurText) -> Iterator[int]:
        """Words that a program broke off a marked line: they go on in the midst of a line of ours."""
        is_tail, starts = False, set(one.starts)
        for before, n in pairwise(chain):
            if self.marked[self.words[n].line]:
                is_tail = True
            elif found[n] == found[before] + 1 and found[n] in starts and one.shown[found[n]]:
                is_tail = False
            else:
                is_tail &= n == before + 1 and found[n] <= found[before] + 1
            if is_tail:
                yield n

    def _has_frame(self, chain: Sequence[int], found: dict[int, int], one: OurText) -> bool:
        """True if a passage has so many words together that are of no order."""
        if found[chain[-1]] < one.starts[min(bisect_right(one.starts, found[chain[0]]), len(one.starts) - 1)]:
            return False  # one line alone may be an order
        run = others = 0
        last = -2
        for n in chain:
            if one.shown[found[n]] or found[n] != last + 1:
                run = others = 0
            run += not one.shown[found[n]]
            last, word = found[n], self.words[n].text
            others += not one.shown[last] and word.isalpha() and word not in self.order_words
            if run >= LEAST_FRAME and others >= LEAST_OTHERS:
                return True
        return False

    def _slide(self, found: dict[int, int], one: OurText) -> None:
        """Of several places where the same words may have been put in, the likeliest: lines of their own, or where an order is
        to be filled in."""
        runs = [(a + 1, b) for a, b in pairwise(sorted(found)) if b > a + 1 and found[b] == found[a] + 1]
        for first, end in runs:
            while self._same(first - 1, end - 1) and found.get(first - 1, -1) == found[end] - 1:
                first, end = first - 1, end - 1
                found[end] = found.pop(first)
            choices = [first]
            while self._same(first, end) and found.get(end, -1) == found.get(first - 1, -2) + 1 and end + 1 in found:
                found[first] = found.pop(end)
                first, end = first + 1, end + 1
                choices.append(first)
            likely = max(choices, key=lambda at: self._likely(at, at + end - first, found, one))
            while first > likely:
                first, end = first - 1, end - 1
                found[end] = found.pop(first)

    def _same(self, a: int, b: int) -> bool:
        return a >= 0 and b < len(self.words) and self.words[a].text == self.words[b].text

    def _likely(self, first: int, end: int, found: dict[int, int], one: OurText) -> int:
        begins = first in (0, self.firsts[self.words[first].line])
        ends = end == len(self.words) or end == self.firsts[self.words[end].line]
        place = found.get(first - 1, -1)
        line = one.line(place) if place >= 0 else None
        fills = line is not None and line.is_open and line.note - 1 in (place, place + 1)
        return 4 * (begins and ends) + 3 * fills + begins + ends

    # Quotation marks other than >

    def _take_marks(self, found: dict[int, int], one: OurText) -> None:
        """Treat a prefix of most of our lines, such as ``Desk>`` or ``Desk: ``, as a mark like ``>``.

        Where it is no such sign, most lines behind it must be ours to their ends, follow each other and say more than orders
        do: a player begins orders alike, too, ``in C: ...`` or ``Chief ...``.
        """
        begun: Counter[str] = Counter()
        whole: Counter[str] = Counter()
        others: Counter[str] = Counter()
        count, above = 0, -1
        for n in range(self.read):
            first, end = self.firsts[n], self.firsts[n + 1]
            own = next((at for at in range(first, min(end, first + MOST_OF_MARK)) if at in found), first)
            count += own in found
            if own > first:
                begins = self.lines[n][: self.words[own].start].strip(" \xa0\t|*+-")
                begun[begins] += 1
                places = [found.get(at, -1) for at in range(own, end)]
                if places == [*range(places[0], places[0] + end - own)] and 0 <= places[0] - above <= 1 + NEAR:
                    words = [self.words[own + at].text for at, it in enumerate(places) if not one.shown[it]]
                    whole[begins] += 1
                    others[begins] += len([word for word in words if word.isalpha() and word not in self.order_words])
            above = max((found[at] for at in range(first, end) if at in found), default=above)
        mark = max(begun, key=lambda begins: begun[begins], default="")
        is_mark = begun[mark] >= max(LEAST_MARKED, count / 2)
        is_before_ours = whole[mark] >= max(LEAST_MARKED, begun[mark] / 2) and others[mark] >= LEAST_FRAME
        is_mark = is_mark and (mark.endswith(MARKS_END) or is_before_ours)
        for n in range(self.read if is_mark else 0):
            if self.lines[n].lstrip().startswith(mark):
                first, end = self.firsts[n], self.firsts[n + 1]
                size = min(len(WORD.findall(mark)), end - first)
                self.is_ours[first : first + size] = [True] * size
                self.marked[n] = True

    # What was typed in the midst of it

    def _take_changes(self, found: dict[int, int], one: OurText) -> None:
        """Hand on the lines of our sheet that were changed where they stand."""
        edits: dict[ComparedSheetLine, list[int]] = {}
        put_in: list[list[int]] = []
        kept: dict[ComparedSheetLine, list[int]] = {}
        for n, place in found.items():
            if line := one.line(place):
                kept.setdefault(line, []).append(n)
        for (a, here), (b, there) in pairwise(found.items()):
            typed = [n for n in range(a + 1, b) if not self.is_ours[n]]
            if typed:
                self._share_out(typed, (a, b), (here, there), one, edits, put_in)
        last = max(found, default=-1)
        rest = [n for n in range(last + 1, len(self.words)) if self.words[n].line == self.words[last].line]
        if rest and (line := one.line(found[last])):
            edits.setdefault(line, []).extend(rest)
        elif rest and self.marked[self.words[last].line]:
            self.inside.add(self.words[last].line)
        changes = [self._change(line, kept.get(line, []), edits.get(line, []), found) for line in one.sheet]
        changed = [change for change in changes if change] + [
            (words[0], SheetChange("", self._text(words))) for words in put_in
        ]
        if not _is_more_than_orders(found, one):  # nothing but orders: they may be of any letter, and older than ours
            self.inside.update(self.words[at].line for at, _ in changed)
            return
        self.changed += changed
        for words in (*edits.values(), *put_in):
            self._take(words)

    def _share_out(
        self,
        typed: Sequence[int],
        around: tuple[int, int],
        places: tuple[int, int],
        one: OurText,
        edits: dict[ComparedSheetLine, list[int]],
        put_in: list[list[int]],
    ) -> None:
        """Give words that were typed between two of ours to the lines of the sheet in which they stand."""
        before, after = one.line(places[0]), one.line(places[1])
        start = bisect_right(one.sheet, places[0], key=lambda line: line.first)
        lost = [line for line in one.sheet[start : start + len(typed)] if line.note <= places[1]]
        pieces: dict[int, list[int]] = {}
        for n in typed:
            pieces.setdefault(self.words[n].line, []).append(n)
        is_bare = places[1] > places[0] + 1 and not any(self.marked[self.words[n].line] for n in around)
        is_inside = before is not None and before is after
        is_apart = (
            is_bare and not self.has_marks and self.words[around[0]].line > self.head and places[1] > places[0] + LOST
        )
        has_tail = before is not None and before.is_open and places[0] < before.note <= places[1] + 1
        for n, piece in pieces.items():
            is_own = not self.marked[n] and not self._has_ours(n) and not is_bare
            if is_own and self._is_own_line(n, before, places, is_inside):
                continue
            if is_apart and not self.marked[n] and not self._has_ours(n):
                self.foreign.add(n)
                self.inside.add(n)
                continue
            if is_inside or (before and n == self.words[around[0]].line):
                edits.setdefault(before, []).extend(piece)  # type: ignore[arg-type]
            elif after and n == self.words[around[1]].line:
                edits.setdefault(before if has_tail and before else after, []).extend(piece)
            elif before and has_tail and not lost and self._goes_on(n, before):
                edits.setdefault(before, []).extend(piece)
            elif lost:
                edits.setdefault(lost.pop(0), []).extend(piece)
            elif (before and after) or ((before or after) and unquoted(self.lines[n]).startswith("|")):
                put_in.append(piece)
            elif self.marked[n]:
                self.inside.add(n)
            has_tail = False

    def _is_own_line(self, n: int, before: ComparedSheetLine | None, places: tuple[int, int], is_inside: bool) -> bool:
        """True if an unmarked line without words of ours stands by itself, not as the broken-off end of a sheet line."""
        return not (
            before and before.is_open and (is_inside or places[0] == before.note - 1) and self._goes_on(n, before)
        )

    def _goes_on(self, n: int, before: ComparedSheetLine) -> bool:
        above = next((self.lines[m] for m in range(n - 1, -1, -1) if self.lines[m].strip(" >|")), "")
        return above.rstrip().endswith("-") or self.lines[n].lstrip("> |")[:1].isdigit()

    def _has_ours(self, n: int) -> bool:
        return any(self.is_ours[self.firsts[n] : self.firsts[n + 1]])

    def _change(
        self, line: ComparedSheetLine, kept: Sequence[int], typed: Sequence[int], found: dict[int, int]
    ) -> tuple[int, SheetChange] | None:
        """A line of the sheet as it stands in the letter; None if its order is as it was, or all of it was left out."""
        order = [n for n in kept if found[n] < line.note]
        if not typed and len(order) in (0, line.note - line.first):
            return None
        note = [n for n in kept if line.note <= found[n] < (line.end if typed else line.rest)]
        # Our note is left out, unless its words were made the order by deleting what stood before them.
        is_filled = not typed and line.is_open and line.note - 1 not in {found[n] for n in order}
        is_note = 2 * len(note) > line.end - line.note and not is_filled
        words = sorted(n for n in (*order, *typed, *(() if is_note else note)) if self.words[n].text != DOTS)
        return (words[0], SheetChange(line.text, self._text(words))) if words else None

    def _take(self, words: Sequence[int]) -> None:
        for n in words:
            self.is_taken[n] = True

    def _text(self, words: Sequence[int]) -> str:
        """Words as they stand in the letter, what a program broke put together again."""
        text = ""
        for before, n in pairwise([None, *words]):
            one = self.words[n]  # type: ignore[index]
            if before is not None:
                text += self._between(before, n)  # type: ignore[arg-type]
            text += self.lines[one.line][one.start : one.end]
        return text

    def _between(self, a: int, b: int) -> str:
        one, two = self.words[a], self.words[b]
        if b != a + 1:
            return " "
        if one.line == two.line:
            return BLANKS.sub(" ", self.lines[one.line][one.end : two.start])
        tail = self.lines[one.line][one.end :].strip()
        return tail if tail.endswith(("-", "/")) else f"{tail} "

    def _leave_notes(self) -> None:
        """Take our notes for ours where lines of the sheet were copied with them."""
        notes: dict[tuple[str, ...], set[tuple[tuple[str, ...], bool]]] = {}
        for one in self.sent:
            for line in one.sheet:
                order = tuple(word for word in one.words[line.first : line.note] if word != DOTS)
                if line.note < line.end:
                    notes.setdefault(order, set()).add((one.words[line.note : line.end], line.is_open))
        texts = [one.text for one in self.words]
        lengths = sorted({len(order) for order in notes} - {0})
        for n in range(self.read):
            first = self.firsts[n]
            if self.marked[n] or first == self.firsts[n + 1] or self.is_ours[first]:
                continue
            for length in lengths:
                for note, is_open in sorted(notes.get(tuple(texts[first : first + length]), ())):
                    start = first + length
                    starts = range(start + 1, start + 1 + LONGEST_FILL) if is_open else (start,)
                    at = next((at for at in starts if tuple(texts[at : at + len(note)]) == note), None)
                    if at is not None:
                        self.is_ours[at : at + len(note)] = [True] * len(note)

    # What is of another letter

    def _find_foreign(self) -> None:
        """Lines below a head among words of ours that nothing marks and that do not follow each other as in our letter.

        Who types into a letter of ours, or below it, does not put its lines in another sequence.
        """
        if self.has_marks:
            return
        quoted = [
            n for n in sorted(self.places) if self.words[n].line > self.head and not self.marked[self.words[n].line]
        ]
        for n in range(self.head + 1, self.read):
            first, end = self.firsts[n], self.firsts[n + 1]
            if first == end or self.marked[n] or any(self.is_ours[at] or self.is_taken[at] for at in range(first, end)):
                continue
            at = bisect_right(quoted, first)
            if at and not (
                self._follow(quoted[at - 1 : at + 1]) if at < len(quoted) else self._ends_in_sequence(quoted)
            ):
                self.foreign.add(n)
                self.inside.add(n)

    def _follow(self, words: Sequence[int]) -> bool:
        """Tell if words of ours stand in one text of ours, each not far behind the one before."""
        places = [self.places[n] for n in words]
        return all(a[0] == b[0] and 0 < b[1] - a[1] <= LOST for a, b in pairwise(places))

    def _ends_in_sequence(self, quoted: Sequence[int]) -> bool:
        lines = list(dict.fromkeys(self.words[n].line for n in quoted))[-LAST_LINES:]
        return len(lines) > 1 and self._follow([n for n in quoted if self.words[n].line in lines])

    # The letter as it is handed on

    def _is_all_ours(self, n: int) -> bool:
        return all(self.is_ours[at] or self.is_taken[at] for at in range(self.firsts[n], self.firsts[n + 1]))

    def _line(self, n: int) -> str:
        line, first, end = self.lines[n], self.firsts[n], self.firsts[n + 1]
        if self.marked[n] or n in self.foreign:
            return line if is_quoted(line) else f"> {line}"
        used = [self.is_ours[at] or self.is_taken[at] for at in range(first, end)]
        if not used:
            is_within = line.strip() and first and all(self.is_ours[first - 1 : first + 1])
            return f"> {line}" if is_within else line
        if all(used):
            return f"> {line}"
        if not any(used):
            return line
        parts, start = list[str](), 0
        for (a, of_a), (b, of_b) in pairwise(zip(range(first, end), used, strict=True)):
            if of_a != of_b:
                cut = self.words[b].start if of_a else self.words[a].end
                parts.append(("> " if of_a else "") + line[start:cut].strip())
                start = cut
        parts.append(("> " if used[-1] else "") + line[start:].strip())
        return "\n".join(parts)


_INITIALS = re.compile(r"\s{0,3}\w{1,16}>")
_BAR = re.compile(r"\s{0,3}([|\u00a6\u00bb\u203a:])(?:\s|$)")


def _bar(lines: Sequence[str]) -> str:
    """The bar, or another sign, that a program puts in front of each line below the head of what it quotes; "" for none.

    Lines of our sheet begin with a bar, too, but the letter does not begin with them.
    """
    written = [line for line in lines[: 3 * MOST_OF_MARK] if line.strip()][:MOST_OF_MARK]
    found = [match[1] for match in map(_BAR.match, written) if match]
    return (
        found[0] if found and len([one for one in lines if one.lstrip().startswith(found[0])]) >= LEAST_MARKED else ""
    )


def _initials(lines: Sequence[str]) -> str:
    """The initials or name before `>` that a program puts in front of each quoted line; "" where none does."""
    found = Counter(match[0] for match in map(_INITIALS.match, lines) if match)
    mark = max(found, key=lambda one: found[one], default="")
    return mark if found[mark] >= LEAST_MARKED else ""


def _is_more_than_orders(found: dict[int, int], one: OurText) -> bool:
    """True if a stretch of words has more of ours than the words of orders, which a letter of somebody else's may have."""
    for chain in chains(found):
        places = [found[n] for n in chain]
        lines = map(one.line, places)
        others = (not one.shown[at] or (line and at >= line.note) for at, line in zip(places, lines, strict=True))
        if sum(map(bool, others)) >= LEAST_FRAME:
            return True
    return False
