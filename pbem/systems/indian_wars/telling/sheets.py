"""Order sheets of the night turn and of what a side writes down in secret."""

from collections.abc import Callable, Iterator, Sequence

from pbem.core.order import Order
from pbem.core.system import Plan
from pbem.reports.report import REMARK_AT, WIDTH, SheetLine
from pbem.systems.indian_wars.orders.littlebighorn_records import Hunt, RealFords, RestoreStrength
from pbem.systems.indian_wars.orders.records import BuildBreastworks, Enter, SetUp
from pbem.systems.indian_wars.phases import HUNT, NIGHT
from pbem.systems.indian_wars.rules.country import lodgings
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.turn import setup
from pbem.systems.indian_wars.rules.village import alert
from pbem.systems.indian_wars.state.counter import PONY_HERD, PRONE, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling.log import counted, joined
from pbem.systems.indian_wars.telling.map import stack_letters, stacks_of

NIGHT_LETTER = NIGHT
US = "us"

Legal = Callable[[Order], Plan | None]
StackLines = Callable[[str, str, list[Counter]], Iterator[SheetLine]]


def night_lines(field: Battlefield, side: str, legal: Legal, stack: StackLines) -> Iterator[SheetLine]:
    """The lines of a side's sheet."""
    return _of_us(field, legal, stack) if side == US else _of_indians(field, side)


def _of_us(field: Battlefield, legal: Legal, stack: StackLines) -> Iterator[SheetLine]:
    named = stack_letters(field, US)
    for at, here in stacks_of(field, US).items():
        yield from stack(at, named[at], [unit for unit in here if unit.mode != PRONE and not unit.is_gun])
    for unit in field.of(US):
        if legal(BuildBreastworks(unit.name)) is not None:
            yield SheetLine(f"{unit.name} build breastworks", "where it then stands")
    for unit in field.of(US):
        plan = legal(RestoreStrength(unit.name))
        if plan is not None:
            yield SheetLine(f"{unit.name} restore strength", ", ".join(plan.notes))


def _of_indians(field: Battlefield, side: str) -> Iterator[SheetLine]:
    waiting = setup.waiting(field, side)
    near = sorted(lodgings.raid_hexes(field))
    most = field.notes.country.raiders
    if near and most:
        yield SheetLine(f"// near the cavalry {most} at most, mounted or dismounted:")
        yield from _hexes(near)
    for unit in waiting:
        if unit.kind == WARRIOR:
            yield SheetLine(f"{unit.name} set up ...", "near the cavalry, or in or next to a camp")
        elif unit.is_leader:
            yield SheetLine(f"{unit.name} set up ...", "with a unit, or in or next to a camp")
    herds = [unit.name for unit in waiting if unit.kind == PONY_HERD]
    if herds:
        yield SheetLine(f"{herds[0]} set up ...", f"{len(herds)} herds, two a hex, near a camp and next to none")


def _hexes(hexes: Sequence[str]) -> Iterator[SheetLine]:
    line = "//"
    for at in hexes:
        if len(line) + len(at) + 3 > WIDTH:
            yield SheetLine(line)
            line = "//"
        line += f" {at}"
    yield SheetLine(line)


def place(field: Battlefield, name: str, legal: Legal) -> str:
    """A line that places a counter, "" where there is none."""
    unit = field.units.get(name)
    if unit is None:
        return ""
    if unit.kind == PONY_HERD:
        hexes: Sequence[str] = lodgings.herd_hexes(field)
    else:
        hexes = (*sorted(lodgings.raid_hexes(field)), *lodgings.rest_hexes(field))
    first = next((at for at in hexes if legal(SetUp((name,), at)) is not None), "")
    return f"{name} set up {first}" if first else ""


# The order sheet of what a side writes down in secret: fords, entry hexes, hunting parties (LB-21.1, LB-21.5.B.1).

SECRET_LETTER = HUNT
ROOM = WIDTH - REMARK_AT
ENTER, FORDS, HUNTS = " enter ...", "real fords ...", " hunt ..."
"""Ends of lines that are to be filled in."""
FILLED_IN = (ENTER, HUNTS)


