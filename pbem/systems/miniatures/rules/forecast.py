"""Forecasts of operations as the table stands: inches, halts, and what a charge lacks.  Nothing is decided."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import Point, compass, inches, point
from pbem.systems.miniatures.orders.records import Operation
from pbem.systems.miniatures.rules.fighting import volley
from pbem.systems.miniatures.rules.ground import between, closest_target
from pbem.systems.miniatures.rules.moving import allowance, charge_walk, gap_of, place_near, walk
from pbem.systems.miniatures.rules.operations import changed, chosen_of, refusal, target_of
from pbem.systems.miniatures.rules.walking import ALL_SPENT, CHARGE_HALT, NO_ROOM, ROUNDING, TOUCH, Walk
from pbem.systems.miniatures.state.tabletop import Tabletop, Unit

UNTOLD = ("load", "rally", "stay")
"""Operations that are left out without a word if they are not needed."""
CHANGES = ("face", "form", "mount", "dismount", "limber", "unlimber")


def forecast(view: Tabletop, name: str, operations: Sequence[Operation]) -> tuple[str, ...]:
    """A note for each move, fire or charge, from where the one before it ends."""
    table, notes = view.copy(), []
    for operation in operations:
        unit = table.units[name]
        chosen = chosen_of(table, unit, operation)
        why = refusal(table, unit, chosen) if chosen is not None else ""
        if chosen is not None and why and chosen.verb not in UNTOLD and not unit.is_disordered:
            notes.append(f"no {chosen.verb}: {why}")
        if chosen is None or why:
            continue
        if chosen.verb == "fire":
            notes.append(_fire(table, unit, chosen))
            table.units[name] = unit.with_(loaded=False, loading=0)
        elif chosen.verb == "load":
            ready = unit.loading + 1 >= tables.loading(unit.face.weapon)
            table.units[name] = unit.with_(loaded=ready, loading=0 if ready else unit.loading + 1)
        elif chosen.verb in CHANGES:
            table.units[name] = changed(table, unit, chosen)
        elif chosen.verb in ("move", "prolonge") and not (unit.charging and unit.charged):
            found = walk(table, unit, chosen)
            notes.append(_receipt_note(table, found, chosen))
            table.units[name] = found.unit
        elif chosen.verb in ("charge", "contact"):
            notes.append(_charge(table, unit, chosen))
            break  # what the enemy does about it cannot be foreseen
    return tuple(dict.fromkeys(notes))


def _fire(table: Tabletop, unit: Unit, operation: Operation) -> str:
    """The target, and what the dice can do to it: ``at Wolf, 4.50 inches: 6 dice hit on 2 or less, 1.2 hits on average``."""
    target = closest_target(table, unit, operation.only)
    assert target is not None
    dice = volley(table, unit, target).dice
    hit = [_hits(count, number) for number, count in dice]
    tenths = sum(number * count for number, count in dice)
    head = f"at {target.name}, {inches(between(unit, target).shown)} inches"
    return f"{head}: {', '.join(hit)}: {tenths // 10}.{tenths % 10} hits on average"


def _hits(count: int, number: int) -> str:
    if number == 1:
        return "1 die hits on a 1" if count == 1 else f"{count} dice hit on a 1"
    return f"1 die hits on {number} or less" if count == 1 else f"{count} dice hit on {number} or less"


def _receipt_note(table: Tabletop, found: Walk, operation: Operation) -> str:
    """The end of a move, how far that is by a ruler, and what it takes of the allowance where that is more."""
    length, part = inches(walked(found.path)), operation.parts[-1] if operation.parts else None
    if found.gone_off:
        return f"{length} inches, off the table"
    what, facing = point(*found.unit.at), found.unit.facing
    used = f"{length} inches to {what}, facing {facing} {compass(facing)}"
    if costs_more(found.path, found.used):
        used = f"{length} inches ({inches(found.used)} of its move) to {what}, facing {facing} {compass(facing)}"
    at = place_near(table, part.place, found.unit.at) if part is not None and part.place is not None else None
    halt = f"{NO_ROOM} {found.passing}" if found.passing else found.halt
    if halt and at is not None and part is not None and part.verb in ("to", "toward"):
        lacking = inches(gap_of(found.unit.at, at))
        return f"{used}, {lacking} short; stops: {stopped_by(halt)}"
    return f"{used}; stops: {stopped_by(halt)}" if halt else used


def walked(path: Sequence[Point]) -> int:
    """The length of a way, from place to place."""
    return sum(gap_of(start, end) for start, end in pairwise(path))


def costs_more(path: Sequence[Point], used: int) -> bool:
    """True if a move takes more of the allowance than its length, or less: by ground, at half pace, in a wheel."""
    return abs(walked(path) - used) > ROUNDING


_RECEIPT = re.compile(
    r"(.*?)(\d+\.\d\d inches(?: \(\d+\.\d\d of its move\))?) to (\(\S+ \S+\)), facing (\d+ [NESW]+)"
    r"(?:, (\d+\.\d\d) short)?(?:; stops: (.*))?"
)
_TAKES = re.compile(r".* \((.*)\)")
NOWHERE = "0.00 inches"
NO_MOVEMENT = "no movement left"


def stopped_by(halt: str) -> str:
    """The cause that stops a move, as players read it: events store other words, which never change."""
    return NO_MOVEMENT if halt == ALL_SPENT else halt


@dataclass(frozen=True)
class Landing:
    """The end of a move, as a receipt tells it: `points` is what stands before it, `at` the point and the facing there,
    `lacking` what it falls short of its goal, `halt` what stops it."""

    points: str
    used: str
    at: str
    lacking: str
    halt: str

    @property
    def figures(self) -> str:
        """Quarters of an inch east and north, and degrees, for a picture: ``67 44 128``."""
        east, north, facing = map(float, re.findall(r"\d+(?:\.\d+)?", self.at))
        return f"{round(4 * east)} {round(4 * north)} {round(facing)}"

    @property
    def in_short(self) -> str:
        """The words for the order page: goal and way are seen there, so of two measures it gives what the move takes, and of
        ten inches and more that a move lacks the whole ones.
        """
        used = _TAKES.sub(r"\1", self.used)
        if self.lacking:
            whole, _, rest = self.lacking.partition(".")
            used = f"{used}, {whole if len(whole) > 1 else f'{whole}.{rest}'} short"
        # Who falls short and has nothing in his way has gone as far as he can.
        if self.halt and not (self.lacking and self.halt == NO_MOVEMENT):
            used = f"{used}; stops: {self.halt}"
        return self.points + used


def landing(notes: str) -> Landing | None:
    """The end of a move of which a receipt says so much; None for anything else."""
    found = _RECEIPT.fullmatch(notes)
    if found is None:
        return None
    points, used, at, facing, lacking, halt = found.groups(default="")
    return Landing(points, used, f"{at} {facing}", lacking, halt)


def _charge(table: Tabletop, unit: Unit, operation: Operation) -> str:
    target = table.units[target_of(table, unit.name, operation)]
    is_charge = operation.verb == "charge"
    found = charge_walk(table, unit, target, operation.via, allowance(unit, charge=is_charge), contact=not is_charge)
    used, gap = inches(walked(found.path)), between(found.unit, target)
    ends = CHARGE_HALT if is_charge else TOUCH
    if gap.within(ends):
        return f"{used} inches to {target.name}"
    lacking = inches(gap.shown - ends)
    if found.halt:
        return f"{used} inches, {lacking} short of {target.name}; stops: {stopped_by(found.halt)}"
    return f"{used} inches, {lacking} short of {target.name}"
