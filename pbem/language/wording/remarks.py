"""Remarks beside an order that say how things are, and nothing about the order: ``A/3 to 3610, they've had enough of it``.

Only what is told in the present of nobody that is ordered, and has no word in it that limits, excepts, counts, forbids or takes
back, is a remark; anything else stays, and is read or asked about.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.language.gazetteer import PIECE, Gazetteer
from pbem.language.lexicon import Lexicon
from pbem.language.sentence import Sentence, Token
from pbem.language.tokens import Tokenizer
from pbem.language.wording.sayings import sayings
from pbem.language.wording.spans import IS_NO_ORDER, Span, bears_on_order, spans

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


def _is_remark(text: str, tokenizer: Tokenizer, *, is_lead: bool) -> bool:
    words = text.strip(" .,;:!?()-")
    if is_lead and _LEAD.match(words):
        head, _, brief = words.rpartition(" so ")
        if head and _BRIEF.match(brief.strip(" ,")):
            return _tells_of_nobody(head, tokenizer, is_mine=True)
    if _BRIEF.match(words) or _SAYS_SO.match(words):
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


_EDGES = " \t,.;:!?-()'\""


def says_nothing(words: str) -> bool:
    """True if words beside an order tell what somebody thinks of it, or what comes of it: nothing that is to be done."""
    text = words.strip(_EDGES)
    denial = IS_NO_ORDER.search(text)
    if denial is not None and denial["ahead"]:
        return True
    return sayings().fit(text) and not bears_on_order(sayings().without_end(text))


# What tells in the present, the past or of its writer, with purposes and contrasts beside an order.

_OPENING = re.compile(
    r"(?:(?:and|but|though|although|since|because|well|ok|okay|right|look|honestly|frankly|sorry|ha|haha|lol|oh|ah"
    r"|hmm?|mind you|besides|anyway|man|boy|gosh|yes|yeah|frankly|to be honest|tbh|i mean|after all|then again|plus"
    r"|still|now|god knows)\b[\s,]*)*",
    re.I,
)
_STATE = (
    r"(?:'re|'ve|'d|'s(?=\s+(?:(?:a|an|the|got|been|had|so|too|very|just|only|not|about|never|always|feeling|looking|getting|having|being|quite"
    r"|rather|pretty|bloody|dead|all|as|far|near|close|no|in\s+a|in\s+no|on\s+a|on\s+his\s+last|made|lost|seen|heard|decided|changed|earned|done|grown|gotten|run\s+out|had\s+enough)\b|\w+(?:ed|en)$))|(?<=\bit)'s|(?<=\bhe)'s|(?<=\bthat)'s"
    r"|(?<=\bthere)'s|(?<=\bshe)'s|(?<=\bwhat)'s|(?:\s+(?:really|just|still|both|all|certainly"
    r"|probably|already|simply|clearly))*\s+(?:is|are|isn't|aren't|isnt|arent|was|were|wasn't"
    r"|weren't|has|have|hasn't|haven't"
    r"|had|looks?|looked|seems?|seemed|feels?|felt|sounds?|deserves?|knows?|knew|hates?|loves?|likes?|got"
    r"|doesn't\s+(?:look|seem|like|care)"
    r"|don't\s+(?:look|seem|like|care)|will\s+(?:(?:no\s+doubt|probably|surely|certainly|never|not|only|just|likely)\s+)?(?:survive|cope|manage|thank|hate|love|grumble|moan|complain|live|understand|forgive|be"
    r"\s+(?:fine|ok|okay|all\s+right|alright|happy|grateful|cross|furious|thrilled|pleased|delighted))"
    r"|'ll\s+(?:survive|cope|manage|thank|hate|love|grumble|moan|complain|live|understand|forgive|be\s+(?:fine|ok|okay|all\s+right"
    r"|alright|happy|grateful|cross|furious|thrilled|pleased|delighted))))\b"
)
"""Verbs that say how somebody is or feels."""
_NO_STATE = (
    r"(?!\s+(?:(?:not|all|both|now|then|just|only|also)\s+)*(?:to|going|gonna|go|ordered|told|supposed|directed|instructed|free|clear"
    r"|allowed|welcome|off|out|up|down|back|under|along|with|behind|staying|next|better|cleared|for|at|there|here|away|over|ahead"
    r"|mounted|dismounted|limbered|unlimbered|prone|afoot|same|likewise)\b(?!\s+(?:on\s+(?:a|his|their)\s+luck|for\s+once)))"
)
"""Words behind such a verb that make an order of it."""
_THEY = r"(?:they|he|she|it|that|this|those|these|there|the\s+rest\s+of\s+them|both|who|thats|theyre|theyve|hes|its)"
_OF_THEM = re.compile(
    rf"(?:{_THEY}|(?!(?:one|two|three|four|five|six|some|any|each|all|none|half|most|few|many|another|others?|nothing|nobody|i|we|you|let|on|in|at|when|after|before|upon|for|from|by|with|till|until|during|as)\b)(?:[\w'/&+.-]+\s+){{0,4}}?[\w'/&+.-]+?){_STATE}{_NO_STATE}",
    re.I,
)
_SHORT_OF_THEM = re.compile(
    rf"(?:theyre|theyve|hes|its|thats|there|that|this|it){_NO_STATE}\s+(?:a|an|the|so|too|very|got|been|had|just|only|all)\b",
    re.I,
)
_OF_ME = re.compile(r"(?:i|i'm|im|i've|ive|i'd|i'll|we're|we've|my|me|our|mine)\b(?!\s*[:/&+])", re.I)
_BIDS = re.compile(
    r"\b(?:want|wants|need|needs|order|orders|send|sends|move|moving|take|taking|pull|leave|let|please|pls|plz|rather|say|propose|wish"
    r"|suggest|ask|better|put|keep(?!\s+(?:it|this)\s+(?:short|brief|simple|quick))|hold|bring|give|make|should|shall|must|ought"
    r"|have\s+(?:to|the|him|them|it)|got\s+to|gotta|attack|fire|charge|stay|ordering|sending|going\s+to|gonna|advise|require"
    r"|sooner|prefer\w*|hope|hoping|see\s+(?:that|to)|make\s+sure|like\s+\w+(?:\s+\w+){0,3}\s+to|instead|otherwise|same|likewise|ditto|too|also"
    r"|(?:stays|remains|holds|halts|waits|sits|rests|stands)\s+(?:\w+\s+)?as|where\s+(?:it|they|he|she)(?:'s|'re|\s+(?:is|are|stands?)))\b",
    re.I,
)
"""Words by which a writer orders something, though they speak of themselves."""
_TALE = re.compile(
    r"(?:they|he|she|we|i|that\s+lot|those\s+lads)\s+(?:(?:only|just|always|already|really|all|both|surely|certainly|simply|clearly)\s+)*"
    r"(?:came|went|did|ran|got|made|took|saw|fought|rode|wanted|signed|joined|earned|arrived|looked|seemed|drank|ate|slept|enlisted|promised|worked"
    r"|marched|turned\s+up|walked)\b(?!.*\b(?:to\s+be\s+(?:sent|moved)|back\s+to|told|ordered)\b)",
    re.I,
)
"""An act of the past, told behind an order: ``they only came for the rum``."""
_ENOUGH = re.compile(
    r"(?:(?:that|this|it)|(?:one|two|three|four|a|the|\d)\s+(?:single\s+)?(?:hex(?:es)?|hops?|steps?|paces?|inch(?:es)?|miles?|furlongs?|squares?))"
    r"(?:\s+(?:is|are|will\s+be|should\s+be|ought\s+to\s+be)|'s)\s+(?:quite\s+|more\s+than\s+|far\s+)?"
    r"(?:plenty|enough|sufficient|ample)\b(?!\s+(?:to|if))(?!.*\b(?:only|half|not|no)\b)"
    r"|it(?:'s|\s+is)\s+(?:only|just|but)\s+(?:the\s+|a\s+)?(?:one|two|single|couple\s+of|few)\s+(?:hex(?:es)?|hops?|steps?|paces?|inch(?:es)?)"
    r"(?:\s+(?:away|off|up|down|upward|upwards|downward|downwards|over|along|on|further|farther|to\s+go))?$",
    re.I,
)
"""A remark on how far that is: ``one hop is plenty for an old man's nerves``."""
_UNDERMINES = re.compile(
    r"\b(?:options?|ideas?|thoughts?|possibilit\w+|suggestions?|jok(?:e|es|ing)|kidding|mistake\w*|wrong|typos?|errors?|maybe|perhaps|theory|examples?"
    r"|questions?|tempting|dreams?|alternatives?|unsure|undecided|possible|possibly|impossible|doubtful|hypothetical|cancel\w*|scrap\w*|exempt\w*"
    r"|excus\w*|spared?|barred|optional|forbidden|prohibited|allowed|permitted|illegal|last|enough\s+(?:if|for\s+now))\b",
    re.I,
)
"""Words by which a remark may say that an order is none, or is not for all."""
_LOATH = re.compile(
    r"i\s+(?:just\s+|really\s+|simply\s+|still\s+)*(?:can't|cant|cannot|can\s+not|couldn't|couldnt|could\s+not|won't|don't)\s+(?:really\s+|just\s+)?"
    r"(?:stomach|bear|face|stand|abide|imagine|picture|bring\s+myself\s+to|see\s+the\s+(?:point|use|sense)\s+of|like\s+the\s+(?:idea|thought)\s+of"
    r"|fancy|relish|feel\s+good\s+about|have\s+the\s+(?:heart|stomach|nerve)\s+(?:to|for))\b",
    re.I,
)
"""An act that somebody is loath to do, ahead of what they order instead."""
_IDLE = re.compile(
    r"(?:(?:no|not|nothing|never)\s+(?:\w+\s+)?(?:point|use|sense|need|hurry|rush|worries|worry|harm|shame|bother|fuss|drama|matter|problem|choice|wonder"
    r"|doubt|good|heroics|nonsense|tricks|surprises|excuses|offence|offense)\b"
    r"|(?:poor|lucky|brave|silly|bless|curse|damn|blast|what\s+an?|such\s+an?|so\s+much\s+for|thank|thanks|serves?|god|heaven|lord|goodness)\s+\w+)",
    re.I,
)
"""Beginnings of what people say to themselves."""
_AT_ONCE = re.compile(
    r"(?:only|just|still|finally|quick|quickly|late|busy|tired|shattered|home|back|off|on\s+(?:the|my|a)|in\s+(?:a|the|my|between)|got|had"
    r"|been|typing|writing|sending|posting|sat|stuck|waiting|running|coffee|tea|kettle|kids?|dinner|supper|lunch|breakfast|sorry)\b",
    re.I,
)
"""Beginnings of what people say of themselves without an "I"."""
_CHANGES = frozenset(
    (
        "HEX",
        "STEP",
        "PLACE",
        "WITHIN",
        "IF",
        "EXCEPT",
        "EXCEPTED",
        "ELSE",
        "COND",
        "EVENT",
        "SHUN",
        "NEAREST",
        "HOW",
        "FORM",
        "DIR",
        "EDGE",
        "SAME",
        "REST",
        "SUCCESS",
        "BESIDE",
        "NEARLY",
        "ROLL",
        "TURN",
        "SIDE",
        "TOWARD",
        "VIA",
        "WITH",
        "ALSO",
    )
)
"""Tokens that may change what is done."""
_SAYS = frozenset(("NAME", "FOE", "KIND", "ALL", "PRON", "ACT", "NEG", "REST"))
_LIMITED = re.compile(
    r"\b(?:if|unless|except|until|till|otherwise|half|within|nobody|noone|no\s+one|none|nothing|neither|nor|whoever"
    r"|(?<!for )once|as\s+soon|when)\b",
    re.I,
)
_ELSEWHEN = re.compile(
    r"\b(?:last|previous|next|first)\s+(?:\w+\s+)?(?:turns?|games?|times?|weeks?|phases?|match|fight|battle|years?|night|session|evening)\b"
    r"|\bago\b|\byest?e?rday\b|\btomorrow\b|\btmrw\b|\bused\s+to\b|\bback\s+then\b|\b(?:would|could|should|might|must)(?:n't)?\s+have\b"
    r"|\b(?:your|ur|yours|you|u)\b",
    re.I,
)
"""Another time, or the other player: what stands beside it may tell, too."""
_NOTE = re.compile(
    r"\b(?:losses|lost|score|figures|memo|notes?|supply|ammo|casualties|status|results?|sightings?|report|situation|tally|order\s+of"
    r"|phase|marker|chit|turn|draw|move|moves|movement|fire|melee|combat|rally|orders?)\b"
)
"""Words of a heading ahead of a colon."""
_TIMES = re.compile(
    r"\b(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty)\s*(?:min(?:ute)?s?|hours?|hrs?|years?|yrs?|secs?|seconds?|weeks?|days?|months?|am|pm|o'clock)\b",
    re.I,
)
_ENDS = (".", ";", "", ":")
_LEAD_ENDS = (".", ",", ":")
"""Marks behind words that lead to an order: ``only got two minutes so quick:``."""


