"""Which unmarked lines of a letter are a quotation of ours, and which are orders that the player wrote before.

Our letters list a player's orders.  A player who writes these again, say after an undo, repeats our letter word for word.  What
tells the two apart is the company: a quotation has more of our letter around it than the player's own orders.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from pbem.orders.sent_text import MOST_PIECES, SentText

MOST_REPEATED = 40
"""Lines that are compared at once with what we sent."""
LATER = re.compile(r"\s*in\s+\w{1,12}\s*:\s*", re.I)
"""What keeps an order for a later phase: lists of what is on file leave it out or put it before."""
LIST_MARK = re.compile(r"\s*[*+-]\s")


class EarlierOrders:
    """The order lines that a player wrote before, as written and as we read them."""

    def __init__(self, lines: Collection[str], squash: Callable[[str], str]) -> None:
        self._squash = squash
        self._lines = frozenset(self._plain(line) for text in lines for line in text.splitlines()) - {""}

    def __contains__(self, line: str) -> bool:
        return self._plain(line) in self._lines

    def _plain(self, line: str) -> str:
        return self._squash(LATER.sub("", LIST_MARK.sub("", line)))


@dataclass(frozen=True, slots=True)
class TypedLines:
    """Where quotations may stand.  The first `typed` lines are above all that is marked as quoted.  From `border` on, an
    older letter may follow without marks; below its head (`below`) even one line that repeats ours is a quotation."""

    typed: int
    border: int
    below: int


class RepeatedLines:
    """The lines in a letter's text that repeat letters of ours."""

    def __init__(self, text: Sequence[str], sent_text: SentText, before: EarlierOrders, above: TypedLines) -> None:
        self.text, self.sent_text, self.before, self.above = text, sent_text, before, above
        self.is_quoting = False

    def find(self, own: Sequence[int]) -> Iterator[int]:
        """Those of the player's `own` lines that are a quotation: runs of two or more that we sent, whole or broken, and
        single ones below the head of an older letter."""
        text, run, at = self.text, list[int](), 0
        while at <= len(own):
            is_open = at < len(own) and own[at] >= self.above.typed
            ahead = [text[n] for n in own[at : at + MOST_REPEATED]] if is_open else []
            if ahead and (count := self.sent_text.repeats(ahead)):
                yield from self._passage(run, own[at : at + count])
                run, at = [], at + count
                continue
            pieces = self.sent_text.pieces([text[n] for n in own[at : at + MOST_PIECES]]) if at < len(own) else 0
            if pieces:
                run += [n for n in own[at : at + pieces] if n >= self.above.typed]
            else:
                yield from self._run(run)
                run = []
            at += pieces or 1

    def _passage(self, run: Sequence[int], passage: Sequence[int]) -> Iterator[int]:
        """A passage of ours with the repeated lines right above it."""
        is_again = self._is_again(run)
        if is_again and self._is_again(passage):
            return
        # Orders typed above a quotation without marks have a blank line below them; a part of it has none.
        if run and not (is_again and run[-1] + 1 < passage[0]):
            yield from run
        self.is_quoting = True
        yield from passage

    def _run(self, run: Sequence[int]) -> Iterator[int]:
        """Single lines of ours, in a sequence that is not ours."""
        if self._is_again(run):
            return
        if len(run) > 1:
            self.is_quoting = True
            yield from run
        else:
            yield from (n for n in run if n >= self.above.below)

    def _is_again(self, lines: Sequence[int]) -> bool:
        """Whether these are nothing but orders that the player wrote before, with nothing of our letter above them."""
        return not self.is_quoting and all(n < self.above.border and self.text[n] in self.before for n in lines)
