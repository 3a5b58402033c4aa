"""Positions of the campaign with a few units, and what a practice player writes on them."""

from dataclasses import replace

from pbem.core.options import Options
from pbem.systems.nezperce.orders.records import March
from pbem.systems.nezperce.practice.players import PLAYERS
from pbem.systems.nezperce.state.position import Campaign
from pbem.systems.nezperce.system import RULES


def first(purpose: str, n: int) -> int:
    """The first of anything."""
    return 0


def campaign(turn: int, places: dict[str, str], letter: str = "A") -> Campaign:
    """A campaign on a turn, before the phase with this letter, with only these units on the map."""
    state = RULES.open("campaign-1877", Options())
    for one in list(state.units.values()):
        at = places.get(one.name, "")
        state.put(one.name, at=at, status="active" if at else "gone")
    return replace(state, turn=turn, letter=letter)


def marches(state: Campaign, side: str, letter: str, level: str) -> dict[str, March]:
    """The marches that a practice player orders, by unit."""
    orders = PLAYERS.orders(RULES, state, side, letter, level, first)
    return {name: one for one in orders if isinstance(one, March) for name in one.units}
