"""What holds of every registered game: it opens, plays legal orders, comes back from any stop, writes and reads its orders,
draws its maps, and hides what is hidden.  A new game gets these for a line in `PRACTICE`."""

import hashlib
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.canonical import canon
from pbem.core.dice import KeyedDice
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.play import Segment, perform
from pbem.core.system import Phase
from pbem.core.umpire import Umpire
from pbem.orders.rehearsal import rehearse
from pbem.reports.letters import help_page
from pbem.systems import registry

PRACTICE = {
    ("littlebighorn", "scenario-1"): "pbem.systems.indian_wars.practice.players",
    ("littlebighorn", "scenario-4"): "pbem.systems.indian_wars.practice.players",
    ("rosebud", "historical"): "pbem.systems.indian_wars.practice.players",
    ("rosebud", "in-contact"): "pbem.systems.indian_wars.practice.players",
    ("custer", "little-big-horn"): "pbem.systems.custer.practice",
    ("custer", "rosebud"): "pbem.systems.custer.practice",
    ("miniatures", "fallen-timbers"): "pbem.systems.miniatures.practice.players",
    ("nezperce", "campaign-1877"): "pbem.systems.nezperce.practice.players",
    ("table", "plain"): "pbem.systems.table.practice",
    ("table:bids", "bids"): "pbem.systems.table.practice",
    ("table:cards", "cards"): "pbem.systems.table.practice",
    ("table:dice", "dice"): "pbem.systems.table.practice",
    ("table:paths-of-glory", "paths-of-glory"): "pbem.systems.table.practice",
    ("table:three", "three"): "pbem.systems.table.practice",
    ("table:victory-in-the-pacific", "victory-in-the-pacific"): "pbem.systems.table.practice",
}
"""The practice opponent of each game, by title and scenario."""
SECOND = {("custer", "rosebud"), ("littlebighorn", "scenario-1"), ("rosebud", "historical")}
"""Scenarios of games that have another one here: CI and ``make test-all`` play them."""
TRIED = [pytest.param(one, marks=pytest.mark.slow) if one in SECOND else one for one in sorted(PRACTICE)]

FEWEST_PHASES, MOST_PHASES = 8, 24
WIDTH = 78


def test_every_game_is_tried() -> None:
    tables = registry.game("table")
    assert isinstance(tables, registry.HasVariants)
    assert {title for title, _ in PRACTICE} == {*registry.titles(), *tables.variants}


@pytest.mark.parametrize("title", registry.titles())
def test_card_without_rules_is_that_of_the_rules(title: str) -> None:
    game = registry.game(title)
    assert game.card_place
    assert game.card is game.system.card


