"""Remarks beside an order that say how things are, and nothing about the order: ``A/3 to 3610, they've had enough of it``.

Only what is told in the present of nobody that is ordered, and has no word in it that limits, excepts, counts, forbids or takes
back, is a remark; anything else stays, and is read or asked about.
"""

import re
from collections.abc import Sequence

from pbem.language.sentence import Sentence, Token
from pbem.language.tokens import Tokenizer

MOST_PARTS = 12
"""Parts of a line that are looked at."""
_CUT = re.compile(
    r"(?P<end>[.!?]+\s+)|(?P<joint>\s*[,;]\s+|\s+-{1,2}\s+|\s*\.{2,}\s*|:\s+)|(?P<bare>(?<=\w)\s+(?=(?:cos|coz|cuz)\s))",
    re.I,
)
_LINK = (
    r"(?:and|but|yet|cos|coz|cuz|for|as|since|because|after\s+all|besides|anyway|honestly|frankly|i\s+(?:think|reckon|guess|suppose|fear)"
    r"|ok|okay|well|oh|man|god|lol|alas|sadly|luckily)"
)
_HOW_IT_IS = (
    r"(?:'s|'re|'ve|'m|\s+(?:is|are|am|has|have|looks?|seems?|feels?|sounds?|smells?|deserves?|'s|ain't)"
    r"|(?<=\bthey)re|(?<=\b[hi][et])s|(?<=\bthat)s|(?<=\bi)m)"
)
_STATED = re.compile(
    rf"(?:{_LINK}[\s,]+)*(?:(?:it|this|that|there|here|they|he|she|we|you|i)"
    rf"|(?:the|a|an|my|his|her|their|its|our|your|those|these)\s+(?:[\w-]+\s+){{0,3}}?[\w-]+?){_HOW_IT_IS}\s+(?P<rest>\S.*)$",
    re.I,
)
_EXCLAIMED = re.compile(
    rf"(?:{_LINK}[\s,]+)*(?:looks?|seems?|sounds?|smells?|sorry|soz|apologies|bless|poor|nice\s+and|what\s+an?|such\s+an?|such\s+is|so\s+much\s+for"
    r"|nothing\s+(?:too\s+)?(?:fancy|special|clever|heroic|daring|silly|rash|exciting|flash|dramatic|fancier|else\s+matters)"
    r"|(?:so\s+)?no\s+(?:more\s+)?(?:heroics|nonsense|messing|fuss|drama|funny\s+business|hurry|rush|worries|tricks|surprises|ifs|sense|point|use"
    r"|fancy\s+stuff|mucking|dilly|dilly-dallying|faffing|arguments?|questions\s+asked|panic|time\s+to\s+lose|two\s+ways\s+about)"
    r"|(?:as\s+)?simple\s+as|easy\s+(?:does\s+it|as)|full\s+stop|period|end\s+of(?:\s+(?:story|discussion))?|job\s+done|sigh|heh|phew|ugh|yikes"
    r"|cheers|ta|only\s+got\s+(?:\w+\s+){0,3}(?:minutes?|mins?|secs?|seconds?|hours?))\b(?P<rest>.*)$",
    re.I,
)
_LEAD = re.compile(
    r"(?:i|my|we|i'm|im|i'll|i've|kettle|tea|coffee|dinner|work|bus|train|sorry|quick\w*|only\s+got)\b", re.I
)
_BRIEF = re.compile(
    r"^(?:(?:so\s+)?(?:i'?ll|i\s+will|let\s+me|let's|i'?m\s+going\s+to|will)\s+(?:be|keep\s+(?:it|this|things)|make\s+(?:it|this))"
    r"\s+(?:short|brief|quick|simple)|(?:so\s+)?(?:very\s+)?quick(?:ly)?|in\s+(?:short|brief|haste))$",
    re.I,
)
_SAYS_SO = re.compile(
    r"(?:[\w.']+\s+){1,3}(?:says?|said|reckons?|thinks?|insists?|swears?)\s+so(?:\s+(?:too|himself|himself|anyway|and\s+that's\s+that))?$",
    re.I,
)
_OFF = re.compile(
    r"(?:it'?s\s+)?(?:high\s+|about\s+)?time\s+to\s+(?:get\s+out(?:\s+of\s+(?:there|here|it|this))?|go|leave|get\s+going|get\s+moving|move(?:\s+on)?"
    r"|be\s+off|make\s+tracks|skedaddle|clear\s+out|pull\s+out)$",
    re.I,
)
_AROUND = re.compile(
    r"\bno\s+(?:fool|idiot|saint|angel|coward|hero|genius|picnic|joke|surprise|wonder|matter)\b|\b(?:back|out|up|over|down|in)\s+(?:there|here)\b",
    re.I,
)
_LIMITS = re.compile(
    r"\b(?:if|unless|until|untill|till|til|except\w*|exclud\w*|bar|save|only|otherwise|else|when(?:ever)?|once|before"
    r"|after(?!\s+all)|then|instead|half|halve\w*|full\w*|both|each|every\w*|any(?:body|one|thing)?|no|not|never|nor|none|nobody|nothing"
    r"|no-?one|without|neither|cannot|cant|wont|dont|should|shall|must|will|may|might(?!\s+have)|can|could(?!\s+have|'ve)"
    r"|would(?!\s+have|'ve)|let|exempt\w*|excus\w*|spare[ds]?|barred|omit\w*|missing|absent|includ\w*|forbid\w*|prohibit\w*|allow\w*"
    r"|permit\w*|optional|also|rather|better|prefer\w*|other|others|another|rest|whole|some|most|few|many|several|same|like|left|done"
    r"|likewise|joke|joking|kidding|mistake\w*|wrong|typo|error|cancel\w*|scrap\w*|off|out|old|earlier|previous|last|ago|yesterday"
    r"|tomorrow|later|next|past|option\w*|idea|ideas|thought|thinking|question|tempting|possible|possibly|impossible|alternative\w*|example"
    r"|suggestion|dream|wish|theory|doubt\w*|unsure|undecided|maybe|perhaps|probably|was|were|did|used|two|three|four|five|six|seven|eight"
    r"|nine|ten|eleven|twelve|dozen|twice|thrice|second|third|first|north|south|east|west|left|right\s+flank|pinned|hidden|prone|mounted"
    r"|dismounted|broken|busy|free|exempted|waiting|ready|sparing\w*|light\w*|slow\w*|careful\w*|gentl\w*)\b"
    r"|n't\b|'ll\b|\d|\b(?:is|are|'s)\s+enough\W*$|\btoo\W*$|\ball\b(?!\s+(?:good|right|well|fine))|\bone\s+(?:is|will|of)\b",
    re.I,
)
"""Words by which a remark may say how an order is meant, for whom, how far, or that it is none."""
_IS_TO = re.compile(
    r"(?:^|\b(?:is|are|am|be|has|have|had|got|better|s|re)\s+)(?:\w+\s+)?to\b(?!\s+(?:me|him|them|us|see|be\s+honest))",
    re.I,
)
_PERFECT = re.compile(r"\b(?:would|could|might)\s*(?:have|'ve)\b", re.I)
_BEFORE_A_NOUN = frozenset(("of", "from", "for", "by", "about", "at", "enough", "tired"))
_TELLING = frozenset(("PRON", "AND", "COMMA", "THEN", "AT", "THERE", "FOE", "TO", "ALSO", "FROM", "WITH", "PLACE"))


