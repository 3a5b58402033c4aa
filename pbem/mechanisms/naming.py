"""Names of units in orders: names on a player's own view, and the answer where a name fits none or several.

A view has ``units`` by name, ``gone``, ``of(side)``, ``enemy_of(side)`` and ``sheet.names``; a counter ``name``, ``side``,
``at`` and ``is_leader``.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter, is_
from typing import Any

from pbem.board.roster import Known, Roster, Wording
from pbem.core.cache import Memo
from pbem.core.order import Ambiguous, Illegal, Malformed, Problem, Warning_
from pbem.core.system import Side
from pbem.language.spelling import in_words, listed
from pbem.mechanisms.paths import hex_of
from pbem.orders.dialect import Placed, Reading
from pbem.orders.refusal_text import with_lead
from pbem.orders.syntax import Group, Members, Name
from pbem.reports.maps.panels import in_turn

# Names that differ by a number, several at once: ``Herds 4, 5 and 6``, ``Herds 4-6``, ``Hunkpapa camps 1 to 3``.

HALF_A_HEX = 2
"""Digits on either side of the dash in ``26-28``."""
MOST = 60
"""Counters of one range."""
_NUMBERED = re.compile(
    r"(?P<stem>(?:\S+\s+)*[a-z'.]{3,})\s+(?:nos?\.?\s+)?(?P<first>\d{1,2})(?:\s*[-/]\s*(?P<last>\d{1,2}))?", re.I
)
_NUMBER = re.compile(r"(?:(?:nos?|numbers?)\.?\s+)?(?P<first>\d{1,2})(?:\s*[-/]\s*(?P<last>\d{1,2}))?", re.I)
_RANGE = re.compile(
    r"(?<=[a-z]s )(\s*\d{1,2}|(?:\d{1,2}\s*(?:,|and|&)\s*)+\d{1,2})(\s*(?:to|through|thru|until|-)\s*)(\d{1,2})(?![\d\w/.])",
    re.I,
)
_NOT_NAMES = re.compile(r"\b(?:transfers|turns?|lines|levels|moves|resupplies|within|hexes|steps)\s$", re.I)

Finds = Callable[[str], tuple[str, ...]]


def with_ranges(words: str) -> str:
    """The words with a range of numbers behind a plural in one piece, in as many columns: ``herds 4 to 6`` as ``herds 4-6``."""

    def joined(match: re.Match[str]) -> str:
        if _NOT_NAMES.search(words[: match.start()]):
            return match[0]
        # 26-28 would be hex 2628.
        sign = "/" if len(match[1].split()[-1]) == len(match[3]) == HALF_A_HEX else "-"
        return f"{match[1]}{sign}{match[3]}".ljust(len(match[0]))

    return _RANGE.sub(joined, words)


def singular(text: str) -> str:
    """A name without the s of its last word; "" if it has none."""
    return text[:-1] if len(text) > 3 and text[-1:].lower() == "s" else ""


def in_singular(words: str, is_name: Callable[[str], bool]) -> str:
    """The words with each plural of a word of names in the singular: ``herds 4-6 stay`` as ``herd 4-6 stay``."""

    def one(match: re.Match[str]) -> str:
        return match[1] if is_name(match[1]) and not is_name(match[0]) else match[0]

    return re.sub(r"\b([A-Za-z]{3,})s\b", one, words)


def spread_numbers(members: Members, finds: Finds) -> Members:
    """Members with each number as a name of its own, where the name before them says whose number it is.

    `finds` gives the counters that a name fits.
    """
    stem, named = _spread(members.members, "", finds)
    _, but = _spread(members.but, stem, finds)
    return members if named == members.members and but == members.but else Members(named, but, members.each)


def _spread(members: tuple[Name | Group, ...], stem: str, finds: Finds) -> tuple[str, tuple[Name | Group, ...]]:
    out: list[Name | Group] = []
    for one in members:
        if not isinstance(one, Name):
            stem = ""
            out.append(one)
            continue
        alone = _NUMBER.fullmatch(one.text) if stem else None
        match = alone or _NUMBERED.fullmatch(one.text)
        if match is None:
            stem = _stem_of_all(one.text, finds)
            out.append(one)
            continue
        stem = stem if alone else _stem(match["stem"], match["first"], finds)
        numbers = range(int(match["first"]), int(match["last"] or match["first"]) + 1)
        if not stem or not 0 < len(numbers) <= MOST:
            out.append(one)
            continue
        out += [Name(f"{stem} {number}", one.start, one.end) for number in numbers]
    return stem, tuple(out)


def _stem(stem: str, number: str, finds: Finds) -> str:
    """The words before a number in a name: as it is written, or its singular; "" if no counter is called so."""
    return next((one for one in (stem, singular(stem)) if one and len(finds(f"{one} {number}")) == 1), "")


_ALL_OF_NUMBERED = re.compile(r"(?:(?:all|both|the|of|my)\s+)+", re.I)


def _stem_of_all(text: str, finds: Finds) -> str:
    """``all Herds``: what the numbers behind ``except`` belong to."""
    rest = _ALL_OF_NUMBERED.sub("", text, count=1)
    one = singular(rest)
    return one if one and len(finds(one)) > 1 else ""


def by_plural(text: str, finds: Finds) -> tuple[str, ...]:
    """The counters of a plural that stands in none of their names: ``Herds``, ``Oglala camps``; () for anything else."""
    one = singular(text)
    found = finds(one) if one else ()
    return found if len(found) > 1 and _differ_by_number(found) else ()


def _differ_by_number(names: Sequence[str]) -> bool:
    return all(re.search(r"\d+$", name) for name in names) or all(not re.search(r"\d", name) for name in names)


MOST_FACES = 4096
"""Counters that are kept with their spellings."""
MOST_ROSTERS = 24
"""Rosters that are kept."""
MOST_NEAR = 4
"""Names that are offered for one that fits nothing."""
NO_NAMES = frozenset({"the", "a", "an", "then", "toward", "towards"})
"""Words that are never a name misspelt."""
_TELLS = frozenset(
    {"is", "are", "was", "were", "be", "been", "looks", "look", "seems", "seem", "has", "have", "had"}
    | {"will", "shall", "should", "would", "could", "can", "may", "might", "must", "does", "do", "did"}
    | {"doesn't", "don't", "didn't", "isn't", "aren't", "won't", "can't", "shouldn't", "hasn't", "haven't"}
)
"""Words with which a sentence tells of somebody: not one name is looked for in all of it."""
_ALL_OF = re.compile(r"(?:all|both)(?:\s+of)?(?:\s+the)?\s+", re.I)
_rosters: dict[tuple[str, ...], tuple[tuple[Any, ...], Roster]] = {}


class Naming:
    """The naming of a game's counters. A game says what is printed on them (`face`, `known`), and what is peculiar to its names
    (`find`, `spread`, `absent`)."""

    def __init__(self, wording: Wording, sides: Sequence[Side]) -> None:
        self.wording = wording
        self.side_names = {one.id: one.name for one in sides}
        # A report calls only the reader's own stacks by these; the first side has capitals, the second small letters.
        self.letters = {one.id: in_turn(capitals=n % 2 == 0) for n, one in enumerate(sides)}
        self._known = Memo(self.known, MOST_FACES)

    face: Callable[[Any], Any] = staticmethod(attrgetter("printed"))
    """The printed face of a counter: the same object as long as it is the same counter."""

    def known(self, face: Any) -> Known:
        """A counter with all its spellings."""
        return Known(face.name, face.side, tuple(face.aliases))

    def find(self, view: Any, text: str, side: str) -> tuple[str, ...]:
        """The counters of a side that a name fits."""
        return self.roster(view).find(text, side)

    def collective(self, view: Any, text: str, side: str) -> tuple[str, ...]:
        """The counters on the map of a kind or regiment that words speak of (``all infantry``); () if they do not."""
        return ()

    def spread(self, members: tuple[Name | Group, ...]) -> tuple[Name | Group, ...]:
        """Members as they are meant one by one, where a part of a name serves several."""
        return members

    def absent(self, one: Name, reading: Reading) -> Problem | None:
        """Why a counter that a name speaks of is not in play now, if the game can tell."""
        return None

    def may_act(self, names: list[str], reading: Reading) -> list[str]:
        """Those of the counters on the map of whom a player speaks as ``the rest``: whoever can have orders in the phase."""
        return names

    def roster(self, view: Any) -> Roster:
        """The roster of the counters that a view shows; made once for the same counters."""
        names = tuple(view.units)
        printed = tuple(map(self.face, view.units.values()))
        kept = _rosters.get(names)
        # Looked at one by one: hashing what is printed on sixty counters takes longer than reading an order.
        if kept is not None and all(map(is_, kept[0], printed)):
            return kept[1]
        made = Roster(self._known.of_all(list(printed)), self.wording)
        _rosters.pop(names, None)
        while len(_rosters) >= MOST_ROSTERS:
            del _rosters[next(iter(_rosters))]
        _rosters[names] = printed, made
        return made

    def place(self, view: Any, name: str) -> str:
        """``3413``, ``leader, 3611``, ``not on the map``."""
        unit = view[name]
        where = unit.at or "not on the map"
        return f"leader, {where}" if unit.is_leader else where

    def in_sequence(self, view: Any, names: Iterable[str]) -> tuple[str, ...]:
        """Units in the sequence of the order of battle, then leaders; each once."""
        places = view.sheet.names
        last = len(places)
        return tuple(sorted(dict.fromkeys(names), key=lambda name: (view[name].is_leader, places.get(name, last))))

    def is_stacked(self, view: Any, unit: Any) -> bool:
        """True if a counter is of a stack that a report has a letter for."""
        return True

    def report_stacks(self, view: Any, side: str) -> dict[str, tuple[str, ...]]:
        """A side's stacks by the letters of a report: by hex, columns first."""
        letters = self.letters[side]
        at: dict[str, list[str]] = {}
        for unit in view.of(side):
            if self.is_stacked(view, unit):
                at.setdefault(unit.at, []).append(unit.name)
        return {
            letters[min(n, len(letters) - 1)]: self.in_sequence(view, at[where]) for n, where in enumerate(sorted(at))
        }

    def stacks_said(self, view: Any, side: str) -> dict[str, tuple[str, ...]]:
        """A side's stacks as players call those of a report: ``stack T``."""
        return {f"stack {letter}": names for letter, names in self.report_stacks(view, side).items()}

    def formation(self, view: Any, text: str, side: str) -> tuple[str, ...] | Problem:
        """The counters of a side that words name as a command (see `orders.dialect.Dialect`): one, a regiment, a kind."""
        known = Roster(self._known.of_all(list(view.sheet.roster.values())), self.wording)
        # A tribe first: its camps are called after it, its warriors are not.
        found = self.tribe(view, text, side) or known.find(text, side)
        found = found or by_plural(text, lambda one: known.find(one, side)) or self.collective(view, text, side)
        if found:
            return tuple(dict.fromkeys((*found, *self.going_along(view, found))))
        near = known.near(text, side)[:MOST_NEAR]
        why = f"No unit of this side is called '{text}'."
        return Malformed("E101", with_lead(why, f"Did you mean   {listed(near, 'or')} ?") if near else why, words=text)

    def tribe(self, view: Any, text: str, side: str) -> tuple[str, ...]:
        """The counters of a group that is not in their names, such as a tribe; () if words name none."""
        return ()

    def going_along(self, view: Any, names: tuple[str, ...]) -> tuple[str, ...]:
        """The counters that go with these now and have no command of their own: holders, crews, attached leaders."""
        return ()

    def who(
        self, members: Members, reading: Reading, start: str = "", *, written: bool = False
    ) -> tuple[str, ...] | Placed:
        """The player's own counters that `members` mean, in the sequence of the order of battle (`written`: as written).

        `start` is the hex in which a path begins: it settles a name that fits several (W307).  Problems: E101 to E104.
        """
        view = reading.view
        members = spread_numbers(members, lambda text: self.find(view, text, reading.side))
        named: list[str] = []
        for one in self.spread(members.members):
            found = self._one(one, reading, start)
            if isinstance(found, Placed):
                return found
            named.extend(found)
        for one in self.spread(members.but):
            left_out = self._one(one, reading, start)
            if isinstance(left_out, Placed):
                return left_out
            named = [name for name in named if name not in left_out]
        return tuple(dict.fromkeys(named)) if written else self.in_sequence(view, named)

    def _one(self, one: Name | Group, reading: Reading, start: str) -> tuple[str, ...] | Placed:
        view = reading.view
        if isinstance(one, Group):
            group = self._group(one, reading)
            if not isinstance(group, Placed):
                reading.along.update(name for name in group if view[name].is_leader)
            return group
        found = self.find(view, one.text, reading.side)
        if len(found) != 1 and (several := self.collective(view, one.text, reading.side)):
            return several
        if len(found) > 1 and start:
            there = tuple(name for name in found if hex_of(reading, name) == start)
            if len(there) == 1:
                reading.warnings.append(
                    Warning_("W307", f"'{one.text}' is told by its start hex: {there[0]} in {start}")
                )
                found = there
        if len(found) == 1:
            reading.spans.setdefault(found[0], (one.start, one.end))
            return found
        if len(found) > 1 and _is_plural_of(one.text, found):
            return found
        if not found and (several := self._all_of(one.text, reading)):
            return several
        if found:
            return Placed(self._doubtful(one, found, reading), one.start, one.end)
        return self.not_found(one, reading)

    def _all_of(self, text: str, reading: Reading) -> tuple[str, ...]:
        """Counters with one name and a number each, by their plural: ``all Hunkpapa villagers``, ``both Gatlings``."""
        rest = _ALL_OF.sub("", text, count=1)
        if rest == text:
            return self._by_plural(text, reading)
        found = self.find(reading.view, rest, reading.side)
        found = found if len(found) > 1 and _is_plural_of(rest, found) else self._by_plural(rest, reading)
        return found if len(found) == 2 or text[:4].lower() != "both" else ()

    def _by_plural(self, text: str, reading: Reading) -> tuple[str, ...]:
        """Counters whose names have the word in the singular alone: ``Herds``, ``Oglala camps``."""
        found = by_plural(text, lambda one: self.find(reading.view, one, reading.side))
        return found if _is_plural_of(text, found) else ()

    def _group(self, one: Group, reading: Reading) -> tuple[str, ...] | Placed:
        view = reading.view
        if one.kind == "stack":
            letter = one.letter.upper() if self.letters[reading.side][0].isupper() else one.letter.lower()
            stacks = reading.stacks or self.report_stacks(view, reading.side)
            names = tuple(name for name in stacks.get(letter, ()) if name in view and view[name].side == reading.side)
            if names:
                return names
            own = " ".join(sorted(stacks))
            text = f"You have no stack {letter} in this report.  Your stacks: {own or 'none'}."
            return Placed(Malformed("E101", text), one.start, one.end)
        if one.kind == "rest":
            return self._rest(one, reading)
        if one.at is None:
            everybody = [unit.name for unit in view.of(reading.side)]
            return tuple(self.may_act(everybody, reading) or everybody)
        at = "".join(filter(str.isdigit, one.at.text))
        names = tuple(unit.name for unit in view.of(reading.side) if hex_of(reading, unit.name) == at)
        if names:
            return names
        return Placed(Illegal("E104", f"None of your units is in {at}.", rests_on=(at,)), one.at.start, one.at.end)

    def _rest(self, one: Group, reading: Reading) -> tuple[str, ...] | Placed:
        """Those on the map (in a hex) whom no other line gives an order to."""
        at = "".join(filter(str.isdigit, one.at.text)) if one.at is not None else ""
        here = [unit.name for unit in reading.view.of(reading.side) if at in ("", hex_of(reading, unit.name))]
        names = tuple(name for name in self.may_act(here, reading) if name not in reading.ordered)
        if names:
            return names
        if at:
            text = f"None of your units is in {at}."
            if here:
                text = f"No unit is left in {at}: other lines give orders to all your units there."
        else:
            text = "No unit is left: other lines give orders to all your units."
        return Placed(Illegal("E104", text, rests_on=(at,) if at else ()), one.start, one.end)

    def _doubtful(self, one: Name, found: tuple[str, ...], reading: Reading) -> Problem:
        view = reading.view
        units = ", ".join(f"{name} ({self.place(view, name)})" for name in found[:6]) + (
            "" if len(found) < 7 else " and others"
        )
        text = f"'{one.text}' fits {in_words(len(found))} of your units: {units}."
        return Ambiguous("E102", text, suggest=found[:1], words=one.text)

    def not_found(self, one: Name, reading: Reading, *, enemy: bool = False) -> Placed:
        """Why a name means none of the player's own units (of the enemy's): E101, E103, E104."""
        view = reading.view
        names = self.roster(view)
        side = view.enemy_of(reading.side) if enemy else reading.side
        other = view.enemy_of(side)
        theirs = names.find(one.text, other)
        if not enemy and len(one.text) == 1 and one.text in (reading.stacks or self.report_stacks(view, side)):
            # A letter alone is what a report calls a stack, before it is an enemy company's.
            unknown = f"'{one.text}' by itself names no unit.  For your stack with that letter write   stack {one.text}"
            return Placed(Malformed("E101", unknown, suggest=(f"stack {one.text}",)), one.start, one.end)
        if theirs and not enemy:
            text = f"{theirs[0]} is {self._a_side(other)} unit; you command the {self.side_names[side]} side."
            return Placed(
                self._did_you_mean(Illegal("E103", text), self._near(theirs[0], names, side, reading), reading),
                one.start,
                one.end,
            )
        if theirs:
            return Placed(Illegal("E103", f"{theirs[0]} is one of your own units."), one.start, one.end)
        absent = self.absent(one, reading) if not enemy else None
        if absent:
            return Placed(absent, one.start, one.end)
        gone = next((name for name in view.gone if self.wording.pieces(name) == self.wording.pieces(one.text)), None)
        if gone:
            return Placed(Illegal("E104", f"{gone} is out of the game: {view.gone[gone]}."), one.start, one.end)
        part, start, end = self._unknown_part(one, names)
        unknown = part.rstrip(".")
        near = self._near(unknown, names, side, reading) or self._near(one.text, names, side, reading)
        near = () if unknown.lower() in _TELLS else near
        return Placed(
            self._did_you_mean(Malformed("E101", f"No unit is called {unknown}."), near, reading),
            start,
            end,
        )

    def _near(self, text: str, names: Roster, side: str, reading: Reading) -> tuple[str, ...]:
        return () if reading.is_brief or text.lower() in NO_NAMES else names.near(text, side)

    def _a_side(self, side: str) -> str:
        name = self.side_names[side]
        return f"{'an' if name[0] in 'AEIO' else 'a'} {name}"

    def _unknown_part(self, one: Name, names: Roster) -> tuple[str, int, int]:
        """Those words of a name that stand in no counter's name, or all of it."""
        words = one.text.split()
        if len(" ".join(words)) == one.end - one.start:
            column = one.start
            for word in words:
                if self.wording.pieces(word) and not names.has_word(word):
                    return word, column, column + len(word)
                column += len(word) + 1
        return one.text, one.start, one.end

    def _did_you_mean(self, problem: Problem, near: tuple[str, ...], reading: Reading) -> Problem:
        view = reading.view
        on_map = sorted((name for name in near if view[name].at), key=lambda name: view[name].side != reading.side)
        best = (on_map or list(near))[:3]
        if not best:
            return problem
        lead = "Did you mean   " + listed((f"{name} ({self.place(view, name)})" for name in best), "or") + " ?"
        return type(problem)(problem.code, with_lead(problem.text, lead), problem.clause, tuple(best))

    def any_unit(self, name: Name, reading: Reading) -> tuple[str, ...]:
        """The counters of either side that a name means; the player's own go first."""
        view = reading.view
        return self.find(view, name.text, reading.side) or self.find(view, name.text, view.enemy_of(reading.side))


def _is_plural_of(text: str, names: Iterable[str]) -> bool:
    """True if words speak of several counters by the plural of a word in all their names: ``Sans Arc villages``."""
    low = " ".join(text.lower().split())
    last = low.split()[-1]
    bare = [name.lower().rstrip(" 0123456789") for name in names]
    if not last.endswith("s"):
        return False
    return all(one == low for one in bare) or all(last[:-1] in one.split() and last not in one.split() for one in bare)


def still_to_come(members: Members, reading: Reading, waiting: Iterable[str]) -> tuple[str, ...]:
    """``all enter``, ``the rest set up``: of those who wait to come onto the map, for the rest whom no other line orders.

    () where the members are not everybody, or everybody else: then they are named as ever."""
    kinds = {one.kind if isinstance(one, Group) and one.at is None else "" for one in members.members}
    if members.but or not kinds <= {"all", "rest"}:
        return ()
    ordered = reading.ordered if kinds == {"rest"} else frozenset()
    return tuple(name for name in waiting if name not in ordered)
