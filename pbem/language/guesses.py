"""Guesses: what a verb that nobody knows may stand for, by the words that it shares with turns of phrase of the lexicon.

A guess is only offered, and only where a line would be refused without an offer, or with few.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

from pbem.language.lexicon import Lexicon, LexiconEntry, bases
from pbem.language.sentence import SEPARATORS, Token

MOST_GUESSED = 10
"""Acts that are tried for a verb that nobody knows."""
_WHOLE = 1000
"""The likeness of a turn of phrase that is there word for word, all of its words being of one act only."""
_NAMED = frozenset(("NAME", "KIND", "ALL", "REST", "PRON"))


class Guesses:
    """Ranks the acts of one game by the words of a piece of a line."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def likely(self, words: Iterable[str]) -> tuple[str, ...]:
        """The acts that these words may order, likeliest first; of two that are alike the one with more turns of phrase."""
        said = frozenset(base for word in words for base in bases(word.lower(), self._lexicon.forms))
        likeness = {act: max(self._likeness(one, said) for one in entries) for act, entries in self._entries.items()}
        return tuple(sorted(likeness, key=lambda act: (-likeness[act], -len(self._entries[act]), act)))

    @cached_property
    def _entries(self) -> dict[str, tuple[LexiconEntry, ...]]:
        """The turns of phrase of each act."""
        aliases = self._lexicon.settings.get("aliases", {})
        found: dict[str, dict[LexiconEntry, None]] = {}
        for some in self._lexicon.entries.values():
            for one in some:
                own = (one.value,) if one.value in self._lexicon.acts else aliases.get(one.value, ())
                for act in own if one.kind == "act" else ():
                    found.setdefault(act, {})[one] = None
        return {act: tuple(some) for act, some in found.items()}

    @cached_property
    def _spread(self) -> Counter[str]:
        """The number of acts in whose turns of phrase a word stands."""
        of_acts = (
            {word for one in entries for words, _ in one.words for word in words} for entries in self._entries.values()
        )
        return Counter(word for words in of_acts for word in words)

    def _likeness(self, entry: LexiconEntry, said: frozenset[str]) -> int:
        """How much of a turn of phrase was said; a word counts for less the more acts have it."""
        whole = shared = 0
        for words, may_be_missing in entry.words:
            if may_be_missing:
                continue
            weight = _WHOLE // min(self._spread[one] for one in words)
            whole += weight
            shared += weight if words & said else 0
        return shared * shared // whole if whole else 0


@lru_cache(maxsize=16)
def guesses(lexicon: Lexicon) -> Guesses:
    """The guesses by a lexicon."""
    return Guesses(lexicon)


def with_act(tokens: Sequence[Token], act: str) -> list[Token]:
    """The tokens of a piece with an act for its verb, behind those who are named first."""
    plain = [one for one in tokens if one.type != "ACT"]
    at = next((n + 1 for n, one in enumerate(plain) if one.type in _NAMED), 0)
    while 0 < at < len(plain) and plain[at].type in (*_NAMED, *SEPARATORS):
        at += 1
    return [*plain[:at], Token("ACT", act, is_sure=False, tags=(act,)), *plain[at:]]
