"""Orders of several turns as players say them: ``C/7 Cav march to 7512 by ford A; halt if an enemy is within 5 hexes``.

What is read here becomes a standing order whose `action` holds the whole way, hex by hex; `march_orders` carries it out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.board.hexes import Reach, within
from pbem.core.order import Illegal, Malformed, Problem
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import Action, Guard, StandingOrder
from pbem.orders.syntax import Clause, Group, MarchLine, Members, Name, Ordered, Words
from pbem.systems.indian_wars.orders import march_orders
from pbem.systems.indian_wars.orders.naming import who
from pbem.systems.indian_wars.orders.records import together
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.movement.mobility import one_hex
from pbem.systems.indian_wars.rules.movement.steps import OpenSteps, enemies_closing
from pbem.systems.indian_wars.state.counter import PONY_HERD, Counter
from pbem.systems.indian_wars.state.field import Battlefield

MARCH, HOLD, HALT = march_orders.MARCH, march_orders.HOLD, march_orders.HALT
VERBS = (MARCH, HOLD, HALT)
HALT_WITHIN = 5
"""The distance of an enemy, in hexes, at which a march halts that says nothing of it."""
FARTHEST = 20
"""The hexes that ``halt if an enemy is within N hexes`` takes at most."""
FORM = "UNIT march to HEX by HEX; halt if an enemy is within 5 hexes"
HOLD_FORM = "UNIT hold; halt if an enemy is within 5 hexes"
ENDLESS = 10_000
"""More MPs than any way of a map costs."""

_KEY = re.compile(
    r"(?:[,;]\s*)?(?:(?:and|then)\s+)*(?P<key>to|by\s+way\s+of|by|via|through|with|halts?|holds?|until)(?!\w)", re.I
)
_NEAR = re.compile(
    r"\s*(?:if|when|once|as\s+soon\s+as)\s+(?:an?y?\s+|the\s+)?enem(?:y|ies)(?:\s+units?)?"
    r"(?:\s+(?:is|are|comes?|gets?))?\s+(?:to\s+)?within\s+(?P<n>\d{1,3})(?:\s+hex(?:es)?)?\s*",
    re.I,
)
_NEVER = re.compile(r"\s*(?:for\s+nobody|never)\s*", re.I)
_TURN = re.compile(r"\s*(?:(?:the\s+end\s+of\s+)?turn\s+(?P<n>\d{1,3})|cancell?ed)\s*", re.I)
_FILLER = re.compile(r"(?:there|on|out|fast|firm|still|steady|for\s+now|quickly|at\s+once)?", re.I)
"""Words after the verb that say nothing."""
_HEX = re.compile(r"(?:hex\s+)?(\d\d)[.-]?(\d\d)", re.I)


@dataclass
class MarchTerms:
    """The terms after a march's verb."""

    to: str = ""
    stops: tuple[tuple[str, ...], ...] = ()
    stop_names: tuple[str, ...] = ()
    along: tuple[str, ...] = ()
    within: int = HALT_WITHIN
    holds: bool = False
    until: int = 0


def standing(line: MarchLine, reading: Reading) -> StandingOrder | Placed:
    """A line of several turns as a standing order, numbered 0."""
    ordered = line.orders[0]
    clause = ordered.clause
    if len(line.orders) > 1:
        first, last = clause.start, line.orders[-1].clause.end
        text = "An order for several turns has a line of its own.  Put the rest of this line above it."
        return Placed(Malformed("E181", text), first, last)
    units = _units(ordered, reading)
    if isinstance(units, Placed):
        return units
    if clause.verb == HALT:
        return StandingOrder(0, f"halt {together(units)}", action=Action(HALT, units))
    stray = _between(clause) if ordered.who is not None else None
    terms = _unread(stray, clause.verb) if stray is not None else _tail(clause, reading)
    if isinstance(terms, Placed):
        return terms
    units = tuple(dict.fromkeys((*units, *terms.along)))
    problem = _may_march(reading, units, terms, clause.verb)
    if problem is not None:
        return Placed(problem, clause.start, clause.end)
    ways = () if clause.verb == HOLD else _ways(reading.view, units, terms)
    if isinstance(ways, Problem):
        return Placed(ways, clause.start, clause.end)
    verb = MARCH if clause.verb == MARCH and not terms.holds else HOLD
    text = _text(clause.verb, units, terms)
    tail = clause.word("march_tail", "march_first", "hold_first")
    if clause.verb == HOLD and (tail is None or not any(_parts(tail))):
        return Placed(_for_how_long(text, units, reading.phase), clause.start, clause.end)
    return StandingOrder(0, text, guards=_guards(terms), action=Action(verb, units, ways), until=terms.until)