@dataclass(frozen=True)
class PlainLine:
    """A line without its remarks, the text of those that stood ahead of its first order, and whom alone they name."""

    words: str = ""
    ahead: str = ""
    about: str = ""


@dataclass
class _Part:
    start: int
    end: int
    text: str
    mark: str
    sentences: Sequence[Sentence]
    is_last: bool = False
    is_asked: bool = False
    corrects: bool = False

    @property
    def tokens(self) -> list[Token]:
        return [token for one in self.sentences for token in one.tokens]

    def has(self, *types: str) -> bool:
        return any(one.type in types for one in self.tokens)


_PURPOSE = re.compile(
    r",?\s+so\s+(?:that\s+(?:(?:nobody|no\s+one|none\s+of\s+\w+|nothing)(?=\s))?)?(?!(?:far|long|much|many|as|too|do|does|is|are|can|will|should)\b)"
    r"(?P<what>[^,.;:!?()]{1,40}?\b(?:can|could|may|might|will|have|has|gets?|is|are|'s|'re|won't|don't|doesn't|isn't|aren't)\b[^,.;:!?()]*)"
    r"(?=[.!?]?\s*$)",
    re.I,
)
"""The purpose of an order, at its end: ``up to 2812 so Vroom's people have something to ride out on``."""
_INSTEAD = re.compile(
    r",?\s+(?:(?:and\s+)?not|instead\s+of|rather\s+than)\s+(?P<what>(?:at\s+|to\s+|for\s+|the\s+)*(?:\d{4}|[A-Za-z][\w/']*(?:\s+[a-z]+)?)"
    r"(?:\s+(?:as|like)\s+(?:in|i|before|last)\b[^,.;:!?\d]*)?)(?=\s*[.!,;]|\s*$)",
    re.I,
)
"""Words for what an order is not, beside what it is: ``B/3 to 2912, not 3012``."""


