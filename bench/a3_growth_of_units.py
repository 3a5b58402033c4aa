"""A3: the time a unit takes in a phase, by how many there are and by how large the map is.

Groups of two US companies and two Indian units in hexes next to each other stand four hexes apart all over a blank map; in
the US offensive fire phase every company fires.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bench import turn
from bench.frame import Figure, Job, rates
from pbem.board import hexes
from pbem.core.ask import Answer
from pbem.core.dice import KeyedDice
from pbem.core.options import Options
from pbem.core.play import perform
from pbem.core.umpire import Umpire
from pbem.mechanisms.case_maps import small_map
from pbem.systems.indian_wars.orders.records import Fire
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

APART = 4
LARGE, SMALL = (99, 82), (37, 22)


def field(groups: int, size: tuple[int, int]) -> Battlefield:
    """A blank map with so many groups, in the US player turn before its offensive fire."""
    opened = turn.opened()
    sheet = opened.sheet
    company, warriors = sheet.roster["C/3 Cav"], sheet.roster["Crow King"]
    columns, rows = size
    places = [(c, r) for c in range(0, columns - 1, APART) for r in range(0, rows - 1, APART)][:groups]
    if len(places) < groups:
        raise ValueError(f"{groups} groups do not fit on {columns} x {rows}")
    names: dict[str, Any] = {}
    units = []
    for n, (column, row) in enumerate(places):
        for k, printed, at in (
            (0, company, hexes.hex_id(column, row)),
            (1, company, hexes.hex_id(column, row)),
            (0, warriors, hexes.hex_id(column, row + 1)),
            (1, warriors, hexes.hex_id(column, row + 1)),
        ):
            name = f"{printed.name} {n}-{k}"
            names[name] = replace(printed, id=f"{printed.id}-{n}-{k}", name=name, aliases=(), holders="")
            units.append(Counter(names[name], at=at, mode="dismounted"))
    blank = replace(sheet, map=small_map({"blank": f"{columns}x{rows}"}, _sound, sheet.map.stagger), roster=names)
    made = Battlefield(
        blank, Options(), turn=3, phasing="us", points={"us": 0, "indian": 0}, lost={"us": 0, "indian": 0}
    )
    for unit in units:
        made.put(unit)
    return made


def _sound(key: str, expected: str, found: object) -> None:
    raise ValueError(f"{key}: expected {expected}, found {found!r}")


def fires(state: Battlefield) -> Job:
    """Every company fires at what stands next to it."""
    game = turn.game()
    fire = tuple(
        Fire(name, "full", name.replace("C/3 Cav", "Crow King"))
        for name, unit in state.units.items()
        if unit.side == "us"
    )

    def job() -> int:
        from pbem.systems.indian_wars.rules.fire.fire import fire_phase

        umpire = Umpire(
            game.system.thaw(state), game.system.apply, phase="T03.US.B", options=Options(), view=game.system.view
        )

        def answers(asks: tuple[Any, ...]) -> tuple[Answer, ...]:
            return tuple(
                Answer(orders=fire) if one.kind == "orders" else Answer(one.default or one.choices[0].key)
                for one in asks
            )

        perform(fire_phase(umpire, "us", "B"), umpire, (), lambda _: KeyedDice(turn.KEY), answers)
        if not any(type(event).__name__ == "FireResolved" for event in umpire.events):
            raise ValueError("nobody fired")
        return len(state.units)

    return job


def figures() -> Iterator[Figure]:
    """1,920 units beside 200; a large map beside a small one."""
    few, many, small, large = rates(
        *(fires(field(groups, size)) for groups, size in ((50, LARGE), (480, LARGE), (45, SMALL), (45, LARGE)))
    )
    yield Figure("a unit among 1,920", "us", 1e6 / many, 1e6 / few, "a unit among 200", most=1.4)
    yield Figure("a unit on 99 x 82 hexes", "us", 1e6 / large, 1e6 / small, "on 37 x 22", most=1.3)
