"""What we sent to a player, for knowing it again in his reply, whatever his mail program did to it (order language, 1)."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

WIDE_GAP = re.compile(r"\s{3,}\S.*$")
"""An order-sheet line's note: what stands behind a wide gap."""
WRAPS_FROM = 40
"""No mail program breaks a line that is shorter."""
MOST_PIECES = 4
"""Lines into which one of ours may have been broken."""
LONGEST_NOTE = 12
"""Words of a note, at most."""
LEAST_REPEATED = 30
"""Characters, blanks left out, of a passage that is known as ours however it was broken."""
MOST_STARTS = 40
"""Lines of ours that begin alike and are looked at."""
KEY = 8
QUOTING = re.compile(r"\s*(?:[|:}\]*+#-]|[A-Za-z]{1,3}>)(?=\s|$)")
"""What programs put before each line that they quote, other than >."""


@lru_cache(maxsize=256)
def _read(text: str, squash: Callable[[str], str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The squashed lines of one text and the notes on its order sheet; every reply is compared with the same few letters."""
    lines = text.splitlines()
    sheet = (line.lstrip("> ") for line in lines if "|" in line)
    notes = (WIDE_GAP.search(line) for line in sheet if line.startswith("|"))
    return tuple(map(squash, lines)), tuple(squash(note[0]) for note in notes if note)


class Ours:
    """The lines of our letters to a player, blanks and quoting left out (`squash`)."""

    def __init__(self, sent: Collection[str], squash: Callable[[str], str]) -> None:
        self._squash = squash
        read = [_read(text, squash) for text in sent]
        self._lines = frozenset(line for lines, _ in read for line in lines) - {""}
        self._in_sequence = "".join(line for lines, _ in read for line in lines)
        self._sorted: list[str] | None = None
        self._notes = {note for _, notes in read for note in notes}
        self._starts: dict[str, list[int]] | None = None
        self._ends: list[int] = []
        self._goes_on_at = -1
        self._read = read

    def __bool__(self) -> bool:
        return bool(self._lines)

    def __contains__(self, line: str) -> bool:
        return self._squash(line) in self._lines

    def is_unfilled(self, line: str) -> bool:
        """Whether an order-sheet line is as we sent it: whole, broken off by a mail program, or run together with others."""
        return self._squash(line) in self._in_sequence

    def pieces(self, lines: Sequence[str]) -> int:
        """How many of these lines, from the first on, are one line of ours that was broken; 1 for a whole one, 0 for none."""
        text = ""
        for n, line in enumerate(lines[:MOST_PIECES], 1):
            text += self._squash(line)
            if text in self._lines:
                return n
            if len(line) < WRAPS_FROM or not self._is_beginning(text):
                return 0
        return 0

    def repeats(self, lines: Sequence[str]) -> int:
        """How many of these lines, from the first on, repeat a passage of ours; 0 for none.

        Whatever a mail program did to the line ends, the passage begins with a line of ours and has more than one; or it
        goes on where the one before it ended.
        """
        count, self._goes_on_at = max(self._repeated(lines), self._repeated([QUOTING.sub("", one) for one in lines]))
        return count

    def _repeated(self, lines: Sequence[str]) -> tuple[int, int]:
        """How many lines, and where in all that we sent they end."""
        first = self._squash(lines[0])
        best = 0, -1
        starts = self._line_starts().get(first[:KEY], [])[:MOST_STARTS]
        for start in (self._goes_on_at, *starts) if self._goes_on_at >= 0 else starts:
            at, count = start, 0
            for line in lines:
                text = self._squash(line)
                if not self._in_sequence.startswith(text, at):
                    break
                at, count = at + len(text), count + 1
            ends = bisect_right(self._ends, start)
            is_long = at - start >= LEAST_REPEATED and ends < len(self._ends) and at > self._ends[ends]
            if is_long or start == self._goes_on_at:
                best = max(best, (count, at))
        return best if best[0] else (0, -1)

    def _line_starts(self) -> dict[str, list[int]]:
        """Where in all that we sent lines begin, by their first characters; with `_ends`, where lines end."""
        if self._starts is None:
            self._starts, at = {}, 0
            for lines, _ in self._read:
                for line in lines:
                    if line:
                        for length in {min(KEY, len(line)), KEY}:  # a short line may stand alone or have been joined
                            self._starts.setdefault(self._in_sequence[at : at + length], []).append(at)
                        at += len(line)
                        self._ends.append(at)
        return self._starts

    def _is_beginning(self, text: str) -> bool:
        if self._sorted is None:
            self._sorted = sorted(self._lines)
        at = bisect_left(self._sorted, text)
        return at < len(self._sorted) and self._sorted[at].startswith(text)

    def without_note(self, line: str) -> str:
        """A filled-in order-sheet line without our note behind it, where the wide gap before the note was lost."""
        words = line.split(" ")
        for n in range(max(1, len(words) - LONGEST_NOTE), len(words)):
            if self._squash(" ".join(words[n:])) in self._notes:
                return " ".join(words[:n])
        return line
