"""Melee: its declaration, the fight, what comes after, and how each changes the field (10)."""

from dataclasses import dataclass
from fractions import Fraction

from pbem.core.handlers import Handlers
from pbem.core.modifier import Factor, Roll
from pbem.core.record import Record
from pbem.systems.indian_wars.state.combat import CombatEvent
from pbem.systems.indian_wars.state.engagement import MELEE, Engagement
from pbem.systems.indian_wars.state.field import Battlefield

APPLY: Handlers[Battlefield] = Handlers("applies")


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
