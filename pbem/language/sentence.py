"""The tokens of a sentence; and corrections: what a writer takes back of an order, and what they put in its place."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbem.language.gazetteer import Found

SEPARATORS = ("AND", "COMMA", "THEN")


@dataclass(frozen=True)
class WordPiece:
    """A word or sign of a line: as written, in lower case, its columns, and whether a blank precedes it."""

    text: str
    low: str
    start: int
    end: int
    is_apart: bool

    @property
    def is_word(self) -> bool:
        """True if it is a word or a number."""
        return self.text[0].isalnum()


@dataclass(frozen=True)
class Token:
    """A typed token: `value` is what it stands for (an act's name, a hex, a number ...), `found` whom a name means."""

    type: str
    value: str = ""
    start: int = 0
    end: int = 0
    is_sure: bool = True
    found: Found | None = None
    tags: tuple[str, ...] = ()
    form: str = ""
    is_linked: bool = False
    """True if a colon, an arrow or a dash stands before it."""
    text: str = ""
    """Its words, in small letters."""


@dataclass
class Sentence:
    """The tokens of one sentence, its unknown words, and whether it looks like talk (`talk`) or a question."""

    tokens: list[Token] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    talk: list[str] = field(default_factory=list)
    talk_at: int = 0
    wishes: bool = False
    is_asked: bool = False
    opens_modal: bool = False
    """True if it begins as a request may: ``could the scouts ...``."""
    opens_asking: bool = False
    """True if it begins with a question word: ``where``, ``is``."""
    is_doubtful: bool = False
    """True if it begins as a question after a rule may, too: ``can the scouts ...``."""
    is_past: bool = False
    """True if a word tells of the past (``was``, ``did``)."""
    is_yours: bool = False
    """True if it speaks of the other player's (``your``)."""
    has_stranger: bool = False
    """True if a word that nobody knows stands in a list of names."""
    is_mended: bool = False
    """True if a word of it was put in another spelling."""
    is_numbered: bool = False
    """True if numbers without a sign count the orders of the line, or units."""
    strange: list[int] = field(default_factory=list)
    """The columns of the words that nobody knows."""
    talk_columns: list[int] = field(default_factory=list)
    """The columns of the words that are talk, not part of an order."""
    start: int = 0
    end: int = 0
    desk_words: list[str] = field(default_factory=list)


def joined(tokens: Sequence[Token]) -> list[Token]:
    """Names side by side: two names of one unit become one, others are joined (``Reno A M attack``)."""
    found: list[Token] = []
    for one in tokens:
        before = found[-1] if found else None
        if one.type == "NAME" and before is not None and before.type == "NAME" and one.found and before.found:
            is_theirs = before.form == "'s" and all(two.startswith(before.found.own) for two in one.found.own)
            if before.form == "leader's" or is_theirs:
                found[-1] = one  # Wayne's first Sub-Legion, Whipple's Gatling gun
                continue
            if same := tuple(name for name in one.found.own if name in before.found.own):
                found[-1] = replace(one, found=replace(one.found, own=same))
                continue
            if before.form != "'s":  # what is somebody else's is nobody's
                found.append(Token("TO" if one.form == "aimed" else "AND"))
        found.append(one)
    return found


def with_company(before: Sequence[Token], tokens: Sequence[Token]) -> list[Token]:
    """The tokens with a way to those who stay for whoever joins them: ``Gibbon stays, Rawn joins him`` sends Rawn."""
    found: list[Token] = []
    for one in tokens:
        earlier = [*before, *found]
        act = next((n for n in range(len(earlier) - 1, -1, -1) if earlier[n].type == "ACT"), -1)
        whom = next((two for two in reversed(earlier[:act]) if two.type == "NAME"), None) if act > 0 else None
        stays = act > 0 and "stay" in earlier[act].tags and earlier[act].value != "no_fire"
        if one.type == "SAME" and one.text.startswith("join") and stays and whom is not None:
            found += [
                replace(one, type="ACT", value="join", tags=("join", "attach")),
                replace(whom, start=one.end, end=one.end),
            ]
            continue
        found.append(one)
    return found


# Corrections: ``A/3 to 3612, no wait, 3613``.

_KEPT = ("NAME", "KIND", "ALL", "AND", "ACT")
"""Tokens that stay where a verb takes the place of what was said."""
_NAMED = frozenset(("NAME", "KIND", "ALL", "REST"))
_DONE = frozenset(("ACT", "HEX", "PLACE", "STEP", "FOE", "HOW", "NEG"))
_PLACES = ("HEX", "PLACE", "STEP")


def last_order(tokens: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Tokens so far as those of earlier orders and those of the last: ``A/3 3612, M/3 3612`` are two."""
    for n in range(len(tokens) - 1, 0, -1):
        before = [one for one in tokens[:n] if one.type not in SEPARATORS]
        is_begun = tokens[n].type in _NAMED and any(one.type in _DONE for one in tokens[n:])
        is_new = tokens[n - 1].type in SEPARATORS or (bool(before) and before[-1].type in ("HEX", "HOW"))
        if is_begun and is_new and any(one.type in _DONE for one in before):
            return list(tokens[:n]), list(tokens[n:])
    return [], list(tokens)


def in_place(old: Sequence[Token], new: Sequence[Token]) -> list[Token]:
    """An order with new tokens in the place of some of its own, never sure; [] where they are an order by themselves, or it
    is not plain what they are put in the place of."""
    old = [replace(one, is_sure=False) for one in old]
    verbs = [n for n, one in enumerate(new) if one.type == "ACT" and n > 1 and new[n - 1].type in SEPARATORS]
    first = new[: verbs[0] - 1] if verbs else ()
    if first and {one.type for one in first} <= {"NUM", "HOW", "SIDE", *_PLACES}:
        whole = in_place(old, first)
        while whole and whole[-1].type in SEPARATORS:
            whole.pop()
        return joined([*whole, *new[len(first) :]]) if whole else []  # back three, no, two, and face west
    types = {one.type for one in new}
    at = next((n for n, one in enumerate(new) if one.type == "PRON"), -1)
    if at >= 0:
        names = [one for one in old if one.type in _KEPT[:-1]]
        return [*new[:at], *names, *new[at + 1 :]]
    if types & _NAMED:
        return _of_others(old, new) if types <= {*_NAMED, *SEPARATORS} else with_others(old, new)
    if types & {"ACT", "NEG", "IF", "COND", "EVENT", "EXCEPT", "ELSE"}:
        kept = [one for one in old if one.type in _KEPT and (one.type != "ACT" or "ACT" not in types)]
        return joined([*kept, *new])
    places = [one for one in old if one.type in _PLACES]
    if types & set(_PLACES) and len(places) != 1:
        return joined([*(one for one in old if one.type in _KEPT), *new])
    found = list(old)
    for n, one in enumerate(new):
        kinds = _PLACES if one.type in _PLACES else (one.type,)
        same = [k for k, two in enumerate(found) if two.type in kinds]
        if len(same) == 1 and one.type in ("FOE", "HOW", "NUM", *_PLACES):
            found[same[0]] = one
        elif len(same) > 1:
            return []
        elif one.type not in ("TO", "AT") or n + 1 == len(new):
            found.append(one)
    return joined(found)


def _of_others(old: Sequence[Token], new: Sequence[Token]) -> list[Token]:
    """An order for others than those it was first for: ``A/3 to 3612, no wait, E/3``."""
    end = next((n for n, one in enumerate(old) if one.type not in (*_NAMED, *SEPARATORS)), len(old))
    is_whole = 0 < end < len(old) and not any(one.type in _NAMED for one in old[end:])
    return [*new, *old[end:]] if is_whole else []


def with_others(old: Sequence[Token], new: Sequence[Token]) -> list[Token]:
    """``A and M attack 1417, no wait, M stays``: the others do what was said, and one of them something else; [] where the new
    order is not for some of those of the old one."""
    end = next((n for n, one in enumerate(old) if one.type not in (*_NAMED, *SEPARATORS)), len(old))
    named = [one for one in old[:end] if one.type == "NAME" and one.found is not None]
    fresh = {name for one in new if one.type == "NAME" and one.found is not None for name in one.found.own}
    others = [one for one in named if one.found is not None and not fresh & set(one.found.own)]
    is_order = any(one.type not in (*_NAMED, *SEPARATORS) for one in new)
    if not is_order or not fresh or not others or len(others) == len(named) or end == len(old):
        return []
    return joined([*others, *old[end:], Token("THEN"), *new])
