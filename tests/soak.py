"""100,000 damaged letters, read, filed and answered: ``make soak``, or ``python -m tests.soak [--letters N] [--jobs N]``.

Tells what went wrong, the slowest letters, and the most memory that a process had.  Exit status 1 where anything went wrong.
"""

import argparse
import resource
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

from tests.damaged import GAME_LIFE, post

LETTERS = 100_000
SHARE = GAME_LIFE * 10
"""Letters that one desk takes."""
SHOWN = 5


def share(first: int, last: int) -> tuple[list[str], list[tuple[float, int]], Counter[str], int]:
    """The letters of these numbers: what went wrong, the slowest (seconds, number), what became of them, memory in KiB."""
    desk = post()
    wrong: list[str] = []
    slowest: list[tuple[float, int]] = []
    for seed in range(first, last):
        began = perf_counter()
        wrong += desk.deliver(seed)
        slowest = sorted([*slowest, (perf_counter() - began, seed)])[-SHOWN:]
    return wrong, slowest, Counter(desk.states), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> int:
    """Deliver them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--letters", type=int, default=LETTERS, metavar="N", help=f"how many letters ({LETTERS})")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at once (2)")
    args = parser.parse_args()
    firsts = range(0, args.letters, SHARE)
    wrong: list[str] = []
    slowest: list[tuple[float, int]] = []
    states: Counter[str] = Counter()
    memory = 0
    with ProcessPoolExecutor(args.jobs, max_tasks_per_child=1) as pool:
        lasts = [min(first + SHARE, args.letters) for first in firsts]
        for n, (bad, slow, became, most) in enumerate(pool.map(share, firsts, lasts), 1):
            wrong += bad
            slowest = sorted([*slowest, *slow])[-SHOWN:]
            states += became
            memory = max(memory, most)
            print(f"\r{min(n * SHARE, args.letters)} letters, {len(wrong)} faults", end="", flush=True)
    print(f"\n{', '.join(f'{n} {state}' for state, n in sorted(states.items()))}")
    print("slowest: " + ", ".join(f"letter {seed} {seconds:.2f} s" for seconds, seed in reversed(slowest)))
    print(f"most memory of a process: {memory / 1024:.0f} MiB")
    print("\n".join(wrong[:50]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
