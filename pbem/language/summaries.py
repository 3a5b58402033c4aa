"""Lines in plainer words: what is said twice, in words first and then in full, and what is put as a wish.

``Custer's column rides on: move 8004-7904``, ``Reno's command (all in 8612) moves 8512``.
"""

import re
from collections.abc import Callable, Mapping

from pbem.language.gazetteer import LONGEST_NAME, PIECE, Gazetteer
from pbem.language.read import Read
from pbem.language.sentence import SEPARATORS
from pbem.language.tokens import Tokenizer

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
        return found["list"].strip() if is_list or _ALL_IN.fullmatch(found["list"]) else found[0]

    return _EXPLAINED.sub(listed, line)


_OBLIGES = re.compile(
    r"\bif\s+(?P<who>[\w/'. ]{1,30}?)\s+(?:would|will|could|can|does(?:n't| not)|don't|wouldn't)\s+(?:please|oblige|agree"
    r"|mind(?:\s+it)?|be\s+(?:willing|game)|be\s+so\s+(?:kind|good))\s*,\s*(?:then\s+)?(?:he|she|they|it)\b",
    re.I,
)
_WARDS = re.compile(r"\b(?P<where>[A-Z]\w+(?: [A-Z]\w+)?)-wards?\b")


_DEAR = re.compile(
    r"(?:^|(?<=[.!;]\s))\s*(?i:oh\s+|now\s+|well\s+)?(?i:my\s+(?:dear(?:est)?|darling|brave|beloved|lovely|trusty|faithful|own)|dear(?:est)?)\s+(?=[A-Z](?:/\d)?\s*,\s)"
)
"""Words of address ahead of a company's letter: ``My dear A, go to 3210``."""
_SAME_TO_YOU = re.compile(
    r"^\s*(?:well\s+|so\s+|and\s+)?if\s+(?:it'?s|it\s+is|that'?s)\s+all\s+the\s+same\s+(?:to|with)\s+(?:you|u|ya|everyone|everybody)\s*,?\s+",
    re.I,
)
_WANTED = re.compile(
    r"(?:^|(?<=[.;!]\s)|(?<=,\s))\s*(?:so\s+|and\s+|but\s+)?(?:(?:what|all)\s+(?:i'm|i\s+am|we're|we\s+are)\s+(?:after|asking|hoping\s+for)\s+is"
    r"|(?:what|all)\s+(?:i|we)(?:'d|\s+would)?\s+(?:want|need|like|ask(?:\s+for)?|propose|intend|wish(?:\s+for)?|order|have\s+in\s+mind)"
    r"\s+(?:now\s+|here\s+)?is|my\s+(?:wish|order|idea|plan|intention|intent|request|desire)\s+is"
    r"|(?:i|we)(?:'d|\s+would|\s+should)\s+be\s+(?:much\s+|most\s+|very\s+|ever\s+so\s+)?(?:obliged|grateful|glad|happy|pleased))"
    r"\s+(?:for|that|to\s+(?:see|have))\s+(?=[\w/' ]+)",
    re.I,
)
"""Words of a wish ahead of what is wished: ``What I'm after is for B to go up to 3711``."""
_DIRECTION = re.compile(
    r"\b(?:in|into|to)\s+(?:the\s+)?(?:general\s+)?direction\s+of\b|\b(?:in\s+(?:the\s+)?)?general\s+direction\b", re.I
)
_TO_WHOM = re.compile(r"(?<=[a-z] )2\s+(?=(?:ur|your|my|them|him|those|\d{4})\b)", re.I)
_HASTE = {
    "b4": "before",
    "2gether": "together",
    "every1": "everyone",
    "any1": "anyone",
    "some1": "someone",
    "no1": "no one",
}
_IN_HASTE = re.compile(rf"\b(?:{'|'.join(_HASTE)})\b", re.I)
"""Digits for the words that sound like them: ``2 ur horses``, ``every1``."""
_ON_FOOT = re.compile(
    r"\b((?:get|climb|hop|jump)s?\s+(?:off|down))\s+(?:and|n|&)\s+(?:walk|foot\s+it)s?\b(?!\s+(?:to|on|\d|ahead|up|in))",
    re.I,
)
_ONLY_NOT = re.compile(
    r",?\s+(?:and\s+)?(?:only|just|but)\s+(?P<who>(?:the\s+)?[\w/]+(?:\s+[A-Z]\w+)?)\s+(?:not|doesn'?t|don'?t|does\s+not)(?=\s*(?:[.;!]|$))",
    re.I,
)
"""Somebody excepted behind an order for all: ``Everybody advances, only the gun not``."""
_EXCEPT = re.compile(r"(?<=\s)'?(?:cept|xcept|exept|excpt)(?=\s+(?:the\s+)?\w)", re.I)
_BOTH_AT = re.compile(r"\bboth(?=\s+(?:(?:of\s+(?:those|them)\s+)?(?:at|in)\s+(?:[A-Z][a-z]|\d{4})))", re.I)
_EM = re.compile(r"(?<=\s)['`]em\b", re.I)
_BONUS = re.compile(
    r"(?:,\s*|\s+with\s+|\s*\()(?:\+\s?1\s+(?:for\s+|from\s+)?(?P<one>[A-Z][a-z]{2,})\b|(?P<two>[A-Z][a-z]{2,})(?:'s)?\s*\+\s?1\b)\)?"
)
"""The bonus of a leader who takes part: ``A+G x 7115, Reno's +1``."""
_UNDER = re.compile(
    r"\bunder\s+(?:the\s+)?(?P<who>[A-Z][\w. ]*?)'s?\s+(?:(?:own|personal|direct|immediate|very|watchful)\s+)*"
    r"(?:leadership|command|lead|eyes?|nose|direction|orders|guidance|supervision)\b"
)
_FAMILIES = re.compile(
    r"\b(women|squaws|mothers|wives)(?:\s*,|\s+(?:and|&|n|'n))\s+(?:the\s+|their\s+)?(?:children|kids|babies|little\s+ones|old\s+(?:folks?|people)|bairns)\b",
    re.I,
)
_HORSE_HOLDERS = re.compile(r"\bhorse[ -](?=holders?\b)", re.I)
_HAND_TO_HAND = re.compile(r"\bhand[ -]?(?:2|two|to)[ -]?hand\b", re.I)
_POINTS = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\s*(?:SPs?|pts?|points?|factors?|strength\s+points?)\b"
)
_STRENGTH = re.compile(
    rf"\s*\((?:(?:only|just)\s+)?{_POINTS}[^()\d]*\)"
    rf"|,\s*(?:they|it|he|she)\s*(?:'re|'s|\s(?:is|are|has|have))\s+(?:only\s+|just\s+|but\s+|barely\s+)?{_POINTS}(?:\s+(?:strong|only|left))?(?=\s*[.,;]|\s*$)",
    re.I,
)
"""The strength of somebody, beside an order: ``scouts (2 SP) back to 7419``."""
_TOLD_IN_BRACKETS = re.compile(
    r"\s*\((?:he|she|they|it|we|i|you|that|this)\b[^()\d]*\b(?:did|didn't|was|were|wasn't|weren't|had|ran|said|would've|isn't|aren't|used\s+to)\b[^()\d]*\)",
    re.I,
)
_SO_BE_IT = re.compile(
    r"(?<=[.!?;])\s+(?:if|should|when)\s[^.;!?\d]*?,\s*(?:well\b|so\s+be\s+it|too\s+bad|tough\b|never\s+mind|(?:hard|bad)\s+luck|we\s+(?:win|lose)\b|i'?ll\s)[^.;!?\d]*[.!]*\s*$",
    re.I,
)
"""A condition that orders nothing, at the end: ``If they get shot up, well, it's what they were hired for``."""
_RESPECTIVELY = re.compile(
    r"\b(?P<a>[\w/]+)\s+(?:and|&)\s+(?P<b>[\w/]+)\s+(?P<verb>[^,;.\d]*?)(?P<h>\d{4})\s+(?:and|&)\s+(?P<k>\d{4})\s*,?\s*respectively\b",
    re.I,
)
_HERD_AT = re.compile(
    r"\b(?P<verb>scatter|stampede|drive|run|chase|shoo|raid|spook)s?\s+(?:(?:off|away)\s+)?(?:the\s+|that\s+|their\s+)?(?:pony\s+)?(?:herds?|ponies)"
    r"(?:\s+(?:off|away))?\s+(?:at|in|on|from)\s+(?:hex\s+)?(?P<hex>\d{4})",
    re.I,
)
"""A herd by its hex, to which whoever drives it off must go first."""
_LEADERS = re.compile(r"(?<=[a-z])\s+\.{4,}\s+(?=[a-z])", re.I)
"""Dots that lead from one column to the next: ``rest ..... hold``."""
_PAIR = re.compile(
    r"(?P<kind>\bcompanies\s+|\bcos\.?\s+)?\b(?P<former>[A-Z][\w/']*)\s+and\s+(?P<latter>[A-Z][\w/']*)\b", re.I
)
_IN_A_NAME = re.compile(r"(?:^|\s)[A-Z][a-z]+\s+$")
_WHICH = re.compile(r"\bthe\s+(?P<which>former|latter)\b(?!\s+(?:hex|place|case|one))(?!')", re.I)


