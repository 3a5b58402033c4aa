"""The mail plant under blows: ``make soak``, or ``python -m tests.plant.soak [--stories N] [--minutes N] [--letters N]``.

Every crash point in `--stories` games, in a sequence that the seed shuffles, the daemon as it is shipped; then `--minutes` of
games whose daemons are killed at random moments while junk comes in; then `--letters` letters at once.  Own Dovecot and
Postfix on loopback.  Exit status 1 where an order was lost, a phase played twice, a die differed, or a letter went astray.
"""

import argparse
import os
import random
import smtplib
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.mail.realmail import DOMAIN, RealMail, why_not
from tests.plant.plant import Plant, played_without_mail
from tests.plant.post import plain
from tests.plant.story import Story


@dataclass
class Tally:
    """What was tried, and what came of it."""

    tried: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    games: int = 0
    kills: int = 0
    letters: int = 0
    extra: int = 0
    most: int = 1
    suspected: int = 0

    def count(self, plant: Plant, wrong: list[str]) -> None:
        """A game has ended."""
        copies = plant.copies()
        self.games += 1
        self.kills += plant.kills
        self.letters += len(copies)
        self.extra += sum(n - 1 for n in copies.values())
        self.most = max([self.most, *copies.values()])
        self.wrong += [f"{plant.game}: {one}" for one in wrong]

    def show(self, what: str, seconds: float) -> None:
        """One paragraph."""
        print(
            f"\n{what}: {self.games} games, {self.kills} kills, {self.letters} letters to players, {self.extra} second copies "
            f"(at most {self.most} of one letter), {self.suspected} letters put aside on suspicion and read again, "
            f"{len(self.wrong)} faults, {seconds:.0f} s"
        )
        for point, n in sorted(self.tried.items(), key=lambda one: int(one[0][1:])):
            print(f"  {point:<4} {n}")
        print("\n".join(self.wrong[:20]), flush=True)


def every_point(mail: RealMail, folder: Path, stories: int) -> Tally:
    """Games that are killed at every point, the first in the usual sequence."""
    tally = Tally()
    for seed in range(stories):
        story = Story(mail, folder / f"story{seed}", seed, is_whole=True)
        try:
            wrong = story.play()
        except AssertionError as fault:
            wrong = [str(fault)[:2000]]
        finally:
            story.plant.kill()
        tally.tried.update(story.died)
        tally.count(story.plant, wrong)
        print(
            f"\r{seed + 1} games, {sum(tally.tried.values())} kills at points, {len(tally.wrong)} faults",
            end="",
            flush=True,
        )
    return tally


class Shaken:
    """One desk after the other, each with a game, killed at moments that the seed chooses; junk comes all the time."""

    def __init__(self, mail: RealMail, folder: Path, until: float, seed: int, tally: Tally) -> None:
        self.mail, self.folder, self.until, self.tally = mail, folder, until, tally
        self.chance = random.Random(seed)
        self.n = 0

    def run(self) -> None:
        """Until the time is over."""
        while time.monotonic() < self.until:
            self.n += 1
            # From the fork server: a process that first imports everything would mostly be killed at that.
            plant = Plant(self.mail, self.folder / f"game{self.n}")
            plant.open()
            try:
                wrong = self._game(plant)
            except AssertionError as fault:
                wrong = [str(fault)[:2000]]
            finally:
                plant.kill()
            self.tally.count(plant, wrong)
            print(
                f"\r{self.tally.games} games, {self.tally.kills} kills, {len(self.tally.wrong)} faults",
                end="",
                flush=True,
            )

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
        """What the GM would do: a letter that was by chance being read at three kills is no poison."""
        with plant.desk.store.begin() as books:
            for row in books.letters_in.held():
                if row.reason.startswith("the desk ended"):
                    books.letters_in.close(row, "new", "", plant.desk.clock.now())
                    self.tally.suspected += 1


def shaken(mail: RealMail, folder: Path, minutes: float) -> Tally:
    """Two desks at a time."""
    tally = Tally()
    until = time.monotonic() + minutes * 60
    threads = [threading.Thread(target=Shaken(mail, folder / f"hand{n}", until, n, tally).run) for n in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return tally


def flood(mail: RealMail, folder: Path, letters: int) -> list[str]:
    """So many letters lie in the mailbox, one of them an order: how long they take, and whether all were read."""
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
    held = plant.ask(lambda books: books.letters_in.count("held"))
    print(f"\n{letters} letters at once: all read after {time.monotonic() - began:.0f} s")
    return (
        []
        if held == letters and not list(box.glob("*"))
        else [f"flood: {held} of {letters} held, {len(list(box.glob('*')))} left"]
    )


def main() -> int:
    """Carry it out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stories", type=int, default=20, metavar="N", help="games killed at every point (20)")
    parser.add_argument("--minutes", type=float, default=10, metavar="N", help="minutes of random kills (10)")
    parser.add_argument("--letters", type=int, default=5000, metavar="N", help="letters at once (5000)")
    args = parser.parse_args()
    if reason := why_not():
        print(f"not tried: {reason}")
        return 0
    wrong: list[str] = []
    with RealMail({"gm": "s3cret"}) as mail, tempfile.TemporaryDirectory() as folder:
        for what, play in (
            ("killed at every point", lambda: every_point(mail, Path(folder), args.stories)),
            ("killed at random moments", lambda: shaken(mail, Path(folder), args.minutes)),
        ):
            began = time.monotonic()
            tally = play()
            tally.show(what, time.monotonic() - began)
            wrong += tally.wrong
        if args.letters:
            wrong += flood(mail, Path(folder), args.letters)
    print("\n".join(["faults:", *wrong]) if wrong else "\nno fault")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
