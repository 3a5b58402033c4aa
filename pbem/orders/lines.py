"""From a letter's words to order lines: what counts as the player's own, and what was cut and why (docs/orders.md, A letter).

Every stage blanks what it removes instead of deleting it, so that a column in `words` is the same column in `text`.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from pbem.orders.bounds import LONGEST_LINE, MOST_LINES, MOST_SHEET_LINES
from pbem.orders.commands import command, nearly
from pbem.orders.quote_marks import with_known_marks
from pbem.orders.repeated_lines import EarlierOrders, RepeatedLines, TypedLines
from pbem.orders.sent_text import WIDE_GAP, SentText

NO_WORDS = "comment or polite words"
"""Why a line was cut in which nothing is left to read."""
REPEATED = "quoted: we sent this line"
"""Why lines were cut that stand in a letter of ours, though nothing marks them as quoted."""
TOO_LONG = f"longer than {LONGEST_LINE} characters"
"""Why a line was cut that is longer than what is read."""

MARK = re.compile(r"[\s>]*#{2,}\s*reply above this line", re.I)
HEADER = re.compile(
    r"\s*\*?(from|von|de|da|van|sent|date|gesendet|datum|envoye|to|an|a|subject|betreff|objet|cc)\*?\s*:\s", re.I
)
DIVIDER = re.compile(r"\s*-{2,}\s*(original message|urspr.*nachricht|message d'origine|forwarded message)\b", re.I)
WROTE = re.compile(
    r"\s*(on|am|le|op|el|il|den)\b.{4,200}?(wrote|schrieb|a ecrit|schreef|escribio|ha scritto|skrev)\b.{0,80}:\s*$",
    re.I,
)
WROTE_OPENS = re.compile(r"\s*(on|am|le|op|el|il|den)\b.{4,120}$", re.I)
FOOTER = re.compile(
    r"\s*(sent from my\b|sent via\b|get outlook for\b|von meinem .{2,30} gesendet|gesendet von\b|envoye de(puis)? mon\b"
    r"|enviado desde\b|inviato da\b|verstuurd vanaf\b)",
    re.I,
)
LOOKS_LIKE_ORDER = re.compile(
    r"\b\d{4}\b|\b[a-z]\s?/\s?\d|^\W*(pass|ready|wait|status|help|preview|replace|amend|withdraw|policy|when|if)\b",
    re.I,
)
LIST_MARK = re.compile(r"\s*(?:\|(?=\s|$)|[*+-](?=\s)|\d{1,3}[.)](?=\s)|\(?[a-z]\)(?=\s))", re.I)
LIST_MARKS = re.compile(f"(?:{LIST_MARK.pattern}){{1,3}}", re.I)
"""Those ahead of a line: ``1. - * ...`` at most."""
COST = re.compile(r"\s\d{1,2} of \d{1,2} MPs?\b.*$", re.I)
COMMENT = re.compile(r"(?:#|(?<!:)//).*$")
BRACKETS = re.compile(r"\((?!\s*\d+(?:\.\d+)?\s*[,/]\s*\d+(?:\.\d+)?\s*\))[^()]*\)")
"""A remark in brackets.  A pair of numbers in them is a place, as games without hexes write it: ``(34.5, 20)``."""
CONTINUES = re.compile(
    r"(?:[,;>+&-]|\b(?:and|then|to|at|via|else|or|with|from|toward|towards|when|if|until|(?<!\bin )turn|within|of|each))\s*$",
    re.I,
)
NAMED = re.compile(r"\s*[A-Za-z0-9][\w/.' -]{0,40}:\s")
"""A line that begins with whom it is for, and what it says of him begins behind a colon."""
REST_STAYS = re.compile(
    r"(?:in\s+[^:;]{1,30}:\s*)?(?:and\s+)?(?:(?:all\s+)?(?:the\s+)?(?:others|(?:other|remaining)\s+(?:units|companies|warriors)|rest)"
    r"|all\s+others|every(?:one|body)\s+else)(?:\s*:)?"
    r"\s+(?:can\s+|will\s+|to\s+|just\s+)?(?:(?:stay|remain)s?|sits?\s+tight|do(?:es)?\s+(?:nothing|not\s+move)|don'?t\s+move)"
    r"(?:\s+(?:put|here|there|still|in\s+place|where\s+they\s+are|as\s+they\s+are"
    r"|for\s+now|this\s+turn)){0,3}"
    r"|no(?:body|\s+one)\s+else\s+(?:moves?|acts?|does\s+anything)(?:\s+this\s+turn)?",
    re.I,
)
"""Says what happens anyway: who has no order stays."""
GREETING = re.compile(
    r"(?:hi|hello|hey|dear|good\s+(?:morning|day|evening)|hallo|guten|liebe[rs]?|bonjour|salut|ciao|hola)\b[^\d/:;]*,$",
    re.I,
)
GLADLY = r"(?:gladly|happily|of course|with pleasure|if possible|if (?:they|you) can|by all means|cheers)"
POLITE = r"(?:please|let(?!')|pls|plz|thanks|thank you|thx|ok|okay|and|my|the|kindly|then)"
CORRECTS = r"(?:sorry|oops|whoops|correction|actually|no,?\s+wait|i\s+mean[t]?)"
"""What people put before an order that they have thought better of: ``sorry - C/3 fire at Crow King``."""
POLITE_AHEAD = re.compile(
    rf"[\s\"'.!,]*(?:\b{POLITE}\b(?!\s*:)[\s,!]*|\b{CORRECTS}\b[\s,!:.-]*|\b(?:hi|hello|hey)\b\s*[,!-]+\s*)", re.I
)
POLITE_BEHIND = re.compile(rf"[\s,.!-]*\b(?:{POLITE}|{GLADLY}|instead|sorry|too|as well)\b[\s\"'.!,]*$", re.I)
SHEET_UNFILLED = re.compile(r"\.\.\.|(?:[,;>+&-]|\b(?:and|then))\s*$", re.I)
SENTENCE = re.compile(r"[.!?;]+\s+|[.!?;]+$|,?\s+and\s+", re.I)
PRESS = re.compile(
    r"\s*press(?:\s+(?:to\s+|for\s+)?(?:the\s+|my\s+)?(gm|all|both|opponents?|others?))?\s*:\s*(.*)$", re.I
)
ADDRESSED_TO = re.compile(
    r"\s*(?:(?:my\s+|a\s+|an?other\s+)?(?:notes?|messages?|questions?|words?|ps|p\.s\.?)\s+)?(?:to|for)\s+(?:the\s+|my\s+)?"
    r"(?:(?P<gm>gm|g\.m\.|game\s*master|referee|umpire|moderator)|opponents?|other\s+(?:player|side)s?)"
    r"\s*(?::|,|\s-)\s*(?P<words>\S.*)$",
    re.I,
)
"""A message in other words than ``press``, on one line: ``To the GM: is Sunday all right?``."""
END_PRESS = re.compile(r"(?:^|\s)\s*end\s*(?:of\s+(?:the\s+)?)?press[\s.!]*$", re.I)

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u2500\u00ad"
ARROWS = "\u2192\u21d2\u27a1\u2794\u279c\u27f6\u27f9\u21a6\u21fe"
STRAIGHT = {
    **dict.fromkeys(map(ord, DASHES), "-"),
    **dict.fromkeys(map(ord, ARROWS), ">"),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032\u00b4`"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u2039\u203a"), '"'),
    **dict.fromkeys(map(ord, "\u2022\u25cf\u25aa\u25e6\u2023\u2043\u00b7\u2219\u25a0\u25cb"), "*"),
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u200e\u200f"), ""),
    **dict.fromkeys(map(ord, "\u00df"), "ss"),
    **dict.fromkeys(map(ord, "\u00f8"), "o"),
    **dict.fromkeys(map(ord, "\u00e6"), "ae"),
    ord("\u2044"): "/",
    ord("\u2026"): "...",
    ord("\t"): " ",
}


@dataclass(frozen=True, slots=True)
class OwnLine:
    """One order line: its number in the letter (from 1), `text` as written, and `words` to be read.

    `words` has blanks where marks, comments and polite words stood: a column of `words` is that column of `text`.  A line
    of the order sheet `is_filled` if it was filled in where it stood in the quoted letter.
    """

    number: int
    text: str
    words: str
    is_sheet: bool = False
    is_filled: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """A line, or a part of one, that was not read, and why."""

    number: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Press:
    """A message to ``opponent``, ``gm`` or ``both``; nothing in it is read as orders.

    One that `is_open` has no ``end press`` and goes on to the letter's end: it may hold what was meant for the desk.
    """

    to: str
    text: str
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class LinesRead:
    """The order lines of a letter, what was cut, and press."""

    lines: tuple[OwnLine, ...]
    cut: tuple[Cut, ...]
    press: tuple[Press, ...] = ()


def straight(text: str) -> str:
    """Pure ASCII: one form for dashes, arrows, quotes and blanks, letters without their accents, ``?`` for what is left."""
    if text.isascii():
        return text.replace("\t", " ") if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    # Before NFKC, which would turn the acute accent into a blank and an accent, and an ellipsis' neighbours apart.
    text = unicodedata.normalize("NFKC", text.translate(STRAIGHT)).translate(STRAIGHT)
    bare = (c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return "".join(c if "!" <= c <= "~" else " " if c.isspace() or not c.isprintable() else "?" for c in bare)


def squashed(text: str) -> str:
    """A line for comparing with what we sent: quoting and blanks left out, case kept."""
    bare = "".join(text.split())
    if bare.isascii() and bare.isprintable():  # as nearly all are: what `straight` does to others changes nothing here
        return bare.lstrip(">")
    return "".join(straight(text).lstrip("> ").split())


def own_lines(
    words: str,
    sent: Collection[str] = (),
    sheet: Sequence[str] = (),
    typed: int = 0,
    before: Collection[str] = (),
    broken: Sequence[str] = (),
) -> LinesRead:
    """The player's own order lines in the words of a letter.

    `sent` are the lines (or whole texts) of letters that went to this player: what repeats them is a quotation.  `sheet` are
    order-sheet lines out of what he quoted; those that he filled in where they stood follow the words.  The first `typed`
    lines stand above all that he quoted, so they are his own even where they repeat ours; so are order lines that he wrote
    `before` where nothing else of our letter stands around them.  `broken` are marked lines that were cut away, in whose
    place an unmarked tail may be left.  Any text at all is taken; lines beyond 2,000, and what is
    beyond 2,000 characters in a line, are cut and say so.
    """
    sent_text = SentText(sent, squashed)
    quoted = sheet[:MOST_SHEET_LINES]
    filled = [quoted[n] for n in sent_text.filled(quoted) if may_be_filled(quoted[n])] if sent_text and quoted else []
    text = "\n".join([words, *map(sent_text.without_note, filled)]) if filled else words
    letter = _Letter(text, sent_text, EarlierOrders(before, squashed), typed, sent_text.tails(broken))
    letter.filled_from = len(words.splitlines())
    return letter.read()


def without_quotations(words: str, sent: Collection[str], typed: int = 0, broken: Sequence[str] = ()) -> str:
    """The words of a letter, as they stand, without what quotes or repeats the letters that we `sent` to its writer.

    `typed` and `broken` are as in `own_lines`.  For a writer whose lines are no orders: the GM.
    """
    sent_text = SentText(sent, squashed)
    letter = _Letter(words, sent_text, EarlierOrders((), squashed), typed, sent_text.tails(broken))
    return "\n".join(words.splitlines()[n] for n in letter.unquoted())


def may_be_filled(line: str) -> bool:
    """Whether a quoted order-sheet line may count where it differs from ours: orders do, but commands must be typed.

    A letter that only quotes ours must not confirm, agree or withdraw anything, whatever a mail program did to its lines.
    """
    words = without_polite(bare(line))
    return not any(command(one) or nearly(one) for one in (words, *SENTENCE.split(words)) if one.strip())


class _Letter:
    def __init__(
        self, words: str, sent_text: SentText, before: EarlierOrders, typed: int = 0, tails: Collection[str] = ()
    ) -> None:
        raw = words.splitlines()
        self.text = [straight(line[:LONGEST_LINE]).rstrip() for line in raw[:MOST_LINES]]
        self.cut: dict[int, Cut] = {}
        self.sent_text, self.before, self.typed, self.tails = sent_text, before, typed, tails
        self.filled: frozenset[int] | None = None
        self.filled_from = len(self.text)
        self.below = self.border = len(self.text)
        self.press: list[Press] = []
        for n, line in enumerate(raw[:MOST_LINES]):
            if len(line) > LONGEST_LINE:
                self.text[n] = ""
                self._cut(n, TOO_LONG)
        if sent_text:
            self.text, above = with_known_marks(self.text, sent_text, before)
            self.typed = typed or above
        if len(raw) > MOST_LINES:
            self.cut[MOST_LINES] = Cut(MOST_LINES + 1, "", f"{len(raw) - MOST_LINES} lines beyond {MOST_LINES}")

    def read(self) -> LinesRead:
        self._cut_below_border()
        self._cut_quoted()
        self._cut_signature()
        self._cut_repeated()
        self._take_press()
        lines = tuple(self._joined())
        return LinesRead(lines, tuple(self.cut[n] for n in sorted(self.cut)), tuple(self.press))

    def unquoted(self) -> Sequence[int]:
        """The lines that neither quote nor repeat ours; none is a line of a sheet to fill in."""
        self.filled = frozenset()
        self._cut_below_border()
        self._cut_quoted()
        self._cut_repeated()
        return [n for n in range(len(self.text)) if n not in self.cut]

    def _cut(self, n: int, why: str) -> None:
        self.cut.setdefault(n, Cut(n + 1, self.text[n], why))

    def _is_own(self, n: int) -> bool:
        return n not in self.cut and bool(self.text[n].strip())

    def _border(self) -> tuple[int, int, str] | None:
        """Where an unmarked quotation begins: first line, first line after its head, and what it is."""
        text = self.text
        for n, line in enumerate(text):
            if line.lstrip().startswith(">"):
                continue
            if MARK.match(line):
                return n, n + 1, "our mark line"
            if DIVIDER.match(line):
                return n, n + 1, "the head of a quoted letter"
            if HEADER.match(line) and sum(bool(HEADER.match(other)) for other in text[n : n + 5]) >= 3:
                end = n
                while end < len(text) and HEADER.match(text[end]):
                    end += 1
                return n, end, "the head of a quoted letter"
            for far in (1, 2, 3):
                whole = " ".join(text[n : n + far])
                if WROTE.match(whole) and (far == 1 or WROTE_OPENS.match(line)):
                    following = next((one for one in text[n + far :] if one.strip()), "")
                    if following.lstrip().startswith(">"):
                        for i in range(n, n + far):
                            self._cut(i, "who wrote the quoted letter")
                        break
                    return n, n + far, "who wrote the quoted letter"
        return None

    def _cut_below_border(self) -> None:
        border = self._border()
        if border is None:
            return
        first, after, why = border
        self.border = first
        for n in range(first, after):
            self._cut(n, why)
        written_above = any(self._is_own(n) and not self.text[n].lstrip().startswith(">") for n in range(first))
        if not self.sent_text or (written_above and any(LOOKS_LIKE_ORDER.search(self.text[n]) for n in range(first))):
            for n in range(after, len(self.text)):
                if self.text[n].strip() and not self._is_filled_sheet(n):
                    self._cut(n, f"below {why}")
        self.below = after

    def _is_filled_sheet(self, n: int) -> bool:
        """An order-sheet line that was filled in on the spot: it differs from what we sent in its place."""
        if not self.sent_text:
            return False
        if self.filled is None:
            places = [m for m, line in enumerate(self.text) if self._is_quoted_sheet(m, line)][:MOST_SHEET_LINES]
            found = self.sent_text.filled([self.text[m].lstrip("> ") for m in places])
            self.filled = frozenset(places[m] for m in found if may_be_filled(self.text[places[m]].lstrip("> ")))
        return n in self.filled

    def _is_quoted_sheet(self, n: int, line: str) -> bool:
        is_quoted = line.lstrip().startswith(">") or n > self.border
        return is_quoted and re.match(r"[\s>]{0,8}\| ", line) is not None

    def _cut_quoted(self) -> None:
        for n, line in enumerate(self.text):
            if line.lstrip().startswith(">"):
                if self._is_filled_sheet(n):
                    self.text[n] = self.sent_text.without_note(line.lstrip("> "))
                else:
                    self._cut(n, "quoted")

    def _cut_signature(self) -> None:
        for n, line in enumerate(self.text):
            if n not in self.cut and line.strip() == "--":
                for m in range(n, len(self.text)):
                    if self.text[m].strip() and not self.text[m].startswith("| "):
                        self._cut(m, "signature")
                return
            if n not in self.cut and FOOTER.match(line):
                self._cut(n, "footer")

    def _cut_repeated(self) -> None:
        """What repeats our letters though nothing marks it as quoted (step 4)."""
        if not self.sent_text:
            return
        for n in range(self.typed, len(self.text)):
            if self.tails and self._is_own(n) and squashed(self.text[n]) in self.tails:
                self._cut(n, REPEATED)
        own = [n for n in range(len(self.text)) if self._is_own(n)]
        marked = (n for n in sorted(self.cut) if self.cut[n].why == "quoted")
        above = TypedLines(self.typed, min(self.border, next(marked, self.border)), self.below)
        for n in RepeatedLines(self.text, self.sent_text, self.before, above).find(own):
            self._cut(n, REPEATED)

    def _take_press(self) -> None:
        starts = [n for n in range(len(self.text)) if self._is_own(n) and _addresses(self.text[n])]
        for n, following in zip(starts, [*starts, len(self.text)][1:], strict=True):
            if not self._is_own(n):
                continue
            addressed = ADDRESSED_TO.match(self.text[n])
            if addressed is not None:
                self.press.append(Press("gm" if addressed["gm"] else "opponent", addressed["words"].strip()))
                self._cut(n, "press")
                continue
            opened = PRESS.match(self.text[n])
            assert opened is not None
            self._take_message(n, following, opened)

    def _take_message(self, n: int, following: int, opened: re.Match[str]) -> None:
        """The message that begins on line `n`: to its ``end press``, to the next address, else, where it only begins below
        its address, to the letter's end."""
        first = opened[2].strip()
        ends = (m for m in range(n, following) if m not in self.cut and END_PRESS.search(self.text[m]))
        end = next(ends, None)
        until = end if end is not None else n if first else following - 1
        inside = [first, *(self.text[m] for m in range(n + 1, until + 1) if m not in self.cut)]
        words = "\n".join(END_PRESS.split(line)[0].rstrip() for line in inside).strip()
        is_open = end is None and not first and following == len(self.text)
        to = (opened[1] or "opponent").lower()
        self.press.append(Press(to if to in ("gm", "all", "both") else "opponent", words, is_open))
        for m in range(n, until + 1):
            if self.text[m].strip():
                self._cut(m, "press")

    def _joined(self) -> Iterable[OwnLine]:
        n = 0
        while n < len(self.text):
            if not self._is_own(n):
                n += 1
                continue
            number, text = n + 1, self.text[n].strip()
            words, is_sheet = bare(text), text.startswith("|")
            if is_sheet:
                if SHEET_UNFILLED.search(words):
                    self._cut(n, "order-sheet line not filled in")
                    continue
            else:
                while (
                    CONTINUES.search(words)
                    and not GREETING.match(words)
                    and n + 1 < len(self.text)
                    and self._goes_on(words, n + 1)
                    and len(text) < LONGEST_LINE
                ):
                    n += 1
                    more = self.text[n].strip()
                    words = text_columns(words, text) + " " + bare(more)
                    text = text + " " + more
            words = without_polite(words)
            if REST_STAYS.fullmatch(words.strip()):
                self._cut(number - 1, NO_WORDS)
            elif words.strip():
                is_filled = number > self.filled_from or (number - 1) in (self.filled or ())
                yield OwnLine(number, text, words.rstrip(), is_sheet, is_filled)
            else:
                self._cut(number - 1, NO_WORDS)
            n += 1

    def _goes_on(self, words: str, n: int) -> bool:
        """Whether line `n` goes on with these words: not if they end an order and it begins one for somebody."""
        begins = LIST_MARK.match(self.text[n]) or (words.endswith(";") and NAMED.match(self.text[n]))
        return self._is_own(n) and not begins


