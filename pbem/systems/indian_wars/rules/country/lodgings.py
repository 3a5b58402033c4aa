"""The places of Indian counters for the night: raiders near the cavalry, herds and all others near the camps (LB-17.E.4 to
6)."""

from collections.abc import Iterable

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.records import SetUp
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.turn import setup
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import CAMP, CAVALRY, DISMOUNTED, MOUNTED, PONY_HERD, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.night_events import LodgingTaken, RaiderPlaced

US, INDIAN = "us", "indian"
RAID = 3
"""The distance from some cavalry unit within which a raider may be placed."""


def _chart(field: Battlefield, name: str) -> int:
    return int(field.sheet.charts["special"]["night"][name])


# Where


def packed(field: Battlefield) -> tuple[tuple[str, str], ...]:
    """The packed camps by name, each with the hex of the villagers who have it."""
    roster = field.sheet.roster
    return tuple(
        (what, field[by].at)
        for what, by in sorted(field.notes.village.carried.items())
        if roster[what].kind == CAMP and by in field and field[by].at
    )


@rule("camp counters", "night rest")
def set_up_again(field: Battlefield) -> tuple[tuple[str, str], ...]:
    """The packed camps that are set up as the night ends, with their hexes: one to a hex where none stands (ruling A-170).

    The others stay packed with their villagers.
    """
    taken = {one.at for one in circles.camps(field)}
    found: dict[str, str] = {}
    for camp, at in packed(field):
        if at not in taken:
            found.setdefault(at, camp)
    return tuple((camp, at) for at, camp in found.items())


def camp_hexes(field: Battlefield) -> tuple[str, ...]:
    """The hexes of camps, packed ones included: their counters lie with their villagers."""
    return tuple(dict.fromkeys((*(one.at for one in circles.camps(field)), *(at for _, at in packed(field)))))


@rule("camp hex limit", "night rest")
def _is_full(field: Battlefield, at: str, coming: tuple[Counter, ...]) -> bool:
    """True if a hex has no room: a camp that is packed with villagers there counts, for it is set up again in this night."""
    if stacking.is_over(field, at, INDIAN, coming):
        return True
    tents = [field.sheet.roster[what] for what, there in packed(field) if there == at]
    if not tents or not any(map(stacking.fights, coming)):
        return False
    here = {one.name: one for one in (*field.at(at), *coming) if one.side == INDIAN}
    return sum(map(stacking.fights, here.values())) > stacking.most_beside(field, tents[0], INDIAN)


def us_hexes(field: Battlefield) -> tuple[str, ...]:
    """The hexes in which US units stand."""
    return tuple(dict.fromkeys(one.at for one in field.of(US) if one.is_unit))


def _free(field: Battlefield, at: str) -> bool:
    return not any(one.is_ablaze or (one.side == US and not one.is_bystander) for one in field.at(at))


@rule("night rest")
def rest_hexes(field: Battlefield) -> tuple[str, ...]:
    """In or next to camps and villagers; where neither is left, every hex that is not near US units, the farthest first."""
    homes = dict.fromkeys((*camp_hexes(field), *(one.at for one in circles.villagers(field))))
    if homes:
        around = (near for at in homes for near in field.sheet.map.neighbours(at))
        return tuple(at for at in dict.fromkeys((*homes, *around)) if _free(field, at))
    distance, foes = field.sheet.map.distance, us_hexes(field)
    far = {at: min((distance(at, foe) for foe in foes), default=0) for at in field.sheet.map if _free(field, at)}
    return tuple(at for at in sorted(far, key=lambda at: (-far[at], at)) if far[at] > RAID or not foes)


@rule("night herds")
def herd_hexes(field: Battlefield) -> tuple[str, ...]:
    """Within ten hexes of a camp and next to none, the nearest first; where no camp is left, as for people."""
    camps = camp_hexes(field)
    if not camps:
        return rest_hexes(field)
    most, distance = _chart(field, "herds_within_of_camp"), field.sheet.map.distance
    far = {at: min(distance(at, camp) for camp in camps) for at in field.sheet.map}
    return tuple(at for at in sorted(far, key=lambda at: (far[at], at)) if 1 < far[at] <= most and _free(field, at))


