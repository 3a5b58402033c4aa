"""Several workers at one desk on a real PostgreSQL: shared work, lost leases, deaths, restarts."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pbem import workers
from pbem.desk.incoming.reading import SeparateJob
from pbem.desk.play import downtime
from pbem.desk.play.advance import advance
from pbem.desk.play.cache import PlayCache
from pbem.desk.play.deadlines import LAG
from pbem.desk.play.terms import Terms
from pbem.mail.ports import MailTrouble, MemorySink, MemorySource, Outcome, TryLater
from pbem.store.columns import time_text
from pbem.store.database import Store, WrongVersion
from pbem.store.leases import LeaseLost
from pbem.store.letters_in import StoredArrival
from pbem.store.secrets import Vault
from pbem.workers import VERSION, Adjudicator, Bell, MailReader, Sender
from tests.cluster import Cluster
from tests.desk.table import GM, Table

KEY = b"a2VwdCBpbiB0aGUgdGVzdHMgYW5kIG5vd2hlcmUgZWw="
ROOT = Path(__file__).resolve().parents[2]
GAME = "meadow-1"
BOTH_FIRE = "Red One fire at Blue One\nRed Two fire at Blue Two\nready"
LETTERS = (("red", BOTH_FIRE), ("blue", "2"), ("blue", "1"), ("red", "Red One march 2\nready"))


@pytest.fixture
def url(cluster: Cluster) -> str:
    return cluster.database()


@pytest.fixture
def table(tmp_path: Path, url: str) -> Iterator[Table]:
    found = Table.lay(tmp_path, KEY, url=url)
    yield found
    found.desk.store.close()


def another(table: Table, url: str) -> Any:
    """The same desk, as another process has it: over connections of its own."""
    return replace(table.desk, store=Store(url, Vault(KEY)), play_cache=PlayCache())


def chain(table: Table) -> list[str]:
    with table.desk.store.read() as books:
        return [row.body for row in books.records.since(books.games.get(GAME), -1)]


def post(table: Table, source: MemorySource, side: str, words: str) -> None:
    source.put(table.reply(GAME, side, words, message_id=f"<{side}-{len(words)}@mail.example>"), table.clock.now())


def within(table: Table) -> int:
    """The number of letters that stand in the welcomes, and are not mailed by themselves."""
    return sum(len(table.letters(GAME, side)) - len(table.mailed(GAME, side)) for side in ("red", "blue"))


def by_one_process(folder: Path) -> list[str]:
    """The records of the same letters, played by the daemon of one process on a file."""
    folder.mkdir()
    table = Table.lay(folder, KEY)
    table.open(GAME)
    for side, words in LETTERS:
        table.deliver(table.reply(GAME, side, words, message_id=f"<{side}-{len(words)}@mail.example>"))
        advance(table.desk, GAME)
    found = chain(table)
    table.desk.store.close()
    return found


@pytest.mark.slow
def test_the_same_letters_give_the_same_bytes_whichever_worker_plays(table: Table, url: str, tmp_path: Path) -> None:
    table.open(GAME)
    source, sink = MemorySource("INBOX"), MemorySink()
    desks = [another(table, url) for _ in range(4)]
    reader, sender = MailReader(desks[0], source, 60), Sender(desks[1], sink, 60)
    workers = [Adjudicator(desks[2], 60), Adjudicator(desks[3], 60)]

    async def play() -> None:
        for n, (side, words) in enumerate(LETTERS):
            post(table, source, side, words)
            await reader.turn()
            await workers[n % 2].turn()
            await sender.turn()
        await reader._source.close()

    asyncio.run(play())
    assert chain(table) == by_one_process(tmp_path / "one")
    with table.desk.store.read() as books:
        assert books.letters_out.count("sent") == len(sink.sent) + within(table) > len(LETTERS)
        assert books.letters_out.count("new", "sending", "later") == 0
    for desk in desks:
        desk.store.close()


def test_a_game_is_claimed_by_one_worker_at_a_time(table: Table, url: str) -> None:
    table.open(GAME)
    other = another(table, url)
    with table.desk.store.begin() as books:
        books.leases.wake([GAME])
    with table.desk.store.begin() as books, other.store.begin() as others:
        mine = books.leases.claim("one", 60, 10)
        assert [claim.name for claim in mine] == [GAME]
        assert others.leases.claim("two", 60, 10) == ()  # locked: passed over, not waited for
    with other.store.begin() as others:
        assert others.leases.claim("two", 60, 10) == ()  # held
    other.store.close()


def test_a_worker_that_slept_past_its_lease_can_write_nothing(table: Table, url: str) -> None:
    table.open(GAME)
    source = MemorySource("INBOX")
    other = another(table, url)
    post(table, source, "red", BOTH_FIRE)
    asyncio.run(MailReader(table.desk, source, 60).turn())
    sleeper, awake = Adjudicator(table.desk, 60, lease=0.0), Adjudicator(other, 60)
    with table.desk.store.begin() as books:
        (claim,) = (one for one in books.leases.claim(sleeper.name, 0.0, 10) if one.name == GAME)
    before = chain(table)
    asyncio.run(awake.turn())  # while the first one sleeps
    after = chain(table)
    assert len(after) > len(before)
    with pytest.raises(LeaseLost, match=f"the lease of {GAME} is lost: it was epoch 1"):
        sleeper.work(claim)
    with table.desk.store.under(claim), pytest.raises(LeaseLost), table.desk.store.begin() as books:
        books.games.get(GAME).steps = 99
    assert chain(table) == after
    with table.desk.store.read() as books:
        assert books.games.get(GAME).steps != 99
        assert books.games.get(GAME).state == "open"
        assert books.letters_in.count("held") == 0
    other.store.close()


DYING = """
import asyncio, sys
from dataclasses import replace
from pathlib import Path
from tests.desk.table import Table
from pbem.workers import Adjudicator
table = Table.lay(Path("."), sys.argv[2].encode(), url=sys.argv[1])
asyncio.run(Adjudicator(table.desk, 60, lease=0.2).turn())
"""


@pytest.mark.slow
@pytest.mark.parametrize("point", ["C6", "C8", "C9"])
def test_a_worker_killed_in_mid_phase_is_taken_over(table: Table, url: str, tmp_path: Path, point: str) -> None:
    table.open(GAME)
    source = MemorySource("INBOX")
    post(table, source, "red", BOTH_FIRE)
    asyncio.run(MailReader(table.desk, source, 60).turn())
    environment = {**os.environ, "PBEM_CRASH_AT": point}
    words = [sys.executable, "-c", DYING, url, KEY.decode()]
    died = subprocess.run(words, cwd=ROOT, env=environment, check=False, timeout=120)
    assert died.returncode == -signal.SIGKILL
    with table.desk.store.read() as books:
        assert GAME in [row[0] for row in _leases(books, "until IS NOT NULL")]
    for _ in range(600):
        asyncio.run(Adjudicator(table.desk, 60).turn())
        with table.desk.store.read() as books:
            if GAME not in [row[0] for row in _leases(books, "until IS NOT NULL")]:
                break
        time.sleep(0.05)  # until the dead worker's lease has run out
    bodies = [json.loads(body)["type"] for body in chain(table)]
    assert bodies == ["genesis", "orders.accepted", "phase.resolved"]
    one = Table.lay(tmp_path, KEY)
    one.open(GAME)
    one.deliver(one.reply(GAME, "red", BOTH_FIRE))
    advance(one.desk, GAME)
    assert chain(table) == chain(one)
    one.desk.store.close()


@pytest.mark.slow
def test_a_letter_that_was_next_when_three_workers_died_is_dealt_with_apart_and_counts(
    table: Table, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a process of its own, under the claim of the worker that took the game over."""
    table.open(GAME)
    source = MemorySource("INBOX")
    post(table, source, "red", BOTH_FIRE)
    asyncio.run(MailReader(table.desk, source, 60).turn())
    with table.desk.store.begin() as books:
        [number] = books.letters_in.new_for(GAME)
        books.letters_in.get(number).attempts = 3
        books.leases.claim("a worker that died", 0.0, 10)
    dealt = []
    take = SeparateJob.take

    def taken(self: SeparateJob, desk: Any, number: int) -> Any:
        dealt.append(number)
        return take(self, desk, number)

    monkeypatch.setattr(SeparateJob, "take", taken)
    asyncio.run(Adjudicator(table.desk, 60).turn())
    assert dealt == [number]
    assert [json.loads(body)["type"] for body in chain(table)] == ["genesis", "orders.accepted", "phase.resolved"]


