"""What an undo leaves of a game, number by number; and what a ruling on the position says in words."""

from typing import Any

import pytest

from pbem.core.options import Options
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.incident import CannotDo
from pbem.desk.gm.incidents.rule import _at, _path, _set, _value
from pbem.desk.gm.state_ruled import _short, in_words
from pbem.desk.play.undo import undo, would_undo
from pbem.seal.ladder import ZEROS
from pbem.seal.state import BadPatch
from tests.desk.skirmish import Skirmish
from tests.desk.table import Table

GAME = "meadow-1"


def played(table: Table) -> list[int]:
    """Two phases of a turn, each with orders; the records with which play went on."""
    table.open(GAME)
    table.say(GAME, "blue", "policy cover: stand")
    for words in ("Red One fire at Blue One\nready", "Red One march 2\nready"):
        table.clock.forward(minutes=1)
        table.say(GAME, "red", words)
    return [seq for seq, kind in table.records(GAME) if kind == "phase.resolved"]


def test_an_undo_says_beforehand_what_no_longer_stands(table: Table) -> None:
    _first, second = played(table)
    newest = table.records(GAME)[-1][0]
    assert newest == second
    filed = [seq for seq, kind in table.records(GAME) if kind == "orders.accepted"]
    for to in range(newest):
        found = would_undo(table.desk, GAME, to)
        assert (found.game, found.to, found.closed, found.parent, found.branch) == (GAME, to, "main", "main", "main.2")
        assert found.letters == sum(seq > to for seq in filed)
        assert found.phase == ("T01.RED.A" if to >= _first else "")
        assert found.undone == (("T01.RED.B",) if to >= _first else ("T01.RED.A", "T01.RED.B"))
        assert found.engine == ""
    with pytest.raises(CannotRule, match=f"expected a record from 0 to {newest - 1} to go back to; found {newest}"):
        would_undo(table.desk, GAME, newest)
    assert table.phase(GAME) == "T01.BLU.A", "nothing was done"


def test_a_record_of_an_earlier_branch_is_told_with_that_branch(table: Table) -> None:
    first, _second = played(table)
    table.clock.forward(minutes=1)
    undo(table.desk, GAME, first, "once")
    again = would_undo(table.desk, GAME, first - 1)
    assert (again.closed, again.parent, again.branch) == ("main.2", "main", "main.3")
    opened = next(seq for seq, kind in table.records(GAME) if kind == "branch.open")
    table.clock.forward(minutes=1)
    table.say(GAME, "red", "Red One march 1\nready")
    own = would_undo(table.desk, GAME, opened)
    assert (own.closed, own.parent, own.branch) == ("main.2", "main.2", "main.3")


def people(table: Table) -> dict[str, tuple[bool, int, int]]:
    """Of each player: whether dice have counted orders of his, the record and the phase up to which he was told."""
    with table.desk.store.read() as books:
        players = books.players.of(books.games.get(GAME))
        return {one.side: (one.contribution != ZEROS, one.last_record_sent, one.last_phase_reported) for one in players}


def test_after_an_undo_players_and_dice_stand_where_they_stood(table: Table) -> None:
    first, _second = played(table)
    before = people(table)
    table.clock.forward(minutes=1)
    undo(table.desk, GAME, first, "a mistake")
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        assert (game.branch, game.state, game.steps, game.undone) == ("main.2", "open", 1, 1)
    after = people(table)
    assert [after[side][0] for side in ("red", "blue")] == [before[side][0] for side in ("red", "blue")]
    table.clock.forward(minutes=1)
    undo(table.desk, GAME, 0, "all of it")
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        assert (game.branch, game.steps, game.undone) == ("main.3", 0, 2)
    assert [one[0] for one in people(table).values()] == [False, False]
    assert [one[2] for one in people(table).values()] == [0, 0]


def test_a_game_that_was_held_goes_on_after_an_undo(table: Table) -> None:
    first, _second = played(table)
    with table.desk.store.begin() as books:
        books.games.hold(books.games.get(GAME), "a fault", table.clock.now())
    assert table.state(GAME) == "held"
    undo(table.desk, GAME, first, "a mistake")
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        assert (game.state, game.hold, game.held_since) == ("open", "", None)
    assert table.phase(GAME) == "T01.RED.B"


@pytest.mark.parametrize(
    ("when_in", "words", "ready"),
    [
        ("at once", "in B: Red One march 2", ""),
        ("at once", "in B: Red One march 2\nready", "wait"),
        ("ready", "in B: Red One march 2\nready", ""),
        ("ready", "in B: Red One march 2\nwait", "wait"),
    ],
)
def test_orders_that_are_on_file_again_wait_for_their_owners_word(
    table: Table, when_in: str, words: str, ready: str
) -> None:
    """Orders for a later phase were on file when the phase was played that is taken back."""
    table.open(GAME, when_in=when_in)
    table.say(GAME, "red", words)
    stays = next(seq for seq, kind in table.records(GAME) if kind == "orders.accepted")
    table.clock.forward(minutes=1)
    if table.phase(GAME) == "T01.RED.A":
        table.say(GAME, "red", "pass")
    table.clock.forward(minutes=1)
    undo(table.desk, GAME, stays, "a mistake")
    with table.desk.store.read() as books:
        latest = books.submissions.latest(books.games.get(GAME), "red", "T01.RED.B")
        assert latest is not None
        assert (latest.state, latest.ready) == ("filed", ready)
    assert table.phase(GAME) == "T01.RED.A"


