"""Lines that were not read as orders: what is kept of them with their letter, and what became of each."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from difflib import SequenceMatcher

from pbem.desk.desk import read_json
from pbem.orders.prose import UNCLEAR
from pbem.orders.rehearsal import RULES
from pbem.orders.verdict import PROSE, REFUSED, LineVerdict
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, LetterInRow, LineRow, SubmissionRow

NOT_UNDERSTOOD, CHAT = "not understood", "chat"
"""The two kinds that are counted."""
UNCLEAR_LINE, REFUSED_LINE = "unclear", "refused"
MOST_KEPT = 60
"""Lines of one letter that are kept; all are counted."""


@dataclass(frozen=True)
class LineNotRead:
    """A line of a letter: ``unclear``, ``refused`` (not understood, with the code) or ``chat``, and its text as written.

    What a rule forbids was understood, so it is none of these.
    """

    how: str
    text: str
    code: str = ""


def not_read(verdicts: Iterable[LineVerdict]) -> tuple[LineNotRead, ...]:
    """The lines of a letter that were not read as orders."""
    found = []
    for one in verdicts:
        code = one.problem.code if one.problem is not None else ""
        if one.verdict == PROSE and one.text.strip():
            found.append(LineNotRead(CHAT, one.text.strip()))
        elif one.verdict == REFUSED and code == UNCLEAR:
            found.append(LineNotRead(UNCLEAR_LINE, one.text.strip(), code))
        elif one.verdict == REFUSED and not code.startswith(RULES):
            found.append(LineNotRead(REFUSED_LINE, one.text.strip(), code))
    return tuple(found)


def keep(row: LetterInRow, lines: Sequence[LineNotRead]) -> None:
    """Note with a letter which of its lines were not read."""
    row.lines_chat = sum(one.how == CHAT for one in lines)
    row.lines_unread = len(lines) - row.lines_chat
    row.unread = json.dumps([astuple(one) for one in lines[:MOST_KEPT]]) if lines else ""


def kept(row: LetterInRow) -> tuple[LineNotRead, ...]:
    """The lines of a letter that were not read, as they were noted."""
    return tuple(LineNotRead(*one) for one in read_json(row.unread)) if row.unread else ()


def became(books: Books, game: GameRow, letter: LetterInRow, line: LineNotRead) -> str:
    """The outcome of a line that was not read, in a sentence."""
    if line.how == CHAT:
        return "it was taken for chat"
    for version in reversed(books.submissions.made_by(game, key_of(letter.id))):
        lines = books.submissions.without_answers(version)
        if any(_is(line, one) for one in lines):
            return _followed(books, game, version, lines, line)
    return "nothing of it is on file"


def _is(line: LineNotRead, row: LineRow) -> bool:
    return row.verdict == REFUSED and row.written.strip() == line.text


def _followed(books: Books, game: GameRow, version: SubmissionRow, lines: Sequence[LineRow], line: LineNotRead) -> str:
    """The outcome of a refused line in the versions after its own: the first without it tells."""
    later = books.submissions.version(game, version.side, version.phase, version.n + 1)
    while later is not None:
        after = books.submissions.without_answers(later) if later.state == "filed" else ()
        if not any(_is(line, one) for one in after):
            instead = _instead(lines, after, line)
            if instead:
                return f"it became   {'; '.join(instead)}"
            return "it was just talk" if line.how == UNCLEAR_LINE else "nothing came in its place"
        lines = after
        later = books.submissions.version(game, version.side, version.phase, later.n + 1)
    phase = books.phases.open(game)
    if phase is None or (phase.phase != version.phase and books.phases.named(game, version.phase) is not None):
        return "the phase ran without it"
    return "it waits for an answer" if line.how == UNCLEAR_LINE else "it waits for a correction"


def _instead(before: Sequence[LineRow], after: Sequence[LineRow], line: LineNotRead) -> tuple[str, ...]:
    """The orders that took the place of a line: of an unclear one, the choice that was taken."""
    place = next(n for n, one in enumerate(before) if _is(line, one))
    old, new = ([(one.written, one.canonical, one.verdict) for one in rows] for rows in (before, after))
    came = [one.canonical for one in after if (one.written, one.canonical, one.verdict) not in old]
    choices = read_json(before[place].costs)[1:] if line.how == UNCLEAR_LINE else []
    chosen = [one for one in choices if set(one.splitlines()) <= {text for some in came for text in some.splitlines()}]
    if chosen:
        return tuple(chosen[0].splitlines())
    for kind, first, behind, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "replace" and first <= place < behind:
            rows = after[start:end]
            rows = rows[place - first : place - first + 1] if len(rows) == behind - first else rows
            return tuple(text for one in rows for text in one.canonical.splitlines())
    return ()
