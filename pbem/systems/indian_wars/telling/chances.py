"""The dice of the series: shots, those of guns too, by the strength points that they hit, melees by those of both sides."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from pbem.core.event import Event
from pbem.mechanisms.chances import Chance, Chances, spread_of
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.guns import gun_fire, gunnery
from pbem.systems.indian_wars.state.camp_events import VillageAmbush
from pbem.systems.indian_wars.state.combat_events import FireResolved, MeleeResolved
from pbem.systems.indian_wars.state.counter import VILLAGERS
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import CanisterResolved, GunFireResolved
from pbem.systems.indian_wars.state.morale_events import CasualtiesTaken

CASUALTIES = re.compile(r"\bc(\d)")


class BattlefieldChances:
    """`mechanisms.chances.Chances` of a title of the series."""

    unit = "strength points"

    def of(self, state: Battlefield, phase: str, event: Event) -> Chance | None:
        """A shot that can hit, a gun's answer to an attack, or a melee."""
        match event:
            case FireResolved() if not event.shot.long_range and not _at_people(state, event):
                return _shot(state, event)
            case GunFireResolved():
                return _gun(state, event)
            case CanisterResolved():
                return _canister(state, event)
            case MeleeResolved():
                return _melee(state, event)
            case _:
                return None

    def lost(self, before: Battlefield, events: Sequence[Event]) -> Mapping[str, int]:
        """Strength points lost, by side."""
        found: Counter[str] = Counter()
        for event in events:
            if isinstance(event, CasualtiesTaken):
                found[before.sheet.roster[event.unit].side] += event.lost
            elif isinstance(event, VillageAmbush):
                found["us"] += sum(event.lost)
        return found


def _at_people(state: Battlefield, event: FireResolved) -> bool:
    """Fire at villagers costs the same whatever is thrown."""
    return state.sheet.roster[event.shot.target].kind == VILLAGERS


def _shot(state: Battlefield, event: FireResolved) -> Chance:
    drm = event.roll.total - event.roll.natural

    def worth(natural: int) -> int:
        found, _ = charts.fire_result(state, event.shot.letter, natural + drm)
        return int(found) if found.isdigit() else 0

    side = state.sheet.roster[event.shot.firer].side
    what = f"{event.shot.firer} fires at {event.shot.target}"
    return Chance("fire", side, what, worth(event.roll.natural), spread_of(event.roll, worth))


def _gun(state: Battlefield, event: GunFireResolved) -> Chance:
    drm = event.roll.total - event.roll.natural

    def worth(natural: int) -> int:
        return int(gunnery.result_of(state, event.shot, natural + drm) == gun_fire.ONE)

    side = state.sheet.roster[event.shot.firer].side
    what = f"{event.shot.firer} fires at {event.shot.target_at}"
    return Chance("fire", side, what, worth(event.roll.natural), spread_of(event.roll, worth))


def _canister(state: Battlefield, event: CanisterResolved) -> Chance:
    """The answer of a gun to an attack."""
    drm = event.roll.total - event.roll.natural

    def worth(natural: int) -> int:
        return gunnery.points_of(state, event.kind, event.line, natural + drm)

    side = state.sheet.roster[event.gun].side
    what = f"{event.gun} fires at its attackers"
    return Chance("fire", side, what, worth(event.roll.natural), spread_of(event.roll, worth))


def _melee(state: Battlefield, event: MeleeResolved) -> Chance:
    drm = event.roll.total - event.roll.natural
    side = state.sheet.roster[event.attackers[0].unit].side
    column = charts.odds_column(state, side, event.attack, event.defence)

    def worth(natural: int) -> int:
        if column is None:
            return 0
        _, attacker, defender = charts.melee_result(state, natural + drm, column)
        return _casualties(defender) - _casualties(attacker)

    return Chance("melee", side, f"attack on {event.target}", worth(event.roll.natural), spread_of(event.roll, worth))


def _casualties(result: str) -> int:
    return sum(int(one) for one in CASUALTIES.findall(result))


CHANCES = BattlefieldChances()
_CHANCES: Chances = CHANCES
