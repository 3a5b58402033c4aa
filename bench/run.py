"""How fast it is: ``make bench``.

Each figure stands beside a floor: the least work that any program would do for the same result, measured in the same run
and in turn with it, so that the ratio means something on any machine.  Five rounds, the median counts.  The figures are
printed and written as JSON to ``bench/out.json`` (or ``--json PATH``).
"""

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import desk, letters, orders, phases  # noqa: E402  (the checkout must be found first)
from bench.work import Work  # noqa: E402

ROUNDS = 5
LEAST_SECONDS = 0.15


@dataclass(frozen=True)
class Figure:
    """One line of the result: how many of what a second of processor time, and how many the floor does."""

    name: str
    per_second: float
    floor: str
    floor_per_second: float

    @property
    def share(self) -> float:
        """The share of the floor that is reached."""
        return self.per_second / self.floor_per_second


def rate(next_job: Callable[[], Callable[[], int]]) -> float:
    """Things done a second of processor time; a job says how many it did.  Making the job is not timed."""
    done, spent = 0, 0.0
    while spent < LEAST_SECONDS:
        job = next_job()
        began = process_time()
        done += job()
        spent += process_time() - began
    return done / spent


def measure(work: Work) -> Figure:
    """A figure and its floor, in turn."""
    work.next_job()(), work.floor()  # caches are filled before anything counts
    pairs = [(rate(work.next_job), rate(lambda: work.floor)) for _ in range(ROUNDS)]
    return Figure(work.name, median(own for own, _ in pairs), work.floor_name, median(floor for _, floor in pairs))


def figures() -> Iterator[Figure]:
    """Every figure, as it is measured."""
    for work in (*orders.works(), *phases.works(), *letters.works(), *desk.works()):
        yield measure(work)


def main() -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, default=ROOT / "bench" / "out.json", metavar="PATH")
    args = parser.parse_args()
    print(f"{'a second of processor time':<34}{'pbem':>10}{'floor':>12}  {'share':>6}  the floor is")
    found = []
    for one in figures():
        print(f"{one.name:<34}{one.per_second:>10,.0f}{one.floor_per_second:>12,.0f}  {one.share:>6.1%}  {one.floor}")
        found.append({**asdict(one), "share": one.share})
    result = {"python": platform.python_version(), "machine": platform.machine(), "rounds": ROUNDS, "figures": found}
    args.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(f"written to {args.json}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