def without_remarks(line: str, tokenizer: Tokenizer) -> str:
    """The line without its remarks; the line itself where it has none, or nothing else."""
    parts = _parts(line)
    if len(parts) < 2 or len(parts) > MOST_PARTS:
        return line
    kept = [
        (text, mark)
        for n, (text, mark) in enumerate(parts)
        if not _is_remark(text, tokenizer, is_lead=_leads(parts, n))
    ]
    if not kept or len(kept) == len(parts):
        return line
    return "".join(f"{text}{mark}" for text, mark in kept).rstrip(" ,;:-")


def _parts(line: str) -> list[tuple[str, str]]:
    """The parts of a line, each with the sign behind it."""
    found: list[tuple[str, str]] = []
    at = 0
    for cut in _CUT.finditer(line):
        found.append((line[at : cut.start()], cut[0]))
        at = cut.end()
    found.append((line[at:], ""))
    return [one for one in found if one[0].strip()]


def _leads(parts: Sequence[tuple[str, str]], n: int) -> bool:
    """True if a part stands ahead of the line's order, with a colon or a full stop behind it."""
    return n == 0 and parts[0][1].strip() in (":", ".", "!", "-", "--")


def _is_remark(text: str, tokenizer: Tokenizer, *, is_lead: bool) -> bool:
    words = text.strip(" .,;:!?()-")
    if is_lead and _LEAD.match(words):
        head, _, brief = words.rpartition(" so ")
        if head and _BRIEF.match(brief.strip(" ,")):
            return _tells_of_nobody(head, tokenizer, is_mine=True)
    if _BRIEF.match(words) or _SAYS_SO.match(words) or _OFF.match(words):
        return True
    found = _STATED.match(words) or _EXCLAIMED.match(words)
    if found is None:
        return False
    rest = _AROUND.sub("", words if found.re is _STATED else found["rest"])
    if _LIMITS.search(rest) or _IS_TO.search(rest):
        return False
    return not rest.strip() or _tells_of_nobody(rest, tokenizer)


def _tells_of_nobody(words: str, tokenizer: Tokenizer, *, is_mine: bool = False) -> bool:
    """True if words name none of one's own, no place and nothing to do."""
    sentences: Sequence[Sentence] = tokenizer.sentences(words)
    tokens = [token for one in sentences for token in one.tokens]
    if is_mine:
        return all(
            one.type not in ("NAME", "FOE", "HEX", "STEP", "PLACE", "IF", "COND", "EVENT", "NEG") for one in tokens
        )
    return all(_is_idle(one, words) for one in tokens)


def _is_idle(one: Token, words: str) -> bool:
    if one.type == "KIND":
        return bool({"any", "group"} & set(one.tags)) and not one.value
    if one.type == "NAME":
        return _PERFECT.search(words) is not None
    if one.type == "ACT":
        before = words[: one.start].lower().split()[-1:]
        return one.form == "ing" and bool(_BEFORE_A_NOUN.intersection(before))
    return one.type in _TELLING
