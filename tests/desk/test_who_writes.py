"""Who writes, under which key, how often, and with what luck: what becomes of a letter before a word of it is acted on."""

import errno
import os
import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.letters import ReleaseHeld
from pbem.desk.gm.incidents.players import NewKey
from pbem.desk.incoming import gm_keys
from pbem.desk.incoming.intake import TRIES, Registered, _is_played, _which_game, suspect, take
from pbem.desk.incoming.reader import CannotRead, InProcess, TooLarge, TooSlow
from pbem.desk.incoming.reading import take_and_play
from pbem.gm.by_mail import answer_letters
from pbem.mail.gate import KeyState
from pbem.mail.letter import Letter, read_letter
from pbem.store.database import Books
from pbem.store.letters_in import StoredArrival
from tests.desk.table import ADDRESSES, GM, START, Table, titles

GAME = "meadow-1"
RED, BLUE = ADDRESSES["red"], ADDRESSES["blue"]
OTTO, PETRA = "otto@watch.example", "petra@club.example"


def ask_registered(table: Table, question: Callable[[Registered], Any]) -> Any:
    with table.desk.store.read() as books:
        return question(Registered(table.desk, books))


def seated(table: Table) -> str:
    """Otto looks on, Rita has a helper, and Petra sits beside the GM."""
    return table.open(GAME, seats=[Seat("red", OTTO, "Otto"), Seat("gm", PETRA, "Petra")])


@pytest.mark.parametrize(
    ("address", "sides", "is_known"),
    [
        (RED, ("red",), True),
        (RED.upper(), ("red",), True),
        (BLUE, ("blu",), True),
        (OTTO.title(), ("red",), True),
        (PETRA, ("gm",), True),
        (GM, ("gm",), True),
        ("eve@elsewhere.example", (), False),
    ],
)
def test_whose_an_address_is(table: Table, address: str, sides: tuple[str, ...], is_known: bool) -> None:
    seated(table)
    assert ask_registered(table, lambda one: one.sides_of(address, GAME)) == sides
    assert ask_registered(table, lambda one: one.knows(address)) == is_known
    assert ask_registered(table, lambda one: one.sides_of(address, "nowhere-9")) == ()


def keys(table: Table, side: str) -> list[str]:
    """The keys of a side's letters, in their sequence."""
    raws = [row.raw.decode("latin-1") for row in table.letters(GAME, side)]
    return [found[1] for raw in raws if (found := re.search(r"(?m)^Reply-To: .*\.([a-z0-9]{8})@", raw))]


def state(table: Table, side: str, key: str, game: str = GAME) -> KeyState:
    found: KeyState = ask_registered(table, lambda one: one.key_state(game, side, key))
    return found


def test_a_key_is_current_old_or_wrong(table: Table) -> None:
    table.open(GAME)
    table.say(GAME, "red", "pass")
    first, *_, newest = keys(table, "red")
    assert [state(table, "red", one) for one in (first, newest, "abcdefgh")] == ["old", "current", "wrong"]
    assert state(table, "blu", newest) == "wrong", "another side's"
    assert state(table, "nobody", newest) == "wrong"
    assert state(table, "red", newest, "nowhere-9") == "wrong"
    with table.desk.store.begin() as books:
        found = books.keys.find(books.games.get(GAME).id or 0, newest)
        assert found is not None
        found.void = START
        books.keys.add(found)
    assert state(table, "red", newest) == "wrong"


@pytest.mark.parametrize(("days", "is_good"), [(-2, False), (-1, True), (0, True), (34, True), (35, False)])
def test_a_gms_key_is_good_for_five_weeks(table: Table, days: int, is_good: bool) -> None:
    table.open(GAME)
    with table.desk.store.read() as books:
        key = gm_keys.key_of_day(books, GM.upper(), START.date())
    table.clock.forward(days=days)
    assert state(table, "gm", key) == ("current" if is_good else "wrong")
    assert state(table, "gm", key, "nowhere-9") == "wrong"


@pytest.mark.parametrize("address", [GM, PETRA.upper(), RED])
def test_a_gm_sees_his_own_games_and_who_is_gm_of_all_sees_everything(table: Table, address: str) -> None:
    seated(table)
    mine = {GM: None, PETRA.upper(): None, RED: frozenset()}[address]
    with table.desk.store.read() as books:
        assert gm_keys.games_seen(table.desk, books, address) == mine
    table.open("meadow-2")
    with table.desk.store.read() as books:
        seen = {GM: None, PETRA.upper(): frozenset({GAME}), RED: frozenset()}[address]
        assert gm_keys.games_seen(table.desk, books, address) == seen
        assert gm_keys.is_gm(table.desk, books, address, "") == (address != RED)
        assert gm_keys.is_gm(table.desk, books, address, "meadow-2") == (address == GM)


