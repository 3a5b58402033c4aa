"""Somebody leaves a shared side by letter; a chief gets copies of receipts; the next in rank says ready for a silent chief."""

import re
from pathlib import Path

import pytest

from pbem.desk.desk import read_json
from pbem.desk.games.reliability import everybody
from pbem.desk.play.deadlines import pass_overdue
from pbem.desk.play.undo import undo
from pbem.desk.record.replay import replay
from pbem.seal import pbem_verify
from pbem.seal.verify import verify
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk import test_roles as roles
from tests.desk.table import Table
from tests.desk.test_rights import CROOK, GAME, MILLS, NOYES, everything, newest, on_file, says, says_gm, shared
from tests.desk.test_tray import Campaign
from tests.desk.test_undo import false


def flat(text: str) -> str:
    return " ".join(text.split())


def people(table: Table) -> list[str]:
    """The side's addresses, its chief's first."""
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        return [books.players.get(game, "red").address, *(one.address for one in books.seats.sharing(game, "red"))]


def leaves(table: Table, who: str, words: str = "leave") -> LetterOutRow:
    """Somebody asks to leave and confirms it; the letter that says that they have."""
    code = re.search(r"\| (confirm \S+)", says(table, who, words).text)
    assert code is not None
    return says(table, who, code[1])


def test_a_commander_leaves_and_their_units_fall_to_the_chief(table: Table) -> None:
    shared(table)
    says(table, MILLS, "Red One fire at Blue One")
    before = everything(table)
    asked = says(table, MILLS, "leave the side")
    assert "You asked to leave your side. Red, your chief, commands your units then." in flat(asked.text)
    assert everything(table) == before
    done = says(table, MILLS, "Yes, I confirm.", to=asked)
    assert "You have left your side: Red commands your units. Your keys are void." in flat(done.text)
    assert done.to == MILLS
    assert people(table) == [CROOK, NOYES]
    assert "A. Mills has left your side." in newest(table, NOYES, "command").text
    assert "A. Mills" in table.last(GAME, "gm").text
    told = flat(table.last(GAME, "blue", "ruling").text)
    assert "Asked by a commander of RED" in told
    assert "Mills" not in told
    assert on_file(table) == ["Red One fire at Blue One"]
    says(table, CROOK, "withdraw")
    assert on_file(table) == [], "what they had on file is the chief's now"
    assert replay(table.desk, GAME).is_same


def test_who_has_left_writes_nothing_more_to_the_side(table: Table) -> None:
    shared(table)
    leaves(table, MILLS)
    before = everything(table)
    table.deliver(table.reply(GAME, "red", "Red One fire at Blue One", to=newest(table, MILLS, "report"), sender=MILLS))
    assert everything(table) == before
    assert on_file(table) == []


@pytest.mark.slow
def test_a_chief_leaves_and_the_next_in_rank_is_chief(table: Table) -> None:
    shared(table)
    assert "confirm" in says(table, CROOK, "Leave game.").text
    says(table, CROOK, "copies on\npolicy cover: duck")
    says(table, NOYES, "Red Two fire at Blue Two")
    asked = says(table, CROOK, "leave")
    assert "A. Mills, the next in rank, is its chief then." in flat(asked.text)
    done = says(table, CROOK, "confirm", to=asked)
    assert "You have left your side: A. Mills commands your units." in flat(done.text)
    assert done.to == CROOK
    assert people(table) == [MILLS, NOYES]
    told = newest(table, MILLS, "command").text
    assert "Red has left your side." in told
    assert "You are the chief of your side." in flat(told)
    says(table, MILLS, "Red One fire at Blue One\nwithdraw Noyes")
    assert on_file(table) == ["Red One fire at Blue One"]
    assert "E195" in says(table, NOYES, "nonce: 12345").text
    assert replay(table.desk, GAME).is_same
    with table.desk.store.read() as books:
        assert {one.address: one.phases for one in everybody(books)}[CROOK] == 1
        assert not books.players.get(books.games.get(GAME), "red").copies


