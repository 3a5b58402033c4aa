"""The game's part of the casebook: tables of a case's own, and units told in public words.  Lengths are inches."""

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from pbem.mechanisms.case_maps import Note
from pbem.systems.miniatures import scenario_file, tables
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.geometry import INCH, Point, from_compass, from_hundredths
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.rules import turn
from pbem.systems.miniatures.rules.layout import column_files
from pbem.systems.miniatures.scenario_file import strips
from pbem.systems.miniatures.state.tabletop import (
    COLUMN,
    FORMATIONS,
    Leader,
    Scenario,
    Tabletop,
    Terrain,
    Unit,
    opening,
)
from pbem.systems.miniatures.system import RULES

PRINTED = {"class": "kind", "movement": "row", "weapon": "weapon"}
NUMBERS = ("figures", "of", "ranks", "loading", "owed", "levels_lost")
FLAGS = ("mounted", "officer", "loaded", "charged")
UNIT_KEYS = ("unit", "like", "name", "at", "facing", "formation", "leader", "guns_left", *NUMBERS, *FLAGS, *PRINTED)
MAP_KEYS = ("size", "ground")
GROUND_KEYS = ("id", "type", "polygon", "line", "width", "level")
RENAMED = {"levels_lost": "drop"}


class CaseWork:
    """Cases of the game."""

    package = "pbem.systems.miniatures"
    clause_index = "clauses-miniatures.toml"
    clause_ids: Mapping[str, str] = MappingProxyType({})
    system = RULES
    dialect = DIALECT
    passing: tuple[str, ...] = ("hits", "spent", "fled", "saw_flight")

    def clauses_of_sister(self, game: str, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """The game has no sister."""
        raise KeyError(game)

    def reset_keys(self, phase: str) -> tuple[str, ...]:
        """The keys that a phase resets: they cannot be written at all."""
        return ()

    def clock(self, scenario: str) -> Mapping[str, int]:
        """The game has no time of day."""
        return {}

    def position(self, case: Mapping[str, Any], note: Note) -> Tabletop:
        """The table as a case sets it out, standing before its phase; all faults are noted."""
        if case["options"]:
            note("options", "none, since the game has no options", case["options"])
        try:
            scenario = scenario_file.scenario(case["scenario"])
        except KeyError as fault:
            note("scenario", str(fault.args[0]), case["scenario"])
            scenario = scenario_file.scenario(CARD.main_scenario)
        if "map" in case:
            scenario = _ground(scenario, case["map"], note)
        if "unit" in case:
            scenario, table = _set_out(scenario, case["unit"], note)
        else:
            table = opening(scenario)
        table.turn, table.acting = case["turn"], case["side"]
        for side, figures in case.get("lost", {}).items():
            if side in table.killed and type(figures) is int and figures >= 0:
                table.killed[side] = figures
            else:
                note("lost", "figures by side, such as { indian = 4 }", case["lost"])
        return table

    def unit(self, table: Tabletop, name: str) -> Mapping[str, Any] | None:
        """A unit or a leader in public words; of a unit that is off the table only `gone`."""
        if name in table.leaders:
            leader = table.leaders[name]
            return {"alive": leader.alive, "with": leader.of, "at": _place(leader.x, leader.y)}
        if name not in table.units:
            known = any(one.name == name for one in table.scenario.units)
            return {"gone": True} if known else None
        unit = table.units[name]
        fields = {
            key: getattr(unit, key) for key in ("facing", "formation", "figures", "ranks", "loading", "owed", *FLAGS)
        }
        return {
            **fields,
            "at": _place(unit.x, unit.y),
            "levels_lost": unit.drop,
            "hits": unit.hits,
            "spent": unit.spent,
            "fled": unit.fled,
            "saw_flight": unit.saw_flight,
            "has_guns": unit.has_guns,
            "gone": False,
        }

    def points(self, table: Tabletop) -> Mapping[str, int]:
        """Victory points by side id."""
        return {side: turn.points(table, side) for side in table.scenario.sides}


def _place(x: int, y: int) -> list[Fraction]:
    return [Fraction(x, INCH), Fraction(y, INCH)]


def _length(found: object) -> int | None:
    """Inches as sixteenths, None for what is neither whole sixteenths nor written with at most two decimals."""
    if isinstance(found, bool) or not isinstance(found, int | Fraction):
        return None
    if found >= 0 and (found * INCH) == int(found * INCH):
        return int(found * INCH)
    hundredths = found * 100
    return from_hundredths(int(hundredths)) if hundredths == int(hundredths) and hundredths >= 0 else None


def _points(found: object) -> tuple[Point, ...] | None:
    if not isinstance(found, list):
        return None
    places = [_point(one) for one in found]
    return None if any(one is None for one in places) else tuple(one for one in places if one is not None)


def _point(found: object) -> Point | None:
    if not isinstance(found, list) or len(found) != 2:
        return None
    x, y = (_length(one) for one in found)
    return None if x is None or y is None else (x, y)


def _ground(scenario: Scenario, table: object, note: Note) -> Scenario:
    """The scenario on a table of the case's own: ``map = { size = [60, 60], ground = [...] }``."""
    if not isinstance(table, Mapping):
        note("map", "a table such as { size = [60, 60] }", table)
        return scenario
    for key in table:
        if key not in MAP_KEYS:
            note(f"map.{key}", f"one of {', '.join(MAP_KEYS)}", f"the key {key!r}")
    size = _point(table.get("size"))
    if size is None:
        note("map.size", "width and depth in inches, such as [60, 60]", table.get("size"))
        size = (scenario.width, scenario.depth)
    ground: list[Terrain] = []
    for number, one in enumerate(table.get("ground", [])):
        found = _terrain(one, lambda key, *rest, n=number: note(f"map.ground[{n}].{key}", *rest))
        if found is not None:
            ground.append(found)
    return replace(scenario, width=size[0], depth=size[1], terrain=tuple(ground))


def _terrain(table: object, note: Note) -> Terrain | None:
    if not isinstance(table, Mapping) or any(key not in GROUND_KEYS for key in table):
        note("type", f"a table of {', '.join(GROUND_KEYS)}", table)
        return None
    known = tuple(tables.tables()["terrain"])
    kind, level = table.get("type", ""), table.get("level", 0)
    if kind not in known or type(level) is not int:
        note("type", f"one of {', '.join(known)}, and a whole level", kind)
        return None
    name = str(table.get("id", kind))
    if "line" in table:
        line, width = _points(table["line"]), _length(table.get("width"))
        if line is None or len(line) < 2 or width is None:
            note("line", "two places or more, and a width", table["line"])
            return None
        return Terrain(name, kind, strips(line, width), line, level)
    polygon = _points(table.get("polygon"))
    if polygon is None or len(polygon) < 3:
        note("polygon", "three places or more, counter-clockwise, or a line", table.get("polygon"))
        return None
    return Terrain(name, kind, (polygon,), (), level)


def _set_out(scenario: Scenario, units: object, note: Note) -> tuple[Scenario, Tabletop]:
    """The units that a case lists, and no others; a leader is with the unit that names one."""
    table = opening(scenario)
    if not isinstance(units, list) or not all(isinstance(one, Mapping) for one in units):
        note("unit", 'tables such as { unit = "Wolf", at = [20, 30] }', units)
        return scenario, table
    found: dict[str, Unit] = {}
    led: dict[str, str] = {}
    for number, one in enumerate(units):
        unit = _unit(scenario, one, lambda key, *rest, n=number: note(f"unit[{n}].{key}", *rest))
        if unit is None:
            continue
        if unit.name in found:
            note("unit", "each unit once", f"{unit.name} a second time")
        found[unit.name] = unit
        if "leader" in one:
            led[str(one["leader"])] = unit.name
    leaders = {one.name: one for one in scenario.leaders}
    for name in led:
        if name not in leaders:
            note("unit", f"a leader of the scenario: {', '.join(leaders)}", name)
    kept = tuple(
        Leader(name, one.side, led[name], *found[led[name]].at) for name, one in leaders.items() if name in led
    )
    scenario = replace(scenario, units=tuple(found.values()), leaders=kept)
    table = opening(scenario)
    for unit in found.values():
        if unit.guns_at:
            x, y, facing = unit.guns_at
            table.left_guns[unit.name] = [x, y, facing, unit.face.guns]
    return scenario, table


def _unit(scenario: Scenario, table: Mapping[str, Any], note: Note) -> Unit | None:
    key = "like" if "like" in table else "unit"
    name = table.get(key)
    roster = {one.name: one for one in scenario.units}
    if not isinstance(name, str) or name not in roster:
        near = get_close_matches(str(name), list(roster), n=3) or list(roster)[:3]
        note(key, f"a unit such as {', '.join(near)}", name)
        return None
    for one, value in table.items():
        expected = _expected(one, value)
        if expected:
            note(one, expected, value)
            return None
    return _changed(roster[name], table)


def _changed(unit: Unit, table: Mapping[str, Any]) -> Unit:
    face = replace(unit.face, **{field: table[word] for word, field in PRINTED.items() if word in table})
    if "like" in table:
        face = replace(face, name=str(table.get("name", face.name)))
    figures = table.get("figures", unit.figures)
    face = replace(face, start=table.get("of", figures))
    changes: dict[str, Any] = {RENAMED.get(key, key): table[key] for key in (*NUMBERS, *FLAGS) if key in table}
    changes.pop("of", None)
    changes |= {"figures": figures, "formation": table.get("formation", unit.formation)}
    if "at" in table:
        changes["x"], changes["y"] = _point(table["at"]) or unit.at
    if "facing" in table:
        facing = table["facing"]
        changes["facing"] = from_compass(facing) if isinstance(facing, str) else facing
    if "guns_left" in table:
        changes["guns_at"] = (*(_point(table["guns_left"]) or (0, 0)), changes.get("facing", unit.facing))
    ranks = table.get("ranks", 1)
    abreast = column_files(face.start) if changes["formation"] == COLUMN else 0
    return unit.with_(**{**changes, "face": face, "ranks": ranks, "abreast": abreast})


def _expected(key: str, value: object) -> str:
    """The expected content of a key of a unit, "" if it is right."""
    if key not in UNIT_KEYS:
        return f"no such key, but one of {', '.join(UNIT_KEYS)}"
    if key in ("at", "guns_left"):
        return "" if _point(value) is not None else "a place in inches, such as [20, 30.5]"
    if key == "formation":
        return "" if value in FORMATIONS else f"one of {', '.join(FORMATIONS)}"
    if key == "facing":
        right = from_compass(value) is not None if isinstance(value, str) else type(value) is int and 0 <= value < 360
        return "" if right else 'degrees from 0 to 359, or a compass word such as "NNE"'
    if key in NUMBERS:
        return "" if type(value) is int and value >= 0 else "a whole number, 0 or more"
    if key in FLAGS:
        return "" if isinstance(value, bool) else "true or false"
    known = {"class": "rating", "movement": "movement", "weapon": "weapon"}.get(key)
    if known:
        words = [one for one in tables.tables()[known] if one != "prolonge_sixteenths"]
        return "" if value in words else f"one of {', '.join(words)}"
    return "" if isinstance(value, str) and value else "a name"


CASES = CaseWork()
