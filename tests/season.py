"""A simulated season: 24 people, 60 games, two months, a fifth of the people vanishing at random: ``python -m tests.season``.

It is played twice, with the same people, letters and moments: by hand, where the game waits and the GM looks once a week, and
with substitutes and the program (``absent``).  Told are the share of games that end by play, the days that a game stood still,
and the GM's actions a week.  The games are skirmishes; everything else is the desk's own: letters, keys, deadlines, rulings.
"""

import argparse
import hashlib
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.gm.incidents.deadlines import Remind
from pbem.desk.gm.incidents.incident import CannotDo, perform
from pbem.desk.gm.incidents.players import Replace
from pbem.desk.gm.incidents.undo_and_end import Close
from pbem.desk.incoming.reading import take_and_play
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.desk.play.terms import Terms
from pbem.store.tables import LetterOutRow
from tests.desk import skirmish
from tests.desk.table import GM, SkirmishTitle, Table
from tests.desk.test_every_letter import Passes

PEOPLE, GAMES, DAYS, HOURS, TURNS, TICK = 24, 60, 60, 72, 6, 6
"""People, games, days, hours for orders, turns of a game, and hours between two looks at the desk."""
WILLING, DECLINES = 60, 20
"""Of a hundred who are asked to take a side over: those who do, and those who say no; the others are silent."""


def chance(*of: object, most: int) -> int:
    """A number below `most` that is the same in both seasons for the same thing."""
    digest = hashlib.sha256("|".join(map(str, of)).encode()).digest()
    return int.from_bytes(digest[:8], "big") % most


