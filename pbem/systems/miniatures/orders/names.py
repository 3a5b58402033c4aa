"""Names as players write them: whole, by a unique word or its beginning, by initials and number, by letter and ordinal."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pbem.language.spelling import nearest
from pbem.systems.miniatures.state.tabletop import Tabletop

_SUFFIX = {"1st": "1", "2nd": "2", "3rd": "3", "4th": "4", "5th": "5", "6th": "6"}
_ORDINAL = dict(zip(("first", "second", "third", "fourth", "fifth", "sixth"), _SUFFIX, strict=True))
_NUMBER = dict(zip(("one", "two", "three", "four", "five", "six"), "123456", strict=True))
_SHORT = {
    "co": "company",
    "coy": "company",
    "cos": "company",
    "bat": "battalion",
    "btn": "battalion",
    "bns": "battalion",
}
_SHORT |= {suffix: word for word, suffix in _ORDINAL.items()}
LEAST_LETTERS = 3
"""Letters of a word that stand for all of it."""
MOST_WORDS = 5
"""Words of the longest name."""


def folded(text: str) -> str:
    """A name without what people leave out: capitals, apostrophes, hyphens."""
    found = re.sub(r"[\u2019']s?\b", "", text.lower())
    return " ".join(re.sub(r"[^a-z0-9]+", " ", found).split())


def aliases(names: Iterable[str], guns: Iterable[str] = ()) -> dict[str, str]:
    """Each way to write a name, with the name; ways that fit two names are left out."""
    return _aliases(tuple(names), tuple(guns))


@lru_cache(maxsize=64)
def _aliases(names: tuple[str, ...], guns: tuple[str, ...]) -> dict[str, str]:
    ways: dict[str, set[str]] = {}
    for name in names:
        words = folded(name).split()
        found = {" ".join(words), *(word for word in words if not word.isdigit() and len(word) > 2)}
        if words[-1].isdigit():
            body = words[:-1]
            found |= {"".join(word[0] for word in body) + words[-1], f"{' '.join(body)}{words[-1]}"}
            ordinals = [one for one, n in _SUFFIX.items() if n == words[-1]]
            ordinals += [word for word, one in _ORDINAL.items() if one in ordinals]
            initials = "".join(word[0] for word in body)
            found |= {f"{ordinal} {way}" for ordinal in ordinals for way in (" ".join(body), initials)}
            found |= {f"{' '.join(body)} {word}" for word, n in _NUMBER.items() if n == words[-1]}
        if words[0] in _ORDINAL and len(words) > 1:
            found.add(" ".join((_ORDINAL[words[0]], *words[1:])))
            rest, digit = " ".join(words[1:]), _SUFFIX[_ORDINAL[words[0]]]
            found |= {f"{one} {digit}" for one in (rest, f"{rest}s", re.sub("y$", "ies", rest))}
        found |= {f"{words[0]}s"} if len(words) == 1 and not words[0].endswith("s") else set()
        if name in guns:
            found |= {"guns", "gun", "cannon", "cannons", "battery", "artillery"}
        # A blank more or less: sublegion 3, SL 3.
        found |= {way.replace(" ", "") for way in found}
        for way in found:
            ways.setdefault(way, set()).add(name)
    full = {folded(name): name for name in names}
    return {way: next(iter(found)) for way, found in ways.items() if len(found) == 1} | full


def of_side(table: Tabletop, side: str = "") -> dict[str, str]:
    """The ways to write the units of a side, or of both; a leader's name is not among them."""
    units = [unit for unit in table.scenario.units if not side or unit.side == side]
    return aliases([unit.name for unit in units], [unit.name for unit in units if unit.face.guns])


def arms(table: Tabletop, side: str) -> dict[str, list[str]]:
    """The units of a side on the table by what people call their arm, foot and horse as they are now; "" for all arms."""
    found: dict[str, list[str]] = {"": [unit.name for unit in table.of(side)]}
    for unit in table.of(side):
        words = ("foot", "infantry") if not unit.mounted else ("horse", "horsemen", "cavalry", "mounted")
        for word in ("guns", "artillery") if unit.face.is_artillery else words:
            found.setdefault(word, []).append(unit.name)
    return found


def leaders(table: Tabletop, side: str) -> dict[str, str]:
    """The ways to write the leaders of a side."""
    return aliases([one.name for one in table.scenario.leaders if one.side == side])


def longest(words: Sequence[str], known: dict[str, str]) -> tuple[str, int]:
    """The longest name that the words begin with, and of how many words; "" for none."""
    signs = (n for n, word in enumerate(words[:MOST_WORDS]) if not folded(word) or word.endswith((",", ";")))
    last = next(signs, MOST_WORDS)
    most = last + (last < len(words) and bool(folded(words[last])))
    for count in range(min(len(words), most, MOST_WORDS), 0, -1):
        found = named_by(" ".join(words[:count]), known)
        if found:
            return found, count
    return "", 0


def named_by(text: str, known: dict[str, str]) -> str:
    """The one name that words stand for, or begin; "" for none or several."""
    wanted = folded(text)
    found = known.get(wanted) or known.get(wanted.replace(" ", ""))
    if found is not None or not wanted:
        return found or ""
    fits = fitting(wanted, known)
    return fits[0] if len(fits) == 1 else ""


def fitting(text: str, known: dict[str, str]) -> tuple[str, ...]:
    """The names whose words, in their sequence, these words begin: ``sub 1``, ``dragoon``, ``rif`` for both rifles."""
    wanted = folded(text).split()
    return _fitting(tuple(wanted), tuple(dict.fromkeys(known.values())))


@lru_cache(maxsize=2048)
def _fitting(wanted: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    if any(len(word) < LEAST_LETTERS and not word.isdigit() and word not in _SHORT for word in wanted):
        return ()
    return tuple(name for name in names if _begins(wanted, folded(name).split()))


def _begins(wanted: tuple[str, ...], name: list[str]) -> bool:
    rest = iter(name)
    return all(any(_is_begun(part, word) for word in rest) for part in wanted)


def _is_begun(part: str, word: str) -> bool:
    if part.isdigit():
        return word == part
    return word.startswith((part, part.removesuffix("s") if len(part) > LEAST_LETTERS + 1 else part)) or word in (
        part.removesuffix("s"),
        part.removesuffix("ies") + "y",
        _SHORT.get(part),
    )


def near(words: Sequence[str], known: dict[str, str]) -> tuple[str, int]:
    """The name that is nearest to the words at the beginning, one slip or two away, and of how many words; "" for none."""
    for count in range(min(len(words), 3), 0, -1):
        text = folded(" ".join(words[:count]))
        if len(text) < LEAST_LETTERS or not folded(words[count - 1]):
            continue
        # Another number is another unit.
        digits = re.findall(r"\d+", text)
        found = [name for name in nearest(text, known.items()) if re.findall(r"\d+", name) == digits]
        if found:
            return found[0], count
    return "", 0
