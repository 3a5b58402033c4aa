"""Cells of rows that say little by themselves: ``Howitzers: nil``, ``1308: all > 1309``, ``Kentucky: First Battalion ...``."""

import re
from collections.abc import Sequence

from pbem.language.gazetteer import LONGEST_NAME, ORDINALS, PIECE, Gazetteer
from pbem.language.members import NUMBER_WORDS

_BETWEEN = re.compile(r"\s*[|;]\s*|\s+/{1,2}\s+|(?<=\w)[.,]\s+(?=[A-Z\d][\w/' .&+-]{0,40}?\s*(?::\s|-+>|=+>|→))")
"""Marks between the cells of a row."""
_LINK = r"(?:\s*(?::|=|-+>|=+>|→|>)\s*|\s+-{1,2}\s+)"
_NIL = (
    r"(?:nil|nix|none|nowt|nada|zip|zilch|z{2,}|put|stet|as\s+is|idle|nothing|-{1,3}|=|~|0|no(?:\s+(?:moves?|orders?|change|action))?"
    r"|n/?[am]|unchanged|same\s+(?:hex|place|spot))"
)
_IDLE = re.compile(
    rf"(?P<who>[^:=>|]{{1,60}}?)(?:{_LINK}{_NIL}|\s+(?:nil|n/[am]|z{{2,}}|stet|=))(?P<end>[\s.!]*)$", re.I
)
"""A cell in which somebody gets no order."""
_STACK = r"(?:stacks?|stk|group|lot|bunch|hex|force|column|column's)"
_BY_HEX = re.compile(
    rf"(?:(?:(?:all|every(?:one|body)|those)\s+)?(?:{_STACK}|at|in|@)\s+)?(?P<hex>\d{{4}})(?:'s)?(?:\s+{_STACK})?(?P<but>\s+(?:except|less|minus|bar|but)\s+[^:]+?)?{_LINK}"
    r"(?P<rest>\S.*)$",
    re.I,
)
"""A cell that begins with the hex of those whom it is for."""
_ALL = re.compile(
    r"(?:all(?:\s+(?:of\s+them|there|units))?|every(?:one|body)|(?:the\s+)?(?:whole\s+)?lot|both)\b\s*[:,]?\s*", re.I
)
_ALL_BEHIND = re.compile(r"\s+(?:all|everyone|everybody|both)\s*$", re.I)
_GOAL = re.compile(r"(?:[-=]*>\s*|to\s+)?\d{4}(?:\s*-\s*\d{4})*[\s.!]*$", re.I)
_EX = re.compile(r"(?<=\w )(?<!my )(?<!his )(?<!her )(?<!your )(?<!our )(?:ex|w/o|excl\.?|excluding|xcl)\s+(?=[A-Z])")
"""An exception in short: ``1308 stack ex Burton``."""


_NOT_MOVED = re.compile(r"(?<=[\w)])\s*:?\s+n/m\b")
"""Not moved: ``Miami & Shawnee n/m, Del f.``."""


def in_cells(line: str, gazetteer: Gazetteer) -> str:
    """The line with its cells in the words of a sentence; any other line as it is."""
    line = _not_he(_NOT_MOVED.sub(": stay", _EX.sub("except ", line)), gazetteer)
    if any(re.match(r"(?:Co\. )?I(?:/\d)?(?: Cav)?$", one.name) for one in gazetteer.things if one.is_own):
        line = _I_TO.sub(r"\g<ahead>Company I ", line)
    line = _CUT_SHORT.sub(lambda found: _undotted(found, gazetteer), _by_hex(line, gazetteer))
    line = _POSTS.sub(lambda found: _at_post(found, gazetteer), line)
    parts = _BETWEEN.split(line)
    marks = [one[0] for one in _BETWEEN.finditer(line)]
    made = [_cell(one, gazetteer, before) for before, one in zip(["", *parts], parts, strict=False)]
    if made != parts:
        kept = (".", ",") if any(one.startswith("all in ") for one in made) else (".", ",", "/")
        joints = [mark if mark.strip() in kept else "; " for mark in marks]
        line = "".join(text + mark for text, mark in zip(made, [*joints, ""], strict=True))
    return _of_parts(line, gazetteer)


