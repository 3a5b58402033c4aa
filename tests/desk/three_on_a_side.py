"""Whole games with three people on one side, by letters through the real desk: kills, silences, late and crossed letters.

A chief and two commanders play against one person.  Practice players find the orders, and each line is written by whoever
commands its units.  Sometimes somebody is silent until the deadline, writes after it, or answers an older report; sometimes
the program ends in the middle of a letter, and another one goes on.  ``python -m tests.desk.three_on_a_side [SEED ...]``
"""

import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

from pbem import crash_points
from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.reading import take_and_play
from pbem.desk.orders.merge import who
from pbem.desk.orders.sharing import writer_of
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.mail.letter import read_letter
from pbem.store.letters_in import StoredArrival
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from pbem.systems.indian_wars.orders.records import write
from tests.desk.table import GM, Table

GAME = "three-7"
CROOK, MILLS, NOYES, MO = "crook@mail.example", "mills@mail.example", "noyes@mail.example", "mo@post.example"
US = (MILLS, NOYES, CROOK)
SEATS = [Seat("us", MILLS, "A. Mills", ("3 Cav",)), Seat("us", NOYES, "H. Noyes", ("2 Cav",))]
POINTS = ("C5", "C6", "C7", "C8", "C9", "C18", "C19")
"""Where the program ends: a letter is decoded, or being filed; a phase is played, or a deadline enforced."""
SILENT, LATE, CROSSED, KILLED, WRITES = 8, 5, 6, 6, 50
"""Of a hundred times."""
TOKEN = re.compile(r"W\d{5}X")


class Killed(BaseException):
    """The program ends here."""


def _killed(*_: object) -> None:
    raise Killed


