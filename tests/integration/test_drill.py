"""The GM's drill: twelve incidents in one campaign over real mail, each dealt with by at most two commands.

Players write letters and read nothing but their mailboxes; the GM types commands; nobody touches the database.  Time is set
forward by hand: the mail server's clock is the machine's, so what it says of a letter's arrival is shifted by as much.
Dovecot and Postfix where they are installed, the embedded servers where they are not.
"""

import asyncio
import mailbox
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from email.message import EmailMessage, Message
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.daemon import Daemon
from pbem.demo.correspondent import Correspondent, Reply, text_of
from pbem.desk.desk import Desk, House, SystemClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.reader import InProcess
from pbem.desk.play.advance import advance
from pbem.desk.play.downtime import watch
from pbem.desk.play.terms import Terms
from pbem.mail.embedded import EmbeddedMail
from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.letter import Letter
from pbem.mail.ports import Cursor, Fetched, Outcome, TryLater
from pbem.mail.smtp import SmtpAccount, SmtpSink
from pbem.seal.verify import verify
from pbem.store.database import Store
from pbem.store.secrets import Vault
from tests.desk.table import titles
from tests.mail.realmail import RealMail, why_not

pytestmark = pytest.mark.integration

HOST = "pbem.test"
GAME = "meadow-1"
USERS = {name: f"{name}-secret" for name in ("desk", "petra", "rita", "bob", "nadia", "ruth")}
CONFIG = """
[desk]
host = "pbem.test"
gm = "petra@pbem.test"
mailbox = "desk"
[mail_in]
kind = "maildir"
path = "unused"
[mail_out]
kind = "maildir"
path = "unused"
"""


class Shifted:
    """The machine's clock, set forward."""

    def __init__(self) -> None:
        self.by = timedelta()

    def now(self):  # type: ignore[no-untyped-def]
        return SystemClock().now() + self.by


class ShiftedSource(ImapSource):
    """A mailbox whose server's clock is set forward as the desk's is."""

    clock: Shifted

    async def fetch(self, cursor: Cursor) -> Sequence[Fetched]:
        return [replace(one, arrived=one.arrived + self.clock.by) for one in await super().fetch(cursor)]


class Provider(SmtpSink):
    """The way out; while it is down nothing is taken."""

    is_down = False

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        if self.is_down:
            return TryLater(0, "no connection")
        return await super().send(message, sender, recipient)


class Choking(InProcess):
    """A reader that fails at one letter, as a fault of the program would."""

    is_fixed = False

    def letter(self, raw: bytes) -> Letter:
        if b"poison" in raw and not self.is_fixed:
            raise RecursionError("a letter of a kind that the program cannot read")
        return super().letter(raw)