# ------------------------------------------------------------------------------------------------ how often it is tried


class Fails(InProcess):
    """Fails so often with what it is given, then reads."""

    def __init__(self, fault: Exception, times: int) -> None:
        super().__init__(titles)
        self.fault, self.times, self.tried = fault, times, 0

    def letter(self, raw: bytes) -> Letter:
        self.tried += 1
        if self.tried <= self.times:
            raise self.fault
        return super().letter(raw)


@pytest.mark.parametrize(
    ("fault", "times", "state", "tried"),
    [
        (ValueError("a fault of ours"), TRIES - 1, "done", TRIES),
        (ValueError("a fault of ours"), TRIES, "held", TRIES),
        (CannotRead("too much"), TRIES - 1, "done", TRIES),
        (CannotRead("too much"), TRIES, "held", TRIES),
        (TooSlow("too long"), 1, "held", 1),
        (TooLarge("too large"), 1, "held", 1),
    ],
)
def test_a_letter_is_tried_three_times_but_one_that_takes_too_long_once(
    table: Table, fault: Exception, times: int, state: str, tried: int
) -> None:
    table.open(GAME)
    reads = Fails(fault, times)
    object.__setattr__(table.desk, "reads", reads)
    assert table.deliver(table.reply(GAME, "red", "status")).state == state
    assert reads.tried == tried
    with table.desk.store.read() as books:
        row = books.letters_in.get(table.uid)
        if state == "held":
            kind = "fault: ValueError" if isinstance(fault, ValueError) else "unreadable"
            assert row.reason == f"{kind}: {fault}"
            assert row.attempts == 1
            assert str(fault) in row.trace
            assert books.faults.about("letter", str(table.uid)) is not None


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO, errno.EAGAIN])
@pytest.mark.parametrize("place", ["letter", "game", "gm"])
def test_a_fault_of_the_machine_is_no_letters_and_no_games(
    table: Table, monkeypatch: pytest.MonkeyPatch, number: int, place: str
) -> None:
    """No file or memory is left, or a disk fails: the letter waits, its game goes on, and what follows is as ever."""
    table.open(GAME)
    trouble = OSError(number, os.strerror(number))
    wrapped = RuntimeError("while it was at work")
    wrapped.__cause__ = trouble

    def fails(*_: object, **__: object) -> None:
        raise wrapped if place == "game" else trouble

    side, words = ("gm", "queue") if place == "gm" else ("red", "pass")
    letter = table.reply(GAME, side, words, sender=GM if place == "gm" else "")
    with monkeypatch.context() as patch:
        if place == "letter":
            object.__setattr__(table.desk, "reads", Fails(trouble, 1))
        elif place == "game":
            patch.setattr("pbem.desk.play.play.play_phase", fails)
        else:
            patch.setattr("pbem.gm.by_mail._answered", fails)
            table.deliver(letter, take_and_play)
        with pytest.raises((OSError, RuntimeError)):
            answer_letters(table.desk) if place == "gm" else table.deliver(letter, take_and_play)
    with table.desk.store.read() as books:
        row = books.letters_in.get(table.uid)
        assert row.state == ("gm" if place == "gm" else "new")
        assert books.games.get(GAME).state == "open"
        assert not books.faults.unclosed()
    object.__setattr__(table.desk, "reads", None)
    if place == "gm":
        assert answer_letters(table.desk) == 1
    else:
        assert take_and_play(table.desk, table.uid).state == "done"
        assert table.phase(GAME) != "T01.RED.A"


def test_the_next_letter_at_a_fourth_start_is_to_be_read_apart(table: Table) -> None:
    table.open(GAME)
    assert not suspect(table.desk), "there is none"
    letter = table.reply(GAME, "red", "status")
    with table.desk.store.begin() as books:
        books.letters_in.take_in([StoredArrival("INBOX", 1, n, table.clock.now(), letter + b"x" * n) for n in (1, 2)])
        first, second = books.letters_in.new()
    assert [suspect(table.desk) for _ in range(TRIES + 1)] == [False] * TRIES + [True]
    assert [suspect(table.desk, [second]) for _ in range(TRIES + 1)] == [False] * TRIES + [True]
    assert not suspect(table.desk, [])
    with table.desk.store.read() as books:
        assert books.letters_in.get(first).attempts == TRIES + 1


def test_a_game_that_cannot_be_played_on_costs_the_letter_no_try(table: Table) -> None:
    table.open(GAME)
    played: list[str] = []

    def plays(desk: Any, books: Books, name: str) -> bool:
        played.append(name)
        raise ValueError("no such creek")

    with table.desk.store.begin() as books:
        books.letters_in.take_in([StoredArrival("INBOX", 1, 1, table.clock.now(), table.reply(GAME, "red", "pass"))])
    taken = take(table.desk, 1, plays)
    assert (taken.state, taken.game, played) == ("done", GAME, [GAME])


