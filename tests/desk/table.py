"""A desk with a skirmish on it, and a postman, for the tests of the campaign."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import make_msgid
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cryptography.fernet import Fernet

from pbem.desk.desk import Desk, House, SetClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.intake import IntakeResult, take
from pbem.desk.incoming.reading import Takes, take_and_play
from pbem.desk.play.advance import advance
from pbem.reports.aloud import MARK
from pbem.reports.report import REPLY_MARK
from pbem.store.database import Store
from pbem.store.letters_in import StoredArrival
from pbem.store.letters_out import NOT_MAILED
from pbem.store.secrets import Vault
from pbem.store.tables import LetterOutRow
from tests.databases import store_in, url_in
from tests.desk.skirmish import Skirmish
from tests.desk.words import SkirmishTeller, SkirmishWords
from tests.opened import KEEPS_OPENED, OPENED

START = datetime(2026, 3, 12, 18, 0, tzinfo=UTC)
ADDRESSES = {"red": "rita@mail.example", "blue": "bob@post.example"}
GM = "gm@club.example"

KEY = Fernet.generate_key()


@cache
def blank() -> bytes:
    """A file with the tables and nothing in them, made once."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "blank.db"
        Store.at(file, Vault(Fernet.generate_key())).close()
        return file.read_bytes()


@dataclass(frozen=True)
class SkirmishTitle:
    system: Any = field(default_factory=Skirmish)
    dialect: Any = field(default_factory=SkirmishWords)
    teller: Any = field(default_factory=SkirmishTeller)
    practice: Any = None
    offering: Any = None
    chances: Any = None
    lessons: Any = None
    is_unfinished: bool = False

    @property
    def card(self) -> Any:
        return self.system.card

    def short_name(self, phase: str) -> str:
        return str(self.teller.short_name(phase))


def titles(name: str) -> SkirmishTitle:
    if name != "skirmish":
        raise KeyError(f"one of: skirmish; found {name!r}")
    return SkirmishTitle()


