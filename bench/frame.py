"""Jobs measured in turn, and figures with the bounds of their goals.

A script that ``bench.run`` knows has ``figures()``.  Whatever is compared is measured in the same run and in turn, five rounds,
and the medians count, so that a ratio means something on any machine.  Times are of the processor (`process_time`), unless a
figure says otherwise.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
LEAST_SECONDS = 0.1
LETTERS_SECONDS = 1.0
"""A round of letters: those of a game differ much, so that some forty must be counted."""

Job = Callable[[], int]
"""Does a thing some times over and says how many times."""


@dataclass(frozen=True)
class Anew:
    """A job that cannot be done twice: a new one is prepared each time, which is not timed."""

    prepare: Callable[[], Job]

    def __call__(self) -> int:
        return self.prepare()()


@dataclass(frozen=True)
class Figure:
    """A measured value, and what it is compared with, if anything.

    `least` and `most` bound the ratio of the two; `most_ours` bounds `ours` alone.
    """

    what: str
    unit: str
    ours: float
    beside: float | None = None
    beside_what: str = ""
    least: float | None = None
    most: float | None = None
    most_ours: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Ours over what it is compared with; infinite beside nothing at all."""
        if self.beside is None:
            return None
        return self.ours / self.beside if self.beside else float("inf")

    @property
    def holds(self) -> bool:
        """True where the goal is met, and where there is none."""
        return self._within(1.0)

    @property
    def is_near(self) -> bool:
        """True if the goal was missed by less than a tenth: then it is measured once more."""
        return self._within(1.1) and not self.holds

    def _within(self, slack: float) -> bool:
        ratio = self.ratio
        return (
            (ratio is None or self.least is None or ratio * slack >= self.least)
            and (ratio is None or self.most is None or ratio <= self.most * slack)
            and (self.most_ours is None or self.ours <= self.most_ours * slack)
        )

    @property
    def goal(self) -> str:
        """The goal in words: ``ratio <= 1.1``."""
        said = [f"ratio >= {self.least:g}"] if self.least is not None else []
        said += [f"ratio <= {self.most:g}"] if self.most is not None else []
        said += [f"<= {self.most_ours:g} {self.unit}"] if self.most_ours is not None else []
        return ", ".join(said)

    def told(self) -> str:
        """Lines for the terminal: the value, its comparison, its goal, its note."""
        lines = [f"  {self.what}: {short(self.ours)} {self.unit}"]
        if self.ratio is not None:
            lines.append(f"    {self.beside_what}: {short(self.beside or 0)}; ratio {self.ratio:.3g}")
        if self.goal:
            lines.append(f"    goal {self.goal}: {'holds' if self.holds else 'MISSED'}")
        return "\n".join([*lines, *([f"    {self.note}"] if self.note else ())])


def short(value: float) -> str:
    """Three digits that count, or all before the point."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def rate(job: Job, seconds: float = LEAST_SECONDS) -> float:
    """Things done a second of processor time, in so many seconds of it at least."""
    done, spent = 0, 0.0
    while spent < seconds:
        work = job.prepare() if isinstance(job, Anew) else job
        began = process_time()
        done += work()
        spent += process_time() - began
    return done / spent


def rates(*jobs: Job, seconds: float = LEAST_SECONDS) -> tuple[float, ...]:
    """The medians of the rates of several jobs, measured in turn."""
    for job in jobs:
        job()  # caches are filled before anything counts
    rounds = [[rate(job, seconds) for job in jobs] for _ in range(ROUNDS)]
    return tuple(median(column) for column in zip(*rounds, strict=True))


def seconds(job: Callable[[], object]) -> float:
    """The processor time that something takes once."""
    began = process_time()
    job()
    return process_time() - began


def environment() -> dict[str, str]:
    """The environment of a program that starts as an installed one does: its modules are compiled already.

    Where bytecode is not to be written beside the sources it is kept in a folder of the benchmarks' own.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / f"pbem-bench-bytecode-{os.getuid()}")}


def folder() -> Path:
    """A new folder for databases, which goes when the program ends."""
    found = Path(tempfile.mkdtemp(prefix="pbem-bench-"))
    atexit.register(shutil.rmtree, found, ignore_errors=True)
    return found
