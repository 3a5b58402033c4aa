"""Reads an order line, as players write it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.mechanisms.likeness import TOKEN, without_interjection
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import from_compass, from_text
from pbem.systems.miniatures.orders import names, whom
from pbem.systems.miniatures.orders.records import (
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
from pbem.systems.miniatures.orders.scanner import LENGTH, SIDE_OF, Scanner
from pbem.systems.miniatures.orders.whom import Unreadable, all_units, listed_units
from pbem.systems.miniatures.state.tabletop import LIMBERED, SKIRMISH, UNLIMBERED, Tabletop, Unit

_ROLL = re.compile(r"(?:if\s+(\d)\s*(\+|or more)?|in any case)\s*:?\s+", re.I)
_OTHER_ROLL = re.compile(r"if\s+\d\s*(?:\+|or more)?\s*:", re.I)
_ONLY = r"(?:only\s+)?(?:if|at|on)\b(?!\s+(?:with|not|load|any|enem|the\s+enem|dis|there|some))"
_DRESS = r"(?:dress(?:es)?\s+(?:on|with|beside)|beside|alongside|next\s+to|falls?\s+in\s+beside)\b"
_BACK = (
    r"(?:(?:(?:fall|step|go|pull|draw|move)s?\s+)?back(?:wards?)?|retires?|withdraws?|retreats?)\b(?:\s+(?:up|off)\b)?"
)
_STAY = (
    r"(?:(?:stays?|stands?|remains?|holds?|halts?|waits?)\b(?:\s+(?:put|here|there|still|fast|firm|fire|position|(?:his|its|their)\s+(?:ground|fire)"
    r"|(?:where\s+)?(?:it|they)\s+(?:is|are)|in\s+place|in\s+reserve|(?:un)?limbered|(?:dis)?mounted|loaded)\b)?|(?:do(?:es)?|doing)\s+nothing\b|(?:in\s+)?reserve\b|no\s+orders?\b)"
)
_HOLD_UNTIL = (
    r"holds?\s+(?:(?:his|its|their)\s+)?fire\s+(?:until|till?|unless)\s+(?:(?:they|it|any(?:one|body)|some(?:one|body)|(?:(?:the|an)\s+)?enem(?:y|ies))"
    r"\s+)?(?:(?:is|are|comes?|gets?)\s+)?within\s+" + LENGTH
)
_UNTIL = r"(?:until|till?)\s+(?:(?:it|they)\s+)?(?:(?:is|are)\s+)?(?:in(?:side)?|reach(?:es)?)\b"
_SHUNS = r",?\s*(?:but\s+)?(?:not\s+into|(?:keep|stay)(?:s|ing)?\s+out\s+of|without\s+entering|avoid(?:s|ing)?)\b"
MOST_BENDS = 3
"""A bent line has up to four segments."""
_IF_WITHIN = (
    r"(?:if|when)\s+(?:(?:there\s+(?:is|are)\s+)?(?:(?:any|an|the|some)\s+)?(?:enem(?:y|ies)|any(?:one|body)|some(?:one|body)|they)"
    r"\s+(?:(?:is|are|comes?)\s+)?)?within\s+" + LENGTH
)
_FORMATIONS = {
    "open order": "open_order",
    "line": "line",
    "skirmish order": "skirmish",
    "skirmish line": "skirmish",
    "column": "column",
    "skirmish": "skirmish",
    "skirmishers": "skirmish",
    "mass": "mass",
}
_FORM = "|".join(sorted(_FORMATIONS, key=len, reverse=True))
_RESERVE = re.compile(r"reserve\b\s*:?\s*", re.I)
RANKS = frozenset(
    ["general", "gen", "major", "maj", "colonel", "col", "captain", "capt", "lieutenant", "lt", "chief", "war"]
)
"""Words before a leader's name."""
_NO_MORE = r"(?!.*(?:\b(?:and|then|but|if|until|joins?)\b|[,;]))"
"""Nothing else is to be done: ``leaves the Shawnee and joins the Delaware`` is for the reader of prose."""
_LEAVES = re.compile(rf"(?:leave|detach)s?\b{_NO_MORE}", re.I)
_JOINS = re.compile(
    r"(?:(?:join|attach|go|move|ride|run|walk|stay|remain|keep)(?:e?s|ed)?\s+)?(?:(?:up|over)\s+)?(?:(?:himself\s+)?(?:to|with|in)\s+)?"
    r"(?:the\s+)?(?=\S)",
    re.I,
)
_GOES_OFF = re.compile(
    r"\b(?:(?:from|off|leav\w+|quit\w*|loose|goodbye|bye)\b(?!.*\b(?:and|then|to|into)\b)|(?:swap\w*|for|not|never|no)\b)",
    re.I,
)
"""Words by which the unit that a leader's line names may be the one that is left."""
_STAYS = re.compile(rf"(?:stay|remain|hold|wait)s?\b{_NO_MORE}.*|do(?:es)?\s+nothing", re.I)
_LINE_OF = re.compile(rf"line of (.+?),? keep(?:ing)? {LENGTH}\s*apart\s*:?\s*(.+)", re.I)
_GAP = re.compile(r"(?:\s|[;&]|[,.!](?!\d)|\b(?:and|then|also|too|now|please|each|again|once more|as well)\b)*", re.I)


