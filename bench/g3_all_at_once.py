"""G3: games whose deadlines fall into one minute are drained, each once, at the price that E1 predicts for each.

All 10,000 take about ten minutes; ``BENCH_DUE=N`` takes fewer for a quick look.
"""

import asyncio
import os
from collections.abc import Iterator
from datetime import timedelta

from bench.desk import Club
from bench.frame import LETTERS_SECONDS, Anew, Figure, folder, rates, seconds
from pbem.daemon import Daemon
from pbem.mail.memory import MemorySource

DUE = int(os.environ.get("BENCH_DUE", "10000"))


def figures() -> Iterator[Figure]:
    """Seconds for all, beside so many letters; and how many were told twice."""
    club = Club(folder())
    club.fill(DUE, whole=True, due_apart=timedelta(0))
    (letters_a_second,) = rates(Anew(Club(folder()).next_letter), seconds=LETTERS_SECONDS)
    daemon = Daemon(club.desk, MemorySource(), club.sink)
    asyncio.run(daemon.turn())
    before = len(club.sink.sent)
    club.clock.forward(hours=73)

    def drain() -> None:
        is_all_done = False
        while not is_all_done:
            asyncio.run(daemon.turn())
            with club.desk.store.read() as books:
                now = club.desk.clock.now()
                is_all_done = not (books.phases.overdue(now) or books.letters_out.due(now))

    with club.desk.store.begin() as books:
        books.watch.mark(club.clock.now())  # it was at work all the time
    spent = seconds(drain)
    with club.desk.store.read() as books:
        names = [game.name for game in books.games.all()]
        advanced = [len(books.phases.of(books.games.get(name))) for name in names]
    note = f"{len(club.sink.sent) - before} letters went out; {sum(n > 1 for n in advanced)} of {len(names)} games moved on"
    yield Figure(f"{DUE} games due at once", "s", spent, DUE / letters_a_second, "as many letters", most=2, note=note)
