"""The HTML part of a receipt, an error reply, a welcome, a reminder: the same words, with a link for each line that can be
sent.

A link opens a letter with that line in it; every fact stands in the text part too.
"""

import re
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from urllib.parse import quote

from markupsafe import Markup, escape

from pbem.reports.letter_style import translate
from pbem.reports.pages import html_page
from pbem.reports.report import REPLY_MARK
from pbem.reports.wrap import ascii_text

# Links of HTML letters that write a letter to the game, and the words that such a letter shows.

LONGEST_LINK = 1_900
"""Characters of a link: some systems pass on no more than 2,000."""

REPLY_TO = "reply-to.invalid"
"""Stands in links for the letter's reply address until that is known (see `addressed`)."""


def addressed(made: str, reply_to: str) -> str:
    """The HTML part with its links addressed.  Where a letter cannot be answered (`reply_to` is "") they lead nowhere."""
    return made.replace(REPLY_TO, quote(reply_to, safe="@.-")) if reply_to else made


def readdressed(made: str, before: str, reply_to: str) -> str:
    """The HTML part with its links addressed to another place than before."""
    return made.replace(f"mailto:{quote(before, safe='@.-')}?", f"mailto:{quote(reply_to, safe='@.-')}?")


def words_of(made: str) -> str:
    """The words that an HTML part shows, block by block in lines; a line of the order sheet stands as in the text part."""
    reader = _Words()
    reader.feed(made)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.found).split("\n"))
    return "\n".join(line.replace(f"{_NOTE} ", "   ") for line in lines if line)


def mailto(subject: str, body: str) -> str:
    """A link that opens a letter with this subject and body, addressed to `REPLY_TO`; "" if it would be too long."""
    made = f"mailto:{REPLY_TO}?subject={quote(subject)}&body={quote(body)}"
    return made if len(made) <= LONGEST_LINK else ""


_BLOCKS = frozenset(("p", "div", "tr", "li", "h1", "h2", "h3", "br", "pre", "ul", "table"))
_UNSEEN = frozenset(("head", "style", "title"))
_NOTE = "\0"
"""Stands before the note of a line of the order sheet until blanks are put right."""


class _Words(HTMLParser):
    """Collects the text between tags, with a line end at each block."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.unseen = 0
        self.in_order = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unseen += tag in _UNSEEN
        given = dict(attrs)
        if tag == "small" and self.in_order:
            self.found.append(f" {_NOTE} ")
        elif tag == "a" and given.get("class") == "l":
            self.in_order = True
            self.found.append("\n| ")
        elif tag in _BLOCKS and not (tag == "br" and self.in_order):
            self.found.append("\n")
        elif tag in ("td", "th", "img"):
            self.found.append(f" {given.get('alt') or ''} ")

    def handle_endtag(self, tag: str) -> None:
        self.unseen -= tag in _UNSEEN
        self.in_order &= tag != "a"
        if tag in _BLOCKS:
            self.found.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.found.append(data)


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
