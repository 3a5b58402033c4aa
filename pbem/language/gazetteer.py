"""The gazetteer: everything that one side can name, under all its names: its own units, enemies that it knows of, places.

A game lists what there is (`Thing`), and which words mean the same in its names; the search is the same for all games.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from pbem.language.spelling import bare, reach, slips

_CAMEL = re.compile(r"[A-Z\d][a-z]*")
"""The words of a name without blanks: ``OldCr``, ``CrowK``."""
LONGEST_NAME = 9
"""Pieces of the longest name, points and slashes among them."""
NAMES_KEPT = 8192
"""Names, and words that are none, whose things a gazetteer keeps at hand."""
PIECE = re.compile(r"\d+(?:st|nd|rd|th|d)\b|\d+'s\b|\d+|[a-z]+(?:'[a-z]+)*'?|[^\sa-z\d]", re.I)
MOST_NEAR = 2000
"""Hexes within which the way to one is looked for."""
MOST_ASKED = 4
"""Hexes on the way to one, of which fewer are asked about."""
_WAYS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
ORDINALS = dict(
    zip(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"), "123456789", strict=True
    )
)
"""Ordinal words with their digits: ``third`` is 3."""
_DIGIT_WORDS = dict(zip("23456789", ("two", "three", "four", "five", "six", "seven", "eight", "nine"), strict=True))
"""Numbers that begin a name: ``4 Horns``."""
_DIGITS = {word: digit for digit, word in _DIGIT_WORDS.items()}
RANKS = frozenset(
    [
        "general",
        "gen",
        "bg",
        "brig",
        "brigadier",
        "colonel",
        "col",
        "ltc",
        "lieutenant",
        "lieut",
        "lt",
        "1lt",
        "2lt",
        "captain",
        "captains",
        "majors",
        "colonels",
        "generals",
        "lieutenants",
        "chiefs",
        "capt",
        "cpt",
        "major",
        "maj",
        "sergeant",
        "sgt",
        "chief",
        "mr",
        "mister",
    ]
)
"""Words before a leader's name, whatever the rank."""
LINKS = frozenset(("of", "the", "from", "'", "/", ".", "-", ","))
"""Words inside a name that say nothing."""
SHORTEST_PART = 4
"""Letters of a word that may stand for a name of several words."""
SHORTEST_BEGINNING = 3
"""Letters of the beginning of a name that stand for it."""
LEAST_MISSPELT = 5
"""Letters of a name that is known with a slip of the pen."""


@dataclass(frozen=True)
class Thing:
    """A unit or a leader.  `spellings` are names besides its own; `tags` are the kinds it belongs to (``scout``); `marks` are
    bare letters and other spellings so short that they count only where the line shows that they are names."""

    name: str
    is_own: bool
    at: str = ""
    is_leader: bool = False
    spellings: tuple[str, ...] = ()
    tags: frozenset[str] = frozenset()
    marks: tuple[str, ...] = ()
    party: str = ""
    """The force with which it sets up or comes on, "" for one on the map."""


def with_nicknames(things: Iterable[Thing], names: Mapping[str, Sequence[str]]) -> tuple[Thing, ...]:
    """The things with the nicknames that a game has for them (``Rees`` for the Ree Scouts)."""
    return tuple(
        replace(one, spellings=(*one.spellings, *names[one.name])) if one.name in names else one for one in things
    )


@dataclass(frozen=True)
class Found:
    """The result of looking a name up: own things, those of others; `is_weak` for a mark or a part of a name, `is_misspelt` for
    a slip."""

    own: tuple[str, ...] = ()
    foe: tuple[str, ...] = ()
    is_weak: bool = False
    is_misspelt: bool = False
    is_group: bool = False
    """True for a group of which all are meant: a regiment, a tribe."""


def _owners(name: str) -> tuple[str, ...]:
    """A unit as its animals are called: ``C/3 Cav`` has ``C/3 holders``, ``Crow King`` has ``Crow King ponies``."""
    return (name, f"{name}'", f"{name}'s", *((name.rpartition(" ")[0],) if "/" in name else ()))


