"""Possible questions to a side: the questions that simple acts of the enemy would put to it, as the position stands.

For the dry run of standing orders: nothing is rolled, and the field given is not changed.
"""

from collections.abc import Iterator

from pbem.core.ask import Ask
from pbem.core.dice import Dice
from pbem.core.event import PhaseBegan
from pbem.core.order import Problem
from pbem.core.sequence import PhaseId
from pbem.core.umpire import DieFell, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Melee, Move, write
from pbem.systems.indian_wars.rules.melee import melee
from pbem.systems.indian_wars.rules.movement import movement
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield


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
