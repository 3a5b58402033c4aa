"""Conditions of orders, and how far these reach, in plain words: ``should they get to within three of HQ, ... guard it``.

For games whose orders may have a condition: a plan of battle, the table-top game.
"""

import re
from collections.abc import Iterator

from pbem.language.gazetteer import LONGEST_NAME, PIECE, Gazetteer
from pbem.language.lexicon import Lexicon
from pbem.language.members import NUMBER_WORDS
from pbem.language.spelling import slips
from pbem.language.wording.idioms import turned

_N = rf"(?:\d{{1,2}}|{'|'.join(one for one in NUMBER_WORDS if len(one) > 2 and one not in ('once', 'twice'))})"
_IF = r"(?:if|when(?:ever)?|once|should|unless|until|till|as\s+soon\s+as|the\s+moment|in\s+case)"
_THEY = (
    r"(?:(?:any|an|the|some|one\s+of\s+the)\s+)?(?:enem(?:y|ies)|hostiles?|foes?|braves?|warriors?|indians?|soldiers?|bluecoats?|they|them|he|it"
    r"|(?:any|some)(?:one|body|thing)|any\s+of\s+them)"
)
_COMES = re.compile(
    rf"\b(?P<if>{_IF})\s+(?P<who>{_THEY})\s+(?:(?:should|do|does|to|ever|try\s+to|dare\s+to)\s+)*"
    r"(?:(?:is|are|'s|'re)\s+|(?:clos|approach|com|gett?|mov|advanc|push|press|draw|creep|rid|stepp?|edg|sneak|reach)(?:e|es|s|ing)?\s+)"
    r"(?:(?:up|in|near(?:er)?|close(?:r)?|forward|out)\s+)*(?:to\s+)?(?:within|inside|as\s+(?:close|near)\s+as|under|less\s+than|closer\s+than|nearer\s+than)\s+"
    rf"(?:about\s+|some\s+)?(?=(?:a\s+|an\s+)?{_N}\b)",
    re.I,
)
_STOP_ROWS = re.compile(
    r"^\s*(?:stops?|halts?|pauses?|interrupts?|breaks?)(?:\s+(?:when|if|at))?\s*[:=]\s*(?P<rows>.+?)[\s.]*$", re.I
)
_FAR_FROM_IT = re.compile(
    rf"(?P<far>\b{_N}\s+hex(?:es)?)(?:\s+(?:away|off|out))?\s+(?:from|of|to)\s+(?:it|them|him|her)\b", re.I
)
_CELLS = re.compile(r"\s+[|/]\s+")
_CELL = re.compile(r"[^:=>]{1,40}?\s*(?::|-+>|=+>|=|>)\s*\S")
_REST_CELL = re.compile(r"^\s*(?:the\s+|all\s+)?(?:rest|others?)\s*(?::|-+>|=+>|=|>)\s*", re.I)
_SOMEBODY = ("somebody", "someone", "anybody", "anyone", "enemy", "anything", "something")
_STRANGER = re.compile(
    rf"\b(?P<if>{_IF})\s+(?P<who>[a-z]{{4,}})\s+(?=(?:is|are|gets?|comes?|moves?|r|within|inside|w/in|in|at|under|closer|nearer|<)\b)",
    re.I,
)


_INTO = re.compile(r"\b(ahead|forwards?|fwd)\s+into\s+(?=(?:the|that|those|their)\s+[a-z])", re.I)
"""A distance, by the ground: ``work forward into the windfall``."""


def as_waited(line: str, gazetteer: Gazetteer, lexicon: Lexicon) -> str:
    """The line with its conditions, and the distances beside them, in plain words."""
    is_plan, is_table = bool(lexicon.settings.get("targets")), bool(lexicon.settings.get("per_unit"))
    if not (is_plan or is_table):
        return line
    line = _STRANGER.sub(lambda found: _known(found, gazetteer), line)
    line = _on_table(line) if is_table else line
    line = _COMES.sub(
        lambda found: f"{found['if']} {found['who']} come{'s' * (found['who'][-1] not in 'sym')} within ", line
    )
    line = _in_plan(line, gazetteer) if is_plan else line
    cells = _CELLS.split(line)
    if len(cells) < 2 or not all(map(_CELL.match, cells)):
        return line
    return "; ".join(_REST_CELL.sub("the rest: ", one) for one in cells)


_COMPASS = {"n": "north", "s": "south", "e": "east", "w": "west"}
_NORTH_WOOD = re.compile(r"\b(?P<way>[NSEW])\.?\s+(?=(?:timber|woods?|thicket|trees|brush|hill|creek|road)\b)")
_AT_ONLY = re.compile(
    r"\b(?P<fire>fires?|shoots?)\s+(?:at|on)\s+(?P<foe>(?:the\s+)?[\w' ]{2,20}?)\s+only\b|\b(?P<fires>fires?"
    r"|shoots?)\s+only\s+(?:at|on)\s+(?=(?:the\s+)?[A-Za-z])",
    re.I,
)
_CHARGE = re.compile(r"\s*\(\s*charge\s*\)|(?<=[a-z])\s*[,!]+\s*charge\s*!*(?=\s*$)", re.I)


