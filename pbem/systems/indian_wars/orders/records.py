"""Every order of the series, with the names of counters as the roster has them.

The text beside each is its one canonical form (shared order language, section 7); hexes are ``CCRR``.  Those that other
games give too come from `pbem.mechanisms.orders`.
"""

from pbem.core.frozen import dataclass
from pbem.core.order import Order
from pbem.mechanisms.orders import Advance as Advance
from pbem.mechanisms.orders import ChangeMode as ChangeMode
from pbem.mechanisms.orders import Enter as Enter
from pbem.mechanisms.orders import Exit as Exit
from pbem.mechanisms.orders import Move as Move
from pbem.mechanisms.orders import NoAdvance as NoAdvance
from pbem.mechanisms.orders import Pass as Pass
from pbem.mechanisms.orders import Stay as Stay

Units = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rally(Order):
    """``L/3 Cav rally``; ``all rally`` has the one name ``all``."""

    units: Units


@dataclass(frozen=True, slots=True)
class NoRally(Order):
    """``F/3 Cav no rally``."""

    units: Units


@dataclass(frozen=True, slots=True)
class Attach(Order):
    """``BG Crook attach to Column HQ``."""

    once = True

    leader: str
    to: str


@dataclass(frozen=True, slots=True)
class Resupply(Order):
    """``Good Heart resupply`` (saddle bags), ``Good Heart resupply from Pack Train A``.

    By the roster a number of boxes may stand before it: ``Good Heart resupply 3 from Old Crow``.
    """

    once = True

    unit: str
    supplier: str = ""
    boxes: int = 0


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


@dataclass(frozen=True, slots=True)
class Crawl(Order):
    """``D/4 Inf crawl 3111``."""

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class Recover(Order):
    """``G/3 Cav recover``: 2 MPs against disruption."""

    unit: str


@dataclass(frozen=True, slots=True)
class Charge(Order):
    """``I/3 Cav charge 3511 via 3612``; `via` may be empty."""

    units: Units
    target: str
    via: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BuildBreastworks(Order):
    """``B/3 Cav build breastworks``."""

    unit: str


@dataclass(frozen=True, slots=True)
class LoadBreastworks(Order):
    """``B/3 Cav load breastworks``."""

    unit: str


@dataclass(frozen=True, slots=True)
class AbandonHorses(Order):
    """``G/3 holders abandon horses``."""

    unit: str


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


@dataclass(frozen=True, slots=True)
class HitAndRun(Order):
    """``He Dog hit and run at Old Crow from 3609 then move 3709-3809``."""

    unit: str
    target: str
    place: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetUp(Order):
    """``Capt Randall + Louissant set up 2605 mounted``."""

    once = True

    units: Units
    at: str
    mode: str = ""


@dataclass(frozen=True, slots=True)
class Transfer(Order):
    """``Pack Train Personnel A transfer 2 to C/9 Inf``."""

    unit: str
    number: int
    to: str


@dataclass(frozen=True, slots=True)
class LookForVillage(Order):
    """``look for village``; `leader` is "" where only one will do."""

    leader: str = ""


@dataclass(frozen=True, slots=True)
class Melee(Order):
    """``C/3 Cav + G/3 Cav + Capt Van Vliet melee 3412``; leaders stand among the units."""

    once = True

    units: Units
    target: str


@dataclass(frozen=True, slots=True)
class Pursue(Order):
    """``Rain in the Face + Lone Bull pursue``."""

    goes_with = True
    units: Units


@dataclass(frozen=True, slots=True)
class NoPursuit(Order):
    """``A/3 Cav + E/3 Cav no pursuit``."""

    goes_with = True
    units: Units