_BRACKETS = re.compile(r"\s*\((?P<what>[^()\n]{2,80})\)")
_ASIDES = re.compile(
    r"(?:sorry|apologies|hello|hi|thanks?|poor|bless|ha|hah|haha|lol|sigh|gulp|don't|about\s+time|at\s+(?:last|long\s+last)|i\s+(?:checked|counted|looked|asked|know|think|hope|promise|swear"
    r"|measured|read)|yes|honest(?:ly)?|really|again|as\s+(?:ever|usual|always)|finally|surprise|told\s+you)\b(?!.*\b(?:too|also|with|only|half|full|and)\b)[^\d]*",
    re.I,
)
"""A remark in brackets that is for the reader alone: ``(sorry Reno!)``, ``(about time too)``."""


def _shorter(line: str, tokenizer: Tokenizer) -> str:
    """The line less remarks in brackets, the purpose of its order, and what it puts something else in the place of."""
    line = _BRACKETS.sub(
        lambda found: "" if _is_for_reader(found["what"]) or _says_no_more(found["what"], tokenizer) else found[0], line
    )
    aim = _PURPOSE.search(line)
    if aim is not None and not re.search(r"\d", aim["what"]) and not _LIMITED.search(aim["what"]):
        line = line[: aim.start()] + line[aim.end() :]
    line = _without_adjuncts(line, tokenizer)
    other = _INSTEAD.search(line)
    if other is not None:
        whole = [token for one in tokenizer.sentences(line[: other.start()]) for token in one.tokens]
        part = [token for one in tokenizer.sentences(other["what"]) for token in one.tokens]
        kinds = {one.type for one in part} - {"AT", "TO"}
        ends = {"HEX": ("HEX", "FOE"), "FOE": ("FOE", "HEX"), "KIND": ("FOE", "NAME", "KIND")}
        last = whole[-1].type if whole else ""
        if len(kinds) == 1 and len(part) < 3 and last in ends.get(next(iter(kinds)), ()) and len(whole) > 1:
            line = line[: other.start()] + line[other.end() :]
    return line


