"""A registered game played by letters: both sides' practice opponents write, the desk answers, and mailboxes fill."""

import hashlib
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from cryptography.fernet import Fernet

from pbem.core.ask import ORDERS, Ask
from pbem.desk.desk import Desk, House, SetClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.desk.play.play import PlayResult, asked_sides, present
from pbem.mechanisms.practice import PLAIN
from pbem.reports.questions import answer_of
from pbem.store.database import Store
from pbem.store.secrets import Vault
from pbem.systems import registry
from tests.databases import store_in
from tests.desk import table
from tests.desk.table import START, Table


def _store(folder: Path, vault: Vault) -> Store:
    """In a file, which is copied."""
    return store_in(folder, vault, url=f"sqlite:///{folder / 'desk.db'}")


class Posted(Table):
    """A table with a registered game on it."""

    @classmethod
    def game(
        cls, folder: Path, title: str, scenario: str, *, level: str = PLAIN, luck: str = "", pace: str = ""
    ) -> "Posted":
        """A game that practice players of this level play; `luck` is any word, for another course of it; `pace` as in terms."""
        clock = SetClock(START)
        vault = Vault(Fernet.generate_key())
        made = cls(Desk(_store(folder, vault), clock, House("pbem.example"), registry.game), clock)
        made.folder, made.vault = folder, vault
        card = registry.game(title).system.card
        made.addresses = {side.id: f"{side.id}@mail.example" for side in card.sides}
        players = [(side.id, made.addresses[side.id], side.name) for side in card.sides]
        wanted = Wanted("posted-1", title, scenario, players, table.GM, seed=b"a demo seed", ladder_length=256)
        open_campaign(made.desk, replace(wanted, takes_unfinished=True, pace=pace or wanted.pace))
        advance(made.desk, "posted-1")
        made.level, made.luck = level, luck
        return made

    addresses: dict[str, str]
    level: str
    luck: str
    folder: Path
    vault: Vault

    def copy(self, folder: Path) -> "Posted":
        """The same game at the same moment on a desk of its own: tests go on from it in ways of their own."""
        with (
            closing(sqlite3.connect(self.folder / "desk.db")) as here,
            closing(sqlite3.connect(folder / "desk.db")) as new,
        ):
            here.backup(new)
        clock = SetClock(self.clock.now())
        desk = Desk(_store(folder, self.vault), clock, House("pbem.example"), registry.game)
        made = replace(self, desk=desk, clock=clock)
        made.level, made.luck, made.folder, made.vault = self.level, self.luck, folder, self.vault
        return made

    def play(self, letters: int) -> None:
        """Letters are written until so many were, or the game is over.  No letter of a practice player may be refused."""
        for n in range(letters):
            now = self._now()
            if now is None:
                return
            side = next(
                (one for one in asked_sides(now.open) if not self._is_ready(now, one)), asked_sides(now.open)[0]
            )
            asks = [one for one in now.open if one.side == side]
            self.clock.forward(minutes=7)
            if asks[0].kind == ORDERS:
                words = self._orders(now, side)
            else:
                words = " ".join(answer_of(one, self._picked(n, one)) for one in asks)
            answer = self.say("posted-1", side, words, sender=self.addresses[side])
            assert answer.kind == "receipt", f"{now.phase.id}, letter {n} of {side}:\n{words}\n\n{answer.text}"

    def _now(self) -> PlayResult | None:
        with self.desk.store.read() as books:
            game = books.games.get("posted-1")
            assert game.state != "held", game.hold
            return present(self.desk, books, game) if game.state == "open" else None

    def _is_ready(self, now: PlayResult, side: str) -> bool:
        """Whether a side has said already that it is ready, where several write at once."""
        with self.desk.store.read() as books:
            filed = books.submissions.latest(books.games.get("posted-1"), side, now.phase.id)
            return filed is not None and filed.state == "filed" and filed.ready == "ready"

    def _orders(self, now: PlayResult, side: str) -> str:
        title = self.desk.title(self._title)
        view = title.system.view(now.state, side)
        practice = registry.game(self._title).practice
        orders = practice.orders(title.system, view, side, now.phase.letter, self.level, self._pick)
        return "\n".join([*map(title.dialect.write, orders), "ready"])

    @property
    def _title(self) -> str:
        with self.desk.store.read() as books:
            return books.games.get("posted-1").title

    def _picked(self, n: int, one: Ask) -> str:
        return one.choices[self._pick(f"{n} {one.key}", len(one.choices))].key

    def _pick(self, purpose: str, n: int) -> int:
        with self.desk.store.read() as books:
            last = books.records.last(books.games.get("posted-1"))
        seed = f"{self.luck}{last.seq if last else 0} {purpose}"
        return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big") % n

    def mailbox(self, side: str, folder: Path) -> Path:
        """All that the desk wrote to a side, as a folder of .eml."""
        folder.mkdir()
        for n, letter in enumerate(self.letters("posted-1", side)):
            (folder / f"{n:03d}.eml").write_bytes(letter.raw)
        return folder
