"""Telling and ordering, by the parts of a line: ``Reno was slow last turn`` tells, ``so pull him back`` orders.

A part is a piece of a line between sentence ends, commas and the words that join clauses (`pbem.language.wording.spans`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.language.gazetteer import Gazetteer
from pbem.language.lexicon import Lexicon
from pbem.language.sentence import Sentence, Token
from pbem.language.spelling import is_shortened
from pbem.language.tokens import Tokenizer
from pbem.language.wording.sayings import sayings
from pbem.language.wording.spans import Span, spans

COMMANDS, ORDERS, TELLS, NAMES, EMPTY = "commands", "orders", "tells", "names", "empty"

_OPENING = (
    r"(?:(?:hey|and|but|btw|umm?|hi|ok|okay|well|oh|wow|honestly|anyway|man|boy|gosh|wait|yes|no|yeah|maybe|perhaps|i\s+(?:suppose|think"
    r"|guess|bet|wonder(?:\s+if)?|reckon|fear|hear|know|doubt|believe|hope)(?:\s+that)?)[\s,]+)*"
)
_OPENS = re.compile(_OPENING, re.I)
_LONG_AGO = re.compile(
    r"\b(?:(?:last|previous|first)\s+(?:two\s+|three\s+|few\s+)?(?:turns?|games?|times?|weeks?|phases?|match|fight|battle|years?|night"
    r"|session|evening)|(?:weeks?|months?|years?|turns?|days?|games?)\s+ago|yest?e?rday|yday|historical+y|in\s+(?:18\d\d|'?7\d)|used\s+to|back\s+then"
    r"|in\s+(?:our|my)\s+(?:'?\d{2,4}|last|first|old|previous|other|second)\s+(?:game|match|campaign)"
    r"|ha(?:s|ve)\s+(?:yet|still|never)\s+(?:to\b|once\b|ever\b|got\b)"
    r"|(?:in|to|from|like\s+in)\s+the\s+(?:book|books|film|movie|demo)|at\s+the\s+convention)\b",
    re.I,
)
_SOME_DAY = re.compile(
    r"\b(?:tomorrow|tmrw|tmrow|some\s+(?:day|time)|one\s+of\s+these\s+days|another\s+(?:evening|day|time|game)|next\s+(?:game|week|month|year|time)"
    r"|when\s+we\s+(?:play|meet)|we'll\s+see)\b",
    re.I,
)
_PERFECT = re.compile(
    r"\bha(?:s|ve)\s+been\s+\w+ing\b|\bha(?:s|ve)\s+(?:come|gone|done|had|walked|marched|suffered|seen|ridden|lost)\s+(?:far|long|quite|more\s+than)?\s*enough\b"
    r"|\b(?:sho?u?l?d|co?u?l?d|wo?u?l?d|might|must)(?:n't|nt)?(?:\s+(?:not|never|really|just))?(?:\s+(?:have|of)\b|'ve\b)"
    r"|\b(?:should|could|would|might)\s+(?!you\b|u\b|we\b|i\b)(?:[\w/']+\s+){1,5}?have\s+(?:been|hit|made|gone|won|lost|\w+ed)\b"
    r"|\b(?:if|had)\s+(?:you|u|i|we|somebody|someone)(?:'d|\s+had)\s+(?!better)\w+",
    re.I,
)
_OF_NOBODY = re.compile(
    r"it(?:'s|\s+is|\s+was)\s+(?:to\s+me\b|(?:much\s+|deeply\s+)?regret\w*|(?:such\s+)?an?\s+(?:\w+\s+)?(?:pleasure|pity|shame|joy)"
    r"|noted\b|feared\b)"
    r"|\b(?:tell|remind|explain\s+to|show)\s+(?:me|us)\s+(?:if|whether|what|why|how|where|when|which|who|again)\b"
    r"|\bplease\s+(?:who|what|why|where|how|when|which)\s+(?:is|was|were|are|did|do|does|can|has|have)\b"
    r"|^(?:i'?m\s+|i\s+am\s+)?(?:not|un)\s*sure\s+(?:about|if|whether|how|what|why|that|of)\b|\bnever\s+once\b|\b(?:is|are)\s+(?:awaited|eagerly\s+awaited)\b|\breport\s+received\b|\breceived\s+report\b"
    r"|^(?:how\s+(?:far|many|much|long|often|come)|(?:when|where|why|how)\s+(?:does|do|did|is|are|was|were|will|has|have)|who\s+(?:is|was|are|were|did)"
    r"|what\s+(?:is|was|are|were|does|do|did|happens|happened|if))\b"
    r"|\b(?:gtg|g2g|omw|brb|afk|bbl)\b"
    r"|\b(?:nobody|no\s*one)\s+(?:here\s+|else\s+)?(?:knows?|cares?|remembers?|believes?|understands?|likes?|told|warned|reads?)\b"
    r"|\bnot\s+(?:one|a\s+single)\s+(?:[\w']+\s+)?(?:marker|chit|draw|hit|six|step|kill|loss|rally|roll)\b|\bnot\s+(?:so\s+)?sure\s+(?:about|if|whether|what|how|why|where|that)\b"
    r"|^(?:(?:omg|lol|wow|hey|n|and|but|so|btw|wait)\W+)?who\s+(?:pinned|shot|hit|routed|won|lost|wrote|drew|designed|painted|said|told|has|had|got|gets)\b"
    r"|\bwhen\s+i\s+was\b|\bcan(?:'t|not)\s+get\s+over\b|\bmakes?\s+me\s+(?:\w+\s+)?(?:laugh|cry|smile|cross|sad)\w*|\bwould\s+be\s+already\b|\byes\s+or\s+no\b|\bnoted\s+with\s+(?:regret|thanks|interest|pleasure|alarm)\b|\bis\s+silent\s+(?:on|about)\b"
    r"|\bi\s+have\s+(?:thought|dream(?:ed|t)|laughed|slept|eaten|drunk)\b|\bwe\s+(?:eat|drink|drank|ate|laughed|sang)\b"
    r"|\bi\s+(?:painted|bought|built|glued|assembled|printed)\b|^(?:if\s+)?[^,;]*\bdoes\s+something\s+(?:odd|stupid|silly|daft|weird|foolish|strange)\b|\bplay(?:ed)?\s+always\s+"
    r"|\bgives\s+(?:me|us|him|her)\s+(?:the|a|an|no|such|some)\s+(?!order|move|fire|volley)\w+"
    r"|\b(?:nobody|no\s*one|everybody|everyone|somebody|someone)\s+(?:at|in|from|on)\s+(?:our|my|the|this|your)\s+(?:\w+\s+)?(?:club|table|server|office|school|church|family|house"
    r"|bureau|design|town|village\s+pub|pub|train|bus)\b"
    r"|^(?:as\s+)?(?:my|our|his|her|your|the)\s+(?:[\w-]+\s+){1,3}?(?:used\s+to\s+(?:say|tell)|(?:always|never)\s+(?:says?|said|tells?|told)|says?|said|reckons?|swears?)\s"
    r"|\b(?:better|worse|faster|slower|more|less|braver|cleverer|luckier)\s+than\b[^.;]*\b(?:ever|will|does|do|can|did|could)\b"
    r"|\b(?:was|were)\s+(?:still\s+|only\s+|just\s+|already\s+|always\s+)?\w+ing\b(?!\s+to\b)|\bi\s+can'?t\s+say\b"
    r"|^never\s+(?:trust|bet|underestimate|say\s+never|believe|play|laugh|ask)\b|^(?:somebody|someone|anybody)\s+(?:should|ought\s+to|must)\s+(?:send|tell|buy|give|write|make|film|paint|invent)\b"
    r"|^(?:whens|when's|wheres|where's|hows|how's|whos|who's|wats|wots)\s+(?!(?:left|in|at|nearest|closest|next)\b)"
    r"|^(?:do|does|r|are|is)\s+[^.;:]*\bor\s+(?:r|are|is|do|does)\s+(?:they|he|she|it)\b"
    r"|^(?:hav|have|did|do)\s+(?:u|you)\s+(?:seen?|read|hear|heard|looked|tried|been|noticed|ever|know|think|remember|get|play|watch|like)\b"
    r"|\bauto-?correct\b|\bkeeps\s+(?:changing|asking|telling|crashing|eating|laughing|barking|ringing|saying|sending|forgetting|losing)\b"
    r"|\b(?:will|'ll)\s+(?:just\s+)?have\s+to\s+wait\b"
    r"|\bwill\s+(?:do|send|post|write|finish)\b[^.;]*\b(?:later|soon|tonite|2nite|tonight|tomorrow|2morrow|tmrw)\b",
    re.I,
)
"""Notices: a writer tells of themselves, or asks."""
_HABIT = re.compile(
    r"(?<!must )(?<!should )(?<!will )(?<!stay )(?<!stays )(?<!hold )(?<!holds )\balways\s+[a-z]+"
    r"|\bnever\s+(?:once|ever|saw|seen|heard|had|did|got|was|were|hit|came|went|worked)\b|\b(?:like\s+always|as\s+(?:always|ever|usual)"
    r"|every\s+time|not\s+yet|no\s+\w+\s+yet|(?:has|have)\s+yet\s+to|not\s+once|for\s+me\s+(?:yet|again))\b",
    re.I,
)
_HEARSAY = re.compile(
    r"\b(?:(?:is|are|was|were)\s+(?:not\s+)?(?:expected|believed|reported|said|rumou?red|thought|known|visible|sighted"
    r"|supposed)(?!\s+to\s+(?:stay|hold))"
    r"|(?:is|are)\s+(?:eagerly\s+|anxiously\s+|still\s+)?(?:awaited|hoped\s+for|unknown)|report\w*\s+(?:received|reached\s+me|come|comes|came|has\s+come)"
    r"|whether|sneez\w+|miles\s+off|still\s+(?:in|under|flat|mounted|stuck)|be\s+(?:ok|okay|fine|safe|all\s+right)"
    r"|ca(?:n't|nt|nnot)\s+(?:see|reach|believe|remember|find))\b",
    re.I,
)
_OTHERS = (
    r"(?:(?:my|his|her|our|your|the)\s+(?:\w+\s+)?(?:wife|husband|son|daughter|kids?|boy|girl|brother|sister|mother|father|dad|mum|mom|club"
    r"|friends?|neighbou?rs?|cat|dog|boss|grandfather|grandson|nephews?|opponent|umpire|book|film|movie|map|rules?)|people)"
)
_OF_OTHERS = re.compile(rf"(?:and\s+|but\s+)?(?:{_OTHERS}\b(?!\s*[:,])|(?:lol\s+)?(?:your|ur|yours)\s)", re.I)
_RULE = re.compile(r"\W*(?:rule\s+)?\d+\.[A-Z](?:\.\d+)?", re.I)
"""The number of a rule, ahead of what it says."""
_NOTE = re.compile(
    r"(?:[\w']+\s+){0,2}?(?:memo|notes?|score|supply|supplied|ammo|ammunition|casualties|losses|status|in contact|points"
    r"|results?|seen|sightings?|report|alert|situation|intelligence|figures|strengths?|villages|tally|vps?|weather|to\s?do|reminder)\b"
    r"(?:\s+(?:so far|state|after|last|at|on|turn|report|low|left|out|remaining|check|count|update)\b[\w\s]*)?:"
    r"|\W*(?:casualty|strength|situation|loss|field)\s+(?:returns?|reports?|states?)\b"
    r"|\W*(?:i\s+(?:make|have|put)\s+(?:a\s+|one\s+)?(?:small\s+|little\s+|quick\s+)?question|query)\b[^:]{0,20}:"
    r"|(?=.*\bP2\s*[:=]?\s*\d)(?=.*\bP1\s*[:=]?\s*\d)"
    r"|\W*turn\s+\d+\b[\s,:-]+(?:[\w']+\s+){0,4}(?:marker|chit|phase)\b(?![^:]*\d{4})[^:]*$",
    re.I,
)
"""The heading of a note that a writer makes."""
_NO_ORDERS = re.compile(
    r"(?<![:\w] )\bno\s+(?:further\s+|new\s+)?(?:orders?|action)\s+(?:(?:is|are|be)\s+)?(?:attached|enclosed|here|follows?"
    r"|(?:to|in|with|from)\s+this)\b[^:;,\d]*$"
    r"|\b(?:only|just)\s+(?:an?\s+)?(?:joke|jokes|joking|jest|kidding|teasing)\W*$",
    re.I,
)
"""The end of a message that says of itself that it orders nothing."""
_OF_ME = re.compile(
    r"(?:and\s+|but\s+|so\s+)?(?:i|i'm|im|i've|ive|i'd|id|i'll|we|we're|we've|we'll|you|u|you're|ur|you've|you'd|you'll|me|mine|hope|hoping|wish)\b"
    r"(?=\s+\w)(?!\s*[+&,/)]|\s+(?:and|n)\s+[a-z]\b|\s+(?:co|company|cos|up|over|down|back|forward|fwd|to|2|north|south|east|west)\b)",
    re.I,
)
_WISHES = re.compile(
    r"\b(?:want|wants|need|needs|order|like\s+(?:\w+\s+){1,5}?to|send|sends|move|moving|take|taking|pull|leave|let|'d\s+like|would\s+like"
    r"|(?:'d|would|'ll|will)\s+have\s+(?:the|my|our|all|every\w+|them|him)"
    r"|please|pls|plz|fancy|prefer|rather|say|propose|wish|intend|intention|will|mean|(?:had|'d)\s+better|ought|must|may|can)\b",
    re.I,
)
_REPORTS = re.compile(
    r"\b(?:reports?|reported|says|said|writes|wrote|believes|claims|complains|grumbles|wonders|hopes|thinks|knows|deserves?|dies|die|scares?|worries)\b",
    re.I,
)
_REPORTED = re.compile(
    r"(?:[\w.']+\s+){1,4}(?:reports?|estimates?|says|writes|complains|grumbles)\s+(?!to\b|for\b|at\b)\w+", re.I
)
_IF_ME = re.compile(
    rf"(?:if|when|should)\b.*\b(?:i'm|i\s+am|i'll|we'll|you'll|you're|{_OTHERS})\b(?!\s+(?:sending|ordering|moving))",
    re.I,
)
_WONDERS = re.compile(r"(?:\w+\s+)?i(?:'m)?\s+(?:wonder|wondering|doubt|bet)\b", re.I)
_TO_DO = re.compile(r"\b(?:should|shall|must|will|to|intention|please|pls)\b", re.I)
_IS = re.compile(
    r"\b(?:is|are|isn't|aren't|looks?|seems?|feels?|has\s+(?:been|got)|have\s+(?:been|got))\b(?!\s+(?:to|not\s+to|ordered|directed)\b)",
    re.I,
)
_WAS = re.compile(r"was|were|wasn't|weren't|wasnt|didn't|didnt|did|had|hadn't", re.I)
_AUXILIARY = frozenset(
    (
        "is",
        "are",
        "be",
        "been",
        "being",
        "was",
        "were",
        "has",
        "have",
        "had",
        "having",
        "get",
        "gets",
        "got",
        "getting",
        "by",
        "as",
        "if",
        "when",
    )
)
_BESIDE_VERB = frozenset(
    ("never", "really", "nearly", "just", "also", "almost", "then", "only", "always", "already", "probably")
)
_BEFORE_NOUNS = frozenset(("the", "a", "an", "to", "their", "its", "his", "of", "at", "in"))
_IS_SO = re.compile(r"(?:is|are|was|were|has|have|had)\b")
_ASKS_SO = re.compile(
    r"(?:so\s+)?(?:when|where|why|how|who)\s+(?:does|do|did|is|are|was|were|will|has|have)\b"
    r"|(?:so\s+)?(?:is|r|was|were|does|did|has)\s+(?!to\b|not\b|ordered\b|it\b)(?!.*\b(?:could|can|may|might|would|possible|chance)\b)\w+\s+\w",
    re.I,
)
"""The beginning of a question without its mark: ``is custer the one that dies``."""
_ONCE_MORE = re.compile(
    r"\s*(?:so|now|again|then|this\s+time|time\s+(?:for|to)|today|once\s+more|same\s+again)\b(?!\s+(?:far|what|that))",
    re.I,
)
_DOES = re.compile(
    r"\b(?:will|would|may|might|is|isn't|has|can|can't|could|should|always|never|probably|nearly|just|still|really|[a-z]+s|ran|came)\b",
    re.I,
)
_STANDING = re.compile(r"^\s+(?:at|in|on|over\s+at)\s+\d{4}(?=\s+(?:is|isn't|looks?|seems?|has|makes?|still)\b)", re.I)
_ALIKE = frozenset(
    (
        "put",
        "cut",
        "set",
        "hit",
        "shut",
        "let",
        "led",
        "come",
        "run",
        "read",
        "beat",
        "left",
        "lay",
        "lead",
        "dismounted",
        "mounted",
        "meleed",
    )
)
"""Words of the present that look like a past, or say how somebody is to be."""


@dataclass(frozen=True)
class PartKinds:
    """The kinds of the parts of a line, in turn."""

    kinds: tuple[str, ...] = ()
    bids: bool = False
    """True if somebody of one's own is bidden do something in plain words, whatever stands around it."""
    is_tale: bool = False
    """True if a part is a tale, and none orders or asks for anything."""

    @property
    def tell(self) -> bool:
        """True if a part tells something, and none orders or asks for anything."""
        return TELLS in self.kinds and not (self.bids or {ORDERS, COMMANDS} & set(self.kinds))

    @property
    def commands(self) -> bool:
        """True if a part is a plain order."""
        return COMMANDS in self.kinds

    @property
    def command_behind(self) -> bool:
        """True if something is told first, and a plain order stands behind it, or somebody is bidden."""
        return self.bids or (TELLS in self.kinds and COMMANDS in self.kinds[self.kinds.index(TELLS) :])


