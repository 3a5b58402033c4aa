"""The state of a game: the table's units and leaders, the turn, and what the game's end is reckoned from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from pbem.core.canonical import Json
from pbem.systems.miniatures.geometry import Point, Polygon

# Units and leaders: what is printed of them in the scenario, and what changes in play.

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
    """A leader: attached to the unit `of`, or alone where that is ""; `moved` in this phase of the side."""

    name: str
    side: str
    of: str
    x: int = 0
    y: int = 0
    alive: bool = True
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Terrain:
    """A piece of ground.  A road, stream or work has its `line`; `strips` are the polygons that it covers."""

    id: str
    type: str
    strips: tuple[Polygon, ...]
    line: tuple[Point, ...] = ()
    level: int = 0


@dataclass(frozen=True, slots=True)
class Award:
    """Victory points: for each thing of a kind a side has so many; `what` is a terrain type or an axis, `at` its limit."""

    side: str
    kind: str
    points: int
    what: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """A result from this difference of points on; None for the lowest."""

    least: int | None
    result: str
    winner: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """Data that never change in a game: the ground, the sides in the sequence of their phases, how it ends."""

    id: str
    title: str
    turns: int
    sides: tuple[str, ...]
    edges: Mapping[str, str]
    breaks_at: Mapping[str, int]
    width: int
    depth: int
    terrain: tuple[Terrain, ...]
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]
    awards: tuple[Award, ...]
    levels: tuple[Level, ...]
    provenance: str = ""

    def enemy(self, side: str) -> str:
        """The side on the other side."""
        return next(one for one in self.sides if one != side)


@dataclass
class Tabletop:
    """The state.  `points` are the operations rolled in the phase, -1 before the roll; `acting` is whose phase it is."""

    scenario: Scenario
    units: dict[str, Unit] = field(default_factory=dict)
    leaders: dict[str, Leader] = field(default_factory=dict)
    turn: int = 1
    acting: str = ""
    points: int = -1
    killed: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    officers: dict[str, int] = field(default_factory=dict)
    guns: dict[str, int] = field(default_factory=dict)
    over: bool = False
    left_guns: dict[str, list[int]] = field(default_factory=dict)
    """Guns without a crew, by the name of their unit: x, y, facing and how many.  They stay when the crew is gone."""

    def __contains__(self, name: object) -> bool:
        """True if a unit or a leader of this name is in the game."""
        return name in self.units or name in self.leaders

    def __getitem__(self, name: str) -> Unit | Leader:
        """A unit or a leader by their name.  Raises KeyError."""
        return self.units[name] if name in self.units else self.leaders[name]

    def of(self, side: str) -> list[Unit]:
        """A side's units on the table, in the sequence of the scenario."""
        return [unit for unit in self.units.values() if unit.side == side]

    def enemies(self, side: str) -> list[Unit]:
        """The other side's units on the table."""
        return [unit for unit in self.units.values() if unit.side != side]

    def with_unit(self, name: str) -> Iterator[Leader]:
        """The living leaders attached to a unit."""
        return (one for one in self.leaders.values() if one.of == name and one.alive)

    def has_officer(self, unit: Unit) -> bool:
        """True if an officer or a leader is with it."""
        return unit.officer or any(True for _ in self.with_unit(unit.name))

    def copy(self) -> "Tabletop":
        """A copy whose mappings may change."""
        return replace(
            self,
            units=dict(self.units),
            leaders=dict(self.leaders),
            killed=dict(self.killed),
            left=dict(self.left),
            officers=dict(self.officers),
            guns=dict(self.guns),
            left_guns=dict(self.left_guns),
        )

    def to_json(self) -> Json:
        """The state for a checkpoint: what the scenario's file says is not in it."""
        found: dict[str, Json] = {"scenario": self.scenario.id}
        for one in fields(self):
            if one.name not in ("scenario", "units", "leaders"):
                found[one.name] = getattr(self, one.name)
        found["units"] = {name: _plain(unit, "face") for name, unit in self.units.items()}
        found["leaders"] = {name: _plain(leader, "") for name, leader in self.leaders.items()}
        return found


def from_json(scenario: Scenario, data: Mapping[str, Any]) -> Tabletop:
    """Read a checkpoint of a game of this scenario."""
    faces = {unit.name: unit.face for unit in scenario.units}
    rest = {name: one for name, one in data.items() if name not in ("scenario", "units", "leaders")}
    # In the sequence of the scenario: a checkpoint has its names in that of the alphabet.
    units = {
        name: Unit(
            face=faces[name], **{**one, "guns_at": tuple(one["guns_at"]), "bend": tuple(map(tuple, one["bend"]))}
        )
        for name, one in ((name, data["units"][name]) for name in faces if name in data["units"])
    }
    leaders = {one.name: Leader(**data["leaders"][one.name]) for one in scenario.leaders}
    return Tabletop(scenario=scenario, units=units, leaders=leaders, **rest)


def _plain(one: Any, without: str) -> Json:
    values = {item.name: getattr(one, item.name) for item in fields(one) if item.name != without}
    return {name: _listed(value) for name, value in values.items()}


def _listed(value: Any) -> Json:
    return [_listed(one) for one in value] if isinstance(value, tuple) else value


def opening(scenario: Scenario) -> Tabletop:
    """The state as a scenario opens."""
    zero = dict.fromkeys(scenario.sides, 0)
    return Tabletop(
        scenario,
        {unit.name: unit for unit in scenario.units},
        {one.name: one for one in scenario.leaders},
        acting=scenario.sides[0],
        killed=dict(zero),
        left=dict(zero),
        officers=dict(zero),
        guns=dict(zero),
    )
