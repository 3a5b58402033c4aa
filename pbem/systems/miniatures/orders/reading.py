"""Reads an order line, as players write it."""

import re
from dataclasses import replace
from itertools import pairwise

from pbem.core.order import Order
from pbem.core.problem import Illegal, Malformed, Problem
from pbem.systems.miniatures.files import tables
from pbem.systems.miniatures.orders import names
from pbem.systems.miniatures.orders.records import (
    EDGE_OF,
    POINT,
    TABLE_EDGE,
    TERRAIN,
    UNIT,
    Act,
    Condition,
    Join,
    Operation,
    Part,
    Place,
)
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.state.unit import Unit
from pbem.systems.miniatures.table.angles import from_compass
from pbem.systems.miniatures.table.lengths import from_text

LENGTH = r"(\d+(?:\.\d+)?)\s*(?:\"|''|inches\b|inch\b|in\b)?"
_ROLL = re.compile(r"(?:if\s+(\d)\s*(\+|or more)?|in any case)\s*:?\s+", re.I)
MOST_BENDS = 3
"""A bent line has up to four segments."""
_FORMATIONS = {
    "open order": "open_order",
    "line": "line",
    "column": "column",
    "skirmish": "skirmish",
    "skirmishers": "skirmish",
    "mass": "mass",
}
_FORM = "|".join(sorted(_FORMATIONS, key=len, reverse=True))
_LINE_OF = re.compile(rf"line of (.+?),? keep(?:ing)? {LENGTH}\s*apart\s*:?\s*(.+)", re.I)
_GAP = re.compile(r"(?:\s|;|,(?!\d)|\band\b|\bthen\b)*", re.I)


