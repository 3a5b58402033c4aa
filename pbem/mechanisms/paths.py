"""Hexes and paths as written, turned into hexes of the map: gaps filled, steps walked, faults told (E120 to E123).

A view is a position as its owner may know it.  It has ``sheet.map``, ``at(hex)``, and counters by name with ``at``, ``side``,
``name`` and ``is_leader``; what else a game has to say about its map comes in `Wayfinding`.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pbem.board import hexes
from pbem.board.hexmap import HexMap
from pbem.core.order import Ambiguous, Illegal, Malformed, Problem, Warning_
from pbem.core.system import Plan
from pbem.language.spelling import edit_distance, in_words, listed
from pbem.mechanisms.orders import Move, along, together
from pbem.orders.dialect import Placed, Reading
from pbem.orders.refusal_text import full_text, in_one_line, with_lead
from pbem.orders.syntax import Words

MOST_WAYS = 60
MOST_SHOWN = 3
"""Ways that are offered to be copied."""
MOST_CHOSEN = 4
"""Gaps of a path that may be filled by choice; each costs a plan for every way."""
_NUMBER = re.compile(r"\d\d[.-]\d\d(?!\d)|\d+")
_DIGITS = re.compile(r"\d+")
_STEP = re.compile(r"(\d{0,2})(nw|ne|sw|se|n|e|s|w)", re.I)


def numbers(words: Words) -> tuple[Words, ...]:
    """The hex numbers in a path, each with its columns."""
    pattern = _NUMBER if words.kind == "hex" else _DIGITS
    return tuple(
        Words("hex", "".join(filter(str.isdigit, m[0])), words.start + m.start(), words.start + m.end())
        for m in pattern.finditer(words.text)
    )


def hex_of(reading: Reading, name: str) -> str:
    """The hex of a unit once the clauses before have been carried out, "" off the map."""
    view = reading.view
    return reading.placed_at.get(name) or (view[name].at if name in view else "")


@dataclass(frozen=True, slots=True)
class Wayfinding:
    """The further interface of a game's map: how it is left (`leaving` of a view, the advice of E121), and where enemies' zones
    lie (`is_in_enemy_zone` of view, hex and side)."""

    leaving: Callable[[Any], str]
    is_in_enemy_zone: Callable[[Any, str, str], bool]

    def one_hex(self, words: Words, view: Any, near: str = "") -> str | Placed:
        """A hex of the map.  `near` is the hex before it in a path, for the suggestion.  Problems: E120, E121."""
        found = numbers(words)[0]
        sheet = view.sheet.map
        if found.text in sheet:
            return found.text
        columns, rows = sheet.columns, sheet.rows
        if not hexes.is_id(found.text):
            text = (
                f"{found.text} is not a hex number.  Hex numbers have four digits: column"
                f" {columns[0]:02}-{columns[1]:02}, row {rows[0]:02}-{rows[1]:02}."
            )
            nearest = _nearest_hex(found.text, sheet, near)
            if nearest:
                lead = f"Did you mean   {nearest} ?" + (f"  (next to {near})" if near else "")
                text = with_lead(text, lead)
            return Placed(Malformed("E120", text, suggest=(nearest,) if nearest else ()), found.start, found.end)
        column, row = hexes.column_and_row(found.text)
        ends = [f"rows begin at {rows[0]:02}"] * (row < rows[0]) + [f"rows end at {rows[1]:02}"] * (row > rows[1])
        ends += [f"columns begin at {columns[0]:02}"] * (column < columns[0])
        ends += [f"columns end at {columns[1]:02}"] * (column > columns[1])
        off = " and ".join(ends) or "there is no such hex"
        text = f"{found.text} is not on the map: {off}.\n{self.leaving(view)}"
        return Placed(Malformed("E121", text), found.start, found.end)

    def all_hexes(self, words: Words, view: Any) -> tuple[str, ...] | Placed:
        """A list of hexes that need not be next to each other (``3513, 3413``)."""
        out: list[str] = []
        for one in numbers(words):
            found = self.one_hex(one, view, out[-1] if out else "")
            if isinstance(found, Placed):
                return found
            out.append(found)
        return tuple(out)

    def path_of(self, words: Words, units: tuple[str, ...], reading: Reading) -> tuple[str, ...] | Placed:
        """The path of a stack as hexes next to each other, beginning with the hex in which it stands.

        The start hex may have been left out; a gap is filled by the shortest way that is allowed, of several that cost and
        risk the same by that with the lowest hex numbers (W304); where they differ the player is asked.  Problems: E120 to
        E123, and E104 where the units stand in no one hex.
        """
        view = reading.view
        start = hex_of(reading, units[0])
        if words.kind == "steps":
            return self._stepped(words, start, units, reading) if start else _nowhere(words, units)
        out: list[str] = [start] if start else []
        filled, chosen = False, 0
        listed = numbers(words)
        for n, one in enumerate(listed):
            found = self.one_hex(one, view, out[-1] if out else "")
            if isinstance(found, Placed):
                return found
            if not out:
                out.append(found)
                continue
            far = view.sheet.map.distance(out[-1], found)
            if far == 0:
                if n:
                    return Placed(
                        Malformed("E123", f"{found} appears twice in a row in this path."), one.start, one.end
                    )
                continue
            if far > 1:
                if n == 0 and len(listed) > 1:
                    return _elsewhere(one, found, units, words, reading)
                ways = list(shortest_ways(view.sheet.map, out[-1], found))
                chosen += len(ways) > 1
                way = (
                    ways[0] if len(ways) == 1 else self._best(out, ways, units, reading) if chosen < MOST_CHOSEN else ()
                )
                if not way:
                    return Placed(self._gap(out, found, listed[n + 1 :], ways, units, reading), one.start, one.end)
                out.extend(way[1:])
                filled = True
                continue
            out.append(found)
        if filled:
            equal = "; other ways cost the same, and this has the lowest hex numbers" if chosen else ""
            reading.warnings.append(Warning_("W304", f"path filled in: {'-'.join(out)}{equal}"))
        return tuple(out)

    def _stepped(self, words: Words, start: str, units: tuple[str, ...], reading: Reading) -> tuple[str, ...] | Placed:
        """``2N NE`` as a path.  Of a direction between two of the map's, an even number leads to one hex; else the player is
        asked which of the two is meant (E122)."""
        view = reading.view
        between = next((one for one in _STEP.finditer(words.text) if _is_between(one, view)), None)
        if between is None:
            return walk(words, start, view)
        count = int(between[1] or 1)
        found = [
            walk(
                Words("steps", f"{words.text[: between.start()]} {way} {words.text[between.end() :]}", words.start, 0),
                start,
                view,
            )
            for way in both_ways(between[2].upper(), count, view)
        ]
        ways = [one for one in found if not isinstance(one, Placed)]
        blanks = re.match(r"\s*", words.text[between.end() :])
        width = len(blanks[0]) if blanks is not None else 0  # the words were longer than the step that stands for them
        place = words.start + between.start(), words.start + between.end() + width * (width > 1)
        if not ways:
            gone = next(one for one in found if isinstance(one, Placed))
            return Placed(gone.problem, *place)
        if count % 2 == 0 and len({one[-1] for one in ways}) == 1:
            best = self._best([start], ways, units, reading)
            if best:
                return best
        ahead = walk(Words("steps", words.text[: between.start()], words.start, 0), start, view)
        leap = _Leap(between[2].upper(), count, len(ahead) - 1 if isinstance(ahead, tuple) else 0)
        return Placed(_which_way(leap, ways, units, reading), *place)

    def _best(
        self, before: list[str], ways: list[tuple[str, ...]], units: tuple[str, ...], reading: Reading
    ) -> tuple[str, ...]:
        """The first of the allowed ways by their hex numbers, where all cost and risk the same; () if they differ."""
        if reading.plan is None or len(ways) == MOST_WAYS:
            return ()
        allowed: list[tuple[str, ...]] = []
        names = set()
        for way in sorted(ways):
            plan = reading.plan(Move(units, (*before, *way[1:])))
            if isinstance(plan, Problem):
                continue
            zones = sum(self.is_in_enemy_zone(reading.view, one, reading.side) for one in way[1:])
            names.add((tuple(plan.notes), tuple(full_text(one) for one in plan.warnings), zones))
            allowed.append(way)
        return allowed[0] if len(names) == 1 else ()

    def _gap(
        self,
        before: list[str],
        end: str,
        rest: tuple[Words, ...],
        ways: list[tuple[str, ...]],
        units: tuple[str, ...],
        reading: Reading,
    ) -> Problem:
        far = in_words(reading.view.sheet.map.distance(before[-1], end))
        if not ways:
            return self._no_straight_way(before, end, far, units, reading)
        tail = tuple(one.text for one in rest)
        moves = [Move(units, (*before, *way[1:], *tail)) for way in ways]
        allowed, refused = list[tuple[str, str]](), list[Problem]()
        for move, way in zip(moves, ways, strict=True):
            plan = reading.plan(move) if reading.plan else None
            if isinstance(plan, Problem):
                refused.append(plan)
            else:
                allowed.append((_written(move), self._cost(plan, way, reading)))
        if not allowed:
            return _by_no_way(refused, before[-1], end)
        text = f"{before[-1]} and {end} are {far} hexes apart and {_ways(len(allowed), len(ways))}:"
        shown = allowed[:MOST_SHOWN]
        width = max(len(line) for line, _ in shown)
        parts = [f"   {line:<{width}}     {cost}".rstrip() for line, cost in shown]
        return Ambiguous("E122", "\n".join((text, *parts)), suggest=tuple(line for line, _ in shown))

    def _no_straight_way(
        self, before: list[str], end: str, far: str, units: tuple[str, ...], reading: Reading
    ) -> Problem:
        """Cliffs cut all shortest ways: the way round, where the units may go it."""
        text = f"{before[-1]} and {end} are {far} hexes apart and no shortest path connects them"
        way = way_round(reading.view.sheet.map, before[-1], end)
        move = Move(units, (*before, *way[1:]))
        plan = reading.plan(move) if reading.plan is not None and way else None
        if isinstance(plan, Problem):
            return replace(plan, text=f"{text}.  On the way round: {in_one_line(plan)}", words=end, suggest=())
        if plan is None:
            return Ambiguous("E122", f"{text}: name the hexes.")
        cost = self._cost(plan, way, reading)
        return Ambiguous("E122", f"{text}.  The way round:\n   {_written(move)}     {cost}", suggest=(_written(move),))

    def _cost(self, plan: Plan | None, way: tuple[str, ...], reading: Reading) -> str:
        in_zoc = any(self.is_in_enemy_zone(reading.view, one, reading.side) for one in way[1:-1])
        return ", ".join([*(plan.notes[:1] if plan else ()), *(["in the enemy ZOC"] * in_zoc)])


def _ways(allowed: int, all_: int) -> str:
    """``there are six ways, of which three are``: how many ways lead there, and how many of them are told."""
    count = in_words(all_) if all_ < MOST_WAYS else "many"
    if allowed == all_:
        return f"there are {count} ways" + (f", for example {in_words(MOST_SHOWN)}" if allowed > MOST_SHOWN else "")
    if allowed == 1:
        return f"of {count} ways one is possible"
    return f"of {count} ways {in_words(allowed)} are possible" + ", for example" * (allowed > MOST_SHOWN)


def _by_no_way(refused: list[Problem], start: str, end: str) -> Problem:
    """Why none of the ways can be taken: what forbids all of them, or what forbids the first."""
    first = refused[0]
    if all(one.text == first.text for one in refused):
        return first
    text = f"None of the shortest paths from {start} to {end} is possible.  On the first: {in_one_line(first)}"
    return replace(first, text=text, words=end, suggest=())


def _nearest_hex(text: str, sheet: HexMap, near: str) -> str:
    if not near or near not in sheet:
        return ""
    far = {one: edit_distance(text, one, 2) for one in sheet.neighbours(near)}
    best = sorted((one for one in far if far[one] <= 2), key=lambda one: (far[one], one))
    return best[0] if best else ""


def walk(words: Words, start: str, view: Any) -> tuple[str, ...] | Placed:
    """``2N NE`` from a hex as hexes, the first being `start`.  Problem E121 where it leaves the map."""
    path = [start]
    for match in _STEP.finditer(words.text):
        name, names = match[2].upper(), view.sheet.map.compass.directions
        if name not in names:
            text = f"There is no hex to the {name} of {path[-1]}: on this map the directions are {listed(names)}."
            return Placed(Malformed("E121", text), words.start + match.start(), words.start + match.end())
        direction = names.index(name)
        for _ in range(min(int(match[1] or 1), 60)):
            following = view.sheet.map.beside(path[-1], direction)
            if following is None:
                text = f"{name} of {path[-1]} is not on the map.\nTo leave the map say   exit   at an edge hex."
                return Placed(Malformed("E121", text), words.start + match.start(), words.start + match.end())
            path.append(following)
    return tuple(path)


BETWEEN_TWO = re.compile(r"(\d{0,2})((?<![ns])[nsew](?![a-z]))", re.I)
"""A step in a direction of one letter."""
_NAMES = {"N": "north", "S": "south", "E": "east", "W": "west"}


def _is_between(step: re.Match[str], view: Any) -> bool:
    """True if a step goes where no hex of this map lies, but two: to the west where columns are staggered."""
    return step[2].upper() in _NAMES and step[2].upper() not in view.sheet.map.compass.directions


def both_ways(direction: str, count: int, view: Any) -> tuple[str, str]:
    """The steps in a direction between two: ``NW SW NW`` and ``SW NW SW`` for three to the west."""
    one, other = (name for name in view.sheet.map.compass.directions if direction in name)
    ways = [(one, other), (other, one)]
    return tuple(" ".join(way[n % 2] for n in range(count)) for way in ways)  # type: ignore[return-value]


class _Leap(NamedTuple):
    """So many hexes in a direction between two of the map's, after so many steps."""

    direction: str
    hexes: int
    after: int