def _for_how_long(text: str, units: Sequence[str], phase: str) -> Problem:
    """The question after a bare ``hold``, which most players mean for this turn alone: it would be in force until it ends."""
    ahead = "in C: " if phase in ("A", "B") else ""
    return Malformed(
        "E112", "For this turn, or until an enemy is near?", suggest=(f"{ahead}{together(tuple(units))} stay", text)
    )


def _units(ordered: Ordered, reading: Reading) -> tuple[str, ...] | Placed:
    members = ordered.who or ordered.clause.members or _first(ordered.clause)
    if members is None and ordered.clause.verb == HALT:
        members = Members((Group("all", ordered.clause.start, ordered.clause.end),))
    if members is None:
        text = f"Who is to do it?  The form is   {FORM}"
        return Placed(Malformed("E111", text), ordered.clause.start, ordered.clause.end)
    found = who(members, reading)
    if isinstance(found, Placed):
        return found
    return _without_leaders(reading.view, found)


def _without_leaders(view: Battlefield, names: Sequence[str]) -> tuple[str, ...]:
    """The units among some counters: leaders go with them; they alone where there is nobody else."""
    return tuple(name for name in names if not view[name].is_leader) or tuple(names)


def _first(clause: Clause) -> Members | None:
    """The units behind a verb that comes first: ``march A/7 Cav + F/7 Cav to 7512``."""
    whole = clause.word("march_first", "hold_first")
    if whole is None:
        return None
    start = whole.start + len(whole.text.split()[0])
    key = _KEY.search(whole.text, start - whole.start)
    return _named(whole.text[start - whole.start : key.start() if key else None].rstrip(" ;,"), start)


def _between(clause: Clause) -> Words | None:
    """The words between the verb and the first key word where the units are named before the verb: ``E/7 hold 1204``."""
    whole = clause.word("march_first", "hold_first")
    if whole is None:
        return None
    start = len(whole.text.split()[0])
    key = _KEY.search(whole.text, start)
    words = whole.text[start : key.start() if key else None]
    start = whole.start + start + len(words) - len(words.lstrip())
    words = words.strip(" ,;")
    return None if _FILLER.fullmatch(words) else Words("value", words, start, start + len(words))


def _named(words: str, start: int) -> Members | None:
    """Names with ``,``, ``+`` or ``and`` between them."""
    names: list[Name | Group] = []
    for piece in re.split(r"(\s*[,+&]\s*(?:and\s+)?|\s+and\s+)", words):
        inner = piece.strip()
        if inner and not re.fullmatch(r"(?:[,+&]\s*(?:and)?|and)", inner):
            at = start + len(piece) - len(piece.lstrip())
            names.append(Name(inner, at, at + len(inner)))
        start += len(piece)
    return Members(tuple(names)) if names else None


def _guards(terms: MarchTerms) -> tuple[Guard, ...]:
    return (Guard(march_orders.ENEMY_WITHIN, number=terms.within),)


def _text(verb: str, units: Sequence[str], terms: MarchTerms) -> str:
    """The canonical line; it begins with the verb, by which the checkers of a game know it for a standing order."""
    text = f"{verb} {together(tuple(units))}"
    if verb == MARCH:
        text += f" to {terms.to}" + (f" by {', '.join(terms.stop_names)}" if terms.stop_names else "")
        text += " and hold" if terms.holds else ""
    text += f"; halt if an enemy is within {terms.within} hexes" if terms.within else "; halt never"
    return text + (f" until turn {terms.until}" if terms.until else "")


# The words behind the verb


def _tail(clause: Clause, reading: Reading) -> MarchTerms | Placed:
    tail = clause.word("march_tail", "march_first", "hold_first")
    terms = MarchTerms()
    for key, value in _parts(tail) if tail is not None else ():
        placed = _part(terms, key, value, reading)
        if placed is not None:
            return placed
    if clause.verb == MARCH and not terms.to:
        return Placed(Malformed("E111", f"Where to?  The form is   {FORM}"), clause.start, clause.end)
    return terms


