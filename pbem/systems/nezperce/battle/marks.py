"""What the phases of a battle did, for its picture: ways and fights."""

from collections.abc import Sequence

from pbem.core.event import Event
from pbem.systems.nezperce.battle.events import FellBack, FighterMoved, MeleeFought, ShotFired, UnitOut
from pbem.systems.nezperce.battle.picture import Mark
from pbem.systems.nezperce.battle.state import Battle

MOST_FIGHTS = 12
"""So many of the last shots and melees are marked; more would hide the map."""


def marks_of(battle: Battle, events: Sequence[Event]) -> tuple[Mark, ...]:
    """The marks: for each unit its whole way, then the last fights.

    The events are gone through backward from where everybody stands now, so that the hex of whoever fired is known.  A unit
    whose hex at the time cannot be found so is not marked.
    """
    where = {one.name: one.at for one in battle.units}
    sides = {one.name: one.side for one in battle.units}
    ways: dict[str, tuple[str, ...]] = {}
    fights: list[Mark] = []
    for event in reversed(events):
        match event:
            case FighterMoved():
                rest = ways.get(event.unit, ())
                ways[event.unit] = (*event.path, *rest[1:]) if rest[:1] == event.path[-1:] else event.path + rest
                where[event.unit] = event.path[0]
            case FellBack() | UnitOut():
                where[event.unit] = ""
            case ShotFired():
                if start := where.get(event.unit, ""):
                    fights.append(Mark("fire", sides.get(event.unit, "army"), (start, event.at)))
                where[event.target] = event.at
            case MeleeFought():
                for name in event.defenders:
                    where[name] = event.at
                fights += [Mark("melee", event.side, (at, event.at)) for at in _came_from(events, event)]
            case _:
                pass
    moves = [Mark("move", sides.get(name, "army"), path) for name, path in ways.items()]
    return (*moves, *reversed(fights[:MOST_FIGHTS]))


def _came_from(events: Sequence[Event], melee: MeleeFought) -> list[str]:
    """The hexes from which the attackers of a melee entered its hex."""
    before = events[: next(n for n, one in enumerate(events) if one is melee)]
    found = []
    for name in melee.attackers:
        way = next((one for one in reversed(before) if isinstance(one, FighterMoved) and one.unit == name), None)
        if way is not None and len(way.path) > 1 and way.path[-1] == melee.at:
            found.append(way.path[-2])
    return found