def parts_of(line: str, gazetteer: Gazetteer, lexicon: Lexicon) -> PartKinds:
    """The parts of a line."""
    tokenizer = Tokenizer(gazetteer, lexicon)
    kinds: list[str] = []
    if _NOTE.match(line) or _RULE.match(line) or _NO_ORDERS.search(line):
        return PartKinds((TELLS,))
    asked_to = line.find("?") if _QUERY.match(line) else -1
    parts: list[_Part] = []
    for one in spans(line):
        head, colon, rest = line[one.start : one.end].rpartition(": ")
        for text in (f"{head}{colon}", rest):
            if text.strip():
                part = _Part(one, text, tokenizer.sentences(text), lexicon)
                is_told = one.start < asked_to or (kinds[-1:] == [TELLS] and part.says_same)
                kind = TELLS if is_told else part.kind()
                is_behind_so = one.mark == "so" or (bool(parts) and parts[-1].text.lower().rstrip().endswith("so:"))
                kinds.append(ORDERS if kind == NAMES and is_behind_so and part.has(*_SOME) else kind)
                parts.append(part)
    bids = not _HEADING.match(line) and any(_bids(one) for one in _in_sentences(parts) if one[0].span.start >= asked_to)
    is_tale = not ({ORDERS, COMMANDS} & set(kinds)) and any(one.is_tale for one in parts)
    return PartKinds(tuple(kinds), bids, is_tale)


