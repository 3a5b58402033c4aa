"""What strangers write is shown and does nothing: a corpus of hostile strings over every screen, letter, page and log line."""

import argparse
import io
import logging
import re
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.commands.gm_desk import gm as gm_command
from pbem.core.sanitize import visible, visible_line
from pbem.gm.by_mail import answer_letters
from pbem.gm.live import ConsoleState, drawn
from pbem.gm.screen import plain
from pbem.logs import JsonLines, TextLines
from pbem.store.letters_in import StoredArrival
from tests.commands.desk import laid, opened
from tests.databases import OVER_POSTGRESQL
from tests.desk.table import Table

HOSTILE = (
    "\x1b[2J\x1b[1;1H",  # wipes the screen
    "\x1b]0;owned\x07",  # retitles the window
    "\x1b]52;c;cm0gLXJmIH4=\x07",  # fills the clipboard
    "\x9b31m",  # the same introducer in one character
    "\x1bP$q\x1b\\",
    "\r overwritten",
    "\b\b\b\b",
    "\x00\x7f\x0e",
    "\u202egnorw\u202c",
    "\u2066\u2067x\u2069",
    "\u200b\u200f\ufeff",
    "\u2028a second line",
    "\x85another",
    "\U000e0041\U000e0042",  # tag characters
    "\udc80",
    "<script>alert(1)</script>",
)
LINE = "".join(HOSTILE)
BAD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)
SCREENS = (
    ("gm", "queue"),
    ("gm", "queue", "--json"),
    ("gm", "show", "rosebud-1"),
    ("gm", "show", "rosebud-1", "--json"),
    ("gm", "show", "1"),
    ("gm", "trace", "1"),
    ("gm", "faults"),
    ("gm", "players"),
    ("gm", "log"),
    ("gm", "digest"),
    ("gm", "remind", "rosebud-1"),
    ("gm", "preview", "rosebud-1"),
    ("gm",),
    ("health",),
    ("map", "rosebud-1"),
    ("verify", "box.mbox"),
    ("letter", "hostile.eml"),
    ("export", "rosebud-1", "--json", "-", "--side", "us"),
    ("gm", "show", LINE.replace("\x00", "")),
    ("gm", LINE.replace("\x00", "")),
    (LINE.replace("\x00", ""),),
    ("new", "--game", "rosebud", "--player", f"us={LINE}", "--gm", LINE, "--yes"),
)


def clean(text: str) -> None:
    assert BAD.search(text) is None, repr(text[max(BAD.search(text).start() - 60, 0) :][:120])  # type: ignore[union-attr]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Path]:
    """A desk from before names were checked: each text that a stranger can set is hostile."""
    table, config = laid(tmp_path, monkeypatch)
    opened(table, "rosebud-1", "rosebud", "historical")
    head = f"From: {LINE} <eve@evil.example>\nTo: pbem+rosebud-1@pbem.example\nSubject: {LINE}\nMessage-ID: <{LINE}@x>"
    letter = f"{head}\n\n{LINE}\n".encode("utf-8", "surrogateescape")
    (tmp_path / "hostile.eml").write_bytes(letter)
    table.deliver(letter)
    with table.desk.store.begin() as books:
        game = books.games.get("rosebud-1")
        for player in books.players.of(game):
            player.name = LINE.replace("\udc80", "").replace("\x00", "")
        books.players.add(books.players.of(game))
        row = books.letters_in.get(1)
        row.reason, row.trace = f"unknown sender: {visible(LINE)}{LINE[:-30]}".replace("\udc80", ""), "Trace\x1b[2J"
        if OVER_POSTGRESQL:
            row.reason = row.reason.replace("\x00", "")  # it stores none
    with table.desk.store.read() as books:
        box = b"".join(b"From x\n" + one.raw + b"\n" for one in books.letters_out.to_side("rosebud-1", "us"))
    (tmp_path / "box.mbox").write_bytes(box + b"From x\n" + letter)
    return table, config


