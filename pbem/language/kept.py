"""The words of a line that change what is done, and must be in any order that is read from it without being asked about.

Coverage counts tokens; this looks at the words once more where a reading is the only one that can be carried out, but has
a word of it in a loose sense, in another spelling, or left out as idle.
"""

import re
from collections.abc import Iterator, Sequence

from pbem.language.gazetteer import LONGEST_NAME, PIECE, Found, Gazetteer
from pbem.language.members import NUMBER_WORDS
from pbem.language.wording.spans import IS_NO_ORDER, retracts, taken_back_at
from pbem.language.wording.whose import each_company

_HALF = re.compile(r"(?<!\bno )(?<!by )(?<!\bnot )(?<!\bnot the )(?<!\bnot only )\bhalf\b", re.I)
_DEGREES = re.compile(r"\d\s*deg(?:rees?|s)?\b", re.I)
_BOTH = re.compile(r"\bboth\b(?!\s+barrels)", re.I)
_TURNS = re.compile(r"\b(?:face|facing|wheel|turn)\b")
_FACES = re.compile(r"(?<!in the )\bfac(?:e|es|ing)\b(?!\s+(?:the\s+)?(?:enemy|foe|danger|up))", re.I)
_ALL_OF = re.compile(r"\b(?:all|the|other)\s+(?P<count>two|three|four|five|six|seven|[2-7])\b(?!\s+(?:hex|inch))", re.I)
_SOME_OF = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|[1-7]|some|most|half|part|few|several|either|any)\s+of\s+(?!them\b"
    r"|you\b|it\b)",
    re.I,
)
"""Words by which only some of those who are named are meant: ``two of Noyes's companies``."""
_NOT_WITH = re.compile(r"(?:\bnot\b|n't\b|\bdont\b|\bnever\b)[^.;,]*\bwith\s+(?!them\b|him\b|her\b|it\b|us\b)", re.I)
"""Company that is forbidden: nobody knows whether they may go without: ``Custer doesn't go with C and E``."""
_COUNTS = {one: n for one, n in NUMBER_WORDS.items() if one not in ("a", "an", "once", "twice")} | {
    "eleven": 11,
    "twelve": 12,
}
_NEGATED = re.compile(
    r"\b(?:no|not|never|nobody|none|nothing|noone|without|neither|cannot)\b|n't\b|\b(?:dont|doesnt|wont)\b", re.I
)
_FORBIDS = re.compile(r"\b(?:no|not|never|stay|hold|don't)\b")
_STAYS = re.compile(r"\b(?:stay|stays|remain|remains)\b", re.I)
_IN_MODE = re.compile(r"\b(?:dismounted|afoot|on foot|prone|lying)\b", re.I)
_MODES = re.compile(r"\b(?:dismount|prone)\b")
_STEP = re.compile(r"\b(?:one|two|three|four|\d)\s+hex(?:es|agons?|s)?\b", re.I)
_STEPPED = re.compile(r"\b\d[NS]?[EW]?\b|within")
_SOMEBODY = re.compile(r"\b(?:somebody|someone|another)\b", re.I)
_THEN = re.compile(r"\b(?:then|after(?:wards)?|again)\b", re.I)
_MEASURED = re.compile(r"(?<!\d)(\d{1,2})\s*(?:inch\b|inches\b|\")", re.I)
_COUNTS_OR_FAR = re.compile(r"(?<![\w./:-])(\d{1,2})(?=\s*[,;:]|[.]?\s*$)")
"""Numbers that count nobody, which an outline must not leave out."""
_STAYS_WITH = re.compile(r"\b(?:stay|remain|wait|hold)s?\b[^.;,]*\bwith\s+(?!them\b|it\b)", re.I)
"""Words for staying with somebody: an outline may have left out that somebody."""
_NEVER = re.compile(r"\bnever\b", re.I)
_OF_US = re.compile(r"\b(?:of us|we)\b", re.I)
_TWICE = re.compile(r"\b(?:twice|two times|again|double)\b|x\s*2|2\s*x", re.I)
_LIMITS = re.compile(
    r"\b(?:if|unless|except|until|till|otherwise|whoever|wherever|in case|not possible|impossible|instead|only if)\b",
    re.I,
)
_LIMITED = re.compile(r"\b(?:if|when|once|unless|except|until|else|within|halt|only|all|rest)\b")


_STAYS_AT = re.compile(
    r"^(?![^.;]*\b(?:then|until|till|and|but|after|before|not|never|nobody)\b)[^.;,]*?"
    r"\b(?:stays?|remains?|holds?|waits?|stands?|halts?)\s+(?:fast\s+|put\s+|still\s+)?(?:at|in|on)\s+(\d{4})\b",
    re.I,
)


_INCHES = re.compile(
    r"(?<![\w.])(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s*(?:inch(?:es)?\b|\")", re.I
)


_PACES = re.compile(r"\b(?:advances?|ahead|forwards?|fwd|back|retires?|withdraws?)\s+(\d{1,2})(?=\s*[.,;!]|\s*$)", re.I)
_PACED = re.compile(r"\b(?:ahead|back)\b")
_LOSS = re.compile(
    r"\b(?:once|if|when|should|as\s+soon\s+as)\b[^,;.]*?\bof\b[^,;.]*?"
    r"\b(?:gone|lost|dead|down|destroyed|eliminated|out|killed|finished)\b",
    re.I,
)
"""A loss that an order waits for: ``once four of our units are gone``."""
_ARTICLE = re.compile(r"^(?:the|my|our|his|your)\s+")


def _in_digits(number: str) -> str:
    """A number in digits."""
    return str(_COUNTS.get(number.lower(), number))


