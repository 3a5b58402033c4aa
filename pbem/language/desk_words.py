"""The words that a desk adds to the lexicons of its games: turns of phrase for acts, and nicknames (docs/lexicon.md)."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pbem.core.tomlfile import Fault, TomlFile
from pbem.language.gazetteer import Gazetteer, with_nicknames
from pbem.language.lexicon import BadWords, Entry, Lexicon, entries_of, extended

ALL = "all"
"""The table of words for every game."""
PARTS = ("act", "names")
CERTAINTIES = ("sure", "loose")
MOST_BROKEN = 40
"""Lines that are no TOML and are left out; of a file with more nothing is read."""
LONGEST_PHRASE = 12
"""Words of a turn of phrase."""
_BEGINS = re.compile(r"\s*(?:\[|[^=#,]+=)")
"""A line that begins an entry or a table."""
_OPENS_LIST = re.compile(r"[^=#]+=\s*\[")

Lexicons = Callable[[str], Sequence[Lexicon]]
"""The lexicons of a title.  Raises KeyError with what was expected for one that is not there."""


@dataclass(frozen=True)
class DeskWords:
    """Entries for acts, and nicknames by the name of the unit in small letters; each with the title it is for, or ``all``."""

    entries: tuple[tuple[str, Entry], ...] = ()
    names: tuple[tuple[str, str, str], ...] = ()

    def of(self, title: str) -> "DeskWords":
        """Those for one title."""
        entries = tuple(one for one in self.entries if one[0] in (ALL, title))
        return DeskWords(entries, tuple(one for one in self.names if one[0] in (ALL, title)))

    def added(self, gazetteer: Gazetteer, lexicon: Lexicon) -> tuple[Gazetteer, Lexicon]:
        """The names that a side can use, and the words of the game, with these."""
        if self.names:
            called: dict[str, tuple[str, ...]] = {}
            for _, name, nickname in self.names:
                called[name] = (*called.get(name, ()), nickname)
            ways = {one.name: called[one.name.lower()] for one in gazetteer.things if one.name.lower() in called}
            gazetteer = replace(gazetteer, things=with_nicknames(gazetteer.things, ways))
        return gazetteer, _extended(lexicon, self.entries) if self.entries else lexicon


NO_WORDS_ADDED = DeskWords()


@lru_cache(maxsize=16)
def _extended(lexicon: Lexicon, entries: tuple[tuple[str, Entry], ...]) -> Lexicon:
    return extended(lexicon, (one for _, one in entries))


def read_desk_words(
    name: str, text: str, titles: Sequence[str], lexicons: Lexicons, *, only: str = ""
) -> tuple[DeskWords, tuple[Fault, ...]]:
    """The words of a file, and its faults: what is at fault is left out, and the rest counts.

    `titles` are the games that are there; with `only` one of them, the tables of others are passed over.
    """
    file, broken = _parsed(name, text)
    reader = _Reader(file, [only] if only else titles, lexicons, is_for_one=bool(only))
    found = reader.read()
    faults = sorted((*broken, *file.faults), key=lambda one: one.line)
    return found, tuple(faults)


def _parsed(name: str, text: str) -> tuple[TomlFile, list[Fault]]:
    """The file without the lines that are no TOML, and what is wrong with those."""
    faults: list[Fault] = []
    lines = text.splitlines()
    while True:
        file = TomlFile(name, "\n".join(lines))
        if not file.faults:
            return file, faults
        fault = file.faults[0]
        first, last = _broken(lines, fault)
        faults.append(replace(fault, line=first + 1))
        if not any(line.strip() for line in lines[first : last + 1]) or len(faults) > MOST_BROKEN:
            return TomlFile(name, ""), faults
        lines[first : last + 1] = [""] * (last + 1 - first)


def _broken(lines: Sequence[str], fault: Fault) -> tuple[int, int]:
    """The first and last line, from 0, of what cannot be read: of a list that does not end, all of it."""
    at = (fault.line or len(lines)) - 1
    if "nclosed" not in fault.found:
        return at, at
    first = next((n for n in range(at, -1, -1) if _OPENS_LIST.match(lines[n]) and (n < at or not fault.line)), at)
    last = next((n for n in range(first + 1, at + 1) if _BEGINS.match(lines[n])), max(at, first + 1)) - 1
    return first, last


class _Reader:
    """Reads one file; a fault leaves out its entry."""

    def __init__(self, file: TomlFile, titles: Sequence[str], lexicons: Lexicons, *, is_for_one: bool) -> None:
        self.file, self.titles, self.lexicons, self.is_for_one = file, titles, lexicons, is_for_one
        self._seen: dict[tuple[str, str], int] = {}
        self._entries: list[tuple[str, Entry]] = []
        self._names: list[tuple[str, str, str]] = []

    def read(self) -> DeskWords:
        """All entries without a fault."""
        for title, parts in self.file.data.items():
            if title not in (ALL, *self.titles):
                if not self.is_for_one:
                    below = f"{title}.{next(iter(parts), '')}" if isinstance(parts, dict) else title
                    line = self.file.line_of(below)
                    self.file.fault(title, f"a game ({', '.join(self.titles)}) or {ALL}", title, line)
            elif self._is_table(title, parts):
                self._part(title, parts)
        return DeskWords(tuple(self._entries), tuple(self._names))

    def _is_table(self, key: str, found: object) -> bool:
        if not isinstance(found, dict):
            self.file.fault(key, "a table", found)
        return isinstance(found, dict)

    def _part(self, title: str, parts: Mapping[str, Any]) -> None:
        for part, found in parts.items():
            key = f"{title}.{part}"
            if part not in PARTS:
                self.file.fault(key, f"[{title}.act.NAME] or [{title}.names]", part)
            elif self._is_table(key, found) and part == "names":
                for name, texts in found.items():
                    for where, text in self._texts(f"{key}.{name}", texts):
                        if self._is_new(title, where, text):
                            self._names.append((title, name.lower(), text))
            elif isinstance(found, dict):
                self._acts(title, key, found)

    def _acts(self, title: str, key: str, acts: Mapping[str, Any]) -> None:
        lexicons = [one for of in ([title] if title != ALL else self.titles) for one in self.lexicons(of)]
        known = sorted({name for one in lexicons for name in one.acts})
        for name, ways in acts.items():
            where = f"{key}.{name}"
            if name not in known:
                if title == ALL and self.is_for_one:
                    continue  # another game may have it
                self.file.fault(where, f"an act of the game ({', '.join(known)})", name)
            elif self._is_table(where, ways):
                for certainty, texts in ways.items():
                    if certainty in CERTAINTIES:
                        self._phrases(title, f"{where}.{certainty}", name, texts, lexicons)
                    else:
                        self.file.fault(f"{where}.{certainty}", "sure or loose", certainty)

    def _phrases(self, title: str, key: str, act: str, texts: object, lexicons: Sequence[Lexicon]) -> None:
        for where, text in self._texts(key, texts):
            try:
                entries = list(entries_of(text, "act", act, is_sure=key.endswith(".sure")))
            except BadWords as wrong:
                self.file.fault(where, "a turn of phrase", str(wrong))
                continue
            taken = next((one.value for one in entries for other in lexicons for one in _same(other, one)), "")
            if taken and title != ALL:  # a game that has them leaves them out of those for all
                self.file.fault(
                    where, "words that are not in the game's lexicon yet", f"{text!r}, which is there for {taken}"
                )
            elif self._is_new(title, where, text):
                self._entries += [(title, one) for one in entries]

    def _texts(self, key: str, texts: object) -> Iterator[tuple[str, str]]:
        """The texts of a list with the keys of their places."""
        if not isinstance(texts, list):
            self.file.fault(key, 'a list such as ["saddle up", "to horse"]', texts)
            return
        for n, one in enumerate(texts):
            where = f"{key}[{n}]"
            words = one.split() if isinstance(one, str) else []
            if not words or len(words) > LONGEST_PHRASE or not str(one).isprintable():
                self.file.fault(where, f"a text of 1 to {LONGEST_PHRASE} words", one)
            else:
                yield where, " ".join(words)

    def _is_new(self, title: str, key: str, text: str) -> bool:
        """True if these words stand here for the first time; a second time is a fault."""
        for other in (title, ALL) if title != ALL else (ALL, *self.titles):
            line = self._seen.get((other, text.lower()))
            if line is not None:
                self.file.fault(key, "each turn of phrase and nickname once", f"{text!r} again, as on line {line}")
                return False
        self._seen[title, text.lower()] = self.file.line_of(key)
        return True


def _same(lexicon: Lexicon, entry: Entry) -> Iterator[Entry]:
    """The entries for acts in a lexicon that have the same words."""
    for first in entry.words[0][0]:
        for one in lexicon.entries.get(first, ()):
            if one.kind == "act" and one.words == entry.words:
                yield one
