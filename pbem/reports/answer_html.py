"""The HTML part of a receipt, an error reply, a welcome, a reminder: the same words, with a link for each line that can be
sent.

A link opens a letter with that line in it; every fact stands in the text part too.
"""

import re
from collections.abc import Callable, Sequence

from markupsafe import Markup, escape

from pbem.reports.letter_style import translate
from pbem.reports.links import mailto
from pbem.reports.pages import html_page
from pbem.reports.report import REPLY_MARK
from pbem.reports.wrap import ascii_text

COMMAND = re.compile(r"\|\s(\S[^|]*?)(?=\s{3,}|$)")
"""A line to copy, as letters mark it (``| ready``)."""
HEADING = re.compile(r"([A-Z][A-Z ]+[A-Z])(?: -{3,})")
BUTTONS = ("agree", "disagree", "accept", "decline", "extend", "confirm", "resend", "report page", "status")
NAMED = ("help",)
"""Beginnings of lines that one taps rather than writes: they are buttons too."""
LABELLED = re.compile(r"^([A-Z][a-z' ]{1,20}?) {2,}(?=\S)")
"""The label before a fact: ``Deadline           Sunday``."""
SPACED = re.compile(r"(?:\S+ {2,}){4}\S")
"""A line of which the columns are the sense."""
NEW = re.compile(
    r"[+ ] ?\d{1,3}  | *[A-Z]\d{3}\b| *[A-Z]\w*(?: \w+){0,2} {3,}\S| *(?:or|oder) {3,}\S|.*\S {4,}\S| *[0-9a-f]{20}"
)
"""A line that begins something new: an order with its number, a remark with its code, ``Write   ``, columns, a digest."""
DONE = re.compile(r".*(?:\([A-Z]\d{3}\)|[0-9a-f]{20}|\S {4,}\S.*)$")
"""A line that nothing can be the rest of: it ends with a code or a digest, or has columns."""
GAP = re.compile(r"(?<=\S) {4,}(?=\S)|^ {4,}(?=\S)")
WRAPPED = 58
"""From how many characters on a line may be one that was wrapped."""
CARET = re.compile(r"^ *\^+$")
LINK = "color:#1c5c2e;background-color:#fffdf6;font-weight:bold"


def answer_html(game: str, subject: str, text: str, lines: Sequence[str], *, is_answer: bool = True) -> str:
    """The HTML part of an answer to a letter, or of one that the desk writes of itself (not `is_answer`).

    `lines` are order lines in its text that may be sent again, changed or not.
    """
    text = text.removeprefix(f"{REPLY_MARK}\n")
    about = f"[{game}] {translate('answer')}"
    known = sorted({ascii_text(one) for one in lines if one.strip()}, key=lambda one: (-len(one), one))
    paragraphs = [one.split("\n") for one in re.split(r"\n\s*\n", text.strip("\n"))]
    first, *rest = paragraphs
    found = dict.fromkeys(one.group(1) for line in text.split("\n") for one in COMMAND.finditer(line))
    named = {
        "ready": translate("ready: carry them out"),
        "withdraw": translate("withdraw: take them back"),
        "preview": translate("preview: try without risk"),
        "pass": translate("pass: order nothing"),
    }
    buttons = [{"words": words, "href": mailto(about, one)} for one, words in named.items() if one in found]
    buttons += [{"words": one, "href": mailto(about, one)} for one in found if one.startswith(BUTTONS) or one in NAMED]
    head, items = _first(first)
    return html_page(
        "player-answer",
        title=subject.partition("] ")[2] or subject,
        source=translate("{game}: the answer to your letter", game=game) if is_answer else game,
        first=head,
        items=items,
        is_refusal=any(CARET.match(line) for one in paragraphs for line in one),
        buttons=buttons,
        parts=[_part(one, known, about) for one in rest],
        mark=REPLY_MARK,
    )


def _first(lines: Sequence[str]) -> tuple[str, list[str]]:
    """The sentences of the first paragraph, and the items of a list below them: the rest of an item is indented more."""
    listed = next((n + 1 for n, line in enumerate(lines[:-1]) if line.endswith(":") and lines[n + 1][:1] == " "), 0)
    items: list[str] = []
    for line in lines[listed:] if listed else ():
        if len(line) - len(line.lstrip()) > 2:
            items[-1] = f"{items[-1]} {line.strip()}"
        else:
            items.append(line.strip())
    return " ".join(" ".join(lines[: listed or None]).split()), items


def _part(lines: Sequence[str], known: Sequence[str], about: str) -> dict[str, object]:
    """A paragraph: its heading, what was drawn with its columns, and its lines, with their links."""
    head = HEADING.match(lines[0])
    below = lines[1:] if head is not None else lines
    drawn = next((n + 1 for n, line in enumerate(below) if CARET.match(line)), 0)
    if sum(SPACED.search(line) is not None for line in below) > len(below) // 2:
        drawn = len(below)  # a map, or a table whose columns are its sense
    return {
        "head": head[1].capitalize() if head is not None else "",
        "drawn": Markup("\n").join([_linked(line, known, about) for line in below[:drawn]]),
        "lines": [_linked(line.strip(), known, about, _set_apart) for line in _unwrapped(below[drawn:], known)],
    }


def _unwrapped(lines: Sequence[str], known: Sequence[str]) -> list[str]:
    """Sentences that were wrapped for the text part, in one line again."""
    found: list[str] = []
    for n, line in enumerate(lines):
        if n and _goes_on(lines[n - 1], line, known):
            found[-1] = f"{found[-1].rstrip()} {line.strip()}"
        else:
            found.append(line)
    return found


def _goes_on(before: str, line: str, known: Sequence[str]) -> bool:
    """True if a line is the rest of the one before it."""
    if len(before) < WRAPPED or COMMAND.search(before) or DONE.match(before):
        return False
    return not (COMMAND.search(line) or NEW.match(line) or line.strip().startswith(tuple(known)))


def _set_apart(text: str) -> str:
    """Turn blanks that set text apart for the eye, parted by marks: HTML shows one blank only."""
    return GAP.sub("; ", LABELLED.sub(r"\1: ", re.sub(r"(?<=\w) {3,}$", ": ", text)))


def _linked(line: str, known: Sequence[str], about: str, words: Callable[[str], str] = str) -> Markup:
    for one in known:
        before, found, after = line.partition(one)
        if found:
            return escape(words(before)) + _link(one, about) + _linked(after, known, about, words)
    made, end = Markup(""), 0
    for command in COMMAND.finditer(line):
        made += escape(words(line[end : command.start()])) + _link(command.group(1), about)
        end = command.end()
    return made + escape(words(line[end:]))


def _link(line: str, about: str) -> Markup:
    href = mailto(about, line)
    return Markup('<a class="l" href="{}" style="{}">{}</a>').format(href, LINK, line) if href else escape(line)