def _addresses(line: str) -> bool:
    """A line that addresses a message."""
    return PRESS.match(line) is not None or ADDRESSED_TO.match(line) is not None


def in_sequence(lines: Sequence[OwnLine]) -> tuple[OwnLine, ...]:
    """Order lines numbered as their writer counts them: without what is no order line."""
    return tuple(replace(line, number=number) for number, line in enumerate(lines, 1))


def text_columns(words: str, text: str) -> str:
    """`words` filled up with blanks to the length of `text`."""
    return words.ljust(len(text))


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def bare(text: str) -> str:
    """A line with list mark, comments, copied costs and quotes blanked (steps 5 and 6); columns stay."""
    if text.startswith("|"):
        text = WIDE_GAP.sub("", " " + text[1:])
    if '"' in text:
        text = text.replace('"', " ")
    if mark := LIST_MARKS.match(text):
        text = " " * mark.end() + text[mark.end() :]
    if "#" in text or "//" in text:
        text = COMMENT.sub("", text)
    while "(" in text and (shorter := BRACKETS.sub(_blank, text)) != text:
        text = shorter
    text = COST.sub("", text)
    inner = text.strip()
    if inner.startswith("'") or inner.endswith("'"):
        start = text.index(inner)
        text = text[:start] + re.sub(r"^'|'$", " ", inner)
    return text.rstrip()