@pytest.mark.parametrize("words", SCREENS, ids=lambda words: plain(" ".join(words))[:40])
def test_no_screen_passes_on_what_moves_a_cursor_or_turns_a_line(
    desk: tuple[Table, Path],
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(desk[1].parent)
    takes_config = words[0] in ("gm", "health", "map", "export", "new")
    main([*words, *(["--config", str(desk[1])] if takes_config else [])])
    out, err = capsys.readouterr()
    assert out + err
    clean(out)
    clean(err)


def test_letter_is_shown_as_it_came_without_its_escape_sequences(
    desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    # The module itself, without the guard of the command line.
    parser = argparse.ArgumentParser()
    gm_command.add_arguments(parser)
    assert gm_command.run(parser.parse_args(["show", "1", "--config", str(desk[1])])) == 0
    out = capsys.readouterr().out
    clean(out)
    assert "\\x1b[2J\\x1b[1;1H" in out


def test_live_console_draws_plain_text(desk: tuple[Table, Path]) -> None:
    from rich.console import Console

    for keys in ("", "m", "P", "f", "l", "enter"):
        state = ConsoleState(desk[0].desk, "petra")
        for key in [keys] if keys == "enter" else keys:
            state.press(key)
        out = io.StringIO()
        console = Console(file=out, width=80, height=30, color_system=None)
        console.print(drawn(state, console))
        clean(out.getvalue())


@pytest.mark.slow
def test_letters_of_a_gm_and_to_players_carry_no_control_characters(desk: tuple[Table, Path]) -> None:
    table = desk[0]
    table.deliver(
        table.reply(
            "rosebud-1", "us", f"say {LINE}".replace("\udc80", "").replace("\x00", ""), sender="kate@mail.example"
        )
    )
    asks = "queue\nshow rosebud-1\nshow 1\ntrace 1\nplayers\nlog\nfaults\n"
    letter = (
        f"From: gm@club.example\nTo: pbem@pbem.example\nSubject: Re: {visible_line(LINE)}\nMessage-ID: <a@b>\n\n{asks}"
    )
    with table.desk.store.begin() as books:
        books.letters_in.take_in([StoredArrival("INBOX", 1, 99, table.clock.now(), letter.encode())])
        row = books.letters_in.get(max(books.letters_in.new()))
        row.state, row.sender = "gm", "gm@club.example"
    answer_letters(table.desk)
    with table.desk.store.read() as books:
        sent = [one for number in range(1, 40) if (one := _letter(books, number)) is not None]
    assert len(sent) > 3
    for message in sent:
        for name, value in message.items():
            assert value.isascii(), name
            clean(value.replace("\n", ""))
        for part in message.walk():
            if part.get_content_maintype() == "text":
                body = part.get_payload(decode=True)
                assert isinstance(body, bytes)
                clean(body.decode("ascii").replace("\r\n", "\n"))


def _letter(books: object, number: int) -> Message | None:
    try:
        return message_from_bytes(books.letters_out.get(number).raw)  # type: ignore[attr-defined]
    except KeyError:
        return None


def test_page_of_a_game_shows_names_harmlessly(desk: tuple[Table, Path], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert main(["export", "rosebud-1", "--html", str(page), "--side", "us", "--config", str(desk[1])]) == 0
    text = page.read_text(encoding="ascii")
    clean(text)
    assert "<script>alert" not in text
    assert not re.search("&#(?:27|155|8238|8294|8203);", text)


def test_log_line_is_one_line_whatever_a_server_replies() -> None:
    record = logging.LogRecord(
        "pbem", logging.WARNING, "f", 1, "reply: %s", (f"{LINE}\n2026 ERROR pbem: forged",), None
    )
    told = TextLines().format(record)
    clean(told)
    assert "\n" not in told
    clean(JsonLines().format(record))


def test_guard_spells_out_and_keeps_words_of_any_language() -> None:
    assert visible("Zażółć\n\tgęślą") == "Zażółć\n\tgęślą"
    assert visible("a\u202eb\xa0c") == "a\\u202eb c"
    assert visible_line("a\nb\tc") == "a\\x0ab\\x09c"


def test_checker_that_stands_alone_prints_no_control_characters(
    desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    from pbem.seal import pbem_verify

    box = desk[1].parent / "box.mbox"
    box.write_bytes(box.read_bytes().replace(b"rosebud-1", b"rose\x1b[2J-1"))
    pbem_verify.main([str(box)])
    clean(capsys.readouterr().out)
