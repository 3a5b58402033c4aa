"""Sayings: what says nothing about an order, from ``[sayings]`` in the words of all games (docs/lexicon.md)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from pbem import resources
from pbem.core.tomlfile import Fault, TomlFile
from pbem.language.lexicon import COMMON, BadWords

LONGEST = 400
"""Letters of a saying: what is longer is none, whatever its words are."""
_ONE = r"(?!\d{4}|and\b)[\w'/&+.-]+"
_PROPER = rf"(?:(?:the|my|our|your|his|her|old|poor|that)\s+)*(?:{_ONE}|(?-i:[A-Z])\w*(?:\s+(?-i:[A-Z])\w*)+)"
SLOTS = {
    "<somebody>": rf"(?:(?:{_ONE}\s+){{0,4}}?{_ONE}?|{_PROPER}\s+and\s+{_PROPER})",
    "<n>": r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)",
    "<word>": r"[^\W\d]\w*",
    "<words>": r"[^,;.!?\d]*?",
    "...": r"(?:(?!\s(?:but|and|so|then|yet)\s|[.!?]\s+(?-i:[A-Z]))[^,;\d])*",
}
"""Somebody, or two (and no order: ``G dismounts and Reno``), a number, a word, words up to a mark, the rest of a clause."""
_REST = ("...", "<words>")
_AROUND = ("ahead", "behind", "order", "no_order")
TALES, ADJUNCTS, UNSURE, RETRACTED = "tales", "adjuncts", "unsure", "retracted"
"""The kinds with a meaning of their own wherever they stand: what tells something, what says behind an order why or how it is
carried out, what makes an order a question, and what takes it back."""
_WORD = re.compile(r"-?[a-z](?:[a-z'.-]*[a-z'.])?|'[a-z]+|[,:&-]")
_NOTATION = f"words such as a|b, a?, a*, !a, -ly, @list, {', '.join(SLOTS)}"


@dataclass(frozen=True)
class Sayings:
    """The patterns of what says nothing, of words behind it, and of those that make an order of it all the same."""

    whole: re.Pattern[str]
    behind: re.Pattern[str]
    order: re.Pattern[str]
    no_order: re.Pattern[str]
    tales: re.Pattern[str]
    adjuncts: re.Pattern[str]
    unsure: re.Pattern[str]
    retracted: re.Pattern[str]

    def tell(self, words: str) -> bool:
        """True if words tell of home, of the writer or of the game: ``my niece named their horses``."""
        return self.tales.search(words[:LONGEST]) is not None

    def waver(self, words: str) -> bool:
        """True if a writer isn't sure of what they say, or speaks of another time: ``maybe A goes``, ``next time A goes``."""
        return self.unsure.search(words[:LONGEST]) is not None

    def take_back(self, words: str) -> bool:
        """True if words say that an order in them is none: ``it would be wrong to move A``, ``just kidding``."""
        return self.retracted.search(words[:LONGEST]) is not None

    def fit(self, words: str) -> bool:
        """True if words, without marks around them, are a saying."""
        if len(words) > LONGEST:
            return False
        text = self.without_end(words)
        return self.whole.fullmatch(text) is not None and not self.order.search(self.no_order.sub("", text))

    def without_end(self, words: str) -> str:
        """The words less what may stand behind any saying: ``, mate``."""
        return self.behind.sub("", words)


@cache
def sayings() -> Sayings:
    """The sayings of all games.  Raises BadWords for an entry that can't be used."""
    found, faults = read_sayings(COMMON, resources.text(COMMON))
    if faults:
        raise BadWords("\n".join(map(str, faults)))
    return found


def read_sayings(name: str, text: str) -> tuple[Sayings, tuple[Fault, ...]]:
    """The sayings of a file of words, and its faults: an entry that can't be used is left out, and the rest counts."""
    reader = _Reader(TomlFile(name, text))
    found = reader.read()
    return found, tuple(sorted(reader.file.faults, key=lambda one: one.line))


def _any_of(ways: Sequence[str]) -> str:
    return f"(?:{'|'.join(ways) or '(?!)'})"


@dataclass(frozen=True)
class _Element:
    """A piece between two spaces of a way: its alternatives, and how often it may stand (``?``, ``*`` or once)."""

    ways: tuple[str, ...]
    often: str
    is_banned: bool

    @property
    def is_loose(self) -> bool:
        """True if no space is needed beside it, as beside a number."""
        return self.ways == ("<n>",)


