"""Commands to the desk, alone or among orders (docs/orders.md, Commands)."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from pbem import glossary
from pbem.core.record import Record
from pbem.language.spelling import slips


@dataclass(frozen=True, slots=True)
class Command(Record):
    """A command: its name (``withdraw``), what stood with it (``("3",)``), and its canonical line."""

    name: str
    words: tuple[str, ...] = ()
    text: str = ""


FOUR_DIGITS = r"\d{4}"
"""The form of a place where a game defines none: the number of a hex."""
_ADDRESS = r"[^\s@<>]{1,64}@[^\s@<>]{1,255}"
_YES = r"(?:(?:yes|yep|ok(?:ay)?|sure)[\s,.!:-]{1,4})?"
# ``report png`` in odd ways: whose reports are meant is for the desk to say (`desk.incoming.preferences`).
_REPORT_FORM = r"(text|html|png|play|page|spoken|whole|short|pictures?|plain(?:\s+text)?)"
_REPORT_WORDS = {"picture": "png", "pictures": "png", "plain": "text", "plain text": "text"}
_NAME_AHEAD = (
    r"(?!(?:no|not|never|don'?t|do|please|i|my|the|a|an|if|when|why|what|how|is|send|give|set|switch|change|make)\b)"
)
_WHOSE = rf"{_NAME_AHEAD}((?-i:[A-Z])[\w.'/-]{{0,30}}(?:\s+[\w.'/-]{{1,30}}){{0,2}})\s*[:,]?\s+"
_ASKING = (
    r"(?:please\s+)?(?:(?:i\s+want|i\s+prefer|i'?d\s+(?:like|prefer)|send|give|set|switch|change|make)\s+)?"
    r"(?:me\s+|us\s+)?"
)
_AS = r"(?:\s*[:=-]\s*|\s+)(?:(?:as|in|to|with|by)\s+)?(?:an?\s+)?"
_REPORT_TAIL = (
    r"(?:[\s,]{1,9}(?:form|format|only|again|now|always|from\s+now\s+on|please|pls|thanks|thank\s+you)){0,4}[\s.!]{0,9}"
)
_FOR_WHOM = (
    r"\s{0,9}[,:(]?\s{0,9}(for\s+\S.{0,39}|(?!and\b|or\b|then\b|but\b)[a-z][\w'/-]{0,30}(?:\s+[\w'/-]{1,30}){0,2}\)?)"
)
_LINE_NUMBERS = r"\d{1,4}(?:\s*(?:,\s*and|,|and|&|\+|-|to)\s*\d{1,4}){0,39}"
FORMS = {
    "status": r"status",
    # Of several words only the name of a chart or a term of the glossary asks for help: "help me hold the hill" is talk.
    "help": r"help(?:\s+([a-z][\w-]*|(?:[a-z][\w-]*\s+){1,3}(?:tables?|charts?|modifiers?)))?",
    "map": rf"map(?:\s+({FOUR_DIGITS})(?:\s+(\d{{1,2}}))?)?",
    "orders": r"orders",
    "preview": r"preview(?:\s+(?:with\s+)?(standing))?",
    "pass": r"pass",
    "ready": r"go\s+on|(?:(?:i\s+am|i'?m|we\s+are|we'?re)\s+)?(?:all\s+)?ready(?:\s+(?:now|too|as\s+well|here|to\s+go"
    r"|on\s+my\s+side|when(?:ever)?\s+you(?:\s+are|'re)(?:\s+ready)?))?|ready\s+(?:for\s+)?(all)",
    "wait": r"wait",
    "sequence": r"sequence\s*:?\s+(\S.{0,159})",
    "amend": r"amend",
    "replace": r"replace",
    "withdraw": rf"withdraw(?:\s+(?:(?:the\s+)?lines?\s+)?({_LINE_NUMBERS}))?"
    rf"|(?:scrap|delete|remove|cancel|forget)\s+(?:the\s+)?lines?\s+({_LINE_NUMBERS})",
    "resend": r"resend\s+(\d{1,6})(?:\s*(?:-|to)\s*(\d{1,6}))?",
    "report": rf"(?:{_WHOSE})?{_ASKING}(?:(?:my|our|the)\s+)?(?:reports?(?:\s+form(?:at)?)?{_AS}{_REPORT_FORM}"
    rf"|{_REPORT_FORM}\s+(?:form\s+|format\s+)?reports?){_REPORT_TAIL}(?:{_FOR_WHOM})?{_REPORT_TAIL}",
    "send": r"send\s+(?:me\s+)?(?:the\s+)?(?:play\s+|order\s+)?(page|calendar)",
    "calendar": r"calendar(?:\s+(on|off))?",
    "zone": r"(?:time\s?)?zone\s+([a-z0-9_+/-]{1,40})",
    "language": r"language\s+([a-z-]{2,20}(?:[. ]utf-?8)?)",
    "nonce": r"nonce(?:\s*:\s*|\s+)(\S.{0,199})",
    # Which days are meant is found out with the calendar (`desk.incoming.absence`); without a figure it is talk.
    "vacation": r"(?:vacation|holidays?)\s*:?\s+(\D{0,40}\d.{0,80})",
    "extend": r"(?:please\s+)?extend(?:\s+(?:it|(?:(?:the|my)\s+)?deadline))?(?:\s+(?:by|for))?"
    r"\s+(\d{1,2}|an?|one|two|three|four|five|six|seven)\s*(?:more\s+)?(days?|hours?|weeks?|[dh])(?:\s+more)?"
    r"(?:\s*[:,;.!-]+\s*|\s+(?=please\b|thanks\b|thank\s|because\b|since\b|as\b|for\b|due\b)|\s*\Z)(.{0,200})"
    # More time of another form is answered with the form.
    r"|(?:please\s+)?extend(?:[.!]|\s+(?:(?:the|my|our)\s+)?deadline\b.{0,100}|\s+(?:until|till)\s.{1,100})?",
    "draw": r"(offer|accept|decline)\s+draw",
    "resign": r"resign",
    "leave": r"leave(?:\s+(?:(?:the|my|this)\s+)?(?:game|side|seat))?[.!]?",
    "copies": r"copies(?:\s*:?\s+(on|off))?",
    "confirm": rf"{_YES}(?:i\s+(?:do\s+|hereby\s+|can\s+)?)?confirm(?:ed)?"
    r"(?:\s+(?:it|this|that|resign|resignation|(?:my|the|a)\s+(?:resignation|draw|address|new\s+address|change)))?[.!]{0,3}"
    rf"|{_YES}(?:i\s+)?confirm\s*:?\s+(?:with\s+)?(?:code\s+)?([a-z0-9-]{{1,64}})[.!]?",
    "address": rf"address\s+({_ADDRESS})",
    "pace": r"pace\s+(ask|mixed|policy)",
    "take back": r"take\s+(?:play\s+|my\s+last\s+(?:letter|move)\s+)?back(?:\s+to\s+(?:record\s+)?(\d{1,6}))?[.!]?",
    "agree": r"(?:(?:yes|ok(?:ay)?|sure),?\s+)?(?:i\s+)?agree(?:\s+to)?(?:\s+(?:proposal\s+)?(\d{1,6}))?[.!]?",
    "disagree": r"(?:no,?\s+)?(?:i\s+)?disagree(?:\s+(?:with|to))?(?:\s+(?:proposal\s+)?(\d{1,6}))?[.!]?",
    "key": r"key\s*:\s*([a-z0-9]{4,16})",
    "certificate": r"certificate(?:\s+(?:of\s+|for\s+)?([a-z][\w. '-]{0,59}))?",
    "protest": r"protest(?:\s*:\s*|\s+(?=(?:rule\s+|clause\s+)?\d)|\s*\Z)(.{0,400})",
    "insist": r"insist(?:\s+(?:on\s+)?(?:protest\s+)?(\d{1,4}))?(?:\s*:\s*|\s*\Z|\s+)(.{0,200})",
    "play as": r"play\s+as\s+(\S.{0,59})",
    "cancel": r"cancel\s+(?:(?:standing\s+)?order\s+(\d{1,4})|(policy\s+\S.{0,60})|(all)\s+standing\s+orders)",
    "move order": r"move\s+order\s+(\d{1,4})\s+(before|after)\s+(?:order\s+)?(\d{1,4})",
    "answer": r"(?:(?:my\s+)?answers?\s*(?:is|are)?\s*:?\s*)?((?:\d{1,2}|hex\s+\d{4})(?:[\s,]+(?:\d{1,2}|hex\s+\d{4})){0,39})"
    r"(?:[\s,.!-]+(?:i\s+(?:guess|think|suppose|hope|say)|i'?d\s+say|probably|again|for\s+me|it\s+is|for\s+now))?",
}
_FIRST_WORDS = frozenset(form.split("\\", 1)[0].split("(", 1)[0] for form in FORMS.values()) | {
    "hex",
    "scrap",
    "yep",
    "confirm",
    "confirmed",
    "please",
    "extend",
    "vacation",
    "holiday",
    "holidays",
    "delete",
    "remove",
    "forget",
    "offer",
    "ready",
    "report",
    "go",
    "accept",
    "agree",
    "decline",
    "disagree",
    "i",
    "i'm",
    "im",
    "we",
    "we're",
    "all",
    "yes",
    "no",
    "ok",
    "okay",
    "sure",
    "certificate",
    "insist",
    "play",
    "protest",
    "time",
    "timezone",
    "zone",
}
HEX_DIGITS = 4
"""In an answer a hex stands for a choice that the question does not list: ``1 hex 2605``."""
KEEPS_CASE = ("report", "nonce", "extend", "play as", "protest", "insist", "vacation", "address", "zone")


def command(words: str, place: str = FOUR_DIGITS) -> Command | None:
    """The command on a line; None if it is not a command, which stands alone on its line.

    `place` is the form of a place on the map (`Dialect.place`).
    """
    first = _FIRST_WORD.match(words)
    if first is None or (
        first[1].lower() not in (*_FIRST_WORDS, "my", "answer", "answers")
        and not first[1].isdigit()
        and "report" not in words.lower()
    ):
        return None
    for name in FORMS:
        match = _form(name, place).fullmatch(_report_line(words) if name == "report" else words)
        if match and not (name == "orders" and words.rstrip().endswith(":")):  # ``My orders:`` is a heading
            given = tuple(group.strip() for group in match.groups() if group)
            if name == "vacation":
                given = _first_and_last(given[0])
            if name == "report":
                given = _form_and_whose(*match.groups())
            if name == "extend" and given:
                given = _span(*given)
            if name == "withdraw" and given:
                given = _line_numbers(given[0])
            if name == "answer":
                given = tuple(_DIGITS.findall(given[0]))
            if name not in KEEPS_CASE:
                given = tuple(one.lower() for one in given)
            return Command(name, given, _written(name, given))
    return None


_BETWEEN_DAYS = (
    re.compile(r"\s+(?:to|until|till|through)\s+", re.I),
    re.compile(r"\s+-{1,2}\s+"),
    re.compile(r"\s*-\s*"),
)
_ISO = re.compile(r"\d{4}-\d")


def _first_and_last(days: str) -> tuple[str, ...]:
    """The days of an absence: the first and the last, or the one."""
    for between in _BETWEEN_DAYS:
        parts = between.split(days, maxsplit=1)
        if len(parts) == 2 and all(parts) and not (between is _BETWEEN_DAYS[-1] and _ISO.search(days)):
            return tuple(parts)
    return (days,)


_LONGEST_REPORT_LINE = 120


def _report_line(words: str) -> str:
    """A line with single blanks; "" for one that is too long to be about the form of reports."""
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST_REPORT_LINE else ""


_ONESELF = re.compile(r"(?:me|(?-i:[Uu]s)|myself|ourselves|my\s+side|our\s+side)", re.I)


def _form_and_whose(ahead: str | None, form: str | None, form_first: str | None, behind: str | None) -> tuple[str, ...]:
    """``Army: report png`` as the form and the name beside it; the form alone where only the writer can be meant."""
    written = " ".join((form or form_first or "").lower().split())
    name = re.sub(r"\A(?:for\s+)?(?:the\s+)?", "", (ahead or behind or "").strip(" .!()"), flags=re.I)
    is_own = not name or _ONESELF.fullmatch(name) is not None
    return (_REPORT_WORDS.get(written, written), *(() if is_own else (name,)))


_RANGE = re.compile(r"(\d+)(?:\s*(?:-|to)\s*(\d+))?")
_MOST_LINES = 40


def _line_numbers(text: str) -> tuple[str, ...]:
    """``1, 3-5 and 7`` as the numbers that it means, each once."""
    found: dict[str, None] = {}
    for one in _RANGE.finditer(text):
        first, last = int(one[1]), int(one[2] or one[1])
        found.update(dict.fromkeys(map(str, range(first, min(last, first + _MOST_LINES) + 1))))
    return tuple(found)


_COUNTS = ("a", "one", "two", "three", "four", "five", "six", "seven")
_UNITS = {"d": "days", "h": "hours"}


def _span(count: str, unit: str, reason: str = "") -> tuple[str, ...]:
    """``two days please, I am ill`` as count, unit and reason."""
    low = count.lower()
    number = "1" if low == "an" else low if low.isdigit() else str(max(_COUNTS.index(low), 1))
    if unit.lower().startswith("week"):
        number, unit = str(int(number) * 7), "days"
    reason = _PLEASE.sub("", reason).strip()
    return (number, _UNITS.get(unit.lower(), unit), *([reason] if reason else []))


_PLEASE = re.compile(r"\A(?:please\b[\s,.:;!-]*|-\s*)", re.I)
_FIRST_WORD = re.compile(r"\s*([a-z]+(?:'[a-z]+)?|\d{1,2}(?!\d))", re.I)
_DIGITS = re.compile(r"\d+")


@cache  # compiled when the first command comes: most letters are orders alone
def _form(name: str, place: str) -> re.Pattern[str]:
    form = FORMS[name]
    if name == "map":
        form = form.replace(FOUR_DIGITS, place)
    if name == "help":
        phrases = "|".join(re.escape(one).replace(r"\ ", r"\s+") for one in sorted(glossary.words()) if " " in one)
        form = form.replace("([a-z]", rf"((?:{phrases})s?|[a-z]", 1)
    return re.compile(rf"\s*(?:{form})\s*:?\s*", re.I)


QUERIES = frozenset(("status", "help", "map", "orders", "preview", "resend"))
"""Commands that change nothing: a slip in one is fixed."""
BINDING = frozenset(
    (
        "pass",
        "ready",
        "wait",
        "replace",
        "withdraw",
        "vacation",
        "extend",
        "draw",
        "resign",
        "confirm",
        "agree",
        "disagree",
    )
) | {
    "cancel",
    "move order",
    "pace",
    "take back",
    "address",
    "leave",
    "sequence",
    "play as",
    "certificate",
    "protest",
    "insist",
}
"""Commands that are not taken from a question (``ready?``)."""
_SHORT = 4


def nearly(words: str, place: str = FOUR_DIGITS) -> Command | None:
    """The command that a line would be but for a slip in its first word (``statsu``), None if it is near none."""
    first, *rest = words.split()
    text = first.lower()
    for word in _near_words(text):
        found = command(" ".join([word, *rest]), place)
        # A capitalised word alone may be a name below the orders: nobody is made ready by it.
        if found is not None and (found.name in QUERIES or rest or not first[:1].isupper()):
            return found
    return None


_WHOSE_SIDE = r"(?:\s+(?:for|from|by|on)\s+(?:me|us|my\s+(?:side|end|lot|part)|our\s+side))?"
_PASS = (
    r"(?:(?:i|we|i'll|we'll|i'm|im|we're|let\s+me|let's|lets)\s+)?(?:(?:will|shall|am|are|must|want\s+to|would\s+like\s+to|think\s+i'll|think\s+we'll|am\s+going\s+to|have\s+to)\s+)?"
    r"(?:pass(?:ing)?|skip(?:ping)?|sit(?:ting)?\s+(?:this|it|that)(?:\s+(?:one|turn|phase|round))?\s+out)(?:\s+on)?(?:\s+(?:for|from)\s+(?:me|us))?"
    r"|(?:please\s+)?(?:skip|pass\s+over|count\s+out|leave\s+out)\s+(?:me|us|my\s+(?:side|lot|go|turn|move))|(?:count|leave)\s+(?:me|us)\s+out|skip\s+(?:the|all|any)?\s*(?:fight|fighting|melee|combat|fire|firing|shooting|rally|rallying)"
    rf"|(?:nothin[g']?|nowt|nuffin[g']?|nuthin[g']?|nought|nowts|zilch|zip|nada|nil|diddly(?:[ -]squat)?|sweet\s+fa"
    rf"|(?:sod|naff|bugger|damn)\s+all)"
    rf"(?:\s+(?:doing|(?:to|2)\s+(?:do|order|report|add)|else|new|at\s+all))?{_WHOSE_SIDE}"
    rf"|(?:(?:i|we)(?:'ve|\s+have)?\s+(?:got\s+)?)?no\s+(?:new\s+|more\s+|further\s+)?(?:orders?|moves?|movement|actions?|activity|business|instructions|changes?){_WHOSE_SIDE}"
    r"|nothing\s+(?:is\s+|will\s+|shall\s+)?(?:to\s+)?be\s+(?:done|undertaken|attempted|ordered)(?:\s+by\s+(?:any(?:one|body)?(?:\s+(?:company|unit|band|troop|command))?|us|me|my\s+\w+))?"
    r"|(?:i|we|i'll|we'll)\s+(?:will\s+|shall\s+)?(?:do|order|have)\s+nothing(?:\s+to\s+(?:do|order))?|(?:nobody|no\s*one)\s+(?:is\s+to\s+)?do(?:es)?\s+(?:anything|a\s+thing|owt|nothing)"
)
_WHEN_PASSED = (
    r"(?:[\s,]+(?:this|my|our|the|for|4|in|on|with|today|tonight|now|here|at\s+all|right|once|again|then|turn|time|phase|go|round|marker|chit|one|week|wk|month|day|evening|nite|draw|move|hour|impulse"
    r"|ok|okay|pls|plz|please|thanks|thx|ta|cheers|mate|sorry|umpire|i\s+(?:think|guess|suppose)))*"
)
_WHY = (
    r"(?:\s*[,;.!(]+\s*|\s+-+\s+|\s+(?=(?:sorry|soz|cos|coz|cuz|bc|because|since|as|im|i'm|i've|ive|am|we're|were|got|gotta|busy|been|off|away|on|at|in|have|having|too)\b))"
    r"(?!.*\b(?:but|except|bar|apart|save|only|just|unless|until|if|other\s+than|instead|let|then|move|moves|attack|fire|charge)\b)"
    r"(?!.*[\w,]\s(?-i:(?!Sun|Mon|Tue|Wed|Thu|Fri|Sat|East|Chris|Xmas)[A-HJ-Z]))[^\d:?]*"
)
"""A remark behind a pass, that orders nothing: why it is one."""
_PASSES = re.compile(
    r"(?:(?:ok|okay|well|so|sorry|hi|hello|no|right|please|pls|just|umpire|then|and|yes)[\s,]+)*"
    rf"(?:{_PASS}){_WHEN_PASSED}(?:[\s,;.&-]+(?:and\s+|so\s+)?(?:{_PASS}){_WHEN_PASSED})*(?P<why>{_WHY})?",
    re.I,
)
"""A whole line by which a side does nothing: ``skip me this turn``, ``nothing from us, pass``."""


def passes(words: str) -> bool:
    """True if a line says in words of its own that a side does nothing in a phase."""
    text = words.strip(" \t.,;:!-")
    return len(text.split()) > 1 and "?" not in text and _PASSES.fullmatch(text) is not None


_NO_SLIPS = frozenset(("once", "none"))
"""Words that begin many an order, and are one slip from a command (``nonce``)."""


@lru_cache(maxsize=2048)
def _near_words(text: str) -> tuple[str, ...]:
    return tuple(word for word in sorted(_FIRST_WORDS) if _is_near(text, word))


def _is_near(text: str, word: str) -> bool:
    if text == word or not text.isalpha() or text in _NO_SLIPS:
        return False
    if len(word) <= _SHORT:
        return text == word + "s" or (sorted(text) == sorted(word) and text[0] == word[0])
    return slips(text, word, 1) == 1


def _written(name: str, given: tuple[str, ...]) -> str:
    match name:
        case "nonce" | "key":
            return f"{name}: {given[0]}"
        case "withdraw" if given:
            return f"withdraw line {given[0]}" if len(given) == 1 else f"withdraw lines {', '.join(given)}"
        case "resend" | "vacation" if len(given) > 1:
            return f"{name} {given[0]}-{given[1]}" if name == "resend" else f"{name} {given[0]} - {given[1]}"
        case "extend" if len(given) > 1:
            return f"extend {given[0]} {given[1]}" + (f": {given[2]}" if len(given) > 2 else "")
        case "take back" if given:
            return f"take back to {given[0]}"
        case "draw":
            return f"{given[0]} draw"
        case "report" if len(given) > 1:
            return f"report {given[0]} for {given[1]}"
        case "cancel":
            return {"all": "cancel all standing orders"}.get(
                given[0], f"cancel order {given[0]}" if given[0].isdigit() else f"cancel {given[0]}"
            )
        case "answer":
            return " ".join(f"hex {one}" if len(one) == HEX_DIGITS else one for one in given)
        case _:
            return " ".join((name, *given))
