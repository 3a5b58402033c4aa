"""As a Movement Phase ends nobody stays where there is no room: who was halted in a full hex goes on, or back (6, 7.A)."""

from collections.abc import Iterator
from itertools import pairwise

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement import movement, stacking
from pbem.systems.indian_wars.rules.movement.mobility import spent_of
from pbem.systems.indian_wars.rules.movement.steps import enemies_closing
from pbem.systems.indian_wars.rules.retreat.ways_back import ways
from pbem.systems.indian_wars.state.counter import PONY_HOLDER, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import MovementStopped, UnitsMoved


@rule("when stacking counts", "combat factor limit", "pony holder limit", "one counter or stack")
def clear(umpire: Umpire[Battlefield], side: str) -> Play[None]:
    """A move may lead through a full hex; who was halted there goes on with his unspent MPs, where his owner likes.

    Who has no way on is taken back along his own to the last hex with room for him (ruling A-014).  Where pony holders
    are too many, since warriors of their hex have gone, those who can go on do.
    """
    asked: set[str] = set()
    stuck: set[str] = set()
    while unit := next((one for one in _too_many(umpire.state, side) if one.name not in stuck), None):
        on = {} if unit.name in asked else movement.ways_on(umpire.state, unit.name)
        back = _way_back(umpire, unit)
        if not on and not back:
            stuck.add(unit.name)
            continue
        with umpire.act(
            side, f"{unit.name} may not stay in {unit.at}, which is full ({umpire.state.rule('stacking')})"
        ):
            if on:
                asked.add(unit.name)
                chosen = yield from leaders.ask_one(_question(umpire.state, unit, tuple(on), back))
                going = tuple(one.name for one in movement.movers(umpire.state, (unit.name,)))
                yield from movement.march(umpire, going, on[chosen])
            else:
                going = (unit.name, *leaders.attached_to(umpire.state, unit.name))
                umpire.emit(MovementStopped(going, back[-1], f"{unit.at} has no room"))
                for start, to in pairwise((unit.at, *back)):
                    umpire.emit(UnitsMoved(going, start, to, 0))


def _too_many(field: Battlefield, side: str) -> Iterator[Counter]:
    """The counters that must leave the full hexes: of those who came in this phase, and of pony holders, the last first."""
    taken = {unit.at for unit in field.of(side)}
    for at in sorted([at for at in taken if stacking.is_over(field, at, side)]):
        here = [one for one in reversed(field.at(at)) if one.side == side]
        if stacking.points_with(field, at, side) > stacking.LIMIT:
            yield from (one for one in here if one.moved and stacking.points_of(one))
        else:
            yield from (one for one in here if one.kind == PONY_HOLDER and (one.moved or may_go(field, one)))


def may_go(field: Battlefield, unit: Counter) -> bool:
    """True if a counter has a way out of its hex with the MPs that it has left."""
    return bool(movement.ways_on(field, unit.name))


def _way_back(umpire: Umpire[Battlefield], unit: Counter) -> tuple[str, ...]:
    """The hexes back along its way to the last with room for it; where that is closed by now, the nearest way out."""
    field = umpire.state
    units = (unit,)
    back: list[str] = []
    at = unit.at
    for event in reversed(umpire.events):
        if isinstance(event, UnitsMoved) and unit.name in event.units and event.to == at:
            at = event.start
            if enemies_closing(field, at, units):
                break
            back.append(at)
            if not stacking.is_over(field, at, unit.side, units):
                return tuple(back)
    for way in ways(field, units, 1) if unit.moved else ():
        is_barred = any(enemies_closing(field, one, units) for one in way.path)
        if not is_barred and not stacking.is_over(field, way.end, unit.side, units):
            return way.path
    return ()


def _question(field: Battlefield, unit: Counter, on: tuple[str, ...], back: tuple[str, ...]) -> Ask:
    """The question of where to go; by default back to where it would be taken, or to the nearest hex."""
    at, far = unit.at, field.sheet.map.distance
    home = f"go on {back[-1]}" if back else ""
    return Ask(
        unit.side,
        "going on",
        unit.name,
        f"{unit.name} was halted in {at}, which is full, with {spent_of(field, unit)} spent.  Where does it go?",
        field.rule("stacking"),
        tuple(Choice(key, key.replace("go on", "go on to")) for key in on),
        home if home in on else min(on, key=lambda key: (far(at, key.split()[-1]), key)),
        None,
        (("at", at),),
    )
