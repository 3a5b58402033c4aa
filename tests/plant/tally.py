"""What a soak tried and what came of it, one JSON object a line, written after each kill: it can be stopped and gone on with.

`docs/generate.py` makes the tables of docs/reliability.md of the file that is kept beside that page.
"""

import json
import textwrap
import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.crash_points import POINTS

KEPT = Path(__file__).resolve().parents[2] / "docs" / "soak.jsonl"
"""The run that docs/reliability.md tells of."""

OTHERS = {
    "C12": "the server has the last dot of a letter, its answer was not read",
    "C15": "the disk is full as a letter is to be stored, a phase to be filed",
}
"""Points that are no hook within the program."""
BEHIND_THE_DOT = ("C12", "C13", "C17")
"""A letter whose delivery the desk cannot know of goes out once more."""
OUTCOMES = {
    "C14": "the tables are unchanged; the next start brings them up to date",
    "C15": "the daemon waits and says so, the letter stays in the mailbox; it goes on when there is room",
}
WIDTH = 118
NOTHING = "nothing lost, nothing twice"


@dataclass(frozen=True)
class Ended:
    """A game, or a try without one, that has come to its end."""

    part: str
    name: str
    kills: int = 0
    letters: int = 0
    extra: int = 0
    most: int = 1
    suspected: int = 0
    seconds: float = 0.0
    is_whole: bool = False
    wrong: tuple[str, ...] = ()


class Tally:
    """The lines of a file; several threads may add to it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock = threading.Lock()
        self.is_stopping = False
        self.kills: list[tuple[str, str, str]] = []
        self.ended: list[Ended] = []
        for line in file.read_text(encoding="ascii").splitlines() if file.exists() else ():
            self._take(json.loads(line))

    def begin(self, part: str, name: str) -> None:
        """A game begins; where it was begun before and not ended, what it was killed at then does not count."""
        self._add({"part": part, "name": name})

    def kill(self, part: str, name: str, point: str) -> None:
        """The daemon of a game was killed at a point."""
        self._add({"part": part, "name": name, "point": point})

    def end(self, one: Ended) -> None:
        """A game has ended; what it was killed at counts from now on.  One that failed as the soak was stopped has not."""
        if self.is_stopping and one.wrong:
            return
        self._add({"ended": {key: value for key, value in vars(one).items() if value or key in ("part", "name")}})

    def has(self, part: str, name: str) -> bool:
        """Whether this game was played to its end."""
        return any((one.part, one.name) == (part, name) for one in self.ended)

    def of(self, part: str) -> list[Ended]:
        """The games of a part."""
        return [one for one in self.ended if one.part == part]

    def tried(self) -> Counter[str]:
        """How often each point was tried, in games that ended."""
        ended = {(one.part, one.name) for one in self.ended}
        return Counter(point for part, name, point in self.kills if (part, name) in ended)

    def wrong(self) -> list[str]:
        """All faults."""
        return [f"{one.part} {one.name}: {fault}" for one in self.ended for fault in one.wrong]

    def _add(self, line: dict[str, Any]) -> None:
        with self._lock, self.file.open("a", encoding="ascii") as out:
            self._take(line)
            out.write(json.dumps(line) + "\n")

    def _take(self, line: dict[str, Any]) -> None:
        if "ended" in line:
            said = line["ended"]
            self.ended.append(Ended(**{**said, "wrong": tuple(said.get("wrong", ()))}))
        elif "point" in line:
            self.kills.append((line["part"], line["name"], line["point"]))
        else:
            self.kills = [one for one in self.kills if one[:2] != (line["part"], line["name"])]


def points_told(tally: Tally) -> str:
    """The table of the crash points."""
    tried, faults = tally.tried(), Counter[str]()
    for part, name, point in set(tally.kills):
        faults[point] += any(one.wrong for one in tally.ended if (one.part, one.name) == (part, name))
    lines = ["| point | the program is | tried | outcome |", "| --- | --- | --- | --- |"]
    for point, what in sorted({**POINTS, **OTHERS}.items(), key=lambda one: int(one[0][1:])):
        outcome = OUTCOMES.get(point, NOTHING)
        outcome += "; that letter lay twice in the mailbox" if point in BEHIND_THE_DOT else ""
        outcome = f"{faults[point]} games with a fault" if faults[point] else outcome
        lines.append(f"| {point} | {what} | {tried[point]} | {outcome if tried[point] else ''} |")
    games = tally.of("points")
    behind = sum(tried[point] for point in BEHIND_THE_DOT)
    told = (
        f"Tried: {_sum(games)}; {sum(one.is_whole for one in games)} of them with processes that were begun from nothing for "
        f"each life, the others with forks of a prepared one. Behind the last dot the daemon was killed {behind} times."
    )
    return "\n".join([*lines, "", _wrapped(told)])


def others_told(tally: Tally) -> str:
    """What was tried at random moments, and with many letters at once."""
    lines = [_wrapped(f"**At random moments**: {_sum(tally.of('random'))}; {_suspected(tally.of('random'))}.")]
    for one in tally.of("flood"):
        outcome = "all read, the order among them carried out" if not one.wrong else "; ".join(one.wrong)
        lines += ["", f"**{one.letters:,} letters at once**: {outcome}, in {one.seconds:.0f} s."]
    return "\n".join(lines)


def _sum(games: Iterable[Ended]) -> str:
    games = list(games)
    faults = sum(len(one.wrong) for one in games)
    most = max((one.most for one in games), default=1)
    return (
        f"{len(games)} games, {sum(one.kills for one in games)} kills, {sum(one.letters for one in games)} letters to players, "
        f"{sum(one.extra for one in games)} second copies (at most {most} of one letter), {faults or 'no'} faults"
    )


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _suspected(games: Iterable[Ended]) -> str:
    found = sum(one.suspected for one in games)
    return f"{found or 'no'} letter{'s' * (found != 1)} put aside as poison"
