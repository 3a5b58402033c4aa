"""Rows of tables and lists as the sentences that they stand for: ``Target: F/3 | Shooter: Little Wolf | Rate: half``."""

import re
from collections.abc import Callable
from functools import lru_cache

from pbem.language.gazetteer import PIECE, Gazetteer
from pbem.language.lexicon import Lexicon, bases
from pbem.language.members import NUMBER_WORDS
from pbem.language.wording.cells import in_cells
from pbem.language.wording.idioms import turned, turns
from pbem.language.wording.waits import as_waited
from pbem.language.wording.whose import of_leaders, of_next_hexes

_BOX = re.compile(r"(?:^|\s+)\[\s?[xX*]?\s?\]\s*")
_COUNT = re.compile(r"(?:^|\s+)#\s?\d{1,2}[.):]?\s+")
_HEADED = re.compile(r"[A-Za-z][\w ]{2,24}:\s")
_BETWEEN = re.compile(r"\s+[/|]{1,2}\s+")
_LABELS = {
    "who": r"units?|who|compan(?:y|ies)|shooters?|firers?|firing|stack|force",
    "attackers": r"attackers?|attacking",
    "what": r"action|task|orders?|do",
    "where": r"hex|to|dest(?:ination)?|where|goal|move\s+to",
    "target": r"targets?|tgt|enemy|against|vs|objective",
    "how": r"strength|rate|how|volume|weight|fire",
    "leader": r"leader|led\s+by|commander",
    "assault": r"(?:attack|assault|melee|combat)(?:\s+(?:hex|target|on|at|of))?",
    "then": r"then|after(?:wards)?|next|followed\s+by",
    "advance": r"advance|adv",
    "pursuit": r"pursuit|pursue",
}
_LABEL = re.compile(
    rf"\s*(?:{'|'.join(f'(?P<{name}>{words})' for name, words in _LABELS.items())})\s*[:=]\s*(?P<value>[^:=]*)$", re.I
)
_CUT = re.compile(rf"\s*(?:[|/;,.~]|-+)\s+(?=(?:{'|'.join(_LABELS.values())})\s*[:=])", re.I)
_LOSSES = re.compile(r"\bloss(?:es)?\s*[:=]\s*(?=(?:the\s+)?(?:weakest|strongest)\b)", re.I)
_FORBIDDEN = re.compile(r"(?:no|none|nobody|nil|-)\W*$", re.I)


_ON_FOOT_TO = re.compile(
    r"\b(?:go|goes|moves?|march(?:es)?|proceeds?|advances?|walks?)\s+(?:(?:on|by)\s+foot|afoot|dismounted)\s+(?:up\s+|over\s+|on\s+)?(?:to|into)\s+(?=(?:hex\s+)?\d{4})",
    re.I,
)
_DISMOUNTS = re.compile(r"\b(?:dismount|get\s+(?:off|down)|already|mounted)", re.I)


def in_rows(line: str, gazetteer: Gazetteer, lexicon: Lexicon) -> str:
    """The line with its boxes, counts, columns and labels in the sequence of sentences; any other line as it is."""
    line = of_next_hexes(of_leaders(line, gazetteer), gazetteer)
    for turn, plain in _turns(lexicon):
        line = turn.sub(plain, line)
    if "runaways" in lexicon.nouns:
        line = _as_kinds(_as_shots(_with_leaders(_of_regiment(line))))
    dismount = lexicon.acts.get("dismount")
    if dismount is not None and dismount.defaults.get("mode"):
        line = _ON_FOOT_TO.sub("dismount and go to ", line) if not _DISMOUNTS.search(line) else line
    line = as_waited(in_cells(line, gazetteer), gazetteer, lexicon)
    line = _under_headings(_labelled(_counted(_LOSSES.sub("losses ", in_plain_order(line)))), lexicon)
    line = _by_number(_too(line, gazetteer, lexicon), gazetteer, lexicon)
    return _listed(line, lambda text: gazetteer.find(PIECE.findall(text)) is not None)


_TOO = re.compile(r"(?P<word>[A-Za-z]+) 2(?=(?P<end>\s*(?:[,.;)!]|$))|\s+(?P<verb>[a-z]+)\b)")


