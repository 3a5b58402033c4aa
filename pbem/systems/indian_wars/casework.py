"""The series' part of the casebook: positions read from a case, and counters told in public words."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from pbem.core.options import Options, clashes
from pbem.core.system import RuleSystem
from pbem.mechanisms.case_maps import small_map
from pbem.systems.indian_wars.files import data as files
from pbem.systems.indian_wars.phases import HUNT, NIGHT, SET_UP
from pbem.systems.indian_wars.rules.morale.leaders import radius, rating
from pbem.systems.indian_wars.rules.movement.mobility import left, moves_mounted
from pbem.systems.indian_wars.rules.supply.ammunition import ROSTER, half_boxes_left, halves_aboard, is_on_roster
from pbem.systems.indian_wars.rules.turn.sequence import FRESH_IN_MOVEMENT, FRESH_IN_PLAYER_TURN
from pbem.systems.indian_wars.state import counter
from pbem.systems.indian_wars.state.counter import HQ, MODES, PACK_TRAIN, Counter, Printed
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.system import opened
from pbem.systems.indian_wars.telling.log import hour
from pbem.systems.indian_wars.title import Title, named

Note = Callable[[str, str, object], None]
"""Notes a fault: the key (``unit[2].at``), what was expected, what was found."""

CONDITIONS = {"disrupted": "disrupted", "pinned": "pinned", "routed": "routed", "low ammo": "low_ammo"}
FIRED = ("", "half", "full")
TEXTS = ("attached_to", "charging", "resupplying", "building", "rout_from", "advance_fired_at", "wound")
OF_GUNS = ("facing", "mired", "crew", "supplied_by", "guards")
FLAGS = (
    *("disrupted", "pinned", "routed", "low_ammo", "has_mounts", "stopped", "moved", "recovered", "fled_by_choice"),
    *("abandoned", "sheltered"),
)
NUMBERS = ("casualties", "spent", "dies_in")
PRINTED = ("rating", "radius", "rank")
"""Keys of a case for a leader's counter that is printed otherwise."""
MADE = ("coulee", "coulee_entry", "camp", "grass_fire", "burning_camp")
"""Terrain of hexes with a coulee, a counter or a fire in them."""
OF_STEPS = ("uphill", "downhill", "leave_enemy_zoc")
"""The terrain chart's entries for steps, whatever runs along the hexside."""
OF_MODE = ("strength", "ma")
"""Keys of a case for the side of a counter that is up: its combat factor and its MA."""
UNIT_KEYS = (
    *("unit", "like", "name", "at", "mode", "conditions", "fired", "shot_in", "boxes", *OF_MODE, *PRINTED),
    *(*TEXTS, *OF_GUNS, *FLAGS, *NUMBERS),
)


