"""Units and leaders: what is printed of them in the scenario, and what changes in play."""

from dataclasses import dataclass, fields, replace
from typing import Any

from pbem.systems.miniatures.table.angles import Point

LINE, OPEN_ORDER, COLUMN, SKIRMISH, MASS, DISORDER = "line", "open_order", "column", "skirmish", "mass", "disorder"
LIMBERED, UNLIMBERED = "limbered", "unlimbered"
FORMATIONS = (LINE, OPEN_ORDER, COLUMN, SKIRMISH, MASS, DISORDER, LIMBERED, UNLIMBERED)
MAY_BEND = (LINE, OPEN_ORDER, SKIRMISH)
FORMED = (LINE, COLUMN, MASS, LIMBERED)
TURNS_FREELY = (SKIRMISH, MASS, DISORDER)
ARTILLERY = "artillery"
INDIANS = "indians"


@dataclass(frozen=True, slots=True)
class Face:
    """Data of a unit that never change: `kind` is its class, `row` its row of movement rates, `start` its first figures."""

    name: str
    letter: str
    side: str
    kind: str
    row: str
    weapon: str
    start: int
    guns: int = 0

    @property
    def is_artillery(self) -> bool:
        return self.row == ARTILLERY

    @property
    def is_indian(self) -> bool:
        return self.kind == INDIANS


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as it stands.

    `loading` counts loading points already spent; `owed` is the point for reaction fire; `drop` the levels of rating lost for
    good.  `guns_at` is the place and facing of guns that their crew left, `guns_of` the side that took them.  `bend` lists
    the segments of a bent line from its right end: length, and by how many degrees the next turns left.
    From `spent` on, fields are reset at each phase of its own side or of either side.
    """

    face: Face
    x: int
    y: int
    facing: int
    figures: int
    formation: str
    ranks: int = 1
    abreast: int = 0
    mounted: bool = False
    officer: bool = True
    loaded: bool = True
    loading: int = 0
    owed: int = 0
    drop: int = 0
    guns_at: tuple[int, ...] = ()
    guns_of: str = ""
    spent: int = 0
    hits: int = 0
    shelled: bool = False
    fled: bool = False
    saw_flight: bool = False
    charged: bool = False
    charging: str = ""
    spare: int = 0
    was_charging: bool = False
    began_disordered: bool = False
    done: bool = False
    bend: tuple[tuple[int, int], ...] = ()

    @property
    def name(self) -> str:
        return self.face.name

    @property
    def side(self) -> str:
        return self.face.side

    @property
    def at(self) -> Point:
        return self.x, self.y

    @property
    def is_disordered(self) -> bool:
        return self.formation == DISORDER

    @property
    def has_guns(self) -> bool:
        """True if it stands at its guns."""
        return bool(self.face.guns) and not self.guns_at

    def with_(self, **changes: Any) -> "Unit":
        """The same unit with some fields changed."""
        if not changes.keys() <= _FIELDS.keys():
            return replace(self, **changes)  # which says what is wrong
        found = object.__new__(Unit)
        for name, put in _FIELDS.items():
            put(found, changes[name] if name in changes else getattr(self, name))
        return found


_FIELDS = {one.name: vars(Unit)[one.name].__set__ for one in fields(Unit)}
"""The setter of each field: a battle makes very many copies of units."""


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader: attached to the unit `of`, or by himself where "" stands there; `moved` in this phase of his side."""

    name: str
    side: str
    of: str
    x: int = 0
    y: int = 0
    alive: bool = True
    moved: bool = False