@dataclass
class Whole:
    """A game under way, what each person has sent, and who may read which word."""

    folder: Path
    table: Table
    chance: random.Random
    sent: dict[str, list[bytes]] = field(default_factory=lambda: {one: [] for one in (*US, MO)})
    may_read: dict[str, set[str]] = field(default_factory=dict)
    tried: Counter[str] = field(default_factory=Counter)
    after: list[tuple[str, bytes]] = field(default_factory=list)
    """Letters that are on their way when a deadline passes."""

    @classmethod
    def opened(cls, folder: Path, seed: int, scenario: str = "in-contact") -> "Whole":
        made = cls(folder, cls._laid(folder), random.Random(f"three on a side {seed}"))
        players = [("us", CROOK, "G. Crook"), ("indian", MO, "M. Ortiz")]
        wanted = Wanted(
            GAME, "rosebud", scenario, players, GM, seed=b"three on a side", ladder_length=4096, seats=SEATS
        )
        open_campaign(made.table.desk, wanted)
        advance(made.table.desk, GAME)
        return made

    @staticmethod
    def _laid(folder: Path) -> Table:
        made = Table.lay(folder, games=registry.game)
        made.title, made.addresses = "rosebud", {"us": CROOK, "indian": MO}
        return made

    # The program, which may end at any moment.

    def _starts_again(self) -> None:
        """Another program over the same database: nothing that was in memory is left."""
        before = self.table
        before.desk.store.close()
        self.table = self._laid(self.folder)
        self.table.uid = before.uid
        self.table.clock.forward(seconds=(before.clock.now() - self.table.clock.now()).total_seconds())

    @contextmanager
    def _perhaps_killed(self) -> Iterator[None]:
        point = self.chance.choice(POINTS) if self.chance.randrange(100) < KILLED else ""
        crash_points.arm(f"{point}:{self.chance.choice([1, 1, 2])}" if point else "")
        try:
            with patch.object(crash_points.os, "kill", _killed):
                yield
        except Killed:
            self.tried[f"killed at {point}"] += 1
            crash_points.arm("")
            self._starts_again()
        finally:
            crash_points.arm("")

    def _goes_on(self) -> None:
        """Read what has come, let deadlines pass, and play on, until nothing is left to do."""
        while True:
            before = self.tried.total()
            with self._perhaps_killed():
                desk = self.table.desk
                with desk.store.read() as books:
                    numbers = books.letters_in.new()
                for number in numbers:
                    taken = take_and_play(desk, number)
                    if taken.game:
                        advance(desk, taken.game)
                for name in pass_overdue(desk, desk.clock.now()):
                    advance(desk, name)
                advance(desk, GAME)
            if self.tried.total() == before:
                return

    def _arrives(self, raw: bytes) -> None:
        self.table.uid += 1
        with self.table.desk.store.begin() as books:
            arrival = StoredArrival("INBOX", 1, self.table.uid, self.table.clock.now(), raw)
            books.letters_in.take_in([arrival])

    # The people.

    def box(self, person: str) -> list[LetterOutRow]:
        return [one for one in self.table.letters(GAME, "indian" if person == MO else "us") if one.to == person]

    def _letter(self, person: str, words: str, to: LetterOutRow) -> bytes:
        name = f"<{self.table.uid}.{sum(map(len, self.sent.values()))}@mail.example>"
        side = "indian" if person == MO else "us"
        raw = self.table.reply(GAME, side, words, to=to, sender=person, message_id=name)
        self.sent[person].append(raw)
        return raw

    def _says(self, person: str, words: str, to: LetterOutRow) -> None:
        self.table.clock.forward(minutes=3)
        self._arrives(self._letter(person, words, to))
        self.tried["letters"] += 1
        self._goes_on()

    def _word(self, *readers: str) -> str:
        found = f"W{len(self.may_read):05}X"
        self.may_read[found] = set(readers)
        return found

    def _chat(self, person: str) -> list[str]:
        match self.chance.randrange(8):
            case 0:
                return [f"to us: I come, {self._word(*US)}"]
            case 1:
                other = self.chance.choice([one for one in US if one != person])
                return [f"to {other.split('@')[0].title()}: Hold, {self._word(person, other)}"]
            case _:
                return []

    def _lines(self, side: str) -> dict[str, list[str]]:
        """The orders that a practice player gives now, by whoever commands their units."""
        game = registry.game("rosebud")
        with self.table.desk.store.read() as books:
            row = books.games.get(GAME)
            state, player = self.table.desk.position(books, row), books.players.get(row, side)
            seats = list(books.seats.sharing(row, side))
            units = {one.address: writer_of(self.table.desk, books, row, player, state, one).units for one in seats}
        view = game.system.view(state, side)
        pick = lambda _, n: self.chance.randrange(n)  # noqa: E731
        orders = game.practice_players.orders(game.system, view, side, self.table.phase(GAME)[-1], "plain", pick)
        found: dict[str, list[str]] = {}
        chief = MO if side == "indian" else CROOK
        for one in orders:
            names = set(who(one))
            owner = next((address for address, mine in units.items() if mine is not None and names <= mine), chief)
            found.setdefault(owner, []).append(write(one))
        return found

    # A stop of play.

    def stop(self) -> bool:
        """Answer whatever play stops for; False when the game is over."""
        with self.table.desk.store.read() as books:
            game = books.games.get(GAME)
            if game.state == "over":
                return False
            assert game.state == "open", (game.state, game.hold)
            row = books.phases.open(game)
            assert row is not None
            side = row.waiting_for.split(",")[0]
            count, due = len(books.questions.open(row, side)), row.due
        before = row.phase
        people = [MO] if side == "indian" else list(US)
        if count:
            person = people[-1]
            to = [one for one in self.box(person) if one.kind in ("question", "report", "welcome")][-1]
            self._says(person, " ".join(["1"] * count), to)
            return True
        lines = self._lines(side) if self.chance.randrange(100) < WRITES else {}
        for person in people:
            if self._is_over_for(before):
                return True
            self._writes(person, lines.get(person, []))
        if self._is_over_for(before):
            return True
        if self.chance.randrange(100) < SILENT and due is not None:
            self._nobody_writes(due)
        else:
            self._says(people[-1], "ready all" if side == "us" else "ready", self.box(people[-1])[-1])
        return True

    def _is_over_for(self, phase: str) -> bool:
        return self.table.phase(GAME) != phase

    def _writes(self, person: str, lines: list[str]) -> None:
        words = [*lines, *(self._chat(person) if person != MO else [])]
        reports = [one for one in self.box(person) if one.kind in ("report", "welcome")]
        if not words:
            return
        draw = self.chance.randrange(100)
        if draw < LATE:
            self.after.append((person, self._letter(person, "\n".join(words), reports[-1])))
        elif draw < LATE + CROSSED and len(reports) > 1:
            self.tried["crossed"] += 1
            self._says(person, "\n".join(words), reports[-2])
        else:
            self._says(person, "\n".join(words), reports[-1])

    def _nobody_writes(self, due: object) -> None:
        """The deadline passes; what was on its way comes after it."""
        self.tried["silent"] += 1
        moment = due - self.table.clock.now()  # type: ignore[operator]
        self.table.clock.forward(seconds=(moment + timedelta(hours=1)).total_seconds())
        self._goes_on()
        for _, raw in self.after:
            self.tried["late"] += 1
            self._arrives(raw)
            self._goes_on()
        self.after.clear()

    # What came of it.

    def wrong(self) -> list[str]:
        """Letters in which somebody reads what is not for them, or holds a key of somebody else's, and letters of ours that
        were never answered."""
        found = []
        keys: dict[str, str] = {}
        for person in (*US, MO):
            for one in self.box(person):
                for word in TOKEN.findall(one.text):
                    if person not in self.may_read[word]:
                        found.append(f"{one.kind} to {person}: {word}")
                key = str(read_letter(one.raw).header("reply-to"))
                if key and keys.setdefault(key, person) != person:
                    found.append(f"{one.kind} to {person} has the key of a letter to {keys[key]}")
        with self.table.desk.store.read() as books:
            found += [f"letter {number} waits" for number in books.letters_in.new()]
            found += [f"fault: {one.kind} {one.subject}: {one.text}" for one in books.faults.unclosed()]
        return found

    def read(self) -> int:
        """How many of the words somebody other than their writer was mailed."""
        texts = "\n".join(one.text for one in (*self.box(CROOK), *self.box(MILLS), *self.box(NOYES)))
        return sum(word in texts for word in self.may_read)


def played(folder: Path, seed: int, most: int = 3000) -> Whole:
    """A whole game; it must end within so many stops."""
    made = Whole.opened(folder, seed)
    for _ in range(most):
        if not made.stop():
            return made
    raise AssertionError(f"the game is not over after {most} stops: {made.table.phase(GAME)}")


if __name__ == "__main__":
    for number in [int(one) for one in sys.argv[1:]] or [1, 2]:
        with tempfile.TemporaryDirectory() as there:
            game = played(Path(there), number)
            print(number, dict(game.tried), game.read(), "words read", game.wrong()[:5], flush=True)
