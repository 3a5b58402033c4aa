"""How much a player has to read: ``python -m bench.length [--games N] [--turns N] [--jobs N] [--against FILE] [--json FILE]``.

Whole games of the practice opponent against himself through the real campaign, as in `bench.pace`, the titles and paces taken
in turn.  Counted is the text of every letter that goes out to the players, by kind, in lines and characters a game turn.
``--json`` keeps the figures; ``--against`` compares with figures that were kept, game by game.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from bench.pace import Game
from pbem.campaign.pace import PACES
from pbem.systems import registry

GAMES = 10
MIX = tuple((title, pace) for pace in PACES for title in ("rosebud", "custer"))
"""Titles and paces, one after the other."""
GOAL = 0.60
"""The share of the text before that is left at most."""


def play(job: tuple[int, int]) -> dict[str, Any]:
    """Game number `n`, of `turns` game turns at most: its title, pace and figures."""
    n, turns = job
    title, pace = MIX[n % len(MIX)]
    scenario = registry.game(title).system.card.main_scenario
    folder = Path(tempfile.mkdtemp(prefix="pbem-length-"))
    try:
        game = Game(folder, pace, f"length {n}", scenario, True, title)
        count = game.play(turns)
        return {"game": n, "title": title, "pace": pace, "turns": count.turns, **counted(game)}
    finally:
        shutil.rmtree(folder)


def counted(game: Game) -> dict[str, Any]:
    """Letters, lines and characters that went out to both players, by kind of letter."""
    letters: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    characters: Counter[str] = Counter()
    idle = 0
    with game.desk.store.read() as books:
        for side in ("us", "indian"):
            for row in books.letters_out.to_side(game.name, side):
                letters[row.kind] += 1
                lines[row.kind] += row.text.count("\n")
                characters[row.kind] += len(row.text)
                idle += row.kind == "report" and "Nothing to do" in row.text
    return {"letters": dict(letters), "lines": dict(lines), "characters": dict(characters), "idle": idle}


def told(found: Iterable[dict[str, Any]], before: dict[int, dict[str, Any]]) -> Iterable[str]:
    """The figures, a line a game and one for all."""
    yield f"{'game':<22}{'turns':>6}{'reports':>9}{'idle':>6}{'lines a turn':>14}{'chars a turn':>14}{'before':>9}{'left':>7}"
    whole = [0, 0]
    for one in found:
        turns, size = max(one["turns"], 1), sum(one["characters"].values())
        line = (
            f"{one['game']:>2} {one['title']:<8} {one['pace']:<9} {one['turns']:>6}{one['letters'].get('report', 0):>9}"
            f"{one['idle']:>6}{sum(one['lines'].values()) / turns:>14.0f}{size / turns:>14.0f}"
        )
        old = before.get(one["game"])
        if old is not None:
            was = sum(old["characters"].values()) / max(old["turns"], 1)
            whole[0] += round(size / turns)
            whole[1] += round(was)
            line += f"{was:>9.0f}{size / turns / was:>7.0%}"
        yield line
    if whole[1]:
        share = whole[0] / whole[1]
        yield f"characters a game turn, all games: {whole[0]} of {whole[1]} = {share:.1%} (goal: {GOAL:.0%} at most)"


def main() -> int:
    """Measure and print; exit status 1 where the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"games ({GAMES})")
    parser.add_argument("--turns", type=int, default=99, metavar="N", help="game turns at most, for a quick look")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="games played at once (2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures in this file")
    parser.add_argument("--against", type=Path, metavar="FILE", help="figures kept before, to compare with")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs) as pool:
        found = list(pool.map(play, [(n, args.turns) for n in range(args.games)]))
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    before = {one["game"]: one for one in json.loads(args.against.read_text())} if args.against else {}
    print("\n".join(told(found, before)))
    if not before:
        return 0
    size = {n: sum(one["characters"].values()) / max(one["turns"], 1) for n, one in before.items()}
    now = sum(sum(one["characters"].values()) / max(one["turns"], 1) for one in found if one["game"] in size)
    return 0 if now <= GOAL * sum(size[one["game"]] for one in found if one["game"] in size) else 1


if __name__ == "__main__":
    sys.exit(main())
