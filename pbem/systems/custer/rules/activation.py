"""The phase of a drawn marker: all movement first, then the attacks, in one letter (CL-3.7, CL-5.6).

Nobody but the owner acts while he moves, and nothing is hidden, so he knows where all will stand when he orders attacks.
"""

from pbem.core.clause import rule
from pbem.core.order import Order
from pbem.core.umpire import Play, Umpire
from pbem.mechanisms.orders import Advance, NoAdvance
from pbem.mechanisms.phase_orders import PlanOrder, ResolvePlan, ask_orders, carry_out
from pbem.systems.custer.orders.records import Attack
from pbem.systems.custer.rules.movement import enter_the_rest
from pbem.systems.custer.state.battle import Battle, Names
from pbem.systems.custer.state.combat_events import AdvanceIntended

AFTER = Advance | NoAdvance


@rule("CL-3.1", "CL-3.7", "CL-5.6", "CL-10.7", "CL-5.4", "CL-1.5")
def activation_phase(
    umpire: Umpire[Battle], side: str, letter: str, plan: PlanOrder, resolve: ResolvePlan
) -> Play[None]:
    """The owner's orders: what comes before the fighting from top to bottom, then the attacks in his sequence."""
    marker = umpire.state.marker
    orders: tuple[Order, ...] = ()
    if marker is not None and umpire.state.may:
        orders = yield from ask_orders(side, letter, f"{marker.name} marker: movement, then attacks", "3.7")
    moves = tuple(order for order in orders if not isinstance(order, Attack | AFTER))
    yield from carry_out(umpire, side, letter, moves, plan, resolve)
    enter_the_rest(umpire, side)
    for to, units in _intents(orders).items():
        umpire.emit(AdvanceIntended(units, to))
    attacks = tuple(order for order in orders if isinstance(order, Attack))
    yield from carry_out(umpire, side, letter, attacks, plan, resolve)


@rule("CL-13.6")
def _intents(orders: tuple[Order, ...]) -> dict[str, Names]:
    """Who should occupy each hex that is attacked; nobody where its attackers are told not to."""
    found: dict[str, Names] = {}
    for order in orders:
        if isinstance(order, Advance):
            found[order.to] = (*found.get(order.to, ()), *order.units)
    for attack in (order for order in orders if isinstance(order, Attack)):
        stays = any(isinstance(order, NoAdvance) and set(order.units) & set(attack.units) for order in orders)
        if stays and attack.target not in found:
            found[attack.target] = ()
    return found
