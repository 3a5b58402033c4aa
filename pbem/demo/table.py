"""The table of the demo: servers on loopback, the desk and its daemon, two players and a GM, and the play of some turns."""

import asyncio
import hashlib
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from pathlib import Path
from typing import Any

from rich.console import Console

from pbem.core.sanitize import terminal
from pbem.daemon import Daemon
from pbem.demo.correspondent import Correspondent, Reply, text_of
from pbem.desk.desk import Desk, House, SystemClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.preferences import PNG
from pbem.desk.play.play import present
from pbem.gm.queue import queue
from pbem.gm.queue import show as show_queue
from pbem.mail.embedded import EmbeddedMail
from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.letter import read_letter
from pbem.mail.smtp import SmtpAccount, SmtpSink
from pbem.mechanisms.practice import PLAIN
from pbem.seal import account
from pbem.seal.verify import verify
from pbem.store.database import Store
from pbem.store.secrets import Vault
from pbem.systems import registry
from pbem.systems.game import Game

HOST = "pbem.example"
PASSWORD = "rosebud"
PLAYERS = (
    *(("kate", "K. Hale"), ("miguel", "M. Ortiz"), ("ana", "A. Silva"), ("tom", "T. Webb")),
    *(("lena", "L. Braun"), ("yuki", "Y. Mori"), ("omar", "O. Haddad"), ("ines", "I. Costa")),
)
"""The players, in the sequence of the sides on the game's card."""
GM, PETRA = "gm", ("petra", "P. Brandt")
WANTS_ORDERS = re.compile(r"^  Send orders for +\S", re.M)
QUESTIONS = re.compile(r"^(\d)  \S", re.M)
TURN = re.compile(r"\bT(\d+)\b")
PATIENCE = 120.0
"""Seconds without a letter after which the demo gives up: the slowest phase takes a tenth of them."""


class Stalled(Exception):
    """No letter has come for too long; the text says what the game waits for."""