def _leases(books: Any, where: str) -> list[Any]:
    from sqlalchemy import text

    return list(books.leases._session.connection().execute(text(f"SELECT name FROM lease WHERE {where}")))


@pytest.mark.slow
def test_one_round_does_all_and_leaves_alone_what_another_works_at(table: Table, url: str, tmp_path: Path) -> None:
    """`pbem serve --once` beside workers: it asks for leases as they do."""
    table.open(GAME)
    source, sink = MemorySource("INBOX"), MemorySink()
    other = another(table, url)

    def one_round() -> None:
        desk = table.desk
        asyncio.run(
            workers.one_round(MailReader(desk, source, 60, once=True), Adjudicator(desk, 60), Sender(desk, sink, 60))
        )

    with other.store.begin() as books:
        books.leases.wake([GAME])
    with other.store.begin() as books:
        (claim,) = books.leases.claim("another worker", 600, 10)
    post(table, source, *LETTERS[0])
    one_round()
    assert [json.loads(body)["type"] for body in chain(table)] == ["genesis"]
    with other.store.begin() as books:
        books.leases.done(claim, (), None)
    for side, words in LETTERS[1:]:
        one_round()
        post(table, source, side, words)
    one_round()
    assert chain(table) == by_one_process(tmp_path / "one")
    with table.desk.store.read() as books:
        assert books.letters_out.count("sent") == len(sink.sent) + within(table) > len(LETTERS)
        assert books.workers.at_work(3600) == []
    other.store.close()