_CHASE = r"(?:pursuit|pursuing|pursues?|chas(?:e|es|ing)|follow(?:ing|s)?(?:[ -]up)?|purs?)"
_CHASE += r"(?:\s+(?:them|him|it|anybody|anyone))?"
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
    return _WHICH.sub(lambda found: kind + pair[found["which"].lower()], line)


_SIMILE = re.compile(
    r"(?<=\w),?\s+(?:just\s+)?like\s+(?:an?|two|three|some|so many|good|old|proper)\s+(?!(?:unit|move|whole|normal)\b)"
    r"[a-z' -]{3,40}(?=[.!;]|,(?!\s+(?:not|but|except)\b)|$)"
)
"""``... turns like a door``: words that say in what way, and order nothing."""
_WHOLE = re.compile(
    r"\bthe\s+(?:whole|entire|full|complete)\s+"
    r"(?:(?:kit\s+and\s+)?caboodle|lot|bunch|gang|crowd|crew|mob|pack|stack|pile|shebang|show|party|team|family|circus|boiling|nation|tribe|people|army|host|horde)\b"
    r"(?:\s+of\s+(?:them|you|us|'?em)\b)?",
    re.I,
)
_TOO = re.compile(
    r"\s*,\s*(?:who|which)(?:'s|'re|\s+is|\s+are)\s+(?:far\s+|much\s+|way\s+)?too\s+\w+\s+(?:to|for)\s+[^,.;:\d]*(?=[,.;]|$)",
    re.I,
)
"""``bar Reno, who is too stout to get on again``."""
_OF_HIS = re.compile(
    r"\b(?:or|and|nor)\s+(?:any|all|none|each|every\s+one|anyone|anybody)\s+of\s+(?:his|hers|theirs)\b(?!\s+[a-z])",
    re.I,
)
_MEN_OF = re.compile(
    r"\b(?:all|everyone|everybody|every\s+(?:last\s+)?(?:man|one|soul)|the\s+lot|those)\s+of\s+(?P<who>(?-i:[A-Z])\w*'s)(?=\s*(?:[,.;:]|$)"
    r"|\s+(?:and|stays?|holds?|waits?|goes|go|moves?|remains?|dismounts?|mounts?|attacks?|advances?|gets?|keeps?|to|is|are)\b)",
    re.I,
)
_BESIDE_HIM = re.compile(
    r"(?<=\s)(?P<who>with\s+(?:the\s+)?[A-Z]\w*(?:\s+Scouts)?)\s+(?:right\s+|close\s+)?(?:beside|alongside|behind|next\s+to|by)\s+(?:it|him|her|them)\b"
)
_IT_IS_WHO = re.compile(r"\b[Ii]t(?:'s|\s+is)\s+(?P<who>(?:the\s+)?[A-Z]\w*)\s+(?:who|that|which)\s+(?=[a-z]+s\b)")
"""``it is I who goes to 1816``: Company I."""
_WHO_STAYS = re.compile(
    r",?\s+(?:but\s+)?(?:without|not|except|minus|less|bar)\s+(?P<who>(?:the\s+)?[A-Z]\w+),?\s+who\s+"
    r"(?=(?:is\s+to\s+|are\s+to\s+|will\s+|shall\s+|must\s+|can\s+)?(?:stays?|remains?|waits?|holds?|sits?|watch(?:es)?)\b)"
)
"""``without the Major, who stays back``."""
_OUT_OF_IT = re.compile(
    r",?\s+out\s+of\s+(?:(?:the|that|this|their|his|its)\s+)?(?:frying[\s-]pan|fire|soup|mess|trouble|jam|hole|fix|pickle|scrape|danger"
    r"|firing\s+line|line\s+of\s+fire|hornets?'?s?\s+nest|harm'?s?\s+way|way|here|there|it)\s*,?\s+(?:and\s+)?"
    r"(?=(?:back|over|away|down|up|off|across|out)?\s*(?:in)?to\s+\d{4})",
    re.I,
)
_BOTH = re.compile(
    r"\bthe both\b|\b(?P<whom>[A-Z][\w-]+(?: [a-z]+s)?)(?:\s*\(\s*both(?: of them)?\s*\)|,\s*both of them,)", re.I
)
"""``Rifles (both)``, ``the both Rifles``."""