def _moves_from(at: str, order: str) -> bool:
    """True if an order leads away from a hex: ``holds at 1511 for Rawn to come up`` is none."""
    return re.search(rf"\bmove {at}\b", order) is not None


_CHASES = re.compile(
    r"\b(?:nothing|neither|none|no\s+thought|no\s+question|no\s+talk|nil|zero|naught|nowt|hardly|skip|spare|forget"
    r"|leave\s+off|stop\s+short|refrain\w*|abstain\w*|desist\w*|instead|rather\s+than|short\s+of|out\s+of|free|"
    r"(?:anything|everything)\s+(?:but|save|except|bar))\s+(?:\w+\s+){0,3}?(?:pursui\w*|pursu\w*|chas\w*|follow\w*"
    r"|hunt\w*)\b|\b(?:pursui\w*|chase|chasing|follow\w*)\b\W+(?:is\s+|be\s+|are\s+)?(?:nothing|nil|none|zero|out|off"
    r"|not|no|never|omitted|skipped|excluded|unwanted|needless|unnecessary)\b",
    re.I,
)
"""A pursuit that is forbidden without any not: ``nothing of pursuit``."""
_AFTER = re.compile(r"(?:^|; )([^;:]+?)(?<! no) (?=(?:advance|pursue)\b)(advance|pursue)")
_ONLY_ONE = re.compile(
    r"\b(?:[Aa]dv|[Aa]dvance|[Oo]ccupy|[Pp]ursue|[Pp]urs)[.:=]?\s+(?:[Oo]nly\s+|[Jj]ust\s+)?([A-Z])(?:/\d)?(?:\s+(?:only|alone))?(?=\s*(?:[,.;)]|$))"
)
"""``adv G only``: the one who goes in behind a fight."""
_STAYS_UP = re.compile(
    r"\b(?P<who>[A-Z](?:/\d+)?)(?:\s+(?:Company|Co\.?|Troop))?[,)]?\s+(?:who\s+|to\s+|will\s+|shall\s+|is\s+to\s+)?(?:stay|remain|keep)s?\s+(?:up\s+)?"
    r"(?:mounted|on\s+(?:their\s+|its\s+|the\s+)?horse\w*|in\s+the\s+saddles?|up\b(?!\s+(?:to|on|in|at)\b))"
)
"""``E stays mounted``: who does not get down with the others."""
_AFTERWARDS = r"(?:(?:the|any|all|further|a|hot|of|be|is|to|will|there|one|you|going|go|them|he|it)\s+){0,4}"
_NO_PURSUIT = re.compile(
    rf"\b(?:no|not|never|nobody|none|noone|without|neither|nor|don'?t|won'?t|doesn'?t|dont|wont|doesnt)\s+{_AFTERWARDS}(?:pursu\w*|chas(?:e|es|ing)\b|hunt(?:s|ing)?\b|haring\b)"
    r"|\b(?:pursuit|chas(?:e|ing))\b(?:\s+(?:is|will|be|are|to|was|at|this|that|time)\b)*\s*[:=]?\s*(?:not|no|none|nil|never|forbidden|prohibited|banned|off|out|barred)\b",
    re.I,
)
_NO_ADVANCE = re.compile(
    rf"\b(?:no|not|never|nobody|none|noone|without|neither|nor|don'?t|won'?t|doesn'?t|dont|wont|doesnt)\s+{_AFTERWARDS}(?:adv\b|advanc(?:e|es|ing)\b|occup\w*|entered\b|entry\b)"
    r"|\b(?:advance|adv|occupation)\b(?:\s+(?:is|will|be|are|to|was|after\w*)\b)*\s*[:=]?\s*(?:not|no|none|nil|never|forbidden|prohibited|banned|off|out|barred)\b",
    re.I,
)
"""The words that forbid something behind an attack: ``pursuit is not authorised``, ``the hex is not to be occupied``."""
_SAVES = re.compile(
    r"(?<!n't )(?<!\bnot )(?<!\bnever )\b(?:reserv|withhold|withheld|hold|held|sav|keep|kept|spar|husband|conserv"
    r"|forgo|forego|ceas|check|stay|stop|stow|shelv|bottl|sit)\w*\s+(?:back\s+|on\s+|up\s+|in\s+)?(?:(?:its|their|his"
    r"|her|the|all|any|every|that|a)\s+)?(?:own\s+|first\s+|opening\s+|next\s+|one\s+|precious\s+)?(?:volleys?|fire"
    r"|shots?|powder|ammunition|ammo|bullets?|musketry|lead|fusillade|muskets?|rifles?)\b(?![^;.]*\b(?:until|till|til"
    r"|unless|before|for|only|within|inside|at|but|then|and|when|as)\b)",
    re.I,
)
"""Fire that is saved, and not given: ``it will reserve its volley``."""
_FIRES = re.compile(r"\b(?:fire|shell)\b")
_SPARES = re.compile(r"\b(?:hold|stay|load|no\s+fire|don't)\b|\bin\s+e:")
_GOES = re.compile(r"\b(?:move|attack|melee|march|charge|ahead|fast)\b")
_ONE_OF_BOTH = re.compile(r"\bthe\s+(?:former|latter|first[- ](?:named|mentioned)|last[- ](?:named|mentioned))\b", re.I)
_HIS = re.compile(
    r"(?P<who>\b\w+)'s\s+(?P<n>[2-9]|two|three|four|five|six|seven)\s*(?=->|=|:|>|to\s+\d|go\b|move\b|stay\b|hold\b|march\b"
    r"|\d{4}|[,.;]|$)",
    re.I,
)
"""Those of somebody, counted: ``Howard's 5 -> 1309``."""
_OF_ALL_BUT = re.compile(r"\b(?:advance|pursue)\b")

