"""Text from HTML: as it is seen, with what is quoted marked by `> `, so that one reader serves both kinds of letter."""

import re

import lxml.html
from inscriptis.css_profiles import STRICT_CSS_PROFILE
from inscriptis.html_engine import Inscriptis
from inscriptis.model.config import ParserConfig
from lxml import etree

from pbem.mail.charset import plain_lines

LARGEST = 400_000
"""Characters of HTML that are read: a player's words stand at the top."""

_DEEPEST = 120
_MOST_ELEMENTS = 20_000
_MOST_CLASSES, _LONGEST_STYLE = 20, 400
"""Of one element, in characters: no program writes as many."""
_STYLES = frozenset(("display", "white-space", "margin-top", "margin-bottom"))
_BEGIN, _END, _GAP = "\ue000", "\ue001", "\ue002"
"""Private characters that stand for the start and end of a quotation between the two steps below."""

_QUOTE_CLASSES = frozenset(
    {"gmail_attr", "moz-cite-prefix", "yahoo_quoted_header", "protonmail_signature_block-proton"}
)
_QUOTE_FRAMES = frozenset(
    {"gmail_quote", "gmail_extra", "yahoo_quoted", "protonmail_quote", "zmail_extra", "moz-forward-container"}
)
_QUOTE_NAMES = frozenset({"messageReplySection", "messageForwardSection"})
_SIGNATURE_CLASSES = frozenset({"gmail_signature", "moz-signature", "protonmail_signature_block-user"})
_OLDER_IDS = frozenset(
    {
        "divRplyFwdMsg",
        "appendonsend",
        "OLK_SRC_BODY_SECTION",
        "mail-editor-reference-message-container",
        "reply-intro",
        "zwchr",
    }
)
_DROPPED = (
    "script",
    "style",
    "title",
    "template",
    "noscript",
    "iframe",
    "object",
    "svg",
    "math",
    "select",
    "textarea",
    "base",
)
_OUTLOOK_RULE = re.compile(r"border-top:\s{0,3}solid\s{0,3}#(?:b5c4df|e1e1e1)", re.IGNORECASE)
_DECLARATION = re.compile(r"\s{0,100}<\?xml[^>]{0,200}\?>", re.IGNORECASE)
_OLDER = "-----Original Message-----"


def text_of(html: str) -> str:
    """The text of an HTML part, quotations marked `> ` (nested ones `> > `), one line for each `<br>`, block and item.

    Quotations are blockquotes and what Gmail, Outlook, Thunderbird, Yahoo and Proton put round an older letter.  An
    answer between two blockquotes stays unmarked, even inside Gmail's outer frame.  Never raises.
    """
    html = _DECLARATION.sub(
        "", html[:LARGEST].replace(_BEGIN, "").replace(_END, "").replace(_GAP, "").replace("\x00", "")
    )
    if not html.strip():
        return ""
    try:
        tree = lxml.html.document_fromstring(
            html, parser=lxml.html.HTMLParser(remove_comments=True, remove_pis=True, encoding=None)
        )
    except (etree.LxmlError, ValueError):
        return _without_tags(html)
    elements = list(tree.iter(etree.Element))
    if len(elements) > _MOST_ELEMENTS or _is_too_deep(tree):
        return _without_tags(html)
    try:
        for element in elements:
            _mark(element)
            _lay_flat(element)
            _without_lengths(element)
        etree.strip_elements(tree, *_DROPPED, with_tail=False)
        text = Inscriptis(tree, ParserConfig(css=STRICT_CSS_PROFILE.copy())).get_text()
    except (
        ValueError,
        IndexError,
        KeyError,
        AttributeError,
        TypeError,
        RecursionError,
    ):  # faults on odd styles and tables, and lxml's on characters that XML does not have
        return _without_tags(html)
    return plain_lines(_with_marks(text))  # a control character may be written as a number


def _is_too_deep(tree: lxml.html.HtmlElement) -> bool:
    level = [tree]
    for _ in range(_DEEPEST):
        level = [child for element in level for child in element]
        if not level:
            return False
    return True


