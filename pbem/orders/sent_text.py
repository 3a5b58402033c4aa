"""What we sent to a player, for knowing it again in his reply, whatever his mail program did to it (order language, 1)."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, islice, takewhile
from typing import NamedTuple

WIDE_GAP = re.compile(r"\s{3,}\S.*$")
"""An order-sheet line's note: what stands behind a wide gap."""
WRAPS_FROM = 40
"""No mail program breaks a line that is shorter."""
MOST_PIECES = 4
"""Lines into which one of ours may have been broken."""
BOXED = re.compile(r"\s+(?:\S.*?\s{2,})?\|\s")
"""A line such as an order sheet's among what a letter says, indented or behind a heading: ``Nothing to add   | pass``."""
EXAMPLE = re.compile(r"\s*\|\s")
"""A line that is shown to be copied; only in a letter with an order sheet may it be a line to fill in."""
LONGEST_NOTE = 12
"""Words of a note, at most."""
LEAST_REPEATED = 30
"""Characters, blanks left out, of a passage that is known as ours however it was broken."""
MOST_STARTS = 40
"""Lines of ours that begin alike and are looked at."""
MOST_SINGLY = 300
"""So many lines are looked for in one text after the other before the lines of all are put together."""
LEAST_HEAD = 10
"""Characters, blanks left out, of a marked line that may be the head of a broken one."""
MOST_HEADS = 200
"""Marked lines whose tails are looked for."""
KEY = 8
QUOTING = re.compile(r"\s*(?:[|:}\]*+#-]|[A-Za-z]{1,3}>)(?=\s|$)")
"""What programs put before each line that they quote, other than >."""


@lru_cache(maxsize=256)
def _read(text: str, squash: Callable[[str], str]) -> "_Sent":
    """One text as replies are compared with it; every reply is compared with the same few letters."""
    lines = text.splitlines()
    found_lines = tuple(map(squash, lines))
    marked = [(line, squashed) for line, squashed in zip(lines, found_lines, strict=True) if "|" in line]
    sheet = [line.lstrip("> ") for line, _ in marked]
    notes = (WIDE_GAP.search(line) for line in sheet if line.startswith("|"))
    return _Sent(
        frozenset(found_lines) - {""},
        "".join(found_lines),
        tuple(accumulate(len(line) for line in found_lines if line)),
        tuple(squash(note[0]) for note in notes if note),
        tuple(squashed for line, squashed in marked if line.startswith("| ")),
        tuple(squashed for line, squashed in marked if BOXED.match(line)),
        tuple(
            (squashed, min(LEAST_REPEATED, len(squash(WIDE_GAP.sub("", line.strip())))))
            for line, squashed in marked
            if EXAMPLE.match(line)
        ),
    )


class _Sent(NamedTuple):
    """The squashed lines of one text, none of them empty, all of it in one piece, and where in that lines end; notes on its
    order sheet, the sheet, and examples shown above or without one.

    With each of the `examples` goes the least that must be left of it for it to be known again.
    """

    known: frozenset[str]
    whole: str
    ends: tuple[int, ...]
    notes: tuple[str, ...]
    sheet: tuple[str, ...]
    boxed: tuple[str, ...]
    examples: tuple[tuple[str, int], ...]


