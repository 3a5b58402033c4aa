"""Playing a phase: it stops at a question, and comes back to it with the same events."""

import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.ask import ORDERS, Answer, Ask, Choice
from pbem.core.dice import KeyedDice
from pbem.core.event import Decided
from pbem.core.play import Diverged, Segment, Stop, bare_digest, perform
from pbem.core.record import from_json, to_json
from pbem.core.umpire import Play
from tests.core.skirmish import Squad, Volley, apply, skirmish, umpire_for

volleys = st.lists(st.builds(Volley, st.integers(1, 4)), max_size=5).map(tuple)
choices = st.lists(st.sampled_from(["yes", "no"]), min_size=1, max_size=12)


def dice_of(segment: int) -> KeyedDice:
    return KeyedDice(hashlib.sha256(b"segment %d" % segment).digest())


class Players:
    """Answers asks in sequence from a list; `patience` says at which of the moments put to them nobody answers yet."""

    def __init__(self, orders: tuple[Volley, ...], said: list[str], silent_at: frozenset[int]) -> None:
        self.orders = orders
        self.said = said
        self.silent_at = silent_at
        self.moments = 0
        self.given = 0

    def __call__(self, asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
        self.moments += 1
        if self.moments in self.silent_at:
            return tuple(None for _ in asks)
        return tuple(self._answer(one) for one in asks)

    def _answer(self, one: Ask) -> Answer:
        if one.kind == ORDERS:
            return Answer(orders=self.orders)
        self.given += 1
        return Answer(self.said[self.given % len(self.said)])


def play_out(source: Callable[[tuple[Ask, ...]], tuple[Answer | None, ...]]) -> tuple[list[Stop], list[object], Squad]:
    """Play to the end, executing the phase again after each stop; the stops, the last events, the last state."""
    stops: list[Stop] = []
    segments: tuple[Segment, ...] = ()
    told: list[object] = []
    while True:
        umpire = umpire_for(Squad())
        stop = perform(skirmish(umpire), umpire, segments, dice_of, source)
        assert umpire.events[: len(told)] == told  # what was reported before the stop is told the same
        stops.append(stop)
        told = list(umpire.events)
        # As stored: the last segment of a stop that waits is closed by the stop.
        segments = tuple(from_json(to_json(one), Segment) for one in stop.segments)
        if stop.finished:
            return stops, told, umpire.state


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(volleys, choices, st.frozensets(st.integers(1, 25), max_size=10))
def test_a_phase_with_breaks_repeats_its_events_and_the_fold_of_events_is_the_state(
    orders: tuple[Volley, ...], said: list[str], silent_at: frozenset[int]
) -> None:
    stops, events, state = play_out(Players(orders, said, silent_at))
    folded = Squad()
    for event in events:
        apply(folded, event)  # type: ignore[arg-type]  # all are events
    assert folded == state
    assert stops[-1].open == ()
    assert all(stop.open for stop in stops[:-1])
    recorded = [one for segment in stops[-1].segments for one in segment.answers]
    assert len([event for event in events if isinstance(event, Decided)]) == len(recorded) - 1
    assert sum(segment.rolls for segment in stops[-1].segments) == len(
        [event for event in events if "roll" in type(event).__slots__]
    ) + sum(1 for event in events if type(event).__name__ in ("ManLost", "HatLost"))


@settings(max_examples=50, deadline=None)
@given(volleys, choices)
def test_where_nobody_has_to_be_waited_for_there_is_one_segment(orders: tuple[Volley, ...], said: list[str]) -> None:
    stops, _, _ = play_out(Players(orders, said, frozenset()))
    assert len(stops) == 1
    assert len(stops[0].segments) == 1


def test_the_asks_of_one_moment_stand_open_together() -> None:
    source = Players((Volley(2),), ["no"], frozenset({2}))
    umpire = umpire_for(Squad())
    stop = perform(skirmish(umpire), umpire, (), dice_of, source)
    assert not stop.finished
    assert [one.key for one in stop.open] == ["indian duck man 1", "indian duck man 2"]


def stopped_once() -> Stop:
    umpire = umpire_for(Squad())
    return perform(skirmish(umpire), umpire, (), dice_of, Players((Volley(3), Volley(3)), ["no"], frozenset({3})))


@pytest.mark.parametrize("field", ["events", "digest", "rolls"])
def test_a_segment_told_otherwise_holds_the_game(field: str) -> None:
    first = stopped_once().segments[0]
    wrong = replace(first, **{field: "0" * 64 if field == "digest" else 99})
    umpire = umpire_for(Squad())
    with pytest.raises(Diverged, match="segment 0 told again"):
        perform(skirmish(umpire), umpire, (wrong,), dice_of, Players((), ["no"], frozenset({1})))


def test_a_segment_of_a_chain_from_before_type_names_had_a_game_goes_on() -> None:
    first = stopped_once()
    umpire = umpire_for(Squad())
    running = perform(skirmish(umpire), umpire, first.segments, dice_of, Players((), ["no"], frozenset()))
    old = replace(first.segments[0], digest=bare_digest(umpire.events[: first.segments[0].events]))
    assert old != first.segments[0]
    umpire = umpire_for(Squad())
    assert perform(skirmish(umpire), umpire, (old,), dice_of, Players((), ["no"], frozenset())).begun == running.begun


def test_another_ask_than_the_recorded_one_holds_the_game() -> None:
    first = stopped_once().segments[0]
    answers = (replace(first.answers[0], key="us orders C"), *first.answers[1:])
    umpire = umpire_for(Squad())
    with pytest.raises(Diverged, match="expected the ask 'us orders C', found 'us orders B'"):
        perform(skirmish(umpire), umpire, (replace(first, answers=answers),), dice_of, Players((), ["no"], frozenset()))


def test_answers_left_over_hold_the_game() -> None:
    umpire = umpire_for(Squad())
    only_orders = perform(skirmish(umpire), umpire, (), dice_of, Players((), ["no"], frozenset()))
    umpire = umpire_for(Squad())
    with pytest.raises(Diverged, match="ended before the recorded answers were used up"):
        perform(skirmish(umpire), umpire, only_orders.segments, dice_of, Players((), ["no"], frozenset()))


def test_an_answer_that_is_no_choice_is_a_fault_of_the_source() -> None:
    umpire = umpire_for(Squad())
    with pytest.raises(ValueError, match="'maybe' is no legal answer to 'indian duck man 1'"):
        perform(skirmish(umpire), umpire, (), dice_of, Players((Volley(1),), ["maybe"], frozenset()))


@pytest.mark.parametrize(("source", "told"), [("default", 0), ("standing order 2", 1)])
def test_a_quiet_ask_is_told_only_if_somebody_answered_it(source: str, told: int) -> None:
    def phase() -> Play[None]:
        yield (
            Ask(
                "us", "voluntary rout", "A", "", "", (Choice("stay", ""), Choice("go", "")), "stay", "stay", quiet=True
            ),
        )

    umpire = umpire_for(Squad())
    perform(phase(), umpire, (), dice_of, lambda asks: (Answer("stay", source=source),))
    assert len([one for one in umpire.events if isinstance(one, Decided)]) == told
