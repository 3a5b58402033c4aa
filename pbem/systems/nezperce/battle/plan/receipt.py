"""What the receipt says of an order to a plan: whom it means, what holds now, what it would do next."""

from pbem.core.order import Order
from pbem.core.problem import Warning_
from pbem.systems.nezperce.battle.state import Battle


def about(battle: Battle, side: str, order: Order) -> tuple[tuple[str, ...], tuple[Warning_, ...]]:
    """Notes at the right edge of a line, and remarks."""
    return (), ()