_OTHERS_OF_THEM = re.compile(
    r"\b(?:whole|entire)\b[^.;]*\b(?:no,?\s+wait|wait,?\s+no|scratch\s+that|correction)\b.*\b(?:others|rest)\b", re.I
)
"""The others of a group that was taken back: nobody knows whether all the others of the side are meant."""


def _is_turned_round(words: str, orders: Sequence[str]) -> bool:
    """True if orders say the opposite of a word of the line, or tell somebody both to stay and to go."""
    text = " ".join(orders).lower()
    if _CHASES.search(words) is not None and "pursue" in text and "no pursuit" not in text:
        return True
    if "melee" in text and (
        (_NO_PURSUIT.search(words) is not None and "no pursuit" not in text)
        or (_NO_ADVANCE.search(words) is not None and not re.search(r"no advance|\badvance\b", text))
    ):
        return True
    is_spared = _SPARES.search(text) is not None or "fire half" in text
    if _SAVES.search(words) is not None and _FIRES.search(text) is not None and not is_spared:
        return True
    if _ONE_OF_BOTH.search(words) is not None and any(_OF_ALL_BUT.search(one) and " + " in one for one in orders):
        return True
    if any(
        re.search(rf"(?<!\w){re.escape(one)}\b[^;]*?\bdismount", " ; ".join(orders)) for one in _STAYS_UP.findall(words)
    ):
        return True
    only = set(_ONLY_ONE.findall(words))
    if only and any(
        not only.issuperset(re.findall(r"(?:^|\+ )(?:Co\. )?([A-Z])(?=/| \+|$)", what[1])) or " + Maj" in what[1]
        for one in orders
        for what in _AFTER.finditer(one)
    ):
        return True
    if any(
        f"{what[1]} no {what[2].replace('pursue', 'pursuit')}" in one
        for two in orders
        for what in _AFTER.finditer(two)
        for one in orders
    ):
        return True
    stay = [name for one in orders if one.endswith(" stay") for name in one.removesuffix(" stay").split(" + ")]
    going = [who for one in orders if (who := _going(one))]
    return any(name in who.split(" + ") for name in stay for who in going)