def test_one_round_finds_the_deadlines_that_have_come(table: Table) -> None:
    table.open(GAME)
    before = table.phase(GAME)
    table.clock.forward(hours=100)
    desk = table.desk
    reader = MailReader(desk, MemorySource("INBOX"), 60, once=True)
    asyncio.run(workers.one_round(reader, Adjudicator(desk, 60), Sender(desk, MemorySink(), 60)))
    assert table.phase(GAME) != before


@pytest.mark.slow
def test_two_readers_on_one_mailbox_store_each_letter_once(table: Table, url: str) -> None:
    table.open(GAME)
    letters = [table.reply(GAME, "red", f"Red One march {n % 3 + 1}") for n in range(30)]

    class Slow(MemorySource):
        async def fetch(self, cursor: Any) -> Any:
            found = await super().fetch(cursor)
            await asyncio.sleep(0)  # the other one looks now
            return found

    readers = []
    for desk in (table.desk, another(table, url)):
        source = Slow("INBOX")
        for raw in letters:
            source.put(raw, table.clock.now())
        readers.append(MailReader(desk, source, 60))

    async def both() -> None:
        await asyncio.gather(*(one.turn() for one in readers))

    asyncio.run(both())
    with table.desk.store.read() as books:
        assert len(books.letters_in.new_for(GAME)) + books.letters_in.count("ignored") == 30
        assert books.letters_in.cursor("INBOX") == (1, 30)
    readers[1].desk.store.close()


