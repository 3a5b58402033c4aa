"""The addressees of a line: a unit, several of them, all of a kind; and what was meant where a name is none."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from pbem.core.order import Ambiguous, Malformed, Problem
from pbem.language.spelling import in_words, listed
from pbem.mechanisms.likeness import ALL, BEFORE_NAMES, TOKEN
from pbem.orders.refusal_text import with_lead
from pbem.systems.miniatures.orders import names

TWO = 2
"""Units that are meant by ``both``."""
JOINTS = ("and", ",", "&", "+")
_KINDS = ("units", "unit", "men", "troops", "indians", "americans", "warriors", "braves")
_NO_ARMS: Mapping[str, list[str]] = MappingProxyType({})
_RANGE = re.compile(r"(.*?)(\d)\s*-\s*(\d)")
_EXCEPT = re.compile(
    r"\s*,?\s*\b(?:except|but|without)\b\s+(?:for\s+)?(.+?)\s*(?=:|\b(?:each|ahead|forwards?|advances?|back|to|towards?|moves?"
    r"|stays?|holds?|forms?|faces?|fires?|loads?)\b)",
    re.I,
)
_DASH = re.compile(r"\s*(?:[-\u2013\u2014]|->)\s+")


class Unreadable(Exception):
    """A line cannot be read; `problem` says what and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.text)
        self.problem = problem


def units(text: str, mine: dict[str, str], arms: Mapping[str, list[str]] = _NO_ARMS) -> tuple[list[str], str]:
    """The units that a line begins with, and what they do; ([], "") for a line that begins with none.

    `arms` are units on the table by the word for their arm, ``all foot: ahead 5``; those of "" are all of them.
    """
    if (group := _group(text, mine, arms)) is not None:
        return group
    words = list(TOKEN.finditer(text))
    tokens = [one[0] for one in words]
    found: list[str] = []
    n = end = 0
    is_joined = False
    while n < len(tokens):
        n += tokens[n].lower() in BEFORE_NAMES and n + 1 < len(tokens)
        some, count = _next(tokens[n:], mine, found if is_joined else [])
        if not some:
            break
        found += [one for one in some if one not in found]
        n += count
        end = words[n - 1].end()
        is_joined = n < len(tokens) and tokens[n].lower() in JOINTS
        n += is_joined
    rest = text[end:]
    if (dash := _DASH.match(rest)) is not None:
        rest = rest[dash.end() :]
    return found, re.sub(r"^(?:\s*(?::|each\b))+", "", rest, flags=re.I).strip()


def _next(tokens: Sequence[str], mine: dict[str, str], before: list[str]) -> tuple[list[str], int]:
    """The units of the next name, and its words: ``SL1``, ``2`` behind ``Rifles 1 and``, ``SL1-4``; none for ``2 back``."""
    name, count = names.longest(tokens, mine)
    if name:
        return [name], count
    if before and tokens[0].isdigit() and not _is_measure(tokens[1:3]):
        first, _, last = before[-1].rpartition(" ")
        ways = (names.folded(f"{one} {tokens[0]}") for one in (first, last))
        name = next((mine[way] for way in ways if way in mine), "")
        return ([name], 1) if name else ([], 0)
    for count in (1, 2):
        several = _RANGE.fullmatch(" ".join(tokens[:count]))
        if several is not None:
            body, first, last = several.groups()
            wanted = [names.named_by(f"{body} {n}", mine) for n in range(int(first), int(last) + 1)]
            return (wanted, count) if wanted and all(wanted) else ([], 0)
    return [], 0


_MEASURES = frozenset(("moves", "inches", "inch", "in", "ins"))
_WAYS = frozenset(
    ("back", "backward", "backwards", "ahead", "forward", "forwards", "fwd", "left", "right", "to", "toward", "towards")
)


def _is_measure(behind: Sequence[str]) -> bool:
    """True if a number before these words says how far somebody goes: ``2 inches``, ``2 back``, unlike ``2 back 3``."""
    first, *more = (one.lower() for one in behind) if behind else ("",)
    return first in _MEASURES or (first in _WAYS and not (more and more[0][:1].isdigit()))


