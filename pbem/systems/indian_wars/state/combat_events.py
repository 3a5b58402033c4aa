"""What happens in combat: fire, leaders, losses, morale, retreat and rout, melee.  `combat_changes` applies it."""

from fractions import Fraction

from pbem.core.event import Event
from pbem.core.frozen import dataclass
from pbem.core.modifier import Factor, Roll
from pbem.core.record import Record
from pbem.systems.indian_wars.state.counter import Counter

KILLED, MORTAL, SEVERE, MODERATE, LIGHT = "killed", "mortal", "severe", "moderate", "light"
ELIMINATED = "eliminated"
DEFENSIVE_MARK, MELEE_MARK = "Df", "Fm"
HIT_AND_RUN, RETURN = "hit and run", "return"
MARK_LETTERS = {RETURN: "a"}
"""Letters of marks that are not the first of their occasion: `retreat` has taken the r."""


# Fire


@dataclass(frozen=True, slots=True)
class UnitFired(Event):
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
class FireResolved(Event):
    """A shot (9.A).

    `base` is the firer's combat factor, `strength` what the `factors` leave of it.  `line` is ``US`` or ``Indian``, `row`
    the firer's mode, `column` the label of the matrix's column, `shifted` by how many columns infantry at long range
    moved left, `letter` the column of the results table.  The roll carries every modifier, those that are 0 and near
    included.  `found` is what the table says, `least` the total from which it says so (0 for ``-``), and `result` what it
    comes to (a casualty at long range is a check at -1).
    """

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
    roll: Roll
    found: str
    least: int
    result: str


@dataclass(frozen=True, slots=True)
class FireTooWeak(Event):
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
class AmmunitionChecked(Event):
    """A natural 5 was fired: is the unit low on ammunition (14.A)?"""

    unit: str
    roll: Roll
    is_low: bool


@dataclass(frozen=True, slots=True)
class BoxesCrossed(Event):
    """Ammunition crossed off the roster (14.D, option 2): `halves` half boxes, `left` half boxes still open."""

    unit: str
    halves: int
    left: int


@dataclass(frozen=True, slots=True)
class FirstShotKept(Event):
    """A natural 5 in a US unit's first fire: no depletion (14.D, option 1)."""

    unit: str


@dataclass(frozen=True, slots=True)
class FirstShotFired(Event):
    """A US unit fired for the first time in the game; noted down (14.D, option 1)."""

    unit: str


# Leaders


@dataclass(frozen=True, slots=True)
class LeaderDrawn(Event):
    """One of several leaders of a hex was drawn for the check (12.E)."""

    at: str
    leaders: tuple[str, ...]
    leader: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class LeaderChecked(Event):
    """A Leader Loss Check: ``killed``, ``wounded`` or ``none`` (9.E, 12.E)."""

    leader: str
    at: str
    roll: Roll
    result: str


@dataclass(frozen=True, slots=True)
class WoundRolled(Event):
    """How severe a wound is: ``mortal``, ``severe``, ``moderate`` or ``light`` (12.E)."""

    leader: str
    roll: Roll
    severity: str


@dataclass(frozen=True, slots=True)
class LeaderWounded(Event):
    """A leader is worse off than before; the enemy `to` scores `points` (12.E)."""

    leader: str
    severity: str
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class DeathClockSet(Event):
    """A mortally wounded leader dies in his side's Rally Phase of game turn `turn` unless he is brought off before (12.E)."""

    leader: str
    roll: Roll
    turn: int


@dataclass(frozen=True, slots=True)
class LeaderSurvived(Event):
    """A mortally wounded leader was brought off and lives, severely wounded (12.E)."""

    leader: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class LeaderKilled(Event):
    """A leader is killed, or dies of his wounds; the enemy `to` scores `points`; `why` in a few words (12.E)."""

    leader: str
    at: str
    why: str
    to: str
    points: int
    roll: Roll | None = None


@dataclass(frozen=True, slots=True)
class LeaderRejoined(Event):
    """A leader joined another unit as a combat result fell on his own (12.A)."""

    leader: str
    of: str
    to: str


@dataclass(frozen=True, slots=True)
class CommandPassed(Event):
    """With the side's commander gone the next in rank commands (12.E.6)."""

    side: str
    of: str
    to: str


# Losses


@dataclass(frozen=True, slots=True)
class CasualtiesTaken(Event):
    """A unit lost strength points; the enemy `to` scores `points`; `why` is ``fire``, ``melee``, ``no retreat`` (11, 17)."""

    unit: str
    lost: int
    before: int
    after: int
    to: str
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class UnitEliminated(Event):
    """A counter is out of the game; `points` are what its loss scores besides its strength points (11)."""

    unit: str
    at: str
    why: str
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class MountsLost(Event):
    """Holders lost their animals, or a unit gave its own up (16.B)."""

    of: str
    why: str