def _in_sentences(parts: Sequence["_Part"]) -> list[list["_Part"]]:
    """The parts of a line by its sentences."""
    found: list[list[_Part]] = []
    for one in parts:
        if not found or one.span.mark in (".", ";", "so"):
            found.append([])
        found[-1].append(one)
    return found


_HEADING = re.compile(
    r"(?:query|question|figures|sent|losses|situation|sighting|odds|strength|casualt\w+|reference|comparison|summary|memo)\b(?![^:]*->)",
    re.I,
)
"""The first word of what is no order, whatever it names."""
_QUERY = re.compile(
    r"(?:(?:rules?|quick|stupid|silly|one|a|another|short|small)\s+)*(?:query|question|q)\s*[:,-]"
    r"|i\s+(?:make|have|put|ask)\s*(?:(?:an?|one|the)\s+)?(?:\w+\s+)?(?:question|query)?\s*:",
    re.I,
)
"""Begins a question that ends with its mark: ``I make question: ...?``."""
_LETS = re.compile(
    r"(?:so|and|but|then|now|no|please|just|do|ok|okay|well|right|yes|or)?\W*(?:so|please|just|do)?\W*(?:let|get|have|make|send|take|bring|pull|put|leave|keep|march)\s"
    r"(?!(?:me|us|you|it|this|that|know|s|a|an)\b)"
    r"|(?:if|when|once)\s[^,.;?]*\blet\s+(?:him|them|it|her)\s+(?!know\b|down\b|off\b)",
    re.I,
)
_OUGHT_TO = re.compile(
    r"[^,;.?]*?\b(?:should|shall|must|ought\s+to|(?:is|are|has|have)\s+to|had\s+better|will)\s+(?:now\s+|all\s+|both\s+|just\s+|then\s+)?"
    r"(?!(?:be|been|have|has|never|not|you|i|we|read|always|need|do|see|know|tell|find)\b)[a-z]+",
    re.I,
)
_TO_VERB = re.compile(
    r"\s+to\s+(?!(?:the|a|an|be|me|my|you|your|him|his|her|it|its|us|our|them|their|this|that|date|say|see)\b)[a-z]{2,}"
)


