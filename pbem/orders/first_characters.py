"""With which characters a match of a regular expression can begin, so that a lexer tries few of its words at a place."""

import re

ANY: frozenset[str] = frozenset(map(chr, range(128)))
"""All characters of ASCII; letters stand for both cases by the small one."""
CLASSES = {
    "d": frozenset("0123456789"),
    "s": frozenset(" \t\n\r\f\v\x1c\x1d\x1e\x1f"),
    "w": frozenset("0123456789abcdefghijklmnopqrstuvwxyz_"),
}
_WIDTHLESS_ESCAPES = frozenset("bBAZ")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a"}
_GROUP = re.compile(r"\((?:\?(?:P<\w+>|[aimsux]*:|(<?[=!])))?")
_FLAGS = re.compile(r"\(\?[aimsu]+\)")
_REPEAT = re.compile(r"(?:([*?])|\+|\{(\d*)(?:,\d*)?\})[?+]?")


class _NotKnown(Exception):
    """The expression has something that is not understood here."""


def first_characters(pattern: str) -> frozenset[str]:
    r"""The characters of ASCII with which what `pattern` matches, whatever its case, can begin; letters as small ones.

    At least those: what is looked for before and behind is left out of account, and an expression that can match
    nothing, or is not understood, may begin with anything.

    >>> sorted(first_characters(r"(?:fires?|shoots?)(?!\w)"))
    ['f', 's']
    """
    try:
        found, is_empty, end = _alternatives(pattern, 0)
    except _NotKnown:
        return ANY
    return ANY if is_empty or end != len(pattern) else found


def _alternatives(pattern: str, at: int) -> tuple[frozenset[str], bool, int]:
    """Of the alternatives from here on: how they begin, whether one can match nothing, and where they end."""
    found: frozenset[str] = frozenset()
    can_be_empty = False
    while True:
        some, is_empty, at = _sequence(pattern, at)
        found |= some
        can_be_empty |= is_empty
        if at >= len(pattern) or pattern[at] == ")":
            return found, can_be_empty, at
        at += 1  # the bar


def _sequence(pattern: str, at: int) -> tuple[frozenset[str], bool, int]:
    """The same of one alternative."""
    found: frozenset[str] = frozenset()
    is_empty = True
    while at < len(pattern) and pattern[at] not in "|)":
        some, can_be_empty, at = _item(pattern, at)
        if repeat := _REPEAT.match(pattern, at):
            at = repeat.end()
            can_be_empty |= bool(repeat[1]) or (repeat[2] is not None and not int(repeat[2] or 0))
        if is_empty:
            found |= some
            is_empty = can_be_empty
    return found, is_empty, at


def _item(pattern: str, at: int) -> tuple[frozenset[str], bool, int]:
    """The same of what can be repeated: a character, a class, a group."""
    here = pattern[at]
    if here == "\\":
        return _escaped(pattern[at + 1 : at + 2], at + 2)
    if here == "[":
        return _class(pattern, at + 1)
    if here == "(":
        if flags := _FLAGS.match(pattern, at):
            return frozenset(), True, flags.end()
        group = _GROUP.match(pattern, at)
        if group is None or pattern[group.end() : group.end() + 1] == "?":
            raise _NotKnown
        found, is_empty, end = _alternatives(pattern, group.end())
        return (frozenset(), True, end + 1) if group[1] else (found, is_empty, end + 1)
    if here in "^$":
        return frozenset(), True, at + 1
    return (ANY if here == "." or not here.isascii() else frozenset(here.lower())), False, at + 1


def _escaped(char: str, end: int) -> tuple[frozenset[str], bool, int]:
    if char in _WIDTHLESS_ESCAPES:
        return frozenset(), True, end
    if char in CLASSES:
        return CLASSES[char], False, end
    if char in ("D", "S", "W"):
        return ANY, False, end
    if not char or not char.isascii() or (char.isalnum() and char not in _CONTROLS):
        raise _NotKnown
    return frozenset(_CONTROLS.get(char, char)), False, end


def _class(pattern: str, at: int) -> tuple[frozenset[str], bool, int]:
    """A class of characters, from behind its bracket on."""
    if pattern[at : at + 1] == "^":
        _, _, end = _class(pattern, at + 1)
        return ANY, False, end
    if pattern[at : at + 1] == "]":
        raise _NotKnown
    found: frozenset[str] = frozenset()
    before = ""
    while pattern[at : at + 1] != "]":
        if at >= len(pattern):
            raise _NotKnown
        char = pattern[at]
        if char == "-" and before and pattern[at + 1 : at + 2] not in ("]", ""):
            last = pattern[at + 1]
            if last in "\\[":
                raise _NotKnown
            found |= frozenset(chr(one).lower() for one in range(ord(before), ord(last) + 1))
            before, at = "", at + 2
            continue
        if char == "\\":
            some, _, at = _escaped(pattern[at + 1 : at + 2], at + 2)
            if not some:
                raise _NotKnown
            found |= some
            before = ""
            continue
        if not char.isascii():
            raise _NotKnown
        found |= frozenset(char.lower())
        before, at = char, at + 1
    return found, False, at + 1
