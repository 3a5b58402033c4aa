"""After a restore: an older copy never serves at once, and takes the records that it lacks out of letters."""

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bench.pace import Game
from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.undo_and_end import Close
from pbem.desk.play.advance import advance
from pbem.desk.play.cache import PlayCache
from pbem.desk.play.deadlines import pass_overdue
from pbem.desk.record.adoption import CannotAdopt, adopt, branch_off, goes, hold_restored, is_waiting, may_lack
from pbem.seal import mailbox
from pbem.seal.evidence import Mailbox, gather
from pbem.seal.verify import verify
from pbem.store.columns import time_text
from pbem.store.database import Store
from tests.desk.table import START, Table

KEY = b"a2VwdCBpbiB0aGUgdGVzdHMgYW5kIG5vd2hlcmUgZWw="
BOTH_FIRE = "Red One fire at Blue One\nRed Two fire at Blue Two\nready"
GAME = "meadow-1"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    found = Table.lay(tmp_path, KEY)
    found.open(GAME)
    return found


def letters_of(table: Table, folder: Path, *sides: str) -> Path:
    """The mailboxes of these sides as one folder of letters."""
    folder.mkdir(exist_ok=True)
    for side in sides:
        for n, letter in enumerate(table.letters(GAME, side)):
            (folder / f"{side}{n:03d}.eml").write_bytes(letter.raw)
    return folder


def read(folder: Path) -> Mailbox:
    return gather(mailbox.read([folder]))


def restored(table: Table, copy: Path) -> Table:
    """A desk over the copy, a day later, as `pbem restore` leaves it."""
    home = copy.parent / "restored"
    home.mkdir()
    copy.rename(home / "desk.db")
    found = Table.lay(home, KEY)
    found.clock = table.clock
    found.desk = replace(found.desk, clock=table.clock)
    found.uid = table.uid + 100
    table.clock.forward(hours=26)
    assert hold_restored(found.desk, table.clock.now()) == (GAME,)
    return found


def play_some(table: Table) -> None:
    """Breaks, a withdrawal, a standing order, a deadline that passes, two turns."""
    table.say(GAME, "red", "Red One fire at Blue One")
    table.say(GAME, "red", "withdraw")
    table.say(GAME, "red", BOTH_FIRE)
    table.clock.forward(minutes=7)
    table.say(GAME, "blue", "2")
    table.say(GAME, "blue", "1")
    table.say(GAME, "red", "Red One march 2\nready")
    table.clock.forward(hours=100)
    for name in pass_overdue(table.desk, table.clock.now()):
        advance(table.desk, name)


def test_a_restored_game_does_not_serve_before_its_records_are_back(table: Table, tmp_path: Path) -> None:
    table.desk.store.copy_to(tmp_path / "copy.db")
    table.say(GAME, "red", BOTH_FIRE)
    again = restored(table, tmp_path / "copy.db")
    assert again.state(GAME) == "held"
    assert advance(again.desk, GAME).held
    with again.desk.store.read() as books:
        assert is_waiting(books.games.get(GAME))


def test_records_since_the_copy_come_out_as_they_were_mailed(table: Table, tmp_path: Path) -> None:
    table.say(GAME, "red", "Red One fire at Blue One")
    table.desk.store.copy_to(tmp_path / "copy.db")
    play_some(table)
    letters = letters_of(table, tmp_path / "letters", "red", "blue")
    again = restored(table, tmp_path / "copy.db")
    done = adopt(again.desk, GAME, read(letters))
    assert (done.first, done.last) == (2, table.records(GAME)[-1][0])
    with table.desk.store.read() as books, again.desk.store.read() as others:
        game, other = books.games.get(GAME), others.games.get(GAME)
        heads = [row.head for row in books.records.since(game, -1)]
        assert [row.head for row in others.records.since(other, -1)] == heads
        last, found = books.checkpoints.last(game), others.checkpoints.last(other)
        assert (found.n, found.state_hash, found.state) == (last.n, last.state_hash, last.state)
        assert (other.steps, other.state) == (game.steps, "held")
        open_, same = books.phases.open(game), others.phases.open(other)
        assert open_ is not None
        assert same is not None
        assert (same.phase, same.n, same.waiting_for) == (open_.phase, open_.n, open_.waiting_for)