_DEMANDED = tuple(
    (re.compile(words, re.I), re.compile(orders), re.compile(shown) if shown else None)
    for words, orders, shown in (
        # Behind an attack: who stays where he is, or a leader who pursues alone.
        (
            r"\b(?:stop|stay|remain|hold|halt|keep)\w*\b[^;.,]*\b(?:after(?=\W*$|[.,;])|afterwards?|when\s+done|once\s+done)\b",
            r"\b(?:melee|attack)\b",
            r"no advance|don't advance|no pursuit",
        ),
        (r"", r"(?s) \+ [^;]*melee.*(?:^|; |\n)(?:Maj|Capt|Lt|Col|Gen)\b[^+;\n]* pursue", None),
        (r"", r"(?s)(?<!no )\bpursue\b.*\bno advance\b|\bno advance\b.*(?<!no )\bpursue\b", None),
        (r"\bfollow(?:s|ing)?\s+up\b", r"\b(?:melee|attack)\b", r"\badvance|pursue"),
        # Somebody goes somewhere, joins another, or leaves something to another.
        (
            r"(?s)^(?!.*\b(?:no|not|wait|scratch|correction|sorry|actually|rather)\b).*\b(?:goes|moves?|rides?|walks?|marches)\b[^.;]*\b\d{4}\b",
            r"(?s)^(?!.*\b(?:move|melee|attack|charge|rout|fire|retreat|march|fast|search|enter|when|to)\b)",
            None,
        ),
        (r"\b(?:leaves?|quits?)\b.*\b(?:and|n|&|then)\s+(?:goes|go|joins?|walks?|rides?)\b", r": leave\b", r"\bjoin\b"),
        (
            r"^\W*(?-i:[A-Z])[\w/ ]{0,25}?\s+(?:leaves?|quits?|vacates?|abandons?)\s+(?:(?:the|its|their|his)\s+)?"
            r"(?:hex\s+)?(?:\d{4}|hex|place|position)\b(?!\s+to\s+(?-i:[A-Z])|.*\balone\b)",
            r"\bstay\b",
            None,
        ),
        (r"\bleaves?\s+(?:the\s+)?[a-z]+\s+to\s+(?:it|him|them)\b", r" move |: (?:ahead|to)\b", None),
        (r"\bin\s+with\s+[a-z]", r"(?s) move .* move ", None),
        # Fire at those who were spoken of is not fire at anybody.
        (r"\bat\s+(?:them|'em)\b", r"\b(?:fire|shell) at any\b", r"\bat (?:braves|lodges)"),
        # Somewhere: into it is not toward it, in its direction not to it; a distance is one that was said.
        (r"^(?!.*\b(?:towards?|direction|twd))(?=.*\b(?:into|inside)\b)", r"\btoward\b", r"\b(?:to|in) "),
        (r"\bdirection\s+of\b", r": to ", r"\btoward\b"),
        (r"", r"\bahead 0(?:\.0+)?\b|\balong [a-z ]+; ahead\b", None),
        (
            r"^(?!.*(?:\d|full|max|far|\ball\b|fast))(?!.*\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b)",
            r"mount; ahead \d|ahead [\d.]+; to(?:ward)?\b",
            None,
        ),
        (
            r"^(?!.*\b(?:forward|ahead|advance|adv|fwd|up|nearer|closer)\b)(?=.*\b(?:back|retreat|withdraw|retire)s?\b)",
            r"(?s)(?:: back .*: ahead|: ahead .*: back)",
            None,
        ),
        (r"\b(?:not|except|but)\b", r"\b(?:ahead|back|to|toward) [^;\n]*; stay", None),
        (
            r"^(?!.*(?:\d|\b(?:inch|two|three|four|five|six|seven|eight|nine|ten|twelve)))(?=.*\b(?:to|into|inside|towards?|for|from|out\s+of|line)\s+"
            r"(?:the\s+)?(?:edge\s+of\s+(?:the\s+)?)?(?:woods?|trees?|tree\s*line|forest|thickets?|brush|creek|ford|hill|ridge|river|timber|fence"
            r"|ravine|swamp|bank)\b)",
            r"(?s)^(?!.*\b(?:until|along|toward|into|to|in|behind|within|join)\b).*: (?:ahead|back|stay|form)\b",
            None,
        ),
        (r"\b(?:keep|stay|remain|hang)s?\s+behind\s+(?:the\s+)?(?-i:[A-Z])", r"\bstay\b", r"\bbehind\b"),
        (
            r"\b(?:infantry|foot|volunteers|cavalry|gatlings?|howitzers?|artillery|scouts)\b",
            r"(?:^|: )all (?:fire|hold|charge|close|skirmish|shell|go|guard|leave)\b",
            r"(?i)\b(?:infantry|foot|volunteers|cavalry|gatlings?|howitzers?|guns?|scouts)\b",
        ),
        (
            r"\b(?:if|when|once|should)\s+(?:they\s+are\s+|it\s+is\s+|be\s+)?charged\b",
            r": (?:stay|fire|ahead|back)\b",
            r"\bwhen\b|\bif\b",
        ),
        # What somebody is to do where they go: ``where it will dismount``, ``so that they can form line``, ``ready to mount``.
        *(
            (
                rf"\b(?:where|so|so\s+that|so\s+as|ready|prepared|and|view)\s+(?:(?:it|they|he|she|to|can|may|will|shall|must|should|is|are|all|then|there)\s+)+{does}\b",
                r"\b(?:move|ahead|back|to|toward|fast|march|charge)\b",
                shown,
            )
            for does, shown in (
                (r"(?:dismounts?|dismounting)", r"\bdismount\b"),
                (r"(?:mounts?|mounting)(?!\s+an?\b)", r"\bmount\b"),
                (r"(?:un)?limber(?:s|ing)?", r"limber\b"),
                (r"form(?:s|ing)?\s+(?:a\s+|into\s+)?(?:line|column|square)", r"\bform\b"),
                (r"(?:prone|lies?\s+down|go(?:es)?\s+prone)", r"\bprone\b"),
            )
        ),
        # Until when: who holds until something does not begin with that, and what lasts until a turn is not from it on.
        (
            r"\b(?:hold|stay|wait)s?\b[^.;,]*\b(?:until|till)\b",
            r"\b(?:charge|fire|shell|go|leave)\b",
            r"\b(?:hold|stay|within|once|if|until)\b",
        ),
        (
            r"^(?!.*\b(?:hold|holds|not|no|never|stays?|waits?|saves?|reserves?|nobody)\b)(?!.*n't\b).*\b(?:until|till|up\s+to)\s+turn\s+\d",
            r"\bonce turn\b",
            None,
        ),
        (
            r"^(?!.*\b(?:full|everything|all|lot)\b)(?!.*\b(?:same|likewise|ditto)\b.*\bhalf\b)(?=.*\bhalf\b)(?=.*\b(?:same|likewise|ditto)\b)",
            r"(?s)fire half.*fire full|fire full.*fire half",
            None,
        ),
        (r"\bsame\s*,?\s+but\b", r"\b(?:ahead|back) [\d.]+; (?:ahead|back)\b", None),
        (
            r"\b(?:[Hh]alf|[Pp]art|[Ss]ome|[Mm]ost)\s+of\s+(?:the\s+|my\s+)?(?-i:[A-Z])\w*(?:'s\b|\s+\d)",
            r"\b(?:move|attack|melee|fast|ahead|back|charge|dismount|toward|to)\b",
            None,
        ),
        (r"", r"\bstay; (?:to|toward|ahead|back|charge)\b", None),
        (
            r"\bhalf\s+(?:a\s+|the\s+|its\s+|their\s+|his\s+)?(?:move|speed|allowance|distance|way)\b",
            r": (?:ahead|back|to|toward)\b",
            r"\bhalf\b",
        ),
        (r"\bbetween\b", r": (?:ahead|back|to|toward)\b", r"\bbetween\b"),
        (r"\bcross(?:es)?\s+(?:the|over)\b", r": (?:to|toward) (?:creek|river|ford|stream)\b", None),
        (r"\b(?:short|shy)\s+of\b", r": ahead\b", r"\b(?:stop|within|short)\b"),
        # Who: somebody else's gun is no leader's order; who goes along does not stay; they are not everybody.
        (
            r"\bkeep\w*\s+(?:him|her|them|it|[A-Z]\w+)\s+company"
            r"|^(?!.*\b(?:stay|stand|hold|remain|wait|sit|stop)(?:s|ing)?\b).*(?<!\bnot )(?<!n't )(?<!\bnever )\baccompan",
            r"(?s)\bstay\b.*\b(?:move|fast|march|enter)\b|\b(?:move|fast|march|enter)\b.*\bstay\b",
            None,
        ),
        (
            r"^(?!.*\b(?:all|every\w*|whole|lot|army|nobody|no\s*one|anyone|we|us)\b)(?=.*\b(?:they|them)\b)",
            r"\ball (?:skirmish|fire|charge|close|go|hold|shell|guard)\b",
            None,
        ),
        (
            r"^I\s+(?:mounted|dismounted|prone|afoot|stays?|stay|to)\b|[,;]\s*I\s+(?:mounted|dismounted|prone|afoot|stays)\b",
            r"",
            r"\bI(?:/\d)?\b",
        ),
        (
            r"\bfirst,?\s+(?:and\s+)?then\s+(?:at\s+|on\s+)?(?:any|every|what|who|the\s+(?:others?|rest))",
            r"\bfire at\b",
            r"\bany\b|\belse\b",
        ),
        (r"\bonly\b.*\b(?:others|the\s+rest|rest)\b", r"(?: \+ [^+;\n]+){9,} stay\b", None),
        (
            r"\b(?:take|bring|fetch|lead|escort)s?\s+(?:the|that|his|her|our|my)\s+(?:old|young|big|little|great)\s+(?:man|one|chief|fellow|boy)\b",
            r"^[^+]*$",
            None,
        ),
        (
            r"\bshould\s+(?:the|they|he|it|any|anyone|anybody|an|another)\b[^.;?:]*?\b(?:attack|charge|come|move|fire|appear|approach|advance|close|enter)\b"
            r"|\b(?:as\s+soon\s+as|the\s+(?:moment|minute))\s+(?:the|any|an)\s+(?:enem\w+|foes?|indians?|hostiles?|warriors?|soldiers?|army|americans?)\b"
            r"|\bin\s+(?:the\s+event|case)\s+of\b",
            r"",
            r"\bwhen\b|\bif\b|\bonce\b|\bwithin\b|\buntil\b|\bpolicy\b",
        ),
        # Should somebody be charged: what is done then waits for it.  Nobody fires and stays.
        (r"^\W*should\b[^?;]*\bbe\s+\w+(?:ed|en|un|id)\b(?!.*\?)", r"", r"\bwhen\b|\bif\b|\bonce\b"),
        (r"", r"(?m)(?:^|; )([^+;\n]+) fire [^;\n]*(?:\n|; )\1 stay\b", None),
        (r"\bfir(?:e|es|ing)\s+(?:at\s+|with\s+)?half\b|\bhalf\s+(?:fire|strength)\b", r"^[^;\n]*\bstay$", None),
        # Those whom an earlier sentence named go along with whom this one names.
        (r"\b(?:them|him|it|her)\s+(?:and|n|&)\s+(?:the\s+|his\s+|our\s+)?(?-i:[A-Z])", r"^[^+;\n]*$", None),
        # Who fights does not stay.
        (
            r"^(?!.*(?:n't\b|\b(?:no|not|never|nobody|none|neither|stays?|stands?|holds?|back|on|out|foot|avoid\w*|decline\w*|refuse\w*)\b)).*\bfight(?:s|ing)?\W*$",
            r"^[^;\n]*\bstay$",
            None,
        ),
        # Yes beside no, and whom somebody takes along in another name.
        (r"\bno\b.*\byes\b|\byes\b.*\bno\b", r"^[^;\n]*\bstay$", None),
    )
)
"""Words of a line, the orders in which they matter, and what those must show; None if there may be no such order."""
_BRACKETED = re.compile(r"(?<=\w )\((\d{1,2})\)(?=\s*(?:[;,.]|$))")
"""A number alone in brackets behind what it says more of: ``guard guns (2)``."""
_OWNED = re.compile(r"\b(?P<who>[A-Z]\w+)(?:'s|s')\s+(?P<what>gatlings?|howitzers?|guns?|scouts)\b", re.I)


