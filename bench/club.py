"""A year of a club: a thousand campaigns begun over a year of a simulated clock, each played by mail to its end.

    python -m bench.club [--games N] [--title T] [--scenario S] [--pace P]

The desk serves by its daemon over the embedded IMAP and SMTP servers, which run in a process of their own.  Campaigns begin
as they would if 1,000 began in a year; fewer games are the first weeks of that year.  A player answers within a day of a
letter that asks him; one letter in fifty is never written, and the deadline passes.  Once a simulated day what was sent two
weeks ago is pruned, and games that are over are archived.

Told are letters, phases, how long a letter takes from the mailbox to the last letter out that it brings about (p50, p95,
p99, by the clock of the machine), and what one minute of the desk's processor does; memory and the size of the database
are written down every simulated day.  What the players think costs is no part of any figure but the memory.
"""

import argparse
import asyncio
import hashlib
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from functools import partial
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time
from typing import Any

from cryptography.fernet import Fernet
from rich.console import Console
from rich.progress import Progress

from bench import players
from bench.frame import folder
from bench.post_office import DESK, PLAYERS, PostOffice, post_office
from pbem.daemon import Daemon
from pbem.desk.desk import Desk, House, SetClock
from pbem.desk.games.game_record import archive, prune
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import next_look
from pbem.desk.play.pace import PACES, POLICY
from pbem.desk.play.play import asked_sides, present
from pbem.mail.ports import Cursor, MailSink, Outcome
from pbem.store.database import Store
from pbem.store.letters_out import UNSENT
from pbem.store.secrets import Vault
from pbem.systems import registry

START = players.START
APART = timedelta(days=365) / 1000
"""A thousand campaigns begin in a year."""
FORGOTTEN = 50
"""One letter in so many is never written."""
PRUNED_AFTER = 14
"""Days after which the bytes of what was sent are forgotten."""
SIDES = ("us", "indian")


@dataclass(frozen=True)
class Day:
    """How the desk stood at the end of a simulated day: games in play, letters in so far, MiB of memory and of database."""

    day: int
    in_play: int
    letters_in: int
    memory_mib: float
    database_mib: float


@dataclass
class Year:
    """What was counted.  `seconds` are of the desk's processor; `milliseconds` are by the clock, one for each letter."""

    games: int
    title: str
    scenario: str
    pace: str
    over: int = 0
    letters_in: int = 0
    letters_out: int = 0
    phases: int = 0
    deadlines_passed: int = 0
    pruned: int = 0
    seconds: float = 0.0
    archive_mib: float = 0.0
    milliseconds: list[float] = field(default_factory=list)
    days: list[Day] = field(default_factory=list)

    def told(self) -> dict[str, Any]:
        """The figures."""
        cuts = quantiles(self.milliseconds, n=100)
        half = len(self.days) // 2
        early, late = (max(one.memory_mib for one in part) for part in (self.days[5:half], self.days[half:]))
        out = {name: value for name, value in asdict(self).items() if name not in ("milliseconds", "days")}
        return out | {
            "seconds": round(self.seconds, 1),
            "archive_mib": round(self.archive_mib, 1),
            "simulated_days": self.days[-1].day,
            "most_in_play": max(one.in_play for one in self.days),
            "p50_ms": round(cuts[49]),
            "p95_ms": round(cuts[94]),
            "p99_ms": round(cuts[98]),
            "letters_in_a_minute": round(60 * self.letters_in / self.seconds),
            "campaigns_in_a_minute": round(60 * self.over / self.seconds, 1),
            "minutes_for_1000": round(1000 * self.seconds / self.over / 60, 1),
            "memory_first_half_mib": early,
            "memory_second_half_mib": late,
            "database_most_mib": max(one.database_mib for one in self.days),
        }


class Timed:
    """The way out, which writes down when the last letter to each address was handed over."""

    def __init__(self, sink: MailSink) -> None:
        self._sink = sink
        self.at: dict[str, float] = {}
        self.sent = 0

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        """As `MailSink.send`."""
        outcome = await self._sink.send(message, sender, recipient)
        self.at[recipient] = perf_counter()
        self.sent += 1
        return outcome

    async def close(self) -> None:
        """As `MailSink.close`."""
        await self._sink.close()