def _which_way(leap: _Leap, ways: list[tuple[str, ...]], units: tuple[str, ...], reading: Reading) -> Problem:
    """The question where a direction lies between two of the map's: which hex is meant, or by which way."""
    count, start = leap.hexes, ways[0][leap.after]
    ends = tuple(dict.fromkeys(way[leap.after + count] for way in ways))
    moves = [Move(units, way) for way in ways]
    plans = [reading.plan(move) if reading.plan is not None else None for move in moves]
    refused = [plan for plan in plans if isinstance(plan, Problem)]
    if len(refused) == len(moves):
        return _by_no_way(refused, start, ends[0])
    legal = [move for move, plan in zip(moves, plans, strict=True) if not isinstance(plan, Problem)]
    side, two, far = _NAMES[leap.direction], listed(ends), in_words(count).capitalize()
    if count == 1 and len(ends) > 1:
        text = f"To the {side} of {start} lie two hexes, {two}: which do you mean?"
    elif count == 1:
        text = f"No hex lies straight to the {side} of {start}; {two} is the nearest."
    elif len(ends) > 1:
        text = f"{far} hexes to the {side} of {start} lie {two}: which do you mean?"
    else:
        text = f"From {start} there are several ways to the {side}: name the hexes."
    return Ambiguous("E122", text, suggest=tuple(map(_written, legal)))