def _turns_aside(words: str, orders: Sequence[str]) -> bool:
    """True if a word of a line demands something that its orders have not: ``stay there after``, ``Perry's Gatling``."""
    text = "\n".join(orders)
    for demanding, matters, shown in _DEMANDED:
        if matters.search(text) and demanding.search(words) and (shown is None or not shown.search(text)):
            return True
    if any(re.search(rf"\b(?:at|within|ahead|back|stop) {one}\b", text) is None for one in _BRACKETED.findall(words)):
        return True
    return any(
        re.search(rf"(?:^|: |, |\+ ){one['who']}(?:,| \+| (?:fire|hold|shell|stay|guard|move|go)\b)", text, re.I)
        for one in _OWNED.finditer(words)
    )


def _count_of(number: str) -> int:
    return int(_in_digits(number))


def _is_force(who: str, text: str) -> bool:
    """True if a line of a plan is for all who serve somebody: ``Perry skirmish braves at 4``."""
    return (
        re.search(
            rf"\b{re.escape(who)} (?:skirmish|charge|close|hold|guard|shell|leave|go|fire|mount|dismount)\b", text, re.I
        )
        is not None
    )


def _units(orders: Sequence[str]) -> int:
    return max((1 + len(re.findall(r" \+ |, (?=[A-Z])", one)) for one in orders), default=0)


def _going(order: str) -> str:
    """Those whom an order sends somewhere, or into a fight; "" for any other."""
    verb = _GOES.search(order)
    return order[: verb.start()].strip() if verb is not None else ""


_NOT_AN_INCH = re.compile(
    r"(?:\bnot|n't|\bnever)\s+\w+\s+(?:even\s+|so\s+much\s+as\s+)?(?:an|one|1|a\s+single)\s+inch\b", re.I
)


def _inches(words: str) -> list[str]:
    """The distances of a line, less those that are taken back: ``back 3 inches, no, 2``."""
    found = list(_INCHES.finditer(words := _NOT_AN_INCH.sub("", words)))
    for start, _ in taken_back_at(words):
        last = next((one for one in reversed(found) if one.end() <= start), None)
        found = [one for one in found if one is not last]
    return [one[1] for one in found]


_GIVEN_UP = re.compile(r"\bi\s+(?:was|had\s+been)\s+(?:going|about|thinking|planning|tempted)\b[^;.]*?\bbut\b", re.I)
"""An order that a writer was going to give, and gives no more."""


