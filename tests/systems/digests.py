"""What self-play games come to, as one digest a game: events, rolls, states and both sides' logs.

A refactoring changes none of them.  ``python -m tests.systems.digests rosebud 20 --write FILE`` keeps them,
``... --compare FILE`` plays the same games again and names each that differs, with the first phase that does.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from pbem.core.canonical import canon
from pbem.core.record import to_json
from pbem.selfplay import Alone, jobs


def digests(title: str, games: int, level: str) -> dict[str, list[str]]:
    """By game, a digest for each phase."""
    return {f"{job.scenario} {job.seed}": _phases(job) for job in jobs(title, "", level, games, "digest", None)}


def _phases(job: Any) -> list[str]:
    alone = Alone(job.title, job.scenario, job.seed, job.level, job.options)
    teller, system, found = alone.game.teller, alone.system, []
    while (phase := system.next_phase(alone.state)) is not None:
        before = alone.state
        umpire = alone.phase(phase)
        logs = [
            str(teller.log(system.view(before, side.id), tuple(umpire.events), 1).entries) for side in system.card.sides
        ]
        seen = [[to_json(one) for one in umpire.events], [str(one) for one in umpire.rolls], logs]
        whole = canon(seen) + canon(system.to_json(alone.state))
        found.append(f"{phase.id} {hashlib.sha256(whole).hexdigest()[:16]}")
    return found


def main(words: list[str]) -> int:
    """Exit status 1 where a game differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.systems.digests")
    parser.add_argument("title")
    parser.add_argument("games", type=int)
    parser.add_argument("--level", default="random")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--compare", type=Path)
    given = parser.parse_args(words)
    found = digests(given.title, given.games, given.level)
    if given.write:
        given.write.write_text(json.dumps(found, indent=1), encoding="utf-8")
    if not given.compare:
        return 0
    kept = json.loads(given.compare.read_text(encoding="utf-8"))
    different = 0
    for game, phases in found.items():
        first = next((n for n, (a, b) in enumerate(zip(phases, kept[game], strict=False)) if a != b), None)
        if first is not None or len(phases) != len(kept[game]):
            different += 1
            print(f"{game}: differs from {phases[first] if first is not None else 'its length'}")
    print(f"{len(found) - different} of {len(found)} games the same")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
