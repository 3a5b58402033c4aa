"""From a letter's words to order lines: what counts as the player's own, and what was cut and why (docs/orders.md, A letter).

Every stage blanks what it removes instead of deleting it, so that a column in `words` is the same column in `text`.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pbem.language.wording.idioms import HELLO
from pbem.language.wording.spans import with_short_gaps
from pbem.orders.commands import command, nearly

# Limits on one letter: far more than a player writes, and few enough that nobody else waits.
#
# Whatever is left out by one of these, the answer to the letter says so.

MOST_LINES = 2000
"""Own lines that are read."""
LONGEST_LINE = 2000
"""Characters of a line that is read."""
MOST_ALIKE = 10
"""Lines of the same words that are read: an order may be given more than once, but not by the hundred."""
MOST_STANDING_READ = 220
"""Lines of policies and other standing orders that are read: more than one side may have in force."""
MOST_ORDERS = 300
"""Lines of orders that are read: more than one for each unit of the largest game, and no more work than one letter is given."""
MOST_LISTED = 300
"""Lines on file that one letter lists; `orders` says how to see them, and nothing of them is lost."""
MOST_EXPLAINED = 60
"""Refused lines that are explained one by one, with what may have been meant; the others are named by their numbers."""
MOST_PROSE_LINES = 120
"""Lines in people's own words that are read; of the others the answer says that they were not looked at."""
MOST_CANDIDATES = 400
"""Orders that lines in people's own words may mean, and that are tried on the position."""
PROSE_COUNTS = 10
"""A line in people's own words counts for so many where lines are judged again."""
MOST_PROSE = 200
"""Lines of chat after which nothing near a wrong name is looked for any more."""
MOST_QUESTIONS = 12
"""Questions to the desk that one letter has answered: `map 3413`, `help fire`, `status`."""
MOST_NUMBERS = 200
"""Numbers that are read as answers to the questions of a report."""
MOST_COMMANDS = 60
"""Commands of one kind that are carried out: `cancel order 3`."""
MOST_STANDING = 200
"""Standing orders that one side may have in force."""


NO_WORDS = "comment or polite words"
HEAD = "the head of your letter"
"""Why a line was cut in which nothing is left to read."""
TOO_LONG = f"longer than {LONGEST_LINE} characters"
"""Why a line was cut that is longer than what is read."""

