"""Orders about what is written down in secret; the text beside each is its canonical form."""

from dataclasses import dataclass

from pbem.core.order import Order


@dataclass(frozen=True, slots=True)
class RealFords(Order):
    """``real fords 5413 4514``: where there really are fords."""

    once = True

    places: tuple[str, ...]

    def line(self) -> str:
        """The canonical line."""
        return f"real fords {' '.join(self.places)}"
