"""A desk with a game on it, its players' letters, and thousands of games at rest beside it."""

import asyncio
import sqlite3
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet
from sqlalchemy import event, insert, select
from sqlmodel import SQLModel

from bench import players
from bench.frame import Job
from bench.players import PLAYERS, START
from pbem.core.ask import ORDERS
from pbem.desk.desk import Desk, House, SetClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.reader import Reader
from pbem.desk.incoming.reading import read_letters
from pbem.desk.outgoing.outbox import send_due
from pbem.desk.play.advance import advance
from pbem.desk.play.cache import PlayCache
from pbem.desk.play.pace import ASK
from pbem.desk.play.play import present
from pbem.mail.ports import MemorySink
from pbem.store.columns import fold
from pbem.store.database import Store
from pbem.store.letters_in import StoredArrival
from pbem.store.secrets import Vault
from pbem.store.tables import GameRow
from pbem.systems import registry

LAST_TURN = 6
COPIED = ("player", "secret", "checkpoint", "phase", "record", "order_key", "letter_out")
"""The tables that a game at rest has rows in."""
NAMES_PROGRAM = ("genesis", "engine.change")
"""The records that say with which rules program a game is played."""


class Club:
    """A desk with one game after another on it."""

    def __init__(
        self, folder: Path, *, key: bytes = b"", seed: bytes = b"bench seed", reads: Reader | None = None
    ) -> None:
        self.folder, self._seed = folder, seed
        store = Store.at(folder / "desk.db", Vault(key or Fernet.generate_key()))
        self.clock = SetClock(START)
        # All letters come on one day: games at rest must not become due meanwhile.
        house = replace(House("pbem.example"), letters_a_day=1_000_000)
        self.desk = Desk(store, self.clock, house, registry.game, reads)
        # Whoever writes the players' letters looks at the game too: what that leaves behind must not serve the desk.
        self._looks = replace(self.desk, play_cache=PlayCache())
        self.sink = MemorySink()
        self._loop = asyncio.Runner()  # a daemon has one loop for all its letters
        weakref.finalize(self, self._loop.close)
        self.title = registry.game("rosebud")
        self.games = self.letters = 0
        self.name = self.new_game()

    def new_game(self) -> str:
        """Open a game and play it to its first letter; each game has dice of its own."""
        self.games += 1
        name = f"bench-{self.games}"
        players = [(side, address, side.title()) for side, address in PLAYERS.items()]
        open_campaign(
            self.desk,
            Wanted(name, "rosebud", "in-contact", players, "gm@club.example", seed=self._seed + b" %d" % self.games),
        )
        advance(self.desk, name)
        return name

    def letter(self) -> bytes:
        """The next letter that the game waits for: orders of the practice opponent, or the first answer to each question.

        `is_order_letter` and `phase` say what it is afterwards.
        """
        while True:
            with self.desk.store.read() as books:
                now = present(self._looks, books, books.games.get(self.name))
                if now is not None and now.phase.turn < LAST_TURN:
                    side = now.open[0].side
                    answered = books.letters_out.to_side(self.name, side)[-1].raw
                    break
            self.name = self.new_game()
        self.phase = (self.name, now.phase.id)
        self.is_order_letter = not any(one.side == side and one.kind != ORDERS for one in now.open)
        words = "\n".join(players.words(self.title, now, side, ASK, lambda purpose, n: len(purpose) % n))
        return self.reply(answered, PLAYERS[side], words)

    def reply(self, answered: bytes, sender: str, words: str) -> bytes:
        """A player's reply to a letter of ours."""
        return players.reply(answered, sender, words, self.letters)

    def next_letter(self) -> Job:
        """The work for one more letter, which is written beforehand."""
        raw = self.letter()

        def work() -> int:
            self.deliver([raw])
            return 1

        return work

    def deliver(self, letters: list[bytes]) -> None:
        """Letters in, all that they bring about, letters out."""
        self.fetch(letters)
        self.play()
        self.settle()

    def fetch(self, letters: list[bytes]) -> None:
        """Store letters as they come from the mailbox."""
        arrivals = []
        for raw in letters:
            self.letters += 1
            arrivals.append(StoredArrival("INBOX", 1, self.letters, self.clock.now(), raw))
        with self.desk.store.begin() as books:
            books.letters_in.take_in(arrivals)

    def play(self) -> None:
        """Read the letters that are new and play their games on."""
        with self.desk.store.read() as books:
            numbers = books.letters_in.new()
        read_letters(self.desk, None, numbers)

    def fill(self, games: int, *, whole: bool = False, due_apart: timedelta = timedelta(seconds=60)) -> None:
        """Put copies of the game beside it until there are so many, its deadlines `due_apart`.

        They are rows alone, and nothing is sent for them.  Unless they are to be played (`whole`) their long texts are left
        out, so that a hundred thousand of them fit on a disk.
        """
        self.settle()
        metadata = SQLModel.metadata.tables
        with self.desk.store._db.begin() as connection, _as_they_are(connection):
            (game,) = connection.execute(select(GameRow.__table__).where(GameRow.name == self.name)).mappings()  # type: ignore[attr-defined,arg-type]
            first = connection.exec_driver_sql("SELECT max(id) FROM game").scalar_one() + 1
            rows = {name: _rows_of(connection, metadata[name], game) for name in COPIED}
            for start in range(first, first + games, 1000):
                numbers = range(start, min(start + 1000, first + games))
                copies: list[dict[str, Any]] = [{**game, "id": n, "name": f"rest-{n}"} for n in numbers]
                connection.execute(insert(metadata["game"]), copies)
                for name, found in rows.items():
                    made = [_copy(name, row, n, due_apart * (n - first), whole) for n in numbers for row in found]
                    if made:
                        connection.execute(insert(metadata[name]), made)
        self.tidy()

    def tidy(self) -> None:
        """Leave the database as one that has grown over months: nothing large waits in its journal."""
        with closing(sqlite3.connect(self.folder / "desk.db")) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def settle(self) -> None:
        """Send all that is to be sent."""
        self._loop.run(send_due(self.desk, self.sink))

    @contextmanager
    def statements(self) -> Iterator[Callable[[], int]]:
        """Counts the SQL statements that are carried out inside."""
        counted = 0

        def count(*_: object) -> None:
            nonlocal counted
            counted += 1

        event.listen(self.desk.store._db, "before_cursor_execute", count)
        try:
            yield lambda: counted
        finally:
            event.remove(self.desk.store._db, "before_cursor_execute", count)


