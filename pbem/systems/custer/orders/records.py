"""Orders of Custer's Last Stand that no other game has; the others come from `pbem.mechanisms.orders`."""

from dataclasses import dataclass

from pbem.core.order import Order
from pbem.mechanisms import orders as shared
from pbem.mechanisms.orders import together

Units = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attack(Order):
    """``Co. F + Scouts attack 1313``: one combat; a leader whose factor is to count stands among the units."""

    once = True

    units: Units
    target: str


def write(order: Order) -> str:
    """The canonical line.  Raises TypeError for an order of another game."""
    if isinstance(order, Attack):
        return f"{together(order.units)} attack {order.target}"
    text = shared.write(order)
    if text is None:
        raise TypeError(f"{type(order).__name__} is no order of Custer's Last Stand")
    return text
