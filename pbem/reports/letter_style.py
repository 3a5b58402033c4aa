"""The style of a letter: its language, the clock of its reader, and the templates used.

Set it once around the code that writes a letter, and every line follows: ``with writing(LetterStyle("de", zone)): ...``.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import cache
from pathlib import Path

from pbem.core.tomlfile import Faults, TomlFile
from pbem.reports import catalogue
from pbem.reports.catalogue import Catalogue

ENGLISH = "en"
WORDS = "words.toml"


@dataclass(frozen=True)
class Language:
    """A language of letters: its code, its own name, its name in English.

    `catalogue` is the program's own, None for English and for a language that is the GM's alone.  `words` are the GM's own
    translations, which come first; what neither has is said in English.  `spelt` are letters that the GM wants written in
    plain ASCII, as the language itself writes them without.
    """

    code: str
    name: str
    english: str
    words: Mapping[str, str] = field(default_factory=dict)
    spelt: Mapping[str, str] = field(default_factory=dict)
    catalogue: Catalogue | None = None

    @property
    def letters(self) -> frozenset[str]:
        """The letters beyond ASCII that letters in this language have."""
        own = {letter for words in self.words.values() for letter in words if letter.isalpha() and not letter.isascii()}
        return (self.catalogue.letters if self.catalogue is not None else frozenset[str]()) | own - set(self.spelt)

    @property
    def is_complete(self) -> bool:
        """True if the program's own catalogue has all messages; a language of the GM's own is for the GM to judge."""
        return self.catalogue is None or self.catalogue.is_complete

    def phrase(self, words: str) -> str:
        """A phrase of the program; in English where it is not translated."""
        if words in self.words or self.catalogue is None:
            return self.words.get(words, words)
        return respelt(self.catalogue.phrase(words), self.spelt)


@dataclass(frozen=True)
class LetterStyle:
    """The style of letters to one reader: language, time zone (None: UTC only), the GM's folder of templates."""

    language: str = ENGLISH
    zone: tzinfo | None = None
    folder: Path | None = None
    has_accents: bool = False
    """True if the text may hold every letter of Latin alphabets (``Jörg``), and not only those of its language."""


@dataclass(frozen=True)
class BrokenPage:
    """A page that a file of the GM's was to make and could not: template, file, line (0: unknown), what is wrong with it.

    `said` is what the program's own template made of the facts instead; `facts` are those, as JSON has them.
    """

    template: str
    file: str
    line: int
    why: str
    language: str = ENGLISH
    facts: str = "{}"
    said: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.why}"


@dataclass(frozen=True)
class _Writing:
    """The letter that is being written: how, and what was found broken meanwhile."""

    style: LetterStyle
    broken: list[BrokenPage] = field(default_factory=list)


_now: ContextVar[_Writing | None] = ContextVar("writing", default=None)
_every_script: ContextVar[bool] = ContextVar("every script", default=False)
_PLAIN = LetterStyle()
LATIN_ENDS = "\u0250"
"""The first character behind the letters of Latin alphabets."""


def current_style() -> LetterStyle:
    """The style of the letter that is being written; English and UTC by default."""
    now = _now.get()
    return now.style if now is not None else _PLAIN


@contextmanager
def writing(how: LetterStyle) -> Iterator[None]:
    """Write in this style inside the block."""
    token = _now.set(_Writing(how))
    try:
        yield
    finally:
        _now.reset(token)


@contextmanager
def in_every_script() -> Iterator[None]:
    """Write what can hold every letter for the time being: HTML and subjects."""
    token = _every_script.set(True)
    try:
        yield
    finally:
        _every_script.reset(token)


def keeps(character: str) -> bool:
    """True if what is being written may hold this character beyond ASCII."""
    if _every_script.get():
        return character.isalpha() or unicodedata.category(character) in ("Mn", "Mc")
    return character in letters() or (current_style().has_accents and character.isalpha() and character < LATIN_ENDS)


def note(broken: BrokenPage) -> None:
    """Remember that a file of the GM's is broken, for whoever posts the letter."""
    now = _now.get()
    if now is not None:
        now.broken.append(broken)


def take_broken() -> tuple[BrokenPage, ...]:
    """The broken templates found since this was asked last."""
    now = _now.get()
    if now is None:
        return ()
    found = tuple(now.broken)
    now.broken.clear()
    return found


