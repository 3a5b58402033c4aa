"""Lines that say where somebody shall not go, or that nobody is to do anything, in the words for staying."""

import re

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
    r"(?:(?:go|goes|move|moves|ride|rides|march|come|walk|cross|head|advance|run|gallop)\s+(?:to|into|towards?))\s+"
    r"(?P<where>(?:the\s+)?(?:\d{4}|(?-i:[A-Z])[\w/]*(?:\s+(?-i:[A-Z\d])\w*)?))"
    rf"(?:(?P<end>\s*[.!]?\s*$)|(?P<but>\s+but\s+(?:rather\s+|instead\s+)?(?=(?:to|into|towards?)\b))|(?:\s*[,;.]|\s+but)\s+(?:(?:and|but)\s+)?(?:(?:he|she|it|they)\s+)?(?={_STAY}))",
    re.I,
)
"""``Rawn shall not go to Gibbon, he stays at 1410``: the unit in the denied place gets no order from it."""
_NOT_WITH = re.compile(
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
    r"^\s*(?:nothing)\s+(?:is|are|shall|will|should|must)\s+(?:to\s+)?be\s+"
    r"(?:undertaken|done|moved|attempted|tried|started|made|taken)\s+(?:by\s+|from\s+)?(?:any(?:one|body)?|whoever)\b(?:\s+(?:of\s+(?:the|my)\s+)?(?:compan(?:y|ies)|units?|bands?|columns?|troops?|one|men))?",
    re.I,
)
_IN_ORDER_TO_COVER = re.compile(
    r"(?P<act>\b(?:dismount(?:s|ing)?|gets?\s+off|stays?|holds?|remains?|waits?|halts?))\s+(?:so\s+as\s+)?to\s+"
    r"(?:cover|screen|support|protect|shield|help)\s+(?:them|him|her|it|the\s+(?:others|rest|move|movement|withdrawal|retreat|advance)|(?:their|his|its)\s+\w+)(?=\s*(?:[.,;!]|$))",
    re.I,
)
"""Why somebody dismounts: those whom they cover do not."""


def denied(line: str) -> str:
    """The line with staying in plain words; any other line as it is."""
    line = _IN_ORDER_TO_COVER.sub(r"\g<act>", _BY_NOBODY.sub("everybody stays", line))
    line = _NOT_WITH.sub(" ", _IS_STANDING.sub("stays", line))
    return _NOT_TO.sub(_stays, line)


def _stays(found: re.Match[str]) -> str:
    act = "stays" if found["end"] is not None else "goes " if found["but"] else ""
    return f"{found['lead']}{found['who']} {act}"
