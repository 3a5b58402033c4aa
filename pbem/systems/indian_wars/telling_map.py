"""The position of a game of the series as maps and tables show it."""

from pbem.board.hexmap import CLIFF, DRY_CREEK, LIGHT_WOODS, MARSH, ROCKS, ROSEBUD_CREEK, HexMap
from pbem.reports.report import Cell, EnemyStack, Ground, Look, MapModel, OwnStack, OwnUnit, Stack
from pbem.reports.stacks import letters
from pbem.systems.indian_wars import ammunition, pack_train, say, zoc
from pbem.systems.indian_wars.counter import PACK_TRAIN, PRONE, Counter
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.telling_words import BRACKETS, MODE_LETTERS, condition_letters, enemy_name

GROUND_LETTERS = {LIGHT_WOODS: "w", ROCKS: "k", MARSH: "m"}
SIDE_CHARACTERS = {DRY_CREEK: ":", ROSEBUD_CREEK: "~", CLIFF: "#"}
"""How a hexside is drawn; where it is of several kinds the last of these wins."""

KEY = (
    "MAP KEY   [....] US   <....> Indian",
    "          upper line  the unit's tag, or x5 = five units;  * a leader is there",
    "          lower line  stack letter, strength points, mode, worst condition",
    "mode      M mounted   D dismounted   P prone        x mixed",
    "condition r routed    p pinned       d disrupted    l low ammo   f has fired",
    "ground    . clear, level 1  2-7 clear, that level  w woods  k rocks  m marsh",
    "          @ named place   3413 hex number   3413!  ! ! !  in an enemy ZOC (5)",
    "hexsides  ~~~ Rosebud Creek   ### cliff   ::: dry creek (in the panels only)",
)


LOOKS = {
    "w": Look("woods", "light woods"),
    "k": Look("rocks", "rocks"),
    "m": Look("marsh", "marsh"),
    "~": Look("water", "Rosebud Creek"),
    ":": Look("dry", "dry creek"),
    "#": Look("cliff", "cliff"),
}
LEGEND = (
    "M mounted, D dismounted, P prone, x mixed",
    "r routed, p pinned, d disrupted, l low ammo, f has fired",
)
OWNERS = {"[]": "US", "<>": "Indian"}


_drawn: dict[int, tuple[HexMap, Ground]] = {}


def ground(sheet: HexMap) -> Ground:
    """The sheet as it is drawn; worked out once for each sheet, which serves all games on it."""
    known = _drawn.get(id(sheet))
    if known is None:
        # The sheet is kept beside its drawing, so that its id stays its own.
        known = _drawn[id(sheet)] = (sheet, _draw(sheet))
    return known[1]


def _draw(sheet: HexMap) -> Ground:
    cells = {at: Cell(GROUND_LETTERS.get(sheet.terrain(at), ""), sheet.level(at)) for at in sheet}
    sides: dict[tuple[str, str], str] = {}
    for (a, b), kinds in sheet.sides.items():
        for kind, character in SIDE_CHARACTERS.items():
            if a < b and kind in kinds:
                sides[a, b] = character
    places = {at: place.name for place in sheet.places.values() for at in place.hexes}
    return Ground(
        sheet.columns,
        sheet.rows,
        cells,
        sides,
        places,
        key=KEY,
        shoved=sheet.shoved,
        looks=LOOKS,
        legend=LEGEND,
        owners=OWNERS,
    )


def stacks_of(field: Field, side: str) -> dict[str, list[Counter]]:
    """A side's counters on the map by hex, in hex order, leaders last."""
    found: dict[str, list[Counter]] = {}
    for at in sorted(field.stacks):
        here = [unit for unit in field.at(at) if unit.side == side]
        if here:
            found[at] = sorted(here, key=lambda unit: unit.is_leader)
    return found


def stack_letters(field: Field, side: str) -> dict[str, str]:
    """The letter of each hex that a side stands in: capitals for the US."""
    return letters(stacks_of(field, side), capitals=side == "us")