def _without_adjuncts(line: str, tokenizer: Tokenizer) -> str:
    """The line less what says behind an order why or how it is carried out: ``to make room for E``, ``despite the risk``.

    In the middle of a sentence only what names nobody is left out: a name there may begin the next order.
    """
    for found in reversed(list(sayings().adjuncts.finditer(line))):
        ahead, part = (
            [token for one in tokenizer.sentences(words) for token in one.tokens]
            for words in (line[: found.start()], found[0])
        )
        is_order = not {"HEX", "ACT"}.isdisjoint(one.type for one in ahead) and ahead[-1].type not in (
            "ALL",
            "NEG",
            "PRON",
        )
        is_in = found["end"] == "," and not {one.type for one in part}.isdisjoint(
            ("NAME", "KIND", "FOE", "ALL", "REST")
        )
        acts = [tokenizer.lexicon.acts[tag] for one in part for tag in one.tags if tag in tokenizer.lexicon.acts]
        does = any(one.name == "form" or one.defaults.get("mode") for one in acts)
        if is_order and not (is_in or does or bears_on_order(found[0].strip(" ,"))):
            line = line[: found.start()] + line[found.end() :]
    return line


def _says_no_more(words: str, tokenizer: Tokenizer) -> bool:
    """True if words in brackets have nobody, nothing to do and nothing that changes it in them: ``(stack OK, I counted)``."""
    sentences = tokenizer.sentences(words)
    tokens = [token for one in sentences for token in one.tokens]
    is_idle = all(one.type in ("COMMA", "AND", "PRON") or (one.type == "KIND" and not one.value) for one in tokens)
    says = any(one.unknown or one.talk for one in sentences) or any(not one.is_sure for one in tokens)
    limits = _LIMITED.search(words) or _UNDERMINES.search(words.lower()) or re.search(r"\d", words)
    return (
        is_idle and says and not limits and not bears_on_order(words) and sum(one.type == "KIND" for one in tokens) < 3
    )


