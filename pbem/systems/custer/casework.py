"""The game's part of the casebook: positions read from a case, and counters told in public words."""

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from pbem.core.options import Options
from pbem.mechanisms.case_maps import Note, small_map
from pbem.systems.custer.card import CARD, CUP
from pbem.systems.custer.orders.dialect import DIALECT
from pbem.systems.custer.rules.call import marker_of_phase
from pbem.systems.custer.rules.zones import left
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import MODES, Unit
from pbem.systems.custer.system import LAST_STAND
from pbem.systems.custer.title import TitleData

FLAGS = ("reduced", "activated", "moved", "changed", "attacked")
PASSING = ("spent", "mp_left", "changed", "moved", "attacked")
"""Words of an activation, which are gone with it."""
PRINTED = {"mp": "mp", "bonus": "bonus"}
"""Keys of a case for what is printed otherwise on a counter, besides the strength of the side that is up."""
UNIT_KEYS = ("unit", "like", "name", "at", "mode", "spent", "strength", *PRINTED, *FLAGS)

TERRAINS = ("clear", "woods", "coulee")
HEXSIDES = ("river", "ford", "ridge", "steep_ridge", "coulee_edge")
"""The kinds of hexes and hexsides that the terrain chart has numbers for."""


class CaseWork:
    """Cases of the game."""

    package = "pbem.systems.custer"
    clause_index = "clauses-custer.toml"
    clause_ids: Mapping[str, str] = MappingProxyType({})
    system = LAST_STAND
    dialect = DIALECT
    passing = PASSING

    def clauses_of_sister(self, game: str, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """No other game shares its book.  Raises KeyError."""
        raise KeyError(f"the cases of {game} do not serve custer")

    def reset_keys(self, phase: str) -> tuple[str, ...]:
        """The keys that are reset with each activation."""
        return tuple(one for one in PASSING if one in UNIT_KEYS)

    def clock(self, scenario: str) -> Mapping[str, int]:
        """The game has no time of day."""
        return {}

    def position(self, case: Mapping[str, Any], note: Note) -> Battle:
        """The battle as a case sets it out, standing before its phase; all faults are noted.

        A case that lists no counters begins with the battle as it opens.  A marker's phase is about to be played with that
        marker drawn, as the first of the turn or after those of the same name; all others are in the cup.
        """
        if case["options"]:
            note("options", "none, since the game has no options", case["options"])
        try:
            battle = self.system.thaw(self.system.open(case["scenario"], Options()))
        except KeyError as fault:
            note("scenario", str(fault.args[0]), case["scenario"])
            battle = self.system.thaw(self.system.open(CARD.main_scenario, Options()))
        if "unit" in case or "map" in case:
            board = battle.sheet.map
            if "map" in case:
                board = small_map(case["map"], note, board.stagger, terrains=TERRAINS, hexsides=HEXSIDES)
            sheet = replace(battle.sheet, map=board)
            battle = _set_out(sheet, case.get("unit", []), note)
        self._stand_before(battle, case["turn"], case["side"], case["phase"], note)
        return battle

    def _stand_before(self, battle: Battle, turn: int, side: str, letter: str, note: Note) -> None:
        battle.turn = turn
        if letter == CUP:
            battle.turn = turn - 1
            return
        marker = marker_of_phase(battle, side, letter)
        if marker is None:
            known = ", ".join(f"{one.letter} {one.name}" for one in battle.sheet.scenario.markers if one.side == side)
            note("phase", f"a marker of this battle: {known}", letter)
            return
        markers = battle.sheet.scenario.markers
        alike = [one.id for one in markers if (one.side, one.name) == (side, marker.name)]
        battle.drawn, battle.used = marker.id, tuple(alike[: alike.index(marker.id) + 1])
        battle.cup = tuple(one.id for one in markers if one.id not in battle.used and one.from_turn <= turn)

    def unit(self, battle: Battle, name: str) -> Mapping[str, Any] | None:
        """A counter in public words; of one that is gone only `eliminated` and `gone` (why) are left."""
        if name in battle.gone:
            return {"eliminated": True, "gone": battle.gone[name]}
        if name not in battle:
            return None
        unit = battle[name]
        fields = {key: getattr(unit, key) for key in ("at", "mode", "spent", *FLAGS)}
        return {
            **fields,
            "strength": unit.factor,
            "hits_left": unit.hits_left,
            "mp_left": left(battle, unit),
            "mp": unit.face.mp,
            "bonus": unit.face.bonus,
            "eliminated": False,
            "gone": "",
        }

    def points(self, battle: Battle) -> Mapping[str, int]:
        """Victory points by side id."""
        return battle.points


def _set_out(sheet: TitleData, units: object, note: Note) -> Battle:
    """The counters that a case lists, on its sheet; copies of others join the roster."""
    if not isinstance(units, list) or not all(isinstance(one, Mapping) for one in units):
        note("unit", 'tables such as { unit = "Co. F", at = "1413" }', units)
        return Battle(sheet)
    roster = dict(sheet.roster)
    found: list[Unit] = []
    for number, table in enumerate(units):
        unit = _unit(sheet, table, lambda key, *rest, n=number: note(f"unit[{n}].{key}", *rest))
        if unit is not None:
            roster[unit.name] = unit.face
            found.append(unit)
    battle = Battle(replace(sheet, roster=roster))
    for unit in found:
        if unit.name in battle:
            note("unit", "each counter once", f"{unit.name} a second time")
        battle.put(unit)
    return battle


def _unit(sheet: TitleData, table: Mapping[str, Any], note: Note) -> Unit | None:
    key = "like" if "like" in table else "unit"
    name = table.get(key)
    if not isinstance(name, str) or name not in sheet.roster:
        near = get_close_matches(str(name), list(sheet.roster), n=3)
        note(key, f"a counter such as {', '.join(near or list(sheet.roster)[:3])}", name)
        return None
    changes = {one: value for one, value in table.items() if one not in ("unit", "like", "name")}
    for one, value in changes.items():
        expected = _expected(sheet, one, value)
        if expected:
            note(one, expected, value)
            return None
    face = sheet.roster[name]
    if key == "like":
        face = replace(face, name=str(table.get("name", name)), aliases=())
    printed = {PRINTED[one]: changes.pop(one) for one in PRINTED if one in changes}
    if "strength" in changes:
        printed["cf_reduced" if changes.get("reduced") else "cf"] = changes.pop("strength")
    return Unit(replace(face, **printed), **changes)


def _expected(sheet: TitleData, key: str, value: object) -> str:
    """The expected content of a key of a counter, "" if it is right."""
    if key not in UNIT_KEYS:
        return f"no such key, but one of {', '.join(UNIT_KEYS)}"
    if key == "at":
        return "" if value == "" or (isinstance(value, str) and value in sheet.map) else "a hex of the map, or nothing"
    if key == "mode":
        return "" if value in MODES else f"one of {', '.join(MODES)}"
    if key in ("spent", "strength", *PRINTED):
        return "" if type(value) is int and value >= 0 else "a whole number, 0 or more"
    return "" if isinstance(value, bool) else "true or false"


CASES = CaseWork()
