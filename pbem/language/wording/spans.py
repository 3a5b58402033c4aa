"""A line in pieces that may order something each: cut at sentence ends, commas and the words between clauses.

Tables are put into the sequence of a sentence; a piece that corrects what stands before it is marked.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pbem.language.wording.idioms import turned
from pbem.language.wording.sayings import sayings

MOST_SPANS = 16
"""Pieces of a line that are looked at."""
_HESITATES = (
    "(?:oops|whoops|sorry|er+m?|uh+|hm+|um+|wait|hang on|hold on|excuse me|pardon(?: me)?"
    "|actual+y|ah|oh|well|ok(?:ay)?|lol|but|or)"
)
_NO = r"(?:no|nah|nope|naw)"
CORRECTS = re.compile(
    rf"(?:\.{{2,}}|[-,;.:!(]|^|\s)\s{{0,4}}(?:{_HESITATES}[\s,.!-]{{1,4}}){{0,3}}?(?:"
    rf"(?:{_HESITATES}[\s,.!-]{{1,4}}){{1,3}}{_NO}\b(?!\s+(?!(?:no|wait|sorry|make|not|i|keep|let|leave|stay|go|just|better|rather|to"
    r"|changed|scratch|forget|cancel)\b)[a-z]+)"
    rf"|{_NO},?\s+better(?=\s+(?:in|at|to|on)\s+\d{{4}})"
    rf"|{_NO},?\s+(?:wait|sorry|make (?:that|tht|it)|excuse(?: me)?|pardon(?: me)?|hang on|hold on|actual+y"
    r"|forget (?:that|tht|it)|i mean[t]?|please|scratch|scrub|better|rather|not that|correction)\b"
    r"|(?<=[-.;,] )(?:or )?better(?=,?\s+\d{4})|(?<=[-.;,] )pardon(?=,)|(?:better|rather) not(?=\s*[-,;.:!])"
    r"|j/?k(?=,?\s+(?:stay|leave|keep|\d{4}))"
    rf"|(?:^|(?<=\()|(?<=[-,;.!?(\d] )){_NO}(?=\s*[-,;.]+\s)|(?<=[-.;,] )no(?=\s+\d{{4}})|(?<=\d ){_NO}(?=,?\s+\d)"
    r"|(?:nvm|never ?mind)(?=\s*[-,;.:!]|\s+(?:that|tht|it|the above)\b|\s+(?:(?:to|make|just|go)\s+)?\d{4}"
    r"|\s+(?:leave|keep|let|stay|just|half|full)\b)"
    r"|(?<=[-,;.(] )(?:scratch|scrub|strike|belay|cancel)(?=\s*[-,;.:)])"
    r"|(?:excuse me|pardon me|(?<!can )(?<!to )(?<!ll )(?<!may )(?<!should )(?<!shall )(?<!must )(?<!let them )"
    r"hang on(?! (?:at|in|here|there|where|with|for|until|till|to)\b)|(?:scratch|scrub) (?:that|tht|it)"
    r"|strike that|make (?:that|tht)|correction|or rather"
    r"|on second thoughts?|i mean[t]?|i should say"
    r"|rather(?=,|\s+to\b)|change of mind|changed (?:my|the) (?:mind|idea|plan|opinion)|belay that"
    r"|(?:forget|cancel) (?:that|it))\b)"
    r"(?:[\s,:;!.-]*(?:sorry|please|just|make (?:that|tht|it)|i mean[t]?|excuse me|i should say|that|instead"
    r"|(?:i(?:'ve| have)? )?changed (?:my|the) (?:mind|idea|plan|opinion))\b"
    r"(?!\s+\w+\s+is\b))*[\s,:;!.)-]*",
    re.I,
)
"""Words by which a writer takes back what they just said: ``no, excuse me``."""
_CUT = re.compile(
    r"(?P<stop>[.!?]+(?:\s+|$)|\.{2,}\s*)|(?P<semi>\s*;\s*)"
    r"|(?P<so>(?:\s*[,;:.-]+\s*(?:and\s+|but\s+)?|\s+and\s+)so(?!\s+(?:far|long|much|many|that|as|do|does|is|are|can|will|should|must|may|shall|could)\b)\s+"
    r"|[\s,]+(?:and\s+)?(?:therefore|hence|thus|which\s+is\s+why|that is why|that's why|for which reason|accordingly)[\s,]+)"
    r"|(?P<told>(?:\s*,\s*|\s+)(?:and\s+)?(?:because|since|though|although|having)\s+|\s*,\s*(?:who|which|whose)\s+)"
    r"|(?P<comma>\s*,\s+(?:and\s+(?:once|when)\s+|then\s+)?|\s+-{1,2}\s+(?!\d{4}\b)|\s+/\s+"
    r"|[\s,]+(?:but(?!\s+(?:not|only))|while|whilst|whereas)\s+|\s+(?=(?:leaving|letting)\s)|(?<=[a-z]{3})\s+(?=(?:im|i'm|i\s+am)\s+(?:not|so|too|sure|tired|sorry|busy)\s))|(?P<then>\s+(?:and\s+)?then\s+)",
    re.I,
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:cos?|capt|maj|gen|lt|col|sgt|mt|st|ft|dr|mr|brig|adv|att|tow|twd|v|vs|inf|cav)"
    r"|(?<!company )(?<!troop )\b[A-Z])\.$",
    re.I,
)
OPENERS = frozenset(
    (
        *("I've", "I'm", "I'd", "I'll", "He", "He's", "She", "They", "They're", "We", "We're", "It's", "That's", "Let"),
        *("Then", "Don't", "Old", "My", "Too", "If"),
    )
)
"""Words that begin a sentence behind an abbreviation, too: ``no adv. I've read the book``."""
_OPENS = re.compile(rf"(?:{'|'.join(sorted(OPENERS, reverse=True))})(?![\w'])")
_REASON = re.compile(
    r"\s*(?:and\s+|but\s+)?(?:because|since|as(?!\s+(?:do|does|well|far)\b)|seeing|given|knowing|though|although"
    r"|(?:who|whose|which|where|whence)(?!\s+(?:(?:they|it|he)\s+)?(?:(?:is|are)\s+to|will|shall|must|should)\b)"
    r"|(?:here|there)(?:'s|\s+(?:is|are))\s+(?:no|not|too|so|nothing|little|hardly)\b"
    r"(?!\s+(?:to\s+be\s+|need\s+)?(?:pursu|adv|fir|shoot|attack|mov|chas|charg|occup|follow|melee))"
    r"|having|now that|ever since|i\s+(?:have|had|know|think|hope|doubt|am\s+(?:not|so|too))|i've|i'?m\s+(?:not|so"
    r"|too|just|sure|tired|sorry|busy)|you\s+(?:have|think|know))\b",
    re.I,
)
_LIFTED = re.compile(r"^(?P<foe>[^<]+?)\s*<[-=]+\s*(?!\d)(?P<who>[^<]+)$")
_LISTED = re.compile(r"\((?P<who>[A-Za-z0-9]{1,3})\)\s+")
_CHOICES = re.compile(
    r"\b(?:1st|first)\s+choice:?\s+(?P<one>[^,;]+?)[,;]?\s+(?:2nd|second)\s+choice:?\s+(?P<two>[^,;]+)", re.I
)
"""Shorthand, and the same as a sentence has it."""
_MARKS = {"stop": ".", "semi": ";", "so": "so", "told": "because", "comma": ",", "then": "then"}
_ORDERS = re.compile(r"\s*(?:(?:they|it|he)\s+)?(?:(?:is|are)\s+to|will|shall|must|should)\b", re.I)
_SEVERAL_WORDS = 3


