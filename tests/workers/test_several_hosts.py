"""A desk on seven hosts, each with an address of its own: a database and its standby, two readers, two adjudicators, a sender.

Hosts are cut off, the database freezes and is lost, a sender dies between handing over and marking.  No order may be lost, no
phase played twice, and one letter at most may go out once more.
"""

import json
import mailbox
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pbem.desk.desk import Desk, House, SystemClock
from pbem.desk.play.advance import advance
from pbem.store.database import Store
from pbem.store.secrets import Vault
from tests import cluster, network
from tests.desk.table import Table, titles
from tests.network import Host, Network

pytestmark = pytest.mark.slow

KEY = b"a2VwdCBpbiB0aGUgdGVzdHMgYW5kIG5vd2hlcmUgZWw="
ROOT = Path(__file__).resolve().parents[2]
GAMES = ("meadow-1", "meadow-2", "meadow-3")
BOTH_FIRE = "Red One fire at Blue One\nRed Two fire at Blue Two\nready"
STEPS = (("red", BOTH_FIRE), ("blue", "2"), ("blue", "1"), ("red", "Red One march 2\nready"))
WORKERS = 6
"""Two readers, two adjudicators, a sender, and the row of the sender that died."""
PATIENCE = 240
"""Seconds after which something that must happen has not happened, on a machine that does other things besides."""
CONFIG = """
[desk]
host = "pbem.example"
gm = "gm@club.example"
[store]
database = "{url}"
key_file = "pbem.key"
[mail_in]
kind = "maildir"
path = "in"
[mail_out]
kind = "maildir"
path = "out"
[daemon]
poll_seconds = 5
"""
SETTINGS = """
listen_addresses = '*'
autovacuum = off
max_connections = 60
shared_buffers = 32MB
lc_messages = 'C'
"""
WORKER = "import sys; from tests.plant.program import run; run(sys.argv[2:], '', sys.argv[1])"
"""`pbem` as it is shipped, with the skirmish for its only game."""


