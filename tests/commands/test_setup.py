"""`pbem setup`: what it asks, tries and writes, with a mail server of its own on loopback."""

import asyncio
import io
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.commands import setup
from pbem.config import read_config
from pbem.mail.embedded import EmbeddedMail

PASSWORD = "tulip-drawer"


@pytest.fixture(scope="module")
def mail() -> Iterator[EmbeddedMail]:
    """A mail server in a thread of its own, with the desk's mailbox."""
    servers: list[EmbeddedMail] = []
    is_up = threading.Event()
    loop = asyncio.new_event_loop()
    ends = asyncio.Event()

    async def serve() -> None:
        async with EmbeddedMail({"desk": PASSWORD}) as server:
            servers.append(server)
            is_up.set()
            await ends.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    assert is_up.wait(20)
    yield servers[0]
    loop.call_soon_threadsafe(ends.set)
    thread.join(20)
    loop.close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def answers(mail: EmbeddedMail, **more: str) -> str:
    found = {
        "address": "desk@pbem.example",
        "provider": "own",
        "imap": f"127.0.0.1:{mail.imap_port}",
        "smtp": f"127.0.0.1:{mail.smtp_port}",
        "user": "desk",
        "password": PASSWORD,
        "gm": "you@club.example",
        **more,
    }
    return "".join(f'{key} = "{value}"\n' for key, value in found.items() if value)


def answered(home: Path, text: str) -> int:
    (home / "answers.toml").write_text(text, encoding="utf-8")
    (home / "answers.toml").chmod(0o600)
    return main(["setup", "--answers", "answers.toml"])


def written(home: Path) -> set[str]:
    return {one.name for one in home.iterdir()} - {"answers.toml"}


