"""A line in plain words: its idioms, who goes along, who is gathered where, and rows of one name."""

import re

from pbem.language.wording.idioms import turned

MOST_LETTERS = 1200
"""Letters and signs of a line that is looked at."""
_OF_HIS_OWN = (
    r"(?:the\s+)?(?:(?:general|major|colonel|captain|col|gen|maj|capt|lt)\.?\s+)?(?-i:[A-Z])[a-z]{2,}(?:\s+(?-i:[A-Z])"
    r"[a-z]+)?|the\s+(?:major|colonel|general|captain|old\s+man|boss)"
)
_HELPS_OUT = (
    r"(?:(?:go|come|ride|tag|walk|move|run|be|fight|pitch|is|join)(?:e?s)?\s+(?:along(?:side)?|in|"
    r"with(?!\s+(?!them|it|him))(?:\s+(?:them|it))?|too|as\s+well)"
    r"|(?<=\s)along|(?:take|have|play)s?\s+(?:a\s+|his\s+)?(?:part|hand)(?:\s+in\s+(?:it|this|that)"
    r")?|join(?:s|ing)?(?:\s+(?:in|them))?"
    r"|(?:lend|give)s?\s+(?:them\s+)?(?:a\s+hand|his\s+(?:weight|name|bonus|voice|sword|help))|leads?(?:\s+(?:them|"
    r"it|the\s+(?:way|attack|charge|assault)|from\s+(?:the\s+)?front))?"
    r"|sets?\s+(?:the|an?|a\s+good)\s+example|shows?\s+(?:them\s+|'em\s+)?(?:the\s+way|how(?:\s+it(?:'s|\s+is)\s+done)?)"
    r"|(?:is\s+|go(?:es)?\s+|be\s+|rides?\s+)?(?:out\s+|up\s+)?(?:in\s+front|in\s+(?:the\s+)?(?:lead|"
    r"van)|at\s+(?:the|their)\s+(?:head|front|side))|with\s+(?:them|it)|participates?|take\s+part"
    r"|adds?\s+(?:his|the)\s+(?:bonus|\+\s?1|weight|name))"
)
_GOES_ALONG = re.compile(
    rf"(?:[,;.]\s*|\s+)(?:(?:and|but|with)\s+)?(?:(?:i\s+(?:think|guess|reckon|say)|please|let|have|"
    rf"maybe)\s+)?(?P<who>{_OF_HIS_OWN})\s+"
    rf"(?:(?:should|ought\s+to|will|shall|must|is\s+to|may|can|to|had\s+better|needs\s+to|has\s+to|"
    rf"wants\s+to)\s+)?{_HELPS_OUT}"
    r"(?P<how>(?:\s+(?:in\s+person|personally|himself|this\s+time|(?:for|with|to\s+(?:get|give|add|"
    r"lend))\s+(?:them\s+)?(?:his|the|a|that)\s+(?:\+\s?1|bonus|modifier|plus\s+one)))*)"
    r"(?=\s*[.,;!)]|\s*$)",
    re.I,
)
"""Says of a leader that they take part, in a sentence or remark beside an order: ``and the Major ought to set the example``."""
_STAYS = re.compile(r"\b(?:stay|hold|wait|remain|sit|stand)s?\b[^\d]*$", re.I)
"""Of those who stay: to join them is to go where they are."""
_STAYED = re.compile(
    r"\b(?:stays?|sits?|holds?|waits?|remains?|stands?|stops?)(?:\s+(?:put|tight|still|fast|there|here|where\s+\w+\s+(?:is|are)))*\s*$",
    re.I,
)
"""Ahead of who stays with those who do: ``HQ sits, Crook with it``."""
_GATHERED = re.compile(
    r"(?P<who>\b(?:all|every(?:one|body|thing)|those|units?|columns?|forces?|troops?|companies|men|"
    r"people|bands?|soldiers|warriors|commands?"
    r"|counters?|boys|lot|both)\s+)(?:(?:who|that|which)(?:'s|'re|\s+(?:is|are|r))\s+)?(?:(?:now|currently|"
    r"presently|still)\s+)?"
    r"(?:(?:concentrated|assembled|gathered|massed|collected|present|located|stationed|camped|encamped|"
    r"posted|based|found|situated|quartered"
    r"|huddled|bunched)\s+(?:up\s+|together\s+)?)?(?=(?:at|in|on|around)\s+(?:\d{4}|(?-i:[A-Z])))",
    re.I,
)
_STACK_IN = re.compile(
    r"(?:^|(?<=[.;:,]\s)|(?<=\bthe\s))(?P<hex>\d{4})\s+(?:stack|stk|group|lot|bunch|garrison|party|"
    r"pile|crowd|gang|boys|force|column)\b",
    re.I,
)
_HE_WHO = re.compile(
    r"(?:^|(?<=[.;]\s))(?P<who>(?:[Tt]he\s+)?[A-Z][a-z]+(?:\s+[A-Z][a-z]+){0,3}),\s+(?:he|she|it|they)"
    r"\s+(?=(?!(?:says?|thinks?|is|are|was|were|had|said)\b)[a-z]+)"
)
_ORDINAL = r"(?:1st|2nd|3rd|4th)"
_NUMBERED = re.compile(
    r"^\s*(?P<who>(?!(?i:targets?\b|priorit))[A-Za-z][A-Za-z' -]{2,24}?)(?::\s*|\s+)(?P<rows>1st\b(?!\s+(?:choice|pick|target|"
    r"turn|option|phase)).*?[,/;|]\s*2nd\b.*)$",
    re.S,
)
"""Rows of one name: ``KENTUCKY: 1st 8" / 2nd 4"``."""


def _by_number(line: str) -> str:
    """The line with the rows of one name as the units of that name."""
    found = _NUMBERED.match(line)
    if found is None or (":" not in line[: found.start("rows")] and not found["who"].isupper()):
        return line
    rows = re.split(rf"\s*[,/;|]\s*(?={_ORDINAL}\b)", found["rows"])
    named = (re.sub(rf"^({_ORDINAL})\b", rf"\1 {found['who'].title()}", one) for one in rows)
    return "; ".join(named) if all(re.match(_ORDINAL, one) for one in rows) else line


def in_plain_words(line: str) -> str:
    """The line with its idioms in plain words, less what orders nothing beside them."""
    if len(line) > MOST_LETTERS:
        return line
    line = turned(_by_number(line))
    line = _GATHERED.sub(r"\g<who>", _STACK_IN.sub(r"everyone in \g<hex>", line))
    line = _HE_WHO.sub(r"\g<who> ", line)

    def along(found: re.Match[str]) -> str:
        is_to_them = "join" in found[0].lower() and _STAYS.search(line[: found.start()]) is not None
        if is_to_them:
            return found[0]
        return f", {found['who']} {'too' if _STAYED.search(line[: found.start()]) else 'goes along'}"

    return _GOES_ALONG.sub(along, line)
