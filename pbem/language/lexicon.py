"""The lexicon: which words mean what, read from ``grammar/*.words.toml`` and a desk's own file (docs/lexicon.md).

An entry is a turn of phrase in base forms: ``go|come back to horses``.  Between its words articles and the like may
stand; ``they?`` may be missing; ``<n>`` is a number, ``<unit>`` a name, ``<hex>`` a place.  Forms of a word (tenses,
plurals) are found by rule, irregular ones by the list.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import Any

from pbem import resources
from pbem.core.tomlfile import Fault, TomlFile
from pbem.language.gazetteer import Gazetteer, with_nicknames

COMMON, ENGLISH = "grammar/all.words.toml", "grammar/english.words.toml"
SLOTS = ("<n>", "<unit>", "<hex>", "<place>", "<whom>", "<foe>")
OVERRIDING = frozenset(("within", "beside", "via", "all", "nearest", "else"))
"""Little words of a game that are nothing else there, whatever they are in others."""
KINDS_OF_ENTRY = ("sure", "loose")
DIGITS = re.compile(r"(?<![\w<])([a-z]+)(\d)(?!\w)")
"""A number that ends a word is a piece of its own: ``every1``."""
ROLES = re.compile(r"\{(\w+)\}")
WORDS_KEPT = 8192
"""Words whose base forms a lexicon keeps at hand."""
_IS_WORDS = frozenset(("we're", "she'll", "he'll", "i'll", "we'll", "it's", "let's", "i'd", "we'd", "he'd", "she'd"))
"""Short forms that would be another word without their apostrophe."""
NOT = frozenset(
    f"{verb}{ending}"
    for verb in ("do", "does", "did", "wo", "should", "must", "ca", "could", "need", "shall", "is", "are", "ai")
    for ending in ("n't", "nt")
)
"""Negations that end a verb."""
_PHRASE = re.compile(r"@(\w+)(\??)")
"""Stands for each of the wordings that ``[phrases]`` of the same file has for it; with ``?`` for none, too."""


@dataclass(frozen=True)
class LexiconEntry:
    """A turn of phrase: what it stands for (`kind`, `value`); `words` are its elements in turn, each a set of base forms (a
    slot alone in its set) and whether it may be missing."""

    kind: str
    value: str
    words: tuple[tuple[frozenset[str], bool], ...]
    is_sure: bool = True


@dataclass(frozen=True)
class OrderKind:
    """Something that can be ordered: the forms of its order lines, and of that which forbids it ("" for none).

    ``{who}`` are all that are named, ``{units}`` without leaders; ``{one}`` gives each a line of its own; what stands in
    brackets is left out where a role in it has no words.  `object_is` says whom a name behind the verb joins.
    """

    name: str
    lines: tuple[str, ...]
    no: str = ""
    needs: tuple[str, ...] = ()
    object_is: str = "who"
    bare: tuple[str, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words of one game: entries by the first word of each, acts by name, nouns for groups with their tags."""

    entries: Mapping[str, tuple[LexiconEntry, ...]]
    acts: Mapping[str, OrderKind]
    nouns: Mapping[str, tuple[str, ...]]
    forms: Mapping[str, str]
    settings: Mapping[str, Any]
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words in any entry: none of them is a misspelt name."""
        known = (one for some in self.entries.values() for one in some)
        return frozenset(word for one in known for some, _ in one.words for word in some) | frozenset(self.nouns)

    @cached_property
    def ordinary(self) -> frozenset[str]:
        """Correctly spelt words that are never a typing error for another: forms of verbs, English words of no use here."""
        found = set(self.forms)
        for setting in ("other_words", "ordinary", "past", "articles", "between", "units", "dotted"):
            found.update(self.settings.get(setting, ()))
        return frozenset(found)

    @cached_property
    def scenery(self) -> frozenset[str]:
        """Words that describe, and that order, limit or count nothing.  A line in which no other is unknown may be accepted."""
        return frozenset((*self.settings.get("scenery", ()), *self.settings.get("describing", "").split()))

    def describes(self, word: str) -> bool:
        """True if a word tells only how something is or is done: ``sky``, ``skies``, ``valiantly``."""
        low = word.lower()
        if low.isalpha() and len(low) > 5 and low.endswith("ly"):
            return low not in self.settings.get("amounts", "").split()
        return not self.scenery.isdisjoint(self.bases_of(low) if low.endswith("s") else (low,))

    @cached_property
    def deeds(self) -> Mapping[str, Sequence[tuple[str, LexiconEntry]]]:
        """Words of four letters or more that are an act, or the manner of one, by their first letter, each with its entry."""
        found: dict[str, list[tuple[str, LexiconEntry]]] = {}
        for first, some in self.entries.items():
            if len(first) > 3:
                alone = [(first, one) for one in some if one.kind in ("act", "how") and len(one.words) == 1]
                found.setdefault(first[0], []).extend(alone)
        return found

    @cached_property
    def verbs(self) -> frozenset[str]:
        """Verbs of one word of the acts that there are, and words for a direction or a place, which are cut short."""
        known = (one for some in self.entries.values() for one in some)
        return frozenset(
            word
            for one in known
            if len(one.words) == 1 and (one.value in self.acts or one.kind in ("toward", "beside"))
            for word in one.words[0][0]
            if word.isalpha()
        )

    @cached_property
    def bases_of(self) -> Callable[[str], frozenset[str]]:
        """The base forms of a word as it is written, in small letters: ``don't`` of ``do``, ``dont`` and ``not``."""
        return lru_cache(maxsize=WORDS_KEPT)(self._bases)

    def _bases(self, low: str) -> frozenset[str]:
        found = set(bases(low, self.forms))
        if low in NOT:
            found.add("not")
        if "'" in low:
            if low not in _IS_WORDS:
                found.add(low.replace("'", ""))
            if low.endswith("'s"):
                found.update(bases(low[:-2], self.forms))
        return frozenset(found)

    @cached_property
    def spelt(self) -> frozenset[str]:
        """Words that are known with a slip: those that order something, and those that are often typed."""
        known = (one for some in self.entries.values() for one in some if one.kind != "talk")
        return frozenset(word for one in known for some, _ in one.words for word in some) | frozenset(self.nouns)