_OF_HIS_OWN = r"(?:the\s+)?(?:(?:general|major|colonel|captain|col|gen|maj|capt|lt)\.?\s+)?(?-i:[A-Z])[a-z]{2,}(?:\s+(?-i:[A-Z])[a-z]+)?|the\s+(?:major|colonel|general|captain|old\s+man|boss)"
_HELPS_OUT = (
    r"(?:(?:go|come|ride|tag|walk|move|run|be|fight|pitch|is|join)(?:e?s)?\s+(?:along(?:side)?|in|with(?!\s+(?!them|it|him))(?:\s+(?:them|it))?|too|as\s+well)"
    r"|(?<=\s)along|(?:take|have|play)s?\s+(?:a\s+|his\s+)?(?:part|hand)(?:\s+in\s+(?:it|this|that))?|join(?:s|ing)?(?:\s+(?:in|them))?"
    r"|(?:lend|give)s?\s+(?:them\s+)?(?:a\s+hand|his\s+(?:weight|name|bonus|voice|sword|help))|leads?(?:\s+(?:them|it|the\s+(?:way|attack|charge|assault)|from\s+(?:the\s+)?front))?"
    r"|sets?\s+(?:the|an?|a\s+good)\s+example|shows?\s+(?:them\s+|'em\s+)?(?:the\s+way|how(?:\s+it(?:'s|\s+is)\s+done)?)"
    r"|(?:is\s+|go(?:es)?\s+|be\s+|rides?\s+)?(?:out\s+|up\s+)?(?:in\s+front|in\s+(?:the\s+)?(?:lead|van)|at\s+(?:the|their)\s+(?:head|front|side))|with\s+(?:them|it)|participates?|take\s+part"
    r"|adds?\s+(?:his|the)\s+(?:bonus|\+\s?1|weight|name))"
)
_GOES_ALONG = re.compile(
    rf"(?:[,;.]\s*|\s+)(?:(?:and|but|with)\s+)?(?:(?:i\s+(?:think|guess|reckon|say)|please|let|have|maybe)\s+)?(?P<who>{_OF_HIS_OWN})\s+"
    rf"(?:(?:should|ought\s+to|will|shall|must|is\s+to|may|can|to|had\s+better|needs\s+to|has\s+to|wants\s+to)\s+)?{_HELPS_OUT}"
    r"(?P<how>(?:\s+(?:in\s+person|personally|himself|this\s+time|(?:for|with|to\s+(?:get|give|add|lend))\s+(?:them\s+)?(?:his|the|a|that)\s+(?:\+\s?1|bonus|modifier|plus\s+one)))*)"
    r"(?=\s*[.,;!)]|\s*$)",
    re.I,
)
"""A leader beside an order, in a sentence or remark of his own: ``and I think the Major ought to set the example``."""
_GATHERED = re.compile(
    r"(?P<who>\b(?:all|every(?:one|body|thing)|those|units?|columns?|forces?|troops?|companies|men|people|bands?|soldiers|warriors|commands?"
    r"|counters?|boys|lot|both)\s+)(?:(?:who|that|which)(?:'s|'re|\s+(?:is|are|r))\s+)?(?:(?:now|currently|presently|still)\s+)?"
    r"(?:(?:concentrated|assembled|gathered|massed|collected|present|located|stationed|camped|encamped|posted|based|found|situated|quartered"
    r"|huddled|bunched)\s+(?:up\s+|together\s+)?)?(?=(?:at|in|on|around)\s+(?:\d{4}|(?-i:[A-Z])))",
    re.I,
)
_STACK_IN = re.compile(
    r"(?:^|(?<=[.;:,]\s)|(?<=\bthe\s))(?P<hex>\d{4})\s+(?:stack|stk|group|lot|bunch|garrison|party|pile|crowd|gang|boys|force|column)\b", re.I
)
_TEAM = re.compile(
    rf"\b(?:everyone|everybody|all|all\s+those|those)\s+(?:who\s+(?:is|are)\s+|that\s+(?:is|are)\s+)?with\s+(?P<who>{_OF_HIS_OWN})(?=\s+(?!and\b|or\b|in\b|at\b|to\b)[a-z]+)(?![^.;]*\b(?:but|except|save|bar|without|not)\b)",
    re.I,
)
"""``everyone with Howard should make for Gibbon``."""
_HE_WHO = re.compile(r"(?:^|(?<=[.;]\s))(?P<who>(?:[Tt]he\s+)?[A-Z][a-z]+(?:\s+[A-Z][a-z]+){0,3}),\s+(?:he|she|it|they)\s+(?=(?!(?:says?|thinks?|is|are|was|were|had|said)\b)[a-z]+)")
_ORDINAL = r"(?:1st|2nd|3rd|4th)"
_NUMBERED = re.compile(rf"^\s*(?P<who>[A-Za-z][A-Za-z' -]{{2,24}}?)(?::\s*|\s+)(?P<rows>1st\b(?!\s+(?:choice|pick|target|turn|option|phase)).*?[,/;|]\s*2nd\b.*)$", re.S)
"""Rows of one name: ``KENTUCKY: 1st 8" / 2nd 4"``."""


