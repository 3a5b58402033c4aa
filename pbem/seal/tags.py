"""Tagged hashes: no value of one kind can pass as another (docs/trust.md, 1)."""

import hashlib
from typing import Final

from pbem.core.dice import mac

__all__ = ["MAIN", "TAGS", "ZEROS", "mac", "prefix", "tagged"]

TAGS: Final = frozenset(
    {
        *("record", "public", "leaf", "node", "empty", "state"),
        *("seed", "rollkey", "roll", "orders", "silent", "salt", "order", "key", "seal", "deed", "witness", "mask"),
    }
)

MAIN: Final = "main"
"""The branch that every game begins with."""

ZEROS: Final = "0" * 64
"""The hash used where there is no earlier hash: before the genesis record, before a player's first contribution."""


def prefix(tag: str) -> bytes:
    """``pbem/1/<tag>`` and a zero byte.  Raises ValueError for a tag that the scheme does not have."""
    if tag not in TAGS:
        raise ValueError(f"expected one of the tags {', '.join(sorted(TAGS))}; found {tag!r}")
    return b"pbem/1/" + tag.encode() + b"\0"


def tagged(tag: str, *parts: bytes) -> bytes:
    """``H(tag, parts...)``: SHA-256, 32 bytes."""
    found = hashlib.sha256(prefix(tag))
    for part in parts:
        found.update(part)
    return found.digest()