def read(text: str, table: Tabletop, side: str) -> tuple[Order, ...] | Problem:
    """The orders of a line, or what is wrong with it."""
    try:
        return tuple(_variants(without_interjection(" ".join(text.split())), table, side))
    except Unreadable as found:
        return found.problem


def _variants(text: str, table: Tabletop, side: str) -> list[Order]:
    """A line, with other lists for other rolls behind it: ``Wyandot: fire; if 3: fire, load``."""
    found: list[Order] = []
    whose: list[str] = []
    for piece in _pieces(text, table, side):
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


def _pieces(text: str, table: Tabletop, side: str) -> Iterator[str]:
    """The lists for other rolls, and what is for other units: ``SL1: ahead 6; SL2: ahead 4``."""
    mine, start = names.of_side(table, side), 0
    for gap in re.finditer(r"[;.]\s+|;", text):
        behind = text[gap.end() :]
        is_roll = _OTHER_ROLL.match(behind) is not None and gap[0].startswith(";")
        if is_roll or names.longest(TOKEN.findall(behind)[: names.MOST_WORDS], mine)[0]:
            yield text[start : gap.start()]
            start = gap.end()
    yield text[start:]


def _line(text: str, table: Tabletop, side: str, before: list[str]) -> tuple[list[str], list[Order]]:
    mine = names.of_side(table, side)
    if (reserve := _RESERVE.match(text)) is not None:
        units = listed_units(text[reserve.end() :], mine)
        return units, [Act(name, (Operation("stay"),)) for name in units]
    if (line := _LINE_OF.fullmatch(text)) is not None:
        return _in_line(line, table, mine)
    if (leader := leading(text, table, side)) is not None:
        return [leader[0]], [_leader(*leader, table, mine)]
    units, rest = whom.units(text, mine, names.arms(table, side))
    if not units:
        if before:
            return before, [Act(name, _operations(text, table, name)) for name in before]
        raise Unreadable(whom.unknown(text, text, mine))
    return units, [Act(name, _operations(rest, table, name)) for name in units]


def _in_line(line: re.Match[str], table: Tabletop, mine: dict[str, str]) -> tuple[list[str], list[Order]]:
    """``line of A, B keep 1 apart: ahead 6``: the first unit moves, each of the others dresses on the one before it."""
    units, apart = listed_units(line[1], mine), from_text(line[2])
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


def leading(text: str, table: Tabletop, side: str) -> tuple[str, str] | None:
    """The leader that a line begins with, with or without a rank, and the verb; None for other lines."""
    known, tokens = names.leaders(table, side), list(TOKEN.finditer(text))
    for ahead in range(min(len(tokens), 2)):
        if ahead and tokens[0][0].lower().rstrip(".") not in RANKS:
            return None
        leader, count = names.longest([one[0] for one in tokens[ahead:]], known)
        if leader:
            return leader, text[tokens[ahead + count - 1].end() :].lstrip(" :,-")
    return None


def _leader(leader: str, rest: str, table: Tabletop, mine: dict[str, str]) -> Order:
    if _LEAVES.match(rest):
        return Join(leader)
    joins = _JOINS.match(rest)
    name = names.named_by(rest[joins.end() :].strip(" ."), mine) if joins is not None else ""
    stays = _STAYS.fullmatch(rest)
    if not name and stays is not None and not _last_named(rest, mine):
        name = table.leaders[leader].of if leader in table.leaders else ""
    if not name:
        text = f"{leader} is a leader: write '{leader}: join UNIT' or '{leader}: leave'.  {all_units(mine)}"
        if stays is not None:
            text = f"{leader} stays there if you write nothing.  Else write '{leader}: join UNIT'."
        meaning = "" if _GOES_OFF.search(rest) else _last_named(rest, mine)
        raise Unreadable(
            Malformed("E110", text, "MR-4.5", words=rest, suggest=(f"{leader}: join {meaning}",) if meaning else ())
        )
    return Join(leader, name)


