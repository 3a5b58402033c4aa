"""Reads what orders are made of, one after the other: lengths, facings, units, pieces of ground, places."""

import re
from dataclasses import replace

from pbem.core.order import Ambiguous, Malformed
from pbem.language.spelling import listed
from pbem.systems.miniatures.geometry import INCH, from_compass, from_text
from pbem.systems.miniatures.orders import names, whom
from pbem.systems.miniatures.orders.records import EDGE_OF, POINT, TABLE_EDGE, TERRAIN, UNIT, Place
from pbem.systems.miniatures.orders.whom import Unreadable
from pbem.systems.miniatures.state.tabletop import Tabletop, Unit

LENGTH = r"(\d+(?:\.\d+)?)\s*(?:\"|''|\u201d|inches\b|inch\b|in\b)?"
_NUMBER = r"(\d+(?:\.\d+)?)"
_POINT = re.compile(
    rf"\(?\s*(?:x\s*=?\s*)?{_NUMBER}\s*(?:[,/]|\s)\s*(?:y\s*=?\s*)?{_NUMBER}\s*\)?(?!\s*(?:\"|inch|in\b))"
).pattern
SIDE_OF = re.compile(
    rf"(?:{LENGTH}\s*)?(?:(behind|in front of|ahead of)"
    r"|(?:to|on)?\s*(?:the\s+|its\s+|their\s+)?(left|right)(?:\s+side)?\s+of)\b"
).pattern
"""A place told by how another unit stands."""
_EDGE = re.compile(
    r"(north|east|south|west)(?:ern)? edge\b(?!\s+of\b(?!\s+the\s+table))(?:\s+of\s+the\s+table\b)?"
).pattern
_BY = r"(?:by\s+|,\s*(?=\d[\d.]*\s*(?:\"|inch)[a-z]*\s*(?:$|;)))"
"""Opens the distance from a unit behind its name: ``behind Delaware by 4``, ``behind Delaware, 4 inches``."""
_TURNS = {"behind": 180, "in front of": 0, "ahead of": 0, "left": 270, "right": 90}
MOST_GROUND_WORDS = 3