@rule("night raiders")
def raid_hexes(field: Battlefield) -> frozenset[str]:
    """Within three hexes of some cavalry unit, next to no US unit, with a way to a camp that is next to none (17.E.4)."""
    sheet = field.sheet.map
    closed = {at for foe in us_hexes(field) for at in (foe, *sheet.neighbours(foe))}
    linked = {at for at in camp_hexes(field) if at not in closed}
    ends = list(linked)
    while ends:
        for at in sheet.neighbours(ends.pop()):
            if at not in linked and at not in closed and _free(field, at):
                linked.add(at)
                ends.append(at)
    cavalry = tuple(dict.fromkeys(one.at for one in field.of(US) if one.kind == CAVALRY))
    return frozenset(at for at in linked if any(sheet.distance(at, one) <= RAID for one in cavalry))


def ponies_left(field: Battlefield) -> tuple[Counter, ...]:
    """The herds that are not placed yet."""
    return tuple(one for one in setup.waiting(field, INDIAN) if one.kind == PONY_HERD)


# Orders


def plan_place(field: Battlefield, side: str, letter: str, order: SetUp) -> Plan | Problem:
    """Check that counters may spend the night in a hex (17.E.4 to 17.E.6)."""
    clause = field.rule("night turn")
    if side != INDIAN:
        return Illegal("E190", f"Only the Indian player places counters in the night turn ({clause}).", clause)
    if order.at not in field.sheet.map:
        return Malformed("E121", f"{order.at} is not on the map.", words=order.at)
    waiting = {one.name for one in setup.waiting(field, side)}
    for name in order.units:
        if name not in waiting:
            text = f"{name} is not waiting to be placed ({clause})."
            return Illegal("E152", text, clause, words=name, rests_on=(name,))
        problem = _misplaced(field, field[name], order)
        if problem:
            return problem
    coming = tuple(field[name] for name in order.units)
    if _is_full(field, order.at, coming):
        clause = field.rule("stacking limit")
        text = f"{order.at} is full: no more may stand there ({clause})."
        return Illegal("E136", text, clause, words=order.at, rests_on=(order.at,))
    herds = sum(one.kind == PONY_HERD for one in (*field.at(order.at), *coming))
    most = _chart(field, "herds_per_hex")
    if herds > most and any(one.kind == PONY_HERD for one in coming):
        clause = field.rule("night herds")
        return Illegal("E136", f"{order.at} would hold {herds} herds; {most} may ({clause}).", clause, words=order.at)
    return Plan(order)


def _misplaced(field: Battlefield, unit: Counter, order: SetUp) -> Problem | None:
    """Why a counter may not be placed so."""
    on_foot = order.mode in ("", DISMOUNTED)
    if unit.kind == PONY_HERD:
        if order.at in herd_hexes(field):
            return None
        clause, far = field.rule("night herds"), _chart(field, "herds_within_of_camp")
        text = f"{unit.name} may not be in {order.at}: within {far} hexes of a camp, and next to none ({clause})."
        return Illegal("E152", text, clause, words=order.at)
    if on_foot and order.at in rest_hexes(field):
        return None
    if unit.is_leader:
        if any(one.side == INDIAN and one.kind == WARRIOR for one in field.at(order.at)):
            return None
        clause = field.rule("night rest")
        text = f"{unit.name} goes where a camp, villagers or a unit of warriors are ({clause})."
        return Illegal("E152", text, clause, words=order.at)
    return _no_raid(field, unit, order)