# ------------------------------------------------------------------------------------------- a ruling on the position

STATE: Any = {
    "strength": {"Red One": 3, "Red/Two": 2, "Red~Three": 1},
    "turn": 4,
    "lost": ["Blue One", {"name": "Blue Two"}],
}


@pytest.mark.parametrize(
    ("op", "path", "value", "says"),
    [
        ("replace", "/strength/Red One", 2, "strength of Red One from 3 to 2"),
        ("replace", "/turn", 5, "turn from 4 to 5"),
        ("add", "/strength/Blue One", 1, "strength of Blue One added: 1"),
        ("remove", "/strength/Red~1Two", None, "strength of Red/Two removed: it was 2"),
        ("remove", "/strength/Red~0Three", None, "strength of Red~Three removed: it was 1"),
        ("remove", "/lost/0", None, 'lost of 0 removed: it was "Blue One"'),
        ("replace", "/lost/1/name", "x", 'lost of 1 name from "Blue Two" to "x"'),
        ("remove", "/lost/2", None, "lost of 2 removed: it was null"),
        ("replace", "/turn/deeper", 1, "turn of deeper from null to 1"),
    ],
)
def test_a_change_is_told_with_what_stood_there(op: str, path: str, value: Any, says: str) -> None:
    assert in_words(STATE, {"op": op, "path": path, "value": value}) == says


@pytest.mark.parametrize(("length", "shown"), [(58, 60), (59, 60), (100, 60)])
def test_a_long_value_is_shortened(length: int, shown: int) -> None:
    found = _short("x" * length)
    assert len(found) == shown
    assert found.endswith("...") == (length > 58)


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/strength/Red One", 3),
        ("/strength/Red~1Two", 2),
        ("/strength/Red~0Three", 1),
        ("/lost/0", "Blue One"),
        ("/lost/1/name", "Blue Two"),
        ("/lost/2", None),
        ("/lost/first", None),
        ("/turn/deeper", None),
        ("/nothing/there", None),
    ],
)
def test_what_stands_at_a_path(path: str, found: Any) -> None:
    assert _at(STATE, path) == found


@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("/turn", "/turn"),
        ("Red One strength", "/strength/Red One"),
        ("Red/Two strength", "/strength/Red~1Two"),
        ("Red~Three strength", "/strength/Red~0Three"),
    ],
)
def test_a_counter_and_its_property_are_found_in_the_position(target: str, path: str) -> None:
    assert _path(STATE, target) == path


@pytest.mark.parametrize("target", ["Red Nine strength", "Red One colour", "strength", "turn", "4 turn"])
def test_what_is_no_counter_of_the_game_is_refused(target: str) -> None:
    with pytest.raises(CannotDo, match="expected a counter of the game and one of its properties"):
        _path(STATE, target)
    with pytest.raises(CannotDo):
        _path([], "Red One strength")


@pytest.mark.parametrize(
    ("text", "value"),
    [("3413", "3413"), ("341", 341), ("34135", 34135), ("true", True), ("North", "North"), ("-4", -4)],
)
def test_a_value_is_a_number_a_hex_or_a_word(text: str, value: Any) -> None:
    found = _value(text)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("target", "value", "before", "then"),
    [
        ("Red One strength", "1", "3", {"Red One": 1}),
        ("/strength/Red One", "1", "3", {"Red One": 1}),
        ("/strength/Red Nine", "1", "", {"Red Nine": 1}),
        ("/strength/Red One", "", "3", {}),
    ],
)
def test_a_change_gives_the_new_position_and_what_takes_it_back(
    target: str, value: str, before: str, then: dict[str, int]
) -> None:
    system = Skirmish()
    now: Any = system.to_json(system.open("meadow", Options()))
    after, was = _set(system, now, target, value)
    assert was == before
    rest = {name: n for name, n in now["strength"].items() if name != "Red One"}
    found: Any = after
    assert found["strength"] == rest | ({"Red One": 3} if target.endswith("Nine") else {}) | then


def test_nothing_can_be_taken_from_where_nothing_is() -> None:
    system = Skirmish()
    now = system.to_json(system.open("meadow", Options()))
    with pytest.raises(BadPatch):
        _set(system, now, "/strength/Red Nine", "")
    with pytest.raises(CannotDo, match="that is not a possible state of this game: KeyError"):
        _set(system, {"next": 0}, "/next", "1")
