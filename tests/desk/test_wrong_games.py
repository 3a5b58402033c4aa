"""What is wrong with a game that is to be opened: one thing at a time, each with what was found and what was expected."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.open import CannotOpen, Wanted, WrongTerm, faults_of, open_campaign, wrong_name
from pbem.desk.play.terms import Terms
from tests.desk.table import ADDRESSES, GM, SkirmishTitle, Table
from tests.desk.test_every_letter import Passes

RITA, BOB = ADDRESSES["red"], ADDRESSES["blue"]
PLAYERS = [("red", RITA, "Rita"), ("blue", BOB, "Bob")]
GOOD = Wanted("meadow-1", "skirmish", "meadow", PLAYERS, GM, "Petra", ladder_length=64)


def wrong(table: Table, wanted: Wanted = GOOD, **other: Any) -> list[str]:
    with table.desk.store.read() as books:
        return [str(one) for one in faults_of(table.desk, books, replace(wanted, **other))]


FORMS = "expected one of 'text', 'html', 'svg', 'png', 'page', 'play', 'spoken'"


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({}, ""),
        ({"hours": {"orders": 1, "question": 1}}, ""),
        ({"hours": {"orders": 0}}, "hours orders: expected a whole number of hours from 1 to 8784 (a year); found 0"),
        ({"when_in": "never"}, "when_in: expected one of 'ready', 'at once'; found 'never'"),
        ({"seed": b"12345678"}, ""),
        ({"seed": b"1234567"}, "seed: expected at least 8 bytes in hex; found 7 bytes"),
        ({"title": "chess"}, "game: expected one of: skirmish; found 'chess'; found 'chess'"),
        ({"pace": "fast"}, "pace: expected one of 'ask', 'mixed', 'policy'; found 'fast'"),
        ({"options": ["fog"]}, ""),
        ({"options": ["snow"]}, "option: expected one of 'fog'; found 'snow'"),
        ({"scenario": "sea"}, "scenario: expected a scenario of Skirmish, such as 'meadow'; found 'sea'"),
        ({"gm_address": "nobody"}, "gm: expected an address such as"),
        ({"gm_name": "x\ny"}, "gm: expected a name"),
        ({"players": PLAYERS[:1]}, "player: expected a player for each side; found nobody for blue"),
        ({"players": [*PLAYERS, PLAYERS[0]]}, "player: expected each side once; found 'red' twice"),
        (
            {"players": [*PLAYERS, ("green", RITA, "R")]},
            "player: expected a side of Skirmish: red, blue; found 'green'",
        ),
        ({"players": [PLAYERS[0], ("blue", "bob", "Bob")]}, "player blue: expected an address such as"),
        (
            {"players": PLAYERS[:1], "plays": {"blue": "plain"}},
            "player blue: expected an address such as kate@mail.example (this game has no practice opponent); found 'plain'",
        ),
        ({"seats": [Seat("", "otto@watch.example", "Otto")]}, ""),
        ({"seats": [Seat("RED", "otto@watch.example", "Otto", ("Red One",))]}, ""),
        ({"seats": [Seat("gm", "otto@watch.example", "Otto")]}, ""),
        ({"seats": [Seat("green", "otto@watch.example", "Otto")]}, "seat: expected a side of Skirmish: red, blue"),
        ({"seats": [Seat("", "otto", "Otto")]}, "seat: expected an address such as"),
        ({"seats": [Seat("", "otto@watch.example", "Otto", report="wall")]}, "seat: expected one of 'text'"),
        ({"seats": [Seat("red", "otto@watch.example", "Otto", ("x\ny",))]}, "seat: expected a formation's name"),
        ({"terms": Terms(zone="Mars")}, "terms: expected a zone such as Europe/Berlin; found zone 'Mars'"),
        ({"dice": "loaded"}, "dice: expected"),
        ({"report": "wall"}, "report: expected one of 'text'"),
    ],
)
def test_one_thing_at_a_time(table: Table, other: dict[str, Any], says: str) -> None:
    found = wrong(table, **other)
    assert len(found) == bool(says), found
    assert says in "".join(found)


def test_a_game_in_development_is_opened_by_whoever_says_so(table: Table) -> None:
    table.desk = replace(table.desk, title=lambda _: SkirmishTitle(is_unfinished=True))
    (found,) = wrong(table)
    assert "a game that is finished; this one is in development" in found
    assert wrong(table, takes_unfinished=True) == []


def test_a_practice_opponent_is_one_of_its_levels(table: Table) -> None:
    table.desk = replace(table.desk, title=lambda _: SkirmishTitle(practice=Passes()))
    alone = replace(GOOD, players=PLAYERS[:1])
    assert wrong(table, alone, plays={"blue": "plain"}) == []
    (found,) = wrong(table, plays={"green": "plain"})
    assert found == "player: expected a side of Skirmish: red, blue; found 'green'"
    (found,) = wrong(table, alone, plays={"blue": "grand master"})
    assert found.startswith("player blue: expected an address such as kate@mail.example, or for the program ")
    assert found.endswith("found 'grand master'")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("rosebud-7", ""),
        ("r", ""),
        ("x" * 30, ""),
        ("x" * 31, "at most 30 small letters"),
        ("Rosebud", "at most 30 small letters"),
        ("rose--bud", "at most 30 small letters"),
        ("", "at most 30 small letters"),
        ("desk", "another name: the desk uses this one"),
        ("meadow-1", "a name that no game has yet"),
    ],
)
def test_a_name_of_a_game(table: Table, name: str, says: str) -> None:
    table.open("meadow-1")
    with table.desk.store.read() as books:
        found = wrong_name(books, name)
    assert (found is None) == (says == "")
    assert found is None or says in str(found)


def test_all_that_is_wrong_is_told_at_once_and_nothing_is_opened(table: Table) -> None:
    with pytest.raises(CannotOpen) as told:
        open_campaign(table.desk, replace(GOOD, name="X", pace="fast", options=["snow"], players=[]))
    assert [one.where for one in told.value.faults] == ["name", "pace", "player", "player", "option"]
    assert all(isinstance(one, WrongTerm) for one in told.value.faults)
    assert str(told.value).split("\n") == [str(one) for one in told.value.faults]
    with table.desk.store.read() as books:
        assert books.games.all() == []