class Club:
    """The desk, its players, and what comes next: a heap of moments at which a campaign begins or a player writes."""

    def __init__(self, post: PostOffice, year: Year, home: Path) -> None:
        self.year, self.home, self.post = year, home, post
        self.clock = SetClock(START)
        self.title = registry.game(year.title)
        store = Store.at(home / "desk.db", Vault(Fernet.generate_key()))
        self.desk = Desk(store, self.clock, House("pbem.example"), registry.game)
        self.sink = Timed(post.way_out())
        self.daemon = Daemon(self.desk, post.mailbox(DESK), self.sink, once=True)
        self.theirs = post.mailbox(PLAYERS)
        self.cursor = Cursor()
        self.numbers = count(1)
        self.to_come: list[tuple[datetime, int, str, str]] = []
        self.about_to_write: set[tuple[str, str]] = set()
        self.answered: dict[tuple[str, str], tuple[str, int]] = {}
        self.told: set[tuple[str, str]] = set()
        self.archived: set[str] = set()
        self.in_play = 0

    async def play(self, progress: Progress) -> None:
        """From the first campaign's beginning to the last one's end."""
        bar = progress.add_task(f"{self.year.games} campaigns", total=self.year.games)
        for n in range(self.year.games):
            self._plan(START + n * APART, f"club-{n + 1}", "")
        day = 0
        try:
            while self.to_come or self.in_play:
                self._forward()
                await self._round()
                if (self.clock.now() - START).days > day:
                    day = (self.clock.now() - START).days
                    self._end_of_day(day)
                    progress.update(bar, completed=self.year.over)
        finally:
            await self.daemon.source.close()
            await self.sink.close()
            await self.theirs.close()
        self.year.letters_out = self.sink.sent

    def _plan(self, when: datetime, name: str, side: str) -> None:
        heappush(self.to_come, (when, next(self.numbers), name, side))

    def _forward(self) -> None:
        """To the next moment at which a player writes or the daemon would look."""
        moments = [self.to_come[0][0]] if self.to_come else []
        due = next_look(self.desk)
        moments += [due] if due is not None else []
        tomorrow = self.clock.now() + timedelta(days=1)
        wait = (min(moments, default=tomorrow) - self.clock.now()).total_seconds()
        self.clock.forward(seconds=max(wait, 1.0))

    async def _round(self) -> None:
        """What comes at this moment, one round of the daemon, and the players look into their mailbox."""
        written = []
        while self.to_come and self.to_come[0][0] <= self.clock.now():
            _, number, name, side = heappop(self.to_come)
            if not side:
                self._open(name)
            elif (letter := self._letter(name, side, number)) is not None:
                self.post.deliver(letter, self.clock.now())
                written.append((name, perf_counter()))
        began = process_time()
        await self.daemon.turn()
        self.year.seconds += process_time() - began
        self.year.letters_in += len(written)
        for name, handed_in in written:
            out = [self.sink.at[at] for side in SIDES if (at := address(name, side)) in self.sink.at]
            self.year.milliseconds.append(1000 * (max(out) - handed_in))
        await self._look()

    def _open(self, name: str) -> None:
        seats = [(side, address(name, side), side.title()) for side in SIDES]
        seed = hashlib.sha256(name.encode()).digest()
        year = self.year
        wanted = Wanted(name, year.title, year.scenario, seats, "gm@club.example", pace=year.pace, seed=seed)
        open_campaign(self.desk, wanted)
        advance(self.desk, name)
        self.in_play += 1

    async def _look(self) -> None:
        """Whoever has had a letter writes within a day."""
        while letters := await self.theirs.fetch(self.cursor):
            for one in letters:
                self.cursor = Cursor(one.uidvalidity, one.uid)
                name, side = addressed(one.raw)
                if side and (name, side) not in self.about_to_write:
                    self.about_to_write.add((name, side))
                    hours = 1 + self._pick(f"{name} {side} {one.uid}", 22 * 60) / 60
                    self._plan(self.clock.now() + timedelta(hours=hours), name, side)
            await self.theirs.done([one.uid for one in letters])

    def _letter(self, name: str, side: str, number: int) -> bytes | None:
        """What a player writes; None where nothing is asked of him, or he forgets."""
        self.about_to_write.discard((name, side))
        if name in self.archived:
            return None
        with self.desk.store.read() as books:
            game = books.games.get(name)
            now = present(self.desk, books, game) if game.state == "open" else None
            if game.state == "held":
                raise RuntimeError(f"{name} is held: {game.hold}")
            if now is None or side not in asked_sides(now.open):
                return None
            letters = books.letters_out.to_side(name, side)
        last, asks = letters[-1], [one for one in letters if one.kind in ("report", "question")][-1]
        if last.kind == "error":
            return players.reply(last.raw, address(name, side), "ready\n", number)
        stop = now.phase.id, now.segments_stored
        if self.answered.get((name, side)) == stop:
            return None
        self.answered[name, side] = stop
        pick = partial(self._pick_in, f"{name} {now.phase.id}")
        if not pick("forgets", FORGOTTEN):
            return None
        lines = list(players.words(self.title, now, side, self.year.pace, pick))
        if (name, side) not in self.told:
            self.told.add((name, side))
            lines[:0] = players.standing(self.title, side, self.year.pace)
        return players.reply(asks.raw, address(name, side), "\n".join(lines) + "\n", number)

    def _pick_in(self, place: str, purpose: str, n: int) -> int:
        return self._pick(f"{place} {purpose}", n)

    def _pick(self, purpose: str, n: int) -> int:
        return int.from_bytes(hashlib.sha256(purpose.encode()).digest()[:8], "big") % n

    def _end_of_day(self, day: int) -> None:
        """Prune, archive, and write down how the desk stands."""
        began = process_time()
        self.year.pruned += prune(self.desk, PRUNED_AFTER)
        with self.desk.store.read() as books:
            over = [game.name for game in books.games.all() if game.state == "over"]
        for name in over:
            self._archive(name)
        self.year.seconds += process_time() - began
        database = sum(one.stat().st_size for one in self.home.glob("desk.db*")) / 2**20
        self.year.days.append(Day(day, self.in_play, self.year.letters_in, resident_mib(), round(database, 1)))

    def _archive(self, name: str) -> None:
        with self.desk.store.read() as books:
            rows = books.phases.of(books.games.get(name))
            waits = any(row.state in UNSENT for side in SIDES for row in books.letters_out.to_side(name, side))
        if waits:
            return
        self.year.phases += sum(row.state == "done" for row in rows)
        self.year.deadlines_passed += sum(row.passed for row in rows)
        self.archived.add(name)
        archive(self.desk, name, self.home / "archive" / name)
        self.year.archive_mib += sum(one.stat().st_size for one in (self.home / "archive" / name).iterdir()) / 2**20
        self.year.over += 1
        self.in_play -= 1
        for side in SIDES:
            self.answered.pop((name, side), None)
            self.sink.at.pop(address(name, side), None)


