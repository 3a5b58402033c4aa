"""What commands say of a PostgreSQL that cannot be used: what was expected, what was found, how to go on; never a trace."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import psycopg
import pytest
from cryptography.fernet import Fernet
from sqlalchemy.exc import DBAPIError

from pbem.cli import main
from pbem.desk.desk import Desk
from pbem.desk.incoming import intake
from pbem.desk.incoming.intake import take
from pbem.store import engines
from pbem.store.database import Books, Store
from pbem.store.letters_in import StoredArrival
from pbem.store.secrets import Vault
from tests.cluster import Cluster
from tests.commands.test_backup import CONFIG
from tests.desk.table import Table

pytestmark = pytest.mark.integration
NEW = ["new", "rosebud-7", "--game", "rosebud", "--scenario", "in-contact", "--gm", "gm@club.example"]
NEW += ["--player", "us=kate@mail.example", "--player", "indian=mo@post.example"]
LETTER = b"From: kate@mail.example\r\nTo: rosebud-7@pbem.example\r\nSubject: [rosebud-7]\r\n\r\nA/3 hold\r\n"
NUMBERS = count(1)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def configure(home: Path, url: str) -> None:
    (home / "config.toml").write_text(CONFIG.format(database=url), encoding="utf-8")


def ask(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def server(cluster: Cluster) -> str:
    return f"postgresql://pbem@127.0.0.1:{cluster.port}/postgres"


@pytest.fixture
def role(cluster: Cluster) -> Iterator[str]:
    """A user who owns nothing."""
    name = f"club{next(NUMBERS)}"
    ask(server(cluster), f"CREATE ROLE {name} LOGIN PASSWORD 'right'")
    yield name
    ask(server(cluster), f"ALTER ROLE {name} NOLOGIN")


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command that fails says, without the breaks of its lines."""
    capsys.readouterr()
    assert main(words) == 1
    shown = capsys.readouterr()
    assert "Traceback" not in shown.err
    return " ".join((shown.out + shown.err).split())


