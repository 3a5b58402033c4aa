"""Files come with letters and go to the others whole: known by kind, hashed on record, never opened."""

import hashlib
import io
import sys
import zipfile
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.desk.incoming.files_sent import MOST_BYTES, fault_of, faults_of
from pbem.desk.incoming.reading import take_and_play
from pbem.desk.play.advance import advance
from pbem.desk.record.replay import replay
from pbem.mail.letter import SentFile
from pbem.seal import pbem_verify
from pbem.seal.verify import verify
from pbem.store.letters_out import report_number
from tests.desk.table import Table
from tests.desk.test_undo import false
from tests.systems.table.laid import GAME, laid, position

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


def zipped(*names: str, content: bytes = b"!VCSK00") -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as one:
        for name in names:
            one.writestr(
                zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED
            )  # no clock in a test's name
    return found.getvalue()


VLOG = zipped("savedGame", "moduledata", "savedata")


def send(table: Table, side: str, words: str, *files: tuple[str, bytes]) -> str:
    """A letter with files; the kind of its answer, and its text."""
    table.clock.forward(minutes=3)
    last = [one for one in table.letters(GAME, side) if one.kind in ("report", "error")][-1]
    letter = message_from_bytes(table.reply(GAME, side, words, to=last))
    whole = EmailMessage()
    for name in ("From", "To", "Subject", "Message-ID", "In-Reply-To"):
        whole[name] = " ".join(str(letter[name]).split())
    whole.set_content(words)
    for name, content in files:
        whole.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    taken = table.deliver(whole.as_bytes(), by=take_and_play)
    if taken.game:
        advance(table.desk, taken.game)
    answer = [one for one in table.letters(GAME, side) if one.kind in ("receipt", "error", "answer", "refused")][-1]
    return f"{answer.kind}\n{answer.text}"


def attached(table: Table, side: str) -> dict[str, bytes]:
    """The files of the newest report to a side."""
    parts = message_from_bytes(table.last(GAME, side, "report").raw).walk()
    return {str(one.get_filename()): one.get_payload(decode=True) for one in parts if one.get_filename()}  # type: ignore[misc]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return laid(tmp_path, "table:dice")


def test_a_logfile_goes_to_the_others_and_its_hash_is_on_record(table: Table) -> None:
    assert send(table, "red", "move: see the log\ndone", ("T1 red/01.vlog", VLOG)).startswith("receipt")
    assert attached(table, "blue")["t-1-T01-RED-001.vlog"] == VLOG
    digest = hashlib.sha256(VLOG).hexdigest()
    for side in ("red", "blue"):
        told = "".join(table.last(GAME, side, "report").text.split())
        assert digest in told
    assert "t-1-T01-RED-001.vlog" not in attached(table, "red")
    with table.desk.store.read() as books:
        assert any(digest in row.body for row in books.records.since(books.games.get(GAME), -1))
    assert replay(table.desk, GAME).is_same


def test_it_is_sent_again_with_its_report(table: Table) -> None:
    send(table, "red", "done", ("a.vlog", VLOG))
    last = table.last(GAME, "blue", "report")
    said = table.say(GAME, "blue", f"resend {report_number(last)}", to=last).text
    assert f"Sent to you again: report {report_number(last)}" in said
    assert attached(table, "blue")["t-1-T01-RED-001.vlog"] == VLOG


@pytest.mark.slow
def test_a_letter_of_ten_megabytes_arrives_whole(table: Table) -> None:
    big = PNG + bytes(MOST_BYTES - len(PNG) - 10)
    assert send(table, "red", "roll 1d6: with a big picture\ndone", ("board.png", big)).startswith("receipt")
    assert attached(table, "blue")["t-1-T01-RED-001.png"] == big
    assert "for with a big picture" in table.last(GAME, "blue", "report").text


WRONG = [
    ("turn.vlog", b"MZ\x90\x00", "does not begin as a .vlog does"),
    ("turn.vlog", zipped("savedGame", "run.exe"), "a zip with the entry 'run.exe'"),
    ("turn.zip", VLOG, "files .zip are not accepted"),
    ("page.html", b"<html>", "files .html are not accepted"),
    ("turn.vmod", VLOG, "files .vmod are not accepted"),
    ("noending", b"abc", "files without an ending are not accepted"),
    ("turn.vsav", lambda: zipped("savedGame", content=bytes(70_000_000)), "would unpack to 70,000,000 bytes"),
    ("turn.vsav", VLOG[:40], "damaged zip"),
    ("empty.txt", b"", "it is empty"),
    ("notes.txt", b"MZ\x00\x01", "it is not text"),
    ("big.png", lambda: PNG + bytes(MOST_BYTES), "at most 10,000,000 are accepted"),
]


