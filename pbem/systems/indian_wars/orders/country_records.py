"""Orders about grass fires and the night (LB-17.D, LB-17.E); the text beside each is its canonical form."""

from dataclasses import dataclass

from pbem.core.order import Order


@dataclass(frozen=True, slots=True)
class SetFire(Order):
    """``Crow King set fire``, ``Crow King set fire, leave to 7012``: where it goes if it has no MPs left for a step."""

    unit: str
    leave_to: str = ""

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} set fire" + (f", leave to {self.leave_to}" if self.leave_to else "")


@dataclass(frozen=True, slots=True)
class RestoreStrength(Order):
    """``A/7 Cav restore strength``: VPs won by water in the night become a strength point."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} restore strength"