@dataclass(frozen=True)
class Gazetteer:
    """The things and places that a side can name.

    `same` gives one spelling to words that mean the same, `idle` have no weight in a name; `places` are hexes (or whatever the
    game's orders take for a place) by name; `is_hex` tells a place's number from another.
    """

    things: tuple[Thing, ...]
    same: Mapping[str, str] = field(default_factory=dict)
    idle: frozenset[str] = frozenset()
    places: Mapping[str, str] = field(default_factory=dict)
    is_hex: Callable[[str], bool] = lambda text: True
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    roads: frozenset[str] = frozenset()
    """Those of the places that one goes along."""
    step: Callable[[str, str], str] = lambda at, way: ""
    """The hex next to one in a direction, "" for none."""

    def animals_of(self, names: Sequence[str], tags: Iterable[str]) -> tuple[str, ...]:
        """The animals of a kind that belong to some units, or who holds them; () where not all of those have some."""
        kinds = set(tags)
        own = [one for one in self.things if "minor" in one.tags and kinds & one.tags]
        found = {name: [one.name for one in own if one.name.rpartition(" ")[0] in _owners(name)] for name in names}
        return tuple(one for some in found.values() for one in some) if all(found.values()) else ()

    def on_way(self, start: str, goal: str, steps: int) -> tuple[str, ...]:
        """The hexes so many steps from one hex toward another; () if they are not between the two, or too many."""
        far, ring = {goal: 0}, {goal}
        while ring and start not in far and len(far) < MOST_NEAR:
            ring = {at for one in ring for at in self._beside(one)} - far.keys()
            far.update(dict.fromkeys(ring, max(far.values()) + 1))
        if not 0 < steps <= far.get(start, 0):
            return ()
        found = {start}
        for left in range(far[start] - 1, far[start] - 1 - steps, -1):
            found = {at for one in found for at in self._beside(one) if far.get(at) == left}
        return tuple(sorted(found)) if len(found) < MOST_ASKED else ()

    def _beside(self, at: str) -> set[str]:
        return {self.step(at, way) for way in _WAYS} - {""}

    def second_word(self, first: str, word: str) -> str:
        """The second word of a name of which the first stands before a word with a slip: ``good hart``; "" for none."""
        names = (one.name.lower().split() for one in self.things)
        found = {name[1] for name in names if len(name) == 2 and name[0] == first and slips(word, name[1], 1) == 1}
        return found.pop() if len(found) == 1 and len(word) > 2 else ""

    @cached_property
    def by_name(self) -> dict[str, Thing]:
        """The things by their names."""
        return {one.name: one for one in self.things}

    @cached_property
    def words(self) -> frozenset[str]:
        """The words in the names of things and places, in lower case."""
        whole = (one for thing in self.things for one in thing.spellings if " " not in one)
        names = (*(one.name for one in self.things), *whole, *self.places)
        return frozenset(word.lower() for name in names for word in PIECE.findall(name) if word.isalpha())

    def key(self, words: Iterable[str]) -> str:
        """A name in its one normal spelling; "" for words that are in no name."""
        return _key(words, self.same, self.idle)

    @cached_property
    def _index(self) -> Mapping[str, Mapping[str, bool]]:
        """The names by their spellings, and whether each is a weak one there."""
        return _index_of(tuple((one.name, one.spellings, one.marks) for one in self.things), self._vocabulary)

    @cached_property
    def _vocabulary(self) -> "NameWords":
        return NameWords(tuple(sorted(self.same.items())), self.idle)

    def find(self, words: Sequence[str]) -> Found | None:
        """The things that exactly these words name; None if they are no name."""
        return self._known(tuple(words))

    @cached_property
    def _known(self) -> Callable[[tuple[str, ...]], Found | None]:
        return lru_cache(maxsize=NAMES_KEPT)(self._find)

    def _find(self, words: tuple[str, ...]) -> Found | None:
        spelt = self.key(words) or " ".join(one.lower() for one in words)
        known = self._index.get(spelt)
        if known is None and len(words) == 1 and len(parts := _CAMEL.findall(words[0])) > 1:
            return self.find(parts) or self._initialled([one.lower() for one in parts])
        if known is None and spelt in self._groups:
            return replace(self._found(self._groups[spelt], is_weak=False), is_group=True)
        if known is None and len(words) > 1:
            known = self._abbreviated(spelt.split()) or self._half_initialled(words)
        if known is None and len(words) == 1:
            known = self._begun(spelt, is_short=words[0].istitle() and len(words[0]) == 2)
        if known is None:
            return None
        strong = [name for name, weak in known.items() if not weak]
        return self._found(strong or list(known), is_weak=not strong)

    @cached_property
    def _keys(self) -> tuple[tuple[str, str], ...]:
        """The names in one spelling each."""
        return tuple((one.name, self.key(PIECE.findall(one.name))) for one in self.things)

    @cached_property
    def _groups(self) -> Mapping[str, tuple[str, ...]]:
        return {self.key(PIECE.findall(name)): names for name, names in self.groups.items() if names}

    def _begun(self, spelt: str, *, is_short: bool = False) -> Mapping[str, bool] | None:
        """The one name that begins with three letters or more: ``Ink`` for Inkpaduta; with two if it `is_short`."""
        if len(spelt) < SHORTEST_BEGINNING - is_short or not spelt.isalpha():
            return None
        names = {name for name, key in self._keys if key.startswith(spelt)}
        names = {name for name in names if "away" not in self.by_name[name].tags} or names
        return dict.fromkeys(names, True) if len(names) == 1 else None

    @cached_property
    def _long_keys(self) -> Mapping[int, Sequence[tuple[str, Sequence[str]]]]:
        """The names of several words, by how many they are."""
        found: dict[int, list[tuple[str, Sequence[str]]]] = {}
        for name, key in self._keys:
            words = key.split()
            if len(words) > 1 and not any(one.isdigit() for one in words):
                found.setdefault(len(words), []).append((name, words))
        return found

    def _abbreviated(self, words: Sequence[str]) -> Mapping[str, bool] | None:
        """The one name with words that begin as these do, one of them whole: ``L. Wolf``, ``Lone B.``, ``Young 2 Moon``."""
        spelt = [_DIGIT_WORDS.get(one, one) for one in words]
        names = {
            name
            for name, known in self._long_keys.get(len(spelt), ())
            if known[0][0] == spelt[0][0]
            and any(one == two and len(one) > 2 for one, two in zip(spelt, known, strict=True))
            and all(_is_short_for(one, two) for one, two in zip(spelt, known, strict=True))
        }
        return dict.fromkeys(names, False) if len(names) == 1 else None

    def _half_initialled(self, words: Sequence[str]) -> Mapping[str, bool] | None:
        """The one name of a word and the initials of those behind it: ``Lame WM``, ``Rain ITF``."""
        last = words[-1]
        if len(words) != 2 or not (last.isalpha() and last.isupper() and 1 < len(last) < 5):
            return None
        letters = last.lower()
        return self._abbreviated([words[0].lower(), *letters]) or self._abbreviated(
            [words[0].lower(), *letters.replace("t", "")]
        )

    def _initialled(self, parts: Sequence[str]) -> Found | None:
        """The one name whose words begin with these parts: ``WhB`` for White Bird."""
        names = {
            name
            for name, known in self._long_keys.get(len(parts), ())
            if all(two.startswith(one) for one, two in zip(parts, known, strict=True))
        }
        is_long = len("".join(parts)) > len(parts)
        return self._found(list(names), is_weak=False) if is_long and len(names) == 1 else None

    def nearest(self, word: str) -> Found | None:
        """The names one typing error away from these words (lower case, with blanks); None if there is none, or the word is
        short.
        """
        spelt = self.key(word.split())
        if len(spelt) < LEAST_MISSPELT:
            return None
        most = 1 if len(spelt) < 9 else 2
        digits = re.findall(r"\d+", spelt)
        names = [
            name
            for known, some in self._index.items()
            if len(known) >= LEAST_MISSPELT and known[0] == spelt[0] and re.findall(r"\d+", known) == digits
            if slips(spelt, known, most) <= most
            for name, weak in some.items()
            if not weak
        ]
        return self._found(list(dict.fromkeys(names)), is_weak=False, is_misspelt=True) if names else None

    def is_like_a_name(self, word: str) -> bool:
        """True for a near miss of a word in a name, or for an abbreviation of one: ``rd`` for Road."""
        low = word.lower()
        return any(
            len(known) > 2
            and known[0] == low[0]
            and (slips(low, known, reach(low)) <= reach(low) or _leaves_out(low, known))
            for known in self.words
        )

    def _found(self, names: Sequence[str], *, is_weak: bool, is_misspelt: bool = False) -> Found:
        named = [one for one in self.things if one.name in names]
        own = tuple(one.name for one in named if one.is_own)
        foe = tuple(one.name for one in named if not one.is_own)
        return Found(own, foe, is_weak, is_misspelt)

    @cached_property
    def _places(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, at in self.places.items():
            found.setdefault(self.key(PIECE.findall(name)), at)
        return found

    def is_group(self, names: tuple[str, ...]) -> bool:
        """True if these are all the units of a group that has a name."""
        return names in self.groups.values()

    def place(self, words: Sequence[str]) -> str:
        """The place that exactly these words name; "" if they name none."""
        return self._places.get(self.key(words), "")


def _is_short_for(word: str, known: str) -> bool:
    """True for a word of a name, its first letter, its beginning, or its consonants: ``rd`` for Road."""
    if word == known or (len(word) == 1 and known[0] == word):
        return True
    return (len(word) > 1 and known.startswith(word)) or (len(word) > 1 and word == bare(known))


def _leaves_out(word: str, known: str) -> bool:
    """True if a word has letters of another in its sequence, its last too, and no others."""
    rest = iter(known)
    return word[-1] == known[-1] and all(char in rest for char in word)


class NameWords(NamedTuple):
    """Synonyms of words in names, and words that do not count in a name."""

    same: tuple[tuple[str, str], ...]
    idle: frozenset[str]


_SUFFIX = re.compile(r"(?<=\d)(?:st|nd|rd|th|d)$")
"""Ends of ordinals in digits: ``3rd``, and ``3d`` as the army writes it."""


def _key(words: Iterable[str], same: Mapping[str, str], idle: frozenset[str]) -> str:
    found: list[str] = []
    for word in words:
        low = word.lower().removesuffix("'s").replace("'", "")
        low = _SUFFIX.sub("", low) if low[:1].isdigit() else ORDINALS.get(low, low)
        low = same.get(low, low)
        if low and low not in LINKS and low not in idle and low not in RANKS:
            found.append(low)
    return " ".join(found)


@lru_cache(maxsize=32)
def _index_of(
    things: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...], vocabulary: NameWords
) -> Mapping[str, Mapping[str, bool]]:
    """The names of things by all their spellings; made once for the same things, whose places do not matter."""
    index: dict[str, dict[str, bool]] = {}
    same = dict(vocabulary.same)
    parts: dict[str, set[str]] = {}

    def put(words: Sequence[str], name: str, *, weak: bool) -> None:
        spelt = _key(words, same, vocabulary.idle) or " ".join(one.lower() for one in words)
        if spelt:
            known = index.setdefault(spelt, {})
            known[name] = known.get(name, True) and weak

    for name, spellings, marks in things:
        for spelling in (name, *spellings):
            words = PIECE.findall(spelling)
            pieces = _key(words, same, vocabulary.idle).split()
            put(words, name, weak=len("".join(pieces)) == 1)
            if len(pieces) > 1 and pieces[0] in _DIGITS:
                put((_DIGITS[pieces[0]], pieces[1][0]), name, weak=True)  # 4H
            if len(pieces) > 1 and not any(piece.isdigit() for piece in pieces):
                for piece in pieces:
                    if len(piece) >= SHORTEST_PART:
                        parts.setdefault(piece, set()).add(name)
                put(("".join(piece[0] for piece in words if piece[0].isalpha()),), name, weak=True)
            elif len(pieces) == 3 and pieces[2].isdigit() and pieces[0].isalpha() and len(pieces[0]) >= SHORTEST_PART:
                parts.setdefault(pieces[0], set()).add(name)  # Whipple Cavalry 1
            elif len(pieces) == 2 and pieces[1].isdigit() and len(pieces[0]) > 1:
                put((pieces[0],), name, weak=True)
        for mark in marks:
            put(PIECE.findall(mark), name, weak=True)
    for piece, names in parts.items():
        known = index.setdefault(piece, {})
        for name in sorted(names):
            known.setdefault(name, True)
    return index