_GAP = re.compile(r" {9,}")
"""More blanks than part the columns of a table."""


def with_short_gaps(text: str) -> str:
    """The text with at most eight blanks in a row, so that what is read costs no more than its words do."""
    return _GAP.sub(" " * 8, text)


@dataclass(frozen=True)
class Span:
    """A piece of a line by its columns; `corrects` if it takes back what stands before it, `is_reason` if it only tells.

    `mark` is what stands before it: ``.``, ``;``, ``,``, ``so`` or ``and``.
    """

    start: int
    end: int
    mark: str = ""
    corrects: bool = False
    is_reason: bool = False
    is_asked: bool = False


def in_sequence(line: str) -> str:
    """The line with its tables in the sequence of a sentence: ``Good Heart <- Big Road`` as ``Big Road > Good Heart``."""
    parts = [
        _LIFTED.sub(lambda found: f"{found['who'].strip()} > {found['foe'].strip()}", one) for one in line.split(";")
    ]
    text = ";".join(parts)
    text = _CHOICES.sub(lambda found: f"{found['one'].strip()} else {found['two'].strip()}", text)
    text = turned(text, "tables")
    return (
        _LISTED.sub(
            lambda found: (
                f"; Co. {found['who']} " if found["who"].isupper() and len(found["who"]) == 1 else f"; {found['who']} "
            ),
            text,
        )
        if len(_LISTED.findall(text)) > 1
        else text
    )


def corrected_at(line: str) -> int:
    """The column behind the first words that take back something, -1 for none."""
    found = next((one for one in CORRECTS.finditer(line) if line[: one.start()].strip()), None)
    return found.end() if found is not None else -1