def _last_named(text: str, mine: dict[str, str]) -> str:
    """The unit that the last words of a text name, "" for none."""
    words = [one for one in TOKEN.findall(text) if names.folded(one)]
    found = (
        names.named_by(" ".join(words[-count:]), mine) for count in range(min(len(words), names.MOST_WORDS), 0, -1)
    )
    return next((name for name in found if name), "")


def _operations(text: str, table: Tabletop, name: str) -> tuple[Operation, ...]:
    reader = _Reader(text, table, table.units.get(name))
    found = reader.all()
    if not found:
        raise Unreadable(Malformed("E110", f"What does {name} do?  For example: {name}: ahead 6; fire", words=name))
    return tuple(found)


def _after(unit: Unit | None, operation: Operation) -> Unit | None:
    """A unit after an operation that changes its rate: ``limber; along road`` goes at the rate of limbered guns."""
    if unit is None or operation.when is not None:
        return unit
    match operation.verb:
        case "form":
            return unit.with_(formation=operation.formation, ranks=operation.ranks)
        case "mount" | "dismount":
            return unit.with_(mounted=operation.verb == "mount")
        case "limber" | "unlimber":
            return unit.with_(formation=LIMBERED if operation.verb == "limber" else UNLIMBERED)
        case "rally" if unit.is_disordered:
            return unit.with_(formation=UNLIMBERED if unit.has_guns else SKIRMISH)
    return unit