_NOT_HE = re.compile(
    r"^\s*(?:no,?\s+)?not\s+(?P<who>[\w/'.& ]{1,24}?),?\s+(?:but|only|just|rather|but\s+(?:only|just))"
    r"\s+(?P<rest>(?P<other>(?:the\s+)?[\w/']+).*?)[\s.!]*$",
    re.I,
)
_HEX_OF = re.compile(
    r"^\s*(?:attack|assault|melee|hex|target)\s*[:=-]?\s*(?P<hex>\d{4})\s*(?:\((?P<some>[^()]{1,60})\)|\s-+\s(?P<list>[^()|;]{1,60}?)\s-+\s(?:attack|assault|melee))"
    r"(?:\s*(?:[|;,/]|-+)\s*(?:adv(?:ance)?\.?\s*:?\s*(?P<adv>[\w/. ]{1,20}?)))?(?:\s*(?:[|;]|//)\s*(?:hex"
    r"\s+)?\d{4}\s*[:-]?\s*(?:none|nil|nobody|no))?[\s.]*$",
    re.I,
)
"""An attack with its hex first: ``Attack: 1417 (A, M) | Adv.: nobody``, ``HEX 1417 - A, M - attack - adv M``."""


_I_TO = re.compile(r"(?P<ahead>[:;,.]\s+)I\s+(?=(?:to\s+|-*>\s*)?\d{4})")
"""Behind a mark and ahead of a hex no writer, but a company: ``nothing fancy: I to 1816``."""
_POSTS = re.compile(
    r"(?P<who>(?:\b[Tt]he\s+)?(?:\b(?:Company|Co\.?)\s+)?\b[A-Z][\w/]*(?:\s+[A-Z][\w/]*)*(?:\s+(?:Company|Troop))?)\s+(?:(?:will|shall|should|can|to|is\s+to|must)\s+)?"
    r"(?:screen|cover|watch|guard|picket|observe|support|look|scout)(?:s|es|ing)?\b[^,.;\d]{0,40}?\s*\bfrom\s+(?P<hex>\d{4})\b"
)
"""``The Scouts screen the left from 1815``."""


_CUT_SHORT = re.compile(r"\b(?P<who>[A-Z][a-z]{1,6})\.\s+(?=\d{4}\b|[a-z])")


def _undotted(found: re.Match[str], gazetteer: Gazetteer) -> str:
    """A name cut short without its stop: ``Whip. 0808``."""
    named = gazetteer.find([found["who"]])
    if named is None or len(named.own) != 1 or found["who"] in named.own[0].replace("/", " ").split():
        return found[0]
    return f"{found['who']} "


def _by_hex(line: str, gazetteer: Gazetteer) -> str:
    """The line with the number of each of several of a name of whom it tells the hex: ``Sans Arc village (1313)``."""
    for one in gazetteer.things:
        stem, _, number = one.name.rpartition(" ")
        if one.is_own and number.isdigit() and one.at and one.at in line and stem.lower() in line.lower():
            there = [two for two in gazetteer.things if two.name.startswith(f"{stem} ") and two.at == one.at]
            if len(there) == 1:
                hex_of_it = rf"(?:\(\s*(?:in\s+|at\s+)?{one.at}\s*\)|(?:in|at|from)\s+{one.at}\b|@\s*{one.at}\b)"
                line = re.sub(rf"\b{re.escape(stem)}\s*{hex_of_it}", one.name, line, flags=re.I)
    return line


def _at_post(found: re.Match[str], gazetteer: Gazetteer) -> str:
    """Return an order for somebody who watches from a hex: to stay in it, or to go to it."""
    own = gazetteer.find([one for one in PIECE.findall(found["who"]) if one.lower() != "the"])
    if own is None or len(own.own) != 1:
        return found[0]
    at = next((one.at for one in gazetteer.things if one.name == own.own[0]), "")
    return f"{found['who']} stays" if at == found["hex"] else f"{found['who']} moves to {found['hex']}"


