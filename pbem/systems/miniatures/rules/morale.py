"""Morale: the rating, the check and its three depths of failure; falling back, disorder and drift.  MR-6, MR-1.9."""

from collections.abc import Sequence

from pbem.core.clause import rule
from pbem.core.umpire import Modifier, Umpire
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import INCH, SIXTIETHS, along, bearing, direction, turn_between
from pbem.systems.miniatures.rules.ground import between, facing_to, in_cover, nearest_enemy, toward
from pbem.systems.miniatures.rules.layout import full_ranks, layout
from pbem.systems.miniatures.rules.walking import ALL_SPENT, EVERY_WAY, NO_ROOM, Walk, fits, settled
from pbem.systems.miniatures.state.events import MoraleChecked, UnitDisordered, UnitLeft, UnitMoved
from pbem.systems.miniatures.state.tabletop import COLUMN, DISORDER, LINE, MASS, OPEN_ORDER, Tabletop, Unit

# Falling back, disorder and drift.  MR-6.8, MR-1.9, B-217.

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

    Without this a charger that lost its melee would stand nearest beside its enemy, and flee along its front.
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


FALLS_BACK, LOSES_A_LEVEL = 3, 5
"""The margins from which a unit falls back, and loses a level of its rating as well."""


@rule("MR-6.3", "MR-6.4", "MR-6.5", "MR-6.6")
def rating(table: Tabletop, unit: Unit) -> int:
    """The rating before modifiers; works are cover if they lie before the nearest enemy.  MR-6.3 to MR-6.6, B-218, B-219."""
    enemy = nearest_enemy(table, unit)
    shots = () if enemy is None else ((enemy.at, unit.at),)
    return tables.rating(unit.face.kind, in_cover(table, unit, shots)) - unit.drop


@rule("MR-6.7", "MR-3.6")
def modifiers(
    table: Tabletop, unit: Unit, chargers: Sequence[Unit] = (), *, flank: bool = False, rally: bool = False
) -> tuple[Modifier, ...]:
    """The modifiers of the rating; of several chargers the worst counts.  MR-6.7, B-237."""
    of = tables.tables()["morale"]
    quarters = 4 * (unit.face.start - unit.figures) // unit.face.start
    further = min(max(unit.hits - 1, 0), of["further_hits_at_most"])
    foot = any(not one.mounted and one.formation in (LINE, OPEN_ORDER, COLUMN) for one in chargers)
    leader = any(True for _ in table.with_unit(unit.name))
    deep = unit.formation in (COLUMN, MASS) and full_ranks(unit) >= 3
    found = (
        Modifier(of["army_leader"] * leader, "leader with the unit", clause="MR-6.7"),
        Modifier(of["no_officer"] * (not table.has_officer(unit)), "no officer", clause="MR-6.7"),
        Modifier(of["depth"] * deep, "depth", clause="MR-3.6"),
        Modifier(of["disordered"] * (unit.is_disordered and not rally), "disorder", clause="MR-6.7"),
        Modifier(of["quarter_lost"] * quarters, "quarters lost", str(quarters), "MR-6.7"),
        Modifier(of["further_hit"] * further, "hits after the first", str(further), "MR-6.7"),
        Modifier(of["artillery"] * unit.shelled, "fired at by artillery", clause="MR-6.7"),
        Modifier(of["charged_by_mounted"] * any(one.mounted for one in chargers), "charged by horse", clause="MR-6.7"),
        Modifier(of["charged_by_formed_foot"] * foot, "charged by formed foot", clause="MR-6.7"),
        Modifier(of["flank_or_rear"] * flank, "charged in flank or rear", clause="MR-6.7"),
        Modifier(of["friends_fleeing"] * unit.saw_flight, "friends in flight near by", clause="MR-6.7"),
    )
    return tuple(one for one in found if one.value)


def standing_rating(table: Tabletop, unit: Unit) -> int:
    """The roll that a unit would need where nothing has happened to it in the phase: ground, losses and officers count."""
    quiet = unit.with_(hits=0, shelled=False, saw_flight=False)
    return rating(table, quiet) + sum(one.value for one in modifiers(table, quiet))


@rule("MR-6.2")
def margin_of(die: int, needed: int) -> int:
    """By how much a check fails, 0 if it passes: a 1 always passes, a 10 always fails by at least 1.  MR-6.2."""
    if die == 1:
        return 0
    return max(die - needed, 1 if die == 10 else 0)


@rule("MR-6.1", "MR-6.2")
def check(
    umpire: Umpire[Tabletop],
    name: str,
    why: str,
    chargers: Sequence[Unit] = (),
    *,
    flank: bool = False,
    rally: bool = False,
) -> int:
    """Roll a unit's morale; the margin of its failure, 0 if it passes.  MR-6.1, MR-6.2."""
    unit = umpire.state.units[name]
    mods = modifiers(umpire.state, unit, chargers, flank=flank, rally=rally)
    basis = rating(umpire.state, unit)
    roll = umpire.roll("1d10", f"{'rally' if rally else 'morale'} {name}", "MR-6.2")
    margin = margin_of(roll.natural, basis + sum(one.value for one in mods))
    # The modifiers change what is needed, not the die; they are told with it.
    umpire.emit(MoraleChecked(name, why, basis, roll, margin, mods))
    return margin


@rule("MR-6.8", "MR-6.9", "MR-6.10")
def suffer(umpire: Umpire[Tabletop], name: str, margin: int) -> None:
    """Carry out the effects of a failure by this margin: MR-6.8, MR-6.9, MR-6.10, B-216."""
    unit = umpire.state.units[name]
    enemy = nearest_enemy(umpire.state, unit)
    if margin < FALLS_BACK:
        disorder(umpire, name, facing_to(unit, enemy) if enemy is not None else unit.facing)
    else:
        flee(umpire, name, margin, lost_levels=int(margin >= LOSES_A_LEVEL))