def _too(line: str, gazetteer: Gazetteer, lexicon: Lexicon) -> str:
    """The line with the word for a 2 behind a name: ``m hits 7118 scouts 2``, ``crook 2 walk up``."""
    if any("number" in act.bare for act in lexicon.acts.values()):
        return line  # a number alone may be how far somebody goes

    def too(found: re.Match[str]) -> str:
        word = found["word"]
        tags = set(lexicon.nouns.get(word.lower(), ()))
        is_name = gazetteer.find([word, "2"]) is not None or any(
            thing.name.endswith(" 2") and (tags & thing.tags or thing.name.lower().endswith(f"{word.lower()} 2"))
            for thing in gazetteer.things
        )
        is_called = (
            gazetteer.find([word]) is not None and len(word) + word.isupper() > 2
        ) or word.lower() in lexicon.nouns
        if is_name or not is_called:
            return found[0]
        does = any(one.kind == "act" for one in lexicon.entries.get(found["verb"] or "", ()))
        return f"{word} too" if found["end"] is not None else f"{word} to" if does else found[0]

    return _TOO.sub(too, line)


_N = rf"(?:\d|{'|'.join(word for word, n in NUMBER_WORDS.items() if n < 10 and len(word) > 2 and word != 'once')})"
_NUMBERS = re.compile(
    rf"(?P<ahead>(?:[;,|/.]|\b(?:and|while|but|for|let|then))\s+(?:and\s+|then\s+|the\s+)*)(?P<mark>(?:numbers?"
    rf"|nos?\.?|#)\s*)?"
    rf"(?P<some>{_N}(?:(?:\s*,\s*|\s*(?:and|&|\+)\s*){_N})*)(?=(?:\s+(?P<verb>[a-z']+)(?P<far>\s+\d)?)?(?P<colon>\s*:)?)",
    re.I,
)
"""Units by their numbers alone, behind others of their kind: ``Sub-Legions 1 and 2 advance; 3 and 4 stand fast``."""
_LISTED = re.compile(rf"(?P<stem>[A-Za-z]+(?:-[A-Za-z]+)?)\s*(?:{_N}(?:\s*,\s*|\s*(?:and|&|\+)\s*|\s+))*{_N}\s*$", re.I)
_WAYS = frozenset(
    ("ahead", "back", "forward", "forwards", "fwd", "left", "right", "up", "on", "more", "or", "to", "times")
)


def _by_number(line: str, gazetteer: Gazetteer, lexicon: Lexicon) -> str:
    """The line with the name ahead of each unit that it calls by its number, where there is one name for those."""

    def name(stem: str, word: str) -> str:
        number = word if word.isdigit() else str(NUMBER_WORDS[word.lower()])
        found = gazetteer.find([*stem.split("-"), number])
        is_one = found is not None and len(found.own) == 1 and not found.is_weak and not found.is_misspelt
        return found.own[0] if found is not None and is_one and found.own[0].endswith(f" {number}") else ""

    def named(found: re.Match[str]) -> str:
        words = re.findall(_N, found["some"], re.I)
        verb = found["verb"] or ""
        acts = {one.kind for base in bases(verb, lexicon.forms) for one in lexicon.entries.get(base, ())}
        is_subject = bool(found["mark"] or found["colon"]) or ("act" in acts and (len(words) > 1 or verb not in _WAYS))
        is_subject = is_subject or ("act" in acts and verb in _WAYS and found["far"] is not None)
        is_subject = is_subject and verb not in lexicon.settings["units"]
        stems = re.findall(r"[A-Za-z]+(?:-[A-Za-z]+)?", line[: found.start()]) if is_subject else []
        stems = [one for stem in stems for one in (stem, stem.removesuffix("s"))]
        before = _LISTED.search(line[: found.start()])
        if before is not None and any(
            name(one, words[0]) for one in (before["stem"], before["stem"].removesuffix("s"))
        ):
            return found[0]  # Sub-Legions 1 and 2 advance
        ways = list(dict.fromkeys(tuple(name(stem, word) for word in words) for stem in stems))
        ways = [one for one in ways if all(one)]
        is_new = len(ways) == 1 and len(set(ways[0])) == len(words)
        return f"{found['ahead']}{' and '.join(ways[0])}" if is_new else found[0]

    return _NUMBERS.sub(named, line) if _NUMBERS.search(line) else line


