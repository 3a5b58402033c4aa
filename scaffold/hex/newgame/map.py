"""The map of a report: hexes in letters, and as a picture."""

from functools import cache

from newgame import ground
from newgame.card import SIDES
from newgame.state import State, Unit

from pbem.api.telling import Cell, Ground, GroundStyle, MapModel, MapPanel, Stack, letters

BRACKETS = {"red": "[]", "blue": "<>"}
KEY = (
    "MAP KEY   [....] Red   <....> Blue",
    "          upper line  the unit's letters, or x2 = two units",
    "          lower line  stack letter, strength, c in cover",
    "ground    . clear   w woods",
)


@cache
def sheet() -> Ground:
    """The sheet as it is drawn."""
    board = ground.sheet()
    cells = {at: Cell("w" if board.terrain(at) == ground.WOODS else "", 0) for at in board}
    places = {at: place.name for place in board.places.values() for at in place.hexes}
    looks = {"w": GroundStyle("woods", "woods")}
    owners = {BRACKETS[one.id]: one.name for one in SIDES}
    return Ground(
        board.columns,
        board.rows,
        cells,
        {},
        places,
        key=KEY,
        stagger=board.stagger,
        has_levels=False,
        looks=looks,
        legend=("c in cover",),
        owners=owners,
    )


def panel(state: State, side: str) -> MapPanel:
    """The map as a side sees it."""
    found: list[Stack] = []
    for one in SIDES:
        here: dict[str, list[Unit]] = {}
        for unit in state.of(one.id):
            here.setdefault(unit.at, []).append(unit)
        named = letters(here, capitals=one.id == SIDES[0].id)
        found += [_stack(at, named[at], here[at]) for at in sorted(here)]
    return MapModel(sheet(), tuple(found))


def _stack(at: str, letter: str, here: list[Unit]) -> Stack:
    tag = here[0].name[:2] if len(here) == 1 else f"x{len(here)}"
    cover = "c" if any(one.in_cover for one in here) else ""
    return Stack(here[0].side, BRACKETS[here[0].side], letter, at, tag, sum(one.strength for one in here), "", cover)
