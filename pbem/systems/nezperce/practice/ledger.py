"""A ledger of one campaign: what can never be, whatever happens, and what the campaign came to."""

from collections.abc import Iterator, Mapping

from pbem.core.event import Event
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.rules import victory
from pbem.systems.nezperce.rules.reach import allowance
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.events import BattleDeclared, BattleEnded, SearchMade, UnitsMoved
from pbem.systems.nezperce.state.position import GONE, Campaign


class CampaignLedger:
    """`mechanisms.practice.Ledger` for this game."""

    def __init__(self, state: Campaign) -> None:
        self.count = dict.fromkeys(("marches", "searches", "battles", "battle turns"), 0)
        self.open = 0

    def faults(self, state: Campaign, event: Event) -> Iterator[str]:
        """See `mechanisms.practice.Ledger`."""
        match event:
            case UnitsMoved():
                self.count["marches"] += 1
                yield from self._moved(state, event)
            case SearchMade():
                self.count["searches"] += 1
            case BattleDeclared(contact):
                self.count["battles"] += 1
                if not contact.army or not contact.indian:
                    yield f"a battle in {contact.hex} lacks a side"
            case BattleEnded(outcome):
                self.count["battle turns"] += outcome.turns
        for unit in state.units.values():
            if (unit.status == GONE) != (unit.at == ""):
                yield f"{unit.name} is {unit.status} and in {unit.at or 'no hex'}"
            if {*unit.killed} & {*unit.surrendered} or len({*unit.killed}) != len(unit.killed):
                yield f"{unit.name} has lost a tactical unit twice"
            if unit.side == ARMY and unit.at in data.zone("Canada"):
                yield f"{unit.name} is in Canada"

    def _moved(self, state: Campaign, event: UnitsMoved) -> Iterator[str]:
        for name in event.units:
            unit = state.units[name]
            if unit.spent > allowance(state, unit, event.mode):
                yield f"{name} spent {unit.spent} of {allowance(state, unit, event.mode)} points"

    def figures(self, state: Campaign) -> Mapping[str, int]:
        """See `mechanisms.practice.Ledger`."""
        killed = sum(len(one.killed) + len(one.surrendered) for one in state.units.values() if one.side == INDIAN)
        lost = sum(len(one.killed) + len(one.surrendered) for one in state.units.values() if one.side == ARMY)
        points = {"army points": victory.army_points(state), "indian points": victory.indian_points(state)}
        return {
            **self.count,
            **points,
            "indian units lost": killed,
            "army units lost": lost,
            "lodges lost": state.lodges_lost,
        }
