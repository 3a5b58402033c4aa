"""The position of a game of the series as maps and tables show it."""

from collections.abc import Sequence
from dataclasses import replace

from pbem.board.hexmap import CLIFF, DRY_CREEK, FORD, LIGHT_WOODS, MARSH, ROCKS, ROSEBUD_CREEK, HexMap
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Cell, Drawn, Ground, GroundStyle
from pbem.reports.report import EnemyStack, OwnStack, OwnUnit
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.supply import ammunition, pack_train
from pbem.systems.indian_wars.state.counter import LEADER, PACK_TRAIN, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling.position import Position, position
from pbem.systems.indian_wars.telling.standing import Standing
from pbem.systems.indian_wars.telling.words import MODE_LETTERS, enemy_name
from pbem.systems.indian_wars.title import Title

GROUND_LETTERS = {LIGHT_WOODS: "w", ROCKS: "k", MARSH: "m"}
SIDE_CHARACTERS = {DRY_CREEK: ":", ROSEBUD_CREEK: "~", CLIFF: "#"}
"""The drawing of hexsides; where it is of several kinds the last of these wins."""
RIVER, CREEK = "river", "creek"
RIVER_CHARACTERS = {DRY_CREEK: ":", CREEK: "+", RIVER: "~", FORD: "=", CLIFF: "#"}
"""The same where the sheet has a river, as those of the Little Bighorn do."""

KEY = (
    "MAP KEY   [....] US   <....> Indian",
    "          upper line  the unit's tag, or x5 = five units;  * with a leader",
    "          lower line  stack letter, strength points, mode, worst condition",
    "mode      M mounted   D dismounted   P prone        x mixed",
    "condition r routed    p pinned       d disrupted    l low ammo   f has fired",
    "ground    . clear, level 1  2-7 clear, that level  w woods  k rocks  m marsh",
    "          @ named place   3413 hex number   3413! ! ! !  in an enemy ZOC ({zones of control})",
    "hexsides  ~~~ Rosebud Creek   ### cliff   ::: dry creek (in the panels only)",
)

RIVER_SIDES = "hexsides  ~~~ river   === ford, or possible   +++ creek, ::: dry (in panels)"
VILLAGE_KEY = (
    "village   tipi ^ camp   folk villagers   herd % ponies   fire * burning",
    "guns      3413)  ) ) ) in a gun's field of fire   ! ) ! in an enemy ZOC too",
)
VILLAGE_SIGNS = (
    ("tipi", "camp"),
    ("folk", "villagers"),
    ("herd", "ponies"),
    ("fire", "burning camp or grass"),
    ("arc", "in the field of fire of a gun"),
)


LOOKS = {
    "w": GroundStyle("woods", "light woods"),
    "k": GroundStyle("rocks", "rocks"),
    "m": GroundStyle("marsh", "marsh"),
    "~": GroundStyle("water", "Rosebud Creek"),
    ":": GroundStyle("dry", "dry creek"),
    "#": GroundStyle("cliff", "cliff"),
}
RIVER_LOOKS = {
    **{sign: LOOKS[sign] for sign in "wk:"},
    "~": GroundStyle("water", "river"),
    "+": GroundStyle("creek", "creek"),
    "=": GroundStyle("ford", "ford or possible ford"),
}
LEGEND = (
    "M mounted, D dismounted, P prone, x mixed",
    "r routed, p pinned, d disrupted, l low ammo, f has fired",
)
OWNERS = {"[]": "US", "<>": "Indian"}
TRAINS = frozenset((PACK_TRAIN,))
COUNTED = TRAINS.union(ammunition.ROSTER_ROWS)
"""Counters whose ammunition the field keeps account of, with the roster and without."""

FIRED = {"full": "fired full: stays", "half": "fired half"}


_drawn: dict[tuple[int, str], tuple[HexMap, Ground]] = {}


def ground(sheet: HexMap, title: Title) -> Ground:
    """The sheet as it is drawn for a title; worked out once for each sheet, which serves all games on it."""
    known = _drawn.get((id(sheet), title.id))
    if known is None:
        # The sheet is kept beside its drawing, so that its id stays its own.
        known = _drawn[id(sheet), title.id] = (sheet, _draw(sheet, title))
    return known[1]


def _draw(sheet: HexMap, title: Title) -> Ground:
    cells = {at: Cell(GROUND_LETTERS.get(sheet.terrain(at), ""), sheet.level(at)) for at in sheet}
    sides: dict[tuple[str, str], str] = {}
    has_river = any(RIVER in kinds for kinds in sheet.sides.values())
    characters = RIVER_CHARACTERS if has_river else SIDE_CHARACTERS
    for (a, b), kinds in sheet.sides.items():
        for kind, character in characters.items():
            if a < b and kind in kinds:
                sides[a, b] = character
    places = {at: place.name for place in sheet.places.values() for at in place.hexes}
    village_key = VILLAGE_KEY if "village circles" in title.clauses else ()
    return Ground(
        sheet.columns,
        sheet.rows,
        cells,
        sides,
        places,
        key=tuple(
            line.format_map(title.clauses) for line in (*KEY[:-1], RIVER_SIDES if has_river else KEY[-1], *village_key)
        ),
        stagger=sheet.stagger,
        north=sheet.compass.north,
        overview_sides="~=" if has_river else "~#",
        looks=RIVER_LOOKS if has_river else LOOKS,
        legend=LEGEND,
        owners=OWNERS,
        signs=VILLAGE_SIGNS if village_key else (),
    )