LIST_MARK = re.compile(r"\s*(?:\|(?=\s|$)|[*+-](?=\s)|\d{1,3}[.)](?=\s)|#\d{1,2}[.):]?(?=\s)|\(?[a-z]\)(?=\s))", re.I)
LIST_MARKS = re.compile(f"(?:{LIST_MARK.pattern}){{1,3}}", re.I)
LISTED = re.compile(r"\s*\(?(?:1([.)])\s.*\s\(?2\1\s|a\)\s.*\s\(?b\)\s|i\)\s.*\s\(?ii\)\s)", re.I)
"""A line with a list in it, ``1. Mills 3610 2. Vroom stays``: its first mark, which is no order, tells what the next is."""
"""Those ahead of a line: ``1. - * ...`` at most."""
COST = re.compile(r"\s\d{1,2} of \d{1,2} MPs?\b.*$", re.I)
EMPHASIS = re.compile(r"(?<![\w*])([*_]{1,2})(?=[^\s*_])[^*_]{1,300}(?<=\S)\1(?![\w*])")
"""Words that a mail program shows bold or slanted in plain text: ``*He Dog stay*``."""
COMMENT = re.compile(r"(?:#(?!\d{1,2}[.):]?\s)|(?<!:)//).*$")
"""A remark to the end of the line; ``#2 Mules`` counts the orders of a list."""
BRACKETS = re.compile(r"\((?!\s*\d+(?:\.\d+)?\s*[,/]\s*\d+(?:\.\d+)?\s*\))[^()]*\)")
"""A remark in brackets.  A pair of numbers in them is a place, as games without hexes write it: ``(34.5, 20)``."""
CONTINUES = re.compile(
    r"(?:[,;>&-]|(?<!\d)\+|\b(?:and|then|to|at|via|(?<!thing )(?<!body )(?<!one )(?<!ever )(?<!where )else|or|with"
    r"|from|toward|towards|when|if|until|(?<!\bin )(?<!th )(?<!nd )(?<!rd )(?<!st )(?<!his )turn|within|of|each))\s*$",
    re.I,
)
LONGEST_ENDING = 40
"""Characters at a line's end that say whether it goes on."""
NAMED = re.compile(r"\s*[A-Za-z0-9][\w/.' -]{0,40}:\s")
"""A line that begins with whom it is for, and what it says of them begins behind a colon."""
OPENS_BLOCK, ENDS_BLOCK = re.compile(r'\s*plan\s+"', re.I), re.compile(r"\s*end\s+plan\b", re.I)
"""The lines around a battle plan, in which the rest have the order to hold."""
REST_STAYS = re.compile(
    r"(?:in\s+[^:;]{1,30}:\s*)?(?:and\s+)?(?:(?:all\s+)?(?:the\s+)?(?:others|(?:other|remaining)\s+(?:units|companies"
    r"|warriors)|rest)|all\s+others|every(?:one|body)\s+else)(?:\s*:)?\s+(?:can\s+|will\s+|to\s+|just\s+)?(?:(?:stay"
    r"|remain)s?|sits?\s+tight|do(?:es)?\s+(?:nothing|not\s+move)|don'?t\s+move)(?:\s+(?:put|here|there|still|in"
    r"\s+place|where\s+they\s+are|as\s+they\s+are|for\s+now|this\s+turn)){0,3}|in\s+[^:;]{1,30}:\s*(?:nothing|none"
    r"|nil|nobody|no\s+one|no\s+orders?)(?:\s+(?:for\s+now|this\s+turn|here|to\s+do)){0,2}|no(?:body|\s+one)\s+else"
    r"\s+(?:moves?|acts?|does\s+anything)(?:\s+this\s+turn)?",
    re.I,
)
"""Says what happens anyway: who has no order stays."""
_NO = r"(?:nobody|nothing|none|no\s*one|no\s+(?:orders?|units?))"
NOBODY_ACTS = re.compile(
    rf"in\s+[^:;]{{1,30}}:\s*{_NO}(?:\s+(?:at\s+all|to\s+do))?(?:\s+(?:here|there|this\s+turn|for\s+now))?"
    rf"|{_NO}\s+(?:needs\s+|has\s+)?to\s+(?:be\s+)?(?:rally|rallied|resupply|attach)"
    rf"(?:\s*,?\s*(?:and\s+|or\s+)?{_NO}\s+to\s+(?:rally|resupply|attach))?(?:\s+(?:here|this\s+turn|for\s+now|i\s+think))?",
    re.I,
)
"""Says that there is no order: ``in F: nobody``, ``nobody to rally``."""
MEMO_HEAD = re.compile(
    r"(?:to|from|date|subj(?:ect)?|re|cc|via|place|copy(?:\s+to)?)\s*:(?!.*(?<!\d)(?!1[6-9]|20)\d{4}(?!\d))\s*\S.*",
    re.I,
)
"""A line of the head of a memorandum, without a hex: ``To: Umpire``, ``Date: 17 June 1876``."""
GREETING = re.compile(
    r"(?:hi|hello|hey|dear|good\s+(?:morning|day|evening)|hallo|guten|liebe[rs]?|bonjour|salut|ciao|hola)\b[^\d/:;]*,$",
    re.I,
)
GLADLY = r"(?:gladly|happily|of course|with pleasure|if possible|if (?:they|you) can|by all means|cheers)"
POLITE = r"(?:please|let(?!')|pls|plz|thanks|thank you|thx|ok|okay|and|my|the|kindly|then)"
CORRECTS = r"(?:sorry|oops|whoops|correction|actually|no,?\s+wait|i\s+mean[t]?)"
"""Words before an order that corrects an earlier one: ``sorry - C/3 fire at Crow King``."""
POLITE_AHEAD = re.compile(
    rf"[\s\"'.!,]*(?:\b{POLITE}\b(?!\s*:)[\s,!]*|\b{CORRECTS}\b[\s,!:.-]*|{HELLO}\s*[,!.:-]+\s*)", re.I
)
POLITE_BEHIND = re.compile(rf"[\s,.!-]*\b(?:{POLITE}|{GLADLY}|instead|sorry|too|as well)\b[\s\"'.!,]*$", re.I)
SHEET_UNFILLED = re.compile(r"\.\.\.|(?:[,;>+&-]|\b(?:and|then))\s*$", re.I)
SENTENCE = re.compile(r"[.!?;]+\s+|[.!?;]+$|,?\s+and\s+", re.I)
PRESS = re.compile(
    r"\s*press(?:\s+(?:to\s+|for\s+)?(?:the\s+|my\s+)?(gm|g\.m\.|game\s*master|referee|umpire|moderator|(?:all|both"
    r"|opponents?|others?|other\s+(?:player|side)s?|every(?:one|body))(?:\s+(?:players|sides))?)|\s+(?:to|for)\s+"
    r"(?:the\s+|my\s+)?(?P<name>[^\W\d_][\w.'& -]{0,40}?))?\s*:\s*(?P<words>.*)$",
    re.I,
)
"""The first line of a message: for the GM, for the others, or for whoever is called so."""
GM_WORDS = re.compile(r"gm|g\.m\.|game\s*master|referee|umpire|moderator", re.I)
ADDRESSED_TO = re.compile(
    r"\s*(?:(?:my\s+|a\s+|an?other\s+)?(?:notes?|messages?|questions?|words?|ps|p\.s\.?)\s+)?(?:to|for)\s+(?:the\s+|my\s+)?"
    r"(?:(?P<gm>gm|g\.m\.|game\s*master|referee|umpire|moderator)|opponents?|other\s+(?:player|side)s?)"
    r"\s*(?::|,|\s-)\s*(?P<words>\S.*)$",
    re.I,
)
"""A message in other words than ``press``, on one line: ``To the GM: is Sunday all right?``."""
END_WORDS = r"[\s\[(<{*=-]{0,8}(?:end[\s-]{0,8}(?:of\s+(?:the\s+)?)?|/\s?)press"
END_PRESS = re.compile(rf"(?:^|\s){END_WORDS}[\s.!\])>}}*=-]*$", re.I)
NO_END = ("the", "an?", "this", "that", "far", "near", "each", "east", "west", "north", "south", "other", "either")
"""Words with which ``end`` is a place: ``at the far end press hard``."""
END_AMID = re.compile(
    rf"(?P<kept>^|(?:^|\s)(?!(?:{'|'.join(NO_END)})\s)\S+\s){END_WORDS}[\s.!:;,\])>}}*=-]+(?=\S)", re.I
)
"""The end of a message with more behind it on its line, with the word before it."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u2500\u00ad"
ARROWS = "\u2192\u21d2\u27a1\u2794\u279c\u279e\u27a4\u25b6\u25b8\u25ba\u25b9\u25bb\u27f6\u27f9\u21a6\u21fe"
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
HEADED = re.compile(
    r"\W*(?:orders?|moves?|movement|game[\s-]*turn|turn|t\d+|phase)\b.*?(?:\b(?:turn|phase|moves)\b|\d)", re.I
)
"""A heading above orders: ``Orders for the American phase, turn 1``."""
HIDDEN = re.compile(r"\([^()]*[a-z\d][^()]*\)|(?://|#).*$", re.I)
"""Remarks that are not read."""
RULED = re.compile(
    r"\s*[=*#_~-]{3,}|(?!.*(?::|\d{4}))\W*(?:[A-Z]{2,}\s+)*(?:PHASE|TURN)\b"
    r"|\s*(?:(?i:figures|models|men|bases|stands)\s+(?i:lost|dead|killed|gone|down|left)|(?i:losses|casualties|dead|killed|lost))(?:\s+[a-z]+){0,3}:(?=.*\d)"
)
"""Begins a line that is drawn, or in capitals, or tells losses: a heading, or the end of a table."""
READY_PERHAPS = re.compile(r"\s*(?:(?:i\s+am|i'?m)\s+)?ready(?:\s+[\w'-]+,?){1,6}[.!]?\s*$", re.I)
"""A short line about being ready in words that the command has not: it is asked back, since chat would let the game wait."""


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
class UnreadPart:
    """A line, or a part of one, that was not read, and why."""

    number: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class PressMessage:
    """A message to ``opponent``, ``gm`` or ``both``; nothing in it is read as orders.  `name`: whom it names.

    One that `is_open` has no ``end press`` and goes on to the letter's end: it may hold what was meant for the desk.
    """

    to: str
    text: str
    is_open: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class LinesRead:
    """The order lines of a letter, what was cut, and press."""

    lines: tuple[OwnLine, ...]
    cut: tuple[UnreadPart, ...]
    press: tuple[PressMessage, ...] = ()


_PICTURES = ("So", "Sk")
"""Categories of Unicode: symbols such as smileys, and the colours of their skin."""


def _sign(c: str) -> str:
    if "!" <= c <= "~":
        return c
    is_blank = c.isspace() or not c.isprintable() or unicodedata.category(c) in _PICTURES
    return " " if is_blank else "?"


def straight(text: str) -> str:
    """Pure ASCII: one form for dashes, arrows, quotes and blanks, letters without their accents, ``?`` for what is left.

    A pictograph (a smiley of a telephone) is a blank: ``?`` would make a question of the line.
    """
    if text.isascii():
        return text.replace("\t", " ") if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    # Before NFKC, which would turn the acute accent into a blank and an accent, and an ellipsis' neighbours apart.
    text = unicodedata.normalize("NFKC", text.translate(STRAIGHT)).translate(STRAIGHT)
    bare = (c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c)[0] != "M")
    return "".join(map(_sign, bare))


def own_lines(words: str, filled: Sequence[str] = (), *, verbatim: bool = False) -> LinesRead:
    """The order lines in a player's own words, and behind them those that were `filled` in on a quoted order sheet.

    With `verbatim` each line that is no command is kept as it is typed, with brackets, comments and quotation marks, and
    none goes on in the next.

    Any text at all is taken; lines beyond 2,000, and what is beyond 2,000 characters in a line, are cut and say so.
    """
    letter = _Letter("\n".join([words, *(f"| {line}" for line in filled)]) if filled else words)
    letter.filled_from = len(words.splitlines())
    return letter.read(verbatim=verbatim)


def may_be_filled(line: str) -> bool:
    """True if a quoted order-sheet line may count where it differs from ours: orders do, but commands must be typed.

    A letter that only quotes ours must not confirm, agree or withdraw anything, whatever a mail program did to its lines.
    """
    words = without_polite(bare(line))
    return not any(command(one) or nearly(one) for one in (words, *SENTENCE.split(words)) if one.strip())


class _Letter:
    def __init__(self, words: str) -> None:
        raw = words.splitlines()
        self.text = [with_short_gaps(straight(line[:LONGEST_LINE]).rstrip()) for line in raw[:MOST_LINES]]
        self.cut: dict[int, UnreadPart] = {}
        self.filled_from = len(self.text)
        self.press: list[PressMessage] = []
        for n, line in enumerate(raw[:MOST_LINES]):
            if len(line) > LONGEST_LINE:
                self.text[n] = ""
                self._cut(n, TOO_LONG)
        if len(raw) > MOST_LINES:
            self.cut[MOST_LINES] = UnreadPart(MOST_LINES + 1, "", f"{len(raw) - MOST_LINES} lines beyond {MOST_LINES}")

    def read(self, *, verbatim: bool = False) -> LinesRead:
        self._take_press()
        if not verbatim:
            self._take_head()
        lines = tuple(self._as_typed() if verbatim else self._joined())
        return LinesRead(lines, tuple(self.cut[n] for n in sorted(self.cut)), tuple(self.press))

    def _cut(self, n: int, why: str) -> None:
        self.cut.setdefault(n, UnreadPart(n + 1, self.text[n], why))

    def _is_own(self, n: int) -> bool:
        return n not in self.cut and bool(self.text[n].strip())

    def _take_head(self) -> None:
        """Leave out the head of a memorandum with which a letter begins."""
        for n in (n for n in range(self.filled_from) if self._is_own(n)):
            text = self.text[n].strip()
            if not MEMO_HEAD.fullmatch(text) or command(text) is not None:
                break
            self._cut(n, HEAD)

    def _take_press(self) -> None:
        starts = [n for n in range(len(self.text)) if self._is_own(n) and _addresses(self.text[n])]
        count = len(self.press)
        for n, following in zip(starts, [*starts, len(self.text)][1:], strict=True):
            if not self._is_own(n):
                continue
            addressed = ADDRESSED_TO.match(self.text[n])
            if addressed is not None:
                words, behind = message_end(addressed["words"]) or (addressed["words"], "")
                self.press.append(PressMessage("gm" if addressed["gm"] else "opponent", words.strip()))
                self._take_line(n, behind)
                continue
            opened = PRESS.match(self.text[n])
            assert opened is not None
            self._take_message(n, following, opened)
        if len(self.press) > count:
            self._take_press()  # another message may begin behind the end of one

    def _take_message(self, n: int, following: int, opened: re.Match[str]) -> None:
        """The message that begins on line `n`: to its ``end press``, to the next address, else, where it only begins below
        its address, to the letter's end."""
        first = opened["words"].strip()
        ends = (m for m in range(n, following) if m not in self.cut and message_end(self.text[m]))
        end = next(ends, None)
        until = end if end is not None else n if first else following - 1
        inside = [first, *(self.text[m] for m in range(n + 1, until + 1) if m not in self.cut)]
        last, behind = message_end(inside[-1]) or (inside[-1], "")
        words = "\n".join((*(line.rstrip() for line in inside[:-1]), last)).strip()
        is_open = end is None and not first and following == len(self.text)
        to = (opened[1] or "opponent").lower()
        to = "gm" if GM_WORDS.fullmatch(to) else to if to in ("all", "both") else "opponent"
        self.press.append(PressMessage(to, words, is_open, " ".join((opened["name"] or "").split())))
        for m in range(n, until + 1):
            self._take_line(m, behind if m == until else "")

    def _take_line(self, n: int, behind: str) -> None:
        """Take a line out as part of a message, but for what stands `behind` the message's end."""
        if behind:
            self.text[n] = behind
        elif self.text[n].strip():
            self._cut(n, "press")

    def _as_typed(self) -> Iterable[OwnLine]:
        for n, line in enumerate(self.text):
            if self._is_own(n):
                polite = without_polite(bare(line))
                words = polite if polite.strip() and command(polite) is not None else line.rstrip()
                yield OwnLine(n + 1, line, words, is_filled=n + 1 > self.filled_from)

    def _joined(self) -> Iterable[OwnLine]:
        n, is_in_block = 0, False
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
                    CONTINUES.search(" ".join(words[-LONGEST_ENDING:].split()))
                    and not GREETING.match(words)
                    and n + 1 < len(self.text)
                    and self._goes_on(words, n + 1)
                    and len(text) < LONGEST_LINE
                ):
                    n += 1
                    more = self.text[n].strip()
                    words = text_columns(words, text) + " " + bare(more)
                    text = text + " " + more
            while (
                not is_sheet and n + 1 < len(self.text) and self._is_own(n + 1) and _puts_right(text, self.text[n + 1])
            ):
                n += 1
                words = f"{text_columns(words, text)} {bare(self.text[n].strip())}"
                text = f"{text} {self.text[n].strip()}"
            words = without_polite(words)
            is_in_block = bool(OPENS_BLOCK.match(text)) or (is_in_block and not ENDS_BLOCK.match(words))
            says_no_order = REST_STAYS.fullmatch(words.strip()) or NOBODY_ACTS.fullmatch(words.strip())
            if says_no_order and not is_in_block:
                self._cut(number - 1, NO_WORDS)
            elif words.strip():
                yield OwnLine(number, text, words.rstrip(), is_sheet, number > self.filled_from)
            else:
                self._cut(number - 1, NO_WORDS)
            n += 1

    def _goes_on(self, words: str, n: int) -> bool:
        """True if line `n` goes on with these words: not if they end an order and it begins one for somebody."""
        begins = LIST_MARK.match(self.text[n]) or (words.endswith(";") and NAMED.match(self.text[n]))
        return self._is_own(n) and not begins and KEYED.match(self.text[n]) is None


