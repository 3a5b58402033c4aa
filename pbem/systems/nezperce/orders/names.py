"""Units and places as players write them."""

import re
from collections.abc import Iterable, Sequence

from pbem.core.clause import rule
from pbem.core.order import Ambiguous, Malformed, Problem
from pbem.language.spelling import listed, nearest
from pbem.orders.refusal_text import with_lead
from pbem.systems.nezperce import data
from pbem.systems.nezperce.data import card, cards
from pbem.systems.nezperce.state.position import GONE, Campaign

_JOINT = re.compile(r"\s*(?:\+|,|;|&|/|\band\b)\s*", re.I)
_ALL = re.compile(
    r"(?:all (?:of|my|the)(?: units)?|all units|all|every unit|every(?:one|body|thing))(?:\s+(?:at|in|from|of))?(?:\s+(\S.*))?",
    re.I,
)
_ARTICLE = re.compile(r"(?:(?:the|my|our|all of)\s+)+(?:nez perce\s+)?", re.I)
_RANK = re.compile(r"(?:general|gen|colonel|col|major|maj|captain|capt|lieutenant|lt|chief)\b\.?\s+(?=\S)", re.I)
_FOLLOWERS = re.compile(r"['\u2019]s?\s+(?:men|company|troops?|cavalry|band|people|braves|warriors)$", re.I)
LEAST_LETTERS = 3
"""Letters of a word that may stand for all of it."""
MOST_WORDS = 5
_SHORT = {"va": "virginia", "vol": "volunteer", "ft": "fort", "st": "saint"}


def folded(text: str) -> str:
    """A name without case, dots and hyphens."""
    return " ".join(re.sub(r"[.'-]", " ", text).lower().split())


def units(text: str, view: Campaign, side: str) -> tuple[str, ...] | Problem:
    """The units of a side that these words name: ``Howard + Perry``, ``all in 0811``."""
    group = _ALL.fullmatch(text.strip())
    if group is not None:
        return _all(group[1] or "", view, side)
    found: list[str] = []
    for word in _JOINT.split(text.strip()):
        one = unit(word, view, side)
        if isinstance(one, Problem):
            return one
        if one not in found:
            found.append(one)
    return tuple(found)


def _all(where: str, view: Campaign, side: str) -> tuple[str, ...] | Problem:
    mine = view.of(side)
    at = place(where) if where else ""
    if isinstance(at, Problem):
        return at
    found = tuple(one.name for one in mine if at in ("", one.at))
    if not found:
        return Malformed("E101", f"No unit of yours is in {where}.", words=where)
    return found


@rule("NP-B6.0d", "NP-C6.4.3c", "NP-C6.4.4a")
def unit(word: str, view: Campaign, side: str) -> str | Problem:
    """The one unit that a word names: its name, an alias, or the beginning of a word of it."""
    word = _RANK.sub("", _ARTICLE.sub("", _FOLLOWERS.sub("", word.strip(" ."))))
    wanted, mine = folded(word), [name for name, one in cards().items() if one.side == side and name in view.units]
    if not wanted:
        return Malformed("E101", "A unit's name is missing.", words=word)
    exact = [name for name in mine if wanted in map(folded, (name, *card(name).aliases))]
    near = exact or [name for name in mine if _fits(wanted, (name, *card(name).aliases))]
    in_play = [name for name in near if view.units[name].status != GONE]
    if near and not in_play:
        return Malformed("E103", f"{near[0]} is out of play.", words=word)
    near = in_play
    if len(near) == 1:
        return near[0]
    if near:
        return Ambiguous("E102", f"'{word}' may be {listed(near, 'or')}.", suggest=tuple(near), words=word)
    text = f"No unit of yours is called '{word}'."
    if likely := nearly(word, [name for name in mine if view.units[name].status != GONE]):
        return Malformed("E101", with_lead(text, f"Did you mean   {likely} ?"), words=word)
    known = ", ".join(name for name in mine if view.units[name].active)
    return Malformed("E101", f"No unit of yours is called '{word}'.  Your units: {known}.", words=word)


def nearly(word: str, names: Iterable[str]) -> str:
    """The name that a misspelt one stands for, "" for none: ``Olokot``, ``Wipple``, ``White Brid``."""
    spelled = [
        (way, name)
        for name in names
        for one in (name, *card(name).aliases)
        for way in (folded(one), *folded(one).split())
    ]
    found = nearest(folded(word), [(way, name) for way, name in spelled if len(way) > LEAST_LETTERS])
    return found[0] if found else ""


def opening(words: Sequence[str], names: Sequence[str]) -> int:
    """The number of these words, from the first, that name one of the units; 0 for none."""
    for count in range(min(len(words), MOST_WORDS), 0, -1):
        wanted = folded(" ".join(words[:count]).strip(" .,;:+"))
        if len(wanted) < LEAST_LETTERS or words[count - 1] in ",;:+&":
            continue
        if any(_fits(wanted, (name, *card(name).aliases)) for name in names):
            return count
    return 0


def _fits(wanted: str, names: Iterable[str]) -> bool:
    """True if the words stand at the beginning of the name, or of some words in it; or begin words of it one by one."""
    return any(
        f" {folded(one)}".find(f" {wanted}") >= 0 or _begins(wanted.split(), folded(one).split()) for one in names
    )


def _begins(wanted: Sequence[str], name: Sequence[str]) -> bool:
    """``walla vols``, ``Wash Vols``: beginnings of words of a name in its sequence, the first of three letters at least."""
    if len(wanted) < 2 or (len(wanted[0]) < LEAST_LETTERS and wanted[0] not in _SHORT):
        return False
    rest = iter(name)
    return all(any(_is_begun(part, word) for word in rest) for part in wanted)


def _is_begun(part: str, word: str) -> bool:
    one = part.removesuffix("s")
    return word == one or word.startswith((part, _SHORT.get(one, part)))


@rule("NP-B4.2d")
def place(word: str) -> str | Problem:
    """The hex that a word names: its number, or a place of the map."""
    sheet, text = data.strategic_map(), word.strip(" .,:")
    if re.fullmatch(r"\d{4}", text):
        if text in sheet:
            return text
        return Malformed("E104", f"There is no hex {text} on the map.", words=word)
    text = _ARTICLE.sub("", text)
    wanted = " ".join(_SHORT.get(one, one) for one in folded(text).split())
    towns = {folded(one.name): one.hexes[0] for one in sheet.places.values() if len(one.hexes) == 1}
    if wanted in towns:
        return towns[wanted]
    near = [name for name in towns if wanted and _fits(wanted, [name])]
    if len({towns[name] for name in near}) == 1:
        return towns[near[0]]
    if near:
        known = (one.name for one in sheet.places.values() if folded(one.name) in near)
        return Ambiguous("E104", f"'{word}' may be {listed(known, 'or')}.", words=word)
    why = f"No hex or place is called '{word}'."
    spelled = [(folded(one.name), one.name) for one in sheet.places.values() if len(one.hexes) == 1]
    if likely := nearest(wanted, spelled):
        return Malformed("E104", with_lead(why, f"Did you mean   {likely[0]} ?"), words=word)
    return Malformed("E104", f"No hex or place is called '{word}'.  A hex is written as four digits: 0709.", words=word)
