"""The meaning of each clause of an order line: syntax on a player's view, turned into order records."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from pbem.core.order import Ambiguous, Illegal, Malformed, Order, Problem
from pbem.mechanisms.naming import still_to_come
from pbem.mechanisms.orders import Advance, ChangeMode, Enter, Exit, Move, NoAdvance, Pass, Stay, together
from pbem.mechanisms.paths import hex_of
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause, Ordered, Target, Words
from pbem.systems.custer.orders.naming import NAMING, WAYS
from pbem.systems.custer.orders.records import Attack, write
from pbem.systems.custer.rules.call import entry_of
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import DISMOUNTED, MOUNTED

Units: TypeAlias = tuple[str, ...]
Suggestions: TypeAlias = "tuple[Order, ...] | Placed"


def orders_of(ordered: Ordered, reading: Reading) -> Suggestions:
    """The orders of one clause; whom and where it speaks of is remembered in `reading` for the clauses behind it."""
    clause = ordered.clause
    if clause.verb == "pass_":
        return (Pass(),)
    units = _units(ordered, reading)
    if isinstance(units, Placed):
        return units
    if not units:
        view: Battle = reading.view
        example = next((unit.name for unit in view.of(reading.side)), "")
        text = f"Who should {_order_words(clause)}?  Name the units first, say   {example} {_order_words(clause)}"
        return Placed(Malformed("E111", text), clause.start, clause.end)
    found: list[Order] = []
    each = ordered.who is not None and ordered.who.each
    for some in [(unit,) for unit in units] if each else [units]:
        orders = MEANINGS[clause.verb](clause, some, reading)
        if isinstance(orders, Placed):
            return orders
        found.extend(orders)
    reading.units = units
    _remember(found, reading)
    return tuple(found)


def _units(ordered: Ordered, reading: Reading) -> Units | Placed:
    """Named before the verb, behind it, or those of the clause before."""
    path = ordered.clause.word("path")
    start = path.text[:4] if path is not None and ordered.clause.verb == "move" else ""
    named: list[str] = []
    for some in (ordered.who, ordered.clause.members):
        if some is not None:
            found = still_to_come(some, reading, _waiting(ordered.clause, reading)) or NAMING.who(some, reading, start)
            if isinstance(found, Placed):
                return found
            named.extend(found)
    return NAMING.in_sequence(reading.view, named) if named else reading.units


def _waiting(clause: Clause, reading: Reading) -> Units:
    """Units of the marker in play that are still to enter: those that ``all`` and ``the rest`` may mean."""
    view: Battle = reading.view
    if clause.verb != "enter":
        return ()
    return tuple(name for name in view.may if entry_of(view, name) is not None and not view[name].at)


def _order_words(clause: Clause) -> str:
    first = clause.parts[0]
    return first.text.lower() if isinstance(first, Words) and first.text.isalpha() else clause.verb.replace("_", " ")


def _remember(found: list[Order], reading: Reading) -> None:
    for order in found:
        match order:
            case Move(units, path):
                reading.placed_at.update(dict.fromkeys(units, path[-1]))
            case Enter(units, at, _):
                reading.placed_at.update(dict.fromkeys(units, at))
            case Attack(_, target):
                reading.target = target
            case _:
                pass


def _move(clause: Clause, units: Units, reading: Reading) -> Suggestions:
    path = clause.word("path", "hex", "steps")
    assert path is not None, "the grammar gives every move a path"
    start = hex_of(reading, units[0])
    apart = [unit for unit in units if hex_of(reading, unit) != start]
    if apart:
        where = hex_of(reading, apart[0]) or "not on the board"
        text = (
            f"{units[0]} ({start or 'not on the board'}) and {apart[0]} ({where}) are not in the same hex: write a "
            "line for each."
        )
        return Placed(Illegal("E123", text, rests_on=(units[0], apart[0])), clause.start, clause.end)
    found = WAYS.path_of(path, units, reading)
    if isinstance(found, Placed):
        return found
    if not start and len(found) < 2:
        line = Enter(units, found[0])
        can = reading.plan is not None and not isinstance(reading.plan(line), Problem)
        text, instead = f"{units[0]} is not on the board yet.", (write(line),) if can else ()
        return Placed(Illegal("E104", text, suggest=instead, rests_on=units), path.start, path.end)
    if len(found) < 2:
        text = f"{together(units)} stands in {found[0]}: name the hexes to move to."
        return Placed(Malformed("E111", text), path.start, path.end)
    return (Move(units, found),)


def _change(clause: Clause, units: Units, reading: Reading) -> Suggestions:
    word = clause.parts[0]
    assert isinstance(word, Words)
    mode = DISMOUNTED if "dismount" in word.text.lower() else MOUNTED
    return tuple(ChangeMode(unit, mode) for unit in units)


def _enter(clause: Clause, units: Units, reading: Reading) -> Suggestions:
    at = _hex(clause, reading)
    return at if isinstance(at, Placed) else (Enter(units, at),)


def _exit(clause: Clause, units: Units, reading: Reading) -> Suggestions:
    view: Battle = reading.view
    return (Exit(units, view.sheet.scenario.exit.edge),)


def _attack(clause: Clause, units: Units, reading: Reading) -> Suggestions:
    at = _hex(clause, reading)
    return at if isinstance(at, Placed) else (Attack(units, at),)


def _advance(clause: Clause, units: Units, reading: Reading) -> Suggestions:
    if clause.word("hex") is not None:
        at = _hex(clause, reading)
        return at if isinstance(at, Placed) else (Advance(units, at),)
    view: Battle = reading.view
    declared = next((at for at, names in view.assaults.items() if set(units) & set(names)), "")
    target = reading.target or declared
    if not target:
        text = f"Advance where to?  Write   {together(units)} advance HEX"
        return Placed(Malformed("E111", text), clause.end, clause.end + 1)
    return (Advance(units, target),)


def _hex(clause: Clause, reading: Reading) -> str | Placed:
    found = clause.word("hex")
    if found is None and clause.targets:
        return _hex_of_foe(clause.targets[0], reading)
    assert found is not None, "the grammar gives this clause a hex"
    return WAYS.one_hex(found, reading.view)


def _hex_of_foe(target: Target, reading: Reading) -> str | Placed:
    """The hex of an enemy who is named, or of several with the same name in one hex."""
    view: Battle = reading.view
    if target.at is not None:
        return WAYS.one_hex(target.at, view)
    both = [one for one in (target.name, target.also) if one is not None]
    among: set[str] = set()
    for n, foe in enumerate(both):
        found = NAMING.find(view, foe.text, view.enemy_of(reading.side))
        there = {view[name].at for name in found if view[name].at}
        if not there:
            return NAMING.not_found(foe, reading, enemy=True)
        among = among & there if n else there
    if len(among) == 1:
        return min(among)
    names = "' and '".join(one.text for one in both)
    text = f"'{names}' are in different hexes.  Name the hex."
    if among:
        text = f"'{names}' is in several hexes: {', '.join(sorted(among))}.  Name the hex."
    return Placed(Ambiguous("E102", text), both[0].start, both[-1].end)


MEANINGS: Mapping[str, Callable[[Clause, Units, Reading], Suggestions]] = {
    "move": _move,
    "change": _change,
    "stay": lambda clause, units, reading: (Stay(units),),
    "enter": _enter,
    "exit": _exit,
    "attack": _attack,
    "advance": _advance,
    "no_advance": lambda clause, units, reading: (NoAdvance(units),),
}
