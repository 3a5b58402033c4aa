"""Lines in plainer words: what is said twice, in words first and then in full, and what is put as a wish.

``Custer's column rides on: move 8004-7904``, ``Reno's command (all in 8612) moves 8512``.
"""

import re
from collections.abc import Callable, Mapping

from pbem.language.gazetteer import LONGEST_NAME, PIECE, Gazetteer
from pbem.language.read import Read
from pbem.language.sentence import SEPARATORS
from pbem.language.tokens import Tokenizer
from pbem.language.wording.crowds import in_crowds
from pbem.language.wording.denials import denied
from pbem.language.wording.idioms import turned
from pbem.language.wording.plain_words import in_plain_words
from pbem.language.wording.spans import with_short_gaps

MOST_WORDS = 14
"""Words of a summary."""
_CHANGES = re.compile(
    r"\b(?:if|when|unless|except|only|but|not|no|never|nobody|none|until|till|without|instead|in\s+[a-z])\b|n't\b|[;!?]",
    re.I,
)
"""Words of a summary that change what is ordered behind it."""
_EXPLAINED = re.compile(
    r"(?P<who>\b[A-Za-z][\w.]*(?:'s|s')?(?:\s+[a-z]+){0,2})\s*\((?P<list>[^()]{2,80})\)(?=\s+[a-z])"
)
_ALL_IN = re.compile(r"\s*(?:all|everybody|everyone|those|the\s+(?:whole\s+)?lot)\s+(?:in|at|of)\s+\d{4}\s*", re.I)
_JOINTS = re.compile(r"\s*(?:,|\+|&|/|\band\b)\s*", re.I)
_DOES = frozenset(("ACT", "HEX", "STEP", "PLACE", "TOWARD", "HOW", "NEG"))
_SUBJECTS = frozenset(("NAME", "KIND", "ALL", "WITH", "AT", "HEX", "PRON", *SEPARATORS))


def explained(line: str, gazetteer: Gazetteer) -> str:
    """The line with a group that brackets list as that list: ``Keogh's wing (Keogh, C, I and L) comes on``."""

    def listed(found: re.Match[str]) -> str:
        names = [one for one in _JOINTS.split(found["list"]) if one.strip()]
        is_list = len(names) > 1 and all(_own(one, gazetteer) for one in names)
        owner = gazetteer.find(PIECE.findall(re.sub(r"'s?.*$", "", found["who"])))
        leads = owner is not None and len(owner.own) == 1 and gazetteer.by_name[owner.own[0]].is_leader
        if is_list and leads and owner is not None and not line[: found.start()].strip():
            return f"{owner.own[0]}: {found['list'].strip()}"  # nobody knows whether the leader goes
        return found["list"].strip() if is_list or _ALL_IN.fullmatch(found["list"]) else found[0]

    return _one_and_the_other(_EXPLAINED.sub(listed, line), gazetteer)


_CALLED = r"[A-Z][\w/']*(?:\s(?:in\s|the\s)*[A-Z]\w+){0,3}"
_TWO = re.compile(rf"(?P<a>{_CALLED})\s+(?:and|&)\s+(?P<b>{_CALLED})")
_WHICH_ONE = re.compile(
    r"\b(?:the\s+)?(?:(?P<a>former|first(?:\s+(?:one|named))?)|(?P<b>latter|second(?:\s+(?:one|named))?|other(?:\s+one)?))"
    r"(?=\s+(?:(?:up)?on|at|to|against|into|[a-z]{3,}s|is\s+to|will)\b|\s+the\s+(?-i:[A-Z]))",
    re.I,
)
_AUXILIARY = re.compile(r"^(?:are|is|will|shall|should|must|can|to|both|each|now|also|be|going)\s+", re.I)
_BY_PREPOSITION = re.compile(r"\s*(?:(?:up)?on|at|to|against|into|the)\b", re.I)


