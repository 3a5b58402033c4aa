"""A year of a club: many campaigns at one desk, played through by practice opponents under a simulated clock.

    python -m bench.club [--games N] [--turns N]

Letters go in as bytes and out to a mailbox in memory; each player answers within a day.  Told are letters, phases, letters a
second, how long a letter takes from the mailbox to the outbox (p50, p95, p99), memory and the size of the database.
"""

import argparse
import hashlib
import json
import resource
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time

from bench.desk import PLAYERS, Club
from bench.frame import ROOT, folder
from pbem.campaign.play import asked_sides, present
from pbem.core.ask import ORDERS
from pbem.systems import registry
from pbem.systems.indian_wars.practice import orders_for


@dataclass(frozen=True)
class Year:
    """What was counted."""

    games: int
    over: int
    letters_in: int
    letters_out: int
    phases: int
    seconds: float
    letters_a_second: float
    p50: float
    p95: float
    p99: float
    memory_mib: float
    database_mib: float
    kib_a_letter: float


def play(games: int, turns: int, told: Callable[[str], object]) -> Year:
    """Play so many campaigns side by side, each of so many game turns at most."""
    club = Club(folder())
    names = [club.name, *(club.new_game() for _ in range(games - 1))]
    club.settle()
    waiting, took, began = list(names), [], process_time()
    while waiting:
        for name in tuple(waiting):
            letter = _next_letter(club, name, turns)
            if letter is None:
                waiting.remove(name)
                told(f"{name} is through; {len(waiting)} are played")
                continue
            start = perf_counter()
            club.deliver([letter])
            took.append(perf_counter() - start)
        club.clock.forward(hours=20)
        with club.desk.store.begin() as books:
            books.watch.mark(club.clock.now())
    spent = process_time() - began
    with club.desk.store.read() as books:
        rows = [books.games.get(name) for name in names]
        phases = sum(one.state == "done" for row in rows for one in books.phases.of(row))
        over = sum(row.state == "over" for row in rows)
    size = sum(one.stat().st_size for one in Path(club.folder).iterdir()) / 2**20
    cuts = quantiles(took, n=100)
    return Year(
        games,
        over,
        len(took),
        len(club.sink.sent),
        phases,
        round(spent, 1),
        round(len(took) / spent, 1),
        *(round(1000 * cuts[n - 1], 1) for n in (50, 95, 99)),
        round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        round(size, 1),
        round(size * 1024 / len(took), 1),
    )


def _next_letter(club: Club, name: str, turns: int) -> bytes | None:
    """What the next player of a game writes; None where it is over, or has had its turns."""
    with club.desk.store.read() as books:
        game = books.games.get(name)
        now = present(club.desk, books, game) if game.state == "open" else None
        if now is None or now.phase.turn > turns:
            return None
        side = asked_sides(now.open)[0]
        answered = books.letters_out.to_side(name, side)[-1].raw
    if now.open[0].kind != ORDERS:
        words = " ".join("1" for one in now.open if one.side == side and one.kind != ORDERS)
    else:
        title = registry.game("rosebud")

        def pick(purpose: str, n: int) -> int:
            return hashlib.sha256(f"{name} {now.phase.id} {purpose}".encode()).digest()[0] % n

        orders = orders_for(title.system, now.state, side, now.phase.letter, pick)
        words = "\n".join([*map(title.dialect.write, orders), "ready"])
    return club.reply(answered, PLAYERS[side], words)


def main() -> int:
    """Play, print, write ``bench/club.json``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="campaigns (1000)")
    parser.add_argument("--turns", type=int, default=99, metavar="N", help="game turns of each, at most")
    args = parser.parse_args()
    found = asdict(play(args.games, args.turns, lambda line: print(line, file=sys.stderr)))
    for name, value in found.items():
        print(f"{name.replace('_', ' '):<18}{value:>12,}")
    (ROOT / "bench" / "club.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