def without_polite(words: str) -> str:
    """Polite words, and a full stop, blanked at both ends (step 8)."""
    words = words.rstrip(" .!,;?")
    while match := POLITE_AHEAD.match(words):
        words = " " * match.end() + words[match.end() :]
    while match := POLITE_BEHIND.search(words):
        words = words[: match.start()]
    return words


GOES_ON = re.compile(r"\s*(?:then|else|otherwise|until|via|toward|towards|or\s+(?:worse|better))(?!\w)", re.I)


def goes_on(line: OwnLine) -> bool:
    """Whether a line begins with a word that only goes on with the line before."""
    return GOES_ON.match(line.text) is not None


def wrapped_together(lines: Sequence[OwnLine], n: int, widest: int = 60) -> OwnLine | None:
    """Line `n` and the next as one, where a mail program may have broken them at `widest` columns or more; else None."""
    if n + 1 >= len(lines) or lines[n].is_sheet or lines[n + 1].is_sheet:
        return None
    one, two = lines[n], lines[n + 1]
    is_next = two.number == one.number + 1 and not LIST_MARK.match(two.text)
    if not is_next or (len(one.text) + 1 + len(two.text.split()[0]) <= widest and not goes_on(two)):
        return None
    return OwnLine(one.number, f"{one.text} {two.text}", f"{text_columns(one.words, one.text)} {bare(two.text)}")
