"""The orders of the strategic level."""

from dataclasses import dataclass

from pbem.core.order import Order
from pbem.systems.nezperce.state.position import NORMAL


@dataclass(frozen=True, slots=True)
class March(Order):
    """``Howard + Perry move 0709 to 0708-0707``, ``Joseph fast 0811 to 0911``; `path` begins with where they stand.

    With that hex alone it is ``Howard stay``.
    """

    units: tuple[str, ...]
    path: tuple[str, ...]
    mode: str = NORMAL

    @property
    def moves(self) -> bool:  # type: ignore[override]
        """See `core.order.Order`."""
        return len(self.path) > 1

    @property
    def stays(self) -> bool:  # type: ignore[override]
        """See `core.order.Order`."""
        return len(self.path) == 1


@dataclass(frozen=True, slots=True)
class Declare(Order):
    """``Ollokot + White Bird attack 0910``: they fight the Army units there."""

    units: tuple[str, ...]
    hex: str


@dataclass(frozen=True, slots=True)
class Supply(Order):
    """``Perry + Whipple + Mason + Jackson + Green draw supply 0309``: the five that a town or fort supplies."""

    units: tuple[str, ...]
    hex: str


@dataclass(frozen=True, slots=True)
class Search(Order):
    """``search 0910``: search this hex before those that no earlier line names."""

    hex: str
