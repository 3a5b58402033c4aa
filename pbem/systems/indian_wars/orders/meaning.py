"""The meaning of each clause of an order line: syntax on a player's view, turned into order records."""

from typing import TypeAlias

from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.mechanisms.naming import still_to_come
from pbem.mechanisms.paths import hex_of, numbers
from pbem.orders.dialect import Placed, Reading
from pbem.orders.refusal_text import with_lead
from pbem.orders.syntax import Clause, Group, Members, Name, Ordered, Words
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.naming import in_sequence, who
from pbem.systems.indian_wars.orders.records import write
from pbem.systems.indian_wars.rules.turn import entry, setup
from pbem.systems.indian_wars.say import US
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.title import Reaction, Verb

Units: TypeAlias = tuple[str, ...]
Suggestions: TypeAlias = "tuple[Order, ...] | Placed"
ALL = ("all",)
FIRE_PHASES = ("B", "D", "E")


def orders_of(ordered: Ordered, reading: Reading) -> Suggestions:
    """The orders of one clause; what it says is remembered in `reading` for the clauses behind it."""
    clause, title = ordered.clause, reading.view.title
    verb, reaction = title.verbs_by_clause.get(clause.verb), title.reactions_by_clause.get(clause.verb)
    holds_fire = clause.verb == "hold_fire" and reading.phase in FIRE_PHASES
    if holds_fire or (clause.verb == "pass_" and ordered.who is not None):
        verb = title.verbs_by_clause.get("stay")  # who does not fire in a phase of fire does nothing in it
    if verb is None and reaction is None:
        text = f"'{_spoken(clause)}' is not an order in {title.card.title}."
        return Placed(Illegal("E159", text), clause.start, _verb_end(clause))
    units = _units(ordered, verb, reading)
    if isinstance(units, Placed):
        return _with_the_rest(ordered, units, reading)
    if not units and (verb is None or verb.needs_unit):
        text = f"Who should {_spoken(clause)}?  Name the unit first, say   {_example(reading)} {_spoken(clause)}"
        return Placed(Malformed("E111", text), clause.start, clause.end)
    if verb is None:
        return Placed(_reaction(clause, reaction, units, reading), clause.start, _verb_end(clause))
    if clause.verb == "rally" and units == ALL:
        return _rally_all(ordered, reading)
    each = ordered.who is not None and ordered.who.each
    found: list[Order] = []
    for some in [(unit,) for unit in units] if each else [units]:
        orders = verb.meaning(clause, some, reading)
        if isinstance(orders, Placed):
            return orders
        found.extend(orders)
    reading.units = units
    _remember(found, reading)
    return tuple(found)


def _units(ordered: Ordered, verb: Verb | None, reading: Reading) -> Units | Placed:
    """The units that a clause is for: named before it, named behind its verb, or those of the clause before."""
    clause, members = ordered.clause, ordered.who
    written = verb is not None and verb.as_written
    behind = clause.members if verb is not None and verb.named_behind else None
    start = _start_hex(clause)
    named: list[str] = []
    for some in (members, behind):
        if some is None or (clause.verb in ("rally", "no_rally") and _is_all(some)):
            continue
        found = still_to_come(some, reading, _waiting(clause, reading)) or who(some, reading, start, written=written)
        if isinstance(found, Placed):
            return found
        named.extend(found)
    if named:
        return tuple(dict.fromkeys(named)) if written else in_sequence(reading.view, named)
    if clause.verb in ("rally", "no_rally") and any(some is not None and _is_all(some) for some in (members, behind)):
        return ALL
    return reading.units


def _waiting(clause: Clause, reading: Reading) -> Units:
    """Units that are not on the map yet, to enter or to be set up: those that ``all`` and ``the rest`` may mean."""
    found = {"enter": entry.waiting, "set_up": setup.waiting}.get(clause.verb)
    return tuple(one.name for one in found(reading.view, reading.side)) if found is not None else ()


def _is_all(members: Members) -> bool:
    return all(isinstance(one, Group) and one.kind == "all" and one.at is None for one in members.members)


def _start_hex(clause: Clause) -> str:
    path = clause.word("path")
    return numbers(path)[0].text if path is not None and clause.verb == "move" else ""


def _verb_end(clause: Clause) -> int:
    first = clause.parts[0]
    return first.end


