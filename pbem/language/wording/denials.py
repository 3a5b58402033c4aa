"""Lines that say where somebody shall not go, or that nobody is to do anything, in the words for staying."""

import re

from pbem.language.wording.idioms import turned

_WHO = (
    r"(?:the\s+|my\s+)?(?!(?:if|when|who|that|which|until|unless|while|so|i|we|you|it|nobody|none)\b)[A-Za-z][\w/']*"
    r"(?:\s+(?-i:[A-Z\d])\w*|\s+(?:and|&)\s+(?-i:[A-Z])\w*){0,3}"
)
_NOT = (
    r"(?:(?:shall|should|must|will|may|can|is|are|does|do|did|ought|need|needs)(?:\s+not|n't|nt)(?:\s+to)?"
    r"|won't|wont|shan't|shant|cannot|never|not\s+to)"
)
_STAY = r"(?:stay|wait|hold|remain|stand|rest|sit)"
_NOT_TO = re.compile(
    rf"(?P<lead>^\s*|[.;,]\s+|\b(?:and|but)\s+)(?P<who>{_WHO})\s+{_NOT}\s+"
    r"(?:(?:go|goes|move|moves|ride|rides|march|come|walk|cross|head|advance|run|gallop)\s+(?:over\s+|up\s+|down\s+|out\s+|back\s+|across\s+)?(?:to|into|towards?))\s+"
    r"(?P<where>(?:the\s+)?(?:\d{4}|(?-i:[A-Z])[\w/]*(?:\s+(?-i:[A-Z\d])\w*)?))"
    rf"(?:(?P<end>\s*[.!]?\s*$)|(?P<but>\s+but\s+(?:rather\s+|instead\s+)?(?=(?:to|into|towards?)\b))|(?:\s*[,;.]|\s+but)\s+(?:(?:and|but)\s+)?(?:(?:he|she|it|they)\s+)?(?={_STAY}))",
    re.I,
)
"""``Rawn shall not go to Gibbon, he stays at 1410``: the unit in the denied place gets no order from it."""


def denied(line: str) -> str:
    """The line with staying in plain words; any other line as it is."""
    line = turned(line, "denials")
    return _NOT_TO.sub(_stays, line)


def _stays(found: re.Match[str]) -> str:
    act = "stays" if found["end"] is not None else "goes " if found["but"] else ""
    return f"{found['lead']}{found['who']} {act}"