def _not_he(line: str, gazetteer: Gazetteer) -> str:
    """The line with those who are not to do something behind those who are; and an attack in the sequence of a sentence."""
    attack = _HEX_OF.match(line)
    if attack is not None and _names_own(attack["some"] or attack["list"], gazetteer):
        after = attack["adv"] or ""
        is_nobody = re.fullmatch(r"no(?:ne|body)?|nil|-", after.strip(), re.I) is not None
        behind = "; no advance" if is_nobody else f"; advance {after}" if after else ""
        return f"{attack['some'] or attack['list']} attack {attack['hex']}{behind}"
    found = _NOT_HE.match(line)
    if found is None or not _names_own(found["who"], gazetteer) or not _names_own(found["other"], gazetteer):
        return line
    return f"{found['rest']}; {found['who']} stays"


def _cell(text: str, gazetteer: Gazetteer, before: str) -> str:
    """One cell, behind another."""
    is_continued = (
        before and re.search(r"[:=>]|\d{4}|\s[a-z]{3}", before.strip()) is None
    )  # Sans Arc | village 1 | 1313 > 1212
    by_hex = _BY_HEX.match(text.strip()) if not is_continued else None
    if by_hex is not None and (found := _of_hex(by_hex, gazetteer)):
        text = found
    idle = _IDLE.match(text.strip())
    if idle is None or not _names_own(idle["who"], gazetteer):
        return text
    return f"{idle['who'].strip()}: stay{idle['end']}"


def _of_hex(cell: re.Match[str], gazetteer: Gazetteer) -> str:
    """A cell that is for some of those who stand in a hex; "" for any other."""
    at, rest, but = cell["hex"], cell["rest"], cell["but"] or ""
    there = {one.name for one in gazetteer.things if one.is_own and one.at == at}
    if not there:
        return ""
    everybody = f"all in {at}{but}"
    if re.fullmatch(rf"{_NIL}[\s.!]*", rest, re.I):
        return f"{everybody} stay"
    if all_ := _ALL.match(rest):
        behind = rest[all_.end() :]
        return f"{everybody} stay" if re.fullmatch(rf"{_NIL}[\s.!]*", behind, re.I) else f"{everybody} {behind}"
    if _GOAL.match(rest):
        return f"{everybody} {rest}"
    own, end = _first_named(rest, gazetteer)
    here = [one for one in own if one in there]
    if not own and rest[0].islower():
        return f"{everybody} {_ALL_BEHIND.sub('', rest)}"
    if len(here) != 1 or but:
        return rest if here and len(here) == len(own) and not but else ""
    return here[0] + rest[end:]


def _first_named(text: str, gazetteer: Gazetteer) -> tuple[Sequence[str], int]:
    """Those of one's own whose name a text begins with, and the column behind it."""
    pieces = list(PIECE.finditer(text))
    for end in range(min(LONGEST_NAME, len(pieces)), 0, -1):
        found = gazetteer.find([one[0] for one in pieces[:end]])
        if found is not None and found.own:
            return found.own, pieces[end - 1].end()
    return (), 0


def _names_own(text: str, gazetteer: Gazetteer) -> bool:
    """True if a text is a list of names of one's own, and no more."""
    names = [one for one in re.split(r"\s*(?:,|\+|&|/(?!\d)|\band\b)\s*", text.strip()) if one]
    found = [
        gazetteer.find([two for two in PIECE.findall(one) if two.lower() not in ("the", "my", "both")]) for one in names
    ]
    return bool(found) and all(one is not None and bool(one.own) and not one.is_misspelt for one in found)