def _spoken(clause: Clause) -> str:
    first = clause.parts[0]
    word = first.text.lower() if isinstance(first, Words) else clause.verb
    return "move" if word[:1].isdigit() and clause.verb == "move" else word


def _example(reading: Reading) -> str:
    view: Battlefield = reading.view
    return next((unit.name for unit in view.of(reading.side)), "A/2 Cav")


def _with_the_rest(ordered: Ordered, fault: Placed, reading: Reading) -> Placed:
    """A problem with a name, its suggestions carried on to whole lines: ``Black Moon dismount``."""
    problem = fault.problem
    if (
        problem.code not in ("E102", "E104")
        or not problem.suggest
        or ordered.who is None
        or len(ordered.who.members) > 1
        or not ordered.who.start
        <= fault.start
        < ordered.who.end  # it lies behind the verb: naming the unit corrects nothing
    ):
        return fault
    name = problem.suggest[0]
    unit = Members((Name(name, fault.start, fault.end),))
    again = Reading(reading.view, reading.side, reading.phase)
    found = orders_of(Ordered(unit, ordered.clause), again)
    line = f"{name} {_spoken(ordered.clause)}" if isinstance(found, Placed) else write(found[0])
    doubtful = problem.code == "E102"
    text = with_lead(problem.text, f"Write, say,   {line}") if doubtful else f"{problem.text}   {line}"
    better = type(problem)(problem.code, text, problem.clause, (line,), problem.words, problem.rests_on)
    return Placed(better, fault.start, fault.end)


def _reaction(clause: Clause, reaction: Reaction, units: Units, reading: Reading) -> Problem:
    """A reaction is answered when it is asked for, not ordered: E150; scattering is for Indian units alone: E191."""
    view: Battlefield = reading.view
    named = [name for name in units if name in view] or [units[0]]
    if reaction.is_indian and reading.side == US:
        return _us_scatter(clause, named[0], reading)
    lines = tuple(f"when {reaction.event.format(unit=one)} then {reaction.doing}" for one in named)
    text = "Units do that in response to the other side, so it can't be ordered now.\nFile it as a standing order:   "
    return Illegal("E150", text + "\n   ".join(lines), suggest=lines)


def _us_scatter(clause: Clause, unit: str, reading: Reading) -> Problem:
    text = f"Only Indian units can scatter ({reading.view.rule('scatter')})."
    toward = clause.word("hex")
    view: Battlefield = reading.view
    at = hex_of(reading, unit)
    if toward is None or not at or toward.text not in view.sheet.map or toward.text == at:
        return Illegal("E191", text, reading.view.rule("scatter"))
    line = _pull_back(unit, at, toward.text, reading)
    return Illegal("E191", f"{text}\nTo pull back:   {line}", reading.view.rule("scatter"), suggest=(line,))


def _pull_back(unit: str, at: str, toward: str, reading: Reading) -> str:
    """A legal move of up to two hexes toward a hex."""
    view: Battlefield = reading.view
    path = [at]
    while len(path) < 3 and path[-1] != toward:
        near = view.sheet.map.open_neighbours(path[-1])
        left = view.sheet.map.distance(path[-1], toward)
        ahead = [one for one in near if view.sheet.map.distance(one, toward) < left]
        for step in ahead:
            if reading.plan is None or not isinstance(reading.plan(o.Move((unit,), (*path, step))), Problem):
                path.append(step)
                break
        else:
            break
    return write(o.Move((unit,), tuple(path)))


def _remember(found: list[Order], reading: Reading) -> None:
    """Remember the places where the clauses so far leave the units, for the clauses behind them."""
    for order in found:
        match order:
            case o.Move(units, path):
                reading.placed_at.update(dict.fromkeys(units, path[-1]))
            case o.Enter(units, at, _) | o.SetUp(units, at, _):
                reading.placed_at.update(dict.fromkeys(units, at))
            case o.Crawl(unit, to):
                reading.placed_at[unit] = to
            case o.Melee(_, target):
                reading.target = target
            case _:
                pass


def _rally_all(ordered: Ordered, reading: Reading) -> Suggestions:
    """``rally all except F/3``: all rally, and F/3 does not."""
    but = tuple(one for members in (ordered.who, ordered.clause.members) if members is not None for one in members.but)
    if not but:
        return (o.Rally(ALL),)
    spared = who(Members(but), reading)
    return spared if isinstance(spared, Placed) else (o.Rally(ALL), o.NoRally(spared))