@pytest.mark.parametrize("is_more", [True, False])
def test_a_game_that_was_played_on_with_its_letter_is_left_where_nothing_more_is_owed(
    table: Table, is_more: bool
) -> None:
    table.open(GAME)
    with table.desk.store.begin() as books:
        books.letters_in.take_in([StoredArrival("INBOX", 1, 1, table.clock.now(), table.reply(GAME, "red", "pass"))])
    assert take(table.desk, 1, lambda *_: is_more).game == (GAME if is_more else "")
    assert take(table.desk, 1).state == "done", "it is read once"


def test_a_letter_after_the_deadline_waits_and_its_game_is_not_played_on_with_it(table: Table) -> None:
    table.open(GAME)
    raw = table.reply(GAME, "red", "pass")
    table.clock.forward(hours=73)
    taken = table.deliver(raw, by=take_and_play)
    assert (taken.state, taken.game, table.phase(GAME)) == ("new", GAME, "T01.RED.A")


# --------------------------------------------------------------------------------------------------- letters like others


def again(table: Table, kind: str, sent: str) -> str:
    """The same letter comes a second time, its answer being in a state; the state of the answer after it."""
    raw = table.reply(GAME, "red", "status", message_id="<one@mail.example>")
    table.deliver(raw)
    with table.desk.store.begin() as books:
        row = next(one for one in books.letters_out.to_side(GAME, "red") if one.kind == kind)
        books.letters_out.mark(row, sent, "250", table.clock.now())
        row.not_before = START + timedelta(days=1)
    assert table.deliver(b"X-Copy: 2\r\n" + raw).state == "ignored"
    return table.last(GAME, "red", kind).state


@pytest.mark.parametrize(("sent", "now"), [("sent", "new"), ("failed", "failed"), ("later", "later")])
def test_the_answer_to_a_letter_that_comes_twice_goes_out_again_once_it_had_gone(
    table: Table, sent: str, now: str
) -> None:
    table.open(GAME)
    assert again(table, "answer", sent) == now
    due = table.last(GAME, "red", "answer").not_before
    assert (due is None) == (now == "new")


@pytest.mark.parametrize(
    ("words", "kind", "hours", "states"),
    [
        ("hello there", "nothing", 0, ["done", "done", "ignored", "ignored"]),
        ("hello there", "nothing", 25, ["done", "done", "done", "done"]),
        ("Red One fire at Red Two", "error", 0, ["done", "done", "ignored", "ignored"]),
        ("status", "answer", 0, ["done", "done", "done", "done"]),
        ("Red One fire at Blue One\nwait", "receipt", 0, ["done", "done", "done", "done"]),
    ],
)
def test_words_that_did_nothing_twice_in_a_day_are_answered_no_more(
    table: Table, words: str, kind: str, hours: int, states: list[str]
) -> None:
    table.open(GAME)
    found = []
    for _ in states:
        found.append(table.deliver(table.reply(GAME, "red", words)).state)
        table.clock.forward(hours=hours / 2)
    assert found == states
    assert table.letters(GAME, "red", kind)


def test_a_letter_that_came_back_after_a_restore_is_done_if_its_phase_was_played_by_then(table: Table) -> None:
    table.open(GAME)
    with table.desk.store.read() as books:
        key = books.keys.find(books.games.get(GAME).id or 0, keys(table, "red")[-1])
    assert key is not None
    table.clock.forward(hours=1)

    def is_played(arrived: timedelta) -> bool:
        with table.desk.store.read() as books:
            row: Any = SimpleNamespace(arrived=START + arrived)
            return _is_played(books, books.games.get(GAME), row, key)

    assert not is_played(timedelta())
    table.say(GAME, "red", "pass")
    found = [is_played(timedelta(hours=1, seconds=n)) for n in (-1, 0, 1)]
    assert found == [True, True, False]


@pytest.mark.parametrize("whose", ["another side's", "void", "none"])
def test_a_letter_that_the_gm_lets_in_counts_for_what_is_open_where_its_key_is_no_good(
    table: Table, whose: str
) -> None:
    table.open(GAME)
    report = table.last(GAME, "blue" if whose == "another side's" else "red", "report")
    words = "Red One fire at Blue One\nready"
    raw = table.reply(GAME, "red", words, to=report, sender="rita@holiday.example")
    if whose == "none":
        raw = raw.replace(b"meadow-1+red.", b"meadow-1+red.zz")
    table.deliver(raw)
    number = table.uid
    if whose == "void":
        perform(table.desk, NewKey(GAME, "red"), "petra", "somebody has read the mail")
    perform(table.desk, ReleaseHeld(str(number), GAME, "red"), "petra", "she rang me up")
    receipt = table.last(GAME, "red", "receipt")
    assert "Red One fire at Blue One" in receipt.text
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        key = books.keys.find(game.id or 0, keys(table, "red")[-1])
        assert key is not None
        assert (key.side, key.void) == ("red", None)
        assert books.submissions.latest(game, "red", "T01.RED.A") is not None
        assert books.submissions.latest(game, "blue", "T01.RED.A") is None
        assert books.letters_in.get(number).attempts == 1
    assert table.last(GAME, "blue", "question")


