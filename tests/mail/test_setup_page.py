"""docs/mail-setup.md: the servers that it sets up do what the desk needs."""

import asyncio
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

import pytest

from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.ports import Cursor, HandedOver, Never
from pbem.mail.smtp import SmtpAccount, SmtpSink
from tests.mail.realmail import RealMail, program, wait_for, why_not

PAGE = Path(__file__).resolve().parents[2] / "docs" / "mail-setup.md"


def file_of_the_page(name: str) -> str:
    found = re.search(rf"^```\w+ {re.escape(name)}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert found is not None, f"no block of the page is called {name}"
    return found[1]


def dovecot_conf() -> str:
    """The block of the page for the Dovecot that is installed."""
    told = subprocess.run([program("dovecot"), "--version"], capture_output=True, text=True, check=True).stdout
    return "dovecot.conf" if told.startswith("2.3") else "dovecot-2.4.conf"


class AsOnThePage(RealMail):
    """Dovecot and Postfix with the page's own files; only places, ports and the way out are a throw-away instance's."""

    def __enter__(self) -> Self:
        self.root = Path(tempfile.mkdtemp(prefix="pbem", dir="/tmp"))  # sockets' paths must stay under 108 bytes
        self.root.chmod(0o755)
        self._start_dovecot()
        self._start_postfix()
        wait_for(self.host, (self.imap_port, self.smtp_port), self.logs)
        return self

    def _placed(self, name: str) -> str:
        text = file_of_the_page(name)
        for theirs, ours in (
            ("/etc/dovecot/", f"{self.root}/"),
            ("/etc/postfix/", f"{self.root}/postfix/"),
            ("/var/spool/postfix/", f"{self.root}/spool/"),
            ("/var/mail/pbem", f"{self.root}/mail"),
        ):
            text = text.replace(theirs, ours)
        return text

    def _start_dovecot(self) -> None:
        mail, sockets = self.root / "mail", self.root / "spool" / "private"
        mail.mkdir()
        shutil.chown(mail, "mail", "mail")
        sockets.mkdir(parents=True)
        shutil.chown(sockets, "postfix")
        sockets.chmod(0o700)
        (self.root / "users").write_text("".join(f"{user}:{{PLAIN}}{word}\n" for user, word in self.users.items()))
        (self.root / "users").chmod(0o644)
        (self.root / "dovecot.conf").write_text(
            f"{self._placed(dovecot_conf())}\n"
            f"base_dir = {self.root}/run\nstate_dir = {self.root}/state\nlog_path = {self.root}/dovecot.log\n"
            f"service imap-login {{\n  inet_listener imap {{\n    port = {self.imap_port}\n  }}\n}}\n"
        )
        self._run([program("dovecot"), "-F", "-c", str(self.root / "dovecot.conf")])

    def _start_postfix(self) -> None:
        conf = self.root / "postfix"
        for folder in (conf, self.root / "pdata"):
            folder.mkdir()
        shutil.chown(self.root / "pdata", "postfix")
        for name in ("mailboxes", "forwards"):
            (conf / name).write_text(self._placed(name))
        (conf / "main.cf").write_text(
            f"{self._placed('main.cf')}\n"
            f"queue_directory = {self.root}/spool\ndata_directory = {self.root}/pdata\n"
            "command_directory = /usr/sbin\ndaemon_directory = /usr/lib/postfix/sbin\n"
            "mail_owner = postfix\nsetgid_group = postdrop\nmulti_instance_enable = no\n"
            f"maillog_file = {self.root}/postfix.log\nmaillog_file_prefixes = {self.root}\n"
            "inet_interfaces = 127.0.0.1\ninet_protocols = ipv4\nalias_maps =\nlocal_recipient_maps =\n"
            "default_transport = error:nothing leaves this machine\n"
        )
        self._write_services(conf)
        self._run([program("postfix"), "-c", str(conf), "start-fg"])


@pytest.mark.slow
@pytest.mark.integration
def test_a_letter_to_a_reply_address_arrives_and_is_taken() -> None:
    if reason := why_not():
        pytest.skip(reason)
    with AsOnThePage({"gm": "s3cret"}) as mail:
        asyncio.run(_story(mail))


async def _story(mail: AsOnThePage) -> None:
    out = SmtpSink(SmtpAccount(mail.host, mail.smtp_port, security="none", timeout=10))
    box = ImapSource(ImapAccount(mail.host, mail.imap_port, "gm", mail.users["gm"], None, timeout=10))
    reply = "gm+rosebud-7.us.m2xd9q4k@pbem.example"
    letter = f"From: k@mail.example\r\nTo: {reply}\r\nSubject: x\r\n\r\npass\r\n".encode()
    # The empty envelope sender is that of our own error replies.
    assert isinstance(await out.send(letter, "", reply), HandedOver), mail.logs()
    assert isinstance(await out.send(letter, "", "stranger@pbem.example"), Never)
    for _ in range(100):
        if letters := await box.fetch(Cursor()):
            break
        await box.wait(0.2)
    assert len(letters) == 1, mail.logs()
    assert letters[0].raw.endswith(b"\r\n\r\npass\r\n")
    await box.done([letters[0].uid])
    assert await box.fetch(Cursor()) == ()
    await box.close()
    await out.close()