_OPENS_TALK = re.compile(
    r"(?:is|are|do|does|did|was|were|why|who|where|when|how|what|thanks?|thank|poor|can'?t|i\s+(?:trust|can'?t|bet|doubt|wonder)|no\s+(?:word|news|sign))\b(?!\s+(?:i'm|i\s+am|i\s+want|i'd))",
    re.I,
)
"""The beginning of a question, thanks, or news."""


def _bids(sentence: Sequence["_Part"]) -> bool:
    """True if a sentence bids somebody do something: a plain order, a wish, a row."""
    if any(one.span.is_asked for one in sentence) or _OPENS_TALK.match(sentence[0].text.strip()):
        return False
    return any(one.bids_somebody() for one in sentence) or _is_row(sentence) or _is_route(sentence)


def _is_row(sentence: Sequence["_Part"]) -> bool:
    """True if a sentence begins with some of one's own, and what they are to do or where to go: ``I+L: 1816-1815``."""
    tokens = [token for one in sentence for token in one.tokens]
    own = next((n for n, one in enumerate(tokens) if one.type in _SOME), -1)
    if own < 0 or any(one.type not in (*_SOME, "AND", "COMMA", "THEN", "WITH") for one in tokens[:own]):
        return False
    led = ""
    for n, part in enumerate(sentence):
        if part.strays():
            return False
        is_led = n > 0 and part.span.mark != ":" and sentence[n - 1].text.rstrip().endswith(":")
        for one in part.tokens:
            if led and (one.type in ("SAME", "HOW") or (one.type in ("HEX", "STEP") and led != "AT")):
                return True
            if led and is_led and one.type == "ACT" and one.is_sure and one.form == "":
                return True
            led = one.type
    return False