def _is_for_reader(words: str) -> bool:
    text = words.strip(" .!?").removesuffix(" too") if words.lower().startswith("about time") else words.strip(" .!?")
    return (_ASIDES.fullmatch(text) is not None and not bears_on_order(text)) or says_nothing(text)


def told_plainly(line: str, gazetteer: Gazetteer, lexicon: Lexicon) -> PlainLine:
    """The line less its remarks; an empty one if it has none, or nothing else."""
    short = _shorter(line, Tokenizer(gazetteer, lexicon))
    plain = _without_parts(short, gazetteer, lexicon)
    return PlainLine(short) if not plain.words and short != line else plain


def _without_parts(line: str, gazetteer: Gazetteer, lexicon: Lexicon) -> PlainLine:
    """The line less the parts of it that are remarks; an empty one if it has none, or nothing else."""
    tokenizer = Tokenizer(gazetteer, lexicon)
    parts = _split_up(line, tokenizer)
    if len(parts) < 2 or any(one.corrects for one in parts):
        return PlainLine()
    ends = [*(one.mark for one in parts[1:]), ""]
    dropped = [
        _is_aside(one, end, lexicon) or _is_remark(one.text, tokenizer, is_lead=not n and end in _LEAD_ENDS)
        for n, (one, end) in enumerate(zip(parts, ends, strict=True))
    ]
    idle: set[int] = set()
    begins = [n for n, one in enumerate(parts) if not n or one.mark in (".", ";", ":", "so")]
    for n, end_at in zip(begins, [*begins[1:], len(parts)], strict=True):
        if says_nothing(line[parts[n].start : parts[end_at - 1].end]):
            idle.update(range(n, end_at))
    dropped = [is_dropped or n in idle for n, is_dropped in enumerate(dropped)]
    if not any(dropped) or all(dropped):
        return PlainLine()
    first = dropped.index(False)
    for n, (part, is_dropped) in enumerate(zip(parts, dropped, strict=True)):
        if not is_dropped:
            continue
        is_idle = n in idle or says_nothing(part.text)
        if not is_idle and _ELSEWHEN.search(part.text) and ends[n] not in (".", "so", "", ";"):
            return PlainLine()
        behind = [one for one, is_out in zip(parts[n + 1 :], dropped[n + 1 :], strict=True) if not is_out]
        goes_back = any(one.has("PRON") for one in behind)
        names = [found for token in part.tokens if token.type == "NAME" and token.found for found in token.found.own]
        if len(names) > 1 and behind and (goes_back or not behind[0].has("NAME", "KIND", "ALL")):
            return PlainLine()
        if goes_back and (part.has("FOE") or (n > first and part.has("NAME", "KIND"))):
            return PlainLine()
    kept, text = [n for n, one in enumerate(dropped) if not one], ""
    for n in kept:
        if text:
            between = [parts[k].mark for k in range(kept[kept.index(n) - 1] + 1, n + 1)]
            is_next = len(between) == 1
            gap = line[parts[n - 1].end : parts[n].start]
            text += gap if is_next else ". " if {".", "so", ":"} & set(between) else ", "
        text += parts[n].text
    named = {
        name
        for one in parts[:first]
        for two in one.tokens
        if two.type == "NAME" and two.found
        for name in two.found.own
    }
    about = " ".join(PIECE.findall(named.pop())) if len(named) == 1 else ""
    return PlainLine(text.strip(), line[: parts[first].start], about)


