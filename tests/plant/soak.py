"""The mail plant under blows: ``make soak``, or ``python -m tests.plant.soak [--stories N] [--minutes N] [--letters N]``.

Every crash point in `--stories` games, in a sequence that the seed shuffles; then `--minutes` of games whose daemons are
killed at random moments while junk comes in; then `--letters` letters at once.  Own Dovecot and Postfix on loopback, in
memory where there is /dev/shm.  Each kill is written to the file `--tally`: with it, what was stopped is gone on with, and
``make docs`` makes docs/reliability.md's tables of the one beside that page.  Exit status 1 where an order was lost, a phase
played twice, a die differed, or a letter went astray.
"""

import argparse
import os
import random
import signal
import smtplib
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from subprocess import SubprocessError

from sqlalchemy.exc import SQLAlchemyError

from pbem.crash_points import POINTS
from tests.mail.realmail import DOMAIN, RealMail, why_not
from tests.plant.elsewhere import killed_in_a_migration, on_a_full_disk
from tests.plant.plant import Plant, played_without_mail
from tests.plant.post import plain
from tests.plant.story import BY_THE_WAY, Story, shuffled
from tests.plant.tally import OTHERS, Ended, Tally, others_told, points_told

MEMORY = Path("/dev/shm")
FAULTS = (AssertionError, OSError, SQLAlchemyError, SubprocessError)
"""What may go wrong with a game, the machine's faults and the scaffolding's with it: told, and the next one is played."""
WHOLE_EACH = 5
"""Each so many games the daemon's lives are processes from scratch, as on a user's machine; forks of a prepared one else."""


def ended(part: str, name: str, plant: Plant, wrong: list[str], began: float, **more: int | bool) -> Ended:
    """What is to be told of a game."""
    copies = plant.copies()
    return Ended(
        part, name, plant.kills, len(copies), sum(n - 1 for n in copies.values()), max(copies.values(), default=1),
        seconds=round(time.monotonic() - began, 1), wrong=tuple(wrong), **more,
    )  # fmt: skip


def one_story(mail: RealMail, folder: Path, seed: int, tally: Tally) -> None:
    """Games until every point was passed once: one, as a rule, in which there is room for all."""
    name, left, n = str(seed), shuffled(seed), 0
    if tally.has("points", name):
        return
    while left:
        n += 1
        points = [one for one in left if one in BY_THE_WAY]
        part_of = f"{name}.{n}" if n > 1 else name
        is_whole = seed % WHOLE_EACH == 0
        story = Story(
            mail, folder / f"story{part_of}", points, is_whole=is_whole,
            tell=lambda point, name=part_of: tally.kill("points", name, point),
        )  # fmt: skip
        tally.begin("points", part_of)
        began = time.monotonic()
        try:
            wrong = story.play()
        except FAULTS as fault:
            wrong = [f"{type(fault).__name__}: {fault}"[:2000]]
        finally:
            story.plant.kill()
        left = [] if wrong else story.left
        tally.end(ended("points", part_of, story.plant, wrong, began, is_whole=is_whole))
        say(tally, "points")


def in_hands(hands: int, works: Sequence[Callable[[], None]], tally: Tally) -> None:
    """Do all of it, so many at a time.  Stopped (Ctrl-C, SIGTERM), what is being done is brought to its end first."""
    with ThreadPoolExecutor(hands) as pool:
        try:
            for done in [pool.submit(one) for one in works]:
                done.result()
        except BaseException:
            print("stopping: games that are being played are played to their end", flush=True)
            tally.is_stopping = True
            pool.shutdown(cancel_futures=True)
            raise


def say(tally: Tally, part: str) -> None:
    """How far it has come."""
    games = tally.of(part)
    kills = sum(one.kills for one in games)
    print(f"{part}: {len(games)} games, {kills} kills, {len(tally.wrong())} faults", flush=True)


def every_point(mail: RealMail, folder: Path, stories: int, hands: int, tally: Tally) -> None:
    """Games that are killed at every point, the first in the usual sequence; then the points that lie in no game."""
    in_hands(hands, [partial(one_story, mail, folder, seed, tally) for seed in range(stories)], tally)
    others: list[tuple[str, Callable[[Path], list[str] | None]]] = [
        ("C14", killed_in_a_migration),
        ("C15", lambda where: on_a_full_disk(mail, where)),
    ]
    for n in range(stories):
        for point, attempt in others:
            name = f"{point}.{n}"
            if tally.has("elsewhere", name):
                continue
            began = time.monotonic()
            try:
                wrong = attempt(folder / name)
            except FAULTS as fault:
                wrong = [f"{type(fault).__name__}: {fault}"[:2000]]
            if wrong is not None:
                tally.kill("elsewhere", name, point)
                tally.end(Ended("elsewhere", name, seconds=round(time.monotonic() - began, 1), wrong=tuple(wrong)))