def _by_number(line: str) -> str:
    """The line with the rows of one name as the units of that name."""
    found = _NUMBERED.match(line)
    if found is None or (":" not in line[: found.start("rows")] and not found["who"].isupper()):
        return line
    rows = re.split(rf"\s*[,/;|]\s*(?={_ORDINAL}\b)", found["rows"])
    named = (re.sub(rf"^({_ORDINAL})\b", rf"\1 {found['who'].title()}", one) for one in rows)
    return "; ".join(named) if all(re.match(_ORDINAL, one) for one in rows) else line


_IN_PLAIN_WORDS = tuple(
    (re.compile(words, re.I), plain)
    for words, plain in (
        (r"(?<![\w/])w/\s*(?!(?:o|out|in|th|d)\b)(?=[a-z])", "with "),
        (r"\b(?P<n>\d+|[a-z]+)[ -]points?'?\s+(?=(?:of\s+)?(?:advantage|adv|edge|superiority)\b)", r"\g<n> "),
        (r"\b(?P<lead>(?:advantage|adv|edge|superiority)\s+(?:of\s+)?(?:\w+\s+)?(?:\d+|[a-z]+))[ -]points?\b", r"\g<lead>"),
        (r"\b(?P<verb>(?:run|head|make|leave|go|aim|bolt|dash|ride|march)s?)\s+4\s+(?=the\b|nearest|[a-z]{3,})", r"\g<verb> for "),
        (r"\band\s+all\s+(?:(?:those|that\s+are|who\s+are|of\s+those)\s+)?with\s+(?=(?:him|her|them|it)\b)", "and everyone with "),
        (
            r"\b(?:comes?|goes|go|moves?|follows?|joins?)\s+(?:in|to|into|in\s?to|at)\s+(?:the|that)\s+same\s+(?:hex(?:agon)?|place|spot|one|location)(?!\s+(?:as|where|with|like)\b)",
            "too",
        ),
        (
            r"(?:^|(?<=[.;]\s)|\b(?P<and>and\s+))(?:please\s+)?(?:tell|ask|instruct|order|bid|remind)\s+(?P<who>(?:the\s+|my\s+|our\s+)?(?!(?:me|you|him|her|them|u|us|it)\b)[\w/']+(?:\s+(?-i:[A-Z])\w+)?)\s+to\s+",
            r"\g<and>\g<who> to ",
        ),
        (
            r",?\s*(?:and\s+)?(?:(?:must|should|will|shall|to)\s+)?(?:be|stay|keep|remain|staying|keeping|remaining)\s+(?:always\s+|ever\s+|all\s+the\s+time\s+)?(?:with)?in(?:side)?"
            r"\s+(?P<n>\w+)\s+hex(?:es|agons?)?\s+of\s+(?:it|him|her|them)\b",
            r", within \g<n> hexes",
        ),
        (
            r"\b(?:stay|keep|remain)s?\s+(?:always\s+)?(?:with)?in(?:side)?\s+(?P<n>\w+)\s+hex(?:es|agons?)?\s+of\s+(?P<whom>[^,;.:]{2,30}?)\s+and\s+(?P<verb>guard|protect|cover|screen|defend|shield)s?\s+(?:it|him|her|them)\b",
            r"\g<verb> \g<whom> within \g<n> hexes",
        ),
        (
            r",?\s+(?:and\s+)?so\s+(?:do|does|will|should|shall|must|can)\s+(?P<who>(?:the\s+|my\s+|our\s+)?(?!(?:i|you|we|they|he|she|it)\b)[\w/']+(?:\s+(?-i:[A-Z])[\w']+)?)(?=\s*[.,;!]|\s+please|\s*$)",
            r", \g<who> too",
        ),
        (r"(?P<who>\b(?-i:[A-Z])[a-z]+)\s+(?:his|her)\s+(?=(?:cavalry|horsemen|scouts?|guns?|gatling|howitzer|men|companies|company|troops?|troopers|infantry|band|braves|warriors|people|boys|column|village)\b)", r"\g<who>'s "),
        (r"\bthe\s+(?P<what>(?:machine\s+)?[a-z]+)\s+of\s+(?:him|his)\b", r"his \g<what>"),
        (
            r"\b(?:pack\s+up|gather(?:\s+up)?|collect|wake(?:\s+up)?|grab|load\s+up|rouse|assemble)\s+(?P<who>[^.,;:\d]{1,40}?)\s+and\s+(?:then\s+)?(?P<verb>take|bring|move|lead|march|send|get|walk)\s+(?:it|them|him|her|everyone|everybody|the\s+lot)\s+",
            r"\g<verb> \g<who> ",
        ),
        (r"\b(?:packs?(?:\s+their\s+\w+)?\s+up|packs?\s+up(?:\s+their\s+\w+)?|strikes?\s+camp|breaks?\s+camp|ups?\s+sticks)\s+and\s+(?=(?:go|move|march|head|ride|travel|walk|come)(?:e?s)?\b)", ""),
        (r"\b(?P<verb>need|have|got|want|going|try|trying|hav|like|wants|needs|has)\s+2\s+(?=[a-z])", r"\g<verb> to "),
        (r"(?<=\w)\s+(?=i\s+(?:need|hav|have|gotta|got|must)\s+(?:(?:to|2)\s+)?(?:think|go|run|sleep|work|eat|cook|rest|leave|dash)\b)", ", "),
        (r",\s+all\s+of\s+(?:them|'em)(?=\s*[.!;]|\s*$)", ""),
        (r"\s*\(\s*(?:w/|with|\+|&|and|plus|including|incl\.?)\s*(?P<who>(?!pursuit|advance|care|luck|half|full|a\b|any|no\b)(?:the\s+)?(?-i:[A-Z])[^()\d]{0,30}?)\s*\)", r" with \g<who>"),
        (r"\s*\(\s*(?P<who>(?:the\s+)?(?-i:[A-Z])[\w. ]{2,20}?)\s+(?:too|as\s+well|also|along|included|leading|leads|incl\.?)\s*\)", r" with \g<who>"),
        (r"\b(?P<with>with\s+(?:its|his|her|their|the)|and\s+(?:its|their)|\+\s*its|(?:my|our))\s+(?:own\s+|tame\s+|friendly\s+|hired\s+)?Indian(?:s\b|\s+(?=scouts|allies|friends|helpers))", r"\g<with> scouts "),
        (r"\bscouts\s+(?:scouts|allies|friends|helpers)\b", "scouts"),
        (r"\b(?:the\s+)?whole\s+of\s+(?P<who>(?-i:[A-Z])[a-z]+)(?:'s)?(?:\s+(?:command|battalion|column|force|lot|wing))?(?=\s)", r"\g<who>'s command"),
        (r",?\s+(?:and\s+)?then\s+(?:(?:a|some|it's|its|to|off\s+to)\s+)*(?:coffee|tea|lunch|dinner|supper|breakfast|beers?|bed|nap|sleep|cake|whisk(?:e)?y|pie|pub|work)\b(?:\s+time)?(?=\s*[.!;]|\s*$)", ""),
        (
            r"(?<=[.;!]\s)(?:(?:and|but)\s+)?(?-i:[A-Z])[\w' ]{1,24}?\s+(?:to|should|will|shall|must|is\s+to|can|may)\s+(?:send\s+(?:me\s+|us\s+|back\s+)?(?:word|a\s+runner|a\s+note)|let\s+(?:me|us)\s+know|keep\s+(?:me|us)\s+(?:posted|informed)"
            r"|give\s+(?:me|us)\s+a\s+shout|holler|sing\s+out|wave|whistle)\b[^.;\d]*[.!]?",
            "",
        ),
        (r"\b(?P<when>if|when|once|should)\s+(?:it|all|things|this|that|everything)\s+(?:goes|go|is|are|turns?\s+out|works?\s+out|works|pans\s+out|comes?\s+off)\s+(?:well|fine|right|ok|okay|good|our\s+way|to\s+plan)\b", r"\g<when> successful"),
        (r",?\s*(?:(?:i'?d|i\s+would|we'd|i\s+should)\s+(?:\w+\s+)?(?:love|like|be\s+curious|give\s+a\s+\w+)|i'?m\s+(?:dying|curious|keen)|i\s+(?:just\s+|only\s+)?want)\s+to\s+(?:see|know|find\s+out|hear|learn)\s+(?:what|who|how|if|whether|where|why)\b[^.;\d]*", ""),
        (r",?\s+(?:until|till|before)\s+(?:i|we)(?:'ve|'m|\s+(?:have|get|can|am|know|see|had|find))\b[^,.;:\d]*", ""),
        (r"[;.]\s*(?:somebody|someone)\s+(?:has|have|needs|ought|must|should)\s+(?:to\s+)?(?:be|live|survive|tell|write|pay|remember|explain|bury|count|keep\s+score)\b[^.;\d]*[.!]?\s*$", ""),
        (r"\bwith\s+(?=(?:its|his|their|her)\s+scouts\b)", "and "),
        (r"(?<=\w)\s+(?=(?:i'?m|i\s+am)\s+(?:at|in|on|off|away|busy|out|so|a\s+bit|very|dead|stuck|late|tired)\b)", ", "),
        (r"^\W*(?:nothing|no\s+moves?|no\s+orders?)\s+(?:for\s+)?this\s+(?:turn|time|phase)[\w\s]{0,12},\s*(?=(?:i\s+)?(?:pass|skip)\b)", ""),
        (
            r"(?P<all>\b(?:every(?:one|body)|all|nobody|no\s+one|anyone)\b[^.;:\d]*?)\s+but\s+(?P<who>(?:the\s+)?(?:(?-i:[A-Z])[\w/']*|major|scouts|mules|gatling|guns?)(?:\s+(?:Company|Co\.?|Troop|Scouts|Company's))?)(?=\s*[.;!]|\s*$|,\s+who\b)",
            r"\g<all> except \g<who>",
        ),
        (
            r"^(?P<order>(?:(?!n't\b|\b(?:no|not|never|nobody|none|wait|waits|hold|holds|stay|stays|until|till)\b)[^\n])*?),?\s+(?:well\s+|just\s+|right\s+)?before\s+(?P<foe>(?:the\s+|old\s+)?[a-z][\w' ]{1,24}?)\s+"
            r"(?:gets?|comes?|arrives?|can|could|wakes?(?:\s+up)?|has|have|is|are|finds?|knows?|sees?|turns?|shows?|reach(?:es)?|catch(?:es)?|runs?|slips?|escapes?|breaks?|eats?|finish(?:es)?)\b[^.;,\d]*(?=\s*[.;,!]|\s*$)",
            r"\g<order>",
        ),
        (
            r"(?:^|(?<=[.;]\s))(?P<who>(?:the\s+)?(?-i:[A-Z])[\w/.' -]{0,30}?),\s+(?P<when>(?:if|when|should|once|whenever|as\s+soon\s+as)\s+(?:charged|attacked|meleed|fired\s+(?:on|at|upon)|assaulted|shot\s+at|approached|pressed|rushed|assailed)),\s+(?=[a-z])",
            r"\g<who> \g<when> ",
        ),
        (
            r"(?P<before>[,(]\s*)(?:(?:at|odds(?:\s+of)?|that's|its|it's)\s+)?(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s*(?:v\.?|vs\.?|to|against|:)\s*(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)(?:\s*(?:odds|SPs?|pts|points|figures|men|on\s+paper))?\)?(?=\s*[.,;!)]|\s*$)",
            "",
        ),
        (r"\bgo(?:es)?\s+(?:and|to|n|&)\s+keeps?\s+(?P<whom>(?:the\s+)?[\w' ]{2,24}?)\s+company\b", r"join \g<whom>"),
        (r"\b(?P<who>(?-i:[A-Z])[\w' ]{2,24}?)(?:\s+is|'s)\s+(?:wanted|needed|required|requested|called\s+for)\s+(?:with|by|at|among|over\s+with)\s+(?=(?:the\s+)?(?-i:[A-Z]))", r"\g<who> should join "),
        (r"(?P<where>\bjoin\s+(?:the\s+)?(?-i:[A-Z])[a-z]+),?\s+and\s+(?:he|she|they)(?:'s|'re|\s+is|\s+are)\s+to\s+go\s+there\b", r"\g<where>"),
        (r"\b(?P<one>rides?|runs?|comes?|charges?|gallops?|rush(?:es)?|walks?|marches)\s+or\s+(?:rides?|runs?|comes?|charges?|gallops?|rush(?:es)?|walks?|marches)\s+(?=at\b|on\b|toward)", r"\g<one> "),
        (r"\bstands?\s+and\s+take\s+(?:it|what\s+comes)\b", "stand"),
        (r"\bthe\s+(?P<who>(?-i:[A-Z])\w+)\s+(?:with|on|who\s+have|that\s+have)\s+(?:the\s+|their\s+)?(?:horses|ponies|mounts)\s+(?=(?:can|should|get|are|may|must|will|to|dis|climb)\w*\b)", r"the mounted \g<who> "),
        (
            r"(?:\b(?:goes|go|changes?|switch(?:es)?|moves?|shifts?|deploys?|turns?)\s+)?\b(?:from\s+)?(?:column|line|skirmish(?:\s+order)?|open\s+order|mass)\s+(?:in)?to\s+(?:a\s+)?(?P<to>line|column|skirmish(?:\s+order)?|open\s+order|mass)\b",
            r"form \g<to>",
        ),
        (r",\s*(?:(?:there(?:'s|\s+are|\s+is)|it's|they're)\s+)?(?:way\s+|far\s+|much\s+)?too\s+(?:many|much|few|little|close|far|thick|steep|wet|hot|early|late)\b[^.;,\d]*(?=[.!]?\s*$)", ""),
        (
            r"(?P<fights>\b(?:attack|assault|melee|charge|hit|strike|fight|engage|throw)\w*\b[^\n]*?)[.;,]\s*(?:but\s+)?(?:(?:(?:the\s+)?(?:position|hex|place|ground|line|post)\s+)?\d{4}\s+(?:is|are|must|shall|should|will|may|can)\s*(?:not|never|n't)\s+(?:to\s+)?be\s+(?:vacated|left|abandoned|given\s+up|quit|surrendered|emptied)"
            r"|(?:nobody|no\s+one|none\s+of\s+them)\s+(?:leaves|quits|abandons|vacates|(?:is|are)\s+to\s+(?:leave|quit|abandon|vacate)|may\s+leave)\s+(?:hex\s+)?\d{4})\b[^.;,\d]*",
            r"\g<fights>; no advance",
        ),
        (r"(?P<whom>\b(?:on|at|against|upon|into|x|attacks?|hits?|fights?)\s+(?:the\s+)?(?-i:[A-Z])\w+(?:\s+(?-i:[A-Z])\w+)?)\s+and\s+(?:his|her|their)\s+(?:friends?|pals?|cronies|merry\s+men|gang|mates?|budd(?:y|ies)|companions?|neighbou?rs?)\b", r"\g<whom>"),
        (r"(?P<who>\b(?:companies|units|company|columns?|bands?|ones)\s+)by\s+(?=\d{4})", r"\g<who>in "),
        (r"\bno\s+(?P<what>chasing|pursuit|pursuing|advance|advancing|following)\s+(?:by|from|for)\s+(?:any(?:one|body)|either|them|any\s+of\s+them|all|both)\b", r"no \g<what>"),
        (r"\b(?P<all>nobody|no\s+one|everyone|everybody|anyone|all)\s+(?:in|of)\s+(?:this|the|my|our)\s+(?:whole\s+)?(?:column|command|force|army|outfit|party|lot|side)\b", r"\g<all>"),
        (
            r"^(?P<who>[A-Za-z][A-Za-z' ]{1,24}):\s*1[).]\s*(?P<a>(?!(?:fire|shoot|hold|move|go|stay|charge|guard|mount|dismount|leave|limber|unlimber|skirmish|close|shell|enter|load|rally|face|attack|prone)\b)[A-Za-z]+(?:\s+[A-Za-z]+)?)\s*[,;|]?\s*2[).]\s*(?P<b>(?!(?:fire|shoot|hold|move|go|stay|charge|guard|mount|dismount|leave|limber|unlimber|skirmish|close|shell|enter|load|rally|face|attack|prone|then)\b)[A-Za-z]+(?:\s+[A-Za-z]+)?)\s*[|;,]?\s*(?=$|range|max|within)",
            r"\g<who>: \g<a>, then \g<b>, ",
        ),
        (
            r"\b(?P<stay>(?:stay|wait|sit|hold|remain)s?(?:\s+(?:put|tight|still|there|here))?)\s+(?:and|&|n|'n')\s+(?:bite|see|watch|wait|grin|smile|pray|hope|rest|listen|look(?:\s+on)?|chew|smoke|sulk|growl|snarl|glare|eat|sleep|drink|sing|think)\b",
            r"\g<stay>",
        ),
        (r"(?<=[.!?;]\s)(?:the\s+)?(?-i:[A-Z])[\w' ]{1,24}?\s+knows?\s+(?:what|how|the|their|its|well)\b[^.;\d]*[.!]?", ""),
        (r"\balong\s+for\s+the\s+(?:ride|outing|fun|walk|trip|company|view|exercise)\b", "along"),
        (r",(?:\s+(?-i:[a-z])+,)*\s+(?-i:[a-z])+\s+(?:&|and|n)\s+(?:all|everything)(?=\s*[.!;]|\s*$)", ""),
        (r",?\s+(?:bag\s+and\s+baggage|kit\s+and\s+caboodle|lock,?\s+stock,?\s+and\s+barrel)\b", ""),
        (r"\b(?P<where>at\s+(?:work|school|mum's|the\s+\w+)|away|out|busy)\s+(?:til|till|until)\s+[^.;,]{1,12}$", r"\g<where>"),
        (r"\b(?P<verb>comes?|goes|go)\s+not\s+(?:with|along)(?=\s*[.,;!]|\s*$)", "doesn't go along"),
        (r"\bfoot[ -]?soldiers\b", "infantry"),
        (r"\binto\s+the\s+(?:hole|gap|space|opening|breach|void|vacancy|slot|empty\s+\w+)\s+(?:at|in)\s+(?=\d{4})", "to "),
        (r"(?<=[.!;])\s*once\s+bitten(?:,?\s+twice\s+shy)?[.!]*(?=\s|$)", ""),
        (
            r"(?<=\d{4}),?\s+(?:just\s+)?(?:so\s+as\s+|in\s+order\s+)?to\s+(?:(?:make|keep|get|leave)\s+[^.,;:\d]{2,30}?\s+(?:nervous|happy|angry|honest|busy|guessing|sweat\w*|worry\w*|think\w*"
            r"|wonder\w*|jump\w*|uneasy|sit\s+up|look\s+silly|feel\s+\w+)"
            r"|(?:scare|frighten|unsettle|annoy|impress|tease|rattle|alarm|cheer|comfort|surprise|greet|upset|unnerve|intimidate|tempt|eyeball|observe|spy\s+on|stare\s+down"
            r"|threaten|menace|have\s+a\s+look\s+at|get\s+a\s+(?:better\s+)?look\s+at|say\s+hello\s+to|glare\s+at|keep\s+an\s+eye\s+on)\s+(?!off\b)[^.,;:\d]{2,30}?)(?=\s*[.,;!]|\s*$)",
            "",
        ),
    )
)


