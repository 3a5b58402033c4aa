"""Orders to guns and their crews (LB-11); the text beside each is its canonical form."""

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
