"""Is it the campaign?  Whole campaigns of the Nez Perce by practice players: ``python -m bench.campaign``.

Plays the campaign at the levels `plain` and `random`, or reads games that ``pbem selfplay --json`` has written (``--read``,
also several times), and writes the figures into the page of the game and their distributions into a picture beside it.
"""

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.battle import Battle, Panel, picture, read
from pbem.commands.offline.selfplay import row
from pbem.mechanisms.practice import PLAIN, RANDOM
from pbem.selfplay import jobs, play_all

PART = re.compile(r"(<!-- campaign -->\n).*?(<!-- end campaign -->)", re.S)
TITLE, SCENARIO, GAMES, SEED = "nezperce", "campaign-1877", 100, "nez"
LEVELS = (PLAIN, RANDOM)
ENDS = (
    "major Army victory",
    "tactical Army victory",
    "draw",
    "tactical Indian victory",
    "major Indian victory",
)
CAMPAIGN = Battle(
    TITLE,
    SCENARIO,
    (
        Panel("difference", "Army points less Indian points", (30, 50)),
        Panel("battles", "Battles", (6, 9)),
        Panel("indian units lost", "Units of braves and lodges killed or surrendered", (24, 30)),
        Panel("army units lost", "Army units killed", (6, 10)),
        Panel("turns a battle", "Game turns a battle, in the mean of a campaign"),
        Panel("letters", "Letters of both sides"),
    ),
)
"""History: nine fights from White Bird Canyon to Bear Paw, six of them battles; some 60 braves killed and 80 surrendered with
six or seven parts in nine of the people, six men a unit; 177 killed and 147 wounded of the Army, 20 to 50 men a unit, a third
of the wounded out for good."""


def main() -> int:
    """Play or read, then write page and picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"how many games a level ({GAMES})")
    parser.add_argument("--seed", default=SEED, metavar="S", help=f"of the series ({SEED}); the level is added")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="games at once")
    parser.add_argument("--read", type=Path, action="append", metavar="FILE", help="games of pbem selfplay --json")
    args = parser.parse_args()
    games = [one for file in args.read for one in read(file)] if args.read else played(args.games, args.seed, args.jobs)
    games = [with_more(one) for one in games]
    plain = [one for one in games if one["level"] == PLAIN]
    CAMPAIGN.picture.write_text(picture(CAMPAIGN, plain), encoding="utf-8")
    text = "\n".join((*told(games), "", *spread([one for one in plain if one["outcome"]])))
    page = CAMPAIGN.page.read_text(encoding="utf-8")
    CAMPAIGN.page.write_text(PART.sub(lambda found: f"{found[1]}{text}\n{found[2]}", page), encoding="utf-8")
    print(text)
    return 1 if any(one["fault"] for one in games) else 0


def played(games: int, seed: str, processes: int) -> list[dict[str, Any]]:
    """So many games of each level; those of the level `random` draw options by lot."""
    todo = [one for level in LEVELS for one in jobs(TITLE, SCENARIO, level, games, f"{seed}-{level}", None)]
    return [row(one) for one in play_all(todo, processes)]


def with_more(game: Mapping[str, Any]) -> dict[str, Any]:
    """A game with the figures that its own come to."""
    own = game["figures"]
    more = {
        "difference": own["army points"] - own["indian points"],
        "turns a battle": round(own["battle turns"] / own["battles"]) if own["battles"] else 0,
        "letters": game["letters"],
    }
    return {**game, "figures": {**own, **more}}


def told(games: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A line for each level: how its campaigns ended, and what they cost."""
    yield f"| level | campaigns | {' | '.join(ENDS)} | battles | game turns a battle | letters | lines refused | faults |"
    yield f"| {' | '.join(['---'] * (len(ENDS) + 7))} |"
    for level in LEVELS:
        own = [one for one in games if one["level"] == level]
        if not own:
            continue
        ends = Counter(one["outcome"]["level"] for one in own if one["outcome"])
        battles, turns = (sum(one["figures"][name] for one in own) for name in ("battles", "battle turns"))
        cells = (
            *(f"`{level}`", len(own), *(ends[one] for one in ENDS)),
            *(f"{battles / len(own):.1f}", f"{turns / max(1, battles):.0f}"),
            *(f"{sum(one['letters'] for one in own) / len(own):.0f}",),
            *(f"{sum(one['refused'] for one in own)} of {sum(one['lines'] for one in own)}",),
            sum(one["fault"] is not None for one in own),
        )
        yield f"| {' | '.join(map(str, cells))} |"


def spread(games: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How the figures of the campaigns at the level `plain` are spread."""
    names: tuple[str, ...] = ("army points", "indian points", "difference", "battles", "turns a battle", "letters")
    names += ("army units lost", "indian units lost", "lodges lost", "searches", "marches")
    yield "| level `plain` | least | a quarter below | middle | a quarter above | most |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name in names:
        values = sorted(one["figures"][name] for one in games)
        cells = [values[round(part * (len(values) - 1))] for part in (0, 0.25, 0.5, 0.75, 1)]
        yield f"| {name} | {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    sys.exit(main())