def secret_lines(field: Battlefield, side: str) -> Iterator[SheetLine]:
    """The secrets that can be written down while a side sets up."""
    for group in setup.open_groups(field, side):
        number = str(group.least) if group.least == group.most else f"{group.least} or {group.most}"
        yield SheetLine(FORDS, f"choose {number}: {joined(group.places, 'or')}")
    if setup.open_groups(field, side):
        yield SheetLine("// the US side sees which are real as somebody comes to cross")
    if side == alert.INDIAN and alert.hexes(field):
        yield from _outpost(field)
    for force in setup.forces(field, side):
        waiting = [field[name] for name in force.units if field[name] in setup.open_units(field, side)]
        for edge in force.edges if waiting else ():
            where = f"{edge.zone} ({edge.hexes[0]}-{edge.hexes[-1]})"
            yield SheetLine(f"// in turn {force.turn_by(field.options)} by {where}; sealed until then")
        for names in _rows(waiting):
            yield SheetLine(f"{' + '.join(names)}{ENTER}")


def _outpost(field: Battlefield) -> Iterator[SheetLine]:
    table = alert.chart(field) or {}
    most, under = counted(table["units"], "unit"), table["factors_under"]
    yield SheetLine(f"// outpost: {most} at most, mounted, of less than {under} factors together, within")
    within = counted(table["within"], "hex", "hexes")
    yield SheetLine(f"//       {within} of {table['hex']}; {table['herds']} herds leave the map for it")
    yield SheetLine("herds aside ...", "hexes from which their ponies come")


def hunt(field: Battlefield) -> Iterator[SheetLine]:
    """The hunting orders that can be written."""
    chart = field.sheet.charts["special"]["hunting_parties"]
    yield SheetLine(f"// {chart['clear_of'] + 1} hexes or more from US units and where they enter")
    first = [name for name in chart["first"] if name in field]
    for name in first:
        yield SheetLine(f"{name}{HUNTS}", "above any other")
    third = [
        unit.name
        for unit in field.of(alert.INDIAN)
        if unit.kind == WARRIOR
        and unit.name not in first
        and unit.strength == chart["third_strength"]
        and not unit.printed.henry
    ]
    for name in third:
        yield SheetLine(f"{name}{HUNTS}", "one of these, as the third")
    yield SheetLine("dummies ...", f"{chart['dummies']} hexes at most; {chart['dummies_north']} on the North map")
    yield SheetLine("herds aside ...", "hexes from which the ponies come")


def _rows(waiting: Sequence[Counter]) -> Iterator[list[str]]:
    """Names for a line each, as many as one hex holds and a line has room for."""
    row: list[Counter] = []
    for unit in waiting:
        fuller = [*row, unit]
        points = sum(stacking.points_of(one) for one in fuller if not one.is_leader)
        wide = len(" + ".join(one.name for one in fuller)) + len(ENTER) + 2
        if row and (points > stacking.LIMIT or wide > WIDTH):
            yield [one.name for one in row]
            row = []
        row.append(unit)
    if row:
        yield [one.name for one in row]


def filled_in(field: Battlefield, side: str, line: SheetLine, legal: Legal) -> str:
    """A line of the sheet with a legal place, "" where there is none."""
    if line.order == FORDS:
        group = next(one for one in setup.open_groups(field, side) if joined(one.places, "or") in line.remark)
        return f"real fords {group.places[-1]}" if legal(RealFords(group.places[-1:])) is not None else ""
    if line.order.endswith(HUNTS):
        name = line.order.removesuffix(HUNTS)
        found = next((at for at in field.sheet.map if legal(Hunt(name, at)) is not None), "")
        return f"{name} hunt {found}" if found else ""
    names = tuple(line.order.removesuffix(ENTER).split(" + "))
    force = next((one for one in setup.forces(field, side) if names[0] in one.units), None)
    places = setup.hexes_of(force) if force is not None else ()
    found = next((at for at in places[len(places) // 2 :] if legal(Enter(names, at)) is not None), "")
    return f"{' + '.join(names)} enter {found}" if found else ""


def silent(field: Battlefield, side: str, for_others: str) -> str:
    """The default if a side is silent; `for_others` is what becomes of those who are set up."""
    found = [for_others] if any(one.side == side and not one.is_fixed for one in field.sheet.scenario.setup) else []
    if setup.open_groups(field, side):
        found.append("the first ford of each group is real")
    if setup.open_units(field, side):
        found.append("later arrivals enter in the middle of their zone")
    return "; ".join(found) or for_others
