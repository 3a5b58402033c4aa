"""Dice by name: a die is a pure function of key, label and place (docs/trust.md, 5)."""

import hmac
import re
from collections.abc import Iterable, Mapping
from typing import Protocol

MOST_SIDES = 256
"""A die is made of one byte."""

SPEC = re.compile(r"([1-9]\d?)d([1-9]\d?\d?)")


class Dice(Protocol):
    """A source of dice."""

    def faces(self, label: str, number: int, sides: int) -> tuple[int, ...]:
        """`number` dice of `sides` sides for the roll that is called `label`."""
        ...


def mac(key: bytes, tag: str, message: bytes) -> bytes:
    """``MAC(key, tag, msg)`` of docs/trust.md, The scheme: 32 bytes."""
    return hmac.digest(key, b"pbem/1/" + tag.encode() + b"\0" + message, "sha256")


class KeyedDice:
    """The dice of one adjudication under its roll key K (32 bytes)."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def faces(self, label: str, number: int, sides: int) -> tuple[int, ...]:
        """Bytes of ``MAC(K, "roll", label 00 uint32be(j))``; a byte that would favour low faces is skipped."""
        fair = 256 - 256 % sides
        found: list[int] = []
        block = 0
        while len(found) < number:
            for byte in mac(self._key, "roll", label.encode("ascii") + b"\0" + block.to_bytes(4, "big")):
                if byte < fair and len(found) < number:
                    found.append(byte % sides + 1)
            block += 1
        return tuple(found)


class DiceGiven:
    """Dice that a case gives: a queue in the order in which they fall, and dice by purpose (docs/cases.md)."""

    def __init__(self, queue: Iterable[int] = (), named: Mapping[str, Iterable[int]] | None = None) -> None:
        self._queue = list(queue)
        self._named = {name: list(faces) for name, faces in (named or {}).items()}

    def faces(self, label: str, number: int, sides: int) -> tuple[int, ...]:
        """The dice given for this roll.  Raises DiceMissing if the case gives none."""
        purpose = label.split(" ", 1)[1]
        for name in (purpose, purpose.removesuffix(" #1")):
            if name in self._named:
                given = self._named.pop(name)
                if len(given) != number:
                    raise DiceMissing(f"{purpose!r} rolls {number} dice and the case gives {len(given)}")
                return _faces(tuple(given), sides, purpose)
        if len(self._queue) < number:
            raise DiceMissing(f"no dice given for {number}d{sides} {purpose!r}")
        taken, self._queue = self._queue[:number], self._queue[number:]
        return _faces(tuple(taken), sides, purpose)

    def left(self) -> list[str]:
        """The values given and not used."""
        return [f"{len(self._queue)} dice of the queue"] * bool(self._queue) + [
            f"dice for {name!r}" for name in self._named
        ]


def _faces(given: tuple[int, ...], sides: int, purpose: str) -> tuple[int, ...]:
    """The dice given, if such a die can fall so.  Raises DiceMissing."""
    for face in given:
        if not 1 <= face <= sides:
            raise DiceMissing(f"{purpose!r} rolls a die of {sides} sides and the case gives {face}")
    return given


class DiceMissing(Exception):
    """A die was asked for that the case does not give, or not as it can fall."""


def parse_spec(spec: str) -> tuple[int, int]:
    """``2d6`` as (2, 6).  Raises ValueError."""
    match = SPEC.fullmatch(spec)
    if not match or int(match[2]) > MOST_SIDES:
        raise ValueError(f"expected dice such as 2d6, of at most {MOST_SIDES} sides, found {spec!r}")
    return int(match[1]), int(match[2])