@contextmanager
def _as_they_are(connection: Any) -> Iterator[None]:
    """What is sealed passes unopened: ten thousand copies need not be sealed anew."""
    vault, connection.dialect.pbem_vault = connection.dialect.pbem_vault, None
    try:
        yield
    finally:
        connection.dialect.pbem_vault = vault


def _rows_of(connection: Any, table: Any, game: Any) -> list[dict[str, Any]]:
    if "game_id" in table.c:
        query = select(table).where(table.c.game_id == game["id"])
    else:
        query = select(table).where((table.c.game if "game" in table.c else table.c.scope) == game["name"])
    return [dict(row) for row in connection.execute(query).mappings()]


def _copy(table: str, row: dict[str, Any], number: int, later: timedelta, whole: bool) -> dict[str, Any]:
    made = {name: value for name, value in row.items() if name != "id"}
    if "game_id" in made:
        made["game_id"] = number
    if table == "player":
        address = f"{number}.{made['address']}"  # nobody plays in ten thousand games
        made |= {"address": address, "folded": fold(address)}
    if table == "secret":
        made["scope"] = f"rest-{number}"
    if table == "letter_out":
        made |= {"game": f"rest-{number}", "key": made["key"].replace(row["game"], f"rest-{number}", 1)}
        made["message_id"] = f"<{number}.{row['id']}@pbem.example>"
    if table == "phase" and made["due"] is not None:
        made["due"] += later
        made["remind"] = None if made["remind"] is None else made["remind"] + later
    if not whole:
        short = {"checkpoint": ("state",), "letter_out": ("text", "raw"), "record": ("body",)}.get(table, ())
        if made.get("type") in NAMES_PROGRAM:  # the GM's queue reads these of every game
            short = ()
        made |= {name: b"-" if name == "raw" else "-" for name in short}
    return made
