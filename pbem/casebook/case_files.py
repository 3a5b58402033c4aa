"""Case files: TOML, ``[[case]]`` tables, read with all faults at once; and positions written as one."""

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from pbem.casebook.case import Case, Casework, Expectation, Table, Until, run
from pbem.casebook.coverage import read_index
from pbem.casebook.judge import shown
from pbem.core.sequence import parse_or_none, sequence_of
from pbem.core.system import Phase
from pbem.core.tomlfile import Fault, Faults, TomlFile, unreadable

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)+")
POSITION = ("scenario", "options", "turn", "side", "phase", "map", "battle", "unit", "marks", "lost", "works")
KEYS = ("id", "clauses", "game", "also", *POSITION, "time", "until", "orders", "dice", "expect")
EXPECTED = ("unit", "events", "no_event", "rejected", "asked", "vp", "also_vp", "phase", "outcome", "time")
REJECTED = ("side", "line", "says")
OUTCOME = ("winner", "level", "vp")
ASKED = ("side", "kind", "subject", "clause", "default", "choices")

MOST_TURNS = 999
CaseworkOf = Callable[[str], Casework[Any]]
"""A game's casework by its title.  Raises KeyError, whose text names the known titles."""


def files_in(paths: Iterable[Path]) -> Iterator[Path]:
    """The case files among these files and folders, in alphabetical sequence within a folder."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        else:
            yield path


def read_cases(paths: Iterable[Path], casework_of: CaseworkOf) -> tuple[Case, ...]:
    """All cases of these files and folders, their positions looked at too.

    Raises Faults with everything that is wrong in any of them, a folder without case files included.
    """
    faults: list[Fault] = []
    cases: dict[str, Case] = {}
    paths = tuple(paths)
    files = tuple(files_in(paths))
    if not files:
        places = ", ".join(str(path) for path in paths) or "no path"
        faults.append(Fault(places, 0, "the path", "case files (*.toml)", "none"))
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            faults.append(unreadable(str(path), "a case file that can be read", fault))
            continue
        file = TomlFile(str(path), text)
        for case in _read_file(file, casework_of):
            if case.id in cases:
                first = cases[case.id]
                file.fault(f"{case.id}: id", "an id of its own", f"the id of {first.file}:{first.line}", case.line)
            cases.setdefault(case.id, case)
        faults += file.faults
    if faults:
        raise Faults(faults)
    return tuple(cases.values())


def _read_file(file: TomlFile, casework_of: CaseworkOf) -> Iterator[Case]:
    if file.faults:
        return
    file.unknown("", file.data, ("case",))
    tables = file.tables("case")
    if not tables:
        file.fault("case", "at least one [[case]] table", "none of them")
    for key, table in tables:
        reader = _Reader(file, key, table)
        case = reader.case(casework_of)
        if case is not None:
            yield case
            yield from reader.for_others(case, casework_of)


def exact(value: Any) -> Any:
    """The same value with every float as the fraction that was written."""
    if isinstance(value, float):
        return Fraction(str(value))
    if isinstance(value, list):
        return [exact(one) for one in value]
    return {key: exact(one) for key, one in value.items()} if isinstance(value, dict) else value


class _Reader:
    """Reads one case; its faults are told under its id."""

    def __init__(self, file: TomlFile, key: str, table: Table) -> None:
        self.file = file
        self.key = key
        self.table: Table = exact(dict(table))
        self.id = str(table.get("id", key))

    def note(self, key: str, expected: str, found: object) -> None:
        found = shown(found) if isinstance(found, Fraction) else found
        self.file.fault(f"{self.id}: {key}", expected, found, self.file.line_of(f"{self.key}.{key}"))

    def case(self, casework_of: CaseworkOf) -> Case | None:
        """The case, None if there are faults in it."""
        faults_before = len(self.file.faults)
        self.keys()
        clauses = self.strings("clauses")
        options, orders = self.strings("options"), self.orders()
        dice, named = self.dice()
        expect = self.expectation() if "expect" in self.table else Expectation(is_given=False)
        if expect.is_given and not clauses:
            self.note("clauses", "the ids of the clauses that it proves", "none of them")
        game = self.text("game")
        try:
            casework = casework_of(game)
        except KeyError as fault:
            self.note("game", str(fault.args[0]), game)
            return None
        scenario = self.file.value(
            f"{self.key}.scenario", self.table.get("scenario"), str, casework.system.card.main_scenario
        )
        side, turn = self.text("side"), self.turn(casework, str(scenario), expect)
        self.later_letters(casework, orders)
        self.sides(casework, side, orders, expect)
        phase, until = self.phase(casework), self.until(casework, side, turn)
        self.fresh_words(casework, phase)
        if len(self.file.faults) > faults_before or until is None:
            return None
        if "battle" in self.table and not getattr(casework, "has_battles", False):
            self.note("battle", f"no battle inside a turn: {game} has none", self.table["battle"])
        place = {"scenario": scenario, "options": options, "turn": turn, "side": side, "phase": phase}
        position = {**{key: self.table[key] for key in POSITION if key in self.table}, **place}
        casework.position(position, self.note)
        if len(self.file.faults) > faults_before:
            return None
        line = self.file.line_of(self.key)
        return Case(
            self.file.name,
            line,
            self.id,
            clauses,
            game,
            position,
            options,
            turn,
            side,
            phase,
            until,
            orders,
            dice,
            named,
            expect,
        )

    def keys(self) -> None:
        """Look at the names of the keys, and at the case's own."""
        for key in self.table:
            if key not in KEYS:
                self.note(key, f"one of {', '.join(KEYS)}", f"the key {key!r}")
        if not ID.fullmatch(self.text("id")):
            self.note("id", "a name such as rosebud/movement/uphill", self.table.get("id"))

    def sides(self, casework: Casework[Any], side: str, orders: Mapping[str, str], expect: Expectation) -> None:
        """Look at every side that the case names."""
        sides = [one.id for one in casework.system.card.sides]
        writers = [key.partition(" ")[0] for key in orders]
        for name in (side, *writers, *expect.vp, *(one["side"] for one in expect.rejected if "side" in one)):
            if name not in sides:
                self.note("orders" if name in writers else "side", f"one of {', '.join(sides)}", name)

    def for_others(self, case: Case, casework_of: CaseworkOf) -> Iterator[Case]:
        """The same case for the other titles of the series that it holds for, each with its own clauses."""
        for number, game in enumerate(self.strings("also")):
            try:
                casework = casework_of(game)
                clauses = casework.clauses_of_sister(case.game, case.clauses)
            except KeyError as fault:
                self.note(f"also[{number}]", str(fault.args[0]), game)
                continue
            position = {**case.position, "of": case.game}
            casework.position(position, self.note)
            vp = case.expect.also_vp.get(game, case.expect.vp)
            expect = replace(case.expect, vp=vp)
            yield replace(case, id=f"{game}/{case.id}", clauses=clauses, game=game, position=position, expect=expect)

    def text(self, key: str) -> str:
        return self.file.value(f"{self.key}.{key}", self.table.get(key), str)

    def strings(self, key: str) -> tuple[str, ...]:
        found = self.file.value(f"{self.key}.{key}", self.table.get(key), list, [])
        if all(isinstance(one, str) for one in found):
            return tuple(found)
        self.note(key, "a list of texts", found)
        return ()

    def turn(self, casework: Casework[Any], scenario: str, expect: Expectation) -> int:
        """The game turn, by its number or by its time of day."""
        for key, time in (("time", self.table.get("time", "")), ("expect.time", expect.time)):
            turns = casework.clock(scenario) if time else {}
            if time and time not in turns:
                known = (
                    f"when a game turn begins: {', '.join(turns)}" if turns else "none: the game keeps no time of day"
                )
                self.note(key, known, time)
        if "time" in self.table:
            if "turn" in self.table:
                self.note("turn", "the game turn once, as `turn` or as `time`", self.table["turn"])
            return casework.clock(scenario).get(str(self.table["time"]), 0)
        turn = self.file.value(f"{self.key}.turn", self.table.get("turn"), int, 3)
        if not 0 <= turn <= MOST_TURNS:
            self.note("turn", f"the number of a game turn, 0 for the set-up, {MOST_TURNS} at most", turn)
        return turn

    def phase(self, casework: Casework[Any]) -> str:
        """The letter of ``phase``."""
        return self.letter_of(casework, "phase", self.text("phase"))

    def letter_of(self, casework: Casework[Any], key: str, words: str) -> str:
        phases = casework.system.card.phases
        letter = words if words in [one.letter for one in phases] else casework.dialect.phase_letter(words)
        if not letter:
            self.note(key, f"a phase: {', '.join(f'{one.letter} {one.name}' for one in phases)}", words)
        return letter

    def until(self, casework: Casework[Any], side: str, turn: int) -> Until | None:
        """The last phase: of the same player turn, of a side (``indian fire``), or by its id (``T04.US.C``)."""
        if "until" not in self.table:
            return Until(self.letter_of(casework, "until", self.text("phase")), side)
        words = self.text("until")
        if "." in words:
            return self.phase_id(casework, "until", words, turn)
        first, _, rest = words.partition(" ")
        for one in casework.system.card.sides:
            if rest and first.lower() in (one.id.lower(), one.code.lower(), one.name.lower()):
                return Until(self.letter_of(casework, "until", rest), one.id)
        return Until(self.letter_of(casework, "until", words), side)

    def phase_id(self, casework: Casework[Any], key: str, words: str, turn: int) -> Until | None:
        """A phase by its id, in this game turn or later; where chance decides what comes, some ids are of no side."""
        card = casework.system.card
        codes, letters = [one.code for one in card.sides], [one.letter for one in card.phases]
        found = parse_or_none(words)
        if found is None or not sequence_of(casework.system).knows(found) or found.turn < turn:
            example = f"T{turn:02}.{codes[0]}.{letters[-1]}"
            self.note(key, f"a phase's id from game turn {turn} on, such as {example}", words)
            return None
        return Until(id=str(found))

    def later_letters(self, casework: Casework[Any], orders: Mapping[str, str]) -> None:
        """Look at the letters that are read in the course of play (``us T04.US.B``)."""
        for key in orders:
            _, _, before = key.partition(" ")
            if before:
                self.phase_id(casework, f"orders.{key}", before, 0)

    def fresh_words(self, casework: Casework[Any], phase: str) -> None:
        """Refuse what is reset with the phase, and would be lost without a word."""
        fresh = casework.reset_keys(phase)
        units = self.table.get("unit", [])
        for number, row in enumerate(units if isinstance(units, list) else ()):
            for key in row if isinstance(row, Mapping) else ():
                if key in fresh:
                    expected = f"no `{key}`: it is reset with phase {phase} and would be lost"
                    self.note(f"unit[{number}].{key}", expected, row[key])

    def orders(self) -> dict[str, str]:
        orders = self.file.value(f"{self.key}.orders", self.table.get("orders"), dict, {})
        if all(isinstance(text, str) for text in orders.values()):
            return dict(orders)
        self.note("orders", 'a letter by side id: orders.us = "C/3 Cav dismount"', orders)
        return {}

    def dice(self) -> tuple[tuple[int, ...], dict[str, tuple[int, ...]]]:
        named: dict[str, tuple[int, ...]] = {}
        for key, faces in self.file.value(f"{self.key}.dice", self.table.get("dice"), dict, {}).items():
            if isinstance(faces, list) and all(isinstance(one, int) and one >= 1 for one in faces):
                named[key] = tuple(faces)
            else:
                self.note(f"dice.{key}", "a list of faces such as [3, 4]", faces)
        return named.pop("queue", ()), named

    def expectation(self) -> Expectation:
        expect = self.file.value(f"{self.key}.expect", self.table.get("expect"), dict)
        for key in expect:
            if key not in EXPECTED:
                self.note(f"expect.{key}", f"one of {', '.join(EXPECTED)}", f"the key {key!r}")
        if not expect:
            self.note("expect", f"at least one of {', '.join(EXPECTED)}", "nothing there")
        unit = expect.get("unit", {})
        if not isinstance(unit, Mapping) or not all(isinstance(one, Mapping) for one in unit.values()):
            self.note("expect.unit", 'tables by name: expect.unit."C/3 Cav" = { at = "3414" }', unit)
            unit = {}
        vp = self.points("expect.vp", expect.get("vp", {}))
        others = self.file.value(f"{self.key}.expect.also_vp", expect.get("also_vp"), dict, {})
        for game in others:
            if game not in self.strings("also"):
                self.note(f"expect.also_vp.{game}", f"one of {', '.join(self.strings('also')) or 'no titles'}", game)
        outcome = expect.get("outcome", {})
        if not isinstance(outcome, Mapping) or any(key not in OUTCOME for key in outcome):
            self.note("expect.outcome", f"a table with some of {', '.join(OUTCOME)}", outcome)
            outcome = {}
        return Expectation(
            unit=unit,
            events=self.tables(expect, "events"),
            no_event=self.tables(expect, "no_event"),
            rejected=self.tables(expect, "rejected", REJECTED),
            asked=self.tables(expect, "asked", ASKED),
            vp=vp,
            also_vp={game: self.points(f"expect.also_vp.{game}", one) for game, one in others.items()},
            phase=self.file.value(f"{self.key}.expect.phase", expect.get("phase"), str, ""),
            outcome=outcome,
            time=self.file.value(f"{self.key}.expect.time", expect.get("time"), str, ""),
        )

    def points(self, key: str, vp: object) -> Mapping[str, int]:
        if isinstance(vp, Mapping) and all(isinstance(points, int) for points in vp.values()):
            return vp
        self.note(key, f"victory points by side id: {key} = {{ us = 2 }}", vp)
        return {}

    def tables(self, expect: Table, key: str, only: tuple[str, ...] = ()) -> tuple[Table, ...]:
        found = expect.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
            self.note(f"expect.{key}", "a list of tables", found)
            return ()
        for number, one in enumerate(found):
            if key in ("events", "no_event") and "type" not in one:
                self.note(f"expect.{key}[{number}]", "the event's type", "no type")
            for name in one:
                if only and name not in only:
                    self.note(f"expect.{key}[{number}]", f"one of {', '.join(only)}", f"the key {name!r}")
        return tuple(found)


# A position written as a case, where the game can tell its counters in public words and read them back.

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