def _one_and_the_other(line: str, gazetteer: Gazetteer) -> str:
    """The line with the former and the latter of two of one's own by name: ``He Dog and Big Road fire, the latter at B``."""
    found = list(_WHICH_ONE.finditer(line))
    if len(found) != 2 or not (found[0]["a"] and found[1]["b"]):
        return line
    pairs = [one for one in _TWO.finditer(line[: found[0].start()]) if _own(one["a"], gazetteer)]
    pairs = [one for one in pairs if _own(one["b"], gazetteer)]
    verb = line[pairs[0].end() : found[0].start()].strip(" ,:;-") if len(pairs) == 1 else "."
    if len(pairs) != 1 or re.search(r"[.;!?\d]", verb):
        return line
    while (plain := _AUXILIARY.sub("", verb)) != verb:
        verb = plain
    is_shared = re.search(r",\s*(?:at\s+)?(?:half|full)\b", line[found[1].end() :]) and not re.search(
        r"\b(?:half|full)\b", line[: found[1].start()]
    )
    if is_shared:
        return line  # nobody knows whose measure it is
    verb = re.sub(r"\s*(?:at|on)?\s*\b(?:the|those|these)\s+two\b.*$", "", verb)
    ends = line[found[0].end() : found[1].start()].strip(" ,;").removesuffix(" and"), line[found[1].end() :].strip()
    orders = (
        f"{who} {verb} {what}" if verb and _BY_PREPOSITION.match(what) else f"{who} {what}"
        for who, what in zip((pairs[0]["a"], pairs[0]["b"]), ends, strict=True)
    )
    return line[: pairs[0].start()] + "; ".join(orders)


_HASTE = {
    "b4": "before",
    "2gether": "together",
    "every1": "everyone",
    "any1": "anyone",
    "some1": "someone",
    "no1": "no one",
    "w8": "wait",
    "m8": "mate",
    "cum": "come",
    "str8": "straight",
    "adn": "and",
    "nad": "and",
    "annd": "and",
    "teh": "the",
    "dwon": "down",
    "l8r": "later",
    "2day": "today",
    "2nite": "tonight",
}
_IN_HASTE = re.compile(rf"\b(?:{'|'.join(_HASTE)})\b", re.I)
_WERE = re.compile(
    r"(?P<where>\bwere(?=\s+(?:it|he|she|they|u|you|we)(?:'s|'re|\s+(?:is|are|r|be|stands?|now))\b))"
    r"|(?P<we>(?:^|(?<=[.,;!]\s)|(?<=turn\s)|(?<=phase\s)|(?<=now\s)|(?<=pls\s)|(?<=cos\s)|(?<=cause\s))were(?=\s+(?:\w+in[g']?|not|all|out|low|short)\b))",
    re.I,
)
"""``hq stays were it is``, ``nobody shoots were savin bullets``: where, and we're."""
"""Digits for the words that sound like them: ``2 ur horses``, ``every1``."""
_PAIR = re.compile(
    r"(?P<kind>\bcompanies\s+|\bcos\.?\s+)?\b(?P<former>[A-Z][\w/']*)\s+and\s+(?P<latter>[A-Z][\w/']*)\b", re.I
)
_IN_A_NAME = re.compile(r"(?:^|\s)[A-Z][a-z]+\s+$")
_WHICH = re.compile(r"\bthe\s+(?P<which>former|latter)\b(?!\s+(?:hex|place|case|one))(?!')", re.I)


_CHASE = r"(?:pursuit|pursuing|pursues?|chas(?:e|es|ing)|follow(?:ing|s)?(?:[ -]up)?|purs?)"
_CHASE += r""
_TAKE = r"(?:advanc(?:e|es|ing)|adv|occup(?:y|ies|ying|ation)|enter(?:s|ing)?|(?:mov|go|goes|step)(?:e|es|s|ing)?\s+in)"
_TAKE += r"(?:\s+(?:it|after\w*))?"
_NOR = re.compile(
    r"\b(?:(?:(?:is|are|do|does|will|shall|may|should|there\s+(?:is|will|shall|must)(?:\s+(?:be|to\s+be))?)\s+)?(?:no|not|neither|without|nor)"
    rf"|don'?t|doesn'?t|won'?t|mustn'?t|shouldn'?t)\s+(?:(?:to|any)\s+)?"
    rf"(?:(?P<chase>{_CHASE})|{_TAKE})\s*,?\s*(?:\b(?:or|nor|and)\b|/|&)\s*(?:(?:any|to|do|does|will)\s+)?(?(chase){_TAKE}|{_CHASE})(?![\w/])",
    re.I,
)
"""Two things in one negation: ``neither pursuit nor advance``, ``doesn't pursue or occupy``."""


def _by_name(line: str) -> str:
    """The line with the former and the latter by name, where two are named ahead of them once."""
    which = _WHICH.search(line)
    pairs = list(_PAIR.finditer(line[: which.start()])) if which is not None else []
    pairs = [one for one in pairs if one["former"][0].isupper() and one["latter"][0].isupper()]
    if which is None or len(pairs) != 1:
        return line
    pair = pairs[0]
    if _IN_A_NAME.search(line[: pair.start()]) or re.match(r"\s+[A-Z][a-z]", line[pair.end() :]):
        return line  # Crow King and Four Horns
    kind = "Company " if pair["kind"] else ""
    if line[pair.end() : which.start()].strip() == ":":
        line = line[: pair.start()] + line[which.start() :]  # A and E: the former dismounts, the latter stays
    return _WHICH.sub(lambda found: kind + pair[found["which"].lower()], line)


