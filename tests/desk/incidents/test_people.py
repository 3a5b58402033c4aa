"""Replacing a player, another address, new keys, letters again, orders on behalf, and the end of a game by hand."""

import json
from email import message_from_bytes

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.gm.incidents.deadlines import Preview
from pbem.desk.gm.incidents.incident import CannotDo, perform, show
from pbem.desk.gm.incidents.letters import Drop, Hold, LookAtOrders, Orders, ReleaseHeld, Reread, Retry
from pbem.desk.gm.incidents.mailings import Resend
from pbem.desk.gm.incidents.players import Address, NewKey, Replace
from pbem.desk.gm.incidents.undo_and_end import Close, Draw, Resign
from pbem.desk.play.play import pending
from pbem.store.games import key_of
from pbem.store.tables import LetterOutRow
from tests.desk.table import ADDRESSES, GM, Table
from tests.desk.test_undo import BOTH_FIRE


def test_substitute_gets_all_that_his_side_may_know_and_his_own_key(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "policy cover: duck\nRed One fire at Blue One")
    old = table.last(game, "red", "receipt")
    perform(table.desk, Replace(game, "red", "N. Osman <nadia@new.example>"), "petra", "Rita has moved to the sea")
    pack = table.last(game, "red", "hand-over")
    assert pack.to == "nadia@new.example"
    assert "Red One fire at Blue One" in pack.text
    assert "policy cover: duck" in pack.text
    assert "pbem" in [part.get_filename("").rpartition(".")[2] for part in message_from_bytes(pack.raw).walk()]
    told = table.last(game, "blue", "ruling").text
    assert "N. Osman plays RED from now on" in told
    assert "nadia@new.example" not in told
    bye = table.letters(game, "", "replaced")
    assert [one.to for one in bye] == [ADDRESSES["red"]]
    stale = table.deliver(table.reply(game, "red", "ready", to=old, sender=ADDRESSES["red"]))
    assert stale.state == "held"
    answer = table.say(game, "red", "ready", to=pack, sender="nadia@new.example")
    assert answer.to == "nadia@new.example"
    assert table.phase(game) == "T01.RED.A"
    assert table.letters(game, "blue", "question")


def test_substitute_must_be_a_person_who_plays_no_other_side(table: Table) -> None:
    game = table.open()
    with pytest.raises(CannotDo, match="expected a name and an address"):
        show(table.desk, Replace(game, "red", "nobody"), reason="x")
    with pytest.raises(CannotDo, match="this address plays BLU"):
        show(table.desk, Replace(game, "red", "Bob <bob@post.example>"), reason="x")
    with pytest.raises(CannotDo, match="expected one of red, blue"):
        show(table.desk, Replace(game, "green", "N. Osman <n@new.example>"), reason="x")


def test_letters_that_wait_follow_a_player_to_his_new_address(table: Table) -> None:
    game = table.open()
    welcome = table.last(game, "red", "welcome")
    assert welcome.state == "new"
    perform(table.desk, Address(game, "red", "rita@new.example"), "petra")
    moved = table.last(game, "red", "welcome")
    assert moved.to == "rita@new.example"
    assert message_from_bytes(moved.raw)["To"] == "rita@new.example"
    assert "rita@new.example" not in table.last(game, "blue", "ruling").text


def test_the_letters_that_follow_a_player_are_those_of_the_game_alone(table: Table) -> None:
    """Rita plays another game at this desk: its letters still go to where they went."""
    game, other = table.open(), table.open("meadow-2")
    table.say(game, "red", "pass")
    for letter in [one for one in table.letters(game, "red") if one.state == "new"][:-1]:
        sent(table, letter)
    _, second = show(table.desk, Address(game, "red", "rita@new.example")).effect.lines
    assert second == "1 unsent letter goes to the new address"
    perform(table.desk, Address(game, "red", "rita@new.example"), "petra")
    assert {one.to for one in table.letters(other, "red")} == {ADDRESSES["red"]}


def test_a_report_that_was_sent_comes_again_to_a_new_address(table: Table) -> None:
    game = table.open()
    for letter in table.letters(game, "red"):
        sent(table, letter)
    _, second = show(table.desk, Address(game, "red", "rita@new.example")).effect.lines
    assert second == "0 unsent letters go to the new address, and the newest report is sent there again"
    perform(table.desk, Address(game, "red", "rita@new.example"), "petra")
    report = table.last(game, "red", "report")
    assert (report.to, report.state) == ("rita@new.example", "new")


def sent(table: Table, letter: LetterOutRow) -> None:
    with table.desk.store.begin() as books:
        books.letters_out.mark(books.letters_out.get(key_of(letter.id)), "sent", "", table.clock.now())


