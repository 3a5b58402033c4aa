"""What goes out, how many at a time and in which turn, and what becomes of a letter that the server does not take.

Over PostgreSQL several senders share one outbox: each claims a batch for a quarter of an hour.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest

from pbem.desk.outgoing import outbox
from pbem.desk.outgoing.outbox import CLAIMED, Delivered, reply_text, send_claimed, send_due
from pbem.mail.ports import HandedOver, Maybe, MemorySink, Never, Outcome, TryLater
from pbem.store.tables import LetterOutRow
from tests.desk.table import ADDRESSES, START, Table

CLOSES = TryLater(421, "service closing")
DOWN = TryLater(0, "nobody listens", is_line=True)
BUSY = TryLater(451, "greylisted")
Sends = Callable[..., Any]
EITHER = pytest.mark.parametrize("send", [send_due, send_claimed])


@pytest.fixture(autouse=True)
def _each_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five letters wait as a game opens, two to each player: here the first of them takes in no other."""
    monkeypatch.setattr("pbem.desk.outgoing.unreported.fold", lambda *given: None)
    monkeypatch.setattr("tests.desk.table.KEEPS_OPENED", False)


def sent(table: Table, outcomes: Sequence[Outcome] = (), send: Sends = send_due) -> Delivered:
    done: Delivered = asyncio.run(send(table.desk, MemorySink(outcomes)))
    return done


def letters(table: Table) -> list[LetterOutRow]:
    found = [one for side in ("red", "blue", "gm") for one in table.letters("meadow-1", side)]
    return sorted(found, key=lambda one: one.id or 0)


def states(table: Table) -> list[str]:
    return [one.state for one in letters(table)]


@EITHER
def test_all_that_is_due_goes_out_once_and_to_whom_it_is_written(table: Table, send: Sends) -> None:
    table.open()
    written = letters(table)
    sink = MemorySink()
    done = asyncio.run(send(table.desk, sink))
    assert (done.sent, done.trouble) == (len(written), None)
    assert [one.recipient for one in sink.sent] == [one.to for one in written]
    assert [one.message for one in sink.sent] == [one.raw for one in written]
    assert {one.sender.partition("+")[0] for one in sink.sent} == {"bounce"}
    assert set(states(table)) == {"sent"}
    again = sent(table, send=send)
    assert (again.sent, again.more) == (0, False)


@EITHER
@pytest.mark.parametrize("trouble", [CLOSES, DOWN])
def test_the_letters_behind_one_that_found_no_server_cost_no_try_and_go_at_once_when_it_is_back(
    table: Table, send: Sends, trouble: TryLater
) -> None:
    table.open()
    count = len(letters(table))
    sink = MemorySink([trouble, trouble])
    assert asyncio.run(send(table.desk, sink)) == Delivered(0, trouble)
    assert len(sink.outcomes) == 1
    assert [one.tries for one in letters(table)[1:]] == [0] * (count - 1)
    table.clock.forward(minutes=2)
    assert sent(table, send=send).sent == count


@EITHER
def test_a_server_that_closes_after_the_first_letter_has_taken_that_one(table: Table, send: Sends) -> None:
    table.open()
    sink = MemorySink()
    sink.outcomes = [Maybe("cut"), CLOSES]
    assert asyncio.run(send(table.desk, sink)) == Delivered(0, CLOSES)
    assert states(table)[:2] == ["maybe", "later"]
    assert letters(table)[0].not_before == START + timedelta(minutes=15)


@EITHER
def test_a_letter_that_is_put_off_holds_no_other_up(table: Table, send: Sends) -> None:
    table.open()
    count = len(letters(table))
    done = sent(table, [BUSY], send)
    assert (done.sent, done.trouble) == (count - 1, None)
    assert states(table) == ["later"] + ["sent"] * (count - 1)
    assert letters(table)[0].tries == 1


