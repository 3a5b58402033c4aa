"""Companies' regiments and tribes: groups of counters that a standing order may be for (docs/orders.md, Standing orders)."""

import re

from pbem.systems.indian_wars.orders.naming import WORDING
from pbem.systems.indian_wars.state.counter import Counter, Printed
from pbem.systems.indian_wars.state.field import Battlefield

_COMPANY = re.compile(r".+/(\d+) (\w+)")
_ORDINAL = {1: "1st", 2: "2nd", 3: "3rd"}


def group_of(field: Battlefield, unit: Counter) -> str:
    """The tribe of a warrior unit, the regiment of a company and of its holders (``3rd Cav``); "" for all others."""
    printed = unit.printed
    if unit.is_holder:
        owner = next((one for one in field.sheet.roster.values() if one.holders == unit.name), None)
        return _of(owner) if owner is not None else ""
    return _of(printed)


def _of(printed: Printed) -> str:
    match = _COMPANY.fullmatch(printed.name)
    if match is None:
        return printed.tribe
    number = int(match[1])
    return f"{_ORDINAL.get(number, f'{number}th')} {match[2]}"


def groups(field: Battlefield, side: str) -> tuple[str, ...]:
    """The groups of a side, in the sequence of the order of battle."""
    found = (_of(one) for one in field.sheet.roster.values() if one.side == side)
    return tuple(one for one in dict.fromkeys(found) if one)


def find(field: Battlefield, side: str, text: str) -> str:
    """The group that a name means, "" if it means none: ``Cheyenne``, ``the Cheyennes``, ``3rd Cavalry``."""
    pieces = WORDING.pieces(text)
    for one in groups(field, side):
        known = WORDING.pieces(one)
        if pieces in (known, (*known[:-1], f"{known[-1]}s")):
            return one
    return ""
