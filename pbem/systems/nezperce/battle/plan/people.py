"""The units that a word of a plan means: a counter, a strategic unit, a kind, a group, a hex."""

import re
from collections.abc import Iterable, Sequence

from pbem.core.order import Ambiguous, Malformed, Problem
from pbem.systems.nezperce.battle.plan.records import ALL, ANY, NEAREST, REST, WAITING, BattlePlan
from pbem.systems.nezperce.battle.state import Battle, Fighter
from pbem.systems.nezperce.orders.names import folded
from pbem.systems.nezperce.state.contact import ARMY

KINDS = {
    "braves": ("warrior",),
    "lodges": ("lodge",),
    "camps": ("camp",),
    "cavalry": ("cavalry",),
    "infantry": ("infantry",),
    "guns": ("howitzer", "hotchkiss", "gatling"),
    "howitzers": ("howitzer",),
    "Hotchkisses": ("hotchkiss",),
    "Gatlings": ("gatling",),
    "scouts": ("scouts",),
    "HQ": ("hq",),
    "volunteers": ("volunteers", "washington_volunteers"),
    "city defence": ("city_defence",),
}
SAME = {
    "brave": "braves",
    "warriors": "braves",
    "warrior": "braves",
    "lodge": "lodges",
    "camp": "camps",
    "gun": "guns",
    "artillery": "guns",
    "howitzer": "howitzers",
    "hotchkiss": "Hotchkisses",
    "hotchkiss guns": "Hotchkisses",
    "gatling": "Gatlings",
    "gatling guns": "Gatlings",
    "scout": "scouts",
    "headquarter": "HQ",
    "headquarters": "HQ",
    "staff": "HQ",
    "general": "HQ",
    "command post": "HQ",
    "horse": "cavalry",
    "horsemen": "cavalry",
    "troopers": "cavalry",
    "foot": "infantry",
    "volunteer": "volunteers",
    "everybody": ALL,
    "everyone": ALL,
    "all units": ALL,
    "everything": ANY,
    "anyone": ANY,
    "anybody": ANY,
    "enemy": ANY,
    "enemies": ANY,
    "the enemy": ANY,
    "any enemy": ANY,
    "nearest enemy": NEAREST,
    "the nearest": NEAREST,
    "closest": NEAREST,
    "nearest one": NEAREST,
    "closest one": NEAREST,
    "the rest": REST,
    "others": REST,
}
_MINE = (ALL, REST, WAITING)
_THEIRS = (ANY, NEAREST)
_HEX = re.compile(r"\d{4}")
_LEAST = 3
"""A word may be cut down to so many letters."""


def word(written: str, battle: Battle, side: str, plan: BattlePlan, *, is_enemy: bool = False) -> str | Problem:
    """The canonical form of a word for units of a side, or why it means none."""
    wanted = folded(written)
    for lead in ("the ", "my ", "a ", "an ", "all "):
        wanted = wanted.removeprefix(lead)
    if _HEX.fullmatch(wanted):
        return wanted
    special: tuple[str, ...] = _THEIRS if is_enemy else _MINE
    names = [one.name for one in plan.groups] if not is_enemy else []
    known: str
    for known in (*special, *names, *KINDS):
        if folded(known) in (wanted, folded(SAME.get(wanted, ""))):
            return known
    if is_enemy and wanted == ALL:
        return ANY
    near = [one for one in KINDS if len(wanted) >= _LEAST and folded(one).startswith(wanted)]
    there = {unit.kind for unit in battle.units if unit.side == side and not unit.gone}
    found = _of_battle(wanted, battle, side)
    kinds = [one for one in near if there.intersection(KINDS[one])]
    if kinds and folded(found).startswith(wanted) and wanted != folded(found):
        fits = [found, *kinds]  # how. shells braves
        return Ambiguous("E102", f"'{written}' may be {' or '.join(fits)}.", suggest=tuple(fits), words=written)
    if found:
        return found
    if len(near) == 1:
        return near[0]
    fits = _counters(wanted, battle, side)
    if fits:
        return Ambiguous("E102", f"'{written}' may be {', '.join(fits)}.", suggest=tuple(fits), words=written)
    kinds = [one for one, of in KINDS.items() if any(who.kind in of for who in battle.units if who.side == side)]
    forces = [one.name for one in battle.contact.forces(side)]
    own = "No unit of theirs" if is_enemy else "No unit of yours"
    text = (
        f"{own} in this battle is called '{written}'.  You can name: {', '.join((*special, *names, *kinds, *forces))}."
    )
    return Malformed("E101", text, words=written)


def _of_battle(wanted: str, battle: Battle, side: str) -> str:
    """The strategic unit or the counter that a word names, "" if it is none or may be several."""
    forces = [one.name for one in battle.contact.forces(side)]
    exact = [name for name in forces if folded(name) == wanted]
    counters = [one.name for one in battle.units if one.side == side and folded(one.name) == wanted]
    if counters or exact:
        return (counters or exact)[0]
    begun = [name for name in forces if _begins(wanted.split(), folded(name).split())]
    if len(begun) == 1:
        return begun[0]
    fits = _counters(wanted, battle, side)
    if len(fits) == 1:
        return fits[0]
    return ""


def _counters(wanted: str, battle: Battle, side: str) -> list[str]:
    there = [one.name for one in battle.units if one.side == side and not one.gone]
    return [name for name in there if wanted and _begins(wanted.split(), folded(name).split())]


def _begins(given: list[str], name: list[str]) -> bool:
    """True if the given words are beginnings of words of a name, in its sequence; numbers are whole."""
    rest = iter(name)
    return all(any(one == part if part.isdigit() else one.startswith(part) for one in rest) for part in given)


def named(words: Sequence[str], battle: Battle, side: str, plan: BattlePlan) -> tuple[Fighter, ...]:
    """The units of a side that words mean and that are not out, each once, in the sequence of the words."""
    found: dict[str, Fighter] = {}
    for one in words:
        for unit in _fighters_named(one, battle, side, plan):
            found.setdefault(unit.name, unit)
    return tuple(found.values())


def _fighters_named(one: str, battle: Battle, side: str, plan: BattlePlan) -> Iterable[Fighter]:
    there = [unit for unit in battle.units if unit.side == side and not unit.gone]
    if one in (ALL, ANY, NEAREST):
        return there
    if one == WAITING:
        return [unit for unit in there if not unit.at]
    if one == REST:
        others = named(_words(plan), battle, side, plan)
        names = {unit.name for unit in others}
        return [unit for unit in there if unit.name not in names]
    if (group := plan.group(one)) is not None:
        return named([name for name in group.who if name != one and plan.group(name) is None], battle, side, plan)
    if one in KINDS:
        return [unit for unit in there if unit.kind in KINDS[one]]
    if _HEX.fullmatch(one):
        return [unit for unit in there if unit.at == one]
    ids = [force.id for force in battle.contact.forces(side) if force.name == one]
    counters = [unit for unit in there if unit.name == one]
    return counters or [unit for unit in there if unit.force in ids]


def _words(plan: BattlePlan) -> list[str]:
    """The names in the lines: all but `all` and `rest`."""
    return [one for line in plan.lines for one in line.line.who if one not in (ALL, REST)]


def is_target(unit: Fighter, written: str, side: str) -> bool:
    """True if ``any`` and ``nearest`` mean an enemy unit: the Army never shoots at lodges unless it says so."""
    return written not in (ANY, NEAREST) or side != ARMY or unit.kind != "lodge"
