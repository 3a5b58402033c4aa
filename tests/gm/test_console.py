"""The console: what its keys do, on any terminal; faults and their bundle; plain ASCII whatever a stranger wrote."""

import argparse
import json
import os
import pty
import select
import subprocess
import sys
import zipfile
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from pbem.commands.gm_desk import gm
from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import CannotDo, perform, show
from pbem.desk.gm.incidents.players import Forget
from pbem.desk.gm.incidents.undo_and_end import Close
from pbem.desk.outgoing.outbox import file_outcome
from pbem.gm import faults, game, letters, players
from pbem.gm.faults import export_fault
from pbem.gm.live import ConsoleState, drawn
from pbem.gm.screen import draw
from pbem.mail.ports import Never
from tests.desk.table import ADDRESSES, Table

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A desk with one game that waits, one that is held by a fault, and a forged letter."""
    table = Table.lay(tmp_path)
    table.open("meadow-1")
    table.open("bog-2", scenario="bog")
    table.say("bog-2", "blue", "policy cover: duck")
    table.say("bog-2", "red", "Red One fire at Blue One\nready")
    forged = table.reply("meadow-1", "red", "pass\n\x1b[2J", sender="mallory@evil.example")
    table.deliver(forged.replace(b"Subject: Re:", b"Subject: =?utf-8?q?=1B[31mRe=E2=98=83?="))
    return table


def seen(state: ConsoleState, width: int = 80, height: int = 0) -> str:
    return "\n".join(one.text for one in state.lines(width, height))


def type_(state: ConsoleState, text: str) -> None:
    for key in text:
        state.press(key)
    state.press("enter")


def test_keys_lead_through_the_screens_and_back(table: Table) -> None:
    state = ConsoleState(table.desk, "petra")
    assert "QUEUE" in seen(state)
    state.press("down")
    state.press("enter")
    assert "GAME meadow-1" in seen(state)
    state.press("b")
    state.press("f")
    assert "FAULTS   2 open" in seen(state)
    assert "ranges has no cell for 13" in seen(state)
    state.press("escape")
    state.press("m")
    state.press("enter")
    assert "unknown sender" in seen(state)
    for key in ("b", "b", "P"):
        state.press(key)
    assert "PLAYERS" in seen(state)
    for key in ("b", "q"):
        state.press(key)
    assert state.is_left


def test_incident_is_asked_for_shown_and_confirmed_by_the_games_name(table: Table) -> None:
    state = ConsoleState(table.desk, "petra")
    state.press("/")
    type_(state, "meadow")
    state.press("x")
    type_(state, "48")
    type_(state, "a power cut")
    assert "it would be due" in " ".join(seen(state).split())
    type_(state, "yes")
    assert "Nothing was done." in seen(state)
    for text in ("48", "a power cut", "meadow-1"):
        if text == "48":
            state.press("x")
        type_(state, text)
    assert "all players are told" in seen(state)
    assert len(table.letters("meadow-1", "blue", "ruling")) == 1


def test_what_cannot_be_done_is_said_and_the_console_goes_on(table: Table) -> None:
    state = ConsoleState(table.desk, "petra")
    state.press("y")
    type_(state, "")
    type_(state, "bog-2")
    assert "bog-2 goes on" in seen(state)
    with table.desk.store.read() as books:
        assert books.games.get("bog-2").state == "held"  # tried again, and held again
    state.press("~")
    assert "no such key here" in seen(state)


@pytest.mark.parametrize("width", [80, 100])
def test_every_screen_is_plain_ascii_and_fits_whatever_a_stranger_wrote(table: Table, width: int) -> None:
    with table.desk.store.read() as books:
        number = books.letters_in.held()[0].id or 0
    screens = [
        game.lines(game.game_screen(table.desk, "meadow-1"), width),
        faults.lines(faults.fault_screen(table.desk), width),
        players.lines(players.players(table.desk), width),
        letters.lines(letters.trace(table.desk, number), width),
    ]
    for lines in screens:
        out = StringIO()
        draw(lines, Console(file=out, width=width, color_system=None))
        text = out.getvalue()
        assert text.isascii()
        assert "\x1b" not in text
        assert max(map(len, text.splitlines())) <= width


def test_live_screen_has_the_height_of_the_terminal(table: Table) -> None:
    out = StringIO()
    console = Console(file=out, width=80, height=24, color_system=None)
    console.print(drawn(ConsoleState(table.desk, "petra"), console))
    assert len(out.getvalue().splitlines()) <= 24


def test_screens_as_json(table: Table) -> None:
    told = game.game_screen(table.desk, "meadow-1").as_json()
    assert told["people"][0]["code"] == "RED"
    json.dumps(told)
    json.dumps([one.as_json() for one in faults.fault_screen(table.desk).faults])


def test_fault_says_which_record_stands_and_what_can_be_done(table: Table) -> None:
    fault = next(one for one in faults.fault_screen(table.desk).faults if one.kind == "rules")
    assert fault.stands.startswith("Record 2 is the last good one.")
    assert fault.ways[0][0] == "pbem gm retry bog-2"
    assert "ChartGap" in fault.trace


def test_bundle_of_a_fault_holds_what_is_needed_and_nothing_private(table: Table, tmp_path: Path) -> None:
    fault = next(one for one in faults.fault_screen(table.desk).faults if one.kind == "rules")
    path = export_fault(table.desk, fault.number, tmp_path / "bundles")
    with zipfile.ZipFile(path) as bundle:
        parts = {name: bundle.read(name).decode() for name in bundle.namelist()}
    assert {"fault.json", "position.json", "orders.json", "trace.txt"} <= set(parts)
    assert "Red One fire at Blue One" in parts["orders.json"]
    everything = "".join(parts.values())
    with table.desk.store.read() as books:
        secrets = [books.secrets.get("bog-2", name).hex() for name in ("ladder top", "salt key", "order secret")]
    for private in (*ADDRESSES.values(), "gm@club.example", *secrets):
        assert private not in everything


def test_letter_that_nobody_takes_and_its_address_are_faults(table: Table) -> None:
    with table.desk.store.begin() as books:
        for row in books.letters_out.to_side("meadow-1", "blue")[:3]:
            file_outcome(table.desk, books, row, Never(550, "no such user"))
    kinds = [one.kind for one in faults.fault_screen(table.desk).faults]
    assert kinds.count("mail") == 2 or kinds.count("mail") == 3
    assert "player" in kinds or len(kinds) >= 4


def test_person_is_forgotten_after_his_games_are_over(table: Table) -> None:
    address = ADDRESSES["red"]
    with pytest.raises(CannotDo, match="whose games have all ended"):
        show(table.desk, Forget(address), reason="asked for")
    for name in ("meadow-1", "bog-2"):
        perform(table.desk, Close(name), "petra", "enough")
    perform(table.desk, Forget(address), "petra", "asked for")
    with table.desk.store.read() as books:
        assert not books.players.at_address(address)
        assert not books.letters_in.count_from(address)
        assert not books.letters_out.count_to(address)
    with pytest.raises(CannotDo, match="an address that is known here"):
        show(table.desk, Forget(address), reason="again")


@pytest.mark.slow
def test_console_without_colour_and_without_utf8(tmp_path: Path) -> None:
    """The program itself on a dumb terminal: the queue is printed, and the plain commands are named."""
    (tmp_path / "config.toml").write_text(
        '[desk]\nhost = "pbem.example"\n[mail_in]\nkind = "maildir"\npath = "in"\n[mail_out]\nkind = "maildir"\npath = "out"\n'
    )
    people = ["--player", "us=Käthe <kate@mail.example>", "--player", "indian=plain", "--gm", "gm@club.example"]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii", "TERM": "dumb", "NO_COLOR": "1", "LC_ALL": "C", "COLUMNS": "80"}
    end = ["--config", str(tmp_path / "config.toml")]

    def pbem(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-X", "utf8=0", "-m", "pbem", *words, *end],
            cwd=ROOT, env=plain, capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip

    made = pbem("new", "rosebud-7", "--game", "rosebud", "--scenario", "in-contact", *people)
    assert made.returncode == 0, made.stderr
    for words in (["gm"], ["gm", "show", "rosebud-7"]):
        shown = pbem(*words)
        assert shown.returncode == 0, shown.stderr
        assert "\x1b" not in shown.stdout
        assert shown.stdout.isascii()
        assert max(map(len, shown.stdout.splitlines())) <= 80
        assert "rosebud-7" in shown.stdout


@pytest.mark.slow
def test_live_console_runs_in_a_terminal_and_is_left_by_q(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(
        '[desk]\nhost = "pbem.example"\n[mail_in]\nkind = "maildir"\npath = "in"\n[mail_out]\nkind = "maildir"\npath = "out"\n'
    )
    people = ["--player", "us=kate@mail.example", "--player", "indian=plain", "--gm", "gm@club.example"]
    new = ["new", "rosebud-7", "--game", "rosebud", "--scenario", "in-contact", *people]
    end = ["--config", str(tmp_path / "config.toml")]
    subprocess.run(
        [sys.executable, "-m", "pbem", *new, *end], cwd=ROOT, check=True, stdin=subprocess.DEVNULL, timeout=120
    )
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    running = subprocess.Popen(
        [sys.executable, "-m", "pbem", "gm", *end], cwd=ROOT, env=env, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    text = ""
    try:
        for _ in range(120):
            if select.select([ours], [], [], 1)[0]:
                text += os.read(ours, 65536).decode("utf-8", "replace")
            if "rosebud-7" in text:
                os.write(ours, b"q")
                break
        assert running.wait(30) == 0
    finally:
        running.kill()
        running.wait()
        os.close(ours)
    assert "QUEUE" in text


def test_console_shows_a_second_gm_what_the_first_has_done_before_he_confirms(table: Table) -> None:
    """Both have opened the same game; the first confirms, and the second's word does nothing but tell him so."""
    first, second = ConsoleState(table.desk, "petra"), ConsoleState(table.desk, "gus")
    for state in (first, second):
        state.press("/")
        type_(state, "meadow")
        state.press("x")
        type_(state, "48")
        type_(state, "a power cut" if state is first else "a wedding")
    type_(first, "meadow-1")
    type_(second, "meadow-1")
    said = " ".join(seen(second).split())
    assert "meadow-1 is no longer as you saw it" in said
    assert "petra" in said
    assert "extend meadow-1 48 (a power cut)" in said
    assert len(table.letters("meadow-1", "blue", "ruling")) == 1
    second.press("x")
    for text in ("24", "a wedding", "meadow-1"):
        type_(second, text)
    assert len(table.letters("meadow-1", "blue", "ruling")) == 2


def test_command_of_a_second_gm_with_the_mark_of_before_does_nothing(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen_by_both = show(table.desk, Extend("meadow-1", 24), reason="x").mark
    perform(table.desk, Extend("meadow-1", 48), "petra", "a power cut")
    parser = argparse.ArgumentParser()
    gm.add_arguments(parser)
    words = ["extend", "meadow-1", "24", "--reason", "a wedding", "--yes", "--seen", seen_by_both]
    with pytest.raises(CannotDo, match="is no longer as you saw it"):
        gm.run_incident(table.desk, Extend, parser.parse_args(words))
    assert len(table.letters("meadow-1", "blue", "ruling")) == 1
