"""A skirmish over Dovecot and Postfix with the daemon as a process of its own, which may be killed at any point.

The players are two mailboxes; what they write depends on the phase alone, so that the same game can be played without mail
and the two compared.
"""

import itertools
import json
import multiprocessing
import os
import signal
import smtplib
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Protocol

from pbem.commands.desk_arguments import house_of
from pbem.config import read_config
from pbem.desk.desk import Desk, SystemClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.play.advance import advance
from pbem.store.database import Books
from pbem.store.letters_out import NOT_MAILED
from pbem.store.secrets import Vault
from tests.databases import store_in
from tests.desk.table import Table, titles
from tests.mail.realmail import DOMAIN, RealMail
from tests.plant.program import run

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180
"""Seconds after which something that must happen has not happened, on a machine that does other things besides."""
_numbers = itertools.count(10)

WORDS = {
    "T01.RED.A": "Red One fire at Blue One\nRed Two fire at Blue Two\nready",
    "T01.RED.B": "Red One march 3\nready",
    "T01.BLU.A": "Blue One fire at Red Two\nready",
    "T01.BLU.B": "Blue Two march 5\nready",
    "T02.RED.A": "Red Two fire at Blue One\nready",
    "T02.RED.B": "Red One march 2\nready",
    "T02.BLU.A": "Blue One fire at Red One\nBlue Two fire at Red One\nready",
    "T02.BLU.B": "Blue One march 1\nready",
}
SILENT = "T02.RED.B"
"""The phase in which nobody writes where a story lets a deadline pass."""


FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.plant.program"])


class Started(Protocol):
    """A process of the program."""

    @property
    def exitcode(self) -> int | None: ...
    def is_alive(self) -> bool: ...
    def join(self, timeout: float | None = None) -> None: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...


class Whole(subprocess.Popen[bytes]):
    """The program in a process that imports everything itself, letters read in another: exactly as it is shipped."""

    @property
    def exitcode(self) -> int | None:
        return self.poll()

    def is_alive(self) -> bool:
        return self.poll() is None

    def join(self, timeout: float | None = None) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(timeout)