class Server:
    """A PostgreSQL on a host, which the test itself reaches by a socket in its folder."""

    def __init__(self, host: Host, folder: Path) -> None:
        self.host, self.folder = host, folder
        self._user = cluster._user() if os.geteuid() == 0 else None
        programs = cluster._programs()
        assert programs is not None
        self._programs = programs
        folder.mkdir()
        if self._user is not None:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        self.process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """An empty cluster."""
        self._run(
            "initdb",
            "-D",
            self.folder / "data",
            "-U",
            "pbem",
            "-A",
            "trust",
            "--no-sync",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        )
        with (self.folder / "data" / "postgresql.conf").open("a") as file:
            file.write(SETTINGS)
        with (self.folder / "data" / "pg_hba.conf").open("a") as file:
            file.write("host all,replication all samenet trust\n")

    def follow(self, other: "Server") -> None:
        """A copy of another one that follows it."""
        data = self.folder / "data"
        self._run(
            "pg_basebackup", "-h", other.host.address, "-U", "pbem", "-D", data, "-R", "-X", "stream", "-c", "fast"
        )

    def start(self) -> None:
        """Start it, and wait until it answers."""
        words = self._words("postgres", "-D", self.folder / "data", "-k", self.folder)
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        until(lambda: self.ask("SELECT 1") == 1, (self.folder / "log").read_text)

    def ask(self, query: str, database: str = "postgres") -> Any:
        """The first value that a query finds; None where the server does not answer."""
        try:
            with psycopg.connect(self.url(database), autocommit=True, connect_timeout=5) as connection:
                found = connection.execute(query.encode())
                row = found.fetchone() if found.description else None
        except psycopg.OperationalError:
            return None
        return row[0] if row else None

    def url(self, database: str) -> str:
        """Where the test finds it."""
        return f"postgresql://pbem@/{database}?host={self.folder}"

    def signal(self, number: signal.Signals) -> None:
        """To the server and to every process that it has made."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for pid in (self.process.pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def end(self) -> None:
        """End it as a power cut does."""
        if self.process is not None and self.process.poll() is None:
            self.signal(signal.SIGKILL)
            self.process.wait()

    def _words(self, program: str, *words: str | Path) -> list[str | Path]:
        who = {"uid": self._user.pw_uid, "gid": self._user.pw_gid} if self._user is not None else {}
        return self.host.inside(self._programs / program, *words, **who)

    def _run(self, program: str, *words: str | Path) -> None:
        done = subprocess.run(self._words(program, *words), check=False, capture_output=True, cwd=self.folder)
        assert done.returncode == 0, done.stderr.decode()


class Desks:
    """The workers of a desk on their hosts."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        (folder / "config.toml").write_text(CONFIG.format(url=url))
        (folder / "pbem.key").touch(0o600)
        (folder / "pbem.key").write_bytes(KEY)
        self.inbox = mailbox.Maildir(folder / "in", create=True)
        self._started: list[subprocess.Popen[bytes]] = []

    def start(self, host: Host, role: str, crash_at: str = "") -> subprocess.Popen[bytes]:
        """Start a worker on a host."""
        log = self.folder / f"{role}-{host.address}.log"
        code = WORKER.replace("''", repr(crash_at))
        words = [
            sys.executable,
            "-c",
            code,
            str(log),
            "serve",
            "--role",
            role,
            "--config",
            str(self.folder / "config.toml"),
        ]
        self._started.append(subprocess.Popen(host.inside(*words), cwd=ROOT))
        return self._started[-1]

    def end(self) -> None:
        """End them all."""
        for one in self._started:
            if one.poll() is None:
                one.kill()
            one.wait()

    def copies(self) -> Counter[str]:
        """How often each letter lies in the players' mailboxes."""
        boxes = [mailbox.Maildir(one) for one in (self.folder / "out").iterdir()]
        return Counter(str(letter["Message-ID"]) for box in boxes for letter in box)

    def told(self) -> str:
        """The ends of the logs."""
        return "\n".join(f"{one.name}:\n{one.read_text()[-1500:]}" for one in sorted(self.folder.glob("*.log")))


def until(happens: Callable[[], object], told: Callable[[], str]) -> None:
    """Wait until something happens."""
    ends = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < ends, told()
        time.sleep(0.2)


def kinds(desk: Desk, game: str) -> list[str]:
    """The records of a game by what they are."""
    with desk.store.read() as books:
        return [json.loads(row.body)["type"] for row in books.records.since(books.games.get(game), -1)]


def by_one_process(folder: Path) -> list[list[str]]:
    """The records after each step, played on a file."""
    folder.mkdir()
    table = Table.lay(folder, KEY)
    table.open(GAMES[0])
    found = []
    for side, words in STEPS:
        table.deliver(table.reply(GAMES[0], side, words))
        advance(table.desk, GAMES[0])
        found.append(kinds(table.desk, GAMES[0]))
    table.desk.store.close()
    return found


@pytest.fixture
def hosts() -> Iterator[Sequence[Host]]:
    reason = cluster.why_not() or network.why_not()
    if reason:
        pytest.skip(reason)
    with Network(7) as found:
        yield found


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that the database's user may enter, whose sockets have short names."""
    import shutil
    import tempfile

    found = Path(tempfile.mkdtemp(prefix="pbemlan", dir="/tmp"))
    found.chmod(0o755)
    yield found
    shutil.rmtree(found, ignore_errors=True)


