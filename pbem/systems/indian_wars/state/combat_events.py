"""Fire and melee: shots, fights, what comes after, and how each changes the field (9, 10, 14.A, 14.D)."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from pbem.core.event import Handlers
from pbem.core.record import Record
from pbem.core.umpire import Factor, Modifier, Roll
from pbem.systems.indian_wars.state.counter import DEFENSIVE, MELEE, CombatEvent, Engagement
from pbem.systems.indian_wars.state.field import Battlefield

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class Shot(Record):
    """A legal shot, as it would be fired now: strength, place on the matrix and modifiers (9.A).

    A shot that is too weak to have any effect has no letter.  What becomes of it is stored with a roll, and that has the
    modifiers.
    """

    unstored: ClassVar[tuple[str, ...]] = ("modifiers",)

    firer: str
    target: str
    firer_at: str
    target_at: str
    occasion: str
    how: str
    long_range: bool
    base: int
    strength: Fraction
    factors: tuple[Factor, ...]
    line: str
    row: str
    column: str
    shifted: int
    letter: str
    modifiers: tuple[Modifier, ...] = field(default=(), compare=False)

    @property
    def is_too_weak(self) -> bool:
        """True if it is an Indian unit's with less than one factor (9.B.4)."""
        return not self.letter


@dataclass(frozen=True, slots=True)
class UnitFired(CombatEvent):
    """A unit fires: certain before the die.

    `occasion` is ``offensive``, ``defensive``, ``advance``, ``opportunity``, ``retreat``, ``hit and run`` or ``return``
    (fire that answers one); `how` ``full`` or ``half``.
    """

    firer: str
    target: str
    firer_at: str
    target_at: str
    occasion: str
    how: str


@dataclass(frozen=True, slots=True)
class FireResolved(CombatEvent):
    """A shot (9.A).

    `base` is the firer's combat factor, `strength` what the `factors` leave of it.  `line` is ``US`` or ``Indian``, `row`
    the firer's mode, `column` the label of the matrix's column, `shifted` by how many columns infantry at long range
    moved left, `letter` the column of the results table.  The roll carries every modifier, those that are 0 and near
    included.  `found` is what the table says, `least` the total from which it says so (0 for ``-``), and `result` what it
    comes to (a casualty at long range is a check at -1).
    """

    inlined: ClassVar[tuple[str, ...]] = ("shot",)

    shot: Shot
    roll: Roll
    found: str
    least: int
    result: str


@dataclass(frozen=True, slots=True)
class FireTooWeak(CombatEvent):
    """An Indian unit fired with less than one factor: no effect, and no roll (9.B.4)."""

    firer: str
    target: str
    firer_at: str
    target_at: str
    occasion: str
    base: int
    strength: Fraction
    factors: tuple[Factor, ...]


@dataclass(frozen=True, slots=True)
class AmmunitionChecked(CombatEvent):
    """A natural 5 was fired: is the unit low on ammunition (14.A)?"""

    unit: str
    roll: Roll
    is_low: bool


@dataclass(frozen=True, slots=True)
class BoxesCrossed(CombatEvent):
    """Ammunition crossed off the roster (14.D, option 2): `halves` half boxes, `left` half boxes still open."""

    unit: str
    halves: int
    left: int


@dataclass(frozen=True, slots=True)
class FirstShotKept(CombatEvent):
    """A natural 5 in a US unit's first fire: no depletion (14.D, option 1)."""

    unit: str


@dataclass(frozen=True, slots=True)
class FirstShotFired(CombatEvent):
    """A US unit fired for the first time in the game; noted down (14.D, option 1)."""

    unit: str


@dataclass(frozen=True, slots=True)
class CrossfireDeclared(CombatEvent):
    """Units next to a coulee hex, on opposite sides of it, fire into it together; () where a later shot is no crossfire."""

    at: str
    units: tuple[str, ...]


@APPLY.on(UnitFired)
def _fired(field: Battlefield, event: UnitFired) -> None:
    unit = field[event.firer]
    match event.occasion:
        case "offensive":
            unit = unit.but(fired=event.how)
        case "advance":
            unit = unit.but(advance_fired_at=event.target_at)
        case "defensive":
            unit = unit.engaged(Engagement("D", DEFENSIVE))
        case occasion:
            unit = unit.engaged(Engagement(field.phase, occasion))
    field.put(unit)


@APPLY.on(AmmunitionChecked)
def _checked(field: Battlefield, event: AmmunitionChecked) -> None:
    if event.is_low:
        field.put(field[event.unit].but(low_ammo=True))