def translate(words: str, /, **facts: object) -> str:
    """A phrase of the program in the language of the letter, with its facts: ``translate("Withdrawn: {lines}", lines=...)``.

    A phrase that the language does not have stays English.
    """
    found = language()
    phrase = words if found is None else found.phrase(words)
    return phrase.format(**facts) if facts else phrase


def translate_plural(one: str, many: str, count: int, /, **facts: object) -> str:
    """The phrase for so many, as the language counts: ``translate_plural("{count} move", "{count} moves", 3)``."""
    found = language()
    words = one if count == 1 else many
    if found is not None and found.catalogue is not None:
        words = respelt(found.catalogue.number(one, many, count), found.spelt)
    return words.format(count=count, **facts)


def translated(text: str) -> str:
    """A sentence that a game said in English, in the language of the letter; in English where that has no words for it."""
    found = language()
    if found is None or found.catalogue is None or not text:
        return text
    return found.words.get(text) or respelt(found.catalogue.sentence(text), found.spelt)


def letters() -> frozenset[str]:
    """The letters beyond ASCII that the letter which is being written may have."""
    found = language()
    return frozenset() if found is None else found.letters


def language() -> Language | None:
    """The language of the letter that is being written; None for English."""
    now = _now.get()
    if now is None:
        return None
    how = now.style
    if how.language == ENGLISH and how.folder is None:
        return None
    try:
        return of(how.language, how.folder)
    except Faults as faults:
        note(BrokenPage(WORDS, faults.faults[0].file, faults.faults[0].line, str(faults.faults[0]), how.language))
        return None
    except KeyError:  # a language that was taken away since
        return None


@cache
def of(code: str, folder: Path | None = None) -> Language:
    """The language with this code.  Raises KeyError, and Faults for a file of words that cannot be read."""
    if code == ENGLISH:
        return Language(ENGLISH, "English", "English")
    own = folder / code / WORDS if folder is not None else None
    shipped = catalogue.shipped(code) if code in catalogue.codes() else None
    if own is not None and own.is_file():
        return read_words(code, TomlFile(str(own), own.read_text(encoding="utf-8")), shipped)
    if shipped is None:
        raise KeyError(code)
    return Language(code, shipped.name, shipped.english, catalogue=shipped)


def is_sound(code: str, folder: Path | None) -> bool:
    """True if the words of a language can be read now; they are read again."""
    of.cache_clear()
    try:
        of(code, folder)
    except Faults:
        return False
    except KeyError:
        return True
    return True


def read_words(code: str, file: TomlFile, shipped: Catalogue | None = None) -> Language:
    """The language that a file of the GM's describes; what it leaves out is in `ours`.  Raises Faults."""
    file.unknown("", file.data, ("name", "english", "spelt", "words"))
    spelt, words = file.get("spelt", dict, {}), file.get("words", dict, {})
    for table, found in (("spelt", spelt), ("words", words)):
        for key, value in found.items():
            if not isinstance(value, str):
                file.fault(f"{table}.{key}", "words in quotes", value)
    name = file.get("name", str, shipped.name if shipped is not None else code)
    english = file.get("english", str, shipped.english if shipped is not None else code)
    file.ended()
    return Language(code, name, english, {key: respelt(one, spelt) for key, one in words.items()}, spelt, shipped)


def respelt(text: str, spelt: Mapping[str, str]) -> str:
    """A text with its own letters written in plain ASCII, as its language does it."""
    for letter, plain in spelt.items():
        text = text.replace(letter, plain)
    return text


def languages(folder: Path | None = None) -> Sequence[Language]:
    """The languages that letters can be written in, English first; those of the GM's folder with them."""
    codes = set(catalogue.codes())
    if folder is not None and folder.is_dir():
        codes |= {one.name for one in folder.iterdir() if (one / WORDS).is_file()}
    found = [of(ENGLISH)]
    for code in sorted(codes - {ENGLISH}):
        try:
            found.append(of(code, folder))
        except Faults:  # `pbem templates check` tells what is wrong with it
            continue
    return found


def find(word: str, folder: Path | None = None) -> Language | None:
    """The language that somebody means by ``de``, ``German`` or ``Deutsch``; None if there is none."""
    asked = word.strip().lower()
    names = ((one, (one.code, one.name.lower(), one.english.lower())) for one in languages(folder))
    return next((one for one, words in names if asked in words), None)
