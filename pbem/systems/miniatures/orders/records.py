"""Orders as values: what one unit does with its operation points, and where a leader goes."""

from dataclasses import dataclass

from pbem.core.order import Order
from pbem.core.record import Record

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
    """A leader joins a unit, or leaves his own where `unit` is empty."""

    leader: str
    unit: str = ""
