"""What a captain fears or hopes for on the march: whom the Army can bring where, whether it finds a camp, what that costs.

All of it is on the map for both sides to see.  Values are in tenths of a victory point.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush

from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.rules import reach, supply
from pbem.systems.nezperce.state.contact import ARMY
from pbem.systems.nezperce.state.position import WAITING, Campaign, Unit

FACES = range(1, 7)
BRAVE = 70
"""A unit of braves: five points for the Army, and two that the Indian side no longer has."""

SHARE = 4
"""The camps besides the worst count for so many times less."""


@lru_cache(maxsize=4096)
def costs(start: str, points: int) -> Mapping[str, int]:
    """What an Army unit spends on the way to each hex that so many points reach without a river, enemies left out."""
    best = {start: 0}
    open_ = [(0, start)]
    while open_:
        so_far, here = heappop(open_)
        if so_far > best[here]:
            continue
        for there in data.strategic_map().neighbours(here):
            total = so_far + data.cost(there)
            if total > points or there in data.zone("Canada") or reach.is_river(here, there):
                continue
            if total < best.get(there, total + 1):
                best[there] = total
                heappush(open_, (total, there))
    return best


def faces(at: str, searching: int, units: Iterable[Unit]) -> int:
    """With how many faces of the die a search of this strength finds some Indian units in a hex."""
    superiority = searching - min((one.card.evasion for one in units), default=searching + 1)
    if superiority < 0:
        return 0
    return sum(data.is_contact(die + data.search_modifier(at), superiority) for die in FACES)


def loss(units: Sequence[Unit], soldiers: int) -> int:
    """What a fight with so many soldiers takes from some Indian units on average.

    Battles of captains against beginners came to this: one brave and a quarter of the soldiers, at most half of the braves.
    """
    braves = sum(len(one.left) for one in units if one.card.arm == "warrior")
    return min(BRAVE + BRAVE * soldiers // 4, BRAVE * braves // 2)


def together(risks: Iterable[int]) -> int:
    """What a side stands to lose in all its camps: the Army can't go against all of them with all that it has."""
    found = list(risks)
    return max(found, default=0) + sum(found) // SHARE


def of_search(view: Campaign, at: str, units: Sequence[Unit]) -> int:
    """What a search of a hex by those soldiers who are in it takes from the Indian units there, on average."""
    soldiers = view.at(at, ARMY)
    found = faces(at, sum(one.card.search for one in soldiers), units)
    return found * loss(units, sum(len(one.left) for one in soldiers)) // len(FACES)


class Columns:
    """The Army as it stands: what it can bring to a hex by its next move, and by the one after that."""

    def __init__(self, view: Campaign) -> None:
        self.view = view
        self._there: dict[tuple[str, int], tuple[int, int]] = {}

    @cached_property
    def _moves(self) -> list[tuple[Unit, tuple[int, int]]]:
        """The Army units with the points that they have for the next move, and for both."""
        view, found = self.view, []
        supplied = {*supply.army_supply(view)[0]}
        for one in view.units.values():
            if one.side != ARMY or not (one.active or _comes(view, one)):
                continue
            rate = one.card.fast if one.name in supplied and not one.is_slow(view.turn) else one.card.normal
            points = 0 if one.is_still(view.turn) else rate
            found.append((one, (points, points + one.card.normal)))
        return found

    def at(self, hex_id: str, moves: int = 1) -> tuple[int, int]:
        """The search values, and the soldiers, of all Army units that can be in a hex after so many moves."""
        key = (hex_id, moves)
        if key not in self._there:
            able = [one for one, points in self._moves if _reaches(one, hex_id, points[moves - 1])]
            self._there[key] = sum(one.card.search for one in able), sum(len(one.left) for one in able)
        return self._there[key]

    def risk(self, hex_id: str, units: Sequence[Unit], moves: int = 1) -> int:
        """What Indian units in a hex stand to lose if everybody comes who can."""
        if not units:
            return 0
        searching, soldiers = self.at(hex_id, moves)
        return faces(hex_id, searching, units) * loss(units, soldiers) // len(FACES)


def _reaches(unit: Unit, at: str, points: int) -> bool:
    return unit.at == at or costs(unit.at, points).get(at, points) + data.enemy_cost() <= points


def _comes(view: Campaign, unit: Unit) -> bool:
    """Whether a reinforcement arrives this turn or the next."""
    return unit.status == WAITING and unit.card.arrival_turn <= view.turn + 1