def _group(text: str, mine: dict[str, str], arms: Mapping[str, list[str]]) -> tuple[list[str], str] | None:
    """``all``, ``both rifles``, ``each of SL1, SL2``, ``all but Kentucky 1``; None for a line that begins otherwise."""
    word = re.match(r"(\w+)\b\s*(?:of\b\s*)?(?:the\b\s*)?", text)
    if word is None or word[1].lower() not in ALL - {"rest", "others", "remaining"}:
        return None
    rest, left_out = text[word.end() :], []
    if (but := _EXCEPT.match(rest)) is not None:
        left_out, rest = listed_units(but[1], mine), rest[but.end() :]
    # Whoever writes "all" means those that are left.
    all_names = arms.get("") or list(dict.fromkeys(mine.values()))
    named, does = units(rest, mine) if not left_out and rest else ([], "")
    if named:
        return named, does
    words = list(TOKEN.finditer(rest))
    # Kinds are told by a word of the names: sub-legions, rifles, companies.
    kind = names.fitting(words[0][0], mine) if words and word[1].lower() in ("all", "both", "every", "each") else ()
    if len(kind) > 1:
        found, behind = [one for one in kind if one in all_names], rest[words[0].end() :]
    else:
        found, behind = all_names, rest
        kind_word = words[0][0].lower() if words else ""
        if kind_word in _KINDS or kind_word in arms:
            found, behind = arms.get(kind_word, all_names), rest[words[0].end() :]
    if not left_out and (but := _EXCEPT.match(behind)) is not None:
        left_out, behind = listed_units(but[1], mine), behind[but.end() :]
    kept = [one for one in found if one not in left_out]
    if word[1].lower() == "both" and len(found) != TWO:
        says = f"'both' are two: which of {listed(found)} do you mean?  For all of them write   each of {', '.join(found)}: ..."
        raise Unreadable(Ambiguous("E102", says, words=word[1]))
    return kept, re.sub(r"^(?:\s*(?::|each\b))+", "", behind, flags=re.I).strip()


def listed_units(text: str, mine: dict[str, str]) -> list[str]:
    """``Sub-Legion 3, 4`` or ``Wyandot and Miami``: nothing else may stand there."""
    found, rest = units(text.strip(" ."), mine)
    if not found or rest:
        raise Unreadable(unknown(rest or text, text, mine))
    return found


def unknown(rest: str, line: str, known: dict[str, str], *, mine: bool = True) -> Problem:
    """Why words are no unit's name (E101), with the line as it was meant; E102 where they fit several."""
    rest = rest.strip()
    words = TOKEN.findall(rest)
    words = words[1:] if words[1:] and words[0].lower() in BEFORE_NAMES else words
    word = words[0] if words else ""
    if not word:
        return Malformed("E101", f"A unit's name is missing here.  {all_units(known, mine=mine)}", words=word)
    fits = names.fitting(word, known)
    if len(fits) > 1:
        text = f"'{word}' fits {in_words(len(fits))} units: {listed(fits)}."
        lead = f"For all of them write   each of {', '.join(fits)}: ..."
        return Ambiguous("E102", with_lead(text, lead) if mine else text, words=word)
    near, count = names.near(words, known)
    if not near:
        text = f"No unit is called {word!r}.  {all_units(known, mine=False)}"
        return Malformed(
            "E101", f"No unit of yours is called {word!r}.  {all_units(known)}" if mine else text, words=word
        )
    text = f"No unit of yours is called {word!r}." if mine else f"No unit is called {word!r}."
    wrong = re.match(r"\W*".join(map(re.escape, words[:count])), rest)
    suggested = line.replace(wrong[0], near, 1) if wrong is not None else ""
    text = with_lead(text, f"Did you mean   {near} ?")
    return Malformed("E101", text, suggest=(suggested,) if suggested else (), words=word)


def all_units(known: dict[str, str], *, mine: bool = True) -> str:
    """``Your units: ...``, or those of both sides."""
    listing = ", ".join(dict.fromkeys(known.values()))
    return f"Your units: {listing}." if mine else f"Units: {listing}."
