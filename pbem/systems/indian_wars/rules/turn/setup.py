"""Set-up (18): units with a fixed hex, holders and scouts where their owner says; fords chosen in secret."""

from collections.abc import Collection, Iterator

from pbem.board import sight
from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.littlebighorn_records import RealFords
from pbem.systems.indian_wars.orders.records import Enter, SetUp
from pbem.systems.indian_wars.rules.fire import shot
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.movement.mobility import stands_in
from pbem.systems.indian_wars.rules.turn import acts
from pbem.systems.indian_wars.rules.turn.sequence import THE_BATTLE
from pbem.systems.indian_wars.state.counter import DISMOUNTED, HOLDER_OF, HOLDERS, HQ, LEADER, MOUNTED, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import ArrivalRolled, HoldersPlaced, HoldersTaken, UnitSetUp
from pbem.systems.indian_wars.state.notes import INDIAN, US, EntryWritten, FordsChosen, FordShown
from pbem.systems.indian_wars.title import EntryForce, FordGroup, Scenario, SetUpGroup, TitleData

# Possible fords: the Indian side chooses in secret which are real, and crossing one shows it (LB-21.1.I,
# LB-21.4.D).


def open_groups(field: Battlefield, side: str) -> tuple[FordGroup, ...]:
    """The groups of possible fords of which a side has still to choose the real ones."""
    groups = field.sheet.scenario.fords if side == INDIAN else ()
    return tuple(one for one in groups if not all(place in field.secrets.fords for place in one.places))


@rule("hidden fords", "fords of the second village")
def plan(field: Battlefield, side: str, letter: str, order: RealFords) -> Plan | Problem:
    """Check that these may be the real fords: of a pair one, of three one or two (rulings A-094, A-157)."""
    clause = field.rule("hidden fords")
    groups = field.sheet.scenario.fords
    if side != INDIAN or not groups:
        return Illegal(
            "E152", f"Only the Indian player chooses fords, where a scenario has possible ones ({clause}).", clause
        )
    known = [place for group in groups for place in group.places]
    for place in order.places:
        if place not in known:
            text = f"There is no possible ford at {place}: {say.several(known, 'or')} ({clause})."
            return Malformed("E152", text, words=place)
    problems = (_miscounted(group, order.places, clause) for group in groups)
    return next((one for one in problems if one is not None), Plan(order))


def _miscounted(group: FordGroup, places: Collection[str], clause: str) -> Problem | None:
    real = [place for place in group.places if place in places]
    if not real or group.least <= len(real) <= group.most:
        return None  # a group of which nothing is said keeps its default
    number = str(group.least) if group.least == group.most else f"{group.least} or {group.most}"
    text = f"Of {say.several(group.places)} {number} must be real, and you named {len(real)} ({clause})."
    return Illegal("E152", text, clause, words=real[-1])


@rule("hidden fords", "fords of the second village")
def choose(umpire: Umpire[Battlefield], side: str, orders: tuple[Order, ...]) -> None:
    """Note which fords are real; of a group of which nothing was ordered the first is."""
    if side != INDIAN:
        return
    chosen = tuple(order for order in orders if isinstance(order, RealFords))
    named = [place for order in chosen for place in order.places]
    for group in umpire.state.sheet.scenario.fords:
        real = [place for place in group.places if place in named] or [group.places[0]]
        if not group.least <= len(real) <= group.most:
            real = [group.places[0]]
        umpire.emit(FordsChosen(group.places, tuple(place in real for place in group.places)))


