"""Events as plain tables of public words, for matching and for showing.

A roll gives ``dice``, ``faces``, ``natural``, ``total`` and ``drm`` (modifier by name); the event that it stands in gives
``drm`` too, so that a case need not know which field holds the roll.  Factors are a table by name.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pbem.core.event import Event
from pbem.core.modifier import Factor, Modifier, Roll
from pbem.core.record import Record, stored


def flat(event: Event) -> Mapping[str, Any]:
    """The event's public table: its ``type``, its fields, and ``drm`` where a roll stands in it."""
    table = {"type": type(event).__name__, **_fields(event)}
    for _, roll in stored(event):
        if isinstance(roll, Roll):
            table.setdefault("drm", {}).update({modifier.name: modifier.value for modifier in roll.modifiers})
    return table


def _fields(record: Record) -> dict[str, Any]:
    return {name: plain(value) for name, value in stored(record)}


def plain(value: object) -> Any:
    """A value of a record as a table, a list, or itself."""
    match value:
        case Roll():
            table = _fields(value)
            del table["modifiers"]
            return {
                **table,
                "faces": list(value.faces),
                "natural": value.natural,
                "total": value.total,
                "drm": {modifier.name: modifier.value for modifier in value.modifiers},
            }
        case tuple() if value and all(isinstance(one, Modifier | Factor) for one in value):
            return {one.name: one.value for one in value}
        case tuple():
            return [plain(one) for one in value]
        case Record():
            return {"type": type(value).__name__, **_fields(value)}
        case _:
            return value


def fits(expected: object, found: object) -> bool:
    """True if what came has all that is expected: tables as subsets, lists whole, a roll also by its total."""
    if isinstance(expected, Mapping):
        if not isinstance(found, Mapping):
            # An empty tuple of modifiers or factors shows as an empty list.
            return not expected and not found
        return all(key in found and fits(value, found[key]) for key, value in expected.items())
    if isinstance(expected, list):
        return isinstance(found, list) and len(expected) == len(found) and all(map(fits, expected, found))
    if isinstance(found, Mapping) and "total" in found:
        return bool(expected == found["total"])
    return isinstance(expected, bool) == isinstance(found, bool) and bool(expected == found)


def shown(value: object) -> str:
    """A value as a case would write it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {shown(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(shown(one) for one in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Fraction) and value.denominator in (2, 4):
        return str(float(value))
    return f'"{value}"' if isinstance(value, str) else str(value)
