"""Combat phases stopped at any ask come out the same, and their events alone make the state."""

import json
from random import Random

import pytest

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.event import Event
from pbem.core.order import Order
from pbem.core.play import Segment, Stop, perform
from pbem.core.record import from_json, to_json
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.orders.records import Advance, Fire, Melee, Move, Pursue
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.rules.fire import shot
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.state.counter import PRONE
from pbem.systems.indian_wars.state.field import Battlefield
from tests.systems.indian_wars.ground import in_contact

ROSEBUD = TITLE.system


def some_orders(field: Battlefield, side: str, letter: str, chance: Random) -> tuple[Order, ...]:
    """Orders at random, most of them legal when they are written."""
    match letter:
        case "B" | "D" | "E":
            return tuple(
                Fire(unit.name, chance.choice(("full", "half")) if letter == "B" else "full", chance.choice(found))
                for unit in field.of(side)
                if (found := shot.targets(field, unit.name, field.title.phase(letter).occasion))
            )
        case "C":
            return tuple(_walk(field, side, name, chance) for name in _movers(field, side))
        case "F":
            return _attacks(field, side, chance)
        case _:
            return ()


def _movers(field: Battlefield, side: str) -> list[str]:
    return [one.name for one in field.of(side) if not (one.is_leader or one.routed or one.mode == PRONE)]


def _walk(field: Battlefield, side: str, name: str, chance: Random) -> Move:
    path = [field[name].at]
    enemies = [one.at for one in field.of(field.enemy_of(side))]
    for _ in range(chance.randint(1, 3)):
        near = sorted(
            field.sheet.map.open_neighbours(path[-1]),
            key=lambda at: min(field.sheet.map.distance(at, one) for one in enemies),
        )
        path.append(near[0] if chance.random() < 0.6 else chance.choice(near))
    return Move((name,), tuple(path))


def _attacks(field: Battlefield, side: str, chance: Random) -> tuple[Order, ...]:
    near: dict[str, list[str]] = {}
    for unit in field.of(side):
        for at in field.sheet.map.open_neighbours(unit.at):
            if not unit.is_leader and any(one.side != side for one in field.at(at)):
                near.setdefault(at, []).append(unit.name)
    orders: list[Order] = []
    for at, names in near.items():
        orders.append(Melee(tuple(names), at))
        orders += [Pursue(tuple(names))] * (chance.random() < 0.5)
        orders += [Advance((names[0],), at)] * (chance.random() < 0.3)
    return tuple(orders)


class Source:
    """Answers at random, the same for the same seed; stops after so many moments."""

    def __init__(self, umpire: Umpire[Battlefield], seed: int, most: int | None = None) -> None:
        self.umpire = umpire
        self.seed = seed
        self.most = most

    def __call__(self, asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
        if self.most == 0:
            return (None,) * len(asks)
        self.most = None if self.most is None else self.most - 1
        assert len({one.key for one in asks}) == len(asks)
        return tuple(self.answer(one) for one in asks)

    def answer(self, one: Ask) -> Answer:
        chance = Random(f"{self.seed} {one.key} {len(self.umpire.events)}")
        if one.kind == ORDERS:
            return Answer(orders=some_orders(self.umpire.state, one.side, one.subject, chance))
        keys = [choice.key for choice in one.choices]
        assert len(keys) > 1, f"{one.key} has no choice"
        assert one.default in keys
        assert one.declined is None or one.declined in keys
        return Answer(chance.choice(keys))


def play_on(
    field: Battlefield, seed: int, earlier: tuple[Segment, ...] = (), most: int | None = None
) -> tuple[Umpire[Battlefield], Stop]:
    phase = ROSEBUD.next_phase(field)
    assert phase is not None
    umpire = Umpire(field.thaw(), ROSEBUD.apply, phase=phase.id, options=field.options)
    source = Source(umpire, seed, most)
    return umpire, perform(
        phase.play(umpire), umpire, earlier, lambda n: KeyedDice(bytes([seed, n % 256]) * 16), source
    )


def is_sound(field: Battlefield) -> None:
    """What must hold when a phase has ended."""
    for at, names in field.stacks.items():
        sides = {field[name].side for name in names}
        assert len(sides) == 1, f"both sides stand in {at}"
        assert not stacking.is_over(field, at, sides.pop()), f"{at} is overstacked"
    for unit in field.units.values():
        if unit.is_leader and unit.attached_to:
            assert field[unit.attached_to].at == unit.at
        if unit.at and unit.kind not in ("leader", "pony_holder", "hq_holder"):
            assert unit.strength > 0
        assert not (unit.is_mounted and unit.pinned)


@pytest.mark.parametrize("seed", range(4))
def test_random_combat_stays_sound_and_can_be_told_from_its_events(seed: int) -> None:
    field = in_contact()
    for _ in range(14):
        umpire, stop = play_on(field, seed)
        assert stop.finished
        folded = field.thaw()
        for event in umpire.events:
            again = from_json(json.loads(json.dumps(to_json(event))), Event)
            assert again == event
            ROSEBUD.apply(folded, again)
        assert ROSEBUD.to_json(folded) == ROSEBUD.to_json(umpire.state)
        is_sound(umpire.state)
        field = umpire.state


@pytest.mark.slow
@pytest.mark.parametrize(("letter", "side"), [("B", "us"), ("C", "us"), ("F", "us"), ("F", "indian")])
def test_a_phase_that_stops_at_every_ask_is_told_again_the_same(letter: str, side: str) -> None:
    field = in_contact()
    field.phasing = side
    field.phase, field.phase_over = chr(ord(letter) - 1), True
    segments: tuple[Segment, ...] = ()
    events: list[Event] = []
    while True:
        umpire, stop = play_on(field, 7, segments, most=1)
        assert umpire.events[: len(events)] == events
        events = list(umpire.events)
        if stop.finished:
            break
        segments = stop.segments
    assert len(stop.segments) > 1
    replayed, last = play_on(field, 7, stop.segments[:-1], most=1)
    assert last.segments == stop.segments
    assert ROSEBUD.to_json(replayed.state) == ROSEBUD.to_json(umpire.state)