def _is_route(sentence: Sequence["_Part"]) -> bool:
    """True if a sentence has somebody of one's own, and where or how far to: ``..., to 3612``; ``2112 to 2012``."""
    names, does = (any(part.has(*some) for part in sentence) for some in (_SOME, ("ACT",)))
    for part in sentence:
        types = [one.type for one in part.tokens if one.type not in ("COMMA", "AND", "THEN")]
        is_only = types[:2] in (["TO", "HEX"], ["TO", "PLACE"]) and len(types) == len(part.text.split())
        is_far = does and types == ["NUM"] and part.tokens[0].form == "measured"
        if not part.strays() and (types[:3] == ["HEX", "TO", "HEX"] or (names and (is_only or is_far))):
            return True
        if _POINTS.search(part.text) and "HEX" in types:
            return True
    return not any(one.talk or one.is_past for part in sentence for one in part.sentences) and _is_table(sentence)


def _is_table(sentence: Sequence["_Part"]) -> bool:
    """True if letters are listed beside a colon, a place stands ahead of one, or a verb leads to a hex."""
    tokens = [one for part in sentence for one in part.tokens]
    types = [one.type for one in tokens]
    is_list = any(":" in part.text for part in sentence) and types.count("NAME") > 2
    if is_list and not {"FOE", "NUM"} & set(types):
        return True
    if types[:1] == ["PLACE"] and _HEADED.match(sentence[0].text):
        return True
    triples = zip(tokens, types[1:], types[2:], strict=False)
    return "FOE" not in types and any((one.type, one.form, *rest) == ("ACT", "", "TO", "HEX") for one, *rest in triples)