def plainer(line: str) -> str:
    """The line with a polite condition as what it asks for, and directions as towards whom: ``Missoula-wards``."""
    line = _IN_HASTE.sub(lambda found: _HASTE[found[0].lower()], line)
    line = _TO_WHOM.sub("to ", _DIRECTION.sub("toward", _ON_FOOT.sub(r"\1", line)))
    line = _WANTED.sub(" ", _ONLY_NOT.sub(r" except \g<who>", line))
    line = _OF_HIS.sub("and his men", _MEN_OF.sub(r"\g<who> men", _BESIDE_HIM.sub(r"\g<who>", line)))
    line = _IT_IS_WHO.sub(r"\g<who> ", line)
    line = _OUT_OF_IT.sub(" ", _WHO_STAYS.sub(r"; \g<who> ", line))
    line = _TOO.sub("", _WHOLE.sub("everyone", line))
    line = _by_number(line)
    for pattern, plain in _IN_PLAIN_WORDS:
        line = pattern.sub(plain, line)
    line = _GATHERED.sub(r"\g<who>", _STACK_IN.sub(r"everyone in \g<hex>", line))
    line = _HE_WHO.sub(r"\g<who> ", _TEAM.sub(r"\g<who> and everyone with him", line))
    line = _GOES_ALONG.sub(r", \g<who> goes along", line)
    line = _BONUS.sub(lambda found: f" with {found['one'] or found['two']}", line)
    line = _UNDER.sub(lambda found: f"with {found['who']}", line)
    line = _STRENGTH.sub("", _TOLD_IN_BRACKETS.sub("", _HAND_TO_HAND.sub("hand to hand", _HORSE_HOLDERS.sub("", line))))
    line = _RESPECTIVELY.sub(r"\g<a>: \g<verb>\g<h>; \g<b>: \g<verb>\g<k>", line)
    line = _HERD_AT.sub(r"go to \g<hex> and scatter the herd", _SO_BE_IT.sub("", line))
    line = _FAMILIES.sub(r"\1", line)
    line = _EM.sub("them", line)
    line = _EXCEPT.sub("except", _BOTH_AT.sub("the two", _SAME_TO_YOU.sub("", line)))
    line = _BOTH.sub(lambda found: f"both {found['whom'] or ''}".rstrip(), line)
    line = _SIMILE.sub("", line)
    line = _LEADERS.sub(" ", _by_name(_DEAR.sub("", line)))
    line = _NOR.sub(lambda found: "no pursuit, no advance" if found["chase"] else "no advance, no pursuit", line)
    return _WARDS.sub(lambda found: f"toward {found['where']}", _OBLIGES.sub(lambda found: found["who"], line))


def _own(words: str, gazetteer: Gazetteer) -> bool:
    pieces = [one for one in PIECE.findall(words) if one.lower() not in ("the", "both")]
    found = gazetteer.find(pieces) if 0 < len(pieces) <= LONGEST_NAME else None
    return found is not None and bool(found.own)


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
    found = behind if behind.names_own else read(whole)
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
