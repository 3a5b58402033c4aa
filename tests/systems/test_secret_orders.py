"""A game that hides its orders gives none away: neither that they were carried out, nor that they came to nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.core.event import ActBegan, ActEnded, Decided, Event, OrderMoot
from pbem.core.order import Moot
from pbem.core.record import from_json, to_json
from pbem.desk.record.replay import replay
from tests.core.skirmish import Squad, umpire_for
from tests.desk.table import Table
from tests.desk.test_undo import false, proof
from tests.systems.guests import at_table
from tests.systems.sealed_bids import Bid

PLAYERS = {"north": "nell@mail.example", "south": "sid@post.example"}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Table, str]]:
    with at_table(tmp_path, monkeypatch, "bids", "tests.systems.sealed_bids:GAME", "towns", PLAYERS) as found:
        yield found


def bid(table: Table, game: str, **words: str) -> None:
    for side, line in words.items():
        table.clock.forward(minutes=1)
        table.say(game, side, f"{line}\nready", to=table.last(game, side, "report"))


def public_record(table: Table, game: str) -> str:
    with table.desk.store.read() as books:
        row = books.games.get(game)
        return "\n".join(record.body for record in books.records.since(row, -1))


def test_what_an_order_says_is_known_to_its_side_alone() -> None:
    umpire = umpire_for(Squad())
    with umpire.act("us", Bid(3)):
        umpire.moot("us", Bid(3), Moot("E160", "too late"))
    assert [one.known_to() for one in umpire.events] == [None, None, None]
    with umpire.act("us", Bid(3), secret=True):
        umpire.moot("us", Bid(3), Moot("E160", "too late"), secret=True)
    secret = umpire.events[3:]
    assert [one.known_to() for one in secret] == [("us",)] * 3
    assert [type(one).__mro__[1] for one in secret] == [ActBegan, OrderMoot, ActEnded]
    assert [from_json(to_json(one), Event) for one in secret] == secret


@pytest.mark.slow
def test_the_letters_and_the_record_do_not_tell_a_bid(table: tuple[Table, str]) -> None:
    at, game = table
    for turn in (1, 2, 3):
        bid(at, game, north="bid 3", south="bid 2")
        opened = at.last(game, "south", "report").text
        assert "Bids 3 and 2" in opened, turn
    assert at.state(game) == "over"


def test_nothing_of_a_phase_of_hidden_orders_is_public(table: tuple[Table, str]) -> None:
    at, game = table
    bid(at, game, north="bid 5", south="bid 4")
    record = public_record(at, game)
    assert "bid 5" not in record
    assert "bid 4" not in record
    assert "ActBegan" not in record
    for side, other in (("north", "bid 4"), ("south", "bid 5")):
        assert not any(other in one.text for one in at.letters(game, side) if "Your orders" not in one.text)


def test_a_decision_may_be_hidden_too(table: tuple[Table, str]) -> None:
    at, game = table
    bid(at, game, north="bid 9", south="bid 2")
    at.clock.forward(minutes=1)
    at.say(game, "north", "2", to=at.last(game, "north", "question"))
    assert "Bids 4 and 2" in at.last(game, "south", "report").text
    assert "half" not in public_record(at, game)
    assert Decided.__name__ not in public_record(at, game)


@pytest.mark.slow
def test_it_is_verified_and_replayed(table: tuple[Table, str], tmp_path: Path) -> None:
    at, game = table
    genesis = json.loads(public_record(at, game).splitlines()[0])
    assert genesis["body"]["hides"] is True
    for _ in range(3):
        bid(at, game, north="bid 3", south="bid 2")
    assert replay(at.desk, game).is_same
    for side in PLAYERS:
        verdict = proof(at, game, side, tmp_path / side)
        assert verdict.status == 0, false(verdict)
        assert main(["verify", "--replay", str(tmp_path / side)]) == 0