def _nowhere(words: Words, units: tuple[str, ...]) -> Placed:
    text = f"{units[0]} is not on the map yet: enter or set up first."
    return Placed(Illegal("E104", text, rests_on=units[:1]), words.start, words.end)


def shortest_ways(sheet: HexMap, start: str, end: str) -> Iterator[tuple[str, ...]]:
    """The shortest ways between two hexes, cliffs left out, as paths with both ends; at most 60."""
    stack: list[tuple[str, ...]] = [(start,)]
    count = 0
    while stack and count < MOST_WAYS:
        path = stack.pop()
        if path[-1] == end:
            count += 1
            yield path
            continue
        left = sheet.distance(path[-1], end)
        steps = [one for one in sheet.open_neighbours(path[-1]) if sheet.distance(one, end) < left]
        stack.extend((*path, one) for one in sorted(steps, reverse=True))


def way_round(sheet: HexMap, start: str, end: str) -> tuple[str, ...]:
    """The shortest way between two hexes round the cliffs, of several that with the lowest hex numbers; () if there is none."""
    came: dict[str, str] = {start: ""}
    ring = [start]
    while ring and end not in came:
        following: list[str] = []
        for at in ring:
            for one in sorted(sheet.open_neighbours(at)):
                if one not in came:
                    came[one] = at
                    following.append(one)
        ring = sorted(following)
    path: list[str] = []
    at = end if end in came else ""
    while at:
        path.insert(0, at)
        at = came[at]
    return tuple(path)


def _elsewhere(first: Words, found: str, units: tuple[str, ...], words: Words, reading: Reading) -> Placed:
    view = reading.view
    unit = units[0]
    at = hex_of(reading, unit)
    far = view.sheet.map.distance(at, found)
    text = f"{unit} stands in {at}; your path begins in {found}, {in_words(far)} hexes away."
    there = [one for one in view.at(found) if one.side == reading.side and not one.is_leader]
    suggest: tuple[str, ...] = ()
    if there:
        suggest = (f"{there[0].name} move {'-'.join(one.text for one in numbers(words))}",)
        text += f"\n{there[0].name} stands in {found}.   Did you mean   {suggest[0]} ?"
    return Placed(Illegal("E123", text, suggest=suggest, rests_on=(unit,)), first.start, first.end)


def _written(move: Move) -> str:
    return f"{together(move.units)} move {along(move.path)}"