@pytest.mark.parametrize(("name", "content", "says"), WRONG)
def test_what_is_not_taken_is_named_and_the_letter_does_not_run(
    table: Table, name: str, content: bytes | Callable[[], bytes], says: str
) -> None:
    content = content if isinstance(content, bytes) else content()
    assert says in fault_of(SentFile(name, content))
    answer = send(table, "red", "roll 1d6: attack\ndone", (name, content))
    assert answer.startswith("error")
    assert "E146" in answer
    assert says.split("'")[0].strip() in " ".join(answer.split())
    assert position(table).exchange == 1
    assert send(table, "red", "replace\nroll 1d6: attack\ndone").startswith("receipt")
    assert table.asked(GAME) == "blue"


def test_nine_files_and_odd_names() -> None:
    files = tuple(SentFile(f"{n}.png", PNG) for n in range(9))
    assert [bool(one) for one in faults_of(files)] == [False] * 8 + [True]
    assert SentFile("..\\..\\C:/a b\r\nX: y.vlog", VLOG).clean_name == "a-b-X-y.vlog"
    assert len(SentFile("x" * 300 + ".vlog", VLOG).clean_name) == 60


def test_a_line_typed_as_if_a_file_had_come_is_words(table: Table) -> None:
    send(table, "red", f"file a.vlog {'0' * 64} 12\ndone")
    assert position(table).files == 0
    assert "file a.vlog" in table.last(GAME, "blue", "report").text


def test_a_changed_file_is_told_by_both_checkers(table: Table, tmp_path: Path) -> None:
    send(table, "red", "done", ("a.vlog", VLOG), ("words.txt", b"pbem seal 1 begin\n"))
    for changed in (False, True):
        folder = tmp_path / f"box {changed}"
        folder.mkdir()
        for n, letter in enumerate(table.letters(GAME, "blue")):
            message = message_from_bytes(letter.raw)
            for part in message.walk() if changed else ():
                if str(part.get_filename()).endswith("RED-001.vlog"):
                    part.set_payload(b64encode(VLOG[:-1] + b"?").decode())
            (folder / f"{n:03d}.eml").write_bytes(message.as_bytes())
        verdict = verify([folder])
        status, games, _ = pbem_verify.verify([str(folder)])
        assert (verdict.status, status) == ((1, 1) if changed else (0, 0)), false(verdict)
        said = [*false(verdict), *(text for kind, _, text in games[GAME].findings if kind == "!!")]
        assert len([one for one in said if "is not the one on record" in one]) == (2 if changed else 0), said


SCANNER = """
import sys
found = sys.stdin.buffer.read()
sys.exit(2 if b"BROKEN" in found else b"EICAR" in found)
"""


def test_the_houses_own_scanner_looks_at_files(table: Table, tmp_path: Path) -> None:
    scanner = tmp_path / "scan.py"
    scanner.write_text(SCANNER)
    table.desk = replace(table.desk, house=replace(table.desk.house, scan=(sys.executable, str(scanner))))
    send(table, "red", "roll 1d6: one", ("bad.png", PNG + b"EICAR"))
    refused = [one for one in table.letters(GAME, "red") if one.kind == "refused"]
    assert "does not let your file bad.png through" in " ".join(refused[-1].text.split())
    assert position(table).exchange == 1
    send(table, "red", "roll 1d6: two", ("odd.png", PNG + b"BROKEN"))
    assert position(table).exchange == 1
    assert "ended with 2" in table.letters(GAME, "gm")[-1].text
    assert send(table, "red", "roll 1d6: three\ndone", ("good.png", PNG)).startswith("receipt")
    assert "t-1-T01-RED-001.png" in attached(table, "blue")
    table.desk = replace(table.desk, house=replace(table.desk.house, scan=()))
    assert replay(table.desk, GAME).is_same
