"""Is it the battle?  Many games at the level ``plain`` beside history: ``make battle``, or ``python -m bench.battle``.

Plays the historical scenario of Rosebud Creek, or with ``--game littlebighorn`` that of the Little Bighorn, or reads games
that ``pbem selfplay --json`` has written (``--read``, also several times), and writes the figures into the page of the game
and their distributions into a picture beside it.  Of games of several scenarios it tells how each of these ended.  The bars
are drawn here: six histograms are a page of code, and the picture is text that shows in a diff what has changed; a plotting
library would be the largest thing that the project installs.
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

from pbem.commands.offline.selfplay import row
from pbem.mechanisms.practice import PLAIN
from pbem.selfplay import jobs, play_all

ROOT = Path(__file__).resolve().parent.parent
PART = re.compile(r"(<!-- battle -->\n).*?(<!-- end battle -->)", re.S)
GAMES, SEED = 100, "battle"
WIDE, HIGH, LEFT, TOP = 330, 150, 40, 40
MOST_BARS = 25
LEVELS = ("decisive", "substantive", "marginal")
INK, PAPER, BAR, BAND = "#222", "#fff", "#7a8f6a", "#e8d9b5"


@dataclass(frozen=True)
class Panel:
    """One histogram: the figure, what stands above it, and where history was, from and to (None: unknown)."""

    figure: str
    title: str
    history: tuple[int, int] | None = None


@dataclass(frozen=True)
class Battle:
    """A battle that is measured: its scenario, the histograms of its picture, and the figures that are counted as a share.

    Scenarios that differ in who starts with whom are told as one: `families` are the beginnings of their names.
    """

    title: str
    scenario: str
    panels: tuple[Panel, ...]
    shares: tuple[tuple[str, str], ...] = ()
    figures: tuple[str, ...] = ()
    families: tuple[str, ...] = ()

    def family(self, scenario: str) -> str:
        """The scenario of which this one is a composition, by how its name begins; itself where it is none."""
        return next((one for one in self.families if scenario.startswith(one)), scenario)

    @property
    def page(self) -> Path:
        """Its page in docs."""
        notes = ROOT / "docs" / f"{self.title}-notes.md"
        return notes if notes.exists() else ROOT / "docs" / f"{self.title}.md"

    @property
    def picture(self) -> Path:
        """The picture on it."""
        return ROOT / "docs" / f"{self.title}-battle.svg"


ROSEBUD = Battle(
    "rosebud",
    "historical",
    (
        Panel("us strength lost", "US strength points lost", (3, 6)),
        Panel("indian strength lost", "Indian strength points lost", (3, 10)),
        Panel("us units low on ammunition", "US units low on ammunition at the end"),
        Panel("us leaders lost", "US leaders killed or wounded", (1, 1)),
        Panel("us VPs", "US victory points"),
        Panel("indian VPs", "Indian victory points"),
    ),
)
"""History: 10 killed and 21 to 50 wounded of the US, 13 killed and some 60 wounded at most of the Indians, ten people a
point; one US captain (Henry) was badly wounded."""

LITTLE_BIGHORN = Battle(
    "littlebighorn",
    "scenario-1",
    (
        Panel("us strength lost", "US strength points lost", (27, 32)),
        Panel("indian strength lost", "Indian strength points lost", (3, 15)),
        Panel("Custer's companies lost", "Custer's five companies: lost", (5, 5)),
        Panel("turn of the alert", "Game turn of the alert", (2, 3)),
        Panel("us VPs", "US victory points"),
        Panel("indian VPs", "Indian victory points"),
    ),
    (
        ("panics", "Reno panicked"),
        ("Custer killed", "Custer was killed"),
        ("companies that left", "a company left the map"),
    ),
    (
        *("us strength lost", "indian strength lost", "us leaders lost", "indian leaders lost", "us VPs", "indian VPs"),
        *("turn of the alert", "Custer's companies lost", "camps burned", "captives held", "companies that left"),
        *("us VPs by camps", "us VPs by captives", "us VPs by water", "us VPs by leaders", "indian VPs by leaders"),
        *(
            "indian VPs by units and trains",
            "turns of contact",
            "us shots",
            "indian shots",
            "us melees",
            "indian melees",
        ),
    ),
    ("scenario-2-3", "scenario-2", "scenario-3", "scenario-5-north", "scenario-5"),
)
"""History: 268 dead and 55 wounded of the 7th Cavalry; of the Indians between 31 and some 150 dead; the alarm was given a few
minutes after 15:00, and Reno lost his head in the timber."""

BATTLES = {one.title: one for one in (ROSEBUD, LITTLE_BIGHORN)}


def main() -> int:
    """Play or read, then write page and picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(BATTLES), default=ROSEBUD.title, help="which battle (rosebud)")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"how many games ({GAMES})")
    parser.add_argument("--seed", default=SEED, metavar="S", help=f"of the series ({SEED})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="games at once")
    parser.add_argument(
        "--read",
        type=Path,
        action="append",
        metavar="FILE",
        help="games as pbem selfplay --json wrote them; may be repeated",
    )
    args = parser.parse_args()
    battle = BATTLES[args.game]
    games = (
        [one for file in args.read for one in read(file)]
        if args.read
        else played(battle, args.games, args.seed, args.jobs)
    )
    main = [one for one in games if one["scenario"] == battle.scenario]
    battle.picture.write_text(picture(battle, main), encoding="utf-8")
    page = battle.page.read_text(encoding="utf-8")
    text = "\n".join((*told(battle, main, args.seed), *by_scenario(battle, games)))
    battle.page.write_text(PART.sub(lambda found: f"{found[1]}{text}\n{found[2]}", page), encoding="utf-8")
    print(text)
    return 1 if any(one["fault"] for one in games) else 0


def read(file: Path) -> list[dict[str, Any]]:
    """The games of a file, one JSON object a line."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def played(battle: Battle, games: int, seed: str, processes: int) -> list[dict[str, Any]]:
    """So many games of the series."""
    todo = list(jobs(battle.title, battle.scenario, PLAIN, games, seed, ()))
    rounds = track(play_all(todo, processes), "games", total=len(todo), console=Console(stderr=True), transient=True)
    return [row(one) for one in rounds]


def told(battle: Battle, games: Sequence[Mapping[str, Any]], seed: str) -> Iterator[str]:
    """The figures of the main scenario as lines of the page."""
    ended = [one for one in games if one["outcome"]]
    scenario = "historical scenario" if battle is ROSEBUD else f"scenario `{battle.scenario}`"
    yield f"{len(ended)} games of the {scenario} at the level `plain` (series `{seed}`):"
    yield ""
    yield "| | least | a quarter below | middle | a quarter above | most |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name in battle.figures or ended[0]["figures"]:
        values = sorted(one["figures"][name] for one in ended)
        cells = [values[round(part * (len(values) - 1))] for part in (0, 0.25, 0.5, 0.75, 1)]
        yield f"| {name} | {' | '.join(map(str, cells))} |"
    yield ""
    if battle.shares:
        parts = [f"{words} in {sum(bool(one['figures'][name]) for one in ended)}" for name, words in battle.shares]
        yield from textwrap.wrap(f"Of these {len(ended)} games: {', '.join(parts)}.", 118)
        yield ""
    levels = Counter((one["outcome"]["winner"] or "", one["outcome"]["level"]) for one in ended)
    parts = [f"{n} {level if not winner else f'{winner} {level}'}" for (winner, level), n in sorted(levels.items())]
    yield from textwrap.wrap(f"Outcomes: {', '.join(parts)}.", 118)


def by_scenario(battle: Battle, games: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How each scenario ended, where there are several."""
    ended = [one for one in games if one["outcome"]]
    scenarios = sorted({battle.family(one["scenario"]) for one in ended})
    if len(scenarios) < 2:
        return
    yield ""
    yield "| scenario | games | US decisive | substantive | marginal | draw | marginal | substantive | Indian decisive |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    steps = [("us", one) for one in LEVELS] + [("", "draw")] + [("indian", one) for one in reversed(LEVELS)]
    for name in (*scenarios, ""):
        own = [one for one in ended if name in ("", battle.family(one["scenario"]))]
        found = Counter((one["outcome"]["winner"] or "", one["outcome"]["level"]) for one in own)
        cells = [f"`{name}`" if name else "all", str(len(own)), *(str(found[one] or "") for one in steps)]
        yield f"| {' | '.join(cells)} |"


# The picture


def picture(battle: Battle, games: Sequence[Mapping[str, Any]]) -> str:
    """Six histograms, history as a band behind the bars."""
    ended = [one for one in games if one["outcome"]]
    columns, rows = 2, -(-len(battle.panels) // 2)
    wide, high = columns * (WIDE + LEFT) + LEFT, rows * (HIGH + 2 * TOP) + 10
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
    ]
    for n, panel in enumerate(battle.panels):
        across, down = n % columns, n // columns
        values = [int(one["figures"][panel.figure]) for one in ended]
        out += _panel(panel, values, LEFT + across * (WIDE + LEFT), TOP + down * (HIGH + 2 * TOP))
    return "\n".join([*out, "</svg>", ""])


def _panel(panel: Panel, values: Sequence[int], x: int, y: int) -> Iterator[str]:
    first = min(0, *values)
    last = max(*values, panel.history[1] if panel.history else 0, first + 4)
    step = WIDE / (last - first + 1)
    # Where a bar for each value would be a thread, one serves several.
    wide = -(-(last - first + 1) // MOST_BARS)
    count = Counter(first + (value - first) // wide * wide for value in values)
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
        broad = min(step * wide, x + WIDE - at) - 2
        yield f'<rect x="{at + 1:.1f}" y="{top:.1f}" width="{broad:.1f}" height="{tall:.1f}" fill="{BAR}"/>'
    yield f'<line x1="{x}" y1="{y + HIGH}" x2="{x + WIDE}" y2="{y + HIGH}" stroke="{INK}"/>'
    every = max(1, (last - first) // 10)
    for value in range(first, last + 1, every):
        at = x + (value - first + 0.5) * step
        yield f'<text x="{at:.1f}" y="{y + HIGH + 15}" text-anchor="middle" fill="{INK}">{value}</text>'


if __name__ == "__main__":
    sys.exit(main())