@dataclass
class Drill:
    """The campaign, the mailboxes, and what the GM has typed."""

    folder: Path
    desk: Desk
    clock: Shifted
    reader: Choking
    provider: Provider
    source: ShiftedSource
    people: dict[str, Correspondent]
    monkeypatch: pytest.MonkeyPatch
    typed: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    _letters: dict[str, list[Message]] = field(default_factory=dict)

    async def round(self) -> None:
        """A few rounds of the daemon: Dovecot shows a letter some moments after Postfix took it."""
        for _ in range(3):
            await Daemon(self.desk, self.source, self.provider, poll=0.01).turn()
            await asyncio.sleep(0.1)

    async def rounds(self, count: int) -> None:
        """So many of them."""
        for _ in range(count):
            await self.round()

    async def look(self, who: str) -> list[Message]:
        """The letters that somebody has, oldest first."""
        await asyncio.sleep(0.1)
        self._letters.setdefault(who, []).extend(await self.people[who].collect())
        return self._letters[who]

    async def newest(self, who: str, said: str) -> Message:
        """Somebody's newest letter with these words in its subject; it may take the servers a moment."""
        for _ in range(40):
            found = [one for one in await self.look(who) if said in subject(one)]
            if found:
                return found[-1]
            await self.round()
        raise AssertionError(f"{who} has no letter {said!r}: {[subject(one) for one in self._letters[who]]}")

    async def told(self, who: str, words: str) -> Message:
        """Somebody's newest letter with these words in its text."""
        for _ in range(40):
            found = [one for one in await self.look(who) if words in " ".join(text_of(one).split())]
            if found:
                return found[-1]
            await self.round()
        raise AssertionError(f"{who} has not read {words!r}: {[subject(one) for one in self._letters[who]]}")

    async def say(self, who: str, *lines: str, to: str = f"[{GAME}]") -> None:
        """Somebody answers his newest letter with these words in its subject; the daemon reads it."""
        before = self.read()
        await self.people[who].answer(await self.newest(who, to), Reply(lines))
        for _ in range(40):
            await self.round()
            if self.read() > before:
                return
        raise AssertionError(f"the letter of {who} was not read")

    def read(self) -> int:
        """How many letters the desk has read."""
        with self.desk.store.read() as books:
            return sum(books.letters_in.count(state) for state in ("done", "held", "ignored"))

    def wait(self, **by: float) -> None:
        """Time passes, with the desk at work."""
        self.clock.by += timedelta(**by)
        watch(self.desk, shifts=False)

    def gm(self, incident: str, *words: str) -> int:
        """The GM types a command."""
        self.counts[incident] = self.counts.get(incident, 0) + 1
        status = main(["gm", *words, "--config", str(self.folder / "config.toml")])
        self.typed.append(f"{incident}: pbem gm {' '.join(words)} -> {status}")
        return status

    def phase(self) -> str:
        with self.desk.store.read() as books:
            row = books.phases.open(books.games.get(GAME))
            return row.phase if row is not None else ""


def subject(letter: Message) -> str:
    return " ".join(str(letter["Subject"]).split())


@asynccontextmanager
async def servers() -> AsyncIterator[tuple[str, int, int]]:
    """Host, IMAP port, SMTP port."""
    if why_not():
        async with EmbeddedMail(USERS, catch_all="desk") as mail:
            yield mail.host, mail.imap_port, mail.smtp_port
    else:
        with RealMail(USERS) as real:
            yield real.host, real.imap_port, real.smtp_port


@asynccontextmanager
async def sitting(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Drill]:
    async with servers() as (host, imap, smtp):
        (folder / "config.toml").write_text(CONFIG)
        clock, reader = Shifted(), Choking(titles)
        monkeypatch.setattr("pbem.systems.registry.game", titles)
        monkeypatch.setattr("pbem.commands.desk_arguments.SystemClock", lambda: clock)
        store = Store.at(folder / "pbem.db", Vault.make_file(folder / "pbem.key"))
        house = House(HOST, "The desk", f"petra@{HOST}", mailbox="desk")
        desk = Desk(store, clock, house, titles, reads=reader)
        players = [("red", f"rita@{HOST}", "Rita"), ("blue", f"bob@{HOST}", "Bob")]
        wanted = Wanted(GAME, "skirmish", "meadow", players, f"petra@{HOST}", gm_name="Petra", seed=b"a demo seed")
        open_campaign(desk, replace(wanted, ladder_length=64, terms=Terms(silence={"orders": "gm"})))
        account = ImapAccount(host=host, port=imap, user="desk", password=USERS["desk"], tls=None)
        source = ShiftedSource(account)
        source.clock = clock
        out = SmtpAccount(host=host, port=smtp, security="none")
        people = {
            name: Correspondent(
                name.title(),
                f"{name}@{HOST}",
                ImapSource(replace(account, user=name, password=USERS[name])),
                SmtpSink(out),
                clock.now,
            )
            for name in USERS
            if name != "desk"
        }
        drill = Drill(folder, desk, clock, reader, Provider(out), source, people, monkeypatch)
        Daemon(desk, source, drill.provider).recover()
        try:
            yield drill
        finally:
            for one in people.values():
                await one.source.close()
                await one.sink.close()
            await source.close()
            await drill.provider.close()
            store.close()