def test_new_key_makes_old_ones_void_and_back_makes_them_good(table: Table) -> None:
    game = table.open()
    report = table.last(game, "red", "report")
    perform(table.desk, NewKey(game, "red"), "petra", "somebody has read his mail")
    assert table.say(game, "red", "ready", to=report).kind == "refused"
    letter = table.last(game, "red", "key")
    assert table.say(game, "red", "Red One fire at Blue One", to=letter).kind == "receipt"
    perform(table.desk, NewKey(game, "red", "back"), "petra", "it was a mistake")
    assert table.say(game, "red", "Red Two fire at Blue One", to=report).kind == "receipt"


def test_report_goes_out_again_under_its_own_message_id(table: Table) -> None:
    game = table.open()
    with table.desk.store.begin() as books:
        row = books.letters_out.last_report(game, "red")
        assert row is not None
        books.letters_out.mark(row, "sent", "250", table.clock.now())
    before = table.last(game, "red", "report")
    perform(table.desk, Resend(game, "red"), "petra")
    after = table.last(game, "red", "report")
    assert (after.state, after.message_id) == ("new", before.message_id)
    with pytest.raises(CannotDo, match="expected one of RED's"):
        show(table.desk, Resend(game, "red", 99))


def test_a_report_whose_key_is_void_is_not_sent_again_without_a_word(table: Table) -> None:
    game = table.open()
    assert not any("void" in line for line in show(table.desk, Resend(game, "red")).effect.lines)
    perform(table.desk, NewKey(game, "red"), "petra", "mail was read")
    shown = show(table.desk, Resend(game, "red")).effect.lines
    assert shown[-1] == "the order key in it is void: RED must answer a newer letter"