@dataclass
class Season:
    """A season under way: who has vanished and when, how long games stood still, what the GM did."""

    table: Table
    minds_seats: bool
    people: int = PEOPLE
    games: int = GAMES
    days: int = DAYS
    seed: int = 1
    still: dict[str, timedelta] = field(default_factory=dict)
    actions: int = 0
    told: dict[str, int] = field(default_factory=dict)
    since: dict[tuple[str, str, int], datetime] = field(default_factory=dict)

    def address(self, n: int) -> str:
        return f"p{n}@mail.example"

    def vanishes(self, n: int) -> timedelta | None:
        """When somebody vanishes, None for those who stay: a fifth of all."""
        order = sorted(range(self.people), key=lambda one: chance(self.seed, "gone", one, most=10**6))
        return (
            timedelta(days=1 + chance(self.seed, "day", n, most=self.days * 4 // 5))
            if n in order[: self.people // 5]
            else None
        )

    def is_there(self, address: str) -> bool:
        gone = self.vanishes(int(address[1:].partition("@")[0]))
        return gone is None or self.table.clock.now() < self._start + gone

    def play(self) -> None:
        """Play the season."""
        self._start = self.table.clock.now()
        self._open()
        for tick in range(self.days * 24 // TICK):
            self.table.clock.forward(hours=TICK)
            for name in pass_overdue(self.table.desk, self.table.clock.now()):
                advance(self.table.desk, name)
            for n in range(self.games):
                self._look(f"g{n}")
            if not self.minds_seats and tick % (7 * 24 // TICK) == 7 * 24 // TICK - 1:
                for n in range(self.games):
                    self._week(f"g{n}")

    def _open(self) -> None:
        for n in range(self.games):
            four = sorted(range(self.people), key=lambda one: chance(self.seed, "game", n, one, most=10**6))[:6]
            red, blue, *others = map(self.address, four)
            seats = [Seat(side, one, one[:3]) for side, one in zip(("red", "blue", "red", "blue"), others, strict=True)]
            terms = Terms(silence={"orders": "wait", "question": "wait"})
            if self.minds_seats:
                terms = Terms(absent="plain after 2")
            wanted = Wanted(
                f"g{n}",
                "skirmish",
                "meadow",
                [("red", red, "Red"), ("blue", blue, "Blue")],
                GM,
                hours={"orders": HOURS, "question": HOURS},
                ladder_length=64,
                terms=terms,
                seed=b"a season's seed",
                substitutes=seats if self.minds_seats else (),
            )
            open_campaign(self.table.desk, wanted)
            advance(self.table.desk, f"g{n}")

    def _look(self, name: str) -> None:
        """Let everybody who has something to answer in a game do so in their own time."""
        now, questions, asked = self.table.clock.now(), 0, []
        with self.table.desk.store.read() as books:
            game = books.games.get(name)
            row = books.phases.open(game)
            if row is None or game.state != "open":
                return
            side = row.waiting_for.split(",")[0]
            player = books.players.get(game, side)
            questions = len(books.questions.open(row, side))
            asked = [one.address for one in books.seats.chairs(game) if one.answer == "asked"]
            since = self.since.setdefault((name, row.phase, questions), row.stopped)
            late = now - since - timedelta(hours=HOURS)
            phase, stopped, address, plays = row.phase, row.stopped, player.address, player.plays
        if late > timedelta():
            self.still[name] = self.still.get(name, timedelta()) + min(late, timedelta(hours=TICK))
        for one in asked:
            self._asked(name, one)
        wait = timedelta(hours=4 + chance(self.seed, name, phase, questions, most=52))
        if not plays and self.is_there(address) and now >= stopped + wait:
            self._say(name, side, address, " ".join(["1"] * questions) if questions else self._orders(name, phase))

    def _orders(self, name: str, phase: str) -> str:
        if phase.endswith(".A") and chance(self.seed, name, phase, "fires", most=2):
            own, enemy = ("Red", "Blue") if ".RED." in phase else ("Blue", "Red")
            return f"{own} One fire at {enemy} One\nready"
        return "pass"

    def _newest(self, name: str, side: str, address: str) -> LetterOutRow | None:
        with self.table.desk.store.read() as books:
            found = [one for one in books.letters_out.to_side(name, side) if one.to == address]
        return found[-1] if found else None

    def _say(self, name: str, side: str, address: str, words: str, to: str = "") -> None:
        newest = self._newest(name, to or side, address)
        if newest is None:
            return
        taken = self.table.deliver(self.table.reply(name, side, words, to=newest, sender=address), by=take_and_play)
        if taken.game:
            advance(self.table.desk, taken.game)

    def _asked(self, name: str, address: str) -> None:
        """Somebody who is asked to take a side over says yes, no or nothing."""
        willing = chance(self.seed, name, address, "willing", most=100)
        if self.is_there(address) and willing < WILLING + DECLINES:
            self._say(name, "red", address, "accept" if willing < WILLING else "decline", "chair")

    def _week(self, name: str) -> None:
        """The GM's weekly look by hand: a reminder, then somebody else who would play, then the end of the game."""
        with self.table.desk.store.read() as books:
            game = books.games.get(name)
            row = books.phases.open(game)
            if row is None or row.lapsed is None or game.state != "open":
                return
            side = row.waiting_for.split(",")[0]
        self.told[name] = self.told.get(name, 0) + 1
        self.actions += 1
        try:
            if self.told[name] % 3 == 1:
                perform(self.table.desk, Remind(name), GM, "a week")
            elif self.told[name] % 3 == 2:
                order = sorted(range(self.people), key=lambda one: chance(self.seed, "game", name[1:], one, most=10**6))
                new = self.address(order[2 + (side == "blue")])
                if self.is_there(new) and chance(self.seed, name, new, "willing", most=100) < WILLING:
                    self.actions += 1
                    perform(self.table.desk, Replace(name, side, f"New <{new}>"), GM, "silence")
                    self.told[name] = 0
            else:
                perform(self.table.desk, Close(name), GM, "silence")
        except CannotDo as why:
            print(name, why, file=sys.stderr)

    def result(self) -> dict[str, float]:
        """The season in figures."""
        by_play = over = by_hand = 0
        with self.table.desk.store.read() as books:
            for n in range(self.games):
                game = books.games.get(f"g{n}")
                over += game.state == "over"
                last = [
                    row for row in books.records.all(game) if row.type == "gm.ruling" and '"what":"close"' in row.body
                ]
                by_play += game.state == "over" and not last
                by_hand += bool(last)
        still = sum((one.total_seconds() for one in self.still.values()), 0.0) / 86400
        return {
            "ended by play": 100 * by_play / self.games,
            "closed by the GM": 100 * by_hand / self.games,
            "days still, a game": still / self.games,
            "GM actions a week": self.actions * 7 / self.days,
        }


def season(folder: Path, *, minds_seats: bool, **more: int) -> dict[str, float]:
    """A whole season on a desk of its own."""
    table = Table.lay(folder)
    table.desk = replace(table.desk, title=lambda _: SkirmishTitle(practice=Passes()))
    made = Season(table, minds_seats, **more)
    before, skirmish.TURNS = skirmish.TURNS, TURNS
    try:
        made.play()
    finally:
        skirmish.TURNS = before
    return made.result()


def main(words: Sequence[str] | None = None) -> int:
    """Play both, and print the figures side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    found = []
    for minds in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            found.append(season(Path(folder), minds_seats=minds, games=args.games, days=args.days, seed=args.seed))
    print(f"{'':<22}{'by hand':>12}{'with B':>12}")
    for name in found[0]:
        print(f"{name:<22}{found[0][name]:>12.1f}{found[1][name]:>12.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
