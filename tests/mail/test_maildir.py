"""Maildirs: what is theirs beside the contract."""

import asyncio
from pathlib import Path

import pytest

from pbem.mail.maildir import MaildirSink, MaildirSource, mailbox_name
from pbem.mail.ports import Cursor, MailTrouble, TryLater


def test_uids_stay_the_same_from_one_start_to_the_next(tmp_path: Path) -> None:
    async def story() -> None:
        sink = MaildirSink(tmp_path)
        for name in ("one", "two"):
            await sink.send(f"Subject: {name}\n\n".encode(), "", "gm@club")
        first = await MaildirSource(tmp_path / "gm").fetch(Cursor())
        assert await MaildirSource(tmp_path / "gm").fetch(Cursor()) == first
        assert [one.uid for one in first] == [1, 2]

    asyncio.run(story())


def test_a_letter_that_another_program_marked_as_read_is_the_same_letter(tmp_path: Path) -> None:
    async def story() -> None:
        await MaildirSink(tmp_path).send(b"Subject: one\n\n", "", "gm@club")
        source = MaildirSource(tmp_path / "gm")
        [before] = await source.fetch(Cursor())
        [file] = (tmp_path / "gm" / "new").iterdir()
        file.rename(tmp_path / "gm" / "cur" / f"{file.name}:2,S")
        assert list(await source.fetch(Cursor())) == [before]
        assert list(await source.fetch(Cursor(before.uidvalidity, before.uid))) == []

    asyncio.run(story())


def test_a_folder_that_was_made_by_hand_becomes_a_maildir(tmp_path: Path) -> None:
    async def story() -> None:
        (tmp_path / "in").mkdir()
        assert list(await MaildirSource(tmp_path / "in").fetch(Cursor())) == []
        assert {"tmp", "new", "cur"} <= {one.name for one in (tmp_path / "in").iterdir()}

    asyncio.run(story())


def test_what_is_done_lies_in_processed(tmp_path: Path) -> None:
    async def story() -> None:
        await MaildirSink(tmp_path).send(b"Subject: one\n\n", "", "gm@club")
        source = MaildirSource(tmp_path / "gm")
        [one] = await source.fetch(Cursor())
        await source.done([one.uid])
        assert len(list((tmp_path / "gm" / ".Processed" / "cur").iterdir())) == 1

    asyncio.run(story())


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("gm@club", "gm"),
        ("Rosebud-7+us.m2xd9q4k@club", "rosebud-7"),
        ("../../etc/x@club", "______etc_x"),
        ("@club", "_"),
        ("a.b@c", "a_b"),
    ],
)
def test_a_mailbox_is_named_by_its_address_and_is_safe_as_a_file(address: str, name: str) -> None:
    assert mailbox_name(address) == name


def test_a_book_of_uids_that_is_damaged_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        await MaildirSink(tmp_path).send(b"Subject: one\n\n", "", "gm@club")
        (tmp_path / "gm" / "pbem-uids.json").write_text("{")
        with pytest.raises(MailTrouble, match="cannot be read"):
            await MaildirSource(tmp_path / "gm").fetch(Cursor())

    asyncio.run(story())


def test_a_folder_that_cannot_be_written_is_later(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert isinstance(asyncio.run(MaildirSink(tmp_path / "file").send(b"x", "", "gm@club")), TryLater)