_HEADED = re.compile(r"[^:]{3,30}:")
_POINTS = re.compile(r"-+>|=+>|→|▸|►|»")
_NONE = re.compile(r"\W*(?:nah|nix|nil|nope|none|nothing|nada|zilch|zip|pass(?:es)?|negative)\W*$", re.I)
_LIKE = re.compile(
    r"\b(?:i|we)(?:'d|\s+would|'ll|\s+will)?\s+(?:\w+\s+)?(?:like|want|prefer|love|wish|need|have|be\s+(?:\w+\s+)?(?:obliged|grateful|glad|happy|pleased))\b(?!\s+to\s+(?!see\b|have\b))[^,;.?]*\bto\s+[a-z]+"
    r"|\b(?:i|we)(?:'d|\s+would)\s+(?:much\s+|far\s+)?(?:rather|sooner|(?:prefer|like|love)\s+it\s+if)\s+(?!not\b|i\b|you\b|it\b|we\b|have\b|be\b)"
    r"|\b(?:i|we)(?:'d|'ll|\s+would|\s+will)\s+have\s+(?:the\s+|my\s+|both\s+)*(?-i:[A-Z])"
    r"|\bmy\s+\w+\s+(?:wants?|picked|picks|chose|begs|asks|insists|votes|voted|would\s+(?:have|like|love))\s[^,;.?]*?(?-i:[A-Z])",
    re.I,
)


_SOME = ("NAME", "KIND", "ALL", "REST", "PRON")
"""Tokens for whom an order is."""