_NTH = {
    **dict(ORDINALS.items()),
    **{f"{n}{end}": str(n) for n in range(1, 10) for end in ("st", "nd", "rd", "th", "d")},
}
_PART = (
    r"(?:battalions?|bns?|bn\.|troops?|trps?|companies|company|cos?\.?|regiments?|regts?|guns?|squadrons?|sections?"
    r"|ones?|outfits?|lots?|units?|bands?)"
)
_ORDINAL = rf"(?:{'|'.join(sorted(_NTH, key=len, reverse=True))})"
_NUMBERED = re.compile(
    rf"(?:\bthe\s+)?(?:\b(?:numbers?|nos?\.?|bn|battalion|troop|company)\s*(?P<n>[1-9])\b|#\s?(?P<m>[1-9])\b"
    rf"|\b(?P<some>{_ORDINAL}(?:(?:\s*,\s*|\s*(?:and|&|\+)\s*)(?:the\s+)?{_ORDINAL})*)\b(?P<noun>\s+{_PART}\b)?(?=(?P<behind>\s*(?:[:,>-]|\s[a-z]))|\s))",
    re.I,
)
"""A part of a group by its number: ``First Battalion``, ``number 2``, ``the 3d``."""


_SUMMARY = re.compile(
    rf"(?:'s)?(?:\s+{_PART})?(?:\s+(?:to|should|will|shall|can|must|both|all))*\s+(?P<verb>[a-z]+(?:\s(?:ahead|back|forward|up))?)"
    r"(?:\s+both)?\s*[:,]\s+"
)
"""The verb of all of a group, ahead of how far each part does it: ``The Kentucky battalions advance: ...``."""
_FAR = rf"(?:\d|(?:{'|'.join(one for one in NUMBER_WORDS if len(one) > 2)})\b)"


def _of_parts(line: str, gazetteer: Gazetteer) -> str:
    """The line with the parts of the one group that it names by their own names: ``Kentucky: First Battalion ahead 10``."""
    stems = _stems(line, gazetteer)
    if len(stems) != 1:
        return line
    ((start, end, names),) = stems

    def named(found: re.Match[str]) -> str:
        some = re.findall(_ORDINAL, found["some"], re.I) if found["some"] else []
        digits = [found["n"] or found["m"]] if not some else [_NTH[one.lower()] for one in some]
        own = [names.get(one, "") for one in digits]
        ahead = rest[: found.start()].rstrip()
        if not ahead.strip(" 's") or re.search(r"\w's?$|[A-Z]\w*$|\b(?:at|upon|on|against)$", ahead):
            return found[0]  # Perry's 1st and 2nd, upon Joseph's first band
        is_time = found["some"] is not None and found["noun"] is None and found["behind"] is None
        return " and ".join(own) if all(own) and not is_time else found[0]

    head, group, rest = line[:start], line[start:end], line[end:]
    found = list(_NUMBERED.finditer(rest))
    if all(
        one["some"] and one["some"][0].isalpha() and not (one["noun"] or one[0].lower().startswith("the"))
        for one in found
    ):
        return line  # Kentucky: first ahead 4, then face W
    made = _NUMBERED.sub(named, rest)
    if made == rest:
        return line
    summary = _SUMMARY.match(made)
    if summary is not None and any(made.startswith(one, summary.end()) for one in names.values()):
        some = "|".join(map(re.escape, names.values()))
        far = re.compile(rf"((?:{some})(?:\s(?:and|,)\s(?:{some}))*)\s+(?:by\s+|only\s+|just\s+)?(?={_FAR})")
        return far.sub(lambda one: f"{one[1]} {summary['verb']} ", made[summary.end() :])
    heading = re.match(r"\s*(?:'s?)?\s*[:-]\s+|'s\s+(?=[A-Z])", made)
    return f"{head}{made[heading.end() :]}" if heading is not None else f"{head}{group}{made}"


def _stems(line: str, gazetteer: Gazetteer) -> list[tuple[int, int, dict[str, str]]]:
    """The groups that a line names of which each part has a number: their columns, and the parts by number."""
    found = []
    for word in re.finditer(r"[A-Z][A-Za-z]+(?:-[A-Z][a-z]+)?", line):
        own = [
            one.name
            for one in gazetteer.things
            if one.is_own and re.match(rf"{re.escape(word[0].removesuffix('s'))}s?\b.*\s[1-9]$", one.name)
        ]
        if len(own) > 1:
            found.append((word.start(), word.end(), {one[-1]: one for one in own}))
    return found
