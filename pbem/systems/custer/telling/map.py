"""The position as maps and tables show it."""

from pbem.board.hexmap import HexMap
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Cell, Ground, GroundStyle, Stack
from pbem.reports.maps.panels import letters
from pbem.reports.report import EnemyStack, OwnStack, OwnUnit
from pbem.systems.custer.rules.zones import is_in_enemy_zone, left
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import Unit
from pbem.systems.custer.title import TitleData

BRACKETS = {"us": "[]", "indian": "<>"}
SIDE_CHARACTERS = {"coulee_edge": ":", "ridge": "^", "steep_ridge": "#", "river": "~", "ford": "="}
"""The drawing of hexsides; where it is of several kinds the last of these wins."""

KEY = (
    "MAP KEY   [....] US   <....> Indian",
    "          upper line  the unit's tag, or x2 = two units;  * with a leader",
    "          lower line  stack letter, combat factors, status, condition",
    "status    M mounted   D dismounted, or a village   x mixed",
    "condition r a unit is reduced   a all have been activated this turn",
    "ground    . clear   w woods   c coulee   @ exit",
    "          3413 hex number   3413!  ! ! !  in an enemy zone (8)",
    "hexsides  ~~~ river  === ford  ### steep ridge; in the panels also",
    "          ^^^ ridge  ::: edge of a coulee",
)

LOOKS = {
    "w": GroundStyle("woods", "woods"),
    "c": GroundStyle("coulee", "coulee"),
    "~": GroundStyle("water", "river"),
    "=": GroundStyle("ford", "ford"),
    "^": GroundStyle("ridge", "ridge"),
    "#": GroundStyle("cliff", "steep ridge"),
    ":": GroundStyle("dry", "edge of a coulee"),
}
LEGEND = ("M mounted, D dismounted or a village, x mixed", "r a unit is reduced, a all activated this turn")
OWNERS = {"[]": "US", "<>": "Indian"}

_drawn: dict[int, tuple[TitleData, Ground]] = {}


def ground(sheet: TitleData) -> Ground:
    """The board as it is drawn; worked out once for each battle, which serves all games of it."""
    known = _drawn.get(id(sheet))
    if known is None:
        # The sheet is kept beside its drawing, so that its id stays its own.
        known = _drawn[id(sheet)] = (sheet, _draw(sheet))
    return known[1]


def _draw(sheet: TitleData) -> Ground:
    board: HexMap = sheet.map
    coulees = {at for coulee in board.coulees for at in coulee}
    cells = {at: Cell("w" if board.terrain(at) == "woods" else "c" if at in coulees else "", 0) for at in board}
    sides: dict[tuple[str, str], str] = {}
    for (a, b), kinds in board.sides.items():
        for kind, character in SIDE_CHARACTERS.items():
            if a < b and kind in kinds:
                sides[a, b] = character
    places = {at: place.name for place in board.places.values() for at in place.hexes}
    places.update(dict.fromkeys(sheet.scenario.exit.hexes, "exit"))
    return Ground(
        board.columns,
        board.rows,
        cells,
        sides,
        places,
        overview_sides="~=#",
        key=KEY,
        stagger=board.stagger,
        north=board.compass.north,
        has_levels=False,
        looks=LOOKS,
        legend=LEGEND,
        owners=OWNERS,
        deeds=("move", "retreat", "melee"),
    )


def stacks_of(battle: Battle, side: str) -> dict[str, list[Unit]]:
    """A side's counters on the board by hex, in hex order, leaders last."""
    found: dict[str, list[Unit]] = {}
    for at in sorted(battle.stacks):
        here = [unit for unit in battle.at(at) if unit.side == side]
        if here:
            found[at] = sorted(here, key=lambda unit: unit.is_leader)
    return found


def stack_letters(battle: Battle, side: str) -> dict[str, str]:
    """The letter of each hex that a side stands in: capitals for the US."""
    return letters(stacks_of(battle, side), capitals=side == "us")


def map_model(battle: Battle, side: str, involved: frozenset[str] = frozenset()) -> MapModel:
    """The position with the zones of the enemies of `side`; of two sides in a hex the one with units is drawn last."""
    found: list[Stack] = []
    for one in ("us", "indian"):
        named = stack_letters(battle, one)
        found += [_stack(at, named[at], here) for at, here in stacks_of(battle, one).items()]
    found.sort(key=lambda stack: stack.strength > 0)
    return MapModel(ground(battle.sheet), tuple(found), enemy_zones(battle, side), involved)


def _stack(at: str, letter: str, here: list[Unit]) -> Stack:
    units = [unit for unit in here if not unit.is_leader]
    shown = units or here
    tag = shown[0].face.tag if len(shown) == 1 else f"x{len(shown)}"
    modes = {mode_letter(unit) for unit in units}
    mode = "" if not modes else modes.pop() if len(modes) == 1 else "x"
    condition = "r" if any(unit.reduced for unit in units) else "a" if all(unit.activated for unit in shown) else ""
    strength = sum(unit.factor for unit in units)
    lead = max(shown, key=lambda unit: unit.factor).face.tag
    brackets, has_leader = BRACKETS[here[0].side], len(units) < len(here)
    return Stack(here[0].side, brackets, letter, at, tag, strength, mode, condition, has_leader, lead)


def mode_letter(unit: Unit) -> str:
    """``M`` or ``D``; "" for a leader."""
    return "" if unit.is_leader else "D" if unit.is_on_foot else "M"


def enemy_zones(battle: Battle, side: str) -> frozenset[str]:
    """The hexes in an enemy zone (8)."""
    enemies = {unit.at for unit in battle.of(battle.enemy_of(side)) if not unit.is_leader}
    return frozenset(near for at in enemies for near in battle.sheet.map.neighbours(at))


def own_units(battle: Battle, side: str) -> tuple[OwnStack, ...]:
    """YOUR UNITS."""
    named = stack_letters(battle, side)
    return tuple(
        OwnStack(named[at], at, is_in_enemy_zone(battle, at, side), tuple(_own(battle, unit) for unit in here))
        for at, here in stacks_of(battle, side).items()
    )


def _own(battle: Battle, unit: Unit) -> OwnUnit:
    remarks = ["activated"] * unit.activated
    if unit.is_leader:
        remarks.insert(0, "leader, hit" if unit.reduced else f"leader +{unit.factor}")
        return OwnUnit(unit.name, "", "", "", ", ".join(remarks))
    remarks = ["reduced"] * unit.reduced + remarks
    return OwnUnit(unit.name, str(unit.factor), mode_letter(unit), str(left(battle, unit)), ", ".join(remarks))


def enemy_units(battle: Battle, side: str) -> tuple[EnemyStack, ...]:
    """ENEMY UNITS YOU CAN SEE: all of them."""
    other = battle.enemy_of(side)
    named = stack_letters(battle, other)
    return tuple(
        EnemyStack(
            named[at],
            at,
            is_in_enemy_zone(battle, at, other),
            sum(unit.factor for unit in here if not unit.is_leader),
            tuple(map(short_state, here)),
        )
        for at, here in stacks_of(battle, other).items()
    )


def short_state(unit: Unit) -> str:
    """``Crow King 4M``, ``Low Dog 2Mr``, ``Custer +3``."""
    if unit.is_leader:
        return f"{unit.name} hit" if unit.reduced else f"{unit.name} +{unit.factor}"
    return f"{unit.name} {unit.factor}{mode_letter(unit)}{'r' if unit.reduced else ''}"
