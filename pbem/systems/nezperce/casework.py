"""The game's part of the casebook: positions of strategic units, and units told in public words."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from pbem.core.options import Options
from pbem.mechanisms.case_maps import Note
from pbem.systems.nezperce.battle import casework as battle_casework
from pbem.systems.nezperce.card import CARD, LETTERS_IN_BATTLE, STRATEGIC
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import cards
from pbem.systems.nezperce.orders.dialect import DIALECT
from pbem.systems.nezperce.rules import phases
from pbem.systems.nezperce.state.position import ACTIVE, GONE, WAITING, Campaign, Unit, opening
from pbem.systems.nezperce.system import RULES

TURNS = ("fast_on", "still_on", "slow_on")
COUNTS = ("killed", "surrendered")
UNIT_KEYS = ("unit", "at", "waiting", "supplied", *TURNS, *COUNTS)
MARKS = {
    "searched": "searched_on",
    "outside": "outside_on",
    "rendezvous": "met_on",
    "camps lost": "camps_lost",
    "city defence lost": "cities_lost",
}
"""Values of a campaign by name: turns of the first contacts and of the rendezvous, camps and city defence lost."""


class CaseWork:
    """Cases of the game."""

    package = "pbem.systems.nezperce"
    clause_index = "clauses-nezperce.toml"
    clause_ids: Mapping[str, str] = MappingProxyType({})
    system = RULES
    dialect = DIALECT
    passing: tuple[str, ...] = ("mode", "spent", "halted")
    has_battles = True

    def clauses_of_sister(self, game: str, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """The game has no sister."""
        raise KeyError(game)

    def reset_keys(self, phase: str) -> tuple[str, ...]:
        """The keys that a phase resets: they cannot be written at all."""
        return ()

    def clock(self, scenario: str) -> Mapping[str, int]:
        """The game has no time of day."""
        return {}

    def position(self, case: Mapping[str, Any], note: Note) -> Campaign:
        """The campaign as a case sets it out, standing before its phase; all faults are noted."""
        known = {one.name for one in CARD.options}
        wrong = [one for one in case["options"] if one not in known]
        if wrong:
            note("options", f"some of {', '.join(sorted(known))}", wrong[0])
        if case["scenario"] not in data.scenario_ids():
            note("scenario", f"one of {', '.join(data.scenario_ids())}", case["scenario"])
        state = opening(Options(tuple(one for one in case["options"] if one in known)))
        if "map" in case:
            note("map", "no map, since cases are played on the campaign's own", case["map"])
        _read_marks(state, case.get("marks", {}), note)
        if "battle" in case or case["phase"] in LETTERS_IN_BATTLE:
            state.turn = case["turn"]
            battle_casework.set_out(state, {"battle": {}, **case}, note)
            return state
        if "unit" in case:
            _set_out(state, case["unit"], note)
        letters = [one.letter for one in STRATEGIC]
        state.letter = case["phase"]
        state.turn = case["turn"] - 1 if state.letter == letters[0] else case["turn"]
        if state.letter not in letters:
            note("phase", f"a phase of the strategic turn, one of {', '.join(letters)}", case["phase"])
        return state

    def unit(self, state: Campaign, name: str) -> Mapping[str, Any] | None:
        """A strategic or a tactical unit in public words."""
        unit = state.units.get(name)
        if unit is None:
            return battle_casework.unit_words(state, name)
        words = {key: getattr(unit, key) for key in (*TURNS, "at", "supplied", "mode", "spent", "halted")}
        return {
            **words,
            "killed": len(unit.killed),
            "surrendered": len(unit.surrendered),
            "left": len(unit.left),
            "active": unit.active,
            "waiting": unit.status == WAITING,
            "gone": unit.status == GONE,
        }

    def points(self, state: Campaign) -> Mapping[str, int]:
        """Victory points by side id."""
        return {"army": phases.army_points(state), "indian": phases.indian_points(state)}


def _read_marks(state: Campaign, marks: object, note: Note) -> None:
    """Values by name, each a number of its own or in a text."""
    if not isinstance(marks, Mapping):
        note("marks", f"a table with some of {', '.join(MARKS)}", marks)
        return
    for name, value in marks.items():
        if name in MARKS and re.fullmatch(r"\d{1,3}", str(value), re.A):
            setattr(state, MARKS[name], int(str(value)))
        elif name in MARKS:
            note(f"marks.{name}", "a whole number, 0 or more", value)
        else:
            note(f"marks.{name}", f"one of {', '.join(MARKS)}", f"the key {name!r}")


def _set_out(state: Campaign, units: object, note: Note) -> None:
    """The units that a case lists, and no others."""
    if not isinstance(units, list) or not all(isinstance(one, Mapping) for one in units):
        note("unit", 'tables such as { unit = "Perry", at = "0709" }', units)
        return
    found: dict[str, Unit] = {}
    for number, one in enumerate(units):
        unit = _unit(one, lambda key, *rest, n=number: note(f"unit[{n}].{key}", *rest))
        if unit is None:
            continue
        if unit.name in found:
            note("unit", "each unit once", f"{unit.name} a second time")
        found[unit.name] = unit
    for name in state.units:
        state.units[name] = found.get(name, Unit(name, status=GONE))


def _unit(table: Mapping[str, Any], note: Note) -> Unit | None:
    name, at = table.get("unit"), table.get("at")
    if not isinstance(name, str) or name not in cards():
        near = get_close_matches(str(name), list(cards()), n=3) or list(cards())[:3]
        note("unit", f"a unit such as {', '.join(near)}", name)
        return None
    if not isinstance(at, str) or at not in data.strategic_map():
        note("at", "a hex of the strategic map, such as 0709", at)
        return None
    for key, value in table.items():
        if (expected := _expected(key, value)) and key not in ("unit", "at"):
            note(key, expected, value)
            return None
    pieces = [one for one, _ in cards()[name].pieces]
    killed, out = int(table.get("killed", 0)), int(table.get("surrendered", 0))
    if killed + out > len(pieces):
        note("killed", f"at most the {len(pieces)} tactical units that {name} has", killed + out)
        return None
    nobody_left = bool(pieces) and killed + out == len(pieces)
    return Unit(
        name,
        str(at),
        GONE if nobody_left else WAITING if table.get("waiting") else ACTIVE,
        bool(table.get("supplied", False)),
        fast_on=int(table.get("fast_on", 0)),
        still_on=int(table.get("still_on", 0)),
        slow_on=int(table.get("slow_on", 0)),
        killed=tuple(pieces[:killed]),
        surrendered=tuple(pieces[killed : killed + out]),
    )


def _expected(key: str, value: object) -> str:
    """The expected content of a key of a unit, "" if it is right."""
    if key not in UNIT_KEYS:
        return f"no such key, but one of {', '.join(UNIT_KEYS)}"
    if key in ("waiting", "supplied"):
        return "" if isinstance(value, bool) else "true or false"
    if key in (*TURNS, *COUNTS):
        return "" if type(value) is int and value >= 0 else "a whole number, 0 or more"
    return ""


CASES = CaseWork()