class SentText:
    """The lines of our letters to a player, blanks and quoting left out (`squash`)."""

    def __init__(self, sent: Collection[str], squash: Callable[[str], str]) -> None:
        self._squash = squash
        texts = [text for text in sent if "\n" in text]
        singly = "\n".join(text for text in sent if "\n" not in text)  # a letter that was handed over line by line
        self._sent = [_read(text, squash) for text in (*texts, singly) if text]
        self._asked = 0
        self._sorted: list[str] = []
        self._in_sequence = "".join(one.whole for one in self._sent)
        self._notes = {note for one in self._sent for note in one.notes}
        self._examples = {line: least for one in self._sent if not one.sheet for line, least in one.examples}
        self._starts: dict[str, list[int]] = {}
        self._ends: list[int] = []
        self._goes_on_at: Sequence[int] = ()

    def __bool__(self) -> bool:
        return bool(self._in_sequence)

    def __contains__(self, line: str) -> bool:
        return self.has(self._squash(line))

    def has(self, squashed: str) -> bool:
        """Whether a line of ours is this one, blanks and quoting left out."""
        self._asked += 1
        if self._asked > MOST_SINGLY:
            return squashed in self._lines
        return any(squashed in one.known for one in self._sent)

    @cached_property
    def _lines(self) -> frozenset[str]:
        """The lines of all texts; few letters ask so often that it pays to put them together."""
        return frozenset().union(*(one.known for one in self._sent))

    def filled(self, quoted: Sequence[str]) -> tuple[int, ...]:
        """Which of the order-sheet lines in a quotation were filled in where they stood.

        A line is as we sent it only in its place: one that a player made equal to another line of ours is his own.  What a
        mail program has broken off or run together in its place is as we sent it too.  Letters without an order sheet have
        nothing to fill in: their examples are no lines of a sheet.
        """
        parts = [self._squash(line) for line in quoted]
        found = [_paired(parts, one.sheet) for one in self._sent if one.sheet]
        if not found:
            return ()
        pairs, sheet = max(found, key=lambda one: len(one[0]))
        boxed = next((one.boxed for one in self._sent if one.sheet is sheet), ())
        first = min(pairs, default=len(parts))
        # Where blanks were lost, the examples above the sheet are quoted as if they were lines of it: more lines than the
        # sheet has.  A line that stands in the place of the sheet's first one was changed by the player.
        box = _box_lines(parts[:first], boxed) if pairs.get(first) == 0 else 0
        # Lines around the sheet may be another letter's examples, which stands in the quotation too; lines in it may not.
        places = range(first - pairs[first], len(sheet) - pairs[max(pairs)] + max(pairs)) if pairs else range(0)
        return tuple(
            n
            for n in range(box, len(parts))
            if n not in pairs
            and parts[n] not in _between(n, pairs, sheet)
            and (n in places or not self._is_example(parts[n]))
        )

    def _is_example(self, squashed: str) -> bool:
        """Whether a quoted line is an example of a letter without an order sheet, or the beginning of a broken one."""
        if squashed in self._examples:
            return True
        begun = ((one, least) for one, least in self._examples.items() if one.startswith(squashed))
        return any(len(squashed) >= least for _, least in begun)

    def tails(self, heads: Sequence[str]) -> frozenset[str]:
        """What is left of lines of ours behind these heads: a program that broke a line may have marked its head alone."""
        squashed = {one for one in map(self._squash, heads) if not self.has(one)}
        found = set[str]()
        for head in sorted(one for one in squashed if len(one) >= LEAST_HEAD)[:MOST_HEADS]:
            found.update(line.removeprefix(head) for line in self._that_begin(head))
        return frozenset(found)

    def pieces(self, lines: Sequence[str]) -> int:
        """How many of these lines, from the first on, are one line of ours that was broken; 1 for a whole one, 0 for none."""
        text = ""
        for n, line in enumerate(lines[:MOST_PIECES], 1):
            text += self._squash(line)
            if self.has(text):
                return n
            if len(line) < WRAPS_FROM or not any(self._that_begin(text)):
                break
        return 0

    def repeats(self, lines: Sequence[str]) -> int:
        """How many of these lines, from the first on, repeat a passage of ours; 0 for none.

        Whatever a mail program did to the line ends, the passage begins with a line of ours and has more than one; or it
        goes on where the one before it ended.
        """
        found = max((*self._repeated(lines), *self._repeated(lines, QUOTING)), default=None)
        if found is None:
            self._goes_on_at = ()
            return 0
        count, *self._goes_on_at = found
        return count

    def _repeated(self, lines: Sequence[str], mark: re.Pattern[str] | None = None) -> Iterator[tuple[int, int]]:
        """The passages that it may repeat, its lines without a `mark`: how many lines of each, and where in all that we sent
        they end."""
        first = self._squash(lines[0] if mark is None else mark.sub("", lines[0]))
        for start in (*self._goes_on_at, *self._line_starts(first[:KEY])):
            at, count = start, 0
            for line in lines:
                text = self._squash(line if mark is None else mark.sub("", line))
                if not self._in_sequence.startswith(text, at):
                    break
                at, count = at + len(text), count + 1
            ends = self._line_ends()
            end = bisect_right(ends, start)
            is_long = at - start >= LEAST_REPEATED and end < len(ends) and at > ends[end]
            if count and (is_long or start in self._goes_on_at):
                yield count, at

    def _line_starts(self, key: str) -> list[int]:
        """Where in all that we sent the first lines begin that begin so; one that is shorter than `KEY` must be the whole line.

        A reply has few lines that are looked for, and our letters have thousands: no index is made of them.
        """
        if key not in self._starts:
            may_begin = len(key) == KEY or self.has(key)
            self._starts[key] = list(islice(self._begin_so(key), MOST_STARTS)) if may_begin else []
        return self._starts[key]

    def _begin_so(self, key: str) -> Iterator[int]:
        ends = self._line_ends()
        at = self._in_sequence.find(key)
        while at >= 0:
            line = bisect_left(ends, at)
            if (at == 0 or ends[line] == at) and (len(key) == KEY or at + len(key) == ends[bisect_right(ends, at)]):
                yield at
            at = self._in_sequence.find(key, at + 1)

    def _line_ends(self) -> list[int]:
        """Where in all that we sent lines end."""
        if not self._ends:
            at = 0
            for one in self._sent:
                self._ends += [at + end for end in one.ends]
                at += len(one.whole)
        return self._ends

    def _that_begin(self, text: str) -> Iterator[str]:
        """The lines of ours that begin so."""
        self._sorted = self._sorted or sorted(self._lines)
        return takewhile(lambda line: line.startswith(text), self._sorted[bisect_left(self._sorted, text) :])

    def without_note(self, line: str) -> str:
        """A filled-in order-sheet line without our note behind it, where the wide gap before the note was lost."""
        words = line.split(" ")
        for n in range(max(1, len(words) - LONGEST_NOTE), len(words)):
            if self._squash(" ".join(words[n:])) in self._notes:
                return " ".join(words[:n])
        return line