def _parts(tail: Words) -> Iterator[tuple[str, Words]]:
    """Each key word with what stands behind it, in its columns."""
    keys = list(_KEY.finditer(tail.text, 0 if tail.kind == "march_tail" else len(tail.text.split()[0])))
    for n, match in enumerate(keys, 1):
        inner = tail.text[match.end() : keys[n].start() if n < len(keys) else len(tail.text)]
        start = tail.start + match.end() + len(inner) - len(inner.lstrip())
        key = match["key"].lower().split()[0].rstrip("s") if match["key"].lower() != "via" else "by"
        yield {"through": "by"}.get(key, key), Words("value", inner.strip(), start, start + len(inner.strip()))


def _part(terms: MarchTerms, key: str, value: Words, reading: Reading) -> Placed | None:
    match key:
        case "to":
            return _goal(terms, value, reading)
        case "by":
            return _stops(terms, value, reading)
        case "with":
            return _along(terms, value, reading)
        case "halt":
            return _halt(terms, value)
        case "hold":
            terms.holds = True
            return None if value.text.lower() in ("", "there", "it") else _unread(value)
        case _:
            turn = _TURN.fullmatch(value.text)
            if turn is None:
                return _unread(value)
            terms.until = int(turn["n"] or 0)
            return None


def _goal(terms: MarchTerms, value: Words, reading: Reading) -> Placed | None:
    places = _place(value, reading)
    if isinstance(places, Placed):
        return places
    terms.to = places[0]
    return None


def _stops(terms: MarchTerms, value: Words, reading: Reading) -> Placed | None:
    """``6811, 7011 and ford A``: each hex, or the two hexes of a ford."""
    start = value.start
    for piece in re.split(r"(\s*,\s*(?:and\s+)?|\s+and\s+|\s*-\s*(?=\d))", value.text):
        inner = Words("value", piece, start, start + len(piece))
        start += len(piece)
        if not re.fullmatch(r"[\s,-]*(?:and\s+)?", piece):
            places = _place(inner, reading)
            if isinstance(places, Placed):
                return places
            terms.stops = (*terms.stops, places)
            terms.stop_names = (*terms.stop_names, places[0] if len(places) == 1 else _ford_named(piece, reading))
    return None if terms.stops else _unread(value)


def _along(terms: MarchTerms, value: Words, reading: Reading) -> Placed | None:
    members = _named(value.text, value.start)
    if members is None:
        return _unread(value)
    found = who(members, reading)
    if isinstance(found, Placed):
        return found
    terms.along = (*terms.along, *_without_leaders(reading.view, found))
    return None


def _halt(terms: MarchTerms, value: Words) -> Placed | None:
    if _NEVER.fullmatch(value.text):
        terms.within = 0
        return None
    near = _NEAR.fullmatch(value.text)
    if near is None:
        return _unread(value)
    terms.within = min(int(near["n"]), FARTHEST)
    return None


def _unread(value: Words, verb: str = MARCH) -> Placed:
    text = f"I cannot read '{value.text}' here.  The form is   {FORM if verb == MARCH else HOLD_FORM}"
    return Placed(Malformed("E181", text), value.start, max(value.end, value.start + 1))


# Places and ways


def _ford_named(words: str, reading: Reading) -> str:
    fords = reading.view.sheet.map.fords
    found = next((name for name in fords if _is_called(name, words)), words)
    short = re.search(r"\((ford \w)\)", found, re.I)
    return (short[1] if short else found).lower() if not found[-1].isdigit() else found.lower()


def _is_called(name: str, words: str) -> bool:
    words = re.sub(r"\s+", " ", re.sub(r"^\s*the\s+", "", words.lower())).strip()
    names = {name.lower(), *re.findall(r"\(([^)]*)\)", name.lower()), re.sub(r"\s*\(.*", "", name.lower())}
    return words in names