def resolve(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Nothing by itself: all choices are noted together when the side has set up."""
    yield from ()


@rule("hidden fords")
def show(umpire: Umpire[Battlefield], names: tuple[str, ...], a: str, b: str) -> None:
    """As counters come to cross at a possible ford, it is shown: by US units always, by Indians where a US unit sees it."""
    field = umpire.state
    place = field.sheet.ford_places.get((a, b))
    if place is None or place not in field.secrets.fords:
        return
    if field[names[0]].side == US or _is_seen(field, (a, b)):
        umpire.emit(FordShown(place, names[0], field.secrets.fords[place]))


def _is_seen(field: Battlefield, at: Collection[str]) -> bool:
    watchers = [one for one in field.of(US) if one.is_unit]
    return any(
        sight.is_seen(field.sheet.map, one.at, here, lambda between: shot.blocks(field, between))
        for one in watchers
        for here in at
    )


def owed(field: Battlefield, side: str, orders: Collection[Order]) -> Iterator[str]:
    """The fords that will be taken for real if nothing is ordered."""
    named = [place for order in orders if isinstance(order, RealFords) for place in order.places]
    for group in open_groups(field, side):
        if not any(place in named for place in group.places):
            yield (
                f"you have not said which of the fords {say.several(group.places)} are real: only {group.places[0]} "
                f"will be ({field.rule('hidden fords')})"
            )


LATE_START = "late_start"
"""The key of a scenario's file by which the battle begins 1d6 game turns late (RC-18.3B)."""


@rule("single map")
def roll(umpire: Umpire[Battlefield], side: str) -> None:
    """Once the first side has set up, a die is rolled openly for each zone by which such a force enters (ruling A-161)."""
    scenario = umpire.state.sheet.scenario
    if side != scenario.setup_sequence[0]:
        return
    if scenario.data.get("scenario", {}).get(LATE_START) and THE_BATTLE not in umpire.state.notes.arrivals:
        die = umpire.roll("1d6", "late start", umpire.state.rule("scenario"))
        umpire.emit(ArrivalRolled(THE_BATTLE, die, 1 + die.total))
    for entry in scenario.entries:
        zone = entry.edges[0].zone
        if entry.dice and zone not in umpire.state.notes.arrivals:
            die = umpire.roll("1d6", f"arrival by the {zone}", umpire.state.rule("single map"))
            umpire.emit(ArrivalRolled(zone, die, entry.dice[die.total - 1]))


@rule("starting hexes", "scout band", "Crook with the pack train", "ammunition setting", "pack train scope")
def place_fixed(field: Battlefield, scenario: Scenario) -> None:
    """Fill a field as a scenario opens: fixed units in their hexes, the others waiting.  Only for a field not yet in play."""
    for group in scenario.setup:
        for name in group.units:
            at = group.hexes[0] if group.is_fixed else ""
            fresh = Counter(field.sheet.roster[name], at=at)
            field.put(fresh.but(mode=stands_in(fresh, group.modes[0])))
    for unit in tuple(field.units.values()):
        if leaves_holders(unit):
            field.put(Counter(field.sheet.roster[unit.printed.holders], mode=DISMOUNTED))
    for pitch in field.title.rules.pitches:
        pitch(field)
    for at in tuple(field.stacks):
        field.settle_leaders(at)


def leaves_holders(unit: Counter) -> bool:
    """True if a unit that sets up dismounted has a holder to place; the HQ has none (ruling A-032)."""
    return bool(unit.at) and unit.printed.mounts in HOLDER_OF and unit.kind != HQ and not unit.is_mounted


def group_of(sheet: TitleData, name: str) -> SetUpGroup | None:
    """The set-up group of a counter."""
    return next((group for group in sheet.scenario.setup if name in group.units), None)


def waiting(field: Battlefield, side: str) -> tuple[Counter, ...]:
    """The counters of a side that are set up and not yet placed, by name; those who enter later are none.

    In memory counters keep the sequence in which they came; a checkpoint gives them back by name.
    """
    entering = {name for entry in field.sheet.scenario.entries for name in entry.units}
    here = (u for u in field.units.values() if u.side == side and not u.at and u.name not in entering)
    return tuple(sorted(here, key=lambda one: one.name))


@rule(
    *(
        "starting modes",
        "scout band",
        "Turning Bear",
        "Custer's command",
        "Reno's command",
        "Custer's column on the map",
    ),
)
def legal_hexes(field: Battlefield, unit: Counter) -> tuple[str, ...]:
    """The hexes where a counter may be set up, in hex order: next to its unit for holders, the hexes of its group for others
    (18)."""
    for known in field.title.rules.set_up_hexes:
        found = known(field, unit)
        if found is not None:
            return found
    if unit.kind in HOLDERS:
        company = next((one for one in field.units.values() if one.printed.holders == unit.name), None)
        return tuple(sorted(field.sheet.map.neighbours(company.at))) if company and company.at else ()
    group = group_of(field.sheet, unit.name)
    return group.hexes if group else ()


def plan_set_up(field: Battlefield, side: str, letter: str, order: SetUp) -> Plan | Problem:
    """Check that these counters may stand there (18)."""
    for name in order.units:
        if name not in field or field[name].side != side:
            return Malformed("E104", f"{name} does not set up in this game.", words=name)
        unit = field[name]
        group = group_of(field.sheet, name)
        if group and group.is_fixed:
            return Illegal(
                "E152",
                f"{name} sets up in {group.hexes[0]}: its hex is fixed ({field.rule('set-up')}).",
                field.rule("set-up"),
                words=name,
            )
        hexes = legal_hexes(field, unit)
        if not hexes:
            text = f"{name} doesn't set up: it enters the map in a Movement Phase ({field.rule('set-up')})."
            return Illegal("E152", text, field.rule("set-up"), words=name)
        if order.at not in hexes:
            where = (
                say.several(hexes, "or") if len(hexes) <= 6 else f"a hex of rows {hexes[0][2:]} to {_last_row(hexes)}"
            )
            text = f"{name} may not set up in {order.at}: {where} ({field.rule('set-up')})."
            return Illegal("E152", text, field.rule("set-up"), words=order.at)
        modes = _modes_in(field, unit, order.at) or (group.modes if group and unit.kind != LEADER else (DISMOUNTED,))
        if order.mode and order.mode not in modes and unit.kind != LEADER:
            return Illegal(
                "E152",
                f"{name} sets up {say.several(modes, 'or')}, not {order.mode} ({field.rule('set-up')}).",
                field.rule("set-up"),
                words=order.mode,
            )
    coming = tuple(field[name] for name in order.units)
    if stacking.is_over(field, order.at, side, coming):
        points = stacking.points_with(field, order.at, side, coming)
        text = (
            f"{order.at} would hold {points} strength points; the limit is {stacking.LIMIT} "
            f"({field.rule('stacking limit')})."
        )
        return Illegal("E136", text, field.rule("stacking limit"), words=order.at, rests_on=(order.at,))
    return Plan(order)


def _modes_in(field: Battlefield, unit: Counter, at: str) -> tuple[str, ...]:
    """The modes in which a rule of the title lets a unit stand in a hex; () where it says nothing."""
    return next((found for modes in field.title.rules.set_up_modes if (found := modes(field, unit, at))), ())


def _last_row(hexes: tuple[str, ...]) -> str:
    return max(one[2:] for one in hexes)


def resolve_set_up(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Put the counters down."""
    if isinstance(plan.order, SetUp):
        for name in plan.order.units:
            _put(umpire, name, plan.order.at, plan.order.mode)
    yield from ()


def _put(umpire: Umpire[Battlefield], name: str, at: str, mode: str = "") -> None:
    unit = umpire.state[name]
    group = group_of(umpire.state.sheet, name)
    other = _modes_in(umpire.state, unit, at)
    first = other[0] if other else group.modes[0] if group else DISMOUNTED
    for follow in umpire.state.title.rules.set_up_follows:
        follow(umpire, name, at)
    stands = stands_in(unit, mode or first)
    holders = unit.printed.holders
    has_horses = group and MOUNTED in group.modes and unit.printed.mounts in HOLDER_OF and unit.kind != HQ
    if has_horses and not unit.is_mounted and holders in umpire.state:
        # It was set up before, on foot: its holders go with it, or back into the ranks.
        umpire.emit(HoldersTaken(holders, name))
    umpire.emit(UnitSetUp(name, at, stands))
    if has_horses and stands != MOUNTED:
        umpire.emit(HoldersPlaced(holders, name, at))


@rule("scenario")
def set_up_phase(umpire: Umpire[Battlefield], side: str, letter: str) -> Play[None]:
    """A side sets up; what it leaves open goes to the first legal hex in hex order."""
    if not waiting(umpire.state, side) and not writes(umpire.state, side):
        roll(umpire, side)
        return
    orders: tuple[Order, ...] = yield from acts.ask_orders(umpire.state, side, letter)
    wanted = tuple(order for order in orders if isinstance(order, SetUp))
    yield from acts.carry_out(umpire, side, letter, wanted, plan_set_up, resolve_set_up)
    for unit in waiting(umpire.state, side):
        for at in legal_hexes(umpire.state, unit):
            if not stacking.is_over(umpire.state, at, side, (unit,)):
                _put(umpire, unit.name, at)
                break
    for end in umpire.state.title.rules.set_up_ends:
        end(umpire, side, orders)
    choose(umpire, side, orders)
    write(umpire, side, orders)
    roll(umpire, side)


def writes(field: Battlefield, side: str) -> bool:
    """True if a side has anything to write down in secret."""
    return bool(open_groups(field, side) or open_units(field, side))


# Entry hexes that a side writes down before play (LB-21.1.K).


def forces(field: Battlefield, side: str) -> tuple[EntryForce, ...]:
    """The forces of a side whose entry is written down."""
    return tuple(one for one in field.sheet.scenario.entries if one.is_secret and one.side == side == US)


def open_units(field: Battlefield, side: str) -> tuple[Counter, ...]:
    """The counters of which nothing is written down yet."""
    return tuple(
        field[name]
        for force in forces(field, side)
        for name in force.units
        if name in field and not field[name].at and name not in field.secrets.entries
    )


@rule("written entry", "Benteen's entry", "McDougall's entry")
def plan_written(field: Battlefield, side: str, order: Enter) -> Plan | Problem:
    """Check that units may be written down for a hex: one of the zone by which their force comes."""
    force = next((one for one in forces(field, side) if all(name in one.units for name in order.units)), None)
    clause = field.rule("written entry")
    if force is None:
        text = f"{say.together(order.units)}: only later reinforcements write down their entry hex ({clause})."
        return Malformed("E153", text, clause, words=order.units[0])
    hexes = hexes_of(force)
    if order.at not in hexes:
        zones = say.several([say.zone_with_hexes(edge.zone, edge.hexes) for edge in force.edges], "or")
        text = f"{order.at} is not an entry hex of theirs: they enter by the {zones} ({clause})."
        return Illegal("E153", text, clause, words=order.at)
    if _points([field[name] for name in order.units]) > stacking.LIMIT:
        text = f"{order.at} would hold more than {stacking.LIMIT} strength points ({field.rule('stacking limit')})."
        return Illegal("E136", text, field.rule("stacking limit"), words=order.at)
    return Plan(order, ("secret until then",))


def _points(units: Collection[Counter]) -> int:
    return sum(stacking.points_of(unit) for unit in units if not unit.is_leader)


def hexes_of(force: EntryForce) -> tuple[str, ...]:
    """The hexes by which a force may come."""
    return tuple(dict.fromkeys(at for edge in force.edges for at in edge.hexes))


@rule("written entry")
def write(umpire: Umpire[Battlefield], side: str, orders: tuple[Order, ...]) -> None:
    """Note what was ordered; a unit that was left out comes by the middle of its zone, the units side by side."""
    for order in orders:
        if isinstance(order, Enter) and not isinstance(plan_written(umpire.view(side), side, order), Problem):
            umpire.emit(EntryWritten(order.units, order.at))
    for force in forces(umpire.state, side):
        hexes = hexes_of(force)
        middle = (len(hexes) - 1) // 2
        from_middle = sorted(hexes, key=lambda at: (abs(hexes.index(at) - middle), at))
        for name in sorted(force.units, key=lambda name: name in umpire.state and umpire.state[name].is_leader):
            field = umpire.state
            if name in field and not field[name].at and name not in field.secrets.entries:
                umpire.emit(EntryWritten((name,), _by_default(field, force, name, from_middle)))


def _by_default(field: Battlefield, force: EntryForce, name: str, hexes: Collection[str]) -> str:
    """The first hex with room; leaders come with the first unit of their force."""
    beside = [field.secrets.entries[one] for one in force.units if one in field.secrets.entries and one != name]
    if field[name].is_leader and beside:
        return beside[0]
    for at in hexes:
        there = [field[one] for one, place in field.secrets.entries.items() if place == at and one in field]
        if _points([*there, field[name]]) <= stacking.LIMIT:
            return at
    return next(iter(hexes))


def hex_for(field: Battlefield, name: str) -> str:
    """The hex where a counter must enter, "" where nothing is written of it."""
    return field.secrets.entries.get(name, "")


def owed_in_writing(field: Battlefield, side: str, named: Collection[str]) -> Iterator[str]:
    """The secrets that are not written down yet and will be."""
    missing = [unit.name for unit in open_units(field, side) if unit.name not in named]
    if missing:
        yield (
            f"entry not written down: {say.folded(missing)}: each comes by the middle of its entry zone "
            f"({field.rule('written entry')})"
        )
