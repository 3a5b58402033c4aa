"""Links of HTML letters that write a letter to the game, and the words that such a letter shows."""

from html.parser import HTMLParser
from urllib.parse import quote

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