def _split_up(line: str, tokenizer: Tokenizer) -> list[_Part]:
    found: list[_Part] = []
    for span in spans(line):
        for start, end, mark in _at_colons(line, span):
            text = line[start:end]
            if text.strip():
                found.append(
                    _Part(start, end, text, mark, tokenizer.sentences(text), False, span.is_asked, span.corrects)
                )
    return found


def _at_colons(line: str, span: Span) -> list[tuple[int, int, str]]:
    """The pieces of a span that a colon parts, if several words stand ahead of it."""
    at = line.find(": ", span.start, span.end)
    if at < 0 or len(line[span.start : at].split()) < 2:
        return [(span.start, span.end, span.mark)]
    return [(span.start, at, span.mark), (at + 2, span.end, ":")]


def _is_aside(part: _Part, end: str, lexicon: Lexicon) -> bool:
    """True if a part says nothing that is to be done; `end` is the mark behind it."""
    low = _OPENING.sub("", part.text.lower().strip(" \t,.!-()'\""), count=1)
    text = _TIMES.sub("", low)
    if len(low) < 2:
        return False  # I, L to 1817
    if _UNDERMINES.search(low) or bears_on_order(low):
        return False
    if says_nothing(part.text):
        return True
    if not part.is_asked and not re.search(r"\d{2}", low) and _ENOUGH.match(low):
        return True
    if part.is_asked or any(char.isdigit() for char in text) or not low or part.has(*_CHANGES):
        return False
    if _LIMITED.search(text) or any(one.type == "NUM" for one in part.tokens if text == low):
        return False
    if part.mark and _TALE.match(low) and not part.has("NAME", "FOE", "NUM", "NEG"):
        return True
    if end == "so" and _LOATH.match(low):
        return True
    acts = _acts_of(part, low)
    if end == "so" and acts and all(one.form == "ed" for one in acts) and part.tokens[0].type == "NAME":
        return not _BIDS.search(text)  # Gibbon walked all this way, so ...
    if any(map(_is_ordered, acts)) or _BIDS.search(text):
        return False
    says = bool([word for one in part.sentences for word in (*one.unknown, *one.talk)]) or part.has("ACT")
    says = says or re.search(r"\b(?:too|so|very|enough|awfully|terribly)\b", low) is not None
    if end == ":" and _NOTE.search(text):
        return False
    if _IDLE.match(low) and not part.has(*_SAYS - {"NEG"}) and part.mark in _ENDS and end in _ENDS:
        return True
    if not part.has(*_SAYS) and part.mark in _ENDS and end in _ENDS:
        unknown = [word for one in part.sentences for word in one.unknown]
        describes = bool(unknown) and all(lexicon.describes(one) and one.lower() in low for one in unknown)
        is_idle = bool(_IDLE.match(low) or _AT_ONCE.match(low) or _OF_ME.match(low))
        return describes or is_idle or any(one.talk for one in part.sentences)
    if _OF_ME.match(low):
        first = part.tokens[0] if part.tokens else None
        return first is None or first.type != "NAME" or not first.text.startswith("i")  # I and L go to 1817
    if not says:
        return False
    return _OF_THEM.match(low) is not None or _SHORT_OF_THEM.match(low) is not None