def _paired(lines: Sequence[str], sheet: tuple[str, ...]) -> tuple[dict[int, int], tuple[str, ...]]:
    """The longest common sequence of what was quoted and a sheet, as places here and there."""
    lengths = [[0] * (len(sheet) + 1) for _ in range(len(lines) + 1)]
    for i in range(len(lines) - 1, -1, -1):
        for j in range(len(sheet) - 1, -1, -1):
            longer = max(lengths[i + 1][j], lengths[i][j + 1])
            lengths[i][j] = lengths[i + 1][j + 1] + 1 if lines[i] == sheet[j] else longer
    pairs: dict[int, int] = {}
    i = j = 0
    while i < len(lines) and j < len(sheet):
        if lines[i] == sheet[j] and lengths[i + 1][j] < lengths[i][j]:
            # Of two lines that are alike the lower one is the sheet's: an example may stand above it.
            pairs[i] = j
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] > lengths[i][j + 1] or lines[i] == sheet[j]:
            i += 1
        else:
            j += 1
    return pairs, sheet


def _between(n: int, pairs: dict[int, int], sheet: Sequence[str]) -> str:
    """The lines of the sheet that stood where line `n` of the quotation stands now."""
    above = [there for here, there in pairs.items() if here < n]
    below = [there for here, there in pairs.items() if here > n]
    return "".join(sheet[above[-1] + 1 if above else 0 : below[0] if below else len(sheet)])


def _box_lines(lines: Sequence[str], boxed: Sequence[str]) -> int:
    """How many of the lines quoted before the sheet are examples that the letter shows above it, in their sequence."""
    count = at = 0
    for one in lines:
        at = next((n + 1 for n in range(at, len(boxed)) if _ends_alike(one, boxed[n])), 0)
        if not at:
            break
        count += 1
    return count


def _ends_alike(text: str, boxed: str) -> bool:
    return boxed.endswith(text)
