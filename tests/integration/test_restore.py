"""`pbem restore` over IMAP: letters that the desk read since the copy lie in Processed, and are read again."""

import asyncio
import time
from contextlib import redirect_stdout
from email import message_from_bytes
from email.message import EmailMessage
from email.utils import make_msgid
from io import StringIO
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.commands.desk_arguments import desk_of
from pbem.config import read_config
from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.ports import Cursor, HandedOver
from pbem.mail.smtp import SmtpAccount, SmtpSink
from tests.integration.test_game_turn import DESK, write_config
from tests.mail.realmail import DOMAIN, RealMail

DESK3, GM, KATE, MO = "desk3", "gm3", "kate3", "mo3"
GAME = "rosebud-3"

pytestmark = pytest.mark.integration


@pytest.fixture
def config(servers: RealMail, tmp_path: Path) -> Path:
    """A desk of its own on the servers, with one game."""
    servers.add_users({DESK3: "s3cret", GM: "g", KATE: "k", MO: "m"})
    path = write_config(tmp_path, servers, "s3cret")
    path.write_text(path.read_text().replace(DESK, DESK3).replace(f"{DESK3}@", f"{GM}@"))
    run(path, "new", GAME, "--game", "rosebud", "--scenario", "in-contact", f"--gm={GM}@{DOMAIN}",
        f"--player=us={KATE}@{DOMAIN}", f"--player=indian={MO}@{DOMAIN}",
        "--seed", "00112233445566778899aabbccddeeff")  # fmt: skip
    return path


def run(config: Path, *words: str) -> str:
    """What a command prints, called in this process: a start of the program takes two seconds."""
    with redirect_stdout(StringIO()) as told:
        assert main([*words, "--config", str(config)]) == 0, (words, told.getvalue())
    return told.getvalue()


def letters(mail: RealMail, user: str) -> list[bytes]:
    """All that lies in a player's mailbox."""

    async def fetched() -> list[bytes]:
        source, cursor, found = (
            ImapSource(ImapAccount(mail.host, mail.imap_port, user, mail.users[user], None)),
            Cursor(),
            [],
        )
        while some := await source.fetch(cursor):
            cursor = Cursor(some[-1].uidvalidity, some[-1].uid)
            found += [one.raw for one in some]
        await source.close()
        return found

    return asyncio.run(fetched())


def serve(config: Path, mail: RealMail, count: int, user: str = MO) -> bytes:
    """Let the desk work until a player has so many letters; the newest that asks for orders."""
    for _ in range(60):
        run(config, "serve", "--once")
        found = letters(mail, user)
        if len(found) >= count:
            return next(raw for raw in reversed(found) if b"YOU:" in raw.partition(b"\r\n\r\n")[0])
        time.sleep(0.2)
    raise AssertionError([message_from_bytes(raw)["Subject"] for raw in found])


def write(mail: RealMail, report: bytes, words: str, user: str = MO) -> None:
    answered, letter = message_from_bytes(report), EmailMessage()
    letter["From"], letter["To"] = f"{user}@{DOMAIN}", str(answered["Reply-To"])
    letter["Subject"], letter["Message-ID"] = "Re: orders", make_msgid(domain=DOMAIN)
    letter.set_content(words)

    async def sent() -> None:
        sink = SmtpSink(SmtpAccount(mail.host, mail.smtp_port, security="none"))
        assert isinstance(await sink.send(letter.as_bytes(), str(letter["From"]), str(letter["To"])), HandedOver)
        await sink.close()

    asyncio.run(sent())


@pytest.mark.slow
def test_letters_since_the_copy_are_read_again_from_the_processed_folder(
    servers: RealMail, config: Path, tmp_path: Path
) -> None:
    report = serve(config, servers, 1)  # the first letter, with the first report
    run(config, "backup", str(tmp_path / "copy.db"))
    write(servers, report, "pass")
    report = serve(config, servers, 3)  # a receipt, and the next report
    write(servers, report, "Lone Bull fire at Nobody\nstatus")  # no record tells of it
    serve(config, servers, 4)
    (tmp_path / "pbem.db").rename(tmp_path / "broken.db")
    out = run(config, "restore", str(tmp_path / "copy.db"))
    assert "2 letters since the copy: read again as soon as the records of their games are back" in out
    mail = tmp_path / "mail"
    mail.mkdir()
    for user in (KATE, MO):
        for n, raw in enumerate(letters(servers, user)):
            (mail / f"{user}.{n}.eml").write_bytes(raw)
    out = run(config, "adopt", str(mail))
    assert "2 letters that came since the copy are read when `pbem serve` runs" in out
    run(config, "gm", "retry", GAME, "--yes")
    run(config, "serve", "--once")
    desk = desk_of(read_config(config))
    assert desk is not None
    with desk.store.read() as books:
        told = [(row.state, row.reason) for row in books.letters_in.of_game(GAME)]
        refused = [one for one in books.letters_out.to_side(GAME, "indian") if "Lone Bull fire at Nobody" in one.text]
    desk.store.close()
    assert ("done", "brought back after a restore: T03.IN.A was played by then") in told
    assert ("done", "") in told
    assert refused
