"""The desk's own words: its file is read again when it has changed, and without the entries that are at fault."""

import logging
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from pbem.core.tomlfile import Fault, unreadable
from pbem.desk.title import Title
from pbem.language.desk_words import DeskWords, read_desk_words
from pbem.language.lexicon import Lexicon
from pbem.orders.dialect import ReadsProse

Titles = Callable[[str], Title]
log = logging.getLogger(__name__)


def desk_words(path: Path | None, title_of: Titles, title: str) -> DeskWords:
    """The desk's own words for a title; none where there is no file."""
    if path is None:
        return DeskWords()
    return _read(path, _stamp(path), title_of, title)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=16)
def _read(path: Path, stamp: tuple[int, int], title_of: Titles, title: str) -> DeskWords:
    found, faults = words_and_faults(path, title_of, only=title)
    for one in faults:
        log.warning("own words, left out: %s", one)
    return found


def words_and_faults(
    path: Path, title_of: Titles, titles: Sequence[str] = (), *, only: str = ""
) -> tuple[DeskWords, tuple[Fault, ...]]:
    """The words of a file for these titles (or for `only` one), and what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        return DeskWords(), (unreadable(str(path), "the desk's own words", fault),)

    def lexicons(title: str) -> Sequence[Lexicon]:
        dialect = title_of(title).dialect
        return dialect.lexicons() if isinstance(dialect, ReadsProse) else ()

    return read_desk_words(str(path), text, titles, lexicons, only=only)
