"""Is it the battle?  Many games at the level ``plain`` beside history: ``make battle``, or ``python -m bench.battle``.

Plays the historical scenario of Rosebud Creek (or reads games that ``pbem selfplay --json`` has written) and writes the
figures into docs/rosebud.md and their distributions into docs/rosebud-battle.svg.  The bars are drawn here: six histograms
are a page of code, and the picture is text that shows in a diff what has changed; a plotting library would be the largest
thing that the project installs.
"""

import argparse
import json
import os
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from pbem.commands.selfplay import row
from pbem.mechanisms.practice import PLAIN
from pbem.selfplay.series import jobs, play_all

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rosebud.md"
PICTURE = ROOT / "docs" / "rosebud-battle.svg"
PART = re.compile(r"(<!-- battle -->\n).*?(<!-- end battle -->)", re.S)
GAMES, SEED = 100, "battle"
WIDE, HIGH, LEFT, TOP = 330, 150, 40, 40
INK, PAPER, BAR, BAND = "#222", "#fff", "#7a8f6a", "#e8d9b5"


@dataclass(frozen=True)
class Panel:
    """One histogram: the figure, what stands above it, and where history was, from and to (None: unknown)."""

    figure: str
    title: str
    history: tuple[int, int] | None = None


PANELS = (
    Panel("us strength lost", "US strength points lost", (3, 6)),
    Panel("indian strength lost", "Indian strength points lost", (3, 10)),
    Panel("us units low on ammunition", "US units low on ammunition at the end"),
    Panel("us leaders lost", "US leaders killed or wounded", (1, 1)),
    Panel("us VPs", "US victory points"),
    Panel("indian VPs", "Indian victory points"),
)
"""History: 10 killed and 21 to 50 wounded of the US, 13 killed and some 60 wounded at most of the Indians, ten people a
point; one US captain (Henry) was badly wounded."""


def main() -> int:
    """Play or read, then write page and picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"how many games ({GAMES})")
    parser.add_argument("--seed", default=SEED, metavar="S", help=f"of the series ({SEED})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="games at once")
    parser.add_argument("--read", type=Path, metavar="FILE", help="games as pbem selfplay --json wrote them")
    args = parser.parse_args()
    games = read(args.read) if args.read else played(args.games, args.seed, args.jobs)
    PICTURE.write_text(picture(games), encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    text = "\n".join(told(games, args.seed))
    PAGE.write_text(PART.sub(lambda found: f"{found[1]}{text}\n{found[2]}", page), encoding="utf-8")
    print(text)
    return 1 if any(one["fault"] for one in games) else 0


def read(file: Path) -> list[dict[str, Any]]:
    """The games of a file, one JSON object a line."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def played(games: int, seed: str, processes: int) -> list[dict[str, Any]]:
    """So many games of the series."""
    todo = list(jobs("rosebud", "historical", PLAIN, games, seed, ()))
    rounds = track(play_all(todo, processes), "games", total=len(todo), console=Console(stderr=True), transient=True)
    return [row(one) for one in rounds]


def told(games: Sequence[Mapping[str, Any]], seed: str) -> Iterator[str]:
    """The figures as lines of the page."""
    ended = [one for one in games if one["outcome"]]
    yield f"{len(ended)} games of the historical scenario at the level `plain` (series `{seed}`):"
    yield ""
    yield "| | least | a quarter below | middle | a quarter above | most |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name in ended[0]["figures"]:
        values = sorted(one["figures"][name] for one in ended)
        cells = [values[round(part * (len(values) - 1))] for part in (0, 0.25, 0.5, 0.75, 1)]
        yield f"| {name} | {' | '.join(map(str, cells))} |"
    yield ""
    levels = Counter((one["outcome"]["winner"] or "", one["outcome"]["level"]) for one in ended)
    parts = [f"{n} {level if not winner else f'{winner} {level}'}" for (winner, level), n in sorted(levels.items())]
    yield from textwrap.wrap(f"Outcomes: {', '.join(parts)}.", 118)


# The picture


def picture(games: Sequence[Mapping[str, Any]]) -> str:
    """Six histograms, history as a band behind the bars."""
    ended = [one for one in games if one["outcome"]]
    columns, rows = 2, -(-len(PANELS) // 2)
    wide, high = columns * (WIDE + LEFT) + LEFT, rows * (HIGH + 2 * TOP) + 10
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
    ]
    for n, panel in enumerate(PANELS):
        across, down = n % columns, n // columns
        values = [int(one["figures"][panel.figure]) for one in ended]
        out += _panel(panel, values, LEFT + across * (WIDE + LEFT), TOP + down * (HIGH + 2 * TOP))
    return "\n".join([*out, "</svg>", ""])


def _panel(panel: Panel, values: Sequence[int], x: int, y: int) -> Iterator[str]:
    first = min(0, *values)
    last = max(*values, panel.history[1] if panel.history else 0, first + 4)
    step = WIDE / (last - first + 1)
    count = Counter(values)
    most = max(count.values())
    yield f'<text x="{x}" y="{y - 12}" fill="{INK}" font-weight="bold">{panel.title}</text>'
    if panel.history:
        start, end = panel.history
        band = (end - start + 1) * step
        yield f'<rect x="{x + (start - first) * step:.1f}" y="{y}" width="{band:.1f}" height="{HIGH}" fill="{BAND}"/>'
        yield f'<text x="{x + (start - first) * step + 3:.1f}" y="{y + 11}" fill="{INK}" font-size="10">history</text>'
    for value, times in sorted(count.items()):
        tall = HIGH * times / most
        at, top = x + (value - first) * step, y + HIGH - tall
        yield f'<rect x="{at + 1:.1f}" y="{top:.1f}" width="{step - 2:.1f}" height="{tall:.1f}" fill="{BAR}"/>'
    yield f'<line x1="{x}" y1="{y + HIGH}" x2="{x + WIDE}" y2="{y + HIGH}" stroke="{INK}"/>'
    every = max(1, (last - first) // 10)
    for value in range(first, last + 1, every):
        at = x + (value - first + 0.5) * step
        yield f'<text x="{at:.1f}" y="{y + HIGH + 15}" text-anchor="middle" fill="{INK}">{value}</text>'


if __name__ == "__main__":
    sys.exit(main())
