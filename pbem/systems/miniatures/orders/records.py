"""Orders as values: what one unit does with its operation points, and where a leader goes."""

from dataclasses import dataclass, replace

from pbem.core.order import Order
from pbem.core.record import Record
from pbem.systems.miniatures.geometry import compass, inches, point

MOVING = ("move", "charge", "contact", "prolonge")
"""The operations by which a unit leaves its place."""
POINT, UNIT, TERRAIN, EDGE_OF, TABLE_EDGE = "point", "unit", "terrain", "edge of", "table edge"


@dataclass(frozen=True, slots=True)
class Place(Record):
    """A place as an order names it: a point, a unit, a piece of ground or its edge, an edge of the table; or `off` so many
    sixteenths from there, on a `bearing`.
    """

    kind: str
    name: str = ""
    x: int = 0
    y: int = 0
    off: int = 0
    bearing: int = 0


@dataclass(frozen=True, slots=True)
class Part(Record):
    """A part of a move.

    `verb` is ahead, back, wheel, sidestep, to, toward, along, beside (a unit, `length` from it) or exit (by an edge); `length`
    in sixteenths, -1 for as far as the allowance goes; `side` is left or right.  It ends early `within` so many sixteenths
    of the place `of`, in the ground `until`, or before the ground `shuns`.
    """

    verb: str
    length: int = -1
    side: str = ""
    degrees: int = 0
    place: Place | None = None
    within: int = -1
    of: Place | None = None
    until: str = ""
    shuns: str = ""


@dataclass(frozen=True, slots=True)
class Condition(Record):
    """The condition of an operation: `kind` is within (so many sixteenths of a unit, "" for the nearest enemy), loaded,
    disordered, or charged (it has begun a charge in this phase).
    """

    kind: str
    length: int = 0
    unit: str = ""
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Operation(Record):
    """One operation, worth one point.

    `verb` is move, mount, dismount, face, form, rally, fire, load, charge, contact, limber, unlimber, prolonge or stay.
    `degrees` is a facing, -1 for none; `toward` a unit to face, or to keep to in a charge; `only` the one target to
    fire at; `bend` the segments of a line from its right end, each with its length and by how many degrees the next turns
    left (above 0) or right.  `otherwise` is done where `when` does not hold.
    """

    verb: str
    parts: tuple[Part, ...] = ()
    formation: str = ""
    ranks: int = 1
    degrees: int = -1
    toward: str = ""
    target: str = ""
    via: tuple[Place, ...] = ()
    only: str = ""
    bend: tuple[tuple[int, int], ...] = ()
    when: Condition | None = None
    otherwise: tuple["Operation", ...] = ()


@dataclass(frozen=True, slots=True)
class Act(Order):
    """The operations of a unit, in the sequence of its wishes; `roll` is the operation points that it is for, 0 for any."""

    unit: str
    operations: tuple[Operation, ...]
    roll: int = 0
    or_more: bool = False

    @property
    def moves(self) -> bool:  # type: ignore[override]
        """See `core.order.Order`; a line for a roll is for that roll alone."""
        return not self.roll and any(one.verb in MOVING for one in self.operations)

    @property
    def stays(self) -> bool:  # type: ignore[override]
        """See `core.order.Order`."""
        return not self.roll and all(one.verb == "stay" and one.when is None for one in self.operations)


@dataclass(frozen=True, slots=True)
class Join(Order):
    """A leader joins a unit, or leaves one where `unit` is empty."""

    leader: str
    unit: str = ""


# Orders as letters print them: the one canonical form of each.


def write(order: Order) -> str:
    """An order's line."""
    if isinstance(order, Join):
        return f"{order.leader}: join {order.unit}" if order.unit else f"{order.leader}: leave"
    assert isinstance(order, Act)
    roll = f"if {order.roll}{' or more' if order.or_more else ''}: " if order.roll else ""
    lines: list[str] = []
    for operation in order.operations:
        text = operation_text(operation)
        if lines and lines[-1].partition(" x")[0] == text:
            lines[-1] = f"{text} x{int(lines[-1].partition(' x')[2] or 1) + 1}"
        else:
            lines.append(text)
    return f"{roll}{order.unit}: {'; '.join(lines)}"


def operation_text(one: Operation) -> str:
    """An operation, its condition included."""
    text = _plain(one)
    if one.when is not None and one.otherwise:
        return f"{_condition(one.when)}: {text} else {operation_text(one.otherwise[0])}"
    if one.when is not None:
        return f"{text} {_condition(one.when)}"
    return text


def _condition(one: Condition) -> str:
    if one.kind == "within":
        return f"if within {inches(one.length)}" + (f" of {one.unit}" if one.unit else "")
    return f"if {'not ' if one.negated else ''}{one.kind}"


def _plain(one: Operation) -> str:
    facing = f" face {one.degrees}" if one.degrees >= 0 else f" facing {one.toward}" if one.toward else ""
    match one.verb:
        case "move":
            return ", ".join(map(_part, one.parts))
        case "prolonge":
            return f"prolonge {', '.join(map(_part, one.parts))}"
        case "face":
            return f"face {one.toward or one.degrees}"
        case "form":
            return (
                f"form {one.formation.replace('_', ' ')}{' double' if one.ranks == 2 else ''}{_bend(one.bend)}{facing}"
            )
        case "fire":
            return f"fire only if {one.only}" if one.only else "fire"
        case "rally":
            return f"rally{facing}"
        case "charge" | "contact":
            via = f" via {' '.join(map(place_text, one.via))}" if one.via else ""
            return f"{one.verb} {one.target or 'nearest'}{via}"
    return one.verb


def _bend(bend: tuple[tuple[int, int], ...]) -> str:
    """Length and angle of each segment but the last, which is as long as figures are left for it."""
    turns = (f" {inches(length)} {abs(angle)}{'L' if angle > 0 else 'R'}" for length, angle in bend[:-1])
    return f" bend{''.join(turns)}" if bend else ""


def _part(one: Part) -> str:
    length = f" {inches(one.length)}" if one.length >= 0 else ""
    place = f" {place_text(one.place)}" if one.place is not None else ""
    match one.verb:
        case "wheel":
            text = f"wheel {one.side} {one.degrees}"
        case "sidestep":
            text = f"sidestep {one.side}{length}"
        case "beside":
            text = f"beside{place} by{length}"
        case "exit":
            text = f"exit {one.place.name if one.place is not None else ''}"
        case _:
            text = f"{one.verb}{place}{length}"
    if one.within >= 0:
        text += f" within {inches(one.within)}" + (f" of {place_text(one.of)}" if one.of is not None else "")
    return text + (f" until in {one.until}" if one.until else "") + (f" not into {one.shuns}" if one.shuns else "")


def place_text(place: Place) -> str:
    """A place."""
    if place.off:
        return f"{inches(place.off)} inches {compass(place.bearing)} of {place_text(replace(place, off=0))}"
    if place.kind == POINT:
        return point(place.x, place.y)
    if place.kind == EDGE_OF:
        return f"edge of {place.name}"
    return f"{place.name} edge" if place.kind == TABLE_EDGE else place.name
