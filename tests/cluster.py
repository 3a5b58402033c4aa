"""A PostgreSQL cluster as a throw-away instance on loopback, all its files in one folder that is removed after."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg
from cryptography.fernet import Fernet

from pbem.store.database import Store
from pbem.store.secrets import Vault

SETTINGS = """
listen_addresses = '127.0.0.1'
fsync = off
full_page_writes = off
autovacuum = off
max_connections = 60
shared_buffers = 32MB
lc_messages = 'C'
"""
"""Nothing is to survive the tests, and a power cut is none of theirs: what PostgreSQL promises of disks is its own."""

OTHERS_END = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
FROM_THE_FIRST = (
    "SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace"
)


def why_not() -> str:
    """Why no cluster can be started here; "" if one can."""
    if not _programs():
        return "not installed: PostgreSQL's initdb (apt-get install postgresql)"
    if os.geteuid() == 0 and _user() is None:
        return "PostgreSQL does not run as root, and there is no user `postgres` to run it as"
    return ""


def _programs() -> Path | None:
    """The folder of initdb and postgres; Debian keeps them out of the PATH."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return newest[-1].parent if newest else None


def _user() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return None


class Cluster:
    """`with Cluster() as cluster:` and `cluster.database()` gives the URL of a database of its own, empty."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._blank = ""
        self._emptied: list[str] = []
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])

    def __enter__(self) -> Self:
        self.root = Path(tempfile.mkdtemp(prefix="pbempg", dir="/tmp"))  # a socket's path must stay under 108 bytes
        user = _user()
        self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if os.geteuid() == 0 and user else {}
        if user and self._as:
            os.chown(self.root, user.pw_uid, user.pw_gid)
        programs = _programs()
        assert programs is not None
        self.programs = programs
        made = [programs / "initdb", "-D", self.root / "data", "-U", "pbem", "-A", "trust", "--no-sync", "-E", "UTF8"]
        self._run([*made, "--locale=C.UTF-8"])
        with (self.root / "data" / "postgresql.conf").open("a") as file:
            file.write(SETTINGS)
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop(signal.SIGQUIT)  # what is in memory alone need not be written any more
        shutil.rmtree(self.root, ignore_errors=True)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        with (self.root / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.root / "data", "-p", str(self.port), "-k", self.root],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **self._as,  # type: ignore[call-overload]
            )
        ready = [self.programs / "pg_isready", "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        for _ in range(600):
            if subprocess.run(ready, check=False).returncode == 0:
                return
            assert self._process.poll() is None, (self.root / "log").read_text()
            time.sleep(0.05)
        raise AssertionError((self.root / "log").read_text())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT ends every connection, SIGQUIT is a crash of it all."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def database(self, template: str = "") -> str:
        """A new database; its URL.  It is empty, or a copy of the one called `template`, which nobody may have open."""
        name = f"desk{next(self._numbers)}"
        like = f" TEMPLATE {template}" if template else ""
        with psycopg.connect(f"{self._url}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}{like}".encode())
        return f"{self._url}/{name}"

    def with_tables(self) -> str:
        """A database that has the program's tables and nothing in them; its URL."""
        if not self._blank:
            url = self.database()
            Store(url, Vault(Fernet.generate_key())).close()
            self._blank = url.rpartition("/")[2]
        return self._emptied.pop() if self._emptied else self.database(self._blank)

    def take_back(self, url: str) -> None:
        """Empty a database that a test has done with, for another one: a hundred times as quick as to make one."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(OTHERS_END)
            connection.execute("SET session_replication_role = replica")  # rows may go before those that name them
            names = [str(name) for (name,) in connection.execute(TABLES)]
            connection.execute("; ".join(f"DELETE FROM {name}" for name in names).encode())
            connection.execute(FROM_THE_FIRST)
        self._emptied.append(url)

    @property
    def _url(self) -> str:
        return f"postgresql://pbem@127.0.0.1:{self.port}"

    def _run(self, words: list[str | Path]) -> None:
        done = subprocess.run(words, check=False, capture_output=True, cwd=self.root, **self._as)  # type: ignore[call-overload]
        assert done.returncode == 0, done.stderr.decode()
