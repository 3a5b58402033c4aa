"""The common part of several verbs: an order for each unit, or one for all; hexes, edges, targets."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from pbem.core.order import Order
from pbem.mechanisms.paths import hex_of
from pbem.mechanisms.repairs import Parts
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause, Target, Words
from pbem.systems.indian_wars.orders.naming import enemy, enemy_hex
from pbem.systems.indian_wars.rules.movement.mobility import one_hex

if TYPE_CHECKING:
    from pbem.systems.indian_wars.title import Meaning

Units = tuple[str, ...]
ClauseOrders = tuple[Order, ...] | Placed


def each(made: Callable[[str], Order]) -> "Meaning":
    """A clause that is an order of its own for each unit, with nothing more to say."""

    def meaning(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
        return tuple(made(unit) for unit in units)

    return meaning


def all_together(made: Callable[[Units], Order]) -> "Meaning":
    """A clause that is one order for all units, with nothing more to say."""

    def meaning(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
        return (made(units),)

    return meaning


def alone(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
    """The line of a verb that wants nothing behind it."""
    yield f"{unit} {verb}"


def near_ends(verb: str, unit: str, parts: Parts, reading: Reading) -> Iterator[str]:
    """Lines of a verb that wants the hex of an enemy."""
    ends = [*(path[-4:] for path in parts.paths), *(hex_of(reading, foe) for foe in parts.foes)]
    yield from (f"{unit} {verb} {at}" for at in ends if at)


def hex_in(clause: Clause, reading: Reading, near: str = "") -> str | Placed:
    """The hex of a clause, or that of the enemy whom it names."""
    found = clause.word("hex")
    if found is None and clause.targets:
        return foe_hex(clause.targets[0], reading)
    assert found is not None, "the grammar gives this clause a hex"
    return one_hex(found, reading.view, near)


def edge_in(words: Words) -> str:
    """``north`` of ``the north edge``."""
    return words.text.lower().removeprefix("the ").split()[0]


def foe_hex(target: Target, reading: Reading) -> str | Placed:
    """The hex of an enemy whom an attack names."""
    at = one_hex(target.at, reading.view) if target.at is not None else ""
    if isinstance(at, Placed):
        return at
    assert target.name is not None
    found = enemy_hex(target.name, reading, at)
    if target.also is None or isinstance(found, Placed):
        return found
    beside = enemy_hex(target.also, reading, found)
    return beside if isinstance(beside, Placed) else found


def target_in(target: Target, reading: Reading) -> str | Placed:
    """A target as an order names it: an enemy counter, or a hex with what is picked in it."""
    at = ""
    if target.at is not None:
        found = one_hex(target.at, reading.view)
        if isinstance(found, Placed):
            return found
        at = found
    if target.name is not None:
        return enemy(target.name, reading, at)
    return f"{at} {target.pick.text.lower()}" if target.pick is not None else at
