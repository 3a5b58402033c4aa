"""How fast it is: ``make bench``, ``make bench ONLY=P1`` (or ``ONLY="P1 E1"``).

One script a goal; each prints what was measured, what stands beside it, the ratio, the goal and whether it holds.  A miss
within a tenth is measured once more.  Figures are kept as JSON in ``bench/out.json`` (or ``--json PATH``), each goal's in the
place of its older ones.  ``--all`` (``make figures``) measures growth and a club's year as well, and writes
docs/performance.md anew.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import growth, table  # noqa: E402  (the checkout must be found first)
from bench.frame import Figure  # noqa: E402
from bench.results import OUT, keep  # noqa: E402

GOALS = {
    "P1": "p1_order_lines",
    "P2": "p2_bad_lines",
    "P3": "p3_near_misses",
    "P4": "p4_hostile_letters",
    "A1": "a1_adjudication",
    "A3": "a3_growth_of_units",
    "A5": "a5_reports",
    "M1": "m1_table_top",
    "H1": "h1_state_hash",
    "S1": "s1_transaction",
    "S3": "s3_history",
    "S4": "s4_postgresql",
    "S5": "s5_workers",
    "E1": "e1_letter_to_reports",
    "E2": "e2_answer",
    "E3": "e3_long_phase",
    "G1": "g1_idle_minute",
    "G2": "g2_poll",
    "G3": "g3_all_at_once",
    "G4": "g4_memory_at_rest",
    "U1": "u1_start",
    "U4": "u4_restart",
}

CAMPAIGNS = 50
"""How many campaigns of a club's year are played: as many as ten minutes are enough for."""


def measured(goal: str) -> Sequence[Figure]:
    """The figures of one goal; once more where one was missed by less than a tenth."""
    script = import_module(f"bench.{GOALS[goal]}")
    found: Sequence[Figure] = list(script.figures())
    return list(script.figures()) if any(one.is_near for one in found) else found


def main() -> int:
    """Measure, print, write.  Exit status 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("goals", nargs="*", metavar="GOAL", help=f"one of {', '.join(GOALS)}; all of them if left out")
    parser.add_argument("--json", type=Path, default=OUT, metavar="PATH")
    parser.add_argument("--all", action="store_true", help="growth and a club's year as well, and the page")
    parser.add_argument("--quick", action="store_true", help="growth at small sizes alone, to see that it works")
    parser.add_argument("--campaigns", type=int, default=CAMPAIGNS, metavar="N", help=f"of that year ({CAMPAIGNS})")
    args = parser.parse_args()
    args.json = args.json.resolve()
    wanted = [one.upper() for one in args.goals] or list(GOALS)
    strangers = [one for one in wanted if one not in GOALS]
    if strangers:
        parser.error(f"expected goals of {', '.join(GOALS)}; found {', '.join(strangers)}")
    missed = []
    started = time.monotonic()
    for goal in wanted:
        began = time.monotonic()
        print(goal, (import_module(f"bench.{GOALS[goal]}").__doc__ or "").partition("\n")[0], flush=True)
        found = measured(goal)
        for one in found:
            print(one.told(), flush=True)
        keep(args.json, "goals", {goal: [one.as_json() for one in found]})
        missed += [goal] if not all(one.holds for one in found) else []
        print(f"  ({time.monotonic() - began:.0f} s)", flush=True)
    if args.all:
        curves = growth.measured(**(growth.QUICK if args.quick else {}))
        keep(args.json, "growth", {str(one["by"]): [two for two in curves if two["by"] == one["by"]] for one in curves})
        table.write(args.json)
        # In a process of its own: its memory is a figure.
        year = [sys.executable, "-m", "bench.club", "--games", str(args.campaigns), "--json", str(args.json)]
        subprocess.run(year, cwd=ROOT, check=True)
        table.write(args.json)
    print(f"all of it took {(time.monotonic() - started) / 60:.0f} minutes")
    print(
        f"{len(wanted) - len(missed)} of {len(wanted)} goals hold; missed: {' '.join(missed) or 'none'}; see {args.json}"
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
