"""Canonical bytes: the restricted JSON that everything hashed or signed is written in (docs/trust.md, section 2).

RFC 8785 and one call of ``json.dumps`` agree byte for byte on the values admitted here: objects with ASCII keys, arrays,
NFC strings, booleans, null and integers of at most 53 bits.  There are no floats; a fraction is a string such as ``"5/2"``.
"""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

Json: TypeAlias = "None | bool | int | str | Sequence[Json] | Mapping[str, Json]"
"""A value that canonical JSON may hold: no floats."""

LARGEST = 2**53 - 1

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class NotCanonical(ValueError):
    """A value, or bytes, outside the restricted JSON; the text says which and where."""


def check(value: object, where: str = "$") -> None:
    """Refuse everything that is not admitted.

    Raises NotCanonical with the path of the offending value.
    """
    match value:
        case None | bool():
            return
        case int():
            if not -LARGEST <= value <= LARGEST:
                raise NotCanonical(f"{where}: {value} is outside +-(2^53-1)")
        case str():
            if not value.isascii():
                if any(0xD800 <= ord(c) <= 0xDFFF for c in value):
                    raise NotCanonical(f"{where}: lone surrogate in {value!r}")
                if unicodedata.normalize("NFC", value) != value:
                    raise NotCanonical(f"{where}: {value!r} is not in NFC")
        case list() | tuple():
            for n, item in enumerate(value):
                check(item, f"{where}[{n}]")
        case dict():
            for key, item in value.items():
                if not isinstance(key, str) or not key.isascii():
                    raise NotCanonical(f"{where}: key {key!r} is not an ASCII string")
                check(item, f"{where}.{key}")
        case _:
            raise NotCanonical(f"{where}: {type(value).__name__} {value!r} is not admitted (write fractions as '5/2')")


def canon(value: object) -> bytes:
    """The canonical bytes of a value.  Raises NotCanonical."""
    if not _is_plain(value):
        check(value)
    return _ENCODER.encode(value).encode()


def _is_plain(value: Any) -> bool:
    """True if a value is admitted at first sight: nearly all are, and this look takes a fifth of the time of `check`."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind is str:
            if not one.isascii():
                return False
        elif kind is int:
            if not -LARGEST <= one <= LARGEST:
                return False
        elif kind is dict:
            if not all(type(key) is str and key.isascii() for key in one):
                return False
            waiting += one.values()
        elif kind is list or kind is tuple:
            waiting += one
        elif one is not None and kind is not bool:
            return False
    return True


def parse(data: bytes) -> Json:
    """Read canonical bytes; bytes that would be written otherwise are refused.  Raises NotCanonical."""
    try:
        value: Json = json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise NotCanonical(f"not JSON: {fault}") from None
    try:
        written = canon(value)
    except RecursionError:
        raise NotCanonical("nested too deeply") from None
    if written != data:
        raise NotCanonical("not in canonical form (doubled keys, blanks, floats or another order of keys)")
    return value


def fraction_text(value: Fraction | int) -> str:
    """``5/2``, or ``2`` where it is whole: exact, in lowest terms (rule 3.L keeps fractions)."""
    return str(Fraction(value))
