"""Chances: the dice of shots and melees by the points that they cost, and the questions that the enemy may raise."""

import collections
import re
from collections.abc import Iterator, Mapping, Sequence

from pbem.core.ask import Ask
from pbem.core.dice import Dice
from pbem.core.event import Event, PhaseBegan
from pbem.core.order import Problem
from pbem.core.sequence import PhaseId
from pbem.core.umpire import DieFell, Umpire
from pbem.mechanisms.chances import Chance, Chances, spread_of
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Melee, Move, write
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.guns import gun_fire, gunnery
from pbem.systems.indian_wars.rules.melee import melee
from pbem.systems.indian_wars.rules.movement import movement
from pbem.systems.indian_wars.state.camp_events import VillageAmbush
from pbem.systems.indian_wars.state.combat_events import FireResolved, MeleeResolved
from pbem.systems.indian_wars.state.counter import VILLAGERS, Counter
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
        found: collections.Counter[str] = collections.Counter()
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


# Possible questions to a side: the questions that simple acts of the enemy would put to it, as the position stands.
#
# For the dry run of standing orders: nothing is rolled, and the field given is not changed.


class _NoDie:
    """Dice that end the play as soon as one would fall."""

    def faces(self, label: str, number: int, sides: int) -> tuple[int, ...]:
        raise DieFell


def questions(field: Battlefield, side: str) -> Iterator[tuple[str, Ask]]:
    """Possible acts of the enemy, in a sentence (``Crow King moves 3412-3411``), and each question that it would put at
    once."""
    yield from _of_moves(field, side)
    yield from _of_melees(field, side)


def _of_moves(field: Battlefield, side: str) -> Iterator[tuple[str, Ask]]:
    """Each enemy next to a unit of the side leaves its hex by the first way that is open to it."""
    theirs = field.enemy_of(side)
    start = _begun(field, theirs, "C")
    for unit in field.of(theirs):
        if unit.is_leader or unit.is_holder or not _is_near(field, unit, side):
            continue
        for there in field.sheet.map.open_neighbours(unit.at):
            order = Move((unit.name,), (unit.at, there))
            plan = movement.plan_move(start, theirs, "C", order)
            if not isinstance(plan, Problem):
                umpire = _umpire(start)
                for asks in _asked(movement.resolve_move(umpire, plan), side):
                    yield from ((write(order), one) for one in asks)
                break


def _of_melees(field: Battlefield, side: str) -> Iterator[tuple[str, Ask]]:
    """All enemies who may attack a hex of the side attack it."""
    theirs = field.enemy_of(side)
    start = _begun(field, theirs, "F")
    for at in sorted({unit.at for unit in field.of(side)}):
        near = field.sheet.map.open_neighbours(at)
        able = tuple(
            unit.name
            for unit in field.of(theirs)
            if unit.at in near
            and not isinstance(melee.plan_melee(start, theirs, "F", Melee((unit.name,), at)), Problem)
        )
        plan = melee.plan_melee(start, theirs, "F", Melee(able, at)) if able else None
        if isinstance(plan, melee.Assault):
            umpire = _umpire(start)
            for asks in _asked(melee.resolve_melee(umpire, plan), side):
                yield from ((f"{say.several(able)} attack {at}", one) for one in asks)


def _begun(field: Battlefield, phasing: str, letter: str) -> Battlefield:
    """The field as if the phase of the other side with this letter began now."""
    start = field.thaw()
    system, code = field.title.system, field.title.card.side(phasing).code
    system.apply(start, PhaseBegan(str(PhaseId(max(field.turn, 1), code, letter))))
    return start


def _umpire(start: Battlefield) -> Umpire[Battlefield]:
    dice: Dice = _NoDie()
    return Umpire(
        start.thaw(), start.title.system.apply, phase="what if", options=start.options, dice=dice, write=write
    )


def _asked(play: Iterator[tuple[Ask, ...]], side: str) -> Iterator[list[Ask]]:
    """The first questions to a side; the play goes no further."""
    try:
        asks = next(play)
    except (StopIteration, DieFell):
        return
    yield [one for one in asks if one.side == side and not one.quiet]


def _is_near(field: Battlefield, unit: Counter, side: str) -> bool:
    near = field.sheet.map.open_neighbours(unit.at)
    return any(one.side == side for at in near if at in field.stacks for one in field.at(at))
