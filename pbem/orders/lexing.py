"""The words of a line, by the tables that Lark made of a grammar: what Lark's contextual lexer finds.

Lark compiles all words that a state of the parser takes into one expression, and tries each of them at each place.  That
was a seventh of the whole time of ``pbem orders check``, for a letter meets a dozen states and uses few words of each.
Here only those words are tried at a place that can begin with the character there; they are compiled one by one, until they
have been looked for so often that one expression for all is worth its making; and a state's words are sorted out when the
state is first met.
"""

import re
from collections.abc import Callable, Collection
from functools import cache

from pbem.orders.tables import END, Tables, Word

Found = tuple[str, str] | None
"""The text of a word, and the word's name."""

OFTEN = 10
"""Words that have been looked for so many times are compiled into one expression."""


class Token(str):
    """A word that was found in a line: its text, its name (`type`), and where it begins.  Lark's tokens have these too."""

    __slots__ = ("start_pos", "type")
    type: str
    start_pos: int | None

    @classmethod
    def at(cls, start: int, kind: str, text: str) -> "Token":
        """The word of this kind that begins in this column."""
        made = cls(text)
        made.type, made.start_pos = kind, start
        return made


@cache
def _expression(pattern: str) -> "re.Pattern[str]":
    return re.compile(pattern, re.IGNORECASE)


class _Words:
    """Finds the first of some words that stands at a place; different states and characters have the same ones."""

    def __init__(self, words: tuple[Word, ...]) -> None:
        self._words = words
        self._asked = 0

    def match(self, text: str, at: int) -> Found:
        """The word at a place, and its name."""
        self._asked += 1
        if self._asked > OFTEN:
            self.match = self._by_one_expression()  # type: ignore[method-assign, assignment]
            return self.match(text, at)
        for name, pattern, *_ in self._words:
            if word := _expression(pattern).match(text, at):
                return word[0], name
        return None

    def _by_one_expression(self) -> Callable[[str, int], Found]:
        if not self._words:
            return lambda text, at: None
        match = _expression("|".join(f"(?P<{name}>{pattern})" for name, pattern, *_ in self._words)).match

        def found(text: str, at: int) -> Found:
            word = match(text, at)
            return (word[0], str(word.lastgroup)) if word is not None else None

        return found


_words = cache(_Words)


class _State:
    """Finds the word at a place, among those that some states of the parser take."""

    def __init__(self, words: tuple[Word, ...]) -> None:
        taken = {name for name, *_ in words}
        self._also = {name: [one for one in also if one[0] in taken] for name, _, _, also in words if also}
        instead = {name for also in self._also.values() for name, _ in also}
        self._words = tuple(one for one in words if one[0] not in instead)
        self._known: dict[str, _Words] = {}

    def match(self, text: str, at: int) -> Found:
        """The word that is found at a place, and its name."""
        here = text[at]
        found = (self._known.get(here) or self._beginning(here)).match(text, at)
        if found is not None and found[1] in self._also:
            word, name = found
            return word, next((one for one, fixed in self._also[name] if _expression(fixed).fullmatch(word)), name)
        return found

    def _beginning(self, here: str) -> _Words:
        """For places with this character.  Beyond ASCII there are letters that count as others whatever their case."""
        if not here.isascii():
            return _words(self._words)
        small = here.lower()
        found = self._known[here] = _words(tuple(one for one in self._words if small in one[2]))
        return found


class Unexpected(Exception):
    """A word that cannot stand where it does, or the end of the line: `token`."""

    def __init__(self, token: Token) -> None:
        super().__init__(token.type)
        self.token = token


class Lexer:
    """Finds the next word of a line for a state of the parser; states that take the same words share what was made for them."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._ignored = frozenset(tables.ignored)
        self._any = _State(tables.words)
        self._by_state: dict[int, _State] = {}
        self._by_words: dict[frozenset[str], _State] = {}

    def next(self, text: str, at: int, state: int) -> Token:
        """The word at a place or behind what parts it from the last one; at the end `END`.  Raises Unexpected."""
        lexer = self._by_state.get(state) or self._of(state)
        while at < len(text):
            found = lexer.match(text, at)
            if found is None:
                word, name = self._any.match(text, at) or (text[at], "")
                raise Unexpected(Token.at(at, name, word))
            word, name = found
            if name not in self._ignored:
                return Token.at(at, name, word)
            at += len(word)
        return Token.at(at, END, "")

    def _of(self, state: int) -> _State:
        taken = self._ignored.union(self._tables.states[state])
        found = self._by_words.get(taken)
        if found is None:
            found = self._by_words[taken] = _State(_only(self._tables.words, taken))
        self._by_state[state] = found
        return found


def _only(words: tuple[Word, ...], taken: Collection[str]) -> tuple[Word, ...]:
    return tuple(one for one in words if one[0] in taken)