class _Part:
    def __init__(self, span: Span, text: str, sentences: Sequence[Sentence], lexicon: Lexicon) -> None:
        self.span, self.text, self.sentences, self.lexicon = span, text, sentences, lexicon
        self.tokens = [token for one in sentences for token in one.tokens]

    def has(self, *types: str) -> bool:
        return any(one.type in types for one in self.tokens)

    def strays(self) -> bool:
        """True if it has words that nobody knows, or tells something."""
        return any(one.unknown or one.talk or one.is_past or one.is_yours for one in self.sentences)

    def bids_somebody(self) -> bool:
        """True if it is plainly an order for somebody: ``let them bolt``, ``the Miners ought to go``, ``G/7 to hug dirt``."""
        low = self.text.strip()
        if not self.has(*_SOME) or _PERFECT.search(low):
            return False
        kind = self.kind()
        if _LETS.match(low) is not None and kind != TELLS:
            return True
        if _LIKE.search(low) is not None and self.has("ACT"):
            return True
        first = next(one for one in self.tokens if one.type in _SOME)
        at = self.tokens.index(first)
        if first.type != "PRON" and not first.form and self._is_told(first, self.tokens[at + 1 :], low):
            return True
        is_fight = (
            at == 0 and first.type == "NAME" and not first.form and self.has("FOE") and not self.has("IF", "COND")
        )
        if is_fight and kind in (ORDERS, COMMANDS) and any(one.is_sure for one in self._acts):
            return True
        if self.tokens[0].type == "NEG" and kind == ORDERS and not any(one.talk for one in self.sentences):
            return True
        if (
            low.lower().startswith("i ")
            and self.has("HEX", "FOE")
            and self._acts
            and not any(one.is_past for one in self.sentences)
        ):
            return self.has("WITH") or (
                self.has("HEX") and any(one.type == "NAME" and one.text != "i" for one in self.tokens)
            )
        is_vague = first.type == "PRON" or low.lower().startswith(("my ", "our "))
        return kind == COMMANDS and (not is_vague or self.has("HEX", "STEP", "NAME", "FOE"))

    def _is_told(self, first: Token, behind: Sequence[Token], low: str) -> bool:
        """True if what stands behind one of one's own says what they are to do."""
        text = self.text[first.end :]
        if _TO_VERB.match(text) is not None and not self.strays_before(first):
            return True
        if (_OUGHT_TO.match(text) is not None or _NONE.match(text) is not None) and not _HEARSAY.search(low):
            return True
        if not self.strays() and behind[:1] and behind[0].type in ("SAME", "HOW"):
            return True
        if self._tells_behind(first):
            return False
        types = [one.type for one in behind]
        for n, one in enumerate(behind):
            if one.type == "HOW" and [two for two in types[n + 1 : n + 3] if two != "AT"][:1] == ["FOE"]:
                return True
            if one.type != "ACT" or not one.is_sure or one.form not in ("", "light"):
                continue
            if n == first.start == 0 and not one.text.split()[0].endswith("s") and self.kind() != TELLS:
                return True
            is_led = {"TO", "STEP", "HEX"} & set(types[n + 1 : n + 3])
            if one.form == "" and is_led and {"HEX", "STEP"} & set(types[n + 1 :]):
                return True
        return False

    def _tells_behind(self, first: Token) -> bool:
        """True if a word of talk or of the past stands behind a token."""
        past = set(re.findall(r"[a-z']+", self.text[first.end :].lower())).intersection(
            self.lexicon.settings.get("past", ())
        )
        return bool(past) or any(n > first.start for one in self.sentences for n in one.talk_columns)

    def strays_before(self, first: Token) -> bool:
        """True if words that nobody knows stand ahead of a token."""
        return any(n < first.start for one in self.sentences for n in (*one.strange, *one.talk_columns))

    @property
    def says_same(self) -> bool:
        """True if it says the same of somebody else: ``ditto Calhoun with L``."""
        return self.has("SAME") and not self.has("ACT", "HEX")

    @property
    def _acts(self) -> list[Token]:
        """Verbs in the present, or of an order."""
        return [one for one in self.tokens if one.type == "ACT" and one.form != "ed"]

    def kind(self) -> str:
        low = self.text.lower().strip()
        opened = _OPENS.sub("", low, count=1)
        wishes = any(one.wishes for one in self.sentences)
        is_asked_after = self.span.is_asked and _PERFECT.search(low)
        if _OF_NOBODY.search(low) or is_asked_after or self.is_tale:
            return TELLS
        if self.span.is_asked:
            is_request = any(one.opens_modal and not one.is_doubtful for one in self.sentences)
            if wishes or (is_request and self._acts):
                return ORDERS
            return NAMES if self._is_of_somebody() and not any(one.talk for one in self.sentences) else TELLS
        if self._tells(low, opened, wishes=wishes) or (_ASKS_SO.match(opened) and not wishes):
            return TELLS
        if self._orders(low):
            return COMMANDS if self._is_plain(low) else ORDERS
        return NAMES if self._is_of_somebody() or self.has("HEX", "FOE") else EMPTY

    @property
    def is_tale(self) -> bool:
        """True if it tells of home, the writer or the game: ``my niece named their horses``; and bids nobody do anything."""
        low = self.text.lower().strip()
        bids = self.has("HEX", "STEP", "SAME", "HOW", "WITHIN", "EVENT") or any(one.wishes for one in self.sentences)
        return not bids and not (self.has(*_SOME) and _OUGHT_TO.match(low)) and sayings().tell(low)

    def _is_of_somebody(self) -> bool:
        return self.has("NAME", "KIND", "ALL", "REST")

    def _tells(self, low: str, opened: str, *, wishes: bool) -> bool:
        is_again = _ONCE_MORE.match(low) is not None
        if _IF_ME.match(low) or _WONDERS.match(low):
            return not wishes
        if self.has("IF", "COND", "EVENT") and self._acts and not _OF_ME.match(low):
            return False
        if (
            _LONG_AGO.search(low) or _SOME_DAY.search(low) or _PERFECT.search(low) or _HABIT.search(low)
        ) and not is_again:
            return True
        if _HEARSAY.search(low):
            return True
        first = self.tokens[0] if self.tokens else None
        is_ours = bool(self._acts) and (
            low.startswith("we") or (first is not None and (first.type, first.text) == ("NAME", "i"))
        )
        if (_OF_ME.match(low) and not is_ours and opened == low and not _WISHES.search(low)) or _OF_OTHERS.match(
            opened
        ):
            return not wishes
        if self._is_quality(low) and not wishes:
            return True
        if self._is_foes() or (self._is_of_somebody() and _REPORTED.match(low)):
            return True
        if self._is_past(low):
            return not is_again
        sure = [one for one in self._acts if one.is_sure]
        if (
            self.has("NAME", "KIND", "FOE")
            and not sure
            and not _TO_DO.search(low)
            and (_REPORTS.search(low) or _IS.search(low))
        ):
            return not self.has("HEX", "STEP", "HOW")
        return False

    def _is_quality(self, low: str) -> bool:
        """True if something of somebody's is said to be so, and nobody is to do anything: ``Henry's rating is wasted``."""
        first = self.tokens[0] if self.tokens else None
        if (
            first is None
            or first.type not in ("NAME", "FOE")
            or not first.form
            or self.has("HEX", "STEP", "NEG", "HOW")
        ):
            return False
        behind = low[first.end :].split()
        is_noun = bool(behind) and any(one.strange and one.strange[0] <= first.end + 2 for one in self.sentences)
        return (
            is_noun and any(word in ("is", "are", "looks", "seems") for word in behind[1:3]) and not _TO_DO.search(low)
        )

    def _is_foes(self) -> bool:
        """True if an enemy is said to do or be something: ``Price comes at me``."""
        first = next((one for one in self.tokens if one.type not in ("AND", "THEN", "COMMA", "AT")), None)
        if first is None or first.type != "FOE" or first.is_linked:
            return False
        behind = self.text[first.end :]
        behind = _STANDING.sub("", behind, count=1)
        return bool(behind[:1].isspace() or behind[:2] == "'s") and _DOES.match(behind.lower().lstrip()) is not None

    def _is_past(self, low: str) -> bool:
        """True if a finite verb of it is in the past: ``lost two steps``, ``ran like rabbits``."""
        words = re.findall(r"[a-z]+(?:'[a-z]+)*", low)
        past = self.lexicon.settings.get("past", ())
        if {"be", "wish"} & set(words):
            return False
        for n, word in enumerate(words):
            k = n - 1
            while k >= 0 and words[k] in _BESIDE_VERB:
                k -= 1
            before = words[k] if k >= 0 else ""
            if word in _ALIKE or not before or before in _AUXILIARY or before in _BEFORE_NOUNS:
                continue
            if word in _AUXILIARY and (_WAS.fullmatch(word) is None or words[n + 1 : n + 2] == ["better"]):
                continue
            base = self.lexicon.forms.get(word)
            if base is not None and len(word) < len(base) and is_shortened(word, base):
                continue  # bak, hrse
            is_irregular = (
                base is not None
                and sorted(base) != sorted(word)
                and len(word) >= len(base) - 1
                and word not in _ALIKE
                and not word.endswith(("ing", "s", "en", "wn", "ne"))
            ) or word in past
            is_regular = (
                word.endswith("ed") and not word.endswith("eed") and len(word) > 4 and n + 1 < len(words) and n > 0
            )
            if is_irregular or is_regular:
                return not self._acts or self._acts[0].start > low.find(word)
        return False

    def _is_plain(self, low: str) -> bool:
        """True if an order has no word in it that nobody knows, and begins with whom it is for, or with its verb."""
        if any(one.unknown or one.talk or one.is_yours for one in self.sentences) or self.has("IF"):
            return False
        first = next((one for one in self.tokens if one.type not in ("AND", "THEN", "COMMA", "ALSO")), None)
        acts = [one for one in self._acts if one.is_sure and one.form != "ing"]
        is_again = _ONCE_MORE.match(low) is not None
        begins = (
            "NAME",
            "ACT",
            "NEG",
            "PRON",
            "ALL",
            "KIND",
            *(("AT", "TO", "HEX", "STEP", "FOE") if is_again else ()),
        )
        is_begun = first is not None and first.type in begins and not first.form
        return is_begun and bool(acts or (is_again and self.has("HEX", "STEP", "FOE")))

    def _orders(self, low: str) -> bool:
        acts = self._acts
        first = next((one for one in self.tokens if one.type not in ("AND", "THEN", "COMMA", "ALSO")), None)
        if first is None:
            return False
        if self._is_of_somebody() and (acts or self.has("HEX", "STEP", "PLACE", "SAME", "NEG")):
            return True
        if first.type == "ACT" and self.strays_before(first) and _IS_SO.match(first.text):
            return False  # the commissary is silent
        if first.type in ("ACT", "NEG") and acts and acts[0].form in ("", "light"):
            return acts[0].is_sure or self.has("PRON", "FOE", "HEX")
        if first.type == "PRON" and acts:
            return True
        return _ONCE_MORE.match(low) is not None and self.has("ACT", "HEX", "STEP", "FOE", "NAME", "KIND")
