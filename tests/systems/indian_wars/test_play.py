"""Whole phases through `perform`: stopped at any ask and re-executed, they come out the same."""

from dataclasses import replace

import pytest

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.play import Diverged, Segment, Stop, perform
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.orders.records import ChangeMode, Move, Recover
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.field import Battlefield
from tests.systems.indian_wars.ground import in_contact

ROSEBUD = TITLE.system

ORDERS_OF_THE_US = (
    Move(("C/3 holders",), ("3414", "3513")),
    Recover("G/3 Cav"),
    Move(("G/3 Cav",), ("3512", "3513")),
    ChangeMode("Good Heart", "mounted"),
    Move(("A/3 Cav", "E/3 Cav"), ("3611", "3612")),
    Move(("B/3 Cav", "D/3 Cav"), ("2911", "2910")),
)


def us_movement() -> Battlefield:
    """The position in contact before the US Movement Phase, F/3 Cav rallied."""
    field = in_contact()
    field.phasing, field.phase, field.phase_over = "us", "B", True
    field.put(field["F/3 Cav"].but(routed=False))
    return field


def dice(segment: int) -> KeyedDice:
    return KeyedDice(bytes([segment]) * 32)


def run(field: Battlefield, earlier: tuple[Segment, ...], most: int) -> tuple[Umpire[Battlefield], Stop]:
    """Play on, answering at most so many moments."""
    phase = ROSEBUD.next_phase(field)
    assert phase is not None
    umpire = Umpire(field.thaw(), ROSEBUD.apply, phase=phase.id, options=field.options)
    left = [most]

    def source(asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
        if not left[0]:
            return (None,) * len(asks)
        left[0] -= 1
        return tuple(
            Answer(orders=ORDERS_OF_THE_US) if a.kind == ORDERS else Answer(a.default or a.choices[0].key) for a in asks
        )

    return umpire, perform(phase.play(umpire), umpire, earlier, dice, source)


def test_movement_stopped_at_every_ask_comes_to_the_same_events_and_state() -> None:
    field = us_movement()
    before = ROSEBUD.to_json(field)
    segments: tuple[Segment, ...] = ()
    events: list[object] = []
    for _ in range(500):
        umpire, stop = run(field, segments, 1)
        assert umpire.events[: len(events)] == events
        events = list(umpire.events)
        if stop.finished:
            break
        segments = stop.segments
    assert stop.finished
    again, replayed = run(field, stop.segments[:-1], 1)
    assert replayed.segments == stop.segments
    assert ROSEBUD.to_json(again.state) == ROSEBUD.to_json(umpire.state)
    assert ROSEBUD.to_json(field) == before


def test_folding_the_events_over_the_checkpoint_gives_the_same_state() -> None:
    field = us_movement()
    umpire, stop = run(field, (), 500)
    assert stop.finished
    folded = field.thaw()
    for event in umpire.events:
        ROSEBUD.apply(folded, event)
    assert ROSEBUD.to_json(folded) == ROSEBUD.to_json(umpire.state)
    assert umpire.state["B/3 Cav"].at == "2910"


def test_a_record_that_tells_otherwise_holds_the_game() -> None:
    field = us_movement()
    _, stop = run(field, (), 1)
    assert not stop.finished
    wrong = replace(stop.segments[0], digest="0" * 64)
    with pytest.raises(Diverged):
        run(field, (wrong, *stop.segments[1:]), 500)
