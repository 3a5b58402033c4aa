"""`pbem letter`."""

import json
from pathlib import Path

import pytest

from pbem.cli import main

LETTER = b"From: ann@club\r\nTo: gm@pbem\r\nSubject: orders\r\n\r\nC/3 Cav dismount\r\n\r\n> old\r\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "one.eml").write_bytes(LETTER)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "two.eml").write_bytes(b"\xff\x00caf\xe9\r\n")
    return tmp_path


def test_as_json_a_line_a_letter(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["letter", "--json", str(folder)]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["file"] == str(folder / "one.eml")
    assert (first["kind"], first["words"]) == ("words", "C/3 Cav dismount")
    assert first["cut"] == [{"what": "> old", "why": "quoted with >"}]
    assert second["file"].endswith("two.eml")


def test_for_people(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["letter", str(folder / "one.eml")]) == 0
    told = capsys.readouterr().out
    assert "one.eml: words\n  | C/3 Cav dismount\n  - quoted with >: 1 line, the first: > old\n" in told


def test_a_strangers_bytes_do_not_reach_the_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "three.eml").write_bytes(b"Subject: x\r\n\r\n\x1b[2Jcaf\xc3\xa9\r\n")
    main(["letter", str(folder / "three.eml")])
    told = capsys.readouterr().out
    assert told.isascii()
    assert "\x1b" not in told


def test_a_path_that_is_not_there_is_told_and_the_others_are_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["letter", str(folder / "none.eml"), str(folder / "one.eml")]) == 2
    captured = capsys.readouterr()
    assert "none.eml: there is no such file or folder" in captured.err
    assert "C/3 Cav dismount" in captured.out
