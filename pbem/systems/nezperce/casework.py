"""The game's part of the casebook: positions of strategic units, and units told in public words."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from pbem.core.options import Options
from pbem.mechanisms.case_maps import Note
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle import ground, setup
from pbem.systems.nezperce.battle.ground import kind, quiet_mode
from pbem.systems.nezperce.battle.state import (
    ALERTED,
    AMBUSHING,
    BROKEN,
    CAMPS,
    DISMOUNTED,
    ENCAMPED,
    FOOT,
    KILLED,
    LEFT,
    LIMBERED,
    MOUNTED,
    SURRENDERED,
    TRAIL,
    UNLIMBERED,
    Battle,
    Fighter,
)
from pbem.systems.nezperce.card import CARD, LETTERS_IN_BATTLE, STRATEGIC
from pbem.systems.nezperce.data import VILLAGE, by_id, cards
from pbem.systems.nezperce.orders.dialect import DIALECT
from pbem.systems.nezperce.rules import contacts, phases
from pbem.systems.nezperce.state.contact import ARMY, DECLARATION, INDIAN, SEARCH, TOWN, Contact
from pbem.systems.nezperce.state.position import ACTIVE, GONE, WAITING, Campaign, Unit, opening
from pbem.systems.nezperce.system import RULES

# Positions of battles for cases: the contact, where each unit stands, and whose half-turn or step of the set-up it
# is.

STATES = (AMBUSHING, ALERTED, ENCAMPED, TRAIL)
CHOICES: Mapping[str, tuple[str, ...]] = {
    "state": STATES,
    "cause": (SEARCH, DECLARATION, TOWN),
    "map": ground.MAPS,
    "first": (ARMY, INDIAN),
    "entry": ground.EDGES,
}
"""Keys of a battle and what each may be."""
NUMBERS, LISTS, WORDS = ("turn", "quiet", "lodges_lost"), ("lead", "offers"), ("hex",)
KEYS = (*CHOICES, *NUMBERS, *LISTS, *WORDS, "crowded", "stirred")
BATTLE_UNIT_KEYS = ("unit", "at", "mode", "pin", "gone", "acted", "guest", "fought", "killed", "surrendered")
MODES = (FOOT, MOUNTED, DISMOUNTED, LIMBERED, UNLIMBERED)
SEQUENCE = ("G", "I", "J", "H")


def set_out(state: Campaign, case: Mapping[str, Any], note: Note) -> None:
    """Put the battle that a case describes into a campaign."""
    table, rows = case["battle"], case.get("unit", [])
    if (
        not isinstance(table, Mapping)
        or not isinstance(rows, list)
        or not all(isinstance(one, Mapping) for one in rows)
    ):
        note("battle", 'a table such as { map = "rolling-hills", state = "Alerted" } and a list of units', table)
        return
    if not _is_sound(table, note):
        return
    hex_id, cause = str(table.get("hex", "0811")), str(table.get("cause", SEARCH))
    if hex_id not in data.strategic_map() or (cause == TOWN and not data.town(hex_id)):
        note("battle.hex", "a hex of the strategic map; that of a town if the cause is a town", hex_id)
        return
    named = {piece: one.name for one in cards().values() for piece, _ in one.pieces}
    own = {piece.name: piece for piece in contacts.defence(hex_id).pieces} if cause == TOWN else {}
    whole, placed = [], {}
    for n, row in enumerate(rows):
        name = str(row.get("unit"))
        if name in cards():
            whole.append(row)
        elif name in named or name in own or name.startswith("Camp "):
            placed[name] = row
        else:
            near = get_close_matches(name, [*named, *cards()], n=3) or ["Perry Cavalry 1", "Ollokot 1", "Perry"]
            note(f"unit[{n}].unit", f"a tactical or a strategic unit such as {', '.join(near)}", name)
            return
        for key, value in row.items():
            if expected := _of_unit(key, value):
                note(f"unit[{n}].{key}", expected, value)
                return
    owners = [*(str(row["unit"]) for row in whole), *(named[name] for name in placed if name in named)]
    _campaign(state, hex_id, tuple(dict.fromkeys(owners)), whole, int(table.get("lodges_lost", 0)), set(placed))
    indian = tuple(name for name in dict.fromkeys(owners) if cards()[name].side == INDIAN)
    contact = contacts.contact(state, cause, hex_id, indian)
    contact = replace(contact, map=str(table.get("map", contact.map)))
    state.fought = 1
    state.letter = "R" if cause == SEARCH else "D"
    state.battle = _battle(Battle(contact), case, table, placed, [str(row["unit"]) for row in whole])
    for n, row in enumerate(rows):
        if (name := str(row.get("unit"))) not in placed:
            continue
        at, mode, one = row.get("at", ""), row.get("mode"), state.battle.unit(name)
        if at and at not in ground.sheet(contact.map):
            note(f"unit[{n}].at", f"a hex of the map {contact.map}", at)
        if one is None:
            note(f"unit[{n}].unit", "a unit of this battle", name)
        elif mode is not None and (mode not in MODES or mode not in kind(one.kind)):
            known = [word for word in MODES if word in kind(one.kind)]
            note(f"unit[{n}].mode", f"a mode that {name} has: {', '.join(known)}", mode)


def _of_unit(key: str, value: object) -> str:
    """The expected content of a key of a unit, "" if it is right."""
    if key not in BATTLE_UNIT_KEYS:
        return f"no such key, but one of {', '.join(BATTLE_UNIT_KEYS)}"
    if key in ("unit", "at", "mode"):
        return "" if isinstance(value, str) else "text"
    if key == "gone":
        return (
            "" if value in (KILLED, SURRENDERED, BROKEN, LEFT) else f"one of {KILLED}, {SURRENDERED}, {BROKEN}, {LEFT}"
        )
    if key == "pin":
        return "" if type(value) is int and value in (0, 1, 2) else "0, 1 (for P1) or 2 (for P2)"
    if key in ("killed", "surrendered"):
        return "" if type(value) is int and value >= 0 else "a whole number, 0 or more"
    return "" if isinstance(value, bool) else "true or false"


def _is_sound(table: Mapping[str, Any], note: Note) -> bool:
    for key, value in table.items():
        expected = ""
        if key not in KEYS:
            expected = f"no such key, but one of {', '.join(KEYS)}"
        elif key in CHOICES and (not isinstance(value, str) or value not in CHOICES[key]):
            expected = f"one of {', '.join(CHOICES[key])}"
        elif key in NUMBERS and (type(value) is not int or value < 0):
            expected = "a whole number, 0 or more"
        elif key in LISTS and not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
            expected = "a list of names"
        elif key in ("crowded", "stirred") and not isinstance(value, bool):
            expected = "true or false"
        if expected:
            note(f"battle.{key}", expected, value)
            return False
    return True


def _campaign(
    state: Campaign, at: str, names: tuple[str, ...], rows: list[Mapping[str, Any]], lost: int, here: set[str]
) -> None:
    """The strategic units of the battle in its hex, and no others; lodges lost before are not those of the battle."""
    counts = {str(row["unit"]): (int(row.get("killed", 0)), int(row.get("surrendered", 0))) for row in rows}
    for name in state.units:
        killed, out = counts.get(name, (0, 0))
        pieces = [piece for piece, _ in cards()[name].pieces]
        state.units[name] = (
            Unit(name, at, ACTIVE, killed=tuple(pieces[:killed]), surrendered=tuple(pieces[killed : killed + out]))
            if name in names
            else Unit(name, status=GONE)
        )
    if lost:
        lodges = [piece for piece, _ in cards()[VILLAGE].pieces if piece not in here]
        state.put(VILLAGE, killed=tuple(lodges[:lost]))


def _fighters(
    contact: Contact, state: str, letter: str, placed: Mapping[str, Mapping[str, Any]], whole: list[str]
) -> Iterator[Fighter]:
    """The units of the battle, each as its row of the case has it; those without a row if the phase still places them."""
    ids = {one.id: one.name for one in by_id().values()}
    usual = {one.name: one for one in setup.fighters(contact, state)}
    for name in placed:
        if name.startswith("Camp ") and name not in usual:
            usual[name] = Fighter(name, "camp", ARMY, CAMPS)
    for one in usual.values():
        row = placed.get(one.name)
        if row is None:
            if letter in ("I", "J") or ids.get(one.force, "") in whole:
                yield one
            continue
        mode = row.get("mode", quiet_mode(one.kind) if letter == "H" else one.mode)
        yield one.with_(
            at=str(row.get("at", "")),
            mode=str(mode),
            pin=int(row.get("pin", 0)),
            gone=str(row.get("gone", "")),
            acted=bool(row.get("acted", False)),
            is_guest=bool(row.get("guest", False)),
            has_fought=bool(row.get("fought", row.get("at", ""))),
        )


def _battle(
    battle: Battle,
    case: Mapping[str, Any],
    table: Mapping[str, Any],
    placed: Mapping[str, Mapping[str, Any]],
    whole: list[str],
) -> Battle:
    """The battle as it stands before the case's phase."""
    letter, side, contact = case["phase"], case["side"], battle.contact
    if letter == "G":
        return battle
    state = str(table.get("state", ALERTED))
    forces = {one.name: one.id for one in contact.forces(contact.attacker)}
    battle = battle.with_(
        state=state,
        units=tuple(_fighters(contact, state, letter, placed, whole)),
        entry=str(table.get("entry", "")),
        lead=tuple(forces.get(name, name) for name in table.get("lead", ())),
    )
    if letter in ("I", "J"):
        steps = setup.steps(contact, state)
        start = next((n for n, one in enumerate(steps) if one == (letter, side)), 0)
        return battle.with_(first=setup.first_player(contact, state), steps=steps[start:])
    first = str(table.get("first", side))
    return battle.with_(
        first=first,
        turn=int(table.get("turn", 2)),
        half=1 if first == side else 2,
        entry=str(table.get("entry", "west")),
        quiet=int(table.get("quiet", 0)),
        stirred=bool(table.get("stirred", False)),
        crowded=bool(table.get("crowded", False)),
        offers=tuple(table.get("offers", ())),
    )


def unit_words(state: Campaign, name: str) -> Mapping[str, Any] | None:
    """A tactical unit in public words; of one whose battle is over only what became of it."""
    if isinstance(state.battle, Battle) and (one := state.battle.unit(name)) is not None:
        return {
            "at": one.at,
            "mode": one.mode,
            "pin": one.pin,
            "gone": one.gone,
            "acted": one.acted,
            "guest": one.is_guest,
            "fought": one.has_fought,
        }
    owner = next((unit for unit in state.units.values() if name in [piece for piece, _ in unit.card.pieces]), None)
    if owner is None:
        return None
    return {"gone": KILLED if name in owner.killed else SURRENDERED if name in owner.surrendered else ""}


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
            set_out(state, {"battle": {}, **case}, note)
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
            return unit_words(state, name)
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
