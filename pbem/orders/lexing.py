"""Lark's lexer, which tries at a place only those words of the language that can begin with the character there.

Lark compiles all words that a state of the parser takes into one expression, and tries each of them at each place.  That
was a seventh of the whole time of ``pbem orders check``, for a letter meets six states and uses few words of each.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from lark.lexer import BasicLexer, CallChain, ContextualLexer, Scanner, TerminalDef, _create_unless
from lark.utils import TextSlice

from pbem.orders.first_characters import first_characters

_begins_with = cache(first_characters)
Found = tuple[str, str | None] | None


@cache
def _scanner(terminals: tuple[TerminalDef, ...], flags: int) -> Scanner:
    """Finds one of these words; different states and characters have the same ones."""
    return Scanner(terminals, flags, re, False)  # type: ignore[no-untyped-call]


class _ByFirstCharacter:
    """Finds the word at a place, among those that can begin as that place does; as `lark.lexer.Scanner`."""

    def __init__(self, terminals: Sequence[TerminalDef], flags: int) -> None:
        self._terminals, self._flags = tuple(terminals), flags
        self._known: dict[str, Scanner] = {}
        self.allowed_types = {one.name for one in terminals}

    def match(self, text: TextSlice[str], pos: int) -> Found:
        """The word that is found at a place, and its name."""
        here = text.text[pos]
        known = self._known.get(here) or self._of(here)
        found: Found = known.match(text, pos)
        return found

    def _of(self, here: str) -> Scanner:
        """For places with this character.  Beyond ASCII there are letters that count as others whatever their case."""
        if not here.isascii():
            return _scanner(self._terminals, self._flags)
        small = here.lower()
        some = tuple(one for one in self._terminals if small in _begins_with(one.pattern.to_regexp()))
        found = self._known[here] = _scanner(some, self._flags)
        return found


def _chain(first: Any, then: Any, kind: str) -> Any:
    return CallChain(first, then, lambda found: found.type == kind)  # type: ignore[no-untyped-call]


class _Lexer(BasicLexer):
    def _build_scanner(self) -> Any:
        terminals, self.callback = _create_unless(self.terminals, self.g_regex_flags, self.re, self.use_bytes)  # type: ignore[no-untyped-call]
        for kind, call in self.user_callbacks.items():
            first = self.callback.get(kind)
            self.callback[kind] = call if first is None else _chain(first, call, kind)
        return _ByFirstCharacter(terminals, self.g_regex_flags)


class Lexer(ContextualLexer):
    """As Lark's, with the same words."""

    BasicLexer = _Lexer
