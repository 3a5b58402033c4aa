"""What players use works on a machine without Unix's modules; a desk says that it needs them.

A process of its own stands for such a machine: the modules cannot be imported, and `os` lacks what Windows' lacks.
"""

import subprocess
import sys
from pathlib import Path

import pytest

PEOPLE = ("--player", "us=Kate <kate@trial.example>", "--player", "indian=Mo <mo@trial.example>")
WITHOUT = """
import sys

class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "pwd", "grp", "resource", "termios", "_posixsubprocess"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

import asyncio, importlib.util, mailbox, os, subprocess, types
for name in ("fcntl", "pwd", "grp", "resource", "termios"):
    sys.modules.pop(name, None)
mailbox.fcntl = None
sys.meta_path.insert(0, Nowhere())
spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "fcntl" else spec(name, *more)
for name in ("getuid", "geteuid", "getgid", "statvfs", "fchmod", "fork", "chown"):
    delattr(os, name)
sys.modules["msvcrt"] = types.SimpleNamespace(locking=lambda *given: None, LK_LOCK=1, LK_NBLCK=2)

def refused(*given):
    raise NotImplementedError

asyncio.base_events.BaseEventLoop.add_signal_handler = refused
from pbem.cli import main
sys.exit(main(sys.argv[1:]))
"""


END = "---- end of a command ----"


def run(folder: Path, *words: str, given: str = "") -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *words],
        cwd=folder,
        input=given,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def mailboxes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game's mailboxes, made by a desk on this machine."""
    from pbem.cli import main

    folder = tmp_path_factory.mktemp("desk")
    config = ("--config", str(folder / "config.toml"))
    assert main(["trial", *config]) == 0
    assert main(["new", "try-1", "--game", "rosebud", "--scenario", "in-contact", "--yes", *PEOPLE, *config]) == 0
    assert main(["trial", "+7d", *config]) == 0
    return folder


@pytest.mark.slow
def test_verify(mailboxes: Path) -> None:
    status, out, err = run(mailboxes, "verify", "out/kate", "out/mo")
    assert (status, err) == (0, "")
    assert "try-1" in out


@pytest.mark.slow
def test_orders_check(tmp_path: Path) -> None:
    words = ("orders", "check", "--game", "rosebud", "--side", "us", "--scenario", "in-contact", "-")
    status, out, err = run(tmp_path, *words, given="G/3 Cav recover\n")
    assert status in (0, 1)
    assert "G/3 Cav" in out
    assert "Traceback" not in err


@pytest.mark.slow
def test_what_if(mailboxes: Path) -> None:
    status, out, err = run(mailboxes, "what-if", "out/mo", "--try", "pass", "--plays", "1")
    assert "Traceback" not in err
    assert status in (0, 1)
    assert out or err


@pytest.mark.slow
def test_witness(tmp_path: Path) -> None:
    new = ("witness", "new", "wes", "--game", "try-1", "--address", "wes@witness.example", "--length", "64")
    assert run(tmp_path, *new)[0] == 0
    (tmp_path / "letter.eml").write_text("Subject: x\n\nx\n", encoding="ascii")
    status, _, err = run(tmp_path, "witness", "answer", "wes", "letter.eml")
    assert (status, err.splitlines()[-1]) == (1, "letter.eml: no step is given: it carries no lock of try-1")
    text = '[desk]\nhost = "w.example"\n[mail_in]\nkind = "maildir"\npath = "in"\n[mail_out]\nkind = "maildir"\npath = "out"\n'
    (tmp_path / "config.toml").write_text(text, encoding="ascii")
    assert run(tmp_path, "witness", "serve", "wes", "--once")[0] == 0


EACH = """
for words in given.splitlines():
    print(f"{main(words.split())}: {words}", flush=True)
    print(END, flush=True)
"""
COMMANDS = ("setup", "trial", "doctor", "serve", "new", "gm queue", "health", "move x.db")


@pytest.mark.slow
def test_a_desk_says_what_it_needs(mailboxes: Path) -> None:
    """One process after the other would prove no more: each command says it before it does anything."""
    program = f"{WITHOUT.rpartition('sys.exit')[0]}given, END = {chr(10).join(COMMANDS)!r}, {END!r}{EACH}"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=mailboxes,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    *told, rest = done.stdout.split(f"{END}\n")
    assert (done.returncode, rest, len(told)) == (0, "", len(COMMANDS)), done.stdout
    for words, one in zip(COMMANDS, told, strict=True):
        assert one.endswith(f"1: {words}\n"), one
        assert "A desk needs Linux, macOS or another Unix" in " ".join(one.split())
        assert "WSL" in one
        assert "Traceback" not in one
