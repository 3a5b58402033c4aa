"""Reads a scenario file: set-up, entry, or a position to begin from."""

import re
from collections.abc import Mapping
from typing import Any

from pbem.board import hexes
from pbem.board.hexmap import FORD, HexMap
from pbem.core.tomlfile import TomlFile
from pbem.systems.indian_wars.files.roster_file import SIDES
from pbem.systems.indian_wars.state.counter import DISMOUNTED, LEADER, MODES, MOUNTED, Counter, Printed
from pbem.systems.indian_wars.title import EntryEdge, EntryForce, FordGroup, Opening, Scenario, SetUpGroup

TABLES = (
    "schema",
    "system",
    "scenario",
    "setup",
    "entry",
    "position",
    "unit",
    "village",
    "fords",
    "swap",
    "losses",
    "after",
)
AFTER = ("game", "record", "head", "carry")
"""The battle before: its game, the number of its last record and that record's head, and what is carried over."""
VILLAGE_KEYS = {
    "alert": ("kinds", "within", "messenger", "warns", "stirs_from", "stirs"),
    "herds": ("two_each", "one_each"),
    "outpost": ("hex", "within", "units", "factors_under", "herds"),
}
CIRCLE_KEYS = ("name", "centre", "camps", "units_in_a_camp_hex", "leaders", "warriors")
SCENARIO_KEYS = (
    *("id", "game", "title", "map", "counters", "provenance", "turns", "first_turn"),
    *("player_sequence", "setup_sequence", "ammo_points", "joined_to", "days", "dates", "ends_without"),
    *("more_counters", "late_start", "mule_ammunition", "hunting_parties"),
)
SETUP_KEYS = ("side", "hex", "hexes", "around", "rows", "on_the_side_of", "bounded_by", "modes", "units", "mp")
EDGE_KEYS = ("zone", "tribes", "most_units", "most_tribes", "open_to_leaders")
ENTRY_KEYS = ("side", "turn", "units", "edge", "earlier", "dice", "ahead", "secret", "any_mode")
POSITION_KEYS = ("turn", "phasing", "points", "lost", "marks")
FACES = 6
SECRET_FIELDS = ("printed",)
_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


def read_scenario(file: TomlFile, sheet: HexMap, roster: Mapping[str, Printed]) -> Scenario:
    """The scenario of a file, on its map and with its counters; what is wrong is noted in `file`."""
    return _Reader(file, sheet, roster).read()