def test_deadline_passes_without_any_letter(table: Table) -> None:
    table.open(GAME)
    worker, reader = Adjudicator(table.desk, 60), MailReader(table.desk, MemorySource("INBOX"), 60)
    table.clock.forward(hours=100)
    with table.desk.store.begin() as books:
        books.watch.mark(table.clock.now())  # it was at work all the time
    before = table.phase(GAME)
    asyncio.run(worker.turn())  # finds what is overdue; the mailbox has not been looked through
    asyncio.run(worker.turn())
    assert table.phase(GAME) == before
    asyncio.run(reader.turn())
    table.clock.forward(seconds=30)
    for _ in range(2):
        with table.desk.store.begin() as books:
            books.leases.wake([""])
        asyncio.run(worker.turn())
    assert table.phase(GAME) != before


@pytest.mark.slow
def test_the_database_is_restarted_and_the_work_goes_on(cluster: Cluster, table: Table) -> None:
    table.open(GAME)
    source = MemorySource("INBOX")
    worker, reader = Adjudicator(table.desk, 60), MailReader(table.desk, source, 60)

    async def restart() -> float:
        await worker._turn()
        cluster.stop(signal.SIGQUIT)
        waited = await worker._turn()
        cluster.start()
        post(table, source, "red", BOTH_FIRE)
        await reader._turn()
        await worker._turn()
        return waited

    assert asyncio.run(restart()) >= 1.0
    assert [json.loads(body)["type"] for body in chain(table)] == ["genesis", "orders.accepted", "phase.resolved"]


def test_a_worker_of_another_version_is_refused_with_the_reason(table: Table) -> None:
    with table.desk.store.begin() as books:
        books.workers.join("reader 7 on north", "reader", "9.9", 120)
    with pytest.raises(WrongVersion) as refused:
        asyncio.run(Adjudicator(table.desk, 60).serve(asyncio.Event()))
    assert str(refused.value) == (
        f"reader 7 on north works at this database with pbem 9.9, this is pbem {VERSION}: all workers of one database must be "
        "of one version.\nInstall that version here; or, if this one is the newer, stop the others first and start them again "
        "with this one."
    )
    with table.desk.store.begin() as books:
        books.workers.leave("reader 7 on north")
        books.workers.join("another", "reader", VERSION, 120)
        assert [name for name, _, _ in books.workers.at_work(3600)] == ["another"]


def test_a_worker_that_was_killed_joins_again_under_its_name(table: Table) -> None:
    """In a container every process has the number and the host that the one before it had."""
    for role in ("reader", "sender"):
        with table.desk.store.begin() as books:
            books.workers.join("pbem 1 on pbem", role, VERSION, 120)
            assert [(name, of) for name, of, _ in books.workers.at_work(120)] == [("pbem 1 on pbem", role)]


def test_a_worker_that_was_forgotten_is_there_again_with_its_next_beat(table: Table) -> None:
    """Another one has joined, and swept up, while the database was out of its reach."""
    worker = Adjudicator(table.desk, 60)

    async def work() -> list[str]:
        async with worker.at_work():
            with table.desk.store.begin() as books:
                books.workers.leave(worker.name)
            await worker._turn()
            with table.desk.store.read() as books:
                return [name for name, _, _ in books.workers.at_work(120)]

    assert asyncio.run(work()) == [worker.name]


def test_a_mailbox_that_is_read_no_more_keeps_no_deadline_from_passing(table: Table) -> None:
    """The desk has moved to another mailbox, or from a file, where it was not noted when it was looked through."""
    table.open(GAME)
    with table.desk.store.begin() as books:
        books.letters_in.looked("imap:old@mail.example/INBOX", table.clock.now())
        books.letters_in.take_in(
            [StoredArrival("INBOX of the file", 1, 1, table.clock.now(), b"From: a@b.example\n\n?\n")]
        )
        books.letters_in.close(books.letters_in.get(books.letters_in.new()[0]), "ignored", "", table.clock.now())
    table.clock.forward(hours=100)
    with table.desk.store.begin() as books:
        books.watch.mark(table.clock.now())
    before = table.phase(GAME)
    asyncio.run(MailReader(table.desk, MemorySource("INBOX"), 60).turn())
    worker = Adjudicator(table.desk, 60)
    for _ in range(2):
        with table.desk.store.begin() as books:
            books.leases.wake([""])
        asyncio.run(worker.turn())
    assert table.phase(GAME) != before