@dataclass(frozen=True)
class DemoSettings:
    """The settings of a demo: the game, how many turns, which scenario, the seed of its secrets, where things are kept, and the
    form of reports.
    """

    title: str
    turns: int
    scenario: str
    seed: str
    folder: Path
    report: str = PNG

    @property
    def game(self) -> Game:
        """The game that is played."""
        return registry.game(self.title)

    @property
    def name(self) -> str:
        """The campaign's name."""
        return f"{self.title.replace(':', '-')}-7"

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that play."""
        return tuple(side.id for side in self.game.system.card.sides)

    @property
    def people(self) -> dict[str, tuple[str, str]]:
        """Users and names of the players, by side, and of the GM."""
        return dict(zip(self.sides, PLAYERS, strict=False)) | {GM: PETRA}

    def address(self, side: str) -> str:
        """The address of a player or the GM."""
        return f"{self.people[side][0]}@players.example"


@dataclass
class DemoDesk:
    """The demo while it runs."""

    sitting: DemoSettings
    script: Mapping[tuple[str, str], tuple[Reply, ...]]
    say: Callable[[str], None]
    desk: Desk
    mail: EmbeddedMail
    players: dict[str, Correspondent] = field(default_factory=dict)
    last_turn: int = 0
    _written: dict[tuple[str, str], int] = field(default_factory=dict)
    _last: dict[str, str] = field(default_factory=dict)
    _moved: float = 0.0

    @classmethod
    async def laid(
        cls,
        stack: AsyncExitStack,
        sitting: DemoSettings,
        script: Mapping[tuple[str, str], tuple[Reply, ...]],
        say: Callable[[str], None],
    ) -> "DemoDesk":
        """Start the servers and open the campaign; everything ends with `stack`."""
        users = {"desk": PASSWORD} | {user: PASSWORD for user, _ in sitting.people.values()}
        mail = await stack.enter_async_context(EmbeddedMail(users, catch_all="desk"))
        sitting.folder.mkdir(parents=True, exist_ok=True)
        vault = Vault.make_file(sitting.folder / "desk.key")
        store = Store.at(sitting.folder / "games.db", vault)
        stack.callback(store.close)
        desk = Desk(
            store, SystemClock(), House(HOST, f"{sitting.title.capitalize()} desk", sitting.address(GM)), registry.game
        )
        table = cls(sitting, script, say, desk, mail)
        wanted = Wanted(
            name=sitting.name,
            title=sitting.title,
            scenario=sitting.scenario,
            players=[(side, sitting.address(side), sitting.people[side][1]) for side in sitting.sides],
            gm_address=sitting.address(GM),
            gm_name=sitting.people[GM][1],
            report=sitting.report,
            takes_unfinished=True,
            seed=hashlib.sha256(sitting.seed.encode()).digest(),
        )
        open_campaign(desk, wanted)
        for side, (user, called) in sitting.people.items():
            source = ImapSource(table.imap(user))
            sink = SmtpSink(table.smtp())
            stack.push_async_callback(source.close)
            stack.push_async_callback(sink.close)
            table.players[side] = Correspondent(called, sitting.address(side), source, sink, desk.clock.now)
        with desk.store.read() as books:
            now = present(desk, books, books.games.get(sitting.name))
        table.last_turn = (now.phase.turn or 1) + sitting.turns - 1 if now else 0
        return table

    def imap(self, user: str) -> ImapAccount:
        """The account to reach a mailbox."""
        return ImapAccount(host=self.mail.host, port=self.mail.imap_port, user=user, password=PASSWORD, tls=None)

    def smtp(self) -> SmtpAccount:
        """The account to send mail."""
        return SmtpAccount(host=self.mail.host, port=self.mail.smtp_port, security="none")

    def daemon(self) -> Daemon:
        """The daemon on the desk's mailbox."""
        return Daemon(self.desk, ImapSource(self.imap("desk")), SmtpSink(self.smtp()), poll=5.0)

    async def play(self) -> None:
        """Let the daemon serve and the players write until the last turn is over (or the game is)."""
        stop = asyncio.Event()
        self._moved = asyncio.get_running_loop().time()
        serving = asyncio.create_task(self.daemon().serve(stop))
        try:
            while not self.is_done():
                await asyncio.gather(*(self._look(side) for side in self.players))
                if serving.done():
                    serving.result()
                    break
                if asyncio.get_running_loop().time() - self._moved > PATIENCE:
                    raise Stalled(self._waits_for())
                await asyncio.sleep(0.05)
            await self._settle()
        finally:
            stop.set()
            await serving

    def is_done(self) -> bool:
        """True if the turns that were asked for have been played."""
        with self.desk.store.read() as books:
            now = present(self.desk, books, books.games.get(self.sitting.name))
            game = books.games.get(self.sitting.name)
        if game.state == "held":
            raise RuntimeError(f"the game is held: {game.hold}")
        return now is None or now.phase.turn > self.last_turn

    def _waits_for(self) -> str:
        """The state of the demo: what the game waits for, and the last letter that each player got."""
        with self.desk.store.read() as books:
            now = present(self.desk, books, books.games.get(self.sitting.name))
        asked = "; ".join(f"{self.players[one.side].name}: {one.kind}" for one in now.open) if now else ""
        place = f"{now.phase.id} waits for {asked or 'nobody'}" if now else "the game is over"
        got = "; ".join(f"{self.players[side].name} got {subject!r}" for side, subject in self._last.items())
        return f"no letter in {PATIENCE:g} seconds.  {place}.  Last letters: {got or 'none'}."

    async def _settle(self) -> None:
        """Collect the letters that are still on their way."""
        for _ in range(200):
            with self.desk.store.read() as books:
                if not books.letters_out.due(self.desk.clock.now()):
                    break
            await asyncio.sleep(0.05)
        for player in self.players.values():
            await player.collect()

    async def _look(self, side: str) -> None:
        player = self.players[side]
        for letter in await player.collect():
            subject = " ".join(str(letter["Subject"]).split())
            self._moved, self._last[side] = asyncio.get_running_loop().time(), subject
            self.say(f"  desk -> {player.name:10}  {subject}")
            reply = self._reply(side, letter)
            if reply is not None:
                self.say(f"  {player.name:10} -> desk  {reply.lines[0]}{' ...' if len(reply.lines) > 1 else ''}")
                await player.answer(letter, reply)

    def _reply(self, side: str, letter: Message) -> Reply | None:
        """A player's answer: to a question its digits, to a request for orders their orders, to a refusal a correction."""
        if side == GM:
            return None
        subject, text = " ".join(str(letter["Subject"]).split()), text_of(letter)
        if "QUESTION" in subject:
            return Reply((" ".join("1" for _ in QUESTIONS.findall(text)),))
        wanted = WANTS_ORDERS.search(text)
        is_refusal = "refused" in subject or "found no orders" in subject
        if not wanted and not is_refusal:
            return None
        with self.desk.store.read() as books:
            now = present(self.desk, books, books.games.get(self.sitting.name))
        if now is None or now.phase.turn > self.last_turn or not any(one.side == side for one in now.open):
            return None
        key = (now.phase.id, side)
        drafts = self.script.get(key, ())
        nth = self._written.get(key, 0)
        self._written[key] = nth + 1
        if nth < len(drafts):
            return drafts[nth]
        return Reply(("ready",)) if is_refusal else self._practice(side, now.state, now.phase.letter, now.phase.id)

    def _practice(self, side: str, state: Any, letter: str, phase: str) -> Reply:
        """The practice opponent's letter."""
        game = self.sitting.game

        def pick(purpose: str, n: int) -> int:
            seed = f"{self.sitting.seed} {phase} {side} {purpose}".encode()
            return int.from_bytes(hashlib.sha256(seed).digest()[:8], "big") % n

        view = game.system.view(state, side)
        orders = game.practice_players.orders(game.system, view, side, letter, PLAIN, pick)
        lines = tuple(game.dialect.write(order) for order in orders)
        return Reply((*lines, "ready")) if lines else Reply(("pass",))


