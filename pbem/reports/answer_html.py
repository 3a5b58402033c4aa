"""The HTML part of a receipt or an error reply: the same words, with a link for each line that can be sent.

A link opens a letter with that line in it; every fact stands in the text part too.
"""

import re
from collections.abc import Sequence

from markupsafe import Markup, escape

from pbem.reports.links import mailto
from pbem.reports.manner import translate
from pbem.reports.pages import html_page
from pbem.reports.report import REPLY_MARK
from pbem.reports.wrap import ascii_text

COMMAND = re.compile(r"\|\s(\S[^|]*?)(?=\s{3,}|$)")
"""A line to copy, as letters mark it (``| ready``)."""
HEADING = re.compile(r"([A-Z][A-Z ]+[A-Z])(?: -{3,})")
NEW = re.compile(r"\s*(?:[+\d]|[A-Z]\d\d\d|\S.*\s{3,})|[0-9a-f]{20}| {2,}[0-9a-f]{20}")
"""A line that begins something new: an order with its number, a remark with its code, a line to copy, a digest."""
WRAPPED = 58
"""From how many characters on a line may be one that was wrapped."""
CARET = re.compile(r"^ *\^+$")
LINK = "color:#1c5c2e;background:#fffdf6;font-weight:bold"


def answer_html(game: str, subject: str, text: str, lines: Sequence[str]) -> str:
    """The HTML part of an answer to a letter.  `lines` are order lines in its text that may be sent again, changed or not."""
    about = f"[{game}] {translate('answer')}"
    known = sorted({ascii_text(one) for one in lines if one.strip()}, key=lambda one: (-len(one), one))
    paragraphs = [one.split("\n") for one in re.split(r"\n\s*\n", text.strip("\n"))]
    first, *rest = paragraphs
    found = dict.fromkeys(one.group(1) for line in text.split("\n") for one in COMMAND.finditer(line))
    named = {
        "ready": translate("ready: carry them out"),
        "withdraw": translate("withdraw: take them back"),
        "preview": translate("preview: try without risk"),
    }
    buttons = [{"words": words, "href": mailto(about, one)} for one, words in named.items() if one in found]
    return html_page(
        "player-answer",
        title=subject.partition("] ")[2] or subject,
        source=translate("{game}: the answer to your letter", game=game),
        first=" ".join(" ".join(first).split()),
        is_refusal=any(CARET.match(line) for one in paragraphs for line in one),
        buttons=buttons,
        parts=[_part(one, known, about) for one in rest],
        mark=REPLY_MARK,
    )


def _part(lines: Sequence[str], known: Sequence[str], about: str) -> dict[str, object]:
    """A paragraph: its heading, what was drawn with its columns, and its lines, with their links."""
    head = HEADING.match(lines[0])
    below = lines[1:] if head is not None else lines
    drawn = next((n + 1 for n, line in enumerate(below) if CARET.match(line)), 0)
    return {
        "head": head[1].capitalize() if head is not None else "",
        "drawn": Markup("\n").join([_linked(line, known, about) for line in below[:drawn]]),
        "lines": [_linked(line, known, about) for line in _unwrapped(below[drawn:])],
    }


def _unwrapped(lines: Sequence[str]) -> list[str]:
    """Sentences that were wrapped for the text part, in one line again."""
    found: list[str] = []
    for n, line in enumerate(lines):
        if n and len(lines[n - 1]) >= WRAPPED and not COMMAND.search(line) and not NEW.match(line):
            found[-1] = f"{found[-1].rstrip()} {line.strip()}"
        else:
            found.append(line)
    return found


def _linked(line: str, known: Sequence[str], about: str) -> Markup:
    for one in known:
        before, found, after = line.partition(one)
        if found:
            return escape(before) + _link(one, about) + _linked(after, known, about)
    made, end = Markup(""), 0
    for command in COMMAND.finditer(line):
        made += escape(line[end : command.start()]) + _link(command.group(1), about)
        end = command.end()
    return made + escape(line[end:])


def _link(line: str, about: str) -> Markup:
    href = mailto(about, line)
    return Markup('<a class="l" href="{}" style="{}">{}</a>').format(href, LINK, line) if href else escape(line)