_CHOICES = re.compile(
    r"(?:\b(?:1st|first|primary|main)\s+(?:choice|pref(?:erence)?|target|option):?\s+(?P<one>[^,;|]+?)\s*[,;/|]?\s+"
    r"(?:2nd|second(?:ary)?|alternat(?:iv)?e|fallback|reserve)(?:\s+(?:choice|pref(?:erence)?|target|option))?"
    r"|\s*[,;(/|]\s*(?:2nd|second(?:ary)?|alternat(?:iv)?e|fallback|reserve)\s+(?:choice|pref(?:erence)?|target|option)"
    r"(?:\s+is)?):?\s+(?P<two>[^,;|.)]+)\)?",
    re.I,
)

_NO_WAY = (
    r"(?:possible|allowed|legal|permitted|feasible|practicable|doable|ok(?:ay)?|on|an\s+option|available"
    r"|in\s+(?:range|reach|sight)|to\s+be\s+(?:had|found|seen)"
    r"|there(?:\s+any\s*more)?|work(?:ing|s)?|be\s+done)"
)
_IS_NO = (
    r"(?:\s+(?:is|are|was|be)\s+not|\s+(?:isn'?t|aren'?t|ain'?t)|(?:'s|s|'re|re)\s+not|\s+not\s+be"
    r"|\s+prov(?:es?|ing)\s+not)"
)
_CAN_NOT = r"(?:can'?t|can\s*not|couldn'?t|won'?t|is\s+unable|are\s+unable)"
_IMPOSSIBLE = (
    r"(?:no\s+(?:can\s+do|shot|joy|luck|go|dice|los|line\s+of\s+sight|good|use)|im?possible|illegal|forbidden"
    r"|unable|blocked|ineligible"
    rf"|out\s+of\s+(?:range|reach|sight)|not\s+{_NO_WAY}|(?:already\s+)?(?:dead|gone|destroyed)(?:\s+already)?"
    rf"|not\s+(?:him|them|it|her)|(?:for\s+(?:some|whatever|any)\s+reason\s+)?(?:(?:that|this|the)\s+(?:one|target|first|former)|that|it|this|they|he|she|which|those|these|one|you|u|ya|i|we"
    r"|[A-Z](?:/\d)?(?:\s+(?:company|troop|co))?)(?:\s+for\s+(?:some|whatever|any)\s+reason)?"
    rf"(?:{_IS_NO}\s+{_NO_WAY}|\s+{_CAN_NOT}(?:\s+(?:be\s+done|do\s+(?:it|that|this)|shoot|fire|reach(?:\s+\w+)?"
    rf"|see(?:\s+\w+)?))?"
    r"|\s+(?:doesn'?t|does\s+not|won'?t|goes\s+not|works\s+not|don'?t)(?:\s+(?:work|go|do|come\s+off|fly|happen))?"
    r"|(?:\s+(?:is|are|be|proves?|turns?\s+out(?:\s+to\s+be)?)|'s|s|'re|re)\s+(?:im?possible|illegal|forbidden"
    r"|unavailable|no\s+longer\s+(?:there|available|possible|in\s+\w+)|not\s+to\s+be\s+had|blocked|out\s+of\s+(?:range|reach|sight)|no\s+(?:good|go|use))"
    r"|(?:(?:\s+(?:are|is|have|has|be)|'ve|ve|'re|re|'s|s)?\s+(?:already\s+|all\s+)?(?:gone|dead|left|fled|run"
    r"|vanished|moved\s+(?:off|away))(?:\s+(?:by\s+then|already|off|away))?))"
    r"|prov(?:es?|ing)\s+impossible)"
)
_ELSE_HERE = r"(?!(?:mind|object|agree|like|approve|care)\b)(?=(?:[\w/'&.]+\s+){0,4}[\w/'&]+\s*(?:[.;,)|!]|$))"
_OTHERWISE = re.compile(
    rf"(?:\s*[,;.(|]+\s*|\s+[/-]{{1,2}}\s+|\s+)(?:(?:or|but|and)\s*,?\s+)?(?:(?:if|should|when|where|unless|in"
    rf"\s+case)\s+{_IMPOSSIBLE}(?:\s*,\s*|\s+)|(?<=[.;(,-]\s){_IMPOSSIBLE}\s*\?\s*)(?:in\s+which\s+case\s+|then\s+|,"
    r"\s*)*(?:(?:shoot|fire|go\s+for|have\s+a\s+go|turn|take|hit|shift|switch|change)\s+)?(?:(?:fire\s+)?(?:at|to|on"
    rf"|onto|upon|into)\s+|vs\.?\s+)?{_ELSE_HERE}",
    re.I,
)
"""Words that say what is done if an order cannot be: ``full on C/3, if no can do then G/3``."""
_SECOND = re.compile(
    r"(?:\s*[,;.(|]|\s/(?=\s)|\s(?=or\s))\s*(?:with\s+|or\s+|but\s+)?(?!or\b|if\b"
    r"|else\b)(?P<two>(?:[\w/'&.]+\s+){0,3}[\w/'&]+?)\s+(?:as\s+(?:the\s+|an?\s+|his\s+"
    r"|their\s+)?(?:alternat(?:iv)?e|backup|back-up|reserve"
    r"|second(?:ary)?|fallback|second\s+(?:choice|string)|plan\s+b)(?:\s+target)?"
    rf"|if\s+(?:not|{_IMPOSSIBLE}))(?=\s*(?:[.;,)|]|$))",
    re.I,
)
"""A second target with words behind it that say so: ``(G/3 if not)``, ``with G/3 as backup``."""