class Plant:
    """The desk's folder, its daemon, and its players' mailboxes on the servers of the session.

    `is_whole`: each daemon is a process from scratch, as on a user's machine; else it comes from a fork server.
    """

    def __init__(self, mail: RealMail, folder: Path, *, is_whole: bool = False) -> None:
        self.mail, self.folder, self.n, self.is_whole = mail, folder, next(_numbers), is_whole
        self.log = folder / "log"
        self.game = f"meadow-{self.n}"
        self.addresses = {side: f"{side}{self.n}@{DOMAIN}" for side in ("red", "blue")}
        self.gm = f"umpire{self.n}@{DOMAIN}"
        mail.add_users({f"{name}{self.n}": "s3cret" for name in ("desk", "red", "blue", "umpire")})
        self.process: Started | None = None
        self.said: set[str] = set()
        self.answered: set[str] = set()
        self.kills = 0
        folder.mkdir(parents=True, exist_ok=True)
        self.config = folder / "config.toml"
        (folder / "password").touch(0o600)
        (folder / "password").write_text("s3cret")
        self.configure()
        vault = Vault.make_file(folder / "pbem.key")
        found = read_config(self.config)
        store = store_in(
            folder, vault, url=f"sqlite:///{folder / 'pbem.db'}"
        )  # the daemons open it by their configuration
        self.desk = Desk(store, SystemClock(), house_of(found.desk), titles)

    def configure(self, *, imap_port: int = 0, smtp_port: int = 0, more: str = "") -> None:
        """Write the configuration; other ports where a line between is to be cut."""
        self.config.write_text(
            f"""
[desk]
host = "{DOMAIN}"
gm = "{self.gm}"
mailbox = "desk{self.n}"
[store]
database = "pbem.db"
key_file = "pbem.key"
[mail_in]
kind = "imap"
host = "127.0.0.1"
port = {imap_port or self.mail.imap_port}
user = "desk{self.n}"
password_file = "password"
tls = false
[mail_out]
kind = "smtp"
host = "127.0.0.1"
port = {smtp_port or self.mail.smtp_port}
security = "none"
[daemon]
poll_seconds = 5
{more}
"""
        )
        self.config.chmod(0o600)

    def open(self) -> None:
        """Open the game, with the secrets of the game that `played_without_mail` plays."""
        players = [(side, address, side.title()) for side, address in self.addresses.items()]
        open_campaign(
            self.desk, Wanted(self.game, "skirmish", "meadow", players, self.gm, seed=b"a demo seed", ladder_length=64)
        )
        advance(self.desk, self.game)

    # -- the daemon

    def start(self, crash_at: str = "") -> None:
        """Start the daemon, with one crash point armed."""
        self.process = self._run(["serve"], crash_at, self.log)

    def _run(self, words: list[str], crash_at: str, log: Path) -> "Started":
        words = [*words, "--config", str(self.config)]
        if not self.is_whole:
            process = FORKS.Process(target=run, args=(words, crash_at, str(log)))
            process.start()
            return process
        environment = {**os.environ, "PBEM_CRASH_AT": crash_at, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "tests.plant.program", *words]
        with log.open("a") as told:
            return Whole(command, cwd=ROOT, env=environment, stderr=told, stdout=told)

    @contextmanager
    def serving(self, crash_at: str = "") -> Iterator["Plant"]:
        """The daemon runs within; it is killed at the end, if it still lives."""
        self.start(crash_at)
        try:
            yield self
        finally:
            self.kill()

    def kill(self) -> None:
        """`kill -9`."""
        if self.process is not None:
            self.process.kill()
            self.process.join(PATIENCE)
            self.process = None

    def stop(self) -> int | None:
        """Tell it to stop; its exit status."""
        assert self.process is not None
        self.process.terminate()
        self.process.join(PATIENCE)
        status, self.process = self.process.exitcode, None
        return status

    def dies(self, point: str) -> None:
        """Wait until the armed point has ended the daemon; another end is a failure."""
        assert self.process is not None
        self.process.join(PATIENCE)
        status = self.process.exitcode
        self.kill()
        told = self.told()
        assert status == -signal.SIGKILL, told
        assert f"crash point {point.partition(':')[0]}:" in told, told
        self.kills += 1

    def told(self) -> str:
        """What the daemon said so far."""
        return self.log.read_text()

    def lives(self) -> bool:
        """Whether the daemon is at work."""
        return self.process is not None and self.process.is_alive()

    def pbem(self, *words: str, crash_at: str = "") -> tuple[int | None, str]:
        """Another command of the program: its exit status, and what it said."""
        said = self.folder / "said"
        said.unlink(missing_ok=True)
        process = self._run(list(words), crash_at, said)
        process.join(PATIENCE)
        return process.exitcode, said.read_text()

    # -- what stands

    def ask(self, question: Callable[[Books], Any]) -> Any:
        """Look into the store."""
        with self.desk.store.read() as books:
            return question(books)

    def phase(self) -> tuple[str, str, int]:
        """The open phase, for whom it waits, and how many questions were put in it."""

        def look(books: Books) -> tuple[str, str, int]:
            row = books.phases.open(books.games.get(self.game))
            return (row.phase, row.waiting_for, len(books.phases.segments(row))) if row is not None else ("over", "", 0)

        found: tuple[str, str, int] = self.ask(look)
        return found

    def until(self, done: Callable[[], bool], what: str) -> None:
        """Wait until something has happened."""
        for _ in range(PATIENCE * 20):
            if done():
                return
            time.sleep(0.05)
        raise AssertionError(
            f"{what}: it did not happen; phase {self.phase()}\n{self.told()[-4000:]}\n{self.mail.logs()}"
        )

    def is_quiet(self) -> bool:
        """Whether nothing waits to be read or to be sent."""

        def look(books: Books) -> bool:
            return not books.letters_in.count("new") + books.letters_out.count("new", "sending", "later", "maybe")

        return bool(self.ask(look))

    # -- the players

    def write(self, silent: str = "") -> bool:
        """Let whoever is asked write his letter, if he has its report in his hands and has not written it; whether one did.

        Nobody writes in the phase that is `silent`.
        """
        phase, side, asked = self.phase()
        known = f"{phase}.{asked}"
        if phase in ("over", silent) or known in self.said or side not in self.addresses:
            return False
        is_question = not phase.split(".")[1].lower().startswith(side[:3])
        words = "2" if is_question else WORDS[phase]
        for raw in reversed(self.mail.letters_of(f"{side}{self.n}")):
            letter = message_from_bytes(raw)
            if is_question and "QUESTION" not in str(letter["Subject"]):
                continue
            if is_question and str(letter["Message-ID"]) in self.answered:
                continue  # the letter of the question before: the new one is still on its way
            if self._has_key_of(str(letter["Reply-To"]), phase):
                self.said.add(known)
                self.answered.add(str(letter["Message-ID"]))
                self._post(side, letter, words, known)
                return True
        return False

    def _has_key_of(self, address: str, phase: str) -> bool:
        key = address.partition("@")[0].rpartition(".")[2]

        def look(books: Books) -> bool:
            row = books.keys.find(books.games.get(self.game).id or 0, key)
            return row is not None and row.phase == phase

        return bool(self.ask(look))

    def _post(self, side: str, answered: Any, words: str, known: str) -> None:
        letter = EmailMessage(policy=policy.SMTP)
        letter["From"], letter["To"] = self.addresses[side], str(answered["Reply-To"])
        letter["Subject"] = "Re: " + " ".join(str(answered["Subject"]).split())
        letter["Message-ID"] = f"<{known}.{self.addresses[side]}>"
        letter.set_content(words)
        with smtplib.SMTP("127.0.0.1", self.mail.smtp_port) as line:
            line.sendmail(self.addresses[side], [str(letter["To"])], letter.as_bytes())

    # -- what must hold

    def records(self) -> list[tuple[str, Any]]:
        """The records of the game, without what depends on the time of day."""
        return self.ask(lambda books: records_of(books, self.game))

    def copies(self) -> Counter[str]:
        """How often each letter lies in the players' mailboxes."""
        found: Counter[str] = Counter()
        for side in self.addresses:
            found.update(str(message_from_bytes(raw)["Message-ID"]) for raw in self.mail.letters_of(f"{side}{self.n}"))
        return found

    def lost(self) -> list[str]:
        """Letters to players that are marked as sent and came into no mailbox, and such as never went out.

        Postfix has what Dovecot could not take as it was away: that is on its way, so it is given time.
        """
        for _ in range(PATIENCE):
            found = self._not_there()
            if not any(one.startswith("sent ") for one in found):
                break
            self.mail.flush()
            time.sleep(1)
        return found

    def has_arrived(self) -> bool:
        """Whether all that was sent lies in the players' mailboxes: a server that is killed in a delivery delivers twice."""
        return not self._not_there()

    def _not_there(self) -> list[str]:
        copies = self.copies()

        def look(books: Books) -> list[str]:
            rows = [row for side in self.addresses for row in books.letters_out.to_side(self.game, side)]
            welcomes = {(row.side, row.to): row.message_id for row in rows if row.kind == "welcome"}
            mailed = [  # what stands in a welcome came with it
                (row, welcomes[row.side, row.to] if row.last_reply.startswith(NOT_MAILED) else row.message_id)
                for row in rows
            ]
            return [f"{row.state} {row.key}" for row, came in mailed if row.state != "sent" or not copies[came]]

        found: list[str] = self.ask(look)
        return found

    def unknown(self) -> list[str]:
        """Letters in the players' mailboxes that are none of the outbox's."""
        return [
            one
            for one in self.copies()
            if self.ask(lambda books, one=one: books.letters_out.by_message_id(one)) is None
        ]