class Shaken:
    """One desk after the other, each with a game, killed at moments that the seed chooses; junk comes all the time."""

    def __init__(self, mail: RealMail, folder: Path, until: float, hand: int, tally: Tally) -> None:
        self.mail, self.folder, self.until, self.hand, self.tally = mail, folder, until, hand, tally
        self.n = sum(one.name.startswith(f"{hand}.") for one in tally.of("random"))
        self.chance = random.Random(1000 * hand + self.n)
        self.suspected = 0

    def run(self) -> None:
        """Until the time is over."""
        while time.monotonic() < self.until:
            self.n += 1
            self.suspected = 0
            # From the fork server: a process that first imports everything would mostly be killed at that.
            plant = Plant(self.mail, self.folder / f"game{self.n}")
            plant.open()
            began = time.monotonic()
            try:
                wrong = self._game(plant)
            except FAULTS as fault:
                wrong = [f"{type(fault).__name__}: {fault}"[:2000]]
            finally:
                plant.kill()
            self.tally.end(ended("random", f"{self.hand}.{self.n}", plant, wrong, began, suspected=self.suspected))
            say(self.tally, "random")

    def _game(self, plant: Plant) -> list[str]:
        began = time.monotonic()
        while not self._is_over(plant):
            if time.monotonic() - began > 600:
                return [f"not over after ten minutes: {plant.phase()}"]
            plant.start()
            ends = time.monotonic() + self.chance.choice([0.5, 1, 2, 3, 5, 8]) * (0.5 + self.chance.random())
            while time.monotonic() < ends and not self._is_over(plant):
                plant.write()
                if self.chance.random() < 0.1:
                    self._junk(plant)
                time.sleep(0.05)
            plant.kill()
            plant.kills += 1
            self._read_again(plant)
        wanted = played_without_mail(plant.folder / "reference", plant.game)
        found = plant.records()
        wrong = [] if found == wanted else ["the game went otherwise than without mail"]
        wrong += [f"lost: {one}" for one in plant.lost()] + [f"unknown: {one}" for one in plant.unknown()]
        return wrong

    def _is_over(self, plant: Plant) -> bool:
        return plant.phase()[0] == "over" and plant.is_quiet()

    def _junk(self, plant: Plant) -> None:
        n = self.chance.randrange(10**9)
        with smtplib.SMTP("127.0.0.1", self.mail.smtp_port) as line:
            line.sendmail(
                "s@junk.example", [f"desk{plant.n}@{DOMAIN}"], plain("s@junk.example", "desk@x", "win", str(n), n=n)
            )

    def _read_again(self, plant: Plant) -> None:
        """What the GM would do with a letter that was put aside as poison; none of these is."""
        with plant.desk.store.begin() as books:
            for row in books.letters_in.held():
                if row.reason.startswith("dealt with alone"):
                    books.letters_in.close(row, "new", "", plant.desk.clock.now())
                    self.suspected += 1


def shaken(mail: RealMail, folder: Path, minutes: float, hands: int, tally: Tally) -> None:
    """Some desks at a time."""
    gone = sum(one.seconds for one in tally.of("random")) / hands
    until = time.monotonic() + minutes * 60 - gone
    in_hands(hands, [Shaken(mail, folder / f"hand{n}", until, n, tally).run for n in range(hands)], tally)


def flood(mail: RealMail, folder: Path, letters: int, tally: Tally) -> None:
    """So many letters lie in the mailbox, one of them an order: how long they take, and whether all were read."""
    if not letters or tally.has("flood", str(letters)):
        return
    plant = Plant(mail, folder / "flood", is_whole=True)
    plant.open()
    with plant.serving():
        plant.until(plant.is_quiet, "the first letters")
        plant.until(plant.write, "red's letter")
        plant.until(lambda: plant.phase()[1] == "blue" and plant.is_quiet(), "the question")
    box = mail.root / "mail" / f"desk{plant.n}" / "new"
    for n in range(letters):
        file = box / f"{int(time.time())}.junk{n}.here"
        file.write_bytes(plain("s@junk.example", "desk@x", "win", f"win {n}", n=n))
        os.chown(file, 65534, 65534)
    plant.until(plant.write, "blue's answer")
    began = time.monotonic()
    with plant.serving():
        while plant.ask(lambda books: books.letters_in.count("held")) < letters and time.monotonic() - began < 1800:
            time.sleep(1)
        plant.until(lambda: plant.phase()[2] > 1 or plant.phase()[0] != "T01.RED.A", "the reading of blue's answer")
    held, left = plant.ask(lambda books: books.letters_in.count("held")), len(list(box.glob("*")))
    wrong = () if (held, left) == (letters, 0) else (f"{held} of {letters} held, {left} left",)
    seconds = round(time.monotonic() - began, 1)
    tally.end(Ended("flood", str(letters), letters=letters, seconds=seconds, is_whole=True, wrong=wrong))


@contextmanager
def place(file: Path | None) -> Iterator[tuple[Path, Tally]]:
    """A folder for the games, in memory where that can be; and the tally, in a file of its own or beside them."""
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder), Tally(file or Path(folder) / "tally.jsonl")


def main() -> int:
    """Carry it out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stories", type=int, default=20, metavar="N", help="games killed at every point (20)")
    parser.add_argument("--minutes", type=float, default=10, metavar="N", help="minutes of random kills (10)")
    parser.add_argument("--letters", type=int, default=5000, metavar="N", help="letters at once (5000)")
    parser.add_argument("--hands", type=int, default=2, metavar="N", help="games at a time (2)")
    parser.add_argument(
        "--tally", type=Path, metavar="FILE", help="write each kill there, and go on with what it tells"
    )
    args = parser.parse_args()
    if reason := why_not():
        print(f"not tried: {reason}")
        return 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with place(args.tally) as (folder, tally), RealMail({"gm": "s3cret"}, folder) as mail:
        began = time.monotonic()
        every_point(mail, folder, args.stories, args.hands, tally)
        shaken(mail, folder, args.minutes, args.hands, tally)
        flood(mail, folder, args.letters, tally)
        print(f"\n{points_told(tally)}\n\n{others_told(tally)}\n\n{time.monotonic() - began:.0f} s")
        wrong = tally.wrong()
        missing = [one for one in {**POINTS, **OTHERS} if args.stories and tally.tried()[one] < args.stories]
    print("\n".join(["faults:", *wrong]) if wrong else "no fault")
    if missing:
        print(f"fewer than {args.stories} times: {', '.join(missing)}")
    return 1 if wrong or missing else 0


if __name__ == "__main__":
    sys.exit(main())
