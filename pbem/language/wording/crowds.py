"""Groups as people speak of them: ``Howard and all his mates``, ``nobody in Howard's column moves``, ``all stay but ...``."""

import re

_GROUP = (
    r"(?:group|mates|gang|lot|men|force|crew|party|outfit|column|people|friends|pals|boys|lads|bunch|company|companions|followers|crowd|mob"
    r"|command|troops?|army|entourage|staff|team|caboodle|circus)"
)
_AND_ALL = re.compile(
    rf"\b(?:(?P<who>[A-Za-z][\w']+)\s+(?:and|n|&|\+|plus)|(?P<him>(?-i:[A-Z])\w+)\s+with)\s+(?:all\s+(?:of\s+)?(?:his|her|their|the)\s+(?:whole\s+|entire\s+|little\s+|merry\s+)?"
    rf"|(?:the|his|her|their)\s+(?:whole|entire|complete)\s+(?:blessed\s+|darned?\s+|merry\s+)?){_GROUP}\b",
    re.I,
)
_NOBODY_OF = re.compile(
    r"^\s*(?:nobody|no\s?one|none|not\s+(?:one|a\s+soul))\s+(?:in|of|from|at|with)\s+(?P<whom>[^,;.:]{2,40}?)\s+"
    r"(?:(?:must|may|shall|should|will|can|is\s+to|are\s+to|is\s+going\s+to)\s+)?(?P<verb>moves?|march(?:es)?|stirs?|budges?|goes|go|leaves?|twitch(?:es)?|lifts?|shifts?)\b"
    r"(?:\s+(?:a|an|one|his|their)\s+(?:muscle|foot|inch|step|finger|boot|eyelid|peg))?(?!\s+(?:to|into|on|up|beyond|without|before|until|till)\b)",
    re.I,
)
_UNITS_IN = re.compile(
    r"^(?:the\s+|my\s+|those\s+)?(?:(?:two|three|four|five|six|\d|whole|entire)\s+)?(?:units?|compan(?:y|ies)|counters?|lot|stack|bands?|men|people|garrison)\s+(?:in|at|from|of)\s+",
    re.I,
)
_OWNED = re.compile(rf"^(?P<who>(?:the\s+)?[A-Z]\w+)(?:'s|s')\s+{_GROUP}$")
_STAY = r"(?:stays?|holds?|waits?|sits?|remains?|stands?|keeps?|rests?|stops?|freezes?|no\s+moves?)"
_TAKES = re.compile(
    r"^(?P<lead>\s*(?:(?:let|have|get)\s+)?)(?P<who>(?:the\s+)?[\w']+(?:\s+[A-Z][\w']+)?)\s+(?P<verb>goes|go|moves?|rides?|march(?:es)?|heads?|to)\s+(?:up\s+|over\s+|down\s+)?(?:to\s+)?(?P<hex>\d{4})\s*,?\s+"
    r"(?:and\s+)?(?:tak(?:es?|ing)|bring(?:s|ing)?)\s+(?P<whom>(?!(?:the\s+)?(?:rest|others?|hex|ground|place|position|cover|it|him|them|his|their|all|every\w*)\b)(?:the\s+)?[A-Za-z][\w']*(?:\s+(?:and\s+)?(?-i:[A-Z])[\w']*)*)"
    r"(?:\s+(?:with\s+(?:him|them|it)|along))*(?=\s*(?:[.,;]|$|\bleav|\band\b))",
    re.I,
)
"""``howard go 1310 take mason``."""
_BOTH_LOTS = re.compile(
    r"\b(?:the|my|our|those)\s+(?P<whom>[a-z]+s|(?-i:[A-Z])[\w-]+(?:\s+[a-z]+s)?),\s*both\s+(?:of\s+them|lots|bunches|bands|units|companies|regiments|parties),?",
    re.I,
)
_THAT_IS = re.compile(r"^[^.;:\d]{3,60}?,?\s+i\.?\s?e\.?,?\s+(?=[^.;]*\d)", re.I)
"""Words for an order ahead of the order: ``Rawn fills the hole Gibbon leaves, i.e. Rawn -> 1511``."""


