"""Games of every kind are rebuilt from their letters: orders by the GM's hand, sides that the program plays, invitations."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.gm.incidents.incident import CannotDo, perform
from pbem.desk.gm.incidents.letters import Orders
from pbem.desk.gm.incidents.players import Replace
from pbem.desk.gm.incidents.rule import Rule
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_game
from pbem.desk.play.terms import Terms
from pbem.desk.record.replay import replay
from tests.desk.skirmish import UNITS, March, Shoot
from tests.desk.table import ADDRESSES, GM, SkirmishTitle, Table
from tests.desk.test_every_letter import policy_story, questions_and_mistakes, story, strange_arrivals
from tests.desk.test_undo import BOTH_FIRE, play_out


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.lay(tmp_path)


def same(table: Table, game: str = "meadow-1") -> None:
    done = replay(table.desk, game)
    assert done.is_same, (done.expected, done.found)
    with table.desk.store.read() as books:
        assert done.records == len(books.records.written(books.games.get(game)))


@pytest.mark.slow
def test_orders_by_the_gms_hand(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    for lines in (("Red Two fire at Blue Two", "Red One fire at Blue One"), ("Red Two march 2",)):
        table.clock.forward(minutes=1)
        perform(table.desk, Orders(game, "red", lines), "petra", "by telephone")
    table.clock.forward(minutes=1)
    perform(table.desk, Orders(game, "blue", ("Blue One fire at Red One",)), "petra", "by telephone")
    table.clock.forward(minutes=1)
    table.say(game, "red", "1", to=table.last(game, "red", "question"))
    perform(table.desk, Orders(game, "blue", ("withdraw",)), "petra", "he thought again")
    table.clock.forward(minutes=1)
    play_out(table, game)
    same(table)


@pytest.mark.slow
def test_a_ruling_is_taken_from_its_record_however_its_words_are_read_today(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.open()
    table.clock.forward(minutes=1)
    perform(table.desk, Rule(game, "-", ("Red One strength = 1",)), "petra", "he lost a step")
    table.clock.forward(minutes=1)
    play_out(table, game)

    def other(*_: Any) -> Any:
        raise CannotDo("these words mean something else by now")

    monkeypatch.setattr("pbem.desk.gm.incidents.rule._set", other)
    same(table)


class Drill:
    """A practice player: it fires at random, or marches one hex; it ducks."""

    def scenarios(self) -> tuple[str, ...]:
        return ("meadow",)

    def orders(self, system: Any, view: Any, side: str, letter: str, level: str, pick: Any) -> tuple[Order, ...]:
        own = [name for name in view.strength if UNITS[name] == side]
        enemies = [name for name in view.strength if UNITS[name] != side]
        if letter == "B":
            return (March((own[0],), 1),)
        return tuple(self._shots(own, enemies, pick))

    def _shots(self, own: list[str], enemies: list[str], pick: Any) -> Iterator[Order]:
        for name in own:
            yield Shoot(name, enemies[pick(name, len(enemies))])

    def choice(self, view: Any, ask: Ask, level: str, pick: Any) -> str:
        return "duck"


@pytest.fixture
def alone(table: Table) -> Table:
    title: Any = SkirmishTitle(practice=Drill())
    desk = replace(table.desk, title=lambda _: title)
    wanted = Wanted(
        "meadow-1", "skirmish", "meadow", [("red", ADDRESSES["red"], "Rita")], GM, seed=b"a demo seed", ladder_length=64,
        plays={"blue": "plain"},
    )  # fmt: skip
    open_campaign(desk, wanted)
    advance(desk, "meadow-1")
    return Table(desk, table.clock)


@pytest.mark.slow
def test_side_that_the_program_plays(alone: Table) -> None:
    for words in (BOTH_FIRE, "Red One march 2\nready", "1", "pass", "pass"):
        alone.clock.forward(minutes=1)
        if alone.state("meadow-1") == "open":
            alone.say("meadow-1", "red", words)
    same(alone)


@pytest.mark.slow
def test_side_that_the_program_played_until_a_person_took_it(alone: Table) -> None:
    alone.say("meadow-1", "red", "pass")
    alone.clock.forward(minutes=1)
    perform(alone.desk, Replace("meadow-1", "blue", f"Bob <{ADDRESSES['blue']}>"), "petra", "Bob has time")
    for words in ("pass", BOTH_FIRE):
        alone.clock.forward(minutes=1)
        alone.say("meadow-1", "red", words)
    alone.clock.forward(minutes=1)
    if alone.phase("meadow-1"):
        alone.say("meadow-1", "blue", "1\npass", to=alone.last("meadow-1", "blue"))
    same(alone)


@pytest.mark.slow
def test_terms_that_give_silence_to_the_defaults(table: Table) -> None:
    game = table.open(terms=Terms(silence={"orders": "defaults", "question": "defaults"}))
    table.say(game, "blue", "policy cover: duck")
    table.clock.forward(minutes=1)
    table.say(game, "red", "Red Two fire at Blue One")
    table.clock.forward(days=9)
    assert pass_game(table.desk, game, table.clock.forward(minutes=5))
    advance(table.desk, game)
    table.clock.forward(minutes=1)
    play_out(table, game)
    same(table)


@pytest.mark.slow
def test_game_that_began_with_invitations(table: Table) -> None:
    game = table.open(invites=True)
    for side in ("red", "blue"):
        table.clock.forward(hours=1)
        table.say(game, side, "accept")
    advance(table.desk, game)
    table.clock.forward(minutes=1)
    play_out(table, game)
    same(table)


@pytest.mark.slow
@pytest.mark.parametrize("played", [story, policy_story, strange_arrivals, questions_and_mistakes])
def test_a_game_with_a_bit_of_everything(table: Table, played: Callable[[Table], str]) -> None:
    """Answers to reminders, absences, pauses, a look at sealed orders, a substitute, an undo: what a game may meet."""
    played(table)
    same(table)