@rule("night raiders")
def _no_raid(field: Battlefield, unit: Counter, order: SetUp) -> Problem | None:
    """Why a warrior may not be placed near the cavalry."""
    clause = field.rule("night raiders")
    if order.at not in raid_hexes(field):
        text = (
            f"{unit.name} may not be in {order.at}.  On foot it goes in or next to a camp or villagers; else within {RAID} "
            f"hexes of a cavalry unit, next to no US unit, with a way to a camp that is next to none ({clause})."
        )
        return Illegal("E152", text, clause, words=order.at)
    if field.notes.country.raiders < len(order.units):
        text = f"{field.notes.country.raiders} more units may be placed near the cavalry in this night ({clause})."
        return Illegal("E152", text, clause, words=order.at)
    if order.mode == MOUNTED and len(ponies_left(field)) < len(order.units):
        return Illegal("E152", f"No ponies are left for {unit.name} ({clause}).", clause, words=order.mode)
    if order.mode not in ("", MOUNTED, DISMOUNTED):
        return Illegal("E152", f"{unit.name} is placed mounted or dismounted ({clause}).", clause, words=order.mode)
    return None


def resolve_place(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Put the counters down."""
    if isinstance(plan.order, SetUp):
        for name in plan.order.units:
            _put(umpire, name, plan.order.at, plan.order.mode)
    yield from ()


def _put(umpire: Umpire[Battlefield], name: str, at: str, mode: str) -> None:
    field = umpire.state
    unit = field[name]
    is_raider = unit.kind == WARRIOR and (mode == MOUNTED or at not in rest_hexes(field))
    if not is_raider:
        umpire.emit(LodgingTaken(name, at))
        return
    pony = _pony_for(field, unit) if mode == MOUNTED else ""
    umpire.emit(RaiderPlaced(name, at, mode or DISMOUNTED, pony))


def _pony_for(field: Battlefield, unit: Counter) -> str:
    """The herd that a raider uses up: its own ponies if they are there, else the last of those that wait."""
    names = [one.name for one in ponies_left(field)]
    return unit.printed.holders if unit.printed.holders in names else names[-1]


# What nobody has ordered


@rule("night rest", "night herds")
def place_the_rest(umpire: Umpire[Battlefield]) -> None:
    """Warriors go to the camps of their tribe, leaders to their units, herds to the meadows nearest to the camps."""
    for unit in setup.waiting(umpire.state, INDIAN):
        if unit.kind == WARRIOR:
            _lodge(umpire, unit, _by_tribe(umpire.state, unit))
    meadows = herd_hexes(umpire.state)
    for unit in setup.waiting(umpire.state, INDIAN):
        if unit.kind == PONY_HERD:
            most = _chart(umpire.state, "herds_per_hex")
            free = (at for at in meadows if sum(one.kind == PONY_HERD for one in umpire.state.at(at)) < most)
            _lodge(umpire, unit, free)
        elif unit.is_leader:
            with_him = [umpire.state[unit.attached_to].at] if unit.attached_to in umpire.state else []
            _lodge(umpire, unit, (at for at in (*with_him, *_by_tribe(umpire.state, unit)) if at))


def _by_tribe(field: Battlefield, unit: Counter) -> list[str]:
    """The hexes for rest: where the camps of its circle are, those of other camps, then those beside; the safest first."""
    circle = circles.circle_of(field, unit)
    own = {one.at for one in (circles.camps_of(field, circle) if circle else ())}
    own |= {at for what, at in packed(field) if circle and field.sheet.roster[what].tribe in circle.camps}
    camps, foes, distance = set(camp_hexes(field)), us_hexes(field), field.sheet.map.distance

    def rank(at: str) -> tuple[bool, int, bool, str]:
        near = min((distance(at, one) for one in own), default=0)
        return any(distance(at, foe) < 2 for foe in foes), near, at not in camps, at

    return sorted(rest_hexes(field), key=rank)


def _lodge(umpire: Umpire[Battlefield], unit: Counter, hexes: Iterable[str]) -> None:
    """The first of these hexes that has room; where none has, the first of them at all."""
    known = tuple(hexes)
    room = (at for at in known if not _is_full(umpire.state, at, (unit,)))
    at = next(room, known[0] if known else "")
    if at:
        umpire.emit(LodgingTaken(unit.name, at))