_LEADS = re.compile(
    r"\b(?P<who>(?-i:[A-Z])\w+(?:\s+(?-i:[A-Z])\w+)*)\s+(?:(?:is\s+to|will|should|shall|must|can|to)\s+)?(?:brings?|leads?|takes?|conducts?|guides?)\s+"
    r"(?P<some>(?:the\s+)?(?:(?:Company|Co\.?)\s+)?(?-i:[A-Z])[\w/]*(?:(?:\s*,\s*(?:and\s+)?|\s*(?:and|&|\+)\s*)(?:the\s+)?(?-i:[A-Z])[\w/]*)*)\s+"
    r"(?=(?P<on>on|in|onto)?(?(on)|(?:up|back|forward|over|out|down|round|across))\b[^,.;]*\b\d{4}\b)",
    re.I,
)
"""``Benteen brings D, H and K on at 2824``."""
_BOTH = re.compile(
    r"\bthe both\b|\b(?P<whom>[A-Z][\w-]+(?: [a-z]+s)?)(?:\s*\(\s*both(?: of them)?\s*\)|,\s*both of them,)", re.I
)
"""``Rifles (both)``, ``the both Rifles``."""


def plainer(line: str) -> str:
    """The line with a polite condition as what it asks for, and directions as towards whom: ``Missoula-wards``."""
    line = in_crowds(denied(with_short_gaps(line)))
    line = _IN_HASTE.sub(lambda found: _HASTE[found[0].lower()], line)
    line = _WERE.sub(lambda found: "where" if found["where"] else "we're", line)
    line = turned(in_plain_words(turned(line, "early")), "later")
    line = _BOTH.sub(lambda found: f"both {found['whom'] or ''}".rstrip(), line)
    line = turned(line, "late")
    line = _LEADS.sub(lambda found: f"{found['who']} and {found['some']} {'come' if found['on'] else 'go'} ", line)
    line = turned(line, "last")
    line = turned(_by_name(line), "end")
    return _NOR.sub(lambda found: "no pursuit, no advance" if found["chase"] else "no advance, no pursuit", line)


def _own(words: str, gazetteer: Gazetteer) -> bool:
    pieces = [one for one in PIECE.findall(words) if one.lower() not in ("the", "both")]
    found = gazetteer.find(pieces) if 0 < len(pieces) <= LONGEST_NAME else None
    return found is not None and bool(found.own)


_HE_AND = re.compile(r"\W*(?:he|she|it)\s+(?=(?:and|with|plus|n)\s)", re.I)
_GOES_BACK = re.compile(r"\W*(?:they|he|she|it|them|him)\b", re.I)


def without_summary(line: str, tokenizer: Tokenizer, read: Callable[[str], Read]) -> str:
    """The line less a summary ahead of its order; the line itself where it has none.

    Who is named in the summary does what stands behind it, where that names nobody."""
    head, colon, order = line.partition(":")
    if not colon or not order.strip() or len(head.split()) > MOST_WORDS or "'" in order[:1]:
        return line
    sentences = tokenizer.sentences(head)
    if len(sentences) != 1 or (sentences[0].talk and _GOES_BACK.match(order)):
        return line  # I thought of a charge: they skirmish
    verbs = [one.start for one in sentences[0].tokens if one.type == "ACT"]
    column = min([*verbs, *sentences[0].strange, len(head)])
    subject = [one for one in sentences[0].tokens if one.start < column]
    is_named = any(one.type in ("NAME", "ALL", "KIND") for one in subject)
    if column == len(head) or not is_named or not all(one.type in _SUBJECTS for one in subject):
        return line
    rest = head[column:]
    if (
        _CHANGES.search(rest)
        or re.search(r"\d", rest)
        or any(one.is_covered and one.lines for one in read(head).candidates)
    ):
        return line
    does = [one.type for two in tokenizer.sentences(order) for one in two.tokens]
    if not _DOES.intersection(does):
        return line  # kingy will give them beans: C/3
    behind = read(order.strip())
    if not behind.names_own and any(one.type == "NAME" and one.start > column for one in sentences[0].tokens):
        return line  # Big Road can rest, He Dog does the talking: ...
    whole = order.strip() if behind.names_own else f"{head[:column].strip(' ,')} {order.strip()}"
    named = [one for one in subject if one.type == "NAME"]
    he = _HE_AND.match(order) if len(named) == 1 else None
    if he is not None:
        whole = f"{head[named[0].start : named[0].end]} {order[he.end() :]}"  # the Major had better come: he and A go to 7317
    found = behind if behind.names_own and he is None else read(whole)
    return whole if any(one.is_covered for one in found.candidates) else line