def leaves_out(words: str, orders: Sequence[str]) -> bool:
    """True if a line has a word that changes what is done, and none of these orders of it shows that: half, degrees, both."""
    text = " ".join(orders).lower()
    if any(at in text for one in _GIVEN_UP.findall(words) for at in re.findall(r"(?<!\d)\d{4}(?!\d)", one)):
        return True
    words = _GIVEN_UP.sub(" ", words)
    if (
        _OTHERS_OF_THEM.search(words) is not None
        or IS_NO_ORDER.search(words.strip(" .!)")) is not None
        or retracts(words)
    ):
        return True
    if (
        _is_turned_round(words, orders)
        or _turns_aside(words, orders)
        or any(_count_of(one["n"]) > _units(orders) and not _is_force(one["who"], text) for one in _HIS.finditer(words))
    ):
        return True
    return (
        (_FORBIDS.search(text) is None and any(_moves_from(at, text) for at in _STAYS_AT.findall(words)))
        or (len(_HALF.findall(words)) > text.count("fire half") and "fire full" in text)
        or (_DEGREES.search(words) is not None and _TURNS.search(text) is None)
        or any(not re.search(rf"(?<!\d){number}(?!\d)", text) for number in map(_in_digits, _inches(words)))
        or (_PACED.search(text) and any(not re.search(rf"(?<!\d){one}(?!\d)", text) for one in _PACES.findall(words)))
        or (_BOTH.search(words) is not None and len(orders) == 1 and " + " not in text and " with " not in text)
    )


def keeps_words(words: str, lines: Sequence[str], *, is_outline: bool) -> bool:
    """True if the numbers of units, negations, states and limits of a line are in the order lines that it was read as."""
    text = " ".join(lines)
    if leaves_out(words, lines) or any(map(_is_double, lines)) > (_TWICE.search(words) is not None or _repeats(words)):
        return False
    words = _LOSS.sub(" ", words) if "lost" in text else words
    if _SOME_OF.search(words) is not None or _NOT_WITH.search(words) is not None:
        return False
    units = sum(1 + one.count(" + ") for one in lines)
    count = _ALL_OF.search(words)
    least = _COUNTS.get(count["count"].lower()) or int(count["count"]) if count is not None else 0
    if units < least and " all " not in f" {text} ":
        return False
    if any(not re.search(rf"(?<!\d){number}(?!\d)", text) for number in _MEASURED.findall(words)):
        return False
    if _FACES.search(words) is not None and _TURNS.search(text) is None:
        return False
    if len(_NEGATED.findall(words)) > len(_FORBIDS.findall(text)):
        return False
    if _LIMITS.search(words) is not None and _LIMITED.search(text) is None:
        return False
    if _IN_MODE.search(words) is not None and _MODES.search(text) is None:
        return False
    if is_outline and (_SOMEBODY.search(words) is not None or (_THEN.search(words) is not None and _is_one(lines))):
        return False
    if is_outline and _STEP.search(words) is not None and _STEPPED.search(text) is None:
        return False
    if is_outline and (text.startswith("when ") or _OF_US.search(words) is not None):
        return False
    if is_outline and any(not re.search(rf"(?<!\d){one}(?!\d)", text) for one in _COUNTS_OR_FAR.findall(words)):
        return False
    if is_outline and _STAYS_WITH.search(words) is not None:
        return False
    if _NEVER.search(words) is not None and _NEVER.search(text) is None:
        return False
    return not (is_outline and _STAYS.search(words) is not None and _FORBIDS.search(text) is None)


_OF = r"(?:(?:the|my|our|his|her|its|their|those|these|that|some)\s+)"
_JOINS = rf"(?:\+|&|/|\b(?:and|n|with|plus|including|bringing|taking)\b)\s*{_OF}?"
_WITH = re.compile(rf"\bwith\s+{_OF}$", re.I)
_BEGINS = re.compile(rf"(?:^|[,;.:!]|\b(?:and|but|while|then)\b)\s*{_OF}?$", re.I)
_IS_SENT = re.compile(r"(?!\s*:)[^,;.!]*?(?<!\d)\d{4}(?!\d)")
_JOINT_AHEAD, _JOINT_BEHIND = re.compile(rf"\s*,?\s*{_JOINS}$", re.I), re.compile(rf"\s*{_JOINS}", re.I)


def may_be_somebody(word: str, words: str, gazetteer: Gazetteer) -> bool:
    """True if a word that nobody knows is joined to somebody who is named, or stands where somebody is sent off: ``D/4 and the
    flombles``, ``Smith and D/4``, ``the goats to 3012``."""
    for one in re.finditer(rf"(?<![\w/]){re.escape(word)}(?![\w/])", words, re.I):
        next_ones = PIECE.findall(words[one.end() :])[:LONGEST_NAME] if words[one.end() :][:1] == " " else []
        if any(gazetteer.find(next_ones[:n]) is not None for n in range(1, len(next_ones) + 1)):
            continue  # Black Moon and old Sitting Bull
        joint = _JOINT_AHEAD.search(words[: one.start()])
        ahead = PIECE.findall(words[: joint.start()])[-LONGEST_NAME:] if joint is not None else []
        joint = _JOINT_BEHIND.match(words, one.end())
        behind = PIECE.findall(words[joint.end() :])[:LONGEST_NAME] if joint is not None else []
        lists = [ahead[n:] for n in range(len(ahead))] + [behind[:n] for n in range(1, len(behind) + 1)]
        ahead_of_it = words[: one.start()]
        is_counted = ahead_of_it[-2:-1].isdigit() and ahead_of_it.endswith(" ")  # 14 figs left
        if is_counted or any(gazetteer.find(some) is not None for some in lists) or _WITH.search(ahead_of_it):
            return True
        if _BEGINS.search(ahead_of_it) and _IS_SENT.match(words, one.end()):
            return True  # the goats to 3012
    return False