def test_a_batch_that_is_claimed_is_nobody_elses_until_its_time_is_over(table: Table) -> None:
    table.open()
    now = table.clock.now()
    with table.desk.store.begin() as books:
        count = len(books.letters_out.claim(now, now + CLAIMED))
    assert set(states(table)) == {"sending"}
    assert sent(table, send=send_claimed) == Delivered(0, more=False)
    table.clock.forward(minutes=15)
    done = sent(table, send=send_claimed)
    assert (done.sent, done.more) == (count, True)
    assert {one.tries for one in letters(table)} == {2}


def test_what_another_sender_has_claimed_meanwhile_keeps_his_outcome(table: Table) -> None:
    """A sender who was away for longer than his quarter of an hour changes nothing of what the next one does."""
    table.open()
    first = letters(table)[0].id

    class Slow(MemorySink):
        async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
            if not self.sent:
                with table.desk.store.begin() as books:
                    books.letters_out.get(first or 0, unread=True).not_before = START + timedelta(minutes=40)
            return await super().send(message, sender, recipient)

    asyncio.run(send_claimed(table.desk, Slow()))
    assert states(table)[0] == "sending"
    assert set(states(table)[1:]) == {"sent"}


def test_the_mailbox_is_looked_at_between_many_letters(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.open()
    count = len(letters(table))
    assert count > 2
    monkeypatch.setattr(outbox, "READY_AT_ONCE", 1)
    monkeypatch.setattr(outbox, "MOST_AT_ONCE", 2)
    assert sent(table) == Delivered(2, more=True)
    monkeypatch.setattr(outbox, "MOST_AT_ONCE", 200)
    assert sent(table) == Delivered(count - 2, more=False)


def waits_of(table: Table, tries: int) -> list[timedelta]:
    """How long after each refusal the first letter waits, the chance that draws it out being none."""
    object.__setattr__(table.desk, "chance", lambda: 0.0)
    table.open()
    found = []
    for _ in range(tries):
        sent(table, [BUSY])
        due = letters(table)[0].not_before
        assert due is not None
        found.append(due - table.clock.now())
        table.clock.forward(seconds=found[-1].total_seconds())
    return found


def test_a_letter_waits_longer_after_each_refusal_then_six_hours_each_time(table: Table) -> None:
    minutes = [wait.total_seconds() / 60 for wait in waits_of(table, 7)]
    assert minutes == [1, 5, 15, 60, 240, 360, 360]


def test_a_letter_is_given_up_when_its_next_try_would_be_more_than_five_days_after_it_was_written(table: Table) -> None:
    object.__setattr__(table.desk, "chance", lambda: 0.0)
    table.open()
    with table.desk.store.begin() as books:
        books.letters_out.get(1).tries = 5
    table.clock.forward(days=5, hours=-6)
    sent(table, [BUSY])
    assert (states(table)[0], letters(table)[0].not_before) == ("later", START + timedelta(days=5))
    table.clock.forward(hours=6)
    sent(table, [BUSY])
    assert states(table)[0] == "failed"
    assert "given up after 7 tries: 451 greylisted" in table.last("meadow-1", "gm", "undelivered").text


def test_a_server_that_is_not_there_costs_no_letter_a_try_however_long(table: Table) -> None:
    table.open()
    table.clock.forward(days=50)
    sent(table, [DOWN])
    assert (states(table)[0], letters(table)[0].tries) == ("later", 0)


def test_an_old_letter_is_tried_as_often_as_a_new_one_before_it_is_given_up(table: Table) -> None:
    """It may have waited for a desk that was away: a server that has every first letter wait is no reason to lose it."""
    table.open()
    table.clock.forward(days=30)
    tries = 0
    while states(table)[0] != "failed":
        sent(table, [BUSY])
        tries += 1
        table.clock.forward(hours=5)
    assert tries == 6


def test_a_refusal_for_good_of_our_own_address_counts_against_nobody_and_any_other_does(table: Table) -> None:
    table.open()
    sent(table, [Never(553, "sender not owned by you", is_ours=True), Never(550, "no such user")])
    with table.desk.store.read() as books:
        scores = {one: row.score if (row := books.addresses.find(one)) is not None else 0 for one in ADDRESSES.values()}
    assert sorted(scores.values()) == [0, 2]
    assert sorted(one.bounced for one in letters(table))[-2:] == [0, 2]


def test_a_letter_to_the_gm_that_nobody_takes_is_told_to_nobody(table: Table) -> None:
    table.open()
    sink = MemorySink([Never(553, "no such user", is_certain=True)] * len(letters(table)))
    asyncio.run(send_due(table.desk, sink))
    to_players = [one for one in letters(table) if one.side != "gm"]
    assert len(table.letters("meadow-1", "gm", "undelivered")) == len(to_players)


LIMITS = (
    "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message",
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    "554 5.7.0 Try again later",
    "550 5.4.6 Routing loop detected",
    "550 denied by policy, id 0a4f2",
    "550 5.1.1 <{to}>: no such user",
)


class Limited(MemorySink):
    """A server that has had enough of our letters: each is refused, in words that name it."""

    def __init__(self, reply: str) -> None:
        super().__init__()
        self.reply, self.tried = reply, 0

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        self.tried += 1
        if self.reply:
            return Never(int(self.reply[:3]), self.reply.replace("{to}", recipient))
        return await super().send(message, sender, recipient)


def stands(table: Table) -> tuple[set[str], list[str], int]:
    """The states of the letters, the addresses that are stopped, and how many letters the GM was written of failures."""
    with table.desk.store.read() as books:
        stopped = list(books.addresses.stopped())
    return set(states(table)), stopped, len(table.letters("meadow-1", "gm", "undelivered"))


@EITHER
@pytest.mark.parametrize("reply", [*LIMITS[:2], *(pytest.param(one, marks=pytest.mark.slow) for one in LIMITS[2:])])
def test_the_same_refusal_of_two_recipients_is_about_us_and_all_letters_wait(
    table: Table, send: Sends, reply: str
) -> None:
    table.open()
    sink = Limited(reply)
    for _ in range(80):
        done: Delivered = asyncio.run(send(table.desk, sink))
        table.clock.forward(minutes=6)
    assert done.trouble is not None
    assert reply[:9] in reply_text(done.trouble.code, done.trouble.reply)
    assert stands(table)[0] <= {"new", "later"}
    assert stands(table)[1:] == ([], 0)
    sink.reply = ""
    for _ in range(3):
        asyncio.run(send(table.desk, sink))
        table.clock.forward(hours=7)
    assert stands(table) == ({"sent"}, [], 0)
    assert len(sink.sent) == len({one.message for one in sink.sent}) == len(letters(table))


@EITHER
def test_limit_that_is_reached_between_two_letters_costs_none(table: Table, send: Sends) -> None:
    """The first is taken, the next two are not."""
    table.open()
    limit = "554 5.2.0 over the limit"
    done = sent(table, [HandedOver("250 ok"), Never(554, limit), Never(554, limit)], send)
    assert (done.sent, done.trouble) == (1, TryLater(554, limit, is_line=True))
    table.clock.forward(minutes=20)
    sent(table, send=send)
    assert stands(table) == ({"sent"}, [], 0)


@EITHER
def test_letter_that_alone_meets_a_limit_keeps_no_other_back_and_no_deadline(table: Table, send: Sends) -> None:
    table.open()

    class One(MemorySink):
        async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
            if recipient == ADDRESSES["red"]:
                return TryLater(554, "554 5.7.0 Try again later", is_line=True)
            return await super().send(message, sender, recipient)

    sink = One()
    troubles = []
    for _ in range(8):
        done: Delivered = asyncio.run(send(table.desk, sink))
        troubles.append(done.trouble is not None)
        table.say("meadow-1", "blue", "status")
    assert troubles[-1] is False
    assert set(states(table)) == {"sent", "later", "new"}
    assert {one.recipient for one in sink.sent} >= {ADDRESSES["blue"]}


def test_address_that_is_gone_is_told_when_the_next_letter_goes_out_or_at_the_third_refusal(table: Table) -> None:
    table.open()
    gone = Never(550, "550 5.1.1 nobody")
    sent(table, [gone])
    assert letters(table)[0].state == "failed", "letters to others were taken after it"
    table.say("meadow-1", "blue", "status")
    number = letters(table)[-1].id
    tried = []
    for _ in range(3):
        sent(table, [gone])
        tried += [one.state for one in letters(table) if one.id == number]
        table.clock.forward(minutes=5)
    assert tried == ["later", "later", "failed"]


def test_letter_that_alone_is_refused_fails_once_others_are_taken(table: Table) -> None:
    """No code says why: nobody else's letter is there to compare with, so it is tried on."""
    table.open()
    sent(table)
    table.say("meadow-1", "blue", "status")
    spam = Never(554, "554 5.7.1 message content rejected")
    for _ in range(6):
        sent(table, [spam])
        table.clock.forward(hours=7)
    [last] = [one for one in letters(table) if one.state == "later"]
    table.say("meadow-1", "red", "status")
    sent(table, [HandedOver("250 ok"), spam])
    assert [one.state for one in letters(table) if one.id == last.id] == ["failed"]


def test_refusal_does_not_hide_that_a_letter_may_have_been_sent(table: Table) -> None:
    table.open()
    sent(table)
    table.say("meadow-1", "blue", "status")
    outcomes: tuple[Outcome, ...] = (Maybe("cut"), Never(554, "5.7.1 not this"), Maybe("cut"))
    for outcome in outcomes:
        sent(table, [outcome])
        table.clock.forward(hours=1)
    assert (letters(table)[-1].state, letters(table)[-1].last_reply) == ("maybe", "maybe, 2 times: cut")


def test_code_of_a_refusal_is_told_once() -> None:
    assert reply_text(554, "554 5.7.1 Relay access denied") == "554 5.7.1 Relay access denied"
    assert reply_text(421, "too many connections") == "421 too many connections"
    assert reply_text(0, "no route to host") == "0 no route to host"


@pytest.mark.parametrize(
    "outcome",
    [
        HandedOver("250 \u0432\u0437\u044f\u0442\u043e"),
        HandedOver("250 gesendet f\udcfcr Rita"),
        Never(550, "\u7528\u6237\u4e0d\u5b58\u5728"),
        Never(550, "no such user \udce9" + "x" * 10_000),
        TryLater(451, "sp\udce4ter"),
        TryLater(421, "sp\udce4ter", is_line=True),
        Maybe("\udcff"),
    ],
)
def test_what_a_server_says_may_be_any_bytes(table: Table, outcome: Outcome) -> None:
    """The library reads a reply with surrogates, which no database stores: a letter that had gone went again and again."""
    table.open()
    sent(table, [outcome])
    first = letters(table)[0]
    assert first.state != "new"
    assert first.last_reply.isascii()
    assert len(first.last_reply) < 600


def test_a_sender_whose_time_is_nearly_over_leaves_the_rest_to_others(table: Table) -> None:
    """Else both would send them."""
    table.open()

    class Slow(MemorySink):
        async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
            table.clock.forward(minutes=11)
            return await super().send(message, sender, recipient)

    first, second = Slow(), MemorySink()
    asyncio.run(send_claimed(table.desk, first))
    table.clock.forward(minutes=5)
    asyncio.run(send_claimed(table.desk, second))
    assert (len(first.sent), len(first.sent) + len(second.sent)) == (1, len(letters(table)))


@EITHER
def test_who_is_forgotten_while_letters_go_out_gets_none(table: Table, send: Sends) -> None:
    table.open()

    class Forgetting(MemorySink):
        async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
            with table.desk.store.begin() as books:
                books.letters_out.forget(ADDRESSES["blue"])
            return await super().send(message, sender, recipient)

    sink = Forgetting()
    asyncio.run(send(table.desk, sink))
    assert "" not in {one.recipient for one in sink.sent}
    assert set(states(table)) <= {"sent", "failed"}
