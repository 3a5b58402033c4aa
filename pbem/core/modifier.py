"""Modifiers and rolls: a modifier names itself as it is added, so that the log is the explanation."""

from dataclasses import dataclass
from fractions import Fraction

from pbem.core.record import Record


@dataclass(frozen=True, slots=True)
class Modifier(Record):
    """A die-roll modifier: `value` in pips, the fact's `name`, what about it holds here, and the clause."""

    value: int
    name: str
    detail: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Factor(Record):
    """A factor on strength, such as 1/2 for low ammunition."""

    value: Fraction
    name: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Roll(Record):
    """One roll of dice: its full label (docs/trust.md, 5), the faces, the modifiers, the modified total."""

    label: str
    dice: str
    faces: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    clause: str = ""

    @property
    def natural(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)

    @property
    def total(self) -> int:
        """The sum of the faces and the modifiers."""
        return self.natural + sum(m.value for m in self.modifiers)
