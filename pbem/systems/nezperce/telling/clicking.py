"""The two kinds of maps as the order page draws them: the strategic map, and the ground of a battle."""

from collections.abc import Iterator
from functools import cache

from pbem.reports.map_panel import Clickable
from pbem.reports.picture.shapes import Line, Polygon, Shape, Text
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.charts import values
from pbem.systems.nezperce.battle.state import Battle
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import VILLAGE
from pbem.systems.nezperce.state.position import Campaign
from pbem.systems.nezperce.telling import picture

PAINT = {"open": "#f2ecc9", "tree_stand": "#b7cf9c", "rocked_and_broken": "#cdbfae"}
STREAM, RIDGE = "#2f7fc1", "#7a5a36"
Counters = tuple[tuple[str, str, str, str, str], ...]


def strategic(state: Campaign) -> Clickable:
    """The strategic map with the units that are on it."""
    bare = picture.bare()
    places = {at: picture.spot(at) for at in data.strategic_map()}
    return Clickable(bare.shapes, bare.width, bare.height, picture.ACROSS, places, _units(state))


def _units(state: Campaign) -> Counters:
    found = []
    for at in sorted({one.at for one in state.units.values() if one.active}):
        for side in ("indian", "army"):
            here = state.at(at, side)
            if here:
                sign = "V" if any(one.name == VILLAGE for one in here) else ""
                found.append((at, side, here[0].name[:5], f"{sign}{len(here)}", picture.COLOURS[side]))
    return tuple(found)


def tactical(battle: Battle) -> Clickable:
    """The ground of a battle with the units that are on it."""
    name = battle.contact.map
    land = ground.sheet(name)
    wide = 2 * picture.EDGE + 2 * picture.ACROSS + (land.columns[1] - 1) * picture.STEP
    high = picture.TOP + picture.FOOT + (2 * land.rows[1] + 1) * picture.TALL
    places = {at: picture.spot(at) for at in land}
    return Clickable(_ground(name), wide, high, picture.ACROSS, places, _fighters(battle))


@cache
def _ground(name: str) -> tuple[Shape, ...]:
    return tuple(_shapes(name))


def _shapes(name: str) -> Iterator[Shape]:
    land = ground.sheet(name)
    for at in land:
        x, y = picture.spot(at)
        yield Polygon(picture.corners(at), PAINT[land.terrain(at)], "#b9b197", 1)
        yield Text((x, y - picture.TALL + 7), at, 8, "#857d66")
    for at in land:
        for near in land.neighbours(at):
            kinds = land.edges(at, near)
            if at < near and ground.STREAM in kinds:
                yield Line(picture.hexside(at, near), STREAM, 5)
            if at < near and ground.RIDGE in kinds:
                yield Line(picture.hexside(at, near), RIDGE, 5, (7, 3))


def _fighters(battle: Battle) -> Counters:
    """A counter for each unit: its name in short, its fire, melee and movement, a pin."""
    found = []
    for one in battle.on_map():
        now = values(one)
        below = f"{now.fire}-{now.melee}-{now.move}{'P' * one.pin}"
        found.append((one.at, one.side, _short(one.name), below, picture.COLOURS[one.side]))
    return tuple(found)


def _short(name: str) -> str:
    """``Ollokot 3`` is ``Oll3``, ``Perry Cavalry 1`` is ``PerC1``."""
    first, *rest = name.split()
    return first[:3] + "".join(word if word.isdigit() else word[0] for word in rest)
