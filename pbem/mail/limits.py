"""Limits on letters: bounds that hold before any parser sees a byte."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes of a whole letter and of its headers; MIME parts; parts within parts."""

    letter: int = 1_000_000
    headers: int = 65_536
    parts: int = 200
    depth: int = 20


LIMITS = Limits()