def test_what_was_mailed_is_not_mailed_again_and_the_players_are_told(table: Table, tmp_path: Path) -> None:
    table.desk.store.copy_to(tmp_path / "copy.db")
    play_some(table)
    letters = letters_of(table, tmp_path / "letters", "red", "blue")
    again = restored(table, tmp_path / "copy.db")
    adopt(again.desk, GAME, read(letters))
    with again.desk.store.read() as books:
        due = [books.letters_out.get(number) for number in books.letters_out.due(again.clock.now())]
    assert [(row.side, row.kind) for row in due if row.side in ("red", "blue")] == [
        ("red", "restored"),
        ("blue", "restored"),
    ]
    told = again.last(GAME, "red", "restored").text
    assert "is undone: the chain is whole" in told
    assert "The deadline of" in told


@pytest.mark.slow
@pytest.mark.parametrize("side", ["red", "blue"])
def test_the_restored_game_goes_on_and_one_mailbox_proves_all_of_it(table: Table, tmp_path: Path, side: str) -> None:
    table.say(GAME, "red", BOTH_FIRE)
    table.desk.store.copy_to(tmp_path / "copy.db")  # blue is asked a question
    table.say(GAME, "blue", "2")
    table.say(GAME, "blue", "1")
    table.say(GAME, "red", "Red One march 2\nready")
    letters = letters_of(table, tmp_path / "letters", "red", "blue")
    again = restored(table, tmp_path / "copy.db")
    adopt(again.desk, GAME, read(letters))
    with again.desk.store.begin() as books:
        books.games.release(books.games.get(GAME))
    advance(again.desk, GAME)
    while again.state(GAME) != "over":
        for one in ("red", "blue"):
            again.say(GAME, one, "pass")
    mine = letters_of(table, tmp_path / "mine", side)
    for n, letter in enumerate(again.letters(GAME, side)):
        (mine / f"later{n:03d}.eml").write_bytes(letter.raw)
    verdict = verify([mine])
    assert [(one.record, one.text) for one in verdict.all_findings() if one.kind != "note"] == []
    assert verdict.games[0].branches[0].tally.ended


def test_a_reply_to_a_report_mailed_since_the_copy_is_taken(table: Table, tmp_path: Path) -> None:
    table.desk.store.copy_to(tmp_path / "copy.db")
    table.say(GAME, "red", "pass")
    letters = letters_of(table, tmp_path / "letters", "red", "blue")
    report = table.last(GAME, "red", "report")
    again = restored(table, tmp_path / "copy.db")
    adopt(again.desk, GAME, read(letters))
    with again.desk.store.begin() as books:
        books.games.release(books.games.get(GAME))
    answer = again.say(GAME, "red", "Red One march 1", to=report)
    assert answer.kind == "receipt"


def test_orders_that_no_letter_opens_must_be_sent_again_and_their_owner_is_told(table: Table, tmp_path: Path) -> None:
    table.desk.store.copy_to(tmp_path / "copy.db")
    table.say(GAME, "red", "Red One fire at Blue One\nready")
    table.say(GAME, "blue", "1")
    table.say(GAME, "red", "Red One march 1")  # on file, and so far in no report
    table.say(GAME, "blue", "status")
    letters = letters_of(table, tmp_path / "letters", "red", "blue")
    again = restored(table, tmp_path / "copy.db")
    done = adopt(again.desk, GAME, read(letters))
    last = table.records(GAME)[-1][0]
    assert done.last in (last - 1, last)  # a record that no bundle carries yet was shown to nobody
    if done.last == last:
        assert done.unread == (("RED", "T01.RED.B"),)
        assert "Your orders for T01.RED.B are lost" in again.last(GAME, "red", "restored").text