class Scanner:
    """A text, and how far it has been read; `unit` is whom it is about."""

    def __init__(self, text: str, table: Tabletop, unit: Unit | None) -> None:
        self.text, self.at, self.table, self.unit = text, 0, table, unit
        self.known = names.of_side(table)

    def match(self, pattern: str) -> re.Match[str] | None:
        """The match of a pattern here, which is read then."""
        found = re.compile(pattern, re.I).match(self.text, self.at)
        if found is not None:
            self.at = found.end()
            self.skip()
        return found

    def skip(self) -> None:
        """Go on behind blanks."""
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1

    def length(self, text: str) -> int:
        """Inches as they are written, in sixteenths."""
        found = from_text(text)
        if found is None:
            raise Unreadable(Malformed("E110", f"{text!r} is no length: inches with at most two decimals.", words=text))
        return found

    def facing(self) -> int | None:
        """Degrees, or a word of the compass; None if neither stands here."""
        if (found := self.match(r"(\d{1,3})\b")) is not None:
            return int(found[1]) % 360
        word = re.compile(r"[A-Za-z-]+").match(self.text, self.at)
        degrees = from_compass(word[0]) if word else None
        if word is not None and degrees is not None:
            self.at = word.end()
            self.skip()
        return degrees

    def unit_name(self) -> str:
        """A unit of either side."""
        self.match(r"the\b")
        words = re.findall(r"[^\s;,:]+", self.text[self.at :])
        name, count = names.longest(words, self.known)
        if not name:
            raise Unreadable(whom.unknown(self.text[self.at :], self.text, self.known, mine=False))
        for word in words[:count]:
            self.at = self.text.index(word, self.at) + len(word)
        self.skip()
        return name

    def terrain(self, default: str = "") -> str:
        """A piece of ground: ``timber-south``, ``the southern timber``, ``thicket`` if there is but one; `default` names
        what stands for the first road.
        """
        self.match(r"the\b")
        found = self.ground()
        roads = [one.id for one in self.table.scenario.terrain if one.type == "road"]
        if not found and default and roads:
            self.match(r"(?:road|track)\b")
            return roads[0]
        if found:
            return found
        word = re.compile(r"[\w-]+").match(self.text, self.at)
        spelling, known = word[0] if word else "", [one.id for one in self.table.scenario.terrain]
        raise Unreadable(
            Malformed("E104", f"No ground is called {spelling!r}.  There are {', '.join(known)}.", words=spelling)
        )

    def ground(self) -> str:
        """The id of the ground that the next words name, which are read then; "" for none."""
        words = list(re.finditer(r"[a-z]+", self.text[self.at :], re.I))
        for count in range(min(len(words), MOST_GROUND_WORDS), 0, -1):
            end = self.at + words[count - 1].end()
            spelling = self.text[self.at : end].lower()
            if re.fullmatch(r"[a-z]+(?:[ -][a-z]+)*", spelling) is None:
                continue
            fits = self.grounds(spelling)
            if len(fits) > 1 and count == 1:
                text = f"'{spelling}' may be {listed(fits, 'or')}."
                raise Unreadable(Ambiguous("E104", text, words=spelling))
            if len(fits) == 1:
                self.at = end
                self.skip()
                return fits[0]
        return ""

    def grounds(self, spelling: str) -> list[str]:
        """The pieces of ground that some words may mean: those of its name in any sequence, or of its kind."""
        known = {one.id: one.type for one in self.table.scenario.terrain}
        if spelling in known:
            return [spelling]
        tokens = {_root(one) for one in re.split(r"[ -]", spelling) if one != "of"}
        fits = [
            name
            for name, kind in known.items()
            if tokens <= {_root(one) for one in (*name.split("-"), *kind.split("_"))}
        ]
        return [one for one in fits if known[one] != "road"]

    def place(self) -> Place:
        """A point, a unit, a piece of ground or its edge, an edge of the table, or so far from one of them."""
        found = self.match(_POINT)
        if found is not None:
            return Place(POINT, x=self.length(found[1]), y=self.length(found[2]))
        if (found := self.match(SIDE_OF)) is not None:
            return self.beside_unit(found)
        if (found := self.match(LENGTH + r"\s*([a-z-]+)\s+of\b")) is not None:
            bearing = from_compass(found[2])
            if bearing is None:
                raise Unreadable(
                    Malformed("E110", f"{found[2]!r} is no direction, such as north or NNE.", words=found[2])
                )
            return replace(self.place(), off=self.length(found[1]), bearing=bearing)
        self.match(r"the\b")
        if self.match(r"edge of\b"):
            return Place(EDGE_OF, self.terrain())
        if (found := self.match(_EDGE)) is not None:
            return Place(TABLE_EDGE, found[1].lower())
        words = re.findall(r"[^\s;,:]+", self.text[self.at :])
        if not names.longest(words, self.known)[0] and (name := self.ground()):
            # "the wood's edge" is "the edge of the wood".
            return Place(EDGE_OF if self.match(r"['\u2019]s edge\b|edge\b") else TERRAIN, name)
        return Place(UNIT, self.unit_name())

    def beside_unit(self, found: re.Match[str]) -> Place:
        """``4 inches behind Delaware``, ``behind Delaware by 4``: from that unit, by the way it faces now; an inch off if no
        length is written.
        """
        name = self.unit_name()
        behind = None if found[1] else self.match(_BY + LENGTH)
        length = found[1] or (behind[1] if behind is not None else "")
        off = self.length(length) if length else INCH
        other = self.table.units.get(name)
        turn = _TURNS[(found[2] or found[3]).lower()]
        return Place(UNIT, name, off=off, bearing=((other.facing if other else 0) + turn) % 360)


def _root(word: str) -> str:
    """A word of a piece of ground without what is often added to it: ``southern``, ``woods``."""
    word = word.removesuffix("ern") if word in ("northern", "southern", "eastern", "western") else word
    return {"creek": "stream", "forest": "wood", "swamps": "swamp"}.get(word, word.removesuffix("s"))