def test_nobody_is_waited_for_who_has_left(table: Table) -> None:
    shared(table)
    table.say(GAME, "blue", "policy cover: duck")
    says(table, CROOK, "ready")
    says(table, NOYES, "pass")
    leaves(table, MILLS)
    assert table.phase(GAME) != "T01.RED.A"
    assert replay(table.desk, GAME).is_same


def test_nobody_is_waited_for_whose_seat_the_gm_has_ended(table: Table) -> None:
    shared(table)
    table.say(GAME, "blue", "policy cover: duck")
    says(table, CROOK, "ready")
    says(table, NOYES, "pass")
    says_gm(table, "Mills", "end")
    assert table.phase(GAME) != "T01.RED.A"
    assert replay(table.desk, GAME).is_same


def test_a_new_chiefs_own_word_counts(table: Table) -> None:
    shared(table)
    table.say(GAME, "blue", "policy cover: duck")
    says(table, CROOK, "ready")
    says(table, NOYES, "pass")
    leaves(table, CROOK)
    assert table.phase(GAME) == "T01.RED.A", "Mills, who is chief now, has not said so"
    says(table, MILLS, "ready")
    assert table.phase(GAME) != "T01.RED.A"


@pytest.mark.parametrize("who", [MILLS, CROOK])
def test_a_code_is_for_whoever_asked(table: Table, who: str) -> None:
    shared(table)
    other = CROOK if who == MILLS else MILLS
    code = re.search(r"\| confirm (\S+)", says(table, who, "leave").text)
    assert code is not None
    before = everything(table)
    for words in (f"confirm {code[1]}", "confirm"):
        assert code[1] not in says(table, other, words).text.partition("used already")[2]
        assert everything(table) == before
    resigning = re.search(r"\| confirm (\S+)", says(table, CROOK, "resign").text)
    assert resigning is not None
    says(table, MILLS, f"confirm {resigning[1]}")
    assert everything(table) == before


def test_whoever_is_alone_asks_the_gm(table: Table) -> None:
    table.open()
    answer = table.say(GAME, "blue", "leave the game")
    assert "You are alone on your side, so we asked the GM to give it to somebody else." in flat(answer.text)
    letter = table.last(GAME, "gm")
    assert letter.subject == "[meadow-1] BLU would like to leave"
    assert "pbem gm replace meadow-1 blue 'NAME <ADDRESS>' --reason REASON" in letter.text
    assert table.state(GAME) == "open"


def test_the_highest_ranked_leader_follows_a_chief(tmp_path: Path) -> None:
    table = Table.lay(tmp_path, games=registry.game)
    table.title, table.addresses = "rosebud", {"us": roles.CROOK, "indian": roles.MO}
    mills, noyes = roles.SEATS
    roles.opened(table, [noyes, mills])  # Van Vliet, whom Mills plays, is before Noyes in the book
    asked = roles.says(table, roles.CROOK, "leave")
    assert "A. Mills, the next in rank, is its chief then." in flat(asked.text)
    roles.says(table, roles.CROOK, "confirm")
    assert roles.people(table)[roles.MILLS][:2] == (0, "Capt Van Vliet")


@pytest.mark.slow
def test_a_chief_has_copies_of_receipts(table: Table) -> None:
    shared(table)
    assert "From now on you get a copy of each receipt" in flat(says(table, CROOK, "copies on").text)
    says(table, MILLS, "to Noyes: I take the left.\nRed One fire at Blue One")
    copy = newest(table, CROOK, "copy")
    assert copy.subject == "[meadow-1] Copy: our answer to A. Mills"
    assert "A copy of our answer to A. Mills. To get no more copies: copies off" in flat(copy.text)
    assert "Red One fire at Blue One" in copy.text
    assert "I take the left" not in copy.text
    says(table, NOYES, "Red Two fire at Nobody")
    assert "could not be accepted" in newest(table, CROOK, "copy").text
    count = len(table.letters(GAME, "red", "copy"))
    says(table, MILLS, "status")
    says(table, CROOK, "Red One fire at Blue Two")
    says(table, CROOK, "copies off")
    says(table, NOYES, "Red Two fire at Blue Two")
    assert len(table.letters(GAME, "red", "copy")) == count
    assert not [one for one in table.letters(GAME, "red", "copy") if one.to != CROOK]
    assert replay(table.desk, GAME).is_same


