"""The two kinds of maps as the order page draws them: the strategic map, and the ground of a battle."""

from collections.abc import Iterator
from dataclasses import replace

from pbem.reports.maps.map_panel import Clickable
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle import picture as tactical_picture
from pbem.systems.nezperce.battle.charts import values
from pbem.systems.nezperce.battle.state import Battle
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import VILLAGE
from pbem.systems.nezperce.state.position import Campaign
from pbem.systems.nezperce.telling import picture
from pbem.systems.nezperce.telling.picture import Paper

_VILLAGE = VILLAGE.rpartition(" ")[2]
LONGEST = 10
"""Characters of a name on a counter."""
Counters = tuple[tuple[str, str, str, str, str], ...]


def strategic(state: Campaign) -> Clickable:
    """The strategic map with the units that are on it."""
    bare = picture.bare_map()
    places = {at: picture.spot(at) for at in data.strategic_map()}
    return Clickable(bare.shapes, bare.width, bare.height, picture.paper().across, places, _units(state))


def _units(state: Campaign) -> Counters:
    found = []
    for at in sorted({one.at for one in state.units.values() if one.active}):
        for side in ("indian", "army"):
            here = state.at(at, side)
            if here:
                names = [one.name for one in here]
                tag = _VILLAGE if VILLAGE in names else _name(names[0])
                found.append((at, side, tag, str(len(here)), picture.COLOURS[side]))
    return tuple(found)


def _name(name: str) -> str:
    """As much of a name as a counter has room for, in whole words: ``Looking`` of Looking Glass."""
    first, *rest = name.split()
    if len(name) <= LONGEST or not rest:
        return name
    return first if len(first) > LONGEST // 2 - 1 else f"{first} {rest[0]}"[:LONGEST]


def tactical(battle: Battle) -> Clickable:
    """The ground of a battle with the units that are on it."""
    return replace(_ground(battle.contact.map), counters=_fighters(battle))


def grounds() -> Iterator[Clickable]:
    """The ground of every battle, with nobody on it."""
    return map(_ground, ground.MAPS)


def _ground(name: str) -> Clickable:
    land = ground.sheet(name)
    paper = Paper(tactical_picture.EDGE, tactical_picture.TOP, land.columns, land.rows)
    bare = tactical_picture.bare_map(name, paper)
    return Clickable(bare.shapes, bare.width, bare.height, paper.across, {at: paper.spot(at) for at in land})


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
    letters, numbers = [word[0] for word in rest if not word.isdigit()], [word for word in rest if word.isdigit()]
    return "".join([first[:3], *letters[:2], *numbers])
