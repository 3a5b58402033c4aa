"""The tables of the game, as values; nothing in them is a fraction."""

from collections.abc import Callable
from functools import cache
from typing import Any

from pbem import resources
from pbem.core.clause import rule
from pbem.systems.miniatures.geometry import INCH, SIXTIETHS
from pbem.systems.miniatures.state.tabletop import ARTILLERY, DISORDER, LINE, SKIRMISH, UNLIMBERED, Face, Unit

CLASSES = "ABC"


@cache
def tables() -> dict[str, Any]:
    """The whole file."""
    return resources.toml("scenarios/miniatures/charts/tables.toml").data


def number(table: str, key: str) -> int:
    """A number of a table: ``number("morale", "depth")``."""
    found: int = tables()[table][key]
    return found


@rule("MR-1.2", "MR-1.3")
def operations(die: int) -> int:
    """The operation points that a die gives."""
    found: int = tables()["operations"]["points"][die - 1]
    return found


def loading(weapon: str) -> int:
    """The points it takes to load."""
    found: dict[str, int] = tables()["load"]
    return found.get(weapon, found["other"])


def row_of(face: Face, mounted: bool) -> str:
    """The row of movement rates: a mounted class on foot has another."""
    if face.row == "mounted" and not mounted:
        found: str = tables()["on_foot"][face.kind]
        return found
    return face.row


def rate(unit: Unit, formation: str = "") -> int:
    """Sixteenths of an inch that a move operation is worth."""
    form = formation or unit.formation
    if form == UNLIMBERED:
        return number("movement", "prolonge_sixteenths")
    found: dict[str, int] = tables()["movement"][row_of(unit.face, unit.mounted)]
    return INCH * found[form]


def formations_of(face: Face) -> tuple[str, ...]:
    """The formations that a unit may take up by an order."""
    if face.is_artillery:
        return (SKIRMISH, "limbered", UNLIMBERED)
    if "mass" in tables()["movement"][row_of(face, True)]:
        return (SKIRMISH, "mass")
    return (LINE, "open_order", "column", SKIRMISH)


def pays(terrain: str, unit: Unit, formation: str = "") -> int | None:
    """The cost of a sixteenth of an inch of this ground, in sixtieths; None if the unit cannot go."""
    ground: dict[str, Any] = tables()["terrain"][terrain]
    form = formation or unit.formation
    if ground.get("closed") or (unit.mounted and ground.get("mounted") is False):
        return None
    if unit.face.row == ARTILLERY and unit.has_guns and ground.get("artillery") is False:
        return None
    found: int = ground["pays"]
    if terrain == "road" and form not in ground["formations"]:
        return SIXTIETHS
    if form in (SKIRMISH, DISORDER) and "skirmish_pays" in ground:
        found = ground["skirmish_pays"]
    if unit.face.is_indian and "indian_pays" in ground:
        found = ground["indian_pays"]
    if unit.mounted and "mounted_pays" in ground:
        found = ground["mounted_pays"]
    return found


def crossing(terrain: str, unit: Unit) -> int:
    """The cost of crossing a line of this kind, in sixteenths."""
    ground: dict[str, Any] = tables()["terrain"][terrain]
    found: int = ground.get("crossing", 0)
    if unit.has_guns:
        found = ground.get("artillery_crossing", found)
    return INCH * found


def sees(terrain: str) -> int | None:
    """The sixteenths that one sees through this ground; None if there is no limit."""
    found: int | None = tables()["terrain"][terrain].get("sees")
    return None if found is None else INCH * found


def is_works(terrain: str) -> bool:
    """True if whoever stands in or behind it defends works."""
    return bool(tables()["terrain"][terrain].get("works"))


def longest(weapon: str) -> int:
    """The greatest range of a weapon, in sixteenths."""
    found: int = tables()["weapon"][weapon][-1]["to"]
    return INCH * found


def to_hit(weapon: str, is_within: Callable[[int], bool], target: str) -> tuple[int, int]:
    """The number to hit a class of target and the dice a figure rolls; `is_within` tells whether it is so near."""
    for band in tables()["weapon"][weapon]:
        if is_within(INCH * band["to"]):
            return band["hits"][CLASSES.index(target)], band.get("dice", 1)
    return 0, 0


def half_angle(formation: str) -> int | None:
    """Degrees of the arc to either side of the facing; None for a formation that cannot fire."""
    found: int | None = tables()["arc"].get(formation)
    return found


def rating(kind: str, cover: bool) -> int:
    """The morale rating of a class."""
    found: int = tables()["rating"][kind][0 if cover else 1]
    return found


def base(unit: Unit) -> tuple[int, int]:
    """Width and depth of a figure's base, in sixteenths."""
    found = tables()["bases"]["mounted" if unit.mounted else "foot"]
    return found[0], found[1]
