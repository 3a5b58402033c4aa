"""How much a player has to read: ``python -m bench.length [--games N] [--turns N] [--jobs N] [--json FILE]``.

Plays whole games of the practice opponent against itself through the real campaign, as `bench.pace` does, taking the titles and
paces in turn.  Each game is played twice in one run: as it is, and as it was before reports came at stops.  Then both players
got a report at every stop for orders, every report was whole, and each unit that did nothing had a line of its own.  The text
of every letter to a player is counted, by kind, in lines and characters a game turn, with the logs that go as files.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bench.pace import Game
from pbem.desk.play.pace import PACES
from pbem.systems import registry

GAMES = 10
MIX = tuple((title, pace) for pace in PACES for title in ("rosebud", "custer"))
"""Titles and paces, one after the other."""
GOAL = 0.60
"""The share of the earlier text that is left at most."""
NOW, BEFORE = "now", "before"


@contextmanager
def as_before(game: Game) -> Iterator[None]:
    """Reports are written as they were: to both players at every stop for orders, whole, and with every unit that idled."""
    with game.desk.store.begin() as books:
        for player in books.players.of(books.games.get(game.name)):
            player.whole = True
    with ExitStack() as stack:
        stack.enter_context(patch("pbem.desk.outgoing.letters._is_due", lambda *_, is_news: is_news))
        stack.enter_context(patch("pbem.systems.indian_wars.telling.log.Log.is_idle", lambda *_: False))
        yield


def play(job: tuple[int, int, str]) -> dict[str, Any]:
    """Game number `n`, of `turns` game turns at most, `now` or as it was `before`: its title, pace and figures."""
    n, turns, how = job
    title, pace = MIX[n % len(MIX)]
    scenario = registry.game(title).system.card.main_scenario
    folder = Path(tempfile.mkdtemp(prefix="pbem-length-"))
    try:
        game = Game(folder, pace, f"length {n}", scenario, True, title)
        with as_before(game) if how == BEFORE else ExitStack():
            count = game.play(turns)
        return {"game": n, "how": how, "title": title, "pace": pace, "turns": count.turns, **counted(game)}
    finally:
        shutil.rmtree(folder)


def attached_log(raw: bytes) -> str:
    """The log in full, which goes with a letter that had to be shortened."""
    letter = message_from_bytes(raw, policy=default)
    return "".join(
        one.get_content() for one in letter.iter_attachments() if (one.get_filename() or "").endswith("-log.txt")
    )


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
                log = attached_log(row.raw)
                lines["attached log"] += log.count("\n")
                characters["attached log"] += len(log)
    return {"letters": dict(letters), "lines": dict(lines), "characters": dict(characters), "idle": idle}


def a_turn(one: dict[str, Any], what: str = "characters") -> float:
    """Lines or characters of all letters to both players in a game turn."""
    return float(sum(one[what].values()) / max(one["turns"], 1))


def share(found: Iterable[tuple[dict[str, Any], dict[str, Any]]]) -> float:
    """The share of the earlier text that is left, over all games."""
    pairs = list(found)
    return sum(a_turn(now) for now, _ in pairs) / sum(a_turn(before) for _, before in pairs)


def told(found: list[tuple[dict[str, Any], dict[str, Any]]]) -> Iterable[str]:
    """The figures, a line a game and one for each title and for all."""
    yield f"{'':<20}{'turns':>6}{'reports':>9}{'idle':>6}{'lines a turn':>14}{'chars a turn':>14}{'before':>9}{'left':>7}"
    for now, before in found:
        yield (
            f"{now['game']:>2} {now['title']:<8} {now['pace']:<8}{now['turns']:>6}{now['letters'].get('report', 0):>9}"
            f"{now['idle']:>6}{a_turn(now, 'lines'):>14.0f}{a_turn(now):>14.0f}{a_turn(before):>9.0f}"
            f"{a_turn(now) / a_turn(before):>7.0%}"
        )
    for title in dict.fromkeys(now["title"] for now, _ in found):
        yield f"{title}: {share([one for one in found if one[0]['title'] == title]):.1%} of the characters a game turn"
    yield f"all: {share(found):.1%} of the characters a game turn (goal: {GOAL:.0%} at most)"
    for how, which in ((NOW, 0), (BEFORE, 1)):
        size: Counter[str] = Counter()
        for pair in found:
            size.update(pair[which]["characters"])
        whole = size.total()
        yield f"{how}: " + ", ".join(f"{kind} {n / whole:.0%}" for kind, n in size.most_common() if n >= whole / 100)


def main() -> int:
    """Measure and print; exit status 1 where the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"games ({GAMES})")
    parser.add_argument("--turns", type=int, default=99, metavar="N", help="game turns at most, for a quick look")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="games played at once (2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures in this file")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs) as pool:
        played = list(pool.map(play, [(n, args.turns, how) for n in range(args.games) for how in (NOW, BEFORE)]))
    if args.json:
        args.json.write_text(json.dumps(played, indent=1) + "\n", encoding="utf-8")
    found = list(zip(played[::2], played[1::2], strict=True))
    print("\n".join(told(found)))
    return 0 if share(found) <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