_UNTIL_TOLD = re.compile(
    rf"(?P<stays>\b{_STAY}\b[^.;,]*?),?\s+(?:until|till|til|unless)\s+(?:(?!turn\b|enem)[A-Za-z']+\s+){{0,4}}?"
    r"(?:tells?|says?|orders?|hears?|decides?|changes?|told|ordered|hear|say|tell|shouts?|whistles?|calls?|further\s+(?:orders?|notice|instructions))\b[^.;,\d]*",
    re.I,
)
"""``sits tight until Gibbon tells him otherwise``."""


_STAY_IN = re.compile(
    r"^\s*(?P<act>stay|stand\s+fast|hold|hold\s+fast|sit\s+tight|stay\s+put|no\s+moves?)(?:\s+(?:all\s+(?:a)?round|everywhere|everybody|everyone|all))?"
    r"\s*[,:]?\s+(?:in\s+|at\s+)?(?P<hexes>\d{4}(?:\s*(?:,|&|\+|and|/)\s*\d{4})+)(?:,?\s+both)?\W*$",
    re.I,
)
"""``Stand fast all round, 1518 & 1519 both``."""


_STAYS_NOT = re.compile(
    r"\s+(?:don'?t|doesn'?t|does\s+not|do\s+not|won'?t|will\s+not)\s+(?:stay|remain|stick|hang\s+around)\s+(?:with|w)\s+(?:the\s+)?\w+\s*,?\s+"
    r"(?:he|she|it)\s+(?=(?:goes|go|leaves?|rides?|moves?|walks?|runs?|strikes?)\b)",
    re.I,
)
"""``Little Turtle doesn't stay with the Miami, he goes off on his own``."""
_IS_STANDING = re.compile(
    r"\b(?:shall|should|must|will|is\s+to|are\s+to)\s+be\s+(?P<act>standing|staying|waiting|holding|resting|remaining)\b",
    re.I,
)
_BY_NOBODY = re.compile(
    r"^\s*(?:nothing|no\s+(?:move|action|thing)s?)\s+(?:is|are|shall|will|should|must)\s+(?:to\s+)?be\s+"
    r"(?:undertaken|done|moved|attempted|tried|started|made|taken)\s+(?:by\s+|from\s+)?(?:any(?:one|body)?|whoever)\b(?:\s+(?:of\s+(?:the|my)\s+)?(?:compan(?:y|ies)|units?|bands?|columns?|troops?|one|men))?",
    re.I,
)
_IN_ORDER_TO_COVER = re.compile(
    r"(?P<act>\b(?:dismounts?|gets?\s+off|stays?|holds?|remains?|waits?|halts?)(?:\s+(?:\w+\s+){0,2}(?:horses?|put|there|back))?)\s+(?:so\s+as\s+)?to\s+"
    r"(?:cover|screen|support|protect|shield|help)\s+(?:them|him|her|it|the\s+others|the\s+rest|(?:their|his|its)\s+\w+)(?=\s*(?:[.,;!]|$))",
    re.I,
)
"""Why somebody dismounts: those whom they cover do not."""


def in_crowds(line: str) -> str:
    """The line with its groups, and who stays, in plain words; any other line as it is."""
    line = _IN_ORDER_TO_COVER.sub(r"\g<act>", _BY_NOBODY.sub("everybody stays", line))
    line = _STAYS_NOT.sub(" ", _IS_STANDING.sub("stays", line))
    line = _STAY_IN.sub(
        lambda found: "; ".join(f"all in {one} stay" for one in re.findall(r"\d{4}", found["hexes"])), line
    )
    line = _UNTIL_TOLD.sub(r"\g<stays>", line)
    line = _THAT_IS.sub("", line)
    line = _TAKES.sub(r"\g<lead>\g<who> and \g<whom> \g<verb> \g<hex>", line)
    line = _BOTH_LOTS.sub(r"both \g<whom>", line)
    line = _AND_ALL.sub(lambda found: f"{found['who'] or found['him']} and everyone with him", line)
    found = _NOBODY_OF.match(line)
    if found is None:
        return line
    whom = found["whom"]
    owned = _OWNED.match(whom)
    if owned is not None:
        return f"{owned['who']} and everyone with him stay{line[found.end() :]}"
    if _UNITS_IN.match(whom) or re.match(r"(?:hex\s+)?\d{4}$", whom):
        return f"all in {_UNITS_IN.sub('', whom)} stay{line[found.end() :]}"
    return line