def test_copies_are_for_the_chief_of_others(table: Table) -> None:
    shared(table)
    assert "E195" in says(table, MILLS, "copies on").text
    answer = table.say(GAME, "blue", "copies on")
    assert "You are alone on your side" in answer.text


def near_the_deadline(table: Table) -> None:
    table.say(GAME, "blue", "policy cover: duck")
    table.clock.forward(hours=61)


def test_the_next_in_rank_is_ready_for_all_when_the_chief_is_silent(table: Table) -> None:
    shared(table)
    near_the_deadline(table)
    says(table, MILLS, "Red One fire at Blue One\nready all")
    assert table.phase(GAME) != "T01.RED.A"
    told = newest(table, CROOK, "command")
    assert told.subject == "[meadow-1] A. Mills has said  ready all"
    assert "since we had no letter from you in this phase" in flat(told.text)
    assert replay(table.desk, GAME).is_same


def test_ready_all_is_the_chiefs_before_and_beside_them(table: Table) -> None:
    shared(table)
    early = says(table, MILLS, "ready all")
    assert "If Red, your chief, is silent, you may say" in flat(early.text)
    assert "It counts from" in flat(early.text)
    near_the_deadline(table)
    other = says(table, NOYES, "ready all")
    assert "Only Red, your chief, may say ready all" in flat(other.text)
    says(table, CROOK, "status")
    wrote = says(table, MILLS, "ready all")
    assert "has written in this phase and decides." in flat(wrote.text)
    assert table.phase(GAME) == "T01.RED.A"
    table.clock.forward(days=1)
    pass_overdue(table.desk, table.clock.now())


def test_the_next_in_rank_is_nobody_who_is_away(table: Table) -> None:
    shared(table)
    says(table, MILLS, "vacation 12 Mar - 20 Mar")
    near_the_deadline(table)
    says(table, MILLS, "ready all")
    assert table.phase(GAME) == "T01.RED.A"
    says(table, NOYES, "ready all")
    assert table.phase(GAME) != "T01.RED.A"


@pytest.mark.slow
def test_a_side_that_draws_has_another_key_then_and_its_mailbox_is_still_right(tmp_path: Path) -> None:
    """Whoever leaves could work the side's draws out by the old one."""
    made = Campaign(tmp_path, 1)
    table, chief = made.table, made.table.addresses["fr"]

    def to(address: str) -> LetterOutRow:
        return [one for one in table.letters("t-1", "fr") if one.to == address][-1]

    asked = table.say("t-1", "fr", "leave", to=to(chief), sender=chief)
    table.say("t-1", "fr", "confirm", to=asked, sender=chief)
    with table.desk.store.read() as books:
        game = books.games.get("t-1")
        body = read_json(books.records.all(game)[-1].body)["body"]
        heir = books.players.get(game, "fr").address
    assert body["masks"]["FR"][0] == 1
    assert "your own key: it unmasks your draws" in to(heir).text
    box = tmp_path / "heir"
    box.mkdir()
    for n, one in enumerate(one for one in table.letters("t-1", "fr") if one.to == heir):
        (box / f"{n:03d}.eml").write_bytes(one.raw)
    verdict = verify([box])
    assert (verdict.status, false(verdict), pbem_verify.verify([str(box)])[0]) == (0, [], 0)
    assert replay(table.desk, "t-1").is_same


@pytest.mark.slow
def test_an_undo_brings_nobody_back_who_has_left(table: Table) -> None:
    shared(table)
    table.say(GAME, "blue", "policy cover: duck")
    says(table, CROOK, "ready all")
    played = table.records(GAME)[-1][0]
    leaves(table, CROOK)
    while table.asked(GAME) != "red":
        table.say(GAME, "blue", "pass")
    says(table, MILLS, "ready all")
    table.clock.forward(minutes=1)
    undo(table.desk, GAME, played, "wrong hex", ("RED", "BLU"))
    assert people(table) == [MILLS, NOYES]
    assert "(you)" in says(table, MILLS, "status").text
    assert replay(table.desk, GAME).is_same
