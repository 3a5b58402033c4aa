"""A game turn of Rosebud Creek with the program as its users run it: `pbem new`, `pbem serve`, Dovecot and Postfix.

The players are two mailboxes; they answer the question, and read nothing but their letters.
"""

import asyncio
import json
import mailbox
import re
import signal
import subprocess
import sys
from email import message_from_bytes
from email.message import EmailMessage, Message
from pathlib import Path

import pytest

from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.ports import Cursor, HandedOver
from pbem.mail.smtp import SmtpAccount, SmtpSink
from pbem.seal.verify import verify
from tests.mail.realmail import DOMAIN, RealMail

ROOT = Path(__file__).parent.parent.parent
DESK = "desk1"
GM = "gm1"
USERS = {"us": "red1", "indian": "blue1"}
WANTS = re.compile(r"^  Send orders for +phase ([A-Z])\b", re.M)
ORDERS = {
    ("indian", "B"): ["Crow King fire full at C/3", "Four Horns: 1/2 fire G3", "Black Eagle fire at B/3"],
    ("us", "D"): ["C/3, G/3 each fire at 3412 weakest"],
    ("us", "C"): ["I/3 Cav dismount; move 3712-3713"],
}

pytestmark = pytest.mark.integration


class Player:
    """A mailbox, and the answers that come to a player's mind."""

    def __init__(self, side: str, mail: RealMail, password: str) -> None:
        self.side, self.address = side, f"{USERS[side]}@{DOMAIN}"
        self.source = ImapSource(ImapAccount(mail.host, mail.imap_port, USERS[side], password, None))
        self.sink = SmtpSink(SmtpAccount(mail.host, mail.smtp_port, security="none"))
        self.cursor, self.letters, self.subjects = Cursor(), list[bytes](), list[str]()

    async def look(self) -> None:
        for one in await self.source.fetch(self.cursor):
            self.cursor = Cursor(one.uidvalidity, one.uid)
            self.letters.append(one.raw)
            letter = message_from_bytes(one.raw)
            self.subjects.append(" ".join(str(letter["Subject"]).split()))
            words = self.answer(letter)
            if words:
                await self.write(letter, words)

    def answer(self, letter: Message) -> str:
        subject, text = " ".join(str(letter["Subject"]).split()), plain(letter)
        if "QUESTION" in subject:
            return " ".join("1" for _ in re.findall(r"^\d  \S", text, re.M))
        if "refused" in subject:
            return "ready"
        wanted = WANTS.search(text)
        if not wanted:
            return ""
        return "\n".join([*ORDERS.get((self.side, wanted[1]), ["pass"]), "ready"])

    async def write(self, letter: Message, words: str) -> None:
        made = EmailMessage()
        made["From"], made["To"] = self.address, str(letter["Reply-To"])
        made["Subject"] = "Re: " + " ".join(str(letter["Subject"]).split())
        made["Message-ID"] = f"<{len(self.letters)}.{self.address}>"
        made["In-Reply-To"] = str(letter["Message-ID"])
        made.set_content(
            words + "\n\nOn Thu, the desk wrote:\n" + "".join(f"> {x}\n" for x in plain(letter).splitlines())
        )
        self.letters.append(made.as_bytes())
        assert isinstance(await self.sink.send(made.as_bytes(), self.address, str(made["To"])), HandedOver)


def plain(letter: Message) -> str:
    part = next(part for part in letter.walk() if part.get_content_type() == "text/plain")
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    return data.decode("utf-8")


def pbem(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pbem", *words], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


def write_config(folder: Path, mail: RealMail, password: str) -> Path:
    (folder / "password").write_text(password)
    (folder / "password").chmod(0o600)
    config = folder / "config.toml"
    config.write_text(
        f"""
[desk]
host = "{DOMAIN}"
name = "Rosebud desk"
gm = "{GM}@{DOMAIN}"
mailbox = "{DESK}"
[store]
database = "pbem.db"
key_file = "pbem.key"
[mail_in]
kind = "imap"
host = "{mail.host}"
port = {mail.imap_port}
user = "{DESK}"
password_file = "password"
tls = false
[mail_out]
kind = "smtp"
host = "{mail.host}"
port = {mail.smtp_port}
security = "none"
[daemon]
poll_seconds = 5
"""
    )
    config.chmod(0o600)
    return config


@pytest.mark.slow
def test_a_game_turn_over_real_servers(servers: RealMail, tmp_path: Path) -> None:
    config = write_config(tmp_path, servers, servers.users[DESK])
    players = [f"--player={side}={USERS[side]}@{DOMAIN}" for side in USERS]
    made = pbem(
        "new", "rosebud-7", "--config", str(config), "--game", "rosebud", "--scenario", "in-contact", *players,
        "--gm", f"{GM}@{DOMAIN}", "--seed", "00112233445566778899aabbccddeeff",
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    table = [Player(side, servers, servers.users[USERS[side]]) for side in USERS]
    daemon = subprocess.Popen(
        [sys.executable, "-m", "pbem", "serve", "--config", str(config)], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    try:
        asyncio.run(play(table, daemon))
    finally:
        daemon.send_signal(signal.SIGTERM)
        _, said = daemon.communicate(timeout=30)
    assert daemon.returncode == 0, said
    queue = pbem("gm", "queue", "--json", "--config", str(config))
    rows = [json.loads(line) for line in queue.stdout.splitlines()]
    assert rows[0]["game"] == "rosebud-7"
    assert rows[0]["phase"].startswith("T04.IN")
    for player in table:
        assert any("refused" in subject for subject in player.subjects) or player.side == "us"
        box = mailbox.mbox(tmp_path / f"{player.side}.mbox")
        for raw in player.letters:
            box.add(raw)
        box.close()
        verdict = verify([tmp_path / f"{player.side}.mbox"])
        assert verdict.status == 0, verdict.all_findings


async def play(table: list[Player], daemon: subprocess.Popen[str]) -> None:
    """Answer until the fourth turn begins for the side that moves first; bounded by rounds, not by the clock."""
    for _ in range(900):
        await asyncio.gather(*(player.look() for player in table))
        if any("T3 US Melee done" in subject for subject in table[1].subjects):
            break
        if daemon.poll() is not None:
            pytest.fail("the daemon ended by itself")
        await asyncio.sleep(0.2)
    else:
        pytest.fail(f"the turn did not end; last letters: {[player.subjects[-3:] for player in table]}")
    await asyncio.gather(*(player.look() for player in table))
    for player in table:
        await player.source.close()
        await player.sink.close()
