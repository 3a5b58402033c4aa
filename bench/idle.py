"""G1: a minute in which nothing happens, with 10 games at rest and with 100,000 (``BENCH_GAMES=N`` takes another number).

A round of the daemon (look into the mailbox, at deadlines, reminders and the outbox) and the reckoning of the next wait.
"""

import asyncio
import os
from collections.abc import Iterator
from datetime import timedelta

from bench.desk import Club
from bench.frame import Figure, Job, folder, rates
from pbem.daemon import Daemon
from pbem.desk.play.deadlines import next_look
from pbem.mail.memory import MemorySource

FEW, MANY = 10, int(os.environ.get("BENCH_GAMES", "100000"))


def figures() -> Iterator[Figure]:
    """Statements and processor time of one idle round."""
    clubs = []
    for games in (FEW, MANY):
        club = Club(folder())
        club.fill(games, due_apart=timedelta(seconds=30))
        clubs.append(club)
    rounds = [idle(club) for club in clubs]
    counted = []
    for club, job in zip(clubs, rounds, strict=True):
        job()
        with club.statements() as count:
            job()
            counted.append(count())
    yield Figure(f"statements, {MANY:,} games", "statements", counted[1], counted[0], f"{FEW} games", least=1, most=1)
    few, many = rates(*rounds)
    yield Figure(f"an idle round, {MANY:,} games", "ms", 1000 / many, 1000 / few, f"{FEW} games", most=1.1)


def idle(club: Club) -> Job:
    """One round in which there is nothing to do, and the reckoning of the next wait."""
    daemon = Daemon(club.desk, MemorySource(), club.sink)

    def job() -> int:
        asyncio.run(daemon.turn())
        next_look(club.desk)
        return 1

    return job
