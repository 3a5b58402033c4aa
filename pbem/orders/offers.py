"""Offers: what a line that is asked about may mean besides, of all its readings that can be carried out."""

import re
from collections.abc import Iterable, Sequence

from pbem.language.gist import without_idle
from pbem.language.kept import keeps_words, leaves_out
from pbem.orders.dialect import ReadsProse
from pbem.orders.gists import is_understood
from pbem.orders.lines import RULED, OwnLine
from pbem.orders.prose import MOST_SHOWN, STAYS, UNCLEAR, Prose, Tried
from pbem.orders.suggestions import NEGATION, SHORT
from pbem.orders.verdict import REFUSED, LineVerdict

ONE_ACT = re.compile(
    r"\b(?P<verb>dismount|mount|charge|recover|rally|rout|limber|unlimber|shell|burn|crawl)(?:s|es|ed|ing)?\b", re.I
)
"""Verbs of the notation that mean the same act in anybody's mouth: an offer without it is another order."""
_POLICY = re.compile(r"\s*policy\b", re.I)
VERB = "E110"
"""The problem of a line of which a word was not read, and that names nobody who is unknown."""
MOST_MORE = 2
"""Offers that stand behind those for which more of a line speaks."""


def may_have_more(found: LineVerdict) -> bool:
    """True if a line is asked about, or was refused for a word of it without anything to copy."""
    problem = found.problem
    if found.verdict != REFUSED or problem is None or RULED.match(found.text):
        return False
    if problem.code == UNCLEAR:
        return len(found.choices) < MOST_SHOWN
    is_prose = len(found.text.split()) > SHORT and _POLICY.match(found.text) is None
    return problem.code == VERB and is_prose and not problem.suggest and not is_understood(problem)


def more_offers(found: LineVerdict, reader: Prose) -> list[tuple[str, ...]]:
    """The orders that a line may mean besides those that it is asked about, those that keep most of its words first.

    Each has the hexes, amounts and directions of the line in it, and those whom it names.  Beside an offer that has everything
    there are only those for fewer, where nobody named the others.
    """
    words = found.text
    is_short = len(words.split()) <= SHORT or found.problem is None or found.problem.code != UNCLEAR
    if reader.has_stranger and is_short:
        return []
    own, named = _own_at(reader), [some[0] for some in reader.own_named(words) if len(some) == 1]
    ranked: dict[tuple[str, ...], int] = {}
    for one in reader.legal.values():
        orders = without_idle(one.canonical)
        text = " ".join(orders)
        # A name of a group, or of the desk's own words, may stand for somebody who is not on the map.
        is_named = all(name in text or any(one.endswith(own.get(name, name)) for one in orders) for name in named)
        is_named = is_named and (NEGATION.search(words) is not None or not all(map(STAYS.search, orders)))
        if orders and is_named and not leaves_out(words, orders) and reader.keeps_hexes(words, one):
            lost = (not reader.names_all(words, orders)) + reader.drops_bidden(words, one)
            lost += not keeps_words(words, orders, is_outline=False)
            ranked.setdefault(orders, lost + 2 * _is_another_act(words, orders))
    whole = [one for one in found.choices if ranked.get(one, 0) == 0]
    most = 0 if whole or 0 in ranked.values() else 1
    offers = [one for one in sorted(ranked, key=lambda one: ranked[one]) if ranked[one] <= most]
    units = {one: {name for name in own if name in " ".join(one)} for one in (*offers, *whole)}
    offers = [one for one in offers if not any(_is_cut(one, two, units[one], words) for two in found.choices)]
    return [
        one
        for one in offers
        if one not in found.choices
        and (not whole or any(units[one] < units[two] and _acts(one, own) == _acts(two, own) for two in whole))
    ][:MOST_MORE]


_LETTER = re.compile(r"(?:Co\. )?([A-Z])(?:/|$)")


def _is_cut(orders: Sequence[str], choice: Sequence[str], units: Iterable[str], words: str) -> bool:
    """True if some orders are those of a choice without a part of what somebody does, or without a company by its letter."""
    dropped = " ".join(one for one in choice if one not in orders)
    letters = {found[1] for name in re.split(r" \+ | (?=[a-z])", dropped) if (found := _LETTER.match(name))}
    kept = {found[1] for name in units if (found := _LETTER.match(name))}
    is_lettered = any(re.search(rf"(?<![A-Za-z']){one}(?![A-Za-z'])", words) for one in letters - kept)
    return is_lettered or (set(orders) < set(choice) and any(name in dropped for name in units))


def _own_at(reader: Prose) -> dict[str, str]:
    """Those of the side by name, each with its hex."""
    position = reader.clauses.position
    if not isinstance(position.dialect, ReadsProse):
        return {}
    gazetteer, _ = position.dialect.prose(position.view, position.side, position.present)
    return {one.name: one.at or one.name for one in gazetteer.things if one.is_own}


def _acts(orders: Sequence[str], own: Iterable[str]) -> set[str]:
    """The words of some orders that name nobody of one's own."""
    names = {word for name in own for word in name.split()}
    return {word for one in orders for word in one.split() if word.isalpha() and word not in names}


def _is_another_act(words: str, orders: Sequence[str]) -> bool:
    """True if a line says what to do in the word of the notation, and some orders don't."""
    text = " ".join(orders)
    return not all(one["verb"].lower() in text for one in ONE_ACT.finditer(words)) and not words.endswith("?")


def _stays_twice(orders: Sequence[str]) -> bool:
    """True if some of those whom one order tells to stay are told something else by another."""
    others = " ".join(one for one in orders if not STAYS.search(one))
    stay = [name for one in orders if STAYS.search(one) for name in STAYS.sub("", one).split(" + ")]
    return any(name in others for name in stay)


def fullest(sure: list[Tried]) -> list[Tried]:
    """The one reading that has all that the others have, and besides only who stays: it costs nothing to say so."""
    sure = [one for one in sure if not _stays_twice(one.canonical)] or sure
    if len(sure) > 1 and all(STAYS.search(order) for one in sure for order in one.canonical):
        idle = [{name for order in one.canonical for name in STAYS.sub("", order).split(" + ")} for one in sure]
        return [one for one, names in zip(sure, idle, strict=True) if names == set().union(*idle)][:1] or sure
    most = max(sure, key=lambda one: len(one.canonical), default=None)
    if most is None or len(sure) < 2:
        return sure
    for one in sure:
        more = [text for text in most.canonical if text not in one.canonical]
        if not set(one.canonical) <= set(most.canonical) or not all(map(STAYS.search, more)):
            return sure
    return [most]


def in_common(line: OwnLine, orders: Sequence[str]) -> int:
    """The number of words of a line that stand in order lines too."""
    return len(set(line.words.lower().split()) & set(" ".join(orders).lower().split()))