# ------------------------------------------------------------------------------------------- letters without a good key


def letter(sender: str, subject: str = "orders", to: str = "desk@pbem.example", words: str = "pass") -> bytes:
    found = EmailMessage()
    found["From"], found["To"], found["Subject"] = sender, to, subject
    found["Message-ID"] = f"<{abs(hash((sender, subject, words)))}@mail.example>"
    found.set_content(words)
    return found.as_bytes()


def test_who_plays_in_several_games_is_told_to_answer_the_letter_of_the_right_one(table: Table) -> None:
    table.open(GAME)

    def way(table: Table) -> str:
        with table.desk.store.read() as books:
            return " ".join(_which_game(books, read_letter(letter(RED)), books.games.get(GAME)))

    assert way(table) == "Nothing has changed.  Answer this letter, with your orders on top, and they will count."
    table.open("meadow-2")
    assert way(table).startswith("Nothing has changed.  You play in meadow-1 and meadow-2.  If it was for meadow-1,")
    with table.desk.store.begin() as books:
        books.games.get("meadow-2").state = "over"
    assert "You play in" not in way(table)


@pytest.mark.parametrize(("subject", "about"), [("[meadow-1] hm", "[meadow-1] "), ("hello", "")])
def test_a_gm_without_a_key_gets_a_letter_to_answer(table: Table, subject: str, about: str) -> None:
    table.open(GAME)
    assert table.deliver(letter(GM, subject, words="queue")).state == "done"
    with table.desk.store.read() as books:
        row = books.letters_in.get(table.uid)
        assert row.reason == "no key: a GM's first letter; a key was sent"
        answer = next(one for one in books.letters_out.to_side(GAME if about else "", "gm") if one.kind == "gm-answer")
    assert answer.subject == f"{about}Please answer this letter: yours carried no key"
    assert f"  show {GAME if about else 'GAME'}" in answer.text
    assert answer.to == GM


@pytest.mark.parametrize("who", ["a GM", "a player", "a player with his key"])
def test_so_many_letters_are_answered_in_a_day_and_a_day_later_they_are_again(tmp_path: Path, who: str) -> None:
    table = Table.lay(tmp_path, answers_a_day=2, letters_a_day=2)
    table.open(GAME)
    report = table.last(GAME, "red", "report")

    def writes(n: int) -> str:
        if who == "a player with his key":
            return table.deliver(table.reply(GAME, "red", f"status\nnonce: {n}", to=report)).state
        return table.deliver(letter(GM if who == "a GM" else RED, words=f"queue {n}")).state

    found = [writes(n) for n in range(3)]
    table.clock.forward(hours=23, minutes=59)
    found.append(writes(3))
    table.clock.forward(minutes=2)
    found.append(writes(4))
    assert found == ["done", "done", "held", "held", "done"]


@pytest.mark.parametrize(("hours", "state"), [(23.9, "ignored"), (24.1, "done")])
def test_words_that_did_nothing_are_answered_again_a_day_later(table: Table, hours: float, state: str) -> None:
    table.open(GAME)
    words = [table.deliver(table.reply(GAME, "red", "hello there")).state for _ in range(3)]
    assert words == ["done", "done", "ignored"]
    table.clock.forward(seconds=hours * 3600)
    assert table.deliver(table.reply(GAME, "red", "hello there")).state == state


def test_a_letter_whose_subject_names_another_game_is_asked_about(table: Table) -> None:
    table.open(GAME)
    table.open("meadow-2")
    raw = table.reply(GAME, "red", "pass").replace(b"Subject: Re: [meadow-1]", b"Subject: Re: [meadow-2]")
    table.deliver(raw)
    assert table.last(GAME, "red").kind == "refused"
    assert "which of the two games is it for?" in " ".join(table.last(GAME, "red").text.split())
    assert table.phase(GAME) == "T01.RED.A"
    other = table.reply(GAME, "red", "pass", to=table.letters(GAME, "red", "report")[0])
    assert table.deliver(other.replace(b"Subject: Re: [meadow-1]", b"Subject: Re: [nowhere-9]")).game == GAME


def test_what_is_left_of_a_letter_is_kept_as_far_as_the_desk_keeps_it(table: Table) -> None:
    table.open(GAME)
    table.deliver(letter(RED, "s" * 600))
    with table.desk.store.read() as books:
        assert books.letters_in.get(table.uid).subject == "s" * 500
