"""The one text form of every order of the series; what the dialect reads of it is the order again."""

from typing import Protocol, runtime_checkable

from pbem.core.order import Order
from pbem.mechanisms import orders as mechanisms
from pbem.mechanisms.orders import along as along
from pbem.mechanisms.orders import together as together


@runtime_checkable
class Written(Protocol):
    """An order that writes itself."""

    def line(self) -> str:
        """The canonical line."""
        ...


def write(order: Order) -> str:
    """The canonical line.  Raises TypeError for an order of another game."""
    shared = mechanisms.write(order)
    if shared is not None:
        return shared
    if isinstance(order, Written):
        return order.line()
    raise TypeError(f"{type(order).__name__} is no order of the Indian Wars series")
