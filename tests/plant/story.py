"""A whole game in which the daemon is killed at every crash point, one after the other, and what must hold after it."""

import random
import signal
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

from pbem.desk.play.deadlines import LAG
from pbem.desk.play.downtime import LONGEST
from tests.mail.realmail import RealMail
from tests.plant.cutting import Between
from tests.plant.plant import SILENT, Plant, played_without_mail

LAST_DOT = "C12"
BY_THE_WAY = ("C11", "C13:2", "C17:2", "C1", "C2", "C3", "C5", "C6", "C7", "C8", "C9", "C10", "C4", LAST_DOT)
"""Points that any letter leads to, in a sequence that needs few letters; the second letter out where one more copy goes."""
RULED = "T01.BLU.A"
AT_A_DEADLINE = ("C18", "C19")
ALL = frozenset(one.partition(":")[0] for one in BY_THE_WAY) | {*AT_A_DEADLINE, "C16", "C20"}
ELSEWHERE = {"C14"}
"""A migration is killed in no game (tests/plant/elsewhere.py)."""


def shuffled(seed: int) -> list[str]:
    """The points by the way in the sequence of a seed; 0: as they stand."""
    points = list(BY_THE_WAY)
    if seed:
        random.Random(seed).shuffle(points)
    return points


class Story:
    """One game, killed at each of `points` and at those that lie at a deadline, in a gap and in a ruling.

    `tell` hears of each kill.  A game may be over before all of them were passed: `left` are the others.
    """

    def __init__(
        self,
        mail: RealMail,
        folder: Path,
        points: Sequence[str] = BY_THE_WAY,
        *,
        is_whole: bool = False,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.plant, self.folder = Plant(mail, folder / "desk", is_whole=is_whole), folder
        self.points = points
        self.died: list[str] = []
        self.left: list[str] = []
        self._tell = tell
        self._armed = ""

    def play(self) -> list[str]:
        """Play it; everything that is wrong at its end."""
        self.plant.open()
        for point in self.points:
            if not self._by_the_way(point):
                self.left.append(point)
        self._gap()
        self._forget_rounds()
        with self.plant.serving():
            # The gap was not made good as the process was killed; a deadline that is set before it is would be moved.
            self.plant.until(self._has_gone_round, "a whole round")
            self._until_silent()
        self._deadline()
        with self.plant.serving():
            self.plant.until(self._goes_on, "the end of the game")
            assert self.plant.stop() == 0
        return self.wrong()

    def _by_the_way(self, point: str) -> bool:
        """Let the game go on until it is killed there; False if it is over before."""
        if point == LAST_DOT:
            return self._at_the_last_dot()
        self._start(point)
        self.plant.until(self._has_died_or_is_over, f"crash point {point}")
        if self.plant.lives():
            self.plant.kill()
            return False
        self.plant.dies(point)
        self._count(point)
        return True

    def _start(self, crash_at: str) -> None:
        self._armed = crash_at
        self.plant.start(crash_at)

    def _count(self, point: str) -> None:
        self.died.append(point.partition(":")[0])
        self._tell(self.died[-1])

    def _has_died_or_is_over(self) -> bool:
        if not self.plant.lives():
            return True
        self._act()
        return self._is_over()

    def _is_over(self) -> bool:
        return self.plant.phase()[0] == "over" and self.plant.is_quiet()

    def _act(self) -> None:
        """Whoever has something to write writes it; the GM rules when his phase has come."""
        phase, _, _ = self.plant.phase()
        if phase == RULED and "C16" not in self.died:
            self._rule()
        if phase == SILENT and "C18" not in self.died and self.plant.is_quiet():
            self.plant.kill()
            self._deadline()
            self.plant.start(self._armed)
        self.plant.write(silent=SILENT)

    def _rule(self) -> None:
        words = ("gm", "extend", self.plant.game, "5", "--reason", "a holiday", "--yes")
        status, said = self.plant.pbem(*words, crash_at="C16")
        assert status == -signal.SIGKILL, said
        status, said = self.plant.pbem(*words)
        assert status == 0, said
        self._count("C16")

    def _at_the_last_dot(self) -> bool:
        """The server has taken the letter; the process dies before it hears of it."""
        line = Between(
            self.plant.mail.smtp_port, b"\r\n.\r\n", lambda: self.plant.process and self.plant.process.kill()
        )
        self.plant.configure(smtp_port=line.port)
        try:
            self._start("")
            self.plant.until(self._has_died_or_is_over, f"crash point {LAST_DOT}")
            has_died = not self.plant.lives()
        finally:
            line.close()
            self.plant.kill()
            self.plant.configure()
        if has_died:
            self.plant.kills += 1
            self._count(LAST_DOT)
        return has_died

    def _gap(self) -> None:
        """The desk was away for twenty minutes, and is killed as it puts the deadline forward.

        Before that it has a whole round, so that nothing is left to be read: a stop that begins now has lost no time.
        """
        self._forget_rounds()
        with self.plant.serving():
            self.plant.until(self._has_gone_round, "a whole round")
        if self.plant.phase()[0] == "over":
            self.left.append("C20")
            return
        with self.plant.desk.store.begin() as books:
            row = books.phases.open(books.games.get(self.plant.game))
            assert row is not None
            row.stopped -= timedelta(hours=1)
            books.phases.add(row)
            books.watch.mark(self.plant.desk.clock.now() - LONGEST - timedelta(minutes=5))
        self._forget_rounds()  # the daemon's pulse would tell that this database is an older one
        self.plant.start("C20")
        self.plant.dies("C20")
        self._count("C20")

    def _forget_rounds(self) -> None:
        (self.plant.folder / "pbem.pulse").unlink(missing_ok=True)

    def _has_gone_round(self) -> bool:
        return (self.plant.folder / "pbem.pulse").exists() and self.plant.is_quiet()

    def _until_silent(self) -> None:
        if "C18" not in self.died:
            self.plant.until(self._is_silent, f"phase {SILENT}")

    def _is_silent(self) -> bool:
        self._act_but_silent()
        return self.plant.phase()[0] == SILENT and self.plant.is_quiet()

    def _act_but_silent(self) -> None:
        phase, _, _ = self.plant.phase()
        if phase == RULED and "C16" not in self.died:
            self._rule()
        self.plant.write(silent=SILENT)

    def _deadline(self) -> None:
        """The deadline has come, nobody has written, and the daemon is killed as it enforces it."""
        if "C18" in self.died:
            return
        with self.plant.desk.store.begin() as books:
            row = books.phases.open(books.games.get(self.plant.game))
            assert row is not None
            row.due = self.plant.desk.clock.now() - LAG - timedelta(minutes=1)
            books.phases.add(row)
        for point in AT_A_DEADLINE:
            self.plant.start(point)
            self.plant.dies(point)
            self._count(point)

    def _goes_on(self) -> bool:
        self._act_but_silent()
        return self._is_over()

    def wrong(self) -> list[str]:
        """No order lost, no phase played twice, the same dice, every letter there, at most one extra copy for each kill."""
        wanted = played_without_mail(self.folder / "reference", self.plant.game, silent=SILENT, extended=RULED)
        found = self.plant.records()
        faults = (
            []
            if found == wanted
            else [f"records {n}: {a} for {b}" for n, (a, b) in enumerate(zip(found, wanted, strict=False)) if a != b][
                :1
            ]
        )
        faults += [] if len(found) == len(wanted) else [f"{len(found)} records for {len(wanted)}"]
        faults += [f"lost: {one}" for one in self.plant.lost()]
        faults += [f"unknown: {one}" for one in self.plant.unknown()]
        behind_the_dot = sum(one in ("C12", "C13", "C17") for one in self.died)
        if self.extra() > behind_the_dot:
            faults.append(f"{self.extra()} second copies after {behind_the_dot} kills behind the last dot")
        return faults

    def extra(self) -> int:
        """How many second copies lie in the players' mailboxes."""
        return sum(n - 1 for n in self.plant.copies().values())
