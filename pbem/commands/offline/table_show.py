"""List the pieces of a saved VASSAL game by place, so that players can see that they have the same position.

Exit statuses: 0 listed; 2 the file cannot be read, or the command line is wrong.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from pbem.commands.foreign.vassal import Chartered, NoModule, Saved, build_file, maps, saved, saved_text
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE.vsav", type=Path, help="a saved game, or a logfile (as it begins)")
    parser.add_argument("--module", metavar="MODULE.vmod", type=Path, help="your own module: it names the places")


def run(args: argparse.Namespace) -> int:
    """Print them: 0; 2 if a file cannot be read."""
    at = args.file
    try:
        found = saved(saved_text(args.file))
        at = args.module
        charts = maps(build_file(args.module)) if args.module is not None else ()
    except NoModule as fault:
        print(f"pbem table show: {at}: {fault}", file=sys.stderr)
        return 2
    print("\n".join(shown(found, charts)))
    return 0


def shown(found: Saved, charts: tuple[Chartered, ...]) -> Iterator[str]:
    """The pieces by map and place, and the number of cards in each deck."""
    by_name = {one.name: one for one in charts}
    where: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for one in found.pieces:
        if not one.map:
            continue
        chart = by_name.get(one.map)
        place = (chart.place(one.x, one.y) if chart is not None else "") or f"{one.x},{one.y}"
        where[one.map][place]["a hidden piece" if one.is_hidden else one.name or "a piece without a name"] += 1
    for name in sorted(where):
        yield ascii_text(f"{name}:")
        for place in sorted(where[name]):
            pieces = ", ".join(
                f"{count} x {one}" if count > 1 else one for one, count in sorted(where[name][place].items())
            )
            yield from wrap(ascii_text(f"{place}: {pieces}"), WIDTH, first="  ", rest="      ")
    for deck, count in sorted(found.decks.items()):
        yield ascii_text(f"deck {deck}: {count} card{'s' * (count != 1)}, not looked at")
    off = sum(not one.map for one in found.pieces)
    count = len(found.pieces) - off
    yield f"{count} piece{'s' * (count != 1)} on {len(where)} map{'s' * (len(where) != 1)}, {off} on none."
