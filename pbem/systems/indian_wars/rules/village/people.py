"""Villagers under attack: casualties, flight, and what the newspapers say (LB-18.D.1, LB-18.D.3)."""

from collections.abc import Callable, Sequence

from pbem.board import sight
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.fire import charts, shot
from pbem.systems.indian_wars.rules.morale import losses
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import PACK_TRAIN, VILLAGERS, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.people_events import (
    CaptivesScored,
    PressJudged,
    TrainPlundered,
    VillagersFled,
    VillagersHit,
)

US, INDIAN = "us", "indian"
BY_FIRE, BY_MELEE = 1, 2
FLIGHT = 4
"""Hexes that villagers flee, and within which they see a refuge."""
KEEP_AWAY = 3
OPEN_EDGES = ("north", "south")
AWARDS: dict[str, Callable[[int], int]] = {
    "+track": lambda track: track,
    "+half track, rounded down": lambda track: track // 2,
    "-half track, rounded up": lambda track: -((track + 1) // 2),
    "-track": lambda track: -track,
}
"""The awards of each row of the press table, by its words."""


# Under attack


@rule("villagers as targets", "villager casualties")
def fired_at(umpire: Umpire[Battlefield], firer: str, target: str) -> bool:
    """US fire at villagers costs them a casualty, whatever the roll, and nothing else; whether the target was villagers."""
    field = umpire.state
    if target not in field or field[target].kind != VILLAGERS:
        return False
    if field[firer].side == US:
        umpire.emit(VillagersHit(target, firer, field[target].at, "fire", BY_FIRE))
    return True


@rule("villagers in melee", "villagers as targets")
def after_melee(umpire: Umpire[Battlefield], target: str, attackers: tuple[str, ...]) -> None:
    """Villagers in a hex that the US attacked have two casualties each, and flee (18.D.1-1)."""
    field = umpire.state
    if field.phasing != US:
        return
    for unit in field.at(target):
        if unit.kind == VILLAGERS:
            umpire.emit(VillagersHit(unit.name, attackers[0], target, "melee", BY_MELEE))
            flee(umpire, unit.name, "after the melee")


# Flight


@rule("villagers in melee", "villager rout ends")
def flee(umpire: Umpire[Battlefield], name: str, why: str) -> None:
    """Toward the nearest refuge within four hexes, else toward the nearest map edge until next to one or off the map."""
    field = umpire.state
    unit = field[name]
    near = any(field.sheet.map.distance(unit.at, one.at) <= FLIGHT for one in refuges(field, name))
    path, off, is_safe = _way(field, unit, FLIGHT if near else None)
    if near and not path:
        path, off, is_safe = _way(field, unit, None)
    umpire.emit(VillagersFled(name, path, not is_safe and not off, off, why))


def refuges(field: Battlefield, name: str) -> tuple[Counter, ...]:
    """Indian combat units and other villagers, neither pinned nor routed."""
    return tuple(
        one
        for one in field.of(INDIAN)
        if one.kind in (WARRIOR, VILLAGERS) and one.name != name and not one.pinned and not one.routed
    )


def is_safe_at(field: Battlefield, name: str, at: str) -> bool:
    """True if a refuge is in a hex or next to it."""
    return any(field.sheet.map.distance(at, one.at) <= 1 for one in refuges(field, name))


def _way(field: Battlefield, unit: Counter, most: int | None) -> tuple[tuple[str, ...], bool, bool]:
    """The shortest way to a hex next to a refuge, without a limit also to the map edge: path, off the map, safe there."""
    sheet, start = field.sheet.map, unit.at
    goals = {near for one in refuges(field, unit.name) for near in (one.at, *sheet.neighbours(one.at))}
    # Where it stands already next to one it still has to get away from there.
    found: dict[str, str] = {start: ""}
    edge, steps = [start], 0
    if most is None and sheet.map_edges(start):
        return (), True, False
    while edge and (most is None or steps < most):
        steps += 1
        onward: list[str] = []
        for here in edge:
            for there in sheet.open_neighbours(here):
                if there not in found and _may_flee(field, here, there):
                    found[there] = here
                    onward.append(there)
        for there in onward:
            off = most is None and bool(sheet.map_edges(there)) and there not in goals
            if there in goals or off:
                return _back(found, there), off, there in goals
        edge = onward
    return (), False, False


def _back(found: dict[str, str], end: str) -> tuple[str, ...]:
    path = [end]
    while found[path[0]]:
        path.insert(0, found[path[0]])
    return tuple(path[1:])


@rule("villagers in melee")
def _may_flee(field: Battlefield, here: str, there: str) -> bool:
    """Not into an enemy's or a burning hex, and within three hexes of US units that they see only away from these."""
    if any(one.is_ablaze or (one.side == US and one.is_unit) for one in field.at(there)):
        return False
    distance = field.sheet.map.distance
    return all(
        distance(there, one.at) > min(KEEP_AWAY, distance(here, one.at)) or not _sees(field, there, one.at)
        for one in field.of(US)
        if one.is_unit and distance(there, one.at) <= KEEP_AWAY
    )


def _sees(field: Battlefield, at: str, foe: str) -> bool:
    return sight.is_seen(field.sheet.map, at, foe, lambda one: shot.blocks(field, one))


@rule("villager rout ends")
def flee_on(umpire: Umpire[Battlefield]) -> None:
    """As the Indian Movement Phase begins: who found no refuge flees on, unless one has come."""
    field = umpire.state
    if field.phase != "C" or field.phasing != INDIAN:
        return
    for unit in circles.villagers(field):
        if unit.routed:
            if is_safe_at(umpire.state, unit.name, unit.at):
                umpire.emit(VillagersFled(unit.name, (), routed=False, off=False, why="their people are with them"))
            else:
                flee(umpire, unit.name, "still in flight")


# Special rules


@rule("villagers special")
def no_edge(field: Battlefield, units: Sequence[Counter], path: Sequence[str]) -> Problem | None:
    """Villagers choose no hex on a map edge but the north or the south edge (18.D.3)."""
    edges = field.sheet.map.map_edges(path[-1])
    if not any(unit.kind == VILLAGERS for unit in units) or not edges or any(one in OPEN_EDGES for one in edges):
        return None
    clause = field.rule("villagers special")
    text = f"{path[-1]} is on the {edges[0]} edge: villagers end a move only at the north or the south edge ({clause})."
    return Illegal("E138", text, clause, words=path[-1], rests_on=tuple(unit.name for unit in units))


@rule("plundering")
def plunder(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Villagers who come upon a pack train with nobody but leaders destroy it; the leaders get away (18.D.3-1)."""
    field = umpire.state
    people = next((name for name in names if name in field and field[name].kind == VILLAGERS), "")
    trains = [one for one in field.at(at) if one.kind == PACK_TRAIN and one.side == US]
    if not people or not trains:
        return
    leaders = tuple(one.name for one in field.at(at) if one.is_leader and one.side == US)
    friends = [one for one in field.of(US) if one.at != at and one.is_unit]
    distance = field.sheet.map.distance
    nearest = min(friends, key=lambda one: distance(one.at, at), default=None)
    for train in trains:
        umpire.emit(TrainPlundered(train.name, at, people, leaders if nearest else (), nearest.at if nearest else ""))
        losses.write_off(umpire, train.name, f"plundered by {people}")


# At the end


@rule("press roll", "capturing villagers")
def settle(umpire: Umpire[Battlefield]) -> None:
    """As the game ends: points for captives, then the newspapers' verdict on the casualties (18.D.1-3, 18.D.2)."""
    captives = captives_held(umpire.state)
    if captives:
        points = len(captives) * charts.victory_points(umpire.state, "villager_captured")
        umpire.emit(CaptivesScored(captives, US, points))
    field = umpire.state
    track = field.notes.village.casualties
    if track:
        roll = umpire.roll("1d6", "press", field.rule("press roll"))
        rows = field.sheet.charts["special"]["press_reaction"]["rows"]
        award = next(str(row["us_vp"]) for row in rows if roll.total <= row["max"])
        umpire.emit(PressJudged(roll, track, US, AWARDS[award](track)))


def captives_held(field: Battlefield) -> tuple[str, ...]:
    """The villagers whom US units guard, or have taken off the map."""
    held = [one.guards for one in field.of(US) if one.guards]
    roster = field.sheet.roster
    return tuple(name for name in (*held, *field.notes.village.taken) if roster[name].kind == VILLAGERS)