def stacks_of(field: Battlefield, side: str) -> dict[str, list[Counter]]:
    """A side's counters on the map by hex, in hex order, leaders last."""
    return position(field).stacks[side]


def stack_letters(field: Battlefield, side: str) -> dict[str, str]:
    """The letter of each hex that a side stands in: capitals for the US."""
    return position(field).letters[side]


def names_by_letter(field: Battlefield, side: str) -> dict[str, tuple[str, ...]]:
    """The letters of a side's stacks, with the names of those who stand there and are in the tables of units."""
    here = position(field)
    named = here.letters[side]
    return {named[at]: one.names for at, one in here.in_tables[side].items()}


def map_model(field: Battlefield, side: str, involved: frozenset[str] = frozenset()) -> MapModel:
    """The position with the ZOC of the enemies of `side`."""
    here, sheet = position(field), ground(field.sheet.map, field.title)
    drawn = Drawn(sheet, here.drawn, here.panels)
    return MapModel(sheet, here.drawn, here.covered[field.enemy_of(side)], involved, drawn=drawn, arcs=here.arcs)


def own_units(here: Position, side: str) -> tuple[OwnStack, ...]:
    """YOUR UNITS."""
    field = here.field
    named, covered = here.letters[side], here.covered[field.enemy_of(side)]
    counted = COUNTED if ammunition.ROSTER in field.options else TRAINS
    return tuple(
        [
            one.own(named[at], _said_of_own, in_zoc=at in covered)
            if counted.isdisjoint(one.kinds)
            else OwnStack(named[at], at, at in covered, _with_supplies(one, field))
            for at, one in here.in_tables[side].items()
        ]
    )


def _said_of_own(units: Sequence[Counter]) -> tuple[OwnUnit, ...]:
    return tuple([_own(unit) for unit in units])


def _with_supplies(here: Standing, field: Battlefield) -> tuple[OwnUnit, ...]:
    return tuple([_supplied(_own(unit), _supplies(unit, field)) for unit in here.units])


def _supplied(unit: OwnUnit, supplies: str) -> OwnUnit:
    return replace(unit, condition=", ".join([one for one in (unit.condition, supplies) if one])) if supplies else unit


def _own(unit: Counter) -> OwnUnit:
    """A unit but for its supplies, of which the field keeps the account."""
    printed = unit.printed
    if printed.kind == LEADER:
        wound = f", {unit.wound} wound" if unit.wound else ""
        return OwnUnit(printed.name, "", "", "", f"leader, {ratings(unit)}{wound}")
    remarks = [FIRED[unit.fired]] if unit.fired else []
    remarks += unit.conditions
    if not unit.has_mounts and unit.is_holder:
        remarks.append("without mounts")
    return OwnUnit(printed.name, str(unit.strength), MODE_LETTERS[unit.mode], points_left(unit), ", ".join(remarks))


def ratings(leader: Counter) -> str:
    """``rating 2, radius 4``: what a leader is worth now."""
    if not leaders.is_fit(leader):
        return "no rating"
    return f"rating {leaders.rating(leader)}, radius {leaders.radius(leader)}"


def _enemy(unit: Counter) -> str:
    """``Crow King 5D``, ``Crazy Horse (rating 2, radius 4)``."""
    return f"{enemy_name(unit)} ({ratings(unit)})" if unit.printed.kind == LEADER else enemy_name(unit)


def _supplies(unit: Counter, field: Battlefield) -> str:
    """The ammunition of a unit where that is counted: boxes by the roster, a train's own stock (14.D, 15)."""
    if unit.kind == PACK_TRAIN:
        return f"{'abandoned, ' * unit.abandoned}{pack_train.supplies_text(field, unit)}"
    if ammunition.is_on_roster(field, unit):
        return f"{say.halves(ammunition.half_boxes_left(field, unit)) or '0'} boxes"
    return ""


def points_left(unit: Counter) -> str:
    """The MPs that a unit has, in its own next or present Movement Phase; ``-`` where only rout movement is left it."""
    if unit.routed:
        return "-"
    if unit.pinned or unit.abandoned or unit.fired == "full":
        return "0"
    allowance = unit.allowance // 2 if unit.fired == "half" or unit.mode == PRONE else unit.allowance
    return str(max(allowance - unit.spent, 0))


def enemy_units(here: Position, side: str) -> tuple[EnemyStack, ...]:
    """ENEMY UNITS YOU CAN SEE: all of them, in this series."""
    other = here.field.enemy_of(side)
    named, faces, covered = here.letters[other], here.faces[other], here.covered[side]
    return tuple(
        [
            one.seen(named[at], faces[at].strength, _said_of_enemies, in_zoc=at in covered)
            for at, one in here.in_tables[other].items()
        ]
    )


def _said_of_enemies(units: Sequence[Counter]) -> tuple[str, ...]:
    return tuple([_enemy(unit) for unit in units])