def _mark(element: lxml.html.HtmlElement) -> None:
    """Mark a quotation, an older letter and a signature: private marks, a separator, `--` (and a blank line behind it)."""
    classes = set((element.get("class") or "").split()[:_MOST_CLASSES])
    if (
        element.tag == "blockquote"
        or classes & _QUOTE_CLASSES
        or ((classes & _QUOTE_FRAMES or element.get("name") in _QUOTE_NAMES) and element.find(".//blockquote") is None)
    ):
        element.insert(0, _line(_BEGIN, tail=element.text))
        element.text = None
        element.append(_line(_END))
    elif element.get("id") == "reply-intro" and element.getnext() is not None and element.getnext().tag == "blockquote":
        element.text = (
            f"> {element.text or ''}"  # Roundcube: the quotation marks itself, and the answer may stand below it
        )
    elif element.get("id") in _OLDER_IDS or _OUTLOOK_RULE.search((element.get("style") or "")[:_LONGEST_STYLE]):
        _put_before(element, _OLDER)
    elif classes & _SIGNATURE_CLASSES and (element.text_content() or "").strip():
        _put_before(element, "--")
        if element.getparent() is not None:
            element.tail, behind = None, element.tail
            element.addnext(_line(_GAP, tail=behind))


_FLAT = {"table": "div", "thead": "div", "tbody": "div", "tfoot": "div", "tr": "div", "td": "span", "th": "span"}


def _lay_flat(element: lxml.html.HtmlElement) -> None:
    """A table row as a line.  Set in columns, one wide cell over many rows would fill the memory."""
    if element.tag in ("td", "th"):
        element.tail = " " + (element.tail or "")
    if element.tag in _FLAT:  # no other is set again: libxml2 reads names that lxml does not take
        element.tag = _FLAT[element.tag]


_LONG = re.compile(r"\d{3,}")


def _without_lengths(element: lxml.html.HtmlElement) -> None:
    """Keep of a style what decides about lines, no length of three digits among it: nothing indents, and each blank that is
    laid out takes memory."""
    style = element.attrib.pop("style", "")[:_LONGEST_STYLE]
    kept = [one for one in style.split(";") if one.partition(":")[0].strip().lower() in _STYLES]
    if kept:
        element.set("style", _LONG.sub("99", ";".join(kept)))


def _put_before(element: lxml.html.HtmlElement, words: str) -> None:
    if element.getparent() is not None:
        element.addprevious(_line(words))


def _line(words: str, tail: str | None = None) -> lxml.html.HtmlElement:
    line = lxml.html.HtmlElement()
    line.tag = "div"
    line.text = words
    line.tail = tail
    return line


def _with_marks(text: str) -> str:
    lines: list[str] = []
    depth = 0
    for line in text.split("\n"):
        depth += line.count(_BEGIN)
        bare = " ".join(line.replace(_BEGIN, "").replace(_END, "").replace(_GAP, "").replace("\xa0", " ").split())
        if bare or not (_BEGIN in line or _END in line):
            lines.append("> " * min(depth, 9) + bare)
        depth = max(0, depth - line.count(_END))
    return "\n".join(lines).strip("\n")


_TAG = re.compile(r"<[^<>]{0,2000}>")
_BREAKING = re.compile(r"<(?:br|p|div|li|tr|h\d|/p|/div|/li|/tr|/blockquote)\b[^<>]{0,2000}>", re.IGNORECASE)
_BLOCKQUOTE = re.compile(r"<blockquote\b", re.IGNORECASE)
_ENTITIES = {"&nbsp;": " ", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&"}


def _without_tags(html: str) -> str:
    """The poor man's reading, for what cannot be taken apart: all before the first quotation, tags left out."""
    quotation = _BLOCKQUOTE.search(html)
    text = _TAG.sub("", _BREAKING.sub("\n", html[: quotation.start()] if quotation else html))
    for entity, character in _ENTITIES.items():
        text = text.replace(entity, character)
    return "\n".join(line.strip() for line in text.split("\n")).strip("\n")