class CaseWork:
    """Cases of one title of the series."""

    package = "pbem.systems.indian_wars"
    passing = ()

    def __init__(self, title: Title) -> None:
        self.title = title
        self.system: RuleSystem[Battlefield] = title.system
        self.dialect = title.dialect
        self.clause_index = title.clause_index
        self.clause_ids = title.clause_ids

    def reset_keys(self, phase: str) -> tuple[str, ...]:
        """Fire, shots and MPs with a player turn, MPs with a Movement Phase (4)."""
        return tuple(
            FRESH_IN_PLAYER_TURN
            if phase in (self.title.turn_letters[0], NIGHT)
            else FRESH_IN_MOVEMENT
            if phase == "C"
            else ()
        )

    def clock(self, scenario: str) -> Mapping[str, int]:
        """The game turns of a scenario by the time of day: of several days by date and time, and by time alone of the last."""
        try:
            field = self.system.open(scenario, Options())
        except KeyError:
            return {}
        scenario_, turns = field.sheet.scenario, range(1, field.sheet.scenario.turns + 1)
        dated = {f"{scenario_.date(turn)} {hour(field, turn)}": turn for turn in turns if scenario_.date(turn)}
        return {hour(field, turn): turn for turn in turns} | dated

    def position(self, case: Mapping[str, Any], note: Note) -> Battlefield:
        """The field as a case sets it out, standing before its phase; all faults are noted.

        A case that lists no counters begins with the scenario as it opens.
        """
        card = self.system.card
        known = [option.name for option in card.options]
        for number, name in enumerate(case["options"]):
            if name not in known:
                note(f"options[{number}]", f"one of {', '.join(known)}", name)
        for one, other in clashes(card.options, case["options"]):
            note("options", f"{one} or {other}, not both", case["options"])
        try:
            field = self._opened(case)
        except KeyError as fault:
            note("scenario", str(fault.args[0]), case["scenario"])
            field = self.system.thaw(self.system.open(card.main_scenario, Options()))
        if "unit" in case or "map" in case:
            sheet = self._with_own_map(field, case["map"], note) if "map" in case else field.sheet
            points = {side.id: 0 for side in card.sides}
            field = Battlefield(sheet, field.options, points=points, lost=dict(points), notes=field.notes)
            self._set_out(field, case.get("unit", []), note)
        self._note_down(field, case, note)
        self._stand_before(field, case["turn"], case["side"], case["phase"])
        return field

    def _with_own_map(self, field: Battlefield, table: object, note: Note) -> Any:
        """The sheet with a case's map; what its chart has for hexes that a rule makes (a camp, a fire) no map is drawn with."""
        chart = field.sheet.charts["terrain"]
        kinds = {part: tuple(dict.fromkeys(one["type"] for one in chart[part])) for part in ("hex", "hexside")}
        terrains = [one for one in kinds["hex"] if one not in MADE]
        hexsides = [one for one in kinds["hexside"] if one not in OF_STEPS]
        board = small_map(table, note, field.sheet.map.stagger, terrains=terrains, hexsides=hexsides)
        return replace(field.sheet, map=board)

    def _opened(self, case: Mapping[str, Any]) -> Battlefield:
        """The scenario as it opens; a case of the sister title is set out with her map, counters and scenario."""
        options = Options(tuple(sorted(case["options"])))
        if not case.get("of"):
            return self.system.thaw(self.system.open(case["scenario"], options))
        sheet = files.load(named(self.title.sister), case["scenario"])
        own = replace(sheet, title=self.title, charts=files.charts(self.title.own_charts))
        return self.system.thaw(opened(own, options))

    def clauses_of_sister(self, game: str, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """The clauses of the other title's book in this title's book. Raises KeyError where it has no such sister."""
        sister: Title | None = named(self.title.sister) if self.title.sister else None
        if sister is None or sister.id != game:
            raise KeyError(f"the cases of {game} do not serve {self.title.id}")
        rules = [rule for rule, one in sister.clause_ids.items() if one in clauses]
        return tuple(dict.fromkeys(self.clause_ids[rule] for rule in rules if rule in self.clause_ids))

    def _note_down(self, field: Battlefield, case: Mapping[str, Any], note: Note) -> None:
        """Note a case's marks kept by name, strength lost before, and breastworks lying about."""
        lost = case.get("lost", {})
        if isinstance(lost, Mapping) and all(type(value) is int for value in lost.values()):
            field.lost.update(lost)
        else:
            note("lost", "strength lost by side id, such as { indian = 13 }", lost)
        marks = case.get("marks", {})
        if isinstance(marks, Mapping) and all(type(value) is str for value in marks.values()):
            self._read_marks(field, marks, note)
        else:
            note("marks", 'texts by name, such as { "boxes C/3 Cav" = "5" }', marks)
        works = case.get("works", {})
        for at, trains in works.items() if isinstance(works, Mapping) else ():
            if at not in field.sheet.map or not isinstance(trains, list):
                note(f"works.{at}", 'the trains of the markers by hex, such as { "0304" = ["Pack Train A"] }', trains)
            else:
                field.works[at] = tuple(map(str, trains))

    def _read_marks(self, field: Battlefield, marks: Mapping[str, str], note: Note) -> None:
        for name, text in marks.items():
            try:
                field.notes = field.notes.with_text(name, text)
            except ValueError as fault:
                expected, _, found = (
                    str(fault).removeprefix(f"{name}: expected ").removeprefix("expected ").partition("; found ")
                )
                note(f"marks.{name}", expected, text if found == repr(text) else name)

    def _stand_before(self, field: Battlefield, turn: int, side: str, letter: str) -> None:
        """Move the sequence of play on to this phase."""
        field.phase_over = True
        if letter == SET_UP:
            sequence = field.sheet.scenario.setup_sequence
            number = sequence.index(side) if side in sequence else 0
            field.turn, field.phasing, field.phase = (0, sequence[number - 1], SET_UP) if number else (0, "", "")
            return
        if letter == HUNT:
            field.turn, field.phasing, field.phase = 0, field.sheet.scenario.setup_sequence[-1], SET_UP
            return
        letters = self.title.turn_letters
        if letter == NIGHT:
            order = field.sheet.scenario.player_sequence
            first = side == order[0]
            field.turn, field.phasing, field.phase = (
                turn,
                order[-1] if first else order[0],
                letters[-1] if first else NIGHT,
            )
            return
        before = letters.index(letter) - 1 if letter in letters else -1
        field.turn, field.phasing, field.phase = turn, side, letters[before] if before >= 0 else ""

    def _set_out(self, field: Battlefield, units: object, note: Note) -> None:
        if not isinstance(units, list) or not all(isinstance(one, Mapping) for one in units):
            note("unit", 'tables such as { unit = "C/3 Cav", at = "3413" }', units)
            return
        for number, table in enumerate(units):
            reader = _UnitReader(field, table, lambda key, *rest, n=number: note(f"unit[{n}].{key}", *rest))
            counter = reader.counter()
            if counter is not None:
                if counter.printed != field.sheet.roster.get(counter.name, counter.printed):
                    field.sheet = replace(field.sheet, roster={**field.sheet.roster, counter.name: counter.printed})
                field.put(counter)
                reader.boxes(counter)
        for at in tuple(field.stacks):
            field.settle_leaders(at)
        for number, table in enumerate(units):
            to = table.get("attached_to", "")
            if to and (not isinstance(to, str) or to not in field):
                note(f"unit[{number}].attached_to", "a counter of this position", to)

    def unit(self, field: Battlefield, name: str) -> Mapping[str, Any] | None:
        """A counter in public words; of one that is gone only `eliminated` and `gone` (why) are left."""
        if name in field.gone:
            return {"eliminated": True, "gone": field.gone[name]}
        if name not in field:
            return None
        counter = field[name]
        fields = {key: getattr(counter, key) for key in ("at", "mode", "fired", *TEXTS, *OF_GUNS, *FLAGS, *NUMBERS)}
        return {
            **fields,
            "has_mounts": counter.has_mounts and counter.is_holder,
            "strength": counter.strength,
            "mp_left": left(counter),
            "ma": counter.allowance,
            "rating": rating(counter),
            "radius": radius(counter),
            "boxes": Fraction(_halves(field, counter), 2),
            "conditions": list(counter.conditions),
            "shot_in": [str(one) for one in counter.shot_in],
            "eliminated": False,
            "gone": "",
        }

    def points(self, field: Battlefield) -> Mapping[str, int]:
        """Victory points by side id."""
        return field.points


class _UnitReader:
    """Reads one row of ``unit``."""

    def __init__(self, field: Battlefield, table: Mapping[str, Any], note: Note) -> None:
        self.field = field
        self.table = table
        self.note = note
        self.sound = True

    def fault(self, key: str, expected: str, found: object) -> None:
        self.sound = False
        self.note(key, expected, found)

    def counter(self) -> Counter | None:
        table = self.table
        for key in table:
            if key not in UNIT_KEYS:
                self.fault(key, f"one of {', '.join(UNIT_KEYS)}", f"the key {key!r}")
        printed = self._printed()
        changes: dict[str, Any] = {}
        self._among(changes, "at", self.field.sheet.map, "a hex of the map")
        self._among(changes, "mode", MODES, f"one of {', '.join(MODES)}")
        self._among(changes, "fired", FIRED, "half or full")
        for keys, kind, words in (
            ((*TEXTS, *OF_GUNS), str, "text"),
            (FLAGS, bool, "true or false"),
            (NUMBERS, int, "a whole number"),
        ):
            for key in keys:
                if key in table and type(table[key]) is kind:
                    changes[key] = table[key]
                elif key in table:
                    self.fault(key, words, table[key])
        ways = self.field.sheet.map.compass.directions
        if table.get("facing", "") not in ("", *ways):
            self.fault("facing", f"one of {', '.join(ways)}", table["facing"])
        for key in (*OF_MODE, *PRINTED):
            may_be_less = key == "rating"  # Reno's may turn to -1 (LB-13.F.6)
            if key in table and (type(table[key]) is not int or (table[key] < 0 and not may_be_less)):
                self.fault(key, "a whole number" if may_be_less else "a whole number, 0 or more", table[key])
        self._lists(changes)
        if not self.sound or printed is None:
            return None
        return self._as_printed(Counter(printed, **changes))

    def _as_printed(self, counter: Counter) -> Counter | None:
        """The counter with the strength, MA and ratings that the case gives it; `strength` is what it has left now."""
        printed: dict[str, Any] = {key: self.table[key] for key in PRINTED if key in self.table}
        if printed and not (counter.is_leader or counter.kind == HQ):
            self.fault(next(iter(printed)), "a leader or the Column HQ, who alone have ratings", counter.name)
        mode = "mounted" if counter.is_mounted else "dismounted"
        if "strength" in self.table:
            printed[f"cf_{mode}"] = self.table["strength"] + counter.casualties
        if "ma" in self.table:
            printed[f"ma_{'mounted' if moves_mounted(counter) else 'dismounted'}"] = self.table["ma"]
        return counter.but(printed=replace(counter.printed, **printed)) if self.sound else None

    def boxes(self, counter: Counter) -> None:
        """The ammunition boxes that are still open, in whole and half boxes (14.D, option 2)."""
        open_boxes = self.table.get("boxes")
        if open_boxes is None:
            return
        is_number = isinstance(open_boxes, int | float | Fraction) and not isinstance(open_boxes, bool)
        halves = 2 * Fraction(str(open_boxes)) if is_number else Fraction(-1)
        if halves < 0 or halves.denominator != 1 or not _counts_boxes(self.field, counter):
            words = (
                f"open boxes in halves such as 2.5, of a unit on the roster or a pack train, with the option {ROSTER!r}"
            )
            self.fault("boxes", words, open_boxes)
        self.field.notes = self.field.notes.with_boxes(counter.name, int(halves))

    def _printed(self) -> Printed | None:
        roster = self.field.sheet.roster
        key = "like" if "like" in self.table else "unit"
        name = self.table.get(key)
        if not isinstance(name, str) or name not in roster:
            near = get_close_matches(str(name), list(roster), n=3)
            self.fault(key, f"a counter such as {', '.join(near or list(roster)[:3])}", name)
            return None
        called = self.table.get("name", name)
        if key == "like" and (not isinstance(called, str) or called == name):
            self.fault("name", f"what the copy of {name} is called", called)
        if called in self.field:
            self.fault(key, "each counter once", f"{called} a second time")
        return roster[name] if called == name else replace(roster[name], id=called, name=called, aliases=())

    def _among(self, changes: dict[str, Any], key: str, known: Any, expected: str) -> None:
        if key not in self.table:
            return
        if not isinstance(self.table[key], str) or self.table[key] not in known:
            self.fault(key, expected, self.table[key])
        changes[key] = self.table[key]

    def _lists(self, changes: dict[str, Any]) -> None:
        conditions = self.table.get("conditions", [])
        if not isinstance(conditions, list) or any(str(one) not in CONDITIONS for one in conditions):
            self.fault("conditions", f"a list of {', '.join(CONDITIONS)}", conditions)
        else:
            changes.update({CONDITIONS[one]: True for one in conditions})
        shots = self.table.get("shot_in", [])
        if not isinstance(shots, list) or any(not re.fullmatch("[A-F][orhagt]", str(one)) for one in shots):
            self.fault("shot_in", 'phases and kinds of fire such as ["Co"]', shots)
        else:
            changes["shot_in"] = tuple(map(counter.parse, shots))


def _counts_boxes(field: Battlefield, counter: Counter) -> bool:
    """True if a counter's ammunition is counted in boxes: a unit of the roster, or a pack train with that option (14.D)."""
    return is_on_roster(field, counter) or (counter.kind == PACK_TRAIN and ROSTER in field.options)


def _halves(field: Battlefield, counter: Counter) -> int:
    if not _counts_boxes(field, counter):
        return 0
    return halves_aboard(field, counter) if counter.kind == PACK_TRAIN else half_boxes_left(field, counter)
