"""The words of a language: ``locale/<code>/LC_MESSAGES/pbem.po``, read with Babel when somebody first writes in it.

Two kinds of message stand in it.  What the house says is looked up as it stands in the program (`Catalogue.phrase`).  What
a game says reaches us as a finished English sentence: refusals and questions are kept so in the records of a game, and a log
is told so to the proof.  Such a sentence is recognised by its message (`Catalogue.sentence`): ``A/3 Cav rallies by itself``
by ``{unit} rallies by itself``.  What stands in the places is translated in the same way; names stay as they are.
"""

import gettext
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Final

from pbem import resources

FOLDER: Final = "locale"
FILE: Final = "LC_MESSAGES/pbem.po"
WORD: Final = re.compile(r"[A-Za-z]{2,}")
DIGITS: Final = ("count", "n", "cost", "turn", "turns", "number", "natural", "total", "have", "points", "far", "needs")
KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(DIGITS, r"[-+]?\d+(?: \d/\d|/\d+)?"),
    "at": r"\d{4}", "path": r"[\d-]+", "rule": r"[\w.-]+(?:, [\w.-]+)*", "roll": r"r\d+ \d+d\d+.*?", "letter": r"[A-Z]\d?",
    "phase_letter": r"[A-Z]", "hexes": r"\d+",
}  # fmt: skip
"""The kind of content in a place, by its name; anything at all where the name is another."""

ORDERS: Final = ("order", "line", "lines", "suggest", "meant", "command", "example", "instead", "reading", "strip")
"""Places in which an order or a player's own words stand, which are as they were written; so is what three blanks set off."""

SENTENCES: Final = re.compile(r"(?<=[a-z0-9)'][.?!:]) +(?=[A-Z'])|\n|(?<! );? {2}(?! )")
BETWEEN: Final = re.compile(r", | and ")
FIGURES: Final = re.compile(r"((?:[-+ ]?\d+ {1,2})?)(.*?)((?: [-+]?\d+(?: -> \d+)?)?(?: = \d+)?,?)", re.DOTALL)
NAME: Final = re.compile(r"[A-Z\d(]|r\d")
LEAST_WEIGHT: Final = 7
"""Letters of its own by which a message is known whatever stands in its places."""
SMALL_WORDS: Final = ("in", "of", "on", "the", "and", "to")
TIMES: Final = "pbem/reports/times.py"
"""Its words are of the house alone: a phase may be called March."""
MOST_SENTENCES: Final = 20_000


@dataclass(frozen=True)
class _Form:
    """A message as it is recognised; `one` and `many` are the message in both numbers where it has them.

    `places` are the names of its places, in the sequence of the groups of `pattern`.
    """

    pattern: re.Pattern[str]
    places: tuple[str, ...]
    one: str
    many: str
    weight: int


