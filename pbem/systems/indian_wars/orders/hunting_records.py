"""Orders about hunting parties and outposts (LB-21.1.H, LB-21.5.B.1); the text beside each is its canonical form."""

from dataclasses import dataclass

from pbem.core.order import Order


@dataclass(frozen=True, slots=True)
class Hunt(Order):
    """``Turning Bear hunt 6020``: a hunting party, and where it is."""

    once = True

    unit: str
    at: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} hunt {self.at}"


@dataclass(frozen=True, slots=True)
class Dummies(Order):
    """``dummies 4515 7010``: where the dummies are."""

    once = True

    hexes: tuple[str, ...]

    def line(self) -> str:
        """The canonical line."""
        return f"dummies {' '.join(self.hexes)}"


@dataclass(frozen=True, slots=True)
class HerdsAside(Order):
    """``herds aside 6619 6620``: from which hexes the herds come that are set aside for mounted units."""

    once = True

    hexes: tuple[str, ...]

    def line(self) -> str:
        """The canonical line."""
        return f"herds aside {' '.join(self.hexes)}"
