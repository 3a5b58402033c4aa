"""Orders of The Battle of the Little Bighorn as records: guns, villages, herds and hunting, grass fires, secret places."""

from dataclasses import dataclass

from pbem.core.order import Order


@dataclass(frozen=True, slots=True)
class Limber(Order):
    """``Gatling 1 limber``."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} limber"


@dataclass(frozen=True, slots=True)
class Unlimber(Order):
    """``Gatling 1 unlimber facing 4713``; also ``facing NE``, or nothing: toward the nearest enemy."""

    unit: str
    facing: str = ""

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} unlimber" + (f" facing {self.facing}" if self.facing else "")


@dataclass(frozen=True, slots=True)
class TurnGun(Order):
    """``Gatling 1 turn to 4713``."""

    unit: str
    facing: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} turn to {self.facing}"


@dataclass(frozen=True, slots=True)
class Manhandle(Order):
    """``Gatling 1 manhandle to 4713`` by its crew; ``... with C/7 Cav``."""

    unit: str
    to: str
    by: str = ""

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} manhandle to {self.to}" + (f" with {self.by}" if self.by else "")


@dataclass(frozen=True, slots=True)
class FreeGun(Order):
    """``Gatling 1 free``."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} free"


@dataclass(frozen=True, slots=True)
class AbandonGun(Order):
    """``Gatling 1 abandon gun``."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} abandon gun"


@dataclass(frozen=True, slots=True)
class ManGun(Order):
    """``Crew 1 man Gatling 2``."""

    unit: str
    gun: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} man {self.gun}"


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


@dataclass(frozen=True, slots=True)
class RealFords(Order):
    """``real fords 5413 4514``: where there really are fords."""

    once = True

    places: tuple[str, ...]

    def line(self) -> str:
        """The canonical line."""
        return f"real fords {' '.join(self.places)}"


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
