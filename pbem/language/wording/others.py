"""Turns of phrase around names: those of whom a line only tells, or with whom it compares somebody, are told nothing.

They are pairs of a pattern and plain words, `of_names` in the settings of a lexicon (docs/lexicon.md), with slots for names.
"""

import re
from functools import lru_cache

from pbem.language.gazetteer import LONGEST_NAME, PIECE, Gazetteer
from pbem.language.lexicon import Lexicon

_OWN, _FOE, _END = "\x01", "\x02", "\x03"
"""Around the letter that stands for a name while patterns are looked for."""
_FIRST = "A"
MOST_NAMES = 26
_WHO = (
    r"(?:(?:the|my|our|his|old|good|poor|both|chief|(?:capt(?:ain)?|maj(?:or)?|gen(?:eral)?|col(?:onel)?|lt)\.?)\s+)*"
)
_SLOTS = {
    "<own>": rf"{_WHO}{_OWN}[A-Z]{_END}",
    "<foe>": rf"(?:{_WHO}{_FOE}[A-Z]{_END}|(?<!\d)\d{{4}}(?!\d))",
    "<any>": rf"(?:{_WHO}[{_OWN}{_FOE}][A-Z]{_END}|(?<!\d)\d{{4}}(?!\d))",
    "<goal>": rf"(?:(?<=[\d\"{_END}])|(?<=inch)|(?<=inches))",
    "<end>": r"(?=\s*(?:[,.;!]|$))",
    "<going>": r"(?:go|move|ride|march|walk|head|advance|charge|attack|fire|shoot|dismount|mount|come|cross|enter|leave)",
}
"""Names of one's own, of enemies (or a hex), of either; what a goal ends in; the end of a part; verbs of going and fighting."""
_SLOT = re.compile("|".join(_SLOTS))
_MAY_NAME = re.compile(r"[A-Z].*|(?![ain])[a-z]")
"""A word that may name somebody by its letter; small letters such as ``a`` are words sooner than companies."""
_OWNER = re.compile(r"'s?(?:\s|$)")


@lru_cache(maxsize=16)
def _turns(lexicon: Lexicon) -> tuple[tuple[re.Pattern[str], str], ...]:
    turns = lexicon.settings.get("of_names", ())
    return tuple((re.compile(_SLOT.sub(lambda slot: _SLOTS[slot[0]], turn), re.I), plain) for turn, plain in turns)


def of_names(line: str, gazetteer: Gazetteer, lexicon: Lexicon) -> str:
    """The line less those who are told nothing in it: ``Instead of E, A goes to 3612``, ``A goes, E being too tired``."""
    names: list[str] = []
    masked, at = "", 0
    pieces = list(PIECE.finditer(line))
    for n, piece in enumerate(pieces):
        if piece.start() < at or len(names) == MOST_NAMES:
            continue
        end, mark = _name(line, pieces[n : n + LONGEST_NAME], gazetteer)
        if mark:
            masked += f"{line[at : piece.start()]}{mark}{chr(ord(_FIRST) + len(names))}{_END}"
            names.append(line[piece.start() : end])
            at = end
    if not names or len(names) == len(pieces):
        return line
    masked += line[at:]
    made = masked
    for turn, plain in _turns(lexicon):
        made = turn.sub(plain, made)
    if made == masked:
        return line
    named = re.sub(rf"[{_OWN}{_FOE}]([A-Z]){_END}", lambda found: names[ord(found[1]) - ord(_FIRST)], made)
    return " ".join(named.split()).strip(" ,;")


def _name(line: str, pieces: list[re.Match[str]], gazetteer: Gazetteer) -> tuple[int, str]:
    """The end of the longest name that begins with these pieces, and its mark; 0 and "" for none, or for an owner."""
    for n in range(len(pieces), 0, -1):
        words = [one[0] for one in pieces[:n]]
        found = gazetteer.find(words) if words[-1][-1].isalnum() else None
        if found is None or found.is_misspelt or (found.is_weak and not _MAY_NAME.fullmatch(words[0])):
            continue
        if n > 1 and gazetteer.find(words[1:]) == found:
            return 0, ""  # of Whipple
        end = pieces[n - 1].end()
        if _OWNER.match(line, end) is not None or bool(found.own) == bool(found.foe):
            return 0, ""
        return end, _OWN if found.own else _FOE
    return 0, ""