@APPLY.on(BoxesCrossed)
def _crossed(field: Battlefield, event: BoxesCrossed) -> None:
    field.notes = field.notes.with_boxes(event.unit, event.left)


@APPLY.on(FirstShotFired)
def _first_shot(field: Battlefield, event: FirstShotFired) -> None:
    field.notes = field.notes.but(first_shots=(*field.notes.first_shots, event.unit))


APPLY.nothing_for(FireResolved, FireTooWeak, FirstShotKept)


@APPLY.on(CrossfireDeclared)
def _crossfire(field: Battlefield, event: CrossfireDeclared) -> None:
    country = field.notes.country
    others = {at: units for at, units in country.crossfire.items() if at != event.at}
    found = {**others, event.at: event.units} if event.units else others
    field.notes = field.notes.but(country=country.but(crossfire=found))


# Melee: its declaration, the fight, what comes after, and how each changes the field (10).


@dataclass(frozen=True, slots=True)
class Fighter(Record):
    """A unit in a melee: its combat factor, the factors on it, the charge bonus, and the strength that comes of them."""

    unit: str
    at: str
    base: int
    factors: tuple[Factor, ...]
    bonus: int
    strength: Fraction


@dataclass(frozen=True, slots=True)
class MeleeDeclared(CombatEvent):
    """A melee was declared against all enemies of a hex (10.A).  `renewed` after pursuit."""

    target: str
    attackers: tuple[str, ...]
    attack_from: tuple[str, ...]
    leaders: tuple[str, ...]
    defenders: tuple[str, ...]
    renewed: bool = False


@dataclass(frozen=True, slots=True)
class RetreatBeforeMeleeTried(CombatEvent):
    """An attempt to get away before the melee: ``yes``, ``no`` or ``no*``; `needs` is the least total for a yes (10.H.1)."""

    units: tuple[str, ...]
    at: str
    roll: Roll
    needs: int
    result: str


@dataclass(frozen=True, slots=True)
class MeleeResolved(CombatEvent):
    """A melee's roll (10.A).  `column` is the odds column; results are such as ``c1 r1``, or ``-``."""

    target: str
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    attack: Fraction
    defence: Fraction
    line: str
    column: str
    roll: Roll
    row: int
    attacker_result: str
    defender_result: str
    attacker_leader: str = ""
    defender_leader: str = ""


@dataclass(frozen=True, slots=True)
class MeleeAvoided(CombatEvent):
    """There is nobody to fight in the target hex: all got away, or were swept away (10.H.2)."""

    target: str
    attackers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeleeEnded(CombatEvent):
    """A melee is over; `held` says whether the defender still stands in the hex."""

    target: str
    attackers: tuple[str, ...]
    held: bool


@dataclass(frozen=True, slots=True)
class UnitGotUp(CombatEvent):
    """A prone unit that was in a melee is dismounted afterwards (8.C)."""

    unit: str


@dataclass(frozen=True, slots=True)
class ChargeEnded(CombatEvent):
    """Units that charged have done so (16.A)."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PursuitTried(CombatEvent):
    """Attackers try to follow those who got away; no roll after a charge (10.H.2, 16.A)."""

    units: tuple[str, ...]
    at: str
    roll: Roll | None
    succeeded: bool


@dataclass(frozen=True, slots=True)
class UnitsPursued(CombatEvent):
    """Pursuers moved one hex (10.H.2)."""

    units: tuple[str, ...]
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class UnitsAdvanced(CombatEvent):
    """Attackers moved into a hex that the defender left (10.H.3)."""

    units: tuple[str, ...]
    start: str
    to: str


@APPLY.on(MeleeDeclared)
def _declared(field: Battlefield, event: MeleeDeclared) -> None:
    for name in event.attackers:
        field.put(field[name].engaged(Engagement("F", MELEE, event.target)))


@APPLY.on(ChargeEnded)
def _charge_ended(field: Battlefield, event: ChargeEnded) -> None:
    for name in event.units:
        if name in field:
            field.put(field[name].but(charging=""))


@APPLY.on(UnitGotUp)
def _got_up(field: Battlefield, event: UnitGotUp) -> None:
    field.put(field[event.unit].on_its_feet())


@APPLY.on(UnitsPursued, UnitsAdvanced)
def _followed(field: Battlefield, event: UnitsPursued | UnitsAdvanced) -> None:
    for name in event.units:
        field.put(field[name].but(at=event.to))
    field.settle_leaders(event.start)
    field.settle_leaders(event.to)


APPLY.nothing_for(RetreatBeforeMeleeTried, MeleeResolved, MeleeAvoided, MeleeEnded, PursuitTried)