def _as_fire(line: str) -> str:
    return _NAY.sub(": nil", _ALL_QUIET.sub("Nobody fires", line))


_CHARGED = re.compile(
    r"\b(?:charg(?:e|es|ing)|hell\s+for\s+leather|(?:sab(?:re|er)s?|cold\s+steel)|gallop|slaps?\s+into|full\s+tilt|rid(?:e|es"
    r"|ing)\s+(?:down|over|into|straight\s+at))\b",
    re.I,
)
_ROUTE = re.compile(
    r"\s*[,;(|-]*\s*\b(?:(?:and\s+)?(?:going|passing|riding|coming|swinging|wheeling|round|around"
    r"|route\s+is)\s+)?(?:by\s+(?:the\s+)?way\s+of|via|through|thru|by|across|over|round|along|route|path)"
    r"\s*[:=]?\s*(?:the\s+)?(?:hex\s+)?(?P<via>\d{4})\b\s*\)?",
    re.I,
)
_HEADED_CHARGE = re.compile(
    r"^(?:bugle\W+)?charge\s*[:!|-]+\s*(?P<who>[\w/' .]{1,20}?)(?:\s*[:,|-]+\s*|\s+(?=(?:at|on"
    r"|into)\s))(?:(?:target|objective|tgt)\s*[:=]?\s+|(?:at|on|into)\s+)?(?=\d{4}|[A-Z])",
    re.I,
)
_AT_A_RUN = re.compile(
    r"\s+(?:(?:go(?:es)?|rides?|comes?|in|straight)\s+)*(?:hell\s+for\s+leather|at\s+(?:the|a|full)\s+(?:gallop|tilt)|full\s+(?:tilt|pelt))"
    r"(?:\s+(?:at|into|on|for|against)\s+(?=\d{4}))?\s+|\s+(?:go(?:es)?|comes?|rides?)\s+(?:straight\s+)?(?:in\s+)?(?:for|at)\s+(?=\d{4}\s+via\s)",
    re.I,
)
_BEFORE_CHARGE = re.compile(
    r"^(?:(?!charg|slap|rid)[^.;])*? via \d{4}\s*,(?=\s+(?:charg|slap|rid|smash|crash|hits?|strikes?|into))", re.I
)