def _acts_of(part: _Part, low: str) -> list[Token]:
    """The verbs of a part, but those of what somebody has: ``they've got crops to get in``."""
    if low.startswith(("my ", "our ")):  # my knees are shot
        words = low.split()
        start = len(" ".join(words[:2])) + len(part.text) - len(part.text.lstrip())
        return [one for one in part.tokens if one.type == "ACT" and one.start > start]
    of_them = _OF_THEM.match(low) or _SHORT_OF_THEM.match(low)
    if of_them is not None and not part.has("NUM"):
        is_what = re.match(r"(?:'s|'re|\s+(?:is|are))?\s*(?:a|an|the|so|too|very)\b", low[of_them.end() :]) is not None
        start = of_them.end() + part.text.lower().find(low[:4])
        if is_what or _LOOKS.search(of_them[0]):  # he's a bit out on a limb
            return []
        return [one for one in part.tokens if one.type == "ACT" and one.start >= start]
    has = re.search(r"\b(?:have|has|'ve|'s|got)\s+(?:got\s+)?(?!to\b)(?:[a-z']+\s+){1,3}to\b", low)
    acts = [one for one in part.tokens if one.type == "ACT"]
    return acts[:-1] if has is not None and acts and low.rstrip().endswith(acts[-1].text) else acts


_LOOKS = re.compile(r"\b(?:looks?|looked|seems?|seemed|feels?|felt|sounds?|deserves?)$", re.I)


def _is_ordered(act: Token) -> bool:
    return act.is_sure and act.form != "ed"


# A long sentence without the story around its order: ``he has seen enough of it, so Company F stays``.  What is read of such
# a sentence is never sure.

LEAST_WORDS = 9
"""Words of a line that may have a story around its order."""
MOST_ENDINGS = 3
"""Places at which a story may end that are tried."""

_ASIDE = re.compile(r",\s+(?:who|which|whose)\s([^,;:.!?]{3,90}),(?=\s)", re.I)
_REASON = re.compile(
    r"(?:,\s+|\b(?:and|but|then),?\s+)(?:because|since|as|seeing|given|though|although)\s([^,;:.!?]{3,110}),(?=\s)",
    re.I,
)
_OPENS_WITH_REASON = re.compile(
    r"\s*(?:because|since|as|seeing|given|knowing|having|though|although|after|now that|with)\s", re.I
)
_TELLS = re.compile(r"\b(?:should|shall|will|must|goes|go|is to|are to|if|unless|except|\d{1,3})\b", re.I)
"""Words of an aside that may be an order, or change one."""
_TELLS_HEX = re.compile(r"\b(?:if|unless|except|\d{1,4})\b", re.I)
_SO = re.compile(
    r"(?:^|[,;.!:]?\s)\s*(?:and\s+)?(?:so(?!\s+(?:far|long|much|many|that|as|can|will|should|must|may|shall|could)\b)|therefore|hence|thus|which\s+is\s+why"
    r"|that is why|that's why|for which reason|accordingly|and\s+(?:he|she|it|they)\s+(?:says?|tells?\s+me|reckons?|suggests?)"
    r"|and\s+i\s+(?:still\s+|just\s+|can\s+only\s+|must\s+|will\s+)?say|i\s+(?:still|just|hereby|can\s+only|must|shall)\s+say"
    r"|(?:but\s+)?what\s+the\s+(?:heck|hell|deuce|dickens)"
    r"|made\s+up\s+my\s+mind:|i(?:'ve|\s+have)\s+(?:now\s+|finally\s+|at\s+last\s+)?(?:decided|concluded|resolved)(?::|,|\s+that)|here\s+(?:it|they)?\s*(?:goes?|is(?:\s+again)?|are)[:.,-]"
    r"|in\s+the\s+end[:,]|(?:very|all\s+right|oh)\s+well[:,.]|(?:to\s+cut\s+a\s+)?long\s+story\s+short[:,]?|bottom\s+line(?:\s+is)?[:,]?|(?:my|the)\s+(?:verdict|decision|conclusion|upshot|orders?|answer)"
    r"(?:\s+(?:is|are|remains?|stands?))?(?::|\s+that)|(?:is|this)\s+(?:is\s+)?(?:legal|allowed|ok|it|what\s+i\s+want|the\s+plan|how\s+it\s+goes|my\s+plan):),?\s+",
    re.I,
)
_JOINT = re.compile(r"(?:[,;:.!?]\s|\s-+\s|,?\s(?:but|and)\s)\s*(?:and\s+|but\s+|yet\s+|then\s+|well,?\s+)*", re.I)