def address(name: str, side: str) -> str:
    """The address of a player: he plays one game."""
    return f"{name}.{side}@players.example"


def addressed(raw: bytes) -> tuple[str, str]:
    """The game and the side of the player to whom a letter is; no side for the GM's."""
    to = raw.partition(b"\r\nTo: ")[2].partition(b"\r\n")[0].decode().rpartition("<")[2].rstrip(">")
    name, _, side = to.partition("@")[0].rpartition(".")
    return (name, side) if side in SIDES else (name, "")


def resident_mib() -> float:
    """What this process holds in memory now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return round(pages * 4096 / 2**20, 1)


def played(games: int, title: str, scenario: str, pace: str) -> Year:
    """The year, as far as so many games go."""
    year = Year(games, title, scenario, pace)
    with post_office() as post, Progress(console=Console(stderr=True), transient=True) as progress:
        asyncio.run(Club(post, year, folder()).play(progress))
    return year


def lines(year: Year) -> Iterator[str]:
    """The year's figures for the terminal."""
    for name, value in year.told().items():
        yield f"{name.replace('_', ' '):<24}{value if isinstance(value, str) else format(value, ','):>16}"


def main() -> int:
    """Play, print, write down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="campaigns (1000)")
    parser.add_argument("--title", default="custer", choices=tuple(players.STANDING), help="their game (custer)")
    parser.add_argument("--scenario", default="rosebud", metavar="S", help="its scenario (rosebud)")
    parser.add_argument("--pace", default=POLICY, choices=PACES, help=f"their pace ({POLICY})")
    args = parser.parse_args()
    print("\n".join(lines(played(args.games, args.title, args.scenario, args.pace))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