def _as_charge(line: str) -> str:
    """A charge with its route as the order has it: ``CHARGE: I/3, target 3511, by way of 3612``."""
    if _CHARGED.search(line) is None or re.search(r"\d{4}", line) is None:
        return line
    line = re.sub(r"\bw/\s*(?=(?:the\s+)?(?:sab|cold))", "with ", line)
    line = re.sub(r"\bvs?\.?\s+(?=\d{4})", "at ", line)
    line = re.sub(r"\s+x\s+(?:[A-Z][\w' ]{1,25}?\s*\()?(\d{4})\)?", r" charge \1", line)
    line = _HEADED_CHARGE.sub(lambda found: f"{found['who']} charge ", line)
    line = _ROUTE.sub(lambda found: f" via {found['via']} " if found.start() else found[0], line)
    if "charg" not in line.lower() and " via " in line:
        line = _AT_A_RUN.sub(" charge ", line, count=1)
    return _BEFORE_CHARGE.sub(lambda found: found[0].rstrip(" ,"), line)


_NAY = re.compile(
    r"(?<=[\w.])(?<!well)(?<!but)(?<!so)\s*(?:[:=-]\s*)?\s(?:nah|nope|naw|nay|nix|nowt|zilch|nada|(?:sod|naff"
    r"|bugger)\s+all|n/a|zip|no\s+(?:engagement|target|tasking|fire\s+mission))(?=\s*(?:[.;!|/]|$))",
    re.I,
)
"""No in familiar words behind somebody: ``Lone Bull nah``."""
_SHOTS = r"(?:cartridges?|shots?|bullets?|rounds?|arrows?|ammunition|ammo|powder|lead)"
_ANYONE = (
    r"(?:any(?:one|body|\s+(?:of\s+(?:us|mine|them|my\s+\w+)|\w+))|us|me|a\s+(?:living\s+)?soul"
    r"|my\s+(?:side|men|lot|people))"
)
_ALL_QUIET = re.compile(
    rf"^(?:(?:i\s+want|let\s+there\s+be|there\s+(?:is|shall\s+be|will\s+be)|absolutely)\s+)?"
    rf"(?:(?:not\s+(?:a|one)\s+(?:single\s+)?|no\s+){_SHOTS}\s+(?:(?:is|are|shall|will"
    rf"|must)\s+)?(?:to\s+)?(?:be\s+|go\s+)?(?:burn[te]?d?|fired|spent|wasted|used|expended|loosed|off)"
    rf"|saf(?:ety|eties|eties'?)\s+(?:catch(?:es)?\s+)?on|(?:cease|hold|check)\s+(?:your\s+"
    rf"|all\s+)?fire(?=\s+(?:every|all|along)|,)|silence(?=\s+(?:all\s+)?along)|all\s+(?:guns|rifles"
    rf"|weapons)\s+(?:are\s+|to\s+be\s+|stay\s+)?(?:silent|quiet|cold)"
    rf"|no\s+(?:shooting|firing|shots?|fire|gunfire|gunplay|volleys?)(?=\s+(?:from|by|any|at|what|this|in|on)\b))"
    rf"(?:\s+(?:whatsoever|whatever|at\s+all))?(?:\s+(?:from|by)\s+{_ANYONE})?(?:\s+(?:this"
    rf"|in\s+this)\s+(?:phase|turn|time|step))?(?:\s+(?:from|by)\s+{_ANYONE})?(?:\s+any\s*where|\s+every\s*where"
    rf"|\s+all\s+round|\s+(?:all\s+)?along\s+the\s+(?:whole\s+)?line)?"
    r"(?:\s*,?\s+(?:every\s+man\s+jack(?:\s+of\s+(?:you|them|us))?|every(?:one|body)|all(?:\s+of\s+(?:you|them"
    r"|us))?|lads|boys|men|gentlemen|folks|the\s+(?:whole\s+)?lot\s+of\s+(?:you"
    r"|them)))?(?:,?\s+please)?(?=\s*(?:[.;!:]|$))",
    re.I,
)
"""A phase in which nobody is to fire: ``Safeties on, every man jack``."""


def _with_else(line: str) -> str:
    return _OTHERWISE.sub(", else ", _SECOND.sub(lambda found: f", else {found['two']}", line))