@pytest.mark.slow
def test_twelve_incidents_over_real_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with sitting(tmp_path, monkeypatch) as drill:
            await twelve(drill)

    asyncio.run(asyncio.wait_for(story(), 240))


async def twelve(drill: Drill) -> None:
    yes = ("--yes",)
    advance(drill.desk, GAME)
    await drill.round()
    await drill.say("bob", "policy cover: duck", to="you play Blue")

    # 1  A late player: the terms leave it to the GM, who lets the game go on.
    drill.wait(hours=80)
    await drill.round()
    assert "you decide how the game goes on" in text_of(await drill.newest("petra", "late: T1 RED.A")).replace(
        "\n", " "
    )
    assert drill.gm("late player", "act", GAME, "--reason", "no word for three days", *yes) == 0
    assert drill.phase() == "T01.RED.B"

    # 2  A vacation: the player's own letter stops his clock, and nobody need do anything.
    await drill.round()
    today = drill.clock.now()
    away = today + timedelta(days=5)
    await drill.say("rita", f"vacation {today:%-d %b} - {away:%-d %b}", to="YOU: March")
    await drill.newest("bob", "is away")
    assert drill.gm("vacation", "queue") == 0

    # 3  A wrong order, found after it was adjudicated: the phase is taken back, and the player corrects it.
    await drill.say("rita", "Red One march 3", "ready", to="YOU: March")
    assert drill.phase() == "T01.BLU.A"
    assert drill.gm("wrong order", "undo", GAME, "--reason", "Rita meant Red Two, both agree", *yes) == 0
    assert drill.phase() == "T01.RED.B"
    await drill.round()
    await drill.say("rita", "replace", "Red Two march 3", "policy cover: stand", "ready", to="play goes back to record")
    assert drill.phase() == "T01.BLU.A"

    # 4  The daemon dies with a letter stored and not read: the next one reads it.
    await drill.round()
    before = drill.read()
    await drill.people["bob"].answer(await drill.newest("bob", "YOU: Fire"), Reply(("Blue One fire at Red Two",)))
    with drill.monkeypatch.context() as crash:
        crash.setattr("pbem.daemon.read_letters", lambda *_, **__: _killed(drill))
        with pytest.raises(KeyboardInterrupt):
            await drill.rounds(40)
        assert drill.read() == before
    Daemon(drill.desk, drill.source, drill.provider).recover()
    await drill.round()
    await drill.told("bob", "Blue One fire at Red Two")

    # 5  A forged letter: a good key, another's address.  It is held, and put aside.
    forged = EmailMessage()
    letter = await drill.newest("bob", "YOU: Fire")
    forged["From"], forged["To"] = f"ruth@{HOST}", str(letter["Reply-To"])
    forged["Subject"], forged["Message-ID"] = "Re: orders", "<forged@evil.example>"
    forged.set_content("replace\npass\n")
    await drill.people["ruth"].sink.send(forged.as_bytes(), f"ruth@{HOST}", str(letter["Reply-To"]))
    number = await held(drill)
    assert drill.gm("forged letter", "drop", str(number), *yes) == 0

    # 6  A player is replaced: Bob goes, Nadia comes, with all that his side may know.
    assert (
        drill.gm("replaced player", "replace", GAME, "blue", f"Nadia <nadia@{HOST}>", "--reason", "Bob moves", *yes)
        == 0
    )
    await drill.round()
    pack = text_of(await drill.newest("nadia", "hand-over pack"))
    assert "Blue One fire at Red Two" in pack
    assert "policy cover: duck" in pack

    # 7  The provider is down for a day: what is written waits, the GM gives the day back, then all of it goes.
    drill.provider.is_down = True
    await drill.say("nadia", "status", to="hand-over pack")
    drill.wait(days=1)
    await drill.round()
    assert drill.gm("provider down", "extend", GAME, "24", "--reason", "the provider was down", *yes) == 0
    drill.provider.is_down = False
    drill.wait(hours=2)
    await drill.round()
    await drill.newest("nadia", "deadline of T1 BLU.A")

    # 8  An undone phase: back to a record, by its number.
    await drill.say("nadia", "ready", to="deadline of T1 BLU.A")
    assert drill.phase() == "T01.BLU.B"
    with drill.desk.store.read() as books:
        game = books.games.get(GAME)
        row = books.phases.named(game, "T01.BLU.A")
        assert row is not None
        before = books.phases.segments(row)[0].record_seq - 1
    assert drill.gm("undone phase", "undo", GAME, str(before), "--reason", "the map was misprinted", *yes) == 0
    assert drill.phase() == "T01.BLU.A"

    # 9  A ruling on the board; one that breaks the game is refused with what it breaks.
    assert drill.gm("ruling", "rule", GAME, "1.1", "Red One strength = many", "--reason", "x", *yes) == 1
    assert (
        drill.gm("ruling", "rule", GAME, "1.1", "Red One strength = 2", "--reason", "a loss was forgotten", *yes) == 0
    )
    await drill.round()
    await drill.told("nadia", "strength of Red One from 3 to 2")

    # 10  A poison letter: it is held and others go on; after the program is fixed it is read again.
    await drill.say("nadia", "Blue Two fire at Red One", "nonce: poison", to="the position changed by hand")
    number = await held(drill)
    await drill.say("rita", "status", to="the position changed by hand")
    await drill.newest("rita", "Your request")
    drill.reader.is_fixed = True
    assert drill.gm("poison letter", "reread", str(number), *yes) == 0
    await drill.round()
    await drill.told("nadia", "Blue Two fire at Red One")

    # 11  An address is changed for a player who cannot do it himself.
    assert drill.gm("changed address", "address", GAME, "red", f"ruth@{HOST}", *yes) == 0
    await drill.round()
    await drill.say("nadia", "ready", to="Orders received")
    await drill.newest("ruth", "RED has another address")

    # 12  The game is closed.
    assert drill.gm("game closed", "close", GAME, "--reason", "both have enough", *yes) == 0
    await drill.round()
    await drill.newest("nadia", "The game is over")
    await drill.newest("ruth", "The game is over")

    assert len(drill.counts) >= 11  # the crashed daemon needed none
    assert all(count <= 2 for count in drill.counts.values()), drill.typed
    with drill.desk.store.read() as books:
        game = books.games.get(GAME)
        assert (game.state, game.undone, game.branch) == ("over", 2, "main.3")
        assert not books.letters_in.held()
        assert not books.faults.unclosed()
    await proved(drill, "ruth", "rita")


async def proved(drill: Drill, *owners: str) -> None:
    """The letters that the red side got, at both of its addresses, prove the whole campaign."""
    box = mailbox.mbox(drill.folder / "red.mbox")
    for who in owners:
        await drill.look(who)
        for raw in drill.people[who].letters:
            box.add(raw)
    box.close()
    verdict = verify([drill.folder / "red.mbox"])
    assert verdict.status == 0, verdict.all_findings


async def held(drill: Drill) -> int:
    """The number of the letter that is held; it may take the servers a moment."""
    for _ in range(40):
        await drill.round()
        with drill.desk.store.read() as books:
            found = books.letters_in.held()
            if found:
                return found[0].id or 0
    raise AssertionError("no letter is held")


def _killed(drill: Drill) -> None:
    """The power goes as soon as a letter is stored, before it is read."""
    with drill.desk.store.read() as books:
        if books.letters_in.new():
            raise KeyboardInterrupt