def test_a_gap_is_named_and_nothing_is_taken(table: Table, tmp_path: Path) -> None:
    table.desk.store.copy_to(tmp_path / "copy.db")
    play_some(table)
    while table.state(GAME) != "over":
        table.say(GAME, table.asked(GAME), "pass")
    letters = letters_of(table, tmp_path / "letters", "red")
    reports = [path for path in sorted(letters.iterdir()) if b".pbem" in path.read_bytes()]
    for path in reports[:-1]:
        path.unlink()
    again = restored(table, tmp_path / "copy.db")
    with pytest.raises(CannotAdopt, match=r"record \d+ is in none of the letters, and record \d+ is known to be there"):
        adopt(again.desk, GAME, read(letters))
    with again.desk.store.read() as books:
        game = books.games.get(GAME)
        assert is_waiting(game)
        assert len(books.records.since(game, -1)) == 1


def test_letters_of_another_history_are_refused(table: Table, tmp_path: Path) -> None:
    table.desk.store.copy_to(tmp_path / "copy.db")
    table.say(GAME, "red", "pass")
    letters = letters_of(table, tmp_path / "letters", "red")
    again = restored(table, tmp_path / "copy.db")
    with again.desk.store.begin() as books:
        books.games.release(books.games.get(GAME))
    again.say(GAME, "red", "Red One march 3\nready", to=table.letters(GAME, "red", "report")[0])
    hold_restored(again.desk, again.clock.now())
    with pytest.raises(CannotAdopt, match="another record 1 than this copy"):
        adopt(again.desk, GAME, read(letters))


def test_a_ruling_that_no_letter_holds_names_the_way_on(table: Table, tmp_path: Path) -> None:
    table.desk.store.copy_to(tmp_path / "copy.db")
    perform(table.desk, Close(GAME), "petra", "enough")
    letters = letters_of(table, tmp_path / "letters", "red", "blue")
    again = restored(table, tmp_path / "copy.db")
    with pytest.raises(CannotAdopt, match=f"a ruling of the GM's .*\\n.*\\n  pbem adopt --branch {GAME} --reason"):
        adopt(again.desk, GAME, read(letters))


def test_where_nothing_is_lacking_the_letters_say_so(table: Table, tmp_path: Path) -> None:
    table.say(GAME, "red", "pass")
    table.desk.store.copy_to(tmp_path / "copy.db")
    letters = letters_of(table, tmp_path / "letters", "red", "blue")
    again = restored(table, tmp_path / "copy.db")
    done = adopt(again.desk, GAME, read(letters))
    assert done.last < done.first
    with again.desk.store.read() as books:
        assert not is_waiting(books.games.get(GAME))


def test_copy_holds_no_secret_in_the_open(table: Table, tmp_path: Path) -> None:
    table.desk.store.copy_to(tmp_path / "copy.db")
    with table.desk.store.read() as books:
        secrets = [books.secrets.get(GAME, name) for name in ("ladder top", "salt key", "order secret")]
    written = (tmp_path / "copy.db").read_bytes()
    assert not any(secret in written or secret.hex().encode() in written for secret in secrets)


def seeds(table: Table) -> list[str]:
    with table.desk.store.read() as books:
        bodies = [json.loads(row.body)["body"] for row in books.records.since(books.games.get(GAME), -1)]
    return [body["seed"] for body in bodies if "seed" in body]


@pytest.mark.slow
def test_without_letters_the_game_goes_on_as_a_branch_with_other_dice(table: Table, tmp_path: Path) -> None:
    table.say(GAME, "red", "Red One fire at Blue One\nready")
    table.desk.store.copy_to(tmp_path / "copy.db")
    table.say(GAME, "blue", "1")
    table.say(GAME, "red", "Red Two fire at Blue Two\nready")
    lost = seeds(table)
    again = restored(table, tmp_path / "copy.db")
    assert branch_off(again.desk, GAME, "the disk is gone") == "main.2"
    assert again.state(GAME) == "open"
    assert "play goes on from record" in again.last(GAME, "red", "ruling").text
    for _ in range(20):  # nobody writes: deadlines end the game
        again.clock.forward(hours=100)
        for name in pass_overdue(again.desk, again.clock.now()):
            advance(again.desk, name)
    assert again.state(GAME) == "over"
    kept = len(seeds(again)) - len(set(seeds(again)) - set(lost))
    assert kept <= len(lost) - 1
    mine = letters_of(table, tmp_path / "mine", "red")
    for n, letter in enumerate(again.letters(GAME, "red")):
        (mine / f"later{n:03d}.eml").write_bytes(letter.raw)
    assert [one.text for one in verify([mine]).all_findings() if one.kind == "false"] == []


