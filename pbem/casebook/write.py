"""A position written as a case, where the game can tell its counters in public words and read them back."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.casebook.casework import Casework
from pbem.core.system import Phase

NOTED = ("marks", "lost")
"""What a case may say besides its counters, if the game's public state has it."""


def case_text(
    work: Casework[Any],
    state: Any,
    phase: Phase[Any],
    title: str,
    scenario: str,
    options: Sequence[str],
    orders: Mapping[str, Sequence[str]],
) -> str:
    """The case, or "" where the position does not come back the same from what can be written."""
    public: Any = work.system.public(state)
    units = public.get("units") if isinstance(public, Mapping) else None
    if not isinstance(units, list) or not all(isinstance(one, dict) and "unit" in one for one in units):
        return ""
    case: dict[str, Any] = {
        "id": f"{title}/reported/fault",
        "clauses": [],
        "game": title,
        "scenario": scenario,
        "options": list(options),
        "turn": phase.turn,
        "side": phase.side,
        "phase": phase.letter,
        "unit": units,
        **{key: public[key] for key in NOTED if public.get(key)},
    }
    faults: list[str] = []
    read = work.position(case, lambda key, expected, found: faults.append(f"{key}: expected {expected}, found {found}"))
    if faults:
        return ""
    again: Any = work.system.public(read)
    if not isinstance(again, Mapping) or again.get("units") != units:
        return ""
    lines = ["[[case]]"]
    for key in ("id", "clauses", "game", "scenario", "options", "turn", "side", "phase"):
        lines.append(f"{key} = {_toml(case[key])}")
    lines += [f"{key} = {_table(case[key])}" for key in NOTED if key in case]
    lines.append("unit = [")
    lines += [f"  {_table(row)}," for row in units]
    lines.append("]")
    for side, said in orders.items():
        lines.append(f"orders.{side} = {_toml(chr(10).join(said))}")
    return "\n".join([*lines, "dice.queue = []", "expect.events = []", ""])


def _table(row: Mapping[str, Any]) -> str:
    return f"{{ {', '.join(f'{json.dumps(str(key))} = {_toml(value)}' for key, value in row.items())} }}"


def _toml(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)
