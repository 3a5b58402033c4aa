"""Quotation marks other than ``>``: ``| ``, ``: ``, ``Desk| `` and whatever else a program puts before each line it quotes.

No list of them would be complete, so they are found by what stands behind them: lines of the letter that we sent.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.orders.repeated_lines import EarlierOrders
from pbem.orders.sent_text import SentText

LONGEST_MARK = 16
"""Characters of a mark, blanks left out."""
LEAST_MARKED = 3
"""Lines of ours that stand behind the same mark, at least."""
SHORTEST = 8
"""Characters of a line of ours that counts, blanks left out: the numbers along a map's edge stand in many texts."""
WIDEST = 200
"""Characters of a line that is looked at: ours have 78."""


def with_known_marks(text: Sequence[str], sent_text: SentText, before: EarlierOrders) -> tuple[list[str], int]:
    """The lines of a letter, ``>`` in place of any other mark with which the letter quotes one of ours; and how many of
    them stand above such a quotation, 0 where there is none.

    Sheet lines that were copied above the quotation begin with ``|`` too: a line above the first one that is known as ours
    counts as marked only where no blank line stands between them.
    """
    squeezed = ["".join(line.split()) if len(line) <= WIDEST else "" for line in text]
    found = [dict.fromkeys(_marks(line, sent_text, before)) for line in squeezed]
    counts = Counter(mark for marks in found for mark in marks)
    if not counts or max(counts.values()) < LEAST_MARKED:
        return list(text), 0
    mark = max(counts, key=lambda one: (counts[one], -len(one)))
    first = next(n for n, marks in enumerate(found) if mark in marks)
    while first and squeezed[first - 1].startswith(mark):
        first -= 1
    shape = re.compile(r"\s*" + r"\s*".join(map(re.escape, mark)))
    marked = (shape.sub(">", line, count=1) if shape.match(line) else line for line in text[first:])
    return [*text[:first], *marked], first


def _marks(line: str, sent_text: SentText, before: EarlierOrders) -> Iterator[str]:
    """What could be a mark before a line, blanks left out, since a line of ours follows that is no order of the player's."""
    if not line or sent_text.has(line):
        return
    for end in range(1, min(LONGEST_MARK, len(line) - SHORTEST) + 1):
        rest = line[end:].lstrip(">")
        is_whole = not line[end - 1].isalnum() and line[end - 1] != ">"
        if is_whole and sent_text.has(rest) and rest not in before and any(one.isalnum() for one in rest):
            yield line[:end]
