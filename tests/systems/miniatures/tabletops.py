"""Units and tables for tests of the rules: put together in a line, played with dice that fall as they are told."""

from typing import Any

from pbem.core.ask import Answer
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.umpire import Umpire
from pbem.systems.miniatures import scenario_file
from pbem.systems.miniatures.geometry import INCH
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.rules import moving
from pbem.systems.miniatures.rules.turn import play
from pbem.systems.miniatures.rules.walking import Walk
from pbem.systems.miniatures.state.tabletop import Face, Leader, Scenario, Tabletop, Terrain, Unit, opening
from pbem.systems.miniatures.system import RULES


def place(x: int, y: int, **more: Any) -> dict[str, Any]:
    return {"x": x * INCH, "y": y * INCH, **more}


def unit(name: str = "Foot", kind: str = "legion_infantry", figures: int = 12, **more: Any) -> Unit:
    """A unit in open order, or in skirmish order if it is Indian, that faces north (Indians: south)."""
    indian = kind in ("indians", "canadian_militia")
    row = {"indians": "indians", "canadian_militia": "militia", "militia": "militia", "legion_dragoons": "mounted"}
    row |= {"mounted_volunteers": "mounted", "legion_artillery": "artillery"}
    weapon = {"legion_rifles": "rifle", "indians": "trade_musket", "legion_artillery": "howitzer"}.get(kind, "musket")
    guns = more.pop("guns", int(kind == "legion_artillery"))
    weapon = more.pop("weapon", weapon)
    face = Face(
        name, name[0], "indian" if indian else "american", kind, row.get(kind, "regulars"), weapon, figures, guns
    )
    values: dict[str, Any] = {"x": 320, "y": 320, "facing": 180 if indian else 0, "figures": figures}
    values["formation"] = "skirmish" if indian else "unlimbered" if guns else "open_order"
    values["mounted"] = face.row == "mounted"
    return Unit(face, **{**values, **more})


def square(x: int, y: int, wide: int, deep: int) -> tuple[tuple[int, int], ...]:
    west, south, east, north = x * INCH, y * INCH, (x + wide) * INCH, (y + deep) * INCH
    return (west, south), (east, south), (east, north), (west, north)


def table(*units: Unit, ground: tuple[Terrain, ...] = (), leaders: tuple[Leader, ...] = (), **more: Any) -> Tabletop:
    """A table of 60 by 60 inches."""
    edges = {"american": "south", "indian": "north"}
    breaks = {"american": 99, "indian": 99}
    sides = ("american", "indian")
    scenario = Scenario(
        "t",
        "T",
        5,
        sides,
        edges,
        breaks,
        960,
        960,
        ground,
        units,
        leaders,
        (),
        scenario_file.scenario("creek-ford").levels,
    )
    found = opening(scenario)
    for name, value in more.items():
        setattr(found, name, value)
    return found


class Faces:
    """Dice that fall as they are told: one list for all that is rolled."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def faces(self, label: str, number: int, sides: int) -> tuple[int, ...]:
        assert len(self.left) >= number, f"no die is left for {label}"
        found, self.left = tuple(self.left[:number]), self.left[number:]
        return found


def umpire(state: Tabletop, *dice: int, phase: str = "T01.AM.A") -> Umpire[Tabletop]:
    return Umpire(state, RULES.apply, phase=phase, options=Options(()), dice=Faces(*dice), write=DIALECT.write)  # type: ignore[arg-type]


def played(state: Tabletop, lines: str, *dice: int, choices: str = "") -> list[Event]:
    """The events of a whole phase with these orders and dice; `choices` answers each further question."""
    one = umpire(state, *dice, phase=f"T01.{state.acting[:2].upper()}.A")
    orders: list[Order] = []
    for line in filter(None, map(str.strip, lines.splitlines())):
        found = DIALECT.read(line, state, state.acting)
        assert isinstance(found, tuple), found
        orders += found
    going = play(one)
    try:
        asks = next(going)
        asks = going.send((Answer(orders=tuple(orders)),))
        while True:
            asks = going.send(tuple(Answer(choices or (ask.default or "")) for ask in asks))
    except StopIteration:
        return one.events


def kinds(events: list[Event], kind: type[Any]) -> list[Any]:
    return [one for one in events if isinstance(one, kind)]


def walked(state: Tabletop, line: str) -> Walk:
    act: Any = DIALECT.read(line, state, "american")
    return moving.walk(state, state.units[act[0].unit], act[0].operations[0])


ENEMY = unit("Wolf", "indians", 12, **place(20, 40))
WOODS = Terrain("wood", "open_woods", (square(0, 0, 60, 60),))
