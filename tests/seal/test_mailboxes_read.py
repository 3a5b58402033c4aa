"""Letters of a mailbox as `pbem verify` finds them: mbox, single letters, too large ones, files that are none."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.seal import mailbox
from pbem.seal.mailbox import KeptLetter, NoMailbox, read

LETTER = b"Subject: orders\nMessage-ID: <1@club.example>\n\nA/3 stay\n"


def letters(file: Path, data: bytes) -> list[KeptLetter]:
    file.write_bytes(data)
    return list(read([file]))


def test_a_letter_of_the_greatest_size_is_read_and_one_byte_more_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox, "LARGEST_LETTER", len(LETTER))
    (good,) = letters(tmp_path / "good.eml", LETTER)
    assert (good.subject, good.trouble) == ("orders", "")
    (large,) = letters(tmp_path / "large.eml", LETTER + b"x")
    assert large.trouble == "it is larger than 32 MB and was not read"
    assert large.texts == []


def test_letters_of_an_mbox_begin_at_from_lines_behind_an_empty_line(tmp_path: Path) -> None:
    first, second = b"From kate Thu\n" + LETTER, b"From mo Fri\n" + LETTER.replace(b"orders", b"more")
    found = letters(tmp_path / "mbox", first + b"\n" + second)
    assert [one.subject for one in found] == ["orders", "more"]
    assert [one.where for one in found] == [f"{tmp_path / 'mbox'} letter {n}" for n in (1, 2)]


@pytest.mark.parametrize(
    "words", [b"A line\nFrom here we march\n", b"\nFrom here we march\nand so on\n", b"\n>From here: we march\n"]
)
def test_a_line_of_a_letter_that_begins_with_from_begins_no_letter(tmp_path: Path, words: bytes) -> None:
    (found,) = letters(tmp_path / "mbox", b"From kate Thu\n" + LETTER + words)
    assert "From here" in found.texts[0]
    assert ">From" not in found.texts[0]


def test_an_mbox_that_ends_behind_a_from_line_keeps_it_as_text(tmp_path: Path) -> None:
    (found,) = letters(tmp_path / "mbox", b"From kate Thu\n" + LETTER + b"\nFrom the hills")
    assert "From the hills" in found.texts[0]


def test_a_large_letter_of_an_mbox_is_not_read_and_the_next_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox, "LARGEST_LETTER", 2 * len(LETTER))
    large = b"From kate Thu\n" + LETTER + b"line\n" * len(LETTER)
    found = letters(tmp_path / "mbox", large + b"\nFrom mo Fri\n" + LETTER)
    assert [bool(one.trouble) for one in found] == [True, False]


def test_when_a_letter_was_received_is_what_its_top_line_says(tmp_path: Path) -> None:
    for line, when in (
        (b"Received: from a by b; Thu, 12 Mar 2026 18:00:05 +0000\n", datetime(2026, 3, 12, 18, 0, 5, tzinfo=UTC)),
        (b"Received: from a by b; Thu, 12 Mar 2026 18:00:05 -0000\n", None),
        (b"Received: from a by b\n", None),
        (b"", None),
    ):
        assert letters(tmp_path / "one.eml", line + LETTER)[0].received == when


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "found an empty file"),
        (b"PK\x03\x04rest", "unpack it first"),
        (b"\x1f\x8brest", "unpack it first"),
        (b"\x89PNG", "found something else"),
    ],
)
def test_a_file_that_is_no_mailbox_is_refused_unless_it_lies_in_a_folder(
    tmp_path: Path, data: bytes, says: str
) -> None:
    folder = tmp_path / "mail"
    folder.mkdir()
    (folder / "file").write_bytes(data)
    (folder / "one.eml").write_bytes(LETTER)
    with pytest.raises(NoMailbox, match=says):
        list(read([folder / "file"]))
    assert [one.subject for one in read([folder])] == ["orders"]


def test_a_path_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoMailbox, match="found nothing there"):
        list(read([tmp_path / "none"]))