def _place(value: Words, reading: Reading) -> tuple[str, ...] | Placed:
    """A hex, a place that the map names, or the two hexes of a ford."""
    view: Battlefield = reading.view
    sheet = view.sheet.map
    hex_ = _HEX.fullmatch(value.text.strip())
    if hex_ is not None:
        found = one_hex(Words("hex", hex_[1] + hex_[2], value.start, value.end), reading.view)
        return found if isinstance(found, Placed) else (found,)
    for name, pair in sheet.fords.items():
        if _is_called(name, value.text):
            return pair
    place = next((one for one in sheet.places.values() if _is_called(one.name, value.text)), None)
    if place is not None:
        return place.hexes[:1]
    known = ", ".join((*sheet.places, *sheet.fords))
    text = f"'{value.text}' is not a hex" + (f" and no place of the map: {known}." if known else ".")
    return Placed(Malformed("E111", text), value.start, max(value.end, value.start + 1))


def _may_march(reading: Reading, units: Sequence[str], terms: MarchTerms, verb: str) -> Problem | None:
    view: Battlefield = reading.view
    if not units:
        return Illegal("E104", "None of them is on the map: enter or set up first.")
    for name in units:
        unit = view[name]
        if not unit.at:
            return Illegal("E104", f"{name} is not on the map yet: enter or set up first.", rests_on=(name,))
        problem = kinds.forbids(view, unit, kinds.MOVE)
        if problem is not None:
            return problem
        if unit.kind == PONY_HERD:
            return Illegal("E138", f"{name} is not gathered: it cannot be ordered to move.", rests_on=(name,))
        if why := march_orders.unfit(unit):
            return Illegal("E181", f"{name} {why}: it cannot be ordered for several turns.", rests_on=(name,))
        near = march_orders.nearest_enemy(view, unit.side, unit.at)
        if near is not None and view.sheet.map.distance(unit.at, near.at) <= terms.within:
            far = view.sheet.map.distance(unit.at, near.at)
            text = f"{near.name} ({near.at}) is {march_orders.hexes_off(far)} from {name}: "
            if verb == MARCH:
                text += f"a march that halts within {terms.within} hexes would not begin.  Say less, or   halt never"
            else:
                text += f"a hold that ends within {terms.within} hexes would not begin.  For this phase alone write   "
                text += f"{together(tuple(units))} stay"
            return Illegal("E181", text, rests_on=(name, near.name))
    if verb == MARCH and all(view[name].at == terms.to for name in units):
        return Illegal(
            "E181", f"They stand in {terms.to} already.  To stay there write   {together(tuple(units))} hold"
        )
    return None


def _ways(view: Battlefield, units: Sequence[str], terms: MarchTerms) -> tuple[str, ...] | Problem:
    """The way from each hex in which units stand to the goal, one behind the other with "" between them."""
    found: list[str] = []
    for at in dict.fromkeys(view[name].at for name in units):
        stack = tuple(view[name] for name in units if view[name].at == at)
        way = _way(view, stack, at, (*terms.stops, (terms.to,)))
        if isinstance(way, Problem):
            return way
        found += ([""] if found else []) + list(way)
    return tuple(found)


def _way(
    view: Battlefield, stack: tuple[Counter, ...], at: str, stops: Sequence[tuple[str, ...]]
) -> list[str] | Problem:
    path = [at]
    for stop in stops:
        reached = within(path[-1], ENDLESS, OpenSteps(view, stack), view.sheet.map.neighbours)
        ends = [(reached.cost[one[0]], one) for one in _turned(stop) if one[0] in reached]
        if not ends and stop == stops[-1] and enemies_closing(view, stop[0], stack):
            ends = _beside(view, reached, stop[0])
        if not ends:
            return _no_way(view, stack, path[-1], stop)
        _, over = min(ends)
        path += [*reached.path(over[0])[1:], *over[1:]]
    return path


def _beside(view: Battlefield, reached: Reach, goal: str) -> list[tuple[int, tuple[str, ...]]]:
    """Toward a goal that an enemy holds: to the cheapest hex beside it, where the march will be asked about."""
    return [(reached.cost[at], (at, goal)) for at in view.sheet.map.open_neighbours(goal) if at in reached]


def _turned(stop: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """A ford may be crossed either way."""
    return (stop, stop[::-1]) if len(stop) == 2 else (stop,)


def _no_way(view: Battlefield, stack: tuple[Counter, ...], start: str, stop: tuple[str, ...]) -> Problem:
    closed = enemies_closing(view, stop[0], stack)
    if closed:
        return Illegal("E135", f"{stop[0]} holds {closed[0].name}: march to a hex beside it.", words=stop[0])
    return Illegal("E122", f"{stack[0].name} has no way from {start} to {stop[0]}.", words=stop[0])