@pytest.mark.parametrize("words", [["serve", "--once"], ["gm", "queue"], ["doctor"], ["health"], ["backup", "copy.db"]])
def test_a_database_that_is_not_there(
    cluster: Cluster, home: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    (home / "pbem.key").touch(0o600)
    (home / "pbem.key").write_bytes(Fernet.generate_key())
    configure(home, cluster.database() + "x")
    found = told(capsys, *words)
    assert 'x" does not exist' in found
    assert "Make the database (createdb --owner=USER NAME), or name the right one in `database`." in found


def test_a_server_that_does_not_run(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        configure(home, f"postgresql://pbem@127.0.0.1:{free.getsockname()[1]}/games")
        found = told(capsys, "serve", "--once")
    assert "cannot be reached" in found
    assert "Does that server run, and does it listen at that address (listen_addresses)?" in found
    assert not (home / "pbem.key").exists()


def test_a_password_that_is_missing_or_wrong(
    cluster: Cluster, role: str, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = cluster.root / "data" / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text(f"host all {role} 127.0.0.1/32 scram-sha-256\n{before}")
    try:
        ask(server(cluster), "SELECT pg_reload_conf()")
        configure(home, cluster.database().replace("pbem@", f"{role}@"))
        monkeypatch.setenv("PGPASSFILE", str(home / "passwords"))
        found = told(capsys, "doctor")
        assert "no password supplied" in found
        assert "as HOST:PORT:DATABASE:USER:PASSWORD" in found
        (home / "passwords").touch(0o600)
        (home / "passwords").write_text(f"*:*:*:{role}:wrong\n")
        assert "chmod 600" in told(capsys, "serve", "--once")
        (home / "passwords").write_text(f"*:*:*:{role}:right\n")
        assert "ALTER DATABASE ... OWNER TO" in told(capsys, "serve", "--once"), "let in, and may make no tables"
    finally:
        rules.write_text(before)
        ask(server(cluster), "SELECT pg_reload_conf()")


@pytest.mark.slow
def test_a_database_that_another_user_owns(
    cluster: Cluster, role: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Since PostgreSQL 15 nobody but its owner may make tables in a new database."""
    url = cluster.database()
    configure(home, url.replace("pbem@", f"{role}@"))
    for words in (["doctor"], NEW):
        found = told(capsys, *words)
        assert "cannot be used: permission denied for schema public" in found
        assert "ALTER DATABASE ... OWNER TO ..." in found
    assert not (home / "pbem.key").exists()
    ask(server(cluster), f"ALTER DATABASE {url.rpartition('/')[2]} OWNER TO {role}")
    assert main(NEW) == 0


def test_tables_that_another_user_owns(
    cluster: Cluster, role: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = cluster.with_tables()
    configure(home, url)
    assert main(NEW) == 0
    configure(home, url.replace("pbem@", f"{role}@"))
    for words in (["doctor"], ["serve", "--once"], ["gm", "queue"], ["backup", "copy.db"]):
        assert "The tables are another user's: name that one in `database`" in told(capsys, *words)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_an_encoding_in_which_not_every_letter_has_room(
    cluster: Cluster, home: Path, capsys: pytest.CaptureFixture[str], encoding: str
) -> None:
    name = f"narrow{next(NUMBERS)}"
    ask(server(cluster), f"CREATE DATABASE {name} ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0")
    configure(home, f"{server(cluster).rpartition('/')[0]}/{name}")
    for words in (["doctor"], NEW):
        found = told(capsys, *words)
        assert f"expected the encoding UTF8, in which all names and letters can be stored; found {encoding}." in found
        assert "createdb --encoding=UTF8 --template=template0 NAME" in found


def test_a_desk_that_has_such_an_encoding_goes_on_and_doctor_says_so(
    cluster: Cluster, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"narrow{next(NUMBERS)}"
    ask(server(cluster), f"CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    configure(home, f"{server(cluster).rpartition('/')[0]}/{name}")
    with monkeypatch.context() as patch:
        patch.setattr("pbem.store.schema.encoding", lambda _: "UTF8")
        assert main(NEW) == 0
    assert main(["serve", "--once"]) == 0
    capsys.readouterr()
    main(["doctor"])
    found = " ".join(capsys.readouterr().out.split())
    assert "its encoding is LATIN1: expected UTF8; a letter with other characters is held" in found
    assert "createdb --encoding=UTF8" in found


def test_what_the_environment_says_of_encodings_does_not_count(
    cluster: Cluster, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    configure(home, cluster.with_tables())
    assert main([*NEW[:-1], "indian=Mo ☃ <mo@post.example>"]) == 0
    assert main(["gm", "queue"]) == 0


def test_a_statement_that_takes_longer_than_the_user_may(
    cluster: Cluster, role: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = cluster.with_tables()
    configure(home, url)
    assert main(NEW) == 0
    ask(server(cluster), f"ALTER ROLE {role} SUPERUSER")
    ask(server(cluster), f"ALTER ROLE {role} SET statement_timeout = '1ms'")
    with psycopg.connect(url) as other:
        other.execute("LOCK TABLE game")
        configure(home, url.replace("pbem@", f"{role}@"))
        found = told(capsys, "serve", "--once")
    assert "canceling statement due to statement timeout" in found
    assert "ALTER ROLE ... SET statement_timeout = 0" in found


def test_the_lines_options_of_a_url_are_kept(cluster: Cluster) -> None:
    url = cluster.database()
    ask(url, "CREATE SCHEMA club")
    vault = Vault(Fernet.generate_key())
    with closing(Store(f"{url}?options=-csearch_path%3Dclub&connect_timeout=3", vault)) as store:
        assert store.is_empty()
        assert "connect_timeout=3" in store.listen_url
        assert "tcp_user_timeout=30000" in store.listen_url
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT DISTINCT schemaname FROM pg_tables WHERE tablename IN ('game', 'phase')")
        assert found.fetchall() == [("club",)]


def test_a_transaction_that_slept_for_too_long_holds_no_letter(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "ASLEEP_SECONDS", 1)
    table = Table.lay(tmp_path, url=cluster.with_tables())
    table.open("meadow-1")
    with table.desk.store.begin() as books:
        raw = table.reply("meadow-1", "red", "Red One fire at Blue One\nready")
        books.letters_in.take_in([StoredArrival("INBOX", 1, 1, table.clock.now(), raw)])
        (number,) = books.letters_in.new()
    own = intake._take
    with monkeypatch.context() as patch:

        def slowly(desk: Desk, books: Books, number: int, *words: object, **named: object) -> object:
            books.letters_in.get(number)  # the first statement begins the transaction
            time.sleep(2)
            return own(desk, books, number, *words, **named)  # type: ignore[arg-type]

        patch.setattr(intake, "_take", slowly)
        with pytest.raises(DBAPIError, match=r"idle-in-transaction timeout|closed"):
            take(table.desk, number)
    with table.desk.store.read() as books:
        assert books.letters_in.get(number).state == "new"
    assert take(table.desk, number).state == "done"
    table.desk.store.close()


@pytest.mark.slow
def test_a_standby_can_be_looked_at_and_says_that_it_is_one(
    cluster: Cluster, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = cluster.with_tables()
    configure(home, url)
    assert main(NEW) == 0
    assert main(["serve", "--once"]) == 0
    with standby(cluster) as port:
        configure(home, url.replace(f":{cluster.port}/", f":{port}/"))
        (home / "in" / "new" / "1.kate").write_bytes(LETTER)
        assert main(["gm", "queue"]) == 0
        assert main(["backup", "copy.db"]) == 0
        for words in (["serve", "--once"], ["doctor"], ["gm", "hold", "rosebud-7", "--reason", "x", "--yes"]):
            found = told(capsys, *words)
            assert "Is this a standby? Name the server that can be written in `database`" in found
        assert (home / "in" / "new" / "1.kate").exists(), "the letter stays in the mailbox"
    configure(home, url)
    assert main(["serve", "--once"]) == 0
    assert not (home / "in" / "new" / "1.kate").exists()


class standby:
    """A server that follows the cluster, while this lasts; its port."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster, self.folder = cluster, cluster.root / f"standby{next(NUMBERS)}"
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    def __enter__(self) -> int:
        programs, port = self.cluster.programs, str(self.cluster.port)
        copy = ["-h", "127.0.0.1", "-p", port, "-U", "pbem", "-D", self.folder, "-R", "-X", "stream", "-c", "fast"]
        self.cluster._run([programs / "pg_basebackup", *copy])
        words = [programs / "postgres", "-D", self.folder, "-p", str(self.port), "-k", self.cluster.root]
        with (self.cluster.root / "standby.log").open("ab") as log:
            who = self.cluster._as
            self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **who)  # type: ignore[call-overload]
        ready = [programs / "pg_isready", "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        for _ in range(600):
            if subprocess.run(ready, check=False).returncode == 0:
                return self.port
            time.sleep(0.1)
        raise AssertionError((self.cluster.root / "standby.log").read_text())

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)
