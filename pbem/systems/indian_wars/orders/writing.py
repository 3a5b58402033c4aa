"""The one text form of every order of the series; what the dialect reads of it is the order again."""

from pbem.core.order import Order
from pbem.mechanisms import orders as mechanisms
from pbem.mechanisms.orders import along as along
from pbem.mechanisms.orders import together as together


def write(order: Order) -> str:
    """The canonical line: an order of the series writes its own.  Raises TypeError for an order of another game."""
    shared = mechanisms.write(order)
    if shared is not None:
        return shared
    line = getattr(order, "line", None)
    if line is None:
        raise TypeError(f"{type(order).__name__} is no order of the Indian Wars series")
    return str(line())