class _Reader:
    """Reads the sayings of one file; a fault leaves out its entry."""

    def __init__(self, file: TomlFile) -> None:
        self.file = file
        table = file.get("sayings", dict, {})
        self._around: Mapping[str, object] = file.get("sayings.around", dict, {})
        self._lists: Mapping[str, object] = file.get("sayings.lists", dict, {})
        self._kinds = {kind: rows for kind, rows in table.items() if kind not in ("around", "lists")}
        self._known: dict[str, str] = {}

    def read(self) -> Sayings:
        """The patterns of all entries without a fault."""
        for name in self._around:
            if name not in _AROUND:
                self.file.fault(f"sayings.around.{name}", f"one of {', '.join(_AROUND)}", name)
        for name in self._lists:
            self._list(name)
        ahead, behind, order, no_order = (
            _any_of(self._rows(f"sayings.around.{name}", self._around.get(name, []))) for name in _AROUND
        )
        by_kind = {kind: self._rows(f"sayings.{kind}", rows) for kind, rows in self._kinds.items()}
        tales, adjuncts, unsure, retracted = (
            _any_of(by_kind.pop(kind, [])) for kind in (TALES, ADJUNCTS, UNSURE, RETRACTED)
        )
        ways = [way for rows in by_kind.values() for way in rows]
        return Sayings(
            re.compile(rf"(?:{ahead}[\s,]+)*{_any_of(ways)}", re.I),
            re.compile(rf"(?<![\s,])[\s,]+{behind}$", re.I),
            re.compile(rf"\b{order}\b", re.I),
            re.compile(rf"\b{no_order}\b", re.I),
            re.compile(rf"(?<![\w']){tales}(?![\w'])", re.I),
            re.compile(rf"(?<![\s,])[\s,]+(?:{adjuncts})(?=\s*(?P<end>[.,;!]|$))", re.I),
            re.compile(rf"(?<![\w']){unsure}(?![\w'])", re.I),
            re.compile(rf"(?<![\w']){retracted}(?![\w'])", re.I),
        )

    def _list(self, name: str) -> str:
        """The pattern of a list.  Raises BadWords if there is none of that name, or it has itself among its words."""
        if name not in self._known:
            if name not in self._lists:
                raise BadWords(f"@{name}, which is not in [sayings.lists]")
            self._known[name] = ""
            self._known[name] = _any_of(self._rows(f"sayings.lists.{name}", self._lists[name]))
        if not self._known[name]:
            raise BadWords(f"@{name} within itself")
        return self._known[name]

    def _rows(self, key: str, rows: object) -> list[str]:
        """The patterns of a list of ways."""
        if not isinstance(rows, list):
            self.file.fault(key, 'a list such as ["so be it", "too bad ..."]', rows)
            return []
        found = []
        for n, row in enumerate(rows):
            try:
                found.append(self._way(row))
            except BadWords as wrong:
                self.file.fault(f"{key}[{n}]", _NOTATION, str(wrong))
        return found

    def _way(self, row: object) -> str:
        """The pattern of one way to say something.  Raises BadWords."""
        elements = [self._element(text) for text in row.split()] if isinstance(row, str) else []
        needed = [n for n, one in enumerate(elements) if not one.often and not one.is_banned]
        if all(SLOTS.keys() >= set(elements[n].ways) for n in needed):
            raise BadWords(f"{row!r}, without a word that must be there")
        first = needed[0]
        pattern = ""
        for n, one in enumerate(elements):
            ways = _any_of([self._alone(way) for way in one.ways])
            if n == first:
                pattern += ways
            elif one.is_banned:
                pattern += rf"(?!\s+{ways}\b)"
            elif n < first:
                gap = r"\s*" if elements[n + 1].is_loose else r"\s+"
                pattern += f"(?:{ways}{gap}){one.often}"
            else:
                pattern += self._behind(one, r"\s*" if elements[n - 1].is_loose or one.is_loose else r"\s+")
        return pattern

    def _behind(self, one: _Element, gap: str) -> str:
        """The pattern of an element behind others; `gap` is the space before it."""
        gaps: dict[str, list[str]] = {}
        for way in one.ways:
            before = gap
            if way in _REST:
                before = r"\b"
            elif way[0] in ",:-" and len(way) == 1:
                before = r"\s*"
            elif way[0] == "'":
                before = ""
            gaps.setdefault(before, []).append(self._alone(way))
        return _any_of([before + _any_of(ways) for before, ways in gaps.items()]) + one.often

    def _element(self, text: str) -> _Element:
        if text in _REST:
            return _Element((text,), "", is_banned=False)
        often = text[-1] if text[-1] in "?*" else ""
        is_banned = text[0] == "!"
        ways = text[is_banned : len(text) - len(often)].split("|")
        for way in ways:
            if way[:1] != "@" and way not in SLOTS and _WORD.fullmatch(way) is None:
                raise BadWords(text)
        return _Element(tuple(ways), often, is_banned)

    def _alone(self, way: str) -> str:
        """The pattern of one alternative."""
        if way[0] == "@":
            return self._list(way[1:])
        if way in SLOTS:
            return SLOTS[way]
        return rf"\w+{re.escape(way[1:])}" if way[0] == "-" and len(way) > 1 else re.escape(way)