# The last screen of the demo: a letter and its answer, the last reports, the GM's queue, the proof, where it all
# lies.


def say(text: str) -> None:
    """A line for whoever watches."""
    print(text, flush=True)


def results(table: DemoDesk, folder: Path) -> int:
    """Show what came of it and write the mailboxes; the exit status of the verification."""
    _corrected(table)
    for side in table.sitting.sides:
        _last_report(table.players[side])
    _title("The GM's queue (pbem gm queue)")
    show_queue(queue(table.desk), Console(file=terminal(sys.stdout), width=100))
    boxes = _write(table, folder)
    status = 0
    for side in table.sitting.sides:
        _title(f"pbem verify {boxes[side].name}")
        verdict = verify([boxes[side]], folder / "server-key.txt")
        say("\n".join(account.lines(verdict)))
        status = status or verdict.status
    _title("Where it lies")
    say(f"  letters    {', '.join(str(box) for box in boxes.values())}")
    say(f"  public key {folder / 'server-key.txt'}")
    say(f"  database   {table.sitting.folder / 'games.db'}")
    return status


def _title(text: str) -> None:
    say(f"\n=== {text} " + "=" * max(0, 72 - len(text)) + "\n")


def _corrected(table: DemoDesk) -> None:
    """The first letter that was refused in part, with its answer and the letter that corrects it."""
    for player in table.players.values():
        letters = [message_from_bytes(raw, policy=compat32) for raw in player.letters]
        for n, letter in enumerate(letters):
            if "refused" in str(letter["Subject"]):
                before = next((one for one in reversed(letters[:n]) if _is_from(one, player)), None)
                after = next((one for one in letters[n + 1 :] if _is_from(one, player)), None)
                for name, one in (
                    ("A letter with a mistake", before),
                    ("Its answer", letter),
                    ("The correction", after),
                ):
                    if one is not None:
                        _title(f"{name}: {' '.join(str(one['Subject']).split())}"[:72])
                        say(_own_words(one) if _is_from(one, player) else text_of(one))
                return


def _is_from(letter: Message, player: Correspondent) -> bool:
    return player.address in str(letter["From"])


def _own_words(letter: Message) -> str:
    """The writer's own words, as the desk reads them: of a letter in HTML as of one in plain text."""
    return read_letter(letter.as_bytes()).words


def _last_report(player: Correspondent) -> None:
    for raw in reversed(player.letters):
        letter = message_from_bytes(raw, policy=compat32)
        if not _is_from(letter, player) and "SEAL" in text_of(letter):
            _title(f"{player.name} reads"[:72])
            say(f"Subject: {' '.join(str(letter['Subject']).split())}\n\n{text_of(letter)}")
            return


def _write(table: DemoDesk, folder: Path) -> dict[str, Path]:
    boxes = {}
    for side, player in table.players.items():
        boxes[side] = folder / f"{side}.mbox"
        player.write_mbox(boxes[side])
    with table.desk.store.read() as books:
        signer = table.desk.signer(books, books.games.all()[0])
    (folder / "server-key.txt").touch(0o600)
    (folder / "server-key.txt").write_text(f"{signer.name} {signer.public.hex()}\n", encoding="ascii")
    return boxes


async def keep(table: DemoDesk) -> None:
    """Leave servers and daemon up until interrupted, and say how to join."""
    mail = table.mail
    _title("Play on with your own mail program (Ctrl-C ends it)")
    say(f"  IMAP   {mail.host}:{mail.imap_port}   no encryption, password {PASSWORD}")
    say(f"  SMTP   {mail.host}:{mail.smtp_port}   no encryption, no login")
    for side, (user, name) in table.sitting.people.items():
        say(f"  {side:8} user {user:7} address {table.players[side].address}   ({name})")
    say("\n  Answer the newest report; put your orders on top; a line  ready  has them carried out at once.")
    await table.daemon().serve(asyncio.Event())
