"""Whether whole games come out alike everywhere: ``python -m tests.same_bytes GAME --python PATH --python PATH``.

Practice players play the same games under each Python, each with two hash seeds.  What ``pbem selfplay --json`` says of every
game, its last state's hash included, must be the same to the byte.  Each Python needs the project's packages, such as that
of a second environment: ``uv venv --python 3.13 V && uv pip install --python V -r requirements.lock``.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HASH_SEEDS = ("1", "2")


def main(argv: Sequence[str] | None = None) -> int:
    """Play and compare; exit status 1 where a game differs, 2 where a Python cannot play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME", help="the title, such as miniatures")
    parser.add_argument("--python", action="append", metavar="PATH", help="an interpreter (default: this one)")
    parser.add_argument("--games", type=int, default=50, metavar="N", help="games under each (50)")
    parser.add_argument("--level", default="plain", help="how the practice players play (plain)")
    parser.add_argument("--scenario", default="", metavar="S", help="the scenario (default: all of them in turn)")
    args = parser.parse_args(argv)
    order = ["selfplay", args.game, "--json", "--games", str(args.games), "--level", args.level, "--jobs", "1"]
    if args.scenario:
        order += ["--scenario", args.scenario]
    found = []
    for python in args.python or [sys.executable]:
        for seed in HASH_SEEDS:
            played = play(python, seed, order)
            if played is None:
                return 2
            found.append((f"{python}, hash seed {seed}", played))
    differing = [difference for one in found[1:] if (difference := first_difference(found[0], one))]
    print("\n".join(differing) or f"{args.games} games are the same to the byte under {len(found)} runs")
    return 1 if differing else 0


def play(python: str, seed: str, order: Sequence[str]) -> list[str] | None:
    """What the games were, a line each; None where they could not be played, which is printed."""
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [python, "-m", "pbem", *order], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(f"{python}, hash seed {seed}: pbem {' '.join(order)} ended with {done.returncode}\n{done.stderr}")
        return None
    return done.stdout.splitlines()


def first_difference(one: tuple[str, list[str]], other: tuple[str, list[str]]) -> str:
    """Where two runs differ first, "" where they are the same."""
    for n, (mine, theirs) in enumerate(zip(one[1], other[1], strict=False)):
        if mine != theirs:
            return f"game {n} differs: {one[0]}; {other[0]}"
    if len(one[1]) != len(other[1]):
        return f"{len(one[1])} games: {one[0]}; {len(other[1])} games: {other[0]}"
    return ""


if __name__ == "__main__":
    sys.exit(main())