_SOME = (
    r"(?:company|companies|troops?|cavalry(?:men)?|infantry|soldiers?|men|lot|lads|boys|shower|mob|rabble|ones?"
    r"|units?|bands?|warriors?|braves|fellows?"
    r"|blokes?|guys?|bunch|crowd|horsemen|riders|chaps?|people|bluecoats|lads?|counter|stack)"
)
_THE = r"\b(?:the|those|these|that|them|this|my|our)\s+"
_STATES = (
    ("runaways", r"routed|routing|broken|fleeing|running|beaten|runaway|runs?|ran|flees?|fled|bolt(?:s|ed)?"),
    ("shakenones", r"disrupted|shaken|shaky|shook[ -]up|disordered|wobbly|wobbling|disorganised|disorganized"),
    ("pinnedones", r"pinned|pinned-down"),
)
_IN_STATE = tuple(
    (
        noun,
        re.compile(
            rf"{_THE}(?:poor\s+|sad\s+|little\s+|wretched\s+)*(?:(?:{state})\s+{_SOME}\b|{_SOME}\s+(?:that|who"
            rf"|which)\s+(?:(?:is|are)\s+)?(?:anyway\s+|already\s+|still\s+|now\s+|just\s+)?"
            rf"(?:{state})(?:\s+(?:away|off|down))?\b)(?!'|\s+(?:[A-Z]\b|of\s+[A-Z]))",
            re.I,
        ),
    )
    for noun, state in _STATES
)
"""Units by how they are: ``the broken company``, ``the cavalry that is running``."""
_TWO_WITH = re.compile(
    rf"(?<!(?i:one|two) of )\b(?i:my|the|those|our)\s+(?P<n>(?i:two|three|four|five))\s+(?:(?:big|brave|good|fine|stout|old"
    rf"|young|trusty|strong)\s+)*(?:{_SOME}\s+)?(?:who\s+are\s+|standing\s+)?"
    r"(?:with|beside|alongside)\s+(?P<who>[A-Z]\w+(?:\s+[A-Z]\w+)*)(?=\s)"
)
_BOTH_AT = re.compile(
    r"(?:^|(?<=\s[/|]\s)|(?<=;\s))(?:(?:both|the\s+(?:two|pair))\s+(?:at|in|on)\s+(?=\d{4})|(?P<hex>\d{4})\s*:?\s*(?:both"
    r"|all)(?=\s+(?:half|full|fire|shoot|long|at|on|x|vs?)\b))",
    re.I,
)
_HEX_FIRES = re.compile(
    r"(?:^|(?<=\s[/|]\s)|(?<=;\s))(?P<hex>\d{4})\s*(?:[:=-]+\s*(?=(?:half|full|long)\b)|(?:[-=]*>|»"
    r"|→)\s*(?=[A-Z][\w/' ]*,?\s+(?:half|full|long)\b))",
    re.I,
)


_HOW_AT = re.compile(
    r"(?:^|(?<=[|;.]\s))\s*(?P<how>full|half|long)(?:\s+(?:fire|shots?|volley))?\s*(?:[-=]*>|→|»|on|at|@"
    r"|vs?\.?)\s*(?P<foe>[^:|;>]{1,25}?)\s*[:=]\s*(?P<who>[^|;:.]+?)\s*(?P<end>[|;.]|$)",
    re.I,
)
_TARGET_IS = re.compile(
    r"^(?:target|tgt|aim|on)s?(?:\s+for\s+(?:\d{4}|all|both|everyone|everybody"
    r"|the\s+\w+))?\s*[:=]?\s+(?P<foe>[\w/' ]{1,25}?)\s*[:.]\s+(?=[A-Z])",
    re.I,
)

_TARGETS = re.compile(
    r"^(?:targets?|tgts?|fire\s+(?:plan|orders?|missions?)|shoot(?:ers|ing)"
    r"|shots)\s*[:.]\s+(?=[A-Z0-9][\w/'. ]{0,20}?\s*(?:[:>=@→»-]|x\s))",
    re.I,
)
_MEASURED = re.compile(r"\b(?:full|half|long|weak(?:er|est)|strong(?:er|est))\b", re.I)
_CROSSED = re.compile(r"(?<=[\w.)])\s+x\s+(?=[A-Z0-9])")