_MAKE_THAT = re.compile(
    r"\W*(?:(?:sorry|oops|whoops|no|wait|er+|ah|oh)\b[\s,.!-]*)*make\s+that\b[\s,:-]*(?P<first>[\w/]+)", re.I
)


def _puts_right(text: str, line: str) -> bool:
    """True if a line takes the place of an order above it: ``sorry, make that D/4 to 3012``, of the same unit or with no more
    than another hex."""
    found = _MAKE_THAT.match(line)
    if found is None or len(text) + len(line) >= LONGEST_LINE or command(bare(text)) is not None:
        return False
    return found["first"].isdigit() or re.search(rf"\b{re.escape(found['first'])}(?![\w/])", text, re.I) is not None


KEYED = re.compile(r"\s*(?:key|nonce|protest|insist \d+):", re.I)
"""Begins a word to the desk with words of its own, whatever the line above it ends in."""


def message_end(line: str) -> tuple[str, str] | None:
    """The words before ``end press`` in a line, and those behind it; None for a line without it."""
    found = END_PRESS.search(line)
    if found is not None:
        return line[: found.start()].rstrip(), ""
    found = END_AMID.search(line)
    return (line[: found.end("kept")].rstrip(), line[found.end() :]) if found is not None else None


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
        text = " " + text[1:]
    if '"' in text:
        text = text.replace('"', " ")
    if mark := LIST_MARKS.match(text):
        text = " " * mark.end() + text[mark.end() :]
    if "*" in text or "_" in text:
        text = EMPHASIS.sub(lambda found: found[0].replace(found[1], " " * len(found[1])), text)
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


def list_opening(text: str) -> str:
    """The first mark of a line with a list in it, with a blank behind it; "" for another line."""
    mark = LIST_MARK.match(text) if LISTED.match(text) else None
    return f"{mark[0].strip()} " if mark else ""


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
    """True if a line begins with a word that only goes on with the line before."""
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
