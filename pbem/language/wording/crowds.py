"""Groups as people speak of them: ``Howard and all his mates``, ``nobody in Howard's column moves``, ``all stay but ...``."""

import re

_GROUP = (
    r"(?:group|mates|gang|lot|men|force|crew|party|outfit|column|people|friends|pals|boys|lads|bunch|company|companions|followers|crowd|mob"
    r"|command|troops?|army|entourage|staff|team|caboodle|circus)"
)
_AND_ALL = re.compile(
    rf"\b(?:(?P<who>[A-Za-z][\w']+)\s+(?:and|n|&|\+|plus)|(?P<him>(?-i:[A-Z])\w+)\s+with)\s+(?:all\s+(?:of\s+)?(?:his|her|their|the)\s+"
    rf"|(?:the|his|her|their)\s+(?:whole|entire|complete)\s+){_GROUP}\b",
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
_STAY_BUT = re.compile(
    rf"^\s*(?P<all>(?:(?:every(?:one|body)|the\s+(?:whole\s+)?lot)\s+{_STAY})"
    r"(?:\s+(?:put|still|fast|here|there|tight|in\s+place|at\s+home|were\s+they\s+are))*)\s*,?\s+"
    r"(?:except|'?x?cept|xcpt|exept|but|bar|save)\s+(?P<who>(?:the"
    r"\s+)?[A-Za-z][\w' ]{1,24}?)\s*(?:,\s*(?:who|which|that|they|it|he|she)?\s*|\s+(?:who|which|that)\s+|\s+)"
    r"(?P<does>(?:go(?:es)?|mov(?:e|es)|rid(?:e|es)|march(?:es)?|charg(?:e|es)|fir(?:e|es)|attack(?:s)?|dismount(?:s)?|mount(?:s)?"
    r"|turn(?:s)?|fac(?:e|es)|retir(?:e|es)|withdraw(?:s)?|fall(?:s)?|advanc(?:e|es)|head(?:s)?|join(?:s)?|to\s+\d{4}|->|ahead|back|forward|fwd|\d{4})\b.*)$",
    re.I,
)
_WITH_THE_REST = re.compile(
    r"\b(?P<who>(?-i:[A-Z])\w+)\s+(?:(?:will|shall|should|must|can|is\s+to|to)\s+)?leaves?\s+(?P<left>(?-i:[A-Z])\w+(?:(?:\s*,\s*|\s+and\s+)(?-i:[A-Z])\w+)*)"
    r"(?:\s+(?:(?:at|in|on)\s+(?:hex\s+)?\d{4}|behind|here|there|where\s+he\s+is|at\s+home))*\s*,?\s+(?:and|to|then)\s+(?P<verb>march|go|move|ride|proceed|head|advance|push)(?:es|s)?"
    rf"(?:\s+on)?\s+with\s+(?:all\s+)?(?:the\s+)?(?:balance|rest|remainder|others)(?:\s+of\s+(?:his|the|her|their)\s+{_GROUP})?\s+",
    re.I,
)
_TAKES = re.compile(
    r"^(?P<lead>\s*(?:(?:let|have|get)\s+)?)(?P<who>(?:the\s+)?[\w']+(?:\s+[A-Z][\w']+)?)\s+(?P<verb>goes|go|moves?|rides?|march(?:es)?|heads?|to)\s+(?:up\s+|over\s+|down\s+)?(?:to\s+)?(?P<hex>\d{4})\s*,?\s+"
    r"(?:and\s+)?(?:tak(?:es?|ing)|bring(?:s|ing)?)\s+(?P<whom>(?!(?:the\s+)?(?:rest|others?|hex|ground|place|position|cover|it|him|them|his|their|all|every\w*)\b)(?:the\s+)?[A-Za-z][\w']*(?:\s+(?:and\s+)?(?-i:[A-Z])[\w']*)*)"
    r"(?=\s*(?:[.,;]|$|\bleav|\band\b))",
    re.I,
)
"""``howard go 1310 take mason``."""
_BOTH_LOTS = re.compile(
    r"\b(?:the|my|our|those)\s+(?P<whom>[a-z]+s|(?-i:[A-Z])[\w-]+(?:\s+[a-z]+s)?),\s*both\s+(?:of\s+them|lots|bunches|bands|units|companies|regiments|parties),?",
    re.I,
)
_ON_THE_TABLE = re.compile(
    r"\b(everything|everyone|everybody|all)\s+(?:that(?:'s|\s+is)\s+)?(?:on|upon)\s+the\s+(?:table|board|map|field)\b",
    re.I,
)
_THAT_IS = re.compile(r"^[^.;:\d]{3,60}?,?\s+i\.?\s?e\.?,?\s+(?=[^.;]*\d)", re.I)
"""Words for an order ahead of the order: ``Rawn fills the hole Gibbon leaves, i.e. Rawn -> 1511``."""


_COVERS = re.compile(
    r"(?P<who>(?:^|[.;,]\s+|\b(?:and|while|but)\s+)(?:the\s+)?(?:(?:Company|Co\.?)\s+)?(?-i:[A-Z])[\w/]*(?:\s+(?-i:[A-Z])\w*)*)\s+(?:(?:will|shall|should|can|to|is\s+to|are\s+to|is|are|be|keeps?\s+on)\s+){0,2}"
    r"(?:keeps?\s+(?:them|him|her)\s+covered|(?:cover|screen|support|protect|shield)(?:s|ing)?\s+(?:them|him|her))(?=\s*(?:[.,;!]|$))",
    re.I,
)
"""Beside an order of others: ``the Wyandot cover them``."""
_ALL_OF_HEX = re.compile(r"\b(?:all|every(?:one|body)|the\s+(?:whole\s+)?lot)\s+of\s+(?=\d{4}\b)", re.I)
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


def in_crowds(line: str) -> str:
    """The line with its groups in plain words; any other line as it is."""
    line = _STAY_IN.sub(
        lambda found: "; ".join(f"all in {one} stay" for one in re.findall(r"\d{4}", found["hexes"])), line
    )
    line = _COVERS.sub(r"\g<who> stays", line)
    line = _UNTIL_TOLD.sub(r"\g<stays>", _ALL_OF_HEX.sub("all in ", line))
    line = _ON_THE_TABLE.sub("everyone", _THAT_IS.sub("", line))
    line = _TAKES.sub(r"\g<lead>\g<who> and \g<whom> \g<verb> \g<hex>", line)
    line = _BOTH_LOTS.sub(r"both \g<whom>", line)
    line = _AND_ALL.sub(lambda found: f"{found['who'] or found['him']} and everyone with him", line)
    line = _WITH_THE_REST.sub(r"\g<who> and everyone with him except \g<left> \g<verb> ", line)
    line = _STAY_BUT.sub(r"\g<who> \g<does>; everyone else stays", line)
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