def records_of(books: Books, game: str) -> list[tuple[str, Any]]:
    """Type and body of every record, without times, names of this game, and what is signed over them."""
    found = []
    for row in books.records.since(books.games.get(game), -1):
        body = json.loads(row.body)["body"]
        if row.type == "phase.resolved":
            body = {key: body[key] for key in ("phase", "rolls", "events", "orders", "adj", "seed") if key in body}
        elif row.type == "orders.accepted":
            body = {key: body[key] for key in ("phase", "player", "n") if key in body}
        else:
            body = {}
        found.append((row.type, body))
    return found


def played_without_mail(folder: Path, game: str, *, silent: str = "", extended: str = "") -> list[tuple[str, Any]]:
    """The same game by the same letters with no mail, no daemon and no fault: its records.

    Nobody writes in the phase `silent`: its deadline passes.  The GM extends the deadline of the phase `extended`.
    """
    folder.mkdir()
    table = Table.lay(folder)
    table.open(game)
    while (now := _open(table, game)) is not None:
        phase, side = now
        if phase == extended:
            perform(table.desk, Extend(game, 5), "petra", "a holiday")
            extended = ""
        if phase == silent:
            table.clock.forward(hours=80)
            from pbem.desk.play.deadlines import pass_game

            assert pass_game(table.desk, game, table.clock.now() + timedelta(hours=1))
            advance(table.desk, game)
            continue
        is_question = not phase.split(".")[1].lower().startswith(side[:3])
        table.say(game, side, "2" if is_question else WORDS[phase])
    with table.desk.store.read() as books:
        return records_of(books, game)


def _open(table: Table, game: str) -> tuple[str, str] | None:
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(game))
        return (row.phase, row.waiting_for) if row is not None else None
