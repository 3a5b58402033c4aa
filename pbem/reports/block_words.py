"""Text that the blocks of a game's order page have in common: the page has it, and a block refers to it.

A block is a zlib stream (RFC 1950) with a preset dictionary.  ``python -m tests.block_words GAME`` writes the files.  A block
made with another file than the page has is refused there, with how to get a new page.
"""

import zlib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "block_text"


@cache
def words_of(title: str) -> str:
    """The text for a game by its title, without the ends of its lines; "" if it has none."""
    found = FOLDER / f"{title}.txt"
    return "".join(found.read_text(encoding="ascii").split("\n")) if found.is_file() else ""


def deflated(text: str, words: str = "") -> bytes:
    """A text as a zlib stream, with a preset dictionary if there are words."""
    made = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, *dictionary(words))
    return made.compress(text.encode()) + made.flush()


def inflated(code: bytes, words: str = "") -> str:
    """The text of such a stream.  Raises zlib.error if it was made with other words."""
    made = zlib.decompressobj(zlib.MAX_WBITS, *dictionary(words))
    return (made.decompress(code) + made.flush()).decode()


def dictionary(words: str) -> tuple[bytes, ...]:
    """The words as zlib takes a dictionary: an argument, or none."""
    return (words.encode("ascii"),) if words else ()


def name_of(words: str) -> str:
    """By which a block says with which words it was made: their Adler-32, as zlib has it."""
    return f"{zlib.adler32(words.encode('ascii')):08x}"
