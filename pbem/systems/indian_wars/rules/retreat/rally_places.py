"""The goals of routed units (10.J.2): the places to which a US unit may rally, the edges and hexes to which Indians may run."""

from collections.abc import Iterator, Sequence

from pbem.board import sight
from pbem.board.hexmap import EDGES, LIGHT_WOODS, ROCKS
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.systems.indian_wars.orders.records import Rout
from pbem.systems.indian_wars.rules.fire import shot
from pbem.systems.indian_wars.state.counter import HQ, PACK_TRAIN, PONY_HOLDER, SCOUT, Counter
from pbem.systems.indian_wars.state.field import Battlefield

SAFE = 3
"""Hexes from every enemy at which Indians and scouts may stop (10.J.2.b; ruling A-072)."""
FAR = 15
"""Hexes beyond which no Indian unit compels a US rout (10.J.2.a)."""
FARTHEST = 200
"""More hexes than lie between any two of a sheet."""
FREE_ROUT = "free rout"
"""The option by which any place of its kind will do (ruling A-071)."""
SHELTER = {"woods": LIGHT_WOODS, "rocks": ROCKS}


# Where a compulsion ends


@rule("US destinations", "Indian and scout rout")
def runs_like_indians(field: Battlefield, unit: Counter) -> bool:
    """Indians run from the enemy, US units to a rally location; with whom scouts run is the title's (10.J.2)."""
    return unit.side != "us" or (unit.kind == SCOUT and field.title.rules.scouts_run_like_indians)


@rule("subsequent rout", "US rout ends", "Indian and scout rout")
def may_stop(field: Battlefield, unit: Counter, at: str) -> str:
    """Why a routed unit's compulsion ends in a hex, "" if it does not (10.J.2)."""
    if runs_like_indians(field, unit):
        near = min((field.sheet.map.distance(at, one.at) for one in enemies(field, unit)), default=SAFE)
        return "" if near < SAFE else "no enemy within two hexes"
    place = rally_place(field, unit, at)
    return place or ("" if _is_watched(field, unit, at) else "out of sight of the enemy")


@rule("US destinations", "leave the first refuge")
def rally_place(field: Battlefield, unit: Counter, at: str) -> str:
    """Why a hex is a rally location for a routed US unit: what is there, "" if there is nothing (10.J.2.a)."""
    friend = _refuge(field, unit, at)
    if friend:
        return f"next to {friend}" if field[friend].at != at else f"with {friend}"
    terrain = field.sheet.map.terrain(at)
    if terrain not in SHELTER.values() or (unit.rout_from and field.sheet.map.distance(unit.rout_from, at) <= 1):
        return ""
    return "in woods" if terrain == LIGHT_WOODS else "among rocks"


def enemies(field: Battlefield, unit: Counter) -> Iterator[Counter]:
    """The enemies that drive a unit on: leaders are none (ruling A-008)."""
    return (one for one in field.of(field.enemy_of(unit.side)) if not one.is_leader and not one.is_bystander)


def _refuge(field: Battlefield, unit: Counter, at: str) -> str:
    """A non-routed unit, or a leader, in or next to a hex, other than those it was routed beside (10.J.2.a)."""
    for near in (at, *field.sheet.map.neighbours(at)):
        for one in field.at(near) if near in field.stacks else ():
            if is_refuge(field, unit, one):
                return one.name
    return ""


@rule("leave the first refuge", "rout example")
def is_refuge(field: Battlefield, unit: Counter, one: Counter) -> bool:
    """True if a routed unit may run to a friend: not routed, and not one that it was routed beside (10.J.2.a)."""
    if one.side != unit.side or one.routed or one.is_bystander or one.name == unit.name or one.attached_to == unit.name:
        return False
    return not unit.rout_from or field.sheet.map.distance(unit.rout_from, one.at) > 1