class _Reader(Scanner):
    """Reads operations one after the other; `moved` is whether the last was a move."""

    moved = False

    def all(self) -> list[Operation]:
        found: list[Operation] = []
        joined = False
        while True:
            gap = _GAP.match(self.text, self.at)
            between = gap[0] if gap else ""
            self.at += len(between)
            if self.at >= len(self.text):
                return found
            if found and found[-1].verb == "stay" and found[-1].when is None and not between.strip():
                raise self.refusal()  # stays behind Delaware
            several = self.one()
            comma = "," in between and ";" not in between
            if joined and comma and found and found[-1].verb == several[0].verb == "move" and len(several) == 1:
                found[-1] = replace(found[-1], parts=found[-1].parts + several[0].parts)
            else:
                found += several
            for one in several:
                self.unit = _after(self.unit, one)
            joined, self.moved = True, found[-1].verb == "move"

    def one(self) -> list[Operation]:
        if (when := self.condition()) is not None:
            self.match(r"(?:[:,]|then\b)")
            done = self.one()[0]
            self.refuse_reaction(done.verb, when)
            return [replace(done, when=when, otherwise=self.otherwise())]
        operations = self.simple()
        times = self.match(r"(?:x\s?(\d)|(\d) times|twice)(?!\w)")
        operations = operations * (int(times[1] or times[2] or 2) if times else 1)
        if times and operations[0].parts:  # "ahead 6 x2 not into the wood"
            operations = [
                replace(one, parts=(*one.parts[:-1], self.limits(one.parts[-1]))) for one in operations[:1]
            ] * len(operations)
        if (when := self.condition()) is not None:
            self.refuse_reaction(operations[0].verb, when)
            operations = [replace(operations[0], when=when, otherwise=self.otherwise()), *operations[1:]]
        return operations

    def refuse_reaction(self, verb: str, when: Condition) -> None:
        """Refuse ``hold if charged``: what a unit does when enemies charge it is a standing order."""
        action = {"stay": "hold", "fire": "fire"}.get(verb, "")
        if when.kind == "charged" and not when.negated and action:
            name = self.unit.name if self.unit is not None else "Shawnee"
            line = f"{name} when charged: {action}"
            text = f"What a unit does when it is charged is a standing order: {line}"
            raise Unreadable(Malformed("E110", text, "MR-2.2", words="if charged", suggest=(line,)))

    def condition(self) -> Condition | None:
        """``if within 8``, ``if any enemy is within 8``, ``if within 12 of Price``, ``if not loaded``."""
        if (found := self.match(_IF_WITHIN)) is not None:
            whom_else = self.match(r"of\s+(?:it|them|him|us|(?:any|an|the)\s+enem(?:y|ies)|any(?:one|body))\b") is None
            unit = self.unit_name() if whom_else and self.match(r"of\b") else ""
            return Condition("within", self.length(found[1]), unit)
        if (found := self.match(r"if\s+(not\s+)?(loaded|disordered|charged)\b")) is not None:
            return Condition(found[2].lower(), negated=bool(found[1]))
        return None

    def otherwise(self) -> tuple[Operation, ...]:
        return tuple(self.one()[:1]) if self.match(r"[,;]?\s*(?:else|otherwise|if not)\b\s*[:,]?") else ()

    def simple(self) -> list[Operation]:
        for read in (self.fight, self.stand, self.form, self.move):
            found = read()
            if found is not None:
                return found
        raise self.refusal()

    def refusal(self) -> Unreadable:
        """The refusal of what stands here."""
        word = self.text[self.at :].split(";")[0].split(",")[0]
        known = (
            "ahead, back, wheel, sidestep, to, toward, along, face, form, fire, load, charge, contact, rally, mount, dismount, "
            "limber, unlimber, prolonge, stay"
        )
        text = f"I cannot read {word!r}.  Operations: {known}."
        if self.moved:
            limits = "within 8 of PLACE, stop 8 short of PLACE, until in GROUND, not into GROUND"
            text = f"I cannot read {word!r}.  After a move you can write: {limits}.  Operations: {known}."
        return Unreadable(Malformed("E110", text, "MR-2.2", words=word))

    def fight(self) -> list[Operation] | None:
        if (held := self.match(_HOLD_UNTIL)) is not None:
            unit = self.unit_name() if self.match(r"of\b") else ""
            return [Operation("fire", when=Condition("within", self.length(held[1]), unit))]
        if self.match(r"(?:fires?|shoots?|volleys?|(?:fire|give) a volley)\b(?:\s+at\s+will\b)?"):
            if self.match(r"(?:at|on)\s+(?:the\s+)?(?:nearest|closest)(?:\s+enemy)?\b|at\s+(?:the\s+)?enemy\b"):
                return [Operation("fire")]
            only = self.unit_name() if self.match(_ONLY) or self.names_unit() else ""
            return [Operation("fire", only=only)]
        if self.match(r"reloads?\b") is not None:
            weapon = self.unit.face.weapon if self.unit is not None else ""
            return [Operation("load")] * (tables.loading(weapon) if weapon else 1)
        if self.match(r"loads?\b"):
            return [Operation("load")]
        if (found := self.match(r"(charges?|contact|(?:walk|move) into contact with)\b")) is not None:
            verb = "charge" if found[1].lower().startswith("charge") else "contact"
            target = "" if self.match(r"(?:the )?nearest(?: enemy)?\b") else self.unit_name()
            via: list[Place] = []
            if self.match(r"via\b"):
                via.append(self.place())
                while self.text[self.at : self.at + 1] == "(":
                    via.append(self.place())
            return [Operation(verb, target=target, via=tuple(via))]
        return None

    def names_unit(self) -> bool:
        """True if the next words name a unit, of either side."""
        words = re.findall(r"[^\s;,:]+", self.text[self.at :])
        words = words[1:] if words[:1] == ["the"] else words
        return bool(names.longest(words, self.known)[0])

    def stand(self) -> list[Operation] | None:
        if (found := self.match(r"(dismount|mount|limber|unlimber)s?\b(?:\s+up\b)?")) is not None:
            return [Operation(found[1].lower())]
        if self.match(_STAY):
            return [Operation("stay")]
        if self.match(r"(?:rally|rallies)\b"):
            degrees, toward = self.turned() if self.match(r"fac(?:e|ing)\b") else (-1, "")
            return [Operation("rally", degrees=degrees, toward=toward)]
        if self.match(r"(?:turns?\s+(?:to|and)\s+)?faces?\b(?:\s+to(?:wards?)?\b)?(?:\s+the\b)?"):
            degrees, toward = self.turned()
            return [Operation("face", degrees=degrees, toward=toward)]
        if self.match(r"prolonge\b"):
            found = self.match(LENGTH)
            length = self.length(found[1]) if found else -1
            move = self.move()
            part = move[0].parts[0] if move else Part("ahead", length)
            return [Operation("prolonge", (replace(part, length=length) if length >= 0 else part,))]
        return None

    def form(self) -> list[Operation] | None:
        found = self.match(
            rf"(?:(?:form|deploy|go|change)s?(?:\s+(?:up|formation|to|into|in|a|an|as))*\s+)?({_FORM})\b"
        )
        if found is None:
            if self.match(r"form\b"):
                word = self.text[self.at :].split(";")[0]
                raise Unreadable(
                    Illegal("E140", f"{word!r} is no formation: {', '.join(_FORMATIONS)}.", "MR-3.1", words=word)
                )
            return None
        double = self.match(r",?\s*(?:double|(?:in )?two ranks)\b")
        bend = self.bend()
        degrees, toward = self.turned() if self.match(r",?\s*facing\b|face(?=\s+\d+\s*(?:;|$))") else (-1, "")
        formation = _FORMATIONS[found[1].lower()]
        return [
            Operation("form", formation=formation, ranks=2 if double else 1, degrees=degrees, bend=bend, toward=toward)
        ]

    def turned(self) -> tuple[int, str]:
        """The direction to face: degrees, or -1 and a unit."""
        degrees = self.facing()
        return (-1, self.unit_name()) if degrees is None else (degrees, "")

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
        start = self.at
        is_move = self.match(
            r"(?:go|goes|moves?|march(?:es)?|walks?|rides?|runs?)\b(?!\s+back\b)(?:\s+up\b)?(?:\s+by\b)?"
        )
        part = (
            self.part() or self.measured() or (Part("ahead", self.some_length()) if is_move and self.at_end() else None)
        )
        if part is None:
            self.at = start
            return None
        return [Operation("move", (self.limits(part),))] * (int(times[1]) if times else 1)

    def at_end(self) -> bool:
        """True if nothing more is written of this operation."""
        return self.at >= len(self.text) or self.text[self.at] in ";,"

    def measured(self) -> Part | None:
        """A move that says first how far: ``6 ahead``, ``3" left``, ``8 NE``, ``6 towards Wyandot``, ``2 north of Price``."""
        start = self.at
        found = self.match(r"(?!\d+(?:st|nd|rd|th)\b)" + LENGTH)  # 2nd is somebody
        if found is None:
            return None
        length = self.length(found[1])
        if self.match(r"(?:straight\s+)?(?:ahead|forwards?|on|up)\b(?!\s+\d)"):
            return self.onward(length)
        if self.match(r"(?:to\s+the\s+rear|back(?:wards?)?)\b(?!\s+\d)"):
            return Part("back", length)
        if (side := self.match(r"(?:to\s+(?:the|its|their)\s+)?(left|right)\b(?!\s+of\b)")) is not None:
            return Part("sidestep", length, side[1].lower())
        if self.match(r"along\b"):
            self.match(r"the\b")
            return Part("along", length, place=Place(TERRAIN, self.terrain("road")))
        if (part := self.by_compass(length)) is not None:
            return part
        if self.match(r"(?:(?:to)?wards?|closer to|nearer(?: to)?|to)\b"):
            return Part("toward", length, place=self.place())
        if self.at_end():
            return Part("ahead", length)
        self.at = start
        place = self.place()
        if self.text[start : self.at].strip().isdigit():
            self.at = start
            return None  # ahead 6, 3 stands: a number alone is no place
        return Part("to", place=place)

    def by_compass(self, length: int) -> Part | None:
        """``8 NE``, ``6 inches to the east``: so far from where the unit then stands."""
        start = self.at
        word = self.match(
            r"(?:(?:to|towards?)\s+(?:the\s+)?)?(?:due\s+)?(?!(?-i:n)\s+[a-z])([a-z-]+?)(?:wards?)?(?!\w)(?!\s+(?:of\b|edge\b))"
        )
        bearing = from_compass(word[1]) if word is not None else None
        if bearing is None or self.unit is None:
            self.at = start
            return None
        return Part("to", place=Place(UNIT, self.unit.name, off=length, bearing=bearing))

    def onward(self, length: int) -> Part:
        """Straight ahead, or toward what is named behind it: ``advance 6 towards Miami``."""
        if (part := self.by_compass(length)) is not None:
            return part
        if self.match(r"(?:towards?|to)\b"):
            return Part("toward", length, place=self.place())
        self.match(r"into\s+(?:the\s+)?[\w-]+")  # it says where straight ahead leads
        return Part("ahead", length)

    def limits(self, part: Part) -> Part:
        """A part with all the limits that are written behind it."""
        while (limited := self.limited(part)) is not None:
            part = limited
        return part

    def limited(self, part: Part) -> Part | None:
        """A part with a limit that is written behind it."""
        if (found := self.match(r"within\s+" + LENGTH + r"(\s*of\b)?")) is not None:
            return replace(part, within=self.length(found[1]), of=self.place() if found[2] else None)
        if (found := self.match(r",?\s*stop(?:ping)?\s+" + LENGTH + r"\s*short of\b")) is not None:
            return replace(part, within=self.length(found[1]), of=self.place())
        if self.match(_UNTIL):
            return replace(part, until=self.terrain(), length=-1)
        if self.match(_SHUNS):
            return replace(part, shuns=self.terrain())
        return None

    def part(self) -> Part | None:
        if found := self.match(
            r"(?:exit|leave the table)(?:\s+by)?(?:\s+the)?\s+(north|east|south|west)(?:ern)?(?: edge)?\b"
        ):
            return Part("exit", place=Place(TABLE_EDGE, found[1].lower()))
        if self.match(_DRESS):
            place = Place(UNIT, self.unit_name())
            self.match(r",?\s*(?:by|at|keeping)?\b(?=\s*\d)")
            length = self.match(LENGTH)
            self.match(r"(?:apart|away|off)\b")
            return Part("beside", 0 if length is None else self.length(length[1]), place=place)
        # "Advance to the wood" names where it goes; it is no whole move straight ahead before that.
        self.match(r"(?:ahead|forwards?|advances?)\b(?=\s+(?:towards?|to|along)\b)")
        if self.match(r"(?:(?:straight\s+)?(?:ahead|forwards?)|advances?)\b"):
            if re.compile(_UNTIL, re.I).match(self.text, self.at):
                return Part("ahead")
            self.match(
                r"(?:at\s+)?(?:full(?:\s+(?:speed|rate|move))?|as\s+far\s+as\s+(?:possible|it\s+can|they\s+can)|all\s+the\s+way)\b"
            )
            found = self.match(r"(?:by\s+)?" + LENGTH)
            return Part("ahead", self.some_length()) if found is None else self.onward(self.length(found[1]))
        self.match(_BACK + r"(?=\s+(?:towards?|(?:in)?to)\b)")  # to a place, not straight back
        if self.match(_BACK):
            found = self.match(LENGTH)
            self.match(r"(?:north|east|south|west)\b")
            self.match(r"keeping face\b")
            return Part("back", self.some_length() if found is None else self.length(found[1]))
        if (wheel := self.wheel()) is not None:
            return wheel
        if (
            found := self.match(r"(?:side\s?|side-)?(?:step|shift|slide)s?(?:\s+(?:to\s+the\s+)?(left|right)\b)?")
        ) is not None:
            length = self.match(r"(?:by\s+)?" + LENGTH)
            side = found[1] or ((after := self.match(r"(?:to\s+the\s+)?(left|right)\b")) and after[1]) or ""
            if not side:
                raise Unreadable(
                    Malformed("E110", "Left or right?  For example: sidestep left 3", words=found[0].strip())
                )
            return Part("sidestep", self.some_length() if length is None else self.length(length[1]), side.lower())
        if self.match(r"along\b"):
            self.match(r"the\b")
            name = self.terrain("road")
            length = self.match(LENGTH)
            # Without a length as far as it can: a road may give more than the rate.
            return Part("along", -1 if length is None else self.length(length[1]), place=Place(TERRAIN, name))
        if (found := self.match(r"(towards?|(?:in)?to)\b|(?=" + SIDE_OF + ")")) is not None:
            place = self.place()
            verb = "to" if place.kind == POINT or (found[1] or "to").lower().endswith("to") else "toward"
            length = self.match(LENGTH)
            return Part(verb, -1 if length is None else self.length(length[1]), place=place)
        return None

    def wheel(self) -> Part | None:
        """``wheel left 30``, ``wheel 30 degrees to the left``, ``right wheel 30``."""
        for pattern in (
            r"wheels?\s+(?:to\s+the\s+)?(?P<side>left|right)\s+(?:by\s+)?(?P<by>\d{1,3})\b",
            r"wheels?\s+(?:by\s+)?(?P<by>\d{1,3})(?:\s*(?:degrees|deg)\b)?\s+(?:to\s+the\s+)?(?P<side>left|right)\b",
            r"(?P<side>left|right)\s+wheel\s+(?:by\s+)?(?P<by>\d{1,3})\b",
        ):
            if (found := self.match(pattern)) is not None:
                self.match(r"(?:degrees|deg)\b")
                return Part("wheel", side=found["side"].lower(), degrees=min(int(found["by"]), 360))
        return None

    def some_length(self) -> int:
        """The whole rate, where no length is written."""
        return tables.rate(self.unit) if self.unit is not None else -1
