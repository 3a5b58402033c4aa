"""Situations in which a title's rules are asked for what bears on them: a shot, a melee, a Morale Check, a forced move."""

from dataclasses import dataclass
from fractions import Fraction

from pbem.board.hexmap import CLIFF
from pbem.systems.indian_wars.state.combat_events import Fighter
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot, when the modifiers are looked up.

    `occasion` is ``offensive``, ``defensive``, ``advance``, ``opportunity`` or ``retreat``; `how` ``full`` or ``half``;
    `target_at` the hex in which the target is fired at.
    """

    field: Battlefield
    firer: Counter
    target: Counter
    target_at: str
    occasion: str
    how: str
    distance: int

    @property
    def is_long(self) -> bool:
        """True if it is long range fire (9.B.3)."""
        return self.distance == 2

    @property
    def crosses_cliff(self) -> bool:
        """True if a cliff parts firer and target, next to each other."""
        return self.distance == 1 and CLIFF in self.field.sheet.map.edges(self.firer.at, self.target_at)

    @property
    def rise(self) -> int:
        """By how many levels the target is higher than the firer."""
        sheet = self.field.sheet.map
        return sheet.level(self.target_at) - sheet.level(self.firer.at)

    @property
    def is_at_a_rider(self) -> bool:
        """True if the target is mounted; a leader counts as dismounted under fire (ruling A-134)."""
        return self.target.is_mounted and not self.target.is_leader


@dataclass(frozen=True, slots=True)
class Fight:
    """A melee as it stands before the roll: who attacks `target`, who defends it, and with what strength."""

    field: Battlefield
    target: str
    attackers: tuple[Counter, ...]
    defenders: tuple[Counter, ...]
    attacking: tuple[Fighter, ...]
    defending: tuple[Fighter, ...]

    @property
    def attack(self) -> Fraction:
        """The attackers' strength in all."""
        return sum((one.strength for one in self.attacking), Fraction(0))

    @property
    def defence(self) -> Fraction:
        """The defenders' strength in all."""
        return sum((one.strength for one in self.defending), Fraction(0))

    @property
    def side(self) -> str:
        """The attacking side's id."""
        return self.attackers[0].side

    @property
    def attack_from(self) -> tuple[str, ...]:
        """The hexes from which the attack comes."""
        return tuple(dict.fromkeys(one.at for one in self.attackers))


@dataclass(frozen=True, slots=True)
class Nerve:
    """A morale check, when the modifiers are looked up.

    `ordered` is the DRM that the fire result carries, `helper` the leader whose rating the unit uses, "" for none.
    """

    field: Battlefield
    unit: Counter
    ordered: int
    helper: str = ""


@dataclass(frozen=True, slots=True)
class Duty:
    """A counter must move toward `goal` until it is within `radius` hexes of it."""

    unit: str
    goal: str
    radius: int
    clause: str
    about: str
