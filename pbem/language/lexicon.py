"""The lexicon: which words mean what, read from ``grammar/*.words.toml`` (docs/lexicon.md).

An entry is a turn of phrase in base forms: ``go|come back to horses``.  Between its words articles and the like may
stand; ``they?`` may be missing; ``<n>`` is a number, ``<unit>`` a name, ``<hex>`` a place.  Forms of a word (tenses,
plurals) are found by rule, irregular ones by the list.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from pbem import resources

COMMON = "grammar/all.words.toml"
SLOTS = ("<n>", "<unit>", "<hex>", "<place>", "<whom>", "<foe>")
OVERRIDING = frozenset(("within", "beside", "via", "all"))
"""Little words of a game that are nothing else there, whatever they are in others."""
KINDS_OF_ENTRY = ("sure", "loose")
DIGITS = re.compile(r"(?<![\w<])([a-z]+)(\d)(?!\w)")
"""A number that ends a word is a piece of its own: ``every1``."""
ROLES = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Entry:
    """A turn of phrase: what it stands for (`kind`, `value`); `words` are its elements in turn, each a set of base forms (a
    slot alone in its set) and whether it may be missing."""

    kind: str
    value: str
    words: tuple[tuple[frozenset[str], bool], ...]
    is_sure: bool = True


@dataclass(frozen=True)
class Act:
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

    entries: Mapping[str, tuple[Entry, ...]]
    acts: Mapping[str, Act]
    nouns: Mapping[str, tuple[str, ...]]
    forms: Mapping[str, str]
    settings: Mapping[str, Any]
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that stand in any entry: what is among them is no name misspelt."""
        known = (one for some in self.entries.values() for one in some)
        return frozenset(word for one in known for some, _ in one.words for word in some) | frozenset(self.nouns)

    @cached_property
    def ordinary(self) -> frozenset[str]:
        """Words that are no slip of another: forms of verbs, English words that the lexicon has no use for."""
        found = set(self.forms)
        for setting in ("other_words", "ordinary", "past", "articles", "between", "units", "dotted"):
            found.update(self.settings.get(setting, ()))
        return frozenset(found)

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
    def spelt(self) -> frozenset[str]:
        """Words that are known with a slip: those that order something, and those that are often typed."""
        known = (one for some in self.entries.values() for one in some if one.kind != "talk")
        return frozenset(word for one in known for some, _ in one.words for word in some) | frozenset(self.nouns)


def bases(word: str, irregular: Mapping[str, str]) -> tuple[str, ...]:
    """The base forms that a word may be a form of, itself first: ``firing`` of ``fire`` and ``fir``."""
    found = [word]
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
    """An entry that cannot be used: where, what was expected, what was found."""


def entries_of(text: str, kind: str, value: str, *, is_sure: bool) -> Iterator[Entry]:
    """The entries of a turn of phrase.  Raises BadWords."""
    words = []
    for element in DIGITS.sub(r"\1 \2", text).split():
        optional = element.endswith("?")
        words.append((frozenset(element.rstrip("?").lower().split("|")), optional))
    if not words or all(optional for _, optional in words):
        raise BadWords(f"expected a word or several; found {text!r}")
    # An entry is looked up by its first word: where that may be missing, there are several.
    for first, (_, optional) in enumerate(words):
        yield Entry(kind, value, ((words[first][0], False), *words[first + 1 :]), is_sure)
        if not optional:
            return


@cache
def lexicon(*files: str) -> Lexicon:
    """The lexicon of these files and of that for all games."""
    texts = [(one, resources.text(one)) for one in (COMMON, *files)]
    return made([tomllib.loads(text) for _, text in texts])


def made(data: Iterable[Mapping[str, Any]]) -> Lexicon:
    """A lexicon of what such files hold; a later one adds to those before."""
    entries: dict[str, list[Entry]] = {}
    acts: dict[str, Act] = {}
    nouns: dict[str, tuple[str, ...]] = {}
    irregular: dict[str, str] = {}
    settings: dict[str, Any] = {}
    names: dict[str, tuple[str, ...]] = {}

    def put(texts: Any, kind: str, value: str, *, is_sure: bool = True) -> None:
        phrases = texts.split() if isinstance(texts, str) else texts
        for text in phrases:
            for one in entries_of(text, kind, value, is_sure=is_sure):
                for first in one.words[0][0]:
                    entries.setdefault(first, []).append(one)

    common: frozenset[Entry] = frozenset()
    for one in data:
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
                acts[name] = Act(
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
        settings.update(one.get("settings", {}))
        common = common or frozenset(two for some in entries.values() for two in some if two.kind == "act")
    ordered = {first: _longest_first(some) for first, some in entries.items()}
    return Lexicon(ordered, acts, nouns, irregular, settings, names)


def _longest_first(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda one: -len(one.words)))


def extended(lexicon: Lexicon, more: Iterable[Entry]) -> Lexicon:
    """A lexicon with more entries for acts that it has; what it has already, and those for others, are left out."""
    entries = dict(lexicon.entries)
    for one in more:
        for first in one.words[0][0] if one.value in lexicon.acts else ():
            if not any((other.kind, other.words) == (one.kind, one.words) for other in entries.get(first, ())):
                entries[first] = _longest_first((*entries.get(first, ()), one))
    return replace(lexicon, entries=entries)


def _drop_words(entries: dict[str, list[Entry]], texts: Any, kind: str) -> None:
    """Drop what the same turns of phrase stood for as other little words."""
    for text in texts.split() if isinstance(texts, str) else texts:
        for one in entries_of(text, kind, kind, is_sure=True):
            for first in one.words[0][0]:
                known = entries.get(first, [])
                known[:] = [two for two in known if two.kind != two.value or two.words != one.words or two.kind == kind]


def _drop_acts(entries: dict[str, list[Entry]], texts: Any, common: frozenset[Entry]) -> None:
    """Drop what the same turns of phrase order in all games, for an act that a game's words mean ``only``."""
    for text in texts.split() if isinstance(texts, str) else texts:
        for one in entries_of(text, "act", "", is_sure=True):
            for first in one.words[0][0]:
                known = entries.get(first, [])
                known[:] = [two for two in known if two.words != one.words or two not in common]
