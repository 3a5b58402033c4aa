"""Stacking (6): at most 25 factors in a hex when a phase ends; and zones of control (5)."""

from collections.abc import Iterable, Iterator

from pbem.core.clause import rule
from pbem.systems.indian_wars.state.counter import CAMP, HOLDERS, LEADER, PONY_HOLDER, Counter, Printed
from pbem.systems.indian_wars.state.field import Battlefield

LIMIT = 25
PONY_HOLDERS = 4
IN_A_CAMP = 2
"""Combat units, and holders besides, that may share a hex with a camp (LB-6.C)."""
A_GUNNER = 2
"""The worth of each strength point of a crew while it is with its gun: 4 for a full crew, 2 for a reduced one (LB-11.A)."""


@rule(
    "losses count", "markers free", "pack train stacking", "leaders free", "US holders", "gun stacking", "camp counters"
)
def points_of(unit: Counter) -> int:
    """The points of one counter (6.A-6.E, A-015).

    A leader and a pony holder 0, a US holder 1, a gun with its crew 4 or 2, any other its present factor.
    """
    if unit.kind in (LEADER, PONY_HOLDER):
        return 0
    if unit.is_gun:
        return A_GUNNER * unit.strength
    return 1 if unit.kind in HOLDERS else unit.strength


def points(field: Battlefield, hex_id: str) -> int:
    """The stacking points in a hex, which are also its density under fire (6, 9.B.2)."""
    return sum(points_of(unit) for unit in field.at(hex_id))


@rule("when stacking counts", "combat factor limit", "pony holder limit", "pony holder example")
def is_over(field: Battlefield, hex_id: str, side: str, adding: Iterable[Counter] = ()) -> bool:
    """True if a hex would be overstacked if the units in `adding` were there too (6.A, 6.E).

    Who comes without pony holders makes no fewer of them, and is not kept from a hex that has too many.
    """
    more = tuple(adding)
    here = _with(field, hex_id, side, more)
    if sum(points_of(unit) for unit in here) > LIMIT:
        return True
    if _camp_is_full(field, hex_id, side, here, more or here):
        return True
    if more and not any(unit.kind == PONY_HOLDER for unit in more):
        return False
    ponies = sum(unit.kind == PONY_HOLDER for unit in here)
    fighters = sum(unit.kind not in (LEADER, PONY_HOLDER) and not unit.is_bystander for unit in here)
    return ponies > max(PONY_HOLDERS, fighters)


@rule("camp hex limit", "Cheyenne exception")
def most_in_camp(field: Battlefield, hex_id: str, side: str) -> int:
    """The most combat units of a side in a hex with the camp there, whatever their size; 0 where no camp stands."""
    camp = next((unit.printed for unit in field.at(hex_id) if unit.kind == CAMP), None)
    return 0 if camp is None else most_beside(field, camp, side)


@rule("camp hex limit", "Cheyenne exception")
def most_beside(field: Battlefield, camp: Printed, side: str) -> int:
    """The most combat units of a side in a hex with this camp."""
    listed = field.sheet.scenario.circles if side == camp.side else ()
    return next((one.most_in_a_camp for one in listed if camp.tribe in one.camps), IN_A_CAMP)


@rule("camp hex limit")
def _camp_is_full(
    field: Battlefield, hex_id: str, side: str, here: tuple[Counter, ...], coming: tuple[Counter, ...]
) -> bool:
    """True if those who come would make too many combat units, or too many holders, beside a camp (LB-6.C)."""
    most = most_in_camp(field, hex_id, side)
    if not most:
        return False
    fighters, holders = sum(map(fights, here)), sum(unit.is_holder for unit in here)
    too_many = any(map(fights, coming)) and fighters > most
    return too_many or (any(unit.is_holder for unit in coming) and holders > IN_A_CAMP)


def fights(unit: Counter) -> bool:
    """True if it is one of the combat units of which so many share a hex with a camp; its holders are counted apart."""
    return not (unit.is_leader or unit.is_holder or unit.is_bystander)


def points_with(field: Battlefield, hex_id: str, side: str, adding: Iterable[Counter] = ()) -> int:
    """The stacking points of a side in a hex if the units in `adding` were there too."""
    return sum(points_of(unit) for unit in _with(field, hex_id, side, adding))


def _with(field: Battlefield, hex_id: str, side: str, adding: Iterable[Counter]) -> tuple[Counter, ...]:
    more = tuple(adding)
    coming = tuple(unit.name for unit in more)
    return (*(unit for unit in field.at(hex_id) if unit.side == side and unit.name not in coming), *more)


# Zones of control (5).

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
