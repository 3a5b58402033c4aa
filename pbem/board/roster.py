"""The roster: names as players say them, and which counters they fit.

Only whole words count: ``Black`` fits Black Moon, Black Eagle and Black Shield; ``Bla`` fits none.  A spelling that is
a counter's whole name or one of its aliases goes before one that is a part of others' names (``Two Moon`` is not
Young Two Moon).
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from pbem.language.spelling import nearest

_PIECES = re.compile(r"(\d+)(?:st|nd|rd|th)?(?![a-z])|(\d+)|([a-z]+)")


@dataclass(frozen=True, slots=True)
class Known:
    """A counter that this player may know of: its name, side and aliases."""

    name: str
    side: str
    aliases: tuple[str, ...] = ()


class Called(NamedTuple):
    """The names that a counter answers to: each spelling in one piece, the pieces of all of them, and the pieces of each."""

    whole: frozenset[str]
    words: frozenset[str]
    spellings: tuple[frozenset[str], ...]


@dataclass(frozen=True)
class Wording:
    """The vocabulary of a game's names: one spelling for words that mean the same (``cavalry`` = ``cav``), words without
    weight."""

    same: Mapping[str, str] = field(default_factory=dict)
    idle: Collection[str] = ()
    _kept: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _called: dict[int, tuple[Known, Called]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def pieces(self, text: str) -> tuple[str, ...]:
        """The words and numbers of a name: ``C3Cav``, ``C Co 3rd Cavalry`` and ``C/3 Cav`` are all ``c 3 cav``.

        They are kept: a new roster is made whenever a counter comes or goes, and a letter says the same names again and
        again.
        """
        found = self._kept.get(text)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found_pieces = ("".join(groups) for groups in _PIECES.findall(text.lower().replace("'", "")))
            found = tuple(self.same.get(piece, piece) for piece in found_pieces if piece not in self.idle)
            self._kept[text] = found
        return found

    def called(self, one: Known) -> Called:
        """Return the names that a counter answers to. It is kept by the counter's identity."""
        kept = self._called.get(id(one))
        if kept is not None:
            return kept[1]
        if len(self._called) >= MOST_KEPT:
            self._called.clear()
        spellings = [self.pieces(spelling) for spelling in (one.name, *one.aliases)]
        whole = frozenset("".join(pieces) for pieces in spellings)
        found = Called(whole, frozenset(chain(*spellings)), tuple(map(frozenset, spellings)))
        self._called[id(one)] = one, found
        return found


MOST_KEPT = 4096
"""Spellings whose pieces are kept, and counters."""


LITTLE_WORD = re.compile(r"at|by|he|in|of|on|the|to")
"""Words that alone name nobody, though they stand in names: ``in`` is not Rain in the Face, nor ``he`` He Dog."""


class Roster:
    """The counters that one player may know of, by what they may be called; in the sequence of the order of battle.

    Counters come and go with every dismount, and a letter names few: so no index is made of them.
    """

    def __init__(self, known: Iterable[Known], wording: Wording) -> None:
        self.known = tuple(known)
        self.wording = wording
        self._called = [(one, wording.called(one)) for one in self.known]

    @cached_property
    def _words(self) -> frozenset[str]:
        """The pieces of all names: a letter of chat asks for each of its words."""
        return frozenset().union(*(called.words for _, called in self._called))

    @cached_property
    def _whole(self) -> frozenset[str]:
        """The names, each in one piece."""
        return frozenset().union(*(called.whole for _, called in self._called))

    @cached_property
    def _spellings(self) -> dict[str, tuple[tuple[str, str], ...]]:
        return {one.name: _spellings(one) for one in self.known}

    def find(self, text: str, side: str = "") -> tuple[str, ...]:
        """The names that `said` fits, of one side or of all; empty where it fits none."""
        pieces = self.wording.pieces(text)
        if not pieces:
            return ()
        name = "".join(pieces)
        if not (name in self._whole or self._words.issuperset(pieces)) or all(map(LITTLE_WORD.fullmatch, pieces)):
            return ()  # most words of a letter are of no name
        whole = [one.name for one, called in self._called if name in called.whole and side in ("", one.side)]
        if whole:
            return tuple(whole)
        return tuple(
            one.name
            for one, called in self._called
            if called.words.issuperset(pieces)
            and side in ("", one.side)
            and (len(pieces) == 1 or any(spelling.issuperset(pieces) for spelling in called.spellings))
        )

    def has_word(self, word: str) -> bool:
        """True if a word stands in any name."""
        pieces = self.wording.pieces(word)
        return bool(pieces) and self._words.issuperset(pieces)

    def near(self, text: str, side: str = "") -> tuple[str, ...]:
        """The names that are near a spelling that fits none, nearest first; then those that share a whole word with it."""
        pool = [one for one in self.known if side in ("", one.side)]
        found = nearest(text, [pair for one in pool for pair in self._spellings[one.name]])
        if found:
            return found
        pieces = {piece for piece in self.wording.pieces(text) if len(piece) > 2}
        return tuple(
            one.name for one, called in self._called if side in ("", one.side) and not called.words.isdisjoint(pieces)
        )


def _spellings(one: Known) -> tuple[tuple[str, str], ...]:
    """The names of a counter, in small letters, each with its name: whole names, aliases, and their longer words."""
    whole = (one.name, *one.aliases)
    spellings = (*whole, *(word for name in whole for word in name.split() if len(word) > 2 and "/" not in word))
    return tuple((spelling, one.name) for spelling in dict.fromkeys(word.lower() for word in spellings))