def test_orders_on_behalf_are_the_whole_set_and_nobody_else_sees_them(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    table.say(game, "red", "Red One fire at Blue One")
    shown = show(table.desk, Orders(game, "red", ("Red Two fire at Blue Two",)), "petra", "by telephone")
    assert shown.effect.pages == ("- Red One fire at Blue One", "+ Red Two fire at Blue Two")
    assert shown.effect.inverse == Orders(game, "red", ("Red One fire at Blue One",))
    perform(table.desk, Orders(game, "red", ("Red Two fire at Blue Two",)), "petra", "by telephone")
    table.until(game, "blue")
    assert "Red Two fires at Blue Two" in table.last(game, "blue", "report").text
    assert "Red Two" not in table.last(game, "blue", "ruling").text
    assert "1  Red Two fire at Blue Two" in table.last(game, "red", "ruling").text


def test_orders_on_behalf_must_be_lawful(table: Table) -> None:
    game = table.open()
    with pytest.raises(CannotDo, match="No unit is called"):
        show(table.desk, Orders(game, "red", ("Redd Two fire at Blue Two",)), reason="x")
    with pytest.raises(CannotDo, match="No unit is called"):
        show(table.desk, Orders(game, "red", ("Red One fire at Blue Two", "Redd Two fire at Blue Two")), reason="x")
    with pytest.raises(CannotDo, match="expected lines that are legal orders of the open phase; found\nready"):
        show(table.desk, Orders(game, "red", ("ready",)), reason="x")


def test_look_at_sealed_orders_is_logged_and_published_at_the_end(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    done = perform(table.desk, LookAtOrders(game, "blue"), "petra", "a complaint")
    assert any("policy cover: duck" in line for line in done.lines)
    perform(table.desk, Close(game), "petra", "both lost interest")
    with table.desk.store.read() as books:
        last = books.records.last(books.games.get(game))
        assert last is not None
        (look,) = json.loads(last.body)["body"]["looked"]
    assert (look["by"], look["line"], look["reason"]) == ("petra", "look meadow-1 blue", "a complaint")


def test_look_shows_what_is_on_file_for_the_open_phase_and_standing_orders(table: Table) -> None:
    game = table.open()
    assert perform(table.desk, LookAtOrders(game, "blue"), "petra", "x").lines == (
        "meadow-1: on file of BLU, Blue",
        "  nothing",
    )
    table.say(game, "red", "Red One fire at Blue One\npolicy cover: duck")
    shown = show(table.desk, LookAtOrders(game, "red"), "petra", "a complaint").effect
    assert (shown.lines[0][:27], shown.signed, shown.final) == (
        "you see what RED has on fil",
        False,
        "a look cannot be taken back",
    )
    assert perform(table.desk, LookAtOrders(game, "red"), "petra", "a complaint").lines == (
        "meadow-1: on file of RED, Red",
        "T1 RED.A (open), submission 1",
        "  Red One fire at Blue One",
        "standing 1  policy cover: duck",
    )


def test_preview_rolls_dummy_dice_and_stores_nothing(table: Table) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: duck")
    table.say(game, "red", "Red One fire at Blue One")
    before = table.records(game)
    done = perform(table.desk, Preview(game), "petra")
    assert any("Red One fires at Blue One" in line for line in done.lines)
    assert done.lines[0] == "meadow-1: T1 RED.A with DUMMY dice; nothing is stored"
    assert done.lines[-1] == "Then the phase would end."
    assert table.records(game) == before
    table.say(game, "red", "ready")
    assert table.phase(game) == "T01.RED.B"


def test_preview_says_for_whose_answer_play_would_stop(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One")
    assert not show(table.desk, Preview(game), "petra").effect.signed
    assert perform(table.desk, Preview(game), "petra").lines[-1] == "Then it would stop for blue: Blue One: cover?"


def test_preview_takes_the_answer_that_has_come_and_is_not_played_yet(table: Table) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    table.say(game, "blue", "1")
    table.deliver(table.reply(game, "blue", "2", to=table.last(game, "blue", "question")))
    with table.desk.store.read() as books:
        played = pending(table.desk, books, books.games.get(game))
    assert played is not None
    assert played.stop.finished
    choices = [one.answer.choice for segment in played.stop.segments for one in segment.answers]
    assert choices == ["", "stand", "duck"]


def test_there_is_nothing_to_preview_before_play_begins_and_after_it_ends(table: Table) -> None:
    players = [(side, address, side.title()) for side, address in ADDRESSES.items()]
    open_campaign(
        table.desk, Wanted("meadow-9", "skirmish", "meadow", players, GM, seed=b"a demo seed", ladder_length=64)
    )
    with table.desk.store.read() as books:
        assert pending(table.desk, books, books.games.get("meadow-9")) is None
    ended = table.open()
    table.until(ended, "nobody")
    with table.desk.store.read() as books:
        assert pending(table.desk, books, books.games.get(ended)) is None


@pytest.mark.parametrize(
    ("incident", "says"),
    [
        (Close("meadow-1"), "without a winner"),
        (Draw("meadow-1"), "it is a draw"),
        (Resign("meadow-1", "red"), "Blue wins"),
    ],
)
def test_game_is_ended_by_hand(table: Table, incident: Close | Draw | Resign, says: str) -> None:
    game = table.open()
    assert show(table.desk, incident, reason="x").effect.inverse is None
    perform(table.desk, incident, "petra", "they agreed")
    assert table.state(game) == "over"
    assert [kind for _, kind in table.records(game)[-2:]] == ["gm.ruling", "game.end"]
    for side in ("red", "blue"):
        assert says in " ".join(table.last(game, side, "report").text.split())
    with pytest.raises(CannotDo, match="this one has ended"):
        perform(table.desk, incident, "petra", "again")


def test_held_letter_is_released_by_the_gms_word(table: Table) -> None:
    game = table.open()
    table.deliver(table.reply(game, "red", "Red One fire at Blue One\nready", sender="rita@holiday.example"))
    with table.desk.store.read() as books:
        (held,) = books.letters_in.held()
        number = held.id or 0
        assert books.faults.about("letter", str(number)) is not None
    perform(table.desk, ReleaseHeld(str(number)), "petra", "she rang me up")
    assert table.letters(game, "red", "receipt")[-1].to == ADDRESSES["red"]
    assert table.letters(game, "blue", "question")
    assert "although it was" in table.last(game, "blue", "ruling").text
    with table.desk.store.read() as books:
        assert books.faults.about("letter", str(number)) is None


def test_dropped_letter_can_be_read_again(table: Table) -> None:
    game = table.open()
    table.deliver(table.reply(game, "red", "Red One fire at Blue One", sender="rita@holiday.example"))
    with table.desk.store.read() as books:
        number = books.letters_in.held()[0].id or 0
    perform(table.desk, Drop(number), "petra")
    perform(table.desk, Reread(number), "petra")
    with table.desk.store.read() as books:
        assert books.letters_in.get(number).state == "held"


def test_letter_that_was_answered_is_read_again_and_answered_again(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One")
    with table.desk.store.read() as books:
        last = books.letters_in.last_from(game, "red")
        assert last is not None
        number = last.id or 0
    shown = show(table.desk, Reread(number))
    assert "1 line accepted now, 0 refused" in shown.effect.lines
    perform(table.desk, Reread(number), "petra")
    assert len(table.letters(game, "red", "receipt")) == 2


def test_held_game_takes_letters_and_goes_on_when_released(table: Table) -> None:
    game = table.open()
    perform(table.desk, Hold(game), "petra", "a dispute")
    table.say(game, "red", "pass")
    assert table.phase(game) == "T01.RED.A"
    perform(table.desk, Retry(game), "petra")
    assert table.phase(game) == "T01.RED.B"
