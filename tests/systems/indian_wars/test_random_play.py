"""Whole games at random: whatever is ordered and answered, the field stays one that the rulebook allows."""

import random
from collections.abc import Iterator

import pytest

from pbem.core.ask import Ask
from pbem.core.dice import KeyedDice
from pbem.core.order import Order
from pbem.core.play import perform
from pbem.core.problem import Problem
from pbem.core.system import Phase
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars import stacking
from pbem.systems.indian_wars.counter import MODES, PRONE, Counter
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.mobility import limit
from pbem.systems.indian_wars.orders import Advance, ChangeMode, Exit, Fire, Melee, Move, Pursue, Recover
from pbem.systems.indian_wars.steps import reach
from pbem.systems.indian_wars.system import ROSEBUD
from tests.systems.indian_wars.ground import historical, in_contact, source


class Player:
    """Plays both sides by lot."""

    def __init__(self, seed: int) -> None:
        self.lot = random.Random(seed)
        self.dice = KeyedDice(bytes([seed]) * 32)

    def choose(self, ask: Ask) -> str:
        return self.lot.choice(ask.choices).key

    def orders(self, field: Field, phase: Phase[Field]) -> Iterator[Order]:
        side = field.enemy_of(phase.side) if phase.letter == "D" else phase.side
        for unit in tuple(field.of(side)):
            match phase.letter:
                case "C":
                    yield from self.movement(field, unit)
                case "B" | "D" | "E":
                    yield from self.lawful(field, side, phase.letter, self.fire(field, unit))
                case "F":
                    yield from self.lawful(field, side, phase.letter, self.melee(field, unit))

    def movement(self, field: Field, unit: Counter) -> Iterator[Order]:
        free = not (unit.routed or unit.pinned or unit.mode == PRONE) and limit(unit) > 0
        if free and self.lot.random() < 0.6:
            found = reach(field, (unit.but(spent=0, stopped=False),))
            path = found.path(self.lot.choice(sorted(found.cost)))
            if len(path) > 1:
                yield Move((unit.name,), path)
        if self.lot.random() < 0.3:
            yield ChangeMode(unit.name, self.lot.choice(MODES))
        if self.lot.random() < 0.1:
            yield Recover(unit.name)
        if self.lot.random() < 0.03:
            yield Exit((unit.name,), "")

    def enemies(self, field: Field, unit: Counter, most: int) -> list[Counter]:
        distance = field.sheet.map.distance
        return [one for one in field.of(field.enemy_of(unit.side)) if distance(one.at, unit.at) <= most]

    def fire(self, field: Field, unit: Counter) -> Iterator[Order]:
        near = self.enemies(field, unit, 2)
        if near:
            yield Fire(unit.name, self.lot.choice(("full", "half", "long")), self.lot.choice(near).name)

    def melee(self, field: Field, unit: Counter) -> Iterator[Order]:
        near = self.enemies(field, unit, 1)
        if near:
            target = self.lot.choice(near).at
            yield Melee((unit.name,), target)
            yield self.lot.choice((Pursue((unit.name,)), Advance((unit.name,), target)))

    def lawful(self, field: Field, side: str, letter: str, orders: Iterator[Order]) -> Iterator[Order]:
        return (one for one in orders if not isinstance(ROSEBUD.plan(field, side, letter, one), Problem))


def check(field: Field) -> None:
    """What must hold after every phase."""
    for at, names in field.stacks.items():
        here = [field[name] for name in names]
        assert here
        assert all(unit.at == at for unit in here)
        assert len({unit.side for unit in here}) == 1, (at, names)
        assert not stacking.is_over(field, at, here[0].side), (at, names)
        units = [unit.name for unit in here if not unit.is_leader]
        assert all(one.attached_to in units for one in here if one.is_leader and units), (at, here)
    for unit in field.units.values():
        assert not unit.at or unit.name in field.stacks[unit.at]
        assert unit.name not in field.gone
        assert unit.is_leader or unit.is_holder or unit.strength > 0, unit
        assert not (unit.is_mounted and unit.pinned), unit
    assert ROSEBUD.from_json(ROSEBUD.to_json(field)) == field  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("opening", [historical, in_contact], ids=["historical", "in contact"])
def test_a_game_at_random_runs_to_its_end(seed: int, opening: object) -> None:
    assert callable(opening)
    field, player = opening(), Player(seed)
    while (phase := ROSEBUD.next_phase(field)) is not None:
        orders = tuple(player.orders(field, phase))
        umpire = Umpire(field.thaw(), ROSEBUD.apply, phase=phase.id, options=field.options)
        stop = perform(phase.play(umpire), umpire, (), lambda _: player.dice, source(orders, player.choose))
        assert stop.finished
        folded = field.thaw()
        for event in umpire.events:
            ROSEBUD.apply(folded, event)
        assert folded == umpire.state
        field = umpire.state
        check(field)
    assert ROSEBUD.outcome(field) is not None
