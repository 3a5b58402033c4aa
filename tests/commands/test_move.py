"""`pbem move`: a desk goes from a SQLite file into PostgreSQL and back, and plays on as if nothing had been."""

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from pbem.cli import main
from pbem.commands import move
from pbem.commands.desk_arguments import only_one
from pbem.commands.move import CannotMove
from pbem.store import copies
from tests.cluster import Cluster
from tests.commands.test_backup import CONFIG, write

pytestmark = pytest.mark.integration
NEW = ["new", "rosebud-7", "--game", "rosebud", "--scenario", "in-contact", "--gm", "gm@club.example"]
NEW += ["--player", "us=kate@mail.example", "--player", "indian=mo@post.example"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A desk in a file whose game waits for the Indians' rally."""
    monkeypatch.chdir(tmp_path)
    configure(tmp_path, "pbem.db")
    assert main(NEW) == 0
    assert main(["serve", "--once"]) == 0
    return tmp_path


def configure(home: Path, database: str) -> None:
    (home / "config.toml").write_text(CONFIG.format(database=database), encoding="utf-8")


@pytest.mark.slow
def test_a_desk_moves_into_postgresql_and_back_and_plays_on(
    cluster: Cluster, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = cluster.database()
    before = len(list(home.glob("out/**/new/*")))
    write(home, "mo", "ready")
    capsys.readouterr()
    assert main(["move", url]) == 0
    told = capsys.readouterr().out
    assert "1 game checked, every chain of records is whole" in told
    assert f'next: put this into config.toml, then start the daemon:   database = "{url}"' in told
    assert main(["serve", "--once"]) == 1, "nobody works on at the old one"
    assert "the desk of this database was moved to another one" in capsys.readouterr().err
    assert main(["gm", "queue"]) == 1
    assert len(list(home.glob("out/**/new/*"))) == before
    configure(home, url)
    assert main(["serve", "--once"]) == 0
    assert len(list(home.glob("out/**/new/*"))) > before, "the letter that waited was read, and play went on"
    assert main(["move", "back.db"]) == 0
    configure(home, "back.db")
    capsys.readouterr()
    assert main(["gm", "queue"]) == 0
    assert "rosebud-7" in capsys.readouterr().out
    before = len(list(home.glob("out/**/new/*")))
    write(home, "mo", "status")
    assert main(["serve", "--once"]) == 0
    assert len(list(home.glob("out/**/new/*"))) > before
    assert main(["doctor", "--no-letter"]) == 0


@pytest.mark.slow
def test_rows_that_are_made_after_the_move_have_numbers_of_their_own(cluster: Cluster, home: Path) -> None:
    url = cluster.database()
    assert main(["move", url]) == 0
    configure(home, url)
    assert main(["new", "rosebud-8", *NEW[2:]]) == 0
    assert main(["serve", "--once"]) == 0


@pytest.mark.slow
def test_a_daemon_at_work_is_stopped_first(cluster: Cluster, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    with only_one(home / "pbem.db"):
        assert main(["move", cluster.database()]) == 1
    assert "expected no other daemon" in capsys.readouterr().err
    url = cluster.database()
    assert main(["move", url]) == 0
    configure(home, url)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("INSERT INTO worker (name, role, version, seen) VALUES ('reader 7', 'reader', '0', now())")
    capsys.readouterr()
    assert main(["move", "back.db"]) == 1
    assert "reader 7 works at this database.\nStop all workers first" in capsys.readouterr().err
    assert not (home / "back.db").exists()


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("pbem.db", "expected another database than the desk's own"),
        ("config.toml", "expected a name that is free, found a file"),
        ("mysql://pbem@db.example/games", "expected a file, or a URL such as postgresql://pbem@db.example/games"),
        ("postgresql://pbem@127.0.0.1:1/games", "Does that server run"),
        ("nowhere/pbem.db", "No such file or directory"),
    ],
)
def test_where_it_cannot_go_is_told(home: Path, capsys: pytest.CaptureFixture[str], where: str, words: str) -> None:
    capsys.readouterr()
    assert main(["move", where]) == 1
    shown = capsys.readouterr().err
    assert words in shown
    assert shown.endswith("nothing was moved\n")
    assert main(["serve", "--once"]) == 0


@pytest.mark.slow
def test_a_database_in_which_something_is_stays_as_it_is(
    cluster: Cluster, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = cluster.with_tables()
    configure(home, url)
    assert main(["new", "rosebud-8", *NEW[2:]]) == 0
    configure(home, "pbem.db")
    capsys.readouterr()
    assert main(["move", url]) == 1
    assert "the database is not empty" in capsys.readouterr().err
    assert main(["serve", "--once"]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["a row", "a chain"])
def test_what_does_not_arrive_whole_is_not_moved(
    cluster: Cluster, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: str
) -> None:
    url = cluster.with_tables()
    with monkeypatch.context() as patch:
        if fault == "a chain":
            patch.setattr(move, "_checked", broken)
        else:
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(LOSING)
        capsys.readouterr()
        assert main(["move", url]) == 1
    shown = capsys.readouterr().err
    assert ("rosebud-7: record 3: broken" if fault == "a chain" else "table record: expected") in shown
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (0,)
    assert main(["serve", "--once"]) == 0, "the desk is where it was"


@pytest.mark.slow
@pytest.mark.parametrize("step", ["_compared", "MOVED"])
def test_after_a_fault_at_any_step_it_can_be_tried_again(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], step: str
) -> None:
    def differs(*_: object) -> int:
        raise copies.NotTheSame("table game: expected 1 rows, found 0")

    with monkeypatch.context() as patch:
        patch.setattr(copies, step, differs if step == "_compared" else object())  # a mark that no database takes
        assert main(["move", "new.db"]) == 1
    assert capsys.readouterr().err.endswith("nothing was moved\n")
    assert not (home / "new.db").exists()
    assert main(["move", "new.db"]) == 0


LOSING = """
CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER losing BEFORE INSERT ON record FOR EACH ROW WHEN (NEW.seq = 0) EXECUTE FUNCTION lose()
"""


def broken(_: object) -> int:
    raise CannotMove("rosebud-7: record 3: broken")


@pytest.mark.slow
def test_the_chain_of_a_game_is_looked_at(cluster: Cluster, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(home / "pbem.db")) as file:
        file.execute('UPDATE record SET body = replace(body, \'"at":"2\', \'"at":"3\') WHERE seq = 0')
        file.commit()
    capsys.readouterr()
    assert main(["move", cluster.database()]) == 1
    assert "rosebud-7: record" in capsys.readouterr().err


@pytest.mark.slow
def test_a_moved_file_is_as_good_as_a_backup_if_its_new_database_is_lost(
    cluster: Cluster, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["move", cluster.database()]) == 0
    configure(home, "again.db")
    capsys.readouterr()
    assert main(["restore", "pbem.db"]) == 0
    assert "held until their later records are back:\n  rosebud-7\n" in capsys.readouterr().out
    assert main(["adopt", "out"]) == 0
    assert main(["gm", "retry", "rosebud-7", "--yes"]) == 0
