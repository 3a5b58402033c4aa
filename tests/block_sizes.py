"""How long the blocks of the order page are: ``python -m tests.block_sizes nezperce --positions 150``.

Practice players play games against themselves, as for `tests.offered`.  At each position the whole block is made that goes with
a report: counters, offers, ways, and where orders go.  The exit status is 1 if one is longer than the goal.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pbem.core.cache import trial_cache
from pbem.desk.outgoing.attachments import on_the_page
from pbem.reports import teller
from pbem.reports.order_page import block, packed, words_of
from pbem.reports.report import DeskFacts
from tests.offered import PLAYED, Position, many

GOAL = 4096
"""Characters of a block as base64, with its first and last line."""
NOW = datetime(2026, 3, 12, 18, 2, tzinfo=UTC)


def block_of(one: Position) -> dict[str, Any]:
    """The whole block of a position, as it goes with a report."""
    title, phase = one.game, one.phase
    assert phase is not None
    view = title.system.view(one.state, one.side)
    facts = DeskFacts("summer-7", 41, (), "", NOW, deadline=NOW)
    report = teller.compose(title.teller, facts, one.side, "US", (), view, wanted=phase)
    assert title.offering is not None
    page = on_the_page(title, title.offering, view, one.side, phase.letter)
    return block(report, reply_to="summer-7+us.m2xd9q4k@desk.example", page_at="", **page)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the figures, give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.block_sizes", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=PLAYED, metavar="GAME")
    parser.add_argument("--positions", type=int, default=150)
    parser.add_argument("--from", dest="first", type=int, default=0, help="number of the first game")
    parser.add_argument("--apart", type=int, default=7, help="look only at every Nth position of a game")
    parser.add_argument("--keep", type=Path, help="a folder for the blocks as JSON")
    args = parser.parse_args(arguments)
    good = True
    for title in args.games:
        sizes = []
        for n, one in enumerate(many(title, args.positions, args.first, args.apart)):
            with trial_cache():
                made = block_of(one)
            size = len(packed(made, words_of(title)))
            sizes.append((size, one.phase.id if one.phase is not None else ""))
            if args.keep:
                kept = args.keep / f"{title}-{n:03}-{size}-{one.letter}.json"
                kept.write_text(json.dumps(made, indent=None, sort_keys=True), encoding="ascii")
        sizes.sort()
        lengths = [size for size, _ in sizes]
        over = sum(size > GOAL for size in lengths)
        middle, most = lengths[len(lengths) // 2], lengths[len(lengths) * 95 // 100]
        print(
            f"{title}: {len(sizes)} blocks; half up to {middle} characters, 95 % up to {most}, the longest {lengths[-1]}"
        )
        print(f"  {over} over {GOAL}; the longest in {', '.join(phase for _, phase in sizes[-5:])}", flush=True)
        good = good and not over
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