class Catalogue:
    """The translations of one language."""

    def __init__(self, code: str, po: bytes) -> None:
        # Babel is needed for other languages than English alone.
        from babel import Locale
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        found = read_po(io.BytesIO(po), locale=code)
        binary = io.BytesIO()
        write_mo(binary, found)
        binary.seek(0)
        self.code = code
        self.english = Locale.parse(code).english_name or code
        self.name = (Locale.parse(code).display_name or code).capitalize()
        self._messages = gettext.GNUTranslations(binary)
        self._singular: dict[str, str] = {}
        self._untranslated: set[str] = set()
        for message in found:
            if not message.id:
                continue
            one, many = (message.id, "") if isinstance(message.id, str) else message.id[:2]
            text = "".join(message.string or "")
            if not text or message.fuzzy:
                self._untranslated.add(one)
            if {file for file, _ in message.locations} != {TIMES}:
                self._singular[one] = many
        self.letters = frozenset(
            letter
            for message in found
            if message.id
            for letter in "".join(message.string or "")
            if letter.isalpha() and not letter.isascii()
        )
        self._exact = {one.strip(): one for one in self._singular if "{" not in one}
        self._known: Mapping[str, list[_Form]] | None = None
        self.sentence = lru_cache(maxsize=MOST_SENTENCES)(self._sentence)

    @property
    def is_complete(self) -> bool:
        """True if every message is translated."""
        return not self._untranslated

    def phrase(self, words: str) -> str:
        """A message as it stands in the program; in English where it is not translated."""
        return self._messages.gettext(words) if words else words

    def number(self, one: str, many: str, count: int) -> str:
        """The message for so many, by the language's own rule of plurals."""
        return self._messages.ngettext(one, many, count)

    def _sentence(self, text: str) -> str:
        """A sentence that a game said; the same in English where some of it is not translated."""
        found = self._translation(text)
        return text if found is None else found

    def _translation(self, text: str) -> str | None:
        """The translation, None if there is none: no half sentences."""
        core = text.strip()
        if not WORD.search(core):
            return text
        found = self._whole(core)
        if found is None:
            found = self._parts(core)
        if found is None:
            found = self._list(core)
        if found is None:
            return None
        ahead = text[: len(text) - len(text.lstrip())]
        return f"{ahead}{found}{text[len(text.rstrip()) :]}"

    def _whole(self, core: str) -> str | None:
        exact = self._exact.get(core)
        if exact is not None:
            return None if exact in self._untranslated else self.phrase(exact).strip()
        for form, match in self._matches(core):
            if form.one in self._untranslated:
                return None
            translated = self._filled(form, match)
            if translated is not None:
                return translated
        # A clause that is told as a sentence of its own.
        translated = self._whole(core[:-1]) if core.endswith(".") and not core.endswith("..") else None
        return f"{translated}." if translated is not None else None

    def _filled(self, form: _Form, match: re.Match[str]) -> str | None:
        facts = {}
        for name, value in zip(form.places, match.groups(), strict=True):
            part = value if name in ORDERS or f"   {{{name}}}" in form.one else self.part(value)
            if part is None or (form.weight < LEAST_WEIGHT and part == value and not _is_name(value)):
                return None
            facts[name] = part
        message = self.phrase(form.one)
        if form.many:
            count = re.match(r"\d+", facts.get("count", ""))
            message = self.number(form.one, form.many, int(count[0]) if count else 2)
        return re.sub(r"\{([^{}:]*)[^{}]*\}", lambda place: facts.get(place[1], ""), message).strip()

    def part(self, value: str) -> str | None:
        """The kind of text in a place: a phrase, a list, or a name; None if it is known and not translated."""
        core = value.strip()
        if not WORD.search(core):
            return value
        if self._exact.get(core, core) in self._untranslated:
            return None
        found = self._translation(value)
        if found is not None:
            return found
        if " and " in core:
            pieces = BETWEEN.split(core)
            if all(piece[:1].isupper() or piece[:1].isdigit() or self._whole(piece) for piece in pieces):
                translations = [self._whole(piece) or piece for piece in pieces]
                return f"{', '.join(translations[:-1])} {self.phrase('and')} {translations[-1]}"
        return value

    def _parts(self, core: str) -> str | None:
        """Several sentences, each translated by itself; None if one of them is not known."""
        ends = [(match.start(), match.end()) for match in SENTENCES.finditer(core)]
        if not ends:
            return None
        out, start = [], 0
        for end, following in (*ends, (len(core), len(core))):
            sentence = core[start:end]
            translated = self._whole(sentence) if WORD.search(sentence) else sentence
            if translated is None:
                return None
            out.append(translated + core[end:following])
            start = following
        return "".join(out)

    def _list(self, core: str) -> str | None:
        """``r2 2d6 = 9, Capt Henry (2 hexes) +2, routed -2 = 9``: each piece without its figures; None if one is not known.

        A name is known by its capital, or by the figures that it begins with.
        """
        out, is_new = list[str](), False
        for piece in core.split(", "):
            figures = FIGURES.fullmatch(piece)
            if figures is None:
                return None
            words = figures[2]
            text = self._whole(words) if WORD.search(words) else words
            if text is None and " and " in words and all(map(_is_name, words.split(" and "))):
                text = words.replace(" and ", f" {self.phrase('and')} ")
            if text is None and (words in self._untranslated or not NAME.match(words)):
                return None
            is_new = is_new or text not in (None, words)
            out.append(f"{figures[1]}{text or words}{figures[3]}")
        return ", ".join(out) if is_new else None

    def _matches(self, core: str) -> Iterator[tuple[_Form, re.Match[str]]]:
        if self._known is None:
            self._known = self._forms()
        words = dict.fromkeys(["", *WORD.findall(core)])
        forms = {id(form): form for word in words for form in self._known.get(word, ())}
        for form in sorted(forms.values(), key=lambda form: -form.weight):
            match = form.pattern.fullmatch(core)
            if match:
                yield form, match

    def _forms(self) -> Mapping[str, list[_Form]]:
        """The messages with places, by the longest word that is theirs."""
        found: dict[str, list[_Form]] = {}
        for one, many in self._singular.items():
            for message in (one, many) if many else (one,):
                if "{" not in message:
                    continue
                pattern, places, literals = _pattern(message)
                longest = max((word for text in literals for word in _whole_words(text)), key=len, default="")
                weight = sum(len(text.replace(" ", "")) for text in literals)
                if weight:
                    found.setdefault(longest, []).append(_Form(pattern, places, one, many, weight))
        return found


def _is_name(value: str) -> bool:
    """True if this may be a counter's name, several, or a figure: ``Rain in the Face ponies``; no sentence."""
    words = WORD.findall(value)
    small = [word for word in words if word[0].islower() and word not in SMALL_WORDS]
    return not words or (len(small) <= value.count(",") + value.count("+") + 1 and not value[:1].islower())


def _whole_words(literal: str) -> list[str]:
    """Words of a literal that cannot go on in the place beside it."""
    return [match[0] for match in re.finditer(r"(?<![^\s('\"])[A-Za-z]{2,}(?=[\s.,;:)'\"?!])", f"{literal}")]


def _pattern(message: str) -> tuple[re.Pattern[str], tuple[str, ...], list[str]]:
    out, literals, names = "", list[str](), list[str]()
    pieces = list(Formatter().parse(message.strip()))
    for n, (literal, name, _, _) in enumerate(pieces):
        out += re.sub(r"(?:\\ )+", " +", re.escape(literal))
        literals.append(literal)
        if name is None:
            continue
        following = pieces[n + 1][0] if n + 1 < len(pieces) else " "
        is_apart = (not literal or literal[-1].isspace()) and (not following or following[:1].isspace())
        kind = KINDS.get(re.sub(r"\d+$", "", name), ".+?" if is_apart else ".*?")
        if name in names:
            out += f"(?:\\{names.index(name) + 1})"
        else:
            out += f"({kind})"
            names.append(name)
    return re.compile(out), tuple(names), literals


@cache
def shipped(code: str) -> Catalogue:
    """The program's own catalogue of a language.  Raises KeyError if there is none."""
    if code not in codes():
        raise KeyError(code)
    return Catalogue(code, resources.text(f"{FOLDER}/{code}/{FILE}").encode())


@cache
def codes() -> tuple[str, ...]:
    """The languages that have a catalogue, by code."""
    return tuple(code for code in resources.folders(FOLDER) if Path(resources.root(), FOLDER, code, FILE).is_file())