class Trial:
    """A scenario played by its practice opponent, both sides."""

    def __init__(self, title: str, scenario: str) -> None:
        self.game = registry.game(title)
        self.system = self.game.system
        self.seed = f"{title} {scenario}"
        self.state: Any = self.system.open(scenario, Options())
        self.orders_for: Callable[..., tuple[Order, ...]] = import_module(PRACTICE[title, scenario]).orders_for

    def phases(self) -> Iterator[Phase[Any]]:
        """The coming phase, so often as it is asked for; a game may be over before all are played, but not soon."""
        for n in range(MOST_PHASES):
            phase = self.system.next_phase(self.state)
            if phase is None:
                assert n >= FEWEST_PHASES
                return
            yield phase

    def pick(self, purpose: str, n: int) -> int:
        return int.from_bytes(hashlib.sha256(f"{self.seed} {purpose}".encode()).digest()[:8], "big") % n

    def umpire(self, phase: Phase[Any]) -> Umpire[Any]:
        return Umpire(
            self.system.thaw(self.state),
            self.system.apply,
            phase=phase.id,
            options=Options(),
            view=self.system.view,
            write=self.game.dialect.write,
        )

    def dice(self, phase: Phase[Any]) -> Callable[[int], KeyedDice]:
        key = hashlib.sha256(f"{self.seed} {phase.id}".encode()).digest()
        return lambda n: KeyedDice(key)

    def answer(self, phase: Phase[Any], umpire: Umpire[Any], one: Ask) -> Answer:
        if one.kind == ORDERS:
            view = umpire.view(one.side)
            orders = self.orders_for(
                self.system, view, one.side, phase.letter, lambda purpose, n: self.pick(f"{phase.id} {purpose}", n)
            )
            return Answer(orders=orders)
        return Answer(one.choices[self.pick(f"{phase.id} {one.key}", len(one.choices))].key)

    def with_a_stop_at_every_question(self, phase: Phase[Any]) -> Umpire[Any]:
        segments: tuple[Segment, ...] = ()
        while True:
            umpire = self.umpire(phase)
            asked = 0

            def source(asks: tuple[Ask, ...], umpire: Umpire[Any] = umpire) -> tuple[Answer | None, ...]:
                nonlocal asked
                asked += 1
                return tuple(self.answer(phase, umpire, one) if asked == 1 else None for one in asks)

            stop = perform(phase.play(umpire), umpire, segments, self.dice(phase), source)
            if stop.finished:
                return umpire
            segments = stop.segments

    def at_one_go(self, phase: Phase[Any]) -> Umpire[Any]:
        umpire = self.umpire(phase)

        def source(asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
            return tuple(self.answer(phase, umpire, one) for one in asks)

        assert perform(phase.play(umpire), umpire, (), self.dice(phase), source).finished
        return umpire

    def orders_given(self, phase: Phase[Any], umpire: Umpire[Any]) -> list[tuple[str, tuple[Order, ...], Any]]:
        """Play a phase; whose orders were asked for, what they were, and the state at that moment."""
        given: list[tuple[str, tuple[Order, ...], Any]] = []

        def source(asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
            answers = tuple(self.answer(phase, umpire, one) for one in asks)
            for one, answer in zip(asks, answers, strict=True):
                if one.kind == ORDERS:
                    given.append((one.side, answer.orders, self.system.thaw(umpire.state)))
            return answers

        perform(phase.play(umpire), umpire, (), self.dice(phase), source)
        return given


@pytest.mark.parametrize("title", registry.titles())
def test_every_page_of_help_about_a_phase_fits_a_letter(title: str) -> None:
    """Those of phases that few games reach as well: ``help N`` was too wide, and held the letter that asked for it."""
    game = registry.game(title)
    for phase in game.system.card.phases:
        for word in (phase.letter, phase.name):
            page = help_page(word, title=title, game=game.teller.help)
            assert max(map(len, page.splitlines())) <= WIDTH


@pytest.fixture(params=TRIED, ids=" ".join)
def trial(request: pytest.FixtureRequest) -> Trial:
    return Trial(*request.param)


def test_phases_come_back_to_the_same_events_and_the_state_is_what_they_make_of_it(trial: Trial) -> None:
    system = trial.system
    seen = set()
    for phase in trial.phases():
        assert phase.id not in seen, "a phase's id is the key of its orders and rolls: it comes once in a game"
        seen.add(phase.id)
        umpire = trial.with_a_stop_at_every_question(phase)
        assert trial.at_one_go(phase).events == umpire.events
        folded = system.thaw(trial.state)
        for event in umpire.events:
            system.apply(folded, event)
        assert system.to_json(folded) == system.to_json(umpire.state)
        trial.state = system.from_json(system.to_json(umpire.state))
        assert canon(system.public(trial.state)) == canon(system.public(umpire.state))
        for path, value in system.hidden(trial.state):
            canon([path, value])


def test_orders_are_written_read_back_and_accepted(trial: Trial) -> None:
    dialect, system = trial.game.dialect, trial.system
    written = 0
    for phase in trial.phases():
        umpire = trial.umpire(phase)
        given = trial.orders_given(phase, umpire)
        for side, orders, view in given:
            for order in orders:
                back = dialect.read(dialect.write(order), view, side)
                assert isinstance(back, tuple), (dialect.write(order), back)
                (read,) = back
                # Units are put in the sequence of the order of battle; what is so written reads as itself.
                assert type(read) is type(order)
                assert sorted(dialect.write(read)) == sorted(dialect.write(order))
                assert dialect.read(dialect.write(read), view, side) == (read,)
                written += 1
            if orders:
                letter = "\n".join(map(dialect.write, orders))
                found = rehearse(system, dialect, trial.state, side, phase.letter, letter)
                assert [line.refusal_text for line in found.lines if line.verdict == "refused"] == []
        trial.state = umpire.state
    assert written > 20


@pytest.mark.slow
def test_reports_are_drawn_for_both_sides_after_every_phase(trial: Trial) -> None:
    teller, system = trial.game.teller, trial.system
    for phase in trial.phases():
        before = trial.state
        umpire = trial.with_a_stop_at_every_question(phase)
        for side in (one.id for one in system.card.sides):
            log = teller.log(system.view(before, side), umpire.events, 1)
            assert len(log.dice) == len(umpire.rolls)
            view = system.view(umpire.state, side)
            model = teller.map(view, side, umpire.events)
            lines = [*model.overview(), *(line for box in model.details() for line in box.lines())]
            lines += [line for one in teller.panels(view, side) for line in one.lines]
            assert all(line.isascii() and len(line) <= WIDTH for line in lines)
            assert teller.facts(view, [phase.id]).clock
            if phase.side == side:
                assert all(one.order.isascii() for one in teller.order_sheet(before, side, phase))
                assert teller.silent(before, side, phase) == teller.to_do(before, side, phase).silent
        assert trial.game.short_name(phase.id) == teller.short_name(phase.id) != ""
        trial.state = umpire.state


def test_no_words_make_a_dialect_raise(trial: Trial) -> None:
    phase = trial.system.next_phase(trial.state)
    assert phase is not None
    letter = "\n".join(
        ("move", "attack", "when", "policy all losses: holders", "in X: stay", "1 2 3", "((", "- - 9999 -> 1")
    )
    for side in trial.system.card.sides:
        found = rehearse(trial.system, trial.game.dialect, trial.state, side.id, phase.letter, letter)
        assert all(line.verdict in ("accepted", "refused", "not an order") for line in found.lines)


def test_silence_and_what_is_owed_are_told(trial: Trial) -> None:
    phase = trial.system.next_phase(trial.state)
    assert phase is not None
    view = trial.system.view(trial.state, phase.side)
    assert isinstance(trial.system.silent(view, phase.side, phase.letter, ()).units, tuple)
    assert all(isinstance(one, str) for one in trial.system.owed(view, phase.side, phase.letter, ()))
