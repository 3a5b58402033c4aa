"""Zones of control (5)."""

from collections.abc import Iterable, Iterator

from pbem.core.clause import rule
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

FULL, PARTIAL, NONE = "full", "partial", "none"


@rule("ZOC kinds", "full ZOC holders", "partial ZOC holders", "no ZOC", "holder without horses")
def kind_of(unit: Counter) -> str:
    """``full`` (its hex and the six around it), ``partial`` (its hex only) or ``none`` (5; rulings A-008, A-009).

    Leaders and abandoned trains have none; holders, while they have animals, and routed units a partial one; a pin takes
    nothing away (9.D.2).
    """
    if unit.is_leader or unit.is_bystander:
        return NONE
    return PARTIAL if unit.minds_mounts or unit.routed else FULL


@rule("impassable limits", "pinned ZOC")
def exerting(field: Battlefield, hex_id: str, side: str) -> tuple[Counter, ...]:
    """The enemies of `side` whose ZOC covers a hex: those in it, then those around it, clockwise from the north.

    A ZOC does not reach across a cliff (5; ruling A-013).
    """
    return tuple(_exerting(field, hex_id, side))


def is_in_enemy_zoc(field: Battlefield, hex_id: str, side: str) -> bool:
    """True if the ZOC of any enemy of `side` covers a hex, friends there or not."""
    return next(_exerting(field, hex_id, side), None) is not None


def of_enemies(field: Battlefield, side: str) -> frozenset[str]:
    """Every hex that the ZOC of an enemy of `side` covers: those for which `is_in_enemy_zoc` holds."""
    found: set[str] = set()
    for at in field.stacks:
        for unit in field.at(at):
            kind = NONE if unit.printed.side == side else kind_of(unit)
            if kind != NONE:
                found.add(at)
            if kind == FULL:
                found.update(field.sheet.map.open_neighbours(at))
                break
    if field.notes.country.fires:
        found = {at for at in found if not any(one.is_ablaze for one in field.at(at))}
    return frozenset(found)


def _exerting(field: Battlefield, hex_id: str, side: str) -> Iterator[Counter]:
    stacks, units = field.stacks, field.units
    if field.notes.country.fires and any(one.is_ablaze for one in field.at(hex_id)):
        return  # no ZOC reaches into a fire (ruling A-126)
    for name in stacks.get(hex_id, ()):
        unit = units[name]
        if unit.printed.side != side and kind_of(unit) != NONE:
            yield unit
    for near in field.sheet.map.open_neighbours(hex_id):
        for name in stacks.get(near, ()):
            unit = units[name]
            if unit.printed.side != side and kind_of(unit) == FULL:
                yield unit


@rule("friendly unit negates")
def friend_covers(field: Battlefield, hex_id: str, side: str, besides: Iterable[str] = ()) -> bool:
    """True if a friendly unit in a hex cancels the enemy's ZOC there for fire, retreat and rout (5; ruling A-010).

    Leaders and abandoned trains do not count, nor do the units named in `besides` (the movers themselves); holders do.
    """
    movers = tuple(besides)
    return any(
        u.side == side and not u.is_leader and not u.is_bystander and u.name not in movers for u in field.at(hex_id)
    )