def _on_table(line: str) -> str:
    """The line with what is short for conditions, places and distances on the table."""
    line = turned(line, "table")
    line = _NORTH_WOOD.sub(lambda found: f"{_COMPASS[found['way'].lower()]} ", line)
    line = turned(line, "stops")
    line = _AT_ONLY.sub(
        lambda found: (
            f"{found['fire'] or found['fires']} only if {found['foe'] or ''}".rstrip() + " " * (found["foe"] is None)
        ),
        line,
    )
    if _CHARGE.search(line) and re.search(r"\b(?:go(?:es)?\s+(?:in\s+)?(?:at|on|for)|gets?|at)\s", line, re.I):
        line = re.sub(
            r"\b(?:go(?:es)?\s+(?:in\s+)?(?:at|on|for)|gets?|at)\s+",
            "charge ",
            _CHARGE.sub("", line),
            count=1,
            flags=re.I,
        )
    return _INTO.sub(r"\1 until in ", line)


def _in_plan(line: str, gazetteer: Gazetteer) -> str:
    line = turned(line, "plan")
    line = _with_whom(line, gazetteer)
    rows = _STOP_ROWS.match(line)
    if rows is not None:
        return "; ".join(f"report when {one}" for one in re.split(r"\s*[/|;,]\s+|\s+or\s+", rows["rows"]))
    return line


def _known(found: re.Match[str], gazetteer: Gazetteer) -> str:
    """Somebody in a condition whom nobody knows, as the enemy or the word that they are like."""
    word = found["who"].lower()
    if gazetteer.find([word]) is not None or word in ("they", "them", "enemy", "this", "that", "there", *_SOMEBODY):
        return found[0]
    foes = {one.name.split()[0].removesuffix("'s") for one in gazetteer.things if not one.is_own}
    most = dict.fromkeys(sorted(foes), 1) | {one: 2 if len(one) > 6 else 1 for one in _SOMEBODY}
    near = [
        one
        for one, n in most.items()
        if len(one) > 3 and one[0].lower() == word[0] and slips(word, one.lower(), n) <= n
    ]
    return f"{found['if']} {near[0]} " if len(near) == 1 else found[0]


def _named(line: str, gazetteer: Gazetteer) -> Iterator[tuple[int, int]]:
    """The columns of the names of one's own in a line."""
    pieces = list(PIECE.finditer(line))
    n = 0
    while n < len(pieces):
        ends = range(min(n + LONGEST_NAME, len(pieces)), n, -1)
        found = ((end, gazetteer.find([one[0] for one in pieces[n:end]])) for end in ends)
        end = next((end for end, one in found if one is not None and one.own and not one.is_misspelt), 0)
        if end:
            yield pieces[n].start(), pieces[end - 1].end()
        n = end or n + 1


_NEAR_IT = re.compile(
    rf"(?P<far>within\s+{_N}(?:\s+hex(?:es)?)?\s+(?:of|from)\s+)(?:it|them|him|her)\b(?=\s*(?:[.,;]|$))", re.I
)
_GUARDS_IT = re.compile(
    r"\b(?P<verb>guard|protect|cover|screen|shield|defend|escort)(?P<s>s?)\s+(?:it|them|him)\b", re.I
)


_BEFORE_VERB = re.compile(r"^\s*(?:(?:to|will|should|shall|can|must|always)\s+)*$", re.I)


def _with_whom(line: str, gazetteer: Gazetteer) -> str:
    """The line with whom a pronoun in its condition, or behind ``guard``, means by name."""
    near = _NEAR_IT.search(line)
    if near is not None:
        own = [line[start:end] for start, end in _named(line[: near.start()], gazetteer)]
        if own and re.search(rf"\b{_IF}\b", line[: near.start()], re.I):
            line = _NEAR_IT.sub(rf"\g<far>{own[-1]}", line)  # the cavalry guards HQ if they come within 3 of it
    guards = _GUARDS_IT.search(line)
    if guards is not None:
        of = re.search(rf"\bwithin\s+{_N}(?:\s+hex(?:es)?)?\s+(?:of|from)\s+", line[: guards.start()], re.I)
        part = line[of.end() : guards.start()] if of is not None else ""
        own = [part[start:end] for start, end in _named(part, gazetteer)]
        before = list(_named(line[: guards.start()], gazetteer))
        is_said = len(before) > 1 and not _BEFORE_VERB.sub("", line[before[-1][1] : guards.start()])
        if is_said and not own:  # HQ stays where it is and the scouts guard it
            own = [line[start:end] for start, end in before[-2:-1]]
        if own:
            line = _GUARDS_IT.sub(rf"\g<verb>\g<s> {own[0]}", line)
    return _FAR_FROM_IT.sub(r"\g<far>", line)
