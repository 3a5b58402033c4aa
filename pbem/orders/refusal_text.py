"""The text about a refused order: the line as written, a caret, code, reason, and lines to copy."""

import re
from collections.abc import Sequence

from pbem.core.order import Problem, Warning_

WIDTH = 72
LINE_WIDTH = 76
INDENT = 6
GAP = "   "
MOST_LEAD = 20
"""Columns by which an ``or`` is set in at most, to end where the lead-in of the first line to copy ends."""
SENTENCE_GAP = re.compile(
    r"(?<=[A-Za-z0-9)'][.?!])(?<!\bCo\.)(?<!\bLt\.)(?<!\bMt\.)(?<!\bSt\.)(?<!\b[A-Z]\.) (?=[A-Z0-9'])"
)
"""Between two sentences; the dot of an abbreviation in a name ends none."""


LINE, WRITE, OR = "line", "Write", "or"
"""The words that are ours; in a letter in another language others stand there."""


def refusal(
    number: int,
    text: str,
    problem: Problem,
    caret: tuple[int, int] | None,
    line: str = LINE,
    write: str = WRITE,
    either: str = OR,
) -> str:
    """The whole answer to one refused line; lines of at most 76 columns, joined by line ends, none at the end."""
    return "\n".join((*shown(number, text, caret, line), *explained(problem, write, either)))


def shown(number: int, text: str, caret: tuple[int, int] | None, word: str = LINE) -> tuple[str, ...]:
    """The line as the player wrote it and the caret line; a long line is cut to the part with the caret."""
    ahead = f"{word} {number}  "
    room = LINE_WIDTH - len(ahead)
    if caret is None:
        return ((ahead + _cut(text, room)).rstrip(),)
    start = max(caret[0], 0)
    end = max(caret[1], start + 1)
    if max(len(text), end) > room:
        first = min(max(0, start - room // 3), len(text) - room + 6)
        if first:
            text, start, end = "..." + text[first:], start - first + 3, end - first + 3
        text, end = _cut(text, room), min(end, room)
    return (ahead + text).rstrip(), " " * (len(ahead) + start) + "^" * (end - start)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 3] + "..."


def explained(problem: Problem, write: str = WRITE, either: str = OR) -> tuple[str, ...]:
    """Code and text, wrapped at 72 columns with six blanks before every line but the first."""
    return wrapped(f"{problem.code}  {full_text(problem, write, either)}")


def remark(warning: Warning_) -> tuple[str, ...]:
    """A warning in the same form, indented by two as in a receipt."""
    return tuple("  " + line for line in wrapped(f"{warning.code}  {full_text(warning)}", WIDTH))


def full_text(problem: Problem, write: str = WRITE, either: str = OR) -> str:
    """The text with the lines to copy, where it does not hold them already.

    A text may end in a lead-in such as ``Way round:``; a text without one is followed by ``Write``.  Lines after the first are
    alternatives, each with ``or``.
    """
    text = SENTENCE_GAP.sub("  ", problem.text)
    suggest = problem.suggest[:3]
    if not suggest or any(line in text for line in suggest):
        return text
    first, *others = suggest
    lead = write
    if text.endswith(":"):
        sentence = re.search(r"(?:(?<=[.?!)])|^)\s*([^.?!]*:)$", text)
        cut = sentence.start(1) if sentence else len(text)
        lead = text[cut:].strip()
        text = f"{text[:cut].rstrip()}\n{text[cut:]}{GAP}{first}".lstrip("\n")
    else:
        text = f"{text}\n{write}{GAP}{first}"
    return "".join((text, *(f"\n{either:>{min(len(lead), MOST_LEAD)}}{GAP}{line}" for line in others)))


def without_lead(text: str) -> str:
    """A text without the lead-in to lines to copy that it may end in, for a place where none follow."""
    sentences = SENTENCE_GAP.sub("  ", text).replace("\n", "  ").split("  ")
    return "  ".join(sentences[:-1] if len(sentences) > 1 and text.endswith(":") else sentences)


def in_one_line(problem: Problem) -> str:
    """The text in one line, as programs are given it."""
    return re.sub(r"\s*\n\s*", "  ", full_text(problem)).strip()


_CHOICE = re.compile(r"\d{1,2}  (?=\S)")


def wrapped(text: str, width: int = WIDTH, indent: int = INDENT) -> tuple[str, ...]:
    """Lines of at most `width` columns, the second and later ones indented.

    A line end in `text` stays one, and what is whole in 76 columns stays whole.  What stands between gaps of three blanks
    (a line to copy) is not broken.  A choice (``1  stay``) goes on below its words, not below its number, and a line that
    is set in goes on further in.
    """
    out: list[str] = []
    for n, paragraph in enumerate(text.split("\n")):
        ahead = " " * indent if n else ""
        if len(ahead) + len(paragraph) <= LINE_WIDTH:
            out.append((ahead + paragraph).rstrip())
        else:
            choice = _CHOICE.match(paragraph) if n else None
            blanks = len(paragraph) - len(paragraph.lstrip()) if n else 0
            further = len(choice[0]) if choice is not None else blanks + len(GAP) if blanks else 0
            out.extend(_broken(paragraph, ahead, width, indent + further))
    return tuple(out)


def _broken(paragraph: str, line: str, width: int, indent: int) -> list[str]:
    """A paragraph broken at blanks; a sentence is not begun with its first word alone at the end of a line."""
    out: list[str] = []
    fresh = True
    pieces = [
        (blanks if n else gap, word, words[n + 1][1] if n + 1 < len(words) else "")
        for gap, piece in re.findall(r"(\s*)(\S+(?:\s{1,2}\S+)*)", paragraph)
        for words in [_words(piece, whole=len(gap) >= len(GAP) and indent + len(piece) <= width)]
        for n, (blanks, word) in enumerate(words)
    ]
    for gap, word, following in pieces:
        needs = len(gap) + len(word)
        if len(gap) == 2 and line.endswith((".", "?", "!")) and following:
            needs += 1 + len(following)
        if not fresh and len(line) + needs > width:
            out.append(line)
            line, gap = " " * indent, ""
        room = LINE_WIDTH - len(line) - len(gap)
        line, fresh = line + gap + (word if len(word) <= room else word[: room - 3] + "..."), False
    return [*out, line]


def _words(piece: str, *, whole: bool) -> list[tuple[str, str]]:
    return [("", piece)] if whole else re.findall(r"(\s*)(\S+)", piece)


def with_lead(text: str, lead: str) -> str:
    """A text and what follows it: on a line of its own behind a text of one line, else behind a gap."""
    return f"{text}\n{lead}" if INDENT + len(text) <= WIDTH else f"{text}{GAP}{lead}"


def without_lines(text: str, lines: Sequence[str]) -> str:
    """A text without the sentences that show one of these lines to copy."""
    return "  ".join(one for one in re.split(r"(?<=[.?!])\s+(?=[A-Z])", text) if not any(line in one for line in lines))
