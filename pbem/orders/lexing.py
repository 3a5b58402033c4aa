"""Lark's lexer, for a program that starts, reads a few lines and ends.

Lark compiles all words that a state of the parser takes into one expression, and tries each of them at each place.  That
was a seventh of the whole time of ``pbem orders check``, for a letter meets a dozen states and uses few words of each.
Here only those words are tried at a place that can begin with the character there; they are compiled one by one, until they
have been looked for so often that one expression for all is worth its making; and a state's words are sorted out when the
state is first met.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any

from lark.common import LexerConf
from lark.lexer import AbstractBasicLexer, BasicLexer, CallChain, ContextualLexer, Scanner, TerminalDef, _create_unless
from lark.utils import TextSlice

Begins = Mapping[str, Collection[str]]
"""With which characters a word can begin (`orders.first_characters`), by its name."""
Found = tuple[str, str | None] | None

OFTEN = 10
"""Words that have been looked for so many times are compiled into one expression."""


@cache
def _expression(pattern: str, flags: int) -> "re.Pattern[str]":
    return re.compile(pattern, flags)


class _Words:
    """Finds the first of some words that stands at a place; different states and characters have the same ones."""

    def __init__(self, terminals: tuple[TerminalDef, ...], flags: int) -> None:
        self._terminals, self._flags = terminals, flags
        self._asked = 0

    def match(self, text: TextSlice[str], pos: int) -> Found:
        """The word at a place, and its name."""
        self._asked += 1
        if self._asked > OFTEN:
            scanner = Scanner(self._terminals, self._flags, re, False)  # type: ignore[no-untyped-call]
            self.match = scanner.match  # type: ignore[method-assign]
            found: Found = scanner.match(text, pos)
            return found
        for one in self._terminals:
            if word := _expression(one.pattern.to_regexp(), self._flags).match(text.text, pos, text.end):
                return word[0], one.name
        return None


_words = cache(_Words)


class _ByFirstCharacter:
    """Finds the word at a place, among those that can begin as that place does; as `lark.lexer.Scanner`."""

    def __init__(self, terminals: Sequence[TerminalDef], flags: int, begins: Begins) -> None:
        self._terminals, self._flags, self._begins = tuple(terminals), flags, begins
        self._known: dict[str, _Words] = {}
        self.allowed_types = {one.name for one in terminals}

    def match(self, text: TextSlice[str], pos: int) -> Found:
        """The word that is found at a place, and its name."""
        here = text.text[pos]
        return (self._known.get(here) or self._of(here)).match(text, pos)

    def _of(self, here: str) -> _Words:
        """For places with this character.  Beyond ASCII there are letters that count as others whatever their case."""
        if not here.isascii():
            return _words(self._terminals, self._flags)
        small = here.lower()
        some = tuple(one for one in self._terminals if small in self._begins[one.name])
        found = self._known[here] = _words(some, self._flags)
        return found


def _chain(first: Any, then: Any, kind: str) -> Any:
    return CallChain(first, then, lambda found: found.type == kind)  # type: ignore[no-untyped-call]


class _Lexer(BasicLexer):
    def __init__(self, conf: LexerConf, begins: Begins) -> None:
        super().__init__(conf)
        self._begins = begins

    def _build_scanner(self) -> Any:
        terminals, self.callback = _create_unless(self.terminals, self.g_regex_flags, self.re, self.use_bytes)  # type: ignore[no-untyped-call]
        for kind, call in self.user_callbacks.items():
            first = self.callback.get(kind)
            self.callback[kind] = call if first is None else _chain(first, call, kind)
        return _ByFirstCharacter(terminals, self.g_regex_flags, self._begins)


class _Lexers(dict[int, AbstractBasicLexer]):
    """The lexer of each state of the parser, made when the state is first met; states that take the same words share it."""

    def __init__(self, conf: LexerConf, states: Mapping[int, Collection[str]], begins: Begins) -> None:
        super().__init__()
        self._conf, self._states, self._begins = conf, states, begins
        self._made: dict[frozenset[str], AbstractBasicLexer] = {}

    def __missing__(self, state: int) -> AbstractBasicLexer:
        taken = frozenset(self._states[state]).union(self._conf.ignore)
        lexer = self._made.get(taken)
        if lexer is None:
            conf = copy(self._conf)
            conf.terminals = [one for one in self._conf.terminals if one.name in taken]
            lexer = self._made[taken] = _Lexer(conf, self._begins)
        self[state] = lexer
        return lexer


class Lexer(ContextualLexer):
    """As Lark's, with the same words; `states` are those that the parser takes in each of its states."""

    def __init__(self, conf: LexerConf, states: Mapping[int, Collection[str]], begins: Begins) -> None:
        self.lexers = _Lexers(conf, states, begins)
        self.root_lexer = _Lexer(conf, begins)