@dataclass
class Table:
    """A desk, and what the tests do at it."""

    desk: Desk
    clock: SetClock
    uid: int = 0
    title: str = "skirmish"
    addresses: Mapping[str, str] = field(default_factory=lambda: ADDRESSES)
    blank_as: tuple[Any, ...] = ()
    """While nothing has happened on the desk: what tells this desk from others; () if games on it are not to be kept."""

    @classmethod
    def lay(
        cls, folder: Path, key: bytes = b"", *, url: str = "", games: Callable[[str], Any] | None = None, **house: Any
    ) -> "Table":
        """A desk over the database of `url`, or over that of `folder`, for these games."""
        clock = SetClock(START)
        vault = Vault(key or KEY)
        url = url or url_in(folder)
        is_blank = url.startswith("sqlite") and not (folder / "desk.db").exists()
        if is_blank:
            (folder / "desk.db").write_bytes(blank())
        store = store_in(folder, vault, url=url)
        blank_as = (folder, key, repr(house)) if is_blank and games is None else ()
        return cls(Desk(store, clock, House("pbem.example", **house), games or titles), clock, blank_as=blank_as)

    def open(self, name: str = "meadow-1", *, scenario: str = "meadow", **more: Any) -> str:
        """Open a game; the same game on another desk on which nothing has happened is a copy of the first one's database."""
        players = [(side, address, side.title()) for side, address in self.addresses.items()]
        wanted = Wanted(name, self.title, scenario, players, GM, seed=b"a demo seed", ladder_length=64, **more)
        kept_as = (*self.blank_as[1:], repr(wanted)) if self._is_untouched() else ()
        if kept_as in OPENED:
            self._database(OPENED[kept_as])
            return name
        open_campaign(self.desk, wanted)
        advance(self.desk, name)
        if kept_as:
            OPENED[kept_as] = self._database()
        return name

    def _is_untouched(self) -> bool:
        if not self.blank_as or not KEEPS_OPENED or self.uid or self.clock.now() != START or self.title != "skirmish":
            return False
        return (self.blank_as[0] / "desk.db").read_bytes() == blank() and self.desk.store.is_empty()

    def _database(self, other: bytes = b"") -> bytes:
        """The bytes of the desk's database, which becomes another if one is given."""
        file = self.blank_as[0] / "desk.db"
        self.desk.store.close()
        if other:
            file.write_bytes(other)
        return bytes(file.read_bytes())

    def letters(self, name: str, side: str, kind: str = "") -> list[LetterOutRow]:
        with self.desk.store.read() as books:
            return [row for row in books.letters_out.to_side(name, side) if kind in ("", row.kind)]

    def mailed(self, name: str, side: str) -> list[LetterOutRow]:
        """The letters to a side that are mailed by themselves: without what stands, word for word, in the welcome."""
        rows = self.letters(name, side)
        within = [row for row in rows if row.last_reply.startswith(NOT_MAILED)]
        for row in within:
            words = row.text.removeprefix(REPLY_MARK).removeprefix(MARK).strip("\n")
            assert any(words in one.text for one in rows if one.kind == "welcome" and one.to == row.to), row.key
        return [row for row in rows if row not in within]

    def last(self, name: str, side: str, kind: str = "") -> LetterOutRow:
        return self.letters(name, side, kind)[-1]

    def reply(
        self,
        name: str,
        side: str,
        words: str,
        *,
        to: LetterOutRow | None = None,
        sender: str = "",
        message_id: str = "",
    ) -> bytes:
        """A letter of a side that answers `to` (its last report, question or receipt with a key)."""
        answered = message_from_bytes((to or self.last(name, side)).raw)
        letter = EmailMessage()
        letter["From"] = sender or self.addresses[side]
        letter["To"] = str(answered["Reply-To"])
        letter["Subject"] = f"Re: {make_header(decode_header(str(answered['Subject'])))}"
        letter["Message-ID"] = message_id or make_msgid(domain="mail.example")
        letter["In-Reply-To"] = str(answered["Message-ID"])
        letter.set_content(words)
        return letter.as_bytes()

    def deliver(self, raw: bytes, by: Takes = take) -> IntakeResult:
        """Put a letter into the mailbox and read it; the game is not advanced, unless who reads it plays it on."""
        self.uid += 1
        with self.desk.store.begin() as books:
            books.letters_in.take_in([StoredArrival("INBOX", 1, self.uid, self.clock.now(), raw)])
            numbers = books.letters_in.new()
        assert len(numbers) <= 1
        return by(self.desk, numbers[0]) if numbers else IntakeResult("known")

    def say(self, name: str, side: str, words: str, **more: Any) -> LetterOutRow:
        """A letter of a side, read and acted on; the answer to it."""
        taken = self.deliver(self.reply(name, side, words, **more), by=take_and_play)
        with self.desk.store.read() as books:
            last = books.letters_in.last_from(name, side)
            assert last is not None
            answer = books.letters_out.find(last.answer_key)
        if taken.game:
            advance(self.desk, taken.game)
        assert answer is not None, (taken, last.reason)
        return answer

    def phase(self, name: str) -> str:
        with self.desk.store.read() as books:
            row = books.phases.open(books.games.get(name))
            return row.phase if row is not None else ""

    def asked(self, name: str) -> str:
        """The side that is waited for; the first, where both are."""
        with self.desk.store.read() as books:
            row = books.phases.open(books.games.get(name))
            return row.waiting_for.partition(",")[0] if row is not None else ""

    def until(self, name: str, side: str) -> None:
        """Play on, the others passing, until play stops for a side: then it has its report."""
        while self.state(name) == "open" and side not in (asked := self.asked(name)):
            last = self.last(name, asked)
            self.say(name, asked, "1" if last.kind == "question" else "pass", to=last)

    def records(self, name: str) -> list[tuple[int, str]]:
        with self.desk.store.read() as books:
            return [(row.seq, row.type) for row in books.records.since(books.games.get(name), -1)]

    def state(self, name: str) -> str:
        with self.desk.store.read() as books:
            return books.games.get(name).state
