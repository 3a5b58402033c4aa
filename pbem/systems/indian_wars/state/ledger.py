"""A ledger of one game: what must hold after every event of it, and what it came to."""

from collections import Counter as Count
from collections.abc import Iterator, Mapping

from pbem.core.event import Event, PhaseEnded
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.movement.movement_phase import may_go
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.rules.victory import final_points
from pbem.systems.indian_wars.state.camp_events import CampBurned, VillageAlerted, VillageAmbush, VillagePartyLeft
from pbem.systems.indian_wars.state.combat_events import FireResolved, MeleeResolved
from pbem.systems.indian_wars.state.counter import CAVALRY, LEADER, PONY_HOLDER, Counter
from pbem.systems.indian_wars.state.field import Battlefield, units_beside
from pbem.systems.indian_wars.state.leader_events import LeaderKilled, LeaderWounded
from pbem.systems.indian_wars.state.morale_events import (
    CasualtiesTaken,
    LostHorsesRolled,
    MoraleChecked,
    PanicBroke,
    UnitEliminated,
    UnitRouted,
    UnitsLeftMap,
)
from pbem.systems.indian_wars.state.moving_events import (
    HoldersTaken,
    ModeChanged,
    UnitEntered,
    UnitExited,
    UnitScattered,
    UnitSetUp,
    UnitsMoved,
)
from pbem.systems.indian_wars.state.night_events import StrengthRestored, WaterDrawn
from pbem.systems.indian_wars.state.people_events import CaptivesScored
from pbem.systems.indian_wars.state.supply_events import PackTrainAbandoned, PackTrainRemanned

CUSTERS = ("C/7 Cav", "E/7 Cav", "F/7 Cav", "I/7 Cav", "L/7 Cav")
"""The five companies that died with Custer."""
CUSTER = "LTC Custer"
SOURCES: dict[type[Event], str] = {
    CampBurned: "camps",
    CaptivesScored: "captives",
    WaterDrawn: "water",
    LeaderKilled: "leaders",
    LeaderWounded: "leaders",
    UnitEliminated: "units and trains",
}
"""Sources of points besides losses, by what happened."""
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


SIDES = ("us", "indian")
HALFWAY = (ModeChanged, HoldersTaken, PackTrainAbandoned, PackTrainRemanned, VillageAmbush, UnitSetUp, UnitEntered)
"""Events in the middle of an exchange of people between two counters: the account is settled by the next.  Cavalry that is set
up or comes in on foot leaves its holders."""


