"""A player's own letters, compared with what the desk filed of them, line by line (docs/trust.md, "Your orders").

Nothing is parsed here.  A letter whose lines are all in the words of the desk decides whether lines were exchanged or added;
where it is in other words its lines are looked for by their words alone, and what differs is a remark.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.seal.audit import numbers_text
from pbem.seal.carried_out import STANDING
from pbem.seal.evidence import Kind, ProofNote
from pbem.seal.ladder import MAIN

MOST_LINES: Final = 300
"""So many lines of a letter, and of a submission, are compared."""
ALIKE: Final = 0.6
"""This share of an order's words at least is found in a letter's line that reads like it."""
_MARKS: Final = re.compile(r"^[ \t>|]+")
_ASIDE: Final = re.compile(r"ready|wait|replace|(?:nonce|key)\b.*|end press|[^a-z0-9]*")
"""Lines of a letter that give no order."""
_WORD: Final = re.compile(r"[a-z0-9]+")


@dataclass(slots=True)
class OwnOrdersCheck:
    """The number of submissions that were compared with their letters, and what differs."""

    letters: int
    findings: list[ProofNote]


def compare(
    records: Mapping[int, Mapping[str, Any]],
    opened: Mapping[int, Sequence[str]],
    letters: Mapping[int, str],
    branch: str,
) -> OwnOrdersCheck:
    """Compare one player's submissions in a branch with the letters that they came in.

    `records` are the player's `orders.accepted` by number, `opened` the lines of those that are opened, `letters` the text
    of the letter of each that is in the mailbox.
    """
    found: list[ProofNote] = []
    reworded, count = [], 0
    stood: dict[str, Sequence[str] | None] = {}
    # Standing orders go on from phase to phase, and no letter says them again.  A branch takes them over from its parent.
    begun: Sequence[str] | None = () if branch == MAIN else None
    standing: dict[str, Sequence[str] | None] = {}
    for seq, record in sorted(records.items()):
        body = record["body"]
        before = stood.get(body["phase"], standing.get(body["player"], begun) if body["n"] == 1 else None)
        lines = stood[body["phase"]] = opened.get(seq)
        standing[body["player"]] = None if lines is None else [line for line in lines if STANDING.match(line)]
        if lines is None or seq not in letters:
            continue
        count += 1
        letter = _Letter(letters[seq])
        for kind, text in letter.differences(lines, before):
            found.append(ProofNote(kind, f"record {seq}: {text}", seq, branch))
        if any(not letter.reads_like(line) for line in lines if line not in (before or ())):
            reworded.append(seq)
    if reworded:
        numbers = f"record{'s' * (len(reworded) > 1)} {numbers_text(reworded)}"
        text = f"the orders filed in {numbers} are in other words than your letters: compare them with your receipts"
        found.append(ProofNote("note", text, reworded[0], branch))
    return OwnOrdersCheck(count, found)


class _Letter:
    def __init__(self, text: str) -> None:
        raw = [line for line in text.replace("\r", "").split("\n") if line.strip()][:MOST_LINES]
        self.lines = [" ".join(_MARKS.sub("", line).lower().split()) for line in raw]
        self.words = [frozenset(_WORD.findall(line)) for line in self.lines]
        self.is_quoted = [line.lstrip().startswith((">", "|")) for line in raw]

    def differences(self, lines: Sequence[str], before: Sequence[str] | None) -> Iterator[tuple[Kind, str]]:
        """The lines that the desk exchanged or added, as kind and text; `before` stood on file, None if it isn't known."""
        filed = [line for line in lines[:MOST_LINES] if line not in (before or ())]
        is_plain = before is not None and not any(self.is_quoted) and len(self.lines) < MOST_LINES
        known = {" ".join(line.lower().split()) for line in lines}
        is_plain = is_plain and all(line in known or _ASIDE.fullmatch(line) for line in self.lines)
        added = [line for line in filed if " ".join(line.lower().split()) not in self.lines]
        if is_plain:
            for line in added:
                yield "false", f"{line!r} was filed, and your letter does not say so"
        for line in [] if is_plain else added:
            if STANDING.match(line) and not self.reads_like(line):
                yield "note", f"the standing order {line!r} was filed, and no line of your letter reads like it"
        for are_standing in (False, True):
            own = [line for line in filed if bool(STANDING.match(line)) == are_standing]
            own = [line for line in own if are_standing or ": " not in line]
            places = [place for line in own if (place := self._place(line)) is not None]
            if places != sorted(places):
                kind: Kind = "false" if is_plain and not before and len(set(self.lines)) == len(self.lines) else "note"
                yield kind, "its lines were filed in another sequence than they have in your letter"

    def reads_like(self, line: str) -> bool:
        """True if some line of the letter has most words of a line that was filed."""
        return self._place(line) is not None

    def _place(self, line: str) -> int | None:
        """The line of the letter that reads most like this one, None if none does."""
        plain = " ".join(line.lower().split())
        if plain in self.lines:
            return self.lines.index(plain)
        # A word may be cut short: "fi" for "fire".
        words = [{word[:length] for length in range(1, len(word) + 1)} for word in _WORD.findall(plain)[:40]]
        alike = [sum(not own.isdisjoint(word) for word in words) for own in self.words]
        best = max(alike, default=0)
        return alike.index(best) if words and best >= ALIKE * len(words) else None
