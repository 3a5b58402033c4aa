"""The order sheet of the night turn: who may walk, build or recover strength, and where Indian counters may lie (LB-17.E)."""

from collections.abc import Callable, Iterator, Sequence

from pbem.core.order import Order
from pbem.core.system import Plan
from pbem.reports.report import WIDTH, SheetLine
from pbem.systems.indian_wars.orders.littlebighorn_records import RestoreStrength
from pbem.systems.indian_wars.orders.records import BuildBreastworks, SetUp
from pbem.systems.indian_wars.phases import NIGHT
from pbem.systems.indian_wars.rules.country import lodgings
from pbem.systems.indian_wars.rules.turn import setup
from pbem.systems.indian_wars.state.counter import PONY_HERD, PRONE, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling.map import stack_letters, stacks_of

LETTER = NIGHT
US = "us"

Legal = Callable[[Order], Plan | None]
StackLines = Callable[[str, str, list[Counter]], Iterator[SheetLine]]


def lines(field: Battlefield, side: str, legal: Legal, stack: StackLines) -> Iterator[SheetLine]:
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
