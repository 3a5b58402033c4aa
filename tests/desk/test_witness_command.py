"""`pbem witness`: a witness by hand, and over Maildirs of his own."""

import asyncio
import json
import stat
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.commands.witness import round_of
from pbem.desk.play.advance import advance
from pbem.desk.play.witness import load, read_card
from pbem.mail.maildir import MaildirSink, MaildirSource
from tests.desk.table import Table
from tests.desk.test_undo import BOTH_FIRE
from tests.desk.test_witness import GAME, asked, waits


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "witnesses" / "wes"
    assert (
        main(["witness", "new", str(made), "--game", GAME, "--address", "wes@witness.example", "--length", "64"]) == 0
    )
    return made


def test_a_folder_of_his_own_and_a_card_without_secrets(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card = read_card(folder / f"{GAME}.witness")
    assert card.keys() == {"game", "name", "address", "key", "anchor", "length"}
    secrets = json.loads((folder / "witness.json").read_text())
    assert not {secrets["top"], secrets["key"]} & set(map(str, card.values()))
    assert stat.S_IMODE((folder / "witness.json").stat().st_mode) == 0o600
    again = ["witness", "new", str(folder), "--game", GAME, "--address", "wes@witness.example"]
    assert main(again) == 1
    assert "a ladder serves one game" in capsys.readouterr().err
    assert main(["witness", "new", str(folder / "x"), "--game", "No Name", "--address", "wes@witness.example"]) == 1
    assert "--game: expected small letters" in capsys.readouterr().err
    assert main(["witness", "answer", str(folder / "nowhere"), "letter.eml"]) == 1
    assert "pbem witness new" in capsys.readouterr().err


def test_one_letter_by_hand(
    folder: Path, tmp_path: Path, table: Table, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    table.open(dice="witness", source=read_card(folder / f"{GAME}.witness"))
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    letter = tmp_path / "lock.eml"
    letter.write_bytes(asked(table).raw)
    capsysbinary.readouterr()
    assert main(["witness", "answer", str(folder), str(letter)]) == 0
    table.deliver(capsysbinary.readouterr().out)
    advance(table.desk, GAME)
    assert not waits(table)
    letter.write_bytes(table.last(GAME, "red").raw)
    assert main(["witness", "answer", str(folder), str(letter)]) == 1
    assert b"no step is given: it carries no lock" in capsysbinary.readouterr().err


def test_by_itself_over_a_mailbox(folder: Path, tmp_path: Path, table: Table) -> None:
    """What is no lock is passed over; a lock is answered once, and its letter leaves the mailbox."""
    table.open(dice="witness", source=read_card(folder / f"{GAME}.witness"))
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    inbox = tmp_path / "inbox"
    for name in ("cur", "new", "tmp"):
        (inbox / name).mkdir(parents=True)
    (inbox / "new" / "1.lunch").write_bytes(b"From: a@b.example\n\nAt one?\n")
    (inbox / "new" / "2.lock").write_bytes(asked(table).raw)

    async def rounds() -> list[int]:
        source, sink = MaildirSource(inbox), MaildirSink(tmp_path / "out")
        try:
            return [await round_of(load(folder), source, sink) for _ in range(2)]
        finally:
            await source.close()
            await sink.close()

    assert asyncio.run(rounds()) == [1, 0]
    (answer,) = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    raw = answer.read_bytes()
    assert message_from_bytes(raw)["To"] == f"{GAME}@pbem.example"
    table.deliver(raw)
    advance(table.desk, GAME)
    assert not waits(table)
