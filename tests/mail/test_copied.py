"""A copy of each letter that went out, in a Maildir or at an address; nothing stops a letter."""

import asyncio
import logging
import mailbox
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.mail.ports import HandedOver, Outcome, TryLater
from pbem.mail.smtp import CopiedSink

PEOPLE = ("--player", "us=Kate <kate@trial.example>", "--player", "indian=Mo <mo@trial.example>")


class Out:
    """A way out that takes letters to all but some addresses."""

    def __init__(self, *refused: str) -> None:
        self.refused, self.sent = refused, list[str]()

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        if recipient in self.refused:
            return TryLater(421, "busy")
        self.sent.append(recipient)
        return HandedOver("250 ok")

    async def close(self) -> None:
        pass


def send(out: Out, folder: Path | None, address: str = "") -> Outcome:
    return asyncio.run(CopiedSink(out, folder, address).send(b"Subject: x\n\nx\n", "gm@a", "kate@b"))


def test_what_was_sent_is_copied_and_what_was_not_is_not(tmp_path: Path) -> None:
    assert isinstance(send(Out("kate@b"), tmp_path / "sent", "all@c"), TryLater)
    assert not (tmp_path / "sent").exists()
    out = Out()
    assert isinstance(send(out, tmp_path / "sent", "all@c"), HandedOver)
    assert out.sent == ["kate@b", "all@c"]
    assert len(mailbox.Maildir(tmp_path / "sent")) == 1


def test_a_copy_that_cannot_be_kept_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        assert isinstance(send(Out("all@c"), tmp_path / "file" / "sent", "all@c"), HandedOver)
    assert len(caplog.records) == 2


@pytest.mark.slow
def test_after_a_restore_the_copies_are_as_good_as_the_players_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["trial"]) == 0
    path = tmp_path / "config.toml"
    path.write_text(path.read_text().replace('path = "out"', 'path = "out"\ncopy_folder = "sent"'), encoding="utf-8")
    assert main(["new", "try-1", "--game", "rosebud", "--scenario", "in-contact", "--yes", *PEOPLE]) == 0
    assert main(["backup", "copy.db"]) == 0
    assert main(["trial", "+7d"]) == 0
    capsys.readouterr()
    assert main(["gm", "queue"]) == 0
    assert "T3 IN Movement" in capsys.readouterr().out
    for file in tmp_path.glob("pbem.db*"):
        file.unlink()
    assert main(["restore", "copy.db"]) == 0
    assert main(["adopt", "sent"]) == 0
    assert main(["gm", "retry", "try-1", "--yes"]) == 0
    capsys.readouterr()
    assert main(["gm", "queue"]) == 0
    assert "T3 IN Movement" in capsys.readouterr().out