def map_model(field: Field, side: str, involved: frozenset[str] = frozenset()) -> MapModel:
    """The position with the ZOC of the enemies of `side`."""
    found: list[Stack] = []
    for one in ("us", "indian"):
        stacks = stacks_of(field, one)
        named = letters(stacks, capitals=one == "us")
        found += [_stack(at, named[at], here) for at, here in stacks.items()]
    return MapModel(ground(field.sheet.map), tuple(found), enemy_zoc(field, side), involved)


def _stack(at: str, letter: str, here: list[Counter]) -> Stack:
    units = [unit for unit in here if not unit.is_leader]
    side = here[0].side
    shown = units or here
    tag = (shown[0].printed.tag or shown[0].name[:4]) if len(shown) == 1 else f"x{len(shown)}"
    modes = {MODE_LETTERS[unit.mode] for unit in units}
    mode = "" if not modes else modes.pop() if len(modes) == 1 else "x"
    letters_here = "".join(condition_letters(unit) + ("f" if unit.fired else "") for unit in units)
    worst = next((one for one in "rpdlf" if one in letters_here), "")
    strength = sum(unit.strength for unit in units)
    return Stack(side, BRACKETS[side], letter, at, tag, strength, mode, worst, len(units) < len(here))


def enemy_zoc(field: Field, side: str) -> frozenset[str]:
    """The hexes that a ZOC of any enemy of `side` covers (5); not across cliffs."""
    covered: set[str] = set()
    for unit in field.of(field.enemy_of(side)):
        kind = zoc.kind_of(unit)
        if kind != zoc.NONE:
            covered.add(unit.at)
        if kind == zoc.FULL:
            covered.update(field.sheet.map.open_neighbours(unit.at))
    return frozenset(covered)


def own_units(field: Field, side: str) -> tuple[OwnStack, ...]:
    """YOUR UNITS."""
    stacks, covered = stacks_of(field, side), enemy_zoc(field, side)
    named = letters(stacks, capitals=side == "us")
    return tuple(
        OwnStack(named[at], at, at in covered, tuple(_own(unit, field) for unit in here)) for at, here in stacks.items()
    )


def _own(unit: Counter, field: Field) -> OwnUnit:
    if unit.is_leader:
        wound = f"leader, {unit.wound} wound" if unit.wound else "leader"
        return OwnUnit(unit.name, "", "", "", wound)
    said = [{"full": "fired full: stays", "half": "fired half"}[unit.fired]] if unit.fired else []
    said += unit.conditions
    if unit.is_holder and not unit.has_mounts:
        said.append("without mounts")
    said += _supplies(unit, field)
    return OwnUnit(unit.name, str(unit.strength), MODE_LETTERS[unit.mode], points_left(unit, field), ", ".join(said))


def _supplies(unit: Counter, field: Field) -> list[str]:
    """What a unit has of ammunition where that is counted: boxes by the roster, a train's own stock (14.D, 15)."""
    if unit.kind == PACK_TRAIN:
        return [*["abandoned"] * unit.abandoned, pack_train.supplies_text(field, unit)]
    if ammunition.is_on_roster(field, unit):
        return [f"{say.halves(ammunition.half_boxes_left(field, unit)) or '0'} boxes"]
    return []


def points_left(unit: Counter, field: Field) -> str:
    """The MPs that a unit has, in its own next or present Movement Phase; ``-`` where only rout movement is left it."""
    if unit.routed:
        return "-"
    if unit.pinned or unit.abandoned or unit.fired == "full":
        return "0"
    allowance = unit.allowance // 2 if unit.fired == "half" or unit.mode == PRONE else unit.allowance
    return str(max(allowance - unit.spent, 0))


def enemy_units(field: Field, side: str) -> tuple[EnemyStack, ...]:
    """ENEMY UNITS YOU CAN SEE: all of them, in this series."""
    other = field.enemy_of(side)
    stacks, covered = stacks_of(field, other), enemy_zoc(field, other)
    named = letters(stacks, capitals=other == "us")
    return tuple(
        EnemyStack(
            named[at],
            at,
            at in covered,
            sum(unit.strength for unit in here if not unit.is_leader),
            tuple(map(enemy_name, here)),
        )
        for at, here in stacks.items()
    )
