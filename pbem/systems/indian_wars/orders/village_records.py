"""Orders about the village, its people and its ponies (LB-18, LB-19); the text beside each is its canonical form."""

from dataclasses import dataclass

from pbem.core.order import Order


@dataclass(frozen=True, slots=True)
class BreakDown(Order):
    """``break down Oglala``: a circle begins to pack its camps."""

    once = True

    circle: str

    def line(self) -> str:
        """The canonical line."""
        return f"break down {self.circle}"


@dataclass(frozen=True, slots=True)
class Burn(Order):
    """``C/7 Cav burn camp``, ``C/7 Cav burn camp, people to 7018``."""

    unit: str
    people_to: str = ""

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} burn camp" + (f" people to {self.people_to}" if self.people_to else "")


@dataclass(frozen=True, slots=True)
class Capture(Order):
    """``C/7 Cav capture villagers``."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} capture villagers"


@dataclass(frozen=True, slots=True)
class Release(Order):
    """``C/7 Cav release villagers``."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} release villagers"


@dataclass(frozen=True, slots=True)
class HarmCaptives(Order):
    """``C/7 Cav fire on captives``: those that it guards itself."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} fire on captives"


@dataclass(frozen=True, slots=True)
class GatherHerds(Order):
    """``gather herds 6619 6620``: which herds become holders first."""

    once = True

    hexes: tuple[str, ...]

    def line(self) -> str:
        """The canonical line."""
        return f"gather herds {' '.join(self.hexes)}"


@dataclass(frozen=True, slots=True)
class ScatterHerds(Order):
    """``Arikara Scouts scatter herd``: drives off every herd of its hex on purpose."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} scatter herd"
