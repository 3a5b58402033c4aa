"""How cost grows: by games, by units, by the size of the map, by history.

    python -m bench.growth [--games N,N] [--units N,N] [--maps CxR,CxR] [--events N,N] [--only NAME]

Each size is measured like a goal: rounds of processor time, the median.  What was measured stands in ``bench/out.json``;
``python -m bench.table`` draws it into docs/performance.md.  A hex is named by two digits of column and two of row, so that
99 x 99 is the largest map there is: what was to be shown at 370 x 220 is shown up to there.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from bench.a3_growth_of_units import field, fires
from bench.desk import Club
from bench.frame import LETTERS_SECONDS, Anew, folder, rates
from bench.g1_idle_minute import idle
from bench.results import OUT, keep
from bench.s3_history import add_events

GAMES = (10, 100, 1_000, 10_000, 100_000)
UNITS = (32, 100, 200, 500, 1_000, 2_000)
MAPS = ("37x22", "50x33", "66x50", "99x66", "99x99")
EVENTS = (0, 30_000, 100_000, 300_000, 1_000_000, 3_000_000)
QUICK: Mapping[str, Any] = {"games": (10, 100), "units": (32, 100), "maps": MAPS[:2], "events": (0, 1000)}
"""Sizes that show in a minute that the script works."""
ROOMY = (99, 99)
"""The map on which many units stand."""
FEW = 160
"""Units on maps of different sizes."""
GAMES_OF_HISTORY = 2000


@dataclass(frozen=True)
class Point:
    """What was measured at one size: `size` on the axis, its `name` in the table, and the cost."""

    size: float
    name: str
    cost: float


@dataclass(frozen=True)
class Curve:
    """The cost of one thing at growing sizes."""

    by: str
    what: str
    unit: str
    points: tuple[Point, ...]


def by_games(sizes: Sequence[int]) -> Iterator[Curve]:
    """An idle round and a letter, with so many games at rest beside the one that is played."""
    club = Club(folder())
    rounds, letters, at_rest = [], [], 0
    for size in sizes:
        club.name = club.new_game()  # what is copied is a game that has just begun, not one of hundreds of letters
        club.fill(size - at_rest, due_apart=timedelta(seconds=30))
        at_rest = size
        idle_, letter = rates(idle(club), Anew(club.next_letter), seconds=LETTERS_SECONDS)
        rounds.append(Point(size, f"{size:,}", 1000 / idle_))
        letters.append(Point(size, f"{size:,}", 1000 / letter))
        _say(f"{size:,} games: an idle round {1000 / idle_:.2f} ms, a letter {1000 / letter:.0f} ms")
    yield Curve("games at rest", "a letter to two reports", "ms", tuple(letters))
    yield Curve("games at rest", "an idle round of the daemon", "ms", tuple(rounds))


def by_units(sizes: Sequence[int]) -> Iterator[Curve]:
    """A unit's share of a fire phase in which everybody fires."""
    points = []
    for size in sizes:
        (units,) = rates(fires(field(size // 4, ROOMY)))
        points.append(Point(size, f"{size:,}", 1e6 / units))
        _say(f"{size:,} units: {1e6 / units:.0f} us each")
    yield Curve("units", "a unit in a fire phase", "us", tuple(points))


def by_map(sizes: Sequence[str]) -> Iterator[Curve]:
    """The same phase with the same units on maps of different sizes."""
    points = []
    for size in sizes:
        columns, rows = (int(one) for one in size.split("x"))
        (units,) = rates(fires(field(FEW // 4, (columns, rows))))
        points.append(Point(columns * rows, size, 1e6 / units))
        _say(f"{size}: {1e6 / units:.0f} us a unit")
    yield Curve("hexes of the map", f"a unit of {FEW} in a fire phase", "us", tuple(points))


def by_history(sizes: Sequence[int]) -> Iterator[Curve]:
    """A letter, with so many events of other games stored."""
    club = Club(folder())
    club.fill(GAMES_OF_HISTORY)
    points, stored = [], 0
    for size in sizes:
        add_events(club, stored, size)
        stored = size
        (letter,) = rates(Anew(club.next_letter), seconds=LETTERS_SECONDS)
        points.append(Point(size, f"{size:,}", 1000 / letter))
        _say(f"{size:,} events: a letter {1000 / letter:.0f} ms")
    yield Curve("events stored", "a letter to two reports", "ms", tuple(points))


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def measured(
    games: Sequence[int] = GAMES,
    units: Sequence[int] = UNITS,
    maps: Sequence[str] = MAPS,
    events: Sequence[int] = EVENTS,
    only: str = "",
) -> list[dict[str, object]]:
    """All curves, or those of one kind."""
    kinds: Mapping[str, Callable[[], Iterator[Curve]]] = {
        "games": lambda: by_games(games),
        "units": lambda: by_units(units),
        "maps": lambda: by_map(maps),
        "events": lambda: by_history(events),
    }
    return [asdict(curve) for kind, curves in kinds.items() if only in ("", kind) for curve in curves()]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(sorted(int(one) for one in text.split(",")))


def main() -> int:
    """Measure and write down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=_numbers, default=GAMES, metavar="N,N", help="games at rest")
    parser.add_argument("--units", type=_numbers, default=UNITS, metavar="N,N", help="units of a game, four at least")
    parser.add_argument("--maps", type=lambda text: text.split(","), default=MAPS, metavar="CxR,CxR", help="maps")
    parser.add_argument("--events", type=_numbers, default=EVENTS, metavar="N,N", help="events stored")
    parser.add_argument("--only", default="", choices=("games", "units", "maps", "events"), help="one kind of growth")
    parser.add_argument("--json", type=Path, default=OUT, metavar="PATH", help="where the figures are kept")
    args = parser.parse_args()
    found = measured(args.games, args.units, args.maps, args.events, args.only)
    keep(args.json, "growth", {str(one["by"]): [two for two in found if two["by"] == one["by"]] for one in found})
    return 0


if __name__ == "__main__":
    sys.exit(main())
