"""Speed and growth of the desk: ``make bench``, ``make bench ONLY=letters`` (or ``ONLY="letters start"``).

Each script prints what was measured, its comparison, its goal and whether that holds.  A miss within a tenth is measured once
more.  Ends with status 1 where a goal is missed.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from importlib import import_module

from bench.frame import Figure

SCRIPTS = (
    "letters",
    "selfplay",
    "start",
    "games",
    "history",
    "near_misses",
    "hostile",
    "postgresql",
    "adjudicators",
)


def measured(script: str) -> Sequence[Figure]:
    """The figures of one script; once more where a goal was missed by less than a tenth."""
    figures = import_module(f"bench.{script}").figures
    found: Sequence[Figure] = list(figures())
    return list(figures()) if any(one.is_near for one in found) else found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scripts", nargs="*", metavar="SCRIPT", help=f"one of {', '.join(SCRIPTS)}; all if left out")
    wanted = parser.parse_args().scripts or list(SCRIPTS)
    unknown = [one for one in wanted if one not in SCRIPTS]
    if unknown:
        parser.error(f"expected some of {', '.join(SCRIPTS)}; found {', '.join(unknown)}")
    missed = []
    for script in wanted:
        began = time.monotonic()
        print(f"{script}: {(import_module(f'bench.{script}').__doc__ or '').partition(chr(10))[0]}", flush=True)
        found = measured(script)
        print("\n".join(one.told() for one in found))
        print(f"  ({time.monotonic() - began:.0f} s)", flush=True)
        missed += [script] if not all(one.holds for one in found) else []
    print(f"goals missed: {' '.join(missed) or 'none'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