def _as_shots(line: str) -> str:
    """The line with the measure of each one's fire beside it."""

    def parted(found: re.Match[str]) -> str:
        ways = (found["how_1"] or found["h_1"], found["how_2"] or found["h_2"])
        one, two, does = found["one"].strip(), found["two"].strip(), found["does"]
        return f"{found['start']}{one}{does}, {ways[0]}; {two}{does}, {ways[1]}"

    is_measured = _MEASURED.search(line) is not None
    if is_measured:
        line = _CROSSED.sub(" > ", line)
    line = _HOW_AT.sub(
        lambda found: f"{found['who']} fire {found['how']} at {found['foe']}{'. ' if found['end'] else ''}", line
    )
    if is_measured:
        line = _TARGET_IS.sub(lambda found: f"{found['foe']}: ", _TARGETS.sub("", line))
    return line


_LEADER_CELL = re.compile(
    r"(?:^|\s*[|;/.]\s+)(?P<leader>[A-Z][A-Za-z ]{1,20}?)\s*(?::|-+>?|→)\s*(?:w/|with|w)\s+"
    r"(?P<whom>[A-Z](?:/\d)?)(?=\s*(?:[|;/.]|$))"
)


def _with_leaders(line: str) -> str:
    """``A/2 B/2: N1 | Noyes: w/ A``: a leader in a cell of their own, among those with whom they go."""
    cell = _LEADER_CELL.search(line)
    if cell is None:
        return line
    rest = line[: cell.start()] + line[cell.end() :]
    whom = re.compile(rf"(?:^|(?<=[|;/.]\s))(?P<some>(?:[\w/]+[ ,+&]+)*?){re.escape(cell['whom'])}(?![A-Za-z])")
    made, count = whom.subn(lambda found: f"{cell['leader']} + {found[0]}", rest.lstrip(" |;/."))
    return made if count == 1 else line


_REGIMENT = re.compile(
    r"^(?P<n>\d)(?:st|nd|rd|th|d)\s+(?P<arm>cav|inf)\w*\.?\s*(?P<sign>[:/|-])\s+"
    r"(?=[A-Z](?:\s*[,&+]?\s*[A-Z])*\s*(?::|-+>|→|-\s))",
    re.I,
)
_LETTERED = re.compile(
    r"(?P<start>^|[/|;.]\s+)(?P<letters>[A-Z](?:\s*(?:[,&+]|\band\b)?\s*[A-Z])*)(?=\s*(?::|-+>|→|-\s))"
)


def _of_regiment(line: str) -> str:
    """``2nd Cav / A: 3309 / D, E: stand fast``: a list of companies under the name of their regiment."""
    heading = _REGIMENT.match(line)
    if heading is None:
        return line
    whole = f"/{heading['n']} {heading['arm'].title()}"

    def named(found: re.Match[str]) -> str:
        start = ". " if found["start"].strip() else ""
        return f"{start}{', '.join(f'{letter}{whole}' for letter in re.findall('[A-Z]', found['letters']))}"

    rest = line[heading.end() :]
    return _LETTERED.sub(named, rest) if heading["sign"] in "/|" or len(_LETTERED.findall(rest)) > 1 else line


def _as_kinds(line: str) -> str:
    """The line with units by how they are, whom they are with, or where, in the words for kinds of them."""
    for noun, pattern in _IN_STATE:
        line = pattern.sub(f"the {noun}", line)
    line = _TWO_WITH.sub(lambda found: f"{found['who']}'s {found['n']} warriors", line)
    line = _BOTH_AT.sub(lambda found: f"all units at {found['hex'] or ''}", line)
    return _HEX_FIRES.sub(lambda found: f"all units at {found['hex']} ", line)


@lru_cache(maxsize=16)
def _turns(lexicon: Lexicon) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The roundabout turns of a game, and the plain words that stand for each."""
    return turns(lexicon.settings)


def in_plain_order(line: str) -> str:
    """``1st choice G/3, 2nd choice C/3`` and the like as most people say it."""
    line = _CHOICES.sub(
        lambda found: f"{(found['one'] or '').strip()} else {found['two'].strip()}",
        _with_else(_as_fire(_as_charge(line))),
    )
    return turned(line, "orders")


def _counted(line: str) -> str:
    """``[x] B/3 3012 [ ] Miners stay`` and ``#1 Gatling - limber #2 Mules - 7415``: each an order of its own."""
    for mark in (_BOX, _COUNT):
        if len(mark.findall(line)) > 1:
            return mark.sub("; ", line).lstrip("; ")
    return line