@pytest.mark.parametrize("pace", [pytest.param("ask", marks=pytest.mark.slow), "policy"])
def test_a_turn_of_rosebud_creek_comes_out_of_its_letters_as_it_was_played(tmp_path: Path, pace: str) -> None:
    """Fire, movement, questions and standing orders of a real game, by the practice players of the benchmarks."""
    played = Game(tmp_path, pace, "a seed", "in-contact", with_standing=True)
    played.play(1)
    (tmp_path / "restored").mkdir()
    played.desk.store.copy_to(tmp_path / "restored" / "desk.db")
    played.play(1)
    folder = tmp_path / "letters"
    folder.mkdir()
    with played.desk.store.read() as books:
        for side in ("us", "indian"):
            for n, letter in enumerate(books.letters_out.to_side(played.name, side)):
                (folder / f"{side}{n:03d}.eml").write_bytes(letter.raw)
    desk = replace(
        played.desk, store=Store.at(tmp_path / "restored" / "desk.db", played.desk.store._vault), play_cache=PlayCache()
    )
    hold_restored(desk, desk.clock.now())
    done = adopt(desk, played.name, read(folder))
    assert done.last - done.first > 10
    with played.desk.store.read() as books, desk.store.read() as others:
        game, other = books.games.get(played.name), others.games.get(played.name)
        assert others.checkpoints.last(other).state_hash == books.checkpoints.last(game).state_hash
    desk.store.close()
    played.desk.store.close()


def same_chain(table: Table, again: Table) -> None:
    with table.desk.store.read() as books, again.desk.store.read() as others:
        game, other = books.games.get(GAME), others.games.get(GAME)
        assert [row.head for row in others.records.all(other)] == [row.head for row in books.records.all(game)]
        assert (other.pace, other.rulings, other.steps) == (game.pace, game.rulings, game.steps)


@pytest.mark.parametrize("hours", [24, 72])
def test_a_deadline_that_was_moved_since_the_copy_is_moved_again(table: Table, tmp_path: Path, hours: int) -> None:
    table.desk.store.copy_to(tmp_path / "copy.db")
    perform(table.desk, Extend(GAME, hours), "petra", "a power cut")
    table.say(GAME, "red", "pass")
    letters = letters_of(table, tmp_path / "letters", "red", "blue")
    again = restored(table, tmp_path / "copy.db")
    adopt(again.desk, GAME, read(letters))
    same_chain(table, again)
    with table.desk.store.read() as books, again.desk.store.read() as others:
        row, other = books.phases.open(books.games.get(GAME)), others.phases.open(others.games.get(GAME))
        assert row is not None
        assert row.due is not None
        assert other is not None
        # A day passed until the restore: there is as much time left as there was when the last record was written.
        assert (other.phase, other.due, other.reminded) == ("T01.RED.B", row.due + timedelta(hours=26), False)


def test_a_pace_that_was_agreed_since_the_copy_holds_again(table: Table, tmp_path: Path) -> None:
    table.desk.store.copy_to(tmp_path / "copy.db")
    table.say(GAME, "red", "pace policy")
    table.say(GAME, "blue", "agree 1", to=table.last(GAME, "blue", "proposal"))
    table.say(GAME, "red", "pass")
    letters = letters_of(table, tmp_path / "letters", "red", "blue")
    again = restored(table, tmp_path / "copy.db")
    adopt(again.desk, GAME, read(letters))
    same_chain(table, again)
    with again.desk.store.read() as others:
        assert others.games.get(GAME).pace == "policy"