class BattlefieldLedger:
    """Sums up strength points from the opening on, and counts what happens (`mechanisms.practice.Ledger`)."""

    def __init__(self, field: Battlefield) -> None:
        self.before = dict(field.units)
        self.stands = {side: sum(_people(one) for one in field.units.values() if one.side == side) for side in SIDES}
        self.people = {side: self.stands[side] + field.lost.get(side, 0) for side in SIDES}
        self.lost = Count[str](field.lost)
        self.left = Count[str]()
        self.count = Count[str]()
        self.contact: set[int] = set()
        self.village = VillageFigures(field)

    def faults(self, field: Battlefield, event: Event) -> Iterator[str]:
        """Impossible things after this event: a counter in two places or none, strength that came or went by nobody's doing."""
        self._book(field, event)
        if self._changed(field):
            yield from self._places(field)
        if not isinstance(event, HALFWAY):
            yield from self._strengths(field)
        if isinstance(event, UnitEliminated) and self.before[event.unit].strength:
            yield f"{event.unit} was eliminated with {self.before[event.unit].strength} strength points unaccounted for"
        if isinstance(event, PhaseEnded):
            yield from phase_end_faults(field)
        self.before = dict(field.units)

    def figures(self, field: Battlefield) -> Mapping[str, int]:
        """Losses in strength points, leaders, VPs, turns of contact, shots, melees, routs and ammunition at the end."""
        points = final_points(field)
        armed = [unit for unit in field.of("us") if not unit.is_leader and not unit.is_holder]
        low = sum(ammunition.is_low_at_end(field, unit) for unit in armed)
        found = {f"{side} strength lost": self.lost[side] for side in SIDES}
        found |= {f"{side} leaders lost": self.count[f"{side} leaders"] for side in SIDES}
        found |= {f"{side} VPs": points[side] for side in SIDES}
        found |= {f"{side} shots": self.count[f"{side} shots"] for side in SIDES}
        found |= {f"{side} shots that can kill": self.count[f"{side} shots that can kill"] for side in SIDES}
        found |= {f"{side} leaders' hexes": self.count[f"{side} leaders' hexes"] for side in SIDES}
        found |= {f"{side} routs": self.count[f"{side} routs"] for side in SIDES}
        found |= {f"{side} melees": self.count[f"{side} melees"] for side in SIDES}
        found["hills taken"] = len(field.scored)
        found["turns of contact"] = len(self.contact)
        found["morale checks"] = self.count["morale checks"]
        found["horses captured"] = self.count["horses"]
        found["us units low on ammunition"] = low
        found["us units standing"] = len(armed)
        return found | self.village.figures(field)

    def _book(self, field: Battlefield, event: Event) -> None:
        self.village.book(field, event, self.before)
        match event:
            case CasualtiesTaken(name, lost):
                self.lost[self.before[name].side] += lost
                self.count[f"{self.before[name].side} lost by {event.why}"] += lost
            case VillageAmbush():
                self.lost["us"] += sum(event.lost)
                self.left["us"] -= sum(event.lost)
            case StrengthRestored():
                self.left[event.side] -= 1
            case UnitExited(name):
                self._gone(name)
            case UnitsLeftMap(names) | VillagePartyLeft(names):
                for name in names:
                    self._gone(name)
            case LeaderKilled(name) | LeaderWounded(name):
                self.count[f"{self.before[name].side} leaders"] += 1
            case FireResolved():
                self.contact.add(field.turn)
                self.count[f"{self.before[event.shot.firer].side} shots"] += 1
                self.count[f"{self.before[event.shot.firer].side} shots that can kill"] += _can_kill(field, event)
            case UnitsMoved(names):
                for name in names:
                    self.count[f"{self.before[name].side} leaders' hexes"] += self.before[name].is_leader
            case MeleeResolved():
                self.contact.add(field.turn)
                self.count[f"{field.phasing} melees"] += 1
            case UnitRouted(name) | UnitScattered(name):
                self.count[f"{self.before[name].side} routs"] += 1
            case MoraleChecked():
                self.count["morale checks"] += 1
            case LostHorsesRolled():
                self.count["horses"] += event.captured
            case _:
                pass

    def _gone(self, name: str) -> None:
        self.left[self.before[name].side] += self.before[name].strength

    def _changed(self, field: Battlefield) -> bool:
        """True if any counter is another than before; what the sides' counters have together goes with them."""
        changed = False
        for name, unit in field.units.items():
            before = self.before.get(name)
            if before is not unit:
                changed = True
                self.stands[unit.side] += _people(unit) - (_people(before) if before is not None else 0)
        for name in self.before.keys() - field.units.keys():
            changed = True
            self.stands[self.before[name].side] -= _people(self.before[name])
        return changed

    def _places(self, field: Battlefield) -> Iterator[str]:
        where = Count(name for names in field.stacks.values() for name in names)
        for name, times in where.items():
            if times > 1:
                yield f"{name} stands in {times} places"
            if name not in field.units:
                yield f"{name} stands on the map and is out of the game"
        for unit in field.units.values():
            if unit.at and unit.name not in field.stacks.get(unit.at, ()):
                yield f"{unit.name} is at {unit.at}, and does not stand there"
            if unit.casualties < 0:
                yield f"{unit.name} has {unit.casualties} casualties"
            if unit.name in field.gone:
                yield f"{unit.name} is in the game and out of it"

    def _strengths(self, field: Battlefield) -> Iterator[str]:
        for side in SIDES:
            if field.lost.get(side, 0) != self.lost[side]:
                yield f"{side}: {field.lost.get(side, 0)} strength points on record as lost, {self.lost[side]} by the events"
            stands = self.stands[side]
            if stands + self.lost[side] + self.left[side] != self.people[side]:
                yield (
                    f"{side}: {stands} strength points stand, {self.lost[side]} were lost, {self.left[side]} left; "
                    f"there were {self.people[side]}"
                )


def _can_kill(field: Battlefield, event: FireResolved) -> bool:
    """True if the best roll of the dice would have cost the target a strength point (9.B.3, 9.D)."""
    best, _ = charts.fire_result(field, event.shot.letter, 12 + event.roll.total - event.roll.natural)
    return best in ("1", "2") and not event.shot.long_range


def _people(unit: Counter) -> int:
    """The strength points of a counter; leaders have none."""
    return 0 if unit.kind == LEADER else unit.strength


def phase_end_faults(field: Battlefield) -> Iterator[str]:
    """Impossible things at the end of a phase (6, 8, 12.A)."""
    for at, names in field.stacks.items():
        here = [field[name] for name in names]
        holding = {unit.side for unit in here if not unit.is_bystander and not unit.is_leader}
        if len(holding) > 1:
            yield f"both sides stand in {at}"
        for side in holding:
            if stacking.is_over(field, at, side) and not _are_left_behind(field, at, side):
                yield f"{at} holds {stacking.points(field, at)} stacking points"
        for leader in here:
            units = [unit.name for unit in units_beside(tuple(here), leader)]
            if leader.is_leader and units and leader.attached_to not in units:
                yield f"{leader.name} is at {at} with nobody, beside {', '.join(units)}"
    for unit in field.units.values():
        if unit.is_mounted and unit.pinned:
            yield f"{unit.name} is mounted and pinned"


def _are_left_behind(field: Battlefield, at: str, side: str) -> bool:
    """True if a hex is over its limit by pony holders alone whose warriors have gone (6.E).

    They stay until their side's next Movement Phase ends, and longer only if they cannot go.
    """
    if stacking.points_with(field, at, side) > stacking.LIMIT:
        return False
    is_theirs = field.phase == "C" and field.phasing == side
    return not (is_theirs and any(one.kind == PONY_HOLDER and may_go(field, one) for one in field.at(at)))