@rule("US rout ends")
def _is_watched(field: Battlefield, unit: Counter, at: str) -> bool:
    """True if some Indian combat unit has a hex in sight, and some one, it or another, is within 15 hexes (10.J.2.a)."""
    sheet = field.sheet.map
    either = shot.HIGHER_BETWEEN in field.options
    fighters = [one for one in enemies(field, unit) if one.kind != PONY_HOLDER]
    return any(sheet.distance(at, one.at) <= FAR for one in fighters) and any(
        sight.is_seen(sheet, one.at, at, lambda between: shot.blocks(field, between), either=either) for one in fighters
    )


# The goals of an order


def goals(field: Battlefield, unit: Counter, to: str) -> tuple[str, ...] | Problem:
    """The hexes in which a rout to a place ends."""
    sheet = field.sheet.map
    if to in SHELTER:
        return _shelter(field, unit, SHELTER[to])
    if runs_like_indians(field, unit) and to in sheet:
        if may_stop(field, unit, to):
            return (to,)
        text = f"{to} is less than {SAFE} hexes from an enemy: {unit.name} can't stop there ({field.rule('rout movement')})."
        return Illegal("E133", text, field.rule("rout movement"), words=to, rests_on=(unit.name, to))
    if to in sheet:
        if rally_place(field, unit, to):
            return (to,) if to in _near_places(field, unit) else _too_far(field, unit, to)
        text = (
            f"{to} is not a rally location: a rout ends next to an unrouted friend, in woods or among rocks "
            f"({field.rule('rout movement')})."
        )
        return Illegal("E133", text, field.rule("rout movement"), words=to, rests_on=(unit.name, to))
    return _beside(field, unit, to)


def _shelter(field: Battlefield, unit: Counter, ground: str) -> tuple[str, ...]:
    """The woods, or the rocks, to which a unit may run: the nearest, with the option all."""
    sheet = field.sheet.map
    found = tuple(one for one in sheet if sheet.terrain(one) == ground and rally_place(field, unit, one))
    return found if FREE_ROUT in field.options else _nearest(field, unit, found)


@rule("US destinations", "shortest route")
def _near_places(field: Battlefield, unit: Counter) -> frozenset[str]:
    """The rally places that a unit may name by their hex: the nearest of each kind (ruling A-071), with the option all."""
    sheet = field.sheet.map
    if FREE_ROUT in field.options:
        return frozenset(sheet)
    found = {one for ground in SHELTER.values() for one in _shelter(field, unit, ground)}
    friends = [one for leader in (False, True) for one in closest_friends(field, unit, leader=leader)]
    friends += [one.name for one in field.of(unit.side) if one.kind in (HQ, PACK_TRAIN)]
    for name in friends:
        found.update((field[name].at, *sheet.neighbours(field[name].at)))
    return frozenset(found)


def _too_far(field: Battlefield, unit: Counter, to: str) -> Problem:
    text = (
        f"{to} is not the nearest place of its kind: {unit.name} routs to the closest unit, leader, wood or rocks, to the"
        f" HQ or a pack train ({field.rule('rout movement')})."
    )
    return Illegal("E133", text, field.rule("rout movement"), words=to, rests_on=(unit.name, to))


def _beside(field: Battlefield, unit: Counter, to: str) -> tuple[str, ...] | Problem:
    """The hexes with or next to a friend: the HQ, a pack train, or the closest unit or leader (10.J.2.a; ruling A-071)."""
    if to not in field or field[to].side != unit.side or not field[to].at or not is_refuge(field, unit, field[to]):
        text = (
            f"{unit.name} can't rally at {to}: it takes an unrouted friend, and not the hex where it was routed "
            f"({field.rule('rout movement')})."
        )
        return Illegal("E133", text, field.rule("rout movement"), words=to, rests_on=(unit.name, to))
    friend = field[to]
    if friend.kind not in (HQ, PACK_TRAIN):
        closest = closest_friends(field, unit, leader=friend.is_leader)
        if to not in closest and FREE_ROUT not in field.options:
            kind = "leader" if friend.is_leader else "unit"
            lines = tuple(f"{unit.name} rout to {name}" for name in closest[:3])
            text = f"{to} is not the closest {kind} that is not routed ({field.rule('rout movement')}). Choose:"
            return Illegal("E133", text, field.rule("rout movement"), lines, to, rests_on=(unit.name, to, *closest))
    return (*field.sheet.map.neighbours(friend.at), friend.at)


