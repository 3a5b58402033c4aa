"""What a benchmark is made of: jobs that are measured in turn, and figures that stand beside what they are held against.

A goal's script has ``figures()``.  Whatever is compared is measured in the same run and in turn, five rounds, and the medians
count, so that a ratio means something on any machine.  Times are of the processor (`process_time`), unless a figure says
otherwise.
"""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
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
    """One comparison: what was measured, what it stands beside, and what the goal says of their ratio (or of `ours` alone).

    `least` and `most` bound the ratio; `most_ours` bounds `ours`.  `note` says what a reader must know.
    """

    what: str
    unit: str
    ours: float
    beside: float
    beside_what: str
    least: float | None = None
    most: float | None = None
    most_ours: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float:
        """Ours over what it stands beside."""
        return self.ours / self.beside if self.beside else float("inf")

    @property
    def holds(self) -> bool:
        """Whether the goal is met."""
        return (
            (self.least is None or self.ratio >= self.least)
            and (self.most is None or self.ratio <= self.most)
            and (self.most_ours is None or self.ours <= self.most_ours)
        )

    @property
    def is_near(self) -> bool:
        """Whether it was missed by less than a tenth: then it is measured once more."""
        near = (
            (self.least is None or self.ratio >= self.least * 0.9)
            and (self.most is None or self.ratio <= self.most * 1.1)
            and (self.most_ours is None or self.ours <= self.most_ours * 1.1)
        )
        return near and not self.holds

    @property
    def goal(self) -> str:
        """The goal in words: ``ratio >= 0.8``."""
        said = [f"ratio >= {self.least:g}"] if self.least is not None else []
        said += [f"ratio <= {self.most:g}"] if self.most is not None else []
        said += [f"<= {self.most_ours:g} {self.unit}"] if self.most_ours is not None else []
        return ", ".join(said)

    def told(self) -> str:
        """Two lines for the terminal."""
        verdict = ("holds" if self.holds else "MISSED") if self.goal else "told"
        line = f"  {self.what}: {_short(self.ours)} {self.unit}; {self.beside_what}: {_short(self.beside)}"
        note = f"\n    {self.note}" if self.note else ""
        return f"{line}\n    ratio {self.ratio:.3g}; goal {self.goal or '-'}; {verdict}{note}"

    def as_json(self) -> dict[str, object]:
        """For other programs."""
        return asdict(self) | {"ratio": round(self.ratio, 4), "goal": self.goal, "holds": self.holds}


def _short(value: float) -> str:
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


def in_python(code: str, *words: str) -> str:
    """What a program in a process of its own prints; for what depends on a fresh interpreter, such as memory."""
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(
        command, cwd=ROOT, env=environment(), check=True, capture_output=True, text=True
    ).stdout.strip()


def folder() -> Path:
    """A new folder for databases, which goes when the program ends."""
    found = Path(tempfile.mkdtemp(prefix="pbem-bench-"))
    atexit.register(shutil.rmtree, found, ignore_errors=True)
    return found


def growth(values: Sequence[float]) -> float:
    """The last of some values over the first."""
    return values[-1] / values[0]