class Unreadable(Exception):
    """A line cannot be read; `problem` says what and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.text)
        self.problem = problem


def read(text: str, table: Tabletop, side: str) -> tuple[Order, ...] | Problem:
    """The orders of a line, or what is wrong with it."""
    try:
        return tuple(_variants(" ".join(text.split()), table, side))
    except Unreadable as found:
        return found.problem


def _variants(text: str, table: Tabletop, side: str) -> list[Order]:
    """A line, with other lists for other rolls behind it: ``Wyandot: fire; if 3: fire, load``."""
    found: list[Order] = []
    whose: list[str] = []
    for piece in re.split(r";\s*(?=if\s+\d\s*(?:\+|or more)?\s*:)", text, flags=re.I):
        roll = _ROLL.match(piece)
        rest = piece[roll.end() :] if roll else piece
        points = int(roll[1]) if roll and roll[1] else 0
        if points > 5:
            raise Unreadable(Malformed("E110", "A roll gives 1 to 5 points.", "MR-1.2", words=roll[0] if roll else ""))
        whose, orders = _line(rest, table, side, whose)
        for one in orders:
            more = bool(roll and roll[2])
            found.append(replace(one, roll=points, or_more=more) if isinstance(one, Act) else one)
    return found


def _line(text: str, table: Tabletop, side: str, before: list[str]) -> tuple[list[str], list[Order]]:
    mine, words = names.of_side(table, side), text.replace(":", " : ").split()
    if words and words[0].lower() == "reserve":
        units = _listed(" ".join(word for word in words[1:] if word != ":"), mine)
        return units, [Act(name, (Operation("stay"),)) for name in units]
    if (line := _LINE_OF.fullmatch(text)) is not None:
        return _in_line(line, table, mine)
    leader, count = names.longest(words, names.leaders(table, side))
    if leader and (count == len(words) or words[count] in (":", "join", "joins", "leave", "leaves")):
        return [leader], [_leader(leader, [word for word in words[count:] if word != ":"], mine)]
    units, rest = _units(words, mine)
    if not units:
        if before:
            return before, [Act(name, _operations(text, table, name)) for name in before]
        word = words[0] if words else ""
        raise Unreadable(Malformed("E101", f"No unit of yours is called {word!r}.  {_names(mine)}", words=word))
    return units, [Act(name, _operations(rest, table, name)) for name in units]


def _in_line(line: re.Match[str], table: Tabletop, mine: dict[str, str]) -> tuple[list[str], list[Order]]:
    """``line of A, B keep 1 apart: ahead 6``: the first unit moves, each of the others dresses on the one before it."""
    units, apart = _listed(line[1], mine), from_text(line[2])
    if apart is None:
        raise Unreadable(
            Malformed("E110", f"{line[2]!r} is no length: inches with at most two decimals.", words=line[2])
        )
    lead = _operations(line[3], table, units[0])
    found = [Act(units[0], lead)]
    for before, name in pairwise(units):
        dress = Operation("move", (Part("beside", apart, place=Place(UNIT, before)),))
        found.append(Act(name, tuple(dress if one.verb == "move" else one for one in lead)))
    return units, list(found)


def _names(known: dict[str, str]) -> str:
    return f"Your units: {', '.join(dict.fromkeys(known.values()))}."


def _units(words: list[str], mine: dict[str, str]) -> tuple[list[str], str]:
    units: list[str] = []
    while words:
        name, count = names.longest(words, mine)
        if not name:
            break
        units.append(name)
        words = words[count:]
        if words and words[0].lower() in ("and", ",") and names.longest(words[1:], mine)[0]:
            words = words[1:]
            continue
        break
    while words and words[0].lower() in (":", "each"):
        words = words[1:]
    return units, " ".join(words).replace(" :", ":")


def _listed(text: str, mine: dict[str, str]) -> list[str]:
    """``Sub-Legion 3, 4`` or ``Wyandot and Miami``."""
    found: list[str] = []
    for piece in re.split(r",|\band\b", text):
        word = piece.strip()
        if word.isdigit() and found:
            word = f"{found[-1].rpartition(' ')[0]} {word}"
        name = mine.get(names.folded(word))
        if name is None:
            raise Unreadable(Malformed("E101", f"No unit of yours is called {word!r}.  {_names(mine)}", words=word))
        found.append(name)
    return found


def _leader(leader: str, words: list[str], mine: dict[str, str]) -> Order:
    if words and words[0].lower().startswith("leave"):
        return Join(leader)
    name = mine.get(names.folded(" ".join(words[1:])))
    if not words or not words[0].lower().startswith("join") or name is None:
        text = f"{leader} is a leader: write '{leader}: join UNIT' or '{leader}: leave'.  {_names(mine)}"
        raise Unreadable(Malformed("E110", text, "MR-4.5", words=" ".join(words)))
    return Join(leader, name)


def _operations(text: str, table: Tabletop, name: str) -> tuple[Operation, ...]:
    reader = _Reader(text, table, table.units.get(name))
    found = reader.all()
    if not found:
        raise Unreadable(Malformed("E110", f"What does {name} do?  For example: {name}: ahead 6; fire", words=name))
    return tuple(found)


class _Reader:
    """Reads operations one after the other."""

    def __init__(self, text: str, table: Tabletop, unit: Unit | None) -> None:
        self.text, self.at, self.table, self.unit = text, 0, table, unit
        self.known = names.of_side(table)

    def match(self, pattern: str) -> re.Match[str] | None:
        found = re.compile(pattern, re.I).match(self.text, self.at)
        if found is not None:
            self.at = found.end()
            self.skip()
        return found

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1

    def all(self) -> list[Operation]:
        found: list[Operation] = []
        joined = False
        while True:
            gap = _GAP.match(self.text, self.at)
            between = gap[0] if gap else ""
            self.at += len(between)
            if self.at >= len(self.text):
                return found
            several = self.one()
            comma = "," in between and ";" not in between
            if joined and comma and found and found[-1].verb == several[0].verb == "move" and len(several) == 1:
                found[-1] = replace(found[-1], parts=found[-1].parts + several[0].parts)
            else:
                found += several
            joined = True

    def one(self) -> list[Operation]:
        if (found := self.match(r"if\s+within\s+" + LENGTH + r"\s*(of\b)?")) is not None:
            when = Condition("within", self.length(found[1]), self.unit_name() if found[2] else "")
            self.match(":")
            return [replace(self.one()[0], when=when, otherwise=self.otherwise())]
        if (found := self.match(r"if\s+(not\s+)?(loaded|disordered|charged)\b\s*:?")) is not None:
            when = Condition(found[2].lower(), negated=bool(found[1]))
            return [replace(self.one()[0], when=when, otherwise=self.otherwise())]
        operations = self.simple()
        times = self.match(r"x\s?(\d)")
        operations = operations * (int(times[1]) if times else 1)
        if (found := self.match(r"if\s+within\s+" + LENGTH + r"(\s*of\b)?")) is not None:
            when = Condition("within", self.length(found[1]), self.unit_name() if found[2] else "")
            operations = [replace(operations[0], when=when), *operations[1:]]
        elif (found := self.match(r"if\s+(not\s+)?(loaded|disordered|charged)\b")) is not None:
            operations = [replace(operations[0], when=Condition(found[2].lower(), negated=bool(found[1])))]
        return operations

    def otherwise(self) -> tuple[Operation, ...]:
        return tuple(self.one()[:1]) if self.match(r"[,;]?\s*else:?") else ()

    def simple(self) -> list[Operation]:
        for read in (self.fight, self.stand, self.form, self.move):
            found = read()
            if found is not None:
                return found
        word = self.text[self.at :].split(";")[0].split(",")[0]
        known = (
            "ahead, back, wheel, sidestep, to, toward, along, face, form, fire, load, charge, contact, rally, mount, dismount, "
            "limber, unlimber, prolonge, stay"
        )
        text = f"I cannot read {word!r}.  Operations: {known}."
        raise Unreadable(Malformed("E110", text, "MR-2.2", words=word))

    def fight(self) -> list[Operation] | None:
        if self.match(r"(?:fire|shoot|volley)\b"):
            only = self.unit_name() if self.match(r"only if\b") else ""
            return [Operation("fire", only=only)]
        if self.match(r"reload\b") is not None:
            weapon = self.unit.face.weapon if self.unit is not None else ""
            return [Operation("load")] * (tables.loading(weapon) if weapon else 1)
        if self.match(r"load\b"):
            return [Operation("load")]
        if (found := self.match(r"(charge|contact|(?:walk|move) into contact with)\b")) is not None:
            verb = "charge" if found[1].lower() == "charge" else "contact"
            target = "" if self.match(r"(?:the )?nearest(?: enemy)?\b") else self.unit_name()
            via: list[Place] = []
            if self.match(r"via\b"):
                via.append(self.place())
                while self.text[self.at : self.at + 1] == "(":
                    via.append(self.place())
            return [Operation(verb, target=target, via=tuple(via))]
        return None

    def stand(self) -> list[Operation] | None:
        if (found := self.match(r"(dismount|mount|limber|unlimber|stay|hold)\b(?!\s+fire)")) is not None:
            return [Operation({"hold": "stay"}.get(found[1].lower(), found[1].lower()))]
        if self.match(r"rally\b"):
            degrees = self.facing() if self.match(r"fac(?:e|ing)\b") else None
            return [Operation("rally", degrees=-1 if degrees is None else degrees)]
        if self.match(r"face\b"):
            degrees = self.facing()
            if degrees is not None:
                return [Operation("face", degrees=degrees)]
            return [Operation("face", toward=self.unit_name())]
        if self.match(r"prolonge\b"):
            found = self.match(LENGTH)
            length = self.length(found[1]) if found else -1
            move = self.move()
            part = move[0].parts[0] if move else Part("ahead", length)
            return [Operation("prolonge", (replace(part, length=length) if length >= 0 else part,))]
        return None

    def form(self) -> list[Operation] | None:
        found = self.match(rf"(?:(?:form|deploy|go)(?:\s+into|\s+in)?\s+)?({_FORM})\b")
        if found is None:
            if self.match(r"form\b"):
                word = self.text[self.at :].split(";")[0]
                raise Unreadable(
                    Illegal("E140", f"{word!r} is no formation: {', '.join(_FORMATIONS)}.", "MR-3.1", words=word)
                )
            return None
        double = self.match(r",?\s*(?:double|(?:in )?two ranks)\b")
        bend = self.bend()
        degrees = self.facing() if self.match(r",?\s*facing\b|face(?=\s+\d+\s*(?:;|$))") else None
        facing = -1 if degrees is None else degrees
        formation = _FORMATIONS[found[1].lower()]
        return [Operation("form", formation=formation, ranks=2 if double else 1, degrees=facing, bend=bend)]

    def bend(self) -> tuple[tuple[int, int], ...]:
        """``bend 12 30L 10 15R``: from the right, lengths and the turns behind them; the last segment takes what is left."""
        if not self.match(r",?\s*bend\b"):
            return ()
        found: list[tuple[int, int]] = []
        while (one := self.match(LENGTH + r"\s*(\d{1,2})\s*(L|R|left|right)\b")) is not None:
            found.append((self.length(one[1]), int(one[2]) * (1 if one[3][0].lower() == "l" else -1)))
        if not 1 <= len(found) <= MOST_BENDS or not all(length and angle for length, angle in found):
            text = "A bent line is written: form line bend 12 30L 10 15R, with one to three bends, from its right end."
            raise Unreadable(Malformed("E110", text, "MR-3.2", words="bend"))
        return (*found, (0, 0))

    def move(self) -> list[Operation] | None:
        times = self.match(r"(\d)\s+moves?\b")
        self.match(r"(?:go|move|march|walk)\b")
        part = self.part()
        if part is None:
            return None
        while (limited := self.limited(part)) is not None:
            part = limited
        return [Operation("move", (part,))] * (int(times[1]) if times else 1)

    def limited(self, part: Part) -> Part | None:
        """A part with a limit that is written behind it."""
        if (found := self.match(r"within\s+" + LENGTH + r"(\s*of\b)?")) is not None:
            return replace(part, within=self.length(found[1]), of=self.place() if found[2] else None)
        if (found := self.match(r",?\s*stop(?:ping)?\s+" + LENGTH + r"\s*short of\b")) is not None:
            return replace(part, within=self.length(found[1]), of=self.place())
        if self.match(r"until in\b"):
            return replace(part, until=self.terrain(), length=-1)
        if self.match(r",?\s*(?:but )?not into\b"):
            return replace(part, shuns=self.terrain())
        return None

    def part(self) -> Part | None:
        if found := self.match(
            r"(?:exit|leave the table)(?:\s+by)?(?:\s+the)?\s+(north|east|south|west)(?:ern)?(?: edge)?\b"
        ):
            return Part("exit", place=Place(TABLE_EDGE, found[1].lower()))
        if self.match(r"beside\b"):
            place = Place(UNIT, self.unit_name())
            self.match(r"by\b")
            length = self.match(LENGTH)
            return Part("beside", 0 if length is None else self.length(length[1]), place=place)
        # "Advance to the wood" names where it goes; it is no whole move straight ahead before that.
        self.match(r"(?:ahead|forwards?|advance)\b(?=\s+(?:towards?|to|along)\b)")
        if self.match(r"(?:ahead|forwards?|advance)\b"):
            if self.text[self.at :].lower().startswith("until"):
                return Part("ahead")
            return Part("ahead", self.some_length() if (found := self.match(LENGTH)) is None else self.length(found[1]))
        if self.match(r"(?:fall )?back\b"):
            found = self.match(LENGTH)
            self.match(r"(?:north|east|south|west)\b")
            self.match(r"keeping face\b")
            return Part("back", self.some_length() if found is None else self.length(found[1]))
        if (found := self.match(r"wheel\s+(left|right)\s+(\d{1,3})\b(?:\s*degrees)?")) is not None:
            return Part("wheel", side=found[1].lower(), degrees=min(int(found[2]), 360))
        if (found := self.match(r"side\s?step\s+(left|right)\b")) is not None:
            length = self.match(LENGTH)
            return Part("sidestep", self.some_length() if length is None else self.length(length[1]), found[1].lower())
        if self.match(r"along\b"):
            self.match(r"the\b")
            name = self.terrain("road")
            length = self.match(LENGTH)
            return Part(
                "along", self.some_length() if length is None else self.length(length[1]), place=Place(TERRAIN, name)
            )
        if (found := self.match(r"(towards?|to)\b")) is not None:
            place = self.place()
            verb = "to" if place.kind == POINT or found[1].lower() == "to" else "toward"
            length = self.match(LENGTH)
            return Part(verb, -1 if length is None else self.length(length[1]), place=place)
        return None

    def some_length(self) -> int:
        """The whole rate, where no length is written."""
        return tables.rate(self.unit) if self.unit is not None else -1

    def length(self, text: str) -> int:
        found = from_text(text)
        if found is None:
            raise Unreadable(Malformed("E110", f"{text!r} is no length: inches with at most two decimals.", words=text))
        return found

    def facing(self) -> int | None:
        if (found := self.match(r"(\d{1,3})\b")) is not None:
            return int(found[1]) % 360
        word = re.compile(r"[A-Za-z-]+").match(self.text, self.at)
        degrees = from_compass(word[0]) if word else None
        if word is not None and degrees is not None:
            self.at = word.end()
            self.skip()
        return degrees

    def unit_name(self) -> str:
        self.match(r"the\b")
        words = re.findall(r"[^\s;,:]+", self.text[self.at :])
        name, count = names.longest(words, self.known)
        if not name:
            word = words[0] if words else ""
            raise Unreadable(Malformed("E101", f"No unit is called {word!r}.  {_names(self.known)}", words=word))
        for word in words[:count]:
            self.at = self.text.index(word, self.at) + len(word)
        self.skip()
        return name

    def terrain(self, default: str = "") -> str:
        known = [one.id for one in self.table.scenario.terrain]
        word = re.compile(r"[\w-]+").match(self.text, self.at)
        if word is not None and word[0].lower() in known:
            self.at = word.end()
            self.skip()
            return word[0].lower()
        roads = [one.id for one in self.table.scenario.terrain if one.type == "road"]
        if default and roads:
            self.match(r"road\b|track\b")
            return roads[0]
        found = word[0] if word else ""
        raise Unreadable(
            Malformed("E104", f"No ground is called {found!r}.  There are {', '.join(known)}.", words=found)
        )

    def place(self) -> Place:
        found = self.match(r"\(?\s*(\d+(?:\.\d+)?)\s*[,/]\s*(\d+(?:\.\d+)?)\s*\)?")
        if found is not None:
            return Place(POINT, x=self.length(found[1]), y=self.length(found[2]))
        if (found := self.match(LENGTH + r"\s*([a-z-]+)\s+of\b")) is not None:
            bearing = from_compass(found[2])
            if bearing is None:
                raise Unreadable(
                    Malformed("E110", f"{found[2]!r} is no direction, such as north or NNE.", words=found[2])
                )
            return replace(self.place(), off=self.length(found[1]), bearing=bearing)
        self.match(r"the\b")
        if self.match(r"edge of\b"):
            self.match(r"the\b")
            return Place(EDGE_OF, self.terrain())
        if (found := self.match(r"(north|east|south|west)(?:ern)? edge\b")) is not None:
            return Place(TABLE_EDGE, found[1].lower())
        word = re.compile(r"[\w-]+").match(self.text, self.at)
        if word is not None and word[0].lower() in [one.id for one in self.table.scenario.terrain]:
            name = self.terrain()
            # "the wood's edge" is "the edge of the wood".
            return Place(EDGE_OF if self.match(r"['\u2019]s edge\b") else TERRAIN, name)
        return Place(UNIT, self.unit_name())