def _under_headings(line: str, lexicon: Lexicon) -> str:
    """``Dismount: I/3, M/3 / Prone: Miners``: each part under a verb of its own."""
    parts = _BETWEEN.split(line)
    heads = [one.partition(":")[0].lower().split() for one in parts if _HEADED.match(one)]
    is_verb = [any(two.kind == "act" for two in lexicon.entries.get(head[0], ())) for head in heads]
    return ". ".join(parts) if len(heads) == len(parts) > 1 and all(is_verb) else line


_WHO_AND_WHAT = re.compile(
    r"\b(?:company|coy|unit|who|element|band|force|name|troop)\s*[:=]\s*(?P<who>(?:[^/|;:.]|(?<=\w)/(?=\w)){1,30}?)\s*[/|,;]\s*"
    r"(?:task|orders?|action|does|what|do|mission|role|to\s+do)\s*[:=]\s*",
    re.I,
)
"""Labels of several rows: ``Company: A/3 / Task: dismount.  Company: E/3 / Task: dismount.``"""


_STACK_ROW = re.compile(r"(?:^|(?<=[;.]\s))(?:stack|stk|hex|position)\s+(?=\d{4}\s*[/|:])", re.I)


def _labelled(line: str) -> str:
    """A row of which each cell has a label, with a manner, or what follows, in a cell of its own."""
    line = _STACK_ROW.sub("", line)
    if len(_WHO_AND_WHAT.findall(line)) > 1:
        return _WHO_AND_WHAT.sub(r"\g<who>: ", line)
    cells: dict[str, str] = {}
    for part in _CUT.split(line.strip().rstrip(".")):
        found = _LABEL.match(part)
        if found is None or found.lastgroup is None:
            return line
        name = next(key for key, text in found.groupdict().items() if text is not None and key != "value")
        if name in cells or not found["value"].strip():
            return line
        cells[name] = found["value"].strip()
    who = cells.get("who") or cells.get("attackers")
    if "attackers" in cells and not {"assault", "target"} & cells.keys() and "where" in cells:
        cells["target"] = cells.pop("where")  # Attackers: A, M. Hex: 1417
    if who is None or not {"how", "then", "target", "assault"} & cells.keys() or len(cells) < 2:
        return line
    if "target" in cells and not {"how", "attackers"} & cells.keys() and next(iter(cells)) != "target":
        return line  # the cells of such a row are in the sequence of a sentence
    words = [who]
    words += ["attack"] if "attackers" in cells and "what" not in cells else []
    words += [cells["what"]] if "what" in cells else []
    words += [f"attack {cells['assault']}"] if "assault" in cells else []
    words += [f"with {cells['leader']}"] if "leader" in cells else []
    words += [f"to {cells['where']}"] if "where" in cells else []
    words += [f"> {cells['target']}"] if "target" in cells and "what" not in cells else []
    words += [f"at {cells['target']}"] if "target" in cells and "what" in cells else []
    words += [cells["how"]] if "how" in cells else []
    text = " ".join(words)
    text += f", then {cells['then']}" if "then" in cells else ""
    for name in ("advance", "pursuit"):
        if name in cells:
            text += f"; no {name}" if _FORBIDDEN.match(cells[name]) else f"; {name} {cells[name]}"
    return text


def _listed(line: str, is_name: Callable[[str], bool]) -> str:
    """``Stay put: Miners; Crook; HQ``: names alone between semicolons are one list."""
    heading, colon, rest = line.partition(": ")
    parts = [one.strip(" .") for one in rest.split(";")]
    is_list = bool(colon) and len(parts) > 1 and ":" not in rest and not is_name(heading)
    return f"{heading}: {', '.join(parts)}" if is_list and all(parts) and all(map(is_name, parts)) else line