@dataclass(frozen=True, slots=True)
class LostHorsesRolled(Event):
    """Whether lost or abandoned mounts were captured; the enemy `to` scores `points` (16.B)."""

    of: str
    roll: Roll
    captured: bool
    to: str
    points: int


# Morale


@dataclass(frozen=True, slots=True)
class MoraleChecked(Event):
    """A Morale Check: ``ok``, ``disrupt``, ``pin``, ``r1/disrupt``, ``r2/disrupt`` or ``rout`` (13.A)."""

    unit: str
    roll: Roll
    result: str


@dataclass(frozen=True, slots=True)
class UnitDisrupted(Event):
    """A unit is disrupted; `why` in a few words."""

    unit: str
    why: str


@dataclass(frozen=True, slots=True)
class UnitPinned(Event):
    """A unit is pinned, with the leaders named (9.D.2, 12.A)."""

    unit: str
    leaders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitRouted(Event):
    """A unit is routed, in the hex `at`; a pin is lifted by it (10.J)."""

    unit: str
    at: str
    why: str
    by_choice: bool = False


# Retreat, rout


@dataclass(frozen=True, slots=True)
class UnitsRetreated(Event):
    """Units, with their leaders, went back one hex; `how` is ``retreat``, ``rout`` or ``before melee`` (10.H, 10.I, 10.J)."""

    units: tuple[str, ...]
    start: str
    to: str
    how: str


@dataclass(frozen=True, slots=True)
class UnitsLeftMap(Event):
    """Units were forced off the map: gone, and no VPs (10.I)."""

    units: tuple[str, ...]
    at: str
    how: str


@dataclass(frozen=True, slots=True)
class RoutEnded(Event):
    """A routed unit's rout movement stops here; `why` in a few words (10.J.2)."""

    unit: str
    at: str
    why: str


# Melee


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
class MeleeDeclared(Event):
    """A melee was declared against all enemies of a hex (10.A).  `renewed` after pursuit."""

    target: str
    attackers: tuple[str, ...]
    attack_from: tuple[str, ...]
    leaders: tuple[str, ...]
    defenders: tuple[str, ...]
    renewed: bool = False


@dataclass(frozen=True, slots=True)
class RetreatBeforeMeleeTried(Event):
    """An attempt to get away before the melee: ``yes``, ``no`` or ``no*``; `needs` is the least total for a yes (10.H.1)."""

    units: tuple[str, ...]
    at: str
    roll: Roll
    needs: int
    result: str


@dataclass(frozen=True, slots=True)
class MeleeResolved(Event):
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
class MeleeAvoided(Event):
    """There is nobody to fight in the target hex: all got away, or were swept away (10.H.2)."""

    target: str
    attackers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeleeEnded(Event):
    """A melee is over; `held` says whether the defender still stands in the hex."""

    target: str
    attackers: tuple[str, ...]
    held: bool


@dataclass(frozen=True, slots=True)
class UnitGotUp(Event):
    """A prone unit that was in a melee is dismounted afterwards (8.C)."""

    unit: str


@dataclass(frozen=True, slots=True)
class ChargeEnded(Event):
    """Units that charged have done so (16.A)."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PursuitTried(Event):
    """Attackers try to follow those who got away; no roll after a charge (10.H.2, 16.A)."""

    units: tuple[str, ...]
    at: str
    roll: Roll | None
    succeeded: bool


@dataclass(frozen=True, slots=True)
class UnitsPursued(Event):
    """Pursuers moved one hex (10.H.2)."""

    units: tuple[str, ...]
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class UnitsAdvanced(Event):
    """Attackers moved into a hex that the defender left (10.H.3)."""

    units: tuple[str, ...]
    start: str
    to: str


# Marks that counters and the field carry


def reaction_mark(letter: str, occasion: str) -> str:
    """``Co``: what a unit carries that took opportunity fire in phase C; ``Fr`` for retreat fire in phase F (9.F, 9.G).

    ``Ch`` for a hit and run, ``Ca`` for fire that answers one (16.G).
    """
    return f"{letter}{MARK_LETTERS.get(occasion, occasion[0])}"


def has_struck(unit: Counter) -> bool:
    """Whether a unit has hit and run in this player turn (16.G)."""
    return reaction_mark("C", HIT_AND_RUN) in unit.shot_in


def melee_mark(target: str) -> str:
    """``Fm3412``: what a unit carries that attacked 3412 in this Melee Phase."""
    return f"{MELEE_MARK}{target}"


def boxes_mark(name: str) -> str:
    """The mark under which the half boxes left of a unit are kept (14.D, option 2)."""
    return f"boxes {name}"


def first_shot_mark(name: str) -> str:
    """The mark that a unit has fired for the first time (14.D, option 1)."""
    return f"first shot {name}"
