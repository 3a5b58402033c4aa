"""Companies told by who leads them: ``Mills' company A``, ``Reno's co.``."""

import re

from pbem.language.gazetteer import PIECE, Gazetteer
from pbem.language.members import letters, number

_WHOSE = re.compile(
    r"\b(?P<who>(?:Capt\.?\s+|Maj\.?\s+|Major\s+|Captain\s+|Lt\.?\s+)?[A-Z][a-z]+(?:\s[A-Z][a-z]+)?)(?:'s|(?<=s)')\s+"
    r"(?:own\s+)?(?:(?:[Cc]ompany|[Cc]oy?\b\.?|[Tt]roop)(?:\s+(?P<letter>[A-Z])\b(?!/|\s+of\b))?"
    r"|(?P<alone>[A-Z])\b(?!/|')(?:\s+(?:[Cc]ompany|[Cc]oy?\b\.?|[Tt]roop)\b)?)"
)
_OF_HIM = re.compile(
    r"\bthe\s+(?:company|troop)\s+(?:of|under)\s+(?P<who>(?:Capt\.?\s+|Maj\.?\s+|Major\s+|Captain\s+|Lt\.?\s+)?[A-Z][a-z]{2,}(?:\s[A-Z][a-z]+)?)"
)


def of_leaders(line: str, gazetteer: Gazetteer) -> str:
    """The line with the name of a company for its letter, or for none, beside who leads it."""

    def named(found: re.Match[str]) -> str:
        known = gazetteer.find(PIECE.findall(found["who"]))
        names = (*known.own, *known.foe) if known is not None else ()
        leader = gazetteer.by_name[names[0]] if len(names) == 1 else None
        if leader is None or not (leader.is_leader and leader.at):
            return found[0]
        letter = "".join(one or "" for one in found.groups()[1:])
        near = [one for one in gazetteer.things if one.is_own == leader.is_own and one.at == leader.at]
        near = [one for one in near if "company" in one.tags and one.name.startswith(letter)]
        return near[0].name if len(near) == 1 else found[0]

    return _OF_HIM.sub(named, _WHOSE.sub(named, _under_leader(line, gazetteer)))


_NEXT_HEX = re.compile(
    r"(?:\b(?P<lead>to|into|in|at|for|on|from|via)\s+)?(?:\b(?:the|a)\s+)?(?:\b(?P<n>one|two|three|[1-3])\s+)?\bhex(?:es)?\s+(?:(?:just|directly|due|to\s+the)\s+)*"
    r"(?P<way>(?:north|south)[ -]?(?:east|west)?|east|west|[ns][ew]?|[ew])\s+of\s+(?:(?:the|our|company|co\.?)\s+)?"
    r"(?P<base>\d{4}|camp|village|(?-i:[A-Z])\w*(?:\s(?-i:[A-Z])\w*)?)(?!\s+(?:at|in)\s+\d)",
    re.I,
)


def of_next_hexes(line: str, gazetteer: Gazetteer) -> str:
    """The line with a hex told by where it lies: ``two hexes north of the camp``, ``the hex south of A``."""

    def placed(found: re.Match[str]) -> str:
        known = gazetteer.find(PIECE.findall(found["base"]))
        own = [one.at for one in gazetteer.things if one.is_own and "village" in one.tags]
        names = (*known.own, *known.foe) if known is not None else ()
        hexes = {gazetteer.by_name[one].at for one in names} or {*own} or {gazetteer.place([found["base"]])}
        base = found["base"] if found["base"].isdigit() else hexes.pop() if len(hexes) == 1 else ""
        way, at = letters(found["way"]), base
        for _ in range(number(found["n"] or "1")):
            at = gazetteer.step(at, way) if at else ""
        at = at or " or ".join(filter(None, (gazetteer.step(base, f"{one}{way}") for one in "NS")))
        return f"{found['lead'] or ''} {at}".strip() if at else found[0]

    return _NEXT_HEX.sub(placed, line)


_LED = re.compile(
    r"\s*(?P<who>[A-Z][\w. ]{2,20}?)(?:'s|(?<=s)')\s+"
    r"(?:battalion|bn|command|lot|column|companies|men|people|stack|group|boys)\s*:\s+"
)
_LETTERS = re.compile(r"(?<![\w/'])[A-Z](?:/[A-Z])*(?![\w'/])")


def _under_leader(line: str, gazetteer: Gazetteer) -> str:
    """The line with the names of the companies whose letters stand behind their leader: ``Noyes' battalion: A (3311)``."""
    led = _LED.match(line)
    known = gazetteer.find(PIECE.findall(led["who"])) if led is not None else None
    if led is None or known is None or len(known.own) != 1 or not gazetteer.by_name[known.own[0]].is_leader:
        return line
    at = gazetteer.by_name[known.own[0]].at
    near = [one for one in gazetteer.things if one.is_own and at and one.at == at and "company" in one.tags]
    by_letter = {one.name[0]: one.name for one in near}

    def named(found: re.Match[str]) -> str:
        letters = found[0].split("/")
        return " + ".join(by_letter[one] for one in letters) if by_letter.keys() >= set(letters) else found[0]

    is_plain = len(by_letter) == len(near) > 1
    return line[: led.end()] + _LETTERS.sub(named, line[led.end() :]) if is_plain else line


_ONE_OF = re.compile(
    r"\b(?:[Cc]ompany\s+(?P<behind>[A-Z])|(?P<ahead>[A-Z])\s+(?:[Cc]ompany|[Tt]roop))\b(?!/|\s+(?:of|and|&)\b|,?\s+\d)"
)
_ON = re.compile(r"\s*(?:if|when|whenever|should|once|in\s+case|in\s+the\s+event)\b", re.I)


def each_company(line: str, gazetteer: Gazetteer) -> tuple[str, ...]:
    """A condition on a company of which only the letter is told, with each that has it: ``Should I Company be fired on``."""
    found = _ONE_OF.findall(line) if _ON.match(line) else []
    if len(found) != 1:
        return ()
    letter = "".join(found[0])
    own = [
        one.name
        for one in gazetteer.things
        if one.is_own and "company" in one.tags and one.name.startswith(f"{letter}/")
    ]
    return tuple(_ONE_OF.sub(name, line) for name in own) if 1 < len(own) < MOST_COMPANIES else ()


MOST_COMPANIES = 4
"""Companies with one letter, of which fewer are asked about."""
