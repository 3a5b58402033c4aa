"""Every order of the series, with the names of counters as the roster has them.

The text beside each is its one canonical form (shared order language, section 7), which `line` writes; hexes are
``CCRR``.  Those that other games give too come from `pbem.mechanisms.orders`.
"""

from dataclasses import dataclass

from pbem.core.order import Order
from pbem.mechanisms import orders as mechanisms
from pbem.mechanisms.orders import Advance as Advance
from pbem.mechanisms.orders import ChangeMode as ChangeMode
from pbem.mechanisms.orders import Enter as Enter
from pbem.mechanisms.orders import Exit as Exit
from pbem.mechanisms.orders import Move as Move
from pbem.mechanisms.orders import NoAdvance as NoAdvance
from pbem.mechanisms.orders import Pass as Pass
from pbem.mechanisms.orders import Stay as Stay
from pbem.mechanisms.orders import along as along
from pbem.mechanisms.orders import together as together

Units = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rally(Order):
    """``L/3 Cav rally``; ``all rally`` has the one name ``all``."""

    units: Units

    def line(self) -> str:
        """The canonical line."""
        return f"{together(self.units)} rally"


@dataclass(frozen=True, slots=True)
class NoRally(Order):
    """``F/3 Cav no rally``."""

    units: Units

    def line(self) -> str:
        """The canonical line."""
        return f"{together(self.units)} no rally"


@dataclass(frozen=True, slots=True)
class Attach(Order):
    """``BG Crook attach to Column HQ``."""

    once = True

    leader: str
    to: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.leader} attach to {self.to}"


@dataclass(frozen=True, slots=True)
class Resupply(Order):
    """``Good Heart resupply`` (saddle bags), ``Good Heart resupply from Pack Train A``.

    By the roster a number of boxes may stand before it: ``Good Heart resupply 3 from Old Crow``.
    """

    once = True

    unit: str
    supplier: str = ""
    boxes: int = 0

    def line(self) -> str:
        """The canonical line."""
        boxes = f" {self.boxes}" if self.boxes else ""
        return f"{self.unit} resupply{boxes}" + (f" from {self.supplier}" if self.supplier else "")


@dataclass(frozen=True, slots=True)
class Fire(Order):
    """``C/3 Cav fire half at Four Horns else Crow King``.

    `how` is ``full``, ``half`` or ``long``.  A target is a counter's name, or a hex with ``weakest``, ``strongest``,
    ``mounted`` or ``leader`` behind it (``3412 weakest``); `otherwise` is the second choice, or "".
    """

    once = True

    unit: str
    how: str
    target: str
    otherwise: str = ""

    def line(self) -> str:
        """The canonical line."""
        otherwise = f" else {self.otherwise}" if self.otherwise else ""
        return f"{self.unit} fire {self.how} at {self.target}{otherwise}"


@dataclass(frozen=True, slots=True)
class Crawl(Order):
    """``D/4 Inf crawl 3111``."""

    unit: str
    to: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} crawl {self.to}"


@dataclass(frozen=True, slots=True)
class Recover(Order):
    """``G/3 Cav recover``: 2 MPs against disruption."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} recover"


@dataclass(frozen=True, slots=True)
class Charge(Order):
    """``I/3 Cav charge 3511 via 3612``; `via` may be empty."""

    units: Units
    target: str
    via: tuple[str, ...] = ()

    def line(self) -> str:
        """The canonical line."""
        via = f" via {along(self.via)}" if self.via else ""
        return f"{together(self.units)} charge {self.target}{via}"


@dataclass(frozen=True, slots=True)
class BuildBreastworks(Order):
    """``B/3 Cav build breastworks``."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} build breastworks"


@dataclass(frozen=True, slots=True)
class LoadBreastworks(Order):
    """``B/3 Cav load breastworks``."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} load breastworks"


@dataclass(frozen=True, slots=True)
class AbandonHorses(Order):
    """``G/3 holders abandon horses``."""

    unit: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} abandon horses"


@dataclass(frozen=True, slots=True)
class Rout(Order):
    """``F/3 Cav rout to Column HQ``; `to` is a counter, a hex, ``woods``, ``rocks`` or an edge (``north edge``).

    In a rout by choice it may change its mode once, as it begins or in a hex on its way: ``F/3 Cav rout to Column HQ
    mounted``, ``F/3 Cav rout to Column HQ mounted at 3512``.
    """

    once = True

    unit: str
    to: str
    mode: str = ""
    change_at: str = ""

    def line(self) -> str:
        """The canonical line."""
        at = f" at {self.change_at}" if self.change_at else ""
        return f"{self.unit} rout to {self.to} {self.mode}".rstrip() + at


@dataclass(frozen=True, slots=True)
class HitAndRun(Order):
    """``He Dog hit and run at Old Crow from 3609 then move 3709-3809``."""

    unit: str
    target: str
    place: str
    path: tuple[str, ...] = ()

    def line(self) -> str:
        """The canonical line."""
        onward = f" then move {along(self.path)}" if self.path else ""
        return f"{self.unit} hit and run at {self.target} from {self.place}{onward}"


@dataclass(frozen=True, slots=True)
class SetUp(Order):
    """``Capt Randall + Louissant set up 2605 mounted``."""

    once = True

    units: Units
    at: str
    mode: str = ""

    def line(self) -> str:
        """The canonical line."""
        return f"{together(self.units)} set up {self.at} {self.mode}".rstrip()


@dataclass(frozen=True, slots=True)
class Transfer(Order):
    """``Pack Train Personnel A transfer 2 to C/9 Inf``."""

    unit: str
    number: int
    to: str

    def line(self) -> str:
        """The canonical line."""
        return f"{self.unit} transfer {self.number} to {self.to}"


@dataclass(frozen=True, slots=True)
class LookForVillage(Order):
    """``look for village``; `leader` is "" if only one will do."""

    leader: str = ""

    def line(self) -> str:
        """The canonical line."""
        return f"{self.leader} look for village".lstrip()


@dataclass(frozen=True, slots=True)
class Melee(Order):
    """``C/3 Cav + G/3 Cav + Capt Van Vliet melee 3412``; leaders stand among the units."""

    once = True

    units: Units
    target: str

    def line(self) -> str:
        """The canonical line."""
        return f"{together(self.units)} melee {self.target}"


@dataclass(frozen=True, slots=True)
class Pursue(Order):
    """``Rain in the Face + Lone Bull pursue``."""

    goes_with = True
    units: Units

    def line(self) -> str:
        """The canonical line."""
        return f"{together(self.units)} pursue"


@dataclass(frozen=True, slots=True)
class NoPursuit(Order):
    """``A/3 Cav + E/3 Cav no pursuit``."""

    goes_with = True
    units: Units

    def line(self) -> str:
        """The canonical line."""
        return f"{together(self.units)} no pursuit"


# The one text form of every order of the series; what the dialect reads of it is the order again.


def write(order: Order) -> str:
    """The canonical line: an order of the series writes its own.  Raises TypeError for an order of another game."""
    shared = mechanisms.write(order)
    if shared is not None:
        return shared
    line = getattr(order, "line", None)
    if line is None:
        raise TypeError(f"{type(order).__name__} is no order of the Indian Wars series")
    return str(line())
