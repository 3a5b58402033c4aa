"""An exchange of anybody's, an umpire who sees all, words and files for one side, cards by hand, a new player's key."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.desk.gm.incidents.incident import CannotDo, perform, show
from pbem.desk.gm.incidents.players import Replace
from pbem.desk.gm.incidents.rule import Rule
from pbem.desk.incoming.reading import take_and_play
from pbem.desk.play.advance import advance
from pbem.desk.play.undo import undo
from pbem.desk.record.replay import replay
from pbem.seal.draws import mask_key
from tests.desk.table import Table
from tests.systems.table.laid import GAME, SheetTitle, laid, position, practised, say
from tests.systems.table.test_by_mail import proved
from tests.systems.table.test_cheats import SHEET, played, verdicts
from tests.systems.table.test_files import PNG, attached, send

ANYBODYS = """
title = "Whoever writes"
turns = 1
sides.red = {}
sides.blue = {}
step = [{ name = "Talks", pen = "any" }, { name = "War" }]
values = { tension = 0 }
deck.cards = { cards = "C 1-12" }
"""
UMPIRED = """
title = "Blind"
turns = 1
sides.red = {}
sides.blue = {}
sides.ump = { name = "Umpire", sees = "all" }
deck.cards = { cards = "C 1-9" }
"""


@pytest.fixture
def anybodys(tmp_path: Path) -> Table:
    return laid(tmp_path, SheetTitle(ANYBODYS))


@pytest.fixture
def umpired(tmp_path: Path) -> Table:
    return laid(tmp_path, SheetTitle(UMPIRED))


@pytest.mark.slow
def test_whoever_writes_has_the_pen_and_all_are_done_together(anybodys: Table) -> None:
    assert say(anybodys, "blue", "tension +1\nroll 1d6: will they parley").kind == "receipt"
    assert say(anybodys, "blue", "draw 1 cards").kind == "receipt"
    assert say(anybodys, "red", "tension +2\ndone").kind == "receipt"
    assert position(anybodys).values["tension"] == 3
    assert position(anybodys).finished == ("red",)
    assert anybodys.asked(GAME) == "blue"
    assert "E150" in say(anybodys, "blue", "over: yours").text
    say(anybodys, "blue", "replace\nsay: so be it\ndone")
    assert anybodys.phase(GAME) == "T01.B2.G01.RED.W"
    assert position(anybodys).finished == ()
    assert replay(anybodys.desk, GAME).is_same


@pytest.mark.slow
def test_a_whole_game_of_it_is_proved(anybodys: Table, tmp_path: Path) -> None:
    practised(anybodys, "any")
    proved(anybodys, tmp_path, replays=False)


@pytest.mark.slow
def test_an_umpire_sees_all_and_others_only_their_own(umpired: Table, tmp_path: Path) -> None:
    say(umpired, "red", "draw 2 cards\nplan: Sedan by night\nroll secretly 1d6: spies\ndone")
    cards = position(umpired).hands["red"]
    say(umpired, "blue", "over to ump")
    told = " ".join(umpired.last(GAME, "ump", "report").text.split())
    assert "(umpire) RED seals as number 1: Sedan by night" in told
    assert f"(umpire) RED has from cards: {cards[0]}" in told
    assert "ALL HANDS" in told
    assert f"Red: {cards[0]}, {cards[1]}" in told
    for side in ("blue",):
        assert not any("Sedan" in one.text or "(umpire)" in one.text for one in umpired.letters(GAME, side))
    say(umpired, "ump", "to red: a column comes from the east\nto blue: dust, no more\nback")
    say(umpired, "blue", "done")
    say(umpired, "ump", "done")
    said = {side: " ".join(one.text for one in umpired.letters(GAME, side)) for side in ("red", "blue")}
    assert "UMP to RED alone: a column comes from the east" in said["red"]
    assert "a column" not in said["blue"]
    assert "UMP has written to RED alone" in said["blue"]
    assert "dust" not in said["red"]
    assert umpired.state(GAME) == "over"
    proved(umpired, tmp_path, replays=False)


def test_a_file_goes_to_one_side_alone(umpired: Table) -> None:
    say(umpired, "red", "done")
    say(umpired, "blue", "done")
    assert send(umpired, "ump", "files to red\nto red: what you see\nover to blue", ("seen.png", PNG)).startswith(
        "receipt"
    )
    assert not any(name.endswith(".png") for name in attached(umpired, "blue"))
    assert "sends file 1, 264 bytes, to RED alone" in " ".join(umpired.last(GAME, "blue", "report").text.split())
    say(umpired, "blue", "back")
    say(umpired, "ump", "done")
    assert any(b"UMP-001.png" in one.raw for one in umpired.letters(GAME, "red") if one.kind == "report")
    assert not any(b'UMP-001.png"' in one.raw for one in umpired.letters(GAME, "blue"))


def test_words_that_begin_with_to_are_words(umpired: Table) -> None:
    assert say(umpired, "red", "To the front: all of us\nto arms!\nfiles are attached next time").kind == "receipt"
    assert "To the front: all of us" in " ".join(umpired.last(GAME, "red", "report").text.split())


def _ruled(table: Table, *changes: str) -> Any:
    return perform(table.desk, Rule(GAME, "-", changes), "petra", "a card was forgotten")


@pytest.mark.slow
def test_cards_by_the_gms_hand(tmp_path: Path) -> None:
    table = laid(tmp_path, SheetTitle(SHEET.replace("sides.two", "turns = 2\nsides.two", 1)))
    say(table, "one", "draw 2 small")
    first, second = position(table).hands["one"]
    free = next(one for one in position(table).decks["small"].pool if one > "Card 3")
    _ruled(table, f"hand two += {free}", f"hand one -= {first}", f"deck small discards += {second}")
    told = " ".join(table.last(GAME, "two", "ruling").text.split())
    assert f"{free} goes into the hand of Two" in told
    say(table, "one", "done")
    assert position(table).hands == {"one": (), "two": (free,)}
    assert position(table).decks["small"].discards == (second,)
    assert position(table).by_hand == ()
    assert f"By the ruling, {free} goes into the hand of BB" in table.last(GAME, "two", "report").text
    say(table, "two", f"play {free}\ndraw 3 small\ndone")
    for side in ("one", "two"):
        say(table, side, "done")
    assert replay(table.desk, GAME).is_same
    assert verdicts(table, tmp_path / "box") == []


def test_cards_by_hand_that_cannot_be(tmp_path: Path) -> None:
    table = laid(tmp_path, SheetTitle(SHEET))
    for change, says in (
        ("hand three += Card 1", "expected the hand of one of one, two"),
        ("hand one += Card 99", "expected a card of the sheet"),
        ("deck big out += Card 1", "expected one of the decks small"),
        ("hand one +=", "no ruling waits"),
    ):
        with pytest.raises(CannotDo, match=says):
            show(table.desk, Rule(GAME, "-", (change,)), reason="x")
    shown = show(table.desk, Rule(GAME, "-", ("hand two += Card 4",)), reason="x").effect
    assert shown.lines[0].startswith("the position is changed by hand; both")
    assert shown.inverse == Rule(GAME, "-", ("hand two +=",))
    played(table)


def test_a_ruling_on_a_card_is_taken_back(tmp_path: Path) -> None:
    table = laid(tmp_path, SheetTitle(SHEET))
    _ruled(table, "hand two += Card 5")
    assert position(table).by_hand == (("hand", "two", "Card 5"),)
    _ruled(table, "hand two +=")
    say(table, "one", "done")
    assert position(table).hands["two"] == ()


@pytest.mark.slow
def test_a_new_player_has_a_key_of_their_own(tmp_path: Path) -> None:
    """Who leaves keeps the old key: it says nothing of what the new player draws, after an undo neither."""
    table = laid(tmp_path, SheetTitle(SHEET))
    say(table, "one", "draw 1 small\ndone")
    table.clock.forward(minutes=3)
    perform(table.desk, Replace(GAME, "two", "N. Osman <nadia@mail.example>"), "petra", "ill")
    fork = max(seq for seq, _ in table.records(GAME))
    with table.desk.store.read() as books:
        ruling = [json.loads(row.body) for row in books.records.all(books.games.get(GAME))][-1]["body"]
        salt_key = books.secrets.get(GAME, "salt key")
    assert ruling["masks"]["BB"][0] == 1
    pack = next(one for one in table.letters(GAME, "two") if one.kind == "hand-over")
    assert mask_key(salt_key, "BB", 1).hex() in pack.text
    assert mask_key(salt_key, "BB").hex() not in pack.text
    table.clock.forward(minutes=3)
    reply = table.reply(GAME, "two", "draw 2 small", to=pack)
    table.deliver(reply.replace(b"two@mail.example", b"nadia@mail.example"), by=take_and_play)
    advance(table.desk, GAME)
    drawn = position(table).hands["two"]
    assert len(drawn) == 2
    table.clock.forward(minutes=3)
    undo(table.desk, GAME, fork, "too many", ("AA", "BB"))
    table.addresses["two"] = "nadia@mail.example"
    say(table, "two", "draw 2 small\ndone")
    assert table.state(GAME) == "over"
    assert replay(table.desk, GAME).is_same
    assert verdicts(table, tmp_path / "box") == []


@pytest.mark.slow
def test_players_take_play_back_by_agreement(tmp_path: Path) -> None:
    table = laid(tmp_path, SheetTitle(SHEET.replace("sides.two", "turns = 2\nsides.two", 1)))
    say(table, "one", "roll 1d6: attack\ndone")
    say(table, "two", "draw 3 small")
    answer = say(table, "two", "take back")
    assert "Your proposal 1 has gone to your opponent" in answer.text
    assert "T1 BB Play 2 no longer counts" in " ".join(answer.text.split())
    offered = next(one for one in table.letters(GAME, "one") if one.kind == "proposal")
    assert "nobody can unsee what they saw" in " ".join(offered.text.split())
    assert len(position(table).hands["two"]) == 3
    agreed = table.say(GAME, "one", "agree", to=offered)
    assert "play goes back to record" in " ".join(agreed.text.split())
    advance(table.desk, GAME)
    assert position(table).hands["two"] == ()
    assert table.asked(GAME) == "two"
    say(table, "two", "draw 1 small\ndone")
    for side in ("one", "two"):
        say(table, side, "done")
    with table.desk.store.read() as books:
        opened = books.records.of_type(books.games.get(GAME), "branch.open")
    assert [json.loads(one.body)["body"]["agreed"] for one in opened] == [["AA", "BB"]]
    assert verdicts(table, tmp_path / "box") == []
    assert replay(table.desk, GAME).is_same


def test_a_commander_at_the_table_leaves_taking_back_to_their_chief(tmp_path: Path) -> None:
    mills = "mills@mail.example"
    sheet = SHEET.replace("sides.two", "turns = 2\nsides.two", 1)
    table = laid(tmp_path, SheetTitle(sheet), seats=[Seat("one", mills, "A. Mills", ())])
    say(table, "one", "roll 1d6: attack\ndone")
    own = [one for one in table.letters(GAME, "one") if one.to == mills][-1]
    answer = table.say(GAME, "one", "take back", to=own, sender=mills)
    assert "E195  Your chief, One, decides this.  Write to them:   to One: your words" in answer.text
    assert not [one for one in table.letters(GAME, "two") if one.kind == "proposal"]


def test_taking_back_that_is_refused_or_impossible(tmp_path: Path) -> None:
    table = laid(tmp_path, SheetTitle(SHEET))
    assert "nothing was played" in " ".join(say(table, "one", "take back").text.split())
    say(table, "one", "roll 1d6: attack\ndone")
    assert "expected a record from 0 to" in " ".join(say(table, "two", "take back to 4711").text.split())
    say(table, "two", "take back to 0")
    offered = next(one for one in table.letters(GAME, "one") if one.kind == "proposal")
    assert "play stays as it is" in table.say(GAME, "one", "disagree", to=offered).text
    assert position(table).pen == "two"
