"""The remaining movement of a counter: its MPs, its rate, and what keeps it in its place."""

from collections.abc import Iterator, Sequence

from pbem.core.clause import rule
from pbem.mechanisms.paths import Wayfinding
from pbem.systems.indian_wars.rules.movement.stacking import is_in_enemy_zoc
from pbem.systems.indian_wars.rules.turn.sequence import THE_BATTLE
from pbem.systems.indian_wars.state.counter import DISMOUNTED, HQ, LEADER, MOUNTED, PACK_TRAIN, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield

SEVERE = "severe"
LAMING_WOUNDS = ("mortal", SEVERE)


@rule("leader mode", "leader movement mode", "HQ mode")
def chooses_mode(unit: Counter) -> bool:
    """True if it moves in any mode for nothing, hex by hex: leaders and the Column HQ (12.B, 12.F.4)."""
    return unit.kind in (LEADER, HQ)


@rule("leader mode", "HQ mode")
def stands_in(unit: Counter, mode: str) -> str:
    """The mode in which it stands once it is put down in `mode`: who rides at will is dismounted but to move (12.F.4)."""
    if unit.kind == LEADER or (chooses_mode(unit) and mode == MOUNTED):
        return DISMOUNTED
    return mode


@rule("leader movement mode", "HQ mode", "guarding", "capturing ponies")
def moves_mounted(unit: Counter) -> bool:
    """True if it has the mounted allowance; who guards captives or ponies has not.

    Leaders and the Column HQ ride when they move, in any mode (12.B, 12.F.4).
    """
    if chooses_mode(unit):
        return unit.mode != PRONE
    return rides(unit)


@rule("guarding", "capturing ponies")
def rides(unit: Counter) -> bool:
    """True if it goes as fast as a mounted unit: not with captives or ponies at its side."""
    return unit.is_mounted and not unit.guards


@rule(
    "movement allowance",
    "after half fire",
    "after full fire",
    "full-strength fire",
    "half-strength fire",
    "no fire",
    "mortal effects",
)
def limit(unit: Counter) -> int:
    """The MPs of its present mode: none after full fire, half after half fire or with a grave wound (4.B, 7.C)."""
    allowance = unit.printed.ma_mounted if moves_mounted(unit) else unit.printed.ma_dismounted
    if unit.wound in LAMING_WOUNDS:
        allowance //= 2
    match unit.fired:
        case "full":
            return 0
        case "half":
            return allowance // 2
        case _:
            return allowance


@rule("within allowance", "no saving")
def left(unit: Counter) -> int:
    """The MPs that it may still spend; what it spent in another mode counts one for one (ruling A-017)."""
    return 0 if unit.stopped else max(limit(unit) - unit.spent, 0)


@rule("severe wound")
def left_among(unit: Counter, stack: Sequence[Counter]) -> int:
    """The MPs that a unit may still spend as it moves with a stack: carrying a gravely wounded leader, half (12.E)."""
    carries = any(one.kind == LEADER and one.wound in LAMING_WOUNDS for one in stack)
    if unit.kind == LEADER and unit.wound == SEVERE and _is_on_a_train(unit, stack):
        return max(unit.printed.ma_mounted - unit.spent, 0)
    if not carries or unit.kind in (LEADER, PACK_TRAIN):
        return left(unit)
    return 0 if unit.stopped else max(limit(unit) // 2 - unit.spent, 0)


def _is_on_a_train(leader: Counter, stack: Sequence[Counter]) -> bool:
    """True if a leader goes along with a pack train, without slowing it (12.E.1)."""
    return any(one.kind == PACK_TRAIN and one.name == leader.attached_to for one in stack)


def _held_back(field: Battlefield, unit: Counter) -> int:
    """The MPs of its own that a unit lacks in its first player turn, where the scenario gives it a part of them."""
    if field.turn != field.notes.arrivals.get(THE_BATTLE, 1):
        return 0
    group = next((one for one in field.sheet.scenario.setup if one.mp and unit.name in one.units), None)
    if group is None or group.side != field.phasing:
        return 0
    return max(limit(unit) - (group.mp // 2 if unit.fired == "half" else group.mp), 0)


def starting_late(field: Battlefield) -> Iterator[tuple[int, dict[str, int]]]:
    """Those who have only so many MPs in a phase of their first player turn, and what each has spent before it."""
    if field.turn != field.notes.arrivals.get(THE_BATTLE, 1) or field.phase not in (field.title.turn_letters[0], "C"):
        return
    for group in field.sheet.scenario.setup:
        if not group.mp or group.side != field.phasing:
            continue
        here = [field[name] for name in group.units if name in field]
        late = {unit.name: limit(unit) - (group.mp // 2 if unit.fired == "half" else group.mp) for unit in here}
        if late := {name: spent for name, spent in late.items() if spent > 0}:
            yield group.mp, late


def start_late(field: Battlefield) -> None:
    """Take from them what they have spent before: a rehearsal begins a phase without what is told of it."""
    for _, late in starting_late(field):
        for name, spent in late.items():
            field.put(field[name].but(spent=spent))


def left_now(field: Battlefield, unit: Counter, stack: Sequence[Counter]) -> int:
    """The MPs that a unit may still spend with a stack, also if its first player turn, in which it has part of them, has not
    begun."""
    held_back = _held_back(field, unit)
    return max(left_among(unit, stack) - (held_back if unit.spent < held_back else 0), 0)


def spent_of(field: Battlefield, unit: Counter, extra: int = 0) -> str:
    """``5 of 6 MP`` of a unit as it will be; ``3 of 4 MP`` in the turn that it begins with a part of them.  A charge has some
    `extra`."""
    held_back = _held_back(field, unit)
    is_taken = unit.name in field and field[unit.name].spent >= held_back
    spent = limit(unit) - left(unit) - (held_back if is_taken or unit.stopped else 0)
    return f"{spent} of {limit(unit) - held_back + extra} MP"


def spent_up(unit: Counter) -> Counter:
    """The counter with no MPs left in this phase."""
    return unit.but(spent=max(limit(unit), unit.spent), stopped=True)


# Hexes and paths as written, on the maps of the series.


def _leaving(field: Battlefield) -> str:
    return f"To leave the map say   exit   at an edge hex ({field.rule('leaving the map')} costs VPs)."


WAYS = Wayfinding(_leaving, is_in_enemy_zoc)
one_hex, all_hexes, path_of = WAYS.one_hex, WAYS.all_hexes, WAYS.path_of
