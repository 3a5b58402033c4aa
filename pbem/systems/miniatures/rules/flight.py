"""Falling back, disorder and drift.  MR-6.8, MR-1.9, B-217."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.miniatures.files import tables
from pbem.systems.miniatures.rules.layout import layout
from pbem.systems.miniatures.rules.sighting import between, nearest_enemy, toward
from pbem.systems.miniatures.rules.walking import ALL_SPENT, EVERY_WAY, NO_ROOM, Walk, fits, settled
from pbem.systems.miniatures.state.events import UnitDisordered, UnitLeft, UnitMoved
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.state.unit import DISORDER, Unit
from pbem.systems.miniatures.table.angles import along, bearing, direction, turn_between
from pbem.systems.miniatures.table.lengths import INCH, SIXTIETHS

_AWAY = (0, 90, 270)
"""The limit of flight: a unit is not placed beyond the enemy that it flees from."""
HOME = {"north": 0, "east": 90, "south": 180, "west": 270}


def disorder(
    umpire: Umpire[Tabletop], name: str, facing: int, *, levels: int = 0, fled: bool = False, left_guns: bool = False
) -> None:
    """Put a unit into disorder, where its clump has room."""
    table = umpire.state
    unit = table.units[name]
    clump = unit.with_(formation=DISORDER, ranks=1, facing=facing % 360)
    if left_guns and unit.has_guns:
        clump = clump.with_(guns_at=(unit.x, unit.y, unit.facing))
        table = table.copy()
        table.left_guns[name] = [unit.x, unit.y, unit.facing, unit.face.guns]
    there = (_about(table, clump) if fled else None) or settled(table, clump, _AWAY if fled else EVERY_WAY)
    umpire.emit(
        UnitDisordered(name, facing % 360, there.at, levels, fled, left_guns, _witnesses(umpire.state, unit, fled))
    )


def _about(table: Tabletop, clump: Unit) -> Unit | None:
    """A fleeing unit turned about where it stood: its front is where its rear was, or a little farther; None without room.

    Without this a charger that lost its melee would stand nearest beside its enemy, and flee along his front.
    """
    for step in range(layout(clump).depth + INCH + 1):
        x, y = along(clump.at, direction(clump.facing), step)
        there = clump.with_(x=x, y=y)
        if not fits(table, there):
            return there
    return None


@rule("MR-6.7")
def _witnesses(table: Tabletop, unit: Unit, fled: bool) -> tuple[str, ...]:
    """The friends within 6 inches of a unit that begins to fall back.  MR-6.7."""
    if not fled:
        return ()
    limit = INCH * tables.number("morale", "fleeing_within")
    near = (one for one in table.of(unit.side) if one.name != unit.name and between(unit, one).within(limit))
    return tuple(one.name for one in near)


@rule("MR-6.8", "MR-6.9")
def flee(umpire: Umpire[Tabletop], name: str, moves: int, *, lost_levels: int) -> None:
    """Fall back so many skirmish moves straight away from the nearest enemy, in disorder.  MR-6.8, MR-6.9."""
    unit = umpire.state.units[name]
    away = _away(umpire.state, unit)
    disorder(umpire, name, away, levels=lost_levels, fled=True, left_guns=unit.has_guns)
    go_away(umpire, name, moves, "flight")


@rule("MR-1.9")
def drift(umpire: Umpire[Tabletop], name: str) -> None:
    """Move a unit that stays in disorder away from the enemy.  MR-1.9, B-230."""
    if not umpire.state.units[name].has_guns:
        go_away(umpire, name, 1, "drift")


def _away(table: Tabletop, unit: Unit) -> int:
    enemy = nearest_enemy(table, unit)
    if enemy is None:
        return HOME[table.scenario.edges[unit.side]]
    x, y = toward(unit, enemy)
    return bearing((-x, -y))


def go_away(umpire: Umpire[Tabletop], name: str, moves: int, how: str) -> None:
    """Walk away from the nearest enemy; a unit that reaches the edge of the table leaves it."""
    table = umpire.state
    unit = table.units[name]
    away = _away(table, unit)
    allowance = moves * tables.rate(unit, DISORDER) * SIXTIETHS
    walk = Walk(table, unit, allowance, through_friends=True)
    gone_off = False
    for facing in _ways(table, unit, away):
        walk.face(facing)
        before = walk.unit.at
        walk.straight(direction(facing), walk.left // 48)
        if walk.halt == "the edge of the table":
            gone_off = True
            break
        is_done = walk.halt in ("", ALL_SPENT) or walk.halt.startswith(NO_ROOM)
        if is_done and walk.unit.at != before:
            break
    last = walk.unit
    umpire.emit(UnitMoved(name, how, tuple(walk.path), last.facing, walk.used, walk.halt))
    if gone_off:
        umpire.emit(UnitLeft(name))


def _ways(table: Tabletop, unit: Unit, away: int) -> list[int]:
    """Straight away, then further and further aside, the side toward its own edge first."""
    home = turn_between(away, HOME[table.scenario.edges[unit.side]])
    sign = 1 if home >= 0 else -1
    return [
        away,
        *((away + sign * turn) % 360 for turn in range(15, 91, 15)),
        *((away - sign * turn) % 360 for turn in range(15, 91, 15)),
    ]