def test_hosts_are_cut_off_and_nothing_is_lost_or_done_twice(hosts: Sequence[Host], folder: Path) -> None:
    expected = by_one_process(folder / "one")
    with ExitStack() as stack:
        first, second = Server(hosts[0], folder / "db1"), Server(hosts[1], folder / "db2")
        stack.callback(first.end)
        stack.callback(second.end)
        first.make()
        first.start()
        first.ask("CREATE DATABASE games")
        second.follow(first)
        second.start()
        # From now on what is committed is on both.
        first.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        first.ask("SELECT pg_reload_conf()")
        until(lambda: first.ask("SELECT sync_state FROM pg_stat_replication") == "sync", lambda: "no standby")
        both = ",".join(one.address for one in hosts[:2])
        url = (
            f"postgresql://pbem@/games?host={both}&port=5432,5432&target_session_attrs=read-write"
            "&connect_timeout=3&tcp_user_timeout=3000"
        )
        desks = Desks(folder, url)
        stack.callback(desks.end)
        table = _table(first)
        for game in GAMES:
            table.open(game)
        _, _, reader, _, adjudicator, _, sender = hosts
        for host in hosts[2:4]:
            desks.start(host, "reader")
        for host in hosts[4:6]:
            desks.start(host, "adjudicator")
        dying = desks.start(sender, "sender", "C13")  # a letter was handed over and is not marked
        until(lambda: dying.poll() is not None, desks.told)
        assert dying.returncode == -signal.SIGKILL
        _let_claims_end(first)
        desks.start(sender, "sender")
        # A worker that cannot reach the database when it starts ends, and systemd would start it again.
        until(lambda: first.ask("SELECT count(*) FROM worker", "games") == WORKERS, desks.told)

        for step, fault in enumerate(
            (adjudicator.cut_off, reader.cut_off, lambda: first.signal(signal.SIGSTOP), first.end)
        ):
            side, words = STEPS[step]
            for game in GAMES:
                desks.inbox.add(table.reply(game, side, words))
            if step < 3:
                time.sleep(step * 0.5)
            fault()
            if step == 2:
                time.sleep(8)  # longer than any line waits
                first.signal(signal.SIGCONT)
            if step == 3:
                table.desk.store.close()
                assert second.ask("SELECT pg_promote()")
                table = _table(second)
            server = second if step == 3 else first
            until(partial(_played, table, server, expected[step]), desks.told)
            for host in (adjudicator, reader):
                host.plug_in()

        def is_all_sent(table: Table = table) -> bool:
            with table.desk.store.read() as books:
                return books.letters_out.count("new", "later", "sending", "maybe") == 0

        until(lambda: second.ask("SELECT count(*) FROM letter_out WHERE state = 'new'", "games") == 0, desks.told)
        time.sleep(5)  # whatever is on its way arrives
        _let_claims_end(second)  # the sender could not mark a letter while the database was gone
        until(is_all_sent, desks.told)
        with table.desk.store.read() as books:
            assert books.letters_in.count("done") == len(GAMES) * len(STEPS)
            assert books.letters_in.count("held") == books.letters_in.count("new") == 0
            sent = books.letters_out.count("sent")
        sides = [(game, side) for game in GAMES for side in ("red", "blue")]
        within = sum(len(table.letters(*one)) - len(table.mailed(*one)) for one in sides)
        copies = desks.copies()
        assert len(copies) + within == sent, "what stands in a welcome is not mailed by itself"
        twice = [one for one, count in copies.items() if count > 1]
        assert len(twice) <= 2, (
            twice
        )  # one by the dead sender, and one at most that was on its way when the database was lost
        assert max(copies.values()) <= 2
        table.desk.store.close()


def _let_claims_end(server: Server) -> None:
    """As if the quarter of an hour had passed that a sender has for its letters."""
    server.ask("UPDATE letter_out SET not_before = '2020-01-01T00:00:00Z' WHERE state = 'sending'", "games")


def _table(server: Server) -> Table:
    desk = Desk(Store(server.url("games"), Vault(KEY)), SystemClock(), House("pbem.example"), titles)
    return Table(desk, desk.clock)  # type: ignore[arg-type]


def _played(table: Table, server: Server, expected: list[str]) -> bool:
    """Whether every game is just so far.  Leases end early, as if their two minutes had passed."""
    server.ask("UPDATE lease SET wake = now() WHERE until < now() + interval '100 seconds'", "games")
    found = [kinds(table.desk, game) for game in GAMES]
    assert all(one == expected[: len(one)] for one in found), found
    return all(one == expected for one in found)
