"""Offers for a drawn marker: marches, changes of status, entries, exits and attacks with their odds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.mechanisms.offered_moves import MapRates
from pbem.mechanisms.offers import (
    ACT,
    FIGHT,
    MOVE,
    PLACE,
    YOUR_SIDE,
    Candidate,
    Legs,
    Offering,
    Pattern,
    Room,
    standing_order,
)
from pbem.mechanisms.orders import Advance, ChangeMode, Enter, Exit, Move
from pbem.reports.maps.map_panel import Clickable
from pbem.systems.custer.orders.records import Attack
from pbem.systems.custer.rules.call import entry_of, taken
from pbem.systems.custer.rules.combat import odds, shares
from pbem.systems.custer.rules.movement import entry_hexes, open_steps, reach
from pbem.systems.custer.rules.zones import is_held, left
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import MODES, Unit


class BattleOffering:
    """The chit-pull game's offers (`mechanisms.offers.Offering`)."""

    def units(self, view: Battle, side: str) -> Mapping[str, str]:
        """See `Offering`."""
        return {name: view[name].at for name in view.may if view[name].side == side} | {YOUR_SIDE: ""}

    def most_acting(self, view: Battle, side: str, letter: str) -> Mapping[str, int]:
        """See `mechanisms.offers.Counted`: those whom the marker in play still takes besides its leader (4.1)."""
        marker = view.marker
        if marker is None or marker.side != side or marker.group:
            return {}
        left_over = marker.units - taken(view)
        return {name: left_over for name in view.may if name != marker.leader and name not in view.called}

    def most_placed(self, view: Battle, side: str, letter: str) -> int:
        """See `mechanisms.offers.Counted`: `rooms` says it."""
        return 0

    def places(self, view: Battle, side: str) -> Mapping[str, str]:
        """See `mechanisms.offers.Roomy`."""
        return {one.name: one.at for one in view.units.values() if one.side == side}

    def rooms(self, view: Battle, side: str, letter: str) -> Sequence[Room]:
        """See `mechanisms.offers.Roomy`: two units and one leader, villages among the units (8.4)."""
        limits = view.sheet.charts["terrain"]["stacking"]
        own = [one for one in view.units.values() if one.side == side]
        units, leaders = ({one.name: 1 for one in own if one.is_leader == is_leader} for is_leader in (False, True))
        return (Room(int(limits["units"]), units), Room(int(limits["leaders"]), leaders))

    def rates(self, view: Battle) -> MapRates:
        """See `mechanisms.offered_moves.RatedMaps`."""
        return view.sheet.ground.rates

    def patterns(self, view: Battle, side: str, letter: str) -> Iterator[Pattern]:
        """See `mechanisms.offers.Patterns`: the standing orders that are given most."""
        yield standing_order("standing order: losses", "policy all losses: {how}", "strongest", "weakest", "leader")
        yield standing_order("standing order: advance", "policy all advance: {how}", "strongest", "weakest", "nobody")
        yield standing_order("standing order: markers", "policy all marker: {how}", "use", "wait")

    def maps(self) -> Iterable[Clickable]:
        """See `Offering`."""
        return ()

    def candidates(self, view: Battle, side: str, letter: str, unit: str) -> Iterator[Candidate]:
        """See `Offering`."""
        if unit == YOUR_SIDE:
            return
        one = view[unit]
        if not one.at:
            entry = entry_of(view, unit)
            for at in entry_hexes(view, side, entry.hex) if entry is not None else ():
                yield Candidate(Enter((unit,), at), PLACE, unit, at, "enter", goes_on=True)
            return
        yield from _march(view, one)
        yield from _attacks(view, one)

    def legs(self, view: Battle, side: str, letter: str, unit: str) -> Legs | None:
        """See `Offering`."""
        one = view[unit]
        if not one.at:
            return None
        costs = {at: dict(open_steps(view, one, at)) for at in reach(view, one).cost}
        return Legs(left(view, one), costs, one.at, lambda way: Move((unit,), way))


def _march(view: Battle, unit: Unit) -> Iterator[Candidate]:
    name = unit.name
    for mode in MODES:
        if mode != unit.mode:
            yield Candidate(ChangeMode(name, mode), ACT, name, words=f"become {mode}", goes_on=True)
    found = reach(view, unit)
    for at in found.cost:
        if at != unit.at:
            meets = any(is_held(view, near, unit.side) for near in view.sheet.map.neighbours(at))
            way = found.path(at)
            yield Candidate(Move((name,), way), MOVE, name, at, "move", goes_on=meets, joins=True, way=way)
    yield Candidate(Exit((name,), view.sheet.scenario.exit.edge), ACT, name, words="exit")


def _attacks(view: Battle, unit: Unit) -> Iterator[Candidate]:
    for at in view.sheet.map.neighbours(unit.at):
        if is_held(view, at, unit.side):
            against = odds(view, (unit.name,), at)
            attack, defence = against.totals
            wins = shares(view, against.difference)
            note = f"alone {attack} to {defence}, wins {wins.wins} of {wins.whole}"
            order = Attack((unit.name,), at)
            yield Candidate(Advance((unit.name,), at), ACT, unit.name, at, "advance into")
            yield Candidate(order, FIGHT, unit.name, at, "attack", note=note, goes_on=True, joins=True)


OFFERING: Offering = BattleOffering()
