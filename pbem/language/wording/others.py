"""Those of one's own whom a line only compares with somebody, tells of or looks on from: none of them is told anything."""

import re
from collections.abc import Sequence

from pbem.language.gazetteer import LONGEST_NAME, PIECE, Gazetteer

_ARTICLE = r"(?:(?:the|my|our|old|good|poor|capt(?:ain)?\.?|maj(?:or)?\.?|gen(?:eral)?\.?|col(?:onel)?\.?|lt\.?)\s+)*"
_INSTEAD = re.compile(
    rf"(?:^|[,\s]+)\b(?:instead\s+of|rather\s+than|in\s+(?:place|lieu)\s+of|unlike|as\s+opposed\s+to)\s+{_ARTICLE}",
    re.I,
)
"""Ahead of who does not do it: ``A rather than B goes``."""
_GOAL = r"(?:(?<=\d)(?:\s*(?:inch(?:es)?|\"))?|(?<=\d\d\d\d))\s*,?\s+"
_PLACED = re.compile(
    rf"{_GOAL}(?:just\s+|right\s+|well\s+|safely\s+)*(?:ahead\s+of|to\s+(?:the\s+)?(?:front|rear|left|right|flank)\s+of|in\s+front\s+of|out\s+of\s+the\s+way\s+of|clear\s+of|past"
    rf"|to\s+(?:relieve|replace|take\s+over\s+from|stand\s+beside|be\s+beside|be\s+near|stand\s+by))\s+{_ARTICLE}",
    re.I,
)
"""Behind a goal, ahead of whom it is compared with: ``goes to 3612 ahead of E``."""
_ROOM = re.compile(rf"{_GOAL}(?:so\s+as\s+)?to\s+(?:give|leave|allow|offer|lend)\s+{_ARTICLE}", re.I)
_IS_ROOM = re.compile(
    r"\s+(?:(?:some|more|a|the|its|their|his)\s+)*(?:room|space|cover|support|hand|rest|way|time|chance|break|breather)\b",
    re.I,
)
_BEING = re.compile(
    r"\s+(?:being|(?:is|are|looks?|seems?)\s+(?:far\s+|much\s+|still\s+)?(?:too|so|very|quite|rather))\s+[^,.;:\d]{2,40}(?=\s*(?:[,.;!]|$))",
    re.I,
)
_NOT = re.compile(rf",\s*not\s+{_ARTICLE}", re.I)
_BEHIND_NOT = re.compile(r"\s*,")
_DOES_NOT = re.compile(
    r"\s+(?:does|do|will|shall)(?:\s+not|n't)\s+(?P<what>[^,;.:]+?)(?:\s*,\s*(?:but\s+|and\s+)?|\s+(?:but|and)\s+)",
    re.I,
)
_DOES = re.compile(r"\s+(?:does|do|will|shall)(?=\s*[.!]?\s*$)", re.I)
_LOOKS_ON = re.compile(r"\s+(?:lets?|allows?|watch(?:es)?|sees?)\s+", re.I)
_GOES = re.compile(
    r"\s+(?:to\s+)?(?:go|move|ride|march|walk|advance|charge|attack|fire|shoot|dismount|mount|come|cross|enter|leave)\b",
    re.I,
)
_PASSES = re.compile(rf"\s+(?:pass(?:es)?|overtakes?|goes\s+past|rides\s+past|marches\s+past)\s+{_ARTICLE}", re.I)
_AND_GOES = re.compile(r"\s+and\s+(?=(?:goes|moves|rides|marches|advances|charges|fires)\b)", re.I)
_WITH = re.compile(rf",?\s+with\s+{_ARTICLE}", re.I)
_ABSOLUTE = re.compile(r"\s+(?=(?:dismounting|mounting|staying|remaining|holding|waiting|resting)\b)", re.I)


class _Line:
    """A line in which those of one's own are looked for."""

    def __init__(self, text: str, gazetteer: Gazetteer) -> None:
        self.text, self.gazetteer = text, gazetteer

    def name_end(self, start: int) -> int:
        """Where the longest name of one's own that begins at a column ends; -1 for none, or for an owner."""
        pieces = list(PIECE.finditer(self.text, start))[:LONGEST_NAME]
        if not pieces or pieces[0].start() != start:
            return -1
        for last in reversed([one for one in pieces if one[0][-1].isalnum()]):
            words = [one[0] for one in pieces[: pieces.index(last) + 1]]
            found = self.gazetteer.find(words)
            if found is not None and found.own and not found.is_misspelt and (not found.is_weak or words[0].isupper()):
                return -1 if re.match(r"['’]s?\s", self.text[last.end() :]) else last.end()
        return -1

    def cut(self, start: int, end: int, by: str = "") -> None:
        """Put other words for a part of the line."""
        self.text = f"{self.text[:start].rstrip(' ,')}{by or ' '}{self.text[end:].lstrip(' ,')}".strip()

    def names(self) -> Sequence[tuple[int, int]]:
        """The columns of those of one's own who are named."""
        found: list[tuple[int, int]] = []
        at = 0
        for piece in PIECE.finditer(self.text):
            if piece.start() >= at and (end := self.name_end(piece.start())) > 0:
                found.append((piece.start(), end))
                at = end
        return found


def without_compared(text: str, gazetteer: Gazetteer) -> str:
    """The line less those of one's own who are told nothing in it: ``Instead of E, A goes to 3612``, ``A goes, E being tired``."""
    line = _Line(text, gazetteer)
    for pattern, behind in ((_INSTEAD, None), (_PLACED, None), (_ROOM, _IS_ROOM), (_NOT, _BEHIND_NOT)):
        for found in reversed(list(pattern.finditer(line.text))):
            end = line.name_end(found.end())
            room = behind.match(line.text, end) if behind is not None and end > 0 else None
            is_list = (
                end > 0
                and re.match(r"\s*(?:,\s*(?:and\s+)?|and\s+|&\s*)[A-Z]", line.text[end:]) is not None
                and found.start() > 0
            )
            if end > 0 and not is_list and (behind is None or room is not None):
                line.cut(found.start(), room.end() if room is not None else end)
    for start, end in reversed(line.names()):
        if (being := _BEING.match(line.text, end)) is not None and start:
            line.cut(start, being.end())
    for start, end in line.names():
        denied = _DOES_NOT.match(line.text, end)
        does = (
            _DOES.match(line.text, line.name_end(denied.end()))
            if denied is not None and line.name_end(denied.end()) > 0
            else None
        )
        if denied is not None and does is not None:
            other = line.text[denied.end() : does.start()]
            line.text = f"{line.text[:start]}{other} to {denied['what']}; {line.text[start:end]} stays"
            break
        looks = _LOOKS_ON.match(line.text, end)
        if looks is not None and _GOES.match(line.text, max(line.name_end(looks.end()), 0)) is not None:
            line.cut(start, looks.end())
            break
        passes = _PASSES.match(line.text, end)
        behind_him = _AND_GOES.match(line.text, max(line.name_end(passes.end()), 0)) if passes is not None else None
        if behind_him is not None:
            line.cut(end, behind_him.end())
            break
    for found in reversed(list(_WITH.finditer(line.text))):
        end = line.name_end(found.end())
        if end > 0 and _ABSOLUTE.match(line.text, end) is not None:
            line.cut(found.start(), found.end(), "; ")
    return line.text