def test_a_game_that_somebody_resigned_since_the_copy_is_over_again(table: Table, tmp_path: Path) -> None:
    table.say(GAME, "red", "pass")
    table.desk.store.copy_to(tmp_path / "copy.db")
    table.say(GAME, "red", "resign")
    word = table.last(GAME, "red", "answer").text.split("confirm ")[1].split()[0]
    table.say(GAME, "red", f"confirm {word}")
    assert table.state(GAME) == "over"
    letters = letters_of(table, tmp_path / "letters", "red", "blue")
    again = restored(table, tmp_path / "copy.db")
    done = adopt(again.desk, GAME, read(letters))
    same_chain(table, again)
    assert done.last == table.records(GAME)[-1][0]
    assert again.letters(GAME, "red", "restored") == []
    with again.desk.store.read() as others:
        game = others.games.get(GAME)
        assert (game.state, game.hold, game.held_since) == ("over", "", None)
        assert others.phases.open(game) is None


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("p0 p0 p0", [3]),
        ("p0 p60", [2]),
        ("p0 p61", [1, 1]),
        ("p0 p40 p80 p120", [4]),
        ("p0 e0", [2]),
        ("p0 e61", [1, 1]),
        ("o0 p0 p0 o0 p0", [1, 2, 1, 1]),
        ("o0 o0", [1, 1]),
        ("o0 e0", [1, 1]),
        ("e0", [1]),
        ("", []),
    ],
)
def test_what_was_played_at_once_is_played_at_once_again(told: str, found: list[int]) -> None:
    """Records by kind and second: phases that ran through together, the end of the game with them."""
    kinds = {"p": "phase.resolved", "o": "orders.accepted", "e": "game.end"}
    records = [
        {"type": kinds[one[0]], "at": time_text(START + timedelta(seconds=int(one[1:])))} for one in told.split()
    ]
    assert [len(go) for go in goes(records)] == found
    assert [one for go in goes(records) for one in go] == records


def test_who_was_reminded_before_the_copy_is_reminded_again_of_the_later_deadline(table: Table, tmp_path: Path) -> None:
    with table.desk.store.begin() as books:
        row = books.phases.open(books.games.get(GAME))
        assert row is not None
        row.reminded = True
        books.phases.add(row)
    table.desk.store.copy_to(tmp_path / "copy.db")
    letters = letters_of(table, tmp_path / "letters", "red", "blue")
    again = restored(table, tmp_path / "copy.db")
    adopt(again.desk, GAME, read(letters))
    with again.desk.store.read() as books:
        row = books.phases.open(books.games.get(GAME))
        assert row is not None
        assert (row.due, row.reminded) == (START + timedelta(hours=72 + 26), False)


def code_of(table: Table, side: str) -> str:
    with table.desk.store.read() as books:
        return next(one.code for one in books.players.of(books.games.get(GAME)) if one.side == side)


def test_a_game_waits_until_letters_to_each_player_were_read(table: Table, tmp_path: Path) -> None:
    """Whoever is left out may have the newest record, and would get a second history under the desk's signature."""
    table.desk.store.copy_to(tmp_path / "copy.db")
    play_some(table)
    again = restored(table, tmp_path / "copy.db")
    first = adopt(again.desk, GAME, read(letters_of(table, tmp_path / "first", "red")))
    assert first.unseen == (code_of(table, "blue"),)
    with again.desk.store.read() as books:
        game = books.games.get(GAME)
        assert is_waiting(game)
        assert "no letter was read to" in game.hold
    second = adopt(again.desk, GAME, read(letters_of(table, tmp_path / "second", "blue")))
    assert second.unseen == ()
    assert second.last == table.records(GAME)[-1][0]
    with again.desk.store.read() as books:
        assert not is_waiting(books.games.get(GAME))
        assert may_lack(books.games.get(GAME))


def test_a_side_that_got_nothing_may_be_left_out_and_its_letters_may_still_come(table: Table, tmp_path: Path) -> None:
    table.desk.store.copy_to(tmp_path / "copy.db")
    play_some(table)
    again = restored(table, tmp_path / "copy.db")
    red, blue = letters_of(table, tmp_path / "first", "red"), letters_of(table, tmp_path / "second", "blue")
    done = adopt(again.desk, GAME, read(red), without=[code_of(table, "blue").lower()])
    assert done.unseen == ()
    told = len(again.letters(GAME, "red"))
    later = adopt(again.desk, GAME, read(blue))  # before the game goes on it does no harm to look once more
    assert later.last == table.records(GAME)[-1][0]
    assert len(again.letters(GAME, "red")) in (told, told + 1)
    nothing = adopt(again.desk, GAME, read(red))
    assert nothing.last < nothing.first
