"""A position written as a case, where the game can tell its counters in public words and read them back."""

import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.casebook.case import Casework
from pbem.casebook.coverage import read_index
from pbem.casebook.reader import read_cases
from pbem.casebook.run import run
from pbem.core.system import Phase
from pbem.core.tomlfile import Faults

MOST_DICE = 400
MISSING = "no dice given for"
"""The message of a course that has stopped for want of a die."""
FACE = 3
"""The face of every made-up die."""
NOTED = ("marks", "lost")
"""Values that a case may state besides its counters, if the game's public state has it."""


def case_text(
    work: Casework[Any],
    state: Any,
    phase: Phase[Any],
    title: str,
    scenario: str,
    options: Sequence[str],
    orders: Mapping[str, Sequence[str]],
    fault: str = "",
) -> str:
    """The case, or "" if the position does not come back the same from what can be written.

    It names the clauses that stand in the words of the `fault`, else those of the phase.  Its dice are made up, as many as play
    asks for up to its end or to what stops it.
    """
    public: Any = work.system.public(state)
    units = public.get("units") if isinstance(public, Mapping) else None
    if not isinstance(units, list) or not all(isinstance(one, dict) and "unit" in one for one in units):
        return ""
    case: dict[str, Any] = {
        "id": f"{title}/reported/fault",
        "clauses": list(_clauses(work, phase, fault)),
        "game": title,
        "scenario": scenario,
        "options": list(options),
        "turn": phase.turn,
        "side": phase.side,
        "phase": phase.letter,
        "unit": units,
        **{key: public[key] for key in NOTED if public.get(key)},
    }
    case["unit"] = units = _kept(work, phase, units)
    faults: list[str] = []
    read = work.position(case, lambda key, expected, found: faults.append(f"{key}: expected {expected}, found {found}"))
    if faults:
        return ""
    again: Any = work.system.public(read)
    if not isinstance(again, Mapping) or _kept(work, phase, again.get("units", ())) != units:
        return ""
    lines = ["[[case]]"]
    for key in ("id", "clauses", "game", "scenario", "options", "turn", "side", "phase"):
        lines.append(f"{key} = {_toml(case[key])}")
    lines += [f"{key} = {_table(case[key])}" for key in NOTED if key in case]
    lines.append("unit = [")
    lines += [f"  {_table(row)}," for row in units]
    lines.append("]")
    for side, found_lines in orders.items():
        lines.append(f"orders.{side} = {_toml(chr(10).join(found_lines))}")
    return _with_dice(work, "\n".join(lines))


def _kept(work: Casework[Any], phase: Phase[Any], units: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The counters without what is reset with the phase."""
    fresh = work.reset_keys(phase.letter)
    return [{key: value for key, value in row.items() if key not in fresh} for row in units]


def _clauses(work: Casework[Any], phase: Phase[Any], fault: str) -> Sequence[str]:
    """Clauses of the game's index: those that the fault names, else those of the phase, else the first of its chapter."""
    prefix = work.system.card.clauses
    known = [one.id for one in read_index(work.package, work.clause_index)]
    named = [f"{prefix}-{one}" for one in re.findall(r"\d+(?:\.\w+)+", fault)]
    found = [one for one in dict.fromkeys((*named, f"{prefix}-{phase.clause}")) if one in known]
    return found or [one for one in known if one.startswith(f"{prefix}-{phase.clause}.")][:1] or known[:1]


def _with_dice(work: Casework[Any], text: str) -> str:
    """The case with as many dice as it takes; "" if it cannot be read."""
    dice: list[int] = []
    while len(dice) < MOST_DICE:
        whole = "\n".join([text, f"dice.queue = {_toml(dice)}", "expect.events = []", ""])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "case.toml"
            path.write_text(whole, encoding="ascii")
            try:
                (case,) = read_cases([path], lambda _: work)
            except Faults:
                return ""
        try:
            course = run(case, work)
        # What the rules raise here is the fault that is reported: the case fails as the game did.
        except Exception:
            return whole
        if MISSING not in course.stopped:
            return whole
        dice.append(FACE)
    return ""


def _table(row: Mapping[str, Any]) -> str:
    return f"{{ {', '.join(f'{json.dumps(str(key))} = {_toml(value)}' for key, value in row.items())} }}"


def _toml(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)