_MAYBE = re.compile(r"\bbetter\b(?! not)", re.I)
"""Words that take something back, or rank it only: ``F 1815, better 1816``."""


def taken_back_at(line: str) -> list[tuple[int, int]]:
    """The columns of the words of a line that surely take back what stands before them."""
    found = [one.span() for one in CORRECTS.finditer(line) if line[: one.start()].strip()]
    return [(start, end) for start, end in found if not _MAYBE.search(line[start:end])]


_HESITATING = re.compile(rf"\W*(?:{_HESITATES}|on second thoughts?|instead)\b", re.I)


IS_NO_ORDER = re.compile(
    r"(?P<ahead>^|(?<=\w)\s*[.;,!:()-]+\s*)(?:(?:this|it|that)(?:'s|\s+is)\s+|that\s+was\s+)(?:just\s+|only\s+|all\s+)?"
    r"(?:(?:an?\s+)?(?:joke|proverb|saying|banter|chat|story|question)\b,?\s*(?:and\s+|but\s+)?(?:not|no)\s+(?:an?\s+|my\s+)?orders?"
    r"|(?:not|no)\s+(?:an?\s+|my\s+)?orders?(?:,?\s+(?:just|only|but)\s+[a-z ]{2,30})?)$",
    re.I,
)
"""``It is joke, not order.``"""


def takes_back(words: str) -> bool:
    """True if words begin by taking back what stands before them: ``No, excuse me, it attacks 7117``."""
    return CORRECTS.match(words) is not None or IS_NO_ORDER.match(words.strip(" ()/#-.,;!?")) is not None


_ADDED = re.compile(
    r"\(\W*(?:(?:and|then|with|but|yes|please)\b[\s,]*)*(?:(?:(?:no|not|do not|don'?t)\s+)?(?:(?!I"
    r"\s)[A-Za-z0-9/]{1,4}\s+)?(?:adv|advances?|pursu(?:e|es|it))(?:\s*[:=]\s*[\w/+ ]{1,12}|\s+(?:afterwards?|too|in"
    r"|if (?:possible|successful|won|it wins|they win)|with \w{1,9}))?\W*\)$|(?:dismounts?|mounts? up|half|full|"
    r"(?:at |with )?(?:half|full) (?:fire|strength|rate))(?:\s+there|\s*:\s*yes)?\W*\)$)|\(\W*(?:or\s+)?(?:else"
    r"|otherwise|failing|alt\w*|back-?up|fallback|second(?:ary)?|plan\s+b|if\s+not|if\s+im?possible)\b[^()]{1,40}\)$"
    r"|\(\s*(?:going\s+|passing\s+)?(?:via|through|thru|by\s+way\s+of|by|over|across|route|path)\b[\s:]*(?:hex"
    r"\s+)?\d{4}[^()]{0,30}\)$|\((?:or\s+)?[\w/' ]{1,20}\s+if\s+(?:not|he|they|that|it|im?possible)\b[^()]{0,20}\)$"
    r"|\(\s*(?:(?:w/|with|\+|&|and|also|plus|including|incl\.?)\s*)+(?:the\s+)?(?-i:[A-Z])(?:[^()\d]|/\d+){0,30}\)$"
    r"|\(\s*(?:the\s+)?(?!I\s+[a-z])(?-i:[A-Z])[\w./' ]{0,20}?\s+(?:too|as\s+well|also|likewise|along|included"
    r"|leading|leads|incl\.?)\W*\)$|\(\s*(?:at|within|max\.?|range)?\s*\d{1,2}\s*(?:hex(?:es)?|inch(?:es)?|\")?\s*\)$",
    re.I,
)
"""A remark in brackets that an order goes on in: ``attack 7117 (advance: yes)``, ``fire at G/3 (half)``, ``guard guns (2)``."""


_READ_SHORT = re.compile(
    r"(?:^\s*|[,;]\s*)I\s+(?:mounted|dismounted|prone|afoot)\b|[.;]\s+I\s+(?:to\s+|-*>\s*)?\d{4}\b|\b(?:forward|fwd|ahead)\s+into\b"
    r"|(?<=\w )\(\d{1,2}\)\s*(?:[;,.]|$)",
    re.I,
)
"""Words that the notation passes over, or reads as two orders: they are read as prose."""


def is_read_short(line: str) -> bool:
    """True if the notation would leave something out of a line: ``I mounted, L to 1816``."""
    return _READ_SHORT.search(line) is not None


_OF_A_FIGHT = re.compile(
    r"\b(?:pursu\w*|adv\b|advanc\w*|occup\w*|chas(?:e|ing)|follow(?:ing)?\s+up)|\b(?:hex|stay|stop)\b.*\bafter", re.I
)


