"""Groups as people speak of them: ``Howard and all his mates``, ``nobody in Howard's column moves``, ``all stay but ...``."""

import re

from pbem.language.wording.idioms import turned

_GROUP = (
    r"(?:group|mates|gang|lot|men|force|crew|party|outfit|column|people|friends|pals|boys|lads|bunch|company|companions|followers|crowd|mob"
    r"|command|troops?|army|entourage|staff|team|caboodle|circus)"
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
    line = turned(line, "crowds")
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