@dataclass(frozen=True)
class FinalPart:
    """The last part of a line, and the story ahead of it; `is_drawn` if a word such as ``so`` says that it follows."""

    story: str
    words: str
    is_drawn: bool = False
    is_behind: bool = False
    """True if the story stands behind it: a remark at the end."""


def without_asides(line: str) -> str:
    """The line less what it tells of somebody between commas: ``I, which has stood idle for days, moves to 1816``."""
    plain = _ASIDE.sub(lambda found: found[0] if _TELLS.search(found[1]) else " ", line)
    return _REASON.sub(lambda found: found[0] if _TELLS_HEX.search(found[1]) else ", so ", plain)


_MAY_BID = re.compile(
    r"\W*(?:and\s+|then\s+|also\s+)*(?!(?:mind|bless|damn|curse|hang|god|thank|excuse|forgive|pardon|love|hate|in|at|on|of|like|with|for|as|than|is|are"
    r"|was|were|just|all|over|under|up|or|but|what|not|no|so|such|by|from|into|to|per|through|across|behind|before|after|near|save|poor|both|half|since|if"
    r"|when|while|because|though|that|which|who|and|then|also|given|despite|says|said|it|they|he|we|i|you|she)\b)[a-z]+\s+(?:the|his|their|all|every|those|these|some|em|them)\s"
)


def may_bid(story: str) -> bool:
    """True if a remark behind an order begins as another order does: ``shoo the ponies all over Montana``."""
    return _MAY_BID.match(story) is not None


_NAMED_BEFORE = re.compile(r"(?:^|[,.;:]\s|\bthe\s)[A-Z][\w/]*$")


def _between_names(line: str, start: int, end: int) -> bool:
    """True if a joint stands between two who do the same: ``A attacks, Reno and M look on``."""
    is_and = line[start:end].strip(" ,") == "and"
    return is_and and _NAMED_BEFORE.search(line[:start]) is not None and line[end : end + 1].isupper()


def endings(line: str) -> Iterator[FinalPart]:
    """The line in plainer words, whole and from each place on at which a story may end; few of many."""
    if len(line.split()) < LEAST_WORDS:
        return
    plain = without_asides(line)
    if plain != line:
        yield FinalPart("", plain, is_drawn=True)
    cuts = [(found.start(), found.end()) for found in _SO.finditer(plain) if found.start() > 0]
    for start, end in cuts[:MOST_ENDINGS]:
        yield FinalPart(plain[:start], plain[end:], is_drawn=True)
    joints = [(found.start(), found.end()) for found in _JOINT.finditer(plain) if found.end() < len(plain)]
    joints = [one for one in joints if not _between_names(plain, *one)]
    has_reason = _OPENS_WITH_REASON.match(plain) is not None
    if not cuts:
        for start, end in joints[:MOST_ENDINGS] if has_reason else joints[-MOST_ENDINGS:]:
            yield FinalPart(plain[:start], plain[end:], is_drawn=has_reason)
    for start, end in joints[-1:]:
        yield FinalPart(plain[end:], plain[:start], is_behind=True)