_DITTO = re.compile(
    r"\W*(?:[A-Z][\w/]*|[a-z]{1,2}(?:/\d+)?)[\s:,-]+(?:ditto|the\s+same|same|likewise|idem|as\s+well|too)\b[^\w]*$"
)
"""Somebody who does the same: ``e ditto.``."""
_NO_AT = re.compile(
    r"\W*(?:no|nope|wait|actually|sorry|rather|make\s+(?:it|that))\b[\s,.-]*(?:at|to|on|in)\s+(?!be\b)", re.I
)
"""Another target, or goal, behind an order: ``No at Good Heart.``."""
_NO_AFTER = (
    r"(?:no|never|nope|nah|no\s+way|not\s+(?:this\s+time|yet|now|likely|a\s+chance)|i\s+think\s+not|better\s+not"
    r"|(?:absolutely|of\s+course|certainly)\s+not)"
)
_NO_ALONE, _ASKED_NO = (re.compile(rf"{one}\W*{_NO_AFTER}\W*$", re.I) for one in ("^", r"\?"))


def retracts(words: str) -> bool:
    """True if words say that an order in them is none: ``A to 3612? No.``, ``just kidding``."""
    return _ASKED_NO.search(words) is not None or sayings().take_back(words)


def bears_on_order(aside: str) -> bool:
    """True if a sentence behind an order takes it back, or says who pursues or advances behind a fight."""
    if _NO_ALONE.match(aside) is not None or _DITTO.match(aside) or _NO_AT.match(aside) or retracts(aside):
        return True
    return takes_back(aside) or _OF_A_FIGHT.search(aside) is not None or _TOO.match(aside.strip(" .!")) is not None


_TOO = re.compile(
    r"(?:except|bar|save|but\s+not|apart\s+from)\s+(?!for\s+that)\w.*|(?:and\s+)?(?:the|their|his|its)\s+(?:\w+\s+)?(?:men|others?|rest|guys|boys|lads|riders|horses|ponies|mules|animals|holders"
    r"|captain|major|officers?)(?:\s+(?:do\s+|are\s+)?(?:also|too|likewise|ditto|as\s+well|the\s+same))?\s*$",
    re.I,
)
"""Others of whom the order ahead is true, too: ``The men also.``"""


def adds_to_order(remark: str) -> bool:
    """True if a remark takes back what stands before it, or goes on with it."""
    return takes_back(remark.strip("()/# ")) or _ADDED.match(remark) is not None


GOES_ON = re.compile(r"\W*(?:[+&]|(?:and|then|plus|there|here|they|it|he|she|both)\b)", re.I)
"""Begins a sentence that goes on with the one before it: ``M/7 dism. + prone``."""


def hesitates(words: str) -> bool:
    """True if words begin as a second thought does: ``Oh wait, they stay``."""
    return _HESITATING.match(words) is not None


def spans(line: str) -> list[Span]:
    """The pieces of a line, in turn."""
    return list(_spans(line))[:MOST_SPANS]


def _spans(line: str) -> Iterator[Span]:
    at, mark, corrects = 0, "", False
    corrections = {one.start(): one for one in CORRECTS.finditer(line) if line[: one.start()].strip()}
    cuts = sorted([*_cuts(line), *((one.start(), one.end(), "no") for one in corrections.values())])
    for start, end, what in [*cuts, (len(line), len(line), "")]:
        if start < at:
            if what == "no" and end > at:
                at, corrects = end, True
            continue
        if line[at:start].strip(" ,;.:-"):
            yield _span(line, at, start, mark, corrects=corrects)
            corrects = False
        at, mark, corrects = end, what, corrects or what == "no"


def _span(line: str, at: int, end: int, mark: str, *, corrects: bool) -> Span:
    words = line[at:end]
    is_reason = (mark == "because" and _ORDERS.match(words) is None) or _REASON.match(words) is not None
    return Span(at, end, mark, corrects, is_reason and mark != "so", line[end : end + 1] == "?")


def _cuts(line: str) -> Iterator[tuple[int, int, str]]:
    for one in _CUT.finditer(line):
        kind = str(one.lastgroup)
        is_dot = kind == "stop" and one[0].strip() == "." and not _OPENS.match(line, one.end())
        if is_dot and _ABBREVIATED.search(line[: one.start() + 1]):
            continue
        yield one.start(), one.end(), _MARKS[kind]
    for one in re.finditer(r":\s+", line):
        behind = _CUT.split(line[: one.start()])[-1] or ""
        if len(behind.split()) > _SEVERAL_WORDS:
            yield one.start(), one.end(), ":"
