"""What a game about a village came to, besides what every game of the series comes to: for the comparison with history."""

from collections import Counter as Count
from collections.abc import Mapping

from pbem.core.event import Event
from pbem.systems.indian_wars.state.camp_events import CampBurned, VillageAlerted
from pbem.systems.indian_wars.state.counter import CAVALRY, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.leader_events import LeaderKilled, LeaderWounded
from pbem.systems.indian_wars.state.loss_events import UnitEliminated
from pbem.systems.indian_wars.state.moving_events import UnitExited
from pbem.systems.indian_wars.state.night_events import WaterDrawn
from pbem.systems.indian_wars.state.panic_events import PanicBroke
from pbem.systems.indian_wars.state.people_events import CaptivesScored

CUSTERS = ("C/7 Cav", "E/7 Cav", "F/7 Cav", "I/7 Cav", "L/7 Cav")
"""The five companies that died with him."""
CUSTER = "LTC Custer"
SOURCES: dict[type[Event], str] = {
    CampBurned: "camps",
    CaptivesScored: "captives",
    WaterDrawn: "water",
    LeaderKilled: "leaders",
    LeaderWounded: "leaders",
    UnitEliminated: "units and trains",
}
"""Where points come from besides losses, by what happened."""
AWARDS = (CampBurned, CaptivesScored, WaterDrawn, LeaderKilled, LeaderWounded, UnitEliminated)


class VillageFigures:
    """Counts what happens in one game; nothing where no village stands."""

    def __init__(self, field: Battlefield) -> None:
        self.is_kept = bool(field.sheet.scenario.circles)
        self.count = Count[str]()
        self.alert = 0

    def book(self, field: Battlefield, event: Event, before: Mapping[str, Counter]) -> None:
        """Take note of an event that has happened; `before` are the counters as they were."""
        if not self.is_kept:
            return
        match event:
            case VillageAlerted():
                self.alert = self.alert or max(field.turn, 1)
            case PanicBroke():
                self.count["panics"] += 1
            case LeaderKilled(leader):
                self.count["Custer killed"] += leader == CUSTER
            case CampBurned():
                self.count["camps burned"] += 1
            case CaptivesScored(villagers):
                self.count["captives held"] += len(villagers)
            case UnitExited(name):
                self.count["companies that left"] += name in before and before[name].kind == CAVALRY
            case _:
                pass
        if isinstance(event, AWARDS):
            self.count[f"{event.to} VPs by {SOURCES[type(event)]}"] += event.points

    def figures(self, field: Battlefield) -> dict[str, int]:
        """The figures of the game as it stands."""
        if not self.is_kept:
            return {}
        lost = [name for name in CUSTERS if name in field.gone and not field.gone[name].startswith("left the map")]
        found = {"turn of the alert": self.alert, "Custer's companies lost": len(lost)}
        found |= {
            name: self.count[name]
            for name in ("Custer killed", "panics", "camps burned", "captives held", "companies that left")
        }
        for side, sources in (
            ("us", ("camps", "captives", "water", "leaders")),
            ("indian", ("leaders", "units and trains")),
        ):
            found |= {f"{side} VPs by {one}": self.count[f"{side} VPs by {one}"] for one in sources}
        return found