def closest_friends(field: Battlefield, unit: Counter, *, leader: bool = False) -> tuple[str, ...]:
    """The friends, units or leaders, who are the closest of those a unit may rout to."""
    found: list[str] = []
    least = FARTHEST
    for one in field.of(unit.side):
        if one.is_leader is leader and one.kind not in (HQ, PACK_TRAIN):
            away = field.sheet.map.distance(one.at, unit.at)
            # Most are farther than another and need no second look: this is asked after every shot.
            if away <= least and is_refuge(field, unit, one):
                found = [*found, one.name] if away == least else [one.name]
                least = away
    return tuple(found)


def _nearest(field: Battlefield, unit: Counter, found: tuple[str, ...]) -> tuple[str, ...]:
    far = {one: field.sheet.map.distance(unit.at, one) for one in found if one != unit.at}
    if not far:
        return ()
    least = min(far.values())
    # A little beyond the nearest: the nearest as the crow flies may not be the nearest to run to.
    return tuple(one for one, away in far.items() if away <= least + 1)


@rule("Indian and scout rout", "prolonged Indian and scout rout")
def leads_away(field: Battlefield, unit: Counter, path: Sequence[str], fewest: int) -> bool:
    """True if Indians, or scouts, may run a way: from the enemy first, and on toward the nearest edge only (10.J.2.b).

    `fewest` are the hexes of the way to the nearest hex where nothing compels them; they go round no enemy on it.  Who is
    not routed yet and safe already runs from the nearest enemy, or to the edge.  Scouts go on to a rally location.
    """
    sheet = field.sheet.map
    foes = [one.at for one in enemies(field, unit)]

    def gap(at: str) -> int:
        return min((sheet.distance(at, foe) for foe in foes), default=SAFE)

    if gap(unit.at) >= SAFE:
        end = path[-1] if path else unit.at
        runs_off = not unit.routed and gap(end) > gap(unit.at) and all(gap(at) >= gap(unit.at) for at in path)
        return not path or runs_off or _goes_on(field, unit, unit.at, end)
    until = next((n for n, at in enumerate(path, 1) if may_stop(field, unit, at)), len(path))
    if until > fewest or any(gap(at) < gap(unit.at) for at in path[:until]):
        return False
    return until == len(path) or _goes_on(field, unit, path[until - 1], path[-1])


def _goes_on(field: Battlefield, unit: Counter, start: str, end: str) -> bool:
    """True if a run that nothing compels any more leads to where it may: to the nearest edge, or of scouts to a rally place."""
    if unit.side == "us":
        return bool(rally_place(field, unit, end))
    steps = field.sheet.map.steps_to_edge
    return any(steps(end, edge) < steps(start, edge) for edge in nearest_edges(field, start))


def edge_hexes(field: Battlefield, unit: Counter, order: Rout) -> tuple[str, ...] | Problem:
    """The hexes of the edge that an order names, if Indians may run to it: the nearest (10.J.2.b)."""
    sheet, edge = field.sheet.map, order.to.removesuffix(" edge")
    if not runs_like_indians(field, unit) or unit.side == "us":
        text = f"{unit.name} routs to a rally location, not to a map edge ({field.rule('rout movement')})."
        return Illegal("E133", text, field.rule("rout movement"), words=order.to)
    nearest = nearest_edges(field, unit.at)
    if edge not in nearest:
        text = f"The nearest edge is the {nearest[0]} edge ({field.rule('rout movement')})."
        return Illegal(
            "E133",
            text,
            field.rule("rout movement"),
            (f"{unit.name} rout to {nearest[0]} edge",),
            order.to,
            (unit.name,),
        )
    return sheet.edge_hexes(edge)


def nearest_edges(field: Battlefield, at: str) -> tuple[str, ...]:
    """The map edges that are nearest to a hex."""
    sheet = field.sheet.map
    far = {edge: sheet.steps_to_edge(at, edge) for edge in EDGES}
    return tuple(edge for edge, away in far.items() if away == min(far.values()))