def _is_one(lines: Sequence[str]) -> bool:
    """True if the order lines order one thing only."""
    return len(lines) == 1 and not re.search(r"[;,]|\d{4}\D+\d{4}", lines[0])


def _is_double(line: str) -> bool:
    """True if one unit is to do the same twice."""
    verbs = [one.split()[0] for one in re.split(r"[;,:]\s*", line)[1:] if one.split()]
    return len(set(verbs)) < len(verbs)


_MORE = re.compile(r"\b(?:more|another|further|then)\b", re.I)
_AGAIN = re.compile(r"(?P<does>(?<=[:;] )[^;:]+)(?:; (?P=does))+(?=;|$)")
_IN_PLACE = re.compile(r" (?:dismount|mount|prone|limber|unlimber)$")


def done_once(words: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The order lines without what somebody would do twice in a row, where the words have it once, and without a "stay" for
    those who only dismount, limber and the like: ``step off, six inches``, ``get off, no attack``."""
    if _TWICE.search(words) is None and _MORE.search(words) is None and not _repeats(words):
        lines = [_AGAIN.sub(r"\g<does>", one) for one in lines]
    others = [one for one in lines if not one.endswith(" stay")]
    busy = {name for one in others if _GOES.search(one) is None for name in _IN_PLACE.sub("", one).split(" + ")}
    idle = {one for one in lines if one.endswith(" stay") and busy.issuperset(one.removesuffix(" stay").split(" + "))}
    return tuple(one for one in lines if one not in idle)


def _repeats(words: str) -> bool:
    """True if the words have one of several letters twice."""
    found = re.findall(r"(?!(?:they|them|this|that|with|then|their|from|will|company)\b)[a-z]{4,}", words.lower())
    return len(set(found)) < len(found)


def keeps_names(words: str, lines: Sequence[str], gazetteer: Gazetteer) -> bool:
    """True if everybody and every hex that a line names is in the order lines, by name or by where they stand."""
    text, low = " ".join(lines), " ".join(lines).lower()
    stand: dict[str, list[str]] = {one.at: [] for one in gazetteer.things if one.at}
    for one in gazetteer.things:
        if one.at:
            stand[one.at].append(one.name)
    for found, written in _named(words, gazetteer):
        written = _ARTICLE.sub("", written)
        if written.isalpha() and len(written) > 1 and re.search(rf"\b{re.escape(written)}\b", low) is not None:
            continue  # the scouts guard the guns
        names = (*found.own, *found.foe)
        hexes = {gazetteer.by_name[name].at for name in names if name in gazetteer.by_name} - {""}
        is_leader = any(gazetteer.by_name[name].is_leader for name in names if name in gazetteer.by_name)
        beside = [other for at in hexes for other in stand[at]] if is_leader else []
        if not any(one in text for one in (*names, *hexes, *beside)):
            return False
    return keeps_hexes(words, lines, gazetteer)


_LETTERS = re.compile(
    r"(?<![\w'])(?<!to )(?<!join )(?<!with )[A-Z](?:(?:\s*,\s*(?:and\s+)?|\s*/\s*|\s+(?:and|&)\s+)[A-Z](?![\w']))+"
)
"""Companies listed by their letters."""
_LETTER = re.compile(
    r"(?<![\w'./&-])(?<!Capt )(?<!Dr )(?<!tack )(?:[B-HJ-Z](?![\w'.&-])|(?<=[a-z\d,;] )A(?![\w'.&-])"
    r"|A(?=\s+(?:(?:and|&|x|v|vs|to|back|goes|go|on|in|down|up"
    r"|stays?|does|is|attacks?|fires?|moves?|joins?|holds?|dismounts?|mounts?)\b|\d{4})|\s*[,:+]))"
)
"""A company by its letter alone: ``A x 1417 and M ...``."""
_OF_LETTER = re.compile(r"(?:Co\. )?([A-Z])(?:/|$)")


def keeps_letters(words: str, lines: Sequence[str], gazetteer: Gazetteer) -> bool:
    """True if every company that a line names by its letter alone is in the order lines, by name or by where it stands."""
    text = " ".join(lines)
    places = [(found[1], one.at) for one in gazetteer.things if one.is_own and (found := _OF_LETTER.match(one.name))]
    named = {letter for letter, _ in places} & set(_LETTER.findall(words))
    letters = named - {letter for letter, at in places if at and at in text}
    letters |= {letter for some in _LETTERS.findall(words) for letter in re.findall("[A-Z]", some)}
    return all(re.search(rf"(?<![A-Za-z]){one}(?![A-Za-z'])", text) for one in letters)


_BIDDEN = re.compile(
    r"(?:^|\s/|[|;]|(?<=[.,])\s)\s*(?P<row>[A-Z][\w/ ]{0,24}?)\s*(?:-+>|=+>|>+|:|=)\s*(?P<what>(?:[^/|;.\n]|(?<=\w)/)*)"
    r"|\b(?:have|let|get|make|ask|tell|every(?:one|body|1)\s+(?:w/?|with)|all\s+(?:w/?|with))\s+(?:the\s+)?(?P<some>[\w/]+(?:(?:,|\s+and|\s+&)\s+[A-Z][\w/]*)*)"
)
"""The heads of rows, and those behind ``let`` and the like: they are surely bidden something."""


def leaves_bidden(words: str, lines: Sequence[str], gazetteer: Gazetteer) -> bool:
    """True if somebody who heads a row, or whom the words bid something, is in none of the order lines."""
    text = " ".join(lines)
    for one in _BIDDEN.finditer(words):
        if one["row"] and any(found.own for found, _ in _named(one["what"], gazetteer)):
            continue  # Mills: A and E dismount
        for who in re.split(r",\s*|\s+and\s+|\s+&\s+", one["row"] or one["some"]):
            found = gazetteer.find(PIECE.findall(who))
            own = () if found is None or found.is_misspelt or (found.is_weak and not who.isupper()) else found.own
            if own and not any(name in text or gazetteer.by_name[name].at in text.split() for name in own):
                return True
    return any(_is_left(one, text, gazetteer) for one in re.split(r"[.;]\s+", words))


def _is_left(words: str, text: str, gazetteer: Gazetteer) -> bool:
    """True if a sentence names some of one's own and an enemy, and no order line has any of them."""
    found = [one for one, _ in _named(words, gazetteer)]
    own, foe = [one for one in found if one.own], [one for one in found if one.foe]
    names = [name for one in (*own, *foe) for name in (*one.own, *one.foe)]
    return bool(own and foe) and not any(name in text or gazetteer.by_name[name].at in text for name in names)


_LED = re.compile(r"\s*(?P<who>[A-Za-z][A-Za-z .]{1,24}):\s+(?P<what>\S.*)$", re.S)


def led_list(words: str, gazetteer: Gazetteer) -> str:
    """Return what stands behind a leader's name and a colon, if it names others: nobody knows whether the leader goes."""
    led = _LED.match(words)
    found = gazetteer.find(PIECE.findall(led["who"])) if led is not None else None
    if led is None or found is None or not found.own or not all(gazetteer.by_name[one].is_leader for one in found.own):
        return ""
    others = next((named.own for named, _ in _named(led["what"], gazetteer)), ())
    return led["what"] if others and not any(gazetteer.by_name[one].is_leader for one in others) else ""


def other_ways(words: str, gazetteer: Gazetteer, read: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the other lines that some words may be: without a leader ahead of others, or for each company with a letter."""
    if led := led_list(words, gazetteer):  # Noyes: A/2, B/2 to 3410
        return (led,)
    waits = any(" then " in line for lines in read for line in lines)
    return () if waits else each_company(words, gazetteer)


_SOME_WAY = re.compile(
    r"\b(?:\d|one|two|three|four|five|six|a|1)\s+(?:single\s+)?(?:hex(?:es)?|steps?)\s+(?:\w+\s+)?"
    r"(?:towards?|twds?|(?:closer|nearer)(?:\s+to)?|in\s+the\s+direction\s+of)\s+"
    r"(?:(?:the|those|his|its|their|my|our)\s+)?(?:[\w']+\s+){0,3}?(?:(?:at|in|on)\s+)?(?:hex\s+)?\d{4}\b",
    re.I,
)
"""A hex toward which somebody goes only some way."""
_ANOTHER_HEX = re.compile(
    r"\b(?:instead\s+of|rather\s+than|in\s+place\s+of)\s+(?:(?:at|to|on|the|hex)\s+)*\d{4}\b", re.I
)


def keeps_hexes(words: str, lines: Sequence[str], gazetteer: Gazetteer) -> bool:
    """True if every hex of a line is in the order lines, or somebody who stands there is."""
    text = " ".join(lines)
    for number in re.findall(
        r"(?<!\d)\d{4}(?!\d)", _GIVEN_UP.sub(" ", _ANOTHER_HEX.sub(" ", _SOME_WAY.sub(" ", words)))
    ):
        is_there = any(one.name in text for one in gazetteer.things if one.at == number)
        if gazetteer.is_hex(number) and number not in text and not is_there:
            return False
    return True


_IS_SO = re.compile(
    r"(?:\s+(?:still|always|never|only|just|really|already|surely))*(?:'s|\s+(?:is|are|isn't|aren't|has|have|had|was|were|will|would|may|might"
    r"|can|can't|could|looks?|seems?|keeps?|sits?|stands?|waits?|thinks?|knows?))\b(?!\s+(?:not\s+)?to\b|\s+(?:all\s+)?(?:yours?|mine|his)\b)",
    re.I,
)


def tells_of_foe(words: str, gazetteer: Gazetteer) -> bool:
    """True if words begin with an enemy, and say what they do or how they are: ``He Dog is breathing down their necks``."""
    begun = re.match(r"\W*(?:(?:and|but|for|because|since|as|poor|old|that)\s+)*", words, re.I)
    rest = words[begun.end() :] if begun is not None else words
    pieces = list(PIECE.finditer(rest))[:LONGEST_NAME]
    for end in range(len(pieces), 0, -1):
        found = gazetteer.find([one[0].removesuffix("'s") for one in pieces[:end]])
        if found is not None and found.foe:
            at = pieces[end - 1].end() - 2 * pieces[end - 1][0].endswith("'s")
            return not (found.own or found.is_misspelt) and _IS_SO.match(rest, at) is not None
    return False


_COMPANY = frozenset(("co", "company", "coy", "cpy", "troop"))


def _named(words: str, gazetteer: Gazetteer) -> Iterator[tuple[Found, str]]:
    """Everybody whom the words surely name, the longest name first, and how it is written."""
    pieces = PIECE.findall(words)
    n = 0
    while n < len(pieces):
        end = n
        for last in range(min(n + LONGEST_NAME, len(pieces)), n, -1):
            found = gazetteer.find(pieces[n:last])
            is_verb = last - n == 1 and [one.lower() for one in pieces[last : last + 1]] in (["up"], ["out"])  # pack up
            is_to = is_verb or (last - n == len(pieces[n]) == 1 and pieces[n].isdigit())  # walk 2 3410, 2 the camp
            is_letter = found is not None and found.is_weak and not _COMPANY.isdisjoint(map(str.lower, pieces[n:last]))
            is_sure = found is not None and (not found.is_weak or (is_letter and last - n > 1))  # Co. L
            if found is not None and is_sure and not (found.is_misspelt or is_to):
                yield found, " ".join(pieces[n:last]).lower()
                end = last
                break
        n = max(end, n + 1)