# Orders that are put as wishes: ``I'd sleep better if the Miners kept low`` as ``the Miners keep low``.  Only the frame goes;
# what is wished for is read like any order, with every negation in it.

_MUCH = (
    r"(?:(?:a|an|much|far|so|very|really|just|quite|rather"
    r"|whole|lot|bit|little|hell\s+of\s+a|way|that|more|all\s+the|ever\s+so)\s+)*"
)
_GOOD = (
    r"(?:better|best|happier|happy|easier|easy|safer|calmer|comfortable|comfier|nice|nicer|grand|great|good|lovely|super|superb|ideal"
    r"|handy|useful|neat|cool|fine|delighted|obliged|glad|pleased|grateful|wise|wiser|prudent|clever|smart|thrilled|content|relieved)"
)
_WOULD = r"(?:would|wud|wld|might|should|'d|will|'ll)"
_HYPOTHESIS = (
    rf"(?:(?:i|we|it|that|this|'?t)\s*{_WOULD}|would(?:n't|nt)?\s+(?:it|that)|(?:i|we)d|would(?=\s+be\s))\s+(?:(?:really|quite|certainly|rather|also)\s+)?"
    rf"(?:(?:feel|sleep|rest|breathe|be|look|seem)\s+{_MUCH}{_GOOD}"
    r"|(?:like|love|appreciate|prefer|welcome|enjoy)\s+it|be\s+(?:a\s+)?(?:weight\s+off\s+my\s+mind|an?\s+\w+\s+idea|my\s+preference)"
    r"|(?:suit|help|please|cheer|comfort|reassure)\s+(?:me|us)|do\s+me\s+good|mean\s+a\s+lot)"
    rf"(?:\s+{_MUCH}(?:much|more|better|fine|up|no\s+end))?(?:\s+(?:to|of|for)\s+(?:me|you|us))?\s*,?\s+(?:if|(?<=ier\s)with|(?<=better\s)with|(?<=safer\s)with|(?<=calmer\s)with|(?<=happy\s)with)\s+(?:you\s+could\s+(?:have|get)\s+)?"
)
_SEES = (
    rf"(?:(?:i|we)\s*{_WOULD}\s+|id\s+|would\s+|wud\s+)?(?:(?:rather|quite|really|dearly|very\s+much|so|simply)\s+)?"
    r"(?:(?:love|like|be\s+(?:glad|happy|keen|pleased|delighted)|care|dying)\s+to\s+see(?!\s+(?:how|what|if|you|your|that|it|this|more|some)\b)"
    r"(?![^.;]*\b(?:by|before|in|until|till)\s+turn\b|[^.;]*\b(?:show|turn)s?\s+up\b|[^.;]*\b(?:arrive|appear|survive|win|lose|fail)s?\b)"
    r"|(?:wouldn't|wouldnt|would\s+not|don't|dont|do\s+not)\s+mind\s+(?:seeing|having|it\s+if)|fancy\s+(?:seeing|having))\s+"
)
_TIME = (
    r"(?:(?:i\s+(?:think|reckon|guess|feel)\s+)?(?:it'?s|it\s+is|now\s+is)\s+)?(?:(?:about|high|perhaps|maybe|surely|probably)\s+)?"
    r"time\s+(?:for|that)\s+(?!\d|(?:me|you|us|a|an|bed|tea|lunch|dinner|supper|some|another|my|your|one)\b)"
)
_LETS = (
    r"(?:let'?s|let\s+(?:us|me))\s+(?:(?:just|now|maybe)\s+)?(?:see(?:\s+(?:if|whether)(?!\s+(?:you|i|it|this|that)\b)(?:\s+we\s+can\s+(?:get|have))?"
    r"(?=\s+(?:[\w/'.&+,-]+\s+){1,7}?(?:can|will|could)\s)|(?=\s+(?:the|our|my|[A-Z])))|watch)\s+(?!what\b|how\b|if\b|where\b|who\b|whether\b)"
)
_HOPES = (
    r"(?:(?:i'?m|i\s+am|we'?re|am)\s+)?(?:hoping|hopeful)\s+(?:that\s+)?(?!(?:you|your|to|the\s+dice|it|for|i|we|they|this|that)\b)"
    r"(?=(?:[\w/'.&+,-]+\s+){1,6}?(?:can|could|will|gets?|may|might)\s)"
)
_THINKS = (
    r"(?:i'?ve|i\s+have|we'?ve|we\s+have|been)\s+(?:been\s+)?(?:thinkin[g']?|musing|reckonin[g']?)\s+(?:that\s+)?(?!(?:you|i|we|u)\b)"
    r"(?=(?:[\w/'.&+,-]+\s+){1,6}?(?:can|could|should|might|may|ought)\s)"
)
_WISH = r"(?:i|we)?\s*wish\s+(?:that\s+)?(?!(?:you|i|we|me|u|it|them)\b)(?=(?:[\w/'.&+,-]+\s+){1,6}?(?:would|wud|wld|could)\s)"
_FRAME = re.compile(
    rf"(?P<start>^|[.!;:]\s+|,\s+(?:so\s+|but\s+|and\s+)?|\b(?:so|but)\s+)\s*(?:(?:well|ok|okay|right|maybe|honestly|really|now|so|and|i\s+(?:think|reckon|guess))\b[\s,]*)*"
    rf"(?:(?P<past>{_HYPOTHESIS})|{_SEES}|{_TIME}|{_LETS}|{_HOPES}|{_THINKS}|{_WISH})",
    re.I,
)
_NOT_THOUGHT = re.compile(
    r"\b(?:i|we)\s+(?:really\s+)?(?:do\s+not|don'?t|cannot|can'?t)\s+(?:really\s+)?(?:think|reckon|believe|feel|suppose|see\s+why|see\s+that)\s+(?:that\s+)?"
    r"(?P<who>[^,;.:!?]{1,48}?)\s+(?P<verb>should|ought\s+to|needs?\s+to|has\s+to|have\s+to|must)\b(?!\s+(?:have|not)\b)",
    re.I,
)
"""``I don't think Lone Bull should fire``: Lone Bull should not."""
_ONE = re.compile(r"\b(any|some|every|no)1(?=s?\b|'s)", re.I)
"""``if some1s in 12``."""
_PAST = {
    "were": "are",
    "was": "is",
    "kept": "keep",
    "went": "go",
    "got": "get",
    "took": "take",
    "brought": "bring",
    "had": "have",
    "came": "come",
    "left": "leave",
    "held": "hold",
    "stood": "stand",
    "gave": "give",
    "made": "make",
    "ran": "run",
    "rode": "ride",
    "fell": "fall",
    "lay": "lie",
    "sat": "sit",
    "put": "put",
    "did": "do",
    "didn't": "don't",
    "weren't": "aren't",
    "wasn't": "isn't",
    "could": "can",
    "would": "will",
    "might": "may",
    "stuck": "stick",
    "dug": "dig",
    "shot": "shoot",
    "fought": "fight",
    "led": "lead",
    "sent": "send",
    "found": "find",
    "let": "let",
    "drew": "draw",
    "swung": "swing",
    "struck": "strike",
    "crept": "creep",
    "slid": "slide",
    "withdrew": "withdraw",
    "drove": "drive",
    "threw": "throw",
    "slipped": "slip",
}
_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_ENDS = re.compile(r"[.;!?]\s|$")


def plainly_asked(line: str, forms: Mapping[str, str]) -> str:
    """The line with the orders in it that are put as wishes in plain words; `forms` are irregular ones with their bases."""
    line = _ONE.sub(r"\1one", line)
    line = _NOT_THOUGHT.sub(lambda found: f"{found['who']} should not", line)
    at = 0
    while (found := _FRAME.search(line, at)) is not None:
        end = _ENDS.search(line, found.end())
        stop = end.start() if end is not None else len(line)
        wished = line[found.end() : stop]
        if found["past"] is not None:
            wished = _WORD.sub(lambda word: _in_present(word[0], forms), wished)
        ahead = line[: found.start()] + found["start"]
        line, at = ahead + wished + line[stop:], len(ahead) + 1
    return line


def _in_present(word: str, forms: Mapping[str, str]) -> str:
    """A past as what it is the past of: ``if they kept low``."""
    low = word.lower()
    if low in _PAST:
        return _PAST[low]
    if low.endswith("ed") and len(low) > 4 and low in forms:
        return forms[low]
    if low.endswith("ed") and len(low) > 4 and word[0].islower() and not low.endswith("eed"):
        root = low[:-2]
        return root[:-1] if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "slf" else root
    return word
