"""Limits on letters: bounds that hold before any parser sees a byte."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes of a whole letter, and of one that brings files (10 MB of them in base64) beside a text of at most so many as a
    letter; of its headers; MIME parts; parts within parts."""

    letter: int = 1_000_000
    with_files: int = 14_500_000
    headers: int = 65_536
    parts: int = 200
    depth: int = 20


LIMITS = Limits()
