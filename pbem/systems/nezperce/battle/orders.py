"""The orders of a battle: set-up, and single actions."""

from dataclasses import dataclass

from pbem.core.order import Order


@dataclass(frozen=True, slots=True)
class Go(Order):
    """``Ollokot 3 move 1412-1413``; from beside the map the path begins with the hex entered.

    In a hex with enemies at its end a melee is fought; a path of one hex renews a melee there.  `leaves` takes the unit
    off the map at the end of its path.
    """

    unit: str
    path: tuple[str, ...]
    leaves: bool = False


@dataclass(frozen=True, slots=True)
class Charge(Order):
    """``Ollokot 1 + Ollokot 2 charge 1412-1413 / 1512-1413``: two units enter one hex for one melee."""

    units: tuple[str, ...]
    paths: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Fire(Order):
    """``Perry Cavalry 1 fire Ollokot 3``, ``... then move 1412-1413``: with a path half of the fire and half the move."""

    unit: str
    target: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shell(Order):
    """``Howard Howitzer shell 1412``: indirect fire."""

    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Change(Order):
    """``Perry Cavalry 1 mount``: a change of mode."""

    unit: str
    mode: str


@dataclass(frozen=True, slots=True)
class Surrender(Order):
    """``Lodge 1 surrender``."""

    unit: str


@dataclass(frozen=True, slots=True)
class OfferEnd(Order):
    """``offer to end the battle``; it ends when both sides offer, one after the other."""


@dataclass(frozen=True, slots=True)
class SetUp(Order):
    """``Perry Cavalry 1 set up 0707 mounted``; with `at` "" the program finds a place, with `mode` "" the usual mode serves."""

    unit: str
    at: str = ""
    mode: str = ""


@dataclass(frozen=True, slots=True)
class Lead(Order):
    """``Howard + Perry lead``: the strategic units that are on the map when a battle begins; the others wait beside it."""

    forces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntrySide(Order):
    """``entry side east``: the map side by which the side that searched or declared comes."""

    edge: str
