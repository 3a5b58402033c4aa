# ruff: noqa: RUF001 - the words of other languages are meant as they stand
"""The lines by which mail programs announce the letter that is answered, in the languages that players' programs speak.

Three shapes: an attribution ("On 3 May 2024 at 10:01, Ann wrote:"), a block of headers (From, Sent, To, Subject without
any `>`), and a separator ("-----Original Message-----").  All tests are plain searches over at most 400 characters, so
their cost is linear in the letter.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from pbem.mail.languages import alternatives

LONGEST = 400
"""Characters of an attribution, broken into at most `MOST_LINES` lines by the program that wrapped it."""
MOST_LINES = 6
_LOOKED_AT = 200
"""Characters of a line that are looked at for a header or a rule: no such line is as long."""

_LETTERS = r"(?<![^\W\d_])"
_VERB = re.compile(rf"(?:{_LETTERS}(?:{alternatives('wrote')})(?![a-zA-Z]))", re.IGNORECASE)
_ENDS_IN_VERB = re.compile(rf"(?:{_VERB.pattern})[\s*_.]*$", re.IGNORECASE)
_COLONS = (":", "\uff1a", "\u055d", "\u1366", "\u17d6")
"""The colon, as Chinese, Armenian, Amharic and Khmer write it too."""
_BEYOND = re.compile(r"[^\W\d_\u0000-\u024f]$")
"""A last letter of another alphabet: those who use it put other marks behind an attribution, or none."""
_TIME = re.compile(r"\b\d{1,2}[:.h]\d{2}\b")
_THIS = r"(?:199\d|20\d\d)(?!\d)"
_MODERN = rf"(?<![\d-]){_THIS}"
_YEAR = re.compile(
    rf"\d{{1,2}}\w{{0,2}}[.,]?\s(?:de\s|of\s|thg\s)?[^\W_]{{1,12}}[^\w\s]{{0,2}}\s(?:de\s)?{_MODERN}"
    rf"|[^\W\d]{{3,12}}[.,]?\s\d{{1,2}}\w{{0,2}},?\s{_MODERN}"
    rf"|{_MODERN}[-/.\u5e74\ub144]\s?\d{{1,2}}(?!\d)|{_MODERN}\.?\s[^\W\d]{{1,12}}[.,]?\s\d"
    rf"|\d{{1,2}}[./-]\d{{1,2}}[./-](?:\d\d(?!\d)|{_THIS})"
)
"""A day of a year in which there was e-mail: numbers of hexes, and the days of our wars, are none."""
_DIGITS_OF_DAY = re.compile(r"199\d|20\d\d|\d[./-]\d\d")
_ADDRESS = re.compile(r"[\w.+'=-]{1,80}@[\w.-]{2,}", re.IGNORECASE)
_START = re.compile(
    r"(?:On|Am|Le|El|Em|Il|In data|In|Op|Den|Dnia|W dniu|Dne|På|Pe|Vào|Pada|A|At|From)\s"
    r"|[^\W\d]{2,12}[.,]?\s{1,2}\d|[^\W\d]{2,12}[.,]\s|\d"
)
_DATED_ALONE = re.compile(
    r"\d{4}-\d\d-\d\d \d{1,2}:\d\d(?::\d\d)? (?:GMT|UTC)[+-]\d\d:?\d\d .{1,200}$"
    r"|\d{4}/\d{1,2}/\d{1,2} .{1,100}<\S{1,100}@\S{1,100}>:?$"
)

_QUOTING = re.compile(
    r"(?:Quoting|Zitat von|Citando a?|Quoting message from|Citation de|Citat från) [^:]{0,100}\S+@\S+:$"
)
"""Horde and its like: who is quoted, and no date."""


def _plain(lines: Sequence[str]) -> str:
    text = " ".join(line.strip() for line in lines)
    return " ".join(text.replace("\u202f", " ").replace("\xa0", " ").split()).strip("*-_ ")


@lru_cache(maxsize=64)  # each line of a run is looked at with those above it
def _flat(text: str) -> str:
    """A line with its digits as ours, and its letters without the marks that scripts set above and below them."""
    if text.isascii():
        return text
    plain = (str(unicodedata.decimal(one)) if one.isdecimal() else one for one in text)
    return "".join(one for one in plain if not unicodedata.category(one).startswith("M"))


def _says_day(text: str) -> bool:
    text = _flat(text)
    return bool(_DIGITS_OF_DAY.search(text) and _YEAR.search(text))


def _is_attribution(text: str, wrapped_in_dashes: bool) -> bool:
    if not text or len(text) > LONGEST:
        return False
    if _DATED_ALONE.match(text) or _QUOTING.match(text):
        return True
    address, time, year = "@" in text and bool(_ADDRESS.search(text)), bool(_TIME.search(_flat(text))), _says_day(text)
    if not (address or time or year):
        return False
    if not (text.endswith(_COLONS) or wrapped_in_dashes):
        # Without its colon it must say more, or a player's own sentence would be taken for one.
        is_whole = bool(_ENDS_IN_VERB.search(text)) or (text.endswith(">") and bool(_VERB.search(text)))
        is_foreign = bool(_BEYOND.search(_flat(text)))
        return is_whole and (
            (year and (address or time) and bool(_START.match(text))) or (is_foreign and address and time)
        )
    if _VERB.search(text):
        return address or time or year
    # In a language that the table does not have: no player ends a line with a colon that names a day and an hour of ours.
    return time and year


def attribution_at(lines: Sequence[str], first: int) -> int:
    """The number of lines from `first` on that are one attribution; 0 if none begins there.

    A run that begins in the player's own words is not one: where a later line of the run begins an attribution that
    ends on the same line, the shorter one is meant.
    """
    taken = _run(lines, first)
    for count in range(1, len(taken) + 1):
        run = [lines[at] for at in taken[:count]]
        if not _ends_one(run):
            continue
        if any(_is_whole(run[later:]) and _is_as_good(run[later:], run[0]) for later in range(1, count)):
            return 0
        is_one = _starts_one(run) or count == 1 or _ADDRESS.search(run[0])
        return taken[count - 1] - first + 1 if is_one else 0
    return 0


def _run(lines: Sequence[str], first: int) -> list[int]:
    """The lines that one attribution may be broken into: a blank one parts them only where the first says when."""
    taken: list[int] = []
    for at in range(first, min(first + 2 * MOST_LINES, len(lines))):
        if len(taken) == MOST_LINES or len(lines[at]) > LONGEST:
            break
        if lines[at].strip():
            taken.append(at)
        elif not (taken and _says_day(lines[first]) and _START.match(lines[first].lstrip(" *_"))):
            break
    return taken


def _is_as_good(later: Sequence[str], first: str) -> bool:
    """True if lines say as much of a day and of an address as the first: else that is where their attribution was broken."""
    is_addressed = bool(_ADDRESS.search(first)) and not any(map(_ADDRESS.search, later))
    return not is_addressed and (_says_day(later[0]) or not _says_day(first))


def _says_when(line: str) -> bool:
    return bool(_TIME.search(_flat(line))) or _says_day(line)


def _ends_one(run: Sequence[str]) -> bool:
    if not (_is_end(run[-1]) or (len(run) == 1 and run[0].lstrip()[:1].isdigit())):
        return False  # the cheap test first: nearly every line of a letter ends here
    return _is_attribution(_plain(run), run[0].lstrip("* ").startswith("--") and run[-1].rstrip().endswith("--"))


@lru_cache(maxsize=2 * MOST_LINES)  # a line is looked at once for each of those above it
def _is_end(line: str) -> bool:
    last = line.rstrip("*_ \xa0")
    return last.endswith((*_COLONS, "-", ">")) or bool(_ENDS_IN_VERB.search(last[-40:]))


def _starts_one(run: Sequence[str]) -> bool:
    """A whole attribution whose first line says when, as nearly all do: the day, if it begins as no known language does."""
    return _ends_one(run) and (_says_day(run[0]) or (_says_when(run[0]) and bool(_START.match(_plain(run)))))


def _is_whole(run: Sequence[str]) -> bool:
    """An attribution that says when on its first line, or who by an address."""
    return _starts_one(run) or (bool(_ADDRESS.search(run[0])) and _ends_one(run))


_HEADER = re.compile(
    rf"\s{{0,4}}\*{{0,2}}(?:(?P<sender>{alternatives('sender')})|(?P<when>{alternatives('sent')})"
    rf"|(?P<subject>{alternatives('subject')})|(?P<to>{alternatives('to')}))\s?\*{{0,2}}\s?[:：]",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\s{0,4}\*{0,2}[^\W\d_][^\d:：@]{0,24}\*{0,2}\s?[:：]\*{0,2}\s{0,3}(?P<value>\S.{0,300})")
"""A head in any language, by its shape."""
_OUR_SUBJECT = re.compile(r"(?:[^\W\d_]{1,8}\s?[:：]\s?){0,3}\[[a-z][a-z0-9-]{1,60}\]\s", re.IGNORECASE)
"""The subject of a letter of a game, answered or forwarded: ``Re: [rosebud-7] T3``."""
_OLD_YEAR = re.compile(r"(?<![\d-])1[0-8]\d\d(?![\d-])")


_MESSAGE_OF = re.compile(r"\s{0,4}>?\s?(?P<when>Message du \d{1,2}[/.]\d{1,2}[/.]\d{2,4})\b")
"""Orange's and La Poste's first line, which may lack its colon."""


def header_block_at(lines: Sequence[str], first: int) -> int:
    """The number of lines from `first` on that are the headers of the letter that is answered; 0 if there are none.

    A sender's line with a date or a subject within the next lines, in any language of the table; or three lines of the shape
    of headers, with a time in them and an address, a subject of ours, or words of the player's own above.  "From:" and
    "To:" alone do not make one, nor do the headings of a dispatch of its own time: orders may be written so.
    """
    head = lines[first][:_LOOKED_AT]
    match = _HEADER.match(head) or _MESSAGE_OF.match(head)
    if not match or match.groupdict().get("to"):
        return _shaped_like_one(lines, first)
    kinds = {match.lastgroup}
    last = first
    for at in range(first + 1, min(first + 24, len(lines))):
        if not lines[at].strip():
            continue
        match = _HEADER.match(lines[at][:_LOOKED_AT])
        if match and (at - last < 3 or match.lastgroup not in kinds):
            kinds.add(match.lastgroup)
            last = at
        elif at - last > 2 or not lines[at - 1].strip():
            break
    if "sender" not in kinds or not kinds & {"when", "subject"}:
        return _shaped_like_one(lines, first)
    text = " ".join(line[:_LOOKED_AT] for line in lines[first : last + 1])
    if _ADDRESS.search(text) or _YEAR.search(text) or _MESSAGE_OF.match(head):
        return last - first + 1
    # Without an address or a day of ours it may be the player's own heading.
    is_below = any(line.strip() for line in lines[max(0, first - 40) : first])
    return 0 if _OLD_YEAR.search(text) or not (is_below or "subject" in kinds) else last - first + 1


def _shaped_like_one(lines: Sequence[str], first: int) -> int:
    if not _LABEL.match(lines[first][:_LOOKED_AT]):
        return 0
    values = []
    for line in lines[first : first + 6]:
        match = _LABEL.match(line[:_LOOKED_AT])
        if not match:
            break
        values.append(match["value"])
    text = _flat(" ".join(values))
    time, year = _TIME.search(text), _YEAR.search(text)
    if len(values) < 3 or not (time or year):
        return 0
    is_below = (
        bool(time and year) and first > 0 and not lines[first - 1].strip(" -_=*") and any(map(str.strip, lines[:first]))
    )
    return len(values) if _ADDRESS.search(text) or any(map(_OUR_SUBJECT.match, values)) or is_below else 0


_ORIGINAL = re.compile(alternatives("separator"), re.IGNORECASE)
_FORWARD = re.compile(rf"\s*(?:{alternatives('separator')})\s*[:：]\s*$", re.IGNORECASE)
_RULED = re.compile(r"\s*\*?\s*[-_=\u2014]{2,}[\s*]*(?P<words>[^\s-][^_=]{1,80}?)[\s*]*[-_=\u2014]{2,}\s*\*?\s*$")
_DECORATED = re.compile(r"\s*[-_=*~+#<\u2014]{3,}[\s*]*(?P<words>[^\W\d_].{1,60}?)[\s*]*[-_=*~+#>\u2014]{3,}\s*$")
"""Words with marks of any kind on both sides: those of a separator are looked for in them, and nothing else."""
_BEYOND_LATIN = re.compile(r"[^\W\d_\u0000-\u024f]{3,}")
_RULE = re.compile(r"\s*(?:[-_=*]{5,}|(?:- ){5,}-?)\s*$")


def separator_at(line: str) -> bool:
    """True if the line parts new words from an older letter: `-----Original Message-----` and its translations."""
    if _FORWARD.match(line[:_LOOKED_AT]):
        return True
    decorated = _DECORATED.match(line[:_LOOKED_AT])
    if decorated and _ORIGINAL.search(decorated["words"]):
        return True
    match = _RULED.match(line[:_LOOKED_AT])
    # No player draws rules round words of another alphabet: the programs of those who read it do.
    return bool(match and (_ORIGINAL.search(match["words"]) or _BEYOND_LATIN.search(match["words"])))


def is_rule(line: str) -> bool:
    """A line drawn across the letter, of dashes or underscores, which Outlook puts above its header block."""
    return bool(_RULE.match(line[:_LOOKED_AT]))


_MARK = re.compile(r"\s*#{2,}\s*reply above this line", re.IGNORECASE)


def is_our_mark(line: str) -> bool:
    """The line that our letters carry; what stands below it is ours."""
    return bool(_MARK.match(line))


def announces(lines: Sequence[str], at: int) -> bool:
    """True if a line begins the head of an older letter, or parts it from the new one."""
    return bool(lines[at].strip()) and bool(
        attribution_at(lines, at) or header_block_at(lines, at) or separator_at(lines[at]) or is_our_mark(lines[at])
    )