@pytest.mark.parametrize(
    ("terms", "seconds"),
    [(Terms(grace=24), 23 * 3600 + LAG.total_seconds()), (Terms(silence={"orders": "wait"}), None)],
)
def test_a_game_that_waits_beyond_its_deadline_is_not_looked_at_every_few_seconds(
    table: Table, terms: Terms, seconds: float | None
) -> None:
    table.open(GAME, hours={"orders": 72}, terms=terms)
    table.clock.forward(hours=73)
    with table.desk.store.begin() as books:
        books.leases.wake([GAME])
        (claim,) = books.leases.claim("one", 120, 1)
    worker = Adjudicator(table.desk, 60)
    assert worker._play(claim, table.clock.now()) == seconds
    with table.desk.store.begin() as books:
        books.leases.done(claim, (), seconds)
        books.leases.wake_overdue(time_text(table.clock.now()))
        again = books.leases.claim("one", 120, 1)
    assert [one.name for one in again] == ([] if seconds is None else [GAME])


def test_news_ring_and_a_cut_line_is_repaired(table: Table, url: str) -> None:
    async def listen() -> list[bool]:
        loop, bell, stop = asyncio.get_running_loop(), Bell(url), asyncio.Event()
        heard = []
        for _ in range(3):
            await bell.wait(30, stop)  # the first time it begins to listen
            waiting = asyncio.create_task(bell.wait(30, stop))
            await asyncio.sleep(0.05)
            await loop.run_in_executor(None, tell)
            await asyncio.wait_for(waiting, 25)
            heard.append(True)
            with psycopg.connect(url, autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
            await bell.wait(0.2, stop)  # finds the line cut
        await bell.close()
        return heard

    def tell() -> None:
        with table.desk.store.begin() as books:
            books.leases.tell("work")

    assert asyncio.run(listen()) == [True, True, True]


def test_two_senders_claim_different_letters_and_a_dead_ones_are_sent_later(table: Table, url: str) -> None:
    table.open(GAME)
    other = another(table, url)
    now = table.clock.now()
    with table.desk.store.begin() as books, other.store.begin() as others:
        mine = books.letters_out.claim(now, table.clock.now() + 15 * LAG, limit=2)
        theirs = others.letters_out.claim(now, table.clock.now() + 15 * LAG, limit=2)
        assert len(mine) == 2
        assert not set(mine) & set(theirs)
    sink = MemorySink()
    asyncio.run(Sender(table.desk, sink, 60).turn())
    with table.desk.store.read() as books:
        assert books.letters_out.count("sending") == len(mine) + len(theirs)
    table.clock.forward(minutes=16)
    asyncio.run(Sender(table.desk, sink, 60).turn())
    with table.desk.store.read() as books:
        assert books.letters_out.count("sending") == 0
    other.store.close()


def test_who_is_stopped_before_he_listens_is_rung_later(
    table: Table, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute, slow = psycopg.AsyncConnection.execute, [True]

    async def slowly(self: Any, *words: Any) -> Any:
        if slow:
            await asyncio.sleep(60)
        return await execute(self, *words)

    async def listen() -> None:
        bell, stop = Bell(url), asyncio.Event()
        await bell.wait(0.3, stop)
        slow.clear()
        await bell.wait(30, stop)  # begins to listen
        waiting = asyncio.create_task(bell.wait(30, stop))
        await asyncio.sleep(0.05)
        with psycopg.connect(url, autocommit=True) as other:
            other.execute("SELECT pg_notify('pbem', 'work')")
        await asyncio.wait_for(waiting, 10)
        await bell.close()

    monkeypatch.setattr(psycopg.AsyncConnection, "execute", slowly)
    asyncio.run(listen())


class _Refusing(MemorySink):
    """A server that takes no login, and counts how often it was asked."""

    tried = 0

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        self.tried += 1
        return TryLater(535, "535 5.7.8 authentication failed", is_line=True)


def test_sender_whose_login_is_refused_stops_trying_and_says_so(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """As the daemon on a file does: servers lock accounts.  The GM is written to, and no deadline passes meanwhile."""
    table.open(GAME)
    sink = _Refusing()
    sender = Sender(replace(table.desk, house=replace(table.desk.house, gm_address=GM)), sink, 60)
    with table.desk.store.begin() as books:
        books.watch.mark(table.clock.now())
    for _ in range(5):
        sender.way_out.opens = 0.0
        assert asyncio.run(sender.turn()) is False
    assert sink.tried == 3
    assert "535" in sender.pulse.way_out
    said = [one.getMessage() for one in caplog.records if one.name.startswith("pbem.desk.outgoing.mail_monitor")]
    assert [text.startswith("mail out: 535 5.7.8") for text in said] == [True, True, False]
    assert "restart the daemon" in said[-1]
    with table.desk.store.read() as books:
        assert books.watch.unsent() == table.clock.now()
        assert [row.kind for row in books.letters_out.to_side("", "gm")] == ["alarm"]


def test_sender_leaves_a_server_alone_that_is_away(table: Table) -> None:
    """However often it is told of new letters."""
    table.open(GAME)
    sink = MemorySink([TryLater(421, "421 too busy", is_line=True)] * 9)
    sender = Sender(table.desk, sink, 60)
    for _ in range(4):
        asyncio.run(sender.turn())
    assert len(sink.outcomes) == 8


def test_reader_leaves_a_mailbox_alone_that_is_away(table: Table) -> None:
    """It waits longer each time, and waits indeed: not for an IDLE that fails at once."""
    tried = []

    class Away(MemorySource):
        async def fetch(self, cursor: Any) -> Any:
            tried.append("fetch")
            raise MailTrouble("no line")

        async def wait(self, seconds: float) -> bool:
            tried.append("wait")
            raise MailTrouble("no line")

    async def serve() -> None:
        stop = asyncio.Event()
        serving = asyncio.create_task(MailReader(table.desk, Away("INBOX"), 60).serve(stop))
        await asyncio.sleep(2.2)
        stop.set()
        await serving

    asyncio.run(serve())
    assert tried == ["fetch", "fetch"]


def test_two_readers_of_a_new_desk_leave_one_mark_between_them(table: Table, url: str) -> None:
    """Both find none, and both write the first.  A desk that has two marks already, made so, goes on with the first."""
    with ThreadPoolExecutor() as pool:
        with table.desk.store.begin() as books:
            assert books.watch.last() is None
            books.watch.mark(table.clock.now())
            books.watch.mark_unsent(None)
            other = pool.submit(downtime.watch, another(table, url))
            time.sleep(0.3)
        assert other.result(10) == ()
    table.clock.forward(minutes=1)
    with psycopg.connect(url) as line:
        assert line.execute("SELECT count(*) FROM watch").fetchone() == (1,)
        line.execute("INSERT INTO watch (id, at) SELECT 7, at FROM watch")
    downtime.watch(table.desk)
    with table.desk.store.read() as books:
        assert books.watch.last() == table.clock.now()


def test_an_absence_is_made_up_for_by_one_of_two_readers(table: Table, url: str) -> None:
    table.open(GAME)
    downtime.watch(table.desk)
    table.clock.forward(hours=5)
    with ThreadPoolExecutor() as pool:
        with table.desk.store.begin() as books:
            books.watch.keep_from_others()
            other = pool.submit(downtime.watch, another(table, url))
            time.sleep(0.3)
            books.watch.mark(table.clock.now())  # as `watch` does, which moves the deadlines behind this
        assert other.result(10) == ()