def bases(word: str, irregular: Mapping[str, str]) -> tuple[str, ...]:
    """The base forms that a word may be a form of, itself first: ``firing`` of ``fire`` and ``fir``."""
    found = [word]
    if word == "within":
        return ("within",)  # no form of "with"
    if word in irregular:
        found.append(irregular[word])
    for ending, instead in (
        *(("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("oes", "o")),
        *(("es", "e"), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"), ("in", ""), ("in", "ing")),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 2 and not (ending == "s" and word.endswith("ss")):
            root = word[: -len(ending)] + instead
            found.append(root)
            if ending in ("ed", "ing", "in") and not instead and len(root) > 2 and root[-1] == root[-2]:
                found.append(root[:-1])
    return tuple(dict.fromkeys(found))


class BadWords(ValueError):
    """An invalid entry: where it is, what was expected, what was found."""


def entries_of(text: str, kind: str, value: str, *, is_sure: bool) -> Iterator[LexiconEntry]:
    """The entries for a phrase of a lexicon file. Raises BadWords."""
    words = []
    for element in DIGITS.sub(r"\1 \2", text).split():
        optional = element.endswith("?")
        words.append((frozenset(element.rstrip("?").lower().split("|")), optional))
    if not words or all(optional for _, optional in words):
        raise BadWords(f"expected a word or several; found {text!r}")
    # An entry is looked up by its first word: where that may be missing, there are several.
    for first, (_, optional) in enumerate(words):
        yield LexiconEntry(kind, value, ((words[first][0], False), *words[first + 1 :]), is_sure)
        if not optional:
            return


def _in_full(text: str, wordings: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """A turn of phrase with each wording of what ``@`` names in it."""
    found = _PHRASE.search(text)
    if found is None:
        yield text
        return
    for one in (*wordings[found[1]], *([""] if found[2] else [])):
        yield from _in_full(f"{text[: found.start()]}{one}{text[found.end() :]}", wordings)


@cache
def lexicon(*files: str) -> Lexicon:
    """The lexicon of these files, with that for all games and the words of English."""
    texts = [(one, resources.text(one)) for one in (COMMON, ENGLISH, *files)]
    return made([tomllib.loads(text) for _, text in texts])


def made(data: Iterable[Mapping[str, Any]]) -> Lexicon:
    """A lexicon from the contents of such files; a later file adds to the earlier ones."""
    entries: dict[str, list[LexiconEntry]] = {}
    acts: dict[str, OrderKind] = {}
    nouns: dict[str, tuple[str, ...]] = {}
    irregular: dict[str, str] = {}
    settings: dict[str, Any] = {}
    names: dict[str, tuple[str, ...]] = {}
    wordings: Mapping[str, Sequence[str]] = {}

    def put(texts: Any, kind: str, value: str, *, is_sure: bool = True) -> None:
        phrases = texts.split() if isinstance(texts, str) else texts
        for text in (way for one in phrases for way in _in_full(one, wordings)):
            for one in entries_of(text, kind, value, is_sure=is_sure):
                for first in one.words[0][0]:
                    entries.setdefault(first, []).append(one)

    common: frozenset[LexiconEntry] = frozenset()
    for one in data:
        wordings = one.get("phrases", {})
        for base, forms in one.get("irregular", {}).items():
            irregular.update(dict.fromkeys(forms.split(), base))
        for kind, texts in one.get("words", {}).items():
            if kind in OVERRIDING:
                _drop_words(entries, texts, kind)
            put(texts, kind, kind)
        for kind, values in one.get("values", {}).items():
            for value, texts in values.items():
                put(texts, kind, value)
        for name, act in one.get("act", {}).items():
            for certainty in KINDS_OF_ENTRY:
                if act.get("only"):
                    _drop_acts(entries, act.get(certainty, ()), common)
                put(act.get(certainty, ()), "act", name, is_sure=certainty == "sure")
            if "line" in act:
                lines = act["line"]
                acts[name] = OrderKind(
                    name,
                    (lines,) if isinstance(lines, str) else tuple(lines),
                    act.get("no", ""),
                    tuple(act.get("needs", ())),
                    act.get("object", "who"),
                    tuple(act.get("bare", ())),
                    act.get("defaults", {}),
                )
        for tags, words in one.get("nouns", {}).items():
            for word in words.split():
                nouns[word] = (*nouns.get(word, ()), *tags.split("|"))
        for name, ways in one.get("names", {}).items():
            names[name] = (*names.get(name, ()), *ways)
        around_names = [*settings.get("of_names", ()), *one.get("settings", {}).get("of_names", ())]
        settings.update(one.get("settings", {}), of_names=around_names)
        common = common or frozenset(two for some in entries.values() for two in some if two.kind == "act")
    ordered = {first: _longest_first(some) for first, some in entries.items()}
    return Lexicon(ordered, acts, nouns, irregular, settings, names)


def _longest_first(entries: Iterable[LexiconEntry]) -> tuple[LexiconEntry, ...]:
    return tuple(sorted(entries, key=lambda one: -len(one.words)))


def extended(lexicon: Lexicon, more: Iterable[LexiconEntry]) -> Lexicon:
    """A lexicon with more entries for the acts that it has; duplicates and entries for other acts are left out."""
    entries = dict(lexicon.entries)
    for one in more:
        for first in one.words[0][0] if one.value in lexicon.acts else ():
            if not any((other.kind, other.words) == (one.kind, one.words) for other in entries.get(first, ())):
                entries[first] = _longest_first((*entries.get(first, ()), one))
    return replace(lexicon, entries=entries)


def _drop_words(entries: dict[str, list[LexiconEntry]], texts: Any, kind: str) -> None:
    """Drop what the same turns of phrase stood for as other little words."""
    for text in texts.split() if isinstance(texts, str) else texts:
        for one in entries_of(text, kind, kind, is_sure=True):
            for first in one.words[0][0]:
                known = entries.get(first, [])
                known[:] = [two for two in known if two.kind != two.value or two.words != one.words or two.kind == kind]


def _drop_acts(entries: dict[str, list[LexiconEntry]], texts: Any, common: frozenset[LexiconEntry]) -> None:
    """Drop what the same turns of phrase order in all games, for an act that a game's words mean ``only``."""
    for text in texts.split() if isinstance(texts, str) else texts:
        for one in entries_of(text, "act", "", is_sure=True):
            for first in one.words[0][0]:
                known = entries.get(first, [])
                known[:] = [two for two in known if two.words != one.words or two not in common]


# The words that a desk adds to the lexicons of its games: turns of phrase for acts, and nicknames
# (docs/lexicon.md).

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

    entries: tuple[tuple[str, LexiconEntry], ...] = ()
    names: tuple[tuple[str, str, str], ...] = ()

    def of(self, title: str) -> "DeskWords":
        """The words for one title."""
        entries = tuple(one for one in self.entries if one[0] in (ALL, title))
        return DeskWords(entries, tuple(one for one in self.names if one[0] in (ALL, title)))

    def has_loose(self, words: str) -> bool:
        """True if a word begins a loose entry."""
        pieces = words.lower().split()
        loose = [one for _, one in self.entries if not one.is_sure]
        return any(piece.startswith(first[:4]) for one in loose for first in one.words[0][0] for piece in pieces)

    def added(self, gazetteer: Gazetteer, lexicon: Lexicon) -> tuple[Gazetteer, Lexicon]:
        """The gazetteer and the lexicon of a game with these words added."""
        if self.names:
            called: dict[str, tuple[str, ...]] = {}
            for _, name, nickname in self.names:
                called[name] = (*called.get(name, ()), nickname)
            ways = {one.name: called[one.name.lower()] for one in gazetteer.things if one.name.lower() in called}
            gazetteer = replace(gazetteer, things=with_nicknames(gazetteer.things, ways))
        return gazetteer, _extended(lexicon, self.entries) if self.entries else lexicon


NO_WORDS_ADDED = DeskWords()


@lru_cache(maxsize=16)
def _extended(lexicon: Lexicon, entries: tuple[tuple[str, LexiconEntry], ...]) -> Lexicon:
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
        self._entries: list[tuple[str, LexiconEntry]] = []
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


def _same(lexicon: Lexicon, entry: LexiconEntry) -> Iterator[LexiconEntry]:
    """The entries for acts in a lexicon that have the same words."""
    for first in entry.words[0][0]:
        for one in lexicon.entries.get(first, ()):
            if one.kind == "act" and one.words == entry.words:
                yield one