def test_from_an_answers_file_to_a_desk_that_doctor_finds_good(
    home: Path, mail: EmbeddedMail, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answered(home, answers(mail)) == 0
    shown = capsys.readouterr().out
    assert "letter to ourselves: there and back" in shown
    assert shown.endswith("Next, open a game:   pbem new\n")
    assert PASSWORD not in shown
    assert written(home) == {"config.toml", "own.password"}
    assert {(home / one).stat().st_mode & 0o777 for one in written(home)} == {0o600}
    config = read_config(home / "config.toml")
    assert (config.desk.mailbox, config.desk.host, config.desk.gm) == ("desk", "pbem.example", "you@club.example")
    assert (home / "own.password").read_text() == f"{PASSWORD}\n"


def test_a_wrong_password_leaves_everything_as_it_was(
    home: Path, mail: EmbeddedMail, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answered(home, answers(mail, password="crocus")) == 1
    told = capsys.readouterr()
    assert "BAD  IMAP login: desk is refused" in told.out
    assert "app password" in told.out
    assert told.err == "Nothing was written.\n"
    assert written(home) == set()


def test_again_keeps_what_it_does_not_ask_and_the_password(home: Path, mail: EmbeddedMail) -> None:
    assert answered(home, answers(mail)) == 0
    path = home / "config.toml"
    path.write_text(f"# ours\n{path.read_text()}\n[daemon]\npoll_seconds = 30  # quick\n", encoding="utf-8")
    assert answered(home, answers(mail, gm="new@club.example", password="")) == 0
    text = path.read_text()
    assert "# ours" in text
    assert "poll_seconds = 30  # quick" in text
    assert read_config(path).desk.gm == "new@club.example"
    assert (home / "own.password").read_text() == f"{PASSWORD}\n"


def test_over_a_pipe_without_a_file(
    home: Path, mail: EmbeddedMail, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = (
        "desk@pbem.example", "own", f"127.0.0.1:{mail.imap_port}", "", f"127.0.0.1:{mail.smtp_port}", "", "desk", "plus",
        "-", PASSWORD, "desk+x@pbem.example", "you@club.example", "",
    )  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main(["setup"]) == 0
    shown = capsys.readouterr().out
    assert "expected another address than the desk's" in shown
    assert PASSWORD not in shown


def test_an_end_of_input_writes_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("desk@gmail.com\n"))
    assert main(["setup"]) == 1
    assert capsys.readouterr().err == "Nothing was written.\n"
    assert written(home) == set()


def test_all_wrong_answers_are_told_at_once_and_no_password(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'address = "desk+us@gmail.com"\nprovider = "gmial"\ngm = 3\npassword = "a\\tb"\ncolour = "red"\n'
    assert answered(home, text) == 1
    told = capsys.readouterr().err
    for key in ("address", "provider", "gm", "password", "colour"):
        assert f"{key}: expected" in told, key
    assert "a\\tb" not in told
    assert "a\tb" not in told


def test_without_a_network_it_says_what_to_look_at(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        'address = "desk@pbem.example"\nprovider = "own"\nimap = "mail.invalid"\nsmtp = "mail.invalid"\n'
        'password = "x"\ngm = "you@club.example"\n'
    )
    assert answered(home, text) == 1
    told = capsys.readouterr()
    assert "mail.invalid has no address" in told.out
    assert "network" in told.out
    assert written(home) == set()


def test_a_configuration_that_was_written_by_half_is_kept_aside(home: Path, mail: EmbeddedMail) -> None:
    (home / "config.toml").write_text('[desk]\nhost = "pbe', encoding="utf-8")
    left = home / f"{setup.STAGE}killed"
    left.mkdir()
    (left / "own.password").write_text("crocus", encoding="utf-8")
    assert answered(home, answers(mail)) == 0
    assert written(home) == {"config.toml", "config.toml.broken", "own.password"}
    read_config(home / "config.toml")


def test_the_configuration_changes_last(home: Path, mail: EmbeddedMail, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answered(home, answers(mail)) == 0
    before = (home / "config.toml").read_bytes()
    replace, moved = os.replace, []

    def killed(source: Path, target: Path) -> None:
        if target.name == "config.toml":
            raise KeyboardInterrupt
        moved.append(target.name)
        replace(source, target)

    monkeypatch.setattr(os, "replace", killed)
    assert answered(home, answers(mail, gm="new@club.example")) == 130
    assert moved == ["own.password"]
    assert (home / "config.toml").read_bytes() == before


def test_a_desk_with_games_keeps_its_address(
    home: Path, mail: EmbeddedMail, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answered(home, answers(mail)) == 0
    (home / "pbem.db").touch(0o600)
    assert answered(home, answers(mail, address="desk@other.example")) == 1
    assert "played by letters to desk@pbem.example" in capsys.readouterr().err


@pytest.mark.parametrize("name", [*setup.PROVIDERS])
def test_every_preset_makes_a_configuration_that_can_be_read(home: Path, name: str) -> None:
    domain = (*setup.PROVIDERS[name].domains, "club.example")[0]
    given = {
        "provider": name, "address": f"rosebud.desk@{domain}", "gm": "you@club.example",
        "name": "The desk", "password": "abcd efgh", "microsoft_client": "0-0",
    }  # fmt: skip
    (home / "config.toml").write_text(setup._text(home / "config.toml", given), encoding="utf-8")
    config = read_config(home / "config.toml")
    assert config.mail_in.host == setup.PROVIDERS[name].imap
    assert config.mail_out.port in (465, 587)
    assert setup._configured(home / "config.toml")["provider"] == name
    page = (Path(__file__).parents[2] / "docs" / "mail-setup.md").read_text(encoding="utf-8")
    assert config.mail_in.host in page
    assert config.mail_out.host in page


def test_a_password_in_groups_loses_its_blanks(home: Path) -> None:
    assert setup._bare({"provider": "gmail", "password": "abcd efgh"}) == "abcdefgh"
    assert setup._bare({"provider": "own", "password": "two words"}) == "two words"