class _Reader:
    def __init__(self, file: TomlFile, sheet: HexMap, roster: Mapping[str, Printed]) -> None:
        self.file = file
        self.sheet = sheet
        self.roster = roster
        self.placed: dict[str, str] = {}

    def _check_losses(self) -> None:
        """Read the strength lost before the game begins: ``A/3 Cav = 1``."""
        losses = self.file.get("losses", dict, {})
        for name, points in losses.items():
            if name not in self.roster or not isinstance(points, int) or points < 1:
                self.file.fault(f"losses.{name}", "a unit and the strength points that it has lost", points)

    def read(self) -> Scenario:
        file = self.file
        file.unknown("", file.data, TABLES)
        file.unknown("scenario", file.get("scenario", dict), SCENARIO_KEYS)
        self._village_keys(file.get("village", dict, {}))
        self._check_losses()
        file.unknown("after", file.get("after", dict, {}), AFTER)
        return Scenario(
            file.get("scenario.id", str),
            file.get("scenario.title", str),
            self._at_least("scenario.turns", file.get("scenario.turns", int), 1),
            self._clock("scenario.first_turn"),
            self._sides("scenario.player_sequence"),
            self._sides("scenario.setup_sequence"),
            tuple(self._group(path, table) for path, table in file.tables("setup")),
            self._entries(),
            self._opening() if "position" in file.data else None,
            file.get("scenario.provenance", str),
            file.data,
            tuple(self._day(n, one) for n, one in enumerate(file.get("scenario.days", list, []))),
            self._kinds("scenario.ends_without"),
            self._swaps(),
            self._fords(),
            tuple(
                self._hex("fords.none", one)
                for _, table in (file.tables("fords") if "fords" in file.data else ())
                for one in table.get("none", ())
            ),
        )

    def _kinds(self, key: str) -> tuple[str, ...]:
        """Kinds of counters, each of which the order of battle has."""
        found = tuple(str(one) for one in self.file.get(key, list, []))
        known = sorted({printed.kind for printed in self.roster.values()})
        for kind in found:
            if kind not in known:
                self.file.fault(key, f"kinds of counters: {', '.join(known)}", kind)
        return found

    def _day(self, number: int, found: object) -> tuple[int, int]:
        """The turn with which a later day begins, and its hour."""
        key = f"scenario.days[{number}]"
        table = self.file.value(key, found, dict)
        self.file.unknown(key, table, ("turn", "hour"))
        turn = self._at_least(f"{key}.turn", self.file.value(f"{key}.turn", table.get("turn"), int), 2)
        return turn, self._minutes(f"{key}.hour", self.file.value(f"{key}.hour", table.get("hour"), str))

    def _clock(self, key: str) -> int:
        return self._minutes(key, self.file.get(key, str))

    def _minutes(self, key: str, found: str) -> int:
        match = _CLOCK.fullmatch(found)
        if match:
            return int(match[1]) * 60 + int(match[2])
        self.file.fault(key, "an hour such as '08:00'", found)
        return 0

    def _at_least(self, key: str, found: int, least: int) -> int:
        if found < least:
            self.file.fault(key, f"{least} or more", found)
        return found

    def _sides(self, key: str) -> tuple[str, ...]:
        found = self.file.get(key, list)
        if sorted(map(str, found)) != sorted(SIDES):
            self.file.fault(key, "each of the two sides once", found)
        return tuple(str(one) for one in found)

    def _side(self, key: str, found: object) -> str:
        side = self.file.value(key, found, str)
        if side and side not in SIDES:
            self.file.fault(key, f"one of {', '.join(SIDES)}", side)
        return side

    def _units(self, key: str, found: object, side: str) -> tuple[str, ...]:
        """Names of counters of a side, each placed once in the whole scenario."""
        names = tuple(str(one) for one in self.file.value(key, found, list))
        for name in names:
            self._place(key, name, side)
        return tuple(name for name in names if name in self.roster)

    def _place(self, key: str, name: str, side: str = "") -> bool:
        if name not in self.roster:
            near = self._near(name)
            self.file.fault(key, "the name of a counter" + (f" (did you mean {near!r}?)" if near else ""), repr(name))
            return False
        if side and self.roster[name].side != side:
            self.file.fault(key, f"counters of side {side}", f"{name}, which is of side {self.roster[name].side}")
        if name in self.placed:
            self.file.fault(key, f"each counter once ({name} stands at {self.placed[name]} too)", repr(name))
        self.placed[name] = key
        return True

    def _near(self, name: str) -> str:
        """A counter's name that differs in blanks, case or a part only: ``C/3Cav`` for ``C/3 Cav``."""

        def bare(text: str) -> str:
            return "".join(c for c in text.lower() if c.isalnum())

        called = {bare(word): one.name for one in self.roster.values() for word in (one.id, one.name, *one.aliases)}
        return called.get(bare(name), "")

    def _modes(self, key: str, found: object) -> tuple[str, ...]:
        modes = tuple(str(one) for one in self.file.value(key, found, list, [DISMOUNTED]))
        for mode in modes:
            if mode not in MODES:
                self.file.fault(key, f"one of {', '.join(MODES)}", mode)
        return modes

    def _hex(self, key: str, found: object) -> str:
        at = self.file.value(key, found, str)
        if at and at not in self.sheet:
            self.file.fault(key, f"a hex of the map {self.sheet.id}, such as {next(iter(self.sheet), 'none')}", at)
        return at

    def _group(self, path: str, table: dict[str, Any]) -> SetUpGroup:
        self.file.unknown(path, table, SETUP_KEYS)
        side = self._side(f"{path}.side", table.get("side"))
        units = self._units(f"{path}.units", table.get("units"), side)
        modes = self._modes(f"{path}.modes", table.get("modes"))
        mp = self.file.value(f"{path}.mp", table.get("mp"), int, 0)
        return SetUpGroup(side, self._where(path, table), units, modes, mp)

    def _where(self, path: str, table: dict[str, Any]) -> tuple[str, ...]:
        """The hexes of a group: one, some, one with those next to it, or a band of rows."""
        if "rows" in table:
            return self._band(path, table)
        if "hexes" in table:
            listed = self.file.value(f"{path}.hexes", table.get("hexes"), list)
            return tuple(self._hex(f"{path}.hexes[{n}]", one) for n, one in enumerate(listed))
        if "around" in table:
            centre = self._hex(f"{path}.around", table.get("around"))
            return (centre, *sorted(self.sheet.neighbours(centre))) if centre in self.sheet else ()
        return (self._hex(f"{path}.hex", table.get("hex")),)

    def _band(self, path: str, table: dict[str, Any]) -> tuple[str, ...]:
        """The hexes of some rows that can be reached from one of them without crossing a kind of hexside."""
        rows = self.file.value(f"{path}.rows", table.get("rows"), list)
        if len(rows) != 2 or not all(isinstance(row, int) for row in rows):
            self.file.fault(f"{path}.rows", "the first and the last row, such as [3, 7]", rows)
            return ()
        bound = self.file.value(f"{path}.bounded_by", table.get("bounded_by"), str, "")
        start = self._hex(f"{path}.on_the_side_of", table.get("on_the_side_of"))
        if start not in self.sheet:
            return ()
        found = {start}
        front = [start]
        while front:
            one = front.pop()
            for near in self.sheet.neighbours(one):
                inside = rows[0] <= hexes.column_and_row(near)[1] <= rows[1]
                if near not in found and inside and bound not in self.sheet.edges(one, near):
                    found.add(near)
                    front.append(near)
        return tuple(sorted(found))

    def _entries(self) -> tuple[EntryForce, ...]:
        """The forces that enter: a table ``[entry]``, or several ``[[entry]]``."""
        if isinstance(self.file.data.get("entry"), list):
            return tuple(self._entry(path, table) for path, table in self.file.tables("entry"))
        return (self._entry("entry", self.file.get("entry", dict)),) if "entry" in self.file.data else ()

    def _entry(self, path: str, table: dict[str, Any]) -> EntryForce:
        file = self.file
        file.unknown(path, table, ENTRY_KEYS)
        side = self._side(f"{path}.side", table.get("side"))
        units = self._units(f"{path}.units", table.get("units"), side)
        edges = file.value(f"{path}.edge", table.get("edge"), list)
        made = tuple(
            self._edge(f"{path}.edge[{n}]", file.value(f"{path}.edge[{n}]", one, dict)) for n, one in enumerate(edges)
        )
        turn = self._at_least(f"{path}.turn", file.value(f"{path}.turn", table.get("turn"), int), 1)
        dice = tuple(int(one) for one in file.value(f"{path}.dice", table.get("dice"), list, []))
        if dice and len(dice) != FACES:
            file.fault(f"{path}.dice", f"{FACES} game turns, one for each face of a die", list(dice))
        return EntryForce(
            side,
            turn,
            units,
            made,
            self._earlier(f"{path}.earlier", table.get("earlier")),
            dice,
            file.value(f"{path}.ahead", table.get("ahead"), int, 0),
            file.value(f"{path}.secret", table.get("secret"), bool, False),
            file.value(f"{path}.any_mode", table.get("any_mode"), bool, False),
        )

    def _earlier(self, key: str, found: object) -> tuple[str, int]:
        """An option with the turn of entry by it."""
        if found is None:
            return "", 0
        table = self.file.value(key, found, dict)
        self.file.unknown(key, table, ("option", "turn"))
        turn = self._at_least(f"{key}.turn", self.file.value(f"{key}.turn", table.get("turn"), int), 1)
        return self.file.value(f"{key}.option", table.get("option"), str), turn

    def _fords(self) -> tuple[FordGroup, ...]:
        """Groups of possible fords: of two one is real, of more at least one is and one is not."""
        found = []
        for path, table in self.file.tables("fords") if "fords" in self.file.data else ():
            self.file.unknown(path, table, ("hexes", "none"))
            listed = self.file.value(f"{path}.hexes", table.get("hexes"), list)
            places = tuple(self._hex(f"{path}.hexes[{n}]", one) for n, one in enumerate(listed))
            for n, place in enumerate(places):
                near = self.sheet.neighbours(place) if place in self.sheet else ()
                if not any(FORD in self.sheet.edges(place, one) for one in near):
                    self.file.fault(f"{path}.hexes[{n}]", "a hex with a ford on the map", place)
            found.append(FordGroup(places, 1, max(len(places) - 1, 1)))
        return tuple(found)

    def _swaps(self) -> tuple[tuple[str, str, str], ...]:
        """Options by which a counter takes the place of another; both are listed where they set up or enter."""
        found = []
        for path, table in self.file.tables("swap") if "swap" in self.file.data else ():
            self.file.unknown(path, table, ("option", "unit", "of"))
            option, new, old = (
                self.file.value(f"{path}.{key}", table.get(key), str) for key in ("option", "unit", "of")
            )
            for key, name in (("unit", new), ("of", old)):
                if name not in self.placed:
                    self.file.fault(f"{path}.{key}", "a counter that sets up or enters", repr(name))
            found.append((option, new, old))
        return tuple(found)

    def _edge(self, path: str, table: dict[str, Any]) -> EntryEdge:
        file = self.file
        file.unknown(path, table, EDGE_KEYS)
        name = file.value(f"{path}.zone", table.get("zone"), str)
        zone = self.sheet.zones.get(name)
        if zone is None:
            file.fault(f"{path}.zone", f"a zone of the map: {', '.join(self.sheet.zones)}", repr(name))
        known = {printed.tribe for printed in self.roster.values() if printed.tribe}
        tribes = tuple(str(one) for one in file.value(f"{path}.tribes", table.get("tribes"), list, []))
        for tribe in tribes:
            if tribe not in known:
                file.fault(f"{path}.tribes", f"one of {', '.join(sorted(known))}", tribe)
        return EntryEdge(
            name,
            zone.hexes if zone else (),
            tribes,
            file.value(f"{path}.most_units", table.get("most_units"), int, 0),
            file.value(f"{path}.most_tribes", table.get("most_tribes"), int, 0),
            file.value(f"{path}.open_to_leaders", table.get("open_to_leaders"), bool, False),
        )

    def _village_keys(self, village: Mapping[str, Any]) -> None:
        self.file.unknown("village", village, (*VILLAGE_KEYS, "circle"))
        for name, known in VILLAGE_KEYS.items():
            self.file.unknown(f"village.{name}", self.file.get(f"village.{name}", dict, {}), known)
        for number, circle in enumerate(village.get("circle", ())):
            self.file.unknown(f"village.circle[{number}]", circle, CIRCLE_KEYS)

    def _opening(self) -> Opening:
        file = self.file
        file.unknown("position", file.get("position", dict), POSITION_KEYS)
        turns = file.get("scenario.turns", int, 1)
        turn = self._at_least("position.turn", file.get("position.turn", int), 1)
        if turn > turns >= 1:
            file.fault("position.turn", f"a game turn, 1 to {turns}", turn)
        made = Opening(
            turn,
            self._side("position.phasing", file.get("position", dict).get("phasing")),
            tuple((side, file.get(f"position.points.{side}", int, 0)) for side in SIDES),
            tuple((side, file.get(f"position.lost.{side}", int, 0)) for side in SIDES),
            tuple((str(name), str(mark)) for name, mark in file.get("position.marks", dict, {}).items()),
            tuple(self._counter(path, table) for path, table in file.tables("unit")),
        )
        self._check_attachments(made)
        return made

    def _counter(self, path: str, table: dict[str, Any]) -> tuple[str, tuple[tuple[str, Any], ...]]:
        name = self.file.value(f"{path}.unit", table.get("unit"), str)
        if not self._place(f"{path}.unit", name):
            return name, ()
        fields = tuple(one for one in Counter.__slots__ if one not in SECRET_FIELDS)
        self.file.unknown(path, table, ("unit", *fields))
        fresh = Counter(self.roster[name])
        values: list[tuple[str, Any]] = []
        for key in fields:
            if key not in table:
                continue
            kind = type(getattr(fresh, key))
            if kind is tuple:
                values.append((key, tuple(str(one) for one in self.file.value(f"{path}.{key}", table[key], list))))
            else:
                values.append((key, self.file.value(f"{path}.{key}", table[key], kind)))
        self._hex(f"{path}.at", table.get("at"))
        unit = fresh.but(**dict(values))
        if unit.mode not in MODES:
            self.file.fault(f"{path}.mode", f"one of {', '.join(MODES)}", unit.mode)
        elif unit.mode == MOUNTED and unit.kind != LEADER and not unit.printed.mounts:
            self.file.fault(f"{path}.mode", f"a mode in which {name} can be (it has no mounts)", unit.mode)
        most = unit.printed.cf_mounted if unit.mode == MOUNTED else unit.printed.cf_dismounted
        if unit.casualties and not 0 < unit.casualties < most:
            self.file.fault(f"{path}.casualties", f"less than the factor of {name}, which is {most}", unit.casualties)
        return name, tuple(values)

    def _check_attachments(self, made: Opening) -> None:
        at = {name: dict(values).get("at") for name, values in made.units}
        for n, (name, values) in enumerate(made.units):
            to = dict(values).get("attached_to")
            if to and at.get(to) != at[name]:
                self.file.fault(f"unit[{n}].attached_to", f"a unit in the hex of {name}, {at[name]}", to)
